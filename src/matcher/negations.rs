//! Negations of a summary that its document does not hold.
//!
//! A sentence says the opposite with one word more, and shares all others with its document. A
//! negation is held if the document denies the same: if it has a negation of the same kind within
//! three words of a word that stands beside this one. Words beside it are the nearest on either side, of three,
//! that say something, and are compared by their stems; verbs that only carry a negation (`did`, 有)
//! say nothing. Without such a word it is held by any of its kind. A negation that the document has beside
//! other words only is half held: it may deny the same in other words.
//!
//! Kinds are two in Chinese, 不 and what denies that something has come about or is there (没, 未, 无), and one in other languages.
//!
//! This goes by words alone. What the document denies and the summary does not is not looked for: a
//! summary leaves things out.
//!
//! Cost: a pass over both texts.

use std::collections::HashSet;

use crate::text::{Language, says_little, stem};

/// Words on either side of a negation that it is taken to deny.
const BESIDE: usize = 3;

const ENGLISH: &[&str] = &[
    "neither", "never", "no", "nobody", "none", "not", "nothing", "nowhere", "without",
];
const ENGLISH_CARRIERS: &[&str] = &[
    "did", "do", "does", "may", "might", "must", "shall", "should",
];
const GERMAN: &[&str] = &[
    "kein",
    "keine",
    "keinem",
    "keinen",
    "keiner",
    "keinerlei",
    "keines",
    "keinesfalls",
    "keineswegs",
    "keins",
    "nein",
    "nicht",
    "nichts",
    "nie",
    "niemals",
    "niemand",
    "niemandem",
    "niemanden",
    "nirgends",
    "nirgendwo",
    "ohne",
    "weder",
];
const PERSIAN: &[&str] = &["بدون", "عدم", "فاقد", "نباید"];
/// What negated verbs begin with. Words for never and none go with such a verb, and are not counted beside it; نه is
/// the number nine, too.
const PERSIAN_VERBS: &[&str] = &[
    "نبود",
    "نباش",
    "نتوان",
    "نخواه",
    "نداد",
    "ندار",
    "نداشت",
    "نده",
    "نرسید",
    "نرفت",
    "نشد",
    "نشو",
    "نکرد",
    "نکن",
    "نگرفت",
    "نگیر",
    "نماند",
    "نمی",
    "نیامد",
    "نیافت",
    "نیست",
];
/// Characters that carry a negation: has not, will not, cannot.
const CHINESE_CARRIERS: &[&str] = &[
    "有", "会", "會", "能", "要", "可", "得", "该", "該", "应", "應",
];
/// What makes no negation of 不 before it: 不断 is without end, 不仅 not only.
const CHINESE_AFTER_BU: &[&str] = &[
    "断", "斷", "仅", "僅", "但", "只", "光", "单", "單", "止", "过", "過", "同", "少", "久", "论",
    "論", "管", "移", "锈", "鏽",
];
/// What makes another word of 无 before it: 无线 is wireless, 无论 no matter which.
const CHINESE_AFTER_WU: &[&str] = &[
    "线", "線", "锡", "錫", "论", "論", "疑", "限", "数", "數", "缝", "縫", "比", "偿", "償", "愧",
];
/// Unmanned are 无人 before these: 无人机 is a drone.
const CHINESE_UNMANNED: &[&str] = &["机", "機", "驾", "駕", "车", "車", "船", "艇", "店"];
/// What takes nothing away behind `not` and `nicht`, but adds something.
const ENGLISH_AFTER_NOT: &[&str] = &["just", "least", "merely", "only"];
const GERMAN_AFTER_NICHT: &[&str] = &["bloss", "bloß", "lediglich", "nur", "zuletzt"];

/// How many of a summary's negations its document does not hold, both given as the words that they say; one that
/// the document has beside other words only counts for half.
pub(super) fn unheld_negations(document: &[String], summary: &[String], language: Language) -> f64 {
    let mut of_summary = negations(summary, language).peekable();
    if of_summary.peek().is_none() {
        return 0.0;
    }
    let (mut kinds, mut denied) = (HashSet::new(), HashSet::new());
    for (at, kind) in negations(document, language) {
        kinds.insert(kind);
        let before = document[..at].iter().rev().take(BESIDE);
        let around = before.chain(document[at + 1..].iter().take(BESIDE));
        denied.extend(
            around
                .filter(|word| says_something(word, language))
                .map(|word| stem(word)),
        );
    }
    let says = |word: &&String| says_something(word, language);
    of_summary
        .map(|(at, kind)| {
            if !kinds.contains(kind) {
                return 1.0;
            }
            let before = summary[..at].iter().rev().take(BESIDE).find(says);
            let after = summary[at + 1..].iter().take(BESIDE).find(says);
            let mut beside = before.into_iter().chain(after).peekable();
            let is_held = beside.peek().is_none() || beside.any(|word| denied.contains(stem(word)));
            if is_held { 0.0 } else { 0.5 }
        })
        .sum()
}

