//! Describes values and inputs in short texts for people.
//!
//! The texts use Python notation, which suits the values of both sides. The renderers decide where
//! the texts appear.

use crate::equality::normalization::exceptions::simple;
use crate::equality::walk::references::resolve;
use mts_model::aliasing::{containers, expanded};
use mts_model::value::float_text;
use mts_model::{Input, PortSubstitutes, Recipe, Value};
use std::fmt::Write;

/// The highest length of the text of one value, in characters. A cut text ends with three more characters, `...`.
pub const LONGEST: usize = 160;

/// The highest number of bits of an integer in decimal notation. Larger integers are in
/// hexadecimal.
const MOST_BITS_IN_DECIMAL: u64 = 10_000;

/// Returns the size of an input.
///
/// The size is the sum of the absolute values of its numbers and the lengths of its strings and
/// collections. The tool prefers the smallest input, because it is the easiest to read.
#[must_use]
pub fn size(input: &Input) -> u128 {
    let all = input.receiver.iter().flatten().chain(&input.args);
    all.fold(0, |sum: u128, value| sum.saturating_add(value.extent()))
}

/// Writes a value in Python notation, in at most [`LONGEST`] characters.
#[must_use]
pub fn value(value: &Value) -> String {
    capped(value, LONGEST)
}

/// Writes a value in Python notation, in at most `longest` characters. A cut text ends with `...`.
#[must_use]
pub fn capped(value: &Value, longest: usize) -> String {
    let mut out = String::new();
    write_value(value, longest, &mut out);
    cut(out, longest)
}

/// Writes an input as `name = value` for each parameter.
///
/// For a receiver, the text shows the arguments of its constructor. A parameter without a name gets
/// a number.
#[must_use]
pub fn input(names: &[String], input: &Input) -> String {
    let mut parts = Vec::new();
    if let Some(receiver) = &input.receiver {
        let args: Vec<String> = receiver.iter().map(value).collect();
        parts.push(match receiver.as_slice() {
            [Value::Recipe(_)] => format!("self = {}", args.concat()),
            _ => format!("self = new({})", args.join(", ")),
        });
    }
    let numbered =
        (0..input.args.len()).map(|at| names.get(at).cloned().unwrap_or_else(|| format!("argument {}", at + 1)));
    parts.extend(variables(&numbered.collect::<Vec<_>>(), &input.args));
    if parts.is_empty() { "no arguments".to_owned() } else { parts.join(", ") }
}

/// Writes `name = value` for each variable of a state. If two variables hold the same object, the
/// text of the second one is `b is a`.
#[must_use]
pub fn variables(names: &[impl AsRef<str>], values: &[Value]) -> Vec<String> {
    let all = containers(&values.iter().collect::<Vec<_>>());
    let plain = expanded(values).unwrap_or_else(|| values.to_vec());
    let one = |(at, name): (usize, &str)| {
        let met = resolve(&values[at], &all).filter(|_| matches!(values[at], Value::Ref(_)));
        let first = met.and_then(|met| values.iter().position(|other| std::ptr::eq(other, met)));
        match first.and_then(|first| names.get(first)) {
            Some(other) => format!("{name} is {}", other.as_ref()),
            None => format!("{name} = {}", value(&plain[at])),
        }
    };
    names.iter().map(AsRef::as_ref).enumerate().take(values.len()).map(one).collect()
}

/// Writes an exception as `Class: message`, without the package and base classes of the class.
pub(crate) fn exception(value: &Value) -> String {
    let Value::Exception { class, message } = value else { return capped(value, LONGEST) };
    let own = simple(class.split('<').next().unwrap_or_default());
    let line = message.lines().next().unwrap_or_default();
    cut(if line.is_empty() { own.to_owned() } else { format!("{own}: {line}") }, LONGEST)
}

/// Cuts a text to `longest` characters. A cut text ends with `...`.
pub(crate) fn cut(text: String, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text,
    }
}

