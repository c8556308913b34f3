use super::*;
use Equality::{Different, Equal, Incomparable, TypeDrift};
use mts_model::{PortSubstitutes, TypeMode};
use proptest::prelude::*;

fn same(java: &Value, python: &Value, ty: &JavaType) -> Equality {
    compare_values(java, python, ty, &Rules::default())
}

#[test]
fn a_value_that_a_condition_takes_as_the_same_boolean_has_type_drift() {
    let boolean = JavaType::Primitive(Primitive::Boolean);
    for falsy in [Value::Null, text(""), Value::List(Vec::new()), Value::Map(Vec::new())] {
        assert_eq!(same(&Value::Bool(false), &falsy, &boolean), TypeDrift, "{falsy:?}");
        assert_eq!(same(&Value::Bool(true), &falsy, &boolean), Different, "{falsy:?}");
    }
    assert_eq!(same(&Value::Bool(true), &text("no"), &boolean), TypeDrift);
    assert_eq!(same(&Value::Bool(false), &text("no"), &boolean), Different);
    // A `Boolean` can be null itself.
    let boxed = JavaType::Boxed(Primitive::Boolean);
    assert_eq!(same(&Value::Bool(false), &Value::Null, &boxed), Different);
    let strict = Rules { types: TypeMode::Strict, ..Rules::default() };
    assert_eq!(compare_values(&Value::Bool(false), &Value::Null, &boolean, &strict), Different);
}

fn text(s: &str) -> Value {
    Value::Str(s.to_owned())
}

fn ints(items: &[i64]) -> Vec<Value> {
    items.iter().copied().map(Value::Int).collect()
}

fn class(name: &str, args: &[JavaType]) -> JavaType {
    JavaType::Class { name: name.to_owned(), args: args.to_vec() }
}

fn object(name: &str, fields: &[(&str, Value)]) -> Value {
    let fields = fields.iter().map(|(n, v)| ((*n).to_owned(), v.clone())).collect();
    Value::Object { class: name.to_owned(), fields }
}

#[test]
fn a_char_equals_a_string_of_length_one_and_its_code_point_is_type_drift() {
    let char = JavaType::Primitive(Primitive::Char);
    assert_eq!(same(&text("a"), &text("a"), &char), Equal);
    assert_eq!(same(&text("a"), &Value::Int(97), &char), TypeDrift);
    assert_eq!(same(&text("a"), &Value::Int(98), &char), Different);
    assert_eq!(same(&text("7"), &Value::Int(7), &char), Different);
    assert_eq!(same(&text("a"), &Value::Int(97), &JavaType::Unknown), TypeDrift);
    assert_eq!(same(&Value::Int(97), &text("a"), &JavaType::Unknown), Different, "an `int` is no `char`");
    assert_eq!(same(&text("a"), &Value::Int(97), &JavaType::String), Different);
}

#[test]
fn a_lone_surrogate_is_a_char_like_any_other() {
    let char = JavaType::Primitive(Primitive::Char);
    assert_eq!(same(&Value::Utf16(vec![0xd800]), &Value::Int(0xd800), &char), TypeDrift);
    assert_eq!(same(&Value::Utf16(vec![0x61]), &text("a"), &JavaType::String), Equal);
}

#[test]
fn an_array_of_chars_and_a_string_are_equal_with_type_drift() {
    let chars = JavaType::Primitive(Primitive::Char).array_of();
    let list = Value::List(vec![text("a"), text("b")]);
    assert_eq!(same(&list, &text("ab"), &chars), TypeDrift);
    assert_eq!(same(&list, &text("ba"), &chars), Different);
    assert_eq!(same(&list, &text("ab"), &JavaType::String.array_of()), Different);
    // The type of a field is unknown.
    assert_eq!(same(&list, &text("ab"), &JavaType::Unknown), TypeDrift);
    assert_eq!(same(&Value::List(vec![text("ab")]), &text("ab"), &JavaType::Unknown), Different);
}

