//! Tests the names of types.
//!
//! The tests cover annotations without a library, classes with a JDK name, and declared types.

use crate::support::shared::run_on;
use crate::support::{Fixture, Ran};
use std::sync::LazyLock;

/// The run on classes and constructors.
static CLASSES: LazyLock<Ran> = LazyLock::new(|| {
    let writers = [write_vector, write_size, write_gate, write_box, write_side, write_days, write_packet, write_lists];
    run_on(&writers, &["run", "--all", "--operators", "AORB"])
});

/// The run on code that lacks imports, libraries or other classes.
static IMPORTS: LazyLock<Ran> = LazyLock::new(|| {
    let writers = [write_share, write_missing, write_kept, write_part];
    run_on(&writers, &["run", "--all"])
});

fn write_share(fixture: &Fixture) {
    fixture.write(
        "java/acme/Share.java",
        "package acme;\n\nimport androidx.annotation.IntRange;\nimport androidx.annotation.NonNull;\nimport org.api.Level;\n\n\
         @Level(Level.Kind.STABLE)\npublic class Share {\n    static final int MOST = 900;\n\n    \
         @IntRange(from = 0, to = MOST)\n    static int share(@org.checks.Positive int n) {\n        @NonNull Integer cut = Trim.trim(n);\n        return cut + 4;\n    }\n}\n",
    );
    fixture.write(
        "java/acme/Trim.java",
        "package acme;\n\nimport org.jetbrains.annotations.*;\n\nclass Trim {\n    @NotNull\n    static Integer trim(int n) {\n        return n % 50;\n    }\n}\n",
    );
    fixture.write("python/share.py", "import math\n\n\ndef share(n):\n    return int(math.fmod(n, 50)) + 4\n");
}

#[test]
fn java_is_compiled_without_annotations_that_are_not_on_the_class_path() {
    let (inputs, equal) = (IMPORTS.head("Share.share", "inputs"), IMPORTS.head("Share.share", "inputs_equal"));
    assert!(
        inputs >= 5 && inputs == equal && IMPORTS.head("Share.share", "counted") > 0,
        "{}",
        IMPORTS.pair("Share.share")
    );
    let notes = IMPORTS.pair("Share.share")["notes"].to_string();
    for name in
        ["androidx.annotation.IntRange", "org.api.Level", "org.checks.Positive", "org.jetbrains.annotations.NotNull"]
    {
        assert!(notes.contains(name), "{name}: {notes}");
    }
}

fn write_missing(fixture: &Fixture) {
    for (class, import, line) in [
        ("Used", "import org.gone.Level;", "@Level static int f(int n) { return Level.of(n); }"),
        // Lombok writes a check into the method.
        ("Written", "import lombok.NonNull;", "static int f(@NonNull Integer n) { return n + 1; }"),
    ] {
        fixture.write(&format!("java/{class}.java"), format!("{import}\nclass {class} {{\n    {line}\n}}\n"));
        fixture.write(&format!("python/{}.py", class.to_lowercase()), "def f(n):\n    return n + 1\n");
    }
}

#[test]
fn a_missing_class_that_the_code_needs_is_the_reason_of_its_pairs() {
    let reasons = IMPORTS.reasons();
    assert!(reasons.contains("package org.gone does not exist"), "{reasons}");
    assert!(reasons.contains("package lombok does not exist"), "{reasons}");
}

