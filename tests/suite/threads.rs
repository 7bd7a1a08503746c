//! Threads share matchers, summarizers and sessions, and find with them what one finds alone.

use crate::support::{fit, pair, rouge};
use epitome::matcher::field::FieldMatcher;
use epitome::matcher::fit::FitMatcher;
use epitome::matcher::{MatchOptions, Matcher, Pair};
use epitome::model::Session;
use epitome::structure::LineClassifier;
use epitome::summarizer::seq2seq::Seq2Seq;
use epitome::summarizer::{Summarizer, SummarizerOptions, Writer};
use epitome::text::Language;
use std::thread;

/// Compiles for what threads may share only.
fn shareable<T: Send + Sync + ?Sized>() {}

#[test]
fn what_runs_models_is_send_and_sync() {
    shareable::<Matcher>();
    shareable::<Summarizer>();
    shareable::<Writer>();
    shareable::<Seq2Seq>();
    shareable::<LineClassifier>();
    shareable::<FitMatcher>();
    shareable::<FieldMatcher>();
    shareable::<dyn Session>();
    shareable::<Box<dyn Session>>();
}

const DOCUMENT: &str = "The harbour line opens in May after four years of work. It links the port \
                        with the old town. The council paid nine million euros for it, Ana Roe \
                        said. Trams run every ten minutes from six in the morning.";

fn pairs() -> Vec<Pair> {
    [
        "The harbour line opens in May. Trams run every ten minutes.",
        "The harbour line opens in June.",
        "The council paid nine million euros, Ana Roe said.",
        "The museum of the town closes for good. The line links it with the port.",
    ]
    .map(|summary| pair(DOCUMENT, summary))
    .to_vec()
}

#[test]
fn four_threads_score_as_one_does() {
    let explained = MatchOptions { explain: true };
    for files in [fit(Language::English), rouge()] {
        let matcher = files.matcher(Some(Language::English)).unwrap();
        let score = |pairs: &[Pair]| {
            let found = pollster::block_on(matcher.match_batch(pairs, explained)).unwrap();
            found
                .iter()
                .map(|one| format!("{one:?}"))
                .collect::<Vec<_>>()
        };
        let pairs = pairs();
        let wanted = score(&pairs);
        thread::scope(|threads| {
            let running = [0, 1, 2, 3].map(|first| {
                let mut turned = pairs.clone();
                turned.rotate_left(first);
                threads.spawn(move || {
                    let rounds = (0..3).map(|_| score(&turned)).collect::<Vec<_>>();
                    (first, rounds)
                })
            });
            for thread in running {
                let (first, rounds) = thread.join().unwrap();
                let mut wanted = wanted.clone();
                wanted.rotate_left(first);
                assert!(rounds.iter().all(|round| *round == wanted), "{first}");
            }
        });
    }
}

#[test]
fn four_threads_summarize_as_one_does() {
    let summarizer = Summarizer::new(SummarizerOptions::default()).unwrap();
    let wanted = summarizer.summarize(DOCUMENT).unwrap();
    assert!(!wanted.is_empty());
    thread::scope(|threads| {
        let running = [(); 4].map(|()| threads.spawn(|| summarizer.summarize(DOCUMENT)));
        for thread in running {
            assert_eq!(thread.join().unwrap().unwrap(), wanted);
        }
    });
}
