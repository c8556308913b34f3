//! Replaces calls of the port's small pure helper functions by operations.
//!
//! For example, `i32(x)` wraps `x` into 32 bits, and `idiv(a, b)` computes `a / b`. The module calls the helper on
//! sample numbers to find its operation. The name of the helper does not matter.

use mts_lang::SourceFile;
use mts_lang::ir::{Form, Kind, Literal, Tree};
use mts_model::{BinaryOp, NodeId, UnaryOp};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The name of the call that replaces a call of an identity helper.
///
/// Such a helper returns its argument.
///
/// No Python function has this name. If the helper also wraps numbers, the call has [`Form::Helper`].
pub(in crate::mirror) const SAME: &str = "the same value";
/// The highest number of nodes in the tree of a helper.
const MOST_NODES: usize = 60;
/// The highest depth of nested helper calls.
const DEEPEST: usize = 4;
/// Sample numbers that are in the range of every Java integer type.
const SAMPLES: [i128; 6] = [0, 1, 2, 5, 9, 100];
/// For each signed Java integer type, the first number above its range.
const BEYOND: [i128; 4] = [1 << 7, 1 << 15, 1 << 31, 1 << 63];
const PAIRS: [(i128, i128); 6] = [(9, 2), (100, 7), (8, 4), (5, 3), (3, 1), (21, 6)];

/// The operation that a helper computes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum HelperRole {
    Same,
    /// The helper returns a number in a range unchanged, and wraps any other number.
    Wrapped,
    Operator(BinaryOp),
}

/// Replaces the helper calls in the port's tree by the operations of the helpers.
pub(in crate::mirror) fn see_through(port: &mut Tree, file: &SourceFile) {
    let called: Vec<NodeId> =
        port.preorder(port.root).into_iter().filter(|at| plain_call(port, *at).is_some()).collect();
    if called.is_empty() {
        return;
    }
    let helpers = Helpers::from_file(file);
    let mut roles: BTreeMap<String, Option<HelperRole>> = BTreeMap::new();
    for at in called {
        let Some(name) = plain_call(port, at).map(str::to_owned) else { continue };
        let arity = port.children(at).len();
        let role = *roles.entry(name.clone()).or_insert_with(|| helpers.role(&name));
        let node = &mut port.nodes[at.0 as usize];
        match (role, arity) {
            (Some(role @ (HelperRole::Same | HelperRole::Wrapped)), 1) => {
                node.kind = Kind::Call { name: SAME.to_owned(), has_receiver: false };
                node.form = if role == HelperRole::Wrapped { Form::Helper } else { Form::Plain };
            }
            (Some(HelperRole::Operator(op)), 2) => {
                node.kind = Kind::Binary(op);
                node.form = Form::Helper;
            }
            _ => {}
        }
    }
}

/// Returns the name of a called function.
///
/// `None` if the call has a receiver, or arguments that are not positional.
fn plain_call(tree: &Tree, at: NodeId) -> Option<&str> {
    match tree.kind(at) {
        Kind::Call { name, has_receiver: false } if tree.node(at).form == Form::Plain => {
            let is_plain = |id: &NodeId| !matches!(tree.kind(*id), Kind::Opaque(_));
            tree.children(at).iter().all(is_plain).then_some(name)
        }
        _ => None,
    }
}

/// The small module-level functions of a file with one or two parameters.
struct Helpers {
    trees: BTreeMap<String, Arc<Tree>>,
}

/// A value in the evaluation of a helper. Integers do not become floats.
#[derive(Clone, Copy, Debug, PartialEq)]
enum HelperValue {
    Int(i128),
    Real(f64),
    Bool(bool),
}

type HelperScope = BTreeMap<String, HelperValue>;

/// The result of running some statements: the helper continues, or returns a value.
enum BodyEnd {
    Continues,
    Returns(HelperValue),
}

impl Helpers {
    fn from_file(file: &SourceFile) -> Self {
        let top_level = file.functions.iter().filter(|f| f.scope.is_empty() && (1..=2).contains(&f.params.len()));
        let lowered = top_level.filter_map(|f| Some((f.name.clone(), file.lower(f)?)));
        Self { trees: lowered.filter(|(_, tree)| tree.nodes.len() <= MOST_NODES).collect() }
    }

