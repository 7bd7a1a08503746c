//! Whether a sentence has a finite verb: what has none is a point of a list, a label or an answer.
//!
//! Closed classes and endings, so a guess; Chinese has no forms to guess by. Linear in the
//! sentence.

use crate::analysis::{Document, Token};
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

/// Persian forms without the mark of the present.
const PERSIAN: WordList = WordList(
    "است|هست|نیست|هستند|نیستند|هستیم|هستم|بود|بودند|نبود|شد|شدند|نشد|شده|کرد|کردند|نکرد|کرده|\
    داد|دادند|نداد|دارد|دارند|ندارد|ندارند|داریم|دارم|داشت|داشتند|خواهد|خواهند|باید|شود|شوند|نشود|\
    کند|کنند|نکند|کنید|نکنید|کنیم|باشد|باشند|نباشد|گفت|گفتند|آمد|رفت|رسید|گرفت|یافت|ماند|خواست|\
    دهید|بدهید|باشید|توان|بگذارید|بریزید|بزنید|بردارید|بخرید",
);

/// Whether no finite verb is seen in a sentence.
pub(super) fn is_verbless(document: &Document, tokens: &[Token]) -> bool {
    match document.language {
        Language::Chinese => false,
        Language::English => !has_english(tokens),
        Language::German => !has_german(document, tokens),
        Language::Persian => !has_persian(tokens),
    }
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
        let third = ["t", "te", "ten"]
            .iter()
            .any(|ending| one.ends_with(ending));
        third && !NO_GERMAN_VERBS.has(one)
            || closes && (one.ends_with("en") || one.ends_with("ern"))
    })
}

fn has_persian(tokens: &[Token]) -> bool {
    let last = tokens.last().map_or("", |token| token.norm.as_str());
    let ends = ["د", "ند", "یم", "ید", "ست", "ام", "اند"];
    ends.iter()
        .any(|ending| last.chars().count() > 2 && last.ends_with(ending))
        || tokens.iter().any(|token| {
            let one = token.norm.as_str();
            one.starts_with("می\u{200c}") || one.starts_with("نمی\u{200c}") || PERSIAN.has(one)
        })
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
            (Language::German, "Zwiebeln im Wasser köcheln, absieben."),
            (Language::Persian, "پل بندر در خرداد باز می‌شود."),
            (Language::Persian, "کمیته طرح را رد کرد."),
            (Language::Chinese, "票价两元。"),
        ] {
            check(language, text, false);
        }
    }
}
