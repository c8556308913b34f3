//! Finds the comments of a file, and the code that each comment belongs to.
//!
//! Other crates interpret the comments.

use super::SourceFile;
use mts_model::{Function, Span};

/// A comment of either language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The text range, including the comment marks.
    pub span: Span,
    /// The line of the first byte, counted from 1.
    pub line: u32,
    /// True if only white space precedes the comment on its line.
    pub is_on_own_line: bool,
    /// The first byte of the next code; the end of the file without such code.
    pub next: usize,
}

/// Returns every comment of the file, in order.
#[must_use]
pub fn comments(file: &SourceFile) -> Vec<Comment> {
    let mut spans = Vec::new();
    let mut todo = vec![file.root()];
    let mut cursor = file.root().walk();
    while let Some(node) = todo.pop() {
        if matches!(node.kind(), "comment" | "line_comment" | "block_comment") {
            spans.push((Span::new(node.start_byte(), node.end_byte()), node.start_position().row));
        } else {
            todo.extend(node.children(&mut cursor));
        }
    }
    spans.sort();
    let text = &file.text;
    let mut next = text.len();
    let mut found = Vec::with_capacity(spans.len());
    for (at, (span, row)) in spans.iter().enumerate().rev() {
        let code = first_code(text, span.end);
        // If this comment and the next comment precede the same code, reuse the position.
        next = if spans.get(at + 1).is_some_and(|(other, _)| other.start == code) { next } else { code };
        let start = text[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
        let is_on_own_line = text[start..span.start].trim().is_empty();
        found.push(Comment {
            span: *span,
            line: u32::try_from(*row).unwrap_or(u32::MAX - 1) + 1,
            is_on_own_line,
            next,
        });
    }
    found.reverse();
    found
}

/// Returns the function to which a comment belongs.
///
/// This is the function directly after a comment that is alone on its line. Without such a function, this is the
/// innermost function around the comment. The result is `None` outside of functions.
#[must_use]
pub fn owner<'f>(file: &'f SourceFile, comment: &Comment) -> Option<&'f Function> {
    let before = file.functions.iter().find(|function| comment.is_on_own_line && function.span.start == comment.next);
    let inside = file.functions.iter().filter(|function| function.span.contains(comment.span));
    before.or_else(|| inside.min_by_key(|function| function.span.len()))
}

/// Returns the text after `mts:` and `word` in a line of a comment.
///
/// For `// mts: assume n > 0` and the word `assume`, the text is ` n > 0`. Only comment marks may precede `mts:`.
/// `None` for other lines.
#[must_use]
pub fn directive<'l>(line: &'l str, word: &str) -> Option<&'l str> {
    without_marks(line).strip_prefix("mts:")?.trim_start().strip_prefix(word)
}

/// Returns a line of a comment without the comment marks of either language.
fn without_marks(line: &str) -> &str {
    let text = line.trim_start().trim_start_matches(['/', '*', '#', ' ', '\t']);
    text.trim_end().trim_end_matches("*/").trim_end()
}

/// Returns the first byte at or after `at` that is not white space.
fn first_code(text: &str, at: usize) -> usize {
    text[at..].find(|c: char| !c.is_whitespace()).map_or(text.len(), |offset| at + offset)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Language;

    #[test]
    fn a_directive_follows_only_comment_marks() {
        for line in ["// mts: assume n > 0", " * mts:assume n > 0", "/** mts: assume n > 0 */", "# mts: assume n > 0"] {
            assert_eq!(directive(line, "assume"), Some(" n > 0"), "{line}");
        }
        assert_eq!(directive("// mts: ignore[AOIS] why", "ignore"), Some("[AOIS] why"));
        assert_eq!(directive("// mts: ignore", "ignore"), Some(""));
        for line in ["// see mts: assume n > 0", "// mts: ignore", "// assume n > 0", ""] {
            assert_eq!(directive(line, "assume"), None, "{line}");
        }
    }

    fn comments_in(text: &str, language: Language) -> Vec<(u32, bool, String)> {
        let file = SourceFile::parse("A", text.to_owned(), language).expect("parsed");
        let rest = |at: usize| text[at..].lines().next().unwrap_or("").to_owned();
        comments(&file).into_iter().map(|c| (c.line, c.is_on_own_line, rest(c.next))).collect()
    }

    #[test]
    fn each_comment_has_the_next_line_of_code_after_all_comments() {
        let java = "class A {\n  // one\n  /* two */\n\n  int f() {\n    return 1; // three\n  }\n}\n";
        let expected = [(2, true, "int f() {"), (3, true, "int f() {"), (6, false, "}")];
        assert_eq!(
            comments_in(java, Language::Java),
            expected.map(|(line, alone, next)| (line, alone, next.to_owned()))
        );
        let python = "# one\ndef f():\n    # two\n    return '# no'  # three\n";
        let expected = [(1, true, "def f():"), (3, true, "return '# no'  # three"), (4, false, "")];
        assert_eq!(
            comments_in(python, Language::Python),
            expected.map(|(line, alone, next)| (line, alone, next.to_owned()))
        );
    }
}
