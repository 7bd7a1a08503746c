"""The line classifier of paper B: does this line start a speech?

Words of a line → embeddings → convolutions over 3, 5 and 7 words → ReLU → 1-max pooling
→ with the types of blocks around it → dense 50 → one logit. A window is nine lines, the
classified one in its middle.

Each line's convolutions are computed once and pooled per line; a window takes the maximum
of its lines. That is the paper's 1-max pooling over the window but for filters that lie
over the end of a line, and costs a ninth. `pooling="window"` is the paper's; with
`"centre"` the pooled filters of the middle line itself are added, which the paper's
network cannot tell from those of its neighbours.
"""

from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor, nn

CONTEXT = 4
"""Lines on either side of the classified one."""
WINDOW = 2 * CONTEXT + 1
SIZES = (3, 5, 7)
TYPES = ("none", "centre", "window", "cnn")
TYPE_FILTERS = 16
TYPE_SIZE = 3


@dataclass(frozen=True)
class Shape:
    vocabulary: int
    kinds: int
    """Types of blocks; type t is id t + 1, and id 0, a line outside the document, is no type."""
    embedding: int = 24
    filters: int = 32
    dense: int = 50
    dropout: float = 0.5
    types: str = "window"
    pooling: str = "centre"


class LineCnn(nn.Module):
    def __init__(self, shape: Shape):
        super().__init__()
        self.shape = shape
        self.embeddings = nn.Embedding(shape.vocabulary, shape.embedding, padding_idx=0)
        self.filters = nn.ModuleList(nn.Linear(size * shape.embedding, shape.filters) for size in SIZES)
        width = {"none": 0, "centre": shape.kinds, "window": WINDOW * shape.kinds, "cnn": TYPE_FILTERS}[shape.types]
        pooled = len(SIZES) * shape.filters * (2 if shape.pooling == "centre" else 1)
        if shape.types == "cnn":
            self.type_filters = nn.Linear(TYPE_SIZE * shape.kinds, TYPE_FILTERS)
        self.dense = nn.Linear(pooled + width, shape.dense)
        self.output = nn.Linear(shape.dense, 1)
        self.dropout = nn.Dropout(shape.dropout)

    def lines(self, tokens: Tensor) -> Tensor:
        """Pooled filters [lines, filters] of ids [lines, words]; 0 where a line has no word."""
        vectors, mask = self.embeddings(tokens), (tokens > 0).float().unsqueeze(2)
        pooled = []
        for size, layer in zip(SIZES, self.filters):
            half = size // 2
            padded = nn.functional.pad(vectors, (0, 0, half, half))
            wide = torch.cat([padded[:, i : i + tokens.shape[1]] for i in range(size)], 2)
            pooled.append((torch.relu(layer(wide)) * mask).amax(1))
        return torch.cat(pooled, 1)

    def decide(self, pooled: Tensor, kinds: Tensor) -> Tensor:
        """Logits of windows: pooled filters [n, WINDOW, filters], type ids [n, WINDOW]."""
        features = [pooled.amax(1)]
        if self.shape.pooling == "centre":
            features.append(pooled[:, CONTEXT])
        if self.shape.types != "none":
            hot = nn.functional.one_hot(kinds, self.shape.kinds + 1)[..., 1:].float()
            if self.shape.types == "centre":
                features.append(hot[:, CONTEXT])
            elif self.shape.types == "window":
                features.append(hot.flatten(1))
            else:
                wide = torch.cat([hot[:, i : WINDOW - TYPE_SIZE + 1 + i] for i in range(TYPE_SIZE)], 2)
                features.append(torch.relu(self.type_filters(wide)).amax(1))
        hidden = torch.relu(self.dense(self.dropout(torch.cat(features, 1))))
        return self.output(self.dropout(hidden)).squeeze(1)

    def forward(self, tokens: Tensor, kinds: Tensor) -> Tensor:
        """Logits [n] of the lines of one stretch, which ends where the document ends."""
        pooled = nn.functional.pad(self.lines(tokens), (0, 0, CONTEXT, CONTEXT))
        ids = nn.functional.pad(kinds, (CONTEXT, CONTEXT))
        return self.decide(
            torch.stack([pooled[i : i + len(tokens)] for i in range(WINDOW)], 1),
            torch.stack([ids[i : i + len(tokens)] for i in range(WINDOW)], 1),
        )


