//! The typed AST of a Java file.
//!
//! Names are resolved, and implicit conversions are explicit. Each call is bound to a method of the
//! file or to a signature of the caller's library. The other modules of `typed_ast` build the AST.

mod visit;

use crate::ir::Literal;
use mts_model::{BinaryOp, JavaType, Span};

/// A Java file.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The classes, outer classes before inner classes.
    pub classes: Vec<Class>,
}

/// The kind of a class declaration.
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
    /// The simple name; a generated name for an anonymous class.
    pub name: String,
    /// The kind of the class.
    pub kind: ClassKind,
    /// The enclosing class.
    pub outer: Option<usize>,
    /// True if instances can have an outer instance. Also true for a local class of a static method.
    pub is_inner: bool,
    /// True for a local or anonymous class.
    pub is_local: bool,
    /// True if the class is abstract or an interface.
    pub is_abstract: bool,
    /// The type parameters with their bounds.
    pub type_params: Vec<(String, JavaType)>,
    /// The superclass; `None` if the class extends no class or `Object`. An anonymous class has the
    /// class or interface after its `new`.
    pub superclass: Option<JavaType>,
    /// The interfaces.
    pub interfaces: Vec<JavaType>,
    /// The names of an enum's constants; empty for any other kind of class.
    pub constants: Vec<String>,
    /// The name of the enum constant that has this class body. The superclass is the enum.
    pub constant: Option<String>,
    /// The constructor arguments of an enum's constants; empty if no constant has an argument list.
    pub constant_args: Vec<Vec<Expr>>,
    /// The first byte of the declaration, or of the `new` of an anonymous class.
    pub start: usize,
    /// The reason why the class is not supported; `None` for a supported class.
    pub problem: Option<Unsupported>,
    /// The fields in source order.
    pub fields: Vec<Field>,
    /// The methods, constructors and initialiser blocks in source order, then generated methods.
    pub methods: Vec<Method>,
    /// The comment lines before the class.
    pub comments: Vec<String>,
}

impl Class {
    /// Reports whether the class has only static members, a method, and no supertype or constructor.
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
    /// The name of the field.
    pub name: String,
    /// The declared type.
    pub ty: JavaType,
    /// True if the field is static.
    pub is_static: bool,
    /// The initialiser, converted to the field's type.
    pub init: Option<Expr>,
    /// The variables of lambdas in the initialiser.
    pub variables: Vec<Variable>,
    /// The reason why the initialiser is not supported; `None` for a supported initialiser.
    pub problem: Option<Unsupported>,
    /// The comment lines before the field.
    pub comments: Vec<String>,
    /// The first byte of the declaration, for the order of initialisation.
    pub start: usize,
}

/// A method or constructor with its body.
#[derive(Clone, Debug)]
pub struct Method {
    /// The name; a constructor has the name of its class.
    pub name: String,
    /// True if the method is static.
    pub is_static: bool,
    /// True if the method is a constructor.
    pub is_constructor: bool,
    /// True if the method is a static or instance initialiser block.
    pub is_initializer: bool,
    /// True if the method is abstract.
    pub is_abstract: bool,
    /// True if the method is private.
    pub is_private: bool,
    /// The type parameters with their bounds.
    pub type_params: Vec<(String, JavaType)>,
    /// The captured variables of a lambda or of a local class's method.
    ///
    /// Each item has the index of the method's own variable.
    pub captures: Vec<(Expr, usize)>,
    /// The number of parameters, which are the first items of `variables`.
    pub params: usize,
    /// True if the last parameter takes any number of arguments.
    pub is_varargs: bool,
    /// The result type.
    pub returns: JavaType,
    /// The parameters and local variables, also of lambdas. [`ExprKind::Local`] is an index into
    /// this list.
    pub variables: Vec<Variable>,
    /// The body, or the reason why the body is not supported.
    pub body: Result<Vec<Stmt>, Unsupported>,
    /// The span of the whole declaration.
    pub span: Span,
    /// The comment lines before the method.
    pub comments: Vec<String>,
}

/// A parameter or a local variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// The name in the source.
    pub name: String,
    /// The type of the variable.
    pub ty: JavaType,
}

