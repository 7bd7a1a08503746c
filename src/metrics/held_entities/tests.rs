use super::*;

fn is_held(document: &str, summary: &str, language: Language) -> Vec<bool> {
    let document = TextLookup::new(document, language);
    let found = found_in(summary, language, None);
    found.iter().map(|entity| document.holds(entity)).collect()
}

#[test]
fn acronyms_are_no_pronouns() {
    let found = |document, summary| is_held(document, summary, Language::English);
    let told = "He told us who did it in the Nato office.";
    for summary in [
        "Trade with the US",
        "Trade with the U.S.",
        "Some advice of the WHO",
    ] {
        assert_eq!(found(told, summary), [false], "{summary}");
    }
    assert_eq!(found(told, "Trade with NATO"), [true]);
    for document in ["The US left.", "The U.S. left."] {
        assert_eq!(found(document, "Trade with the US"), [true]);
        assert_eq!(found(document, "Trade with the U.S."), [true]);
    }
}

/// Texts, what another says of them, and which of its entities are held.
const CASES: &[(Language, &str, &str, &[bool])] = &[
    (
        Language::German,
        "Am 12. Mai 2024 begann es.",
        "Beginn am 12.05.2024",
        &[true],
    ),
    (
        Language::German,
        "Am 12.05.2024 begann es.",
        "Beginn am 12. Mai 2024",
        &[true, true],
    ),
    (
        Language::German,
        "Am 13. Mai 2024 begann es.",
        "Beginn am 12.05.2024",
        &[false],
    ),
    (
        Language::German,
        "Am 12. Mai 2024 kam er mit 14 Leuten.",
        "Am 14.05.2024",
        &[false],
    ),
    (Language::German, "Um 19:30 Uhr.", "Um 19.30 Uhr", &[true]),
    (
        Language::German,
        "Um 19.30 Uhr.",
        "Um 19:30 Uhr",
        &[true, true],
    ),
    (
        Language::German,
        "Um 19:30 kamen 7 Leute.",
        "Um 7.30 Uhr",
        &[false],
    ),
    (
        Language::English,
        "It began on May 12, 2024.",
        "Began on 2024-05-12",
        &[true, true, true],
    ),
    (
        Language::English,
        "In May 2024 it began.",
        "It lost 5 men",
        &[false],
    ),
    (
        Language::English,
        "It was the second of May.",
        "The 2nd of May",
        &[true],
    ),
    (
        Language::English,
        "For the second time.",
        "It lost 2 men",
        &[false],
    ),
    (
        Language::English,
        "In the twenty-first century.",
        "In the 21st century",
        &[true],
    ),
    (Language::English, "There were 23 men.", "20 men", &[false]),
    (
        Language::English,
        "It took two and a half years.",
        "2.5 years",
        &[true],
    ),
    (
        Language::English,
        "It has 4GB and 1.5GHz.",
        "4 GB and 1.5 GHz here",
        &[true; 4],
    ),
    (
        Language::English,
        "It has 4 GB and 1.5 GHz.",
        "4GB and 1.5GHz here",
        &[true; 4],
    ),
    (
        Language::English,
        "It has 4 GB and 5G.",
        "8GB and 6G here",
        &[false, true, false],
    ),
    (
        Language::English,
        "It has 8 rooms and 5 MW.",
        "8GB and 5GW here",
        &[true, false, true, false],
    ),
    (
        Language::English,
        "TB fell in 2020.",
        "In 2020 TB fell",
        &[true, true],
    ),
    (
        Language::German,
        "500.000 neue Wärmepumpen",
        "500.000 Wärmepumpen",
        &[true],
    ),
    (
        Language::German,
        "Ein 300-PS-Motor und 3.500 Kilowattstunden",
        "300 PS und 3.500 kWh",
        &[true, true, true],
    ),
    (
        Language::English,
        "There were 8 rooms.",
        "about 8GB here",
        &[true, false],
    ),
    (
        Language::English,
        "Profit fell for three quarters.",
        "For 3 quarters",
        &[true],
    ),
    (
        Language::English,
        "There were 18 men.",
        "Around 20 May",
        &[false, false],
    ),
    (
        Language::Chinese,
        "手机配备4GB内存。",
        "手机配备 4 GB 内存",
        &[true, true],
    ),
    (
        Language::Chinese,
        "手机配备8GB内存。",
        "手机配备16GB内存",
        &[false, true],
    ),
    (
        Language::Chinese,
        "2024.5.12开始",
        "2024年5月12日",
        &[true, true, true],
    ),
    (
        Language::Chinese,
        "失业率为2.5%",
        "失业率为百分之二点五",
        &[true],
    ),
    (
        Language::Persian,
        "در ۱۲ اردیبهشت ۱۴۰۳ بود.",
        "۱۴۰۳/۲/۱۲",
        &[true, true, true],
    ),
    (
        Language::Persian,
        "۲ هزار و ۵۰۰ میلیارد تومان",
        "۲۵۰۰ میلیارد",
        &[true],
    ),
    (
        Language::Persian,
        "سه‌نفر و هزار کارگر",
        "۳ نفر و ۱۰۰۰ کارگر",
        &[true, true],
    ),
];

#[test]
fn numbers_are_held_as_people_write_them() {
    for (language, document, summary, wanted) in CASES {
        let held = is_held(document, summary, *language);
        assert_eq!(held, *wanted, "{summary} of {document}");
    }
}
