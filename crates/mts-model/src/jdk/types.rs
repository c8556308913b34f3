//! The rows of the catalogue, one for each type of the JDK. The module `row` explains the columns.

use super::row::{
    Instantiation, JdkType, Order, Part, PythonClass, PythonText, Samples, StreamKind, Substitute, TypeShape,
};
use Order::{Insertion, Iterated, Open, Positions, Sorted};

const ARRAY_LIST: Instantiation = Instantiation::As("ArrayList");
const LINKED_LIST: Instantiation = Instantiation::As("LinkedList");
const TREE_SET: Instantiation = Instantiation::As("TreeSet");
const TREE_MAP: Instantiation = Instantiation::As("TreeMap");
const PATHS: &[&str] = &["a.txt", "dir", "dir/b.txt", "missing/c", "x y", "deep/er/c.txt"];
const PATHLIB: PythonText =
    PythonText { module: "pathlib", class: "Path", make: "", also: &["pathlib.PurePath", "os.PathLike"] };

const DATE: PythonText = PythonText { module: "datetime", class: "date", make: "fromisoformat", also: &[] };
const TIME: PythonText = PythonText { class: "time", ..DATE };
const DATETIME: PythonText = PythonText { class: "datetime", ..DATE };
const WITH_OFFSET: &str = "java.time.format.DateTimeFormatter.ISO_LOCAL_DATE_TIME.format({}) + {}.getOffset().getId().replace(\"Z\", \"+00:00\")";
const INSTANTS: &[&str] = &[
    "2024-02-29T12:30:15+00:00",
    "1970-01-01T00:00:00+00:00",
    "1999-12-31T23:59:59+00:00",
    "2000-01-01T00:00:00.250000+00:00",
    "2023-03-26T01:30:00+00:00",
    "1969-12-31T18:05:09+00:00",
];
const DATE_TEXT: &str =
    "java.time.format.DateTimeFormatter.ISO_LOCAL_DATE_TIME.format({}.toInstant().atOffset(java.time.ZoneOffset.UTC))";
const DATES: &[&str] = &[
    "2024-02-29T12:30:15",
    "2023-12-31T23:59:59",
    "1970-01-01T00:00:00",
    "2000-01-01T00:00:00.250000",
    "2023-03-26T02:30:00",
    "1969-07-20T08:05:09",
];
const MOMENTS: &[&str] = &[
    "2024-02-29T12:30:15+01:00",
    "1970-01-01T00:00:00+00:00",
    "1999-12-31T23:59:59-05:00",
    "2000-01-01T00:00:00.250000+05:30",
    "2023-03-26T01:30:00+02:00",
    "1969-12-31T18:05:09-11:00",
];
const SAME_LOCAL_TIME: &str = "the port has a `datetime.datetime` of the same day and time, without an offset";
const SAME_MOMENT: &str = "the port has a `datetime.datetime` of the same day, time and offset";

/// The id of a simulated process, which is higher than the ids of real processes.
pub(super) const PROCESS_ID: i64 = 1 << 30;
const MILLIS: Part = Part { name: "millis", samples: Samples::Numbers(&[1, 1000, 50, 60_000, 0, 1500, -1]) };
/// The text of a class, as Java prints the class.
const CLASS: Part = Part {
    name: "text",
    samples: Samples::Texts(&[
        "class java.lang.String",
        "class java.lang.Integer",
        "class java.lang.Object",
        "class java.lang.Double",
    ]),
};
/// The name of a thread that was not started.
const THREAD: Part = Part { name: "name", samples: Samples::Texts(&["worker", "reader", "a b", "T-1", "main"]) };
/// The parts of a process: output, exit status, and whether it ended before the call.
const PROCESS: &[Part] = &[
    Part { name: "out", samples: Samples::Bytes },
    Part { name: "err", samples: Samples::Bytes },
    Part { name: "exit", samples: Samples::Numbers(&[0, 0, 1, 3, 127]) },
    Part { name: "ended", samples: Samples::Boolean },
];

