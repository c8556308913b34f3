//! Writes a change as text edits of the user's file.
//!
//! The edits are as small as possible. In profile `Default`, the edits add parentheses where precedence requires
//! them. In both profiles, a space separates tokens that would otherwise merge, such as `-` and `-x`.

use super::context::Context;
use mts_lang::ir::{Form, Kind};
use mts_model::{Change, IncrementForm, JavaType, NodeId, Span, TextEdit};

/// Binding strength of conditional, unary, postfix and primary expressions. Higher numbers bind
/// more strongly.
const CONDITIONAL: u8 = 2;
const UNARY: u8 = 13;
const POSTFIX: u8 = 14;
const PRIMARY: u8 = 15;

/// Returns the edits that make the change. The edits do not overlap.
pub(super) fn edits(context: &Context<'_>, change: &Change) -> Vec<TextEdit> {
    let node = |id: NodeId| context.tree.node(id);
    let mut edits = match change {
        Change::ReplaceOperator { node: id, op } => {
            let mut edits = around(context, *id, strength_of(*op));
            for child in context.tree.children(*id) {
                let at = node(*child);
                let is_needed = needs(*op, context.position(*child), strength(context, *child));
                if at.outer == at.span && is_needed {
                    edits.push(TextEdit::insert(at.span.start, "("));
                    edits.push(TextEdit::insert(at.span.end, ")"));
                } else if context.is_mujava() && at.outer != at.span && !is_needed {
                    edits.extend(remove_parentheses(context, *child));
                }
            }
            edits.push(TextEdit::new(node(*id).op, op.java()));
            edits
        }
        Change::ReplaceByBoolean { node: id, value } => vec![TextEdit::new(node(*id).span, value.to_string())],
        Change::InsertUnary { node: id, op } => {
            let own = node(*id);
            if strength(context, *id) >= UNARY {
                guarded(context, *id, vec![TextEdit::insert(own.span.start, op.java())], UNARY)
            } else if own.outer != own.span {
                vec![TextEdit::insert(own.outer.start, op.java())]
            } else {
                vec![TextEdit::insert(own.span.start, format!("{}(", op.java())), TextEdit::insert(own.span.end, ")")]
            }
        }
        Change::InsertIncrement { node: id, form } => {
            let span = node(*id).span;
            let at = if form.is_prefix() { span.start } else { span.end };
            let strength = if form.is_prefix() { UNARY } else { POSTFIX };
            guarded(context, *id, vec![TextEdit::insert(at, sign(*form))], strength)
        }
        Change::ReplaceIncrement { node: id, form } => replaced_increment(context, *id, *form),
        Change::DeleteUnary { node: id } | Change::DeleteIncrement { node: id } => {
            context.tree.child(*id, 0).map_or_else(Vec::new, |kept| kept_only(context, *id, kept))
        }
        Change::KeepOperand { node: id, left } => {
            let kept = context.tree.child(*id, usize::from(!left));
            kept.map_or_else(Vec::new, |kept| kept_only(context, *id, kept))
        }
        Change::ReplaceAssignOperator { node: id, op } => {
            let text = op.map_or("=".to_owned(), |op| format!("{}=", op.java()));
            vec![TextEdit::new(node(*id).op, text)]
        }
        Change::DeleteExpression { node: id } => match context.parent(*id) {
            Some(statement) if !context.is_mujava() && *context.kind(statement) == Kind::ExprStmt => {
                vec![deleted_statement(context, statement)]
            }
            _ => vec![TextEdit::new(removed_span(context, *id), "")],
        },
        Change::DeleteStatement { node: id } => vec![deleted_statement(context, *id)],
        Change::DeleteCondition { node: id, init_lost } => {
            let (inits, condition, _) = header(context, *id);
            let inits = inits.filter(|_| *init_lost);
            inits.into_iter().chain(condition).map(|span| TextEdit::new(span, "")).collect()
        }
        Change::DeleteUpdate { node: id, init_lost } => {
            let (inits, _, updates) = header(context, *id);
            let inits = inits.filter(|_| *init_lost);
            inits.into_iter().chain(updates).map(|span| TextEdit::new(span, "")).collect()
        }
        Change::ReturnLiteral { node: id, literal } => {
            let value = context.tree.child(*id, 0);
            value.map(|value| TextEdit::new(node(value).outer, literal)).into_iter().collect()
        }
        Change::DeleteCatch { node: id, statement } => {
            vec![deleted_statement(context, *statement), TextEdit::new(node(*id).span, "")]
        }
        Change::DeleteCase { node: id } => vec![TextEdit::new(node(*id).span, "")],
        Change::EndlessForEach { node: id } => {
            let body = context.tree.children(*id).last().map_or(node(*id).span.end, |body| node(*body).span.start);
            vec![TextEdit::new(Span::new(node(*id).span.start, body), "for (;;) ")]
        }
        // Another module makes the edits.
        Change::Opaque { .. } => Vec::new(),
    };
    edits.retain(|edit| !(edit.span.is_empty() && edit.text.is_empty()));
    for edit in &mut edits {
        separate(context.text, edit);
    }
    edits
}

