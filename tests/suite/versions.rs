//! The texts in two versions that matchers learn from and are tested with (`models/recipes/versions/README.md`).

use std::collections::HashSet;

use epitome::metrics::rouge;
use epitome::text::tokenize::words;
use serde::Deserialize;

#[derive(Deserialize)]
struct Article {
    a: String,
    b: String,
    true_in_a: Vec<String>,
    true_in_b: Vec<String>,
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

fn articles(kind: &str, split: &str) -> Vec<Article> {
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
        articles(kind, split)
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
