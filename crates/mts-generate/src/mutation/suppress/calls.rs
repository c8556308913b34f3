//! Finds calls that get no mutants: matches of a glob, and calls of a logger.
//!
//! The span of a call includes its arguments. If the call is a statement, the span is the whole statement.

use mts_lang::SourceFile;
use mts_lang::ir::{Kind, Tree};
use mts_model::glob::Glob;
use mts_model::{NodeId, Span};

/// Logging packages that PIT avoids by default, and Lombok's annotations for these packages.
///
/// The packages are `java.util.logging`, Log4j 1 and 2, SLF4J and Commons Logging.
const LOGGING: [&str; 6] = [
    "java.util.logging",
    "org.apache.log4j",
    "org.apache.logging.log4j",
    "org.slf4j",
    "org.apache.commons.logging",
    "lombok.extern",
];

/// Globs that match the text of a call before its arguments: `log.*`, `System.out.*`, `check`.
#[derive(Clone, Debug)]
pub struct CallPatterns {
    globs: Vec<Glob>,
}

impl CallPatterns {
    /// Compiles the globs.
    ///
    /// # Errors
    ///
    /// Returns an error if a glob is invalid; the error is that of the first invalid glob.
    pub fn new<'t>(patterns: impl IntoIterator<Item = &'t str>) -> Result<Self, String> {
        Ok(Self { globs: patterns.into_iter().map(Glob::from_name_pattern).collect::<Result<_, _>>()? })
    }

    /// Returns the spans of matching calls in a function.
    #[must_use]
    pub fn spans(&self, file: &SourceFile, tree: &Tree) -> Vec<Span> {
        spans(tree, |id| {
            let name = written(file, tree, id);
            let bare = name.strip_prefix("this.").unwrap_or(&name);
            self.globs.iter().any(|glob| glob.is_match(&name) || glob.is_match(bare))
        })
    }
}

/// Returns the spans of logger calls, if the file names a logging package.
///
/// In a call of a logger, the innermost receiver has the name `log` or `logger`, in upper or lower case.
#[must_use]
pub fn logging(file: &SourceFile, tree: &Tree) -> Vec<Span> {
    if !LOGGING.iter().any(|package| file.text.contains(package)) {
        return Vec::new();
    }
    spans(tree, |id| {
        let mut receiver = id;
        // In `log.atInfo().log(...)` the logger is the innermost receiver.
        while let Kind::Call { has_receiver: true, .. } = tree.kind(receiver) {
            let Some(next) = tree.child(receiver, 0) else { break };
            receiver = next;
        }
        match tree.kind(receiver) {
            Kind::Name(name) | Kind::Attribute(name) => ["log", "logger"].contains(&name.to_lowercase().as_str()),
            _ => false,
        }
    })
}

fn spans(tree: &Tree, is_meant: impl Fn(NodeId) -> bool) -> Vec<Span> {
    let calls = tree.preorder(tree.root).into_iter().filter(|id| matches!(tree.kind(*id), Kind::Call { .. }));
    calls
        .filter(|id| is_meant(*id))
        .map(|id| {
            let statement = tree.node(id).parent.filter(|parent| *tree.kind(*parent) == Kind::ExprStmt);
            tree.node(statement.unwrap_or(id)).span
        })
        .collect()
}

/// Returns the text of a call before its arguments, without white space.
fn written(file: &SourceFile, tree: &Tree, id: NodeId) -> String {
    let Kind::Call { name, has_receiver } = tree.kind(id) else { return String::new() };
    let receiver = tree.child(id, 0).filter(|_| *has_receiver).map(|at| tree.node(at).outer.slice(&file.text));
    let receiver: String = receiver.unwrap_or("").split_whitespace().collect();
    if receiver.is_empty() { name.clone() } else { format!("{receiver}.{name}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Language;

    fn found(head: &str, body: &str, find: impl Fn(&SourceFile, &Tree) -> Vec<Span>) -> Vec<String> {
        let text = format!("{head}\nclass A {{ void f(int n) {{ {body} }} }}\n");
        let file = SourceFile::parse("A.java", text, Language::Java).expect("parsed");
        let tree = file.lower(&file.functions[0]).expect("a tree");
        find(&file, &tree).into_iter().map(|span| span.slice(&file.text).to_owned()).collect()
    }

    #[test]
    fn globs_name_calls_as_they_are_written() {
        let with = |pattern: &str, body: &str| {
            let patterns = CallPatterns::new([pattern]).expect("a glob");
            found("", body, |file, tree| patterns.spans(file, tree))
        };
        let body = "System.out.println(n + 1); int m = check(n) + this.log.size(n); log . info(n);";
        assert_eq!(with("System.out.*", body), ["System.out.println(n + 1);"]);
        assert_eq!(with("check", body), ["check(n)"]);
        assert_eq!(with("log.*", body), ["this.log.size(n)", "log . info(n);"]);
        assert!(CallPatterns::new(["a[", "b"]).is_err());
    }

    #[test]
    fn a_logger_is_found_by_its_name_if_the_file_names_a_logging_package() {
        let body = "LOG.info(n); this.logger.debug(n); log.atInfo().log(n); Math.log(n); blog.post(n);";
        let calls = found("import org.slf4j.Logger;", body, logging);
        let whole = ["LOG.info(n);", "this.logger.debug(n);", "log.atInfo().log(n);"];
        assert_eq!(calls.iter().filter(|span| span.ends_with(';')).collect::<Vec<_>>(), whole);
        assert!(!calls.iter().any(|span| span.contains("Math") || span.contains("blog")), "{calls:?}");
        assert_eq!(found("", body, logging), Vec::<String>::new());
    }
}
