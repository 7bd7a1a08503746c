//! Lines of a page that belong to none of its text: paths, bylines, dates, ratings, rules.
//!
//! Closed classes and the share of digits, months and weekdays of a short line without a mark at
//! its end. Linear in the line.

use super::around::ends;
use crate::lexicon::{Lexicon, WordList};
use crate::text::Language;
use crate::text::tokenize::words;

/// The most characters of such a line.
const LONGEST: usize = 100;
/// The most words of a name below a title.
const MAX_NAME: usize = 8;
/// A line is a date if this share of its words are parts of one.
const DATED: f64 = 0.5;

/// Whether a line is part of the page, not of the text.
pub(super) fn is_furniture(line: &str, language: Language) -> bool {
    if line.chars().nth(LONGEST).is_some() {
        return false;
    }
    let line = line.trim();
    is_path(line)
        || is_rating(line)
        || is_tags(line)
        || is_bracketed(line)
        || is_banner(line)
        || is_byline(line, language)
        || is_date(line, language)
}

/// `Home > News > Brackley`.
fn is_path(line: &str) -> bool {
    const HOMES: WordList =
        WordList("home|start|startseite|首页|主页|صفحهٔ اصلی|صفحه اصلی|خانه|forum");
    let marks = [" > ", " › ", " » ", " | ", " / ", " · "];
    marks.iter().any(|mark| {
        let parts: Vec<&str> = line.split(mark).collect();
        let short = parts
            .iter()
            .all(|part| part.split_whitespace().count() <= 4);
        let home = parts
            .first()
            .is_some_and(|first| HOMES.has(&first.trim().to_lowercase()));
        let arrows = matches!(*mark, " > " | " › " | " » ");
        short && !ends(line) && (parts.len() >= 2 && home || parts.len() >= 3 && arrows)
    })
}

/// `★★★☆☆ by Ana`.
fn is_rating(line: &str) -> bool {
    let stars = line.matches(['★', '☆', '⭐']).count();
    stars >= 3 && !ends(line)
}

/// `（1. 北港大学；2. 市气象局）`, `(Photo: Ana Roe)`: all in one pair of brackets.
fn is_bracketed(line: &str) -> bool {
    let inside = line
        .strip_prefix(['(', '（'])
        .and_then(|rest| rest.strip_suffix([')', '）']));
    inside.is_some_and(|inside| !inside.contains(['(', '（', ')', '）']) && !ends(inside))
}

/// `#general`, `#harbour #news`: a channel, or tags.
fn is_tags(line: &str) -> bool {
    let tag = |word: &str| {
        let name = word.strip_prefix('#');
        name.is_some_and(|name| name.starts_with(char::is_alphabetic))
    };
    !line.is_empty() && line.split_whitespace().all(tag)
}

/// `—— do not remove ——`, but not the heading between two rules.
fn is_banner(line: &str) -> bool {
    let is_rule = |c: char| matches!(c, '—' | '=' | '~' | '-' | '*' | '_');
    line.ends_with("——") && !line.starts_with(is_rule)
}

/// `By Ana Roe, reporter`, `Von Ana Roe`, `文／…`: who wrote it.
fn is_byline(line: &str, language: Language) -> bool {
    let marks = match language {
        Language::English => WordList(
            "by |written by |text by |words by |reported by |posted by |author: |reviewed by ",
        ),
        Language::German => WordList(
            "von |text: |autor: |autorin: |bewertet von|bewertung von |ein bericht von |notiert von |protokoll: ",
        ),
        Language::Chinese => WordList(
            "文／|文/|文｜|文|作者|记者|撰文|采写|整理：|编辑：|评测：|来源：|受访者：|供稿",
        ),
        Language::Persian => {
            WordList("نویسنده:|گزارش:|به قلم |گزارشگر:|خبرنگار:|نوشتهٔ |نوشته‌ی |متن:|گردآورنده:")
        }
    };
    let lower = line.to_lowercase();
    let Some(rest) = marks.iter().find_map(|mark| lower.strip_prefix(mark)) else {
        return false;
    };
    let written = line
        .get(line.len().saturating_sub(rest.len())..)
        .unwrap_or_default();
    let named = match language {
        Language::English | Language::German => {
            let mut upper = usize::from(written.contains(" | "));
            for word in written.split_whitespace().take(3) {
                upper += usize::from(word.starts_with(char::is_uppercase));
            }
            upper >= 2 || written.split_whitespace().count() == 1
        }
        // A byline has a colon or a bar; `文` alone begins many words.
        Language::Chinese => line.chars().take(6).any(|c| "：:／/｜|　 ".contains(c)),
        Language::Persian => true,
    };
    named
        && words(written).len() <= MAX_NAME * if language == Language::Chinese { 4 } else { 1 }
        && !ends(line)
}

