//! The sentences that a summary may take, and whether they stand alone.

use std::ops::Range;

use super::cues::Cues;
use super::joins;
use super::roles::{self, Role};
use crate::analysis::shape::{Kind, Shape};
use crate::analysis::verbs::{is_own_verb, is_verbless};
use crate::analysis::{Document, Token};
use crate::lexicon::WordList;
use crate::summarizer::form::Form;
use crate::text::Language;

/// What speakers call themselves and what is theirs, in all languages.
const SPEAKERS: [&str; 17] = [
    "i", "my", "me", "i'm", "i've", "i'd", "i'll", "ich", "mein", "meine", "meinen", "mir", "mich",
    "我", "من", "بنده", "خودم",
];

/// A sentence of a document.
#[derive(Clone, Debug)]
pub(crate) struct Sentence {
    /// Its bytes in the text of the shape, without a label.
    pub(crate) span: Range<usize>,
    pub(crate) kind: Kind,
    pub(crate) section: usize,
    pub(crate) begins_paragraph: bool,
    pub(crate) is_spoken: bool,
    /// What it does in a document of its kind.
    pub(crate) role: Role,
    /// The bytes in front of it that are no part of it: a bullet, a number, a label.
    pub(crate) label: Range<usize>,
    /// Whether it stands in the paragraph of the sentence before.
    pub(crate) follows: bool,
    /// The bytes of the name of who speaks, in the text of the shape.
    pub(crate) speaker: Option<Range<usize>>,
    /// Whether it begins with a pronoun whose referent stands before.
    pub(crate) is_open: bool,
    /// Whether it goes on with a point of a list.
    pub(crate) continues: bool,
    /// Whether it begins with a word that joins it to the one before.
    pub(crate) is_joining: bool,
    /// Whether its subject is `the scheme`, of which only the text before says which.
    pub(crate) is_definite: bool,
    /// Whether it points back within: `… will halve this amount`.
    pub(crate) points_back: bool,
    /// Whether it is an entry of a log, with a time in front.
    pub(crate) is_logged: bool,
    /// Whether it says `I` or `you`.
    pub(crate) is_personal: bool,
    /// Whether it says `I`.
    pub(crate) is_own: bool,
    /// Whether it says what came out: `Results: …`, `we found`, `resolved`.
    pub(crate) is_result: bool,
    /// Whether a label that says what it is about stands in front: `Price:`.
    pub(crate) is_labelled: bool,
    /// Whether no finite verb is seen in it.
    pub(crate) is_verbless: bool,
    /// Whether it has no mark at its end, as the points of a list.
    pub(crate) is_fragment: bool,
}

impl Sentence {
    /// The sentences to take from: of running text and lists, or, where there are none, what else
    /// there is, the better kinds first.
    pub(crate) fn all(shape: &Shape, document: &Document, form: Form) -> Vec<Self> {
        let outcomes = under_outcomes(shape, document.language);
        let of = |at: usize| Self::of(at, shape, document, outcomes[at]);
        let mut sentences: Vec<Self> = takeable(shape).into_iter().map(of).collect();
        // Lines without a verb and a mark at their end are of a head or a table.
        let text = |one: &Self| shape.text.get(one.span.clone()).unwrap_or_default();
        let is_line = |one: &Self| {
            let short = match document.language {
                Language::Chinese => !text(one).contains(['，', '：', '；']) && one.span.len() < 60,
                _ => one.is_verbless,
            };
            one.kind == Kind::Prose && one.is_fragment && short
        };
        if sentences
            .iter()
            .any(|one| !is_line(one) && !one.is_fragment)
        {
            sentences.retain(|one| !is_line(one));
        }
        roles::assign(&mut sentences, shape, document, form);
        // Before the first there is nothing to point at.
        if let Some(first) = sentences.first_mut() {
            first.points_back = false;
        }
        for sentence in &mut sentences {
            sentence.is_result |= sentence.role == Role::Outcome;
        }
        sentences
    }

