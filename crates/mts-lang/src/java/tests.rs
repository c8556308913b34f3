//! Tests of the properties of the Java lowering on which other crates rely.

use super::facts;
use crate::SourceFile;
use crate::ir::{Form, Kind, Literal, Tree};
use mts_model::{BinaryOp, Function, FunctionKind, JavaType, Language, NodeId, Primitive};
use std::sync::Arc;

fn file(text: &str) -> SourceFile {
    SourceFile::parse("src/A.java", text.to_owned(), Language::Java).unwrap()
}

/// Returns the tree of `method` in a class that also has `members`.
fn tree(method: &str, members: &str) -> (SourceFile, Arc<Tree>) {
    let file = file(&format!("class A {{ {method} {members} }}"));
    let tree = file.lower(&file.functions[0]).unwrap();
    (file, tree)
}

/// Returns the static type of an expression over some parameters.
fn type_of(params: &str, expression: &str) -> String {
    type_with(params, expression, "")
}

fn type_with(params: &str, expression: &str, members: &str) -> String {
    let (_, tree) = tree(&format!("void f({params}) {{ g({expression}); }}"), members);
    let call = tree.preorder(tree.root)[2];
    assert!(matches!(tree.kind(call), Kind::Call { .. }));
    tree.node(tree.children(call)[0]).ty.to_string()
}

/// Returns the tree as text: kinds with their children in parentheses.
fn shape(tree: &Tree, id: NodeId) -> String {
    let own = match tree.kind(id) {
        Kind::Literal(Literal::Int(digits)) => digits.clone(),
        Kind::Literal(_) => "literal".to_owned(),
        Kind::Name(name) => name.clone(),
        Kind::Binary(op) => op.java().to_owned(),
        Kind::Unary(op) => format!("unary{}", op.java()),
        Kind::Call { name, .. } => format!("{name}()"),
        other => {
            let text = format!("{other:?}");
            text.split([' ', '(', '{']).next().unwrap_or("").to_owned()
        }
    };
    let form = tree.node(id).form;
    let form = if form == Form::Plain { String::new() } else { format!(":{form:?}") };
    let children: Vec<String> = tree.children(id).iter().map(|child| shape(tree, *child)).collect();
    if children.is_empty() { format!("{own}{form}") } else { format!("{own}{form}({})", children.join(" ")) }
}

fn lowered(body: &str) -> String {
    let (_, tree) = tree(&format!("int f(int a, int b, int c, int[] xs, String s) {{ {body} }}"), "");
    shape(&tree, tree.root)
}

#[test]
fn every_method_with_a_body_is_found_with_its_scope() {
    let file = file(
        "package acme . money;\n\
         public class Outer<T> {\n  // one\n  /** two */\n  public static <E> int[] f(final int a[], T t, E... es)[] { // three\n return null; }\n\
         abstract int none();\n  Outer() { }\n  class Inner { void g() { new Object() { void hidden() { } }; } }\n\
         enum Color { RED { void own() { } }; int h() { return 0; } }\n\
         record Point(int x, long y) { Point { } }\n  interface Shape { default int i() { return 1; } static void j() { } int k(); }\n}",
    );
    let names: Vec<String> = file.functions.iter().map(|f| f.qualified()).collect();
    assert_eq!(
        names,
        [
            "Outer.f",
            "Outer.<init>",
            "Outer.Inner.g",
            "Outer.Color.h",
            "Outer.Point.<init>",
            "Outer.Shape.i",
            "Outer.Shape.j"
        ]
    );
    let f = &file.functions[0];
    assert_eq!(f.package, "acme.money");
    assert_eq!(f.selector(), "src/A.java#Outer.f(int[],T,E[])");
    assert_eq!(f.returns.to_string(), "int[][]");
    assert_eq!(f.comment, "// one\n/** two */\n// three");
    assert_eq!((f.line, f.last_line, f.kind), (5, 6, FunctionKind::StaticMethod));
    assert_eq!(f.params.iter().map(|p| p.optional).collect::<Vec<_>>(), [false, false, true]);
    assert_eq!(file.functions[4].params.len(), 2);
    assert!(f.body.slice(&file.text).starts_with('{') && f.span.slice(&file.text).starts_with("public static"));
}

