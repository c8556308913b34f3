//! Finds the parameters of a class's constructor.
//!
//! The constructor is the class's `__init__`, an inherited `__init__` in the same file, or a
//! constructor that `dataclass`, `attrs` or `NamedTuple` generates.

use super::{decorators, params};
use crate::SourceFile;
use crate::python::parts;
use mts_model::{JavaType, Param};
use tree_sitter::Node;

/// Largest number of levels of base classes to follow, because bases may form a cycle.
const HIGHEST: usize = 16;

/// The parameters of a constructor without the receiver.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::python) struct ConstructorParams {
    /// The positional parameters.
    pub params: Vec<Param>,
    /// True if the constructor requires keyword-only arguments.
    pub needs_names: bool,
}

/// A class of a file, with the parameters of its constructor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassConstructor {
    /// The names of the enclosing classes and of the class itself, outermost first.
    pub scope: Vec<String>,
    /// The positional parameters of the constructor, without the receiver; empty if they are unknown.
    pub params: Vec<Param>,
    /// True if the constructor requires keyword-only arguments, which no Java argument fills.
    pub needs_names: bool,
}

/// Returns every class of a file that is not inside a function, in order.
#[must_use]
pub fn class_constructors(file: &SourceFile) -> Vec<ClassConstructor> {
    let mut found = Vec::new();
    collect(file.root(), &file.text, &mut Vec::new(), &mut found);
    found
}

fn collect(node: Node<'_>, text: &str, scope: &mut Vec<String>, found: &mut Vec<ClassConstructor>) {
    for part in parts(node) {
        match part.kind() {
            "class_definition" => {
                let name = part.child_by_field_name("name").map(|name| crate::python::span_of(name).slice(text));
                scope.push(name.unwrap_or_default().to_owned());
                let ConstructorParams { params, needs_names } = constructor_params(part, text);
                found.push(ClassConstructor { scope: scope.clone(), params, needs_names });
                part.child_by_field_name("body").into_iter().for_each(|body| collect(body, text, scope, found));
                scope.pop();
            }
            "function_definition" | "expression_statement" => {}
            _ => collect(part, text, scope, found),
        }
    }
}

/// A field that a generated constructor takes.
struct ConstructorField<'t> {
    name: &'t str,
    optional: bool,
    by_name: bool,
}

/// Returns the parameters of a class's constructor.
pub(in crate::python) fn constructor_params(class: Node<'_>, text: &str) -> ConstructorParams {
    Classes { text }.constructor_params(class, 0)
}

struct Classes<'t> {
    text: &'t str,
}

impl<'t> Classes<'t> {
    fn text_of(&self, node: Node<'_>) -> &'t str {
        crate::python::span_of(node).slice(self.text)
    }

    fn constructor_params(&self, class: Node<'_>, depth: usize) -> ConstructorParams {
        if let Some(own) = self.init(class) {
            return own;
        }
        if self.is_generated(class) {
            let fields = self.fields(class, depth);
            let param = |field: &ConstructorField<'_>| Param {
                name: field.name.to_owned(),
                ty: JavaType::Unknown,
                optional: field.optional,
                is_rest: false,
            };
            return ConstructorParams {
                params: fields.iter().filter(|field| !field.by_name).map(param).collect(),
                needs_names: fields.iter().any(|field| field.by_name && !field.optional),
            };
        }
        // If the file declares the first base class, the constructor of this base class applies.
        let first = self.bases(class).into_iter().next().filter(|_| depth < HIGHEST);
        first
            .and_then(|name| self.find(class, name))
            .map(|base| self.constructor_params(base, depth + 1))
            .unwrap_or_default()
    }

    /// Returns the parameters of the class's own `__init__`.
    fn init(&self, class: Node<'_>) -> Option<ConstructorParams> {
        let node = statements(class).into_iter().find(|node| {
            let is_init = node.child_by_field_name("name").is_some_and(|name| self.text_of(name) == "__init__");
            node.kind() == "function_definition" && is_init
        })?;
        let list = node.child_by_field_name("parameters")?;
        let mut all = params(list, self.text);
        if !all.is_empty() {
            all.remove(0);
        }
        let written = parts(list);
        let star = written.iter().position(|one| matches!(one.kind(), "keyword_separator" | "list_splat_pattern"));
        let behind = star.map_or(&[][..], |at| &written[at + 1..]);
        let behind = behind.iter().filter(|one| one.kind() != "dictionary_splat_pattern");
        let named: Vec<&str> = behind
            .filter_map(|one| one.child_by_field_name("name").or_else(|| one.named_child(0)).or(Some(*one)))
            .map(|name| self.text_of(name))
            .collect();
        let (by_name, by_place): (Vec<Param>, Vec<Param>) =
            all.into_iter().partition(|param| named.contains(&param.name.as_str()));
        Some(ConstructorParams { params: by_place, needs_names: by_name.iter().any(|param| !param.optional) })
    }

    /// Reports whether Python generates the `__init__` of a class from its annotated fields.
    fn is_generated(&self, class: Node<'_>) -> bool {
        let makes = |decorator: &str| is_dataclass(decorator) && !decorator.contains("init=False");
        let is_tuple = self.bases(class).into_iter().any(|base| last(base) == "NamedTuple");
        is_tuple || decorators(class, self.text).into_iter().any(makes)
    }

