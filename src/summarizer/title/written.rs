//! What a title loses before it is shown: labels, numbers of files, brackets, and asides such as
//! `please read`. Linear in the title.

use super::is_head;
use crate::analysis::shape::{is_dated, is_letterhead};
use crate::lexicon::{Forms, WordList};
use crate::summarizer::form::holds;
use crate::text::Language;
use crate::text::tokenize::words;

/// The marks between the parts of a title that can be asides.
const BETWEEN: [&str; 11] = [
    " – ", " — ", " - ", " · ", " | ", "｜", " + ", "，", ", ", "، ", " ",
];
/// The most parts that are taken off one end.
const MOST: usize = 3;
/// The most words of an aside, and Chinese characters.
const ASIDE: usize = 10;
const ASIDE_CHARACTERS: usize = 14;

/// A title without what only asks to read it, says where it comes from, or counts it.
pub(super) fn without_asides(title: &str, language: Language) -> String {
    let mut left = title.trim().to_owned();
    for _ in 0..MOST {
        let shorter = without_bracket(&left, language)
            .or_else(|| without_end(&left, language))
            .filter(|shorter| shorter.chars().filter(|c| c.is_alphabetic()).count() > 3);
        let Some(shorter) = shorter else { break };
        left = shorter;
    }
    left
}

/// Without the bracket at its end, where it is an aside: `… (please reply by Monday)`.
fn without_bracket(title: &str, language: Language) -> Option<String> {
    let open = title.rfind(['(', '（', '[', '【'])?;
    let (head, inside) = (title.get(..open)?, title.get(open..)?);
    let closes = inside.ends_with([')', '）', ']', '】']);
    let bare = inside.trim_matches(|c: char| "()（）[]【】".contains(c));
    (open > 0 && closes && is_aside(bare, language)).then(|| head.trim_end().to_owned())
}

/// Without its last part, where that is an aside: `…, PLEASE READ`.
fn without_end(title: &str, language: Language) -> Option<String> {
    let marks: &[&str] = if language == Language::Chinese {
        &BETWEEN
    } else {
        BETWEEN.get(..10).unwrap_or(&BETWEEN)
    };
    let (at, mark) = marks
        .iter()
        .filter_map(|mark| title.rfind(mark).map(|at| (at, *mark)))
        .max()?;
    let rest = title.get(at + mark.len()..)?;
    let head = title.get(..at)?;
    (!head.trim().is_empty() && is_aside(rest, language)).then(|| head.trim_end().to_owned())
}

/// Whether a part of a title says nothing of its matter.
fn is_aside(part: &str, language: Language) -> bool {
    let lower = part.to_lowercase();
    let most = match language {
        Language::Chinese => ASIDE_CHARACTERS,
        _ => ASIDE,
    };
    let forms = Forms::of(language);
    let has = |list: WordList| list.iter().any(|word| holds(&lower, word, language));
    let said = has(forms.list("asides"));
    words(part).len() <= most
        && (said || is_dated(part, language) || is_letterhead(part, language) || is_counted(part))
}

/// A title without parts that only label it: `人物 ｜ …`, `TRANSCRIPT — …`, `… (solved)`.
pub(super) fn without_labels(title: &str, language: Language) -> String {
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
pub(super) fn without_number(title: &str) -> String {
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
pub(super) fn is_counted(heading: &str) -> bool {
    let digits = heading.chars().filter(|c| c.is_numeric()).count();
    let letters = heading.chars().filter(|c| c.is_alphabetic()).count();
    // `Regn. No. BOM/HSG/2217/1978`
    let filed = heading.split_whitespace().any(|word| {
        let digits = word.chars().filter(|c| c.is_numeric()).count();
        digits > 3
            && word.contains(|c: char| c.is_ascii_alphabetic())
            && word.matches(['/', '-']).count() > 1
    });
    digits > 4 && digits >= letters || filed && letters < 4 * digits
}

/// The parts of a title between dashes, bars and colons.
pub(super) fn parts(title: &str) -> Vec<String> {
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
pub(super) fn is_bracketed(heading: &str) -> bool {
    let heading = heading.trim();
    heading.starts_with(['(', '（'])
        && heading.ends_with([')', '）'])
        && heading.matches(['(', '（']).count() == 1
}

/// A title without `[#A-204]` or `#88120 – ` in front.
pub(super) fn numbered_file(title: &str) -> &str {
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
