//! The words of a summary that its document does not hold, with their places.
//!
//! A word is held if the document holds one that begins as it does, with four letters or more and half of the longer one; a Chinese character, which
//! is a part of a word, if it stands beside the same neighbour there, and one that has no such neighbour if
//! the document holds it at all and it is no numeral or negation. Words that say little are never absent, nor is a number word
//! whose value the document holds (`two` and `2`); numbers that are written as such are left to those who read them.
//!
//! This goes by words alone: a paraphrase is absent, and a wrong word that stands elsewhere in the document is not.
//!
//! Cost: a pass over either text.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::text::entities::numbers::numbers;
use crate::text::tokenize::words::{is_han, word_spans, words};
use crate::text::{Language, says_little, stem};

/// Characters that count alone: a wrong one makes another number, or turns a sentence round.
const WEIGHTY: &str = "不没未无非零〇一二三四五六七八九十百千万亿两";

/// A document that words are looked for in.
pub(super) struct DocumentWords {
    language: Language,
    /// Its words by their stems.
    by_stem: HashMap<String, Vec<String>>,
    /// Pairs of neighbouring characters of the Han script.
    neighbours: HashSet<(char, char)>,
    /// Values of numbers.
    values: HashSet<String>,
}

/// A word of a summary.
struct Written {
    span: Range<usize>,
    /// The character, of a word of the Han script.
    han: Option<char>,
    /// Whether it is of a number that is read elsewhere, or that the document holds.
    is_number: bool,
    is_held: bool,
}

impl DocumentWords {
    pub(super) fn of(document: &str, language: Language) -> Self {
        let all = words(document);
        let characters: Vec<Option<char>> = all.iter().map(|word| han(word)).collect();
        let neighbours = characters.iter().zip(characters.iter().skip(1));
        let mut by_stem: HashMap<String, Vec<String>> = HashMap::new();
        for word in all.iter().collect::<HashSet<_>>() {
            let alike = by_stem.entry(stem(word).to_owned()).or_default();
            alike.push(word.clone());
        }
        Self {
            language,
            by_stem,
            neighbours: neighbours.filter_map(|(&a, &b)| Some((a?, b?))).collect(),
            values: numbers(document, language)
                .into_iter()
                .flat_map(|number| [number.value, number.plain])
                .collect(),
        }
    }

    /// The words of a summary that the document does not hold, in order; neighbours are one.
    pub(super) fn absent(&self, summary: &str) -> Vec<Range<usize>> {
        let numbers: Vec<_> = numbers(summary, self.language)
            .into_iter()
            .filter(|number| number.is_sure || self.values.contains(&number.value))
            .map(|number| number.span)
            .collect();
        let mut written: Vec<Written> = word_spans(summary)
            .into_iter()
            .map(|span| {
                let folded = words(&summary[span.clone()]);
                let is_number = numbers
                    .iter()
                    .any(|number| number.start <= span.start && span.end <= number.end);
                Written {
                    han: folded.first().and_then(|word| han(word)),
                    is_number,
                    is_held: is_number || folded.iter().all(|word| self.holds(word)),
                    span,
                }
            })
            .collect();
        self.look_at_neighbours(&mut written);
        joined(summary, &written)
    }

    /// Whether it holds a word that is looked at alone.
    fn holds(&self, word: &str) -> bool {
        word.contains(char::is_numeric)
            || word.chars().nth(1).is_none() && han(word).is_none()
            || says_little(word, self.language)
            || self
                .by_stem
                .get(stem(word))
                .is_some_and(|alike| alike.iter().any(|other| are_forms(word, other)))
    }

    /// Characters are held that stand beside a neighbour of theirs; so are those that say little at either end
    /// of what is not, and a single one that the document holds somewhere.
    fn look_at_neighbours(&self, written: &mut [Written]) {
        let are_neighbours = |a: &Written, b: &Written| match (a.han, b.han) {
            (Some(first), Some(second)) => {
                a.span.end == b.span.start && self.neighbours.contains(&(first, second))
            }
            _ => false,
        };
        let mut beside = vec![false; written.len()];
        for (at, two) in written.windows(2).enumerate() {
            if are_neighbours(&two[0], &two[1]) {
                beside[at] = true;
                beside[at + 1] = true;
            }
        }
        let mut at = 0;
        while at < written.len() {
            let is_open = |at: usize| written[at].han.is_some() && !beside[at];
            if !is_open(at) {
                written[at].is_held |= beside[at];
                at += 1;
                continue;
            }
            let mut end = at + 1;
            while end < written.len()
                && is_open(end)
                && written[end - 1].span.end == written[end].span.start
            {
                end += 1;
            }
            self.judge_run(&mut written[at..end]);
            at = end;
        }
    }

