//! Writes the first configuration of a repository for `cargo mts init`.
//!
//! The configuration is the example with the detected roots, and its gate never fails.

use super::Root;

/// The complete default configuration with a comment for every key. See [`init_template`].
pub const EXAMPLE: &str = include_str!("../../mts.example.yml");

/// Returns the text of a first `mts.yml`: [`EXAMPLE`] with these roots and `fail-on: never`.
///
/// With `has_requirements`, the tool installs the requirements of the ports.
#[must_use]
pub fn init_template(roots: &[Root], has_requirements: bool) -> String {
    let gate = "  fail-on: never  # for the first runs; set it to `regression` when you understand the figures";
    let mut out = String::new();
    for line in EXAMPLE.lines() {
        match line {
            "roots: []" if !roots.is_empty() => {
                out.push_str("roots:\n");
                for root in roots {
                    out.push_str(&format!("  - java: {}\n    python: {}\n", quoted(&root.java), quoted(&root.python)));
                    if !root.classpath.is_empty() {
                        out.push_str("    classpath:\n");
                    }
                    for jar in &root.classpath {
                        out.push_str(&format!("      - {}\n", quoted(jar)));
                    }
                }
            }
            "  fail-on: regression" => out.push_str(&format!("{gate}\n")),
            "python: {}" if has_requirements => out.push_str("python:\n  requirements: [auto]\n"),
            line => out.push_str(&format!("{line}\n")),
        }
    }
    out
}

/// Writes a folder as a YAML string. A JSON string is a YAML string too.
fn quoted(folder: &str) -> String {
    let folder = if folder.is_empty() { "." } else { folder };
    let plain = folder.chars().all(|c| c.is_ascii_alphanumeric() || "/_-.".contains(c));
    let is_word = folder.starts_with(|c: char| c.is_ascii_alphabetic());
    if plain && is_word && folder.contains('/') { folder.to_owned() } else { serde_json::json!(folder).to_string() }
}

#[cfg(test)]
mod tests {
    use super::super::Config;
    use super::*;
    use mts_model::FailOn;

    #[test]
    fn the_initial_configuration_has_the_roots_and_never_fails() {
        let root = |java: &str, python: &str| Root { java: java.into(), python: python.into(), ..Root::default() };
        let mut roots = [root("src/main/java", "src"), root("", "no"), root("a: b/#c", "ümlaut \"x\"")];
        roots[1].classpath = vec!["lib/money.jar".into(), "lib/a: b.jar".into()];
        let config = Config::parse(&init_template(&roots, true), "mts.yml").expect("a configuration");
        assert_eq!(config.roots, roots);
        assert_eq!(config.gate.fail_on, FailOn::Never);
        let mut rest = Config { roots: config.roots.clone(), ..Config::default() };
        rest.gate.fail_on = FailOn::Never;
        rest.python.requirements = vec!["auto".to_owned()];
        assert_eq!(config, rest);
    }

    #[test]
    fn without_roots_the_initial_configuration_covers_the_whole_repository() {
        assert!(Config::parse(&init_template(&[], false), "mts.yml").expect("a configuration").roots.is_empty());
    }
}
