//! What a near copy changes: a negation that comes or goes, another value or name, an opposite, the
//! order of numbers.
//!
//! A sentence whose content stands in the same order in one sentence of the document says the same but
//! for what differs. That needs no more context, so it serves sentences of two or three words. Where
//! anything else differs, this says nothing.
//!
//! Cost: the tokens of a sentence by those of the [`NEAREST`] sentences of the document.

mod order;

use std::ops::Range;

use super::relation::{Relation, relation};
use super::substitutions::{aligned, has_name, share_a_token, trimmed};
use super::values::shown;
use super::{Grounding, Kind, Objection};
use crate::analysis::{Document, Value, ValueKind};
use crate::text::Language;

/// Sentences of the document that one of the summary is aligned with.
const NEAREST: usize = 4;
/// The most tokens of a sentence that are aligned.
const MOST: usize = 64;
/// The most tokens of a change.
const CHANGED: usize = 4;
/// How sure it is that a near copy speaks of the same.
const STRENGTH: f64 = 0.9;
/// Words by which a sentence that denies affirms: `did not open until May`.
const EXCEPTIONS: &[&str] = &[
    "until", "unless", "before", "only", "except", "but", "than", "erst", "bevor", "bis", "nur",
    "sondern", "außer", "ausser", "als", "才", "只", "除", "仅", "僅", "مگر", "فقط", "بلکه",
];

/// What differs between two aligned tokens: tokens of the summary, and of the document.
struct Change {
    own: Range<usize>,
    other: Range<usize>,
}

impl Grounding<'_, '_> {
    /// Objections to what a sentence changes of one of the document that it nearly copies.
    pub(super) fn of_near_copy(&self, summary: &Document, tokens: &Range<usize>) -> Vec<Objection> {
        let tokens = tokens.start..tokens.end.min(tokens.start + MOST);
        let nearest = self
            .index
            .nearest(self.document, summary, tokens.clone(), NEAREST);
        let mut found = Vec::new();
        for (sentence, _) in nearest {
            let Some(of_document) = self.document.sentence_tokens.get(sentence) else {
                continue;
            };
            let of_document = of_document.start..of_document.end.min(of_document.start + 2 * MOST);
            match self.copied(summary, &tokens, &of_document) {
                // The document says so, too.
                Some(objections) if objections.is_empty() => return Vec::new(),
                Some(objections) if found.is_empty() => found = objections,
                _ => {}
            }
        }
        found
    }

    /// The objections of a sentence to one that it nearly copies; nothing where it copies none.
    fn copied(
        &self,
        summary: &Document,
        own: &Range<usize>,
        other: &Range<usize>,
    ) -> Option<Vec<Objection>> {
        if let Some(objection) = self.reordered(summary, own, other) {
            return Some(vec![objection]);
        }
        let pairs = aligned(summary, own, self.document, other);
        let has_content = pairs.iter().any(|pair| summary.tokens[pair.0].key != 0);
        if pairs.len() < 2 || !has_content {
            return None;
        }
        let changes = changes(self.document, own, other, &pairs);
        let mut found = Vec::new();
        let mut negations = 0;
        for change in &changes {
            if let Some(objection) = self.denied_or_not(summary, change, &pairs) {
                negations += 1;
                found.push(objection);
            } else if let Some(objection) = self.opposite(summary, change) {
                found.push(objection);
            } else if let Some(objection) = self.other_name(summary, change) {
                found.push(objection);
            } else if !self.says_nothing(summary, change) && !self.changes_value(summary, change) {
                return None;
            }
        }
        // What is denied twice is affirmed, and an exception turns what is denied.
        let is_exception = |document: &Document, tokens: &Range<usize>| {
            let mut tokens = document.tokens[tokens.clone()].iter();
            tokens.any(|token| EXCEPTIONS.contains(&token.norm.as_str()))
        };
        if negations > 1
            || negations > 0 && (is_exception(self.document, other) || is_exception(summary, own))
        {
            return None;
        }
        found.extend(self.other_values(summary, &changes, &pairs)?);
        let place = pairs.first().map(|pair| pair.1)?;
        (found.is_empty() || self.states(summary, own.start, place)).then_some(found)
    }