#[test]
fn a_comment_of_the_previous_member_does_not_belong_to_a_method() {
    let file = file("class A { int x; // of x\n  void f() { }\n // far\n\n  void g() { } }");
    assert_eq!(file.functions[0].comment, "");
    assert_eq!(file.functions[1].comment, "");
}

#[test]
fn a_syntax_error_makes_only_its_own_function_unusable() {
    let file = file("class A { int f() { return 1 +; } int g() { return 2; } }");
    assert_eq!(file.functions.len(), 2);
    assert!(file.functions[0].broken.as_ref().is_some_and(|why| why.contains("line 1")));
    assert_eq!(file.functions[1].broken, None);
    assert!(file.lower(&file.functions[0]).is_none());
    assert!(file.lower(&file.functions[1]).is_some());
}

#[test]
fn types_of_declarations_are_read_as_written() {
    let file = file(
        "class A { void f(java.util.Map<String, List<int[]>> m, Map.Entry<? extends Number, ?> e, @Deprecated Integer i) { } }",
    );
    let types: Vec<String> = file.functions[0].params.iter().map(|p| p.ty.to_string()).collect();
    assert_eq!(types, ["java.util.Map<String, List<int[]>>", "Map.Entry<Number, Object>", "Integer"]);
}

#[test]
fn arithmetic_is_promoted() {
    assert_eq!(type_of("char c, byte b", "c + b"), "int");
    assert_eq!(type_of("long l, int i", "i * l"), "long");
    assert_eq!(type_of("float x, long l", "x / l"), "float");
    assert_eq!(type_of("Integer i", "i + 1"), "int");
    assert_eq!(type_of("String s", "s + 1"), "String");
    assert_eq!(type_of("long l", "1 << l"), "int");
    assert_eq!(type_of("byte b", "-b"), "int");
    assert_eq!(type_of("boolean p, boolean q", "p & q"), "boolean");
    assert_eq!(type_of("boolean p, char c", "p ? c : 0"), "char");
    assert_eq!(type_of("boolean p, int i", "p ? i : null"), "Integer");
    assert_eq!(type_of("", "7 * Math.sqrt(5)"), "double");
}

#[test]
fn common_methods_and_constants_of_the_jdk_have_types() {
    assert_eq!(type_of("String s", "s.charAt(0)"), "char");
    assert_eq!(type_of("String s", "s.substring(1).indexOf('a')"), "int");
    assert_eq!(type_of("int a, long b", "Math.max(a, b)"), "long");
    assert_eq!(type_of("float x", "Math.round(x)"), "int");
    assert_eq!(type_of("double x", "Math.round(x)"), "long");
    assert_eq!(type_of("", "Integer.MAX_VALUE"), "int");
    assert_eq!(type_of("String s", "Integer.parseInt(s)"), "int");
    assert_eq!(type_of("List<Long> l, int i", "l.get(i)"), "Long");
    assert_eq!(type_of("Map<String, int[]> m", "m.get(\"a\")[0]"), "int");
    assert_eq!(type_of("List<int[]> l", "l.size()"), "int");
    assert_eq!(type_of("int[][] a", "a[0].length"), "int");
    assert_eq!(type_of("Scanner in", "in.nextLong()"), "long");
    assert_eq!(type_of("StringBuilder b", "b.append(1).toString()"), "String");
    assert_eq!(type_of("Foo foo", "foo.bar()"), "?");
    assert_eq!(type_of("List l", "l.get(0)"), "?");
}

#[test]
fn members_of_the_file_have_types() {
    let members = "static long total; int[] xs; long g(Object o) { return 1; } \
                   static class Box<V> { V value; V get() { return value; } } int h(int a) { return a; } double h(String s) { return 1; }";
    assert_eq!(type_with("", "total", members), "long");
    assert_eq!(type_with("", "this.xs", members), "int[]");
    assert_eq!(type_with("", "A.total + 1", members), "long");
    assert_eq!(type_with("", "g(null)", members), "long");
    assert_eq!(type_with("Box<Integer> b", "b.value", members), "Integer");
    assert_eq!(type_with("Box<Integer> b", "b.get()", members), "Integer");
    assert_eq!(type_with("int a", "h(a)", members), "int");
    assert_eq!(type_with("String a", "h(a)", members), "double");
    assert_eq!(type_with("Foo a", "h(a.b)", members), "?");
    assert_eq!(type_with("String total", "total", members), "String");
}

