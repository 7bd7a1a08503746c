//! What is left in front of a sentence that is no part of it: marks, labels, times, datelines.
//!
//! [`leading`] measures it. A label that limits what is said, as `Children:` or `Not allowed:`, is
//! part of the sentence: only the parts of a paper, times and speakers are taken off. Linear time.

use super::datelines::place;
use super::greetings::hello;
use super::numbers::{clause, counted, number};
use super::words::Words;
use crate::lexicon::{Forms, Lexicon};
use crate::text::Language;

/// The most characters of a label between brackets, and of a dateline.
const MAX_LABEL: usize = 40;
/// The most characters of a Chinese label before a space.
const MAX_SPACED: usize = 14;
/// The most leftovers in front of one sentence.
const MOST: usize = 4;
/// The letters and digits that have to be left.
const LEAST: usize = 6;

/// How many bytes in front of a sentence are no part of it. Only the text of a document that
/// `opens` it can begin with a place and a dash.
pub(super) fn leading(text: &str, language: Language, opens: bool) -> usize {
    let mut done = 0;
    for _ in 0..MOST {
        let rest = text.get(done..).unwrap_or_default();
        let found = [
            mark(rest),
            number(rest, language),
            counted(rest),
            if language == Language::Chinese {
                clause(rest)
            } else {
                None
            },
            hello(rest, language),
            bracketed(rest),
            shouted(rest, language),
            time(rest),
            label(rest, language),
            spaced(rest, language),
            turn(rest),
            if opens { place(rest, language) } else { None },
        ];
        let Some(length) = found.into_iter().flatten().find(|&length| length > 0) else {
            break;
        };
        let left = rest.get(length..).unwrap_or_default();
        let gap = left.len() - left.trim_start().len();
        if left
            .chars()
            .filter(|c| c.is_alphanumeric())
            .take(LEAST)
            .count()
            < LEAST
        {
            break;
        }
        done += length + gap;
    }
    done
}

/// A sign such as `▢` or `☼`.
fn mark(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    let is_sign = matches!(first, '\u{2022}' | '\u{2190}'..='\u{21FF}' | '\u{25A0}'..='\u{27BF}' | '\u{2B00}'..='\u{2BFF}');
    is_sign.then_some(first.len_utf8())
}

/// `【用法用量】`, `[Channel #moves]`.
fn bracketed(text: &str) -> Option<usize> {
    let close = match text.chars().next()? {
        '【' => '】',
        '[' => ']',
        _ => return None,
    };
    let (end, _) = text
        .char_indices()
        .take(MAX_LABEL)
        .find(|&(_, c)| c == close)?;
    Some(end + close.len_utf8())
}

/// `ABSTRACT  Growers are …`: a part of a paper in capitals without a colon.
fn shouted(text: &str, language: Language) -> Option<usize> {
    let (head, rest) = text.split_once(' ')?;
    let shouts = head.chars().count() > 3 && !head.contains(|c: char| !c.is_uppercase());
    let begins = rest.trim_start().starts_with(char::is_uppercase);
    let named = Words::of(language).parts.has(&head.to_lowercase());
    (shouts && begins && named).then(|| text.len() - rest.trim_start().len())
}

/// `19:50 ` and `۸:۴۰ – ` of a log.
fn time(text: &str) -> Option<usize> {
    let length: usize = text
        .chars()
        .take(6)
        .take_while(|&c| c.is_numeric() || c == ':')
        .map(char::len_utf8)
        .sum();
    let clock = text.get(..length)?;
    let (hours, minutes) = clock.split_once(':')?;
    let is_clock = (1..=2).contains(&hours.chars().count()) && minutes.chars().count() == 2;
    let rest = text.get(length..)?;
    let dash = rest
        .trim_start()
        .strip_prefix(['–', '—', ':', '·', '|'])
        .unwrap_or(rest);
    let begins = dash
        .trim_start()
        .starts_with(|c: char| c.is_uppercase() || c.is_alphabetic() && !c.is_lowercase());
    (is_clock && rest.starts_with([' ', ':']) && begins).then_some(text.len() - dash.len())
}

