//! Matches the owners of functions: Java classes with Python classes and modules.
//!
//! The module compares the names of the owners and the names of their functions. Other modules pair
//! the functions.

use super::similarity::identifiers::{class_similarity, count, joined, words};
use super::similarity::special_methods;
use mts_model::{Function, FunctionKind};
use std::collections::{BTreeMap, BTreeSet};

/// The index of an owner on its side.
pub(super) type OwnerId = usize;

/// A Java class, a Python class or a Python module.
#[derive(Debug)]
pub(super) struct Owner {
    /// The file of the owner.
    pub(super) file: String,
    /// The classes, outermost first; empty for a module.
    pub(super) classes: Vec<String>,
    /// The name of the innermost class, or of the module.
    pub(super) name: String,
    /// The functions of the owner, as indexes into the list of all functions.
    pub(super) functions: Vec<usize>,
    /// The names of the functions. Constructors and special methods are excluded, because most
    /// owners have them. An accessor has the name of its field.
    members: BTreeSet<String>,
    /// The names of the attributes of a Python class.
    attributes: BTreeSet<String>,
    /// The parts of the path, without common folder names such as `src` and `main`.
    path: BTreeSet<String>,
    /// Whether the name or the folder of the file shows that the file has tests.
    pub(super) is_test: bool,
}

/// The owners of one side.
#[derive(Debug, Default)]
pub(super) struct Owners {
    pub(super) all: Vec<Owner>,
    /// The owner of each function.
    pub(super) owner_of: Vec<OwnerId>,
}

/// The affinities of owners: how well a Python class or module matches a Java class.
///
/// An affinity is between 0 (nothing in common) and 1 (the same name).
#[derive(Debug, Default)]
pub(super) struct Affinities {
    scores: BTreeMap<(OwnerId, OwnerId), f64>,
    /// The best affinity of a Java class with a Python *class*.
    best_class: BTreeMap<OwnerId, f64>,
    /// The best affinity of a Java class with a class in this Python file.
    in_file: BTreeMap<(OwnerId, String), f64>,
    /// Python owners that are a second port of a class.
    copies: BTreeSet<OwnerId>,
}

/// The lowest affinity at which one owner is surely the port of the other.
pub(super) const SURE: f64 = 0.8;

/// The score of two unrelated owners, from 0 to 1.
///
/// If an owner has a better partner, its other affinities are at most this score.
pub(super) const UNRELATED: f64 = 0.3;

/// The largest number of uses at which a name or word is still evidence.
///
/// For a function name, this limit applies to the number of Python functions with this name, and to the
/// number of Python owners with such a function. For a word of an owner's name, the limit applies to the
/// number of Python owners with this word. The whole name of an owner always counts.
pub(super) const COMMON: usize = 40;

impl Owners {
    pub(super) fn new(functions: &[&Function]) -> Self {
        // The scope of a Python function may contain other functions. A function is not an owner.
        let known: BTreeSet<(&str, String)> = functions
            .iter()
            .filter(|function| {
                function.kind != FunctionKind::Constructor || matches!(function.name.as_str(), "__init__" | "__new__")
            })
            .map(|function| (function.file.as_str(), path_of(&function.scope, &function.name)))
            .collect();
        let mut owners = Self::default();
        let mut ids: BTreeMap<(String, Vec<String>), OwnerId> = BTreeMap::new();
        for (at, function) in functions.iter().enumerate() {
            let is_class = |depth: &usize| {
                let (outer, name) = (&function.scope[..*depth], &function.scope[*depth]);
                !known.contains(&(function.file.as_str(), path_of(outer, name)))
            };
            let depths = 0..function.scope.len();
            let classes: Vec<String> = match function.language {
                mts_model::Language::Java => function.scope.clone(),
                mts_model::Language::Python => {
                    depths.filter(is_class).map(|depth| function.scope[depth].clone()).collect()
                }
            };
            let key = (function.file.clone(), classes.clone());
            let id = *ids.entry(key).or_insert_with(|| {
                owners.all.push(Owner::new(function, classes));
                owners.all.len() - 1
            });
            let owner = &mut owners.all[id];
            owner.functions.push(at);
            match function.kind {
                FunctionKind::Constructor => {}
                FunctionKind::Attribute => drop(owner.attributes.insert(joined(&function.name))),
                _ if special_methods::is_special(&function.name) => {}
                _ => {
                    let name = special_methods::accessed(function).unwrap_or_else(|| joined(&function.name));
                    owner.members.insert(name);
                }
            }
            owners.owner_of.push(id);
        }
        owners
    }

    pub(super) fn owner(&self, function: usize) -> &Owner {
        &self.all[self.owner_of[function]]
    }
}

fn path_of(scope: &[String], name: &str) -> String {
    scope.iter().map(String::as_str).chain([name]).collect::<Vec<_>>().join(".")
}

