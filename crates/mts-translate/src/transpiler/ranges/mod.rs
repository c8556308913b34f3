//! Computes the value ranges of the integers in a method by abstract interpretation.
//!
//! A range can prove that the code needs no wrap or no index check. A range cannot prove that the code needs one.

mod flow;
mod interval;
mod variable_ranges;

pub(super) use interval::Interval;
use variable_ranges::{VariableRanges, bounded, declares, joined, mirrored, opposite};

use super::library::KNOWN;
use mts_lang::ir::Literal;
use mts_lang::java::typed_ast::{Expr, ExprKind, Method, Stmt, Target, Variable};
use mts_model::JavaType;
use std::collections::{BTreeMap, HashMap};
use std::mem::Discriminant;

/// The ranges of the expressions of a method.
#[derive(Default)]
pub(super) struct Ranges {
    exact: RangeTable,
}

/// Maps an expression to its ranges, one for each type.
///
/// The key is the position and the kind of the expression.
///
/// Expressions with the same position, kind and type share one range.
type RangeTable = HashMap<(usize, usize, Discriminant<ExprKind>), Vec<(JavaType, Interval)>>;

fn known(found: &RangeTable, e: &Expr) -> Option<Interval> {
    found.get(&key(e))?.iter().find(|(ty, _)| *ty == e.ty).map(|(_, interval)| *interval)
}

fn key(e: &Expr) -> (usize, usize, Discriminant<ExprKind>) {
    (e.span.start, e.span.end, std::mem::discriminant(&e.kind))
}

impl Ranges {
    /// Computes the ranges of all expressions of a method.
    pub(super) fn analyze(method: &Method) -> Self {
        let Ok(body) = &method.body else { return Self::default() };
        let mut analysis = Analysis {
            variables: &method.variables,
            exact: RangeTable::new(),
            state: Some(method.variables.iter().map(|v| Interval::from_type(&v.ty)).collect()),
            breaks: BTreeMap::new(),
            continues: BTreeMap::new(),
            implicit_values: Vec::new(),
        };
        analysis.run(body);
        Self { exact: analysis.exact }
    }

    /// Returns the range of an expression's result before Java reduces it to its type.
    ///
    /// The range has all numbers if the analysis did not reach the expression.
    pub(super) fn exact(&self, e: &Expr) -> Interval {
        known(&self.exact, e).unwrap_or(Interval::new(i128::MIN / 4, i128::MAX / 4))
    }

    /// Returns the range of an expression's value, which is in the range of its type.
    pub(super) fn value(&self, e: &Expr) -> Interval {
        let all = Interval::from_type(&e.ty);
        known(&self.exact, e).filter(|exact| exact.is_within(all)).unwrap_or(all)
    }
}

struct Analysis<'m> {
    variables: &'m [Variable],
    exact: RangeTable,
    /// The current ranges of the variables. `None` if the code is unreachable.
    state: Option<VariableRanges>,
    breaks: BTreeMap<Target, VariableRanges>,
    continues: BTreeMap<Target, VariableRanges>,
    implicit_values: Vec<Interval>,
}

