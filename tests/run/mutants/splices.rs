//! Tests splices on a real JDK and a real CPython. Runs of the original functions show the places
//! of a port that can take the translation of Java's code. The result marks splices.

use crate::support::mts_in;
use serde_json::{Value as Json, json};

/// A method with sums of an array's elements; one sum is a loop.
const JAVA: &str = "class A {
    static int f(int[] a, int n) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum += a[k];
        if (sum > 2 * n) return sum - n;
        while (sum < 10) sum = sum + n;
        return sum;
    }
}
";

/// Returns the result and the mutants of `bench` for [`JAVA`] and this port.
fn mutants(python: &str, inputs: &Json) -> (Json, Vec<Json>) {
    mutants_of(JAVA, python, inputs)
}

fn mutants_of(java: &str, python: &str, inputs: &Json) -> (Json, Vec<Json>) {
    let folder = tempfile::tempdir().expect("a folder");
    let row = json!({"id": "P", "java": java, "java_class": "A", "java_method": "f", "java_return": "int",
                     "java_params": ["int[]", "int"], "python": python, "inputs": inputs});
    std::fs::write(folder.path().join("corpus"), format!("{row}\n")).expect("written");
    let arguments = ["bench", "--corpus", "corpus", "--profile", "mujava", "--per-mutant", "out", "--json"];
    let ran = mts_in(folder.path(), &arguments);
    let result: Json = serde_json::from_str(&ran.stdout).expect("one object");
    let lines = std::fs::read_to_string(folder.path().join("out")).expect("read");
    (result, lines.lines().map(|line| serde_json::from_str(line).expect("an object")).collect())
}

fn inputs() -> Json {
    json!([[[1, 2, 3], 3], [[4, 4], 2], [[1], 1], [[5, 7, 9, 2], 4], [[2, 1], 2]])
}

/// Returns the mutants whose change contains this text.
fn with_change<'m>(mutants: &'m [Json], text: &'m str) -> impl Iterator<Item = &'m Json> {
    mutants.iter().filter(move |m| m["change"].as_str().is_some_and(|change| change.contains(text)))
}

#[test]
fn a_splice_replaces_a_call_of_sum_and_behaves_as_java() {
    let port = "def f(a, n):\n    sums = sum(a)\n    if sums > 2 * n:\n        return sums - n\n    while sums < 10:\n        sums = sums + n\n    return sums\n";
    let (result, all) = mutants(port, &inputs());
    let header: Vec<&Json> = with_change(&all, "k < n").filter(|m| m["verdict"] != "anomalous").collect();
    assert!(header.len() >= 4, "{header:#?}");
    for mutant in header {
        assert_eq!((&mutant["verdict"], &mutant["exact"]), (&json!("survived"), &json!(false)), "{mutant:#}");
        let change = mutant["python_edit"].as_str().expect("text");
        assert!(change.contains("-     sums = sum(a)") && !change.contains("-     while"), "{change}");
    }
    // Outside of the splice, the mutants have exact counterparts in the port.
    for mutant in with_change(&all, "2 * n").filter(|m| m["verdict"] != "anomalous") {
        assert_eq!(mutant["exact"], json!(true), "{mutant:#}");
    }
    assert!(result["exact_share"].as_f64().is_some_and(|share| share > 0.4 && share < 1.0), "{result:#}");
    assert_eq!(result["killed"], 0, "{all:#?}");
}

#[test]
fn a_splice_that_would_repair_the_port_is_not_used() {
    // On the last input, the port also adds elements after index `n`. With Java's loop, it would
    // not.
    let port = "def f(a, n):\n    sums = sum(a)\n    if sums > 2 * n:\n        return sums - n\n    while sums < 10:\n        sums = sums + n\n    return sums\n";
    let mut inputs = inputs();
    inputs.as_array_mut().expect("a list").push(json!([[1, 1, 9], 2]));
    let (result, all) = mutants(port, &inputs);
    assert!(result["ca_tests"].as_f64().is_some_and(|share| share < 1.0), "the port is wrong there: {result:#}");
    let mut header = with_change(&all, "k < n").filter(|m| m["verdict"] != "anomalous").peekable();
    assert!(header.peek().is_some());
    for mutant in header {
        assert_eq!((&mutant["verdict"], &mutant["exact"]), (&json!("unmirrored"), &json!(null)), "{mutant:#}");
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_splice_with_another_intermediate_value_is_refused_even_if_no_input_shows_it() {
    // On every input, both sums are above the bound, but the two sums differ.
    let java = "class A {
    static int f(int[] a, int n) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum += a[k];
        if (sum > 2 * n) return n;
        while (sum < 10) sum = sum + n;
        return sum;
    }
}
";
    let port = "def f(a, n):\n    sums = sum(a)\n    if sums > 2 * n:\n        return n\n    while sums < 10:\n        sums = sums + n\n    return sums\n";
    let inputs = json!([[[5, 7, 9], 2], [[4, 4, 4], 1], [[9, 1, 2], 2]]);
    let (result, all) = mutants_of(java, port, &inputs);
    assert_eq!(result["ca_tests"], 1.0, "{result:#}");
    let header: Vec<&Json> = with_change(&all, "k < n").filter(|m| m["verdict"] != "anomalous").collect();
    assert!(!header.is_empty());
    for mutant in header {
        assert_eq!((&mutant["verdict"], &mutant["exact"]), (&json!("unmirrored"), &json!(null)), "{mutant:#}");
        assert_eq!(
            mutant["why"],
            "no counterpart of a loop; the translation of the original code leaves other values at the place"
        );
    }
    assert_eq!(
        result["unspliced"]["the translation of the original code leaves other values at the place"],
        result["unmirrored"]["no counterpart of a loop"]
    );
    // If the two sums are the same on every input, the tool uses the splice.
    let same = json!([[[5, 7], 2], [[4], 1], [[9, 1, 2], 3]]);
    let (_, all) = mutants_of(java, port, &same);
    assert!(with_change(&all, "k < n").any(|m| m["exact"] == false && m["verdict"] == "survived"), "{all:#?}");
}

#[test]
fn counterparts_are_a_recording_that_scores_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let java =
        "class A {\n    static int f(int[] a, int n) {\n        int s = a[0] + n;\n        return s / 2;\n    }\n}\n";
    let row = json!({"id": "P", "java": java, "java_class": "A", "java_method": "f", "java_return": "int",
                     "java_params": ["int[]", "int"], "python": "def f(a, n):\n    s = a[0] + n\n    return s // 2\n",
                     "inputs": [[[4], 2], [[3], 8], [[9], 0]]});
    std::fs::write(folder.path().join("corpus"), format!("{row}\n")).expect("written");
    let bench = |more: &[&str]| -> Json {
        let arguments = [&["bench", "--corpus", "corpus", "--profile", "mujava", "--json"], more].concat();
        serde_json::from_str(&mts_in(folder.path(), &arguments).stdout).expect("one object")
    };
    let own = bench(&["--counterparts", "made"]);
    let again = bench(&["--translator", "recorded:made"]);
    assert!(own["killed"].as_u64().is_some_and(|killed| killed > 0), "floor is not truncation: {own:#}");
    assert_eq!((&own["counted"], &own["killed"]), (&again["counted"], &again["killed"]));
}
