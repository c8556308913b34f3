//! The functions whose mutants the engine generates, of a pair or of a program.
//!
//! The engine records the function of each mutant, because a translator needs the alignment of this function. Mutants
//! of a function without a counterpart are unmirrored. The engine generates mutants and alignments on first use, and
//! stores them.

use crate::job::{PairJob, Program, ProgramFunction, TransformationConfig, VerdictSettings};
use crate::mutants::closure_rebinding;
use crate::mutants::generated_mutant::{GeneratedMutant, GeneratedMutants, MutantOrigin};
use mts_generate::instrument;
use mts_generate::mutation::classes::{ClassChangesOfFile, ClassMutant};
use mts_generate::mutation::{self, MutationOptions};
use mts_lang::SourceFile;
use mts_lang::ir::Tree;
use mts_model::error::Result;
use mts_model::{ClassChange, Function, FunctionKind, Language, Mutant, Pair, TextEdit, span};
use mts_translate::mirror::{LazyAlignment, Mirror, classes};
use mts_translate::{PairSource, Translation, Translator};
use mts_workers::JavaUnit;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// The reason why a mutant of a function without a counterpart is unmirrored.
const NO_COUNTERPART: &str = "the function of the mutant has no counterpart in the port";

/// The reason why a mutant of an accessor is unmirrored.
const PORT_HAS_ATTRIBUTE: &str =
    "the port has an attribute instead of the accessor, and an attribute has no code to mutate";

/// A function with its trees and its counterpart.
struct MutationTarget {
    java: Function,
    java_tree: Arc<Tree>,
    port: Option<(Pair, Arc<Tree>)>,
    alignment: LazyAlignment,
    key: String,
}

/// The functions of a pair of files, with their mutants.
pub struct MutationTargets {
    pair: Pair,
    java: Arc<SourceFile>,
    python: Arc<SourceFile>,
    class_changes: Arc<ClassChangesOfFile>,
    is_program: bool,
    /// The functions whose mutants are generated.
    all: Vec<MutationTarget>,
    /// The entry point of a program whose translator does not edit the port. This entry point
    /// represents the whole program.
    whole: Option<MutationTarget>,
    /// The value of [`Translator::follows_port`]: whether the translator edits the port.
    follows_port: bool,
    /// Whether the port of a pair of functions cannot be parsed.
    is_port_unreadable: bool,
    /// The mutants that this crate generates, including the ignored mutants.
    own: OnceLock<GeneratedMutants>,
}

/// The copies by number, with their edits.
type NumberedEdits = Vec<(u32, Vec<TextEdit>)>;

/// A mutant of one function.
#[derive(Clone)]
pub struct FunctionMutant {
    /// The mutant.
    pub mutant: Mutant,
    /// The change of a class-level mutant.
    pub class_change: Option<ClassChange>,
}

/// A mutant, with its translation by the mirror.
pub struct FoundMutant {
    /// The mutant.
    pub mutant: Mutant,
    /// The mirror's counterpart of the mutant.
    pub translation: Translation,
    /// The pair of the mutated function. `None` for a class-level mutant, and for a function without a
    /// counterpart.
    pub pair: Option<Pair>,
}

impl MutationTargets {
    /// Finds the functions of a job. `follows_port` is [`Translator::follows_port`].
    ///
    /// # Errors
    /// Returns an error if [`MutationTargets::new`] fails.
    pub(crate) fn from_job(job: &PairJob, follows_port: bool) -> Result<Self, String> {
        let targets = Self::new(&job.pair, [&job.java, &job.python], job.program.as_deref(), follows_port)?;
        Ok(Self { class_changes: Arc::clone(&job.class_changes), ..targets })
    }

