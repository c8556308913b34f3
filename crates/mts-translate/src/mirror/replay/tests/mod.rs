//! Tests each change on several spellings of the port, and changes without a counterpart.

mod conversions;
mod forms;
mod language_idioms;
mod loops;
mod operators;
mod pitfalls;
mod reassociation;
mod self_checks;
mod side_effects;
mod splices;
mod statements;

use crate::mirror::{LazyAlignment, Mirror};
use crate::{PairSource, Splice, Translation, Translator};
use mts_lang::SourceFile;
use mts_lang::ir::{Kind, Tree};
use mts_model::span::apply;
use mts_model::{
    BinaryOp, Change, IncrementForm, Language, Mutant, NodeId, Operator, Pair, PairReason, PairingRule, Span, TextEdit,
    UnaryOp,
};
use std::sync::Arc;

/// A Java method and its port.
pub(in crate::mirror) struct ReplayCase {
    pair: Pair,
    java: SourceFile,
    python: SourceFile,
    java_tree: Arc<Tree>,
    python_tree: Arc<Tree>,
}

impl ReplayCase {
    pub(in crate::mirror) fn new(java: &str, python: &str) -> Self {
        let java = SourceFile::parse("A.java", format!("class A {{\n{java}\n}}\n"), Language::Java).unwrap();
        let python = SourceFile::parse("a.py", python.to_owned(), Language::Python).unwrap();
        let pair = Pair {
            java: java.functions[0].clone(),
            python: python.functions[0].clone(),
            arguments: (0..java.functions[0].params.len()).collect(),
            reason: PairReason { rule: PairingRule::Name, detail: String::new(), confidence: 1.0 },
            dispatch_on: None,
        };
        let java_tree = java.lower(&java.functions[0]).unwrap();
        let python_tree = python.lower(&python.functions[0]).unwrap();
        Self { pair, java, python, java_tree, python_tree }
    }

    /// Returns the n-th Java node with this text, outermost first.
    fn node(&self, text: &str, nth: usize) -> NodeId {
        let tree = &self.java_tree;
        let all = tree.preorder(tree.root);
        let found =
            all.into_iter().filter(|id| tree.text(*id, &self.java.text) == text && *tree.kind(*id) != Kind::ExprStmt);
        found.collect::<Vec<_>>()[nth]
    }

    fn statement(&self, starts: &str) -> NodeId {
        let tree = &self.java_tree;
        let mut all = tree.preorder(tree.root).into_iter().skip(1);
        all.find(|id| {
            tree.kind(*id).is_statement()
                && *tree.kind(*id) != Kind::Block
                && tree.text(*id, &self.java.text).starts_with(starts)
        })
        .unwrap()
    }

    fn translation(&self, change: Change) -> Translation {
        self.translation_of(change, Vec::new())
    }

    /// Returns both sides for a translator.
    pub(in crate::mirror) fn source<'a>(&'a self, alignment: &'a LazyAlignment) -> PairSource<'a> {
        PairSource {
            pair: &self.pair,
            java: &self.java,
            java_tree: &self.java_tree,
            python: &self.python,
            python_tree: &self.python_tree,
            alignment,
        }
    }

    fn translation_of(&self, change: Change, edits: Vec<mts_model::TextEdit>) -> Translation {
        let alignment = LazyAlignment::default();
        let source = self.source(&alignment);
        let mutant = Mutant {
            id: "MTS-000000000000".into(),
            operator: Operator::AORB,
            change,
            edits,
            line: 1,
            summary: String::new(),
        };
        Mirror.translate_all(&source, &[mutant]).unwrap().remove(0)
    }

    /// Returns the port after the change, or the reason why there is no counterpart.
    fn after(&self, change: Change) -> Result<String, String> {
        match self.translation(change) {
            Translation::Edits { edits, .. } => Ok(apply(&self.python.text, &edits).unwrap()),
            Translation::Unmirrored(why) => Err(why.reason),
            Translation::Spliced { reason, .. } => Err(reason),
            other => panic!("{other:?}"),
        }
    }

    /// Returns the splices of a mutant that replaces the first occurrence of `old` by `new`.
    fn splices(&self, old: &str, new: &str) -> Vec<Splice> {
        let at = self.java.text.find(old).unwrap();
        let edits = vec![TextEdit::new(Span::new(at, at + old.len()), new)];
        match self.translation_of(Change::Opaque { node: self.java_tree.root }, edits) {
            Translation::Spliced { splices, .. } => splices,
            _ => Vec::new(),
        }
    }

    /// Returns the port with these edits.
    pub(in crate::mirror) fn with(&self, edits: &[TextEdit]) -> String {
        apply(&self.python.text, edits).unwrap()
    }

    fn opened(&self, change: Change) -> String {
        match self.translation(change) {
            Translation::Edits { desugaring, .. } => apply(&self.python.text, &desugaring).unwrap(),
            other => panic!("{other:?}"),
        }
    }
}

fn increment(node: NodeId, form: IncrementForm) -> Change {
    Change::InsertIncrement { node, form }
}

const WRAP: &str = "(lambda v: v if -0x80000000 <= v <= 0x7FFFFFFF else (v + 0x80000000) % 0x100000000 - 0x80000000)";

fn sum() -> ReplayCase {
    ReplayCase::new(
        "int f(int[] a, int n) { int s = 0; for (int i = 0; i < n; i++) { if (a[i] < 0) continue; s += a[i]; } return s; }",
        "def f(a, n):\n    s = 0\n    for i in range(n):\n        if a[i] < 0:\n            continue\n        s += a[i]\n    return s\n",
    )
}
