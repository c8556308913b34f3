package mts_harness;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Tells whether a variant left all static fields as the static initializers made them. If so, the next variant can run in
 * the same classes, whose code the JVM has already compiled.
 *
 * <p>The classes of the unit are initialized before the first call, so that no variant takes part in it. If this cannot be
 * told, each variant gets new classes.
 */
final class StaticState {
    /** The largest number of values to compare. Larger state counts as changed. */
    private static final int MOST = 50_000;
    /** Types whose values cannot change. */
    private static final Set<Class<?>> CONSTANT = Set.of(String.class, Boolean.class, Character.class, Byte.class,
            Short.class, Integer.class, Long.class, Float.class, Double.class, BigInteger.class, BigDecimal.class,
            Pattern.class);
    /** Collections whose iteration calls no code of the project. */
    private static final Set<Class<?>> COLLECTIONS = new HashSet<>(Arrays.asList(ArrayList.class, LinkedList.class, ArrayDeque.class,
            HashSet.class, LinkedHashSet.class, TreeSet.class, HashMap.class, LinkedHashMap.class, TreeMap.class,
            EnumMap.class, List.of().getClass(), List.of(1).getClass(), Set.of(1).getClass(), Map.of().getClass(),
            Map.of(1, 1).getClass(), Arrays.asList().getClass(), Collections.emptyList().getClass(),
            Collections.emptyMap().getClass(), Collections.emptySet().getClass()));

    private final UnitLoader loader;
    /** The classes whose fields are compared: the class under test, its superclasses, and the others of the unit. */
    private final Set<Class<?>> watched = new LinkedHashSet<>();
    private final Long before;

    private StaticState(UnitLoader loader, Class<?> owner, List<Class<?>> others) {
        this.loader = loader;
        addOwn(loader, owner, watched);
        watched.addAll(others);
        before = digest();
    }

    /**
     * Initializes the classes of a unit and records their static fields. The class under test is already initialized.
     *
     * @return null if a class has other static fields than constants and tables, or if its initializer fails or calls the
     *     function under test. Then these classes may be unlike those that a program gets.
     */
    static StaticState record(UnitLoader loader, Class<?> owner, Collection<String> unit) {
        Set<Class<?>> own = new HashSet<>();
        addOwn(loader, owner, own);
        List<Class<?>> others = new ArrayList<>();
        try {
            for (String name : new TreeSet<>(unit)) {
                Class<?> c = Class.forName(name, false, loader);
                if (own.contains(c) || c.getClassLoader() != loader || isWithoutState(c)) {
                    continue;
                }
                if (!holdsOnlyTables(c)) {
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
        return Ticks.asked() ? null : new StaticState(loader, owner, others);
    }

    /** Returns whether all static fields have the recorded values. */
    boolean isUnchanged() {
        try {
            // A class of the build's folders is initialized when a variant first uses it.
            boolean knowsAll = loader.defined().stream().allMatch(c -> watched.contains(c) || isWithoutState(c));
            return before != null && knowsAll && before.equals(digest());
        } catch (RuntimeException | Error unreadable) {
            return false;
        }
    }

    private static void addOwn(UnitLoader loader, Class<?> owner, Set<Class<?>> own) {
        for (Class<?> c = owner; c != null && c.getClassLoader() == loader; c = c.getSuperclass()) {
            own.add(c);
        }
    }

    private static boolean isWithoutState(Class<?> c) {
        return Arrays.stream(c.getDeclaredFields()).noneMatch(field -> Modifier.isStatic(field.getModifiers()));
    }

    private static boolean holdsOnlyTables(Class<?> c) {
        for (Field field : c.getDeclaredFields()) {
            Class<?> type = field.getType();
            boolean isTable = type.isPrimitive() || type.isArray() || type.isEnum() || CONSTANT.contains(type);
            if (Modifier.isStatic(field.getModifiers()) && !(isTable && Modifier.isFinal(field.getModifiers()))) {
                return false;
            }
        }
        return true;
    }

    /** Returns a hash of all that the watched fields reach; null if it is too much, or if a value cannot be read. */
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

    /** A walk over objects, each visited once. It calls no code of the project. */
    private final class Walk {
        private final Map<Object, Integer> seen = new IdentityHashMap<>();
        private final Deque<Object> open = new ArrayDeque<>();
        private int values;
        private long hash = 0xcbf29ce484222325L;

        /** Adds the fields of a class: its static fields, or those that an object has from it. */
        void fields(Class<?> c, Object object) throws IllegalAccessException {
            for (Field field : c.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) == (object == null)) {
                    field.setAccessible(true);
                    add(field.get(object));
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

        private void add(Object value) {
            values++;
            if (value == null) {
                mix(1);
            } else if (CONSTANT.contains(value.getClass())) {
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
                for (int i = 0; i < length && values <= MOST; i++) {
                    add(Array.get(value, i));
                }
                return true;
            }
            if (COLLECTIONS.contains(type)) {
                boolean isMap = value instanceof Map;
                Collection<?> items = isMap ? ((Map<?, ?>) value).entrySet() : (Collection<?>) value;
                mix(items.size());
                for (Object item : items) {
                    if (values > MOST) {
                        return false;
                    }
                    add(isMap ? ((Map.Entry<?, ?>) item).getKey() : item);
                    add(isMap ? ((Map.Entry<?, ?>) item).getValue() : null);
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

        private void mix(String text) {
            mix(text.length());
            for (int i = 0; i < text.length(); i++) {
                mix(text.charAt(i));
            }
        }

        private void mix(long part) {
            hash = (hash ^ part) * 0x100000001b3L;
        }
    }
}
