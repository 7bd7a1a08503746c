//! The title that a document has: of the headings above its text the one that says its matter.
//!
//! A title says what the text is about if it has content words that the text says again, and is
//! more than a form such as `Minutes` or a name. Linear in the document.

use std::collections::HashSet;

use super::capitals::as_written;
use super::compression::{finished, is_whole, versions, without_brackets};
use super::form::{Form, holds};
use super::headline;
use super::options::SummaryLength;
use super::reading::Reading;
use super::tidy::tidy;
use crate::analysis::shape::{Kind, Unit, is_dated, is_label, is_letterhead, is_part};
use crate::analysis::verbs::has_finite_verb;
use crate::analysis::{Document, Token};
use crate::lexicon::Forms;
use crate::text::Language;
use crate::text::tokenize::words;

/// The least share of a title's content words that the text says again; of pairs of characters.
const COVERED: f64 = 0.3;
const COVERED_PAIRS: f64 = 0.15;
/// Content words that a title has at least, and Chinese characters.
const TITLE_WORDS: usize = 3;
const TITLE_CHARACTERS: usize = 7;
/// The most words of a name.
const NAME: usize = 4;
/// The most words of the name of a thing.
const THING: usize = 6;
/// How many headings over the text may be its title.
const TITLES: usize = 4;

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
    for unit in heads(reading).take(TITLES) {
        match judged(reading, unit, limit) {
            Some((text, true)) => {
                return Some(Title {
                    text,
                    says_matter: true,
                });
            }
            Some((text, false)) => {
                let told = told_share(reading, unit);
                let text_of = reading.shape.text_of(unit);
                let is_section = unit.span.start > unit.whole.start
                    || text_of.starts_with(|c: char| c.is_numeric() || "§第".contains(c));
                // A letterhead that the text does not take up is worse than what stands below it.
                if poor
                    .as_ref()
                    .is_none_or(|&(_, best)| best == 0.0 && told > 0.0 && !is_section)
                {
                    poor = Some((text, told));
                }
            }
            _ => {}
        }
    }
    poor.map(|(text, _)| Title {
        text,
        says_matter: false,
    })
}

/// Whether a heading names a part of a document, its sender or its date.
fn is_head(heading: &str, language: Language) -> bool {
    is_label(heading, language) || is_letterhead(heading, language) || is_dated(heading, language)
}

/// The first line over the text that is no head of it.
pub(super) fn unit<'r>(reading: &'r Reading) -> Option<&'r Unit> {
    heads(reading).next()
}

