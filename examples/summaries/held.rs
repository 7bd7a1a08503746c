//! Whether the headlines of `auto` hold: what the default matcher says of each against its document,
//! and whether every number and every name of it stands there.

use std::fs;
use std::path::Path;

use epitome::matcher::{MatchOptions, Matcher, Pair, Verdict};
use epitome::model::Bundle;
use epitome::summarizer::{Method, SummaryType};
use epitome::text::Language;
use epitome::text::tokenize::words;

use crate::sets::Text;
use crate::{Failure, LANGUAGES, summary};

/// The documents of each file that are looked at.
const DOCUMENTS: usize = 50;

/// Prints what does not hold among the headlines of the documents of files named `LANG…`, rows with
/// `doc`.
pub fn check(models: &Path, paths: &[&str]) -> Result<(), Failure> {
    let (mut all, mut contradicted, mut unheld) = (0, 0, 0);
    for path in paths.iter().map(Path::new) {
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or("");
        let language = LANGUAGES
            .into_iter()
            .find(|one| name.starts_with(one.code()));
        let Some(language) = language else {
            println!("skipped: {name} begins with no language");
            continue;
        };
        let bundle = Bundle::open(models.join(format!("fit-{}", language.code())))?;
        let matcher = pollster::block_on(Matcher::load(&bundle, Some(language)))?;
        let mut pairs = vec![];
        for line in fs::read_to_string(path)?.lines().take(DOCUMENTS) {
            let row: serde_json::Value = serde_json::from_str(line)?;
            let document = row["doc"].as_str().unwrap_or_default().to_owned();
            if document.trim().is_empty() {
                continue;
            }
            let text = Text::of(&document, language);
            let summary = summary(&text, SummaryType::Headline, Method::Auto)?;
            // Of marks alone nothing can be said.
            if summary.contains(char::is_alphanumeric) {
                pairs.push(Pair { document, summary });
            }
        }
        let matches = pollster::block_on(matcher.match_batch(&pairs, MatchOptions::default()))?;
        let (mut wrong, mut missing) = (0, 0);
        for (pair, found) in pairs.iter().zip(&matches) {
            if found.verdict == Verdict::Contradicted {
                wrong += 1;
                println!("contradicted: {}", pair.summary);
            }
            let lacking = lacking(&pair.document, &pair.summary, language);
            if !lacking.is_empty() {
                missing += 1;
                println!("not held: {lacking:?} of {}", pair.summary);
            }
        }
        println!(
            "{name}: {} headlines, {wrong} contradicted, {missing} with what is not held",
            pairs.len()
        );
        all += pairs.len();
        contradicted += wrong;
        unheld += missing;
    }
    println!(
        "all: {all} headlines, {contradicted} contradicted, {unheld} with a number or a name that is not held"
    );
    Ok(())
}

/// The numbers and the capitalised words of a headline that its document does not hold.
fn lacking(document: &str, headline: &str, language: Language) -> Vec<String> {
    let known: std::collections::HashSet<String> = words(document).into_iter().collect();
    let named = |word: &str| word.starts_with(char::is_uppercase) && language != Language::Chinese;
    headline
        .split_whitespace()
        .flat_map(|written| words(written).into_iter().map(move |word| (written, word)))
        .filter(|(written, word)| word.contains(char::is_numeric) || named(written))
        .map(|(_, word)| word)
        .filter(|word| !known.contains(word) && !document.to_lowercase().contains(word.as_str()))
        .collect()
}
