//! Finds the abstract methods of a port.
//!
//! An abstract method only raises `NotImplementedError`, and a derived class overrides the method.

use super::body_similarity::SourceLookup;
use super::identifiers::joined;
use mts_model::{Function, FunctionKind};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the Python functions that are not abstract methods.
///
/// An abstract method is not the port of a Java method with a body. A method stays if a Java method
/// with this name throws `UnsupportedOperationException`, or if a person names the method in the
/// configuration (`is_named`) or in a marker.
pub(in crate::pairing) fn without_abstract<'f>(
    java: &[&Function],
    python: &[&'f Function],
    is_named: &dyn Fn(&Function) -> bool,
    sources: &SourceLookup<'_>,
) -> Vec<&'f Function> {
    let says = |function: &Function, word: &str| {
        sources(function).is_some_and(|file| function.body.slice(&file.text).contains(word))
    };
    let is_stub = |function: &Function| {
        function.kind == FunctionKind::Method
            && !is_named(function)
            && !function.comment.contains("mts:")
            && says(function, "NotImplementedError")
            && sources(function).is_some_and(|file| mts_lang::python::is_unimplemented(&file, function))
    };
    let stubs: Vec<&Function> = python.iter().copied().filter(|function| is_stub(function)).collect();
    if stubs.is_empty() {
        return python.to_vec();
    }
    let is_unsupported = |function: &&&Function| says(function, "UnsupportedOperationException");
    let unsupported: BTreeSet<String> = java.iter().filter(is_unsupported).map(|java| joined(&java.name)).collect();
    let bases = Bases::new(python, sources);
    let is_abstract = |stub: &Function| {
        let overrides = |other: &&&Function| {
            other.kind == FunctionKind::Method
                && other.name == stub.name
                && other.scope != stub.scope
                && !stubs.iter().any(|one| std::ptr::eq(*one, **other))
                && other.scope.last().zip(stub.scope.last()).is_some_and(|(class, base)| bases.has(class, base))
        };
        !unsupported.contains(&joined(&stub.name)) && python.iter().any(|other| overrides(&other))
    };
    let dropped: BTreeSet<(&str, usize)> =
        stubs.iter().filter(|stub| is_abstract(stub)).map(|stub| (stub.file.as_str(), stub.span.start)).collect();
    python
        .iter()
        .copied()
        .filter(|function| !dropped.contains(&(function.file.as_str(), function.span.start)))
        .collect()
}

/// The base classes of each class of the port, by simple name.
struct Bases(BTreeMap<String, BTreeSet<String>>);

impl Bases {
    fn new(python: &[&Function], sources: &SourceLookup<'_>) -> Self {
        let mut files = BTreeSet::new();
        let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for file in python.iter().filter(|function| files.insert(function.file.as_str())).filter_map(|one| sources(one))
        {
            for (class, bases) in mts_lang::python::base_classes(&file) {
                all.entry(class).or_default().extend(bases);
            }
        }
        Self(all)
    }

    /// Reports whether `base` is a base class of a class, directly or indirectly.
    fn has(&self, class: &str, base: &str) -> bool {
        let (mut todo, mut seen) = (vec![class], BTreeSet::from([class]));
        while let Some(class) = todo.pop() {
            for above in self.0.get(class).into_iter().flatten() {
                if above == base {
                    return true;
                }
                if seen.insert(above) {
                    todo.push(above);
                }
            }
        }
        false
    }
}