    /// Finds the functions of a pair in its two files. `follows_port` is
    /// [`Translator::follows_port`].
    ///
    /// # Errors
    /// Returns an error if the Java side cannot be parsed. In a program, such a function is
    /// skipped.
    pub fn new(
        pair: &Pair,
        [java, python]: [&Arc<SourceFile>; 2],
        program: Option<&Program>,
        follows_port: bool,
    ) -> Result<Self, String> {
        let (java_of, python_of) =
            (|function: &Function| java.lower(function), |function: &Function| python.lower(function));
        let (key, alignment) = (pair.key(), LazyAlignment::default());
        // A translator that does not edit the port needs no tree of the port. The Java tree then takes its place.
        let python_tree = |tree: &Arc<Tree>| {
            let own = if follows_port || program.is_none() { python_of(&pair.python) } else { None };
            own.or_else(|| (!follows_port).then(|| Arc::clone(tree)))
        };
        let entry = || {
            let java_tree = java_of(&pair.java)?;
            let port = python_tree(&java_tree).map(|tree| (pair.clone(), tree));
            Some(MutationTarget { java: pair.java.clone(), java_tree, port, alignment, key: key.clone() })
        };
        let (all, whole) = match program {
            None => (entry().into_iter().collect(), None),
            Some(program) => {
                let one = |member: &ProgramFunction| {
                    let own = member.pair.as_ref().filter(|_| follows_port);
                    let port = own.and_then(|pair| Some((pair.clone(), python_of(&pair.python)?)));
                    let (java_tree, alignment) = (java_of(&member.java)?, LazyAlignment::default());
                    Some(MutationTarget {
                        java: member.java.clone(),
                        java_tree,
                        port,
                        alignment,
                        key: member.key(&key),
                    })
                };
                let all: Vec<MutationTarget> = program.members.iter().filter_map(one).collect();
                (all, if follows_port { None } else { entry() })
            }
        };
        if all.is_empty() {
            return Err(unreadable(&pair.java));
        }
        Ok(Self {
            is_port_unreadable: program.is_none()
                && all[0].port.is_none()
                && pair.python.kind != FunctionKind::Attribute,
            pair: pair.clone(),
            java: Arc::clone(java),
            python: Arc::clone(python),
            class_changes: Arc::default(),
            is_program: program.is_some(),
            all,
            whole,
            follows_port,
            own: OnceLock::new(),
        })
    }

    /// Checks that the port can be parsed. A port that is an attribute has no text to parse.
    ///
    /// # Errors
    /// Returns an error if the port cannot be parsed.
    pub(crate) fn check_port(&self) -> Result<(), String> {
        if self.is_port_unreadable { Err(unreadable(&self.pair.python)) } else { Ok(()) }
    }

    /// Returns the size of the longest Java function in bytes.
    pub(crate) fn code(&self) -> usize {
        self.all.iter().map(|one| one.java.span.len()).max().unwrap_or(0)
    }

