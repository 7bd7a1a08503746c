"""Scores of headlines by their agreement with the others, over invented ones: the formula of
`consensus_scores`, with rouge-score's ROUGE-1 and ROUGE-L."""

import math
import random

from rouge_score.rouge_scorer import RougeScorer

import invented
from rouge import Whitespace

SCORER = RougeScorer(["rouge1", "rougeL"], tokenizer=Whitespace())


def shared(a, b):
    found = SCORER.score(" ".join(a), " ".join(b))
    return (found["rouge1"].fmeasure + found["rougeL"].fmeasure) / 2


def scores(candidates, alpha):
    weights = [math.exp(log / 4) for _, log in candidates]
    result = []
    for words, log in candidates:
        agreed = sum(w * shared(words, other) for w, (other, _) in zip(weights, candidates)) / sum(weights)
        n = len(words) + 1
        result.append(agreed + 0.02 * n + 0.02 * log / ((5 + n) / 6) ** alpha)
    return result


def main():
    draw = random.Random(9)
    cases = []
    for number in range(200):
        language = list(invented.WORDS)[number % 4]
        words = [word for word in invented.WORDS[language]]
        first = draw.choices(words, k=draw.randint(1, 14))
        candidates = []
        for _ in range(draw.choice([1, 2, 8, 32])):
            changed = [draw.choice(words) if draw.random() < 0.2 else word for word in first if draw.random() < 0.8]
            candidates.append((changed or first[:1], round(-draw.expovariate(0.1), 3)))
        alpha = draw.choice([0.0, 0.8, 2.5])
        joined = "" if language == "zh" else " "
        cases.append({
            "candidates": [(joined.join(words), log) for words, log in candidates],
            "length_penalty": alpha,
            "scores": scores(candidates, alpha),
        })
    invented.write("consensus", cases)


if __name__ == "__main__":
    main()
