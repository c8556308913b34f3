//! What a port has in the place of Java's enum constants where it has no enum: numbers and texts.

use super::{Outcome, Value};
use std::collections::BTreeMap;

/// A number or a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    /// A number.
    Int(i64),
    /// A text.
    Text(String),
}

/// By the name of the constant, such as `Color.RED`.
pub type StandIns = BTreeMap<String, Literal>;

/// Puts what the port has in the place of the constants in an outcome of Java's.
pub fn stand_in(outcome: &mut Outcome, known: &StandIns) {
    if known.is_empty() {
        return;
    }
    replace(&mut outcome.value, known);
    outcome.args.iter_mut().flatten().chain(&mut outcome.receiver).for_each(|value| replace(value, known));
}

fn replace(value: &mut Value, known: &StandIns) {
    match value {
        Value::Enum(name) => match known.get(name.as_str()) {
            Some(Literal::Int(n)) => *value = Value::Int(*n),
            Some(Literal::Text(text)) => *value = Value::Str(text.clone()),
            None => {}
        },
        Value::List(items) | Value::Set(items) => items.iter_mut().for_each(|item| replace(item, known)),
        Value::Map(pairs) => pairs.iter_mut().for_each(|(key, held)| {
            replace(key, known);
            replace(held, known);
        }),
        Value::Object { fields, .. } => fields.iter_mut().for_each(|(_, held)| replace(held, known)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::State;

    #[test]
    fn constants_are_replaced_wherever_they_are() {
        let edit = |kind| Value::Object { class: "Edit".to_owned(), fields: vec![("kind".to_owned(), kind)] };
        let drop = || Value::Enum("Kind.DROP".to_owned());
        let mut outcome = Outcome { value: Value::List(vec![edit(drop())]), ..Outcome::ended(State::Ok, "") };
        outcome.receiver = Some(Value::Map(vec![(Value::Enum("Kind.KEEP".to_owned()), drop())]));
        stand_in(&mut outcome, &StandIns::from([("Kind.DROP".to_owned(), Literal::Int(-1))]));
        assert_eq!(outcome.value, Value::List(vec![edit(Value::Int(-1))]));
        assert_eq!(outcome.receiver, Some(Value::Map(vec![(Value::Enum("Kind.KEEP".to_owned()), Value::Int(-1))])));
    }
}
