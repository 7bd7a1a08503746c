"""ROUGE of random token sequences and English strings, by rouge-score, and
ROUGE-Lsum of random sentences."""

import random

from rouge_score.rouge_scorer import RougeScorer

import invented

MEASURES = {"rouge1": "rouge1", "rouge2": "rouge2", "rougeL": "rougeL"}
PUNCTUATION = [" ", " ", " ", ", ", ". ", " - ", "'s ", "-", "\n", " (", ") "]


class Whitespace:
    def tokenize(self, text):
        return text.split()


def scores(scorer, hypothesis, reference):
    result = scorer.score(reference, hypothesis)
    return {
        name: {"precision": score.precision, "recall": score.recall, "f1": score.fmeasure}
        for name, score in result.items()
    }


def main():
    draw = random.Random(1)
    tokens = RougeScorer(list(MEASURES), tokenizer=Whitespace())
    strings = RougeScorer(list(MEASURES), use_stemmer=False)
    cases = []
    for number in range(240):
        language = list(invented.WORDS)[number % 4]
        words = invented.WORDS[language]
        longest = draw.choice([3, 12, 40, 90])
        reference = draw.choices(words, k=draw.randint(0, longest))
        if draw.random() < 0.5:
            hypothesis = draw.choices(words, k=draw.randint(0, longest))
        else:  # a copy with words dropped and changed
            hypothesis = [
                draw.choice(words) if draw.random() < 0.2 else word
                for word in reference
                if draw.random() < 0.8
            ]
        cases.append({
            "kind": "tokens",
            "hypothesis": hypothesis,
            "reference": reference,
            "scores": scores(tokens, " ".join(hypothesis), " ".join(reference)),
        })
    vocabulary = invented.WORDS["en"] + "The U.S. 3.5% 2024 e-mail didn't don't COVID-19 $12m".split()
    for _ in range(80):
        hypothesis, reference = (
            "".join(
                draw.choice([str.lower, str.upper, str.title, str])(draw.choice(vocabulary))
                + draw.choice(PUNCTUATION)
                for _ in range(draw.randint(0, 30))
            )
            for _ in range(2)
        )
        cases.append({
            "kind": "text",
            "hypothesis": hypothesis,
            "reference": reference,
            "scores": scores(strings, hypothesis, reference),
        })
    lsum = RougeScorer(["rougeLsum"], tokenizer=Whitespace())
    for number in range(240):
        words = list(invented.WORDS.values())[number % 4][: draw.choice([3, 8, 40])]
        longest = draw.choice([4, 15, 90])
        reference, hypothesis = (
            [draw.choices(words, k=draw.randint(1, longest)) for _ in range(draw.randint(0, 6))]
            for _ in range(2)
        )
        # Sentences of the other side, some of them changed.
        hypothesis += [
            [draw.choice(words) if draw.random() < 0.3 else word for word in sentence]
            for sentence in reference
            if draw.random() < 0.4
        ]
        draw.shuffle(hypothesis)
        lines = ["\n".join(" ".join(s) for s in side) for side in (hypothesis, reference)]
        cases.append({
            "kind": "sentences",
            "hypothesis": hypothesis,
            "reference": reference,
            "score": scores(lsum, *lines)["rougeLsum"],
        })
    invented.write("rouge", cases)


if __name__ == "__main__":
    main()
