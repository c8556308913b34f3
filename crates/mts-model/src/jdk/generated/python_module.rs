//! Writes the catalogue of the JDK as a module of the Python worker.

use crate::Primitive;
use crate::jdk::behaviours::{BEHAVIOURS, FUNCTION_CLASS};
use crate::jdk::exceptions::EXCEPTIONS;
use crate::jdk::functions::DEFAULT_METHODS;
use crate::jdk::lookup::python_class;
use crate::jdk::row::{JdkType, Order, PythonClass, StreamKind, Substitute, TypeShape};
use crate::jdk::types::{PROCESS_ID, TYPES};
use std::fmt::Write;

/// The path of the Python module in the worker's folder.
pub const PYTHON_MODULE: &str = "mts_harness/values/jdk.py";

/// Returns the text of the Python module.
#[must_use]
pub fn python_module() -> String {
    let mut out =
        String::from("\"\"\"The Python types for Java's types. Generated from the catalogue of the JDK.\"\"\"\n");
    let shaped =
        |shape: TypeShape| TYPES.iter().filter(move |row| row.shape == shape && row.python != PythonClass::Iterator);
    names(&mut out, "LISTS", simple(shaped(TypeShape::Sequence)));
    names(&mut out, "SETS", simple(shaped(TypeShape::Set)));
    names(&mut out, "SORTED_MAPS", simple(shaped(TypeShape::Map).filter(|row| row.order == Order::Sorted)));
    names(&mut out, "OPTIONALS", simple(shaped(TypeShape::Optional)));
    names(&mut out, "ITERATORS", simple(TYPES.iter().filter(|row| row.python == PythonClass::Iterator)));
    names(&mut out, "BUILDERS", simple(TYPES.iter().filter(|row| row.python == PythonClass::Builder)));
    names(&mut out, "CLOSED", simple(TYPES.iter().filter(|row| is_ported(row))));
    let known = TYPES.iter().map(|row| row.name).chain(Primitive::ALL.map(Primitive::keyword));
    pairs(&mut out, "CLASSES", known.filter_map(|name| Some((name, python_class(name)?.to_owned()))));
    let streams = TYPES.iter().filter_map(|row| Some((row.name, row.stream?)));
    pairs(&mut out, "STREAMS", streams.map(|(name, kind)| (name, format!("\"{}\"", stream(kind)))));
    out.push_str("EXCEPTIONS = {\n");
    for row in EXCEPTIONS.iter().filter(|row| row.is_input) {
        if let Some(python) = row.python_class() {
            _ = writeln!(out, "    \"{}.{}\": {python},", row.package, row.name);
        }
    }
    out.push_str("}\n# For each type whose values are made from one text: the Python module, its class, the function that makes a value,
# other classes with the same meaning, and whether both sides print the values.\n");
    pairs(&mut out, "TEXTS", TYPES.iter().filter_map(|row| Some((row.name, text_class(row)?))));
    out.push_str(
        "# For each type whose values are made from named parts: the full name, and the names of the parts.\n",
    );
    pairs(&mut out, "PARTS", TYPES.iter().filter_map(|row| Some((row.name, parts(row)?))));
    _ = writeln!(out, "# The id of a simulated process.\nPROCESS_ID = {PROCESS_ID}");
    _ = writeln!(out, "# The class in the encoding of a function.\nFUNCTION_CLASS = \"{FUNCTION_CLASS}\"");
    out.push_str("# How functions behave, and the functions whose result does not depend on their arguments.\n");
    names(&mut out, "BEHAVIOURS", BEHAVIOURS.iter().map(|row| row.name));
    let results = BEHAVIOURS.iter().filter_map(|row| Some((row.name, row.result?)));
    pairs(&mut out, "RESULTS", results.map(|(name, [_, python])| (name, format!("lambda: {python}"))));
    out.push_str("# The methods of functional interfaces that have a body in Java, in lower case.\n");
    let lower: Vec<String> = DEFAULT_METHODS.iter().map(|name| name.to_lowercase()).collect();
    names(&mut out, "DEFAULT_METHODS", lower.iter().map(String::as_str));
    out
}

/// Reports whether a port may use a Python class instead of a string.
fn is_ported(row: &JdkType) -> bool {
    match row.substitute {
        Some(Substitute::Text(form)) => form.python.is_some(),
        Some(Substitute::Parts(_)) => true,
        Some(Substitute::Properties | Substitute::ThreadFactory | Substitute::Comparator) | None => false,
    }
}

fn stream(kind: StreamKind) -> &'static str {
    match kind {
        StreamKind::Bytes => "BytesRead",
        StreamKind::Text => "TextRead",
        StreamKind::ByteSink => "BytesWritten",
        StreamKind::TextSink => "TextWritten",
    }
}

fn text_class(row: &JdkType) -> Option<String> {
    let form = row.text_form()?;
    let python = form.python?;
    let also: String = python.also.iter().map(|name| format!("\"{name}\", ")).collect();
    let is_printed = if form.print.is_some() { "True" } else { "False" };
    Some(format!(
        "(\"{}\", \"{}\", \"{}\", ({}), {is_printed})",
        python.module,
        python.class,
        python.make,
        also.trim_end(),
    ))
}

fn parts(row: &JdkType) -> Option<String> {
    let Some(Substitute::Parts(parts)) = row.substitute else { return None };
    let names: Vec<String> = parts.iter().map(|part| format!("\"{}\"", part.name)).collect();
    Some(format!("(\"{}\", {{{}}})", row.qualified(), names.join(", ")))
}

fn simple<'r>(rows: impl Iterator<Item = &'r JdkType>) -> impl Iterator<Item = &'r str> {
    rows.map(|row| row.name)
}

/// Writes a Python set of strings.
fn names<'r>(out: &mut String, name: &str, names: impl Iterator<Item = &'r str>) {
    let all: Vec<String> = names.map(|name| format!("\"{name}\"")).collect();
    _ = writeln!(out, "{name} = {{{}}}", all.join(", "));
}

/// Writes a Python dictionary from strings to Python code.
fn pairs<'r>(out: &mut String, name: &str, rows: impl Iterator<Item = (&'r str, String)>) {
    _ = writeln!(out, "{name} = {{");
    for (java, python) in rows {
        _ = writeln!(out, "    \"{java}\": {python},");
    }
    out.push_str("}\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generated_worker_code_has_the_types_of_the_catalogue() {
        let python = python_module();
        for line in [
            "ITERATORS = {\"Iterator\", \"ListIterator\"}",
            "SORTED_MAPS = {\"TreeMap\", \"SortedMap\", \"NavigableMap\", \"ConcurrentSkipListMap\"}",
            "    \"char\": str,",
            "    \"PrintWriter\": \"TextWritten\",",
            "    \"java.lang.Throwable\": Exception,",
            "    \"File\": (\"pathlib\", \"Path\", \"\", (\"pathlib.PurePath\", \"os.PathLike\",), False),",
            "    \"Duration\": (\"java.time.Duration\", {\"millis\"}),",
            "    \"float\": lambda: 1.5,",
        ] {
            assert!(python.lines().any(|own| own == line), "{line}\n{python}");
        }
    }
}
