"""Document-summary pairs of the five quality levels of paper A, built from real titles.

The levels (paper A, section 3) and how a pair of each is made here:

| level | paper | kinds |
|---|---|---|
| 5 | good summary | `real`: the real title, covered well (`Language.good`) |
| 4 | almost the summary | `real`: the real title, covered less (`Language.almost`) |
| 3 | covers half at most | `real`: the real title, covered less than that; `late`: the real title with a later part of its article; `spliced`: the document is half of this article and half of another; `cut`: half of the title; `joined`: half of the title and half of another |
| 2 | a segment picked from the document | `clause`: a clause of the shown part; `unseen`: a clause of the rest of the article |
| 1 | unrelated, or a comment | `random`, `near`, `same-day`: another article's title; `comment` |

The shown document of a `real` pair starts at the head of its article. Coverage is
the ROUGE-1 precision of the title in the shown document (`coverage.py`). All kinds
draw the length of their document from one distribution (`excerpts.py`), and
clauses are cut to the length of a title, so that neither length tells the level.
"""

import gzip
import json
import random
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import NamedTuple

from . import excerpts
from .comments import comment
from .corpora import Article
from .coverage import coverage
from .languages import CHINESE, Language
from .neighbours import nearest
from .text import rouge_tokens

_LATE_MOST = 0.6  # a later part that covers the title more is not a negative: dropped
_OTHER_MOST = 0.6  # another article's title covered more may be the same story: redrawn
_NEIGHBOURS = 12
_LEAST_CUT = 0.6  # of the shortest usable title, in tokens: a shorter half says nothing
_COLUMN = re.compile(r"^\s*[【\[][^】\]]*[】\]]\s*")  # 【a column's name】 before a title
_GENERIC = re.compile(r"快讯|简讯|^(国内|国际)(联播)?$")


class Pair(NamedTuple):
    """One training or validation pair."""

    document: str
    summary: str
    level: int
    kind: str
    source: str


class Story(NamedTuple):
    """An article that is fit for pairs."""

    source: str
    date: str
    title: str
    sentences: list[list[str]]


def stories(articles: list[Article], language: Language) -> list[Story]:
    """Articles with a title that says something and a text long enough to show."""
    kept = []
    for article in articles:
        title = _COLUMN.sub("", article.title).strip()
        if _GENERIC.search(title) or not language.title[0] <= len(rouge_tokens(title)) <= language.title[1]:
            continue
        found = excerpts.sentences(article.document, language)
        if sum(len(clause) for clauses in found for clause in clauses) >= language.document[2]:
            kept.append(Story(article.source, article.date, title, found))
    uses = Counter(story.title for story in kept)
    return [story for story in kept if uses[story.title] == 1]


def _halves(title: str) -> tuple[str, str]:
    """A title cut at the gap or punctuation nearest to its middle, or in the middle."""
    middle = len(title) / 2
    gaps = [m.start() for m in re.finditer(r"[\s，,：:；;、！!？?—]+", title[3:-3])]
    at = min((gap + 3 for gap in gaps), key=lambda gap: abs(gap - middle), default=round(middle))
    trim = excerpts.EDGE_PUNCTUATION
    return title[:at].strip(trim), title[at:].strip(trim)


def _clause(clauses: list[str], length: int, language: Language, rng: random.Random) -> str | None:
    """A clause of about `length` characters: joined with its follower if short, cut if long."""
    starts = [i for i, clause in enumerate(clauses) if len(clause) >= 5]
    if not starts:
        return None
    at = rng.choice(starts)
    text = clauses[at]
    while len(text) < 0.7 * length and at + 1 < len(clauses):
        at += 1
        text += clauses[at]
    most = max(8, round(1.3 * length))
    if len(text) > most:
        text = text[:most].rpartition(" ")[0] if language.spaced else text[:most]
    return text.strip(excerpts.EDGE_PUNCTUATION) or None


