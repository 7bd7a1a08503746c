/** Modules that the scripts of benches/ build; runs unchanged in Node and in a page. */

/**
 * The exports of a module, of the build with relaxed SIMD where the engine runs that; undefined where
 * it is not built. `read` gives the bytes of a file of the repository.
 */
async function load(name, read) {
  for (const folder of [`target/${name}/pkg-relaxed`, `target/${name}/pkg`]) {
    const wasm = await read(`${folder}/${name}_bg.wasm`).catch(() => undefined);
    if (wasm === undefined) return undefined;
    if (!WebAssembly.validate(wasm)) continue;
    const exports = await import(new URL(`../../${folder}/${name}.js`, import.meta.url));
    await exports.default({ module_or_path: wasm });
    return exports;
  }
  return undefined;
}

/** rten, as benches/module.sh rten builds it. */
export const loadRten = (read) => load("rten", read);

/** Epitome's graphs alone, as benches/module.sh graph builds them. */
export const loadGraphs = (read) => load("graph", read);
