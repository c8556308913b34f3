//! Collects what one mutant changes in the port and writes it down as text edits: precedence,
//! nodes without text, the order in which Java evaluates, and the opening of `range` loops are
//! taken care of here, what to change is decided by `replay`.

use super::desugar_range;
use crate::Translation;
use mts_lang::SourceFile;
use mts_lang::ir::{Form, Kind, Tree};
use mts_model::span::apply;
use mts_model::{BinaryOp, Function, NodeId, Span, TextEdit, UnaryOp};
use std::collections::{BTreeMap, BTreeSet};

/// Why a mutant has no mirror: a short phrase counted in tables.
pub(in crate::mirror) type Reason = &'static str;

/// How strongly an expression binds; higher binds tighter.
pub(in crate::mirror) mod binding {
    pub const LOWEST: u8 = 0;
    pub const OR: u8 = 2;
    pub const AND: u8 = 3;
    pub const NOT: u8 = 4;
    pub const COMPARISON: u8 = 5;
    pub const ATOM: u8 = 20;
}

/// The changes of one mutant.
pub(in crate::mirror) struct Plan<'a> {
    pub port: &'a Tree,
    pub file: &'a SourceFile,
    pub function: &'a Function,
    /// Edits on nodes that have text.
    pub edits: Vec<TextEdit>,
    /// New texts of nodes that have none.
    pub unwritten: BTreeMap<NodeId, String>,
    /// Names that the mutant writes where the port does not, or differently.
    pub written: BTreeSet<String>,
    /// Names that the mutant no longer gives a value somewhere: what they had before lives on.
    pub lost: BTreeSet<String>,
    /// Nodes at which something changes.
    pub sites: Vec<NodeId>,
    /// Loops whose initialiser is lost.
    pub without_init: BTreeSet<NodeId>,
}

impl<'a> Plan<'a> {
    pub fn new(port: &'a Tree, file: &'a SourceFile, function: &'a Function) -> Self {
        Self {
            port,
            file,
            function,
            edits: Vec::new(),
            unwritten: BTreeMap::new(),
            written: BTreeSet::new(),
            lost: BTreeSet::new(),
            sites: Vec::new(),
            without_init: BTreeSet::new(),
        }
    }

    /// Gives a node another text, inside the parentheses that stand around it.
    pub fn put(&mut self, id: NodeId, text: impl Into<String>) {
        self.sites.push(id);
        if self.port.node(id).is_virtual {
            self.unwritten.insert(id, text.into());
        } else {
            self.edits.push(TextEdit::new(self.port.node(id).span, text));
        }
    }

    /// An edit at a place of a node.
    pub fn edit(&mut self, site: NodeId, edit: TextEdit) {
        self.sites.push(site);
        self.edits.push(edit);
    }

    /// The source with the edits inside this range made.
    fn edited(&self, span: Span) -> String {
        let inside: Vec<TextEdit> = self
            .edits
            .iter()
            .filter(|edit| span.contains(edit.span))
            .map(|edit| {
                let at = Span::new(edit.span.start - span.start, edit.span.end - span.start);
                TextEdit::new(at, edit.text.clone())
            })
            .collect();
        let text = span.of(&self.file.text);
        apply(text, &inside).unwrap_or_else(|| text.to_owned())
    }

    /// The text of a node as changed so far, without parentheses around it.
    pub fn text(&self, id: NodeId) -> String {
        if let Some(text) = self.unwritten.get(&id) {
            return text.clone();
        }
        let node = self.port.node(id);
        if !node.is_virtual {
            return if self.is_respelled(id) { self.spelled(id) } else { self.edited(node.span) };
        }
        self.spelled(id)
    }

    /// Whether an own text no longer says what the node is: something unwritten below it changed.
    fn is_respelled(&self, id: NodeId) -> bool {
        *self.port.kind(id) == Kind::Assign
            && self.unwritten.keys().any(|changed| self.port.ancestors(*changed).any(|at| at == id))
    }

