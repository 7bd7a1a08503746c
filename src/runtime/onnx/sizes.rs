//! Arithmetic of sizes: whole numbers, and what is computed from sizes of axes that differ
//! from run to run.
//!
//! An axis has 0 elements or more; nothing else is known of an open size. What follows
//! from that alone is decided here, and everything else is left to a run. tract's own
//! sums panic or wrap where 64 bits do not suffice: numbers pass through checked
//! arithmetic first, and beside open sizes they stay below [`MOST`].

use std::collections::BTreeMap;

use tract_core::internal::*;

/// The greatest number, and of the opposite sign the least, beside an open size.
const MOST: i64 = 1 << 40;

/// A number plus multiples of open sizes.
pub(super) struct Linear {
    pub offset: i64,
    pub terms: BTreeMap<Symbol, i64>,
}

impl Linear {
    /// The form of a size; nothing if it is no such sum, or one too great.
    pub fn of(size: &TDim) -> Option<Self> {
        let mut form = Self {
            offset: 0,
            terms: BTreeMap::new(),
        };
        form.add(size, 1)?;
        form.terms.retain(|_, times| *times != 0);
        Some(form)
    }

    fn add(&mut self, size: &TDim, times: i64) -> Option<()> {
        match size {
            TDim::Val(value) => {
                self.offset = self.offset.checked_add(value.checked_mul(times)?)?;
            }
            TDim::Sym(symbol) => {
                let known = self.terms.entry(symbol.clone()).or_insert(0);
                *known = known.checked_add(times)?;
            }
            TDim::Add(parts) => {
                for part in parts {
                    self.add(part, times)?;
                }
            }
            TDim::MulInt(more, part) => self.add(part, times.checked_mul(*more)?)?,
            _ => return None,
        }
        Some(())
    }

    /// The difference of two sizes.
    pub fn difference(a: &TDim, b: &TDim) -> Option<Self> {
        let mut form = Self {
            offset: 0,
            terms: BTreeMap::new(),
        };
        form.add(a, 1)?;
        form.add(b, -1)?;
        form.terms.retain(|_, times| *times != 0);
        Some(form)
    }

    /// The size that it says.
    pub fn size(&self) -> TDim {
        let terms = self.terms.iter();
        let parts = terms.map(|(symbol, &times)| match times {
            1 => TDim::Sym(symbol.clone()),
            _ => TDim::MulInt(times, Box::new(TDim::Sym(symbol.clone()))),
        });
        let mut parts: Vec<TDim> = parts.collect();
        if self.offset != 0 || parts.is_empty() {
            parts.push(TDim::Val(self.offset));
        }
        match parts.len() {
            1 => parts.remove(0),
            _ => TDim::Add(parts).simplify(),
        }
    }
}

/// Which signs a value may have in some run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Signs {
    pub negative: bool,
    pub zero: bool,
    pub positive: bool,
}

impl Signs {
    const ALL: Self = Self {
        negative: true,
        zero: true,
        positive: true,
    };

    /// The one sign that it has in every run.
    pub fn only(self) -> Option<i64> {
        match (self.negative, self.zero, self.positive) {
            (true, false, false) => Some(-1),
            (false, true, false) => Some(0),
            (false, false, true) => Some(1),
            _ => None,
        }
    }
}

/// The signs that a - b may have.
pub(super) fn compared(a: &TDim, b: &TDim) -> Signs {
    let of = |offset: i64| Signs {
        negative: offset < 0,
        zero: offset == 0,
        positive: offset > 0,
    };
    if let (TDim::Val(a), TDim::Val(b)) = (a, b) {
        return of(match a.cmp(b) {
            std::cmp::Ordering::Less => -1,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => 1,
        });
    }
    if let Some(form) = Linear::difference(a, b) {
        let upwards = form.terms.values().all(|&times| times > 0);
        let downwards = form.terms.values().all(|&times| times < 0);
        return match (upwards, downwards) {
            // No terms at all.
            (true, true) => of(form.offset),
            (true, false) => Signs {
                positive: true,
                ..of(form.offset)
            },
            (false, true) => Signs {
                negative: true,
                ..of(form.offset)
            },
            (false, false) => Signs::ALL,
        };
    }
    match (a, b) {
        (_, TDim::Val(b)) if *b < 0 && is_count(a) => of(1),
        (TDim::Val(a), _) if *a < 0 && is_count(b) => of(-1),
        _ => Signs::ALL,
    }
}

