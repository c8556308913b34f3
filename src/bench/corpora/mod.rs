//! Reads benchmark corpora. `bench::run` measures them.
//!
//! The user gives the corpus, because the project contains none.

pub mod corpus_row;
pub mod ground_truth;
pub mod layouts;
pub mod lines_file;
pub mod loader;
pub mod recording;

pub use corpus_row::CorpusRow;
pub use loader::{load, load_all, read};
pub use recording::{Recorded, RecordedAnswer, RecordedOriginal, RecordedRow};

mts_model::named_option! {
    /// The inputs on which a corpus runs.
    CorpusInputs = Given {
        /// The inputs of the corpus.
        Given = "given",
        /// Inputs that the tool generates from the parameter types and selects by running Java.
        Generated = "generated",
        /// Inputs of the corpus and generated inputs, at most `--max-inputs` in total.
        Both = "both",
    }
}
