//! What the words of a language are, as data: a folder a language, a file a kind.
//!
//! Files are UTF-8, one entry a line, entries of one line apart by blanks:
//!
//! | file | a line |
//! |---|---|
//! | `stop_words`, `negations`, `superseded` | words |
//! | `antonyms` | forms of one sense, `\|`, forms of its opposite |
//! | `units` | a dimension, how many base units one is, its forms |
//! | `weekdays`, `months`, `seasons`, `day_times` | the forms of one, in the order of the calendar |
//! | `denials` | words that deny in their own way, such as `refuse` |
//! | `questions` | words of clauses that ask or suppose: `whether`, `if` |
//! | `changes` | what stands before the amount of a change, before a level, behind a change |
//! | `negated_verbs` | beginnings of negated verb forms (Persian) |
//! | `surnames`, `name_endings`, `titles` | what makes a name or stands before one |
//! | `forms` | what tells the form of a document, read by [`Forms`]; entries apart by bars |
//!
//! Words are folded as tokens are ([`for_words`]), so that a look-up is by a token's norm. The
//! loader reads a language once, when it is first asked for. Cost: linear in the files.

mod forms;
mod word_list;

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::text::Language;
use crate::text::normalize::for_words;

pub(crate) use forms::Forms;
pub(crate) use word_list::WordList;

/// The words of one language.
pub(crate) struct Lexicon {
    stop_words: HashSet<String>,
    negations: HashSet<String>,
    negated_verbs: Vec<String>,
    denials: HashSet<String>,
    questions: HashSet<String>,
    /// By what stands there: before a change, before a level, behind a change.
    changes: [HashSet<String>; 3],
    surnames: HashSet<String>,
    name_endings: HashSet<String>,
    titles: HashSet<String>,
    superseded: HashSet<String>,
    /// The sides that a form is on: the line, and whether it stands left.
    antonyms: HashMap<String, Vec<(usize, bool)>>,
    units: HashMap<String, Unit>,
    weekdays: HashMap<String, u8>,
    months: HashMap<String, u8>,
    seasons: HashMap<String, u8>,
    day_times: HashMap<String, u8>,
    /// The characters of the longest form of a unit, weekday, month or antonym.
    longest: usize,
}

/// A unit of measure.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Unit {
    /// What it measures: `time`, `euro`, `percent`.
    pub(crate) dimension: &'static str,
    /// How many base units of the dimension one is.
    pub(crate) factor: f64,
}

/// The files of a language.
struct Files {
    stop_words: &'static str,
    negations: &'static str,
    negated_verbs: &'static str,
    denials: &'static str,
    questions: &'static str,
    changes: &'static str,
    surnames: &'static str,
    name_endings: &'static str,
    titles: &'static str,
    superseded: &'static str,
    antonyms: &'static str,
    units: &'static str,
    weekdays: &'static str,
    months: &'static str,
    seasons: &'static str,
    day_times: &'static str,
}

/// What a language need not have.
const NONE: Files = Files {
    stop_words: "",
    negations: "",
    negated_verbs: "",
    denials: "",
    questions: "",
    changes: "",
    surnames: "",
    name_endings: "",
    titles: "",
    superseded: "",
    antonyms: "",
    units: "",
    weekdays: "",
    months: "",
    seasons: "",
    day_times: "",
};

macro_rules! files {
    ($folder:literal $(, $field:ident)*) => {
        Files {
            stop_words: include_str!(concat!($folder, "/stop_words.txt")),
            negations: include_str!(concat!($folder, "/negations.txt")),
            denials: include_str!(concat!($folder, "/denials.txt")),
            questions: include_str!(concat!($folder, "/questions.txt")),
            changes: include_str!(concat!($folder, "/changes.txt")),
            superseded: include_str!(concat!($folder, "/superseded.txt")),
            antonyms: include_str!(concat!($folder, "/antonyms.txt")),
            units: include_str!(concat!($folder, "/units.txt")),
            weekdays: include_str!(concat!($folder, "/weekdays.txt")),
            months: include_str!(concat!($folder, "/months.txt")),
            seasons: include_str!(concat!($folder, "/seasons.txt")),
            day_times: include_str!(concat!($folder, "/day_times.txt")),
            $($field: include_str!(concat!($folder, "/", stringify!($field), ".txt")),)*
            ..NONE
        }
    };
}

static CHINESE: LazyLock<Lexicon> =
    LazyLock::new(|| Lexicon::read(&files!("zh", surnames, name_endings)));
