//! The headline that `auto` shows: a title that is there, whole, or a sentence cut down to one.
//!
//! Candidates are the document's title, where it says what the text is about, and the
//! [versions](super::compression) of its most salient sentences that stand alone. Headlines that a
//! model writes compete: one wins only if it is, word for word, such a candidate, so that numbers,
//! names and grammar are the document's, and [grounding](crate::grounding) does not object.

use super::capitals::{as_written, capitalized};
use super::compression::{is_whole, versions};
use super::gist::Gist;
use super::headline;
use super::naming;
use super::options::{SummaryLength, SummaryType};
use super::reading::Reading;
use super::title::{self, Title};
use crate::analysis::Document;
use crate::analysis::shape::Kind;
use crate::grounding::{Grounding, Kind as Objected};
use crate::order;
use crate::pace;
use crate::text::Language;
use crate::text::tokenize::words;

/// How many of the most salient sentences are cut down.
const SENTENCES: usize = 4;
/// What a place further down the ranking costs, in salience.
const PLACE: f64 = 0.35;
/// What each word that is cut away costs, as a share of the sentence.
const CUT: f64 = 0.6;
/// What a sentence that talks to somebody costs.
const TALK: f64 = 1.0;
/// Where all are worth less than this, a longer cut is looked at.
const STRETCHED: f64 = -0.3;
/// How many words a comma costs.
const INSERT: isize = 2;
/// What a cut may be longer than the limit, where nothing shorter is a sentence.
const STRETCH: f64 = 1.5;

/// A sentence of this value is better than a title that it repeats…
const SURE: f64 = -1.0;
/// The most words of a bare title, and Chinese characters.
const BARE: usize = 4;
const BARE_CHARACTERS: usize = 8;
/// …and one below this is worse than a title that says little.
const POOR: f64 = -0.9;
/// What a key before a colon costs.
const KEYED: f64 = 0.8;
/// What a pronoun without its referent costs.
const OPEN: f64 = 0.8;

/// A headline that may be shown.
struct Candidate {
    text: String,
    value: f64,
    /// Whether its sentence opens the text or says what came out.
    leads: bool,
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
    let sentences = candidates(reading, gist, limit);
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
    if let Some(voted) = voted.filter(|_| good.is_none()) {
        return Some(without_stop(voted, reading));
    }
    // What is cut and then contradicts the document gives way to the next.
    let mut sentences = sentences;
    order::by(&mut sentences, |a, b| b.value.total_cmp(&a.value));
    let mut ranked = sentences.into_iter();
    let best = match ranked.next() {
        Some(first) if is_contradicted(reading, &first.text) => {
            let next = ranked.find(|one| !is_contradicted(reading, &one.text));
            Some(next.unwrap_or(first))
        }
        first => first,
    };
    let shown = match (good, poor, best) {
        // A sentence that says what a title without a verb says, says more.
        (Some(title), _, Some(best))
            if best.value > SURE
                && is_bare(&title, language)
                && holds(&best.text, &title, language) =>
        {
            best.text
        }
        (Some(title), ..) => title,
        (None, Some(title), Some(best)) => match decided(&title, reading, gist, longest) {
            Some(headed) => headed,
            None => beside(&title, best, reading, longest),
        },
        (None, None, Some(best)) => best.text,
        (None, title, None) => title?,
    };
    let shown = without_stop(&shown, reading);
    if reading.shape.text.starts_with(&shown) {
        return Some(shown);
    }
    Some(capitalized(&shown, language, reading.shape))
}

/// What somebody says of themselves in a talk, with their name in front.
fn said(version: String, reading: &Reading, at: usize) -> String {
    match naming::speakers(reading, &[at]).pop().flatten() {
        Some(name) => format!(
            "{}{version}",
            title::before(&name, reading.document.language)
        ),
        None => version,
    }
}

/// `Minutes of the committee: Heating`: a title of a form with the heading of what was decided.
fn decided(title: &str, reading: &Reading, gist: &Gist, longest: usize) -> Option<String> {
    let chosen = gist.choose(SummaryType::Tldr, SummaryLength::Short);
    let mut sentences = chosen.iter().filter_map(|&at| reading.sentences.get(at));
    let sentence = sentences.find(|one| one.is_result)?;
    let heading = naming::heading_of(reading, sentence)?;
    let headed = format!(
        "{}{heading}",
        title::before(title, reading.document.language)
    );
    let is_form = title::has_matters(reading) && title != heading;
    (is_form && words(&headed).len() <= longest && !title.contains([':', '：', '–', '—']))
        .then_some(headed)
}

