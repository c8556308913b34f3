//! Relations between inputs: a call of the same function with swapped, permuted or scaled
//! arguments.
//!
//! The method is metamorphic testing (Chen et al. 1998, Segura et al. 2016). The property states
//! the expected relation of the outputs.

use crate::properties::language::fault::{FaultDescription, PropertyFault};
use mts_generate::inputs::coerce::coerce;
use mts_model::options::NamedOption;
use mts_model::{JavaType, Random, Value};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// A change of the arguments, by their indexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Swaps two arguments of one type.
    Swap(usize, usize),
    /// Permutes the elements of an array or a list, or the characters of a string.
    Permute(usize),
    /// Multiplies a number, or the numbers in an array or a list.
    ///
    /// The values are the index of the argument and the factor.
    Scale(usize, i64),
}

mts_model::named_values! {
    /// The kind of a relation, with the description in the manual.
    RelationKind {
        /// Two arguments of one type change places.
        Swap = "swap",
        /// The elements of an array or list, or a string's characters, have another order.
        Permute = "permute",
        /// A factor multiplies every number of an argument, alone or in an array or list.
        Scale = "scale",
    }
}

impl RelationKind {
    /// Returns an example of the relation, with all numbers that the relation needs.
    #[must_use]
    pub fn example(self) -> &'static str {
        match self {
            Self::Swap => "swap(x1, 0, 1)",
            Self::Permute => "permute(x1, 0)",
            Self::Scale => "scale(x1, 0, 2)",
        }
    }

    /// Returns the number of arguments after the program.
    fn numbers(self) -> usize {
        self.example().matches(',').count()
    }
}

impl Relation {
    /// Parses a relation from the arguments after the program. `None` if no relation has the name.
    pub(crate) fn parse(name: &str, numbers: &[&str]) -> Option<Result<Self, PropertyFault>> {
        let kind = RelationKind::from_name(name).ok()?;
        let wrong = || {
            let what = match numbers {
                [] => format!("`{name}` takes no numbers after the program"),
                _ => format!("`{name}` cannot take the numbers {} after the program", numbers.join(", ")),
            };
            Err((
                "derive",
                FaultDescription::new(
                    what,
                    format!("write for example {}; the first argument of a call has the index 0", kind.example()),
                ),
            ))
        };
        let read: Option<Vec<i64>> = numbers.iter().map(|number| number.trim().parse().ok()).collect();
        let Some(read) = read.filter(|read| read.len() == kind.numbers()) else { return Some(wrong()) };
        let place = |at: usize| usize::try_from(read[at]).ok();
        let found = match kind {
            RelationKind::Swap => place(0).zip(place(1)).filter(|(a, b)| a != b).map(|(a, b)| Self::Swap(a, b)),
            RelationKind::Permute => place(0).map(Self::Permute),
            RelationKind::Scale => place(0).map(|at| Self::Scale(at, read[1])),
        };
        Some(found.map_or_else(wrong, Ok))
    }

    /// Reports whether a function with these parameters has arguments for this relation.
    #[must_use]
    pub fn has_place(self, params: &[JavaType]) -> bool {
        match self {
            Self::Swap(a, b) => params.get(a).zip(params.get(b)).is_some_and(|(a, b)| a == b),
            Self::Permute(at) | Self::Scale(at, _) => at < params.len(),
        }
    }

    /// Returns the arguments of the related call.
    ///
    /// `None` if the relation does not apply to these arguments, changes none of them, or gives a
    /// value outside of the Java type.
    #[must_use]
    pub fn related(self, args: &[Value], params: &[JavaType], random: &mut Random) -> Option<Vec<Value>> {
        let mut changed = args.to_vec();
        match self {
            Self::Swap(a, b) => {
                if a.max(b) < changed.len() {
                    changed.swap(a, b);
                }
            }
            Self::Permute(at) => permute(changed.get_mut(at)?, random),
            Self::Scale(at, by) => {
                let scaled = scaled(changed.get(at)?, by)?;
                changed[at] = coerce(scaled, params.get(at)?).ok()?;
            }
        }
        (changed != args).then_some(changed)
    }
}

