//! Writes the typed tree as Python text: a module with its imports, functions and classes. The
//! other files of this folder write expressions and statements.

mod expressions;
pub(super) mod fragment;
mod jump_level;
mod module;
mod naming;
mod statements;

use super::library::KNOWN;
use super::names::NameScope;
use super::ranges::Ranges;
use super::support::{HELPERS, MODULE};
use super::{Mode, TranslatedPort, TranslationStyle};
use jump_level::JumpLevel;
use mts_lang::java::typed_ast::{Expr, Program, Unsupported, Variable};
use mts_model::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Python built-in functions that library forms call, and that are common variable names in Java.
///
/// A variable does not get the name of a function that the module uses.
const BUILT_IN: &[&str] = &["all", "any", "filter", "iter", "next", "pow"];

type EmitResult<T> = Result<T, Unsupported>;

/// Writes the module of a program, or of one method with its dependencies.
pub(super) fn module(
    program: &Program,
    wanted: Option<(usize, usize)>,
    style: TranslationStyle,
) -> EmitResult<TranslatedPort> {
    match with_makers(program, wanted, style, None) {
        // The module omits constructors with unknown constructs, unless the method itself
        // constructs objects.
        Err(problem) if wanted.is_some() => with_makers(program, wanted, style, Some(problem)),
        whole => whole,
    }
}

/// Writes the module.
///
/// If the constructors have a `problem`, the module has no constructors.
fn with_makers(
    program: &Program,
    wanted: Option<(usize, usize)>,
    style: TranslationStyle,
    problem: Option<Unsupported>,
) -> EmitResult<TranslatedPort> {
    // Local variables must not have the names of used helpers. Only a first pass shows which
    // helpers the module uses.
    let mut clear = BTreeSet::new();
    loop {
        let globals = naming::globals(program, style);
        let mut emitter = Emitter::new(program, style, &globals, &clear);
        emitter.problem.clone_from(&problem);
        let port = emitter.module(wanted)?;
        let clashes: BTreeSet<String> =
            emitter.used.iter().filter(|used| emitter.locals.contains(*used)).cloned().collect();
        if clashes.is_empty() || clashes.is_subset(&clear) {
            return Ok(port);
        }
        clear.extend(clashes);
    }
}

/// The names of the module's own functions, classes and variables.
pub(super) struct ModuleNames {
    /// The name of each class.
    classes: Vec<String>,
    /// The names of each class's methods.
    methods: Vec<Vec<String>>,
    /// The names of fields, by class and Java name.
    fields: BTreeMap<(usize, String), String>,
    /// Whether the module has the members of each class at module level.
    is_flat: Vec<bool>,
}

struct Emitter<'a> {
    program: &'a Program,
    style: TranslationStyle,
    globals: &'a ModuleNames,
    /// The helpers that local variables must not hide.
    clear: &'a BTreeSet<String>,
    /// The helpers and modules that the text uses.
    used: BTreeSet<String>,
    /// The names of all local variables.
    locals: BTreeSet<String>,
    lines: Vec<String>,
    indent: usize,
    // State of the current method.
    class: usize,
    variables: Vec<Variable>,
    names: NameScope,
    ranges: Ranges,
    never_null: BTreeSet<usize>,
    implicit_values: Vec<super::py_expr::PyExpr>,
    jumps: Vec<JumpLevel>,
    globals_written: BTreeSet<String>,
    /// Whether the method is a constructor that returns the instance.
    gives_self: bool,
    /// The captured variables that Python must bind when a function is created.
    early: BTreeSet<usize>,
    /// For local classes: the name of the enclosing instance of each class.
    aliases: BTreeMap<usize, String>,
    aliases_used: BTreeSet<String>,
    /// The texts that replace expressions, by range; only for fragments.
    kept: BTreeMap<Span, String>,
    /// The operations that are written without Java's wraps and checks; only for fragments.
    unchecked: fragment::UncheckedOps,
    integers: fragment::IntegerStyle,
    /// The instance fields that the module omits: no code reads the fields, and their values are
    /// unknown.
    omitted_fields: BTreeSet<(usize, String)>,
    /// The reason why the module has no constructors; `None` if it has them.
    problem: Option<Unsupported>,
}

/// The saved state of a body.
struct SavedBody {
    class: usize,
    variables: Vec<Variable>,
    names: NameScope,
    ranges: Ranges,
    never_null: BTreeSet<usize>,
    jumps: Vec<JumpLevel>,
    globals_written: BTreeSet<String>,
    gives_self: bool,
    implicit_values: Vec<super::py_expr::PyExpr>,
}

impl<'a> Emitter<'a> {
    fn new(
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
            unchecked: fragment::UncheckedOps::default(),
            integers: fragment::IntegerStyle::Helpers,
            omitted_fields: BTreeSet::new(),
            problem: None,
        }
    }

    /// Saves the state of the current body and starts a new body.
    ///
    /// The names of the old body stay reserved.
    fn keep(&mut self) -> SavedBody {
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

    fn restore(&mut self, kept: SavedBody) {
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

    fn is_faithful(&self) -> bool {
        self.style.mode == Mode::Faithful
    }

    fn line(&mut self, text: impl AsRef<str>) {
        let text = text.as_ref();
        self.lines.push(if text.is_empty() { String::new() } else { format!("{}{text}", "    ".repeat(self.indent)) });
    }

    /// Writes indented lines; writes `pass` if there are no lines.
    fn indented(&mut self, inside: impl FnOnce(&mut Self) -> EmitResult<()>) -> EmitResult<()> {
        self.indent += 1;
        let from = self.lines.len();
        let result = inside(self);
        if self.lines[from..].iter().all(|line| line.trim_start().starts_with('#')) {
            self.line("pass");
        }
        self.indent -= 1;
        result
    }

    /// Returns the local name of a support helper, and records its use.
    fn helper(&mut self, name: &str) -> String {
        self.used.insert(name.to_owned());
        if self.hidden(name) { format!("java_{name}") } else { name.to_owned() }
    }

    /// Reports whether the module itself defines this name.
    fn hidden(&self, name: &str) -> bool {
        let globals = &self.globals;
        let functions = globals.methods.iter().zip(&globals.is_flat).filter(|(_, flat)| **flat).flat_map(|(m, _)| m);
        let variables = globals.fields.iter().filter(|((at, _), _)| globals.is_flat[*at]).map(|(_, name)| name);
        globals.classes.iter().chain(functions).chain(variables).any(|n| n == name)
    }

    /// Returns the text, and records the helpers and modules that it names.
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

    fn refuse<T>(&self, place: &Expr, construct: impl Into<String>) -> EmitResult<T> {
        Err(Unsupported { line: place.line, construct: construct.into() })
    }

    /// Returns the import lines of the used helpers and modules.
    fn imports(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let modules = ["enum", "math", "re", "sys"];
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
