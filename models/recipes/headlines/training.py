"""Training of a headline model: Adam, a warm-up and a cosine, averaged weights, checkpoints.

An interrupted training continues from its last checkpoint with the same order of
batches; the drawn dropout differs then, so that only an uninterrupted run is
reproduced to the last bit.
"""

import copy
import math
import os
import random
import re
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from .net import Headline
from .pairs import Example, batches, drawn


@dataclass(frozen=True)
class Settings:
    """What a training depends on, besides its pairs."""

    epochs: int = 6
    batch: int = 64
    rate: float = 1.5e-3
    warm_up: int = 400
    averaging: float = 0.999
    clip: float = 1.0
    seed: int = 1
    checkpoint: int = 200
    """Steps between checkpoints."""


@dataclass(frozen=True)
class Log:
    """What the lines that a training prints tell."""

    pairs: dict[str, tuple[int, int]]
    """Pairs of each set: learned from, and all."""
    steps: int
    seconds: int
    loss: float
    """Of a token, in the last fifty steps."""


def read_log(path: Path) -> Log:
    """The log of a training, which may have been interrupted."""
    text = path.read_text(encoding="utf-8")
    found = re.findall(r"^    step (\d+)/\d+ loss ([\d.]+) \d+ pairs/s (\d+) s$", text, re.MULTILINE)
    if not found:
        raise ValueError(f"{path} holds no step of a training")
    times = [int(elapsed) for _, _, elapsed in found]
    # Every part of an interrupted training counts its seconds from 0.
    seconds = sum(time for time, following in zip(times, [*times[1:], 0]) if following < time)
    pairs = re.findall(r"^  (\w+): (\d+) of (\d+) pairs$", text, re.MULTILINE)
    return Log({name: (int(kept), int(total)) for name, kept, total in pairs}, int(found[-1][0]), seconds, float(found[-1][1]))


TABLES = ("embedding.weight", "vocabulary_bias")
"""Weights that belong to a vocabulary."""


def begin_with(model: Headline, weights: Path) -> None:
    """Takes the layers of a trained model; what belongs to its vocabulary, or has other sizes, stays as it is."""
    own = model.state_dict()
    found = torch.load(weights, weights_only=True)
    taken = {name: value for name, value in found.items() if name not in TABLES and value.shape == own[name].shape}
    model.load_state_dict(own | taken)


def tensors(data: list[Example], indices: list[int]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Source, frequencies, what each step is given, and what it should write; padded with 0, targets with -1."""

    def padded(rows: list[np.ndarray], filling: int) -> Tensor:
        out = np.full((len(rows), max(map(len, rows))), filling, np.int64)
        for row, values in zip(out, rows):
            row[: len(values)] = values
        return torch.from_numpy(out)

    chosen = [data[i] for i in indices]
    given = [np.concatenate([[0], x.target[:-1]]) for x in chosen]
    return (
        padded([x.source for x in chosen], 0),
        padded([x.frequencies for x in chosen], 0),
        padded(given, 0),
        padded([x.target for x in chosen], -1),
    )


def loss_of(model: nn.Module, source: Tensor, frequencies: Tensor, written: Tensor, next: Tensor) -> tuple[Tensor, int]:
    """Summed negative log-likelihood, and the number of tokens."""
    real = next >= 0
    found = model(source, frequencies, written, next.clamp_min(0))
    return -(found * real).sum(), int(real.sum())


def train(model: nn.Module, data: list[Example], settings: Settings, folder: Path, report=None) -> nn.Module:
    """The averaged model; `report(text, averaged model)` after every epoch."""
    torch.manual_seed(settings.seed)
    optimizer = torch.optim.Adam(model.parameters(), lr=settings.rate, betas=(0.9, 0.98))
    per_epoch = math.ceil(drawn(data) / settings.batch)
    steps = settings.epochs * per_epoch

    def rate(step: int) -> float:
        if step < settings.warm_up:
            return (step + 1) / settings.warm_up
        return 0.02 + 0.49 * (1 + math.cos(math.pi * (step - settings.warm_up) / max(1, steps - settings.warm_up)))

    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    averaged = copy.deepcopy(model)
    path = folder / "checkpoint.pt"
    step = 0
    if path.exists():
        state = torch.load(path, weights_only=True)
        model.load_state_dict(state["model"])
        averaged.load_state_dict(state["averaged"])
        optimizer.load_state_dict(state["optimizer"])
        schedule.load_state_dict(state["schedule"])
        step = state["step"]
    started, seen, total, tokens = time.monotonic(), 0, 0.0, 0
    for epoch in range(step // per_epoch, settings.epochs):
        order = batches(data, settings.batch, random.Random(settings.seed * 1000 + epoch))
        model.train()
        for indices in order[step - epoch * per_epoch :]:
            loss, count = loss_of(model, *tensors(data, indices))
            optimizer.zero_grad()
            (loss / count).backward()
            nn.utils.clip_grad_norm_(model.parameters(), settings.clip)
            optimizer.step()
            schedule.step()
            step += 1
            seen += len(indices)
            total, tokens = total + loss.item(), tokens + count
            keep = min(settings.averaging, step / (step + 10))
            with torch.no_grad():
                for mean, value in zip(averaged.parameters(), model.parameters()):
                    mean.lerp_(value, 1 - keep)
            if step % 50 == 0:
                elapsed = time.monotonic() - started
                print(f"    step {step}/{steps} loss {total / tokens:.4f} {seen / elapsed:.0f} pairs/s {elapsed:.0f} s", flush=True)
                total, tokens = 0.0, 0
            if step % settings.checkpoint == 0:
                state = {
                    "model": model.state_dict(),
                    "averaged": averaged.state_dict(),
                    "optimizer": optimizer.state_dict(),
                    "schedule": schedule.state_dict(),
                    "step": step,
                }
                torch.save(state, path.with_suffix(".new"))
                os.replace(path.with_suffix(".new"), path)
        if report is not None:
            report(f"epoch {epoch + 1}", averaged)
    return averaged
