//! What a file declares, before any body is read: classes with their fields' types and their
//! methods' signatures.

use super::tree::{Class, Field, Method, Program, Unsupported, Variable};
use super::{comments, has_token, line, named, unsupported};
use crate::lang::SourceFile;
use crate::lang::java::{declarations, types};
use crate::model::{JavaType, Span};
use tree_sitter::Node;

/// The classes with their places.
#[derive(Clone)]
pub(super) struct Declared {
    pub(super) classes: Vec<Header>,
}

/// A class and where its parts stand.
#[derive(Clone)]
pub(super) struct Header {
    class: Class,
    /// Place of each field's initialiser.
    values: Vec<Option<Span>>,
    /// Place of each method.
    places: Vec<Span>,
}

impl std::ops::Deref for Header {
    type Target = Class;

    fn deref(&self) -> &Class {
        &self.class
    }
}

impl std::ops::DerefMut for Header {
    fn deref_mut(&mut self) -> &mut Class {
        &mut self.class
    }
}

impl Declared {
    pub(super) fn program(&self) -> Program {
        Program { classes: self.classes.iter().map(|header| header.class.clone()).collect() }
    }
}

/// Reads the declarations.
pub(super) fn declared(file: &SourceFile) -> Result<Declared, Unsupported> {
    let mut declared = Declared { classes: Vec::new() };
    members(file, file.root(), None, &mut declared)?;
    Ok(declared)
}

/// The nodes of the initialisers of a class's fields.
pub(super) fn field_nodes<'f>(file: &'f SourceFile, header: &Header) -> Vec<Option<Node<'f>>> {
    header.values.iter().map(|place| node_at(file, (*place)?)).collect()
}

/// The nodes of a class's methods.
pub(super) fn method_nodes<'f>(file: &'f SourceFile, header: &Header) -> Vec<Node<'f>> {
    header.places.iter().filter_map(|place| node_at(file, *place)).collect()
}

/// The outermost node with exactly these bytes, the file itself aside.
fn node_at(file: &SourceFile, place: Span) -> Option<Node<'_>> {
    let mut node = file.root().descendant_for_byte_range(place.start, place.end)?;
    while let Some(parent) = node.parent().filter(|p| p.byte_range() == node.byte_range() && p.kind() != "program") {
        node = parent;
    }
    Some(node)
}

fn members(
    file: &SourceFile,
    node: Node<'_>,
    class: Option<usize>,
    declared: &mut Declared,
) -> Result<(), Unsupported> {
    let text = &file.text;
    let own = |node: Node<'_>| text.get(node.byte_range()).unwrap_or("").to_owned();
    for child in named(node) {
        match (child.kind(), class) {
            ("package_declaration" | "import_declaration", _) => {}
            ("class_declaration" | "enum_declaration", _) => {
                for refused in ["superclass", "type_parameters"] {
                    if let Some(part) = child.child_by_field_name(refused) {
                        let what =
                            if refused == "superclass" { "a class that extends another" } else { "a generic class" };
                        return Err(unsupported(part, what));
                    }
                }
                if class.is_some()
                    && child.kind() == "class_declaration"
                    && !declarations::has_modifier(child, "static")
                {
                    return Err(unsupported(child, "an inner class that is not static"));
                }
                let at = declared.classes.len();
                declared.classes.push(Header {
                    class: Class {
                        name: child.child_by_field_name("name").map(own).unwrap_or_default(),
                        outer: class,
                        constants: Vec::new(),
                        fields: Vec::new(),
                        methods: Vec::new(),
                        comments: comments::before(child, text),
                    },
                    values: Vec::new(),
                    places: Vec::new(),
                });
                if let Some(body) = child.child_by_field_name("body") {
                    members(file, body, Some(at), declared)?;
                }
            }
            ("enum_body_declarations", Some(_)) => members(file, child, class, declared)?,
            ("enum_constant", Some(at)) => {
                if let Some(part) = child.child_by_field_name("arguments").or(child.child_by_field_name("body")) {
                    return Err(unsupported(part, "an enum constant with arguments or a body"));
                }
                declared.classes[at].constants.push(child.child_by_field_name("name").map(own).unwrap_or_default());
            }
            ("field_declaration", Some(at)) => fields(file, child, &mut declared.classes[at]),
            ("method_declaration" | "constructor_declaration", Some(at)) => {
                method(file, child, &mut declared.classes[at]);
            }
            (kind, _) => return Err(unsupported(child, noun(kind))),
        }
    }
    Ok(())
}

fn noun(kind: &str) -> String {
    let word = kind.replace('_', " ");
    let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    match kind {
        "ERROR" => "a syntax error".to_owned(),
        _ => format!("{article} {word}"),
    }
}

fn fields(file: &SourceFile, node: Node<'_>, class: &mut Header) {
    let text = &file.text;
    let base = node.child_by_field_name("type").map_or(JavaType::Unknown, |n| types::of_node(n, text));
    let mut cursor = node.walk();
    let mut before = comments::before(node, text);
    for declarator in node.children_by_field_name("declarator", &mut cursor) {
        let name = declarator.child_by_field_name("name").and_then(|n| text.get(n.byte_range())).unwrap_or("");
        let ty = types::dimensioned(base.clone(), declarator.child_by_field_name("dimensions"), text);
        let is_static = declarations::has_modifier(node, "static");
        let comments = std::mem::take(&mut before);
        class.fields.push(Field { name: name.to_owned(), ty, is_static, init: None, comments });
        let value = declarator.child_by_field_name("value");
        class.values.push(value.map(|n| Span::new(n.start_byte(), n.end_byte())));
    }
}

fn method(file: &SourceFile, node: Node<'_>, class: &mut Header) {
    let text = &file.text;
    let params = node.child_by_field_name("parameters");
    let is_varargs = params.is_some_and(|p| named(p).iter().any(|n| n.kind() == "spread_parameter"));
    let params = declarations::params(params, text);
    let returns = node.child_by_field_name("type").map_or(JavaType::Void, |n| types::of_node(n, text));
    let name = node.child_by_field_name("name").and_then(|n| text.get(n.byte_range())).unwrap_or("");
    let refused = if node.child_by_field_name("type_parameters").is_some() {
        "a generic method"
    } else if has_token(node, ";") {
        "a method without a body"
    } else {
        "a method that was not read"
    };
    let span = Span::new(node.start_byte(), node.end_byte());
    class.methods.push(Method {
        name: name.to_owned(),
        is_static: declarations::has_modifier(node, "static"),
        is_constructor: node.kind() == "constructor_declaration",
        params: params.len(),
        is_varargs,
        returns: types::dimensioned(returns, node.child_by_field_name("dimensions"), text),
        variables: params.into_iter().map(|p| Variable { name: p.name, ty: p.ty }).collect(),
        body: Err(Unsupported { line: line(node), construct: refused.to_owned() }),
        span,
        comments: comments::before(node, text),
    });
    class.places.push(span);
}
