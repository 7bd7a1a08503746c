//! Names and numbers, and whether a summary's are those of its document, against
//! the figures that `tests/oracles/entities.py` writes.

use crate::support::random::Random;
use epitome::metrics::entities::GivenEntities;
use epitome::metrics::{EntityFactuality, EntityOptions, entity_factuality};
use epitome::text::entities::EntityKind;
use epitome::text::entities::numbers::{numbers, numbers_apart};
use epitome::text::{Language, entities};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct EntityCase {
    language: Language,
    summary: String,
    document: String,
    reference: String,
    spellings: Spellings,
    entities: Vec<String>,
    kinds: Vec<EntityKind>,
    in_document: Vec<bool>,
    precision_source: Option<f64>,
    precision_target: Option<f64>,
    recall_target: Option<f64>,
    f1_target: Option<f64>,
}

#[derive(Debug, Deserialize)]
struct Spellings {
    summary: Vec<String>,
    document: Vec<String>,
    reference: Vec<String>,
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn entity_factuality_equals_the_oracle() {
    let cases: Vec<EntityCase> =
        serde_json::from_str(include_str!("../data/entities.json")).unwrap();
    assert!(cases.len() >= 200);
    for case in cases {
        let given = |summary: bool, others: bool| {
            let list = |is_given: bool, list: &[String]| is_given.then(|| list.to_vec());
            GivenEntities {
                summary: list(summary, &case.spellings.summary),
                document: list(others, &case.spellings.document),
                reference: list(others, &case.spellings.reference),
            }
        };
        for given in [
            given(false, false),
            given(true, false),
            given(true, true),
            given(false, true),
        ] {
            let options = EntityOptions {
                language: Some(case.language),
                reference: Some(case.reference.clone()),
                entities: given,
            };
            let found = entity_factuality(&case.document, &case.summary, &options);
            let texts: Vec<_> = found.entities.iter().map(|entity| &entity.text).collect();
            assert_eq!(texts, case.entities.iter().collect::<Vec<_>>(), "{case:?}");
            let in_document: Vec<_> = found
                .entities
                .iter()
                .map(|entity| entity.in_document)
                .collect();
            assert_eq!(in_document, case.in_document, "{case:?}");
            for (found, expected) in [
                (found.precision_source, case.precision_source),
                (found.precision_target, case.precision_target),
                (found.recall_target, case.recall_target),
                (found.f1_target, case.f1_target),
            ] {
                assert_eq!(found.is_some(), expected.is_some(), "{case:?}");
                let off = found.unwrap_or_default() - expected.unwrap_or_default();
                assert!(off.abs() <= f64::EPSILON, "{case:?}");
            }
            if options.entities.summary.is_none() {
                let units: Vec<u16> = case.summary.encode_utf16().collect();
                for (entity, kind) in found.entities.iter().zip(&case.kinds) {
                    assert_eq!(entity.kind, Some(*kind), "{case:?}");
                    let span = entity.summary_span.unwrap();
                    let slice = String::from_utf16(&units[span.start..span.end]).unwrap();
                    assert_eq!(slice, entity.text);
                }
            }
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn entities_are_what_the_rules_say() {
    let found = |text: &str, language| -> Vec<String> {
        entities(text, language)
            .into_iter()
            .map(|entity| text[entity.span].to_owned())
            .collect()
    };
    for (language, text, expected) in [
        // The first word of a sentence is a name only with evidence.
        (
            Language::English,
            "Trams were late. The people of Oslo waited.",
            &["Oslo"][..],
        ),
        (
            Language::English,
            "Oslo waited for trams. People like Oslo.",
            &["Oslo", "Oslo"],
        ),
        (
            Language::English,
            "The Harbour Line opened. Yesterday morning it closed.",
            &["Harbour Line"],
        ),
        (
            Language::English,
            "When Ana Roe came, I left.",
            &["Ana Roe"],
        ),
        // A day is no part of the name beside it, and at the beginning no name.
        (
            Language::English,
            "He was arrested in Oslo Monday with Theresa May.",
            &["Oslo", "Monday", "Theresa May"],
        ),
        (
            Language::English,
            "Monday Ana Roe came, on Friday Bo Lund left.",
            &["Ana Roe", "Friday", "Bo Lund"],
        ),
        (
            Language::English,
            "In September Ana Roe left Oslo.",
            &["September", "Ana Roe", "Oslo"],
        ),
        // Where all is capitalised, capitals say nothing.
        (
            Language::English,
            "Council Approves Harbour Line for 48 Million",
            &["48 Million"],
        ),
        (Language::English, "COUNCIL APPROVES LINE 5", &["5"]),
        (
            Language::English,
            "He said \"no, never\" and left with \"Blue\" in 10km.",
            &["Blue", "10"],
        ),
        (
            Language::German,
            "Der Rat gab Ana Roe am Montag das Geld für die NATO.",
            &["Ana Roe", "NATO"],
        ),
        (
            Language::German,
            "Ab 1.5.2024 kostet es 2,40 Euro.",
            &["1.5.2024", "2,40"],
        ),
        (
            Language::Chinese,
            "使用Linux的5G手机，一个人万一有三成",
            &["Linux", "5G"],
        ),
        (
            Language::Chinese,
            "他说：“我不去，你去。”《老城》",
            &["老城"],
        ),
        (
            Language::Persian,
            "او گفت: «نمی‌دانم، شاید» و «ماه» را دید.",
            &["ماه"],
        ),
        (
            Language::English,
            "It takes 2.6M of the 5G band, v2.10 and μGUI.",
            &["2.6M", "5G"],
        ),
        (
            Language::Chinese,
            "目前μCGUI的显示，13.5MB",
            &["μCGUI", "13.5", "MB"],
        ),
        (Language::English, "", &[]),
        (Language::English, "«» \"\" 《》 - … 😀", &[]),
    ] {
        assert_eq!(found(text, language), expected, "{text}");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn numbers_have_one_value_in_all_spellings() {
    for (language, text, expected) in [
        (
            Language::English,
            "1,200 1200 01200.00 1.2k",
            vec!["1200", "1200", "1200", "1200"],
        ),
        (
            Language::English,
            "3,5 12:30 2019-2020 v1.2.3 0.0",
            vec!["3", "5", "12", "30", "2019", "2020", "0"],
        ),
        (
            Language::English,
            "1.5 billion, five million, 2bn",
            vec!["1500000000", "5000000", "2000000000"],
        ),
        (
            Language::Chinese,
            "1.2万亿 三千零五 两亿五千万 二〇二五 十二",
            vec!["1200000000000", "3005", "250000000", "2025", "12"],
        ),
        (Language::Persian, "۱٬۲۰۰٫۵ هزار", vec!["1200500"]),
        (
            Language::German,
            "1.234.567,80 und drei Milliarden",
            vec!["1234567.8", "3000000000"],
        ),
        (Language::Chinese, "千 亿万 百百", vec![]),
    ] {
        let found: Vec<String> = numbers(text, language)
            .into_iter()
            .map(|n| n.value)
            .collect();
        assert_eq!(found, expected, "{text}");
    }
    // Numerals without end do not overflow.
    for unit in [
        "九",
        "九千",
        "亿",
        "九亿",
        "9亿",
        "1,000",
        "九点",
        "九多万",
        "9 多",
        "9 成",
        "9万9千",
        "九点九",
    ] {
        numbers(&unit.repeat(20_000), Language::Chinese);
        numbers_apart(&unit.repeat(20_000), Language::Chinese);
    }
    for unit in [
        "1/",
        "1 000 ",
        "100 ",
        "1'000",
        "1 , 000",
        "۵ هزار ",
        "۵ هزار و ",
        "صد و بیست و ",
        "یک ",
        "three hundred ",
        "twenty-",
        "a ",
        "million ",
        "hundertund",
        "tausend",
        "eine ",
        "90s ",
        "A-1",
    ] {
        for language in [Language::English, Language::German, Language::Persian] {
            numbers(&unit.repeat(20_000), language);
            numbers_apart(&unit.repeat(20_000), language);
        }
    }
}

/// What numbers are made of, and what stands around them.
const PIECES: &[&str] = &[
    "0",
    "7",
    "10",
    "200",
    "1990",
    "۳",
    "٥",
    "８",
    ".",
    ",",
    "،",
    "/",
    "'",
    "’",
    "-",
    " ",
    "  ",
    "\u{A0}",
    "\u{202F}",
    "\u{200C}",
    "\u{66B}",
    "\u{66C}",
    "．",
    "%",
    "\n",
    "s",
    "er",
    "B",
    "k",
    "million",
    "Mrd",
    "هزار",
    "میلیون",
    " و ",
    "بیست",
    "یک",
    "صد",
    "万",
    "亿",
    "千",
    "十",
    "三",
    "两",
    "〇",
    "点",
    "多",
    "成",
    "数",
    "a",
    "half a ",
    "one",
    "twenty",
    "hundred",
    " and ",
    "ein",
    "und",
    "zwanzig",
    "hundert",
    "tausend",
    "ß",
    "İ",
    "Covid",
    "日",
    "🦀",
    "e\u{301}",
    "\u{10FFFF}",
];

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn any_text_has_numbers_in_order_and_apart() {
    let mut random = Random(1);
    for _ in 0..5_000 {
        let length = random.below(24);
        let text: String = (0..length)
            .map(|_| PIECES[random.below(PIECES.len())])
            .collect();
        for language in [
            Language::Chinese,
            Language::English,
            Language::German,
            Language::Persian,
        ] {
            for found in [numbers(&text, language), numbers_apart(&text, language)] {
                let mut end = 0;
                for number in found {
                    let span = number.span;
                    assert!(end <= span.start && span.start < span.end, "{text:?}");
                    assert!(text.get(span.clone()).is_some(), "{text:?}");
                    let is_decimal = |c: char| c.is_ascii_digit() || c == '.';
                    for value in [&number.plain, &number.value] {
                        let value = value.strip_prefix('-').unwrap_or(value);
                        assert!(value.chars().all(is_decimal), "{text:?}");
                    }
                    end = span.end;
                }
            }
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_scale_is_part_of_a_number() {
    let holds = |document: &str, summary: &str| {
        let found = entity_factuality(document, summary, &EntityOptions::default());
        assert_eq!(found.entities.len(), 1, "{summary}");
        found.precision_source == Some(1.0)
    };
    let document = "The line cost 48 million euros and three people came.";
    assert!(holds(document, "it cost 48m"));
    assert!(!holds(document, "it cost 48B"));
    assert!(holds(document, "it cost 48"));
    assert!(!holds(document, "it cost 48 billion"));
    assert!(!holds(document, "it cost 480"));
    assert!(holds(document, "there were 3"));
    assert!(!holds(document, "there were 4"));
}

/// Whether a document holds each entity of a summary.
fn held(language: Language, document: &str, summary: &str) -> Vec<bool> {
    let options = EntityOptions {
        language: Some(language),
        ..EntityOptions::default()
    };
    let found = entity_factuality(document, summary, &options).entities;
    found.iter().map(|entity| entity.in_document).collect()
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn number_words_are_held_and_not_asked_for() {
    let document = "About twenty-two people paid half a million euros for two hundred trams.";
    for (summary, wanted) in [
        ("there were 22", vec![true]),
        ("there were 20 or 2", vec![false, false]),
        ("it was 500,000", vec![true]),
        ("it was 200", vec![true]),
        ("it was 100", vec![false]),
        ("one of a hundred saw the other one", vec![]),
    ] {
        assert_eq!(
            held(Language::English, document, summary),
            wanted,
            "{summary}"
        );
    }
    // An article is no number.
    let document = "Ein Mann gab einem Hund einundzwanzig Taler.";
    assert_eq!(held(Language::German, document, "1 oder 21"), [false, true]);
    assert_eq!(
        held(Language::German, "Es regnet.", "Eine Frau gab eine Million"),
        [true; 0]
    );
    let document = "یک مرد به دویست و پنجاه نفر یک کتاب داد.";
    assert_eq!(held(Language::Persian, document, "۱ یا ۲۵۰"), [false, true]);
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn initials_are_one_name_with_and_without_points() {
    let (points, none) = ("The U.S. economy grew.", "It says the US economy grew");
    let options = EntityOptions {
        language: Some(Language::English),
        ..EntityOptions::default()
    };
    for (document, summary, name) in [
        (points, none, "US"),
        (none, points, "U.S"),
        ("He left the U.S. A new life began.", "He left the US", "US"),
        (
            "He left the US.",
            "He left the U.S. A new life began.",
            "U.S",
        ),
        ("It was the U.N. plan", "It was the UN plan", "UN"),
    ] {
        let found = entity_factuality(document, summary, &options);
        let names: Vec<_> = found.entities.iter().map(|one| &one.text).collect();
        assert_eq!(names, [name], "{summary}");
        assert_eq!(found.precision_source, Some(1.0), "{summary}");
    }
    for spaced in ["J. K. Rowling came.", "They met J. R. R. Tolkien."] {
        let found = entity_factuality(spaced, spaced, &options).entities;
        assert!(found.iter().all(|one| one.in_document), "{spaced}");
    }
    let found = entity_factuality("It was the UN plan", "It was the U.K. plan", &options);
    assert_eq!(found.precision_source, Some(0.0));
    let found = entity_factuality(
        "J. K. Rowling came.",
        "They waited for J.K. Rowling",
        &options,
    );
    assert_eq!(found.precision_source, Some(1.0));
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_tokenized_document_holds_both_readings_of_its_marks() {
    let document =
        "On May 12 , 300 of 1 , 200 , 500 people paid $ 1 . 3 billion . 20 left at 6 . 30 .";
    for (summary, held) in [
        ("1,200,500 people", true),
        ("it was 1.3 billion", true),
        ("12 or 300", true),
        ("it was 1.3", true),
        ("20 left", true),
        ("it was 1,200", false),
        ("it was 1,201,500", false),
        ("it was 1.4 billion", false),
    ] {
        let found = entity_factuality(document, summary, &EntityOptions::default());
        assert_eq!(found.precision_source == Some(1.0), held, "{summary}");
    }
    let values = |text, language| -> Vec<String> {
        let found = numbers_apart(text, language);
        found.into_iter().map(|number| number.value).collect()
    };
    for (text, wanted) in [
        ("1 . 200 , 5 Euro", "1200.5"),
        ("2 . 5", "2.5"),
        ("12 . 5 . 2020", "12.5.2020"),
    ] {
        assert_eq!(values(text, Language::German), [wanted], "{text}");
    }
    assert_eq!(values("۱ ٬ ۲۰۰", Language::Persian), ["1200"]);
    assert_eq!(
        values("12 , 3 4 , 000", Language::English),
        ["12", "3", "4000"]
    );
    // Nothing stands apart.
    for text in [
        "",
        " ",
        " ,",
        "1 ,",
        "1 , x",
        "1, 200 1 ,200 1.5",
        "1  , 200",
        "1 ,\u{A0}200",
        "In May , 300",
    ] {
        assert_eq!(values(text, Language::English), [""; 0], "{text}");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn spellings_of_grouped_digits_are_held() {
    use Language::{English, German, Persian};
    for (language, document, summary, wanted) in [
        (
            German,
            "10 000 Menschen kamen.",
            "10.000 Menschen",
            vec![true],
        ),
        (
            German,
            "10.000 Menschen kamen.",
            "10 000 Menschen",
            vec![true; 2],
        ),
        (
            German,
            "10.000 Menschen kamen.",
            "11 000 Menschen",
            vec![false; 2],
        ),
        (German, "Es waren 3’000 Karten.", "3000 Karten", vec![true]),
        (
            English,
            "10\u{202F}000 people came.",
            "10,000 people",
            vec![true],
        ),
        (
            English,
            "In 2024 300 people came.",
            "2,024,300 people",
            vec![false],
        ),
        (Persian, "رشد ۳/۵ درصد بود.", "رشد ۳٫۵ درصد", vec![true]),
        (Persian, "رشد ۳٫۵ درصد بود.", "رشد ۳/۵ درصد", vec![true; 2]),
        (Persian, "۱،۲۰۰ نفر", "۱۲۰۰ نفر", vec![true]),
    ] {
        assert_eq!(held(language, document, summary), wanted, "{summary}");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn names_with_a_number_are_held_in_upper_and_lower_case() {
    use Language::{Chinese, English};
    for (language, document, summary, wanted) in [
        (
            English,
            "The COVID-19 wave is over.",
            "a Covid-19 wave",
            vec![true],
        ),
        (
            English,
            "The Covid-19 wave is over.",
            "a COVID-19 wave",
            vec![true],
        ),
        (
            English,
            "The Covid-19 wave is over.",
            "a Covid-20 wave",
            vec![false],
        ),
        (
            English,
            "A Top-10 place in mid-2024.",
            "in the top 10 in 2024",
            vec![true; 2],
        ),
        (English, "It was in 2024.", "Mid-2024 it was", vec![true]),
        (
            Chinese,
            "COVID-19病例减少。",
            "Covid-19病例减少",
            vec![true],
        ),
    ] {
        assert_eq!(held(language, document, summary), wanted, "{summary}");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_decade_is_held_with_and_without_its_century() {
    use Language::{English, German};
    for (language, document, summary, wanted) in [
        (
            English,
            "It was built in the 1990s.",
            "built in the 90s",
            true,
        ),
        (
            English,
            "It was built in the '90s.",
            "built in the 1990s",
            true,
        ),
        (
            English,
            "It was built in the 1980s.",
            "built in the 90s",
            false,
        ),
        (English, "It took 30 seconds.", "it took 30s", true),
        (English, "It took 30s.", "it took 30 seconds", true),
        (German, "Es war in den 1990er Jahren.", "in den 90ern", true),
        (
            German,
            "Es war in den 1980er Jahren.",
            "in den 90ern",
            false,
        ),
    ] {
        assert_eq!(held(language, document, summary), [wanted], "{summary}");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_sum_and_its_parts_are_held() {
    let parts = "۲ میلیون و ۳۰۰ هزار و ۵۰۰ نفر آمدند.";
    for (document, summary, wanted) in [
        (parts, "۲۳۰۰۵۰۰ نفر", vec![true]),
        (parts, "۲ میلیون نفر", vec![true]),
        (parts, "۲۴۰۰۵۰۰ نفر", vec![false]),
        ("۲۳۰۰۵۰۰ نفر آمدند.", parts, vec![true; 3]),
        ("۲۳۰۰۶۰۰ نفر آمدند.", parts, vec![false; 3]),
        ("۵ هزار میلیارد تومان", "۵ هزار تومان", vec![false]),
    ] {
        assert_eq!(
            held(Language::Persian, document, summary),
            wanted,
            "{summary}"
        );
    }
    let document = "投资1亿2000万元。";
    assert_eq!(held(Language::Chinese, document, "投资1.2亿元"), [true]);
    assert_eq!(held(Language::Chinese, document, "投资1.3亿元"), [false]);
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_tokenized_summary_has_the_parts_of_its_numbers() {
    let document = "On May 12, 3,000 of 1,200,500 people paid $1.3 billion. 20 left at 6.";
    for (summary, held) in [
        ("it was 3 , 000", vec![true; 2]),
        ("1 , 200 , 500 people", vec![true; 3]),
        ("1 . 3 billion", vec![true; 2]),
        ("there were 12 , 20 left", vec![true; 2]),
        ("12 , 3 , 000", vec![true; 3]),
        ("on 12 , 300", vec![true, false]),
        ("3 , 001 people", vec![false; 2]),
        ("1 . 3 million", vec![false; 2]),
        // A part of another number is another one.
        ("3 , 000 or 3 , 000", vec![true; 2]),
        ("3 , 000 or 3 , 500", vec![true, true, false, false]),
        ("3 , 000 or 3", vec![true, true, false]),
    ] {
        let found = entity_factuality(document, summary, &EntityOptions::default());
        let all: Vec<_> = found.entities.iter().map(|one| one.in_document).collect();
        assert_eq!(all, held, "{summary}");
    }
    let options = EntityOptions {
        reference: Some("3 , 000 of 1 , 200 people".to_owned()),
        ..EntityOptions::default()
    };
    let found = entity_factuality(document, "3,000 people", &options);
    assert_eq!(
        (found.precision_target, found.recall_target),
        (Some(1.0), Some(0.5))
    );
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn parts_of_an_endless_number_have_no_copies_of_it() {
    // A copy of the whole for each of its parts would be 10 GB.
    let parts = (0..40_000).map(|n| format!(" , {:03}", n % 1000));
    let summary: String = std::iter::once("1".to_owned()).chain(parts).collect();
    let whole = numbers_apart(&summary, Language::English);
    assert_eq!(whole.len(), 1);
    assert_eq!(whole[0].span, 0..summary.len());
    let options = EntityOptions {
        language: Some(Language::English),
        ..EntityOptions::default()
    };
    let found = entity_factuality("There are 101 trams.", &summary, &options).entities;
    let held: Vec<_> = found.iter().filter(|one| one.in_document).collect();
    assert_eq!(found.len(), 1000);
    assert_eq!(held.len(), 1);
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn endless_initials_are_read_in_linear_time() {
    for unit in ["A. ", "A.", "A. 🅐. ", "A.B ", "A. b "] {
        entities(&unit.repeat(120_000 / unit.len()), Language::English);
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn without_entities_there_is_no_measure() {
    let found = entity_factuality("the tram is late", "it is late", &EntityOptions::default());
    assert_eq!(found, EntityFactuality::default());
    let options: EntityOptions =
        serde_json::from_str(r#"{"reference":"Oslo has 3 trams","language":"en"}"#).unwrap();
    let found = entity_factuality("the tram is late", "it is late", &options);
    assert_eq!(found.precision_target, None);
    assert_eq!(
        (found.recall_target, found.f1_target),
        (Some(0.0), Some(0.0))
    );
    for (json, allowed) in [
        (r#"{"refs":"x"}"#, "`language`, `reference`, `entities`"),
        (
            r#"{"entities":{"source":[]}}"#,
            "`summary`, `document`, `reference`",
        ),
    ] {
        let error = serde_json::from_str::<EntityOptions>(json).unwrap_err();
        assert!(error.to_string().contains(allowed), "{error}");
    }
}
