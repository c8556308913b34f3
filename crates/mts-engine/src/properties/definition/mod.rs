//! Properties as data: the built-in table, validation, and relations between inputs.

pub mod builtin;
pub mod checked;
pub mod relation;
