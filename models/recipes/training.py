"""Training of a pair classifier: cross-entropy over the levels, Adam, averaged weights.

Pairs are grouped into batches of similar document length after a seeded shuffle,
so that little time goes into padding. The weights that are kept are an
exponential moving average over the steps. One seed gives one result on one
number of threads.
"""

import copy
import math
import random
import time
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from .pairs import Pair
from .text import PAD, Vocabulary

_CHUNK = 50  # batches that are sorted by length together


@dataclass(frozen=True)
class Settings:
    """What a training run depends on, besides its pairs and embeddings."""

    epochs: int = 3
    batch: int = 128
    rate: float = 2e-3
    embedding_rate: float = 5e-4
    weight_decay: float = 1e-5
    dropout: float = 0.2
    smoothing: float = 0.05
    averaging: float = 0.999
    warm_up: float = 0.05
    clip: float = 1.0
    seed: int = 1
    both_lengths: bool = False
    """Whether batches are of similar summary length too; else of document length only."""


@dataclass
class Encoded:
    """Pairs as ids."""

    documents: list[list[int]]
    summaries: list[list[int]]
    levels: np.ndarray

    @classmethod
    def of(cls, pairs: list[Pair], vocabulary: Vocabulary, document_length: int, summary_length: int) -> "Encoded":
        documents = [vocabulary.encode(p.document, document_length) or [PAD] for p in pairs]
        summaries = [vocabulary.encode(p.summary, summary_length) or [PAD] for p in pairs]
        return cls(documents, summaries, np.array([p.level for p in pairs]))


def padded(rows: list[list[int]]) -> np.ndarray:
    """Ids as one int64 array [rows, longest], right-padded."""
    width = max(map(len, rows))
    return np.array([row + [PAD] * (width - len(row)) for row in rows], dtype=np.int64)


def _batches(data: Encoded, size: int, both_lengths: bool, rng: random.Random) -> list[list[int]]:
    def length(i: int) -> tuple[int, int]:
        return len(data.documents[i]), len(data.summaries[i]) if both_lengths else 0

    order = list(range(len(data.documents)))
    rng.shuffle(order)
    batches = []
    for start in range(0, len(order), size * _CHUNK):
        chunk = sorted(order[start : start + size * _CHUNK], key=length)
        batches.extend(chunk[i : i + size] for i in range(0, len(chunk), size))
    rng.shuffle(batches)
    return batches


def _tensors(data: Encoded, indices: list[int]) -> tuple[Tensor, Tensor]:
    return tuple(torch.from_numpy(padded([rows[i] for i in indices])) for rows in (data.documents, data.summaries))


def logits(model: nn.Module, data: Encoded, batch: int = 256) -> np.ndarray:
    """Logits [pairs, levels] in the order of the data."""
    model.eval()
    order = sorted(range(len(data.documents)), key=lambda i: len(data.documents[i]))
    out = np.zeros((len(order), 5), dtype=np.float32)
    with torch.no_grad():
        for start in range(0, len(order), batch):
            indices = order[start : start + batch]
            out[indices] = model(*_tensors(data, indices)).numpy()
    return out


def train(model: nn.Module, data: Encoded, settings: Settings, report) -> nn.Module:
    """The averaged model after training; `report(text, averaged model)` is called after every epoch."""
    torch.manual_seed(settings.seed)
    rng = random.Random(settings.seed)
    embeddings = [p for name, p in model.named_parameters() if name == "embeddings"]
    others = [p for name, p in model.named_parameters() if name != "embeddings"]
    optimizer = torch.optim.Adam(
        [{"params": others, "lr": settings.rate}, {"params": embeddings, "lr": settings.embedding_rate}],
        weight_decay=settings.weight_decay,
    )
    steps = settings.epochs * math.ceil(len(data.documents) / settings.batch)
    warm_up = max(1, round(settings.warm_up * steps))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer,
        lambda step: (step + 1) / warm_up
        if step < warm_up
        else 0.02 + 0.49 * (1 + math.cos(math.pi * (step - warm_up) / max(1, steps - warm_up))),
    )
    loss_of = nn.CrossEntropyLoss(label_smoothing=settings.smoothing)
    averaged = copy.deepcopy(model)
    targets = torch.from_numpy(data.levels - 1)
    step, started = 0, time.monotonic()
    for epoch in range(settings.epochs):
        model.train()
        total = 0.0
        for indices in _batches(data, settings.batch, settings.both_lengths, rng):
            loss = loss_of(model(*_tensors(data, indices)), targets[indices])
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), settings.clip)
            optimizer.step()
            schedule.step()
            step += 1
            keep = min(settings.averaging, step / (step + 10))
            with torch.no_grad():
                for mean, value in zip(averaged.parameters(), model.parameters()):
                    mean.lerp_(value, 1 - keep)
            total += loss.item()
            if step % 200 == 0:
                print(f"    step {step}/{steps} loss {loss.item():.4f} {time.monotonic() - started:.0f} s", flush=True)
        mean_loss = total * settings.epochs / steps
        report(f"epoch {epoch + 1} loss {mean_loss:.4f} {time.monotonic() - started:.0f} s", averaged)
    return averaged
