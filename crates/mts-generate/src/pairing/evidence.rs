//! Pairs functions by evidence if their names do not match.
//!
//! Inside a class with a known port, two functions with different names may still be a pair.
//! Evidence from names, bodies, parameters, adjacent functions and callers adds up as log odds.
//! Without enough evidence the module makes no pair.

use super::arguments::{accepts, agreement, takes_receiver, typed};
use super::by_name::{Candidate, PairingIndex};
use super::class_matching::{OwnerId, SURE};
use super::max_weight_matching::{Edge, EdgeWeight, assign_with_margins, thousandths};
use super::similarity::body_similarity::{Bodies, BodySimilarity, Profile, log_odds, prior, share};
use super::similarity::identifiers::{count, joined};
use super::similarity::special_methods::{is_special, name_fit};
use mts_model::FunctionKind;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The lowest probability of a pair. A wrong pair costs more than a missing pair.
const LIKELY: f64 = 0.7;

/// The smallest margin of a chosen candidate, in log odds.
///
/// The margin is the total weight of the best assignment, minus the total weight of the best assignment
/// without the candidate.
const APART: f64 = 0.7;

/// If the name similarity is below this value, the bodies must be similar too.
const HALF_THE_NAME: f64 = 0.45;

/// The largest number of pairs of one class that the module scores regardless of names.
///
/// If a class has more possible pairs, the module scores only those with similar names.
const MOST: usize = 4000;

/// The largest number of pairs of one class that the module scores at all.
///
/// The time of [`choose`] grows faster than this number.
const LIMIT: usize = 40_000;

/// Pairs the functions of `unpaired` except constructors.
///
/// `unpaired` holds the Java functions without a pair. `partners` maps each paired Java function to its Python
/// function.
pub(super) fn decide(
    sides: &PairingIndex<'_>,
    bodies: &Bodies<'_>,
    unpaired: &BTreeSet<usize>,
    partners: &BTreeMap<usize, usize>,
) -> Vec<Candidate> {
    let mut of_owner: BTreeMap<OwnerId, Vec<usize>> = BTreeMap::new();
    for at in unpaired.iter().filter(|at| sides.java[**at].kind != FunctionKind::Constructor) {
        of_owner.entry(sides.java_owners.owner_of[*at]).or_default().push(*at);
    }
    let modules = sides.python_owners.all.iter().enumerate().filter(|(_, owner)| owner.classes.is_empty());
    let modules: BTreeMap<&str, OwnerId> = modules.map(|(id, owner)| (owner.file.as_str(), id)).collect();
    let taken: BTreeSet<usize> = partners.values().copied().collect();
    let (mut found, mut scored) = (Vec::new(), Vec::new());
    for (owner, left) in of_owner {
        let class = ClassPorts::new(sides, bodies, owner, partners, &modules);
        if !class.ports.is_empty() {
            class.score_all(&left, &taken, &mut found, &mut scored);
        }
    }
    found.extend(choose(&scored));
    found
}

/// Chooses the most likely set of candidates, and returns the clear candidates of the set.
///
/// A clear candidate is likely, and the set is clearly better than the best set without the
/// candidate.
fn choose(scored: &[ScoredCandidate]) -> Vec<Candidate> {
    // A candidate slightly below the limit `LIKELY` still has a positive weight in the assignment, so that it
    // can exclude others. The filter below removes the candidate from the result.
    let points = |odds: f64| thousandths(odds - log_odds(LIKELY) + APART);
    let edge = |all: &ScoredCandidate| {
        let weight = EdgeWeight::new([points(all.odds)]);
        Edge { left: all.candidate.java, right: all.candidate.python, weight }
    };
    let (near, all): (Vec<&ScoredCandidate>, Vec<Edge>) =
        scored.iter().map(|one| (one, edge(one))).filter(|(_, edge)| edge.weight > EdgeWeight::default()).unzip();
    let clear = assign_with_margins(&all)
        .into_iter()
        .filter(|(at, margin)| share(near[*at].odds) >= LIKELY && margin.first() >= thousandths(APART));
    clear.map(|(at, _)| near[at].candidate.clone()).collect()
}

