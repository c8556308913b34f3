//! Matches Python exceptions with Java exceptions. The standard table is `jdk::EXCEPTIONS`, and the configuration may
//! add rows. A project's own exceptions match by name or by message. The message of an exception of the JDK counts only
//! if it shows a failed lookup or a check for null.

use crate::outcomes::null_dereference;
use mts_model::jdk;
use mts_model::python_exception_name;
use serde::Serialize;
use std::collections::BTreeMap;

/// The base classes of every Python exception. In a table, such a name means only the class itself, and not its
/// subclasses.
const ROOTS: [&str; 2] = ["Exception", "BaseException"];

/// The pairs of a Java exception class and Python classes that the configuration adds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ExceptionTable {
    extra: BTreeMap<String, Vec<String>>,
}

impl ExceptionTable {
    /// Adds rows to the standard table. A row has a Java class, by simple or full name, and its
    /// Python classes.
    #[must_use]
    pub fn with_rows(extra: BTreeMap<String, Vec<String>>) -> Self {
        let mut rows: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (java, python) in extra {
            rows.entry(simple(&java).to_owned()).or_default().extend(python);
        }
        Self { extra: rows }
    }

    /// Reports whether a Python exception corresponds to a Java exception.
    ///
    /// Each argument is the class with its base classes, and the message. There are four rules, and
    /// one of them must hold. The classes match. Both sides failed in the same lookup. Java's code
    /// rejects a null, and the port raises `ValueError`. Or a project's own Java exception has the
    /// same message as a built-in Python exception, which the port raises on purpose.
    #[must_use]
    pub fn corresponds(&self, java: (&str, &str), python: (&str, &str)) -> bool {
        let thrown = java.0.split('<').next().unwrap_or_default().trim();
        let is_raised = |class: &str| python.0.split('<').any(|name| simple(name) == class);
        let is_lookup =
            |(class, part, raised): &(&str, &str, &str)| *class == thrown && java.1.contains(part) && is_raised(raised);
        let is_own = !jdk::is_jdk_name(thrown) && jdk::exception(thrown).is_none();
        let raised = simple(python.0.split('<').next().unwrap_or_default());
        let is_of_python = jdk::EXCEPTIONS.iter().any(|row| row.python.contains(&raised));
        // Java's own code rejects a null, and the port rejects it too. A null dereference in JDK 11 has no message.
        let is_null_check = thrown == jdk::NULL_CHECK.0 && !java.1.is_empty() && !null_dereference::is_of_vm(java.1);
        self.matches(java.0, python.0)
            || jdk::LOOKUPS.iter().any(is_lookup)
            || is_null_check && raised == jdk::NULL_CHECK.1
            || is_own && is_of_python && !java.1.is_empty() && java.1 == python.1
    }

    /// Reports whether a Python exception class corresponds to a Java exception class.
    ///
    /// Both arguments are class names, followed by the base classes, with `<` between them. Equal
    /// simple names match, even if Java's name ends in `Exception` and Python's name ends in
    /// `Error`. Otherwise the row of the most specific Java class decides: the row must have a
    /// class of the Python chain.
    #[must_use]
    pub fn matches(&self, java: &str, python: &str) -> bool {
        let chain: Vec<&str> = python.split('<').map(simple).collect();
        let own = chain.first().copied().unwrap_or_default();
        let thrown = simple(java.split('<').next().unwrap_or_default());
        if thrown == own || python_exception_name(thrown).is_some_and(|name| name == own) {
            return true;
        }
        let Some(row) = java.split('<').find_map(|class| self.row(class)) else { return false };
        row.iter().any(|wanted| if ROOTS.contains(wanted) { *wanted == own } else { chain.contains(wanted) })
    }

    /// Returns the Python classes that correspond to a Java exception. `java` has the exception's
    /// class and its base classes. The row of the most specific class decides. `None` if no class
    /// has a row.
    #[must_use]
    pub fn python_for(&self, java: &str) -> Option<Vec<&str>> {
        java.split('<').find_map(|class| self.row(class))
    }

    /// Returns the Java classes, by simple name, that correspond to a Python exception. `python`
    /// has the exception's class and its base classes.
    #[must_use]
    pub fn java_for(&self, python: &str) -> Vec<&str> {
        let standard = jdk::EXCEPTIONS.iter().filter(|row| !row.python.is_empty()).map(|row| row.name);
        let mut names: Vec<&str> = standard.chain(self.extra.keys().map(String::as_str)).collect();
        names.sort_unstable();
        names.dedup();
        names.retain(|java| self.matches(java, python));
        names
    }

    /// Returns the rows that the configuration adds to the standard table.
    #[must_use]
    pub fn extra(&self) -> &BTreeMap<String, Vec<String>> {
        &self.extra
    }

