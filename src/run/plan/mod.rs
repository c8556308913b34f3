//! Plans a run: finds the pairs that a change touches.
//!
//! The plan contains the functions of both revisions, their pairing, and the changed sides of each
//! pair. The crate `mts-engine` runs the pairs.

pub mod base_pairs;
pub mod impact;
pub mod program_pair;
pub mod programs;
pub mod sampling;
pub mod shard;
pub mod suite_files;

use crate::run::revision::{Change, Revision};
use base_pairs::BaseDifferences;
use impact::{Impact, MOST_FOLLOWED};
use mts_generate::pairing::{self, Pairing, PairingConfig, Selector};
use mts_model::error::{Error, Result};
use mts_model::report::{ChangedSides, Skipped};
use mts_model::{Function, FunctionKind, Language, Pair};
use std::collections::{BTreeMap, BTreeSet};

/// A pair to measure.
#[derive(Clone, Debug)]
pub struct PlannedPair {
    /// The pair at the tested revision.
    pub head: Pair,
    /// The same pair at the base; `None` if a function is missing there.
    pub base: Option<Pair>,
    /// `true` if the Java function differs from the base.
    pub java_changed: bool,
    /// `true` if the Python function differs from the base.
    pub python_changed: bool,
    /// Changed code that the Java function depends on, outside of paired functions.
    pub java_dependency: Option<String>,
    /// Changed code that the Python function depends on, outside of paired functions.
    pub python_dependency: Option<String>,
}

impl PlannedPair {
    /// Reports whether only one side changed, in a pair that exists at the base.
    ///
    /// If the text of one side changed, a changed dependency of the other side counts as a change
    /// of that side.
    #[must_use]
    pub fn drifted(&self) -> bool {
        let other_side = match (self.java_changed, self.python_changed) {
            (true, false) => &self.python_dependency,
            (false, true) => &self.java_dependency,
            _ => return false,
        };
        self.base.is_some() && other_side.is_none()
    }

    /// Returns a note for each side whose text did not change, but whose dependency changed.
    #[must_use]
    pub fn dependency_notes(&self) -> Vec<String> {
        let sides = [
            ("Java function", self.java_changed, &self.java_dependency),
            ("port", self.python_changed, &self.python_dependency),
        ];
        let note = |(side, changed, dependency): (&str, bool, &Option<String>)| {
            let changed_code = dependency.as_ref().filter(|_| !changed)?;
            Some(format!("the change reaches the {side}, because the {side} uses {changed_code}, which changed"))
        };
        sides.into_iter().filter_map(note).collect()
    }

    /// Returns the sides that the change touches.
    #[must_use]
    pub fn changed(&self) -> ChangedSides {
        match (self.java_changed, self.python_changed) {
            (true, true) => ChangedSides::Both,
            (true, false) => ChangedSides::Java,
            (false, true) => ChangedSides::Python,
            (false, false) => ChangedSides::None,
        }
    }
}

/// The largest number of pairs in a run that only changed code outside of the pairs reaches.
const MOST_REACHED: usize = 200;

/// The work of a run.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The pairs to measure, in the order of their names.
    pub pairs: Vec<PlannedPair>,
    /// The changed Java functions without a counterpart.
    pub unpaired: Vec<Skipped>,
    /// The functions that cannot be measured.
    pub skipped: Vec<Skipped>,
    /// The number of unchanged pairs that the run skips.
    pub unchanged: usize,
    /// The notes about the pairing.
    pub notes: Vec<String>,
    /// All pairs of the tested revision, including those that the run does not measure.
    /// Declarations without a body come last. The tool uses these pairs to make objects.
    pub all: Vec<Pair>,
}

/// The pairs that the user requests.
pub struct PairFilter<'a> {
    /// `true` for all pairs, `false` for changed pairs only.
    pub all: bool,
    /// The selectors of the pairs; an empty list means all pairs.
    pub selectors: &'a [Selector],
}

