//! Owns the language of properties: expressions, the questions that they ask, and the answers that need no run.

pub mod expression;
pub mod fault;
pub(crate) mod inspect;
pub mod question;
