//! The exports: buffers, and operations from one buffer to another.
//!
//! An operation takes the address of its request, which it frees, and gives that of its reply: the
//! status (0: a result, 1: an error), the length of what follows, both 32-bit little-endian, and the
//! result or the error as MessagePack. The host frees the reply. An address of 0 says that there
//! was no room. After a trap an instance is not to be used again, but for
//! [`epitome_last_panic`].

// Exports have the names that hosts know; no memory is read through an address.
#![allow(unsafe_code)]

use std::cell::RefCell;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::Failure;
use crate::{
    ABI_VERSION, buffers, corpus, matching, measures, models, reply, request, structure, subset,
    summaries,
};

thread_local! {
    static LAST_PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// The version of the interface.
#[unsafe(no_mangle)]
pub extern "C" fn epitome_abi_version() -> u32 {
    ABI_VERSION
}

/// A buffer of `length` bytes for a request; 0 where there is no room.
#[unsafe(no_mangle)]
pub extern "C" fn epitome_alloc(length: usize) -> usize {
    buffers::allocate(length).unwrap_or(0)
}

/// Frees a buffer or a reply; an address that is not one's is passed over.
#[unsafe(no_mangle)]
pub extern "C" fn epitome_free(address: usize) {
    buffers::take(address);
}

/// Keeps the message of a panic, for [`epitome_last_panic`]. To be called once, before anything else.
#[unsafe(no_mangle)]
pub extern "C" fn epitome_start() {
    std::panic::set_hook(Box::new(|info| {
        let message = info.to_string();
        LAST_PANIC.with(|last| {
            if let Ok(mut last) = last.try_borrow_mut() {
                *last = Some(message);
            }
        });
    }));
}

/// A reply that holds the message of the panic that ended this instance, or nothing.
#[unsafe(no_mangle)]
pub extern "C" fn epitome_last_panic() -> usize {
    buffers::keep(reply::write(&Ok(LAST_PANIC.with_borrow(Clone::clone))))
}

/// Reads the request at an address, works on it, and keeps the reply.
fn answer<R: DeserializeOwned, T: Serialize>(
    address: usize,
    operation: impl FnOnce(R) -> Result<T, Failure>,
) -> usize {
    let outcome = match buffers::take(address) {
        None => Err(Failure::argument("there is no request at this address")),
        // The bytes of the request are freed before the work begins.
        Some(bytes) => request::read(&bytes),
    };
    buffers::keep(reply::write(&outcome.and_then(operation)))
}

macro_rules! operations {
    ($($(#[$about:meta])* $name:ident => $operation:path,)+) => {
        $(
            $(#[$about])*
            #[unsafe(no_mangle)]
            pub extern "C" fn $name(request: usize) -> usize {
                answer(request, $operation)
            }
        )+
    };
}

operations! {
    /// Opens a model.
    epitome_open => models::open,
    /// Closes a model.
    epitome_close => models::close,
    /// Judges pairs.
    epitome_match => matching::judge,
    /// Guesses the language of texts.
    epitome_detect_language => measures::detect,
    /// Summarises texts by their own sentences.
    epitome_summarize => summaries::summarize,
    /// Writes headlines with a model.
    epitome_write => summaries::write,
    /// ROUGE of pairs of texts.
    epitome_rouge => measures::rouge,
    /// Extractive fragments of pairs of texts.
    epitome_extractive_fragments => measures::fragments,
    /// Factual consistency of entities.
    epitome_entity_factuality => measures::entities,
    /// BERTScore over given embeddings.
    epitome_bert_score => measures::bert_score,
    /// The area under the ROC curve.
    epitome_roc_auc => measures::auc,
    /// That area with the interval of its bootstrap.
    epitome_roc_auc_interval => measures::auc_interval,
    /// Prepares a corpus.
    epitome_prepare_corpus => corpus::prepare,
    /// Chooses items under budgets.
    epitome_select_subset => subset::select_items,
    /// Chooses texts under budgets.
    epitome_select_texts => subset::select_texts,
    /// Lines and blocks of a paged document.
    epitome_page_blocks => structure::blocks,
    /// Lines and sections of a paged document.
    epitome_classify_lines => structure::classify,
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// Calls an operation as a host does.
    fn call(operation: extern "C" fn(usize) -> usize, request: &impl Serialize) -> (u32, Value) {
        call_bytes(operation, &rmp_serde::to_vec_named(request).unwrap())
    }

    fn call_bytes(operation: extern "C" fn(usize) -> usize, request: &[u8]) -> (u32, Value) {
        let address = epitome_alloc(request.len());
        buffers::change(address, |bytes| bytes.copy_from_slice(request)).unwrap();
        read(operation(address))
    }

    fn read(reply: usize) -> (u32, Value) {
        let bytes = buffers::change(reply, |bytes| bytes.clone()).unwrap();
        epitome_free(reply);
        let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        assert_eq!(number(4) as usize + 8, bytes.len());
        (number(0), rmp_serde::from_slice(&bytes[8..]).unwrap())
    }

    /// A model that is only parameters.
    fn open() -> Value {
        let manifest = std::fs::read(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../models/rouge/manifest.json"
        ));
        let request =
            json!({ "manifest": String::from_utf8(manifest.unwrap()).unwrap(), "files": [] });
        let (status, opened) = call(epitome_open, &request);
        assert_eq!((status, &opened["task"]), (0, &json!("matching")));
        opened["handle"].clone()
    }

    const DOCUMENT: &str =
        "😀 The bridge at Holm was closed on Monday after the river rose by 12 metres.";

    #[test]
    fn bad_rows_have_errors_and_the_others_results() {
        let handle = open();
        let request = json!({
            "handle": handle,
            "documents": [DOCUMENT, null, DOCUMENT, "…", DOCUMENT, 7],
            "summaries": ["The bridge was closed.", "a", "", "a", [1], "a"],
        });
        let (status, found) = call(epitome_match, &request);
        assert_eq!(status, 0);
        assert!(found["score"][0].is_number());
        assert_eq!(found["error"][0], Value::Null);
        assert!(found.get("evidence").is_none());
        let message = |row: usize| found["error"][row]["message"].as_str().unwrap().to_owned();
        assert_eq!(message(1), "documents: expected a text, got nothing");
        assert_eq!(message(2), "the summary holds no letter or digit");
        assert_eq!(message(3), "the document holds no letter or digit");
        assert_eq!(message(4), "summaries: expected a text, got an array");
        assert_eq!(message(5), "documents: expected a text, got a number");
        for column in ["score", "levels", "sentences", "verdict", "read"] {
            assert_eq!(found[column].as_array().unwrap().len(), 6);
            assert_eq!(found[column][3], Value::Null);
        }
    }

    #[test]
    fn spans_count_what_was_asked_for() {
        let handle = open();
        let ask = |units: &str| {
            let request = json!({
                "handle": handle, "explain": true, "units": units,
                "documents": [DOCUMENT], "summaries": ["The river rose by 15 metres."],
            });
            let (_, found) = call(epitome_match, &request);
            let evidence = found["evidence"][0].as_array().unwrap().clone();
            evidence.into_iter().find(|one| one[3] == "number").unwrap()[4].clone()
        };
        let start = DOCUMENT.chars().position(|c| c == '1').unwrap();
        let end = start + "12 metres".len();
        assert_eq!(ask("code-points"), json!([start, end]));
        assert_eq!(ask("utf-16"), json!([start + 1, end + 1]));
    }

    #[test]
    fn a_result_does_not_depend_on_the_rows_beside_it() {
        let handle = open();
        let summaries: Vec<_> = (0..70)
            .map(|n| format!("The river rose by {n} metres."))
            .collect();
        let documents = vec![DOCUMENT; summaries.len()];
        let request = json!({ "handle": handle, "documents": documents, "summaries": summaries });
        let (_, together) = call(epitome_match, &request);
        for (row, summary) in summaries.iter().enumerate().step_by(23) {
            let request =
                json!({ "handle": handle, "documents": [DOCUMENT], "summaries": [summary] });
            assert_eq!(
                call(epitome_match, &request).1["levels"][0],
                together["levels"][row]
            );
        }
    }

    #[test]
    fn wrong_requests_are_errors() {
        let wrong = [
            call(
                epitome_match,
                &json!({ "handle": 77, "documents": [], "summaries": [] }),
            ),
            call(
                epitome_match,
                &json!({ "handle": open(), "documents": ["a"], "summaries": [] }),
            ),
            call(epitome_match, &json!({ "handles": 1 })),
            call(epitome_write, &json!({ "handle": open(), "texts": ["a"] })),
            call(epitome_close, &json!({ "handle": 77 })),
            call(epitome_open, &json!({ "manifest": "{", "files": [] })),
            call_bytes(epitome_match, b"\xdf\xff\xff\xff\xff"),
            call_bytes(epitome_match, b""),
            read(epitome_match(12345)),
        ];
        for (status, error) in wrong {
            assert_eq!(status, 1, "{error}");
            assert!(!error["code"].as_str().unwrap().is_empty());
        }
        epitome_free(12345);
    }

    #[test]
    fn a_closed_model_is_gone() {
        let handle = open();
        assert_eq!(call(epitome_close, &json!({ "handle": handle })).0, 0);
        assert_eq!(call(epitome_close, &json!({ "handle": handle })).0, 1);
    }

    #[test]
    fn measures_work_on_columns() {
        let texts = json!({ "hypotheses": ["a cat", null], "references": ["a cat", "b"] });
        let (_, found) = call(epitome_rouge, &texts);
        assert_eq!(found[0]["ok"]["rougeL"]["f1"], json!(1.0));
        assert_eq!(found[1]["error"]["code"], "invalid-argument");
        let (_, found) = call(
            epitome_detect_language,
            &json!({ "texts": ["云川轻轨", "…", 3] }),
        );
        assert_eq!(found[0]["language"], "zh");
        assert_eq!((&found[1], &found[2]), (&Value::Null, &Value::Null));
        let (_, area) = call(
            epitome_roc_auc,
            &json!({ "scores": [0.1, 0.9], "labels": [false, true] }),
        );
        assert_eq!(area, json!(1.0));
        let (_, found) = call(
            epitome_summarize,
            &json!({ "texts": ["It rained. The river rose."], "options": { "type": "tldr" } }),
        );
        assert!(found[0]["ok"].is_array());
    }

    #[test]
    fn corpora_are_prepared_and_chosen_from() {
        let pairs = json!({
            "pairs": [{ "document": "The river rose by twelve metres .", "summary": "River rises fast" }],
            "recipe": { "gigaword": { "minTokenCount": 1 } },
        });
        let (status, found) = call(epitome_prepare_corpus, &pairs);
        assert_eq!(status, 0, "{found}");
        let request = json!({
            "texts": ["The river rose.", "The river rose.", "A cat sleeps."],
            "scores": [0.9, 0.9, 0.5], "limits": { "items": 2.0, "repeats": 0.0 },
        });
        let (_, found) = call(epitome_select_texts, &request);
        assert_eq!(found["chosen"].as_array().unwrap().len(), 2);
        let request = json!({ "problem": {
            "unary": [3.0, 1.0, 1.0], "pairs": [[1, 2, 4.0]], "triples": [],
            "attributes": [{ "name": null, "budget": 2.0, "unary": [2.0, 1.0, 1.0], "pairs": [] }],
        } });
        assert_eq!(
            call(epitome_select_subset, &request).1["chosen"],
            json!([1, 2])
        );
    }
}
