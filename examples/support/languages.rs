//! The languages that the packaged matchers read.

use epitome::text::Language;

pub const LANGUAGES: [Language; 4] = [
    Language::English,
    Language::Chinese,
    Language::German,
    Language::Persian,
];
