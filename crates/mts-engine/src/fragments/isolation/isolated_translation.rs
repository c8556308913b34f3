//! Compares a fragment's isolated translation with its part of the whole function's translation.
//!
//! The comparison is Purity's relation (He et al. 2020), on behaviour instead of words. The
//! relation needs no reference translation.

use crate::fragments::data::ContextResult;
use crate::fragments::data::FragmentRuns;
use crate::fragments::examiner::FragmentExaminer;
use crate::fragments::execution::bounded_runs::{outcomes, tick_budget, with_time_limit};
use crate::fragments::execution::run_extracted::{BUDGET, result_types};
use crate::fragments::isolation::translator_queries::{FragmentTranslator, TranslatorAnswer};
use crate::fragments::result::FragmentResult;
use crate::fragments::result::IsolatedTranslation;
use crate::job::PairJob;
use crate::properties::{TestPort, TestProgram};
use mts_generate::fragments::contexts::FragmentState;
use mts_generate::fragments::extraction::FragmentCounterpart;
use mts_generate::fragments::{Fragment, FragmentKind, distance, extraction};
use mts_generate::instrument::{self, python::PythonCopy};
use mts_lang::SourceFile;
use mts_lang::ir::Tree;
use mts_model::compilation_unit::PythonContext;
use mts_model::error::Result;
use mts_model::{Input, InputOrigin, IsolatedVerdict, JavaType, Language, Outcome, Signature, State, Value};
use mts_oracle::fragments::{ContextVerdict, is_same_result, isolation_verdict};
use mts_workers::{Access, JavaUnit, PythonEntry, PythonUnit, Runtime};
use std::collections::BTreeMap;
use std::sync::Arc;

/// An isolated translation with its results in the fragment's contexts.
pub(crate) struct IsolatedRun {
    /// The program that the translator translated.
    pub program: TestProgram,
    /// The translation.
    pub port: TestPort,
    /// The results of both sides in each context of the fragment.
    pub results: Vec<ContextResult>,
    /// Whether each context counts: the context is recorded, or the guards and assume comments hold.
    pub inside: Vec<bool>,
}

