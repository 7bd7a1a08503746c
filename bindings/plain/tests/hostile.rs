//! A host that keeps no rule: every call answers with a result or a typed error, and the module goes
//! on. A panic would end this process, for it cannot leave an `extern "C"` function.

// A host writes and reads buffers through their addresses.
#![allow(unsafe_code, clippy::unwrap_used, clippy::panic)]

use epitome_plain::ABI_VERSION;
use epitome_plain::abi::*;
use serde_json::{Value, json};

type Operation = extern "C" fn(usize) -> usize;

const OPERATIONS: [(&str, Operation); 17] = [
    ("open", epitome_open),
    ("close", epitome_close),
    ("match", epitome_match),
    ("detect_language", epitome_detect_language),
    ("summarize", epitome_summarize),
    ("write", epitome_write),
    ("rouge", epitome_rouge),
    ("extractive_fragments", epitome_extractive_fragments),
    ("entity_factuality", epitome_entity_factuality),
    ("bert_score", epitome_bert_score),
    ("roc_auc", epitome_roc_auc),
    ("roc_auc_interval", epitome_roc_auc_interval),
    ("prepare_corpus", epitome_prepare_corpus),
    ("select_subset", epitome_select_subset),
    ("select_texts", epitome_select_texts),
    ("page_blocks", epitome_page_blocks),
    ("classify_lines", epitome_classify_lines),
];

fn operation(name: &str) -> Operation {
    OPERATIONS.iter().find(|(each, _)| *each == name).unwrap().1
}

/// A request in the module's memory.
fn write(request: &[u8]) -> usize {
    let address = epitome_alloc(request.len());
    assert_ne!(address, 0);
    // SAFETY: the module gave so many bytes at this address.
    unsafe {
        std::ptr::copy_nonoverlapping(request.as_ptr(), address as *mut u8, request.len());
    }
    address
}

/// The status and the content of a reply, which is freed.
fn read(reply: usize) -> (u32, Value) {
    assert_ne!(reply, 0);
    // SAFETY: a reply has a header of 8 bytes, and as many bytes behind it as that says.
    let (status, bytes) = unsafe {
        let [status, length] = *(reply as *const [[u8; 4]; 2]);
        let length = u32::from_le_bytes(length) as usize;
        let body = std::slice::from_raw_parts((reply + 8) as *const u8, length);
        (u32::from_le_bytes(status), body.to_vec())
    };
    epitome_free(reply);
    let value = rmp_serde::from_slice(&bytes).unwrap();
    assert!(status <= 1, "{status}");
    if status == 1 {
        is_typed(&value);
    }
    (status, value)
}

fn is_typed(error: &Value) {
    for field in ["code", "name", "message"] {
        assert!(!error[field].as_str().unwrap().is_empty(), "{error}");
    }
}

fn send(name: &str, request: &[u8]) -> (u32, Value) {
    read(operation(name)(write(request)))
}

fn ask(name: &str, request: &Value) -> (u32, Value) {
    send(name, &rmp_serde::to_vec_named(request).unwrap())
}

fn refused(name: &str, request: &Value) -> String {
    let (status, error) = ask(name, request);
    assert_eq!(status, 1, "{name} took {request} and gave {error}");
    error["message"].as_str().unwrap().to_owned()
}

/// A model that is only parameters.
fn handle() -> Value {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../models/rouge/manifest.json"
    );
    let manifest = std::fs::read_to_string(file).unwrap();
    let (status, opened) = ask("open", &json!({ "manifest": manifest, "files": [] }));
    assert_eq!(status, 0, "{opened}");
    opened["handle"].clone()
}

const TEXT: &str =
    "It rained in Holm for two days. The river rose by 12 metres, and the bridge was closed.";
const XML: &str = r#"<pdf2xml><page number="1" width="300" height="400">
  <fontspec id="0" size="10" family="Serif"/>
  <text top="20" left="30" width="50" height="10" font="0">A line</text></page></pdf2xml>"#;

