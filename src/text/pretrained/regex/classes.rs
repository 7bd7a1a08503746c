//! Classes of characters: ranges, Unicode properties, and what is not of them.

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_script::{Script, UnicodeScript};

use crate::text::pretrained::characters::is_word;

/// One kind of members of a class.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Item {
    /// Characters from one to another.
    Range(char, char),
    /// `\s`
    Space,
    /// `\w`
    Word,
    /// `\d`
    Digit,
    /// A general category, or a group of them, by its short name: `L`, `Lu`.
    Category(&'static [GeneralCategory]),
    /// A script by its name.
    Script(Script),
    /// What is not of an item.
    Not(Box<Item>),
}

impl Item {
    fn holds(&self, c: char) -> bool {
        match self {
            Self::Range(first, last) => (*first..=*last).contains(&c),
            Self::Space => c.is_whitespace(),
            Self::Word => is_word(c),
            Self::Digit => c.general_category() == GeneralCategory::DecimalNumber,
            Self::Category(categories) => categories.contains(&c.general_category()),
            Self::Script(script) => c.script() == *script,
            Self::Not(item) => !item.holds(c),
        }
    }
}

/// A class of characters.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Class {
    pub(super) items: Vec<Item>,
    /// What is not of the items.
    pub(super) negated: bool,
    /// Case does not matter.
    pub(super) folded: bool,
}

impl Class {
    /// The class of one item.
    pub(super) fn of(item: Item) -> Self {
        Self {
            items: vec![item],
            ..Self::default()
        }
    }

    /// Whether a character is of the class.
    pub(super) fn holds(&self, c: char) -> bool {
        let any = |c: char| self.items.iter().any(|item| item.holds(c));
        let held = any(c) || self.folded && cases(c).into_iter().flatten().any(any);
        held != self.negated
    }
}

/// The other cases of a character, where they are one character.
fn cases(c: char) -> [Option<char>; 3] {
    let lower = single(c.to_lowercase());
    let upper = single(c.to_uppercase());
    // Two letters have a case that they share with a third.
    let third = match c {
        's' | 'S' => Some('ſ'),
        'k' | 'K' => Some('\u{212a}'),
        _ => upper.and_then(|upper| single(upper.to_lowercase())),
    };
    [lower, upper, third]
}

fn single(mut cases: impl Iterator<Item = char>) -> Option<char> {
    let first = cases.next();
    first.filter(|_| cases.next().is_none())
}

/// The categories of a short or long name.
pub(super) fn categories(name: &str) -> Option<&'static [GeneralCategory]> {
    use GeneralCategory as C;
    Some(match name {
        "L" | "Letter" => &[
            C::UppercaseLetter,
            C::LowercaseLetter,
            C::TitlecaseLetter,
            C::ModifierLetter,
            C::OtherLetter,
        ],
        "Lu" => &[C::UppercaseLetter],
        "Ll" => &[C::LowercaseLetter],
        "Lt" => &[C::TitlecaseLetter],
        "Lm" => &[C::ModifierLetter],
        "Lo" => &[C::OtherLetter],
        "M" | "Mark" => &[C::NonspacingMark, C::SpacingMark, C::EnclosingMark],
        "Mn" => &[C::NonspacingMark],
        "Mc" => &[C::SpacingMark],
        "Me" => &[C::EnclosingMark],
        "N" | "Number" => &[C::DecimalNumber, C::LetterNumber, C::OtherNumber],
        "Nd" => &[C::DecimalNumber],
        "Nl" => &[C::LetterNumber],
        "No" => &[C::OtherNumber],
        "P" | "Punctuation" | "Punct" => &[
            C::ConnectorPunctuation,
            C::DashPunctuation,
            C::OpenPunctuation,
            C::ClosePunctuation,
            C::InitialPunctuation,
            C::FinalPunctuation,
            C::OtherPunctuation,
        ],
        "Pc" => &[C::ConnectorPunctuation],
        "Pd" => &[C::DashPunctuation],
        "Ps" => &[C::OpenPunctuation],
        "Pe" => &[C::ClosePunctuation],
        "Pi" => &[C::InitialPunctuation],
        "Pf" => &[C::FinalPunctuation],
        "Po" => &[C::OtherPunctuation],
        "S" | "Symbol" => &[
            C::MathSymbol,
            C::CurrencySymbol,
            C::ModifierSymbol,
            C::OtherSymbol,
        ],
        "Sm" => &[C::MathSymbol],
        "Sc" => &[C::CurrencySymbol],
        "Sk" => &[C::ModifierSymbol],
        "So" => &[C::OtherSymbol],
        "Z" | "Separator" => &[C::SpaceSeparator, C::LineSeparator, C::ParagraphSeparator],
        "Zs" => &[C::SpaceSeparator],
        "Zl" => &[C::LineSeparator],
        "Zp" => &[C::ParagraphSeparator],
        "C" | "Other" => &[
            C::Control,
            C::Format,
            C::Surrogate,
            C::PrivateUse,
            C::Unassigned,
        ],
        "Cc" => &[C::Control],
        "Cf" => &[C::Format],
        "Co" => &[C::PrivateUse],
        "Cn" => &[C::Unassigned],
        _ => return None,
    })
}
