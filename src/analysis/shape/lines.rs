//! What each line of a document is.
//!
//! Rules over the line, its neighbours and the [`words`](super::words) of the language. Linear time.

use std::collections::HashMap;

use super::markup::Hint;
use super::words::Words;
use crate::lexicon::Lexicon;
use crate::text::Language;

/// What a line, or a sentence of it, is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// The title of the document.
    Title,
    /// A heading within it.
    Heading,
    /// Running text.
    Prose,
    /// A point of a list.
    Item,
    /// A key with its value.
    Field,
    /// A row of a table.
    Row,
    /// Text of somebody else that is repeated, as in a mail.
    Quoted,
    /// Who speaks, or what follows: `Olivia Pratt, 9:14 AM`.
    Label,
    /// A greeting before a letter, its close and the names below.
    Signature,
    /// What belongs to the form: `PRESS RELEASE`, `Contact: …`.
    Boilerplate,
}

/// A line that was read.
pub(super) struct Line {
    pub(super) kind: Kind,
    /// How many bytes in front are a bullet, a number, a label or a dateline.
    pub(super) label: usize,
    /// Whether a new sentence begins with it in any case.
    pub(super) begins: bool,
}

/// The most characters of a heading, and of a label.
const MAX_HEADING: usize = 110;
const MAX_HAN_HEADING: usize = 40;
const MAX_LABEL: usize = 70;
/// The most characters of a speaker or a key before its colon.
const MAX_KEY: usize = 40;
/// The most characters of a dateline.
const MAX_DATELINE: usize = 45;
/// The most lines below the close of a letter.
const MAX_SIGNATURE: usize = 6;
/// The paragraphs that can begin with a dateline.
const DATELINES: usize = 3;

/// What reads the lines of one document.
pub(super) struct Reader {
    language: Language,
    words: &'static Words,
    lexicon: &'static Lexicon,
    /// How often a key stands before a colon.
    keys: HashMap<String, usize>,
}

impl Reader {
    pub(super) fn new(lines: &[(String, Hint)], language: Language) -> Self {
        let mut keys = HashMap::new();
        for (line, _) in lines {
            if let Some((key, _)) = key(line) {
                *keys.entry(speaker(key).to_lowercase()).or_insert(0) += 1;
            }
        }
        Self {
            language,
            words: Words::of(language),
            lexicon: Lexicon::of(language),
            keys,
        }
    }

    /// What the lines are; `None` of a blank one.
    pub(super) fn read(&self, lines: &[(String, Hint)]) -> Vec<Option<Line>> {
        let blank = |at: Option<usize>| {
            at.and_then(|at| lines.get(at))
                .is_none_or(|(line, _)| !line.contains(char::is_alphanumeric))
        };
        let mut read: Vec<Option<Line>> = Vec::with_capacity(lines.len());
        let mut signature = 0;
        let mut is_form = false;
        let mut paragraphs = 0;
        let mut seen_title = false;
        // The next line that is not blank, from the last back.
        let mut next_lines = vec![None; lines.len()];
        let mut next = None;
        for at in (0..lines.len()).rev() {
            next_lines[at] = next;
            if !blank(Some(at)) {
                next = Some(at);
            }
        }
        for (at, (line, hint)) in lines.iter().enumerate() {
            if blank(Some(at)) {
                let is_end = line.trim_start().starts_with("--") && line.trim().len() <= 3;
                signature = if is_end && at > 0 { MAX_SIGNATURE } else { 0 };
                read.push(None);
                continue;
            }
            let around = Around {
                alone_before: blank(at.checked_sub(1)),
                alone_after: blank(Some(at + 1)),
                after_end: at > 0 && ends(&lines[at - 1].0),
                next: next_lines[at]
                    .and_then(|at| lines.get(at))
                    .map(|(line, _)| line.as_str()),
            };
            let mut found = self.line(line, *hint, &around);
            if signature > 0 && line.chars().count() < 60 && !ends(line) {
                found.kind = Kind::Signature;
                signature -= 1;
            } else if found.kind == Kind::Signature {
                signature = MAX_SIGNATURE;
            }
            if found.kind == Kind::Heading {
                let heading = line.trim_end_matches([':', '：']).trim().to_lowercase();
                is_form = self.words.sections.contains(&heading.as_str());
                if is_form {
                    found.kind = Kind::Boilerplate;
                } else if !seen_title {
                    seen_title = true;
                    found.kind = Kind::Title;
                }
            } else if is_form {
                found.kind = Kind::Boilerplate;
            }
            // A title stands before everything else that is said.
            seen_title |= !matches!(
                found.kind,
                Kind::Title | Kind::Boilerplate | Kind::Field | Kind::Label
            );
            if matches!(found.kind, Kind::Prose) {
                if around.alone_before || found.begins {
                    paragraphs += 1;
                }
                if around.alone_before && paragraphs <= DATELINES && found.label == 0 {
                    found.label = dateline(line, self.language);
                }
            }
            read.push(Some(found));
        }
        read
    }