    fn of(at: usize, shape: &Shape, document: &Document, under_outcome: bool) -> Self {
        let unit = &shape.units[at];
        let language = document.language;
        let text = shape.text_of(unit);
        let tokens = tokens_within(document, &unit.span);
        let cues = Cues::of(language);
        let first = tokens.first().map_or("", |token| token.norm.as_str());
        let begins = |list: WordList| match language {
            Language::Chinese => list.begins(text),
            _ => list.has(first),
        };
        let before = at.checked_sub(1).map(|before| &shape.units[before]);
        let begins_paragraph = before.is_none_or(|other| other.paragraph != unit.paragraph);
        let label = shape.text.get(unit.whole.start..unit.span.start);
        let label = label.unwrap_or_default();
        let is_joining = begins(cues.joining) && !joins::is_preposition(language, tokens)
            || joins::looks_back(language, text)
            || joins::connects(language, text, unit.span.start, tokens)
            || joins::answers(language, text, unit.span.start, tokens)
            || joins::is_answer(label);
        let is_open = begins(cues.open) && !is_introduced(language, tokens)
            || is_joining
                && tokens
                    .get(1)
                    .is_some_and(|token| cues.open.has(&token.norm));
        let named = within(&document.names, |name| &name.span, &unit.span)
            .is_some_and(|names| !names.is_empty());
        let is_definite = begins(cues.definite) && !named && !is_open;
        Self {
            span: unit.span.clone(),
            kind: unit.kind,
            section: unit.section,
            begins_paragraph,
            is_spoken: unit.is_spoken,
            role: Role::Tells,
            label: unit.whole.start..unit.span.start,
            follows: !begins_paragraph,
            speaker: unit.speaker.clone(),
            is_open,
            continues: unit.kind == Kind::Item && !begins_paragraph,
            is_joining,
            is_definite,
            points_back: points_back(language, text, tokens),
            is_logged: label.contains(':') && label.contains(char::is_numeric),
            is_personal: tokens.iter().any(|token| {
                let word = &token.norm.as_str();
                cues.second_person.has(word)
                    // `we` of a paper or a firm is no speaker.
                    || SPEAKERS.contains(word)
            }),
            is_own: says_own(language, text, tokens),
            is_result: says_result(shape, at, language) || under_outcome,
            // `Kell – Reuters:` is a dateline.
            is_labelled: label.trim_end().ends_with([':', '：', '】'])
                && ![" – ", " — ", " - "]
                    .iter()
                    .any(|dash| label.contains(dash))
                && !unit.is_spoken,
            is_verbless: is_verbless(document, tokens),
            is_fragment: is_fragment(text),
        }
    }

    /// Whether it hangs on the sentence before it.
    pub(crate) fn hangs(&self) -> bool {
        // A decision among the sentences of a point says what it decides.
        let continues = self.continues && !self.is_result;
        self.is_open || self.is_joining || continues || self.points_back
    }

    /// Its tokens.
    pub(crate) fn tokens<'d>(&self, document: &'d Document) -> &'d [Token] {
        tokens_within(document, &self.span)
    }
}

/// Whether a sentence says `I`.
fn says_own(language: Language, text: &str, tokens: &[Token]) -> bool {
    // `我们` of a firm and `我国` are no speaker.
    const OTHERS: &str = "们国市省校院县区方军党";
    let own = |token: &Token| {
        let word = token.norm.as_str();
        SPEAKERS.contains(&word) || language == Language::Persian && is_own_verb(word)
    };
    match language {
        Language::Chinese => text
            .split('我')
            .skip(1)
            .any(|rest| !rest.starts_with(|c| OTHERS.contains(c))),
        _ => tokens.iter().any(own),
    }
}

/// The places of the units that a summary may take: of running text and lists, or, where there are
/// none, what else there is, the better kinds first.
pub(crate) fn takeable(shape: &Shape) -> Vec<usize> {
    const RANKS: [&[Kind]; 4] = [
        &[Kind::Prose, Kind::Item],
        &[Kind::Quoted, Kind::Field, Kind::Row],
        &[Kind::Title, Kind::Heading, Kind::Label],
        &[Kind::Signature, Kind::Boilerplate],
    ];
    let units = || shape.units.iter().enumerate();
    for kinds in RANKS {
        let taken = units().filter(|(_, unit)| {
            kinds.contains(&unit.kind) && shape.text_of(unit).contains(char::is_alphanumeric)
        });
        let found: Vec<usize> = taken.map(|(at, _)| at).collect();
        if !found.is_empty() {
            return found;
        }
    }
    // Marks alone.
    (0..shape.units.len()).collect()
}

/// Whether a demonstrative behind the first word points at what the text said before, and not at
/// what the sentence itself has said.
fn points_back(language: Language, text: &str, tokens: &[Token]) -> bool {
    const HAN: WordList =
        WordList("这个|这些|这一|这种|这项|这条|这座|上述|前述|该项|该公司|该市|该校|该地");
    let pointers = match language {
        Language::Chinese => {
            return HAN.iter().any(|word| {
                text.split_once(word).is_some_and(|(before, after)| {
                    let meant: String = after.chars().take(2).collect();
                    meant.chars().count() < 2 || !before.contains(&meant)
                })
            });
        }
        Language::English => WordList("this|these|those"),
        Language::German => WordList("diese|dieser|dieses|diesen|diesem"),
        Language::Persian => WordList("این|همین"),
    };
    const TIMES: WordList = WordList(
        "week|year|month|morning|evening|summer|autumn|spring|winter|season|weekend|time|who|\
        woche|jahr|jahres|monat|sommer|herbst|frühjahr|winter|saison|wochenende|\
        هفته|ماه|سال|فصل|روزها|که|بار",
    );
    tokens.windows(2).enumerate().skip(1).any(|(at, two)| {
        let said = tokens.iter().take(at).any(|token| token.key == two[1].key);
        pointers.has(&two[0].norm) && !TIMES.has(&two[1].norm) && !two[1].is_stop && !said
    })
}

