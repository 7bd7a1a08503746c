"""Training of a judge: AdamW, warm-up, linear decay, checkpoints, in float32, by processes of one thread each.

The loss of a window is the sum of three: the mean cross-entropy of its labelled tokens, an unsupported one weighing
`positive` times as much; that of the whole by the logits at `[CLS]`; and the mean of those of its sentences, each by its highest token,
which teaches where only a sentence's label is known (multiple-instance learning). Batches hold windows of like length, up to a number of tokens.
The processes of a step take a batch each and share the mean of their gradients, because threads that wait for each other at every layer
lose much of a CPU that other programs use as well. A run that is interrupted goes on from its last checkpoint. Cost: one pass over the plan.
"""

import pickle
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
import torch.distributed as distributed
import torch.multiprocessing as multiprocessing
import torch.nn.functional as F
from torch import Tensor

from .encoding import OPEN, Example
from .network import TokenClassifier


@dataclass(frozen=True)
class Settings:
    """What a training depends on, besides its examples."""

    rate: float = 8e-5
    batch: int = 3072
    """Tokens of a batch, of each process."""
    processes: int = 2
    positive: float = 3.0
    whole: float = 0.25
    """The weight of the loss at `[CLS]`."""
    highest: float = 1.0
    """The weight of the loss of sentences by their highest tokens."""
    stop: int | None = None
    """Steps after which it ends, before its rate has decayed; none: all of a pass."""
    weight_decay: float = 1e-2
    warm_up: float = 0.06
    clip: float = 1.0
    seed: int = 1
    check_every: int = 60
    """Seconds between checkpoints."""


_CHECKPOINT = "checkpoint.pt"
_LENGTHS = 16  # a batch's length is a whole multiple: oneDNN makes its kernels anew for every length
_SORTED = 40  # batches that are sorted by length together
_LOW = -1e4


def batches(examples: list[Example], tokens: int, rng: random.Random) -> list[list[Example]]:
    """A pass over the examples, at random, in batches of like length."""
    shuffled = examples[:]
    rng.shuffle(shuffled)
    mean = sum(len(example.tokens) for example in shuffled) / max(len(shuffled), 1)
    chunk = max(int(_SORTED * tokens / max(mean, 1)), 1)
    made: list[list[Example]] = []
    for start in range(0, len(shuffled), chunk):
        batch: list[Example] = []
        for example in sorted(shuffled[start : start + chunk], key=lambda example: len(example.tokens)):
            if batch and (len(batch) + 1) * len(example.tokens) > tokens:
                made.append(batch)
                batch = []
            batch.append(example)
        made.append(batch)
    rng.shuffle(made)
    return made


class Batch(NamedTuple):
    """Windows of one length: tokens, which are read, segments, labels [batch, length], and whether each is supported [batch]."""

    tokens: Tensor
    read: Tensor
    segments: Tensor
    labels: Tensor
    supported: Tensor
    parts: Tensor
    """The sentence that each token belongs to, from 0 on; none: -1; [batch, length]."""
    known: Tensor
    """Whether each sentence is supported, [batch, sentences]; none: -1."""


def tensors(examples: list[Example]) -> Batch:
    """Windows side by side."""
    length = max(len(example.tokens) for example in examples)
    length += -length % _LENGTHS
    shape = len(examples), length
    tokens, read, segments = (np.zeros(shape, np.int64) for _ in range(3))
    labels, parts = np.full(shape, OPEN, np.int64), np.full(shape, -1, np.int64)
    known = np.full((len(examples), max(len(example.parts) for example in examples)), -1.0, np.float32)
    for number, example in enumerate(examples):
        size = len(example.tokens)
        tokens[number, :size], segments[number, :size], labels[number, :size] = example.tokens, example.segments, example.labels
        read[number, :size] = 1
        for part, (start, end, supported) in enumerate(example.parts):
            parts[number, start:end] = part
            known[number, part] = supported
    supported = np.array([example.supported for example in examples], np.float32)
    return Batch(*(torch.from_numpy(each) for each in (tokens, read, segments, labels, supported, parts, known)))


def loss_of(logits: Tensor, batch: Batch, settings: Settings) -> Tensor:
    """The mean loss of a batch's windows."""
    unsupported = logits[..., 1] - logits[..., 0]
    known = batch.labels != OPEN
    wrong = (batch.labels == 1).float()
    each = F.binary_cross_entropy_with_logits(unsupported, wrong, reduction="none") * (1 + (settings.positive - 1) * wrong)
    tokens = (each * known).sum(1) / known.sum(1).clamp(min=1)
    whole = F.binary_cross_entropy_with_logits(unsupported[:, 0], 1 - batch.supported, reduction="none")
    inside = batch.parts[:, None] == torch.arange(batch.known.shape[1])[None, :, None]
    highest = unsupported[:, None].masked_fill(~inside, _LOW).amax(2)
    judged = batch.known >= 0
    sentences = F.binary_cross_entropy_with_logits(highest, 1 - batch.known.clamp(min=0), reduction="none") * judged
    sentences = sentences.sum(1) / judged.sum(1).clamp(min=1)
    return (tokens * _TOKENS + settings.whole * whole + settings.highest * sentences).mean()


