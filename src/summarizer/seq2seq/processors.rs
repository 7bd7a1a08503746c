//! What may be written next: the logits processors of transformers, in their order.
//!
//! Each changes the scores of all tokens for one hypothesis; a score of −∞ excludes a token.
//! Cost: a pass over the vocabulary where a token is forced, else the length of the output.

use super::generation_config::GenerationConfig;

const EXCLUDED: f32 = f32::NEG_INFINITY;

/// Changes `scores`, which say how likely each token follows `written`.
pub(super) fn process(
    config: &GenerationConfig,
    document: &[i64],
    written: &[i64],
    scores: &mut [f32],
) {
    if config.repetition_penalty != 1.0 {
        let mut seen = written.to_vec();
        seen.sort_unstable();
        seen.dedup();
        for id in seen {
            if let Some(score) = at(scores, id) {
                if *score < 0.0 {
                    *score *= config.repetition_penalty;
                } else {
                    *score /= config.repetition_penalty;
                }
            }
        }
    }
    exclude_repeats(config.no_repeat_ngram, written, written, scores);
    exclude_repeats(config.encoder_no_repeat_ngram, document, written, scores);
    for run in &config.bad_words {
        if let Some((&last, before)) = run.split_last()
            && !(before.is_empty() && config.eos.contains(&last))
            && run.len() <= written.len().max(1)
            && written.ends_with(before)
        {
            exclude(scores, last);
        }
    }
    if written.len() < config.min_length {
        for &id in &config.eos {
            exclude(scores, id);
        }
    }
    if written.len() == 1
        && let Some(id) = config.forced_bos
    {
        force(scores, &[id]);
    }
    if written.len() + 1 == config.max_length && !config.forced_eos.is_empty() {
        force(scores, &config.forced_eos);
    }
    for &id in &config.suppress {
        exclude(scores, id);
    }
    let begin = if config.forced_bos.is_some() { 2 } else { 1 };
    if written.len() == begin {
        for &id in &config.begin_suppress {
            exclude(scores, id);
        }
    }
}

fn at(scores: &mut [f32], id: i64) -> Option<&mut f32> {
    scores.get_mut(usize::try_from(id).ok()?)
}

fn exclude(scores: &mut [f32], id: i64) {
    if let Some(score) = at(scores, id) {
        *score = EXCLUDED;
    }
}

fn force(scores: &mut [f32], ids: &[i64]) {
    scores.fill(EXCLUDED);
    for &id in ids {
        if let Some(score) = at(scores, id) {
            *score = 0.0;
        }
    }
}

/// Excludes tokens that would complete a run of `size` tokens of `text`.
fn exclude_repeats(size: usize, text: &[i64], written: &[i64], scores: &mut [f32]) {
    let Some(kept) = size.checked_sub(1) else {
        return;
    };
    let Some(tail) = written.len().checked_sub(kept) else {
        return;
    };
    let tail = written.get(tail..).unwrap_or_default();
    for run in text.windows(size) {
        if let Some((&last, before)) = run.split_last()
            && before == tail
        {
            exclude(scores, last);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn processed(mut config: Value, written: &[i64]) -> Vec<f32> {
        config["decoder_start_token_id"] = json!(0);
        config["eos_token_id"] = json!(1);
        let config = GenerationConfig::read(&config, None).unwrap();
        let mut scores = vec![-1.0, 2.0, 3.0, -4.0];
        process(&config, &[2, 3], written, &mut scores);
        scores
    }

    const NO: f32 = EXCLUDED;

    #[test]
    fn each_processor() {
        let min = json!({"min_length": 3});
        assert_eq!(processed(min.clone(), &[0, 2]), [-1.0, NO, 3.0, -4.0]);
        assert_eq!(processed(min, &[0, 2, 2]), [-1.0, 2.0, 3.0, -4.0]);
        let repeats = json!({"no_repeat_ngram_size": 2});
        assert_eq!(processed(repeats, &[0, 2, 3, 2]), [-1.0, 2.0, 3.0, NO]);
        let penalty = json!({"repetition_penalty": 2.0});
        assert_eq!(processed(penalty, &[0, 2, 2]), [-2.0, 2.0, 1.5, -4.0]);
        let bad = json!({"bad_words_ids": [[3], [1], [2, 0]]});
        assert_eq!(processed(bad, &[0, 2]), [NO, 2.0, 3.0, NO]);
        let bos = json!({"forced_bos_token_id": 2, "begin_suppress_tokens": [3]});
        assert_eq!(processed(bos.clone(), &[0]), [NO, NO, 0.0, NO]);
        assert_eq!(processed(bos, &[0, 2]), [-1.0, 2.0, 3.0, NO]);
        let eos = json!({"forced_eos_token_id": 1, "max_length": 3});
        assert_eq!(processed(eos, &[0, 2]), [NO, 0.0, NO, NO]);
        let copied = json!({"encoder_no_repeat_ngram_size": 2, "suppress_tokens": [0]});
        assert_eq!(processed(copied, &[0, 2]), [NO, 2.0, 3.0, NO]);
    }
}
