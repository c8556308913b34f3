//! Defines the type of a row in the table of JDK calls.

/// A row: Java signature, faithful form, plain form, form for a statement.
pub(super) type LibraryRow = (&'static str, &'static str, &'static str, &'static str);