impl Owner {
    fn new(function: &Function, classes: Vec<String>) -> Self {
        let (folder, file) = function.file.rsplit_once('/').unwrap_or(("", &function.file));
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        // The module `__init__.py` has the name of its folder.
        let module = if stem.starts_with("__") { folder.rsplit('/').next().unwrap_or(stem) } else { stem };
        let name = classes.last().cloned().unwrap_or_else(|| module.to_owned());
        let silent = ["src", "main", "test", "tests", "lib", "java", "python", "com", "org", "net", "io"];
        let parts = folder.split('/').chain([module]).map(joined);
        let path = parts.filter(|part| !part.is_empty() && !silent.contains(&part.as_str())).collect();
        let tests = |part: &str| {
            let words = words(part);
            [words.first(), words.last()].into_iter().flatten().any(|word| matches!(word.as_str(), "test" | "tests"))
        };
        let is_test = folder.split('/').any(|part| matches!(part, "test" | "tests" | "testing")) || tests(stem);
        let file = function.file.clone();
        let (members, attributes) = (BTreeSet::new(), BTreeSet::new());
        Self { file, classes, name, functions: Vec::new(), members, attributes, path, is_test }
    }

    /// Returns the share of common path parts, 0 to 1.
    pub(super) fn path_similarity(&self, other: &Self) -> f64 {
        let all = self.path.union(&other.path).count();
        if all == 0 { 0.0 } else { count(self.path.intersection(&other.path).count()) / count(all) }
    }

    /// Reports whether the owner is in a folder for Python 2.
    ///
    /// The tool does not run Python 2.
    pub(super) fn is_legacy(&self) -> bool {
        self.path.iter().any(|part| matches!(part.as_str(), "python2" | "py2" | "py27" | "python27"))
    }

    /// Returns the similarity of the names of two owners, 0 to 1.
    ///
    /// The names of the outer classes count a little too.
    fn name_similarity(&self, python: &Self) -> f64 {
        let own = class_similarity(&self.name, &python.name);
        let outer = |owner: &Self| owner.classes.len().checked_sub(2).map(|at| owner.classes[at].clone());
        match (outer(self), outer(python)) {
            (Some(java), Some(python)) => own * (0.9 + 0.1 * class_similarity(&java, &python)),
            // The port may name a nested class `OuterInner`.
            (Some(java), None) => own.max(0.95 * class_similarity(&format!("{java}{}", self.name), &python.name)),
            _ => own,
        }
    }
}

impl Affinities {
    /// Scores the pairs of owners.
    ///
    /// `interfaces` are the Java classes that declare a function without a body. A Python class with
    /// the name of such a class gets no score for common members. A Java class that implements the
    /// interface has the same members, but the Python class is not its port.
    pub(super) fn new(java: &Owners, python: &Owners, interfaces: &Owners) -> Self {
        let mut affinities = Self::default();
        let interfaces: BTreeSet<String> = interfaces.all.iter().map(|owner| joined(&owner.name)).collect();
        for (a, b) in neighbours(java, python) {
            let (left, right) = (&java.all[a], &python.all[b]);
            let is_interface = interfaces.contains(&joined(&right.name));
            let by_members = if is_interface { 0.0 } else { 0.9 * member_overlap(left, right) };
            let score = left.name_similarity(right).max(by_members);
            affinities.scores.insert((a, b), score);
        }
        affinities.keep_namesakes(java, python);
        for ((a, b), score) in &affinities.scores {
            let owner = &python.all[*b];
            if !owner.classes.is_empty() {
                let best = affinities.best_class.entry(*a).or_default();
                *best = best.max(*score);
                let best = affinities.in_file.entry((*a, owner.file.clone())).or_default();
                *best = best.max(*score);
            }
        }
        affinities
    }

    /// Matches each owner with the nearest owner of the same name.
    ///
    /// Several folders may have classes with the same or almost the same name (similarity at least 0.9). Owners of
    /// the two sides with such names are namesakes. An owner with namesakes has one best partner among them. All its
    /// other pairs get at most the score [`UNRELATED`].
    fn keep_namesakes(&mut self, java: &Owners, python: &Owners) {
        let is_class = |b: OwnerId| !python.all[b].classes.is_empty();
        let namesakes = self.scores.keys().filter_map(|(a, b)| {
            let (left, right) = (&java.all[*a], &python.all[*b]);
            let similarity = left.name_similarity(right);
            let stray = right.is_legacy() || left.is_test != right.is_test;
            (similarity >= 0.9).then(|| (similarity, stray, left.path_similarity(right), *a, *b))
        });
        let mut namesakes: Vec<_> = namesakes.collect();
        // If `OrderHelper` has a port with exactly this name, `Order` is not a second port of
        // `OrderHelper`.
        let exact: BTreeSet<_> =
            namesakes.iter().filter(|one| one.0 >= 1.0).map(|one| (one.3, is_class(one.4))).collect();
        namesakes.retain(|one| one.0 >= 1.0 || !exact.contains(&(one.3, is_class(one.4))));
        let place = |owner: &Owner| (owner.file.split('/').count(), owner.file.clone(), owner.classes.clone());
        namesakes.sort_by(|x, y| {
            let places = |(a, b): (OwnerId, OwnerId)| (place(&python.all[b]), place(&java.all[a]));
            y.0.total_cmp(&x.0)
                .then(x.1.cmp(&y.1))
                .then(y.2.total_cmp(&x.2))
                .then_with(|| places((x.3, x.4)).cmp(&places((y.3, y.4))))
        });
        let (mut chosen, mut taken_java, mut taken_python) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for (_, _, _, a, b) in &namesakes {
            if !taken_java.contains(&(*a, is_class(*b))) && !taken_python.contains(b) {
                chosen.insert((*a, *b));
                taken_java.insert((*a, is_class(*b)));
                taken_python.insert(*b);
            }
        }
        self.copies = namesakes.iter().map(|(.., b)| *b).filter(|b| !taken_python.contains(b)).collect();
        let with_namesake: BTreeSet<_> = namesakes.iter().map(|(.., a, b)| (*a, is_class(*b))).collect();
        let copies: BTreeSet<_> = namesakes.iter().map(|(.., b)| *b).collect();
        for ((a, b), score) in &mut self.scores {
            // An owner with a namesake matches only the namesake that the loop above chose. A
            // Python owner that the loop did not choose is a copy, and matches no class.
            let has_namesake = with_namesake.contains(&(*a, is_class(*b))) || copies.contains(b);
            if has_namesake && !chosen.contains(&(*a, *b)) {
                *score = score.min(UNRELATED);
            }
        }
    }

