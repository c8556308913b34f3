use super::eligibility::{eligible_fragments, examine_span};
use super::ineligible_reason::IneligibleReason;
use super::{Fragment, FragmentKind, LiveOut, extraction};
use mts_lang::SourceFile;
use mts_model::{Language, Span};

/// Parses a method in a class and examines the text between the two `~` marks.
fn piece(marked: &str) -> (String, Result<Fragment, IneligibleReason>) {
    let (before, rest) = marked.split_once('~').expect("a mark");
    let (inner, after) = rest.split_once('~').expect("two marks");
    let class =
        "class A { static final int SIZE = 8; int field; static int count; static int twice(int x) { return x + x; }\n";
    let text = format!("{class}{before}{inner}{after} }}");
    let file = SourceFile::parse("A.java", text.clone(), Language::Java).expect("parses");
    let function = file.functions.iter().find(|f| f.name == "f").expect("f").clone();
    let tree = file.lower(&function).expect("lowers");
    let from = class.len() + before.len();
    let found = examine_span(&file, &function, &tree, Span::new(from, from + inner.len()), LiveOut::Used);
    (text, found)
}

/// Returns the eligibility of a marked piece as one line.
fn describe(marked: &str) -> String {
    match piece(marked).1 {
        Err(reason) => format!("no: {reason}"),
        Ok(fragment) => {
            let names =
                |all: &[super::ContextVariable]| all.iter().map(|v| v.name.clone()).collect::<Vec<_>>().join(" ");
            let outs = match fragment.kind {
                FragmentKind::Expression => fragment.ty.to_string(),
                FragmentKind::Block => format!("[{}]", names(&fragment.live_outs)),
                FragmentKind::Ending => "ending".to_owned(),
            };
            format!("{} -> {outs}", names(&fragment.free))
        }
    }
}

