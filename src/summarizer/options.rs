//! What a summary should be like.
//!
//! The names, values and defaults are those of the browsers' Summarizer API
//! (Writing Assistance APIs), plus `method` and a single `language`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::{Error, ErrorKind, Result};
use crate::text::Language;

/// Declares an option with a fixed set of values, their names in kebab-case.
macro_rules! choice {
    (
        $(#[$about:meta])*
        $name:ident ($option:literal) {
            $($(#[$value_about:meta])* $value:ident = $text:literal,)+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$value_about])* #[serde(rename = $text)] $value,)+
        }

        impl $name {
            /// Every value, in declaration order.
            pub const ALL: &'static [$name] = &[$(Self::$value),+];

            /// The name of the value.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$value => $text,)+
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl FromStr for $name {
            type Err = Error;

            fn from_str(text: &str) -> Result<Self> {
                match text {
                    $($text => Ok(Self::$value),)+
                    _ => Err(not_allowed($option, text, &[$($text),+])),
                }
            }
        }
    };
}

choice! {
    /// The kind of summary.
    SummaryType("type") {
        /// One sentence that says the most, cut short if need be.
        Headline = "headline",
        /// The main sentences, for a reader in a hurry.
        Tldr = "tldr",
        /// Sentences from the beginning that make one read on.
        Teaser = "teaser",
        /// The main points as a list.
        #[default]
        KeyPoints = "key-points",
    }
}

choice! {
    /// How long the summary is. What that means depends on the type: see
    /// [`SummarizerOptions::length`].
    SummaryLength("length") {
        /// The shortest.
        #[default]
        Short = "short",
        /// In between.
        Medium = "medium",
        /// The longest.
        Long = "long",
    }
}

choice! {
    /// How the summary is written down.
    SummaryFormat("format") {
        /// Text without markup.
        PlainText = "plain-text",
        /// CommonMark.
        #[default]
        Markdown = "markdown",
    }
}

choice! {
    /// Where the words of the summary come from.
    Method("method") {
        /// Salient sentences that stand alone; as a headline a title that is there, or a sentence
        /// cut down by rules.
        #[default]
        Auto = "auto",
        /// Sentences of the text: those most like the rest of it.
        Extractive = "extractive",
        /// The first sentences of the text.
        Lead = "lead",
        /// Sentences of the text: the most central ones by TextRank.
        TextRank = "textrank",
        /// Sentences of the text, chosen together: as many words as `extractive`
        /// takes, in as many sentences as say the most.
        Subset = "subset",
        /// Sentences that a model writes.
        Abstractive = "abstractive",
    }
}

/// The options of a summarizer. Every field may be left out; an unknown one is
/// an error.
///
/// ```
/// use epitome::summarizer::{SummarizerOptions, SummaryType};
///
/// let options: SummarizerOptions = serde_json::from_str(r#"{ "type": "tldr" }"#)?;
/// assert_eq!(options.r#type, SummaryType::Tldr);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SummarizerOptions {
    /// The kind of summary. Default: `key-points`.
    pub r#type: SummaryType,
    /// How long it is. Default: `short`.
    ///
    /// | | short | medium | long |
    /// |---|---|---|---|
    /// | headline | 12 words, 18 Chinese characters | 17, 25 | 22, 33 |
    /// | tldr, teaser | 1 sentence | 3 | 5 |
    /// | tldr with `auto` | 1 to 3 sentences of at most 42 words, 78 Chinese characters, or one longer | 3 | 5 |
    /// | key-points | 3 points | 5 | 7 |
    ///
    /// A short tldr of `auto` begins with the title where its sentences do not name their matter.
    ///
    /// With `auto` a title that is there is taken whole up to the length of a long headline, and a
    /// sentence that cannot be cut to the limit may be half as long again.
    pub length: SummaryLength,
    /// How it is written down. Default: `markdown`.
    pub format: SummaryFormat,
    /// The language of the texts. Default: guessed from each text.
    pub language: Option<Language>,
    /// Where its words come from. Default: `auto`.
    pub method: Method,
}

fn not_allowed(option: &str, value: &str, allowed: &[&str]) -> Error {
    Error::new(
        ErrorKind::InvalidArgument,
        format!(
            "option {option} cannot be {value:?}: allowed are {}",
            allowed.join(", ")
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_serde() {
        fn check<T>(values: &[T])
        where
            T: Copy + fmt::Debug + fmt::Display + PartialEq + FromStr<Err = Error> + Serialize,
        {
            for &value in values {
                assert_eq!(
                    serde_json::to_value(value).unwrap(),
                    value.to_string().as_str()
                );
                assert_eq!(value.to_string().parse::<T>().unwrap(), value);
            }
        }
        check(SummaryType::ALL);
        check(SummaryLength::ALL);
        check(SummaryFormat::ALL);
        check(Method::ALL);
    }
}
