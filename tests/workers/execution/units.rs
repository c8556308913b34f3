//! Tests how the workers compile and load units.
//!
//! The tests cover copies that do not compile, state between copies, and other classes and
//! modules.

use super::*;
use mts_model::injected_names;
use mts_workers::Isolation;

#[test]
fn copies_that_do_not_compile_are_named_and_the_others_run() {
    let bodies = ["return 0;", "return \"x\";", "return 2;", "int y; return y;", "return nowhere();", "return 5;"];
    let answers = run_java(&mut jvm(), &java(&[], "int", "", &bodies), &[input(json!([]))]);
    let (ok, bad) = (State::Ok, State::NotCompiled);
    assert_eq!(states(&answers), [ok, bad, ok, bad, bad, ok]);
    assert!(answers[1].outcomes[0].reason.to_string().contains("incompatible types"), "{answers:?}");
    assert!(answers[3].outcomes[0].reason.to_string().contains("might not have been initialized"), "{answers:?}");

    let texts = ["def f():\n    return 0\n", "def f(:\n", "import nowhere\n", "def f():\n    return 3\n"];
    let answers = run_python(&mut cpython(), &python(&[], &texts), &[input(json!([]))]);
    assert_eq!(states(&answers), [ok, bad, bad, ok]);
    assert!(answers[2].outcomes[0].reason.to_string().contains("nowhere"), "{answers:?}");
}

#[test]
fn copies_that_do_not_compile_need_no_second_compilation() {
    let bodies =
        ["return x + 1;", "return x - 1;", "x; return 1;", "return x + ;", "return -true;", "int y; return y;"];
    let unit = copies(&bodies);
    let mut jvm = jvm();
    let answers = run_java(&mut jvm, &unit, &[input(json!([1]))]);
    let (ok, bad) = (State::Ok, State::NotCompiled);
    assert_eq!(states(&answers), [ok, ok, bad, bad, bad, bad]);
    assert_eq!(answers[1].outcomes[0].value, Value::Int(0));
    assert_eq!(jvm.compiled(), (1, 1));

    // One brace too many ends the class early. The compiler must then compile the following
    // copies without this copy.
    let answers =
        run_java(&mut jvm, &copies(&["return x;", "return 1; } } int y = 2; {", "return 3;"]), &[input(json!([1]))]);
    assert_eq!(states(&answers)[..2], [ok, bad]);
}

/// Builds a dispatcher and its copies, as `instrument` does.
fn copies(bodies: &[&str]) -> JavaUnit {
    let mut unit = java(&[("int", "x")], "int", "", &[]);
    let all = || (0u32..).zip(bodies);
    let case = |(copy, _)| SourceSegment::Copy { copy, text: format!("\ncase {copy}: return f__mts{copy}(x);") };
    let method = |(copy, body): (u32, &&str)| SourceSegment::Copy {
        copy,
        text: format!("static int f__mts{copy}(int x) {{ {} }}\n", injected(body)),
    };
    let shared = |text: &str| SourceSegment::Shared(injected(text));
    unit.segments = vec![shared("class T { static int f(int x) { switch (mts.Ticks.copy()) {")];
    unit.segments.extend(all().map(case));
    unit.segments.push(shared("\ndefault: throw new IllegalStateException(); } }\n"));
    unit.segments.extend(all().map(method));
    unit.segments.push(shared("}"));
    unit
}

#[test]
fn an_error_in_the_shared_text_of_a_unit_fails_all_its_copies() {
    let unit = java(&[], "int", "int broken( { }", &["return 0;", "return 1;"]);
    let answers = run_java(&mut jvm(), &unit, &[input(json!([]))]);
    assert_eq!(states(&answers), [State::NotCompiled, State::NotCompiled]);
}

