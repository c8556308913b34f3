//! Writes `mts-out/mts.sarif`: the open findings as SARIF 2.1.0 for GitHub code scanning.
//!
//! The location of a result is on the Python side, and the first related location is on the Java
//! side. All places are places of the head revision. SARIF has two hundred types, and this module
//! needs about twenty, so it writes JSON directly and uses no SARIF crate. The tests validate the
//! output with the SARIF schema.

use crate::report::diagnosis;
use crate::report::escape::{line, sarif as safe, url_path};
use crate::report::findings::{FindingGroup, groups};
use crate::report::format::{by_interest, count, earlier, python_name, skipped_rows};
use crate::report::renderer::Renderer;
use mts_model::error::{Error, Result};
use mts_model::report::{Conclusion, EditedLines, PairReport, RunReport};
use mts_model::sequences::equal_ends;
use mts_model::{Finding, FindingKind, Fix, Severity};
use serde_json::{Value as Json, json};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The version of SARIF, not of this tool.
const VERSION: &str = "2.1.0";
/// The address of the SARIF schema.
const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// The largest number of results. Code scanning accepts 25,000 results and shows the 5,000 most
/// severe results.
const MOST_RESULTS: usize = 5_000;
/// The largest number of other pairs with the same cause that one result names.
const MOST_RELATED: usize = 50;
/// The largest number of characters of one text from the repository.
const LONGEST_TEXT: usize = 400;

/// The address of this project's repository. It contains `<` until a release sets the address.
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

/// The rule for one kind of finding.
struct Rule {
    kind: FindingKind,
    id: &'static str,
    name: &'static str,
    short: &'static str,
    help: &'static str,
    level: &'static str,
    /// The likelihood that such a finding is a fault, in a word of code scanning.
    precision: &'static str,
    /// The page of the manual about the rule, as a path below `docs`.
    page: &'static str,
}

/// The rules, one for each kind of finding, the most severe first.
const RULES: [Rule; 6] = [
    Rule {
        kind: FindingKind::Original,
        id: "mts/original",
        name: "OriginalsDisagree",
        short: "The Java function and its Python port disagree",
        help: "cargo mts called both sides with the same input, and the outcomes differ. The message has the input and \
               both outcomes. Fix the side that is wrong, or record the difference as intended with `cargo mts accept`.",
        level: "error",
        precision: "very-high",
        page: "use/verdicts.md",
    },
    Rule {
        kind: FindingKind::Fragment,
        id: "mts/fragment",
        name: "FragmentsDisagree",
        short: "A fragment of the function and its counterpart in the port disagree",
        help: "cargo mts ran a fragment (a part of the Java function) and its counterpart in the port in isolation, with \
               the same values. The results differ, though the whole functions may agree. Fix this part of the port.",
        level: "error",
        precision: "high",
        page: "mutants/fragments.md",
    },
    Rule {
        kind: FindingKind::Mutant,
        id: "mts/mutant",
        name: "MutantKilled",
        short: "After the same small change the two sides differ",
        help: "cargo mts made the same small change in the Java function and in the port. The changed functions differ \
               on an input on which the original functions agree. So the code at the two places may differ in meaning: \
               compare the two lines, especially operators, types and loop bounds.",
        level: "warning",
        precision: "medium",
        page: "use/verdicts.md",
    },
    Rule {
        kind: FindingKind::Variant,
        id: "mts/variant",
        name: "VariantsDiffer",
        short: "A transformation that preserves behaviour changes the behaviour of the port",
        help: "cargo mts made a change that keeps the behaviour of a function on both sides (for example another name of \
               a parameter, or a statement without effect). The port then behaves differently. Most likely the port reads \
               names while it runs, or other code finds the port by a name. Make the port independent of these names, or \
               accept the finding. If the level is `note`, the change itself was wrong, and there is nothing to fix.",
        level: "warning",
        precision: "high",
        page: "mutants/variants.md",
    },
    Rule {
        kind: FindingKind::Property,
        id: "mts/property",
        name: "PropertyBroken",
        short: "A declared property does not hold for the pair",
        help: "A property from `mts.yml` or `mts-properties.yml` does not hold for the Java function and the port. Fix \
               the port or the property.",
        level: "warning",
        precision: "high",
        page: "translation/properties.md",
    },
    Rule {
        kind: FindingKind::Drift,
        id: "mts/drift",
        name: "OneSideChanged",
        short: "One side of the pair changed without the other",
        help: "Change the other side too, or record with `cargo mts accept` that only one side needs the change.",
        level: "warning",
        precision: "low",
        page: "use/verdicts.md",
    },
];

