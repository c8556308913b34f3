//! Translates a fragment of a method, with the names of the Python code around it.
//!
//! The fragment is an expression, or the statements in a range. The caller chooses the fragment, and inserts the
//! translation.

use super::super::library::KNOWN;
use super::super::names::NameScope;
use super::super::ranges::Ranges;
use super::super::support::{HELPERS, SUPPORT};
use super::super::{Mode, TranslationStyle};
use super::{Emitter, ModuleNames};
use crate::transpiler::emit::jump_level::JumpLevel;
use crate::transpiler::py_expr::Precedence;
use mts_lang::SourceFile;
use mts_lang::java::typed_ast::{self, Expr, ExprKind, Method, Program, Stmt, StmtKind, Target};
use mts_model::{Function, JavaType, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

pub use super::fragment_options::{IntegerStyle, UncheckedOps};

/// A fragment to translate, and facts about the code around it.
#[derive(Clone, Copy)]
pub struct FragmentRequest<'a> {
    /// The Java file.
    pub file: &'a SourceFile,
    /// The method that contains the fragment.
    pub function: &'a Function,
    /// The range of the fragment in the file.
    pub region: Span,
    /// Whether the fragment consists of statements.
    pub is_statement: bool,
    /// The Python names of Java variables in the code around the fragment.
    pub names: &'a BTreeMap<String, String>,
    /// The Python texts that replace expressions of the fragment, by range in the file.
    pub kept: &'a BTreeMap<Span, String>,
    /// The operations and indexes without Java's wraps and checks in the translation.
    pub unchecked: &'a UncheckedOps,
    /// The names that new variables of the translation must not have.
    pub taken: &'a BTreeSet<String>,
    /// The Python name of the method, for recursive calls.
    pub own_name: &'a str,
    /// Whether the translation may use `continue` for the loop around the fragment.
    pub may_continue: bool,
    /// The form of Java's integer arithmetic in the translation.
    pub integers: IntegerStyle,
}

/// The translation of a fragment.
#[derive(Clone, Debug, PartialEq)]
pub struct FragmentTranslation {
    /// The lines, without the indentation of the code around the fragment. An expression is one line that needs no
    /// parentheses.
    pub lines: Vec<String>,
    /// The support functions and Python modules that the translation uses.
    pub uses: BTreeSet<String>,
    /// The Python names that the translation assigns.
    pub written: BTreeSet<String>,
    /// The Java type of an expression; `void` for statements.
    pub ty: JavaType,
}

/// The typed tree of a Java file, from which the module translates many fragments.
pub struct TypedFile(Program);

impl TypedFile {
    /// Returns the typed tree of a file. `None` if the file has a construct that the transpiler does not know.
    #[must_use]
    pub fn new(file: &SourceFile) -> Option<Self> {
        typed_ast::program(file, &KNOWN.library).ok().map(Self)
    }
}

/// Translates a fragment with Java's meaning.
///
/// `None` if the range has no expression or statements, or if the fragment has an unknown construct, needs members of
/// its class, or jumps out of the range.
#[must_use]
pub fn fragment(TypedFile(program): &TypedFile, piece: FragmentRequest<'_>) -> Option<FragmentTranslation> {
    let places = program
        .classes
        .iter()
        .enumerate()
        .flat_map(|(class, c)| c.methods.iter().enumerate().map(move |(at, method)| ((class, at), method)));
    let (place, method) = { places }.find(|(_, method)| method.span == piece.function.span)?;
    let body = method.body.as_ref().ok()?;
    if piece.is_statement {
        let found = statements(body, piece.region, None)?;
        let run = || found.list.iter();
        let inside: BTreeSet<Target> = run().flat_map(targets).collect();
        let loose = |s: &Stmt| match s.kind {
            StmtKind::Break(to) => !inside.contains(&to) && found.holder != Some(to),
            StmtKind::Continue(to) => !(inside.contains(&to) || piece.may_continue && found.holder == Some(to)),
            _ => false,
        };
        let foreign = |e: &Expr| is_foreign(e, place, program);
        if run().any(|s| s.has_stmt(&loose) || s.has_expr(&foreign)) {
            return None;
        }
        let mut written = BTreeSet::new();
        run().for_each(|s| assigned(s, &mut written));
        return emit(piece, program, place, method, &written, |own| {
            own.jumps.extend(found.holder.map(|target| JumpLevel::new(target, piece.may_continue)));
            own.statements(found.list).ok()?;
            Some(JavaType::Void)
        });
    }
    let found = body.iter().find_map(|s| expression(s, piece.region))?;
    let text = &piece.file.text;
    if trim_parentheses(text, found.span) != trim_parentheses(text, piece.region)
        || found.has_expr(&|e| is_foreign(e, place, program))
    {
        return None;
    }
    let mut written = BTreeSet::new();
    stores(found, &mut written);
    emit(piece, program, place, method, &written, |own| {
        let text = own.expression(found).ok()?.at(Precedence::Atom);
        // Some expressions need statements before them. The translation of an expression has no place for such
        // statements.
        own.lines.is_empty().then(|| own.lines.push(text)).map(|()| found.ty.clone())
    })
}

