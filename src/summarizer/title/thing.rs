//! What the title of a list of changes calls the thing that changed. Linear in the title.

use super::written::{parts, without_labels, without_number};
use super::{is_form, is_head, unit};
use crate::summarizer::compression::without_brackets;
use crate::summarizer::reading::Reading;
use crate::text::tokenize::words;

/// The most words of the name of a thing.
const THING: usize = 6;

/// What the title of a list of changes calls the thing that changed: its part that names no form, no
/// date and nobody's firm.
pub(in crate::summarizer) fn thing(reading: &Reading) -> Option<String> {
    let language = reading.document.language;
    let unit = unit(reading)?;
    // Of `Washer leaks      Status: solved` the first column.
    let written = reading.shape.text_of(unit);
    let column = written
        .split("   ")
        .map(str::trim)
        .find(|column| !column.is_empty());
    let joined = column.unwrap_or(written).split_whitespace();
    let whole = joined.collect::<Vec<_>>().join(" ");
    let whole = without_labels(&whole, language);
    // `Notes on «Kora» 3.8`, `»Kora« 3.8`
    let inward = whole.find('»') < whole.find('«') && whole.contains('»');
    let whole = if inward {
        whole
            .replace('«', "\u{0}")
            .replace('»', "«")
            .replace('\u{0}', "»")
    } else {
        whole
    };
    let quoted = whole.split(['«', '《', '“', '"']).nth(1);
    let quoted = quoted.and_then(|rest| rest.split(['»', '》', '”', '"']).next());
    if let Some(name) = quoted.filter(|name| (1..=THING).contains(&words(name).len())) {
        return Some(name.to_owned());
    }
    let whole = without_number(&without_brackets(&whole));
    let mut parts = parts(&whole);
    if parts.is_empty() {
        parts.push(whole);
    }
    let marks = |c: char| !c.is_alphanumeric();
    // The number of its version is no part of a name.
    let bare = |part: &str| {
        let words = part.split(' ').take_while(|word| {
            !word
                .trim_start_matches(['v', 'V'])
                .starts_with(char::is_numeric)
        });
        words
            .collect::<Vec<_>>()
            .join(" ")
            .trim_matches(marks)
            .to_owned()
    };
    parts
        .iter()
        .map(|part| bare(part.trim_matches(marks)))
        .find(|part| !part.is_empty() && !is_form(part, language) && !is_head(part, language))
}
