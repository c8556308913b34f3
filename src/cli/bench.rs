//! `cargo mts bench`: scores a corpus of pairs and prints the tables of Guizzo et al. 2023.

use super::args::{BenchArgs, GateArgs};
use super::{output, resolve};
use crate::config::Config;
use crate::corpus::{self, BenchResult, tables};
use crate::error::{Error, ExitCode, Result};
use crate::pipeline::corpus_run;
use crate::pipeline::options::Options;
use std::num::NonZeroUsize;
use std::path::Path;

pub(super) fn bench(args: BenchArgs) -> Result<ExitCode> {
    // CI systems set empty variables easily.
    let Some(path) = args.corpus.as_ref().filter(|path| !path.as_os_str().is_empty()) else {
        return output::result("skipped: no corpus; give one by --corpus FILE or MTS_CORPUS\n");
    };
    if args.translator != "mirror" {
        return Err(Error::usage(format!("no translator `{}`", args.translator)).mend("this version has one: mirror"));
    }
    let mut config = Config::default();
    resolve::overlay(&mut config, &args.verdict, &GateArgs::default(), args.sandbox)?;
    let options = Options::of("bench", &config, args.jobs.map(NonZeroUsize::get))?;
    let mut rows = corpus::load(path)?;
    if let Some(only) = &args.only {
        rows.retain(|row| row.id.contains(only));
    }
    if args.list_mutants {
        return list(&rows, &options);
    }
    let run = corpus_run::run(&rows, &options, args.inputs.into(), output::screen())?;
    for (id, reason) in &run.left_out {
        output::talk(&format!("note: {id} is left out: {reason}\n"));
    }
    if let Some(file) = &args.per_pair {
        write(file, tables::per_pair(&run.programs))?;
    }
    if let Some(file) = &args.per_mutant {
        write(file, tables::per_mutant(&run.programs))?;
    }
    let result = BenchResult::of(&run.programs, run.spent);
    let text = if args.json {
        tables::json(&result).map_err(|error| Error::bug(error.to_string()))?
    } else {
        tables::human(&result)
    };
    output::result(&text)
}

fn list(rows: &[corpus::CorpusRow], options: &Options) -> Result<ExitCode> {
    let mut counts = serde_json::Map::new();
    for (id, answer) in corpus_run::list(rows, options) {
        match answer {
            Ok(found) => {
                let value = serde_json::to_value(found).map_err(|error| Error::bug(error.to_string()))?;
                counts.insert(id, value);
            }
            Err(reason) => output::talk(&format!("note: {id} is left out: {reason}\n")),
        }
    }
    output::result(&format!("{}\n", serde_json::Value::Object(counts)))
}

fn write(path: &Path, text: serde_json::Result<String>) -> Result<()> {
    let text = text.map_err(|error| Error::bug(error.to_string()))?;
    std::fs::write(path, text).map_err(|error| Error::io("write", path, &error))
}
