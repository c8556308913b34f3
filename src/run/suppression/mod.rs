//! Which mutants of a pair are not made: by `mutation.skip`, in logging calls, and by ignore comments.
//! Owns the rule that a change cannot ignore anything for itself: a comment hides what the base's
//! comments hide too, or everything where there is no base; the rest waits for the merge.

pub mod accept_list;
pub mod assumptions;
pub mod skip_rules;

use crate::run::context::RunContext;
use crate::run::options::Options;
use crate::run::plan::PlannedPair;
use crate::run::revision::Change;
use crate::run::revision::Revision;
use crate::run::suppression::assumptions::Assumed;
use crate::run::suppression::skip_rules::Skip;
use mts_engine::PairJob;
use mts_generate::mutation;
use mts_generate::mutation::classes::{self, ClassMutant};
use mts_generate::mutation::suppress::IgnoredMutants;
use mts_generate::mutation::suppress::calls;
use mts_generate::mutation::suppress::comments::{self, IgnoreComment, IgnoreScope};
use mts_lang::SourceFile;
use mts_lang::ir::Tree;
use mts_model::OperatorProfile;
use mts_model::{ClassChange, Mutant, Operator, Pair, TextEdit};
use mts_translate::mirror::{self, Mirror};
use mts_translate::{PairSource, Translation, Translator};
use std::collections::{BTreeMap, BTreeSet};

/// What the mutants of a pair are named after.
#[derive(Clone, Copy)]
struct Names<'k> {
    /// Those of its function.
    own: &'k str,
    /// Those of its class: the pair's own name, or that of the program that the function is in.
    class: &'k str,
}

impl<'k> Names<'k> {
    fn of(key: &'k str) -> Self {
        Self { own: key, class: key }
    }
}

/// One revision's mutants of a pair, and which of them are hidden.
struct RevisionMutants<'a> {
    pair: &'a Pair,
    java: &'a SourceFile,
    python: &'a SourceFile,
    /// Whether it is a function of a program: a change of its class may be outside of its body.
    is_member: bool,
}

/// What is hidden at one revision.
struct SuppressedMutants {
    mutants: Vec<Mutant>,
    /// What the class-level ones among them change, by their place.
    changes: BTreeMap<usize, ClassChange>,
    /// For each mutant the rule that skips it.
    skipped: Vec<Option<&'static str>>,
    /// Path and comment, with the places of the mutants that it hides.
    comments: Vec<(String, IgnoreComment, Vec<usize>)>,
    /// Comments that cannot be used.
    wrong: Vec<String>,
}

/// The ignore comments that were met, over all pairs.
#[derive(Default)]
pub struct Suppression {
    met: BTreeMap<(String, u32), CommentUsage>,
    wrong: BTreeSet<String>,
    files: BTreeSet<String>,
    is_own_word: bool,
    assumed: Assumed,
}

#[derive(Default)]
struct CommentUsage {
    text: String,
    /// Whether some mutant stands where it holds.
    matches: bool,
    /// Number of mutants that it will hide, by pair.
    waiting: BTreeMap<String, usize>,
}

impl Suppression {
    /// Sets what is not made of a pair, at the tested revision and at the base.
    pub fn apply(
        &mut self,
        context: &RunContext<'_>,
        planned: &PlannedPair,
        head: &mut PairJob,
        base: Option<&mut PairJob>,
        options: &Options,
    ) {
        let (key, then) = (planned.head.key(), base.as_deref().map(|base| base.pair.key()));
        self.apply_as(context, planned, head, base, options, (Names::of(&key), then.as_deref().map(Names::of)));
    }

