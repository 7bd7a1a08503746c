//! The words of a document, in which those of a summary are looked up.
//!
//! A word is held if the document holds it, or a form of it: a word that begins as it does, with four letters or more and
//! half of the longer one, or the same with an `s`. An English `not` is held if the document denies anything, and so are
//! `can't` and its like. A Chinese character, which is a part of a word, is held beside the same neighbour; one without such a
//! neighbour, and not among others, if the document holds it at all and it is no numeral or negation. Always held are
//! words that say little, `a.m.` and `p.m.` and words of one letter; a number is held if the document has its value (`two` and `2`) or one that
//! it rounds (`六成` of `62.1%`), a name with a digit (`3D`) only as it stands.
//!
//! This goes by words alone: a paraphrase is absent, and a wrong word that stands elsewhere in the document is not.
//!
//! Cost: a pass over the document, and over what is looked up.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::text::entities::numbers::{Number, readings};
use crate::text::entities::rounding::Precise;
use crate::text::said::{Said, said_at};
use crate::text::tokenize::words::is_han;
use crate::text::{Language, says_little};

/// Characters that count alone: a wrong one makes another number, or turns a sentence round.
const WEIGHTY: &str = "不没沒未无無非否别勿零〇一二三四五六七八九十百千万萬亿億两兩";

/// What stands beside hours or is joined to them (`10 a.m.`, `10am`).
const CLOCK: [&str; 2] = ["am", "pm"];

/// Letters that forms of a word begin with.
const ALIKE: usize = 4;
/// The most letters of what words begin with that are looked at.
const MOST_ALIKE: usize = 24;

/// A document that words are looked for in.
pub(super) struct DocumentWords {
    words: HashSet<String>,
    /// What its words begin with, and how many letters the shortest of those has.
    beginnings: HashMap<String, usize>,
    /// Pairs of neighbouring characters of the Han script.
    neighbours: HashSet<(char, char)>,
    /// Values of numbers.
    values: HashSet<String>,
    /// Those of which a number word may be a rough one.
    precise: Precise,
    /// Whether it denies anything, in English.
    denies: bool,
}

/// How a document holds a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Holding {
    /// Not at all.
    Absent,
    /// A Chinese character, among others or of weight, without its neighbours: elsewhere it is a part of another word.
    Apart,
    /// The word says so little that a document need not hold it, and this one does not.
    Little,
    /// In another form.
    Form,
    /// As it stands, or by its value.
    Same,
}

/// A word of a text, or one with what is contracted with it.
pub(super) struct Written {
    pub(super) span: Range<usize>,
    /// Whether it says more than a document need hold.
    pub(super) is_telling: bool,
    /// In lower case, each with whether a document need hold it.
    folded: Vec<(String, bool)>,
    /// The character, of a word of the Han script.
    han: Option<char>,
    /// Whether it is an English negation: `not`, `cannot`, `won't`.
    is_negation: bool,
}

/// The words of a text.
pub(super) fn written(text: &str, language: Language) -> Vec<Written> {
    let places = said_at(text, language).into_iter();
    let written = places.map(|Said { span, words }| {
        let han = words.first().and_then(|word| han(word));
        let is_negation = language == Language::English && words.iter().any(|word| word == "not");
        let needed = |word: String| {
            let is_needed = !needs_no_holder(&word, language);
            (word, is_needed)
        };
        let folded: Vec<_> = words.into_iter().map(needed).collect();
        Written {
            is_telling: folded.iter().any(|(_, is_needed)| *is_needed),
            span,
            folded,
            han,
            is_negation,
        }
    });
    written.collect()
}

impl DocumentWords {
    pub(super) fn of(document: &str, language: Language) -> Self {
        let written = written(document, language);
        let words: HashSet<String> = written
            .iter()
            .flat_map(|one| one.folded.iter().map(|(word, _)| word.clone()))
            .collect();
        let mut beginnings: HashMap<String, usize> = HashMap::new();
        for word in &words {
            let letters = word.chars().count();
            let ends = word.char_indices().map(|(at, c)| at + c.len_utf8());
            for end in ends.take(MOST_ALIKE).skip(ALIKE - 1) {
                let shortest = beginnings.entry(word[..end].to_owned()).or_insert(letters);
                *shortest = letters.min(*shortest);
            }
        }
        let neighbours = written.windows(2).filter_map(neighbours).collect();
        let (mut numbers, apart) = readings(document, language);
        numbers.extend(apart);
        Self {
            words,
            beginnings,
            neighbours,
            precise: Precise::of(numbers.iter()),
            values: numbers
                .into_iter()
                .flat_map(|number| [number.value, number.plain])
                .collect(),
            denies: written.iter().any(|one| one.is_negation),
        }
    }

    /// Whether it has the value of a number, or one that it rounds.
    pub(super) fn has_value(&self, number: &Number) -> bool {
        self.values.contains(&number.value) || self.precise.holds_rounded(&number.value)
    }

