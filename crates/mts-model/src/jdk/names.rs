//! Facts about a class that the form of its name shows.

/// Reports whether a full name is the name of a class of the JDK.
///
/// These names begin with `java.` or `javax.`.
#[must_use]
pub fn is_jdk_name(full: &str) -> bool {
    full.starts_with("java.") || full.starts_with("javax.")
}

/// Reports whether a simple name has the form of an exception class.
///
/// By convention, these names end with `Exception` or `Error`.
#[must_use]
pub fn is_exception_name(simple: &str) -> bool {
    simple.ends_with("Exception") || simple.ends_with("Error")
}

/// Reports whether a name looks like a type variable, such as `T` or `K2`.
///
/// One source file alone does not distinguish a type variable from a class.
#[must_use]
pub fn is_variable(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_ascii_uppercase())
        && chars.next().is_none_or(|c| c.is_ascii_digit())
        && chars.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_the_jdk_begins_with_its_packages() {
        for name in ["java.util.List", "javax.script.ScriptEngine"] {
            assert!(is_jdk_name(name), "{name}");
        }
        for name in ["List", "acme.java.List", "javafx.scene.Node", "java"] {
            assert!(!is_jdk_name(name), "{name}");
        }
    }
}
