//! Finds the uses of a parameter in a Python function by Python's scoping rules.
//!
//! The module also finds code that reads names at run time. Such code may break if the tool renames the parameter, even
//! if the tool renames every use.

use super::{definition, span_of};
use crate::{SourceFile, preorder};
use mts_model::{Function, Span};
use std::collections::BTreeSet;
use tree_sitter::Node;

/// Functions and attributes that let the program read names, their number or their order.
const SHOWS_NAMES: [&str; 15] = [
    "locals",
    "vars",
    "eval",
    "exec",
    "globals",
    "dir",
    "inspect",
    "_getframe",
    "currentframe",
    "f_locals",
    "f_back",
    "__code__",
    "co_varnames",
    "signature",
    "__annotations__",
];

/// Returns every place that a renaming of a parameter must change.
///
/// The places are the declaration, the uses, and calls in this file that pass the parameter by
/// name. Equal texts in strings, attributes and inner scopes stay. Returns `None` if the scoping
/// rules do not decide which places belong to the parameter.
#[must_use]
pub fn places_of(file: &SourceFile, function: &Function, name: &str) -> Option<Vec<Span>> {
    let root = definition(file, function)?;
    let mut search = UseSearch { text: &file.text, name, found: Vec::new(), is_clear: true };
    let list = root.child_by_field_name("parameters")?;
    search.parameters(list, true);
    search.inside(root.child_by_field_name("body")?);
    let mut found = search.found;
    let is_clear = search.is_clear;
    let has_namesake = file.functions.iter().any(|other| other.name == function.name && other.span != function.span);
    let mut by_name = Vec::new();
    preorder(file.root(), |node| {
        if node.kind() == "call" && called(node, &file.text) == Some(function.name.as_str()) {
            by_name.extend(keyword(node, name, &file.text));
        }
    });
    if !is_clear || (has_namesake && !by_name.is_empty()) {
        return None;
    }
    found.extend(by_name);
    found.sort_by_key(|place| place.start);
    found.dedup();
    Some(found)
}

/// Returns the first code that reads names at run time: its text and line.
///
/// The line is counted from 1. The search covers `function` first, then the rest of its file.
#[must_use]
pub fn reads_names(file: &SourceFile, function: &Function) -> Option<(String, u32)> {
    let mut own = None;
    let mut other = None;
    preorder(file.root(), |node| {
        let text = span_of(node).slice(&file.text);
        let said = match node.kind() {
            "identifier" if SHOWS_NAMES.contains(&text) => text.to_owned(),
            // The form `{a=}` prints the text of its expression.
            "interpolation" if text.trim_end_matches('}').trim_end().ends_with('=') => text.to_owned(),
            _ => return,
        };
        let slot = if function.span.contains(span_of(node)) { &mut own } else { &mut other };
        slot.get_or_insert((said, span_of(node).line(&file.text)));
    });
    own.or(other)
}

/// Returns module-level names that the function does not use, in source order.
///
/// The list has the names of plain assignments, without names that start with `__`.
#[must_use]
pub fn unused_globals(file: &SourceFile, function: &Function) -> Vec<String> {
    let mut used = Vec::new();
    let mut all: Vec<String> = Vec::new();
    preorder(file.root(), |node| {
        let is_inside = function.span.contains(span_of(node));
        if node.kind() == "identifier" && is_inside {
            used.push(span_of(node).slice(&file.text));
        } else if node.kind() == "assignment"
            && !is_inside
            && node.parent().and_then(|statement| statement.parent()).is_some_and(|above| above.kind() == "module")
            && let Some(left) = node.child_by_field_name("left").filter(|left| left.kind() == "identifier")
            && !all.iter().any(|known| known == span_of(left).slice(&file.text))
        {
            all.push(span_of(left).slice(&file.text).to_owned());
        }
    });
    all.retain(|name| !used.contains(&name.as_str()) && !name.starts_with("__"));
    all
}

/// The names in the body of a Python function.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The names that the body assigns, including inner scopes and parameters.
    bound: BTreeSet<String>,
    /// The other names that the body reads.
    outside: BTreeSet<String>,
}

