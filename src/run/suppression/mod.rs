//! Finds the ignored mutants of a pair.
//!
//! `mutation.skip`, `mutation.skip-logging` and ignore comments exclude mutants. A change must not
//! exclude mutants for its own run: a comment hides only mutants that the comments of the base hide
//! too. Other comments take effect after the merge. Without a base, all comments are in force.

pub mod accept_list;
pub mod assumptions;
pub mod skip_rules;

use crate::run::context::RunContext;
use crate::run::jobs::pair_jobs::PairJobs;
use crate::run::options::Options;
use crate::run::plan::PlannedPair;
use crate::run::revision::Revision;
use crate::run::suppression::assumptions::AssumptionUsage;
use crate::run::suppression::skip_rules::Skip;
use mts_engine::{FunctionMutant, GeneratedPair, MutationTargets, ProgramFunction};
use mts_generate::mutation;
use mts_generate::mutation::classes;
use mts_generate::mutation::suppress::IgnoredMutants;
use mts_generate::mutation::suppress::calls;
use mts_generate::mutation::suppress::comments::{self, IgnoreComment, IgnoreScope};
use mts_lang::SourceFile;
use mts_lang::ir::Tree;
use mts_model::OperatorProfile;
use mts_model::{Mutant, Operator, Pair, TextEdit};
use mts_translate::Translation;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The keys from which the tool computes the ids of a pair's mutants.
#[derive(Clone, PartialEq, Eq)]
struct MutantKeys {
    /// The key of the function.
    function: String,
    /// The key for class-level mutants.
    ///
    /// This key is the key of the pair, or of the program that contains the function.
    class: String,
}

impl MutantKeys {
    fn from_pair(pair: &Pair) -> Self {
        Self { function: pair.key(), class: pair.key() }
    }
}

/// The mutants of a function at one revision.
struct RevisionMutants<'a> {
    pair: &'a Pair,
    java: &'a Arc<SourceFile>,
    python: &'a Arc<SourceFile>,
    keys: MutantKeys,
    /// The job of the pair or of its program.
    ///
    /// `None` if the pair does not run at this revision.
    job: Option<&'a GeneratedPair>,
    /// The mutation targets if there is no job, computed on first use.
    unmeasured: OnceCell<Option<MutationTargets>>,
}

/// The mutants of a function at one revision, with the ignore comments.
struct SuppressedMutants {
    mutants: Vec<ListedMutant>,
    /// The path and the comment, with the indexes of the mutants that the comment hides.
    comments: Vec<(String, IgnoreComment, Vec<usize>)>,
    /// Messages about invalid comments.
    wrong: Vec<String>,
}

/// A mutant of a function, and the configured rule that skips the mutant, if any.
struct ListedMutant {
    mutant: Mutant,
    skipped_by: Option<&'static str>,
}

/// The ignore comments of all pairs so far.
#[derive(Default)]
pub struct Suppression {
    comment_usage: BTreeMap<(String, u32), CommentUsage>,
    wrong: BTreeSet<String>,
    files: BTreeSet<String>,
    uses_own_comments: bool,
    assumption_usage: AssumptionUsage,
}

#[derive(Default)]
struct CommentUsage {
    text: String,
    /// `true` if the comment matches a mutant.
    matches: bool,
    /// The number of mutants that the comment hides after the merge, by pair.
    waiting: BTreeMap<String, usize>,
}

impl Suppression {
    /// Returns the jobs of a pair, each with the mutants that it ignores.
    pub fn apply(
        &mut self,
        context: &RunContext<'_>,
        planned: &PlannedPair,
        pair: PairJobs,
        options: &Options,
    ) -> PairJobs {
        let PairJobs { head, base } = &pair;
        let [head_ignored, base_ignored] = match head.job().program {
            Some(_) => self.of_program(context, planned, head, base.as_ref(), options),
            None => self.of_function(context, planned, head, base.as_ref(), options),
        };
        PairJobs {
            head: pair.head.with_ignored(head_ignored),
            base: pair.base.map(|base| base.with_ignored(base_ignored)),
        }
    }

