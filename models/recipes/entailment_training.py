"""Training of the entailment cross-encoder: AdamW, warm-up, linear decay, checkpoints, multiplied in bfloat16.

Two phases, each with an optimizer of its own: first what entailment is, from SNLI; then all built pairs, with some of SNLI
among them. A batch is of one source and of pairs of like length. SNLI asks for its three labels, a built pair whether it is
entailed: -ln P(entailment), or -ln (1 - P(entailment)). The plan of all batches is drawn from the seed, so a run that is
interrupted goes on from its last checkpoint and gives the same weights as one that was not.
"""

import random
import time
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from .cross_encoder import CrossEncoder, window
from .entailment_pairs import OTHER, Judged
from .minilm import MiniLm
from .training import padded


@dataclass(frozen=True)
class Settings:
    """What a training run depends on, besides its pairs."""

    snli_batch: int = 64
    built_batch: int = 32
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


_SORTED = 50  # batches that are sorted by length together
_CHECKPOINT = 200  # steps
_SURE = 1e-4  # the least distance of a log-probability from 0

Row = tuple[list[int], list[int], int]
"""Tokens, segments, label."""


def encoded(model: MiniLm, rows: list[Judged], most: int) -> list[Row]:
    return [(*window(model.ids(row.premise), model.ids(row.hypothesis), most), row.label) for row in rows]


def _batches(rows: list[Row], size: int, rng: random.Random) -> list[list[Row]]:
    rows, made = rows[:], []
    rng.shuffle(rows)
    for start in range(0, len(rows), size * _SORTED):
        chunk = sorted(rows[start : start + size * _SORTED], key=lambda row: len(row[0]))
        made += [chunk[at : at + size] for at in range(0, len(chunk), size)]
    return made


def _tensors(rows: list[Row]) -> tuple[Tensor, Tensor, Tensor]:
    tokens, segments, labels = zip(*rows)
    return torch.from_numpy(padded(tokens)), torch.from_numpy(padded(segments)), torch.tensor(labels)


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


class Phase(NamedTuple):
    """The greatest rate, and batches with whether their three labels are known."""

    rate: float
    plan: list[tuple[bool, list[Row]]]


def _phases(snli: list[Row], built: list[Row], settings: Settings, rng: random.Random) -> list[Phase]:
    first = [(True, batch) for batch in _batches(snli, settings.snli_batch, rng)]
    rng.shuffle(first)
    again = [(True, batch) for batch in _batches(snli, settings.snli_batch, rng)]
    rng.shuffle(again)
    then = again[: settings.again] + [(False, batch) for batch in _batches(built, settings.built_batch, rng)]
    rng.shuffle(then)
    return [Phase(settings.first_rate, first), Phase(settings.then_rate, then)]


def _optimizing(model: CrossEncoder, phase: Phase, settings: Settings) -> tuple[torch.optim.Optimizer, torch.optim.lr_scheduler.LRScheduler]:
    steps, warm_up = len(phase.plan), round(settings.warm_up * len(phase.plan))
    optimizer = torch.optim.AdamW(model.parameters(), phase.rate, weight_decay=settings.weight_decay)
    decay = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min((step + 1) / warm_up, (steps - step) / (steps - warm_up)))
    return optimizer, decay


def train(model: CrossEncoder, snli: list[Row], built: list[Row], settings: Settings, folder: Path) -> None:
    """Both phases, one pass over each plan; `folder/weights.pt` holds the result, `checkpoint.pt` where it stands."""
    torch.manual_seed(settings.seed)
    phases = _phases(snli, built, settings, random.Random(settings.seed))
    checkpoint = folder / "checkpoint.pt"
    state = torch.load(checkpoint, weights_only=True) if checkpoint.exists() else None
    started, recent = time.monotonic(), {}
    model.train()
    for number, phase in enumerate(phases):
        first = 0
        if state and state["phase"] > number:
            continue
        optimizer, decay = _optimizing(model, phase, settings)
        if state and state["phase"] == number:
            first = state["step"]
            for part, name in ((model, "model"), (optimizer, "optimizer"), (decay, "decay")):
                part.load_state_dict(state[name])
            torch.set_rng_state(state["random"])
        for step in range(first, len(phase.plan)):
            known, rows = phase.plan[step]
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
            if (step + 1) % _CHECKPOINT == 0:
                parts = {"model": model, "optimizer": optimizer, "decay": decay}
                stands = {name: part.state_dict() for name, part in parts.items()}
                torch.save(stands | {"phase": number, "step": step + 1, "random": torch.get_rng_state()}, folder / "new.pt")
                (folder / "new.pt").replace(checkpoint)
                losses = ", ".join(f"{'SNLI' if known else 'built'} {value:.4f}" for known, value in sorted(recent.items()))
                print(f"    phase {number + 1} step {step + 1}/{len(phase.plan)} loss {losses} {time.monotonic() - started:.0f} s", flush=True)
    torch.save(model.state_dict(), folder / "weights.pt")
