//! Writing WGSL and its parameters together: what differs from run to run is a
//! parameter, so that a shader's text, and with it its pipeline, serves many sizes.

use std::fmt::Write;

use super::program::{BINDINGS, Buffer, Pass, Store, Unfit};

/// Threads of a workgroup in kernels whose threads do not work together.
pub const GROUP: usize = 64;

/// A pass that is being written.
#[derive(Default)]
pub struct Shader {
    declarations: String,
    functions: String,
    buffers: Vec<Buffer>,
    results: usize,
    parameters: Vec<u32>,
}

/// An axis that an index runs along: its size, and how far a step moves in a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis {
    /// How many places it has.
    pub size: usize,
    /// How many elements a step moves by.
    pub stride: usize,
}

impl Shader {
    /// The expression of a number that the run gives.
    pub fn parameter(&mut self, value: usize) -> Result<String, Unfit> {
        let value = u32::try_from(value)
            .map_err(|_| Unfit(format!("{value} is more than 32 bits count to")))?;
        Ok(self.word(value))
    }

    /// The expression of 32 bits that the run gives.
    pub fn word(&mut self, value: u32) -> String {
        let place = self.parameters.len();
        self.parameters.push(value);
        format!("p[{}].{}", place / 4, ["x", "y", "z", "w"][place % 4])
    }

    /// A buffer that the pass reads, under a name.
    pub fn operand(&mut self, name: &str, buffer: Buffer, store: Store) {
        let place = self.buffers.len();
        self.buffers.push(buffer);
        // Writing to a String does not fail.
        let _ = writeln!(
            self.declarations,
            "@group(0) @binding({place}) var<storage, read> {name}: array<{}>;",
            store.word()
        );
    }

    /// A buffer that the pass writes, under a name.
    pub fn result(&mut self, name: &str, buffer: Buffer, store: Store) {
        let place = self.buffers.len();
        self.buffers.push(buffer);
        self.results += 1;
        let _ = writeln!(
            self.declarations,
            "@group(0) @binding({place}) var<storage, read_write> {name}: array<{}>;",
            store.word()
        );
    }

    /// Declarations at the level of the module.
    pub fn add(&mut self, text: &str) {
        self.functions.push_str(text);
        self.functions.push('\n');
    }

    /// A function from a place in row-major order over `axes` to a place in a buffer.
    pub fn index(&mut self, name: &str, axes: &[Axis], base: usize) -> Result<(), Unfit> {
        let mut body = format!("fn {name}(i: u32) -> u32 {{\n");
        let axes = merge(axes);
        let base = self.parameter(base)?;
        match axes.split_first() {
            None => {
                let _ = writeln!(body, "  return {base};");
            }
            Some((outer, inner)) => {
                let _ = writeln!(body, "  var o = {base};\n  var r = i;");
                for axis in inner.iter().rev() {
                    let size = self.parameter(axis.size)?;
                    let stride = self.parameter(axis.stride)?;
                    let _ = writeln!(body, "  o += (r % {size}) * {stride};\n  r /= {size};");
                }
                let stride = self.parameter(outer.stride)?;
                let _ = writeln!(body, "  return o + r * {stride};");
            }
        }
        body.push('}');
        self.add(&body);
        Ok(())
    }

    /// The pass, of a body of `main` that begins with `i`, the number of the thread,
    /// which is less than `count`.
    pub fn each(mut self, name: &'static str, count: usize, body: &str) -> Result<Pass, Unfit> {
        let limit = self.parameter(count)?;
        let main = format!(
            "@compute @workgroup_size({GROUP})\n\
             fn main(@builtin(global_invocation_id) g: vec3<u32>, @builtin(num_workgroups) n: vec3<u32>) {{\n  \
             let i = g.x + g.y * n.x * {GROUP}u;\n  if (i >= {limit}) {{ return; }}\n{body}\n}}"
        );
        self.add(&main);
        self.pass(name, super::program::flat(count.div_ceil(GROUP))?)
    }

    /// The pass, of functions among which is `main`.
    pub fn pass(self, name: &'static str, workgroups: [u32; 3]) -> Result<Pass, Unfit> {
        if self.buffers.len() > BINDINGS {
            return Err(Unfit(format!(
                "{name} with {} buffers, of which a pass binds {BINDINGS}",
                self.buffers.len()
            )));
        }
        let vectors = self.parameters.len().div_ceil(4).max(1);
        let shader = format!(
            "{}@group(0) @binding({}) var<uniform> p: array<vec4<u32>, {vectors}>;\n{}",
            self.declarations,
            self.buffers.len(),
            self.functions
        );
        let mut parameters = self.parameters;
        parameters.resize(vectors * 4, 0);
        Ok(Pass {
            name,
            shader: shader.into(),
            buffers: self.buffers,
            results: self.results,
            parameters,
            workgroups,
        })
    }
}

impl Store {
    /// The type of a word of the buffer.
    fn word(self) -> &'static str {
        match self {
            Self::Float => "f32",
            Self::Integer => "i32",
            Self::Truth | Self::Packed => "u32",
        }
    }

    /// The expression of an element, in the type that it has in WGSL.
    pub fn load(self, name: &str, place: &str) -> String {
        match self {
            Self::Packed => format!(
                "extractBits(bitcast<i32>({name}[({place}) >> 2u]), (({place}) & 3u) * 8u, 8u)"
            ),
            _ => format!("{name}[{place}]"),
        }
    }
}

/// The axes without those of size 1, neighbours merged.
fn merge(axes: &[Axis]) -> Vec<Axis> {
    let mut found: Vec<Axis> = vec![];
    for axis in axes.iter().filter(|axis| axis.size != 1) {
        match found.last_mut() {
            Some(outer) if outer.stride == axis.stride * axis.size => {
                outer.size *= axis.size;
                outer.stride = axis.stride;
            }
            _ => found.push(*axis),
        }
    }
    found
}

/// How far a step along each axis moves in a row-major buffer.
pub fn strides(shape: &[usize]) -> Vec<usize> {
    let mut strides = vec![1; shape.len()];
    for axis in (1..shape.len()).rev() {
        strides[axis - 1] = strides[axis] * shape[axis];
    }
    strides
}

/// The axes of `shape`, in an operand whose axes are those or of size 1.
pub fn broadcast(shape: &[usize], operand: &[usize]) -> Vec<Axis> {
    shape
        .iter()
        .zip(operand.iter().zip(strides(operand)))
        .map(|(&size, (&own, stride))| Axis {
            size,
            stride: if own == 1 { 0 } else { stride },
        })
        .collect()
}

/// A number as WGSL writes it; one that is not finite comes from a parameter.
pub fn literal(shader: &mut Shader, value: f32) -> String {
    if value.is_finite() {
        format!("({value:?}f)")
    } else {
        number(shader, value)
    }
}

/// A number that a shader is given when it runs.
pub fn number(shader: &mut Shader, value: f32) -> String {
    format!("bitcast<f32>({})", shader.word(value.to_bits()))
}
