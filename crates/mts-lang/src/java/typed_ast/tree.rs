//! The typed tree: what a Java file means, with every name resolved, every implicit conversion
//! written out and every call bound to a method of the file or to a row of the caller's library.
//! Building it is the business of the files beside this one.

use crate::ir::Literal;
use mts_model::{BinaryOp, JavaType, Span};

/// A Java file.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Its classes, outer ones before those inside them.
    pub classes: Vec<Class>,
}

/// What a declaration of a class makes.
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
    /// Simple name; of an anonymous class one of our own.
    pub name: String,
    /// What it is.
    pub kind: ClassKind,
    /// The class it stands in.
    pub outer: Option<usize>,
    /// Whether each instance belongs to one of the class around.
    pub is_inner: bool,
    /// Whether it stands in a method's body.
    pub is_local: bool,
    /// Whether it can have no instance of its own.
    pub is_abstract: bool,
    /// Its type parameters with their bounds.
    pub type_params: Vec<(String, JavaType)>,
    /// What it extends, where it does.
    pub superclass: Option<JavaType>,
    /// Interfaces.
    pub interfaces: Vec<JavaType>,
    /// Names of an enum's constants; empty for a class.
    pub constants: Vec<String>,
    /// Of the body of an enum's constant: the constant's name. Its superclass is the enum.
    pub constant: Option<String>,
    /// What an enum's constants are made with; empty where nothing is given.
    pub constant_args: Vec<Vec<Expr>>,
    /// Where its declaration begins, or the `new` of an anonymous class.
    pub start: usize,
    /// Why it cannot be used as a class here.
    pub problem: Option<Unsupported>,
    /// Fields in source order.
    pub fields: Vec<Field>,
    /// Methods and constructors in source order.
    pub methods: Vec<Method>,
    /// Comment lines before it.
    pub comments: Vec<String>,
}

impl Class {
    /// Whether it is only a place for static members: nothing makes an instance of it here.
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
    /// Whether it belongs to the class.
    pub is_static: bool,
    /// Its initialiser, converted to its type.
    pub init: Option<Expr>,
    /// The variables of its initialiser: those of lambdas.
    pub variables: Vec<Variable>,
    /// Why its initialiser is not known.
    pub problem: Option<Unsupported>,
    /// Comment lines before it.
    pub comments: Vec<String>,
    /// Where it stands among the fields and initialisers of its class.
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
    /// Whether it is a block of the class, run when the class or an instance is made.
    pub is_initializer: bool,
    /// Whether its classes below have to give it a body.
    pub is_abstract: bool,
    /// Whether only its class sees it.
    pub is_private: bool,
    /// Its type parameters with their bounds.
    pub type_params: Vec<(String, JavaType)>,
    /// Of a lambda, or of a method of a class in a body: variables around that it uses, and which of
    /// its own they are.
    pub captures: Vec<(Expr, usize)>,
    /// Number of parameters: the first of `variables`.
    pub params: usize,
    /// Whether the last parameter takes any number of arguments.
    pub is_varargs: bool,
    /// Result type.
    pub returns: JavaType,
    /// Parameters and local variables, lambdas' included; a local is an index into them.
    pub variables: Vec<Variable>,
    /// The body, or why it has none here.
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

/// A construct that is not known, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// One-based line.
    pub line: u32,
    /// What it is, as a noun phrase.
    pub construct: String,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// One-based line.
    pub line: u32,
    /// Comment lines before it.
    pub comments: Vec<String>,
}

/// Number of a loop, switch or labelled statement within its method: what a jump leaves or goes on with.
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
        /// What is run over.
        iterable: Expr,
        /// The element ([`ExprKind::Given`]) converted to the variable's type.
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
        /// What is switched on: an `int`, a `char`, a `String` or an enum.
        subject: Expr,
        /// Groups in source order.
        cases: Vec<Case>,
    },
    /// `try`
    Try {
        /// What is closed behind the body, the last one first.
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
    /// `assert`: never run, as Java does without `-ea`.
    Assert,
    /// A block of its own.
    Block(Vec<Stmt>),
    /// A statement with a label that is no loop and no switch.
    Labelled {
        /// Its number.
        target: Target,
        /// The statement, or those of the block.
        body: Vec<Stmt>,
    },
    /// A class declared in the body, with the variables around that it uses.
    Class(usize, Vec<Expr>),
}

