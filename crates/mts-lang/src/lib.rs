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
use ir::Tree;
use mts_model::error::Result;
use mts_model::{Function, Language};
use source_file::{LoweredFunction, parse, preorder};
use std::sync::{Arc, OnceLock, PoisonError};

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
        let (declarations, imported_modules, symbols, lowered) = Default::default();
        let path = path.to_owned();
        let mut file =
            Self { path, text, language, functions, declared, tree, declarations, imported_modules, symbols, lowered };
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
    /// A later use of the tree parses the file again. This saves memory if the tool reads many files and needs few
    /// trees.
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

    /// Returns a function of this file in the common IR. The file keeps the tree.
    ///
    /// Returns `None` if the function is broken or has no body. Also returns `None` for a Java function
    /// whose statements and expressions have more than 256 levels.
    #[must_use]
    pub fn lower(&self, function: &Function) -> Option<Arc<Tree>> {
        self.lowered(function).map(|lowered| lowered.tree)
    }

    /// Returns a function in the common IR like [`SourceFile::lower`]. The file does not keep the tree.
    #[must_use]
    pub fn lower_once(&self, function: &Function) -> Option<Arc<Tree>> {
        self.build_lowered(function).map(|lowered| lowered.tree)
    }

    /// Reports for each node of a Java function whether Java allows a further assignment.
    ///
    /// Java allows assignments to variables that are not final and not captured by a lambda or class body, to fields
    /// of the file that are not final, and to array elements. The list is empty if the function has no tree, and for
    /// a Python function.
    #[must_use]
    pub fn writable(&self, function: &Function) -> Arc<[bool]> {
        self.lowered(function).map(|lowered| lowered.writable).unwrap_or_default()
    }

    fn lowered(&self, function: &Function) -> Option<LoweredFunction> {
        let lowered = || self.lowered.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lowered().get(function) {
            return known.clone();
        }
        // Do not hold the lock during the lowering, so that other threads can lower other functions.
        let built = self.build_lowered(function);
        lowered().entry(function.clone()).or_insert(built).clone()
    }

    fn build_lowered(&self, function: &Function) -> Option<LoweredFunction> {
        if function.broken.is_some() || !function.has_body() {
            return None;
        }
        match self.language {
            Language::Java => java::lower(self, function),
            Language::Python => {
                let tree = Arc::new(python::lower(self, function)?);
                Some(LoweredFunction { tree, writable: Arc::default() })
            }
        }
    }
}
