//! Computes all data that the tool gets from source text alone.
//!
//! The crate does not run the code. The crate finds pairs, inputs, mutants, metamorphic variants and fragments, and
//! writes counters into either language. `mts-workers` and `mts-engine` run the results.

pub mod fragments;
pub mod inputs;
pub mod instrument;
pub mod metamorphic;
pub mod mutation;
pub mod pairing;
