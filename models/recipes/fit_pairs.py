"""Training pairs of the `fit` matchers: the five levels, facts changed, and pairs with the labels of their sets.

Three families, each with its targets:

* the kinds of `pairs.py`, levels 1 to 5, over short and over long excerpts;
* `faithful` summaries, a title or one to three sentences of the document, perhaps
  shortened by whole phrases (target: 4 or 5), and the same with one fact changed (`corruptions.py`;
  target: 3 or less);
* pairs that are labelled in their sets: headlines with bodies (FNC-1, split by body) and
  inference and similarity sets, where they exist in the language.

A target is a level, or `LOW` (some level of 1 to 3) or `HIGH` (4 or 5).
"""

import random
from dataclasses import dataclass, replace
from pathlib import Path

from . import corpora, corruptions, excerpts, pairs, phrases, retold, snli, versions, wordings
from .corruptions import Corruptor, Rarity, words
from .coverage import coverage
from .languages import CHINESE, ENGLISH, PERSIAN, Language
from .pairs import Pair, Story

LOW, HIGH = 0, 6

MIXTURE = {
    "real": 1.6,
    "late": 0.4, "joined": 0.25, "spliced": 0.04, "cut": 0.03,
    "unseen": 0.35, "clause": 0.02,
    "near": 0.4, "random": 0.2, "same-day": 0.15, "comment": 0.2,
}  # fmt: skip
FAITHFUL = 1.4
CHANGED = 1.4
"""Faithful and changed summaries per article: as many of the one as of the other, so that their style tells nothing."""
LONG = {"zh": (300, 260, 60, 1200), "en": (1100, 1100, 160, 3600), "fa": (900, 700, 160, 2400), "de": (450, 300, 100, 1600)}
"""Lengths of long excerpts in characters: mean, deviation, least, most."""
EXTRACTED = {"zh": 0.3, "en": 0.6, "fa": 0.5, "de": 0.5}
"""Share of the faithful summaries that are sentences of the document instead of its title."""
DROPPED = 0.35
"""Share of the faithful summaries that lose some frequent words, so that a broken word order alone tells nothing."""
TRIMMED = 0.4
"""Share of the faithful sentences that lose a whole phrase (`phrases.py`), so that what is left out alone tells nothing."""
LABELLED = ("stance", "inference", "similarity")
"""Kinds of the pairs that are labelled in their sets."""
INFERENCE = {"train": "Train", "dev": "Val"}
"""Parts of FarsTail; its part `Test` is not among the dev pairs."""
HEADED = {"en": ("en_bbc_news_summary",)}
"""Sets besides those of the language, whose documents begin with their title in a line of its own."""


def _document(story: Story, language: Language, rng: random.Random) -> tuple[list[list[str]], str]:
    """An excerpt from the head, and the sentences that lie in it whole."""
    text = excerpts.excerpt(story.sentences, 0, excerpts.draw_length(language, rng), language, rng)
    whole = []
    for clauses in story.sentences:
        if "".join(clauses).strip() not in text:
            break
        whole.append(clauses)
    return whole, text


def _shortened(clauses: list[str], rng: random.Random) -> str:
    """A sentence, one time in three without one of its inner clauses."""
    if len(clauses) > 2 and rng.random() < 0.33:
        at = rng.randrange(1, len(clauses) - 1)
        clauses = clauses[:at] + clauses[at + 1 :]
    return "".join(clauses).strip()


def _less(clauses: list[str], language: Language, rng: random.Random) -> str:
    """A sentence that may have lost what it can do without."""
    if language.code in phrases.OPENERS and rng.random() < TRIMMED:
        whole = "".join(clauses).strip()
        if found := phrases.trimmed(whole, words(whole, language), language, rng):
            return found
    return _shortened(clauses, rng)


def _thinned(text: str, rarity: Rarity, rng: random.Random) -> str:
    """A text without one to three of its frequent words."""
    rare = set(rarity.rare(text))
    frequent = [span for span in words(text, rarity.language) if span not in rare and not text[slice(*span)].isdigit()]
    if len(frequent) < 5:
        return text
    for start, end in sorted(rng.sample(frequent, rng.randint(1, 3)), reverse=True):
        text = text[:start].rstrip(" ") + text[end:] if rarity.language.spaced else text[:start] + text[end:]
    return text.strip()


def _faithful(story: Story, rarity: Rarity, language: Language, rng: random.Random) -> tuple[str, str] | None:
    """A document and a faithful summary: its title where it is covered, or one to three of its sentences."""
    sentences, document = _document(story, language, rng)
    titled = coverage(story.title, document) >= language.almost
    if titled and (not sentences or rng.random() > EXTRACTED[language.code]):
        summary = story.title
    elif sentences:
        count = min(len(sentences), rng.choice((1, 1, 1, 1, 2, 3)))
        # Nearer to the head more often, as summaries are.
        chosen = sorted({min(int(rng.expovariate(0.4)), len(sentences) - 1) for _ in range(count)})
        summary = " ".join(_less(sentences[i], language, rng) for i in chosen)
    else:
        return None
    if rng.random() < DROPPED:
        summary = _thinned(summary, rarity, rng)
    return (document, summary) if len(summary) <= max(240, len(document)) else None


