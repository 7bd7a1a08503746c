"""Subword ids by the `tokenizers` package: models.Unigram after pre_tokenizers.Metaspace."""

import json
import random

import regex
import tokenizers
from tokenizers import models, pre_tokenizers

import invented
from text import for_words

BUCKETS = 16


def pieces(draw):
    """Invented pieces: characters, and runs that occur in the words, with log-probabilities."""
    words = ["\u2581" + for_words(word) for words in invented.WORDS.values() for word in words]
    runs = {word[a:b] for word in words for a in range(len(word)) for b in range(a + 1, min(len(word), a + 6) + 1)}
    kept = [run for run in sorted(runs) if draw.random() < (0.6 if len(run) == 1 else 0.3)]
    return [(piece, round(-draw.uniform(2, 14), 2)) for piece in ["\u2581", *(p for p in kept if p != "\u2581")]]


def fnv1a(token):
    value = 0xCBF29CE484222325
    for byte in token.encode("utf-8"):
        value = ((value ^ byte) * 0x100000001B3) % 2**64
    return value


def cutter(vocabulary):
    """The ids of a text by a vocabulary of pieces with their log-probabilities."""
    tokenizer = tokenizers.Tokenizer(models.Unigram(vocabulary, unk_id=1))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()

    def ids(text):
        folded = " ".join(part for part in regex.split(r"\p{White_Space}+", for_words(text)) if part)
        found = tokenizer.encode(folded)
        return [
            id if id != 1 else len(vocabulary) + fnv1a(token) % BUCKETS
            for id, token in zip(found.ids, found.tokens)
        ]

    return ids


def main():
    draw = random.Random(5)
    vocabulary = [("[PAD]", 0.0), ("[UNK]", 0.0), *pieces(draw)]
    ids = cutter(vocabulary)
    words = [word for words in invented.WORDS.values() for word in words]
    texts = list(invented.TEXTS)
    for _ in range(300):
        gap = draw.choice(["", " ", " ", "  ", "\n", ", "])
        texts.append(gap.join(draw.choices(words, k=draw.randint(1, 30))))
    case = {
        "buckets": BUCKETS,
        "vocabulary": "".join(f"{piece}\t{score}\n" for piece, score in vocabulary),
        "texts": [{"text": text, "ids": ids(text)} for text in texts],
    }
    path = invented.DATA / "unigram.json"
    path.write_text(json.dumps(case, ensure_ascii=True, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
