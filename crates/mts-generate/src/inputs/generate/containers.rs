//! Generates arrays, lists, sets and maps.
//!
//! The module first generates a flat list of elements, then distributes the elements over the
//! dimensions. A sorted matrix is therefore sorted from its first to its last element.

use super::literals::Literals;
use super::parameter_relations::{ParamFacts, element};
use super::random::Random;
use super::{InputSetting, Stage, scalars, strings};
use crate::inputs::coerce::range;
use crate::inputs::jdk_values;
use crate::inputs::object_recipes::DEEPEST;
use mts_model::jdk::{self, StreamKind, TypeShape, type_shape};
use mts_model::{JavaType, Primitive, Value};

/// The relation of the elements of a container. The containers of one call mostly have the same
/// style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementStyle {
    /// Small numbers, zero or more.
    Small,
    /// Numbers around zero.
    Signed,
    /// Small numbers, ascending.
    Sorted,
    /// Small numbers, descending.
    Descending,
    /// Few different numbers.
    Duplicates,
    /// Zeros and ones.
    Bits,
    /// One number only.
    Equal,
    /// The numbers 0 to n - 1 or 1 to n, in random order.
    Permutation,
    /// Ascending numbers, with the first part moved to the end.
    Rotated,
    /// Ascending, then descending numbers.
    RisingThenFalling,
    /// The smallest and the largest number at the ends, in either order.
    Ends,
    /// Constants of the code among small numbers.
    CodeConstants,
    /// A few of the type's extreme values among small numbers.
    ExtremeValues,
}

impl ElementStyle {
    /// Chooses the style of a call.
    pub fn choose(setting: InputSetting, literals: &Literals, random: &mut Random) -> Self {
        use ElementStyle::{
            Bits, CodeConstants, Descending, Duplicates, Ends, Equal, ExtremeValues, Permutation, RisingThenFalling,
            Rotated, Signed, Small, Sorted,
        };
        match setting.stage {
            Stage::Simple => Sorted,
            Stage::Boundary => *random.pick(&[Equal, Bits, Descending, Sorted, Signed]).unwrap_or(&Equal),
            Stage::Extreme => ExtremeValues,
            Stage::Typical if literals.ints.len() + literals.floats.len() > 2 && random.draw_bool(10) => CodeConstants,
            Stage::Typical => {
                let styles = [
                    Small,
                    Small,
                    Small,
                    Sorted,
                    Sorted,
                    Sorted,
                    Signed,
                    Signed,
                    Signed,
                    Duplicates,
                    Duplicates,
                    Bits,
                    Permutation,
                    Permutation,
                    Descending,
                    Rotated,
                    RisingThenFalling,
                    Ends,
                ];
                *random.pick(&styles).unwrap_or(&Small)
            }
        }
    }
}

/// Generates the values of one call.
pub struct ValueMaker<'m> {
    /// The stage and the size of the call.
    pub setting: InputSetting,
    /// The relation of the elements.
    pub style: ElementStyle,
    /// The constants of the code.
    pub literals: &'m Literals,
    /// True if each integer element must be a valid index.
    ///
    /// A valid index is from zero to the number of elements - 1.
    pub positions: bool,
    /// The number of levels to which objects may be nested.
    pub depth: usize,
}

