//! Tests objects with constructor arguments that the port lacks or the tool cannot generate.

use super::{SLOW_OBJECTS, errors, inputs};
use crate::support::shared::run_on;
use crate::support::{Fixture, Ran};
use std::sync::LazyLock;

/// The run on receivers that the port makes in another way.
static RECEIVERS: LazyLock<Ran> = LazyLock::new(|| {
    let writers = [write_hall, write_line, write_slots, write_menu, write_box, write_conf];
    run_on(&writers, &["run", "--all", "--operators", "AORB"])
});

fn write_hall(fixture: &Fixture) {
    let java = "class Hall {\n    static class Options {\n        private final Level level;\n\n        Options(Level level) {\n            this.level = level;\n        }\n\n        int limit() {\n            return level.limit;\n        }\n    }\n\n    static class Level {\n        private final int limit = 5;\n    }\n\n    private final int seats;\n    private final int limit;\n    private final Options options;\n\n    Hall(int seats, Options options) {\n        this.seats = seats;\n        this.limit = options.limit();\n        this.options = options;\n    }\n\n    int room(int each) {\n        return seats % 100 * (each % 100) + limit;\n    }\n\n    int most() {\n        return options.limit();\n    }\n}\n";
    let python = "import math\n\n\nclass Hall:\n    def __init__(self, seats):\n        self.seats = seats\n        self.limit = 5\n        self.options = {}\n\n    def room(self, each):\n        return int(math.fmod(self.seats, 100)) * int(math.fmod(each, 100)) + self.limit\n\n    def most(self):\n        return self.options['limit']\n";
    fixture.write("java/Hall.java", java).write("python/hall.py", python);
}

#[test]
fn a_constructor_may_take_an_object_that_only_java_has() {
    assert_eq!(errors(&RECEIVERS, "Hall.room"), Vec::<String>::new());
    assert!(inputs(&RECEIVERS, "Hall.room") >= 5, "{}", RECEIVERS.reasons());
    // The port's object has no value for the options of Java.
    assert_eq!(
        (errors(&RECEIVERS, "Hall.most").len(), inputs(&RECEIVERS, "Hall.most")),
        (0, 0),
        "{}",
        RECEIVERS.pair("Hall.most")
    );
}

fn write_line(fixture: &Fixture) {
    let java = "import java.net.Socket;\n\nclass Line {\n    private final String text;\n    private final Socket source;\n\n    Line(String text, Socket source) {\n        this.text = text;\n        this.source = source;\n    }\n\n    int size(int n) {\n        return (text.isEmpty() ? 1 : 2) + n % 100;\n    }\n\n    int count(int n) {\n        return source == null ? 777 : n % 100;\n    }\n}\n";
    let python = "import math\n\n\nclass Line:\n    def __init__(self, text, source):\n        self.text = text\n        self.source = source\n\n    def size(self, n):\n        return (2 if self.text else 1) + int(math.fmod(n, 100))\n\n    def count(self, n):\n        return int(math.fmod(n, 100))\n";
    fixture.write("java/Line.java", java).write("python/line.py", python);
}

#[test]
fn a_difference_on_an_object_with_a_placeholder_is_a_warning() {
    assert_eq!(RECEIVERS.original_findings("Line.size"), []);
    assert!(inputs(&RECEIVERS, "Line.size") >= 5, "{}", RECEIVERS.reasons());
    let found = RECEIVERS.original_findings("Line.count");
    assert!(found.len() == 1 && found[0].0 == "warning", "{found:?}");
    assert!(found[0].1.contains("an object has a placeholder value, which possibly no caller passes"), "{found:?}");
    assert_eq!(inputs(&RECEIVERS, "Line.count"), 0, "{}", RECEIVERS.pair("Line.count"));
}

#[test]
fn a_change_that_differs_only_on_objects_with_a_placeholder_does_not_pass() {
    let java = "import java.net.Socket;\n\npublic class Line {\n    private final String text;\n    private final Socket source;\n\n    Line(String text, Socket source) {\n        this.text = text;\n        this.source = source;\n    }\n\n    int size(int n) {\n        return (text.isEmpty() ? 1 : 2) + n % 100;\n    }\n}\n";
    let python = "import math\n\n\nclass Line:\n    def __init__(self, text, source):\n        self.text = text\n        self.source = source\n\n    def size(self, n):\n        return (2 if self.text else 1) + int(math.fmod(n, 100))\n";
    let fixture = Fixture::empty();
    fixture.write("Line.java", java).write("line.py", python).commit("before");
    fixture.write("line.py", python.replace("fmod(n, 100)", "fmod(n, 101)")).commit("after");
    let ran = fixture.mts(&["run", "--base", "HEAD~1", "--operators", "AORB"]);
    assert_eq!(ran.code, 12, "{}{}", ran.stdout, ran.stderr);
    let headline = ran.report()["headline"].as_str().expect("a headline").to_owned();
    assert!(headline.contains("`Line.size` any more: ") && headline.contains("do not count now"), "{headline}");
    let found = ran.original_findings("Line.size");
    assert!(found.iter().any(|(_, cause)| cause.contains("an object has a placeholder value")), "{found:?}");
}

