//! Whether a cut sentence lacks what its verb, its conjunction or its colon asks for.

use crate::analysis::verbs::has_finite_verb;
use crate::text::Language;

/// Whether a version of a sentence is complete. Linear in the sentence.
pub(super) fn is_complete(version: &str, sentence: &str, language: Language) -> bool {
    if version.len() < sentence.len()
        && language != Language::Chinese
        && !has_finite_verb(version, language)
    {
        return false;
    }
    let lower = version.to_lowercase();
    let last = lower.split_whitespace().next_back().unwrap_or_default();
    let last = last.trim_end_matches(|c: char| !c.is_alphanumeric());
    if dangling(language).contains(&last) {
        return false;
    }
    if language == Language::Chinese
        && (is_set_up(version)
            || gives_cause(version) && !sentence.trim_end_matches('。').ends_with(version)
            || version.starts_with('为') && sentence.starts_with(version))
        && sentence.len() > version.len() + '。'.len_utf8()
    {
        return false;
    }
    // A conjunction that followed a comma follows none any more: its clause lost its partner.
    if language == Language::German
        && [" weil ", " dass ", " ob ", " obwohl "].iter().any(|word| {
            lower
                .match_indices(word)
                .any(|(at, _)| !lower.get(..at).unwrap_or_default().ends_with(','))
        })
        && sentence.len() > version.len()
    {
        return false;
    }
    let Some(rest) = sentence.strip_prefix(version.trim_end_matches(['.', '。'])) else {
        return true;
    };
    let rest = rest.trim_start();
    if rest.starts_with([':', '：']) {
        return false;
    }
    // A list after a colon is cut.
    if rest.starts_with([',', '،', '，', '、']) && version.contains([':', '：']) {
        return false;
    }
    let next = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
    // `… hat angekündigt, das Werk zu schließen`: the infinitive is what was announced.
    if language == Language::German && rest.starts_with(',') {
        let clause = next.split([',', ';', '.']).next().unwrap_or_default();
        let adverbial = ["um ", "ohne ", "statt ", "anstatt "];
        if clause.contains(" zu ") && !adverbial.iter().any(|word| next.starts_with(word)) {
            return false;
        }
    }
    let next = next.split_whitespace().next().unwrap_or_default();
    if complements(language).contains(&next.to_lowercase().as_str()) {
        return false;
    }
    // The main verb of a Persian sentence stands behind the clause of its subject.
    !(language == Language::Persian && rest.starts_with('،') && lower.contains(" که "))
}

/// Words that ask for more.
fn dangling(language: Language) -> &'static [&'static str] {
    match language {
        Language::English => &[
            "and", "or", "but", "because", "that", "which", "who", "of", "to", "for", "with",
            "the", "a", "an", "if", "when", "while", "said", "says", "by", "from", "as", "than",
            "only", "not", "in", "on", "at", "into", "be", "is", "are", "was", "were", "its",
            "their", "his",
        ],
        Language::German => &[
            "und", "oder", "aber", "weil", "dass", "ob", "wenn", "der", "die", "das", "ein",
            "eine", "für", "von", "wie", "als", "sowie", "zu",
        ],
        Language::Chinese => &[],
        Language::Persian => &[
            "و", "که", "اما", "ولی", "تا", "از", "به", "با", "در", "چون", "زیرا",
        ],
    }
}

/// What begins the complement of a verb.
fn complements(language: Language) -> &'static [&'static str] {
    match language {
        Language::English => &["that", "whether"],
        Language::German => &["dass", "ob"],
        Language::Chinese => &[],
        Language::Persian => &["که"],
    }
}

/// Whether a Chinese clause only says why or when something is that does not follow.
fn is_set_up(version: &str) -> bool {
    const OPENERS: [&str; 10] = [
        "为了", "随着", "由于", "虽然", "尽管", "如果", "因", "由", "即使", "受",
    ];
    !version.contains('，') && OPENERS.iter().any(|word| version.starts_with(word))
}

/// Whether the last of the Chinese clauses gives a cause behind its subject: `菜市场因消防检查不合格`.
fn gives_cause(version: &str) -> bool {
    const CAUSES: [&str; 5] = ["因", "由于", "随着", "为了", "如果"];
    let last = version
        .rsplit(['，', '；', '。'])
        .find(|one| !one.is_empty());
    let Some((at, word)) = last.and_then(|last| {
        let found = CAUSES
            .iter()
            .filter_map(|word| Some((last.find(word)?, *word)));
        found.min()
    }) else {
        return false;
    };
    // `原因`, `因此` and `因为…而…` say what came of it.
    let last = last.unwrap_or_default();
    let before = last.get(..at).unwrap_or_default();
    let behind = last.get(at + word.len()..).unwrap_or_default();
    !before.ends_with(['原', '基', '起', '病'])
        && !behind.starts_with(['此', '而'])
        && !behind.contains('而')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_that_asks_for_more_is_not_complete() {
        for (language, version, sentence) in [
            (
                Language::English,
                "The board noted on Monday",
                "The board noted on Monday that the lift was closed.",
            ),
            (
                Language::German,
                "Der Rat schlägt vor weil das Gas teurer ist",
                "Der Rat schlägt vor, den Preis zu heben, weil das Gas teurer ist.",
            ),
            (
                Language::Chinese,
                "为了解港口的降温作用",
                "为了解港口的降温作用，我们选取了十二栋楼。",
            ),
            (
                Language::German,
                "Der Rat hat am Morgen angekündigt",
                "Der Rat hat am Morgen angekündigt, den Hafen im Mai zu schließen.",
            ),
            (
                Language::Chinese,
                "运营多年的港口因检查不合格",
                "运营多年的港口因检查不合格，自五月起停业。",
            ),
            (
                Language::English,
                "Ten tons of oak for the pier",
                "Ten tons of oak for the pier, which the board closed in May.",
            ),
            (
                Language::Persian,
                "در گزارش بندر گفته شده بود",
                "در گزارش بندر گفته شده بود که پل باز است.",
            ),
        ] {
            assert!(!is_complete(version, sentence, language), "{version}");
        }
    }

    #[test]
    fn a_cut_that_says_something_is_complete() {
        for (language, version, sentence) in [
            (
                Language::English,
                "The pier opens in May",
                "The pier opens in May, the council said.",
            ),
            (
                Language::German,
                "Die Brücke öffnet im Mai",
                "Die Brücke öffnet im Mai, wie der Rat mitteilte.",
            ),
            (
                Language::Chinese,
                "港口新线五月通车",
                "港口新线五月通车，市政府说。",
            ),
            (
                Language::Persian,
                "پل بندر در خرداد باز می‌شود",
                "پل بندر در خرداد باز می‌شود، شهردار گفت.",
            ),
        ] {
            assert!(is_complete(version, sentence, language), "{version}");
        }
    }
}