/// The part of a paper, or who speaks and when: `Results:`, `Lutz, 07:14:`, `方法　`.
fn label(text: &str, language: Language) -> Option<usize> {
    let words = Words::of(language);
    let mut before = ' ';
    let (end, mark) = text.char_indices().take(MAX_LABEL).find(|&(at, c)| {
        let rest = text.get(at + c.len_utf8()..).unwrap_or_default();
        let blank = rest.starts_with(char::is_whitespace);
        let dash = matches!(c, '–' | '—') && before == ' ' && blank;
        let spaced = c == '\u{3000}' || c == ' ';
        let named = text.get(..at).is_some_and(|name| name.chars().count() > 1);
        let han = language == Language::Chinese && spaced && named;
        before = c;
        c == '：' || c == ':' && blank || dash || han
    })?;
    let key = text.get(..end)?.trim_end();
    // `摘　要：`
    let lower: String = key.to_lowercase();
    let tight: String = lower.chars().filter(|c| *c != '\u{3000}').collect();
    let end = end + mark.len_utf8();
    let one = language == Language::Chinese && matches!(mark, ':' | '：');
    if one && (words.parts.has(&tight) || key.chars().count() == 1) {
        return Some(end);
    }
    if words.parts.has(&lower) {
        return Some(end);
    }
    // `Note:`, `Beschluss:`, `温馨提示：`, but not `Children:`
    let bare = lower.split(['(', '（']).next().unwrap_or_default().trim();
    if matches!(mark, ':' | '：') && Forms::of(language).labels().has(bare) {
        return Some(end);
    }
    if !matches!(mark, ':' | '：') || key.contains(['.', '。', '„', '“', '"', '«', '「']) {
        return None;
    }
    (is_timed(key) || speaks(key, language)).then_some(end)
}

/// `时间　上午十点`: a label that a wide space parts from what it says, or a dateline.
fn spaced(text: &str, language: Language) -> Option<usize> {
    if language != Language::Chinese {
        return None;
    }
    let han = |c: char| ('\u{4E00}'..='\u{9FFF}').contains(&c);
    let (end, space) = text
        .char_indices()
        .take(MAX_SPACED)
        .find(|&(_, c)| c == '\u{3000}' || c == ' ')?;
    let name = text.get(..end)?;
    let rest = text.get(end..)?.trim_start();
    let size = name.chars().count();
    let is_label = name.chars().all(han) && (2..=if space == ' ' { 4 } else { 8 }).contains(&size);
    let is_dated = name.ends_with('日') && name.contains(char::is_numeric);
    let goes_on = rest
        .chars()
        .next()
        .is_some_and(|c| han(c) || c.is_numeric() && is_dated || space != ' ')
        && rest.contains(['，', '。']);
    (goes_on && (is_label || is_dated) && !name.contains(['。', '：']))
        .then_some(text.len() - rest.len())
}

/// `Ana 09:14 → `: who speaks and when, before an arrow.
fn turn(text: &str) -> Option<usize> {
    let (at, arrow) = text
        .char_indices()
        .take(MAX_LABEL)
        .find(|&(_, c)| matches!(c, '→' | '»'))?;
    let rest = text.get(at + arrow.len_utf8()..)?;
    is_timed(text.get(..at)?).then_some(text.len() - rest.trim_start().len())
}

/// Whether a time of day stands in a label.
fn is_timed(key: &str) -> bool {
    let chars: Vec<char> = key.chars().collect();
    chars
        .windows(3)
        .any(|three| three[0].is_numeric() && three[1] == ':' && three[2].is_numeric())
        && key.split_whitespace().count() <= 4
}

