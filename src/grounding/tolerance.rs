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
use crate::analysis::{Amount, Measured};
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
    let is_read_otherwise = rough.otherwise == Some(precise.number) || precise.otherwise == Some(rough.number);
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

/// Whether an amount is a sum, difference or share of two others, to its own precision.
pub(super) fn is_derived(amount: &Amount, others: &[(f64, bool)]) -> bool {
    let wanted = amount.base().abs();
    let slack = match amount.hedge {
        Some(_) => 0.1 * wanted,
        None => (0.5 * last_unit(&amount.decimal) * factor(amount)).min(0.05 * wanted),
    };
    let is_near = |value: f64| (value - wanted).abs() <= slack;
    others.iter().enumerate().any(|(at, (one, _))| {
        others[at + 1..].iter().any(|(other, _)| {
            let (most, least) = (one.abs().max(other.abs()), one.abs().min(other.abs()));
            let share = if most > 0.0 {
                100.0 * least / most
            } else {
                0.0
            };
            is_near(most - least)
                || is_near(most + least)
                || amount.dimension() == Some("percent")
                    && (is_near(share) || is_near(100.0 - share))
        })
    })
}
