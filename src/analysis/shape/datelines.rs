//! Places and dates in front of the text of news: `NARROWFORD, 12 February – `, `Moorburg – `.
//!
//! Linear in the head of the line.

use crate::text::Language;

/// The most characters of a dateline of a line, and of a sentence.
const MAX_DATELINE: usize = 45;
const MAX_LABEL: usize = 40;
/// The most words of a place in front of a dash.
const MAX_PLACE: usize = 3;

/// The bytes of a dateline in front of a paragraph: `NARROWFORD, 12 February – `.
pub(super) fn dateline(line: &str, language: Language) -> usize {
    const DASHES: [&str; 11] = [
        " – ", " — ", " - ", "——", "—", "电 ", "讯 ", "电，", "讯，", "电）", "讯）",
    ];
    let end = line
        .char_indices()
        .nth(MAX_DATELINE)
        .map_or(line.len(), |(at, _)| at);
    let head = line.get(..end).unwrap_or_default();
    let found = DASHES
        .iter()
        .filter_map(|dash| head.find(dash).map(|at| (at, usize::MAX - dash.len())))
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
    let is_dateline =
        begins && (shouted || dated) && words <= 7 && !place.contains(['!', '?', '。']);
    if is_dateline { at + dash } else { 0 }
}

/// `Moorburg – `, `本报北港4月18日电　`, `وین، ۱۲ آوریل · `.
pub(super) fn place(text: &str, language: Language) -> Option<usize> {
    if language == Language::Chinese {
        let head: String = text.chars().take(MAX_LABEL).collect();
        for end in ["日电", "日讯", "报讯", "社讯", "消息"] {
            let Some((before, rest)) = head.split_once(end) else {
                continue;
            };
            let rest = rest.chars().next()?;
            let is_mark = rest.is_whitespace() || "—｜|，：".contains(rest);
            if is_mark && !before.contains(['，', '。', '：']) {
                let length = before.len() + end.len();
                let dashes = text.get(length..)?;
                let left = dashes
                    .trim_start_matches(|c: char| c.is_whitespace() || "—｜|，：".contains(c));
                return Some(text.len() - left.len());
            }
        }
        return None;
    }
    let (end, dash) = [" – ", " — ", " · "]
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
    let begins = upper(rest) && name.split_whitespace().all(|word| dated || upper(word));
    let short = size <= if dated { 2 * MAX_PLACE } else { MAX_PLACE };
    (short
        && begins
        && !again.contains(dash)
        && !name.contains(['.', ':', '!', '?', '؟', '(', '[', '«', '„']))
    .then_some(end + dash.len())
}
