use super::*;
use crate::random::SplitMix64;
use Language::{Chinese, English, German, Persian};

fn restated(document: &str, summary: &str, language: Language) -> String {
    let pair = Pair {
        document: document.into(),
        summary: summary.into(),
    };
    let words = said(document, language);
    Restated::of(&pair, &words, language).whole().into_owned()
}

#[test]
fn what_the_document_writes_otherwise_is_written_as_there() {
    for (language, document, summary, wanted) in [
        (
            German,
            "Die Brücke öffnet am 12. Mai 2024 für 2,5 Millionen Pendler.",
            "Seit dem 12.05.2024 haben 2.500.000 Pendler eine Brücke.",
            "Seit dem 12. Mai 2024 haben 2,5 Millionen Pendler eine Brücke.",
        ),
        (
            German,
            "Beginn ist um 19.30 Uhr, am 3.10.2023 war es früher.",
            "Um 19:30 Uhr geht es los, am 3. Oktober nicht.",
            "Um 19.30 Uhr geht es los, am 3.10.2023 nicht.",
        ),
        (
            English,
            "The council spent $3,500,000 on May 12, 2024; two men and 30 women voted.",
            "On 12 May 2024 it spent 3.5 million; 2 men and thirty women voted.",
            "On May 12, 2024 it spent 3,500,000; two men and 30 women voted.",
        ),
        (
            English,
            "It rose by 12 percent.",
            "It rose by 12%",
            "It rose by 12 percent",
        ),
        (
            English,
            "It rose by 12%.",
            "It rose by 12 per cent or twelve pct",
            "It rose by 12% or 12%",
        ),
        (
            English,
            "It paid $5 million.",
            "It paid 5 million dollars, US$5m",
            "It paid $5 million, $5 million",
        ),
        (
            English,
            "It paid $5,034,000.",
            "It paid more than 5 million dollars",
            "It paid $5,034,000",
        ),
        (
            German,
            "Das kostet 2,5 Mio. € im Jahr.",
            "Das kostet 2,5 Millionen Euro",
            "Das kostet 2,5 Mio. €",
        ),
        (Chinese, "提高百分之十二。", "提高12%", "提高百分之十二"),
        (Persian, "۱۲ درصد افزایش", "۱۲٪ افزایش", "۱۲ درصد افزایش"),
        (
            English,
            "He took the 2nd place.",
            "The second place",
            "The 2nd place",
        ),
        (
            Chinese,
            "公司投入4800000000元，百分之三十的员工参加。",
            "投入48亿元，30%员工参加",
            "投入4800000000元，百分之三十员工参加",
        ),
        (
            Persian,
            "۲۵۰۰ نفر در مراسم بودند.",
            "دو هزار و پانصد نفر آمدند",
            "۲۵۰۰ نفر آمدند",
        ),
    ] {
        assert_eq!(restated(document, summary, language), wanted, "{summary}");
    }
}

