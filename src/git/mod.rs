//! The repository, read through libgit2 alone: revisions, the files of a revision or of the working
//! tree, and the lines that changed between two of them. It never writes to the repository.

mod base;
mod diff;
mod lines;
mod materialise;
mod repository;
mod snapshot;
#[cfg(test)]
mod tests;

pub use base::{Base, CiEvent};
pub use diff::{Diff, FileChange, Status};
pub use lines::{Hunk, LineMap, LineRange};
pub use repository::Repository;
pub use snapshot::Snapshot;
