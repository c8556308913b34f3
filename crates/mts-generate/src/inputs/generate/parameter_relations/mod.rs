//! Finds relations between parameters in the Java tree.
//!
//! For example, an `int` is the length of an array, an index into an array, or a loop bound. The
//! uses of a parameter decide, but a parameter with the name of an index is never a length. The module
//! uses other names and positions only if the uses show nothing. A wrong guess makes inputs less
//! diverse, but never makes a verdict wrong.

use mts_lang::ir::{Kind, Literal, Tree};
use mts_model::jdk::{TypeShape, type_shape};
use mts_model::{BinaryOp, JavaType, NodeId, Param, Primitive};

/// A dimension of a parameter: the parameter's position, and the depth (0 for the outermost).
pub type Dimension = (usize, usize);

/// The role of an integer parameter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ParamRole {
    /// No known role.
    #[default]
    Free,
    /// The length of these dimensions; the list is never empty.
    Length(Vec<Dimension>),
    /// An index into this dimension.
    Index(Dimension),
}

/// Facts about one parameter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParamFacts {
    /// The role of the parameter.
    pub role: ParamRole,
    /// True if the parameter bounds a loop or is the size of a new array.
    ///
    /// With a huge value, a call may not finish. A parameter that the loop divides, as in `n /= 10`, does not count.
    pub counts: bool,
    /// True if the function passes the parameter to a recursive call without a division.
    ///
    /// Even a call with a moderate value may not finish.
    pub recurses: bool,
    /// True if the function compares the parameter with `null`.
    pub null_checked: bool,
    /// True if the function uses the elements as indexes. Negative or large elements throw.
    pub positions: bool,
    /// True if the function compares the parameter with a constant number.
    pub guarded: bool,
    /// True if the function reads the length of the parameter, or iterates over it.
    pub measured: bool,
    /// The shortest length that constant indexes need, by depth.
    pub least: Vec<usize>,
    /// The class `C` if the function calls `C.valueOf(p)` with this parameter `p`.
    pub constant_of: Option<String>,
}

/// Derives the facts of each parameter; `name` identifies recursive calls.
#[must_use]
pub fn facts(params: &[Param], name: &str, tree: &Tree) -> Vec<ParamFacts> {
    let mut reader = RelationReader {
        params,
        tree,
        lengths: vec![Vec::new(); params.len()],
        indexes: vec![Vec::new(); params.len()],
    };
    let mut facts = vec![ParamFacts::default(); params.len()];
    for id in tree.preorder(tree.root) {
        match tree.kind(id) {
            kind if kind.is_loop() => reader.a_loop(id, &mut facts),
            Kind::Index => reader.index(id, &mut facts),
            Kind::Length | Kind::ForEach => {
                let base = tree.child(id, usize::from(*tree.kind(id) == Kind::ForEach));
                if let Some(p) = base.and_then(|base| reader.param(base)) {
                    facts[p].measured = true;
                }
            }
            Kind::Binary(op) if op.is_relational() => reader.comparison(id, &mut facts),
            Kind::NewArray { dims, .. } => {
                for dimension in tree.children(id).iter().take(*dims) {
                    reader.mentioned(*dimension).into_iter().for_each(|p| facts[p].counts = true);
                }
            }
            Kind::Call { name: called, .. } if called == name => {
                let shrinking = reader.shrunk_in(id);
                for p in reader.mentioned(id) {
                    facts[p].recurses |= !shrinking.contains(&p);
                }
            }
            Kind::Call { name: called, has_receiver: true } if called == "valueOf" => {
                if let [class, text] = tree.children(id)
                    && let (Kind::Name(class), Kind::Name(text)) = (tree.kind(*class), tree.kind(*text))
                    && let Some(p) = params.iter().position(|param| param.name == *text)
                {
                    facts[p].constant_of = Some(class.clone());
                }
            }
            _ => {}
        }
    }
    let by_use = reader.lengths.iter().any(|l| !l.is_empty());
    for (p, fact) in facts.iter_mut().enumerate().filter(|(p, _)| is_count(&params[*p].ty)) {
        let (lengths, indexes) = (&reader.lengths[p], &reader.indexes[p]);
        fact.role = match (lengths.first(), indexes.first()) {
            (Some(length), index) if is_index_name(&params[p].name) => ParamRole::Index(*index.unwrap_or(length)),
            (Some(_), _) => ParamRole::Length(lengths.clone()),
            (None, Some(first)) => ParamRole::Index(*first),
            (None, None) => ParamRole::Free,
        };
    }
    if by_use {
        lengths_left_over(params, &mut facts);
    } else {
        lengths_by_name(params, &mut facts);
    }
    positions_by_name(params, &mut facts);
    facts
}

