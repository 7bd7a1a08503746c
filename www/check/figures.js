/** The figures of a judgement, for those who ask for them. */
import { make } from "../dom.js";
import { decimal, number, percent, say } from "../words.js";

const VERDICTS = {
  supported: "verdictSupported",
  contradicted: "verdictContradicted",
  unclear: "verdictUnclear",
};

/** A list of terms and values. */
export function figuresOf({
  score,
  probability,
  levels,
  verdict,
  read,
  sentences,
  model,
  backend,
  spent,
}) {
  const bars = make("span", {
    className: "levels",
    role: "img",
    "aria-label": levels.map((share, at) => `${number(at + 1)}: ${percent(share)}`).join(", "),
  });
  levels.forEach((share, at) => {
    const bar = make("span", {
      title: `${number(at + 1)} · ${say("levels")[at]}: ${percent(share)}`,
    });
    bar.style.setProperty("--share", share);
    bars.append(bar);
  });
  const rows = [
    [say("figureVerdict"), say(VERDICTS[verdict])],
    [say("figureScore"), decimal(score)],
    [say("figureFits"), percent(probability)],
    [say("figureLevels"), bars],
    [say("figureRead"), `${percent(read.document)}, ${percent(read.summary)}`],
    ...(model ? [[say("figureModel"), `${model}, ${backend}`]] : []),
    ...(spent === undefined
      ? []
      : [
          [
            say("figureTime"),
            say("milliseconds", spent < 10 ? decimal(spent) : number(Math.round(spent))),
          ],
        ]),
  ];
  const list = make("dl");
  for (const [term, value] of rows) {
    list.append(make("dt", { textContent: term }), make("dd", {}, value));
  }
  sentences.forEach(({ supported }, at) =>
    list.append(
      make("dd", {
        className: "whole",
        textContent: say("statement", number(at + 1), percent(supported)),
      }),
    ),
  );
  return list;
}
