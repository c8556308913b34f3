//! Tests orders that a language leaves unspecified. These orders are the order of `Set.of` and
//! similar, which the JDK chooses for every process, and of Python's sets of strings. Memory
//! addresses of objects have no effect either. The tests use the machine's own JDK and CPython.

use crate::support::Fixture;
use crate::support::workers::{input, java, jvm, only, options, python, run_java, run_python};
use mts_model::{Outcome, State, Value};
use mts_workers::{Cpython, JavaUnit, WorkerOptions};
use serde_json::json;

const IMPORTED: &str = "interface Act { Object on(java.util.Collection<String> c) throws Exception; } \
    interface OnMap { Object on(java.util.Map<String, Integer> m) throws Exception; } \
    static String attempt(java.util.concurrent.Callable<Object> act) { try { return String.valueOf(act.call()); } \
    catch (Exception e) { return String.valueOf(e); } }";

fn text(outcome: &Outcome) -> String {
    match (&outcome.state, &outcome.value) {
        (State::Ok, Value::Str(text)) => text.clone(),
        _ => format!("{outcome:?}"),
    }
}

/// Returns the texts of these expressions in both orders.
///
/// The first order is the order of creation, and the second is the reversed unspecified order.
fn in_both_orders(expressions: &[&str]) -> [Vec<String>; 2] {
    let bodies: Vec<String> = expressions.iter().map(|expression| format!("return {expression};")).collect();
    let unit = java(&[("int", "n")], "String", "", &bodies.iter().map(String::as_str).collect::<Vec<_>>());
    let turned = JavaUnit { reverse_unspecified_order: true, ..unit.clone() };
    [unit, turned].map(|unit| {
        let found = run_java(&mut jvm(), &unit, &[input(json!([1]))]);
        found.into_iter().map(|found| text(only(&[found]))).collect()
    })
}

fn run_once(unit: &JavaUnit) -> String {
    text(only(&[run_java(&mut jvm(), unit, &[input(json!([1]))]).remove(0)]))
}

#[test]
fn unordered_collections_have_creation_order_or_its_reverse_on_request() {
    let eleven = (b'a'..=b'k').map(|c| format!("\"{}\"", char::from(c))).collect::<Vec<_>>().join(", ");
    let keys = |map: &str| format!("String.join(\",\", {map}.keySet())");
    let cases = [
        ("String.join(\",\", java.util.Set.of(\"x\", \"y\", \"z\"))".to_owned(), "x,y,z"),
        (format!("String.join(\",\", java.util.Set.of({eleven}))"), "a,b,c,d,e,f,g,h,i,j,k"),
        (keys("java.util.Map.of(\"x\", 1, \"y\", 2, \"z\", 3)"), "x,y,z"),
        // The tool never calls `hashCode` on a value.
        (
            keys(
                "java.util.Map.of(\"x\", new Object() { public int hashCode() { throw new IllegalStateException(); } })",
            ),
            "x",
        ),
        (keys("java.util.Map.ofEntries(java.util.Map.entry(\"x\", 1), java.util.Map.entry(\"y\", 2))"), "x,y"),
        (
            keys(
                "java.util.Map.copyOf(new java.util.LinkedHashMap<String, Integer>() {{ put(\"x\", 1); put(\"y\", 2); }})",
            ),
            "x,y",
        ),
        (
            "String.join(\",\", java.util.stream.Stream.of(\"x\", \"y\").collect(java.util.stream.Collectors\
             .toUnmodifiableSet()))"
                .to_owned(),
            "x,y",
        ),
        (
            keys(
                "java.util.stream.Stream.of(\"x\", \"y\").collect(java.util.stream.Collectors\
                 .toUnmodifiableMap(s -> s, s -> 1))",
            ),
            "x,y",
        ),
        (
            keys(
                "java.util.stream.Stream.of(\"x\", \"y\", \"x\").collect(java.util.stream.Collectors\
                 .toUnmodifiableMap(s -> s, s -> 1, Integer::sum))",
            ),
            "x,y",
        ),
        (
            "String.join(\",\", ((java.util.function.BiFunction<String, String, java.util.Set<String>>) \
             java.util.Set::of).apply(\"x\", \"y\"))"
                .to_owned(),
            "x,y",
        ),
    ];
    let [as_made, turned] = in_both_orders(&cases.each_ref().map(|(expression, _)| expression.as_str()));
    for ((expression, wanted), (as_made, turned)) in cases.iter().zip(as_made.iter().zip(&turned)) {
        assert_eq!(as_made, wanted, "{expression}");
        let back: String = wanted.chars().rev().collect();
        assert_eq!(*turned, back, "{expression}");
    }
}

