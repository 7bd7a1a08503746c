//! The time that long documents take.

use std::fmt::Write as _;
use std::time::Instant;

use epitome::metrics::StaticEmbeddings;
use epitome::summarizer::{Method, SummaryLength, SummaryType, top_sentences_by_embeddings};
use epitome::text::tokenize::words;
use epitome::text::{Language, sentences};

use crate::{Failure, summarizer};

/// The size of the document that is timed.
const LONG: usize = 100_000;

/// The numbers of each vector in the timing over word vectors.
const DIMENSION: usize = 100;

/// Vectors of numbers that depend on the word alone.
struct Hashed;

impl StaticEmbeddings for Hashed {
    fn dimension(&self) -> usize {
        DIMENSION
    }

    fn embed(&self, word: &str, vector: &mut [f32]) -> bool {
        let mut state = word.bytes().fold(7_u64, |state, byte| {
            state.wrapping_mul(0x0100_0000_01B3) ^ u64::from(byte)
        });
        for value in vector {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            *value = (state >> 40) as f32 / (1 << 24) as f32 - 0.5;
        }
        true
    }
}

/// A document of at least [`LONG`] characters, of words drawn as in real texts:
/// the rank of a word is inversely proportional to its frequency.
fn long_document(language: Language) -> String {
    let mut state = 1_u64;
    let mut draw = |end: f64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        // Evenly in the logarithm: Zipf's law.
        end.powf((state >> 11) as f64 / (1_u64 << 53) as f64) as u32
    };
    let (mut text, mut size) = (String::new(), 0);
    while size < LONG {
        let length = 5 + draw(40.0);
        let sentence = match language {
            Language::Chinese => {
                let characters: String = (0..2 * length)
                    .filter_map(|_| char::from_u32(0x4E00 + draw(3_000.0)))
                    .collect();
                format!("{characters}。")
            }
            _ => {
                let words: Vec<String> = (0..length)
                    .map(|_| format!("word{}", draw(8_000.0)))
                    .collect();
                format!("The {}. ", words.join(" "))
            }
        };
        size += sentence.chars().count();
        text.push_str(&sentence);
    }
    text
}

pub fn section() -> Result<String, Failure> {
    let mut section = format!(
        "## Time for a long document\n\n\
         A generated document of {LONG} characters, whose words are as frequent as in real \
         texts; native build, one thread, processor time, the median of five runs of the \
         slowest of the types `headline`, `tldr`, `teaser` and `key-points` at length `long`. \
         The limit is 2 s. \
         `top sentences over vectors` is Algorithm 1 with F1 over word vectors of {DIMENSION} \
         dimensions (a library function, not a method).\n\n\
         | language | sentences | words | method | milliseconds |\n|---|---|---|---|---|\n"
    );
    for language in [Language::English, Language::Chinese] {
        let text = long_document(language);
        let sizes = format!(
            "{} | {}",
            sentences(&text, language).len(),
            words(&text).len()
        );
        for method in [
            Method::Lead,
            Method::TextRank,
            Method::Extractive,
            Method::Subset,
        ] {
            let mut slowest: f64 = 0.0;
            for &r#type in SummaryType::ALL {
                let system = summarizer(r#type, SummaryLength::Long, method, Some(language))?;
                slowest = slowest.max(median(|| {
                    system.summarize(&text).map(drop).map_err(Into::into)
                })?);
            }
            writeln!(
                section,
                "| {language} | {sizes} | {method} | {slowest:.1} |"
            )?;
        }
        let milliseconds = median(|| {
            top_sentences_by_embeddings(&text, language, 5, &Hashed)?;
            Ok(())
        })?;
        writeln!(
            section,
            "| {language} | {sizes} | top sentences over vectors | {milliseconds:.1} |"
        )?;
    }
    Ok(section)
}

/// The median time of five runs, in milliseconds.
fn median(run: impl Fn() -> Result<(), Failure>) -> Result<f64, Failure> {
    let start = Instant::now();
    let mut times = vec![];
    for _ in 0..5 {
        let before = milliseconds(start);
        run()?;
        times.push(milliseconds(start) - before);
    }
    times.sort_by(f64::total_cmp);
    Ok(times[2])
}

/// The time that the processor has spent on this thread, where the system tells,
/// else the time since `start`.
fn milliseconds(start: Instant) -> f64 {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse::<f64>().ok())
        .map_or_else(
            || 1_000.0 * start.elapsed().as_secs_f64(),
            |nanoseconds| nanoseconds / 1e6,
        )
}
