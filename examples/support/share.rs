//! How many of how many, with Wilson's interval of 95 %.

use std::fmt::{Display, Formatter, Result};
use std::ops::Add;

/// The half width of the interval, in standard deviations.
const Z: f64 = 1.96;

#[derive(Clone, Copy, Default)]
pub struct Share {
    count: usize,
    of: usize,
}

impl Share {
    /// Another one, which counts or does not.
    pub fn push(&mut self, counts: bool) {
        self.count += usize::from(counts);
        self.of += 1;
    }
}

impl Add for Share {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            count: self.count + other.count,
            of: self.of + other.of,
        }
    }
}

impl FromIterator<bool> for Share {
    fn from_iter<I: IntoIterator<Item = bool>>(each: I) -> Self {
        let mut share = Self::default();
        each.into_iter().for_each(|counts| share.push(counts));
        share
    }
}

impl Display for Share {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        if self.of == 0 {
            return out.write_str("–");
        }
        let (count, of) = (self.count as f64, self.of as f64);
        let share = count / of;
        let middle = (share + Z * Z / (2.0 * of)) / (1.0 + Z * Z / of);
        let spread = share * (1.0 - share) / of + Z * Z / (4.0 * of * of);
        let half = Z / (1.0 + Z * Z / of) * spread.sqrt();
        let percent = |value: f64| (100.0 * value).clamp(0.0, 100.0);
        write!(
            out,
            "{} of {} ({:.0} %, {:.0}–{:.0})",
            self.count,
            self.of,
            percent(share),
            percent(middle - half),
            percent(middle + half)
        )
    }
}
