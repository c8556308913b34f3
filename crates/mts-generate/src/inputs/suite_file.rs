//! Parses suite files, `mts/inputs/*.json`: calls that users write for a pair.
//!
//! This module defines the format, its schema and its error messages. The callers find the files
//! and choose their revision. The module `pairing` resolves the selectors.

use super::coerce;
use super::program_cases::ProgramTest;
use mts_model::error::{Error, Result, without_location};
use mts_model::{Function, Input, InputOrigin, JavaType, Param, Value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Version of the format. A change that old readers would misread raises the version.
pub const SUITE_VERSION: u32 = 1;

/// The inputs of one pair. A suite file holds one such object, or a JSON array of such objects.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "keys with values")]
pub struct SuitePair {
    /// Always 1.
    #[schemars(range(min = 1, max = 1))]
    pub version: u32,
    /// Selector of the Java side: `path/File.java#Class.method(int,long)`. You can omit the path, the class and the
    /// parameters if the rest of the selector is unique.
    pub pair: String,
    /// At least one call.
    #[schemars(length(min = 1))]
    pub inputs: Vec<SuiteCall>,
}

/// One call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "keys with values")]
pub struct SuiteCall {
    /// One value for each Java parameter, in Java's order. A value is plain JSON, or has the tagged form if JSON lacks
    /// such values (`{"$float": "nan"}`, `{"$set": [1, 2]}`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<Json>,
    /// Only for whole programs: text for standard input; the call has no `args` then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stdin: Option<String>,
    /// Only for whole programs: the expected output. Without this key, the tool expects Java's output.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stdout: Option<String>,
    /// Arguments of the constructor that creates the receiver; only for instance methods.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receiver: Option<Vec<Json>>,
    /// A note for people: the reason for this call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// The content of a suite file.
// Only the schema uses this type. The reader looks at the first character instead, so that errors keep their line.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "names the two forms for the schema")]
enum SuiteFile {
    /// One pair.
    One(SuitePair),
    /// Several pairs.
    Many(Vec<SuitePair>),
}

/// Returns the JSON schema of a suite file.
#[must_use]
pub fn schema() -> Json {
    schemars::schema_for!(SuiteFile).to_value()
}

/// Reads the text of a suite file; `path` is for messages.
///
/// # Errors
///
/// Returns an error with exit code 2 if the text is not JSON, or has unknown keys, another version,
/// no selector or no inputs.
pub fn read(path: &str, text: &str) -> Result<Vec<SuitePair>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let parsed = match text.trim_start().chars().next() {
        None => return Err(fault(path, "the suite file is empty").help(EXAMPLE)),
        Some('[') => serde_json::from_str::<Vec<SuitePair>>(text),
        Some(_) => serde_json::from_str::<SuitePair>(text).map(|calls| vec![calls]),
    };
    let suites = parsed.map_err(|e| {
        let place = format!("{path}:{}:{}", e.line(), e.column());
        let what = e.to_string();
        let what = without_location(&what, e.line(), e.column());
        Error::usage(format!("cannot read the suite file: {what}")).at(place).help(EXAMPLE)
    })?;
    if suites.is_empty() {
        return Err(fault(path, "the suite file contains no pair").help(EXAMPLE));
    }
    for calls in &suites {
        if calls.version != SUITE_VERSION {
            let what = format!("cargo mts does not support version {} of the suite file format", calls.version);
            let help = format!("write \"version\": {SUITE_VERSION}, or use a cargo-mts that supports this version");
            return Err(fault(path, &what).help(help));
        }
        if calls.pair.trim().is_empty() {
            return Err(fault(path, "`pair` is empty").help("name the Java side, such as `Money.split(long,int)`"));
        }
        if calls.inputs.is_empty() {
            let what = format!("`inputs` is empty for {}", calls.pair);
            return Err(fault(path, &what).help("add at least one call, or delete the entry"));
        }
    }
    Ok(suites)
}

const EXAMPLE: &str =
    r#"write for example {"version": 1, "pair": "Money.split(long,int)", "inputs": [{"args": [100, 3]}]}"#;

fn fault(path: &str, what: &str) -> Error {
    Error::usage(what).at(path)
}

impl SuitePair {
    /// Converts the calls to inputs of `java` with values of the Java types.
    ///
    /// `receiver` holds the parameter types of the receiver's constructor, if the function needs a
    /// receiver.
    ///
    /// # Errors
    ///
    /// Returns an error with exit code 2 if a call does not fit the signature: a value has another
    /// type, or values are missing or superfluous. The error names the file and the input.
    pub fn inputs(&self, path: &str, java: &Function, receiver: Option<&[JavaType]>) -> Result<Vec<Input>> {
        self.inputs
            .iter()
            .enumerate()
            .map(|(i, call)| self.input(call, &format!("{path}: inputs[{i}]"), java, receiver))
            .collect()
    }

    /// Converts the calls to tests of a whole program.
    ///
    /// The name of a test is the position of its call in the file.
    ///
    /// # Errors
    ///
    /// Returns an error with exit code 2 if a call has no `stdin`, or has `args` or `receiver`.
    pub fn tests(&self, path: &str) -> Result<Vec<ProgramTest>> {
        let one = |(i, call): (usize, &SuiteCall)| match &call.stdin {
            Some(stdin) if call.args.is_empty() && call.receiver.is_none() => {
                Ok(ProgramTest { name: format!("{path}[{i}]"), stdin: stdin.clone(), stdout: call.stdout.clone() })
            }
            _ => {
                let what = "is a whole program: its test must have `stdin`, and neither `args` nor `receiver`";
                Err(Error::usage(format!("{} {what}", self.pair))
                    .at(format!("{path}: inputs[{i}]"))
                    .help(r#"write {"stdin": "3\n", "stdout": "6\n"}; `stdout` is optional"#))
            }
        };
        self.inputs.iter().enumerate().map(one).collect()
    }

    fn input(&self, call: &SuiteCall, place: &str, java: &Function, receiver: Option<&[JavaType]>) -> Result<Input> {
        let signature = java.selector();
        if call.stdin.is_some() || call.stdout.is_some() {
            let what = format!("{signature} is a function: its call must have neither `stdin` nor `stdout`");
            let help = "write `args`, or list a whole program under `programs` in mts.yml";
            return Err(Error::usage(what).at(place).help(help));
        }
        if call.args.len() != java.params.len() {
            let (values, all) = (count(call.args.len(), "value"), count(java.params.len(), "parameter"));
            let what = format!("`args` has {values} for {all} of {signature}");
            let help = match java.params.as_slice() {
                [] => "delete the values of `args`".to_owned(),
                params => format!("give `args` one value for each of: {}", parameters(params)),
            };
            return Err(Error::usage(what).at(format!("{place}.args")).help(help));
        }
        let mut args = Vec::with_capacity(call.args.len());
        for (k, ((json, param), ty)) in call.args.iter().zip(&java.params).zip(java.input_types()).enumerate() {
            let value = coerce::from_json(json, &ty).map_err(|reason| {
                Error::usage(format!("argument `{}` of {signature}: {reason}", param.name))
                    .at(format!("{place}.args[{k}]"))
                    .help(format!("write a value that Java can pass as {} without a cast", param.ty))
            })?;
            args.push(value);
        }
        let receiver = match (receiver, &call.receiver) {
            (None, None) => None,
            (None, Some(_)) => {
                let what = format!("{signature} needs no receiver");
                return Err(Error::usage(what).at(format!("{place}.receiver")).help("delete `receiver`"));
            }
            (Some([]), None) => Some(Vec::new()),
            (Some(types), arguments) => {
                Some(receiver_values(types, arguments.as_deref().unwrap_or_default(), place, &signature)?)
            }
        };
        Ok(Input { receiver, args, origin: InputOrigin::Suite })
    }
}

fn receiver_values(types: &[JavaType], arguments: &[Json], place: &str, signature: &str) -> Result<Vec<Value>> {
    if let [json] = arguments
        && json.get("$new").is_some()
    {
        let value = Value::from_json(json);
        let help = r#"write for example {"$new": "Item.<init>(String,int)", "args": ["pear", 3]}"#;
        let wrong = |why: String| Error::usage(why).at(format!("{place}.receiver")).help(help);
        return value.map(|value| vec![value]).map_err(wrong);
    }
    let place = format!("{place}.receiver");
    let listed = types.iter().map(JavaType::to_string).collect::<Vec<_>>().join(", ");
    if arguments.len() != types.len() {
        let values = count(arguments.len(), "value");
        let what = format!("`receiver` of {signature} has {values}, but the constructor takes {}", types.len());
        let help = match types {
            [] => "delete the values of `receiver`".to_owned(),
            _ => format!("give `receiver` one value for each type of the constructor's parameters: {listed}"),
        };
        return Err(Error::usage(what).at(place).help(help));
    }
    arguments
        .iter()
        .zip(types)
        .enumerate()
        .map(|(k, (json, ty))| {
            coerce::from_json(json, ty).map_err(|reason| {
                Error::usage(format!("receiver of {signature}: {reason}"))
                    .at(format!("{place}[{k}]"))
                    .help(format!("the constructor takes ({listed})"))
            })
        })
        .collect()
}

/// Returns a number with its noun, such as `1 value` and `2 values`.
fn count(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

fn parameters(params: &[Param]) -> String {
    params.iter().map(|p| format!("{} {}", p.ty, p.name)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::tests::java_function;
    use mts_model::Primitive;

    const PATH: &str = "mts/inputs/money.json";

    fn split() -> Function {
        java_function(&[("cents", JavaType::Primitive(Primitive::Long)), ("weights", JavaType::INT.array_of())])
    }

    #[test]
    fn one_pair_and_a_list_of_pairs_are_both_read() {
        let one = r#"{"version": 1, "pair": "Money.split", "inputs": [{"args": [7, [1, 2]], "note": "odd"}]}"#;
        let calls = read(PATH, one).expect("reads");
        let inputs = calls[0].inputs(PATH, &split(), None).expect("fits");
        assert_eq!(inputs[0].args, [Value::Int(7), Value::List(vec![Value::Int(1), Value::Int(2)])]);
        assert_eq!(inputs[0].origin, InputOrigin::Suite);
        assert_eq!(read(PATH, &format!("\u{feff} [{one}, {one}]")).expect("reads").len(), 2);
    }

    #[test]
    fn the_error_for_an_ill_typed_value_names_file_input_argument_and_type() {
        let text = r#"{"version": 1, "pair": "f", "inputs": [{"args": [1, [1]]}, {"args": [1, [1, 2.5]]}]}"#;
        let error = read(PATH, text).expect("reads")[0].inputs(PATH, &split(), None).expect_err("ill-typed");
        assert_eq!(error.code, mts_model::error::ExitCode::Usage);
        assert_eq!(error.location, "mts/inputs/money.json: inputs[1].args[1]");
        assert!(error.message.contains("argument `weights`"), "{error}");
        assert!(error.message.ends_with("[1]: expected int, found the float 2.5"), "{error}");
        assert!(error.help.contains("int[]"), "{error}");
    }

    #[test]
    fn the_number_of_arguments_must_match() {
        let text = r#"{"version": 1, "pair": "f", "inputs": [{"args": [1]}]}"#;
        let error = read(PATH, text).expect("reads")[0].inputs(PATH, &split(), None).expect_err("too few");
        assert!(error.help.contains("long cents, int[] weights"), "{error}");
    }

    #[test]
    fn empty_files_and_empty_inputs_are_errors() {
        for (text, word) in [
            ("", "empty"),
            (" \n", "empty"),
            ("[]", "no pair"),
            (r#"{"version": 1, "pair": "f", "inputs": []}"#, "`inputs` is empty"),
            (r#"{"version": 1, "pair": " ", "inputs": [{"args": []}]}"#, "`pair` is empty"),
            (r#"{"version": 2, "pair": "f", "inputs": [{"args": []}]}"#, "version 2"),
        ] {
            let error = read(PATH, text).expect_err(text);
            assert!(error.message.contains(word), "{error}");
            assert!(!error.help.is_empty(), "{error}");
        }
    }

    #[test]
    fn the_errors_for_unknown_keys_and_bad_json_name_line_and_column() {
        let error = read(PATH, "{\"version\": 1,\n \"pairs\": \"f\", \"inputs\": []}").expect_err("unknown key");
        assert!(error.message.contains("unknown field `pairs`"), "{error}");
        assert!(error.location.starts_with("mts/inputs/money.json:2:"), "{error}");
        assert!(read(PATH, "{").is_err());
    }

    #[test]
    fn a_receiver_is_checked_against_the_constructor() {
        let java = java_function(&[]);
        let with = r#"{"version": 1, "pair": "f", "inputs": [{"args": [], "receiver": [5]}]}"#;
        let calls = read(PATH, with).expect("reads");
        let types = [JavaType::INT];
        assert_eq!(calls[0].inputs(PATH, &java, Some(&types)).expect("fits")[0].receiver, Some(vec![Value::Int(5)]));
        assert!(calls[0].inputs(PATH, &java, None).expect_err("static").message.contains("needs no receiver"));
        let without = read(PATH, r#"{"version": 1, "pair": "f", "inputs": [{"args": []}]}"#).expect("reads");
        assert!(without[0].inputs(PATH, &java, Some(&types)).is_err());
        assert_eq!(without[0].inputs(PATH, &java, Some(&[])).expect("fits")[0].receiver, Some(vec![]));
    }

    #[test]
    fn the_suite_file_of_the_example_fits_its_functions() {
        let path = "examples/ledger/before/mts/inputs/numbers.json";
        let calls =
            read(path, include_str!("../../../../examples/ledger/before/mts/inputs/numbers.json")).expect("reads");
        assert_eq!(calls.len(), 2);
        let java = java_function(&[("number", JavaType::String)]);
        assert!(calls.iter().all(|calls| calls.inputs(path, &java, None).is_ok()));
    }

    #[test]
    fn the_schema_describes_both_forms_of_a_suite_file() {
        let schema = schema().to_string();
        assert!(schema.contains("\"anyOf\"") && schema.contains("\"inputs\""), "{schema}");
    }
}
