//! Converts a parameter's annotation to a Java type.
//!
//! Ambiguous names and unions give [`JavaType::Unknown`]. `None` in a union does not count.

use mts_model::nesting::MOST_TYPE_LEVELS;
use mts_model::{JavaType, Primitive};

/// Returns the type of an annotation, or [`JavaType::Unknown`].
pub(in crate::python) fn ty(annotation: &str) -> JavaType {
    let text = annotation.trim().trim_matches(['"', '\'']).trim();
    if text.matches('[').count() > MOST_TYPE_LEVELS {
        return JavaType::Unknown;
    }
    let alternatives: Vec<&str> = split(text, '|').into_iter().filter(|part| *part != "None").collect();
    let [text] = alternatives[..] else { return JavaType::Unknown };
    let (name, inner) = match text.split_once('[') {
        Some((name, rest)) => (name.trim(), rest.strip_suffix(']').unwrap_or(rest)),
        None => (text, ""),
    };
    let simple = name.rsplit('.').next().unwrap_or(name);
    let class = |name: &str| {
        let args = if inner.is_empty() { Vec::new() } else { split(inner, ',').into_iter().map(ty).collect() };
        JavaType::Class { name: name.to_owned(), args }
    };
    match simple {
        "int" => JavaType::Primitive(Primitive::Int),
        "float" => JavaType::Primitive(Primitive::Double),
        "bool" => JavaType::BOOLEAN,
        "str" => JavaType::String,
        "bytes" | "bytearray" => JavaType::Primitive(Primitive::Byte).array_of(),
        "list" | "List" | "Sequence" | "MutableSequence" | "tuple" | "Tuple" | "deque" => class("List"),
        "dict" | "Dict" | "Mapping" | "MutableMapping" | "defaultdict" | "OrderedDict" => class("Map"),
        "set" | "Set" | "frozenset" | "FrozenSet" | "AbstractSet" | "MutableSet" => class("Set"),
        "Optional" => ty(inner),
        _ if simple.len() > 1 && simple.starts_with(|c: char| c.is_ascii_uppercase()) && !OPEN.contains(&simple) => {
            class(simple)
        }
        _ => JavaType::Unknown,
    }
}

/// Names of `typing` and similar modules that may mean many types.
const OPEN: [&str; 12] = [
    "Any",
    "Union",
    "Callable",
    "Iterable",
    "Iterator",
    "Collection",
    "Type",
    "TypeVar",
    "Literal",
    "Annotated",
    "Self",
    "Generator",
];

/// Returns the parts between separators outside brackets.
fn split(text: &str, separator: char) -> Vec<&str> {
    let (mut depth, mut from, mut parts) = (0_i32, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth -= 1,
            c if c == separator && depth == 0 => {
                parts.push(text[from..at].trim());
                from = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(text[from..].trim());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_annotation_is_read_as_the_corresponding_java_type() {
        for (annotation, wanted) in [
            ("int", "int"),
            ("float", "double"),
            ("bool", "boolean"),
            ("'str'", "String"),
            ("Optional[str]", "String"),
            ("str | None", "String"),
            ("typing.List[int]", "List<int>"),
            ("dict[str, list[int]]", "Map<String, List<int>>"),
            ("shelf.Shelf", "Shelf"),
            ("bytes", "byte[]"),
            ("Union[int, str]", "?"),
            ("int | str", "?"),
            ("Any", "?"),
            ("T", "?"),
            ("Callable[[int], str]", "?"),
            ("", "?"),
        ] {
            assert_eq!(ty(annotation).to_string(), wanted, "{annotation}");
        }
    }
}
