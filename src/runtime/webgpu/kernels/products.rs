//! Matrix products: layers and labelled products.
//!
//! Both are Σ aᵢ bᵢ over parts i, with functions that find an element of each
//! operand. Large products are computed in tiles that a workgroup shares, small ones by
//! one thread for each element.

use std::fmt::Write;

use super::Held;
use crate::runtime::plan::{Dense, Product};
use crate::runtime::webgpu::program::{Buffer, Pass, Store, Unfit, WORKGROUPS};
use crate::runtime::webgpu::shader::{Axis, Shader, strides};

/// Operands of a layer that one pass binds, beside the weights and the result.
const OPERANDS: usize = 6;

/// Sizes of a product: batches, rows, columns, and what each part sums over.
struct Sizes {
    batches: usize,
    rows: usize,
    columns: usize,
    depths: Vec<usize>,
}

/// The pass of a product, of functions `aP(z, row, k)`, `bP(z, k, column)` for each part
/// P, and `put(z, row, column, value)`.
fn finish(mut shader: Shader, name: &'static str, sizes: &Sizes) -> Result<Pass, Unfit> {
    let batches = shader.parameter(sizes.batches)?;
    let rows = shader.parameter(sizes.rows)?;
    let columns = shader.parameter(sizes.columns)?;
    let depths = sizes.depths.iter();
    let depths: Vec<String> = depths
        .map(|&depth| shader.parameter(depth))
        .collect::<Result<_, _>>()?;
    let narrow = sizes.rows.min(sizes.columns);
    if narrow < 8 {
        let mut body = format!(
            "  let column = i % {columns};\n  let row = (i / {columns}) % {rows};\n  \
             let z = i / {columns} / {rows};\n  var sum = 0.0;\n"
        );
        for (part, depth) in depths.iter().enumerate() {
            let _ = writeln!(
                body,
                "  for (var k = 0u; k < {depth}; k++) {{ sum += a{part}(z, row, k) * b{part}(z, k, column); }}"
            );
        }
        body.push_str("  put(z, row, column, sum);");
        let count = sizes.batches * sizes.rows * sizes.columns;
        return shader.each(name, count, &body);
    }
    let width = if narrow > 32 { 16_u32 } else { 8 };
    let mut parts = String::new();
    for (part, depth) in depths.iter().enumerate() {
        shader.add(&format!(
            "fn within_a{part}(z: u32, row: u32, k: u32) -> f32 {{\n  \
             if (row >= {rows} || k >= {depth}) {{ return 0.0; }}\n  return a{part}(z, row, k);\n}}\n\
             fn within_b{part}(z: u32, k: u32, column: u32) -> f32 {{\n  \
             if (column >= {columns} || k >= {depth}) {{ return 0.0; }}\n  return b{part}(z, k, column);\n}}"
        ));
        let text = include_str!("tile_part.wgsl");
        parts.push_str(
            &text
                .replace("PART", &part.to_string())
                .replace("DEPTH", depth),
        );
    }
    let main = include_str!("tile.wgsl")
        .replace("PARTS", &parts)
        .replace("BATCHES", &batches)
        .replace("ROWS", &rows)
        .replace("COLUMNS", &columns)
        .replace("WIDTH", &format!("{width}u"));
    shader.add(&main);
    let tiles = |size: usize| {
        u32::try_from(size.div_ceil(4 * width as usize))
            .ok()
            .filter(|&count| count <= WORKGROUPS)
            .ok_or_else(|| Unfit(format!("a product of {size} rows or columns")))
    };
    let batches = u32::try_from(sizes.batches).unwrap_or(WORKGROUPS);
    shader.pass(
        name,
        [
            tiles(sizes.columns)?,
            tiles(sizes.rows)?,
            batches.min(WORKGROUPS),
        ],
    )
}

