//! Pairs Java functions with their Python ports.
//!
//! The rules apply in this order: the explicit map, marker comments, then names with owners and
//! signatures, then other evidence such as bodies. Every Java function gets a result with a reason.
//! [`callable`] decides whether the tool can call a pair.

mod arguments;
mod by_name;
mod class_matching;
mod evidence;
pub mod list;
mod marker;
mod max_weight_matching;
mod selector;
mod similarity;
#[cfg(test)]
mod tests;
mod type_dispatch;

pub use arguments::{callable, has_same_parameters, missing_argument, takes_receiver_argument};
pub use selector::{Resolution, Selector};
pub use similarity::body_similarity::SourceLookup;

use by_name::{Candidate, PairingIndex, THRESHOLD};
use mts_model::error::Result;
use mts_model::{Function, FunctionKind, Pair, PairReason, PairingRule, Span, TypeDispatch};
use similarity::abstract_methods::without_abstract;
use similarity::body_similarity::Bodies;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};

/// The configuration of pairs.
#[derive(Clone, Debug, Default)]
pub struct PairingConfig {
    /// The explicit map.
    ///
    /// If a Java function has several entries, the first entry with functions on both sides counts.
    pub pairs: Vec<ExplicitPair>,
    /// Java functions that the user declares as functions without a counterpart.
    pub unpaired: Vec<Selector>,
}

/// An entry of the explicit map.
#[derive(Clone, Debug)]
pub struct ExplicitPair {
    /// The Java side.
    pub java: Selector,
    /// The Python side.
    pub python: Selector,
    /// The Python position of each Java parameter; `None` if the configuration has no positions.
    pub arguments: Option<Vec<usize>>,
}

impl PairingConfig {
    /// Parses a configuration: Java selector, Python selector, argument positions.
    ///
    /// # Errors
    ///
    /// Returns a usage error with the location if a selector is invalid.
    pub fn parse<'t>(
        pairs: impl IntoIterator<Item = (&'t str, &'t str, Option<&'t [usize]>)>,
        unpaired: impl IntoIterator<Item = &'t str>,
    ) -> Result<Self> {
        let mut config = Self::default();
        for (at, (java, python, arguments)) in pairs.into_iter().enumerate() {
            let parse = |text, side| Selector::parse(text).map_err(|error| error.at(format!("pairs[{at}].{side}")));
            let (java, python) = (parse(java, "java")?, parse(python, "python")?);
            config.pairs.push(ExplicitPair { java, python, arguments: arguments.map(<[usize]>::to_vec) });
        }
        for (at, text) in unpaired.into_iter().enumerate() {
            config.unpaired.push(Selector::parse(text).map_err(|error| error.at(format!("unpaired[{at}]")))?);
        }
        Ok(config)
    }
}

/// The pairing result of each Java function.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pairing {
    /// The pairs, in the order of the Java functions.
    pub pairs: Vec<Pair>,
    /// The Java functions without a counterpart, in order.
    ///
    /// The rule is `excluded` if the configuration declares the function as unpaired, `no-overload`
    /// if the port has another overload of the method, otherwise `none`.
    pub unpaired: Vec<(Function, PairReason)>,
    /// Notes on entries and markers that match nothing, are ambiguous or invalid.
    pub notes: Vec<PairingNote>,
}

/// A note on an entry or marker that matches nothing, is ambiguous or invalid. Its text is one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PairingNote {
    /// An entry of `unpaired` matches no Java function.
    UnmatchedExclusion(String),
    /// A selector matches no function.
    Unmatched(NoteSource),
    /// A selector without a glob matches these functions.
    Ambiguous(NoteSource, Vec<String>),
    /// The selector of a marker is invalid, for this reason.
    InvalidMarker(String, String),
}

/// The source of a selector, for a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoteSource {
    /// An entry of `pairs` with this selector.
    Entry(String),
    /// A marker at this function with this selector.
    Marker(String, String),
}

impl Display for NoteSource {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Entry(selector) => write!(f, "pairs: `{selector}`"),
            Self::Marker(function, selector) => write!(f, "marker at `{function}`: `{selector}`"),
        }
    }
}

