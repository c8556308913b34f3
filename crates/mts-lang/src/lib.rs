//! Reads source text of both languages.
//!
//! The crate finds functions with their signatures, comments and tokens. The crate builds the
//! common IR ([`ir`]) of a body, and concrete syntax trees as plain data ([`syntax`]). Only this
//! crate uses tree-sitter. The other crates decide which text to change.

pub mod comments;
pub mod definitions;
mod functions;
pub mod ir;
pub mod java;
pub mod misread;
mod nesting;
pub mod python;
mod source_file;
pub mod syntax;
pub mod ticks;

pub use functions::{mentions, signature_spans};
pub use source_file::SourceFile;

use definitions::Definition;
use mts_model::error::Result;
use mts_model::{Function, Language};
use source_file::{parse, preorder};
use std::sync::OnceLock;

impl SourceFile {
    /// Parses a file.
    ///
    /// If a function has a syntax error or is nested too deeply, its field `broken` is set.
    ///
    /// # Errors
    ///
    /// Returns an internal error if tree-sitter cannot load the grammars.
    pub fn parse(path: &str, text: String, language: Language) -> Result<Self> {
        let (tree, too_deep) = parse(&text, language)?;
        let tree = OnceLock::from(tree);
        let (functions, declared) = (Vec::new(), Vec::new());
        let (declarations, symbols) = Default::default();
        let mut file = Self { path: path.to_owned(), text, language, functions, declared, tree, declarations, symbols };
        (file.functions, file.declared) = match language {
            Language::Java => java::functions(&file),
            Language::Python => python::functions(&file),
        };
        for function in &mut file.functions {
            let deep = nesting::reason(&too_deep, function.span, &file.text);
            function.broken = deep.or(function.broken.take());
        }
        Ok(file)
    }

    /// Parses a file, and drops its tree after reading the declarations.
    ///
    /// A later use parses the tree again. The drop saves memory if the tool reads many files and
    /// needs few trees.
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases as [`SourceFile::parse`].
    pub fn outline(path: &str, text: String, language: Language) -> Result<Self> {
        let mut file = Self::parse(path, text, language)?;
        if language == Language::Java {
            file.declarations();
        }
        file.tree = OnceLock::new();
        Ok(file)
    }

    /// Returns the definitions of the file, in source order.
    ///
    /// The function parses the file and then drops the tree.
    #[must_use]
    pub fn definitions(&self) -> Vec<Definition> {
        let Ok((tree, _)) = parse(&self.text, self.language) else { return Vec::new() };
        match self.language {
            Language::Java => java::definitions(tree.root_node(), &self.text),
            Language::Python => python::definitions(tree.root_node(), &self.text),
        }
    }

    /// Returns the module-level code of a Python file as a function `__main__`.
    ///
    /// Returns `None` for a Java file.
    #[must_use]
    pub fn script(&self) -> Option<Function> {
        (self.language == Language::Python).then(|| python::script(self))
    }

    /// Lowers a function of this file to the common IR.
    ///
    /// Returns `None` if the function is broken or has no body.
    #[must_use]
    pub fn lower(&self, function: &Function) -> Option<crate::ir::Tree> {
        if function.broken.is_some() || !function.has_body() {
            return None;
        }
        match self.language {
            Language::Java => java::lower(self, function),
            Language::Python => python::lower(self, function),
        }
    }
}
