//! Finds the functions of a Python file and the attributes of its classes.
//!
//! A function has a signature, positions and comments.

pub(super) mod annotations;
pub(super) mod array_forms;
pub(super) mod classes;
pub(super) mod constants;
pub(super) mod constructors;
pub(super) mod defaults;
pub(super) mod imports;
pub(super) mod module_facts;
pub(super) mod property_aliases;

use super::scopes::Names;
use super::{docstring, parts, span_of};
use crate::SourceFile;
use mts_model::{Function, FunctionKind, JavaType, Language, Param, Span};
use std::collections::BTreeSet;
use tree_sitter::Node;

/// Returns every function of the file, and every attribute of its classes, in source order.
pub(super) fn functions(file: &SourceFile) -> (Vec<Function>, Vec<Function>) {
    let mut finder = FunctionFinder { file, found: Vec::new(), attributes: Vec::new(), known: BTreeSet::new() };
    finder.visit(file.root(), &EnclosingScope::default());
    let mut found = finder.found;
    let captured: Vec<Option<Vec<String>>> = found.iter().map(|function| captured(file, function, &found)).collect();
    for (function, captured) in found.iter_mut().zip(captured) {
        function.captured = captured;
    }
    (found, finder.attributes)
}

/// Returns the value of [`Function::captured`] for a nested function.
fn captured(file: &SourceFile, function: &Function, all: &[Function]) -> Option<Vec<String>> {
    let outer = all.get(function.parent?).filter(|outer| outer.kind != FunctionKind::Nested)?;
    let beside = all.iter().filter(|other| other.parent == function.parent);
    for other in beside {
        let is_decorated = other.span.slice(&file.text).starts_with('@');
        if is_decorated || other.params.iter().any(|param| param.optional) {
            return None;
        }
    }
    Names::from_function(file, function)?.seen_of(&Names::from_function(file, outer)?).into()
}

/// Returns the module-level code of a file as a function without parameters.
pub(super) fn script(file: &SourceFile) -> Function {
    let whole = Span::new(0, file.text.len());
    Function {
        language: Language::Python,
        file: file.path.clone(),
        package: String::new(),
        scope: Vec::new(),
        name: "__main__".to_owned(),
        kind: FunctionKind::Program,
        params: Vec::new(),
        returns: JavaType::Unknown,
        span: whole,
        body: whole,
        line: 1,
        last_line: u32::try_from(file.text.lines().count()).unwrap_or(u32::MAX).max(1),
        parent: None,
        comment: String::new(),
        type_variables: Vec::new(),
        captured: None,
        broken: broken(file.root()),
    }
}

/// The scope around a node.
#[derive(Clone, Default)]
struct EnclosingScope {
    scope: Vec<String>,
    /// True if the nearest enclosing definition is a class.
    in_class: bool,
    /// The nearest enclosing function.
    parent: Option<usize>,
    /// The visible receiver, and the scope of the receiver's class.
    receiver: Option<(String, Vec<String>)>,
}

struct FunctionFinder<'f> {
    file: &'f SourceFile,
    found: Vec<Function>,
    attributes: Vec<Function>,
    /// The scopes and names of the found attributes. Only the first assignment of a name is
    /// recorded.
    known: BTreeSet<(Vec<String>, String)>,
}

impl<'f> FunctionFinder<'f> {
    fn visit(&mut self, node: Node<'f>, place: &EnclosingScope) {
        match node.kind() {
            "function_definition" => self.function(node, place),
            "class_definition" => {
                let mut inner = place.clone();
                inner.scope.push(self.name(node));
                inner.in_class = true;
                inner.receiver = None;
                self.children(node, &inner);
            }
            "assignment" => {
                if let Some(target) = node.child_by_field_name("left") {
                    self.targets(target, node, place);
                }
                self.children(node, place);
            }
            // These nodes are the largest part of a file, and contain no definition.
            "call"
            | "binary_operator"
            | "boolean_operator"
            | "comparison_operator"
            | "subscript"
            | "attribute"
            | "parameters"
            | "return_statement"
            | "augmented_assignment"
            | "import_statement"
            | "import_from_statement"
            | "list"
            | "tuple"
            | "dictionary"
            | "string"
            | "pattern_list" => {}
            _ => self.children(node, place),
        }
    }

