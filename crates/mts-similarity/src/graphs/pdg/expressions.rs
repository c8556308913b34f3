//! Writes the labels of expressions in prefix form, and collects the effects of the expressions.
//!
//! A label has `v` in place of each local variable, so a consistent renaming does not change the label.

use super::flow::Effects;
use mts_lang::ir::Literal;
use mts_lang::python;
use mts_lang::syntax::{NodeId, Syntax};
use std::collections::BTreeSet;

/// The writer of one node's label, which also collects the node's effects.
pub(super) struct Writer<'t> {
    pub(super) syntax: &'t Syntax,
    pub(super) locals: &'t BTreeSet<String>,
    pub(super) effects: Effects,
    /// The names that enclosing comprehensions and lambdas bind.
    bound: Vec<String>,
}

impl<'t> Writer<'t> {
    pub(super) fn new(syntax: &'t Syntax, locals: &'t BTreeSet<String>) -> Self {
        Self { syntax, locals, effects: Effects::default(), bound: Vec::new() }
    }

    /// Writes an expression, and returns its label.
    ///
    /// # Errors
    /// Returns the unsupported syntax as the error if the expression has such syntax.
    pub(super) fn expression(&mut self, id: NodeId) -> Result<String, String> {
        let syntax = self.syntax;
        let kind = syntax.kind(id);
        Ok(match kind {
            "identifier" => self.name(syntax.text(id)),
            "integer" | "float" | "string" | "concatenated_string" => self.literal(id)?,
            "true" | "false" | "none" => syntax.text(id).to_owned(),
            "ellipsis" => "...".to_owned(),
            "parenthesized_expression" => self.only(id)?,
            "binary_operator" => self.prefixed(&self.operator(id), id)?,
            "comparison_operator" => {
                let signs = syntax.node(id).children.iter().filter(|child| !syntax.node(**child).is_named);
                let signs: Vec<String> = signs.map(|sign| words(syntax.text(*sign))).collect();
                self.prefixed(&signs.join(" "), id)?
            }
            "boolean_operator" => {
                let sign = self.operator(id);
                let (mut operands, mut left) = (Vec::new(), id);
                while syntax.kind(left) == "boolean_operator" && self.operator(left) == sign {
                    operands.extend(syntax.field(left, "right"));
                    let Some(next) = syntax.field(left, "left") else { break };
                    left = next;
                }
                operands.push(left);
                operands.reverse();
                let operands = self.all(&operands)?;
                form(&sign, &operands)
            }
            "unary_operator" => self.prefixed(&format!("{}u", self.operator(id)), id)?,
            "not_operator" => self.prefixed("not", id)?,
            "conditional_expression" => {
                let [value, test, otherwise] = self.three(id)?;
                form("ifexp", &self.all(&[test, value, otherwise])?)
            }
            "attribute" => {
                let object = self.field(id, "object")?;
                let object = self.expression(object)?;
                form(".", &[object, self.text_of(id, "attribute")])
            }
            "subscript" => {
                let object = self.field(id, "value")?;
                let object = self.expression(object)?;
                let keys: Vec<NodeId> = syntax.parts(id).skip(1).collect();
                let keys = self.all(&keys)?;
                // With a comma, Python makes a tuple of the keys.
                let commas = syntax.node(id).children.iter().any(|child| syntax.kind(*child) == ",");
                let key = if commas { form("tuple", &keys) } else { keys.concat() };
                form("[]", &[object, key])
            }
            "slice" => self.slice(id)?,
            "call" => self.call(id)?,
            "keyword_argument" => {
                let value = self.field(id, "value")?;
                let value = self.expression(value)?;
                form("=", &[self.text_of(id, "name"), value])
            }
            "list" | "list_pattern" => self.prefixed("list", id)?,
            "tuple" | "expression_list" | "pattern_list" | "tuple_pattern" => self.prefixed("tuple", id)?,
            "set" => self.prefixed("set", id)?,
            "dictionary" => self.prefixed("dict", id)?,
            "pair" => self.prefixed(":", id)?,
            "list_splat" | "list_splat_pattern" => self.prefixed("*", id)?,
            "dictionary_splat" => self.prefixed("**", id)?,
            "list_comprehension" => self.comprehension("listcomp", id)?,
            "set_comprehension" => self.comprehension("setcomp", id)?,
            "dictionary_comprehension" => self.comprehension("dictcomp", id)?,
            "generator_expression" => self.comprehension("genexp", id)?,
            "lambda" => self.lambda(id)?,
            _ => return Err(super::flow::unsupported(syntax, id)),
        })
    }