impl Names {
    /// Returns the names of a function; `None` if the file has no such definition.
    #[must_use]
    pub fn from_function(file: &SourceFile, function: &Function) -> Option<Self> {
        let root = definition(file, function)?;
        let mut found = Self::default();
        found.bound.extend(function.params.iter().map(|param| param.name.clone()));
        let mut todo: Vec<(Node<'_>, bool)> = super::parts(root).into_iter().map(|part| (part, false)).collect();
        while let Some((node, is_bound)) = todo.pop() {
            if node.kind() == "identifier" {
                let set = if is_bound { &mut found.bound } else { &mut found.outside };
                set.insert(span_of(node).slice(&file.text).to_owned());
            }
            todo.extend(super::parts(node).into_iter().map(|part| (part, is_binding(node, part, is_bound))));
        }
        let bound = &found.bound;
        found.outside.retain(|name| !bound.contains(name));
        Some(found)
    }

    /// Returns variables of an enclosing function that a nested function with these names may use.
    pub(super) fn seen_of(&self, around: &Self) -> Vec<String> {
        self.outside.intersection(&around.bound).cloned().collect()
    }

    /// Reports whether the names of two functions would clash in one scope.
    ///
    /// The names clash if one function assigns a name that the other function reads from outside.
    #[must_use]
    pub fn clashes(&self, other: &Self) -> bool {
        !self.bound.is_disjoint(&other.outside) || !other.bound.is_disjoint(&self.outside)
    }
}

/// Reports whether a name is a parameter or a local variable of a function.
///
/// `function` is a `function_definition` node. If the result is true, the functions inside this function see the
/// same variable, unless they bind the name again.
pub(crate) fn binds(function: Node<'_>, name: &str, text: &str) -> bool {
    let is_name = |node: Node<'_>| node.kind() == "identifier" && span_of(node).slice(text) == name;
    let (mut is_global, mut is_local) = (false, false);
    preorder(function, |node| {
        let is_outer = matches!(node.kind(), "global_statement" | "nonlocal_statement");
        is_global |= is_outer && super::parts(node).into_iter().any(is_name);
    });
    let parameters = function.child_by_field_name("parameters").map(super::parts).unwrap_or_default();
    is_local |= parameters.into_iter().filter_map(bound_by).any(is_name);
    let body = function.child_by_field_name("body");
    let mut todo: Vec<(Node<'_>, bool)> = body.into_iter().map(|body| (body, false)).collect();
    while let Some((node, is_bound)) = todo.pop() {
        is_local |= is_bound && is_name(node);
        let is_scope = matches!(node.kind(), "function_definition" | "class_definition" | "lambda");
        let parts = super::parts(node).into_iter().map(|part| (part, is_binding(node, part, is_bound)));
        todo.extend(parts.filter(|(_, is_bound)| !is_scope || *is_bound));
    }
    is_local && !is_global
}

/// Reports whether identifiers in a part of a node are targets of a binding.
fn is_binding(node: Node<'_>, part: Node<'_>, is_bound: bool) -> bool {
    let is_field = |field: &str| node.child_by_field_name(field) == Some(part);
    match node.kind() {
        "attribute" | "subscript" | "call" | "block" => false,
        "assignment" | "augmented_assignment" | "for_statement" | "for_in_clause" => is_field("left"),
        "named_expression" | "function_definition" | "class_definition" => is_field("name"),
        "as_pattern_target"
        | "delete_statement"
        | "import_statement"
        | "import_from_statement"
        | "lambda_parameters"
        | "parameters"
        | "case_pattern" => true,
        _ => is_bound,
    }
}

/// Returns the name of the called function: `f` for `f(...)` and for `x.f(...)`.
fn called<'t>(call: Node<'_>, text: &'t str) -> Option<&'t str> {
    let what = call.child_by_field_name("function")?;
    let name = if what.kind() == "attribute" { what.child_by_field_name("attribute")? } else { what };
    (name.kind() == "identifier").then(|| span_of(name).slice(text))
}

/// Returns the position of the keyword with this name in a call.
fn keyword(call: Node<'_>, name: &str, text: &str) -> Option<Span> {
    let list = call.child_by_field_name("arguments")?;
    let mut cursor = list.walk();
    let found = list.named_children(&mut cursor).filter(|child| child.kind() == "keyword_argument");
    found.filter_map(|child| child.child_by_field_name("name")).map(span_of).find(|place| place.slice(text) == name)
}

/// A search for the uses of a name in a function.
struct UseSearch<'s> {
    text: &'s str,
    name: &'s str,
    found: Vec<Span>,
    is_clear: bool,
}

impl UseSearch<'_> {
    fn is_name(&self, node: Node<'_>) -> bool {
        node.kind() == "identifier" && span_of(node).slice(self.text) == self.name
    }

