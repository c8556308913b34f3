//! `cargo mts demo`: creates the embedded example repository and runs on its last commit.
//!
//! The gate of this run fails on purpose. The demo exits with 0 nevertheless.

use super::args::{Cli, Command, DemoArgs};
use super::{output, run};
use crate::demo;
use clap::Parser;
use mts_model::error::{Error, ExitCode, Result};

pub(super) fn demo(args: DemoArgs) -> Result<ExitCode> {
    let temporary;
    let folder = match &args.keep {
        Some(folder) => folder.clone(),
        None => {
            temporary = tempfile::Builder::new()
                .prefix("cargo-mts-demo-")
                .tempdir()
                .map_err(|e| Error::io("create a scratch folder", &std::env::temp_dir(), &e))?;
            temporary.path().to_path_buf()
        }
    };
    let demo = demo::build(&folder)?;
    output::status(&format!("created a small ported repository in {}\n", demo.path.display()));
    let mut words = vec!["cargo-mts".into(), "run".into(), "-C".into(), demo.path.clone().into_os_string()];
    words.extend(["--base".into(), demo.base.clone().into(), "--head".into(), demo.head.clone().into()]);
    words.extend(["--out".into(), args.out.clone().into_os_string()]);
    let cli = Cli::try_parse_from(words).map_err(|error| Error::bug(error.to_string()))?;
    let Command::Run(run_args) = cli.command else { return Err(Error::bug("the demo's command line is not a run")) };
    let code = run::run_text_only(run_args)?;
    let out = args.out.display();
    output::result(&format!(
        "\nThat was `cargo mts run --base {} --head {}` on the example.\nLook at {out}/report.html, {out}/report.json and {out}/comment.md{}\n",
        &demo.base[..7.min(demo.base.len())],
        &demo.head[..7.min(demo.head.len())],
        if args.keep.is_some() {
            "; the repository stays where it is."
        } else {
            "; `cargo mts demo --keep DIR` keeps the repository."
        },
    ))?;
    match code {
        ExitCode::Gate | ExitCode::Disagree => output::result(&format!(
            "The run itself would exit with {}: {}. The demo exits with 0.\n",
            code as u8,
            code.meaning()
        )),
        other => Ok(other),
    }
}