/// A request of each operation that is as it must be.
fn good() -> Vec<(&'static str, Value)> {
    let handle = handle();
    vec![
        (
            "open",
            json!({ "manifest": "{\"name\": 1}", "files": [{ "path": "a", "bytes": "b" }] }),
        ),
        ("close", json!({ "handle": 99 })),
        (
            "match",
            json!({ "handle": handle, "documents": [TEXT], "summaries": ["The river rose."],
                    "explain": true, "sentences": true, "units": "code-points" }),
        ),
        (
            "detect_language",
            json!({ "texts": [TEXT, "云川轻轨", null] }),
        ),
        (
            "summarize",
            json!({ "texts": [TEXT], "options": { "type": "tldr", "length": "short" } }),
        ),
        (
            "write",
            json!({ "handle": handle, "texts": [TEXT], "beams": 4 }),
        ),
        (
            "rouge",
            json!({ "hypotheses": ["a cat"], "references": ["a cat"], "language": "en" }),
        ),
        (
            "extractive_fragments",
            json!({ "documents": [TEXT], "summaries": ["The river rose."] }),
        ),
        (
            "entity_factuality",
            json!({ "document": TEXT, "summary": "Holm", "options": {} }),
        ),
        (
            "bert_score",
            json!({ "hypothesis": { "values": [1.0, 0.0], "dimension": 2, "weights": [1.0] },
                    "reference": { "values": [0.0, 1.0], "dimension": 2 } }),
        ),
        (
            "roc_auc",
            json!({ "scores": [0.1, 0.9], "labels": [false, true] }),
        ),
        (
            "roc_auc_interval",
            json!({ "scores": [0.1, 0.9], "labels": [false, true], "resamples": 100, "seed": 1 }),
        ),
        (
            "prepare_corpus",
            json!({ "pairs": [{ "document": TEXT, "summary": "River rises in Holm" }],
                    "recipe": { "gigaword": { "minTokenCount": 1 } } }),
        ),
        (
            "select_subset",
            json!({ "problem": { "unary": [3.0, 1.0], "pairs": [[0, 1, 4.0]], "triples": [],
                "attributes": [{ "name": "a", "budget": 2.0, "unary": [2.0, 1.0], "pairs": [] }] } }),
        ),
        (
            "select_texts",
            json!({ "texts": [TEXT, "A cat."], "scores": [0.9, 0.5], "labels": ["a", "b"],
                    "limits": { "items": 1.0, "quota": 1.0 } }),
        ),
        (
            "page_blocks",
            json!({ "source": { "pdftohtml": XML }, "options": { "kinds": 1 } }),
        ),
        (
            "classify_lines",
            json!({ "handle": handle, "source": { "pdftohtml": XML } }),
        ),
    ]
}

/// The xorshift generator of Marsaglia, with shifts 13, 7 and 17.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % most as u64) as usize
    }
}

#[test]
fn every_operation_has_a_good_request() {
    let requests = good();
    assert!(
        OPERATIONS
            .iter()
            .zip(&requests)
            .all(|((name, _), (of, _))| name == of)
    );
    let wrong = ["open", "close", "write", "classify_lines"];
    for (name, request) in requests {
        let (status, found) = ask(name, &request);
        assert_eq!(status == 0, !wrong.contains(&name), "{name}: {found}");
    }
}

#[test]
fn a_request_that_is_cut_off_is_refused() {
    for (name, request) in good() {
        let bytes = rmp_serde::to_vec_named(&request).unwrap();
        for length in 0..bytes.len() {
            assert_eq!(send(name, &bytes[..length]).0, 1, "{name}, {length} bytes");
        }
    }
}

#[test]
fn bytes_that_are_changed_give_a_result_or_a_typed_error() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for (name, request) in good() {
        let bytes = rmp_serde::to_vec_named(&request).unwrap();
        for _ in 0..150 {
            let mut changed = bytes.clone();
            for _ in 0..=random.below(4) {
                let at = random.below(changed.len());
                changed[at] = random.below(256) as u8;
            }
            send(name, &changed);
        }
    }
}

#[test]
fn every_field_may_be_anything() {
    let odd = [
        json!(null),
        json!(true),
        json!(-1),
        json!(u64::MAX),
        json!(f64::MAX),
        json!("\u{0}"),
        json!([]),
        json!([[[[]]]]),
        json!({}),
        json!({ "a": 1 }),
    ];
    for (name, request) in good() {
        for field in request.as_object().unwrap().keys() {
            for value in &odd {
                let mut changed = request.clone();
                changed[field] = value.clone();
                ask(name, &changed);
            }
            let mut without = request.clone();
            without.as_object_mut().unwrap().remove(field);
            ask(name, &without);
        }
        let mut more = request.clone();
        more["colour"] = json!("red");
        assert!(refused(name, &more).contains("colour"), "{name}");
    }
}

#[test]
fn what_claims_to_be_long_or_deep_is_refused() {
    let mut deep = vec![0x81, 0xa5];
    deep.extend_from_slice(b"texts");
    deep.extend(std::iter::repeat_n(0x91, 1 << 20));
    let claims: [&[u8]; 6] = [
        b"\xdf\xff\xff\xff\xff",
        b"\xdd\xff\xff\xff\xff",
        b"\x81\xa5texts\xdd\xff\xff\xff\xff\xa1a",
        b"\x81\xa5texts\x91\xdb\xff\xff\xff\xff",
        b"\x82\xa6handle\x01\xa9documents\xdd\x7f\xff\xff\xff",
        &deep,
    ];
    for (name, _) in OPERATIONS {
        for claim in claims {
            assert_eq!(send(name, claim).0, 1, "{name}");
        }
    }
}

