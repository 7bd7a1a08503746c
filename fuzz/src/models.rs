//! The models of the repository, for the targets that run one.

use std::path::Path;

use epitome::model::Bundle;

/// The bundle of a folder of `models/`.
pub fn bundle(name: &str) -> Bundle {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../models")
        .join(name);
    Bundle::open(folder).expect("the model is of the repository")
}
