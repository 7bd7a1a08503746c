//! A document is encoded once for all sentences that are held against it, and the scores are those
//! of a run with both texts, to the last bit.

use crate::support::{Files, fit, pair};
use epitome::Result;
use epitome::matcher::fit::FitMatcher;
use epitome::matcher::neural::NeuralMatcher;
use epitome::matcher::{MatchOptions, Pair};
use epitome::model::backend::{EncodedInput, LocalFuture};
use epitome::model::manifest::{Axis, DataType, GraphSpec};
use epitome::model::{Backend, Bundle, Session, Tensor, TensorData};
use epitome::runtime::CpuBackend;
use epitome::text::tokenize::Unigram;
use epitome::text::{Language, Tokenizer};
use pollster::block_on;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts what a session is asked for.
#[derive(Default)]
struct Asked {
    whole: AtomicUsize,
    encodings: AtomicUsize,
    rest: AtomicUsize,
}

impl Asked {
    fn counts(&self) -> [usize; 3] {
        [&self.whole, &self.encodings, &self.rest].map(|count| count.load(Ordering::Relaxed))
    }
}

struct Counting {
    session: Box<dyn Session>,
    asked: Arc<Asked>,
}

impl Session for Counting {
    fn run(&self, inputs: Vec<Tensor>) -> LocalFuture<'_, Result<Vec<Tensor>>> {
        self.asked.whole.fetch_add(1, Ordering::Relaxed);
        self.session.run(inputs)
    }

    fn encode(&self, place: usize, input: Tensor) -> LocalFuture<'_, Result<EncodedInput>> {
        self.asked.encodings.fetch_add(1, Ordering::Relaxed);
        self.session.encode(place, input)
    }

    fn run_encoded<'a>(
        &'a self,
        encoded: &'a EncodedInput,
        others: Vec<Tensor>,
    ) -> LocalFuture<'a, Result<(Vec<Tensor>, &'static str)>> {
        self.asked.rest.fetch_add(1, Ordering::Relaxed);
        self.session.run_encoded(encoded, others)
    }

    fn backend(&self) -> &'static str {
        self.session.backend()
    }
}

fn session(bundle: &Bundle, graph: &GraphSpec) -> Box<dyn Session> {
    block_on(CpuBackend.load(bundle, graph)).unwrap()
}

/// A default matcher whose session counts.
fn counting(files: &Files) -> (FitMatcher, Arc<Asked>) {
    let bundle = files.bundle().unwrap();
    let manifest = bundle.manifest();
    let graph = manifest.graph.as_ref().unwrap();
    let asked = Arc::new(Asked::default());
    let counting = Counting {
        session: session(&bundle, graph),
        asked: Arc::clone(&asked),
    };
    let vocabulary = bundle.file("vocabulary.txt").unwrap();
    let tokenizer = Tokenizer::Unigram(Unigram::parse(vocabulary, 256).unwrap());
    let network = NeuralMatcher::new(graph, tokenizer, Box::new(counting)).unwrap();
    let matcher = FitMatcher::new(network, None, manifest.fit.clone().unwrap());
    (matcher, asked)
}

const DOCUMENT: &str = "The harbour line opens in May. It links the port with the old town. The \
                        council paid nine million euros for it. Trams run every ten minutes.";

#[test]
fn a_summary_of_five_sentences_costs_one_encoding() {
    let (matcher, asked) = counting(&fit(Language::English));
    let parts = |pairs: &[Pair]| {
        block_on(matcher.parts(pairs, &vec![Language::English; pairs.len()])).unwrap()
    };
    let five = "The line opens in May. It links the port. The council paid. Trams run. It is new.";
    parts(&[pair(DOCUMENT, five)]);
    assert_eq!(asked.counts(), [0, 1, 5]);
    // Another summary of the document shares its encoding; one sentence has nothing to share.
    parts(&[pair(DOCUMENT, five), pair(DOCUMENT, "Trams run.")]);
    assert_eq!(asked.counts(), [0, 2, 11]);
    parts(&[pair(DOCUMENT, "Trams run."), pair(five, "Trams run.")]);
    assert_eq!(asked.counts(), [2, 2, 11]);
}

