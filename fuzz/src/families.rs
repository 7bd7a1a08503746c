//! Texts that are made to be dear: each family is one way in which texts of strangers differ from prose.

/// A family by its name: a text of about so many bytes.
pub type Family = (&'static str, fn(usize) -> String);

/// Every family.
pub const FAMILIES: &[Family] = &[
    ("prose", |n| cycle(PROSE, n)),
    ("no blanks", |n| "ab".repeat(n / 2)),
    ("one word", |n| "harbour ".repeat(n / 8)),
    ("other words", |n| {
        numbered(n, |at| format!("w{} ", at * 7919))
    }),
    ("other names", |n| {
        numbered(n, |at| format!("Ana Roe{at} said. "))
    }),
    ("one sentence", |n| "The line opens. ".repeat(n / 16)),
    ("near-duplicates of a sentence", |n| {
        numbered(n, |at| format!("The harbour line number {at} opens in May. "))
    }),
    ("long words", |n| {
        numbered(n, |at| {
            format!("{}{at} ", "Donaudampfschifffahrtsgesellschaft".repeat(30))
        })
    }),
    ("two letters", |n| "a. ".repeat(n / 3)),
    ("Chinese without marks", |n| {
        "市政府宣布通往港口的地铁新线将开通"
            .chars()
            .cycle()
            .take(n / 3)
            .collect()
    }),
    ("Chinese", |n| {
        cycle(
            "市政府昨天宣布，通往港口的地铁新线将于五月开通。总投资48亿元。",
            n,
        )
    }),
    ("Persian", |n| {
        cycle(
            "شورای شهر اعلام کرد که خط تازهٔ تراموا در ۳ خرداد باز می‌شود. ",
            n,
        )
    }),
    ("German", |n| {
        cycle(
            "Die neue Straßenbahn wird am 3. Mai eröffnet, z. B. am Hafen. ",
            n,
        )
    }),
    ("brackets", |n| {
        format!("{}{}", "(".repeat(n / 2), ")".repeat(n / 2))
    }),
    ("open brackets", |n| "a (b ".repeat(n / 5)),
    ("digits", |n| "1".repeat(n)),
    ("numbers", |n| numbered(n, |at| format!("{at} euros, "))),
    ("grouped digits", |n| "1,234.".repeat(n / 6)),
    ("dates", |n| {
        numbered(n, |at| format!("{} May {}, ", 1 + at % 28, 1900 + at % 200))
    }),
    ("combining marks", |n| {
        format!("a{}", "\u{301}".repeat(n / 2))
    }),
    ("quotes", |n| "\"".repeat(n)),
    ("open quotes", |n| "“a ".repeat(n / 5)),
    ("deep quotes", |n| {
        format!("{}a{}", "“‘".repeat(n / 12), "’”".repeat(n / 12))
    }),
    ("quoted", |n| "\"Late\", he said. ".repeat(n / 17)),
    ("dots", |n| ".".repeat(n)),
    ("blanks", |n| format!("a{}b", " ".repeat(n))),
    ("line ends", |n| "a\n".repeat(n / 2)),
    ("table", |n| {
        numbered(n, |at| format!("| {at} | Roe | {} |\n", at * 31 % 97))
    }),
    ("list", |n| numbered(n, |at| format!("- item {at} opens\n"))),
    ("nested list", |n| {
        numbered(n, |at| format!("{}- x\n", " ".repeat(at % 64)))
    }),
    ("headings", |n| {
        numbered(n, |at| format!("# Part {at}\n\nIt opens.\n\n"))
    }),
    ("mails", |n| {
        cycle(
            "> > On 3 May, Ana wrote:\n> The line opens.\n\nFrom: a@b.org\n",
            n,
        )
    }),
    ("markup", |n| "<p><b>a</b>&amp;</p>".repeat(n / 20)),
    ("addresses", |n| {
        numbered(n, |at| format!("https://a.b/{at}?x=y ana{at}@b.org "))
    }),
    ("hyphens", |n| "a-".repeat(n / 2)),
    ("capitals", |n| "ABC ".repeat(n / 4)),
    ("mixed scripts", |n| cycle("harbour港口خط Straße 48億 ", n)),
    ("emoji", |n| "👨\u{200d}👩\u{200d}👧".repeat(n / 18)),
    ("negations", |n| "It is not no never open. ".repeat(n / 25)),
    ("joiners", |n| "می\u{200c}".repeat(n / 7)),
    ("control characters", |n| {
        "a\u{7}\u{0}\u{202e}".repeat(n / 6)
    }),
];

const PROSE: &str = "The harbour line opens on 3 May 2024, Ana Roe said on Monday. It links the town and the \
    station, and it cost 48.5 million euros (up 12%). Work was delayed twice. ";

fn cycle(text: &str, bytes: usize) -> String {
    text.repeat(bytes / text.len() + 1)
}

fn numbered(bytes: usize, part: impl Fn(usize) -> String) -> String {
    let mut text = String::with_capacity(bytes + 64);
    let mut at = 0;
    while text.len() < bytes {
        text.push_str(&part(at));
        at += 1;
    }
    text
}