_TOKENS = 2.0  # the weight of the tokens' loss


def _save(folder: Path, parts: dict, step: int) -> None:
    states = {name: part.state_dict() for name, part in parts.items()}
    torch.save(states | {"step": step}, folder / "new.pt")
    (folder / "new.pt").replace(folder / _CHECKPOINT)


def _shared(values: list[Tensor]) -> None:
    """Puts the mean over processes in place of each one's gradients."""
    together = torch.cat([value.grad.flatten() for value in values])
    distributed.all_reduce(together)
    together /= distributed.get_world_size()
    at = 0
    for value in values:
        value.grad.copy_(together[at : at + value.numel()].view_as(value))
        at += value.numel()


def train(model: TokenClassifier, plan: list[list[Example]], settings: Settings, folder: Path, loss: Callable = loss_of) -> None:
    """One pass over a plan of batches, by the process that calls it and those of its group; `folder/weights.pt` holds the result."""
    group = distributed.is_initialized()
    rank, count = (distributed.get_rank(), distributed.get_world_size()) if group else (0, 1)
    torch.manual_seed(settings.seed + rank)
    steps = len(plan) // count
    warm_up = max(round(settings.warm_up * steps), 1)
    learning = [value for value in model.parameters() if value.requires_grad]
    optimizer = torch.optim.AdamW(learning, settings.rate, weight_decay=settings.weight_decay)
    decay = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min((step + 1) / warm_up, (steps - step) / max(steps - warm_up, 1)))
    parts, first = {"model": model, "optimizer": optimizer, "decay": decay}, 0
    if (folder / _CHECKPOINT).exists():
        state = torch.load(folder / _CHECKPOINT, weights_only=True)
        for name, part in parts.items():
            part.load_state_dict(state[name])
        first = state["step"]
    if group:
        distributed.barrier()
    model.train()
    started = saved = time.monotonic()
    recent, seen = None, 0
    for step in range(first, min(steps, settings.stop or steps)):
        batch = tensors(plan[step * count + rank])
        value = loss(model(*batch[:3]), batch, settings)
        optimizer.zero_grad()
        value.backward()
        if group:
            _shared(learning)
        torch.nn.utils.clip_grad_norm_(learning, settings.clip)
        optimizer.step()
        decay.step()
        seen += batch.tokens.numel() * count
        recent = value.item() if recent is None else 0.95 * recent + 0.05 * value.item()
        if rank == 0 and time.monotonic() - saved > settings.check_every:
            saved = time.monotonic()
            _save(folder, parts, step + 1)
            spent = saved - started
            print(f"    step {step + 1}/{steps} loss {recent:.4f} {spent:.0f} s, {seen / spent:.0f} tokens/s", flush=True)
    if rank == 0:
        torch.save(model.state_dict(), folder / "weights.pt")


def _member(rank: int, make: Callable[[], TokenClassifier], settings: Settings, folder: Path) -> None:
    torch.set_num_threads(1)
    if settings.processes > 1:
        distributed.init_process_group("gloo", init_method=f"file://{folder / 'group'}", rank=rank, world_size=settings.processes)
    examples = pickle.loads((folder / EXAMPLES).read_bytes())
    train(make(), batches(examples, settings.batch, random.Random(settings.seed)), settings, folder)
    if settings.processes > 1:
        distributed.barrier()
        distributed.destroy_process_group()


EXAMPLES = "examples.pkl"
"""The file of a training's examples in its folder, in the order that they were made in."""


def run(make: Callable[[], TokenClassifier], settings: Settings, folder: Path) -> None:
    """Trains the network that `make` gives on the examples in `folder`."""
    (folder / "group").unlink(missing_ok=True)
    multiprocessing.spawn(_member, (make, settings, folder.absolute()), settings.processes)


@torch.inference_mode()
def token_logits(model: TokenClassifier, examples: list[Example], tokens: int = 8192) -> list[np.ndarray]:
    """The logit of unsupported of every token of each example, in their order; first that at `[CLS]`, then the summary's."""
    model.eval()
    out: list[np.ndarray] = [np.zeros(0)] * len(examples)
    order = sorted(range(len(examples)), key=lambda number: len(examples[number].tokens))
    start = 0
    while start < len(order):
        end = start + 1
        while end < len(order) and (end + 1 - start) * len(examples[order[end]].tokens) <= tokens:
            end += 1
        chosen = order[start:end]
        logits = model(*tensors([examples[number] for number in chosen])[:3])
        found = (logits[..., 1] - logits[..., 0]).numpy()
        for row, number in zip(found, chosen):
            example = examples[number]
            before = example.segments.index(1)
            out[number] = np.concatenate([row[:1], row[before : len(example.tokens) - 1]])
        start = end
    return out
