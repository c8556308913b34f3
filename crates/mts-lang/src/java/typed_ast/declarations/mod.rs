//! Reads the declarations of a file before the lowering of bodies.
//!
//! The module reads classes with the types of fields and the signatures of methods.

pub(super) mod comments;
mod header;
pub(super) mod records;

pub(super) use header::Header;

use super::tree::{Class, ClassKind, Field, Method, Program, Unsupported, Variable};
use super::{has_token, line, named_children, unsupported};
use crate::SourceFile;
use crate::java::{declarations, types};
use mts_model::{JavaType, Span};
use tree_sitter::Node;

/// The classes with the positions of their members.
#[derive(Clone)]
pub(super) struct Declared {
    pub(super) classes: Vec<Header>,
}

impl Declared {
    pub(super) fn program(&self) -> Program {
        Program { classes: self.classes.iter().map(|header| header.class.clone()).collect() }
    }
}

/// Reads the declarations of a file.
pub(super) fn declared(file: &SourceFile) -> Result<Declared, Unsupported> {
    let mut declared = Declared { classes: Vec::new() };
    members(file, file.root(), None, &mut declared)?;
    Ok(declared)
}

/// Returns the nodes of the initialisers of a class's fields.
pub(super) fn field_nodes<'f>(file: &'f SourceFile, header: &Header) -> Vec<Option<Node<'f>>> {
    header.values.iter().map(|place| node_at(file, (*place)?)).collect()
}

/// Returns the nodes of a class's methods.
pub(super) fn method_nodes<'f>(file: &'f SourceFile, header: &Header) -> Vec<Option<Node<'f>>> {
    header.places.iter().map(|place| node_at(file, (*place)?)).collect()
}

/// Returns the nodes of the arguments of an enum's constants.
pub(super) fn constant_nodes<'f>(file: &'f SourceFile, header: &Header) -> Vec<Option<Node<'f>>> {
    header.constant_places.iter().map(|place| node_at(file, (*place)?)).collect()
}

/// Returns the outermost node with exactly these bytes, except the root node of the file.
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
    for child in named_children(node) {
        let kind = child.kind();
        match class {
            _ if declarations::is_class(kind) => {
                if kind != "annotation_type_declaration" {
                    class_of(file, child, class, declared)?;
                }
            }
            None => match kind {
                "package_declaration" | "import_declaration" => {}
                _ => return Err(unsupported(child, noun(kind))),
            },
            Some(at) => match kind {
                "enum_body_declarations" => members(file, child, class, declared)?,
                "enum_constant" => constant(file, child, at, declared)?,
                "field_declaration" | "constant_declaration" => {
                    fields(file, child, &mut declared.classes[at]);
                    bodies(file, child, at, declared)?;
                }
                "block" | "static_initializer" => {
                    initializer(child, &mut declared.classes[at]);
                    bodies(file, child, at, declared)?;
                }
                _ if declarations::is_function(kind) => {
                    method(file, child, &mut declared.classes[at]);
                    bodies(file, child, at, declared)?;
                }
                "ERROR" => return Err(unsupported(child, noun(kind))),
                _ => {
                    declared.classes[at].problem.get_or_insert(unsupported(child, noun(kind)));
                }
            },
        }
    }
    Ok(())
}

