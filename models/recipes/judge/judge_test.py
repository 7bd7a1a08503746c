"""Tests of how the judge reads and scores: keys, premises, windows and spans.

python -m unittest recipes.judge.judge_test
"""

import random
import unittest

import numpy as np
from tokenizers import Tokenizer, models, pre_tokenizers

from .encoding import Encoding
from .measures import span_f1
from .premise import Document
from .rows import Row, joined
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


class Windows(unittest.TestCase):
    def setUp(self):
        tokenizer = Tokenizer(models.WordLevel({"?": 0, "[": 1, "]": 2}, "?"))
        tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
        self.encoding = Encoding(tokenizer, 1, 2, 16)

    def test_both_texts_have_their_ends(self):
        found = self.encoding.example(Row("a b c", "one two", 1, ()))
        self.assertEqual(found.tokens, [1, 0, 0, 0, 2, 1, 0, 0, 2])
        self.assertEqual(found.segments, [0] * 5 + [1] * 4)
        self.assertEqual(found.sentence(), slice(6, 8))

    def test_each_sentence_is_read_with_its_premise(self):
        seen = []

        def logits(examples):
            seen.extend(len(example.tokens) for example in examples)
            return [np.arange(float(sum(example.segments))) for example in examples]

        short, long = (Row(document, "one two. three.", 1, ()) for document in ("a b", "a b. c d. e f. g h. i j."))
        found = read([short, long], self.encoding, logits)
        self.assertEqual(seen, [9, 8, 16, 15])
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
