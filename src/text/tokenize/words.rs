//! Words by script: what the lexical metrics count.
//!
//! The text is folded by [`for_words`]; then each character of the Han script
//! is one token, and so is each maximal run of other letters, marks and
//! numbers (Unicode L, M, N). Everything else separates. For ASCII English
//! this is the default tokenizer of the `rouge-score` package without
//! stemming. Linear time.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization as _;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_script::{Script, UnicodeScript};

use crate::text::normalize::{for_words, is_dropped};

/// The words of `text`.
///
/// ```
/// use epitome::text::tokenize::words;
///
/// assert_eq!(words("The U.S. economy"), ["the", "u", "s", "economy"]);
/// assert_eq!(words("5G网络"), ["5g", "网", "络"]);
/// ```
pub fn words(text: &str) -> Vec<String> {
    let folded = for_words(text);
    let mut tokens = Vec::new();
    let mut run: Option<usize> = None;
    for (position, c) in folded.char_indices() {
        let class = classify(c);
        if class == Class::Word {
            run.get_or_insert(position);
            continue;
        }
        if let Some(start) = run.take() {
            tokens.extend(folded.get(start..position).map(str::to_owned));
        }
        if class == Class::Han {
            tokens.push(c.to_string());
        }
    }
    if let Some(start) = run {
        tokens.extend(folded.get(start..).map(str::to_owned));
    }
    tokens
}

/// Where the words of `text` stand, in order: the bytes of each character of the Han script and of each
/// run of other letters, marks and numbers, with what folding drops from within it or after it. A character that
/// folds to several (`½`, `㎡`) is of a run, whatever it folds to.
///
/// ```
/// use epitome::text::tokenize::words::word_spans;
///
/// let text = "The 5G网 می\u{200C}رود";
/// let found: Vec<_> = word_spans(text).into_iter().map(|span| &text[span]).collect();
/// assert_eq!(found, ["The", "5G", "网", "می\u{200C}رود"]);
/// ```
pub fn word_spans(text: &str) -> Vec<Range<usize>> {
    let mut spans: Vec<Range<usize>> = Vec::new();
    let mut is_run = false;
    for (position, c) in text.char_indices() {
        let end = position + c.len_utf8();
        let class = classify_folded(c);
        let touched = spans.last_mut().filter(|span| span.end == position);
        match touched {
            Some(span) if is_dropped(c) || is_run && class == Class::Word => span.end = end,
            _ if is_dropped(c) => {}
            _ => {
                is_run = class == Class::Word;
                if class != Class::Separator {
                    spans.push(position..end);
                }
            }
        }
    }
    spans
}

/// The class of what a character folds to; of several that of a word where any of it is.
fn classify_folded(c: char) -> Class {
    let class = classify(c);
    // Only symbols and numbers fold to another class, numbers from here on.
    let may_change = class == Class::Separator && !c.is_ascii() || c >= '\u{2000}';
    if !may_change || class == Class::Han {
        return class;
    }
    let mut folded = std::iter::once(c).nfkc();
    match (folded.next(), folded.next()) {
        (Some(one), None) => classify(one),
        (Some(one), Some(two)) => {
            let mut all = [one, two].into_iter().chain(folded);
            match all.any(|each| classify(each) != Class::Separator) {
                true => Class::Word,
                false => class,
            }
        }
        _ => class,
    }
}

/// Whether a character is one of the Han script, a word by itself.
pub(crate) fn is_han(c: char) -> bool {
    classify(c) == Class::Han
}

#[derive(PartialEq)]
enum Class {
    Han,
    Word,
    Separator,
}

fn classify(c: char) -> Class {
    if c.is_ascii() {
        return if c.is_ascii_alphanumeric() {
            Class::Word
        } else {
            Class::Separator
        };
    }
    if c.script() == Script::Han {
        return Class::Han;
    }
    match c.general_category_group() {
        GeneralCategoryGroup::Letter
        | GeneralCategoryGroup::Mark
        | GeneralCategoryGroup::Number => Class::Word,
        _ => Class::Separator,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_hold_the_words() {
        for text in [
            "",
            " The U.S. economy, 3.5 %!",
            "5G网络在2025年：Ｇ２０与A股",
            "او می\u{200C}رود؛ كتابـــخانه، ۱۲ نفر",
            "Straße und Müller\u{00AD}meister \u{200F}",
            "e\u{301}te\u{301}\u{200D} x",
            "100㎡，25℃，½ №3 BMW™ ㈱",
            "葛\u{E0100}城 \u{FE00}x",
            "㊌m ①㊀月 a㊊b",
        ] {
            let of_spans: Vec<String> = word_spans(text)
                .into_iter()
                .flat_map(|span| words(&text[span]))
                .collect();
            assert_eq!(of_spans, words(text), "{text:?}");
        }
    }
}
