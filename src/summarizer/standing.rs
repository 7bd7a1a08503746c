//! Whether a sentence can be shown by itself: a whole clause with a mark at its end, of nobody's
//! talk, that begins with no label and points at nothing that stands before it.
//!
//! Linear in the sentence.

use super::compression::is_whole;
use super::form::Form;
use super::reading::Reading;
use super::tidy::{is_sign, without_lead};
use super::worth::is_keyed;
use crate::lexicon::WordList;
use crate::text::Language;

/// The least words of an answer that says what it is about.
const ANSWER: usize = 7;
/// The most characters of a key before a dash.
const KEY: usize = 40;

/// Whether a sentence stands by itself. Who writes a letter or a review may say `I`.
pub(super) fn stands(reading: &Reading, at: usize, has_author: bool) -> bool {
    let language = reading.document.language;
    let Some(sentence) = reading.sentences.get(at) else {
        return false;
    };
    let text = without_lead(reading.text_of(at), language);
    let spoken = sentence.is_spoken && sentence.speaker.is_some();
    // A short answer lacks its question.
    let answer = reading.form == Form::Interview && reading.tokens(at).len() < ANSWER;
    !sentence.hangs()
        && !answer
        && !sentence.is_verbless
        && !sentence.is_fragment
        && sentence.role.tells()
        && (!sentence.is_own || has_author || spoken)
        && is_closed(text)
        && is_whole(text)
        && !is_keyed(text)
        && !is_dashed(text)
        && !has_signs(text)
        && begins(text, language)
        && !lacks_subject(text, language)
        && !counts(text, language)
}

/// Whether a sentence ends with its mark.
fn is_closed(text: &str) -> bool {
    let bare = text.trim_end_matches(['"', '”', '’', '»', '“', ')', '）', '」', '』', ']']);
    bare.ends_with(['.', '!', '。', '！', '；', '۔', '؛'])
}

/// `Bush turkeys – Ana reported …`, `马思远——同一块地`: whether a key stands before a dash.
fn is_dashed(text: &str) -> bool {
    let head = text
        .char_indices()
        .nth(KEY)
        .map_or(text, |(at, _)| &text[..at]);
    let found = [" – ", " — ", " - ", "——"]
        .iter()
        .filter_map(|dash| head.find(dash).map(|at| (at, at + dash.len())))
        .min();
    found.is_some_and(|(at, behind)| {
        let key = text.get(..at).unwrap_or_default();
        let rest = text.get(behind..).unwrap_or_default();
        // A second dash ends an insertion.
        let inserted = [" – ", " — ", " - ", "——"]
            .iter()
            .any(|dash| rest.contains(dash));
        !inserted && key.split_whitespace().count() <= 3
    })
}

/// Whether signs of lists, forms or notes stand in a sentence.
fn has_signs(text: &str) -> bool {
    text.chars()
        .any(|c| is_sign(c) || matches!(c, '|' | '\t' | '＿' | '❶'..='❿' | '①'..='⑳'))
        || text.contains("->")
        || text.contains("=>")
        || text.contains("://")
}

/// Whether a sentence begins as one does: with a capital, a number or a letter without case.
fn begins(text: &str, language: Language) -> bool {
    let first = text.chars().find(|c| c.is_alphanumeric());
    let cased = matches!(language, Language::English | Language::German);
    let word = text.split_whitespace().next().unwrap_or_default();
    let code = word.contains(['(', '_', '-', '/', '.']) || word.chars().any(char::is_numeric);
    !text.starts_with(['(', '（', '[', '【', '·', '•', '-', '–', '*'])
        && (!cased || code || first.is_some_and(|c| !c.is_lowercase()))
}

/// Whether a sentence begins with its verb, as notes do: `Goes down to $29.`
fn lacks_subject(text: &str, language: Language) -> bool {
    let verbs = match language {
        Language::English => WordList(
            "goes|makes|takes|comes|gets|uses|using|contains|includes|gives|has|is|are|was|were|does|\
            runs|works|needs|serves|starts|ends|costs|loved|bought|got|tried|went|had|been|moved|done|\
            improvement|improved|unit|forecast|dear|hi|hello|hey",
        ),
        Language::German => WordList(
            "habe|hab|bin|ist|hat|war|hatte|kostet|läuft|funktioniert|wurde|wurden|kam|ging|gekauft|\
            bestellt|danke|versteigerung|liebe|lieber|sehr|hallo|moin|servus",
        ),
        Language::Chinese | Language::Persian => WordList(""),
    };
    let first = text.split_whitespace().next().unwrap_or_default();
    verbs.has(&first.to_lowercase())
}

