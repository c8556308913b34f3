//! Tests both workers on the machine's own JDK and CPython.
//!
//! The tests cover their results, their limits, and their sandbox. These tests write their units as
//! text; `instrument` has tests of its own.

mod instrumented;
#[cfg(unix)]
mod interrupted;
mod limits;
mod units;
mod values;

use crate::support::workers::*;
use mts_model::{CopyOutcomes, Input, InputOrigin, JavaType, Outcome, Reason, State, Value};
use mts_workers::{Cpython, JavaEntry, JavaUnit, Jvm, RunRequest, Runtime, SourceSegment, WorkerOptions};
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};
