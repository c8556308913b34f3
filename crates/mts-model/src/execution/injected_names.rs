//! Names that generated code uses to call the worker.
//!
//! Each process puts a random mark into the names, so that no code of a repository declares the same names.

use std::hash::BuildHasher;
use std::sync::LazyLock;

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    // The operating system gives random keys to each `RandomState`, so the hash is random.
    let drawn = std::hash::RandomState::new().hash_one(std::process::id());
    Names::new(&format!("{drawn:016x}"))
});

/// The names of one process.
struct Names {
    mark: String,
    java_package: String,
    java_tick: String,
    python_tick: String,
    python_probe: String,
    python_recorder: String,
}

impl Names {
    fn new(mark: &str) -> Self {
        // Python mangles names inside classes if they start with two underscores, so these names
        // start with one.
        let python = |role: &str| format!("_mts_{role}_{mark}_");
        Self {
            mark: mark.to_owned(),
            java_package: format!("mts_{mark}"),
            java_tick: format!("mts_{mark}.Ticks.t();"),
            python_tick: format!("{}()", python("t")),
            python_probe: python("s"),
            python_recorder: python("r"),
        }
    }
}

/// Returns the random mark of this process. The tool sends the mark to each worker at its start.
#[must_use]
pub fn mark() -> &'static str {
    &NAMES.mark
}

/// Returns the name of the Java package of `Ticks`, `Probes` and `StateRecorder`.
#[must_use]
pub fn java_package() -> &'static str {
    &NAMES.java_package
}

/// Returns the Java statement that counts a tick.
#[must_use]
pub fn java_tick() -> &'static str {
    &NAMES.java_tick
}

/// Returns the Python call that counts a tick.
#[must_use]
pub fn python_tick() -> &'static str {
    &NAMES.python_tick
}

/// Returns the name of the Python function that records a value and returns the value.
#[must_use]
pub fn python_probe() -> &'static str {
    &NAMES.python_probe
}

/// Returns the name of the Python function that records a fragment's variables.
#[must_use]
pub fn python_recorder() -> &'static str {
    &NAMES.python_recorder
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_marks_give_different_names_and_a_process_keeps_its_mark() {
        let (one, other) = (Names::new("0f"), Names::new("f0"));
        assert_ne!(one.java_package, other.java_package);
        assert_ne!(one.python_tick, other.python_tick);
        assert_eq!(mark().len(), 16);
        assert!(java_tick().starts_with(java_package()) && java_package().ends_with(mark()));
    }
}
