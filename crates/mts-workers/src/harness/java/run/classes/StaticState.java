package mts_harness;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Reports whether a copy left all static fields unchanged.
 *
 * <p>If so, the next copy can run in the same classes, whose code the JVM has already compiled.
 * The worker initializes the classes of the unit before the first call, so that no copy takes
 * part in the initialization. If the worker cannot compare the fields, each copy gets new
 * classes.
 */
final class StaticState {
    /** The largest number of values to compare. A larger state counts as changed. */
    private static final int MOST = 50_000;
    /** Collections without a public class. */
    private static final Set<Class<?>> NAMELESS = Set.of(List.of().getClass(), List.of(1).getClass(),
            Set.of(1).getClass(), Map.of().getClass(), Map.of(1, 1).getClass(), Arrays.asList().getClass(),
            Collections.emptyList().getClass(), Collections.emptyMap().getClass(), Collections.emptySet().getClass());

    private final UnitLoader loader;
    /**
     * The classes whose fields the worker compares.
     *
     * <p>These classes are the class under test, its superclasses, and the other classes of the unit.
     */
    private final Set<Class<?>> watched = new LinkedHashSet<>();
    private final Long before;

    private StaticState(UnitLoader loader, Class<?> owner, List<Class<?>> others) {
        this.loader = loader;
        addOwn(loader, owner, watched);
        watched.addAll(others);
        before = digest();
    }

    /**
     * Initializes the classes of a unit and records their static fields. The class under test is
     * already initialized.
     *
     * @return null if the worker cannot record the state. There are three reasons: another class
     *     has static fields that are neither constants nor tables, its initializer is not harmless
     *     or fails, or an initializer calls the function under test. Then these classes may differ
     *     from the classes of an ordinary run.
     */
    static StaticState record(UnitLoader loader, Class<?> owner, Collection<String> unit) {
        Set<Class<?>> own = new HashSet<>();
        addOwn(loader, owner, own);
        List<Class<?>> others = new ArrayList<>();
        Set<String> rest = new TreeSet<>(unit);
        own.forEach(c -> rest.remove(c.getName()));
        try {
            Set<String> harmless = loader.harmless(rest);
            for (String name : rest) {
                Class<?> c = Class.forName(name, false, loader);
                if (c.getClassLoader() != loader || isWithoutState(loader, c)) {
                    continue;
                }
                if (!holdsOnlyTables(c) || !harmless.contains(name)) {
                    return null;
                }
                others.add(c);
            }
            for (Class<?> c : others) {
                Class.forName(c.getName(), true, loader);
            }
        } catch (ClassNotFoundException | RuntimeException | Error broken) {
            return null;
        }
        StaticState made = Ticks.wasDispatched() ? null : new StaticState(loader, owner, others);
        return made == null || made.before == null ? null : made;
    }

    /** Returns whether all static fields have the recorded values. */
    boolean isUnchanged() {
        try {
            // The JVM initializes a class of the build's folders when a copy first uses it.
            boolean knowsAll = loader.defined().stream().allMatch(c -> watched.contains(c) || isWithoutState(loader, c));
            return knowsAll && before.equals(digest());
        } catch (RuntimeException | Error unreadable) {
            return false;
        }
    }

    private static void addOwn(UnitLoader loader, Class<?> owner, Set<Class<?>> own) {
        for (Class<?> c = owner; c != null && c.getClassLoader() == loader; c = c.getSuperclass()) {
            own.add(c);
        }
    }

    /**
     * Returns whether a class has no static state.
     *
     * <p>Its initialization has no effect, and its static fields are constants of the compiler.
     */
    private static boolean isWithoutState(UnitLoader loader, Class<?> c) {
        return !loader.hasInitializer(c) && Arrays.stream(c.getDeclaredFields()).allMatch(
                field -> !Modifier.isStatic(field.getModifiers()) || Modifier.isFinal(field.getModifiers()));
    }

    private static boolean isImmutable(Class<?> type) {
        return JdkCatalogue.IMMUTABLE.contains(type.getName());
    }

    /** Returns whether the type is a collection whose iteration calls no code of the project. */
    private static boolean isCollection(Class<?> type) {
        return NAMELESS.contains(type) || JdkCatalogue.COLLECTIONS.contains(type.getName());
    }

