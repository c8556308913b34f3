//! Finds the values that a port uses in place of missing enums and classes.
//!
//! Constants such as `KIND_A` and `KIND_B` replace an enum. Tuples replace objects of a class with
//! one constructor. The search covers the files with ports and the modules that they import.

use crate::run::revision::Revision;
use mts_generate::inputs::Enums;
use mts_lang::SourceFile;
use mts_model::{Language, Literal, Pair, Value};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// Returns the Python files with ports, by Java file. The file with most ports comes first.
pub(crate) fn files<'p>(pairs: &'p [Pair]) -> BTreeMap<&'p str, Vec<&'p str>> {
    let mut votes: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for pair in pairs {
        *votes.entry(&pair.java.file).or_default().entry(&pair.python.file).or_default() += 1;
    }
    let ordered = |votes: BTreeMap<&'p str, usize>| {
        let mut files: Vec<(&str, usize)> = votes.into_iter().collect();
        files.sort_by_key(|(file, count)| (usize::MAX - count, *file));
        files.into_iter().map(|(file, _)| file).collect()
    };
    votes.into_iter().map(|(java, votes)| (java, ordered(votes))).collect()
}

/// The names of the port's classes, in the form of [`mts_lang::python::plain_class`].
///
/// The first use collects the names.
pub(crate) struct PortClasses<'r> {
    revision: &'r Revision,
    names: OnceCell<BTreeSet<String>>,
    /// For each class name, whether all classes with this name hold only constants.
    of_constants: OnceCell<BTreeMap<String, bool>>,
}

impl<'r> PortClasses<'r> {
    /// Prepares the search in all Python files of the revision.
    pub(crate) fn new(revision: &'r Revision) -> Self {
        Self { revision, names: OnceCell::new(), of_constants: OnceCell::new() }
    }

    /// Reports whether no Python file of the revision has a class of this name.
    pub(crate) fn is_missing(&self, name: &str) -> bool {
        let all = || self.revision.files(Language::Python).flat_map(mts_lang::python::class_names).collect();
        !self.names.get_or_init(all).contains(&mts_lang::python::plain_class(name))
    }

    /// Reports whether every class with this name, if there is one, holds only constants.
    fn has_only_constants(&self, name: &str) -> bool {
        let all = || {
            let mut found = BTreeMap::new();
            let files = self.revision.files(Language::Python);
            for (name, is_plain) in files.flat_map(mts_lang::python::classes_of_constants) {
                *found.entry(name).or_insert(true) &= is_plain;
            }
            found
        };
        self.is_missing(name)
            || self.of_constants.get_or_init(all).get(&mts_lang::python::plain_class(name)) == Some(&true)
    }
}

/// Finds the values that the port uses in place of the constants of enums.
///
/// The first result has the literals of the port, by constant, for enums without a class in the
/// port. The second result has the enums for which the port has no constants: neither a class nor
/// literals, or a class in which every constant is `None`. The third result has a note for each
/// such class. `has_port` reports whether an enum has a class of another name in the port.
pub(crate) fn constants(
    revision: &Revision,
    pairs: &[Pair],
    enums: &Enums,
    (classes, has_port): (&PortClasses<'_>, &dyn Fn(&str) -> bool),
) -> (BTreeMap<String, Literal>, BTreeSet<String>, Vec<String>) {
    let files = searched(revision, pairs);
    let (mut found, mut unported) = (BTreeMap::new(), BTreeSet::new());
    let is_without = |name: &String| classes.has_only_constants(name) && !(classes.is_missing(name) && has_port(name));
    for (name, constants) in enums.iter().filter(|(name, _)| is_without(name)) {
        let mut all = files.iter().filter(|_| constants.len() > 1).filter_map(|file| of_file(file, name, constants));
        // If two files have different literals, the enum gets no literals.
        match all.next().filter(|first| all.all(|other| other == *first)) {
            Some(first) => {
                found.extend(first.into_iter().map(|(constant, literal)| (format!("{name}.{constant}"), literal)));
            }
            None if classes.is_missing(name) => _ = unported.insert(name.clone()),
            None => {}
        }
    }
    let mut notes = Vec::new();
    for file in files {
        for name in enums_without_values(file, enums) {
            notes.push(format!(
                "{}: every constant of the enum `{name}` is `None`, so cargo mts compares no field with a constant",
                file.path
            ));
            unported.insert(name.clone());
        }
    }
    (found, unported, notes)
}

/// Returns the enums whose class in the file has only constants that are `None`.
fn enums_without_values<'e>(file: &SourceFile, enums: &'e Enums) -> Vec<&'e String> {
    let mut empty: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for one in mts_lang::python::constants(file).into_iter().filter(|one| one.value == Value::Null) {
        if let Some(class) = one.scope.last() {
            empty.entry(mts_lang::python::plain_class(class)).or_default().insert(one.name);
        }
    }
    let is_hollow = |name: &str, constants: &[String]| {
        let own = empty.get(&mts_lang::python::plain_class(name));
        // A constant is not `None` if the module assigns it after the class.
        let is_none = |constant: &String| {
            own.is_some_and(|own| own.contains(constant)) && !file.text.contains(&format!("{name}.{constant} ="))
        };
        !constants.is_empty() && constants.iter().all(is_none)
    };
    enums.iter().filter(|(name, constants)| is_hollow(name, constants)).map(|(name, _)| name).collect()
}

