"""Training of the head: AdamW, warm-up, cosine decay, checkpoints, in float32 on one thread.

The loss is the mean cross-entropy of tokens, a wrong one weighing `positive` times as much, and that of sentences. A batch holds documents of
like length with all their sentences, and `strays` for each document: sentences of other documents of its language, none of whose words are called
wrong one by one. A run that is interrupted goes on from its last checkpoint. Cost: the head over every sentence in each pass.
"""

import math
import random
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor

from .head import Head
from .lessons import Lesson, by_document
from .states import States


@dataclass(frozen=True)
class Settings:
    """What a training depends on, besides its lessons."""

    passes: int = 4
    rate: float = 1e-3
    batch: int = 100
    """Sentences of a batch."""
    strays: int = 2
    positive: float = 3.0
    weight_decay: float = 1e-2
    warm_up: int = 100
    clip: float = 1.0
    seed: int = 1
    spread_over: int = 150
    """Documents that mean and deviation are taken from."""
    check_every: int = 60
    """Seconds between checkpoints."""


Batch = list[tuple[int, list[Lesson]]]
"""Documents with sentences."""
_LENGTHS = 48  # documents are sorted by length in steps of so many pieces
_CHECKPOINT = "checkpoint.pt"


def batches(groups: dict[int, list[Lesson]], lengths: list[int], settings: Settings, rng: random.Random) -> list[Batch]:
    """A pass over documents."""
    by_language = defaultdict(list)
    for found in groups.values():
        by_language[found[0].language] += found
    made: list[Batch] = []
    batch: Batch = []
    size = 0
    for document in sorted(groups, key=lambda number: (lengths[number] // _LENGTHS, rng.random())):
        found = groups[document] + _strays(groups[document], by_language, settings.strays, rng)
        if batch and size + len(found) > settings.batch:
            made.append(batch)
            batch, size = [], 0
        batch.append((document, found))
        size += len(found)
    made.append(batch)
    rng.shuffle(made)
    return made


def _strays(own: list[Lesson], pool: dict[str, list[Lesson]], count: int, rng: random.Random) -> list[Lesson]:
    known = {lesson.sentence for lesson in own}
    drawn = rng.choices(pool[own[0].language], k=count)
    return [Lesson(own[0].document, one.sentence, one.language, (), True) for one in drawn if one.sentence not in known]


def forward(head: Head, documents: States, sentences: States, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
    """Logits of tokens and of sentences, and the sentences' pieces."""
    of = torch.tensor([at for at, (_, found) in enumerate(batch) for _ in found])
    states, pieces = sentences.batch([lesson.sentence for _, found in batch for lesson in found])
    tokens, whole = head(*documents.batch([document for document, _ in batch]), states, pieces, of)
    return tokens, whole, pieces


def loss_of(tokens: Tensor, whole: Tensor, pieces: Tensor, batch: Batch, positive: float) -> Tensor:
    """The loss of a batch."""
    found = [lesson for _, each in batch for lesson in each]
    loss = F.binary_cross_entropy_with_logits(whole, torch.tensor([float(lesson.unsupported) for lesson in found]))
    known = [at for at, lesson in enumerate(found) if lesson.wrong]
    wrong = torch.zeros(len(known), tokens.shape[1])
    for row, at in enumerate(known):
        wrong[row, : len(found[at].wrong)] = torch.tensor(found[at].wrong, dtype=torch.float32)
    read = (pieces[known] > 0).float()
    each = F.binary_cross_entropy_with_logits(tokens[known], wrong, pos_weight=torch.tensor(positive), reduction="none")
    return loss + (each * read).sum() / read.sum()


def train(found: list[Lesson], documents: States, sentences: States, settings: Settings, folder: Path) -> None:
    """Trains a head; `folder/weights.pt` holds the result."""
    torch.manual_seed(settings.seed)
    rng, head, groups = random.Random(settings.seed), Head(), by_document(found)
    some = random.Random(0).sample(sorted(groups), min(settings.spread_over, len(groups)))
    head.mean[:], head.deviation[:] = documents.spread(some)
    lengths = [len(ids) for ids in documents.ids]
    plan = [batch for _ in range(settings.passes) for batch in batches(groups, lengths, settings, rng)]
    optimizer = torch.optim.AdamW(head.parameters(), settings.rate, weight_decay=settings.weight_decay)
    decay = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1, (step + 1) / settings.warm_up) * 0.5 * (1 + math.cos(math.pi * min(step / len(plan), 1))))
    parts, first = {"head": head, "optimizer": optimizer, "decay": decay}, 0
    if (folder / _CHECKPOINT).exists():
        state = torch.load(folder / _CHECKPOINT, weights_only=True)
        for name, part in parts.items():
            part.load_state_dict(state[name])
        first = state["step"]
        torch.set_rng_state(state["random"])
    head.train()
    saved, recent = time.monotonic(), None
    for step in range(first, len(plan)):
        value = loss_of(*forward(head, documents, sentences, plan[step]), plan[step], settings.positive)
        optimizer.zero_grad()
        value.backward()
        torch.nn.utils.clip_grad_norm_(head.parameters(), settings.clip)
        optimizer.step()
        decay.step()
        recent = value.item() if recent is None else 0.98 * recent + 0.02 * value.item()
        if time.monotonic() - saved > settings.check_every:
            saved = time.monotonic()
            state = {name: part.state_dict() for name, part in parts.items()} | {"step": step + 1, "random": torch.get_rng_state()}
            torch.save(state, folder / f"{_CHECKPOINT}.new")
            (folder / f"{_CHECKPOINT}.new").replace(folder / _CHECKPOINT)
            print(f"    step {step + 1}/{len(plan)} loss {recent:.4f}", flush=True)
    torch.save(head.state_dict(), folder / "weights.pt")
