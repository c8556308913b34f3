//! Checks whether a candidate for the counterpart has the same states as the fragment.
//!
//! This module also finds the port's representation of each variable. A port may represent a char as its code, a
//! `char[]` as a string, and an integer as a float.

use crate::fragments::data::Visits;
use mts_generate::fragments::Fragment;
use mts_generate::fragments::contexts::FragmentState;
use mts_generate::fragments::extraction::FragmentCounterpart;
use mts_model::aliasing;
use mts_model::{JavaType, Primitive, Value};
use mts_oracle::{Rules, compare_values};

/// The form in which the port represents the values of a Java variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Representation {
    /// The usual Python value for Java's type.
    Plain,
    /// A char as its integer code.
    Code,
    /// A `char[]` or a list of chars as one string.
    Text,
    /// An integer as a float.
    Float,
}

impl Representation {
    const ALL: [Self; 4] = [Self::Plain, Self::Code, Self::Text, Self::Float];

    /// Reports whether a variable of this type can have this representation.
    fn fits(self, ty: &JavaType) -> bool {
        match self {
            Self::Plain => true,
            Self::Code => ty.unboxed() == Some(Primitive::Char),
            Self::Text => matches!(ty, JavaType::Array(of) if of.unboxed() == Some(Primitive::Char)),
            Self::Float => ty.unboxed().is_some_and(Primitive::is_integral),
        }
    }

    /// Returns the Java type that tells the Python worker how to decode the argument.
    pub fn ty(self, ty: &JavaType) -> JavaType {
        match self {
            Self::Plain => ty.clone(),
            Self::Code => JavaType::INT,
            Self::Text => JavaType::String,
            Self::Float => JavaType::Primitive(Primitive::Double),
        }
    }

    /// Converts Java's value into the port's representation.
    pub fn convert(self, value: &Value) -> Value {
        match (self, value) {
            (Self::Code, Value::Str(text)) => {
                text.chars().next().map_or(Value::Null, |c| Value::Int(i64::from(u32::from(c))))
            }
            (Self::Text, Value::List(items)) => {
                let part = |item: &Value| if let Value::Str(text) = item { text.clone() } else { String::new() };
                Value::Str(items.iter().map(part).collect())
            }
            #[expect(clippy::cast_precision_loss, reason = "a port that holds floats loses it too")]
            (Self::Float, Value::Int(n)) => Value::Float(*n as f64),
            _ => value.clone(),
        }
    }
}

/// Returns the recorded states of one place on one input, in order of visits.
///
/// `None` if the recorder could not read one of the states.
fn readable(visits: &Visits, place: u32) -> Option<Vec<&FragmentState>> {
    visits.get(&place).map_or(Some(Vec::new()), |all| all.iter().map(Option::as_ref).collect())
}

/// Finds the port's representation of each variable of the fragment.
///
/// On every input the port must reach the counterpart as often as Java reaches the fragment, each
/// time in the same state. Only the first `most` visits count. `None` if the states differ, if the
/// recorder could not read a state, or if no input reaches the fragment.
pub(crate) fn find_representations(
    fragment: &Fragment,
    part: &FragmentCounterpart,
    (java_place, python_place): (u32, u32),
    (visits, most): (&[(&Visits, &Visits)], usize),
    rules: &Rules,
) -> Option<Vec<Representation>> {
    // The aliasing may differ between the sides, so this function compares the states by value.
    let mut pairs: Vec<(FragmentState, FragmentState)> = Vec::new();
    for (java, python) in visits {
        let (mut own, mut other) = (readable(java, java_place)?, readable(python, python_place)?);
        own.truncate(most);
        other.truncate(most);
        if own.len() != other.len() {
            return None;
        }
        for (own, other) in own.into_iter().zip(other) {
            pairs.push((aliasing::expanded(own)?, aliasing::expanded(other)?));
        }
    }
    if pairs.is_empty() {
        return None;
    }
    let one = |(at, (variable, name)): (usize, (&mts_generate::fragments::ContextVariable, &Option<String>))| {
        if name.is_none() {
            return Some(Representation::Plain);
        }
        let agrees = |representation: &Representation| {
            representation.fits(&variable.ty)
                && pairs.iter().all(|(own, other)| match (own.get(at), other.get(at)) {
                    (Some(own), Some(other)) => is_represented(*representation, own, other, &variable.ty, rules),
                    _ => false,
                })
        };
        Representation::ALL.into_iter().find(agrees)
    };
    fragment.variables().zip(&part.names).enumerate().map(one).collect()
}

fn is_represented(representation: Representation, own: &Value, other: &Value, ty: &JavaType, rules: &Rules) -> bool {
    match representation {
        // If the port has the code of a char, its representation is `Code` and not `Plain`.
        Representation::Plain if ty.unboxed() == Some(Primitive::Char) && !matches!(other, Value::Str(_)) => false,
        Representation::Plain
            if matches!(other, Value::Float(_)) && ty.unboxed().is_some_and(Primitive::is_integral) =>
        {
            false
        }
        Representation::Plain => compare_values(own, other, ty, rules) <= mts_oracle::Equality::TypeDrift,
        Representation::Float => match (representation.convert(own), other) {
            (Value::Float(a), Value::Float(b)) => a == *b,
            _ => false,
        },
        _ => representation.convert(own).to_json() == other.to_json(),
    }
}
