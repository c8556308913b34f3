//! Uploads the report as SARIF to code scanning.

use super::client::{Client, Failure};
use super::target::Destination;
use super::{ActionsEnv, Published};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use mts_model::report::RunReport;
use serde::Deserialize;
use serde_json::json;
use std::io::Write;

#[derive(Debug, Deserialize)]
struct Upload {
    id: String,
}

/// Uploads the report for the pull request's head, or for the event's ref.
///
/// A second upload for the same commit by the same tool replaces the first upload.
pub(super) async fn write(
    client: &Client,
    report: &RunReport,
    around: &ActionsEnv,
    target: &Destination,
    done: &mut Published,
) -> Result<(), Failure> {
    let git_ref = match (target.pull, &around.git_ref) {
        (Some(number), _) => format!("refs/pull/{number}/head"),
        (None, Some(name)) if around.sha.as_deref() == Some(target.sha.as_str()) => name.clone(),
        _ => {
            done.notices
                .push("sarif: publish uploads nothing, because the event has no Git ref of the commit".to_owned());
            return Ok(());
        }
    };
    let text = crate::report::sarif::render(report).map_err(|error| Failure::Failed(error.message))?;
    let body = json!({ "commit_sha": target.sha, "ref": git_ref, "sarif": packed(&text)?, "tool_name": "cargo-mts" });
    let upload: Upload = client.create("/code-scanning/sarifs", &body, async || Ok(None)).await?;
    done.notices.push(format!("sarif: uploaded as {}", upload.id));
    Ok(())
}

fn packed(text: &str) -> Result<String, Failure> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    let bytes = packer.write_all(text.as_bytes()).and_then(|()| packer.finish());
    bytes
        .map(|bytes| STANDARD.encode(bytes))
        .map_err(|error| Failure::Failed(format!("cannot compress the report: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_sarif_unpacks_to_the_same_text() {
        let bytes = STANDARD.decode(packed("{\"runs\": []}").expect("packed")).expect("base64");
        let text = std::io::read_to_string(flate2::read::GzDecoder::new(bytes.as_slice())).expect("gzip");
        assert_eq!(text, "{\"runs\": []}");
    }
}
