//! Tests which class of the port stands for a class or an enum of Java.

use super::{OBJECTS, errors, inputs};
use crate::support::Fixture;

pub(super) fn write_sofa(fixture: &Fixture) {
    let java = "class Sofa {\n    private final int seats;\n\n    Sofa(int seats) {\n        this.seats = seats;\n    }\n\n    int left(int guests) {\n        return seats % 100 - guests % 100;\n    }\n\n    int room(Sofa other) {\n        return seats % 100 + other.left(1);\n    }\n}\n";
    let python = "import math\n\n\nclass Furniture:\n    def __init__(self, seats):\n        self.seats = seats\n\n\nclass Sofa(Furniture):\n    def left(self, guests):\n        return int(math.fmod(self.seats, 100) - math.fmod(guests, 100))\n\n    def room(self, other):\n        return int(math.fmod(self.seats, 100)) + other.left(1)\n";
    fixture.write("java/Sofa.java", java).write("python/sofa.py", python);
}

#[test]
fn an_object_is_constructed_with_the_subclass_of_the_port_that_inherits_the_constructor() {
    assert_eq!(errors(&OBJECTS, "Sofa.room"), Vec::<String>::new(), "{}", OBJECTS.pair("Sofa.room"));
    assert!(inputs(&OBJECTS, "Sofa.room") >= 5, "{}", OBJECTS.reasons());
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn an_enum_has_the_class_with_its_constants_in_a_module_that_the_port_imports() {
    let fixture = Fixture::empty();
    let kinds = "public enum SizeEnum {\n    SMALL, LARGE, EXTRA_LARGE\n}\n";
    let colors = "public enum Color {\n    RED, GREEN\n}\n";
    let java = "public class Table {\n    private final SizeEnum size;\n    private final Color color;\n\n    public Table(SizeEnum size, Color color) {\n        this.size = size;\n        this.color = color;\n    }\n\n    public int seats(int more) {\n        return (size == SizeEnum.SMALL ? 2 : 6) + more % 10;\n    }\n}\n";
    let port = "import math\n\nfrom measures import is_small\n\n\nclass Table:\n    def __init__(self, size, color):\n        self.size = size\n        self.color = color\n\n    def seats(self, more):\n        return (2 if is_small(self.size) else 6) + int(math.fmod(more, 10))\n";
    let measures = "from enum import Enum, auto\n\n\nclass Size(Enum):\n    SMALL = auto()\n    LARGE = auto()\n    EXTRA_LARGE = auto()\n\n\nclass Color(Enum):\n    RED = 1\n    GREEN = 2\n\n\ndef is_small(size):\n    return size is Size.SMALL\n";
    fixture.write("java/SizeEnum.java", kinds).write("java/Color.java", colors).write("java/Table.java", java);
    fixture.write("python/table.py", port).write("python/measures.py", measures).commit("ported");
    let ran = fixture.mts(&["run", "--all", "--operators", "AORB"]);
    for name in ["Table.<init>", "Table.seats"] {
        assert_eq!(errors(&ran, name), Vec::<String>::new(), "{}", ran.pair(name));
        assert!(inputs(&ran, name) >= 5, "{name}: {}", ran.reasons());
    }
    // A module that the port does not import shows nothing about the port's enum.
    let texts =
        port.replace("from measures import is_small\n", "").replace("is_small(self.size)", "self.size == 'SMALL'");
    fixture.write("python/table.py", texts).commit("texts");
    let ran = fixture.mts(&["run", "--all", "--operators", "AORB"]);
    assert_eq!(errors(&ran, "Table.seats"), Vec::<String>::new(), "{}", ran.pair("Table.seats"));
}

pub(super) fn write_counter(fixture: &Fixture) {
    let java = "import java.util.AbstractQueue;\nimport java.util.Iterator;\n\nclass Counter extends AbstractQueue<Integer> {\n    private int total;\n    private int count;\n\n    public boolean offer(Integer n) {\n        total += n % 100;\n        count++;\n        return true;\n    }\n\n    public Integer poll() {\n        return total;\n    }\n\n    public Integer peek() {\n        return count;\n    }\n\n    public int size() {\n        return count;\n    }\n\n    public Iterator<Integer> iterator() {\n        throw new UnsupportedOperationException();\n    }\n}\n";
    let python = "import math\n\n\nclass Counter:\n    def __init__(self):\n        self.total = 0\n        self.count = 0\n\n    def offer(self, n):\n        self.total += int(math.fmod(n, 100)) + 1\n        self.count += 1\n        return True\n\n    def size(self):\n        return self.count\n";
    fixture.write("java/Counter.java", java).write("python/counter.py", python);
}

#[test]
fn a_collection_without_an_iterator_is_compared_by_its_fields() {
    assert_eq!(errors(&OBJECTS, "Counter.offer").len(), 1, "the port adds one: {}", OBJECTS.pair("Counter.offer"));
    let findings = OBJECTS.pair("Counter.offer")["findings"].to_string();
    assert!(findings.contains("the receiver's `total` differs"), "{findings}");
}
