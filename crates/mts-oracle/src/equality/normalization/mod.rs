//! What both languages say in different words: names of fields and constants, texts, exceptions, and results of
//! special methods. Values as such are compared in `equality`.

pub(crate) mod exceptions;
pub(crate) mod names;
pub(crate) mod return_conventions;
pub(crate) mod texts;
