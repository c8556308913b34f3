//! Tests `publish` against a stand-in for GitHub. The tests check the data that `publish` writes,
//! and the data that it does not change. The stand-in checks every request against GitHub's
//! published description. `.ci/contract` runs the same tests with a validating proxy.

use crate::support::github_standin::world::{BASE, HEAD, World, front, quiet, report};
use cargo_mts::github::{CommentMode, Extent, PublishTarget};
use serde_json::{Value as Json, json};

#[test]
fn a_first_result_makes_a_comment_and_a_check_run() {
    let world = World::new();
    let published = world.publish();
    assert_eq!((published.extent, published.warnings.as_slice()), (Extent::Full, &[][..]));
    let marked = world.marked();
    assert_eq!(marked.len(), 1);
    assert!(marked[0].starts_with("<!-- cargo-mts key=default digest="), "{}", marked[0]);
    assert!(marked[0].contains("https://github.com/acme/ledger/actions/runs/8412"), "{}", marked[0]);
    let state = world.state();
    assert_eq!(state.checks[0]["head_sha"], HEAD, "it belongs to the head, not to the merge");
    assert_eq!(state.checks[0]["conclusion"], "failure");
    assert_eq!(state.annotations[0].len(), 3);
    assert_eq!(state.annotations[0][0]["path"], "py/money.py");
    assert!(
        state.annotations[0][0]["message"].as_str().expect("text").contains("Java: src/main/java/acme/Money.java:40")
    );
}

#[test]
fn an_equal_result_is_not_written_again_and_a_new_result_replaces_it() {
    let mut world = World::new();
    world.publish();
    let writes = world.state().writes();
    world.report.timings.seconds = 99.0;
    let again = world.publish();
    assert_eq!(again.extent, Extent::Full);
    assert_eq!(world.state().writes(), writes, "the clock is no result");
    assert!(again.comment.is_some() && again.check.is_some(), "the result names the existing comment and check");
    world.report.headline = "Merge blocked: another reason".to_owned();
    world.publish();
    assert_eq!(world.state().asked("PATCH", "/issues/comments/"), 1);
    let marked = world.marked();
    assert!(marked.len() == 1 && marked[0].contains("another reason"), "{marked:?}");
}

#[test]
fn the_comment_is_found_on_a_later_page() {
    let mut world = World::new();
    for n in 0..120 {
        world.comment("somebody", &format!("comment {n}"));
    }
    world.publish();
    world.report.headline = "Merge blocked: another reason".to_owned();
    world.publish();
    assert_eq!(world.marked().len(), 1);
    assert_eq!(world.state().asked("POST", "/comments"), 1);
    assert!(world.state().asked("GET", "/issues/7/comments?per_page=100&page=2") >= 2);
}

#[test]
fn a_marker_in_a_comment_of_another_user_is_ignored() {
    let mut world = World::new();
    world.publish();
    let own = world.marked()[0].clone();
    world.comment("mallory", &own);
    world.report.headline = "Merge blocked: another reason".to_owned();
    world.publish();
    let marked = world.marked();
    assert_eq!(marked.len(), 2);
    assert!(marked[0].contains("another reason") && marked[1] == own, "{marked:?}");
}

#[test]
fn a_hidden_comment_stays_hidden_and_a_marker_counts_only_at_the_start() {
    let mut world = World::new();
    world.publish();
    let quoted = format!("> {}", world.marked()[0]);
    world.comment("github-actions[bot]", &quoted);
    world.state().comments[0]["minimized"] = json!({ "reason": "outdated" });
    world.report.headline = "Merge blocked: another reason".to_owned();
    world.publish();
    let marked = world.marked();
    assert_eq!(marked.len(), 2);
    assert!(!marked[0].contains("another reason") && marked[1].contains("another reason"), "{marked:?}");
}