/// The renderer of `mts-out/mts.sarif`.
pub struct Sarif;

impl Renderer for Sarif {
    fn name(&self) -> &'static str {
        "sarif"
    }

    fn file(&self) -> &'static str {
        "mts.sarif"
    }

    fn description(&self) -> &'static str {
        "code scanning, editors"
    }

    fn render(&self, report: &RunReport) -> Result<String> {
        render(report)
    }
}

/// Renders at most 5,000 open findings as SARIF, errors first, then warnings, then notes.
///
/// Within a severity, the findings of the most important pairs come first. For findings that belong
/// to a disagreement of the original functions, the output gives only the number, because an alert
/// for each such finding would hide the alert for the disagreement.
///
/// # Errors
/// Returns an internal error if the findings cannot be written as JSON.
pub fn render(report: &RunReport) -> Result<String> {
    let (pairs, groups) = (by_interest(report), groups(report));
    let followers: BTreeSet<*const Finding> =
        groups.iter().flat_map(|group| &group.followers).map(|finding| std::ptr::from_ref(*finding)).collect();
    // A kill of a pair can follow from an accepted difference.
    let is_follower = |finding: &Finding| {
        followers.contains(&std::ptr::from_ref(finding))
            || (finding.caused_by_other && finding.kind == FindingKind::Mutant)
    };
    let mut found: Vec<(&PairReport, &Finding)> = pairs
        .iter()
        .flat_map(|pair| pair.findings.iter().map(move |f| (*pair, f)))
        .filter(|(_, f)| !f.accepted && !is_follower(f))
        .collect();
    // One fault with findings in several pairs is one result.
    let modules = groups.iter().filter(|group| !group.pairs.is_empty());
    let notes: Vec<&Finding> = modules.flat_map(|group| group.others.iter().copied()).collect();
    found.retain(|(_, finding)| !notes.iter().any(|one| std::ptr::eq(*one, *finding)));
    found.sort_by_key(|(_, finding)| finding.severity);
    let follow = report.pairs.iter().flat_map(|pair| &pair.findings).filter(|f| is_follower(f) && !f.accepted).count();
    let all = found.len() + follow;
    found.truncate(MOST_RESULTS);
    let shown = found.len();
    let result = |(at, (pair, finding)): (usize, &(&PairReport, &Finding))| {
        // The first result has rank 100, and the rank falls towards 0 for the last result.
        let group = groups.iter().find(|group| std::ptr::eq(group.first, *finding));
        result(pair, finding, group, 100.0 * (shown - at) as f64 / shown as f64)
    };
    let results: Vec<Json> = found.iter().enumerate().map(result).collect();
    let invocation = json!({
        "executionSuccessful": report.conclusion != Conclusion::Incomplete,
        "exitCode": report.gate.exit_code,
        "toolExecutionNotifications": notifications(report, all - shown),
    });
    let mut driver = json!({
        "name": report.tool.name,
        "semanticVersion": report.tool.version,
        "rules": RULES.iter().map(|one| rule(one, REPOSITORY)).collect::<Vec<Json>>(),
    });
    if is_address(REPOSITORY) {
        driver["informationUri"] = json!(REPOSITORY);
    }
    let sarif = json!({
        "$schema": SCHEMA,
        "version": VERSION,
        "runs": [{
            "tool": { "driver": driver },
            "automationDetails": { "id": "cargo-mts/" },
            "columnKind": "unicodeCodePoints",
            "invocations": [invocation],
            "results": results,
            "properties": {
                "conclusion": report.conclusion,
                "seed": report.seed,
                "baseSha": report.base_sha,
                "headSha": report.head_sha,
                "testedSha": report.tested_sha,
            },
        }],
    });
    let text = serde_json::to_string_pretty(&sarif)
        .map_err(|e| Error::bug(format!("cargo mts cannot write the findings as SARIF: {e}")))?;
    Ok(text + "\n")
}

