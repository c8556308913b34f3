//! Finds the classes of a file: kind, supertypes and constructors.
//!
//! The field [`SourceFile::functions`] has the methods of the classes.

use super::class_declaration::{ClassDeclaration, Declarations, Import};
use super::imports::dotted_name;
use super::{has_modifier, is_class, type_variables};
use crate::SourceFile;
use crate::java::declarations;
use crate::java::types;
use mts_model::{JavaType, TypeVariable};
use std::collections::BTreeSet;
use tree_sitter::Node;

impl SourceFile {
    /// Returns the declarations of a Java file.
    pub(crate) fn declarations(&self) -> &Declarations {
        self.declarations.get_or_init(|| Declarations::from_file(self))
    }
}

impl Declarations {
    pub(crate) fn from_file(file: &SourceFile) -> Self {
        let mut classes = Vec::new();
        members(file, file.root(), (&[], &[]), true, &mut classes);
        Self {
            package: declared_package(file),
            imports: super::imports::declared(file),
            classes,
            enums: super::enums::declared(file),
            constants: super::constants::declared(file),
        }
    }
}

/// Returns every class of a file, in order, without local and anonymous classes.
#[must_use]
pub fn classes(file: &SourceFile) -> &[ClassDeclaration] {
    &file.declarations().classes
}

/// Returns the package of a file, or an empty text.
#[must_use]
pub fn package(file: &SourceFile) -> &str {
    &file.declarations().package
}

/// Returns the simple name and the constants of every enum, including nested enums.
#[must_use]
pub fn enums(file: &SourceFile) -> &[(String, Vec<String>)] {
    &file.declarations().enums
}

/// Returns the imports of a file, in order.
#[must_use]
pub fn imports(file: &SourceFile) -> &[Import] {
    &file.declarations().imports
}

/// Returns the names of final fields with a primitive or string type and an initialiser.
///
/// Fields of interfaces are final. Fields of local and anonymous classes are absent.
#[must_use]
pub fn constants(file: &SourceFile) -> &BTreeSet<String> {
    &file.declarations().constants
}

fn declared_package(file: &SourceFile) -> String {
    let root = file.root();
    let mut cursor = root.walk();
    let declared = root.named_children(&mut cursor).find(|node| node.kind() == "package_declaration");
    declared.map(|node| dotted_name(node, &file.text)).unwrap_or_default()
}

/// Returns the name of the public top-level class of a file.
///
/// Java requires this name as the file's name. Returns `None` without such a class.
#[must_use]
pub fn public_class(file: &SourceFile) -> Option<String> {
    let root = file.root();
    let mut cursor = root.walk();
    let is_public = |node: &Node<'_>| is_class(node.kind()) && has_modifier(*node, "public");
    let class = root.named_children(&mut cursor).find(is_public)?;
    Some(file.text.get(class.child_by_field_name("name")?.byte_range())?.to_owned())
}

/// Adds the classes among the members of a node.
///
/// `around` is the enclosing scope with the type variables of this scope. `is_static` says that the member classes
/// need no outer object, even without the modifier `static`.
fn members(
    file: &SourceFile,
    node: Node<'_>,
    around: (&[String], &[TypeVariable]),
    is_static: bool,
    found: &mut Vec<ClassDeclaration>,
) {
    let (scope, outer) = around;
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        let kind = child.kind();
        if is_class(kind) {
            let name = child.child_by_field_name("name").and_then(|n| file.text.get(n.byte_range()));
            let own: Vec<String> = scope.iter().cloned().chain(name.map(str::to_owned)).collect();
            let variables = [outer, &type_variables(child, &file.text)].concat();
            // Enums, records, interfaces and members of interfaces are static, with or without the
            // modifier.
            let is_independent = is_static || kind != "class_declaration" || has_modifier(child, "static");
            found.push(ClassDeclaration {
                above: above(child, &file.text),
                has_superclass: child.child_by_field_name("superclass").is_some(),
                is_concrete: is_independent
                    && matches!(kind, "class_declaration" | "record_declaration")
                    && !has_modifier(child, "abstract"),
                is_abstract: kind == "interface_declaration"
                    || is_independent && kind == "class_declaration" && has_modifier(child, "abstract"),
                is_inner: !is_independent && !has_modifier(child, "abstract"),
                is_enum: kind == "enum_declaration",
                constructors: super::class_facts::constructors(child, &file.text),
                components: components(child, &file.text).unwrap_or_default(),
                fields: fields(child, &file.text).unwrap_or_default(),
                type_variables: variables.clone(),
                scope: own.clone(),
            });
            if let Some(body) = child.child_by_field_name("body") {
                members(file, body, (&own, &variables), kind == "interface_declaration", found);
            }
        } else if kind == "enum_body_declarations" {
            members(file, child, around, is_static, found);
        }
    }
}

fn fields(class: Node<'_>, text: &str) -> Option<Vec<String>> {
    let mut cursor = class.walk();
    let mut found = Vec::new();
    for field in class.child_by_field_name("body")?.named_children(&mut cursor) {
        if field.kind() != "field_declaration" || has_modifier(field, "static") {
            continue;
        }
        for declarator in field.children_by_field_name("declarator", &mut field.walk()) {
            found.push(text.get(declarator.child_by_field_name("name")?.byte_range())?.to_owned());
        }
    }
    Some(found)
}