/// Whether a word beside a negation may be what is denied: it says something, and neither denies nor carries a negation.
fn says_something(word: &str, language: Language) -> bool {
    let carries = match language {
        Language::English => ENGLISH_CARRIERS.contains(&word),
        Language::Chinese => CHINESE_CARRIERS.contains(&word),
        Language::German | Language::Persian => false,
    };
    !carries && denies(word, language).is_none() && !says_little(word, language)
}

/// The kind of a word that denies.
fn denies(word: &str, language: Language) -> Option<&'static str> {
    let is_negation = match language {
        Language::English => ENGLISH.contains(&word),
        Language::German => GERMAN.contains(&word),
        Language::Persian => {
            PERSIAN.contains(&word) || PERSIAN_VERBS.iter().any(|verb| word.starts_with(verb))
        }
        Language::Chinese => {
            return match word {
                "不" => Some("不"),
                "没" | "沒" | "未" | "无" | "無" => Some("没"),
                _ => None,
            };
        }
    };
    is_negation.then_some("")
}

/// Where the negations of a text are and of which kind, in order. `not only` and `No. 1` are none.
fn negations(words: &[String], language: Language) -> impl Iterator<Item = (usize, &'static str)> {
    words.iter().enumerate().filter_map(move |(at, word)| {
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        let before = before.map_or("", String::as_str);
        let [after, second] = [at + 1, at + 2].map(|at| words.get(at).map_or("", String::as_str));
        let kind = denies(word, language)?;
        let is_none = match (word.as_str(), after) {
            ("not", next) => ENGLISH_AFTER_NOT.contains(&next),
            ("nicht", next) => GERMAN_AFTER_NICHT.contains(&next),
            ("未", "来" | "來") | ("没" | "沒", "收") => true,
            ("无" | "無", "人") => CHINESE_UNMANNED.contains(&second),
            ("无" | "無", next) => CHINESE_AFTER_WU.contains(&next),
            ("no", number) => number.starts_with(char::is_numeric),
            ("不", next) => CHINESE_AFTER_BU.contains(&next),
            // Sinking and flooding.
            ("没" | "沒", _) => ["沉", "淹", "出"].contains(&before),
            _ => false,
        };
        (!is_none).then_some((at, kind))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::said;

    fn unheld(language: Language, document: &str, summary: &str) -> f64 {
        unheld_negations(
            &said(document, language),
            &said(summary, language),
            language,
        )
    }

    #[test]
    fn a_negation_is_held_where_the_document_denies_the_same() {
        let found = |document, summary| unheld(Language::English, document, summary);
        let open = "The council opens the harbour line in May.";
        let denied = "The council will not open the harbour line; fares can't rise.";
        assert_eq!(found(open, "Council opens line"), 0.0);
        assert_eq!(found(open, "Council does not open line"), 1.0);
        assert_eq!(found(open, "Council won't open line without fares"), 2.0);
        assert_eq!(found(denied, "Council won't open line"), 0.0);
        assert_eq!(found(denied, "No rise of fares"), 0.0);
        assert_eq!(found(denied, "Mayor never said so"), 0.5);
        // What the document denies need not be said, and nothing beside it is held by any.
        assert_eq!(found(denied, "Council opens line"), 0.0);
        assert_eq!(found(denied, "not"), 0.0);
        assert_eq!(
            (found("", ""), found("", "no"), found("no", "")),
            (0.0, 1.0, 0.0)
        );
    }

    #[test]
    fn what_carries_a_negation_holds_no_other() {
        let english = |document, summary| unheld(Language::English, document, summary);
        let resigned = "The council didn't open the line. The mayor resigned.";
        assert_eq!(english(resigned, "The mayor didn't resign"), 0.5);
        let opens = "The mayor does not smoke at home. The council opens the line.";
        assert_eq!(english(opens, "Council does not open the line"), 0.5);
        let chinese = |document, summary| unheld(Language::Chinese, document, summary);
        let document = "票价没有上涨，港口线路五月初开通";
        assert_eq!(chinese(document, "线路五月没有开通"), 0.5);
        assert_eq!(chinese(document, "票价未上涨"), 0.0);
    }

    #[test]
    fn what_stands_three_words_away_is_denied_and_what_stands_farther_is_not() {
        let found = |document, summary| unheld(Language::English, document, summary);
        assert_eq!(found("Not red green ferries", "not ferries"), 0.0);
        assert_eq!(found("Not red green blue ferries", "not ferries"), 0.5);
        assert_eq!(found("Not of the ferries", "ferries of the not"), 0.0);
        // A copy is held.
        let copied = "no one of the many old ships on the sea";
        assert_eq!(found(copied, copied), 0.0);
    }

    #[test]
    fn what_looks_like_a_negation_is_none() {
        let found = |language, text| unheld(language, "", text);
        for (language, text) in [
            (
                Language::English,
                "t cells, human T cells, Martin T. Smith; how can T-Mobile compete?",
            ),
            (Language::English, "The No. 1 and no 10, not only in May"),
            (
                Language::English,
                "It isn't just new; not merely old, not least, not just so",
            ),
            (
                Language::German,
                "nicht nur im Mai, nicht bloß, nicht zuletzt, nicht lediglich",
            ),
            (
                Language::Chinese,
                "网络无线覆盖，无论大小，無限、无疑、无数、无缝、无比、无偿，当之无愧",
            ),
            (Language::Chinese, "无人机、无人驾驶、無人車，无人店"),
            (Language::Chinese, "不只是港口，不光，不单，不止一次"),
            (
                Language::Chinese,
                "未来不断增长，不仅没收，沉没，沒收、不鏽钢",
            ),
        ] {
            assert_eq!(found(language, text), 0.0, "{text}");
        }
        assert_eq!(found(Language::English, "They don't; no, they do not"), 3.0);
        assert_eq!(found(Language::Chinese, "港口线没"), 1.0);
        assert_eq!(found(Language::Chinese, "港口无，无人伤亡，無人"), 3.0);
        assert_eq!(
            found(Language::English, "not, not a bit, at least not"),
            3.0
        );
        assert_eq!(found(Language::German, "nicht mehr, zuletzt nicht da"), 2.0);
    }

    #[test]
    fn languages_deny_in_words_of_their_own() {
        let chinese = |document, summary| unheld(Language::Chinese, document, summary);
        let document = "港口线未来不再停运，未获批准。";
        assert_eq!(chinese(document, "港口线不停运"), 0.0);
        assert_eq!(chinese(document, "港口线没获批"), 0.0);
        assert_eq!(chinese(document, "船票不贵"), 0.5);
        assert_eq!(chinese("没有人员伤亡", "事故无人员伤亡"), 0.0);
        assert_eq!(chinese("事故无人员伤亡", "没有人员伤亡"), 0.0);
        assert_eq!(chinese("事故有人员伤亡", "事故无人员伤亡"), 1.0);
        assert_eq!(chinese("事故有人員傷亡", "事故無人員傷亡"), 1.0);
        assert_eq!(chinese("港口线未来停运", "港口线未停运"), 1.0);
        let persian = |document, summary| unheld(Language::Persian, document, summary);
        assert_eq!(persian("کتابخانه باز شد.", "کتابخانه باز نشد"), 1.0);
        assert_eq!(persian("کتابخانه باز می‌شود", "کتابخانه باز نمی‌شود"), 1.0);
        assert_eq!(persian("کتابخانه باز نشده‌است", "کتابخانه باز نشد"), 0.0);
        assert_eq!(persian("کتابخانه باز نشد", "مدرسه شلوغ نیست"), 0.5);
        let german = |document, summary| unheld(Language::German, document, summary);
        let document = "Der Rat öffnet die Linie nicht ohne Plan.";
        assert_eq!(
            german("Der Rat öffnet die Linie.", "Rat öffnet keine Linie"),
            1.0
        );
        assert_eq!(german(document, "Rat öffnet keine Linie"), 0.0);
        assert_eq!(german(document, "Fähren fahren nie"), 0.5);
    }
}
