//! Finds the pairs of the base that the change maps to other functions or parameters.
//!
//! The configuration and the comments of the base decide which functions are a pair. A change can
//! map a function to another port, or the arguments to other parameters. The run of such a change
//! still measures the pair of the base, with the argument positions of the base. If the change maps
//! the function to another port, the run also measures the new pair.

use crate::run::plan::history::{ReplacedPair, UnmeasuredPair, header, is_gone, is_port_gone};
use crate::run::plan::replacement;
use crate::run::revision::{Change, Revision};
use mts_generate::pairing::{self, Pairing, PairingConfig};
use mts_model::{Function, Language, Pair, Span};
use std::collections::BTreeMap;

/// The differences between the pairs of the head and the pairs of the base.
#[derive(Default)]
pub struct BaseDifferences {
    /// The pairs that the notes of the report name.
    pub noted: NotedPairs,
    /// A row for each pair with an unreadable file after the change.
    pub hidden: Vec<UnmeasuredPair>,
    /// The pairs whose Java function has another port after the change.
    ///
    /// At the head, code that the tool cannot run defines the name of the old port.
    pub replaced: Vec<ReplacedPair>,
    /// The pairs of the base whose port has another name or form at the head.
    ///
    /// The key is the pair of the head with the same Java function.
    /// The old port is gone at the head. So the change renamed or rewrote the port.
    pub renamed: BTreeMap<PairPlace, Pair>,
}

/// The pairs of the base that the notes of the report name.
#[derive(Default)]
pub struct NotedPairs {
    /// The pairs of the base whose functions are not a pair of the head. The run adds them.
    added: Vec<Pair>,
    /// The pairs whose argument positions the change remaps. The run restores the positions of the base.
    remapped: Vec<Pair>,
    /// The pairs whose two functions the change removes, each as a text. The run does not measure them.
    removed: Vec<String>,
}

/// The files and positions of both functions of a pair.
pub type PairPlace = (String, Span, String, Span);

/// Adds the pairs of the base that the head does not have.
///
/// Adds a pair only if the head still has both functions. For a pair of both revisions, restores
/// the argument positions of the base.
#[must_use]
pub fn with_base_pairs(
    pairing: Pairing,
    base: &Revision,
    head: &Revision,
    rules: &PairingConfig,
) -> (Pairing, BaseDifferences) {
    let mut pairs = pairing.pairs;
    let places: BTreeMap<_, usize> = pairs.iter().enumerate().map(|(at, pair)| (place(pair), at)).collect();
    let mut differences = BaseDifferences::default();
    for before in pairs_of(base, head, rules) {
        let hides = |function: &Function| Some((function.file.clone(), head.hides(&function.file)?.to_owned()));
        if let Some((file, why)) = hides(&before.java).or_else(|| hides(&before.python)) {
            let reason = format!("after the change, cargo mts cannot read {file}: {why}");
            differences.hidden.push(UnmeasuredPair::new(before.clone(), &reason, true));
        } else if is_gone(&before.java, head) && is_gone(&before.python, head) {
            differences.noted.removed.push(format!("`{}` and its port {}", before.name(), before.python.selector()));
        } else if let Some(now) = with_other_port(&before, &pairs, (base, head)) {
            match replacement::describe_beside(&before.python, &now.python, head) {
                Some(by) => differences.replaced.push(replaced_port(&before, now, &by)),
                None => _ = differences.renamed.insert(place(now), before.clone()),
            }
        }
        let (Some(java), Some(python)) = (at_head(&before.java, base, head), at_head(&before.python, base, head))
        else {
            continue;
        };
        let kept = pairing::at_revision(&before, java, python);
        match places.get(&place(&kept)) {
            Some(at) if pairs[*at].arguments == kept.arguments => {}
            Some(at) => {
                pairs[*at].arguments.clone_from(&kept.arguments);
                differences.noted.remapped.push(kept);
            }
            None => {
                pairs.push(kept.clone());
                differences.noted.added.push(kept);
            }
        }
    }
    (Pairing { pairs, ..pairing }, differences)
}

