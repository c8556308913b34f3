//! What has to run things to decide. [`select`] chooses the inputs of a pair out of those that are
//! proposed; [`measure`] takes one pair from its two functions to a verdict on every mutant;
//! [`alone`] sees once more what is shown, [`shrink`] finds smaller inputs for what is shown; [`lanes`] keeps both sides' workers busy with
//! many pairs. A pair of whole programs is measured likewise, on the mutants of all its [`Member`]s. Which pairs, and what the verdicts mean for a merge, is decided above.

mod alike;
pub mod alone;
mod between;
mod captured;
mod counterparts;
mod effort;
pub mod fragments;
mod greedy;
mod handed;
pub mod lanes;
pub mod measure;
mod members;
pub mod mutants;
pub mod pace;
pub mod properties;
mod refused;
pub mod sampling;
pub mod select;
pub mod shrink;
mod signature;
mod splices;
mod trial;
pub mod turned;
mod twice;
pub mod variants;
mod variety;
mod worth;

pub use measure::{Measured, PairJob, Settings};
pub use members::{Member, Program, Test, count, made_of};
pub use pace::Pace;
pub use sampling::{Made, Sampling};
pub use worth::Worth;