#[test]
fn var_and_for_each_variables_have_the_type_of_their_value() {
    let (_, tree) = tree("void f(List<Long> l) { var a = 1L; for (var x : l) { g(x, a); } }", "");
    let names: Vec<String> = tree
        .preorder(tree.root)
        .into_iter()
        .filter(|id| matches!(tree.kind(*id), Kind::Name(_)))
        .map(|id| {
            format!(
                "{} {}",
                tree.text(id, "class A { void f(List<Long> l) { var a = 1L; for (var x : l) { g(x, a); } }  }"),
                tree.node(id).ty
            )
        })
        .collect();
    assert_eq!(names, ["a long", "x Long", "l List<Long>", "x Long", "a long"]);
}

#[test]
fn different_spellings_lower_to_one_kind_and_keep_their_form() {
    assert_eq!(lowered("return xs.length + s.length();"), "Block(Return(+(Length:Field(xs) Length:Method(s))))");
    assert_eq!(lowered("return s.charAt(a);"), "Block(Return(Index:Method(s a)))");
    assert_eq!(lowered("return -0x10;"), "Block(Return(unary-(16)))");
    assert_eq!(
        lowered("if (a > 1) b = 2; else if (a > 0) { } else { }"),
        "Block(If(>(a 1) Block:Unbraced(ExprStmt(Assign(b 2))) If:ElseIf(>(a 0) Block Block)))"
    );
    assert_eq!(lowered("int d = 1, e[] = {2};"), "Block(Group(Declare(d 1) Declare(e ArrayLiteral(2))))");
    assert_eq!(
        lowered("for (int i = 0, j = 1; i < a; i++, j--) ;"),
        "Block(For(Declare(i 0) Declare(j 1) <(i a) Increment(i) Increment(j) Block:Unbraced(Empty)))"
    );
    assert_eq!(lowered("for (;;) { break; }"), "Block(For(Block(Break)))");
    assert_eq!(lowered("for (int x : xs) b += x;"), "Block(ForEach(x xs Block:Unbraced(ExprStmt(AugAssign(b x)))))");
    assert_eq!(lowered("do { a++; } while (a < 3);"), "Block(DoWhile(Block(ExprStmt(Increment(a))) <(a 3)))");
}

#[test]
fn switches_tries_and_lambdas_keep_their_parts() {
    assert_eq!(
        lowered("switch (a) { case 1: case 2: b = 1; break; default: ; }"),
        "Block(Switch(a Case(1 2 Block(ExprStmt(Assign(b 1)) Break)) Case(Block(Empty))))"
    );
    assert_eq!(
        lowered("switch (a) { case 1, 2 -> b = 1; default -> { } }"),
        "Block(Switch:Arrow(a Case:Arrow(1 2 Block:Unbraced(ExprStmt(Assign(b 1)))) Case:Arrow(Block)))"
    );
    assert_eq!(
        lowered("return switch (a) { case 1 -> 2; default -> { yield 3; } };"),
        "Block(Return(SwitchExpr:Arrow(a Case:Arrow(1 Block:Unbraced(ExprStmt(2))) Case:Arrow(Block(Yield(3))))))"
    );
    assert_eq!(
        lowered("try (Foo r = open()) { a = 1; } catch (E | F e) { b = 2; } finally { c = 3; }"),
        "Block(Try(Declare(r open()) Block(ExprStmt(Assign(a 1))) Catch(e Block(ExprStmt(Assign(b 2)))) Block(ExprStmt(Assign(c 3)))))"
    );
    assert_eq!(lowered("g((x, y) -> x + y);"), "Block(ExprStmt(g()(Lambda(x y +(x y)))))");
    assert_eq!(lowered("out: while (true) { continue out; }"), "Block(Labeled(While(literal Block(Continue))))");
}

