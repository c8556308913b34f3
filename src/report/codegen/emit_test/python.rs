//! Writes a finding as a pytest file.
//!
//! The file expects the outcome of Java from the port.

use super::case::{FunctionCase, TestTarget, replaced, shared_fields};
use crate::report::codegen::Refusal;
use crate::report::codegen::python::{self, PythonWriter, is_name, quoted};
use crate::report::escape::terminal as safe;
use mts_model::report::PortCallKind;
use mts_model::value::tolerance::ABSOLUTE_TOLERANCE;
use mts_model::{ComponentKind, Reason, ReturnConvention, State, Value, python_exception_name};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Exceptions that a pytest file can name without an import.
const BUILT_IN: [&str; 20] = [
    "ArithmeticError",
    "AssertionError",
    "AttributeError",
    "EOFError",
    "FileNotFoundError",
    "IndexError",
    "KeyError",
    "LookupError",
    "MemoryError",
    "NotImplementedError",
    "OSError",
    "OverflowError",
    "PermissionError",
    "RecursionError",
    "RuntimeError",
    "StopIteration",
    "TimeoutError",
    "TypeError",
    "ValueError",
    "ZeroDivisionError",
];

/// The time limit of one call in seconds.
const PATIENCE: u32 = 20;

/// Returns the text of the pytest file.
///
/// # Errors
/// Returns an error if a value or a call has no Python code.
pub(super) fn file(case: &FunctionCase<'_>) -> Result<String, Refusal> {
    let mut test = PythonTest { writer: PythonWriter::from_call(&case.call), ..PythonTest::default() };
    test.body(case)?;
    let mut out = String::new();
    heading(&mut out, case);
    let mut imports: BTreeSet<&str> = test.modules.clone();
    if case.edited.is_some() {
        imports.extend(["import ast", "import importlib.util", "import pathlib", "import sys"]);
    }
    for import in &imports {
        _ = writeln!(out, "{import}");
    }
    if !imports.is_empty() {
        out.push('\n');
    }
    if test.pytest || case.edited.is_some() {
        out.push_str("import pytest\n");
    }
    if case.edited.is_none() {
        for line in test.writer.imports(&case.call.module) {
            _ = writeln!(out, "{line}");
        }
    }
    out.push('\n');
    if test.same {
        let close = match case.rel_tol() {
            Some(rel) => {
                let (rel, abs) = (python::float(rel), python::float(ABSOLUTE_TOLERANCE));
                format!("math.isclose(actual, wanted, rel_tol={rel}, abs_tol={abs})")
            }
            None => "actual == wanted and math.copysign(1, actual) == math.copysign(1, wanted)".to_owned(),
        };
        out.push_str(&SAME.replace("CLOSE", &close));
    }
    if test.within {
        out.push_str(WITHIN);
    }
    if let Some(side) = case.edited {
        _ = writeln!(
            out,
            "\n# Each change: the original lines, the edited lines, n, m: m places have these lines, and the edit is at place n.\nCHANGES = ["
        );
        for change in replaced(side) {
            let list = |lines: &[String]| lines.iter().map(|l| quoted(l)).collect::<Vec<_>>().join(", ");
            let (before, after) = (list(&change.hunk.before), list(&change.hunk.after));
            _ = writeln!(out, "    ([{before}], [{after}], {}, {}),", change.which, change.of);
        }
        out.push_str("]\n\n");
        let id = &case.explained.finding.id;
        let edited = EDITED.replace("MODULE", &quoted(&case.call.module));
        out.push_str(&edited.replace("QUALNAME", &quoted(&case.call.qualname)).replace("FINDING", id));
    }
    let mut fixtures: Vec<&str> = Vec::new();
    if case.edited.is_some() {
        fixtures.push("monkeypatch");
    }
    if test.capsys {
        fixtures.push("capsys");
    }
    _ = writeln!(out, "\ndef test_mts_{}({}):", case.digits(), fixtures.join(", "));
    if case.edited.is_some() {
        out.push_str("    module = edited(monkeypatch)\n");
        for name in &test.writer.names {
            _ = writeln!(out, "    {name} = module.{name}");
        }
        // The import is inside the test, so that other modules import the edited module.
        for (module, names) in &test.writer.others {
            for line in python::import(module, names).lines() {
                _ = writeln!(out, "    {line}");
            }
        }
    }
    for line in &test.lines {
        _ = writeln!(out, "    {line}");
    }
    Ok(out)
}