#[test]
fn a_collection_copied_from_a_reversed_collection_is_not_reversed_again() {
    let joined = |set: &str| format!("String.join(\",\", {set})");
    let collected = |made: &str| format!("{made}.stream().collect(java.util.stream.Collectors.toUnmodifiableSet())");
    let three = "java.util.Set.of(\"x\", \"y\", \"z\")";
    let cases = [
        (joined("java.util.Set.copyOf(java.util.List.of(\"x\", \"y\", \"x\", \"z\"))"), ["x,y,z", "z,x,y"]),
        (joined(&format!("java.util.Set.copyOf(new java.util.ArrayList<>({three}))")), ["x,y,z", "x,z,y"]),
        (joined(&collected(three)), ["x,y,z", "x,z,y"]),
        (joined(&collected("java.util.Set.of(\"x\", \"y\")")), ["x,y", "y,x"]),
        (
            joined(
                "java.util.Map.copyOf(new java.util.TreeMap<>(java.util.Map.of(\"y\", 1, \"x\", 2, \"z\", 3))).keySet()",
            ),
            ["x,y,z", "z,x,y"],
        ),
        // The copy is the same object.
        (joined(&format!("java.util.Set.copyOf({three})")), ["x,y,z", "z,y,x"]),
    ];
    let [as_made, turned] = in_both_orders(&cases.each_ref().map(|(expression, _)| expression.as_str()));
    for ((expression, wanted), found) in cases.iter().zip(as_made.iter().zip(&turned)) {
        assert_eq!([found.0, found.1], wanted.each_ref().map(|text| *text), "{expression}");
    }
}

#[test]
fn shim_collections_refuse_the_same_calls_as_the_jdks_collections() {
    // A call by reflection gets the JDK's own class.
    let sets = "java.util.Collection<String> ours = java.util.Set.of(\"a\"); java.util.Collection<String> jdks = \
        (java.util.Collection<String>) java.util.Set.class.getMethod(\"of\", Object.class).invoke(null, \"a\"); \
        if (ours.getClass() == jdks.getClass()) { return \"the JDK's own\"; } \
        Act[] acts = {c -> c.add(\"b\"), c -> c.add(null), c -> c.addAll(java.util.List.of()), c -> c.remove(\"z\"), \
        c -> c.removeAll(java.util.List.of()), c -> c.retainAll(java.util.List.of(\"a\")), c -> c.removeIf(s -> false), \
        c -> { c.clear(); return 0; }, c -> c.contains(null), c -> c.contains(\"a\"), c -> c.contains(\"b\"), \
        c -> { java.util.Iterator<String> i = c.iterator(); i.next(); i.remove(); return 0; }, c -> c.size(), \
        c -> c.hashCode(), c -> c.equals(new java.util.HashSet<>(c)), c -> new java.util.HashSet<>(c).equals(c), \
        c -> c.toString(), c -> java.util.Arrays.toString(c.toArray()), c -> java.util.Set.copyOf(c) == c}; \
        StringBuilder found = new StringBuilder(); for (int i = 0; i < acts.length - 1; i++) { Act act = acts[i]; \
        String a = attempt(() -> act.on(ours)).split(\":\")[0]; String b = attempt(() -> act.on(jdks)).split(\":\")[0]; \
        if (!a.equals(b)) { found.append(i + \": \" + a + \" \" + b + \"; \"); } } \
        return found + attempt(() -> acts[acts.length - 1].on(ours));";
    let maps = "java.util.Map<String, Integer> ours = java.util.Map.of(\"a\", 1); java.util.Map<String, Integer> jdks = \
        (java.util.Map<String, Integer>) java.util.Map.class.getMethod(\"of\", Object.class, Object.class)\
        .invoke(null, \"a\", 1); if (ours.getClass() == jdks.getClass()) { return \"the JDK's own\"; } \
        OnMap[] acts = {m -> m.put(\"a\", 2), m -> m.putIfAbsent(\"a\", 2), m -> m.remove(\"z\"), m -> m.remove(\"a\", 5), \
        m -> m.replace(\"a\", 2), m -> m.replace(\"a\", 7, 2), m -> m.merge(\"a\", 2, Integer::sum), \
        m -> m.compute(\"a\", (k, v) -> v), m -> m.computeIfAbsent(\"a\", k -> 4), m -> m.computeIfPresent(\"z\", (k, v) -> v), \
        m -> { m.replaceAll((k, v) -> v); return 0; }, m -> { m.putAll(java.util.Map.of()); return 0; }, \
        m -> { m.clear(); return 0; }, m -> m.get(null), m -> m.get(\"z\"), m -> m.get(\"a\"), m -> m.containsKey(null), \
        m -> m.containsValue(null), m -> m.containsValue(1), m -> m.getOrDefault(\"z\", 9), m -> m.getOrDefault(null, 9), \
        m -> m.entrySet().iterator().next().setValue(3), m -> m.keySet().remove(\"a\"), m -> m.hashCode(), \
        m -> m.equals(new java.util.HashMap<>(m)), m -> m.toString(), m -> m.entrySet().contains(java.util.Map.entry(\"a\", 1))}; \
        StringBuilder found = new StringBuilder(); for (int i = 0; i < acts.length; i++) { OnMap act = acts[i]; \
        String a = attempt(() -> act.on(ours)).split(\":\")[0]; String b = attempt(() -> act.on(jdks)).split(\":\")[0]; \
        if (!a.equals(b)) { found.append(i + \": \" + a + \" \" + b + \"; \"); } } return found + \"true\";";
    let made = "return attempt(() -> java.util.Set.of(\"a\", \"a\")) + attempt(() -> java.util.Set.of(\"a\", null)) + \
        attempt(() -> java.util.Map.of(\"a\", 1, \"a\", 2)) + attempt(() -> java.util.Set.copyOf(java.util.Arrays.asList(\"a\", null)));";
    let by = |body: &str| {
        let body = format!("try {{ {body} }} catch (ReflectiveOperationException e) {{ return e.toString(); }}");
        run_once(&java(&[("int", "n")], "String", IMPORTED, &[&body]))
    };
    assert_eq!(by(sets), "true");
    assert_eq!(by(maps), "true");
    let plain = run_once(&java(&[("int", "n")], "String", IMPORTED, &[made]));
    let illegal = "java.lang.IllegalArgumentException: duplicate";
    let null = "java.lang.NullPointerException";
    assert_eq!(plain, format!("{illegal} element: a{null}{illegal} key: a{null}"));
}

