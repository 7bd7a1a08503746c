"""Tokens and UTF-16 offsets of texts, by unicodedata, regex and the codec."""

import random
import sys
import unicodedata

import regex

import invented

DROPPED_CATEGORIES = {"Zs", "Zl", "Zp", "Cc", "Cf"}
WORD = regex.compile(r"\p{Script=Han}|[[\p{L}\p{M}\p{N}]--\p{Script=Han}]+", regex.V1)
FOLDED = regex.compile(r"[\u0640\p{Cf}\ufe00-\ufe0f\U000e0100-\U000e01ef]|[\p{Mn}&&[\u0600-\u06ff]]", regex.V1)
PERSIAN = str.maketrans({"\u0649": "\u06cc", "\u064a": "\u06cc", "\u0643": "\u06a9"})


def nfkc_lowercase(text):
    return unicodedata.normalize("NFKC", text).lower()


def characters(text):
    return [c for c in nfkc_lowercase(text) if unicodedata.category(c) not in DROPPED_CATEGORIES]


def for_words(text):
    return FOLDED.sub("", nfkc_lowercase(text).translate(PERSIAN))


def utf16_offsets(text):
    """[byte offset, UTF-16 offset] at every character boundary."""
    return [
        [len(text[:i].encode("utf-8")), len(text[:i].encode("utf-16-le")) // 2]
        for i in range(len(text) + 1)
    ]


def main():
    draw = random.Random(3)
    assigned = [
        chr(code)
        for code in range(sys.maxunicode + 1)
        if unicodedata.category(chr(code)) not in {"Cn", "Cs", "Co"}
    ]
    texts = list(invented.TEXTS)
    for _ in range(150):
        texts.append("".join(draw.choices(assigned, k=draw.randint(1, 40))))
    pieces = [word + end for words in invented.WORDS.values() for word in words for end in ["", " ", ", "]]
    for _ in range(50):
        texts.append("".join(draw.choices(pieces, k=draw.randint(1, 60))))
    cases = [
        {
            "text": text,
            "characters": characters(text),
            "for_words": for_words(text),
            "words": WORD.findall(for_words(text)),
            "utf16": utf16_offsets(text),
        }
        for text in texts
    ]
    invented.write("text", cases)


if __name__ == "__main__":
    main()
