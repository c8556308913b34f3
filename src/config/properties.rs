//! Reads the user's properties from `mts.yml` and `mts-properties.yml`, with their lines.
//!
//! The engine checks the expressions of the properties.

use super::{Config, FILE, VERSION, diagnostics, validate};
use mts_model::Property;
use mts_model::bounded_text::{SETTINGS_BYTES, read_text};
use mts_model::error::{Error, Result};
use serde::Deserialize;
use std::path::Path;

/// The name of the file of properties. The file is in the same folder as the configuration.
pub const PROPERTIES: &str = "mts-properties.yml";

/// The content of an `mts-properties.yml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "keys with values")]
struct PropertiesFile {
    #[serde(default = "version", deserialize_with = "validate::version")]
    #[expect(dead_code, reason = "it is read to be checked")]
    version: u32,
    #[serde(default)]
    properties: Vec<Property>,
}

fn version() -> u32 {
    VERSION
}

/// A property that a user wrote, with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct DeclaredProperty {
    /// The property.
    pub property: Property,
    /// The path of its file.
    pub origin: String,
    /// The lines of the property with their one-based numbers.
    lines: Vec<(usize, String)>,
}

impl DeclaredProperty {
    /// Returns the place of a key of the property, for example `mts.yml:12`.
    ///
    /// If no line has the key, the place is the first line of the property, or else the file.
    #[must_use]
    pub fn place(&self, key: &str) -> String {
        let is_key = |line: &&(usize, String)| {
            let text = line.1.trim_start().trim_start_matches("- ").trim_start();
            text.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with(':'))
        };
        match self.lines.iter().find(is_key).or(self.lines.first()) {
            Some((line, _)) => format!("{}:{line}", self.origin),
            None => self.origin.clone(),
        }
    }

    /// Reads the properties of a configuration and of the `mts-properties.yml` beside it.
    ///
    /// Without `config`, the function reads the configuration of the folder.
    ///
    /// # Errors
    /// Returns an error if one of the files cannot be read, as [`Config::load`] does.
    pub fn load(folder: &Path, config: Option<&Path>) -> Result<Vec<Self>> {
        let own = match config {
            Some(path) => Config::load_file(path)?,
            None => Config::load(folder)?.0,
        };
        let file = config.map_or_else(|| folder.join(FILE), Path::to_path_buf);
        let text = if own.properties.is_empty() || !file.exists() { String::new() } else { read(&file)? };
        let beside = file.parent().unwrap_or(folder).join(PROPERTIES);
        let text_beside = if beside.exists() { Some(read(&beside)?) } else { None };
        let [file, beside] = [&file, &beside].map(|path| path.display().to_string());
        Self::from_texts(own.properties, [(&file, Some(&text)), (&beside, text_beside.as_deref())])
    }

    /// Returns the properties of a configuration and of the `mts-properties.yml` beside it.
    ///
    /// The pairs are the name and the text of both files. `None` means that the file does not
    /// exist.
    ///
    /// # Errors
    /// Returns a usage error with line and column if the text of `mts-properties.yml` is invalid.
    pub fn from_texts(
        own: Vec<Property>,
        [(file, text), (beside, text_beside)]: [(&str, Option<&str>); 2],
    ) -> Result<Vec<Self>> {
        let mut found = with_lines(own, text.unwrap_or_default(), file);
        if let Some(text) = text_beside {
            found.extend(with_lines(parse(text, beside)?, text, beside));
        }
        Ok(found)
    }
}

/// Parses the text of an `mts-properties.yml`.
///
/// # Errors
/// Returns a usage error with line and column if the text is invalid.
fn parse(text: &str, origin: &str) -> Result<Vec<Property>> {
    let file: Option<PropertiesFile> = diagnostics::read_yaml(text, origin)?;
    Ok(file.map(|file| file.properties).unwrap_or_default())
}

/// Returns the properties in force for a change.
///
/// The result has the properties of the base, and the properties of the head whose names are new.
#[must_use]
pub fn in_force(base: &[Property], head: &[Property]) -> Vec<Property> {
    let added = head.iter().filter(|own| !base.iter().any(|known| known.name == own.name));
    base.iter().chain(added).cloned().collect()
}

fn read(path: &Path) -> Result<String> {
    read_text(path, SETTINGS_BYTES).map_err(|error| Error::io("read the properties", path, &error))
}

