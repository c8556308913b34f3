//! `cargo mts bench`: scores a corpus of pairs.
//!
//! The command prints the tables of Guizzo et al. 2023.

use super::args::{BenchArgs, GateArgs};
use super::{output, resolve, translators};
use crate::bench::corpora::corpus_row::CorpusRow;
use crate::bench::corpora::{self, Recorded, RecordedRow};
use crate::bench::evaluation;
use crate::bench::evaluation::translated::Translated;
use crate::bench::process_baseline::MutantSample;
use crate::bench::results::fingerprint;
use crate::bench::results::journal::Journal;
use crate::bench::results::program_result::{BenchResult, ProgramResult};
use crate::bench::results::{json_lines, tables};
use crate::bench::run::{self, BenchTarget, CorpusRun};
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
        return output::result("skipped: no corpus; give a corpus with --corpus FILE or MTS_CORPUS\n");
    };
    let mut config = defaults(args.variants);
    resolve::overrides(&mut config, &args.runs.verdict, &GateArgs::default(), args.runs.sandbox)?;
    let options = options(&args, &config, args.runs.jobs.map(NonZeroUsize::get))?;
    let translators = translators::parse_all(&args.translator, !args.no_translation_cache, args.record.is_some())?;
    let rows = rows(path)?;
    let translators = checked(translators, &rows, &options)?;
    let rows: Vec<CorpusRow> =
        rows.into_iter().filter(|row| args.only.as_ref().is_none_or(|only| row.id.contains(only))).collect();
    if args.list_mutants {
        return list(&rows, &options);
    }
    let settings = |file| Journal::open(file, fingerprint::settings(&options, args.inputs)?);
    let journal = args.resume.as_deref().map(settings).transpose()?;
    check_baseline(&args, &translators)?;
    let mut scored = Vec::new();
    for (name, target) in &translators {
        let draw = args.against_processes.map(|count| MutantSample::new(count.get(), options.seed));
        let run = run::run(&rows, target, args.inputs, &options, journal.as_ref(), draw, output::terminal())?;
        report_notes(name, &run);
        scored.push(ScoredTranslator::new(name, target, run, &rows, &args)?);
    }
    write_files(&args, &scored, &rows, &options)?;
    let is_complete = scored.iter().all(|one| one.is_complete);
    let results: Vec<BenchResult> = scored.into_iter().map(|one| one.result).collect();
    output::result(&if args.json { text(json_lines::json(&results))? } else { tables::render(&results, args.paper) })?;
    Ok(if is_complete { ExitCode::Passed } else { ExitCode::Incomplete })
}

/// Reads the corpus, and prints a note for each skipped row.
fn rows(path: &Path) -> Result<Vec<CorpusRow>> {
    let (rows, skipped) = corpora::load_all(path)?;
    for (id, reason) in &skipped {
        output::status(&format!("note: cargo mts skips {id}: {reason}\n"));
    }
    Ok(rows)
}

/// Checks that a run with a process baseline has no translator except the mirror.
fn check_baseline(args: &BenchArgs, translators: &[(String, BenchTarget)]) -> Result<()> {
    let is_mirror = |(_, target): &(String, BenchTarget)| matches!(target, BenchTarget::Mirror);
    if args.against_processes.is_none() || translators.iter().all(is_mirror) {
        return Ok(());
    }
    let error = Error::usage("`--against-processes` can run only the mirror's counterparts");
    Err(error.help("use `--translator mirror` only"))
}

/// Prints the rows that a run skipped, and the reason why its result is incomplete.
fn report_notes(name: &str, run: &CorpusRun) {
    for (id, reason) in &run.skipped {
        output::status(&format!("note: cargo mts skips {id}: {reason}\n"));
    }
    if run.unlisted > 0 {
        let programs = if run.unlisted == 1 { "program" } else { "programs" };
        output::status(&format!("note: cargo mts skips {} {programs} without mutants in {name}\n", run.unlisted));
    }
    if let Some(why) = &run.incomplete {
        output::status(&format!("incomplete: {name}: {why}\n"));
    }
}

/// The result of one translator, and its part of each requested file.
struct ScoredTranslator {
    result: BenchResult,
    /// The results of the programs, if the user requests the output folder.
    programs: Vec<ProgramResult>,
    per_pair: String,
    per_mutant: String,
    counterparts: String,
    record: String,
    is_complete: bool,
}

