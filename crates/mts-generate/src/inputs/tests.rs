//! Tests of proposed suites, and builders of small functions and trees for these tests.

use super::*;
use mts_lang::SourceFile;
use mts_lang::ir::{Kind, Literal, Node, Tree};
use mts_model::{
    Function, FunctionKind, InputOrigin, JavaType, Language, NodeId, PairReason, PairingRule, Param, Primitive, Span,
    Value,
};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// A builder of common IRs in tests: leaves first, parents after.
#[derive(Default)]
pub struct TreeBuilder {
    nodes: Vec<Node>,
}

impl TreeBuilder {
    pub fn leaf(&mut self, kind: Kind) -> NodeId {
        self.node(kind, vec![])
    }

    pub fn node(&mut self, kind: Kind, children: Vec<NodeId>) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("small"));
        let mut node = Node::new(kind, Span::default());
        for child in &children {
            self.nodes[child.0 as usize].parent = Some(id);
        }
        node.children = children;
        self.nodes.push(node);
        id
    }

    pub fn name(&mut self, name: &str) -> NodeId {
        self.leaf(Kind::Name(name.to_owned()))
    }

    pub fn int(&mut self, n: i64) -> NodeId {
        self.leaf(Kind::Literal(Literal::Int(n.to_string())))
    }

    pub fn body(mut self, statements: Vec<NodeId>) -> Tree {
        let root = self.node(Kind::Block, statements);
        Tree { language: Language::Java, nodes: self.nodes, root, params: vec![] }
    }
}

/// Returns a static Java method with these parameters.
pub fn java_function(params: &[(&str, JavaType)]) -> Function {
    Function {
        language: Language::Java,
        file: "acme/Money.java".into(),
        package: "acme".into(),
        scope: vec!["Money".into()],
        name: "split".into(),
        kind: FunctionKind::StaticMethod,
        params: params
            .iter()
            .map(|(name, ty)| Param { name: (*name).into(), ty: ty.clone(), optional: false, is_rest: false })
            .collect(),
        returns: JavaType::INT,
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

fn pair_of(params: &[(&str, JavaType)]) -> Pair {
    let java = java_function(params);
    let python = Function { language: Language::Python, file: "acme/money.py".into(), ..java.clone() };
    Pair {
        arguments: (0..params.len()).collect(),
        java,
        python,
        reason: PairReason { rule: PairingRule::Name, detail: String::new(), confidence: 1.0 },
        dispatch_on: None,
    }
}

fn empty_tree() -> Tree {
    TreeBuilder::default().body(vec![])
}

fn class_of(name: &str, args: Vec<JavaType>) -> JavaType {
    JavaType::Class { name: name.to_owned(), args }
}

fn any_type() -> impl Strategy<Value = JavaType> {
    let primitive = prop_oneof![
        Just(Primitive::Boolean),
        Just(Primitive::Byte),
        Just(Primitive::Short),
        Just(Primitive::Char),
        Just(Primitive::Int),
        Just(Primitive::Long),
        Just(Primitive::Float),
        Just(Primitive::Double),
    ];
    let scalar = prop_oneof![
        3 => primitive.clone().prop_map(JavaType::Primitive),
        1 => primitive.prop_map(JavaType::Boxed),
        1 => Just(JavaType::String),
        1 => Just(class_of("BigInteger", vec![])),
        1 => Just(class_of("T", vec![])),
    ];
    let arrays = (scalar.clone(), 0usize..=3).prop_map(|(ty, depth)| (0..depth).fold(ty, |ty, _| ty.array_of()));
    arrays.prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|ty| class_of("List", vec![ty])),
            inner.clone().prop_map(|ty| class_of("java.util.Set", vec![ty])),
            (inner.clone(), inner).prop_map(|(k, v)| class_of("Map", vec![k, v])),
        ]
    })
}

const NAMES: [&str; 4] = ["arr", "n", "left", "x"];

fn propose_for(types: &[JavaType], max: usize, base_seed: u64) -> Suite {
    let params: Vec<(&str, JavaType)> = NAMES.into_iter().zip(types.iter().cloned()).collect();
    let pair = pair_of(&params);
    let generator = generator(&pair, &empty_tree(), GenerationContext::default());
    propose(&pair, generator.as_ref().map_err(String::as_str), max, base_seed)
}

