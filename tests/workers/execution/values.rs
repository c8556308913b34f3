//! Tests values, exceptions, output and arguments after the call, as both sides return them.

use super::*;

#[test]
fn java_values_of_every_type_are_returned_unchanged() {
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
        assert_eq!(outcome.state, State::Ok, "{name}: {}", outcome.reason);
        assert_eq!(outcome.value, value(given), "{name}");
    }
}

#[test]
fn a_duration_has_the_same_fields_on_both_sides() {
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
        other => panic!("{other:?}: {}", outcome.reason),
    };
    for (own, other) in answers[0].outcomes.iter().zip(&others[0].outcomes) {
        assert_eq!(fields(own), fields(other));
    }
    assert_eq!(fields(&answers[0].outcomes[2])[0].1, Value::Int(-1), "rounded down");
    assert_eq!(fields(&answers[1].outcomes[0])[0].1, Value::Int(i64::MAX), "too long for milliseconds");
}

#[test]
fn the_python_worker_parses_in_the_oldest_supported_python() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/mts-workers/src/harness/python");
    let check = "import ast, pathlib, sys\nfor path in pathlib.Path(sys.argv[1]).rglob('*.py'):\n    \
                 ast.parse(path.read_text(), str(path), feature_version=(3, 9))\n    print(path.name)";
    let ran = std::process::Command::new("python3").args(["-c", check, folder]).output().expect("python3 runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    assert!(String::from_utf8_lossy(&ran.stdout).contains("serve.py"));
}

#[test]
fn a_module_with_an_unknown_future_import_does_not_compile() {
    let texts = ["from __future__ import annotation\ndef f():\n    return 1\n", "def f():\n    return 2\n"];
    let answers = run_python(&mut cpython(), &python(&[], &texts), &[input(json!([]))]);
    assert_eq!(states(&answers), [State::NotCompiled, State::Ok]);
}

#[test]
fn python_values_of_every_type_are_returned_unchanged() {
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
        assert_eq!(outcome.state, State::Ok, "{name}: {}", outcome.reason);
        assert_eq!(outcome.value.to_json(), given, "{name}");
    }
}

#[test]
fn every_type_of_python_value_has_its_encoding() {
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
fn encoded_java_objects_name_their_class_and_refer_to_shared_parts_by_number() {
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
    let bare = "def f(a, s):\n    raise BaseException('no')\n";
    let answers = run_python(&mut cpython(), &python(&["int[]", "String"], &[bare]), &inputs);
    let thrown = Value::Exception { class: "BaseException".into(), message: "no".into() };
    assert_eq!(answers[0].outcomes[0].value, thrown);
}

#[test]
fn assertions_are_enabled_on_both_sides() {
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
fn a_recursive_call_reaches_the_copy_that_runs() {
    let bodies = ["return n == 0 ? 0 : n + f(n - 1);", "return n == 0 ? 0 : n - f(n - 1);"];
    let answers = run_java(&mut jvm(), &java(&[("int", "n")], "int", "", &bodies), &[input(json!([3]))]);
    let values: Vec<&Value> = answers.iter().map(|a| &a.outcomes[0].value).collect();
    assert_eq!(values, [&Value::Int(6), &Value::Int(2)], "{answers:?}");
    assert_eq!(answers[0].outcomes[0].ticks, 4);
}

#[test]
fn asynchronous_functions_and_generators_of_python_run_to_completion() {
    let texts = [
        "async def g():\n    return 2\nasync def f():\n    return await g() + 1\n",
        "def f():\n    yield 1\n    yield 2\n",
        "async def f():\n    yield 1\n    yield 2\n",
        "import asyncio\nasync def f():\n    await asyncio.gather(asyncio.sleep(3600), asyncio.sleep(0))\n    return 4\n",
        "async def f():\n    raise KeyError(1)\n",
        "import asyncio\nasync def f():\n    await asyncio.get_running_loop().create_future()\n",
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
fn outcomes_contain_no_object_addresses() {
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
fn overridden_methods_of_a_class_cannot_hide_the_content_of_a_value() {
    let classes = "class Number(int):\n    def __int__(self):\n        return 1\n    __index__ = __int__\n\
        class Text(str):\n    def __str__(self):\n        return 'shown'\n    isascii = lambda self: True\n\
        class Items(list):\n    def __iter__(self):\n        return iter([1])\n    def __len__(self):\n        return 1\n\
        class Table(dict):\n    def items(self):\n        return [('a', 1)]\n\
        class Bytes(bytes):\n    def __bytes__(self):\n        return b'shown'\n\
        class Array:\n    def tolist(self):\n        return 1\n\
        class Read:\n    def __init__(self):\n        self.n = 1\n    def __getattribute__(self, name):\n\
        \x20       return 7 if name == 'n' else object.__getattribute__(self, name)\n\
        class Before:\n    n = property(lambda self: 7)\n    def __init__(self):\n        self.__dict__['n'] = 1\n";
    let cases = [
        ("Number(7)", json!(7)),
        ("Text('real')", json!("real")),
        ("Items([7, 8])", json!([7, 8])),
        ("Table(b=7)", json!({"$map": [["b", 7]]})),
        ("Bytes(b'real')", json!({"$bytes": "7265616c"})),
        ("Array()", json!({"$object": "Array", "fields": {}})),
        ("Read()", json!({"$object": "Read", "fields": {"n": 7}})),
        ("Before()", json!({"$object": "Before", "fields": {"n": 7}})),
    ];
    let mut cpython = cpython();
    for (made, held) in cases {
        let port = format!("{classes}\ndef f(n):\n    return {made}\n");
        let answers = run_python(&mut cpython, &python(&["int"], &[&port]), &[input(json!([0]))]);
        let outcome = only(&answers);
        assert_eq!(outcome.state, State::Ok, "{made}: {}", outcome.reason);
        assert_eq!(outcome.value, value(held), "{made}");
    }
}