    /// The objection to a change that denies what the other sentence affirms, or the other way round.
    fn denied_or_not(
        &self,
        summary: &Document,
        change: &Change,
        pairs: &[(usize, usize)],
    ) -> Option<Objection> {
        let mut own = negation_in(summary, &change.own);
        let mut other = negation_in(self.document, &change.other);
        // A Persian verb holds its negation.
        if summary.language == Language::Persian && change.own.len() == 1 && change.other.len() == 1
        {
            let one = &summary.tokens[change.own.start].norm;
            let next = &self.document.tokens[change.other.start].norm;
            own = own.or((one.strip_prefix('ن') == Some(next)).then_some(change.own.start));
            other = other.or((next.strip_prefix('ن') == Some(one)).then_some(change.other.start));
        }
        if own.is_some() == other.is_some() || !is_short(change) {
            return None;
        }
        // Beside the negation at most one verb stands, in another form.
        let verb = |document: &Document, tokens: &Range<usize>, not: Option<usize>| {
            let content: Vec<usize> = tokens
                .clone()
                .filter(|&at| Some(at) != not && document.tokens[at].key != 0)
                .collect();
            content
        };
        let verbs = [
            verb(summary, &change.own, own),
            verb(self.document, &change.other, other),
        ];
        let negated = |document: &Document, at: Option<usize>| {
            at.filter(|&at| document.tokens[at].key != 0)
                .map(|at| document.tokens[at].norm.replacen('ن', "", 1))
        };
        let written = |document: &Document, at: usize| document.tokens[at].norm.clone();
        let is_alike = match (verbs[0].as_slice(), verbs[1].as_slice()) {
            ([], []) => true,
            // A verb that holds its negation, as in Persian.
            ([one], []) => negated(self.document, other) == Some(written(summary, *one)),
            ([], [one]) => negated(summary, own) == Some(written(self.document, *one)),
            ([one], [next]) => {
                let (one, next) = (written(summary, *one), written(self.document, *next));
                one.chars().next() == next.chars().next() && summary.language != Language::Chinese
            }
            _ => false,
        };
        if !is_alike {
            return None;
        }
        // What is denied: the first content behind, or the last before.
        let behind = |side: usize, from: usize| {
            let place = |pair: &(usize, usize)| [pair.0, pair.1][side];
            let document = [summary, self.document][side];
            let is_content = |at: &usize| document.tokens[*at].key != 0;
            let after = pairs.iter().map(place).filter(|at| *at >= from);
            let mut before = pairs.iter().map(place).filter(|at| *at < from);
            after.clone().find(is_content).or(before.rfind(is_content))
        };
        let with = |tokens: &Range<usize>, at: usize| match at < tokens.start {
            true => at..tokens.end.max(at + 1),
            false => tokens.start..at + 1,
        };
        let near = |document: &Document, tokens: &Range<usize>, at: Option<usize>| {
            let at =
                at.filter(|at| tokens.start.abs_diff(*at).min(tokens.end.abs_diff(*at)) < CHANGED);
            match at {
                Some(at) => with(tokens, at),
                None if tokens.is_empty() => {
                    let at = tokens.start.min(document.tokens.len().saturating_sub(1));
                    at..at + 1
                }
                None => tokens.clone(),
            }
        };
        let denied = [behind(0, change.own.end), behind(1, change.other.end)];
        Some(Objection {
            kind: Kind::Negation,
            span: summary.span(near(summary, &change.own, denied[0])),
            instead: Some(
                self.document
                    .span(near(self.document, &change.other, denied[1])),
            ),
            strength: STRENGTH,
        })
    }

