//! Conditions that hold at a fragment.
//!
//! [`path_conditions`] derives conditions from the code around the fragment. [`assumptions`] reads
//! conditions that the author wrote in comments.

mod assumption;
pub mod assumptions;
pub mod path_conditions;
