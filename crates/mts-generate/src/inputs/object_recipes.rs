//! Object recipes: the ways to construct objects of the project's classes.
//!
//! The module also limits the depth of nested objects. The callers find the factories and their
//! Python counterparts.

use super::Enums;
use super::supported_types::supported;
use mts_model::jdk::{TypeShape, type_shape};
use mts_model::{Input, JavaType, jdk};
use std::collections::{BTreeMap, BTreeSet};
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
    /// The nesting depth that the receiver and the arguments need; 0 without objects.
    pub needs: usize,
    /// Whether the call is a static method of an unrelated class, such as `Demo.build(int)`.
    pub is_foreign: bool,
    /// Whether an argument is a placeholder, which possibly no caller passes.
    pub has_placeholder: bool,
}

impl FactoryCall {
    /// Creates a call of a factory with arguments of these types.
    ///
    /// The call has no receiver, and its arguments have no objects.
    #[must_use]
    pub fn new(factory: String, params: Vec<JavaType>) -> Self {
        Self { factory, on: None, params, needs: 0, is_foreign: false, has_placeholder: false }
    }

    /// Reports whether the call is a constructor call.
    #[must_use]
    pub fn is_constructor(&self) -> bool {
        self.factory.contains(".<init>(")
    }
}

/// The ways to construct objects of one class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassRecipes {
    /// Calls that construct an object of the class or of a subclass.
    pub factories: Vec<FactoryCall>,
    /// Calls that modify an object.
    pub modifiers: Vec<FactoryCall>,
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

/// The constructible classes of a project, with the class names that one signature uses.
#[derive(Clone, Debug, Default)]
pub struct Objects {
    /// All constructible classes.
    pub classes: Arc<Classes>,
    /// The binary names of the classes, by the names in the signature.
    pub names: BTreeMap<String, String>,
    /// The ways to construct the receiver.
    pub receiver: ClassRecipes,
    /// The factory that is the function under test. Inputs never call this factory.
    pub own: String,
    /// The names of the factories of calls with placeholders.
    pub placeholders: Arc<BTreeSet<String>>,
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

