"""The page of the pre-training experiments: figures and verdicts are computed, the paper's are those of its tables."""

import numpy as np

from . import data
from ..headlines.evaluate import Mean
from .data import CORPORA, OBJECTIVES
from .measures import RESAMPLES, difference, mean

NONE = "none"
TITLES = {
    NONE: "no pre-training",
    "tss-rouge": "TSS-ROUGE",
    "ss-80": "SS-80",
    "ss-100": "SS-100",
    "sh": "SH",
    "msr": "MSR",
}
PAPER = {
    "VOA": {
        "tss-rouge": (18.36, 26.5, 36.46, 38.53, 41.91),
        "ss-80": (19.02, 30.09, 37.31, 39.9, 42.91),
        "ss-100": (22.75, 29.66, 37.52, 40.67, 43.07),
        "sh": (23.67, 30.06, 37.03, 39.77, 42.86),
        "msr": (23.3, 26.39, 36.38, 40.42, 42.48),
    },
    "Perkey (title)": {
        "tss-rouge": (10.81, 14.29, 23.75, 27.19, 31.11),
        "ss-80": (11.31, 22.21, 25.72, 27.89, 31.65),
        "ss-100": (16.73, 21.74, 25.7, 28.52, 32.42),
        "sh": (13.9, 20.15, 24.09, 28.28, 31.83),
        "msr": (13.88, 16.13, 26.03, 28.61, 32.32),
    },
}
"""Tables 18 to 22: ROUGE-L of Persian headlines with 0, 10, 100, 1K and 10K examples."""
PAPER_SIZES = ("0", "10", "100", "1K", "10K")
_SIZES = (0, 10, 100, 1000, 10_000)
PAPER_WHOLE = {
    "VOA": {NONE: 27.41, "tss-rouge": 43.57, "ss-80": 43.75, "ss-100": 43.89, "sh": 42.93, "msr": 44.27},
    "Perkey (title)": {NONE: 42.85, "tss-rouge": 51.72, "ss-80": 51.84, "ss-100": 51.92, "sh": 52.19, "msr": 52.51},
}
"""Tables 1 and 3: ROUGE-L after fine-tuning on all examples."""
_MEASURES = {"rouge1": "ROUGE-1", "rouge2": "ROUGE-2", "rougeL": "ROUGE-L"}


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def _signed(found: Mean) -> str:
    return f"{100 * found.value:+.1f} [{100 * found.low:+.1f}, {100 * found.high:+.1f}]"


