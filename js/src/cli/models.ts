/** `epitome models`: what the package can load. */
import { LineClassifier, Matcher, Summarizer } from "../index.js";
import { EXIT, parse } from "./io.js";
import { table } from "./table.js";

export async function models(args: string[]): Promise<number> {
  const { values } = parse(args, { json: { type: "boolean", default: false } } as const, 0);
  const list = [...Matcher.models(), ...LineClassifier.models(), ...Summarizer.models()];
  if (values.json) {
    process.stdout.write(`${JSON.stringify(list, null, 2)}\n`);
    return EXIT.ok;
  }
  const rows = list.map((model) => [
    model.name,
    model.task,
    model.languages.join(" "),
    `${Math.ceil(model.bytes / 1024)}`,
    model.version,
    model.license,
  ]);
  process.stdout.write(table(["name", "task", "languages", "KiB", "version", "license"], rows));
  for (const { name, description } of list) process.stdout.write(`\n${name}: ${description}\n`);
  return EXIT.ok;
}
