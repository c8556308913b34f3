//! Resolves names: variables of names, equal spellings, and equivalent library functions.

use mts_lang::ir::{Kind, Tree};
use mts_model::NodeId;
use std::collections::BTreeMap;

/// A Java variable: one declaration, or one name from outside the function.
///
/// Two declarations with the same name are two variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::mirror) struct JavaVariable(pub usize);

/// The variable that each name of a Java function denotes.
pub(in crate::mirror) struct Variables {
    of: Vec<Option<JavaVariable>>,
    /// The name of each variable.
    pub names: Vec<String>,
    /// Whether the function declares each variable, also as a parameter. False for fields and classes.
    pub is_local: Vec<bool>,
}

impl Variables {
    /// Resolves every name of a Java function by Java's block scopes.
    pub fn resolve(tree: &Tree) -> Self {
        let mut resolver = Resolver {
            tree,
            found: Self { of: vec![None; tree.nodes.len()], names: Vec::new(), is_local: Vec::new() },
            scopes: vec![BTreeMap::new()],
            free: BTreeMap::new(),
        };
        for param in &tree.params {
            resolver.declare(*param);
        }
        resolver.visit(tree.root);
        resolver.found
    }

    /// Reports whether the function assigns a variable after its declaration.
    pub fn is_written(&self, tree: &Tree, variable: JavaVariable) -> bool {
        tree.preorder(tree.root).into_iter().any(|at| {
            matches!(tree.kind(at), Kind::Assign | Kind::AugAssign(_) | Kind::Increment(_))
                && tree.child(at, 0).and_then(|target| self.get(target)) == Some(variable)
        })
    }

    /// Returns the variable `y` if the declaration of this variable is `x = y`.
    pub fn started_as(&self, tree: &Tree, variable: JavaVariable) -> Option<JavaVariable> {
        tree.preorder(tree.root).into_iter().find_map(|at| match (tree.kind(at), tree.children(at)) {
            (Kind::Declare, [name, value]) if self.get(*name) == Some(variable) => self.get(*value),
            _ => None,
        })
    }

    /// Returns the variable that a name node denotes.
    pub fn get(&self, id: NodeId) -> Option<JavaVariable> {
        self.of.get(id.0 as usize).copied().flatten()
    }
}

struct Resolver<'t> {
    tree: &'t Tree,
    found: Variables,
    scopes: Vec<BTreeMap<String, JavaVariable>>,
    free: BTreeMap<String, JavaVariable>,
}

impl Resolver<'_> {
    fn add(&mut self, name: &str, is_local: bool) -> JavaVariable {
        self.found.names.push(name.to_owned());
        self.found.is_local.push(is_local);
        JavaVariable(self.found.names.len() - 1)
    }

    fn declare(&mut self, id: NodeId) {
        if let Kind::Name(name) = self.tree.kind(id) {
            let variable = self.add(name, true);
            if let Some(scope) = self.scopes.last_mut() {
                scope.insert(name.clone(), variable);
            }
            self.found.of[id.0 as usize] = Some(variable);
        }
    }

    fn visit(&mut self, id: NodeId) {
        let children = self.tree.children(id);
        match self.tree.kind(id) {
            Kind::Name(name) => {
                let bound = self.scopes.iter().rev().find_map(|scope| scope.get(name)).copied();
                let variable = bound.or_else(|| self.free.get(name).copied());
                let variable = variable.unwrap_or_else(|| {
                    let variable = self.add(name, false);
                    self.free.insert(name.clone(), variable);
                    variable
                });
                self.found.of[id.0 as usize] = Some(variable);
            }
            Kind::Declare => {
                for value in children.iter().skip(1) {
                    self.visit(*value);
                }
                if let Some(name) = children.first() {
                    self.declare(*name);
                }
            }
            Kind::Block | Kind::For { .. } | Kind::Switch | Kind::Try { .. } => self.scoped(children, 0),
            Kind::ForEach => {
                if let [target, iterable, body @ ..] = children {
                    self.visit(*iterable);
                    self.scopes.push(BTreeMap::new());
                    self.declare(*target);
                    for child in body {
                        self.visit(*child);
                    }
                    self.scopes.pop();
                }
            }
            Kind::Catch { .. } | Kind::Lambda => self.scoped(children, children.len().saturating_sub(1)),
            _ => {
                for child in children {
                    self.visit(*child);
                }
            }
        }
    }

    /// Visits children in a new scope. The first `declared` children are the names that the scope declares.
    fn scoped(&mut self, children: &[NodeId], declared: usize) {
        self.scopes.push(BTreeMap::new());
        for (at, child) in children.iter().enumerate() {
            if at < declared {
                self.declare(*child);
            } else {
                self.visit(*child);
            }
        }
        self.scopes.pop();
    }
}