fn heading(out: &mut String, case: &FunctionCase<'_>) {
    // The heading is a comment, not a string, because text from the repository cannot end a
    // comment.
    for line in case.reader_notes(TestTarget::Python) {
        _ = writeln!(out, "{}", format!("# {}", safe(&line)).trim_end());
    }
    let folder = case.explained.pair.call.as_ref().map_or("", |call| call.import_folder.as_str());
    let folder = if folder.is_empty() { "." } else { folder };
    _ = writeln!(
        out,
        "#\n# Run the test from the root of the project: PYTHONPATH={} python3 -m pytest FILE\n",
        safe(folder)
    );
}

#[derive(Default)]
struct PythonTest {
    writer: PythonWriter,
    lines: Vec<String>,
    modules: BTreeSet<&'static str>,
    pytest: bool,
    same: bool,
    within: bool,
    capsys: bool,
}

impl PythonTest {
    fn body(&mut self, case: &FunctionCase<'_>) -> Result<(), Refusal> {
        for earlier in &case.earlier {
            let args = self.writer.arguments(earlier)?;
            let invoked = self.writer.invoked(earlier, None, args)?;
            self.lines.push(
                "# The call may change the state of the code. The test does not check how the call ends.".to_owned(),
            );
            self.modules.insert("import contextlib");
            self.lines.push("with contextlib.suppress(Exception):".to_owned());
            self.lines.push(format!("    {invoked}"));
        }
        let call = &case.call;
        let mut args = Vec::new();
        let changed = case.arguments();
        for (at, ((value, ty), place)) in call.args.iter().zip(&call.params).zip(&call.positions).enumerate() {
            let code = self.writer.value(value, ty)?;
            if changed.iter().any(|(other, _)| *other == at) {
                let name = variable(case, at);
                self.lines.push(format!("{name} = {code}"));
                args.push((*place, name));
            } else {
                args.push((*place, code));
            }
        }
        args.sort();
        let args = args.into_iter().map(|(_, text)| text).collect::<Vec<_>>();
        let fields = case.fields();
        let is_kept = !fields.is_empty() && !matches!(call.kind, PortCallKind::Constructor | PortCallKind::Function);
        if is_kept {
            let receiver = self.writer.receiver(call)?;
            self.lines.push(format!("receiver = {receiver}"));
        }
        let mut invoked = self.writer.invoked(call, is_kept.then_some("receiver"), args)?;
        if case.found.state == State::Timeout && case.found.reason != Reason::Stack {
            self.within = true;
            self.modules.insert("import threading");
            invoked = format!("within({PATIENCE}, lambda: {invoked})");
        }
        if case.wanted.state == State::Exception {
            self.raises(case, &invoked);
        } else {
            self.lines.push(format!("result = {invoked}"));
            self.result(case)?;
        }
        for (at, wanted) in changed {
            let name = variable(case, at);
            self.assert(&name, wanted)?;
        }
        for (name, wanted) in fields {
            let place = if call.kind == PortCallKind::Constructor { "result" } else { "receiver" };
            if !is_name(&name) {
                return Err(format!("Python cannot name the field `{name}`"));
            }
            self.assert(&format!("{place}.{name}"), wanted)?;
        }
        if case.component == ComponentKind::Stdout || case.wanted.stdout != case.found.stdout {
            self.capsys = true;
            let printed = case.wanted.stdout.replace("\r\n", "\n").replace('\r', "\n");
            self.lines.push(format!("assert capsys.readouterr().out == {}", quoted(&printed)));
        }
        Ok(())
    }