    fn role(&self, name: &str) -> Option<HelperRole> {
        let tree = self.trees.get(name)?;
        let result = |arguments: &[i128]| {
            self.call(tree, &arguments.iter().map(|n| HelperValue::Int(*n)).collect::<Vec<_>>(), 0)
        };
        if tree.params.len() == 1 {
            let is_same = |n: &i128| result(&[*n]) == Some(HelperValue::Int(*n));
            let is_other = |n: &i128| result(&[*n]).is_some_and(|value| value != HelperValue::Int(*n));
            let role = if BEYOND.iter().any(is_other) { HelperRole::Wrapped } else { HelperRole::Same };
            return SAMPLES.iter().all(is_same).then_some(role);
        }
        let all = [
            BinaryOp::Add,
            BinaryOp::Sub,
            BinaryOp::Mul,
            BinaryOp::Div,
            BinaryOp::Rem,
            BinaryOp::Shl,
            BinaryOp::Shr,
            BinaryOp::BitAnd,
            BinaryOp::BitOr,
            BinaryOp::BitXor,
        ];
        let is =
            |op: &BinaryOp| PAIRS.iter().all(|(a, b)| result(&[*a, *b]) == whole(*op, *a, *b).map(HelperValue::Int));
        all.into_iter().find(is).map(HelperRole::Operator)
    }

    fn call(&self, tree: &Tree, arguments: &[HelperValue], depth: usize) -> Option<HelperValue> {
        if depth > DEEPEST || tree.params.len() != arguments.len() {
            return None;
        }
        let mut names = HelperScope::new();
        for (param, value) in tree.params.iter().zip(arguments) {
            let Kind::Name(name) = tree.kind(*param) else { return None };
            names.insert(name.clone(), *value);
        }
        match self.run(tree, tree.root, &mut names, depth)? {
            BodyEnd::Returns(value) => Some(value),
            BodyEnd::Continues => None,
        }
    }

    fn run(&self, tree: &Tree, at: NodeId, names: &mut HelperScope, depth: usize) -> Option<BodyEnd> {
        let children = tree.children(at);
        match tree.kind(at) {
            Kind::Block | Kind::Group => {
                for child in children {
                    if let BodyEnd::Returns(value) = self.run(tree, *child, names, depth)? {
                        return Some(BodyEnd::Returns(value));
                    }
                }
            }
            Kind::If => {
                let chosen = if is_true(self.value(tree, children[0], names, depth)?) { 1 } else { 2 };
                if let Some(branch) = children.get(chosen) {
                    return self.run(tree, *branch, names, depth);
                }
            }
            Kind::Return => return Some(BodyEnd::Returns(self.value(tree, *children.first()?, names, depth)?)),
            Kind::ExprStmt => match (tree.kind(children[0]), tree.children(children[0])) {
                (Kind::Assign, _) => return self.run(tree, children[0], names, depth),
                (Kind::Literal(Literal::Str(_)), _) => {}
                _ => return None,
            },
            Kind::Assign => {
                let Kind::Name(name) = tree.kind(children[0]) else { return None };
                let value = self.value(tree, children[1], names, depth)?;
                names.insert(name.clone(), value);
            }
            Kind::Empty => {}
            _ => return None,
        }
        Some(BodyEnd::Continues)
    }

