use super::*;

fn found<'s>(language: Language, document: &str, summary: &'s str) -> Vec<&'s str> {
    contradicted(document, summary, language)
        .into_iter()
        .map(|span| &summary[span])
        .collect()
}

fn english<'s>(document: &str, summary: &'s str) -> Vec<&'s str> {
    found(Language::English, document, summary)
}

#[test]
fn a_number_is_contradicted_where_the_document_says_the_same_with_another() {
    let document =
        "The port sold 4,200 tickets in May. Fares rose by 3.5 percent, and 12 ferries left.";
    assert_eq!(
        english(document, "Port sold 4,800 tickets in May"),
        ["4,800"]
    );
    // Of a number that the document holds elsewhere, two words say too little.
    let turned = "Fares rose by 12 percent, 3.5 ferries left";
    assert_eq!(english(document, turned), ["12"]);
    assert_eq!(english(document, "Only 12.5 ferries left"), ["12.5"]);
    assert_eq!(
        english(
            document,
            "Port sold 4200 tickets in May; fares rose by 3.5 percent"
        ),
        [""; 0]
    );
    // One word alone says little, and what nothing contradicts may be true.
    assert_eq!(english(document, "All 14 ferries are new"), [""; 0]);
    assert_eq!(english(document, "In 2019 the port was new"), [""; 0]);
    assert_eq!(
        (english(document, ""), english("", "12 ferries left")),
        (vec![], vec![])
    );
}

#[test]
fn what_the_document_says_with_both_numbers_is_contradicted_by_the_nearer_one() {
    let document = "In May 9 ferries left the port, in June 12 ferries left the port.";
    assert_eq!(english(document, "12 ferries left the port"), [""; 0]);
    assert_eq!(english(document, "9 ferries left the port"), [""; 0]);
    assert_eq!(english(document, "In May 12 ferries left"), ["12"]);
    assert_eq!(english(document, "In June 30 ferries left"), ["30"]);
}

#[test]
fn a_rounded_number_a_number_word_and_another_scale_contradict_nothing() {
    let document = "The bridge cost 97.42 million euros, and five ferries left in the morning.";
    assert_eq!(
        english(document, "The bridge cost 97 million euros"),
        [""; 0]
    );
    assert_eq!(english(document, "The bridge cost 97.42 euros"), [""; 0]);
    assert_eq!(
        english(document, "And 5 ferries left in the morning"),
        [""; 0]
    );
    assert_eq!(
        english(document, "And 6 ferries left in the morning"),
        [""; 0]
    );
    assert_eq!(
        english(document, "The bridge cost 97.42 billion euros"),
        ["97.42 billion"]
    );
    assert_eq!(
        english(document, "The bridge cost 87 million euros"),
        ["87 million"]
    );
}

#[test]
fn number_words_are_the_same_as_digits_and_contradict_nothing() {
    let document = "About twenty-two ferries left the port, one in the morning.";
    assert_eq!(english(document, "About 22 ferries left the port"), [""; 0]);
    assert_eq!(english(document, "About 23 ferries left the port"), [""; 0]);
    let digits = "About 22 ferries left the port, 3 in the morning.";
    assert_eq!(
        english(digits, "A ferry left the port, one in the morning"),
        [""; 0]
    );
    let german = "Am Montag verließen 9 Schiffe den Hafen von Arlo.";
    let article = "Am Montag verließ ein Schiff den Hafen von Arlo";
    assert_eq!(found(Language::German, german, article), [""; 0]);
}

#[test]
fn a_number_that_is_not_clear_may_be_the_same() {
    let document = "In May one of the ferries left. In June 9 of the ferries left.";
    assert_eq!(english(document, "4 of the ferries left"), [""; 0]);
    // 12 million and 900 thousand, of which 12 million is a part.
    let document = "در تهران ۱۲ میلیون و ۹۰۰ هزار نفر آمدند. در شیراز ۱۵ میلیون نفر آمدند.";
    let contradicted = |summary| found(Language::Persian, document, summary);
    assert_eq!(contradicted("در تهران ۱۲ میلیون نفر آمدند"), [""; 0]);
    assert_eq!(contradicted("در شیراز ۱۲ میلیون نفر آمدند"), ["۱۲ میلیون"]);
}

