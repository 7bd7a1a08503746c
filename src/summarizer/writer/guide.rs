//! What a headline may be, token by token: not too long, and of facts of its document.

use super::facts::{Begun, Facts};
use super::search::{Doubt, Guide};
use super::source::Source;
use crate::text::tokenize::unigram::WORD_MARK;
use crate::text::tokenize::words;

/// Tokens as text, and which texts may be.
pub(super) struct HeadlineGuide<'a> {
    pub surfaces: &'a [Box<str>],
    pub source: &'a Source,
    pub facts: Option<&'a Facts>,
    /// The most words, as [`words`] counts them.
    pub limit: Option<usize>,
}

/// The text of tokens that others are to follow.
pub(super) struct BegunText {
    text: String,
    words: usize,
    begun: Option<Begun>,
}

impl HeadlineGuide<'_> {
    /// The text of tokens.
    pub fn text(&self, tokens: &[usize]) -> String {
        self.spaced(tokens).trim().to_owned()
    }

    fn spaced(&self, tokens: &[usize]) -> String {
        let joined: String = tokens.iter().map(|&token| self.surface(token)).collect();
        joined.replace(WORD_MARK, " ")
    }

    fn surface(&self, token: usize) -> &str {
        match self.surfaces.get(token) {
            Some(surface) => surface,
            None => self.source.unknown_surface(token - self.surfaces.len()),
        }
    }

    fn fits(&self, begun: &BegunText, following: &str) -> bool {
        let Some(limit) = self.limit else {
            return true;
        };
        let at_most = begun.words + following.chars().count();
        at_most <= limit || words(&format!("{}{following}", begun.text)).len() <= limit
    }
}

impl Guide for HeadlineGuide<'_> {
    type Begun = BegunText;

    fn begun(&self, tokens: &[usize]) -> BegunText {
        let text = self.spaced(tokens);
        BegunText {
            words: self.limit.map_or(0, |_| words(&text).len()),
            begun: self.facts.map(|_| Begun::of(&text)),
            text,
        }
    }

    fn may_follow(&self, begun: &BegunText, next: Option<usize>) -> bool {
        let following = next.map(|token| self.surface(token).replace(WORD_MARK, " "));
        let allowed = match (self.facts, &begun.begun) {
            (Some(facts), Some(open)) => match &following {
                Some(following) => {
                    facts.allow(open, following) && facts.allow_marks(&begun.text, following)
                }
                None => facts.allow_end(open),
            },
            _ => true,
        };
        allowed && following.is_none_or(|following| self.fits(begun, &following))
    }

    fn doubt(&self, tokens: &[usize]) -> Doubt {
        let text = self.text(tokens);
        match self.facts {
            Some(facts) if !facts.support(&text) => Doubt::Facts,
            Some(facts) if !facts.closes(&text) => Doubt::Form,
            _ => Doubt::None,
        }
    }
}
