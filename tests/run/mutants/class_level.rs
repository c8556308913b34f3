//! Tests each class-level operator on the same example in Java and in Python.

use mts_generate::mutation::classes::{self, ClassMutant};
use mts_lang::SourceFile;
use mts_model::{Language, Operator, TextEdit, span};
use mts_translate::mirror::classes::replay;

/// An operator, both sides, and the text that changes on each side.
struct Example {
    operator: Operator,
    java: &'static str,
    python: &'static str,
    /// The number of mutants, and the number of mutants with a counterpart.
    counts: (usize, usize),
    /// The new text of the first mutant, in Java and in the port.
    becomes: (&'static str, &'static str),
    /// The old text at the same place, in Java and in the port.
    was: (&'static str, &'static str),
}

fn mutants(java: &str, operators: &[Operator]) -> Vec<ClassMutant> {
    let file = SourceFile::parse("A.java", java.to_owned(), Language::Java).expect("parses");
    classes::ClassChangesOfFile::default().mutants(&file, "key", operators)
}

fn after(text: &str, edits: &[TextEdit]) -> String {
    let changed = span::apply(text, edits).expect("the edits fit");
    changed.split_whitespace().collect::<Vec<_>>().join(" ")
}

const EXAMPLES: &[Example] = &[
    Example {
        operator: Operator::IOD,
        java: "class A { int f() { return 1; } } class B extends A { int f() { return 2; } int g() { return 3; } }",
        python: "class A:\n    def f(self):\n        return 1\n\nclass B(A):\n    def f(self):\n        return 2\n\n    def g(self):\n        return 3\n",
        counts: (1, 1),
        was: ("class B extends A { int f() { return 2; } int g", "class B(A): def f(self): return 2 def g"),
        becomes: ("class B extends A { int g", "class B(A): pass def g"),
    },
    Example {
        operator: Operator::IOP,
        java: "class A { void f() {} } class B extends A { void f() { super.f(); a(); b(); } void a() {} void b() {} }",
        python: "class A:\n    def f(self):\n        pass\n\nclass B(A):\n    def f(self):\n        \"\"\"Doc.\"\"\"\n        super().f()\n        self.a()\n        self.b()\n\n    def a(self): pass\n    def b(self): pass\n",
        counts: (1, 1),
        was: ("{ super.f(); a(); b(); }", "super().f() self.a() self.b()"),
        becomes: ("{ a(); b(); super.f(); }", "pass self.a() self.b() super().f()"),
    },
    Example {
        operator: Operator::IOR,
        java: "class A { int f() { return 1; } int g() { return f() + this.f(); } } class B extends A { int f() { return 2; } }",
        python: "class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return self.f() + self.f()\n\nclass B(A):\n    def f(self):\n        return 2\n",
        counts: (1, 1),
        was: (
            "int f() { return 1; } int g() { return f() + this.f(); }",
            "def f(self): return 1 def g(self): return self.f() + self.f()",
        ),
        becomes: (
            "int f_ior() { return 1; } int g() { return f_ior() + this.f_ior(); }",
            "def f_ior(self): return 1 def g(self): return self.f_ior() + self.f_ior()",
        ),
    },
    Example {
        operator: Operator::ISI,
        java: "class A { int f() { return 1; } } class B extends A { int f() { return 2; } int twice() { return f() + this.f(); } }",
        python: "class A:\n    def f(self):\n        return 1\n\nclass B(A):\n    def f(self):\n        return 2\n\n    def twice(self):\n        return self.f() + self.f()\n",
        counts: (2, 2),
        was: ("return f() + this.f();", "return self.f() + self.f()"),
        becomes: ("return super.f() + this.f();", "return super().f() + self.f()"),
    },
    Example {
        operator: Operator::ISD,
        java: "class A { int f() { return 1; } } class B extends A { int f() { return 2; } int up() { return super.f(); } }",
        python: "class A:\n    def f(self):\n        return 1\n\nclass B(A):\n    def f(self):\n        return 2\n\n    def up(self):\n        return super().f()\n",
        counts: (1, 1),
        was: ("return super.f();", "return super().f()"),
        becomes: ("return f();", "return self.f()"),
    },
    Example {
        operator: Operator::IPC,
        java: "class A { int n = 1; A() {} A(int n) { this.n = n; } } class B extends A { B(int n) { super(n); } }",
        python: "class A:\n    def __init__(self, n=1):\n        self.n = n\n\nclass B(A):\n    def __init__(self, n):\n        super().__init__(n)\n",
        counts: (1, 1),
        was: ("B(int n) { super(n); }", "super().__init__(n)"),
        becomes: ("B(int n) { }", "super().__init__()"),
    },
    Example {
        operator: Operator::PNC,
        java: "class A { A(int n) {} static A made() { return new A(3); } } class B extends A { B(int n) { super(n); } }",
        python: "class A:\n    def __init__(self, n):\n        pass\n\n    @staticmethod\n    def made():\n        return A(3)\n\nclass B(A):\n    pass\n",
        counts: (1, 1),
        was: ("return new A(3);", "return A(3)"),
        becomes: ("return new B(3);", "return B(3)"),
    },
    Example {
        operator: Operator::OAC,
        java: "class A { static int less(int a, int b) { return a - b; } static int f(int x) { return less(x, 2); } }",
        python: "def less(a, b):\n    return a - b\n\ndef f(x):\n    return less(x, 2)\n",
        counts: (1, 1),
        was: ("less(x, 2)", "less(x, 2)"),
        becomes: ("less(2, x)", "less(2, x)"),
    },
    Example {
        operator: Operator::JTI,
        java: "class A { int size; int f(int size) { return size + this.size; } }",
        python: "class A:\n    def __init__(self):\n        self.size = 0\n\n    def f(self, size):\n        return size + self.size\n",
        counts: (1, 1),
        was: ("return size + this.size;", "return size + self.size"),
        becomes: ("return this.size + this.size;", "return self.size + self.size"),
    },
    Example {
        operator: Operator::JTD,
        java: "class A { int size; A(int size) { this.size = size; } int f(int size) { return size + this.size; } }",
        python: "class A:\n    def __init__(self, size):\n        self.size = size\n\n    def f(self, size):\n        return size + self.size\n",
        counts: (2, 2),
        // Without the assignment, the field has Java's default value.
        was: ("A(int size) { this.size = size; }", "self.size = size"),
        becomes: ("A(int size) { size = size; }", "self.size = 0"),
    },
    Example {
        operator: Operator::JSI,
        java: "class A { int n; A(int n) { this.n = n; } int f() { return n; } }",
        python: "class A:\n    def __init__(self, n):\n        self.n = n\n\n    def f(self):\n        return self.n\n",
        counts: (1, 1),
        was: ("class A { int n;", "class A: def __init__(self, n): self.n = n def f(self): return self.n"),
        becomes: ("class A { static int n;", "class A: n = 0 def __init__(self, n): A.n = n def f(self): return A.n"),
    },
    Example {
        operator: Operator::JSD,
        java: "class A { static int made = 0; A() { made++; } int f() { return made; } }",
        python: "class A:\n    made = 0\n\n    def __init__(self):\n        A.made += 1\n\n    def f(self):\n        return A.made\n",
        counts: (1, 1),
        was: ("static int made = 0;", "A.made += 1 def f(self): return A.made"),
        becomes: ("{ int made = 0;", "self.made += 1 def f(self): return self.made"),
    },
    Example {
        operator: Operator::JID,
        java: "class A { int n = 5; String s = \"x\"; int set = 1; A(int set) { this.set = set; } }",
        python: "class A:\n    def __init__(self, set):\n        self.n = 5\n        self.s = \"x\"\n        self.set = set\n",
        counts: (2, 2),
        was: ("int n = 5;", "self.n = 5"),
        becomes: ("int n;", "self.n = 0"),
    },
    Example {
        operator: Operator::JDC,
        java: "class A { int n; boolean on; A() { n = 4; this.on = true; } }",
        python: "class A:\n    def __init__(self):\n        self.n = 4\n        self.on = True\n",
        counts: (1, 1),
        was: ("boolean on; A() { n = 4; this.on = true; } }", "self.n = 4 self.on = True"),
        becomes: ("boolean on; }", "self.n = 0 self.on = False"),
    },
    Example {
        operator: Operator::EOA,
        java: "class A { static int f(int[] a) { int[] b = a; b[0] = 9; return a[0]; } }",
        python: "def f(a):\n    b = a\n    b[0] = 9\n    return a[0]\n",
        counts: (1, 1),
        was: ("int[] b = a;", "b = a b[0]"),
        becomes: ("int[] b = a.clone();", "b = list(a) b[0]"),
    },
    Example {
        operator: Operator::EOC,
        java: "class P { static boolean f(P a, P b, String s) { return a.equals(b) || s.equals(\"x\"); } }",
        python: "class P:\n    @staticmethod\n    def f(a, b, s):\n        return a == b or s == \"x\"\n",
        counts: (1, 1),
        was: ("a.equals(b)", "a == b"),
        becomes: ("(a == b)", "a is b"),
    },
    Example {
        operator: Operator::EAM,
        java: "class P { int x; int y; int getX() { return x; } int getY() { return y; } static int f(P p) { return p.getX(); } }",
        python: "class P:\n    def __init__(self):\n        self.x = 0\n        self.y = 0\n\n    @staticmethod\n    def f(p):\n        return p.x\n",
        counts: (1, 1),
        was: ("p.getX()", "return p.x"),
        becomes: ("p.getY()", "return p.y"),
    },
    Example {
        operator: Operator::EMM,
        java: "class P { int x; int y; void setX(int v) { x = v; } void setY(int v) { y = v; } static void f(P p) { p.setX(1); } }",
        python: "class P:\n    def set_x(self, v):\n        self.x = v\n\n    def set_y(self, v):\n        self.y = v\n\n    @staticmethod\n    def f(p):\n        p.set_x(1)\n",
        counts: (1, 1),
        was: ("p.setX(1)", "p.set_x(1)"),
        becomes: ("p.setY(1)", "p.set_y(1)"),
    },
];

