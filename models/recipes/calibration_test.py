"""Tests of `calibration` on pairs drawn here: `PYTHONPATH=models python -m unittest recipes.calibration_test`."""

import unittest

import numpy as np
from scipy.special import expit

from .calibration import Calibration, Graded, bent, decision, decision_first, off, off_alone

_SLOPE, _THRESHOLDS = 1.5, [-2.0, -1.0, 0.0, 2.0]
"""By the third, half of the pairs drawn are good: even odds are those of the draw."""

_EVEN = 0.3
"""The third threshold by which that holds where values below 0 are bent by 0.4."""


def _drawn(count: int, seed: int, at: float = -10.0, below: float = 1.0) -> Graded:
    """Pairs of known levels, drawn by proportional odds over standard normal values twice as wide; two of each document."""
    rng = np.random.default_rng(seed)
    values = 2 * rng.standard_normal(count)
    above = expit(_SLOPE * (bent(values, at, below)[:, None] - np.array(_THRESHOLDS)))
    levels = 1 + (rng.random(count)[:, None] < above).sum(1)
    return Graded(values, levels, levels, np.arange(count) // 2)


class CalibrationTest(unittest.TestCase):
    def test_what_drew_the_levels_is_found_again(self):
        pairs = _drawn(20_000, 1)
        found = decision_first([pairs], [pairs])
        grid = np.linspace(-4, 4, 33)
        # The slopes of the last two are those of the decision, and the fourth threshold has to do with them.
        for got, wanted, within in zip(found.above(grid).T, _THRESHOLDS, (0.03, 0.03, 0.03, 0.1)):
            np.testing.assert_allclose(got, expit(_SLOPE * (grid - wanted)), atol=within)

    def test_whether_a_pair_is_related_has_a_slope_of_its_own_below_the_knot(self):
        rng = np.random.default_rng(8)
        values = 2 * rng.standard_normal(20_000)
        drawn = Calibration(_SLOPE, 0.0, 0.4, 2.0, [-2.0, -1.0, _EVEN, 2.0])
        levels = 1 + (rng.random(20_000)[:, None] < drawn.above(values)).sum(1)
        pairs = Graded(values, levels, levels, np.arange(20_000))
        found = decision_first([pairs], [pairs])
        self.assertAlmostEqual(found.related, 2.0, delta=0.3)
        grid = np.linspace(-6, 4, 41)
        np.testing.assert_allclose(found.above(grid), drawn.above(grid), atol=0.04)

    def test_exceedances_are_those_of_the_library(self):
        # The numbers are those of the test in src/model/manifest/calibration.rs.
        found = Calibration(2.0, 0.0, 0.5, 2.0, [-3.0, -1.0, 0.5, 2.0]).above(np.array([1.0, -0.25, -1.0, -3.0]))
        wanted = [[8, 4, 1, -2], [5, 1, -1.25, -4.25], [2, -2, -2, -5], [-4, -4, -4, -7]]
        np.testing.assert_allclose(found, expit(np.array(wanted)))

    def test_the_slope_below_a_knot_is_found(self):
        found = decision([_drawn(20_000, 2, at=0.0, below=0.4)])
        self.assertAlmostEqual(found.at, 0.0, delta=0.4)
        self.assertAlmostEqual(found.below, 0.4, delta=0.1)
        self.assertAlmostEqual(found.slope, _SLOPE, delta=0.15)

    def test_a_knot_below_which_nothing_is_good_makes_no_cliff(self):
        pairs = _drawn(2_000, 9)
        bad = pairs.values < np.quantile(pairs.values, 0.2)
        pairs = pairs._replace(least=np.where(bad, 1, pairs.least), most=np.where(bad, 1, pairs.most))
        found = decision_first([pairs], [pairs])
        self.assertLessEqual(found.below, 1.0)
        self.assertLess(max(map(abs, found.thresholds)), 20.0)
        self.assertTrue((found.above(np.linspace(-6, 6, 49)) > 0).all())

    def test_ranges_of_levels_say_as_much_as_they_hold(self):
        pairs = _drawn(20_000, 3)
        good = pairs.least > 3
        ranges = pairs._replace(least=np.where(good, 4, 1), most=np.where(good, 5, 3))
        self.assertEqual(decision([pairs]), decision([ranges]))
        related = pairs._replace(least=np.where(pairs.least > 1, 2, 1), most=np.where(pairs.least > 1, 5, 1))
        self.assertEqual(len(related.decided().values), int((pairs.least == 1).sum()))

    def test_sets_count_by_the_square_roots_of_their_pairs(self):
        large, small = _drawn(4000, 4), _drawn(500, 5, at=0.0, below=0.3)
        fourfold = Graded(*(np.tile(column, 4) for column in small))
        # Four times as many pairs count for as much as two such sets. The knots are quantiles of all values.
        grid = np.linspace(-4, 4, 33)
        one, other = decision([large, fourfold]).logits(grid), decision([large, small, small]).logits(grid)
        np.testing.assert_allclose(expit(one), expit(other), atol=0.01)

    def test_the_error_is_that_of_the_bins(self):
        # Five pairs at .25, of which two are good, and five at .75, of which all are.
        logits = np.repeat(np.log([1 / 3, 3.0]), 5)
        least = np.array([4, 4, 1, 1, 1, 5, 5, 5, 5, 5])
        pairs = Graded(logits, least, least, np.arange(10))
        # Each of the seven good pairs counts a seventh, and each of the three others a third.
        self.assertAlmostEqual(off(logits, pairs), (abs(2 / 7 * -0.75 + 0.25) + 5 / 7 * 0.25) / 2)
        # A pair of which the decision is not known does not count.
        unknown = pairs._replace(least=np.r_[least[:-1], 2])
        self.assertAlmostEqual(off(logits, unknown), (abs(2 / 6 * -0.75 + 0.25) + 4 / 6 * 0.25) / 2)

    def test_what_is_rare_counts_as_much_as_what_is_not(self):
        pairs = _drawn(20_000, 10)
        rare = (pairs.least < 4) | (np.arange(20_000) % 8 == 0)
        found, thinned = decision([pairs]), decision([pairs.of(rare)])
        grid = np.linspace(-4, 4, 33)
        np.testing.assert_allclose(expit(found.logits(grid)), expit(thinned.logits(grid)), atol=0.04)

    def test_calibration_says_what_its_decision_does(self):
        found = Calibration(_SLOPE, 0.0, 0.5, 3.0, _THRESHOLDS)
        self.assertAlmostEqual(float(found.decision().logits(np.array([1.0]))[0]), _SLOPE * 1.0)
        self.assertAlmostEqual(float(found.decision().logits(np.array([-1.0]))[0]), _SLOPE * -0.5)

    def test_a_set_that_is_left_out_is_not_fitted_to(self):
        pairs = _drawn(3000, 6)
        found = off_alone({"one": pairs, "other": pairs._replace(values=pairs.values + 3)})
        self.assertGreater(min(found.values()), 0.3)
        self.assertLess(off(decision([pairs]).logits(pairs.values), pairs), 0.05)

    def test_documents_are_left_out_in_whatever_order_their_pairs_stand(self):
        pairs = _drawn(2000, 7)
        order = np.random.default_rng(8).permutation(2000)
        wanted = off_alone({"only": pairs})["only"]
        self.assertAlmostEqual(off_alone({"only": pairs.of(order)})["only"], wanted, delta=1e-6)
        self.assertLess(wanted, 0.05)

    def test_a_document_is_judged_by_what_the_others_say(self):
        pairs = _drawn(2000, 9)
        other = pairs._replace(values=pairs.values + 3)
        both = Graded(*(np.concatenate(column) for column in zip(pairs, other)))._replace(documents=np.repeat([0, 1], 2000))
        self.assertGreater(off_alone({"only": both})["only"], 2 * off(decision([both]).logits(both.values), both))


if __name__ == "__main__":
    unittest.main()
