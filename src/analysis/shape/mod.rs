//! The shape of a document as people have it: title, headings, lists, tables, mails, talk.
//!
//! [`Shape::read`] takes the markup off ([`markup`]), says of each line what it is ([`lines`]) and
//! cuts what is left into [`Unit`]s: sentences of running text without bullets, speakers and
//! datelines, and the other lines whole. Any text is read, in linear time; each character that is
//! not whitespace, markup or a label is in exactly one unit.

mod around;
mod bullets;
mod datelines;
mod furniture;
mod greetings;
mod headings;
mod html;
mod kind;
mod labels;
mod leftovers;
mod lines;
mod markup;
mod numbers;
mod series;
mod units;
mod words;

use std::collections::HashSet;
use std::ops::Range;

pub(crate) use headings::{is_dated, is_label, is_letterhead};
pub(crate) use kind::Kind;
use units::units;

use crate::text::Language;

/// English and German text with a longer line is not wrapped: each line is a paragraph.
const MAX_WRAPPED_LINE: usize = 120;

/// A sentence, or a line that holds none.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Unit {
    /// Its bytes in [`Shape::text`].
    pub(crate) span: Range<usize>,
    /// The same with its bullet, number or speaker.
    pub(crate) whole: Range<usize>,
    pub(crate) kind: Kind,
    /// The number of its paragraph, of those of the document.
    pub(crate) paragraph: usize,
    /// How many headings stand above it.
    pub(crate) section: usize,
    /// Whether somebody speaks it, by a label.
    pub(crate) is_spoken: bool,
    /// The bytes of the name of who speaks, in [`Shape::text`].
    pub(crate) speaker: Option<Range<usize>>,
}

/// A document read as text, with its parts.
pub(crate) struct Shape {
    /// The text without its markup.
    pub(crate) text: String,
    /// In order and apart.
    pub(crate) units: Vec<Unit>,
    /// Whether lines say who writes and when.
    pub(crate) is_chat: bool,
    /// Words that the source sets as code.
    code: HashSet<String>,
}

/// The lines of one paragraph.
struct Paragraph {
    kind: Kind,
    span: Range<usize>,
    /// The bytes of the label in front.
    label: usize,
}

impl Shape {
    /// Reads a document by the rules of a language.
    pub(crate) fn read(source: &str, language: Language) -> Self {
        let lines = markup::lines(source);
        let reader = lines::Reader::new(&lines, language);
        let read = reader.read(&lines);
        let is_wrapped = match language {
            Language::Chinese | Language::Persian => true,
            Language::English | Language::German => !lines
                .iter()
                .any(|(line, _)| line.chars().nth(MAX_WRAPPED_LINE).is_some()),
        };
        let mut text = String::with_capacity(source.len());
        let mut paragraphs: Vec<Paragraph> = Vec::new();
        let mut goes_on = false;
        for ((line, _), found) in lines.iter().zip(read) {
            let Some(found) = found else {
                text.push('\n');
                goes_on = false;
                continue;
            };
            let lead = line.len() - line.trim_start().len();
            let start = text.len() + lead;
            text.push_str(line);
            let end = text.trim_end().len();
            text.push('\n');
            let joins = goes_on && is_wrapped && !found.begins && found.label == 0;
            match paragraphs.last_mut() {
                // A line under an item or in running text goes on with it.
                Some(last)
                    if joins
                        && found.kind == Kind::Prose
                        && matches!(last.kind, Kind::Prose | Kind::Item | Kind::Quoted) =>
                {
                    last.span.end = end;
                }
                Some(last)
                    if goes_on && found.kind == Kind::Quoted && last.kind == Kind::Quoted =>
                {
                    last.span.end = end;
                }
                _ => paragraphs.push(Paragraph {
                    kind: found.kind,
                    span: start..end.max(start),
                    label: found.label.saturating_sub(lead),
                }),
            }
            goes_on = true;
        }
        let units = units(&text, &paragraphs, language);
        if units.is_empty() && !source.trim().is_empty() {
            return Self::of_marks(source.trim());
        }
        Self {
            text,
            units,
            is_chat: reader.is_chat,
            code: markup::code_words(source),
        }
    }

    /// A text without a letter or digit: one unit.
    fn of_marks(text: &str) -> Self {
        let unit = Unit {
            span: 0..text.len(),
            whole: 0..text.len(),
            kind: Kind::Prose,
            paragraph: 0,
            section: 0,
            is_spoken: false,
            speaker: None,
        };
        Self {
            text: text.to_owned(),
            units: vec![unit],
            is_chat: false,
            code: HashSet::new(),
        }
    }

