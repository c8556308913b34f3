//! The room `inputs`.
