/** `epitome models`: what the package can load. */
import { Matcher } from "../index.node.js";
import { EXIT, parse } from "./io.js";

export async function models(args: string[]): Promise<number> {
  const { values } = parse(args, { json: { type: "boolean", default: false } } as const, 0);
  const list = Matcher.models();
  if (values.json) {
    process.stdout.write(`${JSON.stringify(list, null, 2)}\n`);
    return EXIT.ok;
  }
  for (const model of list) {
    const size = `${Math.ceil(model.bytes / 1024)} KiB`;
    process.stdout.write(
      `${model.name}  ${model.task}  ${model.languages.join(",")}  ${size}\n    ${model.description}\n`,
    );
  }
  return EXIT.ok;
}
