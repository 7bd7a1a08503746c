"""Tests of what the judge learns from: keys, premises, spans and labels.

python -m unittest recipes.judge.judge_test
"""

import random
import unittest

import numpy as np
from tokenizers import Tokenizer, models, pre_tokenizers

from .encoding import OPEN, Encoding
from .measures import span_f1
from .premise import Document
from .rows import Row, grouped, joined
from .scoring import Decision, Sentence, Token, read
from .two_versions import differing
from .words import keys, sentences, words

_TEXT = "The ferry left Port Ellery at nine. It was late. Moira Haldane, who runs the line, blamed the fog."


class Words(unittest.TestCase):
    def test_keys_are_beginnings_numbers_and_pairs_of_characters(self):
        self.assertEqual(keys("Ferries 1,250 ferry"), {"ferri", "1,250", "ferry"})
        self.assertEqual([word.key for word in words("渡轮停航")], ["渡轮", "轮停", "停航"])
        self.assertEqual(keys("كتاب ۱۲"), keys("کتاب 12"))

    def test_lines_and_marks_end_sentences(self):
        self.assertEqual(sentences("Head\nOne. Two!  Three"), ["Head", "One.", "Two!", "Three"])
        self.assertEqual(sentences("电车开了。渡轮“停航。”完"), ["电车开了。", "渡轮“停航。”", "完"])


class Premises(unittest.TestCase):
    def setUp(self):
        self.document = Document(_TEXT, lambda text: [len(word) for word in text.split()])

    def test_the_sentence_that_shares_most_comes_first_and_order_is_kept(self):
        self.assertEqual(self.document.premise("Haldane blamed fog", 9), self.document.tokens[2])
        self.assertEqual(len(self.document.premise("Haldane blamed fog", 100)), sum(map(len, self.document.tokens)))

    def test_a_first_sentence_without_room_is_cut(self):
        self.assertEqual(len(self.document.premise("Haldane", 4)), 4)


class Rows(unittest.TestCase):
    def test_spans_move_with_their_sentences(self):
        parts = [Row("d", "One is two.", 0, ((7, 10),)), Row("d", "All is well.", 1, ())]
        (made,) = joined(parts, 2, random.Random(0))
        self.assertEqual({made.summary[start:end] for start, end in made.spans}, {"two"})
        self.assertEqual(made.supported, 0)

    def test_the_words_of_the_supporting_version_alone_differ(self):
        sentence = "The ferry left at nine."
        spans = differing(sentence, "The ferry left at nine today.", "The ferry left at eight today.")
        self.assertEqual([sentence[start:end] for start, end in spans], ["nine"])


    def test_sentences_of_a_group_keep_what_is_known_of_each(self):
        parts = [Row("d", "One is two.", 0, None), Row("d", "All is well.", 1, ()), Row("d", "It rains.", 0, ((3, 8),))]
        (made,) = grouped(parts, (3, 3), random.Random(0))
        for start, row in made.sentences():
            self.assertEqual(made.summary[start : start + len(row.summary)], row.summary)
        self.assertEqual(sum(len(row.sentences()) for row in grouped(parts, (1, 2), random.Random(0))), 3)
        self.assertEqual(len(grouped(parts, (1, 1), random.Random(0), once=True)), 1)


class Windows(unittest.TestCase):
    def setUp(self):
        tokenizer = Tokenizer(models.WordLevel({"?": 0, "[": 1, "]": 2}, "?"))
        tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
        self.encoding = Encoding(tokenizer, 1, 2, 16)

    def test_labels_stand_at_the_tokens_of_their_characters(self):
        found = self.encoding.example(Row("a b c", "one two three", 0, ((4, 7),)))
        self.assertEqual(found.labels, [OPEN] * 5 + [0, 1, 0, OPEN])
        self.assertEqual(found.segments, [0] * 5 + [1] * 4)
        self.assertEqual(found.parts, [(5, 8, 0)])

    def test_each_sentence_has_labels_of_its_own(self):
        rows = [Row("a b", "one two", 0, None), Row("a b", "three", 1, ()), Row("a b", "four five", 0, ((0, 4),))]
        (row,) = grouped(rows, (3, 3), random.Random(2))
        found = self.encoding.example(row)
        known = {"one two": [OPEN, OPEN], "three": [0], "four five": [1, 0]}
        for (start, sentence), (first, last, supported) in zip(row.sentences(), found.parts, strict=True):
            self.assertEqual(found.labels[first:last], known[sentence.summary], start)
            self.assertEqual(supported, sentence.supported)

    def test_each_sentence_is_read_with_its_premise(self):
        seen = []

        def logits(examples):
            seen.extend(len(example.tokens) for example in examples)
            return [np.arange(1.0 + sum(example.segments)) for example in examples]

        short, long = (Row(document, "one two. three.", 1, ()) for document in ("a b", "a b. c d. e f. g h. i j."))
        found = read([short, long], self.encoding, logits)
        self.assertEqual(seen, [8, 7, 15, 14])
        self.assertEqual([[len(sentence.tokens) for sentence in row] for row in found], [[3, 2], [3, 2]])


class Scores(unittest.TestCase):
    def test_a_summary_is_as_good_as_its_worst_sentence(self):
        good, bad = (Sentence([Token(0, 3, logit), Token(4, 8, -5.0)]) for logit in (-3.0, 3.0))
        decision = Decision(top=1)
        self.assertEqual(decision.probability([good, bad]), decision.probability([bad]))
        self.assertGreater(decision.probability([good]), 0.9)
        self.assertEqual(decision.spans([good, bad]), [(0, 3)])

    def test_characters_are_counted_once(self):
        self.assertEqual(span_f1([[(0, 4), (2, 4)]], [((2, 6),)]), (0.5, 0.5, 0.5))


if __name__ == "__main__":
    unittest.main()
