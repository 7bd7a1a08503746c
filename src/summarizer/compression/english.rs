//! What English sentences can lose.

use super::Chunks;
use super::english_words::{ADJUNCTS, CONDITIONS, DANGLING, LEADS, NEGATIONS, SAID, TAILS, VERBS};
use crate::lexicon::Lexicon;
use crate::text::Language;

/// The least words of a sentence.
const LEAST: usize = 4;

pub(super) fn versions(sentence: &str) -> Vec<String> {
    let mut found = Vec::new();
    let base = without_attribution(sentence);
    let plain = without_inserts(&base);
    let timeless = without_time(&plain);
    for start in [&base, &plain, &timeless] {
        let lead = without_lead(start);
        for begun in [start.clone(), lead] {
            found.push(begun.clone());
            found.extend(tails(&begun));
        }
    }
    found.retain(|version| {
        let chunks = Chunks::of(version);
        let last = chunks.norm(chunks.len().saturating_sub(1));
        chunks.len() >= LEAST && !DANGLING.contains(&last) && has_verb(&chunks)
    });
    found
}

fn has_verb(chunks: &Chunks) -> bool {
    (0..chunks.len()).any(|at| is_verb(chunks, at))
}

fn is_verb(chunks: &Chunks, at: usize) -> bool {
    let norm = chunks.norm(at);
    let lower = |word: &&str| word.starts_with(char::is_lowercase);
    VERBS.contains(&norm)
        || at > 0
            && chunks.written.get(at).is_some_and(lower)
            && (norm.ends_with("ed") || norm.ends_with('s') && norm.len() > 3)
}

/// Without `, the council said on Monday`, and `The council said that` in front.
fn without_attribution(sentence: &str) -> String {
    let chunks = Chunks::of(sentence);
    let parts = chunks.parts();
    if let [.., before, last] = &parts[..]
        && last.len() <= 9
        && chunks.holds(last.clone(), SAID)
        && !chunks.holds(last.clone(), CONDITIONS)
        && before.end >= LEAST
        && !chunks.norm(last.start).starts_with("which")
    {
        return chunks.join(0..before.end);
    }
    if let Some(last) = parts.last()
        && parts.len() > 1
        && chunks.norm(last.start) == "according"
    {
        return chunks.join(0..last.start);
    }
    let said = (1..chunks.len().min(10)).find(|&at| {
        SAID.contains(&chunks.norm(at)) && chunks.norm(at + 1) == "that" && !chunks.has_comma(at)
    });
    match said {
        Some(at) if chunks.len() - at - 2 >= LEAST => chunks.join(at + 2..chunks.len()),
        _ => sentence.to_owned(),
    }
}

/// Without `, who …,` and `, a member of …,` between a subject and its verb: elsewhere what stands
/// behind can belong to them.
fn without_inserts(sentence: &str) -> String {
    let chunks = Chunks::of(sentence);
    let parts = chunks.parts();
    let mut kept = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let first = chunks.norm(part.start);
        let relative = matches!(first, "which" | "who" | "whose" | "where" | "whom");
        let apposition =
            matches!(first, "a" | "an" | "the") && !chunks.holds(part.clone(), &["and", "or"]);
        let inside = index > 0 && index + 1 < parts.len();
        let before = parts
            .get(index.wrapping_sub(1))
            .map_or("", |part| chunks.norm(part.end - 1));
        let after = parts
            .get(index + 1)
            .map_or("", |part| chunks.norm(part.start));
        let listed = matches!(after, "and" | "or") || before.is_empty();
        let named = parts.get(index.wrapping_sub(1)).is_some_and(|part| {
            chunks.written[part.end - 1].starts_with(char::is_uppercase) || relative
        });
        let goes_on = parts
            .get(index + 1)
            .is_some_and(|part| is_verb(&chunks, part.start));
        if inside && (relative || apposition) && !listed && named && goes_on && part.len() <= 14 {
            // The comma before it goes with it.
            if let Some(last) = kept.last_mut() {
                let last: &mut String = last;
                *last = last.trim_end_matches(',').to_owned();
            }
            continue;
        }
        kept.push(chunks.join(part.clone()));
    }
    kept.join(" ")
}

/// Without `late on Monday night` within: a day of the week or the past day, behind a word that is no
/// negation.
fn without_time(sentence: &str) -> String {
    let chunks = Chunks::of(sentence);
    if chunks.holds(0..chunks.len(), NEGATIONS) || chunks.holds(0..chunks.len(), CONDITIONS) {
        return sentence.to_owned();
    }
    let is_day = |at: usize| {
        Lexicon::of(Language::English)
            .weekday(chunks.norm(at))
            .is_some()
    };
    let parts_of_day = ["night", "morning", "evening", "afternoon"];
    let Some(on) = (1..chunks.len()).find(|&at| chunks.norm(at) == "on" && is_day(at + 1)) else {
        return sentence.to_owned();
    };
    let mut end = on + 2;
    end += usize::from(parts_of_day.contains(&chunks.norm(end)) && !chunks.has_comma(end - 1));
    let late = matches!(chunks.norm(on - 1), "late" | "early");
    let start = on - usize::from(late);
    let joined = chunks.has_comma(end - 1) || matches!(chunks.norm(end), "and" | "or" | "");
    if start == 0 || joined || chunks.has_comma(start - 1) {
        return sentence.to_owned();
    }
    format!(
        "{} {}",
        chunks.join(0..start),
        chunks.join(end..chunks.len())
    )
}

