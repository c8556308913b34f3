//! Plans a run: finds the pairs that a change touches.
//!
//! The plan contains the functions of both revisions, their pairing, and the changed sides of each
//! pair. The crate `mts-engine` runs the pairs.

pub mod base_pairs;
mod history;
mod hooks;
pub mod impact;
pub mod program_pair;
pub mod programs;
mod replacement;
pub mod sampling;
pub mod shadowed;
pub mod shard;
pub mod suite_files;

use crate::run::revision::Revision;
use base_pairs::{BaseDifferences, PairPlace};
use history::History;
use impact::{Impact, MOST_FOLLOWED};
use mts_generate::pairing::{self, Pairing, PairingConfig, Selector};
use mts_model::error::{Error, Result};
use mts_model::report::{ChangedSides, Skipped};
use mts_model::{Function, FunctionKind, Language, Pair};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A pair to measure.
#[derive(Clone, Debug)]
pub struct PlannedPair {
    /// The short name for people, such as `Class.method`. If the project has an overload of the method with a port, the
    /// name has the types: `Class.method(int,long)`.
    pub name: String,
    /// The pair at the tested revision.
    pub head: Pair,
    /// The same pair at the base. `None` if there is no base, or if a function is missing there.
    pub base: Option<Pair>,
    /// `true` if the Java function differs from the base. For a program, any changed Java file counts.
    pub java_changed: bool,
    /// `true` if the Python function differs from the base. For a program, any changed Python file counts.
    pub python_changed: bool,
    /// Changed code that the Java function depends on, outside of paired functions.
    pub java_dependency: Option<String>,
    /// Changed code that the Python function depends on, outside of paired functions.
    pub python_dependency: Option<String>,
    /// The reason why the tested revision does not have the pair. If there is a reason, `head` is the pair of the base.
    pub gone: Option<String>,
}

impl PlannedPair {
    /// Creates a planned pair that only the base has. `reason` says why the tested revision lacks the pair.
    fn gone(base: Pair, reason: String) -> Self {
        Self {
            name: base.name(),
            head: base.clone(),
            base: Some(base),
            java_changed: true,
            python_changed: true,
            java_dependency: None,
            python_dependency: None,
            gone: Some(reason),
        }
    }

    /// Reports whether only one side changed, in a pair that exists at the base.
    ///
    /// If the text of one side changed, a changed dependency of the other side counts as a change
    /// of that side.
    #[must_use]
    pub fn has_drifted(&self) -> bool {
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
            Some(format!("the change reaches the {side}, because the {side} uses changed code: {changed_code}"))
        };
        sides.into_iter().filter_map(note).collect()
    }

    /// Returns the sides whose code differs from the base.
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

/// The largest number of unchanged pairs that a run measures. The run measures such pairs because code that they use
/// changed.
const MOST_REACHED: usize = 200;

/// The pairs that a run measures, and the functions that the run skips.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The pairs to measure, in the order of their names.
    pub pairs: Vec<Arc<PlannedPair>>,
    /// The changed Java functions without a counterpart.
    ///
    /// If the user requests all pairs, the unchanged functions are here too.
    pub unpaired: Vec<Skipped>,
    /// A row for each pair or function without a measurement, and for each exceeded limit.
    pub skipped: Vec<Skipped>,
    /// The number of unchanged pairs that the run skips.
    pub unchanged: usize,
    /// The notes about the pairing.
    pub notes: Vec<String>,
    /// All pairs of the tested revision, including those that the run does not measure.
    /// Declarations without a body come last. The tool uses all these pairs to construct objects.
    pub all: Vec<Pair>,
}

impl Plan {
    /// Returns a plan with the contents of both plans.
    #[must_use]
    pub fn joined(self, other: Self) -> Self {
        let mut pairs = [self.pairs, other.pairs].concat();
        pairs.sort_by_key(|planned| planned.head.key());
        Self {
            pairs,
            unpaired: [self.unpaired, other.unpaired].concat(),
            skipped: [self.skipped, other.skipped].concat(),
            unchanged: self.unchanged + other.unchanged,
            notes: [self.notes, other.notes].concat(),
            all: [self.all, other.all].concat(),
        }
    }
}

