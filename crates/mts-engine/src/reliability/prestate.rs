//! Compares the objects of a call before the call.
//!
//! If the objects agree before the call, a difference after the call comes from the function. An input whose recipes
//! construct different objects on both sides is not a test of the function. The difference is then a finding about the
//! constructor. If a receiver without a recipe differs before the call, the outcomes contain this difference, and the
//! oracle ignores it. `constructible` drops inputs whose objects differ, and `state_injection` injects Java's objects
//! into the port.

use crate::job::{PairJob, VerdictSettings, signature};
use crate::reliability::state_injection;
use mts_generate::instrument::{self, python::PythonCopy};
use mts_model::error::Result;
use mts_model::{Before, Choice, Function, FunctionKind, Input, Outcome, Reason, Signature, State, Suite, Value};
use mts_oracle::{Equality, OutcomeComponent, Rules, compare_outcomes};
use mts_workers::{JavaUnit, PythonUnit, RunRequest, Runtime};

/// The highest number of ticks for constructing the objects of an input. The workers have their own limits.
const BUDGET: u64 = 10_000_000;

/// The objects to construct, and the number of inputs in one run request.
#[derive(Clone, Copy)]
pub(crate) struct ConstructionScope {
    /// Whether the workers also construct receivers without a recipe.
    ///
    /// If `false`, the workers construct objects only for inputs with recipes.
    pub plain: bool,
    /// The number of inputs in one run request. Workers may load classes and modules anew for each
    /// run request.
    pub batch: usize,
}

/// The signature of a pair, and its class if the class declares no constructor.
#[derive(Clone, Debug)]
pub(crate) struct CallSignature {
    /// The types of the function.
    pub types: Signature,
    /// The method's Java class, if the class declares no constructor. Such a class has no constructor pair. Therefore the
    /// pairs of its methods test the fields that `new` sets.
    class_without_constructor: Option<String>,
    /// The names of the fields that this class declares, if the class extends another class. The constructor of the
    /// superclass may have a pair, which tests the other fields.
    own_fields: Option<Vec<String>>,
}

impl CallSignature {
    /// Returns the signature of a job.
    pub fn new(job: &PairJob) -> Self {
        let own = &job.pair.java;
        let is_declared =
            |function: &Function| function.kind == FunctionKind::Constructor && function.scope == own.scope;
        let has_implicit = own.kind == FunctionKind::Method && !job.java.functions.iter().any(is_declared);
        let class_without_constructor = own.scope.last().filter(|_| has_implicit).cloned();
        let class = mts_lang::java::classes(&job.java).iter().find(|one| one.scope == own.scope);
        let own_fields = class.filter(|class| class.has_superclass).map(|class| class.fields.clone());
        Self { types: signature(&job.pair), class_without_constructor, own_fields }
    }

    /// Reports whether the receiver is a new object that no constructor pair tests.
    fn tests_new_object(&self, input: &Input) -> bool {
        self.own_fields.is_none() && self.is_new_object(input)
    }

    /// Reports whether no constructor pair tests this field of a new receiver.
    ///
    /// The form of the field is `self.name`, or longer for a part of its value.
    fn tests_field(&self, input: &Input, field: Option<&str>) -> bool {
        let name = field.and_then(|field| field.strip_prefix("self.")?.split(['.', '[']).next());
        let is_own = |own: &Vec<String>| name.is_some_and(|name| own.iter().any(|field| field == name));
        self.own_fields.as_ref().is_none_or(is_own) && self.is_new_object(input)
    }

    /// Reports whether the receiver is a new object of a class that declares no constructor.
    fn is_new_object(&self, input: &Input) -> bool {
        let Some(class) = &self.class_without_constructor else { return false };
        match input.receiver.as_deref() {
            Some([]) => true,
            Some([Value::Recipe(recipe)]) => {
                let factory = recipe.factory.strip_suffix(".<init>()");
                recipe.modifiers.is_empty() && factory.and_then(|name| name.rsplit(['.', '$']).next()) == Some(class)
            }
            _ => false,
        }
    }
}

/// The objects of recipes, with all inputs in one run request.
pub(crate) const RECIPES: ConstructionScope = ConstructionScope { plain: false, batch: usize::MAX };