    /// Returns the Python classes of a Java class. `None` if neither table has a row for the Java class. The standard
    /// table does not apply to a project's own class that has the same simple name as a JDK class.
    fn row(&self, class: &str) -> Option<Vec<&str>> {
        let class = class.trim();
        let is_standard = !class.contains('.') || jdk::is_jdk_name(class);
        let class = simple(class);
        let row = if is_standard { jdk::exception(class) } else { None };
        let standard = row.map(|row| row.python).filter(|python| !python.is_empty());
        let extra = self.extra.get(class);
        if standard.is_none() && extra.is_none() {
            return None;
        }
        let added = extra.into_iter().flatten().map(|name| simple(name));
        Some(standard.unwrap_or_default().iter().copied().chain(added).collect())
    }
}

/// Words in the names of exceptions that reject an input of the wrong form.
const OF_FORM: [&str; 9] =
    ["Decode", "Decoder", "Decoding", "Format", "Malformed", "Parse", "Parser", "Parsing", "Validation"];
/// The last words of the names of exceptions.
const ENDINGS: [&str; 2] = ["Error", "Exception"];

/// Reports whether both exceptions only say that the code rejects the call.
///
/// Both arguments are class names, followed by the base classes, with `<` between them. The first class decides. Its
/// name says that the input has the wrong form, or it is a general class. If both names say so,
/// their further words, such as `Json`, must be the same, or missing on one side. Of two general classes, Python's must be
/// `Exception`, because only a `raise` statement of the project raises it.
pub(crate) fn reject_input(java: &str, python: &str) -> bool {
    let first = |chain: &str| simple(chain.split('<').next().unwrap_or_default()).to_owned();
    let (java, python) = (first(java), first(python));
    let has_word = |name: &str| camel_words(name).any(|word| OF_FORM.contains(&word));
    let other_words = |name: &str| -> String {
        camel_words(name)
            .filter(|word| !OF_FORM.contains(word) && !ENDINGS.contains(word))
            .collect::<String>()
            .to_lowercase()
    };
    let (java, python) = (java.as_str(), python.as_str());
    match (has_word(java), has_word(python)) {
        (true, true) => {
            let (a, b) = (other_words(java), other_words(python));
            a == b || a.is_empty() || b.is_empty()
        }
        (true, false) => [jdk::REJECTION.1, jdk::RAISED_ON_PURPOSE].contains(&python),
        (false, true) => java == jdk::REJECTION.0,
        (false, false) => jdk::GENERAL_REJECTIONS.contains(&java) && python == jdk::RAISED_ON_PURPOSE,
    }
}

/// Reports whether one exception has a general class.
///
/// The other exception must have a general class too, or a class of the project.
/// The arguments are those of [`reject_input`]. A class of the JDK or of Python with a meaning of its own, such as
/// `KeyError`, corresponds only to the classes in its row of the table.
pub(crate) fn has_general_class(java: &str, python: &str) -> bool {
    let java = java.split('<').next().unwrap_or_default().trim();
    let is_missing_code = python.split('<').any(|class| simple(class) == "NotImplementedError");
    let python = simple(python.split('<').next().unwrap_or_default());
    let is_general = (jdk::GENERAL_EXCEPTIONS.0.contains(&java), jdk::GENERAL_EXCEPTIONS.1.contains(&python));
    let is_of_python = is_missing_code || jdk::EXCEPTIONS.iter().any(|row| row.python.contains(&python));
    match is_general {
        (true, true) => true,
        (true, false) => !is_of_python,
        (false, true) => !jdk::is_jdk_name(java),
        (false, false) => false,
    }
}

/// Returns the words of a name in camel case, such as `Number`, `Format` and `Exception`.
fn camel_words(name: &str) -> impl Iterator<Item = &str> {
    let mut starts: Vec<usize> = name.char_indices().filter(|(_, c)| c.is_uppercase()).map(|(at, _)| at).collect();
    starts.push(name.len());
    let words: Vec<&str> = starts.windows(2).filter_map(|pair| name.get(pair[0]..pair[1])).collect();
    words.into_iter()
}

/// Reports whether two messages have the same meaning.
///
/// At least five words, and four fifths of the words, must be equal and in the same order. All numbers must be equal.
/// Because of these limits, a message of the JDK never matches a message of Python's interpreter by chance.
pub(crate) fn is_same_message(java: &str, python: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        parts.take(MOST_WORDS).map(str::to_lowercase).collect()
    };
    let (java, python) = (words(java), words(python));
    let is_number = |word: &&String| word.starts_with(|c: char| c.is_ascii_digit());
    let common = common_words(&java, &python);
    java.iter().filter(is_number).eq(python.iter().filter(is_number))
        && common >= 5
        && 5 * common >= 4 * java.len().max(python.len())
}

