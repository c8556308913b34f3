//! Finds calls that make an object only in Java.
//!
//! If the port of a method is a function outside a class, only Java needs the receiver. Static
//! methods such as `getInstance()`, or constructors, make the receiver. If the arguments of a constructor have no
//! counterpart in the port, Java makes the object, and the port's object gets Java's state.

use crate::config::Root;
use crate::run::jobs::object_factories::class_names::{Place, below, binary, java_only};
use crate::run::jobs::object_factories::class_ports::ClassPorts;
use crate::run::jobs::object_factories::{DeclaredClass, ProjectFactories};
use crate::run::revision::Revision;
use mts_generate::inputs::object_recipes::{ClassRecipes, Classes, FactoryCall, named_classes, prune_unbuildable};
use mts_generate::pairing;
use mts_model::{CallKind, Factory, FunctionKind, JavaType, Pair};
use std::collections::{BTreeMap, BTreeSet};

impl ProjectFactories {
    /// Adds Java constructor calls for classes that the tool cannot construct in another way.
    ///
    /// Each such class has a port, or a method whose port is a function outside a class. The arguments may be objects
    /// of classes without a port, such as options. Only Java makes the objects of classes without a port. Returns the
    /// keys of all these classes.
    pub(crate) fn java_only_arguments(
        &mut self,
        revision: &Revision,
        roots: &[Root],
        (pairs, ports): (&[Pair], &ClassPorts),
        classes: &mut Classes,
    ) -> BTreeSet<String> {
        let made = prune_unbuildable(classes.clone(), &BTreeSet::new(), &self.enums);
        let is_open =
            |class: &String, declared: &DeclaredClass| declared.class.is_concrete && !made.contains_key(class);
        let open: Vec<(&String, &DeclaredClass)> =
            self.declared.iter().filter(|(class, declared)| is_open(class, declared)).collect();
        let port_of = |class: &str| ports.get(class).filter(|port| !port.class.scope.is_empty());
        let is_hidden = |class: &str| open.iter().any(|(name, _)| *name == class) && port_of(class).is_none();
        let mut todo: Vec<String> = open.iter().map(|(class, _)| (*class).clone()).collect();
        let in_modules = classes_in_modules(pairs);
        todo.retain(|class| port_of(class).is_some() || in_modules.contains(class));
        let (mut keys, mut found) = (BTreeSet::new(), Vec::new());
        while let Some(class) = todo.pop() {
            let port = port_of(&class);
            let key = if port.is_some() { class.clone() } else { java_only(&class) };
            if !keys.insert(key.clone()) {
                continue;
            }
            let declared = &self.declared[&class];
            for types in &declared.class.constructors {
                let (factory, call) = self.java_constructor(&class, declared, types);
                let mut named = Vec::new();
                call.params.iter().for_each(|ty| named_classes(ty, &mut named));
                todo.extend(named.into_iter().filter(|name| is_hidden(name)).map(str::to_owned));
                let params = call.params.iter().map(|ty| renamed(ty, &is_hidden)).collect();
                let (factory, path) = match port {
                    Some(port) => {
                        let (module, path) = revision.module(&port.file, roots);
                        let qualname = format!("{}.__init__", port.class.scope.join("."));
                        (Factory { module: module.name, qualname, kind: CallKind::Bare, ..factory }, path)
                    }
                    None => (factory, Vec::new()),
                };
                found.push((key.clone(), FactoryCall { params, ..call }, factory, path));
            }
        }
        for (key, call, factory, path) in found {
            // An object of the class is also an object of its superclasses.
            let above = self.declared.get(&key).map(|declared| self.above(declared)).unwrap_or_default();
            let is_made = |upper: &String| made.contains_key(upper) || made.contains_key(&below(upper));
            for upper in above.into_iter().filter(|upper| !is_made(upper)) {
                classes.entry(upper.clone()).or_default().factories.push(call.clone());
                keys.insert(upper);
            }
            classes.entry(key).or_default().factories.push(call);
            self.factories.entry(factory.name.clone()).or_insert((factory, path));
        }
        keys
    }

