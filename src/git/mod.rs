//! Reads the git repository through libgit2: revisions, files and changed lines.
//!
//! The files come from a revision or from the working tree. This module never writes to the
//! repository.

mod base;
mod diff;
mod lines;
mod materialise;
mod repository;
mod snapshot;
#[cfg(test)]
mod tests;

pub use base::{Base, BaseChoice, CiEvent};
pub use diff::{Diff, FileChange, Status};
pub use lines::{Hunk, LineMap, LineRange};
pub use repository::{Repository, refuse_tracked};
pub use snapshot::Snapshot;
