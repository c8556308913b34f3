//! Changes inputs a little: near numbers, more or fewer elements, constants of the code.
//!
//! Relations between parameters that hold before a change mostly hold after the change. `call` has
//! the rules for these relations.

use super::call::{CallMaker, length_at};
use super::parameter_relations::{Dimension, ParamRole, element};
use super::random::Random;
use super::{InputGenerator, strings};
use crate::inputs::coerce::{coerce, range};
use mts_model::jdk::{self, TypeShape};
use mts_model::{Input, JavaType, Param, Primitive, Value};

/// The largest length of a changed container or string, in elements or characters.
const LONGEST: usize = 64;
/// The largest number of candidates for a changed number. The candidates come from numbers in the call.
const MOST_NUMBERS: usize = 32;
/// Percentage of changes after which the generator restores a relation that held before.
const KEPT: usize = 85;

impl InputGenerator {
    /// Returns a copy of one of `bases` after one to three random changes.
    ///
    /// The function drops a change that does not fit the type. Other values may follow a change, so
    /// that relations between parameters stay. Returns `None` if the call has no values, or if the
    /// changed call is not ordinary.
    #[must_use]
    pub fn neighbour(&self, bases: &[Input], random: &mut Random) -> Option<Input> {
        let base = random.pick(bases)?;
        let other = random.pick(bases)?;
        let made_of = base.receiver.as_deref().unwrap_or_default();
        let mut values: Vec<Value> = made_of.iter().chain(&base.args).cloned().collect();
        let params: Vec<&Param> = self.receiver.iter().flatten().chain(&self.params).collect();
        if values.is_empty() || values.len() != params.len() {
            return None;
        }
        let changer = Changer { generator: self, numbers: numbers(&values) };
        for _ in 0..1 + random.below(6).saturating_sub(3) {
            let at = random.below(values.len());
            let ty = &params[at].ty;
            let twin = (0..values.len()).find(|place| *place != at && params[*place].ty == *ty);
            let value = match (random.below(20), twin) {
                (0 | 1, _) => other.receiver.iter().flatten().chain(&other.args).nth(at)?.clone(),
                (2, Some(twin)) => values[twin].clone(),
                _ => changer.changed(&values[at], ty, random),
            };
            if coerce(value.clone(), ty).is_ok_and(|fitted| fitted == value) {
                values[at] = value;
            }
        }
        let mut args = values.split_off(made_of.len());
        self.maker().keep_relations(&base.args, &mut args, random);
        let input = self.generated(base.receiver.is_some().then_some(values), args);
        input.is_ordinary().then_some(input)
    }
}

/// Returns the integers and the lengths of a call.
fn numbers(values: &[Value]) -> Vec<i64> {
    fn collect(value: &Value, out: &mut Vec<i64>) {
        let length = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        match value {
            Value::Int(n) => out.push(*n),
            Value::Str(text) => out.push(length(text.chars().count())),
            Value::List(items) | Value::Set(items) => {
                out.push(length(items.len()));
                items.iter().take(MOST_NUMBERS).for_each(|item| collect(item, out));
            }
            _ => {}
        }
    }
    let mut out = Vec::new();
    values.iter().for_each(|value| collect(value, &mut out));
    out.truncate(MOST_NUMBERS);
    out
}

/// Reports whether a value of the type is any text. The text of another type, such as a date, has a fixed form.
fn is_text(ty: &JavaType) -> bool {
    let shape = ty.simple_class().map(jdk::type_shape);
    *ty == JavaType::String || matches!(shape, Some(TypeShape::Text | TypeShape::Any))
}

/// Changes the values of one call.
struct Changer<'g> {
    generator: &'g InputGenerator,
    /// The integers and the lengths of the call.
    numbers: Vec<i64>,
}