#[test]
fn each_fragment_of_the_table_is_eligible_or_refused_as_specified() {
    let table = [
        // The fragments of the worked examples.
        ("static int f(int h, int n) { return (~h % n~ + n) % n; }", "h n -> int"),
        ("static int f(int lo, int hi) { int mid = ~(lo + hi) / 2~; return mid; }", "lo hi -> int"),
        ("static int f(int n) { return n ^ (~n >>> 1~); }", "n -> int"),
        ("static void f(char c, int k) { char d = ~(char) ('a' + (c - 'a' + k) % 26)~; }", "c k -> char"),
        (
            "static int f(String s) { int t = 0; for (int i = 0; i < s.length(); i++) t += ~s.charAt(i) - '0'~; return t; }",
            "s i -> int",
        ),
        (
            "static int f(int[] a) { ~int m = Integer.MIN_VALUE; for (int x : a) m = Math.max(m, x);~ return m; }",
            "a -> [m]",
        ),
        (
            "static int f(int[] a, int key) { int i = 0, c = 0; ~while (i < a.length && a[i++] != key) c++;~ return i == a.length ? c + 1 : c; }",
            "i a key c -> [i c]",
        ),
        ("static int f(int limit, int k) { if (~k > 0 & limit / k > 2~) return 1; return 0; }", "k limit -> boolean"),
        ("static String f(double total) { return ~\"total=\" + total~; }", "total -> String"),
        (
            "static int f(java.util.List<Integer> v) { int c = 1; for (int i = 1; i < v.size(); i++) if (~v.get(i) != v.get(i - 1)~) c++; return c; }",
            "v i -> boolean",
        ),
        (
            "static String f(String[] w) { w = w.clone(); ~java.util.Arrays.sort(w, (a, b) -> b.length() - a.length()); return String.join(\",\", w);~ }",
            "w -> ending",
        ),
        (
            "static int f(int n, int m, int r, int c) { ~int[][] g = new int[n][m]; g[r][c] = 1;~ int s = 0; for (int[] row : g) for (int x : row) s += x; return s; }",
            "n m r c -> [g]",
        ),
        // More eligible pieces.
        ("static int f(int[] a, int n) { ~a[n - 1] = n;~ return a[0]; }", "a n -> []"),
        ("static int f(int x) { int y; ~if (x > 0) y = x * 2; else y = -x;~ return y; }", "x -> [y]"),
        ("static int f(int x) { return ~twice(x) * SIZE~; }", "x -> int"),
        ("static int f(int x) { int y = 0; ~if (x > 0) y = x / 2;~ return y; }", "x y -> [y]"),
        (
            "static int f(int n) { int c = 0; ~out: for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { if (j == i) continue out; c++; }~ return c; }",
            "n c -> [c]",
        ),
        ("static int f(char c, int k) { return ~(char) (c + k)~; }", "c k -> int"),
        (
            "static String f(String s) { return ~s.toUpperCase(java.util.Locale.ROOT) + s.substring(1)~; }",
            "s -> String",
        ),
        // Ineligible pieces.
        (
            "static int f(int n) { int c = 0; out: for (int i = 0; i < n; i++) { ~c += i; if (c > 9) break out;~ } return c; }",
            "no: a jump out of the fragment",
        ),
        ("static boolean f(String s, String t) { return ~s == t~; }", "no: holds a comparison of strings with `==`"),
        (
            "static int f(int x) { ~System.out.println(x * 2);~ return x; }",
            "no: calls println, which may have a side effect",
        ),
        ("int f(int x) { return ~x + field * 2~; }", "no: reads field, which is not a variable of the function"),
        (
            "int f(int x) { /* final int field = 1; */ return ~x + field * 2~; }",
            "no: reads field, which is not a variable of the function",
        ),
        (
            "static int f(int x) { ~count = x + 1;~ return x; }",
            "no: reads count, which is not a variable of the function",
        ),
        ("static int f(int x) { ~if (x > 3) return 1; x += 2;~ return x; }", "no: an early return"),
        (
            "static int f(Thread t, int x) { return ~t.getPriority() + x~; }",
            "no: calls getPriority, which may have a side effect",
        ),
        ("static int f(int x) { return ~x~; }", "no: too small"),
        ("static int f(int x) { return ~5~ + x; }", "no: too small"),
        ("static int f(int x) { return 1 + ~twice(x)~; }", "no: too small"),
        ("static double f(int x) { return ~Math.random() * x~; }", "no: calls random, which may have a side effect"),
        (
            "static long f(long x) { return ~System.currentTimeMillis() - x~; }",
            "no: calls currentTimeMillis, which may have a side effect",
        ),
        ("static int f(int[] a, int i) { return ~a[i++] + i~; }", "no: an expression with a side effect"),
        (
            "static int f(int n) { while (n > 0) { ~n -= 2; if (n == 4) break;~ } return n; }",
            "no: a jump out of the fragment",
        ),
        ("static int f(int n) { return n + ~3 * 4~; }", "no: reads no variable"),
        ("static int f(int x) { int y; ~if (x > 0) y = 2 * x;~ y = 1; return x; }", "no: has no observable effect"),
        ("static Object f(Object o, int x) { return ~o.equals(x + 1)~; }", "no: unsupported type of o"),
    ];
    let found: Vec<String> = table.iter().map(|(marked, _)| describe(marked)).collect();
    let wrong: Vec<String> = table
        .iter()
        .zip(&found)
        .filter(|((_, wanted), found)| *wanted != found.as_str())
        .map(|((marked, wanted), found)| format!("{marked}\n  wanted {wanted}\n  found  {found}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_guard_is_a_condition_that_is_true_if_the_fragment_is_reached() {
    let guards = |marked: &str| piece(marked).1.expect("admitted").guards;
    let body = "static int f(int[] a, int k) { for (int i = 0; i < a.length; i++) { if (k == 0) continue; if (a[i] > 0 && ~a[i] / k > 2~) k++; } return k; }";
    assert_eq!(
        guards(body),
        ["(a[i] > 0)", "!(k == 0)", "(i < a.length)", "(i >= (0))", "(i >= 0 && i <= 16777216)"],
        "every pass asks anew"
    );
    let body = "static int f(int a, int b) { if (b == 0) return 0; return ~a / b + 1~; }";
    assert_eq!(guards(body), ["!(b == 0)"]);
    let body = "static int f(int a, int b) { if (a > 0) { a = b; return ~a / b + 1~; } return 0; }";
    assert!(guards(body).is_empty(), "what it says is no longer so");
    let body = "static int f(int k) { int r = 0; ~r += k % 3;~ if (k > 2) r -= 7; else r = -1; return r; }";
    assert!(guards(body).is_empty(), "by how much it is counted is not known");
    let body = "static int f(int k) { int r = 0; if (k > 2) r -= 7; else r = -1; return ~r * 2~; }";
    assert_eq!(guards(body), ["(r >= -16777216 && r <= 0)"]);
}

#[test]
fn a_variable_has_the_class_of_its_only_value() {
    let types = |marked: &str| -> Vec<String> {
        piece(marked).1.expect("admitted").variables().map(|v| v.ty.to_string()).collect()
    };
    let body = "static String f(String a) { java.util.Map<String, Integer> m = new java.util.TreeMap<>(); ~m.put(a, 1);~ return m + a; }";
    assert_eq!(types(body), ["java.util.TreeMap<String, Integer>", "String"]);
    let body = body.replace("~ return", "~ m = new java.util.HashMap<>(); return");
    assert_eq!(types(&body)[0], "java.util.Map<String, Integer>", "another may be in it");
    let own = "new java.util.TreeMap<>() { public Integer get(Object k) { return 0; } }";
    for body in [
        format!("static int f(String a) {{ java.util.Map<String, Integer> m = {own}; return ~m.get(a) + 1~; }}"),
        format!("static int f(String a, java.util.Map<String, Integer> m) {{ m = {own}; return ~m.get(a) + 1~; }}"),
    ] {
        assert_eq!(describe(&body), "no: unsupported type of m", "a class of its own: {body}");
    }
}

#[test]
fn an_extracted_fragment_is_a_function_of_its_context_variables() {
    let (text, found) =
        piece("static int f(int[] a, int k) { int s = 0; if (k > 0) { ~for (int x : a) s += x / k;~ } return s; }");
    let fragment = found.expect("admitted");
    assert_eq!(
        extraction::java(&fragment, 3, &text),
        "static Object[] mtsFragment3(int[] a, int s, int k) throws Throwable { for (int x : a) s += x / k;\nreturn new Object[] { s }; }"
    );
    let guard = extraction::guard(&fragment, 3).expect("a guard");
    assert_eq!(guard, "static boolean mtsGuard3(int[] a, int s, int k) throws Throwable { return (k > 0); }");
    let port = "def f(a, k):\n    s = 0\n    if k > 0:\n        for x in a:\n            s += x // k\n    return s\n";
    let from = port.find("for x").expect("there");
    let upto = port.find("\n    return").expect("there");
    let names = ["a", "s", "k"].map(|name| Some(name.to_owned())).into();
    let part = extraction::FragmentCounterpart {
        span: Span::new(from, upto),
        is_block: true,
        names,
        live_outs: vec!["s".into()],
        similarity: 1.0,
        is_negated: false,
    };
    let wanted = "def _mts_fragment_3_(a, s, k):\n    for x in a:\n        s += x // k\n    return [s]\n";
    assert_eq!(extraction::python(&fragment, &part, 3, port).as_deref(), Some(wanted));
}

#[test]
fn a_fragment_is_isolated_unless_it_calls_its_own_function() {
    let is_alone = |marked: &str| {
        let (text, found) = piece(marked);
        let file = SourceFile::parse("A.java", text.clone(), Language::Java).expect("parses");
        let function = file.functions.iter().find(|f| f.name == "f").expect("f");
        let tree = file.lower(function).expect("lowers");
        extraction::isolated(&found.expect("admitted"), function, &tree, &text).is_some()
    };
    assert!(!is_alone("static int f(int x) { return x < 1 ? 0 : ~f(x - 1) + x~; }"));
    assert!(is_alone("static int f(int x) { return ~twice(x) + x~; }"));
    assert!(is_alone("static int f(int f) { return ~f * f + 1~; }"), "a variable of its name");
    assert!(is_alone("static String f(int x) { return ~\"f(\" + x + \")\"~; }"), "a text with its name");
    assert!(is_alone("static int f(int x) { return ~x /* not f(x) */ + 2~; }"), "a comment with its name");
}

#[test]
fn fragments_with_most_hints_come_first_and_ineligible_ones_are_counted() {
    let text = "class A { static int f(int a, int b) { int s = a + b; System.out.println(s); return a / b % 3 + (a < b ? s : b); } }";
    let file = SourceFile::parse("A.java", text.to_owned(), Language::Java).expect("parses");
    let tree = file.lower(&file.functions[0]).expect("lowers");
    let found = eligible_fragments(&file, &file.functions[0], &tree, LiveOut::Used);
    assert!(found.fragments.windows(2).all(|two| two[0].hints >= two[1].hints));
    assert!(found.fragments.iter().any(|f| f.span.slice(text) == "a / b"));
    assert!(found.ineligible.contains_key("an impure call"), "{:?}", found.ineligible);
}
