//! Writes `mts-out/report.html`: the whole report as one page.
//!
//! The page has no scripts, fonts or pictures, and its policy forbids the browser to load any. The
//! page follows the reader's light or dark mode and can be printed. Each pair and each finding that
//! is not accepted has an anchor. The renderer escapes every text from the repository.

mod finding;
mod list;
mod pairs;

use crate::report::escape::{page, page_sentence};
use crate::report::format::{by_interest, count, not_run, open_mts, run_notes, short, skipped_rows, without_port};
use crate::report::renderer::Renderer;
use crate::report::text::programs;
use list::list;
use mts_model::error::Result;
use mts_model::report::{Conclusion, PairStatus, ReportCommand, RunReport, Skipped};
use std::fmt::Write;

const STYLE: &str = include_str!("style.css");

/// The content security policy: the page loads, sends and runs nothing.
///
/// The policy allows inline styles, because the style of the page is inline.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The renderer of `mts-out/report.html`.
pub struct Html;

impl Renderer for Html {
    fn name(&self) -> &'static str {
        "html"
    }

    fn file(&self) -> &'static str {
        "report.html"
    }

    fn description(&self) -> &'static str {
        "people who want every detail"
    }

    fn render(&self, report: &RunReport) -> Result<String> {
        Ok(render(report))
    }
}

/// Renders the report as an HTML page.
#[must_use]
pub fn render(report: &RunReport) -> String {
    let mut out = String::new();
    _ = writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n<title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>",
        page(&report.headline)
    );
    out.push_str(&head(report));
    out.push_str(&gate(report));
    if !report.pairs.is_empty() {
        _ = writeln!(out, "<h2 id=\"pairs\">Pairs</h2>\n{}", pairs::table(report));
        let programs = programs::render(report);
        if !programs.is_empty() {
            _ = writeln!(out, "<p>{}</p>", page_sentence(programs.trim_end()));
        }
    }
    for (at, pair) in by_interest(report).into_iter().enumerate() {
        out.push_str(&pairs::section(report, pair, at));
    }
    for (id, title, rows) in [
        ("unpaired", without_port(report), &report.unpaired),
        ("skipped", format!("{} not analysed", report.skipped.len()), &skipped_rows(report)),
    ] {
        if !rows.is_empty() {
            _ = writeln!(out, "<h2 id=\"{id}\">{}</h2>\n{}", page(&title), skipped(rows));
        }
    }
    if let Some(message) = not_run(report) {
        _ = writeln!(out, "<p>{}</p>", page(&message));
    }
    let notes = run_notes(report);
    if !notes.is_empty() {
        _ = writeln!(out, "<h2 id=\"notes\">Notes on this run</h2>\n{}", list(&notes));
    }
    out.push_str(&settings(report));
    out.push_str("</body>\n</html>\n");
    out
}

/// Renders the conclusion, the headline, the revisions and the main figures.
fn head(report: &RunReport) -> String {
    let (word, class) = match report.conclusion {
        Conclusion::Passed => ("Passed", "passed"),
        Conclusion::Failed => ("Failed", "failed"),
        Conclusion::Incomplete => ("Incomplete", "incomplete"),
    };
    let mut out =
        format!("<header>\n<p class=\"word {class}\">{word}</p>\n<h1>{}</h1>\n", page_sentence(&report.headline));
    let mut parts = Vec::new();
    let mut revision = |what: &str, sha: &Option<String>| {
        parts.extend(
            sha.as_deref().map(|sha| format!("{what} <code title=\"{}\">{}</code>", page(sha), page(short(sha)))),
        );
    };
    revision("base", &report.base_sha);
    revision("head", &report.head_sha);
    if report.tested_sha != report.head_sha {
        revision("tested", &report.tested_sha);
    }
    if report.tested_sha.is_none() && report.command == ReportCommand::Run {
        parts.push("tested: the files of the working tree".to_owned());
    }
    parts.push(format!("seed <code>{}</code>", page(&report.seed)));
    parts.push(format!("{} {}", page(&report.tool.name), page(&report.tool.version)));
    _ = writeln!(out, "<p class=\"faint\">{}</p>", parts.join(" · "));
    let s = &report.scores;
    let failed = report.pairs.iter().filter(|pair| pair.status == PairStatus::Failed).count();
    let open = s.killed - s.accepted.min(s.killed);
    let mut figures = String::new();
    let mut figure =
        |number: String, what: String| _ = writeln!(figures, "<li><b>{}</b>{}</li>", page(&number), page(&what));
    figure(open_mts(s), "MTS, lower is better".to_owned());
    figure(format!("{open} of {}", s.counted), "mutants killed".to_owned());
    figure(format!("{} of {}", s.inputs_equal, s.inputs), "inputs on which the original functions agree".to_owned());
    figure(format!("{failed} of {}", report.pairs.len()), "pairs fail".to_owned());
    if !report.pairs.is_empty() {
        _ = writeln!(out, "<ul class=\"figures\">\n{figures}</ul>");
    }
    out + "</header>\n"
}