#[test]
fn java_bytes_are_signed_and_python_bytes_are_not() {
    let bytes = JavaType::Primitive(Primitive::Byte).array_of();
    assert_eq!(same(&Value::List(ints(&[-1, 65])), &Value::Bytes(vec![255, 65]), &bytes), Equal);
    assert_eq!(same(&Value::List(ints(&[-1])), &Value::List(ints(&[255])), &bytes), Different);
}

#[test]
fn the_element_type_decides_inside_arrays_and_lists() {
    let floats = JavaType::Primitive(Primitive::Float).array_of();
    let (a, b) = (Value::List(vec![Value::Float(f64::from(0.1f32))]), Value::List(vec![Value::Float(0.1)]));
    assert_eq!(same(&a, &b, &floats), Equal);
    assert_eq!(same(&a, &b, &JavaType::Primitive(Primitive::Double).array_of()), Different);
    let list = class("List", &[JavaType::Boxed(Primitive::Char)]);
    assert_eq!(same(&Value::List(vec![text("a")]), &Value::List(ints(&[97])), &list), TypeDrift);
}

#[test]
fn the_order_of_sets_is_not_compared() {
    let (a, b) = (Value::Set(ints(&[1, 2])), Value::Set(ints(&[2, 1])));
    for name in ["Set", "HashSet", "java.util.Set", "LinkedHashSet", "TreeSet"] {
        assert_eq!(same(&a, &b, &class(name, &[])), Equal, "{name}");
    }
    assert_eq!(same(&a, &b, &JavaType::Unknown), Equal);
    let swapped = Value::List(ints(&[2, 1]));
    assert_eq!(same(&a, &swapped, &class("TreeSet", &[])), Different, "a list has one");
}

#[test]
fn a_sorted_set_and_a_list_in_its_order_are_equal_with_type_drift() {
    let (a, b) = (Value::Set(ints(&[1, 2])), Value::List(ints(&[1, 2])));
    assert_eq!(same(&a, &b, &class("TreeSet", &[])), TypeDrift);
    assert_eq!(same(&a, &b, &class("Set", &[])), Different);
}

#[test]
fn maps_pair_keys_with_their_values() {
    let map = |pairs: &[(i64, i64)]| Value::Map(pairs.iter().map(|(k, v)| (Value::Int(*k), Value::Int(*v))).collect());
    let (a, b) = (map(&[(1, 10), (2, 20)]), map(&[(2, 20), (1, 10)]));
    assert_eq!(same(&a, &b, &class("Map", &[])), Equal);
    assert_eq!(same(&a, &b, &class("TreeMap", &[])), Different);
    assert_eq!(same(&a, &map(&[(2, 10), (1, 20)]), &class("Map", &[])), Different);
}

#[test]
fn objects_match_by_fields_under_any_naming_convention() {
    let java = object("acme.Money", &[("wholeParts", Value::Int(1)), ("cents", Value::Int(2))]);
    let python = object("Money", &[("_Money__cents", Value::Int(2)), ("_whole_parts", Value::Int(1))]);
    assert_eq!(same(&java, &python, &class("Money", &[])), Equal);
    let prefixed = object("Money", &[("m_cents", Value::Int(2)), ("m_whole_parts", Value::Int(1))]);
    assert_eq!(same(&java, &prefixed, &class("Money", &[])), Equal);
}

#[test]
fn objects_are_compared_by_the_fields_that_both_have() {
    let java = object("Money", &[("cents", Value::Int(2)), ("cache", Value::Null)]);
    let port = |cents| object("Money", &[("_cents", Value::Int(cents)), ("_currency", text("EUR"))]);
    assert_eq!(same(&java, &port(2), &class("Money", &[])), Equal);
    assert_eq!(same(&java, &port(3), &class("Money", &[])), Different);
}