    /// Returns the ignored mutants of a pair of functions at both revisions.
    fn of_function(
        &mut self,
        context: &RunContext<'_>,
        planned: &PlannedPair,
        head: &GeneratedPair,
        base: Option<&GeneratedPair>,
        options: &Options,
    ) -> [IgnoredMutants; 2] {
        let job = head.job();
        let now = RevisionMutants::new(&job.pair, [&job.java, &job.python], Some(head));
        // The comments of the base are in force even if the pair cannot run at the base.
        let then = planned.base.as_ref().and_then(|pair| {
            let files = [context.base_file(&pair.java.file)?, context.base_file(&pair.python.file)?];
            Some(RevisionMutants::new(pair, files, base))
        });
        self.of_revisions(context, planned, &now, then.as_ref(), options)
    }

    /// Returns the ignored mutants of every function of a program, at both revisions.
    fn of_program(
        &mut self,
        context: &RunContext<'_>,
        planned: &PlannedPair,
        head: &GeneratedPair,
        base: Option<&GeneratedPair>,
        options: &Options,
    ) -> [IgnoredMutants; 2] {
        let then = base.map(RevisionMutants::from_program).unwrap_or_default();
        let mut all = [IgnoredMutants::default(), IgnoredMutants::default()];
        for now in RevisionMutants::from_program(head) {
            let name = now.pair.java.qualified();
            let before = then.iter().find(|then| then.pair.java.qualified() == name);
            let one =
                PlannedPair { head: now.pair.clone(), base: before.map(|then| then.pair.clone()), ..planned.clone() };
            let own = self.of_revisions(context, &one, &now, before, options);
            for (all, mut own) in all.iter_mut().zip(own) {
                all.ids.append(&mut own.ids);
                all.notes.append(&mut own.notes);
            }
        }
        let skipped = options.suppress.outside(head, &options.settings);
        if !skipped.is_empty() {
            let (n, are) = (skipped.len(), if skipped.len() == 1 { "mutant is" } else { "mutants are" });
            all[0].notes.push(format!("{n} {are} ignored: {n} by mutation.skip"));
        }
        all[0].ids.extend(skipped);
        all[1].ids.extend(base.into_iter().flat_map(|base| options.suppress.outside(base, &options.settings)));
        all
    }

    /// Returns the ignored mutants of one function, at both revisions.
    fn of_revisions(
        &mut self,
        context: &RunContext<'_>,
        planned: &PlannedPair,
        now: &RevisionMutants<'_>,
        then: Option<&RevisionMutants<'_>>,
        options: &Options,
    ) -> [IgnoredMutants; 2] {
        self.files.extend([planned.head.java.file.clone(), planned.head.python.file.clone()]);
        let own = now.suppressed(&planned.head, &now.keys, options);
        let before = Before::new(then.and_then(|then| then.suppressed(&planned.head, &now.keys, options)));
        let mut head = own.as_ref().map(|own| self.ignored(context, planned, own, &before)).unwrap_or_default();
        if options.settings.fragments {
            head.assumptions_not_in_force =
                self.assumption_usage.assumptions_not_in_force(context, planned, now.java, now.pair);
        }
        let base = match (then.filter(|then| then.job.is_some()), before.hidden) {
            (Some(then), Some(hidden)) => {
                let ids: Vec<String> = match own {
                    Some(own) => own.mutants.into_iter().map(|one| one.mutant.id).collect(),
                    None => now.mutants(&now.keys, options).into_iter().map(|one| one.mutant.id).collect(),
                };
                let ids = ids.into_iter().filter(|id| !head.ids.contains(id)).collect();
                then.ignored_as(&hidden, &ids, options)
            }
            _ => BTreeSet::new(),
        };
        [head, IgnoredMutants { ids: base, ..IgnoredMutants::default() }]
    }

