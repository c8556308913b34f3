//! The run report as files and text for readers: each renderer is a pure function from
//! [`mts_model::report::RunReport`] to text. Nothing is computed here that is not in the report already, and nothing
//! from the repository reaches a format that has a meaning for it without being escaped.

pub mod codegen;
pub mod escape;
pub mod findings;
mod format;
pub mod registry;
pub mod renderer;
#[cfg(test)]
pub(crate) mod test_reports;
pub mod text;

pub use codegen::emit_test;
pub use registry::{RENDERERS, html, json, junit, markdown, sarif};
pub use renderer::Renderer;
pub use text::{annotations, explain, fragments, programs, progress, properties, search, similarity, terminal};
