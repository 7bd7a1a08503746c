//! Sentences that greet or thank, and do nothing else.

use super::words::Words;
use crate::lexicon::WordList;
use crate::text::Language;

/// Whether a sentence does nothing but greet or thank: each of its clauses does, or names somebody.
pub(super) fn greets(sentence: &str, language: Language) -> bool {
    let han = language == Language::Chinese;
    let lower = sentence.to_lowercase();
    let thanks = |clause: &str| {
        Words::of(language).greetings.iter().any(|word| {
            let rest = clause.strip_prefix(word);
            rest.is_some_and(|rest| han || !rest.starts_with(char::is_alphanumeric))
        })
    };
    let clauses = || {
        lower
            .split([',', '，', '،', '!', '！', '.', '。'])
            .map(str::trim)
    };
    let size = |clause: &str| match han {
        true => clause.chars().count() / 2,
        false => clause.split_whitespace().count(),
    };
    let mut begins = true;
    !lower.contains(char::is_numeric)
        && clauses().next().is_some_and(thanks)
        && clauses().filter(|clause| !clause.is_empty()).all(|clause| {
            let fits =
                thanks(clause) && size(clause) <= if begins { 4 } else { 8 } || size(clause) <= 1;
            begins = false;
            fits
        })
}

/// The most words of a line that only greets, and Chinese characters.
const MAX_SALUTE: usize = 6;
const MAX_HAN_SALUTE: usize = 8;

/// `Dear all`, `Hallo zusammen`, `各位同事`: whether a line, also one without a mark, only greets.
pub(super) fn salutes(line: &str, language: Language) -> bool {
    let is_mark = |c: char| !c.is_alphanumeric();
    let bare = line.trim_matches(is_mark);
    if line.contains(char::is_numeric) || bare.len() > 4 * MAX_HELLO {
        return false;
    }
    let lower = bare.to_lowercase();
    let hellos = Words::of(language).hellos;
    let Some(hello) = hellos
        .iter()
        .filter(|word| lower.starts_with(*word))
        .max_by_key(|word| word.len())
    else {
        return false;
    };
    let named = match bare.get(hello.len()..) {
        Some(rest) if lower.len() == bare.len() => rest,
        _ => return false,
    };
    if language == Language::Chinese {
        return bare.chars().count() <= MAX_HAN_SALUTE && !named.contains(['，', '。', '的']);
    }
    let mut names = named.split_whitespace();
    // `درود بر همهٔ همسایگان`
    if language == Language::Persian && matches!(names.clone().next(), Some("بر" | "به")) {
        return names.count() < MAX_SALUTE && !named.contains(['.', ':', '،']);
    }
    let apart = named
        .chars()
        .next()
        .is_none_or(|c| c.is_whitespace() || matches!(c, ',' | '،'));
    let joined = names
        .clone()
        .next()
        .is_some_and(|word| matches!(word, "und" | "and" | "و"));
    apart
        && !joined
        && names.clone().count() < MAX_SALUTE
        && names.all(|word| {
            let word = word.trim_matches(is_mark);
            let cased = matches!(language, Language::English | Language::German);
            word.is_empty()
                || cased && word.starts_with(char::is_uppercase)
                || ADDRESSED.has(&word.to_lowercase())
        })
}

/// Those whom a greeting is for.
const ADDRESSED: WordList = WordList(
    "all|everyone|everybody|both|team|folks|colleagues|friends|neighbours|neighbors|members|\
    parents|customers|there|again|and|sir|madam|mr|mrs|ms|dr|\
    zusammen|alle|allerseits|an|in|die|runde|leute|ihr|lieben|liebe|lieber|und|damen|herren|\
    به|همه|همگی|دوستان|همکاران|عزیز|گرامی|جان|بر|شما|علیکم|و",
);

/// The most characters of a greeting in front of a sentence.
const MAX_HELLO: usize = 30;

/// `Good morning Ana, `, `您好，`: the bytes of a greeting that a sentence begins with.
pub(super) fn hello(sentence: &str, language: Language) -> Option<usize> {
    let mut before = ' ';
    let (end, mark) = sentence.char_indices().take(MAX_HELLO).find(|&(_, c)| {
        let dash = matches!(c, '-' | '–' | '—') && before == ' ';
        before = c;
        dash || matches!(c, ',' | '，' | '،' | '!' | '！' | '~' | '～')
    })?;
    let greeting = sentence.get(..end)?.to_lowercase();
    let rest = sentence.get(end + mark.len_utf8()..)?;
    let hellos = Words::of(language).hellos;
    let greets = hellos.iter().any(|word| {
        greeting.strip_prefix(word).is_some_and(|rest| {
            language == Language::Chinese || !rest.starts_with(char::is_alphanumeric)
        })
    });
    let size = greeting.split_whitespace().count();
    (greets && size <= 4).then_some(sentence.len() - rest.trim_start().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn salutations_are_known_without_a_mark() {
        for (language, line) in [
            (Language::English, "Dear all,"),
            (Language::English, "Hi team"),
            (Language::English, "Good morning everyone 👋"),
            (Language::German, "Hallo zusammen"),
            (Language::German, "Liebe Nachbarinnen und Nachbarn"),
            (Language::German, "Guten Morgen in die Runde!"),
            (Language::Chinese, "各位同事："),
            (Language::Chinese, "大家好"),
            (Language::Persian, "سلام به همه"),
            (Language::Persian, "سلام دوستان عزیز"),
            (Language::Persian, "درود بر همهٔ همسایگان"),
        ] {
            assert!(salutes(line, language), "{line}");
        }
    }

    #[test]
    fn titles_are_no_salutations() {
        for (language, line) in [
            (Language::English, "Hello spring: the pool opens in May"),
            (Language::English, "High water closes the pier"),
            (Language::English, "Dear 2 million visitors"),
            (Language::German, "Hallo sagt der Zoo zu zwei Ottern"),
            (Language::German, "Liebe und Brot"),
            (Language::Chinese, "大家好奇的港口新线将于五月通车"),
            (Language::Persian, "سلامت دندان در سالمندی"),
        ] {
            assert!(!salutes(line, language), "{line}");
        }
        assert_eq!(
            hello("Hi all - the pier opens in May.", Language::English),
            Some(9)
        );
    }
}
