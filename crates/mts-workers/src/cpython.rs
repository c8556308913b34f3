//! The Python side: one CPython that forks a process for each pair.
//!
//! The forked process executes the module text of each copy.

use crate::find::{self, Python};
use crate::protocol::{Delivery, PendingRunRequest, with_run_requests};
use crate::sandbox::SandboxRules;
use crate::sandbox::launcher::SpawnSpec;
use crate::supervisor::process::Scratch;
use crate::supervisor::{SpecFactory, Supervisor, WorkerKind};
use crate::{Limits, PythonEntry, PythonUnit, RunRequest, Runtime, WorkerOptions, harness, protocol};
use mts_model::error::Result;
use mts_model::{CopyOutcomes, Factory, Input, Ports, Value, injected_names, rename_attributes, substitute_inputs};
use serde_json::json;

const KIND: WorkerKind = WorkerKind { name: "Python", compiles: false, answers_in_batches: true, forks: true };

/// The first byte of a request. With `FRESH`, the request's code runs in a new forked process. With `SAME_PROCESS`, it
/// runs in the last one.
const FRESH: u8 = b'f';
const SAME_PROCESS: u8 = b's';

/// A CPython that runs Python units.
pub struct Cpython {
    supervisor: Supervisor,
    python: Python,
    limits: Limits,
    share_process: bool,
}

impl Cpython {
    /// Starts the worker process. The function does not wait for the process. The first unit waits.
    ///
    /// # Errors
    /// Returns an error with exit code 3 if there is no CPython.
    pub fn start(options: &WorkerOptions) -> Result<Self> {
        Self::start_with(find::python(options.python.as_deref())?, options)
    }

    /// Returns a function that starts workers with other hash seeds.
    pub fn spawner(&self, options: &WorkerOptions) -> impl Fn(u32) -> Result<Self> + Send + Sync + use<> {
        let (python, options) = (self.python.clone(), options.clone());
        move |hash_seed| Self::start_with(python.clone(), &WorkerOptions { hash_seed, ..options.clone() })
    }

    fn start_with(python: Python, options: &WorkerOptions) -> Result<Self> {
        let make_spec: SpecFactory = Box::new({
            let (python, options) = (python.clone(), options.clone());
            move |scratch| spec(&python, &options, scratch)
        });
        let supervisor = Supervisor::start(KIND, options, make_spec)?;
        Ok(Self { supervisor, python, limits: options.limits.clone(), share_process: options.share_process })
    }

    /// Waits for the worker's handshake. Afterwards [`Runtime::sandbox`] returns the layers of the sandbox.
    ///
    /// # Errors
    /// Returns an environment error if the worker does not start.
    pub fn ready(&mut self) -> Result<()> {
        self.supervisor.ready().map(|_| ())
    }
}

fn spec(python: &Python, options: &WorkerOptions, scratch: &Scratch) -> Result<SpawnSpec> {
    let scripts = harness::python(python, options.cache.as_deref(), scratch.own_folder())?;
    let inside = scratch.inside();
    let mut read = super::system_folders();
    read.extend(python.folders.iter().cloned());
    read.push(scripts.clone());
    let mut env = super::environment(&inside);
    // The seed of string hashes makes the order of sets the same in every run.
    env.push(("PYTHONHASHSEED".to_owned(), options.hash_seed.to_string()));
    env.extend(options.random.as_ref().map(|random| ("MTS_RANDOM".to_owned(), random.to_argument(&random.python))));
    let script = scripts.join(harness::PYTHON_SCRIPT);
    let args = ["-s", "-B", "-X", "utf8", &script.to_string_lossy(), injected_names::mark()];
    Ok(SpawnSpec {
        program: python.program.clone(),
        args: args.iter().map(|arg| (*arg).to_owned()).collect(),
        env,
        rules: SandboxRules {
            read,
            sources: options.read.clone(),
            execute: super::executables(&python.program),
            write: inside,
            confinement: options.confinement,
            address_space_mb: options.limits.python_memory_mb,
            forks: true,
        },
    })
}

