//! Collects what a method needs in its file: methods, classes and static fields.

use mts_lang::java::typed_ast::{ClassKind, Expr, ExprKind, Program, Stmt, StmtKind};
use std::collections::BTreeSet;

/// The items of a file that the module needs. The module needs all items if the caller requests no method.
#[derive(Default)]
pub(in crate::transpiler::emit) struct Dependencies {
    all: bool,
    methods: BTreeSet<(usize, usize)>,
    classes: BTreeSet<usize>,
    fields: BTreeSet<(usize, String)>,
    /// The classes of which the code may create instances.
    instantiated: BTreeSet<usize>,
    /// Whether the code may create instances of every class that it names.
    makes_all: bool,
    /// The names of methods that the code calls on objects.
    called: BTreeSet<String>,
    todo: Vec<(usize, usize)>,
}

impl Dependencies {
    /// Returns dependencies that include all items of the file.
    pub(in crate::transpiler::emit) fn everything() -> Self {
        Self { all: true, ..Self::default() }
    }

    pub(in crate::transpiler::emit) fn has_method(&self, class: usize, method: usize) -> bool {
        self.all || self.methods.contains(&(class, method))
    }

    /// Reports whether the code may create instances of the class.
    pub(in crate::transpiler::emit) fn is_instantiated(&self, class: usize) -> bool {
        self.all || self.instantiated.contains(&class)
    }

    pub(in crate::transpiler::emit) fn has_class(&self, class: usize) -> bool {
        self.all || self.classes.contains(&class)
    }

    pub(in crate::transpiler::emit) fn has_field(&self, class: usize, name: &str) -> bool {
        self.all || self.fields.contains(&(class, name.to_owned()))
    }

    fn method(&mut self, class: usize, method: usize) {
        if self.methods.insert((class, method)) {
            self.todo.push((class, method));
        }
    }

    /// Adds a class that the code names, with the necessary parts of the class.
    ///
    /// The parts are the ancestors, the bodies of the enum constants, and the methods that code or the library may call
    /// on objects.
    fn class(&mut self, program: &Program, class: usize) {
        if !self.classes.insert(class) {
            return;
        }
        let own = &program.classes[class];
        let line = super::inheritance::ancestry(program, class);
        for (nth, method) in own.methods.iter().enumerate() {
            let is_called = self.called.contains(&method.name);
            if own.is_local || is_called || crate::transpiler::emit::naming::special(program, &line, method).is_some() {
                self.method(class, nth);
            }
        }
        if self.makes_all && !own.is_namespace() {
            (0..own.methods.len()).filter(|at| own.methods[*at].is_constructor).for_each(|at| self.method(class, at));
            self.maker(program, class, None);
        }
        for parent in super::inheritance::parents(program, class) {
            self.class(program, parent);
        }
        if own.is_local {
            own.fields.iter().for_each(|field| self.field(program, class, &field.name));
        }
        if own.kind == ClassKind::Enum {
            own.constant_args.iter().flatten().for_each(|e| self.expression(program, e));
            self.maker(program, class, None);
        }
        for at in (0..program.classes.len()).filter(|at| program.classes[*at].outer == Some(class)) {
            if program.classes[at].constant.is_some() {
                self.maker(program, at, None);
            }
        }
    }

    /// Adds what an instance of a class needs: the constructor, the fields and the superclass.
    fn maker(&mut self, program: &Program, class: usize, constructor: Option<usize>) {
        self.class(program, class);
        let own = &program.classes[class];
        match constructor {
            Some(nth) => self.method(class, nth),
            None if own.kind != ClassKind::Class => {
                (0..own.methods.len())
                    .filter(|at| own.methods[*at].is_constructor)
                    .for_each(|at| self.method(class, at));
            }
            None => {}
        }
        if !self.instantiated.insert(class) {
            return;
        }
        for (nth, method) in own.methods.iter().enumerate() {
            if method.is_initializer && !method.is_static {
                self.method(class, nth);
            }
        }
        for field in own.fields.iter().filter(|f| !f.is_static && f.problem.is_none()) {
            self.field(program, class, &field.name);
        }
        for parent in super::inheritance::parents(program, class) {
            let above = &program.classes[parent];
            let bare = above.methods.iter().position(|m| m.is_constructor && m.params == 0);
            self.maker(program, parent, bare);
        }
    }

