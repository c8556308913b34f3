//! Runs fragments that are extracted into functions.
//!
//! The tool compiles the Java functions of all fragments as one unit. Usually, one run request runs a fragment in all
//! its contexts.

use crate::fragments::alignment::state_mapping::Representation;
use crate::fragments::data::ContextResult;
use crate::fragments::execution::bounded_runs::can_run_port;
use crate::fragments::execution::bounded_runs::{outcomes, tick_budget, with_time_limit};
use crate::job::PairJob;
use mts_generate::fragments::contexts::FragmentState;
use mts_generate::fragments::extraction::{self, FragmentCounterpart};
use mts_generate::fragments::{Fragment, FragmentKind};
use mts_generate::instrument::{self, python::PythonCopy};
use mts_model::aliasing::{self, Pick};
use mts_model::compilation_unit::PythonContext;
use mts_model::error::Result;
use mts_model::jdk::{self, TypeShape};
use mts_model::{Input, InputOrigin, JavaType, Outcome, Signature, Value};
use mts_oracle::Rules;
use mts_oracle::fragments::{ResultTypes, compare_context};
use mts_workers::{JavaEntry, JavaUnit, PythonUnit, Runtime};

/// The tick budget of an extracted function in one context.
pub(crate) const BUDGET: u64 = 20_000;

/// The extracted Java functions of all fragments of a pair.
///
/// The number of a fragment is its index plus one. The numbers of assume comments come after the numbers of all
/// fragments, so that a comment with a compile error affects no fragment.
pub(crate) struct ExtractedUnits<'a> {
    job: &'a PairJob,
    java: JavaUnit,
    /// The number of the first assume comment of each fragment.
    assumed: Vec<u32>,
}

impl<'a> ExtractedUnits<'a> {
    pub fn new(job: &'a PairJob, fragments: &[Fragment]) -> Option<Self> {
        let mut methods: Vec<(u32, String)> = (1..)
            .zip(fragments)
            .map(|(at, fragment)| {
                let form = extraction::java(fragment, at, &job.java.text);
                let guard = extraction::guard(fragment, at).unwrap_or_default();
                (at, format!("{form}\n{guard}"))
            })
            .collect();
        let mut next = u32::try_from(methods.len()).ok()? + 1;
        let mut assumed = Vec::new();
        for fragment in fragments {
            assumed.push(next);
            for one in &fragment.assumptions {
                methods.push((next, extraction::assumption(fragment, one, next)));
                next += 1;
            }
        }
        let java = instrument::java::helper_unit(&job.java, &job.pair.java, &job.java_context, &methods).ok()?;
        Some(Self { job, java, assumed })
    }

    /// Runs the extracted Java function in each context.
    pub fn java(
        &self,
        fragment: &Fragment,
        at: u32,
        states: &[FragmentState],
        jvm: &mut dyn Runtime<JavaUnit>,
    ) -> Result<Vec<Outcome>> {
        self.call(fragment, at, extraction::java_name(at), result_type(fragment), states, jvm)
    }

    /// Reports for each context whether the guards of the fragment hold.
    pub fn guards(
        &self,
        fragment: &Fragment,
        at: u32,
        states: &[FragmentState],
        jvm: &mut dyn Runtime<JavaUnit>,
    ) -> Result<Vec<bool>> {
        if fragment.guards.is_empty() || states.is_empty() {
            return Ok(vec![true; states.len()]);
        }
        let outcomes = self.call(fragment, at, extraction::guard_name(at), JavaType::BOOLEAN, states, jvm)?;
        Ok(outcomes.iter().map(|outcome| outcome.value == Value::Bool(true)).collect())
    }

    /// Evaluates the nth assume comment of the fragment in each context.
    pub fn assumed(
        &self,
        fragment: &Fragment,
        at: u32,
        nth: usize,
        states: &[FragmentState],
        jvm: &mut dyn Runtime<JavaUnit>,
    ) -> Result<Vec<Outcome>> {
        let first = (at as usize).checked_sub(1).and_then(|at| self.assumed.get(at)).copied().unwrap_or_default();
        let number = first + u32::try_from(nth).unwrap_or(u32::MAX);
        self.call(fragment, number, extraction::assumption_name(number), JavaType::BOOLEAN, states, jvm)
    }

    fn call(
        &self,
        fragment: &Fragment,
        at: u32,
        method: String,
        returns: JavaType,
        states: &[FragmentState],
        jvm: &mut dyn Runtime<JavaUnit>,
    ) -> Result<Vec<Outcome>> {
        let signature = Signature { params: fragment.variables().map(|v| v.ty.clone()).collect(), returns };
        let entry = JavaEntry {
            class: self.job.java_context.entry.class.clone(),
            method,
            signature,
            is_static: true,
            receiver: Vec::new(),
            factories: Vec::new(),
            port_substitutes: std::sync::Arc::default(),
            construct_only: false,
        };
        let unit = JavaUnit { entry, ..self.java.clone() };
        let inputs: Vec<Input> = states.iter().map(|state| input(state.clone())).collect();
        let all: Vec<usize> = (0..inputs.len()).collect();
        outcomes(at, &all, all.len(), &|_| BUDGET, &mut |run_requests| jvm.run(&unit, &inputs, run_requests))
    }