/// The highest number of words of a message that the comparison uses.
const MOST_WORDS: usize = 100;

/// Returns the length of the longest common subsequence of two messages.
fn common_words(java: &[String], python: &[String]) -> usize {
    let mut row = vec![0; python.len() + 1];
    for word in java {
        let mut before = 0;
        for (at, other) in python.iter().enumerate() {
            let above = row[at + 1];
            row[at + 1] = if word == other { before + 1 } else { row[at].max(above) };
            before = above;
        }
    }
    row.last().copied().unwrap_or_default()
}

/// Returns the last part of a dotted or nested class name.
pub(crate) fn simple(name: &str) -> &str {
    name.trim().rsplit(['.', '$']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standard(java: &str, python: &str) -> bool {
        ExceptionTable::default().matches(java, python)
    }

    #[test]
    fn an_exception_of_the_project_matches_a_python_class_that_ends_in_error() {
        let java = "acme.BookNotFoundException<java.lang.Exception";
        assert!(standard(java, "BookNotFoundError<Exception<BaseException"));
        assert!(!standard(java, "BookNotLentError<Exception<BaseException"));
        assert!(!standard("java.lang.Exception", "Error<Exception<BaseException"), "a stem is needed");
    }

    #[test]
    fn a_division_by_zero_corresponds_on_both_sides() {
        let java = "java.lang.ArithmeticException<java.lang.RuntimeException<java.lang.Exception";
        assert!(standard(java, "ZeroDivisionError<ArithmeticError<Exception<BaseException"));
        assert!(!standard(java, "ValueError<Exception<BaseException"));
    }

    #[test]
    fn a_failed_lookup_corresponds_to_a_key_error_and_other_failures_do_not() {
        let both = |java: (&str, &str), python| ExceptionTable::default().corresponds(java, (python, "'x'"));
        let illegal = "java.lang.IllegalArgumentException<java.lang.RuntimeException";
        let key = "KeyError<LookupError<Exception<BaseException";
        assert!(both((illegal, "No enum constant acme.Color.x"), key));
        assert!(both((illegal, "No enum constant acme.Color.x"), "ValueError<Exception"));
        assert!(!both((illegal, "no such color"), key));
        let null = "java.lang.NullPointerException<java.lang.RuntimeException";
        let unboxed = "Cannot invoke \"java.lang.Integer.intValue()\" because the return value of ";
        assert!(both((null, &format!("{unboxed}\"java.util.Map.get(Object)\" is null")), key));
        assert!(!both((null, &format!("{unboxed}\"acme.Box.get()\" is null")), key));
    }

    #[test]
    fn two_exceptions_that_only_reject_the_call_correspond() {
        let parse = "acme.JsonParseException<java.lang.RuntimeException<java.lang.Exception";
        let argument = "java.lang.IllegalArgumentException<java.lang.RuntimeException";
        assert!(reject_input(parse, "JSONDecodeError<ValueError<Exception"));
        assert!(reject_input("java.text.ParseException<java.lang.Exception", "FormatError<Exception"));
        assert!(reject_input(argument, "CronFormatError<Exception"));
        assert!(reject_input(parse, "ValueError<Exception"));
        let state = "java.lang.IllegalStateException<java.lang.RuntimeException";
        assert!([state, argument, parse].iter().all(|java| reject_input(java, "Exception<BaseException")));
        for (java, python) in [
            ("acme.InvalidAmountException<java.lang.Exception", "InvalidCurrencyError<Exception"),
            ("acme.JsonParseException<java.lang.Exception", "XmlParseError<Exception"),
            ("acme.InvalidStateException<java.lang.Exception", "ValueError<Exception"),
            ("acme.OfArgument<java.lang.IllegalArgumentException", "FormatError<Exception"),
            (argument, "InvalidOperation<DecimalException<ArithmeticError<Exception"),
            (argument, "SyntaxError<Exception"),
            (parse, "TypeError<Exception"),
            (parse, "KeyError<LookupError<Exception"),
            (state, "ValueError<Exception"),
            (state, "FormatError<Exception"),
            ("java.lang.NullPointerException<java.lang.RuntimeException", "Exception<BaseException"),
            ("java.lang.NullPointerException<java.lang.RuntimeException", "ValueError<Exception"),
            ("acme.InformationException<java.lang.Exception", "FormatError<Exception"),
        ] {
            assert!(!reject_input(java, python), "{java} {python}");
        }
    }

    #[test]
    fn an_exception_of_the_project_matches_another_class_with_its_message() {
        let own = "acme.OrbitError<java.lang.RuntimeException<java.lang.Exception";
        let both = |java, python| ExceptionTable::default().corresponds(java, python);
        assert!(both((own, "no such orbit"), ("ValueError<Exception<BaseException", "no such orbit")));
        assert!(!both((own, "no such orbit"), ("ValueError<Exception<BaseException", "no orbit")));
        assert!(!both((own, "no such orbit"), ("LockedError<Exception<BaseException", "no such orbit")));
        assert!(!both((own, ""), ("ValueError<Exception<BaseException", "")));
        let of_jdk = ("java.lang.IllegalStateException<java.lang.RuntimeException", "closed");
        assert!(!both(of_jdk, ("ValueError<Exception<BaseException", "closed")));
    }

    #[test]
    fn a_check_for_null_may_be_a_value_error() {
        let both = |message| {
            let java = ("java.lang.NullPointerException<java.lang.RuntimeException", message);
            ExceptionTable::default().corresponds(java, ("ValueError<Exception", "no tree"))
        };
        assert!(both("the tree is null"));
        assert!(!both(""), "the virtual machine of JDK 11 gives no message");
        assert!(!both("Cannot invoke \"Tree.size()\" because \"tree\" is null"), "no code checks");
    }

    #[test]
    fn messages_correspond_if_most_of_their_words_are_equal() {
        let java = "argument is neither bytearray nor serpent base64 encoded bytes dict";
        assert!(is_same_message(java, "argument is neither bytes nor serpent base64 encoded bytes dict"));
        assert!(is_same_message("Secret must be in range", "secret must be in range"));
        assert!(!is_same_message("out of range", "out of range"), "so short that it may be chance");
        assert!(!is_same_message("value must not be negative", "value must not be positive"));
        assert!(!is_same_message("row 3 has 4 columns and needs 5", "row 4 has 3 columns and needs 5"));
        assert!(!is_same_message(java, "a bytes-like object is required, not 'str'"));
        assert!(!is_same_message("", ""));
    }

    #[test]
    fn a_throwable_that_the_tool_passes_is_the_exception_that_it_passes_to_the_port() {
        assert!(standard("java.lang.Throwable", "Exception<BaseException"));
        assert!(!standard("java.lang.Throwable", "ValueError<Exception<BaseException"));
    }

    #[test]
    fn a_pattern_that_does_not_compile_is_an_error_of_the_module_re() {
        let java =
            "java.util.regex.PatternSyntaxException<java.lang.IllegalArgumentException<java.lang.RuntimeException";
        assert!(standard(java, "error<Exception<BaseException"));
        assert!(standard("java.util.zip.DataFormatException<java.lang.Exception", "error<Exception<BaseException"));
    }

    #[test]
    fn a_python_subclass_matches_as_its_base_class() {
        assert!(standard("java.lang.IllegalArgumentException", "MoneyError<ValueError<Exception"));
    }

    #[test]
    fn the_most_specific_known_java_class_decides() {
        let java = "java.lang.NumberFormatException<java.lang.IllegalArgumentException<java.lang.RuntimeException";
        assert!(standard(java, "ValueError<Exception"));
        assert!(!standard(java, "RuntimeError<Exception"), "its base's row is not asked");
    }

    #[test]
    fn a_projects_own_exception_matches_by_simple_name_or_by_its_known_base() {
        let java = "acme.Ledger$Overdrawn<java.lang.IllegalStateException<java.lang.RuntimeException";
        assert!(standard(java, "Overdrawn<Exception<BaseException"));
        assert!(standard(java, "RuntimeError<Exception<BaseException"));
        assert!(!standard(java, "KeyError<LookupError<Exception"));
    }

    #[test]
    fn a_projects_exception_with_the_name_of_a_jdk_exception_is_not_that_exception() {
        let own = "acme.text.ParseException<java.lang.Exception<java.lang.Throwable";
        assert!(standard(own, "ParseException<Exception<BaseException"));
        assert!(!standard(own, "ValueError<Exception<BaseException"));
        assert!(standard("java.text.ParseException<java.lang.Exception", "ValueError<Exception<BaseException"));
    }

    #[test]
    fn the_class_exception_matches_only_itself_and_not_its_subclasses() {
        assert!(standard("java.lang.RuntimeException<java.lang.Exception", "Exception<BaseException"));
        assert!(!standard("java.lang.RuntimeException<java.lang.Exception", "KeyError<LookupError<Exception"));
    }

    #[test]
    fn the_configuration_adds_to_the_standard_rows() {
        let extra = BTreeMap::from([("acme.Overdrawn".to_owned(), vec!["bank.Empty".to_owned()])]);
        let table = ExceptionTable::with_rows(extra);
        assert!(table.matches("acme.Overdrawn<java.lang.Exception", "Empty<Exception"));
        assert!(table.matches("java.lang.ArithmeticException", "ZeroDivisionError<ArithmeticError"));
    }
}