    /// Adds a method that the code calls on objects, with all overriding methods.
    fn called(&mut self, program: &Program, name: &str) {
        if !self.called.insert(name.to_owned()) {
            return;
        }
        for class in self.classes.clone() {
            let own = program.classes[class].methods.iter().enumerate();
            let overloads: Vec<usize> = own.filter(|(_, m)| m.name == name).map(|(nth, _)| nth).collect();
            overloads.into_iter().for_each(|nth| self.method(class, nth));
        }
    }

    fn field(&mut self, program: &Program, class: usize, name: &str) {
        if !self.fields.insert((class, name.to_owned())) {
            return;
        }
        let own = &program.classes[class];
        if let Some(init) = own.fields.iter().find(|f| f.name == name).and_then(|f| f.init.as_ref()) {
            self.expression(program, init);
        }
        // A static block may assign any static field, so the class needs all its static blocks.
        let blocks: Vec<usize> =
            (0..own.methods.len()).filter(|at| own.methods[*at].is_initializer && own.methods[*at].is_static).collect();
        for at in blocks {
            self.method(class, at);
        }
    }

    fn statement(&mut self, program: &Program, statement: &Stmt) {
        if let StmtKind::Class(class, _) = statement.kind {
            self.class(program, class);
        }
        if let StmtKind::Try { catches, .. } = &statement.kind {
            for name in catches.iter().flat_map(|c| &c.classes) {
                let class = program.classes.iter().position(|c| c.name == *name);
                class.into_iter().for_each(|class| self.class(program, class));
            }
        }
        let (expressions, statements) = statement.parts();
        expressions.into_iter().for_each(|e| self.expression(program, e));
        statements.into_iter().for_each(|s| self.statement(program, s));
    }

    fn expression(&mut self, program: &Program, e: &Expr) {
        match &e.kind {
            ExprKind::Call { class, method, receiver, .. } => {
                if receiver.is_some() {
                    self.called(program, &program.classes[*class].methods[*method].name);
                }
                self.use_of(program, *class, *method);
            }
            ExprKind::SuperCall { class, method, .. } => self.use_of(program, *class, *method),
            ExprKind::Implement { class, method, .. } => {
                self.called(program, &program.classes[*class].methods[*method].name);
                self.maker(program, *class, None);
            }
            ExprKind::New { class, constructor, .. } | ExprKind::Delegate { class: Some(class), constructor, .. } => {
                self.maker(program, *class, *constructor);
            }
            ExprKind::Field { class, name, .. } => {
                self.class(program, *class);
                self.field(program, *class, name);
            }
            ExprKind::OfEnum(class, _) | ExprKind::ClassLiteral(class) | ExprKind::Cast(_, class) => {
                self.class(program, *class);
            }
            ExprKind::InstanceOf(_, ty) => {
                let class = program.classes.iter().position(|c| Some(c.name.as_str()) == ty.simple_class());
                class.into_iter().for_each(|class| self.class(program, class));
            }
            ExprKind::Static { class, name } => {
                self.field(program, *class, name);
                if !program.classes[*class].is_namespace() || program.classes[*class].outer.is_some() {
                    self.class(program, *class);
                }
            }
            ExprKind::Closure(method) => {
                if let Ok(body) = &method.body {
                    body.iter().for_each(|s| self.statement(program, s));
                }
            }
            _ => {}
        }
        e.parts().into_iter().for_each(|part| self.expression(program, part));
    }

    fn use_of(&mut self, program: &Program, class: usize, method: usize) {
        let own = &program.classes[class];
        self.method(class, method);
        if !own.is_namespace() || own.outer.is_some() {
            self.class(program, class);
        }
    }
}

/// Collects all items of the file that a method needs.
///
/// If `makes_all` is true, the result also has the constructors of all classes that the method names. If `wanted` is
/// `None`, the result has all items.
pub(in crate::transpiler::emit) fn collect(
    program: &Program,
    wanted: Option<(usize, usize)>,
    makes_all: bool,
) -> Dependencies {
    let Some((class, method)) = wanted else { return Dependencies::everything() };
    let mut needed = Dependencies { makes_all, ..Dependencies::default() };
    needed.use_of(program, class, method);
    let asked = &program.classes[class].methods[method];
    if asked.is_constructor {
        needed.maker(program, class, Some(method));
    }
    for ty in asked.variables.iter().take(asked.params).map(|v| &v.ty) {
        let found = program.classes.iter().position(|c| Some(c.name.as_str()) == ty.simple_class());
        found.into_iter().for_each(|class| needed.class(program, class));
    }
    while let Some((class, method)) = needed.todo.pop() {
        if let Ok(body) = &program.classes[class].methods[method].body {
            body.iter().for_each(|s| needed.statement(program, s));
        }
    }
    needed
}
