//! The choice of a sentence for a headline, and its cut to the length of one.
//!
//! The sentence with the largest `r_i / (√n_i · (1 + i))` is taken, where `r_i`
//! is its score, `n_i` its number of words and `i` its index: scores grow with
//! length, and texts begin with what they are about. On titles of news,
//! abstracts and articles this is as close to the title as the first sentence,
//! and passes over the lines before it that say nothing.
//!
//! A sentence over the limit is cut at clause boundaries. Where no clause fits,
//! a language that leaves spaces between words is cut between words, which an
//! ellipsis shows. Nothing is cut inside a number, nor inside a word unless a
//! Chinese clause runs on for more than twice the limit. Linear time.

use std::ops::Range;

use unicode_script::{Script, UnicodeScript};

use super::options::SummaryLength;
use super::top_sentences::scores;
use crate::text::tokenize::words;
use crate::text::{Language, clauses};

/// Shows that a headline stops before its clause does.
const ELLIPSIS: char = '…';

/// A Chinese clause of up to this many times the limit is kept whole: its words
/// are not marked, so a cut could fall inside one.
const MAX_WHOLE_CLAUSE: usize = 2;

/// Han characters that write numbers.
const HAN_NUMERALS: &str = "〇零一二三四五六七八九十百千万萬亿億两兩";

/// Opening quotes with what closes them.
const QUOTES: [(char, &[char]); 8] = [
    ('"', &['"']),
    ('“', &['”']),
    ('‘', &['’']),
    ('„', &['“', '”']),
    ('«', &['»']),
    ('»', &['«']),
    ('「', &['」']),
    ('『', &['』']),
];

/// Words that a headline cannot end with, since they announce a word that was
/// cut off.
const DANGLING_ENGLISH: &[&str] = &[
    "a", "an", "and", "as", "at", "by", "for", "from", "in", "into", "is", "its", "of", "on", "or",
    "that", "the", "their", "to", "was", "were", "which", "who", "will", "with",
];
const DANGLING_GERMAN: &[&str] = &[
    "am", "an", "auf", "aus", "bei", "das", "dem", "den", "der", "des", "die", "ein", "eine",
    "einem", "einen", "einer", "für", "im", "in", "mit", "nach", "oder", "und", "vom", "von",
    "vor", "zu", "zum", "zur", "über",
];
const DANGLING_PERSIAN: &[&str] = &["از", "با", "بر", "برای", "به", "تا", "در", "را", "که", "و"];

/// The longest headline, in the tokens of [`words()`]: the figures of the
/// browsers' API for words, and half as many again for Chinese characters.
pub(super) fn limit(length: SummaryLength, language: Language) -> usize {
    let (words, characters) = match length {
        SummaryLength::Short => (12, 18),
        SummaryLength::Medium => (17, 25),
        SummaryLength::Long => (22, 33),
    };
    match language {
        Language::Chinese => characters,
        Language::English | Language::Persian | Language::German => words,
    }
}

/// The sentence to make a headline of, among `candidates`.
pub(super) fn choose(
    text: &str,
    sentences: &[Range<usize>],
    scores: &[f64],
    candidates: &[usize],
) -> Option<Range<usize>> {
    let value = |&index: &usize| -> Option<(f64, usize)> {
        let sentence = text.get(sentences.get(index)?.clone())?;
        // As real numbers: counts are far below 2^53.
        let length = words(sentence).len().max(1) as f64;
        Some((
            scores.get(index)? / (length.sqrt() * (1.0 + index as f64)),
            index,
        ))
    };
    let (_, best) = candidates
        .iter()
        .filter_map(value)
        .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)))?;
    sentences.get(best).cloned()
}

/// The sentence at `span` of `text`, in at most `limit` words where that can be
/// done without cutting inside a word. With `from_start` it is the beginning
/// that is kept, in every language.
pub(super) fn shorten(
    text: &str,
    span: Range<usize>,
    language: Language,
    limit: usize,
    from_start: bool,
) -> String {
    let sentence = text.get(span.clone()).unwrap_or_default();
    if words(sentence).len() <= limit {
        return sentence.to_owned();
    }
    let spaced = language != Language::Chinese;
    let clauses = Clauses::of(text, span, language);
    let least = if spaced { limit / 2 } else { 1 };
    // English and German put the subject first and lean on it later; Chinese and
    // Persian sentences often begin with their source.
    let window = match language {
        _ if from_start => clauses.fitting(0, limit),
        Language::English | Language::German => clauses.fitting(0, limit),
        Language::Chinese | Language::Persian => clauses.best_window(limit),
    };
    match window.and_then(|window| clauses.window(text, window)) {
        Some((cut, size)) if size >= least => trimmed(cut).to_owned(),
        _ if spaced => cut_between_words(sentence, language, limit),
        _ if from_start => cut_between_characters(clauses.first(text), limit),
        _ => cut_between_characters(clauses.best(text), limit),
    }
}

/// The clauses of one sentence, with their sizes in words and their scores
/// within the document.
struct Clauses {
    spans: Vec<Range<usize>>,
    sizes: Vec<usize>,
    scores: Vec<f64>,
}

