//! The tokens of the Gigaword recipe.
//!
//! The text is put in normal form ([`for_words`]: NFKC, lower case, folded
//! spellings). Each Han character is a token, and so is each maximal run of
//! other letters, marks and digits. A run goes on over a mark that belongs to
//! the word or number: `.`, `,`, `:`, `/`, `٫` or `٬` between digits and `'`, `’`, `-`
//! or `&` between letters or digits. All other marks and symbols are stripped.

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_script::{Script, UnicodeScript};

use crate::text::normalize::for_words;

/// The tokens of `text`, and how many marks and symbols were stripped.
pub(super) fn tokens(text: &str) -> (Vec<String>, usize) {
    let folded = for_words(text);
    let mut tokens: Vec<String> = Vec::new();
    let mut run = String::new();
    let mut stripped = 0;
    let mut chars = folded.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied();
        if is_word(c) || joins(run.chars().next_back(), c, next) {
            run.push(c);
            continue;
        }
        if !run.is_empty() {
            tokens.push(std::mem::take(&mut run));
        }
        if is_han(c) {
            tokens.push(c.to_string());
        } else if !c.is_whitespace() && !c.is_control() {
            stripped += 1;
        }
    }
    if !run.is_empty() {
        tokens.push(run);
    }
    (tokens, stripped)
}

/// Whether a mark between two characters belongs to their word or number.
fn joins(before: Option<char>, mark: char, after: Option<char>) -> bool {
    let (Some(before), Some(after)) = (before, after) else {
        return false;
    };
    match mark {
        '.' | ',' | ':' | '/' | '\u{66B}' | '\u{66C}' => before.is_numeric() && after.is_numeric(),
        '\'' | '’' | '-' | '&' => is_word(before) && is_word(after),
        _ => false,
    }
}

fn is_word(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric();
    }
    !is_han(c)
        && matches!(
            c.general_category_group(),
            GeneralCategoryGroup::Letter
                | GeneralCategoryGroup::Mark
                | GeneralCategoryGroup::Number
        )
}

fn is_han(c: char) -> bool {
    c.script() == Script::Han
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_stripped_and_numbers_kept() {
        for (text, expected, stripped) in [
            (
                "U.S. GDP grew 3.2%, didn't it?",
                "u s gdp grew 3.2 didn't it",
                5,
            ),
            (
                "1,200 at 12:30 (e-mail) AT&T",
                "1,200 at 12:30 e-mail at&t",
                2,
            ),
            ("5G网络，３．５万！", "5g 网 络 3.5 万", 2),
            ("مي‌رود؟ ۱۲٫۵", "میرود ۱۲٫۵", 1),
            ("- -- …", "", 6),
        ] {
            let (found, marks) = tokens(text);
            assert_eq!(found.join(" "), expected);
            assert_eq!(marks, stripped, "{text}");
        }
    }
}
