//! Writes the code for the checks of a splice.
//!
//! Ticks count how often both sides reach the place of the splice, and probes record the values after the place.

use super::super::liveness;
use super::site::SpliceSite;
use super::splicer::Splicer;
use crate::mirror::edits::desugar_range;
use crate::mirror::edits::edit_builder::EditBuilder;
use mts_lang::ir::{Form, Kind};
use mts_model::injected_names::{java_package, java_tick, python_probe, python_tick};
use mts_model::{NodeId, Span, TextEdit};
use std::collections::BTreeSet;

/// The values that a probe records after a site.
pub(super) struct Probe {
    pub(super) reads: String,
    /// Whether the value is a condition. The probe then records only its truth value.
    is_truth: bool,
}

impl Probe {
    /// Writes an expression that records the value of `text` and returns this value.
    pub(super) fn show(&self, text: &str) -> String {
        let shown = if self.is_truth { "not _mts_v" } else { "_mts_v" };
        format!("(lambda _mts_v: {}(_mts_v, lambda: {shown}{}))({text})", python_probe(), self.reads)
    }
}

impl Splicer<'_> {
    /// Returns the probe of a site.
    ///
    /// For an expression, the probe records the value and the variables that the splice assigns. For statements, the
    /// probe records the variables of the site that the port may read after the site.
    pub(super) fn probe(&self, place: &SpliceSite, written: &BTreeSet<String>) -> Option<Probe> {
        let port = &self.alignment.port;
        let reads: Vec<String> = if place.is_statement {
            let plan = EditBuilder::new(port, self.source.python, &self.source.pair.python);
            let last = match place.port.as_slice() {
                [block] if *port.kind(*block) == Kind::Block => *port.children(*block).last()?,
                run => *run.last()?,
            };
            let own = place.port.iter().flat_map(|p| desugar_range::names(port, *p));
            let concerned: BTreeSet<String> =
                own.chain(place.names.values().cloned()).chain(written.iter().cloned()).collect();
            let live = liveness::after(port, last);
            let is_left = |name: &String| live.as_ref().is_none_or(|live| live.contains(name));
            concerned.into_iter().filter(|name| plan.is_local(name) && is_left(name)).collect()
        } else {
            written.iter().cloned().collect()
        };
        let is_truth = !place.is_statement && self.source.java_tree.node(*place.java.first()?).ty.is_boolean();
        Some(Probe { reads: reads.iter().map(|name| format!(", lambda: {name}")).collect(), is_truth })
    }

    /// Returns the texts before and after statements of the port: a tick and a probe.
    pub(super) fn around_statement(&self, target: Span, probe: &Probe) -> (String, String) {
        let shown = format!("{}(None{})", python_probe(), probe.reads);
        match desugar_range::indentation(&self.source.python.text, target.start) {
            Some(indent) => (format!("{}\n{indent}", python_tick()), format!("\n{indent}{shown}")),
            None => (format!("{}; ", python_tick()), format!("; {shown}")),
        }
    }

    /// Returns the edits of the Java file that add a tick at a place.
    pub(super) fn java_count(&self, j: NodeId) -> Option<Vec<TextEdit>> {
        let tick = java_tick();
        let (tree, text) = (self.source.java_tree, self.source.java.text.as_str());
        let node = tree.node(j);
        let around = |span: Span, open: &str, close: &str| {
            vec![TextEdit::new(span, format!("{open}{}{close}", span.slice(text)))]
        };
        if !node.kind.is_statement() {
            let own = node.span.slice(text);
            return Some(vec![TextEdit::new(
                node.span,
                format!("({}.Ticks.counted() ? ({own}) : ({own}))", java_package()),
            )]);
        }
        if node.kind == Kind::Block {
            return Some(if node.form == Form::Unbraced {
                around(node.span, &format!("{{ {tick} "), " }")
            } else {
                vec![TextEdit::insert(node.span.start + 1, format!(" {tick} "))]
            });
        }
        let mut node = node;
        let mut parent = tree.node(node.parent?);
        if parent.kind == Kind::Group {
            (node, parent) = (parent, tree.node(parent.parent?));
        }
        Some(match (&parent.kind, parent.form) {
            (Kind::Block, Form::Unbraced) => around(node.span, &format!("{{ {tick} "), " }"),
            (Kind::Block, _) => vec![TextEdit::insert(node.span.start, format!("{tick} "))],
            (Kind::If, _) => around(node.span, &format!("{{ {tick} "), " }"),
            _ => return None,
        })
    }
}
