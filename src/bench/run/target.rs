//! The translator that a benchmark scores, and its use in the worker pairs.

use crate::bench::corpora;
use crate::bench::corpora::corpus_row::CorpusRow;
use crate::bench::corpora::recording::RecordedRow;
use crate::external_translators::External;
use crate::run::workers::TranslatorFactory;
use mts_model::options::NamedOption;
use mts_translate::mirror::{MIRROR, Mirror};
use mts_translate::recorded::{RecordedMutant, RecordedTranslator};
use mts_translate::transpiler::{Mode, Transpiler};
use std::collections::BTreeMap;

/// The translator to score.
pub enum BenchTarget {
    /// The mirror, on the corpus's ports.
    Mirror,
    /// Another translator, through its recorded translations.
    Recorded {
        /// The name of the translator.
        name: String,
        /// The recorded translations.
        recorded: corpora::Recorded,
    },
    /// The built-in translator.
    Builtin(Mode),
    /// An external translator.
    External(External),
}

impl BenchTarget {
    /// Reports whether the target edits the port of the corpus, as only the mirror does.
    pub(super) fn follows_port(&self) -> bool {
        matches!(self, Self::Mirror)
    }

    /// Reports whether the target is a recording.
    pub(super) fn is_recorded(&self) -> bool {
        matches!(self, Self::Recorded { .. })
    }

    /// Returns the recorded mutants by program. Other targets than a recording have none.
    ///
    /// A program with only a recorded original has an empty list.
    pub(super) fn recorded_rows(&self) -> BTreeMap<&str, Vec<&RecordedRow>> {
        let mut by_program: BTreeMap<&str, Vec<&RecordedRow>> = BTreeMap::new();
        if let Self::Recorded { recorded, .. } = self {
            for id in recorded.originals.keys() {
                by_program.entry(id).or_default();
            }
            recorded.rows.iter().for_each(|row| by_program.entry(&row.id).or_default().push(row));
        }
        by_program
    }

    /// Returns the function that makes the translator of each worker pair.
    ///
    /// `recordings` are the recorded mutants by [`mts_model::Pair::key`].
    pub(super) fn translators(&self, recordings: BTreeMap<String, Vec<RecordedMutant>>) -> Box<TranslatorFactory> {
        match self {
            Self::Mirror => Box::new(|| Box::new(Mirror)),
            Self::Builtin(mode) => {
                let transpiler = Transpiler { mode: *mode };
                Box::new(move || Box::new(transpiler))
            }
            Self::Recorded { name, .. } => {
                let recorded = RecordedTranslator::new(name.clone(), recordings);
                Box::new(move || Box::new(recorded.clone()))
            }
            Self::External(external) => {
                let external = external.clone();
                Box::new(move || Box::new(external.clone()))
            }
        }
    }
}

/// Returns a hash of the program and the translator.
///
/// The hash and the settings determine the result of the program.
pub(super) fn digest(row: &CorpusRow, scored: &BenchTarget, recorded: Option<&[&RecordedRow]>) -> String {
    let mut hasher = blake3::Hasher::new();
    let (kind, own) = match scored {
        BenchTarget::Mirror => (MIRROR, None),
        BenchTarget::Recorded { recorded, .. } => {
            ("recorded", recorded.originals.get(&row.id).map(|original| original.digest.clone()))
        }
        BenchTarget::Builtin(mode) => (mode.name(), None),
        BenchTarget::External(external) => ("external", Some(external.identity())),
    };
    hasher.update(kind.as_bytes());
    let rows = recorded.into_iter().flatten().map(|row| &row.digest);
    for digest in std::iter::once(&row.digest).chain(own.as_ref()).chain(rows) {
        hasher.update(digest.as_bytes());
        hasher.update(&[0]);
    }
    hasher.finalize().to_hex()[..32].to_owned()
}