/// A Java class and its known ports.
struct ClassPorts<'a> {
    sides: &'a PairingIndex<'a>,
    bodies: &'a Bodies<'a>,
    partners: &'a BTreeMap<usize, usize>,
    /// The module owners, by file.
    modules: &'a BTreeMap<&'a str, OwnerId>,
    java_of: BTreeMap<usize, usize>,
    owner: OwnerId,
    /// The Python owners of the ports.
    ports: BTreeSet<OwnerId>,
}

/// A candidate with its log odds.
struct ScoredCandidate {
    candidate: Candidate,
    odds: f64,
}

impl<'a> ClassPorts<'a> {
    fn new(
        sides: &'a PairingIndex<'a>,
        bodies: &'a Bodies<'a>,
        owner: OwnerId,
        partners: &'a BTreeMap<usize, usize>,
        modules: &'a BTreeMap<&'a str, OwnerId>,
    ) -> Self {
        let mut ports: BTreeSet<OwnerId> =
            sides.affinities.sure(owner).filter(|other| sides.affinities.score(owner, *other) >= SURE).collect();
        let mut java_of = BTreeMap::new();
        for at in &sides.java_owners.all[owner].functions {
            if let Some(python) = partners.get(at) {
                ports.insert(sides.python_owners.owner_of[*python]);
                java_of.entry(*python).or_insert(*at);
            }
        }
        Self { sides, bodies, partners, modules, java_of, owner, ports }
    }

    /// Scores the remaining functions of the class against the functions of its ports.
    ///
    /// A pair of an accessor and an attribute goes to `found` immediately. The other candidates go to
    /// `scored`. `main` gets no candidate.
    fn score_all(
        &self,
        left: &[usize],
        taken: &BTreeSet<usize>,
        found: &mut Vec<Candidate>,
        scored: &mut Vec<ScoredCandidate>,
    ) {
        let mut rest = Vec::new();
        for at in left {
            match self.attribute(*at) {
                Some(candidate) => found.push(candidate),
                None if self.sides.java[*at].name == "main" => {}
                None => rest.push(*at),
            }
        }
        let candidates = self.candidates(taken);
        if rest.len() * candidates.len() > LIMIT {
            return;
        }
        let callers = self.callers(&rest);
        let crowded = rest.len() * candidates.len() > MOST;
        for java in &rest {
            for python in &candidates {
                let name = name_fit(self.sides.java[*java], self.sides.python[*python]);
                if name.0 > 0.0 || !(crowded || is_special(&self.sides.python[*python].name)) {
                    scored.extend(self.score(*java, *python, name, candidates.len(), callers.get(java)));
                }
            }
        }
    }

    /// Returns the attribute of the field that an accessor returns or sets.
    fn attribute(&self, at: usize) -> Option<Candidate> {
        let java = self.sides.java[at];
        if java.kind != FunctionKind::Method || java.params.len() > 1 {
            return None;
        }
        let field = self.bodies.profile(java, at)?.field.clone()?;
        let attributes = self.ports.iter().flat_map(|owner| &self.sides.python_owners.all[*owner].functions);
        let same = |other: &&usize| {
            let python = self.sides.python[**other];
            python.kind == FunctionKind::Attribute && joined(&python.name) == field
        };
        let other = *attributes.copied().collect::<Vec<_>>().iter().find(same)?;
        let score = if self.sides.python[other].name.starts_with('_') { 0.7 } else { 0.85 };
        Some(self.sides.candidate_with(at, other, score, format!("accessor and the attribute of its field `{field}`")))
    }

    /// Returns unpaired functions of the ports and of their modules.
    fn candidates(&self, taken: &BTreeSet<usize>) -> Vec<usize> {
        let owners = &self.sides.python_owners;
        let modules = self.ports.iter().filter_map(|id| self.modules.get(owners.all[*id].file.as_str()));
        let all: BTreeSet<OwnerId> = self.ports.iter().chain(modules).copied().collect();
        let functions = all.iter().flat_map(|id| &owners.all[*id].functions).copied();
        functions
            .filter(|at| {
                let python = self.sides.python[*at];
                !taken.contains(at) && python.has_body() && python.kind != FunctionKind::Constructor
            })
            .collect()
    }

