//! The headline that `auto` shows: a title that is there, whole, or a sentence cut down to one.
//!
//! Candidates are the document's title, where it says what the text is about, and the most salient
//! sentences that stand alone, whole or as [versions](super::compression). A title that only names a
//! form, as `Minutes of …`, gives way to a sentence. Headlines that a
//! model writes compete: one wins only if it is, word for word, such a candidate, so that numbers,
//! names and grammar are the document's, and [grounding](crate::grounding) does not object.

use super::capitals::{as_written, capitalized};
use super::compression::{is_whole, versions};
use super::form::Form;
use super::gist::Gist;
use super::headline;
use super::options::SummaryLength;
use super::reading::Reading;
use super::standing::says_we;
use super::tidy::tidy;
use super::title::{self, Title};
use crate::analysis::Document;
use crate::grounding::{Grounding, Kind as Objected};
use crate::lexicon::Forms;
use crate::order;
use crate::pace;
use crate::text::Language;
use crate::text::tokenize::words;

/// How many of the most salient sentences are cut down.
const SENTENCES: usize = 6;
/// How many candidates are asked whether the document contradicts them.
const CHECKED: usize = 8;
/// What a cut costs, and what it costs more by the share that is cut away.
const CUTS: f64 = 0.1;
const CUT: f64 = 0.6;
/// What it costs to be longer than the limit: by the share, and [`OVER`] for any; nothing is longer by
/// more than [`STRETCH`].
const LONG: f64 = 0.9;
const OVER: f64 = 0.5;
const OVER_CHARACTERS: f64 = 0.25;
/// What a relative clause within costs.
const INSERTED: f64 = 0.15;
const STRETCH: f64 = 0.9;
/// What a sentence that talks to somebody costs.
const TALK: f64 = 1.0;
/// What a sentence without a verb costs, and one that opens a meeting or a study.
const VERBLESS: f64 = 1.0;
const FORMAL: f64 = 1.0;
/// A sentence of this value is better than a title that it repeats…
const SURE: f64 = -1.0;
/// The most words of a bare title, and Chinese characters.
const BARE: usize = 4;
const BARE_CHARACTERS: usize = 8;
/// …and one below this is worse than a title that says little.
const POOR: f64 = -2.5;
/// What it costs that a sentence does not stand by itself.
const PIECE: f64 = 1.6;
/// What a colon costs.
const KEYED: f64 = 0.5;
/// What a sentence of talk costs, that nobody is named for.
const SPOKEN: f64 = 0.8;
/// What a pronoun or `the scheme` without its referent costs.
const OPEN: f64 = 0.8;

/// A headline that may be shown.
struct Candidate {
    text: String,
    value: f64,
    /// Whether it says `I` of nobody that is named.
    is_own: bool,
}

/// The headline of a document; of those `written`, best first, the first that may be shown and is
/// not far from the best. Nothing of a document without sentences.
pub(super) fn choose(
    reading: &Reading,
    gist: &Gist,
    length: SummaryLength,
    written: &[String],
) -> Option<String> {
    let language = reading.document.language;
    let limit = headline::limit(length, language);
    // A title that is there is taken whole, however short a headline is to be.
    let longest = headline::limit(SummaryLength::Long, language);
    let (good, poor) = match title::title(reading, longest) {
        Some(Title {
            text,
            says_matter: true,
        }) => (Some(text), None),
        Some(Title {
            text,
            says_matter: false,
        }) => (None, Some(text)),
        None => (None, None),
    };
    let mut sentences = candidates(reading, gist, limit);
    order::by(&mut sentences, |a, b| b.value.total_cmp(&a.value));
    let safe = |text: &str| {
        let is_same = |other: &str| words(other) == words(text);
        good.as_deref().is_some_and(is_same)
            || sentences.iter().any(|candidate| is_same(&candidate.text))
    };
    let voted = written.iter().find(|text| {
        words(text).len() <= limit
            && safe(text)
            && is_whole(text)
            && !is_contradicted(reading, text)
    });
    if let Some(voted) = voted.filter(|_| good.is_none() && !reading.is_asked) {
        return Some(without_stop(voted, reading));
    }
    // What is cut and then contradicts the document gives way to the next.
    let best = sentences
        .into_iter()
        .take(CHECKED)
        .find(|one| !is_contradicted(reading, &one.text));
    let shown = match (good, poor, best) {
        // Who asks is answered by a sentence.
        (_, _, Some(best)) if reading.is_asked => best.text,
        // A sentence that says what a title without a verb says, says more.
        (Some(title), _, Some(best))
            if best.value > SURE
                && is_bare(&title, language)
                && holds(&best.text, &title, language) =>
        {
            best.text
        }
        (Some(title), ..) => title,
        (None, Some(title), Some(best)) => beside(&title, best, reading),
        (None, None, Some(best)) => best.text,
        (None, title, None) => title?,
    };
    let shown = without_stop(&shown, reading);
    if reading.shape.text.starts_with(&shown) {
        return Some(shown);
    }
    Some(capitalized(&shown, language, reading.shape))
}

