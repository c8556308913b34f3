//! Which pairs a change touches: the functions of both revisions, their pairing, and which side of
//! each pair has another text than before. Running them is `analysis`'s business.

pub mod program_pair;
pub mod programs;
pub mod sampling;
pub mod shard;
pub mod suite_files;

use crate::run::revision::{Change, Revision};
use mts_generate::pairing::{self, Pairing, PairingConfig, Selector};
use mts_model::error::{Error, Result};
use mts_model::report::Skipped;
use mts_model::{Function, FunctionKind, Language, Pair};
use std::collections::{BTreeMap, BTreeSet};

/// A pair to analyse.
#[derive(Clone, Debug)]
pub struct PlannedPair {
    /// The pair at the tested revision.
    pub head: Pair,
    /// The same pair at the base revision, where both its functions exist there.
    pub base: Option<Pair>,
    /// Whether the Java function has another text than at the base.
    pub java_changed: bool,
    /// Whether the Python function has.
    pub python_changed: bool,
}

impl PlannedPair {
    /// Whether one side changed without the other, though both were there before.
    #[must_use]
    pub fn drifted(&self) -> bool {
        self.base.is_some() && self.java_changed != self.python_changed
    }

    /// `both`, `java`, `python`, `none`.
    #[must_use]
    pub fn changed(&self) -> &'static str {
        match (self.java_changed, self.python_changed) {
            (true, true) => "both",
            (true, false) => "java",
            (false, true) => "python",
            (false, false) => "none",
        }
    }
}

/// The work of a run.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Pairs to analyse, in order of name.
    pub pairs: Vec<PlannedPair>,
    /// Changed Java functions without a counterpart.
    pub unpaired: Vec<Skipped>,
    /// Functions that cannot be analysed.
    pub skipped: Vec<Skipped>,
    /// Number of pairs that did not change and were left out.
    pub unchanged: usize,
    /// Things to tell about pairing.
    pub notes: Vec<String>,
    /// Every pair of the tested revision, also one that is not analysed. Declarations without a body come last. The
    /// tool makes objects with these pairs.
    pub all: Vec<Pair>,
}

/// The requested pairs.
pub struct PairFilter<'a> {
    /// Every pair, changed or not.
    pub all: bool,
    /// Only pairs that match one of these; none means all.
    pub selectors: &'a [Selector],
}

/// Plans a run of `head` against `base`. Without a base every function counts as changed.
#[must_use]
pub fn plan(base: Option<&Revision>, head: &Revision, rules: &PairingConfig, filter: &PairFilter<'_>) -> Plan {
    let java = head.sides(Language::Java);
    let python = head.sides(Language::Python);
    let mut pairing = pairing::pair(&java, &python, rules, &|function| head.file(&function.file).cloned());
    // A declaration has nothing to run: its implementations are pairs of their own.
    let (with_body, declared) = pairing.pairs.into_iter().partition(|pair| pair.java.has_body());
    pairing.pairs = with_body;
    pairing.unpaired.retain(|(function, _)| function.has_body());
    let history = History { base, head, functions: base.map(by_key).unwrap_or_default() };
    let mut plan = Plan::default();
    plan.skipped.extend(history.removed(&pairing, &python, rules).filter(|row| filter.names(row)));
    for pair in &pairing.pairs {
        if !filter.selects(pair) {
            continue;
        }
        let (java_before, java_changed) = history.before(&pair.java);
        let (python_before, python_changed) = history.before(&pair.python);
        if !filter.all && filter.selectors.is_empty() && !java_changed && !python_changed {
            plan.unchanged += 1;
            continue;
        }
        if let Some(broken) = pair.java.broken.as_ref().map(|why| (&pair.java, why)).or(pair
            .python
            .broken
            .as_ref()
            .map(|why| (&pair.python, why)))
        {
            plan.skipped.push(Skipped::new(broken.0.selector(), broken.1.as_str()));
            continue;
        }
        let base = java_before.zip(python_before).map(|(java, python)| Pair {
            java: java.clone(),
            python: python.clone(),
            arguments: pair.arguments.clone(),
            reason: pair.reason.clone(),
            dispatch_on: pair.dispatch_on.clone(),
        });
        plan.pairs.push(PlannedPair { head: pair.clone(), base, java_changed, python_changed });
    }
    for (function, reason) in pairing.unpaired {
        let wanted = filter.selectors.is_empty() || filter.selectors.iter().any(|s| s.matches(&function));
        if wanted && (filter.all || history.before(&function).1) {
            plan.unpaired.push(Skipped::new(function.selector(), reason.detail));
        }
    }
    plan.pairs.sort_by_key(|planned| planned.head.key());
    plan.unpaired.sort_by(|a, b| a.name.cmp(&b.name));
    (plan.notes, plan.all) = (pairing.notes, pairing.pairs);
    plan.all.extend::<Vec<Pair>>(declared);
    plan
}

impl PairFilter<'_> {
    /// Whether every selector names something; a typing error must not pass as an empty run.
    ///
    /// # Errors
    /// A usage error for the first that does not.
    pub fn check(&self, head: &Revision) -> Result<()> {
        let all = [head.functions(Language::Java), head.functions(Language::Python)].concat();
        match self.selectors.iter().find(|selector| !all.iter().any(|function| selector.matches(function))) {
            Some(selector) => Err(Error::usage(format!("no function matches `{}`", selector.text()))
                .at("--pair")
                .help("`cargo mts list` shows the functions that there are")),
            None => Ok(()),
        }
    }

    /// Whether a row about a function that is gone belongs to what was asked for.
    fn names(&self, row: &Skipped) -> bool {
        self.selectors.is_empty() || self.selectors.iter().any(|selector| row.name.contains(selector.text()))
    }

    fn selects(&self, pair: &Pair) -> bool {
        self.selectors.is_empty() || self.selectors.iter().any(|s| s.matches(&pair.java) || s.matches(&pair.python))
    }
}

/// File, qualified name and parameter types: the same function at another revision.
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
    /// Functions of the files of the base that differ from the head's.
    functions: BTreeMap<Key, Function>,
}

impl History<'_> {
    /// Rows for pairs of which the change removes one side and leaves the other.
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
            let reason = format!("the change removes it and leaves its port {}", pair.python.selector());
            Skipped::new(pair.java.selector(), reason)
        });
        ports.chain(sources).collect::<Vec<_>>().into_iter()
    }

    /// Whether the change removed a function of the base. The new version of its file then has no function of its name.
    fn is_gone(&self, before: &Function) -> bool {
        let file = self.head.now_at(&before.file);
        let same =
            |f: &&Function| f.qualified() == before.qualified() || (f.name == before.name && f.kind == before.kind);
        !file.is_some_and(|file| file.functions.iter().any(|function| same(&function)))
    }

    /// The function at the base, and whether its code differs from the head's. In a file that the
    /// change does not touch it is the function itself.
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

    /// The function at the base of a Java function with another signature there. Its parameter types changed, or its
    /// enclosing class was renamed with its file. It is the only one of its name in the old file.
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
