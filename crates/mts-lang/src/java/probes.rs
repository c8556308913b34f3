//! Branch probes of a Java function: text edits that record branches.
//!
//! A point is a number that the changed code records when it reaches a place. The points show the outcomes of
//! conditions (each operand of `&&` and `||`), cases, catch blocks and loop iterations. The worker stores the
//! points. `mts-engine` evaluates them.

use crate::SourceFile;
use mts_model::injected_names::java_package;
use mts_model::{Function, Span, TextEdit};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use tree_sitter::Node;

/// The branches of a function, with the edits that record which branches run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Probes {
    /// The insertions in the file's text, all inside the function's body.
    pub edits: Vec<TextEdit>,
    /// The number of points in the edits; the points have the numbers from 0.
    pub points: usize,
    /// The branches that the edits record, in the order of their lines.
    pub branches: Vec<Branch>,
    /// Every loop, with the points that count its iterations in a call (none, one, many).
    pub loops: Vec<Passes>,
}

/// One branch of the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The line in the file, counted from 1.
    pub line: u32,
    /// A description for people, such as "`n > 3` true".
    pub what: String,
    /// The point that the code records if this branch runs.
    pub point: usize,
}

/// The points of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passes {
    /// The points that the code records when it reaches the loop, before the first iteration.
    ///
    /// Empty for a `do` loop. Also empty for a loop whose condition is absent, is constant or binds a variable.
    pub reached: Vec<usize>,
    /// The point at the start of the loop body.
    pub body: usize,
}

/// Largest number of characters of a condition in a branch's description.
const LONGEST: usize = 40;

/// Returns the branches of a function.
#[must_use]
pub fn probes(file: &SourceFile, function: &Function) -> Probes {
    let body = function.body;
    let Some(root) = file.root().descendant_for_byte_range(body.start, body.end) else { return Probes::default() };
    let mut finder =
        ProbeFinder { text: &file.text, probes: Probes::default(), opens: Vec::new(), seen: BTreeSet::new() };
    let mut stack = vec![root];
    while let Some(node) = stack.pop() {
        if body.contains(span(node)) {
            finder.node(node);
        }
        let mut cursor = node.walk();
        let children: Vec<Node<'_>> = node.named_children(&mut cursor).collect();
        stack.extend(children.into_iter().rev());
    }
    finder.finish()
}

struct ProbeFinder<'t> {
    text: &'t str,
    probes: Probes,
    /// The ranges with the text to insert before and after each range.
    opens: Vec<(Span, String, String)>,
    /// The conditions that have points.
    seen: BTreeSet<Span>,
}

