//! Pairs functions by name.
//!
//! The module scores each likely candidate by the function names, the owners and the numbers of parameters.
//! An owner is the class or module that contains a function. If several candidates compete, or a score is
//! doubtful, the module also compares the function bodies. One optimal assignment gives each function at most
//! one partner. At the end, overloads that the port merged into one function join the pair of that function.

use super::arguments::{accepts, agreement, takes_receiver};
use super::class_matching::{Affinities, COMMON, Owner, OwnerId, Owners, SURE, UNRELATED};
use super::max_weight_matching::{Edge, EdgeWeight, assign, thousandths};
use super::similarity::body_similarity::{Bodies, log_odds, share};
use super::similarity::identifiers::{joined, words};
use super::similarity::special_methods::{conventional, name_fit};
use mts_model::{Function, FunctionKind};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::resume_unwind;

/// The lowest score at which a candidate can become a pair.
pub(super) const THRESHOLD: f64 = 0.5;

/// The least number of Java functions of each thread; the last thread may have fewer.
const SMALL: usize = 1_000;

/// The largest number of candidates whose bodies the module compares with one Java function.
///
/// The candidates with the highest scores come first.
const MOST_READS: usize = 6;

/// The largest number of functions of a class or module that are all candidates.
///
/// In a larger class or module, a candidate needs a fitting name.
const LARGE: usize = 500;

/// A candidate pair.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) java: usize,
    pub(super) python: usize,
    /// The score, 0 to 1.
    pub(super) score: f64,
    /// The log odds of the pair; the weight of the candidate in the assignment.
    odds: f64,
    /// The reason in one line, for reports.
    pub(super) why: String,
    /// The tie-breakers: the agreement of the parameter names, then the similarity of the paths.
    tie: (f64, f64),
}

/// The pairs that the names show, and the best rejected candidates.
#[derive(Debug, Default)]
pub(super) struct NameMatches {
    pub(super) pairs: Vec<Candidate>,
    /// The best candidate of each Java function without a pair, if there is a candidate.
    pub(super) refused: BTreeMap<usize, Candidate>,
}

impl NameMatches {
    fn refuse(&mut self, candidate: Candidate) {
        let best = self.refused.entry(candidate.java).or_insert_with(|| candidate.clone());
        if candidate.score > best.score {
            *best = candidate;
        }
    }
}

impl Candidate {
    /// Adds evidence for or against the candidate.
    ///
    /// `evidence` is in log odds; `what` names the evidence in the reason. If the score is at least [`SURE`],
    /// positive evidence changes only the log odds, so that the assignment can choose between several such
    /// candidates. Negative evidence then has no effect.
    fn with_evidence(self, what: &str, evidence: f64) -> Self {
        if self.score >= SURE {
            return Self { odds: self.odds + evidence.max(0.0), ..self };
        }
        let odds = self.odds + evidence;
        Self { score: rounded(share(odds)), odds, why: format!("{}, {what}", self.why), ..self }
    }
}

/// An index of both sides that helps to score candidates.
pub(super) struct PairingIndex<'a> {
    pub(super) java: &'a [&'a Function],
    pub(super) python: &'a [&'a Function],
    pub(super) java_owners: Owners,
    pub(super) python_owners: Owners,
    pub(super) affinities: Affinities,
    by_name: BTreeMap<String, Vec<usize>>,
    java_names: BTreeMap<String, usize>,
    /// The files of the Python side, numbered in order of their names.
    python_files: BTreeMap<&'a str, i64>,
    /// The largest line number of a Python function.
    last_line: u32,
}

