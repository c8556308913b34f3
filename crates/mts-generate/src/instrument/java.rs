//! Writes mutant schemata: all copies of a method in one compilation unit.
//!
//! A dispatcher method has the method's own name, so that recursive calls and calls from other code reach the active
//! copy. The copies of a constructor are branches of one constructor.

use super::{insert_counters, shift};
use mts_lang::SourceFile;
use mts_lang::java::ticks::{self, Declaration};
use mts_lang::ticks::Tick;
use mts_model::compilation_unit::{Isolation, JavaEntry, JavaUnit, SourceSegment};
use mts_model::error::Result;
use mts_model::injected_names::java_package;
use mts_model::{Function, Requirement, Span, TextEdit, span};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

/// The error message if the tool cannot insert the tick counters.
const NO_COUNTERS: &str = "cargo mts cannot insert the tick counters into the Java code";

/// Largest number of copies in one unit.
///
/// If a function has several units, each unit repeats the original; the repeated original does not count. Class
/// files and the compiler's memory have limits.
const MOST_COPIES: usize = 250;
/// Largest number of bytes of source text of all copies in one unit.
const MOST_BYTES: usize = 1 << 20;
/// Largest size of all copies of a constructor in one unit.
///
/// The size is in bytes of source text. All copies are in one constructor, whose bytecode has a limit of 64 KiB.
const MOST_BYTES_OF_CONSTRUCTOR: usize = 32 << 10;

/// The data that a unit needs in addition to its texts.
#[derive(Clone, Debug)]
pub struct JavaContext {
    /// The description of how the worker calls the function.
    pub entry: JavaEntry,
    /// The rule that decides when a copy gets newly loaded classes.
    pub isolation: Isolation,
    /// Folders of the project's own sources.
    pub sourcepath: Vec<PathBuf>,
    /// Folders of the project's own compiled classes.
    pub classes: Vec<PathBuf>,
    /// Jars and class folders of libraries.
    pub classpath: Vec<PathBuf>,
    /// Compiler options for the language level.
    pub level: Vec<String>,
    /// The failed build of the project; the tool then uses only the sources.
    pub failed_build: Option<Requirement>,
}

impl JavaContext {
    /// Returns the context of a single file.
    ///
    /// The JDK compiles the file at the language level of the JDK.
    #[must_use]
    pub fn from_entry(entry: JavaEntry, has_static_state: bool) -> Self {
        let isolation = if has_static_state { Isolation::IfChanged } else { Isolation::Never };
        let (sourcepath, classes, classpath, level) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { entry, isolation, sourcepath, classes, classpath, level, failed_build: None }
    }
}

/// Builds the units of a function's copies.
///
/// The function makes as few units as the limits allow. Copy 0 is the original, without edits.
/// Some copies of a constructor change the call of another constructor. These copies have their
/// own unit, in which the compiler compiles each copy separately.
///
/// # Errors
///
/// Returns an error if an edit lies outside the parameter list and the body, or does not fit the
/// text.
pub fn units(
    file: &SourceFile,
    function: &Function,
    context: &JavaContext,
    copies: &[(u32, Vec<TextEdit>)],
) -> Result<Vec<JavaUnit>, String> {
    units_with_args(file, function, context, copies, &BTreeMap::new())
}

/// Builds the units like [`units`], for copies that may add parameters.
///
/// `added_args` maps the number of a copy to the extra argument expressions.
///
/// # Errors
///
/// Returns an error in the same cases as [`units`].
pub fn units_with_args(
    file: &SourceFile,
    function: &Function,
    context: &JavaContext,
    copies: &[(u32, Vec<TextEdit>)],
    added_args: &BTreeMap<u32, Vec<String>>,
) -> Result<Vec<JavaUnit>, String> {
    let body = InstrumentedFunction::new(file, function);
    let declaration = ticks::declaration(file, function);
    let most_bytes = if declaration.is_some() { MOST_BYTES } else { MOST_BYTES_OF_CONSTRUCTOR };
    // Each unit needs the original, because the original may construct the receivers of the
    // mutants.
    let original = copies.iter().find(|(copy, _)| *copy == 0);
    let mut units = Vec::new();
    let mut rest = copies;
    while !rest.is_empty() {
        let mut taken = Vec::new();
        let mut bytes = 0;
        for (copy, edits) in rest.iter().take(MOST_COPIES) {
            let text = body.copy(edits)?;
            bytes += text.len();
            if bytes > most_bytes && !taken.is_empty() {
                break;
            }
            taken.push((*copy, text));
        }
        rest = &rest[taken.len()..];
        if let Some((copy, edits)) = original.filter(|_| !units.is_empty()) {
            taken.insert(0, (*copy, body.copy(edits)?));
        }
        match &declaration {
            Some(declaration) => {
                let segments = schemata(&body, declaration, taken, added_args);
                units.push(unit(&body, context, segments, false));
            }
            None => {
                let (branches, others) = constructor_copies(&body, taken);
                units.extend((!branches.is_empty()).then(|| unit(&body, context, branches, false)));
                units.extend((!others.is_empty()).then(|| unit(&body, context, others, true)));
            }
        }
    }
    Ok(units)
}

