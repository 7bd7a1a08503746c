//! Percents and currencies, which have signs and words: `12%` and `12 percent`, `$5 million` and `5 million dollars`.
//!
//! Cost: that of looking at what stands beside a number.

use std::ops::Range;

use super::numbers::{BLANKS, behind_blank, digit};
use crate::text::Language;
use crate::text::tokenize::words::is_han;

/// What a number is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Measure {
    Percent,
    Dollar,
    Euro,
    Pound,
}

use Measure::{Dollar, Euro, Percent, Pound};

/// What stands before numbers; longer ones come before those that they end in.
const BEFORE: &[(&str, Measure)] = &[
    ("US$", Dollar),
    ("$", Dollar),
    ("€", Euro),
    ("£", Pound),
    ("百分之", Percent),
];
/// Signs behind numbers.
const SIGNS: &[(&str, Measure)] = &[
    ("%", Percent),
    ("％", Percent),
    ("٪", Percent),
    ("$", Dollar),
    ("€", Euro),
    ("£", Pound),
];
/// Words behind numbers, in lower case. Pounds are a weight, too.
const ENGLISH: &[(&str, Measure)] = &[
    ("percent", Percent),
    ("per cent", Percent),
    ("pct", Percent),
    ("dollars", Dollar),
    ("dollar", Dollar),
    ("us dollars", Dollar),
    ("usd", Dollar),
    ("euros", Euro),
    ("euro", Euro),
    ("eur", Euro),
];
const GERMAN: &[(&str, Measure)] = &[
    ("prozent", Percent),
    ("dollar", Dollar),
    ("us-dollar", Dollar),
    ("euro", Euro),
    ("eur", Euro),
];
const PERSIAN: &[(&str, Measure)] = &[("درصد", Percent), ("دلار", Dollar), ("یورو", Euro)];
/// German scales that end in a point.
const SHORT: [&str; 3] = ["Mio", "Mrd", "Tsd"];
/// The letters of the longest of those words, and one behind.
const LONGEST: usize = 12;

/// What the number at a place is of, and the bytes that it takes with its sign or word.
pub(crate) fn measure(
    text: &str,
    number: &Range<usize>,
    language: Language,
) -> Option<(Measure, Range<usize>)> {
    let before = text.get(..number.start)?;
    let close = before.strip_suffix(BLANKS).unwrap_or(before);
    let sign_before = BEFORE.iter().find_map(|(sign, measure)| {
        let rest = close.strip_suffix(sign)?;
        // HK$ is of another currency, and the second sign of `5 € 20 €` of another number.
        let is_other = match close.len() == before.len() {
            true => rest.ends_with(|c: char| c.is_alphanumeric() && !is_han(c)),
            false => rest.trim_end().ends_with(|c| digit(c).is_some()),
        };
        (!is_other).then_some((*measure, rest.len()..number.end))
    });
    if sign_before.is_some() {
        return sign_before;
    }
    let after = text.get(number.end..)?;
    let is_short = SHORT
        .iter()
        .any(|short| text[..number.end].ends_with(short));
    let rest = match after.strip_prefix('.') {
        Some(rest) if is_short => rest,
        _ => after,
    };
    let rest = behind_blank(rest);
    let start = text.len() - rest.len();
    if let Some((sign, measure)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
        let end = start + sign.len();
        let is_of_next = text[end..].starts_with(|c| digit(c).is_some());
        return (!is_of_next).then_some((*measure, number.start..end));
    }
    let words = match language {
        Language::English => ENGLISH,
        Language::German => GERMAN,
        Language::Persian => PERSIAN,
        Language::Chinese => &[],
    };
    let next: String = rest
        .chars()
        .take(LONGEST)
        .flat_map(char::to_lowercase)
        .collect();
    let is_next = |word: &str| {
        let behind = next.strip_prefix(word);
        behind.is_some_and(|behind| !behind.starts_with(|c: char| c.is_alphanumeric() || c == '-'))
    };
    let (word, measure) = words.iter().find(|(word, _)| is_next(word))?;
    let end = start + word.len();
    text.is_char_boundary(end)
        .then_some((*measure, number.start..end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::entities::numbers::numbers;

    #[test]
    fn signs_and_words_are_of_the_number_beside_them() {
        for (language, text, wanted) in [
            (
                Language::English,
                "paid $ 5, 12%, 12 Percent, 12 per cent, 3 percentage, $5 million, US$ 5, 5 million dollars, 5 US dollars, €7, 9 pounds, 4",
                "$ 5 Dollar, 12% Percent, 12 Percent Percent, 12 per cent Percent, $5 million Dollar, US$ 5 Dollar, 5 million dollars Dollar, 5 US dollars Dollar, €7 Euro",
            ),
            (
                Language::German,
                "12 %, 12 Prozent, 2,5 Mio. €, 5 US-Dollar, 3 Europäer, 12 Prozent-Punkte",
                "12 % Percent, 12 Prozent Percent, 2,5 Mio. € Euro, 5 US-Dollar Dollar",
            ),
            (
                Language::English,
                "5 € 20 € 30 €; 5€ 20€; 20$30; 5 million. $20; In 2014 $5 million; $5 $20; HK$5; three. $3",
                "5 € Euro, 20 € Euro, 30 € Euro, 5€ Euro, 20€ Euro, $20 Dollar, $5 million Dollar, $5 Dollar, $20 Dollar, $3 Dollar",
            ),
            (
                Language::Chinese,
                "百分之十二，12％，12元",
                "百分之十二 Percent, 12％ Percent",
            ),
            (
                Language::Persian,
                "۱۲ درصد، ۱۲٪، ۵ دلار",
                "۱۲ درصد Percent, ۱۲٪ Percent, ۵ دلار Dollar",
            ),
            (Language::English, "", ""),
        ] {
            let found = numbers(text, language).into_iter();
            let found: Vec<_> = found
                .filter_map(|number| measure(text, &number.span, language))
                .map(|(measure, span)| format!("{} {measure:?}", &text[span]))
                .collect();
            assert_eq!(found.join(", "), wanted, "{text}");
        }
    }
}
