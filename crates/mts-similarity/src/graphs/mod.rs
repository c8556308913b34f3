//! Computes the similarity of two texts by their program dependence graphs.

pub mod exas;
pub mod graph_edit;
pub mod pdg;