/// Plans a run of `head` against `base`. Without a base, every function counts as changed.
#[must_use]
pub fn plan(
    base: Option<(&Revision, &PairingConfig)>,
    head: &Revision,
    rules: &PairingConfig,
    filter: &PairFilter<'_>,
) -> Plan {
    let java = head.sides(Language::Java);
    let python = head.sides(Language::Python);
    let mut pairing = pairing::pair(&java, &python, rules, &|function| head.file(&function.file).cloned());
    // A declaration has no code to run. The implementations of the declaration have their own
    // pairs.
    let (with_body, declared) = pairing.pairs.into_iter().partition(|pair| pair.java.has_body());
    pairing.pairs = with_body;
    pairing.unpaired.retain(|(function, _)| function.has_body());
    let differences = base.map(|(base, rules)| base_pairs::add_base_pairs(&mut pairing, base, head, rules));
    let BaseDifferences { notes, hidden } = differences.unwrap_or_default();
    let base = base.map(|(base, _)| base);
    let history = History { base, head, functions: base.map(by_key).unwrap_or_default() };
    let mut plan = Plan::default();
    plan.skipped.extend(history.removed(&pairing, &python, rules).filter(|row| filter.names(row)));
    plan.skipped.extend(hidden.into_iter().filter(|row| filter.names(row)));
    let impact = history.impact(&pairing);
    let (mut most, mut not_followed) = (MOST_REACHED, 0);
    for pair in &pairing.pairs {
        if !filter.selects(pair) {
            continue;
        }
        let (java_before, java_changed) = history.before(&pair.java);
        let (python_before, python_changed) = history.before(&pair.python);
        let [java_dependency, python_dependency] =
            [&pair.java, &pair.python].map(|function| impact.on(function).map(str::to_owned));
        if !filter.all && filter.selectors.is_empty() && !java_changed && !python_changed {
            if java_dependency.is_none() && python_dependency.is_none() {
                plan.unchanged += 1;
                continue;
            }
            if most == 0 {
                not_followed += 1;
                continue;
            }
            most -= 1;
        }
        if let Some(broken) = pair.java.broken.as_ref().map(|why| (&pair.java, why)).or(pair
            .python
            .broken
            .as_ref()
            .map(|why| (&pair.python, why)))
        {
            let was_comparable = java_before
                .zip(python_before)
                .is_some_and(|(java, python)| java.broken.is_none() && python.broken.is_none());
            plan.skipped.push(Skipped { was_comparable, ..Skipped::new(broken.0.selector(), broken.1.as_str()) });
            continue;
        }
        let base = java_before.zip(python_before).map(|(java, python)| Pair {
            java: java.clone(),
            python: python.clone(),
            arguments: pair.arguments.clone(),
            reason: pair.reason.clone(),
            dispatch_on: pair.dispatch_on.clone(),
        });
        plan.pairs.push(PlannedPair {
            head: pair.clone(),
            base,
            java_changed,
            python_changed,
            java_dependency,
            python_dependency,
        });
    }
    plan.skipped.extend(list_pairs_beyond_limits(not_followed, impact.is_cut));
    for (function, reason) in pairing.unpaired {
        let wanted = filter.selectors.is_empty() || filter.selectors.iter().any(|s| s.matches(&function));
        if wanted && (filter.all || history.before(&function).1) {
            plan.unpaired.push(Skipped::new(function.selector(), reason.detail));
        }
    }
    plan.pairs.sort_by_key(|planned| planned.head.key());
    plan.unpaired.sort_by(|a, b| a.name.cmp(&b.name));
    plan.notes = pairing.notes.iter().map(ToString::to_string).chain(notes).collect();
    plan.all = pairing.pairs;
    plan.all.extend::<Vec<Pair>>(declared);
    plan
}

impl PairFilter<'_> {
    /// Checks that every selector matches a function.
    ///
    /// A typing error must not give an empty run.
    ///
    /// # Errors
    /// Returns a usage error for the first selector that matches nothing.
    pub fn check(&self, head: &Revision) -> Result<()> {
        let all = [head.functions(Language::Java), head.functions(Language::Python)].concat();
        match self.selectors.iter().find(|selector| !all.iter().any(|function| selector.matches(function))) {
            Some(selector) => Err(Error::usage(format!("no function matches `{}`", selector.text()))
                .at("--pair")
                .help("`cargo mts list` shows all functions")),
            None => Ok(()),
        }
    }

    /// Reports whether a selector matches the row of a removed function.
    fn names(&self, row: &Skipped) -> bool {
        self.selectors.is_empty() || self.selectors.iter().any(|selector| row.name.contains(selector.text()))
    }

    fn selects(&self, pair: &Pair) -> bool {
        self.selectors.is_empty() || self.selectors.iter().any(|s| s.matches(&pair.java) || s.matches(&pair.python))
    }
}

/// The file, qualified name and parameter types, which identify a function at both revisions.
type Key = (String, String, Vec<String>);

fn key(function: &Function, file: &str) -> Key {
    let types = match function.language {
        Language::Java => function.params.iter().map(|p| p.ty.to_string()).collect(),
        Language::Python => Vec::new(),
    };
    (file.to_owned(), function.qualified(), types)
}

fn by_key(revision: &Revision) -> BTreeMap<Key, Function> {
    let all = [Language::Java, Language::Python].into_iter().flat_map(|language| revision.sides(language));
    all.map(|function| (key(function, &function.file), function.clone())).collect()
}

struct History<'a> {
    base: Option<&'a Revision>,
    head: &'a Revision,
    /// The functions of the base's files that the change touches.
    functions: BTreeMap<Key, Function>,
}

