//! The JavaScript surface: it converts, calls and converts back.

mod convert;
mod matcher;
mod metrics;
mod start;
mod structure;
mod summarizer;
