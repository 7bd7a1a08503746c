#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| epitome_fuzz::judging::grounding(data));