    /// Returns the fields of the generated constructor.
    ///
    /// The fields of base classes come first. If a subclass declares a field of a base class again, the field keeps
    /// its position.
    fn fields(&self, class: Node<'_>, depth: usize) -> Vec<ConstructorField<'t>> {
        let mut found: Vec<ConstructorField<'t>> = Vec::new();
        // Python collects the fields from the last base class to the first.
        for base in self.bases(class).into_iter().rev().filter(|_| depth < HIGHEST) {
            for field in self.find(class, base).map(|base| self.fields(base, depth + 1)).unwrap_or_default() {
                put(&mut found, field);
            }
        }
        let decorators = decorators(class, self.text);
        let all_by_name =
            decorators.iter().any(|one| is_dataclass(one) && one.replace(' ', "").contains("kw_only=True"));
        let is_tuple = self.bases(class).into_iter().any(|base| last(base) == "NamedTuple");
        if is_tuple || decorators.iter().any(|one| is_dataclass(one)) {
            self.own_fields(class, all_by_name, &mut found);
        }
        found
    }

    /// Collects the annotated fields of a class body, without `ClassVar` and `field(init=False)`.
    fn own_fields(&self, class: Node<'_>, all_by_name: bool, found: &mut Vec<ConstructorField<'t>>) {
        let mut by_name = all_by_name;
        let statements = statements(class).into_iter().filter(|part| part.kind() == "expression_statement");
        for assignment in statements.flat_map(parts).filter(|part| part.kind() == "assignment") {
            let (Some(name), Some(ty)) =
                (assignment.child_by_field_name("left"), assignment.child_by_field_name("type"))
            else {
                continue;
            };
            let (name, ty) = (self.text_of(name), self.text_of(ty));
            if last(ty) == "KW_ONLY" {
                by_name = true;
                continue;
            }
            let value = assignment.child_by_field_name("right");
            let said = value.map(|value| self.said(value)).unwrap_or_default();
            let is = |key: &str, what: &str| said.iter().flatten().any(|(name, text)| *name == key && *text == what);
            if !name.chars().all(|c| c == '_' || c.is_alphanumeric()) || ty.contains("ClassVar") {
                continue;
            }
            if is("init", "False") {
                found.retain(|field| field.name != name);
                continue;
            }
            let optional = match &said {
                Some(said) => said.iter().any(|(name, _)| matches!(*name, "default" | "default_factory" | "factory")),
                None => value.is_some(),
            };
            let by_name = (by_name || is("kw_only", "True")) && !is("kw_only", "False");
            put(found, ConstructorField { name, optional, by_name });
        }
    }

    /// Returns the keyword arguments of a call of `field`, `ib` or `attrib`.
    ///
    /// `None` for another value.
    fn said(&self, value: Node<'_>) -> Option<Vec<(&'t str, &'t str)>> {
        let callee = value.child_by_field_name("function").filter(|_| value.kind() == "call")?;
        if !matches!(last(self.text_of(callee)), "field" | "ib" | "attrib") {
            return None;
        }
        let arguments = parts(value.child_by_field_name("arguments")?).into_iter();
        let named = arguments.filter(|one| one.kind() == "keyword_argument").filter_map(|one| {
            Some((self.text_of(one.child_by_field_name("name")?), self.text_of(one.child_by_field_name("value")?)))
        });
        Some(named.collect())
    }

    fn bases(&self, class: Node<'_>) -> Vec<&'t str> {
        let all = class.child_by_field_name("superclasses").map(parts).unwrap_or_default();
        all.into_iter().filter(|base| base.kind() != "keyword_argument").map(|base| self.text_of(base)).collect()
    }

    /// Finds the declaration of the base class `name` in the scopes around `class`.
    fn find<'n>(&self, class: Node<'n>, name: &str) -> Option<Node<'n>> {
        let plain = name.split('[').next().unwrap_or(name);
        std::iter::successors(class.parent(), Node::parent)
            .filter(|around| matches!(around.kind(), "module" | "block"))
            .find_map(|around| {
                let classes =
                    within(around).into_iter().filter(|one| one.kind() == "class_definition" && *one != class);
                classes.rev().find(|one| one.child_by_field_name("name").is_some_and(|own| self.text_of(own) == plain))
            })
    }
}

/// Appends a field, or replaces the field that has the same name.
fn put<'t>(found: &mut Vec<ConstructorField<'t>>, field: ConstructorField<'t>) {
    match found.iter_mut().find(|known| known.name == field.name) {
        Some(known) => *known = field,
        None => found.push(field),
    }
}

