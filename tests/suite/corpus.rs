//! Preparation of generated corpora.

use std::collections::{BTreeMap, BTreeSet};

use epitome::ErrorKind;
use epitome::corpus::gigaword::UNKNOWN;
use epitome::corpus::{
    ArmanOptions, CorpusPair, GigawordOptions, Objective, PreparedCorpus, Recipe, Split,
    prepare_corpus,
};
use epitome::metrics::WordVectors;
use epitome::text::Language;

fn pair(document: &str, summary: &str) -> CorpusPair {
    CorpusPair {
        document: document.into(),
        summary: summary.into(),
    }
}

fn gigaword(pairs: &[CorpusPair], options: GigawordOptions) -> PreparedCorpus {
    prepare_corpus(pairs, &Recipe::Gigaword(options)).unwrap()
}

fn arman(pairs: &[CorpusPair], options: ArmanOptions) -> PreparedCorpus {
    prepare_corpus(pairs, &Recipe::Arman(Box::new(options))).unwrap()
}

fn english() -> ArmanOptions {
    ArmanOptions {
        language: Language::English,
        ..Default::default()
    }
}

/// What a rule was given and what it left.
fn count(prepared: &PreparedCorpus, rule: &str) -> (usize, usize) {
    let counts: Vec<_> = prepared
        .counts
        .iter()
        .filter(|count| count.rule == rule)
        .collect();
    assert_eq!(counts.len(), 1, "{rule}");
    (counts[0].before, counts[0].after)
}

