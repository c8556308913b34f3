//! Tests of pairing; they write functions as selectors with parameter names.
//!
//! The forms are `A.java#A.f(int a, long b)` and `a.py:A.f(a, b=)`. The character `=` marks an
//! optional parameter. The word `static` before the Java parameters marks a static method.

use super::*;
use mts_lang::SourceFile;
use mts_model::{FunctionKind, JavaType, Language, Param, Span};
use std::sync::Arc;

fn blank(language: Language, file: &str, qualified: &str, params: Vec<Param>) -> Function {
    let mut scope: Vec<String> = qualified.split('.').map(str::to_owned).collect();
    let mut name = scope.pop().expect("a name");
    let mut kind = if scope.is_empty() { FunctionKind::Function } else { FunctionKind::Method };
    if name == "<init>" {
        name = scope.last().expect("a class").clone();
        kind = FunctionKind::Constructor;
    } else if name == "__init__" {
        kind = FunctionKind::Constructor;
    }
    Function {
        language,
        file: file.to_owned(),
        package: String::new(),
        scope,
        name,
        kind,
        params,
        returns: JavaType::Unknown,
        span: Span::default(),
        body: Span::default(),
        line: 1,
        last_line: 1,
        parent: None,
        comment: String::new(),
        type_variables: Vec::new(),
        captured: None,
        broken: None,
    }
}