    /// Whether the source sets a word as code, or it is written as no word of a language is:
    /// `fold()`, `max_size`, `config.json`, `npmPack`.
    pub(crate) fn is_code(&self, word: &str) -> bool {
        let name = word.trim_end_matches([',', ';', ':', '.', '!', '?', ')', '(']);
        let within = |c: char| name.trim_start_matches(c).trim_end_matches(c).contains(c);
        self.code.contains(name)
            || self.code.contains(word)
            || word.contains(['(', '_', '{', '=', '<', '\\', '@', '$'])
            || ['.', ':', '/'].into_iter().any(within)
            || name.contains(|c: char| c.is_numeric() || c.is_uppercase())
    }

    /// The text of a unit.
    pub(crate) fn text_of(&self, unit: &Unit) -> &str {
        self.text.get(unit.span.clone()).unwrap_or_default()
    }

    /// The title, where the document has one.
    pub(crate) fn title(&self) -> Option<&Unit> {
        self.units.iter().find(|unit| unit.kind == Kind::Title)
    }
}

/// Whether a text names a part of a paper or a form, as `Abstract` does, and nothing else.
pub(crate) fn is_part(text: &str, language: Language) -> bool {
    let lower = text.trim_matches([':', '：', '[', ']', ' ']).to_lowercase();
    let words = words::Words::of(language);
    words.parts.has(&lower) || words.sections.has(&lower) || words.boilerplate.has(&lower)
}

/// Whether a document is a letter or a mail: it has a subject or a sender, and somebody is greeted or
/// signs.
pub(crate) fn is_letter(shape: &Shape) -> bool {
    let mut fields = 0;
    let mut signs = false;
    for unit in &shape.units {
        signs |= unit.kind == Kind::Signature;
        let whole = shape.text.get(unit.whole.clone()).unwrap_or_default();
        fields += usize::from(unit.kind == Kind::Field || whole.contains('@'));
        fields += usize::from(unit.kind == Kind::Title && unit.span.start > unit.whole.start);
    }
    signs && fields > 1 && !shape.is_chat
}

#[cfg(test)]
mod tests {
    use super::*;
    use Kind::{Boilerplate, Field, Heading, Item, Label, Prose, Quoted, Row, Signature, Title};

    fn read(text: &str, language: Language) -> Vec<(Kind, String)> {
        let shape = Shape::read(text, language);
        let units = shape.units.iter();
        units
            .map(|unit| (unit.kind, shape.text_of(unit).to_owned()))
            .collect()
    }

