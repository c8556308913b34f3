//! Writes values and calls as Java code, using the static types.
//!
//! The code makes the same objects as a Java worker.

use super::invocation::{
    Code, Invocation, Refusal, ValueShape, argument, instantiated, is_big, is_function, shape, units,
};
use mts_model::jdk::{self, Instantiation, TypeShape};
use mts_model::value::float_text;
use mts_model::{JavaType, PortSubstitutes, Primitive, Recipe, Value};
use std::collections::BTreeSet;

/// Returns the call as code, with the imports for a file of the same package.
///
/// # Errors
/// Returns an error if a value has no Java code. The error names the value.
pub fn call(call: &Invocation) -> Result<Code, Refusal> {
    let mut writer = JavaWriter::default();
    let args = writer.all(call.args.iter().zip(&call.params))?;
    let expression = match (&call.receiver, call.method.as_str()) {
        (_, "<init>") => format!("new {}({args})", call.class),
        (Some(_), method) => format!("{}.{method}({args})", writer.receiver(call)?),
        (None, method) => format!("{}.{method}({args})", call.class),
    };
    Ok(Code { imports: writer.imports, expression })
}

/// A writer of values that collects the imports of the code.
#[derive(Default)]
pub struct JavaWriter {
    /// The import lines.
    pub imports: BTreeSet<String>,
    /// The number of objects so far that the helper `changed` makes and modifies.
    pub changed: usize,
}

impl JavaWriter {
    /// Returns the code that constructs the receiver.
    ///
    /// # Errors
    /// Returns an error if a value has no Java code, or if the call has no receiver.
    pub fn receiver(&mut self, call: &Invocation) -> Result<String, Refusal> {
        let Some(given) = &call.receiver else { return Err("the report has no receiver".into()) };
        if let [(made @ Value::Recipe(_), _)] = given.as_slice() {
            return self.dynamic(made);
        }
        Ok(format!("new {}({})", call.class, self.all(given.iter().map(|(value, ty)| (value, ty)))?))
    }