    /// The objection to a word in the place of its opposite.
    fn opposite(&self, summary: &Document, change: &Change) -> Option<Objection> {
        let inside = |all: &[(Range<usize>, String)], tokens: &Range<usize>| {
            let mut inside = all.iter().filter(|(at, _)| {
                tokens.start <= at.start && at.end <= tokens.end && tokens.len() <= CHANGED
            });
            inside.next().cloned()
        };
        let (own, form) = inside(&summary.opposites, &change.own)?;
        let (other, said) = inside(&self.document.opposites, &change.other)?;
        let rest = |document: &Document, tokens: &Range<usize>, not: &Range<usize>| {
            tokens
                .clone()
                .any(|at| !not.contains(&at) && document.tokens[at].key != 0)
        };
        let is_clean =
            !rest(summary, &change.own, &own) && !rest(self.document, &change.other, &other);
        (is_clean && summary.lexicon.are_opposites(&form, &said)).then(|| Objection {
            kind: Kind::Negation,
            span: summary.span(own),
            instead: Some(self.document.span(other)),
            strength: STRENGTH,
        })
    }

    /// The objection to a name in the place of another, of which nothing tells that both are of one
    /// bearer. Capitals tell what a name is.
    fn other_name(&self, summary: &Document, change: &Change) -> Option<Objection> {
        let own = trimmed(summary, change.own.clone());
        let other = trimmed(self.document, change.other.clone());
        let are_names = |document: &Document, tokens: &Range<usize>| {
            let is_name =
                |at: usize| document.tokens[at].key == 0 || has_name(document, &(at..at + 1));
            // Titles and initials stand for given names.
            let is_given = |at: usize| {
                let norm = &document.tokens[at].norm;
                norm.chars().count() > 1 && !document.lexicon.is_title(norm)
            };
            (1..=CHANGED).contains(&tokens.len())
                && tokens.clone().all(|at| is_name(at) && is_given(at))
                && value_in(document, tokens).is_none()
        };
        let is_known = matches!(summary.language, Language::English | Language::German)
            && are_names(summary, &own)
            && are_names(self.document, &other)
            && !share_a_token(summary, &own, self.document, &other);
        if !is_known {
            return None;
        }
        let written = |document: &Document, tokens: &Range<usize>| {
            document
                .text
                .get(document.span(tokens.clone()))
                .unwrap_or_default()
                .to_owned()
        };
        let (one, next) = (written(summary, &own), written(self.document, &other));
        if abbreviates(&one, &next) || abbreviates(&next, &one) {
            return None;
        }
        Some(Objection {
            kind: Kind::Name,
            span: summary.span(own),
            instead: Some(self.document.span(other)),
            strength: STRENGTH,
        })
    }

    /// Whether a change is of words without content, none of which denies.
    fn says_nothing(&self, summary: &Document, change: &Change) -> bool {
        let is_bare = |document: &Document, tokens: &Range<usize>| {
            tokens.clone().all(|at| document.tokens[at].key == 0)
                && negation_in(document, tokens).is_none()
                && value_in(document, tokens).is_none()
        };
        is_bare(summary, &change.own) && is_bare(self.document, &change.other)
    }

    /// Whether a change is of one value, with its unit, in the place of another.
    fn changes_value(&self, summary: &Document, change: &Change) -> bool {
        let is_value = |document: &Document, tokens: &Range<usize>| {
            !tokens.is_empty()
                && tokens.clone().all(|at| {
                    let token = &document.tokens[at];
                    token.key == 0 || of_value(document, at).is_some()
                })
        };
        is_short(change) && is_value(summary, &change.own) && is_value(self.document, &change.other)
    }

