//! Finds classes that the port replaces by tuples.
//!
//! The tool finds such a class in the code of the functions that take or return its objects.

use crate::config::Root;
use crate::run::jobs::object_factories::ProjectFactories;
use crate::run::jobs::object_factories::class_names::Place;
use crate::run::jobs::object_factories::class_ports::ClassPorts;
use crate::run::jobs::object_factories::port_substitutes::{self, PortClasses};
use crate::run::revision::Revision;
use mts_generate::inputs::object_recipes::{Classes, FactoryCall};
use mts_lang::python::Use;
use mts_model::{CallKind, Factory, JavaType, Pair, jdk};
use std::collections::BTreeMap;

impl ProjectFactories {
    /// Adds recipes for Java classes that the port replaces by tuples.
    ///
    /// The port has no class for such a Java class. The Java class has one constructor, which
    /// stores each of several parameters in a field. The ports of functions that take or return its
    /// objects use tuples. Returns the fields of each such class, by binary name.
    pub(crate) fn tuples(
        &mut self,
        revision: &Revision,
        roots: &[Root],
        pairs: &[Pair],
        (ports, names): (&ClassPorts, &PortClasses<'_>),
        classes: &mut Classes,
    ) -> BTreeMap<String, Vec<String>> {
        let files = port_substitutes::files(pairs);
        let mut all = BTreeMap::new();
        for (class, declared) in &self.declared {
            let (own, simple) = (&declared.class, declared.class.scope.last().map_or("", String::as_str));
            let [types] = own.constructors.as_slice() else { continue };
            let is_plain = own.is_concrete
                && own.above.is_empty()
                && types.len() > 1
                && own.components.len() == types.len()
                && !ports.contains(class);
            if !is_plain || !names.is_missing(simple) {
                continue;
            }
            let file = files.get(declared.file.as_str()).and_then(|files| files.first().copied());
            // If no pair has its Java function in the file of the class, the file of a port that uses the class counts.
            let file = file.or_else(|| Some(self.users(pairs, class).next()?.pair.python.file.as_str()));
            let Some(file) = file else { continue };
            if !self.are_tuples(revision, pairs, class, types.len()) {
                continue;
            }
            let listed: Vec<String> = types.iter().map(ToString::to_string).collect();
            let name = format!("{}.<init>({})", own.scope.join("."), listed.join(","));
            let name = self.unique(name, &declared.package, &own.scope);
            let params = types
                .iter()
                .map(|ty| self.resolved(&ty.with_variables(&own.type_variables), declared.place()))
                .collect();
            let way = FactoryCall::new(name.clone(), params);
            classes.entry(class.clone()).or_default().factories.push(way);
            let (module, path) = revision.module(file, roots);
            all.insert(class.clone(), own.components.clone());
            let factory = Factory {
                name: name.clone(),
                class: class.clone(),
                method: String::new(),
                params: types.clone(),
                module: module.name,
                qualname: String::new(),
                kind: CallKind::Tuple,
                arguments: (0..types.len()).collect(),
                array_forms: BTreeMap::new(),
                stub_methods: Vec::new(),
            };
            self.factories.entry(name).or_insert((factory, path));
        }
        all
    }

    /// Reports whether the ports of functions use objects of a class as tuples.
    ///
    /// At least one port must unpack or build tuples, and no port may read an attribute of these
    /// objects.
    fn are_tuples(&self, revision: &Revision, pairs: &[Pair], class: &str, size: usize) -> bool {
        let uses = self.users(pairs, class).filter_map(|User { pair, containers, returned }| {
            Some(mts_lang::python::tuples(revision.file(&pair.python.file)?, &pair.python, size, &containers, returned))
        });
        let uses: Vec<Use> = uses.collect();
        uses.contains(&Use::Tuple) && !uses.contains(&Use::Object)
    }

    /// Returns the pairs that take or return objects of a class.
    fn users<'p>(&self, pairs: &'p [Pair], class: &str) -> impl Iterator<Item = User<'p>> {
        pairs.iter().filter_map(move |pair| {
            let around = |ty: &JavaType| containers_around(&self.resolved(ty, Place::from_function(&pair.java)), class);
            let containers: Vec<(&str, u8)> = (pair.java.params.iter().zip(&pair.arguments))
                .filter_map(|(param, at)| Some((pair.python.params.get(*at)?.name.as_str(), around(&param.ty)?)))
                .collect();
            let returned = around(&pair.java.returns);
            (!containers.is_empty() || returned.is_some()).then_some(User { pair, containers, returned })
        })
    }
}

/// A pair that takes or returns objects of a class.
struct User<'p> {
    pair: &'p Pair,
    /// The Python parameters that contain the objects, and the number of containers around them.
    containers: Vec<(&'p str, u8)>,
    /// The number of containers around the returned objects. `None` if the function returns no such object.
    returned: Option<u8>,
}

/// Returns the number of containers around objects of a class in a type.
///
/// For example, `List<Edit[]>` has two containers around `Edit`. An `Optional` does not count. Returns `None` if the
/// type does not contain the class, or contains it in another way.
fn containers_around(ty: &JavaType, class: &str) -> Option<u8> {
    match ty {
        JavaType::Array(element) => containers_around(element, class)?.checked_add(1),
        JavaType::Class { name, .. } if name == class => Some(0),
        JavaType::Class { args, .. } => match args.as_slice() {
            [element] if jdk::is_optional(ty) => containers_around(element, class),
            [element] => containers_around(element, class)?.checked_add(1),
            _ => None,
        },
        _ => None,
    }
}