#[test]
fn values_of_incompatible_kinds_are_incomparable() {
    let diff = object("Diff", &[("operation", Value::Enum("Operation.DELETE".into())), ("text", text("aa"))]);
    let list = Value::List(vec![Value::Int(-1), text("aa")]);
    let others = [list, text("aa"), Value::Int(1), Value::Map(vec![]), object("Pair", &[("first", Value::Int(1))])];
    for other in others.iter().chain([&object("Blank", &[])]) {
        assert_eq!(same(&diff, other, &JavaType::Unknown), Incomparable, "{other:?}");
        assert_eq!(same(other, &diff, &JavaType::Unknown), Incomparable, "{other:?}");
    }
    assert_eq!(same(&diff, &Value::Null, &JavaType::Unknown), Different, "null is a comparable value");
    assert_eq!(same(&object("A", &[]), &object("B", &[]), &JavaType::Unknown), Equal);
}

#[test]
fn a_difference_counts_despite_an_incomparable_part() {
    let segment = |mode, chars| object("Segment", &[("mode", mode), ("num_chars", Value::Int(chars))]);
    let java = segment(Value::Enum("Mode.NUMERIC".into()), 0);
    let mode = object("Mode", &[("_bits", Value::Int(1))]);
    assert_eq!(same(&java, &segment(mode.clone(), 0), &JavaType::Unknown), Incomparable);
    assert_eq!(same(&java, &segment(mode, 7), &JavaType::Unknown), Different);
    let named = object("Mode", &[("_name_", text("NUMERIC"))]);
    assert_eq!(same(&java, &segment(named, 0), &JavaType::Unknown), TypeDrift);
}

#[test]
fn enums_match_by_constant() {
    assert_eq!(same(&Value::Enum("Color.RED".into()), &Value::Enum("Colour.RED".into()), &JavaType::Unknown), Equal);
    assert_eq!(same(&Value::Enum("Color.RED".into()), &text("RED"), &JavaType::Unknown), TypeDrift);
    assert_eq!(same(&Value::Enum("Color.DARK_RED".into()), &text("dark-red"), &JavaType::Unknown), TypeDrift);
    assert_eq!(same(&Value::Enum("Color.RED".into()), &text("blue"), &JavaType::Unknown), Different);
    assert_eq!(same(&Value::Enum("Color.RED".into()), &Value::Int(0), &JavaType::Unknown), Different);
    let unported = Value::Enum(format!("{}Color.RED", PortSubstitutes::UNPORTED));
    assert_eq!(
        same(&unported, &Value::Int(0), &JavaType::Unknown),
        Incomparable,
        "the constants of the port are unknown"
    );
    assert_eq!(same(&unported, &text("RED"), &JavaType::Unknown), TypeDrift);
    assert_eq!(same(&unported, &Value::Null, &JavaType::Unknown), Incomparable);
    let (java, python) = (object("Pen", &[("color", unported.clone())]), object("Pen", &[("color", Value::Null)]));
    assert_eq!(same(&java, &python, &JavaType::Unknown), Equal, "the enum is the defect, not each object");
    assert_eq!(
        same(&Value::Enum("Color.RED".into()), &Value::Enum("Color.BLUE".into()), &JavaType::Unknown),
        Different
    );
}

#[test]
fn null_void_and_an_empty_optional_equal_none() {
    for ty in [JavaType::Void, JavaType::Boxed(Primitive::Int), class("Optional", &[JavaType::String])] {
        assert_eq!(same(&Value::Null, &Value::Null, &ty), Equal);
        assert_eq!(same(&Value::Null, &Value::Int(0), &ty), Different);
    }
    let chars = class("Optional", &[JavaType::Boxed(Primitive::Char)]);
    assert_eq!(same(&text("a"), &Value::Int(97), &chars), TypeDrift);
}

#[test]
fn cycles_are_compared_by_their_values_and_the_comparison_ends() {
    let ring = |n: i64| object("Node", &[("value", Value::Int(n)), ("next", Value::Ref(0))]);
    assert_eq!(same(&ring(1), &ring(1), &JavaType::Unknown), Equal);
    assert_eq!(same(&ring(1), &ring(2), &JavaType::Unknown), Different);
    // The same cycle, with one more node before it.
    let twice = object("Node", &[("value", Value::Int(1)), ("next", ring(1))]);
    assert_eq!(same(&ring(1), &twice, &JavaType::Unknown), Equal);
}

