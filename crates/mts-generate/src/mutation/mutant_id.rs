//! Makes the ids of mutants, which are stable across revisions, and their summaries.

use super::context::Context;
use super::edits;
use mts_lang::java;
use mts_model::{Change, Mutant, Operator, Span, TextEdit};
use std::collections::HashMap;

/// Largest number of characters before and after the arrow of a summary.
const WIDEST: usize = 60;

/// A namer that gives ids and summaries to the mutants of one function, in order.
pub(super) struct MutantNamer<'a> {
    context: &'a Context<'a>,
    pair_key: &'a str,
    tokens: Vec<Span>,
    lines: Vec<usize>,
    /// The number of earlier mutants with equal data, by the hash of the data.
    ///
    /// The order of a `HashMap` is random, so no code iterates over this map.
    ordinals: HashMap<blake3::Hash, u32>,
}

impl<'a> MutantNamer<'a> {
    pub(super) fn new(context: &'a Context<'a>, pair_key: &'a str) -> Self {
        let lines = context.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at).collect();
        let tokens = java::token_spans(context.file, context.function);
        Self { context, pair_key, tokens, lines, ordinals: HashMap::new() }
    }

    /// Creates the mutant with its id and summary.
    ///
    /// The id depends on the pair, the operator, the original tokens of the changed code, and the effect of the
    /// edits on these tokens. If several mutants of the function are equal in these data, the id also depends on
    /// their order.
    pub(super) fn name(&mut self, operator: Operator, change: Change, edits: Vec<TextEdit>) -> Mutant {
        let region = self.region(&change, &edits);
        let before = self.normal(region);
        let becomes = self.becomes(region, &edits);
        let op = self.context.tree.node(change.node()).op;
        let place = if op.is_empty() { region } else { op };
        let line = self.lines.partition_point(|newline| *newline < place.start) + 1;
        let summary = self.summary(&change, region, &edits);
        let id = self.id(operator, &before, &becomes);
        Mutant { id, operator, change, edits, line: u32::try_from(line).unwrap_or(u32::MAX), summary }
    }

    fn id(&mut self, operator: Operator, before: &str, becomes: &str) -> String {
        let mut hasher = blake3::Hasher::new();
        for part in [self.pair_key, "mutant", operator.name(), before, becomes] {
            hasher.update(part.as_bytes());
            hasher.update(&[0]);
        }
        let ordinal = self.ordinals.entry(hasher.finalize()).or_insert(0);
        hasher.update(&ordinal.to_le_bytes());
        *ordinal += 1;
        format!("MTS-{}", &hasher.finalize().to_hex()[..12])
    }

    /// Returns the text before and after the change, for people.
    ///
    /// If the change inserts an operator at a simple name, the summary shows the whole expression around the name,
    /// unless this expression is long.
    fn summary(&self, change: &Change, region: Span, edits: &[TextEdit]) -> String {
        let tree = self.context.tree;
        let around = match change {
            Change::InsertIncrement { node, .. } | Change::InsertUnary { node, .. } if self.context.is_var(*node) => {
                let parent = tree.node(*node).parent.filter(|parent| !tree.kind(*parent).is_statement());
                parent.map(|parent| tree.node(parent).span).filter(|span| span.contains(region) && span.len() <= WIDEST)
            }
            _ => None,
        };
        let region = around.unwrap_or(region);
        let before = shortened(region.slice(self.context.text));
        let after = match change {
            Change::DeleteStatement { .. } | Change::DeleteCase { .. } => "(deleted)".to_owned(),
            _ => shortened(&edits::applied(self.context.text, region, edits)),
        };
        format!("{before} => {after}")
    }

    /// Returns the span of the edited node, widened to all edits.
    fn region(&self, change: &Change, edits: &[TextEdit]) -> Span {
        let enclosing_span = edits::enclosing_span(edits);
        match change {
            // These changes edit the header of the loop, not the whole loop.
            Change::DeleteCondition { .. } | Change::DeleteUpdate { .. } | Change::EndlessForEach { .. } => {
                enclosing_span
            }
            _ => {
                let own = self.context.tree.node(change.node()).span;
                Span::new(own.start.min(enclosing_span.start), own.end.max(enclosing_span.end))
            }
        }
    }

    /// Describes the effect of the edits on the tokens of the region, independent of layout.
    ///
    /// For each edit the text has the number of tokens before the edit, the number of removed
    /// tokens, and the inserted text.
    fn becomes(&self, region: Span, edits: &[TextEdit]) -> String {
        let upto = |at: usize| self.tokens.partition_point(|token| token.start < at);
        let first = upto(region.start);
        let parts: Vec<String> = edits
            .iter()
            .map(|edit| {
                let from = upto(edit.span.start);
                format!("{}-{}:{}", from.abs_diff(first), upto(edit.span.end).abs_diff(from), edit.text.trim())
            })
            .collect();
        parts.join(" ")
    }

    /// Returns the tokens of a region with one space between tokens.
    fn normal(&self, region: Span) -> String {
        let from = self.tokens.partition_point(|token| token.start < region.start);
        let inside = self.tokens[from..].iter().take_while(|token| token.end <= region.end);
        let mut out = String::new();
        for token in inside {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(token.slice(self.context.text));
        }
        out
    }
}

/// Returns the text in one line with single spaces, shortened to its start if long.
fn shortened(text: &str) -> String {
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        // Stop early: the line is long enough, and the text may be very long.
        if line.len() > 4 * WIDEST {
            break;
        }
    }
    if line.is_empty() {
        return "(nothing)".to_owned();
    }
    if line.chars().count() <= WIDEST {
        return line;
    }
    let head: String = line.chars().take(WIDEST - 1).collect();
    format!("{}…", head.trim_end())
}