/// Returns the element type, if values of this type are sequences or texts.
#[must_use]
pub fn element(ty: &JavaType) -> Option<JavaType> {
    match ty {
        JavaType::String => Some(JavaType::Primitive(Primitive::Char)),
        JavaType::Array(element) => Some((**element).clone()),
        JavaType::Class { args, .. } => match type_shape(ty.jdk_class()?) {
            TypeShape::Sequence => args.first().cloned(),
            TypeShape::Text => Some(JavaType::Primitive(Primitive::Char)),
            _ => None,
        },
        _ => None,
    }
}

fn is_count(ty: &JavaType) -> bool {
    ty.unboxed().is_some_and(|p| p.is_integral() && p != Primitive::Char)
}

fn is_index_name(name: &str) -> bool {
    const NAMES: &[&str] =
        &["i", "j", "l", "r", "lo", "hi", "low", "high", "left", "right", "start", "end", "from", "to", "pos", "index"];
    let lower = name.to_lowercase();
    NAMES.contains(&lower.as_str()) || lower.ends_with("index") || lower.ends_with("idx")
}

fn is_length_name(name: &str) -> bool {
    let lower = name.to_lowercase();
    let stem = lower.trim_end_matches(|c: char| c.is_ascii_digit());
    matches!(stem, "n" | "m" | "len" | "length" | "size" | "count" | "rows" | "cols" | "row" | "col")
        || ["_n", "size", "len", "length", "count"].iter().any(|end| stem.ends_with(end))
}

/// Gives the role `Length` to parameters with a length's name that follow an array.
///
/// Several names and arrays pair up in order (`a, b, n, m`). One name is the length of all arrays
/// (`a, b, n`). Two names after one matrix are its numbers of rows and columns.
fn lengths_by_name(params: &[Param], facts: &mut [ParamFacts]) {
    let sized: Vec<usize> = (0..params.len()).filter(|p| element(&params[*p].ty).is_some()).collect();
    let named: Vec<usize> = (0..params.len())
        .filter(|p| is_count(&params[*p].ty) && facts[*p].role == ParamRole::Free && is_length_name(&params[*p].name))
        .filter(|p| sized.iter().any(|s| s < p))
        .collect();
    match (sized.as_slice(), named.as_slice()) {
        ([], _) | (_, []) => {}
        ([matrix], [rows, cols]) if element(&params[*matrix].ty).is_some_and(|e| element(&e).is_some()) => {
            facts[*rows].role = ParamRole::Length(vec![(*matrix, 0)]);
            facts[*cols].role = ParamRole::Length(vec![(*matrix, 1)]);
        }
        (sized, [one]) => facts[*one].role = ParamRole::Length(sized.iter().map(|s| (*s, 0)).collect()),
        (sized, named) => {
            for (s, n) in sized.iter().zip(named) {
                facts[*n].role = ParamRole::Length(vec![(*s, 0)]);
            }
        }
    }
}

/// Gives the role `Length` to parameters that only their names show as lengths.
///
/// Such a parameter is the length of the first dimension without a length.
fn lengths_left_over(params: &[Param], facts: &mut [ParamFacts]) {
    for p in 0..params.len() {
        if facts[p].role != ParamRole::Free || !is_count(&params[p].ty) || !is_length_name(&params[p].name) {
            continue;
        }
        let taken = |at: Dimension| facts.iter().any(|f| matches!(&f.role, ParamRole::Length(of) if of.contains(&at)));
        let free = (0..params.len()).find_map(|a| {
            let inner = element(&params[a].ty)?;
            let deeper = matches!(inner, JavaType::Array(_)).then_some((a, 1));
            [Some((a, 0)), deeper].into_iter().flatten().find(|at| !taken(*at))
        });
        if let Some(at) = free {
            facts[p].role = ParamRole::Length(vec![at]);
        }
    }
}

/// Gives the role `Index` to parameters that only their names show as indexes.
///
/// Examples are `lo` and `hi` in `search(a, lo, hi)`.
fn positions_by_name(params: &[Param], facts: &mut [ParamFacts]) {
    let Some(first) = params.iter().position(|p| element(&p.ty).is_some()) else { return };
    for (p, fact) in facts.iter_mut().enumerate() {
        if fact.role == ParamRole::Free && is_count(&params[p].ty) && is_index_name(&params[p].name) {
            fact.role = ParamRole::Index((first, 0));
        }
    }
}

struct RelationReader<'t> {
    params: &'t [Param],
    tree: &'t Tree,
    lengths: Vec<Vec<Dimension>>,
    indexes: Vec<Vec<Dimension>>,
}