#[test]
fn with_strict_types_a_type_drift_is_a_difference() {
    let strict = Rules { types: TypeMode::Strict, ..Rules::default() };
    assert_eq!(compare_values(&Value::Int(1), &Value::Float(1.0), &JavaType::INT, &strict), Different);
    assert_eq!(compare_values(&Value::Int(1), &Value::Int(1), &JavaType::INT, &strict), Equal);
    // With one tolerance, numbers are compared as floats: 10^31 as an integer and 1e31 as a double
    // are not the same integer.
    let numbers = Rules { rel_tol: Some(1e-9), ..strict };
    let ten = Value::integer(num_bigint::BigInt::from(10).pow(31));
    let compare = |java: &Value, python: &Value, ty: &JavaType| compare_values(java, python, ty, &numbers);
    let double = JavaType::Primitive(Primitive::Double);
    assert_eq!(compare(&Value::Float(1e31), &ten, &double), TypeDrift);
    assert_eq!(compare(&Value::Float(1e31), &Value::integer(num_bigint::BigInt::from(10).pow(30)), &double), Different);
    let long = JavaType::Primitive(Primitive::Long);
    let odd = (1 << 53) + 1;
    assert_eq!(compare(&Value::Int(odd), &Value::Float(9_007_199_254_740_992.0), &long), Different);
}

#[test]
fn a_set_with_type_drift_of_an_element_has_type_drift() {
    let (a, b) = (Value::Set(ints(&[1, 2, 3])), Value::Set(vec![Value::Int(3), Value::Float(1.0), Value::Int(2)]));
    assert_eq!(same(&a, &b, &JavaType::Unknown), TypeDrift);
}

#[test]
fn large_sets_are_compared_in_time() {
    let forwards: Vec<i64> = (0..20_000).collect();
    let backwards: Vec<i64> = (0..20_000).rev().collect();
    assert_eq!(same(&Value::Set(ints(&forwards)), &Value::Set(ints(&backwards)), &JavaType::Unknown), Equal);
}

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        (-3i64..4).prop_map(Value::Int),
        any::<i64>().prop_map(Value::Int),
        (-3i32..4).prop_map(|n| Value::Float(f64::from(n))),
        any::<f64>().prop_map(Value::Float),
        "[ab]{0,2}".prop_map(Value::Str),
        proptest::collection::vec(0xd800u16..0xe000, 1..3).prop_map(Value::Utf16),
        proptest::collection::vec(any::<u8>(), 0..3).prop_map(Value::Bytes),
        "[AB]".prop_map(Value::Enum),
        "[A-C]Error".prop_map(|class| Value::Exception { class, message: String::new() }),
    ];
    leaf.prop_recursive(3, 20, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::List),
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::Set),
            proptest::collection::vec((inner.clone(), inner.clone()), 0..3).prop_map(Value::Map),
            proptest::collection::btree_map("[a-c]", inner, 0..3)
                .prop_map(|fields| Value::Object { class: "C".into(), fields: fields.into_iter().collect() }),
        ]
    })
}

fn any_type() -> impl Strategy<Value = JavaType> {
    static NAMES: [&str; 12] =
        ["int", "long", "double", "float", "char", "boolean", "String", "Object", "Set", "TreeSet", "Map", "T"];
    let leaf = prop_oneof![proptest::sample::select(&NAMES[..]).prop_map(JavaType::from_name), Just(JavaType::Unknown)];
    (leaf, 0..3u8).prop_map(|(leaf, shape)| match shape {
        0 => leaf,
        1 => leaf.array_of(),
        _ => JavaType::Class { name: "List".into(), args: vec![leaf] },
    })
}

