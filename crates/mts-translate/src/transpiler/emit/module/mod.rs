//! Writes the functions and variables of the Python module.
//!
//! The module `classes` writes classes, `naming` chooses names, `dependencies` collects the necessary items, and
//! `inheritance` finds ancestors.

pub(super) mod classes;
mod default_value;
pub(super) mod dependencies;
pub(super) mod inheritance;
pub(super) mod recursion;

pub(super) use default_value::default;

use super::super::names::NameScope;
use super::super::ranges::Ranges;
use super::{EmitResult, Emitter, TranslatedPort};
use mts_lang::java::typed_ast::{ExprKind, Field, Method};

impl<'a> Emitter<'a> {
    /// Writes the module of the program, or of one method and its dependencies.
    pub(super) fn module(&mut self, wanted: Option<(usize, usize)>) -> EmitResult<TranslatedPort> {
        let program = self.program;
        let needed = dependencies::collect(program, wanted, self.problem.is_none());
        for (at, class) in program.classes.iter().enumerate() {
            let unknown = class.fields.iter().filter(|f| f.problem.is_some() && !needed.has_field(at, &f.name));
            self.omitted_fields.extend(unknown.map(|f| (at, f.name.clone())));
        }
        let mut parts: Vec<Vec<String>> = Vec::new();
        for at in classes::in_order(program) {
            let class = &program.classes[at];
            self.class = at;
            if self.globals.is_flat[at] {
                for (nth, method) in class.methods.iter().enumerate() {
                    let name = self.globals.methods[at][nth].clone();
                    if needed.has_method(at, nth) && !method.is_initializer && !method.is_constructor {
                        self.function(at, method, &name, false)?;
                        parts.push(std::mem::take(&mut self.lines));
                    }
                }
            } else if needed.has_class(at) && !class.is_local {
                self.class(at, class, &needed)?;
                parts.push(std::mem::take(&mut self.lines));
            }
        }
        // Constants come first. Initialisers that call functions or need a class come after the functions and classes.
        for is_first in [true, false] {
            for (at, class) in program.classes.iter().enumerate() {
                self.class = at;
                let is_plain = class.fields.iter().all(is_constant) && class.methods.iter().all(|m| !m.is_initializer);
                if (self.globals.is_flat[at] && is_plain) != is_first || class.is_local {
                    continue;
                }
                let mut statics: Vec<(usize, StaticStep<'a>)> = Vec::new();
                let fields = class.fields.iter().filter(|f| f.is_static && needed.has_field(at, &f.name));
                statics.extend(fields.map(|f| (f.start, StaticStep::Field(f))));
                let blocks = class
                    .methods
                    .iter()
                    .enumerate()
                    .filter(|(nth, m)| m.is_static && m.is_initializer && needed.has_method(at, *nth));
                statics.extend(blocks.map(|(nth, m)| (m.span.start, StaticStep::Block(nth, m))));
                statics.sort_by_key(|(start, _)| *start);
                for (_, part) in statics {
                    match part {
                        StaticStep::Field(field) => self.field(at, field)?,
                        StaticStep::Block(nth, method) => {
                            let name = self.globals.methods[at][nth].clone();
                            if !self.lines.is_empty() {
                                self.lines.extend([String::new(), String::new()]);
                            }
                            self.function(at, method, &name, false)?;
                            self.lines.extend([String::new(), String::new(), format!("{name}()")]);
                        }
                    }
                }
            }
            let statics = std::mem::take(&mut self.lines);
            if !statics.is_empty() {
                parts.insert(if is_first { 0 } else { parts.len() }, statics);
            }
        }
        if self.is_faithful() && recursion::recurses(program, &needed) {
            self.used.insert("sys".to_owned());
            let depth = recursion::DEPTH;
            let comment = "# Java's stack is deeper.".to_owned();
            parts.insert(0, vec![comment, format!("sys.setrecursionlimit(max(sys.getrecursionlimit(), {depth}))")]);
        }
        let mut lines = self.imports();
        for part in parts {
            if !lines.is_empty() {
                lines.extend([String::new(), String::new()]);
            }
            lines.extend(part);
        }
        let mut text = lines.join("\n");
        text.push('\n');
        let (qualname, on_instance) = wanted.map_or((String::new(), false), |(class, method)| {
            let name = &self.globals.methods[class][method];
            let qualname = if self.globals.is_flat[class] {
                name.clone()
            } else {
                format!("{}.{name}", self.globals.classes[class])
            };
            (qualname, !program.classes[class].methods[method].is_static)
        });
        Ok(TranslatedPort { text, qualname, on_instance })
    }

    pub(super) fn comments(&mut self, comments: &[String]) {
        for comment in comments {
            self.line(format!("# {comment}"));
        }
    }

    /// Writes a static field as a variable of the module or its class.
    fn field(&mut self, class: usize, field: &'a Field) -> EmitResult<()> {
        if let Some(problem) = &field.problem {
            return Err(problem.clone());
        }
        self.variables = field.variables.clone();
        self.names = NameScope::new(self.style.keeps_names, self.module_names());
        self.ranges = Ranges::default();
        self.never_null.clear();
        self.comments(&field.comments);
        let name = self.globals.fields[&(class, field.name.clone())].clone();
        let value = match &field.init {
            Some(init) => self.expression(init)?.text,
            None => default(&field.ty).to_owned(),
        };
        let owner = &self.globals.classes[class];
        let place = if self.globals.is_flat[class] { name } else { format!("{owner}.{name}") };
        self.line(format!("{place} = {value}"));
        Ok(())
    }

    /// Returns the names that local variables must not have.
    fn module_names(&self) -> Vec<String> {
        let globals = &self.globals;
        let module = globals
            .classes
            .iter()
            .chain(globals.methods.iter().zip(&globals.is_flat).filter(|(_, flat)| **flat).flat_map(|(m, _)| m));
        let variables = globals.fields.iter().filter(|((at, _), _)| globals.is_flat[*at]).map(|(_, name)| name);
        module.chain(variables).chain(self.clear).filter(|n| !n.is_empty()).cloned().collect()
    }

    /// Writes a function, or a method of a class.
    pub(super) fn function(&mut self, at: usize, method: &Method, name: &str, in_class: bool) -> EmitResult<()> {
        let body = method.body.as_ref().map_err(Clone::clone)?;
        let class = &self.program.classes[at];
        if !class.is_local {
            self.names = NameScope::new(self.style.keeps_names, self.module_names());
        }
        self.enter(method);
        let mut params: Vec<String> = Vec::new();
        if in_class && !method.is_static {
            params.push("self".to_owned());
        }
        if method.is_constructor {
            params.extend(self.hidden_params(at));
        }
        for variable in 0..method.params {
            params.push(self.local(variable));
        }
        params.extend(self.captured(method));
        self.comments(&method.comments);
        if in_class && method.is_static {
            self.line("@staticmethod");
        }
        self.line(format!("def {name}({}):", params.join(", ")));
        let from = self.lines.len();
        self.indented(|own| {
            if method.is_abstract {
                own.line("raise NotImplementedError");
                return Ok(());
            }
            if method.is_constructor { own.constructor(at, name, body) } else { own.statements(body) }
        })?;
        self.declare_globals(from);
        Ok(())
    }

    /// Starts the body of a function with the variables of the Java method.
    pub(super) fn enter(&mut self, method: &Method) {
        self.variables = method.variables.clone();
        self.ranges = if self.is_faithful() { Ranges::analyze(method) } else { Ranges::default() };
        self.never_null = super::expressions::nulls::never_null_locals(method);
        self.jumps.clear();
        self.globals_written.clear();
        self.gives_self = false;
    }

    /// Ends the body of a function, and declares the global variables that it assigns.
    pub(super) fn declare_globals(&mut self, from: usize) {
        if !self.globals_written.is_empty() {
            let names: Vec<String> = self.globals_written.iter().cloned().collect();
            let indent = "    ".repeat(self.indent + 1);
            self.lines.insert(from, format!("{indent}global {}", names.join(", ")));
        }
        let taken: Vec<String> = self.names.taken().collect();
        self.locals.extend(taken);
    }

    /// Returns the Python name of a local variable.
    pub(super) fn local(&mut self, variable: usize) -> String {
        let name = self.variables.get(variable).map_or("_".to_owned(), |v| v.name.clone());
        self.names.python_name(&name)
    }
}

/// One step of the static initialisation of a class.
enum StaticStep<'a> {
    Field(&'a Field),
    Block(usize, &'a Method),
}

/// Reports whether the initialiser of a field uses nothing of the file.
fn is_constant(field: &Field) -> bool {
    let needs = |e: &mts_lang::java::typed_ast::Expr| {
        matches!(e.kind, ExprKind::Call { .. } | ExprKind::New { .. } | ExprKind::Static { .. })
    };
    field.init.as_ref().is_none_or(|init| !init.has_expr(&needs))
}
