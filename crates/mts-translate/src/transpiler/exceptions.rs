//! Java's standard exceptions and the Python classes that stand for them, after the table of the
//! equality rules.

/// The class that is raised.
pub(super) fn raised(java: &str) -> Option<&'static str> {
    caught(java).and_then(|classes| classes.first().copied())
}

/// The classes that are caught.
pub(super) fn caught(java: &str) -> Option<&'static [&'static str]> {
    Some(match java.rsplit('.').next().unwrap_or(java) {
        "ArithmeticException" => &["ZeroDivisionError", "OverflowError"],
        "ArrayIndexOutOfBoundsException"
        | "StringIndexOutOfBoundsException"
        | "IndexOutOfBoundsException"
        | "EmptyStackException" => &["IndexError"],
        "NullPointerException" => &["TypeError", "AttributeError"],
        "ClassCastException" | "ArrayStoreException" => &["TypeError"],
        "NumberFormatException"
        | "IllegalArgumentException"
        | "InputMismatchException"
        | "NegativeArraySizeException" => &["ValueError"],
        "NoSuchElementException" => &["KeyError", "IndexError", "StopIteration"],
        "UnsupportedOperationException" => &["NotImplementedError"],
        "IllegalStateException" | "ConcurrentModificationException" => &["RuntimeError"],
        "CloneNotSupportedException" | "InterruptedException" | "ExecutionException" => &["Exception"],
        "IOException" | "UncheckedIOException" | "FileNotFoundException" => &["OSError"],
        "StackOverflowError" => &["RecursionError"],
        "OutOfMemoryError" => &["MemoryError"],
        "AssertionError" => &["AssertionError"],
        "Throwable" | "Error" | "RuntimeException" | "Exception" => &["Exception"],
        _ => return None,
    })
}
