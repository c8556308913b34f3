//! Tests runs on repositories with real commits, a real JDK and a real CPython. The tests cover the
//! way from the revisions to the verdicts, the reports, the gate and GitHub.
#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    reason = "in tests, a panic reports a failure"
)]

#[path = "../support/mod.rs"]
mod support;

mod end_to_end;
mod fragments;
mod properties;
mod secrets;
mod shards;
mod shrinking;
mod working_tree;

/// Tests of the gate's exclusions, and of the comparison with the base.
mod gate {
    mod accept;
    mod baseline;
    mod fix;
    mod hunt;
    mod integrity;
    mod misread;
    mod regression;
    mod shadows;
    mod suppress;
    mod untested;
}
/// Tests of GitHub's events, and of the results that the tool publishes there.
mod github {
    mod bounds;
    mod comment;
    mod events;
    mod publish;
    mod publish_target;
    mod review;
}
/// Tests of mutants and transformations of both sides.
mod mutants {
    mod class_level;
    mod faithful;
    mod metamorphic;
    mod splices;
}
/// Tests of the choice of pairs, and of the files that they need to run.
mod pairs {
    mod build_systems;
    mod build_tools;
    mod diagnosis;
    mod impact;
    mod isolation;
    mod nested;
    mod objects;
    mod pairing;
    mod reach;
    mod requirements;
    mod type_names;
    mod values;
}