#[test]
fn static_state_is_new_for_every_copy_of_an_isolated_unit() {
    let mut unit = java(
        &[],
        "int",
        "static int n; static List<Integer> l = new ArrayList<>();",
        &["return ++n;", "return n += 10;"],
    );
    let mut jvm = jvm();
    let inputs = [input(json!([]))];
    let values = |answers: &[CopyOutcomes]| answers.iter().map(|a| a.outcomes[0].value.clone()).collect::<Vec<_>>();
    assert_eq!(values(&run_java(&mut jvm, &unit, &inputs)), [Value::Int(1), Value::Int(11)]);
    for isolation in [Isolation::Always, Isolation::IfChanged] {
        unit.isolation = isolation;
        assert_eq!(values(&run_java(&mut jvm, &unit, &inputs)), [Value::Int(1), Value::Int(10)]);
    }

    let text = "n = 0\ndef f():\n    global n\n    n += 1\n    return n\n";
    let answers = run_python(&mut cpython(), &python(&[], &[text, text]), &inputs);
    assert_eq!(values(&answers), [Value::Int(1), Value::Int(1)]);
}

/// Runs the copies with these bodies, and returns the values.
///
/// All copies share one set of classes until one of them changes static state. The function
/// checks that the values are the same as with separate classes for each copy.
fn isolated_if_changed(shared: &str, bodies: &[&str]) -> Vec<i64> {
    let mut jvm = jvm();
    let mut ran = |isolation| {
        let unit = JavaUnit { isolation, ..java(&[], "int", shared, bodies) };
        run_java(&mut jvm, &unit, &[input(json!([]))])
    };
    let answers = ran(Isolation::IfChanged);
    let states_and_output = |answers: &[CopyOutcomes]| -> Vec<(State, String)> {
        answers.iter().map(|answer| (answer.outcomes[0].state, answer.outcomes[0].stdout.clone())).collect()
    };
    let number = |answer: &CopyOutcomes| match &answer.outcomes[0].value {
        Value::Int(n) => *n,
        other => panic!("{other:?} {answer:?}"),
    };
    let (found, own) = (answers.iter().map(number).collect::<Vec<i64>>(), ran(Isolation::Always));
    assert_eq!(states_and_output(&answers), states_and_output(&own), "{shared}");
    if !shared.contains("identityHashCode") {
        assert_eq!(found, own.iter().map(number).collect::<Vec<i64>>(), "{shared}");
    }
    found
}

