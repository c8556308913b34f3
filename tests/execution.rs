//! Both workers on the machine's own JDK and CPython: what they give back, what stops them, and
//! what they cannot reach. Units are written by hand here; `instrument` has tests of its own.
#![expect(clippy::expect_used, reason = "in tests a panic is how a failure is told")]

#[path = "support/workers.rs"]
mod workers;

use mts_model::{Input, InputOrigin, JavaType, Outcome, State, Value, VariantOutcomes};
use mts_workers::{Cpython, JavaEntry, JavaUnit, Jvm, Piece, PythonEntry, RunOrder, Runtime};
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};
use workers::*;

#[test]
fn java_values_of_every_type_come_back_as_they_went_in() {
    let cases = [
        ("int", json!(-7)),
        ("long", json!(9_007_199_254_740_993_i64)),
        ("byte", json!(-128)),
        ("short", json!(300)),
        ("boolean", json!(true)),
        ("char", json!("é")),
        ("char", json!({"$utf16": [0xd800]})),
        ("double", json!({"$float": "-0.0"})),
        ("double", json!({"$float": "inf"})),
        ("float", json!({"$float": "0.5"})),
        ("Integer", json!(null)),
        ("Character", json!("x")),
        ("String", json!("a\"\\\n\u{1}😀")),
        ("String", json!({"$utf16": [97, 0xdc00]})),
        ("int[]", json!([1, 2, 3])),
        ("int[][]", json!([[1], [], [2, 3]])),
        ("char[]", json!(["a", "b"])),
        ("String[]", json!(["a", null])),
        ("List<Integer>", json!([1, null])),
        ("List<List<String>>", json!([["a"], []])),
        ("Set<Integer>", json!({"$set": [3, 1]})),
        ("Map<String,Integer>", json!({"$map": [["b", 1], ["a", 2]]})),
        ("Object", json!([1, "a", {"$float": "1.5"}])),
        ("java.math.BigInteger", json!({"$int": "-0x10000000000000000"})),
        ("Optional<Integer>", json!(5)),
    ];
    let mut jvm = jvm();
    for (name, given) in cases {
        let unit = java(&[(name, "x")], name, "", &["return x;"]);
        let answers = run_java(&mut jvm, &unit, &[input(json!([given]))]);
        let outcome = only(&answers);
        assert_eq!(outcome.state, State::Ok, "{name}: {}", outcome.note);
        assert_eq!(outcome.value, value(given), "{name}");
    }
}

#[test]
fn a_duration_is_told_in_the_same_numbers_by_both_sides() {
    let java = java(
        &[("long", "nanos")],
        "Object",
        "",
        &["return java.time.Duration.ofNanos(nanos);", "return java.time.Duration.ofSeconds(Long.MAX_VALUE);"],
    );
    let port = "import datetime\ndef f(nanos):\n    return datetime.timedelta(microseconds=nanos // 1000)\n";
    let inputs: Vec<Input> = [0, 1_500_000_000_i64, -500_000, -1_000_001_000].map(|n| input(json!([n]))).into();
    let answers = run_java(&mut jvm(), &java, &inputs);
    let others = run_python(&mut cpython(), &python(&["long"], &[port]), &inputs);
    let fields = |outcome: &Outcome| match &outcome.value {
        Value::Object { fields, .. } => fields.clone(),
        other => panic!("{other:?}: {}", outcome.note),
    };
    for (own, other) in answers[0].outcomes.iter().zip(&others[0].outcomes) {
        assert_eq!(fields(own), fields(other));
    }
    assert_eq!(fields(&answers[0].outcomes[2])[0].1, Value::Int(-1), "rounded down");
    assert_eq!(fields(&answers[1].outcomes[0])[0].1, Value::Int(i64::MAX), "too long for milliseconds");
}

#[test]
fn the_python_worker_is_written_in_the_oldest_python_that_is_promised() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/mts-workers/src/harness/python");
    let check = "import ast, pathlib, sys\nfor path in pathlib.Path(sys.argv[1]).glob('*.py'):\n    \
                 ast.parse(path.read_text(), str(path), feature_version=(3, 9))\n    print(path.name)";
    let ran = std::process::Command::new("python3").args(["-c", check, folder]).output().expect("python3 runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    assert!(String::from_utf8_lossy(&ran.stdout).contains("mts_worker.py"));
}

#[test]
fn a_module_with_a_future_that_there_is_not_does_not_compile() {
    let texts = ["from __future__ import annotation\ndef f():\n    return 1\n", "def f():\n    return 2\n"];
    let answers = run_python(&mut cpython(), &python(&[], &texts), &[input(json!([]))]);
    assert_eq!(states(&answers), [State::NotCompiled, State::Ok]);
}

#[test]
fn python_values_of_every_type_come_back_as_they_went_in() {
    let cases = [
        ("int", json!(-7)),
        ("boolean", json!(true)),
        ("char", json!("é")),
        ("double", json!({"$float": "-0.0"})),
        ("double", json!({"$float": "nan"})),
        ("Integer", json!(null)),
        ("String", json!("a\"\\\n\u{1}😀")),
        ("String", json!({"$utf16": [97, 0xdc00]})),
        ("int[]", json!([1, 2, 3])),
        ("int[][]", json!([[1], [], [2, 3]])),
        ("double[]", json!([{"$float": "1.0"}])),
        ("List<List<String>>", json!([["a"], []])),
        ("Set<Integer>", json!({"$set": [1, 3]})),
        ("Map<String,Integer>", json!({"$map": [["b", 1], ["a", 2]]})),
        ("Object", json!([1, "a", {"$float": "1.5"}])),
        ("BigInteger", json!({"$int": "-0x10000000000000000"})),
    ];
    let mut cpython = cpython();
    for (name, given) in cases {
        let unit = python(&[name], &["def f(x):\n    return x\n"]);
        let answers = run_python(&mut cpython, &unit, &[input(json!([given]))]);
        let outcome = only(&answers);
        assert_eq!(outcome.state, State::Ok, "{name}: {}", outcome.note);
        assert_eq!(outcome.value.to_json(), given, "{name}");
    }
}

