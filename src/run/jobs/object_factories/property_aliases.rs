//! Finds attributes of the port that have a property with the name of Java's field.
//!
//! For example, the property `total` returns the attribute `_sum`. `model::port_substitutes`
//! applies the aliases.

use crate::run::jobs::object_factories::ProjectFactories;
use crate::run::jobs::object_factories::class_ports::ClassPorts;
use crate::run::revision::Revision;
use mts_model::plain_field;
use std::collections::{BTreeMap, BTreeSet};

/// Attributes, each with the name of its property.
type Aliases = Vec<(String, String)>;

impl ProjectFactories {
    /// Returns the aliases by the simple name of the port's class.
    ///
    /// If two classes have the same name, the aliases of both classes must be equal. An attribute
    /// that has the name of a Java field gets no alias.
    pub(crate) fn property_aliases(&self, revision: &Revision, ports: &ClassPorts) -> BTreeMap<String, Aliases> {
        let mut found: BTreeMap<String, BTreeSet<Aliases>> = BTreeMap::new();
        for (class, port) in ports.iter() {
            let scope = &port.class.scope;
            let (Some(declared), Some(name)) = (self.declared.get(class), scope.last()) else { continue };
            let fields: BTreeSet<String> =
                declared.class.fields.iter().map(|field| plain_field(class, field)).collect();
            let property_aliases =
                revision.file(&port.file).map(|file| mts_lang::python::property_aliases(file)).unwrap_or_default();
            let own = property_aliases.into_iter().filter(|getter| {
                let [property, attribute] = [&getter.property, &getter.attribute].map(|own| plain_field(name, own));
                getter.scope == *scope && fields.contains(&property) && !fields.contains(&attribute)
            });
            let own = own.map(|getter| (getter.attribute, getter.property)).collect();
            found.entry(name.clone()).or_default().insert(own);
        }
        let unambiguous = |(name, mut all): (String, BTreeSet<Aliases>)| {
            let own = all.pop_first().filter(|own| all.is_empty() && !own.is_empty())?;
            Some((name, own))
        };
        found.into_iter().filter_map(unambiguous).collect()
    }
}
