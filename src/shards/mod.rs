//! One run on several machines: which pair is measured in which part, and how the parts' reports become one
//! again. Pure: who plans, measures, judges and writes is the pipeline's business.

mod merge;
mod split;

pub use merge::{Named, merge};
pub use split::{Part, assign, wanted};
