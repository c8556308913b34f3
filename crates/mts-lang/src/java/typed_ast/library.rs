//! The library: the JDK methods that the typed AST can call.
//!
//! The user of the typed AST gives each signature as a text (`List<E>.get(int)`,
//! `static Math.max(int,int)`) and decides how to translate the method. The module finds the
//! signature of a call, and the classes from which a JDK class inherits methods. If a signature has
//! no result type, the catalogue of the JDK ([`mts_model::jdk`]) gives the result type.

use crate::java::{library as results, types};
use mts_model::jdk::{self, FunctionalType};
use mts_model::{JavaType, Primitive};
use std::collections::BTreeMap;

/// A method, or a constructor with the name `new`.
#[derive(Clone, Debug)]
pub struct Signature {
    class: String,
    class_params: Vec<String>,
    name: String,
    is_static: bool,
    /// The parameter types, without the receiver.
    pub params: Vec<JavaType>,
    is_varargs: bool,
    returns: JavaType,
}

/// The methods that the caller translates. A *row* is the index of a signature in this library.
#[derive(Clone, Debug, Default)]
pub struct Library {
    rows: Vec<Signature>,
    by_name: BTreeMap<String, Vec<usize>>,
}

/// A call that is bound to a row.
pub(super) struct Bound {
    pub(super) row: usize,
    /// The parameter types, with types instead of type variables.
    ///
    /// There is one type for each argument. A variable argument has the element type of the array.
    pub(super) params: Vec<JavaType>,
    /// The same parameter types as the signature writes them.
    pub(super) raw: Vec<JavaType>,
    /// The types of the type variables.
    pub(super) type_args: BTreeMap<String, JavaType>,
    pub(super) returns: JavaType,
    /// True if the call must pack its variable arguments into an array.
    pub(super) packs: bool,
}

impl Library {
    /// Parses signatures. If several overloads fit a call, the library uses the first signature.
    ///
    /// # Errors
    ///
    /// Returns an error if a signature is invalid, or if neither the signature nor the catalogue of the JDK has the
    /// result type.
    pub fn parse<'s>(signatures: impl IntoIterator<Item = &'s str>) -> Result<Self, String> {
        let mut library = Self { rows: Vec::new(), by_name: BTreeMap::new() };
        for text in signatures {
            let row = signature(text).ok_or_else(|| format!("not a signature: {text}"))?;
            library.by_name.entry(format!("{}.{}", row.class, row.name)).or_default().push(library.rows.len());
            library.rows.push(row);
        }
        Ok(library)
    }

    /// Returns the row of the first instance method with this name and number of parameters.
    ///
    /// The method is in the class or in a superclass.
    #[must_use]
    pub fn find(&self, class: &str, name: &str, params: usize) -> Option<usize> {
        let fits = |at: &usize| !self.rows[*at].is_static && self.rows[*at].params.len() == params;
        let rows = lineage(class).into_iter().filter_map(|class| self.by_name.get(&format!("{class}.{name}")));
        rows.flatten().copied().find(fits)
    }

    /// Returns the signature of a row.
    #[must_use]
    pub fn row(&self, row: usize) -> Option<&Signature> {
        self.rows.get(row)
    }

    /// Reports whether a class has a signature in the library or known parent classes.
    pub(super) fn knows(&self, class: &str) -> bool {
        let class = simple(class);
        self.rows.iter().any(|row| row.class == class) || !parents(class).is_empty()
    }

    /// Binds a call to the first signature that fits, in Java's three phases.
    ///
    /// The phases are without boxing, with boxing, and with variable arguments. `receiver` is the
    /// static type of the receiver, or the class of a static call.
    pub(super) fn bind(
        &self,
        receiver: &JavaType,
        is_static: bool,
        name: &str,
        args: &[Argument],
        wanted: Option<&JavaType>,
        fits: &Fits<'_>,
    ) -> Option<Bound> {
        let lineage = lineage(&class_name(receiver));
        for phase in [Phase::Strict, Phase::Loose, Phase::Variable] {
            for class in &lineage {
                let rows = self.by_name.get(&format!("{class}.{name}"));
                for &at in rows.into_iter().flatten() {
                    let row = &self.rows[at];
                    if row.is_static != is_static {
                        continue;
                    }
                    if let Some(bound) = row.bind(at, receiver, args, (phase, wanted), fits) {
                        return Some(bound);
                    }
                }
            }
        }
        None
    }

    /// Returns the type of a row's result.
    pub(super) fn returns(&self, row: usize, type_args: &BTreeMap<String, JavaType>) -> JavaType {
        self.rows.get(row).map_or(JavaType::Unknown, |row| substituted(&row.returns, type_args))
    }
}