fn split_list(text: &str) -> Vec<String> {
    let mut depth = 0;
    let mut parts = vec![String::new()];
    for c in text.chars() {
        depth += i32::from(c == '<') - i32::from(c == '>');
        if c == ',' && depth == 0 {
            parts.push(String::new());
        } else {
            parts.last_mut().expect("one").push(c);
        }
    }
    parts.iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

fn java_type(text: &str) -> JavaType {
    if let Some(element) = text.strip_suffix("[]") {
        return java_type(element).array_of();
    }
    match text.split_once('<') {
        Some((name, args)) => JavaType::Class {
            name: name.to_owned(),
            args: split_list(args.trim_end_matches('>')).iter().map(|arg| java_type(arg)).collect(),
        },
        None => JavaType::from_name(text),
    }
}

pub(super) fn java(text: &str) -> Function {
    let (file, rest) = text.split_once('#').expect("#");
    let (name, params) = rest.trim_end_matches(')').split_once('(').expect("(");
    let (is_static, params) = params.strip_prefix("static ").map_or((false, params), |rest| (true, rest));
    let params = split_list(params).into_iter().enumerate().map(|(at, param)| {
        let (ty, name) = param
            .rsplit_once(' ')
            .map_or((param.clone(), format!("p{at}")), |(ty, name)| (ty.to_owned(), name.to_owned()));
        Param { name, ty: java_type(&ty), optional: false, is_rest: false }
    });
    let mut function = blank(Language::Java, file, name, params.collect());
    if is_static {
        function.kind = FunctionKind::StaticMethod;
    }
    function
}

pub(super) fn python(text: &str) -> Function {
    let (file, rest) = text.split_once(':').expect(":");
    let (name, params) = rest.trim_end_matches(')').split_once('(').unwrap_or((rest, ""));
    let params = split_list(params).into_iter().map(|param| Param {
        name: param.trim_end_matches('=').trim_start_matches('*').to_owned(),
        ty: JavaType::Unknown,
        optional: param.ends_with('=') || param.starts_with('*'),
        is_rest: param.starts_with('*'),
    });
    let mut function = blank(Language::Python, file, name, params.collect());
    // In these tests, a scope with a small first letter is a function.
    if function.scope.last().is_some_and(|last| last.starts_with(|c: char| c.is_lowercase() || c == '_')) {
        function.kind = FunctionKind::Nested;
    }
    function
}

fn paired_with(javas: &[&str], pythons: &[&str], config: &PairingConfig) -> Pairing {
    let (javas, pythons): (Vec<Function>, Vec<Function>) =
        (javas.iter().map(|text| java(text)).collect(), pythons.iter().map(|text| python(text)).collect());
    pair(&javas.iter().collect::<Vec<_>>(), &pythons.iter().collect::<Vec<_>>(), config, &|_| None)
}

/// Returns `Class.method -> file:qualname` for each pair, in the order of the Java functions.
fn arrows(pairing: &Pairing) -> Vec<String> {
    pairing.pairs.iter().map(|pair| format!("{} -> {}", pair.java.qualified(), pair.python.selector())).collect()
}

fn paired_by_name(javas: &[&str], pythons: &[&str]) -> Vec<String> {
    arrows(&paired_with(javas, pythons, &PairingConfig::default()))
}

fn config(pairs: &[(&str, &str)], unpaired: &[&str]) -> PairingConfig {
    PairingConfig::parse(pairs.iter().map(|(java, python)| (*java, *python, None)), unpaired.iter().copied())
        .expect("selectors")
}

#[test]
fn a_class_ported_as_a_class_is_paired_method_by_method() {
    let found = paired_by_name(
        &[
            "acme/Money.java#Money.<init>(long cents)",
            "acme/Money.java#Money.splitEvenly(int parts)",
            "acme/Money.java#Money.toString()",
            "acme/Money.java#Money.getCents()",
            "acme/Money.java#Money.debugDump()",
        ],
        &[
            "acme/money.py:Money.__init__(cents)",
            "acme/money.py:Money._split_evenly(parts)",
            "acme/money.py:Money.__str__",
            "acme/money.py:Money.cents",
            "acme/money.py:Money.other(x)",
        ],
    );
    let expected = [
        "Money.<init> -> acme/money.py:Money.__init__",
        "Money.splitEvenly -> acme/money.py:Money._split_evenly",
        "Money.toString -> acme/money.py:Money.__str__",
        "Money.getCents -> acme/money.py:Money.cents",
    ];
    assert_eq!(found, expected);
}

#[test]
fn static_methods_become_functions_of_the_module() {
    let found = paired_by_name(
        &[
            "src/TextTools.java#TextTools.md5Sum(static String s)",
            "src/TextTools.java#TextTools.main(static String[] args)",
        ],
        &["py/text-tools.py:md5sum(s)", "py/text-tools.py:main(argv)", "py/other.py:main(argv)"],
    );
    assert_eq!(found, ["TextTools.md5Sum -> py/text-tools.py:md5sum", "TextTools.main -> py/text-tools.py:main"]);
}

#[test]
fn a_function_of_an_unrelated_class_is_no_port_if_the_own_class_is_ported() {
    let found = paired_by_name(
        &[
            "Buffer.java#Buffer.append(int v)",
            "Buffer.java#Buffer.getBit(int i)",
            "Code.java#Code.getBit(static int x, int i)",
        ],
        &["code.py:_Buffer.append(v)", "code.py:Code.draw(x)", "code.py:_get_bit(x, i)", "code.py:Reader.get_bit(i)"],
    );
    assert_eq!(found, ["Buffer.append -> code.py:_Buffer.append", "Code.getBit -> code.py:_get_bit"]);
}

#[test]
fn functions_of_the_same_name_are_paired_by_class_and_folder() {
    let found = paired_by_name(
        &[
            "src/a/Money.java#Money.split(int n)",
            "src/b/Money.java#Money.split(int n)",
            "src/b/Purse.java#Purse.split(int n)",
        ],
        &["py/b/purse.py:Purse.split(n)", "py/b/money.py:Money.split(n)", "py/a/money.py:Money.split(n)"],
    );
    let expected = [
        "Money.split -> py/a/money.py:Money.split",
        "Money.split -> py/b/money.py:Money.split",
        "Purse.split -> py/b/purse.py:Purse.split",
    ];
    assert_eq!(found, expected);
}

#[test]
fn of_two_copies_of_a_port_all_pairs_use_the_same_copy() {
    let found = paired_by_name(
        &["Text.java#Text.trim(String s)", "Text.java#Text.pad(String s)", "Text.java#Text.pad(String s, int n)"],
        &[
            "py2/text.py:Text.trim(s)",
            "py2/text.py:Text.pad(s, n=)",
            "py3/text.py:Text.trim(s)",
            "py3/text.py:Text.pad(s, n=)",
        ],
    );
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found.iter().all(|one| one.contains("-> py3/")), "{found:?}");
}

#[test]
fn overloads_are_paired_by_number_of_parameters_and_merged_overloads_share_a_port() {
    let found = paired_by_name(
        &[
            "A.java#A.f(int x)",
            "A.java#A.f(int x, int y)",
            "A.java#A.g(int x)",
            "A.java#A.g(int x, int y)",
            "A.java#A.h(int x)",
            "A.java#A.h(int x, int y, int z)",
        ],
        &["a.py:A.f(x, y=)", "a.py:A.g(x)", "a.py:A.g(x, y)", "a.py:A.h(x)"],
    );
    let expected = ["A.f -> a.py:A.f", "A.f -> a.py:A.f", "A.g -> a.py:A.g", "A.g -> a.py:A.g", "A.h -> a.py:A.h"];
    assert_eq!(found, expected);
}

