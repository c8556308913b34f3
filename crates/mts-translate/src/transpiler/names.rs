//! Chooses Python names for Java names.
//!
//! The names are in snake case. They exclude keywords, and names that the translation itself uses.

use mts_model::python_keywords::KEYWORDS;
use std::collections::{BTreeMap, BTreeSet};

/// The names of modules, functions and classes that translations themselves use.
const TAKEN: &[&str] = &[
    "self",
    "math",
    "re",
    "enum",
    "sys",
    "abs",
    "bin",
    "chr",
    "dict",
    "float",
    "format",
    "int",
    "isinstance",
    "len",
    "list",
    "map",
    "max",
    "min",
    "ord",
    "print",
    "range",
    "round",
    "set",
    "sorted",
    "str",
    "sum",
    "super",
    "type",
    "tuple",
    "Exception",
    "staticmethod",
];

/// The Python names of Java names in one scope. Each Python name is unique.
#[derive(Clone, Debug, Default)]
pub(super) struct NameScope {
    assigned: BTreeMap<String, String>,
    taken: BTreeSet<String>,
    keeps: bool,
}

impl NameScope {
    /// Creates a scope that does not use the names in `taken`. If `keeps` is true, the scope keeps Java's spelling.
    pub(super) fn new(keeps: bool, taken: impl IntoIterator<Item = String>) -> Self {
        let reserved = KEYWORDS.iter().chain(TAKEN).map(|word| (*word).to_owned());
        let taken = taken.into_iter().chain(reserved).collect();
        Self { assigned: BTreeMap::new(), taken, keeps }
    }

    /// Creates a scope in which some Java names already have Python names. The scope does not use the names in `taken`.
    pub(super) fn with_assigned(assigned: &BTreeMap<String, String>, taken: impl IntoIterator<Item = String>) -> Self {
        let mut names = Self::new(false, taken);
        names.taken.extend(assigned.values().cloned());
        names.assigned = assigned.clone();
        names
    }

    /// Returns the Python name of a Java variable or function.
    pub(super) fn python_name(&mut self, java: &str) -> String {
        self.give(java, if self.keeps { java.to_owned() } else { snake(java) })
    }

    /// Returns a new name for a variable that the translation adds.
    pub(super) fn fresh(&mut self, base: &str) -> String {
        self.unused(base.to_owned())
    }

    fn give(&mut self, java: &str, wanted: String) -> String {
        if let Some(known) = self.assigned.get(java) {
            return known.clone();
        }
        let name = self.unused(wanted.replace('$', "_"));
        self.assigned.insert(java.to_owned(), name.clone());
        name
    }

    fn unused(&mut self, wanted: String) -> String {
        let mut name = wanted;
        while self.taken.contains(&name) {
            name.push('_');
        }
        self.taken.insert(name.clone());
        name
    }

    pub(super) fn taken(&self) -> impl Iterator<Item = String> + '_ {
        self.assigned.values().cloned()
    }
}

/// Returns a name in snake case: `maxSubArray2D` becomes `max_sub_array2d`, and `MAX_VALUE` stays.
pub(super) fn snake(name: &str) -> String {
    if !name.chars().any(char::is_lowercase) || !name.chars().any(char::is_uppercase) || name.contains('_') {
        return name.to_owned();
    }
    let chars: Vec<char> = name.chars().collect();
    let mut out = String::new();
    for (at, c) in chars.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|i| chars.get(i));
        let next_lower = chars.get(at + 1).is_some_and(|n| n.is_lowercase());
        let starts = c.is_uppercase() && before.is_some_and(|b| b.is_lowercase() || (b.is_uppercase() && next_lower));
        if starts {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_snake_case_and_constants_keep_their_names() {
        for (java, python) in [
            ("maxSum", "max_sum"),
            ("MAX_VALUE", "MAX_VALUE"),
            ("parseURLNow", "parse_url_now"),
            ("n", "n"),
            ("X", "X"),
        ] {
            assert_eq!(snake(java), python);
        }
    }

    #[test]
    fn different_java_names_get_different_python_names_and_hide_no_used_name() {
        let mut names = NameScope::new(false, ["at".to_owned()]);
        assert_eq!(names.python_name("fooBar"), "foo_bar");
        assert_eq!(names.python_name("foo_bar"), "foo_bar_");
        assert_eq!(names.python_name("fooBar"), "foo_bar");
        assert_eq!(names.python_name("len"), "len_");
        assert_eq!(names.python_name("at"), "at_");
    }
}
