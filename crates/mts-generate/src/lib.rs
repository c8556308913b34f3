//! Derives everything from source text that needs no run of the source.
//!
//! The crate finds pairs, inputs, mutants, metamorphic variants and fragments, and writes counters
//! into either language. `mts-workers` and `mts-engine` run the results.

pub mod fragments;
pub mod inputs;
pub mod instrument;
pub mod metamorphic;
pub mod mutation;
pub mod pairing;
