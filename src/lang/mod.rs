//! Source text of both languages: parsing with tree-sitter, the functions of a file with their
//! signatures, the common tree ([`core`]) of a function's body, and the tokens that decide whether
//! a function has changed. No other room knows tree-sitter.

pub mod comments;
pub mod core;
pub mod java;
pub mod python;
pub mod ticks;

use crate::error::{Error, Result};
use crate::model::{Function, Language};

/// A parsed file with the functions found in it.
pub struct SourceFile {
    /// Path from the repository root, with `/`.
    pub path: String,
    /// Its text; every span is a byte range of it.
    pub text: String,
    /// Its language.
    pub language: Language,
    /// Every function with a body, in source order.
    pub functions: Vec<Function>,
    tree: tree_sitter::Tree,
}

impl SourceFile {
    /// Parses a file. A syntax error costs the functions it lies in, not the file: those are in
    /// the list with `broken` set.
    ///
    /// # Errors
    /// A bug error when the grammars cannot be loaded.
    pub fn parse(path: &str, text: String, language: Language) -> Result<Self> {
        let mut parser = tree_sitter::Parser::new();
        let grammar = match language {
            Language::Java => tree_sitter_java::LANGUAGE.into(),
            Language::Python => tree_sitter_python::LANGUAGE.into(),
        };
        parser.set_language(&grammar).map_err(|e| Error::bug(format!("cannot load the grammar: {e}")))?;
        let tree = parser.parse(&text, None).ok_or_else(|| Error::bug("the parser gave no tree"))?;
        let mut file = Self { path: path.to_owned(), text, language, functions: Vec::new(), tree };
        file.functions = match language {
            Language::Java => java::functions(&file),
            Language::Python => python::functions(&file),
        };
        Ok(file)
    }

    /// The concrete tree.
    pub(in crate::lang) fn root(&self) -> tree_sitter::Node<'_> {
        self.tree.root_node()
    }

    /// The common tree of a function of this file; `None` when it is broken or has no body.
    #[must_use]
    pub fn lower(&self, function: &Function) -> Option<core::Tree> {
        if function.broken.is_some() {
            return None;
        }
        match self.language {
            Language::Java => java::lower(self, function),
            Language::Python => python::lower(self, function),
        }
    }
}
