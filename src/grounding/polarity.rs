//! Negations and opposites: a summary affirms what the document denies, denies what it affirms, or
//! says the opposite.
//!
//! What a negation denies is the content word nearest behind it, in German also the one before it;
//! of a Persian verb the word before it. Opposites are pairs of the lexicon.

use std::collections::BTreeMap;
use std::ops::Range;

use super::context::{Match, near};
use super::{Grounding, Kind, Objection};
use crate::analysis::Document;
use crate::text::Language;

/// The least match of context.
const LEAST: f64 = 0.6;
const LEAST_OPPOSITE: f64 = 0.55;
const MARGIN: f64 = 0.15;
const WORDS: usize = 2;
/// The least share of the nearest words that stand beside the other place, too.
const BESIDE: f64 = 0.5;
/// Tokens within which a negation denies a word.
const SCOPE: usize = 4;
/// The most places of one word that are looked at.
const MOST_PLACES: usize = 64;
/// Words that a negation does not reach across.
const LINKS: &[&str] = &[
    "because", "but", "and", "that", "which", "who", "while", "if", "when", "sondern", "und",
    "aber", "dass", "weil", "wenn", "ob",
];

impl Grounding<'_, '_> {
    /// Objections to what a sentence denies or affirms.
    pub(super) async fn of_polarity(
        &self,
        summary: &Document<'_>,
        tokens: &Range<usize>,
    ) -> Vec<Objection> {
        let mut found = self.affirmed(summary, tokens).await;
        found.extend(self.denied(summary, tokens).await);
        found.extend(self.opposites(summary, tokens).await);
        found
    }

    /// What the summary affirms and the document denies: one objection a negation, the strongest.
    async fn affirmed(&self, summary: &Document<'_>, tokens: &Range<usize>) -> Vec<Objection> {
        let mut found: BTreeMap<usize, Objection> = BTreeMap::new();
        for at in tokens.clone() {
            let token = &summary.tokens[at];
            let is_number = token.norm.contains(char::is_numeric);
            if token.key == 0 || is_number || denies(summary, at, None) {
                continue;
            }
            let mut denied: Option<(usize, usize, Match)> = None;
            let mut affirmed = 0.0_f64;
            let clues = self.index.clues(summary, &(at..at + 1));
            let places = self.index.places(token.key).iter().take(MOST_PLACES);
            for &place in places.filter(|&&place| self.states(summary, at, place)) {
                let compared = self
                    .index
                    .compare(self.document, &clues, &(place..place + 1))
                    .await;
                match negation_of(self.document, place) {
                    Some(negation) if compared.words >= WORDS => {
                        if denied
                            .as_ref()
                            .is_none_or(|(_, _, most)| compared.share > most.share)
                        {
                            denied = Some((negation, place, compared));
                        }
                    }
                    _ => affirmed = affirmed.max(compared.share),
                }
            }
            let Some((negation, place, compared)) = denied else {
                continue;
            };
            if compared.share < LEAST.max(affirmed + MARGIN) || compared.beside < BESIDE {
                continue;
            }
            let end = match summary.language {
                Language::Chinese => place + 2,
                _ => place + 1,
            };
            let objection = Objection {
                kind: Kind::Negation,
                span: self.affirmed_span(summary, at, &self.document.tokens[negation].norm),
                instead: Some(
                    self.document
                        .span(negation.min(place)..end.max(negation + 1)),
                ),
                strength: compared.share,
            };
            match found.get(&negation) {
                Some(other) if other.strength >= objection.strength => {}
                _ => drop(found.insert(negation, objection)),
            }
        }
        found.into_values().collect()
    }