    /// Visits a parameter list.
    ///
    /// If `are_own` is true, the list belongs to the searched function, and the visit records the parameter.
    /// Otherwise the list belongs to a nested function. The visit then searches its defaults and annotations,
    /// because Python evaluates them in the enclosing scope.
    fn parameters(&mut self, list: Node<'_>, are_own: bool) {
        let mut cursor = list.walk();
        for param in list.named_children(&mut cursor) {
            let bound = bound_by(param);
            if let Some(bound) = bound.filter(|bound| are_own && self.is_name(*bound)) {
                self.found.push(span_of(bound));
            }
            // Python evaluates the function's own defaults outside the function.
            if !are_own {
                let mut inner = param.walk();
                for part in param.named_children(&mut inner).filter(|part| Some(*part) != bound) {
                    self.inside(part);
                }
            }
        }
    }

    fn children(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            self.inside(child);
        }
    }

    fn inside(&mut self, node: Node<'_>) {
        match node.kind() {
            "identifier" if self.is_name(node) => self.found.push(span_of(node)),
            "attribute" => {
                if let Some(object) = node.child_by_field_name("object") {
                    self.inside(object);
                }
            }
            "keyword_argument" => {
                if let Some(value) = node.child_by_field_name("value") {
                    self.inside(value);
                }
            }
            "lambda" => self.nested(node, node.child_by_field_name("parameters"), false),
            "function_definition" => {
                if node.child_by_field_name("name").is_some_and(|own| self.is_name(own)) {
                    self.is_clear = false;
                }
                self.nested(node, node.child_by_field_name("parameters"), true);
            }
            "list_comprehension" | "set_comprehension" | "dictionary_comprehension" | "generator_expression" => {
                self.comprehension(node);
            }
            // These parts of the code may give the name another meaning. For example, a class has its own scope,
            // which the functions in the class do not see.
            "class_definition" | "import_statement" | "import_from_statement" | "global_statement" | "case_pattern"
                if self.mentions(node) =>
            {
                self.is_clear = false;
            }
            _ => self.children(node),
        }
    }

    /// Visits a nested function or lambda, which has its own scope.
    fn nested(&mut self, node: Node<'_>, list: Option<Node<'_>>, is_def: bool) {
        let mut is_own = false;
        if let Some(list) = list {
            self.parameters(list, false);
            let mut cursor = list.walk();
            is_own = list.named_children(&mut cursor).filter_map(bound_by).any(|bound| self.is_name(bound));
        }
        let Some(body) = node.child_by_field_name("body") else { return };
        is_own |= is_def && self.binds(body) && !self.says_nonlocal(body);
        if !is_own {
            self.inside(body);
        }
    }

    /// Visits a comprehension.
    ///
    /// The comprehension has its own variables. Python evaluates the first iterable outside of the scope of the
    /// comprehension.
    fn comprehension(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        let loops: Vec<Node<'_>> = node.named_children(&mut cursor).filter(|c| c.kind() == "for_in_clause").collect();
        let is_own =
            loops.iter().filter_map(|clause| clause.child_by_field_name("left")).any(|left| self.mentions(left));
        if is_own {
            if let Some(first) = loops.first().and_then(|clause| clause.child_by_field_name("right")) {
                self.inside(first);
            }
        } else {
            self.children(node);
        }
    }

    fn mentions(&self, node: Node<'_>) -> bool {
        let mut any = false;
        preorder(node, |part| any |= self.is_name(part));
        any
    }

    /// Reports whether statements bind the name, outside of nested functions.
    fn binds(&self, node: Node<'_>) -> bool {
        let target = match node.kind() {
            "assignment" | "augmented_assignment" | "for_statement" => node.child_by_field_name("left"),
            "named_expression" => node.child_by_field_name("name"),
            "as_pattern_target" | "delete_statement" | "import_statement" | "import_from_statement" => Some(node),
            "function_definition" | "class_definition" => {
                return node.child_by_field_name("name").is_some_and(|own| self.is_name(own));
            }
            "lambda" => return false,
            _ => None,
        };
        if target.is_some_and(|target| self.is_target(target)) {
            return true;
        }
        let mut cursor = node.walk();
        node.named_children(&mut cursor).any(|child| self.binds(child))
    }

    /// Reports whether a target binds the name.
    ///
    /// The targets `a` and `a, b` bind `a`. The targets `a.b` and `a[0]` do not.
    fn is_target(&self, target: Node<'_>) -> bool {
        if matches!(target.kind(), "attribute" | "subscript") {
            return false;
        }
        let mut cursor = target.walk();
        self.is_name(target) || target.named_children(&mut cursor).any(|child| self.is_target(child))
    }

    fn says_nonlocal(&self, body: Node<'_>) -> bool {
        let mut any = false;
        preorder(body, |node| any |= node.kind() == "nonlocal_statement" && self.mentions(node));
        any
    }
}

