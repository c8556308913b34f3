use super::*;
use crate::inputs::tests::TreeBuilder;

fn params(list: &[(&str, JavaType)]) -> Vec<Param> {
    list.iter()
        .map(|(name, ty)| Param { name: (*name).into(), ty: ty.clone(), optional: false, is_rest: false })
        .collect()
}

/// Builds `for (i = FIRST; i OP BOUND; ) use(ARRAY[INDEX]...)`.
fn a_loop(build: &mut TreeBuilder, first: NodeId, op: BinaryOp, bound: NodeId, body: Vec<NodeId>) -> NodeId {
    let target = build.name("i");
    let init = build.node(Kind::Declare, vec![target, first]);
    let left = build.name("i");
    let condition = build.node(Kind::Binary(op), vec![left, bound]);
    let body = build.node(Kind::Block, body);
    build.node(Kind::For { inits: 1, has_condition: true, updates: 0 }, vec![init, condition, body])
}

fn index(build: &mut TreeBuilder, array: &str, by: i64) -> NodeId {
    let base = build.name(array);
    let mut at = build.name("i");
    if by != 0 {
        let n = build.int(by.abs());
        at = build.node(Kind::Binary(if by < 0 { BinaryOp::Sub } else { BinaryOp::Add }), vec![at, n]);
    }
    build.node(Kind::Index, vec![base, at])
}

#[test]
fn a_loop_bound_is_the_length_of_every_array_the_loop_indexes() {
    let params = params(&[("a", JavaType::INT.array_of()), ("b", JavaType::INT.array_of()), ("k", JavaType::INT)]);
    let mut build = TreeBuilder::default();
    let (zero, bound) = (build.int(0), build.name("k"));
    let uses = vec![index(&mut build, "a", 0), index(&mut build, "b", 1)];
    let all = a_loop(&mut build, zero, BinaryOp::Lt, bound, uses);
    let facts = facts(&params, "f", &build.body(vec![all]));
    assert_eq!(facts[2].role, ParamRole::Length(vec![(0, 0), (1, 0)]));
    assert!(facts[2].counts);
}

#[test]
fn an_inclusive_bound_is_a_position_unless_the_index_is_one_less() {
    for (by, role) in [(0, ParamRole::Index((0, 0))), (-1, ParamRole::Length(vec![(0, 0)]))] {
        let params = params(&[("a", JavaType::INT.array_of()), ("k", JavaType::INT)]);
        let mut build = TreeBuilder::default();
        let (one, bound) = (build.int(1), build.name("k"));
        let uses = vec![index(&mut build, "a", by)];
        let all = a_loop(&mut build, one, BinaryOp::Le, bound, uses);
        assert_eq!(facts(&params, "f", &build.body(vec![all]))[1].role, role);
    }
}

#[test]
fn the_start_of_a_loop_is_an_index_of_the_array() {
    let params = params(&[("a", JavaType::INT.array_of()), ("s", JavaType::INT), ("n", JavaType::INT)]);
    let mut build = TreeBuilder::default();
    let (start, bound) = (build.name("s"), build.name("n"));
    let uses = vec![index(&mut build, "a", 0)];
    let all = a_loop(&mut build, start, BinaryOp::Lt, bound, uses);
    let facts = facts(&params, "f", &build.body(vec![all]));
    assert_eq!(facts[1].role, ParamRole::Index((0, 0)));
    assert_eq!(facts[2].role, ParamRole::Length(vec![(0, 0)]));
}

#[test]
fn an_index_of_the_last_element_gives_the_length_and_a_constant_index_the_least_length() {
    let params = params(&[("a", JavaType::INT.array_of()), ("k", JavaType::INT)]);
    let mut build = TreeBuilder::default();
    let (base, k, one) = (build.name("a"), build.name("k"), build.int(1));
    let last = build.node(Kind::Binary(BinaryOp::Sub), vec![k, one]);
    let last = build.node(Kind::Index, vec![base, last]);
    let (base, four) = (build.name("a"), build.int(4));
    let fifth = build.node(Kind::Index, vec![base, four]);
    let facts = facts(&params, "f", &build.body(vec![last, fifth]));
    assert_eq!(facts[1].role, ParamRole::Length(vec![(0, 0)]));
    assert_eq!(facts[0].least, [5]);
}

