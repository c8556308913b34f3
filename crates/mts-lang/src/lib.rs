//! Source text of both languages: parsing with tree-sitter, the functions of a file with their
//! signatures and heads ([`signature_spans`]), the common IR ([`ir`]) of a function's body, the concrete tree of
//! a text as plain data ([`syntax`]), and the tokens that decide whether a function has changed. No other
//! room knows tree-sitter.

pub mod comments;
pub mod ir;
pub mod java;
pub mod python;
pub mod signature_spans;
pub mod syntax;
pub mod ticks;

use mts_model::error::{Error, Result};
use mts_model::{Function, Language};
use std::cell::RefCell;
use std::sync::OnceLock;
use tree_sitter::Parser;

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
    /// What may be a side of a pair and cannot be run: abstract methods of Java, attributes of
    /// Python's classes. In source order.
    pub declared: Vec<Function>,
    /// A tree takes some twenty times the room of its text.
    tree: OnceLock<tree_sitter::Tree>,
    declarations: OnceLock<java::Declarations>,
}

impl SourceFile {
    /// Parses a file. A syntax error costs the functions it lies in, not the file: those are in
    /// the list with `broken` set.
    ///
    /// # Errors
    /// A bug error when the grammars cannot be loaded.
    pub fn parse(path: &str, text: String, language: Language) -> Result<Self> {
        let tree = OnceLock::from(parse(&text, language)?);
        let (functions, declared) = (Vec::new(), Vec::new());
        let declarations = OnceLock::new();
        let mut file = Self { path: path.to_owned(), text, language, functions, declared, tree, declarations };
        (file.functions, file.declared) = match language {
            Language::Java => java::functions(&file),
            Language::Python => python::functions(&file),
        };
        Ok(file)
    }

    /// Parses a file of many, of which few will be looked into: with what it declares known, its tree is
    /// let go, and made again when somebody asks for it.
    ///
    /// # Errors
    /// As [`SourceFile::parse`].
    pub fn outline(path: &str, text: String, language: Language) -> Result<Self> {
        let mut file = Self::parse(path, text, language)?;
        if language == Language::Java {
            file.declarations();
        }
        file.tree = OnceLock::new();
        Ok(file)
    }

    /// What a Java file declares beside its functions.
    pub(crate) fn declarations(&self) -> &java::Declarations {
        self.declarations.get_or_init(|| java::Declarations::of(self))
    }

    /// The concrete tree.
    #[expect(clippy::expect_used, reason = "the grammar was loaded when the file was first parsed")]
    pub(crate) fn root(&self) -> tree_sitter::Node<'_> {
        self.tree.get_or_init(|| parse(&self.text, self.language).expect("a tree, as before")).root_node()
    }

    /// The file as a script: a function `__main__` of all that stands at the top of a Python file. `None`
    /// for a Java file.
    #[must_use]
    pub fn script(&self) -> Option<Function> {
        (self.language == Language::Python).then(|| python::script(self))
    }

    /// The common IR of a function of this file; `None` when it is broken or has no body.
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

/// The concrete tree of a text. A thread keeps its parsers: making one costs as much as parsing a
/// function.
fn parse(text: &str, language: Language) -> Result<tree_sitter::Tree> {
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
        let tree = read(text)?;
        if language == Language::Java && tree.root_node().has_error() {
            let newer = java::readable(text).map(|readable| read(&readable)).transpose()?;
            return Ok(newer.filter(|tree| !tree.root_node().has_error()).unwrap_or(tree));
        }
        Ok(tree)
    })
}

/// Every named node below and with this one, parents before children.
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
