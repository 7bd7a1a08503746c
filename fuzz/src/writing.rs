//! What makes texts of texts: summaries, prepared corpora, chosen subsets.

use epitome::corpus::pseudo_summary::PseudoOptions;
use epitome::corpus::{
    ArmanOptions, CorpusPair, GigawordOptions, Objective, PseudoSummaries, Recipe, prepare_corpus,
};
use epitome::subset::{
    AttributeSpec, Problem, ProblemSpec, SubsetMethod, SubsetOptions, exhaustive, select,
};
use epitome::summarizer::{
    Method, Summarizer, SummarizerOptions, SummaryFormat, SummaryLength, SummaryType,
    subset_sentences,
};

use crate::input::Input;
use crate::invariants::ordered;

/// Extractive summaries of every kind.
pub fn summarize(data: &[u8]) {
    let mut input = Input::new(data);
    let options = SummarizerOptions {
        r#type: input.one_of(SummaryType::ALL),
        length: input.one_of(SummaryLength::ALL),
        format: input.one_of(SummaryFormat::ALL),
        language: [None, Some(input.language())][input.below(2)],
        method: input.one_of(Method::ALL),
    };
    let budget = 1 + input.below(40);
    let text = input.text();
    let Ok(summarizer) = Summarizer::new(options) else {
        return;
    };
    let Ok(parts) = summarizer.parts(&text) else {
        assert!(
            text.trim().is_empty(),
            "a text with characters has a summary"
        );
        return;
    };
    let summary = parts.concat();
    let again = summarizer
        .summarize(&text)
        .expect("it had a summary before");
    assert_eq!(summary, again);
    assert!(
        summary.len() <= 4 * text.len() + 256,
        "longer than the text"
    );
    let language = options.language.unwrap_or(epitome::text::Language::English);
    let chosen = subset_sentences(&text, language, budget).expect("the budget is over 0");
    ordered(&text, &chosen);
    let written = [summary, "Harbour line opens".into()];
    summarizer
        .headline_among(&text, "", &written)
        .expect("a text with characters has a headline");
}

/// Corpora by each recipe, and pseudo-summaries.
pub fn corpus(data: &[u8]) {
    let mut input = Input::new(data);
    let which = input.below(4);
    let seed = u64::from(input.byte());
    let language = input.language();
    let texts = input.texts();
    let pairs: Vec<_> = texts
        .chunks(2)
        .map(|pair| CorpusPair {
            document: pair[0].to_string(),
            summary: pair.get(1).map(ToString::to_string).unwrap_or_default(),
        })
        .collect();
    let recipe = match which {
        0 => Recipe::Gigaword(GigawordOptions {
            seed,
            min_token_count: 1,
            min_document_tokens: 1,
            ..Default::default()
        }),
        1 => Recipe::Gigaword(GigawordOptions {
            seed,
            drop_share: 0.5,
            ..Default::default()
        }),
        _ => Recipe::Arman(Box::new(ArmanOptions {
            language,
            seed,
            min_words: 1,
            min_sentences: 1,
            objective: (which == 3).then_some(Objective::TssRouge),
            ..Default::default()
        })),
    };
    let prepared = prepare_corpus(&pairs, &recipe).expect("the options are in their ranges");
    let mut least = 0;
    for row in &prepared.rows {
        assert!(row.index >= least && row.index < pairs.len());
        least = row.index;
    }
    for count in &prepared.counts {
        assert!(
            count.unit == "paragraphs" || count.after <= count.before,
            "{count:?}"
        );
    }
    assert_eq!(
        prepared,
        prepare_corpus(&pairs, &recipe).expect("as before")
    );
    let options = PseudoOptions {
        language,
        seed,
        ..Default::default()
    };
    let mut maker = PseudoSummaries::new(options).expect("the options are the defaults");
    for pair in &pairs {
        maker
            .of_document(&pair.document)
            .expect("no word vectors are needed");
    }
}

/// Small problems of choosing, held against every choice there is.
pub fn subset(data: &[u8]) {
    let mut input = Input::new(data);
    let options = SubsetOptions {
        method: input.one_of(&SubsetMethod::ALL),
        seed: u64::from(input.byte()),
        rounds: Some(1 + input.below(30)),
        ..Default::default()
    };
    let spec = problem(&mut input);
    let Ok(problem) = Problem::new(&spec) else {
        return;
    };
    let found = select(&problem, &options).expect("the options are in their ranges");
    let best = exhaustive(&problem).expect("there are at most 10 items");
    let slack = 1e-9 * (1.0 + best.objective.abs());
    assert!(
        found.objective <= best.objective + slack,
        "{found:?} beats {best:?}"
    );
    assert!(
        !found.exact || found.objective >= best.objective - slack,
        "{found:?}, not {best:?}"
    );
    if let Some(bound) = found.bound {
        assert!(
            bound >= best.objective - slack,
            "the bound {bound} is below {best:?}"
        );
    }
    let spent = problem
        .spent(&found.chosen)
        .expect("the items are the problem's");
    for (spent, budget) in spent.iter().zip(problem.budgets()) {
        assert!(*spent <= budget, "{spent} of {budget}");
    }
}

fn problem(input: &mut Input) -> ProblemSpec {
    let items = 1 + input.below(10);
    // Some values are far apart, some are equal.
    let value = |input: &mut Input| match input.byte() {
        byte @ 0..=249 => f64::from(byte) / 8.0,
        250 => 1e-9,
        251 => 1e9,
        252 => 1e300,
        253 => f64::MIN_POSITIVE,
        254 => -1.0,
        _ => f64::NAN,
    };
    let pairs = |input: &mut Input| {
        let count = input.below(16);
        (0..count)
            .map(|_| (input.below(items), input.below(items), value(input)))
            .collect()
    };
    let unary = |input: &mut Input| (0..items).map(|_| value(input)).collect();
    ProblemSpec {
        unary: unary(input),
        pairs: pairs(input),
        triples: (0..input.below(8))
            .map(|_| {
                (
                    input.below(items),
                    input.below(items),
                    input.below(items),
                    value(input),
                )
            })
            .collect(),
        attributes: (0..1 + input.below(3))
            .map(|_| AttributeSpec {
                name: None,
                budget: value(input),
                unary: unary(input),
                pairs: pairs(input),
            })
            .collect(),
    }
}
