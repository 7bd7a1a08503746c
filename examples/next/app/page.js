"use client";
import { useEffect, useState } from "react";
import { Matcher } from "epitome/worker";

const DOCUMENT = "The river rose overnight, and the bridge was closed on Monday.";

export default function Page() {
  const [summary, setSummary] = useState("The bridge was closed on Friday.");
  const [matcher, setMatcher] = useState();
  const [verdict, setVerdict] = useState("…");

  useEffect(() => {
    const loading = Matcher.create({ language: "en" });
    loading.then(setMatcher, (error) => setVerdict(error.message));
    return () => void loading.then((made) => made.destroy(), () => {});
  }, []);

  useEffect(() => {
    if (matcher === undefined) return undefined;
    const last = new AbortController();
    matcher.match(DOCUMENT, summary, { signal: last.signal }).then(
      (result) => setVerdict(result.verdict),
      (error) => last.signal.aborted || setVerdict(error.message),
    );
    return () => last.abort();
  }, [matcher, summary]);

  return (
    <main>
      <p>{DOCUMENT}</p>
      <input value={summary} onChange={({ target }) => setSummary(target.value)} />
      <output>{verdict}</output>
    </main>
  );
}
