//! Finds the port's classes, methods, attributes and calls by their Java names.

use super::reasons::ClassReplayReason;
use super::reasons::{NO_CLASS, NO_FIELD, NO_METHOD};
use mts_lang::syntax::{NodeId, Syntax};
use mts_model::{Site, Span, TextEdit};

/// Reports whether two names are equal, apart from case and underscores.
///
/// `<init>` is also equal to `__init__`.
pub(super) fn is_port_name(java: &str, python: &str) -> bool {
    let plain = |name: &str| name.chars().filter(|c| *c != '_').collect::<String>().to_lowercase();
    (java == "<init>" && python == "__init__") || (!python.contains(['.', '(']) && plain(java) == plain(python))
}

/// A parsed Python file.
pub(super) struct PortSyntax {
    pub tree: Syntax,
}

impl PortSyntax {
    pub fn parse(text: &str) -> Option<Self> {
        Syntax::python(text).ok().filter(|tree| tree.first_error().is_none()).map(|tree| Self { tree })
    }

    pub fn text(&self, id: NodeId) -> &str {
        self.tree.text(id)
    }

    pub fn span(&self, id: NodeId) -> Span {
        self.tree.node(id).span
    }

    pub fn replace(&self, id: NodeId, text: impl Into<String>) -> TextEdit {
        TextEdit::new(self.span(id), text)
    }

    /// Returns the white space at the start of a statement's line.
    pub fn indent(&self, id: NodeId) -> &str {
        let before = &self.tree.text[..self.span(id).start];
        let line = &before[before.rfind('\n').map_or(0, |newline| newline + 1)..];
        &line[..line.len() - line.trim_start().len()]
    }

    fn is_named(&self, id: NodeId, name: &str) -> bool {
        self.tree.field(id, "name").is_some_and(|own| is_port_name(name, self.text(own)))
    }

    pub fn class(&self, name: &str) -> Option<NodeId> {
        let is_it = |id: &NodeId| self.tree.kind(*id) == "class_definition" && self.is_named(*id, name);
        let mut found = (0..self.tree.nodes.len()).filter(is_it);
        let one = found.next()?;
        found.next().is_none().then_some(one)
    }

    pub fn class_name(&self, name: &str) -> Option<String> {
        let name = self.tree.field(self.class(name)?, "name")?;
        Some(self.text(name).to_owned())
    }

    pub fn is_decorated(&self, id: NodeId) -> bool {
        self.tree.kind(self.tree.node(id).parent) == "decorated_definition"
    }

    /// Returns the node of a definition that includes its decorators.
    pub fn whole(&self, id: NodeId) -> NodeId {
        if self.is_decorated(id) { self.tree.node(id).parent } else { id }
    }

    /// Returns the methods declared in a class.
    pub fn methods(&self, class: NodeId) -> Vec<NodeId> {
        let body = self.tree.field(class, "body");
        let members = body.into_iter().flat_map(|body| self.tree.parts(body));
        members.filter_map(|member| self.definition(member)).collect()
    }

    fn definition(&self, id: NodeId) -> Option<NodeId> {
        match self.tree.kind(id) {
            "function_definition" => Some(id),
            "decorated_definition" => self.tree.field(id, "definition").and_then(|inner| self.definition(inner)),
            _ => None,
        }
    }

    pub fn method(&self, class: &str, name: &str) -> Result<NodeId, ClassReplayReason> {
        let class = self.class(class).ok_or(NO_CLASS)?;
        self.methods(class).into_iter().find(|method| self.is_named(*method, name)).ok_or(NO_METHOD)
    }

    /// Returns the Python function that corresponds to the Java method of a site.
    ///
    /// The result has the name of the Java method. It is a method of the site's class, or else a function of the module.
    /// If neither exists and the name is `main`, the result is the module itself.
    pub fn region(&self, site: &Site) -> Result<NodeId, ClassReplayReason> {
        let free =
            || self.tree.parts(0).filter_map(|id| self.definition(id)).find(|id| self.is_named(*id, &site.method));
        let found = self.method(&site.class, &site.method).ok().or_else(free);
        found.or((site.method == "main").then_some(0)).ok_or(NO_METHOD)
    }