/// All rows of the catalogue.
pub const TYPES: &[JdkType] = &[
    // Sequences.
    JdkType::sequence("List", Positions).instantiation(ARRAY_LIST).input().pure().pure_statics().below(&["Collection"]),
    JdkType::sequence("ArrayList", Positions).input().pure().below(&["List"]),
    JdkType::sequence("LinkedList", Positions).input().pure().below(&["Deque", "List"]),
    JdkType::sequence("Vector", Positions).input().pure().below(&["List"]),
    JdkType::sequence("Stack", Positions).instantiation(Instantiation::Empty).input().pure().below(&["Vector"]),
    JdkType::sequence("AbstractList", Positions).instantiation(Instantiation::Never).below(&["List"]),
    JdkType::sequence("CopyOnWriteArrayList", Positions).within("java.util.concurrent"),
    JdkType::sequence("Collection", Insertion).instantiation(ARRAY_LIST).input().pure().below(&["Iterable"]),
    JdkType::sequence("Deque", Insertion).instantiation(LINKED_LIST).input().pure().below(&["Queue"]),
    JdkType::sequence("ArrayDeque", Insertion).input().pure().below(&["Deque"]),
    JdkType::sequence("Queue", Insertion).instantiation(LINKED_LIST).input().pure().below(&["Collection"]),
    JdkType::sequence("BlockingQueue", Insertion).within("java.util.concurrent").instantiation(Instantiation::Never),
    JdkType::sequence("PriorityQueue", Open).pure().below(&["Queue"]),
    JdkType::sequence("PriorityBlockingQueue", Open).within("java.util.concurrent"),
    JdkType::sequence("Iterable", Iterated).within("java.lang").instantiation(ARRAY_LIST).input().pure(),
    JdkType::sequence("Iterator", Iterated)
        .instantiation(Instantiation::Never)
        .input()
        .pure()
        .python(PythonClass::Iterator),
    JdkType::sequence("ListIterator", Iterated)
        .instantiation(Instantiation::Never)
        .input()
        .python(PythonClass::Iterator),
    // Sets.
    JdkType::set("Set", Open)
        .instantiation(Instantiation::As("LinkedHashSet"))
        .input()
        .pure()
        .pure_statics()
        .below(&["Collection"]),
    JdkType::set("HashSet", Open).input().pure().below(&["Set"]),
    JdkType::set("LinkedHashSet", Insertion).input().pure().below(&["Set"]),
    JdkType::set("TreeSet", Sorted).input().pure().below(&["Set"]),
    JdkType::set("SortedSet", Sorted).instantiation(TREE_SET).input().pure(),
    JdkType::set("NavigableSet", Sorted).instantiation(TREE_SET).input().pure(),
    JdkType::set("ConcurrentSkipListSet", Sorted).within("java.util.concurrent"),
    JdkType::set("EnumSet", Open).instantiation(Instantiation::Never),
    // Maps.
    JdkType::map("Map", Open).instantiation(Instantiation::As("LinkedHashMap")).input().pure().pure_statics(),
    JdkType::map("HashMap", Open).input().pure().below(&["Map"]),
    JdkType::map("LinkedHashMap", Insertion).input().pure().below(&["Map"]),
    JdkType::map("TreeMap", Sorted).input().pure().below(&["Map"]),
    JdkType::map("SortedMap", Sorted).instantiation(TREE_MAP).input().pure().below(&["Map"]),
    JdkType::map("NavigableMap", Sorted).instantiation(TREE_MAP).input().pure().below(&["Map"]),
    JdkType::map("ConcurrentSkipListMap", Sorted).within("java.util.concurrent"),
    JdkType::map("Hashtable", Open).below(&["Map"]),
    JdkType::map("EnumMap", Open).instantiation(Instantiation::Never).pure().below(&["Map"]),
    JdkType::map("WeakHashMap", Open),
    JdkType::map("IdentityHashMap", Open),
    JdkType::map("ConcurrentMap", Open).within("java.util.concurrent").instantiation(Instantiation::Never),
    JdkType::map("ConcurrentHashMap", Open).within("java.util.concurrent"),
    JdkType::new("java.util", "Entry").pure(),
    // Strings.
    JdkType::shaped("java.lang", "CharSequence", TypeShape::Text, PythonClass::Str),
    JdkType::shaped("java.lang", "StringBuilder", TypeShape::Text, PythonClass::Builder)
        .instantiation(Instantiation::Itself)
        .pure()
        .below(&["CharSequence", "Comparable"]),
    JdkType::shaped("java.lang", "StringBuffer", TypeShape::Text, PythonClass::Builder)
        .instantiation(Instantiation::Itself)
        .pure()
        .below(&["CharSequence", "Comparable"]),
    JdkType::new("java.lang", "String")
        .instantiation(Instantiation::Itself)
        .python(PythonClass::Str)
        .pure_statics()
        .immutable()
        .below(&["CharSequence", "Comparable"]),
    // Numbers and similar types.
    JdkType::shaped("java.math", "BigInteger", TypeShape::BigInteger, PythonClass::Int)
        .instantiation(Instantiation::Itself)
        .pure()
        .pure_statics()
        .immutable(),
    JdkType::shaped("java.math", "BigDecimal", TypeShape::Decimal, PythonClass::Unknown)
        .instantiation(Instantiation::Itself)
        .immutable(),
    boxed("Integer", PythonClass::Int),
    boxed("Long", PythonClass::Int),
    boxed("Short", PythonClass::Int),
    boxed("Byte", PythonClass::Int),
    boxed("Double", PythonClass::Float),
    boxed("Float", PythonClass::Float),
    boxed("Character", PythonClass::Str).below(&[]),
    boxed("Boolean", PythonClass::Bool).below(&[]),
    JdkType::shaped("java.lang", "Number", TypeShape::Number, PythonClass::Float),
    JdkType::new("java.util.concurrent.atomic", "AtomicInteger").python(PythonClass::Int),
    JdkType::new("java.util.concurrent.atomic", "AtomicLong").python(PythonClass::Int),
    JdkType::new("java.util.concurrent.atomic", "AtomicBoolean").python(PythonClass::Bool),
    // `Optional`, and types whose values have many classes.
    JdkType::shaped("java.util", "Optional", TypeShape::Optional, PythonClass::Unknown),
    JdkType::shaped("java.lang", "Object", TypeShape::Any, PythonClass::Object).pure(),
    JdkType::shaped("java.io", "Serializable", TypeShape::Any, PythonClass::Unknown),
    JdkType::shaped("java.lang", "Comparable", TypeShape::Variable, PythonClass::Unknown),
    // Streams.
    JdkType::stream("InputStream", StreamKind::Bytes),
    JdkType::stream("ByteArrayInputStream", StreamKind::Bytes),
    JdkType::stream("Reader", StreamKind::Text),
    JdkType::stream("StringReader", StreamKind::Text),
    JdkType::stream("BufferedReader", StreamKind::Text),
    JdkType::stream("OutputStream", StreamKind::ByteSink),
    JdkType::stream("ByteArrayOutputStream", StreamKind::ByteSink),
    JdkType::stream("Writer", StreamKind::TextSink),
    JdkType::stream("StringWriter", StreamKind::TextSink),
    JdkType::stream("PrintWriter", StreamKind::TextSink),
    // Types whose values have an encoding of their own.
    JdkType::text_or("java.io", "File", "new java.io.File({})", PATHS, PATHLIB),
    JdkType::text_or("java.nio.file", "Path", "java.nio.file.Path.of({})", PATHS, PATHLIB),
    JdkType::text_or(
        "java.util",
        "UUID",
        "java.util.UUID.fromString({})",
        &[
            "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
            "00000000-0000-0000-0000-000000000000",
            "123e4567-e89b-42d3-a456-426614174000",
            "ffffffff-ffff-ffff-ffff-ffffffffffff",
        ],
        PythonText { module: "uuid", class: "UUID", make: "", also: &[] },
    ),
    JdkType::text(
        "java.nio.charset",
        "Charset",
        "java.nio.charset.Charset.forName({})",
        &["UTF-8", "US-ASCII", "ISO-8859-1"],
    ),
    JdkType::text(
        "java.util",
        "Locale",
        "java.util.Locale.forLanguageTag({}.replace('_', '-'))",
        &["en_US", "de_DE", "tr_TR"],
    )
    .pure_constants(),
    JdkType::text(
        "java.net",
        "URI",
        "java.net.URI.create({})",
        &[
            "https://example.org/a/b?x=1#top",
            "http://localhost:8080/",
            "/a/b/../c",
            "mailto:ann@example.org",
            "http://user@example.org:80",
            "urn:isbn:0451450523",
        ],
    ),
    JdkType::text(
        "java.time",
        "YearMonth",
        "java.time.YearMonth.parse({})",
        &["2024-02", "1999-12", "1970-01", "2023-11"],
    ),
    JdkType::text("java.util", "Currency", "java.util.Currency.getInstance({})", &["EUR", "USD", "JPY"]),
    JdkType::printed(
        "java.time",
        "LocalDate",
        ["java.time.LocalDate.parse({})", "{}.toString()"],
        &[
            "2024-02-29",
            "2023-01-01",
            "1999-12-31",
            "2000-03-01",
            "2024-12-30",
            "1970-01-01",
            "2023-10-29",
            "1900-02-28",
        ],
        DATE,
    ).equal_when("the port has a `datetime.date` of the same day"),
    JdkType::printed(
        "java.time",
        "LocalTime",
        ["java.time.LocalTime.parse({})", "java.time.format.DateTimeFormatter.ISO_LOCAL_TIME.format({})"],
        &["00:00:00", "23:59:59", "12:30:15", "06:05:04.250000", "11:59:59.999999", "12:00:00"],
        TIME,
    ).equal_when("the port has a `datetime.time` of the same time"),
    JdkType::printed(
        "java.time",
        "LocalDateTime",
        ["java.time.LocalDateTime.parse({})", "java.time.format.DateTimeFormatter.ISO_LOCAL_DATE_TIME.format({})"],
        &[
            "2024-02-29T12:30:15",
            "2023-12-31T23:59:59",
            "1970-01-01T00:00:00",
            "2000-01-01T00:00:00.250000",
            "2023-03-26T02:30:00",
            "1999-06-15T08:05:09",
            "2024-12-30T12:00:00",
        ],
        DATETIME,
    ).equal_when(SAME_LOCAL_TIME),
    JdkType::printed(
        "java.time",
        "OffsetDateTime",
        ["java.time.OffsetDateTime.parse({})", WITH_OFFSET],
        MOMENTS,
        DATETIME,
    ).port_gets("`datetime.datetime` with an offset")
.equal_when(SAME_MOMENT),
    JdkType::printed(
        "java.time",
        "ZonedDateTime",
        ["java.time.ZonedDateTime.parse({})", WITH_OFFSET],
        MOMENTS,
        DATETIME,
    ).port_gets("`datetime.datetime` with an offset")
.equal_when(SAME_MOMENT),
    JdkType::printed(
        "java.time",
        "Instant",
        [
            "java.time.OffsetDateTime.parse({}).toInstant()",
            "java.time.format.DateTimeFormatter.ISO_LOCAL_DATE_TIME.format({}.atOffset(java.time.ZoneOffset.UTC)) + \"+00:00\"",
        ],
        INSTANTS,
        DATETIME,
    ).port_gets("`datetime.datetime` with an offset")
.equal_when(SAME_MOMENT),
    JdkType::printed(
        "java.util",
        "Date",
        ["java.util.Date.from(java.time.LocalDateTime.parse({}).toInstant(java.time.ZoneOffset.UTC))", DATE_TEXT],
        DATES,
        DATETIME,
    ).port_gets("`datetime.datetime` without an offset, in UTC")
.equal_when(SAME_LOCAL_TIME),
    JdkType::printed(
        "java.util",
        "Calendar",
        [
            "new java.util.Calendar.Builder().setInstant(java.util.Date.from(java.time.LocalDateTime.parse({}).toInstant(java.time.ZoneOffset.UTC))).build()",
            DATE_TEXT,
        ],
        DATES,
        DATETIME,
    ).port_gets("`datetime.datetime` without an offset, in UTC")
.equal_when(SAME_LOCAL_TIME),
    JdkType::printed(
        "java.util.regex",
        "Pattern",
        ["java.util.regex.Pattern.compile({})", "{}.pattern()"],
        &["[a-z]+", "\\d+", "a|b", "^x.*$", "(\\w+)-(\\w+)", ",", "\\s*"],
        PythonText { module: "re", class: "Pattern", make: "compile", also: &[] },
    )
    .immutable(),
    JdkType::substituted("java.time", "Duration", Substitute::Parts(&[MILLIS])).port_gets("`datetime.timedelta`").equal_when("the port has a `datetime.timedelta` of the same time"),
    JdkType::substituted("java.lang", "Class", Substitute::Parts(&[CLASS])).port_gets("the Python class of the same kind, such as `str` for `String.class`"),
    JdkType::substituted("java.util", "Properties", Substitute::Properties),
    JdkType::substituted("java.lang", "Thread", Substitute::Parts(&[THREAD])).port_gets("`threading.Thread` with the same name, which is not started").equal_when("the names are equal, apart from the numbers of unnamed threads, and both or neither are daemons"),
    JdkType::substituted("java.lang", "Process", Substitute::Parts(PROCESS)).port_gets("`subprocess.Popen` of a simulated process"),
    JdkType::substituted("java.util.concurrent", "ThreadFactory", Substitute::ThreadFactory),
    JdkType::substituted("java.util", "Comparator", Substitute::Comparator).pure_statics(),
    // Classes with only static methods, and the types of `java.util.stream`.
    JdkType::new("java.lang", "Math").pure_statics(),
    JdkType::new("java.lang", "StrictMath").pure_statics(),
    JdkType::new("java.nio.charset", "StandardCharsets").pure_constants(),
    JdkType::new("java.util", "Arrays").pure_statics(),
    JdkType::new("java.util", "Collections").pure_statics(),
    JdkType::new("java.util", "Objects").pure_statics(),
    JdkType::new("java.util.stream", "Collectors").pure_statics(),
    JdkType::new("java.util.stream", "Stream").pure().pure_statics(),
    JdkType::new("java.util.stream", "IntStream").pure().pure_statics(),
];

/// Creates the row of a wrapper class.
const fn boxed(name: &'static str, python: PythonClass) -> JdkType {
    JdkType::new("java.lang", name)
        .instantiation(Instantiation::Itself)
        .python(python)
        .pure_statics()
        .immutable()
        .below(&["Number", "Comparable"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_type_has_one_row() {
        let mut names: Vec<&str> = TYPES.iter().map(|row| row.name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|two| two[0] != two[1]), "{names:?}");
    }
}
