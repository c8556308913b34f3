//! Ignore comments: `// mts: ignore[AOIS, ROR] reason` and `// mts: ignore reason`.
//!
//! In Python the comments start with `#`. A comment on its own line applies to the next statement or function. A
//! comment after code applies to the code of its line. A comment in a function's header, or after its opening brace,
//! applies to the function.

use super::operators_named;
use mts_lang::SourceFile;
use mts_lang::comments::{Comment, comments, directive, owner};
use mts_lang::ir::{Kind, Tree};
use mts_model::{Function, Language, Mutant, Operator, Span, TextEdit};

/// The code to which a comment applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IgnoreScope {
    /// The whole function.
    Function,
    /// A statement and all code in the statement.
    Statement(Span),
    /// One line.
    Line(u32),
    /// No code, because no statement follows.
    Nothing,
}

/// An ignore comment of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IgnoreComment {
    /// The line in the file, counted from 1.
    pub line: u32,
    /// The text `mts: ignore[...]`, without the reason.
    pub text: String,
    /// The operators in the brackets; all operators if the comment has no brackets.
    pub operators: Vec<Operator>,
    /// The code to which the comment applies.
    pub scope: IgnoreScope,
}

/// The ignore comments of a function: the valid comments and the errors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IgnoreComments {
    /// The valid comments.
    pub found: Vec<IgnoreComment>,
    /// The errors of the invalid comments: line and message.
    pub wrong: Vec<(u32, String)>,
}

/// Reports whether a file may have ignore comments.
///
/// The function is fast, because it only searches two words in the text.
#[must_use]
pub fn may_have(file: &SourceFile) -> bool {
    file.text.contains("ignore") && file.text.contains("mts:")
}

/// Returns the ignore comments of a function; `tree` is the function's common IR.
#[must_use]
pub fn ignores(file: &SourceFile, function: &Function, tree: &Tree) -> IgnoreComments {
    let mut out = IgnoreComments::default();
    if !may_have(file) {
        return out;
    }
    for comment in comments(file) {
        if owner(file, &comment).is_none_or(|own| own.span != function.span) {
            continue;
        }
        for (line, directive) in directives(&file.text, &comment) {
            let scope = scope(file, function, tree, &comment);
            out.wrong.extend(directive.wrong.into_iter().map(|what| (line, what)));
            if !directive.operators.is_empty() {
                out.found.push(IgnoreComment { line, text: directive.text, operators: directive.operators, scope });
            }
        }
    }
    out
}

/// Returns ignore comments outside all functions: line and text.
#[must_use]
pub fn outside_functions(file: &SourceFile) -> Vec<(u32, String)> {
    if !may_have(file) {
        return Vec::new();
    }
    let outside = comments(file).into_iter().filter(|comment| owner(file, comment).is_none());
    outside.flat_map(|c| directives(&file.text, &c)).map(|(line, directive)| (line, directive.text)).collect()
}

impl IgnoreComment {
    /// Reports whether the comment, in the Java file, suppresses a mutant.
    ///
    /// The node that the mutant edits must be in the scope of the comment.
    #[must_use]
    pub fn hides(&self, mutant: &Mutant, tree: &Tree) -> bool {
        self.operators.contains(&mutant.operator)
            && match self.scope {
                IgnoreScope::Function => true,
                IgnoreScope::Statement(span) => span.contains(place(mutant, tree)),
                IgnoreScope::Line(line) => line == mutant.line,
                IgnoreScope::Nothing => false,
            }
    }

    /// Reports whether the comment, in the Python file `text`, suppresses a mutant.
    ///
    /// All edits of the mutant's counterpart must be in the scope of the comment.
    #[must_use]
    pub fn hides_counterpart(&self, operator: Operator, edits: &[&TextEdit], text: &str) -> bool {
        self.operators.contains(&operator)
            && !edits.is_empty()
            && edits.iter().all(|edit| match self.scope {
                IgnoreScope::Function => true,
                IgnoreScope::Statement(span) => span.contains(edit.span),
                IgnoreScope::Line(line) => line == edit.span.line(text),
                IgnoreScope::Nothing => false,
            })
    }
}

