//! `cargo mts translate`: prints the built-in translation of a Java file or method.

use crate::cli::args::TranslateArgs;
use crate::cli::output;
use crate::commands::translators::translate::{self, TranslationJob, TranslationStyle};
use mts_model::error::{Error, ExitCode, Result};

pub(in crate::cli) fn translate(args: TranslateArgs) -> Result<ExitCode> {
    let text = match args.source {
        None => translate::support().1.to_owned(),
        Some(source) => {
            let style = TranslationStyle { mode: args.mode, keeps_names: args.keep_names };
            translate::translate(&TranslationJob { source, directory: args.directory, style })?
        }
    };
    match args.output {
        None => output::result(&text),
        Some(path) => {
            std::fs::write(&path, text).map_err(|error| Error::io("write", &path, &error))?;
            Ok(ExitCode::Passed)
        }
    }
}