impl ProbeFinder<'_> {
    fn node(&mut self, node: Node<'_>) {
        let field = |name| node.child_by_field_name(name);
        match node.kind() {
            "if_statement" | "ternary_expression" => {
                if let Some(condition) = field("condition") {
                    self.condition(condition);
                }
            }
            "binary_expression" if is_short_circuit(node) => {
                self.condition(node);
            }
            "while_statement" | "for_statement" => {
                let reached = field("condition").map(|condition| self.condition(condition)).unwrap_or_default();
                self.loop_body(node, reached);
            }
            "do_statement" => {
                if let Some(condition) = field("condition") {
                    self.condition(condition);
                }
                self.loop_body(node, Vec::new());
            }
            "enhanced_for_statement" => {
                let reached = field("value").map(|value| {
                    let point = self.point();
                    self.opens.push((span(value), format!("{}.Probes.on({point}, ", java_package()), ")".to_owned()));
                    point
                });
                self.loop_body(node, reached.into_iter().collect());
            }
            "switch_block_statement_group" => self.cases(node),
            "switch_rule" => self.rule(node),
            "catch_clause" => {
                if let Some(body) = field("body") {
                    let point = self.branch(node, "the catch block".to_owned());
                    self.insert(body.start_byte() + 1, point);
                }
            }
            _ => {}
        }
    }

    fn point(&mut self) -> usize {
        self.probes.points += 1;
        self.probes.points - 1
    }

    fn branch(&mut self, node: Node<'_>, what: String) -> usize {
        let point = self.point();
        self.probes.branches.push(Branch { line: span(node).line(self.text), what, point });
        point
    }

    fn insert(&mut self, place: usize, point: usize) {
        self.probes.edits.push(TextEdit::insert(place, format!(" {};", mark(point))));
    }

    /// Adds two points for each operand of a condition: one for true, one for false.
    ///
    /// Returns these points. An operand gets no points if it is constant, binds a variable or has points already.
    fn condition(&mut self, node: Node<'_>) -> Vec<usize> {
        let mut leaves = Vec::new();
        operands(node, &mut leaves);
        let mut points = Vec::new();
        for leaf in leaves.into_iter().filter(|leaf| !is_constant(*leaf) && !binds(*leaf)) {
            if !self.seen.insert(span(leaf)) {
                continue;
            }
            let name = excerpt(span(leaf).slice(self.text));
            let (yes, no) = (self.branch(leaf, format!("`{name}` true")), self.branch(leaf, format!("`{name}` false")));
            // Java's compiler checks that each variable has a value when the operand is true or false (definite
            // assignment). `|| true` and `&& false` do not change the result of this check.
            let after = format!(") ? {} || true : {} && false)", mark(yes), mark(no));
            self.opens.push((span(leaf), "((".to_owned(), after));
            points.extend([yes, no]);
        }
        points
    }

    fn loop_body(&mut self, node: Node<'_>, reached: Vec<usize>) {
        let Some(body) = node.child_by_field_name("body") else { return };
        let point = self.point();
        if body.kind() == "block" {
            self.insert(body.start_byte() + 1, point);
        } else {
            self.opens.push((span(body), format!("{{ {}; ", mark(point)), " }".to_owned()));
        }
        self.probes.loops.push(Passes { reached, body: point });
    }

    /// Inserts a mark after every label of `case 1: case 2: ...`.
    fn cases(&mut self, group: Node<'_>) {
        let mut label = None;
        let mut cursor = group.walk();
        for child in group.children(&mut cursor) {
            match (child.kind(), label) {
                ("switch_label", _) => label = Some(child),
                (":", Some(of)) => {
                    let name = excerpt(span(of).slice(self.text));
                    let point = self.branch(of, format!("`{name}`"));
                    self.insert(child.end_byte(), point);
                    label = None;
                }
                _ => {}
            }
        }
    }

    /// Inserts a mark into `case 1 -> ...` where a statement is possible.
    fn rule(&mut self, rule: Node<'_>) {
        let mut cursor = rule.walk();
        let parts: Vec<Node<'_>> = rule.named_children(&mut cursor).collect();
        let (Some(label), Some(body)) = (parts.first().copied(), parts.last().copied()) else { return };
        let is_statement = std::iter::successors(rule.parent(), Node::parent)
            .find(|above| above.kind() == "switch_expression")
            .and_then(|switch| switch.parent())
            .is_some_and(|above| {
                matches!(above.kind(), "expression_statement" | "block" | "switch_block_statement_group")
            });
        let wraps = body.kind() == "throw_statement" || (body.kind() == "expression_statement" && is_statement);
        if body.kind() != "block" && !wraps {
            return;
        }
        let point = self.branch(label, format!("`{}`", excerpt(span(label).slice(self.text))));
        if body.kind() == "block" {
            self.insert(body.start_byte() + 1, point);
        } else {
            self.opens.push((span(body), format!("{{ {}; ", mark(point)), " }".to_owned()));
        }
    }

    /// Inserts the texts.
    ///
    /// If ranges begin at one position, the outer range opens first. If ranges end at one position,
    /// the outer range closes last.
    fn finish(mut self) -> Probes {
        self.opens.sort_by_key(|(range, _, _)| (range.start, Reverse(range.end)));
        let before = self.opens.iter().map(|(range, open, _)| TextEdit::insert(range.start, open.clone()));
        let after = self.opens.iter().rev().map(|(range, _, close)| TextEdit::insert(range.end, close.clone()));
        let mut edits = std::mem::take(&mut self.probes.edits);
        edits.extend(before.chain(after));
        edits.sort_by_key(|edit| edit.span.start);
        self.probes.edits = edits;
        self.probes.branches.sort_by_key(|branch| branch.line);
        self.probes
    }
}

/// Returns the expression that marks a point.
fn mark(point: usize) -> String {
    format!("{}.Probes.at({point})", java_package())
}

fn span(node: Node<'_>) -> Span {
    Span::new(node.start_byte(), node.end_byte())
}

fn is_short_circuit(node: Node<'_>) -> bool {
    node.kind() == "binary_expression"
        && node.child_by_field_name("operator").is_some_and(|operator| matches!(operator.kind(), "&&" | "||"))
}

/// Collects the operands of a condition, without parentheses, negation, `&&` and `||`.
fn operands<'n>(node: Node<'n>, into: &mut Vec<Node<'n>>) {
    match node.kind() {
        "parenthesized_expression" => {
            if let Some(inner) = node.named_child(0) {
                operands(inner, into);
            }
        }
        "unary_expression" if node.child_by_field_name("operator").is_some_and(|operator| operator.kind() == "!") => {
            if let Some(inner) = node.child_by_field_name("operand") {
                operands(inner, into);
            }
        }
        _ if is_short_circuit(node) => {
            for side in ["left", "right"] {
                if let Some(side) = node.child_by_field_name(side) {
                    operands(side, into);
                }
            }
        }
        "line_comment" | "block_comment" => {}
        _ => into.push(node),
    }
}

