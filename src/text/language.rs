//! The languages whose texts the crate reads.
//!
//! A [`Language`] is named by a BCP 47 tag of which only the primary subtag
//! counts, or guessed from the text by [`Language::detect`].

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use unicode_script::{Script, UnicodeScript};

use crate::error::{Error, ErrorKind, Result};

/// The longest subtag that BCP 47 allows.
const MAX_SUBTAG_LENGTH: usize = 8;

/// The longest function word in the lists below, in bytes. Longer words are
/// not looked up.
const MAX_FUNCTION_WORD_LENGTH: usize = 6;

/// Frequent English words that are not German ones, in order.
const ENGLISH_WORDS: [&str; 24] = [
    "and", "are", "at", "but", "by", "for", "from", "has", "have", "he", "is", "it", "not", "of",
    "on", "or", "that", "the", "their", "they", "this", "to", "which", "with",
];

/// Frequent German words that are not, or rarely, English ones, in order.
const GERMAN_WORDS: [&str; 36] = [
    "als", "am", "auch", "auf", "aus", "bei", "das", "dass", "dem", "den", "der", "des", "die",
    "ein", "eine", "einem", "einen", "einer", "er", "es", "haben", "hat", "ich", "im", "ist",
    "mit", "nach", "nicht", "sich", "sie", "sind", "und", "von", "wird", "zu", "zum",
];

/// A language whose texts the crate reads.
///
/// ```
/// use epitome::text::Language;
///
/// let language: Language = "zh-Hans-CN".parse()?;
/// assert_eq!(language, Language::Chinese);
/// assert_eq!(language.to_string(), "zh");
/// # Ok::<(), epitome::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "&'static str")]
pub enum Language {
    /// Chinese (`zh`), in simplified or traditional characters.
    Chinese,
    /// English (`en`).
    English,
    /// Persian (`fa`).
    Persian,
    /// German (`de`).
    German,
}

impl Language {
    /// Every language, in declaration order.
    pub const ALL: [Language; 4] = [Self::Chinese, Self::English, Self::Persian, Self::German];

    /// The primary BCP 47 subtag: `zh`, `en`, `fa` or `de`.
    pub fn code(self) -> &'static str {
        match self {
            Self::Chinese => "zh",
            Self::English => "en",
            Self::Persian => "fa",
            Self::German => "de",
        }
    }

    /// Guesses the language of `text` from its scripts and, for Latin letters,
    /// from function words and umlauts.
    ///
    /// The script with most units wins, a unit being one Han character or one
    /// word of Arabic or Latin letters; a tie goes to Han, then Arabic. The
    /// guess is among the four languages only: Japanese text comes out as
    /// Chinese, Arabic text as Persian, and every other language in Latin
    /// letters as English or German. Latin text with no evidence either way is
    /// English. `None` when no letter belongs to these scripts.
    ///
    /// ```
    /// use epitome::text::Language;
    ///
    /// assert_eq!(Language::detect("Das Haus ist alt."), Some(Language::German));
    /// assert_eq!(Language::detect("12.5 %"), None);
    /// ```
    pub fn detect(text: &str) -> Option<Self> {
        Self::guess(text).map(|guess| guess.language)
    }

    /// [`detect`](Self::detect), and how sure the guess is.
    ///
    /// ```
    /// use epitome::text::Language;
    ///
    /// let guess = Language::guess("Das Haus ist alt, und es steht am Hafen.").expect("letters");
    /// assert_eq!(guess.language, Language::German);
    /// assert!(guess.confidence > 0.8);
    /// // Neither English nor German.
    /// let guess = Language::guess("La maison est vieille.").expect("letters");
    /// assert!(guess.confidence < 0.6);
    /// ```
    pub fn guess(text: &str) -> Option<Guess> {
        let mut units = Units::default();
        for run in text.split(|c: char| !c.is_alphabetic()) {
            units.add(run);
        }
        units.guess()
    }

    fn from_primary_subtag(subtag: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|language| language.code().eq_ignore_ascii_case(subtag))
    }
}

/// A language that a text seems to be in.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Guess {
    /// The likeliest of the four languages.
    pub language: Language,
    /// How sure that is, 0 to 1: near 0.5 and below, the text may be in a fifth language.
    pub confidence: f64,
}

/// What a text has of each script and language.
#[derive(Default)]
struct Units {
    han: usize,
    kana: usize,
    arabic: usize,
    /// Words with letters that only Persian, or only Arabic, has.
    persian: usize,
    only_arabic: usize,
    latin: usize,
    english: usize,
    german: usize,
}

