//! The protocol with the workers.
//!
//! A frame has a length (four bytes, big endian), the request's tag, and JSON. A request is one
//! unit with its inputs and run requests. In a request to the Python worker, one more byte precedes
//! the JSON. An answer has outcomes, or tells the state of the worker or of the unit. The tag is
//! random, and code under test does not know the tag. So code under test cannot write valid answers
//! to the pipe.

use crate::RunRequest;
use mts_model::{Input, Nondeterminism, Outcome, Reason, State, Value};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use std::io::{self, Read, Write};

/// The longest frame of a worker in bytes.
///
/// This length is twice the longest outcome that the workers send. A longer outcome has the reason
/// [`Reason::Size`].
const MAX_FRAME: u32 = 64 << 20;
/// The highest number of brackets and commas of an answer, outside of texts.
///
/// The workers limit an outcome to 100,000 nodes, and a node has at most six brackets and commas. This constant is
/// twice the product of both numbers. A frame with several outcomes is at most 1 MiB long, so it has fewer brackets and
/// commas.
const MOST_PARTS: usize = 1_200_000;
/// The number of bytes of one read, which is the size of a pipe.
const READ_AT_ONCE: usize = 1 << 16;

/// The reason for an answer that the worker cannot have sent itself.
pub(crate) const FORGED: &str = "the answer does not come from the worker";

/// The length of a tag in bytes.
const TAG: usize = 16;

/// The tag of a request and of its answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tag([u8; TAG]);

impl Tag {
    /// The tag of frames before the first request.
    pub const NONE: Self = Self([b'0'; TAG]);

    /// Creates an unpredictable tag.
    pub fn random() -> Self {
        // The standard library chooses the keys of a hasher at random.
        let word = std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), std::time::Instant::now());
        let mut tag = Self::NONE;
        tag.0.copy_from_slice(format!("{word:016x}").as_bytes());
        tag
    }
}

/// A run request with the inputs that have not run yet.
#[derive(Clone, Debug)]
pub(crate) struct PendingRunRequest {
    /// The run request.
    pub run_request: RunRequest,
    /// The number of further inputs that may be slow (see [`is_slow`]). After these inputs, the
    /// other inputs of the run request do not run.
    pub patience: usize,
}

/// The way in which a worker executes the run requests of a request.
#[derive(Clone, Copy)]
pub(crate) struct Delivery {
    /// Whether the worker must answer the run requests one by one.
    pub singly: bool,
    /// Whether a worker that forks executes the request in a new process.
    pub is_fresh: bool,
    /// Whether the request is the first request of its pair.
    pub is_new_pair: bool,
}

/// Reports whether an outcome used up its budget, its memory or the watchdog's time limit.
///
/// An outcome with a thread that still runs is slow too. A stack overflow is fast and does not
/// count.
pub(crate) fn is_slow(outcome: &Outcome) -> bool {
    let goes_on = outcome.reason == Reason::NotDeterministic(Nondeterminism::ThreadGoesOn);
    goes_on || outcome.state == State::Timeout && outcome.reason.is_spent_budget()
}

/// Writes one frame.
pub(crate) fn write_frame(to: &mut impl Write, tag: Tag, body: &[u8]) -> io::Result<()> {
    let length = u32::try_from(TAG + body.len())
        .map_err(|_| io::Error::other("cannot send more than 4 GiB to a worker at once"))?;
    to.write_all(&length.to_be_bytes())?;
    to.write_all(&tag.0)?;
    to.write_all(body)?;
    to.flush()
}

/// Splits a stream into frames.
pub(crate) struct Frames {
    buffer: Vec<u8>,
    /// The place for the bytes of one read.
    read: Box<[u8]>,
    /// The number of returned bytes.
    consumed: usize,
}

impl Default for Frames {
    fn default() -> Self {
        Self { buffer: Vec::new(), read: vec![0; READ_AT_ONCE].into_boxed_slice(), consumed: 0 }
    }
}

impl Frames {
    /// Waits for bytes and reads them. Returns the number of bytes, or 0 at the end of the stream.
    pub fn fill(&mut self, from: &mut impl Read) -> io::Result<usize> {
        self.buffer.drain(..self.consumed);
        self.consumed = 0;
        let length = from.read(&mut self.read)?;
        self.buffer.extend_from_slice(&self.read[..length]);
        Ok(length)
    }

