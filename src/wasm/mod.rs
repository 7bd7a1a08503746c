//! The JavaScript surface: it converts, calls and converts back.

mod bert_score;
mod convert;
mod corpus;
mod entities;
mod fragments;
mod language;
mod matcher;
mod metrics;
mod paced;
mod plan;
mod start;
mod structure;
mod subset;
mod summarizer;
mod writer;
