//! `cargo-mts`: parse, run, exit. The only place that ends the process.

use cargo_mts::execution::{launcher, on_interrupt, tool};
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1);
    let first = args.next();
    let (is_worker, is_tool) =
        [launcher::WORKER, tool::TOOL].map(|name| first.as_ref().is_some_and(|f| f == name)).into();
    if is_worker || is_tool {
        // Started by itself to become a worker or a tool; it comes back only when that failed.
        let error = if is_worker { launcher::enter(args) } else { tool::enter(args) };
        #[expect(clippy::print_stderr, reason = "the parent reads why its worker did not start")]
        {
            eprintln!("{error}");
        }
        return ExitCode::from(error.code as u8);
    }
    on_interrupt(|code| std::process::exit(code));
    ExitCode::from(cargo_mts::cli::main(std::env::args_os()))
}
