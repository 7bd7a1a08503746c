//! What stands in front of a line before a colon: a key, a speaker, a time.

use crate::lexicon::WordList;

/// The most characters of a speaker or a key before its colon.
const MAX_KEY: usize = 40;
/// The characters of a line among which a time is looked for.
const MAX_TIMED: usize = 70;

/// What a short beginning before a colon is, and what follows it.
pub(super) fn key(line: &str) -> Option<(&str, &str)> {
    let mut inside = 0_usize;
    let mut before = ' ';
    let (at, mark) = line.char_indices().take(MAX_KEY).find(|&(at, c)| {
        match c {
            '(' | '[' | '（' | '【' => inside += 1,
            ')' | ']' | '）' | '】' => inside = inside.saturating_sub(1),
            _ => {}
        }
        let rest = line.get(at + c.len_utf8()..).unwrap_or_default();
        let is_colon = c == '：' || c == ':' && rest.starts_with([' ', '\u{A0}']);
        let found = is_colon && inside == 0 && !before.is_whitespace();
        before = c;
        found
    })?;
    let name = line.get(..at)?.trim();
    let rest = line.get(at + mark.len_utf8()..)?.trim_start();
    let has_end = name.contains([
        '.', '!', '?', '。', '，', ',', '،', ';', '；', '“', '"', '„', '«',
    ]) && !name.contains(['(', '（', '[']);
    let names = !name.is_empty() && !has_end && !rest.is_empty();
    names.then_some((name, rest))
}

/// A speaker without the time in front and the role in brackets.
pub(super) fn speaker(key: &str) -> &str {
    let key = match key.strip_prefix('[') {
        Some(timed) => timed.split_once(']').map_or(key, |(_, name)| name),
        None => key,
    };
    // `00:00:09 MIRIAM`
    let timed = key.trim_start_matches(|c: char| c.is_numeric() || matches!(c, ':' | '.' | ','));
    let key = if timed.starts_with(' ') && has_time(key) {
        timed.trim_start_matches([' ', '-', '–', '—', '|'])
    } else {
        key
    };
    let end = key.find(['(', '（']).unwrap_or(key.len());
    key.get(..end).unwrap_or(key).trim()
}

/// Whether a line holds a time of day: `9:14`, `۱۰:۰۵`.
pub(super) fn has_time(line: &str) -> bool {
    let chars: Vec<char> = line.chars().take(2 * MAX_TIMED).collect();
    chars.windows(4).any(|four| {
        four[0].is_numeric()
            && matches!(four[1], ':' | '：')
            && four[2].is_numeric()
            && four[3].is_numeric()
    })
}

/// The most characters of a line that says who writes and when, of the name in it, and its words.
const MAX_HEADER: usize = 96;
const MAX_NAME: usize = 30;
const MAX_WORDS: usize = 4;

