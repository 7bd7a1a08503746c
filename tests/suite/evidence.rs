//! What an explanation shows, on invented pairs.

use std::collections::HashMap;

use crate::support::{pair, rouge};
use epitome::matcher::evidence::{Evidence, Findings, find};
use epitome::matcher::{EvidenceKind, MatchOptions, Verdict};
use epitome::text::Language::{self, Chinese, English, German, Persian};
use epitome::text::Utf16Span;
use serde::Deserialize;

#[derive(Deserialize)]
struct Story {
    document: String,
    faithful: String,
    /// Summaries, and the part of each that is wrong.
    wrong: Vec<(String, String)>,
}

fn stories() -> HashMap<Language, Vec<Story>> {
    serde_json::from_str(include_str!("../data/explained.json")).unwrap()
}

fn written(text: &str, span: Utf16Span) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    String::from_utf16(&units[span.start..span.end]).unwrap()
}

/// What the document objects to.
fn marks(found: &Findings) -> impl Iterator<Item = &Evidence> {
    let is_mark =
        |one: &&Evidence| !matches!(one.kind, EvidenceKind::Supported | EvidenceKind::Paraphrase);
    found.evidence.iter().filter(is_mark)
}

/// Each objection: its kind, the part of the summary, and what the document says instead.
fn objections(
    language: Language,
    document: &str,
    summary: &str,
) -> Vec<(EvidenceKind, String, String)> {
    let found = find(document, summary, language);
    let shown = |one: &Evidence| {
        let instead = one
            .instead
            .map(|span| written(document, span))
            .unwrap_or_default();
        (one.kind, written(summary, one.summary_span), instead)
    };
    marks(&found).map(shown).collect()
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn what_is_marked_is_wrong() {
    for (language, stories) in stories() {
        let (mut right, mut all) = (0, 0);
        for story in &stories {
            let faithful = objections(language, &story.document, &story.faithful);
            assert!(
                faithful.is_empty(),
                "{language}: {}: {faithful:?}",
                story.faithful
            );
            for (summary, wrong) in &story.wrong {
                let at = summary[..summary.find(wrong.as_str()).unwrap()]
                    .encode_utf16()
                    .count();
                let end = at + wrong.encode_utf16().count();
                let found = find(&story.document, summary, language);
                for mark in marks(&found) {
                    all += 1;
                    let span = mark.summary_span;
                    right += usize::from(span.start < end && at < span.end);
                }
            }
        }
        assert!(
            all > 2 && right * 5 >= all * 4,
            "{language}: {right} of {all}"
        );
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn another_number_date_name_or_the_opposite_is_shown_with_its_place() {
    use EvidenceKind::{Date, Name, Negation, Number};
    for (language, document, summary, kind, part, instead) in [
        (
            English,
            "The council of Arlow will mend the old swimming pool for 4.2 million euros. It closed in 2019.",
            "The council of Arlow will mend the old swimming pool for 5.2 million euros.",
            Number,
            "5.2 million euros",
            "4.2 million euros",
        ),
        (
            English,
            "Refunds for cancelled ferry tickets take five to seven days. Parcels arrive sooner.",
            "Refunds for cancelled ferry tickets take five to seven weeks.",
            Number,
            "seven weeks",
            "seven days",
        ),
        (
            English,
            "Temperatures in Holm fell to -5 degrees on Monday night.",
            "Temperatures in Holm fell to 5 degrees on Monday night.",
            Number,
            "5",
            "-5",
        ),
        (
            German,
            "In Holm fiel die Temperatur am Montag in der Nacht auf -5 Grad.",
            "In Holm fiel die Temperatur am Montag in der Nacht auf 5 Grad.",
            Number,
            "5",
            "-5",
        ),
        (
            German,
            "Die neue Fähre nach Holm fährt ab dem 6. Mai täglich vom alten Hafen.",
            "Die neue Fähre nach Holm fährt ab dem 9. Mai täglich vom alten Hafen.",
            Date,
            "9. Mai",
            "6. Mai",
        ),
        (
            English,
            "Growth came from Footwear, Equipment and Apparel held back. Equipment sales fell 4 percent after a \
             late start to the camping season.",
            "Apparel sales fell 4 percent after a late start to the camping season.",
            Name,
            "Apparel",
            "Equipment",
        ),
        (
            Chinese,
            "云川市竹纸列入省级名录，传承人为白槎镇解文山。溪口镇另有两家作坊。",
            "云川市竹纸列入省级名录，传承人为溪口镇解文山",
            Name,
            "溪口",
            "白槎",
        ),
        (
            German,
            "Weitere Schließungen von Filialen sind in diesem Jahr nicht vorgesehen.",
            "Weitere Schließungen von Filialen sind in diesem Jahr vorgesehen.",
            Negation,
            "vorgesehen",
            "nicht vorgesehen",
        ),
        (
            English,
            "Sales of electric ferries in Holm rose sharply in the third quarter.",
            "Sales of electric ferries in Holm fell sharply in the third quarter.",
            Negation,
            "fell",
            "rose",
        ),
        (
            Persian,
            "مطالبات شرکت نورافزا از شرکت توزیع دولتی به ۲۱۰ میلیارد تومان رسیده است.",
            "مطالبات شرکت نورافزا از شرکت توزیع دولتی به ۱۳۵ میلیارد تومان رسیده است.",
            Number,
            "۱۳۵ میلیارد تومان",
            "۲۱۰ میلیارد تومان",
        ),
        (
            Chinese,
            "青禾县今年水稻平均亩产比去年增加八十公斤，达到620公斤。",
            "青禾县今年水稻平均亩产比去年多六十公斤。",
            Number,
            "六十公斤",
            "八十公斤",
        ),
        (
            Chinese,
            "云川市图书馆新增的十二名馆员将在下月上岗。",
            "云川市图书馆新增的二十名馆员将在下月上岗。",
            Number,
            "二十名",
            "十二名",
        ),
        (
            English,
            "The rent for stalls at the Holm market rose by 60 euros in May.",
            "The rent for stalls at the Holm market rose to 60 euros in May.",
            Number,
            "to 60 euros",
            "by 60 euros",
        ),
        (
            German,
            "Die Miete für Stände auf dem Markt in Holm stieg im Mai um 60 Euro.",
            "Die Miete für Stände auf dem Markt in Holm stieg im Mai auf 60 Euro.",
            Number,
            "auf 60 Euro",
            "um 60 Euro",
        ),
        (
            Chinese,
            "云川市场的摊位租金五月提高到60元。",
            "云川市场的摊位租金五月提高了60元。",
            Number,
            "提高了60元",
            "到60元",
        ),
        (
            Persian,
            "اجاره غرفه‌های بازار بندر در اردیبهشت به ۶۰ هزار تومان افزایش یافت.",
            "اجاره غرفه‌های بازار بندر در اردیبهشت ۶۰ هزار تومان افزایش یافت.",
            Number,
            "۶۰ هزار تومان افزایش",
            "به ۶۰ هزار تومان",
        ),
        (
            English,
            "The council of Arlow wants to reopen the old swimming pool in autumn.",
            "The council of Arlow wants to reopen the old swimming pool in spring.",
            Date,
            "spring",
            "autumn",
        ),
        (
            English,
            "The ferry to Holm ran aground on Sunday morning with twenty people on board.",
            "The ferry to Holm ran aground on Sunday evening with twenty people on board.",
            Date,
            "evening",
            "morning",
        ),
        (
            German,
            "Bei einem Brand in Holm entstand am Montagabend hoher Schaden.",
            "Bei einem Brand in Holm entstand am Montagmorgen hoher Schaden.",
            Date,
            "morgen",
            "abend",
        ),
        (
            German,
            "Die neue Fähre nach Holm soll im Herbst zum ersten Mal fahren.",
            "Die neue Fähre nach Holm soll im Frühjahr zum ersten Mal fahren.",
            Date,
            "Frühjahr",
            "Herbst",
        ),
        (
            Chinese,
            "云川市老游泳馆将在秋季重新开放。",
            "云川市老游泳馆将在春季重新开放。",
            Date,
            "春季",
            "秋季",
        ),
        (
            Persian,
            "استخر قدیمی شهر در پاییز دوباره بازسازی می‌شود.",
            "استخر قدیمی شهر در بهار دوباره بازسازی می‌شود.",
            Date,
            "بهار",
            "پاییز",
        ),
        (
            English,
            "Anna Keller scored nine goals for Lohberg on Saturday. Keller is 24.",
            "Maria Keller scored nine goals for Lohberg.",
            Name,
            "Maria Keller",
            "Anna Keller",
        ),
        (
            German,
            "Beste Werferin von Lohberg war Anna Keller mit neun Toren.",
            "Beste Werferin von Lohberg war Maria Keller mit neun Toren.",
            Name,
            "Maria Keller",
            "Anna Keller",
        ),
        (
            Chinese,
            "调查由工程师王志强负责，初步判断原因是暴雨。",
            "调查由工程师王建国负责，初步判断原因是暴雨。",
            Name,
            "王建国",
            "王志强",
        ),
        (
            Persian,
            "آقای علی رضایی گفت بلیت موزه برای کودکان رایگان است.",
            "آقای حسن رضایی گفت بلیت موزه برای کودکان رایگان است.",
            Name,
            "حسن",
            "علی",
        ),
    ] {
        let wanted = (kind, part.to_owned(), instead.to_owned());
        assert_eq!(
            objections(language, document, summary),
            [wanted],
            "{summary}"
        );
        assert_eq!(
            find(document, summary, language).verdict,
            Verdict::Contradicted
        );
        assert_eq!(objections(language, document, document), [], "{document}");
        assert_eq!(
            find(document, document, language).verdict,
            Verdict::Supported,
            "{document}"
        );
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_question_supports_no_statement() {
    for (language, document, stated, summary) in [
        (
            English,
            "'Will the bridge be closed?' asked Smith.",
            "The bridge will be closed, said Smith.",
            "The bridge will be closed",
        ),
        (
            English,
            "The council will decide on Monday whether the old bridge at Holm will be closed.",
            "The council decided on Monday that the old bridge at Holm will be closed.",
            "The old bridge at Holm will be closed.",
        ),
        (
            German,
            "„Wird die alte Brücke bei Holm gesperrt?“, fragte Schmidt.",
            "„Die alte Brücke bei Holm wird gesperrt“, sagte Schmidt.",
            "Die alte Brücke bei Holm wird gesperrt.",
        ),
        (
            Chinese,
            "记者问：“霍姆大桥星期一关闭吗？”",
            "市长说：“霍姆大桥星期一关闭。”",
            "霍姆大桥星期一关闭。",
        ),
        (
            Persian,
            "خبرنگار پرسید: «آیا پل شهر روز دوشنبه بسته شد؟»",
            "شهردار گفت: «پل شهر روز دوشنبه بسته شد.»",
            "پل شهر روز دوشنبه بسته شد.",
        ),
    ] {
        let found = find(document, summary, language);
        assert_eq!(found.verdict, Verdict::Unclear, "{document}");
        let found = find(stated, summary, language);
        assert_eq!(found.verdict, Verdict::Supported, "{stated}");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn titles_initials_and_what_follows_from_numbers_are_no_objection() {
    for (language, document, summary) in [
        (
            English,
            "Anna Keller scored nine goals for Lohberg on Saturday.",
            "Mayor Keller scored nine goals for Lohberg on Saturday.",
        ),
        (
            English,
            "Anna Keller scored nine goals for Lohberg on Saturday.",
            "A. Keller scored nine goals for Lohberg on Saturday.",
        ),
        (
            German,
            "Beste Werferin von Lohberg war Anna Keller mit neun Toren.",
            "Beste Werferin von Lohberg war Frau Keller mit neun Toren.",
        ),
        (
            English,
            "Net profit rose to 14 million dollars from 11 million a year earlier.",
            "Net profit increased by 3 million dollars.",
        ),
        (
            German,
            "Der Strompreis sinkt um 2,4 Cent auf 31,2 Cent je Kilowattstunde.",
            "Der Strompreis liegt bisher bei 33,6 Cent je Kilowattstunde.",
        ),
        (
            Chinese,
            "公司净利润2.1亿元，上年同期为3亿元。",
            "公司净利润少了9000万元。",
        ),
        (
            Persian,
            "بلیت اتوبوس ۲۰ درصد گران می‌شود و به ۶ هزار تومان می‌رسد.",
            "بلیت اتوبوس پیش از این ۵ هزار تومان بود.",
        ),
    ] {
        assert_eq!(objections(language, document, summary), [], "{summary}");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn what_the_document_lacks_is_missing() {
    let document = "The ferry line to Holm carried 4,983 passengers in May, the operator said.";
    let found = objections(
        English,
        document,
        "Bo Lundqvist said the ferry line to Holm would grow.",
    );
    assert_eq!(
        found,
        [(
            EvidenceKind::Missing,
            "Bo Lundqvist".to_owned(),
            String::new()
        )]
    );
    let found = find(document, "The weather was nice all week.", English);
    assert_eq!(marks(&found).count(), 0);
    assert_eq!(found.verdict, Verdict::Unclear);
    assert_eq!(found.evidence[0].kind, EvidenceKind::Paraphrase);
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn numbers_that_the_document_holds_otherwise_are_no_objection() {
    for (language, document, summary) in [
        (
            English,
            "The ferry carried 4,983 passengers for 2.98 million euros.",
            "The ferry carried about 5,000 passengers for 3 million euros.",
        ),
        (
            English,
            "The trial lasts 48 hours and costs £2 a head.",
            "The trial lasts two days and costs two pounds a head.",
        ),
        (
            English,
            "Profit fell from $29.4 million to $22.7 million.",
            "Profit fell to $22.7 million from $29.4 million.",
        ),
        (
            English,
            "It ran from 1742 to 1911.",
            "It ran for nearly 170 years.",
        ),
        (
            Chinese,
            "截至去年末，云川省存款余额达97.42万亿元，62.1%的居民有存款。",
            "云川省存款余额去年末达97万亿元，超六成居民有存款",
        ),
        (
            German,
            "Beim Gewinn erwartet die Firma nun rund 2,5 Mio. Euro statt 3,1 Mio. Euro.",
            "Die Firma erwartet nun rund 2,5 Mio. Euro Gewinn.",
        ),
        (
            Persian,
            "هزینه طرح در سال ۱۴۰۲ زیاد بود.",
            "هزینه طرح در سال 1402 زیاد بود.",
        ),
    ] {
        assert_eq!(objections(language, document, summary), [], "{summary}");
    }
    for (language, document, as_there, otherwise) in WRITTEN_OTHERWISE {
        for summary in [as_there, otherwise] {
            assert_eq!(objections(language, document, summary), [], "{summary}");
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn parts_are_in_order_and_apart_and_hold_every_word() {
    let pairs = [
        (
            English,
            "Ana Roe paid 48 euros on Monday. The bridge shuts in May.",
            "😀 Ana Roe paid 84 euros on Monday, and the bridge, said Bo Lund, shuts in June.\n\n- No. 1",
        ),
        (
            Chinese,
            "云川市将重建老游泳馆。工程耗资四百万元。",
            "云川重建游泳馆，耗资五百万元；市长《大桥往事》。",
        ),
        (
            Persian,
            "شورای شهر روز سه‌شنبه بازسازی را تصویب کرد.",
            "شورای شهر روز دوشنبه بازسازی را رد کرد؛ ۱۲ نفر.",
        ),
        (German, "", "Der Rat tagte."),
    ];
    for (language, document, summary) in pairs {
        let found = find(document, summary, language);
        let length = summary.encode_utf16().count();
        let ends = |two: &[Evidence]| two[0].summary_span.end <= two[1].summary_span.start;
        assert!(found.evidence.windows(2).all(ends), "{summary}");
        let mut covered = vec![false; length];
        for one in &found.evidence {
            covered[one.summary_span.start..one.summary_span.end].fill(true);
        }
        let mut at = 0;
        for c in summary.chars() {
            assert!(!c.is_alphanumeric() || covered[at], "{summary}: {c}");
            at += c.len_utf16();
        }
        for sentence in &found.sentences {
            assert!((0.0..=1.0).contains(&sentence.supported));
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_fact_counts_wherever_it_stands_in_a_long_document() {
    let filler: String = (0..400)
        .map(|at| format!("Paragraph {at} speaks about gardens. "))
        .collect();
    let fact = "The Hilltop bakery on Mill Street in Denton burned down on Monday, officials said.";
    let verdicts = [
        "The Hilltop bakery on Mill Street in Denton burned down on Monday.",
        "The Hilltop bakery on Mill Street in Denton burned down on Friday.",
    ]
    .map(|summary| {
        [format!("{filler}{fact}"), format!("{fact} {filler}")]
            .map(|text| find(&text, summary, English).verdict)
    });
    assert_eq!(verdicts[0], [Verdict::Supported; 2]);
    assert_eq!(verdicts[1], [Verdict::Contradicted; 2]);
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_result_says_its_language_and_whether_the_texts_are_in_another() {
    let matcher = rouge().matcher(None).unwrap();
    let document = "Das Haus am Hafen ist alt, und es wird im Mai von der Stadt abgerissen.";
    let summaries = [
        "Das Haus am Hafen wird abgerissen.",
        "The house at the harbour is old and it will be torn down.",
    ];
    let summaries = summaries.map(str::to_owned);
    let all = pollster::block_on(matcher.match_all(document, &summaries, MatchOptions::default()))
        .unwrap();
    assert_eq!(all.len(), 2);
    assert!(
        all.iter()
            .all(|one| one.language == German && one.evidence.is_none())
    );
    assert_eq!(all[0].language_mismatch, None);
    assert_eq!(all[1].language_mismatch.unwrap().summary, Some(English));
    let pairs: Vec<_> = summaries
        .iter()
        .map(|summary| pair(document, summary))
        .collect();
    let one_by_one =
        pollster::block_on(matcher.match_batch(&pairs, MatchOptions::default())).unwrap();
    assert_eq!(all, one_by_one);
    let matcher = rouge().matcher(Some(English)).unwrap();
    let found =
        pollster::block_on(matcher.match_batch(&pairs[..1], MatchOptions::default())).unwrap();
    let mismatch = found[0].language_mismatch.unwrap();
    assert_eq!(
        (found[0].language, mismatch.document),
        (English, Some(German))
    );
}

/// Documents, summaries in their way of writing numbers, dates and words, and the same in another.
const WRITTEN_OTHERWISE: [(Language, &str, &str, &str); 20] = [
    (
        Language::English,
        "Two people were hurt in a fire at the harbour on Monday. The mayor said the quay would stay shut.",
        "Two people were hurt in a fire at the harbour on Monday",
        "Two people were injured in a blaze at the harbor on Monday",
    ),
    (
        Language::German,
        "Am 12. Mai 2024 begann um 19.30 Uhr das Fest am Hafen. Es kamen 23 Musiker.",
        "Am 12. Mai 2024 begann um 19.30 Uhr das Fest am Hafen",
        "Am 12.05.2024 begann um 19:30 Uhr das Fest am Hafen",
    ),
    (
        Language::English,
        "The company paid $5 million for the 48-year-old ferry, which sank off the U.S. coast.",
        "The company paid $5 million for the 48-year-old ferry",
        "The company paid 5 million dollars for the 48-year-old ferry",
    ),
    (
        Language::English,
        "The council voted on Monday to raise the tax on harbour land by 12 percent.",
        "Council raises tax on harbour land by 12 percent",
        "Council raises tax on harbour land by 12%",
    ),
    (
        Language::Chinese,
        "云川市政府周一宣布，将把港口土地税提高百分之十二。",
        "云川市港口土地税提高百分之十二",
        "云川市港口土地税提高12%",
    ),
    (
        Language::English,
        "At least 4,217 people fled the floods in the north of the island, officials said on Friday.",
        "4,217 people fled the floods",
        "More than 4,200 people fled the floods",
    ),
    (
        Language::German,
        "Der Rat beschloss am Montag, 2,53 Millionen Euro in die Hafenlinie zu stecken.",
        "Rat steckt 2,53 Millionen Euro in die Hafenlinie",
        "Rat steckt mehr als 2,5 Millionen Euro in die Hafenlinie",
    ),
    (
        Language::Chinese,
        "云川市政府周一宣布，将投资97.42亿元建设港口轻轨线路，明年开工。",
        "云川市将投资97.42亿元建设港口轻轨",
        "云川市将投资逾97亿元建设港口轻轨",
    ),
    (
        Language::Persian,
        "شهرداری روز دوشنبه اعلام کرد ۲۵۳۴ میلیارد تومان برای خط بندر هزینه می‌کند.",
        "شهرداری ۲۵۳۴ میلیارد تومان برای خط بندر هزینه می‌کند",
        "شهرداری بیش از ۲۵۰۰ میلیارد تومان برای خط بندر هزینه می‌کند",
    ),
    (
        Language::German,
        "Die Brücke öffnete am 12.05.2024 für alle.",
        "Die Brücke öffnete am 12.05.2024",
        "Die Brücke öffnete am 12. Mai 2024",
    ),
    (
        Language::English,
        "The bridge opened on 2024-05-12 for all, at 19:30.",
        "The bridge opened on 2024-05-12 at 19:30",
        "The bridge opened on 12 May 2024 at 7:30 pm",
    ),
    (
        Language::German,
        "Der Rat beschloss am 12. Mai 2024, dass 2,5 Millionen Euro in den Hafen fließen. Der Bau beginnt später.",
        "Am 12. Mai 2024 beschloss der Rat: 2,5 Millionen Euro fließen in den Hafen",
        "Am 12.05.2024 beschloss der Rat: 2.500.000 Euro fließen in den Hafen",
    ),
    (
        Language::German,
        "Der Hafen verkaufte 4.200 Karten im Mai.",
        "Hafen verkaufte 4.200 Karten",
        "Hafen verkaufte 4200 Karten",
    ),
    (
        Language::English,
        "The council voted on 12 May 2024 to spend 2.5 million on the harbour. Work begins later.",
        "On 12 May 2024 the council voted to spend 2.5 million on the harbour",
        "On May 12, 2024 the council voted to spend 2,500,000 on the harbour",
    ),
    (
        Language::English,
        "The 40ft boat left at 4pm with twenty-three children on board.",
        "The 40ft boat left at 4pm with twenty-three children",
        "The 40 ft boat left at 4 pm with 23 children",
    ),
    (
        Language::English,
        "Two men were hurt, and 4,200 tickets were sold.",
        "Two men hurt, 4,200 tickets sold",
        "2 men hurt, 4200 tickets sold",
    ),
    (
        Language::Chinese,
        "港口线路前四个月售票33万张，5月1日通车。",
        "港口线路售票33万张，5月1日通车",
        "港口线路售票330000张，5月1号通车",
    ),
    (
        Language::Chinese,
        "公司三十二名员工获奖。",
        "三十二名员工获奖",
        "32名员工获奖",
    ),
    (
        Language::Persian,
        "شهرداری ۴۲۰۰ بلیت فروخت و بیست و سه نفر آمدند.",
        "شهرداری ۴۲۰۰ بلیت فروخت و بیست و سه نفر آمدند",
        "شهرداری ۴٬۲۰۰ بلیت فروخت و ۲۳ نفر آمدند",
    ),
    (
        Language::Persian,
        "جلسه ۱۲ اردیبهشت ۱۴۰۳ با دو هزار و پانصد نفر برگزار شد.",
        "جلسه با دو هزار و پانصد نفر برگزار شد",
        "جلسه با ۲۵۰۰ نفر برگزار شد",
    ),
];

/// Seconds that this thread has run.
#[cfg(target_os = "linux")]
fn processor_time() -> f64 {
    let said = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    said.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}

#[test]
#[cfg(target_os = "linux")]
fn a_long_sentence_costs_no_more_than_several() {
    let numbers = |count: usize| {
        (0..count)
            .map(|at| format!("{at} euros, "))
            .collect::<String>()
    };
    type Family<'f> = (Language, &'f str, &'f dyn Fn(usize) -> String);
    let families: [Family; 4] = [
        (
            Chinese,
            "市政府宣布通往港口的地铁新线将开通。",
            &|n| {
                let cycle = "市政府宣布通往港口的地铁新线将开通".chars().cycle();
                cycle.take(2 * n).collect()
            },
        ),
        (English, "The ABC opens in May. It cost 48 euros.", &|n| {
            "ABC ".repeat(n)
        }),
        (English, "The ABC opens in May. It cost 48 euros.", &numbers),
        (English, "The harbour opens in May.", &|n| {
            "harbour ".repeat(n)
        }),
    ];
    for (language, document, family) in families {
        let cost = |count: usize| {
            let summary = family(count);
            let begun = processor_time();
            find(document, &summary, language);
            processor_time() - begun
        };
        cost(10);
        let (short, long) = (cost(1500), cost(6000));
        // Four times as long: four times as dear, where the square would be sixteen times.
        assert!(long < 9.0 * short, "{}: {short} s, {long} s", &family(3));
    }
}
