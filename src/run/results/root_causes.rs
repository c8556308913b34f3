//! Links equal differences of a function and its callers.
//!
//! A reviewer then reads the difference once. The Java names in the text of a function show which functions the
//! function calls. Two differences are equal if a side ends with the same exception, or if the same field of an object
//! differs. A difference of a caller also belongs to the called function if the run showed that the call differs.

use crate::run::revision::Revision;
use mts_lang::{SourceFile, java};
use mts_model::report::PairReport;
use mts_model::{Finding, FindingKind, Function, FunctionKind, State, Value};
use std::collections::BTreeSet;

/// Returns the pairs with `caused_by` for each difference that a called function also has.
///
/// The difference is an original difference, and the called function belongs to another pair. `functions` has the Java
/// function of each pair.
#[must_use]
pub fn linked(mut pairs: Vec<PairReport>, functions: &[&Function], head: &Revision) -> Vec<PairReport> {
    let has_symptom = |at: &usize| pairs[*at].findings.iter().any(|finding| symptom(finding).is_some());
    let differing: Vec<usize> = (0..pairs.len()).filter(has_symptom).collect();
    let mut called = vec![Vec::new(); pairs.len()];
    for at in &differing {
        called[*at] = calls(functions[*at], functions, &differing, head);
    }
    let mut links: Vec<(usize, usize, String)> = Vec::new();
    for (at, pair) in pairs.iter().enumerate() {
        for (nth, finding) in pair.findings.iter().enumerate() {
            let mut seen = BTreeSet::from([at]);
            let root = root(at, finding, &Project { pairs: &pairs, functions, called: &called }, &mut seen);
            links.extend(root.filter(|root| root.id != finding.id).map(|root| (at, nth, root.id.clone())));
        }
    }
    for (at, nth, id) in links {
        pairs[at].findings[nth].caused_by = Some(id);
    }
    pairs
}

/// All pairs of a run, in the same order in each field.
struct Project<'a> {
    pairs: &'a [PairReport],
    functions: &'a [&'a Function],
    /// The differing functions that each function calls.
    called: &'a [Vec<usize>],
}

impl<'a> Project<'a> {
    /// Returns the function of the finding's differing call, and its only finding.
    ///
    /// Only findings on the original functions count.
    /// `None` if the function has several such findings, because the call can show any of them.
    fn called_by(&self, finding: &Finding) -> Option<(usize, &'a Finding)> {
        let call = finding.differing_call.as_ref()?;
        let callee = self.functions.iter().position(|function| function.selector() == call.java)?;
        let mut originals = self.pairs[callee].findings.iter().filter(|other| other.kind == FindingKind::Original);
        let only = originals.next()?;
        originals.next().is_none().then_some((callee, only))
    }
}

/// Returns the finding of the innermost called function with the same difference.
fn root<'a>(at: usize, finding: &'a Finding, project: &Project<'a>, seen: &mut BTreeSet<usize>) -> Option<&'a Finding> {
    let may_cause = |other: &&Finding| {
        other.severity <= finding.severity && (finding.same_at_base || !other.same_at_base) && is_cause(other)
    };
    let findings = |callee: usize| project.pairs[callee].findings.iter().filter(may_cause);
    let by_call = project.called_by(finding).filter(|(callee, cause)| may_cause(cause) && seen.insert(*callee));
    let (callee, cause) = match by_call {
        Some(found) => found,
        None => {
            let symptom = symptom(finding)?;
            let is_same = |other: &&Finding| self::symptom(other).is_some_and(|theirs| symptom.contains(&theirs));
            let same = |callee: &usize| findings(*callee).find(is_same).map(|cause| (*callee, cause));
            project.called[at].iter().find_map(|callee| same(callee).filter(|_| seen.insert(*callee)))?
        }
    };
    Some(root(callee, cause, project, seen).unwrap_or(cause))
}

/// Reports whether a difference of a caller can come from this finding.
fn is_cause(finding: &Finding) -> bool {
    finding.kind == FindingKind::Original && !finding.accepted && finding.import_error.is_none()
}

/// The visible effect of a difference on a caller.
#[derive(Debug, PartialEq)]
enum Symptom<'a> {
    /// Python raises this exception: its classes and its message.
    Raised(&'a str, &'a str),
    /// Java throws this exception, and Python does not.
    Thrown(&'a str, &'a str),
    /// This field of an object differs, in Java's names, such as `.limit`.
    Field(&'a str),
}

