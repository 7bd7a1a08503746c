//! From a score to a distribution over the five levels. The cost is four exponentials.

use serde::{Deserialize, Serialize};

/// Proportional odds (McCullagh 1980): P(level > k) = σ(slope · (x′ − t_k)), where x′ is the score,
/// or, below a knot, the score with another slope.
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
}

impl Calibration {
    /// P(level > 1), …, P(level > 4) of a score; they do not rise.
    pub fn exceedances(&self, score: f64) -> [f64; 4] {
        let bent = match self.knot {
            Some(Knot { at, below }) if score < at => at + below * (score - at),
            _ => score,
        };
        self.thresholds
            .map(|threshold| 1.0 / (1.0 + (-self.slope * (bent - threshold)).exp()))
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
