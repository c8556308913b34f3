//! Reads benchmark corpora. `bench::run` measures them. The user gives the corpus; the project has none.

pub mod corpus_row;
pub mod ground_truth;
pub mod java_type;
pub mod layouts;
pub mod lines_file;
pub mod loader;
pub mod recording;

pub use corpus_row::CorpusRow;
pub use loader::{load, load_all, read};
pub use recording::{Recorded, RecordedAnswer, RecordedOriginal, RecordedRow};

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
