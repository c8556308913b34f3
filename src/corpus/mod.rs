//! The room `corpus`.
