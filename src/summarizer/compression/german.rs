//! What German sentences can lose.
//!
//! The finite verb stands second, so nothing goes in front; its other half stands last in the main
//! clause, so nothing goes from the middle but what commas enclose.

use super::Chunks;

/// What clauses behind a comma begin with that can go.
const TAILS: &[&str] = &[
    "weil",
    "da",
    "nachdem",
    "während",
    "obwohl",
    "obgleich",
    "wie",
    "so",
    "sodass",
    "wobei",
    "wodurch",
    "womit",
    "weshalb",
    "wo",
    "was",
    "wofür",
    "wovon",
    "indem",
    "zumal",
    "teilte",
    "sagte",
    "berichtete",
    "erklärte",
    "kündigte",
    "gab",
    "meldete",
    "betonte",
    "damit",
    "um",
    "darunter",
    "vor",
    "nach",
    "insbesondere",
    "also",
    "und",
    "aber",
    "doch",
    "sondern",
];
/// Relative pronouns, also behind a preposition.
const RELATIVES: &[&str] = &[
    "der", "die", "das", "den", "dem", "dessen", "deren", "denen", "welche", "welcher", "welches",
    "welchen",
];
const PREPOSITIONS: &[&str] = &[
    "in", "an", "auf", "bei", "mit", "nach", "von", "zu", "für", "über", "durch", "aus", "unter",
    "um", "vor", "hinter", "neben", "zwischen", "gegen", "ohne",
];
/// These set a condition, a limit or what is said, and stay.
const CONDITIONS: &[&str] = &[
    "wenn",
    "falls",
    "sofern",
    "soweit",
    "außer",
    "ohne",
    "nur",
    "ob",
    "dass",
    "bis",
    "bevor",
    "ehe",
    "als",
    "angeblich",
    "mutmaßlich",
    "behauptet",
    "vermutet",
    "solange",
    "es",
];
const NEGATIONS: &[&str] = &[
    "nicht", "kein", "keine", "keinen", "keiner", "keinem", "nie", "niemand", "niemals", "nichts",
    "weder", "kaum",
];
const SAID: &[&str] = &[
    "mitteilte",
    "mitteilten",
    "sagte",
    "erklärte",
    "berichtete",
    "bekanntgab",
    "meldete",
    "mit",
    "berichtet",
    "sagten",
    "betonte",
    "ankündigte",
    "heißt",
    "hervorgeht",
];
/// The least words of a sentence.
const LEAST: usize = 4;

pub(super) fn versions(sentence: &str) -> Vec<String> {
    let mut found = Vec::new();
    let plain = without_inserts(sentence);
    for start in [sentence.to_owned(), plain] {
        found.push(start.clone());
        found.extend(tails(&start));
    }
    found.retain(|version| Chunks::of(version).len() >= LEAST);
    found
}

/// Whether a part behind a comma is a relative clause.
fn is_relative(chunks: &Chunks, part: &std::ops::Range<usize>) -> bool {
    let (first, second) = (chunks.norm(part.start), chunks.norm(part.start + 1));
    let verb_last = chunks
        .written
        .get(part.end.saturating_sub(1))
        .is_some_and(|word| word.starts_with(char::is_lowercase));
    let relative =
        RELATIVES.contains(&first) || PREPOSITIONS.contains(&first) && RELATIVES.contains(&second);
    relative && verb_last && part.len() >= 3
}

/// Without the relative clauses that commas enclose.
fn without_inserts(sentence: &str) -> String {
    let chunks = Chunks::of(sentence);
    let parts = chunks.parts();
    let mut kept: Vec<String> = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let inside = index > 0 && index + 1 < parts.len();
        let next = parts.get(index + 1);
        let goes_on = next
            .is_some_and(|next| !is_relative(&chunks, next) && chunks.norm(next.start) != "und");
        if inside && is_relative(&chunks, part) && goes_on {
            if let Some(last) = kept.last_mut() {
                *last = last.trim_end_matches(',').to_owned();
            }
            continue;
        }
        kept.push(chunks.join(part.clone()));
    }
    kept.join(" ")
}

