//! Writes values and calls as Python code, using the static types of the Java side.
//!
//! The code makes the same objects as a Python worker.

use super::invocation::{Code, Invocation, Refusal, ValueShape, argument, is_function, shape, units};
use mts_model::function::special_methods;
use mts_model::jdk;
use mts_model::python_keywords::is_keyword;
use mts_model::report::{FactoryUse, PortCallKind};
use mts_model::value::float_text;
use mts_model::{ArrayForm, CallKind, JavaType, PortSubstitutes, Primitive, Recipe, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the call as code, with the lines that import its names.
///
/// # Errors
/// Returns an error if a value has no Python code. The error names the value.
pub fn call(call: &Invocation) -> Result<Code, Refusal> {
    let mut writer = PythonWriter::from_call(call);
    let args = writer.arguments(call)?;
    let expression = writer.invoked(call, None, args)?;
    Ok(Code { imports: writer.imports(&call.module), expression })
}

/// Returns the lines that import names of a module.
///
/// If an `import` statement cannot name the module, the lines import the module by a string.
#[must_use]
pub fn import(module: &str, names: &BTreeSet<String>) -> String {
    if module.split('.').all(is_name) {
        return format!("from {module} import {}", names.iter().cloned().collect::<Vec<_>>().join(", "));
    }
    let lines =
        names.iter().map(|name| format!("{name} = __import__(\"importlib\").import_module({}).{name}", quoted(module)));
    lines.collect::<Vec<_>>().join("\n")
}

/// Reports whether a word can be a name in Python.
#[must_use]
pub fn is_name(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(|c| c == '_' || c.is_alphabetic())
        && chars.all(|c| c == '_' || c.is_alphanumeric())
        && !is_keyword(word)
}

/// A writer of values that collects the names from the port's module.
#[derive(Default)]
pub struct PythonWriter {
    /// The names from the port's module.
    pub names: BTreeSet<String>,
    /// The names of factories in other modules, by module.
    pub others: BTreeMap<String, BTreeSet<String>>,
    module: String,
    factories: Vec<FactoryUse>,
    /// The number of modified objects so far. Each object has its own variable.
    changed: usize,
}

impl PythonWriter {
    /// Creates a writer for the modules and factories of a call.
    #[must_use]
    pub fn from_call(call: &Invocation) -> Self {
        Self { module: call.module.clone(), factories: call.factories.clone(), ..Self::default() }
    }

    /// Returns the lines that import all names. `module` is the module of the call.
    #[must_use]
    pub fn imports(&self, module: &str) -> BTreeSet<String> {
        let own = Some((module, &self.names)).filter(|(_, names)| !names.is_empty());
        let others = self.others.iter().map(|(module, names)| (module.as_str(), names));
        own.into_iter().chain(others).map(|(module, names)| import(module, names)).collect()
    }

    /// Returns the code that makes an object by its recipe and then calls the modifiers.
    fn recipe_expression(&mut self, recipe: &Recipe) -> Result<String, Refusal> {
        let on = recipe.on.as_deref().map(|on| self.dynamic(on)).transpose()?;
        let object = self.factory(&recipe.factory, &recipe.args, on.as_deref())?;
        if recipe.modifiers.is_empty() {
            return Ok(object);
        }
        self.changed += 1;
        let name = format!("made{}", self.changed);
        let mut calls = vec![format!("{name} := {object}")];
        for step in &recipe.modifiers {
            calls.push(self.factory(&step.factory, &step.args, Some(&name))?);
        }
        Ok(format!("[{}][0]", calls.join(", ")))
    }

    fn factory(&mut self, name: &str, arguments: &[Value], on: Option<&str>) -> Result<String, Refusal> {
        let Some(factory) = self.factories.iter().find(|factory| factory.name == name).cloned() else {
            return Err(format!("the report does not say how the port constructs the object of {name}"));
        };
        let mut args = Vec::with_capacity(arguments.len());
        for (at, ((value, ty), place)) in arguments.iter().zip(&factory.params).zip(&factory.positions).enumerate() {
            let form = factory.array_forms.get(&at);
            args.push((*place, self.in_form(value, &JavaType::parse(ty).unwrap_or_default(), form)?));
        }
        args.sort();
        let first = on.filter(|_| factory.kind == CallKind::ObjectFirst).map(str::to_owned);
        let args = first.into_iter().chain(args.into_iter().map(|(_, text)| text)).collect::<Vec<_>>().join(", ");
        let (owner, last) = factory.qualname.rsplit_once('.').unwrap_or(("", &factory.qualname));
        // Python mangles a private name, so code outside of the class must write the mangled name.
        let own = owner.rsplit('.').next().unwrap_or_default().trim_start_matches('_');
        let is_private = !own.is_empty() && last.starts_with("__") && !last.ends_with("__");
        let last = if is_private { format!("_{own}{last}") } else { last.to_owned() };
        let callee = match (factory.kind, on) {
            (CallKind::Method | CallKind::Attribute | CallKind::ObjectFirst, None) => {
                return Err(format!("{name} needs an object, and the report has none"));
            }
            (CallKind::Method, Some(on)) => return Ok(format!("{on}.{last}({args})")),
            (CallKind::Attribute, Some(on)) => return Ok(format!("setattr({on}, {}, {args})", quoted(&last))),
            (CallKind::Constructor, _) => owner.to_owned(),
            _ if owner.is_empty() => last,
            _ => format!("{owner}.{last}"),
        };
        let top = callee.split('.').next().unwrap_or_default().to_owned();
        let is_taken = |(module, names): (&str, &BTreeSet<String>)| module != factory.module && names.contains(&top);
        let mut known = self.others.iter().map(|(module, names)| (module.as_str(), names));
        if known.any(is_taken) || is_taken((&self.module, &self.names)) {
            return Err(format!("the code needs `{top}` from two modules of the port"));
        }
        if factory.module == self.module {
            self.names.insert(top);
        } else {
            self.others.entry(factory.module.clone()).or_default().insert(top);
        }
        Ok(format!("{callee}({args})"))
    }

    /// Returns the code of the call with these arguments. `on` is the code of an existing receiver.
    ///
    /// Without `on`, the code constructs the receiver, if the call has one.
    ///
    /// Examples: `split(7, 2)`, `Account("x").pay(3)`, `Account("x").owner`, `setattr(account,
    /// "owner", "y")`.
    ///
    /// # Errors
    /// Returns an error if an argument of the receiver has no Python code.
    pub fn invoked(&mut self, call: &Invocation, on: Option<&str>, args: Vec<String>) -> Result<String, Refusal> {
        let member = call.qualname.rsplit('.').next().unwrap_or_default();
        let mut object = || on.map_or_else(|| self.receiver(call), |name| Ok(name.to_owned()));
        match (call.kind, args.is_empty()) {
            (PortCallKind::Method, is_empty) => {
                let passed = special_methods::passed_arguments(member).filter(|_| is_empty);
                Ok(format!("{}.{member}({})", object()?, passed.map_or(args.join(", "), |all| all.join(", "))))
            }
            (PortCallKind::Attribute | PortCallKind::Property, true) => Ok(format!("{}.{member}", object()?)),
            (PortCallKind::Attribute | PortCallKind::Property, false) => {
                Ok(format!("setattr({}, {}, {})", object()?, quoted(member), args.join(", ")))
            }
            (PortCallKind::Constructor, _) => Ok(format!("{}({})", self.class_of(call), args.join(", "))),
            (kind, _) => {
                let first = if kind == PortCallKind::ObjectFirst { Some(object()?) } else { None };
                self.names.insert(call.qualname.split('.').next().unwrap_or_default().to_owned());
                let all: Vec<String> = first.into_iter().chain(args).collect();
                Ok(format!("{}({})", call.qualname, all.join(", ")))
            }
        }
    }

    /// Returns the code that constructs the receiver.
    ///
    /// # Errors
    /// Returns an error if an argument has no Python code.
    pub fn receiver(&mut self, call: &Invocation) -> Result<String, Refusal> {
        if let Some([(made @ (Value::Recipe(_) | Value::Enum(_)), _)]) = call.receiver.as_deref() {
            return self.dynamic(made);
        }
        let class = self.class_of(call);
        let given = call.receiver.iter().flatten().enumerate();
        let code = given.map(|(at, (value, ty))| self.in_form(value, ty, call.receiver_forms.get(&at)));
        let args: Vec<String> = code.collect::<Result<_, _>>()?;
        Ok(format!("{class}({})", args.join(", ")))
    }

    /// Returns the class of the called method or constructor, and imports the class.
    fn class_of(&mut self, call: &Invocation) -> String {
        let class = call.qualname.rsplit_once('.').map_or(call.qualname.as_str(), |(class, _)| class);
        self.names.insert(class.split('.').next().unwrap_or_default().to_owned());
        class.to_owned()
    }

    /// Returns the arguments in the order of the Python parameters.
    ///
    /// # Errors
    /// Returns an error if a value has no Python code.
    pub fn arguments(&mut self, call: &Invocation) -> Result<Vec<String>, Refusal> {
        let mut placed = Vec::with_capacity(call.args.len());
        for (at, ((value, ty), place)) in call.args.iter().zip(&call.params).zip(&call.positions).enumerate() {
            placed.push((*place, self.in_form(value, ty, call.array_forms.get(&at))?));
        }
        placed.sort();
        Ok(placed.into_iter().map(|(_, text)| text).collect())
    }

    /// Returns the code of an argument. `form` is the form of an array that is no list in the port.
    fn in_form(&mut self, value: &Value, ty: &JavaType, form: Option<&ArrayForm>) -> Result<String, Refusal> {
        let Some(form) = form else { return self.value(value, ty) };
        let code = match (value, form) {
            (Value::List(_), ArrayForm::Str) => format!("\"\".join({})", self.value(value, ty)?),
            (Value::List(_), _) => format!("bytes(byte & 255 for byte in {})", self.value(value, ty)?),
            _ => self.dynamic(value)?,
        };
        Ok(if *form == ArrayForm::Bytearray && *value != Value::Null { format!("bytearray({code})") } else { code })
    }

    /// Returns the code of a value for a parameter of Java type `ty`.
    ///
    /// The workers pass the same value.
    ///
    /// # Errors
    /// Returns an error if the value has no Python code.
    pub fn value(&mut self, value: &Value, ty: &JavaType) -> Result<String, Refusal> {
        match ty {
            JavaType::Primitive(p) | JavaType::Boxed(p) => self.scalar(value, *p),
            JavaType::Array(element) => self.sequence(value, element),
            JavaType::Class { .. } => self.of_class(value, ty),
            _ => self.dynamic(value),
        }
    }

    fn scalar(&mut self, value: &Value, primitive: Primitive) -> Result<String, Refusal> {
        match (value, primitive) {
            (Value::Int(n), Primitive::Float | Primitive::Double) => Ok(float(*n as f64)),
            (Value::Int(n), Primitive::Char) => {
                let c = u32::try_from(*n).ok().and_then(char::from_u32);
                c.map(|c| quoted(&c.to_string())).ok_or_else(|| format!("{n} is not a character"))
            }
            _ => self.dynamic(value),
        }
    }

    fn sequence(&mut self, value: &Value, element: &JavaType) -> Result<String, Refusal> {
        match value {
            Value::Bytes(bytes) => {
                let items: Vec<String> = bytes.iter().map(|byte| byte.cast_signed().to_string()).collect();
                Ok(format!("[{}]", items.join(", ")))
            }
            Value::Str(s) if element.primitive() == Some(Primitive::Char) => {
                let items: Vec<String> = s.chars().map(|c| quoted(&c.to_string())).collect();
                Ok(format!("[{}]", items.join(", ")))
            }
            Value::List(items) => {
                let items = items.iter().map(|item| self.value(item, element)).collect::<Result<Vec<_>, _>>()?;
                Ok(format!("[{}]", items.join(", ")))
            }
            _ => self.dynamic(value),
        }
    }

    fn of_class(&mut self, value: &Value, ty: &JavaType) -> Result<String, Refusal> {
        let simple = ty.simple_class().unwrap_or_default();
        match (shape(simple), value) {
            (ValueShape::Sequence, Value::List(_)) if jdk::is_iterator(simple) => {
                Ok(format!("iter({})", self.sequence(value, &argument(ty, 0))?))
            }
            (ValueShape::Sequence, Value::List(_)) if !jdk::has_open_order(simple) => {
                self.sequence(value, &argument(ty, 0))
            }
            (ValueShape::Set, Value::Set(items)) => self.set(items, &argument(ty, 0)),
            (ValueShape::Map, Value::Map(pairs)) => self.dict(pairs, &argument(ty, 0), &argument(ty, 1)),
            (ValueShape::Optional, _) => self.value(value, &argument(ty, 0)),
            (ValueShape::Written(form), Value::Str(_)) if form.python.is_some() => {
                Err(format!("the report does not say whether the port accepts a string for a `{simple}`"))
            }
            (ValueShape::Project, Value::List(arguments)) => {
                self.names.insert(simple.to_owned());
                let args: Vec<String> = arguments.iter().map(|item| self.dynamic(item)).collect::<Result<_, _>>()?;
                Ok(format!("{simple}({})", args.join(", ")))
            }
            (ValueShape::Project, Value::Str(constant)) => {
                self.names.insert(simple.to_owned());
                Ok(format!("{simple}.{constant}"))
            }
            _ => self.dynamic(value),
        }
    }

    fn set(&mut self, items: &[Value], element: &JavaType) -> Result<String, Refusal> {
        if items.is_empty() {
            return Ok("set()".to_owned());
        }
        let items: Vec<String> = items.iter().map(|item| self.hashable(item, element)).collect::<Result<_, _>>()?;
        Ok(format!("{{{}}}", items.join(", ")))
    }

    fn dict(&mut self, pairs: &[(Value, Value)], key: &JavaType, item: &JavaType) -> Result<String, Refusal> {
        let mut parts = Vec::with_capacity(pairs.len());
        for (k, v) in pairs {
            parts.push(format!("{}: {}", self.hashable(k, key)?, self.value(v, item)?));
        }
        Ok(format!("{{{}}}", parts.join(", ")))
    }

    /// Returns the code of a hashable value: tuples for lists, frozen sets for sets.
    fn hashable(&mut self, value: &Value, ty: &JavaType) -> Result<String, Refusal> {
        let element = argument(ty, 0);
        match value {
            Value::List(items) => {
                let parts: Vec<String> = items.iter().map(|i| self.hashable(i, &element)).collect::<Result<_, _>>()?;
                Ok(if parts.len() == 1 { format!("({},)", parts[0]) } else { format!("({})", parts.join(", ")) })
            }
            Value::Set(items) => Ok(format!("frozenset({})", self.set(items, &element)?)),
            _ => self.value(value, ty),
        }
    }

    /// Returns the code of a value without a static type.
    ///
    /// # Errors
    /// Returns an error if the value has no Python code.
    pub fn dynamic(&mut self, value: &Value) -> Result<String, Refusal> {
        let unknown = JavaType::Unknown;
        Ok(match value {
            Value::Null => "None".to_owned(),
            Value::Bool(b) => if *b { "True" } else { "False" }.to_owned(),
            Value::Int(n) => n.to_string(),
            Value::Big(n) => n.to_string(),
            Value::Float(x) => float(*x),
            Value::Str(s) => quoted(s),
            Value::Utf16(all) => format!("\"{}\"", units(all).map(escaped).collect::<String>()),
            Value::Bytes(bytes) => {
                let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                format!("bytes.fromhex(\"{hex}\")")
            }
            Value::List(_) => self.sequence(value, &unknown)?,
            Value::Set(items) => self.set(items, &unknown)?,
            Value::Map(pairs) => self.dict(pairs, &unknown, &unknown)?,
            Value::Enum(constant) if is_function(constant) => {
                return Err("cargo mts cannot write a function as a value".to_owned());
            }
            Value::Enum(constant) => {
                if let Some(constant) = PortSubstitutes::unported(constant) {
                    return Err(format!("the port has no counterpart of the enum constant `{constant}`"));
                }
                let parts: Vec<&str> = constant.rsplit(['.', '$']).take(2).collect();
                let [member, class] = parts[..] else {
                    return Err(format!("the enum constant `{constant}` has no class name"));
                };
                self.names.insert(class.to_owned());
                format!("{class}.{member}")
            }
            Value::Recipe(recipe) if recipe.injected_state.is_some() => {
                return Err(format!(
                    "cargo mts copied the fields of Java's object of `{}` into the port's object, and a test cannot do this",
                    recipe.factory
                ));
            }
            Value::Recipe(recipe) => self.recipe_expression(recipe)?,
            Value::Object { class, fields } if PortSubstitutes::tuple_of(class).is_some() => {
                let items = fields.iter().map(|(_, item)| self.dynamic(item)).collect::<Result<Vec<_>, _>>()?;
                format!("({}{})", items.join(", "), if items.len() == 1 { "," } else { "" })
            }
            Value::Object { class, .. } => {
                return Err(format!("the report has no call that constructs an object of `{class}`"));
            }
            Value::Exception { .. } => return Err("cargo mts cannot write an exception as a value".to_owned()),
            Value::ExitStatus(_) => return Err("cargo mts cannot write an exit status as a value".to_owned()),
            Value::Ref(_) => {
                return Err("cargo mts cannot write an object that occurs several times as code".to_owned());
            }
        })
    }
}

/// Returns a float literal, or a call of `float` for an infinity or NaN.
#[must_use]
pub fn float(x: f64) -> String {
    if x.is_finite() { float_text(x) } else { format!("float(\"{}\")", float_text(x)) }
}

/// Returns a string literal.
#[must_use]
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", text.chars().map(|c| escaped(Ok(c))).collect::<String>())
}

