//! The state of the translation of one Python module.

use super::fragment_options::{IntegerStyle, UncheckedOps};
use super::jump_level::JumpLevel;
use crate::transpiler::library::KNOWN;
use crate::transpiler::names::NameScope;
use crate::transpiler::py_expr::PyExpr;
use crate::transpiler::ranges::Ranges;
use crate::transpiler::style::{Mode, TranslationStyle};
use crate::transpiler::support::{HELPERS, MODULE};
use mts_lang::java::typed_ast::{Expr, Program, Unsupported, Variable};
use mts_model::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Python's built-in functions whose names are also common variable names in Java.
///
/// Library forms call these functions. If the module calls such a function, no variable gets its name.
pub(super) const BUILT_IN: &[&str] = &["all", "any", "filter", "iter", "next", "pow"];

pub(super) type EmitResult<T> = Result<T, Unsupported>;

/// The Python names of the module's own functions, classes and variables.
pub(super) struct ModuleNames {
    /// The Python name of each class.
    pub(super) classes: Vec<String>,
    /// The names of the methods, for each class.
    pub(super) methods: Vec<Vec<String>>,
    /// The Python names of fields, by class and Java name.
    pub(super) fields: BTreeMap<(usize, String), String>,
    /// For each class, whether its members are at module level, without a Python class.
    pub(super) is_flat: Vec<bool>,
}

pub(super) struct Emitter<'a> {
    pub(super) program: &'a Program,
    pub(super) style: TranslationStyle,
    pub(super) globals: &'a ModuleNames,
    /// The names of helpers that no local variable may have.
    pub(super) clear: &'a BTreeSet<String>,
    /// The helpers, modules and functions of [`BUILT_IN`] that the text of the module uses.
    pub(super) used: BTreeSet<String>,
    /// The names of the local variables of all finished bodies.
    pub(super) locals: BTreeSet<String>,
    pub(super) lines: Vec<String>,
    pub(super) indent: usize,
    // The fields from here on are the state of the current method.
    pub(super) class: usize,
    pub(super) variables: Vec<Variable>,
    pub(super) names: NameScope,
    pub(super) ranges: Ranges,
    pub(super) never_null: BTreeSet<usize>,
    pub(super) implicit_values: Vec<PyExpr>,
    pub(super) jumps: Vec<JumpLevel>,
    pub(super) globals_written: BTreeSet<String>,
    /// Whether the method is an additional constructor, which returns the instance.
    pub(super) gives_self: bool,
    /// The captured variables whose values Python must bind when it creates a function.
    pub(super) early: BTreeSet<usize>,
    /// For each local class, the name of the variable with the enclosing instance.
    pub(super) aliases: BTreeMap<usize, String>,
    pub(super) aliases_used: BTreeSet<String>,
    /// The Python texts that replace expressions, by range. Only fragments use this field.
    pub(super) kept: BTreeMap<Span, String>,
    /// The operations that the text does without Java's wraps and checks. Only fragments use this field.
    pub(super) unchecked: UncheckedOps,
    pub(super) integers: IntegerStyle,
    /// The instance fields with unknown values that the module omits.
    ///
    /// No code of the module reads these fields.
    pub(super) omitted_fields: BTreeSet<(usize, String)>,
    /// The unsupported construct that makes the module omit some constructors.
    ///
    /// The module then has only the constructors that its code calls. `None` if the module has all constructors.
    pub(super) problem: Option<Unsupported>,
}

/// The saved state of the body that encloses the current body.
pub(super) struct SavedBody {
    pub(super) class: usize,
    pub(super) variables: Vec<Variable>,
    pub(super) names: NameScope,
    pub(super) ranges: Ranges,
    pub(super) never_null: BTreeSet<usize>,
    pub(super) jumps: Vec<JumpLevel>,
    pub(super) globals_written: BTreeSet<String>,
    pub(super) gives_self: bool,
    pub(super) implicit_values: Vec<PyExpr>,
}

