//! Computes the similarity of two texts by their syntax trees and their data flow.

pub mod dataflow;
pub mod syntax_match;
pub mod tree;