/// Adds to each property the lines of its entry in the file.
///
/// `text` is the text of the file, whose key `properties` has the list of entries.
fn with_lines(properties: Vec<Property>, text: &str, origin: &str) -> Vec<DeclaredProperty> {
    let mut entries: Vec<Vec<(usize, String)>> = Vec::new();
    let mut indent = None;
    let numbered = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    for (number, line) in numbered.skip_while(|(_, line)| !line.starts_with("properties:")).skip(1) {
        let own = line.len() - line.trim_start().len();
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        let is_entry = line.trim_start().starts_with('-');
        if own < indent.unwrap_or(0) || (own == 0 && !is_entry) {
            break;
        }
        if is_entry && own == *indent.get_or_insert(own) {
            entries.push(Vec::new());
        }
        if let Some(entry) = entries.last_mut() {
            entry.push((number, line.to_owned()));
        }
    }
    // If the list has another notation, each property gets the line of the key `properties`.
    if entries.len() != properties.len() {
        let key = text.lines().position(|line| line.starts_with("properties:"));
        let lines: Vec<(usize, String)> = key.map(|at| (at + 1, String::new())).into_iter().collect();
        entries = vec![lines; properties.len()];
    }
    let declared = |(property, lines)| DeclaredProperty { property, origin: origin.to_owned(), lines };
    properties.into_iter().zip(entries).map(declared).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_of_both_files_have_their_line_numbers() {
        let folder = tempfile::tempdir().expect("a folder");
        let config = "inputs: {max: 4}\n\nproperties:\n  # one\n  - name: one\n    mode: [pair]\n\n    ensures: \"true\"\n\
                      sandbox: off\n";
        std::fs::write(folder.path().join("mts.yml"), config).expect("written");
        let beside =
            "version: 1\nproperties:\n- ensures: \"loops(d1) < 3\"\n  name: two\n- {name: three, ensures: 'true'}\n";
        std::fs::write(folder.path().join("mts-properties.yml"), beside).expect("written");
        let found = DeclaredProperty::load(folder.path(), None).expect("reads");
        let names: Vec<&str> = found.iter().map(|declared| declared.property.name.as_str()).collect();
        assert_eq!(names, ["one", "two", "three"]);
        let line =
            |at: usize, key: &str| found[at].place(key).rsplit('/').next().map(str::to_owned).unwrap_or_default();
        assert_eq!(line(0, "ensures"), "mts.yml:8");
        assert_eq!(
            (line(1, "ensures"), line(1, "name")),
            ("mts-properties.yml:3".into(), "mts-properties.yml:4".into())
        );
        assert_eq!(line(2, "ensures"), "mts-properties.yml:5", "the entry, where its keys share a line");
    }

    #[test]
    fn a_list_on_one_line_has_that_line() {
        let text = "version: 1\nproperties: [{name: a, ensures: 'true'}, {name: b, ensures: 'true'}]\n";
        let found = with_lines(parse(text, PROPERTIES).expect("properties"), text, "p.yml");
        assert_eq!(found.iter().map(|one| one.place("ensures")).collect::<Vec<_>>(), ["p.yml:2", "p.yml:2"]);
    }

    #[test]
    fn an_unknown_key_is_an_error_with_its_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let text = "properties:\n  - name: one\n    ensure: \"true\"\n";
        std::fs::write(folder.path().join("mts-properties.yml"), text).expect("written");
        let error = DeclaredProperty::load(folder.path(), None).expect_err("an unknown key");
        assert!(error.location.ends_with("mts-properties.yml:3:5"), "{error}");
        assert_eq!(error.help, "did you mean `ensures`?");
    }

    #[test]
    fn a_change_can_add_properties_but_not_alter_them() {
        let parsed = |text: &str| parse(text, PROPERTIES).expect("properties");
        let base = parsed("properties: [{name: a, ensures: 'false'}, {name: b, ensures: 'true'}]");
        let head = parsed("properties: [{name: a, ensures: 'true'}, {name: c, ensures: 'true'}]");
        let held = in_force(&base, &head);
        let rules: Vec<(&str, &str)> = held.iter().map(|one| (one.name.as_str(), one.ensures.as_str())).collect();
        assert_eq!(rules, [("a", "false"), ("b", "true"), ("c", "true")]);
    }

    #[test]
    fn without_files_there_are_no_properties() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(DeclaredProperty::load(folder.path(), None).expect("reads"), []);
    }
}