/// An unsupported construct and its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The line in the file, counted from 1.
    pub line: u32,
    /// The construct, as a noun phrase.
    pub construct: String,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// The kind of the statement.
    pub kind: StmtKind,
    /// The line in the file, counted from 1.
    pub line: u32,
    /// The comment lines before the statement.
    pub comments: Vec<String>,
}

/// The number of a statement that a jump can leave or repeat.
pub type Target = usize;

/// The kind of a statement.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// A declaration of a local variable. The value has the type of the variable.
    Declare {
        /// The variable.
        variable: usize,
        /// The value of the variable.
        value: Option<Expr>,
    },
    /// An expression that the code evaluates for its effect.
    Expr(Expr),
    /// `if`
    If {
        /// Condition.
        condition: Expr,
        /// The statements that run if the condition holds.
        then: Vec<Stmt>,
        /// The statements that run if the condition does not hold.
        other: Vec<Stmt>,
    },
    /// `while`
    While {
        /// The number of the loop.
        target: Target,
        /// Condition.
        condition: Expr,
        /// Body.
        body: Vec<Stmt>,
    },
    /// `do`
    DoWhile {
        /// The number of the loop.
        target: Target,
        /// Body.
        body: Vec<Stmt>,
        /// Condition.
        condition: Expr,
    },
    /// `for (;;)`
    For {
        /// The number of the loop.
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
        /// The number of the loop.
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
        /// The number of the switch.
        target: Target,
        /// The selector: an `int`, a `char`, a `String` or an enum.
        subject: Expr,
        /// The groups in source order.
        cases: Vec<Case>,
    },
    /// `try`
    Try {
        /// The resources. Java closes the last resource first.
        resources: Vec<Resource>,
        /// Body.
        body: Vec<Stmt>,
        /// Handlers.
        catches: Vec<Catch>,
        /// The statements of `finally`.
        last: Vec<Stmt>,
    },
    /// `throw`
    Throw(Expr),
    /// An `assert`, which never runs, as in Java without `-ea`.
    Assert,
    /// A block.
    Block(Vec<Stmt>),
    /// A labelled statement that is not a loop or switch.
    Labelled {
        /// The number of the statement.
        target: Target,
        /// The statement, or the statements of the block.
        body: Vec<Stmt>,
    },
    /// A local class with its captured variables.
    Class(usize, Vec<Expr>),
}

/// A group of a switch.
#[derive(Clone, Debug)]
pub struct Case {
    /// The constants, converted to the subject's type.
    pub labels: Vec<Expr>,
    /// True if the group is the default, alone or with labels.
    pub is_default: bool,
    /// The statements. The statements of an arrow end with a `break`.
    pub body: Vec<Stmt>,
    /// The line in the file, counted from 1.
    pub line: u32,
}

/// A resource of a `try`.
#[derive(Clone, Debug)]
pub struct Resource {
    /// The declared variable; `None` for an existing variable.
    pub variable: Option<usize>,
    /// The value of the resource.
    pub value: Expr,
    /// The call that closes the resource.
    pub close: Expr,
}

/// A `catch` clause of a `try`.
#[derive(Clone, Debug)]
pub struct Catch {
    /// The classes as the source writes them.
    pub classes: Vec<String>,
    /// The variable.
    pub variable: usize,
    /// Body.
    pub body: Vec<Stmt>,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The kind of the expression.
    pub kind: ExprKind,
    /// The static type.
    pub ty: JavaType,
    /// The text range, without enclosing parentheses.
    pub span: Span,
    /// The line in the file, counted from 1.
    pub line: u32,
}

impl Expr {
    /// Reports whether the expression is a string literal.
    #[must_use]
    pub fn is_text_literal(&self) -> bool {
        matches!(self.kind, ExprKind::Literal(Literal::Str(_)))
    }
}

