//! Places, dates and agencies in front of the text of news: `NARROWFORD, 12 February – `,
//! `Moorburg – `, `Kell (dpa) - `.
//!
//! Linear in the head of the line.

use crate::lexicon::WordList;
use crate::text::Language;

/// The most characters of a dateline of a line, and of a sentence.
const MAX_DATELINE: usize = 45;
const MAX_LABEL: usize = 40;
/// The most words of a place in front of a dash.
const MAX_PLACE: usize = 3;
/// The most characters of a place with its agency between brackets, and of the agency.
const MAX_SOURCE: usize = 60;
const MAX_AGENCY: usize = 30;
/// The most words of a place and a date in front of an agency.
const MAX_DATED: usize = 6;
/// The characters of a text that an agency can stand in front of.
const LEAST_TEXT: usize = 30;

/// The bytes of a dateline in front of a paragraph: `NARROWFORD, 12 February – `.
pub(super) fn dateline(line: &str, language: Language) -> usize {
    const DASHES: [&str; 12] = [
        " – ", " — ", " - ", " -- ", "——", "—", "电 ", "讯 ", "电，", "讯，", "电）", "讯）",
    ];
    if let Some(length) = agency(line) {
        return length;
    }
    let end = line
        .char_indices()
        .nth(MAX_DATELINE)
        .map_or(line.len(), |(at, _)| at);
    let head = line.get(..end).unwrap_or_default();
    let found = DASHES
        .iter()
        .filter_map(|dash| head.find(dash).map(|at| (at, usize::MAX - dash.len())))
        .filter(|&(at, _)| {
            !head
                .get(..at)
                .is_some_and(|head| head.ends_with(char::is_numeric))
        })
        .min();
    let Some((at, dash)) = found.map(|(at, rest)| (at, usize::MAX - rest)) else {
        return 0;
    };
    let place = head.get(..at).unwrap_or_default();
    let words = place.split_whitespace().count();
    let shouted = place.chars().filter(|c| c.is_uppercase()).count() > 2
        && !place.contains(char::is_lowercase);
    let dated = place.contains(char::is_numeric)
        && (place.contains([',', '،', '，', '.', '日', '/']) || language == Language::Chinese);
    let begins = place.starts_with(|c: char| !c.is_lowercase());
    let clause = language == Language::Chinese && place.contains(['，', '；']);
    let is_dateline =
        begins && !clause && (shouted || dated) && words <= 7 && !place.contains(['!', '?', '。']);
    if is_dateline { at + dash } else { 0 }
}

/// `Kell (dpa) - `, `EASTWATER, Nov. 3 (Tidewire) -- `: a place, an agency and a dash.
fn agency(line: &str) -> Option<usize> {
    let (open, mark) = line
        .char_indices()
        .take(MAX_SOURCE)
        .find(|&(_, c)| matches!(c, '(' | '（'))?;
    let place = line.get(..open)?.trim_end();
    let inside = line.get(open + mark.len_utf8()..)?;
    let (close, mark) = inside
        .char_indices()
        .take(MAX_AGENCY)
        .find(|&(_, c)| matches!(c, ')' | '）'))?;
    let name = inside.get(..close)?;
    let rest = inside.get(close + mark.len_utf8()..)?;
    let text = rest.trim_start().trim_start_matches(['-', '–', '—', '―']);
    let dashed = text.len() < rest.trim_start().len();
    let joins =
        |word: &str| WordList("am|an|der|im|in|ob|upon|of|the|de|la|le|on|und|and").has(word);
    let placed = !place.is_empty()
        && place.split_whitespace().count() <= MAX_DATED
        && !place.contains(['!', '?', ':', '。', '：', '“', '"', '„', '«'])
        && place
            .split_whitespace()
            .all(|word| !word.starts_with(char::is_lowercase) || joins(word));
    let named = name.starts_with(char::is_alphabetic)
        && name.split_whitespace().count() <= MAX_PLACE
        && !name.contains(char::is_numeric);
    let goes_on = text.trim_start().chars().nth(LEAST_TEXT).is_some();
    (dashed && placed && named && goes_on).then(|| line.len() - text.trim_start().len())
}