/// The passes of a layer, whose weights, part after part, and bias are in `weights`.
pub fn dense(
    layer: &Dense,
    operands: &[&Held],
    depths: &[usize],
    weights: Buffer,
    result: &Held,
) -> Result<Vec<Pass>, Unfit> {
    let columns = layer.bias.len();
    let rows = result.count() / columns.max(1);
    let steps = match result.shape.len() {
        0 | 1 => 1,
        rank => result.shape[rank - 2],
    };
    let mut passes = vec![];
    let (mut part, mut base) = (0, 0);
    let bias = depths.iter().sum::<usize>() * columns;
    while part < operands.len() {
        let mut shader = Shader::default();
        let mut bound: Vec<&Held> = vec![];
        let first = part;
        let mut sizes = Sizes {
            batches: 1,
            rows,
            columns,
            depths: vec![],
        };
        while let (Some(operand), Some(&depth)) = (operands.get(part), depths.get(part)) {
            let place = bound.iter().position(|held| held.buffer == operand.buffer);
            let place = place.unwrap_or(bound.len());
            if place == OPERANDS {
                break;
            }
            if place == bound.len() {
                bound.push(operand);
                shader.operand(&format!("x{place}"), operand.buffer, operand.store);
            }
            let number = part - first;
            let width = shader.parameter(depth)?;
            let shift = layer.parts[part].shift;
            if shift == 0 {
                shader.add(&format!(
                    "fn a{number}(z: u32, row: u32, k: u32) -> f32 {{ return x{place}[row * {width} + k]; }}"
                ));
            } else {
                let shift =
                    i32::try_from(shift).map_err(|_| Unfit(format!("a shift by {shift} rows")))?;
                let (shift, steps) = (shader.word(shift.cast_unsigned()), shader.parameter(steps)?);
                // Adding wraps: a row before the first is one behind the last.
                shader.add(&format!(
                    "fn a{number}(z: u32, row: u32, k: u32) -> f32 {{\n  \
                     if (row % {steps} + {shift} >= {steps}) {{ return 0.0; }}\n  \
                     return x{place}[(row + {shift}) * {width} + k];\n}}"
                ));
            }
            let (start, columns) = (shader.parameter(base)?, shader.parameter(columns)?);
            shader.add(&format!(
                "fn b{number}(z: u32, k: u32, column: u32) -> f32 {{ return w[{start} + k * {columns} + column]; }}"
            ));
            base += depth * sizes.columns;
            sizes.depths.push(depth);
            part += 1;
        }
        shader.operand("w", weights, Store::Float);
        shader.result("result", result.buffer, result.store);
        let wide = shader.parameter(columns)?;
        let before = if first == 0 {
            format!("w[{} + column]", shader.parameter(bias)?)
        } else {
            "result[at]".into()
        };
        let value = if layer.relu && part == operands.len() {
            "max(sum, 0.0)"
        } else {
            "sum"
        };
        shader.add(&format!(
            "fn put(z: u32, row: u32, column: u32, value: f32) {{\n  \
             let at = row * {wide} + column;\n  let sum = {before} + value;\n  result[at] = {value};\n}}"
        ));
        passes.push(finish(shader, "Dense", &sizes)?);
    }
    Ok(passes)
}

/// The pass of a labelled product.
pub fn product(labels: &Product, a: &Held, b: &Held, result: &Held) -> Result<Pass, Unfit> {
    let shapes = [a.shape.as_slice(), b.shape.as_slice()];
    let size = |label: u8| labels.size(label, &shapes).unwrap_or(1);
    let (mut batches, mut rows, mut columns, mut summed) = (vec![], vec![], vec![], vec![]);
    for &label in &labels.result {
        match (labels.a.contains(&label), labels.b.contains(&label)) {
            (true, true) => batches.push(label),
            (true, false) => rows.push(label),
            _ => columns.push(label),
        }
    }
    for &label in labels.a.iter().chain(&labels.b) {
        if !labels.result.contains(&label) && !summed.contains(&label) {
            summed.push(label);
        }
    }
    let axes = |group: &[u8], labels: &[u8], shape: &[usize]| -> Vec<Axis> {
        let strides = strides(shape);
        let of = |&label: &u8| {
            let place = labels.iter().position(|&other| other == label);
            // An axis of size 1 is repeated, as is one that is not there.
            let own = place.filter(|&place| shape.get(place) != Some(&1));
            Axis {
                size: size(label),
                stride: own
                    .and_then(|place| strides.get(place).copied())
                    .unwrap_or(0),
            }
        };
        group.iter().map(of).collect()
    };
    let mut shader = Shader::default();
    shader.operand("x", a.buffer, a.store);
    shader.operand("y", b.buffer, b.store);
    shader.result("result", result.buffer, result.store);
    for (name, group, of, shape) in [
        ("a_z", &batches, &labels.a, &a.shape),
        ("a_row", &rows, &labels.a, &a.shape),
        ("a_k", &summed, &labels.a, &a.shape),
        ("b_z", &batches, &labels.b, &b.shape),
        ("b_column", &columns, &labels.b, &b.shape),
        ("b_k", &summed, &labels.b, &b.shape),
        ("r_z", &batches, &labels.result, &result.shape),
        ("r_row", &rows, &labels.result, &result.shape),
        ("r_column", &columns, &labels.result, &result.shape),
    ] {
        shader.index(name, &axes(group, of, shape), 0)?;
    }
    shader.add(
        "fn a0(z: u32, row: u32, k: u32) -> f32 { return x[a_z(z) + a_row(row) + a_k(k)]; }\n\
         fn b0(z: u32, k: u32, column: u32) -> f32 { return y[b_z(z) + b_k(k) + b_column(column)]; }\n\
         fn put(z: u32, row: u32, column: u32, value: f32) {\n  \
         result[r_z(z) + r_row(row) + r_column(column)] = value;\n}",
    );
    let count = |group: &[u8]| group.iter().map(|&label| size(label)).product();
    let sizes = Sizes {
        batches: count(&batches),
        rows: count(&rows),
        columns: count(&columns),
        depths: vec![count(&summed)],
    };
    finish(shader, "Product", &sizes)
}