/// Reports whether a condition is constant.
///
/// For Java's compiler, code after `while (true)` is unreachable. The edits must not change such a condition.
fn is_constant(node: Node<'_>) -> bool {
    !has_node(node, &|at| {
        matches!(at.kind(), "identifier" | "method_invocation" | "object_creation_expression" | "this")
    })
}

/// Reports whether a condition binds a variable, such as `x instanceof String s`.
fn binds(node: Node<'_>) -> bool {
    has_node(node, &|at| {
        at.kind() == "instanceof_expression"
            && (at.child_by_field_name("name").is_some() || at.child_by_field_name("pattern").is_some())
    })
}

fn has_node(node: Node<'_>, holds: &dyn Fn(Node<'_>) -> bool) -> bool {
    let mut stack = vec![node];
    while let Some(at) = stack.pop() {
        if holds(at) {
            return true;
        }
        let mut cursor = at.walk();
        stack.extend(at.named_children(&mut cursor));
    }
    false
}

fn excerpt(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= LONGEST {
        return line;
    }
    format!("{}...", line.chars().take(LONGEST - 3).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::{Language, span};

    fn probed(body: &str) -> (String, Probes) {
        let text = format!("class A {{ int f(int a, int b, int[] c) {{{body}}} }}");
        let file = SourceFile::parse("A.java", text.clone(), Language::Java).expect("parses");
        let probes = probes(&file, &file.functions[0]);
        let instrumented = span::apply(&text, &probes.edits).expect("fits");
        let start = "class A { int f(int a, int b, int[] c) {".len();
        (instrumented[start..instrumented.len() - 3].replace(&format!("{}.Probes.", java_package()), ""), probes)
    }

    fn branch_names(body: &str) -> Vec<String> {
        probed(body).1.branches.into_iter().map(|branch| branch.what).collect()
    }

    #[test]
    fn a_condition_gets_a_probe_for_true_and_one_for_false() {
        let (text, probes) = probed("if (a > b) return a; return b;");
        assert_eq!(text, "if (((a > b) ? at(0) || true : at(1) && false)) return a; return b;");
        assert_eq!(probes.branches.len(), 2);
        assert_eq!(probes.branches[0].what, "`a > b` true");
    }

    #[test]
    fn every_boolean_operand_is_its_own_condition_also_outside_of_branches() {
        assert_eq!(branch_names("boolean x = a > 1 && !(b > 1 || a == b); return 1;").len(), 6);
        assert_eq!(branch_names("return a > b ? a : b;"), ["`a > b` true", "`a > b` false"]);
    }

    #[test]
    fn constant_conditions_and_conditions_that_bind_a_name_get_no_probe() {
        assert!(branch_names("while (true) { a++; }").is_empty());
        assert!(branch_names("if (o instanceof String s) g(s); return 1;").is_empty());
    }

    #[test]
    fn loop_probes_distinguish_no_pass_from_one_or_more_passes() {
        let (text, probes) = probed("for (int x : c) a += x; do a--; while (a > 0); return a;");
        assert!(text.starts_with("for (int x : on(0, c)) { at(1); a += x; } do { at("), "{text}");
        assert_eq!(probes.loops[0], Passes { reached: vec![0], body: 1 });
        assert!(probes.loops[1].reached.is_empty(), "a do loop has a pass");
    }

    #[test]
    fn cases_and_catch_blocks_are_branches() {
        let body = "switch (a) { case 1: case 2: return 1; default: break; } try { b++; } catch (Exception e) { b--; }";
        assert_eq!(branch_names(body), ["`case 1`", "`case 2`", "`default`", "the catch block"]);
        assert_eq!(branch_names("switch (a) { case 1 -> b++; default -> { b--; } } return b;").len(), 2);
        assert!(branch_names("int x = switch (a) { case 1 -> 2; default -> 3; }; return x;").is_empty());
    }

    #[test]
    fn insertions_at_a_shared_end_close_the_inner_range_first() {
        let (text, _) = probed("return a > 0 ? 1 : b > 0 ? 2 : 3;");
        let expected = "return ((a > 0) ? at(0) || true : at(1) && false) ? 1 : ((b > 0) ? at(2) || true : at(3) && \
                        false) ? 2 : 3;";
        assert_eq!(text, expected);
        let (text, _) = probed("while (a > 0) while (b > 0) b--; return 1;");
        assert!(text.contains("b--; } } return 1;"), "{text}");
    }
}
