//! What a summary calls its document: its title, its sender, or what changed. Linear in the head of
//! the document.

use super::thing::thing;
use super::title;
use super::written::without_asides;
use crate::analysis::Document;
use crate::analysis::shape::{Kind, is_label, is_letterhead};
use crate::summarizer::compression::{is_whole, without_brackets};
use crate::summarizer::form::Form;
use crate::summarizer::headline;
use crate::summarizer::options::SummaryLength;
use crate::summarizer::reading::Reading;
use crate::text::Language;
use crate::text::tokenize::words;

/// The lines of the head among which the sender is.
const HEAD: usize = 5;
/// The most words of a name before a sentence, and Chinese characters.
const BEFORE: usize = 10;
const BEFORE_CHARACTERS: usize = 24;

/// What a summary calls its document where its sentences do not: its title, or whose it is.
pub(in crate::summarizer) fn name(reading: &Reading) -> Option<String> {
    let language = reading.document.language;
    let limit = headline::limit(SummaryLength::Long, language);
    let found = title(reading, limit)?;
    let bare = without_brackets(&found.text);
    let shown = bare.trim();
    let shown = if shown.is_empty() {
        found.text.clone()
    } else {
        shown.to_owned()
    };
    if found.says_matter {
        return Some(shown);
    }
    called(reading, &shown)
}

/// What stands before the sentence of a headline whose title says no matter: of a list of changes
/// what changed, else the title cut down.
pub(in crate::summarizer) fn before_sentence(reading: &Reading, title: &str) -> Option<String> {
    if reading.form == Form::Changes {
        return thing(reading).or_else(|| called(reading, title));
    }
    called(reading, title)
}

/// A title that says no matter as the name of a document before a sentence: short, and with the
/// sender where it names nothing but a form.
fn called(reading: &Reading, title: &str) -> Option<String> {
    let language = reading.document.language;
    let most = match language {
        Language::Chinese => BEFORE_CHARACTERS,
        _ => BEFORE,
    };
    let keys = |text: &str| Document::new(text, language).content_keys().len();
    let sender = sender(reading).filter(|sender| words(sender).len() <= most);
    if matches!(reading.form, Form::Report | Form::Minutes) && sender.is_some() {
        return sender;
    }
    let mut name = without_asides(&without_brackets(title), language);
    // Of `Minutes of the committee held on Sunday, 7 May in the hall` what stands before the date.
    let dated = |name: &str| {
        let held = [" held on ", " مورخ "];
        name.contains(char::is_numeric) || held.iter().any(|held| name.contains(held))
    };
    while words(&name).len() > most || dated(&name) {
        let marks = [
            " – ",
            " — ",
            " - ",
            ", ",
            "، ",
            "，",
            " held on ",
            " vom ",
            " on ",
            " am ",
            " مورخ ",
            " ",
        ];
        let marks = if language == Language::Chinese {
            &marks[..]
        } else {
            &marks[..11]
        };
        let cut = marks.iter().filter_map(|mark| name.rfind(mark)).max();
        let Some(shorter) = cut.and_then(|at| name.get(..at)).map(str::trim_end) else {
            break;
        };
        if keys(shorter) == 0 {
            break;
        }
        name = shorter.to_owned();
    }
    let bare = is_label(&name, language) || keys(&name) < 2;
    let fits = words(&name).len() <= most && is_whole(&name);
    match sender {
        Some(sender) if bare || !fits => Some(sender),
        _ => (fits && keys(&name) > 0 && !is_label(&name, language)).then_some(name),
    }
}

/// The line over the text that says whose the document is.
pub(super) fn sender(reading: &Reading) -> Option<String> {
    let language = reading.document.language;
    // News come from a paper, and papers from a journal, that their text is not about.
    if !matches!(reading.form, Form::Minutes | Form::Report | Form::Rules) {
        return None;
    }
    let units = reading.shape.units.iter().take(HEAD);
    let mut lines = units
        .take_while(|unit| !matches!(unit.kind, Kind::Prose | Kind::Item))
        .map(|unit| without_brackets(&without_asides(reading.shape.text_of(unit), language)))
        .map(|line| line.trim().to_owned());
    lines.find(|line| is_letterhead(line, language) && !line.contains(char::is_numeric))
}

/// A title with the mark that parts it from a sentence behind it.
pub(in crate::summarizer) fn before(title: &str, language: Language) -> String {
    let bare = title.trim_end_matches(['.', '。', ' ', ':', '：']);
    // Of `Tom B.` the point stays.
    let initial = bare
        .rsplit(' ')
        .next()
        .is_some_and(|last| last.chars().count() == 1);
    let bare = if initial { title.trim_end() } else { bare };
    let han = language == Language::Chinese;
    if bare.ends_with(['?', '!', '？', '！', '؟', '…']) {
        return format!("{bare}{}", if han { "" } else { " " });
    }
    let divided = bare.contains([':', '：']);
    let dashed = bare.contains(['–', '—']);
    let mark = match (han, divided, dashed) {
        (true, false, _) => "：",
        (true, true, _) => "。",
        (false, false, _) => ": ",
        (false, true, false) => " – ",
        (false, true, true) => ". ",
    };
    format!("{bare}{mark}")
}
