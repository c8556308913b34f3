//! The configuration: types, defaults, schema, error messages, and the merge of two revisions.
//!
//! The sources are `mts.yml`, or `[workspace.metadata.mts]` in a `Cargo.toml`, and the list of
//! accepted findings. `cli` applies flags.

mod accepted;
mod detect;
mod diagnostics;
mod init_template;
mod merge_policy;
mod properties;
mod sections;
mod selection;
#[cfg(test)]
mod tests;
mod translator;
mod validate;

pub use accepted::{ACCEPTED, AcceptedEntry, AcceptedFile, is_day};
pub use detect::detect_roots;
pub use init_template::{EXAMPLE, init_template};
pub use properties::{DeclaredProperty, PROPERTIES, in_force};
pub use sections::{
    Budgets, Build, Compare, Config, Fragments, Hunt, Inputs, Java, Mts, Mutation, PairEntry, ProgramEntry, Python,
    Randomness, Root, Search, Skip, Variants,
};
pub use selection::{Selection, is_below, root_of, shared_folders};
pub use translator::{CommandConfig, Endpoint, Price, TranslatorConfig, TranslatorKind};
pub use validate::VERSION;

pub use mts_model::Thresholds as Gate;

use mts_model::bounded_text::{SETTINGS_BYTES, read_text};
use mts_model::error::{Error, Result};
use serde_json::Value;
use std::path::Path;

/// The name of the configuration file at the root of the repository.
pub const FILE: &str = "mts.yml";

/// The source of a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// No source: the configuration has the default values.
    Defaults,
    /// An `mts.yml` file.
    File(String),
    /// The table `[workspace.metadata.mts]` of this `Cargo.toml`.
    CargoMetadata(String),
}

impl Config {
    /// Parses the text of an `mts.yml`. Errors name the file `origin`.
    ///
    /// # Errors
    /// Returns a usage error with line and column if the text is not YAML, has an unknown key, or
    /// has a value that is out of range.
    pub fn parse(text: &str, origin: &str) -> Result<Self> {
        // An empty file, or a file with only comments, is a YAML null.
        let config = diagnostics::read_yaml::<Option<Self>>(text, origin)?.unwrap_or_default();
        config.consistent().map_err(|error| error.at(origin))?;
        Ok(config)
    }

    /// Reads the configuration of a folder.
    ///
    /// The source is the folder's `mts.yml`, or else the table `[workspace.metadata.mts]` of its
    /// `Cargo.toml`. Without either source, the configuration has the default values.
    ///
    /// # Errors
    /// Returns an error if [`Config::parse`] returns one. Returns an environment error if a file
    /// exists and cannot be read.
    pub fn load(folder: &Path) -> Result<(Self, Origin)> {
        let path = folder.join(FILE);
        if path.exists() {
            return Ok((Self::load_file(&path)?, Origin::File(FILE.to_owned())));
        }
        let misspelt = folder.join("mts.yaml");
        if misspelt.exists() {
            return Err(Error::usage("the configuration file must have the name mts.yml")
                .at(misspelt.display().to_string())
                .help("rename the file: mv mts.yaml mts.yml"));
        }
        let manifest = folder.join("Cargo.toml");
        if manifest.exists()
            && let Some(config) = Self::from_manifest(&manifest)?
        {
            return Ok((config, Origin::CargoMetadata("Cargo.toml".to_owned())));
        }
        Ok((Self::default(), Origin::Defaults))
    }

    /// Reads one configuration file.
    ///
    /// # Errors
    /// Returns an error if [`Config::parse`] returns one. Returns an environment error if the file
    /// cannot be read.
    pub fn load_file(path: &Path) -> Result<Self> {
        let text = read_text(path, SETTINGS_BYTES).map_err(|error| match error.kind() {
            std::io::ErrorKind::InvalidData => {
                Error::usage("the text is not UTF-8").at(path.display().to_string()).help("save the file as UTF-8")
            }
            _ => Error::io("read the configuration", path, &error),
        })?;
        Self::parse(&text, &path.display().to_string())
    }

    /// Reads the table `[workspace.metadata.mts]` of a `Cargo.toml`. `None` means no such table.
    fn from_manifest(manifest: &Path) -> Result<Option<Self>> {
        let text =
            read_text(manifest, SETTINGS_BYTES).map_err(|error| Error::io("read the manifest", manifest, &error))?;
        // A `cargo` process takes a tenth of a second. Start it only if the table may exist.
        if !(text.contains("metadata") && text.contains("mts")) {
            return Ok(None);
        }
        let place = manifest.display().to_string();
        // Cargo and rustup read settings from the current folder. A pull request must not control
        // these settings, so run cargo in an empty folder.
        let empty = tempfile::tempdir().map_err(|error| Error::io("make a folder", &std::env::temp_dir(), &error))?;
        let whole = std::path::absolute(manifest).map_err(|error| Error::io("find the manifest", manifest, &error))?;
        let mut command = cargo_metadata::MetadataCommand::new();
        let metadata = command.manifest_path(whole).current_dir(empty.path()).no_deps().exec().map_err(|_| {
            // The message of cargo may contain lines of any file that the manifest names as a
            // member.
            Error::usage("cargo cannot read the manifest")
                .at(place.clone())
                .help("run `cargo metadata --no-deps` to see the reason, or write the configuration to mts.yml")
        })?;
        let Some(value) = metadata.workspace_metadata.get("mts") else { return Ok(None) };
        let place = format!("{place}, [workspace.metadata.mts]");
        let config: Self =
            serde_json::from_value(value.clone()).map_err(|error| diagnostics::metadata_error(&error, &place))?;
        config.consistent().map_err(|error| error.at(place))?;
        Ok(Some(config))
    }

    /// Checks that no settings contradict each other.
    fn consistent(&self) -> Result<()> {
        if self.compare.exact_floats && self.compare.rel_tol.is_some_and(|tolerance| tolerance != 0.0) {
            return Err(Error::usage("compare.exact-floats and compare.rel-tol contradict each other")
                .help("`exact-floats` means a tolerance of 0: remove one of the two keys"));
        }
        if self.search.min_temperature > self.search.max_temperature {
            return Err(Error::usage("search.min-temperature is above search.max-temperature")
                .help("raise search.max-temperature or lower search.min-temperature"));
        }
        Ok(())
    }
}

/// Returns the JSON schema of `mts.yml`.
///
/// The schema has the descriptions of the manual without links, because editors show plain text.
#[must_use]
pub fn schema() -> Value {
    let mut schema = schemars::schema_for!(Config).to_value();
    remove_links(&mut schema);
    schema
}

/// Replaces each Markdown link in the descriptions by its text.
fn remove_links(schema: &mut Value) {
    match schema {
        Value::Object(keys) => {
            for (key, value) in keys {
                match value {
                    Value::String(text) if key == "description" => *text = without_links(text),
                    value => remove_links(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(remove_links),
        _ => {}
    }
}

fn without_links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, link)) = rest.split_once('[') {
        out.push_str(before);
        let parts = link.split_once("](").filter(|(name, _)| !name.contains('['));
        match parts.and_then(|(name, target)| Some((name, target.split_once(')')?.1))) {
            Some((name, after)) => {
                out.push_str(name);
                rest = after;
            }
            None => {
                out.push('[');
                rest = link;
            }
        }
    }
    out + rest
}
