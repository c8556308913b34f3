//! The room `git`.
