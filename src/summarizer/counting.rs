//! Summaries by the methods that count: which sentences they take for each type.
//!
//! Cost: that of the method's scores, and a sort.

use std::ops::Range;

use super::{
    Method, Summarizer, SummaryLength, SummaryType, headline, salience, selection, subset,
    textrank, top_sentences,
};
use crate::analysis::shape::{Kind, Shape, Unit};
use crate::error::Result;
use crate::text::Language;

/// A teaser is chosen among this many times as many first sentences as it has…
const TEASER_CHOICE: usize = 2;
/// …but from no fewer than this many.
const MIN_TEASER_CHOICE: usize = 3;

impl Summarizer {
    /// The summary by a method that counts.
    pub(super) fn by_method(&self, shape: &Shape, language: Language) -> Result<Vec<String>> {
        let text = &shape.text;
        let sentences = self.spans(shape);
        let scores = self.scores(text, &sentences);
        let best = ranked(text, &sentences, &scores);
        let shown = |chosen: Vec<usize>| -> Vec<String> {
            let spans = chosen.iter().filter_map(|&at| sentences.get(at));
            let texts = spans.filter_map(|span| text.get(span.clone()));
            texts.map(str::to_owned).collect()
        };
        Ok(match self.options.r#type {
            SummaryType::Headline => {
                let best = match self.options.method {
                    Method::Lead | Method::TextRank => best
                        .first()
                        .and_then(|&index| sentences.get(index).cloned()),
                    Method::Auto | Method::Extractive | Method::Subset | Method::Abstractive => {
                        headline::choose(text, &sentences, &scores, &best)
                    }
                };
                self.headline(text, best, language)
            }
            SummaryType::Tldr => {
                let chosen = self.choose(text, &sentences, &scores, &best)?;
                self.paragraph(&shown(chosen), language, |_, sentence| sentence)
            }
            SummaryType::Teaser => {
                let choice = (TEASER_CHOICE * self.count()).max(MIN_TEASER_CHOICE);
                let first = first_of(&best, choice);
                let chosen = self.choose(text, &sentences, &scores, &first)?;
                self.paragraph(&shown(chosen), language, |_, sentence| sentence)
            }
            SummaryType::KeyPoints => {
                let chosen = self.choose(text, &sentences, &scores, &best)?;
                self.list(&shown(chosen), |_, point| point)
            }
        })
    }

    /// The sentences that a method which counts chooses among: those of running text and lists,
    /// and, for more points than these are, the headings too.
    fn spans(&self, shape: &Shape) -> Vec<Range<usize>> {
        let taken = salience::takeable(shape);
        let points = self.options.r#type == SummaryType::KeyPoints;
        if points && taken.len() < self.count() {
            let shown = |unit: &&Unit| !matches!(unit.kind, Kind::Boilerplate | Kind::Signature);
            let units: Vec<&Unit> = shape.units.iter().filter(shown).collect();
            if units.len() > taken.len() {
                let span = |unit: &&Unit| match unit.is_spoken {
                    true => unit.span.clone(),
                    false => unit.whole.clone(),
                };
                return units.iter().map(span).collect();
            }
        }
        let units = taken.iter().filter_map(|&at| shape.units.get(at));
        units.map(|unit| unit.span.clone()).collect()
    }

    /// What the method thinks of each sentence; the more, the better.
    fn scores(&self, text: &str, sentences: &[Range<usize>]) -> Vec<f64> {
        match self.options.method {
            Method::Auto | Method::Extractive | Method::Subset | Method::Abstractive => {
                top_sentences::scores(text, sentences)
            }
            Method::TextRank => textrank::scores(text, sentences),
            // Equal scores keep the order of the text.
            Method::Lead => vec![0.0; sentences.len()],
        }
    }

    /// Of `ranked` sentences those to take, in the order of the text.
    fn choose(
        &self,
        text: &str,
        sentences: &[Range<usize>],
        scores: &[f64],
        ranked: &[usize],
    ) -> Result<Vec<usize>> {
        let count = self.count();
        let chosen = selection::select(text, sentences, ranked.iter().copied(), count);
        if self.options.method != Method::Subset {
            return Ok(chosen);
        }
        let spans: Vec<Range<usize>> = chosen
            .iter()
            .filter_map(|&index| sentences.get(index).cloned())
            .collect();
        let words = top_sentences::words_of(text, &spans);
        let budget = words.iter().map(Vec::len).sum();
        subset::choose(text, sentences, scores, ranked, budget, &chosen)
    }

    /// How many sentences or points the summary has.
    fn count(&self) -> usize {
        let points = self.options.r#type == SummaryType::KeyPoints;
        match self.options.length {
            SummaryLength::Short if points => 3,
            SummaryLength::Medium if points => 5,
            SummaryLength::Long if points => 7,
            SummaryLength::Short => 1,
            SummaryLength::Medium => 3,
            SummaryLength::Long => 5,
        }
    }
}

/// The indices of the sentences from the best to the worst. Those without a
/// letter or digit are left out, unless there are no others.
fn ranked(text: &str, sentences: &[Range<usize>], scores: &[f64]) -> Vec<usize> {
    let says_something = |index: &usize| {
        sentences
            .get(*index)
            .and_then(|span| text.get(span.clone()))
            .is_some_and(|sentence| sentence.contains(char::is_alphanumeric))
    };
    let all = top_sentences::ranking(scores);
    let telling: Vec<usize> = all.iter().copied().filter(says_something).collect();
    if telling.is_empty() { all } else { telling }
}

/// Of `ranked` sentences the `count` that come first in the text, still ranked.
fn first_of(ranked: &[usize], count: usize) -> Vec<usize> {
    let mut in_order = ranked.to_vec();
    in_order.sort_unstable();
    let end = in_order.get(count).copied().unwrap_or(usize::MAX);
    ranked
        .iter()
        .copied()
        .filter(|&index| index < end)
        .collect()
}
