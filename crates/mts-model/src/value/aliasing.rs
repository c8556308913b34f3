//! Containers that several values share: references, copies in place of references, new combinations.

use crate::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The highest number of values that the copies in [`expanded`] may have.
const MOST: usize = 100_000;

/// The choice of one value for the result of [`picked`].
#[derive(Clone, Debug)]
pub enum Pick {
    /// The old value with this index. If several choices have the same index, their values are the same object.
    Of(usize),
    /// A new value without references.
    Own(Value),
}

/// Returns the containers of some values in order of first occurrence. The number in a [`Value::Ref`] is an index into
/// this list.
#[must_use]
pub fn containers<'v>(roots: &[&'v Value]) -> Vec<&'v Value> {
    let mut found = Vec::new();
    let mut next: Vec<&Value> = roots.iter().rev().copied().collect();
    while let Some(value) = next.pop() {
        match value {
            Value::List(items) | Value::Set(items) => next.extend(items.iter().rev()),
            Value::Map(pairs) => next.extend(pairs.iter().rev().flat_map(|(k, v)| [v, k])),
            Value::Object { fields, .. } => next.extend(fields.iter().rev().map(|(_, v)| v)),
            _ => continue,
        }
        found.push(value);
    }
    found
}

/// Reports whether a value contains a reference.
#[must_use]
pub fn refers(value: &Value) -> bool {
    match value {
        Value::Ref(_) => true,
        Value::List(items) | Value::Set(items) => items.iter().any(refers),
        Value::Map(pairs) => pairs.iter().any(|(key, item)| refers(key) || refers(item)),
        Value::Object { fields, .. } => fields.iter().any(|(_, item)| refers(item)),
        _ => false,
    }
}

/// Returns the values, with a copy of the container in place of each reference.
///
/// `None` for a cycle, for an invalid reference, or if the copies have too many values.
#[must_use]
pub fn expanded(values: &[Value]) -> Option<Vec<Value>> {
    if !values.iter().any(refers) {
        return Some(values.to_vec());
    }
    let all = containers(&values.iter().collect::<Vec<_>>());
    let mut copier = Copier { all: &all, open: BTreeSet::new(), left: MOST };
    values.iter().map(|value| copier.copy(value)).collect()
}

struct Copier<'v> {
    all: &'v [&'v Value],
    /// The containers around the current value, by address. A reference to one of these is a cycle.
    open: BTreeSet<*const Value>,
    left: usize,
}

impl<'v> Copier<'v> {
    fn copy(&mut self, value: &'v Value) -> Option<Value> {
        self.left = self.left.checked_sub(1)?;
        if let Value::Ref(n) = value {
            let all = self.all;
            return self.copy(all.get(usize::try_from(*n).ok()?).copied()?);
        }
        let place = std::ptr::from_ref(value);
        let is_container = matches!(value, Value::List(_) | Value::Set(_) | Value::Map(_) | Value::Object { .. });
        if is_container && !self.open.insert(place) {
            return None;
        }
        let copy = parts(value, &mut |part| self.copy(part));
        self.open.remove(&place);
        copy
    }
}

/// Rebuilds a value: the function `one` maps each direct element to its replacement.
fn parts<'v>(value: &'v Value, one: &mut dyn FnMut(&'v Value) -> Option<Value>) -> Option<Value> {
    Some(match value {
        Value::List(items) => Value::List(items.iter().map(one).collect::<Option<_>>()?),
        Value::Set(items) => Value::Set(items.iter().map(one).collect::<Option<_>>()?),
        Value::Map(pairs) => {
            let both = |(key, item): &'v (Value, Value)| Some((one(key)?, one(item)?));
            Value::Map(pairs.iter().map(both).collect::<Option<_>>()?)
        }
        Value::Object { class, fields } => {
            let field = |(name, item): &'v (String, Value)| Some((name.clone(), one(item)?));
            Value::Object { class: class.clone(), fields: fields.iter().map(field).collect::<Option<_>>()? }
        }
        other => other.clone(),
    })
}

