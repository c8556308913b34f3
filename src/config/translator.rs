//! Reads the configuration of an external translator: a YAML file, or a command line.
//!
//! `external_translators` sends the requests.

use super::diagnostics;
use mts_model::bounded_text::{SETTINGS_BYTES, read_text};
use mts_model::error::{Error, Result};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The default time limit of one answer in seconds.
const TIME: u64 = 60;
/// The default size limit of one answer in bytes.
const OUTPUT: usize = 4 << 20;
/// The default number of concurrent requests to an endpoint.
const REQUESTS: usize = 4;
/// The default number of retries of a request.
const RETRIES: u32 = 4;
/// The default name of the environment variable with the key of an endpoint.
const KEY: &str = "OPENAI_API_KEY";

/// The configuration of a translator.
#[derive(Clone, Debug, PartialEq)]
pub struct TranslatorConfig {
    /// The name of the translator in results.
    pub name: String,
    /// The way to reach the translator.
    pub kind: TranslatorKind,
    /// The time limit of one answer.
    pub time: Duration,
    /// The size limit of one answer in bytes.
    pub output: usize,
    /// The largest number of concurrent requests.
    pub concurrency: usize,
    /// A text from the user that distinguishes versions of the translator.
    pub version: String,
    /// The number of requested answers, the best first.
    pub candidates: usize,
    /// The temperature of the model. `None` means the default temperature of the translator.
    pub temperature: Option<f64>,
    /// The seed of the model.
    pub seed: Option<u64>,
    /// The number of prompts from which a search may choose.
    pub prompts: usize,
}

/// The way to reach a translator.
#[derive(Clone, Debug, PartialEq)]
pub enum TranslatorKind {
    /// A program that runs once for each text.
    Command(CommandConfig),
    /// A program that translates many texts in one run.
    Batch(CommandConfig),
    /// A chat endpoint.
    Http(Endpoint),
}

/// The configuration of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandConfig {
    /// The name of the program and its arguments. The list is never empty.
    pub words: Vec<String>,
    /// The environment variables that the program inherits from this process.
    pub env: Vec<String>,
    /// The environment variables that the program gets with these values.
    pub set: BTreeMap<String, String>,
    /// The limit of processor time for each process, which gives one answer.
    pub cpu: Option<Duration>,
}

/// The configuration of a chat endpoint.
#[derive(Clone, Debug, PartialEq)]
pub struct Endpoint {
    /// The base address, such as `https://HOST/v1`.
    pub url: String,
    /// The name of the model.
    pub model: String,
    /// The templates of the prompt, the default template first. Without a template, a built-in
    /// template applies.
    pub prompts: Vec<String>,
    /// The largest number of tokens in an answer.
    pub max_tokens: Option<u64>,
    /// The number of retries of a request.
    pub retries: u32,
    /// The name of the environment variable with the key of the endpoint.
    pub key_env: String,
    /// The price of tokens.
    pub price: Option<Price>,
}

/// The price of a million tokens, in any currency.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "keys with values")]
pub struct Price {
    /// The price of prompt tokens.
    pub prompt: f64,
    /// The price of answer tokens.
    pub completion: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum KindName {
    Command,
    Batch,
    Http,
}

impl KindName {
    fn text(self) -> &'static str {
        match self {
            Self::Command => "command",
            Self::Batch => "batch",
            Self::Http => "http",
        }
    }
}

/// The content of a translator's configuration file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "keys with values")]
struct TranslatorFile {
    kind: KindName,
    name: Option<String>,
    command: Option<String>,
    env: Option<Vec<String>>,
    set: Option<BTreeMap<String, String>>,
    version: Option<String>,
    time: Option<u64>,
    output: Option<usize>,
    cpu: Option<u64>,
    concurrency: Option<usize>,
    candidates: Option<usize>,
    temperature: Option<f64>,
    seed: Option<u64>,
    url: Option<String>,
    model: Option<String>,
    prompt: Option<PathBuf>,
    prompts: Option<Vec<String>>,
    max_tokens: Option<u64>,
    retries: Option<u32>,
    key_env: Option<String>,
    price: Option<Price>,
}

