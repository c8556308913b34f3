//! One Java method whose work the port splits over several functions: `write(Object)` asks for the class
//! of what it is given, and the port has `write_int` and `write_str`. Each of them is a pair of the
//! method's own, with the values of its type. A port that has the method as well, and splits the work
//! there, is no such case.

use super::arguments::accepts;
use super::by_name::PairingIndex;
use super::class_matching::SURE;
use super::similarity::body_similarity::Bodies;
use super::similarity::identifiers::words;
use super::similarity::types;
use mts_model::{FunctionKind, JavaType, TypeDispatch};
use std::collections::{BTreeMap, BTreeSet};

/// What a value that is given to a parameter of no class of its own comes as, beside objects of the project.
const GIVEN: &[&str] = &["Integer", "Double", "Boolean", "String", "List", "Collection", "Set", "Map"];

/// The parts of each method of `alone`, and of each that has one of them for a partner: Python functions, and
/// what of the method's values they take. `found` is who goes with whom, whoever said so.
pub(super) fn decide(
    sides: &PairingIndex<'_>,
    bodies: &Bodies<'_>,
    alone: &BTreeSet<usize>,
    partners: &BTreeMap<usize, usize>,
    found: &BTreeMap<usize, usize>,
) -> BTreeMap<usize, Vec<(usize, TypeDispatch)>> {
    let mut taken: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for (java, python) in found {
        taken.entry(*python).or_default().insert(*java);
    }
    let mut split = BTreeMap::new();
    for at in alone.iter().chain(partners.keys()) {
        let parts = parts_of(sides, bodies, *at, |python| taken.get(&python).is_none_or(|by| by.iter().eq([at])));
        let fits = partners.get(at).is_none_or(|own| parts.iter().any(|(python, _)| python == own));
        if parts.len() > 1 && fits {
            taken.extend(parts.iter().map(|(python, _)| (*python, BTreeSet::from([*at]))));
            split.insert(*at, parts);
        }
    }
    split
}

fn parts_of(
    sides: &PairingIndex<'_>,
    bodies: &Bodies<'_>,
    at: usize,
    is_free: impl Fn(usize) -> bool,
) -> Vec<(usize, TypeDispatch)> {
    let java = sides.java[at];
    let wide: Vec<usize> = (0..java.params.len()).filter(|param| types::is_wide(&java.params[*param].ty)).collect();
    let ([param], false) = (wide.as_slice(), java.kind == FunctionKind::Constructor) else { return Vec::new() };
    let Some(body) = bodies.profile(java, at) else { return Vec::new() };
    let is_own = |class: &str| sides.java_owners.all.iter().any(|owner| owner.name == class);
    let asked: Vec<&str> = body
        .asked
        .iter()
        .filter(|(variable, _)| *variable == java.params[*param].name)
        .map(|(_, class)| class.as_str())
        .filter(|class| GIVEN.contains(class) || is_own(class))
        .collect();
    if asked.is_empty() {
        return Vec::new();
    }
    let own = sides.java_owners.owner_of[at];
    let is_port = |owner: &usize| sides.affinities.score(own, *owner) >= SURE;
    let ports: Vec<usize> = sides.affinities.sure(own).filter(is_port).collect();
    let functions = ports.iter().flat_map(|owner| &sides.python_owners.all[*owner].functions).copied();
    let stem = words(&java.name);
    let mut parts = Vec::new();
    for python in functions.filter(|python| is_free(*python)) {
        let port = sides.python[python];
        let all = words(&port.name);
        let Some(rest) = all.strip_prefix(stem.as_slice()).filter(|rest| !rest.is_empty()) else { continue };
        if !port.has_body() || !accepts(port, java.params.len()) {
            continue;
        }
        // What Java asks for first goes before a second class that the name fits as well.
        let ty = asked.iter().map(|class| JavaType::named(class)).find(|ty| types::is_called(ty, rest));
        if let Some(ty) = ty {
            // A number is asked for by its wrapper, which is never null there.
            let ty = if let JavaType::Boxed(primitive) = ty { JavaType::Primitive(primitive) } else { ty };
            parts.push((python, TypeDispatch { param: *param, ty }));
        }
    }
    let distinct: BTreeSet<String> = parts.iter().map(|(_, dispatch)| dispatch.ty.to_string()).collect();
    // Two functions for one class: nothing tells which is which.
    if distinct.len() == parts.len() { parts } else { Vec::new() }
}
