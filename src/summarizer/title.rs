//! The title that a document has: of the lines above its text the one that says its matter.
//!
//! A title says what the text is about if it has content words that the text says again, and is
//! more than a form such as `Minutes` or a name. Linear in the document.

mod called;
mod thing;
mod written;

use std::collections::HashSet;

use super::capitals::as_written;
use super::compression::{finished, is_whole, versions, without_brackets};
use super::form::{Form, holds};
use super::reading::Reading;
use super::tidy::tidy;
use crate::analysis::shape::{Kind, Unit, is_dated, is_label, is_letterhead, is_part};
use crate::analysis::verbs::has_finite_verb;
use crate::analysis::{Document, Token};
use crate::lexicon::Forms;
use crate::text::Language;
use crate::text::tokenize::words;
use called::sender;
pub(super) use called::{before, before_sentence, name};
pub(super) use thing::thing;
use written::{is_bracketed, is_counted, parts, without_asides, without_labels, without_number};

/// The least share of a title's content words that the text says again; of pairs of characters.
const COVERED: f64 = 0.3;
const COVERED_PAIRS: f64 = 0.15;
/// Content words that a title has at least, and Chinese characters.
const TITLE_WORDS: usize = 3;
const TITLE_CHARACTERS: usize = 7;
/// The most words of a name, and of one whose words have capitals.
const NAME: usize = 4;
const CAPITALS: usize = 7;
/// How many lines over the text may be its title, and how many are looked at.
const TITLES: usize = 5;
const LOOKED_AT: usize = 9;
/// The most characters of a line over the text.
const LINE: usize = 110;

/// A title as it may be shown.
#[derive(Clone, Debug)]
pub(super) struct Title {
    pub(super) text: String,
    /// Whether it says what the text is about, and not only of what form it is or whose.
    pub(super) says_matter: bool,
}

/// The title within the limit, and whether it says what the text is about.
pub(super) fn title(reading: &Reading, limit: usize) -> Option<Title> {
    // Lines of the form stand over the title: of the headings before the text the first good one.
    let mut poor: Option<(String, f64)> = None;
    let mut quoted: Option<String> = None;
    let is_chinese = reading.document.language == Language::Chinese;
    for unit in heads(reading).take(TITLES) {
        match judged(reading, unit, limit) {
            // What somebody says over a talk says less than who talks.
            Some((text, true))
                if is_quoted(&text) && reading.form == Form::Interview && !is_chinese =>
            {
                quoted = quoted.or(Some(text));
            }
            Some((text, true)) => {
                return Some(Title {
                    text,
                    says_matter: true,
                });
            }
            Some((text, false)) if unit.kind != Kind::Prose || unit.whole.start == 0 => {
                let told = told_share(reading, unit);
                let minutes = reading.form == Form::Minutes;
                let text_of = reading.shape.text_of(unit);
                let is_section = unit.span.start > unit.whole.start
                    || text_of.starts_with(|c: char| c.is_numeric() || "§第".contains(c));
                // A letterhead that the text does not take up is worse than what stands below it.
                if poor
                    .as_ref()
                    .is_none_or(|&(_, best)| best == 0.0 && told > 0.0 && !is_section && !minutes)
                {
                    poor = Some((text, told));
                }
            }
            _ => {}
        }
    }
    let says_matter = quoted.is_some();
    quoted
        .or(poor.map(|(text, _)| text))
        .or_else(|| sender(reading))
        .map(|text| Title { text, says_matter })
}

/// Whether all of a title is somebody's words.
fn is_quoted(title: &str) -> bool {
    title.starts_with(['"', '“', '„', '«', '»', '「'])
        && title.ends_with(['"', '”', '“', '»', '«', '」'])
}

/// Whether a heading names a part of a document, its sender or its date.
fn is_head(heading: &str, language: Language) -> bool {
    is_label(heading, language) || is_letterhead(heading, language) || is_dated(heading, language)
}

/// The first line over the text that is no head of it.
fn unit<'r>(reading: &'r Reading) -> Option<&'r Unit> {
    heads(reading).find(|unit| unit.kind != Kind::Prose)
}