    fn line(&self, line: &str, hint: Hint, around: &Around) -> Line {
        let of = |kind| Line {
            kind,
            label: 0,
            begins: true,
        };
        match hint {
            Hint::Quoted => return of(Kind::Quoted),
            Hint::Heading => {
                if self.is_boilerplate(line) {
                    return of(Kind::Boilerplate);
                }
                let label = self.subject(line).or_else(|| self.item(line));
                return Line {
                    label: label.unwrap_or(0),
                    ..of(Kind::Heading)
                };
            }
            Hint::Plain => {}
        }
        if self.is_boilerplate(line) {
            return of(Kind::Boilerplate);
        }
        if let Some(label) = self.subject(line) {
            return Line {
                label,
                ..of(Kind::Heading)
            };
        }
        if line.matches(['|', '\t', '｜']).count() >= 2 && !ends(line) {
            return of(Kind::Row);
        }
        if self.is_signature(line) {
            return of(Kind::Signature);
        }
        let length = line.chars().count();
        if let Some(label) = self.item(line) {
            let rest = line.get(label..).unwrap_or_default();
            let numbered =
                line.starts_with(|c: char| c.is_numeric() || "一二三四五六七八九十§".contains(c));
            let next_is_item = around.next.is_some_and(|next| self.item(next).is_some());
            let longer = around
                .next
                .is_some_and(|next| next.chars().count() > rest.chars().count());
            let heads = numbered && !ends(rest) && longer && !next_is_item;
            // Clauses of a contract are running text.
            let number = line.get(..label).unwrap_or_default().trim_end();
            let is_clause = number.starts_with(['第', '§'])
                || number.trim_end_matches('.').contains('.') && numbered;
            let kind = if heads && length <= self.longest_heading() {
                Kind::Heading
            } else if is_clause && ends(rest) {
                Kind::Prose
            } else {
                Kind::Item
            };
            let inner = self.run_in(rest).map_or(0, |(_, length)| length);
            return Line {
                label: label + if kind == Kind::Item { inner } else { 0 },
                ..of(kind)
            };
        }
        if let Some((kind, label)) = self.run_in(line) {
            return Line { label, ..of(kind) };
        }
        let timed = has_time(line);
        let announces = line.ends_with([':', '：']);
        if length <= MAX_LABEL && (announces || timed && !ends(line) && !around.alone_after) {
            return of(Kind::Label);
        }
        if self.is_heading(line, length, around) {
            return of(Kind::Heading);
        }
        Line {
            kind: Kind::Prose,
            label: 0,
            begins: around.alone_before,
        }
    }

    fn longest_heading(&self) -> usize {
        match self.language {
            Language::Chinese => MAX_HAN_HEADING,
            _ => MAX_HEADING,
        }
    }

    /// A line that stands alone, or over a longer one, and ends without a mark.
    fn is_heading(&self, line: &str, length: usize, around: &Around) -> bool {
        let Some(next) = around.next else {
            return false;
        };
        if ends(line) && !line.ends_with(['?', '？', '؟', '!', '！'])
            || length > self.longest_heading()
        {
            return false;
        }
        if line.ends_with([',', '，', '،', ';', '；', '、', '-']) {
            return false;
        }
        if around.alone_after {
            return around.alone_before || length <= self.longest_heading() / 2;
        }
        let upper = |text: &str| text.starts_with(|c: char| !c.is_lowercase());
        let next_length = next.chars().count();
        let begins =
            around.alone_before || around.after_end && length <= self.longest_heading() / 2;
        begins && upper(line) && upper(next) && !ends(line) && length * 5 <= next_length * 4
    }