def changes(articles: list[corpora.Article], language: Language, passes: int, seed: int) -> list[Pair]:
    """Faithful summaries, and the same with one fact changed."""
    rng = random.Random(seed)
    kept = pairs.stories(articles, language)
    if not kept:
        return []
    rarity = Rarity([" ".join(c for s in story.sentences[:8] for c in s) for story in kept], language)
    corruptor = Corruptor(rarity, language, rng)
    made = []
    for _ in range(passes):
        for story in kept:
            for _ in range(int(FAITHFUL) + (rng.random() < FAITHFUL % 1)):
                if found := _faithful(story, rarity, language, rng):
                    made.append(Pair(*found, HIGH, "faithful", story.source))
            for _ in range(int(CHANGED) + (rng.random() < CHANGED % 1)):
                found = _faithful(story, rarity, language, rng)
                if not found:
                    continue
                document, summary = found
                kinds = corruptions.kinds(language)
                # An order at random, the readier kinds before others more often (Efraimidis and Spirakis 2006).
                kinds = sorted(kinds, key=lambda kind: rng.random() ** (1 / kinds[kind]), reverse=True)
                other = rng.choice(kept).title
                for kind in kinds:
                    if changed := corruptor.make(kind, summary, document, other):
                        made.append(Pair(document, changed, LOW, kind, story.source))
                        break
    return made


def labelled(data: Path, language: Language, split: str) -> list[Pair]:
    """Pairs with the labels of their sets."""
    made = []
    if language is ENGLISH:
        bodies = {row["bodyid"]: row["doc"] for row in corpora.scored(data, "en_fnc1_bodies")}
        for row in corpora.scored(data, "en_fnc1_stances"):
            if corpora.fnc1_held_out(row["bodyid"]) == (split == "dev"):
                target = {"unrelated": 1, "disagree": LOW}.get(row["stance"], HIGH)
                made.append(Pair(bodies[row["bodyid"]], row["headline"], target, "stance", "en_fnc1"))
    if language is PERSIAN:
        for row in corpora.auxiliary(data, "fa_farstail_nli"):
            if row["split"] == INFERENCE[split]:
                made.append(Pair(row["doc"], row["summary"], HIGH if row["score"] == "e" else LOW, "inference", "fa_farstail_nli"))
    if language is CHINESE:
        for row in corpora.auxiliary(data, "zh_sohu_sts_short"):
            if row["split"].endswith("valid") == (split == "dev"):
                made.append(Pair(row["doc"], row["summary"], HIGH if int(row["score"]) else LOW, "similarity", "zh_sohu_sts_short"))
    return made


def inferences(folder: Path) -> list[Pair]:
    """Training pairs of SNLI (`snli.py`), English: a premise as document, a hypothesis as summary."""
    rows = snli.read(folder, "train")
    return [Pair(row.premise, row.hypothesis, HIGH if row.label == "entailment" else LOW, "inference", "snli") for row in rows]


@dataclass(frozen=True)
class VersionPairs:
    """What a language learns from texts in two versions (`versions.py`), and pairs of the training before among them."""

    passes: dict[str, int]
    """Over the sentences, or the graded titles, of each kind."""
    built: int
    """Pairs that are built, at random."""
    snli: int
    """Pairs of SNLI, at random."""
    again: tuple[str, ...]
    """Kinds of pairs of the training before that come once more, all of them."""
    retold: int = 0
    """Pairs of sentences retold (`retold.py`), as many true as changed."""
    without: tuple[str, ...] = ()
    """Kinds of pairs of the training before that are left out."""


VERSION_PAIRS = {
    "zh": VersionPairs(passes={"retold": 3, "graded": 2}, built=40_000, snli=0, again=("negated", "number", "name")),
    "en": VersionPairs(
        passes={"contrary": 1, "unsaid": 2, "linked": 2}, built=50_000, snli=15_000, again=("negated", "name", "number"), retold=60_000, without=("clause",)
    ),
    "fa": VersionPairs(passes={"short": 1, "retold": 3}, built=20_000, snli=0, again=("inference", "negated", "number", "name")),
    "de": VersionPairs(passes={"retold": 3}, built=45_000, snli=0, again=("negated", "number", "name")),
}
"""Of each language."""


