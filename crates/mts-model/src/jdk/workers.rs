//! The text of the catalogue for the workers: a Python module and a Java class.

use super::exceptions::EXCEPTIONS;
use super::lookup::python_class;
use super::row::{JdkType, Order, PythonClass, StreamKind, Substitute, TypeShape};
use super::types::TYPES;
use crate::Primitive;
use std::fmt::Write;

/// The path of the Python module in the worker's folder.
pub const PYTHON_MODULE: &str = "mts_harness/values/jdk.py";

/// The path of the Java source file in the worker's folder.
pub const JAVA_FILE: &str = "values/JdkTexts.java";

/// Returns the text of the Python module.
#[must_use]
pub fn python_module() -> String {
    let mut out =
        String::from("\"\"\"The Python types for Java's types. Generated from the catalogue of the JDK.\"\"\"\n");
    let shaped =
        |shape: TypeShape| TYPES.iter().filter(move |row| row.shape == shape && row.python != PythonClass::Iterator);
    names(&mut out, "LISTS", shaped(TypeShape::Sequence));
    names(&mut out, "SETS", shaped(TypeShape::Set));
    names(&mut out, "SORTED_MAPS", shaped(TypeShape::Map).filter(|row| row.order == Order::Sorted));
    names(&mut out, "ITERATORS", TYPES.iter().filter(|row| row.python == PythonClass::Iterator));
    names(&mut out, "BUILDERS", TYPES.iter().filter(|row| row.python == PythonClass::Builder));
    names(&mut out, "CLOSED", TYPES.iter().filter(|row| is_ported(row)));
    let known = TYPES.iter().map(|row| row.name).chain(Primitive::ALL.map(Primitive::keyword));
    pairs(&mut out, "CLASSES", known.filter_map(|name| Some((name, python_class(name)?))), false);
    let streams = TYPES.iter().filter_map(|row| Some((row.name, row.stream?)));
    pairs(&mut out, "STREAMS", streams.map(|(name, kind)| (name, stream(kind))), true);
    out.push_str("EXCEPTIONS = {\n");
    for row in EXCEPTIONS.iter().filter(|row| row.is_input) {
        if let Some(python) = row.python_class() {
            _ = writeln!(out, "    \"{}.{}\": {python},", row.package, row.name);
        }
    }
    out.push_str("}\n# For each type whose values are made from one text: the Python module, its class, the function that makes a value,
# other classes with the same meaning, and whether both sides print the values.\nTEXTS = {\n");
    for row in TYPES {
        if let Some((form, python)) = row.text_form().and_then(|form| Some((form, form.python?))) {
            let also: String = python.also.iter().map(|name| format!("\"{name}\", ")).collect();
            let (name, module) = (row.name, python.module);
            _ = writeln!(
                out,
                "    \"{name}\": (\"{module}\", \"{}\", \"{}\", ({}), {}),",
                python.class,
                python.make,
                also.trim_end(),
                if form.print.is_some() { "True" } else { "False" },
            );
        }
    }
    out.push_str("}\n");
    out
}

/// Returns the text of the Java class.
#[must_use]
pub fn java_source() -> String {
    let texts = || TYPES.iter().filter_map(|row| Some((row, row.text_form()?)));
    let mut out = String::from(
        "package mts_harness;\n\n/** JDK types whose values are made from one text. Generated from the catalogue of the JDK. */\n\
         final class JdkTexts {\n    private JdkTexts() {}\n\n    \
         /** Returns whether values of this type are made from one text. */\n    static boolean holds(Class<?> type) {\n        return ",
    );
    let tests: Vec<String> = texts().map(|(row, _)| format!("type == {}.class", row.qualified())).collect();
    out.push_str(&tests.join("\n                || "));
    out.push_str(";\n    }\n\n    /** Returns whether this is such a value whose text is the result of its `toString`. */\n    static boolean isOne(Object o) {\n        return ");
    let written = texts().filter(|(_, form)| form.print.is_none());
    let tests: Vec<String> = written.map(|(row, _)| format!("o instanceof {}", row.qualified())).collect();
    out.push_str(&tests.join("\n                || "));
    out.push_str(";\n    }\n\n    /** Returns the value of this text; null if no row of the catalogue has this type. */\n    static Object make(Class<?> type, String text) {\n");
    for (row, form) in texts() {
        _ = writeln!(
            out,
            "        if (type == {}.class) {{\n            return {};\n        }}",
            row.qualified(),
            form.java.replace("{}", "text")
        );
    }
    out.push_str(
        "        return null;\n    }\n\n    /** Returns the text of a value that both sides print; null for any other value. */\n    \
         static String print(Object o) {\n",
    );
    for (row, print) in texts().filter_map(|(row, form)| Some((row, form.print?))) {
        let class = row.qualified();
        let print = print.replace("{}", &format!("(({class}) o)"));
        _ = writeln!(out, "        if (o instanceof {class}) {{\n            return {print};\n        }}");
    }
    out.push_str("        return null;\n    }\n}\n");
    out
}

/// Reports whether a port may use a Python class, not a string, for values of this type.
fn is_ported(row: &JdkType) -> bool {
    match row.substitute {
        Some(Substitute::Text(form)) => form.python.is_some(),
        Some(Substitute::Duration | Substitute::Class | Substitute::Thread | Substitute::Process) => true,
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

fn names<'r>(out: &mut String, name: &str, rows: impl Iterator<Item = &'r JdkType>) {
    let all: Vec<String> = rows.map(|row| format!("\"{}\"", row.name)).collect();
    _ = writeln!(out, "{name} = {{{}}}", all.join(", "));
}

/// Writes a Python dictionary. With `quoted`, the values are Python strings.
fn pairs<'r>(out: &mut String, name: &str, rows: impl Iterator<Item = (&'r str, &'r str)>, quoted: bool) {
    _ = writeln!(out, "{name} = {{");
    for (java, python) in rows {
        let python = if quoted { format!("\"{python}\"") } else { python.to_owned() };
        _ = writeln!(out, "    \"{java}\": {python},");
    }
    out.push_str("}\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_type_has_one_row() {
        let mut names: Vec<&str> = TYPES.iter().map(|row| row.name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|two| two[0] != two[1]), "{names:?}");
        assert!(EXCEPTIONS.windows(2).all(|two| two[0].name < two[1].name));
    }

    #[test]
    fn the_workers_know_what_the_catalogue_knows() {
        let python = python_module();
        for line in [
            "ITERATORS = {\"Iterator\", \"ListIterator\"}",
            "SORTED_MAPS = {\"TreeMap\", \"SortedMap\", \"NavigableMap\", \"ConcurrentSkipListMap\"}",
            "    \"char\": str,",
            "    \"PrintWriter\": \"TextWritten\",",
            "    \"java.lang.Throwable\": Exception,",
            "    \"File\": (\"pathlib\", \"Path\", \"\", (\"pathlib.PurePath\", \"os.PathLike\",), False),",
        ] {
            assert!(python.lines().any(|own| own == line), "{line}\n{python}");
        }
        assert!(java_source().contains("return java.nio.file.Path.of(text);"), "{}", java_source());
    }
}
