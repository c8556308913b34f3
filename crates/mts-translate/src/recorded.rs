//! Looks up translations that another tool recorded.
//!
//! The mutants are from the other tool or from cargo mts. The module also parses each translated Python module to find
//! its entry point. The module `bench` reads the files and matches their rows to programs.

use super::{ForeignMutant, PairSource, Translation, Translator, transpiler};
use mts_lang::SourceFile;
use mts_model::error::{Error, Result};
use mts_model::{Function, FunctionKind, Language, Mutant, Pair};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A translator that looks up recorded translations.
#[derive(Clone)]
pub struct RecordedTranslator {
    name: String,
    programs: Arc<BTreeMap<String, Vec<RecordedMutant>>>,
}

/// A mutant with its recorded translation.
#[derive(Clone)]
pub struct RecordedMutant {
    /// The mutant.
    pub foreign: ForeignMutant,
    /// The translation: a [`Translation::Module`], or the reason for a missing translation.
    pub translation: Translation,
}

impl RecordedTranslator {
    /// Creates a translator from recorded translations.
    ///
    /// `programs` has the mutants of each pair, in the recorded order. Its keys are the results of
    /// [`mts_model::Pair::key`].
    #[must_use]
    pub fn new(name: String, programs: BTreeMap<String, Vec<RecordedMutant>>) -> Self {
        Self { name, programs: Arc::new(programs) }
    }

    fn recording(&self, source: &PairSource<'_>) -> &[RecordedMutant] {
        self.programs.get(&source.pair.key()).map(Vec::as_slice).unwrap_or_default()
    }
}

impl Translator for RecordedTranslator {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn translate(
        &mut self,
        source: &PairSource<'_>,
        mutants: &[&Mutant],
        requested: &[usize],
    ) -> Result<Vec<Translation>> {
        // Find the translations by id, because `requested` may have only some of the recorded mutants.
        let recorded = self.recording(source).iter();
        let known: BTreeMap<&str, &Translation> =
            recorded.map(|record| (record.foreign.mutant.id.as_str(), &record.translation)).collect();
        let translation = |at: &usize| {
            let id = mutants.get(*at).map_or("", |mutant| mutant.id.as_str());
            let found = known.get(id).map(|found| (*found).clone());
            found.ok_or_else(|| Error::bug(format!("{}: no translation of mutant {id}", source.pair.key())))
        };
        requested.iter().map(translation).collect()
    }

    fn foreign_mutants(&self, source: &PairSource<'_>) -> Option<Vec<ForeignMutant>> {
        Some(self.recording(source).iter().map(|record| record.foreign.clone()).collect())
    }

    fn follows_port(&self) -> bool {
        false
    }
}

/// Returns the names that the translation of a function may have.
///
/// The names are Java's name, the pair's Python name, and Java's name in snake case.
#[must_use]
pub fn names(pair: &Pair) -> Vec<String> {
    let mut names = vec![pair.java.name.clone()];
    for name in [pair.python.name.clone(), transpiler::snake(&pair.java.name)] {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Returns a translated Python module with its entry point.
///
/// The entry point is a function with one of `names`, at module level or in a class. A function that takes this number
/// of arguments is better than other functions, and an earlier name is better than a later name. If no function has one
/// of the names, the entry point is the first name, and the call will fail.
///
/// # Errors
/// Returns an error if the Python grammar does not load, which is a bug of the tool.
pub fn module(text: &str, names: &[impl AsRef<str>], arguments: usize) -> Result<Translation> {
    let file = SourceFile::parse("translation.py", text.to_owned(), Language::Python)?;
    let place = |f: &Function| names.iter().position(|name| name.as_ref() == f.name);
    let reachable = |f: &&Function| f.parent.is_none() && f.kind != FunctionKind::Nested && place(f).is_some();
    // The caller calls a function without `self` on its class, so its first parameter is an ordinary parameter.
    let has_self = |f: &Function| f.kind == FunctionKind::Method && names_self(f.span.slice(text));
    let positional =
        |f: &Function| arguments.saturating_sub(usize::from(f.kind == FunctionKind::Method && !has_self(f)));
    let found = file.functions.iter().filter(reachable).min_by_key(|f| (!takes(f, positional(f)), place(f)));
    Ok(Translation::Module {
        text: text.to_owned(),
        qualname: found.map_or_else(
            || names.first().map(|name| name.as_ref().to_owned()).unwrap_or_default(),
            Function::qualified,
        ),
        on_instance: found.is_some_and(has_self),
    })
}

/// Returns the translation of a whole program, which needs no entry point.
#[must_use]
pub fn script(text: &str, pair: &Pair) -> Translation {
    Translation::Module { text: text.to_owned(), qualname: pair.python.qualified(), on_instance: false }
}

/// Reports whether the first parameter of a function with this text is `self`.
fn names_self(text: &str) -> bool {
    let parameters = text.split_once("def ").and_then(|(_, rest)| rest.split_once('('));
    let first = parameters.and_then(|(_, rest)| rest.split([',', ')', ':', '=']).next());
    first.is_some_and(|name| name.trim() == "self")
}

fn takes(function: &Function, arguments: usize) -> bool {
    let needed = function.params.iter().filter(|param| !param.optional).count();
    (needed..=function.params.len()).contains(&arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way_in(text: &str, names: &[&str], arguments: usize) -> (String, bool) {
        match module(text, names, arguments).expect("parses") {
            Translation::Module { qualname, on_instance, .. } => (qualname, on_instance),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_function_is_found_at_module_level_and_in_a_class() {
        assert_eq!(way_in("def f(a):\n    return a\n", &["f"], 1), ("f".into(), false));
        let class = "class A(object):\n    @classmethod\n    def f(cls, a):\n        return a\n";
        assert_eq!(way_in(class, &["f"], 1), ("A.f".into(), false));
        let method = "class A(object):\n    def f(self, a):\n        return a\n";
        assert_eq!(way_in(method, &["f"], 1), ("A.f".into(), true));
    }

    #[test]
    fn a_function_of_a_class_without_self_is_called_on_the_class() {
        let text = "class A:\n    def f(a, b):\n        return a\n";
        assert_eq!(way_in(text, &["f"], 2), ("A.f".into(), false));
        let decorated = "class A:\n    @timed(1)\n    def f( self, a):\n        return a\n";
        assert_eq!(way_in(decorated, &["f"], 1), ("A.f".into(), true));
        let both = "class A:\n    def f(n):\n        return n\nclass B:\n    def f(self, n):\n        return n\n";
        assert_eq!(way_in(both, &["f"], 1), ("A.f".into(), false), "both can be called: the first");
    }

    #[test]
    fn the_overload_that_accepts_the_number_of_arguments_is_called() {
        let text = "class A:\n    def f(self):\n        pass\nclass B:\n    def f(self, a, b=1):\n        pass\n";
        assert_eq!(way_in(text, &["f"], 1), ("B.f".into(), true));
        assert_eq!(way_in(text, &["f"], 2), ("B.f".into(), true));
        assert_eq!(way_in(text, &["f"], 9), ("A.f".into(), true), "the first, if none fits");
    }

    #[test]
    fn the_name_of_the_port_is_used_if_the_java_name_is_absent() {
        let text = "def split_evenly(a):\n    def splitEvenly(a):\n        pass\n";
        assert_eq!(way_in(text, &["splitEvenly", "split_evenly"], 1), ("split_evenly".into(), false));
        assert_eq!(
            way_in("x = 1\n", &["splitEvenly"], 1),
            ("splitEvenly".into(), false),
            "the call reports the missing function"
        );
    }
}
