//! Owns what a pair may cost: time, ticks, number of mutants. The budget of one call is left to `mts_oracle::budgets`.

pub(crate) mod cost_cap;
pub(crate) mod sampling;
pub(crate) mod time_budget;
