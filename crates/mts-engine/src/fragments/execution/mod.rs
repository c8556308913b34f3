//! The runs that fragments need.
//!
//! These runs are recordings of both functions, runs of extracted fragments, runs with patched
//! values in the port, and the search for inputs. `mts_oracle::fragments` gives the verdicts.

pub(crate) mod bounded_runs;
pub(crate) mod input_search;
pub(crate) mod record;
pub(crate) mod run_extracted;
pub(crate) mod state_patch;