impl Changer<'_> {
    /// Returns another value of the same kind. The caller checks that the value fits the type.
    fn changed(&self, value: &Value, ty: &JavaType, random: &mut Random) -> Value {
        match value {
            Value::Bool(truth) => Value::Bool(!truth),
            Value::Int(n) => Value::Int(self.integer(*n, ty, random)),
            Value::Float(x) => Value::Float(self.float(*x, ty, random)),
            Value::Str(text) if ty.unboxed() == Some(Primitive::Char) => {
                Value::Str(self.character(text.chars().next().unwrap_or('a'), random).to_string())
            }
            Value::Str(text) if is_text(ty) => Value::Str(self.text(text, random)),
            Value::List(items) => Value::List(self.list(items, ty, random)),
            Value::Set(items) => Value::Set(self.elements(items, &argument(ty, 0), random)),
            Value::Map(pairs) => self.map(pairs, ty, random),
            Value::Enum(name) => self.constant(name, random),
            Value::Recipe(recipe) => {
                let mut recipe = recipe.clone();
                let steps = recipe.modifiers.iter_mut().flat_map(|step| &mut step.args);
                let mut all: Vec<&mut Value> = recipe.args.iter_mut().chain(steps).collect();
                let at = random.below(all.len());
                if let Some(slot) = all.get_mut(at) {
                    **slot = self.changed(slot, &JavaType::Unknown, random);
                }
                Value::Recipe(recipe)
            }
            other => other.clone(),
        }
    }

    fn integer(&self, n: i64, ty: &JavaType, random: &mut Random) -> i64 {
        let near = random.between(-1, 1);
        let new = match random.below(12) {
            0 | 1 => n.saturating_add(1),
            2 | 3 => n.saturating_sub(1),
            4 => n.saturating_add(random.between(-10, 10)),
            5 => n.saturating_neg(),
            6 => *random.pick(&[n.saturating_mul(2), n / 2, n.saturating_mul(10), n / 10, n % 10]).unwrap_or(&n),
            7 => *random.pick(&[0, 1, -1, 2, 10, 100]).unwrap_or(&0),
            8 => (1_i64 << random.below(20)).saturating_add(near),
            9 => random.pick(&self.numbers).map_or(n, |other| other.saturating_add(near)),
            _ => random.pick(&self.generator.literals.ints).map_or(n ^ 1, |other| other.saturating_add(near)),
        };
        let (low, high) = range(ty.unboxed().filter(|own| own.is_integral()).unwrap_or(Primitive::Int));
        new.clamp(low, high)
    }

    fn float(&self, x: f64, ty: &JavaType, random: &mut Random) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "nearest is enough")]
        let exact = |n: i64| n as f64;
        let new = match random.below(9) {
            0 => x + 1.0,
            1 => x - 1.0,
            2 => -x,
            3 => *random.pick(&[x * 2.0, x / 2.0, x * 10.0, x / 10.0, x / 3.0]).unwrap_or(&x),
            4 => x.trunc(),
            5 => x + exact(random.between(-100, 100)) / 8.0,
            6 => *random.pick(&[0.0, 1.0, -1.0, 0.5, 1e-3]).unwrap_or(&0.0),
            7 => random.pick(&self.numbers).map_or(x, |n| exact(*n)),
            _ => match random.pick(&self.generator.literals.floats) {
                Some(literal) => literal + exact(random.between(-1, 1)),
                None => random.pick(&self.generator.literals.ints).map_or(x, |n| exact(*n)),
            },
        };
        #[expect(clippy::cast_possible_truncation, reason = "a float parameter holds the nearest float")]
        let single = new as f32;
        if ty.unboxed() == Some(Primitive::Float) { f64::from(single) } else { new }
    }

    fn character(&self, c: char, random: &mut Random) -> char {
        let shifted = |by: i64| {
            let code = i64::from(u32::from(c)) + by;
            u32::try_from(code).ok().and_then(char::from_u32).unwrap_or(c)
        };
        let new = match random.below(8) {
            0 => shifted(1),
            1 => shifted(-1),
            2 if c.is_ascii_lowercase() => c.to_ascii_uppercase(),
            2 => c.to_ascii_lowercase(),
            3 => *random.pick(&['a', 'z', 'A', 'Z', '0', '9', ' ', '-', '.', '_']).unwrap_or(&'a'),
            _ => random.pick(&self.generator.literals.chars).copied().unwrap_or_else(|| shifted(random.between(-3, 3))),
        };
        // A `char` is one UTF-16 unit.
        if new.len_utf16() == 1 { new } else { 'x' }
    }

    fn text(&self, text: &str, random: &mut Random) -> String {
        let mut chars: Vec<char> = text.chars().collect();
        let (at, other) = (random.below(chars.len()), random.below(chars.len()));
        match random.below(12) {
            0 | 1 => return strings::relative(text, random),
            2 => {
                let words = &self.generator.literals.strings;
                let word = random.pick(words).map(String::as_str).unwrap_or(text);
                chars.splice(at..at, word.chars().take(24));
            }
            3 if !chars.is_empty() => drop(chars.remove(at)),
            4 if !chars.is_empty() => chars.insert(at, chars[other]),
            5 if !chars.is_empty() => chars.swap(at, other),
            6 if !chars.is_empty() => {
                let run = chars[at.min(other)..=at.max(other)].to_vec();
                chars.splice(at..at, run);
            }
            7..10 if !chars.is_empty() => chars[at] = self.character(chars[at], random),
            _ => {
                let new = self.character(chars.get(at).copied().unwrap_or('a'), random);
                let place = random.below(chars.len() + 1);
                chars.insert(place, new);
            }
        }
        chars.truncate(LONGEST);
        chars.into_iter().collect()
    }

    fn list(&self, items: &[Value], ty: &JavaType, random: &mut Random) -> Vec<Value> {
        let inner = element(ty).unwrap_or(JavaType::Unknown);
        let mut rows: Vec<Vec<Value>> = Vec::new();
        for item in items {
            if let Value::List(cells) = item {
                rows.push(cells.clone());
            }
        }
        let width = rows.first().map_or(0, Vec::len);
        let is_matrix = rows.len() == items.len() && width > 0 && rows.iter().all(|row| row.len() == width);
        if is_matrix && random.draw_bool(75) {
            let (row, column) = (random.below(rows.len()), random.below(width));
            match random.below(6) {
                0 => rows.iter_mut().for_each(|row| drop(row.remove(column))),
                1 => rows.iter_mut().for_each(|row| row.insert(column, row[column].clone())),
                _ => {
                    let cell = element(&inner).unwrap_or(JavaType::Unknown);
                    rows[row][column] = self.changed(&rows[row][column], &cell, random);
                }
            }
            return rows.into_iter().map(Value::List).collect();
        }
        self.elements(items, &inner, random)
    }

    /// Returns other elements, mostly with one change.
    fn elements(&self, items: &[Value], ty: &JavaType, random: &mut Random) -> Vec<Value> {
        let mut items = items.to_vec();
        if items.is_empty() {
            // An empty container has no element to change, so it gets one simple element.
            let first = match ty.unboxed() {
                Some(Primitive::Boolean) => Value::Bool(random.draw_bool(50)),
                Some(Primitive::Float | Primitive::Double) => Value::Float(1.0),
                Some(Primitive::Char) => Value::Str("a".to_owned()),
                Some(_) => Value::Int(self.integer(1, ty, random)),
                None if *ty == JavaType::String => Value::Str("a".to_owned()),
                None => return items,
            };
            return vec![first];
        }
        let (at, other) = (random.below(items.len()), random.below(items.len()));
        match random.below(14) {
            0 | 1 => drop(items.remove(at)),
            2 => items.insert(at, items[other].clone()),
            3 => {
                let new = self.changed(&items[at], ty, random);
                items.insert(other, new);
            }
            4 | 5 => items.swap(at, other),
            6 => items[at] = items[other].clone(),
            7 => items.sort_by(in_order),
            8 => items.reverse(),
            9 => items.truncate(at + 1),
            10 => {
                let copy = items[at].clone();
                items[at.min(other)..=at.max(other)].fill(copy);
            }
            _ => items[at] = self.changed(&items[at], ty, random),
        }
        items.truncate(LONGEST);
        items
    }

    fn map(&self, pairs: &[(Value, Value)], ty: &JavaType, random: &mut Random) -> Value {
        let mut pairs = pairs.to_vec();
        let at = random.below(pairs.len());
        if let Some((key, value)) = pairs.get(at).cloned() {
            match random.below(4) {
                0 => drop(pairs.remove(at)),
                1 => pairs.push((self.changed(&key, &argument(ty, 0), random), value)),
                _ => pairs[at].1 = self.changed(&value, &argument(ty, 1), random),
            }
        }
        Value::Map(pairs)
    }

    fn constant(&self, name: &str, random: &mut Random) -> Value {
        let class = name.rsplit_once('.').map_or(name, |(class, _)| class);
        let constant = self.generator.literals.enums.get(class).and_then(|all| random.pick(all));
        Value::Enum(constant.map_or_else(|| name.to_owned(), |constant| format!("{class}.{constant}")))
    }
}