#[test]
fn sentences_score_as_they_do_with_a_run_each() {
    /// Encodes nothing ahead.
    struct Whole(Box<dyn Session>);

    impl Session for Whole {
        fn run(&self, inputs: Vec<Tensor>) -> LocalFuture<'_, Result<Vec<Tensor>>> {
            self.0.run(inputs)
        }

        fn backend(&self) -> &'static str {
            self.0.backend()
        }
    }

    for language in Language::ALL {
        let files = fit(language);
        let bundle = files.bundle().unwrap();
        let graph = bundle.manifest().graph.as_ref().unwrap();
        let matcher = |session: Box<dyn Session>| {
            let vocabulary = bundle.file("vocabulary.txt").unwrap();
            let tokenizer = Tokenizer::Unigram(Unigram::parse(vocabulary, 256).unwrap());
            let network = NeuralMatcher::new(graph, tokenizer, session).unwrap();
            FitMatcher::new(network, None, bundle.manifest().fit.clone().unwrap())
        };
        let stories: serde_json::Value =
            serde_json::from_str(include_str!("../data/explained.json")).unwrap();
        let stories = stories[language.code()].as_array().unwrap();
        let text =
            |story: &serde_json::Value, field: &str| story[field].as_str().unwrap().to_owned();
        let summaries = stories.iter().map(|story| text(story, "faithful"));
        let summary = summaries.collect::<Vec<_>>().join("\n\n");
        let pairs: Vec<Pair> = stories
            .iter()
            .map(|story| pair(&text(story, "document"), &summary))
            .collect();
        let languages = vec![language; pairs.len()];
        let found = |session| block_on(matcher(session).parts(&pairs, &languages)).unwrap();
        let encoded = found(session(&bundle, graph));
        assert_eq!(
            encoded,
            found(Box::new(Whole(session(&bundle, graph)))),
            "{language}"
        );
    }
}

#[test]
fn every_packaged_graph_gives_the_same_with_an_encoded_input() {
    let mut compared = 0;
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/models")).unwrap() {
        let folder = entry.unwrap().path();
        if !folder.join("manifest.json").exists() {
            continue;
        }
        let bundle = Bundle::open(&folder).unwrap();
        let Some(graph) = &bundle.manifest().graph else {
            continue;
        };
        let mut names = graph.inputs.iter().map(|input| input.name.as_str());
        if !names.all(|name| ["document", "summary"].contains(&name)) {
            continue;
        }
        let session = session(&bundle, graph);
        let inputs: Vec<Tensor> = graph
            .inputs
            .iter()
            .enumerate()
            .map(|(place, spec)| {
                assert_eq!(spec.dtype, DataType::Int64, "{folder:?}");
                let size = |axis: &Axis| match axis {
                    Axis::Fixed(size) => *size,
                    Axis::Symbol(name) if name == "batch" => 1,
                    Axis::Symbol(_) => 40 - 11 * place,
                };
                let shape: Vec<usize> = spec.shape.iter().map(size).collect();
                let count = shape.iter().product::<usize>();
                let ids = (0..count).map(|at| 1 + (at * 37 % 101) as i64).collect();
                Tensor::new(shape, TensorData::I64(ids)).unwrap()
            })
            .collect();
        let wanted = block_on(session.run(inputs.clone())).unwrap();
        for place in 0..inputs.len() {
            let mut others = inputs.clone();
            let encoded = block_on(session.encode(place, others.remove(place))).unwrap();
            for _ in 0..2 {
                let found = block_on(session.run_encoded(&encoded, others.clone()))
                    .unwrap()
                    .0;
                assert_eq!(found, wanted, "{folder:?}, input {place}");
            }
            compared += 1;
        }
    }
    assert!(compared >= 20, "{compared} inputs");
}

#[test]
fn an_input_that_does_not_fit_is_not_encoded() {
    let bundle = fit(Language::English).bundle().unwrap();
    let graph = bundle.manifest().graph.as_ref().unwrap();
    let session = session(&bundle, graph);
    let ids = |shape: Vec<usize>| {
        let count = shape.iter().product();
        Tensor::new(shape, TensorData::I64(vec![1; count])).unwrap()
    };
    let problem = |place, input| {
        block_on(session.encode(place, input))
            .err()
            .unwrap()
            .to_string()
    };
    assert!(problem(0, ids(vec![3])).contains("`document` is Int64 of shape [3]"));
    assert!(problem(2, ids(vec![1, 3])).contains("there is no input 2; the model takes 2"));
    // A document of one batch, and a summary of another.
    let encoded = block_on(session.encode(0, ids(vec![1, 3]))).unwrap();
    assert!(block_on(session.run_encoded(&encoded, vec![ids(vec![2, 3])])).is_err());
}

#[test]
fn summaries_of_one_document_score_as_each_does_by_itself() {
    for language in Language::ALL {
        let matcher = fit(language).matcher(None).unwrap();
        let stories: serde_json::Value =
            serde_json::from_str(include_str!("../data/explained.json")).unwrap();
        let stories = stories[language.code()].as_array().unwrap();
        let document = stories[0]["document"].as_str().unwrap();
        let long = format!("{document}\n").repeat(60_000 / document.len());
        let said = |story: &serde_json::Value| story["faithful"].as_str().unwrap().to_owned();
        let summaries: Vec<String> = stories.iter().map(said).collect();
        let options = MatchOptions { explain: true };
        // One language is enough for what is longer than a network reads.
        let longs = (language == Language::English).then_some(long.as_str());
        for document in std::iter::once(document).chain(longs) {
            let together = block_on(matcher.match_all(document, &summaries, options)).unwrap();
            for (summary, found) in summaries.iter().zip(together) {
                let alone = block_on(matcher.match_batch(&[pair(document, summary)], options));
                assert_eq!(format!("{:?}", alone.unwrap()[0]), format!("{found:?}"));
            }
        }
    }
}
