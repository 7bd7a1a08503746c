//! Subword pieces by the unigram language model (Kudo 2018).
//!
//! The text is folded by [`for_words`], or by [`cased`] for models that write, and cut
//! at white space; every word gets
//! the mark `▁` before it. Of all ways to write a word as pieces of the
//! vocabulary, the one with the greatest sum of log-probabilities is taken
//! (Viterbi; the earlier start wins a tie). A character that no piece covers
//! costs the least log-probability of all pieces minus ten; a run of such
//! characters is one unknown token. Unknown tokens are told apart by hashing:
//! each falls into one of a fixed number of buckets, which have the ids after
//! those of the pieces.
//!
//! The vocabulary file is UTF-8, one `piece<TAB>log-probability` per line, the
//! line's number being the piece's id; lines 0 and 1 are `[PAD]` and `[UNK]`.
//! This is the tokenization of the `tokenizers` package (models.Unigram after
//! pre_tokenizers.Metaspace). Cost: linear in the text times the length of the
//! longest piece.

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::error::{Error, ErrorKind, Result};
use crate::text::Vocabulary;
use crate::text::normalize::{cased, for_words};

/// Stands before every word.
pub const WORD_MARK: char = '\u{2581}';
/// What an unknown character costs beyond the rarest piece.
const UNKNOWN_PENALTY: f64 = 10.0;
const SPECIAL_PIECES: [&str; 2] = ["[PAD]", "[UNK]"];

/// A subword tokenizer.
#[derive(Clone, Debug)]
pub struct Unigram {
    pieces: FxHashMap<Box<str>, Piece>,
    /// Of the longest piece, in characters.
    longest: usize,
    unknown: f64,
    buckets: u32,
    cased: bool,
}

/// A token of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its id, if it is a piece.
    pub id: Option<i64>,
    /// What it covers of the folded text, its words marked by [`WORD_MARK`].
    pub surface: String,
}

#[derive(Clone, Copy, Debug)]
struct Piece {
    id: i64,
    log_probability: f64,
}

/// The best way to write the characters before a position.
#[derive(Clone, Copy)]
struct Step {
    score: f64,
    /// Where its last token starts, in characters.
    start: usize,
    /// The last token, if it is a piece.
    id: Option<i64>,
}

