//! Operators that move elements: one thread for each element that is moved.

use super::Held;
use crate::runtime::webgpu::program::{Pass, Unfit};
use crate::runtime::webgpu::shader::{Axis, Shader, broadcast, strides};

/// The pass of slices of a table.
pub fn gather(table: &Held, places: &Held, axis: usize, result: &Held) -> Result<Pass, Unfit> {
    let size = table.shape.get(axis).copied().unwrap_or(1);
    let inner: usize = table.shape.iter().skip(axis + 1).product();
    let mut shader = Shader::default();
    shader.operand("table", table.buffer, table.store);
    shader.operand("places", places.buffer, places.store);
    shader.result("result", result.buffer, result.store);
    let (rows, width) = (shader.parameter(size)?, shader.parameter(inner)?);
    let count = shader.parameter(places.count())?;
    let body = format!(
        "  let at = i % {width};\n  let row = i / {width};\n  \
         var place = {};\n  if (place < 0) {{ place += i32({rows}); }}\n  \
         let source = ((row / {count}) * {rows} + u32(place)) * {width} + at;\n  \
         result[i] = {};",
        places.store.load("places", &format!("row % {count}")),
        table.store.load("table", "source")
    );
    shader.each("Gather", result.count(), &body)
}

/// A pass that copies the elements of a box: from axes of an operand, from a base, to
/// axes of the result, from a base.
fn copy(
    name: &'static str,
    (operand, from, from_base): (&Held, &[Axis], usize),
    (result, to, to_base): (&Held, &[Axis], usize),
) -> Result<Pass, Unfit> {
    let mut shader = Shader::default();
    shader.operand("x", operand.buffer, operand.store);
    shader.result("result", result.buffer, result.store);
    shader.index("source", from, from_base)?;
    shader.index("target_of", to, to_base)?;
    let body = format!(
        "  result[target_of(i)] = {};",
        operand.store.load("x", "source(i)")
    );
    shader.each(name, from.iter().map(|axis| axis.size).product(), &body)
}

/// The axes of `sizes` in a row-major buffer of `shape`.
fn within(sizes: &[usize], shape: &[usize]) -> Vec<Axis> {
    let axes = sizes.iter().zip(strides(shape));
    axes.map(|(&size, stride)| Axis { size, stride }).collect()
}

/// The pass of a transposition.
pub fn transpose(operand: &Held, order: &[usize], result: &Held) -> Result<Pass, Unfit> {
    let strides = strides(&operand.shape);
    let axes = result.shape.iter().zip(order);
    let from: Vec<Axis> = axes
        .map(|(&size, &axis)| Axis {
            size,
            stride: strides.get(axis).copied().unwrap_or(0),
        })
        .collect();
    let to = within(&result.shape, &result.shape);
    copy("Transpose", (operand, &from, 0), (result, &to, 0))
}

/// The pass of a repetition.
pub fn repeat(operand: &Held, result: &Held) -> Result<Pass, Unfit> {
    let from = broadcast(&result.shape, &operand.shape);
    let to = within(&result.shape, &result.shape);
    copy("Broadcast", (operand, &from, 0), (result, &to, 0))
}

/// The pass of a stretch of an axis.
pub fn slice(operand: &Held, axis: usize, start: usize, result: &Held) -> Result<Pass, Unfit> {
    let from = within(&result.shape, &operand.shape);
    let base = start * from.get(axis).map_or(0, |axis| axis.stride);
    let to = within(&result.shape, &result.shape);
    copy("Slice", (operand, &from, base), (result, &to, 0))
}

/// The pass that puts one of the operands of a concatenation where it belongs.
pub fn put(operand: &Held, axis: usize, start: usize, result: &Held) -> Result<Pass, Unfit> {
    let from = within(&operand.shape, &operand.shape);
    let to = within(&operand.shape, &result.shape);
    let base = start * to.get(axis).map_or(0, |axis| axis.stride);
    copy("Concat", (operand, &from, 0), (result, &to, base))
}

/// The pass of a padding.
pub fn pad(
    operand: &Held,
    around: &[(usize, usize)],
    filling: f32,
    result: &Held,
) -> Result<Pass, Unfit> {
    let mut shader = Shader::default();
    shader.operand("x", operand.buffer, operand.store);
    shader.result("result", result.buffer, result.store);
    let filling = shader.word(filling.to_bits());
    let mut body = "  var r = i;\n  var o = 0u;\n  var inside = true;\n".to_owned();
    let sizes = operand.shape.iter().zip(&result.shape);
    let axes: Vec<_> = sizes
        .zip(around.iter().zip(strides(&operand.shape)))
        .collect();
    for ((&own, &size), ((before, _), stride)) in axes.into_iter().rev() {
        let (size, before) = (shader.parameter(size)?, shader.parameter(*before)?);
        let (own, stride) = (shader.parameter(own)?, shader.parameter(stride)?);
        // A place before the first wraps around to one behind the last.
        body.push_str(&format!(
            "  {{\n    let at = r % {size} - {before};\n    inside = inside && at < {own};\n    \
             o += at * {stride};\n    r /= {size};\n  }}\n"
        ));
    }
    body.push_str(&format!(
        "  var value = bitcast<f32>({filling});\n  if (inside) {{ value = x[o]; }}\n  result[i] = value;"
    ));
    shader.each("Pad", result.count(), &body)
}