/// A group of a switch.
#[derive(Clone, Debug)]
pub struct Case {
    /// Constants, converted to the subject's type.
    pub labels: Vec<Expr>,
    /// Whether it is (also) the default.
    pub is_default: bool,
    /// Statements; an arrow's end in a `break` of their own.
    pub body: Vec<Stmt>,
    /// One-based line.
    pub line: u32,
}

/// A resource of a `try`.
#[derive(Clone, Debug)]
pub struct Resource {
    /// The variable that it is given to; none for one that is there already.
    pub variable: Option<usize>,
    /// What gives it.
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
    /// What it is.
    pub kind: ExprKind,
    /// Its static type.
    pub ty: JavaType,
    /// Its text, parentheses around it left out.
    pub span: Span,
    /// One-based line.
    pub line: u32,
}

impl Expr {
    /// Whether it is a literal text.
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
    /// What stands in for a value that is at hand: the element of a for-each, the old value of an
    /// [`ExprKind::Update`].
    Given,
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
    /// A comparison of two values of one type, by value for primitives, by identity for others.
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
        /// What is read once and written.
        target: Box<Expr>,
        /// The new value, in terms of the old one ([`ExprKind::Given`]).
        value: Box<Expr>,
        /// Whether the whole is the old value.
        gives_old: bool,
    },
    /// `a[i]`
    Index(Box<Expr>, Box<Expr>),
    /// `a.length`
    Length(Box<Expr>),
    /// `new T[n][m][]`: the dimensions that are given.
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
        /// Its place among the class's methods.
        method: usize,
        /// The receiver; `None` for a static method.
        receiver: Option<Box<Expr>>,
        /// Arguments, variable ones packed.
        args: Vec<Expr>,
    },
    /// A call of a method as a superclass has it.
    SuperCall {
        /// The class whose method is meant.
        class: usize,
        /// Its place among the class's methods.
        method: usize,
        /// Arguments.
        args: Vec<Expr>,
    },
    /// A call of a library class's method on `this`, as that class has it.
    SuperLibrary {
        /// The library's row.
        row: usize,
        /// `this` and the arguments.
        args: Vec<Expr>,
    },
    /// A call of another constructor on `this`.
    Delegate {
        /// The class whose constructor is meant; none for one of the library.
        class: Option<usize>,
        /// Its place among the class's methods, where one is declared.
        constructor: Option<usize>,
        /// Arguments.
        args: Vec<Expr>,
    },
    /// The instance of the class around.
    Outer(usize),
    /// `C.class` of a class of the file.
    ClassLiteral(usize),
    /// The constants of an enum, or the one of a name.
    OfEnum(usize, Option<Box<Expr>>),
    /// A function as an object of an interface of the file.
    Implement {
        /// The interface.
        class: usize,
        /// Its one method.
        method: usize,
        /// The function.
        function: Box<Expr>,
    },
    /// A lambda with statements, a function of its own.
    Closure(Box<Method>),
    /// A cast to a class of the file.
    Cast(Box<Expr>, usize),
    /// A call of the library: the receiver, if any, goes first.
    Library {
        /// The library's row.
        row: usize,
        /// Receiver and arguments, converted.
        args: Vec<Expr>,
    },
    /// `new C(...)` of a class of the file.
    New {
        /// The class.
        class: usize,
        /// Its constructor's place among the class's methods, where one is declared.
        constructor: Option<usize>,
        /// Arguments.
        args: Vec<Expr>,
        /// Of an anonymous class: the variables around that it uses.
        captures: Vec<Expr>,
    },
    /// `new SomeException(message)`: the class's name is the type's.
    NewException(Vec<Expr>),
    /// A lambda.
    Lambda {
        /// Its parameters.
        params: Vec<usize>,
        /// Its value.
        body: Box<Expr>,
    },
    /// A switch with a value: cases with labels (none: the default) and their values.
    Switch(Box<Expr>, Vec<(Vec<Expr>, Expr)>),
}
