/**
 * Makes `dist/standalone.js` of a staged package `epitome`: what the entry for browsers exports, in one
 * module with no imports, for pages without a bundler. The files that it names stay where they are.
 */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Addresses of models, which its module names from where it is; the bundle is in `dist/`. */
const placing = {
  name: "placing",
  setup(building) {
    building.onLoad({ filter: /[/\\]models[/\\]packaged\.js$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      return { contents: source.replaceAll('new URL("./', 'new URL("../models/'), loader: "js" };
    });
  },
};

/** Writes the module into the package at the folder `target`. */
export async function writeStandalone(target) {
  await build({
    absWorkingDir: fileURLToPath(target),
    entryPoints: ["dist/index.browser.js"],
    outfile: "dist/standalone.js",
    bundle: true,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    charset: "utf8",
    minify: true,
    sourcemap: true,
    sourcesContent: false,
    ignoreAnnotations: true, // modules that only pass on what others export do so here, too
    plugins: [placing],
    logLevel: "warning",
  });
}
