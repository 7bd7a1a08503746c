//! What a GPU is told to do: buffers, and passes over them.

use std::rc::Rc;

/// What every device that speaks WebGPU offers; kernels stay within it.
pub const INVOCATIONS: u32 = 256;

/// Storage buffers that one pass may bind.
pub const BINDINGS: usize = 8;

/// Bytes of memory that a workgroup shares.
pub const SHARED_BYTES: usize = 16384;

/// Workgroups along one axis of a dispatch.
pub const WORKGROUPS: u32 = 65535;

/// How far apart the parameters of passes lie in their buffer, in bytes: every device
/// takes offsets of this step.
pub const PARAMETER_STEP: usize = 256;

/// A buffer that passes bind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Buffer {
    /// Of one run, by its place in [`Program::slots`].
    Slot(usize),
    /// Of every run: constants and weights.
    Fixed(usize),
}

/// How the elements of a buffer lie in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Store {
    /// float32
    Float,
    /// int32
    Integer,
    /// 1 and 0 in 32 bits each
    Truth,
    /// int8, four in a word
    Packed,
}

/// One dispatch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pass {
    /// Of the operator, for messages and labels.
    pub name: &'static str,
    /// WGSL with the entry `main`; the storage buffers are bindings 0 and up of group 0,
    /// the parameters are the uniform binding behind them.
    pub shader: Rc<str>,
    /// The storage buffers; the results are behind the operands.
    pub buffers: Vec<Buffer>,
    /// How many of the buffers are results.
    pub results: usize,
    /// Sizes and strides.
    pub parameters: Vec<u32>,
    /// Workgroups along three axes.
    pub workgroups: [u32; 3],
}

/// A value after the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Where it is.
    pub buffer: Buffer,
    /// Its axes.
    pub shape: Vec<usize>,
    /// Its elements, as they lie in the buffer.
    pub store: Store,
}

/// A run of a plan with certain sizes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// Bytes of the buffers of the run; a buffer serves values one after the other.
    pub slots: Vec<u64>,
    /// Slots that the inputs are written to, in their order.
    pub inputs: Vec<usize>,
    /// Dispatches, in their order.
    pub passes: Vec<Pass>,
    /// In the plan's order.
    pub outputs: Vec<Output>,
}

/// Largest sizes that a device takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a storage buffer that a pass binds.
    pub binding: u64,
}

impl Default for Limits {
    /// What every device offers.
    fn default() -> Self {
        Self { binding: 128 << 20 }
    }
}

/// Why a plan, or a run of it, is nothing for a GPU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit(pub String);

/// Workgroups for `count` of them, where a kernel counts along two axes.
pub fn flat(count: usize) -> Result<[u32; 3], Unfit> {
    let too_many = || Unfit(format!("{count} workgroups in one dispatch"));
    let count = u32::try_from(count).map_err(|_| too_many())?;
    let rows = count.div_ceil(WORKGROUPS);
    if rows > WORKGROUPS {
        return Err(too_many());
    }
    Ok([count.div_ceil(rows.max(1)), rows, 1])
}
