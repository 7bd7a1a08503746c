//! The cleaning of pre-training corpora (paper E, section 4.3), for any of the
//! languages.
//!
//! The rules, in their order, with the names under which they are counted:
//!
//! | rule | what it drops |
//! |---|---|
//! | `short-sentences` | sentences with fewer than 5 words |
//! | `no-end-mark` | sentences that do not end with an end mark, closing quotes and brackets aside |
//! | `banned-keywords` | sentences that hold a keyword of web pages and scripts |
//! | `few-sentences` | documents with fewer than 3 sentences left |
//! | `language` | documents that are not in the language |
//! | `duplicate-paragraphs` | paragraphs that stand in an earlier document, or earlier in theirs |
//! | `empty-documents` | documents of which nothing is left |
//! | `pseudo-summary` | with an objective: documents with fewer than 2 sentences left |
//!
//! The paper asks a language detector for a probability of 0.99. Here a
//! document is in the language if [`Language::detect`] says so, at least half
//! of its letters belong to the language's script and, for Persian, letters that
//! only Persian has outnumber those that only Arabic has.
//!
//! In the rows, paragraphs are on lines of their own and summaries are as they
//! were; with an [objective](Objective), document and summary are the input and
//! the target of a pseudo-summary instead, and documents are one paragraph.

use std::collections::HashSet;

use serde::Deserialize;
use unicode_script::{Script, UnicodeScript};

use super::pseudo_summary::{Objective, PseudoOptions, PseudoSummaries, separator};
use super::{CorpusPair, CorpusRow, PreparedCorpus, RuleCount};
use crate::error::{Error, ErrorKind, Result};
use crate::metrics::{StaticEmbeddings, WordVectors};
use crate::text::normalize::for_words;
use crate::text::tokenize::words;
use crate::text::{Language, sentences};

/// Keywords of web pages and scripts.
const BANNED: &[&str] = &[
    "{",
    "}",
    "function(",
    "javascript",
    "جاوا اسکریپت",
    "جاوااسکریپت",
    "<script",
    "document.",
    "window.",
    "var ",
    "http-equiv",
    "lorem ipsum",
    "cookie",
    "کوکی",
    "کلیک کنید",
    "کلیک نمایید",
    "مرورگر شما",
    "کلیه حقوق",
    "تمامی حقوق",
    "کپی رایت",
    "copyright",
    "all rights reserved",
    "terms of use",
    "privacy policy",
    "版权所有",
    "点击查看",
    "点击这里",
    "浏览器不支持",
    "nutzungsbedingungen",
    "alle rechte vorbehalten",
];

/// What ends a sentence.
const END_MARKS: &str = ".!?…。！？؟۔؛；";

/// What may follow an end mark.
const CLOSERS: &str = "\"'”’»«“」』）)]}】》";

/// The options of the recipe. Every field may be left out; an unknown one is an
/// error.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct ArmanOptions {
    /// The language of the documents. Default: Persian.
    pub language: Language,
    /// The fewest words of a sentence. Default: 5.
    pub min_words: usize,
    /// The fewest sentences of a document. Default: 3.
    pub min_sentences: usize,
    /// Keywords of which a sentence must hold none, in upper or lower case.
    /// Default: a list of web pages' phrases and of marks of scripts.
    pub banned: Vec<String>,
    /// Makes pseudo-summaries to pre-train on. Default: none.
    pub objective: Option<Objective>,
    /// The word vectors that the objectives other than `tss-rouge` compare
    /// sentences by.
    pub embeddings: Option<WordVectors>,
    /// What stands for masked sentences. Default: `<mask>`.
    pub mask: String,
    /// The share of sentences in a pseudo-summary, more than 0 and less than 1.
    /// Default: 0.3.
    pub share: f64,
    /// The seed of all draws. Default: 1.
    pub seed: u64,
}

impl Default for ArmanOptions {
    fn default() -> Self {
        let pseudo = PseudoOptions::default();
        Self {
            language: Language::Persian,
            min_words: 5,
            min_sentences: 3,
            banned: BANNED.iter().map(|&keyword| keyword.to_owned()).collect(),
            objective: None,
            embeddings: None,
            mask: pseudo.mask,
            share: pseudo.share,
            seed: 1,
        }
    }
}

/// Whether a rule keeps a sentence.
type Keeps<'r> = &'r dyn Fn(&str) -> bool;

/// A document on its way through the rules.
struct Document<'p> {
    index: usize,
    paragraphs: Vec<Vec<&'p str>>,
}

impl Document<'_> {
    fn sentences(&self) -> usize {
        self.paragraphs.iter().map(Vec::len).sum()
    }
}