proptest! {
    #[test]
    fn every_value_equals_itself(value in any_value(), ty in any_type(), exact in any::<bool>()) {
        let rules = Rules { exact_floats: exact, ..Rules::default() };
        prop_assert_eq!(compare_values(&value, &value, &ty, &rules), Equal);
    }

    // Type drift depends on the sides: a list of chars as a field of Java may be a string of Python, but not the other
    // way round.
    #[test]
    fn equality_without_type_drift_is_symmetric(a in any_value(), b in any_value(), ty in any_type()) {
        let found = [same(&a, &b, &ty), same(&b, &a, &ty)].map(|found| if found == TypeDrift { Different } else { found });
        prop_assert_eq!(found[0], found[1]);
    }

    #[test]
    fn strict_types_never_make_values_more_equal(a in any_value(), b in any_value(), ty in any_type()) {
        let strict = Rules { types: TypeMode::Strict, exact_floats: true, ..Rules::default() };
        prop_assert!(compare_values(&a, &b, &ty, &strict) >= same(&a, &b, &ty));
    }

    #[test]
    fn a_set_equals_every_permutation_of_itself(items in proptest::collection::vec(any_value(), 0..6), by in 0usize..6) {
        let mut turned = items.clone();
        turned.rotate_left(if items.is_empty() { 0 } else { by % items.len() });
        prop_assert_eq!(same(&Value::Set(items), &Value::Set(turned), &JavaType::Unknown), Equal);
    }
}

#[test]
fn unset_fields_match_empty_fields_and_a_class_matches_its_counterpart() {
    let object = |class: &str, fields: &[(&str, Value)]| Value::Object {
        class: class.to_owned(),
        fields: fields.iter().map(|(name, held)| ((*name).to_owned(), held.clone())).collect(),
    };
    let compare = |java: &Value, python: &Value| compare_values(java, python, &JavaType::Unknown, &Rules::default());
    let text = |text: &str| Value::Str(text.to_owned());
    let held = |value: Value| object("Tag", &[("text", value)]);
    assert_eq!(compare(&held(Value::Null), &held(text(""))), Equality::TypeDrift);
    assert_eq!(compare(&held(Value::Null), &held(text("a"))), Equality::Different);
    for empty in [Value::List(vec![]), Value::Set(vec![]), Value::Map(vec![])] {
        assert_eq!(compare(&held(Value::Null), &held(empty.clone())), Equality::TypeDrift);
        assert_eq!(compare(&held(text("")), &held(empty)), Equality::Different);
    }
    assert_eq!(compare(&held(Value::Null), &held(Value::List(vec![text("a")]))), Equality::Different);
    let boxed = |value: Value| object("Box", &[("tag", held(value))]);
    assert_eq!(compare(&boxed(Value::Null), &boxed(Value::List(vec![]))), Equality::TypeDrift, "never silently equal");
    let strict = Rules { types: TypeMode::Strict, ..Rules::default() };
    let (null, empty) = (held(Value::Null), held(Value::Map(vec![])));
    assert_eq!(compare_values(&null, &empty, &JavaType::Unknown, &strict), Equality::Different);
    let bytes = |text: &str| Value::Bytes(text.as_bytes().to_vec());
    assert_eq!(compare(&held(text("\u{e9}")), &held(bytes("\u{e9}"))), Equality::TypeDrift, "a text as UTF-8 bytes");
    assert_eq!(compare(&held(text("a")), &held(bytes("b"))), Equality::Different);
    assert_eq!(compare(&text("a"), &bytes("a")), Equality::Different, "a result is no field");
    // The comparison of an object does not report the unset fields of an inner object.
    assert_eq!(
        compare(&object("Box", &[("tag", held(Value::Null))]), &object("Box", &[("tag", held(text("")))])),
        Equality::Equal
    );
    // A null result and an empty result differ, although null and empty fields do not.
    assert_eq!(compare(&Value::Null, &text("")), Equality::Different);

    let java = |name: &str| object("java.lang.Class", &[("text", text(name))]);
    let python = |name: &str| object("type", &[("name", text(name))]);
    for (a, b, wanted) in [
        ("class java.lang.String", "str", Equality::Equal),
        ("class java.lang.Long", "int", Equality::Equal),
        ("interface java.util.List", "list", Equality::Equal),
        ("class acme.Outer$Item", "Item", Equality::Equal),
        ("class java.lang.String", "int", Equality::Incomparable),
    ] {
        assert_eq!(compare(&java(a), &python(b)), wanted, "{a} {b}");
    }
    // The object on one side has no fields.
    assert_eq!(compare(&object("acme.Order", &[]), &object("Order", &[("count", Value::Int(1))])), Equality::Equal);
    assert_eq!(
        compare(&object("acme.Order", &[]), &object("Other", &[("count", Value::Int(1))])),
        Equality::Incomparable
    );
}