/// Returns rows that report pairs beyond the limits, which changed code may reach.
fn list_pairs_beyond_limits(pairs: usize, is_cut: bool) -> impl Iterator<Item = Skipped> {
    let many = format!(
        "the changed code reaches {pairs} more pairs than a run takes ({MOST_REACHED}): `--all` runs the others"
    );
    let far = format!(
        "the changed code reaches more than the {MOST_FOLLOWED} definitions that a run follows: `--all` runs every pair"
    );
    let rows = [(pairs > 0).then_some(many), is_cut.then_some(far)];
    rows.into_iter().flatten().map(|reason| Skipped::new("changed code outside of paired functions", reason))
}

impl History<'_> {
    /// Finds the functions that changed code outside of the paired functions reaches.
    fn impact(&self, pairing: &Pairing) -> Impact {
        let Some(base) = self.base else { return Impact::default() };
        let functions = pairing.pairs.iter().flat_map(|pair| [&pair.java, &pair.python]);
        let compared: Vec<_> = functions.map(|function| (function, self.before(function).0)).collect();
        Impact::new(base, self.head, &compared)
    }

    /// Returns rows for pairs of which the change removes one side and keeps the other side.
    fn removed(
        &self,
        pairing: &Pairing,
        python: &[&Function],
        rules: &PairingConfig,
    ) -> impl Iterator<Item = Skipped> + use<> {
        let gone: Vec<&Function> = self.functions.values().filter(|f| f.has_body() && self.is_gone(f)).collect();
        if gone.is_empty() {
            return Vec::new().into_iter();
        }
        let gone_in = |language| gone.iter().copied().filter(|f| f.language == language).collect::<Vec<_>>();
        let alone: Vec<&Function> = pairing.unpaired.iter().map(|(function, _)| function).collect();
        let taken: BTreeSet<String> = pairing.pairs.iter().map(|pair| pair.python.selector()).collect();
        let free: Vec<&Function> =
            python.iter().copied().filter(|f| f.has_body() && !taken.contains(&f.selector())).collect();
        let at_head = |function: &Function| self.head.file(&function.file).cloned();
        let at_base = |function: &Function| self.base.and_then(|base| base.file(&function.file)).cloned();
        let sources = |language: Language| {
            move |function: &Function| if function.language == language { at_base(function) } else { at_head(function) }
        };
        let gone_ports = pairing::pair(&alone, &gone_in(Language::Python), rules, &sources(Language::Python));
        let gone_sources = pairing::pair(&gone_in(Language::Java), &free, rules, &sources(Language::Java));
        let ports = gone_ports.pairs.into_iter().map(|pair| {
            Skipped::new(pair.java.selector(), format!("the change removes its port {}", pair.python.selector()))
        });
        let sources = gone_sources.pairs.into_iter().map(|pair| {
            let reason = format!("the change removes the Java function and leaves its port {}", pair.python.selector());
            Skipped::new(pair.java.selector(), reason)
        });
        ports.chain(sources).collect::<Vec<_>>().into_iter()
    }

    /// Reports whether the change removed a function of the base.
    ///
    /// The new version of the file then has no function of this name.
    fn is_gone(&self, before: &Function) -> bool {
        let file = self.head.now_at(&before.file);
        let same =
            |f: &&Function| f.qualified() == before.qualified() || (f.name == before.name && f.kind == before.kind);
        !file.is_some_and(|file| file.functions.iter().any(|function| same(&function)))
    }

    /// Returns the function at the base, and whether its code differs from the head.
    ///
    /// In an unchanged file, both functions are the same.
    fn before<'f>(&'f self, function: &'f Function) -> (Option<&'f Function>, bool) {
        let Some(base) = self.base else { return (None, true) };
        let old_path = match self.head.change_of(&function.file) {
            Change::Unchanged => return (Some(function), false),
            Change::Added => return (None, true),
            Change::Modified { old_path } => old_path,
        };
        let Some(before) = self.functions.get(&key(function, old_path)).or_else(|| self.renamed(function, old_path))
        else {
            return (None, true);
        };
        let changed = tokens(base, before) != tokens(self.head, function);
        (Some(before), changed)
    }

    /// Returns the base's version of a function with another key at the base.
    ///
    /// The parameter types changed, or the enclosing class was renamed with its file. The result
    /// must be the only function of this name in the old file.
    fn renamed(&self, function: &Function, old_path: &str) -> Option<&Function> {
        let same = |known: &&Function| known.name == function.name && known.kind == function.kind;
        let constructor =
            |known: &&Function| known.kind == FunctionKind::Constructor && function.kind == FunctionKind::Constructor;
        let first: Key = (old_path.to_owned(), String::new(), Vec::new());
        let of_file = self.functions.range(first..).take_while(|((file, ..), _)| file == old_path);
        let mut found = of_file.map(|(_, known)| known).filter(|f| same(f) || constructor(f));
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }
}

fn tokens(revision: &Revision, function: &Function) -> Vec<String> {
    let Some(file) = revision.file(&function.file) else { return Vec::new() };
    match function.language {
        Language::Java => mts_lang::java::tokens(file, function),
        Language::Python => mts_lang::python::tokens(file, function),
    }
}
