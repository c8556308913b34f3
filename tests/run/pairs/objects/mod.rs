//! Tests objects of the project as receivers and arguments. Both sides build the objects by the
//! same recipe, with real compilers and interpreters.

mod classes;
mod receivers;

use crate::support::shared::run_on;
use crate::support::{Fixture, Ran};
use std::sync::LazyLock;

/// Returns the inputs of the findings on originals that are errors.
fn errors(ran: &Ran, name: &str) -> Vec<String> {
    let findings = ran.pair(name)["findings"].as_array().expect("findings").clone();
    let errors = findings.into_iter().filter(|finding| finding["kind"] == "original" && finding["severity"] == "error");
    errors.map(|finding| finding["input"].as_str().unwrap_or_default().to_owned()).collect()
}

fn inputs(ran: &Ran, name: &str) -> u64 {
    ran.pair(name)["head"]["inputs"].as_u64().expect("a count")
}

/// The run on all classes of `tests/trees/ports/objects`, which takes half a minute.
static TREE: LazyLock<Ran> =
    LazyLock::new(|| Fixture::whole("ports/objects").mts(&["run", "--all", "--operators", "SDL,AORB", "--jobs", "2"]));

/// A short run on some classes of this tree.
static FEW_CLASSES: LazyLock<Ran> = LazyLock::new(|| {
    let names = ["Edits.*", "Tag.shown", "Tray.set*", "Engine.isEven", "Engine.limited", "Clock.*"];
    let pairs = names.into_iter().flat_map(|name| ["--pair", name]);
    let arguments: Vec<&str> = ["run", "--all", "--operators", "SDL,ROR"].into_iter().chain(pairs).collect();
    Fixture::whole("ports/objects").mts(&arguments)
});

/// The run on small classes.
static OBJECTS: LazyLock<Ran> = LazyLock::new(|| {
    let writers =
        [write_tree, write_desk, write_shop, write_bench, write_chain, classes::write_sofa, classes::write_counter];
    run_on(&writers, &["run", "--all", "--operators", "AORB"])
});

/// The run on classes whose pairs take longer.
static SLOW_OBJECTS: LazyLock<Ran> = LazyLock::new(|| {
    let writers = [write_large, write_squares, write_locked, write_line, write_label, receivers::write_shape];
    run_on(&writers, &["run", "--all", "--operators", "AORB"])
});

