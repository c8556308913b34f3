//! Extracts fragments as functions in Java and Python, and path conditions as Java predicates.

pub mod call_recording;
mod recorded_site;
pub mod state_recording;

use super::conditions::assumptions::Assumption;
use super::{ContextVariable, Fragment, FragmentKind};
use mts_lang::ir::{Kind, Tree};
use mts_model::{Function, JavaType, Span};
use std::borrow::Cow;
use std::fmt::Write as _;

/// Returns the name of the extracted Java method.
#[must_use]
pub fn java_name(at: u32) -> String {
    format!("mtsFragment{at}")
}

/// Returns the name of the Java method that tests the path conditions.
#[must_use]
pub fn guard_name(at: u32) -> String {
    format!("mtsGuard{at}")
}

/// Returns the name of the Java method that tests an assume comment.
#[must_use]
pub fn assumption_name(at: u32) -> String {
    format!("mtsAssumed{at}")
}

/// Returns the name of the extracted Python function.
#[must_use]
pub fn python_name(at: u32) -> String {
    format!("_mts_fragment_{at}_")
}

/// Returns the return type of the extracted Java method.
fn return_type(fragment: &Fragment) -> String {
    match (fragment.kind, &fragment.ty) {
        (FragmentKind::Block, _) => "Object[]".to_owned(),
        (_, JavaType::Unknown) => "Object".to_owned(),
        (_, ty) => ty.to_string(),
    }
}

fn params<'v>(variables: impl Iterator<Item = &'v ContextVariable>) -> String {
    variables.map(|v| format!("{} {}", v.ty, v.name)).collect::<Vec<_>>().join(", ")
}

/// Writes the fragment as a static Java method.
///
/// The parameters are all variables of a context, including the variables of the path conditions.
#[must_use]
pub fn java(fragment: &Fragment, at: u32, source: &str) -> String {
    let body = fragment.span.slice(source);
    let head = format!(
        "static {} {}({}) throws Throwable",
        return_type(fragment),
        java_name(at),
        params(fragment.variables())
    );
    match fragment.kind {
        FragmentKind::Expression => format!("{head} {{ return {body}; }}"),
        FragmentKind::Ending => format!("{head} {{ {body}\n}}"),
        FragmentKind::Block => {
            let outs = fragment.live_outs.iter().map(|out| out.name.as_str()).collect::<Vec<_>>().join(", ");
            format!("{head} {{ {body}\nreturn new Object[] {{ {outs} }}; }}")
        }
    }
}

/// A Java file in which a method with only the fragment replaces the function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IsolatedFragment {
    /// The file.
    pub text: String,
    /// The name of the method, which takes the fragment's free variables.
    pub name: String,
}

/// Writes the fragment as the only code of its method, for a translator.
///
/// The method returns one live-out variable directly, and several in an array. Returns `None` if
/// the fragment calls a function with the same name as its own function.
#[must_use]
pub fn isolated(fragment: &Fragment, function: &Function, tree: &Tree, source: &str) -> Option<IsolatedFragment> {
    let body = fragment.span.slice(source);
    if fragment.nodes.iter().flat_map(|node| tree.preorder(*node)).any(|id| may_be_call_of(function, tree.kind(id))) {
        return None;
    }
    let name = (0..).map(|n: u32| format!("piece{n}")).find(|name| !source.contains(name.as_str()))?;
    let (ty, body) = match (fragment.kind, fragment.live_outs.as_slice()) {
        (FragmentKind::Expression, _) => (return_type(fragment), format!("return {body};")),
        (FragmentKind::Ending, _) => (return_type(fragment), body.to_owned()),
        (FragmentKind::Block, []) => ("void".to_owned(), body.to_owned()),
        (FragmentKind::Block, [out]) => (out.ty.to_string(), format!("{body}\n        return {};", out.name)),
        (FragmentKind::Block, outs) => {
            let outs = outs.iter().map(|out| out.name.as_str()).collect::<Vec<_>>().join(", ");
            (return_type(fragment), format!("{body}\n        return new Object[] {{ {outs} }};"))
        }
    };
    let form = format!("static {ty} {name}({}) {{\n        {body}\n    }}", params(fragment.free.iter()));
    let text = format!("{}{form}{}", &source[..function.span.start], &source[function.span.end..]);
    Some(IsolatedFragment { text, name })
}

