//! Titles that fit, and the same with one change.
//!
//! Of each article with a title that its head covers, or else with its first
//! sentence, there is one row that fits and, where it can be made, one row per
//! change. The changes are deterministic and know nothing of the recipes'
//! generator: a number is raised, the longest shared word is replaced by one of
//! the article eleven places on, the second half is that article's, a negation
//! is put in or taken out at a fixed list of words, or all of it is that
//! article's.

use std::collections::HashSet;
use std::path::Path;

use epitome::metrics::rouge;
use epitome::text::{Language, sentences, tokenize::words};

use crate::sets::{Failure, Row, lines, text};

/// What a row is; the judgement of a row that fits is 1.
pub const UNRELATED: f64 = 0.0;
pub const NUMBER: f64 = -1.0;
pub const WORD: f64 = -2.0;
pub const JOINED: f64 = -3.0;
pub const NEGATED: f64 = -4.0;

/// Articles of a file, from its start.
const MOST: usize = 300;
/// How far on the other article is.
const STEP: usize = 11;
/// The least ROUGE-1 precision of a title that fits.
const COVERED: f64 = 0.6;

struct Article {
    head: String,
    fits: String,
    words: HashSet<String>,
}

/// The rows of some files of titles, or none if one is not there.
pub fn read(
    folder: &Path,
    names: &[&str],
    language: Language,
) -> Result<Option<Vec<Row>>, Failure> {
    let mut rows = vec![];
    for name in names {
        let Some(found) = lines(&folder.join(format!("{name}.dev.jsonl.gz")))? else {
            return Ok(None);
        };
        let articles: Vec<_> = found
            .iter()
            .take(MOST)
            .filter_map(|row| article(&text(row, "doc"), &text(row, "summary"), language))
            .collect();
        for (at, one) in articles.iter().enumerate() {
            let other = &articles[(at + STEP) % articles.len()];
            let made = [
                (Some(one.fits.clone()), 1.0),
                (Some(other.fits.clone()), UNRELATED),
                (raised(&one.fits), NUMBER),
                (replaced(one, other), WORD),
                (joined(&one.fits, &other.fits, language), JOINED),
                (negated(&one.fits, language), NEGATED),
            ];
            for (summary, kind) in made {
                if let Some(summary) = summary.filter(|text| kind == 1.0 || *text != one.fits) {
                    rows.push(Row {
                        document: one.head.clone(),
                        summary,
                        judged: vec![kind],
                        group: String::new(),
                        system: None,
                        unchanged: Some(one.fits.clone()),
                    });
                }
            }
        }
    }
    Ok(Some(rows))
}

fn article(document: &str, title: &str, language: Language) -> Option<Article> {
    let length = if language == Language::Chinese {
        400
    } else {
        1200
    };
    let head: String = document.chars().take(length).collect();
    let covered = rouge(title, &head).rouge1.precision;
    let fits = if covered >= COVERED {
        title.trim().to_string()
    } else {
        let first = sentences(document, language).into_iter().next()?;
        head.get(first)?.trim().to_string()
    };
    (words(&fits).len() >= 4).then(|| Article {
        words: words(&head)
            .into_iter()
            .map(|word| word.to_string())
            .collect(),
        head,
        fits,
    })
}

/// The first digit of the last number, one higher; nine becomes one.
fn raised(summary: &str) -> Option<String> {
    let characters: Vec<char> = summary.chars().collect();
    let last = characters.iter().rposition(|c| digit(*c).is_some())?;
    let first = characters[..last]
        .iter()
        .rposition(|c| digit(*c).is_none())
        .map_or(0, |at| at + 1);
    let (zero, value) = digit(characters[first])?;
    let mut changed = characters.clone();
    changed[first] = char::from_u32(zero + value % 9 + 1)?;
    Some(changed.into_iter().collect())
}

/// The zero of a digit's script, and its value.
fn digit(character: char) -> Option<(u32, u32)> {
    [0x30_u32, 0x0660, 0x06F0, 0xFF10]
        .into_iter()
        .find_map(|zero| {
            let value = u32::from(character).checked_sub(zero)?;
            (value < 10).then_some((zero, value))
        })
}

/// The longest word that the document holds, replaced by the longest of the
/// other article's that it does not.
fn replaced(one: &Article, other: &Article) -> Option<String> {
    let runs = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_alphabetic())
            .filter(|run| run.chars().count() >= 4)
            .map(str::to_string)
            .collect()
    };
    let held = |run: &str| {
        words(run)
            .iter()
            .all(|word| one.words.contains(&word.to_string()))
    };
    let from = runs(&one.fits)
        .into_iter()
        .filter(|run| held(run))
        .max_by_key(|run| run.chars().count())?;
    let to = runs(&other.fits)
        .into_iter()
        .filter(|run| !held(run))
        .max_by_key(|run| run.chars().count())?;
    // Han text has no spaces: a run of it is a clause, of which four characters change.
    let han = words(&from).len() > 1;
    let cut = |run: String| {
        if han {
            run.chars().take(4).collect()
        } else {
            run
        }
    };
    Some(one.fits.replacen(&cut(from), &cut(to), 1))
}

/// The first half of one text and the second half of another.
fn joined(one: &str, other: &str, language: Language) -> Option<String> {
    if language == Language::Chinese {
        let half = |text: &str| text.chars().count() / 2;
        let head: String = one.chars().take(half(one)).collect();
        let tail: String = other.chars().skip(half(other)).collect();
        return Some(head + &tail);
    }
    let (one, other): (Vec<_>, Vec<_>) = (
        one.split_whitespace().collect(),
        other.split_whitespace().collect(),
    );
    (one.len() >= 4 && other.len() >= 4).then(|| {
        let (head, tail) = (&one[..one.len() / 2], &other[other.len() / 2..]);
        [head, tail].concat().join(" ")
    })
}

/// The text with its first negation taken out, or one put in.
fn negated(summary: &str, language: Language) -> Option<String> {
    let turns: &[(&str, &str)] = match language {
        Language::Chinese => &[
            ("没有", "有"),
            ("不能", "能"),
            ("将", "将不"),
            ("可以", "不可以"),
            ("在", "不在"),
            ("是", "不是"),
        ],
        Language::English => &[
            (" not ", " "),
            (" cannot ", " can "),
            (" no ", " "),
            (" is ", " is not "),
            (" are ", " are not "),
            (" was ", " was not "),
            (" can ", " cannot "),
            (" will ", " will not "),
            (" to ", " not to "),
        ],
        Language::Persian => &[
            ("نیست", "است"),
            (" است", " نیست"),
            ("نمی", "می"),
            (" می‌", " نمی‌"),
            (" شد", " نشد"),
            (" کرد", " نکرد"),
            (" خواهد ", " نخواهد "),
        ],
        Language::German => &[
            (" nicht ", " "),
            (" kein ", " ein "),
            (" ein ", " kein "),
            (" eine ", " keine "),
            (" ist ", " ist nicht "),
            (" wird ", " wird nicht "),
            (" mit ", " ohne "),
            (" ohne ", " mit "),
        ],
    };
    turns
        .iter()
        .find(|(from, _)| summary.contains(from))
        .map(|(from, to)| summary.replacen(from, to, 1))
}