impl Clauses {
    fn of(text: &str, sentence: Range<usize>, language: Language) -> Self {
        let all = clauses(text, language);
        let all_scores = scores(text, &all);
        let (spans, scores): (Vec<_>, Vec<_>) = all
            .into_iter()
            .zip(all_scores)
            .map(|(span, score)| {
                // A clause may begin with a label, before its sentence does.
                let within = span.start.max(sentence.start)..span.end.min(sentence.end);
                (within, score)
            })
            .filter(|(span, _)| !span.is_empty())
            .unzip();
        let sizes = spans
            .iter()
            .map(|span| words(text.get(span.clone()).unwrap_or_default()).len())
            .collect();
        Self {
            spans,
            sizes,
            scores,
        }
    }

    /// The neighbouring clauses that fit the limit together and say the most;
    /// the earliest of equals.
    fn best_window(&self, limit: usize) -> Option<Range<usize>> {
        let value = |window: &Range<usize>| -> f64 {
            self.scores
                .get(window.clone())
                .unwrap_or_default()
                .iter()
                .sum()
        };
        (0..self.spans.len())
            .filter_map(|first| self.fitting(first, limit))
            .rev()
            .max_by(|a, b| value(a).total_cmp(&value(b)))
    }

    /// As many clauses from `first` on as fit the limit together.
    fn fitting(&self, first: usize, limit: usize) -> Option<Range<usize>> {
        let mut total = 0;
        let count = self
            .sizes
            .iter()
            .skip(first)
            .take_while(|&&size| {
                total += size;
                total <= limit
            })
            .count();
        (count > 0).then_some(first..first + count)
    }

    /// The text of neighbouring clauses and its size.
    fn window<'t>(&self, text: &'t str, window: Range<usize>) -> Option<(&'t str, usize)> {
        let spans = self.spans.get(window.clone())?;
        let cut = text.get(spans.first()?.start..spans.last()?.end)?;
        Some((cut, self.sizes.get(window)?.iter().sum()))
    }

    /// The text of the first clause.
    fn first<'t>(&self, text: &'t str) -> &'t str {
        self.window(text, 0..1).map_or("", |(clause, _)| clause)
    }

    /// The text of the clause with the best score.
    fn best<'t>(&self, text: &'t str) -> &'t str {
        let score = |index: usize| self.scores.get(index).copied().unwrap_or_default();
        let best = (0..self.spans.len())
            .rev()
            .max_by(|&a, &b| score(a).total_cmp(&score(b)));
        best.and_then(|index| self.window(text, index..index + 1))
            .map_or("", |(clause, _)| clause)
    }
}

/// The first words up to the limit, less what would dangle, and an ellipsis.
/// The whole sentence if not even its first word fits.
fn cut_between_words(sentence: &str, language: Language, limit: usize) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut size = 0;
    for chunk in sentence.split_whitespace() {
        size += words(chunk).len();
        if size > limit {
            break;
        }
        kept.push(chunk);
    }
    while kept.len() > 1 && kept.last().is_some_and(|chunk| dangles(chunk, language)) {
        kept.pop();
    }
    if kept.is_empty() {
        return sentence.to_owned();
    }
    let mut cut = trimmed(&kept.join(" ")).to_owned();
    cut.push(ELLIPSIS);
    cut
}

/// Whether a headline cannot end here: a function word, marks only, or a number
/// whose unit or further digits may follow.
fn dangles(chunk: &str, language: Language) -> bool {
    let words = words(chunk);
    let list = match language {
        Language::German => DANGLING_GERMAN,
        Language::Persian => DANGLING_PERSIAN,
        Language::English | Language::Chinese => DANGLING_ENGLISH,
    };
    match words.last() {
        None => true,
        Some(word) => word.ends_with(char::is_numeric) || list.contains(&word.as_str()),
    }
}

/// The first characters of a Chinese clause up to the limit and an ellipsis.
/// The whole clause if it is not much longer.
fn cut_between_characters(clause: &str, limit: usize) -> String {
    if words(clause).len() <= MAX_WHOLE_CLAUSE * limit {
        return trimmed(clause).to_owned();
    }
    let mut size = 0;
    let mut end = 0;
    let mut previous = None;
    for (position, c) in clause.char_indices() {
        if previous.is_none_or(|previous| can_part(previous, c)) {
            end = position;
        }
        let within_word = previous.is_some_and(|previous: char| {
            previous.is_alphanumeric() && !is_han(previous) && !is_han(c)
        });
        size += usize::from(c.is_alphanumeric() && !within_word);
        if size > limit {
            break;
        }
        previous = Some(c);
    }
    let cut = trimmed(clause.get(..end).unwrap_or_default());
    if cut.is_empty() {
        return clause.to_owned();
    }
    format!("{cut}{ELLIPSIS}")
}

/// Whether a cut between two neighbouring characters is surely not inside a
/// number or a word of another script.
fn can_part(left: char, right: char) -> bool {
    let numeral = |c: char| c.is_numeric() || HAN_NUMERALS.contains(c);
    let parts = |c: char| c.is_whitespace() || is_han(c);
    (parts(left) || parts(right)) && !(numeral(left) && numeral(right))
}

fn is_han(c: char) -> bool {
    c.script() == Script::Han
}

/// What was cut, without marks that lost their meaning: at the end those that
/// announce more or end the sentence, at the beginning a quote that is closed
/// only later.
fn trimmed(cut: &str) -> &str {
    let cut = cut.trim_end_matches(|c: char| c.is_whitespace() || "，、,;:；：؛،。–—-".contains(c));
    QUOTES
        .iter()
        .find_map(|&(open, closing)| {
            let rest = cut.strip_prefix(open)?;
            (!rest.contains(closing)).then_some(rest)
        })
        .unwrap_or(cut)
}
