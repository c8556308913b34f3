//! Finds static methods that give an object of their own class, such as `getInstance()`.
//!
//! If the port of a method is a function outside a class, only Java needs the receiver.

use crate::run::jobs::object_factories::ProjectFactories;
use crate::run::jobs::object_factories::class_names::Place;
use crate::run::jobs::object_factories::class_names::binary;
use crate::run::revision::Revision;
use mts_generate::inputs::object_recipes::{ClassRecipes, FactoryCall};
use mts_model::{CallKind, Factory, FunctionKind, JavaType};
use std::collections::BTreeMap;

impl ProjectFactories {
    /// For each class, records the first static method without parameters that returns the class.
    pub(crate) fn java_only(&mut self, revision: &Revision) {
        for java in revision.java_files().flat_map(|file| &file.functions) {
            let class = binary(&java.package, &java.scope);
            let is_own = |ty: JavaType| matches!(ty, JavaType::Class { name, .. } if name == class);
            if java.kind != FunctionKind::StaticMethod
                || !java.params.is_empty()
                || self.java_only.contains_key(&class)
                || !is_own(self.resolved(&java.returns, Place::of_function(java)))
            {
                continue;
            }
            let name = self.factory_name(java);
            let call = FactoryCall { factory: name.clone(), on: None, params: Vec::new(), needs: 0, is_foreign: false };
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
