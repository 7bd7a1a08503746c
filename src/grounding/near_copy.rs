//! What a near copy changes: a negation that comes or goes, another value, an opposite, the order of
//! numbers.
//!
//! A sentence whose content stands in the same order in one sentence of the document says the same but
//! for what differs. That needs no more context, so it serves sentences of two or three words. Where
//! anything else differs, this says nothing.
//!
//! Cost: the tokens of a sentence by those of the [`NEAREST`] sentences of the document.

use std::ops::Range;

use super::relation::{Relation, relation};
use super::substitutions::aligned;
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
/// Words that join things whose order says nothing.
const JOINS: &[&str] = &[
    "and", "or", "und", "oder", "sowie", "和", "与", "與", "及", "或", "و", "یا",
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
            let before = pairs.iter().map(place).filter(|at| *at < from);
            after
                .clone()
                .find(is_content)
                .or(before.filter(is_content).last())
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

    /// The objection to numbers of a sentence that stand in another order than in one that is the same
    /// but for them: `from 12 to 10` of `from 10 to 12`.
    fn reordered(
        &self,
        summary: &Document,
        own: &Range<usize>,
        other: &Range<usize>,
    ) -> Option<Objection> {
        let numbers = |document: &Document, tokens: &Range<usize>| -> Vec<Value> {
            let of_sentence = document.values.iter().filter(|value| {
                tokens.contains(&value.tokens.start) && matches!(value.kind, ValueKind::Quantity(_))
            });
            of_sentence.cloned().collect()
        };
        let (ours, theirs) = (numbers(summary, own), numbers(self.document, other));
        if ours.len() < 2 || ours.len() != theirs.len() || own.len() != other.len() {
            return None;
        }
        let is_number = |values: &[Value], at: usize| values.iter().any(|v| v.tokens.contains(&at));
        let is_same = own.clone().zip(other.clone()).all(|(one, next)| {
            match (is_number(&ours, one), is_number(&theirs, next)) {
                (true, true) => true,
                (false, false) => {
                    let (one, next) = (&summary.tokens[one], &self.document.tokens[next]);
                    one.norm == next.norm
                }
                _ => false,
            }
        });
        let amount = |value: &Value| match &value.kind {
            ValueKind::Quantity(amount) => amount.number,
            _ => f64::NAN,
        };
        let sorted = |values: &[Value]| {
            let mut amounts: Vec<f64> = values.iter().map(amount).collect();
            amounts.sort_by(f64::total_cmp);
            amounts
        };
        if !is_same || sorted(&ours) != sorted(&theirs) {
            return None;
        }
        let at = ours
            .iter()
            .zip(&theirs)
            .position(|(one, next)| amount(one) != amount(next))?;
        // `3 and 2` is `2 and 3`, but `3 cats and 2 dogs` is not `2 cats and 3 dogs`.
        let next = ours.get(at + 1)?;
        let mut between = ours[at].tokens.end..next.tokens.start;
        let gap = summary.text.get(ours[at].span.end..next.span.start)?;
        let is_list = between.all(|at| JOINS.contains(&summary.tokens[at].norm.as_str()))
            && !gap.contains(['-', '–', ':', '比']);
        (!is_list).then(|| Objection {
            kind: Kind::Number,
            span: ours[at].span.clone(),
            instead: Some(theirs[at].span.clone()),
            strength: STRENGTH,
        })
    }
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
mod tests {
    use super::*;
    use crate::pace;

    /// What is objected to: a kind, the words of the summary, the words of the document.
    type Found<'t> = Option<(Kind, &'t str, &'t str)>;

    fn objection(language: Language, document: &str, summary: &str) -> Vec<(Kind, String, String)> {
        let (read, of_summary) = (
            Document::new(document, language),
            Document::new(summary, language),
        );
        let grounding = Grounding::new(&read);
        let found = pace::at_once(grounding.objections(&of_summary, 0));
        let found = found.into_iter().filter(|one| one.kind != Kind::Missing);
        found
            .map(|one| {
                let instead = one.instead.map_or("", |span| &document[span]);
                (one.kind, summary[one.span].to_owned(), instead.to_owned())
            })
            .collect()
    }

    fn check(language: Language, cases: &[(&str, &str, Found)]) {
        let mut wrong = Vec::new();
        for (document, summary, wanted) in cases {
            let found = objection(language, document, summary);
            let wanted: Vec<_> = wanted
                .iter()
                .map(|(kind, span, instead)| (*kind, span.to_string(), instead.to_string()))
                .collect();
            if found != wanted {
                wrong.push(format!(
                    "{document} | {summary}\n  {found:?}\n  wanted {wanted:?}"
                ));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    use Kind::{Date, Negation, Number};

    #[test]
    fn short_english_sentences() {
        check(
            Language::English,
            &[
                (
                    "The plan can't be approved.",
                    "The plan can be approved.",
                    Some((Negation, "be approved", "can't be approved")),
                ),
                (
                    "The flight wasn't delayed.",
                    "The flight was delayed.",
                    Some((Negation, "delayed", "wasn't delayed")),
                ),
                (
                    "The flight was delayed.",
                    "The flight wasn't delayed.",
                    Some((Negation, "wasn't delayed", "delayed")),
                ),
                (
                    "The minister hasn't resigned.",
                    "The minister has resigned.",
                    Some((Negation, "resigned", "hasn't resigned")),
                ),
                (
                    "It isn't dangerous.",
                    "It is dangerous.",
                    Some((Negation, "dangerous", "isn't dangerous")),
                ),
                (
                    "The dog isn't dangerous.",
                    "The dog is dangerous.",
                    Some((Negation, "dangerous", "isn't dangerous")),
                ),
                (
                    "He does not sell the house.",
                    "He sells the house.",
                    Some((Negation, "sells", "does not sell")),
                ),
                (
                    "She did not sell any cakes.",
                    "She sold cakes.",
                    Some((Negation, "sold cakes", "did not sell any cakes")),
                ),
                (
                    "No trains ran on Monday.",
                    "Trains ran on Monday.",
                    Some((Negation, "Trains", "No trains")),
                ),
                (
                    "The law was passed.",
                    "The law was rejected.",
                    Some((Negation, "rejected", "passed")),
                ),
                (
                    "The shop did not open until May.",
                    "The shop opened in May.",
                    None,
                ),
                (
                    "The bridge is not only closed but gone.",
                    "The bridge is closed.",
                    None,
                ),
                (
                    "The bridge is not closed. On Monday the bridge is closed.",
                    "The bridge is closed.",
                    None,
                ),
                (
                    "It is unclear whether the plan was not approved.",
                    "The plan was approved.",
                    None,
                ),
                (
                    "The price rose from 10 to 12 euros.",
                    "The price rose from 12 to 10 euros.",
                    Some((Number, "12", "10")),
                ),
                (
                    "Real Madrid beat Barcelona 2-1 on Sunday.",
                    "Real Madrid beat Barcelona 1-2 on Sunday.",
                    Some((Number, "1", "2")),
                ),
                (
                    "I have 2 dogs and 3 cats.",
                    "I have 3 dogs and 2 cats.",
                    Some((Number, "3", "2")),
                ),
                ("Lines 2 and 3 are shut.", "Lines 3 and 2 are shut.", None),
                (
                    "The meeting is on Monday.",
                    "The meeting is on Tuesday.",
                    Some((Date, "Tuesday", "Monday")),
                ),
                (
                    "The meeting is on Monday.",
                    "The meeting is on Monday.",
                    None,
                ),
            ],
        );
    }

    #[test]
    fn short_sentences_of_other_languages() {
        check(
            Language::German,
            &[
                (
                    "Die Brücke ist nicht gesperrt.",
                    "Die Brücke ist gesperrt.",
                    Some((Negation, "gesperrt", "nicht gesperrt")),
                ),
                (
                    "Sie verkaufte keine Kuchen.",
                    "Sie verkaufte Kuchen.",
                    Some((Negation, "Kuchen", "keine Kuchen")),
                ),
                (
                    "Das Gesetz wurde angenommen.",
                    "Das Gesetz wurde abgelehnt.",
                    Some((Negation, "abgelehnt", "angenommen")),
                ),
                (
                    "Die Brücke ist nicht nur gesperrt.",
                    "Die Brücke ist gesperrt.",
                    None,
                ),
            ],
        );
        check(
            Language::Chinese,
            &[
                (
                    "部长不会辞职。",
                    "部长会辞职。",
                    Some((Negation, "会辞", "不会辞")),
                ),
                (
                    "会议在星期一举行。",
                    "会议在星期二举行。",
                    Some((Date, "星期二", "星期一")),
                ),
                ("部长不仅辞职了。", "部长辞职了。", None),
            ],
        );
        check(
            Language::Persian,
            &[
                (
                    "پل بسته نیست.",
                    "پل بسته است.",
                    Some((Negation, "بسته است", "بسته نیست")),
                ),
                (
                    "او کیک نفروخت.",
                    "او کیک فروخت.",
                    Some((Negation, "کیک فروخت", "کیک نفروخت")),
                ),
            ],
        );
    }
}