    fn value(&self, tree: &Tree, at: NodeId, names: &HelperScope, depth: usize) -> Option<HelperValue> {
        let children = tree.children(at);
        let one = |nth: usize| self.value(tree, *children.get(nth)?, names, depth);
        Some(match tree.kind(at) {
            Kind::Literal(Literal::Int(digits)) => HelperValue::Int(digits.parse().ok()?),
            Kind::Literal(Literal::Float(value)) => HelperValue::Real(*value),
            Kind::Literal(Literal::Bool(value)) => HelperValue::Bool(*value),
            Kind::Name(name) => *names.get(name)?,
            Kind::Unary(op) => match (op, one(0)?) {
                (UnaryOp::Neg, HelperValue::Int(n)) => HelperValue::Int(n.checked_neg()?),
                (UnaryOp::Neg, HelperValue::Real(x)) => HelperValue::Real(-x),
                (UnaryOp::Plus, value) => value,
                (UnaryOp::Complement, HelperValue::Int(n)) => HelperValue::Int(!n),
                (UnaryOp::Not, value) => HelperValue::Bool(!is_true(value)),
                _ => return None,
            },
            Kind::Binary(BinaryOp::And) => {
                if is_true(one(0)?) {
                    one(1)?
                } else {
                    one(0)?
                }
            }
            Kind::Binary(BinaryOp::Or) => {
                if is_true(one(0)?) {
                    one(0)?
                } else {
                    one(1)?
                }
            }
            Kind::Binary(op) => operation(*op, tree.node(at).form, one(0)?, one(1)?)?,
            Kind::Chain(ops) => {
                for (nth, op) in ops.iter().enumerate() {
                    if operation(*op, Form::Plain, one(nth)?, one(nth + 1)?)? != HelperValue::Bool(true) {
                        return Some(HelperValue::Bool(false));
                    }
                }
                HelperValue::Bool(true)
            }
            Kind::Conditional => {
                if is_true(one(0)?) {
                    one(1)?
                } else {
                    one(2)?
                }
            }
            Kind::Call { name, has_receiver: false } => {
                let args: Option<Vec<HelperValue>> = (0..children.len()).map(one).collect();
                match (name.as_str(), args?.as_slice()) {
                    (name, args) if self.trees.contains_key(name) => self.call(&self.trees[name], args, depth + 1)?,
                    ("abs", [HelperValue::Int(n)]) => HelperValue::Int(n.checked_abs()?),
                    ("abs", [HelperValue::Real(x)]) => HelperValue::Real(x.abs()),
                    ("int", [HelperValue::Int(n)]) => HelperValue::Int(*n),
                    ("int", [HelperValue::Bool(b)]) => HelperValue::Int(i128::from(*b)),
                    #[expect(clippy::cast_possible_truncation, reason = "only small numbers are computed with")]
                    ("int", [HelperValue::Real(x)]) if x.abs() < 1e15 => HelperValue::Int(*x as i128),
                    ("float", [value]) => HelperValue::Real(real(*value)),
                    ("min", [HelperValue::Int(a), HelperValue::Int(b)]) => HelperValue::Int(*a.min(b)),
                    ("max", [HelperValue::Int(a), HelperValue::Int(b)]) => HelperValue::Int(*a.max(b)),
                    _ => return None,
                }
            }
            _ => return None,
        })
    }
}

fn is_true(value: HelperValue) -> bool {
    match value {
        HelperValue::Int(n) => n != 0,
        HelperValue::Real(x) => x != 0.0,
        HelperValue::Bool(b) => b,
    }
}

fn real(value: HelperValue) -> f64 {
    match value {
        #[expect(clippy::cast_precision_loss, reason = "Python's own conversion rounds likewise")]
        HelperValue::Int(n) => n as f64,
        HelperValue::Real(x) => x,
        HelperValue::Bool(b) => f64::from(u8::from(b)),
    }
}

/// Returns the integer result of an operator on non-negative integers.
///
/// On such integers, Java's operator and Python's operator give the same result.
fn whole(op: BinaryOp, a: i128, b: i128) -> Option<i128> {
    match operation(op, Form::Floor, HelperValue::Int(a), HelperValue::Int(b))? {
        HelperValue::Int(n) => Some(n),
        _ => None,
    }
}

