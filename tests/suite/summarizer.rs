//! Summaries of invented texts. `tests/oracles/top_sentences.py` writes the
//! expected scores of sentences.

use std::ops::Range;

use epitome::ErrorKind;
use epitome::summarizer::top_sentences::scores;
use epitome::summarizer::{
    Method, Summarizer, SummarizerOptions, SummaryFormat, SummaryLength, SummaryType, top_sentences,
};
use epitome::text::tokenize::words;
use epitome::text::{Language, sentences};
use serde::Deserialize;

const ENGLISH: &str = "\
The harbour line of the tram will open in May, the city council said on Monday. \
It links the harbour, the old town and the central station, and it cost 48 million euros. \
A cat slept through the press conference. \
The council had approved the tram line to the harbour four years ago. \
Work on the line was delayed twice, because workers found a medieval wall below the old town. \
The harbour line of the tram will open in May, the council said. \
Mayor Ana Roe called the wall a gift to the city. \
From May on, trams will run between the harbour and the central station every ten minutes. \
Tickets will cost 2.40 euros. \
Shop owners in the old town hope that the tram will bring back the customers they lost during the work.";

const CHINESE: &str = "\
市政府昨天宣布，通往港口的地铁新线将于五月开通。\
新线连接港口、老城和中央车站，总投资48亿元。\
一只猫在发布会上睡着了。\
四年前，市政府批准了通往港口的地铁新线。\
由于在老城地下发现了古城墙，工程两次延期。\
五月起，地铁将每十分钟一班往返于港口和中央车站之间。\
票价为2.4元。老城的商户希望地铁能带回施工期间失去的顾客。";

const PERSIAN: &str = "\
شورای شهر دیروز اعلام کرد که خط تازهٔ تراموا به بندر در خرداد باز می‌شود. \
این خط بندر را به شهر قدیم و ایستگاه مرکزی می‌رساند و ۴۸ میلیون هزینه داشت. \
گربه‌ای در نشست خبری خوابیده بود. \
شورای شهر چهار سال پیش خط تراموا به بندر را تصویب کرده بود. \
از خرداد تراموا هر ده دقیقه میان بندر و ایستگاه مرکزی رفت و آمد می‌کند. \
فروشندگان شهر قدیم امید دارند که تراموا مشتریان را بازگرداند.";

const GERMAN: &str = "\
Die neue Straßenbahn zum Hafen wird am 3. Mai eröffnet, wie der Rat der Stadt am Montag mitteilte. \
Sie verbindet den Hafen mit der Altstadt und dem Hauptbahnhof und kostete 48 Mio. Euro. \
Eine Katze verschlief die Pressekonferenz. \
Der Rat der Stadt hatte die Straßenbahn zum Hafen vor vier Jahren beschlossen. \
Ab Mai fährt die Straßenbahn alle zehn Minuten zwischen dem Hafen und dem Hauptbahnhof. \
Die Händler der Altstadt hoffen, dass die Straßenbahn die Kunden zurückbringt.";

const TEXTS: [(Language, &str); 4] = [
    (Language::English, ENGLISH),
    (Language::Chinese, CHINESE),
    (Language::Persian, PERSIAN),
    (Language::German, GERMAN),
];

fn summarizer(r#type: SummaryType, length: SummaryLength) -> Summarizer {
    Summarizer::new(SummarizerOptions {
        r#type,
        length,
        format: SummaryFormat::PlainText,
        ..Default::default()
    })
    .unwrap()
}

