//! Benchmark corpora for `cargo mts bench`: reading them, and the tables of their results. What is
//! measured, and how, is the pipeline's; a corpus is always given by its user and never part of
//! the project.

mod avatar;
mod avatar_tests;
mod beside;
mod detokenize;
mod folder;
pub mod journal;
pub mod labels;
pub mod lines;
mod literal;
pub mod loader;
mod paper;
mod programs;
pub mod recording;
pub mod result;
pub mod study;
pub mod tables;
pub mod throughput;
mod transcoder;
mod type_text;

pub use journal::{Finished, Journal};
pub use loader::{CorpusRow, load, load_all, read};
pub use recording::{Recorded, RecordedMade, RecordedOriginal, RecordedRow};
pub use result::{BenchResult, Fared, Individual, MutantRow, PortRun, ProgramResult, Spent};

mts_model::named_option! {
    /// The inputs that a corpus is run on.
    CorpusInputs = Given {
        /// Inputs of the corpus.
        Given = "given",
        /// Inputs generated from the parameter types and selected by running Java.
        Generated = "generated",
        /// Inputs of the corpus and generated ones, up to `--max-inputs` in all.
        Both = "both",
    }
}