    /// Reports whether a Python owner is a second port of a class.
    pub(super) fn is_copy(&self, python: OwnerId) -> bool {
        self.copies.contains(&python)
    }

    /// Returns the affinity of a Java class and a Python class or module.
    ///
    /// The affinity is from 0 to 1. The affinity is 0 if the names of the owners and of their functions have
    /// nothing in common.
    pub(super) fn score(&self, java: OwnerId, python: OwnerId) -> f64 {
        self.scores.get(&(java, python)).copied().unwrap_or(0.0)
    }

    /// Returns the best affinity of a Java class with any Python class.
    pub(super) fn best_class(&self, java: OwnerId) -> f64 {
        self.best_class.get(&java).copied().unwrap_or(0.0)
    }

    /// Returns the best affinity of a Java class with a class of this Python file.
    pub(super) fn in_file(&self, java: OwnerId, file: &str) -> f64 {
        self.in_file.get(&(java, file.to_owned())).copied().unwrap_or(0.0)
    }

    /// Returns the Python owners with an affinity of at least 0.55 to a Java class.
    pub(super) fn sure(&self, java: OwnerId) -> impl Iterator<Item = OwnerId> + '_ {
        let all = self.scores.range((java, 0)..(java + 1, 0));
        all.filter(|(_, score)| **score >= 0.55).map(|((_, python), _)| *python)
    }
}

/// A property that two owners may share.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum OwnerKey {
    /// The whole name.
    Name(String),
    /// A word of the name.
    Word(String),
    /// The name of a function.
    Member(String),
}

/// Returns the pairs of owners to score.
///
/// The owners of a pair have the same name, or share a word of their names or the name of a
/// function. A word or function name of more than [`COMMON`] Python owners does not count.
fn neighbours(java: &Owners, python: &Owners) -> BTreeSet<(OwnerId, OwnerId)> {
    let mut index: BTreeMap<OwnerKey, BTreeSet<OwnerId>> = BTreeMap::new();
    let keys = |owner: &Owner| {
        let mut keys: BTreeSet<OwnerKey> = words(&owner.name).into_iter().map(OwnerKey::Word).collect();
        keys.insert(OwnerKey::Name(joined(&owner.name)));
        keys.extend(owner.members.iter().map(|name| OwnerKey::Member(name.clone())));
        keys
    };
    for (id, owner) in python.all.iter().enumerate() {
        for key in keys(owner) {
            index.entry(key).or_default().insert(id);
        }
    }
    let mut pairs = BTreeSet::new();
    for (id, owner) in java.all.iter().enumerate() {
        for key in keys(owner) {
            let Some(others) = index.get(&key) else { continue };
            if others.len() <= COMMON || matches!(key, OwnerKey::Name(_)) {
                pairs.extend(others.iter().map(|other| (id, *other)));
            }
        }
    }
    pairs
}

/// Returns the share of function names that two owners have in common.
///
/// A Python attribute counts if the Java class has an accessor with the name of the attribute. The
/// share is 0 for fewer than three common names. A module may contain the functions of several
/// classes, so further names of a Python owner do not lower the share. If the Python owner has
/// fewer names than the Java class, the share is below 1, even if all names of the Python owner are
/// common: common names alone do not make a small class the port of a large class.
fn member_overlap(java: &Owner, python: &Owner) -> f64 {
    let attributes = python.attributes.intersection(&java.members).filter(|name| !python.members.contains(*name));
    let attributes = attributes.count();
    let common = java.members.intersection(&python.members).count() + attributes;
    let (of_java, of_python) = (count(java.members.len()), count(python.members.len() + attributes));
    if common < 3 { 0.0 } else { count(common) / of_java.min((of_java * of_python).sqrt()) }
}
