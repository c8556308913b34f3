//! The room `judgement`.