#[test]
fn parentheses_are_no_nodes_but_widen_the_outer_span() {
    let (file, tree) = tree("int f(int a, int b) { return ((a + b)) * b; }", "");
    let sum = tree.preorder(tree.root).into_iter().find(|id| *tree.kind(*id) == Kind::Binary(BinaryOp::Add)).unwrap();
    assert_eq!(tree.text(sum, &file.text), "a + b");
    assert_eq!(tree.node(sum).outer.slice(&file.text), "((a + b))");
    assert_eq!(tree.node(sum).op.slice(&file.text), "+");
    let product = tree.node(sum).parent.unwrap();
    assert_eq!(tree.text(product, &file.text), "((a + b)) * b");
}

#[test]
fn a_sum_behind_parentheses_is_no_cast() {
    assert_eq!(lowered("return (a) - 1;"), "Block(Return(-(a 1)))");
    assert_eq!(lowered("return (a) + b * c;"), "Block(Return(+(a *(b c))))");
    assert_eq!(lowered("return c * (a) - b < 1;"), "Block(Return(<(-(*(c a) b) 1)))");
    assert_eq!(lowered("return (int) -a;"), "Block(Return(Cast(unary-(a))))");
    let (file, tree) = tree("int f(int a) { return (a) - 1; }", "");
    let name = tree.preorder(tree.root).into_iter().find(|id| matches!(tree.kind(*id), Kind::Name(_))).unwrap();
    assert_eq!((tree.node(name).outer.slice(&file.text), tree.node(name).ty.clone()), ("(a)", JavaType::INT));
}

#[test]
fn operators_have_the_precedence_of_java() {
    assert_eq!(lowered("return a - b - c;"), "Block(Return(-(-(a b) c)))");
    assert_eq!(lowered("return a + b * c - a;"), "Block(Return(-(+(a *(b c)) a)))");
    assert_eq!(lowered("return a | b ^ c & a;"), "Block(Return(|(a ^(b &(c a)))))");
}

#[test]
fn children_come_after_their_parents_and_inside_their_spans() {
    let (_, tree) = tree(
        "int f(int a) { for (int i = 0; i < (a + 1) * 2; i++) { if (i > a) return -i + a; } return f(a) + 1; }",
        "",
    );
    for id in tree.preorder(tree.root) {
        for child in tree.children(id) {
            assert!(child.0 > id.0);
            assert!(tree.node(id).span.contains(tree.node(*child).outer), "{:?}", tree.node(*child));
            assert_eq!(tree.node(*child).parent, Some(id));
        }
    }
}

#[test]
fn a_very_long_sum_is_lowered_and_too_deep_nesting_is_refused() {
    let sum = vec!["a"; 8_000].join(" + ");
    let (_, tree) = tree(&format!("int f(int a) {{ return {sum}; }}"), "");
    assert_eq!(tree.nodes.len(), 1 + 2 + 8_000 + 7_999);
    let deep = format!("{}a{}", "-(".repeat(2000), ")".repeat(2000));
    let file = file(&format!("class A {{ int f(int a) {{ return {deep}; }} }}"));
    assert!(file.lower(&file.functions[0]).is_none());
}

#[test]
fn a_file_lowers_each_function_once() {
    let file = file("class A { int f(int a) { return a; } int g() { return 1; } }");
    let trees = [0, 1].map(|at| file.lower(&file.functions[at]).expect("a tree"));
    assert!(Arc::ptr_eq(&trees[0], &file.lower(&file.functions[0]).expect("a tree")));
    assert!(!Arc::ptr_eq(&trees[0], &trees[1]));
    let narrowed = Function { returns: JavaType::String, ..file.functions[0].clone() };
    assert!(!Arc::ptr_eq(&trees[0], &file.lower(&narrowed).expect("a tree")), "another signature has another tree");
}

#[test]
fn finals_captured_variables_and_lengths_are_not_writable() {
    let text = "class A { final int k = 1; int m; void f(int a, final int b, int c, int[] xs) { g(a, b, c, k, m, xs[0], xs.length, this.m); Runnable r = () -> g(c); } }";
    let file = file(text);
    let tree = file.lower(&file.functions[0]).unwrap();
    let can = file.writable(&file.functions[0]);
    let args: Vec<bool> = tree.children(tree.preorder(tree.root)[2]).iter().map(|id| can[id.0 as usize]).collect();
    assert_eq!(args, [true, false, false, false, true, true, false, true]);
}

