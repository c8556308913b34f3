//! Builds the labelled nodes of the control flow graph from statements.

use super::expressions::{Writer, form};
use super::flow::{Effects, Node, unsupported};
use mts_lang::syntax::{NodeId, Syntax};
use std::collections::BTreeSet;

/// The nodes that lead to the next statement, each with the branch that leads there.
type Ends = Vec<(usize, bool)>;

/// The builder of the nodes of statements, in source order.
pub(super) struct Builder<'t> {
    syntax: &'t Syntax,
    locals: &'t BTreeSet<String>,
    pub(super) nodes: Vec<Node>,
    /// The nodes that lead to the function's exit.
    pub(super) exits: Ends,
    /// The enclosing loops: the node of each head, and the nodes that end with `break`.
    loops: Vec<(usize, Ends)>,
}

impl<'t> Builder<'t> {
    pub(super) fn new(syntax: &'t Syntax, locals: &'t BTreeSet<String>) -> Self {
        Self { syntax, locals, nodes: Vec::new(), exits: Vec::new(), loops: Vec::new() }
    }

    pub(super) fn add(&mut self, label: String, effects: Effects) -> usize {
        self.nodes.push(Node { label, effects, next: Vec::new() });
        self.nodes.len() - 1
    }

    /// Adds the statements of a block after the nodes `ends`.
    ///
    /// The function returns the nodes that lead to the statement after the block.
    pub(super) fn block(&mut self, block: NodeId, mut ends: Ends) -> Result<Ends, String> {
        for statement in self.syntax.parts(block) {
            ends = self.statement(statement, ends)?;
        }
        Ok(ends)
    }

    fn statement(&mut self, id: NodeId, ends: Ends) -> Result<Ends, String> {
        match self.syntax.kind(id) {
            "pass_statement" => Ok(ends),
            "expression_statement" => self.simple(id, ends),
            "return_statement" | "raise_statement" => {
                let word = if self.syntax.kind(id) == "return_statement" { "return" } else { "raise" };
                let parts: Vec<NodeId> = self.syntax.parts(id).collect();
                let node = self.node(ends, |writer| {
                    let values = parts.iter().map(|part| writer.expression(*part)).collect::<Result<Vec<_>, _>>()?;
                    Ok([&[word.to_owned()], &values[..]].concat().join(" "))
                })?;
                self.exits.push((node, true));
                Ok(Vec::new())
            }
            "break_statement" | "continue_statement" => {
                let word = if self.syntax.kind(id) == "break_statement" { "break" } else { "continue" };
                let node = self.node(ends, |_| Ok(word.to_owned()))?;
                let Some((head, breaks)) = self.loops.last_mut() else { return Err(unsupported(self.syntax, id)) };
                if word == "break" {
                    breaks.push((node, true));
                } else {
                    let head = *head;
                    self.nodes[node].next.push((head, true));
                }
                Ok(Vec::new())
            }
            "if_statement" => self.branches(id, ends),
            "while_statement" | "for_statement" => self.repeated(id, ends),
            _ => Err(unsupported(self.syntax, id)),
        }
    }

