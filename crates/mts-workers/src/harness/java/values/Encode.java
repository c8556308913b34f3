package mts_harness;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.BaseStream;

/** Encodes the values of one outcome in the neutral JSON form. Each container has a number, unique in the outcome. */
final class Encode {
    static final int MAX_DEPTH = 400;
    static final int MAX_NODES = 100_000;
    static final int MAX_ITERATOR = 10_000;
    static final int MAX_BITS = 8_000_000;
    /** The longest message of an exception in characters. */
    private static final int MAX_MESSAGE = 4096;

    /** The value is too large for the comparison. */
    static final class TooLarge extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static final String SCRATCH = System.getenv("TMPDIR");
    private static final String MASK = "/tmp/scratch";
    private static final Pattern IDENTITY = Pattern.compile("(?<=[\\w$;])@[0-9a-f]{6,8}\\b(?!\\.\\w)");
    private final StringBuilder out;
    private final boolean sharesEmpty;
    private final int most;
    private final IdentityHashMap<Object, Integer> seen = new IdentityHashMap<>();
    private int containers;
    private int nodes;

    Encode(StringBuilder out) {
        this(out, false, MAX_NODES);
    }

    private Encode(StringBuilder out, boolean sharesEmpty, int most) {
        this.out = out;
        this.sharesEmpty = sharesEmpty;
        this.most = most;
    }

    /**
     * Returns an encoder that also encodes whether two empty containers are the same object.
     *
     * <p>If the code later adds an element, the element appears at both places only if they are the
     * same object. {@code most} is the highest number of nodes.
     */
    static Encode sharing(StringBuilder out, int most) {
        return new Encode(out, true, most);
    }

    /** Returns whether an object is immutable. */
    static boolean isImmutable(Object o) {
        return o == null || o instanceof Enum || JdkCatalogue.IMMUTABLE.contains(o.getClass().getName());
    }

    /** Encodes a value. Throws {@link TooLarge} if the outcome has too many nodes or levels. */
    void value(Object o, int depth) {
        count(1);
        if (o == null) {
            out.append("null");
        } else if (o instanceof Integer || o instanceof Long || o instanceof Short || o instanceof Byte
                || o instanceof Boolean || o instanceof AtomicInteger || o instanceof AtomicLong
                || o instanceof AtomicBoolean) {
            out.append(o);
        } else if (o instanceof Double || o instanceof Float) {
            out.append("{\"$float\":\"").append(((Number) o).doubleValue()).append("\"}");
        } else if (o instanceof CharSequence) {
            string((CharSequence) o);
        } else if (o instanceof Character) {
            string(o.toString());
        } else if (o instanceof BigInteger) {
            BigInteger n = (BigInteger) o;
            if (n.bitLength() < 64) {
                out.append(n);
            } else if (n.bitLength() > MAX_BITS) {
                throw new TooLarge();
            } else {
                out.append("{\"$int\":\"").append(n.signum() < 0 ? "-0x" : "0x").append(n.abs().toString(16)).append("\"}");
            }
        } else if (o instanceof Enum) {
            tagged("$enum", ((Enum<?>) o).getDeclaringClass().getSimpleName() + "." + ((Enum<?>) o).name());
            out.append('}');
        } else if (o instanceof Throwable) {
            exception((Throwable) o);
        } else if (depth > MAX_DEPTH) {
            throw new TooLarge();
        } else {
            compound(o, depth + 1);
        }
    }

    /** Counts nodes. Throws {@link TooLarge} if the outcome has too many. */
    private void count(int more) {
        nodes += more;
        if (nodes > most) {
            throw new TooLarge();
        }
    }

