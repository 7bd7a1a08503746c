//! A text read once: tokens, sentences, clauses, quantities, dates, names and negations.
//!
//! A [`Document`] is made of any text, a document or a summary of it, and asked by everything
//! that compares texts ([`grounding`](crate::grounding), evidence). All positions are bytes of the
//! text; [`Document::utf16`] turns them into those of JavaScript strings. One document serves any
//! number of summaries.
//!
//! Cost: linear in the text, one pass for each of tokens, sentences, quantities and names.

mod names;
mod plain;
mod questions;
pub(crate) mod shape;
mod tokens;
mod values;
pub(crate) mod verbs;

use std::collections::HashSet;
use std::ops::Range;

pub(crate) use names::Name;
pub(crate) use plain::Plain;
pub(crate) use tokens::Token;
pub(crate) use values::{Amount, Cycle, Measured, Role, Value, ValueKind};

use crate::lexicon::Lexicon;
use crate::text::entities::numbers::readings;
use crate::text::sentences::clauses_of;
use crate::text::{Language, Utf16Index, Utf16Span, sentences};

/// A text with all that was read from it.
pub(crate) struct Document<'t> {
    pub(crate) text: &'t str,
    pub(crate) language: Language,
    pub(crate) lexicon: &'static Lexicon,
    pub(crate) tokens: Vec<Token>,
    /// The bytes of each sentence, and of the clauses of all.
    pub(crate) sentences: Vec<Range<usize>>,
    pub(crate) clauses: Vec<Range<usize>>,
    /// The tokens of each sentence and clause.
    pub(crate) sentence_tokens: Vec<Range<usize>>,
    pub(crate) clause_tokens: Vec<Range<usize>>,
    /// Quantities, dates and times, in order.
    pub(crate) values: Vec<Value>,
    /// Proper names and quoted titles, in order.
    pub(crate) names: Vec<Name>,
    /// The tokens that deny, in order.
    pub(crate) negations: Vec<usize>,
    /// Whether each clause denies anything, by a negation or another word.
    pub(crate) denials: Vec<bool>,
    /// The words that have an opposite, with their tokens, in order.
    pub(crate) opposites: Vec<(Range<usize>, String)>,
    utf16: Utf16Index<'t>,
    plain: Option<&'t Plain<'t>>,
}

impl<'t> Document<'t> {
    /// Reads a text by the rules of a language.
    pub(crate) fn new(text: &'t str, language: Language) -> Self {
        let lexicon = Lexicon::of(language);
        let sentences = sentences(text, language);
        let clauses = clauses_of(text, &sentences, language);
        let mut tokens = tokens::tokens(text, language, lexicon, &sentences, &clauses);
        questions::open(text, language, lexicon, &mut tokens, &sentences, &clauses);
        let sentence_tokens = within(&tokens, &sentences);
        let clause_tokens = within(&tokens, &clauses);
        let (attached, apart) = readings(text, language);
        let numbers = [attached.as_slice(), &apart];
        let values = values::values(text, language, lexicon, &tokens, numbers);
        let (cut, counted) = ((&*tokens, &*sentences), (&*values, &*attached));
        let names = names::names(text, language, lexicon, cut, counted);
        let negations = tokens::negations(&tokens, language, lexicon);
        let opposites = tokens::opposites(&tokens, language, lexicon);
        let mut document = Self {
            denials: Vec::new(),
            opposites,
            text,
            language,
            lexicon,
            utf16: Utf16Index::new(text),
            plain: None,
            tokens,
            sentences,
            clauses,
            sentence_tokens,
            clause_tokens,
            values,
            names,
            negations,
        };
        document.denials = (0..document.clauses.len())
            .map(|clause| document.denies(clause))
            .collect();
        document
    }

    /// Whether a clause denies anything.
    fn denies(&self, clause: usize) -> bool {
        let says = |clause: &Range<usize>| {
            let text = &self.text[clause.clone()];
            self.lexicon.denials().any(|word| text.contains(word))
        };
        let has_denial = |tokens: &Range<usize>| {
            let mut tokens = self.tokens[tokens.clone()].iter();
            tokens.any(|token| self.lexicon.is_denial(&token.norm))
        };
        self.negates(clause)
            || match self.language {
                Language::Chinese => self.clauses.get(clause).is_some_and(says),
                _ => self.clause_tokens.get(clause).is_some_and(has_denial),
            }
    }

