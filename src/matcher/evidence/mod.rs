//! What in a document supports the parts of a summary, and what speaks against them.
//!
//! Each sentence of the summary is held against the document (`grounding`).
//! A part to which it objects is evidence of the objection's kind, with the place that says
//! otherwise. What is left of each clause is divided into stretches that one sentence of the
//! document each comes nearest to (`align`): `supported` where that sentence has its words,
//! `paraphrase` where other words say it, without an objection.
//!
//! Cost: linear in both texts, and for each sentence the values and names of the document by the
//! words of the sentence. At most [`MOST_SENTENCES`] sentences are held against the document.

mod align;

use std::ops::Range;

use serde::Serialize;

use crate::analysis::{Document, Plain};
use crate::error::Result;
use crate::grounding::{Grounding, Kind, Objection};
use crate::matcher::turns::Turns;
use crate::matcher::verdict::{EvidenceKind, JudgedSentence, Verdict};
use crate::pace;
use crate::text::{Language, Utf16Span};
use align::{Stretch, stretches};

/// The sentences of a summary that are judged at most.
pub const MOST_SENTENCES: usize = 256;

/// The least share of a stretch's content words that its sentence has, if that supports it.
const SUPPORTED: f64 = 0.6;
/// The least probability of every sentence of a summary that is supported.
const SHOWN: f64 = 0.7;

/// What aligning a clause counts in products.
const ALIGNED: u64 = 1 << 22;

/// Marks that belong to the word behind them where no blank stands before them.
const OPENING: &[char] = &[
    '《', '〈', '「', '『', '【', '〔', '〖', '（', '［', '(', '[', '{', '«', '‹', '“', '„', '‚',
    '‘', '$', '€', '£', '¥', '￥',
];

/// A part of the summary and what supports it, or speaks against it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// The part, in UTF-16 units of the summary.
    pub summary_span: Utf16Span,
    /// The nearest sentence, in UTF-16 units of the document; none where the document has none of
    /// its words, or lacks the name, number or date.
    pub document_span: Option<Utf16Span>,
    /// The share of the part's content words that this sentence has, 0 to 1; 0 of a part to which
    /// the document objects.
    pub weight: f64,
    /// What it shows.
    pub kind: EvidenceKind,
    /// Where the document says another number, name or date, or the opposite, in UTF-16 units.
    pub instead: Option<Utf16Span>,
}

/// What a summary is found to be, by the words of its document alone.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Findings {
    /// Whether the document says what the summary says.
    pub verdict: Verdict,
    /// Each sentence of the summary.
    pub sentences: Vec<JudgedSentence>,
    /// The parts of the summary, in order and apart.
    pub evidence: Vec<Evidence>,
}

impl Findings {
    /// The places of the summary where the document says otherwise.
    pub(crate) fn contradictions(&self) -> usize {
        let says_otherwise = |one: &&Evidence| one.instead.is_some();
        self.evidence.iter().filter(says_otherwise).count()
    }

    /// The names, numbers and dates of the summary that the document lacks.
    pub(crate) fn missing(&self) -> usize {
        let is_missing = |one: &&Evidence| one.kind == EvidenceKind::Missing;
        self.evidence.iter().filter(is_missing).count()
    }
}

/// Holds a summary against its document, without a model.
///
/// ```
/// use epitome::matcher::{EvidenceKind, Verdict, evidence};
/// use epitome::text::Language;
///
/// let document = "The bridge at Holm was closed on Monday after the river rose by 12 metres.";
/// let summary = "The bridge at Holm was closed on Monday after the river rose by 15 metres.";
/// let found = evidence::find(document, summary, Language::English);
/// assert_eq!(found.verdict, Verdict::Contradicted);
/// let number = found.evidence.iter().find(|one| one.kind == EvidenceKind::Number);
/// let instead = number.and_then(|one| one.instead).expect("the document says another number");
/// assert_eq!(&document[instead.start..instead.end], "12 metres");
/// ```
pub fn find(document: &str, summary: &str, language: Language) -> Findings {
    let document = Plain::of(document, language);
    let document = Document::compared(&document, language);
    let grounding = Grounding::new(&document);
    let summary = Plain::of_summary(summary, &document);
    let summary = Document::compared(&summary, language);
    let mut findings = Findings::default();
    for sentence in 0..summary.sentences.len().min(MOST_SENTENCES) {
        pace::at_once(judge_sentence(
            &grounding,
            &summary,
            sentence,
            &mut findings,
        ));
    }
    findings.verdict = verdict(&findings, summary.sentences.len() <= MOST_SENTENCES);
    findings
}

