//! Divergences of numbers: integer width, division, shifts, conversions and floating point.

use super::JavaCode::{Binary, Call, Cast, CompoundAssignment, Constant};
use super::MeaningOn::{IntegerByLiteral, Integers, Reals};
use super::OperandTypes::{Any, Numbers};
use super::{Divergence, Example, Meaning, PLAIN, UnaryMeaning};
use crate::BinaryOp::{Add, Div, Mul, Rem, Shl, Shr, Sub, Ushr};
use crate::UnaryOp::Neg;

pub(super) const ROWS: &[Divergence] = &[
    Divergence {
        id: "int-div-floor",
        title: "Java's integer division rounds toward zero, Python's // rounds down",
        java: "a / b",
        port: "a // b",
        example: Example { arguments: "-7, 2", java: "-3", port: "-4" },
        code: &[Binary(Div, Any)],
        meaning: &[Meaning {
            op: Div,
            on: IntegerByLiteral,
            text: "(lambda a, b: a // b if (a < 0) == (b < 0) else -(-a // b))({left}, {right})",
            wraps: false,
        }],
        ..PLAIN
    },
    Divergence {
        id: "int-div-true",
        title: "The port of an integer division is a true division",
        java: "a / b",
        port: "a / b",
        example: Example { arguments: "7, 2", java: "3", port: "3.5" },
        ..PLAIN
    },
    Divergence {
        id: "int-div-viafloat",
        title: "int(a / b) loses precision above 2^53",
        java: "a / b",
        port: "int(a / b)",
        example: Example { arguments: "9007199254740993L, 1L", java: "9007199254740993", port: "9007199254740992" },
        ..PLAIN
    },
    Divergence {
        id: "int-div-compound",
        title: "x /= k on an int becomes a float",
        java: "x /= k",
        port: "x /= k",
        example: Example { arguments: "9, 2", java: "4", port: "4.5" },
        ..PLAIN
    },
    Divergence {
        id: "int-rem-sign",
        title: "In Java, the remainder has the sign of the dividend",
        java: "a % b",
        port: "a % b",
        example: Example { arguments: "-7, 3", java: "-1", port: "2" },
        code: &[Binary(Rem, Any)],
        meaning: &[Meaning {
            op: Rem,
            on: Integers,
            text: "(lambda a, b: a % b if (a < 0) == (b < 0) else -(-a % b))({left}, {right})",
            wraps: false,
        }],
        ..PLAIN
    },
    Divergence {
        id: "float-rem-sign",
        title: "In Java, the floating-point remainder has the sign of the dividend",
        java: "a % b",
        port: "a % b",
        example: Example { arguments: "-7.5, 2.0", java: "-1.5", port: "0.5" },
        meaning: &[Meaning {
            op: Rem,
            on: Reals,
            text: "(lambda a, b: 0 * 1e999 if b == 0 else (lambda r: -r if ('%g' % a)[0] == '-' else r)((a if a >= 0 else -a) % (b if b >= 0 else -b)))({left}, {right})",
            wraps: false,
        }],
        ..PLAIN
    },
    Divergence {
        id: "int32-add-wrap",
        title: "32-bit addition wraps",
        java: "a + b",
        port: "a + b",
        example: Example { arguments: "2147483647, 1", java: "-2147483648", port: "2147483648" },
        code: &[Binary(Add, Numbers), Binary(Sub, Numbers)],
        meaning: &[
            Meaning { op: Add, on: Integers, text: "{left} + {right}", wraps: true },
            Meaning { op: Sub, on: Integers, text: "{left} - {right}", wraps: true },
        ],
        ..PLAIN
    },
    Divergence {
        id: "int32-mid-overflow",
        title: "(lo + hi) / 2 overflows in Java",
        java: "(lo + hi) / 2",
        port: "(lo + hi) // 2",
        example: Example { arguments: "2000000000, 2000000000", java: "-147483648", port: "2000000000" },
        ..PLAIN
    },
    Divergence {
        id: "int32-hash",
        title: "A polynomial hash relies on integer overflow",
        java: "h = 31 * h + c",
        port: "h = 31 * h + ord(c)",
        example: Example { arguments: "\"hello world\"", java: "1794106052", port: "88006926820958916" },
        ..PLAIN
    },
    Divergence {
        id: "int64-mul-wrap",
        title: "64-bit multiplication wraps",
        java: "a * b",
        port: "a * b",
        example: Example { arguments: "4294967296L, 4294967296L", java: "0", port: "18446744073709551616" },
        code: &[Binary(Mul, Any)],
        meaning: &[Meaning { op: Mul, on: Integers, text: "{left} * {right}", wraps: true }],
        ..PLAIN
    },
    Divergence {
        id: "widening-late",
        title: "int product is computed before widening to long",
        java: "long r = a * b",
        port: "r = a * b",
        example: Example { arguments: "100000, 100000", java: "1410065408", port: "10000000000" },
        ..PLAIN
    },
    Divergence {
        id: "abs-min",
        title: "Math.abs(Integer.MIN_VALUE) is negative",
        java: "Math.abs(x)",
        port: "abs(x)",
        example: Example { arguments: "-2147483648", java: "-2147483648", port: "2147483648" },
        code: &[Call("abs")],
        ..PLAIN
    },
    Divergence {
        id: "neg-min",
        title: "-Integer.MIN_VALUE is negative",
        java: "-x",
        port: "-x",
        example: Example { arguments: "-2147483648", java: "-2147483648", port: "2147483648" },
        unary: &[UnaryMeaning { op: Neg, text: "-{operand} if {operand} != {low} else {low}" }],
        ..PLAIN
    },
    Divergence {
        id: "min-div-neg1",
        title: "MIN_VALUE / -1 wraps to itself",
        java: "a / b",
        port: "int(a / b)",
        example: Example { arguments: "-2147483648, -1", java: "-2147483648", port: "2147483648" },
        meaning: &[Meaning {
            op: Div,
            on: Integers,
            text: "(lambda a, b: a if a == {low} and b == -1 else a // b if (a < 0) == (b < 0) else -(-a // b))({left}, {right})",
            wraps: false,
        }],
        ..PLAIN
    },
    Divergence {
        id: "sentinel-overflow",
        title: "MAX_VALUE plus a weight overflows to a negative number",
        java: "dist + w < best",
        port: "dist + w < best",
        example: Example { arguments: "2147483647, 5, 100", java: "true", port: "false" },
        code: &[Constant("MAX_VALUE")],
        ..PLAIN
    },
    Divergence {
        id: "sentinel-inf",
        title: "Integer.MAX_VALUE replaced by float inf",
        java: "int m = Integer.MAX_VALUE",
        port: "m = float('inf')",
        example: Example { arguments: "new int[]{}", java: "2147483647", port: "inf" },
        ..PLAIN
    },
    Divergence {
        id: "sentinel-min-zero",
        title: "Integer.MIN_VALUE initialiser replaced by 0",
        java: "int m = Integer.MIN_VALUE",
        port: "m = 0",
        example: Example { arguments: "new int[]{-5, -3}", java: "-3", port: "0" },
        code: &[Constant("MIN_VALUE")],
        ..PLAIN
    },
    Divergence {
        id: "ushr-int",
        title: ">>> is not >>",
        java: "x >>> n",
        port: "x >> n",
        example: Example { arguments: "-8, 1", java: "2147483644", port: "-4" },
        code: &[Binary(Ushr, Any)],
        meaning: &[Meaning { op: Ushr, on: Integers, text: "{left} % {span} >> {distance}", wraps: true }],
        ..PLAIN
    },
    Divergence {
        id: "ushr-wrongmask",
        title: ">>> on int emulated with a 64-bit mask",
        java: "x >>> n",
        port: "(x & 0xFFFFFFFFFFFFFFFF) >> n",
        example: Example { arguments: "-8, 1", java: "2147483644", port: "9223372036854775804" },
        ..PLAIN
    },
    Divergence {
        id: "shl-overflow",
        title: "<< drops high bits and sets the sign",
        java: "x << n",
        port: "x << n",
        example: Example { arguments: "1, 31", java: "-2147483648", port: "2147483648" },
        code: &[Binary(Shl, Any)],
        meaning: &[Meaning { op: Shl, on: Integers, text: "{left} << {distance}", wraps: true }],
        ..PLAIN
    },
    Divergence {
        id: "shift-distance-mask",
        title: "Java takes the shift distance mod 32 (int) or 64 (long)",
        java: "x << n",
        port: "x << n",
        example: Example { arguments: "1, 33", java: "2", port: "8589934592" },
        ..PLAIN
    },
    Divergence {
        id: "shift-negative",
        title: "Negative shift distance is legal in Java",
        java: "x << n",
        port: "x << n",
        example: Example { arguments: "1, -1", java: "-2147483648", port: "!ValueError" },
        ..PLAIN
    },
    Divergence {
        id: "shr-distance-mask",
        title: "For >>, Java also takes the distance mod 32 (int) or 64 (long)",
        java: "x >> n",
        port: "x >> n",
        example: Example { arguments: "100, 32", java: "100", port: "0" },
        code: &[Binary(Shr, Any)],
        meaning: &[Meaning { op: Shr, on: Integers, text: "({left} >> {distance})", wraps: false }],
        ..PLAIN
    },
    Divergence {
        id: "hex-literal-sign",
        title: "0x80000000 is a negative int literal",
        java: "x & 0x80000000",
        port: "x & 0x80000000",
        example: Example { arguments: "-1", java: "-2147483648", port: "2147483648" },
        ..PLAIN
    },
    Divergence {
        id: "bitcount-neg",
        title: "bitCount counts the two's complement bits of a negative number",
        java: "Integer.bitCount(x)",
        port: "bin(x).count('1')",
        example: Example { arguments: "-1", java: "32", port: "1" },
        code: &[Call("bitCount")],
        ..PLAIN
    },
    Divergence {
        id: "tobinary-neg",
        title: "toBinaryString and toHexString give the two's complement of a negative number",
        java: "Integer.toHexString(x)",
        port: "hex(x)[2:]",
        example: Example { arguments: "-1", java: "\"ffffffff\"", port: "\"x1\"" },
        code: &[Call("toBinaryString"), Call("toHexString")],
        ..PLAIN
    },
    Divergence {
        id: "octal-literal",
        title: "Leading-zero literals are octal",
        java: "x + 010",
        port: "x + 10",
        example: Example { arguments: "0", java: "8", port: "10" },
        ..PLAIN
    },
    Divergence {
        id: "cast-byte",
        title: "(byte) wraps to signed 8 bits",
        java: "(byte) x",
        port: "x & 0xFF",
        example: Example { arguments: "200", java: "-56", port: "200" },
        code: &[Cast],
        ..PLAIN
    },
    Divergence {
        id: "cast-double-int",
        title: "(int) of a double saturates and maps NaN to 0",
        java: "(int) d",
        port: "int(d)",
        example: Example { arguments: "1e10", java: "2147483647", port: "10000000000" },
        ..PLAIN
    },
    Divergence {
        id: "compound-narrow",
        title: "Compound assignment narrows implicitly",
        java: "x += d",
        port: "x += d",
        example: Example { arguments: "5, 2.7", java: "7", port: "7.7" },
        code: &[CompoundAssignment],
        ..PLAIN
    },
    Divergence {
        id: "int-div-then-double",
        title: "Integer division truncates even if the result becomes a double",
        java: "double r = a / b",
        port: "r = a / b",
        example: Example { arguments: "7, 2", java: "3.0", port: "3.5" },
        ..PLAIN
    },
    Divergence {
        id: "ceil-int-div",
        title: "Math.ceil gets an integer quotient that is already truncated",
        java: "Math.ceil(a / b)",
        port: "float(math.ceil(a / b))",
        example: Example { arguments: "7, 2", java: "3.0", port: "4.0" },
        ..PLAIN
    },
    Divergence {
        id: "ternary-promotion",
        title: "A conditional with an int and a double always gives a double",
        java: "c ? 1 : 2.0",
        port: "1 if c else 2.0",
        example: Example { arguments: "true", java: "1.0", port: "1" },
        ..PLAIN
    },
    Divergence {
        id: "long-double-eq",
        title: "long compared with double loses precision in Java",
        java: "a == d",
        port: "a == d",
        example: Example { arguments: "9007199254740993L, 9007199254740992.0", java: "true", port: "false" },
        ..PLAIN
    },
    Divergence {
        id: "float32",
        title: "float is 32-bit",
        java: "a + b",
        port: "a + b",
        example: Example { arguments: "0.1f, 0.2f", java: "0.30000001192092896", port: "0.30000000000000004" },
        ..PLAIN
    },
    Divergence {
        id: "float-div-zero",
        title: "Floating division by zero gives Infinity or NaN",
        java: "a / b",
        port: "a / b",
        example: Example { arguments: "1.0, 0.0", java: "inf", port: "!ZeroDivisionError" },
        meaning: &[Meaning {
            op: Div,
            on: Reals,
            text: "(lambda a, b: a / b if b else a * (-1e999 if '%g' % b == '-0' else 1e999))({left}, {right})",
            wraps: false,
        }],
        ..PLAIN
    },
    Divergence {
        id: "math-domain",
        title: "Math.sqrt/log/pow return NaN or Infinity, math.* raises",
        java: "Math.sqrt(x)",
        port: "math.sqrt(x)",
        example: Example { arguments: "-1.0", java: "nan", port: "!ValueError" },
        code: &[Call("sqrt")],
        ..PLAIN
    },
    Divergence {
        id: "math-log-zero",
        title: "Math.log(0) is -Infinity",
        java: "Math.log(x)",
        port: "math.log(x)",
        example: Example { arguments: "0.0", java: "-inf", port: "!ValueError" },
        ..PLAIN
    },
    Divergence {
        id: "round-half",
        title: "Math.round rounds half up, round() half to even",
        java: "Math.round(x)",
        port: "round(x)",
        example: Example { arguments: "2.5", java: "3", port: "2" },
        code: &[Call("round"), Call("rint")],
        ..PLAIN
    },
    Divergence {
        id: "round-plus-half",
        title: "floor(x + 0.5) is not Math.round",
        java: "Math.round(x)",
        port: "math.floor(x + 0.5)",
        example: Example { arguments: "0.49999999999999994", java: "0", port: "1" },
        ..PLAIN
    },
    Divergence {
        id: "max-nan",
        title: "Math.max propagates NaN",
        java: "Math.max(a, b)",
        port: "max(a, b)",
        example: Example { arguments: "1.0, Double.NaN", java: "nan", port: "1.0" },
        ..PLAIN
    },
    Divergence {
        id: "double-equals",
        title: "Double.equals treats NaN as equal and -0.0 as different",
        java: "x.equals(y)",
        port: "x == y",
        example: Example { arguments: "Double.NaN, Double.NaN", java: "true", port: "false" },
        ..PLAIN
    },
];
