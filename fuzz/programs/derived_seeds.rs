//! Writes the seeds that the library itself makes of others: plans of the ONNX files, and packed
//! forms of the tokenizers.

use std::fs;
use std::path::Path;

use epitome::runtime::{onnx, plan};
use epitome::text::pretrained::PretrainedTokenizer;
use epitome_fuzz::input::PARTING;
use epitome_fuzz::seeds;

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn main() -> Outcome {
    for (at, (name, bytes)) in (0_u8..).zip(seeds::files("onnx")) {
        let spec = onnx::interface(&bytes)?.into_spec("model.onnx");
        // A seed may hold what is refused.
        let Ok(made) = onnx::plan(&bytes, &spec, &|_| None) else {
            continue;
        };
        write(
            "plan",
            &name,
            [vec![at], plan::file::write(&made)?].concat(),
        )?;
    }
    for (name, bytes) in seeds::files("tokenizer") {
        let file = bytes
            .split(|&byte| byte == PARTING)
            .next()
            .unwrap_or_default();
        write(
            "packed",
            &name,
            PretrainedTokenizer::from_json(file)?.to_packed()?,
        )?;
    }
    Ok(())
}

fn write(target: &str, name: &str, bytes: Vec<u8>) -> Outcome {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(target);
    fs::create_dir_all(&folder)?;
    Ok(fs::write(folder.join(name), bytes)?)
}
