//! Pairs: the evidence without a model, entities, measures, and the default matchers.

use std::cell::RefCell;
use std::collections::HashMap;

use epitome::matcher::{Evidence, Match, MatchOptions, Matcher, Pair, evidence};
use epitome::metrics::{
    EntityOptions, PrecisionRecallF1, entity_factuality, extractive_fragments, rouge,
};
use epitome::text::Language;

use crate::input::Input;
use crate::invariants::{share, utf16, within};
use crate::models::bundle;

/// The analysis of both texts and what one holds of the other.
pub fn grounding(data: &[u8]) {
    let mut input = Input::new(data);
    let language = input.language();
    let (document, summary) = input.two_texts();
    let found = evidence::find(&document, &summary, language);
    let sizes = (utf16(&document), utf16(&summary));
    for sentence in &found.sentences {
        share("the support of a sentence", sentence.supported);
        within(sentence.span, sizes.1);
        if let Some(span) = sentence.document_span {
            within(span, sizes.0);
        }
    }
    evidence_holds(&found.evidence, sizes);
    assert_eq!(found, evidence::find(&document, &summary, language));
}

fn evidence_holds(evidence: &[Evidence], (document, summary): (usize, usize)) {
    let mut end = 0;
    for one in evidence {
        within(one.summary_span, summary);
        assert!(
            one.summary_span.start >= end,
            "evidence is in order and apart"
        );
        end = one.summary_span.end;
        share("a weight", one.weight);
        for span in [one.document_span, one.instead].into_iter().flatten() {
            within(span, document);
        }
    }
}

/// The entities of a summary held against its document.
pub fn entities(data: &[u8]) {
    let mut input = Input::new(data);
    let language = Some(input.language());
    let (document, summary) = input.two_texts();
    let reference = Some(document.to_string());
    let options = EntityOptions {
        language,
        reference,
        ..Default::default()
    };
    let found = entity_factuality(&document, &summary, &options);
    let measures = [
        found.precision_source,
        found.precision_target,
        found.recall_target,
        found.f1_target,
    ];
    for measure in measures.into_iter().flatten() {
        share("a measure of entities", measure);
    }
    for entity in &found.entities {
        within(
            entity.summary_span.expect("found by rules"),
            utf16(&summary),
        );
        assert_eq!(
            entity.in_reference,
            Some(entity.in_document),
            "both are one text"
        );
    }
}

/// Measures of two texts, each the other's mirror.
pub fn measures(data: &[u8]) {
    let (document, summary) = Input::new(data).two_texts();
    let there = rouge(&document, &summary);
    let back = rouge(&summary, &document);
    for (one, other) in [
        (there.rouge1, back.rouge1),
        (there.rouge2, back.rouge2),
        (there.rouge_l, back.rouge_l),
    ] {
        of(one);
        assert_eq!(
            (one.precision, one.recall, one.f1),
            (other.recall, other.precision, other.f1)
        );
    }
    of(there.rouge_lsum);
    let own = rouge(&document, &document);
    assert!(own.rouge1.f1 == 0.0 || (own.rouge1.f1 == 1.0 && own.rouge_l.f1 == 1.0));
    let found = extractive_fragments(&document, &summary);
    share("coverage", found.coverage);
    assert!(found.density >= 0.0 && found.compression >= 0.0);
    let mut next = 0;
    for fragment in &found.fragments {
        assert!(fragment.summary >= next && fragment.length > 0);
        next = fragment.summary + fragment.length;
    }
}

fn of(measures: PrecisionRecallF1) {
    for measure in [measures.precision, measures.recall, measures.f1] {
        share("a measure", measure);
    }
}

/// The default matcher of a language, alone and in a batch.
pub fn matcher(data: &[u8]) {
    let mut input = Input::new(data);
    let language = input.language();
    let (document, summary) = input.two_texts();
    let pair = Pair {
        document: document.into_owned(),
        summary: summary.into_owned(),
    };
    let sizes = (utf16(&pair.document), utf16(&pair.summary));
    let other = Pair {
        document: "The harbour line opens in May. It cost 48 million euros.".into(),
        summary: "Harbour line opens".into(),
    };
    let found = run(language, std::slice::from_ref(&pair));
    let again = run(language, &[other, pair]);
    match (found, again) {
        (Ok(alone), Ok(batch)) => {
            judged(&alone[0], sizes);
            assert_eq!(alone[0], batch[1], "alone and in a batch");
        }
        (Err(one), Err(_)) => assert!(!one.message().is_empty()),
        (alone, batch) => panic!("alone {alone:?}, in a batch {batch:?}"),
    }
}

fn judged(found: &Match, sizes: (usize, usize)) {
    assert!(
        (1.0..=5.0).contains(&found.score),
        "the score is {}",
        found.score
    );
    share("the probability", found.probability);
    share("what was read of the document", found.read.document);
    share("what was read of the summary", found.read.summary);
    let sum: f64 = found.levels.0.iter().sum();
    assert!((sum - 1.0).abs() < 1e-6, "levels add up to {sum}");
    for sentence in &found.sentences {
        share("the support of a sentence", sentence.supported);
        within(sentence.span, sizes.1);
    }
    evidence_holds(found.evidence.as_deref().expect("asked for"), sizes);
}

type Matchers = HashMap<Language, Matcher>;

thread_local! {
    static MATCHERS: RefCell<Matchers> = RefCell::default();
}

fn run(language: Language, pairs: &[Pair]) -> epitome::Result<Vec<Match>> {
    MATCHERS.with_borrow_mut(|matchers| {
        let matcher = matchers.entry(language).or_insert_with(|| {
            let bundle = bundle(&format!("fit-{}", language.code()));
            pollster::block_on(Matcher::load(&bundle, Some(language))).expect("a model of ours")
        });
        pollster::block_on(matcher.match_batch(pairs, MatchOptions { explain: true }))
    })
}