/// Requests the isolated translations of all fragments at once, and compares each of them.
///
/// `names` gives the names of a fragment's free variables in the whole translation. The results are in the order of the
/// fragments. A result has a run if the translation ran.
///
/// # Errors
/// Returns an error if a worker does not start. A failure of the translator is a result of the
/// fragment.
pub(crate) fn all(
    examiner: &FragmentExaminer<'_>,
    (tested, all_ran): (&[FragmentResult], &[FragmentRuns]),
    names: &dyn Fn(&Fragment) -> Vec<Option<String>>,
    translator: &mut dyn FragmentTranslator,
    jvm: &mut dyn Runtime<JavaUnit>,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<Vec<(IsolatedTranslation, Option<IsolatedRun>)>> {
    let mut requests = Vec::new();
    for (at, (one, ran)) in (1..).zip(tested.iter().zip(all_ran)) {
        let java = match &ran.java {
            Some(known) => known.clone(),
            None => examiner.forms.java(&one.fragment, at, &ran.contexts, jvm)?,
        };
        requests.push(if !java.iter().any(Outcome::has_ended) {
            let why = "the extracted Java code does not run in any context";
            Err(IsolatedTranslation::with_reason(IsolatedVerdict::Untestable, why))
        } else if let Some(program) = program(examiner.job, examiner.java_tree, &one.fragment)? {
            Ok((program, java))
        } else {
            let why = "the fragment may call the function that contains the fragment";
            Err(IsolatedTranslation::untranslated(why))
        });
    }
    let programs: Vec<&TestProgram> = requests.iter().flatten().map(|(program, _)| program).collect();
    let mut answers = translator.each(&programs)?.into_iter();
    let mut all = Vec::new();
    for (at, ((one, ran), request)) in (1..).zip(tested.iter().zip(all_ran).zip(requests)) {
        all.push(match request {
            Ok(request) => {
                let answer = answers.next().unwrap_or_else(|| TranslatorAnswer::Unreachable("no reply".into()));
                let names = names(&one.fragment);
                compare_isolated(examiner, (at, one, ran), request, &names, answer, jvm, cpython)?
            }
            Err(isolated) => (isolated, None),
        });
    }
    Ok(all)
}

/// Compares an isolated translation with Java and with the fragment's part of the whole
/// translation.
fn compare_isolated(
    examiner: &FragmentExaminer<'_>,
    (at, tested, ran): (u32, &FragmentResult, &FragmentRuns),
    (program, java): (TestProgram, Vec<Outcome>),
    names: &[Option<String>],
    answer: TranslatorAnswer,
    jvm: &mut dyn Runtime<JavaUnit>,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<(IsolatedTranslation, Option<IsolatedRun>)> {
    let (job, fragment) = (examiner.job, &tested.fragment);
    let port = match answer {
        TranslatorAnswer::Translated(port) => port,
        TranslatorAnswer::Missing(why) => return Ok((IsolatedTranslation::untranslated(why.to_string()), None)),
        TranslatorAnswer::Unreachable(why) => {
            return Ok((IsolatedTranslation::with_reason(IsolatedVerdict::Unknown, why.to_string()), None));
        }
    };
    let (Some((function, _)), Some((qualname, on_instance))) = (&port.function, &port.entry_point) else {
        return Ok((IsolatedTranslation::untranslated("cargo mts cannot parse the translation"), None));
    };
    let module = PythonCopy::Module { text: &port.file.text, qualname, on_instance: *on_instance };
    let Ok(unit) =
        instrument::python::unit(&job.python, &context(job, fragment, qualname, *on_instance), &[(1, module)])
    else {
        return Ok((IsolatedTranslation::untranslated("cargo mts cannot run the translation"), None));
    };
    let unit = with_time_limit(unit);
    let input = |state: &FragmentState| Input {
        receiver: None,
        args: state.iter().take(fragment.free.len()).cloned().collect(),
        origin: InputOrigin::Generated,
    };
    let inputs: Vec<Input> = ran.contexts.iter().map(input).collect();
    let ended: Vec<usize> = (0..inputs.len()).filter(|nth| examiner.can_run_port(ran, *nth, &java[*nth])).collect();
    let budget = |nth: usize| tick_budget(&java[nth], BUDGET);
    let own =
        outcomes(1, &ended, inputs.len(), &budget, &mut |run_requests| cpython.run(&unit, &inputs, run_requests))?;
    let runs = own.iter().any(Outcome::has_ended);
    let own: Vec<Outcome> = own.into_iter().map(|outcome| as_list(outcome, fragment)).collect();
    let mut inside = vec![true; ran.recorded];
    inside.extend(examiner.inside(at, tested, &ran.contexts[ran.recorded..], jvm)?);
    let results = examiner.compared(fragment, ran, java, own);
    let part = ran.results.as_ref().filter(|_| tested.counterpart().is_some());
    let mut out = assess(fragment, &ran.contexts, &inside, &results, part.map(Vec::as_slice));
    if out.why.is_none() && part.is_none() && out.verdict == IsolatedVerdict::Mistranslated {
        out.why = tested.why.map(str::to_owned);
    }
    if !runs {
        out.verdict = IsolatedVerdict::Untranslated;
        out.why = Some("the translation does not run in any context".to_owned());
    }
    out.python = Some(function.span.slice(&port.file.text).to_owned());
    out.distance = text_distance(job, tested.counterpart(), names, &port);
    Ok((out, runs.then_some(IsolatedRun { program, port: *port, results, inside })))
}

/// Returns the call of the isolated translation. The arguments are the fragment's free variables.
pub(crate) fn context(job: &PairJob, fragment: &Fragment, qualname: &str, on_instance: bool) -> PythonContext {
    PythonContext {
        entry: PythonEntry {
            qualname: qualname.to_owned(),
            on_instance,
            is_constructor: false,
            access: Access::Call,
            arguments: (0..fragment.free.len()).collect(),
            ..job.python_context.entry.clone()
        },
        signature: Signature {
            params: fragment.free.iter().map(|v| v.ty.clone()).collect(),
            returns: JavaType::Unknown,
        },
        receiver: Vec::new(),
        factories: Vec::new(),
        ..job.python_context.clone()
    }
}

/// Returns the verdict on an isolated translation from the contexts that count (`inside`).
///
/// The verdict also depends on the fragment's part of the whole translation.
pub(crate) fn assess(
    fragment: &Fragment,
    contexts: &[FragmentState],
    inside: &[bool],
    results: &[ContextResult],
    part: Option<&[ContextResult]>,
) -> IsolatedTranslation {
    let result_types = result_types(fragment);
    let mut out = IsolatedTranslation::with_reason(
        IsolatedVerdict::Untestable,
        "no context has outcomes that cargo mts can compare",
    );
    let mut beside = 0;
    for (nth, own) in results.iter().enumerate().filter(|(nth, _)| inside[*nth]) {
        let other = part.map(|part| &part[nth]);
        let is_same_result =
            || other.is_some_and(|other| is_same_result(&own.python, &other.python, &result_types, &contexts[nth]));
        let Some(verdict) = isolation_verdict(own.verdict, other.map(|other| other.verdict), is_same_result) else {
            continue;
        };
        let other = other.filter(|other| other.verdict != ContextVerdict::Unknown);
        out.contexts += 1;
        beside += usize::from(other.is_some());
        if verdict < out.verdict {
            out.verdict = verdict;
            let unseen = verdict == IsolatedVerdict::Mistranslated && part.is_some();
            out.why = unseen
                .then(|| "the code for this fragment in the whole translation does not run in this context".to_owned());
            if verdict.differs() {
                let other = other.map(|other| other.python.clone());
                out.witness = Some((contexts[nth].clone(), own.java.clone(), own.python.clone(), other));
            }
        }
    }
    if out.verdict == IsolatedVerdict::Correct && part.is_some() && beside == 0 {
        out.why = Some("the code for this fragment in the whole translation does not run in any context".to_owned());
    }
    out
}

/// Returns the fragment as a program for the translator. `None` if the tool cannot make this program.
fn program(job: &PairJob, tree: &Tree, fragment: &Fragment) -> Result<Option<TestProgram>> {
    let Some(form) = extraction::isolated(fragment, &job.pair.java, tree, &job.java.text) else { return Ok(None) };
    let java = SourceFile::parse(&job.java.path, form.text, Language::Java)?;
    let Some(function) = java.functions.iter().find(|function| function.name == form.name).cloned() else {
        return Ok(None);
    };
    let Some(tree) = java.lower(&function) else { return Ok(None) };
    Ok(Some(TestProgram {
        id: form.name,
        own_arguments: function.params.len(),
        function,
        tree,
        java: Arc::new(java),
        java_context: job.java_context.clone(),
        python_context: job.python_context.clone(),
        inputs: Arc::default(),
        like: None,
    }))
}

/// Wraps a single live-out value in a list, which is the form of several values.
fn as_list(outcome: Outcome, fragment: &Fragment) -> Outcome {
    let is_single = fragment.kind == FragmentKind::Block && fragment.live_outs.len() == 1 && outcome.state == State::Ok;
    if is_single { Outcome { value: Value::List(vec![outcome.value.clone()]), ..outcome } } else { outcome }
}

/// Returns the token distance between the isolated translation and the whole translation.
///
/// [`distance::symmetric_distance`] defines the distance; `part` is the code of the fragment in the
/// whole translation.
///
/// Both texts use the names of the whole translation. `None` if a parameter has no name there, or if
/// the isolated translation has another number of parameters.
pub(crate) fn text_distance(
    job: &PairJob,
    part: Option<&FragmentCounterpart>,
    names: &[Option<String>],
    port: &TestPort,
) -> Option<usize> {
    let ((function, _), text) = (port.function.as_ref()?, &port.file.text);
    let names: Vec<&str> = names.iter().map(Option::as_deref).collect::<Option<_>>()?;
    if function.params.len() != names.len() {
        return None;
    }
    let names: BTreeMap<&str, &str> = function.params.iter().map(|param| param.name.as_str()).zip(names).collect();
    let own = distance::tokens(function.body.slice(text));
    let own: Vec<String> =
        own.into_iter().map(|token| names.get(token.as_str()).map_or(token, |name| (*name).to_owned())).collect();
    let whole = distance::tokens(job.pair.python.body.slice(&job.python.text));
    let part = part.map(|part| distance::tokens(part.span.slice(&job.python.text)));
    Some(distance::symmetric_distance(&own, &whole, part.as_deref()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_generate::fragments::eligible_fragments;

    fn context_result(verdict: ContextVerdict) -> ContextResult {
        let seven = || Outcome { value: Value::Int(7), ..Outcome::new(State::Ok) };
        ContextResult { verdict, java: seven(), python: seven(), detail: String::new() }
    }

    #[test]
    fn a_verdict_uses_only_contexts_that_count_and_have_a_conclusive_result() {
        let text = "class A { static int f(int a, int b) { return a % b; } }";
        let java = SourceFile::parse("A.java", text.to_owned(), Language::Java).expect("parses");
        let tree = java.lower(&java.functions[0]).expect("lowers");
        let fragment =
            &eligible_fragments(&java, &java.functions[0], &tree, mts_generate::fragments::LiveOut::Used).fragments[0];
        let contexts: Vec<FragmentState> = (1..3).map(|n| vec![Value::Int(n), Value::Int(n)]).collect();
        let assessed = |inside: [bool; 2], own: [ContextVerdict; 2], part: Option<[ContextVerdict; 2]>| {
            let part = part.map(|part| part.map(context_result));
            let found = assess(
                fragment,
                &contexts,
                &inside,
                &own.map(context_result),
                part.as_ref().map(<[ContextResult; 2]>::as_slice),
            );
            (found.verdict, found.contexts, found.why.is_none(), found.witness.is_some())
        };
        let agree = [ContextVerdict::Agree; 2];
        assert_eq!(assessed([true; 2], agree, Some(agree)), (IsolatedVerdict::Correct, 2, true, false));
        assert_eq!(
            assessed([false; 2], agree, Some(agree)),
            (IsolatedVerdict::Untestable, 0, false, false),
            "no context counts"
        );
        let none = (IsolatedVerdict::Untestable, 0, false, false);
        assert_eq!(
            assessed([true; 2], [ContextVerdict::Unknown, ContextVerdict::Rejected], None),
            none,
            "no context has a conclusive result"
        );
        let differs = [ContextVerdict::Agree, ContextVerdict::Differ];
        assert_eq!(
            assessed([true, false], differs, None),
            (IsolatedVerdict::Correct, 1, true, false),
            "one context does not count"
        );
        assert_eq!(assessed([true; 2], differs, Some(agree)), (IsolatedVerdict::Dependent, 2, true, true));
        assert_eq!(assessed([true; 2], differs, None), (IsolatedVerdict::Mistranslated, 2, true, true));
        let unseen = Some([ContextVerdict::Agree, ContextVerdict::Unknown]);
        assert_eq!(
            assessed([true; 2], differs, unseen),
            (IsolatedVerdict::Mistranslated, 2, false, true),
            "with the reason"
        );
        let silent = Some([ContextVerdict::Unknown; 2]);
        assert_eq!(assessed([true; 2], agree, silent), (IsolatedVerdict::Correct, 2, false, false), "with the reason");
        assert_eq!(
            assessed([true; 2], [ContextVerdict::Differ; 2], Some([ContextVerdict::Differ; 2])).0,
            IsolatedVerdict::Consistent
        );
    }
}
