//! Measures how similar a Java function and a Python function are.
//!
//! The modules compare names, special methods, types and bodies. The module `pairing` decides which
//! functions are pairs.

pub(super) mod abstract_methods;
pub(super) mod body_similarity;
pub(super) mod identifiers;
pub(super) mod special_methods;
pub(super) mod types;
