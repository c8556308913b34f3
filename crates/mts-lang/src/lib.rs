//! Reads source text of both languages.
//!
//! The crate finds functions with their signatures, comments and tokens. It builds the common IR
//! ([`ir`]) of a body, and concrete syntax trees as plain data ([`syntax`]). Only this crate uses
//! tree-sitter. The other crates decide which text to change.

pub mod comments;
pub mod definitions;
pub mod ir;
pub mod java;
mod mentions;
pub mod misread;
mod nesting;
pub mod python;
pub mod signature_spans;
pub mod syntax;
pub mod ticks;

pub use mentions::mentions;

use definitions::Definition;
use mts_model::error::{Error, Result};
use mts_model::{Function, Language, Span};
use std::cell::RefCell;
use std::sync::OnceLock;
use tree_sitter::Parser;

/// A parsed file with its functions.
pub struct SourceFile {
    /// The path from the repository root, with `/`.
    pub path: String,
    /// The text. Every span is a byte range of this text.
    pub text: String,
    /// The language of the text.
    pub language: Language,
    /// Every function with a body, in source order.
    pub functions: Vec<Function>,
    /// Abstract Java methods, and attributes of Python classes, in source order.
    ///
    /// Such a function or attribute can be in a pair, but the tool cannot run it.
    pub declared: Vec<Function>,
    /// The syntax tree, parsed on demand.
    ///
    /// A tree takes about twenty times the memory of its text.
    tree: OnceLock<tree_sitter::Tree>,
    declarations: OnceLock<java::Declarations>,
}

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
        let declarations = OnceLock::new();
        let mut file = Self { path: path.to_owned(), text, language, functions, declared, tree, declarations };
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

    /// Returns the classes, enums and imports of a Java file.
    pub(crate) fn declarations(&self) -> &java::Declarations {
        self.declarations.get_or_init(|| java::Declarations::from_file(self))
    }

    /// Returns the root of the concrete tree.
    #[expect(clippy::expect_used, reason = "the grammar was loaded when the file was first parsed")]
    pub(crate) fn root(&self) -> tree_sitter::Node<'_> {
        self.tree.get_or_init(|| parse(&self.text, self.language).expect("a tree, as before").0).root_node()
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

/// Returns the concrete syntax tree of a text, and the parts that are too deep.
///
/// The tree does not contain these parts.
fn parse(text: &str, language: Language) -> Result<(tree_sitter::Tree, Vec<Span>)> {
    thread_local! {
        static PARSERS: [RefCell<Option<Parser>>; 2] = const { [RefCell::new(None), RefCell::new(None)] };
    }
    let (at, grammar) = match language {
        Language::Java => (0, tree_sitter_java::LANGUAGE),
        Language::Python => (1, tree_sitter_python::LANGUAGE),
    };
    PARSERS.with(|parsers| {
        let mut slot = parsers[at].borrow_mut();
        let parser = match &mut *slot {
            Some(parser) => parser,
            empty => {
                let mut parser = Parser::new();
                let grammar = grammar.into();
                parser.set_language(&grammar).map_err(|e| Error::bug(format!("cannot load the grammar: {e}")))?;
                empty.insert(parser)
            }
        };
        let mut read = |text: &str| parser.parse(text, None).ok_or_else(|| Error::bug("the parser gave no tree"));
        let mut tree = read(text)?;
        if language == Language::Java
            && tree.root_node().has_error()
            && let Some(readable) = java::readable(text)
        {
            let newer = read(&readable)?;
            if !newer.root_node().has_error() {
                tree = newer;
            }
        }
        match nesting::shallow(text, &tree, language) {
            Some((shallow, too_deep)) => Ok((read(&shallow)?, too_deep)),
            None => Ok((tree, Vec::new())),
        }
    })
}

/// Visits this node and every named node below it, parents before children.
fn preorder(root: tree_sitter::Node<'_>, mut see: impl FnMut(tree_sitter::Node<'_>)) {
    let mut cursor = root.walk();
    loop {
        if cursor.node().is_named() {
            see(cursor.node());
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
        }
    }
}
