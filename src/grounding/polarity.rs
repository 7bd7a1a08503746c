//! Negations and opposites: a summary affirms what the document denies, denies what it affirms, or
//! says the opposite.
//!
//! What a negation denies is the content word nearest behind it, in German also the one before it;
//! of a Persian verb the word before it. Opposites are pairs of the lexicon.

use std::ops::Range;

use super::{Grounding, Kind, Objection};
use crate::analysis::Document;
use crate::text::Language;

/// The least match of context.
const LEAST: f64 = 0.6;
const LEAST_OPPOSITE: f64 = 0.55;
const MARGIN: f64 = 0.15;
const WORDS: usize = 3;
/// Tokens within which a negation denies a word.
const SCOPE: usize = 4;
/// The most places of one word that are looked at.
const MOST_PLACES: usize = 64;

impl Grounding<'_, '_> {
    /// Objections to what a sentence denies or affirms.
    pub(super) fn of_polarity(&self, summary: &Document, tokens: &Range<usize>) -> Vec<Objection> {
        let mut found = self.affirmed(summary, tokens);
        found.extend(self.denied(summary, tokens));
        found.extend(self.opposites(summary, tokens));
        found
    }

    /// What the summary affirms and the document denies.
    fn affirmed(&self, summary: &Document, tokens: &Range<usize>) -> Vec<Objection> {
        let mut found = Vec::new();
        for at in tokens.clone() {
            let token = &summary.tokens[at];
            if token.key == 0 || is_denied(summary, at) || has_negation(summary, at) {
                continue;
            }
            let mut denied: Option<(Range<usize>, f64)> = None;
            let mut affirmed = 0.0_f64;
            let clues = self.index.clues(summary, &(at..at + 1));
            for &place in self.index.places(token.key).iter().take(MOST_PLACES) {
                let compared = self
                    .index
                    .compare(self.document, &clues, &(place..place + 1));
                match negation_of(self.document, place) {
                    Some(negation) if compared.words >= WORDS => {
                        if denied
                            .as_ref()
                            .is_none_or(|(_, most)| compared.share > *most)
                        {
                            denied = Some((
                                negation.min(place)..negation.max(place) + 1,
                                compared.share,
                            ));
                        }
                    }
                    _ => affirmed = affirmed.max(compared.share),
                }
            }
            if let Some((place, share)) = denied
                && share >= LEAST.max(affirmed + MARGIN)
            {
                found.push(Objection {
                    kind: Kind::Negation,
                    span: self.word(summary, at),
                    instead: Some(self.document.span(place)),
                    strength: share,
                });
            }
        }
        found
    }

    /// What the summary denies and the document affirms.
    fn denied(&self, summary: &Document, tokens: &Range<usize>) -> Vec<Objection> {
        let mut found = Vec::new();
        for &negation in summary.negations.iter().filter(|at| tokens.contains(at)) {
            for at in scope(summary, negation) {
                let key = summary.tokens[at].key;
                if key == 0 {
                    continue;
                }
                let clues = self.index.clues(summary, &(at..at + 1));
                let mut affirmed: Option<(usize, f64)> = None;
                let mut denied = 0.0_f64;
                for &place in self.index.places(key).iter().take(MOST_PLACES) {
                    let compared = self
                        .index
                        .compare(self.document, &clues, &(place..place + 1));
                    if has_negation(self.document, place) {
                        denied = denied.max(compared.share);
                    } else if compared.words >= WORDS
                        && affirmed.is_none_or(|(_, most)| compared.share > most)
                    {
                        affirmed = Some((place, compared.share));
                    }
                }
                if let Some((place, share)) = affirmed
                    && share >= LEAST.max(denied + MARGIN)
                {
                    found.push(Objection {
                        kind: Kind::Negation,
                        span: summary.span(negation.min(at)..negation.max(at) + 1),
                        instead: Some(self.word(self.document, place)),
                        strength: share,
                    });
                    break;
                }
            }
        }
        found
    }

    /// What the summary says the opposite of.
    fn opposites(&self, summary: &Document, tokens: &Range<usize>) -> Vec<Objection> {
        let mut found = Vec::new();
        let lexicon = summary.lexicon;
        for (of_summary, form) in summary
            .opposites
            .iter()
            .filter(|(at, _)| tokens.contains(&at.start))
        {
            let clues = self.index.clues(summary, of_summary);
            let negated = has_negation(summary, of_summary.start);
            let mut other: Option<(&Range<usize>, f64, f64)> = None;
            let mut own = 0.0_f64;
            for (place, said) in &self.document.opposites {
                let is_opposite = lexicon.are_opposites(form, said);
                let is_same = said == form || lexicon.are_alike(form, said);
                if !is_opposite && !is_same {
                    continue;
                }
                let compared = self.index.compare(self.document, &clues, place);
                let agrees = negated == has_negation(self.document, place.start);
                if is_opposite == agrees && compared.words >= WORDS {
                    if other.is_none_or(|(_, most, _)| compared.share > most) {
                        other = Some((place, compared.share, compared.beside));
                    }
                } else {
                    own = own.max(compared.share);
                }
            }
            if let Some((place, share, beside)) = other
                && share >= LEAST_OPPOSITE.max(own + MARGIN)
                && beside >= 0.5
            {
                found.push(Objection {
                    kind: Kind::Negation,
                    span: summary.span(of_summary.clone()),
                    instead: Some(self.document.span(place.clone())),
                    strength: share,
                });
            }
        }
        found
    }

    /// The bytes of a word; of a Chinese one both its characters.
    fn word(&self, document: &Document, at: usize) -> Range<usize> {
        match document.language {
            Language::Chinese => document.span(at..(at + 2).min(document.tokens.len())),
            _ => document.span(at..at + 1),
        }
    }
}

/// The tokens that a negation may deny, nearest first.
fn scope(document: &Document, negation: usize) -> Vec<usize> {
    let clause = document.tokens[negation].clause;
    let is_of = |at: &usize| {
        document
            .tokens
            .get(*at)
            .is_some_and(|token| token.clause == clause)
    };
    let behind = (negation + 1..=negation + SCOPE).take_while(is_of);
    let before = (negation.saturating_sub(SCOPE)..negation)
        .rev()
        .filter(is_of);
    let content = |at: &usize| document.tokens[*at].key != 0;
    match document.language {
        Language::Chinese => (negation + 1..=negation + 3)
            .take_while(is_of)
            .filter(content)
            .collect(),
        Language::English => behind.filter(content).take(2).collect(),
        Language::German => behind.filter(content).take(2).collect(),
        Language::Persian => {
            // The verb itself, and what stands before it.
            let verb = std::iter::once(negation).filter(content);
            verb.chain(before.filter(content).take(1)).collect()
        }
    }
}

/// Whether a token is denied.
fn is_denied(document: &Document, at: usize) -> bool {
    negation_of(document, at).is_some()
}

/// The negation that denies a token.
fn negation_of(document: &Document, at: usize) -> Option<usize> {
    let from = document.negations.partition_point(|&one| one + SCOPE < at);
    let near = document.negations[from..]
        .iter()
        .take_while(|&&one| one <= at + SCOPE);
    near.copied()
        .find(|&one| one == at || scope(document, one).contains(&at))
}

/// Whether a clause has a negation, or a sentence one near a token.
fn has_negation(document: &Document, at: usize) -> bool {
    let clause = document.tokens[at].clause;
    let from = document
        .negations
        .partition_point(|&one| document.tokens[one].clause < clause);
    document
        .negations
        .get(from)
        .is_some_and(|&one| document.tokens[one].clause == clause)
}
