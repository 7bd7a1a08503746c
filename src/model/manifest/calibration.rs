//! From a score to a distribution over the five levels. The cost is four exponentials.

use serde::{Deserialize, Serialize};

/// Proportional odds (McCullagh 1980): P(level > k) = σ(slope · (x′ − t_k)), where x′ is the score,
/// or, below a knot, the score with another slope. Below the knot the first two odds may have a slope of their own
/// (partial proportional odds, Peterson and Harrell 1990).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// How steeply the odds rise with the score; positive.
    pub slope: f64,
    /// Where the odds begin to rise otherwise; nowhere if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub knot: Option<Knot>,
    /// t_1 < t_2 < t_3 < t_4, on the scale of x′.
    pub thresholds: [f64; 4],
}

/// The knot of a linear spline: x′ = x at it and above, and `at + below · (x − at)` below it. The order of
/// scores stays.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Knot {
    /// The score at which the slope changes.
    pub at: f64,
    /// How many times as steeply the odds rise below it; positive.
    pub below: f64,
    /// The same of the odds of more than level 1 and of more than level 2, whether a text is related; at least
    /// `below`, and as `below` if absent. Where the curves would cross, these odds are those of the next level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub related: Option<f64>,
}

impl Knot {
    /// The score x, or below the knot what stands for it with that slope.
    fn bent(&self, x: f64, below: f64) -> f64 {
        if x < self.at {
            self.at + below * (x - self.at)
        } else {
            x
        }
    }
}

impl Calibration {
    /// P(level > 1), …, P(level > 4) of a score; they do not rise.
    pub fn exceedances(&self, score: f64) -> [f64; 4] {
        let (good, related) = match self.knot {
            Some(knot) => {
                let related = knot.related.unwrap_or(knot.below);
                (knot.bent(score, knot.below), knot.bent(score, related))
            }
            None => (score, score),
        };
        let odds = |x: f64, threshold: f64| 1.0 / (1.0 + (-self.slope * (x - threshold)).exp());
        let [two, three, four, five] = self.thresholds;
        let four = odds(good, four);
        let three = odds(related, three).max(four);
        [odds(related, two).max(three), three, four, odds(good, five)]
    }

    /// Says what is wrong with it.
    pub(super) fn check(&self) -> std::result::Result<(), &'static str> {
        let positive = |value: f64| value > 0.0 && value.is_finite();
        let finite = self
            .thresholds
            .iter()
            .all(|threshold| threshold.is_finite());
        let rising = self.thresholds.windows(2).all(|pair| pair[0] < pair[1]);
        if !(positive(self.slope) && finite && rising) {
            return Err("needs a positive slope and rising thresholds");
        }
        match self.knot {
            Some(Knot { at, below, .. }) if !(at.is_finite() && positive(below)) => {
                Err("needs a knot `at` a finite score and a positive slope `below` it")
            }
            Some(Knot {
                below,
                related: Some(related),
                ..
            }) if !(related >= below && related.is_finite()) => {
                Err("needs a slope `related` below its knot that is at least `below`")
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Calibration, Knot};

    fn calibration(knot: Option<Knot>) -> Calibration {
        Calibration {
            slope: 2.0,
            knot,
            thresholds: [-3.0, -1.0, 0.5, 2.0],
        }
    }

    #[test]
    fn a_knot_bends_what_lies_below_it_alone() {
        let straight = calibration(None);
        let bent = calibration(Some(Knot {
            at: 1.0,
            below: 3.0,
            related: None,
        }));
        assert_eq!(bent.exceedances(1.0), straight.exceedances(1.0));
        assert_eq!(bent.exceedances(4.5), straight.exceedances(4.5));
        assert_eq!(bent.exceedances(0.5), straight.exceedances(-0.5));
        assert_eq!(bent.exceedances(f64::NEG_INFINITY), [0.0; 4]);
    }

    #[test]
    fn whether_a_text_is_related_may_have_odds_of_its_own_below_the_knot() {
        let found = |score: f64| {
            let knot = Knot {
                at: 0.0,
                below: 0.5,
                related: Some(2.0),
            };
            calibration(Some(knot)).exceedances(score)
        };
        let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
        // 2 · (x′ − t), with t of −3, −1, 0.5 and 2.
        assert_eq!(found(1.0), [8.0, 4.0, 1.0, -2.0].map(logistic));
        assert_eq!(found(-0.25), [5.0, 1.0, -1.25, -4.25].map(logistic));
        // 2 · (−2 + 1) is less than 2 · (−0.5 − 0.5); at −2 the first curve is there, too.
        assert_eq!(found(-1.0), [2.0, -2.0, -2.0, -5.0].map(logistic));
        assert_eq!(found(-3.0), [-4.0, -4.0, -4.0, -7.0].map(logistic));
        assert_eq!(found(f64::NEG_INFINITY), [0.0; 4]);
    }

    #[test]
    fn what_would_turn_or_lose_scores_is_refused() {
        assert!(calibration(None).check().is_ok());
        for (at, below) in [
            (f64::NAN, 1.0),
            (f64::INFINITY, 1.0),
            (0.0, 0.0),
            (0.0, -1.0),
            (0.0, f64::INFINITY),
        ] {
            let related = None;
            let knot = Knot { at, below, related };
            let problem = calibration(Some(knot)).check().unwrap_err();
            assert!(problem.contains("knot"), "{problem}");
        }
        for related in [0.5, 0.0, f64::NAN, f64::INFINITY] {
            let knot = Knot {
                at: 1.0,
                below: 1.0,
                related: Some(related),
            };
            let problem = calibration(Some(knot)).check().unwrap_err();
            assert!(problem.contains("`related`"), "{problem}");
        }
        for thresholds in [
            [0.0, 1.0, 1.0, 2.0],
            [f64::NEG_INFINITY, 1.0, 2.0, 3.0],
            [0.0, f64::NAN, 2.0, 3.0],
        ] {
            let found = Calibration {
                thresholds,
                ..calibration(None)
            };
            assert!(found.check().is_err());
        }
    }
}