/// [`find`] with texts that are read already, in turns.
///
/// # Errors
///
/// Those of `turns`.
pub(crate) async fn judge(
    grounding: &Grounding<'_, '_>,
    summary: &Document<'_>,
    turns: &dyn Turns,
) -> Result<Findings> {
    let mut findings = Findings::default();
    for sentence in 0..summary.sentences.len().min(MOST_SENTENCES) {
        turns.turn().await?;
        judge_sentence(grounding, summary, sentence, &mut findings).await;
    }
    findings.verdict = verdict(&findings, summary.sentences.len() <= MOST_SENTENCES);
    Ok(findings)
}

/// Holds one sentence of a summary against a document.
async fn judge_sentence(
    grounding: &Grounding<'_, '_>,
    summary: &Document<'_>,
    sentence: usize,
    findings: &mut Findings,
) {
    let is_empty = summary
        .sentence_tokens
        .get(sentence)
        .is_none_or(|tokens| tokens.is_empty());
    let Some(bytes) = summary.sentences.get(sentence).filter(|_| !is_empty) else {
        return;
    };
    let document = grounding.document;
    let objections = grounding.objections(summary, sentence).await;
    let clauses = summary.clauses.iter().zip(&summary.clause_tokens);
    let mut held = Held::default();
    for (clause, of_clause) in clauses.filter(|(clause, _)| bytes.contains(&clause.start)) {
        let mut from = clause.start;
        let found = stretches(grounding, summary, of_clause);
        pace::after(ALIGNED).await;
        for (at, stretch) in found.iter().enumerate() {
            let end = match found.get(at + 1) {
                Some(next) => outside(beginning(summary, from, next), &objections),
                None => clause.end,
            };
            held.add(stretch);
            let end = end.max(from);
            let parts = divide(from..end, &objections);
            findings
                .evidence
                .extend(parts.into_iter().filter_map(|(span, objection)| {
                    let of_stretch = || stretch.sentence.and_then(|at| document.sentences.get(at));
                    evidence(
                        document,
                        summary,
                        span,
                        objection,
                        stretch,
                        of_stretch().cloned(),
                    )
                }));
            from = end;
        }
    }
    let nearest = held.sentence.and_then(|at| document.sentences.get(at));
    let Some(span) = summary.utf16(bytes.clone()) else {
        return;
    };
    findings.sentences.push(JudgedSentence {
        span,
        supported: held.probability(&objections),
        document_span: nearest.and_then(|span| document.utf16(span.clone())),
    });
}

fn verdict(findings: &Findings, is_whole: bool) -> Verdict {
    if findings.evidence.iter().any(|one| one.instead.is_some()) {
        return Verdict::Contradicted;
    }
    let is_shown = |one: &JudgedSentence| one.supported >= SHOWN;
    match is_whole && !findings.sentences.is_empty() && findings.sentences.iter().all(is_shown) {
        true => Verdict::Supported,
        false => Verdict::Unclear,
    }
}

/// How much of a sentence the document holds.
#[derive(Default)]
struct Held {
    words: usize,
    held: f64,
    ordered: f64,
    longest: usize,
    sentence: Option<usize>,
}

