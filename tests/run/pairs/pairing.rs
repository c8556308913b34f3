//! Tests pairing, end to end. The port has every relation between a method and its counterpart. The
//! tests cover the measure, the list, and doubtful pairs that a user confirms.

use crate::support::shared::run_on;
use crate::support::{Fixture, Ran};
use serde_json::Value as Json;
use std::sync::LazyLock;

const TREE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/trees/ports/relations");

/// Returns the tree as a repository.
fn relations() -> Fixture {
    let fixture = Fixture::empty();
    for entry in ignore::WalkBuilder::new(TREE).build().flatten().filter(|entry| entry.path().is_file()) {
        let path = entry.path().strip_prefix(TREE).expect("inside").to_str().expect("UTF-8");
        fixture.write(path, std::fs::read(entry.path()).expect("read"));
    }
    fixture.commit("a port");
    fixture
}

fn row<'j>(rows: &'j [Json], method: &str) -> &'j Json {
    rows.iter().find(|row| row["java"]["method"] == method).expect(method)
}

#[test]
fn the_pairing_finds_every_labelled_relation_and_no_other() {
    let ran = relations().mts(&["bench", "--pairing", "labels.jsonl", "--json"]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let result: Json = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!(result["missed"], serde_json::json!([]));
    assert_eq!(result["wrong"], serde_json::json!([]));
    assert_eq!((&result["labels"], &result["right"]), (&Json::from(44), &Json::from(41)));
    let relations = result["per_relation"].as_object().expect("relations");
    assert!(relations.values().all(|counts| counts[0] == counts[1]), "{relations:?}");
}

/// Returns the causes of the findings on originals that are errors.
fn errors(ran: &Ran, name: &str) -> Vec<String> {
    let findings = ran.pair(name)["findings"].as_array().expect("findings").clone();
    let errors = findings.into_iter().filter(|finding| finding["kind"] == "original" && finding["severity"] == "error");
    errors.map(|finding| finding["cause"].as_str().unwrap_or_default().to_owned()).collect()
}

/// The methods of the class in the tree that run. Each method has another relation to its port.
const RUNNING: [&str; 28] = [
    "Shelf.<init>",           // a constructor and `__init__`
    "Shelf.getCapacity",      // an accessor and an attribute
    "Shelf.getRow",           //
    "Shelf.setRow",           // the same, set; Java gives the object, an assignment nothing
    "Shelf.getLabel",         // a property, read
    "Shelf.setLabel",         // and set
    "Shelf.getTotalLength",   // one that is computed once
    "Shelf.addTitle(String)", // overloads merged, an argument with a default
    "Shelf.addTitle(String,boolean)",
    "Shelf.freePlaces",   // an underscore
    "Shelf.size",         // special methods
    "Shelf.isEmpty",      //
    "Shelf.contains",     //
    "Shelf.get",          //
    "Shelf.set",          //
    "Shelf.close",        //
    "Shelf.equals",       //
    "Shelf.toString",     //
    "Shelf.compareTo",    //
    "Shelf.iterator",     //
    "Shelf.describe",     // the object as the first argument
    "Shelf.relabel",      // which is changed
    "Shelf.addRows",      //
    "Shelf.placeOf",      // arguments in another order
    "Shelf.shorten",      // a static method and a function with one argument more
    "Shelf.spaceNeeded",  // another name
    "Shelf.countFitting", // functions in the place of the project's own interface
    "Shelf.labelOr",      // and of the JDK's
];

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn every_relation_runs_without_a_false_finding() {
    let ran = relations().mts(&["run", "--all", "--operators", "SDL"]);
    let renamed =
        ["Catalogue.registerBook", "Catalogue.lookUp", "Catalogue.forgetBook", "BookNotFoundException.<init>"];
    for name in RUNNING.into_iter().chain(renamed).chain(["Shelf.longTitles", "Shelf.checkDigit"]) {
        for pair in ran.report()["pairs"].as_array().expect("pairs").iter().filter(|pair| pair["name"] == name) {
            let scores = &pair["head"];
            assert!(scores["inputs"].as_u64() >= Some(20), "{name}: {scores}");
            assert_eq!(
                (scores["ca_tests"].as_f64(), &scores["inputs_equal"]),
                (Some(1.0), &scores["inputs"]),
                "{name}"
            );
        }
        assert_eq!(errors(&ran, name), Vec::<String>::new(), "{name}");
    }
    // A result that both languages leave unspecified is neither right nor wrong.
    let hash = ran.pair("Shelf.hashCode");
    assert_eq!((hash["head"]["inputs"].as_u64(), hash["status"].as_str()), (Some(0), Some("inconclusive")));
    assert!(
        hash["findings"][0]["cause"].as_str().expect("a cause").contains("the hash codes of the two languages"),
        "{hash}"
    );
    // An attribute has no text for a mutant, but the tool compares its originals.
    let accessor = ran.pair("Shelf.getCapacity");
    assert_eq!((accessor["status"].as_str(), accessor["head"]["counted"].as_u64()), (Some("not_gated"), Some(0)));
    assert!(accessor["head"]["unmirrored"].as_u64() > Some(0), "{accessor}");
    // The methods that only look like a pair have no counterpart.
    let paired = |name: &str| ran.report()["pairs"].as_array().expect("pairs").iter().any(|pair| pair["name"] == name);
    assert!(!paired("Clerk.close") && !paired("Shelf.printForDebugging"));
}

#[test]
fn objects_are_not_modified_by_one_part_of_a_method_that_the_port_splits() {
    let fixture = relations();
    let java = "package acme;\npublic class Pile {\n    private int count;\n    private String last = \"\";\n    \
                public void addThing(Object thing) {\n        \
                if (thing instanceof Integer) {\n            count += (Integer) thing;\n            return;\n        }\n        \
                if (thing instanceof String) {\n            last = (String) thing;\n            return;\n        }\n        \
                throw new IllegalArgumentException(\"neither\");\n    }\n    \
                public String shown(String between) {\n        return count + between + last;\n    }\n}\n";
    let port = "class Pile:\n    def __init__(self):\n        self.count = 0\n        self.last = \"\"\n\n    \
                def add_thing_int(self, count):\n        self.count = (self.count + count + 2**31) % 2**32 - 2**31\n\n    \
                def add_thing_str(self, text):\n        self.last = text\n\n    \
                def shown(self, between):\n        return str(self.count) + between + self.last\n";
    fixture.write("java/acme/Pile.java", java);
    fixture.write("python/acme/pile.py", port);
    let ran = fixture.mts(&["run", "--all", "--pair", "Pile.*", "--operators", "SDL"]);
    let parts = ran.report()["pairs"].as_array().expect("pairs").clone();
    assert_eq!(parts.iter().filter(|pair| pair["name"] == "Pile.addThing").count(), 2, "{}", ran.reasons());
    let shown = ran.pair("Pile.shown");
    assert!(shown["head"]["inputs"].as_u64() >= Some(5), "{}", ran.reasons());
    assert_eq!(shown["findings"], serde_json::json!([]), "{shown}");
    assert!(!shown["notes"].to_string().contains("inputs with objects"), "{shown}");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_method_that_the_port_splits_by_type_is_a_pair_with_each_part() {
    let fixture = relations();
    let parts = |rows: &[Json]| -> Vec<String> {
        let of_note = rows.iter().filter(|row| row["java"]["method"] == "note");
        of_note.map(|row| row["python"]["qualname"].as_str().unwrap_or_default().to_owned()).collect()
    };
    let listed = |fixture: &Fixture| -> Vec<Json> {
        serde_json::from_str(&fixture.mts(&["list", "--format", "json"]).stdout).expect("JSON")
    };
    let rows = listed(&fixture);
    assert_eq!(parts(&rows), ["Notes.note_int", "Notes.note_str"]);
    let reason = row(&rows, "note")["reason"].as_str().expect("a reason");
    assert_eq!(reason, "part: the port has one function for each type of `thing`; this function handles `int`");
    // A user wrote the calls of both parts. Each part gets the calls of its class; neither gets the
    // null, which has no class.
    let suite = r#"{"version": 1, "pair": "Notes.note(Object)", "inputs": [
        {"args": [12], "receiver": ["p"]}, {"args": ["twelve"], "receiver": ["p"]},
        {"args": [null], "receiver": ["p"]}]}"#;
    fixture.write("mts/inputs/notes.json", suite);
    let ran = fixture.mts(&["run", "--all", "--pair", "Notes.*"]);
    let pairs = ran.report()["pairs"].as_array().expect("pairs").clone();
    let notes: Vec<&Json> = pairs.iter().filter(|pair| pair["name"] == "Notes.note").collect();
    assert_eq!(notes.len(), 2);
    for pair in &pairs {
        assert!(pair["head"]["inputs"].as_u64() >= Some(5), "{pair}");
        assert_eq!(
            (pair["head"]["ca_tests"].as_f64(), &pair["findings"]),
            (Some(1.0), &serde_json::json!([])),
            "{pair}"
        );
    }
    // The whole method has no counterpart in a part, and a mutant without a counterpart does not
    // count.
    assert!(notes.iter().all(|pair| pair["head"]["killed"] == 0), "{notes:?}");
    // A fault in one part is a finding of the pair of this part only.
    let port = "python/acme/notes.py";
    let sound = std::fs::read_to_string(fixture.path().join(port)).expect("read");
    fixture.write(port, sound.replace(": \" + text if text", ": \" + text[1:] if text"));
    let ran = fixture.mts(&["run", "--all", "--pair", "Notes.note", "--operators", "SDL"]);
    let wrong = |pair: &&Json| pair["head"]["ca_tests"].as_f64() < Some(1.0);
    let pairs = ran.report()["pairs"].as_array().expect("pairs").clone();
    let wrong: Vec<&Json> = pairs.iter().filter(wrong).map(|pair| &pair["python"]["qualname"]).collect();
    assert_eq!(wrong, ["Notes.note_str"]);
    // If the port has the method itself, the tool runs it, and its helpers are not pairs.
    let whole = "\n    def note(self, thing):\n        return self.note_int(thing) if isinstance(thing, int) else \
                 self.note_str(thing)\n";
    fixture.write(port, sound + whole);
    assert_eq!(parts(&listed(&fixture)), ["Notes.note"]);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_wrong_port_is_found_in_every_relation() {
    let fixture = relations();
    let port = "python/acme/shelf.py";
    let sound = std::fs::read_to_string(fixture.path().join(port)).expect("read");
    let mut text = sound.clone();
    let faults = [
        ("Shelf.compareTo", "self._label < other._label", "self._label > other._label"),
        ("Shelf.isEmpty", "return len(self._titles) > 0", "return len(self._titles) > 1"),
        ("Shelf.getTotalLength", "total += len(title)", "total += len(title) + 1"),
        ("Shelf.set", "self._titles[place] = title", "self._titles[place] = title * 2"),
        ("Shelf.equals", "return other._titles == self._titles", "return other._titles != self._titles"),
        ("Shelf.describe", "holds {len(shelf)}", "holds {len(shelf) + 1}"),
        ("Shelf.relabel", "start:] + \"/\"", "start:] + \"|\""),
        ("Shelf.countFitting", "count += 1", "count += 2"),
        ("Shelf.labelOr", "return self._label or other()", "return self._label or other() + '.'"),
        ("Shelf.contains", "return title in self._titles", "return title not in self._titles"),
    ];
    for (name, right, wrong) in faults {
        assert_eq!(text.matches(right).count(), 1, "{name}");
        text = text.replace(right, wrong);
    }
    fixture.write(port, text);
    let named = faults.iter().flat_map(|(name, ..)| ["--pair", *name]);
    let all: Vec<&str> =
        ["run", "--all", "--operators", "SDL", "--pair", "Shelf.placeOf"].into_iter().chain(named).collect();
    let ran = fixture.mts(&all);
    for (name, ..) in faults {
        assert!(!errors(&ran, name).is_empty(), "{name}: {}", ran.stdout);
    }
    assert_eq!(errors(&ran, "Shelf.placeOf"), Vec::<String>::new(), "what is right stays right");
    // These two faults run apart from the other faults. A setter that makes different objects would
    // affect the inputs of others, and only an attribute, or a function with a shelf as its
    // parameter, sets a row other than 0.
    fixture.write(
        port,
        sound.replace("label.strip(BLANKS)", "label.strip(BLANKS) + '.'").replace("str(shelf.row)", "'0'"),
    );
    let ran =
        fixture.mts(&["run", "--all", "--operators", "SDL", "--pair", "Shelf.setLabel", "--pair", "Shelf.relabel"]);
    assert_eq!(errors(&ran, "Shelf.setLabel").len(), 1, "{}", ran.stdout);
    let input = ran.pair("Shelf.relabel")["findings"][0]["input"].as_str().unwrap_or_default().to_owned();
    assert!(input.contains(".setRow(") || input.contains(".addRows("), "{input}");
}

#[test]
fn a_label_about_another_tree_is_an_error() {
    let fixture = relations();
    let label = r#"{"java_file": "java/acme/Shelf.java", "java_method": "gone"}"#;
    fixture.write("other.jsonl", label);
    let ran = fixture.mts(&["bench", "--pairing", "other.jsonl"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("the tree has no function `gone` in java/acme/Shelf.java"), "{}", ran.stderr);
}

#[test]
fn list_maps_arguments_by_name_and_gives_reasons_for_uncallable_pairs() {
    let ran = relations().mts(&["list", "--format", "json"]);
    let rows: Vec<Json> = serde_json::from_str(&ran.stdout).expect("JSON");
    let names = |method: &str| row(&rows, method)["arguments"].clone();
    let pair = |java: &str, python: Option<&str>| serde_json::json!({"java": java, "python": python});
    assert_eq!(names("describe"), Json::from(vec![pair("this", Some("shelf")), pair("prefix", Some("prefix"))]));
    assert_eq!(names("spaceNeeded"), Json::from(vec![pair("width", Some("width")), pair("gap", Some("gap"))]));
    assert_eq!(names("collect").as_array().map(Vec::len), Some(3));
    // A nested function gets the variables of its enclosing function that Java passes as arguments.
    assert_eq!(names("collect")[1], pair("least", Some("least")));
    let obstacle = |method: &str| row(&rows, method)["obstacle"].as_str().unwrap_or_default().to_owned();
    for runs in ["getCapacity", "setRow", "describe", "close", "collect"] {
        assert_eq!(obstacle(runs), "", "{runs}");
    }
    assert!(obstacle("lendBook").contains("has no body"), "{}", obstacle("lendBook"));
    assert!(row(&rows, "spaceNeeded")["reason"].as_str().expect("text").starts_with("evidence: bodies"));
}

#[test]
fn doubtful_pairs_are_written_once_and_apply_after_confirmation() {
    let fixture = relations();
    let all = ["pair", "--below", "0.9", "--pair", "describe"];
    let shown = fixture.mts(&all).stdout;
    assert!(shown.contains("1 doubtful pair\n"), "{shown}");
    let write = [&all[..], &["--write"]].concat();
    let refused = fixture.mts(&write);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("cargo mts init"), "{}", refused.stderr);
    fixture.write("mts.yml", "version: 1\npairs: []\n");
    assert!(fixture.mts(&write).stdout.starts_with("wrote 1 doubtful pair to "));
    assert!(fixture.mts(&write).stdout.starts_with("wrote 0 doubtful pairs to "));
    let text = std::fs::read_to_string(fixture.path().join("mts.yml")).expect("read");
    let confirmed =
        text.replace("pairs: []", "pairs:").replace("#  - java", "  - java").replace("#    python", "    python");
    fixture.write("mts.yml", confirmed);
    let rows: Vec<Json> = serde_json::from_str(&fixture.mts(&["list", "--format", "json"]).stdout).expect("JSON");
    assert!(row(&rows, "describe")["reason"].as_str().expect("text").starts_with("configured"), "{rows:?}");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_disagreeing_pair_without_similar_names_needs_confirmation() {
    let fixture = Fixture::empty();
    let java = "package acme;\n\npublic class Curves {\n    public static double square(double x) {\n        return x * x;\n    }\n\n    public static double bend(double x) {\n        double y = Math.abs(x);\n        y = Math.sqrt(y + 1) / 2;\n        return x > 0 ? y : (x < 0 ? -y : x);\n    }\n\n    public static double half(double x) {\n        return x / 2;\n    }\n}\n";
    let port = "import math\n\n\ndef square(x):\n    return x * x\n\n\ndef cbrt(x):\n    y = abs(x)\n    y = math.pow(y, 1 / 3.0)\n    return y if x > 0 else (-y if x < 0 else x)\n\n\ndef half(x):\n    return x / 2\n";
    fixture.write("java/acme/Curves.java", java).write("python/acme/__init__.py", "");
    fixture.write("python/acme/curves.py", port).commit("ported");
    let ran = fixture.mts(&["run", "--all"]);
    let pair = ran.pair("Curves.bend");
    assert_eq!((&pair["may_be_no_pair"], &pair["status"]), (&true.into(), &"inconclusive".into()), "{pair:#?}");
    assert!(errors(&ran, "Curves.bend").is_empty(), "{pair:#?}");
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    assert!(ran.stdout.contains("name the pair under `pairs` in mts.yml"), "{}", ran.stdout);
    let right = port.replace("math.pow(y, 1 / 3.0)", "math.sqrt(y + 1) / 2");
    fixture.write("python/acme/curves.py", right).commit("right");
    fixture.write("python/acme/curves.py", port).commit("wrong again");
    let broken = fixture.mts(&["run"]);
    assert_eq!((broken.code, &broken.pair("Curves.bend")["status"]), (11, &"failed".into()), "{}", broken.stdout);
    fixture.write("mts.yml", "pairs:\n  - java: Curves.bend\n    python: cbrt\n").commit("named");
    let named = fixture.mts(&["run", "--all"]);
    assert_eq!(errors(&named, "Curves.bend").len(), 1, "{}", named.stdout);
}

#[test]
fn an_abstract_method_of_the_port_is_no_port_of_a_method_with_a_body() {
    let fixture = Fixture::empty();
    let java = "package acme;\n\npublic class Shapes {\n    public static class Blank {\n        public int area(int side) {\n            return 0;\n        }\n    }\n\n    \
                public static class Square {\n        public int area(int side) {\n            return side * side;\n        }\n    }\n\n    \
                public static class Open {\n        public int name(int side) {\n            return side;\n        }\n    }\n}\n";
    let port = "class Blank:\n    def area(self, side):\n        \"\"\"Returns the area.\"\"\"\n        raise NotImplementedError(\"area\")\n\n\n\
                class Square(Blank):\n    def area(self, side):\n        return side * side\n\n\n\
                class Open:\n    def name(self, side):\n        raise NotImplementedError\n";
    fixture.write("java/acme/Shapes.java", java).write("python/acme/__init__.py", "");
    fixture.write("python/acme/shapes.py", port).commit("ported");
    let listed: Json = serde_json::from_str(&fixture.mts(&["list", "--format", "json"]).stdout).expect("JSON");
    let port_of = |class: &str| {
        let rows = listed.as_array().expect("rows");
        rows.iter().find(|row| row["java"]["class"] == class).expect("a row")["python"]["qualname"].clone()
    };
    assert_eq!(port_of("Shapes.Square"), "Square.area");
    assert_eq!(port_of("Shapes.Blank"), Json::Null, "the derived class overrides the method");
    assert_eq!(port_of("Shapes.Open"), "Open.name", "the port is not finished");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn the_variable_arguments_of_a_port_take_each_argument_of_java() {
    let fixture = Fixture::empty();
    let java = "package acme;\n\npublic class Rules {\n    public interface Rule {\n        boolean holds(int n);\n    }\n\n    \
                public static class Above implements Rule {\n        private final int limit;\n\n        public Above(int limit) {\n            this.limit = limit;\n        }\n\n        \
                public boolean holds(int n) {\n            return n > limit;\n        }\n    }\n\n    \
                public static class Both implements Rule {\n        private final Rule left;\n        private final Rule right;\n\n        public Both(Rule left, Rule right) {\n            this.left = left;\n            this.right = right;\n        }\n\n        \
                public boolean holds(int n) {\n            return left.holds(n) && right.holds(n);\n        }\n    }\n\n    \
                public static int most(int a, int b, int c) {\n        return Math.max(a, Math.max(b, c));\n    }\n}\n";
    let port = "class Above:\n    def __init__(self, limit):\n        self.limit = limit\n\n    def holds(self, n):\n        return n > self.limit\n\n\n\
                class Both:\n    def __init__(self, *rules):\n        self.rules = rules\n\n    def holds(self, n):\n        return all(rule.holds(n) for rule in self.rules)\n\n\n\
                def most(*numbers, **options):\n    return max(numbers, **options)\n";
    fixture.write("java/acme/Rules.java", java).write("python/acme/__init__.py", "");
    fixture.write("python/acme/rules.py", port).commit("ported");
    let ran = fixture.mts(&["run", "--all", "--operators", "SDL"]);
    for name in ["Rules.Both.holds", "Rules.most"] {
        let (inputs, equal) = (ran.head(name, "inputs"), ran.head(name, "inputs_equal"));
        assert!(inputs >= 20 && inputs == equal, "{name}: {:#?}", ran.pair(name));
    }
    let notes = ran.pair("Rules.Both.holds")["notes"].to_string();
    assert!(!notes.contains("injected"), "the port's constructor takes both rules: {notes}");
}

/// The run on classes whose ports take other arguments.
static CLASSES: LazyLock<Ran> =
    LazyLock::new(|| run_on(&[write_parser, write_scale, write_texts], &["run", "--all", "--operators", "SDL"]));

fn write_parser(fixture: &Fixture) {
    let java = "package acme;\n\npublic class Parser {\n    private final String text;\n\n    public Parser(String text) {\n        this.text = text;\n    }\n\n    \
                public int words() {\n        return text.isEmpty() ? 0 : text.split(\" \", -1).length;\n    }\n\n    \
                public int size() {\n        return text.length();\n    }\n}\n";
    let port = "class Parser:\n    def __init__(self, text):\n        self.text = text\n\n    @classmethod\n    def words(cls, line):\n        return len(line.split(\" \")) if line else 0\n\n    \
                @staticmethod\n    def size(parser):\n        return len(parser.text)\n";
    fixture.write("java/acme/Parser.java", java).write("python/acme/__init__.py", "");
    fixture.write("python/acme/parser.py", port);
}

#[test]
fn a_class_method_does_not_get_the_object_as_its_argument() {
    assert!(CLASSES.reasons().contains("the Python parameter `line` is required"), "{}", CLASSES.reasons());
    assert!(CLASSES.head("Parser.size", "inputs") >= 5, "{:#?}", CLASSES.pair("Parser.size"));
}

fn write_scale(fixture: &Fixture) {
    let java = "package acme;\n\npublic class Scale {\n    private final double gamma;\n    private final double offset;\n\n    \
                public Scale(double accuracy) {\n        this((1 + accuracy) / 2, 0);\n    }\n\n    \
                public Scale(double gamma, double offset) {\n        this.gamma = gamma;\n        this.offset = offset;\n    }\n\n    \
                public double at(double x) {\n        return gamma * x;\n    }\n\n    public double at(double x, double more) {\n        return gamma * x + more;\n    }\n}\n";
    let port = "class Scale:\n    def __init__(self, accuracy, offset=0.0):\n        self.gamma = (1 + accuracy) / 2\n        self.offset = offset\n\n    \
                def at(self, x, more=1.0):\n        return self.gamma * x + more\n";
    fixture.write("java/acme/Scale.java", java).write("python/acme/__init__.py", "");
    fixture.write("python/acme/scale.py", port);
}

#[test]
fn an_overload_whose_parameters_have_other_names_may_have_no_port() {
    let constructor = CLASSES.pair("Scale.<init>(double,double)");
    assert_eq!(constructor["may_be_no_pair"], true, "{constructor:#?}");
    let findings = constructor["findings"].as_array().expect("a list");
    assert!(findings.iter().all(|finding| finding["severity"] != "error"), "{findings:#?}");
    let shorter = CLASSES.pair("Scale.at(double)");
    assert_eq!(shorter["may_be_no_pair"], Json::Null, "the names are equal, and the default is wrong: {shorter:#?}");
    assert!(shorter["findings"].to_string().contains("\"error\""), "{shorter:#?}");
}

fn write_texts(fixture: &Fixture) {
    let java = "package acme;\n\nimport java.util.function.Function;\n\npublic class Texts {\n    public interface Change {\n        String apply(String text);\n    }\n\n    \
                public static String shown(String text, Function<String, String> change) {\n        return text + change.apply(text);\n    }\n\n    \
                public static String own(String text, Change change) {\n        return text + change.apply(text);\n    }\n\n    \
                public static String moved(String text, Function<String, String> mapper) {\n        return text + mapper.apply(text);\n    }\n\n    \
                public static String wrong(String text, Function<String, String> change) {\n        return text + change.apply(text);\n    }\n}\n";
    let port = "def shown(text, force_ascii=True):\n    return text + text if force_ascii else text\n\n\n\
                def own(text, size: int = 3):\n    return text[:size]\n\n\n\
                def moved(text, ascii: bool = True, rule=None):\n    return text + rule(text)\n\n\n\
                def wrong(text, strict=True):\n    return strict(text) + text + \"!\"\n";
    fixture.write("java/acme/Texts.java", java).write("python/acme/__init__.py", "");
    fixture.write("python/acme/texts.py", port);
}

#[test]
fn a_java_function_is_not_passed_to_a_python_parameter_for_a_plain_value() {
    let reasons = CLASSES.reasons();
    for other in ["force_ascii", "size"] {
        let why = format!(
            "the port has no parameter for `change`: Java passes a function, and `{other}` takes a plain value"
        );
        assert!(reasons.contains(&why), "{reasons}");
    }
    let (inputs, equal) = (CLASSES.head("Texts.moved", "inputs"), CLASSES.head("Texts.moved", "inputs_equal"));
    assert!(inputs >= 5 && inputs == equal, "{:#?}", CLASSES.pair("Texts.moved"));
    // The port calls the parameter, so its default does not decide.
    let findings = CLASSES.original_findings("Texts.wrong");
    assert!(findings.iter().any(|(severity, _)| severity == "error"), "{findings:?}");
}

#[test]
fn the_reports_name_an_overload_with_the_types_of_its_parameters() {
    let fixture = Fixture::empty();
    fixture.write(
        "java/Text.java",
        "class Text {\n    static int pad(int a) {\n        return pad(a, 2);\n    }\n\n    static int pad(int a, int b) {\n        return a + b * 3;\n    }\n\n    static int cut(int a) {\n        return a - 1;\n    }\n}\n",
    );
    fixture.write("python/text.py", "def pad(a, b=2):\n    return a + b * 4\n\n\ndef cut(a):\n    return a - 1\n");
    fixture.commit("ported");
    let ran = fixture.mts(&["run", "--all"]);
    let names = |ran: &Ran| -> Vec<String> {
        let pairs = ran.report()["pairs"].as_array().expect("pairs").iter();
        pairs.map(|pair| pair["name"].as_str().expect("a name").to_owned()).collect()
    };
    assert_eq!(names(&ran), ["Text.cut", "Text.pad(int)", "Text.pad(int,int)"], "{}", ran.stdout);
    assert!(ran.stdout.contains("`Text.pad(int,int)`: the original functions agree on"), "{}", ran.stdout);
    let one = fixture.mts(&["run", "--all", "--pair", "Text.pad(int,int)"]);
    assert_eq!(names(&one), ["Text.pad(int,int)"], "{}", one.stdout);
}
