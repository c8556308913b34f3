//! Returns the settings that affect the verdicts of a benchmark, by name.
//!
//! A run resumes a journal only under the same settings.

use crate::bench::corpora::CorpusInputs;
use crate::run::options::Options;
use mts_model::NamedOption;
use mts_model::error::Result;
use mts_workers::find;
use std::collections::BTreeMap;
use std::path::Path;

/// Returns the name and the value of every setting, as text.
///
/// If a journal has another value of a setting, the message shows the name of the setting.
///
/// # Errors
/// Returns an error if a runtime is missing.
pub fn settings(options: &Options, inputs: CorpusInputs) -> Result<BTreeMap<String, String>> {
    let Options { settings, limits, .. } = options;
    let (rules, mutation, budgets) = (&settings.rules, &settings.mutation, settings.budgets);
    let float = match rules.rel_tol {
        _ if rules.exact_floats => "exact".to_owned(),
        Some(tolerance) => tolerance.to_string(),
        None => "by type".to_owned(),
    };
    let mut operators: Vec<&str> = mutation.operators.iter().map(|op| op.name()).collect();
    operators.sort_unstable();
    operators.dedup();
    let exceptions = format!("{:?}", rules.exceptions);
    let all = [
        ("inputs", format!("{inputs:?}").to_lowercase()),
        ("max-inputs", options.max_inputs.to_string()),
        ("hunt", settings.hunt.to_string()),
        ("domain", rules.domain.name().to_owned()),
        ("seed", options.seed.to_string()),
        ("sample", options.bound.to_string()),
        ("types", rules.types.name().to_owned()),
        ("floats", float),
        ("output", rules.programs.name().to_owned()),
        ("exceptions", rules.exceptions_mode.name().to_owned()),
        ("table of exceptions", blake3::hash(exceptions.as_bytes()).to_hex()[..12].to_owned()),
        ("profile", mutation.profile.name().to_owned()),
        ("operators", operators.join(",")),
        ("variants", settings.variants.transformations.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(",")),
        ("budget", format!("{} x + {}", budgets.factor, budgets.floor)),
        ("budget of originals", budgets.original.to_string()),
        ("watchdog", format!("{} ms", limits.watchdog.as_millis())),
        ("standard output kept", format!("{} bytes", limits.stdout)),
        ("heap of the JVM", format!("{} MiB", limits.java_heap_mb)),
        ("memory of CPython", format!("{} MiB", limits.python_memory_mb)),
        ("sandbox", options.sandbox.name().to_owned()),
        ("JDK", find::jdk(options.java_home.as_deref())?.version),
        ("CPython", find::python(options.python.as_deref().map(Path::new))?.version),
    ];
    Ok(all.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}