/// Returns the Python files with ports, and the files that they import.
fn searched<'r>(revision: &'r Revision, pairs: &[Pair]) -> Vec<&'r SourceFile> {
    let ported: BTreeSet<&str> = pairs.iter().map(|pair| pair.python.file.as_str()).collect();
    let mut paths: BTreeSet<&str> = ported.clone();
    for file in ported.into_iter().filter_map(|path| revision.file(path)) {
        let modules: Vec<(String, bool)> =
            mts_lang::python::imported_modules(file).iter().filter_map(|module| place(&file.path, module)).collect();
        let is_one = |path: &str| {
            let own = path.trim_end_matches(".py").trim_end_matches("/__init__");
            modules.iter().any(|(module, is_whole)| {
                own == module || !is_whole && own.strip_suffix(module.as_str()).is_some_and(|left| left.ends_with('/'))
            })
        };
        paths.extend(revision.files(Language::Python).map(|file| file.path.as_str()).filter(|path| is_one(path)));
    }
    paths.into_iter().filter_map(|path| revision.file(path)).map(AsRef::as_ref).collect()
}

/// Returns the path of a module, and whether the path is complete.
///
/// The path lacks the file ending. The path of an absolute module name lacks the folders above the first package.
fn place(importing: &str, module: &str) -> Option<(String, bool)> {
    let names = module.trim_start_matches('.');
    let dots = module.len() - names.len();
    let below = names.replace('.', "/");
    if dots == 0 {
        return Some((below, false));
    }
    let mut folders: Vec<&str> = importing.split('/').collect();
    folders.truncate(folders.len().checked_sub(dots)?);
    folders.extend(Some(below.as_str()).filter(|below| !below.is_empty()));
    Some((folders.join("/"), true))
}

/// Returns the literals of a file whose names end with an enum's constants.
///
/// All names must have the same prefix, and all literals must differ. Names without a prefix count
/// only if the enclosing class or module has the name of the enum.
fn of_file(file: &SourceFile, name: &str, constants: &[String]) -> Option<BTreeMap<String, Literal>> {
    let mut places: BTreeMap<(Vec<String>, String), BTreeMap<String, Literal>> = BTreeMap::new();
    for one in mts_lang::python::constants(file) {
        for constant in constants {
            let Some(before) = one.name.strip_suffix(constant.as_str()) else { continue };
            let literal = match &one.value {
                Value::Int(n) => Literal::Int(*n),
                Value::Str(text) => Literal::Text(text.clone()),
                _ => continue,
            };
            if before.ends_with('_') || (before.is_empty() && is_called_like(file, &one.scope, name)) {
                let place = places.entry((one.scope.clone(), before.to_owned())).or_default();
                place.insert(constant.clone(), literal);
            }
        }
    }
    let is_whole = |found: &BTreeMap<String, Literal>| {
        let all: Vec<&Literal> = found.values().collect();
        found.len() == constants.len() && (1..all.len()).all(|at| !all[..at].contains(&all[at]))
    };
    let mut whole = places.into_values().filter(is_whole);
    let first = whole.next()?;
    whole.all(|other| other == first).then_some(first)
}

