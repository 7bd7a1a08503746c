//! When one amount holds another: the one table of tolerances.
//!
//! | the summary writes | held by |
//! |---|---|
//! | `4,217` | 4,217, in any unit of the dimension |
//! | `4,200`, fewer digits | 4,217: cut or rounded at its last digit, at most [`CUT`] less or [`ROUNDED`] off |
//! | `more than 4,200`, hedged | what the hedge is true of ([`Hedge::reach`]) |
//! | `12.000` | 12,000: the marks are those of another language |
//! | `4,217` of a hedged `about 4,217` | the same number |

use super::Holding;
use crate::analysis::{Amount, Measured, Role};
use crate::text::entities::hedges::Hedge;
use crate::text::entities::rounding::last_unit;

/// The most that an amount may be cut short by, as a share of the precise one.
const CUT: f64 = 0.05;
/// The most that it may be off either way where its last digit is rounded.
const ROUNDED: f64 = 0.02;
/// How far amounts are apart that are the same but for arithmetic.
const SAME: f64 = 1e-9;
/// How far a unit may be off that stands for another: a month is 30 days, a year 365.
const CONVERTED: f64 = 0.02;

/// How `precise`, of a document, holds `rough`, of a summary; both are of one dimension.
pub(super) fn holding(rough: &Amount, precise: &Amount) -> Option<Holding> {
    let (about, exact) = (rough.base(), precise.base());
    if (about - exact).abs() <= SAME * exact.abs() {
        return Some(match rough.measured == precise.measured {
            true => Holding::Exact,
            false => Holding::Form,
        });
    }
    let is_read_otherwise =
        rough.otherwise == Some(precise.number) || precise.otherwise == Some(rough.number);
    if is_read_otherwise && rough.measured == precise.measured {
        return Some(Holding::Form);
    }
    if about.signum() != exact.signum() {
        return None;
    }
    let converts = factor(rough) != factor(precise) && rough.dimension().is_some();
    if converts && (about - exact).abs() <= CONVERTED * exact.abs() {
        return Some(Holding::Form);
    }
    let off = exact.abs() - about.abs();
    if let Some(hedge) = rough.hedge
        && let Some(reach) = hedge.reach(&rough.decimal)
    {
        let scaled = exact.abs() / factor(rough);
        let further = match hedge {
            Hedge::More => scaled >= *reach.start() && scaled <= 1.5 * reach.end(),
            Hedge::Less => scaled <= *reach.end() && scaled >= 0.8 * reach.start(),
            Hedge::About => reach.contains(&scaled),
        };
        if further {
            return Some(Holding::Hedged);
        }
    }
    let last = last_unit(&rough.decimal) * factor(rough);
    let is_cut = (0.0..last).contains(&off) && off <= CUT * exact.abs();
    let is_rounded = off.abs() <= last / 2.0 && off.abs() <= ROUNDED * exact.abs();
    let is_finer = precise.digits > rough.digits || converts;
    (is_finer && (is_cut || is_rounded)).then_some(Holding::Rounded)
}

fn factor(amount: &Amount) -> f64 {
    match &amount.measured {
        Measured::Unit(unit) => unit.factor,
        _ => 1.0,
    }
}

/// A number of a document that others follow from, in base units.
pub(super) struct Operand {
    pub(super) base: f64,
    /// Its unit, or that it counts something; none of a bare number, which may be of any.
    pub(super) dimension: Option<&'static str>,
}

impl Operand {
    pub(super) fn of(amount: &Amount) -> Self {
        Self {
            base: amount.base(),
            dimension: match &amount.measured {
                Measured::Unit(unit) => Some(unit.dimension),
                Measured::Noun(_) => Some("count"),
                Measured::Nothing => None,
            },
        }
    }

    fn is_like(&self, other: &Self) -> bool {
        self.dimension.is_none() || other.dimension.is_none() || self.dimension == other.dimension
    }
}

/// How often one amount is in another of a longer time, of months, quarters, weeks and days, or twice.
const TIMES: [f64; 7] = [2.0, 3.0, 4.0, 7.0, 12.0, 52.0, 365.0];
/// The most things that an amount of each is multiplied by.
const EACH: f64 = 12.0;

/// Whether an amount is a number times a count: the weight of two.
pub(super) fn is_product(amount: &Amount, one: &Operand, other: &Operand) -> bool {
    let is_count = |one: &Operand| {
        matches!(one.dimension, None | Some("count" | "people"))
            && (2.0..=EACH).contains(&one.base)
            && one.base.fract() == 0.0
    };
    let wanted = amount.base().abs();
    let is_of = |count: &Operand, one: &Operand| {
        is_count(count)
            && one.dimension == amount.dimension()
            && one.dimension.is_some()
            && (count.base * one.base.abs() - wanted).abs() <= 1e-6 * wanted
    };
    is_of(one, other) || is_of(other, one)
}

/// Whether an amount is half of a number, or what it becomes for a shorter or longer time: a twelfth
/// of it a month.
pub(super) fn is_rate_of(amount: &Amount, one: &Operand) -> bool {
    let (wanted, base) = (amount.base().abs(), one.base.abs());
    let is_near = |value: f64| (value - wanted).abs() <= 1e-6 * wanted;
    Operand::of(amount).is_like(one)
        && amount.dimension() != Some("percent")
        && TIMES
            .into_iter()
            .any(|times| is_near(base / times) || is_near(base * times))
}

/// Whether an amount follows from two numbers, to its own precision: it is their sum, difference or
/// share, or what a change by a share leads from or to.
pub(super) fn follows(amount: &Amount, one: &Operand, other: &Operand) -> bool {
    let wanted = amount.base().abs();
    let slack = match amount.hedge {
        Some(_) => 0.1 * wanted,
        None => (0.5 * last_unit(&amount.decimal) * factor(amount)).min(0.05 * wanted),
    };
    let is_near = |value: f64| (value - wanted).abs() <= slack;
    let (of_one, of_other) = (one.base.abs(), other.base.abs());
    let (most, least) = (of_one.max(of_other), of_one.min(of_other));
    let wanted_of = Operand::of(amount);
    // By chance small numbers follow from many.
    let is_small = amount.number < 10.0 && !amount.decimal.contains('.');
    if is_small && (one.dimension.is_none() || other.dimension.is_none()) {
        return false;
    }
    let is_share = |one: &Operand| one.dimension == Some("percent");
    let is_level = matches!(amount.role, Some((Role::Level, _)));
    if is_share(one) == is_share(other) && one.is_like(other) {
        let shares = || [least / most, 1.0 - least / most, most / least - 1.0];
        let is_sum = is_near(most + least) || !is_level && is_near(most - least);
        return is_sum && (wanted_of.is_like(one) && wanted_of.is_like(other))
            || is_share(&wanted_of)
                && least > 0.0
                && shares().into_iter().any(|share| is_near(100.0 * share));
    }
    let (share, whole) = match (is_share(one), is_share(other)) {
        (true, false) => (one, other),
        (false, true) => (other, one),
        _ => return false,
    };
    let (share, base) = (share.base / 100.0, whole.base.abs());
    let changed = [share, 1.0 + share, 1.0 - share].map(|times| base * times);
    let before = [1.0 + share, 1.0 - share].map(|times| base / times);
    !is_share(&wanted_of)
        && wanted_of.is_like(whole)
        && changed.into_iter().chain(before).any(is_near)
}