    /// Adds the call and the check of its exception.
    fn raises(&mut self, case: &FunctionCase<'_>, invoked: &str) {
        self.pytest = true;
        let names = &case.explained.python_for;
        if !names.is_empty() && names.iter().all(|name| BUILT_IN.contains(&name.as_str())) {
            self.lines.push(format!("with pytest.raises(({},)):", names.join(", ")));
            self.lines.push(format!("    {invoked}"));
            return;
        }
        let own = match &case.wanted.value {
            Value::Exception { class, .. } => class.split('<').next().unwrap_or_default().to_owned(),
            _ => String::new(),
        };
        let own = own.rsplit(['.', '$']).next().unwrap_or_default();
        let mut wanted: Vec<String> = names.iter().map(|name| quoted(name)).collect();
        wanted.push(quoted(own));
        wanted.extend(python_exception_name(own).map(|name| quoted(&name)));
        self.lines.push("with pytest.raises(Exception) as raised:".to_owned());
        self.lines.push(format!("    {invoked}"));
        self.lines.push(
            "# Almost every exception class has the base `Exception`, so `Exception` counts only as the class itself."
                .to_owned(),
        );
        self.lines.push("own, *bases = [cls.__name__ for cls in type(raised.value).__mro__]".to_owned());
        let set = wanted.join(", ");
        self.lines
            .push(format!("assert {{own, *bases}} - ({{\"Exception\", \"BaseException\"}} - {{own}}) & {{{set}}}"));
    }

    fn result(&mut self, case: &FunctionCase<'_>) -> Result<(), Refusal> {
        let wanted = &case.wanted.value;
        if case.call.kind == PortCallKind::Constructor || case.call.returns == mts_model::JavaType::Void {
            return Ok(());
        }
        if let Some(convention) = ReturnConvention::from_type(&case.call.returns) {
            return self.read(convention, wanted);
        }
        if let Value::Object { class, .. } = wanted {
            let shared = shared_fields(Some(wanted), Some(&case.found.value), false);
            if shared.is_empty() {
                return Err(format!(
                    "Java returns an object of `{class}`, and the result of the port has none of its fields"
                ));
            }
            for (name, value) in shared {
                if !is_name(&name) {
                    return Err(format!("Python cannot name the field `{name}`"));
                }
                self.assert(&format!("result.{name}"), value)?;
            }
            return Ok(());
        }
        self.assert("result", wanted)?;
        // For Python, 1, 1.0 and True are equal. If only the type differs, the test checks the
        // type.
        let kind = |value: &Value| match value {
            Value::Bool(_) => Some("bool"),
            Value::Int(_) | Value::Big(_) => Some("int"),
            Value::Float(_) => Some("float"),
            _ => None,
        };
        if let (Some(a), Some(b)) = (kind(wanted), kind(&case.found.value))
            && a != b
            && case.found.state == State::Ok
        {
            self.lines.push(format!("assert type(result) is {a}"));
        }
        Ok(())
    }

    /// Asserts the result of a Python special method that encodes Java's result in another way.
    fn read(&mut self, convention: ReturnConvention, wanted: &Value) -> Result<(), Refusal> {
        match (convention, wanted) {
            (ReturnConvention::Unspecified | ReturnConvention::Ignored, _) => {}
            (ReturnConvention::Negated, Value::Bool(is_empty)) => self.assert("result", &Value::Bool(!is_empty))?,
            (_, Value::Int(n)) => match convention.truth(n.cmp(&0)) {
                Some(answer) => self.assert("result", &Value::Bool(answer))?,
                None => self.lines.push(format!("assert (result > 0) - (result < 0) == {}", n.signum())),
            },
            _ => self.assert("result", wanted)?,
        }
        Ok(())
    }

