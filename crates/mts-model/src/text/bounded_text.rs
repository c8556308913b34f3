//! Reads text files that have at most a given number of bytes.
//!
//! A file above the limit, such as a device without an end, gives an error, so that the process does not run out of
//! memory. The callers interpret the text.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The highest number of bytes of a text that people write, such as settings.
pub const SETTINGS_BYTES: u64 = 1 << 20;
/// The highest number of bytes of a data file.
///
/// Examples are a report, a suite file, or a file of a corpus folder.
pub const DATA_BYTES: u64 = 256 << 20;

/// The highest number of bytes of a source file.
pub const SOURCE_BYTES: u64 = 4 << 20;
/// The highest number of bytes of an unpacked benchmark corpus.
pub const CORPUS_BYTES: u64 = 4 << 30;

/// Reads a text file of at most `most` bytes.
///
/// # Errors
/// Returns an error if [`std::fs::read_to_string`] fails, or if the file has more bytes.
pub fn read_text(path: impl AsRef<Path>, most: u64) -> io::Result<String> {
    String::from_utf8(read_bytes(path, most)?)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.utf8_error()))
}

/// Reads a file of at most `most` bytes.
///
/// # Errors
/// Returns an error if [`std::fs::read`] fails, or if the file has more bytes.
pub fn read_bytes(path: impl AsRef<Path>, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    BoundedReader::new(File::open(path)?, most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A reader that fails if its source has more bytes than the limit.
#[derive(Debug)]
pub struct BoundedReader<R> {
    source: R,
    most: u64,
    left: u64,
}

impl<R> BoundedReader<R> {
    /// Creates a reader of at most `most` bytes.
    pub fn new(source: R, most: u64) -> Self {
        Self { source, most, left: most }
    }
}

impl<R: Read> Read for BoundedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        let left = self.left.checked_sub(read as u64);
        let too_long = || {
            io::Error::new(
                io::ErrorKind::FileTooLarge,
                format!("it has more than {} bytes, which is the limit", self.most),
            )
        };
        self.left = left.ok_or_else(too_long)?;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_up_to_the_bound_is_read_and_a_longer_one_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("text");
        std::fs::write(&path, "abcd").expect("written");
        assert_eq!(read_text(&path, 4).expect("short enough"), "abcd");
        let error = read_text(&path, 3).expect_err("too long");
        assert_eq!(error.to_string(), "it has more than 3 bytes, which is the limit");
    }

    #[cfg(unix)]
    #[test]
    fn an_endless_device_is_refused() {
        let error = read_text("/dev/zero", SETTINGS_BYTES).expect_err("endless");
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
    }

    #[test]
    fn a_file_that_is_not_text_is_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("bytes");
        std::fs::write(&path, [0xff, 0xfe]).expect("written");
        assert_eq!(read_text(&path, 9).expect_err("no text").kind(), io::ErrorKind::InvalidData);
    }
}
