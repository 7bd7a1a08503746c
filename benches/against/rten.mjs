/** rten as benches/rten/build.sh builds it; runs unchanged in Node and in a page. */

/**
 * The class that loads its models, of the module with relaxed SIMD where the engine runs that;
 * undefined where rten is not built. `read` gives the bytes of a file of the repository.
 */
export async function loadRten(read) {
  for (const folder of ["target/rten/pkg-relaxed", "target/rten/pkg"]) {
    const wasm = await read(`${folder}/rten_bg.wasm`).catch(() => undefined);
    if (wasm === undefined) return undefined;
    if (!WebAssembly.validate(wasm)) continue;
    const { default: init, Session } = await import(new URL(`../../${folder}/rten.js`, import.meta.url));
    await init({ module_or_path: wasm });
    return Session;
  }
  return undefined;
}
