//! The public calls that take a text of a stranger, each as a function of one text.

use epitome::corpus::pseudo_summary::PseudoOptions;
use epitome::corpus::{
    ArmanOptions, CorpusPair, GigawordOptions, PseudoSummaries, Recipe, prepare_corpus,
};
use epitome::matcher::limits::{MOST_DOCUMENT, MOST_SUMMARY};
use epitome::matcher::{MatchOptions, Matcher, Pair, evidence};
use epitome::metrics::{EntityOptions, entity_factuality, extractive_fragments, rouge};
use epitome::structure::pdfjs::{PdfJsItem, PdfJsPage};
use epitome::structure::{BlockOptions, PageLayout};
use epitome::subset::{ScoredTexts, SimilarityOptions, SubsetOptions, select};
use epitome::summarizer::{Method, Summarizer, SummarizerOptions, SummaryType, subset_sentences};
use epitome::text::tokenize::words;
use epitome::text::{Language, clauses, entities, normalize, sentences};

use crate::models::bundle;

/// A public call with one text.
pub struct Call {
    /// What tables call it.
    pub name: &'static str,
    /// Runs it.
    pub run: Box<dyn Fn(&str)>,
    /// The most characters that it takes, where that is limited.
    pub limit: Option<usize>,
}

fn call(name: &'static str, run: impl Fn(&str) + 'static) -> Call {
    Call {
        name,
        run: Box::new(run),
        limit: None,
    }
}

fn summarize(r#type: SummaryType, method: Method) -> impl Fn(&str) {
    move |text| {
        let options = SummarizerOptions {
            r#type,
            method,
            ..Default::default()
        };
        let _ = Summarizer::new(options).map(|summarizer| summarizer.summarize(text));
    }
}

/// Every call.
pub fn calls() -> Vec<Call> {
    let english = Language::English;
    vec![
        call("Language.detect", |text| {
            Language::guess(text);
        }),
        call("sentences", move |text| drop(sentences(text, english))),
        call("clauses", move |text| drop(clauses(text, english))),
        call("words", |text| drop(words(text))),
        call("nfkc_lowercase", |text| {
            drop(normalize::nfkc_lowercase(text))
        }),
        call("entities", move |text| drop(entities(text, english))),
        call("rouge", |text| {
            rouge(
                text,
                "The harbour line opens in May, and it cost 48 million.",
            );
        }),
        call("extractiveFragments", |text| {
            drop(extractive_fragments(text, &text[..half(text, 4096)]))
        }),
        call("entityFactuality", |text| {
            drop(entity_factuality(
                text,
                &text[..half(text, 4096)],
                &EntityOptions::default(),
            ));
        }),
        call("evidence, long document", move |text| {
            drop(evidence::find(
                text,
                "Ana Roe said on 4 May that 50 million euros are not open.",
                english,
            ));
        }),
        call("evidence, long summary", move |text| {
            drop(evidence::find(
                "Ana Roe said on 3 May that it opens. It cost 48 euros.",
                text,
                english,
            ));
        }),
        Call {
            limit: Some(MOST_DOCUMENT),
            ..matching(true)
        },
        Call {
            limit: Some(MOST_SUMMARY),
            ..matching(false)
        },
        matching_all(),
        call(
            "summarize, key-points",
            summarize(SummaryType::KeyPoints, Method::Auto),
        ),
        call(
            "summarize, headline",
            summarize(SummaryType::Headline, Method::Auto),
        ),
        call(
            "summarize, tldr",
            summarize(SummaryType::Tldr, Method::Auto),
        ),
        call(
            "summarize, teaser",
            summarize(SummaryType::Teaser, Method::Auto),
        ),
        call(
            "summarize, subset",
            summarize(SummaryType::KeyPoints, Method::Subset),
        ),
        call(
            "summarize, textrank",
            summarize(SummaryType::Tldr, Method::TextRank),
        ),
        call("subsetSentences", move |text| {
            drop(subset_sentences(text, english, 30))
        }),
        call("prepareCorpus, gigaword", |text| {
            corpus(text, &Recipe::Gigaword(GigawordOptions::default()))
        }),
        call("prepareCorpus, arman", |text| {
            corpus(text, &Recipe::Arman(Box::new(ArmanOptions::default())))
        }),
        call("pseudoSummaries", |text| {
            let _ = PseudoSummaries::new(PseudoOptions::default())
                .map(|mut made| made.of_document(text).is_ok());
        }),
        call("selectSubset", subset),
        call("PageLayout.fromPdfToHtml", |text| {
            read(PageLayout::from_pdftohtml(&xml(text)));
        }),
        call("PageLayout.fromPdfJs", |text| {
            read(PageLayout::from_pdfjs(&[items(text)]))
        }),
    ]
}