    /// Returns the factory of a constructor without a counterpart, and its call.
    fn java_constructor(&self, class: &str, declared: &DeclaredClass, types: &[JavaType]) -> (Factory, FactoryCall) {
        let listed: Vec<String> = types.iter().map(ToString::to_string).collect();
        let simple = format!("{}.<init>({})", declared.class.scope.join("."), listed.join(","));
        let name = self.unique(simple, &declared.package, &declared.class.scope);
        let own = |ty: &JavaType| ty.with_variables(&declared.class.type_variables);
        let params = types.iter().map(|ty| self.resolved(&own(ty), declared.place())).collect();
        let factory = Factory {
            name: name.clone(),
            class: class.to_owned(),
            method: String::new(),
            params: types.to_vec(),
            module: String::new(),
            qualname: String::new(),
            kind: CallKind::JavaOnly,
            arguments: (0..types.len()).collect(),
            array_forms: BTreeMap::new(),
            stub_methods: Vec::new(),
        };
        (factory, FactoryCall::new(name, params))
    }

    /// Records the constructor calls of classes whose methods have ports outside a class.
    ///
    /// The port does not get the arguments of the constructor, so these arguments count as placeholders.
    pub(super) fn java_only_receivers(&mut self) {
        for class in self.declared.keys() {
            let Some(recipes) = self.classes.get(&java_only(class)) else { continue };
            let call = |call: &FactoryCall| FactoryCall { has_placeholder: true, ..call.clone() };
            let factories = recipes.factories.iter().map(call).collect();
            let recipes = ClassRecipes { factories, ..ClassRecipes::default() };
            self.java_only.entry(class.clone()).or_insert(recipes);
        }
    }

    /// For each class, records the first static method without parameters that returns the class.
    pub(crate) fn java_only(&mut self, revision: &Revision) {
        for java in revision.java_files().flat_map(|file| &file.functions) {
            let class = binary(&java.package, &java.scope);
            let is_own = |ty: JavaType| matches!(ty, JavaType::Class { name, .. } if name == class);
            if java.kind != FunctionKind::StaticMethod
                || !java.params.is_empty()
                || self.java_only.contains_key(&class)
                || !is_own(self.resolved(&java.returns, Place::from_function(java)))
            {
                continue;
            }
            let name = self.factory_name(java);
            let call = FactoryCall::new(name.clone(), Vec::new());
            let recipes = ClassRecipes { factories: vec![call], ..ClassRecipes::default() };
            self.java_only.insert(class.clone(), recipes);
            let factory = Factory {
                name: name.clone(),
                class,
                method: java.name.clone(),
                params: Vec::new(),
                module: String::new(),
                qualname: String::new(),
                kind: CallKind::JavaOnly,
                arguments: Vec::new(),
                array_forms: BTreeMap::new(),
                stub_methods: Vec::new(),
            };
            self.factories.entry(name).or_insert((factory, Vec::new()));
        }
    }
}

/// Returns the Java classes with a method whose port is a function outside a class.
///
/// Only a port that does not take the object as an argument counts.
fn classes_in_modules(pairs: &[Pair]) -> BTreeSet<String> {
    let is_outside = |pair: &&Pair| {
        pair.java.kind == FunctionKind::Method
            && matches!(pair.python.kind, FunctionKind::Function | FunctionKind::Nested)
            && !pairing::takes_receiver_argument(pair)
    };
    pairs.iter().filter(is_outside).map(|pair| binary(&pair.java.package, &pair.java.scope)).collect()
}

/// Returns the type with the keys of `java_only` for the classes that only Java makes.
///
/// `is_hidden` reports whether only Java makes the objects of a class.
fn renamed(ty: &JavaType, is_hidden: &dyn Fn(&str) -> bool) -> JavaType {
    match ty {
        JavaType::Array(element) => renamed(element, is_hidden).array_of(),
        JavaType::Class { name, args } => JavaType::Class {
            name: if is_hidden(name) { java_only(name) } else { name.clone() },
            args: args.iter().map(|arg| renamed(arg, is_hidden)).collect(),
        },
        other => other.clone(),
    }
}
