//! The limits for the cost of a pair: time, ticks and number of mutants.
//!
//! The module `mts_oracle::budgets` limits the ticks of one call.

pub(crate) mod cost_cap;
pub(crate) mod sampling;
pub(crate) mod time_budget;
