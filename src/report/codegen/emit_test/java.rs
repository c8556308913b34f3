//! Writes a finding as a JUnit 5 class.
//!
//! The class expects the outcome of the port from Java. For a mutant, the class makes the edit in a copy of the source
//! text, compiles this text with the JDK's compiler and calls the function by reflection.

use super::case::{FunctionCase, TestTarget, has_float, replaced, shared_fields};
use super::java_parts as parts;
use crate::report::codegen::java::{self, JavaWriter, quoted};
use crate::report::codegen::{Invocation, Refusal};
use crate::report::escape::terminal as safe;
use mts_model::value::float_text;
use mts_model::value::tolerance::ABSOLUTE_TOLERANCE;
use mts_model::{ComponentKind, JavaType, Reason, ReturnConvention, State, Value, jdk};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The Java comparison with zero for each special method of Python that reports a sign.
const SIGNS: [(ReturnConvention, &str); 4] = [
    (ReturnConvention::LessThanZero, "<"),
    (ReturnConvention::AtMostZero, "<="),
    (ReturnConvention::GreaterThanZero, ">"),
    (ReturnConvention::AtLeastZero, ">="),
];

const NO_ANSWER: &str = "the result of the port does not determine the result of Java";

/// The time limit of one call in seconds.
const PATIENCE: u32 = 20;

/// Returns the text of the JUnit file.
///
/// # Errors
/// Returns an error if a value or a call has no Java code.
pub(super) fn file(case: &FunctionCase<'_>) -> Result<String, Refusal> {
    let mut test =
        JavaTest { reflective: case.is_reflective(), is_edited: case.edited.is_some(), ..JavaTest::default() };
    test.body(case)?;
    let mut imports: BTreeSet<String> = test.writer.imports.clone();
    let mut helpers = String::new();
    let mut add = |part: &parts::HelperMethods| {
        imports.extend(part.imports.iter().map(|class| format!("import {class};")));
        helpers.push_str(part.text);
    };
    if test.writer.changed > 0 {
        add(&parts::CHANGED);
    }
    if test.agree {
        add(&parts::AGREE);
    }
    if test.field {
        add(&parts::FIELD);
    }
    if test.stands_for {
        add(&parts::IS_ONE_OF);
    }
    if test.reflective {
        add(&parts::CALL);
    }
    if case.edited.is_some() {
        add(&parts::EDITED);
    }
    imports.extend(test.more.iter().map(|class| format!("import {class};")));
    imports.insert("import org.junit.jupiter.api.Test;".to_owned());

    let mut out = String::new();
    for line in case.reader_notes(TestTarget::Java) {
        _ = writeln!(out, "{}", format!("// {}", plain_comment(&line)).trim_end());
    }
    let what = if case.edited.is_some() {
        "// The test reads the source file below the working directory, or below the folder that -Dmts.root names.\n"
    } else {
        ""
    };
    out.push_str(what);
    if !case.call.package.is_empty() {
        _ = writeln!(out, "package {};", case.call.package);
    }
    out.push('\n');
    for name in &test.asserts {
        _ = writeln!(out, "import static org.junit.jupiter.api.Assertions.{name};");
    }
    if case.edited.is_some() && !test.asserts.contains("assertTrue") {
        out.push_str("import static org.junit.jupiter.api.Assertions.assertTrue;\n");
    }
    if case.edited.is_some() {
        out.push_str("import static org.junit.jupiter.api.Assertions.fail;\n");
    }
    out.push('\n');
    for import in &imports {
        _ = writeln!(out, "{import}");
    }
    _ = writeln!(out, "\nclass Mts{}JavaTest {{", case.digits());
    if let Some(constants) = constants(case) {
        out.push_str(&constants);
    }
    out.push_str("    @Test\n    void javaDoesWhatThePortDoes() throws Throwable {\n");
    for line in &test.lines {
        _ = writeln!(out, "        {line}");
    }
    out.push_str("    }\n");
    let (rel, abs) = case.rel_tol().map_or((0.0, 0.0), |rel| (rel, ABSOLUTE_TOLERANCE));
    out.push_str(&helpers.replace("REL_TOL", &float_text(rel)).replace("ABS_TOL", &float_text(abs)));
    out.push_str("}\n");
    Ok(out)
}

