//! The paragraphs of a document cut into units, with who speaks them.
//!
//! Linear in the text.

use std::ops::Range;

use super::kind::Kind;
use super::series::whole_sentences;
use super::{Paragraph, Unit, greetings, labels, leftovers};
use crate::text::Language;

/// The paragraphs that can begin with a place and a dash.
const OPENING: usize = 2;

/// The bytes of the name in a label: of `[09:12] Ana (chair):` those of `Ana`.
fn name_within(text: &str, label: Range<usize>) -> Option<Range<usize>> {
    let written = text.get(label.clone())?;
    let bare = written.trim_end().trim_end_matches([':', '：', ']']);
    let name = labels::header(bare).unwrap_or_else(|| labels::speaker(bare));
    let name = name.trim_matches(|c: char| !c.is_alphanumeric() && c != '.');
    let at = written.find(name)?;
    (!name.is_empty()).then(|| label.start + at..label.start + at + name.len())
}

/// The units of the paragraphs of a text.
pub(super) fn units(text: &str, paragraphs: &[Paragraph], language: Language) -> Vec<Unit> {
    let mut units = Vec::new();
    let mut section = 0;
    let mut under_label = false;
    let mut speaker: Option<Range<usize>> = None;
    let mut prose = 0;
    for (number, paragraph) in paragraphs.iter().enumerate() {
        section += usize::from(paragraph.kind == Kind::Heading);
        let start = (paragraph.span.start + paragraph.label).min(paragraph.span.end);
        let body = text.get(start..paragraph.span.end).unwrap_or_default();
        let start = start + (body.len() - body.trim_start().len());
        let body = body.trim();
        if body.is_empty() {
            continue;
        }
        let label = text.get(paragraph.span.start..start).unwrap_or_default();
        let is_speaker = label.trim_end().ends_with([':', '：', ']']);
        if is_speaker {
            speaker = name_within(text, paragraph.span.start..start);
        } else if paragraph.kind == Kind::Label {
            speaker = name_within(text, paragraph.span.clone());
        }
        let unit = |span: Range<usize>, whole: Range<usize>| Unit {
            span,
            whole,
            kind: paragraph.kind,
            paragraph: number,
            section,
            is_spoken: is_speaker || under_label && paragraph.kind != Kind::Item,
            speaker: speaker
                .clone()
                .filter(|_| is_speaker || under_label)
                .filter(|_| !matches!(paragraph.kind, Kind::Item | Kind::Label) || is_speaker),
        };
        match paragraph.kind {
            Kind::Prose | Kind::Item | Kind::Quoted => {
                let spans = whole_sentences(body, language);
                for (index, span) in spans.into_iter().enumerate() {
                    let span = start + span.start..start + span.end;
                    let from = if index == 0 {
                        paragraph.span.start
                    } else {
                        span.start
                    };
                    let opens = index == 0 && prose < OPENING && paragraph.label == 0;
                    let written = text.get(span.clone()).unwrap_or_default();
                    let left = leftovers::leading(written, language, opens);
                    let span = span.start + left..span.end;
                    let mut found = unit(span.clone(), from..span.end);
                    if greetings::greets(text.get(span.clone()).unwrap_or_default(), language) {
                        found.kind = Kind::Signature;
                    }
                    units.push(found);
                }
            }
            _ => units.push(unit(start..start + body.len(), paragraph.span.clone())),
        }
        prose += usize::from(paragraph.kind == Kind::Prose);
        under_label = match paragraph.kind {
            Kind::Label => true,
            Kind::Heading | Kind::Title => false,
            _ => under_label,
        };
    }
    units
}
