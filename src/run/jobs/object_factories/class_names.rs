//! The binary names of classes, and the keys of classes in maps of recipes.

use mts_model::Function;

/// Returns the binary name of a class, such as `acme.Outer$Inner`.
pub(super) fn binary(package: &str, scope: &[String]) -> String {
    let names = scope.join("$");
    if package.is_empty() { names } else { format!("{package}.{names}") }
}

/// Returns the key of the stub subclass of `class` in a map of recipes.
///
/// The stub subclass needs its own key if other factories also make objects of the class.
pub(crate) fn below(class: &str) -> String {
    format!("below {class}")
}

/// Returns the key of objects that only Java makes.
///
/// Such an object is an argument of a constructor call that only Java makes, or the receiver of a method whose port is
/// a function outside a class. The object is never an argument of a function under test.
pub(super) fn java_only(class: &str) -> String {
    format!("java only {class}")
}

/// Returns the binary name of the enclosing class; `None` for a top-level class.
pub(super) fn around(class: &str) -> Option<String> {
    class.rsplit_once('$').map(|(around, _)| around.to_owned())
}

/// Reports whether two classes are the same class, or one class encloses the other class.
pub(crate) fn are_related(one: &str, other: &str) -> bool {
    let is_around = |outer: &str, inner: &str| inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('$'));
    one == other || is_around(one, other) || is_around(other, one)
}

/// The file, the package and the enclosing classes of code that contains a type name.
#[derive(Clone, Copy)]
pub(super) struct Place<'p> {
    pub file: &'p str,
    pub package: &'p str,
    pub scope: &'p [String],
}

impl<'p> Place<'p> {
    /// Returns the file, the package and the enclosing classes of a function.
    pub fn from_function(function: &'p Function) -> Self {
        Self { file: &function.file, package: &function.package, scope: &function.scope }
    }
}