fn components(class: Node<'_>, text: &str) -> Option<Vec<String>> {
    let names = |list: Node<'_>| -> Vec<String> {
        declarations::params(Some(list), text).into_iter().map(|param| param.name).collect()
    };
    let mut cursor = class.walk();
    let body = class.child_by_field_name("body")?;
    let members: Vec<Node<'_>> = body.named_children(&mut cursor).collect();
    let constructors: Vec<&Node<'_>> =
        members.iter().filter(|one| one.kind().ends_with("constructor_declaration")).collect();
    if class.kind() == "record_declaration" {
        return class.child_by_field_name("parameters").filter(|_| constructors.is_empty()).map(names);
    }
    let [constructor] = constructors[..] else { return None };
    let params = names(constructor.child_by_field_name("parameters")?);
    let fields = fields(class, text)?;
    let assignments = field_assignments(constructor.child_by_field_name("body")?, text);
    let kept = |param: &String| {
        let mut its = assignments.iter().filter(|(_, value)| *value == param).map(|(field, _)| (*field).to_owned());
        its.next().filter(|field| its.next().is_none() && fields.contains(field))
    };
    let kept: Vec<String> = params.iter().map(kept).collect::<Option<_>>()?;
    let is_every = kept.len() == fields.len() && fields.iter().all(|field| kept.contains(field));
    // If a constructor assigns a field twice, the field may not hold the parameter's value.
    let is_once = kept.iter().all(|field| assignments.iter().filter(|(name, _)| name == field).count() == 1);
    (is_every && is_once).then_some(kept)
}

/// Returns the targets and the values of a constructor's assignment statements.
///
/// The assignments are `this.a = b;` and `a = b;`, and the target is `a` in both. The list omits assignments inside
/// other statements.
fn field_assignments<'t>(body: Node<'_>, text: &'t str) -> Vec<(&'t str, &'t str)> {
    let own = |node: Option<Node<'_>>| node.and_then(|node| text.get(node.byte_range())).unwrap_or_default();
    let mut cursor = body.walk();
    let statements = body.named_children(&mut cursor).filter(|one| one.kind() == "expression_statement");
    let assignments =
        statements.filter_map(|one| one.named_child(0).filter(|one| one.kind() == "assignment_expression"));
    let both = |one: Node<'_>| {
        let (left, right) = (own(one.child_by_field_name("left")), own(one.child_by_field_name("right")));
        (left.strip_prefix("this.").unwrap_or(left), right)
    };
    assignments.map(both).collect()
}

fn above(class: Node<'_>, text: &str) -> Vec<JavaType> {
    let mut cursor = class.walk();
    let clauses = class
        .named_children(&mut cursor)
        .filter(|node| matches!(node.kind(), "superclass" | "super_interfaces" | "extends_interfaces"));
    let mut found = Vec::new();
    for clause in clauses {
        let mut todo = vec![clause];
        while let Some(node) = todo.pop() {
            match node.kind() {
                "superclass" | "super_interfaces" | "extends_interfaces" | "type_list" => {
                    let mut cursor = node.walk();
                    todo.extend(node.named_children(&mut cursor));
                }
                _ => found.push(types::of_node(node, text)),
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Language;

    #[test]
    fn classes_have_their_supertypes_and_whether_they_are_concrete() {
        let text = "package p.q;\nabstract class A extends B<C> implements I, o.J { A(int x) {} static class N {} class M {} \
                    enum E { X; static class In {} } }\ninterface I extends K { class L {} }\nrecord R(int a, String b) {}\n";
        let file = SourceFile::parse("p/A.java", text.to_owned(), Language::Java).expect("parses");
        assert_eq!(package(&file), "p.q");
        let all = classes(&file);
        let found: Vec<(String, bool)> = all.iter().map(|c| (c.scope.join("."), c.is_concrete)).collect();
        let wanted = [
            ("A", false),
            ("A.N", true),
            ("A.M", false),
            ("A.E", false),
            ("A.E.In", true),
            ("I", false),
            ("I.L", true),
            ("R", true),
        ];
        assert_eq!(found, wanted.map(|(name, own)| (name.to_owned(), own)));
        let open: Vec<String> = all.iter().filter(|c| c.is_abstract).map(|c| c.scope.join(".")).collect();
        assert_eq!(open, ["A", "I"]);
        let inner: Vec<String> = all.iter().filter(|c| c.is_inner).map(|c| c.scope.join(".")).collect();
        assert_eq!(inner, ["A.M"]);
        let mut above: Vec<String> = all[0].above.iter().map(ToString::to_string).collect();
        above.sort();
        assert_eq!(above, ["B<C>", "I", "o.J"]);
        assert_eq!(all[7].constructors, [vec![JavaType::INT, JavaType::String]]);
    }

    #[test]
    fn components_are_the_fields_in_the_order_of_the_constructors_parameters() {
        let components = |body: &str| {
            let file = SourceFile::parse("A.java", format!("class A {{ {body} }}"), Language::Java).expect("parses");
            classes(&file)[0].components.join(" ")
        };
        assert_eq!(components("int end, start; A(int s, int e) { this.start = s; end = e; }"), "start end");
        assert_eq!(components("static int n; int a; A(int a) { this.a = a; n++; }"), "a");
        assert_eq!(components("int capacity, size; A(int size) { this.size = size; capacity = 8; }"), "");
        assert_eq!(components("int a, b; A(int a, int b) { this.a = a; this.b = a + b; }"), "");
        assert_eq!(components("int a; A(int a) { this.a = a; } A() { this(1); }"), "");
        let file =
            SourceFile::parse("R.java", "record R(int a, String b) {}".to_owned(), Language::Java).expect("parses");
        assert_eq!(classes(&file)[0].components, ["a", "b"]);
    }
}
