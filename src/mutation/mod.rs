//! The room `mutation`.
