//! A match reads its document once, whatever is asked of it: counted by the readers themselves.

use std::collections::BTreeMap;

use super::{MatchOptions, Matcher};
use crate::model::Bundle;
use crate::text::Language;
use crate::text::passes;

/// The readers of what is compared.
const READERS: [&str; 7] = [
    passes::PLAIN,
    passes::SENTENCES,
    passes::WORDS,
    passes::QUANTITIES,
    passes::DATES,
    passes::NAMES,
    passes::PIECES,
];

/// How often a reader goes through the summaries at most: whole, by sentences, and each by itself.
const OF_SUMMARIES: usize = 4;

/// Characters of a document that the network reads whole, and of one that it does not.
const LENGTHS: [usize; 2] = [5_000, 60_000];

/// An invented text of about so many characters, and a sentence of each of its parts.
fn invented(language: Language, length: usize) -> (String, Vec<String>) {
    let stories: serde_json::Value =
        serde_json::from_str(include_str!("../../tests/data/explained.json")).unwrap();
    let stories = stories[language.code()].as_array().unwrap();
    let field = |at: usize, name: &str| {
        let story = &stories[at % stories.len()];
        story[name].as_str().unwrap().trim().to_owned()
    };
    let (mut document, mut at) = (field(0, "document"), 1);
    while document.chars().count() < length {
        document = format!("{document}\n{}", field(at, "document"));
        at += 1;
    }
    (document, (0..10).map(|at| field(at, "faithful")).collect())
}

/// The bytes that each reader goes through in a call, by the call's name.
fn counted(
    matcher: &Matcher,
    document: &str,
    summaries: &[String],
) -> Vec<(&'static str, usize, BTreeMap<&'static str, usize>)> {
    let calls = [
        ("match", 1, false),
        ("explained match", 1, true),
        ("ten matches", 10, true),
    ];
    let count = |(name, count, explain)| {
        let summaries = &summaries[..count];
        passes::take();
        let found = matcher.match_all(document, summaries, MatchOptions { explain });
        assert_eq!(pollster::block_on(found).unwrap().len(), count);
        let bytes = summaries.iter().map(String::len).sum();
        (name, bytes, passes::take())
    };
    calls.map(count).to_vec()
}

#[test]
fn a_match_reads_its_document_once() {
    for language in Language::ALL {
        let bundle = Bundle::open(format!("models/fit-{language}")).unwrap();
        let matcher = pollster::block_on(Matcher::load(&bundle, None)).unwrap();
        for length in LENGTHS {
            let (document, summaries) = invented(language, length);
            for (call, bytes, read) in counted(&matcher, &document, &summaries) {
                for reader in READERS {
                    let passes = read[reader] as f64 / document.len() as f64;
                    println!("passes\t{language}\t{length}\t{call}\t{reader}\t{passes:.4}");
                    // Of what is chosen of a long document for each summary, the network's pieces and
                    // its words are cut where it is chosen.
                    if length > LENGTHS[0] && [passes::PIECES, passes::WORDS].contains(&reader) {
                        continue;
                    }
                    let most = document.len() + OF_SUMMARIES * bytes;
                    let once = document.len()..=most;
                    assert!(
                        once.contains(&read[reader]),
                        "{language} {call}: {reader} {passes}"
                    );
                }
            }
        }
    }
}
