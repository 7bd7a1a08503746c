//! Summaries: of sentences of the texts, and headlines that a model writes.

use epitome::Summarizer;
use epitome::summarizer::{
    Candidate, SummarizerOptions, SummaryFormat, SummaryLength, WriterOptions,
};
use epitome::text::Language;
use serde::Deserialize;

use crate::error::Failure;
use crate::measures::Row;
use crate::request::Cell;
use crate::{models, run};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Summarize {
    texts: Vec<Cell>,
    #[serde(default)]
    options: SummarizerOptions,
}

/// The parts of the summary of each text; put one after the other, they are the summary.
pub(crate) fn summarize(request: Summarize) -> Result<Vec<Row<Vec<String>>>, Failure> {
    let summarizer = Summarizer::new(request.options)?;
    let parts = |cell: Cell| Ok(summarizer.parts(&cell.text("texts")?)?);
    Ok(request
        .texts
        .into_iter()
        .map(|cell| parts(cell).into())
        .collect())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Write {
    handle: u32,
    texts: Vec<Cell>,
    #[serde(default)]
    beams: Option<usize>,
    #[serde(default)]
    length_penalty: Option<f64>,
    #[serde(default)]
    length: SummaryLength,
    #[serde(default)]
    format: SummaryFormat,
    #[serde(default)]
    language: Option<Language>,
}

/// The headlines that a model finds for each text, best first.
pub(crate) fn write(request: Write) -> Result<Vec<Row<Vec<Candidate>>>, Failure> {
    let writer = models::writer(request.handle)?;
    let usual = WriterOptions::default();
    let options = WriterOptions {
        beams: request.beams.unwrap_or(usual.beams),
        length_penalty: request.length_penalty.unwrap_or(usual.length_penalty),
        length: Some(request.length),
        language: request.language,
        format: request.format,
        ..usual
    };
    let candidates = |cell: Cell| {
        let text = cell.text("texts")?;
        Ok(run::to_end(writer.candidates(&text, options))?)
    };
    Ok(request
        .texts
        .into_iter()
        .map(|cell| candidates(cell).into())
        .collect())
}
