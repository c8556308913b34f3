//! Classes, functions and module variables.

use super::super::names::Names;
use super::super::ranges::Ranges;
use super::{Emitted, Emitter, Globals, Port, Style};
use crate::lang::java::typed::{Class, ExprKind, Field, Method, Program};
use crate::model::{JavaType, Primitive};
use std::collections::{BTreeMap, BTreeSet};

/// Names everything that stands in the module.
pub(super) fn globals(program: &Program, style: Style) -> Globals {
    let mut names = Names::new(style.keeps_names, []);
    let is_flat: Vec<bool> = program.classes.iter().map(|c| c.outer.is_none() && c.is_namespace()).collect();
    let flat = |at: usize| is_flat.get(at).copied().unwrap_or(false);
    let classes = program.classes.iter().enumerate();
    let classes = classes.map(|(at, c)| if flat(at) { String::new() } else { names.class(&c.name) }).collect();
    let (mut methods, mut fields) = (Vec::new(), BTreeMap::new());
    for (at, class) in program.classes.iter().enumerate() {
        let mut own = Names::new(style.keeps_names, []);
        let home = if flat(at) { &mut names } else { &mut own };
        let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
        let name = |m: &Method| {
            if m.is_constructor {
                return "__init__".to_owned();
            }
            if m.name == "toString" && m.params == 0 {
                return "__str__".to_owned();
            }
            String::new()
        };
        let mut given = Vec::new();
        for method in &class.methods {
            let special = name(method);
            if !special.is_empty() {
                given.push(special);
                continue;
            }
            let nth = seen.entry(&method.name).or_default();
            *nth += 1;
            // Overloads are functions of their own.
            given.push(if *nth == 1 { home.of(&method.name) } else { home.of(&format!("{}_{nth}", method.name)) });
        }
        methods.push(given);
        for field in &class.fields {
            // A field may have a method's name.
            let wanted = home.of(&field.name);
            let clashes = methods[at].contains(&wanted);
            fields.insert((at, field.name.clone()), if clashes { home.fresh(&wanted) } else { wanted });
        }
    }
    Globals { classes, methods, fields, is_flat }
}