/// A generated pair: some are too short, some headlines too long, and some
/// words are rare.
fn generated(i: usize) -> CorpusPair {
    let words = |count: usize, offset: usize| -> String {
        let words = (0..count).map(|j| format!("Word{}", (i * 7 + j * 13 + offset) % 97));
        words.collect::<Vec<_>>().join(", ")
    };
    let rare = if i % 10 == 3 {
        format!(" rare{i}")
    } else {
        String::new()
    };
    CorpusPair {
        document: format!("{}{rare}.", words(2 + i % 23, 0)),
        summary: format!("{}!{rare}", words(1 + i % 37, 5)),
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn gigaword_keeps_what_its_rules_say() {
    let pairs: Vec<CorpusPair> = (0..3_000).map(generated).collect();
    let prepared = gigaword(&pairs, GigawordOptions::default());

    // The same by counting in the generated rows.
    let tokens = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_alphanumeric())
            .filter(|token| !token.is_empty())
            .map(str::to_lowercase)
            .collect()
    };
    let mut rows: Vec<(usize, Vec<String>, Vec<String>)> = pairs
        .iter()
        .enumerate()
        .map(|(i, pair)| (i, tokens(&pair.document), tokens(&pair.summary)))
        .collect();
    assert_eq!(count(&prepared, "document-length").0, 3_000);
    rows.retain(|row| row.1.len() >= 5);
    assert_eq!(count(&prepared, "document-length").1, rows.len());
    rows.retain(|row| row.2.len() <= 30);
    assert_eq!(count(&prepared, "headline-length").1, rows.len());
    let mut seen: BTreeMap<&String, usize> = BTreeMap::new();
    for token in rows.iter().flat_map(|row| row.1.iter().chain(&row.2)) {
        *seen.entry(token).or_default() += 1;
    }
    let known = |token: &String| seen[token] >= 4;
    let kept = seen.keys().filter(|token| known(token)).count();
    assert_eq!(count(&prepared, "rare-tokens"), (seen.len(), kept));
    assert!(kept < seen.len());
    let expected: BTreeMap<usize, (String, String)> = rows
        .iter()
        .filter(|row| row.2.iter().filter(|token| known(token)).count() >= 3)
        .map(|row| {
            let join = |tokens: &[String]| {
                let tokens: Vec<&str> = tokens
                    .iter()
                    .map(|token| {
                        if known(token) {
                            token.as_str()
                        } else {
                            UNKNOWN
                        }
                    })
                    .collect();
                tokens.join(" ")
            };
            (row.0, (join(&row.1), join(&row.2)))
        })
        .collect();
    assert_eq!(
        count(&prepared, "known-tokens"),
        (rows.len(), expected.len())
    );
    assert_eq!(prepared.rows.len(), expected.len());
    for row in &prepared.rows {
        let (document, summary) = &expected[&row.index];
        assert_eq!((&row.document, &row.summary), (document, summary));
    }
    assert!(
        prepared
            .rows
            .iter()
            .any(|row| row.summary.contains(UNKNOWN))
    );
    assert!(
        prepared
            .rows
            .windows(2)
            .all(|pair| pair[0].index < pair[1].index)
    );
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn gigaword_splits_and_samples_at_random() {
    let pairs: Vec<CorpusPair> = (0..3_000).map(generated).collect();
    let options = GigawordOptions::default();
    let sizes = |prepared: &PreparedCorpus| {
        let size = |split| {
            prepared
                .rows
                .iter()
                .filter(|row| row.split == Some(split))
                .count()
        };
        [Split::Train, Split::Dev, Split::Test].map(size)
    };
    let all = gigaword(&pairs, options);
    let total = all.rows.len();
    let held_out = (0.05 * total as f64).round() as usize;
    assert_eq!(sizes(&all), [total - 2 * held_out, held_out, held_out]);
    // The same seed gives the same splits, another one others.
    assert_eq!(gigaword(&pairs, options), all);
    let other = gigaword(&pairs, GigawordOptions { seed: 2, ..options });
    assert_eq!(sizes(&other), sizes(&all));
    assert_ne!(other.rows, all.rows);

    // The sample is of the test split, and what it leaves out is dropped.
    let sampled = gigaword(
        &pairs,
        GigawordOptions {
            test_sample: 20,
            ..options
        },
    );
    assert_eq!(sizes(&sampled), [total - 2 * held_out, held_out, 20]);
    assert_eq!(
        count(&sampled, "test-sample"),
        (total, total - held_out + 20)
    );
    assert!(sampled.rows.iter().all(|row| all.rows.contains(row)));

    // Forty per cent are dropped before anything else is counted.
    let fewer = gigaword(
        &pairs,
        GigawordOptions {
            drop_share: 0.4,
            ..options
        },
    );
    assert_eq!(count(&fewer, "down-sampling"), (3_000, 1_800));
    assert_eq!(count(&fewer, "document-length").0, 1_800);
    assert!(all.counts.iter().all(|count| count.rule != "down-sampling"));
    for share in [-0.1, 1.0, f64::NAN] {
        let recipe = Recipe::Gigaword(GigawordOptions {
            drop_share: share,
            ..options
        });
        let error = prepare_corpus(&pairs, &recipe).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.message().contains("dropShare"), "{error}");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn gigaword_keeps_numbers_in_every_language() {
    for (document, headline, expected) in [
        (
            "The GDP grew 3.2% in Q1, they say.",
            "GDP grew 3.2%!",
            "gdp grew 3.2",
        ),
        ("市政府公布：增长３．２％。", "增长３．２％", "增 长 3.2"),
        (
            "شهرداری می‌گوید ۳٫۲ درصد رشد کرد.",
            "رشد: ۳٫۲ درصد",
            "رشد ۳٫۲ درصد",
        ),
    ] {
        let prepared = gigaword(
            &vec![pair(document, headline); 4],
            GigawordOptions::default(),
        );
        assert_eq!(prepared.rows.len(), 4, "{document}");
        assert!(prepared.rows.iter().all(|row| row.summary == expected));
        let (before, after) = count(&prepared, "punctuation");
        assert!(before > after, "{document}");
    }
    let nothing = gigaword(&[], GigawordOptions::default());
    assert!(nothing.rows.is_empty());
    assert_eq!(nothing.counts.len(), 6);
}

/// A sentence of the generated language of cleaning, all different.
fn sentence(i: usize) -> String {
    format!("The tram number {i} is late again.")
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn arman_cleans_by_its_rules() {
    let good: Vec<String> = (0..12).map(sentence).collect();
    let pairs = [
        // Kept as it is.
        pair(&format!("{} {}\n\n{}", good[0], good[1], good[2]), "one"),
        // Loses a short sentence, one without an end and one of a script.
        pair(
            &format!(
                "{} Too short here. {}\n\n{} Enable JavaScript to read this page.\n\nMenu of the whole page",
                good[3], good[4], good[5]
            ),
            "two",
        ),
        // Two sentences are left.
        pair(&format!("{} Short. {}", good[6], good[7]), "three"),
        // Another language.
        pair(
            "Die Straßenbahn ist heute wieder zu spät. Das ist für alle nicht schön. Und es wird nicht besser.",
            "four",
        ),
        // Repeats a paragraph of the first document, and one of its own.
        pair(
            &format!(
                "{} {}\n\n{}\n\n{}\n\n{}",
                good[0], good[1], good[8], good[9], good[8]
            ),
            "five",
        ),
        // Nothing but repeats.
        pair(&format!("{} {}\n\n{}", good[0], good[1], good[2]), "six"),
    ];
    let prepared = arman(&pairs, english());
    let kept: Vec<_> = prepared
        .rows
        .iter()
        .map(|row| {
            (
                row.index,
                row.document.clone(),
                row.summary.as_str(),
                row.split,
            )
        })
        .collect();
    assert_eq!(
        kept,
        [
            (
                0,
                format!("{} {}\n{}", good[0], good[1], good[2]),
                "one",
                None
            ),
            (
                1,
                format!("{} {}\n{}", good[3], good[4], good[5]),
                "two",
                None
            ),
            (4, format!("{}\n{}", good[8], good[9]), "five", None),
        ]
    );
    let counts: Vec<_> = prepared
        .counts
        .iter()
        .map(|count| (count.rule, count.unit, count.before, count.after))
        .collect();
    assert_eq!(
        counts,
        [
            ("short-sentences", "sentences", 23, 21),
            ("no-end-mark", "sentences", 21, 20),
            ("banned-keywords", "sentences", 20, 19),
            ("few-sentences", "documents", 6, 5),
            ("language", "documents", 5, 4),
            ("duplicate-paragraphs", "paragraphs", 10, 6),
            ("empty-documents", "documents", 4, 3),
        ]
    );
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn arman_cleans_persian_and_chinese() {
    let persian = "شهرداری دیروز خط تازهٔ مترو را افتتاح کرد. مردم شهر از این خط استقبال کردند! چرا قطار امروز هم دیر رسید؟";
    // The same story in Arabic has the same script.
    let arabic = "افتتحت البلدية أمس الخط الجديد للمترو في المدينة. وقد رحب سكان المدينة بهذا الخط الجديد! لماذا تأخر القطار اليوم أيضا؟";
    let script = "شهرداری دیروز خط تازهٔ مترو را افتتاح کرد. برای دیدن متن اینجا کلیک کنید لطفا. مردم شهر از این خط استقبال کردند.";
    let pairs = [pair(persian, ""), pair(arabic, ""), pair(script, "")];
    let prepared = arman(&pairs, ArmanOptions::default());
    let kept: Vec<_> = prepared.rows.iter().map(|row| row.index).collect();
    assert_eq!(kept, [0]);
    assert_eq!(prepared.rows[0].document, persian);
    assert_eq!(count(&prepared, "banned-keywords"), (9, 8));
    assert_eq!(count(&prepared, "few-sentences"), (3, 2));
    assert_eq!(count(&prepared, "language"), (2, 1));

    let chinese =
        "市政府昨天公布了新的线路图。居民说：“这很方便！”从港口到老城只要十分钟。太好了。";
    let options = ArmanOptions {
        language: Language::Chinese,
        ..Default::default()
    };
    let prepared = arman(&[pair(chinese, "")], options);
    assert_eq!(
        prepared.rows[0].document,
        chinese.trim_end_matches("太好了。")
    );
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn arman_makes_pseudo_summaries() {
    let documents: Vec<CorpusPair> = (0..30)
        .map(|i| {
            let sentences: Vec<String> = (0..3 + i % 8).map(|j| sentence(100 * i + j)).collect();
            pair(&sentences.join(" "), "not used")
        })
        .collect();
    let words = ["the", "tram", "number", "is", "late", "again"];
    let values = (0..words.len() * 4)
        .map(|i| (i * 7 % 11) as f32 - 3.0)
        .collect();
    let vectors = WordVectors::new(4, words.map(str::to_owned).to_vec(), values).unwrap();
    for objective in Objective::ALL {
        let options = ArmanOptions {
            objective: Some(objective),
            embeddings: Some(vectors.clone()),
            mask: "[M]".into(),
            ..english()
        };
        let prepared = arman(&documents, options.clone());
        assert_eq!(count(&prepared, "pseudo-summary"), (30, 30));
        for row in &prepared.rows {
            let document = &documents[row.index].document;
            assert!(
                row.summary
                    .split_inclusive(". ")
                    .all(|part| document.contains(part.trim()))
            );
        }
        assert!(
            prepared
                .rows
                .iter()
                .filter(|row| row.document.contains("[M]"))
                .count()
                > 15
        );
        assert_eq!(arman(&documents, options), prepared);
    }
    let refused = [
        (
            ArmanOptions {
                objective: Some(Objective::Ss80),
                ..english()
            },
            "ss-80 compares sentences by word vectors",
        ),
        (
            ArmanOptions {
                banned: vec!["x".into(), " ".into()],
                ..english()
            },
            "keyword 1",
        ),
        (
            ArmanOptions {
                objective: Some(Objective::TssRouge),
                share: 1.0,
                ..english()
            },
            "option share cannot be 1",
        ),
        (
            ArmanOptions {
                objective: Some(Objective::TssRouge),
                mask: String::new(),
                ..english()
            },
            "option mask",
        ),
    ];
    for (options, message) in refused {
        let error = prepare_corpus(&documents, &Recipe::Arman(Box::new(options))).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.message().contains(message), "{error}");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn unknown_options_are_errors() {
    let error = serde_json::from_str::<GigawordOptions>(r#"{"sample":3}"#).unwrap_err();
    assert!(error.to_string().contains("`testSample`"), "{error}");
    let error = serde_json::from_str::<ArmanOptions>(r#"{"objective":"ss"}"#).unwrap_err();
    let names: BTreeSet<_> = Objective::ALL.map(Objective::as_str).into();
    assert!(
        names.iter().all(|name| error.to_string().contains(name)),
        "{error}"
    );
    let error = serde_json::from_str::<ArmanOptions>(
        r#"{"embeddings":{"dimension":2,"words":["a"],"values":[1]}}"#,
    )
    .unwrap_err();
    assert!(
        error.to_string().contains("1 values for 1 words"),
        "{error}"
    );
}
