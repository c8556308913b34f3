//! Translates Java mutants to counterparts of the port. Every translator implements one trait; the default one is the
//! [`mirror`], which replays the edit on the port. [`recorded`] reads translations that another tool made, and
//! [`transpiler`] translates by rules.

pub mod mirror;
pub mod recorded;
pub mod transpiler;

use mirror::LazyAlignment;
use mts_lang::SourceFile;
use mts_lang::ir::Tree;
use mts_model::error::Result;
use mts_model::{Mutant, Pair, TextEdit, Why};
use std::sync::Arc;

/// The input of a translator: a pair with both sources and both common IRs.
pub struct PairSource<'a> {
    /// The pair.
    pub pair: &'a Pair,
    /// The Java file.
    pub java: &'a SourceFile,
    /// The Java function's common IR.
    pub java_tree: &'a Tree,
    /// The Python file.
    pub python: &'a SourceFile,
    /// The Python function's common IR.
    pub python_tree: &'a Tree,
    /// The alignment of both functions, made when something first needs it.
    pub alignment: &'a LazyAlignment,
}

/// The translation of one mutant.
#[derive(Clone, Debug, PartialEq)]
pub enum Translation {
    /// An exact counterpart: the port with these edits (byte offsets in the Python file), made by the same operator
    /// with equal literals and aligned operands.
    Edits {
        /// The edits of the port.
        edits: Vec<TextEdit>,
        /// Edits that only desugar `range` loops. If there are any, a run must first show that the port behaves the
        /// same with them alone; otherwise the mutant is unmirrored.
        desugaring: Vec<TextEdit>,
    },
    /// No exact counterpart, but places of the port for a splice. Each place can take a translation of the mutated Java
    /// code.
    Spliced {
        /// Candidates in order: the first that passes its checks is the counterpart.
        splices: Vec<Splice>,
        /// Why there is no exact counterpart; the reported reason if no splice passes.
        reason: String,
    },
    /// A whole Python module made by an external translator.
    Module {
        /// Its text.
        text: String,
        /// Qualified name of the function inside it.
        qualname: String,
        /// Whether the function is called on an instance of its class.
        on_instance: bool,
    },
    /// The mirror has no counterpart, for this short reason, which tables count.
    Unmirrored(Why),
    /// The translator's answer is no translation; tables count the reason.
    Missing(Why),
    /// The tool could not reach the translator, for this reason. Tables count the reason in the same way.
    Unreachable(Why),
}

/// A splice: one place of the port takes the translation of its mutated Java counterpart. The checks on every input:
/// both places are reached equally often, and with the translation of the unmutated Java code the port behaves the same
/// and the place leaves the same values.
#[derive(Clone, Debug, PartialEq)]
pub struct Splice {
    /// The edits of the counterpart.
    pub edits: Vec<TextEdit>,
    /// The port with the translation of the unmutated Java code. The translation is at the same place, with a probe of
    /// the values that the place leaves.
    pub unchanged: Vec<TextEdit>,
    /// The Java file with a tick each time the place is reached.
    pub java_count: Vec<TextEdit>,
    /// The port with the same tick, and with the same probe.
    pub python_count: Vec<TextEdit>,
}

/// A mutant that its translator supplies.
#[derive(Clone)]
pub struct ForeignMutant {
    /// The mutant; its edits are on the pair's Java file.
    pub mutant: Mutant,
    /// The complete Java file with the mutant. It is there if it differs from the pair's file in more than one body;
    /// the mutant then has no edits.
    pub class: Option<Arc<SourceFile>>,
}

/// Translates the mutants of a pair.
pub trait Translator {
    /// Name for reports.
    fn name(&self) -> String;

    /// Translates the requested mutants, by index, in order. Deterministic unless [`Translator::is_live`].
    ///
    /// # Errors
    /// The translator cannot work at all.
    fn translate(
        &mut self,
        source: &PairSource<'_>,
        mutants: &[Mutant],
        requested: &[usize],
    ) -> Result<Vec<Translation>>;

    /// Translates all mutants.
    ///
    /// # Errors
    /// As [`Translator::translate`].
    fn translate_all(&mut self, source: &PairSource<'_>, mutants: &[Mutant]) -> Result<Vec<Translation>> {
        self.translate(source, mutants, &(0..mutants.len()).collect::<Vec<_>>())
    }

    /// The mutants that the translator supplies for a pair: only these are then scored.
    fn foreign_mutants(&self, _source: &PairSource<'_>) -> Option<Vec<ForeignMutant>> {
        None
    }

    /// Whether its translations are edits of the port. Otherwise the port does not show which inputs can be compared,
    /// or how many ticks to expect.
    fn follows_port(&self) -> bool {
        true
    }

    /// Whether another run may give another answer (a live model).
    fn is_live(&self) -> bool {
        false
    }
}
