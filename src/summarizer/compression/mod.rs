//! Sentences cut down to what is still a sentence and still true.
//!
//! Rules for each language take away what a sentence can lose: brackets, who announced it,
//! appositions, relative clauses, leading and trailing adverbials. A clause that sets a condition
//! is kept, and so is what stands under a negation: `will not reopen before Easter` is not
//! `will not reopen`. The idea is that of Dorr, Zajic and Schwartz 2003 (Hedge Trimmer), over
//! punctuation and closed word classes instead of parses. Linear in the sentence, but for the
//! product of its cuts.

mod chinese;
mod complete;
mod english;
mod english_words;
mod german;
mod persian;

use crate::order;
use crate::text::Language;
use crate::text::tokenize::words;

/// A sentence of more bytes is left whole: what it loses takes the square of its words.
const LONGEST: usize = 2000;

/// The versions of a sentence, the whole one first, each shorter than those before.
pub(super) fn versions(sentence: &str, language: Language) -> Vec<String> {
    let sentence = sentence.split_whitespace().collect::<Vec<_>>().join(" ");
    if sentence.len() > LONGEST {
        return vec![sentence];
    }
    let bare = without_brackets(&without_greeting(&sentence, language));
    let cuts = match language {
        Language::English => english::versions(&bare),
        Language::German => german::versions(&bare),
        Language::Chinese => chinese::versions(&bare),
        Language::Persian => persian::versions(&bare),
    };
    let kept_whole = sentence.clone();
    let mut found = vec![sentence];
    found.extend([bare]);
    found.extend(cuts);
    let mut kept: Vec<String> = Vec::new();
    for version in found {
        let version = finished(&version, &kept_whole);
        let is_complete = kept.is_empty() || complete::is_complete(&version, &kept_whole, language);
        if is_whole(&version) && is_complete && !kept.contains(&version) {
            kept.push(version);
        }
    }
    order::by_key(&mut kept, |version| std::cmp::Reverse(words(version).len()));
    kept
}

/// A version of a text without the marks at its ends, and with a capital where it was cut in front.
pub(super) fn finished(version: &str, text: &str) -> String {
    let trimmed = version
        .trim()
        .trim_start_matches([',', '，', '،', ';', '；', ':', '：', '、', ' '])
        .trim_end_matches(|c: char| c.is_whitespace() || "，、,;:；：؛،–—-".contains(c));
    if text.starts_with(trimmed) {
        return trimmed.to_owned();
    }
    let mut chars = trimmed.chars();
    match chars.next() {
        Some(first)
            if first.is_lowercase()
                && !trimmed
                    .get(first.len_utf8()..)
                    .unwrap_or_default()
                    .starts_with(char::is_uppercase) =>
        {
            first.to_uppercase().chain(chars).collect()
        }
        _ => trimmed.to_owned(),
    }
}

/// Whether brackets and quotation marks of a version are closed.
pub(super) fn is_whole(version: &str) -> bool {
    const PAIRS: [(char, &[char]); 9] = [
        ('(', &[')']),
        ('（', &['）']),
        ('[', &[']']),
        ('“', &['”']),
        ('„', &['“', '”']),
        ('«', &['»']),
        ('「', &['」']),
        ('《', &['》']),
        ('‘', &['’']),
    ];
    let count = |marks: &[char]| version.matches(marks).count();
    let german = version.contains('„');
    let quotes = PAIRS.iter().all(|&(open, close)| {
        if open == if german { '“' } else { '„' } {
            return true;
        }
        let closed = count(close);
        // An apostrophe closes nothing.
        count(&[open]) == closed || open == '‘' && closed >= count(&[open])
    });
    quotes && version.matches('"').count().is_multiple_of(2)
}

/// A sentence without what stands between brackets.
pub(super) fn without_brackets(sentence: &str) -> String {
    let mut kept = String::with_capacity(sentence.len());
    let mut depth = 0_usize;
    // Of a bracket within a word, as in `f(x)`, nothing goes.
    let mut glued = 0_usize;
    let han = |c: char| ('\u{2E80}'..='\u{9FFF}').contains(&c);
    for c in sentence.chars() {
        match c {
            '(' | '[' if depth == 0 && kept.ends_with(|c: char| c.is_alphanumeric() && !han(c)) => {
                glued += 1;
                kept.push(c);
            }
            ')' | ']' if depth == 0 && glued > 0 => {
                glued -= 1;
                kept.push(c);
            }
            '(' | '（' | '[' => depth += 1,
            ')' | '）' | ']' if depth > 0 => depth -= 1,
            _ if depth == 0 => {
                let mark = ",.;:!?".contains(c) && kept.ends_with(' ');
                if mark || c == ' ' && kept.ends_with(' ') {
                    kept.pop();
                }
                kept.push(c);
            }
            _ => {}
        }
    }
    // Brackets that are not closed belong to the text.
    if depth == 0 {
        kept
    } else {
        sentence.to_owned()
    }
}