#[test]
fn bools_ints_floats_tuples_and_generators_of_python_stay_apart() {
    let body = "import enum, dataclasses\nclass C(enum.Enum):\n    A = 1\n@dataclasses.dataclass\nclass P:\n    x: int\n\
                def f():\n    a = [1]\n    a.append(a)\n    g = (i for i in range(2))\n    \
                return [True, 1, 1.0, (1, 2), b'\\xff', C.A, P(3), {1: None}, {2}, a, g, 2 ** 64, ValueError('m')]\n";
    let answers = run_python(&mut cpython(), &python(&[], &[body]), &[input(json!([]))]);
    let expected = json!([
        true, 1, {"$float": "1.0"}, [1, 2], {"$bytes": "ff"}, {"$enum": "C.A"},
        {"$object": "P", "fields": {"x": 3}}, {"$map": [[1, null]]}, {"$set": [2]}, [1, {"$ref": 5}], [0, 1],
        {"$int": "0x10000000000000000"}, {"$exception": "ValueError<Exception", "message": "m"}
    ]);
    assert_eq!(only(&answers).value.to_json(), expected);
}

#[test]
fn java_objects_enums_shared_parts_and_cycles_are_told_by_class_and_number() {
    let shared = "enum C { A } static class P { int x = 3; P next; } static class Q extends P { String s = \"q\"; }";
    let body = "Q q = new Q(); q.next = q; int[] a = {1}; return Arrays.asList(C.A, q, a, a, Optional.empty(), 1.5f, 'c', \
                new StringBuilder(\"b\"));";
    let answers = run_java(&mut jvm(), &java(&[], "Object", shared, &[body]), &[input(json!([]))]);
    let expected = json!([
        {"$enum": "C.A"}, {"$object": "T$Q", "fields": {"x": 3, "next": {"$ref": 1}, "s": "q"}}, [1], {"$ref": 2},
        null, {"$float": "1.5"}, "c", "b"
    ]);
    assert_eq!(only(&answers).value.to_json(), expected);
}

#[test]
fn exceptions_output_and_arguments_after_the_call_are_part_of_the_outcome() {
    let inputs = [input(json!([[3, 1], "s"]))];
    let unit = java(
        &[("int[]", "a"), ("String", "s")],
        "int",
        "",
        &["a[0] = 9; System.out.println(s + 1); return a[5];", "throw new IllegalArgumentException(\"no\");"],
    );
    let answers = run_java(&mut jvm(), &unit, &inputs);
    let first = &answers[0].outcomes[0];
    assert_eq!(first.state, State::Exception);
    let Value::Exception { class, .. } = &first.value else { panic!("{first:?}") };
    assert!(
        class.starts_with("java.lang.ArrayIndexOutOfBoundsException<java.lang.IndexOutOfBoundsException<"),
        "{class}"
    );
    assert_eq!((first.stdout.as_str(), &first.args), ("s1\n", &vec![Some(value(json!([9, 1]))), None]));
    assert_eq!(answers[1].outcomes[0].args[0], Some(value(json!([3, 1]))), "arguments are fresh for every call");

    let text = "def f(a, s):\n    a[0] = 9\n    print(s + '1')\n    return {}['k']\n";
    let answers = run_python(&mut cpython(), &python(&["int[]", "String"], &[text, text]), &inputs);
    for answer in &answers {
        let outcome = &answer.outcomes[0];
        assert_eq!(
            outcome.value,
            Value::Exception { class: "KeyError<LookupError<Exception".into(), message: "'k'".into() }
        );
        assert_eq!((outcome.stdout.as_str(), &outcome.args), ("s1\n", &vec![Some(value(json!([9, 1]))), None]));
    }
}

#[test]
fn assertions_are_on_on_both_sides() {
    let unit = java(&[("int", "n")], "int", "", &["assert n > 0 : \"low\"; return n;"]);
    let inputs = [input(json!([0])), input(json!([1]))];
    let answers = run_java(&mut jvm(), &unit, &inputs);
    let of_java = answers[0].outcomes.iter().map(|o| o.state).collect::<Vec<_>>();
    let unit = python(&["int"], &["def f(n):\n    assert n > 0, 'low'\n    return n\n"]);
    let ported = run_python(&mut cpython(), &unit, &inputs);
    assert_eq!(of_java, ported[0].outcomes.iter().map(|o| o.state).collect::<Vec<_>>());
    assert_eq!(of_java, [State::Exception, State::Ok]);
    let Value::Exception { class, message } = &answers[0].outcomes[0].value else { panic!("{answers:?}") };
    assert_eq!((class.as_str(), message.as_str()), ("java.lang.AssertionError<java.lang.Error", "low"));
}

#[test]
fn a_recursive_call_reaches_the_variant_that_runs() {
    let bodies = ["return n == 0 ? 0 : n + f(n - 1);", "return n == 0 ? 0 : n - f(n - 1);"];
    let answers = run_java(&mut jvm(), &java(&[("int", "n")], "int", "", &bodies), &[input(json!([3]))]);
    let values: Vec<&Value> = answers.iter().map(|a| &a.outcomes[0].value).collect();
    assert_eq!(values, [&Value::Int(6), &Value::Int(2)], "{answers:?}");
    assert_eq!(answers[0].outcomes[0].ticks, 4);
}