/// Renders the broken rules, the pending settings and the thresholds.
fn gate(report: &RunReport) -> String {
    let mut out = "<h2 id=\"gate\">Gate</h2>\n".to_owned();
    for (title, lines) in [
        ("Why the run does not pass", &report.gate.reasons),
        ("Warnings", &report.gate.warnings),
        ("After the merge, not yet in force", &report.gate.pending_until_merge),
    ] {
        if !lines.is_empty() {
            _ = writeln!(out, "<p><strong>{title}</strong></p>\n{}", list(lines));
        }
    }
    if report.gate.reasons.is_empty() && report.gate.warnings.is_empty() {
        out.push_str("<p>Every rule holds.</p>\n");
    }
    let cell = |name: &String, value: &serde_json::Value| {
        let value = match value {
            serde_json::Value::String(word) => page(word),
            serde_json::Value::Null => "-".to_owned(),
            other => page(&other.to_string()),
        };
        format!("<tr><td><code>{}</code></td><td>{value}</td></tr>\n", page(name))
    };
    let rows: String = report.gate.thresholds.iter().map(|(name, value)| cell(name, value)).collect();
    _ = writeln!(
        out,
        "<details><summary>Thresholds, exit code {}</summary>\n<table>\n{rows}</table>\n</details>",
        report.gate.exit_code
    );
    out
}

/// Renders the settings of the run. The function omits settings without a value.
fn settings(report: &RunReport) -> String {
    let s = &report.settings;
    let operators: Vec<&str> = s.operators.iter().map(|operator| operator.name()).collect();
    let rows = [
        ("Java", s.java.clone()),
        ("Python", s.python.clone()),
        ("Translator", s.translator.clone()),
        ("Operators", operators.join(", ")),
        ("Inputs for a pair, at most", s.max_inputs.to_string()),
        ("Exceptions of mutants", s.exceptions.to_string()),
        ("Types", s.types.to_string()),
        ("Relative tolerance", s.rel_tol.map_or_else(|| "-".to_owned(), |x| x.to_string())),
        ("Sandbox", s.sandbox.join("; ")),
        (
            "A second run with the same code and settings gives the same report",
            if report.reproducible { "yes" } else { "no" }.to_owned(),
        ),
        ("Start", report.timings.started.clone()),
        ("Duration", format!("{:.1} s with {}", report.timings.seconds, count(report.timings.workers, "worker pair"))),
    ];
    let rows = rows.into_iter().filter(|(_, value)| !value.is_empty());
    let rows: String = rows.map(|(what, value)| format!("<dt>{what}</dt><dd>{}</dd>\n", page(&value))).collect();
    format!("<h2 id=\"settings\">Settings</h2>\n<dl class=\"settings\">\n{rows}</dl>\n")
}

/// Renders rows without scores as a list: each name with its reason.
fn skipped(rows: &[Skipped]) -> String {
    let row = |row: &Skipped| format!("<li><code>{}</code>: {}</li>\n", page(&row.name), page_sentence(&row.reason));
    format!("<ul>\n{}</ul>", rows.iter().map(row).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::test_reports;

    #[test]
    fn the_page_names_every_pair_every_open_finding_and_the_gate() {
        let report = test_reports::failed();
        let text = render(&report);
        for pair in &report.pairs {
            assert!(text.contains(&format!("<code>{}</code>", pair.name)), "{}", pair.name);
            for finding in &pair.findings {
                assert_eq!(text.matches(&format!("id=\"{}\"", finding.id)).count(), usize::from(!finding.accepted));
            }
        }
        assert!(text.contains("MTS 0.47 is above 0.20") && text.contains("max-mts"));
        assert!(text.contains("1 accepted"), "accepted findings are counted");
    }

    #[test]
    fn the_page_loads_no_resource_and_runs_no_script() {
        for report in test_reports::all() {
            let text = render(&report);
            assert!(text.contains("default-src 'none'"));
            for word in ["<script", "<link", "<img", "src=", "url(", "@import", "<iframe", "http://", "https://"] {
                assert!(!text.contains(word), "{word}");
            }
        }
    }

    #[test]
    fn hostile_text_is_escaped() {
        let text = render(&test_reports::hostile());
        assert!(!text.contains("</details><!--") && !text.contains("<b>\n#") && !text.contains("& <b>"), "{text}");
        assert!(!text.contains(['\u{1b}', '\u{202e}']));
        for tag in ["details", "article", "table", "section", "ul", "dl", "pre", "div", "code", "span"] {
            let opened = text.matches(&format!("<{tag}>")).count() + text.matches(&format!("<{tag} ")).count();
            assert_eq!(opened, text.matches(&format!("</{tag}>")).count(), "{tag}");
        }
    }

    #[test]
    fn a_difference_of_a_called_function_is_shown_once_and_linked() {
        let mut report = test_reports::failed();
        let inputs = |text: &str| text.matches("<dt>Input</dt>").count();
        let before = inputs(&render(&report));
        let pair = report.pairs.iter_mut().find(|pair| pair.findings.len() > 1).expect("a pair with findings");
        let cause = pair.findings[1].id.clone();
        pair.findings[0].caused_by = Some(cause.clone());
        let text = render(&report);
        let sentence = "A function that this function calls has the same difference";
        let link = format!("{sentence}: <a href=\"#{cause}\">{cause}</a>");
        assert_eq!((text.matches(&link).count(), inputs(&text)), (1, before - 1));
        report.pairs.iter_mut().flat_map(|pair| &mut pair.findings).for_each(|f| f.accepted = f.id == cause);
        assert!(!render(&report).contains(sentence), "no link leads to an accepted finding");
    }

    #[test]
    fn every_link_target_exists_exactly_once() {
        for report in [test_reports::failed(), test_reports::passed()] {
            let text = render(&report);
            for link in text.split("href=\"#").skip(1) {
                let id = link.split('"').next().expect("a target");
                assert_eq!(text.matches(&format!("id=\"{id}\"")).count(), 1, "{id}");
            }
        }
    }
}