#[test]
fn marks_that_stand_alone_leave_it_open_what_the_number_is() {
    let apart = "About 3 , 000 people came by ferry .";
    assert_eq!(english(apart, "About 3,000 people came"), [""; 0]);
    assert_eq!(
        english(
            "About 3,000 people came by ferry.",
            "About 3 , 000 people came"
        ),
        [""; 0]
    );
    assert_eq!(english(apart, "About 4,000 people came"), [""; 0]);
    assert_eq!(
        english(
            "On May 3 , 200 people came by ferry .",
            "200 people came by ferry"
        ),
        [""; 0]
    );
    assert_eq!(
        english(
            "In May , 3 , 000 people took 12 new ferries",
            "People took 13 new ferries"
        ),
        ["13"]
    );
}

#[test]
fn a_word_with_a_digit_is_compared_with_those_of_the_same_letters() {
    let document = "The file is stored as mp4 on the ferry, and the G20 met in the port.";
    assert_eq!(
        english(document, "File is stored as MP3 on the ferry"),
        ["MP3"]
    );
    assert_eq!(
        english(document, "File is stored as ogg3 on the ferry"),
        [""; 0]
    );
    assert_eq!(english(document, "The G7 met in the port"), ["G7"]);
    assert_eq!(english(document, "The 20 met in the port"), [""; 0]);
}

#[test]
fn a_measure_is_rounded_and_a_decade_is_written_in_two_ways() {
    let document = "The line is 498km long, it opened in the 1990s with its 498th ferry.";
    assert_eq!(english(document, "Line is 500km long"), [""; 0]);
    assert_eq!(english(document, "Line is 700km long"), ["700km"]);
    assert_eq!(english(document, "Line is 500mi long"), [""; 0]);
    assert_eq!(english(document, "It opened in the 90s with"), [""; 0]);
    assert_eq!(english(document, "It opened in the 80s with"), ["80s"]);
    assert_eq!(english(document, "It opened in the 2000s with"), ["2000s"]);
    assert_eq!(english(document, "With its 500th ferry"), ["500th"]);
    // Of a measure that the document gives elsewhere, two words say too little.
    let document = "The line is 300km long, the other one has 498km of rails.";
    assert_eq!(english(document, "Line is 500km, the"), [""; 0]);
    assert_eq!(english(document, "Line is 700km, the"), ["700km"]);
    let german = |document, summary| found(Language::German, document, summary);
    let document = "Die Linie wurde in den 90er Jahren eröffnet.";
    assert_eq!(
        german(document, "Linie wurde in den 1990er Jahren eröffnet"),
        [""; 0]
    );
    assert_eq!(
        german(document, "Linie wurde in den 1980er Jahren eröffnet"),
        ["1980er"]
    );
}

#[test]
fn a_word_is_contradicted_where_the_document_has_another_between_five_words() {
    let document = "The council opened the library on the harbour in May, and the mayor left.";
    assert_eq!(
        english(document, "Council opened the museum on the harbour"),
        ["museum"]
    );
    assert_eq!(
        english(document, "Council opened the libraries on the harbour"),
        [""; 0]
    );
    // What the document holds elsewhere may stand here too, and four words are too few.
    assert_eq!(
        english(document, "Council opened the mayor on the harbour"),
        [""; 0]
    );
    assert_eq!(english(document, "Opened the museum on the"), [""; 0]);
    assert_eq!(
        english(
            "Opened the library on the harbour tickets",
            "opened the library on the harbour fares"
        ),
        [""; 0]
    );
    assert_eq!(
        english(document, "The council opened the 12 on the harbour in May"),
        [""; 0]
    );
    let chinese = found(
        Language::Chinese,
        "市议会五月在港口开放图书馆",
        "市议会五月在海口开放图书馆",
    );
    assert_eq!(chinese, [""; 0]);
    let german = "Der Rat öffnete die Bibliothek am Hafen im Mai.";
    assert_eq!(
        found(
            Language::German,
            german,
            "Der Rat öffnete die Schule am Hafen im"
        ),
        ["Schule"]
    );
}

#[test]
fn numbers_of_other_units_contradict_nothing() {
    for (language, document, summary) in [
        (
            Language::English,
            "Revenue rose by $3 million, or 5 percent",
            "Revenue rose by 5 percent",
        ),
        (
            Language::English,
            "He paid a fine of $1.3bn (£1bn)",
            "He paid a fine of £1bn",
        ),
        (
            Language::English,
            "He paid a fine of $1.3bn",
            "He paid a fine of £1.1bn",
        ),
        (
            Language::English,
            "It is located about 19 miles (30 km) away",
            "It is located about 30 km away",
        ),
        (
            Language::English,
            "It is located about 19 miles away",
            "It is located about 30 km away",
        ),
        (
            Language::Chinese,
            "港口线路销量增长3万张，增幅5%",
            "港口线路销量增长5%",
        ),
        (
            Language::German,
            "Der Umsatz stieg um 3 Millionen Euro oder 5 Prozent",
            "Umsatz stieg um 5 Prozent",
        ),
    ] {
        assert_eq!(found(language, document, summary), [""; 0], "{summary}");
    }
}