/// Returns the generator of a pair whose port has no constants.
fn generator(pair: &Pair, tree: &Tree, known: GenerationContext<'_>) -> Result<InputGenerator, String> {
    InputGenerator::new(&pair.java, known, tree, &empty_tree())
}

/// Returns the pool of a pair without constants.
fn pool_of(pair: &Pair, given: &[Input], max: usize, base_seed: u64) -> Suite {
    let generator = generator(pair, &empty_tree(), GenerationContext::default());
    pool(pair, generator.as_ref().map_err(String::as_str), given, max, base_seed)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn every_proposed_value_fits_its_type_and_inputs_are_distinct(
        types in proptest::collection::vec(any_type(), 0..4),
        seed in any::<u64>(),
    ) {
        let suite = propose_for(&types, 32, seed);
        prop_assert!(suite.inputs.len() <= 32);
        prop_assert!(!suite.inputs.is_empty(), "{:?}", suite.notes);
        let mut seen = std::collections::BTreeSet::new();
        for input in &suite.inputs {
            prop_assert_eq!(input.args.len(), types.len());
            for (value, ty) in input.args.iter().zip(&types) {
                let fitted = coerce(value.clone(), ty);
                prop_assert!(fitted.is_ok(), "{:?} for {}", fitted, ty);
                prop_assert_eq!(fitted.map(|v| v.to_json()), Ok(value.to_json()));
            }
            prop_assert!(seen.insert(Value::List(input.args.clone()).to_json().to_string()));
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_suite(types in proptest::collection::vec(any_type(), 1..4), seed in any::<u64>()) {
        let json = |suite: &Suite| serde_json::to_string(&suite.inputs).expect("serializes");
        let (first, second) = (propose_for(&types, 20, seed), propose_for(&types, 20, seed));
        prop_assert_eq!(json(&first), json(&second));
        prop_assert_eq!(first.seed, second.seed);
    }
}

#[test]
fn a_parameter_with_the_name_of_a_length_mostly_has_the_length_of_the_array() {
    // The test draws many random suites. One suite may have fewer such inputs, but many suites
    // together do not.
    let suites = (0..100).map(|seed| propose_for(&[JavaType::INT.array_of(), JavaType::INT], 32, seed));
    let inputs: Vec<_> = suites.flat_map(|suite| suite.inputs).collect();
    let coupled = inputs.iter().filter(|input| match input.args.as_slice() {
        [Value::List(items), Value::Int(n)] => i64::try_from(items.len()) == Ok(*n),
        _ => false,
    });
    assert!(coupled.count() * 10 >= inputs.len() * 6);
}

#[test]
fn a_suite_reaches_its_size_if_the_types_have_enough_values() {
    for ty in [JavaType::INT, JavaType::String, JavaType::Primitive(Primitive::Double), JavaType::INT.array_of()] {
        assert!(propose_for(&[JavaType::BOOLEAN, ty.clone()], 32, 7).inputs.len() >= 31, "{ty}");
    }
    assert_eq!(propose_for(&[JavaType::BOOLEAN, JavaType::BOOLEAN], 32, 7).inputs.len(), 4);
    assert_eq!(propose_for(&[], 32, 7).inputs.len(), 1, "a call without arguments is one call");
}

#[test]
fn different_seeds_give_different_suites() {
    let types = [JavaType::INT.array_of(), JavaType::INT];
    assert_ne!(propose_for(&types, 32, 1).inputs, propose_for(&types, 32, 2).inputs);
}

#[test]
fn inputs_of_suite_files_come_first_and_are_not_repeated() {
    let pair = pair_of(&[("flag", JavaType::BOOLEAN)]);
    let given = [Input { receiver: None, args: vec![Value::Bool(true)], origin: InputOrigin::Suite }];
    let suite = pool_of(&pair, &given, 8, 0);
    assert_eq!(suite.inputs[0], given[0]);
    assert_eq!(suite.inputs.len(), 2);
    assert_eq!(suite.inputs[1].args, [Value::Bool(false)]);
}

#[test]
fn a_note_names_a_type_that_cannot_be_generated_and_how_to_write_its_inputs() {
    let suite = propose_for(&[class_of("Ledger", vec![])], 32, 0);
    assert!(suite.inputs.is_empty());
    assert!(suite.notes[0].contains("`Ledger`") && suite.notes[0].contains("mts/inputs/"), "{:?}", suite.notes);
    let deep = propose_for(&[(0..4).fold(JavaType::INT, |ty, _| ty.array_of())], 32, 0);
    assert!(deep.notes[0].contains("`int[][][][]`"), "{:?}", deep.notes);
    assert!(propose_for(&[JavaType::Unknown], 32, 0).notes[0].contains("unknown type"));
}

#[test]
fn extreme_inputs_are_few_and_come_in_the_second_half() {
    let suite = propose_for(&[JavaType::INT], 32, 11);
    let at: Vec<usize> = (0..suite.inputs.len()).filter(|i| generate::has_extreme_value(&suite.inputs[*i])).collect();
    assert!(!at.is_empty() && at.len() <= 6, "{at:?}");
    assert!(at.iter().all(|i| *i >= 16), "{at:?}");
}

#[test]
fn a_receiver_gets_generated_constructor_arguments() {
    let pair = pair_of(&[("x", JavaType::INT)]);
    let types = [JavaType::String];
    let known = GenerationContext { receiver: Some(&types), ..GenerationContext::default() };
    let generator = generator(&pair, &empty_tree(), known).expect("a generator");
    let suite = propose(&pair, Ok(&generator), 10, 0);
    assert_eq!(suite.inputs.len(), 10);
    assert!(suite.inputs.iter().all(|i| matches!(i.receiver.as_deref(), Some([Value::Str(_)]))));
}

/// Returns the suite of the only Java function in a text. The port is the same text here.
fn propose_for_source(java: &str, base_seed: u64) -> Suite {
    let file = SourceFile::parse("A.java", java.to_owned(), Language::Java).expect("parses");
    let function = file.functions[0].clone();
    let tree = file.lower(&function).expect("lowers");
    let mut pair = pair_of(&[]);
    pair.arguments = (0..function.params.len()).collect();
    pair.java = function;
    let generator = generator(&pair, &tree, GenerationContext::default()).expect("a generator");
    propose(&pair, Ok(&generator), 32, base_seed)
}

fn int(value: &Value) -> i64 {
    if let Value::Int(n) = value { *n } else { panic!("{value:?}") }
}

fn list(value: &Value) -> &[Value] {
    if let Value::List(items) = value { items } else { panic!("{value:?}") }
}

#[test]
fn one_bound_of_two_indexed_arrays_is_mostly_the_length_of_both() {
    let java = "class A { static int dot(int[] a, int[] b, int k) {
        int s = 0; for (int i = 0; i < k; i++) { s += a[i] * b[i]; } return s; } }";
    let suite = propose_for_source(java, 3);
    let holds = |i: &&Input| {
        let (a, b, k) = (list(&i.args[0]).len(), list(&i.args[1]).len(), int(&i.args[2]));
        a == b && i64::try_from(a) == Ok(k)
    };
    assert!(suite.inputs.iter().filter(holds).count() >= 20, "{:?}", suite.inputs);
}

