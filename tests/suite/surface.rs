//! What must not change a judgement: how digits, letters and lists are written, and where a fact
//! stands in a long document.

use std::cell::Cell;

use crate::support::{fit, pair, score};
use epitome::matcher::turns::Turns;
use epitome::matcher::{MatchOptions, Verdict};
use epitome::model::backend::LocalFuture;
use epitome::text::Language::{self, Chinese, English, German, Persian};
use epitome::{Error, ErrorKind, Result};

/// A document and the same summary in several ways of writing.
const WAYS: [(Language, &str, &[&str]); 6] = [
    (
        Persian,
        "شهردار در سال ۱۴۰۲ خط مترو شیراز را افتتاح کرد. هزینه این طرح زیاد بود.",
        &[
            "خط مترو شیراز در سال ۱۴۰۲ افتتاح شد.",
            "خط مترو شیراز در سال 1402 افتتاح شد.",
            "خط مترو شیراز در سال ١٤٠٢ افتتاح شد.",
        ],
    ),
    (
        Persian,
        "خانهٔ تاریخی شهردار روز دوشنبه بازسازی شد.",
        &[
            "خانهٔ تاریخی شهردار روز دوشنبه بازسازی شد.",
            "خانۀ تاریخی شهردار روز دوشنبه بازسازی شد.",
        ],
    ),
    (
        English,
        "The bridge at Holm was closed on Monday after the river rose. Police expect it to reopen on Friday.",
        &[
            "The bridge at Holm was closed on Monday. Police expect it to reopen on Friday.",
            "1. The bridge at Holm was closed on Monday.\n2. Police expect it to reopen on Friday.",
            "1) The bridge at Holm was closed on Monday.\n2) Police expect it to reopen on Friday.",
        ],
    ),
    (
        German,
        "Die Brücke bei Holm wurde am Montag gesperrt, weil der Fluss stieg. Die Polizei rechnet am Freitag mit einer Öffnung.",
        &[
            "Die Brücke bei Holm wurde am Montag gesperrt. Die Polizei rechnet am Freitag mit einer Öffnung.",
            "1. Die Brücke bei Holm wurde am Montag gesperrt.\n2. Die Polizei rechnet am Freitag mit einer Öffnung.",
        ],
    ),
    (
        Persian,
        "پل شهر روز دوشنبه بسته شد چون رودخانه بالا آمد. پلیس انتظار دارد پل روز جمعه باز شود.",
        &[
            "پل شهر روز دوشنبه بسته شد. پلیس انتظار دارد پل روز جمعه باز شود.",
            "۱. پل شهر روز دوشنبه بسته شد.\n۲. پلیس انتظار دارد پل روز جمعه باز شود.",
        ],
    ),
    (
        Chinese,
        "河水上涨，霍姆大桥星期一关闭。警方预计星期五重新开放。",
        &[
            "霍姆大桥星期一关闭。警方预计星期五重新开放。",
            "1. 霍姆大桥星期一关闭。\n2. 警方预计星期五重新开放。",
        ],
    ),
];

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn what_is_only_writing_changes_no_judgement() {
    for (language, document, summaries) in WAYS {
        let matcher = fit(language).matcher(None).unwrap();
        let pairs: Vec<_> = summaries
            .iter()
            .map(|summary| pair(document, summary))
            .collect();
        let found = score(&matcher, &pairs).unwrap();
        for (one, summary) in found.iter().zip(summaries) {
            let difference = (one.probability - found[0].probability).abs();
            assert!(
                difference < 0.05,
                "{summary}: {} and {}",
                one.probability,
                found[0].probability
            );
            assert_ne!(one.verdict, Verdict::Contradicted, "{summary}");
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_fact_is_read_wherever_it_stands_in_a_long_document() {
    let filler: String = (0..300)
        .map(|at| {
            format!("Paragraph {at} speaks about weather and gardens, with nothing of note. ")
        })
        .collect();
    let fact = "The Hilltop bakery on Mill Street in Denton burned down on Monday, the fire department said.";
    let summary = "The Denton bakery on Mill Street burned down on Monday.";
    let matcher = fit(English).matcher(None).unwrap();
    let pairs = [format!("{fact} {filler}"), format!("{filler}{fact}")]
        .map(|document| pair(&document, summary));
    let found = score(&matcher, &pairs).unwrap();
    assert_eq!(found[0].matched, found[1].matched);
    let difference = (found[0].probability - found[1].probability).abs();
    assert!(
        difference < 0.05,
        "{} and {}",
        found[0].probability,
        found[1].probability
    );
}

/// Turns that end the work at some point.
struct Until(Cell<usize>);

impl Turns for Until {
    fn turn(&self) -> LocalFuture<'_, Result<()>> {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        Box::pin(async move {
            match left {
                0 => Err(Error::new(ErrorKind::Inference, "given up")),
                _ => Ok(()),
            }
        })
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_long_summary_is_given_up_between_sentences_and_judged_in_part() {
    let matcher = fit(German).matcher(None).unwrap();
    let summary = "Der Rat tagte am Montag. ".repeat(1000);
    let pairs = [pair("Der Rat tagte am Montag im alten Hafen.", &summary)];
    let options = MatchOptions::default();
    let turns = Until(Cell::new(10));
    let given_up = pollster::block_on(matcher.match_batch_in_turns(&pairs, options, &turns));
    assert_eq!(given_up.unwrap_err().message(), "given up");
    let found = score(&matcher, &pairs).unwrap().remove(0);
    assert_eq!(found.sentences.len(), 256);
    assert!(found.read.summary < 0.3, "{}", found.read.summary);
    assert_eq!(found.verdict, Verdict::Unclear);
}