/// Returns the span of a mutant's change.
///
/// For a class-level mutant, this is the span around all edits. Otherwise it is the span of the changed node.
#[must_use]
pub fn place(mutant: &Mutant, tree: &Tree) -> Span {
    let edits = || mutant.edits.iter().map(|edit| edit.span);
    match (edits().map(|span| span.start).min(), edits().map(|span| span.end).max()) {
        (Some(start), Some(end)) if mutant.operator.is_class_level() => Span::new(start, end),
        _ => tree.node(mutant.change.node()).span,
    }
}

fn scope(file: &SourceFile, function: &Function, tree: &Tree, comment: &Comment) -> IgnoreScope {
    if comment.next == function.span.start {
        return IgnoreScope::Function;
    }
    if comment.is_on_own_line {
        let column = |at: usize| at - file.text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let is_level = file.language == Language::Java || column(comment.next) == column(comment.span.start);
        // A block and its first statement have the same start. Choose the statement.
        let at = tree.preorder(tree.root).into_iter().find(|id| {
            let kind = tree.kind(*id);
            kind.is_statement() && *kind != Kind::Block && tree.node(*id).span.start == comment.next
        });
        if let Some(statement) = at.filter(|_| is_level) {
            return IgnoreScope::Statement(tree.node(statement).span);
        }
    }
    let is_header = comment.span.start < function.body.start;
    let opening = file.text.get(function.body.start..comment.span.start).unwrap_or("");
    let is_at_brace = file.language == Language::Java && opening.trim() == "{" && !opening.contains('\n');
    match comment.is_on_own_line {
        _ if is_header || is_at_brace => IgnoreScope::Function,
        true => IgnoreScope::Nothing,
        false => IgnoreScope::Line(comment.line),
    }
}

/// The parsed content of one comment line.
struct Directive {
    text: String,
    /// The operators; empty if the comment is invalid.
    operators: Vec<Operator>,
    wrong: Vec<String>,
}

fn directives(text: &str, comment: &Comment) -> Vec<(u32, Directive)> {
    let lines = (comment.line..).zip(comment.span.slice(text).lines());
    lines.filter_map(|(line, text)| Some((line, ignore_directive(text)?))).collect()
}

/// Parses the ignore comment of a line; `None` if the line has no ignore comment.
fn ignore_directive(line: &str) -> Option<Directive> {
    let rest = directive(line, "ignore")?;
    let shown = |rest: &str| format!("mts: ignore{rest}");
    let refused = |text: String, what: &str| {
        let wrong = format!("`{text}` has no effect: {what}; write `mts: ignore[AOIS, ROR] reason`");
        Some(Directive { text, operators: Vec::new(), wrong: vec![wrong] })
    };
    if let Some(inside) = rest.strip_prefix('[') {
        let Some((names, _)) = inside.split_once(']') else {
            return refused(shown(rest), "`]` is missing");
        };
        let text = shown(&format!("[{names}]"));
        let names: Vec<&str> = names.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
        if names.is_empty() {
            return refused(text, "the brackets contain no operator");
        }
        let unknown = names.iter().filter(|name| operators_named(name).is_empty());
        let help = "write a name such as `ROR`, or a glob such as `AO*`";
        let wrong = unknown.map(|name| format!("`{text}`: `{name}` is not an operator; {help}")).collect();
        let mut operators: Vec<Operator> = names.iter().flat_map(|name| operators_named(name)).collect();
        operators.sort_unstable();
        operators.dedup();
        return Some(Directive { text, operators, wrong });
    }
    if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
        let word = rest.split_whitespace().next().unwrap_or(rest);
        return refused(shown(word), "cargo mts knows no such comment");
    }
    // Reject `ignore AOIS`: without brackets, it would ignore all operators with the reason `AOIS`.
    let first = rest.split([' ', '\t', ',']).find(|word| !word.is_empty()).unwrap_or("");
    if first.parse::<Operator>().is_ok() {
        return refused(shown(&format!(" {first}")), "the operators are not in brackets");
    }
    let all = Operator::ALL.iter().chain(Operator::CLASS).copied().collect();
    Some(Directive { text: shown(""), operators: all, wrong: Vec::new() })
}

#[cfg(test)]
#[path = "comments_tests.rs"]
mod tests;
