//! Brackets of a headline: none is closed that was not opened, and what is set apart by
//! `【…】`, the name of a column or a programme, is set apart in the document too.

/// What opens, and what closes it.
const PAIRS: [(char, char); 9] = [
    ('(', ')'),
    ('[', ']'),
    ('（', '）'),
    ('【', '】'),
    ('《', '》'),
    ('「', '」'),
    ('『', '』'),
    ('“', '”'),
    ('«', '»'),
];

/// Opens a label, which only a document can give.
const LABEL: char = '【';

/// Whether a text may go on with brackets like these: all that it closes was open, and it opens no
/// label unless there are `labels`.
pub(super) fn may_stand(text: &str, labels: bool) -> bool {
    open(text).is_some() && (labels || !text.contains(LABEL))
}

/// Whether a text closes all that it opens.
pub(super) fn are_closed(text: &str) -> bool {
    open(text).is_some_and(|open| open.is_empty())
}

/// Whether a document sets labels apart.
pub(super) fn has_labels(document: &str) -> bool {
    document.contains(LABEL)
}

/// What closes the brackets that are open at the end of a text; nothing if it closes one that
/// is not open.
fn open(text: &str) -> Option<Vec<char>> {
    let mut expected = vec![];
    for c in text.chars() {
        if let Some((_, closing)) = PAIRS.iter().find(|(opening, _)| *opening == c) {
            expected.push(*closing);
        } else if PAIRS.iter().any(|(_, closing)| *closing == c) && expected.pop() != Some(c) {
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
        ] {
            assert_eq!(may_stand(text, false), stands, "{text}");
            assert_eq!(are_closed(text), closed, "{text}");
        }
    }

    #[test]
    fn labels_are_those_of_a_document() {
        assert!(!may_stand("【快讯】大桥通车", has_labels("大桥通车。")));
        assert!(may_stand(
            "【快讯】大桥通车",
            has_labels("【快讯】大桥今天通车。")
        ));
    }
}
