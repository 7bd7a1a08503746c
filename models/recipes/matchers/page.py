"""The page of paper A's experiments on pair matching. Every figure and verdict is computed."""

import numpy as np

from . import statistics
from .encoders import FILTER, LENGTH, REGION
from ..evaluate import POSITIVE, Auc, auc, weighted_areas
from .systems import name_of
from .folds import DIMENSIONS, NEURAL, SYSTEMS, TRAINING
from .data import FNC1_PAIRS, LANGUAGES, RELEVANT, counts, levels
from .trials import FIVE, FOLDS

TITLES = {
    "rouge": "ROUGE", "lsi": "LSI", "svm": "SVM", "cnn": "CNN", "gru": "GRU",
    "lstm-i": "LSTM-I", "bi-lstm": "bi-LSTM", "lstm-ii": "LSTM-II",
}  # fmt: skip
PAPER = {
    "rouge": (0.6221, 0.6351), "lsi": (0.6160, 0.6413), "svm": (0.5304, 0.5777), "cnn": (0.5217, 0.6054),
    "gru": (0.6186, 0.6545), "lstm-i": (0.6202, 0.6611), "bi-lstm": (0.6223, 0.6557), "lstm-ii": (0.6318, 0.6703),
}  # fmt: skip
"""Table 8: AUC on the training set, cross-validated, and on the test set."""
PAPER_FIVE = {"lstm-i": 0.6587, "lstm-ii": 0.6640}
"""Table 9."""
SETS = {
    "zh_lcsts_part3_scored": "LCSTS part III",
    "lcsts_part3": "LCSTS part III",
    "en_fnc1": "FNC-1",
    "en_summeval_scored": "SummEval",
}
LANGUAGE = {"zh": "Chinese", "en": "English"}
_ALPHA = 0.05


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def _spread(values: list[float]) -> str:
    return f"{np.mean(values):.4f} ± {np.std(values, ddof=1):.4f}"


def _difference(found: statistics.Difference) -> str:
    p = f"p = {found.p:.3f}" if found.p >= 0.001 else "p < 0.001"
    return f"{found.value:+.4f} [{found.low:+.4f}, {found.high:+.4f}], {p}"


