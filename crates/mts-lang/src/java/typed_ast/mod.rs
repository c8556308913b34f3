//! Lowers Java text to the typed AST.
//!
//! The module resolves names, computes types and makes implicit conversions explicit. An
//! unsupported construct is an error with its line. The error affects only the method that contains
//! the construct.

mod calls;
mod classes;
mod closures;
mod declarations;
mod expressions;
mod library;
mod operators;
mod statements;
mod switches;
mod tree;
mod visit;

pub use library::{Library, Signature, functional_method};
pub use tree::{
    Case, Catch, Class, ClassKind, Expr, ExprKind, Field, Method, Program, Resource, Stmt, StmtKind, Target,
    Unsupported, Variable,
};

use crate::SourceFile;
use crate::java::types::named_children;
use mts_model::{JavaType, Span};
use std::collections::BTreeMap;
use tree_sitter::Node;

/// Returns the typed AST of a file.
///
/// # Errors
///
/// Returns an error if a construct makes the whole file unreadable. [`Class::problem`],
/// [`Field::problem`] and [`Method::body`] hold the errors of members.
pub fn program(file: &SourceFile, library: &Library) -> Result<Program, Unsupported> {
    let respelled = calls::cast_ambiguity::respelled(file);
    let file = respelled.as_ref().unwrap_or(file);
    let declared = declarations::declared(file)?;
    let mut program = declared.program();
    let world = LoweringContext { file, library, program: &declared.program(), declared: &declared };
    for class in 0..program.classes.len() {
        if !program.classes[class].is_local {
            let (done, _) = closures::class(world, class, &Enclosing::default());
            done.into_iter().for_each(|part| part.put(&mut program));
        }
    }
    Ok(program)
}

type LowerResult<T> = Result<T, Unsupported>;

/// The use of a switch's value, if the lowering writes the switch as statements.
#[derive(Clone)]
enum Sink {
    /// The function returns the value.
    Return,
    /// The code assigns the value to this variable.
    Variable(usize),
}

/// The data that the lowering of every body needs.
#[derive(Clone, Copy)]
struct LoweringContext<'a> {
    file: &'a SourceFile,
    library: &'a Library,
    program: &'a Program,
    declared: &'a declarations::Declared,
}

/// The names of the enclosing bodies that a body can use.
#[derive(Clone, Default)]
struct Enclosing {
    locals: BTreeMap<String, JavaType>,
    type_params: Vec<(String, JavaType)>,
    /// True if the bodies have no `this`.
    is_static: bool,
}

/// The kinds of statements that a jump can leave.
#[derive(Clone, Copy, PartialEq)]
enum Jumpable {
    Loop,
    Switch,
    Labelled,
}

/// The state of the lowering of one method body, or one field's initialiser.
struct Lowerer<'a> {
    world: LoweringContext<'a>,
    text: &'a str,
    library: &'a Library,
    program: &'a Program,
    class: usize,
    is_static: bool,
    returns: JavaType,
    variables: Vec<Variable>,
    scopes: Vec<BTreeMap<String, usize>>,
    enclosing: Enclosing,
    /// The captured locals of enclosing bodies, with the variables of this body that hold them.
    captured: Vec<(String, usize)>,
    /// The visible type parameters with their bounds.
    type_params: Vec<(String, JavaType)>,
    /// For each enclosing switch that the lowering writes as statements: the use of the value.
    yields: Vec<(Sink, Target)>,
    /// The lowered members of inner bodies.
    done: Vec<closures::LoweredMember>,
    /// The targets of jumps, outermost first: label, number, kind.
    jumps: Vec<(Option<String>, Target, Jumpable)>,
    targets: usize,
}

impl<'a> Lowerer<'a> {
    fn new(world: LoweringContext<'a>, class: usize, is_static: bool, enclosing: &Enclosing) -> Self {
        let mut type_params = enclosing.type_params.clone();
        let mut at = Some(class);
        while let Some(class) = at {
            type_params.extend(world.program.classes[class].type_params.iter().cloned());
            at = world.program.classes[class].outer;
        }
        Self {
            world,
            text: &world.file.text,
            library: world.library,
            program: world.program,
            class,
            is_static,
            returns: JavaType::Void,
            variables: Vec::new(),
            scopes: vec![BTreeMap::new()],
            enclosing: enclosing.clone(),
            captured: Vec::new(),
            type_params,
            yields: Vec::new(),
            done: Vec::new(),
            jumps: Vec::new(),
            targets: 0,
        }
    }

    fn text(&self, node: Node<'_>) -> &'a str {
        self.text.get(node.byte_range()).unwrap_or("")
    }

    fn method(&mut self, node: Node<'_>, header: &Method) -> LowerResult<Vec<Stmt>> {
        self.returns = header.returns.clone();
        self.type_params.splice(0..0, header.type_params.iter().cloned());
        for param in &header.variables {
            self.declare(&param.name, param.ty.clone());
        }
        if header.is_initializer {
            let block = named_children(node).into_iter().next_back().filter(|n| n.kind() == "block");
            return self.block(block.unwrap_or(node));
        }
        let body = node.child_by_field_name("body").ok_or_else(|| unsupported(node, "a method without a body"))?;
        let mut statements = self.block(body)?;
        if node.kind() == "compact_constructor_declaration" {
            let class = &self.program.classes[self.class];
            let place = Span::new(node.start_byte(), node.start_byte());
            statements.extend(declarations::records::assignments(
                self.class,
                &class.fields,
                &class.name,
                place,
                line(node),
            ));
        }
        Ok(statements)
    }

    fn declare(&mut self, name: &str, ty: JavaType) -> usize {
        let at = self.variables.len();
        self.variables.push(Variable { name: name.to_owned(), ty });
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), at);
        }
        at
    }

    /// Returns a local variable of this body or of an enclosing body.
    fn local(&mut self, name: &str) -> Option<usize> {
        if let Some(own) = self.scopes.iter().rev().find_map(|scope| scope.get(name).copied()) {
            return Some(own);
        }
        let ty = self.enclosing.locals.get(name)?.clone();
        let at = self.variables.len();
        self.variables.push(Variable { name: name.to_owned(), ty });
        self.scopes.first_mut()?.insert(name.to_owned(), at);
        self.captured.push((name.to_owned(), at));
        Some(at)
    }

    fn sees_local(&self, name: &str) -> bool {
        self.scopes.iter().any(|scope| scope.contains_key(name)) || self.enclosing.locals.contains_key(name)
    }

    fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> LowerResult<T>) -> LowerResult<T> {
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

/// Reports whether an anonymous child is this token.
fn has_token(node: Node<'_>, token: &str) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).any(|n| n.kind() == token)
}

/// Returns the first named child.
fn first(node: Node<'_>) -> LowerResult<Node<'_>> {
    named_children(node)
        .into_iter()
        .next()
        .ok_or_else(|| unsupported(node, format!("an empty {}", node.kind().replace('_', " "))))
}
