//! `cargo mts metrics`: measures the similarity of two Python files.

use crate::cli::args::MetricsArgs;
use crate::cli::output;
use crate::commands::translators::metrics::{self, Choice, MetricsRequest, Weights};
use mts_model::error::{Error, ExitCode, Result};

pub(in crate::cli) fn metrics(args: MetricsArgs) -> Result<ExitCode> {
    let weights = match <[f64; 4]>::try_from(args.codebleu_weights) {
        Ok(weights) => Weights::new(weights)?,
        Err(given) if given.is_empty() => Weights::default(),
        Err(given) => {
            return Err(Error::usage(format!("CodeBLEU needs 4 weights, and the command line has {}", given.len()))
                .at("--codebleu-weights")
                .help("give four weights: n-grams, weighted n-grams, syntax, data flow"));
        }
    };
    let request = MetricsRequest {
        reference: args.reference,
        candidate: args.candidate,
        choice: Choice { bleu: args.bleu, weights },
    };
    let found = metrics::compare(&request)?;
    if args.json {
        let text = serde_json::to_string_pretty(&found).map_err(|error| Error::bug(error.to_string()))?;
        return output::result(&format!("{text}\n"));
    }
    output::result(&metrics::text(&found))
}
