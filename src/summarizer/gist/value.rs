//! What sentences are worth as a short summary: their salience, less what it costs that they do not
//! stand by themselves, repeat one another or stand apart.
//!
//! Linear in the sentences chosen.

use super::{DEFINITE, FAR, GIST, Gist, HANGING, SHARED_COST};
use crate::order;
use crate::summarizer::form::Form;
use crate::summarizer::salience::speaker;
use crate::summarizer::standing::says_we;
use crate::summarizer::worth::is_keyed;

/// What a first sentence costs that shares no word with the title.
const UNNAMED: f64 = 0.5;
/// …and the second best adds less.
const PLACES: [f64; GIST] = [1.0, 0.7];
/// The share of content words that two sentences of one matter have in common for nothing.
const ON_THE_MATTER: f64 = 0.25;
/// What it gains to have the words of the title, of which half are enough.
const TITLED: f64 = 0.8;
const HALF_TITLE: f64 = 0.5;
/// What a sentence costs that asks or announces.
const ASKS: f64 = 1.5;
/// What `I` of nobody costs.
const OWN: f64 = 1.0;
/// What it costs that a sentence does not stand by itself.
const PIECE: f64 = 1.2;
/// What `we` costs, and `I` of who writes.
const OURS: f64 = 0.4;
/// What it gains that a decision of minutes stands behind what it is about.
const ABOUT: f64 = 1.0;
/// What it costs that a sentence does not follow the one before it.
const APART: f64 = 0.35;
/// What a short sentence costs beside others.
const SHORT: f64 = 0.6;
/// What the lead of a report gains.
const LEAD: f64 = 0.6;

impl Gist<'_, '_> {
    /// What sentences, ascending, are worth as a short summary; `None` if they are none.
    pub(super) fn value(&self, chosen: &[usize]) -> Option<f64> {
        let size: usize = chosen.iter().map(|&at| self.sizes[at]).sum();
        let several = chosen.len() > 1;
        if several && (chosen.len() > GIST || size > self.budget()) {
            return None;
        }
        let gain =
            |at: usize| (self.worth[at] - self.best + FAR).max(if several { 0.0 } else { -9.0 });
        let mut gains: Vec<f64> = chosen.iter().map(|&at| gain(at)).collect();
        order::by(&mut gains, |a, b| b.total_cmp(a));
        let mut value: f64 = gains
            .iter()
            .zip(PLACES)
            .map(|(gain, place)| gain * place)
            .sum();
        for (place, &at) in chosen.iter().enumerate() {
            let before = &chosen[..place];
            let follows = at.checked_sub(1).is_some_and(|last| before.contains(&last));
            let apart = several && self.hangs(at) && !follows;
            // Beside others only a whole sentence is shown, of the same voice.
            let piece = several && !self.stands[at] && !(follows && self.fills(at));
            if apart || piece || before.iter().any(|&other| self.repeats(at, other)) {
                return None;
            }
            let shared = before.iter().map(|&other| self.overlap(at, other));
            value -= SHARED_COST * (shared.fold(0.0, f64::max) - ON_THE_MATTER).max(0.0);
            value -= self.costs(at, before);
            if several && self.sizes[at] < self.least() {
                value -= SHORT;
            }
            let decision =
                self.reading.form == Form::Minutes && self.reading.sentences[at].is_result;
            if follows && decision && self.stands[at - 1] {
                value += ABOUT;
            }
            if several && place > 0 && !follows {
                value -= APART;
            }
        }
        if let Some(&first) = chosen.first() {
            value += if self.is_lead(first) { LEAD } else { 0.0 };
        }
        // The words of the title, or of nothing.
        let named = self
            .title
            .iter()
            .filter(|key| chosen.iter().any(|&at| self.keys[at].contains(key)));
        let share = named.count() as f64 / self.title.len().max(1) as f64;
        Some(value + TITLED * share.min(HALF_TITLE))
    }

    /// What it costs that a sentence does not stand by itself behind those before it.
    fn costs(&self, at: usize, before: &[usize]) -> f64 {
        let sentence = &self.reading.sentences[at];
        let follows = at.checked_sub(1).is_some_and(|last| before.contains(&last));
        let text = self.reading.text_of(at);
        let weigh = |is: bool, cost: f64| if is { cost } else { 0.0 };
        let same_voice = before.last().is_some_and(|&last| {
            let other = &self.reading.sentences[last];
            speaker(other, self.reading.shape) == speaker(sentence, self.reading.shape)
        });
        let known = follows || before.iter().any(|&other| self.overlap(at, other) > 0.0);
        let nobody = sentence.is_own && sentence.speaker.is_none() && !self.has_author();
        weigh(self.hangs(at) && !follows, HANGING)
            + weigh(!self.stands[at] && !follows, PIECE)
            + weigh(says_we(text, self.reading.document.language), OURS)
            + weigh(sentence.is_own && self.has_author(), OURS)
            + weigh(at > 0 && sentence.is_definite && !known, DEFINITE)
            + weigh(text.ends_with(['?', '？', '؟', '…', ':', '：']), ASKS)
            + weigh(nobody && !same_voice, OWN)
            + weigh(before.is_empty() && self.is_unnamed(at), UNNAMED)
    }

    /// Whether a sentence that hangs on the one before it is whole beside that.
    fn fills(&self, at: usize) -> bool {
        let sentence = &self.reading.sentences[at];
        let text = self.reading.text_of(at);
        !sentence.is_verbless
            && !sentence.is_fragment
            && !sentence.is_personal
            && !sentence.is_spoken
            && !is_keyed(text)
    }

    /// What a sentence costs as the first of a summary.
    pub(super) fn first_costs(&self, at: usize) -> f64 {
        let sentence = &self.reading.sentences[at];
        let open = at > 0 && (sentence.is_definite || sentence.points_back);
        let unnamed = self.is_unnamed(at);
        let weigh = |is: bool, cost: f64| if is { cost } else { 0.0 };
        weigh(open, DEFINITE) + weigh(unnamed, UNNAMED) - weigh(self.is_lead(at), LEAD)
    }
}
