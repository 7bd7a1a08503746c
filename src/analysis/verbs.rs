//! Whether a sentence has a finite verb: what has none is a point of a list, a label or an answer.
//!
//! Closed classes and endings, so a guess; Chinese has no forms to guess by. Linear in the
//! sentence.

use super::{Document, Token};
use crate::lexicon::WordList;
use crate::text::Language;

/// Forms of auxiliaries and of verbs whose past no ending shows.
const ENGLISH: WordList = WordList(
    "is|are|was|were|am|be|been|has|have|had|do|does|did|will|would|can|could|may|might|must|\
    shall|should|cannot|need|needs|i'm|i've|i'd|i'll|it's|he's|she's|that's|there's|here's|what's|\
    we're|we've|we'll|you're|you've|you'll|they're|they've|they'll|became|began|bought|brought|\
    built|came|chose|cost|costs|cut|drew|drove|fell|felt|found|gave|gets|goes|got|grew|held|keeps|\
    kept|knew|lasts|leaks|led|left|lost|made|makes|meant|means|met|paid|put|ran|read|reads|rose|\
    said|sat|saw|says|sent|set|shows|shut|sold|spent|spoke|stands|stood|takes|taught|told|took|\
    thinks|understood|wants|went|won|works|wrote|let|let's|please|ring|begins|starts|runs|opens|\
    closes|helps|remains|contains|comes|follows|includes|gives|looks|belongs|leads|lives|seems",
);
/// Before these a word that is none of [`NO_VERBS`] is a verb.
const DETERMINERS: WordList = WordList(
    "the|a|an|it|them|him|her|his|its|my|our|your|their|this|that|these|those|you|us|me|no|any|all",
);
/// Words that no verb is written as.
const NO_VERBS: WordList = WordList(
    "the|a|an|of|in|on|at|by|for|with|from|to|and|or|but|as|than|that|all|both|into|over|under|\
    after|before|since|until|through|per|like|about|against|between|during|without|not|only|nor|\
    while|when|if|because|this|these|those|so|just|even|also|plus|then",
);

/// Forms of auxiliaries and of verbs whose endings are other words' too.
const GERMAN: WordList = WordList(
    "ist|sind|war|waren|bin|bist|seid|wäre|wären|hat|haben|hatte|hatten|habe|wird|werden|wurde|\
    wurden|würde|würden|werde|kann|können|konnte|konnten|könnte|muss|müssen|musste|mussten|soll|\
    sollen|sollte|sollten|darf|dürfen|durfte|will|wollen|wollte|wollten|mag|möchte|gibt|gab|gilt|\
    kommt|kam|kamen|geht|ging|gingen|steht|stand|standen|liegt|lag|lagen|sieht|sah|nimmt|nahm|\
    nahmen|lässt|ließ|ließen|hält|hielt|blieb|blieben|bleibt|bleiben|fand|fanden|stieg|stiegen|\
    sank|sanken|fiel|fielen|schrieb|schrieben|sprach|sprachen|half|lief|liefen|zog|zogen|verlor|\
    gewann|gewannen|begann|begannen|beschloss|beschlossen|brachte|weiß|wusste|tut|tat|heißt|hieß|\
    erfror|bitte|starb|erhielt|erhalten|stehen|liegen|gehen|kommen|finden|gelten|fehlen|sagen|\
    riss|schlug|trug|trat|bat|bot|rief|schloss|schied|ließen|unterschied|verschwand|entstand",
);
/// Words that end as a verb does and are none.
const NO_GERMAN_VERBS: WordList = WordList(
    "mit|seit|nicht|jetzt|dort|erst|fast|meist|sonst|selbst|zuletzt|zuerst|gut|alt|halt|statt|samt|\
    nebst|laut|oft|rot|bunt|kalt|leicht|weit|echt|schlecht|bekannt|gesamt|damit|somit|heute|bitte|\
    leute|heut|erste|letzte|zweite|dritte|vierte|rechte|beste|nächste|meiste|ersten|letzten|zweiten|\
    dritten|meisten|besten|nächsten|rechten|höchstens|ist's|anstatt|insgesamt|berühmt|direkt|exakt|\
    perfekt|komplett|nett|fett|satt|spät|hart|zart|dicht|privat|separat",
);

/// What stands behind a German verb in the second place, and behind no adjective.
const AFTER_VERB: WordList = WordList(
    "ab|den|die|das|dem|der|im|in|am|an|auf|aus|für|mit|zu|zum|zur|nach|sich|nicht|ein|eine|einen|\
    einem|ihr|ihre|ihren|bis|seit|heute|nun|auch|wieder|über|unter|von|vom|vor|bei|beim|um|wir|sie",
);

