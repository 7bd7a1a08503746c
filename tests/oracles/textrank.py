"""TextRank of invented documents: the graph of Mihalcea and Tarau 2004 with
weights by its formula, and its scores by networkx's weighted PageRank."""

import math
import random

import networkx

import invented
import text
from top_sentences import END, SPACE


def scores(sentences):
    words = [text.WORD.findall(text.for_words(sentence)) for sentence in sentences]
    graph = networkx.Graph()
    graph.add_nodes_from(range(len(words)))
    for i, a in enumerate(words):
        for j, b in enumerate(words[:i]):
            logarithms = math.log(len(a)) + math.log(len(b)) if a and b else 0.0
            shared = len(set(a) & set(b))
            if logarithms > 0 and shared:
                graph.add_edge(i, j, weight=shared / logarithms)
    ranks = networkx.pagerank(graph, alpha=0.85, tol=1e-13, max_iter=2000)
    return [ranks[i] for i in range(len(words))]


def main():
    draw = random.Random(8)
    cases = []
    for number in range(220):
        language = list(invented.WORDS)[number % 4]
        space, words = SPACE[language], invented.WORDS[language]
        # Few words in common leave some sentences alone.
        own = [f"w{i}" for i in range(400)] if language != "zh" else [chr(0x5000 + i) for i in range(400)]
        share = draw.choice([0.05, 0.3, 1.0])
        sentences = [
            space.join(
                [draw.choice(words if draw.random() < share else own) for _ in range(draw.randint(0, draw.choice([2, 18])))]
                + [draw.choice(["xyz", f"end{i}"])]
            ).capitalize()
            + END[language]
            for i in range(draw.randint(1, 16))
        ]
        if draw.random() < 0.3:
            sentences.append(sentences[0])
        cases.append({
            "language": language,
            "separator": space,
            "sentences": sentences,
            "scores": scores(sentences),
        })
    invented.write("textrank", cases)


if __name__ == "__main__":
    main()
