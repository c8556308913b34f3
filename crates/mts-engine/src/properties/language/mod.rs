//! The language of properties: expressions, their questions, and the answers that need no run.

pub mod expression;
pub mod fault;
pub(crate) mod inspect;
pub mod question;
