//! What a sentence loses when it is shown: signs at its ends, references to numbers and names of a
//! list of changes, what a speaker says before the first word. Linear in the sentence.

use crate::analysis::Document;
use crate::analysis::verbs::has_finite_verb;
use crate::lexicon::{Forms, WordList};
use crate::text::Language;

/// The most characters of a bracket that refers or thanks.
const BRACKET: usize = 80;
/// The most words of what stands in brackets before speech: `(laughs)`.
const ASIDE: usize = 4;
/// The most words of a key before a colon.
const KEY: usize = 3;
/// The least letters and digits of what is left.
const LEAST: usize = 4;

/// A sentence without what is no part of it; of talk without its false starts.
pub(super) fn tidy(sentence: &str, language: Language, is_spoken: bool) -> String {
    let mut kept = without_references(sentence);
    kept = without_signs(&kept).to_owned();
    if is_spoken {
        kept = without_start(&kept, language).to_owned();
    }
    let kept = without_lead(&kept, language).to_owned();
    let kept = single_marks(&with_subject(&kept, language));
    let kept = without_key(&kept, language).to_owned();
    let letters = kept.chars().filter(|c| c.is_alphanumeric()).take(LEAST);
    if letters.count() < LEAST {
        return sentence.to_owned();
    }
    kept
}

/// Whether a character is a picture or a sign that words do without.
pub(super) fn is_sign(c: char) -> bool {
    matches!(
        c,
        '\u{1F000}'..='\u{1FAFF}'
            | '\u{2190}'..='\u{21FF}'
            | '\u{2300}'..='\u{23FF}'
            | '\u{25A0}'..='\u{27BF}'
            | '\u{2B00}'..='\u{2BFF}'
            | '\u{FE0E}'
            | '\u{FE0F}'
            | '\u{20E3}'
            | '\u{E0020}'..='\u{E007F}'
    )
}

fn without_signs(sentence: &str) -> &str {
    let edge = |c: char| is_sign(c) || c.is_whitespace() || matches!(c, '\u{200d}' | '~' | '～');
    let front = sentence.trim_start_matches(|c: char| edge(c) || matches!(c, '—' | '–'));
    front.trim_end_matches(edge)
}

/// Without `(#812, thanks @otter)`, `[2]` and `, by @otter`.
fn without_references(sentence: &str) -> String {
    if !sentence.contains(['(', '（', '[', '@']) {
        return sentence.to_owned();
    }
    let mut kept = String::with_capacity(sentence.len());
    let mut rest = sentence;
    while let Some(open) = rest.find(['(', '（', '[']) {
        let (before, bracket) = rest.split_at(open);
        kept.push_str(before);
        let mark = bracket.chars().next().unwrap_or('(');
        let close = match mark {
            '(' => ')',
            '（' => '）',
            _ => ']',
        };
        let inside = bracket
            .char_indices()
            .take(BRACKET)
            .find(|&(_, c)| c == close);
        let Some((end, _)) =
            inside.filter(|&(end, _)| refers(&bracket[mark.len_utf8()..end], mark))
        else {
            kept.push(mark);
            rest = &bracket[mark.len_utf8()..];
            continue;
        };
        kept.truncate(kept.trim_end().len());
        rest = &bracket[end + close.len_utf8()..];
    }
    kept.push_str(rest);
    for by in [", by @", " by @", ", thanks @", " thanks @", " – danke @"] {
        if let Some((text, name)) = kept.split_once(by)
            && name.split_whitespace().count() == 1
        {
            kept = text.to_owned();
        }
    }
    kept
}

/// Whether what stands between brackets only refers to a number or a name, or thanks.
fn refers(inside: &str, mark: char) -> bool {
    const THANKS: WordList =
        WordList("thanks|thank you|thx|danke|dank an|vielen dank|感谢|多谢|با تشکر|با سپاس|ممنون");
    let lower = inside.to_lowercase();
    let number = |c: char| c.is_numeric() || matches!(c, ',' | ' ' | '–' | '-' | '،');
    let numbered = inside
        .split('#')
        .skip(1)
        .any(|rest| rest.starts_with(char::is_numeric));
    numbered
        || inside.trim_start().starts_with('@')
        || THANKS.begins(lower.trim_start())
        || mark == '[' && !inside.is_empty() && inside.chars().all(number)
}

/// Speech without `(laughs) `, `Um, ` and `Well, ` in front.
fn without_start(sentence: &str, language: Language) -> &str {
    let fillers = match language {
        Language::English => WordList(
            "um|uh|er|erm|hm|hmm|oh|ah|okay|ok|well|so|yeah|right|now|look|listen|you know|i mean|\
            aye|nah|um so",
        ),
        Language::German => WordList("äh|ähm|hm|also|na ja|naja|tja|ach|oh|gut|okay|na|nun ja|nun"),
        Language::Chinese => WordList("嗯|呃|唉|哎|哎呀|啊|哦|噢|那个|其实吧|怎么说呢|哈哈|对"),
        Language::Persian => WordList("خب|خوب|والا|والله|ببین|ببینید|آهان|راستش|آره"),
    };
    let mut left = sentence;
    for _ in 0..3 {
        let aside = left
            .strip_prefix(['(', '（', '[', '【'])
            .and_then(|inside| {
                let (aside, rest) = inside.split_once([')', '）', ']', '】'])?;
                (aside.split_whitespace().count() <= ASIDE && aside.len() < BRACKET).then_some(rest)
            });
        let filler = left
            .char_indices()
            .find(|&(_, c)| matches!(c, ',' | '，' | '،' | '.' | '。' | '…' | '、'))
            .filter(|&(at, _)| fillers.has(&left[..at].to_lowercase()))
            .map(|(at, c)| &left[at + c.len_utf8()..]);
        let Some(rest) = aside.or(filler) else { break };
        let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || ".…—–,，".contains(c));
        if rest.chars().filter(|c| c.is_alphanumeric()).count() < LEAST {
            break;
        }
        left = rest;
    }
    left
}