fn escaped(c: Result<char, u16>) -> String {
    match c {
        Err(lone) => format!("\\u{lone:04x}"),
        Ok('\n') => r"\n".to_owned(),
        Ok('\r') => r"\r".to_owned(),
        Ok('\t') => r"\t".to_owned(),
        Ok('\\') => r"\\".to_owned(),
        Ok('"') => "\\\"".to_owned(),
        Ok(c) if matches!(c, ' '..='~') || c.is_alphanumeric() => c.to_string(),
        Ok(c) if u32::from(c) > 0xffff => format!("\\U{:08x}", u32::from(c)),
        Ok(c) => format!("\\u{:04x}", u32::from(c)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Step;

    fn written(value: Value, ty: &str) -> Result<String, Refusal> {
        PythonWriter::default().value(&value, &JavaType::parse(ty).expect("a type"))
    }

    #[test]
    fn values_are_written_as_python_literals() {
        let text = |s: &str| Value::Str(s.to_owned());
        for (value, ty, code) in [
            (Value::Int(3), "double", "3.0"),
            (Value::Float(f64::INFINITY), "double", "float(\"inf\")"),
            (text("ab"), "char[]", "[\"a\", \"b\"]"),
            (text("a\u{1}\"\u{202e}"), "String", "\"a\\u0001\\\"\\u202e\""),
            (Value::Utf16(vec![0xd800]), "String", "\"\\ud800\""),
            (Value::Set(vec![Value::List(vec![Value::Int(1)])]), "Set<List<Integer>>", "{(1,)}"),
            (Value::Map(vec![(text("a"), Value::Null)]), "Map<String, Integer>", "{\"a\": None}"),
            (text("RED"), "Color", "Color.RED"),
            (text("de_DE"), "Locale", "\"de_DE\""),
        ] {
            assert_eq!(written(value, ty).as_deref(), Ok(code));
        }
        assert!(written(text("a.txt"), "Path").is_err_and(|why| why.contains("`Path`")));
    }

    #[test]
    fn an_array_is_written_in_the_form_that_the_port_expects() {
        for (value, ty, form, code) in [
            (Value::Str("ab".to_owned()), "char[]", ArrayForm::Str, "\"ab\""),
            (Value::List(vec![Value::Int(97)]), "char[]", ArrayForm::Str, "\"\".join([\"a\"])"),
            (Value::Bytes(vec![0, 255]), "byte[]", ArrayForm::Bytes, "bytes.fromhex(\"00ff\")"),
            (Value::Bytes(vec![7]), "byte[]", ArrayForm::Bytearray, "bytearray(bytes.fromhex(\"07\"))"),
        ] {
            let written = PythonWriter::default().in_form(&value, &JavaType::parse(ty).expect("a type"), Some(&form));
            assert_eq!(written.as_deref(), Ok(code));
        }
    }

    #[test]
    fn an_object_that_is_a_tuple_in_the_port_is_written_as_a_tuple() {
        let marked = |fields: &[i64]| Value::Object {
            class: format!("{}acme.Pair", PortSubstitutes::TUPLE),
            fields: fields.iter().map(|n| (format!("f{n}"), Value::Int(*n))).collect(),
        };
        assert_eq!(written(marked(&[1, 2]), "Pair").as_deref(), Ok("(1, 2)"));
        assert_eq!(written(marked(&[1]), "Pair").as_deref(), Ok("(1,)"));
        let object = Value::Object { class: "acme.Pair".to_owned(), fields: Vec::new() };
        assert!(written(object, "Pair").is_err_and(|why| why.contains("`acme.Pair`")));
    }

    #[test]
    fn objects_are_constructed_and_modified_by_calls_of_the_port() {
        let factory = |name: &str, module: &str, qualname: &str, kind: CallKind| FactoryUse {
            name: name.to_owned(),
            params: vec!["char[]".to_owned()],
            module: module.to_owned(),
            qualname: qualname.to_owned(),
            kind,
            positions: vec![0],
            array_forms: BTreeMap::from([(0, ArrayForm::Str)]),
        };
        let mut writer = PythonWriter {
            module: "acme.box".to_owned(),
            factories: vec![
                factory("Item.<init>(String)", "acme.item", "Item.__init__", CallKind::Constructor),
                factory("Item.setName(String)", "acme.item", "Item.__set_name", CallKind::Method),
            ],
            ..PythonWriter::default()
        };
        let text = |text: &str| Value::Str(text.to_owned());
        let step = Step { factory: "Item.setName(String)".to_owned(), args: vec![text("b")] };
        let made = |modifiers: Vec<Step>| {
            let recipe = Recipe {
                factory: "Item.<init>(String)".to_owned(),
                on: None,
                args: vec![text("a")],
                modifiers,
                injected_state: None,
            };
            Value::Recipe(Box::new(recipe))
        };
        assert_eq!(writer.dynamic(&made(Vec::new())).as_deref(), Ok("Item(\"a\")"));
        let code = writer.dynamic(&made(vec![step]));
        assert_eq!(code.as_deref(), Ok("[made1 := Item(\"a\"), made1._Item__set_name(\"b\")][0]"));
        let imports: Vec<String> = writer.imports("acme.box").into_iter().collect();
        assert_eq!(imports, ["from acme.item import Item"]);
        let unknown = Recipe {
            factory: "Lid.<init>()".to_owned(),
            on: None,
            args: vec![],
            modifiers: vec![],
            injected_state: None,
        };
        let refused = writer.dynamic(&Value::Recipe(Box::new(unknown)));
        assert!(refused.is_err_and(|why| why.contains("the report does not say")));
    }

    #[test]
    fn a_module_whose_name_is_no_identifier_is_imported_by_a_string() {
        let names = BTreeSet::from(["count".to_owned()]);
        assert_eq!(import("acme.money", &names), "from acme.money import count");
        assert!(import("acme.a+1", &names).starts_with("count = __import__"));
    }
}