    private static boolean holdsOnlyTables(Class<?> c) {
        for (Field field : c.getDeclaredFields()) {
            Class<?> type = field.getType();
            boolean isTable = type.isPrimitive() || type.isArray() || type.isEnum() || isImmutable(type);
            if (Modifier.isStatic(field.getModifiers()) && !(isTable && Modifier.isFinal(field.getModifiers()))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns a hash of all values that the watched fields reach.
     *
     * @return null if there are too many values, or if a value cannot be read
     */
    private Long digest() {
        Walk walk = new Walk();
        try {
            for (Class<?> c : watched) {
                walk.fields(c, null);
            }
            return walk.run() ? walk.hash : null;
        } catch (RuntimeException | IllegalAccessException | Error unreadable) {
            return null;
        }
    }

    /** A walk over objects, each visited once. The walk calls no code of the project. */
    private final class Walk {
        private final Map<Object, Integer> seen = new IdentityHashMap<>();
        private final Deque<Object> open = new ArrayDeque<>();
        private int values;
        private long hash = 0xcbf29ce484222325L;

        /** Adds the static fields of a class, or the fields that an object has from the class. */
        void fields(Class<?> c, Object object) throws IllegalAccessException {
            for (Field field : c.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) == (object == null)) {
                    field.setAccessible(true);
                    add(field.get(object), field.getType().isPrimitive());
                }
            }
        }

        /** Visits all added objects. Returns whether each of them could be read. */
        boolean run() throws IllegalAccessException {
            while (!open.isEmpty()) {
                if (values > MOST || !visit(open.pop())) {
                    return false;
                }
            }
            return values <= MOST;
        }

        /**
         * Adds a value. The identity of a primitive value does not count, because reflection makes a new object each
         * time.
         */
        private void add(Object value, boolean isPrimitive) {
            values++;
            mix(isPrimitive ? 0 : System.identityHashCode(value));
            if (value == null) {
                mix(1);
            } else if (isImmutable(value.getClass())) {
                mix(value.getClass().getName());
                mix(value.toString());
                mix(value instanceof Pattern ? ((Pattern) value).flags() : 0);
            } else {
                Integer place = seen.putIfAbsent(value, seen.size());
                mix(place == null ? 2 : 3 + place);
                if (place == null) {
                    open.push(value);
                }
            }
        }

        private boolean visit(Object value) throws IllegalAccessException {
            Class<?> type = value.getClass();
            mix(type.getName());
            if (type.isArray()) {
                int length = Array.getLength(value);
                mix(length);
                boolean isPrimitive = type.getComponentType().isPrimitive();
                if (isPrimitive && length <= MOST - values) {
                    values += length;
                    mix(hashOf(value));
                    return true;
                }
                for (int i = 0; i < length && values <= MOST; i++) {
                    add(Array.get(value, i), isPrimitive);
                }
                return true;
            }
            if (isCollection(type)) {
                boolean isMap = value instanceof Map;
                Collection<?> items = isMap ? ((Map<?, ?>) value).entrySet() : (Collection<?>) value;
                mix(items.size());
                mix(shell(value));
                for (Object item : items) {
                    if (values > MOST) {
                        return false;
                    }
                    add(isMap ? ((Map.Entry<?, ?>) item).getKey() : item, false);
                    add(isMap ? ((Map.Entry<?, ?>) item).getValue() : null, false);
                }
                return true;
            }
            Class<?> c = type;
            for (; c != null && c.getClassLoader() == loader; c = c.getSuperclass()) {
                fields(c, value);
            }
            if (value instanceof Enum) {
                mix(((Enum<?>) value).ordinal());
            }
            return c == Object.class || c == Enum.class;
        }

        /** Returns a hash of an array of primitive values. */
        private long hashOf(Object array) {
            if (array instanceof int[]) {
                return Arrays.stream((int[]) array).asLongStream().reduce(1, StaticState::mixed);
            }
            if (array instanceof long[]) {
                return Arrays.stream((long[]) array).reduce(1, StaticState::mixed);
            }
            if (array instanceof double[]) {
                return Arrays.stream((double[]) array).mapToLong(Double::doubleToRawLongBits).reduce(1, StaticState::mixed);
            }
            long made = 1;
            for (int i = 0; i < Array.getLength(array); i++) {
                made = mixed(made, Array.get(array, i).hashCode());
            }
            return made;
        }

        /**
         * Returns the text of a collection without its elements.
         *
         * <p>The text matters: for example, the capacity of a map decides the order of its keys.
         */
        private String shell(Object collection) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new Shell(bytes, collection)) {
                out.writeObject(collection);
            } catch (IOException unreadable) {
                throw new IllegalStateException(unreadable);
            }
            return bytes.toString(StandardCharsets.ISO_8859_1);
        }

        private void mix(String text) {
            mix(text.length());
            for (int i = 0; i < text.length(); i++) {
                mix(text.charAt(i));
            }
        }

        private void mix(long part) {
            hash = mixed(hash, part);
        }
    }

    private static long mixed(long hash, long part) {
        return (hash ^ part) * 0x100000001b3L;
    }

    /** Writes one collection, and null in place of its elements. */
    private static final class Shell extends ObjectOutputStream {
        private final Object collection;

        Shell(ByteArrayOutputStream bytes, Object collection) throws IOException {
            super(bytes);
            this.collection = collection;
            enableReplaceObject(true);
        }

        @Override
        protected Object replaceObject(Object part) {
            return part == collection ? part : null;
        }
    }
}
