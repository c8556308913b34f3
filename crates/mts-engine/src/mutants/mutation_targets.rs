//! Owns the functions whose mutants are generated for a job: the pair's own, or all of a program's. It knows the
//! function of every mutant, because each mutant is translated by the alignment of its own function.
//!
//! Mutants of a function without a counterpart are unmirrored.

use crate::budget::sampling::MutantSampler;
use crate::job::{PairJob, ProgramFunction, VerdictSettings};
use crate::mutants::closure_rebinding;
use mts_generate::instrument;
use mts_generate::mutation::{self, classes::ClassMutant};
use mts_lang::SourceFile;
use mts_lang::ir::Tree;
use mts_model::error::Result;
use mts_model::{ClassChange, Function, FunctionKind, Language, Mutant, Pair, TextEdit, span};
use mts_translate::mirror::classes;
use mts_translate::{PairSource, Translation, Translator};
use mts_workers::JavaUnit;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Why a mutant of a function without a counterpart has none either.
const NO_COUNTERPART: &str = "its function has no counterpart in the port";

/// Why a mutant of an accessor has none.
const PORT_HAS_ATTRIBUTE: &str = "the port has an attribute in its place, which has no text of its own";

/// A function with its trees.
struct MutationTarget {
    java: Function,
    java_tree: Tree,
    port: Option<(Pair, Tree)>,
    key: String,
}

/// The functions of a job.
pub(crate) struct MutationTargets {
    /// The functions whose mutants are generated.
    all: Vec<MutationTarget>,
    /// The entry point of a program that another translator translates as a whole.
    whole: Option<MutationTarget>,
    /// Whether counterparts are edits of the port.
    follows_port: bool,
}

/// Variants by number, with their edits.
type NumberedEdits = Vec<(u32, Vec<TextEdit>)>;

/// The mutants of a job.
#[derive(Default)]
pub(crate) struct GeneratedMutants {
    pub mutants: Vec<Mutant>,
    /// One for each mutant.
    origins: Vec<MutantOrigin>,
}

/// Where a mutant comes from.
enum MutantOrigin {
    /// From the function at this place among the members.
    Function(usize),
    /// From the translator, perhaps with a whole Java file.
    Foreign(Option<Arc<SourceFile>>),
    /// A change of a class.
    Class(ClassChange),
    /// Drawn on both sides at once: the port's edits, or the reason why it has no counterpart.
    Paired(Result<Vec<TextEdit>, &'static str>),
}

/// Generates the mutants of a job, without running anything.
///
/// # Errors
/// Why its Java side cannot be read.
pub fn generate_mutants(job: &PairJob, settings: &VerdictSettings) -> Result<Vec<Mutant>, String> {
    // Java's mutants do not need a readable port.
    Ok(MutationTargets::new(job, true)
        .or_else(|_| MutationTargets::new(job, false))?
        .generate_own(job, settings)
        .mutants)
}

/// The number of a job's mutants.
#[must_use]
pub fn count_mutants(job: &PairJob, settings: &VerdictSettings) -> u64 {
    generate_mutants(job, settings).map_or(0, |mutants| mutants.len() as u64)
}

impl GeneratedMutants {
    fn add(&mut self, job: &PairJob, mutants: impl IntoIterator<Item = (Mutant, MutantOrigin)>) {
        let wanted = mutants.into_iter().filter(|(mutant, _)| !job.ignored.ids.contains(&mutant.id));
        let (mutants, origins): (Vec<_>, Vec<_>) = wanted.unzip();
        self.mutants.extend(mutants);
        self.origins.extend(origins);
    }

    /// The drawn mutants, and the counts of all.
    pub fn sample(self, sampler: MutantSampler) -> (Self, MutantSampler) {
        let (mutants, origins, sampler) = sampler.draw(self.mutants, self.origins);
        (Self { mutants, origins }, sampler)
    }