    /// A node written anew from its children.
    fn spelled(&self, id: NodeId) -> String {
        let children = self.port.children(id);
        match (self.port.kind(id), children) {
            (Kind::Name(name), _) => name.clone(),
            (Kind::Literal(mts_lang::ir::Literal::Int(digits)), _) => digits.clone(),
            (Kind::Unary(UnaryOp::Neg), [inner]) => format!("-{}", self.operand(*inner, binding::ATOM)),
            (Kind::Binary(op), [left, right]) => {
                let own = strength(self.port, id);
                let spelling = match op {
                    BinaryOp::And => "and",
                    BinaryOp::Or => "or",
                    _ if self.port.node(id).form == Form::Floor => "//",
                    _ => op.java(),
                };
                format!("{} {spelling} {}", self.operand(*left, own), self.operand(*right, own + 1))
            }
            (Kind::Index, [base, index]) => format!("{}[{}]", self.operand(*base, binding::ATOM), self.text(*index)),
            (Kind::Attribute(name), [base]) => format!("{}.{name}", self.operand(*base, binding::ATOM)),
            (Kind::Length, [base]) => format!("len({})", self.text(*base)),
            (Kind::Assign, [target, value]) => format!("{} = {}", self.text(*target), self.text(*value)),
            (Kind::AugAssign(op), [target, value]) => {
                format!("{} {}= {}", self.text(*target), op.java(), self.text(*value))
            }
            (Kind::Increment(form), [target]) => {
                format!("{} {}= 1", self.text(*target), if form.delta() > 0 { '+' } else { '-' })
            }
            _ => self.edited(self.port.node(id).span),
        }
    }

    /// The text of a node as an operand of something that binds this strongly.
    pub fn operand(&self, id: NodeId, needed: u8) -> String {
        let node = self.port.node(id);
        if self.unwritten.contains_key(&id) || self.edits.iter().any(|edit| edit.span == node.span) {
            return self.text(id);
        }
        if !node.is_virtual && node.outer != node.span {
            return self.edited(node.outer);
        }
        let text = self.text(id);
        if strength(self.port, id) >= needed { text } else { format!("({text})") }
    }

    /// The text of a node where anything may stand around it.
    pub fn atom(&self, id: NodeId) -> String {
        self.operand(id, binding::ATOM)
    }

    /// Whether a name is a variable of the port's own, so that an assignment expression reaches it.
    pub fn is_local(&self, name: &str) -> bool {
        let is = |id: &NodeId| matches!(self.port.kind(*id), Kind::Name(n) if n == name);
        self.port.params.iter().any(is)
            || self.port.preorder(self.port.root).into_iter().any(|id| {
                let children = self.port.children(id);
                match self.port.kind(id) {
                    Kind::Assign | Kind::AugAssign(_) | Kind::Increment(_) | Kind::ForEach | Kind::Walrus => {
                        let targets = children.first().copied().into_iter();
                        targets.clone().any(|t| is(&t))
                            || targets
                                .flat_map(|t| self.port.children(t))
                                .any(|t| *self.port.kind(children[0]) == Kind::Tuple && is(t))
                    }
                    _ => false,
                }
            })
    }

    /// Places that stand for several of Java: the middle of `a < b < c`, the value of `a = b = x`.
    fn refuse_shared(&self) -> Result<(), Reason> {
        for site in &self.sites {
            let mut below = *site;
            for at in self.port.ancestors(*site) {
                let children = self.port.children(at);
                match self.port.kind(at) {
                    Kind::Chain(_) if children.first() != Some(&below) && children.last() != Some(&below) => {
                        return Err("one read for several");
                    }
                    Kind::Group if self.port.node(at).form == Form::Chained && below != *site => {
                        return Err("one value for several names");
                    }
                    _ => {}
                }
                below = at;
            }
        }
        Ok(())
    }

