//! What joins a sentence to those before it, beside the words of [`Cues`](super::cues::Cues): times
//! and causes told before, and answers. Constant time.

use crate::analysis::Token;
use crate::lexicon::WordList;
use crate::text::Language;

/// Whether a sentence begins with a time or a cause that the text told before: `Since then …`.
pub(super) fn looks_back(language: Language, text: &str) -> bool {
    let phrases = match language {
        Language::English => WordList(
            "since then|after that|after this|at that time|at that point|by then|until then|\
            in this way|in that case|as a result,|for this reason|because of this|with that|\
            at the same time|on the other hand|in addition,|in other words|the reason is|the reason was|\
            one reason|the cause is|that is why|this is why|the same goes",
        ),
        Language::German => WordList(
            "seitdem|seither|bis dahin|aus diesem grund|auf diese weise|zu diesem zeitpunkt|\
            in diesem fall|zur gleichen zeit|gleichzeitig|grund ist|grund war|grund sind|grund waren|\
            grund dafür|grund sei|grund seien|ursache ist|ursache war|hintergrund ist|anlass ist|\
            anlass war|das gleiche gilt|dasselbe gilt",
        ),
        Language::Chinese => WordList(
            "此后|从那以后|从此|与此同时|为此|这样一来|相比之下|原因是|其原因|主要原因|究其原因|下降的主要原因|对此|届时|期间",
        ),
        Language::Persian => WordList(
            "از آن زمان|از آن پس|پس از آن|بعد از آن|به همین دلیل|از این رو|به این ترتیب|در این صورت|\
            در همین حال|علت آن|دلیل آن|علت این|دلیل این|با این حال|با این همه|در نتیجه",
        ),
    };
    let head: String = text.chars().take(LOOKS_BACK).collect();
    phrases.begins(&head.to_lowercase())
}

/// Whether the first clause of a sentence has a word that draws on the text before, behind its verb:
/// `Die Einfahrt ist deshalb gesperrt`, `The council, however, agreed`.
pub(super) fn connects(language: Language, text: &str, start: usize, tokens: &[Token]) -> bool {
    let connectives = match language {
        Language::English => {
            WordList("then|therefore|however|thus|moreover|consequently|nevertheless")
        }
        Language::German => WordList(
            "dann|deshalb|daher|deswegen|darum|dadurch|daraufhin|außerdem|zudem|jedoch|allerdings|\
            dagegen|hingegen|trotzdem|dennoch|somit|ebenfalls|demnach",
        ),
        Language::Chinese | Language::Persian => return false,
    };
    // What follows a clause of its own draws on that.
    let marks = text.match_indices([',', ';', ':', '–']).map(|(at, _)| at);
    let mut before = 0;
    let clause = marks.into_iter().find(|&at| {
        // `Drills, saws and a ladder are then …`: the points of a list are no clauses.
        let point = text.get(before..at).unwrap_or_default();
        before = at;
        point.split_whitespace().count() > LISTED
    });
    let clause = clause.unwrap_or(text.len());
    let mut head = tokens.iter().take(CONNECTS);
    head.any(|token| {
        let at = token.span.start.saturating_sub(start);
        let inserted = language == Language::English
            && text.get(..at).is_some_and(|head| head.ends_with(", "));
        (at < clause || inserted) && connectives.has(&token.norm)
    })
}

/// The most words of a point of a list.
const LISTED: usize = 2;
/// The tokens of a sentence among which such a word stands.
const CONNECTS: usize = 9;

/// The characters of a sentence among which such a phrase stands.
const LOOKS_BACK: usize = 24;

/// Whether a label is that of an answer.
pub(super) fn is_answer(label: &str) -> bool {
    const ANSWER: WordList = WordList("a|answer|antwort|答|回答|پاسخ|ج");
    let bare = label.trim_matches(|c: char| !c.is_alphabetic());
    ANSWER.has(&bare.to_lowercase())
}

/// Whether a sentence answers yes or no to a question before it.
pub(super) fn answers(language: Language, text: &str, start: usize, tokens: &[Token]) -> bool {
    const HAN: WordList =
        WordList("不可以|可以|是的|不是|会的|不会|不能|不行|没有|好的|对的|不用|不需要|有的|能");
    const WORDS: WordList =
        WordList("yes|no|yeah|nope|sure|ja|nein|doch|jein|genau|بله|نه|خیر|آری|بلی");
    if language == Language::Chinese {
        return HAN.iter().any(|word| {
            let rest = text.strip_prefix(word);
            rest.is_some_and(|rest| rest.starts_with(['，', ',', '。', '！']))
        });
    }
    let Some(first) = tokens.first().filter(|token| WORDS.has(&token.norm)) else {
        return false;
    };
    let rest = text.get(first.span.end.saturating_sub(start)..);
    rest.is_some_and(|rest| {
        rest.trim_start()
            .starts_with([',', '،', '.', '!', '–', '—', ':'])
    })
}

/// Whether what could join a sentence to the one before begins a phrase: `پس از …`, `So far`.
pub(super) fn is_preposition(language: Language, tokens: &[Token]) -> bool {
    let at = |index: usize| tokens.get(index).map_or("", |token| token.norm.as_str());
    match (language, at(0)) {
        (Language::Persian, "پس" | "بعد") => at(1) == "از" && !matches!(at(2), "این" | "آن"),
        (Language::Persian, "با") => {
            at(1) != "این" && !(at(1) == "وجود" && matches!(at(2), "این" | "آن"))
        }
        (Language::Persian, "علاوه" | "افزون") => {
            at(1) == "بر" && !matches!(at(2), "این" | "آن")
        }
        (Language::English, "so") => at(1) == "far",
        (Language::English, "later") => matches!(at(1), "this" | "in"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Document;

    #[test]
    fn what_needs_a_sentence_before_it_is_known() {
        for (language, text) in [
            (Language::English, "Since then the pier has been closed."),
            (Language::German, "Seitdem ist der Hafen zu."),
            (Language::Chinese, "此后港口关闭。"),
            (Language::Persian, "از آن زمان بندر بسته است."),
        ] {
            assert!(looks_back(language, text), "{text}");
        }
        for (language, text, is) in [
            (
                Language::German,
                "Die Einfahrt ist deshalb im Mai zu.",
                true,
            ),
            (
                Language::German,
                "Der Hafen ist alt, daher schließt er.",
                false,
            ),
            (Language::English, "The council, however, agreed.", true),
            (Language::English, "The pier is closed.", false),
        ] {
            let document = Document::new(text, language);
            assert_eq!(connects(language, text, 0, &document.tokens), is, "{text}");
        }
        for (language, text, is) in [
            (Language::English, "No, the pier is closed.", true),
            (Language::English, "No ship was lost.", false),
            (Language::German, "Ja, der Hafen ist zu.", true),
            (Language::Chinese, "不可以，港口已关闭。", true),
            (Language::Chinese, "不可以停船的港口很多。", false),
            (Language::Persian, "نه، بندر بسته است.", true),
        ] {
            let document = Document::new(text, language);
            assert_eq!(answers(language, text, 0, &document.tokens), is, "{text}");
        }
        assert!(is_answer("答：") && is_answer("Antwort: ") && !is_answer("Ana:"));
        let document = Document::new("پس از بحث طرح تصویب شد.", Language::Persian);
        assert!(is_preposition(Language::Persian, &document.tokens));
    }
}
