//! What is known of the values of a graph under construction, and which of their sizes are the
//! same.

use tract_core::internal::*;

use super::super::sizes::{self, Linear};
use super::{Equal, Graph};

impl Graph {
    /// The sizes of a value's axes.
    pub(super) fn shape(&self, outlet: OutletId) -> TractResult<&ShapeFact> {
        Ok(&self.model.outlet_fact(outlet)?.shape)
    }

    /// How many axes a value has.
    pub(super) fn rank(&self, outlet: OutletId) -> TractResult<usize> {
        Ok(self.shape(outlet)?.rank())
    }

    /// The type of a value's elements.
    pub(super) fn datum(&self, outlet: OutletId) -> TractResult<DatumType> {
        Ok(self.model.outlet_fact(outlet)?.datum_type)
    }

    /// Whether a value is of whole numbers or sizes.
    pub(super) fn is_whole(&self, outlet: OutletId) -> TractResult<bool> {
        let datum = self.datum(outlet)?;
        Ok([i64::datum_type(), TDim::datum_type()].contains(&datum))
    }

    /// The value, where it is constant.
    pub(super) fn known(&self, outlet: OutletId) -> Option<Arc<Tensor>> {
        self.model.outlet_fact(outlet).ok()?.konst.clone()
    }

    /// Whole numbers, or sizes of axes, that must be constant.
    pub(super) fn sizes(&self, outlet: OutletId) -> TractResult<TVec<TDim>> {
        let tensor = self.known(outlet);
        dimensions(&*tensor.context("a place or size is not constant")?)
    }

    /// Whole numbers that must be constant.
    pub(super) fn integers(&self, outlet: OutletId) -> TractResult<TVec<i64>> {
        let sizes = self.sizes(outlet)?;
        let numbers = sizes.iter().map(|size| {
            sizes::number(size)
                .context("a number that the sizes of a run say; allowed are constants")
        });
        numbers.collect()
    }

    /// The one number of a constant.
    pub(super) fn number(&self, outlet: OutletId) -> TractResult<f32> {
        let known = self.known(outlet).context("a number is not constant")?;
        let known = known.cast_to::<f32>()?;
        match known.try_as_plain_ram()?.as_slice::<f32>()? {
            [number] => Ok(*number),
            others => bail!("{} numbers; allowed is 1", others.len()),
        }
    }

    /// An axis of a value, counted from its end if negative.
    pub(super) fn axis(&self, axis: i64, rank: usize) -> TractResult<usize> {
        let rank = i64::try_from(rank)?;
        ensure!((-rank..rank).contains(&axis), "axis {axis} of {rank}");
        let found = if axis < 0 { axis + rank } else { axis };
        Ok(usize::try_from(found)?)
    }

    /// The shape of elementwise results over operands of one rank. Two sizes of one axis must
    /// be the same, unless one is 1.
    pub(super) fn joint(&mut self, operands: &[OutletId]) -> TractResult<TVec<TDim>> {
        let mut shape: TVec<TDim> = tvec![];
        for &operand in operands {
            let sizes = self.shape(operand)?.to_tvec();
            if shape.is_empty() {
                shape = sizes;
                continue;
            }
            ensure!(
                sizes.len() == shape.len(),
                "operands of {} and {} axes",
                shape.len(),
                sizes.len()
            );
            for (shared, size) in shape.iter_mut().zip(&sizes) {
                if shared.is_one() {
                    *shared = size.clone();
                } else if !size.is_one() {
                    self.same(shared, size)?;
                }
            }
        }
        Ok(shape)
    }

    /// Two sizes that must be the same. If they are not by their names, one of them becomes the
    /// other, and a run in which they differ is refused.
    pub(super) fn same(&mut self, a: &TDim, b: &TDim) -> TractResult<()> {
        if a == b {
            return Ok(());
        }
        let form = Linear::difference(a, b);
        let form = form.filter(|form| form.offset != 0 || !form.terms.is_empty());
        if let Some(mut form) = form {
            let single = form.terms.iter().rev().find(|(_, times)| times.abs() == 1);
            if let Some((symbol, times)) = single.map(|(symbol, &times)| (symbol.clone(), times)) {
                form.terms.remove(&symbol);
                form.offset = form.offset.checked_mul(-times).context("a size")?;
                form.terms.values_mut().for_each(|term| *term *= -times);
                let size = form.size();
                self.conflict = Some(Equal { symbol, size });
            }
        } else if Linear::difference(a, b).is_some() {
            return Ok(());
        }
        bail!("sizes {a} and {b} of one axis differ")
    }
}

/// Whole numbers or sizes as sizes. tract's own cast goes through 32 bits, and wraps.
pub(in crate::runtime::onnx) fn dimensions(tensor: &Tensor) -> TractResult<TVec<TDim>> {
    if tensor.datum_type() == TDim::datum_type() {
        return Ok(tensor
            .try_as_plain_ram()?
            .as_slice::<TDim>()?
            .to_vec()
            .into());
    }
    let whole = tensor.cast_to::<i64>()?;
    let whole = whole.try_as_plain_ram()?.as_slice::<i64>()?;
    Ok(whole.iter().map(|&number| TDim::Val(number)).collect())
}