/// Persian forms without the mark of the present.
const PERSIAN: WordList = WordList(
    "است|هست|نیست|هستند|نیستند|هستیم|هستم|بود|بودند|نبود|شد|شدند|نشد|شده|کرد|کردند|نکرد|کرده|\
    داد|دادند|نداد|دارد|دارند|ندارد|ندارند|داریم|دارم|داشت|داشتند|خواهد|خواهند|باید|شود|شوند|نشود|\
    کند|کنند|نکند|کنید|نکنید|کنیم|باشد|باشند|نباشد|گفت|گفتند|آمد|رفت|رسید|گرفت|یافت|ماند|خواست|\
    دهید|بدهید|باشید|توان|بگذارید|بریزید|بزنید|بردارید|بخرید",
);

/// Whether no finite verb is seen in a sentence, or only those of its subordinate clauses.
pub(crate) fn is_verbless(document: &Document, tokens: &[Token]) -> bool {
    match document.language {
        Language::Chinese => false,
        Language::English => !has_english(tokens),
        Language::German => !has_german(document, tokens) || is_german_noun(document, tokens),
        Language::Persian => !has_persian(tokens) || is_persian_noun(tokens),
    }
}

/// Whether a finite verb is seen in a text; in Chinese, whose verbs have no forms, a word of its
/// list.
pub(crate) fn has_finite_verb(text: &str, language: Language) -> bool {
    if language == Language::Chinese {
        return CHINESE.is_in(text);
    }
    if language == Language::Persian {
        return text.split_whitespace().any(is_persian_verb);
    }
    let document = Document::new(text, language);
    !is_verbless(&document, &document.tokens)
}

/// Chinese words that are verbs in titles.
const CHINESE: WordList = WordList(
    "将|被|把|已|获|遭|迁至|停|通车|开通|开放|建成|涨|降|拆除|关闭|推出|增加|减少|战胜|发现|决定|宣布|要求|怎|为什么|如何",
);

/// Whether a Persian verb says `I` by its ending: `می‌سپارم`, `برگرداندم`.
pub(crate) fn is_own_verb(word: &str) -> bool {
    const NOUNS: WordList = WordList(
        "مردم|قدم|دم|گندم|مقدم|عدم|آدم|سیستم|ستم|رستم|هفتم|هشتم|بیستم|خانم|تقدم|خدمتم|منهدم|خادم",
    );
    let present = word.starts_with("می\u{200c}") || word.starts_with("نمی\u{200c}");
    present && word.ends_with('م') && !word.ends_with("یم")
        || word.chars().count() > 3
            && (word.ends_with("دم") || word.ends_with("تم"))
            && !NOUNS.has(word)
}

/// `Den Moment, wenn es still wird`: a noun with clauses that hang on it, and no clause of its own.
fn is_german_noun(document: &Document, tokens: &[Token]) -> bool {
    const SUBORDINATE: WordList = WordList(
        "wenn|weil|dass|als|ob|wo|bevor|nachdem|während|obwohl|damit|kurz|der|die|das|den|dem|\
        dessen|deren|denen|in|mit|von|bei|auf|für",
    );
    let ends_part = |token: &Token| {
        let rest = document.text.get(token.span.end..).unwrap_or_default();
        rest.starts_with([',', '–', ';'])
    };
    let mut parts = tokens.split_inclusive(ends_part);
    let Some(first) = parts.next().filter(|first| first.len() < tokens.len()) else {
        return false;
    };
    !has_german(document, first)
        && parts.all(|part| {
            let begins = part.first().map_or("", |token| token.norm.as_str());
            SUBORDINATE.has(begins)
        })
}

/// `یک قالی که پنج سال طول کشید`: a noun with a relative clause, whose verb is the only one.
fn is_persian_noun(tokens: &[Token]) -> bool {
    let Some(that) = tokens.iter().position(|token| token.norm == "که") else {
        return false;
    };
    let (before, after) = tokens.split_at(that);
    let verbs = |tokens: &[Token]| {
        (0..tokens.len())
            .filter(|&at| is_persian_verb(&tokens[at].norm))
            .count()
    };
    let last = after.last().map_or("", |token| token.norm.as_str());
    that > 1 && verbs(before) == 0 && verbs(after) <= 1 && !has_persian(before) && !last.is_empty()
}