impl ConstructionScope {
    /// All objects, with all inputs in one run request.
    pub const ALL: Self = Self { plain: true, batch: usize::MAX };

    fn contains(self, input: &Input) -> bool {
        input.has_recipes() || self.plain && input.receiver.is_some()
    }
}

/// Returns the objects that Java constructs for each input. `None` for inputs without such objects.
pub(crate) fn construct_on_java(
    unit: &JavaUnit,
    inputs: &[Input],
    scope: ConstructionScope,
    jvm: &mut dyn Runtime<JavaUnit>,
) -> Result<Vec<Option<Outcome>>> {
    let mut unit = unit.clone();
    unit.entry.construct_only = true;
    construct(inputs, scope, |run_requests| jvm.run(&unit, inputs, run_requests))
}

/// Returns the objects that the port constructs for each input.
pub(crate) fn construct_on_python(
    unit: &PythonUnit,
    inputs: &[Input],
    scope: ConstructionScope,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<Vec<Option<Outcome>>> {
    let mut unit = unit.clone();
    unit.construct_only = true;
    unit.texts.retain(|(copy, _)| *copy == 0);
    construct(inputs, scope, |run_requests| cpython.run(&unit, inputs, run_requests))
}

fn construct(
    inputs: &[Input],
    scope: ConstructionScope,
    run: impl FnOnce(&[RunRequest]) -> Result<Vec<mts_model::CopyOutcomes>>,
) -> Result<Vec<Option<Outcome>>> {
    let holding: Vec<usize> = (0..inputs.len()).filter(|at| scope.contains(&inputs[*at])).collect();
    let mut found = vec![None; inputs.len()];
    if holding.is_empty() {
        return Ok(found);
    }
    let run_request = |part: &[usize]| {
        let inputs = part.iter().map(|at| (*at, BUDGET)).collect();
        RunRequest { copy: 0, inputs, continue_after_failure: true }
    };
    let run_requests: Vec<RunRequest> = holding.chunks(scope.batch).map(run_request).collect();
    for (run_request, answer) in run_requests.iter().zip(run(&run_requests)?) {
        let rest = std::iter::repeat(Outcome::ended(State::Incomplete, Reason::NotRun));
        for ((at, _), outcome) in run_request.inputs.iter().zip(answer.outcomes.into_iter().chain(rest)) {
            found[*at] = Some(outcome);
        }
    }
    Ok(found)
}

/// Returns the selected suite. An input gets Java's objects if the port constructs different ones.
///
/// The port constructs the objects of all inputs in one run request. An input may leave state in a class, such as a
/// list that all objects share, so that the objects of later inputs differ. `constructed` are Java's objects.
pub(crate) fn inject_into_chosen(
    job: &PairJob,
    constructed: &[Option<Outcome>],
    settings: &VerdictSettings,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<Suite> {
    let mut suite = job.suite.clone();
    if suite.choice != Choice::Selected || !suite.inputs.iter().any(Input::has_recipes) {
        return Ok(suite);
    }
    let original = [(0, PythonCopy::Edits(&[]))];
    // If the port cannot be parsed, the Python stage reports it.
    let Ok(unit) = instrument::python::unit(&job.python, &job.python_context, &original) else { return Ok(suite) };
    let injected =
        inject_differing(&suite.inputs, constructed, (&unit, &CallSignature::new(job), &settings.rules), cpython)?;
    if let Some((_, _, why)) = injected.first() {
        let what = format!("{} of {} inputs run with injected Java state", injected.len(), suite.inputs.len());
        suite.notes.push(format!("{what}; in a run of the whole suite, {why}"));
    }
    injected.into_iter().for_each(|(at, input, _)| suite.inputs[at] = input);
    Ok(suite)
}

/// Injects Java's objects into the inputs for which the port constructs different objects.
///
/// Each result has the index of the input, the input with Java's objects, and the difference
/// without Java's objects. The result skips inputs that a user wrote, and inputs whose objects
/// differ even with Java's state. `constructed` are Java's objects.
pub(crate) fn inject_differing(
    inputs: &[Input],
    constructed: &[Option<Outcome>],
    (unit, signature, rules): (&PythonUnit, &CallSignature, &Rules),
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<Vec<(usize, Input, String)>> {
    let mut reasons = |inputs: &[Input]| -> Result<Vec<Option<String>>> {
        let ported = construct_on_python(unit, inputs, RECIPES, cpython)?;
        let reason = |at: usize| {
            let (java, python) = constructed[at].as_ref().zip(ported[at].as_ref())?;
            difference(java, python, signature, &inputs[at], rules)
        };
        Ok((0..inputs.len()).map(reason).collect())
    };
    let own = reasons(inputs)?;
    let with_state = |(at, why): (usize, Option<String>)| {
        let input = Some(&inputs[at]).filter(|input| !input.is_user_written())?;
        Some((at, state_injection::with_java_state(input, constructed[at].as_ref()?)?, why?))
    };
    let with_state: Vec<(usize, Input, String)> = own.into_iter().enumerate().filter_map(with_state).collect();
    if with_state.is_empty() {
        return Ok(with_state);
    }
    let mut all = inputs.to_vec();
    with_state.iter().for_each(|(at, input, _)| all[*at] = input.clone());
    let batch = reasons(&all)?;
    Ok(with_state.into_iter().filter(|(at, ..)| batch[*at].is_none()).collect())
}

/// Adds the objects before the call to the outcomes of both sides.
///
/// The port's outcome becomes "not called" on inputs whose recipes construct different objects.
/// `constructed` are Java's objects.
pub(crate) fn compare_prestate(
    constructed: &[Option<Outcome>],
    (unit, inputs, scope): (&PythonUnit, &[Input], ConstructionScope),
    (signature, rules): (&CallSignature, &Rules),
    cpython: &mut dyn Runtime<PythonUnit>,
    (mut java, mut python): (Vec<Outcome>, Vec<Outcome>),
) -> Result<(Vec<Outcome>, Vec<Outcome>)> {
    let is_dead = |outcome: &Outcome| outcome.state == State::NotCompiled || outcome.is_not_run();
    if constructed.iter().all(Option::is_none) || python.iter().all(is_dead) {
        return Ok((java, python));
    }
    let ported = construct_on_python(unit, inputs, scope, cpython)?;
    for (at, (java, python)) in java.iter_mut().zip(&mut python).enumerate() {
        let (Some(Some(constructed)), Some(Some(ported))) = (constructed.get(at), ported.get(at)) else { continue };
        if python.state == State::NotCompiled {
            continue;
        }
        if constructed.state == State::Ok && ported.state == State::Ok {
            let tests_new_object = signature.tests_new_object(&inputs[at]);
            let before = |outcome: &Outcome| {
                let (args, receiver) = (outcome.args.clone(), outcome.receiver.clone());
                Some(Box::new(Before { args, receiver, tests_new_object }))
            };
            (java.before, python.before) = (before(constructed), before(ported));
        }
        if inputs[at].has_recipes()
            && let Some(why) = difference(constructed, ported, signature, &inputs[at], rules)
        {
            *python = Outcome::ended(State::Incomplete, Reason::NotCallable(why));
        }
    }
    Ok((java, python))
}

/// Describes the difference between the objects before the call.
///
/// `None` if the objects agree or are incomparable, or if the pair itself tests the differing fields.
pub(crate) fn difference(
    java: &Outcome,
    python: &Outcome,
    signature: &CallSignature,
    input: &Input,
    rules: &Rules,
) -> Option<String> {
    let own = |outcome: &Outcome| (outcome.state != State::Ok).then(|| outcome.reason.describe_cause());
    if let Some(why) = own(java) {
        return Some(format!("Java cannot construct the object: {why}"));
    }
    if let Some(why) = own(python) {
        return Some(format!("the port cannot construct the object: {why}"));
    }
    let compared = compare_outcomes(java, python, &signature.types, input, rules);
    if compared.component == OutcomeComponent::Receiver && signature.tests_field(input, compared.field.as_deref()) {
        return None;
    }
    // The text contains no values, because values vary between inputs. So the reason is the same for all inputs.
    let what = compared.field.map_or_else(|| "an argument".to_owned(), |field| format!("`{field}`"));
    (compared.equality == Equality::Different).then(|| format!("{what} differs between the sides after construction"))
}
