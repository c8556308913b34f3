//! Names by which generated code reaches the workers.
//!
//! Each process draws a part of them. So no code under test can declare them, and no class, module or variable of a
//! repository stands in for the worker's own.

use std::hash::BuildHasher;
use std::sync::LazyLock;

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    // A hasher's keys come from the system's source of randomness.
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
        // The names of Python end with an underscore, because Python mangles names in classes that begin with two.
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

/// The part that this process drew; the workers get it when they start.
#[must_use]
pub fn mark() -> &'static str {
    &NAMES.mark
}

/// The Java package of `Ticks`, `Probes` and `StateRecorder`.
#[must_use]
pub fn java_package() -> &'static str {
    &NAMES.java_package
}

/// The Java statement that counts a tick.
#[must_use]
pub fn java_tick() -> &'static str {
    &NAMES.java_tick
}

/// The Python call that counts a tick.
#[must_use]
pub fn python_tick() -> &'static str {
    &NAMES.python_tick
}

/// The Python function that observes a value, and returns it.
#[must_use]
pub fn python_probe() -> &'static str {
    &NAMES.python_probe
}

/// The Python function that records a fragment's variables.
#[must_use]
pub fn python_recorder() -> &'static str {
    &NAMES.python_recorder
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_marks_give_the_same_names_and_one_process_keeps_its_own() {
        let (one, other) = (Names::new("0f"), Names::new("f0"));
        assert_ne!(one.java_package, other.java_package);
        assert_ne!(one.python_tick, other.python_tick);
        assert_eq!(mark().len(), 16);
        assert!(java_tick().starts_with(java_package()) && java_package().ends_with(mark()));
    }
}
