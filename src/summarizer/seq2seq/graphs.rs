//! The graphs of an encoder–decoder model, as optimum writes them.
//!
//! - `encoder_model`: `input_ids`, `attention_mask` → `last_hidden_state`;
//! - `decoder_model`: the whole output so far → `logits`, and `present.*` to begin caches with;
//! - `decoder_with_past_model`: the last token and `past_key_values.*` → `logits`, `present.*`;
//! - `decoder_model_merged`: both, by `use_cache_branch`.
//!
//! Inputs are told by their names. A decoder alone reads the whole output at every step.

use crate::error::{Error, ErrorKind, Result};
use crate::model::Session;
use crate::model::manifest::GraphSpec;

/// A graph with what it takes and gives.
pub struct Graph {
    /// Its inputs and outputs, in the session's order.
    pub spec: GraphSpec,
    /// What runs it.
    pub session: Box<dyn Session>,
}

/// A decoder in one of the forms that repositories hold.
pub enum Decoder {
    /// `decoder_model` alone.
    Plain(Graph),
    /// `decoder_model` for the first step, `decoder_with_past_model` for the others.
    Pair {
        /// The first step.
        first: Graph,
        /// Every other one.
        past: Graph,
    },
    /// `decoder_model_merged`.
    Merged(Graph),
}

pub(super) const PAST: &str = "past_key_values.";
pub(super) const PRESENT: &str = "present.";
pub(super) const LOGITS: &str = "logits";
pub(super) const BRANCH: &str = "use_cache_branch";

/// The outputs of an encoder that are read.
pub fn encoder_spec(spec: GraphSpec) -> GraphSpec {
    let first = |at: usize, _: &str| at == 0;
    with_outputs(spec, first)
}

/// The outputs of a decoder that are read: `logits`, and caches if `caches` is true, those of
/// the encoder only if `first` is.
pub fn decoder_spec(spec: GraphSpec, caches: bool, first: bool) -> GraphSpec {
    with_outputs(spec, |_, name| {
        name == LOGITS
            || caches && name.starts_with(PRESENT) && (first || !name.contains(".encoder."))
    })
}

fn with_outputs(spec: GraphSpec, keep: impl Fn(usize, &str) -> bool) -> GraphSpec {
    let outputs = spec.outputs.into_iter().enumerate();
    let outputs = outputs
        .filter(|(at, output)| keep(*at, &output.name))
        .map(|(_, output)| output)
        .collect();
    GraphSpec { outputs, ..spec }
}

pub(super) fn invalid(graph: &GraphSpec, what: impl std::fmt::Display) -> Error {
    Error::new(
        ErrorKind::ShapeMismatch,
        format!("graph {}: {what}", graph.file),
    )
}

impl Graph {
    /// Checks that an encoder takes and gives what is known.
    pub(super) fn check_encoder(&self) -> Result<()> {
        for input in &self.spec.inputs {
            if !matches!(&*input.name, "input_ids" | "attention_mask") {
                return Err(invalid(
                    &self.spec,
                    format!(
                        "input {:?} is not known; known are input_ids, attention_mask",
                        input.name
                    ),
                ));
            }
        }
        match &self.spec.outputs[..] {
            [output] if output.shape.len() == 3 => Ok(()),
            _ => Err(invalid(
                &self.spec,
                "it must give last_hidden_state [batch, length, size]",
            )),
        }
    }

    fn check_decoder(&self, caches: bool) -> Result<()> {
        for input in &self.spec.inputs {
            let known = matches!(
                &*input.name,
                "input_ids"
                    | "decoder_input_ids"
                    | "encoder_attention_mask"
                    | "attention_mask"
                    | "encoder_hidden_states"
                    | BRANCH
            ) || input.name.starts_with(PAST);
            if !known {
                return Err(invalid(
                    &self.spec,
                    format!(
                        "input {:?} is not known; known are input_ids, encoder_attention_mask, \
                         encoder_hidden_states, {PAST}*, {BRANCH}",
                        input.name
                    ),
                ));
            }
        }
        if self.spec.outputs.iter().all(|output| output.name != LOGITS) {
            return Err(invalid(&self.spec, "it must give logits"));
        }
        let present = |name: &str| {
            let outputs = self.spec.outputs.iter();
            outputs
                .filter_map(|output| output.name.strip_prefix(PRESENT))
                .any(|other| other == name)
        };
        let mut pasts = self.spec.inputs.iter();
        let missing = pasts.find_map(|input| {
            let name = input.name.strip_prefix(PAST)?;
            (!name.contains(".encoder.") && !present(name)).then_some(name)
        });
        match missing {
            Some(name) if caches => Err(invalid(
                &self.spec,
                format!("it takes {PAST}{name}, but gives no {PRESENT}{name}"),
            )),
            _ => Ok(()),
        }
    }
}

impl Decoder {
    /// Checks that the graphs take and give what is known.
    pub(super) fn check(&self) -> Result<()> {
        match self {
            Self::Plain(graph) => {
                if let Some(input) = graph.spec.inputs.iter().find(|i| i.name.starts_with(PAST)) {
                    return Err(invalid(
                        &graph.spec,
                        format!(
                            "it takes {}: the graph of the first step is missing",
                            input.name
                        ),
                    ));
                }
                graph.check_decoder(false)
            }
            Self::Pair { first, past } => {
                first.check_decoder(false)?;
                past.check_decoder(true)?;
                let given = |name: &str| first.spec.outputs.iter().any(|o| o.name == name);
                for input in &past.spec.inputs {
                    if let Some(name) = input.name.strip_prefix(PAST)
                        && !given(&format!("{PRESENT}{name}"))
                    {
                        return Err(invalid(&first.spec, format!("it gives no {PRESENT}{name}")));
                    }
                }
                Ok(())
            }
            Self::Merged(graph) => graph.check_decoder(true),
        }
    }
}
