//! Parses marker comments that name a counterpart.
//!
//! The comment of a Python function may contain `# mts: port-of SELECTOR`. The comment of a Java method may
//! contain `// mts: ported-to SELECTOR`. Other modules parse other `mts:` comments.

use mts_lang::comments::directive;
use mts_model::{Function, Language};

/// Returns the selectors in a function's markers, in order.
pub(super) fn targets(function: &Function) -> Vec<&str> {
    let word = match function.language {
        Language::Java => "ported-to",
        Language::Python => "port-of",
    };
    function.comment.lines().filter_map(|line| target(line, word)).collect()
}

fn target<'l>(line: &'l str, word: &str) -> Option<&'l str> {
    let selector = directive(line, word)?.strip_prefix([' ', '\t', ':'])?.trim();
    (!selector.is_empty()).then_some(selector)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_read_from_every_kind_of_comment() {
        for line in [
            "// mts: ported-to a.py:f",
            " * mts: ported-to a.py:f",
            "/** mts:ported-to a.py:f */",
            "# mts: ported-to  a.py:f ",
        ] {
            assert_eq!(target(line, "ported-to"), Some("a.py:f"), "{line}");
        }
        assert_eq!(target("// mts: ported-to A.java#A.f(int, long)", "ported-to"), Some("A.java#A.f(int, long)"));
    }

    #[test]
    fn other_comments_are_no_markers() {
        for line in ["// see mts: ported-to f", "// mts: ported-tof", "// mts: ignore", "// mts: ported-to", ""] {
            assert_eq!(target(line, "ported-to"), None, "{line}");
        }
    }
}
