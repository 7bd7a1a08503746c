//! What stands in front of the sentences of a summary: who speaks, the heading they stand under, or
//! the title.
//!
//! `I` of a talk means nobody without a name; a decision under `Heating` says `the boiler`; and a
//! sentence may not name what the whole document is about. Linear in the document.

use super::gist::Gist;
use super::reading::Reading;
use super::salience::{Role, Sentence, speaker};
use super::title;
use crate::analysis::Document;
use crate::analysis::shape::{Kind, is_part};
use crate::text::tokenize::words;

/// The most words of a speaker's name, and of a heading; of Chinese characters.
const NAME: usize = 4;
const HEADING: usize = 8;
const HEADING_CHARACTERS: usize = 12;

/// What stands in front of each of the chosen sentences of a `tldr`.
pub(super) fn names(reading: &Reading, gist: &Gist, chosen: &[usize]) -> Vec<Option<String>> {
    let spoken = speakers(reading, chosen);
    if spoken.iter().any(Option::is_some) {
        return spoken;
    }
    let mut named = headings(reading, chosen);
    if let Some(first) = named.first_mut()
        && first.is_none()
        && gist.needs_title(chosen)
    {
        *first = title::name(reading);
    }
    named
}

/// The names of those who speak, where several do and one of the sentences says `I`: before each
/// sentence that somebody else speaks than the one before.
pub(super) fn speakers(reading: &Reading, chosen: &[usize]) -> Vec<Option<String>> {
    let sentences = || chosen.iter().filter_map(|&at| reading.sentences.get(at));
    let all = reading.sentences.iter();
    let mut voices = all.filter_map(|one| speaker(one, reading.shape));
    let first = voices.next();
    let several = first.is_some_and(|first| voices.any(|other| other != first));
    if !several || !sentences().any(|one| one.is_own && one.speaker.is_some()) {
        return vec![None; chosen.len()];
    }
    let mut before = None;
    let name = |one: &Sentence| {
        let name = speaker(one, reading.shape).filter(|name| is_name(name));
        let shown = if name == before { None } else { name };
        before = name;
        shown.map(str::to_owned)
    };
    sentences().map(name).collect()
}

fn is_name(name: &str) -> bool {
    name.split_whitespace().count() <= NAME && name.contains(char::is_alphabetic)
}

/// The headings of the sections of a document of many matters, such as minutes: before each
/// sentence of another section than the one before that does not say its words.
fn headings(reading: &Reading, chosen: &[usize]) -> Vec<Option<String>> {
    let none = || vec![None; chosen.len()];
    if !title::has_matters(reading) {
        return none();
    }
    let mut section = 0;
    let sentences = chosen.iter().filter_map(|&at| reading.sentences.get(at));
    sentences
        .map(|sentence| {
            let is_new = sentence.section != section;
            section = sentence.section;
            heading_of(reading, sentence).filter(|_| is_new)
        })
        .collect()
}

/// The heading that names the matter of a sentence.
pub(super) fn heading_of(reading: &Reading, sentence: &Sentence) -> Option<String> {
    let language = reading.document.language;
    let mut units = reading.shape.units.iter();
    let unit =
        units.rfind(|unit| unit.kind == Kind::Heading && unit.section == sentence.section)?;
    let heading = title::without_count(reading.shape.text_of(unit)).to_owned();
    let keys = |text: &str| Document::new(text, language).content_keys();
    let named = keys(&heading);
    let told = keys(reading.shape.text.get(sentence.span.clone())?);
    let most = match language {
        crate::text::Language::Chinese => HEADING_CHARACTERS,
        _ => HEADING,
    };
    let fits = (1..=most).contains(&words(&heading).len())
        && !heading.contains([':', '：', '?', '？', '؟', '!', '！', '.', '。']);
    (fits
        && heading.chars().filter(|c| c.is_alphabetic()).count() > heading.len() / 4
        && !named.is_empty()
        && !named.is_subset(&told)
        && sentence.role != Role::Formality
        && !is_part(&heading, language))
    .then_some(heading)
}
