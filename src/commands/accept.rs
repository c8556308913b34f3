//! `cargo mts accept`: adds findings to the accept list, removes findings, or prints the list.
//!
//! `run::suppression` applies the list to a run.

use crate::commands::finding_ids::{PLACE_OF_IDS, read_report, resolve};
use crate::config::{ACCEPTED, AcceptedEntry, AcceptedFile, is_day};
use crate::git::Repository;
use crate::run::suppression::accept_list::{is_stale, selector};
use mts_model::Finding;
use mts_model::bounded_text::{SETTINGS_BYTES, read_text};
use mts_model::error::{Error, Result};
use mts_model::report::PairReport;
use std::path::{Path, PathBuf};

/// The change of the accept list.
#[derive(Clone, Debug)]
pub enum Action {
    /// Accept the findings with these ids.
    Accept {
        /// The ids, or unique prefixes of ids.
        ids: Vec<String>,
        /// The reason for the entries.
        reason: String,
        /// The last day of the entries, `YYYY-MM-DD`; `None` if the entries have no end.
        expires: Option<String>,
    },
    /// Remove the entries with these ids, or unique prefixes of ids, from the list.
    Remove(Vec<String>),
    /// Remove the stale entries: the report shows that they match no finding any more.
    ///
    /// An entry about a pair that is not in the report is stale only if its Java file no longer exists.
    Prune,
    /// Print the list.
    List,
}

/// The request of `cargo mts accept`.
#[derive(Clone, Debug)]
pub struct AcceptRequest {
    /// A folder inside the repository.
    pub directory: PathBuf,
    /// The path of the report, for [`Action::Accept`] and [`Action::Prune`].
    pub report: PathBuf,
    /// The change of the list.
    pub action: Action,
}

/// Changes the accept list, or renders the list. Returns the text for the user.
///
/// # Errors
/// Returns a usage error if an id is unknown or ambiguous, if the reason is empty, if the day of expiry is not a date,
/// or if the report or the list is invalid. Returns an environment error if there is no working tree, or if the list
/// cannot be read or written.
pub fn accept(request: &AcceptRequest) -> Result<String> {
    let repository = Repository::discover(&request.directory)?;
    let root = repository.root().ok_or_else(|| {
        Error::environment("a bare repository has no working tree with an accept list")
            .at(request.directory.display().to_string())
            .help("give the folder of a working tree with -C")
    })?;
    let path = root.join(ACCEPTED);
    let mut list = read_list(&path)?;
    let text = match &request.action {
        Action::List => return Ok(render_list(&list)),
        Action::Accept { ids, reason, expires } => {
            let reason = one_line(reason);
            if reason.is_empty() {
                return Err(Error::usage("the reason is empty")
                    .at("--reason")
                    .help("give the reason why both sides may differ here"));
            }
            if let Some(day) = expires.as_ref().filter(|day| !is_day(day)) {
                return Err(Error::usage(format!("`{day}` is not a date")).at("--expires").help("write YYYY-MM-DD"));
            }
            let report = read_report(&request.report)?;
            let all: Vec<(&PairReport, &Finding)> =
                report.pairs.iter().flat_map(|pair| pair.findings.iter().map(move |finding| (pair, finding))).collect();
            let known: Vec<&str> = all.iter().map(|(_, finding)| finding.id.as_str()).collect();
            let mut text = String::new();
            for id in ids {
                let at = resolve(id, &known, &format!("finding in {}", request.report.display()), PLACE_OF_IDS)?;
                let (pair, finding) = all[at];
                let entry = AcceptedEntry {
                    id: finding.id.clone(),
                    pair: selector(&pair.java),
                    kind: finding.kind,
                    operator: finding.operator,
                    what: one_line(&finding.cause),
                    reason: reason.clone(),
                    expires: expires.clone(),
                    by: repository.user_name(),
                };
                text.push_str(&format!("accepted {} ({}): {}\n", entry.id, pair.name, entry.what));
                list.accept(entry)?;
            }
            text
        }
        Action::Remove(ids) => {
            let known: Vec<&str> = list.entries().iter().map(|entry| entry.id.as_str()).collect();
            let what = format!("entry in {ACCEPTED}");
            let help = "`cargo mts accept --list` shows the ids of all entries";
            let found: Result<Vec<String>> =
                ids.iter().map(|id| Ok(known[resolve(id, &known, &what, help)?].to_owned())).collect();
            take_off(&mut list, &found?)?
        }
        Action::Prune => {
            let report = read_report(&request.report)?;
            let exists = |file: &str| root.join(file).exists();
            let stale = |entry: &&AcceptedEntry| is_stale(entry, &report.pairs, &report.settings.operators, &exists);
            let ids: Vec<String> = list.entries().iter().filter(stale).map(|entry| entry.id.clone()).collect();
            if ids.is_empty() {
                return Ok(format!("the report shows no stale entry in {ACCEPTED}\n"));
            }
            take_off(&mut list, &ids)?
        }
    };
    write_list(&path, &list)?;
    Ok(format!("{text}wrote {}; commit the file: a run reads the list of the base revision\n", path.display()))
}

fn take_off(list: &mut AcceptedFile, ids: &[String]) -> Result<String> {
    list.remove(ids)?;
    Ok(ids.iter().map(|id| format!("removed {id} from the list\n")).collect())
}

fn render_list(list: &AcceptedFile) -> String {
    if list.entries().is_empty() {
        return format!("there is no accepted finding in {ACCEPTED}\n");
    }
    let mut text = String::new();
    for entry in list.entries() {
        let until = entry.expires.as_ref().map_or(String::new(), |day| format!(", until {day}"));
        let by = entry.by.as_ref().map_or(String::new(), |name| format!(", by {name}"));
        let AcceptedEntry { id, pair, what, reason, .. } = entry;
        text.push_str(&format!("{id}  {pair}\n  {what}\n  accepted: {reason}{until}{by}\n"));
    }
    text
}

fn read_list(path: &Path) -> Result<AcceptedFile> {
    match read_text(path, SETTINGS_BYTES) {
        Ok(text) => AcceptedFile::parse(&text, &path.display().to_string()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(AcceptedFile::default()),
        Err(error) => Err(Error::io("read the accepted findings", path, &error)),
    }
}

fn write_list(path: &Path, list: &AcceptedFile) -> Result<()> {
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder).map_err(|error| Error::io("make the folder", folder, &error))?;
    // The function writes a new file and renames it, so the list is never half written.
    let new = path.with_extension("yml.new");
    std::fs::write(&new, list.text())
        .and_then(|()| std::fs::rename(&new, path))
        .map_err(|error| Error::io("write the accepted findings", path, &error))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
