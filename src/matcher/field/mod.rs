//! Matchers of the field: pair classifiers, token classifiers, rerankers and encoders as people
//! have them, over the sentences of a summary.
//!
//! Every sentence of the summary is judged by itself against the document (Laban et al. 2022,
//! SummaC); a token classifier reads sentences together that fit beside the whole document, unless
//! its manifest asks for premises. A document that is longer than the model's window is read in windows of whole sentences that
//! overlap; of many windows those that share most words with the sentence are read. What supports a
//! sentence most wins: of a pair classifier the window with the greatest odds, of a token classifier
//! for each token the window that supports it most, of an encoder the passage with the greatest
//! cosine.
//!
//! A summary is as good as its worst sentence: its probability is the least of theirs. Each run
//! holds one window, so that a judgement does not depend on the pairs beside it: quantised graphs
//! choose the scale of their activations by run.
//!
//! Cost: at most `SEARCHED` runs for every sentence of the summary, whatever the length of the
//! document, and a pass over both texts; of a token classifier one run for both texts where they fit.

mod groups;
mod logits;
mod model;
mod overlap;
mod reading;
mod windows;

pub use model::{FieldModel, FieldParts};

use std::ops::Range;

use crate::analysis::Document;
use crate::error::Result;
use crate::hub::Head;
use crate::matcher::outcome::{Levels, Match, Read};
use crate::matcher::turns::Turns;
use crate::matcher::unsupported_spans::UnsupportedSpan;
use crate::matcher::verdict::{JudgedSentence, Verdict};
use crate::matcher::{Analysed, sentence_spans};
use crate::text::pretrained::Piece;
use logits::logistic;
use reading::Reading;

/// Pairs that are well judged at once: a host hears of progress between two batches.
pub(super) const BATCH: usize = 4;

/// Windows that a sentence is held against at most.
const SEARCHED: usize = 4;

/// The probability from which on a sentence counts as supported, or as contradicted.
const DECIDED: f64 = 0.5;

/// How far the thresholds of the levels lie from that of the decision, in log-odds: a level is an
/// interval of the probability.
const LEVELS: [f64; 4] = [3.0, 1.5, 0.0, -1.5];

/// Judges pairs with a model of the field.
pub struct FieldMatcher {
    model: FieldModel,
}

/// A judgement, and the words of the summary that a token classifier finds unsupported.
pub(super) struct Judged {
    pub found: Match,
    pub unsupported: Vec<UnsupportedSpan>,
}

/// A sentence of the summary as the model reads it.
struct Cut<'a> {
    text: &'a str,
    /// Its pieces, as many as a run may hold.
    pieces: Vec<Piece>,
    /// How many it has.
    of: usize,
}

impl<'a> Cut<'a> {
    /// Sentences that are each tokenized as a text of its own.
    fn apart(summary: &'a str, spans: &[Range<usize>], model: &FieldModel) -> Vec<Self> {
        let texts = spans.iter().map(|span| &summary[span.clone()]);
        let cut = |text: &'a str| Self::of(text, model.tokenizer.encode(text), model);
        texts.map(cut).collect()
    }

    /// The pieces of the summary as one text, by sentence; their spans are those of the summary.
    fn together(summary: &'a str, spans: &[Range<usize>], model: &FieldModel) -> Vec<Self> {
        let mut pieces = model.tokenizer.encode(summary);
        let mut found: Vec<_> = spans
            .iter()
            .rev()
            .map(|span| {
                let first = match span.start {
                    0 => 0,
                    start => pieces.partition_point(|piece| piece.span.end <= start),
                };
                Self::of(&summary[span.clone()], pieces.split_off(first), model)
            })
            .collect();
        found.reverse();
        found
    }

    fn of(text: &'a str, mut pieces: Vec<Piece>, model: &FieldModel) -> Self {
        let of = pieces.len();
        pieces.truncate(model.sentence_room());
        Self { text, pieces, of }
    }
}

