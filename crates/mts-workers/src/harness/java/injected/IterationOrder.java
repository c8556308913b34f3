package mts_harness;

import java.io.Serializable;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/**
 * Unmodifiable sets and maps with a fixed iteration order.
 *
 * <p>In the project's classes, these sets and maps replace those of {@link Set#of} and {@link Map#of}. Java does not
 * specify the iteration order of {@link Set#of} and {@link Map#of}, and the JDK chooses another order in each process.
 * The replacements iterate in the order of the arguments. The worker can also set another order, to find code that
 * depends on the order. Libraries and the JDK stay unchanged.
 */
public final class IterationOrder {
    /** Whether sets and maps iterate in the other order. */
    private static volatile boolean isReversed;
    /** Whether the current call has iterated over several elements in the other order. */
    private static volatile boolean wasSeen;

    private IterationOrder() {}

    /** Sets the order in which all sets and maps iterate from now on. */
    static void reverse(boolean reversed) {
        isReversed = reversed;
    }

    /** Starts a call. */
    static void begin() {
        wasSeen = false;
    }

    /** Replaces {@link Collectors#toUnmodifiableSet}. */
    public static <T> Collector<T, ?, Set<T>> toUnmodifiableSet() {
        return Collectors.collectingAndThen(Collectors.toCollection(LinkedHashSet<T>::new), IterationOrder::copied);
    }

    /** Replaces {@link Collectors#toUnmodifiableMap(Function, Function)}. */
    public static <T, K, U> Collector<T, ?, Map<K, U>> toUnmodifiableMap(Function<? super T, ? extends K> key,
            Function<? super T, ? extends U> value) {
        Objects.requireNonNull(key);
        Objects.requireNonNull(value);
        return Collectors.collectingAndThen(Collectors.<T, K, U>toMap(key, value), IterationOrder::<K, U>copied);
    }

    /** Replaces {@link Collectors#toUnmodifiableMap(Function, Function, BinaryOperator)}. */
    public static <T, K, U> Collector<T, ?, Map<K, U>> toUnmodifiableMap(Function<? super T, ? extends K> key,
            Function<? super T, ? extends U> value, BinaryOperator<U> merge) {
        Objects.requireNonNull(key);
        Objects.requireNonNull(value);
        Objects.requireNonNull(merge);
        return Collectors.collectingAndThen(Collectors.<T, K, U, Map<K, U>>toMap(key, value, merge, LinkedHashMap::new),
                IterationOrder::<K, U>copied);
    }

    @SafeVarargs
    static <E> Set<E> set(E... all) {
        Set<E> found = new LinkedHashSet<>();
        for (E one : all) {
            if (!found.add(Objects.requireNonNull(one))) {
                throw new IllegalArgumentException("duplicate element: " + one);
            }
        }
        return new FixedSet<>(found);
    }

    static <E> Set<E> copied(Collection<? extends E> all) {
        if (all instanceof FixedSet) {
            @SuppressWarnings("unchecked")
            Set<E> same = (Set<E>) all;
            return same;
        }
        Set<E> found = new LinkedHashSet<>(all);
        found.forEach(Objects::requireNonNull);
        return new FixedSet<>(found, new HashSet<>(found), otherOrder(found));
    }

    @SuppressWarnings("unchecked")
    static <K, V> Map<K, V> map(Object... all) {
        Map<K, V> found = new LinkedHashMap<>();
        for (int i = 0; i < all.length; i += 2) {
            put(found, (K) all[i], (V) all[i + 1]);
        }
        return new FixedMap<>(found);
    }

    @SafeVarargs
    static <K, V> Map<K, V> entries(Map.Entry<? extends K, ? extends V>... all) {
        Map<K, V> found = new LinkedHashMap<>();
        for (Map.Entry<? extends K, ? extends V> one : all) {
            put(found, one.getKey(), one.getValue());
        }
        return new FixedMap<>(found);
    }

    static <K, V> Map<K, V> copied(Map<? extends K, ? extends V> map) {
        if (map instanceof FixedMap) {
            @SuppressWarnings("unchecked")
            Map<K, V> same = (Map<K, V>) map;
            return same;
        }
        Map<K, V> found = new LinkedHashMap<>();
        map.forEach((key, value) -> put(found, key, value));
        Map<K, V> reversed = new LinkedHashMap<>();
        otherOrder(found.keySet()).forEach(key -> reversed.put(key, found.get(key)));
        return new FixedMap<>(found, reversed);
    }

    /** Returns the elements in reverse order. */
    private static <E> ArrayList<E> backwards(Collection<E> all) {
        ArrayList<E> reversed = new ArrayList<>(all);
        Collections.reverse(reversed);
        return reversed;
    }

    /**
     * Returns the other order for a copy of a collection.
     *
     * <p>The collection may already be in the other order, and a second reversal would then hide a
     * dependence on the order. So three or more elements rotate: the result is neither the present
     * order nor its reverse. Two elements are reversed only if the call has not yet seen the other
     * order.
     */
    private static <E> ArrayList<E> otherOrder(Collection<E> all) {
        ArrayList<E> reversed = new ArrayList<>(all);
        if (reversed.size() > 2) {
            Collections.rotate(reversed, 1);
        } else if (!wasSeen) {
            Collections.reverse(reversed);
        }
        return reversed;
    }

