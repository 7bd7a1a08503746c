"""Training of the `fit` network on all languages at once: AdamW, warm-up, cosine decay, checkpoints.

A batch is of one language and of documents of like length, as many pairs as fill
a number of document tokens. The plan of all batches is drawn from the seed, so a
run that is interrupted goes on from its last checkpoint and gives the same
weights as one that was not.

The loss asks for the decision first: -ln P(levels 4, 5), or 1 to 3, plus half of
-ln P(the level) where the level is known (`fit_pairs`).
"""

import math
import random
import time
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from .fit_net import Fit
from .fit_pairs import HIGH, LOW
from .fit_vocabulary import Unigram
from .pairs import Pair
from .training import padded


@dataclass(frozen=True)
class Settings:
    """What a training run depends on, besides its pairs and tables."""

    tokens: int = 12_000
    """Document tokens of a batch."""
    most: int = 96
    """Pairs of a batch."""
    rate: float = 2e-3
    table_rate: float = 6e-4
    weight_decay: float = 1e-2
    warm_up: int = 200
    clip: float = 1.0
    document: int = 448
    summary: int = 64
    """Tokens that are read of a document and a summary in training."""
    seed: int = 1


READ = 6000
"""Characters of a document that are tokenized."""
_SORTED = 4096  # pairs that are sorted by length together
_CHECKPOINT = 250  # steps


class Encoded(NamedTuple):
    """Pairs of a language as ids."""

    documents: list[list[int]]
    summaries: list[list[int]]
    targets: np.ndarray

    @classmethod
    def of(cls, pairs: list[Pair], vocabulary: Unigram, document: int, summary: int) -> "Encoded":
        return cls(
            vocabulary.encode_all([pair.document[:READ] for pair in pairs], document),
            vocabulary.encode_all([pair.summary for pair in pairs], summary),
            np.array([pair.level for pair in pairs]),
        )


def _batches(data: Encoded, tokens: int, most: int, rng: random.Random | None) -> list[list[int]]:
    """Batches of like length; shuffled if `rng` is given."""
    order = list(range(len(data.documents)))
    if rng:
        rng.shuffle(order)
    made = []
    for start in range(0, len(order), _SORTED):
        batch = []
        for index in sorted(order[start : start + _SORTED], key=lambda i: len(data.documents[i])):
            batch.append(index)
            if len(batch) * len(data.documents[index]) >= tokens or len(batch) >= most:
                made.append(batch)
                batch = []
        if batch:
            made.append(batch)
    if rng:
        rng.shuffle(made)
    return made


def _tensors(data: Encoded, indices: list[int]) -> tuple[Tensor, Tensor]:
    return tuple(torch.from_numpy(padded([rows[i] for i in indices])) for rows in (data.documents, data.summaries))


def decision_loss(logits: Tensor, targets: Tensor) -> Tensor:
    """-ln P(levels 4, 5), or 1 to 3, and half of -ln P(the level) where it is known."""
    chances = F.log_softmax(logits, -1)
    low, high = -torch.logsumexp(chances[:, :3], 1), -torch.logsumexp(chances[:, 3:], 1)
    level = -chances[torch.arange(len(targets)), (targets - 1).clamp(0, 4)]
    known = (targets != LOW) & (targets != HIGH)
    return (torch.where(targets >= 4, high, low) + 0.5 * known * level).mean()


@torch.no_grad()
def logits(model: Fit, language: str, data: Encoded, tokens: int = 24_000) -> np.ndarray:
    """Logits [pairs, levels] in the order of the data."""
    model.eval()
    out = np.zeros((len(data.documents), 5), dtype=np.float32)
    for indices in _batches(data, tokens, len(data.documents), None):
        out[indices] = model(language, *_tensors(data, indices)).numpy()
    return out


def train(model: Fit, data: dict[str, Encoded], settings: Settings, folder: Path) -> None:
    """Trains for one pass over the pairs; `folder/weights.pt` holds the result, `checkpoint.pt` where it stands."""
    rng = random.Random(settings.seed)
    torch.manual_seed(settings.seed)
    plan = [(code, batch) for code in data for batch in _batches(data[code], settings.tokens, settings.most, rng)]
    rng.shuffle(plan)
    named = dict(model.named_parameters())
    groups = [
        {"params": [p for n, p in named.items() if n.startswith("tables")], "lr": settings.table_rate, "weight_decay": 0.0},
        {"params": [p for n, p in named.items() if not n.startswith("tables")], "lr": settings.rate, "weight_decay": settings.weight_decay},
    ]  # fmt: skip
    optimizer = torch.optim.AdamW(groups)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer,
        lambda step: min(1.0, (step + 1) / settings.warm_up) * 0.5 * (1 + math.cos(math.pi * step / len(plan))),
    )
    checkpoint = folder / "checkpoint.pt"
    first = 0
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        first = state["step"]
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        schedule.load_state_dict(state["schedule"])
        torch.set_rng_state(state["random"])
    started, recent = time.monotonic(), None
    model.train()
    for step in range(first, len(plan)):
        code, indices = plan[step]
        loss = decision_loss(model(code, *_tensors(data[code], indices)), torch.from_numpy(data[code].targets[indices]))
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), settings.clip)
        optimizer.step()
        schedule.step()
        recent = loss.item() if recent is None else 0.98 * recent + 0.02 * loss.item()
        if (step + 1) % _CHECKPOINT == 0:
            state = {"step": step + 1, "model": model.state_dict(), "optimizer": optimizer.state_dict()}
            torch.save(state | {"schedule": schedule.state_dict(), "random": torch.get_rng_state()}, folder / "new.pt")
            (folder / "new.pt").replace(checkpoint)
            print(f"    step {step + 1}/{len(plan)} loss {recent:.4f} {time.monotonic() - started:.0f} s", flush=True)
    torch.save(model.state_dict(), folder / "weights.pt")
