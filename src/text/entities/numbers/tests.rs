use super::*;

fn values(language: Language, text: &str) -> Vec<String> {
    let found = numbers(text, language).into_iter();
    found.map(|number| number.value).collect()
}

/// Numbers of texts, by language.
const CASES: &[(Language, &str, &[&str])] = &[
    (
        Language::Chinese,
        "97.42 万亿元 48 亿 3 个 2\u{A0}万 6 成 5\u{202F}千万",
        &[
            "97420000000000",
            "4800000000",
            "3",
            "20000",
            "60",
            "50000000",
        ],
    ),
    (
        Language::Chinese,
        "2023 万科，2023 百度，3 千米，8 成员，5  万",
        &["2023", "2023", "3", "8", "5"],
    ),
    (
        Language::Chinese,
        "六成，一成员，两百多万，200多万，2千多万，十余万，数十万，几十亿，200多百姓，200 多亿",
        &[
            "60",
            "1",
            "2000000",
            "2000000",
            "20000000",
            "100000",
            "200",
            "20000000000",
        ],
    ),
    (
        Language::Chinese,
        "三点五亿，十二点二五万亿，三点五十分，三点，五点二，三点万象",
        &["350000000", "12250000000000", "3", "50", "3", "5", "2", "3"],
    ),
    (
        Language::English,
        "Twenty-two people, two hundred, one, a million, half a million, a dog, half a dog, \
        one hundred and fifty thousand, thirteen, ninety nine, twelve hundred, a hundred and one, \
        someone, a, half",
        &[
            "22", "200", "1", "1000000", "500000", "150000", "13", "99", "1200", "101",
        ],
    ),
    (
        Language::German,
        "eine Million, ein Hund, einundzwanzig, zweihundert, Zwanzig, hundertfünf, dreißig, dreissig, \
        siebenhundertsiebenundsiebzigtausendsiebenhundertsiebenundsiebzig, zwei Tausend, eins, \
        hundertein, neunzehnhundert, hunderthundert, tausendtausend, undzwanzig, Hundertschaft",
        &[
            "1000000", "21", "200", "20", "105", "30", "30", "2000", "1", "101", "1900",
        ],
    ),
    (
        Language::Persian,
        "۵ هزار میلیارد تومان، دو هزار میلیارد، ۳ هزار",
        &["5000000000000", "2000000000000", "3000"],
    ),
    (
        Language::English,
        "$1.3B, 2b, 3 B, 5 thousand billion, 5 million m, 2\u{202F}million",
        &[
            "1300000000",
            "2000000000",
            "3",
            "5000000000000",
            "5000000",
            "2000000",
        ],
    ),
    (
        Language::Persian,
        "۱،۲۰۰ نفر، ۳،۵، ۱،۲۰۰،۵۰۰",
        &["1200", "3", "5", "1200500"],
    ),
    (
        Language::English,
        "the 90s, '80s, 1990s, 1,990s, 20s, 35s, 90st, 0990s",
        &["1990", "1980", "1990", "1990", "20", "35", "90", "990"],
    ),
    (
        Language::German,
        "die 90er, 80ern, 1990er-Jahre, 20er, 90s",
        &["1990", "1980", "1990", "20", "90"],
    ),
    (
        Language::English,
        "A quarter of a million, half of a million, three quarters of a billion, a third of a million, a crowd of a million, \
        no one, No-one, two dozen, a dozen, half a dozen, one and a half million, 2 and a half million, two and a half men, \
        one-and-a-half billion, a quarter of an hour, half a half million, a million and a half, for three quarters",
        &[
            "250000",
            "500000",
            "750000000",
            "1000000",
            "24",
            "12",
            "6",
            "1500000",
            "2500000",
            "2",
            "1500000000",
            "500000",
            "1500000",
            "3",
        ],
    ),
    (
        Language::German,
        "anderthalb Millionen, zweieinhalb Jahre, eine halbe Million, ein halber Tag, zwei Dutzend, ein Dutzend, halbes Dutzend, einhalb",
        &["1500000", "2.5", "500000", "24", "12", "6"],
    ),
    (
        Language::Persian,
        "هزار نفر، چند هزار نفر، ده‌ها هزار نفر، چندین هزار، دو و نیم میلیون، ۲ و نیم میلیارد، نیم میلیون، پنج و نیم، سه‌نفر، نه‌تنها، ۵ ميليون",
        &[
            "1000",
            "2500000",
            "2500000000",
            "500000",
            "5",
            "3",
            "5000000",
        ],
    ),
    (
        Language::Chinese,
        "百分之二点五，百分之六十，六成四，6成4，超6成员工，六成四千，3成5年内，近10成员国，八成二手房，六成四的人",
        &[
            "2.5", "60", "64", "64", "60", "60", "4000", "30", "5", "10", "80", "2", "64",
        ],
    ),
    (
        Language::German,
        "5 Tsd. Euro, eine Billion, 10 000",
        &["5000", "1000000000000", "10", "0"],
    ),
    (
        Language::Persian,
        "بیست و یک نفر، دویست و سی و پنج، یک کتاب، یک میلیون، صد و ده هزار، سه و چهار، بیست و سی، سه‌شنبه، بی‌بی‌سی",
        &["21", "235", "1000000", "110000", "3", "4", "20", "30"],
    ),
];