#[test]
fn each_key_has_its_own_comment() {
    let mut world = World::new();
    for key in ["a", "a.b", "a-b"] {
        world.request.key = key.to_owned();
        world.publish();
    }
    assert_eq!(world.marked().len(), 3);
    world.publish();
    assert_eq!(world.marked().len(), 3);
}

#[test]
fn a_change_without_pairs_gets_a_green_check_and_no_first_comment() {
    let mut world = World::new();
    world.report = quiet();
    let published = world.publish();
    assert_eq!((published.extent, world.marked().len()), (Extent::Full, 0));
    assert_eq!(world.state().checks[0]["conclusion"], "success", "a required check must not wait for ever");
    world.report = report(1);
    world.variables.insert("GITHUB_RUN_ATTEMPT".to_owned(), "1".to_owned());
    world.publish();
    world.report = quiet();
    world.publish();
    let marked = world.marked();
    assert!(marked.len() == 1 && marked[0].contains("nothing to compare"), "an earlier comment is brought up to date");
}

#[test]
fn the_comment_mode_decides_when_to_comment() {
    let mut world = World::new();
    (world.request.mode, world.request.parts) = (CommentMode::Off, vec![PublishTarget::Comment]);
    assert_eq!((world.publish().extent, world.state().writes()), (Extent::Full, 0));
    (world.request.mode, world.report) = (CommentMode::Failures, quiet());
    world.publish();
    assert_eq!(world.marked().len(), 0);
    world.request.mode = CommentMode::Always;
    world.publish();
    assert_eq!(world.marked().len(), 1);
}

#[test]
fn annotations_are_sent_in_batches_of_fifty_without_duplicates() {
    let mut world = World::new();
    (world.report, world.request.max_annotations) = (report(130), 120);
    world.fault("PATCH", "/check-runs/", 502, true).fault("PATCH", "/check-runs/", 502, false);
    let published = world.publish();
    assert_eq!((published.extent, published.warnings.as_slice()), (Extent::Full, &[][..]));
    let sizes: Vec<usize> = world
        .journal()
        .iter()
        .filter(|entry| entry.method != "GET" && entry.path.contains("/check-runs"))
        .map(|entry| entry.body["output"]["annotations"].as_array().map_or(0, Vec::len))
        .collect();
    assert_eq!(sizes, [50, 50, 20, 20], "the first fault came after the effect, the second before");
    let state = world.state();
    let lines: std::collections::BTreeSet<u64> =
        state.annotations[0].iter().filter_map(|one| one["start_line"].as_u64()).collect();
    assert_eq!((state.annotations[0].len(), lines.len()), (120, 120));
    assert!(published.notices.iter().any(|line| line.contains("10 over the limit of 120")), "{published:?}");
}

#[test]
fn a_result_too_long_for_a_comment_is_cut_at_whole_findings() {
    let mut world = World::new();
    world.report = report(1_000);
    let long = "\u{1f600}|`@x ".repeat(200);
    let pair = world.report.pairs[0].clone();
    for n in 0..150 {
        let mut more = pair.clone();
        more.name = format!("{n}{long}");
        more.findings.truncate(30);
        more.findings.iter_mut().for_each(|finding| finding.input = Some(long.clone()));
        world.report.pairs.push(more);
    }
    world.report.notes = vec![long.clone(); 40];
    world.report.gate.warnings = vec![long.clone(); 40];
    world.report.gate.pending_until_merge = vec![long; 40];
    let published = world.publish();
    assert_eq!((published.extent, published.warnings.as_slice()), (Extent::Full, &[][..]));
    let comment = &world.marked()[0];
    assert!(comment.encode_utf16().count() <= 60_000, "{}", comment.encode_utf16().count());
    assert!(comment.contains("more findings in the report"), "the comment counts the omitted findings");
    let state = world.state();
    assert!(state.checks[0]["output"]["summary"].as_str().expect("a summary").len() <= 65_535);
}

