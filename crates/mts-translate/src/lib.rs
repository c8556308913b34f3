//! From a Java mutant to its counterpart on the Python side. The trait is what every translator
//! keeps to; the default one is the [`mirror`], which replays the edit on the port. What another
//! translator made, and of which mutants, is read back by [`recorded`].

pub mod mirror;
pub mod recorded;
pub mod transpiler;

use mts_lang::SourceFile;
use mts_lang::ir::Tree;
use mts_model::error::Result;
use mts_model::{Mutant, Pair, TextEdit, Why};
use std::sync::Arc;

/// A pair with both sources and both common IRs: what a translator works on.
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
}

/// What became of one mutant.
#[derive(Clone, Debug, PartialEq)]
pub enum Translation {
    /// The port with these edits (byte offsets in the whole Python file): an exact counterpart, of the
    /// same operator, the same operand count, equal literals and operands aligned in place.
    Edits {
        /// What to change in the port.
        edits: Vec<TextEdit>,
        /// Whether the port must first be shown to behave the same with only these edits, the
        /// ones that open `range` loops and change nothing else; empty when there is nothing to
        /// show. The mutant has no mirror when it does not.
        desugaring: Vec<TextEdit>,
    },
    /// No exact counterpart, but places of the port that can take the translation of Java's.
    Spliced {
        /// What is tried, in this order: the first that passes its checks is the counterpart.
        splices: Vec<Splice>,
        /// Why there is no exact counterpart: the reason for none at all where no splice passes.
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
    /// The mirror has no counterpart; tables count the reason.
    Unmirrored(Why),
    /// The translator's answer is no translation; tables count the reason.
    Missing(Why),
    /// The translator could not be reached; tables count the reason.
    Unreachable(Why),
}

/// One place of the port that takes the translation of its mutated Java counterpart, and what shows that
/// it is the right place: on every input, the place must be reached as often as its counterpart, and
/// with the translation of the unmutated Java the port must still do what it does, and the place must
/// leave the same values.
#[derive(Clone, Debug, PartialEq)]
pub struct Splice {
    /// The counterpart.
    pub edits: Vec<TextEdit>,
    /// The port with the translation of the unmutated Java at the same place, and with a probe that shows
    /// the values that the place leaves.
    pub unchanged: Vec<TextEdit>,
    /// Java, one tick more each time the place is reached.
    pub java_count: Vec<TextEdit>,
    /// The port, likewise, and with the same probe.
    pub python_count: Vec<TextEdit>,
}

/// A mutant that comes with its translator.
#[derive(Clone)]
pub struct ForeignMutant {
    /// The mutant; its edits are on the pair's own Java file.
    pub mutant: Mutant,
    /// The whole Java file with the mutant in it, where the pair's own with another body is not it. The
    /// mutant has no edits then.
    pub class: Option<Arc<SourceFile>>,
}

/// Translates the mutants of a pair.
pub trait Translator {
    /// Name for reports.
    fn name(&self) -> String;

    /// One translation for each mutant asked for by its place, in order. Deterministic unless
    /// [`Translator::is_live`].
    ///
    /// # Errors
    /// When the translator cannot work at all.
    fn translate(
        &mut self,
        source: &PairSource<'_>,
        mutants: &[Mutant],
        requested: &[usize],
    ) -> Result<Vec<Translation>>;

    /// One translation for each mutant.
    ///
    /// # Errors
    /// As [`Translator::translate`].
    fn translate_all(&mut self, source: &PairSource<'_>, mutants: &[Mutant]) -> Result<Vec<Translation>> {
        self.translate(source, mutants, &(0..mutants.len()).collect::<Vec<_>>())
    }

    /// The mutants of a pair that there are translations of, where they are not made here: those and no
    /// others are scored.
    fn foreign_mutants(&self, _source: &PairSource<'_>) -> Option<Vec<ForeignMutant>> {
        None
    }

    /// Whether its translations are changes of the port. Of another's, the port says nothing: neither
    /// which inputs can be compared, nor how many ticks are to be expected.
    fn follows_port(&self) -> bool {
        true
    }

    /// Whether a second run may give another answer (a live model).
    fn is_live(&self) -> bool {
        false
    }
}
