//! A document as a model of the field reads it: its tokens, its sentences, and which of them were
//! read.
//!
//! Cost: the document is tokenized once; each sentence of the summary costs a pass over the
//! document's sentences.

use std::ops::Range;

use super::SEARCHED;
use super::model::FieldModel;
use super::overlap::SharedStems;
use super::windows::windows;
use crate::analysis::Document;
use crate::error::Result;
use crate::matcher::sentence_spans;
use crate::order;
use crate::text::pretrained::Piece;

/// Tokens of a passage that is compared by its vector.
const PASSAGE: usize = 128;

/// A document, tokenized once for all sentences of its summaries.
pub(super) struct Reading<'a> {
    document: &'a str,
    pieces: Vec<Piece>,
    /// The bytes of its sentences, and their pieces.
    sentences: Vec<(Range<usize>, Range<usize>)>,
    shared: SharedStems,
    /// Whether a run has held each piece for the present summary.
    seen: Vec<bool>,
    /// The vectors of its passages, once they are asked for.
    passages: Option<Vec<(Vec<f32>, Window)>>,
}

/// What one run reads of a document.
pub(super) struct Window {
    pieces: Vec<Range<usize>>,
    /// From the first to the last byte.
    pub bytes: Range<usize>,
}

impl<'a> Reading<'a> {
    /// Reads `document`.
    pub(super) fn of(analysed: &'a Document, model: &FieldModel) -> Self {
        let document = analysed.text;
        let pieces = model.tokenizer.encode(document);
        let spans = sentence_spans(analysed);
        let shared = SharedStems::of(document, &spans, analysed.language);
        let mut start = 0;
        let mut sentences = Vec::with_capacity(spans.len());
        for (at, span) in spans.iter().enumerate() {
            let end = match at + 1 == spans.len() {
                true => pieces.len(),
                false => pieces
                    .partition_point(|piece| piece.span.start < span.end)
                    .max(start),
            };
            sentences.push((span.clone(), start..end));
            start = end;
        }
        Self {
            document,
            seen: vec![false; pieces.len()],
            pieces,
            sentences,
            shared,
            passages: None,
        }
    }

    /// Begins with another summary, for which nothing is read yet.
    pub(super) fn begin(&mut self) {
        self.seen.fill(false);
    }

    /// How many pieces the document has.
    pub(super) fn pieces(&self) -> usize {
        self.pieces.len()
    }

    /// How much each sentence shares with a sentence of the summary.
    pub(super) fn shared(&self, text: &str) -> Vec<f64> {
        self.shared.with(text)
    }

    /// The share of the document's pieces that a run has held.
    pub(super) fn share(&self) -> f64 {
        let seen = self.seen.iter().filter(|seen| **seen).count();
        seen as f64 / self.seen.len().max(1) as f64
    }

    /// What a sentence of so many pieces is held against, by what it shares with each sentence.
    pub(super) fn chosen(&self, shared: &[f64], pieces: usize, model: &FieldModel) -> Vec<Window> {
        let room = model.document_room(pieces);
        if model.decision.premise > 0 {
            return self
                .premise(shared, model.decision.premise, room)
                .into_iter()
                .collect();
        }
        let ranges: Vec<_> = self
            .sentences
            .iter()
            .map(|(_, pieces)| pieces.clone())
            .collect();
        let mut found = windows(&ranges, room);
        if found.len() > SEARCHED {
            let mut ranked: Vec<_> = found
                .iter()
                .enumerate()
                .map(|(at, window)| (self.best_within(shared, window), at))
                .collect();
            order::by(&mut ranked, |(one, at), (other, behind)| {
                other.total_cmp(one).then(at.cmp(behind))
            });
            let mut kept: Vec<_> = ranked[..SEARCHED].iter().map(|(_, at)| *at).collect();
            kept.sort_unstable();
            found = kept.into_iter().map(|at| found[at].clone()).collect();
        }
        found
            .into_iter()
            .filter_map(|window| self.window(vec![window]))
            .collect()
    }

    /// The three greatest shares of sentences that begin in a window, added up.
    fn best_within(&self, shared: &[f64], window: &Range<usize>) -> f64 {
        let inside = self.sentences.iter().zip(shared);
        let inside = inside.filter(|((_, pieces), _)| window.contains(&pieces.start));
        let mut greatest = [0.0; 3];
        for (_, &share) in inside {
            if let Some(place) = greatest.iter().position(|&one| share > one) {
                greatest[place..].rotate_right(1);
                greatest[place] = share;
            }
        }
        greatest.iter().sum()
    }