impl Display for PairingNote {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnmatchedExclusion(selector) => write!(f, "unpaired: `{selector}` matches no Java function"),
            Self::Unmatched(source) => write!(f, "{source} matches no function"),
            Self::Ambiguous(source, functions) => {
                let names: Vec<String> = functions.iter().take(3).map(|name| format!("`{name}`")).collect();
                write!(f, "{source} is ambiguous: {}", names.join(", "))?;
                if functions.len() > 3 {
                    write!(f, " and {} more", functions.len() - 3)?;
                }
                write!(f, "; add the path or the class")
            }
            Self::InvalidMarker(function, reason) => write!(f, "marker at `{function}`: {reason}"),
        }
    }
}

/// Returns a pair with its Java and Python functions at another revision.
///
/// If the argument positions follow from the old signatures, the function computes the positions again. Other
/// positions, such as the positions in a configuration, stay.
#[must_use]
pub fn at_revision(pair: &Pair, java: &Function, python: &Function) -> Pair {
    let python = arguments::with_all_arguments(java, python);
    let follow = pair.arguments == arguments::positions(&pair.java, &pair.python);
    let arguments = if follow { arguments::positions(java, &python) } else { pair.arguments.clone() };
    Pair { java: java.clone(), python, arguments, reason: pair.reason.clone(), dispatch_on: pair.dispatch_on.clone() }
}

/// Pairs functions; `sources` reads their files to compare bodies.
///
/// Both lists should have a stable order (file, then position). Equal input gives an equal result.
#[must_use]
pub fn pair(java: &[&Function], python: &[&Function], config: &PairingConfig, sources: &SourceLookup<'_>) -> Pairing {
    let (with_body, declared): (Vec<&Function>, Vec<&Function>) = java.iter().partition(|f| f.has_body());
    let named = |function: &Function| config.pairs.iter().any(|pair| pair.python.matches(function));
    let concrete = without_abstract(&with_body, python, &named, sources);
    let mut pairing = pair_alike(&with_body, &concrete, &declared, config, sources);
    if declared.is_empty() {
        return pairing;
    }
    // Now pair the Java functions without a body with the Python functions that have no pair yet. In Python,
    // a Java class and its own interface are often a single class.
    let taken: BTreeSet<(&str, Span)> = pairing.pairs.iter().map(|p| (p.python.file.as_str(), p.python.span)).collect();
    let free: Vec<&Function> = python.iter().copied().filter(|f| !taken.contains(&(f.file.as_str(), f.span))).collect();
    let second = pair_alike(&declared, &free, &[], config, sources);
    // A Java function without a body gives no body evidence, so the bodies cannot confirm a doubtful pair.
    let (sure, doubtful): (Vec<Pair>, Vec<Pair>) =
        second.pairs.into_iter().partition(|pair| pair.reason.confidence >= class_matching::SURE);
    pairing.pairs.extend(sure);
    pairing.unpaired.extend(doubtful.into_iter().map(|pair| {
        let why = format!(
            "the most similar Python function is `{}`, but the similarity is too low: {}",
            pair.python.selector(),
            pair.reason.detail
        );
        (pair.java, reason(PairingRule::None, &why, pair.reason.confidence))
    }));
    pairing.unpaired.extend(second.unpaired);
    // Keep a note only if the entry matched nothing in both passes.
    pairing.notes.retain(|note| second.notes.contains(note));
    let place = |f: &Function| (f.file.clone(), f.span.start);
    pairing.pairs.sort_by_key(|pair| place(&pair.java));
    pairing.unpaired.sort_by_key(|(function, _)| place(function));
    pairing
}

fn pair_alike(
    java: &[&Function],
    python: &[&Function],
    declared: &[&Function],
    config: &PairingConfig,
    sources: &SourceLookup<'_>,
) -> Pairing {
    let mut pairer = Pairer {
        bodies: Bodies::new(sources),
        java,
        python,
        sides: PairingIndex::new(java, python, declared),
        found: BTreeMap::new(),
        excluded: BTreeMap::new(),
        parts: BTreeMap::new(),
        notes: Vec::new(),
    };
    pairer.exclude(&config.unpaired);
    for mapped in &config.pairs {
        pairer.configured(mapped);
    }
    pairer.marked();
    let refused = pairer.pair_by_name();
    pairer.answer(&refused)
}

