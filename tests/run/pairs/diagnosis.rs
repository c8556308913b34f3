//! Tests the diagnosis of a difference: place, cause and fix.

use crate::support::{Fixture, Ran};
use serde_json::{Value, json};
use std::sync::LazyLock;

/// Runs on pairs of a Java method and its port.
fn run_on(pairs: &[(&str, &str)]) -> (Fixture, Ran) {
    let fixture = Fixture::empty();
    let methods: String = pairs.iter().map(|(java, _)| format!("    {java}\n\n")).collect();
    fixture.write("java/acme/Sums.java", format!("package acme;\n\npublic class Sums {{\n{methods}}}\n"));
    let functions: Vec<&str> = pairs.iter().map(|(_, python)| *python).collect();
    fixture.write("python/acme/__init__.py", "").write("python/acme/sums.py", functions.join("\n\n"));
    fixture.commit("ported");
    let ran = fixture.mts(&["run", "--all"]);
    (fixture, ran)
}

/// The run on several pairs, and its comment.
static TOGETHER: LazyLock<(Ran, String)> = LazyLock::new(|| {
    let (fixture, ran) = run_on(&[SHARE, PART, DRAWN, NEXT, NAME]);
    (ran, fixture.read("mts-out/comment.md"))
});

/// Returns the first finding of a pair on its original functions.
fn difference(ran: &Ran, pair: &str) -> Value {
    let findings = ran.pair(pair)["findings"].as_array().expect("a list").clone();
    let found = findings.iter().find(|finding| finding["kind"] == "original");
    found.cloned().unwrap_or_else(|| panic!("{pair}: {findings:#?}"))
}

