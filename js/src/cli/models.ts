/** `epitome models`: what the installed packages can load. */
import { places } from "../../models/places.js";
import { host } from "../hosts/current.js";
import { LineClassifier, Matcher, Summarizer } from "../index.js";
import { EXIT, parse } from "./io.js";
import { table } from "./table.js";

export async function models(args: string[]): Promise<number> {
  const { values } = parse(args, { json: { type: "boolean", default: false } } as const, 0);
  const packages = [...new Set(Object.values(places))].filter((name) => name.startsWith("@"));
  const missing: string[] = [];
  for (const name of packages) if (!(await host.importPackage?.(name))) missing.push(name);
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
  if (missing.length > 0) {
    process.stdout.write(`\nMore models are in packages that are not installed: ${missing.join(", ")}\n`);
  }
  return EXIT.ok;
}