#[test]
fn endless_loops_are_stopped_by_their_budget_even_inside_a_catch_all() {
    let bodies = [
        "while (true) { mts.Ticks.t(); }",
        "while (true) { mts.Ticks.t(); try { while (true) { mts.Ticks.t(); } } catch (Throwable e) { } }",
        "try { while (true) { mts.Ticks.t(); } } catch (Throwable e) { return 1; }",
        "return 5;",
    ];
    let answers = run_java(&mut jvm(), &java(&[], "int", "", &bodies), &[input(json!([]))]);
    assert_eq!(states(&answers), [State::Timeout, State::Timeout, State::Timeout, State::Ok]);
    assert!(answers[..3].iter().all(|a| a.outcomes[0].note == "ticks"), "{answers:?}");

    let texts = [
        "def f():\n    while True:\n        _mts_t_()\n",
        "def f():\n    while True:\n        _mts_t_()\n        try:\n            while True:\n                _mts_t_()\n        except:\n            pass\n",
        "def f():\n    try:\n        while True:\n            _mts_t_()\n    except BaseException:\n        return 1\n",
        "def f():\n    return 5\n",
    ];
    let answers = run_python(&mut cpython(), &python(&[], &texts), &[input(json!([]))]);
    assert_eq!(states(&answers), [State::Timeout, State::Timeout, State::Timeout, State::Ok]);
    assert!(answers[..3].iter().all(|a| a.outcomes[0].note == "ticks"), "{answers:?}");
}

#[test]
fn what_does_not_tick_is_stopped_by_the_watchdog_and_costs_only_its_own_variant() {
    let texts = ["def f():\n    return 1\n", "def f():\n    return sum(range(10 ** 11))\n", "def f():\n    return 3\n"];
    let answers = run_python(&mut cpython(), &python(&[], &texts), &[input(json!([]))]);
    assert_eq!(states(&answers), [State::Ok, State::Timeout, State::Ok]);
    assert_eq!(answers[1].outcomes[0].note, "watchdog");

    let bodies = ["return 1;", "while (true) { }", "return 3;"];
    let unit = java(&[], "int", "", &[bodies[0], "if (true) while (true) { } return 2;", bodies[2]]);
    let answers = run_java(&mut jvm(), &unit, &[input(json!([]))]);
    assert_eq!(states(&answers), [State::Ok, State::Timeout, State::Ok]);
    assert_eq!(answers[1].outcomes[0].note, "watchdog");
}

#[test]
fn an_original_that_does_not_end_is_given_up_after_its_second_input() {
    let inputs: Vec<Input> = (0..6).map(|n| input(json!([n]))).collect();
    let everything: Vec<(usize, u64)> = (0..inputs.len()).map(|at| (at, u64::MAX / 4)).collect();
    let orders = [RunOrder { variant: 0, inputs: everything, keep_going: true }];
    let check = |outcomes: &[Outcome]| {
        assert_eq!(outcomes.len(), 6);
        assert_eq!(outcomes[0].value, Value::Int(0), "{outcomes:?}");
        assert!(outcomes[1..3].iter().all(|o| o.state == State::Timeout && o.note == "watchdog"), "{outcomes:?}");
        assert!(outcomes[3..].iter().all(Outcome::is_not_run), "{outcomes:?}");
    };
    let body = "while (n > 0) { mts.Ticks.t(); try { while (true) mts.Ticks.t(); } catch (Throwable t) { } } return 0;";
    let unit = java(&[("int", "n")], "int", "", &[body]);
    check(&jvm().run(&unit, &inputs, &orders).expect("runs")[0].outcomes);
    let ticking = "def f(n):\n    while n:\n        _mts_t_()\n        try:\n            while True:\n                \
                   _mts_t_()\n        except BaseException:\n            pass\n    return 0\n";
    check(&cpython().run(&python(&["int"], &[ticking]), &inputs, &orders).expect("runs")[0].outcomes);
    let hanging = "def f(n):\n    return n and sum(range(10 ** 11))\n";
    check(&cpython().run(&python(&["int"], &[hanging]), &inputs, &orders).expect("runs")[0].outcomes);
}

#[test]
fn leaving_the_process_is_incomplete_and_costs_only_its_own_variant() {
    let texts = [
        "def f():\n    return 1\n",
        "import os\ndef f():\n    os._exit(3)\n",
        "def f():\n    raise SystemExit\n",
        "import posix\ndef f():\n    posix._exit(0)\n",
        "def f():\n    return 3\n",
    ];
    let answers = run_python(&mut cpython(), &python(&[], &texts), &[input(json!([]))]);
    let expected = [State::Ok, State::Incomplete, State::Incomplete, State::Incomplete, State::Ok];
    assert_eq!(states(&answers), expected);
    assert!(answers[1..4].iter().all(|a| a.outcomes[0].note == "exit"), "{answers:?}");

    let bodies = ["return 1;", "System.exit(0); return 2;", "Runtime.getRuntime().halt(1); return 2;", "return 3;"];
    let answers = run_java(&mut jvm(), &java(&[], "int", "", &bodies), &[input(json!([]))]);
    assert_eq!(states(&answers), [State::Ok, State::Incomplete, State::Incomplete, State::Ok]);
    assert!(answers[1..3].iter().all(|a| a.outcomes[0].note == "exit"), "{answers:?}");
}