struct PairDecision {
    python: usize,
    arguments: Option<Vec<usize>>,
    reason: PairReason,
}

struct Pairer<'a> {
    bodies: Bodies<'a>,
    java: &'a [&'a Function],
    python: &'a [&'a Function],
    sides: PairingIndex<'a>,
    /// The decisions by Java function.
    found: BTreeMap<usize, PairDecision>,
    excluded: BTreeMap<usize, String>,
    /// The parts of each Java function that the port splits.
    ///
    /// A part is a Python function with the type of the values that it handles.
    parts: BTreeMap<usize, Vec<(usize, TypeDispatch)>>,
    notes: Vec<PairingNote>,
}

impl Pairer<'_> {
    fn exclude(&mut self, selectors: &[Selector]) {
        for selector in selectors {
            let before = self.excluded.len();
            for (at, _) in self.java.iter().enumerate().filter(|(_, function)| selector.matches(function)) {
                self.excluded.entry(at).or_insert_with(|| selector.text().to_owned());
            }
            if self.excluded.len() == before && !self.java.iter().any(|function| selector.matches(function)) {
                self.notes.push(PairingNote::UnmatchedExclusion(selector.text().to_owned()));
            }
        }
    }

    fn configured(&mut self, mapped: &ExplicitPair) {
        let source = |selector: &Selector| NoteSource::Entry(selector.text().to_owned());
        let Some(java) = self.resolve(&mapped.java, self.java, source(&mapped.java)) else { return };
        let Some(python) = self.resolve(&mapped.python, self.python, source(&mapped.python)) else { return };
        let detail = format!("the configuration or the command line names `{}` as the port", mapped.python.text());
        if python.len() == 1 || !mapped.python.is_glob() {
            // If one name has several definitions, Python runs the last definition.
            let Some(target) = python.last().copied() else { return };
            for at in java {
                self.record(at, target, mapped.arguments.clone(), reason(PairingRule::Configured, &detail, 1.0));
            }
            return;
        }
        let free = |at: &usize| !self.found.contains_key(at) && !self.excluded.contains_key(at);
        let java: BTreeSet<usize> = java.into_iter().filter(free).collect();
        let python: BTreeSet<usize> = python.into_iter().collect();
        for candidate in self.sides.decide_configured(&java, &python).pairs {
            let detail = format!("{detail}: {}", candidate.why);
            self.record(
                candidate.java,
                candidate.python,
                None,
                reason(PairingRule::Configured, &detail, candidate.score),
            );
        }
    }

    fn marked(&mut self) {
        let (java, python) = (self.java, self.python);
        let at_python =
            python.iter().enumerate().flat_map(|(at, f)| marker::targets(f).into_iter().map(move |t| (at, t)));
        let at_java = java.iter().enumerate().flat_map(|(at, f)| marker::targets(f).into_iter().map(move |t| (at, t)));
        for (at, target) in at_python.collect::<Vec<_>>() {
            for other in self.target(target, java, python[at]) {
                let detail = format!("comment `mts: port-of {target}`");
                self.record(other, at, None, reason(PairingRule::Marker, &detail, 1.0));
            }
        }
        for (at, target) in at_java.collect::<Vec<_>>() {
            if let Some(other) = self.target(target, python, java[at]).last() {
                let detail = format!("comment `mts: ported-to {target}`");
                self.record(at, *other, None, reason(PairingRule::Marker, &detail, 1.0));
            }
        }
    }

    /// Returns the functions that the selector `text` of a marker names.
    ///
    /// If the selector is invalid, ambiguous or matches nothing, the function adds a note.
    fn target(&mut self, text: &str, among: &[&Function], marked: &Function) -> Vec<usize> {
        let marked = marked.selector();
        match Selector::parse(text) {
            Ok(selector) => {
                self.resolve(&selector, among, NoteSource::Marker(marked, text.to_owned())).unwrap_or_default()
            }
            Err(error) => {
                self.notes.push(PairingNote::InvalidMarker(marked, error.message));
                Vec::new()
            }
        }
    }

    fn resolve(&mut self, selector: &Selector, among: &[&Function], source: NoteSource) -> Option<Vec<usize>> {
        match selector.resolve(among) {
            // A function with a body takes precedence over an attribute or declaration with the
            // same name.
            Resolution::Some(found) if found.iter().any(|at| among[*at].has_body()) => {
                return Some(found.into_iter().filter(|at| among[*at].has_body()).collect());
            }
            Resolution::Some(found) => return Some(found),
            Resolution::None => self.notes.push(PairingNote::Unmatched(source)),
            Resolution::Ambiguous(found) => {
                let functions = found.iter().map(|at| among[*at].selector()).collect();
                self.notes.push(PairingNote::Ambiguous(source, functions));
            }
        }
        None
    }

    /// Pairs the remaining functions by name, as overloads, and by evidence.
    ///
    /// The function also finds the parts of split functions. Returns the nearest candidate of each
    /// function that the names did not pair.
    fn pair_by_name(&mut self) -> BTreeMap<usize, Candidate> {
        let taken: BTreeSet<usize> = self.found.values().map(|found| found.python).collect();
        let python: BTreeSet<usize> = (0..self.python.len()).filter(|at| !taken.contains(at)).collect();
        let decided = self.sides.decide(&self.unpaired(), &python, &self.bodies);
        for candidate in decided.pairs {
            self.record(
                candidate.java,
                candidate.python,
                None,
                reason(PairingRule::Name, &candidate.why, candidate.score),
            );
        }
        self.join_overloads();
        let leftovers = evidence::decide(&self.sides, &self.bodies, &self.unpaired(), &self.partners());
        for candidate in leftovers {
            self.record(
                candidate.java,
                candidate.python,
                None,
                reason(PairingRule::Evidence, &candidate.why, candidate.score),
            );
        }
        self.join_overloads();
        // The port may also split functions that are paired by name or evidence. Pairs from the configuration
        // and from markers stay as they are.
        let by_rule = |(_, found): &(&usize, &PairDecision)| {
            matches!(found.reason.rule, PairingRule::Name | PairingRule::Evidence)
        };
        let partners = self.found.iter().filter(by_rule).map(|(java, found)| (*java, found.python)).collect();
        self.parts = type_dispatch::decide(&self.sides, &self.bodies, &self.unpaired(), &partners, &self.partners());
        decided.refused
    }

    fn partners(&self) -> BTreeMap<usize, usize> {
        self.found.iter().map(|(java, found)| (*java, found.python)).collect()
    }

    fn join_overloads(&mut self) {
        for candidate in self.sides.join_overloads(&self.unpaired(), &self.partners()) {
            self.record(
                candidate.java,
                candidate.python,
                None,
                reason(self.overload_rule(candidate.python), &candidate.why, candidate.score),
            );
        }
    }

    /// Returns the rule for an overload that joins a pair.
    ///
    /// If the pair has the rule `Evidence`, the overload also gets the rule `Evidence`, because the overload
    /// is not more certain than the pair.
    fn overload_rule(&self, python: usize) -> PairingRule {
        let is_joined = |found: &&PairDecision| found.python == python;
        match self.found.values().find(is_joined).map(|found| found.reason.rule) {
            Some(PairingRule::Evidence) => PairingRule::Evidence,
            _ => PairingRule::Overload,
        }
    }

    fn unpaired(&self) -> BTreeSet<usize> {
        (0..self.java.len()).filter(|at| !self.found.contains_key(at) && !self.excluded.contains_key(at)).collect()
    }

    /// Records a pair, unless the Java function is excluded or already has a pair.
    fn record(&mut self, java: usize, python: usize, arguments: Option<Vec<usize>>, reason: PairReason) {
        if !self.excluded.contains_key(&java) {
            self.found.entry(java).or_insert(PairDecision { python, arguments, reason });
        }
    }

    fn answer(mut self, refused: &BTreeMap<usize, Candidate>) -> Pairing {
        let mut pairing = Pairing { notes: std::mem::take(&mut self.notes), ..Pairing::default() };
        let missing = self.take_missing_overloads();
        for (at, function) in self.java.iter().enumerate() {
            if let Some(parts) = self.parts.remove(&at) {
                pairing.pairs.extend(parts.into_iter().map(|(python, narrowed)| self.part(at, python, narrowed)));
                continue;
            }
            if let Some(found) = self.found.remove(&at) {
                let python = arguments::with_all_arguments(function, self.python[found.python]);
                let arguments = found.arguments.unwrap_or_else(|| arguments::positions(function, &python));
                let (java, reason) = ((*function).clone(), found.reason);
                pairing.pairs.push(Pair { java, python, arguments, reason, dispatch_on: None });
                continue;
            }
            let reason = match (self.excluded.get(&at), refused.get(&at)) {
                (Some(selector), _) => reason(
                    PairingRule::Excluded,
                    &format!("the configuration lists the function under `unpaired` as `{selector}`"),
                    1.0,
                ),
                _ if missing.contains_key(&at) => self.missing_overload(&missing[&at]),
                (None, Some(candidate)) => {
                    reason(PairingRule::None, &self.nearest(candidate), candidate.score.min(THRESHOLD))
                }
                (None, None) => reason(PairingRule::None, "no Python function has a similar name", 0.0),
            };
            pairing.unpaired.push(((*function).clone(), reason));
        }
        pairing
    }

    /// Removes the pairs of overloads that the port does not have, and returns them.
    ///
    /// The partner of such an overload does not accept the overload's arguments, but accepts the arguments of
    /// another overload of the method. Pairs from the configuration and from markers stay.
    fn take_missing_overloads(&mut self) -> BTreeMap<usize, PairDecision> {
        let takes = |java: usize, python: usize| {
            let (java, python) = (self.java[java], self.python[python]);
            let seen = arguments::with_all_arguments(java, python);
            python.kind == FunctionKind::Attribute
                || arguments::accepts(&seen, java.params.len())
                || arguments::takes_receiver(java, &seen)
                || self.bodies.file(python).is_some_and(|file| mts_lang::python::facts(&file, python).takes_any_number)
        };
        let method = |at: usize| (self.java[at].file.as_str(), self.java[at].qualified());
        let mut ported = BTreeSet::new();
        let mut refused = Vec::new();
        for (at, found) in &self.found {
            let partner = (method(*at), found.python);
            if takes(*at, found.python) {
                ported.insert(partner);
            } else if !found.reason.rule.is_explicit() {
                refused.push((*at, partner));
            }
        }
        refused.retain(|(_, partner)| ported.contains(partner));
        let missing: Vec<usize> = refused.into_iter().map(|(at, _)| at).collect();
        missing.into_iter().filter_map(|at| Some((at, self.found.remove(&at)?))).collect()
    }

    fn missing_overload(&self, found: &PairDecision) -> PairReason {
        let selector = self.python[found.python].selector();
        let detail = format!("no such overload in the port: `{selector}` takes only the arguments of another overload");
        reason(PairingRule::NoOverload, &detail, found.reason.confidence)
    }

    fn part(&self, at: usize, python: usize, narrowed: TypeDispatch) -> Pair {
        let (java, python) = (self.java[at].clone(), self.python[python].clone());
        let arguments = arguments::positions(&java, &python);
        let (ty, param) = (&narrowed.ty, &java.params[narrowed.param].name);
        let detail = format!("the port has one function for each type of `{param}`; this function handles `{ty}`");
        Pair { java, python, arguments, reason: reason(PairingRule::Part, &detail, 0.8), dispatch_on: Some(narrowed) }
    }

    fn nearest(&self, candidate: &Candidate) -> String {
        let selector = self.python[candidate.python].selector();
        if candidate.score >= THRESHOLD {
            return format!(
                "the most similar Python function `{selector}` ({}) is the port of another Java function",
                candidate.why
            );
        }
        format!(
            "the most similar Python function is `{selector}`, but the similarity is too low: {} ({:.2}, required: {THRESHOLD})",
            candidate.why, candidate.score
        )
    }
}

fn reason(rule: PairingRule, detail: &str, confidence: f64) -> PairReason {
    PairReason { rule, detail: detail.to_owned(), confidence }
}
