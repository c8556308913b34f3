//! Computes statistics over programs: rank correlation, bootstrap intervals, and a paired test.
//! The statistics are pure functions of numbers and a seed.

mod beta;
mod bootstrap;
mod rank;
mod ranks;
mod signed;

pub use bootstrap::{interval, quantile};
pub use rank::{Rho, spearman};
pub use signed::{Signed, signed_ranks};