    private void compound(Object o, int depth) {
        if (o instanceof Optional) {
            value(((Optional<?>) o).orElse(null), depth);
        } else if (o instanceof OptionalInt) {
            value(((OptionalInt) o).isPresent() ? (Object) ((OptionalInt) o).getAsInt() : null, depth);
        } else if (o instanceof OptionalLong) {
            value(((OptionalLong) o).isPresent() ? (Object) ((OptionalLong) o).getAsLong() : null, depth);
        } else if (o instanceof OptionalDouble) {
            value(((OptionalDouble) o).isPresent() ? (Object) ((OptionalDouble) o).getAsDouble() : null, depth);
        } else if (o.getClass().isArray()) {
            array(o, depth);
        } else if (o instanceof Map) {
            map((Map<?, ?>) o, depth);
        } else if (o instanceof Set) {
            if (writesInFull(o, ((Set<?>) o).isEmpty())) {
                out.append("{\"$set\":");
                items(((Set<?>) o).iterator(), depth, Integer.MAX_VALUE);
                out.append('}');
            }
        } else if (o instanceof Collection) {
            Iterator<?> items = iterator((Collection<?>) o);
            if (writesInFull(o, items != null && ((Collection<?>) o).isEmpty())) {
                if (items == null) {
                    object(o, depth);
                } else {
                    items(items, depth, Integer.MAX_VALUE);
                }
            }
        } else if (o instanceof Iterator) {
            if (writesInFull(o, false)) {
                items((Iterator<?>) o, depth, MAX_ITERATOR);
            }
        } else if (o instanceof BaseStream) {
            if (writesInFull(o, false)) {
                items(((BaseStream<?, ?>) o).iterator(), depth, MAX_ITERATOR);
            }
        } else if (Library.written(o) instanceof String) {
            string((String) Library.written(o));
        } else if (Library.written(o) != null) {
            bytes((byte[]) Library.written(o));
        } else if (Library.isRead(o)) {
            if (writesInFull(o, false)) {
                tagged("$object", o.getClass().getName());
                out.append(",\"fields\":{}}");
            }
        } else if (Library.text(o) != null) {
            string(Library.text(o));
        } else if (JdkCatalogue.print(o) != null) {
            // These values have no identity, so a second occurrence is not a reference.
            containers++;
            tagged("$object", o.getClass().getName());
            out.append(",\"fields\":{\"text\":");
            string(JdkCatalogue.print(o));
            out.append("}}");
        } else if (writesInFull(o, false)) {
            Map<String, Object> process = Library.process(o);
            if (Lambdas.is(o)) {
                out.append("{\"$object\":\"function\",\"fields\":{}}");
            } else if (process != null) {
                process(process, depth);
            } else {
                object(o, depth);
            }
        }
    }

    /** Returns the iterator of a collection; null for a collection of the project that has none. */
    private static Iterator<?> iterator(Collection<?> collection) {
        try {
            return collection.iterator();
        } catch (UnsupportedOperationException none) {
            return null;
        }
    }

    /**
     * Gives a container its number and returns true.
     *
     * <p>If the container already has a number, the method writes a reference and returns false. Empty containers
     * become references only if {@code sharesEmpty}.
     */
    private boolean writesInFull(Object o, boolean empty) {
        int number = containers;
        if (!empty || sharesEmpty) {
            Integer before = seen.putIfAbsent(o, number);
            if (before != null) {
                out.append("{\"$ref\":").append(before).append('}');
                return false;
            }
        }
        containers++;
        return true;
    }

    private void items(Iterator<?> items, int depth, int cap) {
        out.append('[');
        for (int i = 0; i < cap && items.hasNext(); i++) {
            if (i > 0) {
                out.append(',');
            }
            value(items.next(), depth);
        }
        out.append(']');
    }

    private void array(Object array, int depth) {
        int length = Array.getLength(array);
        if (!writesInFull(array, length == 0)) {
            return;
        }
        if (array instanceof int[] && length < most) {
            count(length);
            out.append('[');
            String comma = "";
            for (int n : (int[]) array) {
                out.append(comma).append(n);
                comma = ",";
            }
            out.append(']');
            return;
        }
        out.append('[');
        for (int i = 0; i < length; i++) {
            if (i > 0) {
                out.append(',');
            }
            value(Array.get(array, i), depth);
        }
        out.append(']');
    }

    private void bytes(byte[] bytes) {
        count(bytes.length / 64);
        StringBuilder hex = new StringBuilder(2 * bytes.length);
        for (byte b : bytes) {
            hex.append(Character.forDigit(b >> 4 & 15, 16)).append(Character.forDigit(b & 15, 16));
        }
        tagged("$bytes", hex);
        out.append('}');
    }