/// The headings above the text that can be its title.
fn heads<'r>(reading: &'r Reading) -> impl Iterator<Item = &'r Unit> {
    let language = reading.document.language;
    let units = reading.shape.units.iter();
    let heads = units.take_while(|unit| !matches!(unit.kind, Kind::Prose | Kind::Item));
    heads.filter(move |unit| {
        let text = reading.shape.text_of(unit);
        matches!(unit.kind, Kind::Title | Kind::Heading)
            && !is_counted(text)
            && !is_part(text, language)
            && !is_bracketed(text)
            && !is_head(text, language)
            && !is_section(reading, unit)
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

/// What the title of a list of changes calls the thing that changed: its part that names no form, no
/// date and nobody's firm.
pub(super) fn thing(reading: &Reading) -> Option<String> {
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
    // `Notes on «Kora» 3.8`
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

/// What a summary calls its document where its sentences do not: a title that says the matter.
pub(super) fn name(reading: &Reading) -> Option<String> {
    let limit = headline::limit(SummaryLength::Long, reading.document.language);
    let found = title(reading, limit).filter(|found| found.says_matter)?;
    let bare = without_brackets(&found.text);
    let shown = bare.trim();
    Some(if shown.is_empty() {
        found.text
    } else {
        shown.to_owned()
    })
}

/// A title with the mark that parts it from a sentence behind it.
pub(super) fn before(title: &str, language: Language) -> String {
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
    let whole = without_labels(&whole, language);
    let whole = tidy(&whole, language, false);
    let fits = |text: &str| (1..=limit).contains(&words(text).len()) && is_whole(text);
    let whole = without_number(&whole);
    let parts = parts(&whole);
    let is_form = |text: &str| is_form(text, language);
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
        size + fewer >= least && told
    };
    let shown = |text: &str| as_written(finished(text, &whole), reading.shape);
    // The name of a product, a firm or a committee is no headline.
    let named_form = matches!(
        reading.form,
        Form::Changes | Form::Leaflet | Form::Minutes | Form::Report
    );
    // `What Dolvan is and what it is used for` heads a part of every leaflet.
    let names = |text: &str| {
        named_form && (reading.form == Form::Leaflet || !has_finite_verb(text, language))
    };
    let good = |text: &str| fits(text) && says(text, 0) && !is_form(text) && !names(text);
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
        fits(text) && says(text, 1) && !is_form(text) && !is_name(text) && !names(text)
    };
    if let Some(found) = parts.iter().find(good_part) {
        return Some((shown(found), true));
    }
    wholes.extend(parts);
    if !is_form(&whole)
        && let Some(found) = versions(&whole, language)
            .into_iter()
            .find(|text| good(text))
    {
        return Some((found, true));
    }
    let found = wholes.into_iter().find(|text| fits(text))?;
    Some((shown(&found), false))
}

/// A title without parts that only label it: `人物 ｜ …`, `TRANSCRIPT — …`, `… (solved)`.
fn without_labels(title: &str, language: Language) -> String {
    let mut left = title.trim();
    let is_head = |part: &str| is_head(part, language);
    for _ in 0..2 {
        for mark in [
            " | ", "｜", "|", " / ", " — ", " – ", " - ", "——", ": ", "：",
        ] {
            if let Some((head, rest)) = left.split_once(mark)
                && is_head(head)
                && words(rest).len() > 1
            {
                left = rest.trim();
            }
            if let Some((head, rest)) = left.rsplit_once(mark)
                && is_head(rest)
                && words(head).len() > 1
            {
                left = head.trim();
            }
        }
        if let Some(open) = left.rfind(['(', '[', '（', '【'])
            && open > 0
            && left.ends_with([')', ']', '）', '】'])
            && let (Some(head), Some(inside)) = (left.get(..open), left.get(open..))
            && is_head(inside)
        {
            left = head.trim_end();
        }
    }
    left.to_owned()
}

/// A title without the number of a section in front, and without a label such as `【…】`.
fn without_number(title: &str) -> String {
    if let Some((label, rest)) = title
        .strip_prefix('【')
        .and_then(|title| title.split_once('】'))
    {
        let rest = rest.trim();
        let says = rest.chars().filter(|c| c.is_alphanumeric()).count() > 5;
        return if says { rest } else { label }.to_owned();
    }
    let title = numbered_file(title);
    if title.starts_with('[') && title.ends_with(']') {
        return String::new();
    }
    let Some((number, rest)) = title.split_once(' ') else {
        return title.to_owned();
    };
    let numbered = number.chars().any(char::is_numeric)
        && !number.chars().any(char::is_alphabetic)
        && number.ends_with(['.', ')', ':']);
    if numbered {
        rest.trim_start().to_owned()
    } else {
        title.to_owned()
    }
}

/// Whether a heading is mostly a number: `Ticket 20260711-0382`.
fn is_counted(heading: &str) -> bool {
    let digits = heading.chars().filter(|c| c.is_numeric()).count();
    let letters = heading.chars().filter(|c| c.is_alphabetic()).count();
    digits > 4 && digits >= letters
}

/// The parts of a title between dashes, bars and colons.
fn parts(title: &str) -> Vec<String> {
    let mut found: Vec<String> = vec![title.to_owned()];
    for mark in [
        " – ", " — ", " - ", " | ", "｜", "|", ": ", "：", "——", "\u{3000}", " · ", " › ",
    ] {
        found = found
            .iter()
            .flat_map(|part| {
                part.split(mark)
                    .map(|part| part.trim().to_owned())
                    .collect::<Vec<_>>()
            })
            .filter(|part| !part.is_empty())
            .collect();
    }
    let titled = |part: &String| {
        let digits = part.chars().filter(|c| c.is_numeric()).count();
        digits * 3 <= part.chars().count()
    };
    if found.len() > 1 {
        found.into_iter().filter(titled).collect()
    } else {
        vec![]
    }
}

/// Whether all of a heading stands in brackets.
fn is_bracketed(heading: &str) -> bool {
    let heading = heading.trim();
    heading.starts_with(['(', '（'])
        && heading.ends_with([')', '）'])
        && heading.matches(['(', '（']).count() == 1
}

/// A title without `[#A-204]` or `#88120 – ` in front.
fn numbered_file(title: &str) -> &str {
    let is_sign = |c: char| {
        !c.is_alphanumeric()
            && !c.is_ascii()
            && (c as u32) > 0x2FFF
            && !('\u{3000}'..='\u{FFEF}').contains(&c)
    };
    let title = title.trim_start_matches(|c: char| is_sign(c) || c == ' ');
    let bare = match title
        .strip_prefix('[')
        .and_then(|rest| rest.split_once(']'))
    {
        Some((_, rest)) if rest.chars().count() > 5 => rest,
        _ => title,
    };
    let bare = bare.trim_start();
    // `Ana Roe [automatic, do not answer]`
    match bare.rfind(" [") {
        Some(at) if bare.ends_with(']') && at > 0 => bare.get(..at).unwrap_or(bare).trim_end(),
        _ => bare,
    }
}
