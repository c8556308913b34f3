//! Merges two functions of a port as [`super::merge`] merges two Java methods.
//!
//! The merged function replaces the first function and keeps its name. Old calls stay valid.

use super::merge::MergeLayout;
use super::{ParsedFunction, names};
use mts_lang::python::scopes;
use mts_lang::signature_spans;
use mts_model::{Language, Span, TextEdit, span};

/// Words whose effect concerns a whole function.
///
/// Two merged bodies would share the effect.
const OF_A_FUNCTION: [&str; 5] = ["yield", "await", "nonlocal", "global", "__class__"];

/// Returns the edits that merge two functions of one Python file.
///
/// The merged function has the condition and the order of branches of the merged Java method. The
/// parameters of the first function always come first.
///
/// # Errors
///
/// Returns an error with the reason if the functions cannot be merged.
pub(super) fn edits(
    first: ParsedFunction<'_>,
    second: ParsedFunction<'_>,
    laid: &MergeLayout,
) -> Result<Vec<TextEdit>, &'static str> {
    let text = &first.file.text;
    if names::has_word(text, &laid.flag) {
        return Err("the port already uses the name of the added parameter");
    }
    let (own, other) = (
        scopes::Names::from_function(first.file, first.function),
        scopes::Names::from_function(second.file, second.function),
    );
    let (Some(own), Some(other)) = (own, other) else { return Err("cargo mts cannot analyse a function of the port") };
    if own.clashes(&other) {
        return Err("a variable of one function has the name of a global of the other function");
    }
    let mut parts = Vec::new();
    let mut elsewhere = Vec::new();
    for (side, mark) in [(first, "_f1"), (second, "_f2")] {
        let part = MarkedFunction::from_function(side, mark)
            .ok_or("cargo mts cannot move the body of a function of the port under an `if`")?;
        if mark == "_f1" {
            elsewhere.extend(part.elsewhere.iter().cloned());
        }
        parts.push(part);
    }
    let [one, two] = [&parts[0], &parts[1]];
    let others = two.names.iter().map(|name| format!("{name}=None"));
    let params: Vec<String> = one.params.iter().cloned().chain(others).chain([format!("{}=True", laid.flag)]).collect();
    let (r, other) = laid.dressing;
    let dressed = other.map_or(format!("and {r} == {r}"), |other| format!("or {r} == {other}"));
    let (test, then, rest) =
        if laid.is_negated { (format!("not {}", laid.flag), two, one) } else { (laid.flag.clone(), one, two) };
    let indent = &one.indent;
    let inner = format!("{indent}    ");
    let body =
        |part: &MarkedFunction| part.lines.iter().map(|line| indented(line, &inner)).collect::<Vec<_>>().join("\n");
    let whole = format!("if {test} {dressed}:\n{}\n{indent}else:\n{}", body(then), body(rest));
    let mut edits = elsewhere;
    edits.push(TextEdit::new(one.list, params.join(", ")));
    edits.push(TextEdit::new(one.body, whole));
    Ok(edits)
}

fn indented(line: &str, indent: &str) -> String {
    if line.trim().is_empty() { String::new() } else { format!("{indent}{line}") }
}

/// A function with a suffix on the name of each parameter.
struct MarkedFunction {
    /// The span of the parameters.
    list: Span,
    /// The span from the first statement to the end of the function.
    body: Span,
    /// The indentation of the statements.
    indent: String,
    /// The declarations of the parameters, with the new names.
    params: Vec<String>,
    /// The new names of the parameters.
    names: Vec<String>,
    /// The lines of the body without the indentation.
    lines: Vec<String>,
    /// Edits of keyword arguments in calls elsewhere in the file.
    elsewhere: Vec<TextEdit>,
}

impl MarkedFunction {
    fn from_function(side: ParsedFunction<'_>, mark: &str) -> Option<Self> {
        let (file, function) = (side.file, side.function);
        let text = &file.text;
        let head = signature_spans::head(file, function).filter(|_| file.language == Language::Python)?;
        let first = side.tree.children(side.tree.root).first().map(|first| side.tree.node(*first).span)?;
        let body = Span::new(first.start, function.body.end);
        let start = text[..first.start].rfind('\n').map_or(0, |newline| newline + 1);
        let indent = &text[start..first.start];
        let is_plain = |word: &str| names::has_word(body.slice(text), word);
        if indent.is_empty()
            || !indent.chars().all(char::is_whitespace)
            || OF_A_FUNCTION.iter().any(|word| is_plain(word))
            || ["\"\"\"", "\'\'\'", "\\\n"].iter().any(|mark| body.slice(text).contains(mark))
        {
            return None;
        }
        let (mut names, mut edits) = (Vec::new(), Vec::new());
        for param in &function.params {
            let name = format!("{}{mark}", param.name);
            if names::has_word(text, &name) {
                return None;
            }
            let places = scopes::places_of(file, function, &param.name)?;
            edits.extend(places.into_iter().map(|place| TextEdit::new(place, name.clone())));
            names.push(name);
        }
        let part = |range: Span| {
            let inside = edits.iter().filter(|edit| range.contains(edit.span));
            let moved = |edit: &TextEdit| {
                TextEdit::new(Span::new(edit.span.start - range.start, edit.span.end - range.start), edit.text.clone())
            };
            span::apply(range.slice(text), &inside.map(moved).collect::<Vec<_>>())
        };
        let params = head.params.iter().map(|param| part(*param)).collect::<Option<Vec<_>>>()?;
        if params.len() != function.params.len() || params.iter().any(|param| param.starts_with(['*', '/'])) {
            return None;
        }
        let whole = part(body)?;
        let mut lines = whole.lines();
        let mut own = vec![lines.next()?.to_owned()];
        for line in lines {
            own.push(if line.trim().is_empty() { String::new() } else { line.strip_prefix(indent)?.to_owned() });
        }
        let is_elsewhere = |edit: &&TextEdit| !head.list.contains(edit.span) && !body.contains(edit.span);
        let elsewhere = edits.iter().filter(is_elsewhere).cloned().collect();
        Some(Self { list: head.list, body, indent: indent.to_owned(), params, names, lines: own, elsewhere })
    }
}