/// Builds the unit of one copy that is a complete file.
///
/// # Errors
///
/// Returns an error if the tool cannot insert the tick counters.
pub fn whole_file_unit(file: &SourceFile, context: &JavaContext, package: &str, copy: u32) -> Result<JavaUnit, String> {
    let text = insert_counters(&file.text, &ticks::ticks(file), &[], ticks::ticks_of).ok_or(NO_COUNTERS)?;
    Ok(JavaUnit {
        path: path(file, package, context),
        segments: vec![SourceSegment::Copy { copy, text }],
        entry: context.entry.clone(),
        isolation: context.isolation,
        compile_separately: false,
        reverse_unspecified_order: false,
        sourcepath: context.sourcepath.clone(),
        classes: context.classes.clone(),
        classpath: context.classpath.clone(),
        level: context.level.clone(),
    })
}

/// Builds a unit with additional static methods in the function's class.
///
/// Each method has a number and its own counters. A compile error affects only the methods of one number.
///
/// # Errors
///
/// Returns an error if the tool cannot insert the tick counters.
pub fn helper_unit(
    file: &SourceFile,
    function: &Function,
    context: &JavaContext,
    methods: &[(u32, String)],
) -> Result<JavaUnit, String> {
    let body = InstrumentedFunction::new(file, function);
    let (before, after) = body.around();
    let mut segments = vec![SourceSegment::Shared(format!("{before}{}\n", body.copy(&[])?))];
    for (copy, text) in methods {
        let method = format!("{OPEN}{text}{CLOSE}");
        let found = ticks::ticks_of(&method).map_err(|error| error.to_string())?;
        let instrumented = insert_counters(&method, &found, &[], ticks::ticks_of).ok_or(NO_COUNTERS)?;
        let text = instrumented.get(OPEN.len()..instrumented.len() - CLOSE.len()).ok_or(NO_COUNTERS)?;
        segments.push(SourceSegment::Copy { copy: *copy, text: format!("{text}\n") });
    }
    segments.push(SourceSegment::Shared(after));
    Ok(JavaUnit {
        path: path(file, &function.package, context),
        segments,
        entry: context.entry.clone(),
        isolation: context.isolation,
        compile_separately: false,
        reverse_unspecified_order: false,
        sourcepath: context.sourcepath.clone(),
        classes: context.classes.clone(),
        classpath: context.classpath.clone(),
        level: context.level.clone(),
    })
}

/// Returns the path of the unit's file for the compiler.
///
/// The file of a program may have another name than the class of the program.
fn path(file: &SourceFile, package: &str, context: &JavaContext) -> String {
    let entry = &context.entry;
    let outermost = entry.class.rsplit('.').next().and_then(|class| class.split('$').next());
    let own = outermost.filter(|_| entry.signature.is_program()).map(|class| format!("{class}.java"));
    let name = own.as_deref().unwrap_or_else(|| file.path.rsplit('/').next().unwrap_or(&file.path));
    if package.is_empty() { name.to_owned() } else { format!("{}/{name}", package.replace('.', "/")) }
}