/// A function that decides whether one type is valid where code expects another type.
///
/// The third argument allows boxing of the value.
pub(super) type Fits<'f> = dyn Fn(&JavaType, &JavaType, bool) -> bool + 'f;

/// An argument, as far as the module knows it before the choice of the method.
pub(super) enum Argument {
    /// A value of this type.
    Typed(JavaType),
    /// A lambda or method reference with this number of parameters, if the number is known.
    Lambda(Option<usize>),
}

#[derive(Clone, Copy, PartialEq)]
enum Phase {
    Strict,
    Loose,
    Variable,
}

impl Signature {
    /// Reports whether the result is never null.
    ///
    /// The result is then a string, a primitive, or the object of a constructor.
    #[must_use]
    pub fn gives_value(&self) -> bool {
        self.name == "new" || matches!(self.returns, JavaType::String | JavaType::Primitive(_))
    }

    /// Reports whether a call may change the number of elements in its receiver.
    #[must_use]
    pub fn resizes(&self) -> bool {
        jdk::may_resize(&self.class, &self.name)
    }

    /// Reports whether a call may have another effect than its result.
    ///
    /// The call may change its receiver or an argument, make an object, or run unknown code.
    #[must_use]
    pub fn has_effects(&self) -> bool {
        let is_function = |ty: &JavaType| ty.simple_class().and_then(jdk::functional_type).is_some();
        let is_object = match &self.returns {
            JavaType::Array(_) => true,
            JavaType::Class { name, .. } => !jdk::is_variable(name) && !jdk::is_immutable(name),
            _ => false,
        };
        is_object || self.params.iter().any(is_function) || jdk::may_modify(&self.class, &self.name)
    }

    fn bind(
        &self,
        row: usize,
        receiver: &JavaType,
        args: &[Argument],
        (phase, expected): (Phase, Option<&JavaType>),
        fits: &Fits<'_>,
    ) -> Option<Bound> {
        let packs = phase == Phase::Variable;
        let fixed = if packs { self.params.len().checked_sub(1)? } else { self.params.len() };
        let fits_in_number = if packs { self.is_varargs && args.len() >= fixed } else { args.len() == fixed };
        if !fits_in_number {
            return None;
        }
        let mut type_args = BTreeMap::new();
        if let JavaType::Class { args, .. } = receiver {
            for (name, arg) in self.class_params.iter().zip(args) {
                type_args.insert(name.clone(), arg.clone());
            }
        }
        let mut raw = Vec::new();
        for (at, arg) in args.iter().enumerate() {
            let wanted = match self.params.get(at.min(fixed)).or(self.params.last())? {
                JavaType::Array(element) if packs && at >= fixed => element,
                other => other,
            };
            match arg {
                Argument::Typed(ty) => {
                    unify(wanted, ty, &mut type_args);
                    if !fits(ty, &substituted(wanted, &type_args), phase != Phase::Strict) {
                        return None;
                    }
                }
                Argument::Lambda(arity) => {
                    let wanted = substituted(wanted, &type_args);
                    let other = |arity: usize| functional(&wanted).is_some_and(|(takes, _)| takes.len() != arity);
                    let is_value = matches!(&wanted, JavaType::Primitive(_) | JavaType::String | JavaType::Array(_))
                        || (arity.is_some()
                            && functional(&wanted).is_none()
                            && lineage(&class_name(&wanted)).len() > 2);
                    if is_value || arity.is_some_and(other) {
                        return None;
                    }
                }
            }
            raw.push(wanted.clone());
        }
        // Without arguments, or with a lambda among them, the expected type determines the remaining type variables.
        if let Some(expected) =
            expected.filter(|_| args.iter().any(|a| matches!(a, Argument::Lambda(_))) || args.is_empty())
        {
            unify(&self.returns, expected, &mut type_args);
        }
        let params = raw.iter().map(|p| substituted(p, &type_args)).collect();
        let returns = substituted(&self.returns, &type_args);
        Some(Bound { row, params, raw, type_args, returns, packs })
    }
}

