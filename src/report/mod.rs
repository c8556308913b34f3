//! Renders the run report as files and as text.
//!
//! Each renderer of a run is a pure function from [`mts_model::report::RunReport`] to text. A
//! renderer computes no new result. A renderer escapes every text from the repository for its
//! format.

pub mod codegen;
pub(crate) mod diagnosis;
pub mod escape;
pub mod findings;
pub(crate) mod format;
pub mod registry;
pub mod renderer;
pub(crate) mod test_cases;
#[cfg(test)]
pub(crate) mod test_reports;
pub mod text;

pub use codegen::emit_test;
pub use registry::{RENDERERS, html, json, junit, markdown, sarif};
pub use renderer::Renderer;
pub use text::{
    annotations, explain, fix, fragments, programs, progress, properties, search, similarity, terminal, timings,
};
