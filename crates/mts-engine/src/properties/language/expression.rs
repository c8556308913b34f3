//! Parses and evaluates the expressions of properties: CEL with functions about programs.
//!
//! The tool checks names and numbers of arguments when it loads a property. An expression contains
//! no user code; its functions may run the programs of the test. The length of the expression and
//! the number of inputs limit the cost. Only this module uses the crate `cel`.

use crate::properties::language::fault::FaultDescription;
use crate::properties::language::question::{ArgumentKinds, ProgramQuestion, PropertyAnswer, PropertyFunction, Slot};
use cel::common::ast::{EntryExpr, Expr};
use cel::{Context, ExecutionError, IdedExpr, Program, Value};
use mts_model::error::{Error, Result, nearest};
use mts_model::options::NamedOption;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The highest length of an expression, in bytes.
const LONGEST: usize = 2000;
/// The deepest nesting of `all`, `exists` and `map`.
const DEEPEST: usize = 2;
/// The allowed standard functions of CEL.
const STANDARD: &[&str] = &["size", "int", "double", "string", "contains", "startsWith", "endsWith"];
/// The only list over which expressions may iterate.
const INPUTS: &str = "inputs";

/// A valid expression.
pub struct Expression {
    program: Program,
}

impl Expression {
    /// Parses an expression that may use these variables.
    ///
    /// # Errors
    /// Returns an error if the text is too long or not CEL, if a name is unknown, if a property
    /// function has the wrong number of arguments, if an iteration is nested too deeply or not over
    /// `inputs`, or if the expression makes a structure.
    pub fn parse(text: &str, variables: &[String]) -> Result<Self, FaultDescription> {
        if text.len() > LONGEST {
            return Err(FaultDescription::new(
                format!("the expression is too long: {} bytes", text.len()),
                format!("write at most {LONGEST} bytes"),
            ));
        }
        let program = Program::compile(text).map_err(|errors| {
            let what = errors.to_string();
            let line = what.lines().next().unwrap_or_default().trim_start_matches("ERROR: <input>:").to_owned();
            FaultDescription::new(
                format!("the text is not a CEL expression: {line}"),
                "write `!a || b` for an implication, or use `when`",
            )
        })?;
        let mut names: Vec<&str> = variables.iter().map(String::as_str).collect();
        names.push(INPUTS);
        check(program.expression(), &mut names, 0)?;
        Ok(Self { program })
    }
}

/// Checks the names, the calls and the iterations of an expression.
fn check<'e>(expression: &'e IdedExpr, names: &mut Vec<&'e str>, depth: usize) -> Result<(), FaultDescription> {
    let parts: Vec<&IdedExpr> = match &expression.expr {
        Expr::Ident(name) if names.contains(&name.as_str()) => Vec::new(),
        Expr::Ident(name) => return Err(unknown("variable", name, names)),
        Expr::Call(call) => {
            known_call(&call.func_name, call.args.len() + usize::from(call.target.is_some()))?;
            call.target.iter().map(AsRef::as_ref).chain(&call.args).collect()
        }
        Expr::List(list) => list.elements.iter().collect(),
        Expr::Select(select) => vec![select.operand.as_ref()],
        Expr::Map(map) => map
            .entries
            .iter()
            .flat_map(|entry| match &entry.expr {
                EntryExpr::StructField(field) => vec![&field.value],
                EntryExpr::MapEntry(entry) => vec![&entry.key, &entry.value],
            })
            .collect(),
        Expr::Comprehension(walk) => {
            if !matches!(&walk.iter_range.expr, Expr::Ident(name) if name == INPUTS) {
                return Err(FaultDescription::new(
                    "the expression iterates over a list other than `inputs`",
                    "write `inputs.all(i, ...)`",
                ));
            }
            if depth == DEEPEST {
                return Err(FaultDescription::new(
                    "iterations are nested too deeply",
                    format!("nest at most {DEEPEST} iterations, or split the property"),
                ));
            }
            let before = names.len();
            names.extend([walk.iter_var.as_str(), walk.accu_var.as_str()]);
            names.extend(walk.iter_var2.as_deref());
            for part in [&walk.accu_init, &walk.loop_cond, &walk.loop_step, &walk.result] {
                check(part, names, depth + 1)?;
            }
            names.truncate(before);
            Vec::new()
        }
        Expr::Literal(_) | Expr::Unspecified => Vec::new(),
        Expr::Struct(_) => {
            return Err(FaultDescription::new(
                "the expression makes a structure",
                "use only lists, maps and simple values",
            ));
        }
    };
    parts.into_iter().try_for_each(|part| check(part, names, depth))
}