    fn assert(&mut self, place: &str, wanted: &Value) -> Result<(), Refusal> {
        let named = by_name(wanted);
        let code = self.writer.dynamic(&named)?;
        let line = match &named {
            Value::Null | Value::Bool(_) => format!("assert {place} is {code}"),
            Value::Int(_) | Value::Big(_) => format!("assert {place} == {code}"),
            Value::Str(_) | Value::Utf16(_) if named == *wanted => format!("assert {place} == {code}"),
            Value::List(items) if !items.is_empty() && items.iter().all(|i| matches!(i, Value::Int(_))) => {
                format!("assert list({place}) == {code}")
            }
            _ => {
                self.same = true;
                self.modules.extend(["import enum", "import math"]);
                format!("assert same({place}, {code}), {place}")
            }
        };
        self.lines.push(line);
        Ok(())
    }
}

/// Replaces enum constants by their names, because their class in the port is unknown.
fn by_name(value: &Value) -> Value {
    let all = |items: &[Value]| items.iter().map(by_name).collect();
    match value {
        Value::Enum(constant) => Value::Str(constant.rsplit(['.', '$']).next().unwrap_or_default().to_owned()),
        Value::List(items) => Value::List(all(items)),
        Value::Set(items) => Value::Set(all(items)),
        Value::Map(pairs) => Value::Map(pairs.iter().map(|(k, v)| (by_name(k), by_name(v))).collect()),
        other => other.clone(),
    }
}

/// Returns a variable name for an argument that the test checks after the call.
fn variable(case: &FunctionCase<'_>, at: usize) -> String {
    match case.call.names.get(at) {
        Some(name) if is_name(name) && !["result", "receiver", "module", "same", "within"].contains(&name.as_str()) => {
            format!("{name}_given")
        }
        _ => format!("argument_{}", at + 1),
    }
}

const SAME: &str = r#"
def same(actual, wanted):
    """Returns whether two values agree as `cargo mts` compares them: lists by elements, floats within a tolerance."""
    if isinstance(actual, enum.Enum) and isinstance(wanted, str):
        actual = actual.name
    if isinstance(actual, (bytes, bytearray)):
        actual = [byte - 256 if byte > 127 else byte for byte in actual]
    if isinstance(wanted, float) and isinstance(actual, (int, float)):
        if math.isnan(wanted) or math.isnan(actual):
            return math.isnan(wanted) and math.isnan(actual)
        return CLOSE
    if isinstance(wanted, (list, tuple)) and isinstance(actual, (list, tuple)):
        return len(actual) == len(wanted) and all(map(same, actual, wanted))
    if isinstance(wanted, dict) and isinstance(actual, dict):
        return actual.keys() == wanted.keys() and all(same(actual[key], held) for key, held in wanted.items())
    return actual == wanted

"#;

const WITHIN: &str = r#"
def within(seconds, call):
    """Returns the result of the call. Fails if the call does not end."""
    results, errors = [], []

    def run():
        try:
            results.append(call())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    for error in errors:
        raise error
    assert results, f"no result within {seconds} seconds"
    return results[0]

"#;

const EDITED: &str = r#"
def edited(monkeypatch):
    """Returns the port's module with the edit."""
    spec = importlib.util.find_spec(MODULE)
    path = pathlib.Path(spec.origin)
    lines = path.read_text(encoding="utf-8").split("\n")
    nodes = ast.parse("\n".join(lines)).body
    for name in QUALNAME.split("."):
        function = next((node for node in reversed(nodes) if getattr(node, "name", None) == name), None)
        nodes = getattr(function, "body", [])
    stale = (
        "FINDING: this test is out of date. "
        "It edits lines of the port, and the text of these lines has changed."
    )
    if function is None:
        pytest.fail(stale)
    begin = min([function.lineno] + [decorator.lineno for decorator in function.decorator_list]) - 1
    end = function.end_lineno
    places = []
    for before, after, which, of in CHANGES:
        found = [at for at in range(begin, end) if lines[at : at + len(before)] == before]
        if len(found) != of:
            pytest.fail(stale)
        places.append((found[which - 1], before, after))
    for at, before, after in sorted(places, reverse=True):
        lines[at : at + len(before)] = after
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, MODULE, module)
    exec(compile("\n".join(lines), str(path), "exec"), module.__dict__)
    return module

"#;
