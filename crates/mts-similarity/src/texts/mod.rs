//! Computes the similarity of two texts as sequences of tokens.

pub mod bleu;
pub mod codebleu;
pub mod edits;
pub mod tokens;