fn known_call(name: &str, arguments: usize) -> Result<(), FaultDescription> {
    // Operators are functions with reserved names.
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || STANDARD.contains(&name) {
        return Ok(());
    }
    let own_functions = PropertyFunction::ALL.iter();
    let Some(function) = own_functions.clone().find(|function| function.name() == name) else {
        let names: Vec<&str> = own_functions.map(|function| function.name()).chain(STANDARD.iter().copied()).collect();
        return Err(unknown("function", name, &names));
    };
    let wanted = function.arguments().count();
    if arguments != wanted {
        let what = format!("`{name}` takes {wanted} argument{}, not {arguments}", if wanted == 1 { "" } else { "s" });
        return Err(FaultDescription::new(what, "the manual lists every function with its arguments"));
    }
    Ok(())
}

fn unknown(noun: &str, name: &str, known: &[&str]) -> FaultDescription {
    let help = match nearest(name, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("known: {}", known.join(", ")),
    };
    FaultDescription::new(format!("unknown {noun} `{name}`"), help)
}

/// The state of an evaluation: the known answers and the open questions.
#[derive(Default)]
struct PendingQueries {
    programs: usize,
    known: BTreeMap<ProgramQuestion, PropertyAnswer>,
    wanted: Vec<ProgramQuestion>,
    /// The first reason in this evaluation why an answer is missing.
    missing: Option<String>,
}

/// Evaluates expressions.
///
/// An unknown answer stops the evaluation. The caller finds the answer and starts the evaluation
/// again. Therefore the caller finds only the needed answers, and each answer once.
pub struct Evaluator {
    context: Context<'static, 'static>,
    pending: Arc<Mutex<PendingQueries>>,
}

/// The value of an expression, or the reason why it has no value.
pub type TruthResult = std::result::Result<bool, String>;

impl Evaluator {
    /// Creates an evaluator for tests with this number of programs.
    ///
    /// # Errors
    /// Returns an internal error if a function cannot be declared.
    pub fn new(programs: usize) -> Result<Self> {
        let pending = Arc::new(Mutex::new(PendingQueries { programs, ..PendingQueries::default() }));
        let mut context = Context::default();
        for slot in (0..programs).flat_map(|at| [Slot::Source(at), Slot::Translated(at)]) {
            context.add_variable_from_value(slot.name(), slot.handle());
        }
        for function in PropertyFunction::ALL.iter().copied() {
            let (name, pending) = (function.name(), Arc::clone(&pending));
            let declared = match function.arguments() {
                ArgumentKinds::One => {
                    context.add_function(name, move |a: i64| ask(&pending, function, &[a], String::new()))
                }
                ArgumentKinds::Two => {
                    context.add_function(name, move |a: i64, b: i64| ask(&pending, function, &[a, b], String::new()))
                }
                ArgumentKinds::Word => context.add_function(name, move |a: i64, word: Arc<String>| {
                    ask(&pending, function, &[a], word.to_string())
                }),
                ArgumentKinds::Number => context
                    .add_function(name, move |a: i64, b: i64, n: i64| ask(&pending, function, &[a, b], n.to_string())),
            };
            declared.map_err(|error| Error::bug(format!("cannot declare `{name}`: {error:?}")))?;
        }
        Ok(Self { context, pending })
    }