class Builder:
    """Makes the pairs of one data set."""

    def __init__(self, stories: list[Story], language: Language, rng: random.Random):
        self.stories = stories
        self.language = language
        self.rng = rng
        leads = ["".join(clause for sentence in s.sentences[:4] for clause in sentence)[:240] for s in stories]
        self.near = nearest([s.title + " " + lead for s, lead in zip(stories, leads)], _NEIGHBOURS)
        self.by_date = defaultdict(list)
        for index, story in enumerate(stories):
            self.by_date[story.date].append(index)

    def excerpt(self, story: Story, start: int = 0, share: float = 1.0) -> str:
        length = round(share * excerpts.draw_length(self.language, self.rng))
        return excerpts.excerpt(story.sentences, start, length, self.language, self.rng)

    def shown(self, story: Story) -> str:
        """What a negative pair shows of an article: its head, or one time in four a later part."""
        last = len(story.sentences) - 1
        return self.excerpt(story, self.rng.randint(1, last) if last > 0 and self.rng.random() < 0.25 else 0)

    def other(self, index: int, kind: str) -> int | None:
        """Another article: near in content, of the same day, or any."""
        pools = {"near": self.near[index].tolist(), "same-day": self.by_date[self.stories[index].date]}
        for _ in range(6):
            found = self.rng.choice(pools[kind]) if kind in pools else self.rng.randrange(len(self.stories))
            if found != index:
                return found
        return None

    def real(self, index: int) -> Pair:
        story = self.stories[index]
        document = self.excerpt(story)
        covered = coverage(story.title, document)
        level = 5 if covered >= self.language.good else 4 if covered >= self.language.almost else 3
        return Pair(document, story.title, level, "real", story.source)

    def late(self, index: int) -> Pair | None:
        story = self.stories[index]
        count = len(story.sentences)
        if count < 4:
            return None
        document = self.excerpt(story, self.rng.randint(count // 2, count - 2))
        if len(document) < 0.8 * self.language.document[2] or coverage(story.title, document) > _LATE_MOST:
            return None
        return Pair(document, story.title, 3, "late", story.source)

    def spliced(self, index: int) -> Pair | None:
        story, found = self.stories[index], self.other(index, self.rng.choice(("near", "any")))
        if found is None:
            return None
        parts = [self.excerpt(s, share=0.5) for s in (story, self.stories[found])]
        self.rng.shuffle(parts)
        gap = " " if self.language.spaced else ""
        return Pair(gap.join(parts), story.title, 3, "spliced", story.source)

    def cut(self, index: int) -> Pair | None:
        story = self.stories[index]
        summary = self.rng.choice(_halves(story.title))
        if len(rouge_tokens(summary)) < _LEAST_CUT * self.language.title[0]:
            return None
        return Pair(self.excerpt(story), summary, 3, "cut", story.source)

    def joined(self, index: int) -> Pair | None:
        story, found = self.stories[index], self.other(index, self.rng.choice(("near", "any")))
        if found is None:
            return None
        document, other = self.excerpt(story), self.stories[found].title
        halves = [self.rng.choice(_halves(story.title)), self.rng.choice(_halves(other))]
        if coverage(halves[1], document) > _OTHER_MOST:
            return None
        self.rng.shuffle(halves)
        return Pair(document, " ".join(halves), 3, "joined", story.source)

    def picked(self, index: int, kind: str) -> Pair | None:
        """A clause as the summary: not the first one if of the shown part."""
        story = self.stories[index]
        document = self.excerpt(story)
        length = len(self.rng.choice(self.stories).title)
        clauses = [clause for sentence in story.sentences for clause in sentence]
        if kind == "clause":
            clauses = [clause for clause in clauses if clause.strip() in document][1:]
        else:
            clauses = [clause for clause in clauses if clause.strip() not in document]
        summary = _clause(clauses, length, self.language, self.rng)
        return Pair(document, summary, 2, kind, story.source) if summary else None

    def unrelated(self, index: int, kind: str) -> Pair | None:
        story = self.stories[index]
        if kind == "same-day" and not story.date:
            return None
        document = self.shown(story)
        for _ in range(4):
            found = self.other(index, kind)
            if found is not None and coverage(self.stories[found].title, document) <= _OTHER_MOST:
                return Pair(document, self.stories[found].title, 1, kind, story.source)
        return None

    def comment(self, index: int) -> Pair:
        story = self.stories[index]
        document = self.shown(story)
        return Pair(document, comment(story.title, document, self.rng), 1, "comment", story.source)

    def make(self, index: int, kind: str) -> Pair | None:
        if kind in ("random", "near", "same-day"):
            return self.unrelated(index, kind)
        if kind in ("clause", "unseen"):
            return self.picked(index, kind)
        return getattr(self, kind)(index)


def build(articles: list[Article], language: Language, mixture: dict[str, float], passes: int, seed: int) -> list[Pair]:
    """Pairs of one data set.

    Every pass goes over all articles and makes pairs of every kind: `mixture`
    gives the expected number per article. A draw that is not possible for an
    article (too short, covered too well) yields nothing. Comments exist in
    Chinese only.
    """
    if "comment" in mixture and language.code != CHINESE.code:
        raise ValueError(f"no comments are written for {language.code}: leave them out of the mixture")
    rng = random.Random(seed)
    builder = Builder(stories(articles, language), language, rng)
    pairs = []
    for _ in range(passes):
        for index in range(len(builder.stories)):
            for kind, rate in mixture.items():
                times = int(rate) + (rng.random() < rate % 1)
                pairs.extend(p for p in (builder.make(index, kind) for _ in range(times)) if p)
    rng.shuffle(pairs)
    return pairs


def write(path: Path, pairs: list[Pair]) -> None:
    with gzip.open(path, "wt", encoding="utf-8", compresslevel=3) as lines:
        for pair in pairs:
            lines.write(json.dumps(pair, ensure_ascii=False) + "\n")


def read(path: Path) -> list[Pair]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [Pair(*json.loads(line)) for line in lines]


def counts(pairs: list[Pair]) -> dict[str, int]:
    """Number of pairs per `level kind`, in that order."""
    return dict(sorted(Counter(f"{p.level} {p.kind}" for p in pairs).items()))
