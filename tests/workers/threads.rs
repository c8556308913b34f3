//! Tests threads that code under test starts. The worker waits for a thread that works, and no
//! thread continues into a later call. The tests use the machine's own JDK and CPython.

use crate::support::workers::{cpython, input, java, jvm, python, run_java, run_python};
use mts_model::{Outcome, Value};
use mts_workers::{Jvm, Runtime};
use serde_json::json;

/// Returns the outcomes of each side on these inputs, which run one after the other.
fn both(java_body: &str, python_text: &str, inputs: &[i64]) -> [Vec<Outcome>; 2] {
    let inputs: Vec<_> = inputs.iter().map(|n| input(json!([n]))).collect();
    let unit = java(&[("int", "n")], "int", "static volatile int k;", &[java_body]);
    let port = python(&["int"], &[python_text]);
    let by_java = run_java(&mut jvm(), &unit, &inputs).remove(0).outcomes;
    [by_java, run_python(&mut cpython(), &port, &inputs).remove(0).outcomes]
}

fn value_and_output(outcome: &Outcome) -> (Value, &str) {
    (outcome.value.clone(), outcome.stdout.as_str())
}

#[test]
fn a_thread_that_keeps_running_does_not_affect_the_next_call() {
    let java = "if (n == 1) { Thread t = new Thread(() -> { try { for (;;) { k++; System.out.println(k); \
                Thread.sleep(1); } } catch (InterruptedException end) { return; } }); t.setDaemon(true); t.start(); } \
                Thread.sleep(30); return k;";
    let python = "import threading, time\n\nk = 0\n\ndef go():\n    global k\n    while True:\n        k += 1\n        \
                  print(k)\n        time.sleep(0.001)\n\ndef f(n):\n    if n == 1:\n        \
                  threading.Thread(target=go, daemon=True).start()\n    time.sleep(0.03)\n    return k\n";
    for outcomes in both(java, python, &[0, 1, 2, 3]) {
        assert!(outcomes[1].is_not_deterministic(), "{outcomes:?}");
        for at in [0, 2, 3] {
            assert_eq!(value_and_output(&outcomes[at]), (Value::Int(0), ""), "{outcomes:?}");
        }
    }
}

#[test]
fn a_call_waits_for_its_running_threads() {
    let java = "new Thread(() -> { try { Thread.sleep(80); } catch (InterruptedException end) { return; } \
                System.out.println(\"done \" + n); }).start(); return n;";
    let python = "import threading, time\n\ndef work(n):\n    time.sleep(0.08)\n    print('done', n)\n\ndef f(n):\n    \
                  threading.Thread(target=work, args=(n,)).start()\n    return n\n";
    for outcomes in both(java, python, &[1, 2]) {
        assert_eq!(value_and_output(&outcomes[0]), (Value::Int(1), "done 1\n"), "{outcomes:?}");
        assert_eq!(value_and_output(&outcomes[1]), (Value::Int(2), "done 2\n"), "{outcomes:?}");
    }
}

#[test]
fn later_work_of_a_timer_does_not_affect_another_call() {
    let java = "if (n == 1) { new Timer(true).schedule(new TimerTask() { public void run() { k = 9; \
                System.out.println(\"later\"); } }, 150); } else { Thread.sleep(300); } return k;";
    let python = "import threading, time\n\nk = 0\n\ndef later():\n    global k\n    k = 9\n    print('later')\n\n\
                  def f(n):\n    if n == 1:\n        timer = threading.Timer(0.15, later)\n        timer.daemon = True\n        \
                  timer.start()\n    else:\n        time.sleep(0.3)\n    return k\n";
    for outcomes in both(java, python, &[1, 2]) {
        assert_eq!(value_and_output(&outcomes[0]), (Value::Int(0), ""), "{outcomes:?}");
        assert_eq!(value_and_output(&outcomes[1]), (Value::Int(0), ""), "{outcomes:?}");
    }
}

#[test]
fn an_idle_thread_pool_does_not_restart_the_worker() {
    let java = "k++; int got = java.util.concurrent.Executors.newFixedThreadPool(2).submit(() -> n + 1).get(); \
                return 10 * k + got;";
    let python = "from concurrent.futures import ThreadPoolExecutor\n\nk = 0\n\ndef f(n):\n    global k\n    k += 1\n    \
                  return 10 * k + ThreadPoolExecutor(2).submit(lambda: n + 1).result()\n";
    // The counter continues, because one process runs all calls.
    for outcomes in both(java, python, &[1, 2, 3]) {
        let values: Vec<Value> = outcomes.iter().map(|outcome| outcome.value.clone()).collect();
        assert_eq!(values, [12, 23, 34].map(Value::Int), "{outcomes:?}");
    }
}

/// Runs copies of a function on three inputs, and returns the result of each call.
fn results(jvm: &mut Jvm, bodies: &[&str]) -> Vec<Vec<Value>> {
    let unit = java(&[("int", "n")], "long", "static volatile int k;", bodies);
    let runs = run_java(jvm, &unit, &[0, 1, 2].map(|n| input(json!([n]))));
    runs.into_iter().map(|run| run.outcomes.into_iter().map(|outcome| outcome.value).collect()).collect()
}

#[test]
fn the_next_call_after_a_periodic_timer_gets_new_classes_in_the_same_process() {
    let body = "long result = 10 * ProcessHandle.current().pid() + k++; new Timer().schedule(new TimerTask() { public \
                void run() { mts.Ticks.t(); k++; } }, 1, 5); return result;";
    let values = results(&mut jvm(), &[body, body]).concat();
    assert!(values.len() == 6 && matches!(values[0], Value::Int(_)), "{values:?}");
    assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
}

#[test]
fn threads_that_wait_for_work_end_the_process_only_after_the_pair() {
    let body = "java.util.concurrent.Executors.newFixedThreadPool(1).submit(() -> n).get(); \
                return ProcessHandle.current().pid();";
    let mut jvm = jvm();
    jvm.begin_pair();
    let first = results(&mut jvm, &[body, body]).concat();
    let second = results(&mut jvm, &[body]).concat();
    assert!(matches!(first[0], Value::Int(_)), "{first:?}");
    assert!(first.iter().chain(&second).all(|pid| *pid == first[0]), "{first:?} {second:?}");
    // One thread is enough for a new process.
    let mut pid_of_next_pair = || {
        jvm.begin_pair();
        let unit = java(&[("int", "n")], "long", "", &[body]);
        run_java(&mut jvm, &unit, &[input(json!([1]))]).remove(0).outcomes.remove(0).value
    };
    let (second_pair, third_pair) = (pid_of_next_pair(), pid_of_next_pair());
    assert!(second_pair != first[0] && third_pair != second_pair, "each pair has its own process");
}