    /// The loops that have to be opened: those whose unwritten parts change, and every enclosing
    /// one whose variable, bound or step the mutant can write.
    fn loops(&self) -> Result<Vec<NodeId>, Reason> {
        let mut out = BTreeSet::new();
        for id in self.unwritten.keys().chain(&self.without_init) {
            let holder = self.port.ancestors(*id).chain([*id]).find(|at| desugar_range::is_range(self.port, *at));
            let through = self.port.ancestors(*id).find(|at| !self.port.node(*at).is_virtual);
            if let Some(holder) = holder
                && (through == Some(holder) || holder == *id)
            {
                out.insert(holder);
            }
        }
        out.extend(self.outlived());
        for site in &self.sites {
            for at in self.port.ancestors(*site) {
                match self.port.kind(at) {
                    _ if desugar_range::is_range(self.port, at)
                        && !desugar_range::header_names(self.port, at).is_disjoint(&self.written) =>
                    {
                        out.insert(at);
                    }
                    Kind::ForEach => {
                        let header = self.port.children(at)[..2].to_vec();
                        let names = header.iter().flat_map(|id| desugar_range::names(self.port, *id));
                        if names.into_iter().any(|name| self.written.contains(&name)) {
                            return Err("a loop over a collection would be written");
                        }
                    }
                    Kind::Opaque("for_else") if !self.written.is_empty() => return Err("loop with else"),
                    _ => {}
                }
            }
        }
        Ok(out.into_iter().collect())
    }

    /// The loops whose variable is read after them once an assignment is gone: `range` leaves another
    /// value in it than Java's loop does.
    fn outlived(&self) -> Vec<NodeId> {
        if self.lost.is_empty() {
            return Vec::new();
        }
        let port = self.port;
        let comes_before = |id: NodeId| {
            let start = port.node(id).span.start;
            self.sites.iter().any(|site| {
                start < port.node(*site).span.start && !port.ancestors(*site).any(|at| at == id)
                    || port
                        .ancestors(*site)
                        .any(|at| port.kind(at).is_loop() && port.ancestors(id).any(|own| own == at))
            })
        };
        let is_lost = |id: NodeId| {
            let variable =
                crate::mirror::match_rules::Loop::of(port, id).inits.first().and_then(|init| port.child(*init, 0));
            variable.is_some_and(|at| matches!(port.kind(at), Kind::Name(name) if self.lost.contains(name)))
        };
        let all = port.preorder(port.root).into_iter();
        all.filter(|id| desugar_range::is_range(port, *id) && is_lost(*id) && comes_before(*id)).collect()
    }

    /// Assignments whose target has to be fixed before their value is taken.
    fn fix_targets(&mut self) -> Result<(), Reason> {
        if self.written.is_empty() {
            return Ok(());
        }
        let sites = self.sites.clone();
        for site in sites {
            let assign = std::iter::once(site)
                .chain(self.port.ancestors(site))
                .take_while(|at| !self.port.kind(*at).is_statement() || *self.port.kind(*at) == Kind::Group)
                .find(|at| *self.port.kind(*at) == Kind::Assign);
            let Some(assign) = assign.filter(|at| *at != site && !self.port.node(*at).is_virtual) else { continue };
            let [target, value] = self.port.children(assign) else { continue };
            let (target, value) = (*target, *value);
            let in_target = std::iter::once(site).chain(self.port.ancestors(site)).any(|at| at == target);
            let uses_target = desugar_range::names(self.port, target).iter().any(|name| self.written.contains(name));
            let statement = self.port.node(assign).parent;
            if statement.is_some_and(|at| *self.port.kind(at) == Kind::Group) {
                let all = desugar_range::names(self.port, statement.unwrap_or(assign));
                let uses = all.iter().filter(|name| self.written.contains(*name)).count();
                if uses > 1 {
                    return Err("simultaneous assignment");
                }
                continue;
            }
            if matches!(self.port.kind(target), Kind::Name(_)) || !(in_target || uses_target) {
                continue;
            }
            let ([base, index], Kind::Index) = (self.port.children(target), self.port.kind(target)) else {
                return Err("target evaluated after the value");
            };
            if *self.port.kind(value) == Kind::Tuple {
                return Err("target evaluated after the value");
            }
            let text = format!(
                "{}.__setitem__({}, {})",
                self.atom(*base),
                self.text(*index),
                self.operand(value, binding::LOWEST)
            );
            self.replace_all(self.port.node(assign).span, text);
        }
        Ok(())
    }

