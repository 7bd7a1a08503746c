//! Sizes as sums of multiples of symbols.

use tract_core::internal::*;

use super::Lowering;
use crate::runtime::plan::Size;

impl Lowering<'_> {
    /// A size, whose symbols are those of the plan.
    pub(super) fn size(&mut self, size: &TDim) -> TractResult<Size> {
        let mut made = Size::default();
        self.add(size, 1, &mut made)?;
        made.terms.sort_unstable();
        made.terms.dedup_by(|more, kept| {
            let same = more.0 == kept.0;
            kept.1 += if same { more.1 } else { 0 };
            same
        });
        Ok(made)
    }

    /// Adds `times` a size to a size.
    fn add(&mut self, size: &TDim, times: i64, to: &mut Size) -> TractResult<()> {
        match size {
            TDim::Val(value) => {
                let offset = value.checked_mul(times);
                let offset = offset.and_then(|offset| to.offset.checked_add(offset));
                to.offset = offset.context("a size beyond 64 bits")?;
            }
            TDim::Sym(symbol) => {
                let name = symbol.to_string();
                let known = self.plan.symbols.iter().position(|other| *other == name);
                let place = known.unwrap_or_else(|| {
                    self.plan.symbols.push(name);
                    self.plan.symbols.len() - 1
                });
                to.terms.push((place, times));
            }
            TDim::Add(parts) => {
                for part in parts {
                    self.add(part, times, to)?;
                }
            }
            TDim::MulInt(more, part) => {
                let times = times.checked_mul(*more).context("a size beyond 64 bits")?;
                self.add(part, times, to)?;
            }
            other => bail!("a size of {other}; allowed are sums of multiples of symbols"),
        }
        Ok(())
    }
}
