//! The list of accepted findings, `.mts/accepted.yml`: its format, checks and edits.
//!
//! Edits keep the comments of people. `run::suppression` chooses between the lists of two
//! revisions.

use super::diagnostics;
use mts_model::error::Result;
use mts_model::{FindingKind, Operator};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};

/// The path of the list from the root of the repository.
pub const ACCEPTED: &str = ".mts/accepted.yml";

/// The first lines of a new list.
const HEAD: &str = "\
# Findings that the team has accepted, each with its reason: the gate ignores them, and the score still counts them.
# `cargo mts accept` writes here; a comment belongs to the entry below it.
version: 1
accepted:
";

/// One accepted finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "keys with values")]
pub struct AcceptedEntry {
    /// The id of the finding.
    #[serde(deserialize_with = "id")]
    pub id: String,
    /// The selector of the pair's Java side.
    pub pair: String,
    /// The kind of the finding.
    pub kind: FindingKind,
    /// The operator of the mutant, if the finding has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operator: Option<Operator>,
    /// The cause of the finding in one line, for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub what: String,
    /// The reason why the team accepts the finding.
    #[serde(deserialize_with = "reason")]
    pub reason: String,
    /// The last valid day of the entry, as `YYYY-MM-DD`. `None` means no limit.
    #[serde(default, deserialize_with = "expires", skip_serializing_if = "Option::is_none")]
    pub expires: Option<String>,
    /// The person who accepted the finding.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "keys with values")]
struct AcceptedYaml {
    #[serde(deserialize_with = "super::validate::version")]
    #[expect(dead_code, reason = "it is checked while it is read")]
    version: u32,
    accepted: Option<Vec<AcceptedEntry>>,
}

/// The entries of an accept list, with the text of its file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AcceptedFile {
    text: String,
    entries: Vec<AcceptedEntry>,
}

impl AcceptedFile {
    /// Parses the text of a list. Errors name the file `origin`.
    ///
    /// # Errors
    /// Returns a usage error with line and column if the text is invalid. Returns a usage error if
    /// two entries have the same id.
    pub fn parse(text: &str, origin: &str) -> Result<Self> {
        let shape: Option<AcceptedYaml> = diagnostics::read_yaml(text, origin)?;
        let entries = shape.and_then(|shape| shape.accepted).unwrap_or_default();
        for (at, entry) in entries.iter().enumerate() {
            if entries[..at].iter().any(|other| other.id == entry.id) {
                return Err(mts_model::error::Error::usage(format!(
                    "the list has two entries with the id {}",
                    entry.id
                ))
                .at(origin)
                .help("keep one of the two entries"));
            }
        }
        Ok(Self { text: text.to_owned(), entries })
    }

    /// Returns the entries, in the order of the file.
    #[must_use]
    pub fn entries(&self) -> &[AcceptedEntry] {
        &self.entries
    }

    /// Returns the text to write to the file.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Adds an entry, or replaces the entry with the same id.
    ///
    /// The function puts a new entry before the first entry with a larger pair and id.
    ///
    /// # Errors
    /// Returns an internal error if an entry has no YAML form.
    pub fn accept(&mut self, entry: AcceptedEntry) -> Result<()> {
        let mut layout = Layout::parse(&self.text, self.entries.len());
        let lines = block(&entry)?;
        if let Some(at) = self.entries.iter().position(|known| known.id == entry.id) {
            if let Some(layout) = &mut layout {
                let own = &mut layout.blocks[at];
                own.retain(|line| line.trim_start().starts_with('#'));
                own.extend(lines);
            }
            self.entries[at] = entry;
        } else {
            let after = |known: &AcceptedEntry| (&known.pair, &known.id) > (&entry.pair, &entry.id);
            let at = self.entries.iter().position(after).unwrap_or(self.entries.len());
            if let Some(layout) = &mut layout {
                layout.blocks.insert(at, lines);
            }
            self.entries.insert(at, entry);
        }
        self.rewrite(layout)
    }

    /// Removes the entries with these ids, and the comments above them.
    ///
    /// # Errors
    /// Returns an internal error if an entry has no YAML form.
    pub fn remove(&mut self, ids: &[String]) -> Result<()> {
        let mut layout = Layout::parse(&self.text, self.entries.len());
        for at in (0..self.entries.len()).rev().filter(|at| ids.contains(&self.entries[*at].id)).collect::<Vec<_>>() {
            self.entries.remove(at);
            if let Some(layout) = &mut layout {
                layout.blocks.remove(at);
            }
        }
        self.rewrite(layout)
    }

