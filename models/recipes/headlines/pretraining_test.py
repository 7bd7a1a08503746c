"""Tests of `headlines.pretraining`: `PYTHONPATH=models python -m unittest recipes.headlines.pretraining_test`."""

import unittest

from .pretraining import stretches


class Stretches(unittest.TestCase):
    def test_they_are_of_whole_sentences(self):
        document = "One is short. Two is too! Is three? Four, at last."
        self.assertEqual(stretches(document, 9, 28), ["One is short. Two is too!", "Is three? Four, at last."])
        self.assertEqual(stretches(document, 1, 28), ["One is short. Two is too!"])
        self.assertEqual(stretches(document, 9, 100), [document])

    def test_lines_end_sentences(self):
        self.assertEqual(stretches("A title\nA line and more", 9, 16), ["A title", "A line and more"])

    def test_a_point_within_a_word_ends_none(self):
        self.assertEqual(stretches("It is 1.5 of 2.5 m. So.", 9, 19), ["It is 1.5 of 2.5 m.", "So."])

    def test_marks_of_full_width_need_no_space(self):
        self.assertEqual(stretches("今天下雨。明天晴！后天呢？不知道。", 9, 9), ["今天下雨。明天晴！", "后天呢？不知道。"])
        self.assertEqual(stretches("باران آمد؟ نه. فردا.", 9, 11), ["باران آمد؟", "نه. فردا."])

    def test_a_longer_sentence_is_cut(self):
        self.assertEqual(stretches("a" * 30 + ". Short one. " + "b" * 30, 9, 12), ["a" * 12, "Short one.", "b" * 12])
        self.assertEqual(stretches("a" * 30 + ". Short one. " + "b" * 30, 2, 12), ["a" * 12, "Short one."])
        self.assertEqual(stretches("c" * 30, 9, 12), ["c" * 12])

    def test_of_nothing_there_is_an_empty_one(self):
        self.assertEqual(stretches("", 9, 12), [""])


if __name__ == "__main__":
    unittest.main()
