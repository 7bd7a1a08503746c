//! Lines above a text that say nothing of it: letterheads, labels, dates, names.
//!
//! Told by the lists of the [lexicon](crate::lexicon::Forms) and by what a line is made of. Linear
//! in the line.

use crate::analysis::verbs::has_finite_verb;
use crate::lexicon::{Forms, Lexicon};
use crate::text::Language;
use crate::text::tokenize::words;

/// The most words of a letterhead, and Chinese characters.
const LETTERHEAD: usize = 9;
const LETTERHEAD_CHARACTERS: usize = 26;
/// A line is a date if less than this share of its words say something else.
const UNDATED: f64 = 0.34;

/// A heading without signs, numbers and marks at its ends, in lower case.
fn bare(heading: &str) -> String {
    let edges = |c: char| !c.is_alphabetic();
    heading.trim_matches(edges).to_lowercase()
}

/// Whether a heading names a part of a document, or a form, and nothing else: `New`, `Decisions`.
pub(crate) fn is_label(heading: &str, language: Language) -> bool {
    let bare = bare(heading);
    let joined: String = bare.split_whitespace().collect::<Vec<_>>().join(" ");
    // `会 议 纪 要`, `N I E D E R S C H R I F T`
    let spaced =
        joined.split(' ').count() > 2 && joined.split(' ').all(|one| one.chars().count() == 1);
    let tight: String = joined.chars().filter(|c| *c != ' ').collect();
    let forms = Forms::of(language);
    let english = Forms::of(Language::English);
    let is = |text: &str| {
        forms.labels().has(text) || forms.list("names").has(text) || english.labels().has(text)
    };
    let letters = joined.chars().filter(|c| c.is_alphabetic()).count();
    letters < 2 || spaced && language != Language::Chinese || is(&joined) || is(&tight)
}

/// Whether a heading says whose the document is: `TOWN OF WEXBOROUGH`, `Nordhavn Ferries plc`.
pub(crate) fn is_letterhead(heading: &str, language: Language) -> bool {
    // `… plc – symbol: NHF`, `… (plc)`
    let heading = heading.split(" – ").next().unwrap_or_default().trim();
    let lower = heading.to_lowercase();
    let size = words(heading).len();
    let most = match language {
        Language::Chinese => LETTERHEAD_CHARACTERS,
        _ => LETTERHEAD,
    };
    let parted = heading.contains([
        ':', '：', '?', '？', '؟', '!', '！', '“', '„', '«', '"', '，',
    ]);
    if size > most || parted || has_finite_verb(heading, language) {
        return false;
    }
    let list = Forms::of(language).letterheads();
    let ends = lower.trim_end_matches(|c: char| !c.is_alphanumeric());
    let whole = |word: &str| match language {
        Language::Chinese => ends.ends_with(word),
        Language::Persian => {
            let rest = lower.strip_prefix(word);
            rest.is_some_and(|rest| rest.starts_with([' ', '\u{200c}']))
        }
        _ => {
            let front = lower.strip_prefix(word);
            let back = ends.strip_suffix(word.trim_end_matches('.'));
            front.is_some_and(|rest| rest.starts_with(' '))
                || back.is_some_and(|rest| rest.ends_with(' '))
        }
    };
    list.iter().any(whole)
}

/// Whether a heading is a date, a number or a version: `Tuesday, 14 October 2025`, `v4.0.0-rc2`.
pub(crate) fn is_dated(heading: &str, language: Language) -> bool {
    let lexicon = Lexicon::of(language);
    let found = words(&heading.to_lowercase());
    if !heading.contains(char::is_numeric) {
        return false;
    }
    let says = |word: &&String| {
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        letters > 1
            && !word.contains(char::is_numeric)
            && lexicon.month(word).is_none()
            && lexicon.weekday(word).is_none()
            && !lexicon.is_stop(word)
    };
    if language == Language::Chinese {
        let marks = |c: char| {
            !c.is_alphabetic() || "年月日号时分周星期一二三四五六日天上下午晚第版".contains(c)
        };
        return heading.chars().all(marks);
    }
    let told = found.iter().filter(says).count();
    told as f64 <= UNDATED * found.len() as f64 && told < 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_letterheads_are_no_titles() {
        for (language, line) in [
            (Language::English, "New"),
            (Language::English, "✨ Added"),
            (Language::German, "N I E D E R S C H R I F T"),
            (Language::German, "Behoben:"),
            (Language::Chinese, "会 议 纪 要"),
            (Language::Persian, "بسمه تعالی"),
            (Language::Persian, "به نام خدا"),
        ] {
            assert!(is_label(line, language), "{line}");
        }
        for (language, line) in [
            (Language::English, "TOWN OF NORTHPORT"),
            (Language::English, "Northport Ferries PLC"),
            (Language::German, "Gemeinde Altwerder"),
            (Language::German, "Werft Altwerder GmbH"),
            (Language::Chinese, "北港渡轮股份有限公司"),
            (Language::Persian, "شهرداری نیلاب"),
        ] {
            assert!(is_letterhead(line, language), "{line}");
        }
        for (language, line) in [
            (Language::English, "Council closes the old pier until May"),
            (Language::English, "New harbour line opens in May"),
            (Language::German, "Stadt schließt das Hallenbad"),
            (Language::German, "Neue Fähre fährt ab Mai"),
            (Language::Chinese, "港口新线五月通车"),
            (Language::Persian, "شهرداری نیلاب پل را می‌بندد"),
        ] {
            let is = is_label(line, language) || is_letterhead(line, language);
            assert!(!is && !is_dated(line, language), "{line}");
        }
    }

    #[test]
    fn dates_and_versions_are_known() {
        for (language, line) in [
            (Language::English, "Tuesday, 14 October 2025"),
            (Language::English, "v4.0.0-rc2 (2025-11-02)"),
            (Language::German, "16.10.2025"),
            (Language::Chinese, "2025年10月20日（周一）19:00"),
        ] {
            assert!(is_dated(line, language), "{line}");
        }
    }
}
