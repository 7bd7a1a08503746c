//! Runs files through a target, to look at one finding.
//!
//!     replay TARGET FILE...

fn main() {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let Some(target) = epitome_fuzz::target(&name) else {
        let known: Vec<_> = epitome_fuzz::TARGETS
            .iter()
            .map(|(name, _)| *name)
            .collect();
        eprintln!(
            "usage: replay TARGET FILE...; targets are {}",
            known.join(", ")
        );
        std::process::exit(2)
    };
    for path in arguments {
        match std::fs::read(&path) {
            Ok(bytes) => target(&bytes),
            Err(error) => eprintln!("{path}: {error}"),
        }
    }
}