    /// Adds a node after the nodes `ends`. The function `write` returns the label and collects the effects.
    fn node(
        &mut self,
        ends: Ends,
        write: impl FnOnce(&mut Writer<'t>) -> Result<String, String>,
    ) -> Result<usize, String> {
        let mut writer = Writer::new(self.syntax, self.locals);
        let label = write(&mut writer)?;
        let node = self.add(label, writer.effects);
        self.lead(ends, node);
        Ok(node)
    }

    fn lead(&mut self, ends: Ends, to: usize) {
        for (from, branch) in ends {
            self.nodes[from].next.push((to, branch));
        }
    }

    fn simple(&mut self, id: NodeId, ends: Ends) -> Result<Ends, String> {
        let syntax = self.syntax;
        let parts: Vec<NodeId> = syntax.parts(id).collect();
        let node = match parts[..] {
            [only] if is_constant(syntax, only) => return Ok(ends),
            // An annotated name without a value, such as `x: int`, has no effect.
            [only] if syntax.kind(only) == "assignment" && syntax.field(only, "right").is_none() => return Ok(ends),
            [only] if syntax.kind(only) == "assignment" => self.node(ends, |writer| assignment(writer, only))?,
            [only] if syntax.kind(only) == "augmented_assignment" => {
                self.node(ends, |writer| augmented(writer, only))?
            }
            [only] => self.node(ends, |writer| Ok(format!("expr {}", writer.expression(only)?)))?,
            _ => self.node(ends, |writer| {
                let items = parts.iter().map(|part| writer.expression(*part)).collect::<Result<Vec<_>, _>>()?;
                Ok(format!("expr {}", form("tuple", &items)))
            })?,
        };
        Ok(vec![(node, true)])
    }

    fn branches(&mut self, id: NodeId, ends: Ends) -> Result<Ends, String> {
        let mut left = Vec::new();
        let mut otherwise = self.branch(id, ends, &mut left)?;
        let clauses: Vec<NodeId> = self.syntax.parts(id).collect();
        for clause in clauses {
            match self.syntax.kind(clause) {
                "elif_clause" => otherwise = self.branch(clause, otherwise, &mut left)?,
                "else_clause" => otherwise = self.block(self.field(clause, "body")?, otherwise)?,
                _ => {}
            }
        }
        left.append(&mut otherwise);
        Ok(left)
    }

    /// Adds the condition and the block of an `if` or `elif`.
    ///
    /// The function appends to `left` the nodes that lead out of the block to the statement after the whole `if`.
    /// The result is the node of the condition, marked with `false`: the graph continues there if the condition is
    /// false.
    fn branch(&mut self, id: NodeId, ends: Ends, left: &mut Ends) -> Result<Ends, String> {
        let (condition, body) = (self.field(id, "condition")?, self.field(id, "consequence")?);
        let test = self.node(ends, |writer| Ok(format!("if {}", writer.expression(condition)?)))?;
        left.append(&mut self.block(body, vec![(test, true)])?);
        Ok(vec![(test, false)])
    }

    fn repeated(&mut self, id: NodeId, ends: Ends) -> Result<Ends, String> {
        let syntax = self.syntax;
        let head = if syntax.kind(id) == "while_statement" {
            let condition = self.field(id, "condition")?;
            self.node(ends, |writer| Ok(format!("loop {}", writer.expression(condition)?)))?
        } else {
            if syntax.node(id).children.iter().any(|child| syntax.kind(*child) == "async") {
                return Err(unsupported(syntax, id));
            }
            let (left, right) = (self.field(id, "left")?, self.field(id, "right")?);
            self.node(ends, |writer| {
                writer.target(left)?;
                Ok(format!("loop in {}", writer.expression(right)?))
            })?
        };
        self.loops.push((head, Vec::new()));
        let ends = self.block(self.field(id, "body")?, vec![(head, true)])?;
        self.lead(ends, head);
        let (_, mut breaks) = self.loops.pop().unwrap_or_default();
        let mut ends = vec![(head, false)];
        if let Some(otherwise) = syntax.field(id, "alternative") {
            ends = self.block(self.field(otherwise, "body")?, ends)?;
        }
        ends.append(&mut breaks);
        Ok(ends)
    }

    fn field(&self, id: NodeId, name: &str) -> Result<NodeId, String> {
        self.syntax.field(id, name).ok_or_else(|| unsupported(self.syntax, id))
    }
}

/// Writes the label of `a = b = value`: every target gets the value.
fn assignment(writer: &mut Writer<'_>, id: NodeId) -> Result<String, String> {
    let (mut value, mut targets) = (id, Vec::new());
    while writer.syntax.kind(value) == "assignment" {
        let (left, right) = (writer.syntax.field(value, "left"), writer.syntax.field(value, "right"));
        let (Some(left), Some(right)) = (left, right) else { return Err(unsupported(writer.syntax, id)) };
        targets.push(writer.target(left)?);
        value = right;
    }
    Ok(format!("assign {} = {}", targets.join(" = "), writer.expression(value)?))
}

/// Writes the label of `a += value`, like that of `a = a + value`.
fn augmented(writer: &mut Writer<'_>, id: NodeId) -> Result<String, String> {
    let (left, right) = (writer.syntax.field(id, "left"), writer.syntax.field(id, "right"));
    let (Some(left), Some(right)) = (left, right) else { return Err(unsupported(writer.syntax, id)) };
    let before = writer.expression(left)?;
    let target = writer.target(left)?;
    let value = writer.expression(right)?;
    let sign = writer.operator(id);
    Ok(format!("assign {target} = {}", form(sign.trim_end_matches('='), &[before, value])))
}

fn is_constant(syntax: &Syntax, id: NodeId) -> bool {
    match syntax.kind(id) {
        "integer" | "float" | "true" | "false" | "none" | "ellipsis" => true,
        "string" | "concatenated_string" => syntax.below(id).all(|inner| syntax.kind(inner) != "interpolation"),
        _ => false,
    }
}