    fn ignored(
        &mut self,
        context: &RunContext<'_>,
        planned: &PlannedPair,
        own: &SuppressedMutants,
        before: &Before,
    ) -> IgnoredMutants {
        self.wrong.extend(own.wrong.iter().cloned());
        let mut ignored = IgnoredMutants::default();
        let mut causes: BTreeMap<String, usize> = BTreeMap::new();
        let mut count = |cause: String| *causes.entry(cause).or_default() += 1;
        for ListedMutant { mutant, skipped_by } in &own.mutants {
            if let Some(rule) = skipped_by {
                ignored.ids.insert(mutant.id.clone());
                count((*rule).to_owned());
            }
        }
        for (path, ignore, places) in &own.comments {
            let met = self.comment_usage.entry((path.clone(), ignore.line)).or_default();
            met.text.clone_from(&ignore.text);
            met.matches |= !places.is_empty();
            for mutant in places.iter().map(|at| &own.mutants[*at].mutant) {
                if context.base.is_some() && !before.hides(mutant) {
                    *met.waiting.entry(planned.name.clone()).or_default() += 1;
                } else if ignored.ids.insert(mutant.id.clone()) {
                    self.uses_own_comments |= context.base.is_none();
                    count(format!("{path}:{}", ignore.line));
                }
            }
        }
        if !ignored.ids.is_empty() {
            let causes: Vec<String> = causes.into_iter().map(|(cause, n)| format!("{n} by {cause}")).collect();
            let (n, are) = (ignored.ids.len(), if ignored.ids.len() == 1 { "mutant is" } else { "mutants are" });
            ignored.notes.push(format!("{n} {are} ignored: {}", causes.join(", ")));
        }
        ignored
    }

    /// Returns the notes, and the comments that take effect only after the merge.
    ///
    /// Call this function after the last pair.
    #[must_use]
    pub fn into_notes(self, head: &Revision) -> (Vec<String>, Vec<String>) {
        let mut notes: Vec<String> = self.wrong.into_iter().collect();
        let unmatched = self.comment_usage.iter().filter(|(_, met)| !met.matches);
        notes.extend(unmatched.map(|((path, line), met)| format!("{path}:{line}: `{}` matches no mutant", met.text)));
        for file in self.files.iter().filter_map(|path| head.file(path)) {
            let outside_functions = comments::outside_functions(file).into_iter();
            notes.extend(
                outside_functions.map(|(line, text)| format!("{}:{line}: `{text}` belongs to no function", file.path)),
            );
        }
        notes.sort();
        let (own_word, mut pending_until_merge) = self.assumption_usage.into_notes();
        notes.extend(own_word);
        if self.uses_own_comments {
            notes.push("the run has no base, so the ignore comments of this revision are in force".to_owned());
        }
        for ((path, line), met) in self.comment_usage {
            for (pair, n) in met.waiting {
                let mutants = if n == 1 { "mutant" } else { "mutants" };
                pending_until_merge.push(format!("{path}:{line}: `{}` excludes {n} {mutants} of `{pair}`", met.text));
            }
        }
        (notes, pending_until_merge)
    }
}

/// The mutants that the comments of the base hide.
struct Before {
    hidden: Option<SuppressedMutants>,
    /// The ids of the mutants that the base's comments hide.
    ///
    /// The ids contain the tested revision's name of the pair.
    ids: BTreeSet<String>,
    /// The operators that a comment hides in the whole function.
    whole: BTreeSet<Operator>,
}

impl Before {
    fn new(hidden: Option<SuppressedMutants>) -> Self {
        let (mut ids, mut whole) = (BTreeSet::new(), BTreeSet::new());
        for (_, ignore, places) in hidden.iter().flat_map(|hidden| &hidden.comments) {
            if ignore.scope == IgnoreScope::Function {
                whole.extend(&ignore.operators);
            }
            let mutants = hidden.iter().flat_map(|hidden| places.iter().map(|at| &hidden.mutants[*at].mutant));
            ids.extend(mutants.map(|mutant| mutant.id.clone()));
        }
        Self { hidden, ids, whole }
    }