/// Reads a class declaration and its members.
fn class_of(
    file: &SourceFile,
    node: Node<'_>,
    outer: Option<usize>,
    declared: &mut Declared,
) -> Result<usize, Unsupported> {
    let text = &file.text;
    let kind = match node.kind() {
        "interface_declaration" => ClassKind::Interface,
        "enum_declaration" => ClassKind::Enum,
        "record_declaration" => ClassKind::Record,
        _ => ClassKind::Class,
    };
    let list = |node: Option<Node<'_>>| -> Vec<JavaType> {
        let lists = node.map(named_children).unwrap_or_default().into_iter().filter(|n| n.kind() == "type_list");
        lists.flat_map(named_children).map(|n| types::of_node(n, text)).collect()
    };
    let extended = named_children(node).into_iter().find(|n| n.kind() == "extends_interfaces");
    let name = node.child_by_field_name("name").and_then(|n| text.get(n.byte_range())).unwrap_or("").to_owned();
    let mut class = new_class(name, kind, outer, node);
    class.comments = comments::before(node, text);
    class.superclass = node
        .child_by_field_name("superclass")
        .and_then(|n| named_children(n).first().map(|n| types::of_node(*n, text)))
        .filter(|ty| *ty != JavaType::from_name("Object"));
    class.interfaces = list(node.child_by_field_name("interfaces").or(extended));
    class.type_params = type_params(node, text);
    class.is_abstract = kind == ClassKind::Interface || declarations::has_modifier(node, "abstract");
    class.is_local = node
        .parent()
        .is_some_and(|n| !n.kind().ends_with("_body") && n.kind() != "program" && n.kind() != "enum_body_declarations");
    let in_interface = outer.is_some_and(|outer| declared.classes[outer].kind == ClassKind::Interface);
    class.is_inner =
        kind == ClassKind::Class && outer.is_some() && !in_interface && !declarations::has_modifier(node, "static");
    let at = declared.classes.len();
    declared.classes.push(Header { class, values: Vec::new(), places: Vec::new(), constant_places: Vec::new() });
    if kind == ClassKind::Record {
        records::components(file, node, &mut declared.classes[at], at);
    }
    if let Some(body) = node.child_by_field_name("body") {
        members(file, body, Some(at), declared)?;
    }
    if kind == ClassKind::Record {
        records::complete(node, &mut declared.classes[at], at);
    }
    Ok(at)
}

/// Creates a class without members.
fn new_class(name: String, kind: ClassKind, outer: Option<usize>, node: Node<'_>) -> Class {
    Class {
        name,
        kind,
        outer,
        is_inner: false,
        is_local: false,
        is_abstract: false,
        type_params: Vec::new(),
        superclass: None,
        interfaces: Vec::new(),
        constants: Vec::new(),
        constant: None,
        constant_args: Vec::new(),
        start: node.start_byte(),
        problem: None,
        fields: Vec::new(),
        methods: Vec::new(),
        comments: Vec::new(),
    }
}

/// Reads the anonymous and local classes in a body.
fn bodies(file: &SourceFile, node: Node<'_>, outer: usize, declared: &mut Declared) -> Result<(), Unsupported> {
    for child in named_children(node) {
        if declarations::is_class(child.kind()) {
            class_of(file, child, Some(outer), declared)?;
            continue;
        }
        let body = named_children(child).into_iter().find(|n| n.kind() == "class_body");
        let Some(body) = body.filter(|_| child.kind() == "object_creation_expression") else {
            bodies(file, child, outer, declared)?;
            continue;
        };
        let written = child.child_by_field_name("type").map_or(JavaType::Unknown, |n| types::of_node(n, &file.text));
        let nth = declared.classes.iter().filter(|c| c.name.starts_with("Anonymous")).count();
        let name = if nth == 0 { "Anonymous".to_owned() } else { format!("Anonymous{}", nth + 1) };
        let mut class = new_class(name, ClassKind::Class, Some(outer), child);
        class.is_inner = true;
        class.is_local = true;
        class.superclass = Some(written);
        let at = declared.classes.len();
        declared.classes.push(Header { class, values: Vec::new(), places: Vec::new(), constant_places: Vec::new() });
        if let Some(args) = child.child_by_field_name("arguments") {
            bodies(file, args, outer, declared)?;
        }
        members(file, body, Some(at), declared)?;
    }
    Ok(())
}

fn constant(file: &SourceFile, node: Node<'_>, class: usize, declared: &mut Declared) -> Result<(), Unsupported> {
    let own = &mut declared.classes[class];
    let name = node.child_by_field_name("name").and_then(|n| file.text.get(n.byte_range())).unwrap_or("");
    own.constants.push(name.to_owned());
    own.constant_places.push(node.child_by_field_name("arguments").map(|n| Span::new(n.start_byte(), n.end_byte())));
    let Some(body) = node.child_by_field_name("body") else { return Ok(()) };
    if own.is_local {
        own.problem.get_or_insert(unsupported(body, "an enum constant with a class body, in a local enum"));
        return Ok(());
    }
    // The name contains `$` and the constant's name, so that no class in the source has the same
    // name.
    let mut class = new_class(format!("{}${name}", own.name), ClassKind::Class, Some(class), node);
    class.superclass = Some(JavaType::from_name(&own.name));
    class.constant = Some(name.to_owned());
    let at = declared.classes.len();
    declared.classes.push(Header { class, values: Vec::new(), places: Vec::new(), constant_places: Vec::new() });
    members(file, body, Some(at), declared)
}