    /// Reports whether an object of an input has a placeholder.
    #[must_use]
    pub fn has_placeholder(&self, input: &Input) -> bool {
        let mut factories = Vec::new();
        if !self.placeholders.is_empty() {
            input.receiver.iter().flatten().chain(&input.args).for_each(|value| value.factories(&mut factories));
        }
        factories.into_iter().any(|factory| self.placeholders.contains(factory))
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

/// Removes calls that the tool cannot make, and sorts the other calls, simplest first.
///
/// The tool cannot make a call if it cannot generate an argument, or if the arguments need [`DEEPEST`] or more
/// levels of objects. Calls of unrelated classes stay only if there are no other calls.
///
/// If each constructor of a class needs another object of the class, the innermost object gets `null`, or an empty
/// container in place of a container of such objects. If the tool still cannot construct a class of `wanted`, the
/// function adds constructor calls with placeholders.
#[must_use]
pub fn prune_unbuildable(mut classes: Classes, wanted: &BTreeSet<String>, enums: &Enums) -> Classes {
    let without_null = constructible(&classes, enums);
    end_chains(&mut classes, &without_null);
    add_placeholders(&mut classes, wanted, enums);
    let depth = constructible(&classes, enums);
    for class in classes.values_mut() {
        for ways in [&mut class.factories, &mut class.modifiers] {
            ways.retain_mut(|way| match needs(way, &depth, enums).filter(|needed| *needed < DEEPEST) {
                Some(needed) => {
                    way.needs = needed;
                    true
                }
                None => false,
            });
            // A static method of an unrelated class may do anything, so keep it only if there is no
            // other call.
            if ways.iter().any(|way| !way.is_foreign) {
                ways.retain(|way| !way.is_foreign);
            }
            ways.sort_by(|a, b| (a.needs, a.params.len(), &a.factory).cmp(&(b.needs, b.params.len(), &b.factory)));
            ways.dedup();
        }
    }
    classes.retain(|_, class| class.is_constructible());
    classes
}

/// Returns the constructible classes, each with the nesting depth of its simplest object.
fn constructible(classes: &Classes, enums: &Enums) -> BTreeMap<String, usize> {
    let mut depth: BTreeMap<String, usize> = BTreeMap::new();
    for round in 1..=DEEPEST {
        let known = depth.clone();
        for (name, class) in classes {
            let is_constructible = class.factories.iter().any(|way| needs(way, &known, enums).is_some());
            if (is_constructible || !class.function.is_empty()) && !known.contains_key(name) {
                depth.insert(name.clone(), round);
            }
        }
    }
    depth
}

/// Adds constructor calls that end a chain of objects of one class.
///
/// For example, the constructor `Node(Node next)` gets a call with `null`. The function changes only classes that
/// the tool cannot construct yet, because each constructor may need an object of the same class.
fn end_chains(classes: &mut Classes, depth: &BTreeMap<String, usize>) {
    for (name, class) in classes.iter_mut().filter(|(name, _)| !depth.contains_key(*name)) {
        let constructors = class.factories.iter().filter(|way| way.is_constructor());
        let ended = |way: &FactoryCall| FactoryCall {
            params: way.params.iter().map(|ty| without_objects(ty, name)).collect(),
            ..way.clone()
        };
        let ends: Vec<FactoryCall> = constructors.map(ended).collect();
        class.factories.extend(ends);
    }
}

/// Adds constructor calls with placeholders for the classes that the tool cannot construct yet.
///
/// A placeholder is `null` in place of an argument that the tool cannot generate. In place of a container of such
/// arguments, the call gets an empty container, which is not a placeholder. Only the constructors with the fewest
/// placeholders get a call. If class A of `wanted` needs class B of `wanted`, the function completes B first, so
/// that A gets an object of B.
fn add_placeholders(classes: &mut Classes, wanted: &BTreeSet<String>, enums: &Enums) {
    for _ in 0..wanted.len() {
        let depth = constructible(classes, enums);
        let open: BTreeMap<&String, Vec<FactoryCall>> = wanted
            .iter()
            .filter(|name| !depth.contains_key(*name))
            .filter_map(|name| {
                let class = classes.get(name)?;
                let calls = class.factories.iter().filter(|way| way.is_constructor() && way.on.is_none());
                Some((name, calls.cloned().collect::<Vec<_>>())).filter(|(_, calls)| !calls.is_empty())
            })
            .collect();
        if open.is_empty() {
            return;
        }
        let is_first = |own: &str, calls: &[FactoryCall]| {
            let mut needed = calls.iter().flat_map(|call| &call.params);
            !needed.any(|ty| open.keys().any(|other| *other != own && names(ty, other)))
        };
        let all = open.iter().map(|(name, calls)| ((*name).clone(), with_fewest_placeholders(calls, &depth, enums)));
        let (first, rest): (Vec<_>, Vec<_>) = all.partition(|(name, _)| is_first(name, &open[name]));
        // If each remaining class needs another remaining class, complete all of them.
        for (name, calls) in if first.is_empty() { rest } else { first } {
            classes.entry(name).or_default().factories.extend(calls);
        }
    }
}

/// Returns the constructor calls with the fewest placeholders.
fn with_fewest_placeholders(calls: &[FactoryCall], depth: &BTreeMap<String, usize>, enums: &Enums) -> Vec<FactoryCall> {
    let count = |call: &FactoryCall| call.params.iter().filter(|ty| **ty == JavaType::Null).count();
    let completed = |call: &FactoryCall| {
        let params: Vec<JavaType> = call.params.iter().map(|ty| or_placeholder(ty, depth, enums)).collect();
        let has_placeholder = params.contains(&JavaType::Null);
        FactoryCall { params, has_placeholder, ..call.clone() }
    };
    let completed: Vec<FactoryCall> = calls.iter().map(completed).collect();
    let fewest = completed.iter().map(count).min().unwrap_or_default();
    completed.into_iter().filter(|call| count(call) == fewest).collect()
}

/// Returns the type if the tool can generate its values.
///
/// Otherwise returns an empty container, or `null`.
fn or_placeholder(ty: &JavaType, depth: &BTreeMap<String, usize>, enums: &Enums) -> JavaType {
    let is_made = |ty: &JavaType| argument_depth(ty, depth, enums).is_some_and(|needed| needed < DEEPEST);
    let inner = |ty: &JavaType| if is_made(ty) { ty.clone() } else { JavaType::Null };
    let empty = match ty {
        JavaType::Array(element) => inner(element).array_of(),
        JavaType::Class { name, args } if is_container(ty) => {
            JavaType::Class { name: name.clone(), args: args.iter().map(inner).collect() }
        }
        other => other.clone(),
    };
    if is_made(&empty) { empty } else { JavaType::Null }
}

/// Returns the type without objects of a class: `null`, or a container that is empty because an
/// argument is [`JavaType::Null`].
fn without_objects(ty: &JavaType, class: &str) -> JavaType {
    let inner = |ty: &JavaType| if names(ty, class) { JavaType::Null } else { ty.clone() };
    match ty {
        JavaType::Array(element) => inner(element).array_of(),
        JavaType::Class { name, .. } if name == class => JavaType::Null,
        JavaType::Class { name, args } if is_container(ty) => {
            JavaType::Class { name: name.clone(), args: args.iter().map(inner).collect() }
        }
        other => other.clone(),
    }
}

/// Reports whether a type is this class, or has the class as element or argument.
fn names(ty: &JavaType, class: &str) -> bool {
    match ty {
        JavaType::Array(element) => names(element, class),
        JavaType::Class { name, args } => name == class || args.iter().any(|arg| names(arg, class)),
        _ => false,
    }
}

fn is_container(ty: &JavaType) -> bool {
    let shape = ty.jdk_class().map(type_shape);
    matches!(shape, Some(TypeShape::Sequence | TypeShape::Set | TypeShape::Map | TypeShape::Optional))
}

/// Reports whether the only value of the type is `null` or an empty container.
fn is_end(ty: &JavaType) -> bool {
    match ty {
        JavaType::Null => true,
        JavaType::Array(element) => **element == JavaType::Null,
        JavaType::Class { args, .. } => args.contains(&JavaType::Null),
        _ => false,
    }
}

/// Returns the nesting depth that an argument needs.
///
/// `None` if the tool cannot generate the argument.
fn argument_depth(ty: &JavaType, depth: &BTreeMap<String, usize>, enums: &Enums) -> Option<usize> {
    if is_end(ty) {
        return Some(0);
    }
    let mut deepest = 0;
    let constructible = |name: &str| depth.get(name).map(|own| deepest = deepest.max(*own)).map(|()| true);
    supported(ty, enums, constructible).ok().map(|()| deepest)
}

/// Returns the nesting depth that a call needs.
///
/// Returns `None` if the tool cannot construct the receiver or generate an argument.
fn needs(way: &FactoryCall, depth: &BTreeMap<String, usize>, enums: &Enums) -> Option<usize> {
    let on = match &way.on {
        Some(class) => *depth.get(class)?,
        None => 0,
    };
    way.params.iter().try_fold(on, |most, ty| Some(most.max(argument_depth(ty, depth, enums)?)))
}

/// Collects the project classes that a type names.
pub fn named_classes<'t>(ty: &'t JavaType, found: &mut Vec<&'t str>) {
    match ty {
        JavaType::Array(element) => named_classes(element, found),
        JavaType::Class { name, args } => {
            args.iter().for_each(|arg| named_classes(arg, found));
            // A project may have its own class `Number`.
            let is_class = |simple| {
                matches!(type_shape(simple), TypeShape::Other | TypeShape::Number)
                    && !jdk::is_stream_or_exception(simple)
            };
            if ty.simple_class().is_some() && ty.jdk_class().is_none_or(is_class) {
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
        FactoryCall::new(factory.to_owned(), params.to_vec())
    }

    #[test]
    fn only_objects_of_small_depth_stay_constructible_with_the_simplest_factory_first() {
        let named_type = |name: &str| JavaType::from_name(name);
        let class = |factories: Vec<FactoryCall>, modifiers: Vec<FactoryCall>| ClassRecipes {
            factories,
            modifiers,
            ..ClassRecipes::default()
        };
        let mut classes = Classes::new();
        let boxes = [way("Box.<init>(Item)", &[named_type("Item")]), way("Box.<init>()", &[])];
        let modifiers = [way("Box.put(Item)", &[named_type("Item")]), way("Box.put(Socket)", &[named_type("Socket")])];
        classes.insert("Box".to_owned(), class(boxes.to_vec(), modifiers.to_vec()));
        classes.insert("Item".to_owned(), class(vec![way("Item.<init>(int)", &[JavaType::INT])], Vec::new()));
        // A class that needs an object of the same class, and a class that needs an unknown class.
        classes.insert("Loop".to_owned(), class(vec![way("Loop.<init>(Loop)", &[named_type("Loop")])], Vec::new()));
        let nodes = JavaType::parse("List<Tree>").expect("a type");
        classes.insert(
            "Tree".to_owned(),
            class(vec![way("Tree.<init>(List<Tree>)", std::slice::from_ref(&nodes))], Vec::new()),
        );
        classes.insert("Run".to_owned(), class(vec![way("Run.<init>(Socket)", &[named_type("Socket")])], Vec::new()));
        // Each class is one level deeper. The last class is too deep.
        for n in 1..=DEEPEST {
            let inner = if n == 1 { named_type("Box") } else { named_type(&format!("Deep{}", n - 1)) };
            let name = format!("Deep{n}");
            classes.insert(name.clone(), class(vec![way(&format!("{name}.<init>()"), &[inner])], Vec::new()));
        }
        let left = prune_unbuildable(classes, &BTreeSet::new(), &Enums::new());
        let names: Vec<&str> = left.keys().map(String::as_str).collect();
        assert_eq!(names, ["Box", "Deep1", "Deep2", "Deep3", "Item", "Loop", "Tree"]);
        let chained =
            |class: &str| left[class].factories.iter().map(|way| (way.params.clone(), way.needs)).collect::<Vec<_>>();
        assert_eq!(chained("Loop"), [(vec![JavaType::Null], 0), (vec![named_type("Loop")], 1)]);
        let empty = JavaType::Class { name: "List".to_owned(), args: vec![JavaType::Null] };
        assert_eq!(chained("Tree"), [(vec![empty], 0), (vec![nodes], 1)]);
        let names_and_needs =
            |ways: &[FactoryCall]| ways.iter().map(|way| (way.factory.clone(), way.needs)).collect::<Vec<_>>();
        assert_eq!(
            names_and_needs(&left["Box"].factories),
            [("Box.<init>()".to_owned(), 0), ("Box.<init>(Item)".to_owned(), 1)]
        );
        assert_eq!(names_and_needs(&left["Box"].modifiers), [("Box.put(Item)".to_owned(), 1)]);
        assert_eq!(left["Deep3"].factories[0].needs, 3);
    }

    #[test]
    fn an_argument_that_the_tool_cannot_generate_is_null_only_without_another_call() {
        let named_type = |name: &str| JavaType::from_name(name);
        let class = |factories: Vec<FactoryCall>| ClassRecipes { factories, ..ClassRecipes::default() };
        let sockets = JavaType::parse("List<Socket>").expect("a type");
        let mut classes = Classes::new();
        let token = [JavaType::String, named_type("Socket"), sockets];
        classes.insert("Token".to_owned(), class(vec![way("Token.<init>(..)", &token)]));
        classes.insert(
            "Parser".to_owned(),
            class(vec![
                way("Parser.<init>(Token)", &[named_type("Token")]),
                way("Parser.<init>(Socket)", &[named_type("Socket")]),
            ]),
        );
        classes.insert("Other".to_owned(), class(vec![way("Other.<init>(Socket)", &[named_type("Socket")])]));
        let plain = [way("Plain.<init>()", &[]), way("Plain.<init>(Socket)", &[named_type("Socket")])];
        classes.insert("Plain".to_owned(), class(plain.to_vec()));
        let circle = [("Left", "Right"), ("Right", "Left")];
        for (own, other) in circle {
            classes.insert(own.to_owned(), class(vec![way(&format!("{own}.<init>()"), &[named_type(other)])]));
        }
        let wanted = ["Token", "Parser", "Plain", "Left", "Right", "Absent"].map(str::to_owned);
        let left = prune_unbuildable(classes, &BTreeSet::from(wanted), &Enums::new());
        let calls = |class: &str| {
            left[class].factories.iter().map(|way| (way.params.clone(), way.has_placeholder)).collect::<Vec<_>>()
        };
        let empty = JavaType::Class { name: "List".to_owned(), args: vec![JavaType::Null] };
        assert_eq!(calls("Token"), [(vec![JavaType::String, JavaType::Null, empty], true)]);
        assert_eq!(calls("Parser"), [(vec![named_type("Token")], false)], "the token has the placeholder");
        assert_eq!(calls("Plain"), [(vec![], false)]);
        assert_eq!(calls("Left")[0], (vec![JavaType::Null], true));
        assert!(left.contains_key("Right") && !left.contains_key("Other"));
    }

    #[test]
    fn a_static_method_of_an_unrelated_class_is_the_last_resort() {
        let foreign = FactoryCall { is_foreign: true, ..way("Demo.build(int)", &[JavaType::INT]) };
        let own = way("Node.<init>(int)", &[JavaType::INT]);
        let class = |factories: Vec<FactoryCall>| ClassRecipes { factories, ..ClassRecipes::default() };
        let mut classes = Classes::new();
        classes.insert("Node".to_owned(), class(vec![foreign.clone(), own]));
        classes.insert("Leaf".to_owned(), class(vec![foreign]));
        let left = prune_unbuildable(classes, &BTreeSet::new(), &Enums::new());
        let names = |class: &str| left[class].factories.iter().map(|way| way.factory.clone()).collect::<Vec<_>>();
        assert_eq!(names("Node"), ["Node.<init>(int)"]);
        assert_eq!(names("Leaf"), ["Demo.build(int)"]);
    }
}
