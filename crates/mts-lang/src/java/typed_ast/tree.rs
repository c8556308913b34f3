//! The typed AST of a Java file: names are resolved, implicit conversions are explicit, and calls are bound to a method
//! of the file or to a signature of the caller's library. The other files of this folder build it.

use crate::ir::Literal;
use mts_model::{BinaryOp, JavaType, Span};

/// A Java file.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Its classes, outer ones before inner ones.
    pub classes: Vec<Class>,
}

/// Kind of a class declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassKind {
    /// A class.
    Class,
    /// An interface.
    Interface,
    /// An enum.
    Enum,
    /// A record.
    Record,
}

/// A class, interface, enum or record.
#[derive(Clone, Debug)]
pub struct Class {
    /// Simple name; a generated one for an anonymous class.
    pub name: String,
    /// Its kind.
    pub kind: ClassKind,
    /// The enclosing class.
    pub outer: Option<usize>,
    /// Whether each instance has an outer instance.
    pub is_inner: bool,
    /// Whether a method's body declares it.
    pub is_local: bool,
    /// Whether it is abstract.
    pub is_abstract: bool,
    /// Its type parameters with their bounds.
    pub type_params: Vec<(String, JavaType)>,
    /// Its superclass, if it extends one.
    pub superclass: Option<JavaType>,
    /// Interfaces.
    pub interfaces: Vec<JavaType>,
    /// Names of an enum's constants; empty for a class.
    pub constants: Vec<String>,
    /// The constant's name, if this is the class body of an enum constant. Its superclass is the enum.
    pub constant: Option<String>,
    /// Constructor arguments of an enum's constants.
    pub constant_args: Vec<Vec<Expr>>,
    /// First byte of its declaration, or of the `new` of an anonymous class.
    pub start: usize,
    /// Why the class is not supported, if so.
    pub problem: Option<Unsupported>,
    /// Fields in source order.
    pub fields: Vec<Field>,
    /// Methods and constructors in source order.
    pub methods: Vec<Method>,
    /// Comment lines before it.
    pub comments: Vec<String>,
}

impl Class {
    /// Whether it has only static members and no code here constructs it.
    #[must_use]
    pub fn is_namespace(&self) -> bool {
        self.kind == ClassKind::Class
            && self.superclass.is_none()
            && self.interfaces.is_empty()
            && self.methods.iter().any(|m| !m.is_constructor)
            && self.fields.iter().all(|f| f.is_static)
            && self.methods.iter().all(|m| m.is_static)
    }
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Name.
    pub name: String,
    /// Declared type.
    pub ty: JavaType,
    /// Whether it is static.
    pub is_static: bool,
    /// Its initialiser, converted to its type.
    pub init: Option<Expr>,
    /// Variables of lambdas in its initialiser.
    pub variables: Vec<Variable>,
    /// Why its initialiser is not supported, if so.
    pub problem: Option<Unsupported>,
    /// Comment lines before it.
    pub comments: Vec<String>,
    /// First byte of its declaration, for the order of initialisation.
    pub start: usize,
}

/// A method or constructor with its body.
#[derive(Clone, Debug)]
pub struct Method {
    /// Name; a constructor has its class's.
    pub name: String,
    /// Whether it is static.
    pub is_static: bool,
    /// Whether it is a constructor.
    pub is_constructor: bool,
    /// Whether it is a static or instance initialiser block.
    pub is_initializer: bool,
    /// Whether it is abstract.
    pub is_abstract: bool,
    /// Whether it is private.
    pub is_private: bool,
    /// Its type parameters with their bounds.
    pub type_params: Vec<(String, JavaType)>,
    /// Captured variables of a lambda or of a local class's method.
    ///
    /// Each has the index of the method's own variable.
    pub captures: Vec<(Expr, usize)>,
    /// Number of parameters: the first of `variables`.
    pub params: usize,
    /// Whether the last parameter takes any number of arguments.
    pub is_varargs: bool,
    /// Result type.
    pub returns: JavaType,
    /// Parameters and local variables, also of lambdas; a local is an index of this list.
    pub variables: Vec<Variable>,
    /// The body, or why it is not supported.
    pub body: Result<Vec<Stmt>, Unsupported>,
    /// The whole declaration.
    pub span: Span,
    /// Comment lines before it.
    pub comments: Vec<String>,
}

/// A parameter or a local variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Name as written.
    pub name: String,
    /// Its type.
    pub ty: JavaType,
}