    /// Deletes all answers before the next test, which has this number of inputs.
    pub fn begin(&mut self, inputs: usize) {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner).known.clear();
        let inputs: Vec<i64> = (0..inputs).filter_map(|at| i64::try_from(at).ok()).collect();
        self.context.add_variable_from_value(INPUTS, inputs);
    }

    /// Returns the value of an expression. `find_out` computes unknown answers.
    ///
    /// # Errors
    /// Returns an error if `find_out` fails.
    pub fn truth(
        &mut self,
        expression: &Expression,
        find_out: &mut dyn FnMut(&ProgramQuestion) -> Result<PropertyAnswer>,
    ) -> Result<TruthResult> {
        loop {
            let result = decide(expression.program.expression(), &self.context);
            let (wanted, missing) = {
                let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
                (std::mem::take(&mut pending.wanted), pending.missing.take())
            };
            // Inside an iteration, CEL's `&&` and `||` ignore a failure of one operand. So the expression may have a
            // value although an answer is missing.
            let Some(question) = wanted.into_iter().next() else {
                return Ok(match (result, missing) {
                    (_, Some(reason)) => Err(reason),
                    (Ok(Value::Bool(truth)), None) => Ok(truth),
                    (Ok(other), None) => Err(format!("the value is of the type `{}`, not a boolean", other.type_of())),
                    (Err(error), None) => Err(error.to_string()),
                });
            };
            // Only the first question gets an answer now. This answer may make the other questions
            // Only the first question gets an answer now. This answer may make the other questions unnecessary.
            let answer = find_out(&question)?;
            self.pending.lock().unwrap_or_else(PoisonError::into_inner).known.insert(question, answer);
        }
    }
}

/// Returns the value of an expression, from left to right.
///
/// If a needed operand of `&&`, `||` or `?:` fails, the whole expression fails. CEL itself uses the
/// other operand, which would hide mistakes. Inside other operators, calls and iterations, CEL
/// decides.
fn decide(expression: &IdedExpr, context: &Context<'_, '_>) -> std::result::Result<Value, ExecutionError> {
    let Expr::Call(call) = &expression.expr else { return Value::resolve(expression, context) };
    match (call.func_name.as_str(), &call.args[..]) {
        ("_&&_", [one, other]) => match decide(one, context)? {
            Value::Bool(true) => decide(other, context),
            decided => Ok(decided),
        },
        ("_||_", [one, other]) => match decide(one, context)? {
            Value::Bool(false) => decide(other, context),
            decided => Ok(decided),
        },
        ("_?_:_", [condition, one, other]) => match decide(condition, context)? {
            Value::Bool(true) => decide(one, context),
            Value::Bool(false) => decide(other, context),
            no_truth => Ok(no_truth),
        },
        _ => Value::resolve(expression, context),
    }
}

