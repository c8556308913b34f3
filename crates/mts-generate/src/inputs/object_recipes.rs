//! Object recipes: the ways to construct objects of the project's classes.
//!
//! The module also limits the depth of nested objects. The callers find the factories and their
//! Python counterparts.

use super::Enums;
use super::supported_types::supported;
use mts_model::jdk::{TypeShape, type_shape};
use mts_model::{JavaType, jdk};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Largest number of levels of objects in objects.
pub const DEEPEST: usize = 4;

/// A call that constructs or modifies an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactoryCall {
    /// The name of the [`mts_model::Factory`].
    pub factory: String,
    /// The class of the receiver, if the receiver is another object such as a builder.
    pub on: Option<String>,
    /// The types of the arguments. Project classes have their binary names.
    pub params: Vec<JavaType>,
    /// The nesting depth that the arguments need; 0 without objects.
    pub needs: usize,
}

/// The ways to construct objects of one class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassRecipes {
    /// Calls that construct an object of the class or of a subclass.
    pub factories: Vec<FactoryCall>,
    /// Calls that modify an object.
    pub steps: Vec<FactoryCall>,
    /// Behaviours of functions, by the names that both workers know.
    ///
    /// The list is empty except for an interface with one method whose port takes any callable.
    pub function: Vec<&'static str>,
}

impl ClassRecipes {
    /// Reports whether the tool can construct objects of the class.
    #[must_use]
    pub fn is_constructible(&self) -> bool {
        !self.factories.is_empty() || !self.function.is_empty()
    }
}

/// The classes of a project, by binary name.
pub type Classes = BTreeMap<String, ClassRecipes>;

/// The constructible classes under the names in one signature.
#[derive(Clone, Debug, Default)]
pub struct Objects {
    /// All constructible classes.
    pub classes: Arc<Classes>,
    /// The binary name of each class that the signature names.
    pub names: BTreeMap<String, String>,
    /// The ways to construct the receiver.
    pub receiver: ClassRecipes,
    /// The factory that is the function under test. Inputs never call this factory.
    pub own: String,
}

impl Objects {
    /// The type name that means [`Self::receiver`].
    pub const RECEIVER: &'static str = "this";

    /// Returns the recipes of a class that a signature names; `None` if no recipe exists.
    #[must_use]
    pub fn class(&self, name: &str) -> Option<&ClassRecipes> {
        if name == Self::RECEIVER {
            return Some(&self.receiver).filter(|class| !class.factories.is_empty());
        }
        self.classes.get(self.names.get(name).map_or(name, String::as_str))
    }

    /// Reports whether the tool can construct objects of a project class.
    ///
    /// Returns `None` for an unknown class.
    #[must_use]
    pub fn can_construct(&self, name: &str) -> Option<bool> {
        let is_known = self.class(name).is_some();
        (is_known || self.names.contains_key(name)).then_some(is_known)
    }
}

/// Removes calls whose arguments the tool cannot generate within [`DEEPEST`] levels.
#[must_use]
pub fn prune_unbuildable(mut classes: Classes, enums: &Enums) -> Classes {
    let mut depth: BTreeMap<String, usize> = BTreeMap::new();
    for round in 1..=DEEPEST {
        let known = depth.clone();
        for (name, class) in &classes {
            let constructible = class.factories.iter().any(|way| needs(way, &known, enums).is_some());
            if (constructible || !class.function.is_empty()) && !known.contains_key(name) {
                depth.insert(name.clone(), round);
            }
        }
    }
    for class in classes.values_mut() {
        for ways in [&mut class.factories, &mut class.steps] {
            ways.retain_mut(|way| match needs(way, &depth, enums).filter(|needed| *needed < DEEPEST) {
                Some(needed) => {
                    way.needs = needed;
                    true
                }
                None => false,
            });
            ways.sort_by(|a, b| (a.needs, a.params.len(), &a.factory).cmp(&(b.needs, b.params.len(), &b.factory)));
            ways.dedup_by(|a, b| a.factory == b.factory);
        }
    }
    classes.retain(|_, class| class.is_constructible());
    classes
}

/// Returns the nesting depth that a call needs; `None` if an argument cannot be generated.
fn needs(way: &FactoryCall, depth: &BTreeMap<String, usize>, enums: &Enums) -> Option<usize> {
    let on = match &way.on {
        Some(class) => *depth.get(class)?,
        None => 0,
    };
    let depth_of = |ty: &JavaType| {
        let mut deepest = 0;
        let constructible = |name: &str| depth.get(name).map(|own| deepest = deepest.max(*own)).map(|()| true);
        supported(ty, enums, constructible).ok().map(|()| deepest)
    };
    way.params.iter().try_fold(on, |most, ty| Some(most.max(depth_of(ty)?)))
}

/// Collects the project classes that a type names.
pub fn named_classes<'t>(ty: &'t JavaType, found: &mut Vec<&'t str>) {
    match ty {
        JavaType::Array(element) => named_classes(element, found),
        JavaType::Class { name, args } => {
            args.iter().for_each(|arg| named_classes(arg, found));
            if ty
                .simple_class()
                .is_some_and(|simple| type_shape(simple) == TypeShape::Other && !jdk::is_stream_or_exception(simple))
            {
                found.push(name);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way(factory: &str, params: &[JavaType]) -> FactoryCall {
        FactoryCall { factory: factory.to_owned(), on: None, params: params.to_vec(), needs: 0 }
    }

    #[test]
    fn only_what_can_be_made_in_a_few_steps_is_left_the_plainest_first() {
        let of = |name: &str| JavaType::from_name(name);
        let class = |factories: Vec<FactoryCall>, steps: Vec<FactoryCall>| ClassRecipes {
            factories,
            steps,
            ..ClassRecipes::default()
        };
        let mut classes = Classes::new();
        let boxes = [way("Box.<init>(Item)", &[of("Item")]), way("Box.<init>()", &[])];
        let steps = [way("Box.put(Item)", &[of("Item")]), way("Box.put(Socket)", &[of("Socket")])];
        classes.insert("Box".to_owned(), class(boxes.to_vec(), steps.to_vec()));
        classes.insert("Item".to_owned(), class(vec![way("Item.<init>(int)", &[JavaType::INT])], Vec::new()));
        // A class that needs an object of the same class, and a class without factories.
        classes.insert("Loop".to_owned(), class(vec![way("Loop.<init>(Loop)", &[of("Loop")])], Vec::new()));
        classes.insert("Run".to_owned(), class(vec![way("Run.<init>(Socket)", &[of("Socket")])], Vec::new()));
        // Each class is one level deeper. The last class is too deep.
        for n in 1..=DEEPEST {
            let inner = if n == 1 { of("Box") } else { of(&format!("Deep{}", n - 1)) };
            let name = format!("Deep{n}");
            classes.insert(name.clone(), class(vec![way(&format!("{name}.<init>()"), &[inner])], Vec::new()));
        }
        let left = prune_unbuildable(classes, &Enums::new());
        let names: Vec<&str> = left.keys().map(String::as_str).collect();
        assert_eq!(names, ["Box", "Deep1", "Deep2", "Deep3", "Item"]);
        let told = |ways: &[FactoryCall]| ways.iter().map(|way| (way.factory.clone(), way.needs)).collect::<Vec<_>>();
        assert_eq!(told(&left["Box"].factories), [("Box.<init>()".to_owned(), 0), ("Box.<init>(Item)".to_owned(), 1)]);
        assert_eq!(told(&left["Box"].steps), [("Box.put(Item)".to_owned(), 1)]);
        assert_eq!(left["Deep3"].factories[0].needs, 3);
    }
}
