//! Subcommands about a project that run no pair: `list`, `pair`, `init`, `doctor`.

pub mod doctor;
pub mod init;
pub mod list;
pub mod pair;