/// A title of a form or a name beside the sentence that competes with it: the sentence where it has
/// the words of the title, both where they are short, and the title where the sentence is a detail.
fn beside(title: &str, best: Candidate, reading: &Reading, longest: usize) -> String {
    let language = reading.document.language;
    let keys = |text: &str| Document::new(text, language).content_keys();
    let (named, told) = (keys(title), keys(&best.text));
    if named.is_empty() {
        return best.text;
    }
    let shared = named.intersection(&told).count();
    if best.leads && (shared > 1 || shared == named.len()) {
        return best.text;
    }
    let size = words(title).len() + words(&best.text).len();
    let bare = title.trim_end_matches(['.', '。', '!', '！']);
    let dashed = title.contains(['–', '—']) && !title::is_form(title, language);
    let divided = dashed || title.contains([':', '：', '?', '？', '؟', '|']);
    if best.leads
        && best.value > POOR
        && !divided
        && size <= longest
        && !best.text.contains([':', '：'])
    {
        let colon = if language == Language::Chinese {
            "："
        } else {
            ": "
        };
        return format!(
            "{bare}{colon}{}",
            capitalized(&best.text, language, reading.shape)
        );
    }
    if best.leads && best.value > STRETCHED && named.len() < 2 {
        return best.text;
    }
    title.to_owned()
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

/// What a version says, less what it inserts between commas; Chinese clauses have them anyway.
fn worth(version: &str, language: Language) -> isize {
    let commas = version.matches([',', '،']).count();
    let cost = if language == Language::Chinese {
        0
    } else {
        INSERT
    };
    let size = isize::try_from(words(version).len()).unwrap_or(isize::MAX);
    size - cost * isize::try_from(commas).unwrap_or(0)
}

fn ends(text: &str) -> bool {
    text.ends_with(['.', '!', '。', '！', '；'])
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
    words(version)
        .iter()
        .any(|word| pronouns.contains(&word.as_str()))
}

/// The salient sentences cut down to the limit.
fn candidates(reading: &Reading, gist: &Gist, limit: usize) -> Vec<Candidate> {
    let language = reading.document.language;
    let talks = |at: usize| {
        let text = reading.text_of(at);
        text.ends_with(['?', '？', '؟'])
            || reading.sentences.get(at).is_some_and(|one| one.is_spoken)
    };
    let mut found = Vec::new();
    let ranked: Vec<usize> = gist
        .ranked(|_| true)
        .into_iter()
        .filter(|&at| {
            !reading.sentences[at].hangs()
                && (reading.sentences[at].kind == Kind::Prose || ends(reading.text_of(at)))
        })
        .collect();
    let all = gist.ranked(|_| true);

    let any = if ranked.is_empty() { all } else { ranked };
    let saliences = any.iter().map(|&at| reading.salience[at]);
    let best = saliences.reduce(f64::max).unwrap_or_default();
    for stretch in [1.0, STRETCH] {
        let limit = (limit as f64 * stretch) as usize;
        for (place, &at) in any.iter().take(SENTENCES).enumerate() {
            let text = reading.text_of(at);
            let size = words(text).len().max(1);
            let fitting = versions(text, language)
                .into_iter()
                .filter(|version| words(version).len() <= limit)
                .max_by_key(|version| worth(version, language));
            let Some(version) = fitting else { continue };
            let kept = words(&version).len() as f64 / size.min(limit) as f64;
            let own = reading.sentences[at].is_own;
            let talk = if talks(at) || own { TALK } else { 0.0 };
            let keyed = if version.contains([':', '：']) {
                KEYED
            } else {
                0.0
            };
            let open =
                if has_pronoun(&version, language) || at > 0 && reading.sentences[at].is_definite {
                    OPEN
                } else {
                    0.0
                };
            found.push(Candidate {
                value: gist.worth(at)
                    - best
                    - PLACE * place as f64
                    - CUT * (1.0 - kept).max(0.0)
                    - talk
                    - open
                    - keyed,
                text: said(as_written(version, reading.shape), reading, at),
                leads: at == 0 || reading.sentences[at].is_result,
            });
        }
        if found.iter().any(|one| one.value > STRETCHED) {
            break;
        }
    }
    found
}