    /// How it holds each of a text's words, given the bytes of the numbers that it holds, in order.
    pub(super) fn holdings(&self, words: &[Written], numbers: &[Range<usize>]) -> Vec<Holding> {
        let is_number: Vec<bool> = words
            .iter()
            .map(|one| {
                let at = numbers.partition_point(|number| number.end <= one.span.start);
                let number = numbers.get(at);
                number.is_some_and(|number| number.start < one.span.end)
            })
            .collect();
        let mut found: Vec<Holding> = words
            .iter()
            .zip(&is_number)
            .map(|(one, is_number)| match one {
                _ if *is_number => Holding::Same,
                Written {
                    is_negation: true, ..
                } if self.denies => Holding::Same,
                Written {
                    is_negation: true, ..
                } => Holding::Absent,
                one => {
                    let each = one.folded.iter();
                    let each = each.map(|(word, is_needed)| self.holding(word, *is_needed));
                    each.min().unwrap_or(Holding::Little)
                }
            })
            .collect();
        self.look_at_neighbours(words, &is_number, &mut found);
        found
    }

    /// How it holds a word that is looked at alone.
    fn holding(&self, word: &str, is_needed: bool) -> Holding {
        if self.words.contains(word) {
            Holding::Same
        } else if !is_needed {
            Holding::Little
        } else if !word.contains(char::is_numeric) && self.holds_form(word) {
            Holding::Form
        } else {
            Holding::Absent
        }
    }

    /// Whether it holds another form of a word.
    fn holds_form(&self, word: &str) -> bool {
        if han(word).is_some() {
            return false;
        }
        let without = word.strip_suffix('s');
        if without.is_some_and(|singular| self.words.contains(singular))
            || self.words.contains(&format!("{word}s"))
        {
            return true;
        }
        let letters = word.chars().count();
        let ends = word.char_indices().map(|(at, c)| at + c.len_utf8());
        let common = ends.enumerate().map(|(at, end)| (at + 1, end));
        common
            .take(MOST_ALIKE)
            .filter(|(common, _)| *common >= ALIKE && 2 * common >= letters)
            .any(|(common, end)| {
                let shortest = self.beginnings.get(&word[..end]);
                shortest.is_some_and(|shortest| *shortest <= 2 * common)
            })
    }

    /// Characters are held that stand beside a neighbour of theirs; so are those that say little at either end
    /// of what is not, and a single one that the document holds somewhere.
    fn look_at_neighbours(&self, words: &[Written], is_number: &[bool], found: &mut [Holding]) {
        let mut beside = vec![false; words.len()];
        for (at, two) in words.windows(2).enumerate() {
            if neighbours(two).is_some_and(|two| self.neighbours.contains(&two)) {
                beside[at] = true;
                beside[at + 1] = true;
            }
        }
        let is_open: Vec<bool> = words
            .iter()
            .zip(is_number)
            .zip(&beside)
            .map(|((one, is_number), beside)| one.han.is_some() && !is_number && !beside)
            .collect();
        for (one, beside) in found.iter_mut().zip(beside) {
            if beside {
                *one = Holding::Same;
            }
        }
        let mut at = 0;
        while at < words.len() {
            let mut end = at + 1;
            if is_open[at] {
                while end < words.len()
                    && is_open[end]
                    && words[end - 1].span.end == words[end].span.start
                {
                    end += 1;
                }
                judge_run(&words[at..end], &mut found[at..end]);
            }
            at = end;
        }
    }
}

/// Characters one after the other, none beside a neighbour of its own.
fn judge_run(run: &[Written], found: &mut [Holding]) {
    let little = |one: &&Written| !one.is_telling;
    let first = run.iter().take_while(little).count();
    let last = run.iter().rev().take_while(little).count();
    let core = first..run.len().saturating_sub(last).max(first);
    let is_weighty = |one: &Written| one.han.is_some_and(|c| WEIGHTY.contains(c));
    let is_alone = core.len() == 1;
    for (one, found) in run.iter().zip(found).take(core.end).skip(core.start) {
        if !is_alone || is_weighty(one) {
            *found = (*found).min(Holding::Apart);
        }
    }
}

/// Whether a word says so little, or is so short, that a document need not hold it.
fn needs_no_holder(word: &str, language: Language) -> bool {
    let tells_clock = language == Language::English && CLOCK.contains(&word);
    let is_one_letter = || {
        let mut letters = word.chars();
        let first = letters.next();
        first.is_some_and(|c| !is_han(c) && !c.is_numeric()) && letters.next().is_none()
    };
    tells_clock || says_little(word, language) || is_one_letter()
}

/// The characters of two words that touch, if both are of the Han script.
fn neighbours(two: &[Written]) -> Option<(char, char)> {
    match two {
        [a, b] if a.span.end == b.span.start => Some((a.han?, b.han?)),
        _ => None,
    }
}

/// The character of a word of the Han script.
fn han(word: &str) -> Option<char> {
    word.chars().next().filter(|&c| is_han(c))
}
