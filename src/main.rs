//! `cargo-mts`: parse, run, exit. The only place that ends the process.

use cargo_mts::execution::{launcher, on_interrupt};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1);
    if args.next().is_some_and(|first| first == launcher::WORKER) {
        // Started by itself to become a worker; it comes back only when that failed.
        let error = launcher::enter(args);
        #[expect(clippy::print_stderr, reason = "the parent reads why its worker did not start")]
        {
            eprintln!("{error}");
        }
        return ExitCode::from(error.code as u8);
    }
    on_interrupt(|code| std::process::exit(code));
    ExitCode::from(cargo_mts::cli::main(std::env::args_os()))
}
