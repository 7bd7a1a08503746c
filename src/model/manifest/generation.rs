//! A model that writes: an encoder, one step of a decoder, and what they agree on.

use serde::{Deserialize, Serialize};

use super::graph::{Axis, DataType, GraphSpec, TensorSpec};

/// How many relations between a place of the document and what is written the decoder
/// reads.
pub const RELATIONS: usize = 4;
/// The longest headline that a manifest may ask for, in tokens.
const MAX_STEPS: usize = 512;
/// The most characters or tokens of a document that a manifest may ask to be read.
const MAX_READ: usize = 1 << 20;

/// The graphs of an encoder and a decoder, and how they are used.
///
/// | graph | input or output | type, shape | meaning |
/// |---|---|---|---|
/// | encoder | `tokens` | int64 `[1, places]` | ids of the document's tokens; unknown ones are 1 |
/// | | `frequencies` | int64 `[1, places]` | how often each occurs, less one, to less than `frequencies` |
/// | | → `memory` | float32 `[1, places, m]` | what the decoder needs of every place |
/// | decoder | `tokens` | int64 `[beams]` | the last token of every hypothesis; 0 at the start |
/// | | `step` | int64 `[1]` | how many tokens it has |
/// | | `memory` | float32 `[1, places, m]` | the encoder's |
/// | | `relations` | float32 `[beams, places, 4]` | 1 where the token before a place was just written; where the two before it were; where its token was just written; where it was written at all |
/// | | `past` | float32 `[beams, past, s]` | `present` of the step before; one row of zeros at the start |
/// | | → `words` | float32 `[beams, v]` | the probability of writing each token |
/// | | → `copies` | float32 `[beams, places]` | the probability of copying each place |
/// | | → `present` | float32 `[beams, past + 1, s]` | the state after the step |
///
/// Token 0 ends a headline. What no piece covers gets ids from v on, in the order of
/// the document, and can be copied.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GenerationSpec {
    /// Reads the document.
    pub encoder: GraphSpec,
    /// Writes a token.
    pub decoder: GraphSpec,
    /// How many characters of a document are cut into tokens.
    pub read: usize,
    /// How many frequencies the encoder tells apart.
    pub frequencies: usize,
    /// The most tokens of a headline, its end included.
    pub steps: usize,
    /// No sequence of this many tokens is written twice; 0: any may be.
    pub no_repeat: usize,
}

impl GenerationSpec {
    /// How many tokens of a document the encoder reads.
    pub fn places(&self) -> usize {
        let tokens = self.encoder.inputs.first();
        tokens.and_then(|input| input.max_length).unwrap_or(0)
    }

    /// How many tokens can be written without copying.
    pub fn words(&self) -> usize {
        last_size(self.decoder.outputs.first())
    }

    /// The length of a row of the decoder's state.
    pub fn state(&self) -> usize {
        last_size(self.decoder.outputs.get(2))
    }

    /// Says what is wrong with it.
    pub(super) fn check(&self) -> std::result::Result<(), String> {
        for (name, value, most) in [
            ("read", self.read, MAX_READ),
            ("frequencies", self.frequencies, MAX_READ),
            ("steps", self.steps, MAX_STEPS),
            ("encoder.inputs[0].max_length", self.places(), usize::MAX),
        ] {
            if value == 0 || value > most {
                return Err(format!(
                    "generation.{name} is {value}; it must be positive and at most {most}"
                ));
            }
        }
        let memory = last_size(self.encoder.outputs.first());
        let (words, state) = (self.words(), self.state());
        let (integer, float) = (DataType::Int64, DataType::Float32);
        let row = || vec![Axis::Fixed(1), named("places")];
        let memory_shape = vec![Axis::Fixed(1), named("places"), Axis::Fixed(memory)];
        let encoder = [
            ("tokens", integer, row()),
            ("frequencies", integer, row()),
            ("memory", float, memory_shape.clone()),
        ];
        let over_beams = |axes: &[Axis]| [&[named("beams")], axes].concat();
        let relations = over_beams(&[named("places"), Axis::Fixed(RELATIONS)]);
        let decoder = [
            ("tokens", integer, over_beams(&[])),
            ("step", integer, vec![Axis::Fixed(1)]),
            ("memory", float, memory_shape),
            ("relations", float, relations),
            (
                "past",
                float,
                over_beams(&[named("past"), Axis::Fixed(state)]),
            ),
            ("words", float, over_beams(&[Axis::Fixed(words)])),
            ("copies", float, over_beams(&[named("places")])),
            (
                "present",
                float,
                over_beams(&[named("present"), Axis::Fixed(state)]),
            ),
        ];
        for (name, graph, tensors) in [
            ("encoder", &self.encoder, encoder.as_slice()),
            ("decoder", &self.decoder, &decoder),
        ] {
            let declared: Vec<_> = graph.inputs.iter().chain(&graph.outputs).collect();
            let inputs = tensors.len() - graph.outputs.len().min(tensors.len());
            let as_asked = declared.len() == tensors.len()
                && graph.inputs.len() == inputs
                && declared.iter().zip(tensors).all(|(tensor, asked)| {
                    (tensor.name.as_str(), tensor.dtype) == (asked.0, asked.1)
                        && tensor.shape == asked.2
                });
            if !as_asked || memory == 0 || words < 2 || state == 0 {
                let names: Vec<_> = tensors.iter().map(|(name, ..)| *name).collect();
                return Err(format!(
                    "generation.{name} must have the inputs and outputs {} in this order, with the types and shapes of a GenerationSpec",
                    names.join(", ")
                ));
            }
        }
        Ok(())
    }
}

fn named(symbol: &str) -> Axis {
    Axis::Symbol(symbol.into())
}

/// The size of a tensor's last axis, 0 if it differs from run to run.
fn last_size(tensor: Option<&TensorSpec>) -> usize {
    match tensor.and_then(|tensor| tensor.shape.last()) {
        Some(&Axis::Fixed(size)) => size,
        _ => 0,
    }
}
