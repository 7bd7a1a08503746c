//! Pairs of one sentence each, and what is objected to: `cases.tsv`.

use super::*;
use crate::pace;

/// Of each line the language, the document, the summary, and where there is an objection its kind, its
/// words in the summary, and those in the document.
const CASES: &str = include_str!("cases.tsv");

/// The kinds, words of the summary and words of the document of all objections but what is missing.
fn objections(language: Language, document: &str, summary: &str) -> Vec<[String; 3]> {
    let read = Document::new(document, language);
    let of_summary = Document::new(summary, language);
    let grounding = Grounding::new(&read);
    let found = pace::at_once(grounding.objections(&of_summary, 0));
    let found = found.into_iter().filter(|one| one.kind != Kind::Missing);
    found
        .map(|one| {
            let instead = one.instead.map_or("", |span| &document[span]);
            let kind = format!("{:?}", one.kind).to_lowercase();
            [kind, summary[one.span].to_owned(), instead.to_owned()]
        })
        .collect()
}

#[test]
fn a_near_copy_is_contradicted_by_what_it_changes() {
    let mut wrong = Vec::new();
    for line in CASES.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [language, document, summary, wanted @ ..] = fields.as_slice() else {
            panic!("{line}");
        };
        let language = language.parse().unwrap();
        let found = objections(language, document, summary);
        if found.concat() != wanted {
            wrong.push(format!("{line}\n  found {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
