//! The texts that the Java stage compiles for a job.
//!
//! The texts are the original, its mutants, the probed original for selecting inputs, and the
//! metamorphic variants.

use crate::budget::sampling::MutantSampler;
use crate::job::{PairJob, VerdictSettings};
use crate::mutants::generated_mutant::GeneratedMutant;
use crate::mutants::metamorphic::TransformationSet;
use crate::mutants::mutation_targets::{MutationTargets, java_units};
use crate::selection::input_selection::ProbedOriginal;
use mts_generate::instrument;
use mts_lang::SourceFile;
use mts_model::TextEdit;
use mts_model::report::OptionalAnalysis;
use mts_translate::Translator;
use mts_workers::JavaUnit;
use std::sync::Arc;

/// The Java texts of one job. Copy 0 is the original, and copy `n` is the mutant with index `n - 1`. The numbers after
/// the mutants are those of the probed original and of the metamorphic variants.
pub(crate) struct JavaTexts {
    /// The unit that contains the original.
    pub first: JavaUnit,
    /// All units, including `first`.
    pub units: Vec<JavaUnit>,
    /// The probed original, if the tool selects the inputs.
    pub probed: Option<ProbedOriginal>,
    /// The transformations whose texts are in the units.
    pub transformations: TransformationSet,
}

impl JavaTexts {
    /// Generates the texts.
    ///
    /// # Errors
    /// Returns an error if the texts cannot be generated.
    pub fn new(
        job: &PairJob,
        targets: &MutationTargets,
        mutants: &[Arc<GeneratedMutant>],
        settings: &VerdictSettings,
        sampler: &MutantSampler,
        translator: &dyn Translator,
    ) -> Result<Self, String> {
        let numbered = || (1u32..).zip(mutants);
        let classes: Vec<(u32, &Arc<SourceFile>)> =
            numbered().filter_map(|(copy, one)| Some((copy, one.class()?))).collect();
        let own = numbered().filter(|(_, one)| one.class().is_none());
        let own = own.map(|(copy, one)| (copy, one.mutant.edits.clone()));
        let mut copies: Vec<(u32, Vec<TextEdit>)> = std::iter::once((0, Vec::new())).chain(own).collect();
        let probed = ProbedOriginal::from_job(job, mutants.len() + 1);
        if let Some(probed) = &probed {
            // The probed original comes next to the original, so that the first unit contains both.
            copies.insert(1, (probed.copy, probed.probes.edits.clone()));
        }
        let is_dropped = sampler.dropped.contains(&OptionalAnalysis::Variants);
        let applies = job.has_transformations && classes.is_empty() && translator.follows_port() && !is_dropped;
        let config = Some(&settings.variants).filter(|_| applies);
        let transformations = match targets.single_source() {
            Some(source) => TransformationSet::draw(&source, job.merge_partner.as_deref(), config, mutants.len() + 2),
            None => TransformationSet::default(),
        };
        copies.extend(transformations.java_edits());
        let whole = |(copy, class): &(u32, &Arc<SourceFile>)| {
            instrument::java::whole_file_unit(class, &job.java_context, &job.pair.java.package, *copy)
        };
        let mut units = java_units(job, &copies, &transformations.added_args())?;
        units.extend(classes.iter().map(whole).collect::<Result<Vec<JavaUnit>, String>>()?);
        let first = units.first().cloned().ok_or("cargo mts cannot generate the Java file to run")?;
        Ok(Self { first, units, probed, transformations })
    }
}
