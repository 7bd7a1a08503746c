"""How well a document covers a summary: ROUGE-1 precision.

coverage(s, d) = sum over tokens t of min(count of t in s, count of t in d) / tokens of s,
over the tokens that ROUGE counts (`text.rouge_tokens`).
"""

from collections import Counter

from .text import rouge_tokens


def coverage(summary: str, document: str) -> float:
    """Share of the summary's tokens that the document has, each used once; 0 without any."""
    wanted = Counter(rouge_tokens(summary))
    return (wanted & Counter(rouge_tokens(document))).total() / wanted.total() if wanted else 0.0
