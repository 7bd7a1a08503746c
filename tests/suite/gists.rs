//! What `auto` shows of documents of many kinds, invented for this: a headline names the matter and
//! no letterhead, and a `tldr` has whole sentences that stand by themselves.

use epitome::summarizer::{Method, Summarizer, SummarizerOptions, SummaryFormat, SummaryType};
use epitome::text::Language;

fn made(r#type: SummaryType, language: Language, text: &str) -> String {
    let options = SummarizerOptions {
        r#type,
        method: Method::Auto,
        format: SummaryFormat::PlainText,
        language: Some(language),
        ..Default::default()
    };
    Summarizer::new(options).unwrap().summarize(text).unwrap()
}

fn headline(language: Language, text: &str) -> String {
    made(SummaryType::Headline, language, text)
}

fn tldr(language: Language, text: &str) -> String {
    made(SummaryType::Tldr, language, text)
}

/// Whose a leaflet is stands over its title, and a title without a verb is one.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_leaflet_is_called_by_its_title() {
    for (language, text, expected) in [
        (
            Language::English,
            "MILLBROOK PRACTICE – PATIENT INFORMATION\nLeaflet 22 · Reviewed January 2026 · Page 1\n\n\
             # Exercises after a wrist fracture\n\nYour wrist will feel stiff when the cast is off. \
             Exercises help a stiff wrist after a fracture to move again.\n\n\
             Do not lift anything heavy for six weeks.",
            "Exercises after a wrist fracture",
        ),
        (
            Language::German,
            "Klinikum am Mühlbach\n\nÜbungen nach einem Bruch des Handgelenks\n\n\
             Das Handgelenk ist nach dem Bruch noch steif. Diese Übungen helfen, es wieder zu bewegen.\n\n\
             Heben Sie sechs Wochen lang nichts Schweres.",
            "Übungen nach einem Bruch des Handgelenks",
        ),
        (
            Language::Chinese,
            "溪桥医院康复科\n\n手腕骨折拆除石膏后的锻炼\n\n石膏拆除后，手腕会僵硬一段时间，锻炼有助于恢复活动。\n\n\
             六周内不要提重物。",
            "手腕骨折拆除石膏后的锻炼",
        ),
        (
            Language::Persian,
            "بیمارستان پل‌رود\n\nورزش‌های پس از شکستگی مچ دست\n\nگچ دست باز شده و مچ پس از شکستگی تا مدتی خشک است. \
             این ورزش‌ها کمک می‌کند مچ دوباره حرکت کند.",
            "ورزش‌های پس از شکستگی مچ دست",
        ),
    ] {
        assert_eq!(headline(language, text), expected);
    }
}

/// What asks to be read, counts or says where a text comes from is no part of its title.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn asides_are_no_part_of_a_title() {
    for (language, text, expected) in [
        (
            Language::English,
            "From: Hal Roe\nSubject: Fwd: Office move – new date, PLEASE READ!!\n\nHi all,\n\n\
             The office move is on 20 April, because the new building is not ready in March.\n\nCheers,\nHal",
            "Office move – new date",
        ),
        (
            Language::German,
            "Von: Hanne Roe\nBetreff: Umzug ins neue Gebäude – neuer Termin (bitte bis Freitag antworten)\n\n\
             Hallo zusammen,\n\nder Umzug ins neue Gebäude ist erst am 20. April.\n\nViele Grüße\nHanne",
            "Umzug ins neue Gebäude – neuer Termin",
        ),
        (
            Language::Chinese,
            "发件人：贺丹\n主题：办公室搬迁时间调整（请回复）\n\n各位同事：\n\n办公室搬迁改到4月20日，新楼3月不能交付。\n\n祝好\n贺丹",
            "办公室搬迁时间调整",
        ),
        (
            Language::Persian,
            "از: هانا\nموضوع: جابه‌جایی دفتر به ساختمان تازه (لطفاً پاسخ دهید)\n\nسلام،\n\n\
             جابه‌جایی دفتر به ساختمان تازه ۳۱ فروردین انجام می‌شود.\n\nبا احترام\nهانا",
            "جابه‌جایی دفتر به ساختمان تازه",
        ),
    ] {
        assert_eq!(headline(language, text), expected);
    }
}

