//! What results pages say about the machine.

/// The processor's name.
pub fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = info.lines().find(|line| line.starts_with("model name"));
    line.and_then(|line| line.split_once(':'))
        .map_or(std::env::consts::ARCH.into(), |(_, name)| {
            name.trim().into()
        })
}