fn causes(finding: &Value) -> Vec<&str> {
    let places = finding["diagnosis"]["places"].as_array().unwrap_or_else(|| panic!("no diagnosis: {finding:#?}"));
    places.iter().filter_map(|place| place["cause"].as_str()).collect()
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_difference_is_reported_with_its_location_its_cause_and_a_tested_fix() {
    let (fixture, ran) = run_on(&[
        (
            "public static int half(int a) { int b = a + 1; return b / 2; }",
            "def half(a):\n    b = a + 1\n    return b // 2\n",
        ),
        (
            "public static int digits(String s) { int n = 0; for (int i = 0; i < s.length(); i++) { char c = s.charAt(i);\n\
             if (c == ' ') { continue; } n = n + (c - '0'); } return n; }",
            "def digits(s):\n    n = 0\n    for i in range(len(s)):\n        c = s[i]\n        n = n + (ord(c) - ord(\"0\"))\n    return n\n",
        ),
        (
            "public static int last(int n) { int s = 0; for (int i = 1; i <= n && i < 50; i++) { s = s + i * 97; } return s; }",
            "def last(n):\n    s = 0\n    i = 1\n    while i <= n and i < 50:\n        s = s + i * 96\n        i += 1\n    return s\n",
        ),
    ]);
    let half = difference(&ran, "Sums.half");
    assert_eq!(causes(&half), ["floor-division"]);
    let place = &half["diagnosis"]["places"][0];
    assert_eq!((&place["java"], &place["python"]), (&json!("b / 2"), &json!("b // 2")));
    assert_eq!((&half["line_java"], &half["line_python"]), (&json!(4), &json!(3)), "the place, not the function");
    let fix = &half["diagnosis"]["fix"];
    assert_eq!(fix["change"], json!({ "before": ["    return b // 2"], "after": ["    return int(b / 2)"] }));
    assert!(fix["further_inputs"].as_u64().expect("a number") > 500, "{fix}");

    let digits = difference(&ran, "Sums.digits");
    assert_eq!(causes(&digits), ["missing-branch"]);
    let change = &digits["diagnosis"]["fix"]["change"];
    assert_eq!(change["before"], json!(["        c = s[i]"]), "the line before the insertion");
    let after = json!(["        c = s[i]", "        if c == \" \":", "            continue"]);
    assert_eq!(change["after"], after, "{digits:#?}");

    let last = difference(&ran, "Sums.last");
    assert_eq!(causes(&last), ["wrong-literal"]);
    assert_eq!(last["diagnosis"]["fix"]["change"]["after"], json!(["        s = s + i * 97"]));

    let comment = fixture.read("mts-out/comment.md");
    assert!(comment.contains("Java and Python give different results in 3 of 3 pairs"), "{comment}");
    for report in ["comment.md", "report.html", "mts.sarif", "report.json"] {
        assert!(fixture.read(&format!("mts-out/{report}")).contains("return int(b / 2)"), "{report}");
    }
    assert!(ran.stdout.contains("return int(b / 2)"), "{}", ran.stdout);
}

const SHARE: (&str, &str) = (
    "public static int share(int cents, int parts) {\n        int each = cents / parts;\n        \
                int rest = cents % parts;\n        return each * 1000 + rest;\n    }",
    "def share(cents, parts):\n    each = cents // parts\n    rest = cents % parts\n    return each * 1000 + rest\n",
);

#[test]
fn causes_that_work_together_are_one_diagnosis() {
    let (ran, _) = &*TOGETHER;
    let share = difference(ran, "Sums.share");
    assert_eq!(causes(&share), ["floor-division", "remainder-sign"], "{share:#?}");
    assert_eq!(share["diagnosis"]["explained"], share["diagnosis"]["inputs"]);
}

const PART: (&str, &str) = (
    "public static int part(int a) {\n        if (a == 7) {\n            throw new IllegalArgumentException(\"seven\");\n        \
                }\n        return a / 2;\n    }",
    "def part(a):\n    return a // 2\n",
);

#[test]
fn the_fix_of_a_pair_with_two_differences_has_both_changes() {
    let (ran, _) = &*TOGETHER;
    let findings = ran.pair("Sums.part")["findings"].as_array().expect("a list").clone();
    let differing: Vec<&Value> = findings.iter().filter(|finding| finding["kind"] == "original").collect();
    assert_eq!(differing.len(), 2, "{differing:#?}");
    for finding in differing {
        assert_eq!(causes(finding).len(), 1, "{finding:#?}");
        let after = finding["diagnosis"]["fix"]["change"]["after"].to_string();
        assert!(after.contains("if a == 7:") && after.contains("int(a / 2)"), "{finding:#?}");
    }
}

const DRAWN: (&str, &str) = (
    "public static int drawn(int a) {\n        if (new java.util.Random(a).nextInt(3) == 0) {\n            \
                throw new IllegalArgumentException(\"drawn\");\n        }\n        return a / 2;\n    }",
    "def drawn(a):\n    return a // 2\n",
);

#[test]
fn a_difference_without_a_repair_does_not_remove_the_fix_of_another() {
    let (ran, comment) = &*TOGETHER;
    let findings = ran.pair("Sums.drawn")["findings"].as_array().expect("a list").clone();
    let differing: Vec<&Value> = findings.iter().filter(|finding| finding["kind"] == "original").collect();
    let fixes: Vec<&Value> =
        differing.iter().map(|finding| &finding["diagnosis"]["fix"]).filter(|fix| fix.is_object()).collect();
    let [fix] = fixes[..] else { panic!("one fix: {differing:#?}") };
    assert_eq!(fix["change"]["after"], json!(["    return int(a / 2)"]));
    assert!(fix["remaining_inputs"].as_u64().expect("a number") > 0, "{fix}");
    assert!(comment.contains("another difference remains"), "{comment}");
}

const NEXT: (&str, &str) = (
    "public static int next(int a) { return a + 1; }",
    "def next(a, seen=[]):\n    seen.append(a)\n    return a + len(seen)\n",
);

#[test]
fn a_difference_that_depends_on_earlier_calls_has_no_diagnosis() {
    let (ran, _) = &*TOGETHER;
    assert!(difference(ran, "Sums.next")["diagnosis"].is_null(), "{:#?}", difference(ran, "Sums.next"));
}

const NAME: (&str, &str) = (
    "public static String name(int a) { StringBuilder s = new StringBuilder(); for (int i = 0; i < 3; i++) { s.append(a % 7).append(','); } return s.toString(); }",
    "def name(a):\n    return \"-\".join(str(a) for _ in range(3))\n",
);

#[test]
fn a_difference_without_a_small_repair_has_no_fix() {
    let (ran, _) = &*TOGETHER;
    let name = difference(ran, "Sums.name");
    assert!(name["diagnosis"]["fix"].is_null(), "{name:#?}");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_difference_of_a_called_function_is_reported_once() {
    let fixture = Fixture::empty();
    let base = "package acme;\n\npublic class Ring {\n    protected final int size;\n\n    public Ring(int size) {\n        if (size <= 0) {\n            throw new IllegalArgumentException(\"no room\");\n        }\n        this.size = size;\n    }\n\n    public int next(int at) {\n        return at + size;\n    }\n}\n";
    let derived = "package acme;\n\npublic class Wheel extends Ring {\n    public Wheel(int size) {\n        super(size);\n    }\n}\n";
    let port = "class Ring:\n    def __init__(self, size):\n        self.size = size\n\n    def next(self, at):\n        return at + self.size\n\n\nclass Wheel(Ring):\n    def __init__(self, size):\n        super().__init__(size)\n";
    fixture.write("java/acme/Ring.java", base).write("java/acme/Wheel.java", derived);
    fixture.write("python/acme/__init__.py", "").write("python/acme/ring.py", port);
    fixture.commit("ported");
    let ran = fixture.mts(&["run", "--all"]);
    let (ring, wheel) = (difference(&ran, "Ring.<init>"), difference(&ran, "Wheel.<init>"));
    assert_eq!((&ring["caused_by"], &wheel["caused_by"]), (&Value::Null, &ring["id"]), "{wheel:#?}");
    assert_eq!(wheel["severity"], "error", "the pair fails the gate too");
    let (id, other) = (ring["id"].as_str().expect("an id"), wheel["id"].as_str().expect("an id"));
    assert!(ran.stdout.contains("; also in Wheel.<init>, which calls this function"), "{}", ran.stdout);
    for report in ["comment.md", "mts.sarif"] {
        let text = fixture.read(&format!("mts-out/{report}"));
        assert!(text.contains(id) && !text.contains(other), "{report}: {text}");
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_constructor_that_rejects_arguments_of_java_causes_the_findings_of_its_methods() {
    let fixture = Fixture::empty();
    let java = "package acme;\n\npublic class Tank {\n    private final int size;\n\n    public Tank(int size) {\n        this.size = size;\n    }\n\n    \
                public int twice() {\n        return size % 100 * 2;\n    }\n\n    public int plus(int n) {\n        return size % 100 + n % 100;\n    }\n}\n";
    let port = "import math\n\n\nclass Tank:\n    def __init__(self, size):\n        if size < 1:\n            raise ValueError(\"size cannot be less than 1\")\n        self.size = size\n\n    \
                def twice(self):\n        return int(math.fmod(self.size, 100)) * 2\n\n    def plus(self, n):\n        return int(math.fmod(self.size, 100)) + int(math.fmod(n, 100))\n";
    fixture.write("java/acme/Tank.java", java).write("python/acme/__init__.py", "");
    fixture.write("python/acme/tank.py", port).commit("ported");
    let ran = fixture.mts(&["run", "--all", "--operators", "SDL"]);
    let made = difference(&ran, "Tank.<init>");
    for name in ["Tank.twice", "Tank.plus"] {
        for finding in ran.pair(name)["findings"].as_array().expect("a list") {
            let is_original = finding["kind"] == "original";
            let follows =
                if is_original { finding["caused_by"] == made["id"] } else { finding["caused_by_other"] == true };
            assert!(follows, "{name}: {finding:#?}");
        }
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_difference_from_a_called_function_shows_the_call_and_belongs_to_that_function() {
    let java = "package acme;\n\npublic class Area {\n    static int half(int n) {\n        return n / 2;\n    }\n\n    \
                static int sum(int n, int m) {\n        int sum = 0;\n        for (int i = 0; i < 3; i++) {\n            \
                sum += half(n % 100 + i) * (m % 10);\n        }\n        return sum;\n    }\n\n    \
                static int own(int n) {\n        return half(n % 100 + 200) + 1;\n    }\n}\n";
    let port = "import math\n\n\ndef half(n):\n    return n // 2\n\n\n\
                def sum(n, m):\n    total = 0\n    for i in range(3):\n        \
                total += half(int(math.fmod(n, 100)) + i) * int(math.fmod(m, 10))\n    return total\n\n\n\
                def own(n):\n    return half(int(math.fmod(n, 100)) + 200) + 2\n";
    let fixture = Fixture::empty();
    fixture.write("java/acme/Area.java", java).write("python/acme/__init__.py", "");
    fixture.write("python/acme/area.py", port).commit("ported");
    let ran = fixture.mts(&["run", "--all"]);
    let [half, sum, own] = ["Area.half", "Area.sum", "Area.own"].map(|name| difference(&ran, name));
    let call = &sum["differing_call"];
    assert_eq!(
        (&call["java"], &sum["caused_by"]),
        (&json!("java/acme/Area.java#Area.half(int)"), &half["id"]),
        "{sum:#?}"
    );
    assert_eq!(call["call"], "Area.half(-1)");
    let outcomes = (&call["java_outcome"], &call["python_outcome"]);
    assert_eq!(outcomes, (&json!("returns 0"), &json!("returns -1")));
    assert!(ran.stdout.contains("; also in Area.sum, which calls this function"), "{}", ran.stdout);
    assert!(own["differing_call"].is_null() && own["caused_by"].is_null(), "its calls agree: {own:#?}");
}
