"""Training of a `fit` network on invented texts (`judge/texts`): sentences with the words that their document does not say.

A batch is a few documents with all of their sentences, and some of other documents, so that a document is encoded once for
all of them. The loss of a sentence is that of the decision (`fit_training`) and, where its wrong words are known, the cross-entropy of its tokens: which of
them the document does not support. Pairs of the trainings before come in batches of their own, so that the network keeps
what it knows. AdamW, warm-up, cosine decay; one seed gives one result on one number of threads.
"""

import math
import random
import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import torch
import torch.nn.functional as F

from .fit_net import Fit
from .fit_pairs import HIGH, LOW, VERSION_PAIRS, labelled, of_versions
from .fit_training import READ, decision_loss
from .fit_vocabulary import Unigram
from .judge.rows import Row
from .judge.two_versions import TEXTS, held_out, of_texts
from .languages import Language
from .pairs import Pair
from .text import PAD
from .training import padded


PARTS = "abcde"
"""All parts of the texts."""


@dataclass(frozen=True)
class Settings:
    """What a training depends on, besides its texts, pairs and the network that it goes on from."""

    parts: str = "abcd"
    """Parts of the texts that teach."""
    passes: int = 2
    """Over the texts."""
    again: int = 1000
    """Pairs of texts in two versions that come once."""
    labelled: int = 0
    """Pairs with the labels of their sets that come once."""
    strays: int = 1
    """Sentences of other documents that a document gets in a pass: what is about something else."""
    empty: float = 0.0
    """The share of those that say nothing of any document instead (`empty_sentences`)."""
    pairs: int = 100
    """Sentences of a batch, about."""
    rate: float = 1e-3
    table_rate: float = 3e-4
    weight_decay: float = 1e-2
    warm_up: int = 50
    clip: float = 1.0
    document: int = 512
    summary: int = 64
    """Tokens that are read of a document and a sentence."""
    wrong: float = 3.0
    """How often a token that is wrong counts."""
    tokens: float = 1.0
    """The weight of the loss of the tokens."""
    seed: int = 1


LATER = {"parts": "abcde", "passes": 3, "strays": 2, "rate": 5e-4, "table_rate": 1.5e-4}
TRAININGS = {
    "en": (Settings(passes=5, again=3000), Settings(again=3000, empty=0.3, **LATER)),
    "zh": (Settings(passes=5, again=5000, labelled=2000), Settings(again=5000, labelled=2000, **LATER)),
    "fa": (Settings(passes=5, labelled=3000), Settings(labelled=3000, **LATER)),
    "de": (Settings(passes=5, again=2000), Settings(again=2000, **LATER)),
}
"""Of each language, one after the other: on the texts that were there first, then on all."""
class Group(NamedTuple):
    """A document with its sentences, as ids."""

    document: list[int]
    sentences: list[list[int]]
    targets: list[int]
    wrong: list[list[bool] | None]
    """Of each token whether it is; none where that is not known."""


def rows(language: str, parts: str, kept: bool) -> Iterable[Row]:
    """Sentences of the texts of a language with either version: of those `kept` to choose by, or of those that teach."""
    return (row for name, row in of_texts(parts) if row.language == language and held_out(name) == kept)


def files(language: str, parts: str) -> list[Path]:
    """Those that hold the texts of a language, and its sentences that say nothing."""
    found = (path for path in TEXTS.glob(f"{language}.*.jsonl") if path.suffixes[0].removeprefix(".") in parts)
    return [*sorted(found), *TEXTS.glob(f"empty.{language}.txt")]


def empty_sentences(language: str) -> list[str]:
    """Those that say nothing of any document, as headlines that only ask to be read do."""
    path = TEXTS / f"empty.{language}.txt"
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def again(data: Path, language: Language, settings: Settings) -> list[Pair]:
    """Pairs of the trainings before, at random: texts in two versions, and those with the labels of their sets."""
    found = [pair for kind in VERSION_PAIRS[language.code].passes for pair in of_versions(language, kind, "train")]
    random.Random(settings.seed).shuffle(found)
    found = found[: settings.again]
    if settings.labelled:
        labels = labelled(data, language, "train")
        random.Random(settings.seed).shuffle(labels)
        found += labels[: settings.labelled]
        random.Random(settings.seed + 1).shuffle(found)
    return found


def pair(row: Row) -> Pair:
    """A row as a pair."""
    return Pair(row.document, row.summary, HIGH if row.supported == 1 else LOW, row.manner, "texts")


