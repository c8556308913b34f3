//! Finds named constants of a module or its classes: integers, strings and `None`.

use crate::SourceFile;
use crate::python::parts;
use mts_model::Value;
use tree_sitter::Node;

/// A name with exactly one assignment, of a decimal integer, a string or `None`.
///
/// The assignment is in a module, or in a class without bases. In a class with bases, such as an
/// `Enum`, a name may mean more than its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Constant {
    /// The enclosing classes, outermost first.
    pub scope: Vec<String>,
    /// The name of the constant.
    pub name: String,
    /// The value: [`Value::Int`], [`Value::Str`] or [`Value::Null`].
    pub value: Value,
}

/// Returns every constant of a file, in order.
#[must_use]
pub fn constants(file: &SourceFile) -> Vec<Constant> {
    let mut found = Vec::new();
    collect(file.root(), &file.text, &[], &mut found);
    found
}

/// Returns each enum of a file, and the names that its body assigns.
///
/// A class is an enum if a base has the name of an enum class of Python, such as `Enum` or `Flag`.
#[must_use]
pub fn enums(file: &SourceFile) -> Vec<(Vec<String>, Vec<String>)> {
    let mut found = Vec::new();
    add_classes(file.root(), &file.text, &[], &mut found);
    found
}

fn add_classes(list: Node<'_>, text: &str, scope: &[String], found: &mut Vec<(Vec<String>, Vec<String>)>) {
    for part in parts(list) {
        let name = part.child_by_field_name("name").and_then(|node| text.get(node.byte_range()));
        match (part.kind(), name, part.child_by_field_name("body")) {
            ("class_definition", Some(name), Some(body)) => {
                let scope = [scope, &[name.to_owned()]].concat();
                add_classes(body, text, &scope, found);
                if is_enum(part, text) {
                    let mut assigned = Vec::new();
                    names(body, text, &mut assigned);
                    found.push((scope, assigned.into_iter().map(str::to_owned).collect()));
                }
            }
            ("decorated_definition", ..) => add_classes(part, text, scope, found),
            _ => {}
        }
    }
}

/// The base classes of enums.
const ENUMS: [&str; 6] = ["Enum", "Flag", "IntEnum", "IntFlag", "ReprEnum", "StrEnum"];

fn is_enum(class: Node<'_>, text: &str) -> bool {
    let bases = class.child_by_field_name("superclasses").map(parts).unwrap_or_default();
    let last = |base: Node<'_>| text.get(base.byte_range()).and_then(|name| name.rsplit('.').next());
    bases.into_iter().any(|base| last(base).is_some_and(|name| ENUMS.contains(&name)))
}

fn collect(list: Node<'_>, text: &str, scope: &[String], found: &mut Vec<Constant>) {
    let mut assigned = Vec::new();
    names(list, text, &mut assigned);
    let is_once = |name: &str| assigned.iter().filter(|one| **one == name).count() == 1;
    own(list, text, &ConstantScope { scope, is_once: &is_once }, found);
}

/// A module, or the body of a class.
struct ConstantScope<'p> {
    scope: &'p [String],
    is_once: &'p dyn Fn(&str) -> bool,
}

fn own(list: Node<'_>, text: &str, place: &ConstantScope<'_>, found: &mut Vec<Constant>) {
    let ConstantScope { scope, is_once } = *place;
    for part in parts(list) {
        match part.kind() {
            "expression_statement" => found.extend(parts(part).into_iter().filter_map(|one| {
                let (left, right) = (one.child_by_field_name("left")?, one.child_by_field_name("right")?);
                let is_plain = one.kind() == "assignment" && left.kind() == "identifier";
                let name = text.get(left.byte_range()).filter(|name| is_plain && is_once(name))?.to_owned();
                Some(Constant { scope: scope.to_vec(), name, value: literal(right, text)? })
            })),
            // Classes with other bases give another meaning to the names in the body. For example,
            // an `Enum` makes its members from the names.
            "class_definition" if has_no_base(part, text) => {
                let name = part.child_by_field_name("name").and_then(|node| text.get(node.byte_range()));
                if let (Some(name), Some(body)) = (name, part.child_by_field_name("body")) {
                    collect(body, text, &[scope, &[name.to_owned()]].concat(), found);
                }
            }
            "decorated_definition" => own(part, text, place, found),
            _ => {}
        }
    }
}

pub(super) fn has_no_base(class: Node<'_>, text: &str) -> bool {
    let bases = class.child_by_field_name("superclasses").map(parts).unwrap_or_default();
    bases.into_iter().all(|base| text.get(base.byte_range()) == Some("object"))
}