/// `Published 12 May 2026, 06:30`, `Weimar, 2. April`.
fn is_date(line: &str, language: Language) -> bool {
    if ends(line) || !line.contains(char::is_numeric) {
        return false;
    }
    let lexicon = Lexicon::of(language);
    let is_part = |word: &str| {
        word.chars()
            .all(|c| c.is_numeric() || "年月日时分点号".contains(c))
            || lexicon.month(word).is_some()
            || lexicon.weekday(word).is_some()
            || matches!(
                word,
                "uhr"
                    | "am"
                    | "pm"
                    | "utc"
                    | "ساعت"
                    | "published"
                    | "updated"
                    | "stand"
                    | "veröffentlicht"
                    | "aktualisiert"
                    | "发布"
                    | "时间"
                    | "انتشار"
            )
    };
    let found = words(&line.to_lowercase());
    if found.is_empty() || found.len() > 24 {
        return false;
    }
    let calendar = found
        .iter()
        .any(|word| lexicon.month(word).is_some() || lexicon.weekday(word).is_some())
        || line.contains(['年', '月']) && line.contains('日')
        || is_numeric_date(line);
    let parts = found.iter().filter(|word| is_part(word)).count();
    calendar && parts as f64 >= DATED * found.len() as f64
}

/// Whether a line holds `2026-03-05`, `21.07.2026` or `12/3/2026`.
fn is_numeric_date(line: &str) -> bool {
    line.split_whitespace().any(|word| {
        let word = word.trim_matches(|c: char| !c.is_numeric());
        ['-', '.', '/'].iter().any(|&mark| {
            let parts: Vec<&str> = word.split(mark).collect();
            parts.len() == 3
                && parts
                    .iter()
                    .all(|part| !part.is_empty() && part.chars().all(char::is_numeric))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_page_are_found() {
        for (language, line) in [
            (Language::English, "Home > News > Northport"),
            (Language::English, "By Ana Roe, harbour reporter"),
            (Language::English, "Published 12 May 2026, 06:30"),
            (Language::English, "★★★☆☆ Ana, 4 October"),
            (Language::English, "#harbour #news"),
            (Language::Chinese, "（1. 北港大学；2. 市气象局）"),
            (Language::German, "Startseite | Lokales | Altwerder"),
            (Language::German, "von Gärtnerin Lena Voss"),
            (Language::German, "Stand: 21.07.2026, 11:04 Uhr"),
            (Language::Chinese, "2026-03-05 08:20　阅读"),
            (Language::Chinese, "记者：林小满"),
            (Language::Chinese, "港口通告栏　—— 请看 ——"),
            (Language::Persian, "گزارش: سارا پارسا"),
            (Language::Persian, "صفحهٔ اصلی › شهر › بندر"),
        ] {
            assert!(is_furniture(line, language), "{line}");
        }
    }

    #[test]
    fn text_is_no_part_of_the_page() {
        for (language, line) in [
            (Language::English, "By noon the harbour was closed."),
            (Language::English, "The pier opens on 12 May 2026"),
            (Language::German, "Von Mai an fährt die Fähre täglich."),
            (Language::Chinese, "文化馆三月五日开放。"),
            (Language::Persian, "پل بندر ۱۲ آذر باز شد."),
        ] {
            assert!(!is_furniture(line, language), "{line}");
        }
    }
}
