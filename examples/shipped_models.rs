//! Writes models as packages ship them: a folder each, ONNX graphs made into plans, which every
//! build runs.
//!
//! ```sh
//! cargo run --example shipped_models -- OUT fit-en fit-zh
//! ```

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use epitome::model::Bundle;
use epitome::runtime::plan_of;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

type Failure = Box<dyn std::error::Error>;

/// Where a manifest names a graph, and what the file of its plan is called.
const GRAPHS: [(&str, &str); 4] = [
    ("/graph/file", "model.plan"),
    ("/fit/entailment/graph/file", "entailment.plan"),
    ("/generation/encoder/file", "encoder.plan"),
    ("/generation/decoder/file", "decoder.plan"),
];

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: shipped_models OUT NAME…";
    let out = arguments.next().ok_or(usage)?;
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    for name in arguments {
        ship(&models.join(&name), &Path::new(&out).join(&name))
            .map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(())
}

/// Writes one model.
fn ship(from: &Path, to: &Path) -> Result<(), Failure> {
    let bundle = Bundle::open(from)?;
    let mut manifest: Value = serde_json::from_slice(&fs::read(from.join("manifest.json"))?)?;
    let mut plans = HashMap::new();
    for (place, plan) in GRAPHS {
        let Some(file) = manifest.pointer_mut(place) else {
            continue;
        };
        let path = file.as_str().ok_or("a graph has no file")?.to_owned();
        plans.insert(path.clone(), (plan, plan_of(&bundle, &path)?));
        *file = json!(plan);
    }
    fs::create_dir_all(to)?;
    let mut files = Vec::new();
    for listed in &bundle.manifest().files {
        let (path, bytes) = match plans.get(&listed.path) {
            Some((path, bytes)) => (*path, bytes.as_slice()),
            None => (listed.path.as_str(), bundle.file(&listed.path)?),
        };
        fs::write(to.join(path), bytes)?;
        let digest: String = Sha256::digest(bytes)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        files.push(json!({ "path": path, "bytes": bytes.len(), "sha256": digest }));
    }
    if let Some(fields) = manifest.as_object_mut() {
        fields.insert("files".into(), Value::Array(files));
    }
    fs::write(
        to.join("manifest.json"),
        format!("{}\n", serde_json::to_string_pretty(&manifest)?),
    )?;
    fs::copy(from.join("CARD.md"), to.join("CARD.md"))?;
    Ok(())
}
