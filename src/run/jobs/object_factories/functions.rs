//! Finds interfaces with one method for which the port has no class.
//!
//! The port accepts any callable in place of such an interface, so the inputs contain a function on
//! both sides.

use crate::run::jobs::object_factories::ProjectFactories;
use crate::run::jobs::object_factories::class_names::{Place, binary};
use crate::run::jobs::object_factories::class_ports::ClassPorts;
use crate::run::revision::Revision;
use mts_generate::inputs::jdk_values::{FunctionalSignature, Library, behaviours, library};
use mts_generate::inputs::object_recipes::{ClassRecipes, Classes};
use mts_model::{Function, FunctionKind, JavaType, jdk};
use std::collections::BTreeMap;

impl ProjectFactories {
    /// Reports whether the tool generates functions as the values of a parameter of `java`.
    ///
    /// `ty` is the type of the parameter.
    pub(in crate::run::jobs) fn is_function(&self, java: &Function, ty: &JavaType) -> bool {
        match self.resolved(ty, Place::from_function(java)) {
            JavaType::Class { name, .. } if self.declared.contains_key(&name) => {
                let is_function = |class: &ClassRecipes| class.factories.is_empty() && !class.function.is_empty();
                self.classes.get(&name).is_some_and(is_function)
            }
            other => matches!(library(&other), Some(Library::Function(_))),
        }
    }

    /// Adds functions as values of interfaces with one method and without a factory.
    pub(crate) fn functions(&self, revision: &Revision, ports: &ClassPorts, classes: &mut Classes) {
        let mut open: BTreeMap<String, Vec<&Function>> = BTreeMap::new();
        for function in revision.java_files().flat_map(|file| &file.declared) {
            if function.kind == FunctionKind::Abstract && !is_of_object(function) {
                open.entry(binary(&function.package, &function.scope)).or_default().push(function);
            }
        }
        for (name, declared) in &self.declared {
            let is_interface = declared.class.is_abstract && declared.class.constructors.is_empty();
            if !is_interface || ports.contains(name) || classes.get(name).is_some_and(|class| class.is_constructible())
            {
                continue;
            }
            let mut around = self.above(declared);
            // The tool does not know the methods of an interface outside the project, so it skips the subinterfaces.
            if around.len() < declared.class.above.len() || around.iter().any(|class| ports.contains(class)) {
                continue;
            }
            around.insert(0, name.clone());
            let mut methods = around.iter().filter_map(|class| open.get(class)).flatten();
            if let (Some(method), None) = (methods.next(), methods.next()) {
                let params = method.params.iter().map(|param| param.ty.clone()).collect();
                let shown = FunctionalSignature { params, returns: method.returns.clone() };
                classes.entry(name.clone()).or_default().function = behaviours(&shown);
            }
        }
    }
}

/// Reports whether `Object` implements the method.
///
/// An interface that declares such a method adds no abstract method.
fn is_of_object(function: &Function) -> bool {
    jdk::is_object_method(&function.name, function.params.len())
}
