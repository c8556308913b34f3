//! From the typed tree to Python text: a module with its imports, functions and classes. What an
//! expression or statement becomes is in the files beside this one.

mod arithmetic;
mod calls;
mod conversions;
mod expressions;
pub(super) mod fragment;
mod jumps;
mod loops;
mod members;
mod nulls;
mod statements;
mod stores;
mod switches;

use super::library::KNOWN;
use super::names::Names;
use super::ranges::Ranges;
use super::support::{HELPERS, MODULE};
use super::{Mode, Port, Style};
use crate::lang::java::typed::{Expr, Method, Program, Unsupported};
use jumps::Level as JumpLevel;
use std::collections::{BTreeMap, BTreeSet};

type Emitted<T> = Result<T, Unsupported>;

/// The module of a program, or of one of its methods with what it calls.
pub(super) fn module(program: &Program, wanted: Option<(usize, usize)>, style: Style) -> Emitted<Port> {
    // Locals keep clear of the helpers that are used, and these are known once it is written.
    let mut clear = BTreeSet::new();
    loop {
        let globals = members::globals(program, style);
        let mut emitter = Emitter::new(program, style, &globals, &clear);
        let port = emitter.module(wanted)?;
        let clashes: BTreeSet<String> =
            emitter.used.iter().filter(|used| emitter.locals.contains(*used)).cloned().collect();
        if clashes.is_empty() || clashes.is_subset(&clear) {
            return Ok(port);
        }
        clear.extend(clashes);
    }
}

/// Names of the module's own functions, classes and variables.
pub(super) struct Globals {
    /// Of each class.
    classes: Vec<String>,
    /// Of each class's methods.
    methods: Vec<Vec<String>>,
    /// Of fields, by class and Java name.
    fields: BTreeMap<(usize, String), String>,
    /// Whether a class's members stand in the module itself.
    is_flat: Vec<bool>,
}

struct Emitter<'a> {
    program: &'a Program,
    style: Style,
    globals: &'a Globals,
    /// Helpers that locals must not hide.
    clear: &'a BTreeSet<String>,
    /// Helpers and modules that are used.
    used: BTreeSet<String>,
    /// Every name that some local has.
    locals: BTreeSet<String>,
    lines: Vec<String>,
    indent: usize,
    // ---- of the method at hand
    class: usize,
    method: Option<&'a Method>,
    names: Names,
    ranges: Ranges,
    never_null: BTreeSet<usize>,
    given: Vec<super::python::Py>,
    jumps: Vec<JumpLevel>,
    globals_written: BTreeSet<String>,
}

impl<'a> Emitter<'a> {
    fn new(program: &'a Program, style: Style, globals: &'a Globals, clear: &'a BTreeSet<String>) -> Self {
        Self {
            program,
            style,
            globals,
            clear,
            used: BTreeSet::new(),
            locals: BTreeSet::new(),
            lines: Vec::new(),
            indent: 0,
            class: 0,
            method: None,
            names: Names::default(),
            ranges: Ranges::default(),
            never_null: BTreeSet::new(),
            given: Vec::new(),
            jumps: Vec::new(),
            globals_written: BTreeSet::new(),
        }
    }

    fn is_faithful(&self) -> bool {
        self.style.mode == Mode::Faithful
    }

    fn line(&mut self, text: impl AsRef<str>) {
        let text = text.as_ref();
        self.lines.push(if text.is_empty() { String::new() } else { format!("{}{text}", "    ".repeat(self.indent)) });
    }

    /// Lines one step further in; `pass` where there are none.
    fn indented(&mut self, inside: impl FnOnce(&mut Self) -> Emitted<()>) -> Emitted<()> {
        self.indent += 1;
        let from = self.lines.len();
        let result = inside(self);
        if self.lines[from..].iter().all(|line| line.trim_start().starts_with('#')) {
            self.line("pass");
        }
        self.indent -= 1;
        result
    }

    /// A helper of the support module: its name here.
    fn helper(&mut self, name: &str) -> String {
        self.used.insert(name.to_owned());
        if self.hidden(name) { format!("java_{name}") } else { name.to_owned() }
    }

    /// Whether something of the module itself has this name.
    fn hidden(&self, name: &str) -> bool {
        self.globals
            .classes
            .iter()
            .chain(self.globals.methods.iter().flatten())
            .chain(self.globals.fields.values())
            .any(|n| n == name)
    }

    /// Writes a text that names helpers and modules, and notes which.
    fn uses(&mut self, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        let mut before = ' ';
        while let Some(first) = rest.chars().next() {
            if first == '"' {
                let end = rest[1..].find('"').map_or(rest.len(), |at| at + 2);
                out.push_str(&rest[..end]);
                rest = &rest[end..];
                before = '"';
                continue;
            }
            if first.is_alphabetic() || first == '_' {
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
                let word = &rest[..end];
                let is_keyword_argument = rest[end..].starts_with('=') && !rest[end..].starts_with("==");
                if before != '.' && !is_keyword_argument && HELPERS.contains(word) {
                    out.push_str(&self.helper(word));
                } else {
                    if before != '.' && matches!(word, "math" | "re") && rest[end..].starts_with('.') {
                        self.used.insert(word.to_owned());
                    }
                    out.push_str(word);
                }
                rest = &rest[end..];
                before = 'a';
                continue;
            }
            out.push(first);
            before = first;
            rest = &rest[first.len_utf8()..];
        }
        out
    }

    fn refuse<T>(&self, place: &Expr, construct: impl Into<String>) -> Emitted<T> {
        Err(Unsupported { line: place.line, construct: construct.into() })
    }

    /// The imports of what was used.
    fn imports(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let modules = ["enum", "math", "re"];
        lines.extend(modules.iter().filter(|m| self.used.contains(**m)).map(|m| format!("import {m}")));
        let import = |name: &String| if self.hidden(name) { format!("{name} as java_{name}") } else { name.clone() };
        let helpers: Vec<String> = self.used.iter().filter(|u| HELPERS.contains(u.as_str())).map(import).collect();
        if !helpers.is_empty() {
            if !lines.is_empty() {
                lines.push(String::new());
            }
            lines.push(format!("from {MODULE} import {}", helpers.join(", ")));
        }
        lines
    }

    fn form(&self, row: usize) -> &'static str {
        KNOWN.forms.get(row).map_or("", |forms| if self.is_faithful() { forms.faithful } else { forms.plain })
    }
}