    /// Sets the text of the list to the edited text, which keeps the comments.
    ///
    /// If the edited text does not have the right entries, the new text has only the entries.
    fn rewrite(&mut self, layout: Option<Layout>) -> Result<()> {
        if let Some(text) = layout.map(|layout| layout.text())
            && Self::parse(&text, ACCEPTED).is_ok_and(|read| read.entries == self.entries)
        {
            self.text = text;
            return Ok(());
        }
        let blocks = self.entries.iter().map(block).collect::<Result<_>>()?;
        self.text = Layout { head: HEAD.lines().map(str::to_owned).collect(), blocks, tail: Vec::new() }.text();
        Ok(())
    }
}

/// The lines of an accept list, in three parts.
///
/// This type edits lines of text, because `serde_yaml` would drop the comments of people.
struct Layout {
    /// The lines up to the key `accepted`.
    head: Vec<String>,
    /// The lines of each entry, with the comments above the entry.
    blocks: Vec<Vec<String>>,
    /// The comments and empty lines below the last entry.
    tail: Vec<String>,
}

impl Layout {
    /// Splits a text into its parts. `None` means that the text does not have one block for each
    /// entry.
    fn parse(text: &str, entries: usize) -> Option<Self> {
        let mut lines = text.lines().map(str::to_owned);
        let mut head = Vec::new();
        loop {
            let line = lines.next()?;
            let is_last = line.starts_with("accepted:");
            head.push(line);
            if is_last {
                break;
            }
        }
        let (mut blocks, mut waiting): (Vec<Vec<String>>, Vec<String>) = (Vec::new(), Vec::new());
        let mut indent = None;
        for line in lines {
            let bare = line.trim_start();
            let depth = line.len() - bare.len();
            if bare.is_empty() || bare.starts_with('#') {
                waiting.push(line);
            } else if bare.starts_with("- ") && indent.is_none_or(|known| known == depth) {
                indent = Some(depth);
                waiting.push(line);
                blocks.push(std::mem::take(&mut waiting));
            } else {
                let own = blocks.last_mut()?;
                own.append(&mut waiting);
                own.push(line);
            }
        }
        (blocks.len() == entries).then_some(Self { head, blocks, tail: waiting })
    }

    fn text(mut self) -> String {
        if let Some(last) = self.head.last_mut() {
            *last = if self.blocks.is_empty() { "accepted: []" } else { "accepted:" }.to_owned();
        }
        let lines = self.head.into_iter().chain(self.blocks.into_iter().flatten()).chain(self.tail);
        lines.map(|line| line + "\n").collect()
    }
}

/// Returns the lines of an entry in the list.
fn block(entry: &AcceptedEntry) -> Result<Vec<String>> {
    let text = serde_yaml::to_string(&[entry])
        .map_err(|error| mts_model::error::Error::bug(format!("cannot write the entry as YAML: {error}")))?;
    Ok(text.lines().map(|line| format!("  {line}")).collect())
}

/// Reports whether a text is a day of the calendar, as `YYYY-MM-DD`.
#[must_use]
pub fn is_day(text: &str) -> bool {
    // jiff also accepts shorter forms, and days with a time.
    text.parse::<jiff::civil::Date>().is_ok_and(|day| day.to_string() == text)
}

fn id<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    let digits = text.strip_prefix("MTS-").unwrap_or("");
    let is_id = digits.len() == 12 && digits.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
    if is_id {
        Ok(text)
    } else {
        Err(D::Error::custom(format!("`{text}` is not a finding id: write `MTS-` and 12 lowercase hex digits")))
    }
}

fn reason<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text.trim().is_empty() { Err(D::Error::custom("the reason is empty")) } else { Ok(text) }
}

