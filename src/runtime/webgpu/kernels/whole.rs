//! Operators on whole numbers, which a device holds in 32 bits, and places by them: one thread for
//! each element of the result, or for each row of a cumulative sum.

use super::Held;
use crate::runtime::plan::Whole;
use crate::runtime::webgpu::program::{Pass, Store, Unfit};
use crate::runtime::webgpu::shader::{Axis, Shader, broadcast, strides};

/// The pass of whole numbers from one on.
pub fn range(start: usize, result: &Held) -> Result<Pass, Unfit> {
    let mut shader = Shader::default();
    shader.result("result", result.buffer, result.store);
    let start = shader.parameter(start)?;
    let body = format!("  result[i] = i32(i + {start});");
    shader.each("Range", result.count(), &body)
}

/// The pass of an operation on whole numbers.
pub fn whole(op: Whole, operands: &[&Held], result: &Held) -> Result<Pass, Unfit> {
    let mut shader = Shader::default();
    let mut values = vec![];
    for (place, operand) in operands.iter().enumerate() {
        shader.operand(&format!("b{place}"), operand.buffer, operand.store);
        let axes = broadcast(&result.shape, &operand.shape);
        shader.index(&format!("at{place}"), &axes, 0)?;
        let at = format!("at{place}(i)");
        values.push(operand.store.load(&format!("b{place}"), &at));
    }
    shader.result("result", result.buffer, result.store);
    let value = match (op, &values[..]) {
        (Whole::Add, [a, b]) => format!("{a} + {b}"),
        (Whole::Subtract, [a, b]) => format!("{a} - {b}"),
        (Whole::Multiply, [a, b]) => format!("{a} * {b}"),
        (Whole::Greater, [a, b]) => format!("max({a}, {b})"),
        (Whole::Lesser, [a, b]) => format!("min({a}, {b})"),
        (Whole::Negative, [a]) => format!("-({a})"),
        (Whole::Abs, [a]) => format!("abs({a})"),
        (Whole::Sign, [a]) => format!("sign({a})"),
        (Whole::Narrow, [a]) => a.clone(),
        (Whole::Select, [c, a, b]) => format!("select({b}, {a}, {c} != 0u)"),
        // A division by 0 is an error of the run, which a device does not say.
        _ => return Err(Unfit("divisions of whole numbers".into())),
    };
    shader.each("Whole", result.count(), &format!("  result[i] = {value};"))
}

/// The pass of sums along an axis.
pub fn cumulative_sum(
    operand: &Held,
    axis: usize,
    [exclusive, reverse]: [bool; 2],
    result: &Held,
) -> Result<Pass, Unfit> {
    let size = operand.shape.get(axis).copied().unwrap_or(1);
    let inner: usize = operand.shape.iter().skip(axis + 1).product();
    let rows = operand.shape.iter().take(axis).product::<usize>() * inner;
    let mut shader = Shader::default();
    shader.operand("x", operand.buffer, operand.store);
    shader.result("result", result.buffer, result.store);
    let (size, step) = (shader.parameter(size)?, shader.parameter(inner)?);
    let zero = match result.store {
        Store::Float => "0.0",
        _ => "0",
    };
    let at = match reverse {
        true => "size - 1u - k",
        false => "k",
    };
    let (before, after) = match exclusive {
        true => ("result[at] = sum;\n    ", ""),
        false => ("", "\n    result[at] = sum;"),
    };
    let value = operand.store.load("x", "at");
    let body = format!(
        "  let size = {size};\n  let step = {step};\n  \
         let first = (i / step) * size * step + i % step;\n  var sum = {zero};\n  \
         for (var k = 0u; k < size; k++) {{\n    let at = first + ({at}) * step;\n    \
         let value = {value};\n    {before}sum += value;{after}\n  }}"
    );
    shader.each("CumulativeSum", rows, &body)
}

/// The pass of elements at places along an axis.
pub fn gather_elements(
    table: &Held,
    places: &Held,
    axis: usize,
    result: &Held,
) -> Result<Pass, Unfit> {
    let mut shader = Shader::default();
    shader.operand("table", table.buffer, table.store);
    shader.operand("places", places.buffer, places.store);
    shader.result("result", result.buffer, result.store);
    let strides = strides(&table.shape);
    let axes = result.shape.iter().zip(&strides).enumerate();
    let axes: Vec<Axis> = axes
        .map(|(at, (&size, &stride))| Axis {
            size,
            stride: if at == axis { 0 } else { stride },
        })
        .collect();
    shader.index("row", &axes, 0)?;
    let size = shader.parameter(table.shape.get(axis).copied().unwrap_or(1))?;
    let stride = shader.parameter(strides.get(axis).copied().unwrap_or(1))?;
    let body = format!(
        "  var place = {};\n  if (place < 0) {{ place += i32({size}); }}\n  \
         let source = row(i) + min(u32(place), {size} - 1u) * {stride};\n  result[i] = {};",
        places.store.load("places", "i"),
        table.store.load("table", "source")
    );
    shader.each("GatherElements", result.count(), &body)
}
