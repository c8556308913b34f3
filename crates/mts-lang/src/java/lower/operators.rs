//! Lowers Java's operators: binary, unary, `++`, `--`, assignment and conditional.

use super::{Lowering, named_children, span};
use crate::ir::{Kind, Literal, Node as Core};
use crate::java::types;
use mts_model::{BinaryOp, IncrementForm, JavaType, NodeId, Primitive, Span, UnaryOp};
use tree_sitter::Node;

/// A tree of binary operators without parentheses, by Java's precedence.
enum Infix {
    /// An operand, by its index.
    Operand(usize),
    /// An operator by its index, with the indexes of its two sides.
    Operator(usize, usize, usize),
}

/// An operand, with the unary operators before it, outermost first.
///
/// The grammar misreads `-(a) + b` as a minus before a cast of `+b` to the type `a`. In Java, this minus belongs to
/// `(a)`.
struct Operand<'f> {
    signs: Vec<Node<'f>>,
    node: Node<'f>,
}

/// The operands and operators in the order of the text.
#[derive(Default)]
struct Flat<'f> {
    operands: Vec<Operand<'f>>,
    operators: Vec<(BinaryOp, Span)>,
}

impl<'f> Lowering<'f> {
    /// Lowers a chain of binary operators without recursion.
    ///
    /// A chain may have thousands of operands.
    pub(in crate::java) fn binary(&mut self, node: Node<'f>) -> NodeId {
        let flat = Flat::from_node(node);
        let (infix, root) = flat.parsed();
        match root {
            Some(root) if !flat.operators.is_empty() => self.infix(&flat, &infix, root),
            _ => self.add(Kind::Opaque("binary_expression"), node),
        }
    }

    fn infix(&mut self, flat: &Flat<'f>, infix: &[Infix], root: usize) -> NodeId {
        // Collect the operators on the left side of the tree, parents first.
        let mut spine = Vec::new();
        let mut at = root;
        let first = loop {
            match infix[at] {
                Infix::Operand(operand) => break operand,
                Infix::Operator(operator, left, right) => {
                    let (op, token) = flat.operators[operator];
                    let mut node = Core::new(Kind::Binary(op), token);
                    node.op = token;
                    spine.push((self.tree.add(node), op, right));
                    at = left;
                }
            }
        };
        let mut below = self.operand(&flat.operands[first]);
        for (id, op, right) in spine.into_iter().rev() {
            // The right side has only operators that bind more tightly. So the recursion has at most one level for
            // each precedence.
            let right = self.infix(flat, infix, right);
            let whole = Span::new(self.tree.node(below).outer.start, self.tree.node(right).outer.end);
            let ty = self.binary_type(op, below, right);
            let own = self.at(id);
            own.span = whole;
            own.outer = whole;
            own.ty = ty;
            self.tree.adopt(id, vec![below, right]);
            below = id;
        }
        below
    }

    fn operand(&mut self, operand: &Operand<'f>) -> NodeId {
        let unary: Vec<NodeId> = operand.signs.iter().map(|sign| self.sign(*sign)).collect();
        let mut below = self.expression(operand.node);
        for id in unary.into_iter().rev() {
            let end = self.tree.node(below).outer.end;
            let own = self.at(id);
            own.span.end = end;
            own.outer.end = end;
            self.over(id, below);
            below = id;
        }
        below
    }

    fn binary_type(&self, op: BinaryOp, left: NodeId, right: NodeId) -> JavaType {
        let (left, right) = (self.ty(left), self.ty(right));
        if op.is_relational() || op.is_logical() {
            JavaType::BOOLEAN
        } else if op.is_shift() {
            types::unary_promotion(left)
        } else if op == BinaryOp::Add && (*left == JavaType::String || *right == JavaType::String) {
            JavaType::String
        } else if op.is_bitwise()
            && left.unboxed() == Some(Primitive::Boolean)
            && right.unboxed() == Some(Primitive::Boolean)
        {
            JavaType::BOOLEAN
        } else {
            types::binary_promotion(left, right)
        }
    }

