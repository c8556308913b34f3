use super::*;
use mts_model::Primitive;
use proptest::prelude::*;

fn call(args: Vec<Value>) -> Input {
    Input { receiver: None, args, origin: InputOrigin::Suite }
}

fn ints(items: &[i64]) -> Value {
    Value::List(items.iter().copied().map(Value::Int).collect())
}

fn class(name: &str, args: Vec<JavaType>) -> JavaType {
    JavaType::Class { name: name.to_owned(), args }
}

/// Returns the smallest call that a search by [`smaller`] reaches while `shows` holds.
fn smallest(mut input: Input, types: &[JavaType], shows: impl Fn(&[Value]) -> bool) -> Input {
    while let Some(next) = smaller(&input, types, &[]).into_iter().filter(|c| shows(&c.args)).min_by_key(call_size) {
        input = next;
    }
    input
}

#[test]
fn a_large_number_is_shrunk_to_the_smallest_failing_number() {
    let found = smallest(
        call(vec![Value::Int(-987_654)]),
        &[JavaType::INT],
        |args| matches!(args[0], Value::Int(n) if n.abs() > 1_000),
    );
    assert_eq!(found.args, [Value::Int(1_001)]);
}

#[test]
fn a_length_is_shrunk_together_with_its_array() {
    let types = [JavaType::INT.array_of(), JavaType::INT];
    let holds = |args: &[Value]| {
        let (Value::List(items), Value::Int(n)) = (&args[0], &args[1]) else { return false };
        i64::try_from(items.len()) == Ok(*n) && items.contains(&Value::Int(7))
    };
    let found = smallest(call(vec![ints(&[5, 7, 9, 11, 3, 2]), Value::Int(6)]), &types, holds);
    assert_eq!(found.args, [ints(&[7]), Value::Int(1)]);
}

#[test]
fn arrays_of_equal_length_lose_elements_at_the_same_indexes() {
    let types = [JavaType::INT.array_of(), JavaType::INT.array_of(), JavaType::INT];
    let holds = |args: &[Value]| {
        let (Value::List(a), Value::List(b), Value::Int(n)) = (&args[0], &args[1], &args[2]) else { return false };
        a.len() == b.len() && i64::try_from(a.len()) == Ok(*n) && a.len() > 1 && a.iter().zip(b).any(|(x, y)| x == y)
    };
    let start = call(vec![ints(&[4, 5, 6, 7, 8]), ints(&[1, 2, 6, 9, 3]), Value::Int(5)]);
    let found = smallest(start, &types, holds);
    assert_eq!(found.args[2], Value::Int(2));
    assert_eq!(call_size(&found).0, 6, "two zeros twice and the length: {:?}", found.args);
}

#[test]
fn a_square_matrix_stays_square_and_keeps_its_order() {
    let types = [JavaType::INT.array_of().array_of(), JavaType::INT];
    let matrix = Value::List((0..4).map(|i| ints(&[i, i + 1, 9, 3])).collect());
    let holds = |args: &[Value]| {
        let (Value::List(rows), Value::Int(n)) = (&args[0], &args[1]) else { return false };
        let square = rows.iter().all(|row| matches!(row, Value::List(row) if row.len() == rows.len()));
        square && i64::try_from(rows.len()) == Ok(*n) && rows.len() >= 2
    };
    let found = smallest(call(vec![matrix, Value::Int(4)]), &types, holds);
    assert_eq!(found.args, [Value::List(vec![ints(&[0, 0]), ints(&[0, 0])]), Value::Int(2)]);
}

#[test]
fn texts_are_shrunk_to_short_and_plain_ones() {
    let found = smallest(
        call(vec![Value::Str("Xq-9 Łódź!".into())]),
        &[JavaType::String],
        |args| matches!(&args[0], Value::Str(s) if s.contains('9') && s.chars().count() > 2),
    );
    assert_eq!(found.args, [Value::Str("a9a".into())]);
}

#[test]
fn floats_are_shrunk_to_positive_whole_numbers() {
    let double = JavaType::Primitive(Primitive::Double);
    let at_least_two = |args: &[Value]| matches!(args[0], Value::Float(x) if x.abs() >= 2.0);
    let found = smallest(call(vec![Value::Float(-73.214)]), std::slice::from_ref(&double), at_least_two);
    assert_eq!(found.args, [Value::Float(2.0)]);
    let odd = |args: &[Value]| matches!(args[0], Value::Float(x) if !x.is_finite());
    assert_eq!(smallest(call(vec![Value::Float(f64::NAN)]), &[double], odd).args, [Value::Float(f64::INFINITY)]);
}

#[test]
fn null_stays_null_and_other_values_do_not_become_null() {
    let boxed = class("List", vec![JavaType::Boxed(Primitive::Int)]);
    let types = [JavaType::String, boxed];
    let input = call(vec![Value::Null, Value::List(vec![Value::Null, Value::Int(4)])]);
    for next in smaller(&input, &types, &[]) {
        assert_eq!(next.args[0], Value::Null);
        assert_ne!(next.args[1], Value::Null);
    }
}

#[test]
fn an_optional_may_become_empty() {
    let optional = class("Optional", vec![JavaType::String]);
    let proposals = smaller(&call(vec![Value::Str("abc".into())]), &[optional], &[]);
    assert!(proposals.iter().any(|next| next.args == [Value::Null]), "{proposals:?}");
}