/// Whether a size is 0 or more in every run.
fn is_count(size: &TDim) -> bool {
    match size {
        TDim::Val(value) => *value >= 0,
        TDim::Sym(_) => true,
        TDim::Add(parts) | TDim::Mul(parts) => parts.iter().all(is_count),
        TDim::MulInt(times, part) => *times >= 0 && is_count(part),
        TDim::Div(part, _) => is_count(part),
        _ => false,
    }
}

/// The value of a size that is a number.
pub(super) fn number(size: &TDim) -> Option<i64> {
    match size {
        TDim::Val(value) => Some(*value),
        _ => None,
    }
}

fn too_great() -> TractError {
    format_err!("whole numbers that do not fit in 64 bits, or beside an open size in 40")
}

/// Whether a number may stand beside an open size.
fn may_join(size: &TDim) -> bool {
    number(size).is_none_or(|value| (-MOST..=MOST).contains(&value))
}

/// a + times · b, times being 1 or -1.
pub(super) fn sum(a: &TDim, b: &TDim, times: i64) -> TractResult<TDim> {
    if let (Some(a), Some(b)) = (number(a), number(b)) {
        let sum = b.checked_mul(times).and_then(|b| a.checked_add(b));
        return Ok(TDim::Val(sum.ok_or_else(too_great)?));
    }
    ensure!(may_join(a) && may_join(b), too_great());
    let forms = match times {
        1 => Linear::difference(a, &TDim::MulInt(-1, Box::new(b.clone()))),
        _ => Linear::difference(a, b),
    };
    Ok(match forms {
        Some(form) => form.size(),
        None if times == 1 => (a.clone() + b).simplify(),
        None => (a.clone() - b).simplify(),
    })
}

/// a · b
pub(super) fn product(a: &TDim, b: &TDim) -> TractResult<TDim> {
    if let (Some(a), Some(b)) = (number(a), number(b)) {
        return Ok(TDim::Val(a.checked_mul(b).ok_or_else(too_great)?));
    }
    ensure!(may_join(a) && may_join(b), too_great());
    let (form, times) = match (number(a), number(b)) {
        (Some(times), _) => (Linear::of(b), times),
        (_, Some(times)) => (Linear::of(a), times),
        _ => (None, 1),
    };
    let Some(form) = form else {
        return Ok(a.clone() * b);
    };
    let scaled = form.terms.into_iter().map(|(symbol, own)| {
        let times = own.checked_mul(times).ok_or_else(too_great)?;
        Ok((symbol, times))
    });
    let mut scaled = Linear {
        offset: form.offset.checked_mul(times).ok_or_else(too_great)?,
        terms: scaled.collect::<TractResult<_>>()?,
    };
    scaled.terms.retain(|_, times| *times != 0);
    Ok(scaled.size())
}

/// a / b without what is behind the point; nothing if a run must say.
pub(super) fn quotient(a: &TDim, b: &TDim) -> TractResult<Option<TDim>> {
    let Some(divisor) = number(b) else {
        return Ok((a == b).then_some(TDim::Val(1)));
    };
    ensure!(divisor != 0, "a division of whole numbers by 0");
    if let Some(value) = number(a) {
        let quotient = value.checked_div(divisor).ok_or_else(too_great)?;
        return Ok(Some(TDim::Val(quotient)));
    }
    let Some(form) = Linear::of(a) else {
        return Ok(None);
    };
    let divides = |value: &i64| value % divisor == 0;
    if divisor == -1 || !divides(&form.offset) || !form.terms.values().all(divides) {
        return Ok(None);
    }
    let terms = form.terms.into_iter();
    let terms = terms.map(|(symbol, times)| (symbol, times / divisor));
    Ok(Some(
        Linear {
            offset: form.offset / divisor,
            terms: terms.collect(),
        }
        .size(),
    ))
}

/// How many elements a shape of such sizes has; nothing beyond `most`, where only
/// the sizes that are known count.
pub(super) fn volume(shape: &[TDim], most: i64) -> Option<i64> {
    shape.iter().try_fold(1_i64, |product, size| {
        let size = number(size).unwrap_or(1);
        // An empty axis does not make the others small.
        let size = size.max(1);
        product.checked_mul(size).filter(|product| *product <= most)
    })
}