    /// Objections to values at whose place the other sentence has another; nothing where a value
    /// cannot be told from another thing.
    fn other_values(
        &self,
        summary: &Document,
        changes: &[Change],
        pairs: &[(usize, usize)],
    ) -> Option<Vec<Objection>> {
        let mut found: Vec<Objection> = Vec::new();
        for change in changes
            .iter()
            .filter(|change| self.changes_value(summary, change))
        {
            let one = value_in(summary, &change.own)?;
            let other = value_in(self.document, &change.other)?;
            // A unit alone may have changed: the numbers before it are a pair.
            let is_pair = pairs.contains(&(one.tokens.start, other.tokens.start));
            let in_change = change.own.contains(&one.tokens.start)
                && change.other.contains(&other.tokens.start);
            if !is_pair && !in_change {
                return None;
            }
            let relation = relation(one, other);
            let kind = match one.kind {
                ValueKind::Quantity(_) | ValueKind::Ordinal(_) => Kind::Number,
                _ => Kind::Date,
            };
            match relation {
                Relation::Held(_) => {}
                Relation::Unlike => return None,
                _ if self.derives(one, other) => return None,
                _ => {
                    let (span, place) = shown(summary, one, self.document, other, &relation);
                    found.push(Objection {
                        kind,
                        span,
                        instead: Some(place),
                        strength: STRENGTH,
                    });
                }
            }
        }
        Some(found)
    }
}

/// Whether a name is made of the letters of another in their order, as `UN` of `United Nations`.
fn abbreviates(short: &str, long: &str) -> bool {
    let mut letters = long.chars().flat_map(char::to_lowercase);
    let capitals = short.chars().filter(|c| c.is_uppercase()).count();
    capitals > 1
        && short
            .chars()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .all(|letter| letters.any(|other| other == letter))
}

fn is_short(change: &Change) -> bool {
    change.own.len() <= CHANGED && change.other.len() <= CHANGED
}

/// The only negation among tokens.
fn negation_in(document: &Document, tokens: &Range<usize>) -> Option<usize> {
    let from = document.negations.partition_point(|at| *at < tokens.start);
    let mut inside = document.negations[from..]
        .iter()
        .take_while(|at| **at < tokens.end);
    let first = inside.next().copied();
    first.filter(|_| inside.next().is_none())
}

/// A value among tokens.
fn value_in<'v>(document: &'v Document, tokens: &Range<usize>) -> Option<&'v Value> {
    tokens.clone().find_map(|at| of_value(document, at))
}

/// The value that a token is of, or whose unit it is.
fn of_value<'v>(document: &'v Document, at: usize) -> Option<&'v Value> {
    let span = &document.tokens.get(at)?.span;
    document.values.iter().find(|value| {
        let unit = match &value.kind {
            ValueKind::Quantity(amount) => amount.unit_span.as_ref(),
            _ => None,
        };
        let overlaps = |other: &Range<usize>| other.start < span.end && span.start < other.end;
        value.tokens.contains(&at) || overlaps(&value.span) || unit.is_some_and(overlaps)
    })
}

/// What differs between the pairs, before the first and behind the last.
fn changes(
    document: &Document,
    own: &Range<usize>,
    other: &Range<usize>,
    pairs: &[(usize, usize)],
) -> Vec<Change> {
    let (Some(first), Some(last)) = (pairs.first(), pairs.last()) else {
        return Vec::new();
    };
    // The document may say more before and behind; of that counts as much as the summary has, and a
    // negation that stands there.
    let clause = |at: usize| document.tokens.get(at).map(|token| token.clause);
    let before = {
        let count = first.0 - own.start;
        let near = first.1.saturating_sub(count.max(1)).max(other.start)..first.1;
        let is_near = clause(near.start) == clause(first.1);
        match count > 0 || is_near && negation_in(document, &near).is_some() {
            true => near,
            false => first.1..first.1,
        }
    };
    let behind = {
        let count = own.end - (last.0 + 1);
        let near = last.1 + 1..other.end.min(last.1 + 1 + count.max(1));
        let is_near = clause(last.1 + 1) == clause(last.1);
        match count > 0 || is_near && negation_in(document, &near).is_some() {
            true => near,
            false => last.1 + 1..last.1 + 1,
        }
    };
    let mut found = vec![Change {
        own: own.start..first.0,
        other: before,
    }];
    found.extend(pairs.windows(2).map(|pair| Change {
        own: pair[0].0 + 1..pair[1].0,
        other: pair[0].1 + 1..pair[1].1,
    }));
    found.push(Change {
        own: last.0 + 1..own.end,
        other: behind,
    });
    found.retain(|change| !change.own.is_empty() || !change.other.is_empty());
    found
}

#[cfg(test)]
mod tests;