/// Minutes and reports are called by whose they are, with what was decided or came out.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_name_stands_before_what_was_decided() {
    for (language, text, name, point) in [
        (
            Language::English,
            "RIVERSIDE ALLOTMENT SOCIETY\nMinutes of the general meeting, 14 March 2026, village hall\n\n\
             Present: P. Lund, R. Osei\n\n1. **Water charges** – The treasurer reported that the bill had \
             doubled after a leak. It was agreed to raise the plot rent to £55 from October.\n\n\
             2. **Any other business** – The gate code has changed.",
            "RIVERSIDE ALLOTMENT SOCIETY: ",
            "It was agreed to raise the plot rent",
        ),
        (
            Language::German,
            "Brauerei Tarntal AG\nHalbjahresbericht 2025/26\n\nDer Umsatz stieg im ersten Halbjahr um 5,4 Prozent. \
             Das Betriebsergebnis sank auf 6,1 Mio. Euro, weil Gerste teurer war. Die Zwischendividende wird gekürzt.",
            "Brauerei Tarntal AG: ",
            "",
        ),
    ] {
        let shown = headline(language, text);
        assert!(shown.starts_with(name) && shown.contains(point), "{shown}");
    }
}

/// A dateline, a byline and a section of a paper are no part of the lead.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_lead_begins_with_its_news() {
    for (language, text, expected) in [
        (
            Language::German,
            "Schären am Sund – Die Fähre zur Insel Schären fährt bis zum 14. Februar nicht, weil ihr Motor ersetzt wird.",
            "Die Fähre zur Insel Schären",
        ),
        (
            Language::Chinese,
            "北屿港，2026年1月2日——港务局今日宣布，北屿岛渡轮自1月3日至2月14日停航，期间由小船运送乘客。",
            "港务局今日宣布",
        ),
        (
            Language::Chinese,
            "〔記者何青／北港報導〕北港的新碼頭昨天啟用，港務局宣布票價不變，每天開出十班船。",
            "北港的新碼頭",
        ),
    ] {
        let shown = tldr(language, text);
        assert!(shown.starts_with(expected), "{shown}");
    }
}

/// A heading with a colon is no speaker, and nobody says what another one writes.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn only_people_say_something() {
    let talk = "Talk transcript: the slow library\n\nHAL: Denise has ten minutes to talk about the library.\n\n\
                DENISE: I ran the machine on one branch of the library, and I kept 29 of the books it threw out.\n\n\
                Results: We weed the library 40 percent faster by our own count.\n\n\
                Results: I still read every list of the library twice.\n\n\
                HAL: Thank you, Denise.\n";
    for r#type in [SummaryType::Tldr, SummaryType::KeyPoints] {
        let shown = made(r#type, Language::English, talk);
        assert!(!shown.contains("Results says"), "{shown}");
    }
}

/// Beside each other only whole sentences are shown: no label, no count, no piece.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_gist_is_made_of_whole_sentences() {
    for (language, text, pieces) in [
        (
            Language::English,
            "How to clear a blocked gutter\n\nA blocked gutter lets rain run down the wall of the house. \
             Third, the gutter is rinsed with a hose.\n\nTools: a ladder and a bucket for the gutter\n\n\
             - Goes on until the gutter runs free.\n- BRACKETS – Loose brackets let the gutter sag.",
            &["Third,", "Tools:", "Goes on", "BRACKETS"][..],
        ),
        (
            Language::German,
            "Eine verstopfte Regenrinne reinigen\n\nEine verstopfte Regenrinne lässt den Regen an der Wand laufen. \
             Drittens wird die Regenrinne mit einem Schlauch gespült.\n\nWerkzeug: Leiter und Eimer für die Regenrinne",
            &["Drittens", "Werkzeug:"][..],
        ),
        (
            Language::Chinese,
            "怎样清理堵塞的檐沟\n\n檐沟堵塞后，雨水会顺着房屋的外墙流下来。其次，檐沟要用水管冲洗干净。\n\n工具：梯子和水桶",
            &["其次", "工具："][..],
        ),
    ] {
        let shown = tldr(language, text);
        assert!(pieces.iter().all(|piece| !shown.contains(piece)), "{shown}");
    }
}