    /// The sentences that share most, `most` of them at most, each that fits into the room that is
    /// left, in the order of the document. A first one that does not fit is cut.
    fn premise(&self, shared: &[f64], most: usize, room: usize) -> Option<Window> {
        let mut order: Vec<usize> = (0..self.sentences.len()).collect();
        order::by(&mut order, |&one, &other| {
            shared[other].total_cmp(&shared[one]).then(one.cmp(&other))
        });
        let mut left = room;
        let mut kept: Vec<Range<usize>> = Vec::new();
        for at in order {
            let pieces = &self.sentences[at].1;
            if kept.len() == most || left == 0 {
                break;
            }
            if pieces.is_empty() || (!kept.is_empty() && pieces.len() > left) {
                continue;
            }
            let end = pieces.end.min(pieces.start + left);
            left -= end - pieces.start;
            kept.push(pieces.start..end);
        }
        order::by_key(&mut kept, |pieces| pieces.start);
        self.window(kept)
    }

    fn window(&self, pieces: Vec<Range<usize>>) -> Option<Window> {
        let start = self.pieces.get(pieces.first()?.start)?.span.start;
        let last = pieces.last()?.end.checked_sub(1)?;
        let bytes = start..self.pieces.get(last)?.span.end;
        Some(Window { pieces, bytes })
    }

    /// The pieces of a window, which count as read from now on.
    pub(super) fn take(&mut self, window: &Window) -> Vec<Piece> {
        see(&mut self.seen, window);
        let ranges = window.pieces.iter().cloned();
        ranges
            .flat_map(|range| self.pieces[range].iter().cloned())
            .collect()
    }

    /// The sentence between two bytes that shares most, or the one of all where none there shares
    /// anything; none where none does at all.
    pub(super) fn place(&self, shared: &[f64], bytes: &Range<usize>) -> Option<Range<usize>> {
        let whole = 0..self.document.len();
        self.most_shared(shared, bytes)
            .or_else(|| self.most_shared(shared, &whole))
    }

    fn most_shared(&self, shared: &[f64], bytes: &Range<usize>) -> Option<Range<usize>> {
        let inside = self.sentences.iter().zip(shared);
        let inside =
            inside.filter(|((span, _), _)| span.start < bytes.end && span.end > bytes.start);
        let mut best: Option<(f64, &Range<usize>)> = None;
        for ((span, _), &share) in inside {
            if share > best.map_or(0.0, |(most, _)| most) {
                best = Some((share, span));
            }
        }
        best.map(|(_, span)| trimmed(self.document, span))
    }

    /// Makes the vectors of the passages, once; all of them count as read from now on.
    pub(super) async fn embed(&mut self, model: &FieldModel) -> Result<()> {
        if let Some(passages) = &self.passages {
            let seen = &mut self.seen;
            passages.iter().for_each(|(_, window)| see(seen, window));
            return Ok(());
        }
        let ranges: Vec<_> = self
            .sentences
            .iter()
            .map(|(_, pieces)| pieces.clone())
            .collect();
        let room = model.sentence_room().min(PASSAGE);
        let mut passages = Vec::new();
        for range in windows(&ranges, room) {
            let Some(window) = self.window(vec![range]) else {
                continue;
            };
            let pieces = self.take(&window);
            passages.push((model.vector(&pieces).await?, window));
        }
        self.passages = Some(passages);
        Ok(())
    }

    /// The passage whose vector has the greatest cosine with `vector`, and that cosine.
    pub(super) fn nearest(&self, vector: &[f32]) -> Option<(f64, Range<usize>)> {
        let mut best: Option<(f64, &Range<usize>)> = None;
        for (passage, window) in self.passages.iter().flatten() {
            let products = passage
                .iter()
                .zip(vector)
                .map(|(a, b)| f64::from(*a) * f64::from(*b));
            let cosine: f64 = products.sum();
            if best.is_none_or(|(most, _)| cosine > most) {
                best = Some((cosine, &window.bytes));
            }
        }
        best.map(|(cosine, bytes)| (cosine, bytes.clone()))
    }
}

/// Counts the pieces of a window as read.
fn see(seen: &mut [bool], window: &Window) {
    for range in &window.pieces {
        seen[range.clone()].fill(true);
    }
}

/// A range without white space at its ends.
fn trimmed(text: &str, range: &Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    start..start + part.trim().len()
}
