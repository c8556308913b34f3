//! Writes classes with their base classes, constructors and fields, also enums and records.

use super::default;
use super::dependencies::Dependencies;
use super::inheritance::{ancestry, library_parents, parents};
use crate::transpiler::emit::naming;
use crate::transpiler::emit::{EmitResult, Emitter};
use crate::transpiler::names::NameScope;
use crate::transpiler::ranges::Ranges;
use mts_lang::java::typed_ast::{Class, ClassKind, Expr, ExprKind, Program, Stmt, StmtKind, Unsupported};

/// Returns the classes, each after the classes that it needs.
pub(in crate::transpiler::emit) fn in_order(program: &Program) -> Vec<usize> {
    fn visit(program: &Program, at: usize, done: &mut Vec<usize>, open: &mut Vec<usize>) {
        if done.contains(&at) || open.contains(&at) {
            return;
        }
        open.push(at);
        let mut before = parents(program, at);
        for arg in program.classes[at].constant_args.iter().flatten() {
            uses(arg, &mut before);
        }
        before.into_iter().for_each(|parent| visit(program, parent, done, open));
        done.push(at);
    }
    let (mut done, mut open) = (Vec::new(), Vec::new());
    (0..program.classes.len()).for_each(|at| visit(program, at, &mut done, &mut open));
    done
}

fn uses(e: &Expr, found: &mut Vec<usize>) {
    match e.kind {
        ExprKind::Static { class, .. } | ExprKind::New { class, .. } | ExprKind::Call { class, .. } => {
            found.push(class)
        }
        _ => {}
    }
    e.parts().into_iter().for_each(|part| uses(part, found));
}

