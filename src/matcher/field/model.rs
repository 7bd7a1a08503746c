//! A classifier or encoder of the field, ready to run: texts go in as tokens, odds come out.

use std::ops::Range;

use super::logits::{self, Support, logistic};
use crate::error::{Error, ErrorKind, Result};
use crate::hub::{Config, Head, HeadOptions};
use crate::matcher::unsupported_spans::UnsupportedSpan;
use crate::model::manifest::{Axis, DataType, Decision, TensorSpec};
use crate::model::{Session, Tensor, TensorData};
use crate::text::pretrained::{Encoding, Piece, PretrainedTokenizer, Sequence};

/// Tokens of a run where the model states no limit, or a greater one: more tokens in a run cost more
/// than they tell, since the cost of attention grows with their square.
const WINDOW: usize = 512;

/// The least window that holds special tokens and something of both texts.
const LEAST: usize = 8;

/// The greatest length that inputs are filled up to.
const LONGEST: usize = 8192;

/// A model with its tokenizer.
pub struct FieldModel {
    pub(super) session: Box<dyn Session>,
    pub(super) tokenizer: PretrainedTokenizer,
    pub(super) head: Head,
    pub(super) decision: Decision,
    inputs: Vec<Input>,
    /// Which output holds the logits or states, and how many axes it has.
    output: usize,
    rank: usize,
    window: usize,
    /// What short inputs are filled up to, where the graph reads one length only.
    filled: Option<Filled>,
}

/// The one length that a graph reads, and the token that fills it up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Filled {
    length: usize,
    token: i64,
}

/// What an input of the graph holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Input {
    Ids,
    Mask,
    Types,
    Positions,
}

/// What is needed of a model besides its session and tokenizer.
pub struct FieldParts<'a> {
    /// Its configuration.
    pub config: &'a Config,
    /// What the caller says of its outputs.
    pub options: &'a HeadOptions,
    /// What its graph reads.
    pub inputs: &'a [TensorSpec],
    /// What its graph writes.
    pub outputs: &'a [TensorSpec],
    /// The tokens that a run may hold, by its files; none where they state no limit.
    pub limit: Option<usize>,
    /// The tokens that a run is to hold at most; none: 512.
    pub window: Option<usize>,
    /// How outputs become a decision.
    pub decision: Decision,
}

impl FieldModel {
    /// Puts a model together.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Unsupported`] where the outputs' meaning is not known, an input of the graph
    /// is not one of tokens, or the window holds less than `LEAST` tokens.
    pub fn new(
        parts: &FieldParts<'_>,
        tokenizer: PretrainedTokenizer,
        session: Box<dyn Session>,
    ) -> Result<Self> {
        let named = |name: &str| parts.outputs.iter().position(|output| output.name == name);
        let output = named("logits")
            .or_else(|| named("sentence_embedding"))
            .unwrap_or(0);
        let Some(spec) = parts.outputs.get(output) else {
            return Err(unsupported("the graph has no output".into()));
        };
        let width = match spec.shape.last() {
            Some(Axis::Fixed(width)) => Some(*width),
            _ => None,
        };
        let head = Head::of(parts.config, parts.options, spec.shape.len(), width)?;
        let inputs = parts.inputs.iter().map(input).collect::<Result<Vec<_>>>()?;
        let filled = filled(parts, &inputs)?;
        let wanted = parts.window.unwrap_or(WINDOW);
        let window = parts.limit.map_or(wanted, |limit| limit.min(wanted));
        let window = filled.map_or(window, |filled| filled.length.min(window));
        if window < LEAST + tokenizer.special_tokens(true) {
            return Err(unsupported(format!(
                "a run may hold {window} tokens; a document and a sentence need {LEAST} besides special tokens"
            )));
        }
        Ok(Self {
            inputs,
            output,
            rank: spec.shape.len(),
            head,
            window,
            filled,
            decision: parts.decision,
            tokenizer,
            session,
        })
    }

    /// Pieces of a sentence of the summary that one run holds at most: half of the room.
    pub(super) fn sentence_room(&self) -> usize {
        match self.head {
            Head::Embedding => self.window - self.tokenizer.special_tokens(false),
            _ => (self.window - self.tokenizer.special_tokens(true)) / 2,
        }
    }

    /// Pieces of the document beside a sentence of so many.
    pub(super) fn document_room(&self, sentence: usize) -> usize {
        let room = self
            .window
            .saturating_sub(self.tokenizer.special_tokens(true) + sentence);
        room.max(1)
    }

