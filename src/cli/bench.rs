//! `cargo mts bench`: scores a corpus of pairs.
//!
//! The command prints the tables of Guizzo et al. 2023.

use super::args::{BenchArgs, GateArgs};
use super::{output, resolve, translators};
use crate::bench::corpora;
use crate::bench::corpora::corpus_row::CorpusRow;
use crate::bench::evaluation;
use crate::bench::evaluation::translated::Translated;
use crate::bench::process_baseline::MutantSample;
use crate::bench::results::fingerprint;
use crate::bench::results::journal::Journal;
use crate::bench::results::program_result::BenchResult;
use crate::bench::results::{json_lines, tables};
use crate::bench::run::{self, BenchTarget};
use crate::bench::{interval_coverage, pairing};
use crate::config::{Config, Fragments, Variants};
use crate::run::options::{CommandOptions, Options};
use mts_model::Transformation;
use mts_model::error::{Error, ExitCode, Result};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

pub(super) fn bench(args: BenchArgs) -> Result<ExitCode> {
    if let Some(file) = args.pairing.as_deref().filter(|path| !path.as_os_str().is_empty()) {
        return pairing(file, args.tree, args.json);
    }
    if let Some(file) = &args.coverage {
        return coverage(file, &args);
    }
    // A CI system often sets a variable to empty text, so an empty path means no corpus.
    let Some(path) = args.corpus.as_ref().filter(|path| !path.as_os_str().is_empty()) else {
        return output::result("skipped: no corpus; give one by --corpus FILE or MTS_CORPUS\n");
    };
    let mut config = defaults(args.variants);
    resolve::overrides(&mut config, &args.runs.verdict, &GateArgs::default(), args.runs.sandbox)?;
    let options = options(&args, &config, args.runs.jobs.map(NonZeroUsize::get))?;
    let mut translators = translators::parse_all(&args.translator, !args.no_translation_cache, args.record.is_some())?;
    let (mut rows, no_rows) = corpora::load_all(path)?;
    for (id, reason) in &no_rows {
        output::status(&format!("note: {id} is skipped: {reason}\n"));
    }
    for (_, scored) in &mut translators {
        check_recording(scored, &rows, &options)?;
    }
    if let Some(only) = &args.only {
        rows.retain(|row| row.id.contains(only));
    }
    if args.list_mutants {
        return list(&rows, &options);
    }
    let journal = args
        .resume
        .as_deref()
        .map(|file| Journal::open(file, fingerprint::settings(&options, args.inputs)?))
        .transpose()?;
    if args.against_scripted.is_some() && translators.iter().any(|(_, scored)| !matches!(scored, BenchTarget::Mirror)) {
        let error = Error::usage("`--against-scripted` runs the mirror's counterparts");
        return Err(error.help("remove `--translator recorded:FILE`"));
    }
    let (mut results, mut per_pair, mut per_mutant) = (Vec::new(), String::new(), String::new());
    let mut scored_on = Vec::new();
    let mut counterparts = String::new();
    let (mut record, mut code) = (String::new(), ExitCode::Passed);
    for (name, scored) in &translators {
        let draw = args.against_scripted.map(|count| MutantSample::new(count.get(), options.seed));
        let (from, terminal) = (args.inputs, output::terminal());
        let run = run::run(&rows, scored, from, &options, journal.as_ref(), draw, terminal)?;
        for (id, reason) in &run.skipped {
            output::status(&format!("note: {id} is skipped: {reason}\n"));
        }
        if run.unlisted > 0 {
            let programs = if run.unlisted == 1 { "program has" } else { "programs have" };
            output::status(&format!("note: {} {programs} no mutants in {name}; the tool skips them\n", run.unlisted));
        }
        if args.per_pair.is_some() {
            per_pair += &text(json_lines::per_pair(name, &run.programs))?;
        }
        if args.counterparts.is_some() && matches!(scored, BenchTarget::Mirror) {
            counterparts += &text(json_lines::counterparts(&run.programs, &rows))?;
        }
        if args.per_mutant.is_some() {
            per_mutant += &text(json_lines::per_mutant(name, &run.programs))?;
        }
        if let Some(why) = &run.incomplete {
            output::status(&format!("incomplete, {name}: {why}\n"));
            code = ExitCode::Incomplete;
        }
        record += &run.record;
        let throughput = args.throughput.then_some(run.throughput);
        let translation = run.translator_usage;
        results.push(BenchResult { translation, throughput, ..BenchResult::new(name, &run.programs, run.spent) });
        if args.output.is_some() {
            scored_on.push(run.programs);
        }
    }
    if let Some(folder) = &args.output {
        let all = results.iter().zip(&scored_on);
        let all: Vec<Translated<'_>> = all.map(|(result, programs)| Translated { programs, result }).collect();
        std::fs::create_dir_all(folder).map_err(|error| Error::io("make", folder, &error))?;
        for (name, content) in evaluation::files(&all, &rows, options.seed)? {
            write(&folder.join(name), &content)?;
        }
    }
    let files = [
        (&args.per_pair, per_pair),
        (&args.per_mutant, per_mutant),
        (&args.counterparts, counterparts),
        (&args.record, record),
    ];
    for (file, content) in files {
        if let Some(file) = file {
            write(file, &content)?;
        }
    }
    output::result(&if args.json { text(json_lines::json(&results))? } else { tables::human(&results, args.paper) })?;
    Ok(code)
}