/// Makes a line safe for a Java comment, because Java interprets `\u` even in comments.
fn plain_comment(line: &str) -> String {
    safe(line).replace("\\u", "\\ u")
}

/// Returns the constants that describe the edit for the Java helper methods.
fn constants(case: &FunctionCase<'_>) -> Option<String> {
    let side = case.edited?;
    let list = |lines: &[String]| lines.iter().map(|line| quoted(line)).collect::<Vec<_>>().join(", ");
    let changes = replaced(side);
    let rows = |of: &dyn Fn(&super::case::Replaced<'_>) -> String| {
        changes.iter().map(|change| format!("        {{{}}},\n", of(change))).collect::<String>()
    };
    let package = case.call.package.replace('.', "/");
    let folder = side.file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let root = folder.strip_suffix(&package).unwrap_or(folder).trim_end_matches('/');
    let root = if root.is_empty() { "." } else { root };
    let constant = |kind: &str, name: &str, text: &str| format!("    private static final {kind} {name} = {text};\n");
    Some(
        [
            constant("String", "FILE", &quoted(&side.file)),
            constant("String", "SOURCES", &quoted(root)),
            constant("String", "CLASS", &quoted(&binary_name(case))),
            constant("String", "METHOD", &quoted(&case.call.method)),
            constant("int", "PARAMETERS", &case.call.params.len().to_string()),
            "    // The original lines, the edited lines, and {n, m}: m places have these lines, and the edit is at place n.\n"
                .to_owned(),
            constant("String[][]", "BEFORE", &format!("{{\n{}    }}", rows(&|c| list(&c.hunk.before)))),
            constant("String[][]", "AFTER", &format!("{{\n{}    }}", rows(&|c| list(&c.hunk.after)))),
            constant("int[][]", "WHICH", &format!("{{\n{}    }}", rows(&|c| format!("{}, {}", c.which, c.of)))),
            "\n".to_owned(),
        ]
        .concat(),
    )
}

/// Returns the binary name of the class of the function, such as `acme.Bill$Item`.
fn binary_name(case: &FunctionCase<'_>) -> String {
    let class = case.call.class.replace('.', "$");
    if case.call.package.is_empty() { class } else { format!("{}.{class}", case.call.package) }
}

impl FunctionCase<'_> {
    /// Reports whether the test calls the function by reflection.
    ///
    /// The test uses reflection for an edited class and for a private function.
    fn is_reflective(&self) -> bool {
        let is_private = match &self.explained.sources {
            crate::report::text::explain::Sources::Found { java, .. } => java.is_private,
            crate::report::text::explain::Sources::Missing(_) => false,
        };
        self.edited.is_some() || is_private
    }
}

/// The parts of a JUnit test, while the tool writes the test.
#[derive(Default)]
struct JavaTest {
    writer: JavaWriter,
    /// The lines of the test method.
    lines: Vec<String>,
    /// The static imports from JUnit's `Assertions`.
    asserts: BTreeSet<&'static str>,
    /// Further classes to import.
    more: BTreeSet<&'static str>,
    /// Whether the test calls the function by reflection.
    reflective: bool,
    /// Whether the test edits the class.
    is_edited: bool,
    /// Whether the test needs the helper `agree`.
    agree: bool,
    /// Whether the test needs the helper `field`.
    field: bool,
    /// Whether the test needs the helper `isOneOf`.
    stands_for: bool,
}

