//! Finds the Java arrays that a port takes as `bytes` or as a string.

use crate::run::revision::Revision;
use mts_lang::SourceFile;
use mts_lang::python::array_form;
use mts_model::{ArrayForm, JavaType, Pair, Primitive};
use std::collections::{BTreeMap, BTreeSet};

/// The Python files whose ports take `bytes` for Java's byte arrays.
#[derive(Default)]
pub(super) struct ArrayForms {
    with_bytes: BTreeSet<String>,
}

impl ArrayForms {
    /// Collects the files in which a port shows that it takes `bytes` for a `byte[]`.
    pub fn new(revision: &Revision, pairs: &[Pair]) -> Self {
        let shows = |pair: &&Pair| {
            let file = revision.file(&pair.python.file);
            file.is_some_and(|file| !arguments(pair, file, Primitive::Byte, false).is_empty())
        };
        Self { with_bytes: pairs.iter().filter(shows).map(|pair| pair.python.file.clone()).collect() }
    }

    /// Returns the forms of a pair's arguments, as in [`mts_workers::PythonEntry::array_forms`].
    ///
    /// If the code of a port does not show whether it takes `bytes`, the form of the other ports of
    /// its file applies.
    pub fn arguments(&self, pair: &Pair, python: &SourceFile) -> BTreeMap<usize, ArrayForm> {
        let mut forms = arguments(pair, python, Primitive::Byte, self.with_bytes.contains(&python.path));
        forms.extend(arguments(pair, python, Primitive::Char, false));
        forms
    }
}

/// Returns the form of each argument whose Java type is an array of `element`.
fn arguments(pair: &Pair, python: &SourceFile, element: Primitive, by_convention: bool) -> BTreeMap<usize, ArrayForm> {
    let array = JavaType::Primitive(element).array_of();
    let params = pair.java.params.iter().zip(&pair.arguments).enumerate();
    let arrays = params.filter(|(_, (param, _))| param.ty == array);
    let form = |(at, (_, place)): (usize, (_, &usize))| {
        Some((at, array_form(python, &pair.python, *place, element, by_convention)?))
    };
    arrays.filter_map(form).collect()
}
