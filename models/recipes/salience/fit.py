"""The weights of salience, fitted to the sentences that people picked.

    cargo run --profile harness --example summaries -- features FOLDER > features.jsonl
    PYTHONPATH=models python -m recipes.salience.fit features.jsonl [src/summarizer/salience]

`FOLDER` holds `LANG.c.jsonl` to `LANG.e.jsonl`: documents with `picks`, `tldr` and `headline` (see the
README of the judge's texts). A document's target distribution over its sentences is

    t_i ∝ (PICK^rank of a picked sentence + COVER · ROUGE(i, tldr))²

and the score of sentence i of a document of language l and form m,

    s_i = (w + d_l) · f_i + v_m · g_i + u_l · b_i

with its features f, those of them, g, that weigh by form, and its words and pairs of words b,
minimises the cross entropy of softmax(s) with it, plus L · |w|² + D · |d_l|² + V · |v_m|² + U · |u_l|²:
languages share what they have in common. Of words the WORDS heaviest of a language are kept, and the
rest is fitted again. Documents whose CRC-32 of the id is a multiple of 8 are held out. Without a
second argument the recipe only cross-validates.
"""

import json
import sys
import unicodedata
import zlib
from collections import Counter
from pathlib import Path

import numpy as np
from scipy import sparse
from scipy.optimize import minimize

LANGUAGES = {"en": "ENGLISH", "de": "GERMAN", "zh": "CHINESE", "fa": "PERSIAN"}
NAMES = list(LANGUAGES)
FORMS = [
    "minutes", "changes", "leaflet", "interview", "chat", "study",
    "steps", "rules", "report", "review", "event", "letter",
]  # fmt: skip
# The places of the features that weigh by form, as FORMED lists them.
FORMED = [1, 2, 3, 4, 5, 6, 8, 10, 16, 24, 25, 30, 31, 34, 43, 14]
# The place of the sum of the weights of words, which weighs 1.
TOLD = 45
PICK = 0.8
COVER = 1.0
L = 1.0
D = 2.0
V = 2.0
U = 6.0
# Words and pairs that stand in so many documents are looked at, and so many of a language are kept.
LEAST = 6
WORDS = 300
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
        self.kind = row["kind"]
        sentences = row["sentences"]
        self.form = sentences[0]["form"]
        self.sentences = [words(sentence["text"]) for sentence in sentences]
        self.features = np.array([sentence["features"] for sentence in sentences])
        self.features[:, TOLD] = 0.0
        self.phrases = [phrases(sentence["tokens"]) for sentence in sentences]
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


def phrases(tokens):
    """The distinct words and pairs of words of a sentence that hold no digit."""
    found = [*tokens, *(f"{one} {other}" for one, other in zip(tokens, tokens[1:]))]
    return {one for one in found if not any(c.isdigit() for c in one)}


def same(sentence, pick):
    """Whether a pick is a sentence, but for a label or a dateline in front."""
    if not sentence or not pick:
        return False
    shared = sum((Counter(sentence) & Counter(pick)).values())
    return shared >= 0.8 * max(len(sentence), 1) and shared >= 0.6 * len(pick)


def vocabulary(documents):
    """Of each language the words and pairs of many documents."""
    seen = {name: Counter() for name in NAMES}
    for document in documents:
        seen[document.language].update(set().union(*document.phrases))
    return {
        name: sorted(one for one, count in counts.items() if count >= LEAST)
        for name, counts in seen.items()
    }