/// Returns the parameter types and the result type of a functional interface of the JDK.
pub(super) fn functional(ty: &JavaType) -> Option<(Vec<JavaType>, JavaType)> {
    let JavaType::Class { name, args } = ty else { return None };
    Some(lambda_type(name)?.signature(args))
}

/// Returns the name of the method of a functional interface of the JDK.
pub fn functional_method(class: &str) -> Option<&'static str> {
    Some(lambda_type(class)?.method)
}

/// Returns the interface with this name, if the JDK declares it as a functional interface.
fn lambda_type(class: &str) -> Option<&'static FunctionalType> {
    jdk::functional_type(simple(class)).filter(|row| row.is_annotated)
}

/// Returns the simple name of a class, also for wrappers and `String`.
///
/// The name of an array is `Array`, and the name of any other type is `Object`.
pub(super) fn class_name(ty: &JavaType) -> String {
    match ty {
        JavaType::Boxed(_) => ty.to_string(),
        JavaType::String => "String".to_owned(),
        JavaType::Array(_) => "Array".to_owned(),
        JavaType::Class { name, .. } => simple(name).to_owned(),
        _ => "Object".to_owned(),
    }
}

fn simple(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// Returns the class and its parent classes, nearest first.
fn lineage(class: &str) -> Vec<String> {
    let mut line = vec![class.to_owned()];
    let mut at = 0;
    while at < line.len() {
        for parent in parents(&line[at].clone()) {
            if !line.iter().any(|known| known == parent) {
                line.push((*parent).to_owned());
            }
        }
        at += 1;
    }
    if class != "Object" {
        line.push("Object".to_owned());
    }
    line
}

/// Returns the parent classes. `KeyView` is the result type of `Map.keySet` in the signatures.
fn parents(class: &str) -> &'static [&'static str] {
    if class == "KeyView" { &["Collection"] } else { jdk::parents(class) }
}

/// Reports whether a value of one type is valid where code expects the other type.
pub(super) fn fits(from: &JavaType, to: &JavaType, boxing: bool) -> bool {
    match (from, to) {
        (JavaType::Primitive(a), JavaType::Primitive(b)) => widens(*a, *b),
        (JavaType::Primitive(a), JavaType::Boxed(b)) => boxing && a == b,
        (JavaType::Primitive(_), JavaType::Class { .. } | JavaType::Unknown) => boxing && is_above_boxes(to),
        (JavaType::Primitive(_), _) | (JavaType::Void, _) => false,
        (JavaType::Boxed(a), JavaType::Primitive(b)) => boxing && widens(*a, *b),
        (_, JavaType::Primitive(_)) => false,
        (JavaType::Null, _) => true,
        (JavaType::Boxed(a), JavaType::Boxed(b)) => a == b,
        (JavaType::Boxed(_), _) => is_above_boxes(to) || lineage(&class_name(from)).contains(&class_name(to)),
        (JavaType::Array(a), JavaType::Array(b)) => {
            a == b || (!is_primitive(a) && !is_primitive(b) && fits(a, b, false))
        }
        (_, JavaType::Unknown) => true,
        (_, JavaType::Class { .. }) if class_name(to) == "Object" => true,
        (JavaType::String, JavaType::String) => true,
        (JavaType::String | JavaType::Class { .. }, JavaType::Class { .. }) => {
            lineage(&class_name(from)).contains(&class_name(to)) || class_name(to) == "Comparable"
        }
        (JavaType::Unknown, _) => true,
        _ => false,
    }
}

fn is_primitive(ty: &JavaType) -> bool {
    matches!(ty, JavaType::Primitive(_))
}