    /// Returns the nodes of a Python function, or the module's nodes outside functions and classes.
    fn nodes(&self, region: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let is_inner = |id: &NodeId| matches!(self.tree.kind(*id), "function_definition" | "class_definition");
        let inner: Vec<_> = match region {
            0 => self.tree.below(0).filter(is_inner).map(|id| self.tree.below(id)).collect(),
            _ => Vec::new(),
        };
        self.tree.below(region).filter(move |id| !inner.iter().any(|range| range.contains(id)))
    }

    /// Returns the statements of a function without its docstring.
    pub fn statements(&self, function: NodeId) -> Vec<NodeId> {
        let body = self.tree.field(function, "body");
        let all = body.into_iter().flat_map(|body| self.tree.parts(body));
        all.filter(|id| !self.tree.is_docstring(*id)).collect()
    }

    fn params(&self, function: NodeId) -> impl Iterator<Item = &str> {
        let list = self.tree.field(function, "parameters");
        list.into_iter().flat_map(|list| self.tree.parts(list)).filter_map(|param| match self.tree.kind(param) {
            "identifier" => Some(self.text(param)),
            "typed_parameter" => self.tree.parts(param).next().map(|name| self.text(name)),
            _ => self.tree.field(param, "name").map(|name| self.text(name)),
        })
    }

    /// Returns the first parameter if its name is `self`, `cls` or `this`.
    pub fn receiver(&self, method: NodeId) -> Option<&str> {
        self.params(method).next().filter(|name| matches!(*name, "self" | "cls" | "this"))
    }

    pub fn param(&self, method: NodeId, name: &str) -> Option<&str> {
        self.params(method).find(|param| is_port_name(name, param))
    }

    /// Returns the calls in a region for whose callee text `is_it` is true.
    pub fn calls<'p>(&'p self, region: NodeId, is_it: impl Fn(&str) -> bool + 'p) -> impl Iterator<Item = NodeId> + 'p {
        self.nodes(region).filter(move |id| {
            self.tree.kind(*id) == "call" && self.callee(*id).is_some_and(|callee| is_it(self.text(callee)))
        })
    }

    pub fn callee(&self, call: NodeId) -> Option<NodeId> {
        self.tree.field(call, "function")
    }

    /// Returns the node of the name after the last dot of a callee.
    pub fn member(&self, call: NodeId) -> Option<NodeId> {
        self.tree.field(self.callee(call)?, "attribute")
    }

    pub fn arguments(&self, call: NodeId) -> Option<NodeId> {
        self.tree.field(call, "arguments").filter(|list| self.tree.kind(*list) == "argument_list")
    }

    /// Returns the Python name of a function in the file, for its Java name.
    pub fn function_name(&self, name: &str) -> Option<String> {
        let found = (0..self.tree.nodes.len()).filter(|id| self.tree.kind(*id) == "function_definition");
        let found = found.filter(|id| self.is_named(*id, name)).find_map(|id| self.tree.field(id, "name"))?;
        Some(self.text(found).to_owned())
    }

