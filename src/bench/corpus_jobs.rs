//! Makes jobs from the rows of a corpus. Each job is a pair of two files in memory.

use crate::bench::corpora::CorpusInputs;
use crate::bench::corpora::corpus_row::CorpusRow;
use crate::report::format::count;
use crate::run::jobs::program_jobs;
use crate::run::options::Options;
use crate::run::plan::programs::entry_points;
use mts_engine::{PairJob, Sampling};
use mts_generate::inputs;
use mts_generate::inputs::{GenerationContext, InputGenerator};
use mts_generate::instrument::java::JavaContext;
use mts_generate::mutation::suppress::IgnoredMutants;
use mts_lang::SourceFile;
use mts_model::compilation_unit::PythonContext;
use mts_model::error::Result;
use mts_model::{Input, Language, Pair, PairReason, PairingRule, Suite};
use mts_workers::{JavaEntry, PythonEntry};
use std::sync::Arc;

/// Makes the job of a row of functions or of programs.
pub(crate) fn any_job(row: &CorpusRow, options: &Options) -> std::result::Result<PairJob, String> {
    if row.is_program() { program_job(row, options) } else { job(row) }
}

/// Makes the job of a row of functions.
pub(crate) fn job(row: &CorpusRow) -> std::result::Result<PairJob, String> {
    if row.is_program() {
        return Err("the row is a pair of whole programs, and this command uses only functions".to_owned());
    }
    let parse = |path: String, text: &str, language| {
        SourceFile::parse(&path, text.to_owned(), language).map(Arc::new).map_err(|error| error.to_string())
    };
    let java = parse(format!("{}.java", row.java_class), &row.java, Language::Java)?;
    let python = parse(format!("{}.py", row.id), &row.python, Language::Python)?;
    let function = |file: &SourceFile, name: &str, arity: usize| {
        let mut named = file.functions.iter().filter(|f| f.name == name && f.params.len() == arity);
        let what = || format!("no function {name} with {} in {}", count(arity, "parameter"), file.path);
        named.next().cloned().ok_or_else(what)
    };
    let source = function(&java, &row.java_method, row.java_params.len())?;
    let target = function(&python, &row.python_function, row.java_params.len())?;
    let facts = mts_lang::java::facts(&java, &source);
    if !facts.is_static {
        return Err(format!("{} is not static", source.qualified()));
    }
    let arguments: Vec<usize> = (0..row.java_params.len()).collect();
    let signature = row.signature();
    Ok(PairJob {
        java_context: JavaContext::from_entry(
            JavaEntry {
                class: facts.class,
                method: source.name.clone(),
                signature: signature.clone(),
                is_static: true,
                receiver: Vec::new(),
                factories: Vec::new(),
                port_substitutes: Arc::default(),
                construct_only: false,
            },
            facts.has_static_state,
        ),
        python_context: PythonContext {
            entry: PythonEntry::function("port", &python.path, target.qualified(), arguments.clone()),
            path: Vec::new(),
            fallback_path: Vec::new(),
            former_modules: Vec::new(),
            version_modules: Vec::new(),
            signature,
            receiver: Vec::new(),
            factories: Vec::new(),
            ports: Arc::default(),
            port_substitutes: Arc::default(),
        },
        pair: Pair {
            java: source,
            python: target,
            arguments,
            reason: PairReason { rule: PairingRule::Corpus, detail: "a row of the corpus".to_owned(), confidence: 1.0 },
            dispatch_on: None,
        },
        java,
        python,
        suite: row.suite(),
        generator: None,
        is_shown: false,
        has_base: false,
        ignored: IgnoredMutants::default(),
        has_transformations: true,
        class_changes: Arc::default(),
        merge_partner: None,
        callees: Arc::default(),
        program: None,
        sampling: Sampling::All,
    })
}

/// Gives the job the inputs of the corpus, generated inputs, or both.
pub(crate) fn on_inputs(job: PairJob, from: CorpusInputs, options: &Options) -> std::result::Result<PairJob, String> {
    let (generator, suite) = inputs(&job, from, options)?;
    Ok(PairJob { generator, suite, ..job })
}

/// Returns the inputs of the corpus, generated inputs, or both, with their generator.
pub(crate) fn inputs(
    job: &PairJob,
    from: CorpusInputs,
    options: &Options,
) -> std::result::Result<(Option<Arc<InputGenerator>>, Suite), String> {
    // A program has no generated inputs: it runs only the tests of the corpus.
    if job.program.is_some() {
        return Ok((job.generator.clone(), job.suite.clone()));
    }
    let trees = job.java.lower(&job.pair.java).zip(job.python.lower(&job.pair.python));
    let not_read = || "cargo mts cannot analyse the Java or the Python function".to_owned();
    let generator = trees.ok_or_else(not_read).and_then(|(java, python)| {
        let known = GenerationContext { domain: options.settings.rules.domain, ..GenerationContext::default() };
        InputGenerator::new(&job.pair.java, known, &java, &python).map(Arc::new)
    });
    let of_corpus: &[Input] = match from {
        CorpusInputs::Given => return Ok((generator.ok(), job.suite.clone())),
        CorpusInputs::Generated => &[],
        CorpusInputs::Both => &job.suite.inputs,
    };
    let known = generator.as_deref().map_err(String::as_str);
    let suite = inputs::pool(&job.pair, known, of_corpus, options.max_inputs, options.seed);
    if suite.inputs.is_empty() { Err(suite.notes.join("; ")) } else { Ok((generator.ok(), suite)) }
}

/// Makes the job for a corpus row with a Java program and a Python program.
///
/// # Errors
/// Returns an error with the reason if the row has no such programs.
fn program_job(row: &CorpusRow, options: &Options) -> Result<PairJob, String> {
    let parse = |path: String, text: &str, language| {
        SourceFile::parse(&path, text.to_owned(), language).map(Arc::new).map_err(|error| error.to_string())
    };
    // The Java compiler requires that the file of a public class has the name of the class.
    let file = parse("Program.java".to_owned(), &row.java, Language::Java)?;
    let class = mts_lang::java::public_class(&file).or(row.java_class.split('.').next().map(str::to_owned));
    let java = parse(format!("{}.java", class.unwrap_or_default()), &row.java, Language::Java)?;
    let python = parse(format!("{}.py", row.id), &row.python, Language::Python)?;
    let pair = entry_points(&java, &python)?;
    let script = program_jobs::Script { module: "port".to_owned(), place: python.path.clone(), path: Vec::new() };
    Ok(program_jobs::of_files((&java, &python), &pair, script, options, &row.tests))
}
