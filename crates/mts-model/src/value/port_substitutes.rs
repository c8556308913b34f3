//! The values of a port that replace Java's enum constants and objects: literals and tuples.
//!
//! [`python_module`] generates a Python module with the prefixes of names for the Python worker.

use crate::{Input, Outcome, Value, plain_field};
use std::collections::{BTreeMap, BTreeSet};

/// The path of the generated module in the Python worker's folder.
pub const PYTHON_MODULE: &str = "mts_harness/objects/port_substitutes.py";

/// A literal: an integer or a string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    /// An integer.
    Int(i64),
    /// A string.
    Text(String),
}

/// The values that the port uses in place of Java's enum constants and objects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PortSubstitutes {
    /// The port's literal for each enum constant, by the constant's name, such as `Color.RED`.
    pub constants: BTreeMap<String, Literal>,
    /// The simple names of enums for which the port has neither a class nor literals.
    pub unported_enums: BTreeSet<String>,
    /// The fields in the order of the port's tuple, by Java's binary class name.
    pub tuples: BTreeMap<String, Vec<String>>,
    /// Pairs of an attribute and the property that reads it, by Python class. The property has Java's field name.
    pub property_aliases: BTreeMap<String, Vec<(String, String)>>,
}

impl PortSubstitutes {
    /// The prefix of an object's class name that says that the port uses a tuple.
    ///
    /// The prefix contains a blank, which no Java name contains.
    pub const TUPLE: &'static str = "tuple ";
    /// The prefix of a constant's name that says that the port has no such enum.
    pub const UNPORTED: &'static str = "unported ";

    /// Returns the Java class in a class name with the prefix [`Self::TUPLE`]. `None` without the prefix.
    #[must_use]
    pub fn tuple_of(class: &str) -> Option<&str> {
        class.strip_prefix(Self::TUPLE)
    }

    /// Returns the constant in a name with the prefix [`Self::UNPORTED`]. `None` without the prefix.
    #[must_use]
    pub fn unported(constant: &str) -> Option<&str> {
        constant.strip_prefix(Self::UNPORTED)
    }

    fn is_empty(&self) -> bool {
        self.constants.is_empty() && self.unported_enums.is_empty() && self.tuples.is_empty()
    }
}

/// Returns the text of the Python module with the prefixes of names.
#[must_use]
pub fn python_module() -> String {
    format!(
        "\"\"\"The prefixes of names of classes and constants. Generated from the constants of the tool.\"\"\"\n\n\
         # Precedes the name of a class if the port has tuples instead of its objects.\n\
         TUPLE = \"{}\"\n\
         # Precedes the name of a constant if the port has no such enum.\n\
         UNPORTED = \"{}\"\n",
        PortSubstitutes::TUPLE,
        PortSubstitutes::UNPORTED,
    )
}

/// Replaces enum constants in the inputs by the port's literals.
///
/// `None` if the port has no literals.
#[must_use]
pub fn substitute_inputs(inputs: &[Input], known: &PortSubstitutes) -> Option<Vec<Input>> {
    if known.constants.is_empty() {
        return None;
    }
    let mut inputs = inputs.to_vec();
    // Replace only constants. The prefixes for tuples and unported enums are only for the comparison of outcomes.
    let known = PortSubstitutes { constants: known.constants.clone(), ..PortSubstitutes::default() };
    for input in &mut inputs {
        input.receiver.iter_mut().flatten().chain(&mut input.args).for_each(|value| replace(value, &known, true));
    }
    Some(inputs)
}

/// Renames each attribute with a property alias in a Python outcome to the property's name.
///
/// An attribute keeps its name if the object already has an attribute with the property's name.
pub fn rename_attributes(outcome: &mut Outcome, known: &PortSubstitutes) {
    if known.property_aliases.is_empty() {
        return;
    }
    let all = outcome.args.iter_mut().flatten().chain(&mut outcome.receiver);
    std::iter::once(&mut outcome.value).chain(all).for_each(|value| rename_in(value, known));
}

fn rename_in(value: &mut Value, known: &PortSubstitutes) {
    let rename = |value: &mut Value| rename_in(value, known);
    match value {
        Value::List(items) | Value::Set(items) => items.iter_mut().for_each(rename),
        Value::Map(pairs) => pairs.iter_mut().for_each(|(key, item)| {
            rename(key);
            rename(item);
        }),
        Value::Object { class, fields } => {
            fields.iter_mut().for_each(|(_, item)| rename(item));
            for (attribute, property) in known.property_aliases.get(class.as_str()).into_iter().flatten() {
                let plain = |name: &str| plain_field(class, name);
                if fields.iter().any(|(name, _)| plain(name) == plain(property)) {
                    continue;
                }
                // Python puts the class name before the name of a private attribute.
                let is_private = attribute.starts_with("__") && !attribute.ends_with("__");
                let before = if is_private { format!("_{}", class.trim_start_matches('_')) } else { String::new() };
                if let Some((name, _)) = fields.iter_mut().find(|(name, _)| *name == format!("{before}{attribute}")) {
                    name.clone_from(property);
                }
            }
        }
        _ => {}
    }
}

