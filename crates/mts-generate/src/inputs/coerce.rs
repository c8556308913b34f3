//! Converts a value to a Java static type, or reports the expected type.
//!
//! Suite files and corpora use the same rules. The rules allow only conversions that Java makes
//! without a cast, and a few spellings that JSON requires (`3` for a `double`, `"abc"` for a
//! `char[]`, `{"a": 1}` for a map).

use super::jdk_values;
use mts_model::jdk::{TypeShape, type_shape};
use mts_model::{JavaType, Primitive, Value};
use num_traits::ToPrimitive;
use serde_json::Value as Json;

/// Returns the smallest and the largest value of an integral type.
///
/// The value of a `char` is a code unit. The function gives `boolean` the range 0 to 1, and a
/// floating-point type the range of `long`.
#[must_use]
pub fn range(primitive: Primitive) -> (i64, i64) {
    match primitive {
        Primitive::Byte => (i64::from(i8::MIN), i64::from(i8::MAX)),
        Primitive::Short => (i64::from(i16::MIN), i64::from(i16::MAX)),
        Primitive::Char => (0, i64::from(u16::MAX)),
        Primitive::Int => (i64::from(i32::MIN), i64::from(i32::MAX)),
        Primitive::Boolean => (0, 1),
        Primitive::Long | Primitive::Float | Primitive::Double => (i64::MIN, i64::MAX),
    }
}

/// Converts `value` to `ty`. A second conversion to the same type changes nothing.
///
/// # Errors
///
/// Returns an error if Java cannot convert the value. The error names in one line the expected
/// type, the value, and the position inside the value.
pub fn coerce(value: Value, ty: &JavaType) -> Result<Value, String> {
    match ty {
        JavaType::Unknown | JavaType::Convention(_) | JavaType::ExitStatus => Ok(value),
        JavaType::Void => Err(format!("a `void` parameter takes no value, found {}", brief(&value))),
        JavaType::Null => only_null(value),
        JavaType::Primitive(primitive) => scalar(value, *primitive),
        JavaType::Boxed(primitive) => if_not_null(value, |v| scalar(v, *primitive)),
        JavaType::String => if_not_null(value, text),
        JavaType::Array(element) => if_not_null(value, |v| array(v, element)),
        JavaType::Class { args, .. } => if_not_null(value, |v| class(v, ty, args)),
    }
}

/// Reads the JSON form of a value and converts the value to `ty`.
///
/// In addition to [`Value::from_json`] the function accepts a JSON object as a map with string
/// keys.
///
/// # Errors
///
/// Returns an error if the JSON is not the form of a value, and in the same cases as [`coerce`].
pub fn from_json(json: &Json, ty: &JavaType) -> Result<Value, String> {
    let plain_map = ty.jdk_class().is_some_and(|name| type_shape(name) == TypeShape::Map);
    match (json, ty) {
        (Json::Object(map), JavaType::Class { args, .. })
            if plain_map && !map.keys().any(|key| key.starts_with('$')) =>
        {
            let value_type = args.get(1).unwrap_or(&JavaType::Unknown);
            let pairs = map.iter().map(|(key, value)| {
                let value = from_json(value, value_type).map_err(|e| format!("[{key:?}]: {e}"))?;
                Ok((Value::Str(key.clone()), value))
            });
            coerce(Value::Map(pairs.collect::<Result<_, String>>()?), ty)
        }
        (Json::Array(items), JavaType::Array(element)) => {
            let items = items.iter().enumerate().map(|(i, item)| from_json(item, element).map_err(|e| at(i, &e)));
            Ok(Value::List(items.collect::<Result<_, _>>()?))
        }
        _ => coerce(Value::from_json(json)?, ty),
    }
}

fn only_null(value: Value) -> Result<Value, String> {
    if value == Value::Null { Ok(value) } else { Err(expected("null", &value)) }
}

fn if_not_null(value: Value, fit: impl FnOnce(Value) -> Result<Value, String>) -> Result<Value, String> {
    if value == Value::Null { Ok(value) } else { fit(value) }
}

