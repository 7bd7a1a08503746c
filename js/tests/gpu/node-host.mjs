/** A process that does the jobs it is sent, on WebGPU through Dawn. */
import { pathToFileURL } from "node:url";
import { perform } from "./cases.mjs";

const [, , entry] = process.argv;
const dawn = await import(process.env.DAWN ? pathToFileURL(process.env.DAWN).href : "webgpu").catch(() => undefined);
if (dawn !== undefined) {
  Object.assign(globalThis, dawn.globals);
  globalThis.navigator ??= {};
  Object.defineProperty(globalThis.navigator, "gpu", { value: dawn.create([]), configurable: true });
}
const epitome = await import(pathToFileURL(entry).href);

process.on("message", async (job) => {
  if (dawn === undefined) {
    process.send({ missing: "the npm package webgpu is not there; npm install --no-save webgpu" });
  } else {
    process.send(await perform(epitome, job));
  }
});
// Dawn's threads outlive the end of the script.
process.on("disconnect", () => process.exit(0));