/// The beginnings of a sentence that are sentences, longest first.
fn tails(sentence: &str) -> Vec<String> {
    let chunks = Chunks::of(sentence);
    let parts = chunks.parts();
    let mut found = Vec::new();
    // `… war in Betrieb und zählte zu …`: a second verb of the same subject.
    let second = (LEAST..chunks.len().saturating_sub(1)).rfind(|&at| {
        chunks.norm(at) == "und" && is_verb(&chunks, at + 1) && !is_verb(&chunks, at - 1)
    });
    if let Some(at) = second
        && parts.first().is_some_and(|part| part.contains(&at))
        && has_verb(&chunks, at)
        && !chunks.holds(0..at, NEGATIONS)
        && !chunks.holds(at..chunks.len(), CONDITIONS)
    {
        found.push(chunks.join(0..at));
    }
    for (index, part) in parts.iter().enumerate().skip(1).rev() {
        let end = part.start;
        let semicolon = chunks.written[end - 1].ends_with([';', '–']);
        let rest = end..chunks.len();
        let first = chunks.norm(end);
        let attribution = index + 1 == parts.len() && chunks.holds(rest.clone(), SAID);
        let condition = !semicolon && !attribution && chunks.holds(rest, CONDITIONS);
        let begins = chunks.norm(0);
        // What is subordinate in front needs the main clause behind it.
        let subordinate = matches!(
            begins,
            "wenn"
                | "weil"
                | "da"
                | "nachdem"
                | "während"
                | "obwohl"
                | "als"
                | "falls"
                | "um"
                | "dass"
                | "bevor"
                | "wer"
                | "ob"
                | "sobald"
                | "solange"
                | "damit"
                | "zwar"
        );
        let denied =
            chunks.holds(0..end, NEGATIONS) && matches!(first, "sondern" | "aber" | "doch");
        let clause = first != "und" || chunks.len() - end >= 4;
        let listed = !semicolon && is_list(&chunks, &parts, index);
        let cut = semicolon
            || attribution
            || TAILS.contains(&first) && clause
            || is_relative(&chunks, part);
        // Without its last part a bracket of the verb stays open.
        let kept = condition || denied || listed || subordinate && index == 1;
        if cut && !kept && has_verb(&chunks, end) {
            found.push(chunks.join(0..end));
        }
    }
    found
}

/// Whether the commas before a part divide a list: parts of one or two words.
fn is_list(chunks: &Chunks, parts: &[std::ops::Range<usize>], index: usize) -> bool {
    let first = chunks.norm(parts[index].start);
    let short = parts.get(index - 1).is_some_and(|part| part.len() <= 2);
    short && index > 1 && matches!(first, "und" | "oder" | "aber")
}

/// Whether a word can be a finite verb of a main clause.
fn is_verb(chunks: &Chunks, at: usize) -> bool {
    let norm = chunks.norm(at);
    let lower = chunks
        .written
        .get(at)
        .is_some_and(|word| word.starts_with(char::is_lowercase));
    lower
        && norm.len() > 3
        && (norm.ends_with("te") || norm.ends_with("ten") || norm.ends_with('t'))
        || matches!(
            norm,
            "war" | "ist" | "hat" | "wird" | "ging" | "kam" | "fiel" | "stieg" | "sank"
        )
}

/// Whether a finite verb stands in the beginning.
fn has_verb(chunks: &Chunks, end: usize) -> bool {
    const VERBS: &[&str] = &[
        "ist", "sind", "war", "waren", "wird", "werden", "wurde", "wurden", "hat", "haben",
        "hatte", "hatten", "kann", "können", "konnte", "muss", "müssen", "soll", "sollen", "will",
        "wollen", "darf", "dürfen", "gab", "gibt", "steht", "stieg", "sank", "fiel", "ging", "kam",
        "nahm", "bleibt", "blieb", "liegt", "lag", "bekommt", "fährt", "gilt", "ruhen", "beginnt",
        "begann", "verlor", "gewann", "schlug", "zog", "hielt", "fand", "brachte", "nannte",
        "wuchs", "hilft",
    ];
    chunks.holds(0..end, VERBS)
        || (1..end).any(|at| {
            let norm = chunks.norm(at);
            let lower = chunks.written[at].starts_with(char::is_lowercase);
            lower
                && norm.len() > 3
                && (norm.ends_with('t')
                    || norm.ends_with("te")
                    || norm.ends_with("ten")
                    || norm.ends_with("en"))
        })
}
