//! Tests kinds of values that Java has and Python lacks, on real runtimes.

use crate::support::{Fixture, Ran};

fn run(java: &str, python: &str, more: &[(&str, &str)]) -> (Fixture, Ran) {
    let fixture = Fixture::empty();
    let head = "import java.math.*;\nimport java.time.*;\nimport java.util.*;\nimport java.util.regex.*;\npublic class Kinds {\n";
    fixture.write("Kinds.java", format!("{head}{java}}}\n")).write("kinds.py", python);
    for (path, text) in more {
        fixture.write(path, text);
    }
    fixture.commit("one");
    let ran = fixture.mts(&["run", "--all"]);
    (fixture, ran)
}

const MODES: &str = "    enum Mode { ONE_SIDED, TWO_SIDED }\n    static int pages(Mode mode, int n) {\n        \
    return mode == Mode.TWO_SIDED ? n & 7 : n;\n    }\n    static Mode other(Mode mode) {\n        \
    return mode == Mode.ONE_SIDED ? Mode.TWO_SIDED : Mode.ONE_SIDED;\n    }\n";

const MODES_SUITE: &str = r#"[
    {"version": 1, "pair": "Kinds.pages", "inputs": [
        {"args": [{"$enum": "Mode.TWO_SIDED"}, 3]}, {"args": [{"$enum": "Mode.ONE_SIDED"}, 3]}]},
    {"version": 1, "pair": "Kinds.other", "inputs": [{"args": [{"$enum": "Mode.TWO_SIDED"}]}]}]"#;

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn an_enum_with_members_of_another_case_is_the_same_enum() {
    let modes = "import enum\n\n\nclass Mode(enum.Enum):\n    one_sided = 1\n    two_sided = 2\n";
    let body = "\n\ndef pages(mode, n):\n    return n & 7 if mode is M.two_sided else n\n\n\n\
        def other(mode):\n    return M.two_sided if mode is M.one_sided else M.one_sided\n";
    for (own, imported) in [
        (format!("{modes}\n\nM = Mode\n{body}"), None),
        (format!("import modes\n\nM = modes.Mode\n{body}"), Some(("modes.py", modes))),
    ] {
        let mut more = vec![("mts/inputs/modes.json", MODES_SUITE)];
        more.extend(imported);
        let (_fixture, ran) = run(MODES, &own, &more);
        for name in ["Kinds.pages", "Kinds.other"] {
            let head = &ran.pair(name)["head"];
            assert_eq!(head["ca_tests"], 1.0, "{name}: {}", ran.pair(name));
        }
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn constants_of_an_enum_are_generated_from_any_place_of_declaration() {
    let python = "import enum\n\n\nclass Mode(enum.Enum):\n    ONE_SIDED = 1\n    TWO_SIDED = 2\n\n\n\
        def pages(mode, n):\n    return n & 7 if mode is Mode.TWO_SIDED else n\n\n\n\
        def count(modes):\n    return sum(1 for m in modes if m is Mode.TWO_SIDED)\n";
    let methods = "    static int pages(Mode mode, int n) {\n        \
        return mode == Mode.TWO_SIDED ? n & 7 : n;\n    }\n    static int count(List<Mode> modes) {\n        \
        int c = 0;\n        for (Mode m : modes) {\n            if (m == Mode.TWO_SIDED) {\n                c++;\n            \
        }\n        }\n        return c;\n    }\n";
    let own = format!("    enum Mode {{ ONE_SIDED, TWO_SIDED }}\n{methods}");
    let other = ("Mode.java", "public enum Mode { ONE_SIDED, TWO_SIDED }\n");
    for (java, more) in [(own.as_str(), vec![]), (methods, vec![other])] {
        let (_fixture, ran) = run(java, python, &more);
        for name in ["Kinds.pages", "Kinds.count"] {
            let pair = ran.pair(name);
            assert!(pair["head"]["inputs"].as_u64() > Some(3), "{pair}");
            assert!(pair["notes"].to_string().contains("branches"), "{pair}");
        }
        assert_eq!(ran.pair("Kinds.count")["head"]["ca_tests"], 1.0, "{}", ran.pair("Kinds.count"));
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_value_that_a_class_converts_to_its_objects_is_no_constant() {
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
    let (_fixture, ran) = run(java, python, &[]);
    for name in ["made", "plain"] {
        let pair = ran.pair(&format!("Kinds.{name}"));
        let of_constants = pair["head"]["inputs"].as_u64() > Some(1);
        assert!(pair["head"]["ca_tests"] == 1.0 && of_constants, "{name}: {pair}");
    }
    // The lists have constants in Java and objects in the port, so the tool does not compare them
    // after the call.
    let every = ran.pair("Kinds.every").to_string();
    assert!(every.contains("shades = [Shade(length=1.0)]") && !every.contains("\"error\""), "{every}");
    let bare = ran.pair("Kinds.bare").to_string();
    assert!(bare.contains("is of type float in the port, and cargo mts does not know what the port takes"), "{bare}");
    assert!(!bare.contains("AttributeError"), "{bare}");
}

#[test]
fn a_port_that_declares_a_tuple_gets_a_tuple_of_the_declared_length() {
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
        {"version": 1, "pair": "Kinds.area", "inputs": [{"args": [[2, 3]]}, {"args": [[2, 3, 4]]}]},
        {"version": 1, "pair": "Kinds.corners", "inputs": [{"args": [[[2, 3], [4, 5]]]}, {"args": [[[1], [2, 3]]]}]},
        {"version": 1, "pair": "Kinds.folded", "inputs": [{"args": [[2, 3]]}, {"args": [[]]}]}]"#;
    let (_fixture, ran) = run(java, python, &[("mts/inputs/tuples.json", suite)]);
    for name in ["area", "corners", "folded", "chosen", "one"] {
        let pair = ran.pair(&format!("Kinds.{name}"));
        assert_eq!(pair["head"]["ca_tests"], 1.0, "{name}: {pair}");
        assert!(!pair["findings"].to_string().contains("\"error\""), "{name}: {pair}");
    }
    let keys = ran.pair("Kinds.keys").to_string();
    assert!(keys.contains("the port declares a tuple, and cargo mts has an object of dict"), "{keys}");
}

#[test]
fn a_class_in_its_own_file_corresponds_to_the_tuple_that_the_port_returns() {
    let fixture = Fixture::empty();
    let result = "package acme;\n\npublic class Sides {\n    public int count;\n    public double length;\n\n    public Sides(int count, double length) {\n        this.count = count;\n        this.length = length;\n    }\n}\n";
    let java = "package acme;\n\npublic class Shape {\n    public static Sides sides(int n, double each) {\n        return new Sides(n, n * each);\n    }\n\n    \
                public static Sides double_sides(int n) {\n        return new Sides(n * 2, n);\n    }\n}\n";
    let port = "def sides(n, each):\n    return n, n * each\n\n\ndef double_sides(n):\n    return n * 3, n\n";
    fixture.write("java/acme/Sides.java", result).write("java/acme/Shape.java", java);
    fixture.write("python/acme/__init__.py", "").write("python/acme/shape.py", port).commit("ported");
    let ran = fixture.mts(&["run", "--all"]);
    let compared = |pair: &str| {
        let scores = &ran.pair(pair)["head"];
        (scores["inputs"].as_u64().expect("a number"), scores["inputs_equal"].as_u64().expect("a number"))
    };
    let (sides, double) = (compared("Shape.sides"), compared("Shape.double_sides"));
    assert!(sides.0 >= 20 && sides.0 == sides.1, "{sides:?}");
    assert!(double.0 >= 20 && double.1 < 3, "{double:?}");
}

#[test]
fn an_object_for_a_parameter_that_the_port_declares_as_a_tuple_is_skipped() {
    let java = "    static class Spot {\n        final double x;\n        final double y;\n        \
        Spot(double x, double y) {\n            this.x = x;\n            this.y = y;\n        }\n    }\n    \
        static double length(Spot spot) {\n        return spot.x + spot.y;\n    }\n    \
        static double width(Spot spot) {\n        return spot.x;\n    }\n";
    let python = "class Spot:\n    def __init__(self, x, y):\n        self.x = x\n        self.y = y\n\n\n\
        def length(spot: tuple[float, float]):\n    x, y = spot\n    return x + y\n\n\n\
        def width(spot: Spot):\n    return spot.x\n";
    let (_fixture, ran) = run(java, python, &[]);
    let pair = ran.pair("Kinds.length").to_string();
    assert!(pair.contains("the port declares a tuple, and cargo mts has an object of Spot"), "{pair}");
    assert!(!pair.contains("TypeError"), "{pair}");
    assert_eq!(ran.pair("Kinds.width")["head"]["ca_tests"], 1.0, "{}", ran.pair("Kinds.width"));
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn constants_for_an_enum_are_found_in_an_imported_module_and_in_a_class_with_its_name() {
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
    for (python, more) in
        [(&imported, vec![("mode.py", modes)]), (&beside, vec![]), (&elsewhere, vec![("mode.py", class)])]
    {
        let (_fixture, ran) = run(&java, python, &more);
        for name in ["pages", "other", "all"] {
            let pair = ran.pair(&format!("Kinds.{name}"));
            assert_eq!(pair["head"]["ca_tests"], 1.0, "{name}: {pair}");
        }
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_number_for_a_constant_is_not_compared_if_the_constants_of_the_port_are_unknown() {
    let java = "    enum Mode { ONE_SIDED, TWO_SIDED }\n    static Mode of(int n) {\n        \
        return n > 3 ? Mode.TWO_SIDED : Mode.ONE_SIDED;\n    }\n";
    let python = "def of(n):\n    return 1 if n > 3 else 0\n";
    let (_fixture, ran) = run(java, python, &[]);
    let pair = ran.pair("Kinds.of").to_string();
    assert!(pair.contains("the port has no value for the constant `Mode.ONE_SIDED`"), "{pair}");
    assert!(!pair.contains("\"error\""), "{pair}");
    let own = format!("import enum\n\n\nclass Mode(enum.Enum):\n    ONE_SIDED = 0\n    TWO_SIDED = 1\n\n\n{python}");
    let (_fixture, ran) = run(java, &own, &[]);
    let pair = ran.pair("Kinds.of").to_string();
    assert!(pair.contains("\"error\""), "the port has the enum, and returns a number: {pair}");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_string_for_a_declared_enum_is_the_member_of_that_name() {
    let java = "    enum Mode { ONE_SIDED, TWO_SIDED }\n    static int pages(String name, int n) {\n        \
        return Mode.valueOf(name) == Mode.TWO_SIDED ? n & 7 : n;\n    }\n    \
        static int count(List<String> names) {\n        int c = 0;\n        for (String name : names) {\n            \
        c += Mode.valueOf(name) == Mode.TWO_SIDED ? 1 : 0;\n        }\n        return c;\n    }\n    \
        static int code(int code) {\n        return code == 2 ? 7 : code;\n    }\n";
    let python = "import enum\nfrom typing import List, Optional\n\n\nclass Mode(enum.Enum):\n    ONE_SIDED = 1\n    TWO_SIDED = 2\n\n\n\
        def pages(name: Optional[Mode], n):\n    return n & 7 if name is Mode.TWO_SIDED else n\n\n\n\
        def count(names: List['Mode']):\n    return sum(1 for m in names if m is Mode.TWO_SIDED)\n\n\n\
        def code(code: Mode):\n    return 7 if code is Mode.TWO_SIDED else code.value\n";
    let suite = r#"[{"version": 1, "pair": "Kinds.count", "inputs": [{"args": [["TWO_SIDED", "ONE_SIDED"]]}]}]"#;
    let (_fixture, ran) = run(java, python, &[("mts/inputs/modes.json", suite)]);
    let pages = ran.pair("Kinds.pages");
    assert_eq!(pages["head"]["ca_tests"], 1.0, "{pages}");
    assert!(pages["head"]["inputs"].as_u64() > Some(3), "{pages}");
    assert!(!pages["findings"].to_string().contains("\"error\""), "{pages}");
    assert_eq!(ran.pair("Kinds.count")["head"]["ca_tests"], 1.0, "{}", ran.pair("Kinds.count"));
    let code = ran.pair("Kinds.code").to_string();
    assert!(code.contains("the port declares Mode, which has no member"), "{code}");
}

#[test]
fn a_sorted_map_is_in_order_on_both_sides() {
    let java = "    static int size(TreeMap<Integer, String> m) {\n        return m.size();\n    }\n    \
        static int first(SortedMap<String, Integer> m) {\n        return m.isEmpty() ? 0 : m.get(m.firstKey());\n    }\n    \
        static int count(TreeSet<Integer> s) {\n        return s.size();\n    }\n";
    let python = "def size(m):\n    return len(m)\n\n\ndef first(m):\n    return m[min(m)] if m else 0\n\n\n\
        def count(s):\n    return len(s)\n";
    let (_fixture, ran) = run(java, python, &[]);
    for name in ["Kinds.size", "Kinds.first", "Kinds.count"] {
        assert_eq!(ran.pair(name)["head"]["ca_tests"], 1.0, "{name}: {}", ran.pair(name));
    }
}

#[test]
fn the_report_says_that_the_port_has_no_enum() {
    let python = "def pages(mode, n):\n    return n & 7 if mode == 'TWO_SIDED' else n\n\n\n\
        def other(mode):\n    return 'ONE_SIDED'\n";
    let (_fixture, ran) = run(MODES, python, &[("mts/inputs/modes.json", MODES_SUITE)]);
    let text = ran.report().to_string();
    assert!(text.contains("the port has no enum Mode"), "{text}");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_uuid_is_a_uuid_or_a_string_in_the_port() {
    let java = "    static String node(UUID id) {\n        return id.toString().substring(24);\n    }\n    \
        static UUID later(UUID id, UUID other) {\n        \
        return id.toString().compareTo(other.toString()) < 0 ? other : id;\n    }\n    \
        static int version(UUID id) {\n        return id.version();\n    }\n";
    let own = "import uuid\n\n\ndef node(id):\n    return str(id)[24:]\n\n\n\
        def later(id, other):\n    return max(id, other, key=str)\n\n\n\
        def version(id: uuid.UUID):\n    return (id.int >> 76) & 15\n";
    let texts = "def node(id):\n    return id[24:]\n\n\ndef later(id: str, other: str):\n    return max(id, other)\n\n\n\
        def version(id):\n    return int(id[14], 16)\n";
    for python in [own, texts] {
        let (_fixture, ran) = run(java, python, &[]);
        for name in ["node", "later", "version"] {
            let pair = ran.pair(&format!("Kinds.{name}"));
            assert_eq!(pair["head"]["ca_tests"], 1.0, "{name}: {pair}");
            assert!(pair["head"]["inputs"].as_u64() > Some(1), "{name}: {pair}");
        }
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_uri_is_a_string_in_the_port() {
    let fixture = Fixture::empty();
    let java = "import java.net.URI;\n\nclass Links {\n    static String scheme(URI link) {\n        return link.getScheme();\n    }\n\n    static int port(URI link) {\n        return link.getPort();\n    }\n\n    static URI secured(URI link) {\n        return \"http\".equals(link.getScheme()) ? URI.create(\"https\" + link.toString().substring(4)) : link;\n    }\n}\n";
    let python = "from urllib.parse import urlsplit\n\n\ndef scheme(link):\n    return urlsplit(link).scheme or None\n\n\ndef port(link: str):\n    return urlsplit(link).port or -1\n\n\ndef secured(link):\n    return \"https\" + link[4:] if link.startswith(\"http:\") else link\n";
    fixture.write("Links.java", java).write("links.py", python);
    let check = || fixture.mts(&["check", "Links.java", "links.py", "--json", "--operators", "SDL"]);
    let ran = check();
    for name in ["Links.scheme", "Links.port", "Links.secured"] {
        let (inputs, equal) = (ran.head(name, "inputs"), ran.head(name, "inputs_equal"));
        assert!(inputs >= 5 && inputs == equal, "{name}: {}", ran.pair(name));
    }
    fixture.write("links.py", python.replace("or -1", "or 80"));
    let wrong = check();
    let (inputs, equal) = (wrong.head("Links.port", "inputs"), wrong.head("Links.port", "inputs_equal"));
    assert!(equal < inputs, "{}", wrong.pair("Links.port"));
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_month_and_a_currency_are_strings_in_the_port() {
    let fixture = Fixture::empty();
    let java = "import java.time.YearMonth;\nimport java.util.Currency;\n\nclass Bills {\n    static int month(YearMonth at) {\n        return at.getMonthValue();\n    }\n\n    static YearMonth next(YearMonth at) {\n        return at.getMonthValue() == 12 ? at : at.plusMonths(1);\n    }\n\n    static String code(Currency currency) {\n        return currency.getCurrencyCode() + \"!\";\n    }\n}\n";
    let python = "def month(at):\n    return int(at[5:])\n\n\ndef next(at):\n    month = int(at[5:])\n    return at if month == 12 else f\"{at[:5]}{month + 1:02d}\"\n\n\ndef code(currency):\n    return currency + \"!\"\n";
    fixture.write("Bills.java", java).write("bills.py", python);
    let ran = fixture.mts(&["check", "Bills.java", "bills.py", "--json", "--operators", "SDL"]);
    for name in ["Bills.month", "Bills.next", "Bills.code"] {
        let (inputs, equal) = (ran.head(name, "inputs"), ran.head(name, "inputs_equal"));
        assert!(inputs >= 3 && inputs == equal, "{name}: {}", ran.pair(name));
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn queues_optionals_and_big_integers_are_generated_for_both_sides() {
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
    let (_fixture, ran) = run(java, python, &[]);
    for name in ["first", "size", "sum", "last", "held", "square", "rows"] {
        let pair = ran.pair(&format!("Kinds.{name}"));
        assert_eq!(pair["head"]["ca_tests"], 1.0, "{name}: {pair}");
        assert!(pair["head"]["inputs"].as_u64().expect("a count") >= 4, "{name}: {pair}");
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn dates_and_times_are_those_of_the_datetime_module() {
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
    let (_fixture, ran) = run(java, right, &[]);
    for name in ["tomorrow", "hour", "noon", "later", "early", "soon", "year"] {
        let pair = ran.pair(&format!("Kinds.{name}"));
        assert_eq!(pair["head"]["ca_tests"], 1.0, "{name}: {pair}");
        assert!(pair["head"]["inputs"].as_u64() >= Some(5), "{name}: {pair}");
    }
    let wrong = right
        .replace("days=1", "days=2")
        .replace("hour=12", "minute=12")
        .replace("seconds=90", "minutes=90")
        .replace("1500", "1");
    let (_fixture, ran) = run(java, &wrong, &[]);
    for name in ["tomorrow", "noon", "later", "soon"] {
        let pair = ran.pair(&format!("Kinds.{name}"));
        assert!(pair["head"]["ca_tests"].as_f64() < Some(1.0), "{name}: {pair}");
    }
}

#[test]
fn a_pattern_is_a_compiled_pattern_in_the_port() {
    let java =
        "    static boolean whole(Pattern pattern) {\n        return pattern.matcher(\"abc\").matches();\n    }\n";
    let python = "import re\n\n\ndef whole(pattern):\n    return pattern.fullmatch(\"abc\") is not None\n";
    let (_fixture, ran) = run(java, python, &[]);
    let pair = ran.pair("Kinds.whole");
    assert_eq!(pair["head"]["ca_tests"], 1.0, "{pair}");
    assert!(pair["head"]["inputs"].as_u64() >= Some(5), "{pair}");
}

#[test]
fn a_port_gets_bytes_separate_arguments_and_its_own_defaults() {
    let fixture = Fixture::empty();
    let java = "class Bits {\n    static int sum(byte[] data) {\n        int s = 0;\n        for (byte b : data) {\n            s += b & 0xff;\n        }\n        return s;\n    }\n\n    static byte[] cut(byte[] data, byte end) {\n        int n = 0;\n        while (n < data.length && data[n] != end) {\n            n++;\n        }\n        return java.util.Arrays.copyOf(data, n);\n    }\n\n    static int count(int... all) {\n        int n = 0;\n        for (int one : all) {\n            n += one > 0 ? 1 : 0;\n        }\n        return n;\n    }\n\n    static int scaled(int a, boolean up) {\n        return up ? a % 100 * 10 : a;\n    }\n\n    static void mark(byte[] data) {\n        if (data.length > 0) {\n            data[0] = 1;\n        }\n    }\n\n    static int top(byte[] data) {\n        return data.length == 0 ? -1 : data[0] & 0xff;\n    }\n}\n";
    let python = "import math\n\n\ndef sum(data: bytes):\n    s = 0\n    for b in data:\n        s += b\n    return s\n\n\ndef cut(data, end):\n    at = data.find(bytes([end & 255]))\n    return data if at == -1 else data[:at]\n\n\ndef count(*all):\n    n = 0\n    for one in all:\n        n += 1 if one > 0 else 0\n    return n\n\n\ndef scaled(a, scale=10, up=True):\n    return int(math.fmod(a, 100)) * scale if up else a\n\n\ndef mark(data: bytearray):\n    if len(data) > 0:\n        data[0] = 1\n\n\ndef top(data):\n    return data[0] if data else -1\n";
    fixture.write("Bits.java", java).write("bits.py", python);
    let ran = fixture.mts(&["check", "Bits.java", "bits.py", "--json", "--operators", "AORB"]);
    for name in ["Bits.sum", "Bits.cut", "Bits.count", "Bits.scaled", "Bits.mark", "Bits.top"] {
        let pair = ran.pair(name);
        assert_eq!(pair["head"]["ca_tests"], 1.0, "{name}: {}", pair["findings"]);
        assert!(pair["head"]["inputs"].as_u64() >= Some(5), "{name}: {pair}");
    }
}

#[test]
fn a_port_that_expects_a_string_for_an_array_of_characters_gets_a_string() {
    let fixture = Fixture::empty();
    let java = "class Words {\n    static int vowels(char[] word) {\n        int n = 0;\n        for (char c : word) {\n            n += \"aeiou\".indexOf(c) >= 0 ? 1 : 0;\n        }\n        return n;\n    }\n\n    static String loud(char[] word, int end) {\n        return new String(word).toUpperCase().substring(0, Math.min(end & 3, word.length));\n    }\n\n    static int first(char[] word) {\n        return word.length == 0 ? -1 : word[0];\n    }\n\n    static void mask(char[] word) {\n        if (word.length > 0) {\n            word[0] = '*';\n        }\n    }\n}\n";
    let python = "def vowels(word: str) -> int:\n    return sum(1 for c in word if \"aeiou\".find(c) >= 0)\n\n\ndef loud(word, end):\n    return word.upper()[: min(end & 3, len(word))]\n\n\ndef first(word):\n    return ord(word[0]) if word else -1\n\n\ndef mask(word):\n    if word:\n        word[0] = \"*\"\n";
    fixture.write("Words.java", java).write("words.py", python);
    let ran = fixture.mts(&["check", "Words.java", "words.py", "--json", "--operators", "AORB"]);
    for name in ["Words.vowels", "Words.loud", "Words.first", "Words.mask"] {
        let pair = ran.pair(name);
        assert_eq!(pair["head"]["ca_tests"], 1.0, "{name}: {}", pair["findings"]);
        assert!(pair["head"]["inputs"].as_u64() >= Some(5), "{name}: {pair}");
    }
    assert_eq!(ran.pair("Words.loud")["call"]["array_forms"], serde_json::json!({"0": "str"}));
}

#[test]
fn a_port_gets_the_same_variable_arguments_as_java() {
    let fixture = Fixture::empty();
    let java = "class Spread {\n    static int last(int... all) {\n        int last = 0;\n        for (int one : all) {\n            last = one;\n        }\n        return last;\n    }\n\n    static int total(int[] all) {\n        return all.length;\n    }\n}\n";
    let python = "import functools\n\n\ndef logged(function):\n    @functools.wraps(function)\n    def wrapper(*args, **named):\n        return function(*args, **named)\n    return wrapper\n\n\ndef last(*all):\n    return all[-1] if all else 0\n\n\n@logged\ndef total(all):\n    return len(all)\n";
    fixture.write("Spread.java", java).write("spread.py", python);
    let ran = fixture.mts(&["check", "Spread.java", "spread.py", "--json", "--operators", "AORB"]);
    for name in ["Spread.last", "Spread.total"] {
        let pair = ran.pair(name);
        assert_eq!(pair["head"]["ca_tests"], 1.0, "{name}: {}", pair["findings"]);
        assert!(pair["head"]["inputs"].as_u64() >= Some(5), "{name}: {pair}");
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn type_variables_with_any_name_and_bound_get_values() {
    let java = "class Tree<Key extends Comparable<Key>, Held extends Tree.Item> {\n    static class Item {\n        final int weight;\n\n        Item(int weight) {\n            this.weight = weight;\n        }\n    }\n\n    private class Node {\n        final Key key;\n        Node left;\n\n        Node(Key key) {\n            this.key = key;\n        }\n    }\n\n    private Node root;\n\n    void put(Key key) {\n        Node node = new Node(key);\n        node.left = root;\n        root = node;\n    }\n\n    int rank(Key key) {\n        int below = 0;\n        for (Node at = root; at != null; at = at.left) {\n            below += at.key.compareTo(key) < 0 ? 1 : 0;\n        }\n        return below;\n    }\n\n    boolean isLeaf(Node node) {\n        return node.left == null;\n    }\n\n    int weigh(Held held) {\n        return held.weight % 7;\n    }\n}\n";
    let python = "import math\n\n\nclass Item:\n    def __init__(self, weight):\n        self.weight = weight\n\n\nclass Node:\n    def __init__(self, key):\n        self.key = key\n        self.left = None\n\n\nclass Tree:\n    def __init__(self):\n        self.root = None\n\n    def put(self, key):\n        node = Node(key)\n        node.left = self.root\n        self.root = node\n\n    def rank(self, key):\n        below, at = 0, self.root\n        while at is not None:\n            below += 1 if at.key < key else 0\n            at = at.left\n        return below\n\n    def is_leaf(self, node):\n        return node.left is None\n\n    def weigh(self, held):\n        return int(math.fmod(held.weight, 7))\n";
    let fixture = Fixture::empty();
    fixture.write("Tree.java", java).write("tree.py", python);
    let ran = fixture.mts(&["check", "Tree.java", "tree.py", "--json", "--operators", "SDL", "--fragments=false"]);
    for name in ["Tree.put", "Tree.rank", "Tree.isLeaf", "Tree.weigh"] {
        assert!(ran.head(name, "inputs") >= 5, "{name}: {}", ran.pair(name));
    }
    assert!(ran.head("Tree.rank", "inputs_equal") >= 5, "{}", ran.pair("Tree.rank"));
    assert!(ran.head("Tree.weigh", "inputs_equal") >= 5, "{}", ran.pair("Tree.weigh"));
}

#[test]
fn a_method_whose_port_uses_no_object_runs_on_an_object_that_only_java_makes() {
    let java = "class Rates {\n    private static final Rates ONE = new Rates(new Thread[3]);\n    private final int factor;\n\n    private Rates(Thread[] threads) {\n        factor = threads.length;\n    }\n\n    static Rates getInstance() {\n        return ONE;\n    }\n\n    int times(int n) {\n        return n * factor;\n    }\n}\n";
    let fixture = Fixture::empty();
    fixture.write("Rates.java", java).write("rates.py", "FACTOR = 3\n\n\ndef times(n):\n    return n * FACTOR\n");
    let ran = fixture.mts(&["check", "Rates.java", "rates.py", "--json", "--operators", "SDL"]);
    let (inputs, equal) = (ran.head("Rates.times", "inputs"), ran.head("Rates.times", "inputs_equal"));
    assert!(inputs >= 5 && inputs == equal, "{}", ran.pair("Rates.times"));
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

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_number_is_an_integer_or_a_float_unless_the_project_has_its_own_class_of_this_name() {
    let java = "class Sums {\n    static double half(Number n) {\n        return n.doubleValue() / 2;\n    }\n\n    static boolean isWhole(Number n) {\n        return n instanceof Integer || n instanceof Long;\n    }\n\n    static double total(java.util.List<Number> all) {\n        double total = 0;\n        for (Number one : all) {\n            total += one.doubleValue();\n        }\n        return total;\n    }\n}\n";
    let python = "def half(n):\n    return n / 2\n\n\ndef is_whole(n):\n    return isinstance(n, int)\n\n\ndef total(numbers):\n    total = 0.0\n    for one in numbers:\n        total += one\n    return total\n";
    let fixture = Fixture::empty();
    fixture.write("Sums.java", java).write("sums.py", python);
    let ran = fixture.mts(&["check", "Sums.java", "sums.py", "--json", "--operators", "SDL"]);
    for name in ["Sums.half", "Sums.isWhole", "Sums.total"] {
        let (inputs, equal) = (ran.head(name, "inputs"), ran.head(name, "inputs_equal"));
        assert!(inputs >= 5 && inputs == equal, "{}", ran.pair(name));
    }

    let java = "class Weights {\n    static class Number {\n        final int grams;\n\n        Number(int grams) {\n            this.grams = grams;\n        }\n    }\n\n    static int twice(Number number) {\n        return 2 * (number.grams % 50);\n    }\n}\n";
    let python = "import math\n\n\nclass Number:\n    def __init__(self, grams):\n        self.grams = grams\n\n\ndef twice(number):\n    return 2 * int(math.fmod(number.grams, 50))\n";
    let fixture = Fixture::empty();
    fixture.write("Weights.java", java).write("weights.py", python);
    let ran = fixture.mts(&["check", "Weights.java", "weights.py", "--json", "--operators", "SDL"]);
    let (inputs, equal) = (ran.head("Weights.twice", "inputs"), ran.head("Weights.twice", "inputs_equal"));
    assert!(inputs >= 5 && inputs == equal, "{}", ran.pair("Weights.twice"));
}

#[test]
fn a_port_may_accept_a_string_for_a_text_builder_and_return_the_new_string() {
    let java = "class Texts {\n    static void close(StringBuilder text, int n) {\n        if (n > 3) {\n            text.append(n);\n        }\n    }\n\n    static StringBuilder twice(StringBuilder text) {\n        return text.append(text.length());\n    }\n\n    static int vowels(StringBuilder text) {\n        int count = 0;\n        for (int i = 0; i < text.length(); i++) {\n            if (text.charAt(i) == 'a') {\n                count++;\n            }\n        }\n        return count;\n    }\n\n    static void fill(StringBuilder text) {\n        text.append('x');\n    }\n}\n";
    let python = "def close(text, n):\n    return text + str(n) if n > 3 else text\n\n\ndef twice(text):\n    return text + str(len(text))\n\n\ndef vowels(text):\n    return text.count(\"a\")\n\n\ndef fill(text):\n    text.append(\"x\")\n";
    let fixture = Fixture::empty();
    fixture.write("Texts.java", java).write("texts.py", python);
    let ran = fixture.mts(&["check", "Texts.java", "texts.py", "--json", "--operators", "SDL"]);
    for name in ["Texts.close", "Texts.twice", "Texts.vowels"] {
        let (inputs, equal) = (ran.head(name, "inputs"), ran.head(name, "inputs_equal"));
        assert!(inputs >= 5 && inputs == equal, "{}", ran.pair(name));
    }
    assert!(ran.reasons().contains("type `StringBuilder` for parameter `text` of Texts.fill"), "{}", ran.reasons());
}

#[test]
fn a_list_of_java_fills_the_variable_arguments_of_the_port() {
    let fixture = Fixture::empty();
    let java = "package acme;\n\nimport java.util.List;\n\npublic class Bag {\n    private final List<Integer> sizes;\n\n    public Bag(List<Integer> sizes) {\n        this.sizes = sizes;\n    }\n\n    \
                public int total() {\n        int total = 0;\n        for (int size : sizes) {\n            total += size % 1000;\n        }\n        return total;\n    }\n\n    \
                public static int longest(List<String> texts) {\n        int most = 0;\n        for (String text : texts) {\n            most = Math.max(most, text.length());\n        }\n        return most;\n    }\n\n    \
                public static int count(List<String> texts) {\n        return texts.size();\n    }\n}\n";
    let port = "import math\n\n\nclass Bag:\n    def __init__(self, *sizes):\n        self.sizes = sizes\n\n    def total(self):\n        return sum(int(math.fmod(size, 1000)) for size in self.sizes)\n\n    \
                @staticmethod\n    def longest(*texts):\n        return max((len(text) for text in texts), default=0)\n\n    \
                @staticmethod\n    def count(*given):\n        return len(given[0]) if len(given) == 1 else len(given)\n";
    fixture.write("java/acme/Bag.java", java).write("python/acme/__init__.py", "");
    fixture.write("python/acme/bag.py", port).commit("ported");
    let ran = fixture.mts(&["run", "--all"]);
    for pair in ["Bag.<init>", "Bag.total", "Bag.longest", "Bag.count"] {
        let scores = &ran.pair(pair)["head"];
        assert!(scores["inputs"].as_u64().expect("a number") >= 20, "{pair}: {scores}");
        assert_eq!(scores["inputs"], scores["inputs_equal"], "{pair}: {:#?}", ran.pair(pair)["findings"]);
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn only_exceptions_that_statements_throw_reject_a_call_alike() {
    let method = |name: &str| {
        format!(
            "    static int {name}(int n) {{\n        if (n < 0) {{\n            \
            throw new IllegalStateException(\"closed\");\n        }}\n        return n & 7;\n    }}\n"
        )
    };
    let python = "def take(n):\n    if n < 0:\n        raise KeyError(n)\n    return n & 7\n\n\n\
        def look(n):\n    if n < 0:\n        return {}[n]\n    return n & 7\n";
    let (_fixture, ran) = run(&(method("take") + &method("look")), python, &[]);
    let severities = |name: &str| -> Vec<String> {
        let findings = ran.pair(name)["findings"].as_array().unwrap();
        let originals = findings.iter().filter(|finding| finding["kind"] == "original");
        originals.map(|finding| finding["severity"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(severities("Kinds.take"), ["warning"], "{}", ran.pair("Kinds.take"));
    assert_eq!(severities("Kinds.look"), ["error"], "{}", ran.pair("Kinds.look"));
}
