//! What each line of a document is.
//!
//! Rules over the line, its neighbours and the [`words`](super::words) of the language. Linear time.

use std::collections::HashMap;

use super::around::{Around, ends};
use super::bullets::bullet;
use super::datelines::dateline;
use super::furniture::is_furniture;
use super::greetings::salutes;
use super::headings::{is_dated, is_label, is_letterhead};
use super::kind::Kind;
use super::labels::{has_time, header, key, replies, speaker};
use super::markup::Hint;
use super::words::Words;
use crate::text::Language;
use crate::text::tokenize::words;

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
/// The most characters of a line that closes a page.
const MAX_CLOSER: usize = 150;
/// The letters behind a label in brackets that are a title.
const MIN_TITLE: usize = 8;
/// The most lines below the close of a letter.
const MAX_SIGNATURE: usize = 6;
/// The lines below a title among which the head of a form begins.
const HEAD: usize = 3;
/// The lines that say who writes and when that a chat has at least.
const MIN_HEADERS: usize = 2;
/// The most of them that are compared.
const MAX_HEADERS: usize = 500;
/// The paragraphs that can begin with a dateline.
const DATELINES: usize = 3;

/// Whether a line is one of a table, or things side by side that make no sentence.
fn is_row(line: &str) -> bool {
    if ends(line) {
        return false;
    }
    let bars = line.matches(['|', '\t', '｜']).count();
    let dots = line.matches(" · ").count();
    // `Revenue      212.4    198.7`
    let columns = line
        .trim()
        .split("   ")
        .filter(|cell| !cell.trim().is_empty());
    let numbered = line.contains(char::is_numeric);
    bars >= 2 || dots >= 2 || columns.count() >= 3 && numbered
}

/// `★★☆☆☆  Looks great, drinks power`: the bytes of the stars before the title of a review.
fn rated(line: &str) -> Option<usize> {
    let title = line.trim_start_matches(['★', '☆', '⭐', '✩', ' ', '\u{FE0F}', '\u{3000}']);
    let stars = line.len() - title.len();
    let quoted = title.starts_with(['"', '“', '„', '«', '「']);
    let letters = title.chars().filter(|c| c.is_alphabetic()).count();
    (stars > 6 && quoted && letters >= MIN_TITLE).then_some(stars)
}

/// Whether a line says where a paper or a page stands: a DOI, an address, pages of a journal.
pub(super) fn is_reference(line: &str) -> bool {
    let lower = line.to_lowercase();
    let pages = lower.contains("vol.") || lower.contains("pp.") || lower.contains("bd. ");
    let journal = lower.contains("doi") || lower.contains("issn") || lower.contains("isbn");
    let linked = ["http", "www.", "tel.", "tel ", "phone", "@", "电话", "تلفن"]
        .iter()
        .any(|mark| lower.contains(mark));
    let digits = line.chars().filter(|c| c.is_numeric()).count();
    journal || linked || pages && digits > 3 || digits * 3 > line.chars().count()
}

/// What reads the lines of one document.
pub(super) struct Reader {
    language: Language,
    words: &'static Words,
    /// How often a key stands before a colon.
    keys: HashMap<String, usize>,
    /// Whether lines say who writes and when.
    pub(super) is_chat: bool,
}

