//! Injects Java's object state into the port.
//!
//! This module adds to each recipe of an input the object that Java constructed. `prestate` and
//! `constructible` decide when injection helps. The Python worker sets the fields of the port's object.

use mts_model::{Input, Outcome, Value};

/// The highest number of bytes of an input's injected state. Every request contains the whole
/// state.
const MOST: usize = 256 << 10;

/// Returns a copy of the input in which the recipes have Java's objects.
///
/// `None` if no recipe gets an object, or if the outcome is larger than [`MOST`].
pub(crate) fn with_java_state(input: &Input, constructed: &Outcome) -> Option<Input> {
    if constructed.weight() > MOST {
        return None;
    }
    let mut own = input.clone();
    let (mut containers, mut injected) = (0, false);
    for (arg, state) in own.args.iter_mut().zip(&constructed.args) {
        if let Some(state) = state {
            injected |= inject(arg, state, &mut containers);
        }
    }
    if let (Some([receiver]), Some(state)) = (own.receiver.as_deref_mut(), &constructed.receiver) {
        injected |= inject(receiver, state, &mut containers);
    }
    injected.then_some(own)
}

/// Adds to each recipe in a value the object that Java constructed.
///
/// A reference is the number of a container in the outcome. `containers` is the number of containers before the value.
fn inject(value: &mut Value, constructed: &Value, containers: &mut u32) -> bool {
    match (value, constructed) {
        (Value::Recipe(recipe), _) => {
            let first = *containers;
            count(constructed, containers);
            recipe.injected_state = renumbered(constructed, first).map(Box::new);
            recipe.injected_state.is_some()
        }
        (Value::List(items), Value::List(state)) if items.len() == state.len() => {
            *containers += 1;
            items
                .iter_mut()
                .zip(state)
                .fold(false, |injected, (item, state)| inject(item, state, containers) | injected)
        }
        _ => {
            count(constructed, containers);
            false
        }
    }
}

fn count(value: &Value, containers: &mut u32) {
    match value {
        Value::List(items) | Value::Set(items) => items.iter().for_each(|item| count(item, containers)),
        Value::Map(pairs) => pairs.iter().for_each(|(key, inner)| {
            count(key, containers);
            count(inner, containers);
        }),
        Value::Object { fields, .. } => fields.iter().for_each(|(_, inner)| count(inner, containers)),
        _ => return,
    }
    *containers += 1;
}

/// Renumbers the references of a value, so that they count only its own containers.
///
/// `first` is the number of its first container. `None` if the value refers to an earlier
/// container.
fn renumbered(value: &Value, first: u32) -> Option<Value> {
    let all = |items: &[Value]| items.iter().map(|item| renumbered(item, first)).collect::<Option<Vec<_>>>();
    Some(match value {
        Value::Ref(n) => Value::Ref(n.checked_sub(first)?),
        Value::List(items) => Value::List(all(items)?),
        Value::Set(items) => Value::Set(all(items)?),
        Value::Map(pairs) => {
            let both = |(key, inner): &(Value, Value)| Some((renumbered(key, first)?, renumbered(inner, first)?));
            Value::Map(pairs.iter().map(both).collect::<Option<_>>()?)
        }
        Value::Object { class, fields } => {
            let field = |(name, inner): &(String, Value)| Some((name.clone(), renumbered(inner, first)?));
            Value::Object { class: class.clone(), fields: fields.iter().map(field).collect::<Option<_>>()? }
        }
        other => other.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::{InputOrigin, Recipe, State};

    fn recipe() -> Value {
        let factory = "Box.<init>()".to_owned();
        Value::Recipe(Box::new(Recipe { factory, on: None, args: vec![], modifiers: vec![], injected_state: None }))
    }

    fn object(class: &str, inner: Value) -> Value {
        Value::Object { class: class.to_owned(), fields: vec![("held".to_owned(), inner)] }
    }

    fn injected(value: &Value) -> Option<&Value> {
        if let Value::Recipe(recipe) = value { recipe.injected_state.as_deref() } else { None }
    }

    #[test]
    fn recipes_get_the_state_of_javas_objects_with_renumbered_references() {
        let list = Value::List(vec![recipe(), recipe()]);
        let input =
            Input { receiver: Some(vec![recipe()]), args: vec![list, Value::Int(3)], origin: InputOrigin::Generated };
        // The list is container 0 and its objects are 1 and 2. The receiver is 3 and refers to
        // itself.
        let state = Value::List(vec![object("Box", Value::Int(1)), object("Box", Value::Ref(1))]);
        let receiver = Some(object("Ring", Value::Ref(3)));
        let constructed = Outcome { args: vec![Some(state), None], receiver, ..Outcome::new(State::Ok) };
        let own = with_java_state(&input, &constructed).expect("something is given");
        let Value::List(items) = &own.args[0] else { panic!("{own:?}") };
        assert_eq!(injected(&items[0]), Some(&object("Box", Value::Int(1))));
        assert_eq!(injected(&items[1]), None, "it shares a part with the one before");
        let receiver = own.receiver.expect("stays");
        assert_eq!(injected(&receiver[0]), Some(&object("Ring", Value::Ref(0))));
    }

    #[test]
    fn the_state_of_a_large_object_is_not_injected() {
        let input = Input { receiver: Some(vec![recipe()]), args: Vec::new(), origin: InputOrigin::Generated };
        let with = |items: usize| {
            let receiver = Some(object("Table", Value::List(vec![Value::Int(0); items])));
            with_java_state(&input, &Outcome { receiver, ..Outcome::new(State::Ok) })
        };
        assert!(with(10).is_some());
        assert!(with(100_000).is_none());
    }

    #[test]
    fn no_state_is_injected_if_the_input_has_no_object() {
        let input = Input { receiver: None, args: vec![Value::Int(3)], origin: InputOrigin::Generated };
        assert!(with_java_state(&input, &Outcome::new(State::Ok)).is_none());
    }
}
