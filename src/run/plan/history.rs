//! The functions of the base, and their changes up to the tested revision.
//!
//! `plan` selects the pairs by these changes, and `impact` follows changed code outside of the pairs.

use crate::run::plan::impact::Impact;
use crate::run::plan::replacement;
use crate::run::revision::{Change, Revision};
use mts_generate::pairing::{self, Pairing, PairingConfig};
use mts_model::report::Skipped;
use mts_model::{Function, FunctionKind, Language, Pair};
use std::collections::{BTreeMap, BTreeSet};

/// The file, qualified name and Java parameter types, which identify a function at both revisions.
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

/// A pair of the base with one function that the change removes or replaces.
#[derive(Clone)]
pub struct ReplacedPair {
    /// The pair at the base.
    pub base: Pair,
    /// The reason why the tool cannot run the pair after the change.
    pub reason: String,
}

impl ReplacedPair {
    /// Creates the pair. `what` names the function and the code that replaces the function.
    pub fn new(base: Pair, what: &str) -> Self {
        Self { base, reason: format!("the change replaces {what}, and cargo mts cannot run that code") }
    }
}

/// A pair that the run cannot measure.
#[derive(Clone)]
pub struct UnmeasuredPair {
    /// The pair. Its two functions can come from different revisions.
    pub pair: Pair,
    /// The row in the report.
    pub row: Skipped,
}

impl UnmeasuredPair {
    /// Creates the pair with a row that names its Java function.
    ///
    /// `was_comparable` is `true` if the tool could compare the pair at the base.
    pub fn new(pair: Pair, reason: &str, was_comparable: bool) -> Self {
        let row = Skipped { was_comparable, ..Skipped::new(pair.java.selector(), reason) };
        Self { pair, row }
    }
}

/// The functions of both revisions.
pub(super) struct History<'a> {
    base: Option<&'a Revision>,
    head: &'a Revision,
    /// The functions in those files of the base that the change touches.
    functions: BTreeMap<Key, Function>,
}

impl<'a> History<'a> {
    /// Collects the functions of the base, if there is one.
    pub fn new(base: Option<&'a Revision>, head: &'a Revision) -> Self {
        Self { base, head, functions: base.map(by_key).unwrap_or_default() }
    }

    /// Finds the functions that depend on changed code outside of the paired functions.
    pub fn impact(&self, pairing: &Pairing) -> Impact {
        let Some(base) = self.base else { return Impact::default() };
        let functions = pairing.pairs.iter().flat_map(|pair| [&pair.java, &pair.python]);
        // The run compares paired functions directly, so the analysis ignores a change inside them. If the header of
        // such a function changes, other code calls the function in another way, and the analysis follows the function.
        let compared = functions.filter_map(|function| {
            let (before, is_changed) = self.before(function);
            let is_called_otherwise =
                is_changed && before.is_some_and(|before| header(base, before) != header(self.head, function));
            (!is_called_otherwise).then_some((function, before))
        });
        Impact::new(base, self.head, &compared.collect::<Vec<_>>())
    }

