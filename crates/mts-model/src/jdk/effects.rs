//! The side effects of methods and static fields of the JDK.
//!
//! The columns `is_pure`, `is_immutable` and `has_pure_statics` of the catalogue have the same facts for whole types.

use super::functions::functional_type;
use super::lookup::jdk_type;

/// Static members of pure types whose results depend on more than their arguments.
pub(super) const UNSTEADY_STATICS: &[&str] =
    &["random", "shuffle", "identityHashCode", "getProperty", "getInteger", "getLong", "getBoolean"];

/// Texts that show that Java code draws random numbers: class names and calls.
const RANDOM_SOURCES: &[&str] = &["Random", "random()", "shuffle("];

/// Further types of `java.lang` that a static initializer may use: they have no static state.
pub(super) const STATELESS_LANG: &[&str] = &[
    "Enum",
    "Record",
    "CharSequence",
    "Comparable",
    "Number",
    "Class",
    "Runnable",
    "StringBuilder",
    "StringBuffer",
    "Throwable",
];

/// The packages whose classes have no static state that changes.
pub(super) const STATELESS_PACKAGES: &[&str] = &["java.lang.invoke", "java.lang.runtime", "java.util.function"];

/// Static methods that change only their arguments, of classes with static state.
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

/// The beginning of the names of methods that return an object which all code shares.
///
/// The entries of a security provider are the same for all code, and a provider is a map.
pub(super) const SHARED_GETTERS: &[&str] = &["getProvider"];

/// The packages whose methods of objects count too, because all code shares the objects.
pub(super) const SHARED_PACKAGES: &[&str] = &["java.util.logging."];

/// The classes whose static setters do not change the process for other calls.
///
/// A setter is a static method whose first word is in [`PROCESS_SETTERS`]. The setters of these classes change only
/// their arguments, files, or state that the Java worker restores.
pub(super) const HARMLESS_SETTERS: &[&str] = &[
    "java.util.Collections",
    "java.util.Arrays",
    "java.lang.reflect.Array",
    "java.nio.file.Files",
    "java.util.Locale",
    "java.util.TimeZone",
    "java.util.ServiceLoader",
];

/// The setters of `System` whose change the Java worker undoes after a call.
pub(super) const RESTORED_SETTERS: &[&str] =
    &["setIn", "setOut", "setErr", "setProperty", "setProperties", "clearProperty"];

/// The JDK's methods that run code without its name in the caller's class file.
///
/// Each entry is a class and the beginning of a method's name, or a class, a whole name and `(`. Such code can call a
/// setter of [`PROCESS_SETTERS`], for example by reflection, or in a class that the program defines itself.
///
/// A write past the access rules, by reflection or `Unsafe`, can change the same states.
pub(super) const INDIRECT_CALLS: &[&str] = &[
    "sun.misc.Unsafe.",
    "java.lang.reflect.Field.set(",
    "java.lang.reflect.Field.setBoolean(",
    "java.lang.reflect.Field.setByte(",
    "java.lang.reflect.Field.setChar(",
    "java.lang.reflect.Field.setDouble(",
    "java.lang.reflect.Field.setFloat(",
    "java.lang.reflect.Field.setInt(",
    "java.lang.reflect.Field.setLong(",
    "java.lang.reflect.Field.setShort(",
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
/// The word `next` is for iterators, scanners and random number generators.
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

/// Further methods that change their receiver or an argument.
///
/// The first words of these names, such as `get`, do not show the change.
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

/// The methods that Java calls although their names are not in the source.
///
/// Java calls these methods for a concatenation, a collection, a loop, a `try` or a stream.
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

/// Reports whether Java may call a method of this name implicitly, such as `toString`.
#[must_use]
pub fn is_called_implicitly(method: &str) -> bool {
    IMPLICIT.contains(&method)
}

/// Reports whether a method is `equals(Object)`, `hashCode()` or `toString()` of `Object`.
#[must_use]
pub fn is_object_method(name: &str, params: usize) -> bool {
    matches!((name, params), ("equals", 1) | ("hashCode" | "toString", 0))
}

/// Reports whether a method of `Object` is not pure.
///
/// Such a method uses the object's monitor, or returns the object's class.
#[must_use]
pub fn is_impure_object_method(name: &str) -> bool {
    matches!(name, "wait" | "notify" | "notifyAll" | "getClass")
}

/// The supertypes that never call a new method of a subclass.
///
/// They call only methods that the language itself calls too, such as `compareTo`.
const SILENT_SUPERTYPES: [&str; 8] =
    ["AutoCloseable", "Cloneable", "Closeable", "Comparable", "Iterable", "Iterator", "Object", "Serializable"];

/// Reports whether a supertype never calls a new method of a subclass.
#[must_use]
pub fn calls_no_new_method(simple: &str) -> bool {
    SILENT_SUPERTYPES.contains(&simple)
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

/// Reports whether Java code names a class or method that draws random numbers.
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
/// The words `merge` and `compute` count only for the class `Map`. Methods such as `putAll` count for `Map` too, but
/// `put` does not.
#[must_use]
pub fn may_resize(class: &str, method: &str) -> bool {
    let word = first_word(method);
    RESIZING.contains(&word) || class == "Map" && method != "put" && OF_MAPS.contains(&word)
}

/// Reports whether a method may change its receiver or an argument, or have another effect.
///
/// The methods of an immutable type change nothing. The methods of a stream consume the stream. The method of a
/// functional interface runs code that the tool does not know.
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
    fn the_first_word_of_a_method_tells_if_it_modifies_unless_its_class_is_immutable() {
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