    private void map(Map<?, ?> map, int depth) {
        if (!writesInFull(map, map.isEmpty())) {
            return;
        }
        out.append("{\"$map\":[");
        String comma = "";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.append(comma).append('[');
            value(entry.getKey(), depth);
            out.append(',');
            value(entry.getValue(), depth);
            out.append(']');
            comma = ",";
        }
        out.append("]}");
    }

    private void process(Map<String, Object> shown, int depth) {
        tagged("$object", "java.lang.Process");
        out.append(",\"fields\":{");
        String comma = "";
        for (Map.Entry<String, Object> field : shown.entrySet()) {
            out.append(comma);
            Json.quote(out, field.getKey());
            out.append(':');
            value(field.getValue(), depth);
            comma = ",";
        }
        out.append("}}");
    }

    private void object(Object o, int depth) {
        Deque<Class<?>> chain = new ArrayDeque<>();
        for (Class<?> c = o.getClass(); c != null && c != Object.class; c = c.getSuperclass()) {
            if (c != SeededRandom.class) {
                chain.push(c);
            }
        }
        Class<?> own = chain.isEmpty() ? o.getClass() : chain.getLast();
        tagged("$object", Subclasses.named(own));
        out.append(",\"fields\":{");
        String comma = "";
        // The code below encodes these classes without their fields, because only some JDKs let reflection read them.
        boolean isKnown = JdkCatalogue.isSubstituted(o.getClass()) || own == Random.class;
        for (Class<?> c : chain) {
            for (Field field : isKnown ? new Field[0] : c.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) || field.isSynthetic()) {
                    continue;
                }
                Object held;
                try {
                    field.setAccessible(true);
                    held = field.get(o);
                } catch (RuntimeException | IllegalAccessException closed) {
                    continue;
                }
                if (SeededRandom.isSeeded(held)) {
                    // Leave out generators that the run seeds: a port may keep them in another place.
                    continue;
                }
                out.append(comma);
                Json.quote(out, field.getName());
                out.append(':');
                value(held, depth);
                comma = ",";
            }
        }
        if (o.getClass() == Thread.class) {
            out.append("\"name\":");
            string(Library.name((Thread) o));
            out.append(",\"daemon\":").append(((Thread) o).isDaemon());
        } else if (o instanceof Duration) {
            duration((Duration) o);
        } else if (comma.isEmpty() && o.getClass().getName().startsWith("java.") && hasTextOfValue(o.getClass())) {
            // The fields of a JDK class are not readable, so the text of `toString` encodes the
            // object. A text with an identity hash is not used, because the hash differs in each
            // process.
            String text = String.valueOf(o);
            if (!text.contains("@" + Integer.toHexString(System.identityHashCode(o))) && !IDENTITY.matcher(text).find()) {
                out.append("\"text\":");
                string(text);
            }
        }
        out.append("}}");
    }

    /**
     * Writes a duration as whole milliseconds, rounded down as in Python, and the remaining nanoseconds. If the
     * milliseconds do not fit in a long, the method writes whole seconds.
     */
    private void duration(Duration d) {
        long seconds = d.getSeconds();
        if (Math.abs(seconds / 1000) < Long.MAX_VALUE / 1_000_000) {
            out.append("\"millis\":").append(seconds * 1000 + d.getNano() / 1_000_000);
            out.append(",\"nanos\":").append(d.getNano() % 1_000_000);
        } else {
            out.append("\"seconds\":").append(seconds).append(",\"nanos\":").append(d.getNano());
        }
    }

    /** Returns whether a class has its own {@code toString}. The text of {@code Object} is only an identity hash. */
    private static boolean hasTextOfValue(Class<?> type) {
        try {
            return type.getMethod("toString").getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException none) {
            return false;
        }
    }

    /**
     * Encodes an exception: its message, and its class with the superclasses.
     *
     * <p>The superclasses end at Exception or Error.
     */
    void exception(Throwable t) {
        StringBuilder names = new StringBuilder(t.getClass().getName());
        for (Class<?> c = t.getClass().getSuperclass(); c != null && c != Throwable.class && c != Object.class;
                c = c.getSuperclass()) {
            names.append('<').append(c.getName());
        }
        tagged("$exception", names);
        out.append(",\"message\":");
        String message;
        try {
            message = t.getMessage();
        } catch (RuntimeException hostile) {
            message = "";
        }
        message = message == null ? "" : placeless(masked(message));
        message = message.length() > MAX_MESSAGE ? message.substring(0, MAX_MESSAGE) : message;
        Json.quote(out, Json.isWellFormed(message) ? message : message.replaceAll("[\\ud800-\\udfff]", "?"));
        out.append('}');
    }

    private void tagged(String tag, CharSequence text) {
        out.append("{\"").append(tag).append("\":");
        Json.quote(out, text);
    }

    /**
     * Returns the text with {@link #MASK} instead of the worker's scratch folder.
     *
     * <p>The name of this folder differs in each process. The Python worker writes the same mask.
     */
    static String masked(String text) {
        return SCRATCH == null || SCRATCH.isEmpty() || !text.contains(SCRATCH) ? text : text.replace(SCRATCH, MASK);
    }

    /**
     * Returns a message without the identity hashes of {@link Object#toString}.
     *
     * <p>The tool shows the message and never compares it.
     */
    private static String placeless(String text) {
        return text.indexOf('@') < 0 ? text : IDENTITY.matcher(text).replaceAll("");
    }

    private void string(CharSequence text) {
        CharSequence s = text.length() < 4 ? text : masked(text.toString());
        count(s.length() / 64);
        if (Json.isWellFormed(s)) {
            Json.quote(out, s);
            return;
        }
        count(s.length());
        out.append("{\"$utf16\":[");
        for (int i = 0; i < s.length(); i++) {
            out.append(i > 0 ? "," : "").append((int) s.charAt(i));
        }
        out.append("]}");
    }
}