/// The kind of an expression.
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
    /// A field of an object whose class is in the file.
    Field {
        /// The object.
        base: Box<Expr>,
        /// The class that declares the field.
        class: usize,
        /// The name of the field.
        name: String,
    },
    /// A static field or enum constant of the file.
    Static {
        /// The class that declares the field or constant.
        class: usize,
        /// The name of the field or constant.
        name: String,
    },
    /// `-`
    Negate(Box<Expr>),
    /// `~`
    Complement(Box<Expr>),
    /// `!`
    Not(Box<Expr>),
    /// Arithmetic, bits and shifts. Both sides have the promoted type; each side of a shift has its
    /// own type.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A comparison of two values of one type: primitives by value, other types by identity.
    Compare(BinaryOp, Box<Expr>, Box<Expr>),
    /// `&&`
    And(Box<Expr>, Box<Expr>),
    /// `||`
    Or(Box<Expr>, Box<Expr>),
    /// A string concatenation. The parts have their own types.
    Concat(Vec<Expr>),
    /// `c ? a : b`
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// An assignment. The value has the type of the target.
    Assign(Box<Expr>, Box<Expr>),
    /// `x op= e`, `++x`, `x++`.
    Update {
        /// The target, which the code reads once and then writes.
        target: Box<Expr>,
        /// The new value. [`ExprKind::Implicit`] means the old value.
        value: Box<Expr>,
        /// True if the value of the expression is the old value.
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
    /// A conversion from the operand's type to the type of this expression.
    Convert(Box<Expr>),
    /// `x instanceof T`
    InstanceOf(Box<Expr>, JavaType),
    /// A call of a method of the file.
    Call {
        /// The class that declares the method.
        class: usize,
        /// The index among the class's methods.
        method: usize,
        /// The receiver; `None` for a static method.
        receiver: Option<Box<Expr>>,
        /// The arguments; an array holds the variable arguments.
        args: Vec<Expr>,
    },
    /// A `super` call of a supertype's method in the file.
    SuperCall {
        /// The class that declares the method.
        class: usize,
        /// The index among the class's methods.
        method: usize,
        /// Arguments.
        args: Vec<Expr>,
    },
    /// A `super` call of a library class's method.
    SuperLibrary {
        /// The index of the library's signature.
        row: usize,
        /// The receiver `this` and the arguments.
        args: Vec<Expr>,
    },
    /// A call of another constructor on `this`.
    Delegate {
        /// The class of the constructor; `None` for a library class.
        class: Option<usize>,
        /// The index among the class's methods; `None` for a default constructor.
        constructor: Option<usize>,
        /// Arguments.
        args: Vec<Expr>,
    },
    /// The enclosing instance of this class.
    Outer(usize),
    /// `C.class` of a class of the file.
    ClassLiteral(usize),
    /// The call `E.values()`, or `E.valueOf(name)` if there is a name. `E` is an enum of the file.
    OfEnum(usize, Option<Box<Expr>>),
    /// A lambda that becomes an object of an interface of the file.
    Implement {
        /// The interface.
        class: usize,
        /// The only abstract method of the interface.
        method: usize,
        /// The function.
        function: Box<Expr>,
    },
    /// A lambda with statements, or with such a lambda or an anonymous class inside.
    Closure(Box<Method>),
    /// A cast to a class of the file.
    Cast(Box<Expr>, usize),
    /// A library call. With the row `usize::MAX`, the code calls the function in the first argument.
    Library {
        /// The index of the library's signature.
        row: usize,
        /// The receiver, if the call has a receiver, and the converted arguments.
        args: Vec<Expr>,
    },
    /// `new C(...)` of a class of the file.
    New {
        /// The class.
        class: usize,
        /// The index of the constructor among the class's methods; `None` for a default
        /// constructor.
        constructor: Option<usize>,
        /// Arguments.
        args: Vec<Expr>,
        /// The captured variables of an anonymous class.
        captures: Vec<Expr>,
    },
    /// The expression `new SomeException(message)`. The type of the expression names the class.
    NewException(Vec<Expr>),
    /// A lambda that is not an [`ExprKind::Closure`].
    Lambda {
        /// The parameters of the lambda.
        params: Vec<usize>,
        /// The value of the lambda.
        body: Box<Expr>,
    },
    /// A switch expression: cases with labels (none for the default) and their values.
    Switch(Box<Expr>, Vec<(Vec<Expr>, Expr)>),
}
