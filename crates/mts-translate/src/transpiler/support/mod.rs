//! Holds the support module that translations import: its source text and its names.

use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The name under which translations import the support module.
pub const MODULE: &str = "java_runtime";

/// The source text of the support module.
pub const SUPPORT: &str = include_str!("java_runtime.py");

/// The names that a translation can import from the support module.
pub(super) static HELPERS: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| {
    let name = |line: &'static str| {
        let rest = line.strip_prefix("def ").or_else(|| line.strip_prefix("class "))?;
        rest.split(['(', ':']).next()
    };
    SUPPORT.lines().filter_map(name).collect()
});