impl ValueMaker<'_> {
    /// Generates a value of any supported type; `dims` gives the requested lengths by depth.
    pub fn value(&self, ty: &JavaType, fact: &ParamFacts, dims: &[Option<usize>], random: &mut Random) -> Value {
        match ty {
            JavaType::Primitive(p) | JavaType::Boxed(p) => {
                scalars::value(*p, fact, self.setting, self.literals, random)
            }
            JavaType::String => self.constant_name(fact, random).unwrap_or_else(|| self.text(dims, random)),
            JavaType::Class { args, .. } => self.class(ty, args, dims, random),
            JavaType::Array(inner) => self.sequence(inner, dims, random),
            JavaType::Unknown | JavaType::Void | JavaType::Null | JavaType::Convention(_) | JavaType::ExitStatus => {
                Value::Null
            }
        }
    }

    /// Returns the name of a random enum constant for a parameter that selects a constant.
    ///
    /// Returns `None` if the function under test looks up no enum constant by this parameter. Otherwise returns a
    /// name in three of four cases.
    fn constant_name(&self, fact: &ParamFacts, random: &mut Random) -> Option<Value> {
        let names = self.literals.enums.get(fact.constant_of.as_deref()?)?;
        let name = random.pick(names).filter(|_| random.draw_bool(75))?;
        Some(Value::Str(name.clone()))
    }

    fn text(&self, dims: &[Option<usize>], random: &mut Random) -> Value {
        Value::Str(strings::text(dims.first().copied().flatten(), self.setting, self.literals, random))
    }

    fn class(&self, ty: &JavaType, args: &[JavaType], dims: &[Option<usize>], random: &mut Random) -> Value {
        let raw = args.is_empty() && ty.jdk_class().is_some_and(|name| type_shape(name) != TypeShape::Optional);
        let fallback = if raw { JavaType::String } else { JavaType::Boxed(Primitive::Int) };
        let argument = |i: usize| args.get(i).unwrap_or(&fallback);
        if args.contains(&JavaType::Null) {
            return Self::empty(ty);
        }
        match ty.jdk_class().map_or(TypeShape::Other, type_shape) {
            TypeShape::Sequence => self.sequence(argument(0), dims, random),
            TypeShape::Set => Value::Set(self.distinct(argument(0), random)),
            TypeShape::Map => {
                let keys = self.distinct(argument(0), random);
                Value::Map(
                    keys.into_iter()
                        .map(|k| (k, self.value(argument(1), &ParamFacts::default(), &[], random)))
                        .collect(),
                )
            }
            TypeShape::Text => self.text(dims, random),
            TypeShape::BigInteger => {
                let n = scalars::integer(Primitive::Long, &ParamFacts::default(), self.setting, self.literals, random);
                let beyond = self.setting.stage == Stage::Extreme && random.draw_bool(50);
                // The type has no limits, so half of the extreme values exceed 64 bits.
                let factor = if beyond { num_bigint::BigInt::from(i64::MAX) } else { 1.into() };
                Value::integer(factor * n)
            }
            // For a type variable, any ordered type is correct, and integers are the simplest.
            TypeShape::Variable => self.value(&JavaType::Boxed(Primitive::Int), &ParamFacts::default(), &[], random),
            TypeShape::Optional if random.draw_bool(80) => self.value(argument(0), &ParamFacts::default(), &[], random),
            TypeShape::Number if !self.is_own(ty) && jdk::is_number(class_name(ty)) => self.number(random),
            TypeShape::Other | TypeShape::Number => self.object(ty, random),
            TypeShape::Any => self.anything(random),
            TypeShape::Optional | TypeShape::Decimal => Value::Null,
        }
    }

    /// Returns the empty container of a type, for a container without possible elements.
    fn empty(ty: &JavaType) -> Value {
        match ty.jdk_class().map(type_shape) {
            Some(TypeShape::Sequence) => Value::List(Vec::new()),
            Some(TypeShape::Set) => Value::Set(Vec::new()),
            Some(TypeShape::Map) => Value::Map(Vec::new()),
            _ => Value::Null,
        }
    }

    /// Generates a value of a class other than a collection.
    ///
    /// The value is an enum constant, a project object, a value of `jdk_values`, a stream, or an
    /// exception. The value is `null` for any other class.
    fn object(&self, ty: &JavaType, random: &mut Random) -> Value {
        let simple = ty.simple_class().unwrap_or_default();
        if self.literals.enums.contains_key(simple) {
            return self.constant(simple, random);
        }
        if let Some(class) = self.literals.objects.class(class_name(ty)) {
            return self.recipe(class, random);
        }
        let words = || JavaType::String;
        if let Some(library) = jdk_values::library(ty).filter(|_| !self.is_own(ty)) {
            return library.value(random, |random| self.text(&[], random));
        }
        match jdk::stream_kind(simple) {
            Some(StreamKind::Bytes) => {
                let length = self.length(random);
                let byte = |_| u8::try_from(random.below(256)).unwrap_or_default();
                Value::Bytes((0..length).map(byte).collect())
            }
            Some(StreamKind::Text) => self.value(&words(), &ParamFacts::default(), &[], random),
            Some(StreamKind::ByteSink) => Value::Bytes(Vec::new()),
            Some(StreamKind::TextSink) => Value::Str(String::new()),
            None => {
                let Some(row) = jdk::exception(simple).filter(|row| row.is_input) else { return Value::Null };
                let message = match self.value(&words(), &ParamFacts::default(), &[], random) {
                    Value::Str(text) => text,
                    _ => String::new(),
                };
                Value::Exception { class: format!("{}.{}", row.package, row.name), message }
            }
        }
    }

    /// Reports whether the type is a class of the project.
    fn is_own(&self, ty: &JavaType) -> bool {
        self.literals.objects.can_construct(class_name(ty)).is_some()
    }

    /// Generates a value for `Number`: an `Integer`, a `Long` or a `Double`.
    fn number(&self, random: &mut Random) -> Value {
        let boxes = [Primitive::Int, Primitive::Int, Primitive::Double, Primitive::Long];
        let chosen = *random.pick(&boxes).unwrap_or(&Primitive::Int);
        self.value(&JavaType::Boxed(chosen), &ParamFacts::default(), &[], random)
    }

    /// Generates a value for `Object`.
    ///
    /// The value is a string, a number, or an object of the method's class.
    fn anything(&self, random: &mut Random) -> Value {
        let objects = &self.literals.objects;
        match random.below(4) {
            0 | 1 if !objects.receiver.factories.is_empty() => self.recipe(&objects.receiver, random),
            2 => self.value(&JavaType::Boxed(Primitive::Int), &ParamFacts::default(), &[], random),
            _ => self.value(&JavaType::String, &ParamFacts::default(), &[], random),
        }
    }

    /// Returns a random constant of an enum.
    fn constant(&self, name: &str, random: &mut Random) -> Value {
        let constant = self.literals.enums.get(name).and_then(|all| random.pick(all));
        constant.map_or(Value::Null, |constant| Value::Enum(format!("{name}.{constant}")))
    }

    /// Generates elements that are all different.
    fn distinct(&self, ty: &JavaType, random: &mut Random) -> Vec<Value> {
        let wanted = self.length(random);
        let mut seen = std::collections::BTreeSet::new();
        let elements = (0..wanted).map(|_| self.value(ty, &ParamFacts::default(), &[], random));
        elements.filter(|v| seen.insert(v.to_json().to_string())).collect()
    }

    /// Chooses a length if no parameter requests a length.
    pub fn length(&self, random: &mut Random) -> usize {
        match self.setting.stage {
            // Use few elements inside objects, because nested lengths multiply.
            _ if self.depth < DEEPEST => random.length(0, 2),
            Stage::Simple => random.length(1, 3),
            Stage::Typical => random.length(2, 3 + self.setting.size),
            Stage::Boundary => random.length(0, 2),
            Stage::Extreme => random.length(1, 12),
        }
    }

    fn sequence(&self, inner: &JavaType, dims: &[Option<usize>], random: &mut Random) -> Value {
        if *inner == JavaType::Null {
            return Value::List(Vec::new());
        }
        let length = dims.first().copied().flatten().unwrap_or_else(|| self.length(random));
        let rest = dims.get(1..).unwrap_or_default();
        let char_array = inner.unboxed() == Some(Primitive::Char);
        if char_array {
            let text = strings::text(Some(length), self.setting, self.literals, random);
            return Value::List(text.chars().map(|c| Value::Str(c.to_string())).collect());
        }
        // Find the depth and the type of the innermost elements. Each level between must be a
        // sequence.
        let (mut base, mut lengths) = (inner.clone(), vec![length]);
        while let Some(deeper) =
            element(&base).filter(|_| base != JavaType::String && !base.simple_class().is_some_and(jdk::is_above_texts))
        {
            let asked = rest.get(lengths.len() - 1).copied().flatten();
            lengths.push(asked.unwrap_or_else(|| self.length(random).min(5)));
            base = deeper;
        }
        if base.unboxed() == Some(Primitive::Char) {
            let none = ParamFacts::default();
            return Value::List((0..length).map(|_| self.value(inner, &none, rest, random)).collect());
        }
        let flat = self.flat(&base, lengths.iter().product(), random);
        let mut value = shaped(&mut flat.into_iter(), &lengths);
        // Make rows of different lengths if no parameter gives the length of the rows.
        let free = lengths.len() == 2 && rest.first().copied().flatten().is_none();
        if let Value::List(rows) = &mut value
            && free
            && self.setting.stage >= Stage::Typical
            && random.draw_bool(30)
        {
            for row in rows {
                if let Value::List(cells) = row {
                    let most = cells.len();
                    cells.truncate(random.length(1, most.max(1)));
                }
            }
        }
        value
    }

    /// Generates `total` elements in the style of the call.
    fn flat(&self, base: &JavaType, total: usize, random: &mut Random) -> Vec<Value> {
        let mut values: Vec<Value> = match base.unboxed() {
            Some(p) if p.is_integral() => self.integers(p, total, random).into_iter().map(Value::Int).collect(),
            Some(Primitive::Boolean) | None => {
                (0..total).map(|_| self.value(base, &ParamFacts::default(), &[], random)).collect()
            }
            Some(p) => {
                let scale = *random.pick(&[1.0, 2.0, 4.0, 10.0]).unwrap_or(&1.0);
                let float = |n: i64| {
                    #[expect(clippy::cast_precision_loss, reason = "nearest is enough")]
                    let x = n as f64 / scale;
                    #[expect(clippy::cast_possible_truncation, reason = "a float holds the nearest float")]
                    let single = x as f32;
                    if p == Primitive::Float { f64::from(single) } else { x }
                };
                self.integers(Primitive::Int, total, random).into_iter().map(|n| Value::Float(float(n))).collect()
            }
        };
        if base.unboxed().is_none() && matches!(self.style, ElementStyle::Sorted | ElementStyle::Descending) {
            values.sort_by_key(|v| v.to_json().to_string());
        }
        values
    }

    fn integers(&self, primitive: Primitive, total: usize, random: &mut Random) -> Vec<i64> {
        let (low, high) = range(primitive);
        let size = i64::try_from(total).unwrap_or(i64::MAX);
        let top = *random.pick(&[9, 20, 100]).unwrap_or(&9);
        let first = random.between(0, 1);
        let mut out: Vec<i64> = (0..size)
            .map(|i| match self.style {
                ElementStyle::Small
                | ElementStyle::Sorted
                | ElementStyle::Descending
                | ElementStyle::Rotated
                | ElementStyle::RisingThenFalling => random.between(0, top),
                ElementStyle::Signed | ElementStyle::Ends => random.between(-top, top),
                ElementStyle::Duplicates => random.between(1, 3),
                ElementStyle::Bits => random.between(0, 1),
                ElementStyle::Equal => top,
                ElementStyle::Permutation => i + first,
                ElementStyle::CodeConstants if random.draw_bool(50) => {
                    random.pick(&self.literals.ints).map_or(2, |n| n.saturating_add(random.between(-1, 1)))
                }
                ElementStyle::CodeConstants => random.between(0, top),
                ElementStyle::ExtremeValues if random.draw_bool(30) => {
                    *random.pick(&[high, low, high - 1, high / 2 + 1]).unwrap_or(&high)
                }
                ElementStyle::ExtremeValues => random.between(-5, top),
            })
            .map(|n| {
                if self.positions && self.style != ElementStyle::ExtremeValues { n.rem_euclid(size.max(1)) } else { n }
            })
            .map(|n| n.clamp(low, high))
            .collect();
        match self.style {
            ElementStyle::Sorted => {
                // Negative numbers are common in sorted arrays too.
                if !self.positions && random.draw_bool(30) {
                    out.iter_mut().for_each(|n| *n = (*n - top / 2).clamp(low, high));
                }
                out.sort_unstable();
            }
            ElementStyle::Descending => out.sort_unstable_by(|a, b| b.cmp(a)),
            ElementStyle::Permutation => random.shuffle(&mut out),
            ElementStyle::Rotated => {
                out.sort_unstable();
                let by = random.below(out.len());
                out.rotate_left(by);
            }
            ElementStyle::RisingThenFalling => {
                let peak = random.below(out.len() + 1);
                out[..peak].sort_unstable();
                out[peak..].sort_unstable_by(|a, b| b.cmp(a));
            }
            ElementStyle::Ends => {
                out.sort_unstable();
                let inner = out.len().saturating_sub(1).max(1);
                if let Some(between) = out.get_mut(1..inner) {
                    random.shuffle(between);
                }
                if random.draw_bool(50) {
                    out.reverse();
                }
            }
            _ => {}
        }
        out
    }
}

fn class_name(ty: &JavaType) -> &str {
    if let JavaType::Class { name, .. } = ty { name } else { "" }
}

fn shaped(flat: &mut impl Iterator<Item = Value>, lengths: &[usize]) -> Value {
    match lengths {
        [] => flat.next().unwrap_or(Value::Null),
        [length, rest @ ..] => Value::List((0..*length).map(|_| shaped(flat, rest)).collect()),
    }
}
