//! Divergences of collections, objects and library functions.

use super::JavaCode::{Binary, Call, NestedArray};
use super::OperandTypes::Boxes;
use super::{Divergence, Example, PLAIN};
use crate::BinaryOp::{Eq, Ne};

pub(super) const ROWS: &[Divergence] = &[
    Divergence {
        id: "neg-index",
        title: "Negative index throws in Java",
        java: "a[i]",
        port: "a[i]",
        example: Example { arguments: "new int[]{1, 2, 3}, -1", java: "!ArrayIndexOutOfBoundsException", port: "3" },
        ..PLAIN
    },
    Divergence {
        id: "boxed-identity",
        title: "== on boxed Integers is identity outside -128..127",
        java: "x == y",
        port: "a == b",
        example: Example { arguments: "1000, 1000", java: "false", port: "true" },
        code: &[Binary(Eq, Boxes), Binary(Ne, Boxes), Call("valueOf")],
        ..PLAIN
    },
    Divergence {
        id: "array-equals",
        title: "== and equals on arrays are identity",
        java: "a == b",
        port: "a == b",
        example: Example { arguments: "new int[]{1}, new int[]{1}", java: "false", port: "true" },
        code: &[Call("equals")],
        ..PLAIN
    },
    Divergence {
        id: "grid-aliasing",
        title: "[[0] * m] * n shares one row",
        java: "new int[n][m]",
        port: "[[0] * m] * n",
        example: Example { arguments: "3, 2", java: "7", port: "21" },
        code: &[NestedArray],
        ..PLAIN
    },
    Divergence {
        id: "alias-vs-copy",
        title: "An assignment shares the array, and a slice copies it",
        java: "int[] b = a; b[0] = 9",
        port: "b = a[:]; b[0] = 9",
        example: Example { arguments: "new int[]{1}", java: "9", port: "1" },
        code: &[Call("clone")],
        ..PLAIN
    },
    Divergence {
        id: "sublist-view",
        title: "subList is a view of the list, and a slice is a copy",
        java: "l.subList(0, k).clear()",
        port: "l[0:k].clear()",
        example: Example { arguments: "5, 2", java: "3", port: "5" },
        code: &[Call("asList")],
        ..PLAIN
    },
    Divergence {
        id: "remove-index",
        title: "List.remove(int) removes by index",
        java: "l.remove(k)",
        port: "l.remove(k)",
        example: Example { arguments: "java.util.List.of(2, 0, 1), 1", java: "[2,1]", port: "[2,0]" },
        code: &[Call("remove")],
        ..PLAIN
    },
    Divergence {
        id: "remove-missing",
        title: "Collection.remove of a missing element does not throw",
        java: "s.remove(x)",
        port: "s.remove(x)",
        example: Example { arguments: "2", java: "1", port: "!KeyError" },
        ..PLAIN
    },
    Divergence {
        id: "map-missing",
        title: "Map.get of a missing key is null",
        java: "m.get(k) == null",
        port: "m[k] is None",
        example: Example { arguments: "2", java: "true", port: "!KeyError" },
        ..PLAIN
    },
    Divergence {
        id: "hashmap-order",
        title: "HashMap iterates by hash, dict by insertion",
        java: "m.keySet()",
        port: "m.keys()",
        example: Example { arguments: "\"b\", \"a\"", java: "\"a,b\"", port: "\"b,a\"" },
        ..PLAIN
    },
    Divergence {
        id: "treemap-order",
        title: "TreeMap iterates in key order",
        java: "m.keySet()",
        port: "m.keys()",
        example: Example { arguments: "\"b\", \"a\"", java: "\"a,b\"", port: "\"b,a\"" },
        ..PLAIN
    },
    Divergence {
        id: "concurrent-mod",
        title: "Removing while iterating throws in Java",
        java: "for (x : l) l.remove(x)",
        port: "for x in l: l.remove(x)",
        example: Example { arguments: "4", java: "!ConcurrentModificationException", port: "3" },
        ..PLAIN
    },
    Divergence {
        id: "default-arg",
        title: "Python uses the same default argument in each call",
        java: "new ArrayList<>() per call",
        port: "def g(x, acc=[])",
        example: Example { arguments: "1", java: "11", port: "12" },
        ..PLAIN
    },
    Divergence {
        id: "builder-alias",
        title: "StringBuilder argument is mutated in place",
        java: "append(sb)",
        port: "sb += '!'",
        example: Example { arguments: "\"hi\"", java: "\"hi!\"", port: "\"hi\"" },
        ..PLAIN
    },
    Divergence {
        id: "stable-reverse",
        title: "Descending stable sort is not a reversed ascending sort",
        java: "l.sort((a, b) -> b.length() - a.length())",
        port: "sorted(l, key=len)[::-1]",
        example: Example { arguments: "\"aa\", \"b\", \"cc\"", java: "\"aa,cc,b\"", port: "\"cc,aa,b\"" },
        ..PLAIN
    },
    Divergence {
        id: "comparator-overflow",
        title: "(a, b) -> a - b overflows",
        java: "sort((a, b) -> a - b)",
        port: "l.sort()",
        example: Example { arguments: "1, -2147483648", java: "[1,-2147483648]", port: "[-2147483648,1]" },
        ..PLAIN
    },
    Divergence {
        id: "bool-int-equal",
        title: "True == 1 in Python",
        java: "l.contains(1)",
        port: "1 in l",
        example: Example { arguments: "true", java: "false", port: "true" },
        ..PLAIN
    },
    Divergence {
        id: "seeded-random",
        title: "java.util.Random and random.Random draw different numbers from the same seed",
        java: "new Random(s).nextInt(n)",
        port: "random.Random(s).randrange(n)",
        example: Example { arguments: "42L, 1000", java: "130", port: "654" },
        ..PLAIN
    },
    Divergence {
        id: "string-hashcode",
        title: "hashCode is specified, hash() is not",
        java: "s.hashCode()",
        port: "hash(s)",
        example: Example { arguments: "\"abc\"", java: "96354", port: "another number in each process" },
        code: &[Call("hashCode")],
        ..PLAIN
    },
    Divergence {
        id: "floor-mod-helper",
        title: "Math.floorMod is Python's %, and not math.fmod",
        java: "Math.floorMod(a, b)",
        port: "math.fmod(a, b)",
        example: Example { arguments: "-7, 3", java: "2", port: "-1.0" },
        code: &[Call("floorMod"), Call("floorDiv")],
        ..PLAIN
    },
    Divergence {
        id: "pow-int",
        title: "(int) Math.pow saturates; ** is exact",
        java: "(int) Math.pow(a, b)",
        port: "a ** b",
        example: Example { arguments: "10, 10", java: "2147483647", port: "10000000000" },
        code: &[Call("pow")],
        ..PLAIN
    },
    Divergence {
        id: "numeric-value",
        title: "Character.getNumericValue accepts letters",
        java: "Character.getNumericValue(c)",
        port: "int(c)",
        example: Example { arguments: "'a'", java: "10", port: "!ValueError" },
        ..PLAIN
    },
    Divergence {
        id: "capitalize-rest",
        title: "capitalize() lower-cases the rest and accepts the empty string",
        java: "s.substring(0, 1).toUpperCase() + s.substring(1)",
        port: "s.capitalize()",
        example: Example { arguments: "\"hELLO\"", java: "\"HELLO\"", port: "\"Hello\"" },
        code: &[Call("toUpperCase"), Call("toLowerCase")],
        ..PLAIN
    },
];
