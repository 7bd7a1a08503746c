// POST {"document": "…", "summary": "…"}, judged on the server.
import { Matcher } from "epitome";

let loading;
const ready = () => (loading ??= Matcher.create().catch((error) => ((loading = undefined), Promise.reject(error))));

export async function POST(request) {
  try {
    const { document, summary } = await request.json();
    return Response.json(await (await ready()).match(document, summary));
  } catch (error) {
    const wrong = error instanceof SyntaxError || error.code === "invalid-argument";
    return Response.json({ code: error.code, message: error.message }, { status: wrong ? 400 : 500 });
  }
}