#[test]
fn a_compact_source_file_is_a_class_of_its_name() {
    let file = file(
        "int limit = 7;\nint capped(int n) { return n > limit ? limit : n; }\nrecord P(int a) { int b() { return a; } }\nvoid main() { }\n",
    );
    let names: Vec<String> = file.functions.iter().map(mts_model::Function::qualified).collect();
    assert_eq!(names, ["A.capped", "A.P.b", "A.main"]);
    let facts = facts(&file, &file.functions[0]);
    assert_eq!((facts.class.as_str(), facts.is_static), ("A", false));
    assert_eq!(facts.constructors, [vec![]]);
}

#[test]
fn facts_describe_how_to_call_a_function() {
    let file = file(
        "package acme; public class Outer { static final int K = 2 * 3; class Inner { Inner(int a) { } private void f() { } }\n\
         static abstract class Base { protected void g() { } } enum E { A; void h() { } } record R(int x) { public void i() { } } }",
    );
    let facts_of = |name: &str| facts(&file, file.functions.iter().find(|f| f.name == name).unwrap());
    let f = facts_of("f");
    assert_eq!((f.class.as_str(), f.is_inner, f.is_static), ("acme.Outer$Inner", true, false));
    assert_eq!(f.constructors, [vec![JavaType::INT]]);
    assert_eq!(f.visibility, super::Visibility::Private);
    assert!(!f.has_static_state);
    assert!(facts_of("g").is_abstract && !facts_of("g").is_inner);
    assert_eq!(facts_of("g").constructors, [Vec::<JavaType>::new()]);
    assert!(facts_of("h").is_enum);
    assert_eq!(facts_of("i").constructors, [vec![JavaType::INT]]);
    let state = SourceFile::parse("B.java", "class B { static int[] memo = {1}; void f() { } }".into(), Language::Java)
        .unwrap();
    assert!(facts(&state, &state.functions[0]).has_static_state);
}

#[test]
fn literals_carry_their_type() {
    let (_, tree) = tree("void f() { g(0x1_0L, 'a', \"s\", 1.5f, null); }", "");
    let call = tree.preorder(tree.root)[2];
    let kinds: Vec<Kind> = tree.children(call).iter().map(|id| tree.kind(*id).clone()).collect();
    assert_eq!(kinds[0], Kind::Literal(Literal::Int("16".into())));
    assert_eq!(tree.node(tree.children(call)[0]).ty, JavaType::Primitive(Primitive::Long));
    assert_eq!(kinds[1], Kind::Literal(Literal::Char('a')));
    assert_eq!(kinds[4], Kind::Literal(Literal::Null));
}

#[test]
fn methods_without_a_body_are_only_declared_and_native_methods_are_omitted() {
    let file = file(
        "interface I { int f(int a); default int g() { return 1; } } abstract class B { abstract void h(); native void n(); }",
    );
    let names = |all: &[mts_model::Function]| all.iter().map(mts_model::Function::qualified).collect::<Vec<_>>();
    assert_eq!(names(&file.declared), ["I.f", "B.h"]);
    assert_eq!(names(&file.functions), ["I.g"]);
    assert!(file.declared.iter().all(|one| one.kind == FunctionKind::Abstract && file.lower(one).is_none()));
}

#[test]
fn methods_that_a_test_framework_calls_are_omitted() {
    let names = |text: &str| file(text).functions.iter().map(mts_model::Function::qualified).collect::<Vec<_>>();
    let annotated =
        "class T { @Before public void a() {} @Test(expected = E.class) void b() {} int helper() { return 1; } }";
    assert_eq!(names(&format!("import org.junit.*; {annotated}")), ["T.helper"]);
    assert_eq!(names(&format!("import static org.junit.jupiter.api.Assertions.fail; {annotated}")), ["T.helper"]);
    let case = "class T extends TestCase { T(String s) { super(s); } void testA() {} } class U { void f() {} }";
    assert_eq!(names(&format!("import junit.framework.TestCase; {case}")), ["U.f"]);
    // Other libraries have annotations with the same names.
    assert_eq!(names(&format!("import acme.junit.Before; {annotated}")), ["T.a", "T.b", "T.helper"]);
    assert_eq!(names(case), ["T.<init>", "T.testA", "U.f"]);
}
