"""The words of the protocol with the tool. The tool has the same words as types."""

__builtins__ = dict(vars(__import__("builtins")))


class State:
    """The states of an outcome. The first element of an outcome is its state."""

    OK = "ok"
    NOT_COMPILED = "not_compiled"
    EXCEPTION = "exception"
    TIMEOUT = "timeout"
    INCOMPLETE = "incomplete"


class Reason:
    """The tags of reasons. A tag with a detail is the only key of a dict."""

    TICKS = "ticks"
    STACK = "stack"
    MEMORY = "memory"
    SIZE = "size"
    RESULT_SIZE = "result_size"
    WATCHDOG = "watchdog"
    NOT_CALLABLE = "not_callable"
    EVENT_LOOP = "event_loop"
    NOT_IMPORTED = "not_imported"
    MISSING_REQUIREMENT = "missing_requirement"
    NOT_DETERMINISTIC = "not_deterministic"
    EXIT = "exit"
    RESULT_UNREADABLE = "result_unreadable"
    DIAGNOSTIC = "diagnostic"
    RECEIVER_CONSTRUCTOR = "receiver_constructor"
    EXPLICIT_THROW = "explicit_throw"
    TOP_LEVEL_CALL_SKIPPED = "top_level_call_skipped"
    STDERR = "stderr"


class Nondeterminism:
    """The causes of nondeterminism, the details of a reason."""

    THREAD_GOES_ON = "thread_goes_on"
    UNSEEDED = "unseeded"


class Requirement:
    """The tags of requirements, the details of a reason."""

    PYTHON_MODULE = "python_module"
    STANDARD_MODULE = "standard_module"
    PYTHON_LIBRARY = "python_library"
    PYTHON_DISTRIBUTION = "python_distribution"


class CallKind:
    """The ways in which a factory is called."""

    FUNCTION = "function"
    CONSTRUCTOR = "constructor"
    STUB_SUBCLASS = "stub_subclass"
    INNER_CONSTRUCTOR = "inner_constructor"
    METHOD = "method"
    OBJECT_FIRST = "object_first"
    ATTRIBUTE = "attribute"
    BARE = "bare"
    TUPLE = "tuple"
    ARGUMENTS = "arguments"
    ARGUMENT = "argument"
    WITH_ARGUMENTS = "with_arguments"
    JAVA_ONLY = "java_only"


class Access:
    """The ways in which the function under test is called."""

    CALL = "call"
    PROPERTY = "property"
    ATTRIBUTE = "attribute"
    OBJECT_FIRST = "object_first"


class ArrayForm:
    """The forms of an array for ports that take no list."""

    BYTES = "bytes"
    BYTEARRAY = "bytearray"
    STR = "str"