fn options(args: &BenchArgs, config: &Config, jobs: Option<usize>) -> Result<Options> {
    let bound = args.sample.into();
    Options::new(config, CommandOptions { jobs, bound, share_process: true, ..Default::default() })
}

/// Returns the default configuration of a benchmark.
///
/// A published score counts mutants alone, so fragments are off, and variants are off unless
/// requested. With variants, the benchmark uses all transformations.
fn defaults(variants: bool) -> Config {
    let transformations = Transformation::ALL.to_vec();
    Config {
        fragments: Fragments { enabled: false },
        variants: Variants { enabled: variants, transformations, ..Variants::default() },
        ..Config::default()
    }
}

/// Measures how often the intervals of samples contain the score of a full run.
fn coverage(file: &Path, args: &BenchArgs) -> Result<ExitCode> {
    let mut config = defaults(args.variants);
    resolve::overrides(&mut config, &args.runs.verdict, &GateArgs::default(), None)?;
    let options = options(args, &config, Some(1))?;
    let result = interval_coverage::measure(file, args.draws.get(), &options)?;
    if args.json {
        return output::result(&format!("{}\n", text(serde_json::to_string_pretty(&result))?));
    }
    output::result(&result.table())
}

/// Compares the pairs that the tool finds in a repository with labelled pairs.
fn pairing(file: &Path, tree: PathBuf, as_json: bool) -> Result<ExitCode> {
    let labels = corpora::ground_truth::load(file)?;
    let request = crate::run::repository::revision_pairs::Request {
        directory: tree,
        config: None,
        head: None,
        pairs: Vec::new(),
    };
    let result = pairing::measure(&request, &labels)?;
    if as_json {
        return output::result(&format!("{}\n", text(serde_json::to_string_pretty(&result))?));
    }
    output::result(&result.table())
}

/// Checks that a recording matches the corpus, and drops mutants of other operators.
///
/// # Errors
/// Returns a usage error if the recording contains a program that the corpus lacks.
fn check_recording(scored: &mut BenchTarget, corpus: &[CorpusRow], options: &Options) -> Result<()> {
    let BenchTarget::Recorded { recorded, .. } = scored else { return Ok(()) };
    let known: BTreeSet<&str> = corpus.iter().map(|row| row.id.as_str()).collect();
    let mutants = recorded.rows.iter().map(|row| (&row.id, &row.at));
    let originals = recorded.originals.iter().map(|(id, original)| (id, &original.at));
    if let Some((id, at)) = mutants.chain(originals).find(|(id, _)| !known.contains(id.as_str())) {
        let error = Error::usage(format!("the corpus has no program {id}")).at(at.as_str());
        return Err(error.help("give the corpus from which the translations come"));
    }
    recorded.rows.retain(|row| options.settings.mutation.operators.contains(&row.operator));
    Ok(())
}

fn list(rows: &[CorpusRow], options: &Options) -> Result<ExitCode> {
    let listed = run::list(rows, options);
    for (id, answer) in &listed {
        if let Err(reason) = answer {
            output::status(&format!("note: {id} is skipped: {reason}\n"));
        }
    }
    let counts = listed.iter().filter_map(|(id, answer)| Some((id.as_str(), answer.as_ref().ok()?)));
    output::result(&format!("{}\n", json_lines::list_mutants(counts)))
}

fn text(text: serde_json::Result<String>) -> Result<String> {
    text.map_err(|error| Error::bug(error.to_string()))
}

fn write(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).map_err(|error| Error::io("write", path, &error))
}
