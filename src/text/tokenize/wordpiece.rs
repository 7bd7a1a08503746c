//! The longest pieces of a vocabulary, from left to right (WordPiece; Wu et al. 2016), of
//! text without case and accents, as BERT reads it (Devlin et al. 2019).
//!
//! Control characters are dropped, Han characters stand alone, accents (category Mn after
//! canonical decomposition) and case are removed; words end at white space, and each mark of
//! punctuation is a word. A word is cut into the longest piece of the vocabulary that it begins with, then
//! into the longest ones with `##` before them; where there is none, or the word has more than 100
//! characters, all of it is `[UNK]`.
//!
//! The vocabulary file is a [`Vocabulary`]'s. This is the tokenization of the `tokenizers` package
//! (models.WordPiece after normalizers.BertNormalizer and pre_tokenizers.BertPreTokenizer). Cost: linear in the
//! text times the length of a word, of 100 characters at most.

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::error::Result;
use crate::text::Vocabulary;

/// Stands before a piece that goes on a word.
const GOES_ON: &str = "##";

/// Characters of a word that is cut.
const LONGEST_WORD: usize = 100;

/// A subword tokenizer.
#[derive(Clone, Debug)]
pub struct WordPiece {
    vocabulary: Vocabulary,
}

impl WordPiece {
    /// Reads a vocabulary file.
    ///
    /// ```
    /// use epitome::text::tokenize::WordPiece;
    ///
    /// let pieces = WordPiece::parse("[PAD]\n[UNK]\nsum\n##mary\n.\n".as_bytes())?;
    /// assert_eq!(pieces.encode("Summary. Ça"), [2, 3, 4, 1]);
    /// # Ok::<(), epitome::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`Vocabulary::parse`].
    pub fn parse(bytes: &[u8]) -> Result<Self> {
        let vocabulary = Vocabulary::parse(bytes)?;
        Ok(Self { vocabulary })
    }

    /// The id of a piece.
    pub fn id(&self, piece: &str) -> Option<i64> {
        self.vocabulary.id(piece)
    }

    /// The ids of the pieces of `text`.
    pub fn encode(&self, text: &str) -> Vec<i64> {
        let mut ids = vec![];
        let mut piece = String::new();
        for word in words(text) {
            let start = ids.len();
            if !self.cut(&word, &mut piece, &mut ids) {
                ids.truncate(start);
                ids.push(Vocabulary::UNKNOWN);
            }
        }
        ids
    }

    /// Adds the pieces of a word; false if it has a part that no piece covers, or is too long.
    fn cut(&self, word: &str, piece: &mut String, ids: &mut Vec<i64>) -> bool {
        if word.chars().count() > LONGEST_WORD {
            return false;
        }
        let mut start = 0;
        while start < word.len() {
            let rest = &word[start..];
            piece.clear();
            if start > 0 {
                piece.push_str(GOES_ON);
            }
            let mark = piece.len();
            piece.push_str(rest);
            let found = loop {
                if piece.len() == mark {
                    return false;
                }
                if let Some(id) = self.vocabulary.id(piece) {
                    break id;
                }
                piece.pop();
            };
            ids.push(found);
            start += piece.len() - mark;
        }
        true
    }
}

/// The folded words of a text, and its marks of punctuation.
fn words(text: &str) -> Vec<String> {
    let folded: String = text
        .chars()
        .filter(|&c| !is_dropped(c))
        .flat_map(|c| {
            let gap = is_han(c).then_some(' ');
            gap.into_iter().chain([c]).chain(gap)
        })
        .nfd()
        .filter(|c| c.general_category() != GeneralCategory::NonspacingMark)
        .flat_map(char::to_lowercase)
        .collect();
    let mut found = vec![];
    for part in folded.split_whitespace() {
        let mut rest = part;
        while let Some(c) = rest.chars().next() {
            let end = match is_punctuation(c) {
                true => c.len_utf8(),
                false => rest.find(is_punctuation).unwrap_or(rest.len()),
            };
            let (word, after) = rest.split_at(end);
            found.push(word.to_owned());
            rest = after;
        }
    }
    found
}

/// Whether a character is none that is read: a control character that parts no words, or one without a meaning.
fn is_dropped(c: char) -> bool {
    use GeneralCategory::{Control, Format, PrivateUse};
    match c {
        '\t' | '\n' | '\r' => false,
        char::REPLACEMENT_CHARACTER => true,
        _ => matches!(c.general_category(), Control | Format | PrivateUse),
    }
}

fn is_punctuation(c: char) -> bool {
    c.is_ascii_punctuation() || c.general_category_group() == GeneralCategoryGroup::Punctuation
}

/// Whether a character is one of the blocks of Han characters that BERT parts.
fn is_han(c: char) -> bool {
    matches!(
        c,
        '\u{4E00}'..='\u{9FFF}'
            | '\u{3400}'..='\u{4DBF}'
            | '\u{20000}'..='\u{2A6DF}'
            | '\u{2A700}'..='\u{2B73F}'
            | '\u{2B740}'..='\u{2B81F}'
            | '\u{2B920}'..='\u{2CEAF}'
            | '\u{F900}'..='\u{FAFF}'
            | '\u{2F800}'..='\u{2FA1F}'
    )
}