#[test]
fn rough_numbers_and_numbers_in_words_contradict_nothing() {
    let document = "23 people were in the port. Twenty tickets were sold there, 5 tickets were sold elsewhere.";
    assert_eq!(
        english(document, "More than 20 people were in the port"),
        [""; 0]
    );
    assert_eq!(english(document, "25 people were in the port"), ["25"]);
    assert_eq!(english(document, "20 tickets were sold"), [""; 0]);
    let german = "3 000 Menschen kamen zum Hafen, nach Covid-19 waren es 500";
    assert_eq!(
        found(Language::German, german, "3.000 Menschen kamen zum Hafen"),
        [""; 0]
    );
}

#[test]
fn short_words_that_begin_alike_may_be_forms_of_one() {
    let document = "The team won the cup in the harbour.";
    assert_eq!(
        english(document, "The team wins the cup in the harbour"),
        [""; 0]
    );
    assert_eq!(
        english(document, "The team lost the cup in the harbour"),
        ["lost"]
    );
}

#[test]
fn nothing_agrees_beyond_the_sentence_of_a_document() {
    let document = "The company sold 300 ferries. In May it sold 400 ferries.";
    assert_eq!(
        english(document, "Company sold 400 ferries in May"),
        [""; 0]
    );
    assert_eq!(
        english(document, "Company sold 500 ferries in May"),
        ["500"]
    );
}

#[test]
fn sentences_of_a_summary_are_looked_at_one_by_one() {
    let document = "In the port 12 ferries left. Nobody came. The mayor left in May 2019.";
    // Without an end between them, `left` would stand before 2020.
    assert_eq!(
        english(
            "The ferry left 2019 tickets.",
            "The ferry left. 2020 tickets"
        ),
        [""; 0]
    );
    for copy in [
        "In the port 12 ferries left.",
        "The mayor left in May 2019. In the port 12 ferries left.",
    ] {
        assert_eq!(english(document, copy), [""; 0], "{copy}");
    }
}

#[test]
fn languages_write_numbers_in_their_own_way() {
    let chinese = |document, summary| found(Language::Chinese, document, summary);
    let document = "港口前4个月共售票３３万张，同比增长2.2%，五月九日通车。";
    assert_eq!(chinese(document, "港口前5个月共售票33万张"), ["5"]);
    assert_eq!(chinese(document, "港口售票23万张，增长2.2%"), ["23万"]);
    assert_eq!(chinese(document, "港口前四个月售票330000张"), [""; 0]);
    let persian = |document, summary| found(Language::Persian, document, summary);
    assert_eq!(
        persian("در این ماه ۲۰ کشتی از بندر رفت", "30 کشتی از بندر رفت"),
        ["30"]
    );
    assert_eq!(
        persian("در این ماه ۲۰ کشتی از بندر رفت", "20 کشتی از بندر رفت"),
        [""; 0]
    );
    assert_eq!(
        persian("بهای بلیت ۲۰درصد بیشتر شد", "بهای بلیت 20درصد بیشتر شد"),
        [""; 0]
    );
    let german = |document, summary| found(Language::German, document, summary);
    let document = "Der Hafen verkaufte 4.200 Karten, 3,5 Prozent mehr als im Mai.";
    assert_eq!(
        german(document, "Hafen verkaufte 4200 Karten, 3,5 Prozent mehr"),
        [""; 0]
    );
    assert_eq!(
        german(document, "Hafen verkaufte 4.300 Karten, 4,5 Prozent mehr"),
        ["4.300", "4,5"]
    );
}

#[test]
fn only_the_first_words_and_numbers_are_compared() {
    let [of_document, of_summary] = MOST;
    let document = "7 ".repeat(of_document - 3) + "then 12 ferries left";
    assert_eq!(english(&document, "then 13 ferries left"), [""; 0]);
    assert_eq!(english(&document[2..], "then 13 ferries left"), ["13"]);
    let summary = "7; ".repeat(of_summary) + "then 13 ferries left";
    assert_eq!(english("7, then 12 ferries left", &summary), [""; 0]);
    assert_eq!(english("7, then 12 ferries left", &summary[3..]), ["13"]);
}