    pub(in crate::java) fn unary(&mut self, node: Node<'f>) -> NodeId {
        let id = self.sign(node);
        if let Some(operand) = node.child_by_field_name("operand") {
            let operand = self.expression(operand);
            self.over(id, operand);
        }
        id
    }

    /// Adds the node of a unary operator without its operand.
    fn sign(&mut self, node: Node<'f>) -> NodeId {
        let token = node.child_by_field_name("operator");
        let op = match token.map_or("", |n| n.kind()) {
            "-" => UnaryOp::Neg,
            "+" => UnaryOp::Plus,
            "~" => UnaryOp::Complement,
            _ => UnaryOp::Not,
        };
        let id = self.add(Kind::Unary(op), node);
        self.at(id).op = token.map_or_else(Span::default, span);
        id
    }

    /// Makes `operand` the child of a unary operator.
    fn over(&mut self, id: NodeId, operand: NodeId) {
        self.at(id).ty = match self.tree.kind(id) {
            Kind::Unary(UnaryOp::Not) => JavaType::BOOLEAN,
            _ => types::unary_promotion(self.ty(operand)),
        };
        self.tree.adopt(id, vec![operand]);
    }

    pub(in crate::java) fn increment(&mut self, node: Node<'f>) -> NodeId {
        let mut cursor = node.walk();
        let token = node.children(&mut cursor).find(|n| matches!(n.kind(), "++" | "--"));
        let is_prefix = token.is_some_and(|n| n.start_byte() == node.start_byte());
        let form = match (token.map_or("", |n| n.kind()), is_prefix) {
            ("++", true) => IncrementForm::PreIncrement,
            ("++", false) => IncrementForm::PostIncrement,
            (_, true) => IncrementForm::PreDecrement,
            (_, false) => IncrementForm::PostDecrement,
        };
        let id = self.add(Kind::Increment(form), node);
        let target: Vec<NodeId> = named_children(node).first().map(|n| self.expression(*n)).into_iter().collect();
        self.at(id).op = token.map_or_else(Span::default, span);
        self.at(id).ty = target.first().map_or(JavaType::Unknown, |t| self.ty(*t).clone());
        self.tree.adopt(id, target);
        id
    }

    pub(in crate::java) fn assignment(&mut self, node: Node<'f>) -> NodeId {
        let token = node.child_by_field_name("operator");
        let kind = match token.and_then(|n| BinaryOp::from_java(n.kind().trim_end_matches('='))) {
            Some(op) => Kind::AugAssign(op),
            None => Kind::Assign,
        };
        let id = self.add(kind, node);
        self.at(id).op = token.map_or_else(Span::default, span);
        let mut children = Vec::new();
        if let Some(left) = node.child_by_field_name("left") {
            children.push(self.expression(left));
        }
        let ty = children.first().map_or(JavaType::Unknown, |t| self.ty(*t).clone());
        if let Some(right) = node.child_by_field_name("right") {
            children.push(self.expression_as(right, &ty));
        }
        self.at(id).ty = ty;
        self.tree.adopt(id, children);
        id
    }

    pub(in crate::java) fn conditional(&mut self, node: Node<'f>, expected: &JavaType) -> NodeId {
        let id = self.add(Kind::Conditional, node);
        let mut children = Vec::new();
        for field in ["condition", "consequence", "alternative"] {
            if let Some(part) = node.child_by_field_name(field) {
                children.push(self.expression_as(part, expected));
            }
        }
        if let [_, then, other] = children[..] {
            let is_small = |l: &Self, at: NodeId| match l.tree.kind(at) {
                Kind::Literal(Literal::Int(digits)) => digits.parse::<u8>().is_ok_and(|v| v < 128),
                _ => false,
            };
            let fits = is_small(self, then) || is_small(self, other);
            self.at(id).ty = types::conditional(&self.ty(then).clone(), &self.ty(other).clone(), fits);
        }
        self.tree.adopt(id, children);
        id
    }
}