    fn check(language: Language, text: &str, expected: &[(Kind, &str)]) {
        let found = read(text, language);
        let found: Vec<_> = found.iter().map(|(k, t)| (*k, t.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_release_has_a_title_a_dateline_and_a_form() {
        check(
            Language::English,
            "PRESS RELEASE\nFor immediate use\n\n**Harbour line opens in May**\n\n\
             NORTHPORT, 3 March – The harbour line opens in May. It cost €48m.\n\n\
             Contact: press@line.example",
            &[
                (Boilerplate, "PRESS RELEASE"),
                (Boilerplate, "For immediate use"),
                (Title, "Harbour line opens in May"),
                (Prose, "The harbour line opens in May."),
                (Prose, "It cost €48m."),
                (Boilerplate, "Contact: press@line.example"),
            ],
        );
        check(
            Language::Chinese,
            "新闻稿\n\n港口新线五月通车\n\n北港3月3日电——港口新线将于五月通车。总投资48亿元。\n\n关键词：地铁；港口",
            &[
                (Boilerplate, "新闻稿"),
                (Title, "港口新线五月通车"),
                (Prose, "港口新线将于五月通车。"),
                (Prose, "总投资48亿元。"),
                (Boilerplate, "关键词：地铁；港口"),
            ],
        );
    }

    #[test]
    fn headings_and_points_are_apart() {
        check(
            Language::German,
            "Hafenbericht\nDie Hafenbahn öffnet im Mai. Sie verbindet Hafen und Stadt.\nKosten\n\
             Die Bahn kostete neun Millionen.",
            &[
                (Title, "Hafenbericht"),
                (Prose, "Die Hafenbahn öffnet im Mai."),
                (Prose, "Sie verbindet Hafen und Stadt."),
                (Heading, "Kosten"),
                (Prose, "Die Bahn kostete neun Millionen."),
            ],
        );
        check(
            Language::English,
            "Steps:\na. Open the valve\nb. Wait ten minutes\n\n## Costs\n\n1. One pound.\n2) Two.\n\n\
             On 3.5 km of track.",
            &[
                (Label, "Steps:"),
                (Item, "Open the valve"),
                (Item, "Wait ten minutes"),
                (Heading, "Costs"),
                (Item, "One pound."),
                (Item, "Two."),
                (Prose, "On 3.5 km of track."),
            ],
        );
    }

    #[test]
    fn mails_and_talk_have_their_lines() {
        check(
            Language::English,
            "From: Ana Roe\nSubject: Boiler in flat 3\n\nHi Tom,\n\nThe boiler in flat 3 leaks again.\n\n\
             > When did it start?\n\nKind regards,\nAna",
            &[
                (Field, "From: Ana Roe"),
                (Title, "Boiler in flat 3"),
                (Signature, "Hi Tom,"),
                (Prose, "The boiler in flat 3 leaks again."),
                (Quoted, "When did it start?"),
                (Signature, "Kind regards,"),
                (Signature, "Ana"),
            ],
        );
        let talk = "[10:05] Ana: The boiler leaks.\n[10:12] Tom: I will come on Monday.";
        check(
            Language::English,
            talk,
            &[
                (Prose, "The boiler leaks."),
                (Prose, "I will come on Monday."),
            ],
        );
        assert!(
            Shape::read(talk, Language::English)
                .units
                .iter()
                .all(|unit| unit.is_spoken)
        );
        check(
            Language::Persian,
            "موضوع: نشت دیگ\n\nسلام،\n\nدیگ خانه نشت می‌کند.\n\nبا احترام\nسارا",
            &[
                (Title, "نشت دیگ"),
                (Signature, "سلام،"),
                (Prose, "دیگ خانه نشت می‌کند."),
                (Signature, "با احترام"),
                (Signature, "سارا"),
            ],
        );
        check(
            Language::English,
            "Line | Cost | Length\nHarbour | 48 | 3",
            &[(Row, "Line | Cost | Length"), (Row, "Harbour | 48 | 3")],
        );
    }

    #[test]
    fn chats_have_speakers_and_no_title() {
        let text = "#general\n\nAna Roe  09:12\nDear all, the shop is down since 8:50.\n\n\
                    Tom B.  09:31\n\nI found it. The shop is up again.";
        check(
            Language::English,
            text,
            &[
                (Boilerplate, "#general"),
                (Label, "Ana Roe  09:12"),
                (Prose, "the shop is down since 8:50."),
                (Label, "Tom B.  09:31"),
                (Prose, "I found it."),
                (Prose, "The shop is up again."),
            ],
        );
        let shape = Shape::read(text, Language::English);
        let names: Vec<_> = shape
            .units
            .iter()
            .filter_map(|unit| shape.text.get(unit.speaker.clone()?))
            .collect();
        assert_eq!(names, ["Ana Roe", "Tom B.", "Tom B."]);
        check(
            Language::German,
            "Hallo zusammen\n\ndie Pumpe im Hafen läuft wieder.",
            &[
                (Signature, "Hallo zusammen"),
                (Prose, "die Pumpe im Hafen läuft wieder."),
            ],
        );
    }

    #[test]
    fn code_is_known() {
        let shape = Shape::read("Call `fold` twice.", Language::English);
        for word in ["fold", "fold()", "max_size", "config.json", "npmPack"] {
            assert!(shape.is_code(word), "{word}");
        }
        for word in ["folds", "call.", "part-time", "it's"] {
            assert!(!shape.is_code(word), "{word}");
        }
    }

    #[test]
    fn wrapped_lines_are_joined() {
        check(
            Language::Chinese,
            "渡轮公司星期一表示，将在夏\n季之前为岛屿航线增加两艘\n船。票价今年不会上涨。",
            &[
                (
                    Prose,
                    "渡轮公司星期一表示，将在夏\n季之前为岛屿航线增加两艘\n船。",
                ),
                (Prose, "票价今年不会上涨。"),
            ],
        );
        check(
            Language::English,
            "The ferry company said on\nMonday that two ships will\nbe added. Fares stay.",
            &[
                (
                    Prose,
                    "The ferry company said on\nMonday that two ships will\nbe added.",
                ),
                (Prose, "Fares stay."),
            ],
        );
    }

    #[test]
    fn any_text_is_read() {
        for language in Language::ALL {
            for text in [
                "", "\n", "-", "1.", "(", "：", "[", "a:", "\u{200c}", "#", "> ", "| |", "（1",
                "--\nx",
            ] {
                for unit in Shape::read(text, language).units {
                    assert!(unit.span.start <= unit.span.end);
                }
            }
        }
        let long = "[10:05] a: b\n".repeat(50_000);
        assert_eq!(Shape::read(&long, Language::English).units.len(), 50_000);
    }
}
