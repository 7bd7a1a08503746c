/** Scripts that print JSON, in this Node and in a newer one. */
import { execFileSync } from "node:child_process";
import { VERSIONS } from "../../js/tests/hosts/versions.mjs";

const print = (command, args) => JSON.parse(execFileSync(command, args, { encoding: "utf8", maxBuffer: 1e8 }));
const [[name, version]] = Object.entries(VERSIONS.node24);

export const inThisNode = (script) => print(process.execPath, [script]);

/** NODE_NEW names the other Node; by default npx fetches the one of `js/tests/hosts/versions.mjs`. */
export const inNewNode = (script) =>
  process.env.NODE_NEW === undefined
    ? print("npx", ["--yes", `--package=${name}@${version}`, "--", "node", script])
    : print(process.env.NODE_NEW, [script]);
