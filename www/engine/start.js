/**
 * Asks for what the first verdict waits for before the page, the worker and the library are there
 * to do so: the worker's modules, WebAssembly, the model of the visitor's language, and the words
 * of the page. Their own requests then find it in the browser's cache. Later visits have
 * WebAssembly and models in the library's cache.
 */
import { chosenLanguage } from "../language.js";
import { ask } from "./client.js";

/** The modules of the worker, which it would find one behind the other. */
const MODULES = ["../epitome/dist/standalone.js", "./judging.js", "./loading.js", "./companions.js"];

/** A module with relaxed SIMD, as the library probes it: engines that have it get another file. */
const RELAXED = Uint8Array.from(
  (
    "0061736d0100000001080160037b7b7b017b030201000a25012300200020012002fd8502" +
    "2001fd8d022002fd8e0220002001fd8b0220002001fd93020b"
  ).match(/../gu),
  (byte) => parseInt(byte, 16),
);

/** Asks for a file; what fails is asked for again by the library, which says why. */
async function fetchEarly(file) {
  const response = await fetch(new URL(file, import.meta.url)).catch(() => undefined);
  await response?.arrayBuffer().catch(() => {});
}

/** Asks for the files; where the library keeps its own, for the modules alone. */
async function askEarly(language) {
  for (const file of MODULES) void fetchEarly(file);
  const kept = await globalThis.caches?.keys().catch(() => []);
  if (kept?.some((name) => name.startsWith("epitome") && !name.startsWith("epitome-page"))) return;
  const wasm = WebAssembly.validate(RELAXED) ? "epitome_relaxed_bg.wasm" : "epitome_bg.wasm";
  // One after the other: the first verdict needs WebAssembly alone.
  for (const file of [
    `dist/wasm/${wasm}`,
    `models/fit-${language}/model.plan.bin`,
    `models/fit-${language}/vocabulary.txt.bin`,
  ])
    await fetchEarly(`../epitome/${file}`);
}

const language = chosenLanguage();
void askEarly(language);
ask("warm", { language }).catch(() => {}); // the first judgement says what is wrong
import(`../strings/${language}.js`).catch(() => {}); // words.js says what is wrong
