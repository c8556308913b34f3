//! Finds free variables of the port: the names that a context must supply.
//!
//! A piece of the port can run in isolation only if the context supplies these names.

use super::liveness::{self, AccessKind, Locals};
use mts_lang::SourceFile;
use mts_lang::ir::{Kind, Tree};
use mts_model::{Function, NodeId};
use std::collections::BTreeSet;

/// A Python function and its local variables.
pub struct PortFunction<'a> {
    /// The tree of the function.
    pub tree: &'a Tree,
    /// The file of the function.
    pub file: &'a SourceFile,
    names: BTreeSet<String>,
    locals: Locals,
}

impl<'a> PortFunction<'a> {
    /// Collects the parameters, all assigned names, and the receiver, which no context holds.
    #[must_use]
    pub fn new(file: &'a SourceFile, function: &Function, tree: &'a Tree) -> Self {
        let mut names: BTreeSet<String> = function.params.iter().map(|param| param.name.clone()).collect();
        names.extend(["self", "cls"].map(str::to_owned));
        let written =
            liveness::accesses(tree, &[tree.root]).into_iter().filter(|access| access.kind != AccessKind::Read);
        names.extend(written.map(|access| access.name));
        for id in tree.preorder(tree.root) {
            if matches!(tree.kind(id), Kind::Comprehension) {
                names.extend(bound(tree.text(id, &file.text)));
            }
        }
        let locals = Locals::from_names(names.iter().cloned());
        Self { tree, file, names, locals }
    }

    /// Reports whether the name is a variable of the function.
    #[must_use]
    pub fn is_local(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Returns the names of the function's variables.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// Returns the variables that these nodes read before they assign them.
    #[must_use]
    pub fn reads(&self, nodes: &[NodeId]) -> BTreeSet<String> {
        let mut inside = BTreeSet::new();
        for id in nodes.iter().flat_map(|node| self.tree.preorder(*node)) {
            if matches!(self.tree.kind(id), Kind::Comprehension) {
                inside.extend(bound(self.tree.text(id, &self.file.text)));
            }
        }
        liveness::free(self.tree, nodes, &self.locals).into_iter().filter(|name| !inside.contains(name)).collect()
    }

    /// Reports whether the nodes cannot move into another function, for example because of `yield`.
    #[must_use]
    pub fn is_tied_to_function(&self, nodes: &[NodeId]) -> bool {
        let words = ["yield", "await", "nonlocal", "global", "super", "locals", "__class__"];
        nodes.iter().any(|node| {
            let text = self.tree.text(*node, &self.file.text);
            text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| words.contains(&word))
        })
    }
}

/// Returns the names that a comprehension binds: the names between `for` and `in`.
fn bound(text: &str) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    let mut is_target = false;
    for word in text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()) {
        match word {
            "for" => is_target = true,
            "in" => is_target = false,
            name if is_target => {
                out.insert(name.to_owned());
            }
            _ => {}
        }
    }
    out
}