    /// The whole Java files of mutants that have one, by variant.
    pub fn classes(&self) -> Vec<(u32, Arc<SourceFile>)> {
        let class =
            |origin: &MutantOrigin| if let MutantOrigin::Foreign(class) = origin { class.clone() } else { None };
        (1u32..).zip(&self.origins).filter_map(|(variant, origin)| Some((variant, class(origin)?))).collect()
    }
}

impl MutationTargets {
    /// The functions of a job with their trees. `follows_port` is [`Translator::follows_port`].
    ///
    /// # Errors
    /// Why a side of the pair cannot be read. Unreadable functions of a program are skipped.
    pub fn new(job: &PairJob, follows_port: bool) -> Result<Self, String> {
        let Some(program) = &job.program else {
            let java_tree = job.java.lower(&job.pair.java).ok_or_else(|| unreadable(&job.pair.java))?;
            if job.pair.python.kind == FunctionKind::Attribute && follows_port {
                let all =
                    vec![MutationTarget { java: job.pair.java.clone(), java_tree, port: None, key: job.pair.key() }];
                return Ok(Self { all, whole: None, follows_port });
            }
            let python_tree = match job.python.lower(&job.pair.python) {
                Some(tree) => tree,
                // Another translator reads nothing of the port.
                None if !follows_port => java_tree.clone(),
                None => return Err(unreadable(&job.pair.python)),
            };
            let port = Some((job.pair.clone(), python_tree));
            let all = vec![MutationTarget { java: job.pair.java.clone(), java_tree, port, key: job.pair.key() }];
            return Ok(Self { all, whole: None, follows_port });
        };
        let key = job.pair.key();
        let one = |member: &ProgramFunction| {
            let own = member.pair.as_ref().filter(|_| follows_port);
            let port = own.and_then(|pair| Some((pair.clone(), job.python.lower(&pair.python)?)));
            let java_tree = job.java.lower(&member.java)?;
            Some(MutationTarget { java: member.java.clone(), java_tree, port, key: member.key(&key) })
        };
        let all: Vec<MutationTarget> = program.members.iter().filter_map(one).collect();
        let whole = || {
            let java_tree = job.java.lower(&job.pair.java)?;
            // Another translator reads nothing of the port.
            let port = Some((job.pair.clone(), java_tree.clone()));
            Some(MutationTarget { java: job.pair.java.clone(), java_tree, port, key })
        };
        let whole = if follows_port { None } else { whole() };
        if all.is_empty() { Err(unreadable(&job.pair.java)) } else { Ok(Self { all, whole, follows_port }) }
    }

    /// The pair's own sides, where it is no program.
    pub fn single_source<'a>(&'a self, job: &'a PairJob) -> Option<PairSource<'a>> {
        match (self.all.as_slice(), &job.program) {
            ([one], None) => one.source(job),
            _ => None,
        }
    }

    /// The mutants of each function, or the translator's own mutants.
    pub fn generate(&self, job: &PairJob, settings: &VerdictSettings, translator: &dyn Translator) -> GeneratedMutants {
        let whole = || self.whole.as_ref()?.source(job);
        let Some(given) = self.single_source(job).or_else(whole).and_then(|source| translator.foreign_mutants(&source))
        else {
            return self.generate_own(job, settings);
        };
        let mut generated = GeneratedMutants::default();
        generated.add(job, given.into_iter().map(|given| (given.mutant, MutantOrigin::Foreign(given.class))));
        generated
    }

    fn generate_own(&self, job: &PairJob, settings: &VerdictSettings) -> GeneratedMutants {
        let mut generated = GeneratedMutants::default();
        for (at, one) in self.all.iter().enumerate() {
            let own = mutation::mutants(&job.java, &one.java, &one.java_tree, &one.key, &settings.mutation);
            generated.add(job, own.into_iter().map(|mutant| (mutant, MutantOrigin::Function(at))));
        }
        let all = mutation::classes::mutants(&job.java, &job.pair.key(), &settings.mutation.operators);
        let is_own = |one: &ClassMutant| job.program.is_some() || one.is_inside(&job.pair.java);
        generated.add(job, all.into_iter().filter(is_own).map(|one| (one.mutant, MutantOrigin::Class(one.change))));
        if let Some(source) = self.single_source(job).filter(|_| self.follows_port) {
            let drawn = crate::mutants::metamorphic::mutants(&source, &settings.variants);
            generated.add(job, drawn.into_iter().map(|(mutant, python)| (mutant, MutantOrigin::Paired(python))));
        }
        generated
    }