/// A title that names a form, a firm or a thing beside the best sentence: the sentence with that name
/// in front where it does not have it, or the title where the sentence is poor or somebody's talk.
fn beside(title: &str, best: Candidate, reading: &Reading) -> String {
    let language = reading.document.language;
    let keys = |text: &str| Document::new(text, language).content_keys();
    let named = keys(title);
    let lower = title.to_lowercase();
    // Rules are known by what they rule.
    let rules = Forms::of(language).list("rules").is_in(&lower);
    let shouts = !title.contains(char::is_lowercase);
    let is_name = rules && named.len() > 1 && !(shouts && language == Language::English);
    if is_name || (best.value < POOR || best.is_own) && !named.is_empty() {
        return title.to_owned();
    }
    let Some(name) = title::before_sentence(reading, title) else {
        return best.text;
    };
    let (named, told) = (keys(&name), keys(&best.text));
    let shared = named.intersection(&told).count();
    let repeated = best.text.to_lowercase().contains(&name.to_lowercase());
    let said = repeated || shared > 0 && shared * 2 >= named.len();
    let divided = |text: &str| text.contains([':', '：', '?', '？', '؟', '|']);
    if said || divided(&name) || divided(&best.text) {
        return best.text;
    }
    let sentence = capitalized(&best.text, language, reading.shape);
    format!("{}{sentence}", title::before(&name, language))
}

/// Whether a title names a thing in a few words and says nothing of it.
fn is_bare(title: &str, language: Language) -> bool {
    let most = if language == Language::Chinese {
        BARE_CHARACTERS
    } else {
        BARE
    };
    words(title).len() <= most
}

/// Whether a text has all content words of another.
fn holds(text: &str, other: &str, language: Language) -> bool {
    let keys = |text: &str| Document::new(text, language).content_keys();
    keys(other).is_subset(&keys(text))
}

/// Whether grounding calls a headline contradicted.
fn is_contradicted(reading: &Reading, text: &str) -> bool {
    let summary = Document::new(text, reading.document.language);
    let grounding = Grounding::new(&reading.document);
    (0..summary.sentences.len()).any(|sentence| {
        let objections = pace::at_once(grounding.objections(&summary, sentence));
        objections.iter().any(|one| one.kind != Objected::Missing)
    })
}

/// A headline that is cut has no full stop; a whole sentence keeps its own.
fn without_stop(text: &str, reading: &Reading) -> String {
    let rest = text.strip_suffix(['。', '；', '.']);
    let last = rest
        .and_then(|rest| rest.rsplit(' ').next())
        .unwrap_or_default();
    // Not of `e.V.` or `p.m.`
    match rest.filter(|_| !last.contains('.')) {
        Some(rest) if !(0..reading.sentences.len()).any(|at| reading.text_of(at) == text) => {
            rest.to_owned()
        }
        _ => text.to_owned(),
    }
}