#[test]
fn the_loop_bounds_of_a_matrix_are_mostly_its_numbers_of_rows_and_columns() {
    let java = "class A { static int sum(int[][] g, int h, int w) { int s = 0;
        for (int i = 0; i < h; i++) { for (int j = 0; j < w; j++) { s += g[i][j]; } } return s; } }";
    let suite = propose_for_source(java, 4);
    let holds = |i: &&Input| {
        let rows = list(&i.args[0]);
        let width = rows.first().map_or(0, |row| list(row).len());
        let alike = rows.iter().all(|row| list(row).len() == width);
        alike && i64::try_from(rows.len()) == Ok(int(&i.args[1])) && i64::try_from(width) == Ok(int(&i.args[2]))
    };
    assert!(suite.inputs.iter().filter(holds).count() >= 18, "{:?}", suite.inputs);
}

#[test]
fn positions_stay_within_their_array_and_in_order() {
    let java = "class A { static int search(int[] a, int lo, int hi, int key) { while (lo <= hi) {
        int mid = (lo + hi) / 2; if (a[mid] == key) { return mid; }
        if (a[mid] < key) { lo = mid + 1; } else { hi = mid - 1; } } return -1; } }";
    let suite = propose_for_source(java, 5);
    let holds = |i: &&Input| {
        let n = i64::try_from(list(&i.args[0]).len()).expect("small");
        let (lo, hi) = (int(&i.args[1]), int(&i.args[2]));
        0 <= lo && lo <= hi && hi < n
    };
    assert!(suite.inputs.iter().filter(holds).count() >= 20, "{:?}", suite.inputs);
    let found = suite.inputs.iter().filter(|i| list(&i.args[0]).contains(&i.args[3])).count();
    assert!(found >= 8, "the key is often there");
}

