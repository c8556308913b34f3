//! The JSON form of values. A tag such as `$float` or `$int` marks a value of a type that plain JSON lacks.

use super::{Recipe, Step, Value};
use num_bigint::BigInt;
use num_traits::Num;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser::SerializeMap};
use serde_json::{Map, Value as Json, json};

/// The highest number of decimal digits of an integer; CPython has the same limit.
const MOST_DECIMAL_DIGITS: usize = 4_300;

impl Value {
    /// Returns the JSON form of the value.
    #[must_use]
    pub fn to_json(&self) -> Json {
        match self {
            Self::Null => Json::Null,
            Self::Bool(b) => json!(b),
            Self::Int(n) => json!(n),
            Self::Big(n) => {
                let (sign, digits) = (n.sign(), n.magnitude().to_str_radix(16));
                let minus = if sign == num_bigint::Sign::Minus { "-" } else { "" };
                json!({ "$int": format!("{minus}0x{digits}") })
            }
            Self::Float(x) => json!({ "$float": float_text(*x) }),
            Self::Str(s) => json!(s),
            Self::Utf16(units) => json!({ "$utf16": units }),
            Self::Bytes(bytes) => {
                let hex: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
                json!({ "$bytes": hex })
            }
            Self::List(items) => Json::Array(items.iter().map(Self::to_json).collect()),
            Self::Set(items) => with_tag("$set", Json::Array(items.iter().map(Self::to_json).collect())),
            Self::Map(pairs) => {
                let entry = |(key, value): &(Self, Self)| Json::Array(vec![key.to_json(), value.to_json()]);
                with_tag("$map", Json::Array(pairs.iter().map(entry).collect()))
            }
            Self::Object { class, fields } => {
                let fields = fields.iter().map(|(name, value)| (name.clone(), value.to_json())).collect();
                object([("$object", Json::from(class.as_str())), ("fields", Json::Object(fields))])
            }
            Self::Enum(name) => json!({ "$enum": name }),
            Self::ExitStatus(status) => json!({ "$exit": status }),
            Self::Recipe(recipe) => recipe_json(recipe),
            Self::Exception { class, message } => json!({ "$exception": class, "message": message }),
            Self::Ref(n) => json!({ "$ref": n }),
        }
    }

    /// Parses the JSON form.
    ///
    /// A JSON number with a fraction or an exponent becomes a float. An integer from -2^63 to 2^64 - 1 stays an
    /// integer, and any other integer becomes a float. So a person can write most values of a suite file without tags.
    ///
    /// # Errors
    /// Returns an error if the JSON is not a value. The message names the problem.
    pub fn from_json(value: &Json) -> Result<Self, String> {
        match value {
            Json::Null => Ok(Self::Null),
            Json::Bool(b) => Ok(Self::Bool(*b)),
            Json::Number(n) => n
                .as_i64()
                .map(Self::Int)
                .or_else(|| n.as_u64().map(|u| Self::integer(BigInt::from(u))))
                .or_else(|| n.as_f64().map(Self::Float))
                .ok_or_else(|| format!("the number {n} is out of range")),
            Json::String(s) => Ok(Self::Str(s.clone())),
            Json::Array(items) => Ok(Self::List(all(items)?)),
            Json::Object(map) => tagged(map),
        }
    }
}

/// Returns a JSON object with these keys.
///
/// The macro `json!` copies each value that it gets, so the time for nested values would be quadratic.
fn object<const N: usize>(fields: [(&str, Json); N]) -> Json {
    Json::Object(fields.map(|(key, value)| (key.to_owned(), value)).into_iter().collect())
}

fn with_tag(tag: &str, value: Json) -> Json {
    object([(tag, value)])
}

fn recipe_json(recipe: &Recipe) -> Json {
    let values = |values: &[Value]| Json::Array(values.iter().map(Value::to_json).collect());
    let mut map = Map::new();
    map.insert("$new".to_owned(), json!(recipe.factory));
    if let Some(on) = &recipe.on {
        map.insert("on".to_owned(), on.to_json());
    }
    if !recipe.args.is_empty() {
        map.insert("args".to_owned(), values(&recipe.args));
    }
    if !recipe.modifiers.is_empty() {
        let step = |call: &Step| Json::Array(vec![Json::from(call.factory.as_str()), values(&call.args)]);
        map.insert("modifiers".to_owned(), recipe.modifiers.iter().map(step).collect());
    }
    if let Some(state) = &recipe.injected_state {
        map.insert("injected_state".to_owned(), state.to_json());
    }
    Json::Object(map)
}

