//! What is derived from source text without running it: pairs, inputs, mutants, variants, fragments, and the
//! counters written into either language. Running any of it is left to `mts-workers` and `mts-engine`.

pub mod fragments;
pub mod inputs;
pub mod instrument;
pub mod metamorphic;
pub mod mutation;
pub mod pairing;