impl Analysis<'_> {
    fn get(&self, variable: usize) -> Interval {
        let all = self
            .variables
            .get(variable)
            .map_or(Interval::from_type(&JavaType::Unknown), |v| Interval::from_type(&v.ty));
        self.state.as_ref().and_then(|values| values.get(variable).copied()).unwrap_or(all)
    }

    fn set(&mut self, variable: usize, value: Interval) {
        if let Some(slot) = self.state.as_mut().and_then(|values| values.get_mut(variable)) {
            *slot = value;
        }
    }

    /// Sets each variable that `statements` assign to the range of its type.
    fn forget(&mut self, statements: &[&Stmt]) {
        for (at, variable) in self.variables.iter().enumerate() {
            if statements.iter().any(|s| s.has_expr(&|e| writes(e, at)) || s.has_stmt(&|s| declares(s, at))) {
                self.set(at, Interval::from_type(&variable.ty));
            }
        }
    }

    /// Evaluates an expression with its side effects, and returns the range of its value.
    fn eval(&mut self, e: &Expr) -> Interval {
        let exact = self.exact_of(e);
        let found = self.exact.entry(key(e)).or_default();
        match found.iter_mut().find(|(ty, _)| *ty == e.ty) {
            Some((_, known)) => *known = known.join(exact),
            None => found.push((e.ty.clone(), exact)),
        }
        exact.wrapped(&e.ty)
    }

    fn exact_of(&mut self, e: &Expr) -> Interval {
        use ExprKind as K;
        match &e.kind {
            K::Literal(Literal::Int(digits)) => digits.parse().map_or(Interval::from_type(&e.ty), Interval::from_value),
            K::Literal(Literal::Char(c)) => Interval::from_value(i128::from(u32::from(*c))),
            K::Local(variable) => self.get(*variable),
            K::Implicit => self.implicit_values.last().copied().unwrap_or(Interval::from_type(&e.ty)),
            K::Negate(inner) => self.eval(inner).negated(),
            K::Complement(inner) => self.eval(inner).complement(),
            K::Binary(op, a, b) => {
                let (a, b) = (self.eval(a), self.eval(b));
                Interval::combine(*op, a, b, &e.ty)
            }
            K::Convert(inner) => {
                let value = self.eval(inner);
                // If a floating-point number is too large, its conversion gives the nearest limit of the integer type.
                let is_integer = inner.ty.unboxed().is_some_and(mts_model::Primitive::is_integral);
                if is_integer { value } else { Interval::from_type(&e.ty) }
            }
            K::And(a, b) | K::Or(a, b) => {
                let is_and = matches!(e.kind, K::And(..));
                self.eval(a);
                let short = self.state.clone();
                self.refine(a, is_and);
                self.eval(b);
                self.state = joined(self.state.take(), short);
                Interval::from_type(&e.ty)
            }
            K::Conditional(condition, then, other) => {
                self.eval(condition);
                let before = self.state.clone();
                self.refine(condition, true);
                let first = self.eval(then);
                let after = std::mem::replace(&mut self.state, before);
                self.refine(condition, false);
                let second = self.eval(other);
                self.state = joined(self.state.take(), after);
                first.join(second)
            }
            K::Assign(target, value) => {
                self.eval_target(target);
                let value = self.eval(value);
                self.write(target, value)
            }
            K::Update { target, value, gives_old } => {
                let old = self.eval_target(target);
                self.implicit_values.push(old);
                let new = self.eval(value);
                self.implicit_values.pop();
                let new = self.write(target, new);
                if *gives_old { old } else { new }
            }
            K::Lambda { body, .. } => {
                let before = self.state.clone();
                self.eval(body);
                self.state = before;
                Interval::from_type(&e.ty)
            }
            K::Switch(subject, cases) => {
                self.eval(subject);
                let before = self.state.clone();
                let (mut after, mut all) = (None, None::<Interval>);
                for (labels, value) in cases {
                    self.state = before.clone();
                    labels.iter().for_each(|label| {
                        self.eval(label);
                    });
                    let value = self.eval(value);
                    all = Some(all.map_or(value, |known| known.join(value)));
                    after = joined(after, self.state.take());
                }
                self.state = after;
                all.unwrap_or(Interval::from_type(&e.ty))
            }
            K::Length(array) => {
                self.eval(array);
                Interval::new(0, i128::from(i32::MAX))
            }
            K::Library { row, args } => {
                let args: Vec<Interval> = args.iter().map(|arg| self.eval(arg)).collect();
                library(*row, &args, &e.ty)
            }
            _ => {
                e.parts().into_iter().for_each(|part| {
                    self.eval(part);
                });
                Interval::from_type(&e.ty)
            }
        }
    }

    /// Evaluates the parts of an assignment target, and returns the range of its old value.
    fn eval_target(&mut self, target: &Expr) -> Interval {
        self.eval(target)
    }

    fn write(&mut self, target: &Expr, value: Interval) -> Interval {
        if let ExprKind::Local(variable) = target.kind {
            self.set(variable, value);
        }
        value
    }

    /// Narrows the ranges of the variables in a condition with a known truth value.
    fn refine(&mut self, condition: &Expr, truth: bool) {
        match &condition.kind {
            ExprKind::Not(inner) => self.refine(inner, !truth),
            ExprKind::And(a, b) if truth => {
                self.refine(a, true);
                self.refine(b, true);
            }
            ExprKind::Or(a, b) if !truth => {
                self.refine(a, false);
                self.refine(b, false);
            }
            ExprKind::Compare(op, a, b) => {
                let op = if truth { *op } else { opposite(*op) };
                let (a, b) = (widened(a), widened(b));
                // If the comparison assigns a variable, this variable may have another value after the comparison.
                if [a, b]
                    .iter()
                    .any(|side| side.has_expr(&|e| matches!(e.kind, ExprKind::Assign(..) | ExprKind::Update { .. })))
                {
                    return;
                }
                let value = |own: &Self, e: &Expr| match e.kind {
                    ExprKind::Local(variable) => own.get(variable),
                    _ => known(&own.exact, e).map_or(Interval::from_type(&e.ty), |exact| exact.wrapped(&e.ty)),
                };
                let (left, right) = (value(self, a), value(self, b));
                if let ExprKind::Local(variable) = a.kind {
                    self.set(variable, bounded(left, op, right));
                }
                if let ExprKind::Local(variable) = b.kind {
                    self.set(variable, bounded(right, mirrored(op), left));
                }
            }
            _ => {}
        }
    }
}

/// Returns the operand inside conversions that do not change any integer.
fn widened(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Convert(inner)
            if Interval::from_type(&inner.ty).is_within(Interval::from_type(&e.ty)) && is_integer(&inner.ty) =>
        {
            widened(inner)
        }
        _ => e,
    }
}

fn is_integer(ty: &JavaType) -> bool {
    ty.primitive().is_some_and(mts_model::Primitive::is_integral)
}

/// Reports whether the expression assigns the variable.
pub(super) fn writes(e: &Expr, variable: usize) -> bool {
    match &e.kind {
        ExprKind::Assign(target, _) | ExprKind::Update { target, .. } => {
            matches!(target.kind, ExprKind::Local(at) if at == variable)
        }
        _ => false,
    }
}

/// Returns the range of the result of a library call.
fn library(row: usize, args: &[Interval], ty: &JavaType) -> Interval {
    let all = Interval::from_type(ty);
    let form = KNOWN.forms.get(row).map_or("", |forms| forms.faithful);
    match (form, args) {
        ("max({0}, {1})", [a, b]) => Interval { low: a.low.max(b.low), high: a.high.max(b.high) },
        ("min({0}, {1})", [a, b]) => Interval { low: a.low.min(b.low), high: a.high.min(b.high) },
        ("abs32: abs({0})" | "abs64: abs({0})", [a]) => a.absolute(),
        ("len({0})" | "length({0})", _) => Interval::new(0, i128::from(i32::MAX)),
        ("find({0}, {1})" | "find_last({0}, {1})", _) => Interval::new(-1, i128::from(i32::MAX)),
        ("compare({0}, {1})", _) => Interval::new(-1, 1),
        ("mul: {0*} % {1*}", [_, b]) if b.low > 0 => Interval::new(0, b.high - 1),
        _ => all,
    }
}
