//! Runs that are disturbed, divided or interrupted, against the same run in peace.

use super::*;
use serde_json::Value as Json;
use support::{Fixture, Ran};

/// Eight changed pairs: good, wrong, drifting, throwing and endless ones.
fn fixture() -> Fixture {
    let fixture = Fixture::empty();
    fixture.write("mts.yml", "version: 1\ninputs:\n  max: 6\n");
    let sides = |name: &str, java: &str, python: &str| {
        let class = format!("{}{}", name[..1].to_uppercase(), &name[1..]);
        let text = format!("public class {class} {{\n    static int {name}(int a, int b) {{\n{java}    }}\n}}\n");
        fixture.write(&format!("java/{class}.java"), text);
        fixture.write(&format!("python/{name}.py"), format!("def {name}(a, b):\n{python}"));
    };
    let loops = |from: i32| {
        let java = format!(
            "        int n = {from};\n        for (int i = a; i < b && n < 50; i++) {{\n            n += i;\n        }}\n        return n;\n"
        );
        let python = format!(
            "    n = {from}\n    i = a\n    while i < b and n < 50:\n        n += i\n        i += 1\n    return n\n"
        );
        (java, python)
    };
    for (round, message) in ["before", "after"].into_iter().enumerate() {
        let by = round + 1;
        sides("add", &format!("        return a + b + {by};\n"), &format!("    return a + b + {by}\n"));
        sides("most", &format!("        return a > b ? a : b - {round};\n"), &format!("    return a if a > b else b - {round}\n"));
        sides("half", &format!("        return a / (b + {round});\n"), &format!("    return a // (b + {round})\n"));
        sides("drift", &format!("        return a - {by};\n"), &format!("    return (a - {by}) * 1.0\n"));
        let (java, python) = loops(i32::try_from(round).expect("few"));
        sides("span", &java, &python);
        sides("wide", &java, &python);
        fixture.commit(message);
    }
    fixture
}

fn still(ran: &Ran) -> String {
    let mut report = ran.report().clone();
    report["timings"] = Json::Null;
    serde_json::to_string_pretty(&report).expect("text")
}

const RUN: [&str; 5] = ["run", "--base", "HEAD~1", "--head", "HEAD"];

#[test]
fn reports_are_equal_however_many_lanes_there_are_and_however_many_workers_are_killed() {
    let fixture = fixture();
    let run = |jobs: &str, chaos: &str| {
        let words = [&RUN[..], &["--jobs", jobs]].concat();
        let variables: &[(&str, &str)] = &[("CARGO_MTS_KILL_EVERY", chaos)];
        let ran = fixture.mts_with(&words, if chaos.is_empty() { &[] } else { variables });
        assert!(ran.report()["pairs"].as_array().expect("pairs").len() >= 6, "{}", ran.reasons());
        still(&ran)
    };
    let plain = run("1", "");
    for (jobs, chaos) in [("1", ""), ("2", ""), ("4", ""), ("1", "2:1"), ("2", "3:2"), ("1", "5:3")] {
        assert!(run(jobs, chaos) == plain, "{jobs} lanes, killed: {chaos}");
    }
}

#[test]
fn parts_of_a_run_whose_workers_are_killed_make_the_same_whole() {
    let fixture = fixture();
    let whole = still(&fixture.mts(&RUN));
    for of in [2, 5] {
        let out = format!("parts-of-{of}");
        for k in 1..=of {
            let (part, folder) = (format!("{k}/{of}"), format!("{out}/part-{k}"));
            let words = [&RUN[..], &["--shard", &part, "--out", &folder]].concat();
            let ran = fixture.mts_with(&words, &[("CARGO_MTS_KILL_EVERY", "3:7")]);
            assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
        }
        assert!(still(&fixture.mts(&["merge", &out])) == whole, "{of} parts");
    }
}
