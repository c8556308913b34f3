//! Merges the configurations of base and head: no pull request loosens its own gate.
//!
//! Thresholds, exclusions and commands come from the base. Settings of the head that only add checks apply at once. All
//! other settings of the head take effect after the merge.

use super::{Build, Config, PairEntry, ProgramEntry, Root, Variants};
use serde_json::Value;

impl Config {
    /// Returns the configuration in force for a change, and the pending settings.
    ///
    /// The change goes from `base` to `head`. Each pending setting is a line for the user.
    ///
    /// These settings of the head apply at once: new roots, pairs, programs and properties, more
    /// inputs, and fewer patterns that exclude or skip. If the base already maps a Java function, a
    /// new entry for this function applies only if the entry of the base finds nothing. For a first
    /// run without a base, the caller uses the configuration of the head.
    #[must_use]
    pub fn effective(base: &Self, head: &Self) -> (Self, Vec<String>) {
        let mut config = base.clone();
        config.roots = roots(&base.roots, &head.roots);
        config.pairs = pairs(&base.pairs, &head.pairs);
        config.programs = programs(&base.programs, &head.programs);
        config.exclude.retain(|glob| head.exclude.contains(glob));
        config.unpaired.retain(|selector| head.unpaired.contains(selector));
        config.mutation.skip.retain(|skip| head.mutation.skip.contains(skip));
        config.mutation.skip_logging &= head.mutation.skip_logging;
        config.properties = super::properties::in_force(&base.properties, &head.properties);
        // More checks apply at once, fewer checks apply after the merge.
        config.fragments.enabled |= head.fragments.enabled;
        config.variants = variants(&base.variants, &head.variants);
        if config.random.python.is_none() {
            config.random = head.random.clone();
        }
        config.inputs.max = raised(base.inputs.max, head.inputs.max, Config::default().inputs.max);
        config.hunt.budget = raised(base.hunt.budget, head.hunt.budget, Config::default().hunt.budget);
        let mut lines = Vec::new();
        if let (Ok(now), Ok(then)) = (serde_json::to_value(&config), serde_json::to_value(head)) {
            differences("", &now, &then, &mut lines);
        }
        (config, lines)
    }
}

/// The largest factor by which a change can raise a number of calls at once.
///
/// Without a limit, a change could keep the run busy for hours.
const MOST_RAISED: usize = 4;

/// Returns the larger number of both revisions. The change can raise the number only to [`MOST_RAISED`] times the number
/// of the base, or to the default.
fn raised(base: usize, head: usize, default: usize) -> usize {
    base.max(head.min(base.saturating_mul(MOST_RAISED).max(default)))
}

/// Merges the variants of base and head.
///
/// Variants that may change behaviour are mutants, and more mutants may improve a score. So such
/// transformations come from the base only. If the base enables variants, the seed of the variants
/// comes from the base. If a transformation of the base may change behaviour, the number of
/// variants comes from the base too. Otherwise the result has the larger number of both revisions.
fn variants(base: &Variants, head: &Variants) -> Variants {
    let counts = |variants: &Variants| variants.transformations.iter().any(|kind| !kind.keeps_behaviour());
    let each = || raised(base.per_transformation, head.per_transformation, Variants::default().per_transformation);
    match (base.enabled, head.enabled) {
        (false, false) => head.clone(),
        (false, true) => {
            let kinds = head.transformations.iter().filter(|kind| kind.keeps_behaviour()).copied().collect();
            Variants { transformations: kinds, per_transformation: each(), ..head.clone() }
        }
        (true, false) => base.clone(),
        (true, true) => {
            let added = head
                .transformations
                .iter()
                .filter(|kind| kind.keeps_behaviour() && !base.transformations.contains(kind));
            let kinds = base.transformations.iter().chain(added).copied().collect();
            let each = if counts(base) { base.per_transformation } else { each() };
            Variants { transformations: kinds, per_transformation: each, ..base.clone() }
        }
    }
}

/// Merges the roots of base and head.
///
/// If the base or the head has no root, the result has no root, so the tool reads the whole
/// repository. If no root of the base allows a build tool, a new root of the head cannot start one.
fn roots(base: &[Root], head: &[Root]) -> Vec<Root> {
    if base.is_empty() || head.is_empty() {
        return Vec::new();
    }
    let same_place = |a: &Root, b: &Root| a.java == b.java && a.python == b.python;
    let may_start_a_tool = base.iter().any(|root| root.build.may_start_a_tool());
    let added = head.iter().filter(|root| !base.iter().any(|old| same_place(old, root))).map(|root| {
        let build = if may_start_a_tool || !root.build.may_start_a_tool() { root.build } else { Build::Sources };
        Root { build, is_added: true, ..root.clone() }
    });
    base.iter().cloned().chain(added).collect()
}

