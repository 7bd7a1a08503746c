//! Where sentences and clauses end, and what is promised of any text.

use std::ops::Range;

use epitome::text::{Language, clauses, sentences};

/// A text in which `|` marks the ends of its parts, and its language.
type Marked = (Language, &'static str);

const ZH: Language = Language::Chinese;
const EN: Language = Language::English;
const FA: Language = Language::Persian;
const DE: Language = Language::German;

const SENTENCES: &[Marked] = &[
    // Chinese
    (ZH, "地铁明年开通。|居民很高兴！|真的吗？！|真的"),
    (ZH, "他说：“地铁很快。”|然后他走了。"),
    (ZH, "他说：\"地铁很快。\"|\"是的。\"她答道。"),
    (ZH, "“桥修好了。”他说。|市民很高兴。"),
    (ZH, "“桥修好了！”市长在会上表示，很好。|大家散了。"),
    (ZH, "今晚放映《回家吧！孩子》。|票已售完。"),
    (ZH, "他看了《回家。|票已售完。"),
    (
        ZH,
        "渡轮公司星期一表示，将在夏\n季之前为岛屿航线增加两艘\n船。|票价今年不会上涨。",
    ),
    (ZH, "港口线五月开通\n|票价九百万元整\n|车上可以售票"),
    (
        FA,
        "شرکت کشتیرانی روز دوشنبه گفت\nکه پیش از تابستان دو کشتی به خط\nجزیره اضافه می‌کند. |بلیت گران نمی‌شود.",
    ),
    (FA, "شرکت ب.ام.و. سود کرد. |سهام بالا رفت."),
    (
        DE,
        "Das Amt ist am 7.10. (Dienstag) zu. |Danach ist es offen.",
    ),
    (EN, "Then the bell rang . . . and nobody came. |It rained."),
    (
        EN,
        "HARBOUR REPORT\n|The harbour line opens in May. |It links the harbour and the town.\n|COSTS\n|The line cost nine million.",
    ),
    (
        DE,
        "Hafenbericht\n|Die Hafenbahn öffnet im Mai. |Sie verbindet Hafen und Stadt.\n|Kosten\n|Die Bahn kostete neun Millionen.",
    ),
    (
        EN,
        "Steps:\n|a. Open the valve\n|b. Wait ten minutes\n|c. Close it\n\n|Then leave.",
    ),
    (
        DE,
        "Ablauf:\n|a) Ventil öffnen\n|b) Zehn Minuten warten\n|c) Ventil schließen\n\n|Dann gehen.",
    ),
    (ZH, "（见下图。）|线路共三条；|其中一条通往港口。"),
    (ZH, "“太好了！”，他说。"),
    (ZH, "他想了想……|还是走了。"),
    (ZH, "他…走了。"),
    (ZH, "标题\n|第一段没有句号\n\n|第二段。"),
    (ZH, "涨幅为3.14%.|后来又跌了. |再后来不变."),
    (ZH, "网址是http://example.com/a?b=c!d，请访问。"),
    (ZH, "真棒!|走吧?|好"),
    (ZH, "AI v2.0发布。|Good news. |很好。"),
    (ZH, "太好了！😀|走吧。👍🏽👩‍🚀❤️|好"),
    // English
    (
        EN,
        "Dr. Smith met Mr. J. R. Jones at 3.30 p.m. in Washington, D.C. |They talked.",
    ),
    (EN, "The U.S. economy grew. |The U.S. |The end."),
    (
        EN,
        "It costs $3.14 at example.com or e.g. Harbour St. Market, i.e. nowhere else. |Really?",
    ),
    (
        EN,
        "“It is late.” |He left. |\"Why?\" she asked. |\"Go!\" |She went.",
    ),
    (EN, "Wait... what? |Well… |Yes."),
    (EN, "See Fig. 3 and No. 7. |No. |That is all."),
    (EN, "1. First point. |2. Second point."),
    (
        EN,
        "Acme Inc. Chairman Bob Roe resigned. |He sold Acme Inc. |The price fell.",
    ),
    (EN, "A line\nwrapped here.\n\n|A title\n\n|The text"),
    (EN, "Points:\n|- one\n|- two\n|* three"),
    (
        EN,
        "It works.[12] |It is new.[3][4] |iPhone sales rose. |5 people came.",
    ),
    (EN, "(He came.) |She left (really!) Monday."),
    (EN, "Wow!!! |*** Next."),
    (EN, "Sold by Yahoo! and others."),
    (
        EN,
        "He ran the experiment.|The image.Image type and Node.Js were used. |It failed.",
    ),
    (
        EN,
        "all in lower case, e.g. this. |the u.s. team won! |why? |dr. roe knows . |nobody else .",
    ),
    // Persian
    (
        FA,
        "مترو آماده است. |مردم خوشحال‌اند! |آیا دیر است؟ |نه؛ |زود است.",
    ),
    (FA, "قیمت ۳٫۱۴ یا ۳.۱۴ تومان است.|دیروز کمتر بود."),
    (FA, "ج. ک. رولینگ در ۲۰۰ ق.م. زندگی نمی‌کرد. |پایان"),
    (FA, "عنوان خبر\n|متن خبر بدون نقطه\n|«خوب است.» |او رفت."),
    // German
    (
        DE,
        "Am 3. Oktober kam Dr. Weiß, z. B. mit dem Zug. |Danach ging er.",
    ),
    (
        DE,
        "Der 2. Weltkrieg endete 1945. |Friedrich II. König von Preußen war schon tot.",
    ),
    (
        DE,
        "Das kostet 3,5 Mio. Euro bzw. 1.000 Dollar usw. |Das ist viel.",
    ),
    (DE, "„Gut so.“ |»Nein.« |Er ging (!) Richtung Hafen."),
    (
        DE,
        "Die GmbH i. G. Meier d. h. die Firma zahlt lt. Vertrag Nr. 5 nichts. |So ist es.",
    ),
    (DE, "Es waren 12. |Danach kamen alle."),
];

const CLAUSES: &[Marked] = &[
    (ZH, "昨天上午，|市政府公布了方案；|预算为1,000万元。"),
    (ZH, "好，我们马上出发。"),
    (ZH, "有苹果、梨、|葡萄和很多桃子，|都很新鲜，对。"),
    (
        EN,
        "After the vote, |the council met: |the plan, however, |costs 1,000 euros at 12:30.",
    ),
    (
        EN,
        "Yes, no. |See https://example.com/a,b;c for std::vec, |please do.",
    ),
    (EN, "\"I will come back,\" |she said quietly."),
    (FA, "دیروز عصر بود، |شهردار آمد؛ |مردم خوشحال شدند."),
    (DE, "Der Rat tagte, |und danach, |um 12:30 Uhr, ging er."),
];

fn unmark(marked: &str) -> (String, Vec<String>) {
    let parts = marked.split('|').map(|part| part.trim().to_owned());
    (marked.replace('|', ""), parts.collect())
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn sentences_end_where_they_are_marked() {
    check_marked(SENTENCES, sentences);
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn clauses_end_where_they_are_marked() {
    check_marked(CLAUSES, clauses);
}

fn check_marked(table: &[Marked], split: fn(&str, Language) -> Vec<Range<usize>>) {
    let mut failures = Vec::new();
    for (language, marked) in table {
        let (text, expected) = unmark(marked);
        let spans = split(&text, *language);
        let found: Vec<_> = spans
            .into_iter()
            .map(|span| text[span].to_owned())
            .collect();
        if found != expected {
            failures.push(format!("{found:#?}\nexpected {expected:#?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn unwrapped_lines_are_paragraphs() {
    let text = format!("A title\n{} end\nNext line", "long ".repeat(40));
    assert_eq!(sentences(&text, Language::English).len(), 3);
    assert_eq!(
        sentences("A title\nshort end\nNext", Language::English).len(),
        1
    );
}

/// What both functions promise of their ranges, for any text.
fn check_promises(text: &str) {
    for language in Language::ALL {
        let whole = sentences(text, language);
        let parts = clauses(text, language);
        for spans in [&whole, &parts] {
            let mut end = 0;
            for span in spans {
                assert!(text[end..span.start].chars().all(char::is_whitespace));
                let content = &text[span.clone()];
                assert!(!content.is_empty() && content.trim() == content);
                end = span.end;
            }
            assert!(text[end..].chars().all(char::is_whitespace));
        }
        let mut sentence = whole.iter();
        let mut current = sentence.next();
        for part in &parts {
            while current.is_some_and(|s| s.end <= part.start) {
                current = sentence.next();
            }
            let current = current.unwrap();
            assert!(current.start <= part.start && part.end <= current.end);
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn every_character_is_in_one_sentence_and_one_clause() {
    for case in super::cases() {
        check_promises(&case.text);
    }
    for (_, marked) in SENTENCES.iter().chain(CLAUSES) {
        check_promises(marked);
    }
    // All short strings over the characters that the rules treat differently.
    let alphabet: Vec<char> = "aB1 .!…。；,，\"“)(\n文م[]".chars().collect();
    let mut state = 1_usize;
    for _ in 0..4000 {
        let text: String = (0..12)
            .map(|_| {
                state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345) & 0x7FFF_FFFF;
                alphabet[(state >> 8) % alphabet.len()]
            })
            .collect();
        check_promises(&text);
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn texts_of_one_kind_take_linear_time() {
    /// Quadratic work on so much would take hours.
    const SIZE: usize = if cfg!(target_arch = "wasm32") {
        20_000
    } else {
        200_000
    };
    for unit in [
        ".", ". ", " .", "...", "。", "…", "!", "\"", ".\"", ". \"", ".(", ". (", ",", "，", "a.",
        "1.", "1. ", "A. ", "[1]", ".[1]", " ", "\n", "\n ", "a", "文", "文，", "z. B. ",
        "\u{301}", "،م",
    ] {
        let text = unit.repeat(SIZE / unit.len());
        for language in Language::ALL {
            let count = clauses(&text, language).len();
            assert!(count <= text.len(), "{unit:?}");
        }
    }
    assert_eq!(sentences(&".".repeat(5 * SIZE), Language::English).len(), 1);
}
