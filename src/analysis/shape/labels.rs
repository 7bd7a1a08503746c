//! What stands in front of a line before a colon: a key, a speaker, a time.

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

/// A speaker without the time and the role in brackets.
pub(super) fn speaker(key: &str) -> &str {
    let key = match key.strip_prefix('[') {
        Some(timed) => timed.split_once(']').map_or(key, |(_, name)| name),
        None => key,
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