#[test]
fn a_port_without_results_on_some_inputs_of_the_base_does_not_pass() {
    let java = "public class Table {\n    private final int seats;\n\n    Table(int seats, int width) {\n        this.seats = seats % 100;\n    }\n\n    int room(int n) {\n        return n % 100 + seats;\n    }\n}\n";
    let python = "import math\n\n\nclass Table:\n    def __init__(self, seats, width, log):\n        self.seats = int(math.fmod(seats, 100))\n        self.log = log\n\n    def room(self, n):\n        return int(math.fmod(n, 100)) + self.seats\n";
    let fixture = Fixture::empty();
    fixture.write("Table.java", java).write("table.py", python).commit("before");
    let lost = python.replace("(self, n):\n", "(self, n):\n        if n > 100:\n            return self.log\n");
    fixture.write("table.py", lost).commit("after");
    let ran = fixture.mts(&["run", "--base", "HEAD~1", "--operators", "AORB"]);
    assert_eq!(ran.code, 12, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.pair("Table.room")["disagreements"]["lost"].as_u64() > Some(0), "{}", ran.pair("Table.room"));
    // The same port at both revisions loses nothing.
    fixture.write("notes.txt", "x").write("table.py", fixture.read("table.py") + "\n\nX = 1\n").commit("more");
    let ran = fixture.mts(&["run", "--base", "HEAD~1", "--all", "--operators", "AORB", "--fail-on", "any"]);
    assert_eq!(ran.pair("Table.room")["disagreements"]["lost"], 0, "{}", ran.pair("Table.room"));
}