    /// Writes the target of an assignment, and returns its label.
    ///
    /// The function records that the node defines the target's variables. For an attribute or an item, the function
    /// records that the node changes the object.
    pub(super) fn target(&mut self, id: NodeId) -> Result<String, String> {
        let syntax = self.syntax;
        match syntax.kind(id) {
            "identifier" => {
                self.effects.defines.insert(syntax.text(id).to_owned());
                Ok("v".to_owned())
            }
            "attribute" | "subscript" => {
                self.changes(id);
                self.expression(id)
            }
            kind @ ("pattern_list"
            | "tuple_pattern"
            | "list_pattern"
            | "list_splat_pattern"
            | "tuple"
            | "list"
            | "expression_list"
            | "list_splat"
            | "parenthesized_expression") => {
                let items: Vec<NodeId> = syntax.parts(id).collect();
                let items = items.into_iter().map(|item| self.target(item)).collect::<Result<Vec<_>, _>>()?;
                Ok(match kind {
                    "parenthesized_expression" => items.concat(),
                    "list_pattern" | "list" => form("list", &items),
                    "list_splat_pattern" | "list_splat" => form("*", &items),
                    _ => form("tuple", &items),
                })
            }
            _ => Err(super::flow::unsupported(syntax, id)),
        }
    }

    /// Records that the code modifies the object of a local variable.
    ///
    /// `id` is this variable, or an attribute or an item of its object.
    fn changes(&mut self, mut id: NodeId) {
        loop {
            let next = match self.syntax.kind(id) {
                "attribute" => self.syntax.field(id, "object"),
                "subscript" => self.syntax.field(id, "value"),
                "parenthesized_expression" => self.syntax.parts(id).next(),
                "identifier" => {
                    let name = self.syntax.text(id);
                    if self.is_local(name) {
                        self.effects.changes.insert(name.to_owned());
                    }
                    None
                }
                _ => None,
            };
            let Some(next) = next else { return };
            id = next;
        }
    }

    fn is_local(&self, name: &str) -> bool {
        self.locals.contains(name) && !self.bound.iter().any(|bound| bound == name)
    }

    fn name(&mut self, name: &str) -> String {
        if self.is_local(name) {
            self.effects.uses.insert(name.to_owned());
        } else if !self.bound.iter().any(|bound| bound == name) {
            self.effects.free.insert(name.to_owned());
            return name.to_owned();
        }
        "v".to_owned()
    }

    fn literal(&mut self, id: NodeId) -> Result<String, String> {
        let syntax = self.syntax;
        Ok(match &syntax.node(id).literal {
            Some(Literal::Int(digits)) => digits.clone(),
            Some(Literal::Float(number)) => format!("{number:?}"),
            Some(Literal::Str(text)) => repr(text),
            _ if syntax.kind(id) == "concatenated_string" => self.prefixed("concat", id)?,
            _ => {
                let inside: Vec<NodeId> =
                    syntax.below(id).filter(|inner| syntax.kind(*inner) == "interpolation").collect();
                if inside.is_empty() {
                    return Ok(syntax.text(id).to_owned());
                }
                let mut parts = Vec::new();
                for part in syntax.parts(id) {
                    parts.push(match syntax.kind(part) {
                        "interpolation" => {
                            let value = self.field(part, "expression")?;
                            self.expression(value)?
                        }
                        "string_content" => repr(syntax.text(part)),
                        _ => continue,
                    });
                }
                form("fstring", &parts)
            }
        })
    }

    fn call(&mut self, id: NodeId) -> Result<String, String> {
        let syntax = self.syntax;
        let function = self.field(id, "function")?;
        if syntax.kind(function) == "attribute" && python::modifies(&self.text_of(function, "attribute")) {
            syntax.field(function, "object").into_iter().for_each(|object| self.changes(object));
        }
        let mut items = vec![self.expression(function)?];
        let arguments = self.field(id, "arguments")?;
        if syntax.kind(arguments) == "generator_expression" {
            items.push(self.expression(arguments)?);
        } else {
            let arguments: Vec<NodeId> = syntax.parts(arguments).collect();
            items.extend(self.all(&arguments)?);
        }
        Ok(form("call", &items))
    }

    fn slice(&mut self, id: NodeId) -> Result<String, String> {
        let mut bounds = vec!["_".to_owned()];
        let children = self.syntax.node(id).children.clone();
        for child in children {
            if self.syntax.kind(child) == ":" {
                bounds.push("_".to_owned());
            } else if let (false, Some(last)) = (self.syntax.is_trivia(child), bounds.len().checked_sub(1)) {
                bounds[last] = self.expression(child)?;
            }
        }
        Ok(form("slice", &bounds))
    }

