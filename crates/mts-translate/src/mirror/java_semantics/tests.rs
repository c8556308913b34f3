//! Tests the texts, and their meaning on both runtimes.

use super::*;

const LONG: JavaType = JavaType::Primitive(Primitive::Long);
const DOUBLE: JavaType = JavaType::Primitive(Primitive::Double);

#[test]
fn arithmetic_on_whole_numbers_wraps_at_the_inserted_operator() {
    let Some(OperationText::Whole(text)) = binary(BinaryOp::Mul, [&JavaType::INT, &JavaType::INT], "a", "b") else {
        panic!("wrapped")
    };
    assert_eq!(
        text,
        "(lambda v: v if -0x80000000 <= v <= 0x7FFFFFFF else (v + 0x80000000) % 0x100000000 - 0x80000000)(a * b)"
    );
    let Some(OperationText::Whole(text)) = binary(BinaryOp::Mul, [&JavaType::INT, &LONG], "a", "b") else {
        panic!("wrapped")
    };
    assert!(text.contains("0x7FFFFFFFFFFFFFFF"));
}

#[test]
fn floating_point_needs_no_wrapping_and_comparisons_no_types() {
    assert_eq!(binary(BinaryOp::Mul, [&DOUBLE, &JavaType::INT], "a", "b"), Some(OperationText::Operator("*")));
    let unknown = JavaType::Unknown;
    assert_eq!(binary(BinaryOp::Le, [&unknown, &unknown], "a", "b"), Some(OperationText::Operator("<=")));
    assert_eq!(binary(BinaryOp::Sub, [&unknown, &JavaType::INT], "a", "b"), None);
}

#[test]
fn shifts_are_masked_unless_the_distance_is_a_small_literal() {
    let ints = [&JavaType::INT, &JavaType::INT];
    assert_eq!(binary(BinaryOp::Shr, ints, "a", "3"), Some(OperationText::Whole("(a >> 3)".into())));
    assert_eq!(binary(BinaryOp::Shr, ints, "a", "b"), Some(OperationText::Whole("(a >> (b & 31))".into())));
}

/// The operand types, each with values at the limits of its range.
const OPERANDS: [(&str, Primitive, &[&str]); 4] = [
    ("int", Primitive::Int, &["0", "1", "-1", "2", "-7", "31", "33", "46341", "2147483647", "-2147483648"]),
    (
        "long",
        Primitive::Long,
        &["0L", "1L", "-1L", "-7L", "64L", "3037000500L", "9223372036854775807L", "-9223372036854775808L"],
    ),
    ("char", Primitive::Char, &["'a'", "'0'", "'\\u0000'", "'\\uffff'"]),
    ("double", Primitive::Double, &["0.0", "-0.0", "1.5", "-2.5", "1e308", "-1e308", "1.0/0.0", "-1.0/0.0", "0.0/0.0"]),
];

/// Returns a Java literal as Python code. A char is its code, as in the mirror's arithmetic.
fn python_literal(java: &str) -> String {
    match java {
        "1.0/0.0" => "1e999".to_owned(),
        "-1.0/0.0" => "(-1e999)".to_owned(),
        "0.0/0.0" => "(1e999 - 1e999)".to_owned(),
        "'a'" => "97".to_owned(),
        "'0'" => "48".to_owned(),
        "'\\u0000'" => "0".to_owned(),
        "'\\uffff'" => "65535".to_owned(),
        number => format!("({})", number.trim_end_matches('L')),
    }
}

/// Returns the expression for each pair of operands, in both languages. The operator accepts the
/// types of the operands.
fn expressions() -> Vec<(String, String)> {
    use BinaryOp::{Add, BitAnd, BitOr, BitXor, Div, Ge, Lt, Mul, Ne, Rem, Shl, Shr, Sub, Ushr};
    let mut all = Vec::new();
    let ty = JavaType::Primitive;
    for (_, left, lefts) in OPERANDS {
        for a in lefts {
            if let Some(text) = negative(&ty(left), &python_literal(a), false) {
                all.push((format!("-({a})"), text));
            }
        }
        for (_, right, rights) in OPERANDS {
            for op in [Add, Sub, Mul, Div, Rem, Shl, Shr, Ushr, BitAnd, BitOr, BitXor, Lt, Ge, Ne] {
                let real = left == Primitive::Double || right == Primitive::Double;
                if real && matches!(op, Shl | Shr | Ushr | BitAnd | BitOr | BitXor) {
                    continue;
                }
                for (a, b) in lefts.iter().flat_map(|a| rights.iter().map(move |b| (a, b))) {
                    let is_zero = matches!(*b, "0" | "0L" | "'\\u0000'");
                    if !real && is_zero && matches!(op, Div | Rem) {
                        continue;
                    }
                    let (l, r) = (python_literal(a), python_literal(b));
                    let text = match binary(op, [&ty(left), &ty(right)], &l, &r).expect("types are known") {
                        OperationText::Whole(text) => text,
                        OperationText::Operator(op) => format!("{l} {op} {r}"),
                    };
                    all.push((format!("({a}) {} ({b})", op.java()), text));
                }
            }
        }
    }
    all
}

fn lines_of(program: &str, file: &std::path::Path) -> Vec<String> {
    let output = std::process::Command::new(program).arg(file).output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn every_operator_has_the_same_meaning_in_java_and_python() {
    let expressions = expressions();
    let folder = tempfile::tempdir().expect("a folder");
    let mut java = String::from(
        "class Say { static void p(long x) { System.out.println(x); } static void p(int x) { System.out.println(x); }
         static void p(boolean x) { System.out.println(x ? 1 : 0); }
         static void p(double x) { System.out.println(Long.toHexString(Double.doubleToLongBits(x))); }\n",
    );
    let mut python = String::from(
        "import struct\ndef p(x):\n    if isinstance(x, float):\n        \
         print('%x' % (0x7ff8000000000000 if x != x else struct.unpack('>Q', struct.pack('>d', x))[0]))\n    \
         else:\n        print(int(x))\n",
    );
    for (nth, chunk) in expressions.chunks(500).enumerate() {
        java.push_str(&format!("static void c{nth}() {{\n"));
        for (source, port) in chunk {
            java.push_str(&format!("p({source});\n"));
            python.push_str(&format!("p({port})\n"));
        }
        java.push_str("}\n");
    }
    java.push_str("public static void main(String[] a) {\n");
    for nth in 0..expressions.chunks(500).len() {
        java.push_str(&format!("c{nth}();\n"));
    }
    java.push_str("} }\n");
    let (source, port) = (folder.path().join("Say.java"), folder.path().join("say.py"));
    std::fs::write(&source, java).expect("written");
    std::fs::write(&port, python).expect("written");
    let (java, python) = (lines_of("java", &source), lines_of("python3", &port));
    assert_eq!(java.len(), expressions.len());
    let wrong: Vec<String> = expressions
        .iter()
        .zip(java.iter().zip(&python))
        .filter(|(_, (java, python))| java != python)
        .map(|((source, port), (java, python))| format!("{source} is {java}, {port} is {python}"))
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), java.len(), wrong.join("\n"));
}