/// What was found of one sentence.
struct Sentence {
    supported: f64,
    contradicted: f64,
    place: Option<Range<usize>>,
    unsupported: Vec<UnsupportedSpan>,
}

impl FieldMatcher {
    /// A matcher over a model.
    pub fn new(model: FieldModel) -> Self {
        Self { model }
    }

    /// Judges summaries of one document, which is read once for all of them.
    ///
    /// # Errors
    ///
    /// Those of the session, and [`Inference`](crate::ErrorKind::Inference) where the model gives
    /// numbers that are not finite.
    pub(super) async fn judge(
        &self,
        read: &[Analysed<'_>],
        turns: &dyn Turns,
    ) -> Result<Vec<Judged>> {
        let Some(first) = read.first() else {
            return Ok(Vec::new());
        };
        let mut reading = Reading::of(first.grounding.document, &self.model);
        let mut judged = Vec::with_capacity(read.len());
        for one in read {
            reading.begin();
            judged.push(self.judge_summary(one, &mut reading, turns).await?);
        }
        Ok(judged)
    }

    /// Judges one summary of a document that is read.
    async fn judge_summary(
        &self,
        read: &Analysed<'_>,
        reading: &mut Reading<'_>,
        turns: &dyn Turns,
    ) -> Result<Judged> {
        let (document, summary) = (read.grounding.document, &read.summary.text);
        let spans = sentence_spans(&read.summary);
        let most = self.model.sentence_room();
        let cuts = match &self.model.head {
            Head::Tokens { .. } => Cut::together(summary, &spans, &self.model),
            _ => Cut::apart(summary, &spans, &self.model),
        };
        let mut sentences = Vec::with_capacity(cuts.len());
        match &self.model.head {
            Head::Tokens { .. } => {
                let lengths: Vec<_> = cuts.iter().map(|cut| cut.pieces.len()).collect();
                // A model with premises reads each sentence with its own.
                let room = match self.model.decision.premise {
                    0 => self.model.document_room(0),
                    _ => 0,
                };
                for group in groups::groups(&lengths, most, room, reading.pieces()) {
                    turns.turn().await?;
                    sentences.extend(self.mark(reading, summary, &cuts[group]).await?);
                }
            }
            Head::Embedding => {
                for cut in &cuts {
                    turns.turn().await?;
                    sentences.push(self.compare(reading, cut).await?);
                }
            }
            Head::Labels { .. } | Head::Logit => {
                for cut in &cuts {
                    turns.turn().await?;
                    sentences.push(self.classify(reading, cut).await?);
                }
            }
        }
        let read_pieces = cuts.iter().map(|cut| cut.pieces.len()).sum();
        let of = cuts.iter().map(|cut| cut.of).sum();
        let share = |read: usize, of: usize| read as f64 / of.max(1) as f64;
        let share_read = Read {
            document: reading.share(),
            summary: share(read_pieces, of),
        };
        let found = self.outcome(document, &read.summary, &spans, &sentences, share_read);
        let unsupported = sentences.into_iter().flat_map(|one| one.unsupported);
        Ok(Judged {
            found,
            unsupported: unsupported.collect(),
        })
    }

    fn outcome(
        &self,
        document: &Document,
        summary: &Document,
        spans: &[Range<usize>],
        sentences: &[Sentence],
        read: Read,
    ) -> Match {
        let least = sentences
            .iter()
            .map(|one| one.supported)
            .fold(1.0, f64::min);
        let odds = (least / (1.0 - least)).ln().clamp(-40.0, 40.0);
        let levels = Levels::from_exceedances(LEVELS.map(|beyond| logistic(odds + beyond)));
        let contradicted = |one: &Sentence| one.contradicted >= DECIDED && one.supported < DECIDED;
        let verdict = if sentences.iter().any(contradicted) {
            Verdict::Contradicted
        } else if sentences.iter().all(|one| one.supported >= DECIDED) {
            Verdict::Supported
        } else {
            Verdict::Unclear
        };
        let judged = spans.iter().zip(sentences).filter_map(|(span, one)| {
            Some(JudgedSentence {
                span: summary.utf16(span.clone())?,
                supported: one.supported,
                document_span: one.place.clone().and_then(|place| document.utf16(place)),
            })
        });
        let mut found = Match::new(levels, self.model.session.backend(), read);
        found.verdict = verdict;
        found.sentences = judged.collect();
        found
    }

    /// Judges a sentence by a pair classifier.
    async fn classify(&self, reading: &mut Reading<'_>, cut: &Cut<'_>) -> Result<Sentence> {
        let (shared, pieces) = (reading.shared(cut.text), &cut.pieces);
        let mut best: Option<(logits::Support, Range<usize>)> = None;
        let mut contradicted: f64 = 0.0;
        for window in reading.chosen(&shared, pieces.len(), &self.model) {
            let support = self.model.pair(reading.take(&window), pieces).await?;
            contradicted = contradicted.max(support.contradicted);
            if best
                .as_ref()
                .is_none_or(|(least, _)| support.odds > least.odds)
            {
                best = Some((support, window.bytes));
            }
        }
        let Some((support, bytes)) = best else {
            return Ok(Sentence::unread());
        };
        Ok(Sentence {
            supported: self.model.probability(support.odds),
            contradicted,
            place: reading.place(&shared, &bytes),
            unsupported: Vec::new(),
        })
    }

    /// Judges sentences that stand side by side by a token classifier, which reads them together.
    async fn mark(
        &self,
        reading: &mut Reading<'_>,
        summary: &str,
        cuts: &[Cut<'_>],
    ) -> Result<Vec<Sentence>> {
        let pieces: Vec<Piece> = cuts.iter().flat_map(|cut| cut.pieces.clone()).collect();
        let each: Vec<_> = cuts.iter().map(|cut| reading.shared(cut.text)).collect();
        let mut shared = vec![0.0; each.first().map_or(0, Vec::len)];
        for one in &each {
            shared
                .iter_mut()
                .zip(one)
                .for_each(|(sum, one)| *sum += one);
        }
        let mut odds = vec![f64::NEG_INFINITY; pieces.len()];
        let mut best: Option<(f64, Range<usize>)> = None;
        for window in reading.chosen(&shared, pieces.len(), &self.model) {
            let found = self.model.tokens(reading.take(&window), &pieces).await?;
            let support = self.model.least_supported(&found);
            for (most, one) in odds.iter_mut().zip(found) {
                *most = most.max(one);
            }
            if best.as_ref().is_none_or(|(most, _)| support > *most) {
                best = Some((support, window.bytes));
            }
        }
        let Some((_, bytes)) = best else {
            return Ok(cuts.iter().map(|_| Sentence::unread()).collect());
        };
        let mut at = 0;
        let judged = cuts.iter().zip(&each).map(|(cut, shared)| {
            let own = &odds[at..at + cut.pieces.len()];
            at += cut.pieces.len();
            Sentence {
                supported: self.model.probability(self.model.least_supported(own)),
                contradicted: 0.0,
                place: reading.place(shared, &bytes),
                unsupported: self.model.marked(summary, &cut.pieces, own),
            }
        });
        Ok(judged.collect())
    }

    /// Compares a sentence with the passages of the document by the cosine of their vectors.
    async fn compare(&self, reading: &mut Reading<'_>, cut: &Cut<'_>) -> Result<Sentence> {
        let vector = self.model.vector(&cut.pieces).await?;
        reading.embed(&self.model).await?;
        let shared = reading.shared(cut.text);
        let Some((cosine, bytes)) = reading.nearest(&vector) else {
            return Ok(Sentence::unread());
        };
        Ok(Sentence {
            supported: cosine.clamp(0.0, 1.0),
            contradicted: 0.0,
            place: reading.place(&shared, &bytes),
            unsupported: Vec::new(),
        })
    }
}

impl Sentence {
    /// Of a document without a token that the model reads.
    fn unread() -> Self {
        Self {
            supported: 0.0,
            contradicted: 0.0,
            place: None,
            unsupported: Vec::new(),
        }
    }
}
