//! Variants of a function: the seven transformations of Eniser et al. 2024 ("Automatically Testing Functional
//! Properties of Code Translation Models") as typed changes of either language's text. [`draw`] chooses one at
//! random, [`edits`] writes it; [`merge()`] makes one Java function of two. Which variants are run, and what
//! their outcomes show, is decided above; mutants, of which the port gets a counterpart, are `mutation`'s.

mod change;
pub mod merge;
mod names;
mod removal;
mod writing;

#[cfg(test)]
mod tests;

pub use change::{Change, Condition, Form, draw};
pub use merge::{Merged, merge};
pub use writing::edits;

use crate::lang::SourceFile;
use crate::lang::core::Tree;
use crate::model::Function;

/// A function with its file and its common tree: what is transformed.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The file.
    pub file: &'a SourceFile,
    /// The function.
    pub function: &'a Function,
    /// Its tree.
    pub tree: &'a Tree,
}

/// A way to make another function of one, or of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Transformation {
    /// A parameter gets another name.
    RenameParam,
    /// One more parameter, of type `int`, that changes nothing.
    AddParam,
    /// One more conditional that changes nothing.
    AddConditional,
    /// One more loop that changes nothing.
    AddLoop,
    /// The condition of an `if` is another one.
    ChBranchCond,
    /// A loop is left out.
    RmLoop,
    /// Two functions become one, with a parameter that chooses.
    Merge,
}

impl Transformation {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::RenameParam,
        Self::AddParam,
        Self::AddConditional,
        Self::AddLoop,
        Self::ChBranchCond,
        Self::RmLoop,
        Self::Merge,
    ];

    /// Its name in properties.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::RenameParam => "renameParam",
            Self::AddParam => "addParam",
            Self::AddConditional => "addConditional",
            Self::AddLoop => "addLoop",
            Self::ChBranchCond => "chBranchCond",
            Self::RmLoop => "rmLoop",
            Self::Merge => "merge",
        }
    }

    /// How many functions it is made of.
    #[must_use]
    pub fn takes(self) -> usize {
        if self == Self::Merge { 2 } else { 1 }
    }

    /// Whether the function still does what it did.
    #[must_use]
    pub fn keeps_behaviour(self) -> bool {
        !matches!(self, Self::ChBranchCond | Self::RmLoop)
    }
}
