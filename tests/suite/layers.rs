//! Layers import downward only, and tasks never name a backend.

use std::fs;
use std::path::{Path, PathBuf};

/// Every module of the crate, with the modules of it that it may name.
const ALLOWED: &[(&str, &[&str])] = &[
    ("error", &[]),
    ("random", &[]),
    ("order", &["random"]),
    ("text", &["error", "order"]),
    ("pace", &[]),
    ("lexicon", &["text"]),
    ("analysis", &["lexicon", "text", "order"]),
    (
        "grounding",
        &["analysis", "text", "order", "pace", "random"],
    ),
    ("metrics", &["error", "random", "text"]),
    ("subset", &["error", "random", "text", "order", "pace"]),
    ("corpus", &["error", "random", "text", "metrics", "order"]),
    ("model", &["error", "text"]),
    ("runtime", &["error", "model", "pace"]),
    ("hub", &["error", "text", "model", "runtime"]),
    (
        "matcher",
        &[
            "error",
            "order",
            "hub",
            "pace",
            "random",
            "text",
            "analysis",
            "grounding",
            "metrics",
            "model",
        ],
    ),
    ("structure", &["error", "text", "model", "order"]),
    (
        "summarizer",
        &[
            "error",
            "order",
            "pace",
            "text",
            "lexicon",
            "analysis",
            "grounding",
            "metrics",
            "subset",
            "model",
        ],
    ),
    (
        "engine",
        &[
            "error",
            "text",
            "model",
            "hub",
            "runtime",
            "matcher",
            "summarizer",
            "structure",
        ],
    ),
    (
        "wasm",
        &[
            "error",
            "text",
            "metrics",
            "corpus",
            "subset",
            "model",
            "pace",
            "matcher",
            "summarizer",
            "structure",
            "engine",
            "Matcher",
            "Summarizer",
        ],
    ),
];

/// Crates that only some modules may name.
const BACKENDS: &[(&str, &[&str])] = &[
    ("epitome_kernels", &["runtime"]),
    ("prost", &["runtime"]),
    ("tract_core", &["runtime"]),
    ("web_sys", &["runtime", "wasm"]),
    ("js_sys", &["runtime", "wasm"]),
    ("wasm_bindgen", &["runtime", "wasm"]),
    ("wasm_bindgen_futures", &["runtime", "wasm"]),
    ("serde_wasm_bindgen", &["wasm"]),
    ("jieba_rs", &["text"]),
    ("roxmltree", &["structure"]),
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// The code of a file without its comments; its doctests are users, not layers.
fn code(source: &str) -> String {
    let lines = source
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The names that follow `prefix::`, those in braces included.
fn names_after<'a>(code: &'a str, prefix: &str) -> Vec<&'a str> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut names = vec![];
    for (at, _) in code.match_indices(prefix) {
        if code[..at].ends_with(is_name) {
            continue;
        }
        let rest = &code[at + prefix.len()..];
        if let Some(group) = rest.strip_prefix('{') {
            let mut depth = 0;
            for part in group.split_inclusive([',', '{', '}']) {
                let name = part.trim().trim_end_matches([',', '{', '}', ' ']);
                if depth == 0 && !name.is_empty() {
                    names.push(name.split("::").next().unwrap());
                }
                match part.chars().last() {
                    Some('{') => depth += 1,
                    Some('}') if depth == 0 => break,
                    Some('}') => depth -= 1,
                    _ => {}
                }
            }
        } else {
            names.push(rest.split(|c| !is_name(c)).next().unwrap());
        }
    }
    names
}

fn violations(module: &str, code: &str) -> Vec<String> {
    let Some((_, allowed)) = ALLOWED.iter().find(|(name, _)| *name == module) else {
        return vec![format!("module `{module}` has no layer: add it to ALLOWED")];
    };
    let mut found: Vec<_> = names_after(code, "crate::")
        .into_iter()
        .filter(|name| *name != module && !allowed.contains(name))
        .map(|name| format!("`{module}` names `crate::{name}`"))
        .collect();
    for (library, users) in BACKENDS {
        let named = code.match_indices(library).any(|(at, _)| {
            code[at + library.len()..].starts_with("::")
                && !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
        });
        if named && !users.contains(&module) {
            found.push(format!("`{module}` names `{library}`"));
        }
    }
    found
}

#[test]
fn no_module_imports_upward() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = vec![];
    for path in sources(&src) {
        let relative = path.strip_prefix(&src).unwrap();
        let first = relative.iter().next().unwrap().to_str().unwrap();
        let module = first.trim_end_matches(".rs");
        if module == "lib" {
            continue;
        }
        let code = code(&fs::read_to_string(&path).unwrap());
        for violation in violations(module, &code) {
            found.push(format!("{}: {violation}", relative.display()));
        }
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn an_upward_import_is_found() {
    for (module, code) in [
        ("text", "use crate::metrics::rouge;"),
        (
            "metrics",
            "use crate::{\n    error::Error,\n    matcher::Matcher,\n};",
        ),
        ("matcher", "fn f() { crate::engine::load() }"),
        ("matcher", "use tract_core::prelude::*;"),
        ("summarizer", "use crate::{matcher::{Match, Pair}};"),
        ("unheard", ""),
    ] {
        assert_eq!(violations(module, code).len(), 1, "{module}: {code}");
    }
    assert!(violations("wasm", "use crate::{Matcher, text::{Language, spans}};").is_empty());
}