impl NotedPairs {
    /// Returns the notes on the pairs that the change adds, remaps or removes.
    ///
    /// A note on an added or remapped pair names the pair only if the run measures it.
    pub fn notes(&self, is_measured: impl Fn(&Pair) -> bool) -> Vec<String> {
        let names = |pairs: &[Pair], describe: &dyn Fn(&Pair) -> String| -> Vec<String> {
            pairs.iter().filter(|pair| is_measured(pair)).map(describe).collect()
        };
        let added = names(&self.added, &|pair| format!("`{}` with {}", pair.name(), pair.python.selector()));
        let remapped = names(&self.remapped, &|pair| format!("`{}`", pair.name()));
        let notes = [
            list(&remapped)
                .map(|(n, pairs)| format!("the run maps the arguments of {n} as the base does: {pairs}; {ADVICE}")),
            list(&added).map(|(n, pairs)| format!("the run also compares {n} of the base: {pairs}; {ADVICE}")),
            list(&self.removed).map(|(n, pairs)| format!("the change removes both sides of {n}: {pairs}")),
        ];
        notes.into_iter().flatten().collect()
    }
}

/// Returns the pair of the head with the same Java function and another port.
///
/// Returns `None` if the head still has the old port.
fn with_other_port<'p>(before: &Pair, pairs: &'p [Pair], (base, head): (&Revision, &Revision)) -> Option<&'p Pair> {
    let java = at_head(&before.java, base, head).filter(|_| is_port_gone(&before.python, head))?;
    pairs.iter().find(|pair| pair.java.file == java.file && pair.java.span == java.span)
}

/// Returns the pair of the base whose old port other code replaces. `now` is the pair of the head.
fn replaced_port(before: &Pair, now: &Pair, by: &str) -> ReplacedPair {
    let (old, new) = (before.python.selector(), now.python.selector());
    ReplacedPair::new(before.clone(), &format!("the port {old} by {by} (Java's port is now {new})"))
}

/// The largest number of pairs that a note names.
const MOST_NAMED: usize = 20;

/// Returns the number of pairs and a list of at most [`MOST_NAMED`] pairs. `None` if there are no pairs.
fn list(texts: &[String]) -> Option<(String, String)> {
    let named = texts.iter().take(MOST_NAMED).cloned().collect::<Vec<_>>().join(", ");
    let more = texts.len().saturating_sub(MOST_NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let number = if texts.len() == 1 { "1 pair".to_owned() } else { format!("{} pairs", texts.len()) };
    (!texts.is_empty()).then(|| (number, format!("{named}{more}")))
}

/// The advice in a note, for an author who wants to change a pair.
const ADVICE: &str = "to change a pair, merge the new entry in `pairs` of mts.yml or the new comment in an earlier \
                      pull request, or accept the findings";

/// Returns the files and positions of both functions.
pub fn place(pair: &Pair) -> PairPlace {
    (pair.java.file.clone(), pair.java.span, pair.python.file.clone(), pair.python.span)
}

/// Returns the pairs of the base.
///
/// `base` contains only the parsed files that differ from the head. The unchanged files come from `head`.
fn pairs_of(base: &Revision, head: &Revision, rules: &PairingConfig) -> Vec<Pair> {
    let same = |function: &&Function| head.change_of(&function.file) == Change::Unchanged;
    let sides = |language: Language| {
        let mut all = base.sides(language);
        all.extend(head.sides(language).into_iter().filter(same));
        all.sort_by_key(|function| (&function.file, function.span.start));
        all
    };
    let source = |function: &Function| base.file(&function.file).or_else(|| head.file(&function.file)).cloned();
    let pairs = pairing::pair(&sides(Language::Java), &sides(Language::Python), rules, &source).pairs;
    pairs.into_iter().filter(|pair| pair.java.has_body()).collect()
}

/// Returns the function of the head that corresponds to a function of the base.
///
/// In Java, this is the function with the same name and parameter types, or else the only function of the same name. In
/// Python, it is the last function of the same name. The functions of a property have the same name, so there it is the
/// one with the same decorators and parameters.
fn at_head<'a>(before: &Function, base: &Revision, head: &'a Revision) -> Option<&'a Function> {
    let file = head.now_at(&before.file)?;
    let named = || file.functions.iter().chain(&file.declared).filter(|f| f.qualified() == before.qualified());
    match before.language {
        Language::Java => {
            let types = |function: &Function| function.params.iter().map(|param| param.ty.clone()).collect::<Vec<_>>();
            let same = named().rfind(|function| types(function) == types(before));
            same.or_else(|| named().next().filter(|_| named().count() == 1))
        }
        Language::Python => {
            let last = named().next_back()?;
            if !mts_lang::python::is_accessor(file, last) {
                return Some(last);
            }
            let own = header(if base.file(&before.file).is_some() { base } else { head }, before);
            Some(named().rfind(|function| header(head, function) == own).unwrap_or(last))
        }
    }
}
