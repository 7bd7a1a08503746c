"""Training of the entailment cross-encoders: AdamW, warm-up, linear decay, checkpoints, multiplied in bfloat16.

Phases follow each other, each with an optimizer of its own and sources that it mixes; a training may go on where another, of its first
phases, ended. A batch is of one source and of pairs of like length.
A source whose labels are all known asks for its three labels, another whether a pair is entailed: -ln P(entailment), or
-ln (1 - P(entailment)). The plan of all batches is drawn from the seed, so a run that is
interrupted goes on from its last checkpoint and gives the same weights as one that was not.
"""

import random
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from .cross_encoder import CrossEncoder, window
from .entailment_pairs import OTHER, Judged
from .text import PAD
from .training import padded


@dataclass(frozen=True)
class Settings:
    """What a training run depends on, besides its pairs."""

    snli_batch: int = 64
    built_batch: int = 32
    """Pairs of a batch of SNLI, and of any other source."""
    first: int | None = None
    """Pairs of SNLI in the first phase, at random; all where none are said."""
    first_rate: float = 1e-4
    then_rate: float = 8e-5
    again: int = 600
    """Batches of SNLI in the second phase."""
    weight_decay: float = 1e-2
    warm_up: float = 0.06
    clip: float = 1.0
    window: int = 160
    """Tokens that are read in training."""
    seed: int = 1

    def of_first(self) -> dict:
        """What the first phase depends on."""
        of_second = ("built_batch", "then_rate", "again")
        return {name: value for name, value in asdict(self).items() if name not in of_second}


_CHECKPOINT = "checkpoint.pt"
_SORTED = 50  # batches that are sorted by length together
_CHECKPOINT_EVERY = 200  # steps
_LENGTHS = 8  # a batch's length is a whole multiple: oneDNN makes its kernels anew for every length
_SURE = 1e-4  # the least distance of a log-probability from 0

Row = tuple[list[int], list[int], int]
"""Tokens, segments, label."""


def encoded(ids: Callable[[str], list[int]], around: tuple[int, int], rows: list[Judged], most: int) -> list[Row]:
    return [(*window(ids(row.premise), ids(row.hypothesis), most, around), row.label) for row in rows]


def _batches(rows: list[Row], size: int, rng: random.Random) -> list[list[Row]]:
    rows, made = rows[:], []
    rng.shuffle(rows)
    for start in range(0, len(rows), size * _SORTED):
        chunk = sorted(rows[start : start + size * _SORTED], key=lambda row: len(row[0]))
        made += [chunk[at : at + size] for at in range(0, len(chunk), size)]
    return made


def _tensors(rows: list[Row]) -> tuple[Tensor, Tensor, Tensor]:
    tokens, segments, labels = zip(*rows)
    tokens, segments = (torch.from_numpy(padded(each)) for each in (tokens, segments))
    more = (0, -tokens.shape[1] % _LENGTHS)
    return F.pad(tokens, more, value=PAD), F.pad(segments, more), torch.tensor(labels)


def _loss(logits: Tensor, labels: Tensor, known: bool) -> Tensor:
    chances = F.log_softmax(logits.float(), -1)
    if known:
        return F.nll_loss(chances, labels)
    entailed = chances[:, 0]
    other = torch.log(-torch.expm1(entailed.clamp(max=-_SURE)))
    return -torch.where(labels == OTHER, other, entailed).mean()


@torch.inference_mode()
def logits(model: CrossEncoder, rows: list[Row], size: int = 64) -> np.ndarray:
    """Logits [pairs, 3] in the order of the rows."""
    model.eval()
    order = sorted(range(len(rows)), key=lambda index: len(rows[index][0]))
    out = np.zeros((len(rows), model.head.out_features), dtype=np.float32)
    for start in range(0, len(order), size):
        chosen = order[start : start + size]
        tokens, segments, _ = _tensors([rows[index] for index in chosen])
        out[chosen] = model(tokens, segments).numpy()
    return out


class Source(NamedTuple):
    """Pairs that a phase mixes with others."""

    rows: list[Row]
    known: bool
    """Whether their three labels are known."""
    batch: int
    """Pairs of a batch."""
    most: int | None = None
    """Batches at most, at random."""