#[test]
fn a_loop_bound_is_never_extreme() {
    let java = "class A { static int f(int n) { int s = 0; for (int i = 0; i < n; i++) { s += i % 7; } return s; } }";
    let suite = propose_for_source(java, 6);
    assert!(suite.inputs.iter().all(|i| int(&i.args[0]) <= 1_024), "{:?}", suite.inputs);
}

#[test]
fn constants_of_the_code_and_their_neighbours_are_tried() {
    let java = "class A { static boolean f(int y) { return y % 400 == 0 || y == 1582; } }";
    let suite = propose_for_source(java, 7);
    let tried: Vec<i64> = suite.inputs.iter().map(|i| int(&i.args[0])).collect();
    assert!(tried.iter().any(|n| (n - 1582).abs() <= 1), "{tried:?}");
    assert!(tried.iter().any(|n| *n != 0 && n % 400 == 0), "{tried:?}");
}

proptest! {
    // A pool is large, so run few cases.
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn a_pool_begins_with_the_inputs_proposed_without_a_pool(
        types in proptest::collection::vec(any_type(), 1..4),
        seed in any::<u64>(),
        max in 1usize..40,
    ) {
        let params: Vec<(&str, JavaType)> = NAMES.into_iter().zip(types.iter().cloned()).collect();
        let pooled = || pool_of(&pair_of(&params), &[], max, seed);
        let (first, plain) = (pooled(), propose_for(&types, max, seed));
        let text = |inputs: &[mts_model::Input]| serde_json::to_string(inputs).map_err(|e| TestCaseError::fail(e.to_string()));
        prop_assert_eq!(text(&first.inputs[..plain.inputs.len()])?, text(&plain.inputs)?);
        prop_assert_eq!(text(&first.inputs)?, text(&pooled().inputs)?);
        prop_assert!(first.inputs.len() <= 256 + max);
        prop_assert_eq!(first.choice, mts_model::Choice::SelectTop(plain.inputs.len()));
    }

    #[test]
    fn inputs_of_suite_files_do_not_replace_generated_inputs(
        types in proptest::collection::vec(any_type(), 1..4),
        (seed, other) in any::<(u64, u64)>(),
        (max, count) in (1usize..40, 0usize..60),
    ) {
        let params: Vec<(&str, JavaType)> = NAMES.into_iter().zip(types.iter().cloned()).collect();
        let pooled = |given: &[Input]| {
            pool_of(&pair_of(&params), given, max, seed).inputs
        };
        let own = |input: Input| Input { origin: InputOrigin::Suite, ..input };
        // Half of the inputs in the suite files are inputs that the tool generates too.
        let same = pooled(&[]).into_iter().step_by(2);
        let others = propose_for(&types, count, other).inputs;
        let mut given: BTreeMap<String, Input> = BTreeMap::new();
        for input in same.chain(others).take(count).map(own) {
            given.insert(input.call_key(), input);
        }
        let given: Vec<Input> = given.into_values().collect();
        let keys = |inputs: &[Input]| inputs.iter().map(Input::call_key).collect::<Vec<_>>();
        let with = keys(&pooled(&given));
        let written = keys(&given);
        prop_assert_eq!(&with[..given.len()], &written[..]);
        let mut generated = keys(&pooled(&[]));
        generated.retain(|key| !written.contains(key));
        prop_assert_eq!(&with[given.len()..], &generated[..]);
    }
}

