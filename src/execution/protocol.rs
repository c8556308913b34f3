//! Frames between Rust and the workers: four bytes of length (big endian), then JSON. A request is
//! one unit with its inputs and orders; the answers are one frame an outcome.

use super::RunOrder;
use crate::model::{Input, JavaType, Outcome, State, Value};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use std::io::{self, Read, Write};

/// Longest frame taken from a worker, in bytes: more is a worker gone wrong.
const MAX_FRAME: u32 = 256 << 20;

/// An order, or what is left of it.
#[derive(Clone, Debug)]
pub(in crate::execution) struct Left {
    /// What is still to be run.
    pub order: RunOrder,
    /// After so many more inputs on which it does not end in time, the rest is not run.
    pub patience: usize,
}

/// Whether an outcome took the time of its budget, of its memory or of the watchdog. An overflow of
/// the stack does not: it is quick.
pub(in crate::execution) fn is_slow(outcome: &Outcome) -> bool {
    outcome.state == State::Timeout && matches!(outcome.note.as_str(), "ticks" | "watchdog" | "memory")
}

/// Writes one frame.
pub(in crate::execution) fn write_frame(to: &mut impl Write, body: &[u8]) -> io::Result<()> {
    let length = u32::try_from(body.len()).map_err(|_| io::Error::other("a frame of more than 4 GiB"))?;
    to.write_all(&length.to_be_bytes())?;
    to.write_all(body)?;
    to.flush()
}

/// Reads one frame; `None` at the end of the stream.
pub(in crate::execution) fn read_frame(from: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    match from.read_exact(&mut length) {
        Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let length = u32::from_be_bytes(length);
    if length > MAX_FRAME {
        return Err(io::Error::other(format!("a frame of {length} bytes")));
    }
    let mut body = vec![0; usize::try_from(length).map_err(io::Error::other)?];
    from.read_exact(&mut body)?;
    Ok(Some(body))
}

/// What a worker says. Exactly one of the fields is there, but for `order`, `outcome` and `last`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(in crate::execution) struct Answer {
    /// The launcher: what was applied.
    pub sandbox: Option<Vec<String>>,
    /// The worker stands.
    pub hello: Option<String>,
    /// The unit is compiled (Java); from here on code under test runs.
    pub compiled: Option<bool>,
    /// The unit is done.
    pub done: Option<bool>,
    /// Place of the order in the request.
    pub order: Option<usize>,
    /// The next outcome of that order.
    pub outcome: Option<RawOutcome>,
    /// In its place where digests were asked for: the next outcomes of that order.
    pub outcomes: Vec<RawOutcome>,
    /// Whether the order is done.
    pub last: bool,
}

/// An outcome as the workers write it.
#[derive(Debug, Deserialize)]
pub(in crate::execution) struct RawOutcome(State, Value, Vec<Option<Value>>, Option<Value>, String, u64, String);

impl From<RawOutcome> for Outcome {
    fn from(raw: RawOutcome) -> Self {
        let RawOutcome(state, value, args, receiver, stdout, ticks, note) = raw;
        Self { state, value, args, receiver, stdout, ticks, note }
    }
}

/// Reads an answer. Values may be nested deeper than a parser's usual guard allows; the workers cut
/// them at a depth of their own.
pub(in crate::execution) fn answer(frame: &[u8]) -> Result<Answer, String> {
    let mut reader = serde_json::Deserializer::from_slice(frame);
    reader.disable_recursion_limit();
    Answer::deserialize(&mut reader).map_err(|e| format!("an answer that cannot be read: {e}"))
}

/// The launcher's only frame.
pub(in crate::execution) fn sandbox_frame(report: &[String]) -> Vec<u8> {
    json!({ "sandbox": report }).to_string().into_bytes()
}

/// Inputs in the form of a request.
pub(in crate::execution) fn inputs(inputs: &[Input]) -> Json {
    let values = |values: &[Value]| Json::Array(values.iter().map(Value::to_json).collect());
    let one = |input: &Input| json!({ "receiver": input.receiver.as_deref().map(values), "args": values(&input.args) });
    Json::Array(inputs.iter().map(one).collect())
}

/// Orders in the form of a request; the third place is how many slow ends the worker bears.
pub(in crate::execution) fn orders(orders: &[Left]) -> Json {
    Json::Array(
        orders
            .iter()
            .map(|left| {
                let order = &left.order;
                json!([order.variant, order.keep_going, left.patience, order.inputs])
            })
            .collect(),
    )
}

/// The simple name of a type without its arguments, as Java's `Class.getSimpleName` gives it.
pub(in crate::execution) fn erased(ty: &JavaType) -> String {
    match ty {
        JavaType::Array(element) => format!("{}[]", erased(element)),
        JavaType::Class { .. } => ty.simple_class().unwrap_or_default().to_owned(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_reads_back_and_the_end_is_no_error() {
        let mut pipe = Vec::new();
        write_frame(&mut pipe, b"{}").expect("writes");
        let mut reader = pipe.as_slice();
        assert_eq!(read_frame(&mut reader).expect("reads"), Some(b"{}".to_vec()));
        assert_eq!(read_frame(&mut reader).expect("reads"), None);
    }

    #[test]
    fn an_answer_nested_400_deep_is_read() {
        let value = format!("{}1{}", "[".repeat(400), "]".repeat(400));
        let frame = format!(r#"{{"order":0,"outcome":["ok",{value},[],null,"",1,""],"last":true}}"#);
        let read = answer(frame.as_bytes()).expect("reads");
        assert!(read.outcome.is_some() && read.last);
    }

    #[test]
    fn types_are_matched_by_their_simple_names() {
        let list = JavaType::Class { name: "java.util.List".into(), args: vec![JavaType::String] };
        assert_eq!(erased(&list.array_of()), "List[]");
        assert_eq!(erased(&JavaType::INT.array_of().array_of()), "int[][]");
    }
}