class Phase(NamedTuple):
    """The greatest rate, and what is mixed."""

    rate: float
    sources: list[Source]


def two_phases(snli: list[Row], known: list[Row], other: list[Row], settings: Settings) -> list[Phase]:
    """First what entailment is, from SNLI; then pairs whose three labels are known and others, with some of SNLI among them."""
    first = Source(snli, True, settings.snli_batch, settings.first and settings.first // settings.snli_batch)
    again = Source(snli, True, settings.snli_batch, settings.again)
    then = [again, *([Source(known, True, settings.built_batch)] if known else []), Source(other, False, settings.built_batch)]
    return [Phase(settings.first_rate, [first]), Phase(settings.then_rate, then)]


def _plan(phase: Phase, rng: random.Random) -> list[tuple[bool, list[Row]]]:
    """Batches, with whether their three labels are known."""
    plan = []
    for source in phase.sources:
        batches = _batches(source.rows, source.batch, rng)
        if source.most is not None:
            rng.shuffle(batches)
            batches = batches[: source.most]
        plan += [(source.known, batch) for batch in batches]
    rng.shuffle(plan)
    return plan


def _optimizing(model: CrossEncoder, rate: float, steps: int, settings: Settings) -> tuple[torch.optim.Optimizer, torch.optim.lr_scheduler.LRScheduler]:
    warm_up = round(settings.warm_up * steps)
    optimizer = torch.optim.AdamW(model.parameters(), rate, weight_decay=settings.weight_decay)
    decay = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min((step + 1) / warm_up, (steps - step) / (steps - warm_up)))
    return optimizer, decay


def _save_checkpoint(folder: Path, parts: dict, phase: int, step: int) -> None:
    states = {name: part.state_dict() for name, part in parts.items()}
    torch.save(states | {"phase": phase, "step": step, "random": torch.get_rng_state()}, folder / "new.pt")
    (folder / "new.pt").replace(folder / _CHECKPOINT)


def train(model: CrossEncoder, phases: list[Phase], settings: Settings, folder: Path, begun: Path | None = None) -> None:
    """All phases, one pass over each plan; `folder/weights.pt` holds the result, `checkpoint.pt` where it stands.

    `begun` is the folder of a training of the first phases, which is gone on from.
    """
    torch.manual_seed(settings.seed)
    rng = random.Random(settings.seed)
    own = folder / _CHECKPOINT
    checkpoint = own if own.exists() else begun and begun / _CHECKPOINT
    state = torch.load(checkpoint, weights_only=True) if checkpoint else None
    if state:
        model.load_state_dict(state["model"])
        torch.set_rng_state(state["random"])
    started, recent = time.monotonic(), {}
    model.train()
    for number, phase in enumerate(phases):
        first, plan = 0, _plan(phase, rng)
        if state and state["phase"] > number:
            continue
        optimizer, decay = _optimizing(model, phase.rate, len(plan), settings)
        parts = {"model": model, "optimizer": optimizer, "decay": decay}
        if state and state["phase"] == number and state["step"]:
            first = state["step"]
            for name, part in parts.items():
                part.load_state_dict(state[name])
        for step in range(first, len(plan)):
            known, rows = plan[step]
            tokens, segments, labels = _tensors(rows)
            with torch.autocast("cpu", torch.bfloat16):
                found = model(tokens, segments)
            loss = _loss(found, labels, known)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), settings.clip)
            optimizer.step()
            decay.step()
            recent[known] = 0.98 * recent.get(known, loss.item()) + 0.02 * loss.item()
            if (step + 1) % _CHECKPOINT_EVERY == 0:
                _save_checkpoint(folder, parts, number, step + 1)
                losses = ", ".join(f"{'three labels' if known else 'entailed or not'} {value:.4f}" for known, value in sorted(recent.items()))
                print(f"    phase {number + 1} step {step + 1}/{len(plan)} loss {losses} {time.monotonic() - started:.0f} s", flush=True)
        _save_checkpoint(folder, {"model": model}, number + 1, 0)
    torch.save(model.state_dict(), folder / "weights.pt")
