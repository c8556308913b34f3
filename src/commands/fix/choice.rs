//! Chooses the fixes of a report that `fix` writes.

use crate::commands::finding_ids::{PLACE_OF_IDS, resolve};
use crate::run::suppression::accept_list::selector;
use mts_model::error::{Error, Result};
use mts_model::report::{ChangedSides, PairReport, RunReport};
use mts_model::{Finding, Fix};

/// The fixes to write.
#[derive(Clone, Debug)]
pub enum FixChoice {
    /// The fixes of the findings with these ids, or unique prefixes of ids.
    Ids(Vec<String>),
    /// The fixes of all findings that are not accepted.
    All,
    /// The fixes of pairs in which only Java changed, without those of accepted findings.
    Drift,
}

/// A fix to write. Several findings of a pair may have the same fix.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChosenFix<'r> {
    pub pair: &'r PairReport,
    /// The id of the first chosen finding with this fix.
    pub id: &'r str,
    pub fix: &'r Fix,
}

impl ChosenFix<'_> {
    /// Reports whether a pair of another report is the pair of this fix.
    pub fn is_of(&self, pair: &PairReport) -> bool {
        selector(&self.pair.java) == selector(&pair.java)
            && (&self.pair.python.file, &self.pair.python.qualname) == (&pair.python.file, &pair.python.qualname)
    }
}

/// Returns the chosen fixes, each once.
///
/// # Errors
/// Returns a usage error if an id is unknown, ambiguous or without a fix, if no fix is chosen, or if
/// the report has no repository.
pub(super) fn chosen<'r>(report: &'r RunReport, choice: &FixChoice, shown: &str) -> Result<Vec<ChosenFix<'r>>> {
    if report.folder.is_some() {
        return Err(Error::usage("the report of `cargo mts check` has no repository to write to")
            .at(shown)
            .help("run `cargo mts run` in the repository of the port"));
    }
    let all: Vec<(&PairReport, &Finding)> =
        report.pairs.iter().flat_map(|pair| pair.findings.iter().map(move |finding| (pair, finding))).collect();
    let fix = |(pair, finding): (&'r PairReport, &'r Finding)| {
        let fix = finding.diagnosis.as_ref()?.fix.as_ref()?;
        Some(ChosenFix { pair, id: &finding.id, fix })
    };
    let chosen: Vec<ChosenFix<'r>> = match choice {
        FixChoice::Ids(ids) => {
            let known: Vec<&str> = all.iter().map(|(_, finding)| finding.id.as_str()).collect();
            let named = |id: &String| {
                let found = all[resolve(id, &known, &format!("finding in {shown}"), PLACE_OF_IDS)?];
                fix(found).ok_or_else(|| without_fix(found))
            };
            ids.iter().map(named).collect::<Result<_>>()?
        }
        FixChoice::All | FixChoice::Drift => {
            let is_drift = |pair: &PairReport| pair.drift && pair.changed == ChangedSides::Java;
            let open = all
                .into_iter()
                .filter(|(pair, finding)| !finding.accepted && (matches!(choice, FixChoice::All) || is_drift(pair)));
            open.filter_map(fix).collect()
        }
    };
    let mut once: Vec<ChosenFix<'r>> = Vec::new();
    for one in chosen {
        if !once.iter().any(|known| std::ptr::eq(known.pair, one.pair) && known.fix == one.fix) {
            once.push(one);
        }
    }
    if once.is_empty() {
        let what = match choice {
            FixChoice::Drift => "no pair in which only Java changed has a fix, apart from accepted findings",
            _ => "no finding of the report has a fix, apart from accepted findings",
        };
        return Err(Error::usage(what)
            .at(shown)
            .help("`cargo mts explain ID` shows what cargo mts knows of a finding"));
    }
    Ok(once)
}

fn without_fix((pair, finding): (&PairReport, &Finding)) -> Error {
    let why = match &finding.diagnosis {
        Some(_) => "cargo mts knows a cause, but no change of the port that removes the difference",
        None => "cargo mts does not know its cause",
    };
    let id = &finding.id;
    Error::usage(format!("{id} ({}) has no fix: {why}", pair.name))
        .help(format!("`cargo mts explain {id}` shows the finding"))
}