    fn children(&mut self, node: Node<'f>, place: &EnclosingScope) {
        if node.named_child_count() == 0 {
            return;
        }
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            self.visit(child, place);
        }
    }

    fn name(&self, node: Node<'_>) -> String {
        node.child_by_field_name("name").map_or_else(String::new, |n| span_of(n).slice(&self.file.text).to_owned())
    }

    /// Records the attributes of an assignment: names in a class body, `self.name` in its methods.
    fn targets(&mut self, target: Node<'f>, assignment: Node<'f>, place: &EnclosingScope) {
        let text = &self.file.text;
        let (scope, name) = match target.kind() {
            "identifier" if place.in_class => (&place.scope, Some(target)),
            "attribute" => {
                let Some((receiver, scope)) = &place.receiver else { return };
                let object = target.child_by_field_name("object");
                if object.is_none_or(|object| span_of(object).slice(text) != receiver) {
                    return;
                }
                (scope, target.child_by_field_name("attribute"))
            }
            "pattern_list" | "tuple_pattern" => {
                parts(target).into_iter().for_each(|part| self.targets(part, assignment, place));
                return;
            }
            _ => return,
        };
        let Some(anchor) = name else { return };
        let name = span_of(anchor).slice(text).to_owned();
        if !self.known.insert((scope.clone(), name.clone())) {
            return;
        }
        let end = Span::new(assignment.end_byte(), assignment.end_byte());
        self.attributes.push(Function {
            language: Language::Python,
            file: self.file.path.clone(),
            package: String::new(),
            scope: scope.clone(),
            name,
            kind: FunctionKind::Attribute,
            params: Vec::new(),
            returns: JavaType::Unknown,
            span: span_of(assignment),
            body: end,
            line: row(anchor.start_position().row),
            last_line: row(assignment.end_position().row),
            parent: None,
            comment: String::new(),
            type_variables: Vec::new(),
            captured: None,
            broken: None,
        });
    }

    /// Reports whether the class of a method has an `__init__` too.
    fn has_init(&self, method: Node<'f>) -> bool {
        let Some(body) = method.parent() else { return false };
        let mut cursor = body.walk();
        let mut members = body.children(&mut cursor);
        members.any(|member| {
            let member = member.child_by_field_name("definition").unwrap_or(member);
            member.kind() == "function_definition" && self.name(member) == "__init__"
        })
    }

    fn function(&mut self, node: Node<'f>, place: &EnclosingScope) {
        let Some(body) = node.child_by_field_name("body") else { return };
        let text = &self.file.text;
        let whole = node.parent().filter(|p| p.kind() == "decorated_definition").unwrap_or(node);
        let name = self.name(node);
        let decorators = decorators(node, text);
        let is_static = decorators.contains(&"staticmethod");
        let is_class = decorators.contains(&"classmethod");
        let kind = match (place.in_class, place.parent) {
            (true, _) if is_static || is_class => FunctionKind::StaticMethod,
            (true, _) if name == "__init__" => FunctionKind::Constructor,
            (true, _) if name == "__new__" && !self.has_init(whole) => FunctionKind::Constructor,
            (true, _) => FunctionKind::Method,
            (false, Some(_)) => FunctionKind::Nested,
            (false, None) => FunctionKind::Function,
        };
        let mut params = node.child_by_field_name("parameters").map(|p| params(p, text)).unwrap_or_default();
        let receiver = (has_receiver(node, text) && !params.is_empty()).then(|| params.remove(0).name);
        // If an assignment calls a property's setter, Python ignores the result of the setter.
        let sets = decorators.iter().any(|name| name.ends_with(".setter") || name.ends_with(".deleter"));
        let anchor = node.child_by_field_name("name").unwrap_or(node);
        let at = self.found.len();
        self.found.push(Function {
            language: Language::Python,
            file: self.file.path.clone(),
            package: String::new(),
            scope: place.scope.clone(),
            name: name.clone(),
            kind,
            params,
            returns: if place.in_class && sets { JavaType::Void } else { JavaType::Unknown },
            span: Span::new(whole.start_byte(), node.end_byte()),
            body: span_of(body),
            line: row(anchor.start_position().row),
            last_line: row(node.end_position().row),
            parent: place.parent,
            comment: comment(node, whole, body, text),
            type_variables: Vec::new(),
            captured: None,
            broken: broken(node),
        });
        let mut inner = place.clone();
        inner.scope.push(name);
        inner.in_class = false;
        inner.parent = Some(at);
        if place.in_class {
            inner.receiver = receiver.map(|name| (name, place.scope.clone()));
        }
        self.children(node, &inner);
    }
}

