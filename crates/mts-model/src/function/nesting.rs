//! Limits for the depth of syntax trees, and threads with enough stack for such trees.
//!
//! Functions that walk over a tree are recursive, and so is the code that drops a tree or a nested type. When
//! `mts-lang` parses a file, it rejects a tree with more than [`MOST_LEVELS`] levels.

use crate::error::{Error, Result};
use std::panic::resume_unwind;
use std::thread::{Builder, Scope, ScopedJoinHandle, scope};

/// The highest number of levels of a syntax tree.
///
/// Some generated code has sums of 10,000 terms, with one level of the tree for each term.
pub const MOST_LEVELS: usize = 12_000;

/// The highest number of levels of a type, in type arguments or array dimensions.
///
/// Java arrays have at most 255 dimensions (JVMS 4.3.2).
pub const MOST_TYPE_LEVELS: usize = 255;

/// The stack size in bytes: about 44 KiB for each level up to [`MOST_LEVELS`].
///
/// This size is also enough for a build without optimisation. The operating system allocates a page of the stack only
/// when the thread first uses the page.
const STACK_BYTES: usize = 512 << 20;

/// Starts a thread with enough stack for trees of [`MOST_LEVELS`] levels.
///
/// # Errors
/// Returns an environment error if the system cannot start a thread.
pub fn spawn_for_trees<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Result<ScopedJoinHandle<'scope, T>> {
    let builder = Builder::new().stack_size(STACK_BYTES);
    builder.spawn_scoped(scope, work).map_err(|error| Error::environment(format!("cannot start a thread: {error}")))
}

/// Runs `work` in a thread with enough stack for trees of [`MOST_LEVELS`] levels.
///
/// # Errors
/// Returns an error if [`spawn_for_trees`] fails.
pub fn with_tree_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T> {
    scope(|scope| Ok(spawn_for_trees(scope, work)?.join().unwrap_or_else(|panic| resume_unwind(panic))))
}
