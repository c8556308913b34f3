//! The support module: its source and its exported names.

use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Name under which translations import it.
pub const MODULE: &str = "java_runtime";

/// Its source.
pub const SUPPORT: &str = include_str!("support/java_runtime.py");

/// Names that can be imported from it.
pub(super) static HELPERS: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| {
    let name = |line: &'static str| {
        let rest = line.strip_prefix("def ").or_else(|| line.strip_prefix("class "))?;
        rest.split(['(', ':']).next()
    };
    SUPPORT.lines().filter_map(name).collect()
});
