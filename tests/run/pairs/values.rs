//! Tests kinds of values that Java has and Python lacks, on real runtimes.

use crate::support::shared::run_on;
use crate::support::{Fixture, Ran};
use std::sync::LazyLock;

/// The run on collections and tuples.
static COLLECTIONS: LazyLock<Ran> = LazyLock::new(|| {
    let writers = [write_tuples, write_sides, write_spots, write_sorted, write_patterns, write_bag, write_pages];
    run_on(&writers, &["run", "--all", "--operators", "AORB"])
});

/// The run on other forms of arguments.
static ARGUMENTS: LazyLock<Ran> = LazyLock::new(|| {
    let writers = [write_bits, write_words, write_spread, write_rates, write_texts, write_rejections, write_deques];
    run_on(&writers, &["run", "--all", "--operators", "AORB"])
});

/// The run on types of the JDK, and on types of the project.
static LIBRARY: LazyLock<Ran> = LazyLock::new(|| {
    let writers =
        [write_shades, write_ids, write_links, write_bills, write_queues, write_dates, write_tree, write_numbers];
    run_on(&writers, &["run", "--all", "--operators", "SDL"])
});

/// The run on enums, each with a name of its own.
static ENUMS: LazyLock<Ran> = LazyLock::new(|| {
    let writers = [write_members, write_places, write_constants, write_numbers_for_constants, write_names];
    run_on(&writers, &["run", "--all", "--operators", "AORB"])
});

/// Writes a class with these members, and its port.
fn write(fixture: &Fixture, class: &str, java: &str, python: &str) {
    let imports = "import java.math.*;\nimport java.time.*;\nimport java.util.*;\nimport java.util.regex.*;\n";
    fixture.write(&format!("java/{class}.java"), format!("{imports}public class {class} {{\n{java}}}\n"));
    fixture.write(&format!("python/{}.py", class.to_lowercase()), python);
}

const MODES: &str = "    enum Mode { ONE_SIDED, TWO_SIDED }\n    static int pages(Mode mode, int n) {\n        \
    return mode == Mode.TWO_SIDED ? n & 7 : n;\n    }\n    static Mode other(Mode mode) {\n        \
    return mode == Mode.ONE_SIDED ? Mode.TWO_SIDED : Mode.ONE_SIDED;\n    }\n";

const MODES_SUITE: &str = r#"[
    {"version": 1, "pair": "Kinds.pages", "inputs": [
        {"args": [{"$enum": "Mode.TWO_SIDED"}, 3]}, {"args": [{"$enum": "Mode.ONE_SIDED"}, 3]}]},
    {"version": 1, "pair": "Kinds.other", "inputs": [{"args": [{"$enum": "Mode.TWO_SIDED"}]}]}]"#;

