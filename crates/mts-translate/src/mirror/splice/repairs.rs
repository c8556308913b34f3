//! Makes repairs: changes of the port that give one place Java's meaning.
//!
//! The engine runs the port with each repair to find the cause of a difference.

use super::reuse_port::{self, ReusedTexts};
use super::site::{SpliceSite, Widening};
use super::splicer::Splicer;
use crate::PairSource;
use crate::mirror::edits::desugar_range::indentation;
use crate::mirror::edits::edit_builder::EditBuilder;
use crate::transpiler::{self, FragmentTranslation, IntegerStyle, UncheckedOps};
use mts_lang::ir::{Form, Kind, Literal, Tree};
use mts_model::span::apply;
use mts_model::{Cause, NodeId, Span, TextEdit, UnaryOp};
use std::collections::BTreeSet;

/// A change of the port that gives one place Java's meaning.
#[derive(Clone, Debug, PartialEq)]
pub struct Repair {
    /// The edits of the Python file.
    pub edits: Vec<TextEdit>,
    /// The range of the Java code. The range is empty if the repair removes a statement of the port.
    pub java: Span,
    /// The range of the port's code that the repair replaces. The range is empty if the repair adds a statement.
    pub python: Span,
    /// The cause of a difference that the repair removes.
    pub cause: Cause,
    /// Whether the repair inserts definitions of helper functions. A maintainer would not make such a change.
    pub has_helpers: bool,
}

/// The part of a place that gets Java's meaning.
#[derive(Clone, Copy, PartialEq)]
enum Depth {
    /// Only the operation itself. The operands keep the port's text.
    Operation,
    /// The structure of the code. The operations keep Python's meaning.
    Structure,
    /// All of the code.
    Everything,
}

impl Depth {
    const ALL: [Self; 3] = [Self::Operation, Self::Structure, Self::Everything];
}

/// Returns the repairs of a pair: those without helpers first, then by size.
#[must_use]
pub fn repairs(source: &PairSource<'_>) -> Vec<Repair> {
    let alignment = source.alignment();
    Splicer::new(source, alignment).repairs()
}