/// Returns the result of the edits as a key: equal keys mean equal texts.
///
/// The key holds the first and the last position where the texts differ, and the new text between them. Returns
/// `None` if the text does not change.
pub(super) fn text_change(context: &Context<'_>, edits: &[TextEdit]) -> Option<(usize, usize, String)> {
    let text = context.text.as_bytes();
    let enclosing_span = enclosing_span(edits);
    let middle = applied(context.text, enclosing_span, edits);
    let rest = text.get(enclosing_span.end..)?;
    let old = text.get(enclosing_span.start..)?;
    let (old_len, new_len) = (old.len(), middle.len() + rest.len());
    let new = |at: usize| middle.as_bytes().get(at).or_else(|| rest.get(at - middle.len())).copied();
    let shortest = old_len.min(new_len);
    let head = (0..shortest).take_while(|at| Some(old[*at]) == new(*at)).count();
    if head == old_len && head == new_len {
        return None;
    }
    // After the last edit, the two texts are equal.
    let known = rest.len().min(shortest - head);
    let more = (known..shortest - head).take_while(|at| Some(old[old_len - 1 - at]) == new(new_len - 1 - at)).count();
    let tail = known + more;
    let kept: Vec<u8> = (head..new_len - tail).filter_map(new).collect();
    Some((
        enclosing_span.start + head,
        enclosing_span.start + old_len - tail,
        String::from_utf8_lossy(&kept).into_owned(),
    ))
}

/// Returns the smallest span around all edits.
pub(super) fn enclosing_span(edits: &[TextEdit]) -> Span {
    let start = edits.iter().map(|edit| edit.span.start).min().unwrap_or(0);
    let end = edits.iter().map(|edit| edit.span.end).max().unwrap_or(start);
    Span::new(start, end)
}

/// Returns the text of `region` after the edits. All edits are inside `region`.
pub(super) fn applied(text: &str, region: Span, edits: &[TextEdit]) -> String {
    let moved: Vec<TextEdit> = edits
        .iter()
        .map(|edit| {
            let span = Span::new(edit.span.start - region.start, edit.span.end - region.start);
            TextEdit::new(span, edit.text.as_str())
        })
        .collect();
    mts_model::span::apply(region.slice(text), &moved).unwrap_or_default()
}

/// Returns the binding strength of a node without the parentheses around the node.
fn strength(context: &Context<'_>, id: NodeId) -> u8 {
    match context.kind(id) {
        Kind::Binary(op) => strength_of(*op),
        Kind::Assign | Kind::AugAssign(_) | Kind::Lambda | Kind::SwitchExpr => 1,
        Kind::Conditional => CONDITIONAL,
        Kind::InstanceOf(_) => 9,
        Kind::Unary(_) | Kind::Cast(_) => UNARY,
        Kind::Increment(form) => {
            if form.is_prefix() {
                UNARY
            } else {
                POSTFIX
            }
        }
        _ => PRIMARY,
    }
}

fn strength_of(op: mts_model::BinaryOp) -> u8 {
    use mts_model::BinaryOp::{
        Add, And, BitAnd, BitOr, BitXor, Div, Eq, Ge, Gt, Le, Lt, Mul, Ne, Or, Rem, Shl, Shr, Sub, Ushr,
    };
    match op {
        Or => 3,
        And => 4,
        BitOr => 5,
        BitXor => 6,
        BitAnd => 7,
        Eq | Ne => 8,
        Lt | Le | Gt | Ge => 9,
        Shl | Shr | Ushr => 10,
        Add | Sub => 11,
        Mul | Div | Rem => 12,
    }
}

/// Reports whether an operand of this strength needs parentheses below the operator.
///
/// A right operand also needs parentheses at equal strength.
fn needs(op: mts_model::BinaryOp, position: usize, strength: u8) -> bool {
    if position == 0 { strength < strength_of(op) } else { strength <= strength_of(op) }
}