#[test]
fn an_overload_that_the_port_does_not_accept_is_no_pair_unless_it_accepts_any_arguments() {
    // The classes have different names, so the bodies decide which overload is the partner of the
    // port.
    let java = "class S2Text {\n  static int cut(String s) { return cut(s, 3); }\n  \
                static int cut(String s, int n) {\n    int total = 170;\n    \
                for (int at = 0; at < s.length(); at++) {\n      \
                if (s.charAt(at) == 'q') { total += 230 * at; }\n    }\n    return total % n;\n  }\n  \
                static int pad(String s, int n, char c) { return s.length() + n + c; }\n}\n";
    let port = |head: &str, n: &str| {
        format!(
            "class Text:\n    @staticmethod\n{head}\n        total = 170\n        for at in range(len(s)):\n            \
             if s[at] == 'q':\n                total += 230 * at\n        return total % {n}\n\n    \
             @staticmethod\n    def pad(s, n):\n        return len(s) + n\n"
        )
    };
    let rules = |python: &str| {
        let files = [("S2Text.java", java, Language::Java), ("text.py", python, Language::Python)];
        let files = files.map(|(path, text, language)| {
            Arc::new(SourceFile::parse(path, text.to_owned(), language).expect("parses"))
        });
        let [javas, pythons] = files.each_ref().map(|file| file.functions.iter().collect::<Vec<&Function>>());
        let sources = |function: &Function| files.iter().find(|file| file.path == function.file).cloned();
        let pairing = pair(&javas, &pythons, &PairingConfig::default(), &sources);
        let unpaired: Vec<String> = pairing.unpaired.iter().map(|(_, reason)| reason.rule.to_string()).collect();
        (arrows(&pairing), unpaired)
    };
    let paired =
        |names: &[&str]| names.iter().map(|name| format!("S2Text.{name} -> text.py:Text.{name}")).collect::<Vec<_>>();
    let missing = vec!["no-overload".to_owned()];
    assert_eq!(rules(&port("    def cut(s):", "3")), (paired(&["cut", "pad"]), missing));
    for (head, n) in [
        ("    def cut(s, n=3):", "n"),
        ("    def cut(s, *args):", "(args[0] if args else 3)"),
        ("    @variadic\n    def cut(s):", "3"),
    ] {
        assert_eq!(rules(&port(head, n)), (paired(&["cut", "cut", "pad"]), Vec::new()), "{head}");
    }
}

#[test]
fn private_helpers_may_be_nested_in_the_port() {
    let found = paired_by_name(
        &["Tree.java#Tree.<init>(Node root)", "Tree.java#Tree.buildList(Node node, int depth)"],
        &["tree.py:Tree.__init__(root)", "tree.py:Tree.__init__.build_list(node, depth)"],
    );
    assert_eq!(found, ["Tree.<init> -> tree.py:Tree.__init__", "Tree.buildList -> tree.py:Tree.__init__.build_list"]);
}

#[test]
fn a_renamed_class_is_recognized_by_its_methods() {
    let found = paired_by_name(
        &[
            "Strings.java#Strings.padLeft(static String s, int n)",
            "Strings.java#Strings.padRight(static String s, int n)",
            "Strings.java#Strings.squeeze(static String s)",
            "Strings.java#Strings.writeCodeLength(static int n)",
        ],
        &["text.py:pad_left(s, n)", "text.py:pad_right(s, n)", "text.py:squeeze(s)", "text.py:write_code_len(n)"],
    );
    assert_eq!(found.len(), 4, "{found:?}");
    let found = paired_by_name(
        &["A.java#Outer.Patch.<init>()", "A.java#Outer.Patch.toString()"],
        &["a.py:patch_obj.__str__", "a.py:patch_obj.__init__"],
    );
    assert_eq!(
        found,
        ["Outer.Patch.<init> -> a.py:patch_obj.__init__", "Outer.Patch.toString -> a.py:patch_obj.__str__"]
    );
}

#[test]
fn a_renamed_class_is_recognized_by_its_accessors_despite_a_similar_class_name() {
    let found = paired_by_name(
        &[
            "OrderRow.java#OrderRow.getPrice()",
            "OrderRow.java#OrderRow.getCount()",
            "OrderRow.java#OrderRow.toText()",
            "OrderRow.java#OrderRow.setCount(int count)",
            "OrderHelper.java#OrderHelper.total(OrderRow row)",
        ],
        &[
            "order.py:Order.price()",
            "order.py:Order.count()",
            "order.py:Order.to_text()",
            "order_helper.py:OrderHelper.total(row)",
        ],
    );
    for pair in ["getPrice -> Order.price", "toText -> Order.to_text", "total -> OrderHelper.total"] {
        let (java, python) = pair.split_once(" -> ").expect("an arrow");
        assert!(found.iter().any(|one| one.contains(java) && one.ends_with(python)), "{pair}: {found:?}");
    }
}