impl Symptom<'_> {
    /// Reports whether the difference of a called function can cause this difference.
    fn contains(&self, called: &Self) -> bool {
        match (self, called) {
            (Self::Field(outer), Self::Field(inner)) => outer.ends_with(inner),
            _ => self == called,
        }
    }
}

fn symptom(finding: &Finding) -> Option<Symptom<'_>> {
    let evidence = finding.evidence.as_ref().filter(|_| is_cause(finding))?;
    if let Some(path) = evidence.path.as_deref() {
        return path.starts_with('.').then_some(Symptom::Field(path));
    }
    match ((evidence.java.state, &evidence.java.value), (evidence.python.state, &evidence.python.value)) {
        // Without a message, two functions can raise the exception for different reasons.
        (_, (State::Exception, Value::Exception { class, message })) => {
            let tells = !message.is_empty() && !class.starts_with("NotImplementedError");
            tells.then_some(Symptom::Raised(class, message))
        }
        ((State::Exception, Value::Exception { class, message }), (State::Ok, _)) => {
            (!message.is_empty()).then_some(Symptom::Thrown(class, message))
        }
        _ => None,
    }
}

/// Returns the functions from `differing` that a Java function seems to call.
///
/// `differing` has the indexes of the functions with a difference.
fn calls(caller: &Function, functions: &[&Function], differing: &[usize], head: &Revision) -> Vec<usize> {
    let Some(file) = head.file(&caller.file) else { return Vec::new() };
    let tokens = body_tokens(file, caller);
    let is_called = |callee: &Function| {
        let is_constructor = callee.kind == FunctionKind::Constructor;
        let class = callee.scope.last().map_or("", String::as_str);
        let is_same_class = callee.file == caller.file && callee.scope == caller.scope;
        // A constructor can call a constructor of the parent class without a call in its text.
        let is_base = is_constructor && caller.kind == FunctionKind::Constructor && !is_same_class;
        // The constructor of a class makes the receiver of each method, so a method can show the constructor's
        // difference.
        let makes_receiver = is_constructor && is_same_class && caller.kind == FunctionKind::Method;
        let name = match is_constructor && is_same_class && caller.kind == FunctionKind::Constructor {
            true => "this",
            false => callee.name.as_str(),
        };
        let is_other = (&callee.file, callee.span) != (&caller.file, caller.span);
        is_other && has_call(&tokens, name) && (is_same_class || file.text.contains(class))
            || is_base && extends(file, class)
            || makes_receiver
    };
    differing.iter().copied().filter(|at| is_called(functions[*at])).collect()
}

/// Returns the tokens of a function's body, without comments.
fn body_tokens<'t>(file: &'t SourceFile, function: &Function) -> Vec<&'t str> {
    let spans = java::token_spans(file, function).into_iter();
    spans.filter(|span| span.start >= function.body.start).map(|span| span.slice(&file.text)).collect()
}

/// Reports whether code seems to have a call of this name: `(` or `<` follows the name.
fn has_call(tokens: &[&str], name: &str) -> bool {
    tokens.windows(2).any(|pair| pair[0] == name && matches!(pair[1], "(" | "<"))
}

/// Reports whether a class of the file has this class as a supertype.
fn extends(file: &SourceFile, class: &str) -> bool {
    java::classes(file).iter().flat_map(|own| &own.above).any(|ty| ty.simple_class() == Some(class))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Language;

    fn file(text: &str) -> SourceFile {
        SourceFile::parse("A.java", text.to_owned(), Language::Java).expect("parses")
    }

    #[test]
    fn a_call_is_a_name_before_a_bracket() {
        let calls = |body: &str, name: &str| {
            let file = file(&format!("class A {{ A add(int size) {{ {body}\n}} }}"));
            has_call(&body_tokens(&file, &file.functions[0]), name)
        };
        assert!(calls("return add (1);", "add") && calls("return new Box<>(1);", "Box"));
        assert!(!calls("int add = addAll(1); // add (1)", "add"), "the signature and comments do not count");
        assert!(!calls("return f(\"add (1)\");", "add"));
        assert!(!calls("this.size = size;", "this"));
        let file = file("class A { A(int size) { this(1, size); } }");
        assert!(has_call(&body_tokens(&file, &file.functions[0]), "this"));
    }

    #[test]
    fn a_base_class_is_a_whole_word() {
        let extends = |text: &str| extends(&file(text), "Ring");
        assert!(extends("class A extends Ring { }") && extends("class A extends p.Ring<T> { }"));
        assert!(!extends("class A extends RingBuffer { }") && !extends("// extends Ring\nclass A { }"));
    }
}