fn write_large(fixture: &Fixture) {
    let java = "class Large {\n    private final int[] counts = new int[40000];\n\n    int add(int at) {\n        counts[at] += 3;\n        return counts[at];\n    }\n}\n";
    let python = "class Large:\n    def __init__(self):\n        self.counts = [0] * 40000\n\n    def add(self, at):\n        self.counts[at] += 3\n        return self.counts[at]\n";
    fixture.write("java/Large.java", java).write("python/large.py", python);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_pair_with_large_objects_runs_on_fewer_inputs() {
    let tried = SLOW_OBJECTS.pair("Large.add")["notes"].to_string();
    assert!(tried.contains("the objects are large, so "), "{tried}");
    assert!((5..=20).contains(&inputs(&SLOW_OBJECTS, "Large.add")), "{}", SLOW_OBJECTS.pair("Large.add")["head"]);
}

fn write_squares(fixture: &Fixture) {
    let java = "class Squares {\n    static int[] squares(int n) {\n        int[] all = new int[n % 2 == 0 ? 200000 : 2];\n        all[1] = n;\n        return all;\n    }\n}\n";
    let python = "class Squares:\n    @staticmethod\n    def squares(n):\n        found = [0] * (200001 if n % 2 == 0 else 2)\n        found[1] = n\n        return found\n";
    fixture.write("java/Squares.java", java).write("python/squares.py", python);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_state_that_is_too_large_to_compare_neither_agrees_nor_differs() {
    assert_eq!(errors(&SLOW_OBJECTS, "Squares.squares"), Vec::<String>::new());
    let pair = SLOW_OBJECTS.pair("Squares.squares");
    assert!(pair["findings"].to_string().contains("too large to compare"), "{pair}");
    assert_eq!(pair["head"]["ca_tests"], 1.0, "the small results agree: {pair}");
}

fn write_locked(fixture: &Fixture) {
    let java = "import java.util.concurrent.Executor;\nimport java.util.concurrent.ForkJoinPool;\nimport java.util.concurrent.locks.ReentrantLock;\n\nclass Locked {\n    private final ReentrantLock lock = new ReentrantLock();\n    private final Object monitor = new Object();\n    private final Executor executor = ForkJoinPool.commonPool();\n    private int sum;\n\n    int add(int n) {\n        lock.lock();\n        try {\n            synchronized (monitor) {\n                sum += n % 100;\n                return sum;\n            }\n        } finally {\n            lock.unlock();\n        }\n    }\n}\n";
    let python = "import math\nimport threading\n\n\nclass Locked:\n    def __init__(self):\n        self.lock = threading.RLock()\n        self.sum = 0\n\n    def add(self, n):\n        with self.lock:\n            self.sum += int(math.fmod(n, 100))\n            return self.sum\n";
    fixture.write("java/Locked.java", java).write("python/locked.py", python);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_lock_among_the_fields_does_not_make_methods_nondeterministic() {
    assert_eq!(errors(&SLOW_OBJECTS, "Locked.add"), Vec::<String>::new());
    assert!(inputs(&SLOW_OBJECTS, "Locked.add") >= 5, "{}", SLOW_OBJECTS.pair("Locked.add"));
}

#[test]
#[ignore = "takes half a minute: `cargo test -- --ignored`"]
fn objects_are_equal_on_both_sides_or_the_pair_has_a_reason() {
    let made = [
        "Item.<init>",
        "Item.of",
        "Item.label",
        "Item.equals",
        "Item.isDearerThan",
        "Basket.addItem",
        "Basket.dearest",
        "Basket.due",
        "Basket.Builder.item",
        "Basket.Builder.build",
        "Rebate.apply",
        "Fixed.cut",
        "Side.step",
        "Total.labels",
        "Total.bytes",
        "Total.letters",
        "Total.greet",
        "Total.longest",
        "Total.append",
        "Tag.shown",
        "Part.isCalledLike",
        "Part.isHeavierThan",
        "Crate.last",
        "Crate.laden",
        "Skewed.twice",
        "Skewed.setMore",
    ];
    for name in made {
        assert!(inputs(&TREE, name) >= 5, "{name}: {}", TREE.reasons());
        assert_eq!(errors(&TREE, name), Vec::<String>::new(), "{name}");
    }
    // The tool finds the wrong port, with a basket that is not empty.
    let found = errors(&TREE, "Total.addTwice");
    assert!(found.len() == 1 && found[0].contains("addItem(") || found[0].contains(".item("), "{found:?}");
    // The tool reports a constructor that stores another number once, and not in each method of the
    // object.
    assert_eq!(errors(&TREE, "Skewed.<init>").len(), 1);
    for name in ["Skewed.twice", "Skewed.setMore"] {
        let notes = TREE.pair(name)["notes"].to_string();
        let injected = "run with injected Java state; most frequent reason: `self.kept` differs between the sides";
        assert!(notes.contains(injected), "{notes}");
    }
    // The original method builds the receiver of Java's mutants, as it does for the state that the
    // port gets.
    assert_eq!(TREE.pair("Skewed.setMore")["head"]["killed"], 0, "{}", TREE.pair("Skewed.setMore"));
    let found = TREE.original_findings("Crate.room");
    assert!(found.len() == 1 && found[0].0 == "error", "{found:?}");
    assert!(found[0].1.contains("; the call ran with injected Java state"), "{found:?}");
}

/// Returns the release of the JDK on PATH.
fn release() -> u32 {
    let said = std::process::Command::new("javac").arg("-version").output().expect("a JDK");
    let text = String::from_utf8([said.stdout, said.stderr].concat()).expect("text");
    let digits = text.split(|c: char| !c.is_ascii_digit()).find(|digits| !digits.is_empty());
    digits.and_then(|digits| digits.parse().ok()).expect("a number")
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn every_kind_of_value_is_compared_or_reported_as_nondeterministic() {
    let ran = Fixture::whole("ports/kinds-of-values").mts(&["run", "--all", "--operators", "SDL"]);
    let kinds = [
        "Coin.isWorthMore",     // slots behind properties
        "Coin.setWorn",         //
        "Purse.counted",        // an array of the project's objects
        "Purse.swapped",        // given back in another order
        "Purse.holds",          // a set of them
        "Purse.worn",           //
        "Purse.named",          // a map with them
        "Purse.byValue",        //
        "Planet.painted",       // constants with fields, one with a body of its own
        "Planet.moons",         //
        "Planet.isHeavierThan", //
        "Planet.heavier",       //
        "Codec.both",           // overloads without a body, which their types distinguish
        "Codec.shortest",       //
        "Plain.coded(int)",     //
        "Plain.coded(String)",  //
        "Order.lined",          // an order that the program gives
        "Files.written",        // a file that is there for the length of a call
    ];
    let records = ["Price.plus", "Price.isDearerThan", "Price.dearer"];
    let records = if release() < 16 { &records[..0] } else { &records };
    for name in kinds.iter().chain(records) {
        assert!(inputs(&ran, name) >= 5, "{name}: {}", ran.reasons());
        assert_eq!(ran.original_findings(name), [], "{name}");
        assert_eq!(ran.pair(name)["head"]["ca_tests"], 1.0, "{name}");
    }
    let found = ran.original_findings("Purse.richest");
    assert!(found.len() == 1 && found[0].1.starts_with("the return value differs"), "{found:?}");
    for name in ["Order.shuffled", "Files.name"] {
        let findings = ran.original_findings(name);
        assert!(
            findings.len() == 1 && findings[0].1.contains("not deterministic: two runs of the Java side differ"),
            "{findings:?}"
        );
        assert_eq!((inputs(&ran, name), findings[0].0.as_str()), (0, "note"), "{name}");
    }
}

#[test]
fn objects_that_are_tuples_or_constants_in_the_port_are_compared() {
    for name in ["Edits.before", "Edits.kept"] {
        assert!(inputs(&FEW_CLASSES, name) >= 5, "{name}: {}", FEW_CLASSES.reasons());
        assert_eq!(FEW_CLASSES.original_findings(name), [], "{name}");
    }
    let found = FEW_CLASSES.original_findings("Edits.joined");
    assert!(found.len() == 1 && found[0].1.starts_with("the return value differs"), "{found:?}");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn jdk_classes_are_passed_in_the_form_that_the_port_expects() {
    let names = [
        "folder", "inside", "seconds", "twice", "isText", "setting", "named", "greater", "counted", "folded", "times",
        "worker", "prefixed", "asked", "fed", "started",
    ];
    for name in names.map(|name| format!("Jdk.{name}")) {
        // A function and a boolean give few different calls.
        let least = if name == "Jdk.worker" { 2 } else { 5 };
        assert!(inputs(&TREE, &name) >= least, "{name}: {}", TREE.reasons());
        assert_eq!(TREE.original_findings(&name), [], "{name}");
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_class_is_synthesized_below_an_abstract_one_and_below_an_interface() {
    for name in ["Meter.sum", "Meter.told"] {
        assert!(inputs(&TREE, name) >= 5, "{name}: {}", TREE.reasons());
        assert_eq!(TREE.original_findings(name), [], "{name}");
    }
    // The stub for a method without a body in Java prints how it is called.
    let found = TREE.original_findings("Meter.check");
    assert!(found.len() == 1 && found[0].1.starts_with("the output differs"), "{found:?}");
    assert!(
        inputs(&TREE, "Meter.<init>") >= 5 && TREE.original_findings("Meter.<init>").is_empty(),
        "{}",
        TREE.reasons()
    );
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_constructor_of_an_abstract_class_may_call_an_abstract_method() {
    for name in ["Scale.<init>", "Scale.clamp"] {
        assert!(inputs(&TREE, name) >= 5, "{name}: {}", TREE.reasons());
        assert_eq!(TREE.original_findings(name), [], "{name}");
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn an_inner_class_is_constructed_in_an_object_of_its_outer_class() {
    for name in ["Ring.Cursor.step", "Ring.Mark.isHeavier", "Ring.Cursor.<init>", "Ring.Mark.<init>"] {
        assert!(inputs(&TREE, name) >= 5, "{name}: {}", TREE.reasons());
        assert_eq!(errors(&TREE, name), Vec::<String>::new(), "{name}");
    }
}

fn write_tree(fixture: &Fixture) {
    let java = "class Tree<Key> {\n    private Node root;\n\n    private class Node {\n        private final Key key;\n        private final int size;\n\n        Node(Key key, int size) {\n            this.key = key;\n            this.size = size + 1;\n        }\n    }\n}\n";
    let python = "class Node:\n    def __init__(self, key, size):\n        self.key = key\n        self.size = size + 1\n\n\nclass Tree:\n    def __init__(self):\n        self.root = None\n";
    fixture.write("java/Tree.java", java).write("python/tree.py", python);
}

#[test]
fn the_constructor_of_an_inner_class_runs_in_an_object_that_only_java_makes() {
    let (inputs, equal) =
        (OBJECTS.head("Tree.Node.<init>", "inputs"), OBJECTS.head("Tree.Node.<init>", "inputs_equal"));
    assert!(
        inputs >= 5 && equal >= 5 && OBJECTS.head("Tree.Node.<init>", "killed") == 0,
        "{}",
        OBJECTS.pair("Tree.Node.<init>")
    );
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_misplaced_statement_is_reported_and_the_rest_of_the_module_runs() {
    for name in ["Adrift.clamped", "Adrift.higher", "Adrift.isEven"] {
        let found = TREE.original_findings(name);
        assert!(found.len() == 1 && found[0].1.contains("does not parse or import, for every input"), "{found:?}");
        assert!(inputs(&TREE, name) >= 5, "{name}: {}", TREE.reasons());
    }
}

#[test]
fn inputs_whose_objects_differ_in_the_port_are_replaced_by_other_inputs() {
    assert!(inputs(&FEW_CLASSES, "Tag.shown") >= 5, "{}", FEW_CLASSES.reasons());
    let notes = FEW_CLASSES.pair("Tag.shown")["notes"].to_string();
    assert!(notes.contains("proposed inputs with objects; most frequent reason: `self."), "{notes}");
    let objects = &FEW_CLASSES.pair("Tag.shown")["objects"];
    assert!(objects["skipped"].as_u64() > Some(0) && objects["proposed"].as_u64() > objects["skipped"].as_u64());
    let shown = &FEW_CLASSES.stdout;
    assert!(shown.contains("the port constructs other objects than Java in "), "{shown}");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn class_state_that_counts_objects_does_not_reduce_the_inputs_of_a_suite() {
    assert!(inputs(&TREE, "Stock.atLeast") >= 30, "{}", TREE.reasons());
    assert_eq!(TREE.original_findings("Stock.atLeast"), []);
    let notes = TREE.pair("Stock.atLeast")["notes"].to_string();
    assert!(!notes.contains("proposed inputs with objects"), "{notes}");
}

#[test]
fn class_state_of_earlier_objects_causes_no_finding_in_a_chosen_suite() {
    for pair in ["Tray.setDepth", "Tray.setName", "Tray.setOpen"] {
        assert!(inputs(&FEW_CLASSES, pair) >= 25, "{pair}: {}", FEW_CLASSES.pair(pair));
        assert_eq!(FEW_CLASSES.original_findings(pair), []);
    }
    let notes = FEW_CLASSES.pair("Tray.setDepth")["notes"].to_string();
    assert!(notes.contains("run with injected Java state"), "{notes}");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn an_attribute_that_a_property_gives_by_the_name_of_javas_field_is_compared_with_it() {
    for name in ["Tally.<init>", "Tally.addMark"] {
        assert!(inputs(&TREE, name) >= 5, "{name}: {}", TREE.reasons());
        assert_eq!(errors(&TREE, name), Vec::<String>::new(), "{name}");
    }
    // Both Java mutants, which delete a line, are killed: the tool sees both fields.
    assert!(TREE.pair("Tally.addMark")["notes"].to_string().contains("2 of 2 Java mutants distinguished"));
    let found = TREE.original_findings("Tally.addDouble");
    assert!(found[0].0 == "error" && found[0].1.contains("`total` differs after the call"), "{found:?}");
}

#[test]
fn a_module_whose_last_call_raises_is_reported_and_runs_without_the_call() {
    let pair = FEW_CLASSES.pair("Engine.isEven");
    let findings = pair["findings"].to_string();
    assert!(findings.contains("does not parse or import, for every input"), "{findings}");
    assert!(
        errors(&FEW_CLASSES, "Engine.isEven").len() == 1 && inputs(&FEW_CLASSES, "Engine.isEven") >= 5,
        "{findings}"
    );
    assert!(pair["head"]["counted"].as_u64() > Some(0), "{}", pair["head"]);
    assert_eq!((FEW_CLASSES.code, &pair["status"]), (11, &"failed".into()), "{pair}");
}

#[test]
fn a_nondeterministic_outcome_is_reported_without_a_verdict() {
    assert_eq!((inputs(&FEW_CLASSES, "Clock.since"), errors(&FEW_CLASSES, "Clock.since")), (0, vec![]));
    let findings = FEW_CLASSES.pair("Clock.since")["findings"].to_string();
    assert!(findings.contains("not deterministic: two runs of the Java side differ"), "{findings}");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_finding_is_shown_on_an_object_with_few_calls_on_it() {
    let shown = errors(&TREE, "Total.addTwice");
    // The finding needs two items, from either method.
    let calls = [".addItem(", ".item("].map(|call| shown[0].matches(call).count()).iter().sum::<usize>();
    assert!(shown.len() == 1 && calls == 2, "{shown:?}");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_finding_that_depends_on_state_between_calls_names_the_earlier_call() {
    let fixture = Fixture::whole("ports/objects");
    let ran = fixture.mts(&["run", "--all", "--pair", "Shelf.put", "--operators", "SDL"]);
    let findings = ran.pair("Shelf.put")["findings"].as_array().expect("findings").clone();
    let found = findings.iter().find(|finding| finding["kind"] == "original").expect("a difference");
    let cause = found["cause"].as_str().expect("a cause");
    assert!(cause.contains("only after an earlier call, most likely because Python keeps state"), "{cause}");
    assert_eq!(found["order_dependence"]["calls"].as_array().map(Vec::len), Some(1), "{found}");
    // The outcomes follow from one earlier call, not from the whole suite.
    assert_eq!((&found["java_outcome"], &found["python_outcome"]), (&"returns 1".into(), &"returns 2".into()));
    let id = found["id"].as_str().expect("an id");
    let explained = fixture.mts(&["explain", id]).stdout;
    assert!(explained.contains("First: self = Shelf(), thing = ") && explained.contains("Input: self"), "{explained}");
    assert!(ran.stdout.contains("=  after: self = Shelf()"), "{}", ran.stdout);
    // The test of the port makes this call first. The test fails until the port keeps the things in
    // the object.
    let written = fixture.mts(&["explain", id, "--emit-test", "python", "--output", "test_it.py"]);
    assert_eq!(written.code, 0, "{}", written.stderr);
    assert_eq!(python_test(&fixture, id).map_err(|output| output.contains("AssertionError")), Err(true));
    let fixed = "class Shelf:\n    def __init__(self):\n        self.things = []\n\n";
    let port = std::fs::read_to_string(fixture.path().join("python/acme/shelf.py")).expect("the port");
    fixture.write("python/acme/shelf.py", port.replace("class Shelf:\n    things = []\n\n", fixed));
    assert_eq!(python_test(&fixture, id), Ok(()));
    let java = fixture.mts(&["explain", id, "--emit-test", "java"]);
    assert!(java.stdout.contains("earlier1.put("), "{}{}", java.stdout, java.stderr);
}

/// Runs one written test.
fn python_test(fixture: &Fixture, id: &str) -> Result<(), String> {
    let name = format!("test_mts_{}", id.trim_start_matches("MTS-"));
    let ran = std::process::Command::new("python3")
        .args(["-c", &format!("import test_it; test_it.{name}()")])
        .current_dir(fixture.path())
        .env("PYTHONPATH", ".:python")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("python3 starts");
    if ran.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&ran.stderr).into_owned()) }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_difference_of_constructed_objects_is_reported_only_at_the_constructor() {
    let made = TREE.original_findings("Label.<init>");
    let unset = "unset fields of the receiver have different empty values on the two sides";
    assert!(made.len() == 1 && made[0].0 == "warning" && made[0].1.starts_with(unset), "{made:?}");
    for name in ["Label.setName", "Label.isNamed"] {
        assert_eq!((TREE.original_findings(name), inputs(&TREE, name) >= 5), (vec![], true), "{name}");
    }
    let injected = TREE.original_findings("Label.getNote");
    assert!(
        injected.len() == 1 && injected[0].0 == "note" && injected[0].1.contains("the field `note` of the receiver"),
        "{injected:?}"
    );
    // The words for `null` and for classes differ between the languages, so the port needs no fix.
    let shown = TREE.original_findings("Label.shown");
    assert!(shown.len() == 1 && shown[0].0 == "warning", "{shown:?}");
    assert!(shown[0].1.contains("differs only in the spelling of null, booleans or class names"), "{shown:?}");
    assert_eq!(TREE.pair("Label.shown")["head"]["ca_tests"], 1.0);
    let unchecked = TREE.original_findings("Label.length");
    assert!(unchecked.len() == 1 && unchecked[0].0 == "warning", "{unchecked:?}");
    assert!(unchecked[0].1.contains("does not check for null"), "{unchecked:?}");
    let private = TREE.original_findings("Label.first");
    assert!(private.len() == 1 && private[0].0 == "warning", "{private:?}");
    assert!(private[0].1.contains("the function is private"), "{private:?}");
}

#[test]
fn a_difference_after_a_skipped_top_level_call_is_caused_by_the_call() {
    let all = FEW_CLASSES.original_findings("Engine.limited");
    let [(import, raised), (rest, lacks)] = all.as_slice() else { panic!("{all:?}") };
    assert!(import == "error" && raised.contains("does not parse or import"), "{all:?}");
    assert!(
        rest == "warning" && lacks.contains("probable cause: a statement at the top level of the module raises"),
        "{all:?}"
    );
    let findings = FEW_CLASSES.pair("Engine.limited")["findings"].as_array().expect("findings").clone();
    assert_eq!(findings.iter().filter(|finding| finding["caused_by_other"] == true).count(), 1, "{findings:?}");
}

#[test]
fn both_sides_see_the_same_environment_and_folders() {
    for name in ["Clock.settings", "Clock.home"] {
        assert!(
            FEW_CLASSES.original_findings(name).is_empty() && inputs(&FEW_CLASSES, name) > 0,
            "{name}: {:?}",
            FEW_CLASSES.original_findings(name)
        );
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_suite_file_may_specify_how_an_object_is_constructed() {
    let fixture = Fixture::whole("ports/objects");
    let calls = |factory: &str| {
        format!(
            r#"{{"version": 1, "pair": "Item.label()", "inputs": [{{"args": [], "receiver": [
                {{"$new": "{factory}", "args": ["pear", 3], "modifiers": [["Item.setPrice(int)", [4]]]}}]}}]}}"#
        )
    };
    fixture.write("mts/inputs/item.json", calls("Item.of(String,int)"));
    let ran = fixture.mts(&["run", "--pair", "Item.label"]);
    assert!(inputs(&ran, "Item.label") > 1, "{}", ran.reasons());
    assert!(errors(&ran, "Item.label").is_empty());
    fixture.write("mts/inputs/item.json", calls("Item.made(String,int)"));
    let refused = fixture.mts(&["run", "--pair", "Item.label"]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("`$new` names `Item.made(String,int)`"), "{}", refused.stderr);
}

fn write_desk(fixture: &Fixture) {
    let java = "class Desk {\n    private final int width;\n    private final int seats;\n\n    Desk(int seats, int width) {\n        this.seats = seats;\n        this.width = width;\n    }\n\n    int room(int each) {\n        return width * 2 + seats * each;\n    }\n\n    int height(int n) {\n        return n + seats;\n    }\n}\n";
    let python = "class Desk:\n    def __init__(self, name, legs, width, seats, *, colour):\n        self.name = name\n        self.legs = legs\n        self.width = width\n        self.seats = seats\n\n    def room(self, each):\n        return self.width * 2 + self.seats * each\n\n    def height(self, n):\n        return n + self.seats + getattr(self, 'legs', 0)\n";
    fixture.write("java/Desk.java", java).write("python/desk.py", python);
}

#[test]
fn an_object_whose_constructors_differ_gets_the_state_of_the_java_object() {
    assert_eq!(errors(&OBJECTS, "Desk.room"), Vec::<String>::new());
    assert!(inputs(&OBJECTS, "Desk.room") >= 5, "{}", OBJECTS.reasons());
    // Java has no value for `legs`, which only this method reads.
    let height = OBJECTS.pair("Desk.height");
    assert_eq!((&height["status"], &height["head"]["inputs"]), (&"inconclusive".into(), &0.into()), "{height}");
    assert!(height["findings"].to_string().contains("the port reads Desk.legs, for which Java's object"), "{height}");
}

fn write_line(fixture: &Fixture) {
    let java = "import java.util.ArrayDeque;\nimport java.util.Deque;\n\nclass Line {\n    private final Deque<Integer> waiting = new ArrayDeque<>();\n    private final int first;\n\n    Line(int first) {\n        this.first = first;\n        waiting.add(first);\n    }\n\n    int next(int other) {\n        return waiting.isEmpty() ? other : waiting.pollFirst() + other;\n    }\n\n    int twice(int n) {\n        return first * 2 + n;\n    }\n}\n";
    let python = "from collections import deque\n\n\nclass Line:\n    def __init__(self, first, *, name):\n        self.first = first\n        self.waiting = deque([first])\n\n    def next(self, other):\n        return self.waiting.popleft() + other if self.waiting else other\n\n    def twice(self, n):\n        if n < 0:\n            raise TypeError('n')\n        return self.first * 2 + n\n";
    fixture.write("java/Line.java", java).write("python/line.py", python);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn an_injected_value_of_the_wrong_kind_for_the_port_is_no_finding() {
    assert_eq!(errors(&SLOW_OBJECTS, "Line.next"), Vec::<String>::new(), "{}", SLOW_OBJECTS.reasons());
    assert_eq!(inputs(&SLOW_OBJECTS, "Line.next"), 0, "{}", SLOW_OBJECTS.pair("Line.next"));
    // A `raise` statement of the port is not a sign of another kind.
    assert_eq!(errors(&SLOW_OBJECTS, "Line.twice").len(), 1, "{}", SLOW_OBJECTS.pair("Line.twice"));
}

fn write_shop(fixture: &Fixture) {
    let java = "class Shop {\n    static class Price {\n        private final int cents;\n        private final boolean vat;\n\n        Price(boolean vat, int cents) {\n            this.vat = vat;\n            this.cents = cents;\n        }\n    }\n\n    static int total(Price price, int count) {\n        return price.vat ? price.cents : count;\n    }\n}\n";
    let python = "from dataclasses import dataclass\n\n\n@dataclass\nclass Price:\n    cents: int\n    currency: str\n    vat: bool\n\n\ndef total(price, count):\n    return price.cents if price.vat else count\n";
    fixture.write("java/Shop.java", java).write("python/shop.py", python);
}

#[test]
fn a_class_without_paired_functions_has_the_port_with_its_name() {
    assert_eq!(errors(&OBJECTS, "Shop.total"), Vec::<String>::new());
    assert!(inputs(&OBJECTS, "Shop.total") >= 5, "{}", OBJECTS.reasons());
}

fn write_bench(fixture: &Fixture) {
    let java = "class Bench {\n    private final int seats;\n    Bench(int seats) {\n        this.seats = seats;\n    }\n\n    int room(int each) {\n        return seats * each;\n    }\n}\n";
    let python = "class Bench:\n    def __init__(self, name, *, seats):\n        self.seats = seats\n\n    def room(self, each):\n        return self.chairs * each\n";
    fixture.write("java/Bench.java", java).write("python/bench.py", python);
}

#[test]
fn an_attribute_that_no_method_of_the_port_sets_is_missing_from_the_port() {
    let findings = OBJECTS.pair("Bench.room")["findings"].to_string();
    assert!(findings.contains("has no attribute 'chairs'"), "{findings}");
    assert_eq!(OBJECTS.pair("Bench.room")["status"], "failed", "{findings}");
}

fn write_chain(fixture: &Fixture) {
    let java = "class Chain {\n    private final int seats;\n    private final Chain next;\n\n    Chain(int seats, Chain next) {\n        this.seats = seats;\n        this.next = next;\n    }\n\n    int room(int each) {\n        return next == null ? seats : each;\n    }\n}\n";
    let python = "class Chain:\n    def __init__(self, seats, next):\n        self.seats = seats\n        self.next = next\n\n    def room(self, each):\n        return self.seats if self.next is None else each\n";
    fixture.write("java/Chain.java", java).write("python/chain.py", python);
}

#[test]
fn the_last_object_of_a_chain_has_null_for_the_next_one() {
    assert_eq!(errors(&OBJECTS, "Chain.room"), Vec::<String>::new());
    assert!(inputs(&OBJECTS, "Chain.room") >= 5, "{}", OBJECTS.reasons());
}

fn write_label(fixture: &Fixture) {
    let java = "package shop;\n\npublic final class Label {\n    private final String text;\n    private final int minWidth;\n\n    private Label(Builder builder) {\n        text = builder.text;\n        minWidth = builder.minWidth;\n    }\n\n    public static Builder builder() {\n        return new Builder();\n    }\n\n    public String padded() {\n        String padded = text;\n        while (padded.length() < minWidth) {\n            padded = padded + '.';\n        }\n        return padded;\n    }\n\n    public int room(int width) {\n        return width - minWidth - text.length();\n    }\n\n    public static final class Builder {\n        private String text = \"none\";\n        private int minWidth = 4;\n\n        public Builder text(String text) {\n            this.text = text;\n            return this;\n        }\n\n        public Builder withMinWidth(int minWidth) {\n            this.minWidth = minWidth;\n            return this;\n        }\n\n        public Label build() {\n            return new Label(this);\n        }\n    }\n}\n";
    let python = "class Label:\n    def __init__(self, text: str = \"none\", min_width: int = 4):\n        self.text = text\n        self.min_width = min_width\n\n    def padded(self):\n        padded = self.text\n        while len(padded) < self.min_width:\n            padded = padded + \".\"\n        return padded\n\n    def room(self, width):\n        return width - self.min_width - len(self.text) + (1 if self.text == \"none\" and self.min_width != 4 else 0)\n";
    fixture.write("java/shop/Label.java", java).write("python/shop/__init__.py", "");
    fixture.write("python/shop/label.py", python);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_port_with_keyword_arguments_gets_the_values_of_a_java_builder() {
    let padded = SLOW_OBJECTS.pair("Label.padded");
    assert_eq!(padded["head"]["ca_tests"], 1.0, "{}", SLOW_OBJECTS.stdout);
    assert!(padded["head"]["inputs"].as_u64() > Some(10), "{padded}");
    // The wrong result needs an object with one argument and without the other.
    assert!(SLOW_OBJECTS.pair("Label.room")["head"]["ca_tests"].as_f64() < Some(1.0), "{}", SLOW_OBJECTS.stdout);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_wrong_default_of_a_class_without_a_java_constructor_is_found_at_the_method_that_returns_it() {
    let java = "package acme;\n\npublic class Pool {\n    private int size = 10;\n\n    public int getSize() {\n        \
                return size;\n    }\n\n    public void setSize(int size) {\n        this.size = size;\n    }\n}\n";
    let port = |size: u32| {
        format!(
            "class Pool:\n    def __init__(self):\n        self.size = {size}\n\n    def get_size(self):\n        \
             return self.size\n\n    def set_size(self, size):\n        self.size = size\n"
        )
    };
    let fixture = Fixture::empty();
    fixture.write("java/acme/Pool.java", java).write("python/acme/pool.py", port(10)).commit("right");
    fixture.write("python/acme/pool.py", port(11)).commit("wrong");
    let ran = fixture.mts(&["run", "--base", "HEAD~1"]);
    assert_eq!((ran.code, &ran.pair("Pool.getSize")["status"]), (11, &"failed".into()), "{}", ran.stdout);
    assert_eq!(errors(&ran, "Pool.setSize"), Vec::<String>::new());
    assert_eq!(errors(&ran, "Pool.getSize").len(), 1);
}
