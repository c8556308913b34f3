//! The limits for the cost of a pair: time, ticks and number of mutants.
//!
//! `mts_oracle::budgets` has the budget of one call.

pub(crate) mod cost_cap;
pub(crate) mod sampling;
pub(crate) mod time_budget;