impl Unigram {
    /// Reads a vocabulary file; unknown tokens share `buckets` ids.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidVocabulary`], naming the line (counted from 1), if
    /// the bytes are not UTF-8, a special piece is missing, a line has no tab
    /// or no finite log-probability, or a piece occurs twice.
    ///
    /// ```
    /// use epitome::text::tokenize::Unigram;
    ///
    /// let file = "[PAD]\t0\n[UNK]\t0\n▁\t-3\n▁sum\t-2\nmary\t-2.5\n";
    /// let unigram = Unigram::parse(file.as_bytes(), 16)?;
    /// assert_eq!(unigram.encode("Summary"), [3, 4]);
    /// # Ok::<(), epitome::Error>(())
    /// ```
    pub fn parse(bytes: &[u8], buckets: u32) -> Result<Self> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let valid = bytes.get(..error.valid_up_to()).unwrap_or_default();
            let line = valid.iter().filter(|&&b| b == b'\n').count();
            invalid(line, "is not UTF-8").with_source(error)
        })?;
        let mut lines: Vec<&str> = text.split('\n').collect();
        lines.pop_if(|last| last.is_empty());
        let mut pieces = FxHashMap::with_capacity_and_hasher(lines.len(), FxBuildHasher);
        let (mut longest, mut least) = (1, 0.0_f64);
        for (line, entry) in lines.iter().enumerate() {
            let Some((piece, score)) = entry.split_once('\t') else {
                return Err(invalid(line, "holds no tab: it must be `piece<TAB>number`"));
            };
            let log_probability = match score.parse::<f32>() {
                Ok(number) if number.is_finite() => f64::from(number),
                _ => {
                    return Err(invalid(
                        line,
                        &format!("has the log-probability {score:?}, not a finite number"),
                    ));
                }
            };
            if piece.is_empty() {
                return Err(invalid(line, "holds an empty piece"));
            }
            let id = i64::try_from(line).unwrap_or(i64::MAX);
            if let Some(special) = SPECIAL_PIECES.get(line)
                && *special != piece
            {
                return Err(invalid(
                    line,
                    &format!("must be {special:?}, found {piece:?}"),
                ));
            }
            let known = Piece {
                id,
                log_probability,
            };
            if pieces.insert(Box::from(piece), known).is_some() {
                return Err(invalid(line, &format!("repeats the piece {piece:?}")));
            }
            longest = longest.max(piece.chars().count());
            least = least.min(log_probability);
        }
        if pieces.len() < SPECIAL_PIECES.len() {
            return Err(invalid(
                pieces.len(),
                "is missing: a vocabulary starts with [PAD] and [UNK]",
            ));
        }
        Ok(Self {
            pieces,
            longest,
            unknown: least - UNKNOWN_PENALTY,
            buckets,
            cased: false,
        })
    }

    /// The same tokenizer for text in its own case.
    pub fn cased(self) -> Self {
        Self {
            cased: true,
            ..self
        }
    }

    /// The pieces by their ids.
    pub fn surfaces(&self) -> Vec<Box<str>> {
        let mut pieces: Vec<_> = self.pieces.iter().collect();
        pieces.sort_unstable_by_key(|(_, piece)| piece.id);
        pieces.into_iter().map(|(text, _)| text.clone()).collect()
    }

    /// The number of ids: pieces and buckets.
    #[allow(clippy::len_without_is_empty)] // never empty: `parse` demands the special pieces
    pub fn len(&self) -> usize {
        self.pieces.len() + self.buckets as usize
    }

    /// The ids of the tokens of `text`.
    pub fn encode(&self, text: &str) -> Vec<i64> {
        let mut ids = Vec::new();
        self.cut(text, |id, surface| {
            ids.push(id.unwrap_or_else(|| self.bucket(surface)));
        });
        ids
    }

    /// The tokens of `text`.
    pub fn tokens(&self, text: &str) -> Vec<Token> {
        let mut tokens = Vec::new();
        self.cut(text, |id, surface| {
            let surface = surface.to_owned();
            tokens.push(Token { id, surface });
        });
        tokens
    }

    /// Gives every token of `text` in order: its id, if it is a piece, and its surface.
    fn cut(&self, text: &str, mut give: impl FnMut(Option<i64>, &str)) {
        let folded = if self.cased {
            cased(text)
        } else {
            for_words(text)
        };
        for word in folded.split_whitespace() {
            self.cut_word(word, &mut give);
        }
    }

    fn cut_word(&self, word: &str, give: &mut impl FnMut(Option<i64>, &str)) {
        let mut marked = String::with_capacity(word.len() + WORD_MARK.len_utf8());
        marked.push(WORD_MARK);
        marked.push_str(word);
        let bounds: Vec<usize> = marked
            .char_indices()
            .map(|(at, _)| at)
            .chain([marked.len()])
            .collect();
        let count = bounds.len() - 1;
        let mut best: Vec<Option<Step>> = vec![None; count + 1];
        let mut so_far = 0.0;
        for start in 0..count {
            if start > 0 {
                so_far = best[start].map_or(f64::NEG_INFINITY, |step| step.score);
            }
            let mut covered = false;
            for end in start + 1..=count.min(start + self.longest) {
                let piece = self.pieces.get(&marked[bounds[start]..bounds[end]]);
                // A text that holds the name of a special piece means its characters.
                if let Some(piece) = piece.filter(|piece| piece.id > Vocabulary::UNKNOWN) {
                    covered |= end == start + 1;
                    improve(
                        &mut best[end],
                        so_far + piece.log_probability,
                        start,
                        Some(piece.id),
                    );
                }
            }
            if !covered {
                improve(&mut best[start + 1], so_far + self.unknown, start, None);
            }
        }

        let mut found = Vec::new();
        let mut end = count;
        while let Some(step) = best[end] {
            let mut start = step.start;
            if step.id.is_none() {
                while let Some(Step {
                    start: before,
                    id: None,
                    ..
                }) = best[start]
                {
                    start = before;
                }
            }
            found.push((step.id, start, end));
            end = start;
        }
        for &(id, start, end) in found.iter().rev() {
            give(id, &marked[bounds[start]..bounds[end]]);
        }
    }

    /// The id of an unknown token: FNV-1a of its bytes, modulo the buckets.
    fn bucket(&self, token: &str) -> i64 {
        if self.buckets == 0 {
            return Vocabulary::UNKNOWN;
        }
        let hash = token.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        });
        let bucket = hash % u64::from(self.buckets);
        i64::try_from(self.pieces.len() as u64 + bucket).unwrap_or(Vocabulary::UNKNOWN)
    }
}

fn improve(step: &mut Option<Step>, score: f64, start: usize, id: Option<i64>) {
    if step.is_none_or(|known| score > known.score) {
        *step = Some(Step { score, start, id });
    }
}

/// An error about the line with index `line`, which people count from 1.
fn invalid(line: usize, what: &str) -> Error {
    Error::new(
        ErrorKind::InvalidVocabulary,
        format!("vocabulary line {} {what}", line + 1),
    )
}