#[test]
fn a_divided_loop_variable_may_be_large() {
    let params = params(&[("x", JavaType::INT)]);
    let with = |kind: Kind| {
        let mut build = TreeBuilder::default();
        let (x, zero) = (build.name("x"), build.int(0));
        let condition = build.node(Kind::Binary(BinaryOp::Gt), vec![x, zero]);
        let (x, ten) = (build.name("x"), build.int(10));
        let change = build.node(kind, vec![x, ten]);
        let body = build.node(Kind::Block, vec![change]);
        let all = build.node(Kind::While, vec![condition, body]);
        facts(&params, "f", &build.body(vec![all]))[0].counts
    };
    assert!(!with(Kind::AugAssign(BinaryOp::Div)));
    assert!(with(Kind::AugAssign(BinaryOp::Sub)));
}

#[test]
fn parameter_names_decide_the_role_if_the_code_does_not() {
    let (array, int) = (JavaType::INT.array_of(), JavaType::INT);
    let empty = || TreeBuilder::default().body(vec![]);
    let roles = |list: &[(&str, JavaType)]| -> Vec<ParamRole> {
        facts(&params(list), "f", &empty()).into_iter().map(|fact| fact.role).collect()
    };
    let two = roles(&[("a", array.clone()), ("b", array.clone()), ("n", int.clone()), ("m", int.clone())]);
    assert_eq!(two[2..], [ParamRole::Length(vec![(0, 0)]), ParamRole::Length(vec![(1, 0)])]);
    let shared = roles(&[("a", array.clone()), ("b", array.clone()), ("arr_size", int.clone())]);
    assert_eq!(shared[2], ParamRole::Length(vec![(0, 0), (1, 0)]));
    let matrix = roles(&[("grid", array.clone().array_of()), ("rows", int.clone()), ("cols", int.clone())]);
    assert_eq!(matrix[1..], [ParamRole::Length(vec![(0, 0)]), ParamRole::Length(vec![(0, 1)])]);
    let search = roles(&[("a", array), ("low", int.clone()), ("high", int.clone()), ("key", int.clone())]);
    assert_eq!(search[1..], [ParamRole::Index((0, 0)), ParamRole::Index((0, 0)), ParamRole::Free]);
    assert_eq!(roles(&[("n", int)]), [ParamRole::Free], "no array before it");
}

#[test]
fn a_remaining_parameter_is_the_length_of_the_dimension_without_one() {
    let list = params(&[("grid", JavaType::INT.array_of().array_of()), ("k", JavaType::INT), ("m", JavaType::INT)]);
    let mut build = TreeBuilder::default();
    let (zero, bound) = (build.int(0), build.name("k"));
    let uses = vec![index(&mut build, "grid", 0)];
    let all = a_loop(&mut build, zero, BinaryOp::Lt, bound, uses);
    let facts = facts(&list, "f", &build.body(vec![all]));
    assert_eq!(facts[1].role, ParamRole::Length(vec![(0, 0)]));
    assert_eq!(facts[2].role, ParamRole::Length(vec![(0, 1)]));
}

#[test]
fn array_elements_that_the_code_uses_as_indexes_are_found() {
    let list = params(&[("a", JavaType::INT.array_of())]);
    let mut build = TreeBuilder::default();
    let inner = index(&mut build, "a", 0);
    let seen = build.name("seen");
    let outer = build.node(Kind::Index, vec![seen, inner]);
    assert!(facts(&list, "f", &build.body(vec![outer]))[0].positions);
}

#[test]
fn a_recursion_on_a_divided_parameter_may_start_high() {
    let list = params(&[("n", JavaType::INT)]);
    let recurses = |op: BinaryOp| {
        let mut build = TreeBuilder::default();
        let (n, two) = (build.name("n"), build.int(2));
        let argument = build.node(Kind::Binary(op), vec![n, two]);
        let call = build.node(Kind::Call { name: "f".into(), has_receiver: false }, vec![argument]);
        facts(&list, "f", &build.body(vec![call]))[0].recurses
    };
    assert!(recurses(BinaryOp::Sub));
    assert!(!recurses(BinaryOp::Div));
}

#[test]
fn a_string_that_is_passed_to_value_of_is_the_name_of_a_constant() {
    let params = params(&[("n", JavaType::INT), ("s", JavaType::String)]);
    let mut build = TreeBuilder::default();
    let given = vec![build.name("Mode"), build.name("s")];
    let call = build.node(Kind::Call { name: "valueOf".to_owned(), has_receiver: true }, given);
    let facts = facts(&params, "f", &build.body(vec![call]));
    assert_eq!((&facts[0].constant_of, facts[1].constant_of.as_deref()), (&None, Some("Mode")));
}