    /// Returns the code of the values, separated by commas.
    ///
    /// # Errors
    /// Returns an error if a value has no Java code.
    pub fn all<'v>(&mut self, values: impl Iterator<Item = (&'v Value, &'v JavaType)>) -> Result<String, Refusal> {
        let parts: Vec<String> = values.map(|(value, ty)| self.value(value, ty)).collect::<Result<_, _>>()?;
        Ok(parts.join(", "))
    }

    /// Imports a class of the JDK and returns its name.
    pub fn import(&mut self, class: &str) -> String {
        if let Some(row) = jdk::jdk_type(class).filter(|row| row.package != "java.lang") {
            self.imports.insert(format!("import {};", row.qualified()));
        }
        class.to_owned()
    }

    /// Returns the code of a value of static type `ty`.
    ///
    /// A mutable collection is mutable in the code too, as in the workers.
    ///
    /// # Errors
    /// Returns an error if the value has no Java code.
    pub fn value(&mut self, value: &Value, ty: &JavaType) -> Result<String, Refusal> {
        let refuse = || Err(format!("{} is not a value of the type `{ty}`", brief(value)));
        match (value, ty) {
            (Value::Null, JavaType::Primitive(_)) => refuse(),
            (Value::Recipe(_), _) => self.dynamic(value),
            (Value::Null, _) if jdk::is_optional(ty) => Ok(self.import("Optional") + ".empty()"),
            (Value::Null, _) => Ok("null".to_owned()),
            (_, JavaType::Primitive(p) | JavaType::Boxed(p)) => primitive_literal(value, *p).map_or_else(refuse, Ok),
            (Value::Str(_) | Value::Utf16(_), JavaType::String) => Ok(text(value)),
            (_, JavaType::String) => refuse(),
            (_, JavaType::Array(element)) => self.array(value, element),
            (_, JavaType::Class { .. }) => self.of_class(value, ty),
            _ => self.dynamic(value),
        }
    }

    fn array(&mut self, value: &Value, element: &JavaType) -> Result<String, Refusal> {
        let items: Vec<Value> = match value {
            Value::List(items) => items.clone(),
            Value::Str(s) => s.encode_utf16().map(|unit| Value::Utf16(vec![unit])).collect(),
            Value::Bytes(bytes) => bytes.iter().map(|byte| Value::Int(i64::from(byte.cast_signed()))).collect(),
            _ => return Err(format!("{} is not a value of the type `{element}[]`", brief(value))),
        };
        Ok(format!("new {}[] {}", self.array_element(element, &items), self.braces(&items, element)?))
    }

    /// Returns an array initialiser such as `{1, 2}`, nested for arrays of arrays.
    fn braces(&mut self, items: &[Value], element: &JavaType) -> Result<String, Refusal> {
        let mut parts = Vec::with_capacity(items.len());
        for item in items {
            parts.push(match (item, element) {
                (Value::List(inner), JavaType::Array(ty)) => self.braces(inner, ty)?,
                // In an array initialiser, Java narrows constants to `byte` and `short` itself.
                (Value::Int(n), JavaType::Primitive(Primitive::Byte | Primitive::Short)) => n.to_string(),
                _ => self.value(item, element)?,
            });
        }
        Ok(format!("{{{}}}", parts.join(", ")))
    }

    /// Returns the element type of an array for a `new` expression, without type arguments.
    ///
    /// For a type variable, the function returns the common class of the elements.
    fn array_element(&mut self, ty: &JavaType, items: &[Value]) -> String {
        match ty {
            JavaType::Array(element) => {
                let inner =
                    items.iter().find_map(|item| if let Value::List(inner) = item { Some(&inner[..]) } else { None });
                format!("{}[]", self.array_element(element, inner.unwrap_or_default()))
            }
            JavaType::Class { name, .. } => match ty.simple_class().map(|simple| (simple, shape(simple))) {
                Some((_, ValueShape::Project)) | None => name.clone(),
                Some((simple, ValueShape::Open)) if jdk::type_shape(simple) == TypeShape::Variable => {
                    common(items).to_owned()
                }
                Some((simple, _)) => self.import(simple),
            },
            JavaType::Unknown => "Object".to_owned(),
            other => other.to_string(),
        }
    }

    fn of_class(&mut self, value: &Value, ty: &JavaType) -> Result<String, Refusal> {
        let simple = ty.simple_class().unwrap_or_default();
        let refuse = || Err(format!("{} is not a value of the type `{ty}`", brief(value)));
        match (shape(simple), value) {
            (ValueShape::Sequence | ValueShape::Set, Value::List(items) | Value::Set(items)) => {
                self.collection(simple, items, &argument(ty, 0))
            }
            (ValueShape::Map, Value::Map(pairs)) => self.map(simple, pairs, &argument(ty, 0), &argument(ty, 1)),
            (ValueShape::Optional, _) => {
                let inner = self.value(value, &argument(ty, 0))?;
                Ok(format!("{}.of({inner})", self.import("Optional")))
            }
            (ValueShape::Written(form), Value::Str(_)) => Ok(form.java.replace("{}", &text(value))),
            (ValueShape::Open, Value::Str(_) | Value::Utf16(_)) if jdk::is_text_builder(simple) => {
                Ok(format!("new {simple}({})", text(value)))
            }
            (ValueShape::Open, _) if is_big(simple) => self.big(simple, value).map_or_else(refuse, Ok),
            (ValueShape::Open, _) => self.dynamic(value),
            (ValueShape::Project, Value::Str(constant) | Value::Enum(constant)) => {
                Ok(format!("{}.{}", written_name(ty), constant.rsplit('.').next().unwrap_or_default()))
            }
            (ValueShape::Project, Value::List(given)) => {
                let unknown = JavaType::Unknown;
                let args = self.all(given.iter().map(|item| (item, &unknown)))?;
                Ok(format!("new {}({args})", written_name(ty)))
            }
            _ => refuse(),
        }
    }

    fn big(&mut self, class: &str, value: &Value) -> Option<String> {
        let is_decimal = jdk::type_shape(class) == TypeShape::Decimal;
        let digits = match value {
            Value::Int(n) => n.to_string(),
            Value::Big(n) => n.to_string(),
            Value::Float(x) if is_decimal && x.is_finite() => {
                return Some(format!("new {}(String.valueOf({}))", self.import(class), double(*x)));
            }
            Value::Str(s) if is_decimal => s.clone(),
            _ => return None,
        };
        Some(format!("new {}({})", self.import(class), text(&Value::Str(digits))))
    }

    fn collection(&mut self, simple: &str, items: &[Value], element: &JavaType) -> Result<String, Refusal> {
        if jdk::is_iterator(simple) {
            return Ok(self.collection("List", items, element)? + ".listIterator()");
        }
        let class = instantiated(simple)?;
        let class = self.import(class);
        if items.is_empty() {
            return Ok(format!("new {class}<>()"));
        }
        let parts: Vec<String> = items.iter().map(|item| self.value(item, element)).collect::<Result<_, _>>()?;
        if jdk::jdk_type(simple).is_some_and(|row| row.instantiation == Instantiation::Empty) {
            let adds: Vec<String> = parts.iter().map(|part| format!("add({part});")).collect();
            return Ok(format!("new {class}<>() {{{{ {} }}}}", adds.join(" ")));
        }
        Ok(format!("new {class}<>({})", self.fixed(items, &parts, element)))
    }

    /// Returns the code of a list with these elements. `parts` is the code of the elements.
    fn fixed(&mut self, items: &[Value], parts: &[String], element: &JavaType) -> String {
        let has_null = items.contains(&Value::Null);
        let is_array = matches!(element, JavaType::Array(inner) if inner.primitive().is_none());
        // Java would read a single array or a single `null` as the array of all elements.
        let (class, method) = match parts.len() {
            1 if has_null || is_array => ("Collections", "singletonList"),
            _ if has_null => ("Arrays", "asList"),
            _ => ("List", "of"),
        };
        format!("{}.{method}({})", self.import(class), parts.join(", "))
    }

    fn map(
        &mut self,
        simple: &str,
        pairs: &[(Value, Value)],
        key: &JavaType,
        value_type: &JavaType,
    ) -> Result<String, Refusal> {
        let class = instantiated(simple)?;
        let class = self.import(class);
        if pairs.is_empty() {
            return Ok(format!("new {class}<>()"));
        }
        let mut puts = Vec::with_capacity(pairs.len());
        for (k, v) in pairs {
            puts.push(format!("put({}, {});", self.value(k, key)?, self.value(v, value_type)?));
        }
        Ok(format!("new {class}<>() {{{{ {} }}}}", puts.join(" ")))
    }

    /// Returns one expression that makes the object of a recipe.
    fn recipe_expression(&mut self, recipe: &Recipe) -> Result<String, Refusal> {
        let (qualified, args) = self.factory(&recipe.factory, &recipe.args)?;
        let method = |qualified: &str| qualified.rsplit('.').next().unwrap_or_default().to_owned();
        let object = match (&recipe.on, qualified.strip_suffix(".<init>")) {
            (Some(on), class) => {
                let on = self.dynamic(on)?;
                match class {
                    // An object of an inner class.
                    Some(class) => format!("{on}.new {}({args})", method(class)),
                    None => format!("{on}.{}({args})", method(&qualified)),
                }
            }
            (None, Some(class)) => format!("new {class}({args})"),
            (None, None) => format!("{qualified}({args})"),
        };
        if recipe.modifiers.is_empty() {
            return Ok(object);
        }
        // The helper `changed` takes the object and the calls on it, and ignores their results.
        self.changed += 1;
        let name = format!("made{}", self.changed);
        let mut calls = Vec::new();
        for step in &recipe.modifiers {
            let (qualified, args) = self.factory(&step.factory, &step.args)?;
            calls.push(format!("{name}.{}({args});", method(&qualified)));
        }
        Ok(format!("changed({object}, {name} -> {{ {} }})", calls.join(" ")))
    }

    /// Returns the qualified name of a factory, and its arguments as code.
    fn factory(&mut self, name: &str, args: &[Value]) -> Result<(String, String), Refusal> {
        let (qualified, types) = name.split_once('(').unwrap_or((name, ""));
        let types = JavaType::parse_list(types.trim_end_matches(')')).unwrap_or_default();
        let unknown = JavaType::Unknown;
        let typed = args.iter().enumerate().map(|(at, arg)| (arg, types.get(at).unwrap_or(&unknown)));
        Ok((qualified.to_owned(), self.all(typed)?))
    }

    /// Returns the code of a value without a known static type.
    fn dynamic(&mut self, value: &Value) -> Result<String, Refusal> {
        Ok(match value {
            Value::Null => "null".to_owned(),
            Value::Bool(b) => b.to_string(),
            Value::Int(n) if i32::try_from(*n).is_ok() => int(*n),
            Value::Int(n) => long(*n),
            Value::Big(n) => format!("new {}(\"{n}\")", self.import("BigInteger")),
            Value::Float(x) => double(*x),
            Value::Str(_) | Value::Utf16(_) => text(value),
            Value::Bytes(_) => self.array(value, &JavaType::Primitive(Primitive::Byte))?,
            Value::List(items) => self.collection("ArrayList", items, &JavaType::Unknown)?,
            Value::Set(items) => self.collection("LinkedHashSet", items, &JavaType::Unknown)?,
            Value::Map(pairs) => self.map("LinkedHashMap", pairs, &JavaType::Unknown, &JavaType::Unknown)?,
            Value::Enum(constant) if is_function(constant) => {
                return Err("cargo mts cannot write a function as a value".to_owned());
            }
            Value::Enum(constant) => PortSubstitutes::unported(constant).unwrap_or(constant).replace('$', "."),
            Value::Recipe(recipe) => self.recipe_expression(recipe)?,
            Value::Object { class, .. } => {
                let class = PortSubstitutes::tuple_of(class).unwrap_or(class);
                return Err(format!("the report has no call that constructs an object of `{class}`"));
            }
            Value::ExitStatus(_) | Value::Exception { .. } | Value::Ref(_) => {
                return Err(format!("cargo mts cannot write {} as code", brief(value)));
            }
        })
    }
}

