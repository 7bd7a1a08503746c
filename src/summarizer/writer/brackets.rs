//! Brackets of a headline: none is closed that was not opened, and a label in `【…】`, the name
//! of a column or a programme, opens only if the document has labels.

use crate::text::Language;

/// What opens, and what closes it.
const PAIRS: [(char, char); 8] = [
    ('(', ')'),
    ('[', ']'),
    ('（', '）'),
    ('【', '】'),
    ('《', '》'),
    ('〈', '〉'),
    ('「', '」'),
    ('『', '』'),
];

/// Quotation marks, and those of German.
const QUOTES: [(char, char); 3] = [('“', '”'), ('«', '»'), ('‹', '›')];
const GERMAN_QUOTES: [(char, char); 3] = [('„', '“'), ('»', '«'), ('›', '‹')];

/// Opens a label, which only a document can give.
const LABEL: char = '【';

/// Whether a text may go on with brackets like these: all that it closes was open, and it opens no
/// label unless there are `labels`.
pub(super) fn may_stand(text: &str, language: Language, labels: bool) -> bool {
    open(text, language).is_some() && (labels || !text.contains(LABEL))
}

/// Whether a text closes all that it opens; a straight quotation mark closes the one before.
pub(super) fn are_closed(text: &str, language: Language) -> bool {
    let straight = text.matches('"').count();
    straight.is_multiple_of(2) && open(text, language).is_some_and(|open| open.is_empty())
}

/// Whether a document sets labels apart.
pub(super) fn has_labels(document: &str) -> bool {
    document.contains(LABEL)
}

/// What closes the brackets that are open at the end of a text; nothing if it closes one that
/// is not open.
fn open(text: &str, language: Language) -> Option<Vec<char>> {
    let quotes = match language {
        Language::German => GERMAN_QUOTES,
        _ => QUOTES,
    };
    let pairs = PAIRS.iter().chain(&quotes);
    let mut expected = vec![];
    for c in text.chars() {
        if let Some((_, closing)) = pairs.clone().find(|(opening, _)| *opening == c) {
            expected.push(*closing);
        } else if pairs.clone().any(|(_, closing)| *closing == c) && expected.pop() != Some(c) {
            return None;
        }
    }
    Some(expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_close_what_is_open() {
        for (text, stands, closed) in [
            ("", true, true),
            ("大桥（旧）通车", true, true),
            ("大桥（旧", true, false),
            ("节日》", false, false),
            ("《大桥（旧》）", false, false),
            ("a (b [c]) «d»", true, true),
            ("1) eins", false, false),
            ("the \"Harbour Line\" opens", true, true),
            ("the \"Harbour Line opens", true, false),
            ("〈大桥〉", true, true),
        ] {
            assert_eq!(may_stand(text, Language::Chinese, false), stands, "{text}");
            assert_eq!(are_closed(text, Language::Chinese), closed, "{text}");
        }
        for text in ["„Brücke“ gesperrt", "»Brücke« gesperrt"] {
            assert!(are_closed(text, Language::German), "{text}");
            assert!(!are_closed(text, Language::English), "{text}");
        }
    }

    #[test]
    fn labels_open_where_the_document_has_some() {
        let may =
            |document: &str| may_stand("【快讯】大桥通车", Language::Chinese, has_labels(document));
        assert!(!may("大桥通车。"));
        assert!(may("【快讯】大桥今天通车。"));
    }
}