/// The share of Latin words that are function words in a text of one of the languages, at least.
const FUNCTION_WORDS: f64 = 0.12;

impl Units {
    fn add(&mut self, run: &str) {
        let Some(first) = run.chars().next() else {
            return;
        };
        match first.script() {
            Script::Latin => {
                self.latin += 1;
                match latin_evidence(run) {
                    Some(Language::English) => self.english += 1,
                    Some(_) => self.german += 1,
                    None => {}
                }
            }
            Script::Arabic => {
                self.arabic += 1;
                self.persian += usize::from(run.contains(['پ', 'چ', 'ژ', 'گ', 'ی', 'ک']));
                self.only_arabic += usize::from(run.contains(['ة', 'ي', 'ى', 'ك', 'إ']));
            }
            _ => {}
        }
        if !run.is_ascii() {
            self.han += run.chars().filter(|c| c.script() == Script::Han).count();
            let is_kana = |c: &char| matches!(c.script(), Script::Hiragana | Script::Katakana);
            self.kana += run.chars().filter(is_kana).count();
        }
    }

    fn guess(&self) -> Option<Guess> {
        let most = self.han.max(self.arabic).max(self.latin);
        if most == 0 {
            return None;
        }
        let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
        let of_script = share(most, self.han + self.kana + self.arabic + self.latin);
        let (language, confidence) = if self.han == most {
            (
                Language::Chinese,
                if self.kana * 10 > self.han { 0.3 } else { 1.0 },
            )
        } else if self.arabic == most {
            let persian = share(self.persian, self.persian + self.only_arabic);
            (
                Language::Persian,
                if self.persian == 0 { 0.5 } else { persian },
            )
        } else {
            let (language, words) = match self.german > self.english {
                true => (Language::German, self.german),
                false => (Language::English, self.english),
            };
            let agreement = share(words, self.english + self.german);
            let density = share(words, self.latin) / FUNCTION_WORDS;
            (language, 0.3 + 0.7 * agreement * density.min(1.0))
        };
        let confidence = (of_script * confidence).clamp(0.0, 1.0);
        Some(Guess {
            language,
            confidence,
        })
    }
}

/// Which of the two Latin-script languages a word speaks for.
fn latin_evidence(word: &str) -> Option<Language> {
    if word.chars().any(|c| "äöüßÄÖÜẞ".contains(c)) {
        return Some(Language::German);
    }
    if word.len() > MAX_FUNCTION_WORD_LENGTH {
        return None;
    }
    let word = word.to_ascii_lowercase();
    if ENGLISH_WORDS.binary_search(&word.as_str()).is_ok() {
        Some(Language::English)
    } else if GERMAN_WORDS.binary_search(&word.as_str()).is_ok() {
        Some(Language::German)
    } else {
        None
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Language {
    type Err = Error;

    /// Reads a BCP 47 tag in any case; subtags after the first are checked for
    /// form only.
    fn from_str(tag: &str) -> Result<Self> {
        let mut subtags = tag.split('-');
        let language = subtags.next().and_then(Self::from_primary_subtag);
        let well_formed = subtags.all(|subtag| {
            (1..=MAX_SUBTAG_LENGTH).contains(&subtag.len())
                && subtag.bytes().all(|b| b.is_ascii_alphanumeric())
        });
        match language {
            Some(language) if well_formed => Ok(language),
            _ => {
                let allowed = Self::ALL.map(Self::code).join(", ");
                Err(Error::new(
                    ErrorKind::UnsupportedLanguage,
                    format!(
                        "language {tag:?} is not supported: allowed are {allowed}, \
                         each with optional BCP 47 subtags such as zh-Hans-CN"
                    ),
                ))
            }
        }
    }
}

impl TryFrom<String> for Language {
    type Error = Error;

    fn try_from(tag: String) -> Result<Self> {
        tag.parse()
    }
}

impl From<Language> for &'static str {
    fn from(language: Language) -> Self {
        language.code()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn word_lists_are_sorted_and_disjoint() {
        assert!(ENGLISH_WORDS.is_sorted());
        assert!(GERMAN_WORDS.is_sorted());
        for word in ENGLISH_WORDS {
            assert!(!GERMAN_WORDS.contains(&word), "{word}");
        }
        for word in ENGLISH_WORDS.iter().chain(&GERMAN_WORDS) {
            assert!(word.len() <= MAX_FUNCTION_WORD_LENGTH, "{word}");
        }
    }
}