static ENGLISH: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(&files!("en", titles)));
static GERMAN: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(&files!("de", titles)));
static PERSIAN: LazyLock<Lexicon> =
    LazyLock::new(|| Lexicon::read(&files!("fa", negated_verbs, titles)));

impl Lexicon {
    /// The words of a language.
    pub(crate) fn of(language: Language) -> &'static Self {
        match language {
            Language::Chinese => &CHINESE,
            Language::English => &ENGLISH,
            Language::German => &GERMAN,
            Language::Persian => &PERSIAN,
        }
    }

    fn read(files: &Files) -> Self {
        let antonyms = antonyms(files.antonyms);
        let units = units(files.units);
        let (weekdays, months) = (calendar(files.weekdays), calendar(files.months));
        let forms = antonyms
            .keys()
            .chain(units.keys())
            .chain(weekdays.keys())
            .chain(months.keys());
        Self {
            longest: forms.map(|form| form.chars().count()).max().unwrap_or(0),
            stop_words: words(files.stop_words).collect(),
            negations: words(files.negations).collect(),
            negated_verbs: words(files.negated_verbs).collect(),
            denials: words(files.denials).collect(),
            questions: words(files.questions).collect(),
            changes: changes(files.changes),
            surnames: words(files.surnames).collect(),
            name_endings: words(files.name_endings).collect(),
            titles: words(files.titles).collect(),
            superseded: words(files.superseded).collect(),
            antonyms,
            units,
            seasons: calendar(files.seasons),
            day_times: calendar(files.day_times),
            weekdays,
            months,
        }
    }

    /// Whether a word says nothing by itself.
    pub(crate) fn is_stop(&self, word: &str) -> bool {
        self.stop_words.contains(word)
    }

    /// Whether a word denies.
    pub(crate) fn is_negation(&self, word: &str) -> bool {
        self.negations.contains(word)
            || self
                .negated_verbs
                .iter()
                .any(|verb| word.starts_with(verb.as_str()))
    }

    /// Whether a word denies in its own way: `refuse`.
    pub(crate) fn is_denial(&self, word: &str) -> bool {
        self.denials.contains(word)
    }

    /// The words of clauses that ask or suppose.
    pub(crate) fn questions(&self) -> impl Iterator<Item = &str> {
        self.questions.iter().map(String::as_str)
    }

    /// Whether a word makes its clause one that asks or supposes.
    pub(crate) fn asks(&self, word: &str) -> bool {
        self.questions.contains(word)
    }

    /// The words before the amount of a change, before a level, and behind the amount of a change.
    pub(crate) fn changes(&self) -> &[HashSet<String>; 3] {
        &self.changes
    }

    /// Whether a word is a family name that stands first.
    pub(crate) fn is_surname(&self, word: &str) -> bool {
        self.surnames.contains(word)
    }

    /// Whether names of places and bodies end in it.
    pub(crate) fn ends_names(&self, word: &str) -> bool {
        self.name_endings.contains(word)
    }

    /// Whether a name stands behind a word.
    pub(crate) fn is_title(&self, word: &str) -> bool {
        self.titles.contains(word)
    }

    /// The words that say that what follows no longer holds.
    pub(crate) fn superseding(&self) -> impl Iterator<Item = &str> {
        self.superseded.iter().map(String::as_str)
    }

    /// The words that deny in their own way.
    pub(crate) fn denials(&self) -> impl Iterator<Item = &str> {
        self.denials.iter().map(String::as_str)
    }

    /// Whether a word says that what follows no longer holds, or never did.
    pub(crate) fn is_superseding(&self, word: &str) -> bool {
        self.superseded.contains(word)
    }

    /// Whether two words are opposites.
    pub(crate) fn are_opposites(&self, one: &str, other: &str) -> bool {
        let (Some(one), Some(other)) = (self.antonyms.get(one), self.antonyms.get(other)) else {
            return false;
        };
        one.iter()
            .any(|(line, side)| other.contains(&(*line, !side)))
            && !one.iter().any(|sense| other.contains(sense))
    }

    /// Whether two words are of one side of a pair of opposites.
    pub(crate) fn are_alike(&self, one: &str, other: &str) -> bool {
        let (Some(one), Some(other)) = (self.antonyms.get(one), self.antonyms.get(other)) else {
            return false;
        };
        one.iter().any(|sense| other.contains(sense))
    }

    /// Whether a word has an opposite.
    pub(crate) fn has_opposite(&self, word: &str) -> bool {
        self.antonyms.contains_key(word)
    }

    /// The unit that a word names.
    pub(crate) fn unit(&self, word: &str) -> Option<&Unit> {
        self.units.get(word)
    }

    /// The day of the week that a word names, from Monday, 0.
    pub(crate) fn weekday(&self, word: &str) -> Option<u8> {
        self.weekdays.get(word).copied()
    }

    /// The month that a word names, from 0.
    pub(crate) fn month(&self, word: &str) -> Option<u8> {
        self.months.get(word).copied()
    }

    /// The season that a word names, from spring, 0.
    pub(crate) fn season(&self, word: &str) -> Option<u8> {
        self.seasons.get(word).copied()
    }

    /// The time of day that a word names: morning, noon, afternoon or evening.
    pub(crate) fn day_time(&self, word: &str) -> Option<u8> {
        self.day_times.get(word).copied()
    }

    /// The characters of the longest form that is looked up.
    pub(crate) fn longest(&self) -> usize {
        self.longest
    }
}

