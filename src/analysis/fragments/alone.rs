//! A fragment's translation alone beside its part of the translation of the whole function: Purity's relation (He et
//! al. 2020) with behaviour in the place of words. Nobody has to know the right answer for the two to differ.

use super::record::outcomes;
use super::tested::{Tested, Tester};
use super::trials::{BUDGET, results};
use crate::analysis::measure::PairJob;
use crate::analysis::properties::{Port, Program, Translates};
use crate::error::Result;
use crate::execution::{JavaUnit, PythonEntry, PythonUnit, Runtime};
use crate::fragments::contexts::State;
use crate::fragments::{Fragment, Piece, distance, forms};
use crate::instrument::{self, python::PythonContext, python::PythonVariant};
use crate::judgement::fragments::{Met, is_one};
use crate::lang::SourceFile;
use crate::model::{AloneVerdict, Input, InputOrigin, JavaType, Language, Outcome, Signature, State as Ended, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What came of a fragment's translation alone.
#[derive(Clone, Debug)]
pub struct Alone {
    /// The verdict.
    pub verdict: AloneVerdict,
    /// Why there is none; else nothing.
    pub why: &'static str,
    /// The text of its function.
    pub python: Option<String>,
    /// Equation 2 both ways.
    pub distance: Option<usize>,
    /// Contexts in which it was run to an end.
    pub contexts: usize,
    /// A context in which something differs, with what Java, the translation and the part of the whole one did.
    pub witness: Option<(State, Outcome, Outcome, Option<Outcome>)>,
}

impl Alone {
    fn without(why: &'static str) -> Self {
        let verdict = AloneVerdict::Untranslated;
        Self { verdict, why, python: None, distance: None, contexts: 0, witness: None }
    }
}

/// Asks for the fragment alone and compares what comes of it.
///
/// # Errors
/// When the translator cannot work at all, or a worker cannot be started.
pub(super) fn alone(
    tester: &Tester<'_>,
    at: u32,
    tested: &Tested,
    translator: &mut dyn Translates,
    jvm: &mut dyn Runtime<JavaUnit>,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<Alone> {
    let (job, fragment) = (tester.job, &tested.fragment);
    let Some(program) = program(job, fragment)? else { return Ok(Alone::without("it calls its own function")) };
    let Some(port) = translator.answers(&program, 1)?.into_iter().next() else {
        return Ok(Alone::without("the translator has no translation of it"));
    };
    let (Some((function, _)), Some((qualname, on_instance))) = (&port.function, &port.made) else {
        return Ok(Alone::without("its translation cannot be read"));
    };
    let text = function.span.of(&port.file.text).to_owned();
    let distance = Some(apart(job, tested, &port));
    let entries = tester.entries(at);
    let (spread, recorded) = tester.spread(fragment, &entries);
    let java = tester.forms.java(fragment, at, &spread, jvm)?;
    let context = PythonContext {
        entry: PythonEntry {
            qualname: qualname.clone(),
            on_instance: *on_instance,
            is_constructor: false,
            arguments: (0..fragment.free.len()).collect(),
            ..job.python_context.entry.clone()
        },
        signature: Signature {
            params: fragment.free.iter().map(|v| v.ty.clone()).collect(),
            returns: JavaType::Unknown,
        },
        receiver: Vec::new(),
        makers: Vec::new(),
        ..job.python_context.clone()
    };
    let module = PythonVariant::Module { text: &port.file.text, qualname, on_instance: *on_instance };
    let Ok(unit) = instrument::python::unit(&job.python, &context, &[(1, module)]) else {
        return Ok(Alone::without("its translation cannot be run"));
    };
    let input = |state: &State| Input {
        receiver: None,
        args: state.iter().take(fragment.free.len()).cloned().collect(),
        origin: InputOrigin::Generated,
    };
    let inputs: Vec<Input> = spread.iter().map(input).collect();
    let ended: Vec<usize> = (0..inputs.len()).filter(|nth| super::record::has_ended(&java[*nth])).collect();
    let own = outcomes(1, &ended, inputs.len(), BUDGET, &mut |orders| cpython.run(&unit, &inputs, orders))?;
    let own: Vec<Outcome> = own.into_iter().map(|outcome| listed(outcome, fragment)).collect();
    let part = match &tested.part {
        Some(part) => tester.forms.python(fragment, part, &tested.held, (&spread, &java), cpython)?,
        None => None,
    };
    let mut inside = vec![true; recorded];
    inside.extend(tester.forms.guards(fragment, at, &spread[recorded..], jvm)?);
    if tested.contrary.is_none() {
        let is_said = tester.forms.assumed(fragment, at, &spread, jvm)?;
        inside.iter_mut().zip(is_said).for_each(|(inside, is_said)| *inside &= is_said);
    }
    let alone = tester.compared(fragment, &entries, (&spread, recorded), java.clone(), own);
    let part = part.map(|python| tester.compared(fragment, &entries, (&spread, recorded), java, python));
    let results = results(fragment);
    let mut out = Alone {
        verdict: AloneVerdict::Faithful,
        why: "",
        python: Some(text),
        distance,
        contexts: alone.iter().filter(|shown| shown.met != Met::Unknown).count(),
        witness: None,
    };
    for (nth, own) in alone.iter().enumerate().filter(|(nth, _)| inside[*nth]) {
        let other = part.as_ref().map(|part| &part[nth]).filter(|shown| shown.met != Met::Unknown);
        let verdict = match (own.met, other.map(|other| other.met)) {
            (Met::Unknown | Met::Rejected, _) | (_, Some(Met::Rejected)) => continue,
            (Met::Agree, None | Some(Met::Agree)) => AloneVerdict::Faithful,
            (Met::Differ, None) => AloneVerdict::Mistranslated,
            (Met::Differ, Some(Met::Differ)) if other.is_some_and(|o| is_one(&own.python, &o.python, &results)) => {
                AloneVerdict::Consistent
            }
            _ => AloneVerdict::Dependent,
        };
        if verdict < out.verdict {
            out.verdict = verdict;
            let other = other.map(|other| other.python.clone());
            out.witness = Some((spread[nth].clone(), own.java.clone(), own.python.clone(), other));
        }
    }
    if out.contexts == 0 {
        (out.verdict, out.why) = (AloneVerdict::Untranslated, "its translation does not run in any context");
    }
    Ok(out)
}

/// The fragment as a program of its own; `None` where it cannot be one.
fn program(job: &PairJob, fragment: &Fragment) -> Result<Option<Program>> {
    let Some(form) = forms::alone(fragment, &job.pair.java, &job.java.text) else { return Ok(None) };
    let java = SourceFile::parse(&job.java.path, form.text, Language::Java)?;
    let Some(function) = java.functions.iter().find(|function| function.name == form.name).cloned() else {
        return Ok(None);
    };
    let Some(tree) = java.lower(&function) else { return Ok(None) };
    Ok(Some(Program {
        id: form.name,
        own_arguments: function.params.len(),
        function,
        tree: Arc::new(tree),
        java: Arc::new(java),
        java_context: job.java_context.clone(),
        python_context: job.python_context.clone(),
        inputs: Arc::default(),
        like: None,
    }))
}

/// A single out is returned as it is, and compared like several.
fn listed(outcome: Outcome, fragment: &Fragment) -> Outcome {
    let is_single = fragment.piece == Piece::Block && fragment.outs.len() == 1 && outcome.state == Ended::Ok;
    if is_single { Outcome { value: Value::List(vec![outcome.value.clone()]), ..outcome } } else { outcome }
}

/// The distance of the translation alone to that of the whole function and to the fragment's part of it, in the
/// whole one's names.
fn apart(job: &PairJob, tested: &Tested, port: &Port) -> usize {
    let Some((function, _)) = &port.function else { return 0 };
    let part = tested.part.as_ref();
    let names: BTreeMap<&str, &str> = function
        .params
        .iter()
        .zip(part.iter().flat_map(|part| &part.names))
        .filter_map(|(own, other)| Some((own.name.as_str(), other.as_deref()?)))
        .collect();
    let own = distance::tokens(function.body.of(&port.file.text));
    let own: Vec<String> =
        own.into_iter().map(|token| names.get(token.as_str()).map_or(token, |name| (*name).to_owned())).collect();
    let whole = distance::tokens(job.pair.python.body.of(&job.python.text));
    let part = part.map(|part| distance::tokens(part.span.of(&job.python.text)));
    distance::both_ways(&own, &whole, part.as_deref())
}
