"""Subword ids by the `tokenizers` package: models.WordPiece as BERT uses it, without case."""

import json
import random

import tokenizers
from tokenizers import models, normalizers, pre_tokenizers

import invented

WORDS = [word for words in invented.WORDS.values() for word in words]
MARKS = [",", ".", "!", "-", "'", "\u3002", "\u060c", "\u201c", "$", "^", "\u20ac"]


def pieces(draw, folded):
    """Invented pieces: characters and runs of the words, at their beginning or within."""
    runs = set()
    for word in folded:
        for a in range(len(word)):
            for b in range(a + 1, min(len(word), a + 6) + 1):
                runs.add(("##" if a else "") + word[a:b])
    kept = [run for run in sorted(runs) if draw.random() < (0.8 if len(run.removeprefix("##")) == 1 else 0.3)]
    return kept + [mark for mark in MARKS if mark not in kept]


def main():
    draw = random.Random(6)
    normalizer = normalizers.BertNormalizer(lowercase=True)
    splitter = pre_tokenizers.BertPreTokenizer()
    texts = list(invented.TEXTS)
    for _ in range(300):
        words = [draw.choice([str, str.upper, str.title])(word) for word in draw.choices(WORDS, k=draw.randint(1, 30))]
        texts.append("".join(word + draw.choice(["", " ", " ", " ", "  ", "\n", *MARKS]) for word in words))
    texts += ["x" * 100, "y" * 101, "\u0378\ue000\x85 a\x0bb", "\U0002b820\U0002b920a", "[CLS] [MASK] ##a", "\ufffd\x00"]
    folded = {word for text in texts for word, _ in splitter.pre_tokenize_str(normalizer.normalize_str(text))}
    vocabulary = ["[PAD]", "[UNK]", *pieces(draw, sorted(folded))]
    tokenizer = tokenizers.Tokenizer(models.WordPiece({piece: id for id, piece in enumerate(vocabulary)}, unk_token="[UNK]"))
    tokenizer.normalizer, tokenizer.pre_tokenizer = normalizer, splitter
    case = {
        "vocabulary": "".join(f"{piece}\n" for piece in vocabulary),
        "texts": [{"text": text, "ids": tokenizer.encode(text).ids} for text in texts],
    }
    path = invented.DATA / "wordpiece.json"
    path.write_text(json.dumps(case, ensure_ascii=True, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