class Section:
    """One language."""

    def __init__(self, experiment, results: dict, others: tuple[str, ...]):
        self.e, self.r, self.others, self.code = experiment, results, others, experiment.code
        self.tests = list(experiment.tests())
        self.first = self.tests[0]
        self.positive = {t: levels(experiment.pairs(t)) >= POSITIVE for t in self.tests}

    def chances(self, model: str, test: str) -> np.ndarray:
        """What the library says, in 8 bits."""
        return np.array(self.r["library"][test]["models"][model]["probabilities"])

    def model(self, system: str, head: str = "two") -> str:
        return "rouge" if system == "rouge" else name_of(system, self.code, head)

    def area(self, model: str, test: str) -> Auc:
        return auc(levels(self.e.pairs(test)), self.chances(model, test))

    def crossed(self, system: str, head: str = "two"):
        return self.r.get("table-8" if head == "two" else "table-9", {}).get(system)

    def speed(self, model: str) -> str:
        return f"{self.r['speed']['pairs_per_second'][model]:,.0f}"

    def systems(self) -> str:
        rows = []
        for system, head in [(s, "two") for s in SYSTEMS] + [(s, "five") for s in FIVE]:
            name, crossed = self.model(system, head), self.crossed(system, head)
            known = self.r["library"][self.first]["models"][name]
            facts = self.r[system, head][1] if system != "rouge" else {}
            paper = PAPER[system] if head == "two" else ("", PAPER_FIVE[system])
            row = [f"{TITLES[system]}, {head} classes" if system in NEURAL else TITLES[system], f"`{name}`"]
            row.append(_spread(crossed.folds) if crossed else "not run")
            row += [str(self.area(name, test)) for test in self.tests]
            row += [f"{facts['parameters']:,}" if facts else "", f"{known['bytes']:,}", self.speed(name)]
            rows.append(row + ([str(value) for value in paper] if self.code == "zh" else []))
        head = ["system", "model", "cross-validation", *(SETS[t] for t in self.tests), "parameters (SVM: vectors)", "bytes", "pairs per second"]
        return table(head + (["paper: cross-validation", "paper: test"] if self.code == "zh" else []), rows)

    def precisions(self) -> str:
        rows = []
        for (system, head), (found, _) in ((k, v) for k, v in self.r.items() if isinstance(k, tuple)):
            for test in ("dev", *self.tests):
                apart = found[f"int8 {test}"][0] - found[f"f32 {test}"][0]
                rows.append([f"`{name_of(system, self.code, head)}`", SETS.get(test, "dev titles"), f"{found[f'f32 {test}'][0]:.4f}",
                             f"{found[f'int8 {test}'][0]:.4f}", f"{apart:+.4f}"])
        return table(["model", "set", "float32", "int8", "difference"], rows)

    def beside(self) -> str:
        known = self.r["library"][self.first]
        rows = [[f"`{n}`", *(str(self.area(n, t)) for t in self.tests), f"{known['models'][n]['bytes']:,}",
                 self.speed(n)] for n in self.others]
        for measure in known["measures"]:
            values = [auc(levels(self.e.pairs(t)), np.array(self.r["library"][t]["measures"][measure])) for t in self.tests]
            rows.append([measure, *map(str, values), "", ""])
        return table(["model or measure", *(SETS[t] for t in self.tests), "bytes", "pairs per second"], rows)

    def repeated(self) -> str | None:
        """AUC on the sets with human labels by the models of the folds."""
        if "table-8" not in self.r:
            return None
        rows = []
        for head in ("two", "five"):
            for system, crossed in self.r.get("table-8" if head == "two" else "table-9", {}).items():
                areas = [[auc_only(self.positive[t], s) for s in crossed.sets[t]] for t in self.tests]
                rows.append([f"{TITLES[system]}, {head} classes" if system in NEURAL else TITLES[system], *map(_spread, areas)])
        return table(["system", *(SETS[t] for t in self.tests)], rows)

    def compare(self, first: str, second: str, heads: tuple[str, str] = ("two", "two")) -> list[tuple[str, statistics.Difference]]:
        """Tests of one system over another, each with its name."""
        models = [self.model(s, h) for s, h in zip((first, second), heads)]
        found = []
        for test in self.tests:
            scores = [self.chances(m, test) for m in models]
            found.append((f"{SETS[test]}, DeLong", statistics.delong(self.positive[test], *scores)))
            found.append((f"{SETS[test]}, paired bootstrap", statistics.resampled(self.positive[test], *scores)))
        crossed = [self.crossed(s, h) for s, h in zip((first, second), heads)]
        if all(crossed):
            found.append((f"{FOLDS} folds, paired t", statistics.over_folds(crossed[0].folds, crossed[1].folds)))
            areas = [[auc_only(self.positive[self.first], s) for s in c.sets[self.first]] for c in crossed]
            found.append((f"{SETS[self.first]} by the models of the folds, paired t", statistics.over_folds(*areas)))
        return found

    def verdicts(self) -> str:
        """The paper's findings on its test set, and what the first set with human labels says here."""
        value = {s: self.area(self.model(s), self.first).value for s in SYSTEMS}

        def over(first: str, second: str) -> str:
            found = statistics.delong(self.positive[self.first], *(self.chances(self.model(s), self.first) for s in (first, second)))
            if found.p >= _ALPHA:
                return f"open: {_difference(found)}"
            return f"{'holds' if found.value > 0 else 'does not hold'}: {_difference(found)}"

        recurrent = ("gru", "lstm-i", "bi-lstm", "lstm-ii")
        best = max(value, key=value.get)
        rows = [
            ["LSTM-II is better than LSTM-I (p < 0.05)", "+0.0092", over("lstm-ii", "lstm-i")],
            ["LSTM-II is better than bi-LSTM", "+0.0146", over("lstm-ii", "bi-lstm")],
            ["bi-LSTM is worse than LSTM-I", "-0.0054", over("lstm-i", "bi-lstm") + " (LSTM-I less bi-LSTM)"],
            ["LSTM-I is better than GRU", "+0.0066", over("lstm-i", "gru")],
            ["LSI is better than the SVM", "+0.0636", over("lsi", "svm")],
            ["ROUGE is better than the SVM", "+0.0574", over("rouge", "svm")],
            ["ROUGE is better than the CNN", "+0.0297", over("rouge", "cnn")],
            ["GRU is better than the CNN", "+0.0491", over("gru", "cnn")],
            ["LSTM-II is better than ROUGE", "+0.0352", over("lstm-ii", "rouge")],
            ["LSTM-II is better than LSI", "+0.0290", over("lstm-ii", "lsi")],
        ]
        lines = [table(["the paper", "AUC there", f"here, {SETS[self.first]}, DeLong"], rows)]
        worst = max(recurrent, key=lambda s: value[s])
        lines.append(
            f"Best here: {TITLES[best]} ({value[best]:.4f}); best recurrent network: {TITLES[worst]} ({value[worst]:.4f}). "
            "An open row says that this set is too small to tell, not that the systems are alike."
        )
        return "\n\n".join(lines)

    def transfer(self) -> str:
        """How far what the networks learn on built pairs carries to human labels."""
        neural = [s for s in SYSTEMS if s in NEURAL]
        values = {t: [self.area(self.model(s), t) for s in neural] for t in self.tests}
        dev = [self.r[s, "two"][0]["int8 dev"][0] for s in neural]
        told = []
        for test, found in values.items():
            above = sum(a.low > 0.5 for a in found)
            told.append(f"{min(a.value for a in found):.3f} to {max(a.value for a in found):.3f} on {SETS[test]} ({above} of {len(found)} above chance)")
        return (
            f"The networks of two classes reach {min(dev):.3f} to {max(dev):.3f} on pairs built from dev titles, and " + "; ".join(told)
            + ". They encode each text alone and meet only in a logistic layer; what they learn of built levels carries little to human "
            "labels. The systems that compare the two texts directly, ROUGE and LSI, are ahead of them on every set here."
        )

    def text(self) -> str:
        train, dev = self.e.pairs("train"), self.e.pairs("dev")
        sizes = ", ".join(f"{SETS[t]} {len(self.positive[t]):,} pairs ({int(self.positive[t].sum()):,} positive)" for t in self.tests)
        parts = [
            f"## {LANGUAGE[self.code]}",
            f"Training pairs: {len(train):,} from {', '.join(LANGUAGES[self.code].sources)}; per level {counts(train)}. Dev pairs: {len(dev):,}. "
            f"Human labels: {sizes}.",
            "### Every system",
            f"Cross-validation: AUC on the training pairs, mean of {FOLDS} folds ± standard deviation. Other AUC: the packaged model in "
            f"8 bits, run by the library, with a 95 % bootstrap interval. Speed: the package in Node "
            f"{self.r['speed']['node']}, one thread, calls of all pairs of {SETS[self.first]}; best of three.",
            self.systems(),
            "Packaged matchers that are no systems of the paper, and other ROUGE scores:",
            self.beside(),
            "### LSTM-II over LSTM-I",
            "The intervals over a set are about its pairs, with the two packaged models as they are. The t-tests are about trainings: that over "
            "the models of the folds takes the set as given.",
            table(["over", "difference of AUC"], [[name, _difference(found)] for name, found in self.compare("lstm-ii", "lstm-i")]),
            "### Five classes against two (Table 9)",
            "Two classes less five classes.",
            table(
                ["system", "over", "difference of AUC"],
                [[TITLES[s], name, _difference(found)] for s in FIVE for name, found in self.compare(s, s, ("two", "five"))],
            ),
        ]
        spread = self.repeated()
        if spread:
            parts += ["### Spread over trainings", f"AUC of the {FOLDS} models of the cross-validation, each trained on nine tenths, mean ± standard deviation.", spread]
        if "figure-4" in self.r:
            parts += ["### Training pairs (Figure 4)", f"![AUC by number of training pairs](matchers-{self.code}-sizes.svg)", f"AUC on {SETS[self.first]}.",
                      self.curve(self.r["figure-4"], TITLES), self.growth()]
        if "figure-5" in self.r:
            parts += ["### Dimensions and pre-trained embeddings (Figures 5 and 6)", f"![AUC by dimensions](matchers-{self.code}-dimensions.svg)",
                      f"AUC on {SETS[self.first]}.", self.curve(self.r["figure-5"], {}), self.dimensions()]
        missing = [p for p in ("table-8", "table-9", "figure-4", "figure-5") if p not in self.r]
        if missing:
            parts.append(f"Not run for {LANGUAGE[self.code]}: {', '.join(missing)}.")
        parts += ["### The paper's findings", self.verdicts(), self.transfer(), "### 8 bits", "By ONNX Runtime on both files.", self.precisions()]
        return "\n\n".join(parts)

    def curve(self, found: dict[str, dict[int, float]], titles: dict[str, str]) -> str:
        sizes = sorted(next(iter(found.values())))
        rows = [[titles.get(name, name), *(f"{values[size]:.4f}" for size in sizes)] for name, values in found.items()]
        return table(["", *(f"{size:,}" for size in sizes)], rows)

    def growth(self) -> str:
        found = self.r["figure-4"]
        gains = {s: values[max(values)] - values[min(values)] for s, values in found.items()}
        least = min(next(iter(found.values())))
        best = max((s for s in found if s != "rouge"), key=lambda s: found[s][least])
        return (
            f"From {least:,} pairs to all: " + ", ".join(f"{TITLES[s]} {gain:+.4f}" for s, gain in gains.items() if s != "rouge")
            + f". The paper: the recurrent networks rise throughout, and LSI is best at the smallest sizes. Best trained system at {least:,} pairs "
            f"here: {TITLES[best]}. One training per point; the section on spread says how much two trainings differ."
        )

    def dimensions(self) -> str:
        found = self.r["figure-5"]
        best = {name: max(values, key=values.get) for name, values in found.items()}
        trained, drawn = found["LSTM-II, word2vec"], found["LSTM-II, random"]
        more = sum(trained[size] > drawn[size] for size in trained)
        return (
            "Best dimension: " + ", ".join(f"{name} {size}" for name, size in best.items())
            + f"; the paper: {DIMENSIONS}. word2vec is ahead of random embeddings at {more} of {len(trained)} sizes; the paper: at all. "
            "One training per point."
        )