/// `Resolved to close the pier.`, as minutes have it, with a subject.
fn with_subject(sentence: &str, language: Language) -> String {
    const VERBS: WordList = WordList("resolved|agreed|decided|noted|recommended");
    let Some((verb, rest)) = sentence
        .split_once(' ')
        .filter(|_| language == Language::English)
    else {
        return sentence.to_owned();
    };
    let lower = verb.to_lowercase();
    let vote = rest
        .starts_with('(')
        .then(|| rest.split_once(") "))
        .flatten();
    let behind = vote.map_or(rest, |(_, behind)| behind);
    let next = behind.split(' ').next().unwrap_or_default();
    if VERBS.has(&lower) && matches!(next, "to" | "that" | "unanimously") {
        return format!("It was {lower} {rest}");
    }
    sentence.to_owned()
}

/// Without the key before a colon that the sentence says again: `School: the school gets a roof.`
fn without_key(sentence: &str, language: Language) -> &str {
    let Some((key, rest)) = sentence
        .split_once(": ")
        .filter(|(key, _)| key.split_whitespace().count() <= KEY && language != Language::Chinese)
    else {
        return sentence;
    };
    let keys = |text: &str| Document::new(text, language).content_keys();
    let named = keys(key);
    let again = !named.is_empty() && named.is_subset(&keys(rest));
    let told = rest.starts_with(char::is_alphanumeric) && has_finite_verb(rest, language);
    if again && told { rest } else { sentence }
}

/// Without what leads up to a sentence and says nothing: `Straight to it: `, `先说结论：`, and without
/// the label of a point before a dash: `BONFIRES – `.
pub(super) fn without_lead(sentence: &str, language: Language) -> &str {
    let leads = Forms::of(language).list("leads");
    let colon = sentence
        .split_once(": ")
        .or_else(|| sentence.split_once('：'));
    if let Some((lead, rest)) = colon
        && leads.has(&lead.to_lowercase())
        && rest.chars().filter(|c| c.is_alphanumeric()).count() >= LEAST
    {
        return rest.trim_start();
    }
    let dash = [" – ", " — ", " - "]
        .iter()
        .find_map(|dash| sentence.split_once(dash));
    let Some((label, rest)) = dash else {
        return sentence;
    };
    let cased = matches!(language, Language::English | Language::German);
    let shouts = label.chars().filter(|c| c.is_uppercase()).count() > 3
        && !label.contains(char::is_lowercase);
    let begins = rest.starts_with(char::is_uppercase) && has_finite_verb(rest, language);
    if cased && shouts && begins && label.split_whitespace().count() <= KEY {
        return rest;
    }
    sentence
}

/// `!!!` as `!`.
fn single_marks(sentence: &str) -> String {
    let mut kept = String::with_capacity(sentence.len());
    for c in sentence.chars() {
        if "!?！？".contains(c) && kept.ends_with(c) {
            continue;
        }
        kept.push(c);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_and_references_are_left_out() {
        for (language, sentence, expected) in [
            (
                Language::English,
                "Search is faster (#812, thanks @otter).",
                "Search is faster.",
            ),
            (
                Language::English,
                "⚠️ The pier is closed 🎉",
                "The pier is closed",
            ),
            (
                Language::English,
                "Call f(x) twice (or more).",
                "Call f(x) twice (or more).",
            ),
            (
                Language::German,
                "Kein Absturz mehr (danke an Otter)!!",
                "Kein Absturz mehr!",
            ),
            (
                Language::Chinese,
                "修复重复入账的问题（感谢用户@阿木 反馈）。",
                "修复重复入账的问题。",
            ),
            (
                Language::English,
                "School: the school gets a new roof in May.",
                "the school gets a new roof in May.",
            ),
            (
                Language::English,
                "Offline: the ferry is closed in May.",
                "Offline: the ferry is closed in May.",
            ),
            (
                Language::Persian,
                "️ این پل بسته است[۲].",
                "این پل بسته است.",
            ),
        ] {
            assert_eq!(tidy(sentence, language, false), expected);
        }
    }

    #[test]
    fn talk_begins_with_its_first_word() {
        for (language, sentence, expected) in [
            (
                Language::English,
                "Um, well, the bells ring.",
                "the bells ring.",
            ),
            (
                Language::German,
                "(lacht) Die Fähre fährt noch.",
                "Die Fähre fährt noch.",
            ),
            (Language::Chinese, "嗯，渡轮还在开。", "渡轮还在开。"),
            (
                Language::Persian,
                "خب، پل هنوز باز است.",
                "پل هنوز باز است.",
            ),
            (
                Language::English,
                "So far, so good, he said.",
                "So far, so good, he said.",
            ),
        ] {
            assert_eq!(tidy(sentence, language, true), expected);
        }
    }
}