    /// Returns the body profiles of the ports of each Java function's callers.
    ///
    /// Only paired callers of the same Java class count.
    fn callers(&self, of: &[usize]) -> BTreeMap<usize, Vec<Rc<Profile>>> {
        let mut callers: BTreeMap<usize, Vec<Rc<Profile>>> = BTreeMap::new();
        for caller in &self.sides.java_owners.all[self.owner].functions {
            let Some(python) = self.partners.get(caller) else { continue };
            let Some(profile) = self.bodies.profile(self.sides.java[*caller], *caller) else { continue };
            for at in of.iter().filter(|at| profile.calls.contains(&joined(&self.sides.java[**at].name))) {
                callers.entry(*at).or_default().extend(self.bodies.profile(self.sides.python[*python], *python));
            }
        }
        callers
    }

    fn score(
        &self,
        at: usize,
        other: usize,
        (name, name_why): (f64, &'static str),
        candidates: usize,
        callers: Option<&Vec<Rc<Profile>>>,
    ) -> Option<ScoredCandidate> {
        let (java, python) = (self.sides.java[at], self.sides.python[other]);
        let mut why = Vec::new();
        // If two names have no common word, the names count against the pair. If half of their words are
        // common, the names count for the pair.
        let mut odds = prior(candidates) + 5.0 * name - 1.0;
        if name >= 0.3 {
            why.push(name_why.to_owned());
        }
        let both = self.bodies.profile(java, at).zip(self.bodies.profile(python, other));
        let bodies = both.map_or(BodySimilarity { share: 0.0, certainty: 0.0 }, |(a, b)| a.similarity(&b));
        odds += bodies.evidence();
        why.push(format!("bodies {:.0} % similar", bodies.share * 100.0));
        if name < HALF_THE_NAME && (bodies.share < 0.3 || bodies.certainty < 0.2) {
            return None;
        }
        let arguments = agreement(&java.params, &python.params);
        if arguments > 0.0 {
            odds += 1.5 * arguments;
            why.push("parameters with similar names".to_owned());
        }
        let types = typed(java, python);
        odds += 1.5 * types;
        if types > 0.0 {
            why.push("parameters with compatible types".to_owned());
        }
        if accepts(python, java.params.len()) || takes_receiver(java, python) {
            odds += 0.5;
        } else if python.kind != FunctionKind::Nested {
            odds -= 1.0;
        }
        let beside = self.neighbours(at, other);
        if beside > 0 {
            odds += 0.7 * count(beside);
            why.push("next to the ports of neighbouring functions".to_owned());
        }
        if let Some(callers) = callers {
            let called = callers.iter().any(|profile| profile.calls.contains(&joined(&python.name)));
            odds += if called { 1.5 } else { -0.7 };
            if called {
                why.push("called by the ports of the Java function's callers".to_owned());
            }
        }
        let candidate = self.sides.candidate_with(at, other, share(odds), why.join(", "));
        Some(ScoredCandidate { candidate, odds })
    }

    /// Counts the adjacent pairs of two functions: 0, 1 or 2.
    ///
    /// The function compares the nearest paired functions before the two functions, and those after the two
    /// functions. They count if they are partners of each other.
    fn neighbours(&self, at: usize, other: usize) -> usize {
        let java = self.sides.java_owners.owner(at).functions.iter().copied();
        let python = self.sides.python_owners.owner(other).functions.iter().copied();
        let java: Vec<usize> = java.filter(|one| *one == at || self.partners.contains_key(one)).collect();
        let python: Vec<usize> = python.filter(|one| *one == other || self.java_of.contains_key(one)).collect();
        let (Some(j), Some(p)) = (java.iter().position(|one| *one == at), python.iter().position(|one| *one == other))
        else {
            return 0;
        };
        let meets =
            |a: Option<&usize>, b: Option<&usize>| a.zip(b).is_some_and(|(a, b)| self.partners.get(a) == Some(b));
        let before = meets(j.checked_sub(1).and_then(|i| java.get(i)), p.checked_sub(1).and_then(|i| python.get(i)));
        usize::from(before) + usize::from(meets(java.get(j + 1), python.get(p + 1)))
    }
}
