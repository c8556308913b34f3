//! Writes text for people, for a terminal or a log: the reports of all commands.

pub mod annotations;
pub mod explain;
pub mod fix;
pub mod fragments;
pub mod programs;
pub mod progress;
pub mod properties;
pub mod search;
pub mod similarity;
pub mod terminal;
pub mod timings;