/// Renders a rule, with a link to the manual if the repository has an address.
fn rule(rule: &Rule, repository: &str) -> Json {
    let mut out = json!({
        "id": rule.id,
        "name": rule.name,
        "shortDescription": { "text": rule.short },
        "fullDescription": { "text": rule.help },
        "help": { "text": rule.help, "markdown": rule.help },
        "defaultConfiguration": { "level": rule.level },
        "properties": { "tags": ["migration", "java", "python"], "precision": rule.precision },
    });
    if is_address(repository) {
        let tag = env!("CARGO_PKG_VERSION");
        out["helpUri"] = json!(format!("{repository}/blob/v{tag}/docs/{}", rule.page));
    }
    out
}

/// Reports whether the text is the address of a repository and has no placeholder.
fn is_address(repository: &str) -> bool {
    repository.starts_with("https://") && !repository.contains('<')
}

/// Renders one finding. `group` is the group whose first finding is this finding.
fn result(pair: &PairReport, finding: &Finding, group: Option<&FindingGroup<'_>>, rank: f64) -> Json {
    let at = RULES.iter().position(|rule| rule.kind == finding.kind).unwrap_or_default();
    let ((java, _), (python, _)) = (pair.java.at_head(), pair.python.at_head());
    let mut related = vec![json!({
        "id": 1,
        "physicalLocation": place(java, finding.java_at_head(), finding.java_edit.as_ref()),
        "message": { "text": format!("the Java side, {}", cut(&pair.name)) },
    })];
    let others = group.iter().flat_map(|group| group.pairs.iter().zip(&group.others)).take(MOST_RELATED).zip(2..);
    related.extend(others.map(|((other, finding), id)| {
        let place_of_other = if finding.import_error.is_some() { "of the same module" } else { "calls this function" };
        json!({
            "id": id,
            "physicalLocation": place(other.python.at_head().0, finding.python_at_head(), None),
            "message": { "text": format!("{place_of_other}, {}", cut(&other.name)) },
        })
    }));
    let cause = group.map_or(Cow::Borrowed(finding.cause.as_str()), FindingGroup::cause);
    let followers = group.and_then(FindingGroup::describe_followers);
    let mut result = json!({
        "ruleId": RULES[at].id,
        "ruleIndex": at,
        "level": level(finding.severity),
        "message": { "text": message(pair, finding, &cause, followers) },
        "locations": [{
            "physicalLocation": place(python, finding.python_at_head(), finding.python_edit.as_ref()),
            "logicalLocations": [{ "fullyQualifiedName": safe(&python_name(pair)), "kind": "function" }],
        }],
        "relatedLocations": related,
        // Code scanning identifies alerts by the first fingerprint. Other readers may use the
        // second fingerprint.
        "partialFingerprints": {
            "primaryLocationLineHash": format!("{}:1", finding.id),
            "mtsFinding/v1": finding.id,
        },
        "rank": rank,
        "properties": { "id": finding.id, "pair": line(&pair.name) },
    });
    // The fix has the lines of the tested files.
    if let Some(fix) = diagnosis::fix(finding).filter(|_| finding.head_line_python.is_none()) {
        result["fixes"] = json!([sarif_fix(python, fix)]);
    }
    result
}