/// Collects every assigned name of a module or class body, once for each assignment.
///
/// The list includes the names that functions in the body declare as `global`.
fn names<'t>(node: Node<'_>, text: &'t str, found: &mut Vec<&'t str>) {
    match node.kind() {
        "class_definition" | "function_definition" | "lambda" => return globals(node, text, found),
        "global_statement" => found.extend(identifiers(node, text)),
        "assignment" | "augmented_assignment" | "for_statement" | "named_expression" => {
            let left = node.child_by_field_name("left").or_else(|| node.child_by_field_name("name"));
            // A declaration without a value assigns nothing.
            if let Some(left) = left.filter(|_| node.kind() != "assignment" || has_value(node)) {
                found.extend(identifiers(left, text));
            }
        }
        _ => {}
    }
    parts(node).into_iter().for_each(|part| names(part, text, found));
}

fn has_value(assignment: Node<'_>) -> bool {
    assignment.child_by_field_name("right").is_some()
}

fn globals<'t>(node: Node<'_>, text: &'t str, found: &mut Vec<&'t str>) {
    if node.kind() == "global_statement" {
        found.extend(identifiers(node, text));
    }
    parts(node).into_iter().for_each(|part| globals(part, text, found));
}

/// Returns the names that a target assigns.
///
/// A target `a.b` or `a[0]` assigns no name.
fn identifiers<'t>(target: Node<'_>, text: &'t str) -> Vec<&'t str> {
    match target.kind() {
        "identifier" => text.get(target.byte_range()).into_iter().collect(),
        "attribute" | "subscript" => Vec::new(),
        _ => parts(target).into_iter().flat_map(|part| identifiers(part, text)).collect(),
    }
}

/// Returns the value of `None`, of a decimal integer, or of a string without escapes.
fn literal(node: Node<'_>, text: &str) -> Option<Value> {
    let own = text.get(node.byte_range())?;
    match node.kind() {
        "none" => Some(Value::Null),
        "integer" | "unary_operator" => own.replace([' ', '_'], "").parse().ok().map(Value::Int),
        "string" => {
            let quote = own.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            let inner = own.strip_prefix(quote)?.strip_suffix(quote)?;
            (!inner.contains([quote, '\\', '\n'])).then(|| Value::Str(inner.to_owned()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Language;

    #[test]
    fn an_enum_has_the_names_that_its_body_assigns() {
        let text = "class Plain(Base):\n  A = 1\n@unique\nclass Kind(str, enum.Enum):\n  DROP = auto()\n  KEEP = (1, 2)\n  \
                    def f(self):\n    x = 1\n  class Own(Flag):\n    B = 1\n";
        let file = SourceFile::parse("t.py", text.to_owned(), Language::Python).expect("parses");
        let found: Vec<_> = enums(&file).into_iter().map(|(scope, names)| (scope.join("."), names)).collect();
        let own = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(found, [("Kind.Own".to_owned(), own(&["B"])), ("Kind".to_owned(), own(&["DROP", "KEEP"]))]);
    }

    #[test]
    fn numbers_and_texts_are_found_in_modules_and_classes() {
        let text = "LOW = 1\nx = f()\nclass Edit(object):\n  KIND_DROP = -1\n  KIND_KEEP = 'keep'\n  y = []\n\
                    class _Box:\n  pass\n";
        let file = SourceFile::parse("t.py", text.to_owned(), Language::Python).expect("parses");
        let describe = |one: &Constant| (one.scope.join("."), one.name.clone(), one.value.clone());
        let found: Vec<_> = constants(&file).iter().map(describe).collect();
        let wanted = [
            (String::new(), "LOW".to_owned(), Value::Int(1)),
            ("Edit".to_owned(), "KIND_DROP".to_owned(), Value::Int(-1)),
            ("Edit".to_owned(), "KIND_KEEP".to_owned(), Value::Str("keep".to_owned())),
        ];
        assert_eq!(found, wanted);
    }

    #[test]
    fn enum_members_and_reassigned_names_are_no_constants() {
        let names = |text: &str| {
            let file = SourceFile::parse("t.py", text.to_owned(), Language::Python).expect("parses");
            constants(&file).into_iter().map(|one| one.name).collect::<Vec<_>>()
        };
        let none = Vec::<String>::new();
        assert_eq!(names("class Type(Enum):\n  PLUS = 1\n  MINUS = 2\n"), none);
        assert_eq!(names("class Type(enum.IntEnum):\n  class Inner:\n    PLUS = 1\n"), none);
        assert_eq!(names("A = 1\nA = 2\nB = 1\nB += 1\nC = 1\nif x:\n  C, d = 2, 3\nD: int\nD = 4\n"), ["D"]);
        assert_eq!(names("A = 1\nB = 2\nB.c = 3\ndef f():\n  global A\n  A = 2\n  B = 4\n"), ["B"]);
    }
}
