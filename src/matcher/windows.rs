//! The sentences of a long document that a summary is judged by.
//!
//! A network reads so many tokens, and features are fitted on texts of that length. Of a longer
//! document the sentences are taken that share most content with a sentence of the summary, in the
//! document's order, wherever they stand: what stands last is read as well as what stands first.
//! Where none shares any, the beginning is taken.
//!
//! Cost: for every sentence of the summary the places of its words in the document.

use crate::analysis::Document;
use crate::grounding::Grounding;
use crate::matcher::evidence::MOST_SENTENCES;
use crate::order;

/// Sentences of the document that each of the summary is looked up in.
const NEAREST: usize = 12;
/// The least share of a sentence's content, of the best share for it.
const LEAST: f64 = 0.35;

/// The sentences of a document that matter for a summary, of at most so many bytes together.
pub(super) fn choose(grounding: &Grounding, summary: &Document, most: usize) -> String {
    let document = grounding.document;
    let mut shares: Vec<(usize, f64)> = Vec::new();
    for tokens in summary.sentence_tokens.iter().take(MOST_SENTENCES) {
        let found = grounding
            .index
            .nearest(document, summary, tokens.clone(), NEAREST);
        let best = found.first().map_or(0.0, |(_, share)| *share);
        shares.extend(
            found
                .into_iter()
                .filter(|(_, share)| *share >= LEAST * best),
        );
    }
    // Best first, and each once.
    order::by(&mut shares, |one, other| {
        other.1.total_cmp(&one.1).then(one.0.cmp(&other.0))
    });
    let mut chosen: Vec<usize> = Vec::new();
    let mut taken = vec![false; document.sentences.len()];
    let mut room = most;
    for (at, _) in shares {
        let length = document.sentences[at].len() + 1;
        if !taken[at] && length <= room {
            taken[at] = true;
            room -= length;
            chosen.push(at);
        }
    }
    if chosen.is_empty() {
        return beginning(document.text, most).to_owned();
    }
    chosen.sort_unstable();
    let texts = chosen
        .into_iter()
        .map(|at| &document.text[document.sentences[at].clone()]);
    texts.collect::<Vec<_>>().join("\n")
}

/// The beginning of a text, of at most so many bytes.
pub(super) fn beginning(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Language;

    #[test]
    fn what_matters_is_read_wherever_it_stands() {
        let filler: String = (0..300)
            .map(|at| format!("Paragraph {at} is about gardens and rain. "))
            .collect();
        let fact = "The bakery on Mill Street in Denton burned down on Monday.";
        let summary = Document::new("The Denton bakery burned down.", Language::English);
        for text in [format!("{filler}{fact}"), format!("{fact} {filler}")] {
            let document = Document::new(&text, Language::English);
            let chosen = choose(&Grounding::new(&document), &summary, 2000);
            assert_eq!(chosen, fact);
        }
        let document = Document::new(&filler, Language::English);
        let chosen = choose(&Grounding::new(&document), &summary, 100);
        assert_eq!(chosen, &filler[..100]);
    }
}
