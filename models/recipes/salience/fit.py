"""The weights of salience, fitted to the sentences that people picked.

    cargo run --profile harness --example summaries -- features FOLDER > features.jsonl
    PYTHONPATH=models python -m recipes.salience.fit features.jsonl src/summarizer/salience/weights.rs

`FOLDER` holds `LANG.b.jsonl`: documents with `picks`, `tldr` and `headline` (see the README of the
judge's texts). A document's target distribution over its sentences is

    t_i ∝ PICK^rank of a picked sentence + COVER · ROUGE(i, tldr)

and the weights of language l, w_l = w + d_l, minimise the cross entropy of softmax(w_l · f_i) with
it, plus L · |w|² + D · |d_l|²: languages share what they have in common. Documents whose CRC-32 of
the id is a multiple of 8 are held out. Without a second argument the recipe only cross-validates.
"""

import json
import sys
import unicodedata
import zlib
from collections import Counter
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

LANGUAGES = {"en": "ENGLISH", "de": "GERMAN", "zh": "CHINESE", "fa": "PERSIAN"}
PICK = 0.8
COVER = 1.0
L = 1.0
D = 2.0
FOLDS = 7


def words(text):
    """Words, or Chinese characters, in lower case."""
    found, word = [], ""
    for c in unicodedata.normalize("NFKC", text).lower():
        han = "\u3400" <= c <= "\u9fff"
        if c.isalnum() and not han or c == "\u200c" and word:
            word += c
            continue
        if word:
            found.append(word)
        word = ""
        if han:
            found.append(c)
    return [*found, word] if word else found


def grams(tokens, n):
    return Counter(zip(*(tokens[i:] for i in range(n))))


def rouge(hypothesis, reference):
    """The mean of ROUGE-1 and ROUGE-2 F1."""
    total = 0.0
    for n in (1, 2):
        one, other = grams(hypothesis, n), grams(reference, n)
        size = sum(one.values()) + sum(other.values())
        total += 2 * sum((one & other).values()) / size if size else 0.0
    return total / 2


def is_held_out(row):
    return zlib.crc32(row["id"].encode()) % 8 == 0


class Document:
    """The features and the target of the sentences of a document."""

    def __init__(self, row):
        self.language = row["language"]
        self.sentences = [words(sentence["text"]) for sentence in row["sentences"]]
        self.features = np.array([sentence["features"] for sentence in row["sentences"]])
        self.tldr = words(" ".join(row["tldr"]))
        picks = [words(pick) for pick in row["picks"]]
        gain = []
        for sentence in self.sentences:
            ranks = [i for i, pick in enumerate(picks) if same(sentence, pick)]
            value = PICK ** ranks[0] if ranks else 0.0
            gain.append(value + COVER * rouge(sentence, self.tldr))
        self.gain = np.array(gain)
        self.picked = np.array([any(same(s, pick) for pick in picks) for s in self.sentences])
        self.target = self.gain**2 / max(1e-9, (self.gain**2).sum())


def same(sentence, pick):
    """Whether a pick is a sentence, but for a label or a dateline in front."""
    if not sentence or not pick:
        return False
    shared = sum((Counter(sentence) & Counter(pick)).values())
    return shared >= 0.8 * max(len(sentence), 1) and shared >= 0.6 * len(pick)


def fit(documents):
    """The weights of each language."""
    size = documents[0].features.shape[1]
    names = list(LANGUAGES)

    def loss(vector):
        blocks = vector.reshape(1 + len(names), size)
        gradient = np.zeros_like(blocks)
        total = L * (blocks[0] ** 2).sum() + D * (blocks[1:] ** 2).sum()
        gradient += 2 * np.vstack([L * blocks[:1], D * blocks[1:]])
        for document in documents:
            at = 1 + names.index(document.language)
            scores = document.features @ (blocks[0] + blocks[at])
            scores -= scores.max()
            likely = np.exp(scores)
            likely /= likely.sum()
            total -= document.target @ np.log(likely + 1e-12)
            step = document.features.T @ (likely - document.target)
            gradient[0] += step
            gradient[at] += step
        return total, gradient.ravel()

    found = minimize(loss, np.zeros(size * (1 + len(names))), jac=True, method="L-BFGS-B")
    blocks = found.x.reshape(1 + len(names), size)
    return {name: blocks[0] + blocks[1 + i] for i, name in enumerate(names)}


