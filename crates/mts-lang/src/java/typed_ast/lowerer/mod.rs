//! The state of the lowering of one body.

pub(super) mod nodes;

use super::declarations::{self, Declared};
use super::library::Library;
use super::tree::{Expr, Method, Program, Stmt, Target, Variable};
use crate::SourceFile;
use crate::java::types::named_children;
use mts_model::{JavaType, Span};
use nodes::{LowerResult, line, unsupported};
use std::collections::BTreeMap;
use tree_sitter::Node;

/// The use of a switch's value, if the lowering writes the switch as statements.
#[derive(Clone)]
pub(super) enum SwitchUse {
    /// The function returns the value.
    Return,
    /// The code assigns the value to this variable.
    Variable(usize),
}

/// The data that the lowering of every body needs.
#[derive(Clone, Copy)]
pub(super) struct LoweringContext<'a> {
    pub(super) file: &'a SourceFile,
    pub(super) library: &'a Library,
    pub(super) program: &'a Program,
    pub(super) declared: &'a Declared,
}

/// The names of the enclosing bodies that a body can use.
#[derive(Clone, Default)]
pub(super) struct Enclosing {
    pub(super) locals: BTreeMap<String, JavaType>,
    pub(super) type_params: Vec<(String, JavaType)>,
    /// True if the bodies have no `this`.
    pub(super) is_static: bool,
}

/// The kinds of statements that a jump can leave.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Jumpable {
    Loop,
    Switch,
    Labelled,
}

/// The state of the lowering of one method body, or one field's initialiser.
pub(super) struct Lowerer<'a> {
    pub(super) world: LoweringContext<'a>,
    pub(super) text: &'a str,
    pub(super) library: &'a Library,
    pub(super) program: &'a Program,
    pub(super) class: usize,
    pub(super) is_static: bool,
    pub(super) returns: JavaType,
    pub(super) variables: Vec<Variable>,
    pub(super) scopes: Vec<BTreeMap<String, usize>>,
    pub(super) enclosing: Enclosing,
    /// The captured locals of enclosing bodies, with the variables of this body that hold them.
    pub(super) captured: Vec<(String, usize)>,
    /// The visible type parameters with their bounds.
    pub(super) type_params: Vec<(String, JavaType)>,
    /// The enclosing switches that the lowering writes as statements, with the use of their values.
    pub(super) yields: Vec<(SwitchUse, Target)>,
    /// The lowered members of the classes inside this body.
    pub(super) done: Vec<LoweredMember>,
    /// The targets of jumps, outermost first: label, number, kind.
    pub(super) jumps: Vec<(Option<String>, Target, Jumpable)>,
    pub(super) targets: usize,
}

impl<'a> Lowerer<'a> {
    pub(super) fn new(world: LoweringContext<'a>, class: usize, is_static: bool, enclosing: &Enclosing) -> Self {
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

    pub(super) fn text(&self, node: Node<'_>) -> &'a str {
        self.text.get(node.byte_range()).unwrap_or("")
    }

    pub(super) fn method(&mut self, node: Node<'_>, header: &Method) -> LowerResult<Vec<Stmt>> {
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

    pub(super) fn declare(&mut self, name: &str, ty: JavaType) -> usize {
        let at = self.variables.len();
        self.variables.push(Variable { name: name.to_owned(), ty });
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), at);
        }
        at
    }

    /// Returns a local variable of this body or of an enclosing body.
    ///
    /// If an enclosing body declares the variable, this body captures the variable.
    pub(super) fn local(&mut self, name: &str) -> Option<usize> {
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

    pub(super) fn sees_local(&self, name: &str) -> bool {
        self.scopes.iter().any(|scope| scope.contains_key(name)) || self.enclosing.locals.contains_key(name)
    }

    pub(super) fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> LowerResult<T>) -> LowerResult<T> {
        self.scopes.push(BTreeMap::new());
        let result = inside(self);
        self.scopes.pop();
        result
    }
}

/// A lowered member of a class.
pub(super) enum LoweredMember {
    /// A method.
    Method {
        class: usize,
        method: usize,
        variables: Vec<Variable>,
        captures: Vec<(Expr, usize)>,
        body: LowerResult<Vec<Stmt>>,
    },
    /// The initialiser of a field.
    Field { class: usize, field: usize, variables: Vec<Variable>, init: LowerResult<Expr> },
    /// The arguments of an enum constant.
    Constant { class: usize, constant: usize, args: LowerResult<Vec<Expr>> },
}

impl LoweredMember {
    /// Stores the lowered member in the program.
    pub(in crate::java::typed_ast) fn put(self, program: &mut Program) {
        match self {
            LoweredMember::Method { class, method, variables, captures, body } => {
                let method = &mut program.classes[class].methods[method];
                (method.variables, method.captures, method.body) = (variables, captures, body);
            }
            LoweredMember::Field { class, field, variables, init } => {
                let field = &mut program.classes[class].fields[field];
                field.variables = variables;
                match init {
                    Ok(init) => field.init = Some(init),
                    Err(problem) => field.problem = Some(problem),
                }
            }
            LoweredMember::Constant { class, constant, args } => {
                let class = &mut program.classes[class];
                match args {
                    Ok(args) => {
                        class.constant_args.resize(class.constants.len(), Vec::new());
                        class.constant_args[constant] = args;
                    }
                    Err(problem) => {
                        class.problem.get_or_insert(problem);
                    }
                }
            }
        }
    }
}