/// The pairs that the user requests.
#[derive(Clone)]
pub struct PairFilter<'a> {
    /// `true` for all pairs. `false` for changed pairs only, unless there are selectors.
    pub all: bool,
    /// The selectors of the pairs. If the list is empty, `all` decides.
    pub selectors: &'a [Selector],
    /// The Java files of whole programs. The run does not measure the functions of these files one by one.
    pub program_files: BTreeSet<&'a str>,
}

/// Plans a run of `head` against `base`. Without a base, every function counts as changed.
#[must_use]
pub fn plan(
    base: Option<(&Revision, &PairingConfig)>,
    head: &Revision,
    rules: &PairingConfig,
    filter: &PairFilter<'_>,
) -> Plan {
    let python = head.sides(Language::Python);
    let (pairing, declared) = pair_head(head, &python, rules);
    let (pairing, differences) = match base {
        Some((base, rules)) => base_pairs::with_base_pairs(pairing, base, head, rules),
        None => (pairing, BaseDifferences::default()),
    };
    let (pairing, shadowed) = shadowed::without_shadowed_ports(pairing, head);
    let history = History::new(base.map(|(base, _)| base), head);
    let impact = history.impact(&pairing);
    let (removed, replaced) = history.removed(&pairing, &python, rules);
    let removed =
        removed.into_iter().chain(differences.hidden).chain(shadowed).filter(|removed| filter.selects(&removed.pair));
    let Selection { mut pairs, broken, unchanged, not_followed } =
        select(&pairing, (&history, &differences.renamed), &impact, filter);
    let skipped = removed
        .map(|removed| removed.row)
        .chain(broken)
        .chain(list_pairs_beyond_limits(not_followed, impact.is_cut))
        .chain(selected_declarations(head, filter))
        .collect();
    let mut unpaired: Vec<Skipped> = unpaired(&pairing, &history, filter).collect();
    let replaced = replaced.into_iter().chain(differences.replaced).filter(|replaced| filter.selects(&replaced.base));
    pairs.extend(replaced.map(|replaced| Arc::new(PlannedPair::gone(replaced.base, replaced.reason))));
    pairs.sort_by_key(|planned| planned.head.key());
    unpaired.sort_by(|a, b| a.name.cmp(&b.name));
    let measured: BTreeSet<PairPlace> = pairs.iter().map(|planned| base_pairs::place(&planned.head)).collect();
    let of_base = differences.noted.notes(|pair| measured.contains(&base_pairs::place(pair)));
    let notes = pairing.notes.iter().map(ToString::to_string).chain(of_base).collect();
    let all: Vec<Pair> = pairing.pairs.into_iter().chain(declared).collect();
    Plan { pairs: with_names_of_overloads(pairs, &all), unpaired, skipped, unchanged, notes, all }
}

/// Adds parameter types to the name of each pair whose method has overloads.
///
/// Only overloads with a port count.
fn with_names_of_overloads(pairs: Vec<Arc<PlannedPair>>, all: &[Pair]) -> Vec<Arc<PlannedPair>> {
    let mut overloads: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for pair in all {
        overloads.entry(pair.name()).or_default().insert(pair.java.with_parameter_types());
    }
    let named = |planned: Arc<PlannedPair>| match overloads.get(&planned.name).is_some_and(|own| own.len() > 1) {
        true => {
            Arc::new(PlannedPair { name: planned.head.java.with_parameter_types(), ..PlannedPair::clone(&planned) })
        }
        false => planned,
    };
    pairs.into_iter().map(named).collect()
}

/// Returns all pairs of a revision, including pairs of Java declarations without a body.
#[must_use]
pub fn all_pairs(revision: &Revision, rules: &PairingConfig) -> Vec<Pair> {
    let (pairing, declared) = pair_head(revision, &revision.sides(Language::Python), rules);
    pairing.pairs.into_iter().chain(declared).collect()
}

/// Pairs the functions of the tested revision. The second list has the pairs of Java declarations
/// without a body.
///
/// A declaration has no code to run. The implementations of the declaration have their own pairs.
fn pair_head(head: &Revision, python: &[&Function], rules: &PairingConfig) -> (Pairing, Vec<Pair>) {
    let java = head.sides(Language::Java);
    let pairing = pairing::pair(&java, python, rules, &|function| head.file(&function.file).cloned());
    let (pairs, declared) = pairing.pairs.into_iter().partition(|pair| pair.java.has_body());
    let unpaired = pairing.unpaired.into_iter().filter(|(function, _)| function.has_body()).collect();
    (Pairing { pairs, unpaired, ..pairing }, declared)
}