    fn is_boilerplate(&self, line: &str) -> bool {
        let lower = line
            .trim_start_matches(['(', '[', '（', '【', '*'])
            .to_lowercase();
        self.words.boilerplate.iter().any(|mark| {
            lower.strip_prefix(mark).is_some_and(|rest| {
                let rest = rest.trim_start_matches(' ');
                let form = self.language == Language::Chinese && rest.chars().count() <= 8;
                match rest.chars().next() {
                    None => true,
                    Some('\u{3000}' | '供') if form => true,
                    Some(c) if ":：.。–—-|/)）】]".contains(c) => true,
                    Some('0'..='9') => lower.starts_with('©') || lower.starts_with("copyright"),
                    _ => false,
                }
            })
        })
    }

    fn is_signature(&self, line: &str) -> bool {
        let length = line.chars().count();
        if length > 50 {
            return false;
        }
        let lower = line.to_lowercase();
        let bare = lower.trim_end_matches([',', '，', '،', '.', '!', '。', '！', ' ']);
        let closes = self.words.closings.contains(&bare)
            || bare.split_once([',', '،']).is_some_and(|(first, rest)| {
                self.words.closings.contains(&first.trim()) && rest.split_whitespace().count() <= 3
            });
        let greets = lower.ends_with([',', '，', '،', ':', '：', '!', '！'])
            && bare.split_whitespace().count() <= 6
            && self
                .words
                .greetings
                .iter()
                .any(|word| bare.starts_with(word));
        closes || greets
    }

    /// The bytes of a bullet, or of the number or letter of an item, with the blank behind.
    fn item(&self, line: &str) -> Option<usize> {
        let first = line.chars().next()?;
        let blank = |rest: &str| rest.len() - rest.trim_start().len();
        if "-*+•·–—▪●○◦‣✓✔➤►■□▌◎◇◆※★☆".contains(first) {
            let rest = line.get(first.len_utf8()..)?;
            let gap = blank(rest);
            let tight = "•·▪●○◦‣✓✔➤►■□▌◎◇◆※".contains(first);
            return (gap > 0 || tight && !rest.is_empty()).then_some(first.len_utf8() + gap);
        }
        if first == '第' {
            let article = line.find(['条', '章', '节', '款'])?;
            let name = line.get(..article)?.chars().count();
            let rest = line.get(article..)?;
            let behind = rest.get('条'.len_utf8()..)?;
            let gap = blank(behind);
            return (name <= 6 && gap > 0).then_some(article + '条'.len_utf8() + gap);
        }
        let open = usize::from(first == '(') + if first == '（' { '（'.len_utf8() } else { 0 };
        let inner = line.get(open..)?;
        let name = inner
            .chars()
            .take(12)
            .take_while(|&c| c.is_numeric() || c == '.' || "一二三四五六七八九十".contains(c))
            .map(char::len_utf8)
            .sum::<usize>();
        let (number, letter) = match inner.get(..name)? {
            "" => (
                0,
                inner
                    .chars()
                    .next()
                    .filter(|c| c.is_alphabetic())?
                    .len_utf8(),
            ),
            _ => (name, 0),
        };
        let end = number + letter;
        let written = inner.get(..end)?;
        let rest = inner.get(end..)?;
        let mark = rest.chars().next()?;
        let behind = rest.get(mark.len_utf8()..).unwrap_or_default();
        let gap = blank(behind);
        let is_han = self.language == Language::Chinese;
        let done = open + end + mark.len_utf8() + gap;
        match mark {
            ')' | '）' if gap > 0 || is_han || open > 0 => Some(done),
            '、' if number > 0 && written.chars().count() <= 3 => Some(done),
            // `4.1 We will pay`, `1. Open`
            ' ' if number > 0 && open == 0 && written.contains('.') => {
                let name = written.trim_end_matches('.');
                let is_number = name
                    .split('.')
                    .all(|part| (1..=2).contains(&part.chars().count()));
                let next = rest.split_whitespace().next().unwrap_or_default();
                let dated = self.lexicon.month(&next.to_lowercase()).is_some()
                    || next.starts_with(char::is_lowercase) && self.language == Language::German
                    || self.lexicon.unit(&next.to_lowercase()).is_some()
                    || next.starts_with('%')
                    || name.contains('.') && next.starts_with(char::is_lowercase);
                (is_number && !dated).then(|| open + end + (rest.len() - rest.trim_start().len()))
            }
            '.' if letter > 0 && gap > 0 && written.starts_with(char::is_lowercase) => Some(done),
            _ => None,
        }
    }