impl TranslatorConfig {
    /// Makes the configuration of a program that runs once for each text.
    ///
    /// # Errors
    /// Returns a usage error if the command line is not valid shell syntax.
    pub fn command(name: &str, line: &str) -> Result<Self> {
        Ok(Self::plain(name, TranslatorKind::Command(CommandConfig::new(line, name)?), cores()))
    }

    /// Makes the configuration of a program that translates many texts.
    ///
    /// # Errors
    /// Returns a usage error if the command line is not valid shell syntax.
    pub fn batch(name: &str, line: &str) -> Result<Self> {
        Ok(Self::plain(name, TranslatorKind::Batch(CommandConfig::new(line, name)?), 1))
    }

    fn plain(name: &str, kind: TranslatorKind, concurrency: usize) -> Self {
        Self {
            name: name.to_owned(),
            kind,
            time: Duration::from_secs(TIME),
            output: OUTPUT,
            concurrency,
            version: String::new(),
            candidates: 1,
            temperature: None,
            seed: None,
            prompts: 1,
        }
    }

    /// Reads a configuration file. The path of a prompt file is relative to the folder of the
    /// configuration file.
    ///
    /// # Errors
    /// Returns a usage error with file and line if the text is not YAML, has an unknown key, lacks
    /// a key, has a key of another kind of translator, or has a value out of range. Returns an
    /// environment error if a file cannot be read.
    pub fn load(path: &Path) -> Result<Self> {
        let read = |path: &Path, doing: &str| read_text(path, SETTINGS_BYTES).map_err(|e| Error::io(doing, path, &e));
        let text = read(path, "read the description of the translator")?;
        let origin = path.display().to_string();
        let file: TranslatorFile = diagnostics::read_yaml(&text, &origin)?;
        let at = |key: &str| {
            let has = |line: &str| line.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with(':'));
            text.lines().position(has).map_or_else(|| origin.clone(), |line| format!("{origin}:{}", line + 1))
        };
        file.check().map_err(|(key, what)| Error::usage(format!("translator: {what}")).at(at(key)))?;
        let name = file.name.clone().unwrap_or_else(|| origin.clone());
        let kind = match file.kind {
            KindName::Http => {
                let beside = |prompt: &PathBuf| path.parent().unwrap_or(Path::new("")).join(prompt);
                let more = file.prompts.iter().flatten().map(PathBuf::from);
                let files: Vec<PathBuf> = file.prompt.iter().cloned().chain(more).collect();
                let prompts = files.iter().map(|prompt| read(&beside(prompt), "read the prompt"));
                let prompts = prompts.collect::<Result<Vec<String>>>()?;
                if let Some(nth) = prompts.iter().position(|text| !text.contains("{java}")) {
                    let key = if nth == 0 && file.prompt.is_some() { "prompt" } else { "prompts" };
                    let error = Error::usage(format!(
                        "translator: the prompt {} does not contain {{java}}, so the model does not see the class",
                        files[nth].display()
                    ))
                    .at(at(key));
                    return Err(
                        error.help("write `{java}` in the prompt file, at the place for the text of the Java class")
                    );
                }
                TranslatorKind::Http(Endpoint {
                    url: file.url.clone().unwrap_or_default(),
                    model: file.model.clone().unwrap_or_default(),
                    prompts,
                    max_tokens: file.max_tokens,
                    retries: file.retries.unwrap_or(RETRIES),
                    key_env: file.key_env.clone().unwrap_or_else(|| KEY.to_owned()),
                    price: file.price,
                })
            }
            word => {
                let called = CommandConfig::new(file.command.as_deref().unwrap_or_default(), &at("command"))?;
                let env = file.env.clone().unwrap_or_default();
                let set = file.set.clone().unwrap_or_default();
                let called = CommandConfig { env, set, cpu: file.cpu.map(Duration::from_secs), ..called };
                if word == KindName::Batch { TranslatorKind::Batch(called) } else { TranslatorKind::Command(called) }
            }
        };
        let concurrency = match file.kind {
            KindName::Command => cores(),
            KindName::Batch => 1,
            KindName::Http => REQUESTS,
        };
        Ok(Self {
            time: Duration::from_secs(file.time.unwrap_or(TIME)),
            output: file.output.unwrap_or(OUTPUT),
            version: file.version.clone().unwrap_or_default(),
            candidates: file.candidates.unwrap_or(1),
            temperature: file.temperature,
            seed: file.seed,
            prompts: match &kind {
                TranslatorKind::Http(endpoint) => endpoint.prompts.len().max(1),
                _ => file.prompts.as_ref().map_or(1, Vec::len).max(1),
            },
            ..Self::plain(&name, kind, file.concurrency.unwrap_or(concurrency))
        })
    }
}

