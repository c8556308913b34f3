//! The common IR: functions of both languages as one set of nodes, so that one rule mutates Java and replays on Python.
//! A node keeps its byte range, because a change is always a text edit of the user's source. Lowering removes only
//! differences of spelling; a difference that can change behaviour stays as a kind, a [`Form`] or a node. `java` and
//! `python` build the tree.

use mts_model::{BinaryOp, IncrementForm, JavaType, Language, NodeId, Span, UnaryOp};

/// A function's common IR.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// Language of the source text.
    pub language: Language,
    /// Every node; a [`NodeId`] is an index. Children come after their parents; those with text are in source order.
    pub nodes: Vec<Node>,
    /// The body, a [`Kind::Block`].
    pub root: NodeId,
    /// One [`Kind::Name`] for each parameter, in order, without the receiver.
    pub params: Vec<NodeId>,
}

/// One node.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Its kind.
    pub kind: Kind,
    /// Its text without enclosing parentheses, with a statement's `;`. Empty for a virtual node (the condition and
    /// update of a `range` loop).
    pub span: Span,
    /// `span` widened by the parentheses around it.
    pub outer: Span,
    /// The operator token of `Binary`, `Unary`, `Increment`, `AugAssign`, `Assign`; else empty.
    pub op: Span,
    /// Its parent.
    pub parent: Option<NodeId>,
    /// Its children; [`Kind`] documents their roles.
    pub children: Vec<NodeId>,
    /// Static type, Java only.
    pub ty: JavaType,
    /// Its spelling.
    pub form: Form,
    /// Whether it has no text until an edit touches it.
    pub is_virtual: bool,
}

/// Spellings that usually mean the same, but that an edit or an analysis must distinguish.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Form {
    /// The plain spelling of its kind.
    #[default]
    Plain,
    /// `Length`, `Index`: a method call (`s.length()`, `list.get(i)`, `s.charAt(i)`, `d.get(k)`).
    Method,
    /// `Length`: a field (`a.length`).
    Field,
    /// `Length`: Python's `len(x)`.
    Function,
    /// `Binary(Div)` in Python: `//`.
    Floor,
    /// `Binary(Div)` in Python: `int(a / b)` or `math.trunc(a / b)`; the span covers the wrapper.
    Truncated,
    /// `Binary(Div)` in Python: `/`.
    True,
    /// `Binary` in Python: a call of a function with the operator's meaning; the span covers the call.
    Helper,
    /// `For` in Python: `for i in range(...)`. Initialiser, condition and update are virtual.
    Range,
    /// `Group`: `a, b = x, y`.
    Tuple,
    /// `Group`: `a = b = x`.
    Chained,
    /// `Block`: a single statement without braces, or a suite on the header's line.
    Unbraced,
    /// `If`: `elif`, or an `if` as the only statement of an `else`.
    ElseIf,
    /// `Binary(Eq | Ne)` in Python: `is`, `is not`.
    Is,
    /// `Switch`: arrows instead of colons; `Case` likewise.
    Arrow,
    /// `Conditional` written with `and`/`or`, or in another uncommon spelling.
    Idiom,
}

/// A literal, normalised so that equal values are equal.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// Integer: decimal digits, whatever the base and suffix in the source.
    Int(String),
    /// Floating point.
    Float(f64),
    /// Java `char`.
    Char(char),
    /// String; f-strings and concatenations are not literals.
    Str(String),
    /// `true`, `True`.
    Bool(bool),
    /// `null`, `None`.
    Null,
}