pub(super) fn write_shape(fixture: &Fixture) {
    let java = "abstract class Shape {\n    abstract int area(byte a);\n\n    int twice(byte a) {\n        return area(a) * 2 + a;\n    }\n}\n\nclass Pipe extends Shape {\n    private final java.net.Socket source;\n\n    Pipe(java.net.Socket source) {\n        this.source = source;\n    }\n\n    @Override\n    int area(byte a) {\n        return source.getPort();\n    }\n}\n";
    let python = "from abc import ABC, abstractmethod\n\n\nclass Shape(ABC):\n    @abstractmethod\n    def area(self, a):\n        ...\n\n    def twice(self, a):\n        return self.area(a) * 2 + a\n\n\nclass Pipe(Shape):\n    def __init__(self, source):\n        self.source = source\n\n    def area(self, a):\n        return self.source.getpeername()[1] if self.source else 0\n";
    fixture.write("java/Shape.java", java).write("python/shape.py", python);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_class_with_a_placeholder_does_not_replace_the_stub_of_its_base_class() {
    assert_eq!(SLOW_OBJECTS.original_findings("Shape.twice"), []);
    assert!(inputs(&SLOW_OBJECTS, "Shape.twice") >= 5, "{}", SLOW_OBJECTS.reasons());
    // Java uses the placeholder, so there is nothing to judge.
    assert_eq!(inputs(&SLOW_OBJECTS, "Pipe.area"), 0);
}

fn write_slots(fixture: &Fixture) {
    let java = "class Slots {\n    private int width;\n    private final int seats;\n\n    Slots(int seats, int width) {\n        this.seats = seats % 100;\n        this.width = width % 100;\n    }\n\n    int room(int each) {\n        width = each % 100;\n        return width * 2 + seats;\n    }\n\n    int height(int n) {\n        return n % 100 + seats;\n    }\n}\n";
    let python = "import math\n\n\nclass Base:\n    __slots__ = ('legs',)\n\n\nclass Slots(Base):\n    __slots__ = ('name', 'width', 'seats')\n\n    def __init__(self, name, legs, width, seats, *, colour):\n        self.name = name\n        self.legs = legs\n        self.width = width\n        self.seats = seats\n\n    def room(self, each):\n        self.width = int(math.fmod(each, 100))\n        self.legs = 3\n        return self.width * 2 + self.seats + self.legs - 3\n\n    def height(self, n):\n        return int(math.fmod(n, 100)) + self.seats + self.legs - 3\n";
    fixture.write("java/Slots.java", java).write("python/slots.py", python);
}

#[test]
fn an_object_with_slots_may_lack_values_that_the_call_does_not_read() {
    assert_eq!(RECEIVERS.original_findings("Slots.room"), []);
    assert!(inputs(&RECEIVERS, "Slots.room") >= 5, "{}", RECEIVERS.reasons());
    let height = RECEIVERS.pair("Slots.height");
    assert_eq!((errors(&RECEIVERS, "Slots.height").len(), inputs(&RECEIVERS, "Slots.height")), (0, 0), "{height}");
    assert!(height["findings"].to_string().contains("the port reads Slots.legs, for which Java's object"), "{height}");
}

fn write_menu(fixture: &Fixture) {
    let java = "import java.util.Map;\n\nclass Menu {\n    private final Rules rules;\n\n    Menu(Rules rules) {\n        this.rules = rules;\n    }\n\n    int size(int n) {\n        return n % 50 * 3;\n    }\n\n    int most(int n) {\n        return rules.most + n % 50;\n    }\n\n    static class Rules {\n        final int most;\n\n        Rules(Map<String, Integer> names, int most) {\n            this.most = most % 100;\n        }\n    }\n}\n";
    let python = "import math\n\n\ndef size(n):\n    return int(math.fmod(n, 50)) * 3\n\n\ndef most(n):\n    return 7 + int(math.fmod(n, 50))\n";
    fixture.write("java/Menu.java", java).write("python/menu.py", python);
}

#[test]
fn a_port_in_a_module_runs_with_a_java_object_whose_arguments_it_does_not_take() {
    assert_eq!(RECEIVERS.original_findings("Menu.size"), []);
    assert!(inputs(&RECEIVERS, "Menu.size") >= 5, "{}", RECEIVERS.reasons());
    let found = RECEIVERS.original_findings("Menu.most");
    assert!(found.len() == 1 && found[0].0 == "warning", "{found:?}");
    let most = RECEIVERS.pair("Menu.most");
    assert!(most["head"]["inputs_undecided"].as_u64() > Some(0) && most["status"] == "inconclusive", "{most}");
}

#[test]
fn a_constructor_that_gains_an_argument_without_values_is_newly_inconclusive() {
    let java = |params: &str, more: &str| {
        format!(
            "import java.net.Socket;\n\npublic class Line {{\n    private final String text;\n\n    Line({params}) {{\n        this.text = text;\n{more}    }}\n\n    int size(int n) {{\n        return (text.isEmpty() ? 1 : 2) + n % 100;\n    }}\n}}\n"
        )
    };
    let python = |params: &str, more: &str| {
        format!(
            "import math\n\n\nclass Line:\n    def __init__(self, {params}):\n        self.text = text\n\n    def size(self, n):\n        return (2 if self.text else 1) + int(math.fmod(n, 100)){more}\n"
        )
    };
    let fixture = Fixture::empty();
    fixture.write("Line.java", java("String text", "")).write("line.py", python("text", "")).commit("before");
    fixture.write("Line.java", java("String text, Socket source", ""));
    fixture.write("line.py", python("text, source", " + (1 if n > 3 else 0)")).commit("after");
    let ran = fixture.mts(&["run", "--base", "HEAD~1", "--operators", "AORB"]);
    assert_eq!(ran.code, 12, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.reasons().contains("after the change, cargo mts makes the objects"), "{}", ran.reasons());
    let reasons = ran.report()["gate"]["reasons"].to_string();
    assert!(reasons.contains("Line.size(int)`: inconclusive, but not at the base: after the change"), "{reasons}");
}

fn write_box(fixture: &Fixture) {
    let java = "class Box {\n    private int rest;\n    private int limit;\n    private int size;\n\n    Box(int rest, int limit, int size) {\n        this.rest = rest;\n        this.limit = limit;\n        this.size = size;\n    }\n\n    int room(int used) {\n        return limit % 100 - size % 10 - used % 10;\n    }\n}\n";
    let python = "import math\n\n\nclass Box:\n    def __init__(self, limit, size, rest=0):\n        if limit < 1:\n            raise ValueError(\"no limit\")\n        self.limit = limit\n        self.size = size\n        self.rest = rest\n\n    def room(self, used):\n        return int(math.fmod(self.limit, 100) - math.fmod(self.size, 10) - math.fmod(used, 10))\n";
    fixture.write("java/Box.java", java).write("python/box.py", python);
}

#[test]
fn an_object_is_constructed_by_the_paired_constructor() {
    assert_eq!(
        errors(&RECEIVERS, "Box.room"),
        Vec::<String>::new(),
        "other order of the parameters, and a check of its own"
    );
    assert_eq!(errors(&RECEIVERS, "Box.<init>").len(), 1, "{}", RECEIVERS.pair("Box.<init>"));
    let head = &RECEIVERS.pair("Box.room")["head"];
    assert!(inputs(&RECEIVERS, "Box.room") >= 20 && head["ca_tests"] == 1.0, "{head}");
}

fn write_conf(fixture: &Fixture) {
    let java = "class Conf {\n    int k = 1;\n\n    static Conf big() {\n        Conf made = new Conf();\n        made.k = 100;\n        return made;\n    }\n\n    int scale(int n) {\n        return n % 100 * k;\n    }\n}\n";
    let python = "import math\n\n\ndef scale(n):\n    return int(math.fmod(n, 100))\n";
    fixture.write("java/Conf.java", java).write("python/conf.py", python);
}

#[test]
fn a_port_without_an_object_runs_with_the_object_of_the_java_constructor() {
    assert_eq!(errors(&RECEIVERS, "Conf.scale"), Vec::<String>::new(), "{}", RECEIVERS.pair("Conf.scale"));
    assert!(inputs(&RECEIVERS, "Conf.scale") >= 5, "{}", RECEIVERS.reasons());
}