/// Returns the type of a class's argument: of the elements, keys or values.
fn argument(ty: &JavaType, at: usize) -> JavaType {
    match ty {
        JavaType::Class { args, .. } => args.get(at).cloned().unwrap_or(JavaType::Unknown),
        _ => JavaType::Unknown,
    }
}

/// Orders numbers by value, and other values by their text.
fn in_order(a: &Value, b: &Value) -> std::cmp::Ordering {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.cmp(b),
        (Value::Float(a), Value::Float(b)) => a.total_cmp(b),
        _ => a.to_json().to_string().cmp(&b.to_json().to_string()),
    }
}

impl CallMaker<'_> {
    /// Mostly restores the relations between parameters that held before a change.
    ///
    /// These relations are arrays of equal lengths, lengths, indexes within their array, elements
    /// that are indexes, and ordered indexes.
    fn keep_relations(&self, before: &[Value], after: &mut [Value], random: &mut Random) {
        let whole = |args: &[Value], p: usize| length_at(args, (p, 0));
        for p in 0..after.len() {
            let (old, new) = (whole(before, p), whole(after, p));
            if old == new {
                continue;
            }
            for other in (0..after.len()).filter(|other| *other != p) {
                if whole(before, other) == old && whole(after, other) == old && random.draw_bool(KEPT) {
                    resize(&mut after[other], new.unwrap_or_default());
                }
            }
        }
        let length = |args: &[Value], of: &[Dimension]| {
            of.iter().filter_map(|at| length_at(args, *at)).min().and_then(|length| i64::try_from(length).ok())
        };
        for p in 0..after.len() {
            let (Value::Int(was), Value::Int(is)) = (&before[p], &after[p]) else { continue };
            let (was, is) = (*was, *is);
            let kept = match &self.facts[p].role {
                ParamRole::Length(of) => match (length(before, of), length(after, of)) {
                    (Some(old), Some(new)) if was == old && is == was => Some(new),
                    (Some(old), Some(new)) if (0..=old).contains(&was) && !(0..=new).contains(&is) => Some(new),
                    _ => None,
                },
                ParamRole::Index(at) => match (length(before, &[*at]), length(after, &[*at])) {
                    (Some(old), Some(new)) if (0..old).contains(&was) && !(0..new).contains(&is) => {
                        Some((new - 1).max(0))
                    }
                    _ => None,
                },
                ParamRole::Free => None,
            };
            if let Some(value) = kept.and_then(|n| self.number(p, n)).filter(|_| random.draw_bool(KEPT)) {
                after[p] = value;
            }
        }
        for p in (0..after.len()).filter(|p| self.facts[*p].positions) {
            if let Value::List(items) = &mut after[p]
                && are_indexes(&before[p])
                && random.draw_bool(KEPT)
            {
                let length = i64::try_from(items.len()).unwrap_or(i64::MAX).max(1);
                for item in items {
                    if let Value::Int(n) = item {
                        *n = n.rem_euclid(length);
                    }
                }
            }
        }
        self.order_positions(after, random);
    }
}

/// Reports whether all elements of a list are indexes into the list.
fn are_indexes(value: &Value) -> bool {
    let Value::List(items) = value else { return false };
    let is_index = |item: &Value| {
        if let Value::Int(n) = item { usize::try_from(*n).is_ok_and(|n| n < items.len()) } else { false }
    };
    items.iter().all(is_index)
}

/// Changes the length of a list or a string.
///
/// The function repeats the last element, or removes elements at the end.
fn resize(value: &mut Value, length: usize) {
    match value {
        Value::List(items) => {
            if let Some(last) = items.last().cloned() {
                items.resize(length, last);
            }
        }
        Value::Str(text) => {
            let mut chars: Vec<char> = text.chars().collect();
            if let Some(last) = chars.last().copied() {
                chars.resize(length, last);
            }
            *text = chars.into_iter().collect();
        }
        _ => {}
    }
}
