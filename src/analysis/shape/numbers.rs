//! Numbers in front of sentences: of points, of clauses, of steps. Linear in the number.

use crate::text::Language;

/// `(2)`, `（一）`, `①`, `3．`: the number of a point.
pub(super) fn number(text: &str, language: Language) -> Option<usize> {
    let first = text.chars().next()?;
    if matches!(first, '\u{2460}'..='\u{24FF}') {
        return Some(first.len_utf8());
    }
    let is_digit = |c: &char| c.is_numeric() || "一二三四五六七八九十".contains(*c);
    let open = if matches!(first, '(' | '（') {
        first.len_utf8()
    } else {
        0
    };
    let inner = text.get(open..)?;
    let digits: usize = inner
        .chars()
        .take(3)
        .take_while(is_digit)
        .map(char::len_utf8)
        .sum();
    let mark = inner.get(digits..)?.chars().next()?;
    let rest = inner.get(digits + mark.len_utf8()..)?;
    let closes = match mark {
        ')' | '）' => open > 0 || language == Language::Chinese,
        // Not of `三、四月`.
        '．' | '、' => open == 0 && !rest.chars().next().is_some_and(|c| is_digit(&c)),
        _ => false,
    };
    (digits > 0 && closes).then_some(open + digits + mark.len_utf8())
}

/// `§ 4 `, `Step 2: `, `گام ۱. `: the number of a clause or a step.
pub(super) fn counted(text: &str) -> Option<usize> {
    const NAMES: [&str; 16] = [
        "§§",
        "§",
        "Step",
        "Article",
        "Art.",
        "Section",
        "Rule",
        "Clause",
        "Schritt",
        "Artikel",
        "Punkt",
        "TOP",
        "بند",
        "مادهٔ",
        "ماده",
        "گام",
    ];
    let name = NAMES.iter().find(|name| text.starts_with(**name))?;
    let rest = text.get(name.len()..)?;
    let digits = rest.trim_start();
    let number: usize = digits
        .chars()
        .take(4)
        .take_while(|c| c.is_numeric())
        .map(char::len_utf8)
        .sum();
    let behind = digits.get(number..)?;
    let mark = behind.trim_start_matches(['.', ':', ')', ' ', '–', '—', '-', '：', '،']);
    let marked = behind
        .trim_start()
        .starts_with(['.', ':', ')', '–', '—', '-', '：']);
    let upper = mark.starts_with(|c: char| !c.is_lowercase());
    let apart = marked || name.starts_with('§') && behind.starts_with(' ');
    (number > 0 && apart && upper).then_some(text.len() - mark.len())
}