def gist(document, weights):
    """The sentences of a short summary, roughly as the library takes them."""
    scores = document.features @ weights
    budget = 78 if document.language == "zh" else 42
    chosen, size = [], 0
    for at in np.argsort(-scores, kind="stable"):
        sentence = document.sentences[at]
        if not chosen or (size + len(sentence) <= budget and len(chosen) < 3):
            chosen.append(at)
            size += len(sentence)
    return [word for at in sorted(chosen) for word in document.sentences[at]]


def measure(documents, weights):
    """ROUGE of the gist against `tldr`, and the share of first sentences that were picked."""
    scores, first = {}, {}
    for document in documents:
        found = weights[document.language]
        scores.setdefault(document.language, []).append(rouge(gist(document, found), document.tldr))
        best = int(np.argmax(document.features @ found))
        first.setdefault(document.language, []).append(bool(document.picked[best]))
    return {
        name: (100 * np.mean(scores[name]), 100 * np.mean(first[name]), len(scores[name]))
        for name in scores
    }


def show(title, measured):
    cells = [f"{name} {r:.1f} ({p:.0f} % of {n})" for name, (r, p, n) in sorted(measured.items())]
    mean = np.mean([r for r, _, _ in measured.values()])
    print(f"{title:32}", "  ".join(cells), f" mean {mean:.2f}", flush=True)


def written(weights):
    """The generated file."""
    head = '''//! The weights of [salience](super): the bias, then those of the features, for each language.
//!
//! Written by `models/recipes/salience/fit.py`; not edited by hand.

use super::FEATURES;
use crate::text::Language;

const COUNT: usize = FEATURES.len() + 1;

pub(super) fn of(language: Language) -> &'static [f64; COUNT] {
    match language {
        Language::English => &ENGLISH,
        Language::German => &GERMAN,
        Language::Chinese => &CHINESE,
        Language::Persian => &PERSIAN,
    }
}
'''
    for language, name in LANGUAGES.items():
        # A softmax leaves the bias open.
        row = ["0.0", *(f"{value:.4f}" for value in weights[language])]
        lines = [", ".join(row[at : at + 10]) for at in range(0, len(row), 10)]
        body = ",\n    ".join(lines)
        head += f"\n#[rustfmt::skip]\nstatic {name}: [f64; COUNT] = [\n    {body},\n];\n"
    return head


def main(features, goal=None):
    rows = [json.loads(line) for line in Path(features).read_text().splitlines()]
    rows = [row for row in rows if row["picks"] and row["tldr"] and row["sentences"]]
    train = [Document(row) for row in rows if not is_held_out(row)]
    held = [Document(row) for row in rows if is_held_out(row)]
    size = train[0].features.shape[1]
    lead = np.zeros(size)
    lead[2] = -1.0  # the depth of a sentence
    show("lead", measure(train, dict.fromkeys(LANGUAGES, lead)))
    best = [(d.gain, d) for d in train]
    oracle = {}
    for gain, d in best:
        d2 = Document.__new__(Document)
        d2.language, d2.sentences, d2.features, d2.tldr, d2.picked = (
            d.language, d.sentences, gain[:, None], d.tldr, d.picked)
        oracle.setdefault("all", []).append(d2)
    show("oracle", measure(oracle["all"], dict.fromkeys(LANGUAGES, np.ones(1))))
    parts = {}
    for fold in range(FOLDS):
        weights = fit([d for i, d in enumerate(train) if i % FOLDS != fold])
        for name, found in measure([d for i, d in enumerate(train) if i % FOLDS == fold], weights).items():
            parts.setdefault(name, []).append(found)
    show("cross-validated", {
        name: tuple(np.average([f[k] for f in found], weights=[f[2] for f in found]) for k in (0, 1))
        + (sum(f[2] for f in found),)
        for name, found in parts.items()
    })
    weights = fit(train)
    show("held out: lead", measure(held, dict.fromkeys(LANGUAGES, lead)))
    show("held out", measure(held, weights))
    if goal:
        Path(goal).write_text(written(weights))


if __name__ == "__main__":
    main(*sys.argv[1:])
