//! The output folder of a run and the files in it.

pub mod output_dir;
pub mod write_reports;
