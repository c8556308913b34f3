//! Computes the similarity of Python texts, and statistics over programs.
//!
//! All functions are pure. The callers choose the texts, and `mts-oracle` computes scores from runs. The measures are
//! BLEU, CodeBLEU (Ren et al. 2020) and RUBY (Tran et al. 2019).

pub mod graphs;
pub mod stats;
pub mod texts;
pub mod trees;

pub use graphs::{exas, graph_edit, pdg};
pub use texts::{bleu, codebleu, edits, tokens};
pub use trees::{dataflow, syntax_match, tree};

#[cfg(test)]
mod golden_tests;
#[cfg(test)]
mod law_tests;

use bleu::Variant;
use codebleu::Weights;
use dataflow::DataFlow;
use mts_lang::syntax::Syntax;
use mts_model::error::Result;
use mts_model::{Ruby, RubyLevel, Similarity};
use std::collections::BTreeMap;
use tree::Tree;

/// The options of the measures.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choice {
    /// The variant of BLEU.
    pub bleu: Variant,
    /// The weights of CodeBLEU's parts.
    pub weights: Weights,
}

/// Computes every measure of a candidate against a reference. A measure that does not apply to a text is `None`, and
/// the result has the reason.
///
/// # Errors
/// Returns an error if the Python grammar does not load, which is a bug of the tool.
pub fn similarity(reference: &str, candidate: &str, choice: &Choice) -> Result<Similarity> {
    let mut missing = BTreeMap::new();
    let mut noted = |key: &str, reason: String| {
        missing.insert(key.to_owned(), reason);
        None
    };
    let (rule, left, right) = tokens::of_both(reference, candidate);
    let (left_tree, right_tree) = (Syntax::python(reference)?, Syntax::python(candidate)?);
    let syntax_match = syntax_match::syntax_match(&left_tree, &right_tree);
    let flows =
        DataFlow::from_syntax(&left_tree).map_err(|reason| format!("the reference is {reason}")).and_then(|left| {
            Ok((left, DataFlow::from_syntax(&right_tree).map_err(|reason| format!("the candidate is {reason}"))?))
        });
    let ngram = bleu::bleu(&left, &right, Variant::NltkMethod1);
    let weighted = codebleu::weighted_ngram_match(&left, &right);
    let (dataflow_match, codebleu) = match flows {
        Ok((left, right)) => {
            let matched = dataflow::dataflow_match(&left, &right);
            let matched = matched.or_else(|| noted("dataflow_match", "the reference has no data flow".to_owned()));
            (matched, Some(choice.weights.codebleu(ngram, weighted, syntax_match, matched)))
        }
        Err(reason) => (noted("dataflow_match", reason.clone()), noted("codebleu", reason)),
    };
    let sts = edits::similarity(&left, &right);
    let broken = [("reference", &left_tree), ("candidate", &right_tree)]
        .into_iter()
        .find_map(|(side, tree)| Some(format!("the {side} has a syntax error at line {}", tree.first_error()?)));
    let (trs, graphs) = match broken {
        Some(reason) => (noted("trs", reason.clone()), Err(reason)),
        None => {
            let trs = tree::similarity(&Tree::from_syntax(&left_tree), &Tree::from_syntax(&right_tree));
            let trs = trs.or_else(|| noted("trs", "the trees are too large".to_owned()));
            (trs, pdg::of_both(&left_tree, &right_tree))
        }
    };
    let (grs, grs_exas) = match graphs {
        Ok((left, right)) => {
            let exact = graph_edit::similarity(&left, &right);
            let exact = exact.or_else(|| {
                noted(
                    "grs",
                    format!("{} and {} nodes are too many to compare exactly", left.labels.len(), right.labels.len()),
                )
            });
            let exas = exas::similarity(&left, &right);
            (exact, exas.or_else(|| noted("grs_exas", "the graphs have too many paths".to_owned())))
        }
        Err(reason) => (noted("grs", reason.clone()), noted("grs_exas", reason)),
    };
    let levels = [(RubyLevel::Grs, grs), (RubyLevel::GrsExas, grs_exas), (RubyLevel::Trs, trs)];
    let best = levels.into_iter().find_map(|(level, score)| Some(Ruby { level, score: score? }));
    Ok(Similarity {
        bleu: bleu::bleu(&left, &right, choice.bleu),
        syntax_match,
        dataflow_match,
        codebleu,
        sts,
        trs,
        grs,
        ruby: best.unwrap_or(Ruby { level: RubyLevel::Sts, score: sts }),
        grs_exas,
        tokens: rule,
        missing,
    })
}
