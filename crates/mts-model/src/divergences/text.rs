//! Divergences of characters, strings and the text of values.

use super::JavaCode::{Binary, Call};
use super::OperandTypes::{Characters, References};
use super::{Divergence, Example, PLAIN};
use crate::BinaryOp::{Add, Eq, Ne, Sub};

pub(super) const ROWS: &[Divergence] = &[
    Divergence {
        id: "double-tostring",
        title: "Double to string uses E notation from 1e7 and below 1e-3",
        java: "\"\" + d",
        port: "'' + str(d)",
        example: Example { arguments: "1e7", java: "\"1.0E7\"", port: "\"10000000.0\"" },
        ..PLAIN
    },
    Divergence {
        id: "format-half-up",
        title: "%.nf rounds half up in Java, half even (exact) in Python",
        java: "String.format(\"%.1f\", d)",
        port: "'%.1f' % d",
        example: Example { arguments: "0.25", java: "\"0.3\"", port: "\"0.2\"" },
        code: &[Call("format")],
        ..PLAIN
    },
    Divergence {
        id: "bool-null-string",
        title: "true/null print lower case",
        java: "\"\" + b",
        port: "'' + str(b)",
        example: Example { arguments: "true", java: "\"true\"", port: "\"True\"" },
        ..PLAIN
    },
    Divergence {
        id: "null-concat",
        title: "Concatenating null gives \"null\"",
        java: "\"v=\" + s",
        port: "'v=' + s",
        example: Example { arguments: "null", java: "\"v=null\"", port: "!TypeError" },
        ..PLAIN
    },
    Divergence {
        id: "repeat-negative",
        title: "repeat refuses a negative count",
        java: "s.repeat(n)",
        port: "s * n",
        example: Example { arguments: "\"ab\", -1", java: "!IllegalArgumentException", port: "\"\"" },
        code: &[Call("repeat")],
        ..PLAIN
    },
    Divergence {
        id: "list-tostring",
        title: "List.toString does not quote strings",
        java: "\"\" + list",
        port: "str(l)",
        example: Example { arguments: "\"x\", \"y\"", java: "\"[x, y]\"", port: "\"['x', 'y']\"" },
        code: &[Call("toString")],
        ..PLAIN
    },
    Divergence {
        id: "char-plus-int",
        title: "char + int is an int",
        java: "c + 1",
        port: "chr(ord(c) + 1)",
        example: Example { arguments: "'a'", java: "98", port: "\"b\"" },
        code: &[Binary(Add, Characters), Binary(Sub, Characters)],
        ..PLAIN
    },
    Divergence {
        id: "char-plus-char",
        title: "char + char is numeric addition",
        java: "c1 + c2 + \"\"",
        port: "a + b + ''",
        example: Example { arguments: "'a', 'b'", java: "\"195\"", port: "\"ab\"" },
        ..PLAIN
    },
    Divergence {
        id: "char-wrap",
        title: "A cast to char wraps to 16 bits",
        java: "(char)(c + k)",
        port: "ord(c) + k",
        example: Example { arguments: "'a', -200", java: "65433", port: "-103" },
        ..PLAIN
    },
    Divergence {
        id: "concat-order",
        title: "+ goes from left to right, so Java adds the numbers before the text",
        java: "1 + 2 + s",
        port: "str(a) + str(b) + s",
        example: Example { arguments: "1, 2, \"x\"", java: "\"3x\"", port: "\"12x\"" },
        ..PLAIN
    },
    Divergence {
        id: "length-utf16",
        title: "String.length counts UTF-16 units",
        java: "s.length()",
        port: "len(s)",
        example: Example { arguments: "\"a\\uD83D\\uDE00\"", java: "3", port: "2" },
        code: &[Call("charAt")],
        ..PLAIN
    },
    Divergence {
        id: "compareto-diff",
        title: "compareTo returns a difference",
        java: "s.compareTo(t)",
        port: "(s > t) - (s < t)",
        example: Example { arguments: "\"a\", \"c\"", java: "-2", port: "-1" },
        code: &[Call("compareTo")],
        ..PLAIN
    },
    Divergence {
        id: "sort-utf16",
        title: "Strings sort by UTF-16 unit",
        java: "Arrays.sort(a)",
        port: "sorted(a)",
        example: Example {
            arguments: "new String[]{\"\\uFF41\", \"\\uD83D\\uDE00\"}",
            java: "[\"\\ud83d\\ude00\",\"\\uff41\"]",
            port: "[\"\\uff41\",\"\\ud83d\\ude00\"]",
        },
        code: &[Call("sort")],
        ..PLAIN
    },
    Divergence {
        id: "string-identity",
        title: "== on strings is identity",
        java: "s == t",
        port: "s == t",
        example: Example { arguments: "new String(\"ab\"), \"ab\"", java: "false", port: "true" },
        code: &[Binary(Eq, References), Binary(Ne, References)],
        ..PLAIN
    },
    Divergence {
        id: "split-regex",
        title: "split takes a regular expression",
        java: "s.split(\".\")",
        port: "s.split('.')",
        example: Example { arguments: "\"a.b\"", java: "[]", port: "[\"a\",\"b\"]" },
        code: &[Call("split")],
        ..PLAIN
    },
    Divergence {
        id: "split-trailing",
        title: "split drops trailing empty strings",
        java: "s.split(\",\")",
        port: "s.split(',')",
        example: Example { arguments: "\"a,b,,\"", java: "[\"a\",\"b\"]", port: "[\"a\",\"b\",\"\",\"\"]" },
        ..PLAIN
    },
    Divergence {
        id: "split-whitespace",
        title: "split(\" \") keeps empty fields, split() does not",
        java: "s.split(\" \")",
        port: "s.split()",
        example: Example { arguments: "\" a  b\"", java: "[\"\",\"a\",\"\",\"b\"]", port: "[\"a\",\"b\"]" },
        ..PLAIN
    },
    Divergence {
        id: "replaceall-regex",
        title: "replaceAll takes a regular expression",
        java: "s.replaceAll(\".\", \"x\")",
        port: "s.replace('.', 'x')",
        example: Example { arguments: "\"a.b\"", java: "\"xxx\"", port: "\"axb\"" },
        code: &[Call("replaceAll")],
        ..PLAIN
    },
    Divergence {
        id: "matches-full",
        title: "matches needs the whole string",
        java: "s.matches(\"[a-z]+\")",
        port: "bool(re.match('[a-z]+', s))",
        example: Example { arguments: "\"abc1\"", java: "false", port: "true" },
        ..PLAIN
    },
    Divergence {
        id: "trim-vs-strip",
        title: "trim removes only characters up to U+0020",
        java: "s.trim()",
        port: "s.strip()",
        example: Example { arguments: "\"\\u00a0x\"", java: "\"\\u00a0x\"", port: "\"x\"" },
        code: &[Call("trim")],
        ..PLAIN
    },
    Divergence {
        id: "substring-range",
        title: "substring throws when out of range, slicing clips",
        java: "s.substring(0, n)",
        port: "s[0:n]",
        example: Example { arguments: "\"abc\", 10", java: "!StringIndexOutOfBoundsException", port: "\"abc\"" },
        code: &[Call("substring")],
        ..PLAIN
    },
    Divergence {
        id: "tail-slice-zero",
        title: "s[-k:] returns everything for k = 0",
        java: "s.substring(s.length() - k)",
        port: "s[-k:]",
        example: Example { arguments: "\"abc\", 0", java: "\"\"", port: "\"abc\"" },
        ..PLAIN
    },
    Divergence {
        id: "indexof-missing",
        title: "indexOf returns -1, index raises",
        java: "l.indexOf(x)",
        port: "l.index(x)",
        example: Example { arguments: "java.util.List.of(1, 2), 3", java: "-1", port: "!ValueError" },
        code: &[Call("indexOf")],
        ..PLAIN
    },
    Divergence {
        id: "isdigit-unicode",
        title: "str.isdigit accepts superscripts",
        java: "Character.isDigit(c)",
        port: "c.isdigit()",
        example: Example { arguments: "'\\u00b2'", java: "false", port: "true" },
        code: &[Call("isDigit"), Call("isLetter")],
        ..PLAIN
    },
    Divergence {
        id: "parseint-lenient",
        title: "int() accepts blanks and underscores",
        java: "Integer.parseInt(s)",
        port: "int(s)",
        example: Example { arguments: "\" 42\"", java: "!NumberFormatException", port: "42" },
        code: &[Call("parseInt")],
        ..PLAIN
    },
    Divergence {
        id: "bytes-signed",
        title: "Java bytes are signed",
        java: "s.getBytes()[0]",
        port: "s.encode('utf-8')[0]",
        example: Example { arguments: "\"\\u00e9\"", java: "-61", port: "195" },
        ..PLAIN
    },
    Divergence {
        id: "char-array-default",
        title: "new char[n] holds U+0000",
        java: "new String(new char[n])",
        port: "len(''.join([''] * n))",
        example: Example { arguments: "2", java: "2", port: "0" },
        ..PLAIN
    },
];
