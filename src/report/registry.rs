//! Lists the files that a run writes.
//!
//! For a new format, add a module with a [`Renderer`], a line in [`RENDERERS`], and a section in the
//! manual.

pub mod badge;
pub mod html;
pub mod json;
pub mod junit;
pub mod markdown;
pub mod sarif;

use super::renderer::Renderer;

/// Every file that a run writes from its report, in the order of the manual.
pub const RENDERERS: &[&dyn Renderer] =
    &[&json::Json, &junit::JUnit, &sarif::Sarif, &html::Html, &markdown::Markdown, &markdown::Summary, &badge::Badge];
