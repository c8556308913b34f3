//! Finds the definitions of a Python file.
//!
//! The definitions are class headers, functions, variables, imports, and statements without a name. If the header of
//! a function or a class runs code, this code also counts as a statement without a name.

mod bindings;

use super::tokens::{CodeText, Detail, code_tokens};
use super::{docstring, is_plain_string, parts, span_of};
use crate::definitions::{Definition, base_names, words};
use crate::python::definitions::bindings::Bindings;
use mts_model::Span;
use tree_sitter::Node;

/// Returns the definitions of a file, in source order.
pub(crate) fn definitions(root: Node<'_>, text: &str) -> Vec<Definition> {
    let (bindings, binds_name) = (Bindings::new(root, text), binds_module_name(root, text));
    let mut finder = Finder { text, source: CodeText::new(text), bindings, binds_name, found: Vec::new() };
    finder.suite(root, &[]);
    finder.found
}

struct Finder<'t> {
    text: &'t str,
    source: CodeText<'t>,
    bindings: Bindings<'t>,
    /// Whether the file may change the name `__name__`.
    ///
    /// The code below `if __name__ == "__main__":` may then run on import.
    binds_name: bool,
    found: Vec<Definition>,
}

impl Finder<'_> {
    /// Adds the definitions of a module or of a class body.
    fn suite(&mut self, suite: Node<'_>, scope: &[String]) {
        let doc = docstring(suite);
        if let Some(doc) = doc.filter(|_| self.source.reads_docstrings) {
            self.add(doc, Vec::new(), scope, Some(scope.to_vec()));
        }
        let skip = doc.map(|doc| doc.id());
        for statement in parts(suite).into_iter().filter(|statement| Some(statement.id()) != skip) {
            self.statement(statement, scope);
        }
    }

    fn statement(&mut self, statement: Node<'_>, scope: &[String]) {
        let definition = statement.child_by_field_name("definition").unwrap_or(statement);
        match definition.kind() {
            "function_definition" => self.function(statement, definition, scope),
            "class_definition" => self.class(statement, definition, scope),
            "import_statement" | "import_from_statement" => {
                let names = self.imported(statement);
                // An import of `*` can bind each name of its module.
                let class = names.is_empty().then(|| scope.to_vec());
                self.add(statement, names, scope, class);
            }
            "expression_statement" => {
                if let Some(names) = self.assigned(statement) {
                    let is_special = |name: &String| name.starts_with("__") && name.ends_with("__");
                    let reaches_all = names.iter().all(is_special) || self.bindings.runs_code(statement);
                    let class = reaches_all.then(|| self.affected(statement, scope));
                    self.add(statement, names, scope, class);
                }
            }
            "if_statement" if !self.binds_name && self.is_main_guard(statement) => {}
            _ => {
                self.add(statement, Vec::new(), scope, Some(self.affected(statement, scope)));
                self.branches(statement, scope);
            }
        }
    }

    /// Adds the functions and classes in the branches of a statement.
    fn branches(&mut self, node: Node<'_>, scope: &[String]) {
        for part in parts(node) {
            match part.kind() {
                "decorated_definition" | "function_definition" | "class_definition" => self.statement(part, scope),
                kind if kind == "block" || kind.ends_with("_clause") || kind.ends_with("_statement") => {
                    self.branches(part, scope);
                }
                _ => {}
            }
        }
    }

    fn add(&mut self, node: Node<'_>, names: Vec<String>, scope: &[String], class: Option<Vec<String>>) {
        // A type hint that runs code is part of the statement.
        let hint = node.named_child(0).and_then(|inner| inner.child_by_field_name("type"));
        let detail = match hint.is_some_and(|hint| self.bindings.runs_code(hint)) {
            true => Detail::Full,
            false => Detail::Outline,
        };
        let tokens = code_tokens(node, self.source, detail);
        // Code of a base class may read an attribute that a subclass defines.
        let is_virtual = !names.is_empty();
        let part = Definition::new(names, scope, span_of(node), tokens);
        self.found.push(Definition { class, is_virtual, ..part });
    }

    /// Returns the scope of the code that a statement may change.
    ///
    /// If a statement in a class body runs code of the project, the statement may change all code of the file.
    /// Otherwise it changes only its class.
    fn affected(&self, statement: Node<'_>, scope: &[String]) -> Vec<String> {
        if self.bindings.runs_project_code(statement) { Vec::new() } else { scope.to_vec() }
    }

    /// Adds the parts of a header that run code at the definition.
    ///
    /// Python runs these parts when it defines the function or the class. The parts are decorators, default values,
    /// type hints, metaclasses and base classes.
    fn header(&mut self, whole: Node<'_>, definition: Node<'_>, scope: &[String]) {
        let decorators = parts(whole).into_iter().filter(|part| part.kind() == "decorator");
        let mut running: Vec<Node<'_>> =
            decorators.filter(|node| !self.is_plain_decorator(*node, whole, definition)).collect();
        let lists = ["parameters", "return_type", "superclasses"].map(|field| definition.child_by_field_name(field));
        let within = lists.into_iter().flatten().flat_map(|list| match list.kind() {
            "parameters" | "argument_list" => parts(list),
            _ => vec![list],
        });
        let is_class = definition.kind() == "class_definition";
        running.extend(within.filter(|part| match is_class {
            true => self.bindings.is_running_base(*part),
            false => self.bindings.runs_code(*part),
        }));
        if running.is_empty() {
            return;
        }
        let tokens = running.into_iter().flat_map(|part| code_tokens(part, self.source, Detail::Full)).collect();
        let end = definition.child_by_field_name("body").map_or(definition.end_byte(), |body| body.start_byte());
        let part = Definition::new(Vec::new(), scope, Span::new(whole.start_byte(), end), tokens);
        self.found.push(Definition { class: Some(Vec::new()), ..part });
    }

    /// Reports whether a decorator changes only its own function or class.
    fn is_plain_decorator(&self, decorator: Node<'_>, whole: Node<'_>, definition: Node<'_>) -> bool {
        self.bindings.is_plain_decorator(decorator) || self.is_accessor(decorator, whole, definition)
    }

    /// Reports whether a decorator adds a function to a property of the same name.
    ///
    /// An example is `@size.setter`.
    fn is_accessor(&self, decorator: Node<'_>, whole: Node<'_>, definition: Node<'_>) -> bool {
        let name = self.name(definition);
        let accessors = ["setter", "getter", "deleter"].map(|kind| format!("{name}.{kind}"));
        let is_accessor = |decorator: Node<'_>| {
            let text = self.slice(decorator).trim_start_matches('@').trim();
            accessors.iter().any(|known| known == text)
        };
        let is_same = |other: &Node<'_>| {
            let inner = other.child_by_field_name("definition").unwrap_or(*other);
            inner.kind() == "function_definition" && self.name(inner) == name
        };
        let makes_property = |other: Node<'_>| {
            let decorators = parts(other).into_iter().filter(|part| part.kind() == "decorator");
            decorators.into_iter().any(|part| self.bindings.is_property(part) || is_accessor(part))
        };
        let mut same = whole.parent().map(parts).unwrap_or_default().into_iter().filter(is_same);
        is_accessor(decorator) && same.all(makes_property)
    }

    /// Adds the base classes of a class. Python runs their hooks when it defines the class.
    fn bases(&mut self, definition: Node<'_>, span: Span, scope: &[String]) {
        let Some(bases) = definition.child_by_field_name("superclasses") else { return };
        let part = Definition::new(Vec::new(), scope, span, code_tokens(bases, self.source, Detail::Full));
        self.found.push(Definition { class: Some(Vec::new()), is_subclass: true, ..part });
    }

    fn function(&mut self, whole: Node<'_>, definition: Node<'_>, scope: &[String]) {
        self.header(whole, definition, scope);
        let name = self.name(definition);
        // Python calls special methods such as `__init__` without their names in the source.
        let is_implicit = name.starts_with("__") && name.ends_with("__");
        let names = scope.last().cloned().filter(|_| is_implicit).into_iter().chain([name]).collect();
        let class = is_implicit.then(|| scope.to_vec());
        let tokens = code_tokens(whole, self.source, Detail::Code);
        let part = Definition::new(names, scope, span_of(whole), tokens);
        self.found.push(Definition { class, is_virtual: true, ..part });
    }

    fn class(&mut self, whole: Node<'_>, definition: Node<'_>, scope: &[String]) {
        self.header(whole, definition, scope);
        let (name, body) = (self.name(definition), definition.child_by_field_name("body"));
        let inner = [scope, std::slice::from_ref(&name)].concat();
        let mut tokens = Vec::new();
        for decorator in parts(whole).into_iter().filter(|part| part.kind() == "decorator") {
            tokens.extend(code_tokens(decorator, self.source, Detail::Code));
        }
        tokens.extend(["class".to_owned(), name.clone()]);
        let list = definition.child_by_field_name("superclasses");
        tokens.extend(list.into_iter().flat_map(|list| code_tokens(list, self.source, Detail::Code)));
        // Add the names of a data class's fields, in order, because they are the parameters of its constructor.
        for statement in body.map(parts).unwrap_or_default() {
            let assignment = statement.named_child(0).filter(|n| n.kind() == "assignment");
            let field = assignment.filter(|n| n.child_by_field_name("type").is_some());
            tokens.extend(field.and_then(|n| n.child_by_field_name("left")).map(|n| self.slice(n).to_owned()));
        }
        let end = body.map_or(definition.end_byte(), |body| body.start_byte());
        let span = Span::new(whole.start_byte(), end);
        let list = list.map_or("", |list| self.slice(list)).trim_start_matches('(');
        let bases = base_names(list.strip_suffix(')').unwrap_or(list));
        let header = Definition::new(vec![name], scope, span, tokens);
        self.found.push(Definition { class: Some(inner.clone()), bases, ..header });
        self.bases(definition, span, scope);
        if let Some(body) = body {
            self.suite(body, &inner);
        }
    }

    /// Returns the names that an import binds.
    fn imported(&self, import: Node<'_>) -> Vec<String> {
        let module = import.child_by_field_name("module_name").map(|n| n.id());
        let mut names = Vec::new();
        for part in parts(import).into_iter().filter(|part| Some(part.id()) != module) {
            let bound = part.child_by_field_name("alias").unwrap_or(part);
            names.extend(words(self.slice(bound)).next().map(str::to_owned));
        }
        names
    }

    /// Returns the names that a statement assigns; empty for other code.
    ///
    /// `None` for a string, because a string as a statement is not code.
    fn assigned(&self, statement: Node<'_>) -> Option<Vec<String>> {
        let inner = statement.named_child(0)?;
        match inner.kind() {
            _ if is_plain_string(inner) => None,
            "assignment" => {
                let left = inner.child_by_field_name("left")?;
                let targets = if left.kind() == "identifier" { vec![left] } else { parts(left) };
                let is_plain = left.kind() == "identifier" || left.kind() == "pattern_list";
                let all = is_plain && targets.iter().all(|target| target.kind() == "identifier");
                let is_chain = inner.child_by_field_name("right").is_some_and(|right| right.kind() == "assignment");
                let names = targets.into_iter().map(|target| self.slice(target).to_owned());
                Some(names.filter(|_| all && !is_chain).collect())
            }
            _ => Some(Vec::new()),
        }
    }

    /// Reports whether a statement is `if __name__ == "__main__":` without an `else`.
    fn is_main_guard(&self, statement: Node<'_>) -> bool {
        let condition = statement
            .child_by_field_name("condition")
            .map(|n| code_tokens(n, self.source, Detail::Code))
            .unwrap_or_default();
        let has_no_else = statement.child_by_field_name("alternative").is_none();
        let tokens: Vec<&str> = condition.iter().map(String::as_str).collect();
        has_no_else && matches!(tokens[..], ["__name__", "==", "\"__main__\"" | "'__main__'"])
    }

    fn name(&self, node: Node<'_>) -> String {
        node.child_by_field_name("name").map(|n| self.slice(n).to_owned()).unwrap_or_default()
    }

    fn slice(&self, node: Node<'_>) -> &str {
        span_of(node).slice(self.text)
    }
}

/// Reports whether a file may bind the name `__name__` of its module.
///
/// Every use of the name counts as a binding, except the usual ways to read the name.
fn binds_module_name(root: Node<'_>, text: &str) -> bool {
    const NAME: &str = "__name__";
    // Most files have the name only in a main guard.
    if text.matches(NAME).count() < 2 {
        return false;
    }
    let mut binds = false;
    crate::preorder(root, |node| {
        let slice = || span_of(node).slice(text);
        binds |= match node.kind() {
            "identifier" if slice() == NAME => !node.parent().is_some_and(is_read),
            "string_content" => slice().contains(NAME),
            _ => false,
        };
    });
    binds
}

/// Reports whether the parent of a name only reads the name.
fn is_read(parent: Node<'_>) -> bool {
    let is_target = || parent.parent().is_some_and(|above| above.child_by_field_name("left") == Some(parent));
    match parent.kind() {
        "comparison_operator" | "argument_list" | "interpolation" | "return_statement" | "binary_operator" => true,
        "attribute" => !is_target(),
        _ => false,
    }
}