impl Held {
    fn add(&mut self, stretch: &Stretch) {
        self.words += stretch.content;
        self.held += stretch.share * stretch.content as f64;
        self.ordered += stretch.ordered * stretch.content as f64;
        if stretch.sentence.is_some() && (self.sentence.is_none() || stretch.content > self.longest)
        {
            self.sentence = stretch.sentence;
            self.longest = stretch.content;
        }
    }

    /// The probability that the document supports the sentence. Shared words alone show little;
    /// nearly all of them in nearly the same order show more.
    fn probability(&self, objections: &[Objection]) -> f64 {
        if objections.iter().any(|one| one.kind != Kind::Missing) {
            return 0.05;
        }
        let share = self.held / self.words.max(1) as f64;
        let ordered = self.ordered / self.words.max(1) as f64;
        let shown = 0.4 + 0.45 * share.powi(3) * ordered;
        match objections.is_empty() {
            true => shown,
            false => 0.3 * shown,
        }
    }
}

fn evidence(
    document: &Document,
    summary: &Document,
    span: Range<usize>,
    objection: Option<&Objection>,
    stretch: &Stretch,
    nearest: Option<Range<usize>>,
) -> Option<Evidence> {
    if !summary
        .text
        .get(span.clone())?
        .contains(char::is_alphanumeric)
    {
        return None;
    }
    let summary_span = summary.utf16(span)?;
    let instead = objection.and_then(|one| one.instead.clone());
    let kind = match objection.map(|one| one.kind) {
        Some(Kind::Number) => EvidenceKind::Number,
        Some(Kind::Date) => EvidenceKind::Date,
        Some(Kind::Name) => EvidenceKind::Name,
        Some(Kind::Negation) => EvidenceKind::Negation,
        Some(Kind::Missing) => EvidenceKind::Missing,
        None if stretch.share >= SUPPORTED => EvidenceKind::Supported,
        None => EvidenceKind::Paraphrase,
    };
    let place = match (&instead, objection) {
        (Some(place), _) => {
            let at = document
                .sentences
                .partition_point(|sentence| sentence.end <= place.start);
            document.sentences.get(at).cloned()
        }
        (None, Some(_)) => None,
        (None, None) => nearest,
    };
    Some(Evidence {
        summary_span,
        document_span: place.and_then(|place| document.utf16(place)),
        weight: if objection.is_some() {
            0.0
        } else {
            stretch.share
        },
        kind,
        instead: instead.and_then(|place| document.utf16(place)),
    })
}

/// Where a stretch begins, with the marks that open before it; not before `from`.
fn beginning(summary: &Document, from: usize, stretch: &Stretch) -> usize {
    let Some(token) = summary.tokens.get(stretch.tokens.start) else {
        return from;
    };
    let before = summary.text.get(from..token.span.start).unwrap_or_default();
    let is_behind = |c: char| !c.is_whitespace() && !c.is_alphanumeric();
    let marks = before.trim_end_matches(is_behind);
    let marks = match marks.ends_with(char::is_whitespace) {
        true => marks,
        false => before.trim_end_matches(OPENING),
    };
    from + marks.len()
}

/// A position, or where the objection begins that it lies in.
fn outside(position: usize, objections: &[Objection]) -> usize {
    let next = objections.partition_point(|one| one.span.end <= position);
    let within = objections.get(next).filter(|one| one.span.start < position);
    within.map_or(position, |one| one.span.start)
}

/// A span divided at what lies in it of some objections, which are in order and apart.
fn divide(span: Range<usize>, objections: &[Objection]) -> Vec<(Range<usize>, Option<&Objection>)> {
    let mut parts = Vec::new();
    let mut from = span.start;
    let first = objections.partition_point(|one| one.span.end <= span.start);
    let within = objections[first..]
        .iter()
        .take_while(|one| one.span.start < span.end);
    for one in within {
        let (start, end) = (one.span.start.max(from), one.span.end.min(span.end));
        parts.push((from..start, None));
        parts.push((start..end, Some(one)));
        from = end;
    }
    parts.push((from..span.end, None));
    parts.retain(|(span, _)| !span.is_empty());
    parts
}