fn write_members(fixture: &Fixture) {
    let modes = "import enum\n\n\nclass Mode(enum.Enum):\n    one_sided = 1\n    two_sided = 2\n";
    let body = "\n\ndef pages(mode, n):\n    return n & 7 if mode is M.two_sided else n\n\n\n\
        def other(mode):\n    return M.two_sided if mode is M.one_sided else M.one_sided\n";
    for (class, mode, port) in [
        ("Members", "Side", format!("{modes}\n\nM = Mode\n{body}")),
        ("Imports", "Page", format!("import modes\n\nM = modes.Mode\n{body}")),
    ] {
        let named = |text: &str| text.replace("Mode", mode).replace("Kinds", class);
        write(fixture, class, &named(MODES), &named(&port));
        fixture.write(&format!("mts/inputs/{class}.json"), named(MODES_SUITE));
    }
    fixture.write("python/modes.py", modes.replace("Mode", "Page"));
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn an_enum_with_members_of_another_case_is_the_same_enum() {
    for name in ["Members.pages", "Members.other", "Imports.pages", "Imports.other"] {
        let head = &ENUMS.pair(name)["head"];
        assert_eq!(head["ca_tests"], 1.0, "{name}: {}", ENUMS.pair(name));
    }
}

fn write_places(fixture: &Fixture) {
    let python = "import enum\n\n\nclass Mode(enum.Enum):\n    ONE_SIDED = 1\n    TWO_SIDED = 2\n\n\n\
        def pages(mode, n):\n    return n & 7 if mode is Mode.TWO_SIDED else n\n\n\n\
        def count(modes):\n    return sum(1 for m in modes if m is Mode.TWO_SIDED)\n";
    let methods = "    static int pages(Mode mode, int n) {\n        \
        return mode == Mode.TWO_SIDED ? n & 7 : n;\n    }\n    static int count(List<Mode> modes) {\n        \
        int c = 0;\n        for (Mode m : modes) {\n            if (m == Mode.TWO_SIDED) {\n                c++;\n            \
        }\n        }\n        return c;\n    }\n";
    let own = format!("    enum Mode {{ ONE_SIDED, TWO_SIDED }}\n{methods}");
    for (class, mode, java) in [("Inside", "Fold", own.as_str()), ("Outside", "Turn", methods)] {
        write(fixture, class, &java.replace("Mode", mode), &python.replace("Mode", mode));
    }
    fixture.write("java/Turn.java", "public enum Turn { ONE_SIDED, TWO_SIDED }\n");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn constants_of_an_enum_are_generated_from_any_place_of_declaration() {
    for name in ["Inside.pages", "Inside.count", "Outside.pages", "Outside.count"] {
        let pair = ENUMS.pair(name);
        assert!(pair["head"]["inputs"].as_u64() > Some(3), "{pair}");
        assert!(pair["notes"].to_string().contains("branches"), "{pair}");
    }
    for name in ["Inside.count", "Outside.count"] {
        assert_eq!(ENUMS.pair(name)["head"]["ca_tests"], 1.0, "{}", ENUMS.pair(name));
    }
}

fn write_shades(fixture: &Fixture) {
    let java = "    enum Shade {\n        SINGLE(1.0), DOUBLE(2.0);\n        final double length;\n        \
        Shade(double length) {\n            this.length = length;\n        }\n    }\n    \
        static double made(Shade shade, double n) {\n        return shade.length + n;\n    }\n    \
        static double every(List<Shade> shades) {\n        double sum = 0;\n        \
        for (Shade shade : shades) {\n            sum += shade == null ? 0 : shade.length;\n        }\n        return sum;\n    }\n    \
        static double plain(Shade shade, double n) {\n        return shade.length * n;\n    }\n    \
        static double bare(Shade shade, double n) {\n        return shade.length - n;\n    }\n";
    let python = "from __future__ import annotations\n\n\nclass Shade:\n    SINGLE = 1.0\n    DOUBLE = 2.0\n\n    \
        def __init__(self, length):\n        self.length = length\n\n    def double(self):\n        return 2 * self.length\n\n\n\
        def made(shade: Shade, n):\n    return shade.length + n\n\n\n\
        def every(shades: list[Shade]):\n    return sum((s.length for s in shades if s is not None), 0.0)\n\n\n\
        def plain(shade: float, n):\n    return shade * n\n\n\n\
        def bare(shade, n):\n    return shade.length - n\n";
    write(fixture, "Shades", java, python);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_value_that_a_class_converts_to_its_objects_is_no_constant() {
    for name in ["made", "plain"] {
        let pair = LIBRARY.pair(&format!("Shades.{name}"));
        let of_constants = pair["head"]["inputs"].as_u64() > Some(1);
        assert!(pair["head"]["ca_tests"] == 1.0 && of_constants, "{name}: {pair}");
    }
    // The lists have constants in Java and objects in the port, so the tool does not compare them
    // after the call.
    let every = LIBRARY.pair("Shades.every").to_string();
    assert!(every.contains("shades = [Shade(length=1.0)]") && !every.contains("\"error\""), "{every}");
    let bare = LIBRARY.pair("Shades.bare").to_string();
    assert!(bare.contains("is of type float in the port, and cargo mts does not know what the port takes"), "{bare}");
    assert!(!bare.contains("AttributeError"), "{bare}");
}

fn write_tuples(fixture: &Fixture) {
    let java = "    static int area(int[] size) {\n        return size.length == 2 ? size[0] * 31 ^ size[1] : 7;\n    }\n    \
        static int corners(List<int[]> spots) {\n        int sum = 0;\n        for (int[] one : spots) {\n            \
        sum ^= one.length == 2 ? one[0] : 3;\n        }\n        return sum;\n    }\n    \
        static int folded(int[] parts) {\n        int sum = 0;\n        for (int part : parts) {\n            sum ^= part;\n        }\n        \
        return sum;\n    }\n    static int keys(Map<String, Integer> sizes) {\n        return sizes.size();\n    }\n    \
        static int chosen(int[] parts) {\n        return parts.length;\n    }\n    \
        static int one(int[] parts) {\n        return parts.length;\n    }\n";
    let python = "from typing import List, Optional, Tuple, Union\n\n\ndef _is_pair(one):\n    return isinstance(one, tuple) and len(one) == 2\n\n\n\
        def area(size: Tuple[int, int]):\n    assert size is None or _is_pair(size)\n    return int32(size[0] * 31) ^ size[1]\n\n\n\
        def int32(n):\n    return (n + 2**31) % 2**32 - 2**31\n\n\n\
        def corners(spots: 'List[tuple[int, int]]'):\n    assert spots is None or all(map(_is_pair, spots))\n    \
        total = 0\n    for one in spots:\n        total ^= one[0]\n    return total\n\n\n\
        def folded(parts: Optional[tuple[int, ...]]):\n    total = 0\n    for part in parts + ():\n        total ^= part\n    return total\n\n\n\
        def keys(sizes: tuple[str, int]):\n    return len(sizes)\n\n\n\
        def chosen(parts: 'Union[Tuple[int, ...], str, None]'):\n    return len(parts + ())\n\n\n\
        def one(parts: Tuple[int]):\n    return len(parts + ())\n";
    let suite = r#"[
        {"version": 1, "pair": "Tuples.area", "inputs": [{"args": [[2, 3]]}, {"args": [[2, 3, 4]]}]},
        {"version": 1, "pair": "Tuples.corners", "inputs": [{"args": [[[2, 3], [4, 5]]]}, {"args": [[[1], [2, 3]]]}]},
        {"version": 1, "pair": "Tuples.folded", "inputs": [{"args": [[2, 3]]}, {"args": [[]]}]}]"#;
    write(fixture, "Tuples", java, python);
    fixture.write("mts/inputs/tuples.json", suite);
}

#[test]
fn a_port_that_declares_a_tuple_gets_a_tuple_of_the_declared_length() {
    for name in ["area", "corners", "folded", "chosen", "one"] {
        let pair = COLLECTIONS.pair(&format!("Tuples.{name}"));
        assert_eq!(pair["head"]["ca_tests"], 1.0, "{name}: {pair}");
        assert!(!pair["findings"].to_string().contains("\"error\""), "{name}: {pair}");
    }
    let keys = COLLECTIONS.pair("Tuples.keys").to_string();
    assert!(keys.contains("the port declares a tuple, and cargo mts has an object of dict"), "{keys}");
}

fn write_sides(fixture: &Fixture) {
    let result = "package acme;\n\npublic class Sides {\n    public int count;\n    public double length;\n\n    public Sides(int count, double length) {\n        this.count = count;\n        this.length = length;\n    }\n}\n";
    let java = "package acme;\n\npublic class Shape {\n    public static Sides sides(int n, double each) {\n        return new Sides(n, n * each);\n    }\n\n    \
                public static Sides double_sides(int n) {\n        return new Sides(n * 2, n);\n    }\n}\n";
    let port = "def sides(n, each):\n    return n, n * each\n\n\ndef double_sides(n):\n    return n * 3, n\n";
    fixture.write("java/acme/Sides.java", result).write("java/acme/Shape.java", java);
    fixture.write("python/acme/__init__.py", "").write("python/acme/shape.py", port);
}

#[test]
fn a_class_in_its_own_file_corresponds_to_the_tuple_that_the_port_returns() {
    let compared = |pair: &str| {
        let scores = &COLLECTIONS.pair(pair)["head"];
        (scores["inputs"].as_u64().expect("a number"), scores["inputs_equal"].as_u64().expect("a number"))
    };
    let (sides, double) = (compared("Shape.sides"), compared("Shape.double_sides"));
    assert!(sides.0 >= 20 && sides.0 == sides.1, "{sides:?}");
    assert!(double.0 >= 20 && double.1 < 3, "{double:?}");
}

fn write_spots(fixture: &Fixture) {
    let java = "    static class Spot {\n        final double x;\n        final double y;\n        \
        Spot(double x, double y) {\n            this.x = x;\n            this.y = y;\n        }\n    }\n    \
        static double length(Spot spot) {\n        return spot.x + spot.y;\n    }\n    \
        static double width(Spot spot) {\n        return spot.x;\n    }\n";
    let python = "class Spot:\n    def __init__(self, x, y):\n        self.x = x\n        self.y = y\n\n\n\
        def length(spot: tuple[float, float]):\n    x, y = spot\n    return x + y\n\n\n\
        def width(spot: Spot):\n    return spot.x\n";
    write(fixture, "Spots", java, python);
}

#[test]
fn an_object_for_a_parameter_that_the_port_declares_as_a_tuple_is_skipped() {
    let pair = COLLECTIONS.pair("Spots.length").to_string();
    assert!(pair.contains("the port declares a tuple, and cargo mts has an object of Spot"), "{pair}");
    assert!(!pair.contains("TypeError"), "{pair}");
    assert_eq!(COLLECTIONS.pair("Spots.width")["head"]["ca_tests"], 1.0, "{}", COLLECTIONS.pair("Spots.width"));
}

fn write_constants(fixture: &Fixture) {
    let modes = "ONE_SIDED = 0\nTWO_SIDED = 1\n\nmode_values = (ONE_SIDED, TWO_SIDED)\n";
    let java = MODES.replace("Mode", "EnumMode");
    let java =
        format!("{java}    static List<EnumMode> all() {{\n        return Arrays.asList(EnumMode.values());\n    }}\n");
    let body = "\n\ndef pages(mode, n):\n    return n & 7 if mode == TWO_SIDED else n\n\n\n\
        def other(mode):\n    return TWO_SIDED if mode == ONE_SIDED else ONE_SIDED\n\n\n\
        def all():\n    return [ONE_SIDED, TWO_SIDED]\n";
    let imported = format!("from mode import ONE_SIDED, TWO_SIDED, mode_values\n{body}");
    let class = "class EnumMode:\n    ONE_SIDED = 0\n    TWO_SIDED = 1\n";
    let held = body.replace("ONE_SIDED", "EnumMode.ONE_SIDED").replace("TWO_SIDED", "EnumMode.TWO_SIDED");
    let beside = format!("{class}{held}");
    let elsewhere = format!("from mode import EnumMode\n{held}");
    write(fixture, "Imported", &java, &imported);
    write(fixture, "Beside", &java.replace("Mode", "Sort"), &beside.replace("Mode", "Sort"));
    // The module of the third enum has the class.
    let renamed = |text: &str| text.replace("Mode", "Form").replace("mode import", "form import");
    write(fixture, "Elsewhere", &renamed(&java), &renamed(&elsewhere));
    fixture.write("python/mode.py", modes).write("python/form.py", renamed(class));
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn constants_for_an_enum_are_found_in_an_imported_module_and_in_a_class_with_its_name() {
    for class in ["Imported", "Beside", "Elsewhere"] {
        for name in ["pages", "other", "all"] {
            let name = format!("{class}.{name}");
            assert_eq!(ENUMS.pair(&name)["head"]["ca_tests"], 1.0, "{name}: {}", ENUMS.pair(&name));
        }
    }
}

fn write_numbers_for_constants(fixture: &Fixture) {
    let java = "    enum Mode { ONE_SIDED, TWO_SIDED }\n    static Mode of(int n) {\n        \
        return n > 3 ? Mode.TWO_SIDED : Mode.ONE_SIDED;\n    }\n";
    let python = "def of(n):\n    return 1 if n > 3 else 0\n";
    let own = format!("import enum\n\n\nclass Knob(enum.Enum):\n    ONE_SIDED = 0\n    TWO_SIDED = 1\n\n\n{python}");
    write(fixture, "Unknown", &java.replace("Mode", "Dial"), python);
    write(fixture, "Known", &java.replace("Mode", "Knob"), &own);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_number_for_a_constant_is_not_compared_if_the_constants_of_the_port_are_unknown() {
    let pair = ENUMS.pair("Unknown.of").to_string();
    assert!(pair.contains("the port has no value for the constant `Dial.ONE_SIDED`"), "{pair}");
    assert!(!pair.contains("\"error\""), "{pair}");
    let pair = ENUMS.pair("Known.of").to_string();
    assert!(pair.contains("\"error\""), "the port has the enum, and returns a number: {pair}");
}

fn write_names(fixture: &Fixture) {
    let java = "    enum Spin { ONE_SIDED, TWO_SIDED }\n    static int pages(String name, int n) {\n        \
        return Spin.valueOf(name) == Spin.TWO_SIDED ? n & 7 : n;\n    }\n    \
        static int count(List<String> names) {\n        int c = 0;\n        for (String name : names) {\n            \
        c += Spin.valueOf(name) == Spin.TWO_SIDED ? 1 : 0;\n        }\n        return c;\n    }\n    \
        static int code(int code) {\n        return code == 2 ? 7 : code;\n    }\n";
    let python = "import enum\nfrom typing import List, Optional\n\n\nclass Spin(enum.Enum):\n    ONE_SIDED = 1\n    TWO_SIDED = 2\n\n\n\
        def pages(name: Optional[Spin], n):\n    return n & 7 if name is Spin.TWO_SIDED else n\n\n\n\
        def count(names: List['Spin']):\n    return sum(1 for m in names if m is Spin.TWO_SIDED)\n\n\n\
        def code(code: Spin):\n    return 7 if code is Spin.TWO_SIDED else code.value\n";
    let suite = r#"[{"version": 1, "pair": "Names.count", "inputs": [{"args": [["TWO_SIDED", "ONE_SIDED"]]}]}]"#;
    write(fixture, "Names", java, python);
    fixture.write("mts/inputs/names.json", suite);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_string_for_a_declared_enum_is_the_member_of_that_name() {
    let pages = ENUMS.pair("Names.pages");
    assert_eq!(pages["head"]["ca_tests"], 1.0, "{pages}");
    assert!(pages["head"]["inputs"].as_u64() > Some(3), "{pages}");
    assert!(!pages["findings"].to_string().contains("\"error\""), "{pages}");
    assert_eq!(ENUMS.pair("Names.count")["head"]["ca_tests"], 1.0, "{}", ENUMS.pair("Names.count"));
    let code = ENUMS.pair("Names.code").to_string();
    assert!(code.contains("the port declares Spin, which has no member"), "{code}");
}

fn write_sorted(fixture: &Fixture) {
    let java = "    static int size(TreeMap<Integer, String> m) {\n        return m.size();\n    }\n    \
        static int first(SortedMap<String, Integer> m) {\n        return m.isEmpty() ? 0 : m.get(m.firstKey());\n    }\n    \
        static int count(TreeSet<Integer> s) {\n        return s.size();\n    }\n";
    let python = "def size(m):\n    return len(m)\n\n\ndef first(m):\n    return m[min(m)] if m else 0\n\n\n\
        def count(s):\n    return len(s)\n";
    write(fixture, "Ordered", java, python);
}

#[test]
fn a_sorted_map_is_in_order_on_both_sides() {
    for name in ["Ordered.size", "Ordered.first", "Ordered.count"] {
        assert_eq!(COLLECTIONS.pair(name)["head"]["ca_tests"], 1.0, "{name}: {}", COLLECTIONS.pair(name));
    }
}

fn write_pages(fixture: &Fixture) {
    let python = "def pages(mode, n):\n    return n & 7 if mode == 'TWO_SIDED' else n\n\n\n\
        def other(mode):\n    return 'ONE_SIDED'\n";
    write(fixture, "Kinds", MODES, python);
    fixture.write("mts/inputs/modes.json", MODES_SUITE);
}

#[test]
fn the_report_says_that_the_port_has_no_enum() {
    let text = COLLECTIONS.report().to_string();
    assert!(text.contains("the port has no enum Mode"), "{text}");
}

fn write_ids(fixture: &Fixture) {
    let java = "    static String node(UUID id) {\n        return id.toString().substring(24);\n    }\n    \
        static UUID later(UUID id, UUID other) {\n        \
        return id.toString().compareTo(other.toString()) < 0 ? other : id;\n    }\n    \
        static int version(UUID id) {\n        return id.version();\n    }\n";
    let own = "import uuid\n\n\ndef node(id):\n    return str(id)[24:]\n\n\n\
        def later(id, other):\n    return max(id, other, key=str)\n\n\n\
        def version(id: uuid.UUID):\n    return (id.int >> 76) & 15\n";
    let texts = "def node(id):\n    return id[24:]\n\n\ndef later(id: str, other: str):\n    return max(id, other)\n\n\n\
        def version(id):\n    return int(id[14], 16)\n";
    write(fixture, "Ids", java, own);
    write(fixture, "Texts", java, texts);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_uuid_is_a_uuid_or_a_string_in_the_port() {
    for class in ["Ids", "Texts"] {
        for name in ["node", "later", "version"] {
            let name = format!("{class}.{name}");
            let pair = LIBRARY.pair(&name);
            assert_eq!(pair["head"]["ca_tests"], 1.0, "{name}: {pair}");
            assert!(pair["head"]["inputs"].as_u64() > Some(1), "{name}: {pair}");
        }
    }
}

fn write_links(fixture: &Fixture) {
    let java = "import java.net.URI;\n\nclass Links {\n    static String scheme(URI link) {\n        return link.getScheme();\n    }\n\n    static int port(URI link) {\n        return link.getPort();\n    }\n\n    static URI secured(URI link) {\n        return \"http\".equals(link.getScheme()) ? URI.create(\"https\" + link.toString().substring(4)) : link;\n    }\n}\n";
    let python = "from urllib.parse import urlsplit\n\n\ndef scheme(link):\n    return urlsplit(link).scheme or None\n\n\ndef port(link: str):\n    return urlsplit(link).port or -1\n\n\ndef secured(link):\n    return \"https\" + link[4:] if link.startswith(\"http:\") else link\n";
    fixture.write("java/Links.java", java).write("python/links.py", python);
    fixture.write("java/Wrong.java", java.replace("Links", "Wrong"));
    fixture.write("python/wrong.py", python.replace("or -1", "or 80"));
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_uri_is_a_string_in_the_port() {
    for name in ["Links.scheme", "Links.port", "Links.secured"] {
        let (inputs, equal) = (LIBRARY.head(name, "inputs"), LIBRARY.head(name, "inputs_equal"));
        assert!(inputs >= 5 && inputs == equal, "{name}: {}", LIBRARY.pair(name));
    }
    let (inputs, equal) = (LIBRARY.head("Wrong.port", "inputs"), LIBRARY.head("Wrong.port", "inputs_equal"));
    assert!(equal < inputs, "{}", LIBRARY.pair("Wrong.port"));
}

fn write_bills(fixture: &Fixture) {
    let java = "import java.time.YearMonth;\nimport java.util.Currency;\n\nclass Bills {\n    static int month(YearMonth at) {\n        return at.getMonthValue();\n    }\n\n    static YearMonth next(YearMonth at) {\n        return at.getMonthValue() == 12 ? at : at.plusMonths(1);\n    }\n\n    static String code(Currency currency) {\n        return currency.getCurrencyCode() + \"!\";\n    }\n}\n";
    let python = "def month(at):\n    return int(at[5:])\n\n\ndef next(at):\n    month = int(at[5:])\n    return at if month == 12 else f\"{at[:5]}{month + 1:02d}\"\n\n\ndef code(currency):\n    return currency + \"!\"\n";
    fixture.write("java/Bills.java", java).write("python/bills.py", python);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_month_and_a_currency_are_strings_in_the_port() {
    for name in ["Bills.month", "Bills.next", "Bills.code"] {
        let (inputs, equal) = (LIBRARY.head(name, "inputs"), LIBRARY.head(name, "inputs_equal"));
        assert!(inputs >= 3 && inputs == equal, "{name}: {}", LIBRARY.pair(name));
    }
}

fn write_queues(fixture: &Fixture) {
    let java = "    static int first(Deque<Integer> d) {\n        return d.isEmpty() ? -1 : d.peekFirst();\n    }\n    \
        static int size(Queue<String> q) {\n        return q.size();\n    }\n    \
        static int sum(Iterable<Integer> all) {\n        int s = 0;\n        for (int n : all) {\n            s ^= n;\n        }\n        return s;\n    }\n    \
        static int last(LinkedList<Integer> l) {\n        return l.isEmpty() ? 0 : l.getLast();\n    }\n    \
        static int held(Optional<Integer> o) {\n        return o.isPresent() ? o.get() : 7;\n    }\n    \
        static BigInteger square(BigInteger n) {\n        return n.multiply(n);\n    }\n    \
        static int rows(char[][] grid) {\n        int n = 0;\n        for (char[] row : grid) {\n            n += row.length;\n        }\n        return n;\n    }\n";
    let python = "def first(d):\n    return d[0] if d else -1\n\n\ndef size(q):\n    return len(q)\n\n\n\
        def sum(all):\n    s = 0\n    for n in all:\n        s ^= n\n    return s\n\n\n\
        def last(l):\n    return l[-1] if l else 0\n\n\n\
        def held(o):\n    return 7 if o is None else o\n\n\ndef square(n):\n    return n * n\n\n\n\
        def rows(grid):\n    n = 0\n    for row in grid:\n        n += len(row)\n    return n\n";
    write(fixture, "Queues", java, python);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn queues_optionals_and_big_integers_are_generated_for_both_sides() {
    for name in ["first", "size", "sum", "last", "held", "square", "rows"] {
        let pair = LIBRARY.pair(&format!("Queues.{name}"));
        assert_eq!(pair["head"]["ca_tests"], 1.0, "{name}: {pair}");
        assert!(pair["head"]["inputs"].as_u64().expect("a count") >= 4, "{name}: {pair}");
    }
}

fn write_dates(fixture: &Fixture) {
    let java = "    static LocalDate tomorrow(LocalDate day) {\n        return day.plusDays(1);\n    }\n    \
        static int hour(LocalDateTime at) {\n        return at.getHour();\n    }\n    \
        static LocalDateTime noon(LocalDateTime at) {\n        return at.withHour(12);\n    }\n    \
        static Instant later(Instant at) {\n        return at.plusSeconds(90);\n    }\n    \
        static boolean early(LocalTime at) {\n        return at.isBefore(LocalTime.of(12, 0));\n    }\n    \
        static Date soon(Date at) {\n        return new Date(at.getTime() + 1500);\n    }\n    \
        static int year(Calendar at) {\n        return at.get(Calendar.YEAR);\n    }\n";
    let right = "from datetime import date, datetime, time, timedelta\n\n\n\
        def tomorrow(day):\n    return day + timedelta(days=1)\n\n\n\
        def hour(at: datetime):\n    return at.hour\n\n\n\
        def noon(at):\n    return at.replace(hour=12)\n\n\n\
        def later(at: datetime):\n    return at + timedelta(seconds=90)\n\n\n\
        def early(at: time):\n    return at < time(12)\n\n\n\
        def soon(at):\n    return at + timedelta(milliseconds=1500)\n\n\n\
        def year(at):\n    return at.year\n";
    let wrong = right
        .replace("days=1", "days=2")
        .replace("hour=12", "minute=12")
        .replace("seconds=90", "minutes=90")
        .replace("1500", "1");
    write(fixture, "Dates", java, right);
    write(fixture, "Days", java, &wrong);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn dates_and_times_are_those_of_the_datetime_module() {
    for name in ["tomorrow", "hour", "noon", "later", "early", "soon", "year"] {
        let pair = LIBRARY.pair(&format!("Dates.{name}"));
        assert_eq!(pair["head"]["ca_tests"], 1.0, "{name}: {pair}");
        assert!(pair["head"]["inputs"].as_u64() >= Some(5), "{name}: {pair}");
    }
    for name in ["tomorrow", "noon", "later", "soon"] {
        let pair = LIBRARY.pair(&format!("Days.{name}"));
        assert!(pair["head"]["ca_tests"].as_f64() < Some(1.0), "{name}: {pair}");
    }
}

fn write_patterns(fixture: &Fixture) {
    let java =
        "    static boolean whole(Pattern pattern) {\n        return pattern.matcher(\"abc\").matches();\n    }\n";
    let python = "import re\n\n\ndef whole(pattern):\n    return pattern.fullmatch(\"abc\") is not None\n";
    write(fixture, "Patterns", java, python);
}

#[test]
fn a_pattern_is_a_compiled_pattern_in_the_port() {
    let pair = COLLECTIONS.pair("Patterns.whole");
    assert_eq!(pair["head"]["ca_tests"], 1.0, "{pair}");
    assert!(pair["head"]["inputs"].as_u64() >= Some(5), "{pair}");
}

fn write_bits(fixture: &Fixture) {
    let java = "class Bits {\n    static int sum(byte[] data) {\n        int s = 0;\n        for (byte b : data) {\n            s += b & 0xff;\n        }\n        return s;\n    }\n\n    static byte[] cut(byte[] data, byte end) {\n        int n = 0;\n        while (n < data.length && data[n] != end) {\n            n++;\n        }\n        return java.util.Arrays.copyOf(data, n);\n    }\n\n    static int count(int... all) {\n        int n = 0;\n        for (int one : all) {\n            n += one > 0 ? 1 : 0;\n        }\n        return n;\n    }\n\n    static int scaled(int a, boolean up) {\n        return up ? a % 100 * 10 : a;\n    }\n\n    static void mark(byte[] data) {\n        if (data.length > 0) {\n            data[0] = 1;\n        }\n    }\n\n    static int top(byte[] data) {\n        return data.length == 0 ? -1 : data[0] & 0xff;\n    }\n}\n";
    let python = "import math\n\n\ndef sum(data: bytes):\n    s = 0\n    for b in data:\n        s += b\n    return s\n\n\ndef cut(data, end):\n    at = data.find(bytes([end & 255]))\n    return data if at == -1 else data[:at]\n\n\ndef count(*all):\n    n = 0\n    for one in all:\n        n += 1 if one > 0 else 0\n    return n\n\n\ndef scaled(a, scale=10, up=True):\n    return int(math.fmod(a, 100)) * scale if up else a\n\n\ndef mark(data: bytearray):\n    if len(data) > 0:\n        data[0] = 1\n\n\ndef top(data):\n    return data[0] if data else -1\n";
    fixture.write("java/Bits.java", java).write("python/bits.py", python);
}

#[test]
fn a_port_gets_bytes_separate_arguments_and_its_own_defaults() {
    for name in ["Bits.sum", "Bits.cut", "Bits.count", "Bits.scaled", "Bits.mark", "Bits.top"] {
        let pair = ARGUMENTS.pair(name);
        assert_eq!(pair["head"]["ca_tests"], 1.0, "{name}: {}", pair["findings"]);
        assert!(pair["head"]["inputs"].as_u64() >= Some(5), "{name}: {pair}");
    }
}

fn write_words(fixture: &Fixture) {
    let java = "class Words {\n    static int vowels(char[] word) {\n        int n = 0;\n        for (char c : word) {\n            n += \"aeiou\".indexOf(c) >= 0 ? 1 : 0;\n        }\n        return n;\n    }\n\n    static String loud(char[] word, int end) {\n        return new String(word).toUpperCase().substring(0, Math.min(end & 3, word.length));\n    }\n\n    static int first(char[] word) {\n        return word.length == 0 ? -1 : word[0];\n    }\n\n    static void mask(char[] word) {\n        if (word.length > 0) {\n            word[0] = '*';\n        }\n    }\n}\n";
    let python = "def vowels(word: str) -> int:\n    return sum(1 for c in word if \"aeiou\".find(c) >= 0)\n\n\ndef loud(word, end):\n    return word.upper()[: min(end & 3, len(word))]\n\n\ndef first(word):\n    return ord(word[0]) if word else -1\n\n\ndef mask(word):\n    if word:\n        word[0] = \"*\"\n";
    fixture.write("java/Words.java", java).write("python/words.py", python);
}

#[test]
fn a_port_that_expects_a_string_for_an_array_of_characters_gets_a_string() {
    for name in ["Words.vowels", "Words.loud", "Words.first", "Words.mask"] {
        let pair = ARGUMENTS.pair(name);
        assert_eq!(pair["head"]["ca_tests"], 1.0, "{name}: {}", pair["findings"]);
        assert!(pair["head"]["inputs"].as_u64() >= Some(5), "{name}: {pair}");
    }
    assert_eq!(ARGUMENTS.pair("Words.loud")["call"]["array_forms"], serde_json::json!({"0": "str"}));
}

fn write_spread(fixture: &Fixture) {
    let java = "class Spread {\n    static int last(int... all) {\n        int last = 0;\n        for (int one : all) {\n            last = one;\n        }\n        return last;\n    }\n\n    static int total(int[] all) {\n        return all.length;\n    }\n}\n";
    let python = "import functools\n\n\ndef logged(function):\n    @functools.wraps(function)\n    def wrapper(*args, **named):\n        return function(*args, **named)\n    return wrapper\n\n\ndef last(*all):\n    return all[-1] if all else 0\n\n\n@logged\ndef total(all):\n    return len(all)\n";
    fixture.write("java/Spread.java", java).write("python/spread.py", python);
}

#[test]
fn a_port_gets_the_same_variable_arguments_as_java() {
    for name in ["Spread.last", "Spread.total"] {
        let pair = ARGUMENTS.pair(name);
        assert_eq!(pair["head"]["ca_tests"], 1.0, "{name}: {}", pair["findings"]);
        assert!(pair["head"]["inputs"].as_u64() >= Some(5), "{name}: {pair}");
    }
}

fn write_tree(fixture: &Fixture) {
    let java = "class Tree<Key extends Comparable<Key>, Held extends Tree.Item> {\n    static class Item {\n        final int weight;\n\n        Item(int weight) {\n            this.weight = weight;\n        }\n    }\n\n    private class Node {\n        final Key key;\n        Node left;\n\n        Node(Key key) {\n            this.key = key;\n        }\n    }\n\n    private Node root;\n\n    void put(Key key) {\n        Node node = new Node(key);\n        node.left = root;\n        root = node;\n    }\n\n    int rank(Key key) {\n        int below = 0;\n        for (Node at = root; at != null; at = at.left) {\n            below += at.key.compareTo(key) < 0 ? 1 : 0;\n        }\n        return below;\n    }\n\n    boolean isLeaf(Node node) {\n        return node.left == null;\n    }\n\n    int weigh(Held held) {\n        return held.weight % 7;\n    }\n}\n";
    let python = "import math\n\n\nclass Item:\n    def __init__(self, weight):\n        self.weight = weight\n\n\nclass Node:\n    def __init__(self, key):\n        self.key = key\n        self.left = None\n\n\nclass Tree:\n    def __init__(self):\n        self.root = None\n\n    def put(self, key):\n        node = Node(key)\n        node.left = self.root\n        self.root = node\n\n    def rank(self, key):\n        below, at = 0, self.root\n        while at is not None:\n            below += 1 if at.key < key else 0\n            at = at.left\n        return below\n\n    def is_leaf(self, node):\n        return node.left is None\n\n    def weigh(self, held):\n        return int(math.fmod(held.weight, 7))\n";
    fixture.write("java/Tree.java", java).write("python/tree.py", python);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn type_variables_with_any_name_and_bound_get_values() {
    for name in ["Tree.put", "Tree.rank", "Tree.isLeaf", "Tree.weigh"] {
        assert!(LIBRARY.head(name, "inputs") >= 5, "{name}: {}", LIBRARY.pair(name));
    }
    assert!(LIBRARY.head("Tree.rank", "inputs_equal") >= 5, "{}", LIBRARY.pair("Tree.rank"));
    assert!(LIBRARY.head("Tree.weigh", "inputs_equal") >= 5, "{}", LIBRARY.pair("Tree.weigh"));
}

fn write_rates(fixture: &Fixture) {
    let java = "class Rates {\n    private static final Rates ONE = new Rates(new Thread[3]);\n    private final int factor;\n\n    private Rates(Thread[] threads) {\n        factor = threads.length;\n    }\n\n    static Rates getInstance() {\n        return ONE;\n    }\n\n    int times(int n) {\n        return n * factor;\n    }\n}\n";
    fixture
        .write("java/Rates.java", java)
        .write("python/rates.py", "FACTOR = 3\n\n\ndef times(n):\n    return n * FACTOR\n");
}

#[test]
fn a_method_whose_port_uses_no_object_runs_on_an_object_that_only_java_makes() {
    let (inputs, equal) = (ARGUMENTS.head("Rates.times", "inputs"), ARGUMENTS.head("Rates.times", "inputs_equal"));
    assert!(inputs >= 5 && inputs == equal, "{}", ARGUMENTS.pair("Rates.times"));
}

#[test]
fn a_module_may_use_the_descriptors_of_the_standard_streams() {
    let fixture = Fixture::empty();
    for name in ["Add", "Sum"] {
        let java = format!("class {name} {{\n    static int twice(int a) {{\n        return a + a % 2;\n    }}\n}}\n");
        fixture.write(&format!("java/{name}.java"), java);
        let python = "import os\nimport sys\n\nSOURCE = open(sys.stdin.fileno())\nSOURCE.close()\nIS_TERMINAL = os.isatty(sys.stdout.fileno())\n\n\ndef twice(a):\n    return a + (a % 2 if a > 0 else -(-a % 2))\n";
        fixture.write(&format!("python/{}.py", name.to_lowercase()), python);
    }
    fixture.commit("all");
    let ran = fixture.mts(&["run", "--all", "--jobs", "1", "--operators", "SDL"]);
    for name in ["Add.twice", "Sum.twice"] {
        assert_eq!(ran.head(name, "inputs"), ran.head(name, "inputs_equal"), "{}", ran.pair(name));
        assert!(ran.head(name, "inputs") >= 5, "{}", ran.pair(name));
    }
}

fn write_numbers(fixture: &Fixture) {
    let java = "class Sums {\n    static double half(Number n) {\n        return n.doubleValue() / 2;\n    }\n\n    static boolean isWhole(Number n) {\n        return n instanceof Integer || n instanceof Long;\n    }\n\n    static double total(java.util.List<Number> all) {\n        double total = 0;\n        for (Number one : all) {\n            total += one.doubleValue();\n        }\n        return total;\n    }\n}\n";
    let python = "def half(n):\n    return n / 2\n\n\ndef is_whole(n):\n    return isinstance(n, int)\n\n\ndef total(numbers):\n    total = 0.0\n    for one in numbers:\n        total += one\n    return total\n";
    fixture.write("java/Sums.java", java).write("python/sums.py", python);
    let java = "class Weights {\n    static class Number {\n        final int grams;\n\n        Number(int grams) {\n            this.grams = grams;\n        }\n    }\n\n    static int twice(Number number) {\n        return 2 * (number.grams % 50);\n    }\n}\n";
    let python = "import math\n\n\nclass Number:\n    def __init__(self, grams):\n        self.grams = grams\n\n\ndef twice(number):\n    return 2 * int(math.fmod(number.grams, 50))\n";
    fixture.write("java/Weights.java", java).write("python/weights.py", python);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_number_is_an_integer_or_a_float_unless_the_project_has_its_own_class_of_this_name() {
    for name in ["Sums.half", "Sums.isWhole", "Sums.total", "Weights.twice"] {
        let (inputs, equal) = (LIBRARY.head(name, "inputs"), LIBRARY.head(name, "inputs_equal"));
        assert!(inputs >= 5 && inputs == equal, "{}", LIBRARY.pair(name));
    }
}

fn write_texts(fixture: &Fixture) {
    let java = "class Texts {\n    static void close(StringBuilder text, int n) {\n        if (n > 3) {\n            text.append(n);\n        }\n    }\n\n    static StringBuilder twice(StringBuilder text) {\n        return text.append(text.length());\n    }\n\n    static int vowels(StringBuilder text) {\n        int count = 0;\n        for (int i = 0; i < text.length(); i++) {\n            if (text.charAt(i) == 'a') {\n                count++;\n            }\n        }\n        return count;\n    }\n\n    static void fill(StringBuilder text) {\n        text.append('x');\n    }\n}\n";
    let python = "def close(text, n):\n    return text + str(n) if n > 3 else text\n\n\ndef twice(text):\n    return text + str(len(text))\n\n\ndef vowels(text):\n    return text.count(\"a\")\n\n\ndef fill(text):\n    text.append(\"x\")\n";
    fixture.write("java/Texts.java", java).write("python/texts.py", python);
}

#[test]
fn a_port_may_accept_a_string_for_a_text_builder_and_return_the_new_string() {
    for name in ["Texts.close", "Texts.twice", "Texts.vowels"] {
        let (inputs, equal) = (ARGUMENTS.head(name, "inputs"), ARGUMENTS.head(name, "inputs_equal"));
        assert!(inputs >= 5 && inputs == equal, "{}", ARGUMENTS.pair(name));
    }
    assert!(
        ARGUMENTS.reasons().contains("type `StringBuilder` for parameter `text` of Texts.fill"),
        "{}",
        ARGUMENTS.reasons()
    );
}

fn write_bag(fixture: &Fixture) {
    let java = "package acme;\n\nimport java.util.List;\n\npublic class Bag {\n    private final List<Integer> sizes;\n\n    public Bag(List<Integer> sizes) {\n        this.sizes = sizes;\n    }\n\n    \
                public int total() {\n        int total = 0;\n        for (int size : sizes) {\n            total += size % 1000;\n        }\n        return total;\n    }\n\n    \
                public static int longest(List<String> texts) {\n        int most = 0;\n        for (String text : texts) {\n            most = Math.max(most, text.length());\n        }\n        return most;\n    }\n\n    \
                public static int count(List<String> texts) {\n        return texts.size();\n    }\n}\n";
    let port = "import math\n\n\nclass Bag:\n    def __init__(self, *sizes):\n        self.sizes = sizes\n\n    def total(self):\n        return sum(int(math.fmod(size, 1000)) for size in self.sizes)\n\n    \
                @staticmethod\n    def longest(*texts):\n        return max((len(text) for text in texts), default=0)\n\n    \
                @staticmethod\n    def count(*given):\n        return len(given[0]) if len(given) == 1 else len(given)\n";
    fixture.write("java/acme/Bag.java", java).write("python/acme/__init__.py", "");
    fixture.write("python/acme/bag.py", port);
}

#[test]
fn a_list_of_java_fills_the_variable_arguments_of_the_port() {
    for pair in ["Bag.<init>", "Bag.total", "Bag.longest", "Bag.count"] {
        let scores = &COLLECTIONS.pair(pair)["head"];
        assert!(scores["inputs"].as_u64().expect("a number") >= 20, "{pair}: {scores}");
        assert_eq!(scores["inputs"], scores["inputs_equal"], "{pair}: {:#?}", COLLECTIONS.pair(pair)["findings"]);
    }
}

fn write_rejections(fixture: &Fixture) {
    let method = |name: &str| {
        format!(
            "    static int {name}(int n) {{\n        if (n < 0) {{\n            \
             throw new IllegalStateException(\"closed\");\n        }}\n        return n & 7;\n    }}\n"
        )
    };
    let python = "def take(n):\n    if n < 0:\n        raise ValueError(n)\n    return n & 7\n\n\n\
                  def look(n):\n    if n < 0:\n        return int('closed')\n    return n & 7\n";
    write(fixture, "Rejections", &(method("take") + &method("look")), python);
}

#[test]
fn only_exceptions_that_statements_throw_reject_a_call_alike() {
    let severities = |name: &str| -> Vec<String> {
        let findings = ARGUMENTS.pair(name)["findings"].as_array().unwrap();
        let originals = findings.iter().filter(|finding| finding["kind"] == "original");
        originals.map(|finding| finding["severity"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(severities("Rejections.take"), ["warning"], "{}", ARGUMENTS.pair("Rejections.take"));
    assert_eq!(severities("Rejections.look"), ["error"], "{}", ARGUMENTS.pair("Rejections.look"));
}

fn write_deques(fixture: &Fixture) {
    let java = "    static int first(int[] runs, int n) {\n        System.arraycopy(runs, 0, runs, 1, runs.length - 1);\n        \
                runs[0] = n;\n        return runs.length;\n    }\n    static int last(List<Integer> all) {\n        \
                return all.isEmpty() ? 0 : all.remove(all.size() - 1);\n    }\n";
    let python = "import collections\nfrom typing import Deque\n\n\n\
                  def first(runs: collections.deque, n):\n    if not runs:\n        raise IndexError\n    \
                  runs.pop()\n    runs.appendleft(n)\n    return len(runs)\n\n\n\
                  def last(all: 'Deque[int]'):\n    all.rotate(0)\n    return all.pop() if all else 0\n";
    write(fixture, "Deques", java, python);
}

#[test]
fn a_port_that_declares_a_deque_gets_a_deque_for_an_array_or_a_list() {
    for name in ["Deques.first", "Deques.last"] {
        let pair = ARGUMENTS.pair(name);
        assert_eq!(pair["head"]["ca_tests"], 1.0, "{name}: {}", pair["findings"]);
        assert!(pair["head"]["inputs"].as_u64() >= Some(5), "{name}: {pair}");
    }
}
