"""BERTScore of given embeddings by the bert-score package's own matching and
document frequencies, and the likeness of sentences to the rest of a document
over word vectors by the same matching (paper E, Algorithm 1 with F1_FT).

The package's models are not asked for, so the libraries that load them need
not be installed.
"""

import math
import random
import sys
from unittest import mock

import numpy as np
import torch

import invented
import text
from top_sentences import END, SPACE

for library in (
    "transformers", "matplotlib", "matplotlib.pyplot", "mpl_toolkits", "mpl_toolkits.axes_grid1",
    "pandas", "requests",
):
    sys.modules.setdefault(library, mock.MagicMock(__version__="4.0.0"))
from bert_score import utils as package  # noqa: E402


def score(hypothesis, reference, hypothesis_weights=None, reference_weights=None):
    """The package's score of one pair, in double precision."""
    def tensors(rows, weights):
        weights = weights or [1.0] * len(rows)
        if len(rows) == 2:
            # The package takes two tokens for an empty text between its marks.
            # Each token twice is the same mean.
            rows, weights = rows * 2, weights * 2
        return (
            torch.tensor(np.array([rows]), dtype=torch.float64),
            torch.ones(1, len(rows), dtype=torch.long),
            torch.tensor([weights], dtype=torch.float64),
        )

    scores = package.greedy_cos_idf(
        *tensors(reference, reference_weights), *tensors(hypothesis, hypothesis_weights)
    )
    precision, recall, f1 = (float(value) for value in scores)
    # Where the sum is not positive the package's F1 has no meaning.
    return {
        "precision": precision,
        "recall": recall,
        "f1": f1 if precision + recall > 0 else 0.0,
    }


def inverse_frequencies(references):
    """The package's weights, with words in the place of word pieces."""
    with mock.patch.object(package, "sent_encode", lambda _, words: words):
        return package.get_idf_dict(references, None, nthreads=0)


def rounded(rows):
    """Numbers that single precision holds exactly."""
    return [[round(float(x) * 64) / 64 or 1 / 64 for x in row] for row in rows]


def embedding_cases(draw, noise):
    cases = []
    for number in range(220):
        dimension = draw.choice([1, 2, 7, 8, 33])
        lean = draw.choice([0.0, 0.5, 2.0])
        rows = lambda count: rounded(noise.normal(lean, 1.0, (count, dimension)))
        hypothesis, reference = rows(draw.randint(1, 12)), rows(draw.randint(1, 12))
        case = {"kind": "embeddings", "hypothesis": hypothesis, "reference": reference}
        if number % 2:
            weights = [[draw.choice([0.25, 1.0, 3.0]) for _ in side] for side in (hypothesis, reference)]
            case["weights"] = weights
            case["score"] = score(hypothesis, reference, *weights)
        else:
            case["score"] = score(hypothesis, reference)
        assert all(math.isfinite(x) for x in case["score"].values())
        cases.append(case)
    return cases


def frequency_cases(draw):
    cases = []
    for number in range(20):
        words = list(invented.WORDS.values())[number % 4]
        references = [draw.choices(words, k=draw.randint(0, 9)) for _ in range(draw.randint(1, 7))]
        tokens = draw.choices(words, k=6) + ["unseen"]
        weights = inverse_frequencies(references)
        cases.append({
            "kind": "frequencies",
            "references": references,
            "tokens": tokens,
            "weights": [weights[token] for token in tokens],
        })
    return cases


def document_cases(draw, noise):
    cases = []
    for number in range(60):
        language = list(invented.WORDS)[number % 4]
        space, words = SPACE[language], sorted(set(invented.WORDS[language]))
        # Some words have no vector.
        dimension = draw.choice([3, 8, 20])
        known = {word: row for word, row in zip(words, rounded(noise.normal(0.3, 1.0, (len(words), dimension)))) if draw.random() < 0.8}
        sentences = [
            space.join(draw.choices(words, k=draw.randint(1, 12)) + ["xyz"]).capitalize() + END[language]
            for _ in range(draw.randint(2, 9))
        ]
        if draw.random() < 0.5:
            sentences.append(sentences[0])
        vectors = [
            [known[word] for word in text.WORD.findall(text.for_words(sentence)) if word in known]
            for sentence in sentences
        ]
        scores = []
        for i, own in enumerate(vectors):
            rest = sum(vectors[:i] + vectors[i + 1:], [])
            scores.append(score(own, rest)["f1"] if own and rest else 0.0)
        cases.append({
            "kind": "document",
            "language": language,
            "separator": space,
            "sentences": sentences,
            "dimension": dimension,
            "words": list(known),
            "values": [x for row in known.values() for x in row],
            "scores": scores,
        })
    return cases


def main():
    draw, noise = random.Random(7), np.random.default_rng(7)
    cases = embedding_cases(draw, noise) + frequency_cases(draw) + document_cases(draw, noise)
    invented.write("embeddings", cases)


if __name__ == "__main__":
    main()