impl Splicer<'_> {
    fn repairs(&self) -> Vec<Repair> {
        let java = self.source.java_tree;
        let mut all: Vec<Repair> = Vec::new();
        let mut add = |repair: Option<Repair>| {
            if let Some(repair) = repair
                && !all.iter().any(|known| known.edits == repair.edits)
            {
                all.push(repair);
            }
        };
        for j in java.preorder(java.root) {
            let gaps = [Widening::Nothing, Widening::Itself, Widening::Before]
                .into_iter()
                .filter_map(|with| self.gap(j, with));
            for place in self.counterpart(j).into_iter().chain(gaps) {
                for depth in Depth::ALL {
                    for integers in [IntegerStyle::Unbounded, IntegerStyle::Inline] {
                        add(self.replacement(&place, depth, integers));
                    }
                }
            }
            add(self.loop_header(j));
            if *java.kind(j) == Kind::Block {
                self.list_repairs(j).into_iter().for_each(|repair| add(Some(repair)));
            }
        }
        let size = |repair: &Repair| repair.edits.iter().map(|edit| edit.span.len() + edit.text.len()).sum::<usize>();
        all.sort_by_key(|repair| (repair.has_helpers, size(repair), repair.python.start));
        all
    }

    /// Replaces the port's code at a place by the translation of the Java code.
    fn replacement(&self, place: &SpliceSite, depth: Depth, integers: IntegerStyle) -> Option<Repair> {
        let (java, port) = (self.source.java_tree, &self.alignment.port);
        let (j, p) = (*place.java.first()?, *place.port.first()?);
        if depth == Depth::Operation && (place.is_statement || java.children(j).is_empty()) {
            return None;
        }
        if integers == IntegerStyle::Inline && self.is_part_of_sum(j) {
            return None;
        }
        let kept = if depth == Depth::Operation { self.operand_texts(place) } else { ReusedTexts::new() };
        let unchecked = match depth {
            Depth::Operation => self.operations_below(java.children(j)),
            Depth::Structure => self.operations_below(&place.java),
            Depth::Everything => UncheckedOps::default(),
        };
        let region = place.java_span(java);
        let own = self.translated(region, place, (&kept, &unchecked), integers)?;
        if !place.is_statement && !own.written.is_empty() && self.is_closed(p) {
            return None;
        }
        let own = if !place.is_statement && takes_any(port, p) { without_parentheses(own) } else { own };
        let edits = self.edits(place, &own, &own.written, None)?;
        let target = self.target(place)?;
        let cause = match depth {
            _ if place.is_statement => self.cause_of_statements(&place.java, &place.port),
            Depth::Structure | Depth::Everything if !java.children(j).is_empty() => self.cause_of_expression(j),
            _ => self.cause_of_operation(j, p, integers == IntegerStyle::Inline),
        };
        self.repair(edits, region, target, cause, &own.uses)
    }

    /// Reports whether an expression is an operand of arithmetic.
    ///
    /// Only a wrap around the whole arithmetic expression then overflows as in Java.
    fn is_part_of_sum(&self, j: NodeId) -> bool {
        let java = self.source.java_tree;
        java.node(j).parent.is_some_and(|parent| match java.kind(parent) {
            Kind::Binary(op) | Kind::AugAssign(op) => op.is_arithmetic(),
            Kind::Unary(UnaryOp::Neg) => true,
            _ => false,
        })
    }

    /// Replaces the header of a `for` with `range` by the header of the Java loop.
    fn loop_header(&self, j: NodeId) -> Option<Repair> {
        let (java, port, text) = (self.source.java_tree, &self.alignment.port, &self.source.python.text);
        let p = self.alignment.get(j).filter(|_| java.kind(j).is_loop())?.python;
        if port.node(p).form != Form::Range {
            return None;
        }
        let place = SpliceSite { java: vec![j], port: vec![p], is_statement: true, names: self.names(&[j])? };
        let region = place.java_span(java);
        let own =
            self.translated(region, &place, (&ReusedTexts::new(), &UncheckedOps::default()), IntegerStyle::Unbounded)?;
        let header = own.lines.first().filter(|line| line.starts_with("for ") && line.ends_with(':'))?;
        let start = port.node(p).span.start;
        let body = *port.children(p).last()?;
        let first = port.node(*port.children(body).first()?).span.start;
        let target = Span::new(start, start + text.get(start..first)?.rfind(':')? + 1);
        let edits = vec![TextEdit::new(target, header.as_str())];
        let condition = Span::new(region.start, java.node(*java.children(j).last()?).outer.start);
        self.repair(edits, condition, target, Cause::LoopBound, &own.uses)
    }

    /// Returns repairs that add missing statements or remove surplus statements.
    ///
    /// The statements of Java or of the port are between two statements with counterparts.
    fn list_repairs(&self, list: NodeId) -> Vec<Repair> {
        let (java, port) = (self.source.java_tree, &self.alignment.port);
        let Some(other) = self.alignment.get(list).map(|found| found.python) else { return Vec::new() };
        if *port.kind(other) != Kind::Block {
            return Vec::new();
        }
        let (own, others) = (java.children(list), port.children(other));
        let anchors: Vec<Option<usize>> = own.iter().map(|j| self.anchor(*j, other)).collect();
        let mut out = Vec::new();
        let (mut from, mut first) = (0, usize::from(others.first().is_some_and(|p| is_docstring(port, *p))));
        for upto in 0..=own.len() {
            let last = match anchors.get(upto) {
                Some(None) => continue,
                Some(Some(place)) => *place,
                None => others.len(),
            };
            if last >= first {
                match (&own[from..upto], &others[first..last]) {
                    (run, []) if !run.is_empty() => out.extend(self.insertion(run, (other, first))),
                    ([], run) => out.extend(run.iter().filter_map(|p| self.removal(*p, run.len() < others.len()))),
                    _ => {}
                }
            }
            (from, first) = (upto + 1, last + 1);
        }
        out
    }

    /// Inserts the translation of Java statements before the statement of the port with this index.
    fn insertion(&self, run: &[NodeId], (other, at): (NodeId, usize)) -> Option<Repair> {
        let (java, port, text) = (self.source.java_tree, &self.alignment.port, &self.source.python.text);
        let place = SpliceSite { java: run.to_vec(), port: vec![other], is_statement: true, names: self.names(run)? };
        let region = place.java_span(java);
        let own = self.translated(
            region,
            &place,
            (&ReusedTexts::new(), &self.operations_below(run)),
            IntegerStyle::Unbounded,
        )?;
        let others = port.children(other);
        let edit = match others.get(at) {
            Some(next) => {
                let start = port.node(*next).span.start;
                let indent = indentation(text, start)?;
                TextEdit::insert(start, format!("{}\n{indent}", own.lines.join(&format!("\n{indent}"))))
            }
            None => {
                let before = port.node(*others.get(at.checked_sub(1)?)?).span;
                let indent = indentation(text, before.start)?;
                TextEdit::insert(before.end, format!("\n{indent}{}", own.lines.join(&format!("\n{indent}"))))
            }
        };
        let at = Span::new(edit.span.start, edit.span.start);
        let edits = self.with_definitions(&own, vec![edit])?;
        self.repair(edits, region, at, self.cause_of_statements(run, &[]), &own.uses)
    }

    /// Removes a statement of the port.
    fn removal(&self, p: NodeId, leaves_others: bool) -> Option<Repair> {
        let (port, text) = (&self.alignment.port, &self.source.python.text);
        let (kind, span) = (port.kind(p), port.node(p).span);
        if port.node(p).is_virtual || matches!(kind, Kind::Empty | Kind::Block) || is_docstring(port, p) {
            return None;
        }
        let line = text[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
        let end = text[span.end..].find('\n').map_or(text.len(), |newline| span.end + newline + 1);
        let is_on_own_line = text[line..span.start].trim().is_empty() && text[span.end..end].trim().is_empty();
        let edit = match is_on_own_line && leaves_others {
            true => TextEdit::new(Span::new(line, end), ""),
            false => TextEdit::new(span, "pass"),
        };
        self.repair(vec![edit], Span::default(), span, Cause::ExtraStatement, &BTreeSet::new())
    }

    /// Creates a repair. `None` if the edits change nothing, or if Python cannot parse the result.
    fn repair(
        &self,
        edits: Vec<TextEdit>,
        java: Span,
        python: Span,
        cause: Cause,
        uses: &BTreeSet<String>,
    ) -> Option<Repair> {
        let old = &self.source.python.text;
        let new = apply(old, &edits)?;
        let has_helpers = !transpiler::definitions(uses).is_empty();
        (new != *old && mts_lang::python::parses(&new)).then_some(Repair { edits, java, python, cause, has_helpers })
    }

    /// Translates Java code with the port's names.
    fn translated(
        &self,
        region: Span,
        place: &SpliceSite,
        reused: (&ReusedTexts, &UncheckedOps),
        integers: IntegerStyle,
    ) -> Option<FragmentTranslation> {
        let file = (self.source.java, self.typed()?);
        self.fragment(place, file, region, reused, (self.may_continue(place), integers))
    }

    /// Reports whether `continue` does the same in the loops around a place.
    fn may_continue(&self, place: &SpliceSite) -> bool {
        let (java, port) = (self.source.java_tree, &self.alignment.port);
        let Some((j, p)) = place.java.first().zip(place.port.first()) else { return false };
        let own = java.ancestors(*j).find(|at| java.kind(*at).is_loop());
        let other = port.ancestors(*p).find(|at| port.kind(*at).is_loop());
        own.zip(other).is_some_and(|(own, other)| {
            let is_counterpart = self.alignment.get(own).is_some_and(|found| found.python == other);
            let has_update = matches!(java.kind(own), Kind::For { updates, .. } if *updates > 0);
            let is_while = matches!(port.kind(other), Kind::While);
            is_counterpart && !(has_update && is_while)
        })
    }

    /// Returns the port's texts of the operands of an operation.
    fn operand_texts(&self, place: &SpliceSite) -> ReusedTexts {
        let java = self.source.java_tree;
        let plan = EditBuilder::new(&self.alignment.port, self.source.python, &self.source.pair.python);
        let mut todo: Vec<NodeId> = place.java.iter().flat_map(|j| java.children(*j)).copied().collect();
        let mut out = ReusedTexts::new();
        while let Some(id) = todo.pop() {
            match reuse_port::own_text(java, self.alignment, (&plan, &place.port), id) {
                Some(text) => _ = out.insert(java.node(id).span, text),
                None => todo.extend(java.children(id)),
            }
        }
        out
    }

    /// Returns the operations and indexes in Java code that must keep Python's meaning.
    fn operations_below(&self, ids: &[NodeId]) -> UncheckedOps {
        let java = self.source.java_tree;
        let mut out = UncheckedOps::default();
        for id in ids.iter().flat_map(|j| java.preorder(*j)) {
            out.indexes.extend(reuse_port::measures(java, id).iter().map(|own| java.node(*own).span));
            let is_operation = match java.kind(id) {
                Kind::Binary(op) | Kind::AugAssign(op) => op.is_arithmetic() || op.is_shift(),
                Kind::Unary(UnaryOp::Neg) | Kind::Increment(_) => true,
                _ => false,
            };
            if is_operation {
                out.operations.insert((java.node(id).span, java.node(id).op.start));
            }
        }
        out
    }
}

