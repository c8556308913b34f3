//! What has to run things to decide. [`measure`] takes one pair from its two functions to a
//! verdict on every mutant; [`shrink`] finds smaller inputs for what is shown; [`lanes`] keeps both
//! sides' workers busy with many pairs. Which pairs, and what the verdicts mean for a merge, is decided above.

pub mod lanes;
pub mod measure;
pub mod shrink;
mod trial;

pub use measure::{Measured, PairJob, Settings};