/// Returns the name of a class as in the source, without type arguments.
fn written_name(ty: &JavaType) -> &str {
    if let JavaType::Class { name, .. } = ty { name } else { "Object" }
}

/// Returns the common class of the values, for an array of a type variable.
fn common(items: &[Value]) -> &'static str {
    let class = |value: &Value| match value {
        Value::Bool(_) => Some("Boolean"),
        Value::Int(n) if i32::try_from(*n).is_ok() => Some("Integer"),
        Value::Int(_) => Some("Long"),
        Value::Float(_) => Some("Double"),
        Value::Str(_) | Value::Utf16(_) => Some("String"),
        _ => None,
    };
    let mut found = items.iter().filter(|item| **item != Value::Null).map(class);
    match found.next() {
        Some(Some(first)) if found.all(|other| other == Some(first)) => first,
        // For a type variable with an order (`T extends Comparable`), the workers make an `Integer`.
        None => "Integer",
        _ => "Object",
    }
}

fn primitive_literal(value: &Value, primitive: Primitive) -> Option<String> {
    Some(match (value, primitive) {
        (Value::Bool(b), Primitive::Boolean) => b.to_string(),
        (Value::Int(n), Primitive::Byte) => format!("(byte) {}", i8::try_from(*n).ok()?),
        (Value::Int(n), Primitive::Short) => format!("(short) {}", i16::try_from(*n).ok()?),
        (Value::Int(n), Primitive::Int) => int(i64::from(i32::try_from(*n).ok()?)),
        (Value::Int(n), Primitive::Long) => long(*n),
        (Value::Int(n), Primitive::Float) => float(*n as f64),
        (Value::Int(n), Primitive::Double) => double(*n as f64),
        (Value::Big(n), Primitive::Double) => double(n.to_string().parse().ok()?),
        (Value::Float(x), Primitive::Float) => float(*x),
        (Value::Float(x), Primitive::Double) => double(*x),
        (Value::Int(n), Primitive::Char) => char_literal(u16::try_from(*n).ok()?),
        (Value::Str(s), Primitive::Char) => {
            let mut units = s.encode_utf16();
            let first = units.next()?;
            units.next().is_none().then(|| char_literal(first))?
        }
        (Value::Utf16(units), Primitive::Char) if units.len() == 1 => char_literal(units[0]),
        _ => return None,
    })
}

