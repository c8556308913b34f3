//! Tests how Python's worker injects Java's object state into the port. The port's own types stay,
//! and objects that the port shares between calls do not change.

use crate::support::workers::*;
use mts_model::{CallKind, Factory, JavaType, Literal, Outcome, Port, PortSubstitutes, Ports, State, Value};
use mts_workers::PythonUnit;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::sync::Arc;

fn factory(class: &str, form: CallKind) -> Factory {
    Factory {
        name: format!("{class}.<init>()"),
        class: format!("acme.{class}"),
        method: String::new(),
        params: vec![],
        module: "ported".to_owned(),
        qualname: format!("{class}.__init__"),
        kind: form,
        arguments: vec![],
        array_forms: BTreeMap::new(),
        stub_methods: vec![],
    }
}

/// Builds a function `f` of one `Box`, in a module with more code.
fn unit(module: &str) -> PythonUnit {
    let port = |name: &str| Port { module: "ported".to_owned(), qualname: name.to_owned() };
    let mut unit = python(&["Box"], &[module]);
    unit.context.factories = vec![factory("Box", CallKind::Constructor)];
    unit.context.ports = Arc::new(Ports::from(["Box", "Part"].map(|name| (format!("acme.{name}"), port(name)))));
    unit
}

/// Returns the outcomes of calls on boxes with these fields in Java.
fn run(unit: &PythonUnit, boxes: &[Json]) -> Vec<Outcome> {
    let given = |fields: &Json| {
        let state = json!({"$object": "acme.Box", "fields": fields});
        input(json!([{"$new": "Box.<init>()", "args": [], "injected_state": state}]))
    };
    let inputs: Vec<_> = boxes.iter().map(given).collect();
    run_python(&mut cpython(), unit, &inputs).remove(0).outcomes
}

const BOX: &str = "import collections, enum, pathlib\n\
class Part:\n    def __init__(self):\n        self.n = 1\n\
class Kind(enum.Enum):\n    A = 1\n\
SHARED = Part()\n\
class Box:\n    def __init__(self):\n        self.counts = collections.defaultdict(int, {'z': 1})\n        \
self.recent = collections.deque([0], maxlen=2)\n        self.seen = frozenset()\n        \
self.where = pathlib.PurePosixPath('a')\n        self.part = SHARED\n        self.kind = Kind.A\n        \
self.run_request = collections.OrderedDict()\n";

#[test]
fn injected_containers_and_paths_keep_the_types_of_the_port() {
    let text = format!(
        "{BOX}def f(box):\n    box.counts['new'] += 1\n    return [box.counts, box.recent.maxlen, list(box.recent), \
         type(box.seen).__name__, box.where.name, type(box.run_request).__name__]\n"
    );
    let fields = json!({
        "counts": {"$map": [["a", 2]]}, "recent": [1, 2, 3], "seen": {"$set": ["s"]}, "where": "x/y",
        "run_request": {"$map": []},
    });
    let found = run(&unit(&text), &[fields]);
    let wanted = json!([{"$map": [["a", 2], ["new", 1]]}, 2, [2, 3], "frozenset", "y", "OrderedDict"]);
    assert_eq!(found[0].value.to_json(), wanted, "{}", found[0].reason);
}

#[test]
fn an_attribute_whose_value_is_of_another_kind_in_java_must_not_be_read() {
    let text = format!("{BOX}def f(box):\n    return len(box.seen)\n");
    let fields = [json!({"counts": [1]}), json!({"where": 3}), json!({"kind": "A"}), json!({})];
    for outcome in run(&unit(&text), &fields) {
        assert_eq!(outcome.value, Value::Int(0), "{}", outcome.reason);
    }
    // A read that the port does not notice counts too.
    for read in ["box.counts", "getattr(box, 'counts', None)", "hasattr(box, 'counts')"] {
        let text = format!("{BOX}def f(box):\n    {read}\n    return 1\n");
        let found = run(&unit(&text), &[json!({"counts": [1]}), json!({})]);
        let states: Vec<State> = found.iter().map(|outcome| outcome.state).collect();
        assert_eq!(states, [State::Incomplete, State::Ok], "{read}: {found:?}");
        assert!(found[0].reason.is_not_called(), "{}", found[0].reason);
    }
    // A slot and a class have no other value in its place, and a `__dict__` shows no attribute.
    let slots = "import collections\nclass Box:\n    __slots__ = ('items',)\n    def __init__(self):\n        \
                 self.items = collections.deque()\ndef f(box):\n    return len(box.items)\n";
    let class = "class Box:\n    items = ()\ndef f(box):\n    return len(box.items)\n";
    let own = "class Box:\n    def __init__(self):\n        self.items = ()\n    def all(self):\n        \
               return len(self.__dict__)\ndef f(box):\n    return box.all()\n";
    let on_class = "class Box:\n    def __init__(self):\n        self.items = ()\ndef f(box):\n    \
                    return getattr(type(box), 'items', 0)\n";
    for module in [slots, class, own, on_class] {
        let found = run(&unit(module), &[json!({"items": {"$map": [["a", 1]]}})]);
        assert_eq!(found[0].state, State::Incomplete, "{module}: {}", found[0].reason);
    }
    // An endless loop that waits for the attribute is no evidence about the port.
    let text = format!("{BOX}def f(box):\n    while not getattr(box, 'counts', None):\n        pass\n");
    assert_eq!(run(&unit(&text), &[json!({"counts": [1]})])[0].state, State::Incomplete);
    // The port's own assignment gives the attribute a value.
    let text = format!("{BOX}def f(box):\n    box.counts = {{}}\n    return len(box.counts)\n");
    assert_eq!(run(&unit(&text), &[json!({"counts": [1]})])[0].value, Value::Int(0));
}