    /// Characters one after the other, none beside a neighbour of its own.
    fn judge_run(&self, run: &mut [Written]) {
        let little = |one: &Written| {
            one.han
                .is_some_and(|c| says_little(c.encode_utf8(&mut [0; 4]), self.language))
        };
        let first = run.iter().take_while(|one| little(one)).count();
        let last = run.iter().rev().take_while(|one| little(one)).count();
        let core = first..run.len().saturating_sub(last).max(first);
        let is_weighty = |one: &Written| one.han.is_some_and(|c| WEIGHTY.contains(c));
        let is_alone = core.len() == 1;
        for (at, one) in run.iter_mut().enumerate() {
            let is_somewhere = one.is_held && is_alone && !is_weighty(one);
            one.is_held = one.is_number || is_somewhere || !core.contains(&at);
        }
    }
}

/// Whether two words of one stem may be forms of one word: what they begin with is half of the longer
/// one, as of `decided` and `decision`, but not of `president` and `pressure`.
fn are_forms(a: &str, b: &str) -> bool {
    let common = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let longer = a.chars().count().max(b.chars().count());
    2 * common >= longer
}

/// The character of a word of the Han script.
fn han(word: &str) -> Option<char> {
    word.chars().next().filter(|&c| is_han(c))
}

/// The spans of words that are not held; what only white space lies between is one.
fn joined(text: &str, written: &[Written]) -> Vec<Range<usize>> {
    let mut spans: Vec<Range<usize>> = Vec::new();
    for one in written.iter().filter(|one| !one.is_held) {
        match spans.last_mut() {
            Some(last)
                if text
                    .get(last.end..one.span.start)
                    .is_some_and(|between| between.chars().all(char::is_whitespace)) =>
            {
                last.end = one.span.end;
            }
            _ => spans.push(one.span.clone()),
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    fn absent<'s>(language: Language, document: &str, summary: &'s str) -> Vec<&'s str> {
        let spans = DocumentWords::of(document, language).absent(summary);
        spans.into_iter().map(|span| &summary[span]).collect()
    }

    #[test]
    fn words_are_held_in_other_forms() {
        let document = "The president decided in May that two ferries open the harbour line.";
        let found = |summary| absent(Language::English, document, summary);
        assert_eq!(found("Decision: harbour lines opened"), [""; 0]);
        assert_eq!(
            found("The pressure is not on ferry lines"),
            ["pressure", "not"]
        );
        assert_eq!(found("2 ferries say he said so"), ["so"]);
        assert_eq!(found("Three old ferries, 7 of them"), ["Three old", "them"]);
        assert_eq!((found(""), found("U.S.")), (vec![], vec![]));
    }

    #[test]
    fn characters_are_held_with_their_neighbours() {
        let document = "云川市轻轨二号线将于五月一日正式通车，3人致辞。";
        let found = |summary| absent(Language::Chinese, document, summary);
        assert_eq!(found("云川轻轨二号线五月通车"), [""; 0]);
        assert_eq!(found("云川的轻轨四号线不通车"), ["四", "不"]);
        assert_eq!(found("三人致辞，在云川市的机场"), ["机场"]);
        // Latin words among characters are looked at as words are.
        assert_eq!(found("轻轨Metro开了"), ["Metro开"]);
    }

    #[test]
    fn languages_have_function_words_of_their_own() {
        let document = "کتابخانه‌های شهر آرلو باز شدند.";
        let found = absent(Language::Persian, document, "کتابخانه شهر ماه باز شده است");
        assert_eq!(found, ["ماه"]);
        let document = "Die Arbeiten beginnen im März.";
        let found = absent(Language::German, document, "Beginn der Arbeit sei im Mai");
        assert_eq!(found, ["sei", "Mai"]);
    }
}
