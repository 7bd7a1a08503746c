"""The recipe of paper A's systems: one command from the titles, or LCSTS, to a model folder.

    PYTHONPATH=models python -m recipes.matchers.systems gru --language zh --data ../shared/data --out models/gru-zh

SYSTEM is lsi, svm, cnn, gru, lstm-i, bi-lstm or lstm-ii; `--head five` trains the five levels
in place of two classes. `--lcsts FOLDER` trains on `PART_II.txt` there and judges on
`PART_III.txt`, as the paper does. A step whose output for the same settings lies in the work
folder is kept, so that all systems share pairs, words and embeddings, and a run resumes.
"""

import argparse
import json
from pathlib import Path

import joblib
import numpy as np
import onnx
import sklearn
import torch
from scipy.optimize import minimize
from scipy.special import log_softmax, logsumexp

from . import counting, card, export, reference, svm_file
from .. import manifest, training
from ..calibration import temperature
from .checks import check
from .encoders import CLASSES, LENGTH, shares
from ..evaluate import POSITIVE, Runner, auc, probability
from .lstm_ii import LEVELS
from .folds import COUNTING, NEURAL, SEED, Experiment, Trial, read_json
from .data import levels
from ..pairs import Pair
from ..work import CACHE, Work, seconds

VERSION = "0.1.0"
LSI_LENGTHS = (512, 128)
"""Words that LSI reads of a document and of a summary."""
METRICS = {"zh_lcsts_part3_scored": "lcsts_part3_auc", "en_fnc1": "fnc1_auc", "en_summeval_scored": "summeval_auc"}
DESCRIPTIONS = {
    "lsi": "Whether a summary fits its document, by the cosine of both in 400 topics (TF-IDF and SVD over words).",
    "svm": "Whether a summary fits its document: support vectors with an RBF kernel over the TF-IDF of both texts.",
    "cnn": "Whether a summary fits its document: a convolution over each text and a logistic layer.",
    "gru": "Whether a summary fits its document: a gated recurrent unit over each text and a logistic layer.",
    "lstm-i": "Whether a summary fits its document: an LSTM over each text and a logistic layer.",
    "bi-lstm": "Whether a summary fits its document: an LSTM from either side over each text and a logistic layer.",
    "lstm-ii": "Whether a summary fits its document: an LSTM without a forget gate over each text and a logistic layer.",
}


def name_of(system: str, language: str, head: str = "two") -> str:
    """The model's name. `lstm-ii-zh` is the one with alignment, so the paper's own form is `lstm-ii-plain`."""
    stem = "lstm-ii-plain" if system == "lstm-ii" else system
    return f"{stem}-five-{language}" if head == "five" else f"{stem}-{language}"


