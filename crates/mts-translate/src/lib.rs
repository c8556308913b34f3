//! Translates Java mutants to their counterparts in Python.
//!
//! `mts-generate` makes the mutants, `mts-engine` runs the counterparts, and the package `cargo-mts` calls external
//! translators. Every translator implements the trait [`Translator`]. The default translator is the [`mirror`], which
//! makes the mutant's edit in the port. The module [`recorded`] looks up translations that another tool recorded. The
//! module [`transpiler`] translates by rules.

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
    /// The alignment of both functions. The mirror computes the alignment at the first use.
    pub alignment: &'a LazyAlignment,
}

/// The translation of one mutant.
#[derive(Clone, Debug, PartialEq)]
pub enum Translation {
    /// An exact counterpart: the port with edits.
    ///
    /// At the matching place of the port, the mirror found the same code with equal literals and aligned operands, and
    /// changed this code. The positions of the edits are byte offsets in the Python file.
    Edits {
        /// The edits of the port, including the edits that desugar `range` loops.
        edits: Vec<TextEdit>,
        /// The edits that only desugar `range` loops.
        ///
        /// If this list is not empty, the tool first runs the port with only these edits. If the port then behaves
        /// differently than without them, the mutant is unmirrored.
        desugaring: Vec<TextEdit>,
    },
    /// Splices, because there is no exact counterpart.
    ///
    /// Each splice puts a translation of the mutated Java code at one place of the port.
    Spliced {
        /// The candidates, in order: the first splice that passes its checks is the counterpart.
        splices: Vec<Splice>,
        /// The reason why there is no exact counterpart. The tool reports this reason if no splice passes its checks.
        reason: String,
    },
    /// A whole Python module, from a translator other than the mirror.
    Module {
        /// The module's text.
        text: String,
        /// The qualified name of the function in the module.
        qualname: String,
        /// Whether the caller must call the function on an instance of its class.
        on_instance: bool,
    },
    /// The mirror found no counterpart, for this short reason. Tables count the mutants with each reason.
    Unmirrored(Why),
    /// The translator answered without a translation, for this reason. Tables count the mutants with each reason.
    Missing(Why),
    /// The tool could not reach the translator, for this reason. Tables count the mutants with each
    /// reason.
    Unreachable(Why),
}

/// A translation of the mutated Java code that replaces the port's code at one place.
///
/// The tool checks three conditions on all inputs on which mutants run. First, both sides must reach the place equally
/// often. For the second condition, the tool puts the translation of the original Java code at the place: the port must
/// behave as before, and the values after the place must be the same. Third, an input on which both sides agree must
/// reach the place.
#[derive(Clone, Debug, PartialEq)]
pub struct Splice {
    /// The edits of the counterpart.
    pub edits: Vec<TextEdit>,
    /// The edits that put the translation of the original Java code at the place.
    ///
    /// The edits also insert a probe that records the values after the place.
    pub unchanged: Vec<TextEdit>,
    /// The edits of the Java file that add a tick at the place.
    pub java_count: Vec<TextEdit>,
    /// The edits of the port that add the same tick, and a probe.
    ///
    /// The probe records the values after the place, as in `unchanged`.
    pub python_count: Vec<TextEdit>,
}

/// A mutant that a translator supplies, instead of the tool's mutation operators.
#[derive(Clone)]
pub struct ForeignMutant {
    /// The mutant. The edits of the mutant apply to the pair's Java file.
    pub mutant: Mutant,
    /// The complete Java file with the mutation. The field `mutant` then has no edits.
    ///
    /// `None` if the file of the mutant differs from the pair's file only in the body of one function.
    pub class: Option<Arc<SourceFile>>,
}

/// A translator of the mutants of a pair.
pub trait Translator {
    /// Returns the translator's name for reports.
    fn name(&self) -> String;

    /// Translates the mutants with the requested indexes, and returns the translations in this order.
    ///
    /// Two calls with the same arguments return the same result, except for a model that answers through the network.
    ///
    /// # Errors
    /// Returns an error if the translator cannot work at all.
    fn translate(
        &mut self,
        source: &PairSource<'_>,
        mutants: &[&Mutant],
        requested: &[usize],
    ) -> Result<Vec<Translation>>;

    /// Translates all mutants.
    ///
    /// # Errors
    /// Returns an error if [`Translator::translate`] fails.
    fn translate_all(&mut self, source: &PairSource<'_>, mutants: &[Mutant]) -> Result<Vec<Translation>> {
        let all: Vec<&Mutant> = mutants.iter().collect();
        self.translate(source, &all, &(0..mutants.len()).collect::<Vec<_>>())
    }

    /// Returns the mutants that the translator supplies for a pair.
    ///
    /// If the result is not `None`, the tool uses only these mutants for the score, even if the list is empty.
    fn foreign_mutants(&self, _source: &PairSource<'_>) -> Option<Vec<ForeignMutant>> {
        None
    }

    /// Reports whether the translations are edits of the port.
    ///
    /// If not, a run of the port does not show which inputs are comparable, and how many ticks a translation may need.
    fn follows_port(&self) -> bool {
        true
    }
}
