//! Names of classes: binary ones, and those of stub subclasses.

/// `acme.Outer$Inner`.
pub(super) fn binary(package: &str, scope: &[String]) -> String {
    let names = scope.join("$");
    if package.is_empty() { names } else { format!("{package}.{names}") }
}

/// The name among a project's classes of what is made up below one that others make objects of, too.
pub(crate) fn below(class: &str) -> String {
    format!("below {class}")
}
