//! Compares the pairing of a tree with labels.

use crate::bench::corpora::ground_truth::{JudgedLabel, Label, PairingResult};
use crate::run::repository::revision_pairs::{self, ListRequest, Listed};
use mts_model::error::{Error, Result};
use mts_model::{Function, FunctionKind, Language, Pair};
use std::collections::BTreeMap;

/// Pairs the tree and compares the result with the labels.
///
/// # Errors
/// Returns an error if a configuration or a tree cannot be read. Returns a usage error if a label
/// matches no function of the tree.
pub fn measure(request: &ListRequest, labels: &[Label]) -> Result<PairingResult> {
    let listed = revision_pairs::find(request)?;
    let (java, python) = (listed.revision.sides(Language::Java), listed.revision.sides(Language::Python));
    let judged: Vec<JudgedLabel> = labels
        .iter()
        .map(|label| {
            let named = || java.iter().copied().filter(|f| f.file == label.java_file && is_source(f, label));
            let mut sides: Vec<&Function> = named().filter(|f| has_types(f, label)).collect();
            if sides.is_empty() {
                sides = named()
                    .filter(|f| label.java_line.is_some_and(|line| (f.line..=f.last_line).contains(&line)))
                    .collect();
            }
            let source = nearest(&listed, sides, label.java_source.as_deref());
            let Some(source) = source.first() else { return Err(unknown(&label.java_file, &label.java_method)) };
            let mut ports = Vec::new();
            let is_named = label.python_qualname.is_some() || label.python_function.is_some();
            if let Some(file) = label.python_file.as_ref().filter(|_| is_named) {
                let sides = python.iter().copied().filter(|f| f.file == *file && is_port(f, label));
                ports = nearest(&listed, sides.collect(), label.python_source.as_deref());
                if ports.is_empty() {
                    let name = label.python_qualname.as_ref().or(label.python_function.as_ref());
                    return Err(unknown(file, name.map_or("?", String::as_str)));
                }
            }
            Ok(judge(&listed, label, source, &ports))
        })
        .collect::<Result<_>>()?;
    Ok(PairingResult::new(&judged))
}

fn unknown(file: &str, name: &str) -> Error {
    Error::usage(format!("the tree has no function `{name}` in {file}"))
        .at("--pairing")
        .help("use --tree with the tree of the labels, or include the file in the configuration of the tree")
}

fn judge(listed: &Listed, label: &Label, source: &Function, ports: &[&Function]) -> JudgedLabel {
    let same = |a: &Function, b: &Function| a.file == b.file && a.span == b.span && a.name == b.name;
    // If several ports share the work of a method, take the port that the label names.
    let found: Vec<&Pair> = listed.pairing.pairs.iter().filter(|pair| same(&pair.java, source)).collect();
    let labelled = found.iter().find(|pair| ports.iter().any(|port| same(port, &pair.python)));
    let pair = labelled.or(found.first()).copied();
    let reason = pair.map(|pair| &pair.reason).or_else(|| {
        listed.pairing.unpaired.iter().find(|(function, _)| same(function, source)).map(|(_, reason)| reason)
    });
    let relations = label.relation.as_deref().unwrap_or("pair").split('+').map(str::to_owned).collect();
    JudgedLabel {
        relations,
        java: source.selector(),
        expected: ports.first().map(|port| port.selector()),
        found: pair.map(|pair| pair.python.selector()),
        reason: reason.map(|reason| format!("{}: {}", reason.rule, reason.detail)).unwrap_or_default(),
        right: pair.map_or(ports.is_empty(), |pair| ports.iter().any(|port| same(port, &pair.python))),
    }
}

fn is_source(function: &Function, label: &Label) -> bool {
    let constructor = function.kind == FunctionKind::Constructor && label.java_method == "<init>";
    let class = label.java_class.as_ref().is_none_or(|class| *class == function.scope.join("."));
    (constructor || function.name == label.java_method) && class
}

fn has_types(function: &Function, label: &Label) -> bool {
    let types = || function.params.iter().map(|param| param.ty.to_string()).collect::<Vec<_>>();
    let plain = |text: &String| text.replace("...", "[]").replace(' ', "");
    label.java_params.as_ref().is_none_or(|params| {
        let types = types();
        params.len() == types.len() && params.iter().zip(&types).all(|(a, b)| plain(a) == plain(b))
    })
}

fn is_port(function: &Function, label: &Label) -> bool {
    label.python_qualname.as_ref().is_none_or(|name| *name == function.qualified())
        && label.python_function.as_ref().is_none_or(|name| *name == function.name)
}

/// Returns the functions with the text nearest to the label's text.
///
/// If the label has no text, the function returns all functions.
///
/// White space does not count, because a formatter may have changed the tree after the labelling.
fn nearest<'f>(listed: &Listed, functions: Vec<&'f Function>, text: Option<&str>) -> Vec<&'f Function> {
    let Some(text) = text.filter(|_| functions.len() > 1) else { return functions };
    let wanted = words(text);
    let common = |function: &Function| {
        let own = listed.revision.file(&function.file).map(|file| words(function.span.slice(&file.text)));
        let own = own.unwrap_or_default();
        let shared: usize = own.iter().map(|(word, n)| wanted.get(word).map_or(0, |m| *n.min(m))).sum();
        // Twice the shared words divided by all words, in integers, so that equal texts have equal
        // scores.
        let all = own.values().sum::<usize>() + wanted.values().sum::<usize>();
        shared * 2_000_000 / all.max(1)
    };
    let scores: Vec<usize> = functions.iter().map(|function| common(function)).collect();
    let best = scores.iter().max().copied().unwrap_or_default();
    functions.into_iter().zip(scores).filter(|(_, score)| *score == best).map(|(function, _)| function).collect()
}

fn words(text: &str) -> BTreeMap<String, usize> {
    let mut words = BTreeMap::new();
    let split = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    for word in split {
        *words.entry(word.to_owned()).or_default() += 1;
    }
    words
}
