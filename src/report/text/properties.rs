//! Renders properties as text: the list, and the violations of each translator.
//!
//! The tables are like the tables of Eniser et al. 2024.

use mts_model::{Example, Property, PropertyResult, PropertyTestCounts, TranslatorResult};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Renders the properties with their rules, one property a line.
#[must_use]
pub fn render_list(properties: &[Property]) -> String {
    let rows = properties.iter().map(|property| {
        let modes: Vec<&str> = property.mode.iter().map(|mode| mode.word()).collect();
        let mut says = property.ensures.clone();
        if property.has_condition() {
            says = format!("{} ==> {says}", grouped(&property.when));
        }
        if property.has_precondition() {
            says = format!("[{}] {says}", property.requires);
        }
        let derived = property.derive.iter().map(|(name, by)| format!("{name} = {by}; ")).collect::<String>();
        vec![property.name.clone(), property.k().to_string(), modes.join(" "), derived + &says]
    });
    let head = ["property", "k", "modes", "rule"].map(str::to_owned).to_vec();
    columns(&std::iter::once(head).chain(rows).collect::<Vec<_>>())
}

fn grouped(text: &str) -> String {
    if text.contains("||") { format!("({text})") } else { text.to_owned() }
}

/// Renders the results of each translator.
#[must_use]
pub fn render(results: &[TranslatorResult]) -> String {
    let names = results.iter().map(|result| format!("{}, beam {}", result.translator, result.beam));
    let head: Vec<String> = std::iter::once(String::new()).chain(names).collect();
    let mut out = String::from("Violations of each property (share of its tests)\n");
    let mut rows = vec![head.clone()];
    for (at, property) in results.first().into_iter().flat_map(|result| result.properties.iter().enumerate()) {
        let cells = results.iter().filter_map(|result| result.properties.get(at)).map(|one| {
            let found = &one.found;
            let mut cell = match found.tests {
                0 => "does not apply".to_owned(),
                tests => {
                    let share = 100.0 * found.violations as f64 / tests as f64;
                    format!("{} of {tests} ({share:.1} %)", found.violations)
                }
            };
            for (count, what) in [
                (found.duplicates, "again"),
                (found.inconclusive, "inconclusive"),
                (found.unreachable, "translator not reached"),
            ] {
                if count > 0 {
                    let _ = write!(cell, ", {count} {what}");
                }
            }
            cell
        });
        rows.push(std::iter::once(property.name.clone()).chain(cells).collect());
    }
    out.push_str(&columns(&rows));
    out.push_str("\nSummary\n");
    let line = |label: &str, of: &dyn Fn(&TranslatorResult) -> String| -> Vec<String> {
        std::iter::once(label.to_owned()).chain(results.iter().map(of)).collect()
    };
    let sum = |result: &TranslatorResult, of: fn(&PropertyTestCounts) -> u64| {
        result.properties.iter().map(|one| of(&one.found)).sum::<u64>().to_string()
    };
    let all = |result: &TranslatorResult| result.properties.len();
    let syntactic = |result: &TranslatorResult| result.properties.iter().filter(|one| one.syntactic).count();
    out.push_str(&columns(&[
        head,
        line("programs", &|result| result.programs.to_string()),
        line("violations", &|result| result.violations.to_string()),
        line("more violations found by the same programs", &|result| sum(result, |found| found.duplicates)),
        line("tests without a result", &|result| sum(result, |found| found.inconclusive + found.unreachable)),
        line("draws to which a property does not apply", &|result| sum(result, |found| found.inapplicable)),
        line("violated properties", &|result| format!("{} of {}", result.violated, all(result))),
        line("violated syntactic properties", &|result| {
            format!("{} of {}", result.violated_syntactic, syntactic(result))
        }),
    ]));
    for result in results {
        for (property, found) in result.properties.iter().map(|one| (&one.name, &one.found)) {
            for example in &found.examples {
                let _ = write!(out, "\n{property}, {}, beam {}: ", result.translator, result.beam);
                out.push_str(&render_example(example));
            }
        }
    }
    let all = results.iter().flat_map(|result| &result.properties);
    let inconclusive: BTreeSet<String> =
        all.filter_map(|one| Some(format!("{}: {}", one.name, one.found.reason.as_ref()?))).collect();
    if !inconclusive.is_empty() {
        let _ =
            writeln!(out, "\nInconclusive, for example\n{}", inconclusive.into_iter().collect::<Vec<_>>().join("\n"));
    }
    out
}

/// Renders the results of pairs. Each pair is one test.
#[must_use]
pub fn render_pairs(results: &[PropertyResult]) -> String {
    let head = ["property", "pairs", "violations", "inconclusive", "does not apply"].map(str::to_owned).to_vec();
    let row = |one: &PropertyResult| {
        let found = &one.found;
        let counts = [found.tests, found.violations, found.inconclusive, found.inapplicable];
        std::iter::once(one.name.clone()).chain(counts.map(|count| count.to_string())).collect()
    };
    let mut out = columns(&std::iter::once(head).chain(results.iter().map(row)).collect::<Vec<_>>());
    for one in results {
        for example in &one.found.examples {
            let _ = write!(out, "\n{}: {}", one.name, render_example(example));
        }
        if let Some(reason) = &one.found.reason {
            let _ = writeln!(out, "\n{}: inconclusive, for example: {reason}", one.name);
        }
    }
    out
}

/// Renders a violation with its programs and their translations.
fn render_example(example: &Example) -> String {
    let mut out = format!("{}\n", example.ids.join(", "));
    for (at, (program, translation)) in example.programs.iter().zip(&example.translations).enumerate() {
        let _ = writeln!(out, "x{}:\n{}", at + 1, indented(program));
        let translation = if translation.is_empty() { "no translation" } else { translation };
        let _ = writeln!(out, "d{}:\n{}", at + 1, indented(translation));
    }
    out
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", format!("    {line}").trim_end())).collect()
}

/// Renders rows as columns, and pads every column except the last column.
fn columns(rows: &[Vec<String>]) -> String {
    let width = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.chars().count()).max();
    let mut out = String::new();
    for row in rows {
        let cells = row.iter().enumerate().map(|(at, cell)| format!("{cell:<0$}", width(at).unwrap_or(0)));
        let _ = writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::{PropertyResult, PropertyTestCounts, Severity};

    fn result(beam: usize, violations: u64) -> TranslatorResult {
        let one = |name: &str, syntactic, found| PropertyResult {
            name: name.into(),
            severity: Severity::Error,
            syntactic,
            found,
        };
        let found = PropertyTestCounts { tests: 10, violations, inconclusive: 1, ..PropertyTestCounts::default() };
        let properties = vec![one("numLoops", true, found), one("compiles", false, PropertyTestCounts::default())];
        TranslatorResult::new("plain".into(), beam, 7, properties)
    }

    #[test]
    fn the_summary_counts_violations_and_violated_properties() {
        let text = render(&[result(1, 4), result(3, 0)]);
        let line = |start: &str| text.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(line("numLoops"), "numLoops  4 of 10 (40.0 %), 1 inconclusive  0 of 10 (0.0 %), 1 inconclusive");
        assert!(line("compiles").ends_with("does not apply"));
        let words = |start: &str| line(start).split("  ").filter(|w| !w.is_empty()).map(str::trim).collect::<Vec<_>>();
        assert_eq!(words("violated properties"), ["violated properties", "1 of 2", "0 of 2"]);
        assert_eq!(words("violated syntactic"), ["violated syntactic properties", "1 of 1", "0 of 1"]);
    }
}