/// Reports whether an expression of this strength needs parentheses at the place of the node.
fn needs_here(context: &Context<'_>, id: NodeId, strength: u8) -> bool {
    let Some(parent) = context.parent(id) else { return false };
    let position = context.position(id);
    match context.kind(parent) {
        Kind::Binary(op) => needs(*op, position, strength),
        Kind::Unary(_) => strength < UNARY,
        // Java parses `(Integer) -x` as a subtraction, so the operand needs parentheses.
        Kind::Cast(ty) => strength < UNARY || (strength == UNARY && !matches!(ty, JavaType::Primitive(_))),
        Kind::Conditional => match position {
            0 => strength <= CONDITIONAL,
            1 => false,
            _ => strength < CONDITIONAL,
        },
        Kind::InstanceOf(_) => strength < 9,
        Kind::Attribute(_) => strength < PRIMARY,
        Kind::Index | Kind::Length => position == 0 && strength < PRIMARY,
        Kind::Call { has_receiver: true, .. } => position == 0 && strength < PRIMARY,
        _ => false,
    }
}

/// Returns the edits of the parentheses around a node with a new strength.
///
/// Profile `Default` adds parentheses if the node needs them with its new strength. Profile `MuJava` removes the
/// parentheses around the node, and around the expressions that contain the node, if the original text did not need
/// them (docs/mutants/mujava.md, section 0).
fn around(context: &Context<'_>, id: NodeId, strength_now: u8) -> Vec<TextEdit> {
    if context.is_mujava() {
        return std::iter::once(id)
            .chain(above(context, id))
            .flat_map(|at| remove_redundant_parentheses(context, at))
            .collect();
    }
    guarded(context, id, Vec::new(), strength_now)
}

/// Returns the expressions around the node, nearest first.
fn above<'a>(context: &'a Context<'_>, id: NodeId) -> impl Iterator<Item = NodeId> + 'a {
    context.tree.ancestors(id).take_while(|at| !context.kind(*at).is_statement())
}

/// Returns the edits that remove redundant parentheses around a node.
///
/// muJava prints only parentheses that precedence requires.
fn remove_redundant_parentheses(context: &Context<'_>, id: NodeId) -> Vec<TextEdit> {
    let own = context.tree.node(id);
    if own.outer == own.span || needs_here(context, id, strength(context, id)) {
        return Vec::new();
    }
    remove_parentheses(context, id).into()
}

/// Returns the edits that remove the parentheses around a node.
fn remove_parentheses(context: &Context<'_>, id: NodeId) -> [TextEdit; 2] {
    let own = context.tree.node(id);
    [
        TextEdit::new(Span::new(own.outer.start, own.span.start), " "),
        TextEdit::new(Span::new(own.span.end, own.outer.end), " "),
    ]
}

/// Returns the edits of a node, with parentheses if the new expression needs them.
///
/// `strength_now` is the binding strength of the new expression. Profile `MuJava` adds no parentheses.
fn guarded(context: &Context<'_>, id: NodeId, edits: Vec<TextEdit>, strength_now: u8) -> Vec<TextEdit> {
    let own = context.tree.node(id);
    if context.is_mujava() || own.outer != own.span || !needs_here(context, id, strength_now) {
        return edits;
    }
    let mut all = vec![TextEdit::insert(own.span.start, "(")];
    all.extend(edits);
    all.push(TextEdit::insert(own.span.end, ")"));
    merged(all)
}

/// Merges adjacent insertions at one place into one edit, in order.
fn merged(edits: Vec<TextEdit>) -> Vec<TextEdit> {
    let mut out: Vec<TextEdit> = Vec::new();
    for edit in edits {
        match out.last_mut() {
            Some(last) if last.span == edit.span && edit.span.is_empty() => last.text.push_str(&edit.text),
            _ => out.push(edit),
        }
    }
    out
}

/// Replaces the node by one of its children.
///
/// Profile `MuJava` removes the parentheses around the child, and redundant parentheses around the node.
fn kept_only(context: &Context<'_>, id: NodeId, kept: NodeId) -> Vec<TextEdit> {
    let (own, child) = (context.tree.node(id), context.tree.node(kept));
    let kept = if context.is_mujava() { child.span } else { child.outer };
    let mut edits = vec![
        TextEdit::new(Span::new(own.span.start, kept.start), ""),
        TextEdit::new(Span::new(kept.end, own.span.end), ""),
    ];
    edits.retain(|edit| !edit.span.is_empty());
    if context.is_mujava() {
        edits.extend(
            std::iter::once(id).chain(above(context, id)).flat_map(|at| remove_redundant_parentheses(context, at)),
        );
    }
    edits
}

