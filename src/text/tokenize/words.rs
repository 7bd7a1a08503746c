//! Words by script: what the lexical metrics count.
//!
//! The text is folded by [`for_words`]; then each character of the Han script
//! is one token, and so is each maximal run of other letters, marks and
//! numbers (Unicode L, M, N). Everything else separates. For ASCII English
//! this is the default tokenizer of the `rouge-score` package without
//! stemming. Linear time.

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_script::{Script, UnicodeScript};

use crate::text::normalize::for_words;

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
