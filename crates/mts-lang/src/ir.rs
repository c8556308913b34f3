//! The common IR: functions of both languages as one set of nodes.
//!
//! Because the nodes are the same, one rule can change a Java function and make the same change in its port. Each
//! node keeps its byte range, because a change is always a text edit of the user's source. Lowering removes only
//! differences of spelling. If a difference can change behaviour, the tree keeps it as a kind, a [`Form`] or a node.
//! The modules `java` and `python` build the tree.

use mts_model::{BinaryOp, IncrementForm, JavaType, Language, NodeId, Span, UnaryOp};

/// The common IR of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// The language of the source text.
    pub language: Language,
    /// Every node. A [`NodeId`] is an index into this list.
    ///
    /// Parents come before their children. Children with text are in source order, except in a Python `Conditional`.
    pub nodes: Vec<Node>,
    /// The body, which is a [`Kind::Block`].
    pub root: NodeId,
    /// One [`Kind::Name`] for each parameter, in order, without the receiver.
    pub params: Vec<NodeId>,
}

/// A node of the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The kind of the node.
    pub kind: Kind,
    /// The text range without enclosing parentheses, with a statement's `;`.
    ///
    /// The range is empty for a virtual node, such as the condition and update of a `range` loop.
    pub span: Span,
    /// The range `span`, widened by the parentheses around the node.
    pub outer: Span,
    /// The operator token of `Binary`, `Unary`, `Increment`, `AugAssign`, `Assign`; otherwise empty.
    ///
    /// A `Call` with the form [`Form::Idiom`] also has an operator token.
    pub op: Span,
    /// The parent; `None` for the root.
    ///
    /// Parameters of the function and the variable of a Java `instanceof` have no parent either.
    pub parent: Option<NodeId>,
    /// The children. [`Kind`] documents their roles.
    pub children: Vec<NodeId>,
    /// The static type; only Java nodes have a type.
    pub ty: JavaType,
    /// The spelling of the node in the source, if the kind has several spellings.
    pub form: Form,
    /// True if the node has no text until an edit adds text.
    pub is_virtual: bool,
}

/// Spellings that usually have the same meaning, but that an edit or analysis must distinguish.
///
/// Each comment names the kinds of nodes that have the form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Form {
    /// The plain spelling of the kind.
    #[default]
    Plain,
    /// `Length`, `Index`: a method call (`s.length()`, `list.get(i)`, `s.charAt(i)`, `d.get(k)`).
    Method,
    /// `Length`: a field (`a.length`).
    Field,
    /// `Length`: Python's `len(x)`.
    Function,
    /// `Binary(Div)` and `AugAssign(Div)` in Python: `//`.
    Floor,
    /// `Binary(Div)` in Python: `int(a / b)` or `math.trunc(a / b)`; the span covers the wrapper.
    Truncated,
    /// `Binary(Div)` and `AugAssign(Div)` in Python: `/`.
    True,
    /// `Binary` in Python: a call of a function with the operator's meaning.
    ///
    /// The span covers the call. The mirror sets this form, also for a `Call` of a function that wraps integers.
    Helper,
    /// `For` in Python: `for i in range(...)`. Initialiser, condition and update are virtual.
    Range,
    /// `Group`: `a, b = x, y`.
    Tuple,
    /// `Group`: `a = b = x`.
    Chained,
    /// `Block`: a statement without braces, or a Python block on the header's line.
    Unbraced,
    /// `If`: Python's `elif`, or Java's `else if`.
    ElseIf,
    /// `Binary(Eq | Ne)` in Python: `is`, `is not`.
    Is,
    /// `Switch` and `Case`: arrows instead of colons.
    Arrow,
    /// `Call` in Python: an operator without its own kind, namely `**`, `in` or `not in`.
    Idiom,
}

/// A literal, normalised so that equal values are equal.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// Integer: decimal digits, whatever the base and suffix in the source.
    ///
    /// A Java bit pattern such as `0xffffffff` has a minus sign before the digits.
    Int(String),
    /// Floating point.
    Float(f64),
    /// Java `char`; a lone surrogate is a `Str` with the escape.
    Char(char),
    /// String; f-strings and concatenations are not literals.
    Str(String),
    /// `true`, `True`.
    Bool(bool),
    /// `null`, `None`.
    Null,
}