/// Returns the name that a parameter binds.
fn bound_by(param: Node<'_>) -> Option<Node<'_>> {
    match param.kind() {
        "identifier" => Some(param),
        "default_parameter" | "typed_default_parameter" => param.child_by_field_name("name"),
        "typed_parameter" | "list_splat_pattern" | "dictionary_splat_pattern" => param
            .named_child(0)
            .and_then(|inner| if inner.kind() == "identifier" { Some(inner) } else { bound_by(inner) }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::{Language, TextEdit, span};

    fn renamed(text: &str) -> Option<String> {
        let file = SourceFile::parse("a.py", text.to_owned(), Language::Python).expect("parses");
        let places = places_of(&file, &file.functions[0], "a")?;
        span::apply(text, &places.into_iter().map(|place| TextEdit::new(place, "z")).collect::<Vec<_>>())
    }

    #[test]
    fn a_parameter_is_renamed_by_the_rules_of_scopes() {
        for (before, after) in [
            ("return a.a + f(b.a, a=a)", "return z.a + f(b.a, z=z)"),
            ("return g(a=a)", "return g(a=z)"),
            ("return [a for a in a]", "return [a for a in z]"),
            ("return [a for x in a]", "return [z for x in z]"),
            ("return lambda a, b=a: a", "return lambda a, b=z: a"),
            ("return lambda b: a + b", "return lambda b: z + b"),
            ("return f'{a=}' + 'a'", "return f'{z=}' + 'a'"),
            ("return locals()['a']", "return locals()['a']"),
            ("def g():\n        nonlocal a\n        a = 1", "def g():\n        nonlocal z\n        z = 1"),
            ("def g():\n        a = 1", "def g():\n        a = 1"),
            ("def g(b=a):\n        return a", "def g(b=z):\n        return z"),
            ("for a in a:\n        a += 1", "for z in z:\n        z += 1"),
        ] {
            let text = |head: &str, body: &str| format!("def f({head}):\n    {body}\n");
            let made = renamed(&text("a, c=a", before)).unwrap_or_else(|| panic!("{before}"));
            assert_eq!(made, text("z, c=a", after));
        }
        for body in ["import a", "class C:\n        a = a", "def a():\n        pass"] {
            assert_eq!(renamed(&format!("def f(a):\n    {body}\n")), None, "{body}");
        }
    }

    #[test]
    fn a_renamed_parameter_is_renamed_in_keyword_arguments_of_the_file() {
        let text = "class A:\n    def f(self, a):\n        return a\n\nx = A().f(a=1) + g(a=2)\n";
        let made = renamed(text).expect("clear");
        assert!(made.ends_with("x = A().f(z=1) + g(a=2)\n"), "{made}");
        assert_eq!(
            renamed(&format!("{text}class B:\n    def f(self, a):\n        return 2\n")),
            None,
            "whose f is it?"
        );
    }

    #[test]
    fn code_that_reads_local_names_is_reported_with_its_line() {
        let at = |text: &str| {
            let file = SourceFile::parse("a.py", text.to_owned(), Language::Python).expect("parses");
            reads_names(&file, &file.functions[0])
        };
        assert_eq!(at("def f(a):\n    return locals()\n"), Some(("locals".to_owned(), 2)));
        assert_eq!(at("def f(a):\n    return f'{a = }'\n"), Some(("{a = }".to_owned(), 2)));
        assert_eq!(at("def f(a):\n    return f'{a == 1}' + g()\n"), None);
        assert_eq!(at("def f(a):\n    return g()\n\ndef g():\n    return eval('1')\n"), Some(("eval".to_owned(), 5)));
    }

    #[test]
    fn globals_that_a_function_does_not_use_are_found() {
        let text = "LIMIT = 3\nother = 4\n\ndef f(a):\n    return other + len('LIMIT')\n";
        let file = SourceFile::parse("a.py", text.to_owned(), Language::Python).expect("parses");
        assert_eq!(unused_globals(&file, &file.functions[0]), ["LIMIT"]);
    }
}
