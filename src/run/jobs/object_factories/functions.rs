//! Interfaces of one method that the port has no class for: it takes whatever can be called in their place, so a
//! function is given on both sides.

use crate::run::jobs::object_factories::class_names::binary;
use crate::run::jobs::object_factories::{ProjectFactories, ports};
use crate::run::revision::Revision;
use mts_generate::inputs::jdk_values::{FunctionalSignature, ways};
use mts_generate::inputs::object_recipes::Classes;
use mts_model::{Function, FunctionKind, Pair};
use std::collections::BTreeMap;

impl ProjectFactories {
    /// Gives functions to the interfaces that nothing else makes objects of.
    pub(crate) fn functions(&self, revision: &Revision, pairs: &[Pair], classes: &mut Classes) {
        let ported = ports(pairs);
        let mut open: BTreeMap<String, Vec<&Function>> = BTreeMap::new();
        for function in revision.java_files().flat_map(|file| &file.declared) {
            if function.kind == FunctionKind::Abstract && !is_of_object(function) {
                open.entry(binary(&function.package, &function.scope)).or_default().push(function);
            }
        }
        for (name, declared) in &self.declared {
            let is_interface = declared.class.is_abstract && declared.class.constructors.is_empty();
            if !is_interface
                || ported.contains_key(name)
                || classes.get(name).is_some_and(|class| class.is_constructible())
            {
                continue;
            }
            let mut around = self.above(declared);
            // The methods of an interface outside of the project are not known.
            if around.len() < declared.class.above.len() || around.iter().any(|class| ported.contains_key(class)) {
                continue;
            }
            around.insert(0, name.clone());
            let mut methods = around.iter().filter_map(|class| open.get(class)).flatten();
            if let (Some(method), None) = (methods.next(), methods.next()) {
                let params = method.params.iter().map(|param| param.ty.clone()).collect();
                let shown = FunctionalSignature { params, returns: method.returns.clone() };
                classes.entry(name.clone()).or_default().function = ways(&shown);
            }
        }
    }
}

/// Whether every object has a body for it: an interface that declares it anew asks nobody for one.
fn is_of_object(function: &Function) -> bool {
    matches!((function.name.as_str(), function.params.len()), ("equals", 1) | ("hashCode" | "toString", 0))
}
