//! The room `report`.