#[test]
fn classes_are_loaded_again_only_after_a_copy_that_changed_their_static_state() {
    let shared = "static final int[][] TABLE = {{1, 2}, {3}}; static final Object LOCK = new Object();
        static final Map<String, List<Integer>> LISTS = new HashMap<>(Map.of(\"a\", new ArrayList<>()));
        static final Box BOX = new Box(); static class Box { private Box next; } static String name = \"Aa\";
        static class Memo { static final int[] N = {4}; static int size() { mts.Ticks.t(); return N.length; } } enum Kind { A, B; int n; }
        static int classes() { return System.identityHashCode(T.class); }";
    let changes = [
        "TABLE[1][0]++;",
        "LISTS.get(\"a\").add(1);",
        "BOX.next = new Box();",
        "TABLE[0] = TABLE[1];",
        "name = \"BB\";",
        "Memo.N[0]++;",
        "Kind.B.n++;",
    ];
    let reads = "return classes() + 0 * TABLE.length * Memo.N[0] * Kind.A.n;";
    let holds = "return TABLE[1][0] == 3 && LISTS.toString().equals(\"{a=[]}\") && BOX.next == null
        && TABLE[0].length == 2 && name.equals(\"Aa\") && Memo.N[0] == 4 && Kind.B.n == 0 ? classes() : 0;";
    let mut bodies: Vec<String> = vec![reads.to_owned(), reads.to_owned()];
    for change in changes {
        bodies.extend([format!("{change} return classes();"), holds.to_owned()]);
    }
    let found = isolated_if_changed(shared, &bodies.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(found[0], found[1], "a copy that changes nothing leaves its classes to the next");
    for nth in (2..bodies.len()).step_by(2) {
        assert_eq!(found[nth], found[nth - 1], "{}", bodies[nth]);
        assert!(found[nth + 1] != 0 && found[nth + 1] != found[nth], "{}: {found:?}", bodies[nth]);
    }
}

#[test]
fn each_copy_has_its_own_classes_if_their_state_cannot_be_checked() {
    let counter = "static class Counter { static int calls; }";
    assert_eq!(isolated_if_changed(counter, &["return ++Counter.calls;"; 3]), [1, 1, 1]);
    let calls =
        "static final int BASE = f0(); static int f0() { try { return f(); } catch (Exception e) { return 0; } }";
    let bodies = ["return BASE + 2;", "return BASE + 100;", "return BASE + 2;"];
    assert_eq!(isolated_if_changed(calls, &bodies), [4, 200, 4], "the initializer calls the function under test");
    let broken = "static class Broken { static final int[] N = make(); static int[] make() { return new int[-1]; } }";
    let body = "try { return Broken.N[0]; } catch (ExceptionInInitializerError error) { return 7; }";
    assert_eq!(isolated_if_changed(broken, &[body; 3]), [7, 7, 7]);
    let large = "static final int[][] LARGE = new int[500][500];";
    assert_eq!(isolated_if_changed(large, &["return ++LARGE[499][499];"; 3]), [1, 1, 1]);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn an_initializer_with_an_effect_runs_for_each_copy_and_not_before_its_class_is_used() {
    let prints =
        "static Object o; static class H { static { System.out.println(\"init\"); } static int g() { return 3; } }";
    assert_eq!(isolated_if_changed(prints, &["return H.g();"; 3]), [3, 3, 3]);
    let prints = "static Object o; static class H { static final int N; static { System.out.println(1); N = 3; } }";
    assert_eq!(isolated_if_changed(prints, &["return H.N;"; 2]), [3, 3]);
    let draws =
        "static int c; static class A { static final int ID = c++; } static class B { static final int ID = c++; }";
    let bodies = ["return c;", "return B.ID;", "return A.ID * 10 + B.ID;"];
    assert_eq!(isolated_if_changed(draws, &bodies), [0, 0, 1]);
    assert_eq!(isolated_if_changed("static int n; enum E { A, B; E() { n++; } }", &["return n;"; 2]), [0, 0]);
    let reads = "static int mode; static class H { static final int V = mode; }";
    assert_eq!(isolated_if_changed(reads, &["mode = 5; return H.V;", "return H.V;"]), [5, 0]);
    let sets = "static Object o; static { System.setProperty(\"q\", \"1\"); }";
    assert_eq!(isolated_if_changed(sets, &["return System.getProperty(\"q\") == null ? 0 : 1;"; 3]), [1, 1, 1]);
}

#[test]
fn hidden_state_of_a_copy_does_not_reach_the_next() {
    let map = "static final Map<Integer, Integer> M = new HashMap<>();";
    let fills = "for (int i = 0; i < 200; i++) M.put(i, i); M.clear(); return 1;";
    let reads = "M.put(1, 1); M.put(16, 2); return M.keySet().iterator().next();";
    assert_eq!(isolated_if_changed(map, &[reads, fills, reads]), [16, 1, 16]);
    let order = "static Map<Integer, Integer> m = new TreeMap<>();";
    let reads = "m.put(1, 1); m.put(2, 2); return m.keySet().iterator().next();";
    assert_eq!(isolated_if_changed(order, &["m = new TreeMap<>(Comparator.reverseOrder()); return 0;", reads]), [0, 1]);
    let boxes = "static final Integer A = 1000; static Integer b = A;";
    let bodies = ["b = Integer.valueOf(1000); return 0;", "return A == b ? 1 : 0;"];
    assert_eq!(isolated_if_changed(boxes, &bodies), [0, 1]);
    let loader = "Thread.currentThread().setContextClassLoader(null); return 0;";
    let reads = "return Thread.currentThread().getContextClassLoader() == null ? 0 : 1;";
    assert_eq!(isolated_if_changed("static Object o;", &[loader, reads]), [0, 1]);
}

#[test]
fn every_copy_has_an_outcome_if_a_static_initializer_lacks_a_library() {
    let shared = "static int n; static { System.loadLibrary(\"nowhere\"); }";
    let unit = JavaUnit { isolation: Isolation::IfChanged, ..java(&[], "int", shared, &["return n;"; 3]) };
    let answers = run_java(&mut jvm(), &unit, &[input(json!([]))]);
    assert!(answers.iter().all(|answer| answer.outcomes == answers[0].outcomes), "{answers:?}");
    assert!(answers[0].outcomes[0].reason.to_string().contains("nowhere"), "{answers:?}");
}

#[test]
fn the_ticks_of_the_construction_of_a_receiver_are_counted_separately() {
    let mut unit = java(&[("int", "by")], "int", "", &[]);
    let tick = injected_names::java_tick();
    unit.segments = vec![SourceSegment::Shared(format!(
        "class T {{ int n; T(int n) {{ for (int i = 0; i < n; i++) {{ {tick} this.n++; }} }} \
         int f(int by) {{ {tick} return n * by; }} }}"
    ))];
    unit.entry.is_static = false;
    unit.entry.receiver = vec![JavaType::INT];
    let with = Input { receiver: Some(vec![Value::Int(50)]), args: vec![Value::Int(2)], origin: InputOrigin::Suite };
    let answers = jvm().run(&unit, &[with], &run_requests(1, 1, true)).expect("runs");
    let outcome = only(&answers);
    assert_eq!((outcome.value.clone(), outcome.ticks, outcome.setup_ticks), (Value::Int(100), 1, 50));
}

#[test]
fn receivers_and_constructors_have_their_state_compared() {
    let mut unit = java(&[("int", "by")], "int", "", &[]);
    unit.segments = vec![SourceSegment::Shared(
        "class T { int n; T(int n) { this.n = n; } int f(int by) { n += by; return n * 2; } }".into(),
    )];
    unit.entry.is_static = false;
    unit.entry.receiver = vec![JavaType::INT];
    let with = Input { receiver: Some(vec![Value::Int(5)]), args: vec![Value::Int(2)], origin: InputOrigin::Suite };
    let mut jvm = jvm();
    let answers = jvm.run(&unit, std::slice::from_ref(&with), &run_requests(1, 1, true)).expect("runs");
    assert_eq!(only(&answers).value, Value::Int(14));
    assert_eq!(only(&answers).receiver, Some(value(json!({"$object": "T", "fields": {"n": 7}}))));
    unit.entry.method = String::new();
    let made = jvm.run(&unit, &[input(json!([4]))], &run_requests(1, 1, true)).expect("runs");
    assert_eq!(only(&made).receiver, Some(value(json!({"$object": "T", "fields": {"n": 4}}))));

    let text = "class T:\n    def __init__(self, n):\n        self.n = n\n    def f(self, by):\n        self.n += by\n        return self.n * 2\n";
    let mut unit = python(&["int"], &[text]);
    unit.context.entry.qualname = "T.f".into();
    unit.context.entry.on_instance = true;
    let mut cpython = cpython();
    let answers = cpython.run(&unit, &[with], &run_requests(1, 1, true)).expect("runs");
    assert_eq!(only(&answers).value, Value::Int(14));
    assert_eq!(only(&answers).receiver, Some(value(json!({"$object": "T", "fields": {"n": 7}}))));
    unit.context.entry.qualname = "T.__init__".into();
    (unit.context.entry.on_instance, unit.context.entry.is_constructor) = (false, true);
    let made = cpython.run(&unit, &[input(json!([4]))], &run_requests(1, 1, true)).expect("runs");
    assert_eq!(only(&made).receiver, Some(value(json!({"$object": "T", "fields": {"n": 4}}))));
}

#[test]
fn private_python_methods_are_found_by_their_mangled_name() {
    let text = "class _T:\n    def __init__(self):\n        self.__n = 1\n    def __f(self, by):\n        _mts_t_()\n        \
                return self.__n + by\n    @staticmethod\n    def __g(by):\n        _mts_t_()\n        return by\n";
    let mut unit = python(&["int"], &[text]);
    unit.context.entry.qualname = "_T.__f".into();
    unit.context.entry.on_instance = true;
    let with = Input { receiver: Some(vec![]), args: vec![Value::Int(2)], origin: InputOrigin::Suite };
    let mut cpython = cpython();
    let answers = cpython.run(&unit, std::slice::from_ref(&with), &run_requests(1, 1, true)).expect("runs");
    assert_eq!((&only(&answers).value, only(&answers).ticks), (&Value::Int(3), 1), "{answers:?}");
    unit.context.entry.qualname = "_T.__g".into();
    unit.context.entry.on_instance = false;
    let answers = cpython.run(&unit, &[input(json!([4]))], &run_requests(1, 1, true)).expect("runs");
    assert_eq!((&only(&answers).value, only(&answers).ticks), (&Value::Int(4), 1), "{answers:?}");
}

#[test]
fn other_modules_of_the_project_are_imported_again_for_every_copy() {
    let project = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(project.path().join("acme")).expect("a folder");
    std::fs::write(project.path().join("acme/__init__.py"), "from .money import f as split\n").expect("a file");
    std::fs::write(project.path().join("acme/money.py"), "raise ValueError('the file itself is never run')\n")
        .expect("a file");
    std::fs::write(project.path().join("acme/count.py"), "n = 0\n").expect("a file");
    let text = "from . import count\ndef f():\n    count.n += 1\n    return count.n\n";
    let mut unit = python(&[], &[text, text]);
    unit.context.entry.module = "acme.money".into();
    unit.context.entry.path = project.path().join("acme/money.py").to_string_lossy().into_owned();
    unit.context.path = vec![project.path().to_path_buf()];
    let mut options = options();
    options.read = mts_workers::ReadList::new([&project.path().to_path_buf()]);
    let mut cpython = Cpython::start(&options).expect("starts");
    let answers = run_python(&mut cpython, &unit, &[input(json!([]))]);
    let values: Vec<&Value> = answers.iter().map(|a| &a.outcomes[0].value).collect();
    assert_eq!(values, [&Value::Int(1), &Value::Int(1)], "{answers:?}");
    // The worker keeps the code of a module, but only for the same text.
    std::fs::write(project.path().join("acme/count.py"), "n = 6\n").expect("a file");
    let answers = run_python(&mut cpython, &unit, &[input(json!([]))]);
    assert_eq!(answers[1].outcomes[0].value, Value::Int(7), "{answers:?}");
}

#[test]
fn java_classes_of_the_project_are_compiled_as_needed() {
    let project = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(project.path().join("acme")).expect("a folder");
    std::fs::write(
        project.path().join("acme/Rate.java"),
        "package acme; public class Rate { public static int of(int n) { return n * 3; } }",
    )
    .expect("a file");
    // The file under test is there too; the worker must not load it instead of its copies.
    std::fs::write(project.path().join("T.java"), "public class T { not Java }").expect("a file");
    let mut unit = java(&[("int", "n")], "int", "", &["return acme.Rate.of(n);"]);
    unit.sourcepath = vec![project.path().to_path_buf()];
    let mut options = options();
    options.read = mts_workers::ReadList::new([&project.path().to_path_buf()]);
    let mut jvm = Jvm::start(&options).expect("starts");
    assert_eq!(only(&run_java(&mut jvm, &unit, &[input(json!([2]))])).value, Value::Int(6));
}

#[test]
fn a_class_in_a_file_with_another_name_is_found() {
    let project = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(project.path().join("acme")).expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(project.path().join("acme").join(name), text).expect("a file");
    write(
        "Tree.java",
        "package acme;\npublic class Tree { Node top; }\nfinal class Node { int of(int n) { return n * 3; } }\n",
    );
    // Two files with the same class would not compile together. The text of a file declares nothing, and a class that
    // the unit finds without its help stays.
    write("One.java", "package acme;\nclass One { String text = \"\"\"\nclass Text { }\n\"\"\"; }\nclass Twice { }\n");
    write("Two.java", "package acme;\nclass Two { }\nclass Twice { }\nclass Stack { }\n");
    let mut options = options();
    options.read = mts_workers::ReadList::new([&project.path().to_path_buf()]);
    let mut jvm = Jvm::start(&options).expect("starts");
    let mut ran = |class: &str, body: &str| {
        let mut unit = java(&[("int", "n")], "int", "", &[body]);
        let Some(SourceSegment::Shared(first)) = unit.segments.first_mut() else { panic!("shared text comes first") };
        *first = format!("package acme; {}", first.replace("class T", &format!("class {class}")));
        (unit.path, unit.entry.class) = (format!("acme/{class}.java"), format!("acme.{class}"));
        unit.sourcepath = vec![project.path().to_path_buf()];
        run_java(&mut jvm, &unit, &[input(json!([2]))]).remove(0).outcomes.remove(0)
    };
    for class in ["A", "B"] {
        assert_eq!(
            ran(class, "return Math.max(new Node().of(n), new Tree().top == null ? 0 : 9);").value,
            Value::Int(6)
        );
    }
    assert_eq!(ran("C", "Stack<Integer> stack = new Stack<>(); return stack.size() + n;").value, Value::Int(2));
    for name in ["Twice", "Text"] {
        let found = ran("D", &format!("{name} value = null; return n;"));
        assert!(found.reason.to_string().contains("cannot find symbol"), "{found:?}");
    }
}

#[test]
fn sources_of_the_project_are_compiled_once_except_for_the_file_of_the_unit() {
    let project = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(project.path().join("acme")).expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(project.path().join("acme").join(name), text).expect("a file");
    write("Rate.java", "package acme; public class Rate { public static int of(int n) { return n * 3; } }");
    write("Use.java", "package acme; class Use { static int twice(Limit l, int n) { return Rate.of(n) * l.of(2); } }");
    write("Limit.java", "package acme; interface Limit { default int of(int n) { return Math.min(n, 9); } }");
    let mut options = options();
    options.read = mts_workers::ReadList::new([&project.path().to_path_buf()]);
    let mut jvm = Jvm::start(&options).expect("starts");
    let mut ran = |class: &str, shared: &str, body: &str| {
        let mut unit = java(&[("int", "n")], "int", shared, &[body]);
        let Some(SourceSegment::Shared(first)) = unit.segments.first_mut() else { panic!("shared text comes first") };
        *first = format!("package acme; {}", first.replace("class T", &format!("class {class}")));
        (unit.path, unit.entry.class) = (format!("acme/{class}.java"), format!("acme.{class}"));
        unit.sourcepath = vec![project.path().to_path_buf()];
        only(&run_java(&mut jvm, &unit, &[input(json!([4]))])).value.clone()
    };
    let by_use = "return Use.twice(new Limit() {}, n);";
    assert_eq!(ran("T", "", by_use), Value::Int(24));
    write("Use.java", "not Java");
    assert_eq!(ran("T", "", by_use), Value::Int(24), "the class files of the first unit");
    assert_eq!(ran("Rate", "static int of(int n) { return n * 5; }", by_use), Value::Int(40), "the unit's own `of`");
    assert_eq!(ran("T", "", by_use), Value::Int(24), "the file's `of` again");
    let own = "static int twice(Limit l, int n) { return n - l.of(1); }";
    assert_eq!(ran("Use", own, "return twice(new Limit() {}, n);"), Value::Int(3), "the unit's own `twice`");
}

#[test]
fn a_class_is_independent_of_a_class_with_its_name_in_an_earlier_unit() {
    let declarations = [
        ("enum E { A { int v() { return 1; } }; abstract int v(); }", "return E.A.v();"),
        ("enum E { A; int v() { return 2; } }", "return E.A.v();"),
        ("sealed interface E permits A {} record A(int v) implements E {}", "E e = new A(3); return ((A) e).v();"),
        ("interface E {} static class A implements E { int v = 4; }", "E e = new A(); return ((A) e).v;"),
        ("interface E { int v(); }", "E e = () -> 5; return e.v() + (E.class.isSealed() ? 1 : 0);"),
        ("static class A {} static class E extends A {}", "return new E() instanceof A ? 6 : 0;"),
        ("record A(int v) {}", "return new A(7).v();"),
        ("record A(String w) {}", "return new A(\"12345678\").w().length();"),
        ("enum E { A { int v() { return 9; } }; abstract int v(); }", "return E.valueOf(\"A\").v();"),
        ("enum E { B { int v() { return 10; } }; abstract int v(); }", "return E.valueOf(\"B\").v();"),
    ];
    let mut jvm = jvm();
    let ran = declarations.map(|(shared, body)| {
        let answers = run_java(&mut jvm, &java(&[], "int", shared, &[body]), &[input(json!([]))]);
        (only(&answers).value.clone(), only(&answers).reason.to_string())
    });
    assert_eq!(ran, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(|n| (Value::Int(n), String::new())));
}

#[test]
fn a_module_info_file_among_the_sources_is_ignored() {
    let project = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(project.path().join(name), text).expect("a file");
    std::fs::create_dir(project.path().join("p")).expect("a folder");
    write("module-info.java", "module shop { exports p; }");
    write("p/B.java", "package p; public class B { static int three() { return java.sql.Types.BIT + 10; } }");
    write("p/A.java", "package p; public class A { not Java }");
    let mut unit = java(&[("int", "n")], "int", "", &["return B.three() * n;"]);
    let Some(SourceSegment::Shared(first)) = unit.segments.first_mut() else { panic!("shared text comes first") };
    *first = format!("package p; {}", first.replace("class T", "class A"));
    (unit.path, unit.entry.class) = ("p/A.java".into(), "p.A".into());
    unit.sourcepath = vec![project.path().to_path_buf()];
    let mut options = options();
    options.read = mts_workers::ReadList::new([&project.path().to_path_buf()]);
    let answers = run_java(&mut Jvm::start(&options).expect("starts"), &unit, &[input(json!([2]))]);
    assert_eq!(only(&answers).value, Value::Int(6), "{answers:?}");
}

#[test]
fn a_function_that_cannot_be_called_is_distinguished_from_a_function_that_throws() {
    let texts = [
        "def f(n, *, unit): pass\n",
        "def f(): pass\n",
        "f = 3\n",
        "def f(n):\n    def g(a): pass\n    g()\n",
        "def f(n): raise TypeError('mine')\n",
        "def f(n): return n + ''\n",
    ];
    let mut cpython = cpython();
    let answers = run_python(&mut cpython, &python(&["int"], &texts), &[input(json!([1]))]);
    assert!(answers[..3].iter().all(|a| a.outcomes[0].is_not_called()), "{answers:?}");
    assert!(answers[3..].iter().all(|a| a.outcomes[0].state == State::Exception), "{answers:?}");

    let text = "import abc, enum\nclass E(enum.Enum):\n    A = 1\n    def __init__(self, n): self.n = n\n    \
                def of(self, n): return self.n + n\nclass Q(abc.ABC):\n    @abc.abstractmethod\n    \
                def g(self, n): pass\n    def of(self, n): return n\nclass K:\n    \
                def __init__(self, *, unit): pass\n    def of(self, n): return n\ndef outer():\n    \
                class L:\n        def of(self, n): return n\n";
    let with = |receiver: Json| {
        let given = receiver.as_array().expect("a list").iter().map(|v| value(v.clone())).collect();
        [Input { receiver: Some(given), args: vec![Value::Int(2)], origin: InputOrigin::Suite }]
    };
    let mut called = |qualname: &str, on_instance: bool, receiver: Json| {
        let mut unit = python(&["int"], &[text]);
        (unit.context.entry.qualname, unit.context.entry.on_instance) = (qualname.to_owned(), on_instance);
        unit.context.entry.is_constructor = qualname.ends_with("__init__");
        only(&run_python(&mut cpython, &unit, &with(receiver))).clone()
    };
    assert_eq!(called("E.of", true, json!([{"$enum": "E.A"}])).value, Value::Int(3));
    for (qualname, on_instance) in
        [("E.__init__", false), ("Q.of", true), ("K.of", true), ("K.__init__", false), ("outer.L.of", true)]
    {
        let outcome = called(qualname, on_instance, json!([]));
        assert!(outcome.is_not_called(), "{qualname}: {outcome:?}");
    }

    let mut unit = java(&[("int", "n")], "int", "", &[]);
    unit.segments = vec![SourceSegment::Shared(
        "abstract class T { enum E { A(1); E(int n) { } } class I { I(int n) { } } int f(int n) { return n; } }".into(),
    )];
    unit.entry.is_static = false;
    let mut jvm = jvm();
    for (class, method) in [("T", "f"), ("T$E", ""), ("T$I", ""), ("T", "")] {
        (unit.entry.class, unit.entry.method) = (class.to_owned(), method.to_owned());
        let answers = jvm.run(&unit, &with(json!([])), &run_requests(1, 1, true)).expect("runs");
        assert!(only(&answers).is_not_called(), "{class}.{method}: {answers:?}");
    }
}
