"""Extractive fragments by the procedure of Grusky et al. 2018, figure 3.

The procedure is written out here as the paper prints it, comparing word by
word; the Newsroom library of the authors does the same.
"""

import random

import invented


def fragments(article, summary):
    found, i = [], 0
    while i < len(summary):
        longest, j = (0, 0), 0
        while j < len(article):
            if summary[i] != article[j]:
                j += 1
                continue
            length = 0
            while (
                i + length < len(summary)
                and j + length < len(article)
                and summary[i + length] == article[j + length]
            ):
                length += 1
            if length > longest[0]:
                longest = (length, j)
            j += length
        if longest[0]:
            found.append({"summary": i, "document": longest[1], "length": longest[0]})
        i += max(longest[0], 1)
    return found


def main():
    draw = random.Random(6)
    cases = []
    for number in range(240):
        # Few distinct words make partial matches that overlap longer ones.
        words = list(invented.WORDS.values())[number % 4][: draw.choice([2, 3, 6, 40])]
        document = draw.choices(words, k=draw.randint(0, draw.choice([5, 30, 120])))
        summary = []
        while len(summary) < draw.randint(0, 30):
            if document and draw.random() < 0.6:
                start = draw.randrange(len(document))
                summary += document[start : start + draw.randint(1, 9)]
            else:
                summary.append(draw.choice(words + ["unseen"]))
        found = fragments(document, summary)
        size = len(summary)
        cases.append({
            "document": document,
            "summary": summary,
            "fragments": found,
            "coverage": sum(f["length"] for f in found) / size if size else 0.0,
            "density": sum(f["length"] ** 2 for f in found) / size if size else 0.0,
            "compression": len(document) / size if size else 0.0,
        })
    invented.write("fragments", cases)


if __name__ == "__main__":
    main()