/// Other readings of texts.
const APART: &[(Language, &str, &[&str])] = &[
    (
        Language::Chinese,
        "1亿2000万元，3万5千2百，5万6，3万4万，1.5亿2千，2千3百1",
        &[
            "120000000",
            "35200",
            "50000",
            "6",
            "30000",
            "40000",
            "150000000",
            "2000",
            "2300",
            "1",
        ],
    ),
    (
        Language::German,
        "10 000 Menschen, 3’000, 1'234’567, 2\u{202F}500,50 Euro, 12\u{A0}300 Mio",
        &["10000", "3000", "1234567", "2500.5", "12300000000"],
    ),
    (
        Language::German,
        "2024 300, 10 00, 10 0000, 1.200 300, 10  000, 10 000.000 1",
        &[
            "2024", "300", "10", "0", "10", "0", "1200", "300", "10", "0", "10000000", "1",
        ],
    ),
    (Language::English, "2024 300 of 12 men, 5' 300, 7/8", &[]),
    (
        Language::Persian,
        "۳/۵ درصد، ۲/۵ میلیون، ۱۴۰۲/۵/۳",
        &["3.5", "2500000", "1402.5.3"],
    ),
    (
        Language::Persian,
        "۲ میلیون و ۳۰۰ هزار و ۵۰۰ نفر، دو میلیون و سیصد هزار",
        &["2300500", "2300000"],
    ),
    (
        Language::Persian,
        "۵ هزار و ۲ هزار، ۱٫۵ هزار و ۲، ۵ و ۲",
        &[],
    ),
    (
        Language::Persian,
        "۲ هزار و ۵۰۰ میلیارد تومان، هزار و ۵۰۰، پنج و نیم، یک و نیم درصد",
        &["2500000000000", "1500", "5.5", "1.5"],
    ),
    (
        Language::English,
        "One thousand two hundred, two million three hundred thousand and five, 2 million and 300 men, two and a half years, \
        97 million 2023 dollars, the 90s and five",
        &[
            "1200", "2300005", "2000000", "300", "2.5", "97000000", "2023", "1990", "5",
        ],
    ),
    (
        Language::German,
        "zwei Millionen fünfhunderttausend, eine Million und zweihundert",
        &["2500000", "1000200"],
    ),
];

#[test]
fn numerals_that_can_mean_something_else_are_not_sure() {
    let text = "六成，一成员，十余万，三点五亿，三点五，二十";
    let found = numbers(text, Language::Chinese).into_iter();
    let sure: Vec<_> = found.filter(|number| number.is_sure).collect();
    let sure: Vec<_> = sure
        .iter()
        .map(|number| &text[number.span.clone()])
        .collect();
    assert_eq!(sure, ["十余万", "三点五亿", "二十"]);
}

#[test]
fn digits_that_may_belong_to_a_name_are_not_sure() {
    let text = "COVID-19, Covid-19, Top-10, MH370, mid-2024, Mid-2024, top-10, A 7, Ten - 8";
    let found = numbers(text, Language::English).into_iter();
    let found: Vec<_> = found.map(|number| (number.value, number.is_sure)).collect();
    let found: Vec<_> = found
        .iter()
        .map(|(value, sure)| (&**value, *sure))
        .collect();
    assert_eq!(
        found,
        [
            ("19", false),
            ("10", false),
            ("2024", true),
            ("2024", true),
            ("10", true),
            ("7", true),
            ("10", false),
            ("8", true),
        ]
    );
}

#[test]
fn other_readings_join_parts() {
    for (language, text, wanted) in APART {
        let found = numbers_apart(text, *language).into_iter();
        let values: Vec<_> = found.map(|number| number.value).collect();
        assert_eq!(values, *wanted, "{text}");
    }
}

#[test]
fn numbers_are_read_as_people_write_them() {
    for (language, text, wanted) in CASES {
        assert_eq!(values(*language, text), *wanted, "{text}");
    }
}
