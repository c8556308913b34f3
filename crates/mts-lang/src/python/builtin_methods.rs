//! Lists the methods of `str`, and those that modify a collection.

/// The methods of `str`.
pub const STR_METHODS: [&str; 47] = [
    "capitalize",
    "casefold",
    "center",
    "count",
    "encode",
    "endswith",
    "expandtabs",
    "find",
    "format",
    "format_map",
    "index",
    "isalnum",
    "isalpha",
    "isascii",
    "isdecimal",
    "isdigit",
    "isidentifier",
    "islower",
    "isnumeric",
    "isprintable",
    "isspace",
    "istitle",
    "isupper",
    "join",
    "ljust",
    "lower",
    "lstrip",
    "maketrans",
    "partition",
    "removeprefix",
    "removesuffix",
    "replace",
    "rfind",
    "rindex",
    "rjust",
    "rpartition",
    "rsplit",
    "rstrip",
    "split",
    "splitlines",
    "startswith",
    "strip",
    "swapcase",
    "title",
    "translate",
    "upper",
    "zfill",
];

/// The methods that may change the length of a list or a `bytearray`.
const RESIZING_LIST: [&str; 6] = ["append", "clear", "extend", "insert", "pop", "remove"];

/// Further methods that may change the length of a deque, set or dictionary.
const RESIZING_OTHER: [&str; 8] =
    ["add", "appendleft", "discard", "extendleft", "popitem", "popleft", "setdefault", "update"];

/// The methods that reorder a list.
const REORDERING: [&str; 2] = ["reverse", "sort"];

/// Reports whether a method of this name may change the length of a collection.
#[must_use]
pub fn may_resize(method: &str) -> bool {
    RESIZING_LIST.contains(&method) || RESIZING_OTHER.contains(&method)
}

/// Reports whether a method of this name modifies a collection.
#[must_use]
pub fn modifies(method: &str) -> bool {
    may_resize(method) || REORDERING.contains(&method)
}

/// Reports whether a method of this name modifies a list or a `bytearray`.
#[must_use]
pub fn modifies_list(method: &str) -> bool {
    RESIZING_LIST.contains(&method) || REORDERING.contains(&method)
}
