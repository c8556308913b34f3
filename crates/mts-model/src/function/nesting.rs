//! How deep trees of source code may be, and threads whose stack holds them: walks over trees are recursive, and so is
//! the drop of a nested type. `mts-lang` keeps to the bound when it parses.

use crate::error::{Error, Result};
use std::panic::resume_unwind;
use std::thread::{Builder, Scope, ScopedJoinHandle, scope};

/// Most levels of a syntax tree: generated code has sums of 10,000 terms, with one level for each.
pub const MOST_LEVELS: usize = 12_000;

/// Most levels of a type, in type arguments or in dimensions: Java's arrays have at most 255 (JVMS 4.3.2).
pub const MOST_TYPE_LEVELS: usize = 255;

/// Bytes of a stack for trees: 44 KiB for each level, in a build without optimisation too. The system gives a page when
/// it is first used.
const STACK_BYTES: usize = 512 << 20;

/// Starts a thread whose stack holds trees of [`MOST_LEVELS`].
///
/// # Errors
/// An environment error when the system starts no thread.
pub fn spawn_for_trees<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Result<ScopedJoinHandle<'scope, T>> {
    let builder = Builder::new().stack_size(STACK_BYTES);
    builder.spawn_scoped(scope, work).map_err(|error| Error::environment(format!("cannot start a thread: {error}")))
}

/// Runs work on a stack that holds trees of [`MOST_LEVELS`], whatever the limit of the main thread is.
///
/// # Errors
/// As [`spawn_for_trees`].
pub fn with_tree_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T> {
    scope(|scope| Ok(spawn_for_trees(scope, work)?.join().unwrap_or_else(|panic| resume_unwind(panic))))
}