impl CommandConfig {
    fn new(line: &str, place: &str) -> Result<Self> {
        let words = shlex::split(line).filter(|words| words.first().is_some_and(|word| !word.is_empty()));
        let words = words.ok_or_else(|| {
            let error = Error::usage(format!("`{line}` is not a command")).at(place);
            error.help("write a program and its arguments as in a shell, and close all quotes")
        })?;
        Ok(Self { words, env: Vec::new(), set: BTreeMap::new(), cpu: None })
    }
}

impl TranslatorFile {
    /// Returns the first invalid key with a message.
    ///
    /// A key is invalid if it is missing, belongs to another kind, or is out of range.
    fn check(&self) -> Result<(), (&'static str, String)> {
        let of_program = [
            ("command", self.command.is_some()),
            ("env", self.env.is_some()),
            ("set", self.set.is_some()),
            ("version", self.version.is_some()),
        ];
        let of_endpoint = [
            ("url", self.url.is_some()),
            ("model", self.model.is_some()),
            ("prompt", self.prompt.is_some()),
            ("max-tokens", self.max_tokens.is_some()),
            ("retries", self.retries.is_some()),
            ("key-env", self.key_env.is_some()),
            ("price", self.price.is_some()),
        ];
        let is_endpoint = self.kind == KindName::Http;
        let own: &[(&'static str, bool)] = if is_endpoint { &of_endpoint } else { &of_program };
        let foreign: &[(&'static str, bool)] = if is_endpoint { &of_program } else { &of_endpoint };
        let needed = if is_endpoint { 2 } else { 1 };
        if let Some((key, _)) = foreign.iter().find(|(_, is_there)| *is_there) {
            return Err((*key, format!("a translator of kind {} has no key `{key}`", self.kind.text())));
        }
        if let Some((key, _)) = own.iter().take(needed).find(|(_, is_there)| !is_there) {
            return Err(("kind", format!("a translator of kind {} needs the key `{key}`", self.kind.text())));
        }
        let whole = |key, value: Option<u64>, low: u64, high: u64| match value {
            Some(value) if !(low..=high).contains(&value) => {
                Err((key, format!("`{key}` is {value}, expected a number from {low} to {high}")))
            }
            _ => Ok(()),
        };
        let small = |value: Option<usize>| value.map(|value| u64::try_from(value).unwrap_or(u64::MAX));
        whole("time", self.time, 1, 3600)?;
        whole("cpu", self.cpu, 1, 3600)?;
        if self.cpu.is_some() && self.kind != KindName::Command {
            return Err((
                "cpu",
                format!(
                    "a translator of kind {} has no key `cpu`: the limit applies to one answer of a command",
                    self.kind.text()
                ),
            ));
        }
        whole("output", small(self.output), 1, 1 << 30)?;
        whole("concurrency", small(self.concurrency), 1, 256)?;
        whole("candidates", small(self.candidates), 1, 64)?;
        whole("retries", self.retries.map(u64::from), 0, 20)?;
        let is_in = |value: f64, high: f64| (0.0..=high).contains(&value);
        if self.temperature.is_some_and(|value| !is_in(value, 2.0)) {
            return Err(("temperature", "`temperature` must be a number from 0 to 2".to_owned()));
        }
        if self.price.is_some_and(|p| !is_in(p.prompt, f64::MAX) || !is_in(p.completion, f64::MAX)) {
            return Err(("price", "a price must be 0 or more".to_owned()));
        }
        if self.url.as_ref().is_some_and(|url| !url.starts_with("https://") && !url.starts_with("http://")) {
            return Err(("url", "`url` must begin with https:// or http://".to_owned()));
        }
        Ok(())
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::error::ExitCode;

    fn load(text: &str) -> Result<TranslatorConfig> {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("prompt.txt"), "Java: {java}").expect("writes");
        std::fs::write(folder.path().join("wordless.txt"), "Java!").expect("writes");
        let path = folder.path().join("t.yml");
        std::fs::write(&path, text).expect("writes");
        TranslatorConfig::load(&path)
    }

    #[test]
    fn a_program_and_an_endpoint_are_read_with_their_defaults() {
        let program = load("kind: batch\ncommand: python3 'my file.py' --fast\nenv: [TOKEN]\nset: {MODE: x}\n");
        let program = program.expect("reads");
        let TranslatorKind::Batch(called) = &program.kind else { panic!("{program:?}") };
        assert_eq!(called.words, ["python3", "my file.py", "--fast"]);
        assert_eq!((called.env[0].as_str(), called.set["MODE"].as_str()), ("TOKEN", "x"));
        assert_eq!((program.concurrency, program.time.as_secs(), program.candidates), (1, 60, 1));
        let text = "kind: http\nname: small\nurl: http://localhost:1/v1\nmodel: m\nprompt: prompt.txt\nseed: 7\n\
                    temperature: 0.5\nprice: {prompt: 0.1, completion: 0.4}\n";
        let endpoint = load(text).expect("reads");
        assert_eq!((endpoint.name.as_str(), endpoint.seed), ("small", Some(7)));
        let TranslatorKind::Http(http) = endpoint.kind else { panic!("an endpoint") };
        assert_eq!(http.prompts, ["Java: {java}"]);
        assert_eq!((http.retries, http.key_env.as_str()), (4, "OPENAI_API_KEY"));
    }

    #[test]
    fn errors_name_their_line() {
        for (text, line, what, help) in [
            ("kind: htp\n", ":1:", "unknown value `htp`", "did you mean `http`?"),
            ("kind: http\nurll: x\n", ":2:", "unknown key `urll`", "did you mean `url`?"),
            ("kind: http\nkey: secret\nurl: x\n", ":2:", "unknown key `key`", ""),
            ("kind: http\nurl: http://a/\n", ":1", "a translator of kind http needs the key `model`", ""),
            ("kind: command\n\nmodel: m\ncommand: x\n", ":3", "a translator of kind command has no key `model`", ""),
            ("kind: command\ncommand: x 'y\n", ":2", "is not a command", "close all quotes"),
            ("kind: command\ncommand: x\ntime: 0\n", ":3", "from 1 to 3600", ""),
            ("kind: batch\ncommand: x\ncpu: 5\n", ":3", "a translator of kind batch has no key `cpu`", ""),
            ("kind: http\nmodel: m\nurl: ftp://a\n", ":3", "must begin with https://", ""),
            ("kind: http\nmodel: m\nurl: http://a\ntemperature: 3\n", ":4", "from 0 to 2", ""),
            ("kind: http\nmodel: m\nurl: http://a\nprompt: wordless.txt\n", ":4", "does not contain {java}", "{java}"),
        ] {
            let error = load(text).expect_err(text);
            assert_eq!(error.code, ExitCode::Usage, "{error}");
            assert!(error.location.contains(&format!("t.yml{line}")), "{error}");
            assert!(error.message.contains(what) && error.help.contains(help), "{error}");
        }
    }
}
