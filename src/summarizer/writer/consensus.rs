//! Which of the headlines found to give: the one that the others agree with most.
//!
//! The most probable headline is often a poor one, and what the other candidates share is
//! mostly right: the choice of least risk (Kumar and Byrne 2004), with ROUGE as what
//! two headlines have in common. Cost: ROUGE of every pair of candidates, which is nothing
//! beside a step of the decoder.

use super::Candidate;
use crate::metrics::{rouge_l, rouge_n};
use crate::order;
use crate::text::tokenize::words;

/// By how much the logarithms of probabilities are divided before candidates are weighed: the
/// greater, the more equal they are.
const TEMPERATURE: f64 = 4.0;
/// What a word more is worth.
const WORD: f64 = 0.02;
/// What the candidate's own probability, over its length, is worth.
const OWN: f64 = 0.02;

/// For every candidate c of n words, Σ w_j · (ROUGE-1(c, j) + ROUGE-L(c, j)) / 2 over the
/// candidates j, w_j ∝ p_j^(1/4), plus 0.02 · (n + 1) + 0.02 · log p_c / ((6 + n) / 6)^α, α
/// being the length penalty; ROUGE is F1 over words, characters of Chinese. The three
/// numbers were chosen on dev titles in Chinese, English and Persian.
pub fn consensus_scores(candidates: &[Candidate], length_penalty: f64) -> Vec<f64> {
    let texts: Vec<Vec<String>> = candidates.iter().map(|one| words(&one.text)).collect();
    let greatest = candidates
        .iter()
        .fold(f64::NEG_INFINITY, |most, one| most.max(one.log_probability));
    let weights: Vec<f64> = candidates
        .iter()
        .map(|one| ((one.log_probability - greatest) / TEMPERATURE).exp())
        .collect();
    let all: f64 = weights.iter().sum();
    let shared = |a: &[String], b: &[String]| (rouge_n(a, b, 1).f1 + rouge_l(a, b).f1) / 2.0;
    let score = |(one, text): (&Candidate, &Vec<String>)| {
        let agreeing = texts.iter().zip(&weights);
        let agreed: f64 = agreeing.map(|(other, w)| w * shared(text, other)).sum();
        // As a real number: a few dozen words.
        let length = text.len() as f64 + 1.0;
        let own = one.log_probability / ((5.0 + length) / 6.0).powf(length_penalty);
        agreed / all + WORD * length + OWN * own
    };
    candidates.iter().zip(&texts).map(score).collect()
}

/// Puts the candidate first that the others agree with most; of equals, the one that was
/// first.
pub(super) fn rank(candidates: Vec<Candidate>, length_penalty: f64) -> Vec<Candidate> {
    let scores = consensus_scores(&candidates, length_penalty);
    let mut ranked: Vec<(f64, Candidate)> = scores.into_iter().zip(candidates).collect();
    order::by(&mut ranked, |(a, _), (b, _)| b.total_cmp(a));
    ranked.into_iter().map(|(_, one)| one).collect()
}