    /// Reports whether the comments of the base hide the mutant.
    ///
    /// A comment hides a mutant if it hides the id of the mutant, or the operator of the mutant in the whole function.
    fn hides(&self, mutant: &Mutant) -> bool {
        self.ids.contains(&mutant.id) || self.whole.contains(&mutant.operator)
    }
}

impl<'a> RevisionMutants<'a> {
    fn new(pair: &'a Pair, [java, python]: [&'a Arc<SourceFile>; 2], job: Option<&'a GeneratedPair>) -> Self {
        Self { pair, java, python, keys: MutantKeys::from_pair(pair), job, unmeasured: OnceCell::new() }
    }

    /// Returns the mutants of each function of a program that has a counterpart.
    fn from_program(program: &'a GeneratedPair) -> Vec<Self> {
        let job = program.job();
        let class = job.pair.key();
        let members = job.program.iter().flat_map(|program| &program.members);
        let one = |member: &'a ProgramFunction| {
            let keys = MutantKeys { function: member.key(&class), class: class.clone() };
            Some(Self { keys, ..Self::new(member.pair.as_ref()?, [&job.java, &job.python], Some(program)) })
        };
        members.filter_map(one).collect()
    }

    /// Returns the mutation targets of the pair or its program.
    ///
    /// Returns `None` if Java cannot be parsed.
    fn targets(&self) -> Option<&MutationTargets> {
        let read = || MutationTargets::new(self.pair, [self.java, self.python], None, true).ok();
        match self.job {
            Some(job) => job.targets().ok().map(AsRef::as_ref),
            None => self.unmeasured.get_or_init(read).as_ref(),
        }
    }

    /// Returns the mutants. Their ids come from `keys`.
    fn mutants(&self, keys: &MutantKeys, options: &Options) -> Vec<FunctionMutant> {
        let function = &self.pair.java;
        let Some(targets) = self.targets() else { return Vec::new() };
        let mutants = targets.mutants_of(function, &options.settings);
        let Some(tree) = targets.java_tree(function).filter(|_| *keys != self.keys) else { return mutants };
        let (class, own): (Vec<_>, Vec<_>) = mutants.into_iter().partition(|one| one.class_change.is_some());
        let own = own.into_iter().map(|one| one.mutant).collect();
        let own =
            mutation::under_key(self.java, function, tree, &keys.function, options.settings.mutation.profile, own);
        let own = own.into_iter().map(|mutant| FunctionMutant { mutant, class_change: None });
        let class = class.into_iter().filter_map(|FunctionMutant { mutant, class_change }| {
            let id = classes::id_under(&keys.class, mutant.operator, class_change.as_ref()?);
            Some(FunctionMutant { mutant: Mutant { id, ..mutant }, class_change })
        });
        own.chain(class).collect()
    }

    /// Returns the ids of the mutants that the base ignores.
    ///
    /// `generated` contains the mutants that the tested revision measures. The base measures all of them, because the
    /// run compares both revisions.
    fn ignored_as(
        &self,
        hidden: &SuppressedMutants,
        generated: &BTreeSet<String>,
        options: &Options,
    ) -> BTreeSet<String> {
        let by_comment: BTreeSet<usize> = hidden.comments.iter().flat_map(|(_, _, at)| at).copied().collect();
        let hides = |at: usize| {
            let ListedMutant { mutant, skipped_by } = &hidden.mutants[at];
            skipped_by.is_some() || (by_comment.contains(&at) && !generated.contains(&mutant.id))
        };
        // The ids use the base's own keys, because the files of the base can have other names.
        let own = self.mutants(&self.keys, options).into_iter().enumerate();
        own.filter(|(at, _)| hides(*at)).map(|(_, one)| one.mutant.id).collect()
    }

    /// Returns the mutants with the rules and comments that suppress them.
    ///
    /// `None` if no rule and no comment can apply, or if Java cannot be parsed.
    ///
    /// The rules match the pair of the tested revision.
    fn suppressed(&self, head: &Pair, keys: &MutantKeys, options: &Options) -> Option<SuppressedMutants> {
        let meant = |skip: &&Skip| {
            skip.pair.as_ref().is_none_or(|selector| selector.matches(&head.java) || selector.matches(&head.python))
        };
        let rules: Vec<&Skip> = options.suppress.skips.iter().filter(meant).collect();
        let commented = comments::may_have(self.java) || comments::may_have(self.python);
        let has_loggers = options.suppress.logging && options.settings.mutation.profile == OperatorProfile::Default;
        if rules.is_empty() && !commented && !has_loggers {
            return None;
        }
        let tree = self.targets()?.java_tree(&self.pair.java)?;
        let loggers = if has_loggers { calls::logging(self.java, tree) } else { Vec::new() };
        if rules.is_empty() && loggers.is_empty() && !commented {
            return None;
        }
        let with_spans = |skip: &'_ Skip| skip.calls.as_ref().map(|calls| calls.spans(self.java, tree));
        let rules: Vec<_> = rules.into_iter().map(|skip| (skip, with_spans(skip))).collect();
        let skipped_by = |mutant: &Mutant| {
            let at = comments::place(mutant, tree);
            let fits = |(skip, spans): &(&Skip, Option<Vec<mts_model::Span>>)| {
                (skip.operators.is_empty() || skip.operators.contains(&mutant.operator))
                    && spans.as_ref().is_none_or(|spans| spans.iter().any(|span| span.contains(at)))
            };
            if rules.iter().any(fits) {
                Some("mutation.skip")
            } else {
                loggers.iter().any(|span| span.contains(at)).then_some("mutation.skip-logging")
            }
        };
        let listed = |one: FunctionMutant| ListedMutant { skipped_by: skipped_by(&one.mutant), mutant: one.mutant };
        let mutants = self.mutants(keys, options).into_iter().map(listed).collect();
        let mut hidden = SuppressedMutants { mutants, comments: Vec::new(), wrong: Vec::new() };
        self.by_java_comments(tree, &mut hidden);
        self.by_python_comments(&mut hidden, options);
        Some(hidden)
    }

    fn by_java_comments(&self, tree: &Tree, hidden: &mut SuppressedMutants) {
        let path = &self.java.path;
        let found = comments::ignores(self.java, &self.pair.java, tree);
        hidden.wrong.extend(found.wrong.into_iter().map(|(line, what)| format!("{path}:{line}: {what}")));
        for ignore in found.found {
            let places = hidden.mutants.iter().enumerate().filter(|(_, one)| ignore.hides(&one.mutant, tree));
            let places = places.map(|(at, _)| at).collect();
            hidden.comments.push((path.clone(), ignore, places));
        }
    }

    /// Adds the mutants that comments of the port hide.
    ///
    /// Such a comment hides a mutant if the counterpart's edit is at the comment.
    fn by_python_comments(&self, hidden: &mut SuppressedMutants, options: &Options) {
        let path = &self.python.path;
        let Some(targets) = self.targets() else { return };
        let Some(source) = targets.source_of(&self.pair.java) else { return };
        let found = comments::ignores(self.python, &self.pair.python, source.python_tree);
        hidden.wrong.extend(found.wrong.into_iter().map(|(line, what)| format!("{path}:{line}: {what}")));
        if found.found.is_empty() {
            return;
        }
        let translations = targets.mirrored(&self.pair.java, &options.settings);
        for ignore in found.found {
            let hides = |(one, translation): (&ListedMutant, &Translation)| {
                let own: Vec<&TextEdit> = match translation {
                    // An edit that only desugars a loop is not part of the mutation.
                    Translation::Edits { edits, desugaring } => {
                        edits.iter().filter(|edit| !desugaring.contains(edit)).collect()
                    }
                    Translation::Spliced { splices, .. } => splices.iter().take(1).flat_map(|s| &s.edits).collect(),
                    _ => return false,
                };
                ignore.hides_counterpart(one.mutant.operator, &own, &self.python.text)
            };
            let all = hidden.mutants.iter().zip(&translations).enumerate();
            let places = all.filter(|(_, one)| hides(*one)).map(|(at, _)| at).collect();
            hidden.comments.push((path.clone(), ignore, places));
        }
    }
}