/// A sentence without `Hi Olivia, ` in front.
fn without_greeting(sentence: &str, language: Language) -> String {
    let greetings: &[&str] = match language {
        Language::English => &[
            "hi",
            "hello",
            "hey",
            "dear",
            "good morning",
            "good afternoon",
            "thanks",
        ],
        Language::German => &[
            "hallo",
            "hi",
            "guten morgen",
            "guten tag",
            "guten abend",
            "liebe",
            "lieber",
            "moin",
        ],
        Language::Chinese => &["你好", "您好", "大家好", "各位好", "早上好", "尊敬的"],
        Language::Persian => &["سلام", "درود", "با سلام"],
    };
    let Some((greeting, rest)) = sentence.split_once([',', '，', '،', '!', '！']) else {
        return sentence.to_owned();
    };
    let lower = greeting.to_lowercase();
    let greets = greetings.iter().any(|word| {
        lower.strip_prefix(word).is_some_and(|rest| {
            !rest.starts_with(char::is_alphanumeric) || language == Language::Chinese
        })
    });
    if greets && words(greeting).len() <= 5 {
        return rest.trim_start().to_owned();
    }
    sentence.to_owned()
}

/// The words of a sentence with their marks, and in lower case without.
struct Chunks<'s> {
    written: Vec<&'s str>,
    norms: Vec<String>,
}

impl<'s> Chunks<'s> {
    fn of(sentence: &'s str) -> Self {
        let written: Vec<&str> = sentence
            .split(' ')
            .filter(|word| !word.is_empty())
            .collect();
        let norms = written
            .iter()
            .map(|word| {
                word.trim_matches(|c: char| !c.is_alphanumeric())
                    .to_lowercase()
            })
            .collect();
        Self { written, norms }
    }

    fn len(&self) -> usize {
        self.written.len()
    }

    fn norm(&self, at: usize) -> &str {
        self.norms.get(at).map_or("", String::as_str)
    }

    /// Whether a comma or the like stands behind a word.
    fn has_comma(&self, at: usize) -> bool {
        self.written
            .get(at)
            .is_some_and(|word| word.ends_with([',', '،', ';', '–', '—', '؛']))
    }

    fn join(&self, range: std::ops::Range<usize>) -> String {
        self.written.get(range).unwrap_or_default().join(" ")
    }

    /// The parts between commas, as ranges of words.
    fn parts(&self) -> Vec<std::ops::Range<usize>> {
        let mut parts = Vec::new();
        let mut start = 0;
        for at in 0..self.len() {
            if self.has_comma(at) || at + 1 == self.len() {
                parts.push(start..at + 1);
                start = at + 1;
            }
        }
        parts
    }

    fn holds(&self, range: std::ops::Range<usize>, list: &[&str]) -> bool {
        self.norms
            .get(range)
            .is_some_and(|norms| norms.iter().any(|norm| list.contains(&norm.as_str())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_loses_what_it_can() {
        for (language, sentence, expected) in [
            (
                Language::English,
                "The lighthouse on Gannet Rock will have keepers again for the first time in thirty years.",
                "The lighthouse on Gannet Rock will have keepers again",
            ),
            (
                Language::English,
                "Residents, who had protested for weeks, welcomed the closure of the plant on Friday, the council said.",
                "Residents welcomed the closure of the plant on Friday",
            ),
            (
                Language::English,
                "The school board voted 5-2 late on Monday night to close the old pier at the end of the year.",
                "The school board voted 5-2 to close the old pier",
            ),
            (
                Language::German,
                "Die neue Straßenbahn zum Hafen wird am 3. Mai eröffnet, wie der Rat der Stadt am Montag mitteilte.",
                "Die neue Straßenbahn zum Hafen wird am 3. Mai eröffnet",
            ),
            (
                Language::Chinese,
                "市政府昨天宣布，通往港口的地铁新线将于五月开通。",
                "通往港口的地铁新线将于五月开通。",
            ),
            (
                Language::Persian,
                "شورای شهر دیروز اعلام کرد که خط تازهٔ تراموا به بندر در خرداد باز می‌شود.",
                "خط تازهٔ تراموا به بندر در خرداد باز می‌شود.",
            ),
        ] {
            let found = versions(sentence, language);
            assert!(found.iter().any(|version| version == expected), "{found:?}");
        }
    }

    #[test]
    fn brackets_within_words_stay() {
        assert_eq!(
            without_brackets("Call f(x) twice (or more)."),
            "Call f(x) twice."
        );
        assert_eq!(without_brackets("Zn(BTZ)2 leuchtet"), "Zn(BTZ)2 leuchtet");
        assert_eq!(without_brackets("渡轮(两艘)增加"), "渡轮增加");
    }

    #[test]
    fn conditions_and_what_is_denied_stay() {
        for (language, sentence) in [
            (
                Language::English,
                "The pool at Cressing will not reopen before Easter.",
            ),
            (
                Language::English,
                "The bridge will be closed if the river rises again.",
            ),
            (
                Language::German,
                "Die Brücke wird gesperrt, wenn der Fluss noch einmal steigt.",
            ),
            (
                Language::German,
                "Die Händler hoffen, dass die Straßenbahn die Kunden zurückbringt.",
            ),
        ] {
            let size = words(sentence).len();
            let found = versions(sentence, language);
            assert!(
                found.iter().all(|version| words(version).len() == size),
                "{found:?}"
            );
        }
    }

    #[test]
    fn a_time_alone_is_no_sentence() {
        let found = versions(
            "因港口管道检修，10月22日（周四）8:00至15:00，三层至八层停水。",
            Language::Chinese,
        );
        assert!(!found.iter().any(|one| one.ends_with("15:00")), "{found:?}");
    }

    #[test]
    fn any_sentence_has_a_version() {
        for language in Language::ALL {
            for sentence in ["", "a", ",", "(", "“", "，，", "said", "که", "und, und,"] {
                let _ = versions(sentence, language);
            }
        }
    }
}