fn scalar(value: Value, primitive: Primitive) -> Result<Value, String> {
    let word = primitive.keyword();
    match (primitive, &value) {
        (Primitive::Boolean, Value::Bool(_)) => Ok(value),
        (Primitive::Boolean, _) => Err(expected("boolean (true or false)", &value)),
        (Primitive::Char, Value::Str(s)) => {
            let mut units = s.encode_utf16();
            match (units.next(), units.next()) {
                (Some(_), None) => Ok(value),
                _ => Err(expected("char (a string of one UTF-16 unit)", &value)),
            }
        }
        (Primitive::Char, Value::Utf16(units)) if units.len() == 1 => Ok(utf16(units.clone())),
        (Primitive::Char, _) => Err(expected("char (a string of one UTF-16 unit)", &value)),
        (Primitive::Double | Primitive::Float, Value::Float(x)) => Ok(Value::Float(narrow(*x, primitive)?)),
        (Primitive::Double | Primitive::Float, Value::Int(n)) => {
            // Java converts exactly up to the width of the mantissa. For a larger integer, the
            // function would receive another number than the suite file shows.
            let exact = if primitive == Primitive::Float { 1u64 << 24 } else { 1u64 << 53 };
            if n.unsigned_abs() > exact {
                return Err(format!("expected {word}, found the integer {n}, which {word} cannot hold exactly"));
            }
            Ok(Value::Float(n.to_f64().unwrap_or_default()))
        }
        (Primitive::Double | Primitive::Float, _) => Err(expected(word, &value)),
        (_, Value::Int(n)) => {
            let (low, high) = range(primitive);
            if (low..=high).contains(n) {
                Ok(value)
            } else {
                Err(format!("expected {word} ({low} to {high}), found {n}"))
            }
        }
        (_, Value::Big(_)) => {
            let (low, high) = range(primitive);
            Err(format!("expected {word} ({low} to {high}), found {}", brief(&value)))
        }
        _ => Err(expected(word, &value)),
    }
}

fn narrow(x: f64, primitive: Primitive) -> Result<f64, String> {
    if primitive == Primitive::Double {
        return Ok(x);
    }
    #[expect(clippy::cast_possible_truncation, reason = "rounding to the nearest float is what is meant")]
    let single = x as f32;
    if single.is_infinite() && x.is_finite() {
        return Err(format!("expected float, found {x:e}, which is outside the range of float"));
    }
    Ok(f64::from(single))
}

/// Returns a string in canonical form: text for well-formed UTF-16, else the code units.
fn utf16(units: Vec<u16>) -> Value {
    String::from_utf16(&units).map_or(Value::Utf16(units), Value::Str)
}

fn text(value: Value) -> Result<Value, String> {
    match value {
        Value::Str(_) => Ok(value),
        Value::Utf16(units) => Ok(utf16(units)),
        other => Err(expected("String", &other)),
    }
}

fn array(value: Value, element: &JavaType) -> Result<Value, String> {
    let items = match (value, element) {
        (Value::List(items), _) => items,
        (Value::Bytes(bytes), JavaType::Primitive(Primitive::Byte)) => {
            bytes.iter().map(|b| Value::Int(i64::from(b.cast_signed()))).collect()
        }
        (Value::Str(s), JavaType::Primitive(Primitive::Char)) => s.encode_utf16().map(|u| utf16(vec![u])).collect(),
        (other, _) => return Err(expected(&format!("{element}[] (a JSON array)"), &other)),
    };
    Ok(Value::List(each(items, element)?))
}

fn each(items: Vec<Value>, element: &JavaType) -> Result<Vec<Value>, String> {
    items.into_iter().enumerate().map(|(i, item)| coerce(item, element).map_err(|e| at(i, &e))).collect()
}