#[test]
fn the_receiver_is_shrunk_too() {
    let mut input = call(vec![Value::Int(0)]);
    input.receiver = Some(vec![Value::Int(40), Value::Str("xyz".into())]);
    let types = [JavaType::INT, JavaType::String];
    while let Some(next) = smaller(&input, &[JavaType::INT], &types).into_iter().min_by_key(call_size) {
        input = next;
    }
    assert_eq!(input.receiver, Some(vec![Value::Int(0), Value::Str(String::new())]));
}

#[test]
fn proposals_for_a_giant_call_are_bounded() {
    let many: Vec<i64> = (0..20_000).collect();
    let proposals = smaller(&call(vec![ints(&many)]), &[JavaType::INT.array_of()], &[]);
    assert!((2..=MOST + 1).contains(&proposals.len()), "{}", proposals.len());
}

/// Generates a Java type and a value of this type.
fn typed() -> impl Strategy<Value = (JavaType, Value)> {
    let primitive = |p| JavaType::Primitive(p);
    let leaf = prop_oneof![
        any::<i32>().prop_map(|n| (JavaType::INT, Value::Int(n.into()))),
        any::<i8>().prop_map(move |n| (primitive(Primitive::Byte), Value::Int(n.into()))),
        any::<i64>().prop_map(move |n| (primitive(Primitive::Long), Value::Int(n))),
        any::<bool>().prop_map(|b| (JavaType::BOOLEAN, Value::Bool(b))),
        any::<f64>().prop_map(move |x| (primitive(Primitive::Double), Value::Float(x))),
        any::<f32>().prop_map(move |x| (primitive(Primitive::Float), Value::Float(x.into()))),
        "[a-zA-Z0-9 é😀]{0,8}".prop_map(|s| (JavaType::String, Value::Str(s))),
        "[!-~]".prop_map(move |s| (primitive(Primitive::Char), Value::Str(s))),
        any::<i128>().prop_map(|n| (class("BigInteger", vec![]), Value::integer(num_bigint::BigInt::from(n) * n))),
        Just((JavaType::Boxed(Primitive::Int), Value::Null)),
    ];
    let lists = (leaf.clone(), 0usize..6).prop_map(|((ty, value), n)| (ty.array_of(), Value::List(vec![value; n])));
    let sets = proptest::collection::btree_set(any::<i16>(), 0..5).prop_map(|set| {
        let items = set.into_iter().map(|n| Value::Int(n.into())).collect();
        (class("Set", vec![JavaType::Boxed(Primitive::Int)]), Value::Set(items))
    });
    let maps = proptest::collection::btree_map("[a-z]{0,3}", any::<i16>(), 0..4).prop_map(|map| {
        let pairs = map.into_iter().map(|(k, n)| (Value::Str(k), Value::Int(n.into()))).collect();
        (class("Map", vec![JavaType::String, JavaType::Boxed(Primitive::Int)]), Value::Map(pairs))
    });
    let nested = (proptest::collection::vec(proptest::collection::vec(any::<i16>(), 0..4), 0..4)).prop_map(|rows| {
        let row = |row: Vec<i16>| Value::List(row.into_iter().map(|n| Value::Int(n.into())).collect());
        (JavaType::INT.array_of().array_of(), Value::List(rows.into_iter().map(row).collect()))
    });
    prop_oneof![3 => leaf, 2 => lists, 1 => sets, 1 => maps, 1 => nested]
}

proptest! {
    #[test]
    fn every_proposal_is_strictly_smaller_well_typed_and_new(
        given in proptest::collection::vec(typed(), 1..4),
    ) {
        let (types, values): (Vec<JavaType>, Vec<Value>) = given.into_iter().unzip();
        let input = call(values);
        let proposals = smaller(&input, &types, &[]);
        let distinct: BTreeSet<String> = proposals.iter().map(Input::call_key).collect();
        prop_assert_eq!(distinct.len(), proposals.len());
        for proposal in &proposals {
            prop_assert!(call_size(proposal) < call_size(&input), "{:?}", proposal);
            for (value, ty) in proposal.args.iter().zip(&types) {
                let fitted = coerce(value.clone(), ty);
                let is_same = fitted.as_ref().is_ok_and(|v| v.to_json() == value.to_json());
                prop_assert!(is_same, "{:?} is no {}", value, ty);
            }
        }
    }

    #[test]
    fn a_search_ends_at_a_call_without_a_smaller_proposal(given in proptest::collection::vec(typed(), 1..3)) {
        let (types, values): (Vec<JavaType>, Vec<Value>) = given.into_iter().unzip();
        let end = smallest(call(values), &types, |_| true);
        // A `char` cannot become shorter.
        let chars = types.iter().filter(|ty| ty.unboxed() == Some(Primitive::Char)).count();
        prop_assert_eq!(call_size(&end), (chars as u128, 0), "{:?}", end);
    }
}

#[test]
fn visible_characters_are_simpler_than_invisible_ones() {
    let types = [JavaType::String];
    let found = smallest(
        call(vec![Value::Str("\u{0}\u{7}".to_owned())]),
        &types,
        |args| matches!(&args[0], Value::Str(s) if s.chars().any(|c| !c.is_alphanumeric() && c != ' ')),
    );
    assert_eq!(found.args, [Value::Str("-".to_owned())]);
    let found = smallest(
        call(vec![Value::Str("\u{0}".to_owned())]),
        &types,
        |args| matches!(&args[0], Value::Str(s) if !s.is_empty() && !s.chars().any(|c| c.is_ascii_graphic() || c == ' ')),
    );
    assert_eq!(found.args, [Value::Str("\u{e9}".to_owned())]);
}
