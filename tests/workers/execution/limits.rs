//! Tests the limits of code under test.
//!
//! Such code does not end, leaves its process, or uses or prints too much.

use super::*;

/// Returns options with a watchdog of one second.
fn quick() -> WorkerOptions {
    let mut options = options();
    options.limits.watchdog = Duration::from_secs(1);
    options
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
    assert!(answers[..3].iter().all(|a| a.outcomes[0].reason == Reason::Ticks), "{answers:?}");

    let texts = [
        "def f():\n    while True:\n        _mts_t_()\n",
        "def f():\n    while True:\n        _mts_t_()\n        try:\n            while True:\n                _mts_t_()\n        except:\n            pass\n",
        "def f():\n    try:\n        while True:\n            _mts_t_()\n    except BaseException:\n        return 1\n",
        "def f():\n    return 5\n",
    ];
    let answers = run_python(&mut cpython(), &python(&[], &texts), &[input(json!([]))]);
    assert_eq!(states(&answers), [State::Timeout, State::Timeout, State::Timeout, State::Ok]);
    assert!(answers[..3].iter().all(|a| a.outcomes[0].reason == Reason::Ticks), "{answers:?}");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn the_watchdog_stops_code_without_ticks_and_only_its_copy_is_lost() {
    let texts = ["def f():\n    return 1\n", "def f():\n    return sum(range(10 ** 11))\n", "def f():\n    return 3\n"];
    let answers = run_python(&mut Cpython::start(&quick()).expect("starts"), &python(&[], &texts), &[input(json!([]))]);
    assert_eq!(states(&answers), [State::Ok, State::Timeout, State::Ok]);
    assert_eq!(answers[1].outcomes[0].reason, Reason::Watchdog);

    let bodies = ["return 1;", "while (true) { }", "return 3;"];
    let unit = java(&[], "int", "", &[bodies[0], "if (true) while (true) { } return 2;", bodies[2]]);
    let answers = run_java(&mut Jvm::start(&quick()).expect("starts"), &unit, &[input(json!([]))]);
    assert_eq!(states(&answers), [State::Ok, State::Timeout, State::Ok]);
    assert_eq!(answers[1].outcomes[0].reason, Reason::Watchdog);
}

#[test]
fn java_code_that_does_not_tick_is_stopped_long_before_the_watchdog() {
    let mut options = options();
    // The test would take an hour if only the watchdog stopped the code.
    options.limits.watchdog = Duration::from_secs(3600);
    options.limits.shortest_call = Duration::from_millis(300);
    let unit = java(&[], "int", "", &["return 1;", "if (true) while (true) { } return 2;"]);
    let answers = run_java(&mut Jvm::start(&options).expect("starts"), &unit, &[input(json!([]))]);
    assert_eq!(states(&answers), [State::Ok, State::Timeout]);
    assert_eq!(answers[1].outcomes[0].reason, Reason::Watchdog);
}

#[test]
fn a_java_call_without_ticks_keeps_the_digests_of_earlier_calls() {
    let mut options = options();
    options.limits.shortest_call = Duration::from_millis(300);
    let unit = java(&[("int", "n")], "int", "", &["while (n == 2) { } return n;"]);
    let inputs: Vec<Input> = (0..4).map(|n| input(json!([n]))).collect();
    let everything = (0..inputs.len()).map(|at| (at, 1_000)).collect();
    let run_request = RunRequest { copy: 0, inputs: everything, continue_after_failure: true };
    let mut jvm = Jvm::start(&options).expect("starts");
    let digests = jvm.digests(&unit, &inputs, &[run_request], 0).expect("runs").remove(0);
    let states: Vec<State> = digests.iter().map(|digest| digest.state).collect();
    assert_eq!(states, [State::Ok, State::Ok, State::Timeout, State::Ok], "{digests:?}");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn an_original_that_does_not_end_is_stopped_after_its_second_input() {
    let inputs: Vec<Input> = (0..6).map(|n| input(json!([n]))).collect();
    let everything: Vec<(usize, u64)> = (0..inputs.len()).map(|at| (at, u64::MAX / 4)).collect();
    let run_requests = [RunRequest { copy: 0, inputs: everything, continue_after_failure: true }];
    let check = |outcomes: &[Outcome]| {
        assert_eq!(outcomes.len(), 6);
        assert_eq!(outcomes[0].value, Value::Int(0), "{outcomes:?}");
        assert!(
            outcomes[1..3].iter().all(|o| o.state == State::Timeout && o.reason == Reason::Watchdog),
            "{outcomes:?}"
        );
        assert!(outcomes[3..].iter().all(Outcome::is_not_run), "{outcomes:?}");
    };
    let check_python = |text: &str| {
        check(
            &Cpython::start(&quick())
                .expect("starts")
                .run(&python(&["int"], &[text]), &inputs, &run_requests)
                .expect("runs")[0]
                .outcomes,
        );
    };
    let body = "while (n > 0) { mts.Ticks.t(); try { while (true) mts.Ticks.t(); } catch (Throwable t) { } } return 0;";
    let ticking = "def f(n):\n    while n:\n        _mts_t_()\n        try:\n            while True:\n                \
                   _mts_t_()\n        except BaseException:\n            pass\n    return 0\n";
    let hanging = "def f(n):\n    return n and sum(range(10 ** 11))\n";
    // Each call takes the watchdog's full time, so all run at once.
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let unit = java(&[("int", "n")], "int", "", &[body]);
            check(&Jvm::start(&quick()).expect("starts").run(&unit, &inputs, &run_requests).expect("runs")[0].outcomes);
        });
        scope.spawn(|| check_python(ticking));
        scope.spawn(|| check_python(hanging));
    });
}