/// Builds values, each from an old value or a new value.
///
/// Old values that share an object also share this object in the result. `None` for an invalid reference, or for an
/// index without an old value.
#[must_use]
pub fn picked(old: &[Value], picks: &[Pick]) -> Option<Vec<Value>> {
    let shares = old.iter().any(refers) || is_twice(picks);
    let plain = |pick: &Pick| match pick {
        Pick::Of(place) => old.get(*place).cloned(),
        Pick::Own(value) => Some(value.clone()),
    };
    if !shares {
        return picks.iter().map(plain).collect();
    }
    let all = containers(&old.iter().collect::<Vec<_>>());
    let mut counter = Counter { all: &all, known: BTreeMap::new(), next: 0 };
    let one = |pick: &Pick| match pick {
        Pick::Of(place) => counter.with_new_references(old.get(*place)?),
        Pick::Own(value) => {
            counter.next += u32::try_from(containers(&[value]).len()).ok()?;
            Some(value.clone())
        }
    };
    picks.iter().map(one).collect()
}

/// Reports whether several choices have the same old value.
fn is_twice(picks: &[Pick]) -> bool {
    let mut seen = BTreeSet::new();
    picks.iter().any(|pick| matches!(pick, Pick::Of(place) if !seen.insert(*place)))
}

struct Counter<'v> {
    all: &'v [&'v Value],
    /// The index of each old container in the result, by the address of the container.
    known: BTreeMap<*const Value, u32>,
    next: u32,
}

impl<'v> Counter<'v> {
    fn with_new_references(&mut self, value: &'v Value) -> Option<Value> {
        let value = match value {
            Value::Ref(n) => {
                let all = self.all;
                all.get(usize::try_from(*n).ok()?).copied()?
            }
            own => own,
        };
        if matches!(value, Value::List(_) | Value::Set(_) | Value::Map(_) | Value::Object { .. }) {
            if let Some(known) = self.known.get(&std::ptr::from_ref(value)) {
                return Some(Value::Ref(*known));
            }
            self.known.insert(std::ptr::from_ref(value), self.next);
            self.next += 1;
        }
        parts(value, &mut |part| self.with_new_references(part))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(items: &[Value]) -> Value {
        Value::List(items.to_vec())
    }

    fn ints(items: &[i64]) -> Value {
        Value::List(items.iter().map(|n| Value::Int(*n)).collect())
    }

    #[test]
    fn a_copy_replaces_each_reference() {
        let rows = list(&[ints(&[1]), Value::Ref(1)]);
        let state = [rows, Value::Ref(1), Value::Ref(0)];
        let both = list(&[ints(&[1]), ints(&[1])]);
        assert_eq!(expanded(&state), Some(vec![both.clone(), ints(&[1]), both]));
    }

    #[test]
    fn a_cyclic_dangling_or_huge_value_has_no_expansion() {
        assert_eq!(expanded(&[list(&[Value::Ref(0)])]), None);
        assert_eq!(expanded(&[Value::Ref(0)]), None);
        let mut nested = vec![ints(&[1])];
        nested.extend((0..40).map(|n| list(&[Value::Ref(n), Value::Ref(n)])));
        assert_eq!(expanded(&nested), None, "copies of copies");
    }

    #[test]
    fn a_container_that_is_not_picked_is_written_at_its_next_reference() {
        let state = [list(&[ints(&[1]), ints(&[2])]), Value::Int(7), Value::Ref(2), Value::Ref(2)];
        let picks = [Pick::Own(ints(&[5])), Pick::Of(1), Pick::Of(2), Pick::Of(3)];
        let made = picked(&state, &picks).expect("all there");
        assert_eq!(made, [ints(&[5]), Value::Int(7), ints(&[2]), Value::Ref(1)]);
        let as_before: Vec<Pick> = (0..4).map(Pick::Of).collect();
        assert_eq!(picked(&state, &as_before).expect("all there"), state);
    }

    #[test]
    fn one_value_at_two_places_is_one_object() {
        let made = picked(&[ints(&[1]), ints(&[2])], &[Pick::Of(0), Pick::Of(0)]).expect("all there");
        assert_eq!(made, [ints(&[1]), Value::Ref(0)]);
        assert_eq!(picked(&[Value::Int(3)], &[Pick::Of(0), Pick::Of(0)]), Some(vec![Value::Int(3), Value::Int(3)]));
    }
}
