//! The headline that `auto` shows: a title that is there, whole, or a sentence cut down to one.
//!
//! Candidates are the document's title, where it says what the text is about, and the
//! [versions](super::compression) of its most salient sentences that stand alone. Headlines that a
//! model writes compete: one wins only if it is, word for word, such a candidate, so that numbers,
//! names and grammar are the document's, and [grounding](crate::grounding) does not object.

use std::collections::HashSet;

use super::compression::{finished, is_whole, versions, without_brackets};
use super::gist::Gist;
use super::headline;
use super::options::SummaryLength;
use super::reading::Reading;
use crate::analysis::Document;
use crate::analysis::shape::{Kind, Unit, is_part};
use crate::grounding::{Grounding, Kind as Objected};
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
/// The least share of a title's content words that the text says again; of pairs of characters.
const COVERED: f64 = 0.3;
const COVERED_PAIRS: f64 = 0.15;
/// Content words that a title has at least, and Chinese characters.
const TITLE_WORDS: usize = 3;
const TITLE_CHARACTERS: usize = 7;
/// Where all are worth less than this, a longer cut is looked at.
const STRETCHED: f64 = -0.3;
/// How many words a comma costs.
const INSERT: isize = 2;
/// The most words of a name.
const NAME: usize = 4;
/// How many headings over the text may be its title.
const TITLES: usize = 4;
/// What a cut may be longer than the limit, where nothing shorter is a sentence.
const STRETCH: f64 = 1.5;

/// A sentence of this value is better than a title that it repeats…
const SURE: f64 = -1.0;
/// …and one below this is worse than a title that says little.
const POOR: f64 = -0.9;
/// What a key before a colon costs.
const KEYED: f64 = 0.8;
/// What a pronoun without its referent costs.
const OPEN: f64 = 0.8;

/// What names the form of a document, not its matter.
fn forms(language: Language) -> &'static [&'static str] {
    match language {
        Language::English => &[
            "minutes",
            "report",
            "section",
            "case",
            "ticket",
            "newsletter",
            "faq",
            "changelog",
            "release notes",
            "agenda",
            "transcript",
            "thread",
            "results",
            "terms",
            "policy",
            "interview",
            "summary",
            "update",
            "notice",
            "chapter",
            "article",
            "incident",
        ],
        Language::German => &[
            "protokoll",
            "bericht",
            "ticket",
            "quartalsmitteilung",
            "halbjahreszahlen",
            "rundbrief",
            "tagesordnung",
            "forum",
            "vorgang",
            "änderungsprotokoll",
            "mitteilung",
            "niederschrift",
            "interview",
            "gespräch",
            "paragraf",
            "§",
            "abschnitt",
            "infoblatt",
            "quartalsbericht",
        ],
        Language::Chinese => &[
            "纪要",
            "工单",
            "报告",
            "公告",
            "规则",
            "条款",
            "须知",
            "更新日志",
            "简报",
            "记录",
            "活动信息",
            "摘要",
            "通讯",
            "季报",
            "访谈",
            "说明书",
            "第一章",
            "第二章",
            "第三章",
            "通知",
        ],
        Language::Persian => &[
            "صورت‌جلسه",
            "صورتجلسه",
            "گزارش",
            "تیکت",
            "خبرنامه",
            "گفت‌وگوی",
            "گفتگوی",
            "ماده",
            "فصل",
            "آیین‌نامه",
            "خلاصه",
            "یادداشت",
            "بخش",
            "مصاحبه",
            "اطلاعیه",
        ],
    }
}

