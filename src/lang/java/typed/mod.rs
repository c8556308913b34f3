//! From Java text to the typed tree: names resolved, types computed, implicit conversions written
//! out. What is not understood is an error that names the construct and its line; it costs the
//! method it stands in, and no other.

mod calls;
mod comments;
mod conversions;
mod expressions;
mod headers;
mod library;
mod lookups;
mod operators;
mod statements;
mod switches;
mod tree;

pub use library::{Library, Signature};
pub use tree::{
    Case, Catch, Class, Expr, ExprKind, Field, Method, Program, Stmt, StmtKind, Target, Unsupported, Variable,
};

use crate::lang::SourceFile;
use crate::model::JavaType;
use std::collections::BTreeMap;
use tree_sitter::Node;

/// The typed tree of a file.
///
/// # Errors
/// What makes the whole file unreadable: a kind of class, a field. What a method has of it is in
/// [`Method::body`].
pub fn program(file: &SourceFile, library: &Library) -> Result<Program, Unsupported> {
    let mut declared = headers::declared(file)?;
    let headers = declared.clone();
    let program = headers.program();
    for (class, header) in headers.classes.iter().enumerate() {
        for (at, node) in headers::field_nodes(file, header).into_iter().enumerate() {
            let Some(value) = node else { continue };
            let mut lowerer = Lowerer::new(file, library, &program, class, header.fields[at].is_static);
            let ty = header.fields[at].ty.clone();
            declared.classes[class].fields[at].init = Some(lowerer.value_of(value, &ty)?);
        }
        for (at, node) in headers::method_nodes(file, header).into_iter().enumerate() {
            let mut lowerer = Lowerer::new(file, library, &program, class, header.methods[at].is_static);
            let body = lowerer.method(node, &header.methods[at]);
            let method = &mut declared.classes[class].methods[at];
            method.variables = lowerer.variables;
            method.body = body;
        }
    }
    Ok(declared.program())
}

type Lowered<T> = Result<T, Unsupported>;

/// Lowers the body of one method, or one field's initialiser.
struct Lowerer<'a> {
    text: &'a str,
    library: &'a Library,
    program: &'a Program,
    class: usize,
    is_static: bool,
    returns: JavaType,
    variables: Vec<Variable>,
    scopes: Vec<BTreeMap<String, usize>>,
    /// Loops and switches around: label, number, whether it is a loop.
    jumps: Vec<(Option<String>, Target, bool)>,
    targets: usize,
}

impl<'a> Lowerer<'a> {
    fn new(file: &'a SourceFile, library: &'a Library, program: &'a Program, class: usize, is_static: bool) -> Self {
        Self {
            text: &file.text,
            library,
            program,
            class,
            is_static,
            returns: JavaType::Void,
            variables: Vec::new(),
            scopes: vec![BTreeMap::new()],
            jumps: Vec::new(),
            targets: 0,
        }
    }

    fn text(&self, node: Node<'_>) -> &'a str {
        self.text.get(node.byte_range()).unwrap_or("")
    }

    fn method(&mut self, node: Node<'_>, header: &Method) -> Lowered<Vec<Stmt>> {
        self.returns = header.returns.clone();
        for param in &header.variables {
            self.declare(&param.name, param.ty.clone());
        }
        let body = node.child_by_field_name("body").ok_or_else(|| unsupported(node, "a method without a body"))?;
        self.block(body)
    }

    fn declare(&mut self, name: &str, ty: JavaType) -> usize {
        let at = self.variables.len();
        self.variables.push(Variable { name: name.to_owned(), ty });
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), at);
        }
        at
    }

    fn local(&self, name: &str) -> Option<usize> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name).copied())
    }

    fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        self.scopes.push(BTreeMap::new());
        let result = inside(self);
        self.scopes.pop();
        result
    }
}

fn unsupported(node: Node<'_>, construct: impl Into<String>) -> Unsupported {
    Unsupported { line: line(node), construct: construct.into() }
}

fn line(node: Node<'_>) -> u32 {
    u32::try_from(node.start_position().row).unwrap_or(u32::MAX - 1) + 1
}

/// The named children that are not comments.
fn named<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|n| !n.is_extra()).collect()
}

/// Whether some anonymous child is this token.
fn has_token(node: Node<'_>, token: &str) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).any(|n| n.kind() == token)
}
