//! Renders the similarity of two Python texts.

use mts_model::{RubyLevel, Similarity};

/// Renders one line for each measure: its name, and its score or a reason.
#[must_use]
pub fn similarity(of: &Similarity) -> String {
    let mut out = String::new();
    let rows = [
        ("bleu", "BLEU", Some(of.bleu)),
        ("syntax_match", "syntax match", Some(of.syntax_match)),
        ("dataflow_match", "data-flow match", of.dataflow_match),
        ("codebleu", "CodeBLEU", of.codebleu),
        ("sts", "STS", Some(of.sts)),
        ("trs", "TRS", of.trs),
        ("grs", "GRS", of.grs),
        ("grs_exas", "GRS by Exas", of.grs_exas),
    ];
    for (key, name, score) in rows {
        let cell = match score {
            Some(score) => format!("{score:.4}"),
            None => format!("-       {}", of.missing.get(key).map_or("", String::as_str)),
        };
        out.push_str(&format!("{name:<16}{cell}\n"));
    }
    out.push_str(&format!("{:<16}{:.4}  of {}\n", "RUBY", of.ruby.score, level(of.ruby.level)));
    out.push_str(&format!("{:<16}{}\n", "tokens", of.tokens.word()));
    out
}

/// Returns the words for the objects that a RUBY level compares.
fn level(level: RubyLevel) -> &'static str {
    match level {
        RubyLevel::Grs => "the dependence graphs (grs)",
        RubyLevel::GrsExas => "the dependence graphs, by their features (grs_exas)",
        RubyLevel::Trs => "the syntax trees (trs)",
        RubyLevel::Sts => "the tokens (sts)",
    }
}
