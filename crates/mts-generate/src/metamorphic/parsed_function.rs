//! A function with its file and its common IR.

use mts_lang::SourceFile;
use mts_lang::ir::Tree;
use mts_model::Function;

/// A function with its file and its common IR.
#[derive(Clone, Copy)]
pub struct ParsedFunction<'a> {
    /// The file of the function.
    pub file: &'a SourceFile,
    /// The function.
    pub function: &'a Function,
    /// The tree of the function.
    pub tree: &'a Tree,
}