/// Returns a name in lower case without underscores, so that camelCase and snake_case are equal.
pub(in crate::mirror) fn normal(name: &str) -> String {
    name.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect()
}

/// A call in a form that is the same for equivalent calls of both languages.
///
/// The name is a common name for equivalent functions. If the receiver is a value, it is the first argument. `Math`,
/// `math`, `this` and classes are not values.
pub(in crate::mirror) struct Callee {
    pub name: String,
    pub arguments: Vec<NodeId>,
}

/// Returns this form of a `Call` node. `None` for another node.
pub(in crate::mirror) fn callee(tree: &Tree, id: NodeId) -> Option<Callee> {
    let Kind::Call { name, has_receiver } = tree.kind(id) else { return None };
    let children = tree.children(id);
    let mut arguments = children.to_vec();
    if *has_receiver && let Some(receiver) = children.first() {
        let is_value = match tree.kind(*receiver) {
            Kind::Name(text) => {
                !matches!(text.as_str(), "this" | "self" | "cls" | "math" | "np" | "numpy" | "sys")
                    && !text.starts_with(char::is_uppercase)
            }
            // `System.out` and `java.util.Arrays` are not values.
            Kind::Attribute(last) => last != "out" && !last.starts_with(char::is_uppercase),
            _ => true,
        };
        if !is_value {
            arguments.remove(0);
        }
    }
    Some(Callee { name: canonical(name), arguments })
}

/// Returns the common name of equivalent functions of Java's and Python's libraries.
///
/// `common_spelling` in `mts-generate` has a table of its own: it drops names such as `str`, because a distance must
/// not count a call that only one language needs.
fn canonical(name: &str) -> String {
    match name {
        "println" | "print" | "printf" => "print",
        "add" | "append" | "addLast" | "offer" => "append",
        "contains" | "containsKey" | "in" => "in",
        "toString" | "valueOf" | "str" => "str",
        "sort" | "sorted" => "sort",
        "fabs" | "abs" => "abs",
        "parseInt" | "int" | "intValue" => "int",
        "getOrDefault" | "get" => "get",
        "indexOf" | "find" | "index" => "find",
        "toLowerCase" | "lower" => "lower",
        "toUpperCase" | "upper" => "upper",
        "isDigit" | "isdigit" => "isdigit",
        "isLetter" | "isalpha" => "isalpha",
        "push" => "append",
        "toCharArray" | "list" => "list",
        other => return normal(other),
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn camel_case_and_snake_case_of_the_same_words_are_one_name(words in proptest::collection::vec("[a-z][a-z0-9]{0,6}", 1..5)) {
            let snake = words.join("_");
            let camel: String = words.iter().enumerate().map(|(at, word)| {
                if at == 0 { word.clone() } else { word[..1].to_uppercase() + &word[1..] }
            }).collect();
            prop_assert_eq!(normal(&snake), normal(&camel));
            prop_assert_eq!(normal(&format!("_{snake}")), normal(&snake));
        }
    }
}