/// Kind of a node. Each comment lists the children in order; `?` is optional, `*` repeats.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    // ---- statements
    /// statement*
    Block,
    /// Several declarations or assignments that are one statement of the source: statement* (`Declare` or `Assign`
    /// nodes).
    Group,
    /// A declaration without or with initialiser: name, value?
    Declare,
    /// An expression as a statement: expression (`Assign`, `AugAssign`, `Increment`, `Call`, ...).
    ExprStmt,
    /// condition, then-`Block`, else (`Block`, or `If` with form `ElseIf`)?
    If,
    /// condition, body, else-`Block`? (Python's loop `else`)
    While,
    /// body, condition
    DoWhile,
    /// initialiser*, condition?, update*, body. The fields count them.
    For {
        /// Number of initialisers (`Declare`, `Group`s are not used here, or expressions).
        inits: usize,
        /// Whether there is a condition.
        has_condition: bool,
        /// Number of updates.
        updates: usize,
    },
    /// target (`Name`, or `Tuple` in Python), iterable, body
    ForEach,
    /// value?
    Return,
    /// No children.
    Break {
        /// Java label.
        label: Option<String>,
    },
    /// No children.
    Continue {
        /// Java label.
        label: Option<String>,
    },
    /// subject, `Case`*
    Switch,
    /// label expression*, then one `Block` with the group's statements.
    Case {
        /// Number of label expressions.
        labels: usize,
        /// Whether it is (also) the default.
        is_default: bool,
    },
    /// resource*, body-`Block`, `Catch`*, finally-`Block`?
    Try {
        /// Number of resources.
        resources: usize,
        /// Whether the last child is the `finally` block.
        has_finally: bool,
    },
    /// name?, body-`Block`
    Catch {
        /// Class names as written.
        classes: Vec<String>,
    },
    /// value?
    Throw,
    /// condition, message?
    Assert,
    /// statement
    Labeled {
        /// The label.
        label: String,
    },
    /// lock, `Block`
    Synchronized,
    /// `yield e` of a switch expression: value
    Yield,
    /// `;`, `pass`
    Empty,

    // ---- expressions
    /// No children.
    Literal(Literal),
    /// No children. `this` and `self` are names.
    Name(String),
    /// operand
    Unary(UnaryOp),
    /// left, right
    Binary(BinaryOp),
    /// Python `a < b < c`: operands, one more than operators.
    Chain(Vec<BinaryOp>),
    /// condition, then, else
    Conditional,
    /// base, index. Negative indexes and slices keep their own kinds.
    Index,
    /// base
    Attribute(String),
    /// base: number of elements or characters
    Length,
    /// receiver?, argument*
    Call {
        /// Method or function name, without receiver.
        name: String,
        /// Whether the first child is a receiver.
        has_receiver: bool,
    },
    /// argument*; an anonymous class body makes it `Opaque`
    New(JavaType),
    /// dimension*, initialiser (`ArrayLiteral`)?
    NewArray {
        /// Type of the whole array.
        of: JavaType,
        /// Number of dimension expressions.
        dims: usize,
    },
    /// element* (`{1, 2}`, `[1, 2]`)
    ArrayLiteral,
    /// operand. In Python the calls `int(x)`, `float(x)`, `str(x)`, `bool(x)`, `chr(x)`, `ord(x)`
    /// are calls, not casts.
    Cast(JavaType),
    /// operand
    InstanceOf(String),
    /// parameter `Name`*, body (expression or `Block`)
    Lambda,
    /// target, value
    Assign,
    /// target, value
    AugAssign(BinaryOp),
    /// target
    Increment(IncrementForm),
    /// element*
    Tuple,
    /// base, then lower?, upper?, step?, as written in the source
    Slice {
        /// Whether there is a lower bound.
        lower: bool,
        /// Whether there is an upper bound.
        upper: bool,
        /// Whether there is a step.
        step: bool,
    },
    /// element (or key and value), then for each clause: target, iterable, condition*
    Comprehension,
    /// Java switch expression: subject, `Case`*
    SwitchExpr,
    /// Python `name := e`: name, value
    Walrus,
    /// A construct without a kind: the expressions or statements directly inside, so that they can be reached. The text
    /// is the grammar's name.
    Opaque(&'static str),
}

impl Tree {
    /// The node.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// Its kind.
    #[must_use]
    pub fn kind(&self, id: NodeId) -> &Kind {
        &self.node(id).kind
    }

    /// Its children.
    #[must_use]
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.node(id).children
    }

    /// The child at this index, if there is one.
    #[must_use]
    pub fn child(&self, id: NodeId, at: usize) -> Option<NodeId> {
        self.children(id).get(at).copied()
    }

    /// Its text in the source file.
    #[must_use]
    pub fn text<'t>(&self, id: NodeId, source: &'t str) -> &'t str {
        self.node(id).span.slice(source)
    }

    /// Adds a node; its parent is set when it becomes a child (see [`Tree::adopt`]).
    pub fn add(&mut self, node: Node) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.nodes.push(node);
        id
    }

    /// Makes `children` the children of `parent`, in this order.
    pub fn adopt(&mut self, parent: NodeId, children: Vec<NodeId>) {
        for child in &children {
            self.nodes[child.0 as usize].parent = Some(parent);
        }
        self.nodes[parent.0 as usize].children = children;
    }

    /// The node and everything below it, parents before children, in source order.
    #[must_use]
    pub fn preorder(&self, from: NodeId) -> Vec<NodeId> {
        let mut out = Vec::new();
        let mut todo = vec![from];
        while let Some(id) = todo.pop() {
            out.push(id);
            todo.extend(self.children(id).iter().rev());
        }
        out
    }

    /// The node's ancestors, nearest first.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.node(id).parent, |at| self.node(*at).parent)
    }

    /// The smallest statement that is the node or contains it.
    #[must_use]
    pub fn statement_of(&self, id: NodeId) -> NodeId {
        if self.kind(id).is_statement() {
            return id;
        }
        self.ancestors(id).find(|at| self.kind(*at).is_statement()).unwrap_or(self.root)
    }
}

impl Node {
    /// A node with text and no children yet.
    #[must_use]
    pub fn new(kind: Kind, span: Span) -> Self {
        Self {
            kind,
            span,
            outer: span,
            op: Span::default(),
            parent: None,
            children: Vec::new(),
            ty: JavaType::Unknown,
            form: Form::Plain,
            is_virtual: false,
        }
    }
}

impl Kind {
    /// Whether it is a statement.
    #[must_use]
    pub fn is_statement(&self) -> bool {
        matches!(
            self,
            Self::Block
                | Self::Group
                | Self::Declare
                | Self::ExprStmt
                | Self::If
                | Self::While
                | Self::DoWhile
                | Self::For { .. }
                | Self::ForEach
                | Self::Return
                | Self::Break { .. }
                | Self::Continue { .. }
                | Self::Switch
                | Self::Case { .. }
                | Self::Try { .. }
                | Self::Catch { .. }
                | Self::Throw
                | Self::Assert
                | Self::Labeled { .. }
                | Self::Synchronized
                | Self::Yield
                | Self::Empty
        )
    }

    /// Whether it is a loop.
    #[must_use]
    pub fn is_loop(&self) -> bool {
        matches!(self, Self::While | Self::DoWhile | Self::For { .. } | Self::ForEach)
    }
}