    /// The probability that a sentence with these odds is supported.
    pub(super) fn probability(&self, odds: f64) -> f64 {
        let Decision { slope, offset, .. } = self.decision;
        logistic(slope * odds + offset)
    }

    /// The mean odds of the tokens that are supported least.
    pub(super) fn least_supported(&self, odds: &[f64]) -> f64 {
        let mut sorted = odds.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let least = &sorted[..self.decision.top.min(sorted.len())];
        match least.is_empty() {
            true => 0.0,
            false => least.iter().sum::<f64>() / least.len() as f64,
        }
    }

    /// What the model says of a part of the document and a sentence.
    pub(super) async fn pair(&self, document: Vec<Piece>, sentence: &[Piece]) -> Result<Support> {
        let encoding = self.tokenizer.assemble(&document, Some(sentence));
        let logits = self.run(&encoding).await?;
        logits::of_pair(&self.head, &logits).ok_or_else(|| self.unfit(logits.len()))
    }

    /// The odds of support of each token of a sentence.
    pub(super) async fn tokens(
        &self,
        document: Vec<Piece>,
        sentence: &[Piece],
    ) -> Result<Vec<f64>> {
        let Head::Tokens { unsupported, count } = &self.head else {
            return Err(self.unfit(0));
        };
        let encoding = self.tokenizer.assemble(&document, Some(sentence));
        let logits = self.run(&encoding).await?;
        let all = logits::of_tokens(unsupported, *count, &logits)
            .filter(|odds| odds.len() == encoding.ids.len())
            .ok_or_else(|| self.unfit(logits.len()))?;
        let of_sentence = |piece: &&(usize, &Option<(Sequence, Range<usize>)>)| {
            matches!(piece.1, Some((Sequence::Second, _)))
        };
        let places = encoding.pieces.iter().enumerate();
        let places = places.filter(|place| of_sentence(&place));
        let found: Vec<f64> = places.filter_map(|(at, _)| all.get(at).copied()).collect();
        match found.len() == sentence.len() {
            true => Ok(found),
            false => Err(self.unfit(logits.len())),
        }
    }

    /// The vector of a text, of length 1: the output itself, or the mean over its tokens.
    pub(super) async fn vector(&self, pieces: &[Piece]) -> Result<Vec<f32>> {
        let encoding = self.tokenizer.assemble(pieces, None);
        let states = self.run(&encoding).await?;
        let length = encoding.ids.len();
        let mut vector = match self.rank {
            3 if states.len().is_multiple_of(length) => {
                let width = states.len() / length;
                let mut sums = vec![0.0; width];
                for state in states.chunks_exact(width.max(1)) {
                    sums.iter_mut()
                        .zip(state)
                        .for_each(|(sum, one)| *sum += one);
                }
                sums
            }
            2 => states,
            _ => return Err(self.unfit(states.len())),
        };
        let norm = vector.iter().map(|one| one * one).sum::<f32>().sqrt();
        if !norm.is_finite() || norm == 0.0 {
            return Err(self.unfit(vector.len()));
        }
        vector.iter_mut().for_each(|one| *one /= norm);
        Ok(vector)
    }

    /// The words of a text that are marked: those with a token, one of `pieces`, whose probability of
    /// being unsupported is at least that of the decision. Words that stand side by side are one
    /// part.
    pub(super) fn marked(
        &self,
        text: &str,
        pieces: &[Piece],
        odds: &[f64],
    ) -> Vec<UnsupportedSpan> {
        let mut found: Vec<UnsupportedSpan> = Vec::new();
        for (piece, odds) in pieces.iter().zip(odds) {
            let probability = logistic(-odds);
            if probability < self.decision.mark
                || !text[piece.span.clone()].contains(char::is_alphanumeric)
            {
                continue;
            }
            let span = word_around(text, &piece.span);
            match found.last_mut() {
                Some(last) if joined(text, last.span.end, span.start) => {
                    last.span.end = last.span.end.max(span.end);
                    last.probability = last.probability.max(probability);
                }
                _ => found.push(UnsupportedSpan { span, probability }),
            }
        }
        found
    }