/// Returns a known answer. If the answer is unknown, the function records the question and stops
/// the evaluation.
fn ask(
    pending: &Mutex<PendingQueries>,
    function: PropertyFunction,
    handles: &[i64],
    word: String,
) -> std::result::Result<Value, ExecutionError> {
    let mut pending = pending.lock().unwrap_or_else(PoisonError::into_inner);
    let fail = |reason: &str| Err(ExecutionError::function_error(function.name(), reason));
    let slots: Option<Vec<Slot>> = handles.iter().map(|handle| Slot::from_handle(*handle, pending.programs)).collect();
    let Some(slots) = slots else { return fail("this argument is not a program") };
    let question = ProgramQuestion { function, slots, word };
    let Some(answer) = pending.known.get(&question) else {
        pending.wanted.push(question);
        return fail("not known yet");
    };
    match answer {
        PropertyAnswer::Count(count) => Ok(Value::Int(i64::try_from(*count).unwrap_or(i64::MAX))),
        PropertyAnswer::Truth(truth) => Ok(Value::Bool(*truth)),
        PropertyAnswer::Share(share) => Ok(Value::Float(*share)),
        PropertyAnswer::Text(text) => Ok(Value::String(Arc::clone(text))),
        PropertyAnswer::Texts(texts) => {
            let texts = texts.iter().map(|text| Value::String(Arc::new(text.clone())));
            Ok(Value::List(Arc::new(texts.collect())))
        }
        PropertyAnswer::Unknown(reason) => {
            let reason = reason.clone();
            pending.missing.get_or_insert_with(|| reason.clone());
            fail(&reason)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variables() -> Vec<String> {
        ["x1", "d1"].map(str::to_owned).to_vec()
    }

    /// Returns the value, and the questions in order.
    fn evaluate(text: &str) -> (TruthResult, Vec<String>) {
        let expression = Expression::parse(text, &variables()).expect("an expression");
        let mut evaluator = Evaluator::new(1).expect("an evaluator");
        evaluator.begin(2);
        let mut asked = Vec::new();
        let mut find_out = |question: &ProgramQuestion| {
            asked.push(format!("{} {}{}", question.function, question.slots[0].name(), question.word));
            Ok(match (question.function, question.slots[0]) {
                (PropertyFunction::Arity, Slot::Source(_)) => PropertyAnswer::Count(2),
                (PropertyFunction::Arity, _) => PropertyAnswer::Count(3),
                (PropertyFunction::Returns, _) => PropertyAnswer::Texts(Arc::new(vec!["1".into(), "2".into()])),
                (PropertyFunction::Bleu, _) => PropertyAnswer::Share(0.5),
                (PropertyFunction::Calls, _) => PropertyAnswer::Truth(true),
                (other, _) => PropertyAnswer::Unknown(format!("no {other}")),
            })
        };
        let truth = evaluator.truth(&expression, &mut find_out).expect("evaluates");
        (truth, asked)
    }

    #[test]
    fn an_expression_requests_only_needed_results_and_each_once() {
        assert_eq!(
            evaluate("arity(d1) == arity(x1) + 1 && arity(d1) > 0"),
            (Ok(true), vec!["arity d1".into(), "arity x1".into()])
        );
        assert_eq!(evaluate("arity(x1) > 5 && compiles(d1)"), (Ok(false), vec!["arity x1".into()]));
        assert_eq!(evaluate("true ? arity(x1) == 2 : runs(x1)"), (Ok(true), vec!["arity x1".into()]));
        assert_eq!(evaluate("inputs.all(i, returns(d1)[i] == returns(x1)[i])").0, Ok(true));
        assert_eq!(evaluate("bleu(d1, d1) >= 0.5 && calls(x1, \"g\") && size(returns(x1)) == 2").0, Ok(true));
    }

    #[test]
    fn an_error_of_one_operand_is_not_hidden_by_the_other_operand() {
        assert_eq!(evaluate("runs(x1) || arity(x1) == 2").0, Err("no runs".into()));
        assert_eq!(evaluate("arity(x1)").0, Err("the value is of the type `int`, not a boolean".into()));
        for text in [
            "returns(x1)[7] == \"1\"",
            "returns(x1)[7] == \"1\" || true",
            "returns(x1)[7] == \"1\" && false",
            "arity(x1) < \"a\" || true",
            "(returns(x1)[7] == \"1\" || true) ? true : false",
        ] {
            assert!(evaluate(text).0.is_err(), "{text}");
        }
        assert_eq!(evaluate("true || returns(x1)[7] == \"1\"").0, Ok(true), "not needed");
        assert_eq!(evaluate("1 || true").0, Err("the value is of the type `int`, not a boolean".into()));
    }

    #[test]
    fn names_are_checked_with_a_suggestion() {
        let fault = |text: &str| match Expression::parse(text, &variables()) {
            Ok(_) => panic!("{text} is taken"),
            Err(fault) => (fault.message, fault.help),
        };
        assert_eq!(fault("aritty(x1) == 1"), ("unknown function `aritty`".into(), "did you mean `arity`?".into()));
        assert_eq!(fault("arity(x2) == 1"), ("unknown variable `x2`".into(), "did you mean `x1`?".into()));
        assert_eq!(fault("arity(x1, d1) == 1").0, "`arity` takes 1 argument, not 2");
        assert_eq!(fault("[1, 2].all(i, i > 0)").0, "the expression iterates over a list other than `inputs`");
        let deep = "inputs.all(i, inputs.all(j, inputs.all(k, i > j + k)))";
        assert_eq!(fault(deep).0, "iterations are nested too deeply");
        assert!(
            fault("arity(x1) ==> true").0.starts_with("the text is not a CEL expression"),
            "{:?}",
            fault("arity(x1) ==> true")
        );
        assert!(fault(&"1".repeat(3000)).0.contains("too long"));
        assert_eq!(fault("i == 1 || inputs.all(i, i > 0)").0, "unknown variable `i`");
    }
}