def adjacent_categories(values: np.ndarray, found: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Slopes and offsets of five logits, k * slope * x + offset_k: the odds of neighbouring levels rise with x."""

    def logits(free: np.ndarray) -> np.ndarray:
        return np.exp(free[0]) * np.arange(LEVELS) * values[:, None] + np.concatenate([[0.0], free[1:]])

    def loss(free: np.ndarray) -> float:
        return -log_softmax(logits(free), axis=1)[np.arange(len(found)), found - 1].mean()

    free = minimize(loss, np.zeros(LEVELS), method="L-BFGS-B").x
    return np.exp(free[0]) * np.arange(LEVELS), np.concatenate([[0.0], free[1:]])


class Recipe:
    """Trains, exports and judges one system on all training pairs."""

    def __init__(self, experiment: Experiment, trial: Trial):
        self.experiment, self.trial = experiment, trial
        self.stem = f"{experiment.code}-{trial.system}-{trial.head}"

    def built(self) -> Path:
        """`f32.onnx` and `int8.onnx`, or `support.bin`, and `facts.json`."""
        e, trial = self.experiment, self.trial

        def make(folder: Path) -> None:
            facts = {"lsi": self._lsi, "svm": self._svm}.get(trial.system, self._neural)(folder)
            facts["shares"] = shares(levels(e.pairs("train"))).tolist()
            (folder / "facts.json").write_text(json.dumps(facts) + "\n")

        return e.work.step(f"model-{self.stem}", e.trial_settings(trial), make)

    def _lsi(self, folder: Path) -> dict:
        e = self.experiment
        model = counting.Lsi(e.counted("train"), seed=self.trial.seed)
        slopes, offsets = adjacent_categories(model.scores(e.counted("dev")), levels(e.pairs("dev")))
        for name, eight_bit in (("f32", False), ("int8", True)):
            onnx.save(export.lsi(model.table, slopes, offsets, eight_bit), folder / f"{name}.onnx")
        return {"parameters": int(model.table.size), "slopes": slopes.tolist(), "offsets": offsets.tolist()}

    def _svm(self, folder: Path) -> dict:
        e = self.experiment
        positive = levels(e.pairs("train")) >= POSITIVE
        kernel, counted = e.kernel("train"), e.counted("train")
        machine = counting.support(kernel, positive)
        a, b = counting.platt(kernel, positive)
        weights, gamma = counting.idf(counted), counting.gamma_of(e.features("train"))
        kept = svm_file.Machine(gamma, float(machine.intercept_[0]), a, b, weights, machine.dual_coef_[0], counted[machine.support_])
        svm_file.write(folder / "support.bin", kept)
        joblib.dump(machine, folder / "machine.joblib")
        return {"parameters": int(len(machine.support_)), "vectors": int(len(machine.support_)), "gamma": gamma, "a": a, "b": b}

    def _neural(self, folder: Path) -> dict:
        e, trial = self.experiment, self.trial
        model = e.fitted(trial, np.arange(len(e.pairs("train")))).eval()
        found, classes = training.logits(model, e.ids("dev")), CLASSES[trial.head]
        grouped = np.stack([logsumexp(found[:, classes == c], axis=1) for c in range(classes.max() + 1)], 1)
        fitted = temperature(grouped, classes[levels(e.pairs("dev")) - 1] + 1)
        for name, eight_bit in (("f32", False), ("int8", True)):
            onnx.save(export.neural(model, fitted, eight_bit), folder / f"{name}.onnx")
            check(folder / f"{name}.onnx", None if eight_bit else _Cooled(model, fitted), 1.0, len(e.vocabulary()), LENGTH)
        return {"parameters": sum(p.numel() for p in model.parameters()), "temperature": fitted}

    def scored(self, split: str, precision: str) -> np.ndarray:
        """P(levels 4 and 5) of a split's pairs, by the exported model."""
        e = self.experiment
        if self.trial.system == "svm":
            machine = svm_file.read(self.built() / "support.bin")
            return svm_file.probability(machine, e.counted(split))
        runner = Runner(self.built() / f"{precision}.onnx")
        return probability(runner.all_logits(self.encoded(split)))

    def encoded(self, split: str) -> training.Encoded:
        e = self.experiment
        if self.trial.system != "lsi":
            return e.ids(split)
        rows, words = e.pairs(split), e.words()
        texts = [[words.ids(text)[:most] or [1] for text in side] for side, most in zip(zip(*((p.document, p.summary) for p in rows)), LSI_LENGTHS)]
        return training.Encoded(*texts, levels(rows))

    def evaluated(self) -> dict[str, list[float]]:
        """AUC with its interval by precision and set."""
        e = self.experiment

        def make(folder: Path) -> None:
            result = {}
            for precision in ("f32", "int8"):
                for name in ("dev", *e.tests()):
                    chances = self.scored(name, precision)
                    np.save(folder / f"{precision}-{name}.npy", chances)
                    result[f"{precision} {name}"] = auc(levels(e.pairs(name)), chances)
            (folder / "auc.json").write_text(json.dumps(result, indent=1) + "\n")

        return read_json(e.work.step(f"judge-{self.stem}", {"model": self.built().name}, make) / "auc.json")

    def write(self, out: Path) -> None:
        """The model folder."""
        e, system = self.experiment, self.trial.system
        name, results, built = out.name, self.evaluated(), self.built()
        out.mkdir(parents=True, exist_ok=True)
        words = system in COUNTING or not e.chinese
        source = e.words_folder() if words else e.vocabulary_folder()
        copied = ["vocabulary.txt"] + (["dictionary.txt"] if words and e.chinese else [])
        for file in copied:
            (out / file).write_bytes((source / file).read_bytes())
        model = out / ("support.bin" if system == "svm" else "model.onnx")
        model.write_bytes((built / ("support.bin" if system == "svm" else "int8.onnx")).read_bytes())
        tokenizer = {"kind": "words" if words else "characters", "vocabulary": "vocabulary.txt"}
        if len(copied) == 2:
            tokenizer["dictionary"] = "dictionary.txt"
        lengths = LSI_LENGTHS if system == "lsi" else (LENGTH, LENGTH)
        figures = {"titles_dev_auc": round(results["int8 dev"][0], 4)}
        for test, metric in METRICS.items():
            if f"int8 {test}" in results:
                value, low, high = results[f"int8 {test}"]
                figures |= {metric: round(value, 4), f"{metric}_low": round(low, 4), f"{metric}_high": round(high, 4)}
        facts = read_json(built / "facts.json")
        common = dict(
            name=name, version=VERSION, description=DESCRIPTIONS[system], languages=[e.code],
            files=[model, *(out / file for file in copied)], metrics=figures, tokenizer=tokenizer,
        )  # fmt: skip
        if system == "svm":
            manifest.write(out, manifest.support(**common, svm={"file": model.name, "shares": facts["shares"]}))
        else:
            manifest.write(out, manifest.matching(**common, graph=manifest.pair_graph(*lengths)))
        self._reference(out / "reference.json", out, model, lengths)
        sizes = {"int8": model.stat().st_size} | ({} if system == "svm" else {"f32": (built / "f32.onnx").stat().st_size})
        card.write(out / "CARD.md", e, self.trial, name, results, facts, sizes, seconds(built))

    def _reference(self, path: Path, out: Path, model: Path, lengths: tuple[int, int]) -> None:
        e = self.experiment
        rows = reference.CASES[e.code]
        if self.trial.system == "svm":
            machine, facts = joblib.load(self.built() / "machine.joblib"), read_json(self.built() / "facts.json")
            counted = counting.Counted.of([Pair(d, s, 1, "", "") for d, s in rows], e.words())
            features = counting.features(counted, counting.idf(e.counted("train")))
            values = machine.decision_function(counting.rbf(features, e.features("train"), facts["gamma"]))
            chances = counting.chance(values, facts["a"], facts["b"])
            spread = [np.where(CLASSES["two"] == 1, p, 1 - p) * np.array(facts["shares"]) for p in chances]
            reference.write_levels(path, out.name, rows, spread, f"scikit-learn {sklearn.__version__}")
            return
        words = self.trial.system == "lsi"
        encode = e.words().ids if words or not e.chinese else lambda text: e.vocabulary().encode(text, LENGTH)
        reference.write_pairs(path, model, out.name, rows, encode, *lengths)


class _Cooled(torch.nn.Module):
    """A network whose class logits are divided by a temperature, level shares added after."""

    def __init__(self, model, fitted: float):
        super().__init__()
        self.model, self.fitted = model, fitted

    def forward(self, document, summary):
        return self.model.classes(document, summary)[:, CLASSES[self.model.head]] / self.fitted + self.model.added


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("system", choices=(*COUNTING, *NEURAL))
    parser.add_argument("--language", choices=("zh", "en"), required=True)
    parser.add_argument("--head", choices=("two", "five"), default="two")
    parser.add_argument("--data", type=Path, required=True, help="folder with titles/ and scored/")
    parser.add_argument("--lcsts", type=Path, help="folder with PART_II.txt and PART_III.txt of LCSTS")
    parser.add_argument("--out", type=Path, required=True, help="model folder to write")
    parser.add_argument("--work", type=Path, default=CACHE / "matchers", help="folder for intermediate results")
    options = parser.parse_args()
    if options.head == "five" and options.system not in NEURAL:
        parser.error("--head five is for the neural systems: cnn, gru, lstm-i, bi-lstm, lstm-ii")
    if options.lcsts and options.language != "zh":
        parser.error("--lcsts is Chinese")
    torch.set_num_threads(1)
    experiment = Experiment(options.data, options.language, Work(options.work), options.lcsts)
    Recipe(experiment, Trial(options.system, options.head, seed=SEED)).write(options.out)


if __name__ == "__main__":
    main()
