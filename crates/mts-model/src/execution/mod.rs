//! One execution of both functions: inputs, code that runs, outcomes and progress.

pub mod compilation_unit;
pub mod injected_names;
mod input;
mod outcome;
mod progress_event;
mod reason;
mod requirement;

pub use input::{Choice, Input, InputOrigin, MOST_INPUTS, ObjectDifferences, Suite};
pub use outcome::{Before, CopyOutcomes, Outcome, Signature, State};
pub use progress_event::ProgressEvent;
pub use reason::{Nondeterminism, Reason};
pub use requirement::{Requirement, first_line};
