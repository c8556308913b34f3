//! Ends the process if a fuzzing case does not end.

use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The time after which the watchdog regards a case as hanging.
const PATIENCE: Duration = Duration::from_secs(60);

/// Ends the process if a case takes too long.
///
/// The watchdog writes the text of each case to a file before the case runs. If the watchdog ends the process, the file
/// stays, and a person can read the text.
pub(super) struct Watchdog {
    /// The path of the file with the input of the current case.
    pub(super) file: PathBuf,
    since: &'static Mutex<Option<Instant>>,
}

impl Watchdog {
    pub(super) fn new(name: &'static str) -> Self {
        let file = std::env::temp_dir().join(format!("mts-fuzz-{name}-{}", std::process::id()));
        // The leak is a few bytes for each target in a test process.
        let since: &'static Mutex<Option<Instant>> = Box::leak(Box::default());
        let message =
            format!("{name}: a case takes more than {} s; its input is {}", PATIENCE.as_secs(), file.display());
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(PATIENCE / 20);
                if since.lock().is_ok_and(|since| since.is_some_and(|since| since.elapsed() > PATIENCE)) {
                    eprintln!("{message}");
                    std::process::abort();
                }
            }
        });
        Self { file, since }
    }

    pub(super) fn begin(&self, text: &[u8]) {
        std::fs::write(&self.file, text).expect("written");
        *self.since.lock().expect("no thread panics while it holds the lock of `since`") = Some(Instant::now());
    }

    pub(super) fn end(&self) {
        *self.since.lock().expect("no thread panics while it holds the lock of `since`") = None;
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.end();
        drop(std::fs::remove_file(&self.file));
    }
}