#[test]
fn stack_and_memory_run_out_without_taking_the_worker_along() {
    let bodies = [
        "return f() + 1;",
        "List<long[]> all = new ArrayList<>(); while (true) { mts.Ticks.t(); all.add(new long[1 << 20]); }",
        "return 3;",
    ];
    let mut jvm = jvm();
    let answers = run_java(&mut jvm, &java(&[], "int", "", &bodies), &[input(json!([]))]);
    let notes: Vec<&str> = answers.iter().map(|a| a.outcomes[0].note.as_str()).collect();
    assert_eq!(notes, ["stack", "memory", ""]);

    let texts = [
        "def f():\n    return f() + 1\n",
        "def f():\n    return [0] * 10 ** 10\n",
        "def f():\n    a = []\n    while True:\n        _mts_t_()\n        a.append(' ' * 2 ** 20)\n        a.append(bytearray(2 ** 22))\n",
        "def f():\n    return 3\n",
    ];
    let mut options = options();
    options.limits.python_memory_mb = 256;
    let mut cpython = Cpython::start(&options).expect("starts");
    let answers = run_python(&mut cpython, &python(&[], &texts), &[input(json!([]))]);
    let notes: Vec<&str> = answers.iter().map(|a| a.outcomes[0].note.as_str()).collect();
    assert_eq!(notes, ["stack", "memory", "memory", ""]);
}

#[test]
fn integers_too_large_to_be_compared_are_told_by_their_size() {
    let bodies =
        ["return java.math.BigInteger.ONE.shiftLeft(9_000_000);", "return java.math.BigInteger.ONE.shiftLeft(70);"];
    let java = java(&[], "java.math.BigInteger", "", &bodies);
    let java = run_java(&mut jvm(), &java, &[input(json!([]))]);
    let texts = ["def f():\n    return 1 << 9_000_000\n", "def f():\n    return 1 << 70\n"];
    let python = run_python(&mut cpython(), &python(&[], &texts), &[input(json!([]))]);
    for answers in [java, python] {
        assert_eq!(states(&answers), [State::Timeout, State::Ok]);
        assert_eq!(answers[0].outcomes[0].note, "size");
        assert_eq!(answers[1].outcomes[0].value, value(json!({ "$int": "0x400000000000000000" })));
    }
}

#[test]
fn variants_that_do_not_compile_are_named_and_the_others_run() {
    let bodies = ["return 0;", "return \"x\";", "return 2;", "int y; return y;", "return nowhere();", "return 5;"];
    let answers = run_java(&mut jvm(), &java(&[], "int", "", &bodies), &[input(json!([]))]);
    let (ok, bad) = (State::Ok, State::NotCompiled);
    assert_eq!(states(&answers), [ok, bad, ok, bad, bad, ok]);
    assert!(answers[1].outcomes[0].note.contains("incompatible types"), "{answers:?}");
    assert!(answers[3].outcomes[0].note.contains("might not have been initialized"), "{answers:?}");

    let texts = ["def f():\n    return 0\n", "def f(:\n", "import nowhere\n", "def f():\n    return 3\n"];
    let answers = run_python(&mut cpython(), &python(&[], &texts), &[input(json!([]))]);
    assert_eq!(states(&answers), [ok, bad, bad, ok]);
    assert!(answers[2].outcomes[0].note.contains("nowhere"), "{answers:?}");
}

#[test]
fn variants_that_do_not_compile_cost_no_second_round_of_the_compiler() {
    let bodies =
        ["return x + 1;", "return x - 1;", "x; return 1;", "return x + ;", "return -true;", "int y; return y;"];
    let unit = copies(&bodies);
    let mut jvm = jvm();
    let answers = run_java(&mut jvm, &unit, &[input(json!([1]))]);
    let (ok, bad) = (State::Ok, State::NotCompiled);
    assert_eq!(states(&answers), [ok, ok, bad, bad, bad, bad]);
    assert_eq!(answers[1].outcomes[0].value, Value::Int(0));
    assert_eq!(jvm.compiled(), (1, 1));

    // A brace too many ends the class early: what comes behind it has to be compiled without it.
    let answers =
        run_java(&mut jvm, &copies(&["return x;", "return 1; } } int y = 2; {", "return 3;"]), &[input(json!([1]))]);
    assert_eq!(states(&answers)[..2], [ok, bad]);
}

/// A dispatcher and its copies, as `instrument` makes them.
fn copies(bodies: &[&str]) -> JavaUnit {
    let mut unit = java(&[("int", "x")], "int", "", &[]);
    let all = || (0u32..).zip(bodies);
    let case = |(variant, _)| Piece::Variant { variant, text: format!("\ncase {variant}: return f__mts{variant}(x);") };
    let copy =
        |(variant, body)| Piece::Variant { variant, text: format!("static int f__mts{variant}(int x) {{ {body} }}\n") };
    let shared = |text: &str| Piece::Shared(text.to_owned());
    unit.pieces = vec![shared("class T { static int f(int x) { switch (mts.Ticks.variant) {")];
    unit.pieces.extend(all().map(case));
    unit.pieces.push(shared("\ndefault: throw new IllegalStateException(); } }\n"));
    unit.pieces.extend(all().map(copy));
    unit.pieces.push(shared("}"));
    unit
}

#[test]
fn a_unit_broken_in_its_shared_text_is_not_compiled_as_a_whole() {
    let unit = java(&[], "int", "int broken( { }", &["return 0;", "return 1;"]);
    let answers = run_java(&mut jvm(), &unit, &[input(json!([]))]);
    assert_eq!(states(&answers), [State::NotCompiled, State::NotCompiled]);
}

