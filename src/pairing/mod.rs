//! The room `pairing`.
