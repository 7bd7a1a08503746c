//! How long a headline and a `tldr` take on one thread.

use std::time::Instant;

use epitome::summarizer::{Method, SummaryType};

use crate::sets::Text;
use crate::{Failure, LANGUAGES, summary};

/// The characters of the texts.
const SIZES: [usize; 2] = [500, 50_000];
/// The best of so many runs is told.
const RUNS: usize = 5;

/// Prints the milliseconds for each language, of documents put one after the other.
pub fn measure(texts: &[Text]) -> Result<(), Failure> {
    for language in LANGUAGES {
        let all: Vec<&str> = texts
            .iter()
            .filter(|text| text.language == language)
            .map(|text| text.doc.as_str())
            .collect();
        if all.is_empty() {
            continue;
        }
        let all = all.join("\n\n");
        let endless = all.chars().chain("\n\n".chars()).cycle();
        let endless: String = endless.take(SIZES[1]).collect();
        for size in SIZES {
            let text = Text::of(&endless.chars().take(size).collect::<String>(), language);
            for kind in [SummaryType::Headline, SummaryType::Tldr] {
                let mut best = f64::INFINITY;
                for _ in 0..RUNS {
                    let start = Instant::now();
                    summary(&text, kind, Method::Auto)?;
                    best = best.min(start.elapsed().as_secs_f64());
                }
                println!(
                    "{} {size} characters {kind}: {:.1} ms",
                    language.code(),
                    1000.0 * best
                );
            }
        }
    }
    Ok(())
}
