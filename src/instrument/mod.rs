//! The room `instrument`.