/// Whether a label names somebody.
fn speaks(key: &str, language: Language) -> bool {
    let lexicon = Lexicon::of(language);
    let parts: Vec<&str> = key.split_whitespace().collect();
    match language {
        // `Moderator Linus Behrend`: a text writes `Opening Hours` with capitals, too, but no three.
        Language::English | Language::German => {
            let is_name = |word: &&str| {
                let mut chars = word.chars();
                chars.next().is_some_and(char::is_uppercase) && chars.any(char::is_lowercase)
            };
            parts.len() == 3 && parts.iter().all(is_name)
        }
        Language::Chinese => {
            let name = parts.last().copied().unwrap_or_default();
            let surname: String = name.chars().take(1).collect();
            let length = name.chars().count();
            (2..=3).contains(&length) && parts.len() <= 2 && lexicon.is_surname(&surname)
        }
        Language::Persian => {
            const ROLES: [&str; 5] = ["مجری", "میزبان", "گزارشگر", "خبرنگار", "کارشناس"];
            parts.len() <= 4
                && ROLES.iter().any(|role| {
                    parts
                        .first()
                        .is_some_and(|first| first.trim_end_matches('،') == *role)
                })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_labels_and_datelines_are_no_part_of_a_sentence() {
        for (language, text, expected) in [
            (
                Language::English,
                "Results: The new pump used 12 % less power.",
                "The new pump",
            ),
            (
                Language::English,
                "06:42 The queue began to grow.",
                "The queue",
            ),
            (
                Language::English,
                "Host Mara Lind: The pier opens in May.",
                "The pier",
            ),
            (Language::English, "▢ Rinse the filter twice.", "Rinse"),
            (
                Language::English,
                "Northport — The pier opens in May.",
                "The pier",
            ),
            (Language::German, "(2) Hunde sind im Hof verboten.", "Hunde"),
            (
                Language::German,
                "Altwerder – Die Brücke öffnet im Mai.",
                "Die Brücke",
            ),
            (
                Language::German,
                "Jens, 07:14: Der Kran ist defekt.",
                "Der Kran",
            ),
            (Language::Chinese, "（一）申请人须年满十八岁。", "申请人"),
            (
                Language::Chinese,
                "【用法用量】每日一次，每次一片。",
                "每日",
            ),
            (
                Language::Chinese,
                "本报北港4月18日电　港口新线将推迟开通。",
                "港口",
            ),
            (Language::Chinese, "结果：新泵的耗电量减少一成。", "新泵"),
            (
                Language::Persian,
                "نتایج: پمپ تازه برق کمتری مصرف کرد.",
                "پمپ",
            ),
            (Language::Persian, "۸:۴۰ – پمپ بندر از کار افتاد.", "پمپ"),
            (
                Language::Persian,
                "سیمین‌رود – پل بندر تا دی بسته می‌ماند.",
                "پل",
            ),
            (
                Language::German,
                "§ 1 Der Hafen ist nachts geschlossen.",
                "Der Hafen",
            ),
            (
                Language::German,
                "Schritt 2: Den Filter zweimal spülen.",
                "Den Filter",
            ),
            (
                Language::English,
                "Step 3. Rinse the filter twice.",
                "Rinse",
            ),
            (Language::Persian, "گام ۱. فیلتر را دو بار بشویید.", "فیلتر"),
            (
                Language::Chinese,
                "时间　上午十点至下午四点，周一休息。",
                "上午",
            ),
            (
                Language::Chinese,
                "北港，2月14日 市图书馆今日发布报告，共五章。",
                "市图书馆",
            ),
            (
                Language::Persian,
                "مینا ۰۳:۱۵ → پمپ بندر از کار افتاد.",
                "پمپ",
            ),
        ] {
            let rest = &text[leading(text, language, true)..];
            assert!(rest.starts_with(expected), "{text}: {rest}");
        }
    }

    #[test]
    fn what_limits_a_sentence_stays() {
        for (language, text) in [
            (
                Language::English,
                "Children under six: half a tablet twice daily.",
            ),
            (Language::English, "Not allowed: open fires on the plots."),
            (
                Language::English,
                "The pier – built in 1902 – opens in May.",
            ),
            (Language::English, "1990 was a dry year for the port."),
            (
                Language::English,
                "10:30 p.m. is the last call of the ferry.",
            ),
            (
                Language::English,
                "Ada Marlow (Northport – Rye) built the pier.",
            ),
            (Language::German, "Kinder: eine halbe Tablette am Tag."),
            (Language::German, "Nicht erlaubt: Offenes Feuer im Garten."),
            (Language::Chinese, "儿童：每次服用半片，每日两次。"),
            (Language::Chinese, "三、四月的港口有雾，不开船。"),
            (Language::Persian, "کودکان: روزی نصف قرص پس از غذا."),
        ] {
            let kept = leading(text, language, true);
            assert_eq!(kept, 0, "{text}");
        }
    }

    #[test]
    fn any_text_is_measured() {
        for language in Language::ALL {
            for text in [
                "", "（", "(1", "【", "[", ":", "1:", "—", "①", "日电", " · ",
            ] {
                assert!(leading(text, language, true) <= text.len());
            }
        }
    }
}