class Section:
    """One language."""

    def __init__(self, experiment, results: dict, name: str):
        self.e, self.r, self.name = experiment, results, name
        self.sizes = [0, *experiment.fine_tuning]
        self.largest = self.sizes[-1]

    def column(self, size: int) -> str:
        return "0" if size == 0 else f"{size:,}" if size <= self.r["pairs"] else f"all {self.r['pairs']:,}"

    def present(self, size: int) -> list[str]:
        """The networks that were judged after so many titles; without titles, those that were pre-trained."""
        return [objective for objective in TITLES if (objective, size) in self.r["measures"]]

    def values(self, objective: str, size: int, measure: str = "rougeL", kind: str = "whole") -> np.ndarray:
        """Of each document, the mean of the draws."""
        return np.mean([draw[kind][measure] for draw in self.r["measures"][objective, size]], 0)

    def cell(self, objective: str, size: int, measure: str) -> str:
        if (objective, size) not in self.r["measures"]:
            return "–"
        text = str(mean(self.values(objective, size, measure)))
        draws = [100 * np.mean(draw["whole"][measure]) for draw in self.r["measures"][objective, size]]
        return text if len(draws) == 1 else f"{text}; draws {min(draws):.1f}–{max(draws):.1f}"

    def rouge(self, measure: str) -> str:
        rows = [[TITLES[o], *(self.cell(o, size, measure) for size in self.sizes)] for o in (NONE, *OBJECTIVES)]
        lead = ["lead", str(mean(np.array(self.r["lead"][measure]))), *[""] * (len(self.sizes) - 1)]
        return table([_MEASURES[measure], *(f"{self.column(size)} titles" for size in self.sizes)], [*rows, lead])

    def gains(self) -> str:
        rows = []
        for objective in OBJECTIVES:
            found = [difference(self.values(objective, size), self.values(NONE, size)) for size in self.sizes[1:]]
            rows.append([TITLES[objective], *map(_signed, found)])
        columns = [f"{self.column(size)} titles" for size in self.sizes[1:]]
        shown = table(["ROUGE-L less no pre-training", *columns], rows)
        return f"Paired differences on the same documents:\n\n{shown}\n\n" if columns else ""

    def zero_shot(self) -> str:
        lead = np.array(self.r["lead"]["rougeL"])
        rows = []
        for objective in OBJECTIVES:
            whole, cut = (self.values(objective, 0, "rougeL", kind) for kind in ("whole", "cut"))
            words = self.values(objective, 0, "words").mean()
            row = [TITLES[objective], f"{words:.1f}", str(mean(whole)), str(mean(cut))]
            rows.append([*row, _signed(difference(cut, lead))])
        rows.append(["lead", f"{np.mean(self.r['lead']['words']):.1f}", "", str(mean(lead)), ""])
        return table(["objective", "words", "as written", "first 12 words", "first 12 words less lead"], rows)

    def extraction(self) -> str:
        digits = {"coverage": 3, "density": 2, "words": 1}
        rows = []
        for objective in self.present(self.largest):
            found = {measure: self.values(objective, self.largest, measure) for measure in digits}
            rows.append([TITLES[objective], *(f"{found[m].mean():.{n}f}" for m, n in digits.items())])
        rows.append(["the titles", *(f"{np.mean(self.r['titles'][m]):.{n}f}" for m, n in digits.items())])
        return table([f"after {self.column(self.largest)} titles", *digits], rows)

    def claims(self) -> str:
        """What the paper finds, and whether it is found here."""
        last, name = self.largest, self.column(self.largest)

        def beside(first: str, second: str, at: int | None) -> str:
            """The paper's differences; of `at`, or after all examples."""
            if at is None:
                found = [PAPER_WHOLE[s][first] - PAPER_WHOLE[s][second] for s in PAPER_WHOLE]
            else:
                found = [PAPER[s][first][at] - PAPER[s][second][at] for s in PAPER]
            return ", ".join(f"{s} {value:+.2f}" for s, value in zip(PAPER, found))

        def row(claim: str, first: tuple[str, int], second: tuple[str, int], paper: str, sign: int = 1) -> list[str]:
            found = difference(self.values(*first), self.values(*second))
            low, high = sorted((sign * found.low, sign * found.high))
            verdict = "holds" if low > 0 else "the reverse" if high < 0 else "cannot be told"
            return [claim, paper, _signed(found), verdict]

        rows = []
        for objective in OBJECTIVES if last else ():
            claim = f"{TITLES[objective]} is ahead of no pre-training, {name} titles"
            rows.append(row(claim, (objective, last), (NONE, last), beside(objective, NONE, None)))
        for first, second, sizes in (
            ("ss-80", "tss-rouge", (0, last)),
            ("ss-100", "tss-rouge", (0, last)),
            ("ss-100", "ss-80", (0, last)),
            ("msr", "tss-rouge", (0, last)),
            ("msr", "ss-100", (last,)),
        ):
            for size in sizes if last else sizes[:-1]:
                claim = f"{TITLES[first]} is ahead of {TITLES[second]}, {self.column(size)} titles"
                rows.append(row(claim, (first, size), (second, size), beside(first, second, None if size else 0)))
        if last:
            claim = f"SH is no better than SS-80, {name} titles"
            rows.append(row(claim, ("sh", last), ("ss-80", last), beside("sh", "ss-80", None), -1))
        if 1000 in self.sizes and last > 1000:
            paper = ", ".join(f"{s} {PAPER[s]['msr'][3] - PAPER_WHOLE[s][NONE]:+.2f}" for s in PAPER)
            claim = f"MSR with 1,000 titles is ahead of no pre-training with {name}"
            rows.append(row(claim, ("msr", 1000), (NONE, last), paper))
        return table(["finding of the paper", "its difference in ROUGE-L", "difference here", "verdict"], rows)

    def order(self) -> str:
        """The objectives from best to worst at every size, and where the paper has them."""
        rows = []
        for size in self.sizes:
            at = _SIZES.index(size)
            ranked = sorted(OBJECTIVES, key=lambda o: -self.values(o, size).mean())
            papers = [", ".join(TITLES[o] for o in sorted(OBJECTIVES, key=lambda o: -PAPER[s][o][at])) for s in PAPER]
            rows.append([self.column(size), ", ".join(TITLES[o] for o in ranked), *papers])
        return table(["titles", "here", *(f"paper, {s}" for s in PAPER)], rows)

    def helped(self) -> str:
        """Which objectives are ahead of no pre-training, for each number of titles; which above lead, without any."""
        lines = []
        for size in self.sizes[1:]:
            found = {o: difference(self.values(o, size), self.values(NONE, size)) for o in OBJECTIVES}
            sides = self.sides(found, "ahead of no pre-training", "behind it")
            lines.append(f"- with {self.column(size)} titles, {sides};")
        lead = np.array(self.r["lead"]["rougeL"])
        found = {o: difference(self.values(o, 0, kind="cut"), lead) for o in OBJECTIVES}
        return "\n".join([*lines, f"- without titles, at 12 words: {self.sides(found, 'above lead', 'below it')}."])

    def sides(self, found: dict[str, Mean], ahead: str, behind: str) -> str:
        """Which objectives' differences are on either side of zero, intervals included."""
        above = [TITLES[o] for o in OBJECTIVES if found[o].low > 0] or ["none"]
        below = [TITLES[o] for o in OBJECTIVES if found[o].high < 0] or ["none"]
        return f"{', '.join(above)} {ahead}, {', '.join(below)} {behind}"

    def missing(self) -> str:
        sizes = ", ".join(f"{size:,}" for size in self.e.left_out)
        return f"Fine-tuning on these numbers of titles was not run: {sizes}.\n\n" if sizes else ""

    def rules(self) -> str:
        rules = self.r["facts"]["rules"]
        rows = [[rule["rule"], rule["unit"], f"{rule['before']:,}", f"{rule['after']:,}"] for rule in rules]
        return table(["rule", "unit", "before", "after"], rows)

    def trainings(self) -> str:
        spent, rows = self.r["seconds"], []
        settings = self.e.pretraining
        steps = self.e.design.epochs * -(-self.r["learned"] // settings.batch)
        for objective in OBJECTIVES:
            share = self.r["facts"]["unmasked"][objective]
            what = f"{self.r['learned']:,} documents, {steps:,} steps of {settings.batch}"
            rows.append([TITLES[objective], what, f"{settings.rate:g}", f"{spent[objective]:,.0f} s", f"{share:.3f}"])
        for size, tuning in self.e.fine_tuning.items():
            one, used = tuning.training, min(size, self.r["pairs"])
            steps = one.epochs * -(-used // one.batch)
            draws = f", {tuning.draws} draws" if tuning.draws > 1 else ""
            what = f"{used:,} titles, {steps:,} steps of {one.batch}{draws}"
            rows.append(["fine-tuning", what, f"{one.rate:g}", f"{spent[size]:,.0f} s", ""])
        return table(["training", "from", "rate", "time", "documents without a mask"], rows)

    def text(self, chart: str) -> str:
        sets, facts, shape = CORPORA[self.e.language], self.r["facts"], self.r["shape"]
        names = lambda these: ", ".join(f"`{name}`" for name in these)  # noqa: E731
        return f"""## {self.name}

Documents to pre-train on: {names(sets.documents)} (training parts, without titles; the first
{data.READ} characters of each). Titles: {names(sets.titles)}; {self.r["pairs"]:,} training pairs are fit to
learn from. Judged on {self.r["articles"]:,} articles of the dev sets, drawn once. No setting was chosen on them: the
rates for 10 and 100 titles were chosen with SS-80 on fifty titles of the training part, after a first rate for
10 titles had failed on these articles.

The network has {self.r["parameters"]:,} parameters: width {shape["width"]}, {shape["encoder_layers"]} layers
that read and {shape["decoder_layers"]} that writes. It reads the first {shape["source"]} pieces of a document, of a
vocabulary of {self.r["pieces"]:,}, and may copy words.

Of {facts["documents"]:,} documents, {facts["usable"]:,} have two sentences or more after the cleaning, and a
pseudo-summary that can be written under every objective; it is cut to {data.LONGEST} pieces. All objectives
learn from the same {self.r["learned"]:,} documents, for the same steps.

{self.trainings()}

Times are wall time beside other work on the same machine. A document without a mask is one whose
chosen sentences were all kept (SS-80), shuffled inside (SH), or that was reordered (MSR).

What the cleaning left:

{self.rules()}

### Results

![ROUGE-L by number of titles]({chart})

{self.missing()}F1 × 100, mean over documents and 95 % interval; where titles were drawn several times, the
mean of the draws, and their range.

{chr(10).join(self.rouge(measure) + chr(10) for measure in ("rougeL", "rouge1", "rouge2"))}
{self.gains()}In words:

{self.helped()}

### Without titles

A pre-trained network writes a sentence of a document, not a headline. Beside what it writes stands what is
left of it when it is cut to its first sentence and 12 words of that, as the lead is.

{self.zero_shot()}

### Beside the paper

Persian, 223 M parameters, a million steps of 128 on 65 GB: only the direction of differences can be
compared. ROUGE-L of its two sets of headlines (Tables 18–22; `all` from Tables 1 and 3):

{self.paper()}

The order of the objectives by ROUGE-L, best first:

{self.order()}

Its findings, with the paper's difference on VOA and Perkey (title), and the paired difference here:

{self.claims()}

### How much is copied

{self.extraction()}

The paper finds less density and coverage for MSR than for TSS-ROUGE in four of six sets (Table 4); on headlines
it has density 4.59 against 4.35 (VOA) and 2.51 against 2.52 (Perkey). Its entity measures (Table 5) are not taken here:
the library finds entities by rules, and the page on summarizers has them for the shipped models.
"""

    def paper(self) -> str:
        rows = []
        for objective in (NONE, *OBJECTIVES):
            row = [TITLES[objective]]
            for name in PAPER:
                few = PAPER[name].get(objective)
                row += [*(f"{value:.2f}" for value in few)] if few else ["–"] * len(PAPER_SIZES)
                row.append(f"{PAPER_WHOLE[name][objective]:.2f}")
            rows.append(row)
        return table(["objective", *(f"{name}, {size}" for name in PAPER for size in (*PAPER_SIZES, "all"))], rows)


def section(experiment, results: dict, name: str, chart: str) -> str:
    return Section(experiment, results, name).text(chart)


def page(sections: list[str], processor: str) -> str:
    return f"""# Pre-training

Written by `python -m recipes.pretraining.experiments`; not edited by hand. Machine: {processor}, one thread
beside other work.

The experiments of paper E (Salemi et al. 2021) at the scale of this repository: a small transformer is pre-trained with
each of its five objectives and then learns headlines from few or many titles. The pseudo-summaries are built
by the library (`prepare_corpus` with an `objective`).

| objective | sentences chosen by | the document that is read |
|---|---|---|
| TSS-ROUGE (PEGASUS) | ROUGE-1 F1 | each chosen sentence is a mask |
| SS-80 | F1 over word vectors | a run of chosen sentences is one mask; a fifth of them stays |
| SS-100 | the same | a run of chosen sentences is one mask |
| SH | the same | as SS-100, but a fifth of them has a span shuffled instead |
| MSR | the same | as SS-100, but a tenth of the documents is reordered instead |

Seeds are fixed. Intervals are percentile bootstraps over documents ({RESAMPLES:,} replicates); they do not
cover what another seed of a training would change, and with this many comparisons some are outside
zero by chance. Word vectors are trained on the same documents, where the paper takes those of fastText.
A document is short, so that usually one of its sentences is chosen: TSS-ROUGE, SS-80 and SS-100 then differ in
which one, and whether it stays.

{chr(10).join(sections)}"""