class Rows:
    """The sentences of many documents as one matrix, and what they are fitted to."""

    def __init__(self, documents, vocabularies):
        size = documents[0].features.shape[1]
        self.places = {
            name: {one: i for i, one in enumerate(vocabularies[name])} for name in NAMES
        }
        starts = np.cumsum([0] + [len(vocabularies[name]) for name in NAMES])
        self.starts = dict(zip(NAMES, starts))
        self.counts = (size, len(FORMS) * len(FORMED), int(starts[-1]))
        data, rows, columns = [], [], []
        at, self.bounds = 0, [0]
        shared, own = size * (1 + len(NAMES)), len(FORMS) * len(FORMED)
        for document in documents:
            block = size * (1 + NAMES.index(document.language))
            form = FORMS.index(document.form) if document.form else None
            for features, found in zip(document.features, document.phrases):
                for k in np.nonzero(features)[0]:
                    for column in (k, block + k):
                        data.append(features[k])
                        rows.append(at)
                        columns.append(column)
                if form is not None:
                    for i, k in enumerate(FORMED):
                        if features[k]:
                            data.append(features[k])
                            rows.append(at)
                            columns.append(shared + form * len(FORMED) + i)
                places = self.places[document.language]
                for one in found:
                    if one in places:
                        data.append(1.0)
                        rows.append(at)
                        columns.append(
                            shared + own + self.starts[document.language] + places[one]
                        )
                at += 1
            self.bounds.append(at)
        width = shared + own + self.counts[2]
        self.matrix = sparse.csr_matrix((data, (rows, columns)), shape=(at, width))
        self.target = np.concatenate([document.target for document in documents])
        self.ridge = np.concatenate(
            [
                np.full(size, L),
                np.full(size * len(NAMES), D),
                np.full(own, V),
                np.full(self.counts[2], U),
            ]
        )

    def fit(self):
        starts = np.array(self.bounds[:-1])
        sizes = np.diff(self.bounds)

        def loss(vector):
            scores = self.matrix @ vector
            scores -= np.repeat(np.maximum.reduceat(scores, starts), sizes)
            likely = np.exp(scores)
            likely /= np.repeat(np.add.reduceat(likely, starts), sizes)
            total = -self.target @ np.log(likely + 1e-12) + self.ridge @ vector**2
            gradient = self.matrix.T @ (likely - self.target) + 2 * self.ridge * vector
            return total, gradient

        start = np.zeros(self.matrix.shape[1])
        found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 400})
        return found.x


class Weights:
    """What `fit` finds, in parts."""

    def __init__(self, rows, vector):
        size, own, _ = rows.counts
        blocks = vector[: size * (1 + len(NAMES))].reshape(1 + len(NAMES), size)
        self.languages = {name: blocks[0] + blocks[1 + i] for i, name in enumerate(NAMES)}
        rest = vector[size * (1 + len(NAMES)) :]
        self.forms = rest[:own].reshape(len(FORMS), len(FORMED))
        told = rest[own:]
        self.words = {
            name: {one: told[rows.starts[name] + i] for one, i in rows.places[name].items()}
            for name in NAMES
        }

    def score(self, document):
        scores = document.features @ self.languages[document.language]
        if document.form:
            scores = scores + document.features[:, FORMED] @ self.forms[FORMS.index(document.form)]
        told = self.words[document.language]
        sums = [sum(told.get(one, 0.0) for one in found) for found in document.phrases]
        return scores + np.clip(sums, -3, 3)


def fit(documents):
    """The weights: of all words, then of the heaviest alone."""
    found = vocabulary(documents)
    rows = Rows(documents, found)
    weights = Weights(rows, rows.fit())
    seen = Counter(one for document in documents for one in set().union(*document.phrases))
    kept = {
        name: sorted(told, key=lambda one: -abs(told[one]) * np.sqrt(seen[one]))[:WORDS]
        for name, told in weights.words.items()
    }
    rows = Rows(documents, {name: sorted(one) for name, one in kept.items()})
    return Weights(rows, rows.fit())


def gist(document, scores):
    """The sentences of a short summary, roughly as the library takes them."""
    budget = 78 if document.language == "zh" else 42
    chosen, size = [], 0
    for at in np.argsort(-scores, kind="stable"):
        sentence = document.sentences[at]
        if not chosen or (size + len(sentence) <= budget and len(chosen) < 3):
            chosen.append(at)
            size += len(sentence)
    return [word for at in sorted(chosen) for word in document.sentences[at]]


