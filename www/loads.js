/** Shows how far the loads of WebAssembly and models have come. */
import { byId } from "./dom.js";
import { loads } from "./engine/client.js";
import { LANGUAGES } from "./language.js";
import { languageName, percent, say } from "./words.js";

/** Shows a bar while something loads. */
export function showLoads() {
  const bar = byId("load-bar");
  const words = byId("load-words");
  const place = byId("load");
  const open = new Map();
  loads.addEventListener("load", ({ detail: { what, loaded } }) => {
    if (loaded < 1) open.set(what, loaded);
    else open.delete(what);
    const [first] = open;
    place.hidden = first === undefined;
    if (first === undefined) return;
    const [name, share] = first;
    bar.value = share;
    words.textContent = LANGUAGES.includes(name)
      ? say("loadingLanguage", languageName(name), percent(share))
      : say("loading", name, percent(share));
  });
}
