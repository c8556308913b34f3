//! Texts: reading of files, the keywords of Python, and differences of sequences.

pub mod bounded_text;
pub mod python_keywords;
pub mod sequences;