/// Returns the texts of the decorators of a definition, without `@`.
///
/// The text of a decorator includes its arguments, as in `lru_cache(maxsize=1)`.
pub(super) fn decorators<'s>(definition: Node<'_>, text: &'s str) -> Vec<&'s str> {
    let Some(whole) = definition.parent().filter(|p| p.kind() == "decorated_definition") else { return Vec::new() };
    let all = parts(whole).into_iter().filter(|n| n.kind() == "decorator");
    all.map(|n| span_of(n).slice(text).trim_start_matches('@').trim()).collect()
}

/// Reports whether the first parameter is a receiver.
///
/// A function directly in a class has a receiver if it is not static.
pub(super) fn has_receiver(definition: Node<'_>, text: &str) -> bool {
    let holder = std::iter::successors(definition.parent(), Node::parent)
        .find(|n| matches!(n.kind(), "class_definition" | "function_definition" | "module"));
    holder.is_some_and(|n| n.kind() == "class_definition") && !decorators(definition, text).contains(&"staticmethod")
}

fn row(zero_based: usize) -> u32 {
    u32::try_from(zero_based).unwrap_or(u32::MAX - 1) + 1
}

/// Returns the parameters of a definition, including the receiver.
pub(super) fn params(node: Node<'_>, text: &str) -> Vec<Param> {
    let mut out = Vec::new();
    for part in parts(node) {
        let (name, optional) = match part.kind() {
            "identifier" => (Some(part), false),
            "default_parameter" | "typed_default_parameter" => (part.child_by_field_name("name"), true),
            "typed_parameter" => {
                let inner = parts(part).into_iter().next();
                (inner, inner.is_some_and(|n| n.kind() != "identifier"))
            }
            "list_splat_pattern" | "dictionary_splat_pattern" => (Some(part), true),
            "tuple_pattern" => (Some(part), false),
            _ => (None, false),
        };
        if let Some(name) = name {
            let name = span_of(name).slice(text).trim_start_matches('*').trim().to_owned();
            // In a parameter with an annotation, the star is in a child node.
            let splat = if part.kind() == "typed_parameter" { parts(part).into_iter().next() } else { Some(part) };
            let is_rest = splat.is_some_and(|n| n.kind() == "list_splat_pattern");
            let annotation = part.child_by_field_name("type").map_or("", |n| span_of(n).slice(text));
            out.push(Param { name, ty: annotations::ty(annotation), optional, is_rest });
        }
    }
    out
}

/// Returns the comment lines directly above the definition and at the start of its body.
fn comment(node: Node<'_>, whole: Node<'_>, body: Node<'_>, text: &str) -> String {
    let mut above: Vec<&str> = Vec::new();
    let start = text[..whole.start_byte()].rfind('\n').map_or(0, |at| at + 1);
    for line in text[..start].lines().rev() {
        if !line.trim_start().starts_with('#') {
            break;
        }
        above.push(line.trim());
    }
    above.reverse();
    let limit = parts(body)
        .into_iter()
        .find(|part| docstring(body).is_none_or(|doc| doc.id() != part.id()))
        .map_or(body.end_byte(), |first| first.start_byte());
    let mut cursor = node.walk();
    let mut inside: Vec<Node<'_>> = node.children(&mut cursor).filter(|n| n.kind() == "comment").collect();
    let mut cursor = body.walk();
    inside.extend(body.children(&mut cursor).filter(|n| n.kind() == "comment" && n.start_byte() < limit));
    above.extend(inside.iter().map(|n| span_of(*n).slice(text)));
    above.join("\n")
}

/// Returns the first syntax error in a definition; `None` without an error.
fn broken(node: Node<'_>) -> Option<String> {
    if !node.has_error() {
        return None;
    }
    let mut todo = vec![node];
    while let Some(at) = todo.pop() {
        if at.is_error() || at.is_missing() {
            return Some(format!("syntax error at line {}", row(at.start_position().row)));
        }
        let mut cursor = at.walk();
        let mut inner: Vec<Node<'_>> = at.children(&mut cursor).filter(Node::has_error).collect();
        inner.reverse();
        todo.extend(inner);
    }
    Some("syntax error".to_owned())
}