def measure(documents, score):
    """ROUGE of the gist against `tldr`, and the share of first sentences that were picked."""
    scores, first = {}, {}
    for document in documents:
        found = score(document)
        gained = rouge(gist(document, found), document.tldr)
        scores.setdefault(document.language, []).append(gained)
        best = int(np.argmax(found))
        first.setdefault(document.language, []).append(bool(document.picked[best]))
    return {
        name: (100 * np.mean(scores[name]), 100 * np.mean(first[name]), len(scores[name]))
        for name in scores
    }


def show(title, measured):
    cells = [f"{name} {r:.1f} ({p:.0f} % of {n})" for name, (r, p, n) in sorted(measured.items())]
    mean = np.mean([r for r, _, _ in measured.values()])
    picked = np.mean([p for _, p, _ in measured.values()])
    print(f"{title:24}", "  ".join(cells), f" mean {mean:.2f} ({picked:.1f} %)", flush=True)


def written(weights):
    """The generated file."""
    head = '''//! The weights of [salience](super): those of the features for each language, and of some for each
//! form.
//!
//! Written by `models/recipes/salience/fit.py`; not edited by hand.

use super::{FEATURES, FORMED};
use crate::summarizer::form::FORMS as ALL;
use crate::text::Language;

const COUNT: usize = FEATURES.len();

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
        own = weights.languages[language].copy()
        own[TOLD] = 1.0
        head += f"\n#[rustfmt::skip]\nstatic {name}: [f64; COUNT] = [\n    {lines(own)},\n];\n"
    rows = ",\n    ".join(f"[{', '.join(f'{value:.4f}' for value in row)}]" for row in weights.forms)
    return head + (
        "\n#[rustfmt::skip]\n"
        f"pub(super) static FORMS: [[f64; FORMED.len()]; ALL.len()] = [\n    {rows},\n];\n"
    )


def lines(values):
    row = [f"{value:.4f}" for value in values]
    return ",\n    ".join(", ".join(row[at : at + 10]) for at in range(0, len(row), 10))


def told(words):
    """A file of words: those that weigh a hundredth or more."""
    rows = [(one, round(100 * value)) for one, value in sorted(words.items())]
    return "".join(f"{one} {value}\n" for one, value in rows if value)


def main(features, goal=None):
    rows = [json.loads(line) for line in Path(features).read_text().splitlines()]
    rows = [row for row in rows if row["picks"] and row["tldr"] and row["sentences"]]
    train = [Document(row) for row in rows if not is_held_out(row)]
    held = [Document(row) for row in rows if is_held_out(row)]

    def lead(document):
        return -np.arange(len(document.sentences), dtype=float)

    show("lead", measure(train, lead))
    show("oracle", measure(train, lambda document: document.gain))
    stored = {id(d): np.array([s["salience"] for s in row["sentences"]])
              for d, row in zip(train, (row for row in rows if not is_held_out(row)))}
    show("the library's", measure(train, lambda document: stored[id(document)]))
    parts = {}
    for fold in range(FOLDS):
        weights = fit([d for i, d in enumerate(train) if i % FOLDS != fold])
        tested = [d for i, d in enumerate(train) if i % FOLDS == fold]
        for name, found in measure(tested, weights.score).items():
            parts.setdefault(name, []).append(found)
    show(
        "cross-validated",
        {
            name: tuple(
                np.average([f[k] for f in found], weights=[f[2] for f in found]) for k in (0, 1)
            )
            + (sum(f[2] for f in found),)
            for name, found in parts.items()
        },
    )
    weights = fit(train)
    show("held out: lead", measure(held, lead))
    show("held out", measure(held, weights.score))
    if goal:
        weights = fit(train)
        Path(goal, "weights.rs").write_text(written(weights))
        for language, found in weights.words.items():
            Path(goal, "words", f"{language}.txt").write_text(told(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