#[test]
fn state_of_a_class_is_fresh_for_every_variant_when_the_unit_is_isolated() {
    let mut unit = java(
        &[],
        "int",
        "static int n; static List<Integer> l = new ArrayList<>();",
        &["return ++n;", "return n += 10;"],
    );
    let mut jvm = jvm();
    let inputs = [input(json!([]))];
    let values = |answers: &[VariantOutcomes]| answers.iter().map(|a| a.outcomes[0].value.clone()).collect::<Vec<_>>();
    assert_eq!(values(&run_java(&mut jvm, &unit, &inputs)), [Value::Int(1), Value::Int(11)]);
    unit.isolate = true;
    assert_eq!(values(&run_java(&mut jvm, &unit, &inputs)), [Value::Int(1), Value::Int(10)]);

    let text = "n = 0\ndef f():\n    global n\n    n += 1\n    return n\n";
    let answers = run_python(&mut cpython(), &python(&[], &[text, text]), &inputs);
    assert_eq!(values(&answers), [Value::Int(1), Value::Int(1)]);
}

#[test]
fn receivers_and_constructors_have_their_state_compared() {
    let mut unit = java(&[("int", "by")], "int", "", &[]);
    unit.pieces = vec![Piece::Shared(
        "class T { int n; T(int n) { this.n = n; } int f(int by) { n += by; return n * 2; } }".into(),
    )];
    unit.entry.is_static = false;
    unit.entry.receiver = vec![JavaType::INT];
    let with = Input { receiver: Some(vec![Value::Int(5)]), args: vec![Value::Int(2)], origin: InputOrigin::Suite };
    let mut jvm = jvm();
    let answers = jvm.run(&unit, std::slice::from_ref(&with), &orders(1, 1, true)).expect("runs");
    assert_eq!(only(&answers).value, Value::Int(14));
    assert_eq!(only(&answers).receiver, Some(value(json!({"$object": "T", "fields": {"n": 7}}))));
    unit.entry.method = String::new();
    let made = jvm.run(&unit, &[input(json!([4]))], &orders(1, 1, true)).expect("runs");
    assert_eq!(only(&made).receiver, Some(value(json!({"$object": "T", "fields": {"n": 4}}))));

    let text = "class T:\n    def __init__(self, n):\n        self.n = n\n    def f(self, by):\n        self.n += by\n        return self.n * 2\n";
    let mut unit = python(&["int"], &[text]);
    unit.entry.qualname = "T.f".into();
    unit.entry.on_instance = true;
    let mut cpython = cpython();
    let answers = cpython.run(&unit, &[with], &orders(1, 1, true)).expect("runs");
    assert_eq!(only(&answers).value, Value::Int(14));
    assert_eq!(only(&answers).receiver, Some(value(json!({"$object": "T", "fields": {"n": 7}}))));
    unit.entry.qualname = "T.__init__".into();
    (unit.entry.on_instance, unit.entry.is_constructor) = (false, true);
    let made = cpython.run(&unit, &[input(json!([4]))], &orders(1, 1, true)).expect("runs");
    assert_eq!(only(&made).receiver, Some(value(json!({"$object": "T", "fields": {"n": 4}}))));
}

#[test]
fn private_methods_of_python_are_found_under_the_name_that_python_keeps_them_under() {
    let text = "class _T:\n    def __init__(self):\n        self.__n = 1\n    def __f(self, by):\n        _mts_t_()\n        \
                return self.__n + by\n    @staticmethod\n    def __g(by):\n        _mts_t_()\n        return by\n";
    let mut unit = python(&["int"], &[text]);
    unit.entry.qualname = "_T.__f".into();
    unit.entry.on_instance = true;
    let with = Input { receiver: Some(vec![]), args: vec![Value::Int(2)], origin: InputOrigin::Suite };
    let mut cpython = cpython();
    let answers = cpython.run(&unit, std::slice::from_ref(&with), &orders(1, 1, true)).expect("runs");
    assert_eq!((&only(&answers).value, only(&answers).ticks), (&Value::Int(3), 1), "{answers:?}");
    unit.entry.qualname = "_T.__g".into();
    unit.entry.on_instance = false;
    let answers = cpython.run(&unit, &[input(json!([4]))], &orders(1, 1, true)).expect("runs");
    assert_eq!((&only(&answers).value, only(&answers).ticks), (&Value::Int(4), 1), "{answers:?}");
}

#[test]
fn other_modules_of_the_project_are_found_and_start_anew_for_every_variant() {
    let project = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(project.path().join("acme")).expect("a folder");
    std::fs::write(project.path().join("acme/__init__.py"), "from .money import f as split\n").expect("a file");
    std::fs::write(project.path().join("acme/money.py"), "raise ValueError('the file itself is never run')\n")
        .expect("a file");
    std::fs::write(project.path().join("acme/count.py"), "n = 0\n").expect("a file");
    let text = "from . import count\ndef f():\n    count.n += 1\n    return count.n\n";
    let mut unit = python(&[], &[text, text]);
    unit.entry.module = "acme.money".into();
    unit.entry.path = project.path().join("acme/money.py").to_string_lossy().into_owned();
    unit.path = vec![project.path().to_path_buf()];
    let mut options = options();
    options.read = vec![project.path().to_path_buf()];
    let mut cpython = Cpython::start(&options).expect("starts");
    let answers = run_python(&mut cpython, &unit, &[input(json!([]))]);
    let values: Vec<&Value> = answers.iter().map(|a| &a.outcomes[0].value).collect();
    assert_eq!(values, [&Value::Int(1), &Value::Int(1)], "{answers:?}");
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
    // The file under test is there too, and must not be taken in place of its variants.
    std::fs::write(project.path().join("T.java"), "public class T { not Java }").expect("a file");
    let mut unit = java(&[("int", "n")], "int", "", &["return acme.Rate.of(n);"]);
    unit.sourcepath = vec![project.path().to_path_buf()];
    let mut options = options();
    options.read = vec![project.path().to_path_buf()];
    let mut jvm = Jvm::start(&options).expect("starts");
    assert_eq!(only(&run_java(&mut jvm, &unit, &[input(json!([2]))])).value, Value::Int(6));
}