    /// The same under these names of the pair at the tested revision and at the base.
    fn apply_as(
        &mut self,
        context: &RunContext<'_>,
        planned: &PlannedPair,
        head: &mut PairJob,
        base: Option<&mut PairJob>,
        options: &Options,
        (key, key_then): (Names<'_>, Option<Names<'_>>),
    ) {
        self.files.extend([planned.head.java.file.clone(), planned.head.python.file.clone()]);
        let own = RevisionMutants::of(head).hidden(&planned.head, key, options);
        let before = Before::of(context, planned, options, key);
        if let Some(own) = &own {
            head.ignored = self.ignored(context, planned, own, &before);
        }
        if options.settings.fragments {
            head.ignored.unassumed = self.assumed.unassumed(context, planned, head);
        }
        let (Some(base), Some(then)) = (base, before.hidden) else { return };
        let made: BTreeSet<String> = match &own {
            Some(own) => own.mutants.iter().map(|m| m.id.clone()).filter(|id| !head.ignored.ids.contains(id)).collect(),
            None => RevisionMutants::of(head).mutants(key, options).0.into_iter().map(|mutant| mutant.id).collect(),
        };
        // What the tested revision measures the base measures too: they are compared by it.
        let by_comment: BTreeSet<usize> = then.comments.iter().flat_map(|(_, _, at)| at).copied().collect();
        let hides = |at: usize, mutant: &Mutant| {
            then.skipped[at].is_some() || (by_comment.contains(&at) && !made.contains(&mutant.id))
        };
        let hidden: Vec<bool> = then.mutants.iter().enumerate().map(|(at, mutant)| hides(at, mutant)).collect();
        // Under its own name: the files may have been called otherwise.
        let named = RevisionMutants::of(base).mutants(key_then.unwrap_or(key), options).0;
        base.ignored.ids = named.into_iter().zip(hidden).filter(|(_, hidden)| *hidden).map(|(m, _)| m.id).collect();
    }

    /// The same for every function of a program.
    pub fn apply_to_program(
        &mut self,
        context: &RunContext<'_>,
        planned: &PlannedPair,
        head: &mut PairJob,
        mut base: Option<&mut PairJob>,
        options: &Options,
    ) {
        let pairs = |job: &PairJob| -> Vec<(Pair, String)> {
            let program = job.program.iter().flat_map(|program| &program.members);
            let whole = job.pair.key();
            program.filter_map(|member| Some((member.pair.clone()?, member.key(&whole)))).collect()
        };
        let then = base.as_deref().map(&pairs).unwrap_or_default();
        let (whole, whole_then) = (head.pair.key(), base.as_deref().map(|base| base.pair.key()));
        for (pair, key) in pairs(head) {
            let name = pair.java.qualified();
            let before = then.iter().find(|(then, _)| then.java.qualified() == name);
            let one = PlannedPair { head: pair, base: before.map(|(pair, _)| pair.clone()), ..planned.clone() };
            let mut own = PairJob { pair: one.head.clone(), ignored: IgnoredMutants::default(), ..head.clone() };
            let mut old = base.as_deref().zip(one.base.clone()).map(|(base, pair)| PairJob {
                pair,
                ignored: IgnoredMutants::default(),
                ..base.clone()
            });
            let names = Names { own: &key, class: &whole };
            let names_then = before.zip(whole_then.as_deref()).map(|((_, own), class)| Names { own, class });
            self.apply_as(context, &one, &mut own, old.as_mut(), options, (names, names_then));
            head.ignored.ids.append(&mut own.ignored.ids);
            head.ignored.notes.append(&mut own.ignored.notes);
            if let (Some(base), Some(mut old)) = (base.as_deref_mut(), old) {
                base.ignored.ids.append(&mut old.ignored.ids);
            }
        }
        let skipped = options.suppress.outside(head, &options.settings.mutation.operators);
        if !skipped.is_empty() {
            let (n, are) = (skipped.len(), if skipped.len() == 1 { "mutant is" } else { "mutants are" });
            head.ignored.notes.push(format!("{n} {are} ignored: {n} by mutation.skip"));
        }
        head.ignored.ids.extend(skipped);
        if let Some(base) = base {
            base.ignored.ids.extend(options.suppress.outside(base, &options.settings.mutation.operators));
        }
    }

