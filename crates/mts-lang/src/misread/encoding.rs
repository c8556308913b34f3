//! The encoding that a Python file declares (PEP 263).

/// Names of encodings in which ASCII text keeps its meaning.
///
/// In these encodings, CPython decodes each ASCII byte, and each pair of ASCII bytes, as ASCII does. The names have
/// no separators. [`is_like_ascii`] also accepts numbered names, such as `latin1`, `iso8859-15` and `cp1252`. The
/// list omits `utf-7`, `hz`, `iso2022`, `unicode_escape`, `shift_jis_2004` and EBCDIC, because ASCII text can have
/// another meaning in them.
const LIKE_ASCII: [&str; 27] = [
    "ascii", "usascii", "us", "646", "latin", "l1", "8859", "cp437", "cp850", "cp852", "cp855", "cp858", "cp866",
    "cp932", "cp949", "cp950", "koi8r", "koi8u", "macroman", "big5", "gbk", "gb2312", "gb18030", "eucjp", "euckr",
    "shiftjis", "sjis",
];

/// Returns the declared encoding in which CPython may read another text than the tool.
///
/// The tool reads UTF-8. A pure ASCII file is the same text in an encoding that extends ASCII.
pub(super) fn other(text: &str) -> Option<&str> {
    declared(text).find(|name| !(is_utf8_name(name) || text.is_ascii() && is_like_ascii(name)))
}

/// Returns the encodings that the first two lines declare.
///
/// The caller has already rejected a text with a carriage return without a line feed, which CPython reads as a line
/// end. The second line counts only if the first line has no code.
fn declared(text: &str) -> impl Iterator<Item = &str> {
    let mut lines = text.split('\n');
    let first = lines.next().unwrap_or_default();
    let code = first.trim_start_matches([' ', '\t', '\x0c']);
    let has_code = !code.is_empty() && !code.starts_with(['#', '\r']);
    [Some(first), lines.next().filter(|_| !has_code)].into_iter().flatten().flat_map(in_line)
}

/// Returns each name after `coding:` or `coding=` in a line that is only a comment.
fn in_line(line: &str) -> impl Iterator<Item = &str> {
    let comment = line.trim_start_matches([' ', '\t', '\x0c']).strip_prefix('#').unwrap_or_default();
    comment.match_indices("coding").filter_map(|(at, word)| {
        let rest = comment[at + word.len()..].strip_prefix([':', '='])?.trim_start_matches([' ', '\t']);
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "-_.".contains(c))).unwrap_or(rest.len());
        Some(&rest[..end]).filter(|name| !name.is_empty())
    })
}

/// Reports whether CPython takes this name of an encoding as UTF-8.
fn is_utf8_name(name: &str) -> bool {
    // CPython ignores what follows `utf-8-`, as in Emacs's `utf-8-unix`.
    let normal = name.to_ascii_lowercase().replace('_', "-");
    normal.starts_with("utf-8-") || ["utf8", "u8", "utf", "utf8ucs2", "utf8ucs4", "cp65001"].contains(&&*plain(name))
}

fn is_like_ascii(name: &str) -> bool {
    let normal = name.to_ascii_lowercase().replace('_', "-");
    let is_latin = ["latin-1-", "iso-8859-1-", "iso-latin-1-"].iter().any(|start| normal.starts_with(start));
    let name = plain(name);
    let numbered = ["iso8859", "iso8859x", "cp125", "windows125", "latin", "isolatin"];
    let has_number = |start: &&str| {
        let number = name.strip_prefix(*start);
        number.is_some_and(|number| number.len() <= 2 && number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    is_latin || LIKE_ASCII.contains(&&*name) || numbered.iter().any(has_number)
}

/// Returns a name in lower case and without separators.
fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_in_another_encoding_is_found() {
        for text in [
            "# -*- coding: utf-7 -*-\n",
            "#!/usr/bin/python\n# vim: set fileencoding=utf_7 :\n",
            " \t\n\x0c# coding=UTF-16\n",
            "\n#coding:hz",
            "# comment\r\n# coding: utf-7\r\n",
            "# coding: coding: unicode_escape\n",
            "# coding: latin-1\ns = 'ä'\n",
            "# coding: ascii\ns = 'ä'\n",
            "# coding: cp037\n",
            "# coding: iso-2022-jp\n",
            "# coding: raw_unicode_escape\n",
            "# coding: rot13\n",
            "# coding: shift_jis_2004\n",
            "# encoding: utf8x7\n",
        ] {
            assert!(other(text).is_some(), "{text:?}");
        }
    }

    #[test]
    fn utf8_and_extensions_of_ascii_are_read_as_they_are() {
        for text in [
            "# -*- coding: utf-8 -*-\ns = 'ä'\n",
            "# -*- coding: UTF8 -*-\ns = 'ä'\n",
            "# coding: utf-8-unix\ns = 'ä'\n",
            "# coding: latin-1\n",
            "# coding: iso-8859-15\n",
            "# coding: latin-1-unix\n",
            "# coding: cp1252\r\n",
            "# coding: us-ascii\n",
            "# coding: windows-1252\n",
            "import a\n# coding: utf-7\n",
            "\n\n# coding: utf-7\n",
            "x = 1 # coding: utf-7\n",
            "# we use coding: \n# no\n",
            "\"\"\"coding: utf-7\"\"\"\n",
            "",
        ] {
            assert_eq!(other(text), None, "{text:?}");
        }
    }
}
