//! Writes a typed change as text edits of either language.

use super::ParsedFunction;
use super::change::{ConstantCondition, NeutralStatement, VariantChange};
use mts_lang::ir::{self, Kind};
use mts_lang::{mentions, signature_spans};
use mts_model::{Function, Language, NodeId, Span, TextEdit};

/// Returns the edits of a change as byte offsets in the file.
///
/// The nodes of the change belong to this side's tree. Returns `None` if this side has no place for
/// the change.
#[must_use]
pub fn edits(change: &VariantChange, side: ParsedFunction<'_>) -> Option<Vec<TextEdit>> {
    match change {
        VariantChange::RenameParam { param, name } => {
            let old = &side.function.params.get(*param)?.name;
            let uses = signature_spans::uses(side.file, side.function, old)?;
            Some(uses.into_iter().map(|place| TextEdit::new(place, name.clone())).collect())
        }
        VariantChange::AddParam { name, form } => {
            let mut edits = calls(side)?;
            edits.push(parameter(side, name)?);
            edits.push(first_statement(side, &statement(form, name, side.file.language))?);
            Some(edits)
        }
        VariantChange::Insert(form) => {
            let lines = statement(form, "", side.file.language);
            first_statement(side, &lines).map(|edit| vec![edit])
        }
        VariantChange::ReplaceCondition { node, by } => {
            let node = side.tree.node(*node);
            // In Java the parentheses are part of the statement. In Python they are redundant, so
            // replace them too.
            let place = if side.file.language == Language::Java { node.span } else { node.outer };
            (!place.is_empty()).then(|| vec![TextEdit::new(place, condition(by, side.file.language))])
        }
        VariantChange::RemoveLoop { node } => {
            let nothing = if side.file.language == Language::Java { ";" } else { "pass" };
            Some(vec![TextEdit::new(side.tree.node(*node).span, nothing)])
        }
    }
}

/// Adds a parameter and a first statement that uses the parameter.
///
/// In Java the edits cover only the parameter list and the body. In Python the parameter has a
/// default, and the calls in the file pass the argument by name.
pub(super) fn added(side: ParsedFunction<'_>, name: &str, form: &NeutralStatement) -> Option<Vec<TextEdit>> {
    let statement = first_statement(side, &statement(form, name, side.file.language))?;
    if side.file.language == Language::Java {
        return Some(vec![parameter(side, name)?, statement]);
    }
    let head = signature_spans::head(side.file, side.function)?;
    let declared = format!("{name}=0");
    // No parameter may follow `**rest`.
    let rest = head.params.iter().find(|param| param.slice(&side.file.text).starts_with("**"));
    let own = match (rest, head.params.last()) {
        (Some(rest), _) => TextEdit::insert(rest.start, format!("{declared}, ")),
        (None, Some(last)) => TextEdit::insert(last.end, format!(", {declared}")),
        (None, None) => TextEdit::insert(head.list.end, declared.clone()),
    };
    let mut edits = calls(side).unwrap_or_default();
    edits.iter_mut().for_each(|edit| edit.text = edit.text.replace('0', &declared));
    edits.extend([own, statement]);
    Some(edits)
}

/// Declares one more parameter.
fn parameter(side: ParsedFunction<'_>, name: &str) -> Option<TextEdit> {
    let head = signature_spans::head(side.file, side.function)?;
    let own = if side.file.language == Language::Java { format!("int {name}") } else { name.to_owned() };
    let text = if head.params.is_empty() { own } else { format!(", {own}") };
    let at = head.params.last().map_or(head.list.end, |last| last.end);
    Some(TextEdit::insert(at, text))
}