    /// Returns the next complete frame, without its length. `None` if no frame is complete.
    ///
    /// The result is an error if the frame is longer than [`MAX_FRAME`].
    pub fn next(&mut self) -> Option<io::Result<&[u8]>> {
        let rest = &self.buffer[self.consumed..];
        let (length, rest) = rest.split_first_chunk::<4>()?;
        let length = u32::from_be_bytes(*length);
        if length > MAX_FRAME {
            return Some(Err(io::Error::other(format!(
                "the worker sent a frame of {length} bytes, which is too large"
            ))));
        }
        let body = rest.get(..usize::try_from(length).ok()?)?;
        self.consumed += 4 + body.len();
        Some(Ok(body))
    }
}

/// An answer of a worker.
///
/// Besides the tag, an answer has exactly one of the fields, or one of these groups:
/// - `run_request` with `outcome` or `outcomes`, and `last`;
/// - `compiled` with `missing_annotations` and `implied_imports`;
/// - `done` with `may_pollute` and `uses_state`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct WorkerAnswer {
    /// The tag of the answered request.
    #[serde(skip)]
    pub tag: Tag,
    /// One line for each sandbox layer, from the launcher.
    pub sandbox: Option<Vec<String>>,
    /// The worker's handshake, with the version of Java or Python.
    pub hello: Option<String>,
    /// The number of compiler runs for the unit (Java). The number is 0 if the unit was already compiled. After this
    /// answer, code under test runs.
    pub compiled: Option<u64>,
    /// The annotation types that neither a source nor a library declares. The compiler gets the unit without them.
    pub missing_annotations: Vec<String>,
    /// The imports of JDK classes that the source lacks. The compiler gets the unit with them.
    pub implied_imports: Vec<String>,
    /// The number of the forked process. After this answer, this process runs the code under test.
    pub process: Option<u32>,
    /// Whether the unit is finished.
    pub done: Option<bool>,
    /// Whether code under test may have changed the process for later pairs.
    pub may_pollute: bool,
    /// Whether code of this process may use state of the JDK that all code shares.
    pub uses_state: bool,
    /// The part of the sandbox that the system refused to the forked process. Without this part, the process runs no
    /// code.
    pub unconfined: Option<String>,
    /// The state that code under test left in its process. Because of this state, the process ends
    /// after the answered run requests. The process is the JVM or the forked Python process.
    pub polluted: Option<String>,
    /// Whether the current call has used up its time and cannot be stopped. In this case, the worker ends.
    pub stuck: bool,
    /// The index of the run request in the request.
    pub run_request: Option<usize>,
    /// The next outcome of the run request.
    pub outcome: Option<RawOutcome>,
    /// The next outcomes of the run request. If this list has outcomes, `outcome` is empty.
    pub outcomes: Vec<RawOutcome>,
    /// Whether the run request is finished.
    pub last: bool,
}

/// An outcome in the form of the workers.
#[derive(Debug, Deserialize)]
pub(crate) struct RawOutcome(
    pub State,
    Value,
    Vec<Option<Value>>,
    Option<Value>,
    String,
    u64,
    Option<Reason>,
    String,
    // Only the Java worker counts the ticks for the construction of objects.
    #[serde(default)] u64,
);

impl From<RawOutcome> for Outcome {
    fn from(raw: RawOutcome) -> Self {
        let RawOutcome(state, value, args, receiver, stdout, ticks, reason, probed, setup_ticks) = raw;
        let reason = reason.unwrap_or_default();
        Self { state, value, args, receiver, stdout, ticks, setup_ticks, reason, probed, before: None }
    }
}

/// Parses an answer with the wanted tag. If an answer has another tag, the function reads only the
/// tag.
///
/// Values may be nested deeper than the usual limit of a parser. The workers have their own limit.
pub(crate) fn parse_answer(frame: &[u8], wanted: Tag) -> Result<WorkerAnswer, String> {
    let (tag, body) = frame.split_first_chunk().ok_or("the worker's answer has no tag")?;
    if Tag(*tag) != wanted {
        return Ok(WorkerAnswer { tag: Tag(*tag), ..WorkerAnswer::default() });
    }
    check_size(body)?;
    let mut reader = serde_json::Deserializer::from_slice(body);
    reader.disable_recursion_limit();
    let read = WorkerAnswer::deserialize(&mut reader)
        .map_err(|e| format!("cargo mts cannot parse the worker's answer: {e}"))?;
    Ok(WorkerAnswer { tag: Tag(*tag), ..read })
}