/// The pairs to measure, the unreadable pairs, and the numbers of the other pairs.
#[derive(Default)]
struct Selection {
    pairs: Vec<Arc<PlannedPair>>,
    /// The pairs with a function that the tool cannot read.
    broken: Vec<Skipped>,
    /// The number of unchanged pairs.
    unchanged: usize,
    /// The number of unchanged pairs that use changed code and exceed the limit [`MOST_REACHED`].
    not_followed: usize,
}

/// Selects the pairs to measure.
///
/// `renamed` has the pairs of the base whose port has another name at the head.
fn select(
    pairing: &Pairing,
    (history, renamed): (&History<'_>, &BTreeMap<PairPlace, Pair>),
    impact: &Impact,
    filter: &PairFilter<'_>,
) -> Selection {
    let mut selection = Selection::default();
    let mut room = MOST_REACHED;
    for pair in pairing.pairs.iter().filter(|pair| filter.names(pair)) {
        let change = PairChange::new(pair, history, renamed.get(&base_pairs::place(pair)), impact);
        if !filter.all && filter.selectors.is_empty() && !change.is_changed() {
            if !change.is_reached() {
                selection.unchanged += 1;
                continue;
            }
            if room == 0 {
                selection.not_followed += 1;
                continue;
            }
            room -= 1;
        }
        match change.unreadable() {
            Some((broken, row)) if !filter.is_of_program(broken) => selection.broken.push(row),
            None if !filter.is_of_program(&pair.java) => selection.pairs.push(Arc::new(change.into_planned())),
            // The pair of the program runs in place of the functions in its file.
            _ => {}
        }
    }
    selection
}

/// A pair with the change of each side.
struct PairChange<'a> {
    pair: &'a Pair,
    java: SideChange<'a>,
    python: SideChange<'a>,
    /// The pair of the base, if its port had another name.
    ///
    /// `None` if the base has the head's port too.
    renamed: Option<&'a Pair>,
}

/// The change of one function of a pair.
struct SideChange<'a> {
    /// The function at the base. `None` if the function is missing there.
    before: Option<&'a Function>,
    /// Whether the code differs from the base.
    is_changed: bool,
    /// Changed code that the function depends on, outside of paired functions.
    dependency: Option<String>,
}

impl<'a> PairChange<'a> {
    /// Compares both functions of a pair with the base.
    fn new(pair: &'a Pair, history: &'a History<'_>, renamed: Option<&'a Pair>, impact: &Impact) -> Self {
        let side = |function: &'a Function| {
            let (before, is_changed) = history.before(function);
            SideChange { before, is_changed, dependency: impact.on(function).map(str::to_owned) }
        };
        let (java, python) = (side(&pair.java), side(&pair.python));
        let renamed = renamed.filter(|_| python.before.is_none());
        Self { pair, java, python, renamed }
    }

    /// Reports whether the code of a side differs from the base.
    fn is_changed(&self) -> bool {
        self.java.is_changed || self.python.is_changed
    }

    /// Reports whether a side depends on changed code outside of the pairs.
    fn is_reached(&self) -> bool {
        self.java.dependency.is_some() || self.python.dependency.is_some()
    }

    /// Returns both functions at the base. `None` if one is missing there.
    fn before(&self) -> Option<(&'a Function, &'a Function)> {
        self.java.before.zip(self.python.before.or(self.renamed.map(|pair| &pair.python)))
    }

    /// Returns the function of the pair that the tool cannot read, with its row.
    ///
    /// Returns `None` if the tool can read both functions.
    fn unreadable(&self) -> Option<(&'a Function, Skipped)> {
        let functions = [&self.pair.java, &self.pair.python];
        let (function, why) = functions.into_iter().find_map(|function| Some((function, function.broken.as_ref()?)))?;
        let was_comparable =
            self.before().is_some_and(|(java, python)| java.broken.is_none() && python.broken.is_none());
        Some((function, Skipped { was_comparable, ..Skipped::new(function.selector(), why.as_str()) }))
    }

    /// Converts the pair and its changes to an entry of the plan.
    fn into_planned(self) -> PlannedPair {
        let rules = self.renamed.unwrap_or(self.pair);
        let base =
            self.before().map(|(java, python)| Pair { java: java.clone(), python: python.clone(), ..rules.clone() });
        PlannedPair {
            name: self.pair.name(),
            head: self.pair.clone(),
            base,
            java_changed: self.java.is_changed,
            python_changed: self.python.is_changed,
            java_dependency: self.java.dependency,
            python_dependency: self.python.dependency,
            gone: None,
        }
    }
}