fn write_kept(fixture: &Fixture) {
    let java = "class Solution {\n    static List<Integer> doubled(int[] numbers) {\n        Map<Integer, Integer> seen = new HashMap<>();\n        List<Integer> found = new ArrayList<>();\n        for (int n : numbers) {\n            seen.merge(n, 1, Integer::sum);\n            if (seen.get(n) == 2) {\n                found.add(n);\n            }\n        }\n        return found;\n    }\n}\n";
    let python = "def doubled(numbers):\n    seen = {}\n    found = []\n    for n in numbers:\n        seen[n] = seen.get(n, 0) + 1\n        if seen[n] == 2:\n            found.append(n)\n    return found\n";
    fixture.write("java/0001-doubled.java", java).write("python/doubled.py", python);
    // A package comes before the imports.
    let own = "package acme;\n\nclass Kept {\n    static int kept(int n) {\n        BigInteger big = BigInteger.valueOf(n);\n        return big.bitLength();\n    }\n}\n";
    fixture
        .write("java/acme/Kept.java", own)
        .write("python/kept.py", "def kept(n):\n    return (n if n >= 0 else ~n).bit_length()\n");
}

#[test]
fn java_is_compiled_with_the_imports_of_the_jdk_that_a_file_lacks() {
    for (name, import) in [("Solution.doubled", "`java.util.ArrayList`"), ("Kept.kept", "`java.math.BigInteger`")] {
        let (inputs, equal) = (IMPORTS.head(name, "inputs"), IMPORTS.head(name, "inputs_equal"));
        assert!(inputs >= 5 && inputs == equal, "{}", IMPORTS.pair(name));
        assert!(IMPORTS.pair(name)["notes"].to_string().contains(import), "{}", IMPORTS.pair(name));
    }
}

fn write_lists(fixture: &Fixture) {
    let java = "package geo;\n\nimport java.util.AbstractList;\n\npublic class Lists {\n    \
                static class Broken extends AbstractList<Integer> {\n        public int size() {\n            return 2;\n        \
                }\n\n        public Integer get(int at) {\n            throw new IndexOutOfBoundsException(\"none\");\n        }\n    }\n\n    \
                public static java.util.List<Integer> of(int size) {\n        return new Broken();\n    }\n}\n";
    fixture.write("java/geo/Lists.java", java).write("python/geo/lists.py", "def of(size):\n    return []\n");
}

#[test]
fn a_java_result_that_cannot_be_read_is_no_evidence() {
    assert!(
        CLASSES.original_findings("Lists.of").iter().all(|(severity, _)| severity != "error"),
        "{:?}",
        CLASSES.original_findings("Lists.of")
    );
}

fn write_vector(fixture: &Fixture) {
    let java = "package geo;\n\npublic class Vector {\n    private final double x;\n\n    public Vector(double x) {\n        \
                this.x = x;\n    }\n\n    public Vector(Vector other) {\n        this.x = other.x;\n    }\n\n    \
                public double dot(Vector other) {\n        return x * other.x;\n    }\n}\n";
    let port = "class Vector:\n    def __init__(self, x):\n        self.x = x\n\n    def dot(self, other):\n        \
                return self.x * other.x\n";
    fixture.write("java/geo/Vector.java", java).write("python/geo/vector.py", port);
}

#[test]
fn a_class_of_the_project_that_has_the_name_of_a_jdk_class_is_the_projects() {
    assert!(CLASSES.head("Vector.dot", "inputs") >= 5, "{}", CLASSES.reasons());
    assert!(
        CLASSES.original_findings("Vector.dot").iter().all(|(severity, _)| severity != "error"),
        "{:?}",
        CLASSES.original_findings("Vector.dot")
    );
    let pairs = CLASSES.report.as_ref().expect("a report")["pairs"].as_array().expect("a list");
    let constructors = pairs.iter().filter(|pair| pair["name"] == "Vector.<init>").count();
    assert_eq!(constructors, 1, "the port has no constructor that copies");
}

fn write_size(fixture: &Fixture) {
    let java = "package geo;\n\npublic class Size {\n    private final int width;\n    private final int height;\n\n    \
                public Size(int width, int height) {\n        if (width < 0) {\n            \
                throw new IllegalArgumentException(\"width\");\n        }\n        this.width = width;\n        \
                this.height = height;\n    }\n\n    public int area() {\n        return width * height;\n    }\n}\n";
    let port = "from typing import NamedTuple\n\n\nclass Pair(NamedTuple):\n    width: int\n    height: int\n\n\n\
                class Size(Pair):\n    def __new__(cls, width, height):\n        if width < 0:\n            \
                raise ValueError(\"width\")\n        return super().__new__(cls, width, height)\n\n    \
                def area(self):\n        return self.width * self.height\n";
    fixture.write("java/geo/Size.java", java).write("python/geo/size.py", port);
}