    /// What the summary denies and the document affirms.
    async fn denied(&self, summary: &Document<'_>, tokens: &Range<usize>) -> Vec<Objection> {
        let mut found = Vec::new();
        for &negation in summary.negations.iter().filter(|at| tokens.contains(at)) {
            for at in scope(summary, negation) {
                let key = summary.tokens[at].key;
                if key == 0 || summary.tokens[at].norm.contains(char::is_numeric) {
                    continue;
                }
                let clues = self.index.clues(summary, &(at..at + 1));
                let mut affirmed: Option<(usize, Match)> = None;
                let mut denied = 0.0_f64;
                let places = self.index.places(key).iter().take(MOST_PLACES);
                for &place in places.filter(|&&place| self.states(summary, at, place)) {
                    let compared = self
                        .index
                        .compare(self.document, &clues, &(place..place + 1))
                        .await;
                    if denies(self.document, place, None) {
                        denied = denied.max(compared.share);
                    } else if compared.words >= WORDS
                        && affirmed.is_none_or(|(_, most)| compared.share > most.share)
                    {
                        affirmed = Some((place, compared));
                    }
                }
                if let Some((place, Match { share, beside, .. })) = affirmed
                    && share >= LEAST.max(denied + MARGIN)
                    && beside >= BESIDE
                {
                    found.push(Objection {
                        kind: Kind::Negation,
                        span: self.denied_span(summary, negation, at),
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
    async fn opposites(&self, summary: &Document<'_>, tokens: &Range<usize>) -> Vec<Objection> {
        let mut found = Vec::new();
        let lexicon = summary.lexicon;
        for (of_summary, form) in summary
            .opposites
            .iter()
            .filter(|(at, _)| tokens.contains(&at.start))
        {
            let clues = self.index.clues(summary, of_summary);
            if denies(summary, of_summary.start, Some(of_summary)) {
                continue;
            }
            let mut other: Option<(&Range<usize>, f64, f64)> = None;
            let mut own = 0.0_f64;
            let opposites = self.document.opposites.iter();
            let stated =
                opposites.filter(|(place, _)| self.states(summary, of_summary.start, place.start));
            for (place, said) in stated {
                let is_opposite = lexicon.are_opposites(form, said);
                let is_same = said == form || lexicon.are_alike(form, said);
                if !is_opposite && !is_same {
                    continue;
                }
                let compared = self.index.compare(self.document, &clues, place).await;
                if is_opposite
                    && !denies(self.document, place.start, Some(place))
                    && compared.words >= WORDS
                {
                    if other.is_none_or(|(_, most, _)| compared.share > most) {
                        other = Some((place, compared.share, compared.beside));
                    }
                } else {
                    own = own.max(compared.share);
                }
            }
            if let Some((place, share, beside)) = other
                && share >= LEAST_OPPOSITE.max(own + MARGIN)
                && beside >= BESIDE
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

    /// The bytes of a negation and of what it denies.
    fn denied_span(&self, summary: &Document, negation: usize, at: usize) -> Range<usize> {
        let word = self.word(summary, at);
        let negation = summary.span(negation..negation + 1);
        negation.start.min(word.start)..negation.end.max(word.end)
    }

    /// The bytes of a word, and in Persian those of the verb behind it that the negation is of.
    fn affirmed_span(&self, summary: &Document, at: usize, negation: &str) -> Range<usize> {
        let word = self.word(summary, at);
        let Some(verb) = negation
            .strip_prefix('ن')
            .filter(|_| summary.language == Language::Persian)
        else {
            return word;
        };
        let behind = summary.tokens.iter().skip(at + 1).take(SCOPE);
        let verb = behind
            .take_while(|token| token.clause == summary.tokens[at].clause)
            .find(|token| token.norm == verb);
        word.start..verb.map_or(word.end, |token| token.span.end)
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
    let tokens = &document.tokens;
    let clause = tokens[negation].clause;
    let is_apart = |one: usize, next: usize| {
        let gap = document
            .text
            .get(tokens[one].span.end..tokens[next].span.start);
        gap.is_some_and(|gap| gap.contains([',', ';', ':', '،', '，', '–', '—', '(', '"']))
    };
    let joins = |at: usize| LINKS.contains(&tokens[at].norm.as_str());
    let behind = (negation + 1..=negation + SCOPE).take_while(|&at| {
        at < tokens.len() && tokens[at].clause == clause && !is_apart(at - 1, at) && !joins(at)
    });
    let before = (negation.saturating_sub(SCOPE)..negation)
        .rev()
        .take_while(|&at| tokens[at].clause == clause && !is_apart(at, at + 1));
    let content = |at: &usize| tokens[*at].key != 0;
    match document.language {
        Language::Chinese => {
            let carries = behind
                .clone()
                .take_while(|&at| "会會能有要可得应應将將再".contains(&tokens[at].norm));
            behind
                .skip(carries.count())
                .take(1)
                .filter(content)
                .collect()
        }
        Language::English | Language::German => behind.filter(content).take(2).collect(),
        Language::Persian => {
            // The verb itself, and what stands before it.
            let verb = std::iter::once(negation).filter(content);
            verb.chain(before.filter(content).take(1)).collect()
        }
    }
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

/// Whether a clause denies anything, in whatever way; of a verb neither the verb itself does, nor a
/// preposition: who won against others won.
fn denies(document: &Document, at: usize, verb: Option<&Range<usize>>) -> bool {
    let clause = document.tokens[at].clause;
    let Some(verb) = verb else {
        return document.denials.get(clause).is_some_and(|denies| *denies);
    };
    if document.negates(clause) {
        return true;
    }
    // Of a clause without end what stands near the verb.
    let near = near(document, verb);
    if document.language == Language::Chinese {
        let clause = document.clauses.get(clause).cloned().unwrap_or(0..0);
        let (near, verb) = (document.span(near), document.span(verb.clone()));
        let (start, end) = (clause.start.max(near.start), clause.end.min(near.end));
        return [start..verb.start, verb.end..end].into_iter().any(|part| {
            let text = document.text.get(part).unwrap_or_default();
            document.lexicon.denials().any(|word| text.contains(word))
        });
    }
    near.into_iter().any(|at| {
        let token = &document.tokens[at];
        token.clause == clause
            && !verb.contains(&at)
            && !token.is_stop
            && document.lexicon.is_denial(&token.norm)
    })
}
