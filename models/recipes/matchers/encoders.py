"""The frame of paper A's neural systems, and their encoders.

Embeddings, one encoder for both texts, the two encodings next to each other, a logistic
layer. Encoders, of vectors [batch, time, n] with a mask [batch, time]:

* `cnn`: convolution (6) over three positions, ReLU, the greatest of every eight positions (7);
  the text is always read as `LENGTH` positions, so that the encoding has one length;
* `gru`: a gated recurrent unit (Cho et al. 2014; the reset gate after the product, as in cuDNN);
* `lstm-i`: (8) to (13);
* `bi-lstm`: an LSTM from the left and one from the right, side by side;
* `lstm-ii`: (14) to (18), see `lstm_ii.LstmTwo`.

Recurrent encoders are averaged over time, padding excluded.

Two heads: five classes, the levels; and two classes, levels 1 to 3 and 4 to 5. The two-class
head gives five logits as well: that of the class plus the logarithm of the level's share of
its class among the training pairs. The softmax of them is the probability of the class times
that share, so training on levels trains the two classes, and both heads have one form.

Inputs are ids [batch, length], right-padded with 0, at most `LENGTH`.
"""

import numpy as np
import torch
from torch import Tensor, nn

from ..evaluate import POSITIVE
from .lstm_ii import LEVELS, LstmTwo, mean_over_time
from ..text import PAD

LENGTH = 50
"""Tokens that are read of each text (paper A, section 5.1)."""
FILTER = 3
REGION = 8
POSITIONS = LENGTH - FILTER + 1
CLASSES = {"two": np.array([0, 0, 0, 1, 1]), "five": np.arange(LEVELS)}
"""The class of every level, per head."""
assert (CLASSES["two"] == (np.arange(1, LEVELS + 1) >= POSITIVE)).all()


class Convolution(nn.Module):
    def __init__(self, size: int, hidden: int):
        super().__init__()
        self.filters = nn.Linear(FILTER * size, hidden)
        self.outputs = POSITIONS // REGION * hidden

    def forward(self, vectors: Tensor, mask: Tensor) -> Tensor:
        vectors = nn.functional.pad(vectors, (0, 0, 0, LENGTH - vectors.shape[1]))
        mask = nn.functional.pad(mask, (0, LENGTH - mask.shape[1]))[:, :POSITIONS, None]
        wide = torch.cat([vectors[:, i : i + POSITIONS] for i in range(FILTER)], 2)
        found = torch.relu(self.filters(wide)) * mask
        return found.unflatten(1, (POSITIONS // REGION, REGION)).amax(2).flatten(1)


class Gru(nn.Module):
    def __init__(self, size: int, hidden: int):
        super().__init__()
        self.layer = nn.GRU(size, hidden, batch_first=True)
        self.outputs = hidden

    def forward(self, vectors: Tensor, mask: Tensor) -> Tensor:
        return mean_over_time(self.layer(vectors)[0], mask)


class LstmOne(nn.Module):
    def __init__(self, size: int, hidden: int):
        super().__init__()
        self.layer = nn.LSTM(size, hidden, batch_first=True)
        self.outputs = hidden

    def forward(self, vectors: Tensor, mask: Tensor) -> Tensor:
        return mean_over_time(self.layer(vectors)[0], mask)


class BiLstm(nn.Module):
    def __init__(self, size: int, hidden: int):
        super().__init__()
        self.left = nn.LSTM(size, hidden, batch_first=True)
        self.right = nn.LSTM(size, hidden, batch_first=True)
        self.outputs = 2 * hidden

    def forward(self, vectors: Tensor, mask: Tensor) -> Tensor:
        # The text itself is turned round; its padding stays behind it.
        steps = torch.arange(vectors.shape[1])[None]
        lengths = mask.sum(1, keepdim=True).long()
        turned = torch.where(steps < lengths, lengths - 1 - steps, steps)
        back = vectors.gather(1, turned[:, :, None].expand_as(vectors))
        states = self.left(vectors)[0], self.right(back)[0]
        return torch.cat([mean_over_time(s, mask) for s in states], 1)


class WithoutForgetGate(nn.Module):
    def __init__(self, size: int, hidden: int):
        super().__init__()
        self.layer = LstmTwo(size, hidden)
        self.outputs = hidden

    def forward(self, vectors: Tensor, mask: Tensor) -> Tensor:
        return mean_over_time(self.layer(vectors), mask)


ENCODERS = {"cnn": Convolution, "gru": Gru, "lstm-i": LstmOne, "bi-lstm": BiLstm, "lstm-ii": WithoutForgetGate}


def shares(levels: np.ndarray) -> np.ndarray:
    """The share of every level 1 to 5 among the pairs of its class, of levels 1-3 and 4-5."""
    counts = np.bincount(levels, minlength=LEVELS + 1)[1:].astype(float)
    return counts / np.bincount(CLASSES["two"], counts)[CLASSES["two"]]


class Frame(nn.Module):
    """A document and a summary to five logits."""

    def __init__(self, encoder: str, head: str, embeddings: Tensor, hidden: int, dropout: float, level_shares: np.ndarray):
        super().__init__()
        self.name, self.head, self.hidden = encoder, head, hidden
        self.embeddings = nn.Parameter(embeddings.clone())
        self.encoder = ENCODERS[encoder](embeddings.shape[1], hidden)
        self.dropout = nn.Dropout(dropout)
        self.output = nn.Linear(2 * self.encoder.outputs, int(CLASSES[head].max()) + 1)
        added = np.log(level_shares) if head == "two" else np.zeros(LEVELS)
        self.register_buffer("added", torch.tensor(added, dtype=torch.float32))

    def classes(self, document: Tensor, summary: Tensor) -> Tensor:
        """The logits of the head's classes."""
        encoded = []
        for ids in (document, summary):
            mask = (ids != PAD).to(self.embeddings.dtype)
            vectors = self.dropout(self.embeddings[ids] * mask[:, :, None])
            encoded.append(self.encoder(vectors, mask))
        return self.output(self.dropout(torch.cat(encoded, 1)))

    def forward(self, document: Tensor, summary: Tensor) -> Tensor:
        return self.classes(document, summary)[:, CLASSES[self.head]] + self.added
