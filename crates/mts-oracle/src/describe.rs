//! Values, inputs and outcomes as short texts for people, in Python notation: the one both sides of a
//! port can be read in. Owns the wording and the length; where the text is shown is the renderers'.

use super::compare::{Rules, resolve};
use super::exceptions::simple;
use super::outcomes::{self, Part};
use super::place::Place;
use mts_model::aliasing::{containers, expanded};
use mts_model::value::float_text;
use mts_model::{Input, Language, Outcome, PortSubstitutes, Reason, Recipe, State, Value};
use std::fmt::Write;

/// Longest text of one value, in characters; what is cut off is told by `...`.
pub const LONGEST: usize = 160;
/// Integers of more bits read in hexadecimal.
const MOST_BITS_IN_DECIMAL: u64 = 10_000;

/// How large an input is, to find the one that is read most easily: absolute values of numbers, lengths
/// of strings and collections, all added up.
#[must_use]
pub fn size(input: &Input) -> u128 {
    let all = input.receiver.iter().flatten().chain(&input.args);
    all.fold(0, |sum: u128, value| sum.saturating_add(value.extent()))
}

/// A value in Python notation, at most [`LONGEST`] characters.
#[must_use]
pub fn value(value: &Value) -> String {
    capped(value, LONGEST)
}

/// A value in Python notation, at most `longest` characters and the mark of the cut.
#[must_use]
pub fn capped(value: &Value, longest: usize) -> String {
    let mut out = String::new();
    write_value(value, longest, &mut out);
    cut(out, longest)
}

/// An input as `name = value` for each parameter; a receiver is shown by its constructor's arguments.
/// Parameters without a name are numbered.
#[must_use]
pub fn input(names: &[String], input: &Input) -> String {
    let mut parts = Vec::new();
    if let Some(receiver) = &input.receiver {
        let args: Vec<String> = receiver.iter().map(value).collect();
        parts.push(match receiver.as_slice() {
            [Value::Made(_)] => format!("self = {}", args.concat()),
            _ => format!("self = new({})", args.join(", ")),
        });
    }
    let numbered =
        (0..input.args.len()).map(|at| names.get(at).cloned().unwrap_or_else(|| format!("argument {}", at + 1)));
    parts.extend(held(&numbered.collect::<Vec<_>>(), &input.args));
    if parts.is_empty() { "no arguments".to_owned() } else { parts.join(", ") }
}