#[test]
fn rough_numbers_are_those_that_they_round() {
    for (language, document, summary, wanted) in [
        (
            English,
            "4,217 people and 4,190 dogs fled",
            "4,200 people fled",
            "4,217 people fled",
        ),
        (
            English,
            "It cost $2,534,000 in May",
            "$2.5 million for a line",
            "$2,534,000 for a line",
        ),
        (
            English,
            "It hurt 23 men",
            "More than 20 men were hurt",
            "23 men were hurt",
        ),
        (
            English,
            "Of 4,217 people and 4,190 people",
            "4,200 people",
            "4,190 people",
        ),
        (
            German,
            "62,1 % der Wähler",
            "60% waren dafür",
            "62,1 % waren dafür",
        ),
        // The unit in another form.
        (
            German,
            "Es spielten 23 Musiker",
            "Mit mehr als 20 Musikern",
            "Mit 23 Musikern",
        ),
        (
            English,
            "It has 4,217 employees",
            "It has roughly 4,200 employee accounts",
            "It has 4,217 employee accounts",
        ),
        (
            English,
            "It sold 4,190 tickets",
            "It sold as many as 4,200 tickets",
            "It sold as many as 4,190 tickets",
        ),
        (
            German,
            "Es kamen 4.217 Gäste",
            "Ca. 4.200 Gäste kamen, ca 4.200 Gäste",
            "4.217 Gäste kamen, 4.217 Gäste",
        ),
        (Chinese, "共有196人获奖", "最多200人获奖", "196人获奖"),
        (
            Persian,
            "۴۲۱۷ نفر آمدند",
            "افزون بر ۴۲۰۰ نفر آمدند",
            "۴۲۱۷ نفر آمدند",
        ),
        (
            English,
            "It cost $2,534,000",
            "It cost at least $2.5 million",
            "It cost $2,534,000",
        ),
        (Chinese, "他52岁", "50岁左右", "52岁"),
        (Chinese, "共有23人获奖", "20多人获奖", "23人获奖"),
        (
            Persian,
            "۲۵۳۴ میلیارد تومان",
            "بیش از ۲۵۰۰ میلیارد تومان",
            "۲۵۳۴ میلیارد تومان",
        ),
    ] {
        assert_eq!(restated(document, summary, language), wanted, "{summary}");
    }
    for (document, summary) in [
        // Of other units, too far off, more precise than the document, or without the word.
        ("4,217 people fled", "4,200 dogs fled"),
        ("4,217 people fled", "5,200 people fled"),
        ("4,200 people fled", "4,217 people fled"),
        ("23 people fled", "20 people fled"),
        ("31 people fled", "More than 20 people fled"),
        ("4,419 people fled", "Nearly 4,600 people fled"),
        ("457,000 people fled", "About 457,100 people fled"),
        // On the other side, exact, of other measures or of no unit.
        ("4,217 people fled", "Fewer than 4,200 people fled"),
        ("4,190 people fled", "At least 4,200 people fled"),
        ("4,217 people fled", "Exactly 4,200 people fled"),
        ("It opened in 2014 in Vienna", "More than 2,000 in Vienna"),
        ("It cost A$5,034,000", "It cost over $5 million"),
        ("It cost HK$5 million", "It cost 5 million dollars"),
        ("It was -23°C", "It was more than 20°C"),
        ("4,217 in the north", "4,200 in the south"),
        ("It cost $2,534,000 for a line", "€2.5 million for a line"),
        ("The S&P 503 companies", "S&P 500 companies"),
    ] {
        assert_eq!(restated(document, summary, English), summary);
    }
}

#[test]
fn what_stands_there_and_what_may_mean_something_else_stays() {
    for (language, document, summary) in [
        // As it stands, though the document has it otherwise, too.
        (
            English,
            "The 2.5 million (2,500,000) voters",
            "2.5 million voters",
        ),
        (
            English,
            "It rose by 12 Percent, then by 12%.",
            "By 12 percent, by 12%",
        ),
        // Of other things.
        (English, "It cost 12 euros.", "It rose by 12%"),
        (English, "The 2 dogs bark", "Two men bark"),
        (English, "Two of them bark", "They won by 2 to 0"),
        (English, "She finished 2nd.", "It lasted a second"),
        (English, "Room 1. The end", "It is the one. The end"),
        (English, "The 30m tower", "30 million people"),
        (English, "In 21 days", "Twenty One Pilots"),
        (Persian, "۳۰ نفر آمدند", "ویتامین سی"),
        // Digits that are no value, or more than one.
        (English, "Python 3.10 is out", "Python 3.1 is out"),
        (English, "Agent 007 came", "7 agents came"),
        (Chinese, "78人参加", "七八人参加"),
        // Dates that may be others, and one of several.
        (English, "On 5/12/2024", "On 5 December 2024"),
        (Persian, "در 2024/05/12", "در ۱۲ مرداد ۲۰۲۴"),
        (Persian, "در 1403/04/03", "۳ تیر شلیک شد"),
        (German, "Am 1.5.2024 und am 3.5.2024", "Im Mai 2024"),
        (English, "On 12 May 2023 and on 12 May 2024", "On May 12"),
        (English, "It opens at 7 pm", "It opens at 7:00 am"),
        (English, "He came 2nd in the race.", "A second later"),
        (Chinese, "3人参加会议", "三星参加会议"),
        // Other values, fuller dates, and decades.
        (English, "The 2.5 million voters", "2,400,000 voters"),
        (German, "Am 12. Mai kam er.", "Am 12.05.2024 kam er."),
        (English, "It was in 1990.", "The 1990s"),
        (English, "", "12 May 2024"),
        (English, "12 May 2024", ""),
    ] {
        assert_eq!(restated(document, summary, language), summary);
    }
}