impl ScoredTranslator {
    /// Writes the lines of a run for the files that the user requests.
    fn new(name: &str, target: &BenchTarget, run: CorpusRun, rows: &[CorpusRow], args: &BenchArgs) -> Result<Self> {
        let lines = |is_wanted: bool, lines: &dyn Fn() -> serde_json::Result<String>| match is_wanted {
            true => text(lines()),
            false => Ok(String::new()),
        };
        let is_mirror = matches!(target, BenchTarget::Mirror);
        let result = BenchResult::new(name, &run.programs, run.spent);
        Ok(Self {
            per_pair: lines(args.per_pair.is_some(), &|| json_lines::per_pair(name, &run.programs))?,
            per_mutant: lines(args.per_mutant.is_some(), &|| json_lines::per_mutant(name, &run.programs))?,
            counterparts: lines(args.counterparts.is_some() && is_mirror, &|| {
                json_lines::counterparts(&run.programs, rows)
            })?,
            record: run.record,
            is_complete: run.incomplete.is_none(),
            result: BenchResult {
                translation: run.translator_usage,
                throughput: args.throughput.then_some(run.throughput),
                ..result
            },
            programs: if args.output.is_some() { run.programs } else { Vec::new() },
        })
    }
}

/// Writes the output folder and the other files that the user requests.
fn write_files(args: &BenchArgs, scored: &[ScoredTranslator], rows: &[CorpusRow], options: &Options) -> Result<()> {
    if let Some(folder) = &args.output {
        let all = scored.iter().map(|one| Translated { programs: &one.programs, result: &one.result });
        let all: Vec<Translated<'_>> = all.collect();
        std::fs::create_dir_all(folder).map_err(|error| Error::io("make the output folder", folder, &error))?;
        for (name, content) in evaluation::files(&all, rows, options.seed)? {
            write(&folder.join(name), &content)?;
        }
    }
    let write_lines = |file: &Option<PathBuf>, lines: fn(&ScoredTranslator) -> &str| match file {
        Some(file) => write(file, &scored.iter().map(lines).collect::<String>()),
        None => Ok(()),
    };
    write_lines(&args.per_pair, |one| &one.per_pair)?;
    write_lines(&args.per_mutant, |one| &one.per_mutant)?;
    write_lines(&args.counterparts, |one| &one.counterparts)?;
    write_lines(&args.record, |one| &one.record)
}

fn options(args: &BenchArgs, config: &Config, jobs: Option<usize>) -> Result<Options> {
    let bound = args.sample.into();
    Options::new(config, CommandOptions { jobs, bound, share_process: true, ..Default::default() })
}

/// Returns the default configuration of a benchmark. `variants` is true for `--variants`.
///
/// The scores of the papers count mutants alone, so fragments are off, and variants are off without
/// `--variants`. With variants, the benchmark uses all transformations.
fn defaults(variants: bool) -> Config {
    let transformations = Transformation::ALL.to_vec();
    Config {
        fragments: Fragments { enabled: false },
        variants: Variants { enabled: variants, transformations, ..Variants::default() },
        ..Config::default()
    }
}

/// Measures how often the intervals of samples contain the score of a full run.
///
/// `file` has the verdicts of the full run.
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
    let request = crate::run::repository::revision_pairs::ListRequest {
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

/// Checks that each recording matches the corpus, and drops its mutants of other operators.
///
/// # Errors
/// Returns a usage error if a recording contains a program that the corpus lacks.
fn checked(
    translators: Vec<(String, BenchTarget)>,
    corpus: &[CorpusRow],
    options: &Options,
) -> Result<Vec<(String, BenchTarget)>> {
    let known: BTreeSet<&str> = corpus.iter().map(|row| row.id.as_str()).collect();
    let checked = |(name, target): (String, BenchTarget)| {
        Ok(match target {
            BenchTarget::Recorded { name: own, recorded } => {
                (name, BenchTarget::Recorded { name: own, recorded: check_recording(recorded, &known, options)? })
            }
            other => (name, other),
        })
    };
    translators.into_iter().map(checked).collect()
}

/// Checks that a recording has only known programs, and drops its mutants of other operators.
fn check_recording(recorded: Recorded, known: &BTreeSet<&str>, options: &Options) -> Result<Recorded> {
    let mutants = recorded.rows.iter().map(|row| (&row.id, &row.at));
    let originals = recorded.originals.iter().map(|(id, original)| (id, &original.at));
    if let Some((id, at)) = mutants.chain(originals).find(|(id, _)| !known.contains(id.as_str())) {
        let error = Error::usage(format!("the corpus has no program {id}")).at(at.as_str());
        return Err(error.help("give the corpus from which the translations come"));
    }
    let is_measured = |row: &RecordedRow| options.settings.mutation.operators.contains(&row.operator);
    Ok(Recorded { rows: recorded.rows.into_iter().filter(is_measured).collect(), ..recorded })
}

fn list(rows: &[CorpusRow], options: &Options) -> Result<ExitCode> {
    let listed = run::list(rows, options);
    for (id, answer) in &listed {
        if let Err(reason) = answer {
            output::status(&format!("note: cargo mts skips {id}: {reason}\n"));
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
