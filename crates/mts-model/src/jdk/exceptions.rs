//! Exceptions of the JDK and their Python counterparts.

/// The facts about an exception class of the JDK.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JdkException {
    /// The simple name, such as `IOException`.
    pub name: &'static str,
    /// The package, such as `java.io`.
    pub package: &'static str,
    /// Whether the tool generates objects of this exception class as arguments.
    pub is_input: bool,
    /// The Python classes that ports usually raise for this exception. Empty if no class is usual.
    pub python: &'static [&'static str],
    /// The Python classes that a translation catches for this exception. A translation raises the
    /// first class.
    ///
    /// Empty if the transpiler does not translate the exception. The Python classes of a Java base class must catch all
    /// Python classes of its derived classes.
    pub translated: &'static [&'static str],
    /// Parts of messages which show that no check in the project threw the exception.
    ///
    /// The virtual machine or the JDK writes such messages. The empty text is a part of every message. The list is
    /// empty if the message does not show who threw the exception.
    pub own_messages: &'static [&'static str],
    /// Whether Java throws this exception to reject an impossible state.
    ///
    /// Examples are an index out of range, a null, and a wrong class.
    pub is_rejection: bool,
}

/// Parts of the messages of an `ArithmeticException` from `int`, `long` or `BigInteger`.
const ARITHMETIC: &[&str] =
    &["/ by zero", "BigInteger: modulus not positive", "BigInteger divide by zero", "BigInteger not invertible"];

/// Parts of the messages of index exceptions.
const INDEX: &[&str] = &["out of bounds for ", "out of range: ", ", length ", "Size: ", "Range ["];

/// The first words of the JVM's own messages of a `NullPointerException` (JEP 358).
pub const NULL_DEREFERENCES: &[&str] = &[
    "Cannot invoke \"",
    "Cannot read ",
    "Cannot assign ",
    "Cannot load from ",
    "Cannot store to ",
    "Cannot throw exception",
    "Cannot enter synchronized ",
];

/// The methods of the JDK that throw a special message for a missing key.
///
/// Each row has the Java exception, a part of its message, and the Python class for the same failure. The Python class
/// corresponds to the Java exception only if the message has this part.
pub const LOOKUPS: [(&str, &str, &str); 2] = [
    ("java.lang.IllegalArgumentException", "No enum constant ", "KeyError"),
    ("java.lang.NullPointerException", "Map.get(Object)\" is null", "KeyError"),
];

/// The exceptions with which Java and a port reject null.
///
/// Java's own code throws the first, and does not dereference the null. The second is a Python class.
pub const NULL_CHECK: (&str, &str) = ("java.lang.NullPointerException", "ValueError");

/// The general exceptions for a rejected input, by their simple names in Java and Python.
pub const REJECTION: (&str, &str) = ("IllegalArgumentException", "ValueError");

/// The general exceptions with which Java code rejects a call.
pub const GENERAL_REJECTIONS: [&str; 2] = ["IllegalArgumentException", "IllegalStateException"];

/// The exceptions of Java and Python that say only that code rejects a call.
pub const GENERAL_EXCEPTIONS: ([&str; 4], [&str; 3]) = (
    [
        "java.lang.IllegalArgumentException",
        "java.lang.IllegalStateException",
        "java.lang.RuntimeException",
        "java.lang.Exception",
    ],
    ["ValueError", "RuntimeError", "Exception"],
);

/// The Python class that only a `raise` statement of the project raises.
///
/// Python's own code raises subclasses.
pub const RAISED_ON_PURPOSE: &str = "Exception";