fn sign(form: IncrementForm) -> &'static str {
    if form.delta() > 0 { "++" } else { "--" }
}

fn replaced_increment(context: &Context<'_>, id: NodeId, form: IncrementForm) -> Vec<TextEdit> {
    let own = context.tree.node(id);
    let was_prefix = own.op.start == own.span.start;
    if was_prefix == form.is_prefix() {
        return vec![TextEdit::new(own.op, sign(form))];
    }
    let Some(target) = context.tree.child(id, 0) else { return Vec::new() };
    let target = context.tree.node(target).outer;
    if form.is_prefix() {
        vec![TextEdit::insert(own.span.start, sign(form)), TextEdit::new(Span::new(target.end, own.span.end), "")]
    } else {
        vec![TextEdit::new(Span::new(own.span.start, target.start), ""), TextEdit::insert(own.span.end, sign(form))]
    }
}

/// Returns the span to remove for a unary or increment node.
///
/// In the initialisers or updates of a `for`, the span includes one adjacent comma, except in profile `MuJava`.
fn removed_span(context: &Context<'_>, id: NodeId) -> Span {
    let own = context.tree.node(id).outer;
    let Some(parent) = context.parent(id).filter(|_| !context.is_mujava()) else { return own };
    let Kind::For { inits, has_condition, updates } = context.kind(parent) else { return own };
    let (at, first) = (context.position(id), *inits + usize::from(*has_condition));
    let (from, to) = if at >= first { (first, first + *updates) } else { (0, *inits) };
    let outer = |at: usize| context.tree.child(parent, at).map_or(own, |id| context.tree.node(id).outer);
    if at + 1 < to {
        Span::new(own.start, outer(at + 1).start)
    } else if at > from {
        Span::new(outer(at - 1).end, own.end)
    } else {
        own
    }
}

/// Replaces a statement by an empty statement, because Java may require a statement there.
///
/// In `case ... ->` the empty statement must be a block.
fn deleted_statement(context: &Context<'_>, id: NodeId) -> TextEdit {
    let is_rule = context.parent(id).is_some_and(|block| {
        context.tree.node(block).form == Form::Unbraced
            && context.parent(block).is_some_and(|case| matches!(context.kind(case), Kind::Case { .. }))
    });
    TextEdit::new(context.tree.node(id).span, if is_rule { "{}" } else { ";" })
}

/// Returns the spans of a `for` header: initialisers, condition, updates.
fn header(context: &Context<'_>, id: NodeId) -> (Option<Span>, Option<Span>, Option<Span>) {
    let Kind::For { inits, has_condition, updates } = context.kind(id) else { return (None, None, None) };
    let children = context.tree.children(id);
    let stretch = |from: usize, to: usize| -> Option<Span> {
        let part = children.get(from..to)?;
        let outer = |id: &NodeId| context.tree.node(*id).outer;
        Some(Span::new(part.first().map(outer)?.start, part.last().map(outer)?.end))
    };
    let first_update = inits + usize::from(*has_condition);
    (stretch(0, *inits), stretch(*inits, first_update), stretch(first_update, first_update + updates))
}

/// Inserts a space if the edit would merge two tokens.
fn separate(text: &str, edit: &mut TextEdit) {
    let before = text.get(..edit.span.start).and_then(|t| t.chars().next_back());
    let after = text.get(edit.span.end..).and_then(|t| t.chars().next());
    if edit.text.is_empty() {
        if let (Some(a), Some(b)) = (before, after)
            && is_one_token(a, b)
        {
            edit.text.push(' ');
        }
        return;
    }
    if let (Some(a), Some(b)) = (before, edit.text.chars().next())
        && is_one_token(a, b)
    {
        edit.text.insert(0, ' ');
    }
    if let (Some(a), Some(b)) = (edit.text.chars().next_back(), after)
        && is_one_token(a, b)
    {
        edit.text.push(' ');
    }
}

/// Reports whether two adjacent characters belong to one token of Java or Python.
fn is_one_token(a: char, b: char) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    (is_word(a) && is_word(b)) || matches!((a, b), ('+', '+') | ('-', '-') | ('/', '/' | '*') | ('&', '&') | ('|', '|'))
}