def of_versions(language: Language, kind: str, split: str) -> list[Pair]:
    """Sentences of a kind (`versions`), each with the version of its text that supports it and with the other; or titles with their levels."""
    if kind == versions.GRADED:
        return [Pair(each.excerpt, each.text, each.level, kind, "versions") for each in versions.titles(language, split)]
    said = versions.sentences(language, kind, split)
    return [Pair(document, each.text, target, kind, "versions") for each in said for document, target in ((each.supporting, HIGH), (each.other, LOW))]


MERGED = 0.15
"""Share of the sentences retold that stand with the next one."""
REPLACED = 0.3
"""Share of the changed sentences in which a word becomes another of its kind."""
_LONGEST_RETOLD = 240  # characters of a sentence


def retellings(data: Path, language: Language, split: str, seed: int, count: int, most: int) -> list[Pair]:
    """Sentences retold (`retold.py`), every other one after one fact was changed, over short and over long excerpts.

    Of at most `most` articles of a set; a set gives as many pairs as the root of its articles says.
    """
    rng = random.Random(seed)
    kept, weights = [], []
    for source in (*language.sources, *HEADED.get(language.code, ())):
        articles = articles_of(data, language, source, split)
        random.Random(seed).shuffle(articles)
        found = pairs.stories(articles[:most], language)
        kept += found
        weights += [len(found) ** -0.5] * len(found)
    rarity = Rarity([" ".join(c for s in story.sentences[:8] for c in s) for story in kept], language)
    corruptor = Corruptor(rarity, language, rng)

    def changed(sentence: str, document: str) -> tuple[str, str] | None:
        """A sentence with one fact changed, and the kind of the change."""
        if rng.random() < REPLACED and (made := wordings.replaced(sentence, rng)):
            return made, "replaced"
        kinds = corruptions.kinds(language)
        for kind in sorted(kinds, key=lambda kind: rng.random() ** (1 / kinds[kind]), reverse=True):
            if made := corruptor.make(kind, sentence, document, rng.choice(kept).title):
                return made, kind
        return None

    built: list[Pair] = []
    for story in rng.choices(kept, weights, k=4 * count):
        if len(built) == count:
            break
        excerpted = rng.choice((language, replace(language, document=LONG[language.code])))
        sentences, document = _document(story, excerpted, rng)
        if not sentences:
            continue
        chosen = min(int(rng.expovariate(0.4)), len(sentences) - 1)
        sentence, kind, target = "".join(sentences[chosen]).strip(), "retold", HIGH
        if len(sentence) > _LONGEST_RETOLD:
            continue
        if rng.random() < MERGED and chosen + 1 < len(sentences):
            sentence = f"{sentence} {''.join(sentences[chosen + 1]).strip()}"
        if len(built) % 2:
            if not (found := changed(sentence, document)):
                continue
            (sentence, kind), target = found, LOW
        if said := retold.retold(sentence, document, rng):
            built.append(Pair(document, said, target, kind, story.source))
    return built


CLAUSES = 0.08
"""Share of the articles that give a picked clause, per pass and length of excerpt."""


def _clauses(articles: list[corpora.Article], language: Language, passes: int, seed: int) -> list[Pair]:
    """Clauses picked from the document, over short and over long excerpts."""
    rng = random.Random(seed)
    kept = pairs.stories(articles, language)
    made = []
    for drawn in (language, replace(language, document=LONG[language.code])):
        builder = pairs.Builder(kept, drawn, rng)
        for _ in range(passes):
            chosen = (index for index in range(len(kept)) if rng.random() < CLAUSES)
            made += [pair for pair in (builder.picked(index, "clause") for index in chosen) if pair]
    return made


def articles_of(data: Path, language: Language, source: str, split: str) -> list[corpora.Article]:
    found = corpora.titles(data, source, split)
    if source not in HEADED.get(language.code, ()):
        return found
    parted = ((article, *article.document.partition("\n")[::2]) for article in found)
    return [article._replace(title=head.strip(), document=rest.strip()) for article, head, rest in parted]


def build(data: Path, language: Language, split: str, passes: int, seed: int, most: int) -> list[Pair]:
    """The pairs of a language and split (`train` or `dev`); at most `most` articles of a set."""
    mixture = MIXTURE if language is CHINESE else {k: v for k, v in MIXTURE.items() if k != "comment"}
    long = replace(language, document=LONG[language.code])
    built = labelled(data, language, split)
    for source in (*language.sources, *HEADED.get(language.code, ())):
        articles = articles_of(data, language, source, split)
        random.Random(seed).shuffle(articles)
        articles = articles[:most]
        repeats = passes * max(1, min(6, 3000 // max(1, len(articles))))
        for turn in range(repeats):
            at = seed + 100 * turn
            built += pairs.build(articles, language if turn % 2 else long, mixture, 1, at)
            built += changes(articles, long if turn % 2 else language, 1, at + 1)
        if split == "train":
            built += 2 * _clauses(articles, language, repeats, seed)
    random.Random(seed).shuffle(built)
    return built