/// The lines above the text that can be its title.
fn heads<'r>(reading: &'r Reading) -> impl Iterator<Item = &'r Unit> {
    let language = reading.document.language;
    let units = reading.shape.units.iter().enumerate();
    // `【对话】从程序员到养蜂人`
    let labelled = move |unit: &Unit| {
        let label = reading.shape.text.get(unit.whole.start..unit.span.start);
        label.is_some_and(|label| label.starts_with('【'))
    };
    let is_line = move |at: usize, unit: &Unit| {
        let text = reading.shape.text_of(unit);
        let stops = [". ", "。", ";", "；", "@", "|", "http", " · "];
        at < LOOKED_AT
            && (unit.kind == Kind::Prose || at == 0 && unit.kind == Kind::Item)
            && (unit.span.start == unit.whole.start || labelled(unit))
            && text.chars().count() <= LINE
            && !text.ends_with(['.', '!', '。', '！', '…', ',', '،', '，'])
            && !stops.iter().any(|stop| text.contains(stop))
            && text.matches([',', '،', '，', '、']).count() <= 2
    };
    let named_section = move |text: &str| {
        text.split_once(" · ")
            .is_some_and(|(first, rest)| is_label(first, language) && words(rest).len() <= NAME)
    };
    let heads = units
        .take_while(move |&(at, unit)| {
            !matches!(unit.kind, Kind::Prose | Kind::Item) || is_line(at, unit)
        })
        .map(|(_, unit)| unit);
    heads.filter(move |unit| {
        let text = reading.shape.text_of(unit);
        matches!(
            unit.kind,
            Kind::Title | Kind::Heading | Kind::Prose | Kind::Item
        ) && !is_counted(text)
            && !is_part(text, language)
            && !is_bracketed(text)
            && !is_head(text, language)
            && !is_section(reading, unit)
            && !named_section(text)
    })
}

/// Whether a heading has a number in front, as those of sections have, and no `Subject:`.
fn is_section(reading: &Reading, unit: &Unit) -> bool {
    let label = reading.shape.text.get(unit.whole.start..unit.span.start);
    label.is_some_and(|label| {
        label.contains(|c: char| c.is_numeric() || "一二三四五六七八九十§".contains(c))
            && !label.contains([':', '：'])
    })
}

/// Whether a title names a form: `Minutes of the committee`.
pub(super) fn is_form(title: &str, language: Language) -> bool {
    let lower = title.to_lowercase();
    let names = Forms::of(language).list("names");
    if language == Language::Chinese {
        return names.is_in(&lower);
    }
    let found = words(&lower);
    let german = language == Language::German;
    names.iter().any(|name| {
        let is = |word: &String| word == name || german && word.ends_with(name);
        found.iter().any(is) || name.contains([' ', '\u{200c}']) && holds(&lower, name, language)
    })
}

/// The share of the content words of a heading that the rest of the text says again.
fn told_share(reading: &Reading, unit: &Unit) -> f64 {
    let told: HashSet<u64> = (0..reading.sentences.len())
        .flat_map(|at| reading.tokens(at).iter().map(|token| token.key))
        .collect();
    let tokens = reading.document.tokens.iter();
    let inside: Vec<&Token> = tokens
        .filter(|token| token.key != 0 && unit.span.contains(&token.span.start))
        .collect();
    let again = inside
        .iter()
        .filter(|token| told.contains(&token.key))
        .count();
    again as f64 / inside.len().max(1) as f64
}

/// Whether a heading is the title of the shape, which stands above all of the text.
fn unit_is_first(reading: &Reading, unit: &Unit) -> bool {
    reading
        .shape
        .title()
        .is_some_and(|title| title.span == unit.span)
}

