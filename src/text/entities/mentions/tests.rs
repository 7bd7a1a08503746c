use super::*;

fn found(text: &str, language: Language) -> Vec<String> {
    let said = |mention: Mention| match mention.said {
        Meaning::Date { day, month, year } => {
            let part = |part: Option<u32>| part.map_or("-".to_owned(), |part| part.to_string());
            format!("{} {month} {}", part(day), part(year))
        }
        Meaning::Time { hour, minute } => format!("{hour}:{minute}"),
        Meaning::Ordinal(place) => format!("#{place}"),
    };
    mentions(text, language).into_iter().map(said).collect()
}

#[test]
fn mentions_are_read_as_people_write_them() {
    for (language, text, wanted) in [
        (
            Language::German,
            "12.05.2024, 1.2.3, 12.05. und Am 1.5. kam Version 3.5. heraus, 12. Mai 2024, Mai 2024, 3. März, Sept 2001",
            "12 5 2024, 12 5 -, 1 5 -, 12 5 2024, - 5 2024, 3 3 -, - 9 2001",
        ),
        (
            Language::German,
            "19.30 Uhr, 19:30, 19 Uhr, 12.05 Euro, Zweiter, achten, der 8. Mann, im Mai, gewinnt 3:1. Kane",
            "19:30, 19:30, 19:0, #2, #8",
        ),
        (
            Language::English,
            "May 12, 2024, 12th of May, Sept. 3, 12 March 2024, April 2024, may 3, Marc 5, May the best",
            "12 5 2024, 12 5 -, 3 9 -, 12 3 2024, - 4 2024",
        ),
        (
            Language::English,
            "2024-05-12, 12/5/2024, 5/31/2024, 31.13.2024, 7.30pm, 7.30 p.m., 3.5 amps, 7 PM, 9:05",
            "12 5 2024, 12 5 2024, 31 5 2024, 19:30, 19:30, 19:0, 9:5",
        ),
        (
            Language::English,
            "2nd, second, Twenty-second, twenty men, twelfth, 3 thirds",
            "#2, #2, #22, #12",
        ),
        (
            Language::Chinese,
            "2024年5月12日，5月12号，2024年5月，19:30，19点30分，19时，2024.5.12，5月，增长5%，月均",
            "12 5 2024, 12 5 -, - 5 2024, 19:30, 19:30, 19:0, 12 5 2024, - 5 -",
        ),
        (
            Language::Persian,
            "۱۲ اردیبهشت ۱۴۰۳، ۱۴۰۳/۲/۱۲، دي ۱۴۰۳، ساعت ۱۹:۳۰، ۲:۱",
            "12 2 1403, 12 2 1403, - 10 1403, 19:30",
        ),
        (Language::English, "", ""),
    ] {
        assert_eq!(found(text, language).join(", "), wanted, "{text}");
    }
}

#[test]
fn a_date_says_its_parts() {
    let mentioned = Mentioned::of("It began on 12 May 2024.", Language::English);
    let holds = |text| {
        let said = mentions(text, Language::English);
        !said.is_empty() && said.iter().all(|mention| mentioned.hold(&mention.said))
    };
    assert!(holds("May 2024, 12 May, May 12, 2024"));
    assert!(!holds("13 May") && !holds("May 2023") && !holds("2:30"));
    let undated = Mentioned::of("It began in May 2024.", Language::English);
    let day = &mentions("12 May 2024", Language::English)[0];
    assert!(!undated.hold(&day.said));
}

#[test]
fn long_texts_are_read_in_linear_time() {
    for (language, unit) in [
        (Language::German, "1."),
        (Language::German, "12. "),
        (Language::English, "May "),
        (Language::English, "twenty-"),
        (Language::English, "2nd of "),
        (Language::Chinese, "2024年5月"),
    ] {
        mentions(&unit.repeat(600_000 / unit.len()), language);
    }
    assert_eq!(found(&"9".repeat(100_000), Language::English), [""; 0]);
}