fn class(value: Value, ty: &JavaType, args: &[JavaType]) -> Result<Value, String> {
    let unknown = JavaType::Unknown;
    let simple = ty.simple_class().unwrap_or_default();
    let argument = |i: usize| args.get(i).unwrap_or(&unknown);
    match (ty.jdk_class().map_or(TypeShape::Other, type_shape), value) {
        (TypeShape::Sequence, Value::List(items)) => Ok(Value::List(each(items, argument(0))?)),
        (TypeShape::Set, Value::Set(items) | Value::List(items)) => {
            let items = each(items, argument(0))?;
            if let Some(twice) = first_repeated(items.iter()) {
                return Err(format!("expected {ty}, found {} twice", brief(twice)));
            }
            Ok(Value::Set(items))
        }
        (TypeShape::Map, Value::Map(pairs)) => {
            let fit = |(key, value): (Value, Value)| {
                let place = brief(&key);
                let key = coerce(key, argument(0)).map_err(|e| format!("key {place}: {e}"))?;
                Ok((key, coerce(value, argument(1)).map_err(|e| format!("[{place}]: {e}"))?))
            };
            let pairs = pairs.into_iter().map(fit).collect::<Result<Vec<_>, String>>()?;
            if let Some(twice) = first_repeated(pairs.iter().map(|(key, _)| key)) {
                return Err(format!("expected {ty}, found the key {} twice", brief(twice)));
            }
            Ok(Value::Map(pairs))
        }
        (TypeShape::Text, value) => text(value),
        (TypeShape::BigInteger, value @ (Value::Int(_) | Value::Big(_))) => Ok(value),
        (TypeShape::Decimal, value @ (Value::Int(_) | Value::Big(_) | Value::Float(_) | Value::Str(_))) => Ok(value),
        (TypeShape::Optional, value) => coerce(value, argument(0)),
        (TypeShape::Any | TypeShape::Number | TypeShape::Variable, value) => Ok(value),
        (TypeShape::Other, Value::Object { class, fields }) if class.rsplit(['.', '$']).next() == Some(simple) => {
            Ok(Value::Object { class, fields })
        }
        // Only the call of the factory shows the type of a recipe's object, so accept every recipe.
        (_, Value::Recipe(recipe)) => Ok(Value::Recipe(recipe)),
        (TypeShape::Other, value) if jdk_values::library(ty).is_some_and(|library| library.holds(&value)) => Ok(value),
        (TypeShape::Other, Value::Enum(name)) if name.rsplit('.').nth(1) == Some(simple) => Ok(Value::Enum(name)),
        (TypeShape::Sequence, other) => Err(expected(&format!("{ty} (a JSON array)"), &other)),
        (TypeShape::Set, other) => Err(expected(&format!("{ty} (a JSON array or {{\"$set\": [...]}})"), &other)),
        (TypeShape::Map, other) => Err(expected(&format!("{ty} ({{\"$map\": [[key, value], ...]}})"), &other)),
        (TypeShape::BigInteger, other) => Err(expected(&format!("{ty} (an integer)"), &other)),
        (TypeShape::Decimal, other) => Err(expected(&format!("{ty} (a number or a string)"), &other)),
        (TypeShape::Other, other) => Err(expected(
            &format!("{ty} (null, {{\"$enum\": \"{simple}.NAME\"}} or {{\"$object\": \"{simple}\", \"fields\": ...}})"),
            &other,
        )),
    }
}

fn first_repeated<'v>(values: impl Iterator<Item = &'v Value>) -> Option<&'v Value> {
    let mut seen = std::collections::BTreeSet::new();
    values.into_iter().find(|value| !seen.insert(value.to_json().to_string()))
}

fn at(index: usize, error: &str) -> String {
    // Join "[0]" and "[2]: expected ..." to one path.
    let joint = if error.starts_with('[') { "" } else { ": " };
    format!("[{index}]{joint}{error}")
}

fn expected(what: &str, found: &Value) -> String {
    format!("expected {what}, found {}", brief(found))
}