/// Reports whether the innermost class and an enum have similar names.
///
/// One of the two names must end with the other name. Without a class, the function uses the name
/// of the module. The function ignores a final `s`. For example, `Token.Type` in Java is
/// `TokenTypes` in a port, and `EnumCorner` is the module `corner`.
fn is_called_like(file: &SourceFile, scope: &[String], name: &str) -> bool {
    let module = file.path.rsplit('/').next().unwrap_or_default().trim_end_matches(".py");
    let around = mts_lang::python::plain_class(scope.last().map_or(module, String::as_str));
    let name = mts_lang::python::plain_class(name);
    let is_alike = |one: &str| !one.is_empty() && (one.ends_with(&name) || name.ends_with(one));
    is_alike(&around) || around.strip_suffix('s').is_some_and(is_alike)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Language;

    #[test]
    fn a_relative_import_has_one_path_and_an_absolute_import_a_path_suffix() {
        let place_of = |module: &str| place("lib/shop/cart.py", module);
        assert_eq!(place_of(".kinds"), Some(("lib/shop/kinds".to_owned(), true)));
        assert_eq!(place_of("..core.kinds"), Some(("lib/core/kinds".to_owned(), true)));
        assert_eq!(place_of("."), Some(("lib/shop".to_owned(), true)));
        assert_eq!(place_of("shop.kinds"), Some(("shop/kinds".to_owned(), false)));
        assert_eq!(place_of(".....kinds"), None);
    }

    #[test]
    fn an_enum_with_only_none_values_in_the_port_has_no_constants_there() {
        let is_hollow = |text: &str| {
            let file = SourceFile::parse("t.py", text.to_owned(), Language::Python).expect("parses");
            let constants = vec!["DROP".to_owned(), "KEEP".to_owned()];
            !enums_without_values(&file, &Enums::from([("Kind".to_owned(), constants)])).is_empty()
        };
        assert!(is_hollow(
            "class Kind:\n    DROP: Kind = None\n    KEEP = None\n\n    def size(self):\n        return 1\n"
        ));
        assert!(!is_hollow("class Kind:\n    DROP = None\n    KEEP = 1\n"));
        assert!(!is_hollow(
            "class Kind:\n    DROP = None\n    KEEP = None\n\n\nKind.DROP = Kind()\nKind.KEEP = Kind()\n"
        ));
        assert!(!is_hollow("class Other:\n    DROP = None\n    KEEP = None\n"));
    }

    #[test]
    fn constants_with_a_common_prefix_replace_an_enum() {
        let constants_of = |text: &str| {
            let file = SourceFile::parse("t.py", text.to_owned(), Language::Python).expect("parses");
            of_file(&file, "Kind", &["DROP".to_owned(), "KEEP".to_owned()])
        };
        let found =
            constants_of("class Edit:\n  KIND_DROP = -1\n  KIND_KEEP = 0\n  MAX_KEEP = 7\n").expect("both are there");
        assert_eq!(found["DROP"], Literal::Int(-1));
        assert_eq!(found["KEEP"], Literal::Int(0));
        assert_eq!(constants_of("class Kind(Enum):\n  DROP = 1\n  KEEP = 2\n"), None, "the port has its own enum");
        assert_eq!(
            constants_of("class EditKind(IntEnum):\n  EDIT_DROP = 1\n  EDIT_KEEP = 2\n"),
            None,
            "the port has its own enum"
        );
        assert_eq!(constants_of("class EditKinds:\n  DROP = 1\n  KEEP = 2\n").map(|found| found.len()), Some(2));
        assert_eq!(constants_of("class Limits:\n  DROP = 1\n  KEEP = 2\n"), None, "the class does not name the enum");
        assert_eq!(constants_of("KIND_DROP = 1\nKIND_KEEP = 1\n"), None, "equal values do not distinguish constants");
        assert_eq!(constants_of("KIND_DROP = 1\nOTHER_KEEP = 2\n"), None, "of two kinds");
        let text = "DROP = 1\nKEEP = 2\n".to_owned();
        let file = SourceFile::parse("lib/kind.py", text, Language::Python).expect("parses");
        let found = of_file(&file, "EnumKind", &["DROP".to_owned(), "KEEP".to_owned()]);
        assert_eq!(found.map(|found| found.len()), Some(2), "a module with a shorter name");
        assert_eq!(constants_of("A_DROP = 1\nA_KEEP = 2\nB_DROP = 3\nB_KEEP = 4\n"), None, "two prefixes fit");
    }
}