impl<'a> PairingIndex<'a> {
    pub(super) fn new(java: &'a [&'a Function], python: &'a [&'a Function], declared: &[&Function]) -> Self {
        let (java_owners, python_owners) = (Owners::new(java), Owners::new(python));
        let affinities = Affinities::new(&java_owners, &python_owners, &Owners::new(declared));
        let mut by_name: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, function) in python.iter().enumerate().filter(|(_, function)| function.has_body()) {
            by_name.entry(joined(&function.name)).or_default().push(at);
        }
        let mut java_names: BTreeMap<String, usize> = BTreeMap::new();
        for function in java.iter().filter(|function| function.has_body()) {
            *java_names.entry(joined(&function.name)).or_default() += 1;
        }
        let files: BTreeSet<&str> = python.iter().map(|function| function.file.as_str()).collect();
        let python_files = files.into_iter().zip(0..).collect();
        let last_line = python.iter().map(|function| function.line).max().unwrap_or_default();
        Self { java, python, java_owners, python_owners, affinities, by_name, java_names, python_files, last_line }
    }

    /// Pairs Java functions with Python functions.
    ///
    /// The sets hold indexes into the lists `self.java` and `self.python`.
    pub(super) fn decide(&self, java: &BTreeSet<usize>, python: &BTreeSet<usize>, bodies: &Bodies<'_>) -> NameMatches {
        let scored = |java: &[usize]| -> Vec<Candidate> {
            let candidates_of = |at: usize| {
                let candidates = self.candidates(at).into_iter().filter(|other| python.contains(other));
                candidates.filter_map(move |other| self.candidate(at, other))
            };
            java.iter().flat_map(|at| candidates_of(*at)).collect()
        };
        let java_list: Vec<usize> = java.iter().copied().collect();
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let all = std::thread::scope(|scope| {
            let chunks = java_list.chunks(java_list.len().div_ceil(threads).max(SMALL));
            let workers: Vec<_> = chunks.map(|chunk| scope.spawn(|| scored(chunk))).collect();
            workers.into_iter().flat_map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
        });
        self.choose_pairs(all, java, Some(bodies))
    }

    /// Pairs functions that one entry of the configuration names on both sides.
    ///
    /// The function scores only the names and the numbers of parameters, not the owners.
    pub(super) fn decide_configured(&self, java: &BTreeSet<usize>, python: &BTreeSet<usize>) -> NameMatches {
        let scored = java.iter().flat_map(|at| {
            python.iter().filter_map(|other| {
                let (name, why) = name_fit(self.java[*at], self.python[*other]);
                let score = name * self.arity(*at, *other).0;
                (name > 0.0).then(|| {
                    self.candidate_with(
                        *at,
                        *other,
                        score,
                        format!("{why}, among the functions that the configuration names"),
                    )
                })
            })
        });
        self.choose_pairs(scored.collect(), java, None)
    }

    /// Pairs each overload of `unpaired` with the partner of another overload of its method.
    ///
    /// The partner must accept the number of arguments of the overload, or take the receiver as an argument,
    /// or already be the partner of a function with the same number of parameters. A copy constructor joins
    /// only if the partner has a parameter of the same name. `taken` holds the pairs found up to now.
    pub(super) fn join_overloads(&self, unpaired: &BTreeSet<usize>, taken: &BTreeMap<usize, usize>) -> Vec<Candidate> {
        let mut of_method: BTreeMap<(&str, String), Vec<usize>> = BTreeMap::new();
        let mut arities: BTreeSet<(usize, usize)> = BTreeSet::new();
        for (java, python) in taken {
            let function = self.java[*java];
            of_method.entry((&function.file, function.qualified())).or_default().push(*python);
            arities.insert((*python, function.params.len()));
        }
        let join = |at: &usize| {
            let function = self.java[*at];
            let partners = of_method.get(&(function.file.as_str(), function.qualified()))?;
            let takes = |other: &&usize| {
                let arity = function.params.len();
                if copies(function) && agreement(&function.params, &self.python[**other].params) == 0.0 {
                    return false;
                }
                // Callers call overloads with the same number of parameters in the same way.
                accepts(self.python[**other], arity)
                    || takes_receiver(function, self.python[**other])
                    || (arity > 0 && arities.contains(&(**other, arity)))
            };
            let fits = partners.iter().filter(|other| self.python[**other].has_body()).filter(takes);
            let best = fits.max_by(|a, b| {
                let agreeing = |other: usize| agreement(&function.params, &self.python[other].params);
                agreeing(**a).total_cmp(&agreeing(**b)).then(b.cmp(a))
            })?;
            let why = "another overload of the method has this port too".to_owned();
            Some(self.candidate_with(*at, *best, 0.8, why))
        };
        unpaired.iter().filter_map(join).collect()
    }

    /// Returns the Python functions to score as ports of a Java function.
    ///
    /// These are all functions of likely ports of the Java class, and functions of any owner whose names fit
    /// the Java name and are not common.
    fn candidates(&self, at: usize) -> BTreeSet<usize> {
        let mut found: BTreeSet<usize> = BTreeSet::new();
        let names = self.likely_names(at);
        let named = || names.iter().filter_map(|name| self.by_name.get(name));
        if self.java[at].kind != FunctionKind::Constructor {
            // A common name counts only in a likely owner. The code below adds the functions of likely
            // owners.
            found.extend(named().filter(|all| all.len() <= COMMON).flatten());
        }
        for owner in self.affinities.sure(self.java_owners.owner_of[at]) {
            let functions = &self.python_owners.all[owner].functions;
            if functions.len() <= LARGE {
                found.extend(functions);
            } else {
                found.extend(named().flatten().filter(|other| self.python_owners.owner_of[**other] == owner));
            }
        }
        found
    }

    /// Returns the likely names of a port of the function, in the form of [`joined`].
    fn likely_names(&self, at: usize) -> Vec<String> {
        let java = self.java[at];
        if java.kind == FunctionKind::Constructor {
            return vec![joined("__init__")];
        }
        let mut names = vec![joined(&java.name)];
        names.extend(java.scope.last().map(|class| joined(class) + &names[0]));
        names.extend(
            conventional(java).filter(|name| !super::similarity::special_methods::is_special(name)).map(joined),
        );
        let parts = words(&java.name);
        names.extend(parts.split_first().map(|(_, rest)| rest.concat()));
        names
    }

    fn candidate(&self, at: usize, other: usize) -> Option<Candidate> {
        let (name, name_why) = name_fit(self.java[at], self.python[other]);
        if name < THRESHOLD {
            return None;
        }
        let (owner, owner_why) = self.owner_fit(at, other);
        let (arity, arity_why) = self.arity(at, other);
        let nested = if self.python[other].kind == FunctionKind::Nested { 0.97 } else { 1.0 };
        let why = format!("{name_why}, {owner_why}, {arity_why}");
        Some(self.candidate_with(at, other, name * owner * arity * nested, why))
    }

    pub(super) fn candidate_with(&self, java: usize, python: usize, score: f64, why: String) -> Candidate {
        let names = agreement(&self.java[java].params, &self.python[python].params);
        let paths = self.java_owners.owner(java).path_similarity(self.python_owners.owner(python));
        let legacy = if self.python_owners.owner(python).is_legacy() { 1.0 } else { 0.0 };
        let score = rounded(score);
        Candidate { java, python, score, odds: log_odds(score), why, tie: (names, paths - legacy) }
    }

    /// Rates how well the classes or modules of two functions match, from 0 to 1.
    fn owner_fit(&self, at: usize, other: usize) -> (f64, &'static str) {
        let (java, python) = (self.java_owners.owner_of[at], self.python_owners.owner_of[other]);
        let owner: &Owner = &self.python_owners.all[python];
        let affinity = self.affinities.score(java, python);
        // The port of a test is mostly a test.
        let purpose = if self.java_owners.all[java].is_test == owner.is_test { 1.0 } else { 0.7 };
        let path = purpose * (0.97 + 0.03 * self.java_owners.all[java].path_similarity(owner));
        let is_static = self.java[at].kind == FunctionKind::StaticMethod;
        let class_is_here = owner.classes.is_empty() && self.affinities.in_file(java, &owner.file) >= SURE;
        if affinity >= SURE && !class_is_here {
            let why = if owner.classes.is_empty() {
                "in a module with the name of the Java class"
            } else {
                "in a class with the name of the Java class"
            };
            return (affinity * path, why);
        }
        if owner.classes.is_empty() {
            // A function outside of a class is mostly the port of a static method, or takes the receiver as
            // an argument.
            if class_is_here {
                let moves = is_static || takes_receiver(self.java[at], self.python[other]);
                return (if moves { 0.85 } else { 0.55 }, "in the module that contains the class");
            }
            // If no class matches, a module with another name may hold the functions of the class.
            if self.affinities.best_class(java) < SURE && affinity != UNRELATED {
                let is_unique = self.is_unique(at, other);
                let score: f64 = if is_unique { 0.6 } else { 0.4 };
                return (
                    purpose * score.max(affinity),
                    if is_unique { "no other function has this name" } else { "in another module" },
                );
            }
            return (UNRELATED, "in a module that does not contain the class");
        }
        if affinity > UNRELATED {
            return (affinity * path, "in a class with a similar name");
        }
        (UNRELATED, "in another class")
    }

    /// Reports whether each name occurs once in its language, and Java's name is not common.
    ///
    /// A common name has fewer than four letters, or is a name such as `init`.
    fn is_unique(&self, at: usize, other: usize) -> bool {
        let (java, python) = (joined(&self.java[at].name), joined(&self.python[other].name));
        self.java_names.get(&java) == Some(&1)
            && self.by_name.get(&python).is_some_and(|all| all.len() == 1)
            && java.len() >= 4
            && !matches!(java.as_str(), "main" | "init" | "test" | "setup" | "close" | "reset" | "clear" | "update")
    }

    fn arity(&self, at: usize, other: usize) -> (f64, &'static str) {
        let (java, python) = (self.java[at], self.python[other]);
        if python.kind == FunctionKind::Attribute {
            return (1.0, "an attribute instead of a function");
        }
        if takes_receiver(java, python) {
            return (0.97, "takes the receiver as the first argument");
        }
        if accepts(python, java.params.len()) {
            return (1.0, "takes the same number of arguments");
        }
        let score = match (java.kind, python.kind) {
            (FunctionKind::Constructor, _) => 0.9,
            // Python calls special methods with fixed arguments.
            _ if super::similarity::special_methods::is_special(&python.name) => 0.4,
            // A nested function captures values that Java passes as arguments.
            (_, FunctionKind::Nested) => 0.8,
            _ => 0.75,
        };
        (score, "takes another number of arguments")
    }

    /// Chooses the most likely set of candidates, with each function at most once.
    ///
    /// Only an attribute may occur several times. The weights are log odds. No candidate has a score below the
    /// threshold. A pair of constructors also needs a Python class that is the best port of the Java class.
    fn choose_pairs(&self, scored: Vec<Candidate>, java: &BTreeSet<usize>, bodies: Option<&Bodies<'_>>) -> NameMatches {
        let makes = |candidate: &Candidate| self.java[candidate.java].kind == FunctionKind::Constructor;
        // Choose the methods first: pairs of methods show more clearly than pairs of constructors which
        // Python class is the port.
        let (constructors, methods): (Vec<Candidate>, Vec<Candidate>) = scored.into_iter().partition(makes);
        let methods = self.read_all(methods, bodies, &BTreeSet::new());
        let mut decided = NameMatches::default();
        self.take(methods, |candidate| candidate.java, &mut decided);
        let homes: BTreeSet<_> = decided.pairs.iter().map(|candidate| self.homes(candidate)).collect();
        let constructors = self.read_all(constructors, bodies, &homes);
        // Choose one Python class for all constructors of a Java class.
        let mut classes = NameMatches::default();
        self.take(constructors.clone(), |candidate| self.java_owners.owner_of[candidate.java], &mut classes);
        let homes: BTreeSet<_> = classes.pairs.iter().map(|candidate| self.homes(candidate)).collect();
        let (together, apart) = constructors.into_iter().partition(|candidate| homes.contains(&self.homes(candidate)));
        self.take(together, |candidate| candidate.java, &mut decided);
        apart.into_iter().for_each(|candidate| decided.refuse(candidate));
        let taken: BTreeSet<usize> = decided.pairs.iter().map(|candidate| candidate.java).collect();
        decided.refused.retain(|at, _| java.contains(at) && !taken.contains(at));
        decided
    }

    /// Takes the candidates with the highest total weight, and refuses all others.
    ///
    /// The function takes at most one candidate for each number that `who` returns, and none below the
    /// threshold.
    fn take(&self, mut scored: Vec<Candidate>, who: impl Fn(&Candidate) -> usize, decided: &mut NameMatches) {
        scored.sort_by(|a, b| self.order(a, b));
        let (near, far): (Vec<Candidate>, Vec<Candidate>) =
            scored.into_iter().partition(|candidate| candidate.score >= THRESHOLD);
        let edges = near.iter().enumerate().map(|(at, candidate)| {
            // Several accessors may share one attribute.
            let shared = !self.python[candidate.python].has_body();
            let right = if shared { self.python.len() + at } else { candidate.python };
            Edge { left: who(candidate), right, weight: self.weight(candidate) }
        });
        let chosen: BTreeSet<usize> = assign(&edges.collect::<Vec<_>>()).into_iter().collect();
        for (at, candidate) in near.into_iter().enumerate() {
            if chosen.contains(&at) { decided.pairs.push(candidate) } else { decided.refuse(candidate) }
        }
        far.into_iter().for_each(|candidate| decided.refuse(candidate));
    }

    /// Returns the weight of a candidate for the assignment.
    ///
    /// The components are: the log odds in thousandths (at least 1), the agreement of the parameter names,
    /// the similarity of the paths, the order of the Python files, and the order of the lines.
    fn weight(&self, candidate: &Candidate) -> EdgeWeight {
        let (java, python) = (self.java[candidate.java], self.python[candidate.python]);
        let file = self.python_files.get(python.file.as_str()).copied().unwrap_or_default();
        // Prefer the earlier Java function. Prefer the later of two Python definitions with one
        // name. If both sides have several definitions, pair them in order.
        let lines = i64::from(java.line) * -i64::from(self.last_line.saturating_sub(python.line));
        EdgeWeight::new([
            thousandths(candidate.odds).max(0) + 1,
            thousandths(candidate.tie.0),
            thousandths(candidate.tie.1),
            -file,
            lines,
        ])
    }

    /// Adds body evidence to candidates that have a rival or a score below [`SURE`].
    ///
    /// A rival is another candidate of the same Java or Python function. For each Java function, the function
    /// reads at most [`MOST_READS`] candidates.
    fn read_all(
        &self,
        mut scored: Vec<Candidate>,
        bodies: Option<&Bodies<'_>>,
        homes: &BTreeSet<(OwnerId, OwnerId)>,
    ) -> Vec<Candidate> {
        let Some(bodies) = bodies else { return scored };
        scored.sort_by(|a, b| self.order(a, b));
        let (mut of_java, mut of_python) = (BTreeMap::<usize, usize>::new(), BTreeMap::<usize, usize>::new());
        for candidate in &scored {
            *of_java.entry(candidate.java).or_default() += 1;
            *of_python.entry(candidate.python).or_default() += 1;
        }
        let mut reads: BTreeMap<usize, usize> = BTreeMap::new();
        let read = scored.into_iter().map(|candidate| {
            let read_count = reads.entry(candidate.java).or_default();
            *read_count += 1;
            let has_rivals = of_java[&candidate.java] > 1 || of_python[&candidate.python] > 1;
            if *read_count > MOST_READS || !(has_rivals || candidate.score < SURE) {
                return candidate;
            }
            self.read(candidate, bodies, homes)
        });
        read.collect()
    }

    fn homes(&self, candidate: &Candidate) -> (OwnerId, OwnerId) {
        (self.java_owners.owner_of[candidate.java], self.python_owners.owner_of[candidate.python])
    }

    /// Adds body evidence to a candidate; `homes` holds the class pairs found up to now.
    fn read(&self, candidate: Candidate, bodies: &Bodies<'_>, homes: &BTreeSet<(OwnerId, OwnerId)>) -> Candidate {
        if self.affinities.is_copy(self.python_owners.owner_of[candidate.python]) {
            return candidate;
        }
        let makes = self.java[candidate.java].kind == FunctionKind::Constructor;
        if makes && homes.contains(&self.homes(&candidate)) {
            return candidate.with_evidence("in the class with the ports of the methods", 1.0);
        }
        let profile = |function: &Function, at| bodies.profile(function, at);
        let both = profile(self.java[candidate.java], candidate.java)
            .zip(profile(self.python[candidate.python], candidate.python));
        let Some((java, python)) = both else { return candidate };
        let similarity = java.similarity(&python);
        // Every class has a constructor, so constructors are weak evidence if no methods of their classes are
        // pairs.
        let lonely = if makes { 0.5 } else { 0.0 };
        candidate
            .with_evidence(&format!("bodies {:.0} % similar", similarity.share * 100.0), similarity.evidence() - lonely)
    }

    fn order(&self, a: &Candidate, b: &Candidate) -> Ordering {
        let place = |candidate: &Candidate| {
            let (java, python) = (self.java[candidate.java], self.python[candidate.python]);
            // Prefer the later of two Python definitions with one name.
            (java.file.as_str(), java.line, candidate.java, python.file.as_str(), std::cmp::Reverse(python.line))
        };
        b.score
            .total_cmp(&a.score)
            .then(b.tie.0.total_cmp(&a.tie.0))
            .then(b.tie.1.total_cmp(&a.tie.1))
            .then_with(|| place(a).cmp(&place(b)))
    }
}

/// Rounds to three places.
fn rounded(score: f64) -> f64 {
    (score * 1000.0).round() / 1000.0
}

/// Reports whether a function is a copy constructor: its only parameter has its own class.
///
/// A port rarely copies an object in the same constructor, because Python has no overloads.
fn copies(java: &Function) -> bool {
    let [param] = &java.params[..] else { return false };
    java.kind == FunctionKind::Constructor && param.ty.simple_class() == java.scope.last().map(String::as_str)
}
