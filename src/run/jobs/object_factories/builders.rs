//! Finds Java builders that the port replaces by keyword arguments.
//!
//! `Point.builder().x(1).build()` in Java is `Point(x=1)` in Python. Each method of the builder that
//! returns the builder sets one argument, and a method without parameters makes the object.

use crate::config::Root;
use crate::run::jobs::object_factories::ProjectFactories;
use crate::run::jobs::object_factories::class_names::Place;
use crate::run::jobs::object_factories::class_names::binary;
use crate::run::jobs::object_factories::class_ports::{ClassPort, ClassPorts};
use crate::run::revision::Revision;
use mts_generate::inputs::object_recipes::{ClassRecipes, Classes, FactoryCall};
use mts_lang::python::plain_class;
use mts_model::{CallKind, Factory, Function, FunctionKind, JavaType};
use std::collections::BTreeMap;

/// The first words in the names of builder methods that set a value.
const SETTERS: [&str; 3] = ["set", "with", "add"];

impl ProjectFactories {
    /// Adds factories and modifier calls for builders that have no Python class.
    pub(crate) fn builders(&mut self, revision: &Revision, roots: &[Root], ports: &ClassPorts, classes: &mut Classes) {
        let mut methods: BTreeMap<String, Vec<&Function>> = BTreeMap::new();
        let mut makers: BTreeMap<String, &Function> = BTreeMap::new();
        for java in revision.java_files().flat_map(|file| &file.functions) {
            let own = binary(&java.package, &java.scope);
            let Some(returned) = self.returned(java) else { continue };
            match java.kind {
                FunctionKind::StaticMethod if java.params.is_empty() && returned != own => {
                    makers.entry(returned).or_insert(java);
                }
                FunctionKind::Method if own.ends_with("Builder") && !ports.contains(&own) => {
                    methods.entry(own).or_default().push(java);
                }
                _ => {}
            }
        }
        for (builder, own) in methods {
            let product = own.iter().find_map(|java| {
                let class = self.returned(java).filter(|class| *class != builder && java.params.is_empty())?;
                Some((*java, ports.get(&class).filter(|port| !port.class.params.is_empty())?, class))
            });
            let Some((build, port, class)) = product else { continue };
            let Some(begin) = self.begin(&builder, makers.get(&builder).copied()) else { continue };
            let is_step = |java: &Function| java.params.len() == 1 && self.returned(java).as_ref() == Some(&builder);
            let modifiers = own.iter().filter(|java| is_step(java));
            let modifiers: Vec<(Factory, FactoryCall)> = modifiers
                .filter_map(|java| Some(self.replaced(java, CallKind::Argument, argument(&java.name, port)?)))
                .collect();
            if modifiers.is_empty() {
                continue;
            }
            let (build, mut call) = self.replaced(build, CallKind::WithArguments, "__init__");
            call.on = Some(builder.clone());
            classes.entry(class).or_default().factories.push(call);
            let (factories, calls): (Vec<Factory>, Vec<FactoryCall>) = modifiers.into_iter().unzip();
            let (begin, first) = begin;
            let recipes = ClassRecipes { factories: vec![first], modifiers: calls, ..ClassRecipes::default() };
            classes.insert(builder, recipes);
            let (module, path) = revision.module(&port.file, roots);
            let scope = port.class.scope.join(".");
            for factory in factories.into_iter().chain([begin, build]) {
                let qualname = format!("{scope}.{}", factory.qualname);
                let factory = Factory { module: module.name.clone(), qualname, ..factory };
                self.factories.entry(factory.name.clone()).or_insert((factory, path.clone()));
            }
        }
    }

    /// Returns the binary name of the project's class that a method returns.
    fn returned(&self, java: &Function) -> Option<String> {
        match self.resolved(&java.returns, Place::from_function(java)) {
            JavaType::Class { name, .. } => Some(name).filter(|name| self.declared.contains_key(name)),
            _ => None,
        }
    }

    /// Returns the call that makes an empty builder: a method without parameters, or the
    /// constructor.
    fn begin(&self, builder: &str, maker: Option<&Function>) -> Option<(Factory, FactoryCall)> {
        if let Some(java) = maker {
            return Some(self.replaced(java, CallKind::Arguments, "__init__"));
        }
        let declared = self.declared.get(builder).filter(|declared| declared.class.is_concrete)?;
        let constructors = &declared.class.constructors;
        let is_plain = constructors.is_empty() || constructors.iter().any(Vec::is_empty);
        let simple = format!("{}.<init>()", declared.class.scope.join("."));
        let name = self.unique(simple, &declared.package, &declared.class.scope);
        let call = FactoryCall::new(name.clone(), Vec::new());
        is_plain.then(|| (replaced(name, builder.to_owned(), CallKind::Arguments, "__init__"), call))
    }

    /// Returns the factory of a method of a builder. The caller adds the class to the Python name.
    fn replaced(&self, java: &Function, kind: CallKind, python: &str) -> (Factory, FactoryCall) {
        let (name, class) = (self.factory_name(java), binary(&java.package, &java.scope));
        let factory = Factory {
            method: java.name.clone(),
            params: java.params.iter().map(|param| param.ty.clone()).collect(),
            arguments: (0..java.params.len()).collect(),
            ..replaced(name.clone(), class, kind, python)
        };
        (factory, FactoryCall::new(name, self.types(java)))
    }
}

/// Returns the factory of a call without arguments. The caller adds the class to the Python name.
fn replaced(name: String, class: String, kind: CallKind, python: &str) -> Factory {
    Factory {
        name,
        class,
        method: String::new(),
        params: Vec::new(),
        module: String::new(),
        qualname: python.to_owned(),
        kind,
        arguments: Vec::new(),
        array_forms: BTreeMap::new(),
        stub_methods: Vec::new(),
    }
}

/// Returns the parameter of the port's constructor that a method of the builder sets.
fn argument<'p>(method: &str, port: &'p ClassPort) -> Option<&'p str> {
    let rest = |word: &str| method.strip_prefix(word).filter(|rest| rest.starts_with(char::is_uppercase));
    let bare = SETTERS.into_iter().find_map(rest).unwrap_or(method);
    let names = [plain_class(method), plain_class(bare)];
    let mut params = port.class.params.iter().map(|param| param.name.as_str());
    params.find(|name| names.contains(&plain_class(name)))
}