/// Reports whether a call may reach the function itself or an overload of it.
fn may_be_call_of(function: &Function, kind: &Kind) -> bool {
    matches!(kind, Kind::Call { name, has_receiver: false } if *name == function.name)
}

/// Writes the predicate of the path conditions, outermost condition first.
///
/// Returns `None` if the fragment has no path condition.
#[must_use]
pub fn guard(fragment: &Fragment, at: u32) -> Option<String> {
    let all = fragment.guards.iter().rev().cloned().collect::<Vec<_>>().join(" && ");
    (!all.is_empty()).then(|| predicate(fragment, &guard_name(at), &all))
}

/// Writes the predicate of one assume comment.
#[must_use]
pub fn assumption(fragment: &Fragment, assumption: &Assumption, number: u32) -> String {
    predicate(fragment, &assumption_name(number), assumption.condition())
}

fn predicate(fragment: &Fragment, name: &str, condition: &str) -> String {
    let head = format!("static boolean {name}({}) throws Throwable", params(fragment.variables()));
    format!("{head} {{ return {condition}; }}")
}

/// The code of the port that corresponds to a fragment.
#[derive(Clone, Debug, PartialEq)]
pub struct FragmentCounterpart {
    /// The text range in the Python file.
    pub span: Span,
    /// True if the code consists of statements.
    pub is_block: bool,
    /// The Python name of each context variable; `None` if the port has no such variable.
    pub names: Vec<Option<String>>,
    /// The Python name of each live-out variable.
    pub live_outs: Vec<String>,
    /// The share of common tokens, 0 to 1.
    pub similarity: f64,
    /// True if the port states the opposite of the fragment's condition.
    ///
    /// The counterpart is then the negation of the code.
    pub is_negated: bool,
}

impl FragmentCounterpart {
    /// Returns the code of the counterpart.
    #[must_use]
    pub fn text<'s>(&self, source: &'s str) -> Cow<'s, str> {
        let own = self.span.slice(source);
        if self.is_negated { Cow::Owned(format!("not ({own})")) } else { Cow::Borrowed(own) }
    }
}

/// Writes the counterpart as a Python function of the fragment's context.
///
/// Returns `None` for statements that do not begin their line, contain triple quotes, or mix tabs with
/// an indentation of spaces.
#[must_use]
pub fn python(fragment: &Fragment, part: &FragmentCounterpart, at: u32, source: &str) -> Option<String> {
    let own = (0..)
        .zip(&part.names)
        .map(|(nth, name): (usize, _)| name.clone().unwrap_or_else(|| format!("_mts_unused_{nth}_")));
    let head = format!("def {}({}):", python_name(at), own.collect::<Vec<_>>().join(", "));
    if !part.is_block {
        let text = part.text(source);
        // Parentheses allow an expression of several lines.
        let value = if fragment.is_condition { format!("bool({text})") } else { format!("({text})") };
        return Some(format!("{head}\n    return {value}\n"));
    }
    let mut out = format!("{head}\n");
    for line in dedented(part.span.slice(source), source, part.span.start)? {
        // Writing to a string does not fail.
        let _ = writeln!(out, "    {line}");
    }
    if fragment.kind == FragmentKind::Block {
        let _ = writeln!(out, "    return [{}]", part.live_outs.join(", "));
    }
    Some(out)
}

/// Returns the lines of statements without the indentation of their block.
fn dedented(text: &str, source: &str, start: usize) -> Option<Vec<String>> {
    let indent = indentation(source, start)?;
    if text.contains("\"\"\"") || text.contains("'''") || text.contains('\t') && indent.contains(' ') {
        return None;
    }
    let mut lines = text.lines();
    let first = lines.next()?.to_owned();
    let rest = lines.map(|line| match line.strip_prefix(indent) {
        Some(own) => own.to_owned(),
        None => line.trim_start().to_owned(),
    });
    Some(std::iter::once(first).chain(rest).collect())
}

/// Returns the white space before a statement that begins its line.
fn indentation(source: &str, start: usize) -> Option<&str> {
    let line = source[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let before = &source[line..start];
    before.chars().all(char::is_whitespace).then_some(before)
}
