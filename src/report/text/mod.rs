//! Text for people at a terminal or in a log: of a run's report, one finding, and what the other commands print.

pub mod annotations;
pub mod explain;
pub mod fragments;
pub mod programs;
pub mod progress;
pub mod properties;
pub mod search;
pub mod similarity;
pub mod terminal;