fn int(n: i64) -> String {
    match i32::try_from(n) {
        Ok(i32::MIN) => "Integer.MIN_VALUE".to_owned(),
        Ok(i32::MAX) => "Integer.MAX_VALUE".to_owned(),
        _ => n.to_string(),
    }
}

fn long(n: i64) -> String {
    match n {
        i64::MIN => "Long.MIN_VALUE".to_owned(),
        i64::MAX => "Long.MAX_VALUE".to_owned(),
        _ => format!("{n}L"),
    }
}

fn double(x: f64) -> String {
    special(x, "Double").unwrap_or_else(|| float_text(x))
}

fn float(x: f64) -> String {
    // The Java worker rounds to the nearest `float`, as Java does.
    let narrow = x as f32;
    special(f64::from(narrow), "Float").unwrap_or_else(|| format!("{narrow:?}f"))
}

fn special(x: f64, class: &str) -> Option<String> {
    let name = match x {
        x if x.is_nan() => "NaN",
        f64::INFINITY => "POSITIVE_INFINITY",
        f64::NEG_INFINITY => "NEGATIVE_INFINITY",
        _ => return None,
    };
    Some(format!("{class}.{name}"))
}

fn char_literal(unit: u16) -> String {
    if unit == u16::from(b'\'') { r"'\''".to_owned() } else { format!("'{}'", escaped(Err(unit), false)) }
}

/// Returns the string literal of a text.
///
/// The literal has only ASCII characters, so it is valid in every compiler encoding.
fn text(value: &Value) -> String {
    let chars: String = match value {
        Value::Str(s) => s.chars().map(|c| escaped(Ok(c), true)).collect(),
        Value::Utf16(all) => units(all).map(|c| escaped(c, true)).collect(),
        _ => String::new(),
    };
    format!("\"{chars}\"")
}