#[test]
fn the_path_of_the_worst_difference_has_the_names_of_both_sides() {
    let item = |n: i64, count: &str| object("Item", &[(count, Value::Int(n)), ("name", text("a"))]);
    let java = object("Box", &[("theItems", Value::Map(vec![(text("k"), item(1, "itemCount"))]))]);
    let python = object("Box", &[("_the_items", Value::Map(vec![(text("k"), item(2, "item_count"))]))]);
    let rules = Rules::default();
    let mut comparer = Comparer::new(&rules, containers(&[&java]), containers(&[&python])).with_tracker();
    assert_eq!(comparer.value(&java, &python, &JavaType::Unknown), Different);
    let place = comparer.into_path().expect("a place");
    assert_eq!(place.paths(), (".theItems['k'].itemCount".to_owned(), "._the_items['k'].item_count".to_owned()));
    assert_eq!((place.field(), place.values), (Some("theItems"), (&Value::Int(1), &Value::Int(2))));
}

#[test]
fn of_an_ordering_only_the_sign_is_compared() {
    let ordered = |a, b| same(&Value::Int(a), &Value::Int(b), &ReturnConvention::Sign.ty());
    assert_eq!([ordered(-32, -1), ordered(0, 0), ordered(2, 1)], [Equal; 3]);
    assert_eq!([ordered(-1, 1), ordered(0, 1)], [Different; 2]);
    let large = Value::integer(num_bigint::BigInt::from(1) << 70_u32);
    assert_eq!(same(&Value::Int(2), &large, &ReturnConvention::Sign.ty()), Equal);
    assert_ne!(same(&Value::Int(1), &Value::Bool(true), &ReturnConvention::Sign.ty()), Equal, "a truth is no number");
}

#[test]
fn a_tuple_of_the_fields_of_an_object_equals_the_object() {
    let fields = [("kind", Value::Int(-1)), ("text", text("a"))];
    let edit = object(&format!("{}acme.Edit", PortSubstitutes::TUPLE), &fields);
    let other = object("acme.Edit", &fields);
    let compared = |items: &[Value]| same(&edit, &Value::List(items.to_vec()), &JavaType::Unknown);
    assert_eq!(compared(&[Value::Int(-1), text("a")]), Equal);
    assert_eq!(compared(&[Value::Int(1), text("a")]), Different);
    // If the class has no mark that the port uses a tuple, the list may have another order.
    let items = Value::List(vec![Value::Int(1), text("a")]);
    assert_eq!(same(&other, &items, &JavaType::Unknown), Incomparable);
    // Elements of other types, or additional elements: the tool does not know their meaning.
    assert_eq!(compared(&[text("a"), Value::Int(-1)]), Incomparable);
    assert_eq!(compared(&[Value::Int(-1), text("a"), Value::Null]), Incomparable);
}

#[test]
fn a_dict_with_the_fields_of_an_object_equals_the_object() {
    let fields = [("lat1", Value::Int(1)), ("s12", Value::Int(2)), ("S12", Value::Int(3)), ("gridName", text("a"))];
    let java = object("acme.Position", &fields);
    let dict = |entries: &[(&str, Value)]| Value::Map(entries.iter().map(|(k, v)| (text(k), v.clone())).collect());
    let compared = |entries: &[(&str, Value)]| same(&java, &dict(entries), &JavaType::Unknown);
    assert_eq!(compared(&fields), Equal);
    assert_eq!(compared(&[("S12", Value::Int(3)), ("grid_name", text("a"))]), Equal);
    assert_eq!(compared(&[("s12", Value::Int(3))]), Different, "another field differs only by case");
    assert_eq!(compared(&[("lat1", Value::Int(2))]), Different);
    assert_eq!(compared(&[("lat1", Value::Int(1)), ("other", Value::Null)]), Incomparable);
    assert_eq!(compared(&[]), Incomparable);
}