#[test]
fn numbers_side_by_side_have_no_sign_in_common() {
    for (language, document, summary) in [
        (
            German,
            "Es kostet 5 Euro, 20 Euro und 30 Euro.",
            "Preise: 5 € 20 € 30 €",
        ),
        (
            German,
            "Es kostet 5 Dollar, 20 Dollar und 30 Dollar.",
            "5$ 20$ 20$30, 5 $20 $ 30",
        ),
        (
            German,
            "2.500.000 Euro und 20 Euro",
            "2,5 Mio. € 20, 2,5 Mio. €20",
        ),
        (
            English,
            "It lost 2,014 dollars and 5 million dollars.",
            "In 2014 $5 million came. It sold 5 million. $20",
        ),
        (
            German,
            "4.217 Menschen flohen.",
            "\u{212A}napp 4.200 Menschen flohen",
        ),
        (
            English,
            "4,217 people fled",
            "İİ more than 4,200 people, İmore than 4,200 people",
        ),
        (
            Persian,
            "۲۵۳۴ نفر",
            "بیش از\u{200C}۲۵۰۰ نفر، ｍore ２５００ نفر",
        ),
    ] {
        let pair = Pair {
            document: document.into(),
            summary: summary.into(),
        };
        let words = said(document, language);
        let restated = Restated::of(&pair, &words, language);
        let mut end = 0;
        for (place, _) in &restated.places {
            assert!(end <= place.start, "{summary}");
            end = place.end;
        }
    }
}

#[test]
fn places_are_in_order_and_apart_in_any_text() {
    let pieces = [
        "2,534,000",
        "2.5 million",
        "20",
        "5",
        "100",
        "4.217",
        "4,200",
        "2014",
        "12.05.2024",
        "12. Mai 2024",
        "May 12",
        "7:30",
        "7 pm",
        "19.30 Uhr",
        "2nd",
        "second",
        "zweite",
        "1.",
        "two",
        "twenty-three",
        "Mio.",
        "97.42亿",
        "97亿",
        "20多",
        "两",
        "三十二",
        "第",
        "人",
        "元",
        "百分之",
        "左右",
        "逾",
        "不到",
        "۲۵۳۴",
        "۲۵۰۰",
        "بیش از",
        "نفر",
        "درصد",
        "دلار",
        "دو هزار و پانصد",
        "$",
        "€",
        "US$",
        "HK$",
        "%",
        "％",
        "percent",
        "dollars",
        "Prozent",
        "Euro",
        "more than",
        "under",
        "mehr als",
        "knapp",
        "over",
        "exactly",
        "people",
        "Menschen",
        "-",
        "−",
        "+",
        ".",
        ",",
        " . ",
        "\u{A0}",
        "\u{200C}",
        "\u{212A}",
        "İ",
        "\n",
        "５００",
        "90s",
        "half a",
        "and",
    ];
    let mut random = SplitMix64::new(1);
    let mut restated = 0;
    for round in 0..10_000 {
        let language = [English, German, Chinese, Persian][round % 4];
        let mut text = || {
            let mut text = String::new();
            for _ in 0..random.below(40) {
                text.push_str(random.pick(&pieces).unwrap());
                if random.chance(0.85) {
                    text.push(' ');
                }
            }
            text
        };
        let pair = Pair {
            document: text(),
            summary: text(),
        };
        let found = Restated::of(&pair, &said(&pair.document, language), language);
        let mut end = 0;
        for (place, _) in &found.places {
            assert!(
                end <= place.start && place.end <= pair.summary.len(),
                "{pair:?}"
            );
            end = place.end;
        }
        restated += usize::from(!found.places.is_empty());
    }
    assert!(restated > 400, "{restated}");
}

#[test]
fn spans_are_restated_by_what_lies_in_them() {
    let pair = Pair {
        document: "2,500,000 people and 1,300,000 dogs".into(),
        summary: "1.3 million dogs. 2.5 million people".into(),
    };
    let restated = Restated::of(&pair, &said(&pair.document, English), English);
    assert_eq!(restated.text(0..17), "1,300,000 dogs.");
    assert_eq!(restated.text(18..36), "2,500,000 people");
    assert!(matches!(restated.text(12..18), Cow::Borrowed(_)));
    assert_eq!(restated.whole(), "1,300,000 dogs. 2,500,000 people");
}

#[test]
fn long_texts_are_read_in_linear_time() {
    for (document, summary) in [
        ("2 a ", "two b "),
        ("1,1,1,", "1 1 1 2 "),
        ("12.05.2024 ", "12. Mai 2024 "),
        ("1 ", "1.0 "),
        ("5% 5 Percent ", "5 pct "),
        ("4217 a 4218 a 4219 a 4221 a ", "4,200 a "),
    ] {
        let repeated = |unit: &str| unit.repeat(300_000 / unit.len());
        for language in [English, German] {
            restated(&repeated(document), &repeated(summary), language);
        }
    }
}