fn ends(text: &str) -> bool {
    text.ends_with(['.', '!', '。', '！', '；'])
}

/// Whether an English relative clause stands within.
fn has_insert(version: &str) -> bool {
    [", which ", ", who ", ", whose "]
        .iter()
        .any(|begin| version.contains(begin))
}

/// Whether a third person is spoken of that a headline does not name.
fn has_pronoun(version: &str, language: Language) -> bool {
    let pronouns: &[&str] = match language {
        Language::English => &[
            "however", "he", "she", "they", "him", "them", "it", "its", "his", "her", "their",
        ],
        Language::German => &[
            "er", "sie", "ihn", "ihm", "ihr", "ihre", "ihren", "seine", "seinen", "diese",
            "dieser", "dieses",
        ],
        Language::Chinese => &["他", "她", "它", "该", "此", "其", "这"],
        Language::Persian => &["او", "وی", "این", "آنها", "آن\u{200c}ها", "آنان", "ایشان"],
    };
    // `It was agreed to …`
    let impersonal = match language {
        Language::English => ["It was ", "It is ", "It has been "],
        _ => ["Es wird ", "Es wurde ", "Es ist "],
    };
    let begun = impersonal
        .iter()
        .find_map(|start| version.strip_prefix(start));
    words(begun.unwrap_or(version))
        .iter()
        .any(|word| pronouns.contains(&word.as_str()))
}

/// The salient sentences that stand alone, whole or cut down to the limit.
fn candidates(reading: &Reading, gist: &Gist, limit: usize) -> Vec<Candidate> {
    let language = reading.document.language;
    let stands = |at: usize| {
        let sentence = &reading.sentences[at];
        let text = reading.text_of(at);
        let whole = ends(text) || !sentence.is_verbless && !text.ends_with([':', '：', ',', '，']);
        !sentence.hangs() && whole && !text.ends_with(['?', '？', '؟'])
    };
    let ranked = gist.ranked(stands);
    let any = if ranked.is_empty() {
        gist.ranked(|_| true)
    } else {
        ranked
    };
    let worths = any.iter().map(|&at| gist.worth(at));
    let best = worths.reduce(f64::max).unwrap_or_default();
    // A Chinese clause says less alone.
    let han = language == Language::Chinese;
    let mut found = Vec::new();
    for &at in any.iter().take(SENTENCES) {
        let sentence = &reading.sentences[at];
        let is_own = sentence.is_own && !gist.has_author();
        let text = tidy(reading.text_of(at), language, sentence.is_spoken);
        let text = text.as_str();
        let size = words(text).len().max(1);
        let weigh = |is: bool, cost: f64| if is { cost } else { 0.0 };
        let of_sentence = gist.worth(at)
            - best
            - weigh(sentence.is_own || sentence.is_personal, TALK)
            - weigh(sentence.is_verbless, VERBLESS)
            - weigh(
                sentence.is_spoken && reading.form == Form::Interview,
                SPOKEN,
            )
            - weigh(!sentence.role.tells(), FORMAL)
            - weigh(!gist.stands(at), PIECE)
            - weigh(says_we(text, language), OPEN / 2.0)
            - weigh(at > 0 && sentence.is_definite, OPEN);
        for version in versions(text, language) {
            let length = words(&version).len();
            let over = length.saturating_sub(limit) as f64 / limit as f64;
            if over > STRETCH || sentence.is_spoken && length < size {
                continue;
            }
            let cut = 1.0 - length as f64 / size as f64;
            let value = of_sentence
                - weigh(length < size, CUTS)
                - CUT * cut.max(0.0)
                - LONG * over
                - weigh(over > 0.0, if han { OVER_CHARACTERS } else { OVER })
                - weigh(has_insert(&version), INSERTED)
                - weigh(version.contains([':', '：']), KEYED)
                - weigh(has_pronoun(&version, language), OPEN);
            let text = as_written(version, reading.shape);
            found.push(Candidate {
                text,
                value,
                is_own,
            });
        }
    }
    found
}