#[test]
fn every_supported_class_level_operator_changes_both_sides_in_the_same_way() {
    for example in EXAMPLES {
        let Example { operator, java, python, counts, was, becomes } = example;
        let made = mutants(java, &[*operator]);
        let replayed: Vec<_> = made.iter().map(|one| replay(python, &one.change)).collect();
        let found = (made.len(), replayed.iter().filter(|one| one.is_ok()).count());
        assert_eq!(found, *counts, "{operator}: {made:?} {replayed:?}");
        assert!(after(java, &[]).contains(was.0) && after(python, &[]).contains(was.1), "{operator}");
        let java = after(java, &made[0].mutant.edits);
        assert!(java.contains(becomes.0), "{operator}: {java}");
        let edits = replayed[0].as_ref().expect("a counterpart");
        let changed = span::apply(python, edits).expect("the edits fit");
        assert!(mts_lang::python::parses(&changed), "{operator}: {changed}");
        assert!(after(python, edits).contains(becomes.1), "{operator}: {changed}");
    }
    let shown: Vec<Operator> = EXAMPLES.iter().map(|example| example.operator).collect();
    assert_eq!(
        shown,
        classes::rules().iter().map(|rule| rule.operator).collect::<Vec<_>>(),
        "every operator has its example"
    );
}

