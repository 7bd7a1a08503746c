//! Measures of summaries and of the systems that judge them.
//!
//! - [`rouge`](mod@rouge): overlap of a summary with a reference;
//! - [`roc`]: how well scores separate good pairs from bad ones.

pub mod roc;
pub mod rouge;

pub use roc::{AucInterval, auc, auc_interval};
pub use rouge::{PrecisionRecallF1, RougeScores, rouge, rouge_l, rouge_n};
