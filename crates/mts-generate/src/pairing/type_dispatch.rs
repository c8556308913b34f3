//! Finds Java methods that the port splits into several functions.
//!
//! For example, `write(Object)` tests the class of its argument, and the port has `write_int` and
//! `write_str`. Each Python function becomes a pair with the values of its type. If the port also
//! has the method itself, the port does not split the method.

use super::arguments::accepts;
use super::by_name::PairingIndex;
use super::class_matching::SURE;
use super::similarity::body_similarity::Bodies;
use super::similarity::identifiers::words;
use super::similarity::types;
use mts_model::{FunctionKind, JavaType, TypeDispatch, jdk};
use std::collections::{BTreeMap, BTreeSet};

/// Finds the Java methods that the port splits, with the parts of each method.
///
/// A part is a Python function with the type of the values that it handles. The function checks each method
/// of `unpaired`, and each method of `partners` whose partner is one of the parts. `found` holds all pairs found
/// up to now.
pub(super) fn decide(
    sides: &PairingIndex<'_>,
    bodies: &Bodies<'_>,
    unpaired: &BTreeSet<usize>,
    partners: &BTreeMap<usize, usize>,
    found: &BTreeMap<usize, usize>,
) -> BTreeMap<usize, Vec<(usize, TypeDispatch)>> {
    let mut taken: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for (java, python) in found {
        taken.entry(*python).or_default().insert(*java);
    }
    let mut split = BTreeMap::new();
    for at in unpaired.iter().chain(partners.keys()) {
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
    let is_generated = |class: &str| match JavaType::from_name(class) {
        JavaType::Class { .. } => jdk::is_container_input(class),
        _ => true,
    };
    let is_own = |class: &str| sides.java_owners.all.iter().any(|owner| owner.name == class);
    let instance_tests: Vec<&str> = body
        .instance_tests
        .iter()
        .filter(|(variable, _)| *variable == java.params[*param].name)
        .map(|(_, class)| class.as_str())
        .filter(|class| is_generated(class) || is_own(class))
        .collect();
    if instance_tests.is_empty() {
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
        // The classes that Java tests first take precedence.
        let ty = instance_tests.iter().map(|class| JavaType::from_name(class)).find(|ty| types::is_called(ty, rest));
        if let Some(ty) = ty {
            // In Java, `instanceof` tests a number by its wrapper class. An object that passes this test is not
            // null, so use the primitive type.
            let ty = if let JavaType::Boxed(primitive) = ty { JavaType::Primitive(primitive) } else { ty };
            parts.push((python, TypeDispatch { param: *param, ty }));
        }
    }
    let distinct: BTreeSet<String> = parts.iter().map(|(_, dispatch)| dispatch.ty.to_string()).collect();
    // Two functions for one class are ambiguous.
    if distinct.len() == parts.len() { parts } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use crate::pairing::{PairingConfig, pair};
    use mts_lang::SourceFile;
    use mts_model::{Function, Language};
    use std::sync::Arc;

    /// Returns the parts of a method that the port splits.
    ///
    /// The method tests `class` first, then `String`.
    fn parts(class: &str, ending: &str) -> Vec<(String, String)> {
        let java = format!(
            "class Notes {{\n  String pen;\n  Notes(String pen) {{ this.pen = pen; }}\n  String note(Object thing) {{\n    \
             if (thing instanceof {class}) {{ return pen + thing; }}\n    \
             if (thing instanceof String) {{ return pen; }}\n    throw new IllegalArgumentException();\n  }}\n  \
             String mark(int place) {{ return pen + place; }}\n}}\n"
        );
        let python = format!(
            "class Notes:\n    def __init__(self, pen):\n        self.pen = pen\n    def note_{ending}(self, thing):\n        \
             return self.pen + str(thing)\n    def note_str(self, text):\n        return self.pen\n    \
             def mark(self, place):\n        return self.pen + str(place)\n"
        );
        let files = [("Notes.java", java, Language::Java), ("notes.py", python, Language::Python)];
        let files =
            files.map(|(path, text, language)| Arc::new(SourceFile::parse(path, text, language).expect("parses")));
        let [javas, pythons] = files.each_ref().map(|file| file.functions.iter().collect::<Vec<&Function>>());
        let sources = |function: &Function| files.iter().find(|file| file.path == function.file).cloned();
        let pairing = pair(&javas, &pythons, &PairingConfig::default(), &sources);
        let part = |pair: mts_model::Pair| Some((pair.python.name, pair.dispatch_on?.ty.to_string()));
        pairing.pairs.into_iter().filter_map(part).collect()
    }

    #[test]
    fn a_dispatch_part_accepts_numbers_texts_and_containers_that_can_be_inputs() {
        let part = |name: &str, class: &str| (name.to_owned(), class.to_owned());
        assert_eq!(parts("Integer", "int"), [part("note_int", "int"), part("note_str", "String")]);
        for (class, ending) in [("List", "list"), ("LinkedList", "list"), ("TreeSet", "set"), ("SortedMap", "dict")] {
            let name = format!("note_{ending}");
            assert_eq!(parts(class, ending), [part(&name, class), part("note_str", "String")], "{class}");
        }
    }

    #[test]
    fn a_jdk_class_that_cannot_be_an_input_has_no_dispatch_part() {
        for (class, ending) in [("PriorityQueue", "list"), ("ConcurrentHashMap", "dict"), ("Thread", "thread")] {
            assert_eq!(parts(class, ending), [], "{class}");
        }
    }
}