    /// Finds the pairs of which the change removes one side and keeps the other side.
    ///
    /// The second list contains pairs that the run measures at the base, to find out whether the tool could compare the
    /// pair: the port is gone, or other code replaces the Java function. The first list has a row for each other pair.
    pub fn removed(
        &self,
        pairing: &Pairing,
        python: &[&Function],
        rules: &PairingConfig,
    ) -> (Vec<UnmeasuredPair>, Vec<ReplacedPair>) {
        let gone: Vec<&Function> = self.functions.values().filter(|f| f.has_body() && self.is_gone(f)).collect();
        if gone.is_empty() {
            return (Vec::new(), Vec::new());
        }
        let gone_in = |language| gone.iter().copied().filter(|f| f.language == language).collect::<Vec<_>>();
        let unpaired: Vec<&Function> = pairing.unpaired.iter().map(|(function, _)| function).collect();
        let taken: BTreeSet<String> = pairing.pairs.iter().map(|pair| pair.python.selector()).collect();
        let free: Vec<&Function> =
            python.iter().copied().filter(|f| f.has_body() && !taken.contains(&f.selector())).collect();
        let at_head = |function: &Function| self.head.file(&function.file).cloned();
        let at_base = |function: &Function| self.base.and_then(|base| base.file(&function.file)).cloned();
        let sources = |language: Language| {
            move |function: &Function| if function.language == language { at_base(function) } else { at_head(function) }
        };
        let gone_ports = pairing::pair(&unpaired, &gone_in(Language::Python), rules, &sources(Language::Python));
        let gone_sources = pairing::pair(&gone_in(Language::Java), &free, rules, &sources(Language::Java));
        let (mut rows, mut replaced) = (Vec::new(), Vec::new());
        for pair in &gone_ports.pairs {
            let port = pair.python.selector();
            let removed = match self.moved_to(&pair.python) {
                Some(place) => format!(
                    "the change moves the port {port} to a base class ({place}), and no rule pairs the inherited method"
                ),
                None => format!("the change removes the port {port}"),
            };
            match self.before(&pair.java).0 {
                Some(java) => {
                    let base = Pair { java: java.clone(), ..pair.clone() };
                    let by = replacement::describe(&pair.python, self.head);
                    replaced.push(match by {
                        Some(by) => ReplacedPair::new(base, &format!("the port {port} by {by}")),
                        None => ReplacedPair { base, reason: removed },
                    });
                }
                None => rows.push(UnmeasuredPair::new(pair.clone(), &removed, false)),
            }
        }
        for pair in &gone_sources.pairs {
            let removed =
                format!("the change removes the Java function and leaves its port {}", pair.python.selector());
            match replacement::describe(&pair.java, self.head).zip(self.before(&pair.python).0) {
                Some((by, port)) => {
                    let base = Pair { python: port.clone(), ..pair.clone() };
                    replaced.push(ReplacedPair::new(base, &format!("the Java function by {by}")));
                }
                None => rows.push(UnmeasuredPair::new(pair.clone(), &removed, false)),
            }
        }
        (rows, replaced)
    }

    /// Returns the selector of the method of a base class that replaces a removed port.
    fn moved_to(&self, port: &Function) -> Option<String> {
        let class = port.scope.last()?;
        let classes = mts_lang::python::base_classes(self.head.now_at(&port.file)?);
        let (_, bases) = classes.into_iter().find(|(name, _)| name == class)?;
        let is_inherited = |other: &&&Function| {
            other.name == port.name && other.scope.last().is_some_and(|scope| bases.contains(scope))
        };
        self.head.sides(Language::Python).iter().find(is_inherited).map(|function| function.selector())
    }

    /// Reports whether the change removed a function of the base.
    ///
    /// The new version of the file then has no function of this name. In Python, a function of this name in another
    /// class is another function: the method may have moved to a base class.
    fn is_gone(&self, before: &Function) -> bool {
        match before.language {
            Language::Java => is_gone(before, self.head),
            Language::Python => is_port_gone(before, self.head),
        }
    }

    /// Returns the function at the base, and whether its code differs from the head.
    ///
    /// If the file is unchanged, the result is `function` itself.
    pub fn before<'f>(&'f self, function: &'f Function) -> (Option<&'f Function>, bool) {
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

    /// Returns a function's version at the base if it has another key there.
    ///
    /// The key differs because the change modifies the parameter types, or renames the enclosing class with its file.
    /// The result must be the only function of this name and kind, or the only constructor, in the old file.
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

/// Reports whether the head lacks a function of the base.
///
/// The head lacks the function if its file at the head has no function of this name.
pub(super) fn is_gone(before: &Function, head: &Revision) -> bool {
    let same = |f: &Function| f.qualified() == before.qualified() || (f.name == before.name && f.kind == before.kind);
    !head.now_at(&before.file).is_some_and(|file| file.functions.iter().any(same))
}

/// Reports whether the head lacks a function with the name of a port.
///
/// The function must be in the same class and file as the port at the base.
pub(super) fn is_port_gone(before: &Function, head: &Revision) -> bool {
    let same = |function: &Function| function.qualified() == before.qualified();
    !head.now_at(&before.file).is_some_and(|file| file.functions.iter().chain(&file.declared).any(same))
}

/// Describes how other code calls a function: its parameters, its result, and Python's decorators.
pub(super) fn header(revision: &Revision, function: &Function) -> Vec<String> {
    let Some(file) = revision.file(&function.file) else { return Vec::new() };
    match function.language {
        Language::Java => {
            let params = function.params.iter().map(|param| format!("{} {} {}", param.ty, param.name, param.is_rest));
            params.chain([format!("{} {:?}", function.returns, function.kind)]).collect()
        }
        Language::Python => mts_lang::python::header_tokens(file, function),
    }
}

fn tokens(revision: &Revision, function: &Function) -> Vec<String> {
    let Some(file) = revision.file(&function.file) else { return Vec::new() };
    match function.language {
        Language::Java => mts_lang::java::tokens(file, function),
        Language::Python => mts_lang::python::tokens(file, function),
    }
}