impl JavaTest {
    fn body(&mut self, case: &FunctionCase<'_>) -> Result<(), Refusal> {
        let call = &case.call;
        if self.reflective {
            let owner = if case.edited.is_some() { "edited()".to_owned() } else { class_by_name(case) };
            self.lines.push(format!("Class<?> owner = {owner};"));
            if call.params.iter().any(is_of_the_project) {
                return Err("a test cannot pass objects of the project's classes by reflection".into());
            }
        }
        self.earlier(case)?;
        let changed = case.arguments();
        let mut args = Vec::with_capacity(call.args.len());
        for (at, (value, ty)) in call.args.iter().zip(&call.params).enumerate() {
            let code = self.writer.value(value, ty)?;
            if changed.iter().any(|(other, _)| *other == at) {
                let name = format!("argument{}", at + 1);
                let declared = if self.reflective { "Object".to_owned() } else { self.declared(ty) };
                self.lines.push(format!("{declared} {name} = {code};"));
                args.push(name);
            } else {
                args.push(code);
            }
        }
        let invoked = self.invoked(call, &args.join(", "), "receiver")?;
        let prints = case.component == ComponentKind::Stdout || case.wanted.stdout != case.found.stdout;
        if prints {
            self.more.extend(["java.io.ByteArrayOutputStream", "java.io.PrintStream"]);
            self.lines.push("PrintStream screen = System.out;".to_owned());
            self.lines.push("ByteArrayOutputStream printed = new ByteArrayOutputStream();".to_owned());
            self.lines.push("System.setOut(new PrintStream(printed, true, \"UTF-8\"));".to_owned());
        }
        let is_void = call.returns == JavaType::Void && call.method != "<init>";
        if case.wanted.state == State::Exception {
            self.throws(case, &invoked);
        } else {
            let late = case.found.state == State::Timeout && case.found.reason != Reason::Stack;
            let invoked = if late { self.in_time(&invoked) } else { invoked };
            let result = if self.reflective { "Object result = " } else { "var result = " };
            self.lines.push(format!("{}{invoked};", if is_void { "" } else { result }));
        }
        if prints {
            self.asserts.insert("assertEquals");
            self.lines.push("System.setOut(screen);".to_owned());
            let wanted = quoted(&case.wanted.stdout.replace("\r\n", "\n").replace('\r', "\n"));
            self.lines
                .push(format!("assertEquals({wanted}, printed.toString(\"UTF-8\").replace(\"\\r\\n\", \"\\n\"));"));
        }
        if case.wanted.state == State::Ok && !is_void && call.method != "<init>" {
            self.result(case)?;
        }
        for (at, wanted) in changed {
            let ty = call.params.get(at).cloned().unwrap_or_default();
            self.assert(&format!("argument{}", at + 1), wanted, &ty)?;
        }
        let place = if call.method == "<init>" { "result" } else { "receiver" };
        for (name, wanted) in case.fields() {
            self.field = true;
            self.assert(&format!("field({place}, {})", quoted(&name)), wanted, &JavaType::Unknown)?;
        }
        Ok(())
    }

    /// Adds the calls that must come before the call of the finding.
    ///
    /// The test needs the effects of these calls and ignores their outcomes.
    fn earlier(&mut self, case: &FunctionCase<'_>) -> Result<(), Refusal> {
        for (at, call) in case.earlier.iter().enumerate() {
            let args = self.writer.all(call.args.iter().zip(&call.params))?;
            self.lines.push("try {".to_owned());
            let from = self.lines.len();
            let invoked = self.invoked(call, &args, &format!("earlier{}", at + 1))?;
            self.lines.push(format!("{invoked};"));
            self.lines[from..].iter_mut().for_each(|line| line.insert_str(0, "    "));
            self.lines.push("} catch (Throwable ended) {".to_owned());
            self.lines.push("    // The test does not check how this call ends.".to_owned());
            self.lines.push("}".to_owned());
        }
        Ok(())
    }