    /// Whether a negation stands in a clause.
    pub(crate) fn negates(&self, clause: usize) -> bool {
        let of_clause = |at: &usize| self.tokens[*at].clause;
        let from = self.negations.partition_point(|at| of_clause(at) < clause);
        let next = self.negations.get(from);
        next.is_some_and(|at| of_clause(at) == clause)
    }

    /// Reads a text that is compared with another: its positions in UTF-16 are those of the text as
    /// it was written, and numbers have one key however they are written.
    pub(crate) fn compared(plain: &'t Plain<'t>, language: Language) -> Self {
        let mut document = Self::new(&plain.text, language);
        document.utf16 = Utf16Index::new(plain.original);
        document.plain = Some(plain);
        values::give_keys(&mut document.tokens, &document.values);
        document
    }

    /// The words that it says, as [`normalized_words`](crate::text::normalized_words()) has them.
    pub(crate) fn words(&self) -> Vec<String> {
        self.tokens.iter().map(|token| token.norm.clone()).collect()
    }

    /// The distinct keys of its content words.
    pub(crate) fn content_keys(&self) -> HashSet<u64> {
        let keys = self.tokens.iter().map(|token| token.key);
        keys.filter(|&key| key != 0).collect()
    }

    /// A span in UTF-16 units of the text as it was written.
    pub(crate) fn utf16(&self, span: Range<usize>) -> Option<Utf16Span> {
        match self.plain {
            Some(plain) => self
                .utf16
                .span(plain.place(span.start)..plain.place(span.end)),
            None => self.utf16.span(span),
        }
    }

    /// The tokens of the sentence that a token is in.
    pub(crate) fn sentence_of(&self, token: usize) -> Range<usize> {
        let at = self.tokens.get(token).map_or(0, |token| token.sentence);
        self.sentence_tokens.get(at).cloned().unwrap_or(0..0)
    }

    /// The bytes that tokens take.
    pub(crate) fn span(&self, tokens: Range<usize>) -> Range<usize> {
        match self.tokens.get(tokens.clone()) {
            Some([first, .., last]) => first.span.start..last.span.end,
            Some([only]) => only.span.clone(),
            _ => 0..0,
        }
    }
}

/// The tokens that lie in each of some spans, which are in order and apart.
fn within(tokens: &[Token], spans: &[Range<usize>]) -> Vec<Range<usize>> {
    let first = |position: usize| tokens.partition_point(|token| token.span.start < position);
    spans
        .iter()
        .map(|span| first(span.start)..first(span.end))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_once() {
        let text = "The bridge at Holm shut on 6 May. It did not reopen for 24 days, Ana Roe said.";
        let document = Document::new(text, Language::English);
        assert_eq!(document.sentences.len(), 2);
        assert_eq!(document.clauses.len(), 3);
        let values: Vec<_> = document
            .values
            .iter()
            .map(|v| &text[v.span.clone()])
            .collect();
        assert_eq!(values, ["6 May", "24"]);
        let names: Vec<_> = document
            .names
            .iter()
            .map(|n| &text[n.span.clone()])
            .collect();
        assert_eq!(names, ["Holm", "Ana Roe"]);
        let denied: Vec<_> = document
            .negations
            .iter()
            .map(|&at| &document.tokens[at].norm)
            .collect();
        assert_eq!(denied, ["not"]);
        let tokens = document.sentence_of(8);
        assert_eq!(
            &text[document.span(tokens)],
            "It did not reopen for 24 days, Ana Roe said"
        );
    }

    #[test]
    fn any_text_is_read() {
        for language in Language::ALL {
            for text in [
                "",
                " ",
                "。",
                "1.",
                "不",
                "\u{200c}",
                "12月",
                "May",
                "5%",
                "𝔘 1e9999 kg",
            ] {
                let document = Document::new(text, language);
                assert_eq!(document.sentences.len(), document.sentence_tokens.len());
            }
        }
    }
}
