//! `cargo mts fragments`: tests fragments of pairs in isolation.

use super::checkable;
use crate::bench::corpora;
use crate::cli::args::{FragmentsArgs, GateArgs};
use crate::cli::{output, resolve};
use crate::commands::check;
use crate::commands::translators::fragments::{self, Fragments, LiveOut};
use crate::config::Config;
use crate::run::options::{Bound, CommandOptions, Options};
use mts_model::error::{Error, ExitCode, Result};
use mts_model::{FragmentScores, IsolatedRow, IsolatedVerdict, PairFragments};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::num::NonZeroUsize;
use std::path::Path;

pub(in crate::cli) fn fragments(args: FragmentsArgs) -> Result<ExitCode> {
    let jobs = args.runs.jobs.map(NonZeroUsize::get);
    let overrides =
        |config: &mut Config| resolve::overrides(config, &args.runs.verdict, &GateArgs::default(), args.runs.sandbox);
    let outs = if args.rti_all_outs { LiveOut::All } else { LiveOut::Used };
    let uses_cache = !args.no_translation_cache;
    let translator = args.translator.as_deref().map(|name| checkable(name, uses_cache)).transpose()?;
    let translator = translator.as_ref();
    let text = |value: serde_json::Result<String>| value.map_err(|error| Error::bug(error.to_string()));
    let file = args.per_pair.as_deref();
    let create = |file: &Path| std::fs::File::create(file).map_err(|error| Error::io("write", file, &error));
    let mut lines = None;
    // The closure writes each line at once, so an interrupted run keeps its finished lines.
    let mut report_pair = |pair: &PairFragments| -> Result<()> {
        let Some(file) = file else { return Ok(()) };
        let lines = match &mut lines {
            Some(lines) => lines,
            none => none.insert(create(file)?),
        };
        let line = text(serde_json::to_string(pair))?;
        writeln!(lines, "{line}").map_err(|error| Error::io("write", file, &error))
    };
    let found = match (&args.corpus, &args.java, &args.python) {
        (_, Some(java), Some(python)) => {
            let request = check::CheckRequest {
                java: java.clone(),
                python: python.clone(),
                config: args.config.clone(),
                tests: None,
                inputs: args.suites.clone(),
                out: "mts-out".into(),
                jobs,
                bound: Bound::All,
            };
            check::fragments(&request, &overrides, outs, translator, &mut report_pair)?
        }
        (Some(path), ..) if !path.as_os_str().is_empty() => {
            let mut config = Config::default();
            overrides(&mut config)?;
            let command = CommandOptions { jobs, outs, ..Default::default() };
            let options = Options::new(&config, command)?;
            let mut rows = corpora::load(path)?;
            if let Some(only) = &args.only {
                rows.retain(|row| row.id.contains(only));
            }
            fragments::examine_corpus(&rows, args.from, translator, &options, &mut report_pair)?
        }
        _ => {
            return output::result("skipped: no input; give JAVA and PYTHON, or --corpus FILE\n");
        }
    };
    if let (None, Some(file)) = (&lines, file) {
        create(file)?;
    }
    for (name, reason) in &found.skipped {
        output::status(&format!("note: cargo mts skips {name}: {reason}\n"));
    }
    for (name, reason) in &found.unreachable {
        output::status(&format!(
            "note: {name} has no result, because cargo mts could not reach the translator: {reason}\n"
        ));
    }
    output::result(&if args.json {
        format!("{}\n", text(serde_json::to_string_pretty(&summary(&found)))?)
    } else {
        fragments::render(&found.pairs, args.all) + &describe_translator(&found)
    })?;
    Ok(match &found.incomplete {
        Some(why) => {
            output::status(&format!("incomplete: {why}\n"));
            ExitCode::Incomplete
        }
        None => ExitCode::Passed,
    })
}

/// Describes the failures and the cost of the translator. Empty without a translator.
fn describe_translator(found: &Fragments) -> String {
    let Some(translator) = &found.translator else { return String::new() };
    let mut out = String::new();
    let failures = translator.failures.describe();
    if !failures.is_empty() {
        out += &format!("no translation: {failures}\n");
    }
    if let Some(usage) = &translator.usage {
        out += &format!("{}\n", fragments::describe_usage(usage));
    }
    out
}

/// Returns the JSON object with the sums of all pairs.
fn summary(found: &Fragments) -> serde_json::Value {
    let scores: FragmentScores = found.pairs.iter().map(|pair| &pair.scores).sum();
    let agreeing = || found.pairs.iter().filter(|pair| pair.agrees);
    let tested = scores.tested;
    let rows = || found.pairs.iter().flat_map(|pair| &pair.fragments).filter_map(|row| row.isolated.as_ref());
    let isolated: BTreeMap<&str, usize> = IsolatedVerdict::ALL
        .map(|verdict| (verdict.word(), rows().filter(|one| one.verdict == verdict).count()))
        .into();
    let enclosing: BTreeMap<&str, usize> = IsolatedVerdict::ALL
        .map(|verdict| {
            let count = |row: &IsolatedRow| row.enclosing.iter().filter(|one| one.verdict == verdict).count();
            (verdict.word(), rows().map(count).sum())
        })
        .into();
    json!({
        "isolated": if rows().next().is_some() { json!(isolated) } else { json!(null) },
        "enclosing": if rows().next().is_some() { json!(enclosing) } else { json!(null) },
        "pairs": found.pairs.len(),
        "skipped": found.skipped.len(),
        "unreachable": found.unreachable.len(),
        "usage": found.translator.as_ref().map(|translator| translator.usage),
        "failures": found.translator.as_ref().map(|translator| &translator.failures),
        "scores": scores,
        "pairs_agreeing": agreeing().count(),
        "agreeing_with_confirmed": agreeing().filter(|pair| pair.scores.confirmed > 0).count(),
        "agreeing_with_latent": agreeing().filter(|pair| pair.scores.latent > 0).count(),
        "agreeing_with_any": agreeing().filter(|pair| pair.scores.confirmed + pair.scores.latent > 0).count(),
        "seconds": found.seconds,
        "fragments_per_second": if found.seconds > 0.0 { tested as f64 / found.seconds } else { 0.0 },
    })
}