    /// The bytes of `Ticket 48213 | Subject: ` in front of a subject.
    fn subject(&self, line: &str) -> Option<usize> {
        let (key, rest) = key(line)?;
        let lower = key.to_lowercase();
        let last = lower.rsplit([' ', '|']).next().unwrap_or_default();
        let is_subject = self.words.subjects.contains(&last);
        is_subject.then(|| {
            let mut label = line.len() - rest.len();
            // `Re: Fwd: …`
            for mark in [
                "Re: ",
                "RE: ",
                "Fwd: ",
                "FW: ",
                "AW: ",
                "WG: ",
                "Re：",
                "回复：",
                "转发：",
            ] {
                if line.get(label..).is_some_and(|rest| rest.starts_with(mark)) {
                    label += mark.len();
                }
            }
            label
        })
    }

    /// A speaker, a key or a run-in heading before a colon: what the line then is, and its bytes.
    fn run_in(&self, line: &str) -> Option<(Kind, usize)> {
        let (key, rest) = key(line)?;
        let label = line.len() - rest.len();
        let lower = speaker(key).to_lowercase();
        if self.words.keys.contains(&lower.as_str()) {
            return Some((Kind::Field, 0));
        }
        let is_prose = ends(rest) || rest.chars().count() > MAX_LABEL;
        let is_name = key.split_whitespace().count() <= 4;
        let shouts = key.chars().filter(|c| c.is_uppercase()).count() > 3
            && !key.contains(char::is_lowercase);
        if shouts && is_prose && is_name {
            return Some((Kind::Prose, label));
        }
        let times = self.keys.get(&lower).copied().unwrap_or_default();
        if times > 1 && is_name || has_time(key) || key.starts_with(['[', '【']) {
            return Some((if is_prose { Kind::Prose } else { Kind::Item }, label));
        }
        if !is_prose && is_name {
            return Some((Kind::Field, 0));
        }
        // `Abstract: …` and `摘要：…`; other keys say what their sentence is about.
        self.words
            .parts
            .contains(&lower.as_str())
            .then_some((Kind::Prose, label))
    }
}

/// What stands around a line.
struct Around<'t> {
    alone_before: bool,
    alone_after: bool,
    /// Whether the line before ends a sentence.
    after_end: bool,
    next: Option<&'t str>,
}

/// Whether a line ends as a sentence does.
pub(super) fn ends(line: &str) -> bool {
    line.trim_end_matches(['"', '”', '’', '»', '“', ')', '）', '」', '』', ']'])
        .ends_with(['.', '!', '?', '。', '！', '？', '؟', '…', '；', ';', '۔'])
}

/// Whether a sentence does nothing but greet or thank: each of its clauses does, or names somebody.
pub(super) fn greets(sentence: &str, language: Language) -> bool {
    let han = language == Language::Chinese;
    let lower = sentence.to_lowercase();
    let thanks = |clause: &str| {
        Words::of(language).greetings.iter().any(|word| {
            let rest = clause.strip_prefix(word);
            rest.is_some_and(|rest| han || !rest.starts_with(char::is_alphanumeric))
        })
    };
    let clauses = || {
        lower
            .split([',', '，', '،', '!', '！', '.', '。'])
            .map(str::trim)
    };
    let size = |clause: &str| match han {
        true => clause.chars().count() / 2,
        false => clause.split_whitespace().count(),
    };
    let mut begins = true;
    !lower.contains(char::is_numeric)
        && clauses().next().is_some_and(thanks)
        && clauses().filter(|clause| !clause.is_empty()).all(|clause| {
            let fits =
                thanks(clause) && size(clause) <= if begins { 4 } else { 8 } || size(clause) <= 1;
            begins = false;
            fits
        })
}

/// What a short beginning before a colon is, and what follows it.
fn key(line: &str) -> Option<(&str, &str)> {
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
fn speaker(key: &str) -> &str {
    let key = match key.strip_prefix('[') {
        Some(timed) => timed.split_once(']').map_or(key, |(_, name)| name),
        None => key,
    };
    let end = key.find(['(', '（']).unwrap_or(key.len());
    key.get(..end).unwrap_or(key).trim()
}

/// Whether a line holds a time of day: `9:14`, `۱۰:۰۵`.
fn has_time(line: &str) -> bool {
    let chars: Vec<char> = line.chars().take(2 * MAX_LABEL).collect();
    chars.windows(4).any(|four| {
        four[0].is_numeric()
            && matches!(four[1], ':' | '：')
            && four[2].is_numeric()
            && four[3].is_numeric()
    })
}

/// The bytes of a dateline in front of a paragraph: `NARROWFORD, 12 February – `.
fn dateline(line: &str, language: Language) -> usize {
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
