//! Finds the Java arrays that a port takes as `bytes` or as a string.

use crate::run::revision::Revision;
use mts_lang::SourceFile;
use mts_lang::python::array_form;
use mts_model::{ArrayForm, Function, FunctionKind, JavaType, Pair, Primitive};
use std::collections::{BTreeMap, BTreeSet};

/// The Python files in which a port takes `bytes` for a Java `byte[]`.
#[derive(Default)]
pub(super) struct ArrayForms {
    with_bytes: BTreeSet<String>,
}

impl ArrayForms {
    /// Collects the files in which a port's code shows that it takes `bytes`.
    ///
    /// Only a parameter for a Java `byte[]` counts.
    pub fn new(revision: &Revision, pairs: &[Pair]) -> Self {
        let shows = |pair: &&Pair| {
            let file = revision.file(&pair.python.file);
            file.is_some_and(|file| !call_of(pair, file).forms(Primitive::Byte, false).is_empty())
        };
        Self { with_bytes: pairs.iter().filter(shows).map(|pair| pair.python.file.clone()).collect() }
    }

    /// Returns the Python form (`bytes` or a string) of the array arguments of a pair.
    ///
    /// The key is the index of the Java argument, as in [`mts_workers::PythonEntry::array_forms`]. An argument without
    /// an entry is a list.
    pub fn arguments(&self, pair: &Pair, python: &SourceFile) -> BTreeMap<usize, ArrayForm> {
        self.forms(&call_of(pair, python))
    }

    /// Returns the forms of the arguments of a constructor of the port.
    ///
    /// `scope` is the class of the constructor. `types` are the types of Java's arguments, and `first` is the position
    /// of the first argument in Python. If the class has no `__init__` in its text (for example, a dataclass), the
    /// result is empty, because the constructor that Python generates takes lists.
    pub fn constructor(
        &self,
        python: &SourceFile,
        scope: &[String],
        first: usize,
        types: &[JavaType],
    ) -> BTreeMap<usize, ArrayForm> {
        let is_own = |one: &&Function| one.kind == FunctionKind::Constructor && one.scope == scope;
        let Some(function) = python.functions.iter().find(is_own) else { return BTreeMap::new() };
        let arguments = types.iter().zip(first..).collect();
        self.forms(&PortCall { python, function, arguments })
    }

    /// Returns the forms of the arguments of a call.
    ///
    /// If the code of the function does not show whether it takes `bytes`, it counts as a function that takes `bytes`
    /// if another port of the same file takes `bytes`.
    fn forms(&self, call: &PortCall<'_>) -> BTreeMap<usize, ArrayForm> {
        let mut forms = call.forms(Primitive::Byte, self.with_bytes.contains(&call.python.path));
        forms.extend(call.forms(Primitive::Char, false));
        forms
    }
}

/// A call of a Python function with Java's arguments.
struct PortCall<'a> {
    python: &'a SourceFile,
    function: &'a Function,
    /// The Java type of each argument, and its position in Python.
    arguments: Vec<(&'a JavaType, usize)>,
}

/// Returns the call of a pair's port.
fn call_of<'a>(pair: &'a Pair, python: &'a SourceFile) -> PortCall<'a> {
    let types = pair.java.params.iter().map(|param| &param.ty);
    let arguments = types.zip(pair.arguments.iter().copied()).collect();
    PortCall { python, function: &pair.python, arguments }
}

impl PortCall<'_> {
    /// Returns the form of each argument whose Java type is an array of `element`.
    ///
    /// With `by_convention`, a parameter without an annotation counts as `bytes`, as in [`array_form`].
    fn forms(&self, element: Primitive, by_convention: bool) -> BTreeMap<usize, ArrayForm> {
        let array = JavaType::Primitive(element).array_of();
        let arrays = self.arguments.iter().enumerate().filter(|(_, (ty, _))| **ty == array);
        let form = |(at, (_, place)): (usize, &(&JavaType, usize))| {
            Some((at, array_form(self.python, self.function, *place, element, by_convention)?))
        };
        arrays.filter_map(form).collect()
    }
}
