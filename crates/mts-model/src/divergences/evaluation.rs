//! Divergences in the order of evaluation and in control flow.

use super::JavaCode::{Binary, Increment};
use super::MeaningOn::Truths;
use super::OperandTypes::Booleans;
use super::{Divergence, Example, Meaning, PLAIN};
use crate::BinaryOp::{BitAnd, BitOr, BitXor};

pub(super) const ROWS: &[Divergence] = &[
    Divergence {
        id: "postinc-expr",
        title: "++ inside an expression changes the variable only in Java",
        java: "i++ + ++i",
        port: "i + ++i",
        example: Example { arguments: "1", java: "4", port: "2" },
        code: &[Increment],
        ..PLAIN
    },
    Divergence {
        id: "preinc-cond",
        title: "Pre-increment inside a loop condition",
        java: "for (i = 0; ++i < n; i++)",
        port: "for i in range(n)",
        example: Example { arguments: "5", java: "2", port: "5" },
        ..PLAIN
    },
    Divergence {
        id: "predec-mask",
        title: "Pre-decrement dropped from a condition",
        java: "while ((--x & m) >= 1)",
        port: "while (--x & m) >= 1",
        example: Example { arguments: "4, 7", java: "3", port: "51" },
        ..PLAIN
    },
    Divergence {
        id: "array-index-postinc",
        title: "a[i++] = i sees the new i on the right",
        java: "a[i++] = i",
        port: "a[i] = i; i += 1",
        example: Example { arguments: "3", java: "[1,2,3]", port: "[0,1,2]" },
        ..PLAIN
    },
    Divergence {
        id: "chained-assign",
        title: "i = a[i] = v stores through the old i",
        java: "i = a[i] = v",
        port: "i = a[i] = v",
        example: Example { arguments: "2", java: "[2,0,0,0]", port: "[0,0,2,0]" },
        ..PLAIN
    },
    Divergence {
        id: "chained-compare",
        title: "a == b == c is not a chain in Java",
        java: "a == b == c",
        port: "a == b == c",
        example: Example { arguments: "false, false, true", java: "true", port: "false" },
        ..PLAIN
    },
    Divergence {
        id: "bitand-precedence",
        title: "& binds looser than == in Java",
        java: "x & y == z",
        port: "x & y == z",
        example: Example { arguments: "false, true, false", java: "false", port: "true" },
        ..PLAIN
    },
    Divergence {
        id: "nonshort-circuit",
        title: "& and | evaluate both sides",
        java: "if (a > 0 & ++c > 0)",
        port: "if a > 0 and (c := c + 1) > 0",
        example: Example { arguments: "-1", java: "1", port: "0" },
        code: &[Binary(BitAnd, Booleans), Binary(BitOr, Booleans)],
        ..PLAIN
    },
    Divergence {
        id: "switch-fallthrough",
        title: "switch falls through without break",
        java: "switch (k)",
        port: "if k == 1: ... elif k == 2: ...",
        example: Example { arguments: "1", java: "11", port: "1" },
        ..PLAIN
    },
    Divergence {
        id: "labelled-break",
        title: "Labelled break leaves the outer loop",
        java: "break outer",
        port: "break",
        example: Example { arguments: "3", java: "2", port: "6" },
        ..PLAIN
    },
    Divergence {
        id: "do-while",
        title: "do-while runs its body at least once",
        java: "do { } while (c)",
        port: "while c: ...",
        example: Example { arguments: "0", java: "1", port: "0" },
        ..PLAIN
    },
    Divergence {
        id: "loopvar-mutated",
        title: "Changing the loop variable inside a for",
        java: "for (...) { if (...) i++; }",
        port: "for i in range(n): ... i += 1",
        example: Example { arguments: "6", java: "3", port: "6" },
        ..PLAIN
    },
    Divergence {
        id: "loopvar-after",
        title: "Loop variable after the loop",
        java: "int i; for (...) ; return i",
        port: "for i in range(n): ...; return i",
        example: Example { arguments: "5", java: "5", port: "4" },
        ..PLAIN
    },
    Divergence {
        id: "bound-reevaluated",
        title: "Loop bound is re-evaluated each time",
        java: "i < l.size()",
        port: "for i in range(len(l))",
        example: Example { arguments: "3", java: "4", port: "2" },
        ..PLAIN
    },
    Divergence {
        id: "loop-step-geometric",
        title: "range cannot replace a loop that multiplies its variable",
        java: "i *= 2",
        port: "range(1, n + 1, 2)",
        example: Example { arguments: "16", java: "5", port: "8" },
        ..PLAIN
    },
    Divergence {
        id: "recursion-depth",
        title: "Python stops at about 1000 frames",
        java: "f(n - 1) + n",
        port: "0 if n == 0 else f(n - 1) + n",
        example: Example { arguments: "5000", java: "12502500", port: "!RecursionError" },
        ..PLAIN
    },
    Divergence {
        id: "exception-class",
        title: "The except clause must name the counterpart of Java's exception",
        java: "catch (ArithmeticException e)",
        port: "except ValueError",
        example: Example { arguments: "1, 0", java: "-1", port: "!ZeroDivisionError" },
        ..PLAIN
    },
    Divergence {
        id: "xor-truth",
        title: "Python's ^ is a logical xor only if both operands are booleans",
        java: "a ^ b",
        port: "a ^ b",
        example: Example { arguments: "true, true", java: "false", port: "3 for the truth values 1 and 2" },
        meaning: &[Meaning { op: BitXor, on: Truths, text: "((not {left}) != (not {right}))", wraps: false }],
        ..PLAIN
    },
];