fn every_summarizer() -> impl Iterator<Item = Summarizer> {
    SummaryType::ALL.iter().flat_map(|&r#type| {
        SummaryLength::ALL
            .iter()
            .map(move |&length| summarizer(r#type, length))
    })
}

#[derive(Deserialize)]
struct Case {
    language: Language,
    separator: String,
    sentences: Vec<String>,
    scores: Vec<f64>,
    top: Vec<usize>,
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn top_sentences_equal_the_oracle() {
    let cases: Vec<Case> =
        serde_json::from_str(include_str!("../data/top_sentences.json")).unwrap();
    for case in cases {
        let text = case.sentences.join(&case.separator);
        let spans: Vec<Range<usize>> = sentences(&text, case.language);
        let found: Vec<_> = spans.iter().map(|span| &text[span.clone()]).collect();
        assert_eq!(found, case.sentences);
        for (found, expected) in scores(&text, &spans).iter().zip(&case.scores) {
            assert!((found - expected).abs() <= f64::EPSILON, "{text}");
        }
        let expected: Vec<_> = case.top.iter().map(|&i| spans[i].clone()).collect();
        assert_eq!(
            top_sentences(&text, case.language, expected.len()),
            expected
        );
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn summaries_have_the_length_asked_for() {
    for (language, text) in TEXTS {
        for (length, limits) in [
            (SummaryLength::Short, (12, 18, 1, 3)),
            (SummaryLength::Medium, (17, 25, 3, 5)),
            (SummaryLength::Long, (22, 33, 5, 7)),
        ] {
            let (word_limit, character_limit, count, points) = limits;
            let headline = summarizer(SummaryType::Headline, length)
                .summarize(text)
                .unwrap();
            let limit = if language == Language::Chinese {
                character_limit
            } else {
                word_limit
            };
            let size = words(&headline).len();
            assert!((1..=limit).contains(&size), "{size} in {headline}");
            assert!(!headline.contains('\n'));

            let available = sentences(text, language).len();
            for r#type in [SummaryType::Tldr, SummaryType::Teaser] {
                let summary = summarizer(r#type, length).summarize(text).unwrap();
                let found = sentences(&summary, language).len();
                if r#type == SummaryType::Tldr && length == SummaryLength::Short {
                    let most = if language == Language::Chinese {
                        105
                    } else {
                        56
                    };
                    assert!(
                        (1..=2).contains(&found) && words(&summary).len() <= most,
                        "{summary}"
                    );
                } else {
                    assert_eq!(found, count, "{summary}");
                }
            }
            let list = summarizer(SummaryType::KeyPoints, length)
                .summarize(text)
                .unwrap();
            assert_eq!(list.lines().count(), points.min(available), "{list}");
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn summaries_take_sentences_of_the_text_in_its_order() {
    for (language, text) in TEXTS {
        for summarizer in every_summarizer() {
            if summarizer.options().r#type == SummaryType::Headline {
                continue;
            }
            let summary = summarizer.summarize(text).unwrap();
            let mut position = 0;
            for span in sentences(&summary, language) {
                let sentence = &summary[span];
                let found = text[position..].find(sentence);
                assert!(found.is_some(), "{sentence}");
                position += found.unwrap() + sentence.len();
            }
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn parts_put_together_are_the_summary() {
    for (_, text) in TEXTS {
        for summarizer in every_summarizer() {
            let parts = summarizer.parts(text).unwrap();
            assert!(parts.iter().all(|part| !part.is_empty()));
            assert_eq!(parts.concat(), summarizer.summarize(text).unwrap());
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn headlines_are_cut_between_words_or_clauses() {
    for (_, text) in TEXTS {
        for &length in SummaryLength::ALL {
            let headline = summarizer(SummaryType::Headline, length)
                .summarize(text)
                .unwrap();
            let cut = headline.trim_end_matches('…');
            let position = text.find(cut).unwrap();
            let rest = &text[position + cut.len()..];
            let inside_word =
                cut.ends_with(char::is_alphanumeric) && rest.starts_with(char::is_alphanumeric);
            assert!(!inside_word, "{headline}");
            assert!(!cut.ends_with(|c: char| c.is_whitespace() || ",;:，、；،".contains(c)));
        }
    }
    let headline = |text: &str| {
        Summarizer::new(SummarizerOptions {
            r#type: SummaryType::Headline,
            format: SummaryFormat::PlainText,
            method: Method::Extractive,
            ..Default::default()
        })
        .unwrap()
        .summarize(text)
        .unwrap()
    };
    // A clause boundary is better than a limit that is used up.
    assert_eq!(
        headline(
            "The council approved the new tram line on Monday, after a debate that lasted long into the night."
        ),
        "The council approved the new tram line on Monday"
    );
    // No clause fits: no function word or number may dangle.
    assert_eq!(
        headline(
            "The old council of the city approved a budget of more than 48 million euros for trams."
        ),
        "The old council of the city approved a budget of more than…"
    );
    // Chinese clauses stay whole; the one that says the most is taken.
    assert_eq!(
        headline(
            "据当地媒体昨天晚上报道，通往港口的地铁新线将于五月开通，并且每十分钟有一班列车往返运行。五月的票价为两元，老人和儿童坐地铁去港口可以半价。"
        ),
        "通往港口的地铁新线将于五月开通"
    );
    // A quote that would stay open is left out.
    assert_eq!(
        headline(
            "\"The old line to the harbour was closed for years, and nobody knows why\", said Roe."
        ),
        "The old line to the harbour was closed for years"
    );
    // A clause without end is cut, but not inside a number.
    for (number, kept) in [("2025", "2025开"), ("三百二十五", ""), ("1.5", "1.5")] {
        let long = format!("{}{number}{}", "地铁".repeat(8), "开通".repeat(40));
        assert_eq!(headline(&long), format!("{}{kept}…", "地铁".repeat(8)));
    }
    let word = "x".repeat(100_000);
    assert_eq!(headline(&word), word);
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn near_repeats_are_passed_over() {
    let list = summarizer(SummaryType::KeyPoints, SummaryLength::Long)
        .summarize(ENGLISH)
        .unwrap();
    assert_eq!(list.matches("will open in May").count(), 1, "{list}");
    let repeated = "The tram is late. ".repeat(500);
    let list = summarizer(SummaryType::KeyPoints, SummaryLength::Long)
        .summarize(&repeated)
        .unwrap();
    assert_eq!(list, "The tram is late.");
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_teaser_comes_from_the_beginning() {
    for (language, text) in TEXTS {
        let teaser = summarizer(SummaryType::Teaser, SummaryLength::Short)
            .summarize(text)
            .unwrap();
        let first: Vec<_> = sentences(text, language)
            .into_iter()
            .take(3)
            .map(|span| &text[span])
            .collect();
        assert!(first.contains(&teaser.as_str()), "{teaser}");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn one_sentence_is_its_own_summary() {
    for text in [
        "The tram is late.",
        "地铁晚点了。",
        "  تراموا دیر کرد.\n",
        "No end mark",
        "!?",
    ] {
        for summarizer in every_summarizer() {
            assert_eq!(summarizer.summarize(text).unwrap(), text.trim());
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn markdown_lists_have_bullets_and_escaped_text() {
    let summarizer = Summarizer::new(SummarizerOptions::default()).unwrap();
    // Markup is read as what it shows; what only looks like it is escaped.
    let text = "The *new* tram line\nis open. The <b>depot</b> has 3 * 4 stops.\n\n- Tickets [draft] are <5 [euros](x).";
    assert_eq!(
        summarizer.summarize(text).unwrap(),
        "- The new tram line is open.\n\
         - The depot has 3 \\* 4 stops.\n\
         - Tickets \\[draft\\] are \\<5 euros."
    );
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn sentences_are_joined_as_the_language_does() {
    let tldr = |text: &str| {
        summarizer(SummaryType::Tldr, SummaryLength::Medium)
            .summarize(text)
            .unwrap()
    };
    assert_eq!(
        tldr("地铁新线开通。\n老城很高兴！\n新线很长。"),
        "地铁新线开通。老城很高兴！新线很长。"
    );
    assert_eq!(
        tldr("The tram is\nlate.\n\nThe line is new."),
        "The tram is late. The line is new."
    );
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn empty_text_is_an_error() {
    for text in ["", " \n\t\u{3000}"] {
        for summarizer in every_summarizer() {
            let error = summarizer.summarize(text).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidArgument);
            assert!(error.message().contains("empty"), "{error}");
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn options_are_those_of_the_browsers() {
    let defaults: SummarizerOptions = serde_json::from_str("{}").unwrap();
    assert_eq!(defaults, SummarizerOptions::default());
    assert_eq!(
        serde_json::to_value(defaults).unwrap(),
        serde_json::json!({
            "type": "key-points", "length": "short", "format": "markdown",
            "language": null, "method": "auto",
        })
    );
    let options: SummarizerOptions =
        serde_json::from_str(r#"{"type":"headline","format":"plain-text","language":"zh-Hans"}"#)
            .unwrap();
    assert_eq!(options.r#type, SummaryType::Headline);
    assert_eq!(options.language, Some(Language::Chinese));

    for (json, allowed) in [
        (
            r#"{"type":"haiku"}"#,
            "`headline`, `tldr`, `teaser`, `key-points`",
        ),
        (r#"{"length":"huge"}"#, "`short`, `medium`, `long`"),
        (r#"{"language":"fr"}"#, "zh, en, fa, de"),
        (
            r#"{"size":3}"#,
            "`type`, `length`, `format`, `language`, `method`",
        ),
    ] {
        let error = serde_json::from_str::<SummarizerOptions>(json).unwrap_err();
        assert!(error.to_string().contains(allowed), "{error}");
    }
    let error = "haiku".parse::<SummaryType>().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(
        error
            .message()
            .contains("headline, tldr, teaser, key-points"),
        "{error}"
    );
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn no_abstractive_model_is_packaged() {
    let options = SummarizerOptions {
        method: Method::Abstractive,
        ..Default::default()
    };
    let error = Summarizer::new(options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert!(error.message().contains("auto, extractive"), "{error}");
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn long_texts_take_linear_time() {
    /// Comparing all pairs of sentences would take minutes to hours.
    const COUNT: usize = if cfg!(target_arch = "wasm32") {
        2_000
    } else {
        20_000
    };
    let many: String = (0..COUNT)
        .map(|i| format!("Word{i} tram w{}. ", i % 977))
        .collect();
    let clauses = format!("{}。", "地铁新线开通，".repeat(COUNT));
    let blanks = " . ".repeat(5 * COUNT);
    let giant = format!(
        "{} end. {}",
        "tram ".repeat(2 * COUNT),
        "Is it. ".repeat(COUNT)
    );
    for text in [&many, &clauses, &blanks, &giant] {
        for &r#type in SummaryType::ALL {
            let summary = summarizer(r#type, SummaryLength::Long).summarize(text);
            assert!(!summary.unwrap().is_empty());
        }
    }
}

fn made(r#type: SummaryType, method: Method, language: Language, text: &str) -> String {
    let length = match r#type {
        SummaryType::KeyPoints => SummaryLength::Long,
        _ => SummaryLength::Short,
    };
    let options = SummarizerOptions {
        r#type,
        length,
        method,
        format: SummaryFormat::PlainText,
        language: Some(language),
    };
    Summarizer::new(options).unwrap().summarize(text).unwrap()
}

/// Headings, lists, wrapped lines and quotations are points of their own, or none.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn points_are_the_units_of_a_document() {
    for (language, text, expected) in [
        (
            Language::English,
            "HARBOUR REPORT\nThe harbour line opens in May. It links the harbour and the town.\nCOSTS\nThe line cost nine million.",
            "HARBOUR REPORT\nThe harbour line opens in May.\nIt links the harbour and the town.\nCOSTS\nThe line cost nine million.",
        ),
        (
            Language::German,
            "Hafenbericht\nDie Hafenbahn öffnet im Mai. Sie verbindet Hafen und Stadt.\nKosten\nDie Bahn kostete neun Millionen.",
            "Hafenbericht\nDie Hafenbahn öffnet im Mai.\nSie verbindet Hafen und Stadt.\nKosten\nDie Bahn kostete neun Millionen.",
        ),
        (
            Language::English,
            "Steps:\na. Open the valve\nb. Wait ten minutes\nc. Close it\n\nThen leave.",
            "Steps:\na. Open the valve\nb. Wait ten minutes\nc. Close it\nThen leave.",
        ),
        (
            Language::German,
            "Ablauf:\na) Ventil öffnen\nb) Zehn Minuten warten\nc) Ventil schließen\n\nDann gehen.",
            "Ablauf:\na) Ventil öffnen\nb) Zehn Minuten warten\nc) Ventil schließen\nDann gehen.",
        ),
        (
            Language::Chinese,
            "渡轮公司星期一表示，将在夏\n季之前为岛屿航线增加两艘\n船。票价今年不会上涨。",
            "渡轮公司星期一表示，将在夏季之前为岛屿航线增加两艘船。\n票价今年不会上涨。",
        ),
        (
            Language::Persian,
            "شرکت کشتیرانی روز دوشنبه گفت\nکه پیش از تابستان دو کشتی به خط\nجزیره اضافه می‌کند. بلیت گران نمی‌شود.",
            "شرکت کشتیرانی روز دوشنبه گفت که پیش از تابستان دو کشتی به خط جزیره اضافه می‌کند.\nبلیت گران نمی‌شود.",
        ),
    ] {
        assert_eq!(
            made(SummaryType::KeyPoints, Method::Lead, language, text),
            expected
        );
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn near_duplicates_are_one_point() {
    let text = "The harbour line opens in May. The harbour line will open in May. The new harbour line opens in May! The line cost nine million euros. Tickets will be sold on board.";
    let points = made(
        SummaryType::KeyPoints,
        Method::Auto,
        Language::English,
        text,
    );
    assert_eq!(
        points
            .lines()
            .filter(|point| point.contains("in May"))
            .count(),
        1,
        "{points}"
    );
    assert!(
        points.contains("nine million") && points.contains("Tickets"),
        "{points}"
    );
}

/// The headline and the `tldr` of documents with a shape, invented for this.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn headlines_and_gists_are_right() {
    for (language, text, headline, gist) in [
        (
            Language::English,
            "PRESS RELEASE\nFor immediate release\n\nWhitlow Ferries to run two more ships\n\nWHITLOW, 3 March – Whitlow Ferries will add two ships to the island route before summer, the company said on Monday. It expects 9,000 more passengers a year.\n\nContact: press@whitlow.example",
            "Whitlow Ferries to run two more ships",
            "Whitlow Ferries will add two ships to the island route before summer, the company said on Monday.",
        ),
        (
            Language::English,
            "Hi Tom,\n\nThe boiler in flat 3, which was repaired in May, leaks again since Friday.\n\nKind regards,\nAna Roe",
            "The boiler in flat 3 leaks again since Friday",
            "The boiler in flat 3, which was repaired in May, leaks again since Friday.",
        ),
        (
            Language::German,
            "Die neue Fähre zur Insel Sandholm fährt ab dem 3. Mai täglich, wie die Reederei am Montag mitteilte. Sie ersetzt ein Schiff von 1974.",
            "Die neue Fähre zur Insel Sandholm fährt ab dem 3. Mai täglich",
            "Die neue Fähre zur Insel Sandholm fährt ab dem 3. Mai täglich, wie die Reederei am Montag mitteilte.",
        ),
        (
            Language::Chinese,
            "渡轮公司星期一宣布，岛屿航线夏季前增加两艘渡轮。",
            "岛屿航线夏季前增加两艘渡轮",
            "渡轮公司星期一宣布，岛屿航线夏季前增加两艘渡轮。",
        ),
        (
            Language::Persian,
            "شرکت کشتیرانی روز دوشنبه اعلام کرد که دو کشتی تازه پیش از تابستان به خط جزیره اضافه می‌شود.",
            "دو کشتی تازه پیش از تابستان به خط جزیره اضافه می‌شود",
            "شرکت کشتیرانی روز دوشنبه اعلام کرد که دو کشتی تازه پیش از تابستان به خط جزیره اضافه می‌شود.",
        ),
    ] {
        assert_eq!(
            made(SummaryType::Headline, Method::Auto, language, text),
            headline
        );
        assert_eq!(made(SummaryType::Tldr, Method::Auto, language, text), gist);
    }
}

/// Lines of the page, run-in headings, numbers of clauses and titles that name the matter.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_gist_names_its_matter_and_has_no_leftovers() {
    for (language, text, headline, gist) in [
        (
            Language::English,
            "Home > News > Northport\n\nHarbour pool reopens after two years\n\nBy Ana Roe, harbour reporter\n\nPublished 12 May 2026, 06:30\n\nThe harbour pool in Northport opens again on Saturday after repairs that took two years. Swimmers pay four euros a visit, one euro more than before.",
            "Harbour pool reopens after two years",
            "The harbour pool in Northport opens again on Saturday after repairs that took two years.",
        ),
        (
            Language::English,
            "How to clean a brass lamp\n\n**What you need.** Lemon, salt and a soft cloth.\n\n1. Cut the lemon in half and dip it in salt.\n2. Rub the brass with the lemon until it shines.\n3. Rinse the lamp and dry it with the cloth.",
            "How to clean a brass lamp",
            "How to clean a brass lamp: Cut the lemon in half and dip it in salt. Rub the brass with the lemon until it shines.",
        ),
        (
            Language::German,
            "Nutzungsordnung der Werkstatt „Hobelbank“\n\n§ 1 Die Werkstatt ist von 8 bis 20 Uhr geöffnet.\n\n§ 2 Wer ein Werkzeug verliert, ersetzt es.",
            "Nutzungsordnung der Werkstatt „Hobelbank“",
            "Nutzungsordnung der Werkstatt „Hobelbank“: Die Werkstatt ist von 8 bis 20 Uhr geöffnet.",
        ),
        (
            Language::Chinese,
            "自行车展：小城车匠带来木头车\n\n北港，5月4日 第六届自行车展昨天在北港开幕，木匠周云带来一辆用榉木做的自行车。车重九公斤，可以折叠。",
            "自行车展：小城车匠带来木头车",
            "第六届自行车展昨天在北港开幕，木匠周云带来一辆用榉木做的自行车。",
        ),
        (
            Language::Persian,
            "آیین‌نامهٔ کارگاه «رنده»\n\nبند ۱. کارگاه از ساعت ۸ تا ۲۰ باز است؛ جمعه‌ها بسته است.\n\nبند ۲. هر کس ابزاری را گم کند، باید آن را بخرد.",
            "آیین‌نامهٔ کارگاه «رنده»",
            "آیین‌نامهٔ کارگاه «رنده»: کارگاه از ساعت ۸ تا ۲۰ باز است؛ جمعه‌ها بسته است.",
        ),
    ] {
        assert_eq!(
            made(SummaryType::Headline, Method::Auto, language, text),
            headline
        );
        assert_eq!(made(SummaryType::Tldr, Method::Auto, language, text), gist);
    }
}

/// Datelines with an agency, code and salutations.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn what_is_no_part_of_a_sentence_is_not_shown() {
    for (language, text, gist) in [
        (
            Language::German,
            "Kellbach (dpa) - Die neue Brücke über die Kell ist am Montag eröffnet worden.",
            "Die neue Brücke über die Kell ist am Montag eröffnet worden.",
        ),
        (
            Language::English,
            "NORTHPORT, Nov. 3 (Tidewire) -- The harbour board voted on Monday to close the old pier.",
            "The harbour board voted on Monday to close the old pier.",
        ),
        (
            Language::English,
            "- `fold()` now returns a list of tokens.",
            "fold() now returns a list of tokens.",
        ),
        (
            Language::English,
            "Dear all\n\nThe boiler in flat 3 leaks again since Friday.\n\nAna Roe",
            "The boiler in flat 3 leaks again since Friday.",
        ),
        (
            Language::German,
            "Hallo zusammen\n\ndie Pumpe im Hafen läuft seit heute nicht mehr.\n\nViele Grüße\nAna Roe",
            "Die Pumpe im Hafen läuft seit heute nicht mehr.",
        ),
    ] {
        let made = |r#type| made(r#type, Method::Auto, language, text);
        let headline = made(SummaryType::Headline);
        let stop = headline.trim_end_matches('.');
        assert!(gist.starts_with(stop), "{headline}");
        assert_eq!(made(SummaryType::Tldr), gist);
    }
}

/// Who says `I` is named where several speak; the line that says who writes is no title.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn those_who_speak_are_named() {
    let chat = "Ana Roe  09:12\n\nMy order of the harbour lamp never arrived at the shop in Northport.\n\n\
                Tom B.  09:31\n\nI found the order: the lamp of Northport was sent to another shop.";
    let told = |r#type| made(r#type, Method::Auto, Language::English, chat);
    let gist = told(SummaryType::Tldr);
    assert!(gist.starts_with("Ana Roe says: “My order"), "{gist}");
    assert_eq!(
        gist.contains("I found"),
        gist.contains("Tom B. says: “I found")
    );
    assert_eq!(
        told(SummaryType::KeyPoints),
        "Ana Roe says: “My order of the harbour lamp never arrived at the shop in Northport.”\n\
         Tom B. says: “I found the order: the lamp of Northport was sent to another shop.”"
    );
    let headline = told(SummaryType::Headline);
    assert!(!headline.contains("09:"), "{headline}");
}

/// Minutes tell what was decided and on what, abstracts what came out, not how they begin.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn minutes_and_abstracts_tell_what_came_out() {
    let minutes = "Minutes of the Harbour Board\nPresent: A. Roe, T. Bell\n\n1. Welcome\n\
                   The chair welcomed everyone and opened the meeting at seven.\n\n2. Crane\n\
                   The old lift has failed twice since May. \
                   It was resolved to accept the quote of nine thousand euros.\n\n\
                   3. Any other business\nThe next meeting is on 3 June.";
    let told = |r#type| made(r#type, Method::Auto, Language::English, minutes);
    assert_eq!(
        told(SummaryType::Headline),
        "Minutes of the Harbour Board: It was resolved to accept the quote of nine thousand euros"
    );
    let gist = told(SummaryType::Tldr);
    assert!(
        gist.contains("The old lift") && gist.contains("It was resolved to accept"),
        "{gist}"
    );
    for (language, text, part, opening) in [
        (
            Language::English,
            "Lamps and moths in harbours\n\nAbstract\nLight at night is thought to harm moths in towns. Few trials have switched lamps off. We counted moths at 36 places over two summers. Switching lamps off raised the number of moths by 31 %. Lamps in harbours should therefore be switched off after midnight.",
            "should therefore be switched off",
            "is thought to harm",
        ),
        (
            Language::German,
            "Lampen und Falter im Hafen\n\nHintergrund: Licht in der Nacht schadet vermutlich den Faltern. Methoden: Wir zählten Falter an 36 Orten. Ergebnisse: Ohne Lampen stieg die Zahl der Falter um 31 %. Fazit: Lampen im Hafen sollten nach Mitternacht ausgeschaltet werden.",
            "31 %",
            "schadet vermutlich",
        ),
    ] {
        let gist = made(SummaryType::Tldr, Method::Auto, language, text);
        assert!(gist.contains(part) && !gist.contains(opening), "{gist}");
    }
}

/// What points at the sentence before is told with it.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn open_references_are_filled() {
    for (language, text, pointer, meant) in [
        (
            Language::German,
            "Im Hafen von Birkenau steht seit Montag eine Werkstatt für Geräte. Zwölf Freiwillige helfen an drei Tagen. Jedes Jahr landen in Birkenau vierzig Tonnen Geräte im Müll. Die Werkstatt soll diese Menge in fünf Jahren halbieren.",
            "diese Menge",
            "vierzig Tonnen",
        ),
        (
            Language::Chinese,
            "问：北港的灯可以直接放在火上吗？\n答：不可以，灯的底部会损坏真空层。\n北港的灯重三百九十克，可以保温六小时。",
            "不可以",
            "火上吗",
        ),
    ] {
        for r#type in [SummaryType::Tldr, SummaryType::Headline] {
            let told = made(r#type, Method::Auto, language, text);
            assert!(!told.contains(pointer) || told.contains(meant), "{told}");
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn written_headlines_win_only_where_the_document_holds_them() {
    let text = "The lighthouse on Gannet Rock will have keepers again for the first time in thirty years. The harbour trust has hired two families to live on the island from May to October.";
    let summarizer = summarizer(SummaryType::Headline, SummaryLength::Short);
    let among = |written: &str| {
        summarizer
            .headline_among(text, "", &[written.to_owned()])
            .unwrap()
    };
    let own = "The lighthouse on Gannet Rock will have keepers again";
    assert_eq!(
        among("Gannet Rock keepers again for the first time in thirty years"),
        own
    );
    assert_eq!(among("The harbour trust has hired three families"), own);
    let held = "The harbour trust has hired two families to live on the island";
    assert!([own, held].contains(&among(held).as_str()));
}

/// A question steers what is taken; one that shares no word with the text changes nothing.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_context_steers_what_is_taken() {
    let summarizer = Summarizer::new(SummarizerOptions {
        r#type: SummaryType::Tldr,
        format: SummaryFormat::PlainText,
        ..Default::default()
    });
    let summarizer = summarizer.unwrap();
    let about = |text: &str, context: &str| summarizer.parts_about(text, context).unwrap().concat();
    for (text, question, part) in [
        (ENGLISH, "What do tickets cost?", "2.40"),
        (CHINESE, "票价是多少？", "2.4元"),
        (GERMAN, "Was hoffen die Händler?", "Kunden zurückbringt"),
        (PERSIAN, "امید فروشندگان شهر قدیم چیست؟", "مشتریان"),
    ] {
        assert!(
            about(text, question).contains(part),
            "{}",
            about(text, question)
        );
        assert_eq!(about(text, "zzz qqq"), summarizer.summarize(text).unwrap());
        assert_eq!(about(text, " "), summarizer.summarize(text).unwrap());
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_label_before_the_first_sentence_leaves_a_headline() {
    let texts = [
        (
            Language::Chinese,
            "【摘要】目的 探讨临睡前限制使用电子设备对初中生睡眠质量和日间注意力的长期影响。方法 选取三所学校的学生。结果 睡眠时间延长。",
        ),
        (
            Language::English,
            "[Abstract] Aim: to find out whether children of seven to nine years sleep longer without a telephone in their bedroom. Methods: three schools took part.",
        ),
        (
            Language::German,
            "[Zusammenfassung] Ziel: herauszufinden, ob Kinder von sieben bis neun Jahren ohne Telefon im Schlafzimmer länger schlafen. Methoden: drei Schulen.",
        ),
        (
            Language::Persian,
            "[چکیده] هدف: بررسی اثر محدود کردن تلفن همراه پیش از خواب بر کیفیت خواب و توجه دانش‌آموزان دورهٔ اول متوسطه در سه شهر. روش: سه مدرسه انتخاب شد.",
        ),
    ];
    for (language, text) in texts {
        for method in [
            Method::Lead,
            Method::Auto,
            Method::Extractive,
            Method::TextRank,
        ] {
            let headline = made(SummaryType::Headline, method, language, text);
            assert!(
                words(&headline).len() > 2,
                "{language} {method:?}: {headline:?}"
            );
        }
    }
}

/// What is no text is given back, or refused.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn input_without_sentences_is_given_back() {
    for language in Language::ALL {
        for text in ["👍", "a", "!!!", "12", "Привет мир", "…", "x = 1"] {
            for summarizer in every_summarizer() {
                let options = SummarizerOptions {
                    language: Some(language),
                    ..*summarizer.options()
                };
                let summary = Summarizer::new(options).unwrap().summarize(text).unwrap();
                assert_eq!(summary, text);
            }
        }
    }
}
