//! A document as an encoder and a decoder read it.

use std::collections::HashMap;

use crate::error::{Error, ErrorKind, Result};
use crate::model::manifest::GenerationSpec;
use crate::model::{Tensor, TensorData};
use crate::text::Vocabulary;
use crate::text::tokenize::Unigram;

pub(super) use crate::model::manifest::RELATIONS;

/// The tokens of a document's beginning. Those that no piece covers have ids behind the
/// vocabulary, in the order in which they occur.
pub(super) struct Source {
    ids: Vec<usize>,
    frequencies: Vec<i64>,
    vocabulary: usize,
    unknown: Vec<String>,
}

impl Source {
    pub fn read(unigram: &Unigram, text: &str, spec: &GenerationSpec) -> Result<Self> {
        let vocabulary = spec.words();
        let read: String = text.trim_start().chars().take(spec.read).collect();
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let mut unknown = Vec::new();
        let mut ids: Vec<usize> = unigram
            .tokens(&read)
            .into_iter()
            .map(|token| match token.id.map(usize::try_from) {
                Some(Ok(id)) => id,
                _ => *numbers.entry(token.surface).or_insert_with_key(|surface| {
                    unknown.push(surface.clone());
                    vocabulary + unknown.len() - 1
                }),
            })
            .collect();
        let mut counts: HashMap<usize, usize> = HashMap::new();
        for &id in &ids {
            *counts.entry(id).or_default() += 1;
        }
        ids.truncate(spec.places());
        if ids.is_empty() {
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                "the text to summarize holds nothing that a model reads: it must hold a sentence",
            ));
        }
        let frequency = |id| counts.get(id).copied().unwrap_or(1).min(spec.frequencies);
        let frequencies = ids.iter().map(|of| id(frequency(of) - 1)).collect();
        Ok(Self {
            ids,
            frequencies,
            vocabulary,
            unknown,
        })
    }

    pub fn ids(&self) -> &[usize] {
        &self.ids
    }

    pub fn places(&self) -> usize {
        self.ids.len()
    }

    /// How many different tokens no piece covers.
    pub fn unknown(&self) -> usize {
        self.unknown.len()
    }

    pub fn unknown_surface(&self, number: usize) -> &str {
        self.unknown.get(number).map_or("", |surface| surface)
    }

    pub fn tokens_tensor(&self) -> Result<Tensor> {
        let known = self.ids.iter().map(|&token| self.known(token)).collect();
        Tensor::new(vec![1, self.ids.len()], TensorData::I64(known))
    }

    pub fn frequencies_tensor(&self) -> Result<Tensor> {
        let shape = vec![1, self.ids.len()];
        Tensor::new(shape, TensorData::I64(self.frequencies.clone()))
    }

    /// What the decoder is given of a hypothesis: the id of its last token, 0 at the start.
    pub fn written_id(&self, tokens: &[usize]) -> i64 {
        tokens.last().map_or(0, |&token| self.known(token))
    }

    /// Appends the relations of every place to a hypothesis, place after place.
    pub fn relate(&self, tokens: &[usize], relations: &mut Vec<f32>) {
        let last = tokens.last();
        let before = tokens.len().checked_sub(2).and_then(|at| tokens.get(at));
        let mut previous = [None, None];
        for token in &self.ids {
            let [one, two] = previous;
            let after = last.is_some() && one == last;
            let both = after && before.is_some() && two == before;
            let same = last == Some(token);
            let ever = tokens.contains(token);
            relations.extend([after, both, same, ever].map(|is| f32::from(u8::from(is))));
            previous = [Some(token), one];
        }
    }

    fn known(&self, token: usize) -> i64 {
        if token < self.vocabulary {
            id(token)
        } else {
            Vocabulary::UNKNOWN
        }
    }
}

/// A number as the graphs take it.
pub(super) fn id(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