#[test]
fn each_class_level_operator_has_a_rule_or_an_unsupported_reason() {
    for operator in Operator::CLASS {
        let is_made = classes::rules().iter().any(|rule| rule.operator == *operator);
        assert_eq!(is_made, operator.unsupported_reason().is_none(), "{operator}");
        assert!(!Operator::ALL.contains(operator), "{operator} is no method-level operator");
    }
}

#[test]
fn class_level_mutants_are_generated_only_on_request() {
    assert!(EXAMPLES.iter().all(|example| mutants(example.java, Operator::ALL).is_empty()));
}

#[test]
fn ids_are_stable_and_each_mutant_has_its_own() {
    for example in EXAMPLES {
        let made = mutants(example.java, Operator::CLASS);
        assert_eq!(made, mutants(example.java, Operator::CLASS));
        let mut ids: Vec<&str> = made.iter().map(|one| one.mutant.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), made.len(), "{:?}", example.operator);
        assert!(made.iter().all(|one| span::apply(example.java, &one.mutant.edits).is_some()));
    }
}

#[test]
fn a_port_with_a_different_number_of_places_has_no_mirror() {
    let isd = EXAMPLES.iter().find(|example| example.operator == Operator::ISD).expect("there");
    let one = &mutants(isd.java, &[Operator::ISD])[0];
    let twice = isd.python.replace("return super().f()", "return super().f() + super().f()");
    assert_eq!(
        replay(&twice, &one.change),
        Err("the changed code does not occur equally often in Java and in the port")
    );
    assert_eq!(replay("x = 1\n", &one.change), Err("the port has no method of this name"));
    assert!(replay("def broken(:\n", &one.change).is_err());
}

#[test]
fn a_field_that_a_constructor_sets_to_itself_has_the_default_of_java() {
    let java = "class A { boolean on; A(boolean on) { this.on = on; } }";
    let python = "class A:\n    def __init__(self, on):\n        self.on = on\n";
    let one = &mutants(java, &[Operator::JTI])[0];
    assert!(after(java, &one.mutant.edits).contains("this.on = this.on;"));
    assert!(after(python, &replay(python, &one.change).expect("a counterpart")).contains("self.on = False"));
}

#[test]
fn overloaded_methods_get_no_class_level_mutants() {
    let java =
        "class A { int f() { return 1; } } class B extends A { int f() { return 2; } int f(int n) { return n; } }";
    assert!(mutants(java, &[Operator::IOD]).is_empty(), "Python distinguishes methods only by name");
}
