"""Top sentence selection by rouge-score, sentence against the rest."""

import random

from rouge_score.rouge_scorer import RougeScorer

import invented
import text

END = {"zh": "。", "en": ".", "fa": ".", "de": "."}
SPACE = {"zh": "", "en": " ", "fa": " ", "de": " "}


class Words:
    def tokenize(self, string):
        return text.WORD.findall(text.for_words(string))


def main():
    draw = random.Random(4)
    scorer = RougeScorer(["rouge1"], tokenizer=Words())
    cases = []
    for number in range(48):
        language = list(invented.WORDS)[number % 4]
        space = SPACE[language]
        sentences = [
            # Words of one letter before the full stop would be initials.
            space.join(draw.choices(invented.WORDS[language], k=draw.randint(1, 18)) + ["xyz"]).capitalize()
            + END[language]
            for _ in range(draw.randint(1, 14))
        ]
        if draw.random() < 0.5:  # a repeated sentence makes a tie
            sentences.append(sentences[0])
        scores = [
            scorer.score(space.join(sentences[:i] + sentences[i + 1:]), sentence)["rouge1"].fmeasure
            for i, sentence in enumerate(sentences)
        ]
        ranking = sorted(range(len(sentences)), key=lambda i: (-scores[i], i))
        # m is 30 % of the sentences.
        count = max(1, round(0.3 * len(sentences)))
        cases.append({
            "language": language,
            "separator": space,
            "sentences": sentences,
            "scores": scores,
            "top": sorted(ranking[:count]),
        })
    invented.write("top_sentences", cases)


if __name__ == "__main__":
    main()