fn words(file: &str) -> impl Iterator<Item = String> {
    file.split_whitespace().map(fold)
}

/// A word as a token's norm is. What joins the parts of a Persian word falls away.
fn fold(word: &str) -> String {
    for_words(word).trim().to_owned()
}

fn antonyms(file: &str) -> HashMap<String, Vec<(usize, bool)>> {
    let mut all: HashMap<String, Vec<(usize, bool)>> = HashMap::new();
    for (line, text) in file.lines().enumerate() {
        for (side, forms) in text.splitn(2, '|').enumerate() {
            for form in words(forms) {
                all.entry(form).or_default().push((line, side == 0));
            }
        }
    }
    all
}

fn units(file: &'static str) -> HashMap<String, Unit> {
    let mut all = HashMap::new();
    for line in file.lines() {
        let mut fields = line.split_whitespace();
        let (Some(dimension), Some(Ok(factor))) =
            (fields.next(), fields.next().map(str::parse::<f64>))
        else {
            continue;
        };
        let unit = Unit { dimension, factor };
        all.extend(fields.map(|form| (fold(form), unit.clone())));
    }
    all
}

fn changes(file: &str) -> [HashSet<String>; 3] {
    let mut lines = file.lines();
    [(); 3].map(|()| words(lines.next().unwrap_or_default()).collect())
}

fn calendar(file: &str) -> HashMap<String, u8> {
    let lines = file.lines().zip(0..);
    lines
        .flat_map(|(line, at)| words(line).map(move |form| (form, at)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOLDERS: [&Files; 4] = [
        &files!("zh", surnames, name_endings),
        &files!("en", titles),
        &files!("de", titles),
        &files!("fa", negated_verbs, titles),
    ];

    #[test]
    fn every_line_has_its_fields() {
        for files in FOLDERS {
            for line in files.antonyms.lines() {
                let sides: Vec<_> = line.split('|').collect();
                assert_eq!(sides.len(), 2, "{line}");
                assert!(sides.iter().all(|side| !side.trim().is_empty()), "{line}");
            }
            for line in files.units.lines() {
                let fields: Vec<_> = line.split_whitespace().collect();
                assert!(fields.len() > 2, "{line}");
                assert!(fields[1].parse::<f64>().is_ok_and(|f| f > 0.0), "{line}");
            }
            assert_eq!(files.weekdays.lines().count(), 7);
            assert_eq!(files.months.lines().count(), 12);
            assert_eq!(files.seasons.lines().count(), 4);
            assert_eq!(files.day_times.lines().count(), 4);
            assert_eq!(files.changes.lines().count(), 3);
        }
    }

    #[test]
    fn opposites_stand_on_two_sides_of_a_line() {
        let english = Lexicon::of(Language::English);
        assert!(english.are_opposites("rose", "fell"));
        assert!(!english.are_opposites("rose", "grew"));
        assert!(!english.are_opposites("rose", "house"));
        assert!(Lexicon::of(Language::Chinese).are_opposites("上涨", "下跌"));
        assert!(Lexicon::of(Language::German).are_opposites("steigt", "sank"));
        assert!(Lexicon::of(Language::Persian).are_opposites("افزایش", "کاهش"));
    }

    #[test]
    fn persian_words_are_found_however_they_are_joined() {
        let persian = Lexicon::of(Language::Persian);
        assert_eq!(persian.weekday("سهشنبه"), Some(1));
        assert!(persian.is_negation("نمیشود"));
        assert!(!persian.is_negation("میشود"));
    }
}
