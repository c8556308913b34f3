//! Statistics over programs: rank correlation, bootstrap intervals, and a paired test. Pure functions of numbers;
//! randomness comes from a seed. What the numbers are, and which are compared, is told elsewhere.

mod beta;
mod bootstrap;
mod rank;
mod ranks;
mod signed;

pub use bootstrap::interval;
pub use rank::{Rho, spearman};
pub use signed::{Signed, signed_ranks};