fn recipe(factory: String, map: &Map<String, Json>) -> Result<Recipe, String> {
    let mut modifiers = Vec::new();
    for call in map
        .get("modifiers")
        .map_or(Ok([].as_slice()), |json| json.as_array().map(Vec::as_slice).ok_or("`modifiers` must be a list"))?
    {
        match call.as_array().map(Vec::as_slice) {
            Some([Json::String(factory), args]) => {
                modifiers.push(Step { factory: factory.clone(), args: all(list(args)?)? })
            }
            _ => return Err(format!("each element of `modifiers` must be a list `[method, arguments]`, found {call}")),
        }
    }
    let on = map.get("on").map(Value::from_json).transpose()?.map(Box::new);
    let injected_state = map.get("injected_state").map(Value::from_json).transpose()?.map(Box::new);
    Ok(Recipe {
        factory,
        on,
        args: map.get("args").map(|json| all(list(json)?)).transpose()?.unwrap_or_default(),
        modifiers,
        injected_state,
    })
}

fn list(json: &Json) -> Result<&[Json], String> {
    json.as_array().map(Vec::as_slice).ok_or_else(|| format!("expected a list, found {json}"))
}

fn all(items: &[Json]) -> Result<Vec<Value>, String> {
    items.iter().map(Value::from_json).collect()
}

fn tagged(map: &Map<String, Json>) -> Result<Value, String> {
    let text = |v: &Json| v.as_str().map(str::to_owned).ok_or_else(|| format!("expected a string, found {v}"));
    let Some((tag, inner)) = map.iter().find(|(key, _)| key.starts_with('$')) else {
        return Err("an object needs a tag such as `$map` or `$float`".to_owned());
    };
    let more: &[&str] = match tag.as_str() {
        "$object" => &["fields"],
        "$exception" => &["message"],
        "$new" => &["on", "args", "modifiers", "injected_state"],
        _ => &[],
    };
    if let Some(extra) = map.keys().find(|k| *k != tag && !more.contains(&k.as_str())) {
        return Err(format!("an object with the tag `{tag}` cannot have the key `{extra}`"));
    }
    Ok(match tag.as_str() {
        "$int" => Value::integer(parse_int(&text(inner)?)?),
        "$float" => Value::Float(parse_float(&text(inner)?)?),
        "$utf16" => {
            let wrong = |v: &Json| format!("`$utf16` must be a list of ints from 0 to 65535, found {v}");
            let unit = |v: &Json| v.as_u64().and_then(|n| u16::try_from(n).ok()).ok_or_else(|| wrong(v));
            Value::Utf16(list(inner)?.iter().map(unit).collect::<Result<_, _>>()?)
        }
        "$bytes" => {
            let hex = text(inner)?;
            let byte = |at: usize| hex.get(at..at + 2).and_then(|two| u8::from_str_radix(two, 16).ok());
            let bytes: Option<Vec<u8>> = (0..hex.len()).step_by(2).map(byte).collect();
            Value::Bytes(bytes.ok_or_else(|| format!("`$bytes` must be an even number of hex digits, found {hex}"))?)
        }
        "$set" => Value::Set(all(list(inner)?)?),
        "$map" => {
            let mut pairs = Vec::new();
            for pair in list(inner)? {
                match list(pair)? {
                    [key, value] => pairs.push((Value::from_json(key)?, Value::from_json(value)?)),
                    _ => return Err(format!("`$map` must be a list of pairs of a key and a value, found {pair}")),
                }
            }
            Value::Map(pairs)
        }
        "$object" => {
            let mut fields = Vec::new();
            if let Some(found) = map.get("fields") {
                for (name, value) in found.as_object().ok_or("`fields` must be an object")? {
                    fields.push((name.clone(), Value::from_json(value)?));
                }
            }
            Value::Object { class: text(inner)?, fields }
        }
        "$enum" => Value::Enum(text(inner)?),
        "$exit" => {
            let status = inner.as_i64().and_then(|n| i32::try_from(n).ok());
            Value::ExitStatus(status.ok_or("`$exit` must be an int from -2147483648 to 2147483647")?)
        }
        "$new" => Value::Recipe(Box::new(recipe(text(inner)?, map)?)),
        "$exception" => Value::Exception {
            class: text(inner)?,
            message: map.get("message").map(text).transpose()?.unwrap_or_default(),
        },
        "$ref" => Value::Ref(
            inner.as_u64().and_then(|n| u32::try_from(n).ok()).ok_or("`$ref` must be an int from 0 to 4294967295")?,
        ),
        other => return Err(format!("there is no tag `{other}`")),
    })
}

