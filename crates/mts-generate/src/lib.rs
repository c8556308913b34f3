//! Everything that is derived from source text without running it: pairs, inputs, mutants, metamorphic variants,
//! fragments, and counters written into either language. Running them is left to `mts-workers` and `mts-engine`.

pub mod fragments;
pub mod inputs;
pub mod instrument;
pub mod metamorphic;
pub mod mutation;
pub mod pairing;
