//! Assume comments: `// mts: assume lo >= 0` states a condition about a Java function.
//!
//! The code of the function does not show such a condition. This module parses the comments. The callers decide
//! which revision's comments count.

pub use super::assumption::Assumption;

use super::path_conditions::Guard;
use crate::fragments::Fragment;
use crate::fragments::liveness::{self, Locals};
use crate::fragments::purity::{Purity, is_context_type};
use mts_lang::SourceFile;
use mts_lang::comments::{comments, directive, owner};
use mts_lang::ir::{Kind, Tree};
use mts_model::{Function, JavaType, Language};

/// The error message for a text without a condition, or with a side effect.
const NO_CONDITION: &str = "the text is not a Java condition on variables of the function, or has a side effect";

/// The assume comments of a function: valid comments, and errors with their line and message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assumptions {
    /// The valid comments.
    pub found: Vec<Assumption>,
    /// The errors of the invalid comments: line and message.
    pub wrong: Vec<(u32, String)>,
}

/// Reports whether a file may have assume comments.
///
/// The function is fast, because it only searches two words in the text.
#[must_use]
pub fn may_have(file: &SourceFile) -> bool {
    file.text.contains("assume") && file.text.contains("mts:")
}

/// Returns the assume comments of a Java function; `tree` is the function's common IR.
#[must_use]
pub fn assumptions(file: &SourceFile, function: &Function, tree: &Tree) -> Assumptions {
    let mut out = Assumptions::default();
    if !may_have(file) {
        return out;
    }
    let locals = Locals::from_function(tree, function);
    for comment in comments(file) {
        if owner(file, &comment).is_none_or(|own| own.span != function.span) {
            continue;
        }
        for (line, text) in (comment.line..).zip(comment.span.slice(&file.text).lines()) {
            let Some(rest) = directive(text, "assume") else { continue };
            let text = rest.trim_start_matches(':').trim();
            match guard(text, &locals) {
                Ok(guard) => out.found.push(Assumption { line, text: text.to_owned(), guard }),
                Err(what) => out.wrong.push((line, format!("`mts: assume {text}` has no effect: {what}"))),
            }
        }
    }
    out
}

impl Assumption {
    /// Reports whether a fragment has all variables of the condition.
    #[must_use]
    pub fn applies(&self, fragment: &Fragment) -> bool {
        self.guard.names.iter().all(|name| fragment.variables().any(|variable| variable.name == *name))
    }
}

/// Parses a condition: one pure expression over variables that a context can hold.
fn guard(text: &str, locals: &Locals) -> Result<Guard, String> {
    let no_condition = || NO_CONDITION.to_owned();
    let typed = locals.all().filter_map(|(name, local)| Some((name, local.ty.clone().filter(is_context_type)?)));
    let params: Vec<String> = typed.map(|(name, ty)| format!("{ty} {name}")).collect();
    let head = format!("class A {{ static boolean f({}) {{ return ", params.join(", "));
    let probe =
        SourceFile::parse("A.java", format!("{head}{text}; }} }}"), Language::Java).map_err(|e| e.to_string())?;
    let [function] = probe.functions.as_slice() else { return Err(no_condition()) };
    let tree = probe.lower(function).ok_or_else(no_condition)?;
    let [statement] = tree.children(tree.root) else { return Err(no_condition()) };
    let (Kind::Return, [value]) = (tree.kind(*statement), tree.children(*statement)) else {
        return Err(no_condition());
    };
    let node = tree.node(*value);
    if node.outer.start != head.len() || node.outer.end != head.len() + text.len() || node.ty != JavaType::BOOLEAN {
        return Err(no_condition());
    }
    let own = Locals::from_function(&tree, function);
    Purity::new(&probe, function, &tree, &own).check(&[*value]).map_err(|reason| format!("the condition {reason}"))?;
    let names = liveness::free(&tree, &[*value], &own);
    let writes = liveness::accesses(&tree, &[*value]).iter().any(|access| access.kind != liveness::AccessKind::Read);
    if names.is_empty() || writes {
        return Err(no_condition());
    }
    Ok(Guard { text: format!("({text})"), names })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fragments::eligible_fragments;

    const JAVA: &str = "class A {\n  // mts: assume a.length < 100\n  static int f(int[] a, int k) {\n    int lo = 0, hi = k;\n    \
                        // mts: assume: lo >= 0\n    while (lo < hi) { lo = (lo + hi) / 2 + 1; } // mts: assume SAID\n    \
                        return lo;\n  }\n}\n";

    fn found(said: &str) -> (SourceFile, Assumptions) {
        let file = SourceFile::parse("A.java", JAVA.replace("SAID", said), Language::Java).expect("parses");
        let tree = file.lower(&file.functions[0]).expect("a tree");
        let found = assumptions(&file, &file.functions[0], &tree);
        (file, found)
    }

    #[test]
    fn an_assume_comment_states_a_condition_on_variables_of_its_function() {
        let (file, all) = found("Math.abs(k) <= a.length && hi > lo");
        let texts: Vec<(u32, &str)> = all.found.iter().map(|one| (one.line, one.text.as_str())).collect();
        assert_eq!(
            texts,
            [(2, "a.length < 100"), (5, "lo >= 0"), (6, "Math.abs(k) <= a.length && hi > lo")],
            "{:?}",
            all.wrong
        );
        let tree = file.lower(&file.functions[0]).expect("a tree");
        let fragments = eligible_fragments(&file, &file.functions[0], &tree, crate::fragments::LiveOut::Used).fragments;
        let sum = fragments.iter().find(|one| one.span.slice(&file.text) == "(lo + hi) / 2").expect("admitted");
        let applied: Vec<&Assumption> = all.found.iter().filter(|one| one.applies(sum)).collect();
        let conditions: Vec<&str> = applied.into_iter().map(Assumption::condition).collect();
        assert_eq!(conditions, ["(lo >= 0)"], "only what its contexts tell");
    }

    #[test]
    fn an_assume_comment_without_a_condition_has_no_effect_and_is_reported() {
        for said in [
            "",
            "lo",
            "lo >=",
            "lo = 3",
            "lo++ > 1",
            "nobody > 1",
            "System.nanoTime() > lo",
            "true",
            "true; } static int g() { return 1",
            "lo > 0; int x = 3",
            "lo > 0 // because",
        ] {
            let (_, all) = found(said);
            assert_eq!((all.found.len(), all.wrong.len()), (2, 1), "{said}: {all:?}");
            assert_eq!(all.wrong[0].0, 6);
        }
    }
}
