//! Pairs in columns, judged.

use epitome::Matcher;
use epitome::matcher::{Evidence, EvidenceKind, Match, MatchOptions, Pair, Verdict, limits};
use epitome::text::Language;
use serde::{Deserialize, Serialize};

use crate::error::Failure;
use crate::request::{Cell, rows};
use crate::spans::{Places, Span, Units};
use crate::{models, run};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MatchRequest {
    handle: u32,
    documents: Vec<Cell>,
    summaries: Vec<Cell>,
    /// Also which parts of the documents support the parts of the summaries. Default: no.
    #[serde(default)]
    explain: bool,
    /// Also how far each sentence is supported. Default: yes.
    #[serde(default = "yes")]
    sentences: bool,
    #[serde(default)]
    units: Units,
}

fn yes() -> bool {
    true
}

/// The results, a row for each pair; a row with an error has nothing else.
#[derive(Default, Serialize)]
pub(crate) struct Columns {
    score: Vec<Option<f64>>,
    probability: Vec<Option<f64>>,
    matched: Vec<Option<bool>>,
    levels: Vec<Option<[f64; 5]>>,
    verdict: Vec<Option<Verdict>>,
    language: Vec<Option<Language>>,
    /// The languages that the texts seem to be in, where they are others: document, summary.
    mismatch: Vec<Option<(Option<Language>, Option<Language>)>>,
    /// The share of each text that was read: document, summary.
    read: Vec<Option<(f64, f64)>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sentences: Option<Vec<Option<Vec<Sentence>>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<Vec<Option<Vec<Part>>>>,
    error: Vec<Option<Failure>>,
}

/// A sentence of a summary: its span, its support, and the span of the document.
#[derive(Serialize)]
struct Sentence(Span, f64, Option<Span>);

/// A part of a summary: its span, the span of the document, the weight, the kind, and the span that
/// says otherwise.
#[derive(Serialize)]
struct Part(Span, Option<Span>, f64, EvidenceKind, Option<Span>);

/// Judges pairs. A row's result does not depend on the rows beside it.
pub(crate) fn judge(request: MatchRequest) -> Result<Columns, Failure> {
    let matcher = models::matcher(request.handle)?;
    let rows = rows(
        ("documents", request.documents),
        ("summaries", request.summaries),
    )?;
    let mut failures = Vec::new();
    let mut pairs = Vec::new();
    for row in rows {
        let pair = row.and_then(|(document, summary)| {
            let pair = Pair { document, summary };
            limits::check(&pair, String::new)?;
            Ok(pair)
        });
        failures.push(pair.map(|pair| pairs.push(pair)).err());
    }
    let options = MatchOptions {
        explain: request.explain,
    };
    let mut judged = pairs
        .chunks(matcher.batch().max(1))
        .flat_map(|chunk| judge_chunk(&matcher, chunk, options).into_iter().zip(chunk));
    let mut columns = Columns {
        sentences: request.sentences.then(Vec::new),
        evidence: request.explain.then(Vec::new),
        ..Columns::default()
    };
    for failure in failures {
        if let Some(failure) = failure {
            columns.fail(failure);
            continue;
        }
        match judged.next() {
            Some((Ok(found), pair)) => columns.add(found, pair, request.units),
            Some((Err(failure), _)) => columns.fail(failure),
            None => columns.fail(Failure::argument("the row has no result")),
        }
    }
    Ok(columns)
}

/// Judges pairs together, and one by one where one of them cannot be judged.
fn judge_chunk(
    matcher: &Matcher,
    pairs: &[Pair],
    options: MatchOptions,
) -> Vec<Result<Match, Failure>> {
    match run::to_end(matcher.match_batch(pairs, options)) {
        Ok(found) => found.into_iter().map(Ok).collect(),
        Err(error) if pairs.len() < 2 => vec![Err(error.into())],
        Err(_) => pairs
            .iter()
            .flat_map(|pair| judge_chunk(matcher, std::slice::from_ref(pair), options))
            .collect(),
    }
}

impl Columns {
    fn add(&mut self, found: Match, pair: &Pair, units: Units) {
        self.score.push(Some(found.score));
        self.probability.push(Some(found.probability));
        self.matched.push(Some(found.matched));
        self.levels.push(Some(found.levels.0));
        self.verdict.push(Some(found.verdict));
        self.language.push(Some(found.language));
        self.mismatch.push(
            found
                .language_mismatch
                .map(|other| (other.document, other.summary)),
        );
        self.read
            .push(Some((found.read.document, found.read.summary)));
        self.error.push(None);
        let document = Places::new(&pair.document, units);
        let summary = Places::new(&pair.summary, units);
        if let Some(sentences) = &mut self.sentences {
            let sentence = |one: &epitome::matcher::JudgedSentence| {
                Sentence(
                    summary.span(one.span),
                    one.supported,
                    one.document_span.map(|span| document.span(span)),
                )
            };
            sentences.push(Some(found.sentences.iter().map(sentence).collect()));
        }
        if let Some(evidence) = &mut self.evidence {
            let part = |one: &Evidence| {
                Part(
                    summary.span(one.summary_span),
                    one.document_span.map(|span| document.span(span)),
                    one.weight,
                    one.kind,
                    one.instead.map(|span| document.span(span)),
                )
            };
            evidence.push(found.evidence.map(|all| all.iter().map(part).collect()));
        }
    }

    fn fail(&mut self, failure: Failure) {
        self.score.push(None);
        self.probability.push(None);
        self.matched.push(None);
        self.levels.push(None);
        self.verdict.push(None);
        self.language.push(None);
        self.mismatch.push(None);
        self.read.push(None);
        if let Some(column) = &mut self.sentences {
            column.push(None);
        }
        if let Some(column) = &mut self.evidence {
            column.push(None);
        }
        self.error.push(Some(failure));
    }
}