#[test]
fn a_method_with_two_possible_ports_yields_to_a_method_with_one() {
    // `add` alone would be paired with `__add__`, because the parameter names are equal. Then
    // `plus` would have no partner.
    let found = paired_by_name(
        &["Vec.java#Vec.add(Vec other)", "Vec.java#Vec.plus(Vec vector)"],
        &["vec.py:Vec.__add__(other)", "vec.py:Vec.append(vector)"],
    );
    assert_eq!(found, ["Vec.add -> vec.py:Vec.append", "Vec.plus -> vec.py:Vec.__add__"]);
    assert_eq!(
        paired_by_name(&["Vec.java#Vec.add(Vec other)"], &["vec.py:Vec.__add__(other)", "vec.py:Vec.append(vector)"]),
        ["Vec.add -> vec.py:Vec.__add__"]
    );
}

#[test]
fn a_pair_with_equal_names_wins_over_two_pairs_with_similar_names() {
    let found = paired_by_name(
        &["Log.java#Log.readLine(int n)", "Log.java#Log.readAllLines(int n)"],
        &["log.py:Log.read_line(n)", "log.py:Log.read_line_quickly(n)"],
    );
    assert_eq!(found[0], "Log.readLine -> log.py:Log.read_line");
}

#[test]
fn common_names_alone_do_not_make_a_pair() {
    let pairing = paired_with(
        &["A.java#A.main(static String[] args)", "A.java#A.get(int i)", "A.java#A.computeTax(static int i)"],
        &["tool.py:main(argv)", "Zoo.py:Lion.get(i)", "fees.py:compute_tax(i)"],
        &PairingConfig::default(),
    );
    assert_eq!(arrows(&pairing), ["A.computeTax -> fees.py:compute_tax"]);
    let details: Vec<&str> = pairing.unpaired.iter().map(|(_, reason)| reason.detail.as_str()).collect();
    assert!(details[0].contains("the most similar Python function is `tool.py:main`"), "{details:?}");
    assert!(details[1].contains("another class"), "{details:?}");
}

#[test]
fn the_configuration_takes_precedence_over_markers_and_markers_over_names() {
    let javas = ["A.java#A.f(int x)", "A.java#A.g(int x)", "A.java#A.h(int x)"].map(java);
    let mut pythons = ["a.py:A.f(x)", "a.py:A.g(x)", "a.py:A.h(x)", "b.py:x(x)", "b.py:y(x)"].map(python);
    pythons[3].comment = "# mts: port-of A.java#A.f(int)\n# mts: port-of A.g".to_owned();
    let config = config(&[("A.java#A.f", "b.py:y")], &[]);
    let pairing = pair(&javas.iter().collect::<Vec<_>>(), &pythons.iter().collect::<Vec<_>>(), &config, &|_| None);
    assert_eq!(arrows(&pairing), ["A.f -> b.py:y", "A.g -> b.py:x", "A.h -> a.py:A.h"]);
    let rules: Vec<String> = pairing.pairs.iter().map(|pair| pair.reason.rule.to_string()).collect();
    assert_eq!(rules, ["configured", "marker", "name"]);
    assert!(pairing.pairs.iter().take(2).all(|pair| (pair.reason.confidence - 1.0).abs() < f64::EPSILON));
}

#[test]
fn a_marker_on_the_java_side_also_applies() {
    let mut javas = ["A.java#A.f(int x)"].map(java);
    javas[0].comment = "/**\n * Doubles.\n * mts: ported-to b.py:twice\n */".to_owned();
    let pythons = ["a.py:A.f(x)", "b.py:twice(x)"].map(python);
    let pairing = pair(
        &javas.iter().collect::<Vec<_>>(),
        &pythons.iter().collect::<Vec<_>>(),
        &PairingConfig::default(),
        &|_| None,
    );
    assert_eq!(arrows(&pairing), ["A.f -> b.py:twice"]);
}