/// A heading within the limit, and whether it says what the text is about.
fn judged(reading: &Reading, unit: &Unit, limit: usize) -> Option<(String, bool)> {
    let language = reading.document.language;
    // Of `Washer leaks      Status: solved` the first column.
    let written = reading.shape.text_of(unit);
    let column = written
        .split("   ")
        .map(str::trim)
        .find(|column| !column.is_empty());
    let joined = column.unwrap_or(written).split_whitespace();
    let whole = joined.collect::<Vec<_>>().join(" ");
    let whole = without_asides(&whole, language);
    // What a mail is about its writer says.
    let label = reading.shape.text.get(unit.whole.start..unit.span.start);
    let is_subject = label.is_some_and(|label| label.trim_end().ends_with([':', '：']));
    let whole = if is_subject {
        whole
    } else {
        without_labels(&whole, language)
    };
    // The first line of a leaflet, rules or a how-to is in words of its own, and so is who talks.
    let lower = whole.to_lowercase();
    let talk = reading.form == Form::Interview
        && Forms::of(language).list("interview").is_in(&lower)
        && !lower.contains(char::is_numeric);
    let is_own = is_subject
        || label.is_some_and(|label| label.starts_with('【'))
        || talk
        || unit.whole.start == 0
            && matches!(
                reading.form,
                Form::Leaflet | Form::Steps | Form::Rules | Form::Study
            );
    let whole = tidy(&whole, language, false);
    let fits = |text: &str| (1..=limit).contains(&words(text).len()) && is_whole(text);
    let whole = without_number(&whole);
    let parts = parts(&whole);
    let is_first = unit_is_first(reading, unit);
    // Content words; numbers and months name no matter.
    let named = |text: &str| -> Vec<u64> {
        let document = Document::new(text, language);
        let tokens = document.tokens.iter().filter(|token| {
            let word = &token.norm;
            token.key != 0
                && !word.contains(char::is_numeric)
                && document.lexicon.month(word).is_none()
        });
        tokens.map(|token| token.key).collect()
    };
    let outside = reading
        .document
        .tokens
        .iter()
        .filter(|token| token.span.end <= unit.span.start || token.span.start >= unit.span.end);
    let told: HashSet<u64> = outside.map(|token| token.key).collect();
    let covers = if language == Language::Chinese {
        COVERED_PAIRS
    } else {
        COVERED
    };
    let says = |text: &str, fewer: usize| {
        let keys = named(text);
        let covered = keys.iter().filter(|key| told.contains(key)).count();
        let least = if language == Language::Chinese {
            TITLE_CHARACTERS
        } else {
            TITLE_WORDS
        };
        let size = if language == Language::Chinese {
            words(text).len()
        } else {
            keys.len()
        };
        // A title in words of its own is none of the text unless the text takes up one of them.
        let told = covered as f64 >= covers * keys.len() as f64 || covered > 0 && is_first;
        size + fewer + usize::from(is_own) >= least && (told || is_own)
    };
    let shown = |text: &str| as_written(finished(text, &whole), reading.shape);
    // The name of a product, a firm or a committee is no headline.
    let named_form = matches!(reading.form, Form::Changes | Form::Minutes | Form::Report);
    let names = |text: &str| {
        named_form && !has_finite_verb(text, language)
            || reading.form == Form::Leaflet && is_medicine(text, language, is_first)
            || is_name_like(text, reading)
    };
    let form = |text: &str| is_form(text, language) && reading.form != Form::Interview;
    let good = |text: &str| fits(text) && says(text, 0) && !form(text) && !names(text);
    // Bars and arrows divide what never was one title.
    let divided = whole.contains(['|', '｜', '›']);
    let mut wholes = if divided {
        vec![]
    } else {
        vec![whole.clone(), without_brackets(&whole)]
    };
    if let Some(found) = wholes.iter().find(|text| good(text)) {
        return Some((shown(found), true));
    }
    let parts: Vec<String> = parts.iter().map(|part| without_brackets(part)).collect();
    // Of `North Harbour SE – Quarterly report` the name alone is no headline.
    let is_name = |text: &str| {
        let long = text.split_whitespace().count() > NAME;
        let upper = |word: &str| !word.starts_with(char::is_lowercase);
        language != Language::Chinese && !long && text.split_whitespace().all(upper)
    };
    let good_part = |text: &&String| {
        let whole_form = named_form && is_form(&whole, language);
        fits(text) && says(text, 1) && !form(text) && !is_name(text) && !names(text) && !whole_form
    };
    if let Some(found) = parts.iter().find(good_part) {
        return Some((shown(found), true));
    }
    wholes.extend(parts);
    if !form(&whole)
        && let Some(found) = versions(&whole, language)
            .into_iter()
            .find(|text| good(text))
    {
        return Some((found, true));
    }
    let found = wholes.into_iter().find(|text| fits(text))?;
    Some((shown(&found), false))
}

/// Whether a heading of a leaflet names a medicine by its strength, or asks what it is.
fn is_medicine(heading: &str, language: Language, is_first: bool) -> bool {
    const UNITS: [&str; 8] = [
        "mg",
        "ml",
        "µg",
        "g",
        "毫克",
        "毫升",
        "میلی‌گرم",
        "میلی\u{200c}لیتر",
    ];
    const ASKS: [&str; 10] = [
        "what ",
        "how ",
        "before ",
        "was ",
        "wie ",
        "wofür ",
        "worauf ",
        "چه ",
        "چگونه ",
        "什么是",
    ];
    let lower = heading.to_lowercase();
    let found = words(&lower);
    let measured = found
        .windows(2)
        .any(|two| two[0].chars().all(char::is_numeric) && UNITS.contains(&two[1].as_str()));
    let asks = !is_first && ASKS.iter().any(|word| lower.starts_with(word));
    measured || asks || keys_of(heading, language) < 2 && !heading.contains([':', '：', '?', '？'])
}

fn keys_of(text: &str, language: Language) -> usize {
    Document::new(text, language).content_keys().len()
}

/// Whether a title is written as a name is: its words have capitals and it has no verb.
fn is_name_like(title: &str, reading: &Reading) -> bool {
    let language = reading.document.language;
    if matches!(reading.form, Form::Study | Form::Steps) || language != Language::English {
        return false;
    }
    let written = title.split_whitespace();
    let written: Vec<&str> = written
        .filter(|word| word.contains(char::is_alphabetic))
        .collect();
    let joins = [
        "of", "the", "and", "in", "for", "on", "a", "to", "with", "at",
    ];
    let upper = |word: &&str| {
        let first = word.chars().find(|c| c.is_alphanumeric());
        first.is_some_and(|c| !c.is_lowercase()) || joins.contains(word)
    };
    let shouted = !title.contains(char::is_lowercase) && !has_finite_verb(title, language);
    let named = written.len() <= CAPITALS
        && !title.contains([':', '?', '!'])
        && written.iter().all(upper)
        && !has_finite_verb(title, language);
    named || shouted
}