#[test]
fn a_wrong_length_is_outside_of_the_domain_unless_the_code_handles_it() {
    let origins = |guard: &str, loop_end: &str| {
        let java = format!(
            "class A {{ static int sum(int[] a, int n) {{ {guard} int s = 0; \
             for (int i = 0; i < {loop_end}; i++) {{ s += a[i]; }} return s; }} }}"
        );
        let suites = (0..40).map(|seed| propose_for_source(&java, seed));
        let of_unfit = |input: &Input| {
            let (length, n) = (i64::try_from(list(&input.args[0]).len()).expect("small"), int(&input.args[1]));
            let unfit = if n < 0 { Some("negative") } else { (n > length).then_some("long") };
            (unfit, input.origin)
        };
        let inputs: Vec<Input> =
            suites.flat_map(|suite| suite.inputs).filter(|one| !generate::has_extreme_value(one)).collect();
        inputs.iter().map(of_unfit).collect::<Vec<_>>()
    };
    let is_outside = |origins: &[(Option<&str>, InputOrigin)], unfit: Option<&str>| {
        let mut own =
            origins.iter().filter(|(own, _)| *own == unfit).map(|(_, origin)| *origin == InputOrigin::Outside);
        let first = own.next().expect("an input");
        assert!(own.all(|other| other == first), "{unfit:?}");
        first
    };
    let plain = origins("", "n");
    assert_eq!([None, Some("negative"), Some("long")].map(|unfit| is_outside(&plain, unfit)), [false, true, true]);
    let guarded = origins("if (n <= 0) { return 0; }", "n");
    assert_eq!([Some("negative"), Some("long")].map(|unfit| is_outside(&guarded, unfit)), [false, true]);
    let measured = origins("if (n > a.length) { n = a.length; }", "n");
    assert_eq!([Some("negative"), Some("long")].map(|unfit| is_outside(&measured, unfit)), [false, false]);
}

/// Returns neighbours of the first inputs of a generator.
fn neighbours(generator: &InputGenerator, count: usize, seed: u64) -> (Vec<Input>, Vec<Input>) {
    let bases: Vec<Input> = generator.generate(&[], 16, seed).into_iter().filter(Input::is_ordinary).collect();
    let mut random = mts_model::Random::new(seed);
    let near = (0..count).filter_map(|_| generator.neighbour(&bases, &mut random)).collect();
    (bases, near)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn a_neighbour_fits_its_types_and_is_not_extreme(
        types in proptest::collection::vec(any_type(), 1..4),
        seed in any::<u64>(),
    ) {
        let params: Vec<(&str, JavaType)> = NAMES.into_iter().zip(types.iter().cloned()).collect();
        let pair = pair_of(&params);
        let generator = generator(&pair, &empty_tree(), GenerationContext::default()).expect("a generator");
        let (_, near) = neighbours(&generator, 64, seed);
        for input in &near {
            prop_assert_eq!(input.args.len(), types.len());
            prop_assert!(!generate::has_extreme_value(input));
            for (value, ty) in input.args.iter().zip(&types) {
                prop_assert_eq!(coerce(value.clone(), ty).map(|v| v.to_json()), Ok(value.to_json()));
            }
        }
        let (_, again) = neighbours(&generator, 64, seed);
        let json = |inputs: &[Input]| serde_json::to_string(inputs).expect("serializes");
        prop_assert_eq!(json(&near), json(&again));
    }
}

#[test]
fn most_of_the_many_neighbours_keep_a_length_equal_to_its_array() {
    let java = "class A { static int sum(int[] a, int n) { int s = 0; for (int i = 0; i < n; i++) { s += a[i]; } return s; } }";
    let file = SourceFile::parse("A.java", java.to_owned(), Language::Java).expect("parses");
    let tree = file.lower(&file.functions[0]).expect("lowers");
    let pair = Pair { java: file.functions[0].clone(), arguments: vec![0, 1], ..pair_of(&[]) };
    let generator = generator(&pair, &tree, GenerationContext::default()).expect("a generator");
    let (bases, near) = neighbours(&generator, 1_000, 3);
    let is_length = |input: &&Input| i64::try_from(list(&input.args[0]).len()) == Ok(int(&input.args[1]));
    let distinct: BTreeSet<String> = near.iter().map(Input::call_key).collect();
    assert!(distinct.len() > 300, "{}", distinct.len());
    assert!(bases.iter().filter(is_length).count() * 2 > bases.len());
    assert!(near.iter().filter(is_length).count() * 2 > near.len(), "a change of the array moves its length");
}