#[test]
fn a_description_of_a_module_among_the_sources_is_left_alone() {
    let project = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(project.path().join(name), text).expect("a file");
    std::fs::create_dir(project.path().join("p")).expect("a folder");
    write("module-info.java", "module shop { exports p; }");
    write("p/B.java", "package p; public class B { static int three() { return java.sql.Types.BIT + 10; } }");
    write("p/A.java", "package p; public class A { not Java }");
    let mut unit = java(&[("int", "n")], "int", "", &["return B.three() * n;"]);
    let Some(Piece::Shared(first)) = unit.pieces.first_mut() else { panic!("shared text comes first") };
    *first = format!("package p; {}", first.replace("class T", "class A"));
    (unit.path, unit.entry.class) = ("p/A.java".into(), "p.A".into());
    unit.sourcepath = vec![project.path().to_path_buf()];
    let mut options = options();
    options.read = vec![project.path().to_path_buf()];
    let answers = run_java(&mut Jvm::start(&options).expect("starts"), &unit, &[input(json!([2]))]);
    assert_eq!(only(&answers).value, Value::Int(6), "{answers:?}");
}

#[test]
fn asynchronous_functions_and_generators_of_python_are_run_to_their_end() {
    let texts = [
        "async def g():\n    return 2\nasync def f():\n    return await g() + 1\n",
        "def f():\n    yield 1\n    yield 2\n",
        "async def f():\n    yield 1\n    yield 2\n",
        "import asyncio\nasync def f():\n    await asyncio.sleep(0)\n    return 4\n",
        "async def f():\n    raise KeyError(1)\n",
        "import asyncio\nasync def f():\n    await asyncio.sleep(1)\n",
        "async def f():\n    while True:\n        _mts_t_()\n",
    ];
    let answers = run_python(&mut cpython(), &python(&[], &texts), &[input(json!([]))]);
    let values: Vec<Json> = answers[..4].iter().map(|a| a.outcomes[0].value.to_json()).collect();
    assert_eq!(values, [json!(3), json!([1, 2]), json!([1, 2]), json!(4)], "{answers:?}");
    let (thrown, state, timeout) = (State::Exception, State::Incomplete, State::Timeout);
    assert_eq!(states(&answers[4..]), [thrown, state, timeout], "{answers:?}");
    assert!(answers[5].outcomes[0].is_not_called(), "{answers:?}");
}

#[test]
fn no_address_of_an_object_gets_into_an_outcome() {
    let text = "import functools\nclass C: pass\nasync def g(): pass\ndef f(n):\n    print(C())\n    \
                if n:\n        raise ValueError(f'{C()} and {f}')\n    c = g()\n    c.close()\n    \
                return [object(), c, str(C()), functools.partial(g), 'at 0x10']\n";
    let inputs = [input(json!([0])), input(json!([1]))];
    let answers = run_python(&mut cpython(), &python(&["int"], &[text]), &inputs);
    let [whole, thrown] = &answers[0].outcomes[..] else { panic!("{answers:?}") };
    let object = |name: &str| json!({"$object": name, "fields": {}});
    let expected = json!([object("object"), object("coroutine"), "<ported.C object>", object("partial"), "at 0x10"]);
    assert_eq!(whole.value.to_json(), expected);
    assert_eq!(whole.stdout, "<ported.C object>\n");
    let Value::Exception { message, .. } = &thrown.value else { panic!("{thrown:?}") };
    assert_eq!(message, "<ported.C object> and <function f>");
}

#[test]
fn what_cannot_be_called_is_told_apart_from_what_throws() {
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
        (unit.entry.qualname, unit.entry.on_instance) = (qualname.to_owned(), on_instance);
        unit.entry.is_constructor = qualname.ends_with("__init__");
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
    unit.pieces = vec![Piece::Shared(
        "abstract class T { enum E { A(1); E(int n) { } } class I { I(int n) { } } int f(int n) { return n; } }".into(),
    )];
    unit.entry.is_static = false;
    let mut jvm = jvm();
    for (class, method) in [("T", "f"), ("T$E", ""), ("T$I", ""), ("T", "")] {
        (unit.entry.class, unit.entry.method) = (class.to_owned(), method.to_owned());
        let answers = jvm.run(&unit, &with(json!([])), &orders(1, 1, true)).expect("runs");
        assert!(only(&answers).is_not_called(), "{class}.{method}: {answers:?}");
    }
}

#[test]
fn output_beyond_the_cap_is_cut_and_counted() {
    let mut options = options();
    options.limits.stdout = 10;
    let mut jvm = Jvm::start(&options).expect("starts");
    let unit = java(&[], "void", "", &["for (int i = 0; i < 20; i++) System.out.print('x');"]);
    let mut cpython = Cpython::start(&options).expect("starts");
    let text = "def f():\n    for i in range(20):\n        print('x', end='')\n";
    let (a, b) = (
        run_java(&mut jvm, &unit, &[input(json!([]))]),
        run_python(&mut cpython, &python(&[], &[text]), &[input(json!([]))]),
    );
    assert_eq!(only(&a).stdout, "xxxxxxxxxx\n[20 bytes in all]");
    assert_eq!(only(&a).stdout, only(&b).stdout);
}