impl<'a> Emitter<'a> {
    /// The module's text.
    pub(super) fn module(&mut self, wanted: Option<(usize, usize)>) -> Emitted<Port> {
        let program = self.program;
        let needed = wanted.map(|wanted| self.needed(wanted));
        let is_needed = |class: usize, method: usize| needed.as_ref().is_none_or(|all| all.contains(&(class, method)));
        let mut parts: Vec<Vec<String>> = Vec::new();
        for (at, class) in program.classes.iter().enumerate() {
            self.class = at;
            if self.globals.is_flat[at] {
                for (nth, method) in class.methods.iter().enumerate() {
                    if is_needed(at, nth) {
                        self.function(class, method, &self.globals.methods[at][nth], false)?;
                        parts.push(std::mem::take(&mut self.lines));
                    }
                }
            } else if needed.is_none() || self.class_is_needed(at, needed.as_ref()) {
                self.class(at, class)?;
                parts.push(std::mem::take(&mut self.lines));
            }
        }
        // Constants go first, what calls functions or belongs to a class comes when these are there.
        for is_first in [true, false] {
            for (at, class) in program.classes.iter().enumerate() {
                self.class = at;
                let early = |f: &&Field| {
                    (self.globals.is_flat[at] && class.fields.iter().all(is_constant)) == is_first && f.is_static
                };
                let statics: Vec<&'a Field> = class.fields.iter().filter(early).collect();
                for field in statics {
                    self.field(at, field)?;
                }
            }
            let statics = std::mem::take(&mut self.lines);
            if !statics.is_empty() {
                parts.insert(if is_first { 0 } else { parts.len() }, statics);
            }
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
        Ok(Port { text, qualname, on_instance })
    }

    /// The methods that one method calls, directly or not, itself included.
    fn needed(&self, wanted: (usize, usize)) -> BTreeSet<(usize, usize)> {
        let mut needed = BTreeSet::from([wanted]);
        let mut todo = vec![wanted];
        let add = |place: (usize, usize), needed: &mut BTreeSet<_>, todo: &mut Vec<_>| {
            if needed.insert(place) {
                todo.push(place);
            }
        };
        // Initialisers of static fields run whatever is asked for.
        let fields = self.program.classes.iter().flat_map(|c| &c.fields).filter_map(|f| f.init.as_ref());
        for init in fields {
            calls_in(&mut |found| add(found, &mut needed, &mut todo), init);
        }
        while let Some((class, method)) = todo.pop() {
            if let Ok(body) = &self.program.classes[class].methods[method].body {
                for statement in body {
                    let mut found = Vec::new();
                    collect(statement, &mut found);
                    found.into_iter().for_each(|place| add(place, &mut needed, &mut todo));
                }
            }
        }
        needed
    }

    fn class_is_needed(&self, class: usize, needed: Option<&BTreeSet<(usize, usize)>>) -> bool {
        // A class without methods can still be made or named.
        let own = &self.program.classes[class];
        !own.is_namespace() || needed.is_some_and(|all| all.iter().any(|(at, _)| *at == class))
    }

    fn comments(&mut self, comments: &[String]) {
        for comment in comments {
            self.line(format!("# {comment}"));
        }
    }

    fn class(&mut self, at: usize, class: &'a Class) -> Emitted<()> {
        self.comments(&class.comments);
        let name = self.globals.classes[at].clone();
        if !class.constants.is_empty() {
            self.used.insert("enum".to_owned());
            self.line(format!("class {name}(enum.Enum):"));
            return self.indented(|own| {
                for (value, constant) in class.constants.iter().enumerate() {
                    own.line(format!("{constant} = {value}"));
                }
                own.methods(at, class)
            });
        }
        self.line(format!("class {name}:"));
        self.indented(|own| own.methods(at, class))
    }

    fn methods(&mut self, at: usize, class: &'a Class) -> Emitted<()> {
        let constructors = class.methods.iter().filter(|m| m.is_constructor).count();
        let mut first = true;
        if constructors == 0 && class.fields.iter().any(|f| !f.is_static) {
            self.line("def __init__(self):");
            self.indented(|own| own.instance_fields(at, class))?;
            first = false;
        }
        if constructors > 1
            && let Some(second) = class.methods.iter().filter(|m| m.is_constructor).nth(1)
        {
            let line = second.body.as_ref().ok().and_then(|b| b.first()).map_or(1, |s| s.line);
            return Err(crate::lang::java::typed::Unsupported { line, construct: "a second constructor".to_owned() });
        }
        for (nth, method) in class.methods.iter().enumerate() {
            if !first {
                self.line("");
            }
            first = false;
            self.function(class, method, &self.globals.methods[at][nth].clone(), true)?;
        }
        Ok(())
    }

    fn instance_fields(&mut self, at: usize, class: &'a Class) -> Emitted<()> {
        for field in class.fields.iter().filter(|f| !f.is_static) {
            let name = self.globals.fields[&(at, field.name.clone())].clone();
            let value = match &field.init {
                Some(init) => self.expression(init)?.text,
                None => default(&field.ty).to_owned(),
            };
            self.line(format!("self.{name} = {value}"));
        }
        Ok(())
    }

    /// A static field, as a variable of the module or of its class.
    fn field(&mut self, class: usize, field: &'a Field) -> Emitted<()> {
        self.method = None;
        self.names = Names::new(self.style.keeps_names, []);
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

    fn function(&mut self, class: &'a Class, method: &'a Method, name: &str, in_class: bool) -> Emitted<()> {
        let body = method.body.as_ref().map_err(Clone::clone)?;
        let globals = &self.globals;
        let module = globals
            .classes
            .iter()
            .chain(globals.methods.iter().zip(&globals.is_flat).filter(|(_, flat)| **flat).flat_map(|(m, _)| m));
        let variables = globals.fields.iter().filter(|((at, _), _)| globals.is_flat[*at]).map(|(_, name)| name);
        let taken: Vec<String> = module.chain(variables).chain(self.clear).filter(|n| !n.is_empty()).cloned().collect();
        self.names = Names::new(self.style.keeps_names, taken);
        self.method = Some(method);
        self.ranges = if self.is_faithful() { Ranges::of(method) } else { Ranges::default() };
        self.never_null = super::nulls::locals(method);
        self.jumps.clear();
        self.globals_written.clear();
        let mut params: Vec<String> = Vec::new();
        if in_class && !method.is_static {
            params.push("self".to_owned());
        }
        for variable in 0..method.params {
            params.push(self.local(variable));
        }
        self.comments(&method.comments);
        if in_class && method.is_static {
            self.line("@staticmethod");
        }
        self.line(format!("def {name}({}):", params.join(", ")));
        let from = self.lines.len();
        let at = self.class;
        self.indented(|own| {
            if method.is_constructor {
                own.instance_fields(at, class)?;
            }
            own.statements(body)
        })?;
        if !self.globals_written.is_empty() {
            let names: Vec<String> = self.globals_written.iter().cloned().collect();
            let indent = "    ".repeat(self.indent + 1);
            self.lines.insert(from, format!("{indent}global {}", names.join(", ")));
        }
        let taken: Vec<String> = self.names.taken().collect();
        self.locals.extend(taken);
        Ok(())
    }

    /// The Python name of a local variable.
    pub(super) fn local(&mut self, variable: usize) -> String {
        let name = self.method.and_then(|m| m.variables.get(variable)).map_or("_", |v| v.name.as_str());
        self.names.of(name)
    }
}

/// Whether nothing of the file has to be there before its initialiser runs.
fn is_constant(field: &Field) -> bool {
    let needs = |e: &crate::lang::java::typed::Expr| {
        matches!(e.kind, ExprKind::Call { .. } | ExprKind::New { .. } | ExprKind::Static { .. })
    };
    field.init.as_ref().is_none_or(|init| !init.any(&needs))
}

fn collect(statement: &crate::lang::java::typed::Stmt, found: &mut Vec<(usize, usize)>) {
    let (exprs, statements) = statement.parts();
    exprs.into_iter().for_each(|e| calls_in(&mut |place| found.push(place), e));
    statements.into_iter().for_each(|s| collect(s, found));
}

fn calls_in(add: &mut dyn FnMut((usize, usize)), e: &crate::lang::java::typed::Expr) {
    if let ExprKind::Call { class, method, .. } = e.kind {
        add((class, method));
    }
    e.parts().into_iter().for_each(|part| calls_in(add, part));
}

/// What a field or array element is before it is assigned.
pub(super) fn default(ty: &JavaType) -> &'static str {
    match ty.primitive() {
        Some(Primitive::Boolean) => "False",
        Some(Primitive::Char) => "\"\\0\"",
        Some(Primitive::Float | Primitive::Double) => "0.0",
        Some(_) => "0",
        None => "None",
    }
}