/// Of each unit whether it stands under a heading such as `Results` or `Decisions`.
fn under_outcomes(shape: &Shape, language: Language) -> Vec<bool> {
    let headings = Cues::of(language).outcome_headings;
    let mut under = false;
    let units = shape.units.iter().map(|unit| {
        if matches!(unit.kind, Kind::Heading | Kind::Title) {
            let heading = shape.text_of(unit).to_lowercase();
            let bare = heading.trim_matches(|c: char| !c.is_alphabetic());
            under = headings.has(bare);
        }
        under
    });
    units.collect()
}

/// Whether a sentence has no mark at its end, as the points of a list.
fn is_fragment(text: &str) -> bool {
    text.ends_with(|c: char| c.is_alphanumeric() || ",:，：、)）;؛".contains(c))
}

/// Whether a unit has a result, a decision or a verdict, by its label or its words.
fn says_result(shape: &Shape, at: usize, language: Language) -> bool {
    let unit = &shape.units[at];
    let whole = shape.text.get(unit.whole.clone()).unwrap_or_default();
    let lower = whole.to_lowercase();
    Cues::of(language)
        .result
        .iter()
        .any(|phrase| match language {
            Language::Chinese => lower.contains(phrase),
            _ => lower.match_indices(phrase).any(|(found, _)| {
                let before = lower.get(..found).and_then(|text| text.chars().next_back());
                let after = lower
                    .get(found + phrase.len()..)
                    .and_then(|text| text.chars().next());
                let apart = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
                apart(before) && apart(after)
            }),
        })
}

/// Of things in the order of their spans those that lie in `span`.
pub(super) fn within<'s, T>(
    all: &'s [T],
    of: impl Fn(&T) -> &Range<usize>,
    span: &Range<usize>,
) -> Option<&'s [T]> {
    let from = all.partition_point(|one| of(one).start < span.start);
    let to = all.partition_point(|one| of(one).end <= span.end);
    all.get(from..to.max(from))
}

/// Whether the pronoun that a sentence begins with is none: `It is …`, `Es gibt …`, `One of the …`,
/// `Most people …`, `This week …`.
fn is_introduced(language: Language, tokens: &[Token]) -> bool {
    let at = |index: usize| tokens.get(index).map_or("", |token| token.norm.as_str());
    match (language, at(0)) {
        (Language::English, "there") => true,
        // `It was agreed to …`
        (Language::English, "it") => {
            const SAID: WordList = WordList(
                "agreed|decided|resolved|noted|reported|announced|recommended|planned|expected|clear|\
                likely|possible|important|suggested|proposed|confirmed|found|shown|thought|said",
            );
            matches!(at(1), "is" | "was" | "has") && (SAID.has(at(2)) || SAID.has(at(3)))
        }
        (Language::English, "most" | "many" | "some" | "few" | "each" | "one" | "half") => {
            let of_pronoun =
                at(1) == "of" && matches!(at(2), "it" | "them" | "these" | "those" | "this");
            let stands_alone = matches!(at(1), "was" | "were" | "is" | "are" | "has" | "had");
            !of_pronoun && !stands_alone
        }
        (Language::English, "this" | "that" | "these" | "those") => {
            matches!(
                at(1),
                "week"
                    | "year"
                    | "month"
                    | "morning"
                    | "evening"
                    | "summer"
                    | "autumn"
                    | "spring"
                    | "winter"
                    | "article"
                    | "study"
                    | "paper"
                    | "page"
                    | "guide"
                    | "policy"
                    | "section"
                    | "release"
                    | "who"
            )
        }
        (Language::German, "es") => matches!(at(1), "gibt" | "gab" | "ist" | "war" | "wird"),
        (Language::German, "diese" | "dieser" | "dieses" | "diesen") => {
            matches!(
                at(1),
                "woche" | "jahr" | "studie" | "arbeit" | "seite" | "satzung"
            )
        }
        // `Das hat …` points back, `Das Rathaus …` does not.
        (Language::German, "das" | "die" | "der") => {
            const VERBS: WordList = WordList(
                "ist|war|hat|wird|wurde|sind|waren|haben|hatte|kann|muss|soll|gilt|geht|kommt|liegt|\
                heißt|macht|sei|wäre|spart|reicht|hilft|gibt|bleibt|legt|sollte|könnte",
            );
            !VERBS.has(at(1))
        }
        (Language::Chinese, _) => {
            const TIMES: [&str; 8] = [
                "本周",
                "本月",
                "本年",
                "本文",
                "本研究",
                "此次",
                "这是",
                "其中",
            ];
            let first: String = tokens
                .iter()
                .take(3)
                .map(|token| token.norm.as_str())
                .collect();
            TIMES.iter().take(5).any(|time| first.starts_with(time))
        }
        (Language::Persian, "این" | "آن" | "همین") => {
            matches!(at(1), "هفته" | "ماه" | "سال" | "پژوهش" | "مقاله" | "مطالعه")
        }
        (Language::Persian, "هر") => true,
        _ => false,
    }
}

fn tokens_within<'d>(document: &'d Document, span: &Range<usize>) -> &'d [Token] {
    let from = document
        .tokens
        .partition_point(|token| token.span.start < span.start);
    let to = document
        .tokens
        .partition_point(|token| token.span.start < span.end);
    document.tokens.get(from..to).unwrap_or_default()
}
