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
        // `1.服药期间`
        '.' => {
            open == 0
                && language == Language::Chinese
                && rest.starts_with(|c: char| ('\u{4E00}'..='\u{9FFF}').contains(&c))
        }
        _ => false,
    };
    (digits > 0 && closes).then_some(open + digits + mark.len_utf8())
}

/// `第四条`, `3.1　`: the number of a Chinese clause.
pub(super) fn clause(text: &str) -> Option<usize> {
    let han = |c: char| ('\u{4E00}'..='\u{9FFF}').contains(&c);
    if let Some(rest) = text.strip_prefix('第') {
        let (number, behind) = rest.split_once(['条', '章', '节', '款'])?;
        let is_number = number
            .chars()
            .all(|c| c.is_numeric() || "一二三四五六七八九十百".contains(c));
        let apart = behind.starts_with(['【', ' ', '\u{3000}', '：']);
        let left = behind.trim_start_matches([' ', '\u{3000}', '：']);
        return (is_number && apart).then_some(text.len() - left.len());
    }
    let number: usize = text
        .chars()
        .take(5)
        .take_while(|&c| c.is_numeric() || c == '.')
        .map(char::len_utf8)
        .sum();
    let behind = text.get(number..)?;
    let left = behind.trim_start();
    let dotted = text.get(..number)?.contains('.');
    (dotted && left.len() < behind.len() && left.starts_with(han))
        .then_some(text.len() - left.len())
}

/// `§ 4 `, `Step 2: `, `گام ۱. `: the number of a clause or a step.
pub(super) fn counted(text: &str) -> Option<usize> {
    const NAMES: [&str; 18] = [
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
        "قدم",
        "مرحله",
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