impl Runtime<PythonUnit> for Cpython {
    fn run(&mut self, unit: &PythonUnit, inputs: &[Input], run_requests: &[RunRequest]) -> Result<Vec<CopyOutcomes>> {
        let context = &unit.context;
        let substituted = substitute_inputs(inputs, &context.port_substitutes);
        let inputs = substituted.as_deref().unwrap_or(inputs);
        let (prefix, suffix) = common_ends(unit.texts.iter().map(|(_, text)| text.as_str()));
        let middle = |text: &str| text[prefix.len()..text.len() - suffix.len()].to_owned();
        let request = |pending: &[PendingRunRequest], way: Delivery| {
            let wanted = |copy: &u32| pending.iter().any(|pending| pending.run_request.copy == *copy);
            let texts: Vec<_> =
                unit.texts.iter().filter(|(v, _)| wanted(v)).map(|(v, t)| json!([v, middle(t)])).collect();
            let entries: Vec<_> =
                unit.entries.iter().filter(|(v, _)| wanted(v)).map(|(v, own)| json!([v, entry(own)])).collect();
            let mut request = json!({
                "entry": entry(&context.entry),
                "entries": entries,
                "prefix": prefix,
                "suffix": suffix,
                "texts": texts,
                "path": context.path,
                "fallback_path": context.fallback_path,
                "former_modules": context.former_modules,
                "version_modules": context.version_modules,
                "params": context.signature.params,
                "receiver": context.receiver,
                "factories": context.factories.iter().map(factory).collect::<Vec<_>>(),
                "ports": ports(&context.ports, inputs),
                "construct_only": unit.construct_only,
                "program": context.signature.is_program(),
                "stdout": self.limits.stdout_of(&context.signature),
                "patience_ms": super::patience(&self.limits).map(|limit| limit.min(unit.patience_ms.unwrap_or(limit))),
                "inputs": protocol::inputs(inputs),
                "singly": way.singly,
            });
            let run_requests = with_run_requests(&mut request, pending);
            [&[if way.is_fresh { FRESH } else { SAME_PROCESS }], &run_requests[..]].concat()
        };
        let mut answers = self.supervisor.run(run_requests, request)?;
        answers
            .iter_mut()
            .flat_map(|answer| &mut answer.outcomes)
            .for_each(|outcome| rename_attributes(outcome, &context.port_substitutes));
        Ok(answers)
    }

    fn begin_pair(&mut self) {
        if !self.share_process {
            self.supervisor.begin_pair();
        }
    }

    fn sandbox(&self) -> Vec<String> {
        self.supervisor.sandbox()
    }

    fn version(&self) -> String {
        format!("CPython {}", self.python.version)
    }
}

fn entry(entry: &PythonEntry) -> serde_json::Value {
    json!({
        "module": entry.module,
        "path": entry.path,
        "qualname": entry.qualname,
        "on_instance": entry.on_instance,
        "is_constructor": entry.is_constructor,
        "is_abstract": entry.is_abstract,
        "access": entry.access,
        "arguments": entry.arguments,
        "array_forms": entry.array_forms,
        "receiver_forms": entry.receiver_forms,
        "captured": entry.captured,
        "stub_methods": entry.stub_methods,
    })
}

/// Returns the ports of the project's classes, if an input needs one of them.
fn ports(ports: &Ports, inputs: &[Input]) -> serde_json::Value {
    let mut values = inputs.iter().flat_map(|input| input.receiver.iter().flatten().chain(&input.args));
    if values.any(Value::needs_class_port) { json!(ports) } else { json!({}) }
}

fn factory(factory: &Factory) -> serde_json::Value {
    json!({
        "name": factory.name,
        "params": factory.params,
        "module": factory.module,
        "qualname": factory.qualname,
        "kind": factory.kind,
        "arguments": factory.arguments,
        "array_forms": factory.array_forms,
        "stub_methods": factory.stub_methods,
    })
}

/// Returns the longest common start and the longest common end of all texts, without overlap.
///
/// Copies differ in one place, so the tool sends the common parts only once.
fn common_ends<'a>(mut texts: impl Iterator<Item = &'a str>) -> (&'a str, &'a str) {
    let Some(first) = texts.next() else { return ("", "") };
    let (mut head, mut tail) = (first.len(), first.len());
    let mut shortest = first.len();
    for text in texts {
        head = std::iter::zip(&first.as_bytes()[..head], text.as_bytes()).take_while(|(a, b)| a == b).count();
        let ends = std::iter::zip(first.bytes().rev(), text.bytes().rev());
        tail = ends.take(tail).take_while(|(a, b)| a == b).count();
        shortest = shortest.min(text.len());
    }
    while !first.is_char_boundary(head) {
        head -= 1;
    }
    tail = tail.min(shortest - head);
    while !first.is_char_boundary(first.len() - tail) {
        tail -= 1;
    }
    (&first[..head], &first[first.len() - tail..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_common_prefix_and_suffix_of_copies_do_not_overlap() {
        let texts = ["ab + cd", "ab - cd", "ab", "ab cd"];
        assert_eq!(common_ends(texts.iter().copied()), ("ab", ""));
        assert_eq!(common_ends(["aaa", "aa"].iter().copied()), ("aa", ""));
        assert_eq!(common_ends(["xéy", "xèy"].iter().copied()), ("x", "y"));
        assert_eq!(common_ends(["one"].iter().copied()), ("one", ""));
    }
}