impl RelationReader<'_> {
    fn param(&self, id: NodeId) -> Option<usize> {
        match self.tree.kind(id) {
            Kind::Name(name) => self.params.iter().position(|p| p.name == *name),
            _ => None,
        }
    }

    /// Returns the indexes of the parameters that the expression names, in source order.
    ///
    /// An index can occur more than once.
    fn mentioned(&self, id: NodeId) -> Vec<usize> {
        let ids = self.tree.preorder(id);
        let mut found: Vec<usize> = ids.into_iter().filter_map(|at| self.param(at)).collect();
        found.dedup();
        found
    }

    /// Returns the parameter and the depth of an `Index` node.
    fn dimension(&self, index: NodeId) -> Option<Dimension> {
        let (mut at, mut depth) = (self.tree.child(index, 0)?, 0);
        while matches!(self.tree.kind(at), Kind::Index) {
            at = self.tree.child(at, 0)?;
            depth += 1;
        }
        Some((self.param(at)?, depth))
    }

    fn vote(list: &mut Vec<Dimension>, dimension: Dimension) {
        if !list.contains(&dimension) {
            list.push(dimension);
        }
    }

    /// Parses a name, or a sum or difference such as `x - 1`.
    ///
    /// Returns the node of the name, and the added number.
    fn offset(&self, id: NodeId) -> Option<(NodeId, i64)> {
        match self.tree.kind(id) {
            Kind::Name(_) => Some((id, 0)),
            Kind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub)) => {
                let left = self.tree.child(id, 0)?;
                let Kind::Name(_) = self.tree.kind(left) else { return None };
                let by = self.constant(self.tree.child(id, 1)?)?;
                Some((left, if *op == BinaryOp::Add { by } else { -by }))
            }
            _ => None,
        }
    }

    fn constant(&self, id: NodeId) -> Option<i64> {
        match self.tree.kind(id) {
            Kind::Literal(Literal::Int(digits)) => digits.parse().ok(),
            _ => None,
        }
    }

    /// Reads an index: `a[p - 1]` makes `p` a length, `a[p]` makes `p` an index.
    ///
    /// The access `a[3]` shows that `a` needs four elements. The access `b[a[i]]` shows that the elements of `a` are
    /// indexes.
    fn index(&mut self, id: NodeId, facts: &mut [ParamFacts]) {
        let Some(index) = self.tree.child(id, 1) else { return };
        for at in self.tree.preorder(index) {
            if let (Kind::Index, Some((holder, _))) = (self.tree.kind(at), self.dimension(at)) {
                facts[holder].positions = true;
            }
        }
        let Some(dimension) = self.dimension(id) else { return };
        if let Some(n) = self.constant(index).and_then(|n| usize::try_from(n).ok()).filter(|n| *n < 32) {
            let least = &mut facts[dimension.0].least;
            if least.len() <= dimension.1 {
                least.resize(dimension.1 + 1, 0);
            }
            least[dimension.1] = least[dimension.1].max(n + 1);
        }
        if let Some((name, by)) = self.offset(index)
            && let Some(p) = self.param(name)
        {
            Self::vote(if by < 0 { &mut self.lengths[p] } else { &mut self.indexes[p] }, dimension);
        }
    }

    /// Reads a comparison: `p < a.length` makes `p` an index of `a`.
    ///
    /// The function also notes comparisons of `p` with `null` and with constant integers.
    fn comparison(&mut self, id: NodeId, facts: &mut [ParamFacts]) {
        let [left, right] = self.tree.children(id) else { return };
        for (name, other) in [(*left, *right), (*right, *left)] {
            let Some(p) = self.param(name) else { continue };
            match self.tree.kind(other) {
                Kind::Length => {
                    if let Some(of) = self.tree.child(other, 0).and_then(|base| self.param(base)) {
                        Self::vote(&mut self.indexes[p], (of, 0));
                    }
                }
                Kind::Literal(Literal::Null) => facts[p].null_checked = true,
                Kind::Literal(Literal::Int(_)) => facts[p].guarded = true,
                _ => {}
            }
        }
    }

    /// Relates parameters that a loop uses together.
    ///
    /// If `p` bounds the loop's variable and the variable indexes `a`, then `p` is the length of
    /// `a`.
    fn a_loop(&mut self, id: NodeId, facts: &mut [ParamFacts]) {
        let Some(condition) = self.condition(id) else { return };
        let shrinking = self.divided(id);
        for p in self.mentioned(condition) {
            facts[p].counts |= !shrinking.contains(&p);
        }
        for test in self.tree.preorder(condition) {
            let Kind::Binary(op) = self.tree.kind(test) else { continue };
            let (true, [left, right]) = (op.is_relational(), self.tree.children(test)) else { continue };
            for (variable, bound) in [(*left, *right), (*right, *left)] {
                let (Some((name, _)), Some((limit, by))) = (self.offset(variable), self.offset(bound)) else {
                    continue;
                };
                let (Kind::Name(variable), Some(p)) = (self.tree.kind(name), self.param(limit)) else { continue };
                let inclusive = by == 0 && matches!(op, BinaryOp::Le | BinaryOp::Ge);
                self.bounded(id, variable, p, inclusive);
            }
        }
        for start in self.starts(id) {
            let (variable, p) = start;
            for (dimension, _) in self.indexed_by(id, &variable) {
                Self::vote(&mut self.indexes[p], dimension);
            }
        }
    }

    fn bounded(&mut self, a_loop: NodeId, variable: &str, p: usize, inclusive: bool) {
        for (dimension, by) in self.indexed_by(a_loop, variable) {
            // The bound `i <= p` with `a[i]` reaches position p. With `a[i - 1]` the loop does not
            // reach position p.
            let is_position = inclusive && by.is_some_and(|by| by >= 0);
            Self::vote(if is_position { &mut self.indexes[p] } else { &mut self.lengths[p] }, dimension);
        }
    }

    /// Returns each dimension that the loop indexes with the variable, and the offset.
    ///
    /// The index contains the variable, and the offset is the number that the index adds to the variable. The offset is
    /// `None` if it is not constant.
    fn indexed_by(&self, a_loop: NodeId, variable: &str) -> Vec<(Dimension, Option<i64>)> {
        let is_it = |id: &NodeId| matches!(self.tree.kind(*id), Kind::Name(name) if name == variable);
        let mut found = Vec::new();
        for id in self.tree.preorder(a_loop) {
            if !matches!(self.tree.kind(id), Kind::Index) {
                continue;
            }
            let (Some(dimension), Some(index)) = (self.dimension(id), self.tree.child(id, 1)) else { continue };
            if self.tree.preorder(index).iter().any(is_it) {
                found.push((dimension, self.offset(index).map(|(_, by)| by)));
            }
        }
        found
    }

    /// Returns loop variables that start at a parameter: `for (int i = l; ...)`.
    fn starts(&self, a_loop: NodeId) -> Vec<(String, usize)> {
        let Kind::For { inits, .. } = self.tree.kind(a_loop) else { return Vec::new() };
        let mut found = Vec::new();
        for init in self.tree.children(a_loop).iter().take(*inits) {
            for id in self.tree.preorder(*init) {
                if let (Kind::Declare | Kind::Assign, [target, value]) = (self.tree.kind(id), self.tree.children(id))
                    && let (Kind::Name(variable), Some(p)) = (self.tree.kind(*target), self.param(*value))
                {
                    found.push((variable.clone(), p));
                }
            }
        }
        found
    }

    fn condition(&self, a_loop: NodeId) -> Option<NodeId> {
        match self.tree.kind(a_loop) {
            Kind::While => self.tree.child(a_loop, 0),
            Kind::DoWhile => self.tree.child(a_loop, 1),
            Kind::For { inits, has_condition: true, .. } => self.tree.child(a_loop, *inits),
            _ => None,
        }
    }

    /// Returns parameters that the loop divides or shifts, for example `n /= 10`.
    ///
    /// Such a loop ends soon for any `n`.
    fn divided(&self, a_loop: NodeId) -> Vec<usize> {
        let mut found = Vec::new();
        for id in self.tree.preorder(a_loop) {
            let target = self.tree.child(id, 0).and_then(|target| self.param(target));
            let Some(p) = target else { continue };
            let divides = match self.tree.kind(id) {
                Kind::AugAssign(op) => shrinks(*op),
                Kind::Assign => {
                    let all = self.tree.preorder(id);
                    all.iter().any(|at| matches!(self.tree.kind(*at), Kind::Binary(op) if shrinks(*op)))
                }
                _ => false,
            };
            if divides {
                found.push(p);
            }
        }
        found
    }

    /// Returns parameters that a call receives only after a division.
    ///
    /// Examples are `gcd(b % a, a)` and `f(n / 2)`.
    fn shrunk_in(&self, call: NodeId) -> Vec<usize> {
        let mut found = Vec::new();
        for id in self.tree.preorder(call) {
            if matches!(self.tree.kind(id), Kind::Binary(op) if shrinks(*op)) {
                found.extend(self.mentioned(id));
            }
        }
        found
    }
}

fn shrinks(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shr | BinaryOp::Ushr)
}

#[cfg(test)]
mod tests;
