//! The effects of members of the JDK, besides their result.
//!
//! The columns `is_pure`, `is_immutable` and `has_pure_statics` of a row say the same for whole types.

use super::functions::functional_type;
use super::lookup::jdk_type;

/// Static members of pure types that depend on more than their arguments.
pub(super) const UNSTEADY_STATICS: &[&str] =
    &["random", "shuffle", "identityHashCode", "getProperty", "getInteger", "getLong", "getBoolean"];

/// Parts of Java code that draws random numbers: of class names and of calls.
const RANDOM_SOURCES: &[&str] = &["Random", "random()", "shuffle("];

/// Further types of `java.lang` that a static initializer may use: they have no own state.
pub(super) const STATELESS_LANG: &[&str] = &["Enum", "Record", "CharSequence", "Comparable", "Number", "Class"];

/// The packages whose classes have no own state.
pub(super) const STATELESS_PACKAGES: &[&str] = &["java.lang.invoke", "java.lang.runtime", "java.util.function"];

/// The static methods of classes with own state that change only their arguments.
pub(super) const STATELESS_STATICS: &[&str] = &["java.lang.System.arraycopy"];

/// The classes of `java.util` that use state of the process or draw random numbers.
pub(super) const STATEFUL_UTIL: &[&str] = &[
    "Random",
    "Locale",
    "TimeZone",
    "UUID",
    "Date",
    "Calendar",
    "Timer",
    "Scanner",
    "Formatter",
    "ServiceLoader",
    "ResourceBundle",
];

/// The first words of the static methods of the JDK that change the whole process.
pub(super) const PROCESS_SETTERS: &[&str] =
    &["set", "add", "insert", "remove", "register", "deregister", "load", "clear", "reset"];

/// The classes whose static methods with a word of [`PROCESS_SETTERS`] do not count.
///
/// These methods change only their arguments, files, or states that the Java worker restores.
pub(super) const HARMLESS_SETTERS: &[&str] = &[
    "java.util.Collections",
    "java.util.Arrays",
    "java.lang.reflect.Array",
    "java.nio.file.Files",
    "java.util.Locale",
    "java.util.TimeZone",
    "java.util.ServiceLoader",
];

/// The setters of `System` whose change the Java worker undoes.
pub(super) const RESTORED_SETTERS: &[&str] =
    &["setIn", "setOut", "setErr", "setProperty", "setProperties", "clearProperty"];

/// The methods of the JDK that run code which the class file of the caller does not name.
///
/// Each entry is the beginning of a class and of a method of it. Such code can call a setter of
/// [`PROCESS_SETTERS`], for example by reflection, or in a class that the program defines itself.
pub(super) const INDIRECT_CALLS: &[&str] = &[
    "java.lang.reflect.Method.invoke",
    "java.lang.invoke.MethodHandles$Lookup.find",
    "java.lang.invoke.MethodHandles$Lookup.unreflect",
    "java.lang.invoke.MethodHandles$Lookup.define",
    "java.lang.ClassLoader.<init>",
    "java.lang.ClassLoader.defineClass",
    "java.lang.management.ManagementFactory.getPlatform",
    "java.net.URLClassLoader.",
    "java.beans.EventHandler.",
    "java.beans.Expression.",
    "java.beans.Statement.",
    "java.beans.XMLDecoder.",
    "javax.management.",
    "javax.script.",
    "javax.tools.",
    "jdk.jshell.",
];

/// The first words of the methods that change the number of elements of a collection.
const RESIZING: &[&str] = &["add", "remove", "clear", "poll", "push", "pop", "offer", "retain", "insert"];

/// The first words of further methods of `Map` that add, remove or replace an entry.
const OF_MAPS: &[&str] = &["put", "merge", "compute"];

/// The first words of other methods that change their receiver or an argument.
///
/// `next` is for iterators, scanners and random numbers.
const MODIFYING: &[&str] = &[
    "set",
    "sort",
    "replace",
    "fill",
    "swap",
    "shuffle",
    "reverse",
    "rotate",
    "append",
    "delete",
    "next",
    "for",
    "read",
    "write",
    "print",
    "println",
    "printf",
    "increment",
    "decrement",
    "accumulate",
    "update",
    "arraycopy",
    "exit",
];

/// Further methods that change their receiver or an argument. Their first words say nothing.
const MODIFYING_METHODS: &[&str] = &[
    "getAndIncrement",
    "getAndDecrement",
    "getAndAdd",
    "getAndSet",
    "getAndUpdate",
    "getAndAccumulate",
    "compareAndSet",
    "compareAndExchange",
    "weakCompareAndSet",
    "lazySet",
    "flip",
    "and",
    "andNot",
    "or",
    "xor",
    "trimToSize",
    "ensureCapacity",
    "drainTo",
];

