//! Which sentences `auto` takes: salient ones that stand alone, do not repeat one another, and
//! together have the length asked for.

mod teaser;
mod value;

use std::collections::BTreeSet;

use super::form::Form;
use super::options::{SummaryLength, SummaryType};
use super::reading::Reading;
use super::salience::Role;
use super::standing::stands;
use super::title;
use super::worth::{is_keyed, worth};
use crate::analysis::Document;
use crate::analysis::shape::Kind;
use crate::order;
use crate::text::Language;

/// The most words of a short `tldr`, of Chinese characters.
const WORDS: usize = 56;
const CHARACTERS: usize = 105;
/// The most sentences of a short `tldr`.
const GIST: usize = 2;
/// The share of content words from which a sentence repeats another…
const REPEATS: f64 = 0.7;
/// …if it has this many; shorter ones repeat only their like.
const FEW: usize = 3;
/// …and what each shared content word costs below that.
const SHARED_COST: f64 = 1.2;
/// How much of its salience keeps a sentence that hangs on one that is not taken.
const HANGING: f64 = 1.5;
/// What `the scheme` without its name costs.
const DEFINITE: f64 = 0.35;
/// A sentence adds nothing to a short `tldr` that is this much less salient than the best…
const FAR: f64 = 1.3;
/// How many of the best sentences are put together.
const POOL: usize = 12;
/// A sentence has as many words, or Chinese characters, that is not short.
const LEAST: usize = 6;
const LEAST_CHARACTERS: usize = 10;
/// A summary needs no title before it if its sentences have this share of the title's words…
const NAMED: f64 = 0.75;
/// …or this, if the first sentence of the text is the first of them.
const OPENED: f64 = 0.15;

/// Chooses among the sentences of one document.
pub(super) struct Gist<'r, 't> {
    reading: &'r Reading<'t>,
    /// The content words of each sentence.
    keys: Vec<BTreeSet<u64>>,
    /// The words with a digit of each.
    numbers: Vec<BTreeSet<&'r str>>,
    /// The words of each.
    sizes: Vec<usize>,
    /// The salience of each, less what keeps it from standing alone.
    worth: Vec<f64>,
    /// Whether each stands by itself.
    stands: Vec<bool>,
    /// The content words of the title.
    title: BTreeSet<u64>,
    /// Whether somebody is greeted or signs.
    is_letter: bool,
    /// The most that a sentence is worth.
    best: f64,
}

impl<'r, 't> Gist<'r, 't> {
    pub(super) fn of(reading: &'r Reading<'t>) -> Self {
        let tokens = |at: usize| reading.tokens(at);
        let count = reading.sentences.len();
        let keys = |at| {
            tokens(at)
                .iter()
                .map(|token| token.key)
                .filter(|&key| key != 0)
        };
        let numbers = |at| {
            let norms = tokens(at).iter().map(|token| token.norm.as_str());
            norms.filter(|norm| norm.contains(char::is_numeric))
        };
        let title = title::name(reading).unwrap_or_default();
        let title = Document::new(&title, reading.document.language).content_keys();
        let mut units = reading.shape.units.iter();
        let worths: Vec<f64> = (0..count).map(|at| worth(reading, at)).collect();
        Self {
            is_letter: units.any(|unit| unit.kind == Kind::Signature),
            best: worths.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            worth: worths,
            title: title.into_iter().collect(),
            keys: (0..count).map(|at| keys(at).collect()).collect(),
            numbers: (0..count).map(|at| numbers(at).collect()).collect(),
            sizes: (0..count).map(|at| tokens(at).len()).collect(),
            stands: vec![],
            reading,
        }
        .with_standing()
    }

    /// With what stands by itself, which depends on who writes.
    fn with_standing(mut self) -> Self {
        let has_author = self.has_author();
        let count = self.reading.sentences.len();
        self.stands = (0..count)
            .map(|at| stands(self.reading, at, has_author))
            .collect();
        self
    }

    /// The sentences of a summary, ascending.
    pub(super) fn choose(&self, kind: SummaryType, length: SummaryLength) -> Vec<usize> {
        match kind {
            SummaryType::KeyPoints => {
                let count = match length {
                    SummaryLength::Short => 3,
                    SummaryLength::Medium => 5,
                    SummaryLength::Long => 7,
                };
                self.take(&self.ranked(|_| true), count, usize::MAX)
            }
            SummaryType::Tldr | SummaryType::Headline => self.tldr(length),
            SummaryType::Teaser => self.teaser(length),
        }
    }

    fn tldr(&self, length: SummaryLength) -> Vec<usize> {
        // What has no verb of its own, or only leads up to the matter, is no gist.
        let is_told = |at: usize| {
            let sentence = &self.reading.sentences[at];
            !sentence.is_verbless && sentence.role.tells()
        };
        let told = self.ranked(is_told);
        let rest = self.ranked(|at| !is_told(at));
        if length == SummaryLength::Short && !told.is_empty() {
            return self.short(&told);
        }
        let ranked = [told, rest].concat();
        match length {
            SummaryLength::Short => self.short(&ranked),
            SummaryLength::Medium => self.take(&ranked, 3, usize::MAX),
            SummaryLength::Long => self.take(&ranked, 5, usize::MAX),
        }
    }

