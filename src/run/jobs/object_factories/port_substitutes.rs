//! The substitutes of a port for classes that it does not have: constants `KIND_A`, `KIND_B` for an enum, tuples
//! for objects of a class with one constructor. Found in the files that hold the ports of the same Java file.

use crate::run::revision::Revision;
use mts_generate::inputs::Enums;
use mts_lang::SourceFile;
use mts_model::{Language, Literal, Pair, Value};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// The Python files with ports, by the Java file of their pairs; the one with most of them first.
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

/// The names that can be classes of the port, by [`mts_lang::python::plain_class`]; looked for when one is asked for.
pub(crate) struct PortClasses<'r> {
    revision: &'r Revision,
    names: OnceCell<BTreeSet<String>>,
}

impl<'r> PortClasses<'r> {
    /// Those of every Python file.
    pub(crate) fn new(revision: &'r Revision) -> Self {
        Self { revision, names: OnceCell::new() }
    }

    /// Whether no file has a class of this name.
    pub(crate) fn lack(&self, name: &str) -> bool {
        let all = || self.revision.files(Language::Python).flat_map(mts_lang::python::class_names).collect();
        !self.names.get_or_init(all).contains(&mts_lang::python::plain_class(name))
    }
}

/// The substitutes for the constants of the enums that the port lacks.
pub(crate) fn constants(
    revision: &Revision,
    pairs: &[Pair],
    enums: &Enums,
    classes: &PortClasses<'_>,
) -> BTreeMap<String, Literal> {
    let ported: BTreeSet<&str> = pairs.iter().map(|pair| pair.python.file.as_str()).collect();
    let files: Vec<&SourceFile> =
        ported.into_iter().filter_map(|path| revision.file(path)).map(AsRef::as_ref).collect();
    let mut found = BTreeMap::new();
    for (name, constants) in enums.iter().filter(|(name, all)| all.len() > 1 && classes.lack(name)) {
        let mut all = files.iter().filter_map(|file| of_file(file, name, constants));
        let Some(first) = all.next() else { continue };
        // Where two files tell otherwise, nobody knows which is meant.
        if all.all(|other| other == first) {
            found.extend(first.into_iter().map(|(constant, literal)| (format!("{name}.{constant}"), literal)));
        }
    }
    found
}

/// The literals of a file that have the names of an enum's constants. All names have the same beginning, and all
/// literals are different. Names without a beginning tell too little: they count where the class or the module around
/// them is called as the enum is.
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

/// Whether the innermost class has the name of an enum, or ends with it. Where there is no class, the module's name
/// counts. `Token.Type` in Java is `TokenTypes` in a port.
fn is_called_like(file: &SourceFile, scope: &[String], name: &str) -> bool {
    let module = file.path.rsplit('/').next().unwrap_or_default().trim_end_matches(".py");
    let around = mts_lang::python::plain_class(scope.last().map_or(module, String::as_str));
    let name = mts_lang::python::plain_class(name);
    around.ends_with(&name) || around.strip_suffix('s').is_some_and(|one| one.ends_with(&name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Language;

    #[test]
    fn constants_with_one_beginning_stand_for_an_enum() {
        let of = |text: &str| {
            let file = SourceFile::parse("t.py", text.to_owned(), Language::Python).expect("parses");
            of_file(&file, "Kind", &["DROP".to_owned(), "KEEP".to_owned()])
        };
        let found = of("class Edit:\n  KIND_DROP = -1\n  KIND_KEEP = 0\n  MAX_KEEP = 7\n").expect("both are there");
        assert_eq!(found["DROP"], Literal::Int(-1));
        assert_eq!(found["KEEP"], Literal::Int(0));
        assert_eq!(of("class Kind(Enum):\n  DROP = 1\n  KEEP = 2\n"), None, "an enum of its own");
        assert_eq!(of("class EditKind(IntEnum):\n  EDIT_DROP = 1\n  EDIT_KEEP = 2\n"), None, "an enum of its own");
        assert_eq!(of("class EditKinds:\n  DROP = 1\n  KEEP = 2\n").map(|found| found.len()), Some(2));
        assert_eq!(of("class Limits:\n  DROP = 1\n  KEEP = 2\n"), None, "nobody knows what they are of");
        assert_eq!(of("KIND_DROP = 1\nKIND_KEEP = 1\n"), None, "they are not told apart");
        assert_eq!(of("KIND_DROP = 1\nOTHER_KEEP = 2\n"), None, "of two kinds");
        assert_eq!(of("A_DROP = 1\nA_KEEP = 2\nB_DROP = 3\nB_KEEP = 4\n"), None, "nobody knows which");
    }
}
