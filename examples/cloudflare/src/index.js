// POST {"document": "…", "summary": "…"} gives the match. One model fits the free plan's 3 MB.
import { Matcher } from "epitome/slim";
import "epitome/models/fit-en";

let loading; // one matcher for all requests, also for the first ones at the same time
async function ready() {
  // Workers end a request that only waits for another one's work; a timer keeps it.
  const alive = setInterval(() => {}, 50);
  try {
    return await (loading ??= Matcher.create({ language: "en" }));
  } catch (error) {
    loading = undefined; // the next request tries again
    throw error;
  } finally {
    clearInterval(alive);
  }
}

export default {
  async fetch(request) {
    if (request.method !== "POST") return new Response("POST a document and a summary\n", { status: 405 });
    try {
      const { document, summary } = await request.json();
      return Response.json(await (await ready()).match(document, summary));
    } catch (error) {
      const wrong = error instanceof SyntaxError || error.code === "invalid-argument";
      return Response.json({ code: error.code, message: error.message }, { status: wrong ? 400 : 500 });
    }
  },
};