    /// Returns both sides of the pair. `None` for a program, and without a tree of the port.
    pub(crate) fn single_source(&self) -> Option<PairSource<'_>> {
        match self.all.as_slice() {
            [one] if !self.is_program => self.source(one),
            _ => None,
        }
    }

    /// Returns the code of a function for a translator. `None` without a counterpart.
    fn source<'a>(&'a self, target: &'a MutationTarget) -> Option<PairSource<'a>> {
        let (pair, python_tree) = target.port.as_ref()?;
        let MutationTarget { java_tree, alignment, .. } = target;
        Some(PairSource { pair, java: &self.java, java_tree, python: &self.python, python_tree, alignment })
    }

    fn target(&self, java: &Function) -> Option<(usize, &MutationTarget)> {
        self.all.iter().enumerate().find(|(_, one)| one.java.span == java.span)
    }

    /// Returns the tree of one of the functions, in the common intermediate representation.
    #[must_use]
    pub fn java_tree(&self, java: &Function) -> Option<&Tree> {
        self.target(java).map(|(_, one)| one.java_tree.as_ref())
    }

    /// Returns one of the functions with its counterpart.
    #[must_use]
    pub fn source_of(&self, java: &Function) -> Option<PairSource<'_>> {
        self.source(self.target(java)?.1)
    }

    /// Returns the mutants of one function, without mutants from transformations.
    #[must_use]
    pub fn mutants_of(&self, java: &Function, settings: &VerdictSettings) -> Vec<FunctionMutant> {
        let function_mutant = |one: &Arc<GeneratedMutant>| FunctionMutant {
            mutant: one.mutant.clone(),
            class_change: if let MutantOrigin::Class(change) = &one.origin { Some(change.clone()) } else { None },
        };
        self.generated_of(java, settings).map(function_mutant).collect()
    }

    /// Returns the mirror's translations of the mutants that [`Self::mutants_of`] returns.
    ///
    /// The list is empty if the translator of the run does not edit the port. Then the mutants store the translations
    /// of that translator, which is not the mirror.
    #[must_use]
    pub fn mirrored(&self, java: &Function, settings: &VerdictSettings) -> Vec<Translation> {
        if !self.follows_port {
            return Vec::new();
        }
        let own: GeneratedMutants = self.generated_of(java, settings).cloned().collect();
        match self.translate(&own, &|_| true, &mut Mirror) {
            Ok(()) => own.iter().filter_map(|one| one.translation.get().cloned()).collect(),
            Err(_) => Vec::new(),
        }
    }

    fn generated_of<'a>(
        &'a self,
        java: &'a Function,
        settings: &VerdictSettings,
    ) -> impl Iterator<Item = &'a Arc<GeneratedMutant>> {
        let target = self.target(java).map(|(at, _)| at);
        let is_own = move |one: &&Arc<GeneratedMutant>| match &one.origin {
            MutantOrigin::Function(at) => Some(*at) == target,
            MutantOrigin::Class(_) => one.mutant.edits.iter().all(|edit| java.span.contains(edit.span)),
            MutantOrigin::Foreign(_) | MutantOrigin::Paired(_) => false,
        };
        self.own(settings).iter().filter(is_own)
    }

    /// Returns the mutant with this id. `None` if no operator of these options makes the mutant.
    #[must_use]
    pub fn find(&self, id: &str, options: &MutationOptions) -> Option<FoundMutant> {
        // `options` can differ from the options of the stored mutants.
        let own = self.generate_own(options, &TransformationConfig::NONE);
        let one = own.iter().find(|one| one.mutant.id == id)?;
        self.translate(std::slice::from_ref(one), &|_| true, &mut Mirror).ok()?;
        let pair = match one.origin {
            MutantOrigin::Function(at) => self.all[at].port.as_ref().map(|(pair, _)| pair.clone()),
            _ => None,
        };
        Some(FoundMutant { mutant: one.mutant.clone(), translation: one.translation.get()?.clone(), pair })
    }

    /// Returns the class-level mutants of the whole file.
    pub fn class_mutants(&self, settings: &VerdictSettings) -> impl Iterator<Item = &Mutant> {
        let own = self.own(settings).iter();
        own.filter(|one| matches!(one.origin, MutantOrigin::Class(_))).map(|one| &one.mutant)
    }

    /// Returns all mutants that this crate generates.
    pub(crate) fn mutants(&self, settings: &VerdictSettings) -> impl Iterator<Item = &Mutant> {
        self.own(settings).iter().map(|one| &one.mutant)
    }

    fn own(&self, settings: &VerdictSettings) -> &GeneratedMutants {
        self.own.get_or_init(|| self.generate_own(&settings.mutation, &settings.variants))
    }

    /// Returns the mutants to run, without the ignored mutants.
    ///
    /// If the translator supplies its own mutants, the function returns these mutants.
    pub(crate) fn mutants_to_run(
        &self,
        job: &PairJob,
        settings: &VerdictSettings,
        translator: &dyn Translator,
    ) -> GeneratedMutants {
        let whole = || self.source(self.whole.as_ref()?);
        let foreign = self.single_source().or_else(whole).and_then(|source| translator.foreign_mutants(&source));
        let all: GeneratedMutants = match foreign {
            Some(foreign) => foreign.into_iter().map(GeneratedMutant::from).map(Arc::new).collect(),
            None => self.own(settings).clone(),
        };
        all.into_iter().filter(|one| !job.ignored.ids.contains(&one.mutant.id)).collect()
    }

    fn generate_own(&self, options: &MutationOptions, transformations: &TransformationConfig) -> GeneratedMutants {
        let mut generated = Vec::new();
        for (at, one) in self.all.iter().enumerate() {
            let own = mutation::mutants(&self.java, &one.java, &one.java_tree, &one.key, options);
            generated.extend(own.into_iter().map(|mutant| GeneratedMutant::new(mutant, MutantOrigin::Function(at))));
        }
        let all = self.class_changes.mutants(&self.java, &self.pair.key(), &options.operators);
        let is_own = |one: &ClassMutant| self.is_program || one.is_inside(&self.pair.java);
        let class = |one: ClassMutant| GeneratedMutant::new(one.mutant, MutantOrigin::Class(one.change));
        generated.extend(all.into_iter().filter(is_own).map(class));
        if let Some(source) = self.single_source().filter(|_| self.follows_port) {
            let drawn = crate::mutants::metamorphic::mutants(&source, transformations);
            let paired = |(mutant, python)| GeneratedMutant::new(mutant, MutantOrigin::Paired(python));
            generated.extend(drawn.into_iter().map(paired));
        }
        generated.into_iter().map(Arc::new).collect()
    }

    /// Returns a translation for each mutant.
    ///
    /// Mutants that do not count are not translated, because their counterparts never run.
    ///
    /// # Errors
    /// Returns an error if the translator does not work at all.
    pub(crate) fn translations(
        &self,
        job: &PairJob,
        generated: &[Arc<GeneratedMutant>],
        translator: &mut dyn Translator,
        counts: impl Fn(usize) -> bool,
    ) -> Result<Vec<Translation>> {
        self.translate(generated, &counts, translator)?;
        let translation = |(at, one): (usize, &Arc<GeneratedMutant>)| match one.translation.get() {
            Some(known) if counts(at) => self.inside_port(one, known.clone()),
            _ => Translation::Unmirrored("the Java mutant does not count".into()),
        };
        let translations = generated.iter().enumerate().map(translation);
        Ok(translations.map(|one| closure_rebinding::reject_rebinding(job, one)).collect())
    }

    /// Translates the wanted mutants that have no translation yet.
    fn translate(
        &self,
        generated: &[Arc<GeneratedMutant>],
        is_wanted: &dyn Fn(usize) -> bool,
        translator: &mut dyn Translator,
    ) -> Result<()> {
        let mutants: Vec<&Mutant> = generated.iter().map(|one| &one.mutant).collect();
        let asked = |is_asked: &dyn Fn(&MutantOrigin) -> bool| -> Vec<usize> {
            let is_open = |at: usize| generated[at].translation.get().is_none() && is_wanted(at);
            (0..mutants.len()).filter(|at| is_asked(&generated[*at].origin) && is_open(*at)).collect()
        };
        let keep = |asked: Vec<usize>, translated: Vec<Translation>| {
            for (at, translation) in asked.into_iter().zip(translated) {
                _ = generated[at].translation.set(translation);
            }
        };
        if let Some(whole) = self.whole.as_ref().and_then(|one| self.source(one)) {
            // The translator gets the whole program for each mutant.
            let asked = asked(&|_| true);
            let translated = translator.translate(&whole, &mutants, &asked)?;
            keep(asked, translated);
            return Ok(());
        }
        for (owner, one) in self.all.iter().enumerate() {
            let asked = asked(&|origin| match origin {
                MutantOrigin::Function(of) => *of == owner,
                MutantOrigin::Foreign(_) => true,
                MutantOrigin::Class(_) | MutantOrigin::Paired(_) => false,
            });
            let translated = match self.source(one) {
                Some(source) => translator.translate(&source, &mutants, &asked)?,
                None => {
                    let why = if self.is_program { NO_COUNTERPART } else { PORT_HAS_ATTRIBUTE };
                    vec![Translation::Unmirrored(why.into()); asked.len()]
                }
            };
            keep(asked, translated);
        }
        let other = asked(&|origin| matches!(origin, MutantOrigin::Class(_) | MutantOrigin::Paired(_)));
        let translated = other.iter().map(|at| self.other_translation(&generated[*at].origin)).collect();
        keep(other, translated);
        Ok(())
    }

    /// Returns the translation of a mutant that no translator gets.
    fn other_translation(&self, origin: &MutantOrigin) -> Translation {
        let edits = match origin {
            MutantOrigin::Class(change) if self.follows_port => classes::replay(&self.python.text, change),
            MutantOrigin::Paired(edits) => edits.clone(),
            _ => Err("this translator cannot make the counterpart of a class-level mutant; only the mirror can"),
        };
        match edits {
            Ok(edits) => Translation::Edits { edits, desugaring: Vec::new() },
            Err(why) => Translation::Unmirrored(why.into()),
        }
    }

    /// Returns the translation of a mutant.
    ///
    /// A class-level mutant whose translation changes code outside of the port's function is
    /// unmirrored.
    fn inside_port(&self, one: &GeneratedMutant, translation: Translation) -> Translation {
        let port = self.pair.python.span;
        match (&one.origin, &translation) {
            (MutantOrigin::Class(_), Translation::Edits { edits, .. })
                if edits.iter().any(|edit| !port.contains(edit.span)) =>
            {
                Translation::Unmirrored("the translator changed code outside of the port's function".into())
            }
            _ => translation,
        }
    }
}

