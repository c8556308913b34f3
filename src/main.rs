//! `cargo-mts`: parse, run, exit. The only place that ends the process.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(cargo_mts::cli::main(std::env::args_os()))
}
