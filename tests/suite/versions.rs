//! The texts in two versions that matchers learn from and are tested with (`models/recipes/versions/README.md`).

use std::collections::HashSet;

use epitome::metrics::rouge;
use epitome::text::tokenize::words;
use serde::Deserialize;
use serde::de::DeserializeOwned;

#[derive(Deserialize)]
struct Article {
    a: String,
    b: String,
    true_in_a: Vec<String>,
    true_in_b: Vec<String>,
}

#[derive(Deserialize)]
struct Graded {
    a: String,
    b: String,
    titles: Vec<Title>,
}

#[derive(Deserialize)]
struct Title {
    title: String,
    level_a: u8,
    level_b: u8,
}

/// Kinds, each with its splits and the words that a version has; a Chinese character is a word.
const KINDS: [(&str, &[&str], std::ops::Range<usize>); 15] = [
    ("zh/short", BOTH, 12..240),
    ("zh/clauses", BOTH, 12..270),
    ("zh/nearly", &["train"], 12..270),
    ("en/contrary", BOTH, 20..400),
    ("en/unsaid", BOTH, 20..400),
    ("en/linked", BOTH, 20..400),
    ("en/retold", &["dev", "test"], 20..400),
    ("zh/retold", ALL, 40..400),
    ("fa/short", BOTH, 4..90),
    ("fa/clauses", BOTH, 8..90),
    ("fa/nearly", &["train"], 8..90),
    ("de/short", BOTH, 8..90),
    ("de/clauses", BOTH, 8..100),
    ("de/retold", ALL, 20..200),
    ("fa/retold", ALL, 20..200),
];

const BOTH: &[&str] = &["train", "test"];
const ALL: &[&str] = &["train", "dev", "test"];

fn articles<A: DeserializeOwned>(kind: &str, split: &str) -> Vec<A> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/models/recipes/versions");
    let text = std::fs::read_to_string(format!("{folder}/{kind}.{split}.jsonl")).unwrap();
    let lines = text.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().unwrap()
}

#[test]
fn articles_are_whole_and_of_one_split() {
    let mut versions = HashSet::new();
    let files = KINDS
        .iter()
        .flat_map(|(kind, splits, length)| splits.iter().map(move |split| (kind, length, split)));
    let every = files.flat_map(|(kind, length, split)| {
        articles::<Article>(kind, split)
            .into_iter()
            .map(move |article| (length, article))
    });
    for (length, article) in every {
        let both = article
            .true_in_a
            .iter()
            .find(|each| article.true_in_b.contains(each));
        assert_eq!(both, None, "true in both");
        for (version, sentences) in [
            (article.a, article.true_in_a),
            (article.b, article.true_in_b),
        ] {
            let count = words(&version).len();
            assert!(length.contains(&count), "{count} words: {version}");
            assert!(!sentences.is_empty(), "nothing is true in {version}");
            let said = |each: &String| each.contains(char::is_alphabetic);
            assert!(sentences.iter().all(said), "nothing is said of {version}");
            assert!(versions.insert(version), "a version comes twice");
        }
    }
}

#[test]
fn graded_titles_fit_one_excerpt_or_the_other() {
    let mut excerpts = HashSet::new();
    let every = BOTH.iter().flat_map(|split| articles("zh/graded", split));
    for Graded { a, b, titles } in every {
        let levels: Vec<_> = titles
            .iter()
            .map(|one| (one.level_a, one.level_b))
            .collect();
        let fit = |of: fn(&(u8, u8)) -> bool| levels.iter().filter(|levels| of(levels)).count();
        assert!(fit(|&(a, b)| a >= 4 && b < 4) >= 2, "{levels:?}: {a}");
        assert!(fit(|&(a, b)| b >= 4 && a < 4) >= 2, "{levels:?}: {b}");
        let all = fit(|(a, b)| (1..=5).contains(a) && (1..=5).contains(b));
        assert_eq!(all, titles.len(), "{levels:?}");
        let said: HashSet<_> = titles.into_iter().map(|one| one.title).collect();
        assert_eq!(said.len(), all, "a title comes twice: {said:?}");
        for excerpt in [a, b] {
            let count = words(&excerpt).len();
            assert!((40..160).contains(&count), "{count} words: {excerpt}");
            assert!(excerpts.insert(excerpt), "an excerpt comes twice");
        }
    }
}

#[test]
fn words_in_common_do_not_tell_contrary_versions_apart() {
    let (mut greater, mut all) = (0.0, 0.0);
    for Article {
        a,
        b,
        true_in_a,
        true_in_b,
    } in articles("en/contrary", "test")
    {
        for (sentences, supporting, other) in [(true_in_a, &a, &b), (true_in_b, &b, &a)] {
            for sentence in sentences {
                let [one, two] =
                    [supporting, other].map(|each| rouge(&sentence, each).rouge1.precision);
                greater += f64::from(u8::from(one > two)) + 0.5 * f64::from(u8::from(one == two));
                all += 1.0;
            }
        }
    }
    let share = greater / all;
    assert!((0.4..0.6).contains(&share), "{share} of {all}");
}
