//! Finds the Java arguments of type `byte[]` that a port takes as `bytes`.

use crate::run::revision::Revision;
use mts_lang::SourceFile;
use mts_lang::python::{BytesForm, bytes_params};
use mts_model::{JavaType, Pair, Primitive};
use std::collections::BTreeSet;

/// The Python files whose ports take `bytes` for Java's byte arrays.
#[derive(Default)]
pub(super) struct ByteArrays {
    files: BTreeSet<String>,
}

impl ByteArrays {
    /// Collects the files in which a port shows that it takes `bytes` for a `byte[]`.
    pub fn new(revision: &Revision, pairs: &[Pair]) -> Self {
        let shows = |pair: &&Pair| {
            let file = revision.file(&pair.python.file);
            file.is_some_and(|file| !arguments(pair, file, false).is_empty())
        };
        Self { files: pairs.iter().filter(shows).map(|pair| pair.python.file.clone()).collect() }
    }

    /// Returns the arguments of a pair that the port takes as `bytes`, as in
    /// [`mts_workers::PythonEntry::bytes`].
    ///
    /// If the code of a port does not show the form, the form of the other ports of its file
    /// applies.
    pub fn arguments(&self, pair: &Pair, python: &SourceFile) -> Vec<(usize, bool)> {
        arguments(pair, python, self.files.contains(&python.path))
    }
}

fn arguments(pair: &Pair, python: &SourceFile, by_convention: bool) -> Vec<(usize, bool)> {
    let array = JavaType::Primitive(Primitive::Byte).array_of();
    let arguments = pair.java.params.iter().zip(&pair.arguments).enumerate();
    let arguments: Vec<(usize, usize)> =
        arguments.filter(|(_, (param, _))| param.ty == array).map(|(at, (_, place))| (at, *place)).collect();
    if arguments.is_empty() {
        return Vec::new();
    }
    let forms = bytes_params(python, &pair.python, by_convention);
    arguments.into_iter().filter_map(|(at, place)| Some((at, (*forms.get(place)?)? == BytesForm::Bytearray))).collect()
}
