//! The words of a summary that its document does not hold, with their places.
//!
//! They are looked up as `document_words` says; numbers are left to those who read them (`held_entities`), unless they may mean something else.
//!
//! Cost: a pass over the summary.

use std::ops::Range;

use crate::matcher::document_words::{DocumentWords, Holding, Written};
use crate::text::entities::numbers::Number;

/// The words of a summary that the document does not hold, in order; neighbours are one. What lies in what the
/// document writes otherwise is held.
pub(super) fn absent(
    document: &DocumentWords,
    summary: &str,
    words: &[Written],
    numbers: &[Number],
    is_restated: impl Fn(&Range<usize>) -> bool,
) -> Vec<Range<usize>> {
    let read_elsewhere = numbers
        .iter()
        .filter(|one| one.is_sure || document.has_value(one));
    let spans: Vec<_> = read_elsewhere.map(|one| one.span.clone()).collect();
    let found = words.iter().zip(document.holdings(words, &spans));
    let absent = found
        .filter(|(one, holding)| *holding <= Holding::Apart && !is_restated(&one.span))
        .map(|(one, _)| one.span.clone());
    joined(summary, absent)
}

/// Spans of a text, in order; what only white space lies between is one.
fn joined(text: &str, spans: impl Iterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    let mut joined: Vec<Range<usize>> = Vec::new();
    for span in spans {
        match joined.last_mut() {
            Some(last)
                if text
                    .get(last.end..span.start)
                    .is_some_and(|between| between.chars().all(char::is_whitespace)) =>
            {
                last.end = span.end;
            }
            _ => joined.push(span),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use crate::matcher::document_words::{DocumentWords, written};
    use crate::text::Language;
    use crate::text::entities::numbers::numbers;

    fn absent<'s>(language: Language, document: &str, summary: &'s str) -> Vec<&'s str> {
        let document = DocumentWords::of(document, language);
        let (words, numbers) = (written(summary, language), numbers(summary, language));
        let spans = super::absent(&document, summary, &words, &numbers, |_| false);
        spans.into_iter().map(|span| &summary[span]).collect()
    }

    #[test]
    fn words_are_held_in_other_forms() {
        let document = "The president decided in May that two ferries open the harbour line.";
        let found = |summary| absent(Language::English, document, summary);
        assert_eq!(found("Decision: harbour lines opened"), [""; 0]);
        assert_eq!(
            found("The pressure is not on ferry lines"),
            ["pressure", "not"]
        );
        assert_eq!(found("2 ferries say he said so"), ["so"]);
        assert_eq!(found("Three old ferries, 7 of them"), ["Three old", "them"]);
        assert_eq!((found(""), found("T.")), (vec![], vec![]));
        assert_eq!(found("The U.S. ferry"), ["U.S"]);
        assert_eq!(found("The line opens at 10 a.m. in May"), [""; 0]);
        let points = "The U.S. ferry line opens.";
        assert_eq!(absent(Language::English, points, "US ferry"), [""; 0]);
    }

    #[test]
    fn forms_are_of_one_word() {
        let document = "The car of the mayor won a tax case; May is late.";
        let found = |summary| absent(Language::English, document, summary);
        assert_eq!(found("Cars, taxes, cases, mayors in May"), ["taxes"]);
        assert_eq!(found("Lately the mayoral car wins"), ["wins"]);
        let long = "x".repeat(100);
        assert_eq!(absent(Language::English, &long, &long), [""; 0]);
        assert_eq!(absent(Language::English, &long, &"y".repeat(100)).len(), 1);
    }

    #[test]
    fn names_with_digits_are_held_as_they_stand() {
        let document = "The 3D version of Argon2 needs BIND-9 and walks 5 km in the 1990s.";
        let found = |summary| absent(Language::English, document, summary);
        assert_eq!(found("Argon2 in 3D walks 5km in the 1990s"), [""; 0]);
        assert_eq!(found("Argon3 in 4D needs BIND-1"), ["Argon3", "4D", "1"]);
    }

    #[test]
    fn contractions_deny() {
        let found = |document, summary| absent(Language::English, document, summary);
        let document = "The council can and could build, and won.";
        assert_eq!(found(document, "The council can't build"), ["can't"]);
        assert_eq!(
            found(document, "Council couldn’t build, won't"),
            ["couldn’t", "won't"]
        );
        assert_eq!(found(document, "Council cannot build"), ["cannot"]);
        let denied = "The council didn't build.";
        assert_eq!(found(denied, "The council did not build"), [""; 0]);
        assert_eq!(found("It did not build.", "It didn't build"), [""; 0]);
        assert_eq!(
            found("They are leaving.", "They're leaving, they’ve left"),
            ["left"]
        );
    }

    #[test]
    fn characters_are_held_with_their_neighbours() {
        let document = "云川市轻轨二号线将于五月一日正式通车，3人致辞。";
        let found = |summary| absent(Language::Chinese, document, summary);
        assert_eq!(found("云川轻轨二号线五月通车"), [""; 0]);
        assert_eq!(found("云川的轻轨四号线不通车"), ["四", "不"]);
        assert_eq!(found("三人致辞，在云川市的机场"), ["机场"]);
        // Latin words among characters are looked at as words are.
        assert_eq!(found("轻轨Metro开了"), ["Metro开"]);
    }

    #[test]
    fn languages_have_function_words_of_their_own() {
        let document = "کتابخانه‌های شهر آرلو باز شدند.";
        let found = absent(Language::Persian, document, "کتابخانه شهر ماه باز شده است");
        assert_eq!(found, ["ماه"]);
        let document = "نشست G۲۰ برگزار شد.";
        assert_eq!(absent(Language::Persian, document, "نشست G20"), [""; 0]);
        let document = "Die Arbeiten beginnen im März.";
        let found = absent(Language::German, document, "Beginn der Arbeit sei im Mai");
        assert_eq!(found, ["Mai"]);
    }
}
