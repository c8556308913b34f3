//! A row of the table of JDK calls.

/// A row: signature, faithful form, plain form, statement form.
pub(super) type LibraryRow = (&'static str, &'static str, &'static str, &'static str);
