/**
 * Asks for WebAssembly and the model of a language before the library is there to do so: on a slow
 * network the two are most of what a first visit waits for. The library's own requests then find
 * them in the browser's cache. Later visits have them in the library's cache.
 */

/** A module with relaxed SIMD, as the library probes it: engines that have it get another file. */
const RELAXED = Uint8Array.of(
  0x00,
  0x61,
  0x73,
  0x6d,
  0x01,
  0x00,
  0x00,
  0x00,
  0x01,
  0x08,
  0x01,
  0x60,
  0x03,
  0x7b,
  0x7b,
  0x7b,
  0x01,
  0x7b,
  0x03,
  0x02,
  0x01,
  0x00,
  0x0a,
  0x25,
  0x01,
  0x23,
  0x00,
  0x20,
  0x00,
  0x20,
  0x01,
  0x20,
  0x02,
  0xfd,
  0x85,
  0x02,
  0x20,
  0x01,
  0xfd,
  0x8d,
  0x02,
  0x20,
  0x02,
  0xfd,
  0x8e,
  0x02,
  0x20,
  0x00,
  0x20,
  0x01,
  0xfd,
  0x8b,
  0x02,
  0x20,
  0x00,
  0x20,
  0x01,
  0xfd,
  0x93,
  0x02,
  0x0b,
);

/** Asks for the files; what fails is asked for again by the library, which says why. */
export async function askEarly(language) {
  const kept = await globalThis.caches?.keys().catch(() => []);
  if (kept?.some((name) => name.startsWith("epitome") && !name.startsWith("epitome-page"))) return;
  const wasm = WebAssembly.validate(RELAXED) ? "epitome_relaxed_bg.wasm" : "epitome_bg.wasm";
  const files = [
    `dist/wasm/${wasm}`,
    `models/fit-${language}/model.plan.bin`,
    `models/fit-${language}/vocabulary.txt.bin`,
  ];
  for (const file of files) {
    // One after the other: the first verdict needs WebAssembly alone.
    const response = await fetch(new URL(`../epitome/${file}`, import.meta.url)).catch(
      () => undefined,
    );
    await response?.arrayBuffer().catch(() => {});
  }
}