/// Adds an argument to the calls of the function in its file.
///
/// Returns `None` if a call may reach another function, or if the name has another meaning.
pub(super) fn calls(side: ParsedFunction<'_>) -> Option<Vec<TextEdit>> {
    let (file, function) = (side.file, side.function);
    let named = |other: &&Function| other.name == function.name && other.span != function.span;
    let (arity, mut edits) = (function.params.len(), Vec::new());
    if file.functions.iter().filter(named).any(|other| (arity..=arity + 1).contains(&other.params.len())) {
        return None;
    }
    for other in file.functions.iter().filter(|other| other.parent.is_none()) {
        let own;
        let tree = if other.span == function.span {
            side.tree
        } else if super::names::has_word(other.span.slice(&file.text), &function.name) {
            own = file.lower(other)?;
            &own
        } else {
            continue;
        };
        for id in tree.preorder(tree.root) {
            let Kind::Call { name, has_receiver } = tree.kind(id) else { continue };
            if *name == function.name && tree.children(id).len() - usize::from(*has_receiver) == arity {
                let separator = if arity == 0 { "" } else { ", " };
                edits.push(TextEdit::insert(tree.node(id).span.end.checked_sub(1)?, format!("{separator}0")));
            }
        }
    }
    let overloads = file.functions.iter().filter(named).count();
    // The name may occur only in declarations and calls.
    (mentions(file, &function.name) == 1 + overloads + edits.len()).then_some(edits)
}

/// Inserts lines before the first statement.
fn first_statement(side: ParsedFunction<'_>, lines: &[String]) -> Option<TextEdit> {
    match side.file.language {
        Language::Java => Some(TextEdit::insert(side.function.body.start + 1, format!(" {}", lines.join(" ")))),
        Language::Python => {
            let (text, root) = (&side.file.text, side.tree.node(side.tree.root));
            let first = first_place(side, side.tree.root)?;
            let start = text[..first.start].rfind('\n').map_or(0, |newline| newline + 1);
            let indent = &text[start..first.start];
            if root.form == ir::Form::Unbraced || !indent.chars().all(char::is_whitespace) {
                return None;
            }
            let text: String = lines.iter().map(|line| format!("{line}\n{indent}")).collect();
            Some(TextEdit::insert(first.start, text))
        }
    }
}

/// Returns the span of the first statement.
fn first_place(side: ParsedFunction<'_>, root: NodeId) -> Option<Span> {
    side.tree.children(root).first().map(|first| side.tree.node(*first).span)
}

/// Writes a statement for a parameter with this name, one line in each item.
fn statement(form: &NeutralStatement, param: &str, language: Language) -> Vec<String> {
    let is_java = language == Language::Java;
    let (int, end) = if is_java { ("int ", ";") } else { ("", "") };
    match form {
        NeutralStatement::Subtract(n) => vec![format!("{param} -= {n}{end}")],
        NeutralStatement::Add(n) => vec![format!("{param} += {n}{end}")],
        NeutralStatement::Set(n) => vec![format!("{param} = {n}{end}")],
        NeutralStatement::Product(name, n) => vec![format!("{int}{name} = {param} * {n}{end}")],
        NeutralStatement::Sum(name, n) => vec![format!("{int}{name} = {param} + {n}{end}")],
        NeutralStatement::If(by, name, n) if is_java => {
            vec![format!("if ({}) {{ int {name} = {n}; }}", condition(by, language))]
        }
        NeutralStatement::If(by, name, n) => {
            vec![format!("if {}:", condition(by, language)), format!("    {name} = {n}")]
        }
        NeutralStatement::Count(name, over, n) | NeutralStatement::Total(name, over, n) => {
            let step = if matches!(form, NeutralStatement::Count(..)) { "1" } else { over.as_str() };
            if is_java {
                vec![
                    format!("int {name} = 0;"),
                    format!("for (int {over} = 0; {over} < {n}; {over}++) {{ {name} += {step}; }}"),
                ]
            } else {
                vec![format!("{name} = 0"), format!("for {over} in range({n}):"), format!("    {name} += {step}")]
            }
        }
    }
}

fn condition(condition: &ConstantCondition, language: Language) -> String {
    let is_java = language == Language::Java;
    let divided = if is_java { "/" } else { "//" };
    match condition {
        ConstantCondition::Constant(truth) if is_java => truth.to_string(),
        ConstantCondition::Constant(truth) => if *truth { "True" } else { "False" }.to_owned(),
        ConstantCondition::Same(a, b) => format!("{a} == {b}"),
        ConstantCondition::Quotient([a, b, c, d, e]) => format!("{a} {divided} {b} + {c} == {d} * {e}"),
        ConstantCondition::Decimal([a, b, c, d, e]) => format!("{a}.{b} / {c} == {d}.{e}"),
        ConstantCondition::Product([a, b, c]) => format!("{a} * {b} == {c}"),
        ConstantCondition::Texts(a, b, is_same) => format!("\"{a}\" {} \"{b}\"", if *is_same { "==" } else { "!=" }),
    }
}
