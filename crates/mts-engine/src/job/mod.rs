//! The data of a pair before it runs.
//!
//! These data are the job, the settings that affect verdicts, whole programs, and the types for
//! comparing values. The package `cargo-mts` makes jobs from a plan.

pub(crate) mod pair_job;
pub(crate) mod program;
pub(crate) mod settings;
pub(crate) mod signature;

pub use pair_job::PairJob;
pub use program::{Program, ProgramFunction, TestCase};
pub use settings::{TransformationConfig, VerdictSettings};
pub use signature::signature;
