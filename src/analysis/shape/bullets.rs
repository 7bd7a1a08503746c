//! Bullets, numbers and letters in front of the points of a list. Linear in the mark.

use crate::lexicon::Lexicon;
use crate::text::Language;

/// The bytes of a bullet, or of the number or letter of an item, with the blank behind.
pub(super) fn bullet(line: &str, language: Language) -> Option<usize> {
    let lexicon = Lexicon::of(language);
    let first = line.chars().next()?;
    let blank = |rest: &str| rest.len() - rest.trim_start().len();
    if "-*+•·–—▪●○◦‣✓✔➤►■□▌◎◇◆※★☆".contains(first) {
        let rest = line.get(first.len_utf8()..)?;
        let gap = blank(rest);
        let tight = "•·▪●○◦‣✓✔➤►■□▌◎◇◆※".contains(first);
        return (gap > 0 || tight && !rest.is_empty()).then_some(first.len_utf8() + gap);
    }
    if first == '第' {
        let article = line.find(['条', '章', '节', '款'])?;
        let name = line.get(..article)?.chars().count();
        let rest = line.get(article..)?;
        let behind = rest.get('条'.len_utf8()..)?;
        let gap = blank(behind);
        return (name <= 6 && gap > 0).then_some(article + '条'.len_utf8() + gap);
    }
    let open = usize::from(first == '(') + if first == '（' { '（'.len_utf8() } else { 0 };
    let inner = line.get(open..)?;
    let name = inner
        .chars()
        .take(12)
        .take_while(|&c| c.is_numeric() || c == '.' || "一二三四五六七八九十".contains(c))
        .map(char::len_utf8)
        .sum::<usize>();
    let (number, letter) = match inner.get(..name)? {
        "" => (
            0,
            inner
                .chars()
                .next()
                .filter(|c| c.is_alphabetic())?
                .len_utf8(),
        ),
        _ => (name, 0),
    };
    let end = number + letter;
    let written = inner.get(..end)?;
    let rest = inner.get(end..)?;
    let mark = rest.chars().next()?;
    let behind = rest.get(mark.len_utf8()..).unwrap_or_default();
    let gap = blank(behind);
    let is_han = language == Language::Chinese;
    let done = open + end + mark.len_utf8() + gap;
    match mark {
        ')' | '）' if gap > 0 || is_han || open > 0 => Some(done),
        '、' if number > 0 && written.chars().count() <= 3 => Some(done),
        // `4.1 We will pay`, `1. Open`
        ' ' if number > 0 && open == 0 && written.contains('.') => {
            let name = written.trim_end_matches('.');
            let is_number = name
                .split('.')
                .all(|part| (1..=2).contains(&part.chars().count()));
            let next = rest.split_whitespace().next().unwrap_or_default();
            let dated = lexicon.month(&next.to_lowercase()).is_some()
                || next.starts_with(char::is_lowercase) && language == Language::German
                || lexicon.unit(&next.to_lowercase()).is_some() && !written.ends_with('.')
                || next.starts_with('%')
                || name.contains('.') && next.starts_with(char::is_lowercase);
            (is_number && !dated).then(|| open + end + (rest.len() - rest.trim_start().len()))
        }
        '.' if letter > 0 && gap > 0 && written.starts_with(char::is_lowercase) => Some(done),
        _ => None,
    }
}
