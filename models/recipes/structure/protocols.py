"""Protocols of the Bundestag: lines as the library finds them, with gold speech starts.

A gold file marks every speech with `<red>`; the XML of pdftohtml does not. A speech is
found among the lines by its first words: a line is a candidate if it begins with the
speech's first two words (up to a few misread letters) and if what follows it is what the
speech says next. Of all candidates the sequence with the greatest total likeness is taken
whose lines follow one another as the speeches do.
"""

import difflib
import gzip
import json
import re
import subprocess
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np

BORN_DIGITAL = ("14145", "15058", "15077", "16002", "17036", "18014")
OLDER = ("13176", "09014", "08080", "05158")

_WORD = re.compile(r"\w+")
_AHEAD = 24  # words of a speech that are compared
_SLACK = 12  # words that a page's head or a margin may put between them
_LIKE = 0.55  # least share of those words that are found
_FIRST = 0.75  # least likeness of the first words
_ROOT = Path(__file__).resolve().parents[3]


@dataclass
class Protocol:
    """Lines in the order of reading; `starts[i]` tells whether line i starts a speech."""

    name: str
    texts: list[str]
    features: np.ndarray
    blocks: np.ndarray
    starts: np.ndarray
    speeches: int
    likeness: float

    @property
    def aligned(self) -> float:
        """The share of the gold speeches whose first line was found."""
        return float(self.starts.sum()) / self.speeches


def lines(path: Path) -> list[dict]:
    """The library's lines of a gzipped pdftohtml file."""
    with tempfile.NamedTemporaryFile(suffix=".xml") as plain:
        plain.write(gzip.decompress(path.read_bytes()))
        plain.flush()
        command = ["cargo", "run", "--quiet", "--profile", "harness", "--example", "page_lines", "--", plain.name]
        output = subprocess.run(command, cwd=_ROOT, check=True, stdout=subprocess.PIPE).stdout
    return [json.loads(row) for row in output.decode().splitlines()[1:]]


def gold(path: Path) -> list[list[str]]:
    """The first words of every speech of a gold file, lower-case."""
    text = gzip.decompress(path.read_bytes()).decode("utf-8")
    begins = (found.end() for found in re.finditer(r"<red\b[^>]*>", text))
    return [_words(re.sub(r"<[^>]*>", " ", text[begin : begin + 2000]))[:_AHEAD] for begin in begins]


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _alike(a: str, b: str) -> float:
    if a == b:
        return 1.0
    matcher = difflib.SequenceMatcher(None, a, b, autojunk=False)
    # The quick ratios are upper bounds.
    return 0.0 if min(matcher.real_quick_ratio(), matcher.quick_ratio()) < _FIRST else matcher.ratio()


def align(texts: list[str], speeches: list[list[str]]) -> list[tuple[int, int, float]]:
    """(speech, line, likeness) for every speech that is found, both rising."""
    words, begins = [], []
    for text in texts:
        begins.append(len(words))
        words.extend(_words(text))
    heads = [" ".join(_words(text)[:2]) for text in texts]
    by_letter: dict[str, list[int]] = {}
    for index, head in enumerate(heads):
        by_letter.setdefault(head[:1], []).append(index)
    candidates = []
    for number, speech in enumerate(speeches):
        head, wanted = " ".join(speech[:2]), Counter(speech)
        found = []
        for index in by_letter.get(head[:1], []):
            if _alike(heads[index], head) < _FIRST:
                continue
            ahead = Counter(words[begins[index] : begins[index] + _AHEAD + _SLACK])
            share = sum((wanted & ahead).values()) / max(1, sum(wanted.values()))
            if share >= _LIKE:
                found.append((share, index))
        candidates.extend((number, index, share) for share, index in found)
    return _rising(candidates, len(texts))


def _rising(candidates: list[tuple[int, int, float]], lines: int) -> list[tuple[int, int, float]]:
    """The heaviest sequence of candidates that rises in both, by a tree of prefix maxima."""
    tree: list[tuple[float, int]] = [(0.0, -1)] * (lines + 1)

    def best(end: int) -> tuple[float, int]:
        top = (0.0, -1)
        while end > 0:
            top = max(top, tree[end])
            end -= end & -end
        return top

    before = [-1] * len(candidates)
    order = sorted(range(len(candidates)), key=lambda i: candidates[i][:2])
    pending: list[tuple[int, tuple[float, int]]] = []
    last = None
    for i in order:
        number, line, share = candidates[i]
        if number != last:  # candidates of one speech do not follow one another
            for place, value in pending:
                while place <= lines:
                    tree[place] = max(tree[place], value)
                    place += place & -place
            pending, last = [], number
        weight, before[i] = best(line)
        pending.append((line + 1, (weight + share, i)))
    for place, value in pending:
        while place <= lines:
            tree[place] = max(tree[place], value)
            place += place & -place
    chosen, i = [], best(lines)[1]
    while i >= 0:
        chosen.append(candidates[i])
        i = before[i]
    return chosen[::-1]


def read(data: Path, name: str) -> Protocol:
    """A protocol with its labels."""
    rows = lines(data / "pages" / f"{name}.pdftohtml.xml.gz")
    speeches = gold(data / "pages" / f"{name}.gold.xml.gz")
    texts = [row["text"] for row in rows]
    found = align(texts, speeches)
    starts = np.zeros(len(rows), bool)
    starts[[line for _, line, _ in found]] = True
    return Protocol(
        name=name,
        texts=texts,
        features=np.array([row["features"] for row in rows]),
        blocks=np.array([row["block"] for row in rows]),
        starts=starts,
        speeches=len(speeches),
        likeness=float(np.mean([share for *_, share in found])),
    )


LEAST = {name: 0.97 for name in BORN_DIGITAL} | {name: 0.85 for name in OLDER}
"""The share of gold speeches that must be found for the labels to be trusted."""


def check(protocols: list[Protocol]) -> None:
    """Stops a recipe whose labels miss too many speeches."""
    for p in protocols:
        print(f"  {p.name}: {len(p.texts)} lines, {p.starts.sum()} of {p.speeches} speeches, likeness {p.likeness:.3f}")
        if p.aligned < LEAST[p.name]:
            raise SystemExit(f"{p.name}: only {p.aligned:.1%} of the speeches were found; {LEAST[p.name]:.0%} are needed")
