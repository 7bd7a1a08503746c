"""Tests of `retold`: `python -m unittest recipes.retold_test`."""

import random
import unittest

from . import retold, wordings

DOCUMENT = (
    "On Monday Ana Roe said that the harbour tax would rise. Roe said it would pay for a line. Police said two people died, "
    "and the line stayed shut; the council, which met at noon, quickly voted for it."
)
_DRAWS = 60  # enough that every way of a change is drawn


def told(change, sentence: str) -> set[str]:
    """What a change makes of a sentence in many draws."""
    return {change(sentence, DOCUMENT, random.Random(seed)) for seed in range(_DRAWS)}


class Changes(unittest.TestCase):
    def test_each_change_makes_what_it_says(self):
        for change, sentence, wanted in (
            (retold.named, "Ana Roe said it would pay.", {"Roe said it would pay."}),
            (retold.named, "Roe said it would pay.", {"Ana Roe said it would pay."}),
            (retold.named, "Mr Bow said it would pay.", {"Bow said it would pay."}),
            (retold.attributed, "Police said two people were hurt.", {"Two people were hurt, Police said.", "Police: two people were hurt", "Two people were hurt."}),
            (retold.attributed, "The line is shut, police said.", {"Police said that the line is shut.", "According to police, the line is shut."}),
            (retold.clause, "Two people died, and the line stayed shut all day.", {"The line stayed shut all day."}),
            (retold.dropped, "The council, which met at noon, was for it.", {"The council was for it."}),
            (retold.dropped, "The council quickly voted for it.", {"The council voted for it."}),
            (retold.moved, "The council voted for it on Monday.", {"On Monday, the council voted for it."}),
            (retold.moved, "On Monday, the council voted for it.", {"The council voted for it on Monday."}),
            (retold.headline, "The tax will rise.", {"Tax to rise"}),
            (retold.spelled, "Harbour taxes did not rise.", {"Harbor taxes did not rise.", "Harbour taxes didn't rise."}),
            (retold.worded, "The film began.", {"The movie began.", "The film started."}),
        ):
            with self.subTest(sentence):
                self.assertLessEqual(wanted, told(change, sentence))

    def test_what_cannot_be_changed_stays(self):
        for change, sentence in (
            (retold.named, "New York said it would pay."),  # no one whom the document calls by either name
            (retold.attributed, "It said nothing."),
            (retold.clause, "Cats, dogs and horses ran."),
            (retold.dropped, "The man who is not ill ran."),
            (retold.moved, "It rose later this year."),
            (retold.worded, "It ran."),
        ):
            with self.subTest(sentence):
                self.assertEqual(told(change, sentence), {None})

    def test_a_word_of_the_same_kind_says_something_else(self):
        found = {wordings.replaced("The teacher ran.", random.Random(seed)) for seed in range(_DRAWS)}
        self.assertIn("The nurse ran.", found)
        self.assertNotIn("The teacher ran.", found)


if __name__ == "__main__":
    unittest.main()
