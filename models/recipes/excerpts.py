"""Excerpts of long articles, as long as the documents that the matcher meets.

For Chinese these are micro-blog posts of about 110 characters (paper A, Table 7,
and its test set), while the training articles are longer. An excerpt is a run of
whole clauses of the article, starting at a sentence.
"""

import random
import re

from .languages import Language

EDGE_PUNCTUATION = " \t，,。．.；;：:！!？?؟،؛、…—-"

_MARKUP = re.compile(r"```.*?```|!\[[^\]]*\]\([^)]*\)|https?://\S+|[*`#>|]+", re.S)
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_CLAUSE = re.compile(r"(?:[^，,。；;！？!?،؛؟]|(?<=\d),(?=\d))+[，,。；;！？!?،؛؟”’」』）)\"]*")
_HAN_SENTENCE = re.compile(r"[^。！？!?\n]+(?:[。！？!?]+[”’」』）)\"]*|\n|$)")
# A full stop of scientific abstracts: an ASCII period before a Han character.
_HAN_STOP = re.compile(r"(?<=[^\d\s.])\.(?=[\u4e00-\u9fff]|\s*$)")
# Space after the end mark of a word of two letters or more, or an empty line.
_WORD_BOUNDARY = re.compile(r"(?<=\w\w[.!?؟])\s+|\n\s*\n")
_LEAST_SENTENCE = 8


def sentences(article: str, language: Language) -> list[list[str]]:
    """The sentences of an article, each as its clauses, which join to the sentence again."""
    text = _LINK.sub(r"\1", _MARKUP.sub("", article))
    if language.spaced:
        found = [" ".join(part.split()) + " " for part in _WORD_BOUNDARY.split(text)]
    else:
        found = [part.strip() for part in _HAN_SENTENCE.findall(_HAN_STOP.sub("。", text))]
    return [_CLAUSE.findall(sentence) for sentence in found if len(sentence) >= _LEAST_SENTENCE]


def draw_length(language: Language, rng: random.Random) -> int:
    """A target length in characters."""
    mean, deviation, least, most = language.document
    return max(least, min(most, round(rng.gauss(mean, deviation))))


def excerpt(parts: list[list[str]], start: int, length: int, language: Language, rng: random.Random) -> str:
    """Clauses from sentence `start` on, as many as come nearest to `length` characters.

    An excerpt that ends inside a sentence gets a full stop half of the time, so
    that its last character says nothing about how it was made.
    """
    taken = ""
    for clause in (clause for sentence in parts[start:] for clause in sentence):
        if taken and abs(len(taken) - length) <= abs(len(taken) + len(clause) - length):
            break
        taken += clause
    taken = taken[: language.document[3]].strip()
    if taken[-1:] in "，,；;、،؛" and rng.random() < 0.5:
        taken = taken.rstrip(EDGE_PUNCTUATION) + ("." if language.spaced else "。")
    return taken