/// Returns the definitions of support functions, and of all functions that these need.
///
/// The definitions have the same order as in the support module.
#[must_use]
pub fn definitions(uses: &BTreeSet<String>) -> Vec<&'static SupportDefinition> {
    static BLOCKS: LazyLock<Vec<SupportDefinition>> = LazyLock::new(blocks);
    // Return early, because most fragments need no definitions.
    if uses.is_empty() {
        return Vec::new();
    }
    let mut wanted: BTreeSet<&str> = uses.iter().map(String::as_str).collect();
    let mut taken = vec![false; BLOCKS.len()];
    let is_next = |at: &usize, taken: &[bool], wanted: &BTreeSet<&str>| {
        !taken[*at] && BLOCKS[*at].names.iter().any(|name| wanted.contains(name))
    };
    while let Some(next) = (0..BLOCKS.len()).find(|at| is_next(at, &taken, &wanted)) {
        taken[next] = true;
        wanted.extend(BLOCKS[next].lines.iter().flat_map(|line| line.split(is_no_name)));
    }
    BLOCKS.iter().zip(taken).filter(|(_, taken)| *taken).map(|(block, _)| block).collect()
}

/// Reports whether a Python line is blank, a comment or a docstring.
fn is_remark(line: &str) -> bool {
    let own = line.trim();
    own.is_empty() || own.starts_with('#') || own.len() > 5 && own.starts_with("\"\"\"") && own.ends_with("\"\"\"")
}

/// The support functions that wrap an integer to a number of bits. Each function has one statement.
const WRAPAROUNDS: [&str; 4] = ["i8", "i16", "i32", "i64"];

/// A definition of the support module, and the names that it defines.
#[derive(Debug)]
pub struct SupportDefinition {
    /// The lines of the definition, without comments and docstrings.
    pub lines: Vec<&'static str>,
    names: Vec<&'static str>,
}

impl SupportDefinition {
    /// Reports whether the definition is a function that wraps integers.
    #[must_use]
    pub fn is_wraparound(&self) -> bool {
        self.names.iter().any(|name| WRAPAROUNDS.contains(name))
    }
}

fn is_no_name(c: char) -> bool {
    !c.is_alphanumeric() && c != '_'
}

fn blocks() -> Vec<SupportDefinition> {
    let mut blocks: Vec<Vec<&'static str>> = Vec::new();
    let lines = SUPPORT.lines().skip_while(|line| !line.starts_with("import"));
    for line in lines.filter(|line| !is_remark(line)) {
        let is_head = line.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '@');
        let is_decorated = blocks.last().is_some_and(|b| b.len() == 1 && b[0].starts_with('@'));
        match blocks.last_mut() {
            Some(last) if !is_head || is_decorated => last.push(line),
            _ => blocks.push(vec![line]),
        }
    }
    let names = |block: &[&'static str]| -> Vec<&'static str> {
        let line = block.iter().find(|line| !line.starts_with('@')).copied().unwrap_or("");
        let words = line.split(is_no_name).filter(|w| !w.is_empty());
        match line.split(' ').next() {
            Some("import") => words.skip(1).collect(),
            Some("from") => words.skip(3).collect(),
            Some("def" | "class") => words.skip(1).take(1).collect(),
            _ => words.take(1).collect(),
        }
    };
    blocks.into_iter().map(|lines| SupportDefinition { names: names(&lines), lines }).collect()
}

fn emit(
    piece: FragmentRequest<'_>,
    program: &Program,
    place: (usize, usize),
    method: &Method,
    written: &BTreeSet<usize>,
    write: impl FnOnce(&mut Emitter<'_>) -> Option<JavaType>,
) -> Option<FragmentTranslation> {
    let style = TranslationStyle { mode: Mode::Faithful, keeps_names: false };
    let mut methods: Vec<Vec<String>> = program.classes.iter().map(|c| vec![String::new(); c.methods.len()]).collect();
    methods[place.0][place.1] = piece.own_name.to_owned();
    let globals = ModuleNames {
        classes: vec![String::new(); program.classes.len()],
        methods,
        fields: BTreeMap::new(),
        is_flat: vec![true; program.classes.len()],
    };
    let clear = BTreeSet::new();
    let mut emitter = Emitter::new(program, style, &globals, &clear);
    emitter.class = place.0;
    emitter.variables = method.variables.clone();
    let helpers = HELPERS.iter().map(|h| (*h).to_owned());
    emitter.names = NameScope::with_assigned(piece.names, piece.taken.iter().cloned().chain(helpers));
    emitter.kept = piece.kept.clone();
    emitter.unchecked = piece.unchecked.clone();
    emitter.integers = piece.integers;
    emitter.ranges = Ranges::analyze(method);
    emitter.never_null = super::expressions::nulls::never_null_locals(method);
    let ty = write(&mut emitter)?;
    let written = written.iter().map(|variable| emitter.local(*variable)).collect();
    (!emitter.lines.is_empty()).then_some(FragmentTranslation { lines: emitter.lines, uses: emitter.used, written, ty })
}

/// Returns a range without the white space and parentheses at its ends.
fn trim_parentheses(text: &str, region: Span) -> Span {
    let own = region.slice(text);
    let from = own.find(|c: char| !c.is_whitespace() && c != '(').unwrap_or(0);
    let upto = own.rfind(|c: char| !c.is_whitespace() && !matches!(c, ')' | ';')).map_or(0, |at| at + 1);
    Span::new(region.start + from, region.start + upto)
}

/// Adjacent statements, and the loop or switch that a `break` in them may leave.
struct StatementRun<'s> {
    list: &'s [Stmt],
    holder: Option<Target>,
}

