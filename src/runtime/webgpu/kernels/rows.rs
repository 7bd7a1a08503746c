//! Operators along one axis: one thread for each row of it.

use super::Held;
use crate::runtime::plan::{Op, Reduction};
use crate::runtime::webgpu::program::{Pass, Unfit};
use crate::runtime::webgpu::shader::Shader;

/// The pass of an operator along `axis`: a body over `x`, `first` (the row's first
/// place), `size` and `step` (how far its elements are apart).
fn along(
    name: &'static str,
    operand: &Held,
    axis: usize,
    result: &Held,
    body: &str,
    word: Option<f32>,
) -> Result<Pass, Unfit> {
    let size = operand.shape.get(axis).copied().unwrap_or(1);
    let inner: usize = operand.shape.iter().skip(axis + 1).product();
    let rows = operand.shape.iter().take(axis).product::<usize>() * inner;
    let mut shader = Shader::default();
    shader.operand("x", operand.buffer, operand.store);
    shader.result("result", result.buffer, result.store);
    let (size, step) = (shader.parameter(size)?, shader.parameter(inner)?);
    let word = shader.word(word.unwrap_or_default().to_bits());
    let body = format!(
        "  let size = {size};\n  let step = {step};\n  let word = bitcast<f32>({word});\n  \
         let first = (i / step) * size * step + i % step;\n{body}"
    );
    shader.each(name, rows, &body)
}

/// The pass of a reduction.
pub fn reduce(
    reduction: Reduction,
    operand: &Held,
    axis: usize,
    result: &Held,
) -> Result<Pass, Unfit> {
    let (start, put) = match reduction {
        Reduction::Sum => (0.0, "all = all + value"),
        Reduction::Maximum => (f32::NEG_INFINITY, "all = select(all, value, value > all)"),
    };
    let body = format!(
        "  var all = word;\n  for (var k = 0u; k < size; k++) {{\n    \
         let value = x[first + k * step];\n    {put};\n  }}\n  result[i] = all;"
    );
    along(
        Op::Reduce { reduction, axis }.name(),
        operand,
        axis,
        result,
        &body,
        Some(start),
    )
}

/// The pass of a softmax.
pub fn softmax(operand: &Held, axis: usize, result: &Held) -> Result<Pass, Unfit> {
    let body = "  var most = x[first];\n  \
        for (var k = 1u; k < size; k++) { most = max(most, x[first + k * step]); }\n  \
        var sum = 0.0;\n  for (var k = 0u; k < size; k++) {\n    \
        let value = exp(x[first + k * step] - most);\n    sum += value;\n    \
        result[first + k * step] = value;\n  }\n  \
        for (var k = 0u; k < size; k++) { result[first + k * step] /= sum; }";
    along("Softmax", operand, axis, result, body, None)
}

/// The pass of a normalisation.
pub fn rms_norm(operand: &Held, axis: usize, epsilon: f32, result: &Held) -> Result<Pass, Unfit> {
    let body = "  var sum = 0.0;\n  for (var k = 0u; k < size; k++) {\n    \
        let value = x[first + k * step];\n    sum += value * value;\n  }\n  \
        let scale = 1.0 / sqrt(sum / f32(size) + word);\n  \
        for (var k = 0u; k < size; k++) {\n    \
        result[first + k * step] = x[first + k * step] * scale;\n  }";
    along("RmsNorm", operand, axis, result, body, Some(epsilon))
}