#[test]
fn excluded_functions_are_never_paired() {
    let config = config(&[("A.f", "a.py:A.f")], &["A.java#A.f", "Nobody.f"]);
    let pairing = paired_with(&["A.java#A.f(int x)"], &["a.py:A.f(x)"], &config);
    assert!(pairing.pairs.is_empty());
    assert_eq!(pairing.unpaired[0].1.rule, PairingRule::Excluded);
    assert_eq!(pairing.notes[0].to_string(), "unpaired: `Nobody.f` matches no Java function");
    assert_eq!(pairing.notes.len(), 1);
}

#[test]
fn an_entry_without_a_function_has_a_note_and_a_later_entry_applies() {
    let config = config(&[("A.f", "gone.py:f"), ("A.f", "b.py:g"), ("f", "b.py:g")], &[]);
    let pairing = paired_with(&["A.java#A.f(int x)", "B.java#B.f(int x)"], &["b.py:g(x)"], &config);
    assert_eq!(arrows(&pairing), ["A.f -> b.py:g"]);
    assert_eq!(pairing.notes.len(), 2);
    assert!(pairing.notes[0].to_string().contains("`gone.py:f` matches no function"), "{:?}", pairing.notes);
    assert!(pairing.notes[1].to_string().contains("ambiguous"), "{:?}", pairing.notes);
}

#[test]
fn globs_on_both_sides_pair_the_matched_functions_by_name() {
    let config = config(&[("Old.java#Old.*", "brand/new.py:*")], &[]);
    let pairing = paired_with(
        &["Old.java#Old.readAll(int x)", "Old.java#Old.close()", "Else.java#Else.close()"],
        &["brand/new.py:Fresh.close", "brand/new.py:read_all(x)"],
        &config,
    );
    assert_eq!(arrows(&pairing), ["Old.readAll -> brand/new.py:read_all", "Old.close -> brand/new.py:Fresh.close"]);
}

#[test]
fn positions_of_the_configuration_are_used() {
    let config = PairingConfig::parse([("A.f", "a.py:f", Some(&[1, 0][..]))], []).expect("selectors");
    let pairing = paired_with(&["A.java#A.f(int x, int y)"], &["a.py:f(x, y)"], &config);
    assert_eq!(pairing.pairs[0].arguments, [1, 0]);
}

#[test]
fn a_wrong_selector_is_an_error_with_its_place() {
    let error = PairingConfig::parse([("A.f", "a.py#f", None)], []).expect_err("a refusal");
    assert_eq!(error.location, "pairs[0].python");
    let error = PairingConfig::parse([], ["A..f"]).expect_err("a refusal");
    assert_eq!(error.location, "unpaired[0]");
}

#[test]
fn every_java_function_has_one_result_independent_of_the_order_of_the_files() {
    let javas = [
        "A.java#A.f(int x)",
        "A.java#A.g(int x)",
        "B.java#B.f(int x)",
        "C.java#C.<init>(int x)",
        "A.java#A.f(int x, int y)",
    ];
    let pythons = ["a.py:A.f(x)", "a.py:f(x)", "b.py:B.f(x)", "b.py:B.g(x)", "c.py:C.__init__(x)", "a.py:A.f(x, y)"];
    let forward = paired_with(&javas, &pythons, &PairingConfig::default());
    assert_eq!(forward.pairs.len() + forward.unpaired.len(), javas.len());
    let reversed: Vec<&str> = pythons.iter().rev().copied().collect();
    let backward = paired_with(&javas, &reversed, &PairingConfig::default());
    assert_eq!(arrows(&forward), arrows(&backward));
}

#[test]
fn rows_have_the_documented_keys_and_columns() {
    let pairing = paired_with(
        &["m/A.java#A.f(int[] x, Map<String,Integer> m)", "m/A.java#A.<init>()", "m/A.java#A.onlyHere()"],
        &["m/a.py:A.f(x, m)", "m/a.py:A.__init__(size)"],
        &PairingConfig::default(),
    );
    let rows = list::rows(&pairing);
    let json = serde_json::to_value(&rows).expect("JSON");
    assert_eq!(json[0]["java"]["class"], "A");
    let by_method =
        |name: &str| json.as_array().expect("rows").iter().find(|row| row["java"]["method"] == name).expect(name);
    assert_eq!(by_method("f")["java"]["params"], serde_json::json!(["int[]", "Map<String, Integer>"]));
    assert_eq!(by_method("f")["python"]["qualname"], "A.f");
    assert!(by_method("onlyHere")["python"].is_null());
    assert!(by_method("<init>")["obstacle"].as_str().expect("an obstacle").contains("`size`"));
    let table = list::table(&rows);
    assert!(table.contains("2 of 3 Java functions have a counterpart"), "{table}");
    assert!(table.starts_with("m/A.java\n"), "{table}");
}