/// Returns the adjacent statements whose text is inside a range.
fn statements(list: &[Stmt], region: Span, holder: Option<Target>) -> Option<StatementRun<'_>> {
    let inside = |s: &Stmt| extent(s).is_some_and(|own| region.contains(own));
    if let Some(from) = list.iter().position(inside) {
        let upto = list.iter().rposition(inside)?;
        return Some(StatementRun { list: &list[from..=upto], holder });
    }
    list.iter().find_map(|s| match &s.kind {
        StmtKind::If { then, other, .. } => {
            statements(then, region, holder).or_else(|| statements(other, region, holder))
        }
        StmtKind::While { target, body, .. }
        | StmtKind::DoWhile { target, body, .. }
        | StmtKind::For { target, body, .. }
        | StmtKind::ForEach { target, body, .. } => statements(body, region, Some(*target)),
        StmtKind::Switch { cases, .. } => cases.iter().find_map(|case| statements(&case.body, region, None)),
        StmtKind::Try { body, catches, last, .. } => statements(body, region, None)
            .or_else(|| catches.iter().find_map(|c| statements(&c.body, region, None)))
            .or_else(|| statements(last, region, None)),
        StmtKind::Block(body) | StmtKind::Labelled { body, .. } => statements(body, region, holder),
        _ => None,
    })
}

/// Returns the range from the first to the last expression of a statement.
fn extent(statement: &Stmt) -> Option<Span> {
    let (expressions, below) = statement.parts();
    let spans = expressions.into_iter().map(|e| e.span).chain(below.into_iter().filter_map(extent));
    spans.filter(|span| !span.is_empty()).reduce(|a, b| Span::new(a.start.min(b.start), a.end.max(b.end)))
}

/// Returns the outermost expression whose text is inside a range.
fn expression(statement: &Stmt, region: Span) -> Option<&Expr> {
    fn within(e: &Expr, region: Span) -> Option<&Expr> {
        let fits = !e.span.is_empty() && region.contains(e.span) && !matches!(e.kind, ExprKind::Implicit);
        if fits { Some(e) } else { e.parts().into_iter().find_map(|part| within(part, region)) }
    }
    let (expressions, below) = statement.parts();
    let found = expressions.into_iter().find_map(|e| within(e, region));
    found.or_else(|| below.into_iter().find_map(|s| expression(s, region)))
}

/// Returns the identifiers of the loops and switches in a statement.
fn targets(statement: &Stmt) -> Vec<Target> {
    let own = match &statement.kind {
        StmtKind::While { target, .. }
        | StmtKind::DoWhile { target, .. }
        | StmtKind::For { target, .. }
        | StmtKind::ForEach { target, .. }
        | StmtKind::Labelled { target, .. }
        | StmtKind::Switch { target, .. } => Some(*target),
        _ => None,
    };
    own.into_iter().chain(statement.parts().1.into_iter().flat_map(targets)).collect()
}

/// Reports whether an expression uses a method, field, constructor or `this` of the file's classes.
///
/// `place` is the method with the fragment. A call of this method does not count if the method is static.
fn is_foreign(e: &Expr, place: (usize, usize), program: &Program) -> bool {
    match &e.kind {
        ExprKind::Call { class, method, .. } => {
            (*class, *method) != place || !program.classes[*class].methods[*method].is_static
        }
        ExprKind::This | ExprKind::Field { .. } | ExprKind::Static { .. } | ExprKind::New { .. } => true,
        _ => false,
    }
}

fn assigned(statement: &Stmt, into: &mut BTreeSet<usize>) {
    match &statement.kind {
        StmtKind::Declare { variable, value: Some(_) } | StmtKind::ForEach { variable, .. } => {
            into.insert(*variable);
        }
        _ => {}
    }
    let (expressions, below) = statement.parts();
    expressions.into_iter().for_each(|e| stores(e, into));
    below.into_iter().for_each(|s| assigned(s, into));
}

fn stores(e: &Expr, into: &mut BTreeSet<usize>) {
    if let ExprKind::Assign(target, _) | ExprKind::Update { target, .. } = &e.kind
        && let ExprKind::Local(variable) = target.kind
    {
        into.insert(variable);
    }
    e.parts().into_iter().for_each(|part| stores(part, into));
}