/// Returns the string literal of a text, with only ASCII characters.
#[must_use]
pub fn quoted(plain: &str) -> String {
    text(&Value::Str(plain.to_owned()))
}

/// Reports whether a class is a collection or map in the value model.
#[must_use]
pub fn is_container(simple: &str) -> bool {
    matches!(shape(simple), ValueShape::Sequence | ValueShape::Set | ValueShape::Map)
}

/// Reports whether a class with this simple name is probably a class of the project.
#[must_use]
pub fn is_of_the_project(simple: &str) -> bool {
    shape(simple) == ValueShape::Project
}

/// Escapes one character or one UTF-16 unit for a literal.
fn escaped(c: Result<char, u16>, in_string: bool) -> String {
    let c = match c {
        Ok(c) => c,
        Err(unit) => match char::from_u32(u32::from(unit)) {
            Some(c) => c,
            None => return format!("\\u{unit:04x}"),
        },
    };
    match c {
        '\n' => r"\n".to_owned(),
        '\r' => r"\r".to_owned(),
        '\t' => r"\t".to_owned(),
        '\\' => r"\\".to_owned(),
        '"' if in_string => "\\\"".to_owned(),
        ' '..='~' => c.to_string(),
        _ => c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect(),
    }
}

fn brief(value: &Value) -> String {
    let text = value.to_json().to_string();
    if text.len() <= 40 { format!("`{text}`") } else { "a value".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Step;

    fn written(value: Value, ty: &str) -> Result<String, Refusal> {
        JavaWriter::default().value(&value, &JavaType::parse(ty).expect("a type"))
    }

    #[test]
    fn scalars_have_the_literals_of_their_types() {
        for (value, ty, code) in [
            (Value::Int(-7), "int", "-7"),
            (Value::Int(i64::from(i32::MIN)), "int", "Integer.MIN_VALUE"),
            (Value::Int(7), "long", "7L"),
            (Value::Int(7), "Byte", "(byte) 7"),
            (Value::Float(0.5), "float", "0.5f"),
            (Value::Float(f64::NAN), "double", "Double.NaN"),
            (Value::Int(3), "double", "3.0"),
            (Value::Str("'".into()), "char", r"'\''"),
            (Value::Str("\u{e9}\n\"".into()), "String", "\"\\u00e9\\n\\\"\""),
        ] {
            assert_eq!(written(value, ty).as_deref(), Ok(code));
        }
    }

    #[test]
    fn containers_are_constructed_by_their_types() {
        let numbers = Value::List(vec![Value::Int(1), Value::Int(2)]);
        assert_eq!(written(numbers.clone(), "int[]").as_deref(), Ok("new int[] {1, 2}"));
        assert_eq!(written(numbers.clone(), "List<Long>").as_deref(), Ok("new ArrayList<>(List.of(1L, 2L))"));
        let nested = Value::List(vec![numbers, Value::Null]);
        assert_eq!(written(nested, "int[][]").as_deref(), Ok("new int[][] {{1, 2}, null}"));
        let with_null = Value::List(vec![Value::Str("a".into()), Value::Null]);
        assert_eq!(written(Value::Str("a.txt".into()), "File").as_deref(), Ok("new java.io.File(\"a.txt\")"));
        assert_eq!(written(with_null, "List<String>").as_deref(), Ok("new ArrayList<>(Arrays.asList(\"a\", null))"));
    }

    #[test]
    fn modifiers_of_an_object_are_called_in_a_helper_that_returns_it() {
        let step = Step { factory: "Item.setPrice(long)".to_owned(), args: vec![Value::Int(4)] };
        let recipe = Recipe {
            factory: "Item.<init>(String)".to_owned(),
            on: None,
            args: vec![Value::Str("a".to_owned())],
            modifiers: vec![step],
            injected_state: None,
        };
        let code = JavaWriter::default().dynamic(&Value::Recipe(Box::new(recipe)));
        assert_eq!(code.as_deref(), Ok("changed(new Item(\"a\"), made1 -> { made1.setPrice(4L); })"));
    }

    #[test]
    fn a_value_that_does_not_fit_its_type_is_refused_with_a_message() {
        assert_eq!(
            written(Value::Float(3.5), "int"),
            Err("`{\"$float\":\"3.5\"}` is not a value of the type `int`".into())
        );
        assert!(written(Value::Int(1 << 40), "int").is_err());
        assert!(written(Value::Object { class: "A".into(), fields: vec![] }, "A").is_err());
    }
}