/// `Ana Roe  09:12`, `客服小棠 14:02`, `Tom B., heute um 09:14 Uhr`: the name in a line of a chat that
/// holds nothing but who writes and when.
pub(super) fn header(line: &str) -> Option<&str> {
    const AFTER: WordList = WordList("am|pm|a.m|p.m|uhr|utc|edited|bearbeitet|已读|已编辑");
    const WHEN: WordList = WordList(
        "at|on|today|yesterday|um|am|heute|gestern|ساعت|امروز|دیروز|今天|昨天|前天|次日|当天|上午|下午|晚上|فردا",
    );
    if line.chars().nth(MAX_HEADER).is_some() {
        return None;
    }
    let colon = line.char_indices().find(|&(at, c)| {
        let digit = |c: Option<char>| c.is_some_and(char::is_numeric);
        matches!(c, ':' | '：')
            && digit(line.get(..at).and_then(|text| text.chars().next_back()))
            && digit(
                line.get(at + c.len_utf8()..)
                    .and_then(|text| text.chars().next()),
            )
    });
    let (at, mark) = colon?;
    let clock = |c: char| c.is_numeric() || matches!(c, ':' | '：');
    let after = line.get(at + mark.len_utf8()..)?.trim_start_matches(clock);
    let is_mark = |c: char| !c.is_alphanumeric();
    let rest = after.trim_matches(is_mark).to_lowercase();
    if !rest.is_empty() && !AFTER.has(&rest) {
        return None;
    }
    let mut name = line.get(..at)?.trim_end_matches(char::is_numeric);
    // `otter74 · Member since 2019 · 3 Nov 2025, 18:02`: the name is the first of the parts.
    let parts = [" · ", " | ", " • ", " — ", " – "];
    let first = parts.iter().filter_map(|mark| name.find(mark)).min();
    let bare = name.trim_start_matches(is_mark);
    if let Some(first) = first
        && !name.get(..first)?.trim().contains(char::is_whitespace)
        && first > name.len() - bare.len()
    {
        name = name.get(..first)?;
    }
    // Back over the date to the name.
    loop {
        name = name.trim_end_matches(|c: char| is_mark(c) && c != '.');
        let last = name.rsplit(char::is_whitespace).next().unwrap_or_default();
        // `02.11.2025` is a date and `otter81` a name.
        let letters = last.chars().filter(|c| c.is_alphabetic()).count();
        let numbered = last.contains(char::is_numeric) && letters < 3;
        let dated = numbered || WHEN.has(&last.to_lowercase());
        if !dated || last.is_empty() {
            break;
        }
        name = name.get(..name.len() - last.len())?;
    }
    let name = name.trim_start_matches(is_mark);
    let words = || name.split_whitespace();
    // Who writes in a chat may call themselves `otter74`.
    let nick = words().count() == 1 && !line.trim_start().starts_with(char::is_numeric);
    let named = !name.is_empty()
        && name.chars().nth(MAX_NAME).is_none()
        && words().count() <= MAX_WORDS
        && (nick || words().all(|word| word.starts_with(|c: char| !c.is_lowercase())))
        && !name.contains([':', '：', '?', '!', '。', '，', ';']);
    named.then_some(name)
}

/// What the subject of a mail begins with that answers or passes on another.
const REPLIES: [&str; 15] = [
    "Re: ",
    "RE: ",
    "re: ",
    "Fwd: ",
    "FW: ",
    "Fw: ",
    "AW: ",
    "Aw: ",
    "WG: ",
    "Re：",
    "回复：",
    "答复：",
    "转发：",
    "پاسخ: ",
    "بازارسال: ",
];

/// The bytes of `Re: Fwd: ` in front of a subject.
pub(super) fn replies(subject: &str) -> usize {
    let mut done = 0;
    while let Some(mark) = REPLIES.iter().find(|mark| {
        let rest = subject.get(done..);
        rest.is_some_and(|rest| rest.starts_with(**mark))
    }) {
        done += mark.len();
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_say_who_writes_are_known() {
        for (line, name) in [
            ("Ana Roe  09:12", "Ana Roe"),
            ("Tom B., heute um 09:14 Uhr", "Tom B."),
            ("Tom B. — Today at 9:14 AM", "Tom B."),
            ("客服小棠 14:02", "客服小棠"),
            ("سارا محمدی  ۱۰:۰۲", "سارا محمدی"),
            ("Ana Roe [12.03.2026, 09:12]", "Ana Roe"),
            ("ana.k  07:52", "ana.k"),
            (
                "otter74  ·  Member since 2019  ·  3 Nov 2025, 18:02",
                "otter74",
            ),
            ("-- Otter81, 02.11.2025, 20:14 --", "Otter81"),
            ("سارا_ک — ۹ آبان، ۱۹:۱۲", "سارا_ک"),
        ] {
            assert_eq!(header(line), Some(name), "{line}");
        }
        for line in [
            "Tuesday, 15:00–16:40 Uhr",
            "Ana Roe 09:12 The pump is broken",
            "The ferry leaves at 09:12.",
            "Ratio 3:1 wins",
            "时间：2026年5月16日 19:00",
            "12:30",
            "",
        ] {
            assert_eq!(header(line), None, "{line}");
        }
    }
}