/// The methods that Java calls without their name in the source.
///
/// Java calls these methods in a concatenation, collection, loop, `try` or stream.
const IMPLICIT: &[&str] = &[
    "accept",
    "apply",
    "call",
    "charAt",
    "close",
    "compare",
    "compareTo",
    "compute",
    "equals",
    "hasNext",
    "hashCode",
    "iterator",
    "next",
    "run",
    "test",
    "toString",
];

/// Reports whether Java calls a method with this name without the name in the source.
#[must_use]
pub fn is_called_implicitly(method: &str) -> bool {
    IMPLICIT.contains(&method)
}

/// Reports whether a method is `equals(Object)`, `hashCode()` or `toString()` of `Object`.
#[must_use]
pub fn is_object_method(name: &str, params: usize) -> bool {
    matches!((name, params), ("equals", 1) | ("hashCode" | "toString", 0))
}

/// The names of methods that may block, or that start a thread or process.
const BLOCKING: &[&str] = &["wait", "join", "sleep", "await", "take", "acquire", "start", "run", "execute"];

/// Reports whether a method with this name may block, or start a thread or process.
#[must_use]
pub fn may_block(method: &str) -> bool {
    BLOCKING.contains(&method)
}

/// Reports whether a static member with this name depends on more than its arguments.
#[must_use]
pub fn is_unsteady(member: &str) -> bool {
    UNSTEADY_STATICS.contains(&member)
}

/// Reports whether Java code contains the name of a random source of the JDK.
#[must_use]
pub fn may_draw(java: &str) -> bool {
    RANDOM_SOURCES.iter().any(|source| java.contains(source))
}

/// Reports whether the values of a class never change.
#[must_use]
pub fn is_immutable(simple: &str) -> bool {
    jdk_type(simple).is_some_and(|row| row.is_immutable)
}

/// Reports whether a method may change the number of elements in its receiver.
///
/// The words `put`, `merge` and `compute` count only for the class `Map`, and the method `put` itself does not count.
#[must_use]
pub fn may_resize(class: &str, method: &str) -> bool {
    let word = first_word(method);
    RESIZING.contains(&word) || class == "Map" && method != "put" && OF_MAPS.contains(&word)
}

/// Reports whether a method may change its receiver or an argument, or have another effect.
///
/// The methods of an immutable type change nothing. The methods of a stream consume the stream. The
/// method of a functional interface runs unknown code.
#[must_use]
pub fn may_modify(class: &str, method: &str) -> bool {
    if is_immutable(class) {
        return false;
    }
    let word = first_word(method);
    [RESIZING, OF_MAPS, MODIFYING].iter().any(|words| words.contains(&word))
        || MODIFYING_METHODS.contains(&method)
        || UNSTEADY_STATICS.contains(&method)
        || class.ends_with("Stream")
        || functional_type(class).is_some_and(|row| row.is_annotated && row.method == method)
}

/// Returns the lower-case letters at the start of a name.
fn first_word(name: &str) -> &str {
    name.find(|c: char| !c.is_ascii_lowercase()).map_or(name, |end| &name[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_modifies_by_its_first_word_unless_its_class_is_immutable() {
        for (class, method) in [
            ("List", "set"),
            ("List", "addAll"),
            ("Map", "putIfAbsent"),
            ("Map", "computeIfAbsent"),
            ("Iterator", "next"),
            ("StringBuilder", "reverse"),
            ("StringBuilder", "deleteCharAt"),
            ("Arrays", "fill"),
            ("Collection", "forEach"),
            ("Math", "random"),
            ("Function", "apply"),
            ("IntStream", "sum"),
            ("AtomicInteger", "getAndIncrement"),
            ("BitSet", "xor"),
        ] {
            assert!(may_modify(class, method), "{class}.{method}");
        }
        for (class, method) in [
            ("List", "get"),
            ("Map", "getOrDefault"),
            ("Iterator", "hasNext"),
            ("String", "replace"),
            ("Integer", "reverse"),
            ("BigInteger", "setBit"),
            ("BigInteger", "xor"),
            ("AtomicInteger", "get"),
            ("TreeMap", "floorKey"),
            ("Math", "multiplyExact"),
            ("Optional", "orElse"),
            ("Arrays", "binarySearch"),
        ] {
            assert!(!may_modify(class, method), "{class}.{method}");
        }
    }
}