/// Returns the units of a job's copies. The first unit contains the original.
///
/// In a program, the copies of one function share a unit. A copy with an edit outside of a function body gets its own
/// file.
///
/// # Errors
/// Returns an error if an edit does not fit the text.
pub(crate) fn java_units(
    job: &PairJob,
    copies: &[(u32, Vec<TextEdit>)],
    added_args: &BTreeMap<u32, Vec<String>>,
) -> Result<Vec<JavaUnit>, String> {
    let entry = &job.pair.java;
    if job.program.is_none() {
        return instrument::java::units_with_args(&job.java, entry, &job.java_context, copies, added_args);
    }
    let mut groups: Vec<(&Function, NumberedEdits)> = Vec::new();
    let mut units = Vec::new();
    for (copy, edits) in copies {
        // A copy that changes only the body of a function goes into the unit of this function.
        let holds = |f: &&Function| f.broken.is_none() && edits.iter().all(|edit| f.body.contains(edit.span));
        let own = job.java.functions.iter().filter(holds).min_by_key(|f| f.span.len());
        match if edits.is_empty() { Some(entry) } else { own } {
            Some(function) => match groups.iter_mut().find(|(known, _)| known.span == function.span) {
                Some((_, group)) => group.push((*copy, edits.clone())),
                None => groups.push((function, vec![(*copy, edits.clone())])),
            },
            None => {
                let text = span::apply(&job.java.text, edits).ok_or("the edits do not fit the text")?;
                let file = SourceFile::parse(&job.java.path, text, Language::Java).map_err(|e| e.to_string())?;
                units.push(instrument::java::whole_file_unit(&file, &job.java_context, &entry.package, *copy)?);
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

/// Returns the reason why a function without a tree cannot be analysed.
fn unreadable(function: &Function) -> String {
    match &function.broken {
        Some(reason) => format!("{}: {reason}", function.selector()),
        None => format!("{}: cargo mts cannot analyse the Java or the Python function", function.selector()),
    }
}