#[test]
fn numbers_out_of_their_ranges_are_refused() {
    let side = |dimension: u64| json!({ "values": [1.0, 2.0, 3.0], "dimension": dimension });
    refused(
        "bert_score",
        &json!({ "hypothesis": side(0), "reference": side(3) }),
    );
    refused(
        "bert_score",
        &json!({ "hypothesis": side(2), "reference": side(3) }),
    );
    refused(
        "bert_score",
        &json!({ "hypothesis": side(u64::MAX), "reference": side(3) }),
    );
    let interval = |resamples: u64| json!({ "scores": [0.1, 0.9], "labels": [false, true], "resamples": resamples, "seed": u64::MAX });
    refused("roc_auc_interval", &interval(u64::MAX));
    refused("roc_auc_interval", &interval(0));
    refused("roc_auc", &json!({ "scores": [0.1], "labels": [] }));
    let kinds =
        |kinds: u64| json!({ "source": { "pdftohtml": XML }, "options": { "kinds": kinds } });
    refused("page_blocks", &kinds(0));
    refused("page_blocks", &kinds(u64::MAX));
    refused(
        "select_texts",
        &json!({ "texts": [TEXT], "scores": [-1.0], "limits": { "items": 1.0 } }),
    );
    refused(
        "select_subset",
        &json!({ "problem": { "unary": [1.0], "pairs": [[0, u32::MAX, 1.0]], "triples": [],
            "attributes": [{ "name": null, "budget": 1.0, "unary": [1.0], "pairs": [] }] } }),
    );
    // Not a number, as a number of MessagePack: {"scores": [NaN, 1.0], "labels": [true, false]}
    let bytes =
        b"\x82\xa6scores\x92\xcb\x7f\xf8\0\0\0\0\0\0\xcb\x3f\xf0\0\0\0\0\0\0\xa6labels\x92\xc3\xc2";
    assert_eq!(send("roc_auc", bytes).0, 1);
}

#[test]
fn buffers_are_freed_once_and_used_once() {
    let request = rmp_serde::to_vec_named(&json!({ "texts": [TEXT] })).unwrap();
    let detect = operation("detect_language");
    let freed = write(&request);
    epitome_free(freed);
    epitome_free(freed);
    assert_eq!(read(detect(freed)).0, 1, "a request that was freed");
    let used = write(&request);
    assert_eq!(read(detect(used)).0, 0);
    assert_eq!(read(detect(used)).0, 1, "a request that was used");
    let inside = write(&request);
    assert_eq!(
        read(detect(inside + 1)).0,
        1,
        "an address inside of a buffer"
    );
    epitome_free(inside + 1);
    assert_eq!(read(detect(inside)).0, 0, "a buffer whose inside was freed");
    let reply = detect(write(&request));
    assert_eq!(read(detect(reply)).0, 1, "a reply as a request");
    epitome_free(reply);
    for nowhere in [0, 1, 8, usize::MAX] {
        epitome_free(nowhere);
        for (name, operation) in OPERATIONS {
            assert_eq!(read(operation(nowhere)).0, 1, "{name} at {nowhere}");
        }
    }
}

#[test]
fn lengths_that_have_no_room_are_refused() {
    for length in [usize::MAX, usize::MAX / 2, i32::MAX as usize] {
        assert_eq!(epitome_alloc(length), 0);
    }
    assert_eq!(
        read(operation("match")(epitome_alloc(0))).0,
        1,
        "an empty request"
    );
    // The host wrote less than it had asked for: what is left is zeros.
    let address = epitome_alloc(64);
    assert_eq!(read(operation("match")(address)).0, 1);
}

#[test]
fn models_that_are_none_are_refused() {
    let listed = json!({ "manifest": "{}", "files": [] });
    refused("open", &listed);
    let manifest = std::fs::read(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../models/rouge/manifest.json"
    ))
    .unwrap();
    let text = String::from_utf8(manifest).unwrap();
    for at in (0..text.len())
        .step_by(97)
        .filter(|&at| text.is_char_boundary(at))
    {
        refused("open", &json!({ "manifest": &text[..at], "files": [] }));
    }
    let stray = json!({ "manifest": text, "files": [{ "path": "../secret", "bytes": "x" }] });
    let (status, found) = ask("open", &stray);
    assert_eq!(status, 1, "{found}");
    refused(
        "open",
        &json!({ "manifest": text, "files": [], "language": "tlh" }),
    );
}

#[test]
fn the_interface_has_one_version_and_nothing_has_panicked() {
    assert_eq!(epitome_abi_version(), ABI_VERSION);
    assert_eq!(read(epitome_last_panic()), (0, Value::Null));
}