#[test]
fn a_class_that_new_makes_has_a_constructor() {
    for pair in ["Size.<init>", "Size.area"] {
        assert!(CLASSES.head(pair, "inputs") >= 5, "{pair}: {}", CLASSES.reasons());
    }
}

fn write_gate(fixture: &Fixture) {
    let java = "package geo;\n\npublic class Gate {\n    static class Shut extends RuntimeException {\n        final int code;\n\n        \
                Shut(int code, String message) {\n            super(message);\n            this.code = code;\n        }\n    }\n\n    \
                public static int open(int code) {\n        if (code > 3) {\n            throw new Shut(code, \"shut\");\n        }\n        \
                return code;\n    }\n}\n";
    let port = "class Shut(RuntimeError):\n    def __init__(self, code, message):\n        self.code = code\n        \
                self.message = message\n\n\ndef open(code):\n    if code > 3:\n        raise Shut(code, \"shut\")\n    \
                return code\n";
    fixture.write("java/geo/Gate.java", java).write("python/geo/gate.py", port);
}

#[test]
fn the_message_of_an_exception_without_its_own_text_is_its_attribute() {
    assert_eq!(CLASSES.original_findings("Gate.open"), []);
}

fn write_box(fixture: &Fixture) {
    let java = "package geo;\n\npublic class Box {\n    private final String label;\n    private final int width;\n\n    \
                private Box(Builder builder) {\n        this.label = builder.label;\n        this.width = builder.width * 2;\n    }\n\n    \
                public static Builder builder() {\n        return new Builder();\n    }\n\n    \
                public static final class Builder {\n        private String label = \"abcdef\";\n        private int width = 4;\n\n        \
                public Builder label(String label) {\n            this.label = label;\n            return this;\n        }\n\n        \
                public Builder width(int width) {\n            this.width = width;\n            return this;\n        }\n\n        \
                public Box build() {\n            return new Box(this);\n        }\n    }\n\n    \
                public int area() {\n        return label.length() * width;\n    }\n}\n";
    let port = "class Box:\n    def __init__(self, label=\"abcdef\", width=4):\n        self.label = label\n        \
                self.width = width * 2\n\n    def area(self):\n        return len(self.label) * self.width\n";
    fixture.write("java/geo/Box.java", java).write("python/geo/box.py", port);
}

#[test]
fn a_builder_argument_of_a_constructor_corresponds_to_keyword_arguments_of_the_port() {
    for pair in ["Box.<init>", "Box.area"] {
        assert!(
            CLASSES.original_findings(pair).iter().all(|(severity, _)| severity != "error"),
            "{pair}: {:?}",
            CLASSES.original_findings(pair)
        );
    }
    assert!(CLASSES.head("Box.<init>", "inputs") >= 5, "{}", CLASSES.reasons());
}

fn write_side(fixture: &Fixture) {
    let java = "package geo;\n\npublic class Side {\n    private final int width;\n\n    public Side(int width) {\n        \
                this.width = width;\n    }\n\n    public int twice() {\n        return width * 2;\n    }\n}\n";
    let port = "class Side(tuple):\n    def __new__(cls, width):\n        if width > 3:\n            return None\n        \
                made = super().__new__(cls, (width,))\n        made.width = width\n        return made\n\n    \
                def twice(self):\n        return self.width * 2\n";
    fixture.write("java/geo/Side.java", java).write("python/geo/side.py", port);
}