fn is_persian_verb(word: &str) -> bool {
    word.starts_with("می\u{200c}") || word.starts_with("نمی\u{200c}") || PERSIAN.has(word)
}

fn has_english(tokens: &[Token]) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.norm.as_str());
    (0..tokens.len()).any(|at| {
        let one = word(at);
        let past = one.len() > 4 && one.ends_with("ed");
        let denied = one.ends_with("n't") || one.ends_with("n’t");
        let before_object = DETERMINERS.has(word(at + 1))
            && one.chars().all(char::is_alphabetic)
            && !NO_VERBS.has(one)
            && !DETERMINERS.has(one);
        past || denied || before_object || ENGLISH.has(one)
    })
}

fn has_german(document: &Document, tokens: &[Token]) -> bool {
    let written = |token: &Token| document.text.get(token.span.clone()).unwrap_or_default();
    tokens.iter().enumerate().any(|(at, token)| {
        let one = token.norm.as_str();
        if GERMAN.has(one) {
            return true;
        }
        if written(token).starts_with(char::is_uppercase) && at > 0 || one.chars().count() < 4 {
            return false;
        }
        let after = document.text.get(token.span.end..).unwrap_or_default();
        let closes = after.starts_with(['.', ',', ';', '!', '?', '“']);
        // `Die Stadtwerke tauschen ab Montag …`
        let next = tokens.get(at + 1).map_or("", |token| token.norm.as_str());
        let noun = at
            .checked_sub(1)
            .is_some_and(|before| written(&tokens[before]).starts_with(char::is_uppercase));
        let bare = ["e", "en", "er", "es", "em"];
        let lower = tokens
            .get(at + 1)
            .is_some_and(|next| written(next).starts_with(char::is_lowercase));
        let goes_on = AFTER_VERB.has(next) || lower && !bare.iter().any(|end| next.ends_with(end));
        let plural = noun && one.ends_with("en") && goes_on;
        let third = ["t", "te", "ten"]
            .iter()
            .any(|ending| one.ends_with(ending));
        // `Werft Altwerder`: what a heading begins with is a noun more often than a verb.
        let verbs = third && !NO_GERMAN_VERBS.has(one);
        plural
            || verbs && (at > 0 || AFTER_VERB.has(next))
            || closes && (one.ends_with("en") || one.ends_with("ern"))
    })
}

fn has_persian(tokens: &[Token]) -> bool {
    let last = tokens.last().map_or("", |token| token.norm.as_str());
    let ends = ["د", "ند", "یم", "ید", "ست", "ام", "اند"];
    ends.iter()
        .any(|ending| last.chars().count() > 2 && last.ends_with(ending))
        || tokens.iter().any(|token| is_persian_verb(&token.norm))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(language: Language, text: &str, expected: bool) {
        let document = Document::new(text, language);
        assert_eq!(is_verbless(&document, &document.tokens), expected, "{text}");
    }

    #[test]
    fn points_without_a_verb_are_seen() {
        for (language, text) in [
            (Language::English, "Seats from €39, sleepers from €119."),
            (Language::English, "Oak, brass, green cloth."),
            (Language::German, "Ein Brett mit Klammern für den Hafen."),
            (
                Language::German,
                "4,6 Mio. Euro vor Steuern, 0,4 Mio. mehr.",
            ),
            (Language::Persian, "روزی یک نان بزرگ، چهار ماه."),
            (Language::German, "Den Moment, wenn der Hafen still wird."),
            (Language::Persian, "یک قالی که پنج سال طول کشید."),
        ] {
            check(language, text, true);
        }
    }

    #[test]
    fn sentences_have_verbs() {
        for (language, text) in [
            (Language::English, "The pier opens in May."),
            (Language::English, "Fill the kettle with water."),
            (Language::English, "The council approved the plan."),
            (Language::German, "Die Brücke öffnet im Mai."),
            (
                Language::German,
                "Den Mann, der im Hafen lebt, kennt jeder.",
            ),
            (Language::Persian, "پلی که در بندر بود بسته شد."),
            (
                Language::German,
                "Die Stadtwerke tauschen ab Montag ein Rohr aus Blei.",
            ),
            (
                Language::German,
                "Seit dem Update am Montag verlieren zwei Pumpen das Signal.",
            ),
            (Language::German, "Zwiebeln im Wasser köcheln, absieben."),
            (Language::Persian, "پل بندر در خرداد باز می‌شود."),
            (Language::Persian, "کمیته طرح را رد کرد."),
            (Language::Chinese, "票价两元。"),
        ] {
            check(language, text, false);
        }
    }
}