    /// The set of at most [`GIST`] of the best sentences that is worth the most together: each stands
    /// by itself or with one of the others, none repeats another, and they name the matter.
    fn short(&self, ranked: &[usize]) -> Vec<usize> {
        let pool: Vec<usize> = ranked.iter().copied().take(POOL).collect();
        let mut best: (f64, Vec<usize>) = (f64::NEG_INFINITY, Vec::new());
        let mut weigh = |chosen: &mut Vec<usize>| {
            chosen.sort_unstable();
            if let Some(value) = self.value(chosen)
                && value > best.0
            {
                best = (value, chosen.clone());
            }
        };
        for (place, &one) in pool.iter().enumerate() {
            // A sentence with what it hangs on, which need not be salient.
            let mut bound = vec![one];
            bound.extend(self.needs(one, &[one]));
            weigh(&mut vec![one]);
            weigh(&mut bound);
            for &other in pool.iter().skip(place + 1) {
                weigh(&mut vec![one, other]);
            }
        }
        if best.1.is_empty() {
            return self.take(ranked, 1, self.budget());
        }
        best.1
    }

    /// Whether somebody writes in their own name: who says `I` in a letter or a review is known.
    pub(super) fn has_author(&self) -> bool {
        self.is_letter || matches!(self.reading.form, Form::Review | Form::Letter)
    }

    /// Whether a sentence says `I`, or `you` to nobody: a letter says it from the beginning.
    fn is_personal(&self, at: usize) -> bool {
        let sentence = &self.reading.sentences[at];
        sentence.is_own || sentence.is_personal && !self.is_letter
    }

    /// Whether a sentence is the lead of a report: its opening, which has a name or a number.
    fn is_lead(&self, at: usize) -> bool {
        let is_opening = self.reading.sentences[at].role == Role::Opening;
        is_opening || self.opens(at) && self.is_told(at)
    }

    /// Whether a sentence opens a report: the first, whole, of running text, of nobody's talk, and on
    /// the matter of the title.
    fn opens(&self, at: usize) -> bool {
        let sentence = &self.reading.sentences[at];
        match sentence.role {
            Role::Opening => return true,
            Role::Tells => {}
            _ => return false,
        }
        let whole = !sentence.is_fragment && !sentence.is_verbless && !sentence.hangs();
        let told = !self.is_personal(at) && !sentence.is_spoken && !sentence.is_labelled;
        let long = self.sizes[at] * 3 >= 4 * self.least();
        at == 0
            && sentence.kind == Kind::Prose
            && whole
            && told
            && long
            && !is_keyed(self.reading.text_of(at))
            && (self.title.is_empty() || !self.title.is_disjoint(&self.keys[at]))
    }

    /// Whether a sentence has a name or a number: what has none sets a scene.
    fn is_told(&self, at: usize) -> bool {
        let names = &self.reading.document.names;
        let span = &self.reading.sentences[at].span;
        let from = names.partition_point(|name| name.span.start < span.start);
        let named = names
            .get(from)
            .is_some_and(|name| name.span.end <= span.end);
        named || !self.numbers[at].is_empty()
    }

    /// Whether the sentences chosen do not say by themselves what they are about, so that the title
    /// has to.
    pub(super) fn needs_title(&self, chosen: &[usize]) -> bool {
        let Some(&first) = chosen.first() else {
            return false;
        };
        let said = |key: &&u64| chosen.iter().any(|&at| self.keys[at].contains(key));
        let named = self.title.iter().filter(said).count();
        let covered = named as f64 / self.title.len().max(1) as f64;
        let sentence = &self.reading.sentences[first];
        let open = sentence.is_definite || sentence.is_own || sentence.is_personal;
        let formed = matches!(
            self.reading.form,
            Form::Report | Form::Minutes | Form::Rules | Form::Leaflet
        );
        let long = self.sizes[first] >= 2 * self.least();
        let opens = self.opens(first) && long && !open && !formed;
        let enough = if opens { OPENED } else { NAMED };
        !self.title.is_empty() && covered < enough
    }

    /// The words of a sentence that says something.
    fn least(&self) -> usize {
        match self.reading.document.language {
            Language::Chinese => LEAST_CHARACTERS,
            _ => LEAST,
        }
    }

    fn budget(&self) -> usize {
        match self.reading.document.language {
            Language::Chinese => CHARACTERS,
            _ => WORDS,
        }
    }