/// Whether a sentence says `we` or `our`, of which only its document says whose.
pub(super) fn says_we(text: &str, language: Language) -> bool {
    let list = match language {
        Language::English => WordList("we|we've|we're|we'll|our|us|ours"),
        Language::German => WordList("wir|uns|unser|unsere|unserem|unseren|unserer|unseres"),
        Language::Chinese => {
            const OURS: WordList =
                WordList("我们|我們|咱们|我司|我方|我校|我市|我院|我区|我县|贵司|貴司|旗下|这儿");
            return OURS.is_in(text);
        }
        Language::Persian => {
            WordList("ما|مان|ماست|داریم|کردیم|هستیم|می\u{200c}کنیم|می\u{200c}دهیم")
        }
    };
    let apostrophes = text.to_lowercase().replace('’', "'");
    apostrophes
        .split(|c: char| !(c.is_alphanumeric() || c == '\'' || c == '\u{200c}'))
        .any(|word| list.has(word))
}

/// Whether a sentence goes on with a count: `Third, …`, `Eight of 21 …`, `其次，…`.
fn counts(text: &str, language: Language) -> bool {
    let list = match language {
        Language::English => WordList(
            "first,|second,|third,|fourth,|firstly,|secondly,|finally,|lastly,|next,|in addition,|\
            as a result,|for example,|in contrast,|on the other hand,|the other|the second|the third|\
            the rest|the same|both |together,|after that|before that|except|in that case",
        ),
        Language::German => WordList(
            "erstens|zweitens|drittens|zuletzt|zum einen|zum anderen|im gegensatz|beispielsweise|\
            zum beispiel|das zweite|der zweite|die zweite|die anderen|der rest|drei davon|in diesem fall|\
            außer",
        ),
        Language::Chinese => WordList(
            "第一，|第二，|第三，|首先|其次|再次|最后|一是|二是|三是|例如|比如|相比之下|相反|前两|后两|\
            上述|以上|如此|这样|这里|那里|那时|一看|二看|其余|另一|另有|与此",
        ),
        Language::Persian => WordList(
            "نخست|دوم|سوم|اول|در آخر|برای مثال|مثلاً|مثلا|در مقابل|در این صورت|در اون صورت|دیگر|بقیه|هر دو|\
            از این رو|به همین",
        ),
    };
    list.begins(&text.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::shape::Shape;

    fn found(text: &str, language: Language) -> bool {
        let shape = Shape::read(text, language);
        let reading = Reading::of(&shape, language);
        stands(&reading, reading.sentences.len() - 1, false)
    }

    #[test]
    fn whole_sentences_stand() {
        for (language, text) in [
            (Language::English, "The pier of Northport opens in May."),
            (Language::German, "Der Hafen von Altwerder öffnet im Mai."),
            (Language::Chinese, "北港的码头将于五月开放。"),
            (Language::Persian, "بندر نیلاب در خرداد باز می‌شود."),
        ] {
            assert!(found(text, language), "{text}");
        }
    }

    #[test]
    fn pieces_labels_and_pointers_do_not() {
        for (language, text) in [
            (
                Language::English,
                "The pier opened. It was closed for a year.",
            ),
            (
                Language::English,
                "The pier opened. Third, the lamps of the pier were replaced.",
            ),
            (
                Language::English,
                "The pier opened. Crane – Ana Roe reported that the crane had failed.",
            ),
            (Language::English, "I closed the pier in May."),
            (Language::English, "The pier has a ☑ lamp and a ☐ bell."),
            (
                Language::German,
                "Der Hafen öffnete. Zweitens wurden die Lampen ersetzt.",
            ),
            (
                Language::German,
                "Der Hafen öffnete. Kran: Der Kran im Hafen ist seit Mai defekt.",
            ),
            (Language::Chinese, "码头开放了。其次，北港更换了码头的灯。"),
            (Language::Persian, "بندر باز شد. دوم چراغ‌های بندر عوض شد."),
        ] {
            assert!(!found(text, language), "{text}");
        }
    }
}