    /// Returns the code of the call. If there is a receiver, the code first assigns the receiver to
    /// a variable.
    fn invoked(&mut self, call: &Invocation, args: &str, name: &str) -> Result<String, Refusal> {
        let types = |types: &mut dyn Iterator<Item = &JavaType>| {
            format!("new String[] {{{}}}", types.map(|ty| quoted(&name_at_run_time(ty))).collect::<Vec<_>>().join(", "))
        };
        let own = types(&mut call.params.iter());
        if call.receiver.is_some() {
            let is_made = matches!(call.receiver.as_deref(), Some([(Value::Recipe(_), _)]));
            let line = if is_made && self.reflective && self.is_edited {
                return Err(
                    "the receiver comes from a factory, which does not make objects of the edited class".to_owned()
                );
            } else if is_made {
                let declared = if self.reflective { "Object" } else { "var" };
                format!("{declared} {name} = {};", self.writer.receiver(call)?)
            } else if self.reflective {
                let receiver = call.receiver.as_deref().unwrap_or_default();
                let values = self.writer.all(receiver.iter().map(|(value, ty)| (value, ty)))?;
                let types = types(&mut receiver.iter().map(|(_, ty)| ty));
                format!("Object {name} = make(owner, {types}, new Object[] {{{values}}});")
            } else {
                format!("var {name} = {};", self.writer.receiver(call)?)
            };
            self.lines.push(line);
        }
        let receiver = if call.receiver.is_some() { name } else { "null" };
        Ok(match (self.reflective, call.method.as_str()) {
            (true, "<init>") => format!("make(owner, {own}, new Object[] {{{args}}})"),
            (true, method) => {
                format!("call(owner, {receiver}, {}, {own}, new Object[] {{{args}}})", quoted(method))
            }
            (false, "<init>") => format!("new {}({args})", call.class),
            (false, method) if call.receiver.is_some() => format!("{name}.{method}({args})"),
            (false, method) => format!("{}.{method}({args})", call.class),
        })
    }

    fn in_time(&mut self, invoked: &str) -> String {
        self.asserts.insert("assertTimeoutPreemptively");
        self.more.insert("java.time.Duration");
        format!("assertTimeoutPreemptively(Duration.ofSeconds({PATIENCE}), () -> {invoked})")
    }

    fn throws(&mut self, case: &FunctionCase<'_>, invoked: &str) {
        self.asserts.extend(["assertThrows", "assertTrue"]);
        self.stands_for = true;
        let own = match &case.wanted.value {
            Value::Exception { class, .. } => class.split('<').next().unwrap_or_default().to_owned(),
            _ => String::new(),
        };
        let own = own.rsplit('.').next().unwrap_or_default().to_owned();
        let mut names: Vec<String> = case.explained.java_for.iter().map(|name| quoted(name)).collect();
        if !case.explained.java_for.contains(&own) {
            names.push(quoted(&own));
        }
        self.lines.push(format!("Throwable thrown = assertThrows(Throwable.class, () -> {invoked});"));
        self.lines.push(format!("assertTrue(isOneOf(thrown, {}), thrown::toString);", names.join(", ")));
    }

    fn result(&mut self, case: &FunctionCase<'_>) -> Result<(), Refusal> {
        let wanted = &case.wanted.value;
        if let Value::Object { class, .. } = wanted {
            let shared = shared_fields(Some(wanted), Some(&case.found.value), false);
            if shared.is_empty() {
                return Err(format!(
                    "the port returns an object of `{class}`, and the Java result has none of its fields"
                ));
            }
            self.field = true;
            for (name, value) in shared {
                self.assert(&format!("field(result, {})", quoted(&name)), value, &JavaType::Unknown)?;
            }
            return Ok(());
        }
        let Some(convention) = ReturnConvention::from_type(&case.call.returns) else {
            return self.assert("result", wanted, &case.call.returns);
        };
        self.asserts.insert("assertEquals");
        let line = match (convention, wanted) {
            (ReturnConvention::Unspecified | ReturnConvention::Ignored, _) => return Ok(()),
            (ReturnConvention::Negated, Value::Bool(answer)) => format!("assertEquals({}, result);", !answer),
            (ReturnConvention::Sign, Value::Int(n)) => {
                format!("assertEquals({}, Integer.signum((Integer) result));", n.signum())
            }
            (_, Value::Bool(answer)) => match SIGNS.iter().find(|(own, _)| *own == convention) {
                Some((_, sign)) => format!("assertEquals({answer}, (Integer) result {sign} 0);"),
                None => return Err(NO_ANSWER.to_owned()),
            },
            _ => return Err(NO_ANSWER.to_owned()),
        };
        self.lines.push(line);
        Ok(())
    }

