/** The packages beside `epitome`: each is imported when the first of its models is asked for. */

/** The import of a package, by what the names of its models begin with. */
const PACKAGES = [
  [/^onnx$/u, () => import("../@epitome/onnx/dist/index.browser.js")],
  [/^headline-/u, () => import("../@epitome/headlines/index.js")],
  [/^judge-/u, () => import("../@epitome/judge/index.js")],
  [/^fit-de-large$/u, () => import("../@epitome/large-de/index.js")],
  [/^fit-en-large$/u, () => import("../@epitome/large-en/index.js")],
  [/^fit-fa-large$/u, () => import("../@epitome/large-fa/index.js")],
  [/^fit-zh-large$/u, () => import("../@epitome/large-zh/index.js")],
];

/** Makes the package of a model known, where it is in one. */
export async function bringCompanion(model) {
  for (const [pattern, load] of PACKAGES) if (pattern.test(model)) await load();
}
