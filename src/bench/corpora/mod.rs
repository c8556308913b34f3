//! Benchmark corpora for `cargo mts bench`: reading them, and the tables of their results. What is
//! measured, and how, is `bench::run`'s; a corpus is always given by its user and never part of
//! the project.

pub mod corpus_row;
pub mod ground_truth;
pub mod java_type;
pub mod layouts;
pub mod lines_file;
pub mod loader;
pub mod recording;

pub use corpus_row::CorpusRow;
pub use loader::{load, load_all, read};
pub use recording::{Recorded, RecordedMade, RecordedOriginal, RecordedRow};

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
