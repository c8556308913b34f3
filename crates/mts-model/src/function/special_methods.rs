//! Python's special methods such as `__eq__`: their Java counterparts, and rules for some of them.
//!
//! [`python_module`] generates a Python module with these rules for the Python worker.

use std::fmt::Write;

/// The path of the generated module in the Python worker's folder.
pub const PYTHON_MODULE: &str = "mts_harness/objects/special_methods.py";

/// The methods that Python calls for statements and for deleted objects.
///
/// A statement has no value, so the results of these methods do not count.
const STATEMENTS: [&str; 5] = ["__setitem__", "__delitem__", "__setattr__", "__exit__", "__del__"];

/// The names of operators in augmented assignments: `add` stands for `__iadd__`, the method of `a += b`.
const IN_PLACE: [&str; 13] =
    ["add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "pow", "lshift", "rshift", "and", "or", "xor"];

/// The arguments of special methods whose Java counterparts have no parameters.
///
/// Each argument is Python code. The arguments of `__exit__` say that no exception left the block. `__deepcopy__` gets
/// a new empty memo.
const PASSED: [(&str, &[&str]); 2] = [("__exit__", &["None", "None", "None"]), ("__deepcopy__", &["{}"])];

/// The Python names of a Java method, the usual name first.
///
/// The tuple has the Java name, its number of parameters (`None` for any number), and the Python
/// names.
type NameConvention = (&'static str, Option<usize>, &'static [&'static str]);

#[rustfmt::skip]
const NAMES: &[NameConvention] = &[
    ("toString", None, &["__str__", "__repr__", "to_string", "to_str", "as_string"]),
    ("equals", Some(1), &["__eq__", "equal", "eq"]),
    ("hashCode", Some(0), &["__hash__", "hash"]),
    ("compareTo", Some(1), &["__lt__", "__cmp__", "cmp", "compare"]),
    ("compare", Some(2), &["compare", "cmp"]),
    ("iterator", Some(0), &["__iter__"]),
    ("next", Some(0), &["__next__"]),
    ("size", Some(0), &["__len__", "length"]),
    ("length", Some(0), &["__len__", "size"]),
    ("isEmpty", Some(0), &["__bool__", "empty"]),
    ("contains", Some(1), &["__contains__", "has"]),
    ("containsKey", Some(1), &["__contains__", "has"]),
    ("get", Some(1), &["__getitem__"]),
    ("charAt", Some(1), &["__getitem__"]),
    ("set", Some(2), &["__setitem__"]),
    ("put", Some(2), &["__setitem__", "set"]),
    ("remove", Some(1), &["__delitem__", "delete", "discard"]),
    ("delete", Some(1), &["__delitem__", "remove"]),
    ("add", Some(1), &["__add__", "append", "__iadd__"]),
    ("plus", Some(1), &["__add__", "add"]),
    ("subtract", Some(1), &["__sub__", "sub"]),
    ("minus", Some(1), &["__sub__", "sub"]),
    ("multiply", Some(1), &["__mul__", "mul", "__matmul__"]),
    ("times", Some(1), &["__mul__", "mul"]),
    ("divide", Some(1), &["__truediv__", "__floordiv__", "div"]),
    ("mod", Some(1), &["__mod__"]),
    ("remainder", Some(1), &["__mod__"]),
    ("negate", Some(0), &["__neg__", "neg"]),
    ("abs", Some(0), &["__abs__"]),
    ("pow", Some(1), &["__pow__"]),
    ("and", Some(1), &["__and__"]),
    ("or", Some(1), &["__or__"]),
    ("xor", Some(1), &["__xor__"]),
    ("not", Some(0), &["__invert__", "invert"]),
    ("intValue", Some(0), &["__int__", "to_int"]),
    ("doubleValue", Some(0), &["__float__", "to_float"]),
    ("clone", Some(0), &["__copy__", "copy", "__deepcopy__"]),
    ("close", Some(0), &["__exit__"]),
    ("finalize", Some(0), &["__del__"]),
    ("call", None, &["__call__"]),
    ("apply", None, &["__call__"]),
    ("accept", None, &["__call__"]),
    ("run", None, &["__call__"]),
];

/// Reports whether Python calls a special method for a statement or a deleted object.
///
/// The result of such a method does not count.
#[must_use]
pub fn is_statement(name: &str) -> bool {
    STATEMENTS.contains(&name)
}

/// Reports whether a special method implements an augmented assignment such as `a += b`.
#[must_use]
pub fn is_in_place(name: &str) -> bool {
    let operator = name.strip_prefix("__i").and_then(|rest| rest.strip_suffix("__"));
    operator.is_some_and(|operator| IN_PLACE.contains(&operator))
}

/// Returns the arguments of a special method whose Java counterpart has no parameters.
///
/// Each argument is Python code. `None` for other methods.
#[must_use]
pub fn passed_arguments(name: &str) -> Option<&'static [&'static str]> {
    PASSED.iter().find(|(special, _)| *special == name).map(|(_, arguments)| *arguments)
}

/// Returns the conventional Python names of a Java method, the usual name first.
pub fn python_names(java: &str, params: usize) -> impl Iterator<Item = &'static str> + use<> {
    let java = java.to_owned();
    let fits = move |row: &&NameConvention| row.0 == java && row.1.is_none_or(|wanted| wanted == params);
    NAMES.iter().filter(fits).flat_map(|row| row.2.iter().copied())
}

/// Returns the text of the Python module with these rules.
#[must_use]
pub fn python_module() -> String {
    let mut out = String::from(
        "\"\"\"The special methods of Python with rules of their own. Generated from the table of the tool.\"\"\"\n\n\
         # Python calls these methods for statements and for deleted objects, so no expression gets their results.\n",
    );
    let quoted = |names: Vec<String>| names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    // A `String` takes any text.
    _ = writeln!(out, "STATEMENTS = frozenset(({}))", quoted(STATEMENTS.map(str::to_owned).into()));
    out.push_str("# The methods of augmented assignments, such as `+=`.\n");
    _ = writeln!(out, "IN_PLACE = frozenset(({}))", quoted(IN_PLACE.map(|name| format!("__i{name}__")).into()));
    out.push_str(
        "# The arguments that Python passes to a method whose Java counterpart has none, made anew for each call.\n",
    );
    let passed = PASSED.map(|(name, arguments)| format!("\"{name}\": lambda: ({},)", arguments.join(", ")));
    _ = writeln!(out, "PASSED = {{{}}}", passed.join(", "));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_python_module_has_each_method_of_the_table() {
        let python = python_module();
        let names = STATEMENTS.into_iter().chain(PASSED.map(|(name, _)| name)).map(str::to_owned);
        for name in names.chain(IN_PLACE.map(|operator| format!("__i{operator}__"))) {
            assert!(python.contains(&format!("\"{name}\"")), "{name} is not in\n{python}");
        }
        assert!(is_in_place("__iadd__") && !is_in_place("__init__") && !is_in_place("__add__"));
        assert_eq!(passed_arguments("__deepcopy__"), Some(&["{}"][..]));
    }
}
