//! The program `cargo-mts`: parses the command line, runs the command and exits.
//!
//! Only this module ends the process in normal operation.

use mts_workers::commands::{build_tool, cpu_limit};
use mts_workers::{close_inherited_descriptors, launcher, on_interrupt};
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // This call comes first: the processes that this program starts must not inherit open files of
    // its caller.
    close_inherited_descriptors();
    let mut args = std::env::args_os().skip(1);
    let first = args.next();
    // `cargo-mts` starts itself as a launcher. `enter` replaces this process by a worker, a tool or
    // a program, and returns only if the replacement fails.
    let error = match first.as_ref().and_then(|first| first.to_str()) {
        Some(launcher::WORKER) => Some(launcher::enter(args)),
        Some(build_tool::TOOL) => Some(build_tool::enter(args)),
        Some(cpu_limit::BOUNDED) => Some(cpu_limit::enter(args)),
        _ => None,
    };
    if let Some(error) = error {
        #[expect(clippy::print_stderr, reason = "the parent reads why its worker did not start")]
        {
            eprintln!("{error}");
        }
        return ExitCode::from(error.code as u8);
    }
    on_interrupt(|code| std::process::exit(code));
    ExitCode::from(cargo_mts::cli::main(std::env::args_os()))
}
