use super::*;

fn found<'a>(pattern: &str, text: &'a str) -> Vec<&'a str> {
    let regex = Regex::new(pattern).unwrap();
    regex
        .matches(text)
        .into_iter()
        .map(|range| &text[range])
        .collect()
}

#[test]
fn patterns_of_published_tokenizers() {
    let gpt2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+";
    assert_eq!(
        found(gpt2, "It's  12 o'clock, \n ok "),
        [
            "It", "'s", " ", " 12", " o", "'", "clock", ",", " \n", " ok", " "
        ]
    );
    let later = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+";
    assert_eq!(
        found(later, "IT'S 12345!\n\n x"),
        ["IT", "'S", " ", "123", "45", "!\n\n", " x"]
    );
    assert_eq!(found(" {2,}", "a  b c   d"), ["  ", "   "]);
    assert_eq!(found(r"\d{1,3}(?=x)", "1234x"), ["234"]);
}

#[test]
fn the_first_alternative_counts_not_the_longest() {
    assert_eq!(found("a|ab", "ab"), ["a"]);
    assert_eq!(found("a+?b?", "aab"), ["a", "ab"]);
    assert_eq!(found("[^a-c]", "abcd-"), ["d", "-"]);
    assert_eq!(found(r"[\]\-x-]", "]-x"), ["]", "-", "x"]);
    assert_eq!(found(r"\p{Han}+|\P{L}", "漢字x1"), ["漢字", "1"]);
}

#[test]
fn what_is_not_known_is_named() {
    for (pattern, what) in [
        (r"(?<=a)b", "(?<"),
        (r"a++", "quantifier"),
        (r"\bword", r"\b"),
        (r"a*", "at least one"),
        (r"(a", "group"),
        (r"\p{Klingon}", "Klingon"),
        (r"(?!ab)c", "more than one"),
        (r"a{300}", "256"),
        (r"((a{250}){250}){250}", "too long"),
        (r"^a", "anchor"),
        (r"[a&&b]", "intersects"),
        ("[a", "class"),
    ] {
        let error = Regex::new(pattern).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported);
        assert!(error.message().contains(what), "{error}");
    }
    assert!(Regex::new(&"(".repeat(100_000)).is_err());
}

#[test]
fn a_pattern_that_looks_far_ends_in_time() {
    let text = "a".repeat(100_000);
    assert!(found("a(?:a*b)?", &text).len() > 1);
    assert!(found("(?:a|aa)+b", &text).is_empty());
}