fn permute(value: &mut Value, random: &mut Random) {
    match value {
        Value::List(items) => random.shuffle(items),
        Value::Str(text) => {
            let mut chars: Vec<char> = text.chars().collect();
            random.shuffle(&mut chars);
            *text = chars.into_iter().collect();
        }
        _ => {}
    }
}

fn scaled(value: &Value, by: i64) -> Option<Value> {
    Some(match value {
        Value::Int(n) => whole(BigInt::from(*n) * by),
        Value::Big(n) => whole(n * by),
        #[expect(clippy::cast_precision_loss, reason = "a factor that somebody wrote")]
        Value::Float(x) => Value::Float(x * by as f64),
        Value::List(items) => Value::List(items.iter().map(|item| scaled(item, by)).collect::<Option<_>>()?),
        _ => return None,
    })
}

fn whole(n: BigInt) -> Value {
    n.to_i64().map_or(Value::Big(n), Value::Int)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ints(items: &[i64]) -> Value {
        Value::List(items.iter().map(|n| Value::Int(*n)).collect())
    }

    fn array() -> JavaType {
        JavaType::Array(Box::new(JavaType::INT))
    }

    #[test]
    fn a_relation_is_parsed_with_its_argument_indexes_or_refused_with_help() {
        assert_eq!(Relation::parse("swap", &["0", " 2"]), Some(Ok(Relation::Swap(0, 2))));
        assert_eq!(Relation::parse("scale", &["1", "-3"]), Some(Ok(Relation::Scale(1, -3))));
        for (name, numbers) in [("swap", vec!["0", "0"]), ("permute", vec![]), ("scale", vec!["-1", "2"])] {
            let (key, fault) = Relation::parse(name, &numbers).expect("a relation").expect_err("is wrong");
            assert!(key == "derive" && fault.help.contains(name), "{fault:?}");
        }
        assert_eq!(Relation::parse("renameParam", &[]), None);
    }

    #[test]
    fn a_relation_swaps_permutes_or_scales_arguments_within_their_types() {
        let mut random = Random::new(3);
        let two = [Value::Int(1), Value::Int(2)];
        let types = [JavaType::INT, JavaType::INT];
        let mut related =
            |relation: Relation, args: &[Value], types: &[JavaType]| relation.related(args, types, &mut random);
        assert_eq!(related(Relation::Swap(0, 1), &two, &types), Some(vec![Value::Int(2), Value::Int(1)]));
        assert_eq!(related(Relation::Swap(0, 1), &[Value::Int(1), Value::Int(1)], &types), None, "the same call");
        assert_eq!(related(Relation::Scale(1, 3), &two, &types), Some(vec![Value::Int(1), Value::Int(6)]));
        let large = [Value::Int(i64::from(i32::MAX)), Value::Int(1)];
        assert_eq!(related(Relation::Scale(0, 2), &large, &types), None, "no `int` holds it");
        assert_eq!(related(Relation::Scale(0, -1), &[ints(&[1, 2])], &[array()]), Some(vec![ints(&[-1, -2])]));
        let Some(permuted) = related(Relation::Permute(0), &[ints(&[1, 2, 3, 4, 5])], &[array()]) else {
            panic!("no order")
        };
        let Value::List(mut items) = permuted[0].clone() else { panic!("no list") };
        items.sort_by_key(|item| format!("{item:?}"));
        assert_eq!(Value::List(items), ints(&[1, 2, 3, 4, 5]));
    }

    #[test]
    fn only_arguments_of_the_same_type_are_swapped() {
        assert!(Relation::Swap(0, 1).has_place(&[JavaType::INT, JavaType::INT]));
        assert!(!Relation::Swap(0, 1).has_place(&[JavaType::INT, JavaType::String]));
        assert!(!Relation::Permute(1).has_place(&[JavaType::INT]));
    }
}