impl Reader {
    pub(super) fn new(lines: &[(String, Hint)], language: Language) -> Self {
        let mut keys = HashMap::new();
        for (line, _) in lines {
            if let Some((key, _)) = key(line) {
                *keys.entry(speaker(key).to_lowercase()).or_insert(0) += 1;
            }
        }
        let headers: Vec<&str> = lines.iter().filter_map(|(line, _)| header(line)).collect();
        let named = headers
            .iter()
            .filter(|name| !name.starts_with(char::is_lowercase));
        let again = |at: usize| {
            headers
                .get(..at)
                .is_some_and(|before| before.contains(&headers[at]))
        };
        // Names without a capital are those of a chat if one of them comes again.
        let nicks = headers.len() > MIN_HEADERS
            && headers.len() <= MAX_HEADERS
            && (1..headers.len()).any(again);
        Self {
            language,
            words: Words::of(language),
            is_chat: nicks || named.take(MIN_HEADERS).count() == MIN_HEADERS,
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
                opens: !seen_title,
                alone_before: blank(at.checked_sub(1)),
                alone_after: blank(Some(at + 1)),
                after_end: at > 0 && ends(&lines[at - 1].0),
                heads_form: self.heads_form(lines, at),
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
            // What stands over the title says whose the document is and when.
            let over = !seen_title
                && matches!(
                    found.kind,
                    Kind::Heading | Kind::Label | Kind::Prose | Kind::Item
                )
                && line.chars().count() <= self.longest_heading()
                && !ends(line);
            if over && (self.is_head(line) || *hint == Hint::Plain && is_reference(line)) {
                found.kind = Kind::Boilerplate;
                found.begins = true;
            }
            if found.kind == Kind::Heading {
                let heading = line.trim_end_matches([':', '：']).trim().to_lowercase();
                is_form = self.words.sections.has(&heading);
                if is_form {
                    found.kind = Kind::Boilerplate;
                } else if !seen_title && *hint != Hint::RunIn {
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
                let label = self.subject(line).or_else(|| self.bullet(line));
                return Line {
                    label: label.unwrap_or(0),
                    ..of(Kind::Heading)
                };
            }
            Hint::RunIn => return of(Kind::Heading),
            Hint::Plain => {}
        }
        if self.is_chat && header(line).is_some_and(|name| !self.is_key(name)) {
            return of(Kind::Label);
        }
        if let Some(stars) = rated(line) {
            return Line {
                label: stars,
                ..of(Kind::Heading)
            };
        }
        if is_furniture(line, self.language) || self.is_boilerplate(line) {
            return of(Kind::Boilerplate);
        }
        if let Some(label) = self.subject(line) {
            return Line {
                label,
                ..of(Kind::Heading)
            };
        }
        if is_row(line) {
            return of(Kind::Row);
        }
        if self.is_signature(line) {
            return of(Kind::Signature);
        }
        let length = line.chars().count();
        if let Some(label) = self.bullet(line) {
            let rest = line.get(label..).unwrap_or_default();
            let numbered =
                line.starts_with(|c: char| c.is_numeric() || "一二三四五六七八九十§".contains(c));
            let next_is_item = around.next.is_some_and(|next| self.bullet(next).is_some());
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
        if self.is_title(line, length, around) {
            return of(Kind::Heading);
        }
        if let Some((kind, label)) = self.run_in(line) {
            return Line { label, ..of(kind) };
        }
        let timed = has_time(line) && !ends(line) && !around.alone_after;
        if length <= MAX_LABEL && (timed || line.ends_with([':', '：'])) {
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

    /// Whether a line names the form of the document, its sender or its date.
    fn is_head(&self, line: &str) -> bool {
        let language = self.language;
        is_label(line, language) || is_letterhead(line, language) || is_dated(line, language)
    }

    fn longest_heading(&self) -> usize {
        match self.language {
            Language::Chinese => MAX_HAN_HEADING,
            _ => MAX_HEADING,
        }
    }

    /// The first line of a document, alone or over the head of a form: a colon in it parts what a
    /// title says, as in `Curling: Six ends that paid off`.
    fn is_title(&self, line: &str, length: usize, around: &Around) -> bool {
        if !around.opens || !around.alone_before || length > self.longest_heading() {
            return false;
        }
        let Some(next) = around.next else {
            return false;
        };
        let bare = line.trim_end_matches([')', '）', '"', '”', '“', '»']);
        let closed = ends(line) && !bare.ends_with(['?', '？', '؟', '!', '！']);
        if closed || line.ends_with([',', '，', '،', ';', '；', '、', '-', ':', '：']) {
            return false;
        }
        let heads_form = around.heads_form || is_furniture(next, self.language) || is_row(next);
        let parted = match key(line) {
            None => true,
            Some((name, rest)) => {
                let least = if self.language == Language::Chinese {
                    6
                } else {
                    3
                };
                let times = self.keys.get(&speaker(name).to_lowercase());
                !self.is_key(name)
                    && times.copied().unwrap_or_default() < 2
                    && !has_time(name)
                    && !name.contains(['[', '【'])
                    && words(rest).len() >= least
            }
        };
        parted && (heads_form || around.alone_after && key(line).is_some())
    }

    /// Whether a key of the head of a form stands in one of the next lines of a block.
    fn heads_form(&self, lines: &[(String, Hint)], at: usize) -> bool {
        let next = lines.iter().skip(at + 1).take(HEAD);
        next.take_while(|(line, _)| line.contains(char::is_alphanumeric))
            .any(|(line, _)| key(line).is_some_and(|(name, _)| self.is_key(name)))
    }

    /// Whether a name before a colon is a key of the head of a mail or a form.
    fn is_key(&self, key: &str) -> bool {
        let lower = speaker(key).to_lowercase();
        self.words.keys.has(&lower) || Words::of(Language::English).keys.has(&lower)
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
        let longer = length * 5 <= next_length * 4 || around.alone_before && key(next).is_some();
        begins && upper(line) && upper(next) && !ends(line) && longer
    }

    fn is_boilerplate(&self, line: &str) -> bool {
        let lower = line
            .trim_start_matches(['(', '[', '（', '【', '*'])
            .to_lowercase();
        let holds = self.words.closers.is_in(&lower) && lower.chars().count() <= MAX_CLOSER;
        holds
            || self.words.boilerplate.iter().any(|mark| {
                lower.strip_prefix(mark).is_some_and(|rest| {
                    let rest = rest.trim_start_matches(' ');
                    let form = self.language == Language::Chinese && rest.chars().count() <= 8;
                    match rest.chars().next() {
                        None => true,
                        Some('\u{3000}' | '供') if form => true,
                        // `[Press release] Ferries to run two more ships` is a title.
                        Some(c) if ")）】]".contains(c) => {
                            rest.chars().filter(|c| c.is_alphanumeric()).count() < MIN_TITLE
                        }
                        Some(c) if ":：.。–—-|/".contains(c) => true,
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
        let closes = self.words.closings.has(bare)
            || bare.split_once([',', '،']).is_some_and(|(first, rest)| {
                self.words.closings.has(first.trim()) && rest.split_whitespace().count() <= 3
            });
        let greets = lower.ends_with([',', '，', '،', ':', '：', '!', '！'])
            && bare.split_whitespace().count() <= 6
            && self.words.greetings.begins(bare);
        closes || greets || salutes(line, self.language)
    }

    fn bullet(&self, line: &str) -> Option<usize> {
        bullet(line, self.language)
    }

    /// The bytes of `Ticket 48213 | Subject: ` in front of a subject.
    fn subject(&self, line: &str) -> Option<usize> {
        let (key, rest) = key(line)?;
        let lower = key.to_lowercase();
        let last = lower.rsplit([' ', '|']).next().unwrap_or_default();
        let english = Words::of(Language::English);
        let is_subject = self.words.subjects.has(last) || english.subjects.has(last);
        is_subject.then(|| {
            let mut label = line.len() - rest.len();
            label += replies(line.get(label..).unwrap_or_default());
            label
        })
    }

    /// A speaker, a key or a run-in heading before a colon: what the line then is, and its bytes.
    fn run_in(&self, line: &str) -> Option<(Kind, usize)> {
        let (key, rest) = key(line)?;
        let label = line.len() - rest.len();
        let lower = speaker(key).to_lowercase();
        if self.is_key(key) {
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
        self.words.parts.has(&lower).then_some((Kind::Prose, label))
    }
}