impl<'f> Flat<'f> {
    fn from_node(node: Node<'f>) -> Self {
        enum Step<'f> {
            Read(Node<'f>),
            Operator(BinaryOp, Span),
        }
        let mut flat = Self::default();
        let mut todo = vec![Step::Read(node)];
        while let Some(step) = todo.pop() {
            let node = match step {
                Step::Operator(op, token) => {
                    flat.operators.push((op, token));
                    continue;
                }
                Step::Read(node) => node,
            };
            if let Some((left, op, token, right)) = binary_parts(node) {
                todo.extend([Step::Read(right), Step::Operator(op, token), Step::Read(left)]);
            } else if let Some((signs, left, op, token, right)) = misread_cast(node) {
                flat.operands.push(Operand { signs, node: left });
                todo.extend([Step::Read(right), Step::Operator(op, token)]);
            } else {
                flat.operands.push(Operand { signs: Vec::new(), node });
            }
        }
        flat
    }

    /// Builds the tree by precedence; operators of equal precedence group to the left.
    ///
    /// The rules are those of JLS 15.17 to 15.24.
    fn parsed(&self) -> (Vec<Infix>, Option<usize>) {
        let mut out: Vec<Infix> = (0..self.operands.len()).map(Infix::Operand).collect();
        let mut values: Vec<usize> = Vec::new();
        let mut waiting: Vec<usize> = Vec::new();
        let mut reduce = |values: &mut Vec<usize>, operator: usize| {
            if let (Some(right), Some(left)) = (values.pop(), values.pop()) {
                out.push(Infix::Operator(operator, left, right));
                values.push(out.len() - 1);
            }
        };
        for operand in 0..self.operands.len() {
            values.push(operand);
            let Some((op, _)) = self.operators.get(operand) else { break };
            while let Some(top) = waiting.pop_if(|top| precedence(self.operators[*top].0) >= precedence(*op)) {
                reduce(&mut values, top);
            }
            waiting.push(operand);
        }
        while let Some(top) = waiting.pop() {
            reduce(&mut values, top);
        }
        let root = values.pop();
        (out, root)
    }
}

fn binary_parts(node: Node<'_>) -> Option<(Node<'_>, BinaryOp, Span, Node<'_>)> {
    if node.kind() != "binary_expression" {
        return None;
    }
    let token = node.child_by_field_name("operator")?;
    let (left, right) = (node.child_by_field_name("left")?, node.child_by_field_name("right")?);
    Some((left, BinaryOp::from_java(token.kind())?, span(token), right))
}

/// The parts of a misread cast: preceding signs, left side, operator, right side.
type Misread<'f> = (Vec<Node<'f>>, Node<'f>, BinaryOp, Span, Node<'f>);

/// Returns the parts of `(a) + b`, which the grammar misreads as a cast.
///
/// Java has no cast of `+b` to a class `a` (JLS 15.16). The expression is a sum whose left side has
/// parentheses.
pub(in crate::java) fn misread_cast(node: Node<'_>) -> Option<Misread<'_>> {
    let mut signs = Vec::new();
    let mut node = node;
    while node.kind() == "unary_expression" {
        signs.push(node);
        node = node.child_by_field_name("operand")?;
    }
    if node.kind() != "cast_expression" {
        return None;
    }
    let is_name = |n: &Node<'_>| matches!(n.kind(), "type_identifier" | "scoped_type_identifier");
    let class = node.child_by_field_name("type").filter(is_name)?;
    let value = node.child_by_field_name("value").filter(|n| n.kind() == "unary_expression")?;
    let token = value.child_by_field_name("operator")?;
    let op = match token.kind() {
        "+" => BinaryOp::Add,
        "-" => BinaryOp::Sub,
        _ => return None,
    };
    Some((signs, class, op, span(token), value.child_by_field_name("operand")?))
}

fn precedence(op: BinaryOp) -> u8 {
    use BinaryOp::{Add, And, BitAnd, BitOr, BitXor, Div, Eq, Ge, Gt, Le, Lt, Mul, Ne, Or, Rem, Shl, Shr, Sub, Ushr};
    match op {
        Or => 1,
        And => 2,
        BitOr => 3,
        BitXor => 4,
        BitAnd => 5,
        Eq | Ne => 6,
        Lt | Le | Gt | Ge => 7,
        Shl | Shr | Ushr => 8,
        Add | Sub => 9,
        Mul | Div | Rem => 10,
    }
}