fn parse_int(text: &str) -> Result<BigInt, String> {
    let (minus, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let parsed = match digits.strip_prefix("0x") {
        Some(hex) => BigInt::from_str_radix(hex, 16),
        // The time for parsing decimal digits grows with the square of the number of digits.
        None if digits.len() > MOST_DECIMAL_DIGITS => {
            return Err(format!(
                "an integer of {} decimal digits is too long: write it in hexadecimal, as 0x...",
                digits.len()
            ));
        }
        None => BigInt::from_str_radix(digits, 10),
    };
    let n = parsed.map_err(|_| format!("expected an integer such as 12 or 0x1f, found {text}"))?;
    Ok(if minus { -n } else { n })
}

/// Returns the shortest text of the same float; `nan`, `inf` or `-inf` for special values.
#[must_use]
pub fn float_text(x: f64) -> String {
    if x.is_nan() {
        "nan".to_owned()
    } else if x.is_infinite() {
        if x > 0.0 { "inf" } else { "-inf" }.to_owned()
    } else {
        format!("{x:?}")
    }
}

fn parse_float(text: &str) -> Result<f64, String> {
    match text {
        "nan" | "NaN" => Ok(f64::NAN),
        "inf" | "Infinity" => Ok(f64::INFINITY),
        "-inf" | "-Infinity" => Ok(f64::NEG_INFINITY),
        other => other.parse().map_err(|_| format!("expected a float such as 1.5, nan or inf, found {other}")),
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(b) => serializer.serialize_bool(*b),
            Self::Int(n) => serializer.serialize_i64(*n),
            Self::Str(s) => serializer.serialize_str(s),
            Self::List(items) => items.serialize(serializer),
            Self::Float(x) => {
                let mut map = serializer.serialize_map(Some(1))?;
                map.serialize_entry("$float", &float_text(*x))?;
                map.end()
            }
            other => other.to_json().serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reading)
    }
}

/// A visitor that reads the same JSON as [`Value::from_json`].
///
/// The visitor builds a JSON tree only for values with a tag. Most outcomes from workers are lists of numbers, so this
/// is faster.
struct Reading;

impl<'de> de::Visitor<'de> for Reading {
    type Value = Value;

    fn expecting(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, b: bool) -> Result<Value, E> {
        Ok(Value::Bool(b))
    }

    fn visit_i64<E>(self, n: i64) -> Result<Value, E> {
        Ok(Value::Int(n))
    }

    fn visit_u64<E>(self, n: u64) -> Result<Value, E> {
        Ok(i64::try_from(n).map_or_else(|_| Value::integer(BigInt::from(n)), Value::Int))
    }

    fn visit_f64<E>(self, x: f64) -> Result<Value, E> {
        Ok(Value::Float(x))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Str(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(Value::Str(text))
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut read = Vec::new();
        while let Some(item) = items.next_element()? {
            read.push(item);
        }
        read.shrink_to_fit();
        Ok(Value::List(read))
    }

    fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<Value, A::Error> {
        let json = Map::deserialize(de::value::MapAccessDeserializer::new(map))?;
        tagged(&json).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::Bool),
            any::<i64>().prop_map(Value::Int),
            any::<i128>().prop_map(|n| Value::integer(BigInt::from(n))),
            any::<f64>().prop_filter("nan is not equal to itself", |x| !x.is_nan()).prop_map(Value::Float),
            any::<String>().prop_map(Value::Str),
            proptest::collection::vec(0xd800u16..0xe000, 1..3).prop_map(Value::Utf16),
            proptest::collection::vec(any::<u8>(), 0..4).prop_map(Value::Bytes),
            "[A-Z][a-z]{1,5}".prop_map(Value::Enum),
            ("[A-Z][a-z]{1,5}", any::<String>()).prop_map(|(class, message)| Value::Exception { class, message }),
            any::<u32>().prop_map(Value::Ref),
        ];
        leaf.prop_recursive(3, 24, 4, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::List),
                proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::Set),
                proptest::collection::vec((inner.clone(), inner.clone()), 0..4).prop_map(Value::Map),
                ("[A-Z][a-z]{1,5}", proptest::collection::btree_map("[a-z]{1,4}", inner, 0..3))
                    .prop_map(|(class, fields)| Value::Object { class, fields: fields.into_iter().collect() }),
            ]
        })
    }

    proptest! {
        #[test]
        fn every_value_is_read_back_from_its_json(value in any_value()) {
            let text = serde_json::to_string(&value).expect("serializes");
            let back: Value = serde_json::from_str(&text).expect("reads back");
            prop_assert_eq!(back, value);
        }
    }

    #[test]
    fn an_integer_with_too_many_decimal_digits_must_be_hexadecimal() {
        let integer = |digits: String| Value::from_json(&json!({ "$int": digits }));
        assert!(integer("9".repeat(4_300)).is_ok());
        assert!(integer("9".repeat(4_301)).expect_err("too long").contains("hexadecimal"));
        assert!(integer(format!("0x{}", "f".repeat(5_000))).is_ok());
    }

    #[test]
    fn integers_beyond_64_bits_keep_their_value() {
        let value: Value = serde_json::from_str(r#"{"$int": "-0x10000000000000000"}"#).expect("reads");
        assert_eq!(value, Value::Big(-(BigInt::from(1u8) << 64u32)));
    }

    #[test]
    fn an_object_without_a_tag_is_an_error_with_help() {
        let error = serde_json::from_str::<Value>(r#"{"a": 1}"#).expect_err("no tag");
        assert!(error.to_string().contains("$map"), "{error}");
    }

    #[test]
    fn negative_zero_and_nan_have_their_own_text() {
        assert_eq!(float_text(-0.0), "-0.0");
        assert_eq!(float_text(f64::NAN), "nan");
        assert_eq!(float_text(1e300), "1e300");
    }
}
