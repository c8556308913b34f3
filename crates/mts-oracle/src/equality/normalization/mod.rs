//! Normalizes what both languages write differently: names of fields and constants, strings, exceptions, and results
//! of special methods. Comparing the values is left to `equality`.

pub(crate) mod exceptions;
pub(crate) mod names;
pub(crate) mod return_conventions;
pub(crate) mod texts;
