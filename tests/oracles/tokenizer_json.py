"""Ids, spans and decoded texts by the `tokenizers` package.

    tokenizer_json.py FOLDER            the files of FOLDER and 100 lines become ../data/tokenizers.json.gz
    tokenizer_json.py FOLDER COUNT OUT  COUNT lines and what each file makes of them go to OUT, a line each

The files are those of `tokenizer_files.py`. Equal rewriting tables are stored once.
"""

import gzip
import json
import pathlib
import random
import sys

import tokenizers

import invented
from tokenizer_lines import lines


def encoded(tokenizer, text):
    """Ids, and the spans as characters of the text."""
    found = tokenizer.encode(text, add_special_tokens=False)
    return {"ids": found.ids, "spans": [end for span in found.offsets for end in span]}


def paired(tokenizer, first, second):
    found = tokenizer.encode(first, second)
    sequences = [-1 if special else sequence
                 for special, sequence in zip(found.special_tokens_mask, found.sequence_ids)]
    sequences = [-1 if sequence is None else sequence for sequence in sequences]
    return {"ids": found.ids, "types": found.type_ids, "sequences": sequences}


def decoded(tokenizer, draw):
    size = tokenizer.get_vocab_size()
    ids = [draw.randrange(size) for _ in range(draw.randint(0, 30))]
    return {"ids": ids, "text": tokenizer.decode(ids, skip_special_tokens=False),
            "plain": tokenizer.decode(ids, skip_special_tokens=True)}


def opened(path):
    tokenizer = tokenizers.Tokenizer.from_file(str(path))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def shared(value, tables):
    """The file with names in place of its rewriting tables."""
    if isinstance(value, list):
        return [shared(item, tables) for item in value]
    if isinstance(value, dict):
        return {key: shared(item, tables) for key, item in value.items()}
    if isinstance(value, str) and len(value) > 10000:
        return "@" + str(tables.setdefault(value, len(tables)))
    return value


def main():
    paths = sorted(pathlib.Path(sys.argv[1]).glob("*.json"))
    if len(sys.argv) > 2:
        texts = lines(int(sys.argv[2]), seed=3)
        with open(sys.argv[3], "w", encoding="utf-8") as out:
            out.write(json.dumps(texts) + "\n")
            for path in paths:
                tokenizer = opened(path)
                cases = [encoded(tokenizer, text) for text in texts]
                out.write(json.dumps({"file": str(path), "cases": cases}) + "\n")
        return
    draw = random.Random(4)
    texts = [*invented.TEXTS, *lines(84, seed=2)]
    texts = [text for text in texts if len(text) < 400]
    tables = {}
    cases = []
    for path in paths:
        tokenizer = opened(path)
        file = json.loads(path.read_text(encoding="utf-8"))
        cases.append({
            "name": path.stem,
            "file": json.dumps(shared(file, tables), ensure_ascii=False, separators=(",", ":")),
            "size": tokenizer.get_vocab_size(),
            "texts": [encoded(tokenizer, text) for text in texts],
            "pair": paired(tokenizer, texts[7], texts[8]),
            "single": tokenizer.encode(texts[7]).ids,
            "decoded": [decoded(tokenizer, draw) for _ in range(20)],
        })
    data = {"texts": texts, "tables": list(tables), "cases": cases}
    packed = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    (invented.DATA / "tokenizers.json.gz").write_bytes(gzip.compress(packed, mtime=0))


if __name__ == "__main__":
    main()