/// Returns the result of a Python operator.
fn operation(op: BinaryOp, form: Form, left: HelperValue, right: HelperValue) -> Option<HelperValue> {
    use std::cmp::Ordering::{Equal, Greater, Less};
    if op.is_relational() {
        let order = match (left, right) {
            (HelperValue::Int(a), HelperValue::Int(b)) => a.cmp(&b),
            (HelperValue::Bool(a), HelperValue::Bool(b)) => a.cmp(&b),
            _ => real(left).partial_cmp(&real(right))?,
        };
        return Some(HelperValue::Bool(match op {
            BinaryOp::Lt => order == Less,
            BinaryOp::Le => order != Greater,
            BinaryOp::Gt => order == Greater,
            BinaryOp::Ge => order != Less,
            BinaryOp::Eq => order == Equal,
            _ => order != Equal,
        }));
    }
    if let (HelperValue::Int(a), HelperValue::Int(b)) = (left, right) {
        let distance = || u32::try_from(b).ok().filter(|n| *n < 100);
        return Some(HelperValue::Int(match op {
            BinaryOp::Add => a.checked_add(b)?,
            BinaryOp::Sub => a.checked_sub(b)?,
            BinaryOp::Mul => a.checked_mul(b)?,
            BinaryOp::Div if form == Form::True => {
                return (b != 0).then(|| HelperValue::Real(real(left) / real(right)));
            }
            BinaryOp::Div if form == Form::Truncated => a.checked_div(b)?,
            BinaryOp::Div => a.checked_div(b)? - i128::from(a % b != 0 && (a < 0) != (b < 0)),
            BinaryOp::Rem => ((a.checked_rem(b)?) + b) % b,
            BinaryOp::Shl => a.checked_mul(1_i128.checked_shl(distance()?)?)?,
            BinaryOp::Shr => a >> distance()?,
            BinaryOp::BitAnd => a & b,
            BinaryOp::BitOr => a | b,
            BinaryOp::BitXor => a ^ b,
            _ => return None,
        }));
    }
    let (a, b) = (real(left), real(right));
    Some(HelperValue::Real(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div if form == Form::True && b != 0.0 => a / b,
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Language;

    fn role(text: &str, name: &str) -> Option<HelperRole> {
        let file = SourceFile::parse("t.py", text.to_owned(), Language::Python).expect("parses");
        Helpers::from_file(&file).role(name)
    }

    #[test]
    fn a_helper_that_wraps_or_returns_its_argument_is_inlined() {
        for text in [
            "def keep(x):\n    return (x + 0x80000000 & 0xFFFFFFFF) - 0x80000000\n",
            "def keep(x):\n    return (x + 0x80 & 0xFF) - 0x80\n",
            "def keep(v):\n    \"\"\"Wraps.\"\"\"\n    v = v & 0xFFFFFFFF\n    return v if v <= 0x7FFFFFFF else v - 0x100000000\n",
        ] {
            assert_eq!(role(text, "keep"), Some(HelperRole::Wrapped), "{text}");
        }
        let guards = "def keep32(index):\n    if index < 0:\n        raise IndexError(index)\n    return index\n";
        assert_eq!(role(guards, "keep32"), Some(HelperRole::Same), "it wraps nothing, whatever it is called");
        for text in [
            "def keep(x):\n    return x * x\n",
            "def keep(x):\n    return x & 0xF\n",
            "def keep(x):\n    return float(x)\n",
            "def keep(x):\n    print(x)\n    return x\n",
            "def keep(x):\n    return known[x]\n",
        ] {
            assert_eq!(role(text, "keep"), None, "{text}");
        }
    }

    #[test]
    fn a_helper_that_computes_an_operator_has_the_role_of_the_operator() {
        let divides = "def over(a, b):\n    q = abs(a) // abs(b)\n    return q if (a < 0) == (b < 0) else -q\n";
        assert_eq!(role(divides, "over"), Some(HelperRole::Operator(BinaryOp::Div)));
        let wraps =
            "def i(x):\n    return (x + 0x80000000 & 0xFFFFFFFF) - 0x80000000\ndef times(a, b):\n    return i(a * b)\n";
        assert_eq!(role(wraps, "times"), Some(HelperRole::Operator(BinaryOp::Mul)));
        assert_eq!(role("def over(a, b):\n    return a / b\n", "over"), None, "of whole numbers it gives others");
        assert_eq!(role("def pick(a, b):\n    return a if a > b else b\n", "pick"), None);
    }
}