/// `name = value` for each variable of a state; `b is a` where a variable holds the object that another one holds.
#[must_use]
pub fn held(names: &[impl AsRef<str>], values: &[Value]) -> Vec<String> {
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

/// What a call did, as far as `part` of it is in question: `returns [-4, -3]`,
/// `raises ZeroDivisionError: division by zero`, `leaves a = [1]`, `prints "x\n"`.
#[must_use]
pub fn outcome(outcome: &Outcome, side: Language, part: Part, names: &[String]) -> String {
    let (what, value) = told(outcome, side, part, names, None);
    what + &cut(value, LONGEST)
}

/// What both sides did, as far as `part` is in question: of objects the place that differs, of long values
/// what is around their difference.
#[must_use]
pub fn both(java: &Outcome, python: &Outcome, part: Part, names: &[String]) -> (String, String) {
    let rules = Rules::default();
    let place = outcomes::place(java, python, part, &rules);
    let told = |outcome, side| told(outcome, side, part, names, place.as_ref());
    let ((what_java, a), (what_python, b)) = (told(java, Language::Java), told(python, Language::Python));
    let shared = a.chars().zip(b.chars()).take_while(|(x, y)| x == y).count();
    (what_java + &cut_around(a, shared), what_python + &cut_around(b, shared))
}

/// What a call did as a verb and the value it is about, whole.
fn told(
    outcome: &Outcome,
    side: Language,
    part: Part,
    names: &[String],
    place: Option<&Place<'_>>,
) -> (String, String) {
    let plain = |text: String| (text, String::new());
    let inside = place.map(|place| {
        let (paths, values) = (place.paths(), place.values);
        if side == Language::Java { (paths.0, values.0) } else { (paths.1, values.1) }
    });
    let inside = inside.filter(|(path, _)| !path.is_empty());
    match (outcome.state, part) {
        (State::Ok | State::Exception, Part::Argument(i)) => {
            let name = names.get(i).cloned().unwrap_or_else(|| format!("argument {}", i + 1));
            match (inside, outcome.args.get(i).and_then(Option::as_ref)) {
                (Some((path, after)), _) => (format!("leaves {name}{path} = "), whole(after)),
                (None, Some(after)) => (format!("leaves {name} = "), whole(after)),
                (None, None) => plain(format!("leaves {name} as it was")),
            }
        }
        (State::Ok | State::Exception, Part::Receiver) => match (inside, &outcome.receiver) {
            (Some((path, after)), _) => (format!("leaves self{path} = "), whole(after)),
            (None, Some(after)) => ("leaves self = ".to_owned(), whole(after)),
            (None, None) => plain("leaves no receiver".to_owned()),
        },
        (State::Ok | State::Exception, Part::Stdout) => {
            ("prints ".to_owned(), whole(&Value::Str(outcome.stdout.clone())))
        }
        (State::Ok, _) if matches!(outcome.value, Value::ExitStatus(_)) => {
            plain(format!("ends with {}", capped(&outcome.value, LONGEST)))
        }
        (State::Ok, _) if outcome.value == Value::Null && side == Language::Java => {
            plain("returns nothing or null".to_owned())
        }
        (State::Ok, _) => match inside {
            Some((path, held)) => (format!("returns an object whose {} = ", path.trim_start_matches('.')), whole(held)),
            None => ("returns ".to_owned(), whole(&outcome.value)),
        },
        (State::Exception, _) => {
            let verb = if side == Language::Java { "throws" } else { "raises" };
            plain(format!("{verb} {}", exception(&outcome.value)))
        }
        (State::Timeout, _) => plain(with_reason("does not end in its budget", &outcome.reason)),
        (State::NotCompiled, _) if side == Language::Java => plain(with_reason("does not compile", &outcome.reason)),
        (State::NotCompiled, _) => plain(with_reason("does not parse or import", &outcome.reason)),
        (State::Incomplete, _) => plain(with_reason("ends without an outcome", &outcome.reason)),
        (State::Missing, _) => plain("has no translation".to_owned()),
    }
}

/// A value with all of it that anyone would look for a difference in.
fn whole(value: &Value) -> String {
    capped(value, 20_000)
}

/// Cuts a text to [`LONGEST`] characters such that what follows its first `shared` ones is seen.
fn cut_around(text: String, shared: usize) -> String {
    /// Characters before the difference that are shown.
    const BEFORE: usize = 40;
    if shared + BEFORE <= LONGEST || text.chars().count() <= LONGEST {
        return cut(text, LONGEST);
    }
    let rest: String = text.chars().skip(shared - BEFORE).collect();
    format!("...{}", cut(rest, LONGEST))
}

/// An exception as `Class: message`, without package and base classes.
fn exception(value: &Value) -> String {
    let Value::Exception { class, message } = value else { return capped(value, LONGEST) };
    let own = simple(class.split('<').next().unwrap_or_default());
    let line = message.lines().next().unwrap_or_default();
    cut(if line.is_empty() { own.to_owned() } else { format!("{own}: {line}") }, LONGEST)
}

fn with_reason(what: &str, reason: &Reason) -> String {
    let reason = reason.to_string();
    let line = reason.lines().next().unwrap_or_default();
    if line.is_empty() { what.to_owned() } else { cut(format!("{what} ({line})"), LONGEST) }
}

/// Cuts a text to `longest` characters and says so.
fn cut(text: String, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text,
    }
}

/// Writes until there is more than `longest` bytes; the caller cuts.
fn write_value(value: &Value, longest: usize, out: &mut String) {
    if out.len() > longest.saturating_mul(4) {
        return;
    }
    match value {
        Value::Null => out.push_str("None"),
        Value::Bool(b) => out.push_str(if *b { "True" } else { "False" }),
        Value::Int(n) => _ = write!(out, "{n}"),
        // Decimal digits take time by the square of their number.
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
        Value::Enum(name) => out.push_str(name),
        Value::ExitStatus(status) => _ = write!(out, "exit status {status}"),
        Value::Made(recipe) => made(recipe, longest, out),
        Value::Exception { .. } => out.push_str(&exception(value)),
        Value::Ref(n) => _ = write!(out, "<container {n} again>"),
    }
}