/// `خبرگزاری رود: `, `Reuters: `: the bytes of an agency and a colon.
fn named_agency(text: &str) -> Option<usize> {
    const AGENCIES: WordList = WordList("خبرگزاری|ایسنا|ایرنا|مهر|فارس|reuters|ap|afp|dpa|epd|kna");
    let (end, mark) = text
        .char_indices()
        .take(MAX_AGENCY)
        .find(|&(_, c)| matches!(c, ':' | '：'))?;
    let name = text.get(..end)?;
    let first = name.split_whitespace().next()?;
    let rest = text.get(end + mark.len_utf8()..)?.trim_start();
    let short = name.split_whitespace().count() <= MAX_PLACE;
    (short && AGENCIES.has(&first.to_lowercase())).then_some(text.len() - rest.len())
}

/// `（记者 何青）`, `（本网讯）`: the bytes of who reports, between brackets.
fn reporter(text: &str) -> Option<usize> {
    let inside = text.strip_prefix(['（', '('])?;
    let (close, mark) = inside
        .char_indices()
        .take(MAX_AGENCY)
        .find(|&(_, c)| matches!(c, '）' | ')'))?;
    let name = inside.get(..close)?;
    let reports = ["记者", "通讯员", "讯", "电", "实习生"]
        .iter()
        .any(|word| name.contains(word));
    let end = text.len() - inside.len() + close + mark.len_utf8();
    (reports && !name.contains(['，', '。'])).then_some(end)
}

/// `北港，2025年9月8日——`, `（北港，2025年4月15日）`, `〔記者何青／北港報導〕`, `【本報北港訊】`: the bytes of a Chinese
/// dateline with a place and a date, or with who reports.
fn dated_place(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    let close = match first {
        '（' => Some('）'),
        '(' => Some(')'),
        '〔' => Some('〕'),
        '【' => Some('】'),
        '［' => Some('］'),
        _ => None,
    };
    let head: String = text.chars().take(MAX_LABEL).collect();
    let dated =
        |part: &str| part.contains('日') && part.contains('月') && part.contains(char::is_numeric);
    let reports = |part: &str| {
        ["記者", "记者", "報導", "报道"]
            .iter()
            .any(|word| part.contains(word))
            || part.ends_with(['訊', '讯', '電', '电'])
    };
    if let Some(close) = close {
        let (inside, _) = head.get(first.len_utf8()..)?.split_once(close)?;
        let end = first.len_utf8() + inside.len() + close.len_utf8();
        return (dated(inside) || reports(inside)).then_some(end);
    }
    let (at, dash) = ["——", "—", "－", " - "]
        .iter()
        .filter_map(|dash| head.find(dash).map(|at| (at, *dash)))
        .min_by_key(|&(at, dash)| (at, std::cmp::Reverse(dash.len())))?;
    let place = head.get(..at)?;
    let marks = place.matches(['，', '。', '；']).count();
    (dated(place) && marks <= 1 && !place.contains('。')).then_some(at + dash.len())
}