/// Reports whether an expression of the port needs no parentheses at its place.
fn takes_any(port: &Tree, p: NodeId) -> bool {
    let Some(parent) = port.node(p).parent else { return false };
    let is_value = port.children(parent).last() == Some(&p);
    match port.kind(parent) {
        Kind::Declare | Kind::Assign | Kind::AugAssign(_) | Kind::Return | Kind::Index => is_value,
        Kind::Call { name, .. } => !name.is_empty() && port.node(parent).form != Form::Idiom,
        Kind::If | Kind::While => port.child(parent, 0) == Some(p),
        _ => false,
    }
}

/// Removes the parentheses around a translated expression.
fn without_parentheses(own: FragmentTranslation) -> FragmentTranslation {
    let bare = |line: &String| {
        let inner = line.strip_prefix('(')?.strip_suffix(')')?;
        let mut depth = 0_i32;
        // In a text with quotes or commas, the parentheses may be necessary, so keep them.
        let is_closed = !inner.contains(['"', '\'', ','])
            && inner.chars().all(|c| {
                depth += i32::from(c == '(') - i32::from(c == ')');
                depth >= 0
            });
        is_closed.then(|| inner.to_owned())
    };
    match own.lines.as_slice() {
        [line] => match bare(line) {
            Some(line) => FragmentTranslation { lines: vec![line], ..own },
            None => own,
        },
        _ => own,
    }
}

fn is_docstring(port: &Tree, p: NodeId) -> bool {
    *port.kind(p) == Kind::ExprStmt
        && port.child(p, 0).is_some_and(|inner| matches!(port.kind(inner), Kind::Literal(Literal::Str(_))))
}

#[cfg(test)]
#[path = "repairs_tests.rs"]
mod tests;
