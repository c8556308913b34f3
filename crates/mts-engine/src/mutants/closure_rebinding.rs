//! Rejects counterparts that rebind a variable of the function around a nested port.
//!
//! In Python such an assignment creates a new local variable, so that the counterpart would not
//! mirror the Java mutant.

use crate::PairJob;
use mts_model::{FunctionKind, TextEdit};
use mts_translate::{Splice, Translation};

/// Rejects a counterpart that assigns to a variable of the enclosing function.
///
/// From a list of splices, the function removes only the splices that assign to such a variable.
pub(crate) fn reject_rebinding(job: &PairJob, translation: Translation) -> Translation {
    let port = &job.pair.python;
    let names = port.captured.as_deref().filter(|_| port.kind == FunctionKind::Nested).unwrap_or_default();
    if names.is_empty() {
        return translation;
    }
    let assigns = |edits: &[TextEdit]| edits.iter().any(|edit| names.iter().any(|name| binds_name(&edit.text, name)));
    let rebinds = |splice: &Splice| assigns(&splice.edits) || assigns(&splice.unchanged);
    let rejected = || Translation::Unmirrored("the counterpart assigns to a variable of the enclosing function".into());
    match translation {
        Translation::Edits { edits, .. } if assigns(&edits) => rejected(),
        Translation::Spliced { splices, .. } if splices.iter().all(rebinds) => rejected(),
        Translation::Spliced { splices, reason } => {
            Translation::Spliced { splices: splices.into_iter().filter(|splice| !rebinds(splice)).collect(), reason }
        }
        other => other,
    }
}

/// Reports whether a text may assign to a name.
///
/// The forms are `name = `, `name: int`, `name += `, `(name := `, `a, name = `, `for name in`,
/// `as name` and `del name`.
fn binds_name(text: &str, name: &str) -> bool {
    let is_word = |c: char| c == '_' || c.is_alphanumeric();
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        if before.ends_with(|c| is_word(c) || c == '.') || after.starts_with(is_word) {
            return false;
        }
        let (before, after) = (before.trim_end(), after.trim_start());
        // `n: int = 1` is an assignment too. `n: int` declares a local variable.
        let is_annotated = after.starts_with(':') && !after.starts_with(":=") && is_line_start(text, at);
        let operator = after.trim_start_matches([':', '+', '-', '*', '/', '%', '&', '|', '^', '@', '<', '>']);
        let is_compared = operator.starts_with("==") || after.starts_with("<=") || after.starts_with(">=");
        let word = before.rsplit(|c| !is_word(c)).next().unwrap_or_default();
        is_annotated
            || operator.starts_with('=') && !is_compared
            || matches!(word, "for" | "del" | "as")
            || is_one_of_several(text, at)
    })
}

/// Reports whether only blanks precede this position in its line.
fn is_line_start(text: &str, at: usize) -> bool {
    text[..at].rsplit('\n').next().is_some_and(|before| before.trim().is_empty())
}

/// Reports whether this position is in a list of names that an assignment sets.
fn is_one_of_several(text: &str, at: usize) -> bool {
    let line = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let line = text[line..].lines().next().unwrap_or_default();
    let Some((left, _)) = line.split_once(" = ") else { return false };
    let column = text[..at].rsplit('\n').next().unwrap_or_default().len();
    let names = left.trim().trim_start_matches('(').trim_end_matches(')');
    column < left.len() && !names.contains(['(', '['])
}

#[cfg(test)]
mod tests {
    use super::binds_name;

    #[test]
    fn only_assignments_and_loop_targets_bind_a_name() {
        for text in [
            "n = 1",
            "(n := n + 1)",
            "n //= 2",
            "x = (a, n := 2)[0]",
            "for n in x:",
            "n, x = x, 1",
            "n <<= 1",
            "n: int = 1",
            "(n, x) = x, 1",
        ] {
            assert!(binds_name(text, "n"), "{text}");
        }
        for text in [
            "n == 1",
            "n <= 1",
            "x >= n",
            "self.n = 1",
            "xn = 1",
            "n1 = 1",
            "f(n) > n",
            "n != 1",
            "{1: n}",
            "x[n:] == 1",
        ] {
            assert!(!binds_name(text, "n"), "{text}");
        }
    }
}
