//! Generates stub subclasses of abstract classes and interfaces.
//!
//! This module finds the methods that a stub subclass must implement, with the names of their
//! counterparts. The workers define the behaviour of these methods.

use crate::run::jobs::object_factories::ProjectFactories;
use crate::run::jobs::object_factories::class_names::below;
use crate::run::jobs::object_factories::class_names::binary;
use crate::run::revision::Revision;
use mts_generate::inputs::object_recipes::{ClassRecipes, Classes};
use mts_model::{Function, FunctionKind, JavaType, Pair, Primitive, Span, StubMethod, StubReturn};
use std::collections::{BTreeMap, BTreeSet};

/// The methods of a project by the binary name of the class, and their pairs.
struct Methods<'r> {
    by_class: BTreeMap<String, Vec<&'r Function>>,
    pairs: BTreeMap<(&'r str, Span), &'r Pair>,
}

impl<'r> Methods<'r> {
    fn new(revision: &'r Revision, pairs: &'r [Pair]) -> Self {
        let mut by_class: BTreeMap<String, Vec<&Function>> = BTreeMap::new();
        for function in revision.java_files().flat_map(|file| file.functions.iter().chain(&file.declared)) {
            by_class.entry(binary(&function.package, &function.scope)).or_default().push(function);
        }
        let pairs = pairs.iter().rev().map(|pair| ((pair.java.file.as_str(), pair.java.span), pair)).collect();
        Self { by_class, pairs }
    }
}

/// Returns the abstract methods of the classes `around` that no class implements.
///
/// `around` contains a class and all classes above this class. Returns `None` if a counterpart is
/// missing, is not a method, has other parameters, or belongs to two methods. In these cases the
/// tool does not know which method a call reaches.
fn find_stub_methods(methods: &Methods<'_>, around: &[String]) -> Option<Vec<StubMethod>> {
    let all: Vec<&Function> =
        around.iter().filter_map(|class| methods.by_class.get(class)).flatten().copied().collect();
    let concrete: Vec<&Function> =
        all.iter().filter(|function| function.kind == FunctionKind::Method).copied().collect();
    let is_open = |function: &&&Function| {
        function.kind == FunctionKind::Abstract && !concrete.iter().any(|other| may_override(other, function))
    };
    let counterpart = |java: &Function| {
        let pair = methods.pairs.get(&(java.file.as_str(), java.span))?;
        let python = Some(&pair.python).filter(|python| python.kind == FunctionKind::Method)?;
        let shows = java.params.iter().all(|param| is_written_alike(&param.ty));
        let (name, port) = (java.name.clone(), python.name.clone());
        pair.arguments.iter().copied().eq(0..java.params.len()).then(|| StubMethod {
            java: name,
            python: port,
            shows,
            gives: StubReturn::from_type(&java.returns),
        })
    };
    let found: Vec<StubMethod> = all.iter().filter(is_open).map(|java| counterpart(java)).collect::<Option<_>>()?;
    let names: BTreeSet<&str> = found.iter().map(|one| one.python.as_str()).collect();
    (names.len() == found.len()).then_some(found)
}

/// Reports whether a method can implement an abstract method, by its name and parameter types.
fn may_override(method: &Function, open: &Function) -> bool {
    let types = || method.params.iter().zip(&open.params);
    let is_one = method.name == open.name && method.params.len() == open.params.len();
    is_one && !types().any(|(a, b)| are_distinct(&a.ty, &b.ty))
}

/// Reports whether two parameter types are always different.
///
/// A type variable can be any class, so the result is `false` for a type variable and a class.
fn are_distinct(a: &JavaType, b: &JavaType) -> bool {
    let is_variable = |ty: &JavaType| match ty {
        JavaType::Class { name, .. } => !name.contains(char::is_lowercase),
        JavaType::Unknown => true,
        _ => false,
    };
    match (a, b) {
        (JavaType::Primitive(a), JavaType::Primitive(b)) => a != b,
        (JavaType::Primitive(_), _) | (_, JavaType::Primitive(_)) => true,
        (a, b) if is_variable(a) || is_variable(b) => false,
        (JavaType::Array(a), JavaType::Array(b)) => are_distinct(a, b),
        (JavaType::Class { .. }, JavaType::Class { .. }) => a.simple_class() != b.simple_class(),
        (a, b) => a != b,
    }
}

/// Reports whether both languages print the values of a type in the same way.
fn is_written_alike(ty: &JavaType) -> bool {
    use Primitive::{Boolean, Byte, Int, Long, Short};
    matches!(ty, JavaType::String | JavaType::Primitive(Boolean | Byte | Short | Int | Long))
}

impl ProjectFactories {
    /// Returns the methods that a stub subclass of this class implements.
    ///
    /// Returns `None` if the methods are unknown.
    pub(in crate::run) fn stub_methods_of(&self, class: &str) -> Option<&Vec<StubMethod>> {
        self.stub_methods.get(class)
    }

    /// Adds the factories of stub subclasses.
    ///
    /// The inputs contain objects of a stub subclass if the project has no concrete subclass. The
    /// tool also calls methods of an abstract class on these objects.
    pub(crate) fn synthesize_stub_subclasses(&mut self, revision: &Revision, pairs: &[Pair], classes: &mut Classes) {
        let synthesized = std::mem::take(&mut self.synthesized);
        if synthesized.is_empty() {
            return;
        }
        let methods = Methods::new(revision, pairs);
        for (class, own) in synthesized {
            let Some(declared) = self.declared.get(&class) else { continue };
            let mut around = self.above(declared);
            around.insert(0, class.clone());
            let Some(stub_methods) = find_stub_methods(&methods, &around) else { continue };
            self.stub_methods.insert(class.clone(), stub_methods.clone());
            for way in &own.factories {
                if let Some((factory, _)) = self.factories.get_mut(&way.factory) {
                    factory.stub_methods.clone_from(&stub_methods);
                }
            }
            let known = classes.entry(class.clone()).or_default();
            if known.factories.is_empty() {
                known.factories.clone_from(&own.factories);
            } else {
                let modifiers = known.modifiers.clone();
                classes.insert(
                    below(&class),
                    ClassRecipes { factories: own.factories, modifiers, ..ClassRecipes::default() },
                );
            }
        }
    }
}
