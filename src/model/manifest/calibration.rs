//! From a score to a distribution over the five levels. The cost is four exponentials.

use serde::{Deserialize, Serialize};

/// Proportional odds (McCullagh 1980): P(level > k) = σ(slope · (x′ − t_k)), where x′ is the score,
/// or, below a knot, the score with another slope. Whether a text is related at all may have odds of its own
/// (partial proportional odds, Peterson and Harrell 1990).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// How steeply the odds rise with the score; positive.
    pub slope: f64,
    /// Where the odds begin to rise otherwise; nowhere if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub knot: Option<Knot>,
    /// How steeply the odds of more than level 1 and of more than level 2 rise with the score, which no knot bends
    /// for them; positive. As the others if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub related: Option<f64>,
    /// t_1 < t_2 < t_3 < t_4, on the scale of x′, the first two on that of the score where
    /// [`related`](Self::related) is given.
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
}

impl Calibration {
    /// P(level > 1), …, P(level > 4) of a score; they do not rise.
    pub fn exceedances(&self, score: f64) -> [f64; 4] {
        let bent = match self.knot {
            Some(Knot { at, below }) if score < at => at + below * (score - at),
            _ => score,
        };
        let odds =
            |slope: f64, x: f64, threshold: f64| 1.0 / (1.0 + (-slope * (x - threshold)).exp());
        let [two, three, four, five] = self.thresholds;
        let [four, five] = [four, five].map(|threshold| odds(self.slope, bent, threshold));
        let (slope, x) = match self.related {
            Some(slope) => (slope, score),
            None => (self.slope, bent),
        };
        // Curves of different slopes meet somewhere.
        let three = odds(slope, x, three).max(four);
        let two = odds(slope, x, two).max(three);
        [two, three, four, five]
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
        if !self.related.is_none_or(positive) {
            return Err("needs a positive slope `related`");
        }
        match self.knot {
            Some(Knot { at, below }) if !(at.is_finite() && positive(below)) => {
                Err("needs a knot `at` a finite score and a positive slope `below` it")
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
            related: None,
            thresholds: [-3.0, -1.0, 0.5, 2.0],
        }
    }

    #[test]
    fn a_knot_bends_what_lies_below_it_alone() {
        let straight = calibration(None);
        let bent = calibration(Some(Knot {
            at: 1.0,
            below: 3.0,
        }));
        assert_eq!(bent.exceedances(1.0), straight.exceedances(1.0));
        assert_eq!(bent.exceedances(4.5), straight.exceedances(4.5));
        assert_eq!(bent.exceedances(0.5), straight.exceedances(-0.5));
        assert_eq!(bent.exceedances(f64::NEG_INFINITY), [0.0; 4]);
    }

    #[test]
    fn whether_a_text_is_related_may_have_odds_of_its_own() {
        let knot = Some(Knot {
            at: 1.0,
            below: 0.25,
        });
        let one = calibration(knot);
        let other = Calibration {
            related: Some(4.0),
            ..one.clone()
        };
        let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
        for score in [-8.0, -2.5, 0.0, 1.5, 6.0] {
            let [decided, found] = [&one, &other].map(|of| of.exceedances(score));
            assert_eq!(found[2..], decided[2..]);
            let three = logistic(4.0 * (score + 1.0)).max(found[2]);
            assert_eq!(found[1], three);
            assert_eq!(found[0], logistic(4.0 * (score + 3.0)).max(three));
            assert!(found.is_sorted_by(|a, b| a >= b), "{found:?}");
        }
        assert_eq!(other.exceedances(f64::NEG_INFINITY), [0.0; 4]);
        for slope in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let related = Some(slope);
            let problem = Calibration {
                related,
                ..one.clone()
            };
            assert!(problem.check().unwrap_err().contains("`related`"));
        }
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
            let problem = calibration(Some(Knot { at, below })).check().unwrap_err();
            assert!(problem.contains("knot"), "{problem}");
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
