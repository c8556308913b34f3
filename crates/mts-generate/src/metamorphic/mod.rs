//! Variants of a function: the seven transformations of Eniser et al. 2024 ("Automatically Testing Functional
//! Properties of Code Translation Models") as typed changes of either language's text. [`draw`] chooses one at
//! random, [`edits`] writes it; [`merge()`] makes one Java function of two. Which variants are run, and what
//! their outcomes show, is decided above; mutants, of which the port gets a counterpart, are `mutation`'s.

mod change;
mod draw;
pub mod merge;
mod merged_port;
mod names;
mod paired;
mod removal;
mod writing;

#[cfg(test)]
mod paired_tests;
#[cfg(test)]
mod tests;

pub use change::{ConstantCondition, NeutralStatement, VariantChange};
pub use draw::draw;
pub use merge::{MergedMethod, merge};
pub use paired::{MutatingEdit, NotApplicable, PairContext, PairedEdit, draw_paired, mutated};
pub use writing::edits;

use mts_lang::SourceFile;
use mts_lang::ir::Tree;
use mts_model::Function;

pub use mts_model::Transformation;

/// A function with its file and its common IR: what is transformed.
#[derive(Clone, Copy)]
pub struct ParsedFunction<'a> {
    /// The file.
    pub file: &'a SourceFile,
    /// The function.
    pub function: &'a Function,
    /// Its tree.
    pub tree: &'a Tree,
}