impl<'a> Emitter<'a> {
    pub(super) fn new(
        program: &'a Program,
        style: TranslationStyle,
        globals: &'a ModuleNames,
        clear: &'a BTreeSet<String>,
    ) -> Self {
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
            variables: Vec::new(),
            names: NameScope::default(),
            ranges: Ranges::default(),
            never_null: BTreeSet::new(),
            implicit_values: Vec::new(),
            jumps: Vec::new(),
            globals_written: BTreeSet::new(),
            gives_self: false,
            early: BTreeSet::new(),
            aliases: BTreeMap::new(),
            aliases_used: BTreeSet::new(),
            kept: BTreeMap::new(),
            unchecked: UncheckedOps::default(),
            integers: IntegerStyle::Helpers,
            omitted_fields: BTreeSet::new(),
            problem: None,
        }
    }

    /// Saves the state of the current body and starts a new body.
    ///
    /// The names of the saved body stay reserved in the new body.
    pub(super) fn keep(&mut self) -> SavedBody {
        SavedBody {
            class: self.class,
            variables: std::mem::take(&mut self.variables),
            names: self.names.clone(),
            ranges: std::mem::take(&mut self.ranges),
            never_null: std::mem::take(&mut self.never_null),
            jumps: std::mem::take(&mut self.jumps),
            globals_written: std::mem::take(&mut self.globals_written),
            gives_self: self.gives_self,
            implicit_values: std::mem::take(&mut self.implicit_values),
        }
    }

    pub(super) fn restore(&mut self, kept: SavedBody) {
        self.class = kept.class;
        self.variables = kept.variables;
        self.names = kept.names;
        self.ranges = kept.ranges;
        self.never_null = kept.never_null;
        self.jumps = kept.jumps;
        self.globals_written = kept.globals_written;
        self.gives_self = kept.gives_self;
        self.implicit_values = kept.implicit_values;
    }

    pub(super) fn is_faithful(&self) -> bool {
        self.style.mode == Mode::Faithful
    }

    pub(super) fn line(&mut self, text: impl AsRef<str>) {
        let text = text.as_ref();
        self.lines.push(if text.is_empty() { String::new() } else { format!("{}{text}", "    ".repeat(self.indent)) });
    }

    /// Writes indented lines, or `pass` if there are no lines or only comments.
    pub(super) fn indented(&mut self, inside: impl FnOnce(&mut Self) -> EmitResult<()>) -> EmitResult<()> {
        self.indent += 1;
        let from = self.lines.len();
        let result = inside(self);
        if self.lines[from..].iter().all(|line| line.trim_start().starts_with('#')) {
            self.line("pass");
        }
        self.indent -= 1;
        result
    }

    /// Returns the name of a support helper in this module, and records its use.
    pub(super) fn helper(&mut self, name: &str) -> String {
        self.used.insert(name.to_owned());
        if self.is_hidden(name) { format!("java_{name}") } else { name.to_owned() }
    }

    /// Reports whether the module itself defines a function, class or variable with this name.
    pub(super) fn is_hidden(&self, name: &str) -> bool {
        let globals = &self.globals;
        let functions = globals.methods.iter().zip(&globals.is_flat).filter(|(_, flat)| **flat).flat_map(|(m, _)| m);
        let variables = globals.fields.iter().filter(|((at, _), _)| globals.is_flat[*at]).map(|(_, name)| name);
        globals.classes.iter().chain(functions).chain(variables).any(|n| n == name)
    }

    /// Returns a text, and records the helpers and modules that it uses.
    ///
    /// If the module has a name of its own that hides a helper, the result has the helper's other name.
    pub(super) fn uses(&mut self, text: &str) -> String {
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
                    if before != '.' && BUILT_IN.contains(&word) && rest[end..].starts_with('(') {
                        self.used.insert(word.to_owned());
                    }
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

    pub(super) fn refuse<T>(&self, place: &Expr, construct: impl Into<String>) -> EmitResult<T> {
        Err(Unsupported { line: place.line, construct: construct.into() })
    }

    /// Returns the lines that import the used helpers and modules.
    pub(super) fn imports(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let modules = ["enum", "math", "re", "sys"];
        lines.extend(modules.iter().filter(|m| self.used.contains(**m)).map(|m| format!("import {m}")));
        let import = |name: &String| if self.is_hidden(name) { format!("{name} as java_{name}") } else { name.clone() };
        let helpers: Vec<String> = self.used.iter().filter(|u| HELPERS.contains(u.as_str())).map(import).collect();
        if !helpers.is_empty() {
            if !lines.is_empty() {
                lines.push(String::new());
            }
            lines.push(format!("from {MODULE} import {}", helpers.join(", ")));
        }
        lines
    }

    pub(super) fn form(&self, row: usize) -> &'static str {
        KNOWN.forms.get(row).map_or("", |forms| if self.is_faithful() { forms.faithful } else { forms.plain })
    }
}