/// The deepest nesting of an answer, because parsing needs stack.
const DEEPEST: usize = 4_000;

/// Checks the nesting and the number of values of a JSON text.
///
/// The tool makes this check before it parses the text, because a parsed value takes many times the memory of its text.
fn check_size(body: &[u8]) -> Result<(), String> {
    let brackets = body.iter().filter(|byte| matches!(byte, b'[' | b'{')).count();
    let commas = body.iter().filter(|byte| **byte == b',').count();
    // Almost every answer has fewer brackets and commas, and needs no exact count.
    if brackets <= DEEPEST && brackets + commas <= MOST_PARTS {
        return Ok(());
    }
    let (mut depth, mut deepest, mut parts, mut in_text, mut escaped) = (0_usize, 0, 0, false, false);
    for byte in body {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b'[' | b'{' if !in_text => (depth, parts) = (depth + 1, parts + 1),
            b']' | b'}' if !in_text => depth = depth.saturating_sub(1),
            b',' if !in_text => parts += 1,
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    match (deepest > DEEPEST, parts > MOST_PARTS) {
        (true, _) => Err(format!("{FORGED}: the answer is nested more than {DEEPEST} levels deep")),
        (_, true) => Err(format!("{FORGED}: the answer has more than {MOST_PARTS} brackets and commas")),
        (false, false) => Ok(()),
    }
}

/// Returns the content of the only frame that the launcher sends.
pub(crate) fn sandbox_frame(report: &[String]) -> Vec<u8> {
    json!({ "sandbox": report }).to_string().into_bytes()
}

/// Returns the inputs in the form of a request.
///
/// The function marks inputs in which all objects have injected state. On such inputs, Java's
/// mutants also start from the original's objects.
pub(crate) fn inputs(inputs: &[Input]) -> Json {
    let values = |values: &[Value]| Json::Array(values.iter().map(Value::to_json).collect());
    let one = |input: &Input| {
        let receiver = input.receiver.as_deref().map(values);
        json!({ "receiver": receiver, "args": values(&input.args), "is_fully_injected": input.is_fully_injected() })
    };
    Json::Array(inputs.iter().map(one).collect())
}

/// Returns the run requests in the form of a request.
///
/// The third element of a run request is the number of slow inputs after which it ends.
pub(crate) fn run_requests(run_requests: &[PendingRunRequest]) -> Json {
    Json::Array(
        run_requests
            .iter()
            .map(|pending| {
                let run_request = &pending.run_request;
                json!([run_request.copy, run_request.continue_after_failure, pending.patience, run_request.inputs])
            })
            .collect(),
    )
}

/// Returns the request with the pending run requests, as bytes.
pub(crate) fn with_run_requests(request: &mut Json, pending: &[PendingRunRequest]) -> Vec<u8> {
    if let Json::Object(fields) = request {
        fields.insert("run_requests".to_owned(), self::run_requests(pending));
    }
    request.to_string().into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_fuzz::FuzzTarget;

    #[test]
    fn every_answer_of_a_worker_is_read_or_refused() {
        let outcome =
            r#"["ok", [{"$int": "12345678901234567890"}, {"$float": "nan"}], [null], null, "out", 7, null, ""]"#;
        let seeds = [
            r#"{"hello": "openjdk 17"}"#.to_owned(),
            format!(r#"{{"run_request": 0, "outcomes": [{outcome}], "last": true}}"#),
            r#"{"polluted": "a thread"}"#.to_owned(),
            r#"{"stuck": true}"#.to_owned(),
        ];
        let frame = |text: String| [Tag::NONE.0.as_slice(), text.as_bytes()].concat();
        let tokens =
            &["[", "]", "{", "}", ",", ":", "null", "\"$list\": ", "{\"$object\": [", "\"\\ud800\"", "1e999", "-1"];
        let target = FuzzTarget { name: "worker-answer", seeds: seeds.map(frame).into(), tokens };
        target.run(|bytes| {
            let mut frames = Frames::default();
            let mut stream = bytes;
            while frames.fill(&mut stream).expect("bytes") > 0 {
                while let Some(Ok(_)) = frames.next() {}
            }
            let answer = parse_answer(bytes, Tag::NONE);
            answer.is_ok_and(|answer| {
                answer.outcome.into_iter().chain(answer.outcomes).map(Outcome::from).count() < bytes.len()
            })
        });
    }

    #[test]
    fn frames_are_read_back_from_any_chunks_of_the_stream() {
        let mut pipe = Vec::new();
        let bodies: [&[u8]; 3] = [b"{}", b"", b"[1,2]"];
        let tag = Tag::random();
        bodies.iter().for_each(|body| write_frame(&mut pipe, tag, body).expect("writes"));
        for cut in 1..pipe.len() {
            let mut frames = Frames::default();
            let mut read = Vec::new();
            for mut part in pipe.chunks(cut) {
                while frames.fill(&mut part).expect("reads") > 0 {
                    while let Some(frame) = frames.next() {
                        read.push(frame.expect("short").to_vec());
                    }
                }
            }
            let wanted: Vec<Vec<u8>> = bodies.iter().map(|body| [&tag.0, *body].concat()).collect();
            assert_eq!(read, wanted, "in parts of {cut} bytes");
        }
        let frame = |text: &[u8]| [&tag.0, text].concat();
        assert_eq!(parse_answer(&frame(b"{}"), tag).expect("an answer").tag, tag);
        assert!(parse_answer(&frame(b"garbled"), tag).is_err());
        assert_ne!(parse_answer(&frame(b"garbled"), Tag::NONE).expect("not read").tag, Tag::NONE);
    }

    #[test]
    fn a_frame_that_is_too_long_is_an_error_before_it_is_read() {
        let mut frames = Frames::default();
        frames.fill(&mut [0xff; 4].as_slice()).expect("reads");
        assert!(frames.next().is_some_and(|frame| frame.is_err()));
    }

    #[test]
    fn an_answer_nested_400_deep_is_read() {
        let value = format!("{}1{}", "[".repeat(400), "]".repeat(400));
        let frame =
            format!(r#"0123456789abcdef{{"run_request":0,"outcome":["ok",{value},[],null,"",1,null,""],"last":true}}"#);
        let read = parse_answer(frame.as_bytes(), Tag(*b"0123456789abcdef")).expect("reads");
        assert!(read.outcome.is_some() && read.last);
    }

    #[test]
    fn an_answer_that_is_nested_too_deeply_is_an_error() {
        let nested = |deep: usize, text: &str| {
            format!(r#"0123456789abcdef{{"run_request":0,"outcome":["ok",{}"#, text.repeat(deep))
        };
        let wanted = Tag(*b"0123456789abcdef");
        assert!(parse_answer(nested(2_000_000, "[").as_bytes(), wanted).is_err_and(|why| why.contains("deep")));
        let flat = format!(
            r#"0123456789abcdef{{"run_request":0,"outcome":["ok",[{}1],[],null,"[[\"[[",1,null,""],"last":true}}"#,
            "[1],".repeat(9_000)
        );
        assert!(parse_answer(flat.as_bytes(), wanted).is_ok());
    }

    #[test]
    fn an_answer_with_more_values_than_a_worker_sends_is_refused_before_it_is_parsed() {
        let answer = |value: &str, count: usize| {
            let values = value.repeat(count);
            format!(
                r#"0123456789abcdef{{"run_request":0,"outcome":["ok",[{values}0],[],null,"",1,null,""],"last":true}}"#
            )
        };
        let parse = |text: String| parse_answer(text.as_bytes(), Tag(*b"0123456789abcdef"));
        for honest in ["1,", "[],", r#"{"$object":"A","fields":{}},"#, r#"{"$exception":"A","message":""},"#] {
            assert!(parse(answer(honest, 99_999)).is_ok(), "{honest}");
        }
        assert!(parse(answer(r#""[,[,\"[,","#, 200_000)).is_ok(), "brackets and commas in texts are no values");
        for many in ["[],", "0,", "{},"] {
            assert!(parse(answer(many, 1_200_000)).is_err_and(|why| why.starts_with(FORGED)), "{many}");
        }
    }

    #[test]
    fn no_two_requests_have_the_same_tag() {
        let tags: Vec<Tag> = (0..100).map(|_| Tag::random()).collect();
        assert!(tags.iter().enumerate().all(|(at, tag)| !tags[..at].contains(tag)));
    }
}