/// `Option('a', 'b').setArgs(3)`: steps read as a chain, whatever they return.
fn made(recipe: &Recipe, longest: usize, out: &mut String) {
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

/// A Python string literal; a lone surrogate comes as an error with its unit.
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

/// Control characters, and those that change the order or the visibility of others.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::InputOrigin;

    #[test]
    fn a_giant_integer_reads_in_hexadecimal() {
        let giant = num_bigint::BigInt::from(-3) << 20_000_000u32;
        assert!(value(&Value::integer(giant)).starts_with("-0x30000"));
        let large = num_bigint::BigInt::from(1) << 200u32;
        assert_eq!(value(&Value::integer(large)), "1606938044258990275541962092341162602522202993782792835301376");
    }

    #[test]
    fn values_read_as_python() {
        let list = Value::List(vec![Value::Int(-4), Value::Float(2.0), Value::Null, Value::Bool(true)]);
        assert_eq!(value(&list), "[-4, 2.0, None, True]");
        let map = Value::Map(vec![(Value::Str("it's".into()), Value::Set(vec![]))]);
        assert_eq!(value(&map), "{\"it's\": set()}");
        let object = Value::Object { class: "acme.Money$Part".into(), fields: vec![("cents".into(), Value::Int(3))] };
        assert_eq!(value(&object), "Part(cents=3)");
        // That the port has a tuple for it is no part of its name.
        let marked = Value::Object { class: format!("{}Part", PortSubstitutes::TUPLE), fields: Vec::new() };
        assert_eq!(value(&marked), "Part()");
        assert_eq!(value(&Value::Bytes(vec![0x41, 0xff])), "b'A\\xff'");
    }

    #[test]
    fn what_hides_in_a_string_is_shown() {
        assert_eq!(value(&Value::Str("a\u{202e}\u{7}\n".into())), "'a\\u202e\\x07\\n'");
        assert_eq!(value(&Value::Utf16(vec![0x61, 0xd800])), "'a\\ud800'");
    }

    #[test]
    fn a_long_value_is_cut_and_says_so() {
        let text = value(&Value::List(vec![Value::Int(1_000_000); 10_000]));
        assert_eq!(text.chars().count(), LONGEST + 3);
        assert!(text.ends_with("..."));
    }

    #[test]
    fn inputs_name_their_parameters() {
        let given = Input { receiver: None, args: vec![Value::Int(-7), Value::Int(2)], origin: InputOrigin::Suite };
        assert_eq!(input(&["cents".into(), "parts".into()], &given), "cents = -7, parts = 2");
        let method = Input { receiver: Some(vec![Value::Int(1)]), args: vec![], origin: InputOrigin::Suite };
        assert_eq!(input(&[], &method), "self = new(1)");
    }

    #[test]
    fn an_exception_is_thrown_in_java_and_raised_in_python() {
        let mut thrown = Outcome::new(State::Exception);
        thrown.value = Value::Exception {
            class: "java.lang.ArithmeticException<java.lang.Exception".into(),
            message: "/ by zero".into(),
        };
        assert_eq!(outcome(&thrown, Language::Java, Part::Return, &[]), "throws ArithmeticException: / by zero");
        thrown.value = Value::Exception { class: "ZeroDivisionError<ArithmeticError".into(), message: String::new() };
        assert_eq!(outcome(&thrown, Language::Python, Part::Return, &[]), "raises ZeroDivisionError");
    }

    #[test]
    fn long_values_are_cut_around_their_difference() {
        let returned = |last: i64| {
            let items: Vec<Value> = (0..500).chain([last]).chain(0..500).map(Value::Int).collect();
            Outcome { value: Value::List(items), ..Outcome::new(State::Ok) }
        };
        let (java, python) = both(&returned(-77), &returned(-88), Part::Return, &[]);
        assert!(java.starts_with("returns ...") && java.contains("498, 499, -77, 0, 1"), "{java}");
        assert!(python.contains("498, 499, -88, 0, 1") && python.ends_with("..."), "{python}");
        let short = both(&returned(1), &Outcome::ended(State::Timeout, Reason::Ticks), Part::State, &[]);
        assert_eq!(short.1, "does not end in its budget (ticks)");
    }

    #[test]
    fn of_receivers_the_field_that_differs_is_shown() {
        let left = |own: &str, n: i64| {
            let fields = vec![("zero".to_owned(), Value::Int(0)), (own.to_owned(), Value::Int(n))];
            let receiver = Some(Value::Object { class: "C".into(), fields });
            Outcome { receiver, ..Outcome::new(State::Ok) }
        };
        let (java, python) = both(&left("bitCount", 1), &left("_bit_count", 2), Part::Receiver, &[]);
        assert_eq!((java.as_str(), python.as_str()), ("leaves self.bitCount = 1", "leaves self._bit_count = 2"));
    }

    #[test]
    fn calls_that_throw_alike_show_the_argument_in_which_they_differ() {
        let thrown = |n: i64| {
            let value = Value::Exception { class: "ValueError".into(), message: String::new() };
            Outcome { value, args: vec![Some(Value::List(vec![Value::Int(n)]))], ..Outcome::new(State::Exception) }
        };
        let (java, python) = both(&thrown(1), &thrown(2), Part::Argument(0), &["a".into()]);
        assert_eq!((java.as_str(), python.as_str()), ("leaves a = [1]", "leaves a = [2]"));
    }

    #[test]
    fn an_inputs_size_is_the_sum_of_its_numbers_and_lengths() {
        let of = |args: Vec<Value>| size(&Input { receiver: None, args, origin: InputOrigin::Suite });
        assert_eq!(of(vec![Value::Int(-7), Value::Str("abc".into()), Value::Bool(true)]), 11);
        assert_eq!(of(vec![Value::List(vec![Value::Int(2), Value::Int(3)])]), 7);
        assert!(of(vec![Value::Float(f64::NAN)]) > of(vec![Value::Int(i64::MIN)]));
    }

    #[test]
    fn a_changed_argument_is_named() {
        let mut done = Outcome::new(State::Ok);
        done.args = vec![Some(Value::List(vec![Value::Int(1)]))];
        assert_eq!(outcome(&done, Language::Python, Part::Argument(0), &["a".into()]), "leaves a = [1]");
    }
}