    /// Returns all expressions `object.field` in a region.
    pub fn attributes<'p>(
        &'p self,
        region: NodeId,
        object: &'p str,
        field: &'p str,
    ) -> impl Iterator<Item = NodeId> + 'p {
        self.nodes(region).filter(move |id| self.is_attribute(*id, Some(object), field))
    }

    fn is_attribute(&self, id: NodeId, object: Option<&str>, field: &str) -> bool {
        let part = |name: &str| self.tree.field(id, name).map(|part| self.text(part));
        self.tree.kind(id) == "attribute"
            && part("attribute").is_some_and(|own| is_port_name(field, own))
            && object.is_none_or(|object| part("object") == Some(object))
    }

    /// Returns the port's name for the Java field `field`.
    ///
    /// For example, if the Python class `class` uses `self.max_size`, the name for the field `maxSize` is `max_size`.
    pub fn attribute_name(&self, class: NodeId, field: &str) -> Option<String> {
        let own = self.tree.below(class).find(|id| self.is_attribute(*id, Some("self"), field))?;
        Some(self.text(self.tree.field(own, "attribute")?).to_owned())
    }

    /// Returns the port's name for the Java field `field`, from the whole file.
    ///
    /// Unlike `attribute_name`, the function accepts attributes of every object, such as `other.max_size`.
    pub fn any_attribute(&self, field: &str) -> Option<String> {
        let found = (0..self.tree.nodes.len()).find(|id| self.is_attribute(*id, None, field))?;
        Some(self.text(self.tree.field(found, "attribute")?).to_owned())
    }

    /// Returns the reads of an attribute, or its writes if `is_set` is true.
    ///
    /// The result excludes callees.
    pub fn accesses<'p>(&'p self, region: NodeId, field: &'p str, is_set: bool) -> impl Iterator<Item = NodeId> + 'p {
        self.nodes(region).filter(move |id| {
            let is_target = self.tree.node(*id).field == Some("left");
            let is_callee = self.tree.node(*id).field == Some("function");
            self.is_attribute(*id, None, field) && is_target == is_set && !is_callee
        })
    }

    /// Reports whether code outside of a class assigns an attribute with this name.
    pub fn is_set_elsewhere(&self, class: NodeId, field: &str) -> bool {
        let own = self.tree.below(class);
        let outside = (0..self.tree.nodes.len()).filter(|id| !own.contains(id));
        outside.into_iter().any(|id| self.is_attribute(id, None, field) && self.tree.node(id).field == Some("left"))
    }

    /// Returns the value that a plain assignment gives this target.
    pub fn value_assigned_to(&self, target: NodeId) -> Option<NodeId> {
        let assignment = self.tree.node(target).parent;
        let is_plain = self.tree.kind(assignment) == "assignment" && self.tree.node(target).field == Some("left");
        self.tree.field(assignment, "right").filter(|_| is_plain)
    }

    /// Returns the value that the class body gives an attribute.
    pub fn class_attribute(&self, class: NodeId, field: &str) -> Option<NodeId> {
        let body = self.tree.field(class, "body")?;
        let statements = self.tree.parts(body).filter_map(|statement| self.tree.parts(statement).next());
        let assigned = statements
            .filter(|id| self.tree.kind(*id) == "assignment")
            .find(|id| self.tree.field(*id, "left").is_some_and(|left| is_port_name(field, self.text(left))))?;
        self.tree.field(assigned, "right")
    }

    /// Returns the initial value of an attribute.
    ///
    /// The constructor's only assignment sets this value. If the constructor has no such assignment, the value is in
    /// the class body.
    pub fn initialiser(&self, class: &str, field: &str) -> Result<NodeId, ClassReplayReason> {
        let id = self.class(class).ok_or(NO_CLASS)?;
        let constructor = self.method(class, "<init>").ok();
        let set = constructor.into_iter().flat_map(|constructor| self.attributes(constructor, "self", field));
        let values: Vec<NodeId> = set.filter_map(|target| self.value_assigned_to(target)).collect();
        match values[..] {
            [one] => Ok(one),
            [] => self.class_attribute(id, field).ok_or(NO_FIELD),
            _ => Err(super::OTHER_FORM),
        }
    }

    /// Returns the uses of a variable as a plain name in an expression.
    ///
    /// The result excludes attributes, keywords, parameters and definitions.
    pub fn names<'p>(&'p self, region: NodeId, name: &'p str) -> impl Iterator<Item = NodeId> + 'p {
        self.nodes(region).filter(move |id| {
            let node = self.tree.node(*id);
            node.kind == "identifier"
                && is_port_name(name, self.text(*id))
                && !matches!(node.field, Some("name" | "attribute"))
                && !matches!(self.tree.kind(node.parent), "parameters" | "typed_parameter" | "default_parameter")
        })
    }

    /// Returns the right sides of assignments that are only this name.
    pub fn assigned_names<'p>(&'p self, region: NodeId, name: &'p str) -> impl Iterator<Item = NodeId> + 'p {
        self.names(region, name).filter(|id| {
            let node = self.tree.node(*id);
            node.field == Some("right") && self.tree.kind(node.parent) == "assignment"
        })
    }

    /// Returns the operator nodes of the comparisons `left == right`.
    pub fn equalities<'p>(
        &'p self,
        region: NodeId,
        left: &'p str,
        right: &'p str,
    ) -> impl Iterator<Item = NodeId> + 'p {
        let is = |java: &str, id: NodeId| is_port_name(if java == "this" { "self" } else { java }, self.text(id));
        self.nodes(region).filter_map(move |id| match self.tree.node(id).children[..] {
            [a, operator, b] if self.tree.kind(id) == "comparison_operator" => {
                let is_it = self.text(operator) == "==" && is(left, a) && is(right, b);
                is_it.then_some(operator)
            }
            _ => None,
        })
    }
}