#[test]
fn a_constructor_that_returns_no_object_is_a_difference() {
    let findings = CLASSES.original_findings("Side.<init>");
    assert!(
        findings.iter().any(|(severity, cause)| severity == "error" && cause.contains("TypeError")),
        "{findings:?}"
    );
}

fn write_days(fixture: &Fixture) {
    let date = "package model;\n\npublic class Date {\n    public final int day;\n\n    public Date(int day) {\n        \
                this.day = day;\n    }\n}\n";
    let java = "package geo;\n\nimport model.*;\n\npublic class Days {\n    public static int next(Date date) {\n        \
                return date.day % 28 + 1;\n    }\n}\n";
    fixture.write("java/model/Date.java", date).write("java/geo/Days.java", java);
    fixture.write("python/model/date.py", "class Date:\n    def __init__(self, day):\n        self.day = day\n");
    fixture
        .write("python/geo/days.py", "import math\n\n\ndef next(date):\n    return int(math.fmod(date.day, 28)) + 1\n");
}

#[test]
fn a_jdk_name_without_an_import_of_the_jdk_is_a_class_of_the_project() {
    assert!(CLASSES.head("Days.next", "inputs") >= 5, "{}", CLASSES.reasons());
    assert!(
        CLASSES.original_findings("Days.next").iter().all(|(severity, _)| severity != "error"),
        "{:?}",
        CLASSES.original_findings("Days.next")
    );
}

fn write_packet(fixture: &Fixture) {
    let java = "package geo;\n\npublic class Packet {\n    private final byte[] data;\n    private final char[] tag;\n\n    \
                public Packet(byte[] data, char[] tag) {\n        this.data = data;\n        this.tag = tag;\n    }\n\n    \
                public static Packet of(byte[] data) {\n        return new Packet(data, new char[] {'x'});\n    }\n\n    \
                public int sum(int n) {\n        int sum = n % 100;\n        for (byte one : data) {\n            sum += one & 255;\n        }\n        \
                return sum + tag.length;\n    }\n\n    public String label(int n) {\n        return new String(tag).trim() + n;\n    }\n\n    \
                public String wrong(int n) {\n        return new String(tag) + n;\n    }\n}\n";
    let port = "import math\n\n\nclass Packet:\n    def __init__(self, data: bytes, tag: str):\n        self.data = data\n        self.tag = tag\n\n    \
                @staticmethod\n    def of(data: bytes) -> \"Packet\":\n        return Packet(data, \"x\")\n\n    \
                def sum(self, n):\n        return int(math.fmod(n, 100)) + sum(bytes(self.data)) + len(self.tag)\n\n    \
                def label(self, n):\n        low, high = 0, len(self.tag)\n        while low < high and self.tag[low] <= \" \":\n            low += 1\n        \
                while low < high and self.tag[high - 1] <= \" \":\n            high -= 1\n        return self.tag[low:high] + str(n)\n\n    \
                def wrong(self, n):\n        return self.tag + str(n + len(self.data))\n";
    fixture.write("java/geo/Packet.java", java).write("python/geo/packet.py", port);
}

#[test]
fn constructors_and_factories_get_arrays_in_the_form_that_the_port_expects() {
    for name in ["Packet.<init>", "Packet.of", "Packet.sum", "Packet.label"] {
        let findings = CLASSES.original_findings(name);
        assert!(findings.iter().all(|(severity, _)| severity != "error"), "{name}: {findings:?}");
        assert!(CLASSES.head(name, "inputs") >= 5, "{name}: {}", CLASSES.reasons());
        let notes = CLASSES.pair(name)["notes"].to_string();
        assert!(!notes.contains("cannot be called"), "{name}: {notes}");
    }
    let findings = CLASSES.original_findings("Packet.wrong");
    assert!(findings.iter().any(|(severity, _)| severity == "error"), "{findings:?}");
}