    /// Writes a comprehension. The variables of the comprehension are visible only inside it. A clause can use the
    /// variables of earlier clauses.
    fn comprehension(&mut self, word: &str, id: NodeId) -> Result<String, String> {
        let syntax = self.syntax;
        let outside = self.bound.len();
        let mut clauses: Vec<Vec<String>> = Vec::new();
        for clause in syntax.parts(id).skip(1) {
            if syntax.kind(clause) == "for_in_clause" {
                if syntax.node(clause).children.iter().any(|child| syntax.kind(*child) == "async") {
                    return Err(super::flow::unsupported(syntax, clause));
                }
                let rights: Vec<NodeId> =
                    syntax.parts(clause).filter(|part| syntax.node(*part).field == Some("right")).collect();
                let rights = self.all(&rights)?;
                let left = self.field(clause, "left")?;
                let names = syntax.below(left).filter(|id| syntax.kind(*id) == "identifier");
                self.bound.extend(names.map(|id| syntax.text(id).to_owned()));
                clauses.push(vec![self.expression(left)?, rights.join(" ")]);
            } else if let (Some(last), Some(test)) = (clauses.len().checked_sub(1), syntax.parts(clause).next()) {
                let test = self.expression(test)?;
                clauses[last].push(format!("if {test}"));
            }
        }
        let body = syntax.parts(id).next().ok_or("an empty comprehension")?;
        let mut items = vec![self.expression(body)?];
        items.extend(clauses.iter().map(|clause| form("for", clause)));
        self.bound.truncate(outside);
        Ok(form(word, &items))
    }

    fn lambda(&mut self, id: NodeId) -> Result<String, String> {
        let syntax = self.syntax;
        let outside = self.bound.len();
        let parameters = syntax.field(id, "parameters");
        let parameters: Vec<NodeId> = parameters.map(|id| syntax.parts(id).collect()).unwrap_or_default();
        let mut items = Vec::new();
        for parameter in &parameters {
            if syntax.kind(*parameter) != "identifier" {
                return Err(super::flow::unsupported(syntax, *parameter));
            }
            self.bound.push(syntax.text(*parameter).to_owned());
            items.push("v".to_owned());
        }
        let body = self.field(id, "body")?;
        items.push(self.expression(body)?);
        self.bound.truncate(outside);
        Ok(form("lambda", &items))
    }

    /// Writes a word, and the parts of a node as its operands.
    fn prefixed(&mut self, word: &str, id: NodeId) -> Result<String, String> {
        let parts: Vec<NodeId> = self.syntax.parts(id).collect();
        Ok(form(word, &self.all(&parts)?))
    }

    fn all(&mut self, ids: &[NodeId]) -> Result<Vec<String>, String> {
        ids.iter().map(|id| self.expression(*id)).collect()
    }

    fn only(&mut self, id: NodeId) -> Result<String, String> {
        match self.syntax.parts(id).collect::<Vec<_>>()[..] {
            [only] => self.expression(only),
            _ => Err(super::flow::unsupported(self.syntax, id)),
        }
    }

    fn three(&self, id: NodeId) -> Result<[NodeId; 3], String> {
        let parts: Vec<NodeId> = self.syntax.parts(id).collect();
        parts.try_into().map_err(|_| super::flow::unsupported(self.syntax, id))
    }

    fn field(&self, id: NodeId, name: &str) -> Result<NodeId, String> {
        self.syntax.field(id, name).ok_or_else(|| super::flow::unsupported(self.syntax, id))
    }

    fn text_of(&self, id: NodeId, field: &str) -> String {
        self.syntax.field(id, field).map_or_else(String::new, |id| self.syntax.text(id).to_owned())
    }

    pub(super) fn operator(&self, id: NodeId) -> String {
        self.text_of(id, "operator")
    }
}

/// Writes a word with its operands.
pub(super) fn form(word: &str, items: &[String]) -> String {
    let mut out = format!("({word}");
    for item in items {
        out.push(' ');
        out.push_str(item);
    }
    out.push(')');
    out
}

/// Returns an operator's text with single blanks.
///
/// An operator of two words, such as `not in`, may extend over several lines.
fn words(sign: &str) -> String {
    sign.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Writes a string like Python's `repr`, but does not escape other control characters.
fn repr(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut out = String::from(quote);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            c if c == quote => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out.push(quote);
    out
}