    private static <K, V> void put(Map<K, V> found, K key, V value) {
        if (found.putIfAbsent(Objects.requireNonNull(key), Objects.requireNonNull(value)) != null) {
            throw new IllegalArgumentException("duplicate key: " + key);
        }
    }

    private static UnsupportedOperationException fixed() {
        return new UnsupportedOperationException();
    }

    /** An unmodifiable set with both orders of its elements. */
    private static final class FixedSet<E> extends AbstractSet<E> implements Serializable {
        private static final long serialVersionUID = 1L;
        private final Collection<E> held;
        private final ArrayList<E> made;
        private final ArrayList<E> reversed;

        FixedSet(Collection<E> all) {
            this(all, new HashSet<>(all), backwards(all));
        }

        FixedSet(Collection<E> all, Collection<E> held, ArrayList<E> reversed) {
            this.held = held;
            this.reversed = reversed;
            made = new ArrayList<>(all);
        }

        @Override
        public Iterator<E> iterator() {
            wasSeen |= isReversed && size() > 1;
            Iterator<E> all = (isReversed ? reversed : made).iterator();
            return new Iterator<E>() {
                @Override
                public boolean hasNext() {
                    return all.hasNext();
                }

                @Override
                public E next() {
                    return all.next();
                }
            };
        }

        @Override
        public int size() {
            return made.size();
        }

        @Override
        public boolean contains(Object one) {
            return held.contains(Objects.requireNonNull(one));
        }

        @Override
        public boolean add(E one) {
            throw fixed();
        }

        @Override
        public boolean addAll(Collection<? extends E> all) {
            throw fixed();
        }

        @Override
        public boolean remove(Object one) {
            throw fixed();
        }

        @Override
        public boolean removeAll(Collection<?> all) {
            throw fixed();
        }

        @Override
        public boolean removeIf(Predicate<? super E> which) {
            throw fixed();
        }

        @Override
        public boolean retainAll(Collection<?> all) {
            throw fixed();
        }

        @Override
        public void clear() {
            throw fixed();
        }
    }

    /** An unmodifiable map with both orders of its entries. */
    private static final class FixedMap<K, V> extends AbstractMap<K, V> implements Serializable {
        private static final long serialVersionUID = 1L;
        private final HashMap<K, V> held;
        private final FixedSet<Map.Entry<K, V>> entries;

        FixedMap(Map<K, V> all) {
            held = new HashMap<>(all);
            ArrayList<Map.Entry<K, V>> made = listed(all);
            // A hash set would call `hashCode` of the values, which the JDK does not do. So this is a list.
            entries = new FixedSet<>(made, made, backwards(made));
        }

        FixedMap(Map<K, V> all, Map<K, V> reversed) {
            held = new HashMap<>(all);
            ArrayList<Map.Entry<K, V>> made = listed(all);
            entries = new FixedSet<>(made, made, listed(reversed));
        }

        private static <K, V> ArrayList<Map.Entry<K, V>> listed(Map<K, V> all) {
            ArrayList<Map.Entry<K, V>> made = new ArrayList<>();
            all.forEach((key, value) -> made.add(new AbstractMap.SimpleImmutableEntry<>(key, value)));
            return made;
        }

        @Override
        public Set<Map.Entry<K, V>> entrySet() {
            return entries;
        }

        @Override
        public V get(Object key) {
            return held.get(Objects.requireNonNull(key));
        }

        @Override
        public V getOrDefault(Object key, V other) {
            V found = get(key);
            return found == null ? other : found;
        }

        @Override
        public boolean containsKey(Object key) {
            return held.containsKey(Objects.requireNonNull(key));
        }

        @Override
        public boolean containsValue(Object value) {
            return held.containsValue(Objects.requireNonNull(value));
        }

        @Override
        public V put(K key, V value) {
            throw fixed();
        }

        @Override
        public void putAll(Map<? extends K, ? extends V> all) {
            throw fixed();
        }

        @Override
        public V putIfAbsent(K key, V value) {
            throw fixed();
        }

        @Override
        public V remove(Object key) {
            throw fixed();
        }

        @Override
        public boolean remove(Object key, Object value) {
            throw fixed();
        }

        @Override
        public V replace(K key, V value) {
            throw fixed();
        }

        @Override
        public boolean replace(K key, V before, V value) {
            throw fixed();
        }

        @Override
        public void replaceAll(BiFunction<? super K, ? super V, ? extends V> how) {
            throw fixed();
        }

        @Override
        public V compute(K key, BiFunction<? super K, ? super V, ? extends V> how) {
            throw fixed();
        }

        @Override
        public V computeIfAbsent(K key, Function<? super K, ? extends V> how) {
            throw fixed();
        }

        @Override
        public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> how) {
            throw fixed();
        }

        @Override
        public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> how) {
            throw fixed();
        }

        @Override
        public void clear() {
            throw fixed();
        }
    }
}