/// The rows of the table, in alphabetical order of the simple names.
pub const EXCEPTIONS: &[JdkException] = &[
    lang("ArithmeticException", &["ZeroDivisionError", "OverflowError"]).own_messages(ARITHMETIC),
    lang("ArrayIndexOutOfBoundsException", &["IndexError"]).own_messages(INDEX).rejection(),
    lang("ArrayStoreException", &["TypeError"]).own_messages(&["java."]).rejection(),
    // An assertion states that no caller passes such an input, so each message counts.
    lang("AssertionError", &["AssertionError"]).own_messages(&[""]),
    lang("ClassCastException", &["TypeError"]).own_messages(&[" cannot be cast to "]).rejection(),
    lang("CloneNotSupportedException", &["Exception"]).without_custom(),
    util("ConcurrentModificationException", &["RuntimeError"]),
    new("java.util.zip", "DataFormatException", &["ValueError", "error"]).untranslated(),
    new("java.time", "DateTimeException", &["ValueError"]).untranslated(),
    new("java.time.format", "DateTimeParseException", &["ValueError"]).untranslated(),
    new("java.io", "EOFException", &["EOFError"]).untranslated(),
    util("EmptyStackException", &["IndexError"]),
    lang("Error", &["Exception"]).without_custom(),
    lang("Exception", &["Exception"]).input(),
    new("java.util.concurrent", "ExecutionException", &["Exception"]).without_custom(),
    // Java throws this exception for every reason why it cannot open a file.
    new("java.io", "FileNotFoundException", &["FileNotFoundError", "PermissionError", "IsADirectoryError"])
        .translated(&["FileNotFoundError"])
        .own_messages(&["Invalid file path"]),
    new("java.io", "IOException", &["OSError"]).input(),
    lang("IllegalArgumentException", &["ValueError"]).input(),
    lang("IllegalStateException", &["RuntimeError"]),
    lang("IndexOutOfBoundsException", &["IndexError"]).own_messages(INDEX).rejection(),
    util("InputMismatchException", &["ValueError"]),
    lang("InterruptedException", &["Exception"]).without_custom(),
    new("java.nio.file", "InvalidPathException", &["ValueError"])
        .without_custom()
        .untranslated()
        .own_messages(&["Nul character not allowed"]),
    lang("NegativeArraySizeException", &["ValueError"]).own_messages(&["-"]).rejection(),
    util("NoSuchElementException", &["KeyError", "IndexError", "StopIteration", "EOFError"]),
    lang("NullPointerException", &["TypeError", "AttributeError"]).rejection(),
    lang("NumberFormatException", &["ValueError"]),
    lang("OutOfMemoryError", &["MemoryError"]).rejection(),
    new("java.text", "ParseException", &["ValueError"]).untranslated(),
    new("java.util.regex", "PatternSyntaxException", &["error", "PatternError", "ValueError"]).untranslated(),
    lang("RuntimeException", &["RuntimeError", "Exception"]).input().translated(&["Exception"]),
    lang("SecurityException", &["PermissionError"]).untranslated(),
    lang("StackOverflowError", &["RecursionError"]),
    lang("StringIndexOutOfBoundsException", &["IndexError"]).own_messages(INDEX).rejection(),
    lang("Throwable", &["Exception"]).input(),
    new("java.util.concurrent", "TimeoutException", &["TimeoutError"]).untranslated(),
    new("java.io", "UncheckedIOException", &["OSError"]),
    lang("UnsupportedOperationException", &["NotImplementedError"]),
];

const fn new(package: &'static str, name: &'static str, python: &'static [&'static str]) -> JdkException {
    JdkException { name, package, is_input: false, python, translated: python, own_messages: &[], is_rejection: false }
}

const fn lang(name: &'static str, python: &'static [&'static str]) -> JdkException {
    new("java.lang", name, python)
}

const fn util(name: &'static str, python: &'static [&'static str]) -> JdkException {
    new("java.util", name, python)
}

impl JdkException {
    const fn input(self) -> Self {
        Self { is_input: true, ..self }
    }

    const fn own_messages(self, own_messages: &'static [&'static str]) -> Self {
        Self { own_messages, ..self }
    }

    const fn rejection(self) -> Self {
        Self { is_rejection: true, ..self }
    }

    const fn translated(self, translated: &'static [&'static str]) -> Self {
        Self { translated, ..self }
    }

    const fn untranslated(self) -> Self {
        self.translated(&[])
    }

    /// Returns the row without usual Python classes. The classes for translations stay in the row.
    const fn without_custom(self) -> Self {
        Self { python: &[], ..self }
    }

    /// Returns the Python class of the object that the worker constructs for this exception.
    #[must_use]
    pub fn python_class(&self) -> Option<&'static str> {
        self.python.first().or(self.translated.first()).copied()
    }
}

/// The exceptions for an index outside of an array or of a string.
pub const INDEX_EXCEPTIONS: [&str; 2] = ["ArrayIndexOutOfBoundsException", "StringIndexOutOfBoundsException"];

/// The superclasses of both [`INDEX_EXCEPTIONS`], the nearest first.
pub const ABOVE_INDEX_EXCEPTIONS: [&str; 4] =
    ["IndexOutOfBoundsException", "RuntimeException", "Exception", "Throwable"];

/// Returns the row of the exception with this simple name.
#[must_use]
pub fn exception(simple: &str) -> Option<&'static JdkException> {
    let at = EXCEPTIONS.binary_search_by(|row| row.name.cmp(simple)).ok()?;
    EXCEPTIONS.get(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_are_in_alphabetical_order() {
        assert!(EXCEPTIONS.windows(2).all(|two| two[0].name < two[1].name));
    }
}