/// Without `On Monday, ` in front.
fn without_lead(sentence: &str) -> String {
    let chunks = Chunks::of(sentence);
    let parts = chunks.parts();
    let [first, .., last] = &parts[..] else {
        return sentence.to_owned();
    };
    let lead = LEADS.contains(&chunks.norm(0)) && !chunks.holds(first.clone(), CONDITIONS);
    let rest = last.end - first.end;
    let next = chunks.norm(first.end);
    let subject = !matches!(
        next,
        "and"
            | "or"
            | "which"
            | "who"
            | "but"
            | "it"
            | "they"
            | "he"
            | "she"
            | "with"
            | "in"
            | "on"
    );
    if lead && rest >= 5 && subject && first.len() <= 12 {
        return chunks.join(first.end..last.end);
    }
    sentence.to_owned()
}

/// The beginnings of a sentence that are sentences, longest first.
fn tails(sentence: &str) -> Vec<String> {
    let chunks = Chunks::of(sentence);
    let mut found = Vec::new();
    for end in (LEAST..chunks.len()).rev() {
        let rest = end..chunks.len();
        if chunks.holds(rest.clone(), CONDITIONS) {
            continue;
        }
        let denied = chunks.holds(0..end, NEGATIONS);
        let comma = chunks.has_comma(end - 1);
        let first = chunks.norm(end);
        let before = chunks.norm(end - 1);
        let digit = |text: &str| text.starts_with(char::is_numeric);
        let capital = chunks.written[end].starts_with(char::is_uppercase);
        let short = chunks.len() - end <= 5;
        let cut = if comma {
            // A list goes on behind `and`; a clause has its own subject and verb.
            let semicolon = chunks.written[end - 1].ends_with(';');
            let clause = first == "and" && chunks.len() - end >= 5 && is_clause(&chunks, end + 1);
            let listed = matches!(first, "a" | "an" | "the" | "one" | "two")
                && chunks.holds(rest.clone(), &["and", "or"]);
            semicolon
                || TAILS.contains(&first)
                    && !listed
                    && (first != "and" || clause)
                    && !(denied && matches!(first, "but" | "and" | "so"))
        } else if denied {
            false
        } else if ADJUNCTS.contains(&first) {
            !DANGLING.contains(&before)
        } else {
            match first {
                // `at the end of the school year`
                "at" | "by" | "before" | "from"
                    if chunks.norm(end + 1) == "the"
                        && matches!(chunks.norm(end + 2), "end" | "start" | "beginning")
                        && chunks.norm(end + 3) == "of"
                        && chunks.len() - end <= 8 =>
                {
                    first == "at"
                }
                "in" | "on" | "at" => {
                    short
                        && (capital_after(&chunks, end)
                            || chunks.written.get(end + 1).is_some_and(|word| digit(word)))
                }
                "for" => {
                    matches!(chunks.norm(end + 1), "the" | "a")
                        && matches!(
                            chunks.norm(end + 2),
                            "first"
                                | "second"
                                | "third"
                                | "next"
                                | "last"
                                | "past"
                                | "time"
                                | "rest"
                        )
                }
                "from" => {
                    chunks.holds(end..chunks.len().min(end + 5), &["to", "until"])
                        && (capital_after(&chunks, end) || digit(chunks.norm(end + 1)))
                }
                // `… to close the pier and to sell it`
                "and" if chunks.norm(end + 1) == "to" => chunks.holds(0..end, &["to"]),
                "and" => is_clause(&chunks, end + 1) && chunks.len() - end >= 5,
                "by" => capital_after(&chunks, end) && before.ends_with("ed"),
                _ => false,
            }
        };
        if cut && !capital_inside(capital, before, &chunks, end) {
            found.push(chunks.join(0..end));
        }
    }
    found
}

fn capital_after(chunks: &Chunks, at: usize) -> bool {
    chunks
        .written
        .get(at + 1)
        .is_some_and(|word| word.starts_with(char::is_uppercase))
}

/// Whether a cut would part a name.
fn capital_inside(capital: bool, before: &str, chunks: &Chunks, end: usize) -> bool {
    capital
        && !before.is_empty()
        && chunks.written[end - 1].starts_with(char::is_uppercase)
        && !chunks.has_comma(end - 1)
}

/// Whether a clause with subject and verb of its own begins here.
fn is_clause(chunks: &Chunks, at: usize) -> bool {
    let subject = matches!(
        chunks.norm(at),
        "the" | "a" | "it" | "they" | "he" | "she" | "we" | "its" | "their" | "this"
    ) || chunks
        .written
        .get(at)
        .is_some_and(|word| word.starts_with(char::is_uppercase));
    let verbs = [
        "is", "are", "was", "were", "will", "has", "have", "had", "would", "could", "can", "may",
        "should",
    ];
    subject && chunks.holds(at..chunks.len().min(at + 8), &verbs)
}