/// Returns the requested Java functions without a counterpart.
///
/// These are the changed functions, or all functions if the user requests all pairs.
fn unpaired(pairing: &Pairing, history: &History<'_>, filter: &PairFilter<'_>) -> impl Iterator<Item = Skipped> {
    let is_wanted = |function: &Function| {
        let is_selected = filter.selectors.is_empty() || filter.matches(function);
        is_selected && !filter.is_of_program(function) && (filter.all || history.before(function).1)
    };
    let wanted = pairing.unpaired.iter().filter(move |(function, _)| is_wanted(function));
    wanted.map(|(function, reason)| Skipped::new(function.selector(), reason.detail.clone()))
}

impl PairFilter<'_> {
    /// Checks that every selector matches a function.
    ///
    /// Without this check, a spelling mistake would give an empty run.
    ///
    /// # Errors
    /// Returns a usage error for the first selector that matches nothing, or if all matching functions have no body.
    pub fn check(&self, head: &Revision) -> Result<()> {
        let all = [head.sides(Language::Java), head.sides(Language::Python)].concat();
        let is_unknown = |selector: &&Selector| !all.iter().any(|function| selector.matches(function));
        if let Some(selector) = self.selectors.iter().find(is_unknown) {
            return Err(Error::usage(format!("no function matches `{}`", selector.text()))
                .at("--pair")
                .help("`cargo mts list` shows all functions"));
        }
        let can_run = |function: &&Function| function.kind != FunctionKind::Abstract && self.matches(function);
        match self.selectors.first() {
            Some(selector) if !all.iter().any(can_run) => {
                Err(Error::usage(format!("`{}` names only functions without a body", selector.text()))
                    .at("--pair")
                    .help("name a function with a body"))
            }
            _ => Ok(()),
        }
    }

    fn matches(&self, function: &Function) -> bool {
        self.selectors.iter().any(|selector| selector.matches(function))
    }

    fn selects(&self, pair: &Pair) -> bool {
        !self.is_of_program(&pair.java) && self.names(pair)
    }

    /// Reports whether a function is in the Java file of a whole program.
    fn is_of_program(&self, function: &Function) -> bool {
        self.program_files.contains(function.file.as_str())
    }

    /// Reports whether a selector matches a function of the pair, or there is no selector.
    fn names(&self, pair: &Pair) -> bool {
        self.selectors.is_empty() || self.matches(&pair.java) || self.matches(&pair.python)
    }
}

/// Returns a row for each function without a body that the user selects.
///
/// A selector counts only if it matches no function with a body.
fn selected_declarations(head: &Revision, filter: &PairFilter<'_>) -> Vec<Skipped> {
    let all = [head.sides(Language::Java), head.sides(Language::Python)].concat();
    let (declared, bodies): (Vec<&Function>, Vec<&Function>) =
        all.into_iter().partition(|function| function.kind == FunctionKind::Abstract);
    let matches_only_declarations = |selector: &&Selector| !bodies.iter().any(|function| selector.matches(function));
    let selectors: Vec<&Selector> = filter.selectors.iter().filter(matches_only_declarations).collect();
    let selected = declared.into_iter().filter(|function| selectors.iter().any(|selector| selector.matches(function)));
    let reason = "the function has no body: name a function that implements it";
    selected.map(|function| Skipped::new(function.selector(), reason)).collect()
}

/// Returns a row for each exceeded limit. The run skips pairs that the changed code may reach.
fn list_pairs_beyond_limits(pairs: usize, is_cut: bool) -> impl Iterator<Item = Skipped> {
    let many = format!(
        "the changed code reaches more than {MOST_REACHED} pairs, and the run skips {pairs} of them: `--all` runs all"
    );
    let far = format!(
        "the changed code reaches more than the {MOST_FOLLOWED} definitions that a run follows: `--all` runs every pair"
    );
    let rows = [(pairs > 0).then_some(many), is_cut.then_some(far)];
    rows.into_iter().flatten().map(|reason| Skipped::new("changed code outside of paired functions", reason))
}