fn half(text: &str, most: usize) -> usize {
    let mut at = most.min(text.len() / 2);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn matching(is_document: bool) -> Call {
    let bundle = bundle("fit-en");
    let matcher = pollster::block_on(Matcher::load(&bundle, Some(Language::English)))
        .expect("the model is of the repository");
    let short = "Ana Roe said on 4 May that 50 million euros are not open.";
    let name = if is_document {
        "match, long document"
    } else {
        "match, long summary"
    };
    call(name, move |text| {
        let (document, summary) = if is_document {
            (text, short)
        } else {
            (short, text)
        };
        let pair = Pair {
            document: document.into(),
            summary: summary.into(),
        };
        let _ = pollster::block_on(matcher.match_batch(&[pair], MatchOptions { explain: true }));
    })
}

/// Many summaries of one document, which together are as long as it is.
fn matching_all() -> Call {
    let bundle = bundle("fit-en");
    let matcher = pollster::block_on(Matcher::load(&bundle, Some(Language::English)))
        .expect("the model is of the repository");
    call("matchAll", move |text| {
        let document = &text[..half(text, usize::MAX)];
        let pairs: Vec<Pair> = pieces(&text[document.len()..], 512)
            .into_iter()
            .take(64)
            .map(|summary| Pair {
                document: document.into(),
                summary,
            })
            .collect();
        let _ = pollster::block_on(matcher.match_batch(&pairs, MatchOptions { explain: true }));
    })
}

fn corpus(text: &str, recipe: &Recipe) {
    let middle = half(text, usize::MAX);
    let pair = CorpusPair {
        document: text[..middle].into(),
        summary: text[middle..].into(),
    };
    let _ = prepare_corpus(&[pair], recipe);
}

/// The lines of the text, or pieces of it, as texts to choose from.
fn subset(text: &str) {
    let pieces = pieces(text, 64);
    let scores: Vec<f64> = (0..pieces.len()).map(|at| 1.0 + (at % 7) as f64).collect();
    if let Ok(mut texts) = ScoredTexts::new(&pieces, &scores, &SimilarityOptions::default()) {
        texts.limit_words(50.0);
        let problem = epitome::subset::Problem::new(&texts.spec);
        let _ = problem.and_then(|problem| select(&problem, &SubsetOptions::default()));
    }
}

fn read(layout: epitome::Result<PageLayout>) {
    let _ = layout.and_then(|layout| layout.blocks(&BlockOptions::default()));
}

/// Pieces of so many characters.
fn pieces(text: &str, characters: usize) -> Vec<String> {
    text.chars()
        .collect::<Vec<_>>()
        .chunks(characters)
        .map(|piece| piece.iter().collect())
        .collect()
}

/// Pieces of 16 characters, in two columns of a page.
fn xml(text: &str) -> String {
    let mut xml = String::from(
        "<pdf2xml><page number=\"1\" height=\"100000\" width=\"600\"><fontspec id=\"0\" size=\"12\" family=\"Times\"/>",
    );
    for (at, piece) in pieces(text, 16).iter().enumerate() {
        let escaped = piece
            .replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace(|c: char| c.is_control(), " ");
        xml.push_str(&format!(
            "<text top=\"{}\" left=\"{}\" width=\"200\" height=\"12\" font=\"0\">{escaped}</text>",
            8 * (at / 2),
            300 * (at % 2)
        ));
    }
    xml + "</page></pdf2xml>"
}

fn items(text: &str) -> PdfJsPage {
    let item = |(at, piece): (usize, String)| PdfJsItem {
        str: Some(piece),
        transform: Some([
            12.0,
            0.0,
            0.0,
            12.0,
            300.0 * (at % 2) as f64,
            90_000.0 - 8.0 * (at / 2) as f64,
        ]),
        width: 200.0,
        font_name: "f".into(),
    };
    PdfJsPage {
        width: 600.0,
        height: 100_000.0,
        items: pieces(text, 16).into_iter().enumerate().map(item).collect(),
        styles: Default::default(),
        transform: None,
    }
}