#[test]
fn a_token_without_write_permission_gives_one_warning() {
    let world = World::new();
    world.state().denied.push("");
    let published = world.publish();
    assert_eq!((published.extent, published.warnings.len()), (Extent::None, 1));
    let warning = &published.warnings[0];
    assert!(warning.contains("pull-requests: write") && warning.contains("checks: write"), "{warning}");
}

#[test]
fn the_step_writes_its_results_as_outputs() {
    let world = World::new();
    let ran = world.program(&[]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    let outputs = world.outputs();
    assert_eq!(outputs["published"], "full");
    assert_eq!(
        outputs["comment-url"],
        format!("https://github.com/acme/ledger/pull/7#issuecomment-{}", outputs["comment-id"])
    );
    assert!(outputs["check-run-url"].ends_with(&outputs["check-run-id"]), "{outputs:?}");
    assert!(!world.folder.path().join("summary.md").exists(), "the comment is where it belongs");
}

#[test]
fn a_step_can_write_only_summary_and_annotations_and_lists_its_requests() {
    let world = World::new();
    let ran = world.program(&["--only", "summary,annotations", "--verbose"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let requests: Vec<&str> = ran.stderr.lines().collect();
    assert_eq!(requests[0], "GET /repos/acme/ledger/pulls/7: 200", "{requests:?}");
    assert!(requests.iter().all(|line| line.starts_with("GET ")), "nothing is written to GitHub: {requests:?}");
    assert!(ran.stdout.contains("::error file=py/money.py,line="), "{}", ran.stdout);
    assert!(world.read("summary.md").contains("Merge blocked: MTS of `Money.split`"));
    assert_eq!((world.state().writes(), world.outputs()["published"].as_str()), (0, "full"));
    world.state().pulls[0]["head"]["sha"] = json!(BASE);
    std::fs::remove_file(world.folder.path().join("summary.md")).expect("there");
    let late = world.program(&["--only", "summary,annotations"]);
    assert!(!late.stdout.contains("::error") && !world.folder.path().join("summary.md").exists(), "{}", late.stdout);
}

#[test]
fn a_run_of_a_fork_succeeds_with_one_warning_and_the_result_in_its_summary() {
    let world = World::new();
    world.state().denied.push("");
    let ran = world.program(&["--only", "comment,check,status"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    let commands: Vec<&str> = ran.stdout.lines().filter(|line| line.starts_with("::")).collect();
    assert_eq!(commands.len(), 1, "{}", ran.stdout);
    assert!(commands[0].starts_with("::warning title=cargo mts::the token may not write"), "{}", commands[0]);
    assert!(world.read("summary.md").contains("Merge blocked: MTS of `Money.split`"));
    assert_eq!(world.outputs()["published"], "none");
}

#[test]
fn a_dry_run_sends_no_request_to_github_and_prints_the_texts() {
    let mut world = World::new();
    world.variables.remove("GITHUB_TOKEN");
    let ran = world.program(&["--dry-run", "--only", "comment,check,status", "--check-name", "ports"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    let first = "publish would write to acme/ledger for pull request #7 at 6dcb09b\n";
    assert!(ran.stdout.starts_with(first), "{}", ran.stdout);
    for text in ["<!-- cargo-mts key=default digest=", "\"conclusion\": \"failure\"", "\"context\": \"ports\""] {
        assert!(ran.stdout.contains(text), "{text}: {}", ran.stdout);
    }
    assert!(world.journal().is_empty());
}

#[test]
fn a_workflow_that_runs_a_pull_requests_code_with_a_writing_token_is_refused() {
    let mut world = World::new();
    world.variables.insert("GITHUB_EVENT_NAME".to_owned(), "pull_request_target".to_owned());
    let ran = world.program(&[]);
    assert_eq!(ran.code, 2, "{}", ran.stdout);
    assert!(ran.stderr.contains("pull_request_target") && ran.stderr.contains("workflow_run"), "{}", ran.stderr);
    world.variables.insert("GITHUB_EVENT_NAME".to_owned(), "pull_request".to_owned());
    world.variables.remove("GITHUB_TOKEN");
    let ran = world.program(&[]);
    assert_eq!(ran.code, 0, "a fork's run has no secrets: {}", ran.stderr);
    assert!(ran.stdout.contains("::warning title=cargo mts::publish writes nothing without a token"), "{}", ran.stdout);
}

#[test]
fn one_missing_permission_does_not_stop_the_other_outputs() {
    let world = World::new();
    world.state().denied.push("/comments");
    let published = world.publish();
    assert_eq!((published.extent, published.warnings.len()), (Extent::Partial, 1));
    assert!(published.check.is_some() && published.comment.is_none());
}

#[test]
fn a_server_error_after_a_write_makes_no_second_comment_or_check() {
    for effect in [true, false] {
        let world = World::new();
        world.fault("POST", "/comments", 502, effect).fault("POST", "/check-runs", 504, effect);
        let published = world.publish();
        assert_eq!((published.extent, world.marked().len()), (Extent::Full, 1), "{published:?}");
        let state = world.state();
        assert_eq!(state.checks.len(), 1);
        assert_eq!(state.asked("POST", "/comments"), if effect { 1 } else { 2 });
    }
}

#[test]
fn reads_are_repeated_a_limited_number_of_times_after_server_errors() {
    let world = World::new();
    world.fault("GET", "/pulls/7", 502, false).fault("GET", "/comments", 503, false);
    assert_eq!(world.publish().extent, Extent::Full);
    drop(world);
    let world = World::new();
    for _ in 0..10 {
        world.fault("GET", "/comments", 503, false);
    }
    let published = world.publish();
    assert_eq!((published.extent, world.state().asked("GET", "/comments")), (Extent::Partial, 4), "{published:?}");
    assert!(
        published.warnings[0].contains("comment: GET") && published.warnings[0].contains("stopped after 3 retries"),
        "{published:?}"
    );
}

#[test]
fn the_tool_waits_for_rate_limits() {
    let world = World::new();
    let secondary = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";
    let past = ("x-ratelimit-reset", "1".to_owned());
    world
        .limit("/comments", 429, vec![("Retry-After", "0".to_owned())], "Too many requests")
        .limit("/comments", 429, Vec::new(), "Too many requests")
        .limit("/comments", 403, vec![("x-ratelimit-remaining", "4000".to_owned())], secondary)
        .limit("/check-runs", 403, vec![("x-ratelimit-remaining", "0".to_owned()), past], "API rate limit exceeded");
    let published = world.publish();
    assert_eq!((published.extent, published.warnings.as_slice()), (Extent::Full, &[][..]));
    assert_eq!((world.marked().len(), world.state().checks.len()), (1, 1));
}

#[test]
fn a_rate_limit_longer_than_the_longest_wait_is_a_warning_at_once() {
    let world = World::new();
    world.limit("/comments", 429, vec![("Retry-After", "3600".to_owned())], "Too many requests");
    let begun = std::time::Instant::now();
    let published = world.publish();
    assert_eq!(published.extent, Extent::Partial);
    assert!(published.warnings[0].contains("a wait of 3600 s would exceed"), "{published:?}");
    assert!(begun.elapsed().as_secs() < 3 || front().is_some());
}

#[test]
fn requests_to_an_enterprise_server_have_its_path_prefix() {
    let mut world = World::enterprise();
    // `.ci/contract` skips this test where its proxy has the description of github.com.
    assert!(world.standin.api.ends_with("/api/v3"), "the API of an Enterprise Server, not {}", world.standin.api);
    world.request.parts = vec![PublishTarget::Comment, PublishTarget::Check, PublishTarget::Status];
    let published = world.publish();
    assert_eq!((published.extent, published.warnings.as_slice()), (Extent::Full, &[][..]));
    assert!(world.journal().iter().all(|entry| entry.path.starts_with("/api/v3/repos/acme/ledger/")));
}

#[test]
fn the_owner_of_a_personal_token_is_requested_from_github() {
    let mut world = World::new();
    world.variables.insert("MTS_TOKEN".to_owned(), "ghp_personal".to_owned());
    {
        let mut state = world.state();
        (state.token, state.login, state.knows_user) = ("ghp_personal".to_owned(), "robot".to_owned(), true);
    }
    world.publish();
    world.report.headline = "Merge blocked: another reason".to_owned();
    world.publish();
    assert_eq!(world.marked().len(), 1);
    assert!(world.state().asked("GET", "/user") >= 1);
}

#[test]
fn the_warning_for_a_comment_of_an_app_names_the_variable_to_set() {
    let mut world = World::new();
    world.state().login = "ledger-app[bot]".to_owned();
    let published = world.publish();
    assert!(published.warnings[0].contains("MTS_LOGIN=ledger-app[bot]"), "{published:?}");
    world.variables.insert("MTS_LOGIN".to_owned(), "ledger-app[bot]".to_owned());
    assert!(world.publish().warnings.is_empty());
    assert_eq!(world.marked().len(), 1);
}

#[test]
fn a_commit_status_is_written_once() {
    let mut world = World::new();
    world.request.parts = vec![PublishTarget::Status];
    world.fault("POST", "/statuses/", 502, true);
    assert_eq!(world.publish().extent, Extent::Full);
    assert_eq!(world.publish().extent, Extent::Full);
    let state = world.state();
    assert_eq!(state.statuses.len(), 1);
    assert_eq!(state.statuses[0]["state"], "failure");
}

#[test]
fn sarif_is_uploaded_for_the_head() {
    let mut world = World::new();
    world.request.parts = vec![PublishTarget::Sarif];
    assert_eq!(world.publish().extent, Extent::Full);
    let state = world.state();
    assert_eq!((&state.uploads[0]["ref"], &state.uploads[0]["commit_sha"]), (&json!("refs/pull/7/head"), &json!(HEAD)));
    let packed = decoded(state.uploads[0]["sarif"].as_str().expect("text"));
    let sarif: Json = serde_json::from_reader(flate2::read::GzDecoder::new(&packed[..])).expect("gzip in base64");
    let schema: Json = serde_json::from_str(include_str!("../../fixtures/sarif-2.1.0.json")).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    let problems: Vec<String> = schema.iter_errors(&sarif).map(|e| format!("{e} at {}", e.instance_path())).collect();
    assert!(problems.is_empty(), "{problems:#?}");
    // The requirements of code scanning besides the schema.
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), 3);
    for result in results {
        assert!(result["ruleId"].is_string() && result["message"]["text"].is_string(), "{result}");
        assert!(result["partialFingerprints"].as_object().is_some_and(|all| !all.is_empty()), "{result}");
        let uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().expect("a place");
        assert_eq!(uri, "py/money.py", "relative to the repository");
        let other = &result["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"];
        assert_eq!(other, "src/main/java/acme/Money.java");
    }
}

/// Decodes base64 text to bytes.
fn decoded(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits: Vec<u32> =
        text.bytes().filter_map(|byte| DIGITS.iter().position(|d| *d == byte)).map(|at| at as u32).collect();
    let bytes = |four: &[u32]| {
        let word = (0..4).fold(0, |word, at| word << 6 | four.get(at).copied().unwrap_or(0));
        word.to_be_bytes()[1..four.len()].to_vec()
    };
    digits.chunks(4).flat_map(bytes).collect()
}

#[test]
fn wrong_credentials_are_a_warning_that_does_not_show_them() {
    let mut world = World::new();
    world.variables.insert("GITHUB_TOKEN".to_owned(), "ghs_wrong".to_owned());
    let published = world.publish();
    assert_eq!(published.extent, Extent::None);
    let debug_text = format!("{published:?}");
    assert!(debug_text.contains("Bad credentials") && !debug_text.contains("ghs_wrong"), "{debug_text}");
}
