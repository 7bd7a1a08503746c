//! Top sentence selection (paper E, section 3.1, Algorithm 1).
//!
//! The score of a sentence is its likeness to the rest of the document,
//!
//! ```text
//! r_i = ROUGE-1 F1 (s_i, Document \ s_i)    the syntactic form
//! r_i = F1_FT (s_i, Document \ s_i)         the semantic form, over word vectors
//! ```
//!
//! over [`words()`]; see [`against_rest`](crate::metrics::against_rest) for the
//! cost: linear for the syntactic form. Of sentences with equal scores the
//! earlier is the better.

use std::ops::Range;

use crate::error::Result;
use crate::metrics::{StaticEmbeddings, rouge_against_rest, static_f1_against_rest};
use crate::order;
use crate::text::tokenize::words;
use crate::text::{Language, sentences};

/// The `count` best sentences of `text`, in the order of the text. All of them
/// if there are no more.
///
/// ```
/// use epitome::summarizer::top_sentences;
/// use epitome::text::Language;
///
/// let text = "The tram is late. A cat sleeps. The line of the tram is blocked. It is the line to the harbour.";
/// let best = top_sentences(text, Language::English, 1);
/// assert_eq!(&text[best[0].clone()], "The line of the tram is blocked.");
/// ```
pub fn top_sentences(text: &str, language: Language, count: usize) -> Vec<Range<usize>> {
    let sentences = sentences(text, language);
    let scores = scores(text, &sentences);
    best(&sentences, &scores, count)
}

/// [`top_sentences`] by meaning: sentences are compared over the word vectors
/// of `embeddings`.
///
/// # Errors
///
/// Those of [`static_f1_against_rest`].
pub fn top_sentences_by_embeddings(
    text: &str,
    language: Language,
    count: usize,
    embeddings: &dyn StaticEmbeddings,
) -> Result<Vec<Range<usize>>> {
    let sentences = sentences(text, language);
    let scores = static_f1_against_rest(&words_of(text, &sentences), embeddings)?;
    Ok(best(&sentences, &scores, count))
}

/// The score `r_i` of each of the `parts` of `text`, against all other parts,
/// in the syntactic form. A part whose range is not in the text counts as empty.
pub fn scores(text: &str, parts: &[Range<usize>]) -> Vec<f64> {
    rouge_against_rest(&words_of(text, parts))
}

/// The words of each part.
pub(super) fn words_of(text: &str, parts: &[Range<usize>]) -> Vec<Vec<String>> {
    parts
        .iter()
        .map(|part| words(text.get(part.clone()).unwrap_or_default()))
        .collect()
}

/// The `count` best of the `sentences`, in the order of the text.
fn best(sentences: &[Range<usize>], scores: &[f64], count: usize) -> Vec<Range<usize>> {
    let mut best = ranking(scores);
    best.truncate(count);
    best.sort_unstable();
    best.into_iter()
        .filter_map(|index| sentences.get(index).cloned())
        .collect()
}

/// The indices of `scores` from the best to the worst, equal ones in order.
pub(super) fn ranking(scores: &[f64]) -> Vec<usize> {
    let score = |index: usize| scores.get(index).copied().unwrap_or_default();
    let mut indices: Vec<usize> = (0..scores.len()).collect();
    order::by(&mut indices, |&a, &b| score(b).total_cmp(&score(a)));
    indices
}