    /// Runs both sides in each context. `None` if the counterpart cannot be extracted or called.
    #[expect(clippy::too_many_arguments, reason = "both sides of one fragment and both workers")]
    pub fn run_both(
        &self,
        fragment: &Fragment,
        at: u32,
        part: &FragmentCounterpart,
        representations: &[Representation],
        states: &[FragmentState],
        rules: &Rules,
        jvm: &mut dyn Runtime<JavaUnit>,
        cpython: &mut dyn Runtime<PythonUnit>,
    ) -> Result<Option<Vec<ContextResult>>> {
        if states.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let java = self.java(fragment, at, states, jvm)?;
        let can_run_port = |nth: usize| can_run_port(&java[nth], false, rules);
        let Some(python) =
            run_counterpart(self.job, fragment, part, representations, (states, &java), &can_run_port, cpython)?
        else {
            return Ok(None);
        };
        Ok(Some(compare_results(fragment, states, java, python, rules)))
    }
}

/// Runs the extracted counterpart in the contexts that `can_run_port` accepts.
///
/// `None` if the tool cannot extract or call the counterpart.
pub(crate) fn run_counterpart(
    job: &PairJob,
    fragment: &Fragment,
    part: &FragmentCounterpart,
    representations: &[Representation],
    (states, java): (&[FragmentState], &[Outcome]),
    can_run_port: &dyn Fn(usize) -> bool,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<Option<Vec<Outcome>>> {
    let source = &job.python.text;
    let Some(form) = extraction::python(fragment, part, 0, source) else { return Ok(None) };
    let text = format!("{source}\n\n{form}");
    let types = fragment.variables().zip(representations).map(|(v, one)| one.ty(&v.ty)).collect();
    let context = PythonContext {
        signature: Signature { params: types, returns: JavaType::Unknown },
        receiver: Vec::new(),
        factories: Vec::new(),
        ..job.python_context.clone()
    };
    let name = extraction::python_name(0);
    let module = PythonCopy::Module { text: &text, qualname: &name, on_instance: false };
    let Ok(unit) = instrument::python::unit(&job.python, &context, &[(1, module)]) else { return Ok(None) };
    let Some(own) =
        states.iter().map(|state| convert_state(state, part, representations)).collect::<Option<Vec<FragmentState>>>()
    else {
        return Ok(None);
    };
    let unit = with_time_limit(unit);
    let inputs: Vec<Input> = own.into_iter().map(input).collect();
    let wanted: Vec<usize> = (0..inputs.len().min(java.len())).filter(|at| can_run_port(*at)).collect();
    let budget = |at: usize| tick_budget(&java[at], BUDGET);
    outcomes(1, &wanted, inputs.len(), &budget, &mut |run_requests| cpython.run(&unit, &inputs, run_requests)).map(Some)
}

/// Compares the outcomes of both sides in each context, by the types of the results.
pub(crate) fn compare_results(
    fragment: &Fragment,
    states: &[FragmentState],
    java: Vec<Outcome>,
    python: Vec<Outcome>,
    rules: &Rules,
) -> Vec<ContextResult> {
    let result_types = result_types(fragment);
    let all = states.iter().zip(java).zip(python);
    all.map(|((state, java), python)| {
        let (verdict, detail) = compare_context(&java, &python, &result_types, state, rules);
        ContextResult { verdict, java, python, detail }
    })
    .collect()
}

/// Returns the types for comparing the fragment's results.
pub(crate) fn result_types(fragment: &Fragment) -> ResultTypes<'_> {
    ResultTypes {
        ty: &fragment.ty,
        outs: fragment.live_outs.iter().map(|out| comparison_type(&out.ty)).collect(),
        watched: fragment
            .observed
            .iter()
            .filter_map(|at| Some((*at, comparison_type(&fragment.free.get(*at)?.ty))))
            .collect(),
    }
}

/// Returns the type for comparing a live-out variable.
///
/// The type ignores the order of maps and sets. The order affects only code that reads the order, and in that code a
/// port may sort the elements.
fn comparison_type(ty: &JavaType) -> JavaType {
    let JavaType::Class { args, .. } = ty else { return ty.clone() };
    let interface = |name: &str| JavaType::Class { name: name.to_owned(), args: args.clone() };
    match ty.simple_class().and_then(jdk::shape_by_name) {
        Some(TypeShape::Map) => interface("Map"),
        Some(TypeShape::Set) => interface("Set"),
        _ => ty.clone(),
    }
}

/// Returns Java's state in the port's representation, with the same aliasing.
fn convert_state(
    state: &FragmentState,
    part: &FragmentCounterpart,
    representations: &[Representation],
) -> Option<FragmentState> {
    let plain = aliasing::expanded(state)?;
    let all = plain.iter().zip(representations).zip(&part.names).enumerate();
    let pick = |(at, ((value, representation), name)): (usize, ((&Value, &Representation), &Option<String>))| match (
        name,
        representation,
    ) {
        (None, _) => Pick::Own(Value::Null),
        (_, Representation::Plain) => Pick::Of(at),
        (_, representation) => Pick::Own(representation.convert(value)),
    };
    aliasing::picked(state, &all.map(pick).collect::<Vec<_>>())
}

fn result_type(fragment: &Fragment) -> JavaType {
    match fragment.kind {
        FragmentKind::Block => JavaType::from_name("Object").array_of(),
        FragmentKind::Expression | FragmentKind::Ending => fragment.ty.clone(),
    }
}

fn input(args: Vec<Value>) -> Input {
    Input { receiver: None, args, origin: InputOrigin::Generated }
}