fn write_part(fixture: &Fixture) {
    let words = "package acme;\n\nimport acme.built.Table;\nimport acme.built.Words;\n\nclass Words2 {\n    private final int size;\n\n    Words2(int size) {\n        this(size, Words.all());\n    }\n\n    Words2(int size, Object all) {\n        super();\n        this.size = size + Table.SIZE;\n    }\n\n    static int twice(int n) {\n        return n % 50 * 2;\n    }\n\n    static int third(int n) {\n        return Words.third(n);\n    }\n}\n";
    let held = "package acme;\n\nclass Held {\n    static final int SIZE = acme.built.Table.SIZE;\n\n    static int once(int n) {\n        return n;\n    }\n}\n";
    let main = "package acme;\n\nclass Cut {\n    static int cut(int n) {\n        return Words2.twice(n) + 1;\n    }\n\n    static int part(int n) {\n        return n % 2 == 0 ? Words2.third(n) : n % 50;\n    }\n\n    static int safe(int n) {\n        try {\n            return Words2.third(n);\n        } catch (Throwable t) {\n            return -1;\n        }\n    }\n\n    static int held(int n) {\n        return Held.once(n);\n    }\n}\n";
    let port = "import math\n\n\ndef cut(n):\n    return int(math.fmod(n, 50)) * 2 + 1\n\n\ndef part(n):\n    return 0 if n % 2 == 0 else int(math.fmod(n, 50))\n\n\ndef safe(n):\n    return n // 3\n\n\ndef held(n):\n    return n\n";
    fixture.write("java/acme/Cut.java", main).write("java/acme/Words2.java", words);
    fixture.write("java/acme/Held.java", held).write("python/cut.py", port);
}

#[test]
fn code_of_another_file_that_does_not_compile_affects_only_calls_that_reach_it() {
    let of = |name: &str| {
        (IMPORTS.original_findings(name), IMPORTS.pair(name)["head"]["inputs"].as_u64().unwrap_or_default())
    };
    let (found, inputs) = of("Cut.cut");
    assert!(found.is_empty() && inputs >= 5, "{found:?} {}", IMPORTS.reasons());
    for name in ["Cut.part", "Cut.held", "Cut.safe"] {
        let (found, _) = of(name);
        assert!(found.iter().all(|(severity, _)| severity == "note"), "{found:?}");
        assert!(found.iter().any(|(_, cause)| cause.contains(" does not compile")), "{found:?}");
    }
    let (_, inputs) = of("Cut.part");
    assert!(inputs >= 5, "the other inputs count: {}", IMPORTS.pair("Cut.part"));
}

#[test]
fn a_class_that_only_other_classes_name_is_there_after_its_own_pair_ran() {
    let fixture = Fixture::empty();
    fixture.write(
        "java/Day.java",
        "class Day {\n    static int day(int a) {\n        return a + 1;\n    }\n\n    static int next(int a) {\n        return Week.week(a);\n    }\n}\n",
    );
    fixture.write(
        "java/Week.java",
        "class Week {\n    static int week(int a) {\n        return Day.day(a) * 7;\n    }\n}\n",
    );
    fixture.write(
        "java/Year.java",
        "class Year {\n    static int year(int a) {\n        int weeks = Week.week(a) - 52;\n        return weeks + 365;\n    }\n}\n",
    );
    fixture.write("python/day.py", "def day(a):\n    return a + 1\n\n\ndef week(a):\n    return day(a) * 7\n");
    fixture.write(
        "python/year.py",
        "from day import week\n\n\ndef year(a):\n    weeks = week(a) - 52\n    return weeks + 365\n",
    );
    fixture.commit("ported");
    let ran = fixture.mts(&[
        "run",
        "--all",
        "--jobs",
        "1",
        "--pair",
        "java/Day.java#Day.day",
        "--pair",
        "java/Year.java#Year.year",
    ]);
    assert_eq!(ran.pair("Year.year")["head"]["ca_tests"], 1.0, "{}{}", ran.stdout, ran.stderr);
}