#[test]
fn only_an_error_from_another_type_of_value_is_incomplete() {
    let class = "class Box:\n    def __init__(self, more):\n        self.items = {}\n";
    let raises = [
        ("box.items.popleft()", State::Incomplete),
        ("json.dumps({1})", State::Incomplete),
        ("box.items['b']", State::Exception),
        ("box.other", State::Exception),
        ("raised()", State::Exception),
    ];
    for (statement, wanted) in raises {
        let module = format!(
            "import json\n{class}def raised():\n    raise TypeError('told')\ndef f(box):\n    return {statement}\n"
        );
        let found = run(&unit(&module), &[json!({"items": {"$map": [["a", 1]]}})]);
        assert_eq!(found[0].state, wanted, "{statement}: {}", found[0].reason);
    }
    // The port's own constructor made this object, so the port's own code forgot the attribute.
    let text = "class Box:\n    def __init__(self):\n        self.n = 1\n    def prepare(self):\n        \
                self.cache = 2\ndef f(box):\n    return box.cache\n";
    assert_eq!(run(&unit(text), &[json!({"n": 2})])[0].state, State::Exception);
}

#[test]
fn a_default_value_of_the_port_does_not_replace_a_java_field() {
    let run = |expression: &str, fields: Json| {
        let module = format!(
            "class Box:\n    def __init__(self, low=3):\n        assert low < 9\n        self.bounds = [low]\n        \
             self.n = 1\ndef f(box):\n    return {expression}\n"
        );
        let mut unit = unit(&module);
        unit.context.factories[0].params = vec![JavaType::INT];
        unit.context.factories[0].arguments = vec![0];
        // The port's constructor raises on this argument, so the tool calls it without the argument.
        let state = json!({"$object": "acme.Box", "fields": fields});
        let input = input(json!([{"$new": "Box.<init>()", "args": [20], "injected_state": state}]));
        run_python(&mut cpython(), &unit, &[input]).remove(0).outcomes.remove(0)
    };
    let found = run("box.bounds[0]", json!({"low": 20, "n": 2}));
    assert_eq!(found.state, State::Incomplete, "the port keeps `low` in `bounds`: {found:?}");
    assert_eq!(run("box.n", json!({"low": 20, "n": 2})).value, Value::Int(2));
    assert_eq!(run("box.bounds[0]", json!({"n": 2})).value, Value::Int(3), "Java has no other field");
    let counted = run("box.bounds[0]", json!({"version": 20, "n": 2}));
    assert_eq!(counted.value, Value::Int(3), "the constructor takes no `version`: {counted:?}");
}

#[test]
fn state_injection_does_not_change_objects_that_calls_share() {
    let text = format!("{BOX}def f(box):\n    return [box.part.n, SHARED.n, type(box.part).__name__]\n");
    let part = json!({"part": {"$object": "acme.Part", "fields": {"n": 7}}});
    let found = run(&unit(&text), &[part, json!({})]);
    assert_eq!(found[0].value.to_json(), json!([7, 1, "Part"]), "{}", found[0].reason);
    assert_eq!(found[1].value.to_json(), json!([1, 1, "Part"]));
}

#[test]
fn a_port_that_wants_an_object_is_not_called_with_a_tuple() {
    let text = "def f(box):\n    return box.n\n";
    let mut tuples = unit(text);
    tuples.context.factories = vec![factory("Box", CallKind::Tuple)];
    let given = [input(json!([{"$new": "Box.<init>()", "args": []}]))];
    let found = run_python(&mut cpython(), &tuples, &given);
    let outcome = only(&found);
    assert_eq!(outcome.state, State::Incomplete);
    assert!(outcome.reason.is_not_called(), "{}", outcome.reason);
    // An error of the port's own code counts as an exception.
    let own = run_python(&mut cpython(), &python(&["int"], &["def f(n):\n    return n.m\n"]), &[input(json!([1]))]);
    assert_eq!(only(&own).state, State::Exception);
}