/// `Moorburg – `, `本报北港4月18日电　`, `وین، ۱۲ آوریل · `.
pub(super) fn place(text: &str, language: Language) -> Option<usize> {
    if let Some(length) = agency(text) {
        return Some(length);
    }
    if language == Language::Chinese {
        if let Some(length) = reporter(text).or_else(|| dated_place(text)) {
            return Some(length);
        }
        let head: String = text.chars().take(MAX_LABEL).collect();
        for end in ["日电", "日讯", "报讯", "社讯", "消息"] {
            let Some((before, rest)) = head.split_once(end) else {
                continue;
            };
            let rest = rest.chars().next()?;
            let mut length = before.len() + end.len();
            let named = text.get(length..).and_then(reporter);
            let is_mark = rest.is_whitespace() || "—｜|，：".contains(rest) || named.is_some();
            if is_mark && !before.contains(['，', '。', '：']) {
                length += named.unwrap_or_default();
                let dashes = text.get(length..)?;
                let left = dashes
                    .trim_start_matches(|c: char| c.is_whitespace() || "—｜|，：".contains(c));
                return Some(text.len() - left.len());
            }
        }
        return None;
    }
    if let Some(length) = named_agency(text) {
        return Some(length);
    }
    let (end, dash) = [" – ", " — ", " · ", " - ", " -- "]
        .iter()
        .filter_map(|dash| text.find(dash).map(|at| (at, *dash)))
        .min()?;
    let name = text.get(..end)?;
    let rest = text.get(end + dash.len()..)?;
    // A second dash ends an insertion.
    let again = rest.chars().take(2 * MAX_LABEL).collect::<String>();
    let size = name.split_whitespace().count();
    let dated = name.contains(char::is_numeric) && name.contains([',', '،']);
    let upper = |word: &str| !word.starts_with(char::is_lowercase);
    let joined = |word: &str| {
        matches!(
            word,
            "im" | "am" | "an" | "der" | "bei" | "ob" | "on" | "upon"
        )
    };
    let begins = upper(rest)
        && name
            .split_whitespace()
            .all(|word| dated || upper(word) || joined(word));
    let joins = name.split_whitespace().filter(|word| joined(word)).count();
    let short = size
        <= if dated {
            2 * MAX_PLACE
        } else {
            MAX_PLACE + joins.min(2)
        };
    (short
        && begins
        && !again.contains(dash)
        && (dated || !name.contains('.'))
        && !name.contains([':', '!', '?', '؟', '(', '[', '«', '„']))
    .then_some(end + dash.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_agencies_are_measured() {
        for (language, text, rest) in [
            (
                Language::German,
                "Kellbach (dpa) - In Kellbach ist am Montag die neue Brücke eröffnet worden.",
                "In Kellbach",
            ),
            (
                Language::German,
                "Kell am See (bms/lw) – Die neue Brücke ist am Montag eröffnet worden.",
                "Die neue",
            ),
            (
                Language::English,
                "NORTHPORT, Nov. 3 (Tidewire) -- The new pier opened on Monday after a year.",
                "The new",
            ),
            (
                Language::English,
                "PORT HOLM (Sea Wire) - the new pier opened on Monday after a year of repairs.",
                "the new",
            ),
            (
                Language::German,
                "Kell am See – Die neue Brücke ist am Montag eröffnet worden.",
                "Die neue",
            ),
            (
                Language::German,
                "Kell/Moorburg, 9. Januar 2025 – Die Reederei übernimmt die Werft in Kell.",
                "Die Reederei",
            ),
            (
                Language::Chinese,
                "北港，2025年9月8日——渡轮公司今日宣布开通新线，票价不变。",
                "渡轮公司",
            ),
            (
                Language::Chinese,
                "〔記者何青／北港報導〕北港的新碼頭昨天啟用，票價不變。",
                "北港的",
            ),
            (
                Language::Persian,
                "بندر نیلاب (آوا) – شورای شهر دیروز تصویب کرد که پل تازه بسته شود.",
                "شورای",
            ),
            (
                Language::Persian,
                "خبرگزاری رود: شورای شهر دیروز پل تازه را بست.",
                "شورای",
            ),
            (
                Language::Chinese,
                "本报北港9月3日电（记者 何青）港口新线将于五月通车。",
                "港口",
            ),
            (
                Language::Chinese,
                "（本网讯 通讯员 何青）港口新线将于五月通车。",
                "港口",
            ),
        ] {
            let found = place(text, language).unwrap_or_default();
            assert!(text[found..].starts_with(rest), "{text}: {found}");
        }
    }

    #[test]
    fn names_and_years_are_no_datelines() {
        for (language, text) in [
            (
                Language::English,
                "Ada Marlow (1871–1948) - a painter of harbours - lived in Northport for years.",
            ),
            (
                Language::English,
                "The pump (new) is quieter than the old one - by far, the engineers say.",
            ),
            (Language::German, "Anna Berg (SPD) – Vorsitzende"),
            (
                Language::Chinese,
                "港口新线（全长九公里）将于五月通车，票价两元。",
            ),
        ] {
            assert_eq!(place(text, language), None, "{text}");
            assert_eq!(dateline(text, language), 0, "{text}");
        }
    }
}