mod instrumented {
    use super::*;
    use mts_generate::instrument::{
        java::{self, JavaContext},
        python::{self, PythonContext, PythonVariant},
    };
    use mts_lang::SourceFile;
    use mts_model::{Function, FunctionKind, Language, Span, TextEdit};
    use mts_workers::run_units;

    const JAVA: &str = "import java.util.*;\npublic class T {\n  int n;\n  T(int n) { this.n = n; for (int i = 0; i < n; i++) this.n += i; }\n\
        @Deprecated public static int f(int n, int... rest) {\n    int s = 0;\n    outer: for (int i = 0; i < n; i++)\n      \
        if (i % 2 == 0) continue outer; else s += i;\n    while (s > 100) s -= 100;\n    \
        return rest.length > 0 ? f(n - 1) + s : s;\n  }\n}\n";

    fn file(language: Language, text: &str) -> SourceFile {
        let path = if language == Language::Java { "src/T.java" } else { "ported.py" };
        SourceFile::parse(path, text.to_owned(), language).expect("parses")
    }

    fn function(text: &str, from: &str, body: &str, to: &str, kind: FunctionKind) -> Function {
        let start = text.find(from).expect("there");
        let body = start + text[start..].find(body).expect("there");
        let end = body + text[body..].find(to).expect("there") + to.len();
        Function {
            language: Language::Java,
            file: "src/T.java".into(),
            package: String::new(),
            scope: vec!["T".into()],
            name: "f".into(),
            kind,
            params: vec![],
            returns: JavaType::INT,
            span: Span::new(start, end),
            body: Span::new(body, end),
            line: 1,
            last_line: 1,
            parent: None,
            comment: String::new(),
            captured: None,
            broken: None,
        }
    }

    fn edit(text: &str, after: &str, old: &str, new: &str) -> Vec<TextEdit> {
        let from = text.find(after).expect("there");
        let at = from + text[from..].find(old).expect("there");
        vec![TextEdit::new(Span::new(at, at + old.len()), new)]
    }

    fn context(method: &str, params: &[&str]) -> JavaContext {
        let signature = signature(params, "int");
        let is_static = !method.is_empty();
        let entry = JavaEntry {
            class: "T".into(),
            method: method.into(),
            signature,
            is_static,
            receiver: vec![],
            factories: vec![],
            port_substitutes: std::sync::Arc::default(),
            construct_only: false,
        };
        JavaContext::alone(entry, false)
    }

    #[test]
    fn mutants_of_a_java_method_run_beside_the_original_and_endless_ones_stop() {
        let file = file(Language::Java, JAVA);
        let function = function(JAVA, "@Deprecated", "{", "s;\n  }", FunctionKind::StaticMethod);
        let variants = vec![
            (0, vec![]),
            (1, edit(JAVA, "int s", "i++", "i--")),
            (2, edit(JAVA, "int s", "s -= 100;", ";")),
            (3, edit(JAVA, "int s", "s += i;", "s -= i;")),
            (4, edit(JAVA, "int s", "while (s > 100) s -= 100;", "for (;;) { }")),
            (5, edit(JAVA, "int s", "s -= 100", "s -= \"\"")),
            (6, edit(JAVA, "int s", "f(n - 1) + s", "f(n - 1) - s")),
        ];
        let units = java::units(&file, &function, &context("f", &["int", "int[]"]), &variants).expect("fits");
        assert_eq!(units.len(), 1);
        let inputs = [input(json!([30, []])), input(json!([6, [1]]))];
        let orders = orders(variants.len(), 2, false);
        let answers = run_units(&mut jvm(), &units, &inputs, &orders).expect("runs");
        let (ok, out, bad) = (State::Ok, State::Timeout, State::NotCompiled);
        assert_eq!(states(&answers), [ok, out, out, ok, bad, bad, ok], "{answers:?}");
        let second = |variant: usize| answers[variant].outcomes[1].value.clone();
        assert_eq!((second(0), second(3), second(6)), (Value::Int(13), Value::Int(-13), Value::Int(-5)));
    }

    #[test]
    fn every_unit_of_many_mutants_holds_the_original() {
        let file = file(Language::Java, JAVA);
        let function = function(JAVA, "@Deprecated", "{", "s;\n  }", FunctionKind::StaticMethod);
        let mut variants = vec![(0, vec![])];
        variants.extend((1..=300).map(|variant| (variant, edit(JAVA, "int s", "i++", "i--"))));
        let units = java::units(&file, &function, &context("f", &["int", "int[]"]), &variants).expect("fits");
        assert!(units.len() > 1 && units.iter().all(|unit| unit.variants()[0] == 0));
        let own = units.iter().map(|unit| unit.variants().len() - 1).sum::<usize>();
        assert_eq!(own, 300);
    }