/// Writes the value, and stops when the text is much longer than `longest`. The caller cuts the text.
fn write_value(value: &Value, longest: usize, out: &mut String) {
    if out.len() > longest.saturating_mul(4) {
        return;
    }
    match value {
        Value::Null => out.push_str("None"),
        Value::Bool(b) => out.push_str(if *b { "True" } else { "False" }),
        Value::Int(n) => _ = write!(out, "{n}"),
        // Large integers are in hexadecimal, because the time for decimal digits grows with the square of their number.
        Value::Big(n) if n.bits() > MOST_BITS_IN_DECIMAL => _ = write!(out, "{n:#x}"),
        Value::Big(n) => _ = write!(out, "{n}"),
        Value::Float(x) => out.push_str(&float_text(*x)),
        Value::Str(s) => quoted(s.chars().map(Ok), longest, out),
        Value::Utf16(units) => {
            let points = char::decode_utf16(units.iter().copied()).map(|p| p.map_err(|e| e.unpaired_surrogate()));
            quoted(points, longest, out);
        }
        Value::Bytes(bytes) => {
            out.push_str("b'");
            for byte in bytes.iter().take(longest) {
                _ = match byte {
                    b'\'' | b'\\' => write!(out, "\\{}", char::from(*byte)),
                    0x20..=0x7e => write!(out, "{}", char::from(*byte)),
                    other => write!(out, "\\x{other:02x}"),
                };
            }
            out.push('\'');
        }
        Value::List(items) => bracketed("[", "]", items.iter(), longest, out),
        Value::Set(items) if items.is_empty() => out.push_str("set()"),
        Value::Set(items) => bracketed("{", "}", items.iter(), longest, out),
        Value::Map(pairs) => {
            out.push('{');
            for (i, (key, held)) in pairs.iter().take(longest).enumerate() {
                out.push_str(if i > 0 { ", " } else { "" });
                write_value(key, longest, out);
                out.push_str(": ");
                write_value(held, longest, out);
            }
            out.push('}');
        }
        Value::Object { class, fields } => {
            out.push_str(simple(PortSubstitutes::tuple_of(class).unwrap_or(class)));
            out.push('(');
            for (i, (name, held)) in fields.iter().enumerate() {
                _ = write!(out, "{}{name}=", if i > 0 { ", " } else { "" });
                write_value(held, longest, out);
            }
            out.push(')');
        }
        Value::Enum(name) => out.push_str(PortSubstitutes::unported(name).unwrap_or(name)),
        Value::ExitStatus(status) => _ = write!(out, "exit status {status}"),
        Value::Recipe(recipe) => write_recipe(recipe, longest, out),
        Value::Exception { .. } => out.push_str(&exception(value)),
        Value::Ref(n) => _ = write!(out, "<container {n} again>"),
    }
}

/// Writes a recipe as `Option('a', 'b').setArgs(3)`. The calls of modifiers appear as a chain, even if the modifiers
/// return nothing.
fn write_recipe(recipe: &Recipe, longest: usize, out: &mut String) {
    let qualified = recipe.factory.split('(').next().unwrap_or_default();
    let method = |qualified: &str| qualified.rsplit('.').next().unwrap_or_default().to_owned();
    match &recipe.on {
        Some(on) => {
            write_value(on, longest, out);
            _ = match qualified.strip_suffix(".<init>") {
                Some(class) => write!(out, ".new {}", method(class)),
                None => write!(out, ".{}", method(qualified)),
            };
        }
        None => out.push_str(qualified.strip_suffix(".<init>").unwrap_or(qualified)),
    }
    bracketed("(", ")", recipe.args.iter(), longest, out);
    for step in &recipe.modifiers {
        _ = write!(out, ".{}", method(step.factory.split('(').next().unwrap_or_default()));
        bracketed("(", ")", step.args.iter(), longest, out);
    }
}

fn bracketed<'v>(open: &str, close: &str, items: impl Iterator<Item = &'v Value>, longest: usize, out: &mut String) {
    out.push_str(open);
    for (i, item) in items.take(longest).enumerate() {
        out.push_str(if i > 0 { ", " } else { "" });
        write_value(item, longest, out);
    }
    out.push_str(close);
}

/// Writes a Python string literal. An `Err` in `points` is a lone surrogate, as a UTF-16 code unit.
fn quoted(points: impl Iterator<Item = Result<char, u16>>, longest: usize, out: &mut String) {
    let points: Vec<Result<char, u16>> = points.take(longest.saturating_add(1)).collect();
    let quote = if points.contains(&Ok('\'')) && !points.contains(&Ok('"')) { '"' } else { '\'' };
    out.push(quote);
    for point in points {
        _ = match point {
            Ok('\n') => write!(out, "\\n"),
            Ok('\r') => write!(out, "\\r"),
            Ok('\t') => write!(out, "\\t"),
            Ok('\\') => write!(out, "\\\\"),
            Ok(c) if c == quote => write!(out, "\\{c}"),
            Ok(c) if is_hidden(c) && u32::from(c) <= 0xff => write!(out, "\\x{:02x}", u32::from(c)),
            Ok(c) if is_hidden(c) => write!(out, "\\u{:04x}", u32::from(c)),
            Ok(c) => write!(out, "{c}"),
            Err(unit) => write!(out, "\\u{unit:04x}"),
        };
    }
    out.push(quote);
}

/// Reports whether a character is invisible or changes the display of other characters.
///
/// Control characters count as invisible.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}