/// Describes a value for an error message: its type, and its text if short.
fn brief(value: &Value) -> String {
    let sort = match value {
        Value::Null => return "null".to_owned(),
        Value::Bool(b) => return b.to_string(),
        Value::Int(n) => return format!("the integer {n}"),
        Value::Big(n) => return format!("the integer {n}"),
        Value::Float(x) => return format!("the float {}", mts_model::value::float_text(*x)),
        Value::Str(s) if s.chars().count() <= 24 => return format!("the string {s:?}"),
        Value::Str(_) | Value::Utf16(_) => "a string",
        Value::Bytes(_) => "bytes",
        Value::List(items) if items.len() == 1 => "an array of 1 element",
        Value::List(items) => return format!("an array of {} elements", items.len()),
        Value::Set(_) => "a set",
        Value::Map(_) => "a map",
        Value::Object { class, .. } => return format!("an object of class {class}"),
        Value::Enum(name) => return format!("the enum constant {name}"),
        Value::ExitStatus(status) => return format!("the exit status {status}"),
        Value::Recipe(recipe) => return format!("the object that {} makes", recipe.factory),
        Value::Exception { .. } => "an exception",
        Value::Ref(_) => "a reference",
    };
    sort.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn class_of(name: &str, args: Vec<JavaType>) -> JavaType {
        JavaType::Class { name: name.to_owned(), args }
    }

    fn fit(json: Json, ty: &JavaType) -> Result<Value, String> {
        from_json(&json, ty)
    }

    #[test]
    fn an_integer_for_a_double_becomes_a_float() {
        let double = JavaType::Primitive(Primitive::Double);
        assert_eq!(fit(json!(3), &double), Ok(Value::Float(3.0)));
        assert!(fit(json!(9_007_199_254_740_993_i64), &double).is_err());
    }

    #[test]
    fn a_float_is_rounded_to_single_precision_and_refused_outside_its_range() {
        let single = JavaType::Primitive(Primitive::Float);
        assert_eq!(fit(json!(0.1), &single), Ok(Value::Float(f64::from(0.1_f32))));
        assert!(fit(json!(1e300), &single).expect_err("too large").contains("outside the range of float"));
    }

    #[test]
    fn integers_outside_their_type_are_refused_with_the_range() {
        let error = fit(json!(2_147_483_648_i64), &JavaType::INT).expect_err("too large");
        assert_eq!(error, "expected int (-2147483648 to 2147483647), found 2147483648");
        assert!(fit(json!(128), &JavaType::Primitive(Primitive::Byte)).is_err());
        assert!(fit(json!({"$int": "0x8000000000000000"}), &JavaType::Primitive(Primitive::Long)).is_err());
        assert!(fit(json!(true), &JavaType::INT).is_err(), "a boolean is no integer in Java");
        assert!(fit(json!(1.0), &JavaType::INT).is_err());
    }

    #[test]
    fn an_error_names_the_index_inside_nested_arrays() {
        let matrix = JavaType::INT.array_of().array_of();
        let error = fit(json!([[1, 2], [3, "x"]]), &matrix).expect_err("ill-typed");
        assert_eq!(error, "[1][1]: expected int, found the string \"x\"");
        assert!(fit(json!([1]), &matrix).expect_err("flat").starts_with("[0]: expected int[]"));
    }

    #[test]
    fn a_char_is_one_utf16_unit_and_a_string_may_be_a_char_array() {
        let char_type = JavaType::Primitive(Primitive::Char);
        assert_eq!(fit(json!("é"), &char_type), Ok(Value::Str("é".into())));
        assert!(fit(json!("ab"), &char_type).is_err());
        assert!(fit(json!("😀"), &char_type).is_err(), "two units");
        let chars = fit(json!("a😀"), &char_type.clone().array_of()).expect("fits");
        assert_eq!(
            chars,
            Value::List(vec![Value::Str("a".into()), Value::Utf16(vec![0xd83d]), Value::Utf16(vec![0xde00])])
        );
    }

    #[test]
    fn null_is_accepted_only_for_reference_types() {
        assert_eq!(fit(json!(null), &JavaType::String), Ok(Value::Null));
        assert_eq!(fit(json!(null), &JavaType::Boxed(Primitive::Int)), Ok(Value::Null));
        assert!(fit(json!(null), &JavaType::INT).is_err());
    }

    #[test]
    fn collections_are_read_from_plain_json() {
        let list = class_of("java.util.List", vec![JavaType::Boxed(Primitive::Double)]);
        assert_eq!(fit(json!([1]), &list), Ok(Value::List(vec![Value::Float(1.0)])));
        let set = class_of("Set", vec![JavaType::String]);
        assert_eq!(fit(json!(["a"]), &set), Ok(Value::Set(vec![Value::Str("a".into())])));
        assert!(fit(json!(["a", "a"]), &set).expect_err("twice").contains("twice"));
        let map = class_of("Map", vec![JavaType::String, JavaType::Boxed(Primitive::Int)]);
        assert_eq!(fit(json!({"k": 1}), &map), Ok(Value::Map(vec![(Value::Str("k".into()), Value::Int(1))])));
        assert_eq!(fit(json!({"k": "v"}), &map), Err("[\"k\"]: expected int, found the string \"v\"".into()));
    }

    #[test]
    fn a_type_variable_accepts_any_value() {
        let variables = class_of("T", vec![]).array_of();
        assert_eq!(fit(json!([1, "a"]), &variables), Ok(Value::List(vec![Value::Int(1), Value::Str("a".into())])));
        assert_eq!(type_shape("E2"), TypeShape::Variable);
        assert_eq!((type_shape("Tx"), type_shape("URL")), (TypeShape::Other, TypeShape::Other));
    }

    #[test]
    fn an_optional_is_null_or_its_value() {
        let optional = class_of("Optional", vec![JavaType::Boxed(Primitive::Int)]);
        assert_eq!(fit(json!(null), &optional), Ok(Value::Null));
        assert_eq!(fit(json!(4), &optional), Ok(Value::Int(4)));
        assert!(fit(json!("4"), &optional).is_err());
    }

    #[test]
    fn enums_and_objects_must_be_of_the_class() {
        let mode = class_of("Mode", vec![]);
        assert!(fit(json!({"$enum": "Mode.FAST"}), &mode).is_ok());
        assert!(fit(json!({"$enum": "Other.FAST"}), &mode).is_err());
        assert!(fit(json!(3), &mode).expect_err("ill-typed").contains("$object"));
    }
}
