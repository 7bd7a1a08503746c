//! What a number of a text counts or measures, by what stands beside it; `Musikern` are counted as `Musiker` are.
//!
//! Cost: that of a word.

use crate::text::entities::quantities::Quantity;
use crate::text::tokenize::words::is_han;
use crate::text::{Language, says_little, stem};

/// What may stand between a number and what it counts; 20多人 are more than twenty.
const JOINTS: [char; 7] = [' ', '\u{A0}', '\u{200C}', '-', '多', '余', '餘'];
/// The most letters of a word that are looked at.
const LONGEST: usize = 64;
/// Signs before and behind numbers that have no word there.
const SIGNS: [char; 4] = ['¥', '￥', '#', '°'];
/// Characters that begin what many things are counted by: 个国家 and 个月, 公里 and 公顷.
const OPEN: &str = "个個名公平千人";

/// What tells of a number what it counts or measures: a percent or currency, or the word behind it and signs beside it.
pub(super) fn units(text: &str, one: &Quantity, language: Language) -> Vec<String> {
    if let Some((measure, _)) = &one.measure {
        return vec![format!("{measure:?}")];
    }
    let before = text[..one.span.start].trim_end_matches(JOINTS);
    let behind = text[one.span.end..].trim_start_matches(JOINTS);
    let beside = [before.chars().next_back(), behind.chars().next()];
    let signs = beside.into_iter().flatten().filter(|c| SIGNS.contains(c));
    let word = word_behind(text, one.span.end, language);
    signs.map(String::from).chain(word).collect()
}

/// The stem of the word behind a place, if it says something and no mark lies between; a Han character is one, but for those that need
/// another.
pub(super) fn word_behind(text: &str, end: usize, language: Language) -> Option<String> {
    let rest = text.get(end..)?.trim_start_matches(JOINTS);
    let first = rest.chars().next().filter(|c| c.is_alphanumeric())?;
    let word: String = if is_han(first) {
        let is_open = OPEN.contains(first);
        let letters = rest.chars().take(1 + usize::from(is_open));
        letters.take_while(|&c| is_han(c)).collect()
    } else {
        let letters = rest.chars().take(LONGEST);
        letters.take_while(|c| c.is_alphanumeric()).collect()
    };
    let word = word.to_lowercase();
    (!says_little(&word, language)).then(|| stem(&word).to_owned())
}
