"""Beam search for headlines: the reference that the library's is tested against, clear rather than fast.

A hypothesis scores log p / ((5 + n) / 6)^α (Wu et al. 2016) with n tokens, the end among
them. At every step the best 2·B extensions of all live hypotheses are gone through by
log p (ties: the earlier hypothesis, then the lower id): those that end are finished, the
first B others live. It stops when B are finished and no live one could outscore the
worst of the best B even if it lost nothing up to the greatest length.
"""

import math
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..evaluate import Runner
from .net import RELATIONS
from .pieces import END, UNKNOWN

STEPS = 40
NO_REPEAT = 3
BEAMS = 8
LENGTH_PENALTY = 0.8


@dataclass(frozen=True)
class Options:
    """How headlines are searched for."""

    beams: int = BEAMS
    length_penalty: float = LENGTH_PENALTY
    steps: int = STEPS
    """Tokens of a headline, the end among them, at most."""
    no_repeat: int = NO_REPEAT
    """No run of so many tokens occurs twice in a headline; 0: any may."""


class Found(NamedTuple):
    """A headline without its end, and the natural logarithm of its probability."""

    tokens: list[int]
    log_probability: float


class Session(Runner):
    """A graph in ONNX Runtime, on one thread."""

    def __call__(self, **inputs: np.ndarray) -> list[np.ndarray]:
        return self._session.run(None, inputs)

    def width(self, name: str) -> int:
        """Size of the last axis of an input."""
        return next(x.shape[-1] for x in self._session.get_inputs() if x.name == name)


class Network:
    """The two graphs of a headline model."""

    def __init__(self, encoder: Path, decoder: Path):
        self._encoder, self._decoder = Session(encoder), Session(decoder)

    def memory(self, source: np.ndarray, frequencies: np.ndarray, vocabulary: int) -> np.ndarray:
        """What the decoder needs of a document, [1, places, …]."""
        known = np.where(source < vocabulary, source, UNKNOWN)
        return self._encoder(tokens=known[None].astype(np.int64), frequencies=frequencies[None].astype(np.int64))[0]

    def start(self) -> np.ndarray:
        """The past of the first step: the key and value of zeros."""
        return np.zeros((1, 1, self._decoder.width("past")), np.float32)

    def step(self, tokens: list[int], step: int, memory: np.ndarray, related: np.ndarray, past: np.ndarray) -> list[np.ndarray]:
        """Probabilities of words and of copied places for each hypothesis, and the past of the next step."""
        return self._decoder(
            tokens=np.array(tokens, np.int64), step=np.array([step], np.int64), memory=memory, relations=related, past=past
        )


def relations(source: np.ndarray, written: list[int]) -> np.ndarray:
    """`headline_net.relations` of the step after `written`, [places, RELATIONS]."""
    found = np.zeros((len(source), RELATIONS), np.float32)
    if written:
        same = source == written[-1]
        found[1:, 0] = same[:-1]
        if len(written) > 1:
            found[2:, 1] = same[1:-1] & (source[:-2] == written[-2])
        found[:, 2] = same
        found[:, 3] = np.isin(source, written)
    return found


def distribution(words: np.ndarray, copies: np.ndarray, source: np.ndarray) -> np.ndarray:
    """Probability of every id, unknown pieces of the document included."""
    p = np.zeros(max(len(words), int(source.max()) + 1))
    p[: len(words)] = words
    np.add.at(p, source, copies.astype(float))
    p[UNKNOWN] = 0.0
    return p


def forbidden(written: list[int], no_repeat: int) -> set[int]:
    """Tokens that would repeat a run of `no_repeat` tokens."""
    before = no_repeat - 1
    if before < 0 or len(written) < before:
        return set()
    last = written[len(written) - before :]
    return {written[i + before] for i in range(len(written) - before) if written[i : i + before] == last}


def search(network: Network, source: np.ndarray, memory: np.ndarray, vocabulary: int, options: Options) -> list[Found]:
    """The best finished headlines, at most as many as are followed, the best first."""

    def score(log_probability: float, tokens: int) -> float:
        return log_probability / ((5 + tokens) / 6) ** options.length_penalty

    live, past = [Found([], 0.0)], network.start()
    finished: list[tuple[float, Found]] = []
    for step in range(options.steps):
        last = [x.tokens[-1] if x.tokens else 0 for x in live]
        last = [token if token < vocabulary else UNKNOWN for token in last]
        related = np.stack([relations(source, x.tokens) for x in live])
        words, copies, present = network.step(last, step, memory, related, past)
        extensions = []
        for beam, hypothesis in enumerate(live):
            p = distribution(words[beam], copies[beam], source)
            if step == 0:
                p[END] = 0.0
            if step == options.steps - 1:
                p[END] = max(p[END], sys.float_info.min)
                p[END + 1 :] = 0.0
            p[list(forbidden(hypothesis.tokens, options.no_repeat))] = 0.0
            considered = min(2 * options.beams, len(p))
            least = np.partition(p, -considered)[-considered]
            for token in np.flatnonzero((p > 0) & (p >= least)).tolist():
                extensions.append((hypothesis.log_probability + math.log(p[token]), beam, token))
        extensions.sort(key=lambda x: (-x[0], x[1], x[2]))
        chosen: list[int] = []
        following: list[Found] = []
        for log_probability, beam, token in extensions[: 2 * options.beams]:
            if token == END:
                ended = Found(live[beam].tokens, log_probability)
                finished.append((score(log_probability, len(ended.tokens) + 1), ended))
            elif len(following) < options.beams:
                following.append(Found([*live[beam].tokens, token], log_probability))
                chosen.append(beam)
        live, past = following, present[chosen]
        finished.sort(key=lambda x: -x[0])
        if not live:
            break
        if len(finished) >= options.beams and score(live[0].log_probability, options.steps) <= finished[options.beams - 1][0]:
            break
    return [x for _, x in finished[: options.beams]]
