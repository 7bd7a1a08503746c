//! The form of a document: minutes, a leaflet, a list of changes, talk.
//!
//! Told by the words of its head and of its headings, by who speaks, and by its lists. A guess: what
//! has no form is prose. Linear in the document.

use crate::analysis::shape::{Kind, Shape, is_letter};
use crate::lexicon::{Forms, WordList};
use crate::text::Language;

/// What a document is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Form {
    /// News, history, reports of people.
    #[default]
    Prose,
    Minutes,
    /// Release notes and lists of changes.
    Changes,
    Leaflet,
    Interview,
    /// A chat or a thread.
    Chat,
    /// An abstract of a study.
    Study,
    /// A how-to or a recipe.
    Steps,
    /// A policy or a contract.
    Rules,
    /// Figures of a firm.
    Report,
    Review,
    Event,
    Letter,
}

/// The forms with their names, in the order of the weights.
pub(crate) const FORMS: [(Form, &str); 12] = [
    (Form::Minutes, "minutes"),
    (Form::Changes, "changes"),
    (Form::Leaflet, "leaflet"),
    (Form::Interview, "interview"),
    (Form::Chat, "chat"),
    (Form::Study, "study"),
    (Form::Steps, "steps"),
    (Form::Rules, "rules"),
    (Form::Report, "report"),
    (Form::Review, "review"),
    (Form::Event, "event"),
    (Form::Letter, "letter"),
];

/// The characters of the head of a document.
const HEAD: usize = 320;
/// What a word in the head counts, beside one of a heading…
const IN_HEAD: f64 = 1.5;
/// …and one in the text.
const IN_TEXT: f64 = 0.5;
/// The most that the words of the text count.
const MOST_IN_TEXT: f64 = 1.5;
/// The most that the phrases of an abstract count.
const MOST_MARKS: f64 = 4.0;
/// What tells a form has at least this.
const ENOUGH: f64 = 3.0;
/// The share of spoken sentences of a talk.
const SPOKEN: f64 = 0.4;
/// The characters of a text that are looked at.
const LOOKED_AT: usize = 20_000;

impl Form {
    /// The form of a document.
    pub(crate) fn of(shape: &Shape, language: Language) -> Self {
        let forms = Forms::of(language);
        let lower = |text: &str| text.to_lowercase();
        let head: String = shape.text.chars().take(HEAD).collect();
        let head = lower(&head);
        let mut headings = String::new();
        let (mut items, mut told, mut spoken) = (0_usize, 0_usize, 0_usize);
        let mut voices: Vec<&str> = Vec::new();
        for unit in &shape.units {
            match unit.kind {
                Kind::Prose | Kind::Item => {
                    told += 1;
                    items += usize::from(unit.kind == Kind::Item);
                    spoken += usize::from(unit.speaker.is_some());
                    let name = unit.speaker.clone().and_then(|span| shape.text.get(span));
                    if let Some(name) = name.filter(|_| voices.len() < 3)
                        && !voices.contains(&name)
                    {
                        voices.push(name);
                    }
                    let label = shape.text.get(unit.whole.start..unit.span.start);
                    if let Some(label) = label.filter(|label| label.len() > 2) {
                        headings.push_str(&lower(label));
                        headings.push('\n');
                    }
                }
                _ if headings.len() < LOOKED_AT => {
                    headings.push_str(&lower(shape.text_of(unit)));
                    headings.push('\n');
                }
                _ => {}
            }
        }
        let text: String = shape.text.chars().take(LOOKED_AT).collect();
        let text = lower(&text);
        let count = |list: WordList, text: &str| {
            let found = list.iter().filter(|word| holds(text, word, language));
            found.count() as f64
        };
        let words = |name: &str| {
            let list = forms.list(name);
            IN_HEAD * count(list, &head).min(2.0)
                + count(list, &headings).min(2.0)
                + (IN_TEXT * count(list, &text)).min(MOST_IN_TEXT)
        };
        let share = |part: usize| part as f64 / told.max(1) as f64;
        let talks = voices.len() > 1 && share(spoken) >= SPOKEN;
        let weigh = |is: bool, gain: f64| if is { gain } else { 0.0 };
        let mut best = (ENOUGH, Form::Prose);
        for (form, name) in FORMS {
            let value = match form {
                Form::Chat => weigh(shape.is_chat, 4.5) + weigh(talks, 3.0),
                Form::Letter => weigh(is_letter(shape), 4.5),
                Form::Interview => words(name) + weigh(talks, 1.5),
                Form::Steps | Form::Changes => words(name) + weigh(share(items) > 0.5, 1.0),
                Form::Study => {
                    words(name) + count(forms.list("study_marks"), &text).min(MOST_MARKS)
                }
                _ => words(name),
            };
            if value > best.0 {
                best = (value, form);
            }
        }
        best.1
    }

    /// The name of a form; none of prose.
    pub(crate) fn name(self) -> Option<&'static str> {
        let found = FORMS.iter().find(|(form, _)| *form == self);
        found.map(|&(_, name)| name)
    }

    /// The place of a form among the [`FORMS`].
    pub(crate) fn place(self) -> Option<usize> {
        FORMS.iter().position(|&(form, _)| form == self)
    }
}

/// Whether a text holds a word or a phrase, apart from other letters; in Chinese anywhere.
pub(crate) fn holds(text: &str, word: &str, language: Language) -> bool {
    if language == Language::Chinese {
        return text.contains(word);
    }
    text.match_indices(word).any(|(at, found)| {
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let after = text
            .get(at + found.len()..)
            .and_then(|text| text.chars().next());
        let apart = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        let ends = !found.ends_with(char::is_alphanumeric) || apart(after);
        (!found.starts_with(char::is_alphanumeric) || apart(before)) && ends
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_told() {
        for (language, text, expected) in [
            (
                Language::English,
                "MINUTES of the Council\nPresent: Ana Roe\n\n1. Harbour\nIt was resolved to close the \
                 pier.\n\n2. Any other business\nNone.",
                Form::Minutes,
            ),
            (
                Language::English,
                "Ana  09:12\nThe pump leaks.\n\nTom  09:30\nI will come.\n",
                Form::Chat,
            ),
            (
                Language::German,
                "Änderungsprotokoll\n\nNeuerungen\n- Die Karte zeigt Häfen.\n\nBehobene Fehler\n- Kein \
                 Absturz mehr.",
                Form::Changes,
            ),
            (
                Language::Chinese,
                "港宁片说明书\n\n【适应症】用于咳嗽。\n【用法用量】一日三次。\n【禁忌】孕妇禁用。",
                Form::Leaflet,
            ),
            (
                Language::Persian,
                "چکیده\nزمینه و هدف: بندر گرم است.\nیافته‌ها: سایه دما را کم کرد.\nکلیدواژه‌ها: بندر",
                Form::Study,
            ),
            (
                Language::English,
                "The harbour line opens in May. It links the harbour and the town.",
                Form::Prose,
            ),
        ] {
            let shape = Shape::read(text, language);
            assert_eq!(Form::of(&shape, language), expected, "{text}");
        }
    }
}
