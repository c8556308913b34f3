//! Writes the catalogue of the JDK as a class of the Java worker.

use crate::jdk::behaviours::{BEHAVIOURS, FUNCTION_CLASS};
use crate::jdk::effects;
use crate::jdk::row::{JdkType, Substitute, TextForm};
use crate::jdk::types::{PROCESS_ID, TYPES};
use std::fmt::Write;

/// The path of the Java source file in the worker's folder.
pub const JAVA_FILE: &str = "values/JdkCatalogue.java";

/// Returns the text of the Java class.
#[must_use]
pub fn java_source() -> String {
    let substituted =
        TYPES.iter().filter(|row| matches!(row.substitute, Some(Substitute::Text(_) | Substitute::Parts(_))));
    let substituted = substituted.map(|row| format!("type == {}.class", row.qualified()));
    let plain = texts().filter(|(_, form)| form.print.is_none());
    let plain = plain.map(|(row, _)| format!("o instanceof {}", row.qualified()));
    let make =
        texts().map(|(row, form)| (format!("type == {}.class", row.qualified()), form.java.replace("{}", "text")));
    let print = texts().filter_map(|(row, form)| Some((row.qualified(), form.print?)));
    let print =
        print.map(|(class, print)| (format!("o instanceof {class}"), print.replace("{}", &format!("(({class}) o)"))));
    let results = BEHAVIOURS.iter().filter_map(|row| Some((row.name, row.result?)));
    let results = results.map(|(name, [java, _])| (format!("behaviour.equals(\"{name}\")"), java.to_owned()));
    let pure = TYPES.iter().filter(|row| row.is_pure || row.has_pure_statics).map(JdkType::qualified);
    let immutable = TYPES.iter().filter(|row| row.is_immutable).map(JdkType::qualified);
    let collections = TYPES.iter().filter(|row| row.is_collection() && row.is_pure).map(JdkType::qualified);
    let members = [
        constant("long", "PROCESS_ID", &format!("{PROCESS_ID}L"), "The id of a simulated process."),
        constant(
            "String",
            "FUNCTION_CLASS",
            &format!("\"{FUNCTION_CLASS}\""),
            "The class in the encoding of a function.",
        ),
        set("BEHAVIOURS", BEHAVIOURS.iter().map(|row| row.name.to_owned()), "The behaviours of functions."),
        set("PURE", pure, "The types with pure methods or pure static members."),
        set("IMMUTABLE", immutable, "The types whose values do not change."),
        set("COLLECTIONS", collections, "The collections with pure methods."),
        words(
            "UNSTEADY",
            effects::UNSTEADY_STATICS,
            "The static members of pure types that depend on more than their arguments.",
        ),
        words("STATELESS_LANG", effects::STATELESS_LANG, "Further types of {@code java.lang} without own state."),
        words("STATELESS_PACKAGES", effects::STATELESS_PACKAGES, "The packages whose classes have no own state."),
        words(
            "STATELESS_STATICS",
            effects::STATELESS_STATICS,
            "The static methods of classes with own state that change only their arguments.",
        ),
        words(
            "STATEFUL_UTIL",
            effects::STATEFUL_UTIL,
            "The classes of {@code java.util} that use state of the process or draw random numbers.",
        ),
        words(
            "PROCESS_SETTERS",
            effects::PROCESS_SETTERS,
            "The first words of the static methods that change the whole process.",
        ),
        words(
            "HARMLESS_SETTERS",
            effects::HARMLESS_SETTERS,
            "The classes whose static methods with such a name do not count.",
        ),
        words(
            "SHARED_GETTERS",
            effects::SHARED_GETTERS,
            "The beginnings of methods that return an object of all code.",
        ),
        words("SHARED_PACKAGES", effects::SHARED_PACKAGES, "The packages whose objects are the same for all code."),
        words(
            "INDIRECT_CALLS",
            effects::INDIRECT_CALLS,
            "The beginnings of methods that run code which the class file of the caller does not name.",
        ),
        words("RESTORED_SETTERS", effects::RESTORED_SETTERS, "The setters of {@code System} that a worker undoes."),
        test(
            "isSubstituted(Class<?> type)",
            substituted,
            "Returns whether a text or named parts encode the values of a type.",
        ),
        test("isText(Object o)", plain, "Returns whether the text of this value is the result of its `toString`."),
        choice(
            "Object make(Class<?> type, String text)",
            make,
            "Returns the value of this text; null if no row of the catalogue has this type.",
        ),
        choice(
            "String print(Object o)",
            print,
            "Returns the text of a value that both sides print; null for any other value.",
        ),
        choice(
            "Object result(String behaviour)",
            results,
            "Returns the result of a function that does not depend on its arguments; null for other behaviours.",
        ),
    ];
    format!(
        "package mts_harness;\n\nimport java.util.Set;\n\n\
         /** Facts about the types of the JDK. Generated from the catalogue of the JDK. */\n\
         final class JdkCatalogue {{\n{}\n    private JdkCatalogue() {{}}\n}}\n",
        members.concat()
    )
}

fn texts() -> impl Iterator<Item = (&'static JdkType, TextForm)> {
    TYPES.iter().filter_map(|row| Some((row, row.text_form()?)))
}

fn constant(ty: &str, name: &str, value: &str, doc: &str) -> String {
    format!("    /** {doc} */\n    static final {ty} {name} = {value};\n")
}

fn set(name: &str, members: impl Iterator<Item = String>, doc: &str) -> String {
    let members: Vec<String> = members.map(|member| format!("\"{member}\"")).collect();
    constant("Set<String>", name, &format!("Set.of({})", members.join(", ")), doc)
}

fn words(name: &str, words: &[&str], doc: &str) -> String {
    set(name, words.iter().map(|word| (*word).to_owned()), doc)
}

/// Returns the text of a Java predicate that is true if a condition is true.
fn test(head: &str, conditions: impl Iterator<Item = String>, doc: &str) -> String {
    let conditions: Vec<String> = conditions.collect();
    let all = conditions.join("\n                || ");
    format!("\n    /** {doc} */\n    static boolean {head} {{\n        return {all};\n    }}\n")
}

/// Returns the text of a Java method with one result for each condition.
///
/// The result of the method is the value of the first true condition, or null.
fn choice(head: &str, cases: impl Iterator<Item = (String, String)>, doc: &str) -> String {
    let mut out = format!("\n    /** {doc} */\n    static {head} {{\n");
    for (condition, value) in cases {
        _ = writeln!(out, "        if ({condition}) {{\n            return {value};\n        }}");
    }
    out + "        return null;\n    }\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generated_worker_code_has_the_types_of_the_catalogue() {
        let java = java_source();
        for text in ["return java.nio.file.Path.of(text);", "|| type == java.lang.Process.class", "return 1.5f;"] {
            assert!(java.contains(text), "{text}\n{java}");
        }
    }
}