/// Changes a Java outcome so that the tool can compare it with the port's outcome.
///
/// The function replaces enum constants by literals. It adds a prefix to the class names of objects that are tuples in
/// the port, and to the names of constants of unported enums.
pub fn substitute_outcome(outcome: &mut Outcome, known: &PortSubstitutes) {
    if known.is_empty() {
        return;
    }
    // A reference is the index of an earlier container. So a new order of fields would change its meaning.
    let mut values = std::iter::once(&outcome.value).chain(outcome.args.iter().flatten()).chain(&outcome.receiver);
    let keeps_order = !known.tuples.is_empty() && values.any(shares);
    let all = outcome.args.iter_mut().flatten().chain(&mut outcome.receiver);
    std::iter::once(&mut outcome.value).chain(all).for_each(|value| replace(value, known, keeps_order));
}

fn shares(value: &Value) -> bool {
    match value {
        Value::Ref(_) => true,
        Value::List(items) | Value::Set(items) => items.iter().any(shares),
        Value::Map(pairs) => pairs.iter().any(|(key, item)| shares(key) || shares(item)),
        Value::Object { fields, .. } => fields.iter().any(|(_, item)| shares(item)),
        _ => false,
    }
}

fn replace(value: &mut Value, known: &PortSubstitutes, keeps_order: bool) {
    let replace = |value: &mut Value| replace(value, known, keeps_order);
    match value {
        Value::Enum(name) => {
            // The name of the constant with its class, without the enclosing classes and the package.
            let own = name.rmatch_indices(['.', '$']).nth(1).map_or(0, |(at, _)| at + 1);
            match known.constants.get(&name[own..]) {
                Some(Literal::Int(n)) => *value = Value::Int(*n),
                Some(Literal::Text(text)) => *value = Value::Str(text.clone()),
                None if name[own..].split_once('.').is_some_and(|(class, _)| known.unported_enums.contains(class)) => {
                    name.insert_str(0, PortSubstitutes::UNPORTED);
                }
                None => {}
            }
        }
        Value::List(items) | Value::Set(items) => items.iter_mut().for_each(replace),
        Value::Map(pairs) => pairs.iter_mut().for_each(|(key, item)| {
            replace(key);
            replace(item);
        }),
        Value::Object { class, fields } => {
            fields.iter_mut().for_each(|(_, item)| replace(item));
            let Some(order) = known.tuples.get(class.as_str()) else { return };
            let place = |name: &String| order.iter().position(|one| one == name);
            let is_whole = fields.len() == order.len() && fields.iter().all(|(name, _)| place(name).is_some());
            if is_whole && (!keeps_order || fields.is_sorted_by_key(|(name, _)| place(name))) {
                fields.sort_by_key(|(name, _)| place(name));
                class.insert_str(0, PortSubstitutes::TUPLE);
            }
        }
        Value::Recipe(recipe) => recipe.values_mut().for_each(replace),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::State;

    #[test]
    fn the_python_module_has_both_prefixes() {
        let python = python_module();
        for (name, prefix) in [("TUPLE", PortSubstitutes::TUPLE), ("UNPORTED", PortSubstitutes::UNPORTED)] {
            let line = format!("{name} = \"{prefix}\"");
            assert!(python.lines().any(|own| own == line), "{line}\n{python}");
        }
    }

    #[test]
    fn attributes_have_the_names_of_their_properties() {
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        let aliases = vec![pair("_sum", "total"), pair("__count", "size")];
        let known = PortSubstitutes {
            property_aliases: BTreeMap::from([("Tally".to_owned(), aliases)]),
            ..PortSubstitutes::default()
        };
        let tally = |class: &str, names: &[&str]| Value::Object {
            class: class.to_owned(),
            fields: names.iter().map(|name| ((*name).to_owned(), Value::Null)).collect(),
        };
        let renamed = |class: &str, names: &[&str]| {
            let value = Value::List(vec![tally(class, names)]);
            let mut outcome = Outcome { value, ..Outcome::new(State::Ok) };
            rename_attributes(&mut outcome, &known);
            outcome.value
        };
        let tally_list = |names: &[&str]| Value::List(vec![tally("Tally", names)]);
        assert_eq!(renamed("Tally", &["_sum", "_Tally__count", "n"]), tally_list(&["total", "size", "n"]));
        // If an attribute has the name of the property, no other attribute gets this name.
        assert_eq!(renamed("Tally", &["_sum", "_total"]), tally_list(&["_sum", "_total"]));
        assert_eq!(renamed("Other", &["_sum"]), Value::List(vec![tally("Other", &["_sum"])]));
    }

    #[test]
    fn constants_are_replaced_at_any_depth_of_a_value() {
        let edit = |kind| Value::Object { class: "Edit".to_owned(), fields: vec![("kind".to_owned(), kind)] };
        let drop = || Value::Enum("Kind.DROP".to_owned());
        let known = PortSubstitutes {
            constants: BTreeMap::from([("Kind.DROP".to_owned(), Literal::Int(-1))]),
            ..PortSubstitutes::default()
        };
        let mut outcome = Outcome { value: Value::List(vec![edit(drop())]), ..Outcome::new(State::Ok) };
        outcome.receiver = Some(Value::Map(vec![(Value::Enum("Kind.KEEP".to_owned()), drop())]));
        substitute_outcome(&mut outcome, &known);
        assert_eq!(outcome.value, Value::List(vec![edit(Value::Int(-1))]));
        assert_eq!(outcome.receiver, Some(Value::Map(vec![(Value::Enum("Kind.KEEP".to_owned()), Value::Int(-1))])));
    }

    #[test]
    fn a_constant_without_a_substitute_is_marked_only_in_outcomes() {
        let known = PortSubstitutes {
            constants: BTreeMap::from([("Mode.ON".to_owned(), Literal::Int(1))]),
            unported_enums: BTreeSet::from(["Kind".to_owned()]),
            ..PortSubstitutes::default()
        };
        let drop = || Value::Enum("acme.Edits$Kind.DROP".to_owned());
        let mut outcome = Outcome { value: drop(), ..Outcome::new(State::Ok) };
        substitute_outcome(&mut outcome, &known);
        let Value::Enum(name) = &outcome.value else { panic!("{outcome:?}") };
        assert_eq!(PortSubstitutes::unported(name), Some("acme.Edits$Kind.DROP"));
        let input = Input { receiver: None, args: vec![drop()], origin: crate::InputOrigin::Suite };
        assert_eq!(substitute_inputs(&[input], &known).expect("Mode has literals")[0].args, [drop()]);
    }

    #[test]
    fn the_fields_of_a_tuple_are_in_the_order_of_the_tuple() {
        let known = PortSubstitutes {
            tuples: BTreeMap::from([("acme.Span".to_owned(), vec!["start".to_owned(), "end".to_owned()])]),
            ..PortSubstitutes::default()
        };
        let span = |class: &str, names: [&str; 2]| Value::Object {
            class: class.to_owned(),
            fields: names.map(|name| (name.to_owned(), Value::Null)).to_vec(),
        };
        let substituted = |value: Value| {
            let mut outcome = Outcome { value, ..Outcome::new(State::Ok) };
            substitute_outcome(&mut outcome, &known);
            outcome.value
        };
        assert_eq!(substituted(span("acme.Span", ["end", "start"])), span("tuple acme.Span", ["start", "end"]));
        assert_eq!(substituted(span("acme.Other", ["end", "start"])), span("acme.Other", ["end", "start"]));
        assert_eq!(
            substituted(span("acme.Span", ["end", "size"])),
            span("acme.Span", ["end", "size"]),
            "of other fields"
        );
        // A reference counts the containers before it.
        let shared = || Value::List(vec![span("acme.Span", ["end", "start"]), Value::Ref(0)]);
        assert_eq!(substituted(shared()), shared());
    }

    #[test]
    fn inputs_have_the_values_that_the_port_uses() {
        let known = PortSubstitutes {
            constants: BTreeMap::from([("Kind.DROP".to_owned(), Literal::Text("drop".to_owned()))]),
            ..PortSubstitutes::default()
        };
        let constant = || Value::Enum("acme.Edits$Kind.DROP".to_owned());
        let recipe = crate::Recipe {
            factory: "Edit.<init>(Kind)".to_owned(),
            on: None,
            args: vec![constant()],
            modifiers: Vec::new(),
            injected_state: None,
        };
        let input = Input {
            receiver: None,
            args: vec![constant(), Value::Recipe(Box::new(recipe))],
            origin: crate::InputOrigin::Suite,
        };
        let substituted = substitute_inputs(&[input], &known).expect("some stand for some");
        assert_eq!(substituted[0].args[0], Value::Str("drop".to_owned()));
        let Value::Recipe(recipe) = &substituted[0].args[1] else { panic!("{substituted:?}") };
        assert_eq!(recipe.args, [Value::Str("drop".to_owned())]);
        assert_eq!(substitute_inputs(&substituted, &PortSubstitutes::default()), None);
    }
}