/// Returns the statements of a class, without their decorators.
fn statements(class: Node<'_>) -> Vec<Node<'_>> {
    class.child_by_field_name("body").map(within).unwrap_or_default()
}

fn within(block: Node<'_>) -> Vec<Node<'_>> {
    parts(block).into_iter().map(undecorated).collect()
}

/// Returns a definition without its decorators.
fn undecorated(part: Node<'_>) -> Node<'_> {
    match part.kind() {
        "decorated_definition" => part.child_by_field_name("definition").unwrap_or(part),
        _ => part,
    }
}

/// Returns the last part of a dotted name.
fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

fn is_dataclass(decorator: &str) -> bool {
    let name = decorator.split('(').next().unwrap_or(decorator).trim();
    last(name) == "dataclass" || matches!(name, "attrs.define" | "attrs.frozen" | "attrs.mutable" | "attr.define")
}

#[cfg(test)]
mod tests {
    use crate::SourceFile;
    use mts_model::Language;

    #[test]
    fn each_class_outside_a_function_has_its_constructor() {
        let text = "if True:\n  class Box:\n    x = 1\n    class Lid(Base):\n      def __init__(self, size, *, name): pass\n\
                    def make():\n  class Local: pass\n@dataclass\nclass Pair:\n  a: int\n  b: int = 2\n";
        let file = SourceFile::parse("t.py", text.to_owned(), Language::Python).expect("parses");
        let descriptions: Vec<String> = super::class_constructors(&file)
            .iter()
            .map(|class| format!("{} {} {}", class.scope.join("."), class.params.len(), class.needs_names))
            .collect();
        assert_eq!(descriptions, ["Box 0 false", "Box.Lid 1 true", "Pair 2 false"]);
    }

    /// Returns the constructor parameters of the class of the last function in a file.
    fn takes(text: &str) -> String {
        let file = SourceFile::parse("t.py", text.to_owned(), Language::Python).expect("parses");
        let facts = crate::python::facts(&file, file.functions.last().expect("a method"));
        let params = facts.class_has_init_params.expect("in a class");
        let mut descriptions: Vec<String> =
            params.iter().map(|param| format!("{}{}", param.name, if param.optional { "=" } else { "" })).collect();
        descriptions.extend(facts.class_needs_names.then(|| "by name".to_owned()));
        descriptions.join(" ")
    }

    #[test]
    fn inherited_dataclass_fields_come_first_and_keep_their_positions() {
        let base = "@dataclass\nclass Base:\n    a: int\n    b: int = 0\n";
        let below = |head: &str, body: &str| takes(&format!("{base}{head}\n{body}    def m(self): pass\n"));
        assert_eq!(below("@dataclass\nclass A(Base):", "    c: int = 1\n"), "a b= c=");
        assert_eq!(below("@dataclass\nclass A(Base):", "    c: int = 1\n    a: str = ''\n"), "a= b= c=");
        assert_eq!(
            below("@dataclass\nclass Mid(Base):\n    x: int = 2\n@dataclass\nclass A(Mid):", "    c: int = 1\n"),
            "a b= x= c="
        );
        assert_eq!(
            below("@dataclass\nclass Other:\n    o: int\n@dataclass\nclass A(Base, Other):", "    c: int = 1\n"),
            "o a b= c="
        );
        // A subclass that is not a dataclass has the constructor of its base class, and no fields.
        assert_eq!(below("class A(Base):", "    c: int = 1\n"), "a b=");
        assert_eq!(
            below("class Plain(Base):\n    x: int = 2\n@dataclass\nclass A(Plain):", "    c: int = 1\n"),
            "a b= c="
        );
        assert_eq!(below("@dataclass(init=False)\nclass A(Base):", "    c: int = 1\n"), "a b=");
        let own = "class Base:\n    def __init__(self, a, b=1): pass\nclass A(Base):\n    def m(self): pass\n";
        assert_eq!(takes(own), "a b=");
        assert_eq!(takes("@dataclass\nclass A(A):\n    a: int\n    def m(self): pass\n"), "a");
    }

    #[test]
    fn a_keyword_only_parameter_has_no_position() {
        let with_head = |head: &str, body: &str| takes(&format!("{head}\nclass A:\n{body}    def m(self): pass\n"));
        assert_eq!(with_head("@dataclass", "    a: int\n    _: KW_ONLY\n    b: int = 3\n"), "a");
        assert_eq!(with_head("@dataclass", "    a: int\n    _: dataclasses.KW_ONLY\n    b: int\n"), "a by name");
        assert_eq!(
            with_head("@dataclass", "    a: int = field(kw_only=True)\n    b: int = field(repr=False)\n"),
            "b by name"
        );
        assert_eq!(
            with_head("@dataclass(kw_only=True)", "    a: int\n    b: int = field(kw_only=False)\n"),
            "b by name"
        );
        assert_eq!(
            with_head("@dataclass", "    a: int = field(default=1)\n    b: list = field(default_factory=list)\n"),
            "a= b="
        );
        assert_eq!(
            with_head("@dataclass", "    a: int = field(init=False, default=1)\n    b: InitVar[int] = 2\n"),
            "b="
        );
        assert_eq!(
            takes("class A:\n    def __init__(self, a, *, b=1, c: int = 2): pass\n    def m(self): pass\n"),
            "a"
        );
        assert_eq!(
            takes("class A:\n    def __init__(self, a, *, b, **more): pass\n    def m(self): pass\n"),
            "a more= by name"
        );
    }
}
