//! Reads the report to publish.
//!
//! The report may come from an artifact of a pull request. This module therefore checks the size of
//! the report before the read, and the renderers escape the texts of the report.

use crate::git::refuse_tracked;
use crate::report::json;
use mts_model::error::{Error, Result};
use mts_model::report::RunReport;
use std::io::Read;
use std::path::Path;

/// The largest report in bytes.
pub const MOST_BYTES: u64 = 32 << 20;

/// Reads a report.
///
/// # Errors
/// Returns an error if the file does not exist, is longer than [`MOST_BYTES`], is not a report, has
/// another version, or is the report of a shard. Also returns an error if git tracks the file.
pub fn read(path: &Path) -> Result<RunReport> {
    refuse_tracked(path, "the report")?;
    let file = std::fs::File::open(path).map_err(|e| Error::io("read the report", path, &e))?;
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|e| Error::io("read the report", path, &e))?;
    let at = path.display().to_string();
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Error::usage(format!("the report is longer than {} MiB", MOST_BYTES >> 20))
            .at(at)
            .help("run fewer pairs, for example with --pair"));
    }
    let text = String::from_utf8(bytes).map_err(|_| Error::usage("the report is not UTF-8").at(at.clone()))?;
    let report = json::parse(&text).map_err(|error| error.at(at.clone()))?;
    match &report.shard {
        Some(part) => {
            let what = format!("the report covers only shard {} of {}", part.index, part.count);
            Err(Error::usage(what)
                .at(at)
                .help("run `cargo mts merge` on the reports of all shards, and publish the report of the merge"))
        }
        None => Ok(report),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(bytes: &[u8]) -> Error {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("report.json");
        std::fs::write(&path, bytes).expect("written");
        read(&path).expect_err("no report")
    }

    #[test]
    fn the_report_of_a_shard_is_refused_also_if_it_is_the_only_shard() {
        let shard = mts_model::report::Shard { index: 1, count: 1, plan_digest: String::new(), pair_indexes: vec![0] };
        let report = RunReport { shard: Some(shard), ..crate::report::test_reports::failed() };
        let error = refused(json::render(&report).expect("JSON").as_bytes());
        assert!(error.message.contains("only shard 1 of 1") && error.help.contains("merge"), "{error}");
    }

    #[test]
    fn a_file_that_is_no_report_of_this_version_is_refused() {
        assert!(refused(b"{\"version\": 99}").message.contains("version 99"));
        assert!(refused(b"\xff\xfe").message.contains("UTF-8"));
        assert!(refused(b"<html>").message.contains("not JSON"));
        assert!(refused("[".repeat(1 << 20).as_bytes()).message.contains("recursion limit"), "depth is bounded");
        assert!(refused(&vec![b' '; (MOST_BYTES + 5) as usize]).message.contains("longer than 32 MiB"));
    }
}