    /// A translation for each mutant. Mutants that do not count are not translated, because they never run.
    ///
    /// # Errors
    /// When the translator cannot work at all.
    pub fn translations(
        &self,
        job: &PairJob,
        generated: &GeneratedMutants,
        translator: &mut dyn Translator,
        counts: impl Fn(usize) -> bool,
    ) -> Result<Vec<Translation>> {
        let none = Translation::Unmirrored("the Java mutant does not count".into());
        let mut all = vec![none; generated.mutants.len()];
        if let Some(whole) = self.whole.as_ref().and_then(|one| one.source(job)) {
            // The translator translates the whole program for each mutant.
            let asked: Vec<usize> = (0..generated.mutants.len()).filter(|at| counts(*at)).collect();
            for (at, translation) in asked.iter().zip(translator.translate(&whole, &generated.mutants, &asked)?) {
                all[*at] = translation;
            }
            return Ok(all);
        }
        for (owner, one) in self.all.iter().enumerate() {
            let is_own = |origin: &MutantOrigin| match origin {
                MutantOrigin::Function(of) => *of == owner,
                MutantOrigin::Foreign(_) => true,
                MutantOrigin::Class(_) | MutantOrigin::Paired(_) => false,
            };
            let asked: Vec<usize> =
                (0..generated.mutants.len()).filter(|at| is_own(&generated.origins[*at]) && counts(*at)).collect();
            let translated = match one.source(job) {
                Some(source) => translator.translate(&source, &generated.mutants, &asked)?,
                None => {
                    let why = if job.program.is_some() { NO_COUNTERPART } else { PORT_HAS_ATTRIBUTE };
                    vec![Translation::Unmirrored(why.into()); asked.len()]
                }
            };
            for (at, translation) in asked.into_iter().zip(translated) {
                all[at] = translation;
            }
        }
        for (at, origin) in generated.origins.iter().enumerate().filter(|(at, _)| counts(*at)) {
            if let MutantOrigin::Paired(python) = origin {
                all[at] = match python {
                    Ok(edits) => Translation::Edits { edits: edits.clone(), desugaring: Vec::new() },
                    Err(why) => Translation::Unmirrored((*why).into()),
                };
            }
            let MutantOrigin::Class(change) = origin else { continue };
            all[at] = if translator.follows_port() {
                match classes::replay(&job.python.text, change) {
                    Ok(edits) if edits.iter().any(|edit| !job.pair.python.span.contains(edit.span)) => {
                        Translation::Unmirrored("the counterpart is outside of the port's function".into())
                    }
                    Ok(edits) => Translation::Edits { edits, desugaring: Vec::new() },
                    Err(reason) => Translation::Unmirrored(reason.into()),
                }
            } else {
                Translation::Unmirrored("a class-level mutant is the mirror's alone".into())
            };
        }
        closure_rebinding::reject_rebinding(job, &mut all);
        Ok(all)
    }
}

impl MutationTarget {
    /// The translator's input; `None` without a counterpart.
    fn source<'a>(&'a self, job: &'a PairJob) -> Option<PairSource<'a>> {
        let (pair, python_tree) = self.port.as_ref()?;
        Some(PairSource { pair, java: &job.java, java_tree: &self.java_tree, python: &job.python, python_tree })
    }
}

/// The units of a job's variants, the one with the original first.
///
/// A program has a unit for each of its functions with variants; a variant that changes more than one function is
/// compiled as a file of its own.
///
/// # Errors
/// A sentence when an edit does not fit the text.
pub(crate) fn java_units(
    job: &PairJob,
    variants: &[(u32, Vec<TextEdit>)],
    given: &BTreeMap<u32, Vec<String>>,
) -> Result<Vec<JavaUnit>, String> {
    let entry = &job.pair.java;
    if job.program.is_none() {
        return instrument::java::units_with_args(&job.java, entry, &job.java_context, variants, given);
    }
    let mut groups: Vec<(&Function, NumberedEdits)> = Vec::new();
    let mut units = Vec::new();
    for (variant, edits) in variants {
        // A change inside of a body that changes no declaration shares the function's unit.
        let holds = |f: &&Function| f.broken.is_none() && edits.iter().all(|edit| f.body.contains(edit.span));
        let own = job.java.functions.iter().filter(holds).min_by_key(|f| f.span.len());
        match if edits.is_empty() { Some(entry) } else { own } {
            Some(function) => match groups.iter_mut().find(|(known, _)| known.span == function.span) {
                Some((_, group)) => group.push((*variant, edits.clone())),
                None => groups.push((function, vec![(*variant, edits.clone())])),
            },
            None => {
                let text = span::apply(&job.java.text, edits).ok_or("the edits do not fit the text")?;
                let file = SourceFile::parse(&job.java.path, text, Language::Java).map_err(|e| e.to_string())?;
                units.push(instrument::java::whole_file_unit(&file, &job.java_context, &entry.package, *variant)?);
            }
        }
    }
    let mut all = Vec::new();
    for (function, group) in groups {
        all.extend(instrument::java::units(&job.java, function, &job.java_context, &group)?);
    }
    all.append(&mut units);
    Ok(all)
}

/// Why a function without a tree cannot be analysed.
fn unreadable(function: &Function) -> String {
    match &function.broken {
        Some(reason) => format!("{}: {reason}", function.selector()),
        None => format!("{}: it has a form that is not understood", function.selector()),
    }
}