    fn ignored(
        &mut self,
        context: &RunContext<'_>,
        planned: &PlannedPair,
        own: &SuppressedMutants,
        before: &Before,
    ) -> mutation::suppress::IgnoredMutants {
        self.wrong.extend(own.wrong.iter().cloned());
        let mut ignored = mutation::suppress::IgnoredMutants::default();
        let mut causes: BTreeMap<String, usize> = BTreeMap::new();
        let mut count = |cause: String| *causes.entry(cause).or_default() += 1;
        for (mutant, rule) in own.mutants.iter().zip(&own.skipped) {
            if let Some(rule) = rule {
                ignored.ids.insert(mutant.id.clone());
                count((*rule).to_owned());
            }
        }
        for (path, ignore, places) in &own.comments {
            let met = self.met.entry((path.clone(), ignore.line)).or_default();
            met.text.clone_from(&ignore.text);
            met.matches |= !places.is_empty();
            for mutant in places.iter().map(|at| &own.mutants[*at]) {
                if context.base.is_some() && !before.hides(mutant) {
                    *met.waiting.entry(planned.head.name()).or_default() += 1;
                } else if ignored.ids.insert(mutant.id.clone()) {
                    self.is_own_word |= context.base.is_none();
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

    /// What is to be told after the last pair: notes, and what holds only after the merge.
    #[must_use]
    pub fn told(self, head: &Revision) -> (Vec<String>, Vec<String>) {
        let mut notes: Vec<String> = self.wrong.into_iter().collect();
        let unmatched = self.met.iter().filter(|(_, met)| !met.matches);
        notes.extend(unmatched.map(|((path, line), met)| format!("{path}:{line}: `{}` matches no mutant", met.text)));
        for file in self.files.iter().filter_map(|path| head.file(path)) {
            let strays = comments::strays(file).into_iter();
            notes.extend(strays.map(|(line, text)| format!("{}:{line}: `{text}` belongs to no function", file.path)));
        }
        notes.sort();
        let (own_word, mut pending_until_merge) = self.assumed.told();
        notes.extend(own_word);
        if self.is_own_word {
            notes.push("there is no base: this revision's own ignore comments hold".to_owned());
        }
        for ((path, line), met) in self.met {
            for (pair, n) in met.waiting {
                let mutants = if n == 1 { "mutant" } else { "mutants" };
                pending_until_merge.push(format!("{path}:{line}: `{}` hides {n} {mutants} of `{pair}`", met.text));
            }
        }
        (notes, pending_until_merge)
    }
}

/// What the base hides.
struct Before {
    hidden: Option<SuppressedMutants>,
    /// Ids of the mutants that its comments hide, by the tested revision's name of the pair.
    ids: BTreeSet<String>,
    /// Operators that a comment at one of the functions hides in all of it.
    whole: BTreeSet<Operator>,
}

impl Before {
    fn of(context: &RunContext<'_>, planned: &PlannedPair, options: &Options, key: Names<'_>) -> Self {
        let hidden = Self::hidden(context, planned, options, key);
        let (mut ids, mut whole) = (BTreeSet::new(), BTreeSet::new());
        for (_, ignore, places) in hidden.iter().flat_map(|hidden| &hidden.comments) {
            if ignore.scope == IgnoreScope::Function {
                whole.extend(&ignore.operators);
            }
            let mutants = hidden.iter().flat_map(|hidden| places.iter().map(|at| &hidden.mutants[*at]));
            ids.extend(mutants.map(|mutant| mutant.id.clone()));
        }
        Self { hidden, ids, whole }
    }

    fn hidden(
        context: &RunContext<'_>,
        planned: &PlannedPair,
        options: &Options,
        key: Names<'_>,
    ) -> Option<SuppressedMutants> {
        let (revision, pair) = (context.base?, planned.base.as_ref()?);
        // A file that the change does not touch was not parsed again for the base.
        let same = |path: &str| context.head.file(path).filter(|_| context.head.change_of(path) == Change::Unchanged);
        let file = |path: &str| revision.file(path).or_else(|| same(path));
        let (java, python) = (file(&pair.java.file)?, file(&pair.python.file)?);
        RevisionMutants { pair, java, python, is_member: key.own != key.class }.hidden(&planned.head, key, options)
    }

    /// Whether the base ignores it too: the same mutant, or all of its operator in the function.
    fn hides(&self, mutant: &Mutant) -> bool {
        self.ids.contains(&mutant.id) || self.whole.contains(&mutant.operator)
    }
}

impl<'a> RevisionMutants<'a> {
    fn of(job: &'a PairJob) -> Self {
        Self { pair: &job.pair, java: &job.java, python: &job.python, is_member: job.program.is_some() }
    }

    /// The mutants under these names of the pair, and what the class-level ones among them change.
    fn mutants(&self, key: Names<'_>, options: &Options) -> (Vec<Mutant>, BTreeMap<usize, ClassChange>) {
        let Some(tree) = self.java.lower(&self.pair.java) else { return Default::default() };
        let (function, options) = (&self.pair.java, &options.settings.mutation);
        let mut mutants = mutation::mutants(self.java, function, &tree, key.own, options);
        let mut changes = BTreeMap::new();
        let is_own = |one: &ClassMutant| if self.is_member { one.is_of(function) } else { one.is_inside(function) };
        for one in classes::mutants(self.java, key.class, &options.operators).into_iter().filter(is_own) {
            changes.insert(mutants.len(), one.change);
            mutants.push(one.mutant);
        }
        (mutants, changes)
    }

    /// What is hidden; `None` where nothing can be. SkipRules go by the pair of the tested revision.
    fn hidden(&self, head: &Pair, key: Names<'_>, options: &Options) -> Option<SuppressedMutants> {
        let meant = |skip: &&Skip| {
            skip.pair.as_ref().is_none_or(|selector| selector.matches(&head.java) || selector.matches(&head.python))
        };
        let rules: Vec<&Skip> = options.suppress.skips.iter().filter(meant).collect();
        let tree = self.java.lower(&self.pair.java)?;
        let is_plain = options.settings.mutation.profile == OperatorProfile::Default;
        let loggers = if options.suppress.logging && is_plain { calls::logging(self.java, &tree) } else { Vec::new() };
        let commented = comments::may_have(self.java) || comments::may_have(self.python);
        if rules.is_empty() && loggers.is_empty() && !commented {
            return None;
        }
        let (mutants, changes) = self.mutants(key, options);
        let spans: Vec<_> =
            rules.iter().map(|skip| skip.calls.as_ref().map(|calls| calls.spans(self.java, &tree))).collect();
        let skipped = mutants.iter().map(|mutant| {
            let at = comments::place(mutant, &tree);
            let fits = |(skip, spans): (&&Skip, &Option<Vec<mts_model::Span>>)| {
                (skip.operators.is_empty() || skip.operators.contains(&mutant.operator))
                    && spans.as_ref().is_none_or(|spans| spans.iter().any(|span| span.contains(at)))
            };
            if rules.iter().zip(&spans).any(fits) {
                Some("mutation.skip")
            } else {
                loggers.iter().any(|span| span.contains(at)).then_some("mutation.skip-logging")
            }
        });
        let skipped = skipped.collect();
        let mut hidden = SuppressedMutants { mutants, changes, skipped, comments: Vec::new(), wrong: Vec::new() };
        self.by_java_comments(&tree, &mut hidden);
        self.by_python_comments(&tree, &mut hidden);
        Some(hidden)
    }

    fn by_java_comments(&self, tree: &Tree, hidden: &mut SuppressedMutants) {
        let path = &self.java.path;
        let found = comments::ignores(self.java, &self.pair.java, tree);
        hidden.wrong.extend(found.wrong.into_iter().map(|(line, what)| format!("{path}:{line}: {what}")));
        for ignore in found.found {
            let places = hidden.mutants.iter().enumerate().filter(|(_, mutant)| ignore.hides(mutant, tree));
            let places = places.map(|(at, _)| at).collect();
            hidden.comments.push((path.clone(), ignore, places));
        }
    }

    /// Comments of the port hide by where the counterpart's edit is, so counterparts are looked for.
    fn by_python_comments(&self, java_tree: &Tree, hidden: &mut SuppressedMutants) {
        let path = &self.python.path;
        let Some(python_tree) = &self.python.lower(&self.pair.python) else { return };
        let found = comments::ignores(self.python, &self.pair.python, python_tree);
        hidden.wrong.extend(found.wrong.into_iter().map(|(line, what)| format!("{path}:{line}: {what}")));
        if found.found.is_empty() {
            return;
        }
        let source = PairSource { pair: self.pair, java: self.java, java_tree, python: self.python, python_tree };
        let mut translations = Mirror.translate_all(&source, &hidden.mutants).unwrap_or_default();
        for (at, change) in &hidden.changes {
            if let (Some(place), Ok(edits)) =
                (translations.get_mut(*at), mirror::classes::replay(&self.python.text, change))
            {
                *place = Translation::Edits { edits, desugaring: Vec::new() };
            }
        }
        for ignore in found.found {
            let hides = |(mutant, translation): (&Mutant, &Translation)| {
                let own: Vec<&TextEdit> = match translation {
                    // What only opens a loop is no part of the change.
                    Translation::Edits { edits, desugaring } => {
                        edits.iter().filter(|edit| !desugaring.contains(edit)).collect()
                    }
                    Translation::Spliced { splices, .. } => splices.iter().take(1).flat_map(|s| &s.edits).collect(),
                    _ => return false,
                };
                ignore.hides_counterpart(mutant.operator, &own, &self.python.text)
            };
            let all = hidden.mutants.iter().zip(&translations).enumerate();
            let places = all.filter(|(_, one)| hides(*one)).map(|(at, _)| at).collect();
            hidden.comments.push((path.clone(), ignore, places));
        }
    }
}
