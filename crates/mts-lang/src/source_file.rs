//! A parsed file, and its syntax tree on demand.

use crate::ir::Tree;
use crate::java::{Declarations, Symbols, readable};
use crate::nesting;
use mts_model::error::{Error, Result};
use mts_model::{Function, Language, Span};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, OnceLock};
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
    ///
    /// The list omits methods of Java tests, and members of local and anonymous Java classes.
    pub functions: Vec<Function>,
    /// Abstract Java methods, and attributes of Python classes, in source order.
    ///
    /// Such a function or attribute can be in a pair, but the tool cannot run it.
    pub declared: Vec<Function>,
    /// The syntax tree, parsed on demand.
    ///
    /// A tree takes about twenty times the memory of its text.
    pub(crate) tree: OnceLock<tree_sitter::Tree>,
    pub(crate) declarations: OnceLock<Declarations>,
    /// The modules that a Python file may import, found on demand.
    pub(crate) imported_modules: OnceLock<BTreeSet<String>>,
    /// The classes of a Java file with their members, for the lowering of its functions.
    pub(crate) symbols: OnceLock<Symbols>,
    /// The functions that [`SourceFile::lower`] has lowered.
    pub(crate) lowered: Mutex<HashMap<Function, Option<LoweredFunction>>>,
}

/// A function in the common IR.
#[derive(Clone)]
pub(crate) struct LoweredFunction {
    pub tree: Arc<Tree>,
    /// For each node of a Java function, whether Java allows another assignment to it.
    pub writable: Arc<[bool]>,
}

impl SourceFile {
    /// Returns the root of the concrete tree.
    #[expect(clippy::expect_used, reason = "the grammar was loaded when the file was first parsed")]
    pub(crate) fn root(&self) -> tree_sitter::Node<'_> {
        self.tree.get_or_init(|| parse(&self.text, self.language).expect("a tree, as before").0).root_node()
    }
}

/// Returns the concrete syntax tree of a text, and the parts that are too deep.
///
/// The tree does not contain these parts.
pub(super) fn parse(text: &str, language: Language) -> Result<(tree_sitter::Tree, Vec<Span>)> {
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
            && let Some(readable) = readable(text)
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
pub(super) fn preorder(root: tree_sitter::Node<'_>, mut see: impl FnMut(tree_sitter::Node<'_>)) {
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