/// Renders a fix as a replacement of whole lines.
fn sarif_fix(file: &str, fix: &Fix) -> Json {
    let end = fix.line.saturating_add(u32::try_from(fix.change.before.len()).unwrap_or(u32::MAX));
    let text: String = fix.change.after.iter().map(|line| format!("{line}\n")).collect();
    json!({
        "description": { "text": diagnosis::proof(fix) },
        "artifactChanges": [{
            "artifactLocation": { "uri": url_path(file.trim_start_matches('/')), "uriBaseId": "%SRCROOT%" },
            "replacements": [{
                "deletedRegion": { "startLine": fix.line, "startColumn": 1, "endLine": end, "endColumn": 1 },
                "insertedContent": { "text": text },
            }],
        }],
    })
}

/// Returns the message of a result, with a link to the Java side.
fn message(pair: &PairReport, finding: &Finding, cause: &str, followers: Option<String>) -> String {
    let mut lines = vec![format!("{}.", cut(cause))];
    lines.push(format!("[Java side](1) {}, {}.", cut(&pair.name), finding.id));
    let earlier = earlier(finding);
    let edit = |lines: &Option<EditedLines>| lines.as_ref().map(EditedLines::to_string);
    let facts = [
        ("Cause", &diagnosis::describe(finding)),
        ("After", &earlier),
        ("Input", &finding.input),
        ("Java", &finding.java_outcome),
        ("Python", &finding.python_outcome),
        ("Edit of the Java side", &edit(&finding.java_edit)),
        ("Edit of the Python side", &edit(&finding.python_edit)),
        ("The model's translation, which agrees with Java on all inputs", &finding.suggestion),
        ("Fix", &diagnosis::fix_diff(finding)),
    ];
    lines.extend(facts.iter().filter_map(|(what, text)| Some(format!("{what}: {}", cut(text.as_deref()?)))));
    lines.extend(followers.map(|text| format!("{text}.")));
    lines.join("\n")
}

/// Renders a physical location: the file, and the edited lines or one line.
fn place(file: &str, line: u32, edit: Option<&EditedLines>) -> Json {
    json!({
        "artifactLocation": { "uri": url_path(file.trim_start_matches('/')), "uriBaseId": "%SRCROOT%" },
        "region": region(line.max(1), edit),
    })
}

/// Returns the lines of an edit, with columns if the edit is within one line.
///
/// A finding without an edit has its own line only.
fn region(line: u32, edit: Option<&EditedLines>) -> Json {
    let Some(EditedLines { before, after }) = edit else {
        return json!({ "startLine": line, "endLine": line });
    };
    let further = u32::try_from(before.len()).unwrap_or(1).saturating_sub(1);
    let mut region = json!({ "startLine": line, "endLine": line + further });
    if let ([old], [new]) = (before.as_slice(), after.as_slice()) {
        let (old, new): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
        let (head, tail) = equal_ends(&old, &new);
        let end = old.len() - tail;
        // For an insertion, the region is the character before the insertion.
        region["startColumn"] = json!(head.min(end.saturating_sub(1)) + 1);
        region["endColumn"] = json!(end + 1);
    }
    region
}

/// Returns notifications about the run: the conclusion, dropped findings and skipped pairs.
fn notifications(report: &RunReport, left: usize) -> Vec<Json> {
    let mut notes = vec![(severity(report.conclusion), report.headline.clone())];
    if left > 0 {
        notes.push(("note", format!("{} in the report", count(left, "more finding"))));
    }
    notes.extend(
        skipped_rows(report)
            .iter()
            .take(100)
            .map(|row| ("note", format!("not analysed: {}: {}", row.name, row.reason))),
    );
    notes.iter().map(|(level, text)| json!({ "level": level, "message": { "text": cut(text) } })).collect()
}

/// Returns the level of the notification about the conclusion.
fn severity(conclusion: Conclusion) -> &'static str {
    match conclusion {
        Conclusion::Passed => "note",
        Conclusion::Failed => "error",
        Conclusion::Incomplete => "warning",
    }
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// Escapes a text and shortens it to [`LONGEST_TEXT`] characters.
fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST_TEXT) {
        Some((at, _)) => safe(&text[..at]) + "...",
        None => safe(text),
    }
}

#[cfg(test)]
#[path = "sarif_tests.rs"]
mod tests;
