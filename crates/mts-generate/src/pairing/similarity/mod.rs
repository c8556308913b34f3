//! How similar a Java function and a Python function are: names, special methods, types and bodies. Which functions are
//! paired is decided by `pairing`.

pub(super) mod body_similarity;
pub(super) mod identifiers;
pub(super) mod special_methods;
pub(super) mod types;