    /// Puts a text that already contains the edits inside the range in its place.
    fn replace_all(&mut self, span: Span, text: String) {
        self.edits.retain(|edit| !span.contains(edit.span));
        self.edits.push(TextEdit::new(span, text));
    }

    /// Statements that are written out because something without text in them changed.
    fn respell(&mut self) -> Result<(), Reason> {
        let changed: Vec<NodeId> = self.unwritten.keys().copied().collect();
        for id in changed {
            let Some(holder) = self.port.ancestors(id).find(|at| !self.port.node(*at).is_virtual) else { continue };
            if desugar_range::is_range(self.port, holder) {
                continue;
            }
            if !self.is_respelled(holder) {
                return Err("no text to edit");
            }
            let span = self.port.node(holder).span;
            if self.edits.iter().any(|edit| edit.span == span) {
                continue;
            }
            let text = self.text(holder);
            self.replace_all(span, text);
        }
        Ok(())
    }

    /// The finished edits, checked.
    pub fn finish(mut self) -> Result<Translation, Reason> {
        self.refuse_shared()?;
        let loops = self.loops()?;
        self.fix_targets()?;
        self.respell()?;
        let mut opened = Vec::new();
        if !loops.is_empty() {
            let plain = Plan::new(self.port, self.file, self.function);
            opened = desugar_range::open(&plain, &loops)?;
            self.edits = desugar_range::open(&self, &loops)?;
        }
        if !self.is_sound(&self.edits) || !opened.is_empty() && !self.is_sound(&opened) {
            return Err("edit cannot be written");
        }
        Ok(Translation::Edits { edits: self.edits, opened })
    }

    /// Whether the function still parses.
    fn is_sound(&self, edits: &[TextEdit]) -> bool {
        let Some(text) = apply(&self.file.text, edits) else { return false };
        let span = self.function.span;
        let grown = text.len() + span.end;
        let end = grown.saturating_sub(self.file.text.len());
        let start = self.file.text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let own = text.get(start..end).unwrap_or("");
        // A method alone is indented: a header makes it a module of its own.
        let module = if own.starts_with([' ', '\t']) { format!("if 1:\n{own}\n") } else { format!("{own}\n") };
        mts_lang::python::parses(&module)
    }
}

/// How strongly an expression binds.
pub(in crate::mirror) fn strength(tree: &Tree, id: NodeId) -> u8 {
    match tree.kind(id) {
        Kind::Lambda | Kind::Conditional => 1,
        Kind::Walrus | Kind::Tuple | Kind::Assign => binding::LOWEST,
        Kind::Binary(_) if matches!(tree.node(id).form, Form::Truncated | Form::Helper) => binding::ATOM,
        Kind::Binary(op) => operator_strength(*op),
        Kind::Chain(_) => binding::COMPARISON,
        Kind::Unary(UnaryOp::Not) => binding::NOT,
        Kind::Unary(_) => 12,
        Kind::Call { name, has_receiver: false } if tree.node(id).form == Form::Idiom => {
            if name == "pow" {
                13
            } else {
                binding::COMPARISON
            }
        }
        Kind::Opaque("yield" | "await" | "other" | "dictionary_splat" | "list_splat" | "keyword_argument") => {
            binding::LOWEST
        }
        _ => binding::ATOM,
    }
}

/// How strongly a Python operator binds.
pub(in crate::mirror) fn operator_strength(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Or => binding::OR,
        BinaryOp::And => binding::AND,
        op if op.is_relational() => binding::COMPARISON,
        BinaryOp::BitOr => 6,
        BinaryOp::BitXor => 7,
        BinaryOp::BitAnd => 8,
        op if op.is_shift() => 9,
        BinaryOp::Add | BinaryOp::Sub => 10,
        _ => 11,
    }
}