impl Emitter<'_> {
    /// Writes a class with its members.
    pub(in crate::transpiler::emit) fn class(
        &mut self,
        at: usize,
        class: &Class,
        needed: &Dependencies,
    ) -> EmitResult<()> {
        if let Some(problem) = &class.problem {
            return Err(problem.clone());
        }
        self.comments(&class.comments);
        let name = self.globals.classes[at].clone();
        let bases = if let (Some(constant), Some(of)) = (&class.constant, class.outer) {
            let constant = self.static_place(of, constant);
            let decorator = self.helper("body_of");
            self.line(format!("@{decorator}({constant})"));
            Vec::new()
        } else {
            self.bases(at, class)?
        };
        let bases = if bases.is_empty() { String::new() } else { format!("({})", bases.join(", ")) };
        self.line(format!("class {name}{bases}:"));
        self.class = at;
        self.indented(|own| {
            let has_own = class.fields.iter().any(|f| !f.is_static) || class.methods.iter().any(|m| m.is_constructor);
            if let (Some(problem), true) = (own.problem.clone(), has_own && !needed.is_instantiated(at)) {
                own.line(format!("# The class has no constructor: cargo mts does not support {}.", problem.construct));
            }
            if class.kind == ClassKind::Enum {
                own.constants(at, class)?;
            }
            own.methods(at, class, needed)
        })
    }

    fn bases(&mut self, at: usize, class: &Class) -> EmitResult<Vec<String>> {
        let own = parents(self.program, at);
        // In Python's list of base classes, a class must not come before its subclass. So omit base classes that are
        // ancestors of other base classes.
        let is_above = |parent: usize| own.iter().any(|o| *o != parent && ancestry(self.program, *o).contains(&parent));
        let mut bases: Vec<String> =
            own.iter().filter(|p| !is_above(**p)).map(|p| self.globals.classes[*p].clone()).collect();
        for parent in library_parents(self.program, at) {
            match naming::base(&parent) {
                Some("") => {}
                Some(base) => {
                    let base = self.uses(base);
                    bases.push(base);
                }
                // The translation uses no member of an unknown interface, so omit it.
                None if class.interfaces.contains(&parent) => {}
                None => {
                    let construct = format!("a class that extends {parent}");
                    return Err(Unsupported { line: self.line_of(class), construct });
                }
            }
        }
        if class.kind == ClassKind::Enum {
            self.used.insert("enum".to_owned());
            bases.push("enum.Enum".to_owned());
        }
        Ok(bases)
    }

    fn line_of(&self, class: &Class) -> u32 {
        let of_method = class.methods.iter().find_map(|m| m.body.as_ref().ok()?.first().map(|s| s.line));
        of_method.unwrap_or(1)
    }

    fn constants(&mut self, at: usize, class: &Class) -> EmitResult<()> {
        self.names = NameScope::new(self.style.keeps_names, []);
        self.ranges = Ranges::default();
        let is_instantiated = !class.constant_args.is_empty()
            || class.methods.iter().any(|m| m.is_constructor)
            || class.fields.iter().any(|f| !f.is_static);
        for (value, constant) in class.constants.iter().enumerate() {
            let args = class.constant_args.get(value).map_or(&[][..], Vec::as_slice);
            let args = args.iter().map(|a| Ok(self.expression(a)?.text)).collect::<EmitResult<Vec<_>>>()?;
            let arguments: String = args.iter().map(|a| format!(", {a}")).collect();
            let value = if is_instantiated {
                format!("({value}{arguments}{})", if args.is_empty() { "," } else { "" })
            } else {
                value.to_string()
            };
            self.line(format!("{constant} = {value}"));
        }
        if class.methods.iter().filter(|m| m.is_constructor).count() > 1 {
            let construct = "an enum with more than one constructor".to_owned();
            return Err(Unsupported { line: self.line_of(class), construct });
        }
        if !class.methods.is_empty() || is_instantiated {
            self.line("");
        }
        let _ = at;
        Ok(())
    }

    fn methods(&mut self, at: usize, class: &Class, needed: &Dependencies) -> EmitResult<()> {
        let mut first = true;
        let mut gap = |own: &mut Self| {
            if !first {
                own.line("");
            }
            first = false;
        };
        let has_constructor = class.methods.iter().any(|m| m.is_constructor);
        let has_state =
            class.fields.iter().any(|f| !f.is_static) || class.methods.iter().any(|m| m.is_initializer && !m.is_static);
        let hidden = self.hidden_params(at);
        let is_instantiated = class.kind == ClassKind::Enum && (!class.constant_args.is_empty() || has_state);
        if !has_constructor
            && needed.is_instantiated(at)
            && (has_state || !hidden.is_empty() && class.kind == ClassKind::Class || is_instantiated)
        {
            gap(self);
            let has_args = class.is_local && class.superclass.is_some() && !self.bases(at, class)?.is_empty();
            let mut params = vec!["self".to_owned()];
            params.extend(hidden);
            params.extend(has_args.then(|| "*args".to_owned()));
            self.line(format!("def __init__({}):", params.join(", ")));
            self.indented(|own| {
                own.outer_attribute(at);
                let parent =
                    parents(own.program, at).into_iter().any(|p| own.program.classes[p].kind == ClassKind::Class);
                if parent || has_args {
                    let args = if has_args { "*args" } else { "" };
                    own.line(format!("super().__init__({args})"));
                }
                own.instance_fields(at, class, &[])
            })?;
        }
        for (nth, method) in class.methods.iter().enumerate() {
            if method.is_initializer && method.is_static && !class.is_local {
                continue;
            }
            if !needed.has_method(at, nth) {
                continue;
            }
            let name = self.globals.methods[at][nth].clone();
            gap(self);
            self.function(at, method, &name, true)?;
            if name == "__eq__" && !self.globals.methods[at].iter().any(|m| m == "__hash__") {
                self.line("");
                self.line("__hash__ = object.__hash__");
            }
        }
        if class.kind == ClassKind::Record && !self.globals.methods[at].iter().any(|m| m == "__eq__") {
            gap(self);
            self.record(at, class);
        }
        Ok(())
    }

    /// Writes the methods `__eq__` and `__hash__` of a record.
    fn record(&mut self, at: usize, class: &Class) {
        let fields = class.fields.iter().filter(|f| !f.is_static);
        let names: Vec<String> = fields.map(|f| self.field_name(at, &f.name)).collect();
        let name = self.globals.classes[at].clone();
        let equal = self.helper("equal");
        let tests: String = names.iter().map(|n| format!(" and {equal}(self.{n}, other.{n})")).collect();
        self.line("def __eq__(self, other):");
        self.indent += 1;
        self.line(format!("return type(other) is {name}{tests}"));
        self.indent -= 1;
        if !self.globals.methods[at].iter().any(|m| m == "__hash__") {
            let hash = self.helper("record_hash");
            let values: Vec<String> = names.iter().map(|n| format!("self.{n}")).collect();
            self.line("");
            self.line("def __hash__(self):");
            self.indent += 1;
            self.line(format!("return {hash}({})", values.join(", ")));
            self.indent -= 1;
        }
    }

    /// Returns the parameters that a Python constructor has in addition to Java's parameters.
    pub(in crate::transpiler::emit) fn hidden_params(&self, at: usize) -> Vec<String> {
        let class = &self.program.classes[at];
        match class.kind {
            ClassKind::Enum => vec!["_ordinal".to_owned()],
            ClassKind::Class if class.is_inner && !class.is_local => vec!["outer".to_owned()],
            _ => Vec::new(),
        }
    }

    fn outer_attribute(&mut self, at: usize) {
        let class = &self.program.classes[at];
        if class.kind == ClassKind::Class && class.is_inner && !class.is_local {
            self.line("self.outer = outer");
        }
    }

    /// Writes the body of a constructor.
    ///
    /// The body calls another constructor if necessary, sets the fields, and then has the constructor's own statements.
    pub(in crate::transpiler::emit) fn constructor(&mut self, at: usize, name: &str, body: &[Stmt]) -> EmitResult<()> {
        let program = self.program;
        let class = &program.classes[at];
        self.gives_self = name != "__init__";
        self.outer_attribute(at);
        let delegate = |s: &Stmt| matches!(&s.kind, StmtKind::Expr(e) if matches!(e.kind, ExprKind::Delegate { .. }));
        let (first, rest) = match body.split_first() {
            Some((first, rest)) if delegate(first) => (Some(first), rest),
            _ => (None, body),
        };
        let mut has_fields = true;
        if let Some(first) = first {
            self.statements(std::slice::from_ref(first))?;
            if let StmtKind::Expr(Expr { kind: ExprKind::Delegate { class: Some(to), .. }, .. }) = &first.kind {
                has_fields = *to != at;
            }
        } else if class.superclass.is_some() {
            self.implicit_super(at)?;
        }
        if has_fields {
            self.instance_fields(at, class, &assigned_first(rest))?;
        }
        self.statements(rest)?;
        if self.gives_self && crate::transpiler::emit::statements::jumps::falls_through(rest) {
            self.line("return self");
        }
        self.gives_self = false;
        Ok(())
    }

    fn implicit_super(&mut self, at: usize) -> EmitResult<()> {
        let above = parents(self.program, at).into_iter().find(|p| self.program.classes[*p].kind == ClassKind::Class);
        let Some(above) = above else {
            self.line("super().__init__()");
            return Ok(());
        };
        let methods = &self.program.classes[above].methods;
        let bare = methods.iter().position(|m| m.is_constructor && m.params == 0);
        let name = bare.map_or("__init__".to_owned(), |nth| self.globals.methods[above][nth].clone());
        let args = if self.hidden_params(above).is_empty() { "" } else { "self.outer" };
        self.line(format!("super().{name}({args})"));
        Ok(())
    }

    fn instance_fields(&mut self, at: usize, class: &Class, assigned: &[&str]) -> EmitResult<()> {
        let mut parts: Vec<(usize, Option<usize>, Option<usize>)> = Vec::new();
        let fields = class.fields.iter().enumerate().filter(|(_, f)| !f.is_static);
        parts.extend(fields.map(|(nth, f)| (f.start, Some(nth), None)));
        let blocks = class.methods.iter().enumerate().filter(|(_, m)| m.is_initializer && !m.is_static);
        parts.extend(blocks.map(|(nth, m)| (m.span.start, None, Some(nth))));
        parts.sort_unstable();
        for (_, field, block) in parts {
            if let Some(nth) = block {
                let name = self.globals.classes[at].clone();
                let block = self.globals.methods[at][nth].clone();
                self.line(format!("{name}.{block}(self)"));
            }
            let Some(field) = field.map(|nth| &class.fields[nth]) else { continue };
            if self.omitted_fields.contains(&(at, field.name.clone())) {
                continue;
            }
            if let Some(problem) = &field.problem {
                return Err(problem.clone());
            }
            if field.init.is_none() && assigned.contains(&field.name.as_str()) {
                continue;
            }
            let name = self.globals.fields[&(at, field.name.clone())].clone();
            let kept = std::mem::replace(&mut self.variables, field.variables.clone());
            let value = match &field.init {
                Some(init) => self.expression(init).map(|value| value.text),
                None => Ok(default(&field.ty).to_owned()),
            };
            self.variables = kept;
            self.line(format!("self.{name} = {}", value?));
        }
        Ok(())
    }
}

/// Returns the fields that a constructor first assigns, before any code can read them.
fn assigned_first(body: &[Stmt]) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for statement in body {
        let StmtKind::Expr(Expr { kind: ExprKind::Assign(target, value), .. }) = &statement.kind else { break };
        let ExprKind::Field { base, name, .. } = &target.kind else { break };
        let may_read = value.has_expr(&|e| match &e.kind {
            ExprKind::Field { name, .. } => !found.contains(&name.as_str()),
            ExprKind::Call { .. } | ExprKind::New { .. } | ExprKind::Closure(_) | ExprKind::Assign(..) => true,
            _ => false,
        });
        let hands_out = value.has_expr(&|e| matches!(e.kind, ExprKind::This))
            && !value.has_expr(&|e| matches!(e.kind, ExprKind::Field { .. }));
        if !matches!(base.kind, ExprKind::This) || may_read || hands_out {
            break;
        }
        found.push(name);
    }
    found
}