/// Returns the type parameters of a declaration, with their first bounds.
fn type_params(node: Node<'_>, text: &str) -> Vec<(String, JavaType)> {
    let params = named_children(node)
        .into_iter()
        .find(|n| n.kind() == "type_parameters")
        .map(named_children)
        .unwrap_or_default();
    let one = |param: Node<'_>| {
        let parts = named_children(param);
        let name = parts.iter().find(|n| matches!(n.kind(), "type_identifier" | "identifier"))?;
        let bound = parts.iter().find(|n| n.kind() == "type_bound").and_then(|n| named_children(*n).first().copied());
        let bound = bound.map_or_else(|| JavaType::from_name("Object"), |n| types::of_node(n, text));
        Some((text.get(name.byte_range())?.to_owned(), bound))
    };
    params.into_iter().filter_map(one).collect()
}

fn initializer(node: Node<'_>, class: &mut Header) {
    let span = Span::new(node.start_byte(), node.end_byte());
    class.methods.push(Method {
        is_static: node.kind() == "static_initializer",
        is_initializer: true,
        is_private: true,
        ..Method::new("initialize", node)
    });
    class.places.push(Some(span));
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
        let is_static = declarations::has_modifier(node, "static") || node.kind() == "constant_declaration";
        let comments = std::mem::take(&mut before);
        let start = declarator.start_byte();
        class.fields.push(Field { ty, is_static, comments, ..Field::new(name, start) });
        let value = declarator.child_by_field_name("value");
        class.values.push(value.map(|n| Span::new(n.start_byte(), n.end_byte())));
    }
}

fn method(file: &SourceFile, node: Node<'_>, class: &mut Header) {
    let text = &file.text;
    let params = node.child_by_field_name("parameters");
    let is_varargs = params.is_some_and(|p| named_children(p).iter().any(|n| n.kind() == "spread_parameter"));
    let params = declarations::params(params, text);
    let returns = node.child_by_field_name("type").map_or(JavaType::Void, |n| types::of_node(n, text));
    let name = node.child_by_field_name("name").and_then(|n| text.get(n.byte_range())).unwrap_or("");
    let span = Span::new(node.start_byte(), node.end_byte());
    let is_abstract = has_token(node, ";") && !declarations::has_modifier(node, "native");
    let compact = node.kind() == "compact_constructor_declaration";
    let is_constructor = node.kind() != "method_declaration";
    let variables: Vec<Variable> = if compact {
        class
            .fields
            .iter()
            .filter(|f| !f.is_static)
            .map(|f| Variable { name: f.name.clone(), ty: f.ty.clone() })
            .collect()
    } else {
        params.into_iter().map(|p| Variable { name: p.name, ty: p.ty }).collect()
    };
    class.methods.push(Method {
        is_static: declarations::has_modifier(node, "static"),
        is_constructor,
        is_abstract,
        is_private: declarations::has_modifier(node, "private"),
        type_params: type_params(node, text),
        params: variables.len(),
        is_varargs,
        returns: types::dimensioned(returns, node.child_by_field_name("dimensions"), text),
        variables,
        comments: comments::before(node, text),
        ..Method::new(name, node)
    });
    class.places.push(Some(span));
}

impl Method {
    /// Creates a method without parameters and statements.
    pub(super) fn new(name: &str, node: Node<'_>) -> Self {
        Self {
            name: name.to_owned(),
            is_static: false,
            is_constructor: false,
            is_initializer: false,
            is_abstract: false,
            is_private: false,
            type_params: Vec::new(),
            captures: Vec::new(),
            params: 0,
            is_varargs: false,
            returns: JavaType::Void,
            variables: Vec::new(),
            body: Err(Unsupported { line: line(node), construct: "a method without a body".to_owned() }),
            span: Span::new(node.start_byte(), node.end_byte()),
            comments: Vec::new(),
        }
    }
}

impl Field {
    pub(super) fn new(name: &str, start: usize) -> Self {
        let (name, ty) = (name.to_owned(), JavaType::Unknown);
        let (init, problem) = (None, None);
        Self { name, ty, is_static: false, init, variables: Vec::new(), problem, comments: Vec::new(), start }
    }
}