/// The kind of a node.
///
/// Each comment lists the children in order. `?` marks an optional child, `*` marks a repeated
/// child.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    // ---- statements
    /// statement*
    Block,
    /// Several declarations or assignments in one statement of the source.
    ///
    /// The children are statement* (`Declare` or `Assign` nodes).
    Group,
    /// A declaration with or without initialiser: name, value?
    Declare,
    /// An expression as a statement: expression (`Assign`, `AugAssign`, `Increment`, `Call`, ...).
    ExprStmt,
    /// condition, then-`Block`, else (`Block`, or `If` with form `ElseIf`)?
    If,
    /// condition, body, else-`Block`? (Python's loop `else`)
    While,
    /// body, condition
    DoWhile,
    /// initialiser*, condition?, update*, body. The fields give the numbers of children.
    For {
        /// Number of initialisers (`Declare` nodes or expressions, but no `Group`).
        inits: usize,
        /// True if the loop has a condition.
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
        /// The Java label.
        label: Option<String>,
    },
    /// No children.
    Continue {
        /// The Java label.
        label: Option<String>,
    },
    /// subject, `Case`*
    Switch,
    /// label expression*, then one `Block` with the group's statements.
    Case {
        /// Number of label expressions.
        labels: usize,
        /// True if the case is the default, alone or with labels.
        is_default: bool,
    },
    /// resource*, body-`Block`, `Catch`*, finally-`Block`?
    Try {
        /// Number of resources.
        resources: usize,
        /// True if the last child is the `finally` block.
        has_finally: bool,
    },
    /// name?, body-`Block`
    Catch {
        /// The class names as the source writes them.
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
    /// object, index. A negative index is a `Unary` child, and a slice has the kind `Slice`.
    Index,
    /// object
    Attribute(String),
    /// object: number of elements or characters
    Length,
    /// receiver?, argument*
    Call {
        /// Method or function name, without receiver.
        name: String,
        /// True if the first child is a receiver.
        has_receiver: bool,
    },
    /// argument*. An expression with an anonymous class body or an outer object is `Opaque` instead.
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
    /// operand. The Python calls `int(x)`, `float(x)`, `str(x)`, `bool(x)`, `chr(x)` and `ord(x)`
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
    /// base, then lower?, upper?, step?, in the order of the source
    Slice {
        /// True if the slice has a lower bound.
        lower: bool,
        /// True if the slice has an upper bound.
        upper: bool,
        /// True if the slice has a step.
        step: bool,
    },
    /// element (or key and value), then for each clause: target, iterable, condition*
    Comprehension,
    /// Java switch expression: subject, `Case`*
    SwitchExpr,
    /// Python `name := e`: name, value
    Walrus,
    /// A construct without its own kind.
    ///
    /// The children are the expressions or statements directly inside, so that a walk can reach
    /// them. The tree has no nodes for Java class bodies, operands of Java method references, and
    /// definitions below Python decorators. The text is the grammar's name or a name of the lowering,
    /// such as `for_else`, `pattern` and `other`.
    Opaque(&'static str),
}

impl Tree {
    /// Returns the node with this id.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// Returns the kind of the node.
    #[must_use]
    pub fn kind(&self, id: NodeId) -> &Kind {
        &self.node(id).kind
    }

    /// Returns the children of the node.
    #[must_use]
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.node(id).children
    }

    /// Returns the child at this index, if the node has such a child.
    #[must_use]
    pub fn child(&self, id: NodeId, at: usize) -> Option<NodeId> {
        self.children(id).get(at).copied()
    }

    /// Returns the text of the node in the source file.
    #[must_use]
    pub fn text<'t>(&self, id: NodeId, source: &'t str) -> &'t str {
        self.node(id).span.slice(source)
    }

    /// Adds a node. [`Tree::adopt`] later sets its parent.
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

    /// Returns the node and all its descendants, parents before children, in source order.
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

    /// Returns the ancestors of the node, nearest first.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.node(id).parent, |at| self.node(*at).parent)
    }

    /// Returns the smallest statement that is the node or contains the node, otherwise the root.
    #[must_use]
    pub fn statement_of(&self, id: NodeId) -> NodeId {
        if self.kind(id).is_statement() {
            return id;
        }
        self.ancestors(id).find(|at| self.kind(*at).is_statement()).unwrap_or(self.root)
    }
}

impl Node {
    /// Creates a node with text and no children.
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
    /// Reports whether the kind is a statement.
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

    /// Reports whether the kind is a loop.
    #[must_use]
    pub fn is_loop(&self) -> bool {
        matches!(self, Self::While | Self::DoWhile | Self::For { .. } | Self::ForEach)
    }
}
