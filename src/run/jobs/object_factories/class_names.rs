//! Names of classes: binary ones, and those of stub subclasses.

/// `acme.Outer$Inner`.
pub(super) fn binary(package: &str, scope: &[String]) -> String {
    let names = scope.join("$");
    if package.is_empty() { names } else { format!("{package}.{names}") }
}

/// The name under which the project's classes list the stub subclass of a class. It is for a class of which others make
/// objects, too.
pub(crate) fn below(class: &str) -> String {
    format!("below {class}")
}