#[test]
fn a_copy_that_exits_the_process_is_incomplete_and_the_others_run() {
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
    assert!(answers[1..4].iter().all(|a| a.outcomes[0].reason == Reason::Exit), "{answers:?}");

    let bodies = ["return 1;", "System.exit(0); return 2;", "Runtime.getRuntime().halt(1); return 2;", "return 3;"];
    let answers = run_java(&mut jvm(), &java(&[], "int", "", &bodies), &[input(json!([]))]);
    assert_eq!(states(&answers), [State::Ok, State::Incomplete, State::Incomplete, State::Ok]);
    assert!(answers[1..3].iter().all(|a| a.outcomes[0].reason == Reason::Exit), "{answers:?}");
}

#[test]
fn an_exhausted_stack_or_heap_does_not_end_the_worker() {
    let bodies = [
        "return f() + 1;",
        "List<long[]> all = new ArrayList<>(); while (true) { mts.Ticks.t(); all.add(new long[1 << 20]); }",
        "return 3;",
    ];
    let mut jvm = jvm();
    let answers = run_java(&mut jvm, &java(&[], "int", "", &bodies), &[input(json!([]))]);
    let reasons: Vec<&Reason> = answers.iter().map(|a| &a.outcomes[0].reason).collect();
    assert_eq!(reasons, [&Reason::Stack, &Reason::Memory, &Reason::None]);

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
    let reasons: Vec<&Reason> = answers.iter().map(|a| &a.outcomes[0].reason).collect();
    assert_eq!(reasons, [&Reason::Stack, &Reason::Memory, &Reason::Memory, &Reason::None]);
}

#[test]
fn integers_that_are_too_large_to_compare_are_incomplete() {
    let bodies =
        ["return java.math.BigInteger.ONE.shiftLeft(9_000_000);", "return java.math.BigInteger.ONE.shiftLeft(70);"];
    let java = java(&[], "java.math.BigInteger", "", &bodies);
    let java = run_java(&mut jvm(), &java, &[input(json!([]))]);
    let texts = ["def f():\n    return 1 << 9_000_000\n", "def f():\n    return 1 << 70\n"];
    let python = run_python(&mut cpython(), &python(&[], &texts), &[input(json!([]))]);
    for answers in [java, python] {
        assert_eq!(states(&answers), [State::Incomplete, State::Ok]);
        assert!(matches!(answers[0].outcomes[0].reason, Reason::Size | Reason::ResultSize), "{answers:?}");
        assert_eq!(answers[1].outcomes[0].value, value(json!({ "$int": "0x400000000000000000" })));
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn the_largest_comparable_values_arrive_and_larger_values_are_incomplete() {
    let state = |java: &str, python: &str| {
        let java = run_java(&mut jvm(), &self::java(&[], "Object", "", &[java]), &[input(json!([]))]);
        let python = format!("def f():\n    return {python}\n");
        let python = run_python(&mut cpython(), &self::python(&[], &[&python]), &[input(json!([]))]);
        let reason = |outcome: &Outcome| match &outcome.reason {
            // Only Python's worker says that the result itself is too large.
            Reason::ResultSize => Reason::Size,
            reason => reason.clone(),
        };
        [only(&java), only(&python)].map(|outcome| (outcome.state, reason(outcome)))
    };
    let ok = || [(State::Ok, Reason::None), (State::Ok, Reason::None)];
    let large = || [(State::Incomplete, Reason::Size), (State::Incomplete, Reason::Size)];
    let lists = |count: usize| {
        let java = format!(
            "List<Object> all = new ArrayList<>(); for (int i = 0; i < {count}; i++) all.add(List.of()); return all;"
        );
        state(&java, &format!("[[] for i in range({count})]"))
    };
    assert_eq!((lists(99_000), lists(101_000)), (ok(), large()));
    let text = |unit: &str, count: usize| {
        state(&format!("return \"{unit}\".repeat({count});"), &format!("'{unit}' * {count}"))
    };
    assert_eq!((text("x", 6_000_000), text("x", 7_000_000)), (ok(), large()));
    assert_eq!((text("\\ud800", 90_000), text("\\ud800", 100_000)), (ok(), large()));
}

#[test]
fn several_large_outcomes_of_one_run_request_arrive() {
    let unit = python(&["int"], &["def f(n):\n    return [[] for i in range(99_000)]\n"]);
    let inputs: Vec<Input> = (0..4).map(|n| input(json!([n]))).collect();
    let answers = run_python(&mut cpython(), &unit, &inputs);
    let states: Vec<State> = answers[0].outcomes.iter().map(|outcome| outcome.state).collect();
    assert_eq!(states, [State::Ok; 4]);
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