#[test]
fn a_different_hash_seed_changes_only_the_order_of_python_sets_of_strings() {
    let run_with_seed = |hash_seed: u32, body: &str| {
        let mut cpython = Cpython::start(&WorkerOptions { hash_seed, ..options() }).expect("a CPython");
        let unit = python(&["int"], &[&format!("def f(n):\n    return {body}\n")]);
        text(only(&[run_python(&mut cpython, &unit, &[input(json!([1]))]).remove(0)]))
    };
    let joined = "''.join({*'abcdefghij'})";
    assert_eq!(run_with_seed(0, joined), run_with_seed(0, joined));
    assert_ne!(run_with_seed(0, joined), run_with_seed(1, joined));
    let sorted = "''.join(sorted({*'abcdefghij'}))";
    assert_eq!(
        (run_with_seed(0, sorted), run_with_seed(1, sorted)),
        ("abcdefghij".to_owned(), "abcdefghij".to_owned())
    );
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_result_that_depends_on_iteration_order_or_memory_addresses_is_nondeterministic() {
    let ran = Fixture::whole("ports/objects").mts(&["run", "--all", "--pair", "Colours.*", "--operators", "SDL"]);
    for name in ["joined", "shown", "printed"] {
        let found = ran.original_findings(&format!("Colours.{name}"));
        let why = "not deterministic: two runs of the Java side differ";
        assert!(found.len() == 1 && found[0].0 == "note" && found[0].1.contains(why), "{name}: {found:?}");
    }
    // Java's outcomes do not change, so some runs of the port are wrong.
    let found = ran.original_findings("Colours.letters");
    let why = "the port is not deterministic: two runs differ";
    assert!(found.len() == 1 && found[0].0 == "error" && found[0].1.contains(why), "{found:?}");
    for name in ["isKnown", "all", "sum", "refused", "put"] {
        assert_eq!(ran.original_findings(&format!("Colours.{name}")), [], "{name}");
        assert!(ran.head(&format!("Colours.{name}"), "inputs") >= 5, "{name}: {}", ran.reasons());
    }
    // The text of an object in a report does not contain its memory address.
    let found = ran.original_findings("Colours.named");
    assert!(found.len() == 1 && found[0].0 == "error" && found[0].1.contains("the return value differs"), "{found:?}");
    let report = ["refused", "named"].map(|name| ran.pair(&format!("Colours.{name}")).to_string()).concat();
    assert!(
        report.contains("Colours object>") && !report.contains(" at 0x") && !report.contains("Colours@"),
        "{report}"
    );
}
