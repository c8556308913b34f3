//! What of a file a method needs: other methods, classes, static fields.

use crate::lang::java::typed::{Expr, ExprKind, Program, Stmt, StmtKind};
use std::collections::BTreeSet;

/// What is needed; everything where nothing was asked for.
#[derive(Default)]
pub(super) struct Needed {
    all: bool,
    methods: BTreeSet<(usize, usize)>,
    classes: BTreeSet<usize>,
    fields: BTreeSet<(usize, String)>,
    /// Names of methods that are called on objects.
    called: BTreeSet<String>,
    todo: Vec<(usize, usize)>,
}

impl Needed {
    /// Everything.
    pub(super) fn everything() -> Self {
        Self { all: true, ..Self::default() }
    }

    pub(super) fn has_method(&self, class: usize, method: usize) -> bool {
        self.all || self.methods.contains(&(class, method))
    }

    pub(super) fn has_class(&self, class: usize) -> bool {
        self.all || self.classes.contains(&class)
    }

    pub(super) fn has_field(&self, class: usize, name: &str) -> bool {
        self.all || self.fields.contains(&(class, name.to_owned()))
    }

    /// Whether a method of a needed class can be left out where it is not known.
    pub(super) fn may_leave_out(&self, name: &str) -> bool {
        !self.all && !self.called.contains(name)
    }

    fn method(&mut self, class: usize, method: usize) {
        if self.methods.insert((class, method)) {
            self.todo.push((class, method));
        }
    }

    fn class(&mut self, program: &Program, class: usize) {
        if !self.classes.insert(class) {
            return;
        }
        let own = &program.classes[class];
        for (nth, _) in own.methods.iter().enumerate() {
            self.method(class, nth);
        }
        // A static field that is not known is needed only where it is named.
        for field in own.fields.iter().filter(|f| !f.is_static || f.problem.is_none()) {
            self.field(program, class, &field.name);
        }
        own.constant_args.iter().flatten().for_each(|e| self.expression(program, e));
        for parent in super::classes::parents(program, class) {
            self.class(program, parent);
        }
        // The bodies of its constants.
        for at in (0..program.classes.len()).filter(|at| program.classes[*at].outer == Some(class)) {
            if program.classes[at].constant.is_some() {
                self.class(program, at);
            }
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
        // A static block may write any of them.
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
                    self.called.insert(program.classes[*class].methods[*method].name.clone());
                }
                self.use_of(program, *class, *method);
            }
            ExprKind::SuperCall { class, method, .. } | ExprKind::Implement { class, method, .. } => {
                self.called.insert(program.classes[*class].methods[*method].name.clone());
                self.use_of(program, *class, *method);
            }
            ExprKind::New { class, .. }
            | ExprKind::OfEnum(class, _)
            | ExprKind::ClassLiteral(class)
            | ExprKind::Cast(_, class)
            | ExprKind::Delegate { class: Some(class), .. } => self.class(program, *class),
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
        if own.is_namespace() && own.outer.is_none() {
            self.method(class, method);
        } else {
            self.class(program, class);
        }
    }
}

/// What a method needs.
pub(super) fn of(program: &Program, wanted: Option<(usize, usize)>) -> Needed {
    let Some((class, method)) = wanted else { return Needed::everything() };
    let mut needed = Needed::default();
    needed.called.insert(program.classes[class].methods[method].name.clone());
    needed.use_of(program, class, method);
    while let Some((class, method)) = needed.todo.pop() {
        if let Ok(body) = &program.classes[class].methods[method].body {
            body.iter().for_each(|s| needed.statement(program, s));
        }
    }
    needed
}