    fn assert(&mut self, place: &str, wanted: &Value, ty: &JavaType) -> Result<(), Refusal> {
        if *wanted == Value::Null && ty.primitive().is_none() {
            self.asserts.insert("assertNull");
            self.lines.push(format!("assertNull({place});"));
            return Ok(());
        }
        let code = self.writer.value(wanted, ty)?;
        let is_plain = matches!(wanted, Value::Bool(_) | Value::Int(_) | Value::Str(_) | Value::Utf16(_));
        let is_typed = !matches!(ty, JavaType::Class { .. } | JavaType::Unknown | JavaType::Array(_));
        if is_plain && is_typed && !has_float(wanted) && !matches!(ty.unboxed(), Some(p) if is_real(p)) {
            self.asserts.insert("assertEquals");
            self.lines.push(format!("assertEquals({code}, {place});"));
        } else {
            self.agree = true;
            self.asserts.insert("assertTrue");
            self.lines.push(format!("assertTrue(agree({code}, {place}), () -> \"found \" + shown({place}));"));
        }
        Ok(())
    }

    /// Returns the type of a variable, or `var` for an unknown or less simple type.
    fn declared(&mut self, ty: &JavaType) -> String {
        let text = ty.to_string();
        let plain = matches!(ty, JavaType::Primitive(_) | JavaType::Boxed(_) | JavaType::String);
        let array = matches!(ty, JavaType::Array(_)) && !text.contains(['<', '?']);
        let known = match ty {
            JavaType::Class { args, .. } => {
                let simple = ty.simple_class().unwrap_or_default();
                let arguments = |a: &JavaType| matches!(a, JavaType::Boxed(_) | JavaType::String);
                let known = java::is_container(simple) && !args.is_empty() && args.iter().all(arguments);
                if known {
                    self.writer.import(simple);
                }
                known
            }
            _ => false,
        };
        if plain || array || known { text } else { "var".to_owned() }
    }
}

fn is_real(primitive: mts_model::Primitive) -> bool {
    matches!(primitive, mts_model::Primitive::Float | mts_model::Primitive::Double)
}

/// Returns the code that loads the class of the function by its name.
fn class_by_name(case: &FunctionCase<'_>) -> String {
    format!("Class.forName({})", quoted(&binary_name(case)))
}

/// Returns the simple name of a type at run time.
///
/// For an unknown type and for a type variable, the function returns an empty text. The bound of
/// the variable is unknown here.
fn name_at_run_time(ty: &JavaType) -> String {
    let mut element = ty;
    while let JavaType::Array(inner) = element {
        element = inner;
    }
    let is_unknown = match element {
        JavaType::Class { .. } => element.simple_class().is_some_and(jdk::is_variable),
        JavaType::Unknown | JavaType::Null | JavaType::Void => true,
        _ => false,
    };
    if is_unknown { String::new() } else { ty.erased_name() }
}

/// Reports whether the type contains a class of the project.
///
/// The loader of the edited class can load such a class again. Then Java has two classes of the same
/// name.
fn is_of_the_project(ty: &JavaType) -> bool {
    match ty {
        JavaType::Array(element) => is_of_the_project(element),
        JavaType::Class { args, .. } => {
            java::is_of_the_project(ty.simple_class().unwrap_or_default()) || args.iter().any(is_of_the_project)
        }
        _ => false,
    }
}
