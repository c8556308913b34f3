//! Finds the Java arrays that a port takes as `bytes` or as a string.

use crate::run::revision::Revision;
use mts_lang::SourceFile;
use mts_lang::python::array_form;
use mts_model::{ArrayForm, JavaType, Pair, Primitive};
use std::collections::{BTreeMap, BTreeSet};

/// The element types of the Java arrays that a port may take as `bytes` or as a string.
const ELEMENTS: [Primitive; 2] = [Primitive::Byte, Primitive::Char];

/// The Python files whose ports take no list for a Java array, for each element type in [`ELEMENTS`].
#[derive(Default)]
pub(super) struct ArrayForms {
    files: [BTreeSet<String>; ELEMENTS.len()],
}

impl ArrayForms {
    /// Collects the files in which a port shows that it takes `bytes` or a string.
    pub fn new(revision: &Revision, pairs: &[Pair]) -> Self {
        let files = ELEMENTS.map(|element| {
            let shows = |pair: &&Pair| {
                let file = revision.file(&pair.python.file);
                file.is_some_and(|file| !arguments(pair, file, element, false).is_empty())
            };
            pairs.iter().filter(shows).map(|pair| pair.python.file.clone()).collect()
        });
        Self { files }
    }

    /// Returns the forms of a pair's arguments, as in [`mts_workers::PythonEntry::array_forms`].
    ///
    /// If the code of a port does not show the form, the form of the other ports of its file
    /// applies.
    pub fn arguments(&self, pair: &Pair, python: &SourceFile) -> BTreeMap<usize, ArrayForm> {
        let of_element = |(element, files): (&Primitive, &BTreeSet<String>)| {
            arguments(pair, python, *element, files.contains(&python.path))
        };
        ELEMENTS.iter().zip(&self.files).flat_map(of_element).collect()
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
