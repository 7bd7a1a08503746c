//! The words of a summary that its document does not hold, with their places.
//!
//! A word is held if the document holds it, or a form of it: a word that begins as it does, with four letters or more and
//! half of the longer one, or the same with an `s`. An English `not` is held if the document denies anything, and so are
//! `can't` and its like. A Chinese character, which is a part of a word, is held beside the same neighbour; one without such a
//! neighbour, and not among others, if the document holds it at all and it is no numeral or negation. Always held are
//! words that say little, `a.m.` and `p.m.`, words of one letter, and numbers, which those look at who read them; a number word is
//! held if the document has its value (`two` and `2`) or one that it rounds (`六成` of `62.1%`), a name with a digit (`3D`) only as it stands.
//!
//! This goes by words alone: a paraphrase is absent, and a wrong word that stands elsewhere in the document is not.
//!
//! Cost: a pass over either text.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::text::entities::numbers::{numbers, readings};
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
    language: Language,
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

/// A word of a text, or one with what is contracted with it.
struct Written {
    span: Range<usize>,
    folded: Vec<String>,
    /// The character, of a word of the Han script.
    han: Option<char>,
    /// Whether it is an English negation: `not`, `cannot`, `won't`.
    is_negation: bool,
    /// Whether it is of a number that is read elsewhere, or that the document holds.
    is_number: bool,
    is_held: bool,
}

impl DocumentWords {
    pub(super) fn of(document: &str, language: Language) -> Self {
        let written = written(document, language);
        let words: HashSet<String> = written
            .iter()
            .flat_map(|one| one.folded.iter().cloned())
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
            language,
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

    /// The words of a summary that the document does not hold, in order; neighbours are one. What lies in what the
    /// document writes otherwise is held.
    pub(super) fn absent(
        &self,
        summary: &str,
        is_restated: impl Fn(&Range<usize>) -> bool,
    ) -> Vec<Range<usize>> {
        let numbers: Vec<Range<usize>> = numbers(summary, self.language)
            .into_iter()
            .filter(|number| {
                number.is_sure
                    || self.values.contains(&number.value)
                    || self.precise.holds_rounded(&number.value)
            })
            .map(|number| number.span)
            .collect();
        let mut written = written(summary, self.language);
        for one in &mut written {
            let at = numbers.partition_point(|number| number.end <= one.span.start);
            let number = numbers.get(at);
            one.is_number = number.is_some_and(|number| number.start < one.span.end);
            one.is_held = one.is_number
                || is_restated(&one.span)
                || match one.is_negation {
                    true => self.denies,
                    false => one.folded.iter().all(|word| self.holds(word)),
                };
        }
        self.look_at_neighbours(&mut written);
        joined(summary, &written)
    }

    /// Whether it holds a word that is looked at alone.
    fn holds(&self, word: &str) -> bool {
        let tells_clock = self.language == Language::English && CLOCK.contains(&word);
        if self.words.contains(word) || says_little(word, self.language) || tells_clock {
            return true;
        }
        let is_one_letter = || word.chars().nth(1).is_none() && han(word).is_none();
        !word.contains(char::is_numeric) && (is_one_letter() || self.holds_form(word))
    }

    /// Whether it holds another form of a word.
    fn holds_form(&self, word: &str) -> bool {
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
    fn look_at_neighbours(&self, written: &mut [Written]) {
        let mut beside = vec![false; written.len()];
        for (at, two) in written.windows(2).enumerate() {
            if neighbours(two).is_some_and(|two| self.neighbours.contains(&two)) {
                beside[at] = true;
                beside[at + 1] = true;
            }
        }
        let is_open: Vec<bool> = written
            .iter()
            .zip(&beside)
            .map(|(one, beside)| one.han.is_some() && !one.is_number && !beside)
            .collect();
        for (one, beside) in written.iter_mut().zip(beside) {
            one.is_held |= beside;
        }
        let mut at = 0;
        while at < written.len() {
            let mut end = at + 1;
            if is_open[at] {
                while end < written.len()
                    && is_open[end]
                    && written[end - 1].span.end == written[end].span.start
                {
                    end += 1;
                }
                self.judge_run(&mut written[at..end]);
            }
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
            one.is_held = is_somewhere || !core.contains(&at);
        }
    }
}

/// The words of a text, not yet looked for.
fn written(text: &str, language: Language) -> Vec<Written> {
    let places = said_at(text, language).into_iter();
    let written = places.map(|Said { span, words }| Written {
        han: words.first().and_then(|word| han(word)),
        is_negation: language == Language::English && words.iter().any(|word| word == "not"),
        is_number: false,
        is_held: false,
        folded: words,
        span,
    });
    written.collect()
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
        let spans = DocumentWords::of(document, language).absent(summary, |_| false);
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
        assert_eq!((found(""), found("T.")), (vec![], vec![]));
        assert_eq!(found("The U.S. ferry"), ["U.S"]);
        assert_eq!(found("The line opens at 10 a.m. in May"), [""; 0]);
        let points = "The U.S. ferry line opens.";
        assert_eq!(absent(Language::English, points, "US ferry"), [""; 0]);
    }

    #[test]
    fn forms_are_of_one_word() {
        let document = "The car of the mayor won a tax case; May is late.";
        let found = |summary| absent(Language::English, document, summary);
        assert_eq!(found("Cars, taxes, cases, mayors in May"), ["taxes"]);
        assert_eq!(found("Lately the mayoral car wins"), ["wins"]);
        let long = "x".repeat(100);
        assert_eq!(absent(Language::English, &long, &long), [""; 0]);
        assert_eq!(absent(Language::English, &long, &"y".repeat(100)).len(), 1);
    }

    #[test]
    fn names_with_digits_are_held_as_they_stand() {
        let document = "The 3D version of Argon2 needs BIND-9 and walks 5 km in the 1990s.";
        let found = |summary| absent(Language::English, document, summary);
        assert_eq!(found("Argon2 in 3D walks 5km in the 1990s"), [""; 0]);
        assert_eq!(found("Argon3 in 4D needs BIND-1"), ["Argon3", "4D", "1"]);
    }

    #[test]
    fn contractions_deny() {
        let found = |document, summary| absent(Language::English, document, summary);
        let document = "The council can and could build, and won.";
        assert_eq!(found(document, "The council can't build"), ["can't"]);
        assert_eq!(
            found(document, "Council couldn’t build, won't"),
            ["couldn’t", "won't"]
        );
        assert_eq!(found(document, "Council cannot build"), ["cannot"]);
        let denied = "The council didn't build.";
        assert_eq!(found(denied, "The council did not build"), [""; 0]);
        assert_eq!(found("It did not build.", "It didn't build"), [""; 0]);
        assert_eq!(
            found("They are leaving.", "They're leaving, they’ve left"),
            ["left"]
        );
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
        let document = "نشست G۲۰ برگزار شد.";
        assert_eq!(absent(Language::Persian, document, "نشست G20"), [""; 0]);
        let document = "Die Arbeiten beginnen im März.";
        let found = absent(Language::German, document, "Beginn der Arbeit sei im Mai");
        assert_eq!(found, ["sei", "Mai"]);
    }
}