    /// The logits of a pair, or the logits or states of as many tokens as the encoding has.
    async fn run(&self, encoding: &Encoding) -> Result<Vec<f32>> {
        let taken = encoding.ids.len();
        let filling = self.filled.map_or(0, |filled| filled.token);
        let length = self.filled.map_or(taken, |filled| filled.length);
        let shape = || vec![1, length];
        let up_to_length = |mut values: Vec<i64>, filling| {
            values.resize(length, filling);
            values
        };
        let inputs: Result<Vec<_>> = self
            .inputs
            .iter()
            .map(|input| {
                let values = match input {
                    Input::Ids => up_to_length(encoding.ids.clone(), filling),
                    Input::Mask => up_to_length(vec![1; taken], 0),
                    Input::Types => up_to_length(encoding.type_ids.clone(), 0),
                    Input::Positions => (0..).take(length).collect(),
                };
                Tensor::new(shape(), TensorData::I64(values))
            })
            .collect();
        let outputs = self.session.run(inputs?).await?;
        match outputs.into_iter().nth(self.output).map(Tensor::into_parts) {
            Some((shape, TensorData::F32(mut values))) => {
                if self.rank == 3 && shape.get(1) == Some(&length) && taken < length {
                    values.truncate(values.len() / length * taken);
                }
                Ok(values)
            }
            _ => Err(self.unfit(0)),
        }
    }

    fn unfit(&self, numbers: usize) -> Error {
        Error::new(
            ErrorKind::Inference,
            format!(
                "the graph gives {numbers} numbers, which are not finite logits of {:?}",
                self.head
            ),
        )
    }
}

/// What an input of a graph holds, by its name.
fn input(spec: &TensorSpec) -> Result<Input> {
    let found = match spec.name.as_str() {
        "input_ids" => Input::Ids,
        "attention_mask" => Input::Mask,
        "token_type_ids" => Input::Types,
        "position_ids" => Input::Positions,
        name => {
            return Err(unsupported(format!(
                "the graph takes `{name}`; allowed: input_ids, attention_mask, token_type_ids, position_ids"
            )));
        }
    };
    if spec.dtype != DataType::Int64 || spec.shape.len() != 2 {
        return Err(unsupported(format!(
            "the graph takes `{}` as {:?} with {} axes; allowed: int64 [batch, length]",
            spec.name,
            spec.dtype,
            spec.shape.len()
        )));
    }
    Ok(found)
}

/// The length that a graph reads, where it reads one only: exported for inputs that are always
/// filled up.
fn filled(parts: &FieldParts<'_>, inputs: &[Input]) -> Result<Option<Filled>> {
    let fixed = parts.inputs.iter().find_map(|spec| match spec.shape[1] {
        Axis::Fixed(length) => Some(length),
        Axis::Symbol(_) => None,
    });
    let Some(length) = fixed else {
        return Ok(None);
    };
    if length > LONGEST {
        return Err(unsupported(format!(
            "the graph reads {length} tokens, no fewer; allowed: up to {LONGEST}"
        )));
    }
    if !inputs.contains(&Input::Mask) {
        return Err(unsupported(format!(
            "the graph reads {length} tokens, no more and no fewer, and takes no `attention_mask` that says which count; \
             export it with an open length"
        )));
    }
    let token = parts.config.pad_token_id.unwrap_or(0);
    Ok(Some(Filled { length, token }))
}

/// The word that a piece is a part of.
fn word_around(text: &str, span: &Range<usize>) -> Range<usize> {
    let is_apart = |c: char| c.is_whitespace() || is_han(c);
    let piece = &text[span.clone()];
    let from = span.start + (piece.len() - piece.trim_start().len());
    let until = from + piece.trim().len();
    if text[from..until].chars().any(is_han) {
        return from..until;
    }
    let before = text[..from].rfind(is_apart);
    let start = before.map_or(0, |at| {
        at + text[at..].chars().next().map_or(1, char::len_utf8)
    });
    let end = text[until..]
        .find(is_apart)
        .map_or(text.len(), |at| until + at);
    let word = &text[start..end];
    let inner = word.trim_matches(|c: char| !c.is_alphanumeric());
    let start = start + word.find(inner).unwrap_or(0);
    start.min(from)..(start + inner.len()).max(until)
}

/// Chinese characters, each of which may be a word.
fn is_han(c: char) -> bool {
    use unicode_script::{Script, UnicodeScript};
    c.script() == Script::Han
}

/// Whether only white space stands between two places, or nothing.
fn joined(text: &str, end: usize, start: usize) -> bool {
    start <= end || text[end..start].trim().is_empty()
}

fn unsupported(message: String) -> Error {
    Error::new(ErrorKind::Unsupported, message)
}
