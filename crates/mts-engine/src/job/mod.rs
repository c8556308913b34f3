//! Owns what a pair needs before it runs: the job, the settings that bear on verdicts, whole programs, and the types
//! by which values are compared. Making jobs from a plan is left to the package above.

pub(crate) mod pair_job;
pub(crate) mod program;
pub(crate) mod settings;
pub(crate) mod signature;

pub use pair_job::PairJob;
pub use program::{Program, ProgramFunction, TestCase};
pub use settings::{TransformationConfig, VerdictSettings};
pub use signature::signature;