/// Applies the rules to a corpus.
pub(super) fn prepare(pairs: &[CorpusPair], options: &ArmanOptions) -> Result<PreparedCorpus> {
    let banned = banned_forms(&options.banned)?;
    let mut builder = options
        .objective
        .map(|objective| builder(options, objective))
        .transpose()?;
    let mut counts = Vec::new();
    let mut count = |rule, unit, before, after| {
        counts.push(RuleCount {
            rule,
            unit,
            before,
            after,
        });
    };
    let mut documents: Vec<Document> = pairs
        .iter()
        .enumerate()
        .map(|(index, pair)| Document {
            index,
            paragraphs: paragraphs(&pair.document, options.language),
        })
        .collect();

    let rules: [(&str, Keeps); 3] = [
        ("short-sentences", &|sentence| {
            words(sentence).len() >= options.min_words
        }),
        ("no-end-mark", &ends),
        ("banned-keywords", &|sentence| {
            let sentence = for_words(sentence);
            !banned.iter().any(|keyword| sentence.contains(keyword))
        }),
    ];
    let sentences = |documents: &[Document]| documents.iter().map(Document::sentences).sum();
    for (rule, keeps) in rules {
        let before = sentences(&documents);
        for paragraph in documents
            .iter_mut()
            .flat_map(|document| &mut document.paragraphs)
        {
            paragraph.retain(|sentence| keeps(sentence));
        }
        count(rule, "sentences", before, sentences(&documents));
    }
    let before = documents.len();
    documents.retain(|document| document.sentences() >= options.min_sentences);
    count("few-sentences", "documents", before, documents.len());
    let before = documents.len();
    let space = separator(options.language);
    documents.retain(|document| is_in(&document.paragraphs.concat().join(space), options.language));
    count("language", "documents", before, documents.len());

    let (before, after) = drop_duplicates(&mut documents);
    count("duplicate-paragraphs", "paragraphs", before, after);
    let before = documents.len();
    documents.retain(|document| document.sentences() > 0);
    count("empty-documents", "documents", before, documents.len());

    let before = documents.len();
    let mut rows = Vec::with_capacity(documents.len());
    for document in &documents {
        let (text, summary) = match &mut builder {
            None => {
                let lines: Vec<String> = document
                    .paragraphs
                    .iter()
                    .map(|paragraph| paragraph.join(space))
                    .collect();
                let summary = pairs.get(document.index).map(|pair| pair.summary.clone());
                (lines.join("\n"), summary.unwrap_or_default())
            }
            Some(builder) => match builder.of_sentences(&document.paragraphs.concat())? {
                Some(made) => (made.input, made.target),
                None => continue,
            },
        };
        rows.push(CorpusRow {
            index: document.index,
            document: text,
            summary,
            split: None,
        });
    }
    if builder.is_some() {
        count("pseudo-summary", "documents", before, rows.len());
    }
    Ok(PreparedCorpus { rows, counts })
}

fn builder(options: &ArmanOptions, objective: Objective) -> Result<PseudoSummaries<'_>> {
    PseudoSummaries::new(PseudoOptions {
        objective,
        language: options.language,
        embeddings: options
            .embeddings
            .as_ref()
            .map(|vectors| vectors as &dyn StaticEmbeddings),
        mask: options.mask.clone(),
        share: options.share,
        seed: options.seed,
    })
}

/// The keywords in the form in which sentences are compared with them.
fn banned_forms(banned: &[String]) -> Result<Vec<String>> {
    banned
        .iter()
        .enumerate()
        .map(|(position, keyword)| {
            let form = for_words(keyword);
            if form.trim().is_empty() {
                return Err(Error::new(
                    ErrorKind::InvalidArgument,
                    format!(
                        "option banned: keyword {position} (counted from 0) is empty: \
                         every sentence would hold it"
                    ),
                ));
            }
            Ok(form)
        })
        .collect()
}

/// The sentences of a text by paragraphs: where a line breaks between two
/// sentences, a paragraph ends.
fn paragraphs(text: &str, language: Language) -> Vec<Vec<&str>> {
    let mut paragraphs: Vec<Vec<&str>> = Vec::new();
    let mut end = 0;
    for span in sentences(text, language) {
        let gap = text.get(end..span.start).unwrap_or_default();
        end = span.end;
        let sentence = text.get(span).unwrap_or_default();
        match paragraphs.last_mut() {
            Some(paragraph) if !gap.contains('\n') => paragraph.push(sentence),
            _ => paragraphs.push(vec![sentence]),
        }
    }
    paragraphs
}

/// Whether a sentence has an end mark.
fn ends(sentence: &str) -> bool {
    sentence
        .trim_end_matches(|c: char| c.is_whitespace() || CLOSERS.contains(c))
        .ends_with(|c| END_MARKS.contains(c))
}

/// Whether a text is in a language; see the [module](self).
fn is_in(text: &str, language: Language) -> bool {
    if Language::detect(text) != Some(language) {
        return false;
    }
    let script = match language {
        Language::Chinese => Script::Han,
        Language::Persian => Script::Arabic,
        Language::English | Language::German => Script::Latin,
    };
    let (mut letters, mut of_script, mut persian, mut arabic) =
        (0_usize, 0_usize, 0_usize, 0_usize);
    for c in text.chars().filter(|c| c.is_alphabetic()) {
        letters += 1;
        of_script += usize::from(c.script() == script);
        persian += usize::from("پچژگیک".contains(c));
        arabic += usize::from("ةأإى".contains(c));
    }
    2 * of_script >= letters && (language != Language::Persian || persian > arabic)
}

/// Drops repeated and empty paragraphs and returns how many of the others there
/// were and how many are left.
fn drop_duplicates(documents: &mut [Document]) -> (usize, usize) {
    let mut seen: HashSet<Vec<String>> = HashSet::new();
    let mut before = 0;
    for document in documents {
        document.paragraphs.retain(|paragraph| {
            if paragraph.is_empty() {
                return false;
            }
            before += 1;
            seen.insert(words(&paragraph.join(" ")))
        });
    }
    (before, seen.len())
}