def groups(found: Iterable[Row], vocabulary: Unigram, settings: Settings) -> list[Group]:
    """Documents with their sentences."""
    of_document = defaultdict(list)
    for row in found:
        of_document[row.document].append(row)
    documents = vocabulary.encode_all([text[:READ] for text in of_document], settings.document)
    made = []
    for document, of_one in zip(documents, of_document.values(), strict=True):
        sentences = vocabulary.encode_all([row.summary for row in of_one], settings.summary)
        wrong = vocabulary.within([(row.summary, row.spans) for row in of_one], settings.summary)
        made.append(Group(document, sentences, [HIGH if row.supported == 1 else LOW for row in of_one], wrong))
    return made


def alone(pairs: list[Pair], vocabulary: Unigram, settings: Settings) -> list[Group]:
    """Pairs whose wrong words are not known."""
    documents = vocabulary.encode_all([each.document[:READ] for each in pairs], settings.document)
    sentences = vocabulary.encode_all([each.summary for each in pairs], settings.summary)
    return [Group(document, [sentence], [each.level], [None]) for document, sentence, each in zip(documents, sentences, pairs, strict=True)]


def _with_strays(group: Group, found: list[Group], empty: list[list[int]], settings: Settings, rng: random.Random) -> Group:
    """A document with its sentences, and some of other documents or of none."""
    drawn = [
        rng.choice(empty) if settings.empty and rng.random() < settings.empty else rng.choice(rng.choice(found).sentences)
        for _ in range(settings.strays)
    ]
    strays = [sentence for sentence in drawn if sentence not in group.sentences]
    more = len(strays)
    return Group(group.document, group.sentences + strays, group.targets + [LOW] * more, group.wrong + [None] * more)


def _batches(found: list[Group], empty: list[list[int]], settings: Settings, rng: random.Random) -> list[list[Group]]:
    """Groups of like length together, each with strays."""
    order = sorted(rng.sample(found, len(found)), key=lambda group: len(group.document) // 64)
    order = [_with_strays(group, found, empty, settings, rng) for group in order]
    made, batch = [], []
    for group in order:
        batch.append(group)
        # A document costs as much as a few sentences.
        if sum(3 + len(each.sentences) for each in batch) >= settings.pairs:
            made.append(batch)
            batch = []
    return made + ([batch] if batch else [])


def _loss(model: Fit, code: str, batch: list[Group], settings: Settings) -> torch.Tensor:
    documents = torch.from_numpy(padded([group.document for group in batch]))
    of = torch.tensor([at for at, group in enumerate(batch) for _ in group.sentences])
    sentences = torch.from_numpy(padded([sentence for group in batch for sentence in group.sentences]))
    targets = torch.tensor([target for group in batch for target in group.targets])
    logits, unsaid = model.judged(code, documents, sentences, of)
    loss = decision_loss(logits, targets)
    marked = [each for group in batch for each in group.wrong]
    known = [at for at, each in enumerate(marked) if each is not None]
    if known:
        wrong = torch.zeros(len(known), sentences.shape[1])
        for at, index in enumerate(known):
            wrong[at, : len(marked[index])] = torch.tensor(marked[index], dtype=torch.float32)
        read = (sentences[known] != PAD).float()
        each = F.binary_cross_entropy_with_logits(unsaid[known], wrong, pos_weight=torch.tensor(settings.wrong), reduction="none")
        loss = loss + settings.tokens * (each * read).sum() / read.sum()
    return loss


def train(
    model: Fit, taught: dict[str, list[Group]], again: dict[str, list[Group]], empty: dict[str, list[list[int]]], settings: Settings, folder: Path
) -> None:
    """Trains on texts, pairs and sentences that say nothing, by language; `folder/weights.pt` holds the result."""
    rng = random.Random(settings.seed)
    torch.manual_seed(settings.seed)
    plan = [(code, batch) for code, found in taught.items() for _ in range(settings.passes) for batch in _batches(found, empty[code], settings, rng)]
    plan += [(code, batch) for code, found in again.items() for batch in _batches(found, empty[code], settings, rng)]
    rng.shuffle(plan)
    named = dict(model.named_parameters())
    optimizer = torch.optim.AdamW([
        {"params": [p for n, p in named.items() if n.startswith("tables")], "lr": settings.table_rate, "weight_decay": 0.0},
        {"params": [p for n, p in named.items() if not n.startswith("tables")], "lr": settings.rate, "weight_decay": settings.weight_decay},
    ])  # fmt: skip
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, (step + 1) / settings.warm_up) * 0.5 * (1 + math.cos(math.pi * step / len(plan)))
    )
    started, recent = time.monotonic(), None
    for step, (code, batch) in enumerate(plan):
        model.train()
        loss = _loss(model, code, batch, settings)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), settings.clip)
        optimizer.step()
        schedule.step()
        recent = loss.item() if recent is None else 0.98 * recent + 0.02 * loss.item()
        if (step + 1) % 50 == 0:
            print(f"    step {step + 1}/{len(plan)} loss {recent:.4f} {time.monotonic() - started:.0f} s", flush=True)
    torch.save(model.state_dict(), folder / "weights.pt")