fn is_above_boxes(ty: &JavaType) -> bool {
    *ty == JavaType::Unknown || jdk::is_above_boxes(&class_name(ty))
}

/// Reports whether a primitive type widens to another (JLS 5.1.2) or equals the other.
fn widens(from: Primitive, to: Primitive) -> bool {
    use Primitive::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
    let rank = |p| match p {
        Byte => 0,
        Short => 1,
        Char => 2,
        Int => 3,
        Long => 4,
        Float => 5,
        Double => 6,
        Boolean => 9,
    };
    from == to
        || (from != Boolean && to != Boolean && to != Char && rank(from) < rank(to) && !(from == Char && to == Short))
}

/// Infers type variables from the argument's type into `type_args`.
pub(super) fn unify(wanted: &JavaType, arg: &JavaType, type_args: &mut BTreeMap<String, JavaType>) {
    match (wanted, arg) {
        (_, JavaType::Null | JavaType::Unknown) => {}
        (JavaType::Class { name, args }, _) if args.is_empty() && is_variable(name) => {
            let boxed = arg.primitive().map_or_else(|| arg.clone(), JavaType::Boxed);
            type_args.entry(name.clone()).or_insert(boxed);
        }
        (JavaType::Class { args: wanted, .. }, JavaType::Class { args, .. }) => {
            wanted.iter().zip(args).for_each(|(w, a)| unify(w, a, type_args));
        }
        (JavaType::Array(wanted), JavaType::Array(arg)) if !is_primitive(arg) => unify(wanted, arg, type_args),
        _ => {}
    }
}

fn is_variable(name: &str) -> bool {
    matches!(name, "E" | "K" | "V" | "T" | "R" | "U" | "A" | "D")
}

pub(super) fn substituted(ty: &JavaType, type_args: &BTreeMap<String, JavaType>) -> JavaType {
    match ty {
        JavaType::Class { name, args } if args.is_empty() && is_variable(name) => {
            type_args.get(name).cloned().unwrap_or_default()
        }
        JavaType::Class { name, args } => {
            JavaType::Class { name: name.clone(), args: args.iter().map(|a| substituted(a, type_args)).collect() }
        }
        JavaType::Array(element) => substituted(element, type_args).array_of(),
        other => other.clone(),
    }
}

fn signature(text: &str) -> Option<Signature> {
    let (is_static, text) = text.strip_prefix("static ").map_or((false, text), |rest| (true, rest));
    let open = text.find('(')?;
    let close = text.rfind(')')?;
    let (head, inside, returns) = (&text[..open], &text[open + 1..close], &text[close + 1..]);
    let (class, name) = head.rsplit_once('.')?;
    let class = JavaType::parse(class)?;
    let class_params = match &class {
        JavaType::Class { args, .. } => args.iter().map(class_name).collect(),
        _ => Vec::new(),
    };
    let params = JavaType::parse_list(inside)?;
    let returns = if returns.is_empty() {
        Some(listed(&class, name, is_static, &params)).filter(|ty| *ty != JavaType::Unknown)?
    } else {
        JavaType::parse(returns)?
    };
    Some(Signature {
        class: class_name(&class),
        class_params,
        name: name.to_owned(),
        is_static,
        params,
        is_varargs: inside.ends_with("..."),
        returns,
    })
}

/// Returns the result type of a method, by the catalogue of the JDK.
fn listed(class: &JavaType, name: &str, is_static: bool, params: &[JavaType]) -> JavaType {
    match (name, is_static) {
        ("new", true) => class.clone(),
        // A signature such as `static PrintStream.println(int)` stands for a call on a static field such as
        // `System.out`.
        (_, true) => match results::static_method(&class_name(class), name, params) {
            JavaType::Unknown => results::method(class, name, params),
            ty => ty,
        },
        (_, false) => results::method(class, name, params),
    }
}

/// Applies binary numeric promotion; `None` if one side is not a number.
pub(super) fn promoted(left: &JavaType, right: &JavaType) -> Option<JavaType> {
    match types::binary_promotion(left, right) {
        JavaType::Unknown => None,
        ty => Some(ty),
    }
}
