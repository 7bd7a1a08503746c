//! One program for every target, so that the library is linked once: `EPITOME_FUZZ_TARGET` names the
//! target, and the arguments are libFuzzer's.
#![cfg_attr(feature = "libfuzzer", no_main)]

#[cfg(feature = "libfuzzer")]
mod driven {
    use std::sync::OnceLock;

    use epitome_fuzz::{TARGETS, Target, target};

    static CHOSEN: OnceLock<Target> = OnceLock::new();

    fn chosen() -> Target {
        let name = std::env::var("EPITOME_FUZZ_TARGET").unwrap_or_default();
        target(&name).unwrap_or_else(|| {
            let known: Vec<_> = TARGETS.iter().map(|(name, _)| *name).collect();
            eprintln!(
                "EPITOME_FUZZ_TARGET is {name:?}; allowed are {}",
                known.join(", ")
            );
            std::process::exit(2)
        })
    }

    libfuzzer_sys::fuzz_target!(|data: &[u8]| CHOSEN.get_or_init(chosen)(data));
}

/// Without libFuzzer: runs the files that are given through the target, to look at one finding.
#[cfg(not(feature = "libfuzzer"))]
fn main() {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let Some(target) = epitome_fuzz::target(&name) else {
        let known: Vec<_> = epitome_fuzz::TARGETS
            .iter()
            .map(|(name, _)| *name)
            .collect();
        eprintln!(
            "usage: fuzz TARGET FILE...; targets are {}",
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