fn unit(
    body: &InstrumentedFunction<'_>,
    context: &JavaContext,
    segments: Vec<SourceSegment>,
    compile_separately: bool,
) -> JavaUnit {
    let (before, after) = body.around();
    let segments = [vec![SourceSegment::Shared(before)], segments, vec![SourceSegment::Shared(after)]].concat();
    JavaUnit {
        path: path(body.file, &body.function.package, context),
        segments,
        entry: context.entry.clone(),
        isolation: context.isolation,
        compile_separately,
        reverse_unspecified_order: false,
        sourcepath: context.sourcepath.clone(),
        classes: context.classes.clone(),
        classpath: context.classpath.clone(),
        level: context.level.clone(),
    }
}

/// Writes the copies of a constructor.
///
/// The first result has the copies that are branches in one constructor. The second result has the copies that
/// cannot be branches. Java requires that a call of another constructor comes first, so all branches share this
/// call. A copy that changes this call cannot be a branch. Only one branch runs, so each branch may assign a final
/// field.
fn constructor_copies(
    body: &InstrumentedFunction<'_>,
    copies: Vec<(u32, String)>,
) -> (Vec<SourceSegment>, Vec<SourceSegment>) {
    let (text, function) = (&body.file.text, body.function);
    let start = ticks::constructor_start(body.file, function);
    let Some(head) = start.and_then(|start| text.get(function.span.start..start)) else {
        return (Vec::new(), copies.into_iter().map(|(copy, text)| SourceSegment::Copy { copy, text }).collect());
    };
    let active = format!("{}.Ticks.copy()", java_package());
    let mut branches =
        vec![SourceSegment::Shared(format!("{head} if ({active} < 0) {{ throw new IllegalStateException(); }}"))];
    let (mut others, mut original) = (Vec::new(), None);
    for (copy, declared) in copies {
        match declared.strip_prefix(head).and_then(|rest| rest.trim_end().strip_suffix('}')) {
            Some(statements) => {
                let text = format!("\nelse if ({active} == {copy}) {{{statements}}}");
                branches.push(SourceSegment::Copy { copy, text });
                original = original.or((copy == 0).then_some(declared));
            }
            None => others.push(SourceSegment::Copy { copy, text: declared }),
        }
    }
    branches
        .push(SourceSegment::Shared("\nelse { throw new IllegalStateException(\"no such copy\"); } }\n".to_owned()));
    if !others.is_empty() {
        others.splice(0..0, original.map(|text| SourceSegment::Copy { copy: 0, text }));
    }
    let has_branches = branches.iter().any(|segment| matches!(segment, SourceSegment::Copy { .. }));
    (if has_branches { branches } else { Vec::new() }, others)
}

/// Writes the dispatcher and the copies of the method.
fn schemata(
    body: &InstrumentedFunction<'_>,
    declaration: &Declaration,
    copies: Vec<(u32, String)>,
    added_args: &BTreeMap<u32, Vec<String>>,
) -> Vec<SourceSegment> {
    let (text, span, header) = (&body.file.text, body.function.span, body.header());
    let name = declaration.name.slice(text);
    let mut segments =
        vec![SourceSegment::Shared(format!("{}{{ switch ({}.Ticks.copy()) {{", header.slice(text), java_package()))];
    for (copy, _) in &copies {
        let more = added_args.get(copy).into_iter().flatten();
        let all: Vec<&str> = declaration.params.iter().chain(more).map(String::as_str).collect();
        let call = format!("{name}__mts{copy}({});", all.join(", "));
        let text = match declaration.is_void {
            true => format!("\ncase {copy}: {call} return;"),
            false => format!("\ncase {copy}: return {call}"),
        };
        segments.push(SourceSegment::Copy { copy: *copy, text });
    }
    segments
        .push(SourceSegment::Shared("\ndefault: throw new IllegalStateException(\"no such copy\"); } }\n".to_owned()));
    for (copy, declared) in copies {
        let mut own: Vec<TextEdit> =
            declaration.annotations.iter().map(|a| TextEdit::new(shift(*a, span.start), "")).collect();
        own.push(TextEdit::new(shift(declaration.name, span.start), format!("{name}__mts{copy}")));
        // All edits are after the name, so positions up to the end of the name are the same in the
        // copy.
        let until = declaration.name.end - span.start;
        let mut text = span::apply(&declared[..until], &own).unwrap_or_default();
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}", &declared[until..]);
        segments.push(SourceSegment::Copy { copy, text });
    }
    segments
}

