/** The note beside a part of a field: shown while the pointer or the caret is on it. */
import { make } from "../dom.js";
import { Field } from "./field.js";
import { nodesOf } from "./sentence.js";

const tip = make("div", { className: "tip", id: "tip", role: "tooltip", hidden: true });
document.body.append(tip);

let shownAt; // the range

/** Shows words under a range of a field. */
export function showTip(range, words) {
  shownAt = range;
  tip.replaceChildren(...nodesOf(words));
  tip.hidden = false;
  const place = Field.placeOf(range);
  const { width, height } = tip.getBoundingClientRect();
  const below = place.bottom + 6 + height < innerHeight;
  const left = Math.max(4, Math.min(place.left, document.documentElement.clientWidth - width - 4));
  tip.style.left = `${left}px`;
  tip.style.top = `${below ? place.bottom + 6 : place.top - height - 6}px`;
}

export function hideTip() {
  tip.hidden = true;
}

addEventListener(
  "scroll",
  ({ target }) => {
    if (shownAt !== undefined && target.contains(shownAt.startContainer)) hideTip();
  },
  { capture: true, passive: true },
);
addEventListener("keydown", ({ key }) => key === "Escape" && hideTip());