def auc_only(positive: np.ndarray, scores: np.ndarray) -> float:
    return weighted_areas(positive, scores)(np.ones(len(positive), dtype=np.int64))


def section(experiment, results: dict, others: tuple[str, ...]) -> str:
    return Section(experiment, results, others).text()


def page(sections: list[str], processor: str) -> str:
    """The page."""
    head = [
        "# Matchers: the experiments of Hou et al. 2017",
        "Written by `python -m recipes.matchers.experiments`; not edited by hand. See models/recipes/README.md.",
        "Eight systems tell whether a summary fits its document (levels 4-5 against 1-3). Every system is trained on the same pairs, built "
        "from titles with the paper's numbers per level; nobody judged them. The paper trains on pairs that people judged, and its whole "
        "test set is not at hand, so its figures stand beside ours, not in the same column. With LCSTS parts II and III in a folder, "
        "`--lcsts` of `recipes.matchers.systems` runs the paper's own experiment.",
        "**Why ROUGE leads the cross-validation.** The level of a real title is set by how much of it the document covers, which is "
        "ROUGE-1 precision itself. On built pairs ROUGE is therefore near its own definition, and the cross-validation compares the trained "
        "systems with each other, not with ROUGE. The sets with human labels compare all.",
        f"Not as in the paper: {TRAINING.epochs} epochs of Adam at {TRAINING.rate:g} in batches of {TRAINING.batch} (5 of Adadelta in batches "
        f"of 16); filters of the CNN over {FILTER} positions and regions of {REGION} (not given); gamma of the SVM by variance (not given); "
        f"vocabulary of 5,000. As in the paper: {LENGTH} tokens of each text, {DIMENSIONS} dimensions, states as wide, 400 topics, C = 1. "
        "A token is a character in Chinese and a lower-cased word in English; LSI and SVM count words of jieba in Chinese.",
        f"FNC-1: {FNC1_PAIRS:,} headlines, half of them of the body's story, half not; the networks read {LENGTH} words of a body. SummEval: "
        f"mean relevance of at least {RELEVANT:g} is positive.",
        f"Machine: {processor}, one thread.",
    ]
    return "\n\n".join([*head, *sections]) + "\n"