/// Text before a declaration, because a declaration alone is not a compilation unit.
const OPEN: &str = "class A { ";
/// Text after a declaration.
const CLOSE: &str = " }";

/// A function in its file, with counters inside and outside of the function.
struct InstrumentedFunction<'a> {
    file: &'a SourceFile,
    function: &'a Function,
    /// The span between the parentheses of the parameter list; empty without a list.
    list: Span,
    /// The text of a class that contains only the function.
    wrapped: String,
    /// Counters inside the function, by positions in `wrapped`.
    inside: Vec<Tick>,
    outside: Vec<Tick>,
}

impl<'a> InstrumentedFunction<'a> {
    fn new(file: &'a SourceFile, function: &'a Function) -> Self {
        let all = ticks::ticks(file).into_iter();
        let (inside, outside): (Vec<Tick>, Vec<Tick>) = all.partition(|tick| function.span.contains(tick.covers));
        let moved = |edit: TextEdit| TextEdit::new(wrapped(edit.span, function), edit.text);
        let inside = inside.into_iter().map(|tick| Tick {
            covers: wrapped(tick.covers, function),
            edits: tick.edits.into_iter().map(moved).collect(),
        });
        let inside = inside.collect();
        let list = mts_lang::signature_spans::head(file, function).map_or(Span::new(0, 0), |head| head.list);
        Self {
            file,
            function,
            list,
            wrapped: format!("{OPEN}{}{CLOSE}", function.span.slice(&file.text)),
            inside,
            outside,
        }
    }

    /// Returns the span from the first modifier to the opening brace of the body.
    fn header(&self) -> Span {
        Span::new(self.function.span.start, self.function.body.start)
    }

    /// Returns the text before and after the function, with counters.
    ///
    /// The text has no functions with a syntax error, because one syntax error stops the
    /// compilation of the whole file.
    fn around(&self) -> (String, String) {
        let (text, span) = (&self.file.text, self.function.span);
        let broken = self.broken();
        let part = |range: Span| {
            let kept = |edit: &&TextEdit| !broken.iter().any(|gone| gone.contains(edit.span));
            let ticks = self.outside.iter().flat_map(|tick| &tick.edits).filter(kept).cloned();
            let all = ticks.chain(broken.iter().map(|gone| TextEdit::new(*gone, "")));
            let own = all.filter(|edit| range.contains(edit.span));
            let own: Vec<TextEdit> = own.map(|e| TextEdit::new(shift(e.span, range.start), e.text)).collect();
            span::apply(range.slice(text), &own).unwrap_or_default()
        };
        (part(Span::new(0, span.start)), part(Span::new(span.end, text.len())))
    }

    /// Returns the spans of the outermost other functions with a syntax error.
    fn broken(&self) -> Vec<Span> {
        let is_disjoint = |f: &Span| !f.contains(self.function.span) && !self.function.span.contains(*f);
        let all: Vec<Span> =
            self.file.functions.iter().filter(|f| f.broken.is_some()).map(|f| f.span).filter(is_disjoint).collect();
        all.iter().filter(|f| !all.iter().any(|other| other != *f && other.contains(**f))).copied().collect()
    }

    /// Returns the declaration of the function with these edits and with tick counters.
    fn copy(&self, edits: &[TextEdit]) -> Result<String, String> {
        let body = self.function.body;
        if let Some(out) = edits.iter().find(|edit| !body.contains(edit.span) && !self.list.contains(edit.span)) {
            return Err(format!("the edit at byte {} is outside the function's parameters and body", out.span.start));
        }
        let moved = |edit: &TextEdit| TextEdit::new(wrapped(edit.span, self.function), edit.text.clone());
        let edits: Vec<TextEdit> = edits.iter().map(moved).collect();
        let instrumented = insert_counters(&self.wrapped, &self.inside, &edits, ticks::ticks_of)
            .ok_or("the edits do not fit the text")?;
        let declaration =
            instrumented.get(OPEN.len()..instrumented.len() - CLOSE.len()).ok_or("the edits do not fit the text")?;
        Ok(declaration.to_owned())
    }
}

/// Maps a range of the file to the wrapped text.
fn wrapped(range: Span, function: &Function) -> Span {
    let at = |place: usize| place - function.span.start + OPEN.len();
    Span::new(at(range.start), at(range.end))
}