#[test]
fn only_an_error_from_the_injected_tuple_itself_is_excused() {
    let text = "class Odd(TypeError):\n    def __str__(self):\n        raise SystemError('told')\n\
                def f(box):\n    if box[0] == 1:\n        raise Odd()\n    \
                if box[0] == 2:\n        (1, 2).append(3)\n    return box.n\n";
    let mut tuples = unit(text);
    tuples.context.factories =
        vec![Factory { params: vec![JavaType::INT], arguments: vec![0], ..factory("Box", CallKind::Tuple) }];
    let given = [1, 2, 3].map(|n| input(json!([{"$new": "Box.<init>()", "args": [n]}])));
    let found = run_python(&mut cpython(), &tuples, &given).remove(0).outcomes;
    let states: Vec<State> = found.iter().map(|outcome| outcome.state).collect();
    assert_eq!(states, [State::Exception, State::Exception, State::Incomplete], "{found:?}");
}

#[test]
fn a_bound_method_stays_bound_to_its_object() {
    let module = "class Box:\n    def __init__(self):\n        self.total = 0\n        self.ops = {'+': self.add}\n    \
                  def add(self):\n        self.total += 1\n\
                  def f(box):\n    box.ops['+']()\n    return box.total\n";
    let found = run(&unit(module), &[json!({"total": 4})]);
    assert_eq!(found[0].value, Value::Int(5), "{}", found[0].reason);
}

#[test]
fn tuples_and_numbers_that_the_port_uses_for_objects_and_constants_are_injected() {
    let text = format!("{BOX}def f(box):\n    return box.part\n");
    let part =
        json!({"part": {"$object": format!("{}acme.Part", PortSubstitutes::TUPLE), "fields": {"b": 2, "a": "x"}}});
    let mut tuples = unit(&text.replace("self.part = SHARED", "self.part = (0, '')"));
    assert_eq!(run(&tuples, &[part])[0].value.to_json(), json!([2, "x"]));
    tuples = python(&["Kind"], &["LOG_DROP = 5\ndef f(kind):\n    return kind\n"]);
    tuples.context.port_substitutes = Arc::new(PortSubstitutes {
        constants: BTreeMap::from([("Kind.DROP".to_owned(), Literal::Int(-1))]),
        ..PortSubstitutes::default()
    });
    let given = [input(json!([{"$enum": "Kind.DROP"}])), input(json!([{"$enum": "Kind.KEEP"}]))];
    let found = run_python(&mut cpython(), &tuples, &given).remove(0).outcomes;
    assert_eq!(found[0].value, Value::Int(-1));
    // No substitute is known for this constant. A name that only ends in the same way is not a
    // substitute.
    assert_eq!(found[1].state, State::Incomplete, "{found:?}");
}

#[test]
fn injected_functions_compare_as_in_java_close_and_have_no_other_java_methods() {
    let compared = "def f(c):\n    return [c(float('nan'), 1.0), c.compare(-0.0, 0.0), \
                c('\\uffff', '\\U0001f600'), c(2, 1)]\n";
    let given = |name: &str| [input(json!([{"$enum": name}]))];
    let closes = "def f(c):\n    with c:\n        pass\n    return 1\n";
    let found = run_python(&mut cpython(), &python(&["Closeable"], &[closes]), &given("Lambda.called"));
    assert_eq!((&only(&found).value, only(&found).stdout.as_str()), (&Value::Int(1), "called\n"));
    let found = run_python(&mut cpython(), &python(&["Comparator<Double>"], &[compared]), &given("Lambda.natural"));
    assert_eq!(only(&found).value.to_json(), json!([1, -1, 1, 1]), "{}", only(&found).reason);
    let reversed = "def f(c):\n    return c.reversed()(1, 2)\n";
    let found = run_python(&mut cpython(), &python(&["Comparator<Integer>"], &[reversed]), &given("Lambda.natural"));
    assert!(only(&found).reason.is_not_called(), "{found:?}");
}

#[test]
fn a_class_of_the_project_may_have_the_name_of_a_class_of_the_jdk_or_of_the_worker() {
    let text = "import enum\nclass Duration(enum.Enum):\n    SHORT = 1\nclass Lambda(enum.Enum):\n    FIRST = 1\n\
                class Path:\n    pass\ndef f(d, l, p):\n    return [d, l, p]\n";
    let given = [input(json!([{"$enum": "Duration.SHORT"}, {"$enum": "Lambda.FIRST"}, "a/b"]))];
    let found = run_python(&mut cpython(), &python(&["Duration", "Lambda", "File"], &[text]), &given);
    let wanted = json!([{"$enum": "Duration.SHORT"}, {"$enum": "Lambda.FIRST"}, "a/b"]);
    assert_eq!(only(&found).value.to_json(), wanted, "{}", only(&found).reason);
}