@dataclass
class Lines:
    """Documents one after another: the tokens [lines, words] and types of lines, and labels.

    `windows` [lines, WINDOW] are the indices of a line's neighbours; what is outside its
    document is the last row, which is empty.
    """

    tokens: np.ndarray
    kinds: np.ndarray
    starts: np.ndarray
    windows: np.ndarray
    documents: np.ndarray

    @classmethod
    def of(cls, documents: list[tuple[list[list[int]], np.ndarray, np.ndarray]], words: int) -> "Lines":
        """From (ids of every line, type of every line, label of every line) of documents."""
        total = sum(len(ids) for ids, *_ in documents)
        tokens = np.zeros((total + 1, words), np.int64)
        windows, owners, row = [], [], 0
        for number, (ids, *_) in enumerate(documents):
            for offset, line in enumerate(ids):
                tokens[row + offset, : len(line)] = line
            around = np.arange(len(ids))[:, None] + np.arange(-CONTEXT, CONTEXT + 1)
            windows.append(np.where((around >= 0) & (around < len(ids)), around + row, total))
            owners.append(np.full(len(ids), number))
            row += len(ids)
        kinds = np.concatenate([kinds for _, kinds, _ in documents] + [[-1]]) + 1
        starts = np.concatenate([starts for *_, starts in documents])
        return cls(tokens, kinds, starts, np.concatenate(windows), np.concatenate(owners))


def _windows(model: LineCnn, data: Lines, rows: np.ndarray) -> Tensor:
    """Logits of single lines, each line's filters computed once."""
    around = data.windows[rows]
    used, places = np.unique(around, return_inverse=True)
    pooled = model.lines(torch.from_numpy(data.tokens[used]))[torch.from_numpy(places.reshape(around.shape))]
    return model.decide(pooled, torch.from_numpy(data.kinds[around]))


def scores(model: LineCnn, data: Lines, rows: np.ndarray, batch: int = 2048) -> np.ndarray:
    """Probabilities of lines."""
    model.eval()
    with torch.no_grad():
        parts = [torch.sigmoid(_windows(model, data, rows[i : i + batch])) for i in range(0, len(rows), batch)]
    return torch.cat(parts).numpy()


def train(
    shape: Shape, data: Lines, rows: np.ndarray, *, epochs: int, batch: int, seed: int, rate: float, positive_weight: float,
    hidden_words: float = 0.0, hidden: np.ndarray | None = None, stretch: int = 1,
    run_in: float = 0.0, joined: np.ndarray | None = None,
) -> LineCnn:  # fmt: skip
    """A classifier of `rows`: Adam with a falling rate, binary cross-entropy.

    `hidden_words` is the share of words that are replaced by their shape (`hidden[id]`), so that
    the classifier does not come to rely on names. `run_in` is the share of starts that are joined
    with the line after them (`joined[row]`), as where the speech follows the colon in the same line.
    A batch is made of stretches of `stretch` rows each, which share what is computed of their lines.
    """
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    model = LineCnn(shape)
    optimizer = torch.optim.Adam(model.parameters(), lr=rate, weight_decay=1e-5)
    steps = epochs * max(1, -(-len(rows) // batch))
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: max(0.02, 1 - step / steps))
    loss_of = nn.BCEWithLogitsLoss(pos_weight=torch.tensor(positive_weight))
    labels = torch.from_numpy(data.starts.astype(np.float32))
    original, positives = data.tokens, np.flatnonzero(data.starts)
    for _ in range(epochs):
        model.train()
        tokens = original
        if run_in and joined is not None:
            chosen = positives[rng.random(len(positives)) < run_in]
            tokens = original.copy()
            tokens[chosen] = joined[chosen]
        if hidden_words and hidden is not None:
            tokens = np.where(rng.random(tokens.shape) < hidden_words, hidden[tokens], tokens)
        data = replace(data, tokens=tokens)
        stretches = np.array_split(rows, max(1, len(rows) // stretch))
        order = np.concatenate([stretches[i] for i in rng.permutation(len(stretches))])
        for start in range(0, len(order), batch):
            part = order[start : start + batch]
            loss = loss_of(_windows(model, data, part), labels[part])
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 3.0)
            optimizer.step()
            schedule.step()
    return model.eval()