    #[test]
    fn mutants_of_a_constructor_are_compiled_one_by_one() {
        let file = file(Language::Java, JAVA);
        let function = function(JAVA, "T(int n)", "{", "+= i; }", FunctionKind::Constructor);
        let variants =
            vec![(0, vec![]), (1, edit(JAVA, "T(int", "+= i", "-= i")), (2, edit(JAVA, "T(int", "i++", "i--"))];
        let units = java::units(&file, &function, &context("", &["int"]), &variants).expect("fits");
        let answers = run_units(&mut jvm(), &units, &[input(json!([4]))], &orders(3, 1, false)).expect("runs");
        let field = |n: i64| Some(value(json!({"$object": "T", "fields": {"n": n}})));
        assert_eq!(
            (answers[0].outcomes[0].receiver.clone(), answers[1].outcomes[0].receiver.clone()),
            (field(10), field(-2))
        );
        assert_eq!(answers[2].state(), State::Timeout);
    }

    #[test]
    fn methods_and_loops_inside_a_class_of_python_count() {
        let text = "class T:\n    def f(self, n):\n        for i in range(n):\n            n += i\n        return n\n";
        let plain = super::python(&["int"], &[]);
        let entry = PythonEntry { qualname: "T.f".into(), on_instance: true, ..plain.entry };
        let context = PythonContext {
            entry,
            path: vec![],
            fallback_path: vec![],
            signature: plain.signature,
            receiver: vec![],
            factories: vec![],
            ports: std::sync::Arc::default(),
            port_substitutes: std::sync::Arc::default(),
        };
        let unit = python::unit(&file(Language::Python, text), &context, &[(0, PythonVariant::Edits(&[]))]);
        let answers = cpython().run(&unit.expect("fits"), &[input(json!([4]))], &orders(1, 1, true)).expect("runs");
        assert_eq!((&only(&answers).value, only(&answers).ticks), (&Value::Int(10), 5), "{answers:?}");
    }

    #[test]
    fn mutants_of_a_python_function_run_beside_the_original_and_endless_ones_stop() {
        let text = "def f(n, rest=()):\n    \"\"\"Doc.\"\"\"\n    s = 0\n    i = 0\n    while i < n:\n        if i % 2:\n            s += i\n        i += 1\n    return s\n";
        let edits = [vec![], edit(text, "def", "i += 1", "i -= 1"), edit(text, "def", "s += i", "s -= i")];
        let mut variants: Vec<(u32, PythonVariant<'_>)> =
            (0..).zip(edits.iter().map(|e| PythonVariant::Edits(e))).collect();
        let other = "def f(n, rest):\n    while True: pass\n";
        variants.push((3, PythonVariant::Module { text: other, qualname: "f", on_instance: false }));
        let plain = super::python(&["int", "int[]"], &[]);
        let context = PythonContext {
            entry: plain.entry,
            path: vec![],
            fallback_path: vec![],
            signature: plain.signature,
            receiver: vec![],
            factories: vec![],
            ports: std::sync::Arc::default(),
            port_substitutes: std::sync::Arc::default(),
        };
        let unit = python::unit(&file(Language::Python, text), &context, &variants).expect("fits");
        let answers = cpython().run(&unit, &[input(json!([6, []]))], &orders(4, 1, false)).expect("runs");
        assert_eq!(states(&answers), [State::Ok, State::Timeout, State::Ok, State::Timeout]);
        assert_eq!((&answers[0].outcomes[0].value, &answers[2].outcomes[0].value), (&Value::Int(9), &Value::Int(-9)));
        assert!([1, 3].iter().all(|at| answers[*at].outcomes[0].note == "ticks"), "{answers:?}");
    }
}

/// The program itself, interrupted while code under test runs.
#[cfg(unix)]
mod interrupted {
    use super::*;
    use rustix::process::{Pid, Signal, kill_process};
    use std::path::Path;
    use std::process::{Child, Command, Stdio};

    const JAVA: &str =
        "public class Slow { public static int f(int n) { while (n != 1 << 30) { n ^= 2; } return n; } }";
    const PYTHON: &str = "def f(n):\n    while n != 1 << 30:\n        n ^= 2\n    return n\n";

    fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
        let until = Instant::now() + Duration::from_secs(60);
        while !holds() {
            assert!(Instant::now() < until, "{what}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Number of folders of this program in its folder for temporary files.
    fn folders(temporary: &Path, child: &Child) -> usize {
        let own = format!("cargo-mts-{}-", child.id());
        let names = std::fs::read_dir(temporary).expect("a folder").flatten().map(|entry| entry.file_name());
        names.filter(|name| name.to_string_lossy().starts_with(&own)).count()
    }

    fn ended_by(signal: Signal) -> Option<i32> {
        let (sources, temporary) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        std::fs::write(sources.path().join("Slow.java"), JAVA).expect("a file");
        std::fs::write(sources.path().join("slow.py"), PYTHON).expect("a file");
        let mut child = Command::new(env!("CARGO_BIN_EXE_cargo-mts"))
            .args(["check", "Slow.java", "slow.py"])
            .current_dir(sources.path())
            .env("TMPDIR", temporary.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        wait_until("both workers start", || folders(temporary.path(), &child) >= 2);
        // Into the run, so that the workers stand.
        std::thread::sleep(Duration::from_millis(700));
        assert!(child.try_wait().expect("a child").is_none(), "it is still at work");
        let pid = Pid::from_raw(i32::try_from(child.id()).expect("a number")).expect("a process");
        kill_process(pid, signal).expect("sent");
        wait_until("it ends", || child.try_wait().expect("a child").is_some());
        assert_eq!(folders(temporary.path(), &child), 0, "nothing is left behind");
        child.wait().expect("ended").code()
    }

    #[test]
    fn an_interrupted_run_leaves_no_folder_behind_and_tells_the_signal() {
        assert_eq!(ended_by(Signal::INT), Some(130));
        assert_eq!(ended_by(Signal::TERM), Some(143));
    }
}
