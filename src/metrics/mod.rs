//! Measures of summaries and of the systems that judge them.
//!
//! - [`rouge`](mod@rouge), [`rouge_lsum`](mod@rouge_lsum): overlap of a summary
//!   with a reference;
//! - [`bert_score`](mod@bert_score): likeness of a summary to a reference over
//!   embeddings of tokens, and over [`static_embeddings`];
//! - [`fragments`]: how much of a summary was copied;
//! - [`entities`]: whether its names and numbers are those of the document;
//! - [`against_rest`]: likeness of a sentence to the rest of its document;
//! - [`roc`]: how well scores separate good pairs from bad ones;
//! - [`bootstrap`]: intervals of means.

pub mod against_rest;
pub mod bert_score;
pub mod bootstrap;
mod common_subsequence;
pub mod entities;
mod entity_lookup;
mod found_entities;
pub mod fragments;
pub(crate) mod held_entities;
pub mod roc;
pub mod rouge;
pub mod rouge_lsum;
pub mod static_embeddings;

pub use against_rest::{rouge_against_rest, static_f1_against_rest};
pub use bert_score::{IdfWeights, TokenEmbeddings, bert_score};
pub use bootstrap::{MeanInterval, mean_interval};
pub use entities::{EntityFactuality, EntityOptions, entity_factuality};
pub use fragments::{ExtractiveFragments, Fragment, extractive_fragments, fragments_of};
pub use roc::{AucInterval, auc, auc_interval};
pub use rouge::{
    PrecisionRecallF1, RougeOptions, RougeScores, rouge, rouge_l, rouge_n, rouge_with,
};
pub use rouge_lsum::rouge_lsum;
pub use static_embeddings::{StaticEmbeddings, WordVectors, static_score};
