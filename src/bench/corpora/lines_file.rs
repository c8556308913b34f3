//! Opens files of lines, plain or gzipped.

use flate2::read::MultiGzDecoder;
use mts_model::bounded_text::{BoundedReader, CORPUS_BYTES};
use mts_model::error::{Error, Result, without_location};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek};
use std::path::Path;

/// Returns the text of a JSON error, without the place in the line.
///
/// The place would have the line number 1, but the message names the line of the file.
pub(crate) fn json_fault(error: &serde_json::Error) -> String {
    without_location(&error.to_string(), error.line(), error.column()).to_owned()
}

/// Opens a file of lines, plain or gzipped. `what` and `help` are texts for the error message.
///
/// # Errors
/// Returns an error with exit code 3 if the file cannot be opened or read.
pub(crate) fn open(path: &Path, what: &str, help: &str) -> Result<Box<dyn BufRead>> {
    let io = |doing: &str, error: &std::io::Error| Error::io(&format!("{doing} {what}"), path, error).help(help);
    let mut file = File::open(path).map_err(|e| io("open", &e))?;
    let mut magic = [0u8; 2];
    let gzipped = file.read_exact(&mut magic).is_ok() && magic == [0x1f, 0x8b];
    file.rewind().map_err(|e| io("read", &e))?;
    let unpacked: Box<dyn Read> = if gzipped { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) };
    Ok(Box::new(BufReader::new(BoundedReader::new(unpacked, CORPUS_BYTES))))
}