/// A headline that may be shown.
struct Candidate {
    text: String,
    value: f64,
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
    let title = title(reading, headline::limit(SummaryLength::Long, language));
    let (good, poor) = match title {
        Some((title, true)) => (Some(title), None),
        Some((title, false)) => (None, Some(title)),
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
    let best = sentences
        .into_iter()
        .reduce(|best, one| if one.value > best.value { one } else { best });
    let shown = match (good, poor, best) {
        // A sentence that says what the title says, says more.
        (Some(title), _, Some(best))
            if best.value > SURE && holds(&best.text, &title, language) =>
        {
            best.text
        }
        (Some(title), ..) => title,
        (None, Some(title), Some(best)) if best.value < POOR => title,
        (None, _, Some(best)) => best.text,
        (None, title, None) => title?,
    };
    Some(without_stop(&shown, reading))
}

/// Whether a text has all content words of another.
fn holds(text: &str, other: &str, language: Language) -> bool {
    let keys = |text: &str| -> HashSet<u64> {
        let document = Document::new(text, language);
        document
            .tokens
            .iter()
            .map(|token| token.key)
            .filter(|&key| key != 0)
            .collect()
    };
    keys(other).is_subset(&keys(text))
}

/// Whether grounding calls a headline contradicted.
fn is_contradicted(reading: &Reading, text: &str) -> bool {
    let summary = Document::new(text, reading.document.language);
    let grounding = Grounding::new(&reading.document);
    (0..summary.sentences.len()).any(|sentence| {
        let objections = grounding.objections(&summary, sentence);
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

/// The title within the limit, and whether it says what the text is about.
fn title(reading: &Reading, limit: usize) -> Option<(String, bool)> {
    // Lines of the form stand over the title: of the headings before the text the first good one.
    let heads = reading
        .shape
        .units
        .iter()
        .take_while(|unit| !matches!(unit.kind, Kind::Prose | Kind::Item));
    let heads = heads.filter(|unit| {
        matches!(unit.kind, Kind::Title | Kind::Heading)
            && !is_part(reading.shape.text_of(unit), reading.document.language)
    });
    let mut poor = None;
    for unit in heads.take(TITLES) {
        match judged(reading, unit, limit) {
            Some((title, true)) => return Some((title, true)),
            found => poor = poor.or(found),
        }
    }
    poor
}

/// A heading within the limit, and whether it says what the text is about.
fn judged(reading: &Reading, unit: &Unit, limit: usize) -> Option<(String, bool)> {
    let language = reading.document.language;
    let whole = reading
        .shape
        .text_of(unit)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let fits = |text: &str| (1..=limit).contains(&words(text).len()) && is_whole(text);
    let whole = without_number(&whole);
    let parts = parts(&whole);
    let is_form = |text: &str| {
        let lower = text.to_lowercase();
        match language {
            Language::Chinese => forms(language).iter().any(|form| lower.contains(form)),
            _ => {
                let found = words(&lower);
                forms(language).iter().any(|form| {
                    found.iter().any(|word| {
                        word == form || language == Language::German && word.ends_with(form)
                    })
                })
            }
        }
    };
    // Content words; numbers and months name no matter.
    let named = |text: &str| -> Vec<u64> {
        let document = Document::new(text, language);
        let tokens = document.tokens.iter().filter(|token| {
            let word = &token.norm;
            token.key != 0
                && !word.contains(char::is_numeric)
                && document.lexicon.month(word).is_none()
        });
        tokens.map(|token| token.key).collect()
    };
    let outside = reading
        .document
        .tokens
        .iter()
        .filter(|token| token.span.end <= unit.span.start || token.span.start >= unit.span.end);
    let told: HashSet<u64> = outside.map(|token| token.key).collect();
    let covers = if language == Language::Chinese {
        COVERED_PAIRS
    } else {
        COVERED
    };
    let says = |text: &str, fewer: usize| {
        let keys = named(text);
        let covered = keys.iter().filter(|key| told.contains(key)).count();
        let least = if language == Language::Chinese {
            TITLE_CHARACTERS
        } else {
            TITLE_WORDS
        };
        let size = if language == Language::Chinese {
            words(text).len()
        } else {
            keys.len()
        };
        size + fewer >= least && covered as f64 >= covers * keys.len() as f64
    };
    let good = |text: &str| fits(text) && says(text, 0) && !is_form(text);
    // Bars and arrows divide what never was one title.
    let divided = whole.contains(['|', '｜', '›']);
    let mut wholes = if divided {
        vec![]
    } else {
        vec![whole.clone(), without_brackets(&whole)]
    };
    if let Some(found) = wholes.iter().find(|text| good(text)) {
        return Some((finished(found, &whole), true));
    }
    let parts: Vec<String> = parts.iter().map(|part| without_brackets(part)).collect();
    // Of `North Harbour SE – Quarterly report` the name alone is no headline.
    let is_name = |text: &str| {
        let long = text.split_whitespace().count() > NAME;
        let upper = |word: &str| !word.starts_with(char::is_lowercase);
        language != Language::Chinese && !long && text.split_whitespace().all(upper)
    };
    let good_part =
        |text: &&String| fits(text) && says(text, 1) && !is_form(text) && !is_name(text);
    if let Some(found) = parts.iter().find(good_part) {
        return Some((finished(found, &whole), true));
    }
    wholes.extend(parts);
    if !is_form(&whole)
        && let Some(found) = versions(&whole, language)
            .into_iter()
            .find(|text| good(text))
    {
        return Some((found, true));
    }
    let found = wholes.into_iter().find(|text| fits(text))?;
    Some((finished(&found, &whole), false))
}

/// A title without the number of a section in front, and without a label such as `【…】`.
fn without_number(title: &str) -> String {
    if let Some((label, rest)) = title
        .strip_prefix('【')
        .and_then(|title| title.split_once('】'))
    {
        let rest = rest.trim();
        let says = rest.chars().filter(|c| c.is_alphanumeric()).count() > 5;
        return if says { rest } else { label }.to_owned();
    }
    if let Some(rest) = ["Re:", "RE:", "AW:", "Fwd:", "WG:", "Re：", "回复："]
        .iter()
        .find_map(|mark| title.strip_prefix(mark))
    {
        return rest.trim_start().to_owned();
    }
    if title.starts_with('[') && title.ends_with(']') {
        return String::new();
    }
    let Some((number, rest)) = title.split_once(' ') else {
        return title.to_owned();
    };
    let numbered = number.chars().any(char::is_numeric)
        && !number.chars().any(char::is_alphabetic)
        && number.ends_with(['.', ')', ':']);
    if numbered {
        rest.trim_start().to_owned()
    } else {
        title.to_owned()
    }
}

/// The parts of a title between dashes, bars and colons.
fn parts(title: &str) -> Vec<String> {
    let mut found: Vec<String> = vec![title.to_owned()];
    for mark in [
        " – ", " — ", " - ", " | ", "｜", "|", ": ", "：", "——", "\u{3000}", " · ", " › ",
    ] {
        found = found
            .iter()
            .flat_map(|part| {
                part.split(mark)
                    .map(|part| part.trim().to_owned())
                    .collect::<Vec<_>>()
            })
            .filter(|part| !part.is_empty())
            .collect();
    }
    let titled = |part: &String| {
        let digits = part.chars().filter(|c| c.is_numeric()).count();
        digits * 3 <= part.chars().count()
    };
    if found.len() > 1 {
        found.into_iter().filter(titled).collect()
    } else {
        vec![]
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
            let talk = if talks(at) { TALK } else { 0.0 };
            let keyed = if version.contains([':', '：']) {
                KEYED
            } else {
                0.0
            };
            let open = if has_pronoun(&version, language) {
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
                text: version,
            });
        }
        if found.iter().any(|one| one.value > STRETCHED) {
            break;
        }
    }
    found
}