fn expires<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Option<String>, D::Error> {
    match Option::<String>::deserialize(deserializer)? {
        Some(text) if !is_day(&text) => Err(D::Error::custom(format!("`{text}` is not a date: write YYYY-MM-DD"))),
        day => Ok(day),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: &str, pair: &str) -> AcceptedEntry {
        AcceptedEntry {
            id: format!("MTS-{id:0>12}"),
            pair: pair.to_owned(),
            kind: FindingKind::Mutant,
            operator: Some(Operator::ROR),
            what: "after the ROR edit `a: b < c # d` Java and Python diverge".to_owned(),
            reason: "- meant: \"so\"".to_owned(),
            expires: None,
            by: Some("Ada".to_owned()),
        }
    }

    fn ids(file: &AcceptedFile) -> Vec<&str> {
        file.entries().iter().map(|entry| entry.id.trim_start_matches("MTS-0000000000")).collect()
    }

    #[test]
    fn entries_are_added_in_order_and_read_back() {
        let mut file = AcceptedFile::default();
        for (id, pair) in [("02", "B.f"), ("03", "A.f"), ("01", "B.f")] {
            file.accept(entry(id, pair)).expect("written");
        }
        assert_eq!(ids(&file), ["03", "01", "02"]);
        assert!(file.text().starts_with(HEAD), "{}", file.text());
        assert_eq!(AcceptedFile::parse(file.text(), "x").expect("read"), file);
        let again = file.clone();
        file.accept(entry("01", "B.f")).expect("written");
        assert_eq!(file, again, "the same entry changes nothing");
    }

    #[test]
    fn comments_of_users_are_kept() {
        let mut file = AcceptedFile::default();
        file.accept(entry("01", "A.f")).expect("written");
        file.accept(entry("02", "A.f")).expect("written");
        let text =
            file.text().replace("accepted:", "# ours\naccepted:").replace("  - id", "  # see\n  - id") + "# end\n";
        let mut file = AcceptedFile::parse(&text, "x").expect("read");
        file.remove(&["MTS-000000000001".to_owned()]).expect("written");
        file.accept(entry("03", "A.f")).expect("written");
        file.accept(AcceptedEntry { reason: "other".to_owned(), ..entry("02", "A.f") }).expect("written");
        assert_eq!(ids(&file), ["02", "03"]);
        assert_eq!(file.text().matches("# see").count(), 1, "{}", file.text());
        assert!(file.text().contains("# ours\n") && file.text().ends_with("# end\n"), "{}", file.text());
        file.remove(&["MTS-000000000002".to_owned(), "MTS-000000000003".to_owned()]).expect("written");
        assert!(file.text().contains("accepted: []\n# end"), "{}", file.text());
        assert_eq!(AcceptedFile::parse(file.text(), "x").expect("read").entries(), []);
    }

    #[test]
    fn an_accept_list_of_another_layout_is_rewritten() {
        let text = "version: 1\naccepted: [{id: MTS-000000000001, pair: A.f, kind: drift, reason: x}]\n";
        let mut file = AcceptedFile::parse(text, "x").expect("read");
        file.accept(entry("02", "A.f")).expect("written");
        assert_eq!(ids(&file), ["01", "02"]);
        assert!(file.text().starts_with(HEAD));
    }

    #[test]
    fn errors_name_the_place() {
        let with = |more: &str| {
            let text =
                format!("version: 1\naccepted:\n  - id: MTS-000000000001\n    pair: A.f\n    kind: mutant\n{more}");
            AcceptedFile::parse(&text, "accepted.yml").expect_err("refused")
        };
        for (more, what) in [
            ("", "missing field `reason`"),
            ("    reason: ' '\n", "the reason is empty"),
            ("    reason: x\n    expires: 2026-02-29\n", "not a date"),
            ("    reason: x\n    until: 2026-02-28\n", "unknown key `until`"),
        ] {
            let error = with(more);
            assert!(error.message.contains(what) && error.location.starts_with("accepted.yml:"), "{error}");
        }
        assert!(
            with("    reason: x\n  - {id: MTS-000000000001, pair: A.f, kind: drift, reason: x}\n")
                .message
                .contains("two entries")
        );
        let id = AcceptedFile::parse("version: 1\naccepted:\n  - {id: MTS-1, pair: A, kind: drift, reason: x}\n", "x");
        assert!(id.expect_err("refused").message.contains("12 lowercase hex digits"));
    }

    #[test]
    fn only_a_date_of_the_calendar_is_valid() {
        assert!(is_day("2024-02-29") && is_day("2026-12-31"));
        for text in ["2026-02-29", "2026-13-01", "2026-1-1", "+026-01-01", "2026-01-01T", "soon"] {
            assert!(!is_day(text), "{text}");
        }
    }
}
