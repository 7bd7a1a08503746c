//! What must not change a judgement: how digits, letters and lists are written, and where a fact
//! stands in a long document.

use std::cell::Cell;

use crate::support::{fit, pair, score};
use epitome::matcher::evidence::find;
use epitome::matcher::turns::Turns;
use epitome::matcher::{EvidenceKind, MatchOptions, Verdict};
use epitome::model::backend::LocalFuture;
use epitome::text::Language::{self, Chinese, English, German, Persian};
use epitome::text::Utf16Span;
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

/// Documents with a true summary and one that they contradict.
const JUDGED: [(Language, &str, [&str; 2]); 4] = [
    (
        English,
        "The harbour line's 12,000 tickets sold out on Monday, said Ana Roe. The well-known \"Old Quay\" reopens on 6 May. It didn't cost more than 4.2 million euros.",
        [
            "The harbour line's 12,000 tickets sold out on Monday. The well-known \"Old Quay\" reopens on 6 May.",
            "The harbour line's 15,000 tickets sold out on Monday. The well-known \"Old Quay\" reopens on 6 May.",
        ],
    ),
    (
        German,
        "Die 12.000 Karten der Hafenlinie waren am Montag ausverkauft, sagte Ana Roe. Der »Alte Kai« öffnet am 6. Mai um 19.30 Uhr wieder. Die Straße bleibt gesperrt.",
        [
            "Die 12.000 Karten der Hafenlinie waren am Montag ausverkauft. Der »Alte Kai« öffnet am 6. Mai um 19.30 Uhr wieder.",
            "Die 15.000 Karten der Hafenlinie waren am Montag ausverkauft. Der »Alte Kai« öffnet am 6. Mai um 19.30 Uhr wieder.",
        ],
    ),
    (
        Chinese,
        "云川市长王立新星期一宣布，港口线路12,000张车票已售完。“老码头”将于5月6日重新开放。",
        [
            "港口线路12,000张车票已售完。“老码头”将于5月6日重新开放。",
            "港口线路15,000张车票已售完。“老码头”将于5月6日重新开放。",
        ],
    ),
    (
        Persian,
        "شهردار گفت ۱۲٬۰۰۰ بلیت خط بندر روز دوشنبه فروخته شد. «اسکله قدیمی» ۶ خرداد بازسازی می‌شود.",
        [
            "۱۲٬۰۰۰ بلیت خط بندر روز دوشنبه فروخته شد. «اسکله قدیمی» ۶ خرداد بازسازی می‌شود.",
            "۱۵٬۰۰۰ بلیت خط بندر روز دوشنبه فروخته شد. «اسکله قدیمی» ۶ خرداد بازسازی می‌شود.",
        ],
    ),
];

/// The same text, typed by others.
fn typed_otherwise(language: Language, text: &str) -> Vec<String> {
    let digits = |zero: u32| -> String {
        let digit = |c: char| {
            c.to_digit(10)
                .or(u32::from(c).checked_sub(0x6F0).filter(|&at| at < 10))
        };
        let typed = |c: char| {
            digit(c)
                .and_then(|digit| char::from_u32(zero + digit))
                .unwrap_or(c)
        };
        text.chars().map(typed).collect()
    };
    let quoted = |open: char, close: char| -> String {
        let mut is_open = false;
        let mark = |c: char| {
            let is_mark = "\"“”„«»".contains(c);
            is_open ^= is_mark;
            if !is_mark {
                c
            } else if is_open {
                open
            } else {
                close
            }
        };
        text.chars().map(mark).collect()
    };
    let grouped = |mark: &str| {
        let marks = ["12,000", "12.000", "۱۲٬۰۰۰", "15,000", "15.000", "۱۵٬۰۰۰"];
        let of = |text: String, one: &str| {
            let digits: Vec<char> = one.chars().collect();
            let written = format!(
                "{}{mark}{}",
                digits[..2].iter().collect::<String>(),
                digits[3..].iter().collect::<String>()
            );
            text.replace(one, &written)
        };
        marks
            .iter()
            .fold(text.to_owned(), |text, one| of(text, one))
    };
    // Behind sentences, not within `6. Mai`.
    let broken = |lines: &str| {
        let ends = [". The", ". It", ". D", ". «", "。"];
        let breaks = |text: String, end: &str| {
            let (mark, next) = end.split_at(end.find(' ').unwrap_or(end.len()));
            text.replace(end, &format!("{mark}{lines}{}", next.trim_start()))
        };
        ends.iter()
            .fold(text.to_owned(), |text, end| breaks(text, end))
    };
    let mut ways = vec![
        digits(0xFF10),
        quoted('"', '"'),
        quoted('“', '”'),
        quoted('„', '“'),
        quoted('«', '»'),
        text.replace('\'', "’"),
        text.replace('-', "\u{2011}"),
        text.replace(' ', "  "),
        text.replace(' ', "\u{A0}"),
        text.replace(' ', "\t"),
        format!(" \n{text}\n"),
        broken("\n"),
        broken("\r\n\r\n"),
        grouped(" "),
        grouped("\u{202F}"),
        grouped(""),
        grouped(","),
        grouped("."),
    ];
    match language {
        English | German => ways.extend([text.to_uppercase(), text.to_lowercase()]),
        Persian => ways.extend([digits(0x30), digits(0x660), text.replace('ی', "ي")]),
        Chinese => ways.extend([text.replace("12,000张", " 12,000 张"), quoted('「', '」')]),
    }
    ways
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn what_is_only_writing_changes_no_verdict() {
    let marks = |document: &str, summary: &str, language| {
        let found = find(document, summary, language);
        let kinds = found
            .evidence
            .iter()
            .filter(|one| !matches!(one.kind, EvidenceKind::Supported | EvidenceKind::Paraphrase));
        let kinds: Vec<_> = kinds.map(|one| (one.kind, one.instead.is_some())).collect();
        (found.verdict, kinds)
    };
    for (language, document, summaries) in JUDGED {
        let verdicts = [Verdict::Supported, Verdict::Contradicted];
        for (summary, verdict) in summaries.into_iter().zip(verdicts) {
            let wanted = marks(document, summary, language);
            assert_eq!(wanted.0, verdict, "{summary}");
            for typed in typed_otherwise(language, summary) {
                assert_eq!(marks(document, &typed, language), wanted, "{typed}");
            }
            // A document in one case has no names.
            let ways = typed_otherwise(language, document).into_iter().take(18);
            for typed in ways {
                assert_eq!(
                    marks(&typed, summary, language),
                    wanted,
                    "{typed}: {summary}"
                );
            }
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn evidence_is_at_the_place_as_it_was_written() {
    let document = "The  council\u{A0}of Arlow pays １２ eu\u{AD}ros  a head.";
    let summary = " THE COUNCIL  OF ARLOW PAYS １５  EUROS A HEAD ";
    let found = find(document, summary, English);
    let one = found
        .evidence
        .iter()
        .find(|one| one.instead.is_some())
        .unwrap();
    let written = |text: &str, span: Utf16Span| {
        let units: Vec<u16> = text.encode_utf16().collect();
        String::from_utf16(&units[span.start..span.end]).unwrap()
    };
    assert_eq!(written(summary, one.summary_span), "１５  EUROS");
    assert_eq!(written(document, one.instead.unwrap()), "１２ eu\u{AD}ros");
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