    /// The sentences that pass, best first.
    pub(super) fn ranked(&self, passes: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut found: Vec<usize> = (0..self.reading.sentences.len())
            .filter(|&at| passes(at))
            .collect();
        let score = |at: usize| {
            let hanging = if self.hangs(at) { HANGING } else { 0.0 };
            self.worth[at] - hanging
        };
        order::by(&mut found, |&a, &b| {
            score(b).total_cmp(&score(a)).then(a.cmp(&b))
        });
        found
    }

    /// The salience of a sentence, less what keeps it from standing alone.
    pub(super) fn worth(&self, at: usize) -> f64 {
        self.worth.get(at).copied().unwrap_or_default()
    }

    /// Whether `the scheme` has nothing that it can mean among the sentences chosen.
    fn is_unresolved(&self, at: usize, chosen: &[usize]) -> bool {
        let meant = |&other: &usize| other + 1 == at || self.overlap(at, other) > 0.0;
        at > 0 && self.reading.sentences[at].is_definite && !chosen.iter().any(meant)
    }

    /// Whether a sentence stands by itself.
    pub(super) fn stands(&self, at: usize) -> bool {
        self.stands.get(at).copied().unwrap_or_default()
    }

    /// Whether a sentence has none of the content words of the title.
    fn is_unnamed(&self, at: usize) -> bool {
        self.title.len() > 1 && self.title.is_disjoint(&self.keys[at])
    }

    fn hangs(&self, at: usize) -> bool {
        self.reading
            .sentences
            .get(at)
            .is_some_and(|sentence| sentence.hangs())
    }

    /// Takes the best of `ranked`, at most `count` sentences of `budget` words in all, and at least
    /// one. A sentence that hangs on the one before is taken with it, or not.
    fn take(&self, ranked: &[usize], count: usize, budget: usize) -> Vec<usize> {
        let mut chosen: Vec<usize> = Vec::new();
        let mut left: Vec<usize> = ranked.iter().copied().take(MOST).collect();
        let mut size = 0;
        while chosen.len() < count && !left.is_empty() {
            let value = |&at: &usize| {
                let shared = chosen.iter().map(|&other| self.overlap(at, other));
                let bound = usize::from(self.needs(at, &chosen).is_some());
                let first = if chosen.is_empty() {
                    self.first_costs(at)
                } else if self.is_unresolved(at, &chosen) {
                    DEFINITE
                } else {
                    0.0
                };
                self.worth[at]
                    - first
                    - SHARED_COST * shared.fold(0.0, f64::max)
                    - HANGING * bound as f64
            };
            // With few candidates the cost of what is shared decides; of very many the rank does.
            let window = left.iter().take(WINDOW);
            let Some((place, &at)) = window
                .enumerate()
                .max_by(|a, b| value(a.1).total_cmp(&value(b.1)).then(b.0.cmp(&a.0)))
            else {
                break;
            };
            left.remove(place);
            if chosen.contains(&at) || chosen.iter().any(|&other| self.repeats(at, other)) {
                continue;
            }
            let mut new = vec![at];
            new.extend(self.needs(at, &chosen));
            let far = chosen.first().is_some_and(|&first| {
                self.sizes[at] < self.least()
                    || self.reading.salience[at] < self.reading.salience[first] - FAR
            });
            if far && budget < usize::MAX {
                continue;
            }
            let added: usize = new.iter().map(|&at| self.sizes[at]).sum();
            let fits = chosen.is_empty() && new.len() == 1
                || size + added <= budget && chosen.len() + new.len() <= count;
            if fits {
                size += added;
                chosen.extend(new);
            } else if chosen.is_empty() && left.iter().all(|&at| self.hangs(at)) {
                // Everything hangs: the best is taken as it is.
                chosen.push(at);
                size += self.sizes[at];
            }
        }
        chosen.sort_unstable();
        chosen
    }

    /// The sentence before, where a sentence hangs on it and it is not among those chosen.
    fn needs(&self, at: usize, chosen: &[usize]) -> Option<usize> {
        let before = at.checked_sub(1)?;
        (self.hangs(at) && !chosen.contains(&before)).then_some(before)
    }

    /// The share of the content words of the shorter sentence that both have.
    fn overlap(&self, one: usize, other: usize) -> f64 {
        let (one, other) = (&self.keys[one], &self.keys[other]);
        let shared = one.intersection(other).count();
        shared as f64 / one.len().min(other.len()).max(1) as f64
    }

    /// Whether one of two sentences says nothing that the other does not.
    pub(super) fn repeats(&self, one: usize, other: usize) -> bool {
        let (a, b) = (&self.numbers[one], &self.numbers[other]);
        let numbers = a.is_subset(b) || b.is_subset(a);
        if self.keys[one].len().min(self.keys[other].len()) < FEW {
            return self.reading.text_of(one) == self.reading.text_of(other);
        }
        numbers && self.overlap(one, other) >= REPEATS
    }
}

/// The most sentences that are looked at.
const MOST: usize = 1000;
/// How many of the best sentences compete for a place.
const WINDOW: usize = 40;