/// Returns the pairs of the base, then the other pairs of the head.
fn pairs(base: &[PairEntry], head: &[PairEntry]) -> Vec<PairEntry> {
    let added = head.iter().filter(|entry| !base.contains(entry));
    base.iter().chain(added).cloned().collect()
}

/// Returns the programs of the base, then the programs that the head adds.
fn programs(base: &[ProgramEntry], head: &[ProgramEntry]) -> Vec<ProgramEntry> {
    let known = |one: &&ProgramEntry| base.iter().any(|old| old.java == one.java && old.python == one.python);
    let added = head.iter().filter(|one| !known(one)).map(|one| ProgramEntry { is_added: true, ..one.clone() });
    base.iter().cloned().chain(added).collect()
}

/// Adds a line for each setting below `path` whose value changes from `now` to `then`.
fn differences(path: &str, now: &Value, then: &Value, lines: &mut Vec<String>) {
    match (now, then) {
        (Value::Object(now), Value::Object(then)) => {
            let mut keys: Vec<&String> = now.keys().chain(then.keys()).collect();
            keys.sort();
            keys.dedup();
            for key in keys {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                let value = |side: &serde_json::Map<String, Value>| side.get(key).cloned().unwrap_or(Value::Null);
                differences(&path, &value(now), &value(then), lines);
            }
        }
        (Value::Array(now), Value::Array(then)) => {
            let removed = now.iter().filter(|one| !then.contains(one));
            lines.extend(removed.map(|one| format!("`{path}` loses {one}")));
            let added = then.iter().filter(|one| !now.contains(one));
            lines.extend(added.map(|one| format!("`{path}` gains {one}")));
        }
        _ if now == then => {}
        (_, Value::Null) => lines.push(format!("`{path}` is no longer set (now {now})")),
        (Value::Null, _) => lines.push(format!("`{path}` becomes {then} (now not set)")),
        _ => lines.push(format!("`{path}` becomes {then} (now {now})")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Transformation;

    fn config(text: &str) -> Config {
        Config::parse(text, "mts.yml").expect("a configuration")
    }

    #[test]
    fn a_new_threshold_applies_only_after_the_merge() {
        let base = config("gate: {max-mts: 0.2}");
        let head = config("gate: {max-mts: 0.9}");
        let (config, lines) = Config::effective(&base, &head);
        assert_eq!(config.gate, base.gate);
        assert_eq!(lines, ["`gate.max-mts` becomes 0.9 (now 0.2)"]);
    }

    #[test]
    fn a_change_adds_variants_that_keep_behaviour_and_no_mutants() {
        let base = config("variants: {enabled: true, transformations: [rmLoop], per-transformation: 2}");
        let head = config(
            "variants: {enabled: true, transformations: [rmLoop, chBranchCond, addLoop], per-transformation: 20}",
        );
        let (now, _) = Config::effective(&base, &head);
        assert_eq!(
            (now.variants.transformations, now.variants.per_transformation),
            (vec![Transformation::RmLoop, Transformation::AddLoop], 2)
        );
        let (first, _) = Config::effective(&config("variants: {enabled: false}"), &head);
        assert_eq!((first.variants.enabled, first.variants.transformations), (true, vec![Transformation::AddLoop]));
    }

    #[test]
    fn a_new_exclusion_applies_only_after_the_merge_and_its_removal_applies_at_once() {
        let base = config("unpaired: [A.gone]\nexclude: [old/**]");
        let head = config("unpaired: [A.hard]\nexclude: [old/**, 'src/**']");
        let (config, lines) = Config::effective(&base, &head);
        assert_eq!(config.unpaired, Vec::<String>::new());
        assert_eq!(config.exclude, ["old/**"]);
        assert_eq!(lines, ["`exclude` gains \"src/**\"", "`unpaired` gains \"A.hard\""]);
    }

    #[test]
    fn a_new_skip_rule_applies_only_after_the_merge_and_its_removal_applies_at_once() {
        let base = config("mutation: {skip: [{pair: A.gone}, {operators: [SDL]}]}");
        let head = config("mutation: {skip: [{operators: [SDL]}, {pair: A.hard}], skip-logging: false}");
        let (config, lines) = Config::effective(&base, &head);
        assert_eq!(config.mutation.skip, base.mutation.skip[1..]);
        assert!(!config.mutation.skip_logging);
        assert_eq!(lines, ["`mutation.skip` gains {\"pair\":\"A.hard\"}"]);
    }

    #[test]
    fn new_pairs_and_more_inputs_apply_at_once() {
        let base = config("pairs: [{java: A.f, python: f}]\ninputs: {max: 8}");
        let head = config("pairs: [{java: A.f, python: f}, {java: A.g, python: g}]\ninputs: {max: 16}");
        let (config, lines) = Config::effective(&base, &head);
        assert_eq!(config, head);
        assert!(lines.is_empty(), "{lines:?}");
    }

    #[test]
    fn a_change_raises_a_number_of_calls_at_most_four_times_at_once() {
        let base = config("inputs: {max: 8}\nhunt: {budget: 0}");
        let head = config("inputs: {max: 10000}\nhunt: {budget: 1000000}");
        let (config, lines) = Config::effective(&base, &head);
        assert_eq!((config.inputs.max, config.hunt.budget), (32, Config::default().hunt.budget));
        assert_eq!(lines.len(), 2, "{lines:?}");
    }

    #[test]
    fn seeded_random_numbers_apply_at_once_and_other_changes_of_them_after_the_merge() {
        let head = config("random: {python: random, seed: 7}");
        let (config_then, lines) = Config::effective(&Config::default(), &head);
        assert_eq!((config_then.random, lines), (head.random.clone(), Vec::new()));
        let base = config("random: {python: acme.chance.Dice}");
        let (config_then, lines) = Config::effective(&base, &head);
        assert_eq!(config_then.random, base.random);
        assert_eq!(lines.len(), 2, "{lines:?}");
    }

    #[test]
    fn a_removed_or_remapped_pair_of_the_base_still_applies() {
        let base = config("pairs: [{java: A.f, python: f}, {java: A.g, python: g}]");
        let head = config("pairs: [{java: A.f, python: trivial}]");
        let (config, lines) = Config::effective(&base, &head);
        let python: Vec<&str> = config.pairs.iter().map(|pair| pair.python.as_str()).collect();
        assert_eq!(python, ["f", "g", "trivial"]);
        assert_eq!(lines.len(), 2, "{lines:?}");
    }

    #[test]
    fn a_new_program_applies_at_once_and_other_tests_of_an_old_one_after_the_merge() {
        let base = config("programs: [{java: A.java, python: a.py, tests: t}]");
        let head = config(
            "programs: [{java: A.java, python: a.py, tests: none}, {java: B.java, python: b.py, tests: t/b}]\n\
             compare: {output: avatar}\nmutation: {class-operators: [IOD]}",
        );
        let (config, lines) = Config::effective(&base, &head);
        let tests: Vec<&str> = config.programs.iter().map(|program| program.tests.as_str()).collect();
        assert_eq!(tests, ["t", "t/b"]);
        assert_eq!(config.compare.output, base.compare.output);
        assert!(lines.iter().any(|line| line.contains("compare.output")), "{lines:?}");
    }

    #[test]
    fn the_first_root_applies_only_after_the_merge() {
        let (config, lines) = Config::effective(&Config::default(), &config("roots: [{java: a, python: b}]"));
        assert!(config.roots.is_empty());
        assert_eq!(lines.len(), 1, "{lines:?}");
    }

    #[test]
    fn a_new_root_starts_no_build_tool_if_the_base_starts_none() {
        let base = config("roots: [{java: a, python: b, build: sources}]");
        let head = config("roots: [{java: a, python: b, build: maven}, {java: c, python: d, build: gradle}]");
        let builds = |config: &Config| config.roots.iter().map(|root| root.build).collect::<Vec<_>>();
        let (config_then, lines) = Config::effective(&base, &head);
        assert_eq!(builds(&config_then), [Build::Sources, Build::Sources]);
        assert!(lines.iter().any(|line| line.contains("gains") && line.contains("gradle")), "{lines:?}");
        let base = config("roots: [{java: a, python: b}]");
        assert_eq!(builds(&Config::effective(&base, &head).0), [Build::Auto, Build::Gradle]);
    }

    #[test]
    fn equal_configurations_have_no_pending_changes() {
        let one = config("gate: {min-ca: 0.9}\nunpaired: [A.f]");
        assert_eq!(Config::effective(&one, &one), (one.clone(), Vec::new()));
    }
}
