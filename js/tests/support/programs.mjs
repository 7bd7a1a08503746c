/** Programs whose bundles are weighed: what they import, and the most that they may weigh, in bytes. */
const FIT_EN = ["model.plan.bin", "vocabulary.txt.bin"];

/** The files of the models of `epitome` itself: four matchers and the line classifier. */
const OWN = Array.from({ length: 5 }, () => FIT_EN).flat();

/**
 * Each program with the files that are named in what is left of its modules. `chunked` ones have their
 * models as chunks of code in Vite, which copies the WebAssembly file alone.
 */
export const PROGRAMS = {
  "a measure": {
    source: 'import { rouge } from "epitome";\nglobalThis.found = rouge("the cat", "the cat sat");\n',
    most: 3e6,
    assets: ["epitome_bg.wasm"],
  },
  "a measure, by the entry without models": {
    source: 'import { rouge } from "epitome/measures";\nglobalThis.found = rouge("the cat", "the cat sat");\n',
    most: 3e6,
    assets: ["epitome_bg.wasm"],
  },
  "slim and one model": {
    source: `import { Matcher } from "epitome/slim";
import model from "epitome/models/fit-en";
globalThis.found = Matcher.create({ model, language: "en" });
`,
    most: 6e6,
    assets: ["epitome_bg.wasm", ...FIT_EN],
  },
  "slim, one model by its name, and the faster file": {
    source: `import { Matcher } from "epitome/slim";
import "epitome/relaxed";
import "epitome/models/fit-en";
globalThis.found = Matcher.create({ language: "en" });
`,
    most: 8e6,
    assets: ["epitome_bg.wasm", "epitome_relaxed_bg.wasm", ...FIT_EN],
  },
  "matchers of four languages": {
    source: 'import { Matcher } from "epitome";\nglobalThis.found = Matcher.create({ language: navigator.language });\n',
    most: 14e6,
    assets: ["epitome_bg.wasm", "epitome_relaxed_bg.wasm", ...OWN],
    chunked: true,
  },
};

/** A page around the program of the file `script`. */
export const page = (script) =>
  `<!doctype html><meta charset="utf-8"><title>t</title><script type="module" src="${script}"></script>`;
