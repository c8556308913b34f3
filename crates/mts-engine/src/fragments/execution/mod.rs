//! Owns the runs that fragments need: recording both functions, running extracted fragments, patching values into the
//! port, and searching inputs. Verdicts are left to `fragment_test`.

pub(crate) mod bounded_runs;
pub(crate) mod input_search;
pub(crate) mod record;
pub(crate) mod run_extracted;
pub(crate) mod state_patch;
