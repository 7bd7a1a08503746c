// Reads pairs as JSON Lines from standard input, and prints the verdict of each.
import { Matcher, type TextPair } from "epitome";

const matcher = await Matcher.create();
const lines = Deno.stdin.readable.pipeThrough(new TextDecoderStream());

async function* pairs(): AsyncGenerator<TextPair> {
  let rest = "";
  for await (const part of lines) {
    const [...whole] = (rest + part).split("\n");
    rest = whole.pop() ?? "";
    for (const line of whole) if (line.trim() !== "") yield JSON.parse(line);
  }
  if (rest.trim() !== "") yield JSON.parse(rest);
}

for await (const { verdict, language, probability } of matcher.matchStream(pairs())) {
  console.log(JSON.stringify({ verdict, language, probability }));
}