/// An unsupported construct and its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// One-based line.
    pub line: u32,
    /// The construct, as a noun phrase.
    pub construct: String,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// Its kind.
    pub kind: StmtKind,
    /// One-based line.
    pub line: u32,
    /// Comment lines before it.
    pub comments: Vec<String>,
}

/// Number of a loop, switch or labelled statement that jumps can target.
pub type Target = usize;

/// Kinds of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// A local variable, with its value converted to its type.
    Declare {
        /// The variable.
        variable: usize,
        /// Its value.
        value: Option<Expr>,
    },
    /// An expression for its effect.
    Expr(Expr),
    /// `if`
    If {
        /// Condition.
        condition: Expr,
        /// Statements when it holds.
        then: Vec<Stmt>,
        /// Statements when it does not.
        other: Vec<Stmt>,
    },
    /// `while`
    While {
        /// Its number.
        target: Target,
        /// Condition.
        condition: Expr,
        /// Body.
        body: Vec<Stmt>,
    },
    /// `do`
    DoWhile {
        /// Its number.
        target: Target,
        /// Body.
        body: Vec<Stmt>,
        /// Condition.
        condition: Expr,
    },
    /// `for (;;)`
    For {
        /// Its number.
        target: Target,
        /// Initialisers.
        init: Vec<Stmt>,
        /// Condition.
        condition: Option<Expr>,
        /// Updates.
        update: Vec<Expr>,
        /// Body.
        body: Vec<Stmt>,
    },
    /// `for (x : xs)`
    ForEach {
        /// Its number.
        target: Target,
        /// The variable.
        variable: usize,
        /// The iterated value.
        iterable: Expr,
        /// The element ([`ExprKind::Implicit`]) converted to the variable's type.
        element: Expr,
        /// Body.
        body: Vec<Stmt>,
    },
    /// `return`
    Return(Option<Expr>),
    /// `break`
    Break(Target),
    /// `continue`
    Continue(Target),
    /// `switch`
    Switch {
        /// Its number.
        target: Target,
        /// The selector: an `int`, a `char`, a `String` or an enum.
        subject: Expr,
        /// Groups in source order.
        cases: Vec<Case>,
    },
    /// `try`
    Try {
        /// Resources; the last one is closed first.
        resources: Vec<Resource>,
        /// Body.
        body: Vec<Stmt>,
        /// Handlers.
        catches: Vec<Catch>,
        /// `finally`.
        last: Vec<Stmt>,
    },
    /// `throw`
    Throw(Expr),
    /// `assert`: never runs, as in Java without `-ea`.
    Assert,
    /// A block.
    Block(Vec<Stmt>),
    /// A labelled statement that is not a loop or switch.
    Labelled {
        /// Its number.
        target: Target,
        /// The statement, or those of the block.
        body: Vec<Stmt>,
    },
    /// A local class with its captured variables.
    Class(usize, Vec<Expr>),
}

/// A group of a switch.
#[derive(Clone, Debug)]
pub struct Case {
    /// Constants, converted to the subject's type.
    pub labels: Vec<Expr>,
    /// Whether it is (also) the default.
    pub is_default: bool,
    /// Statements; those of an arrow end with a `break`.
    pub body: Vec<Stmt>,
    /// One-based line.
    pub line: u32,
}

/// A resource of a `try`.
#[derive(Clone, Debug)]
pub struct Resource {
    /// The declared variable; `None` for an existing variable.
    pub variable: Option<usize>,
    /// The resource.
    pub value: Expr,
    /// The call that closes it.
    pub close: Expr,
}

/// A handler.
#[derive(Clone, Debug)]
pub struct Catch {
    /// Classes as written.
    pub classes: Vec<String>,
    /// The variable.
    pub variable: usize,
    /// Body.
    pub body: Vec<Stmt>,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Its kind.
    pub kind: ExprKind,
    /// Its static type.
    pub ty: JavaType,
    /// Its text, parentheses around it left out.
    pub span: Span,
    /// One-based line.
    pub line: u32,
}

impl Expr {
    /// Whether it is a string literal.
    #[must_use]
    pub fn is_text_literal(&self) -> bool {
        matches!(self.kind, ExprKind::Literal(Literal::Str(_)))
    }
}

/// Kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A literal, or a constant of the JDK.
    Literal(Literal),
    /// A local variable.
    Local(usize),
    /// `this`
    This,
    /// An implicit value: the element of a for-each, or the old value of an [`ExprKind::Update`].
    Implicit,
    /// A field of an object of the file's class.
    Field {
        /// The object.
        base: Box<Expr>,
        /// The class that declares it.
        class: usize,
        /// Its name.
        name: String,
    },
    /// A static field or enum constant of the file.
    Static {
        /// The class that declares it.
        class: usize,
        /// Its name.
        name: String,
    },
    /// `-`
    Negate(Box<Expr>),
    /// `~`
    Complement(Box<Expr>),
    /// `!`
    Not(Box<Expr>),
    /// Arithmetic, bits and shifts; both sides have the promoted type (shifts: each its own).
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A comparison of two values of one type. It compares primitives by value and others by identity.
    Compare(BinaryOp, Box<Expr>, Box<Expr>),
    /// `&&`
    And(Box<Expr>, Box<Expr>),
    /// `||`
    Or(Box<Expr>, Box<Expr>),
    /// String concatenation; the parts have their own types.
    Concat(Vec<Expr>),
    /// `c ? a : b`
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// Assignment; the value has the target's type.
    Assign(Box<Expr>, Box<Expr>),
    /// `x op= e`, `++x`, `x++`.
    Update {
        /// The target, which is read once and written.
        target: Box<Expr>,
        /// The new value, in terms of the old one ([`ExprKind::Implicit`]).
        value: Box<Expr>,
        /// Whether the expression has the old value.
        gives_old: bool,
    },
    /// `a[i]`
    Index(Box<Expr>, Box<Expr>),
    /// `a.length`
    Length(Box<Expr>),
    /// `new T[n][m][]`: the dimension expressions.
    NewArray(Vec<Expr>),
    /// `{a, b}`
    ArrayLiteral(Vec<Expr>),
    /// A conversion from the operand's type to this one's.
    Convert(Box<Expr>),
    /// `x instanceof T`
    InstanceOf(Box<Expr>, JavaType),
    /// A call of a method of the file.
    Call {
        /// Its class.
        class: usize,
        /// Its index among the class's methods.
        method: usize,
        /// The receiver; `None` for a static method.
        receiver: Option<Box<Expr>>,
        /// Arguments, with varargs packed.
        args: Vec<Expr>,
    },
    /// A call of a superclass's method.
    SuperCall {
        /// The class that declares the method.
        class: usize,
        /// Its index among the class's methods.
        method: usize,
        /// Arguments.
        args: Vec<Expr>,
    },
    /// A `super` call of a library class's method.
    SuperLibrary {
        /// Index of the library's signature.
        row: usize,
        /// `this` and the arguments.
        args: Vec<Expr>,
    },
    /// A call of another constructor on `this`.
    Delegate {
        /// The class of the constructor; `None` for a library class.
        class: Option<usize>,
        /// Its index among the class's methods, if it is declared.
        constructor: Option<usize>,
        /// Arguments.
        args: Vec<Expr>,
    },
    /// The outer instance.
    Outer(usize),
    /// `C.class` of a class of the file.
    ClassLiteral(usize),
    /// The constants of an enum, or the constant of a name.
    OfEnum(usize, Option<Box<Expr>>),
    /// A lambda as an object of an interface of the file.
    Implement {
        /// The interface.
        class: usize,
        /// Its only abstract method.
        method: usize,
        /// The function.
        function: Box<Expr>,
    },
    /// A lambda with statements, as a function.
    Closure(Box<Method>),
    /// A cast to a class of the file.
    Cast(Box<Expr>, usize),
    /// A library call; the receiver, if any, is the first argument.
    Library {
        /// Index of the library's signature.
        row: usize,
        /// Receiver and arguments, converted.
        args: Vec<Expr>,
    },
    /// `new C(...)` of a class of the file.
    New {
        /// The class.
        class: usize,
        /// Index of its constructor among the class's methods, if it is declared.
        constructor: Option<usize>,
        /// Arguments.
        args: Vec<Expr>,
        /// Captured variables of an anonymous class.
        captures: Vec<Expr>,
    },
    /// `new SomeException(message)`: the type names the class.
    NewException(Vec<Expr>),
    /// A lambda.
    Lambda {
        /// Its parameters.
        params: Vec<usize>,
        /// Its value.
        body: Box<Expr>,
    },
    /// A switch expression: cases with labels (none for the default) and their values.
    Switch(Box<Expr>, Vec<(Vec<Expr>, Expr)>),
}
