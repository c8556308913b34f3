package mts_harness;

import java.util.Collection;
import java.util.Set;

/** Replaces the static methods of {@link Set} in the project's classes, see {@link IterationOrder}. */
public interface SetShim {
    static <E> Set<E> of() {
        return IterationOrder.set();
    }

    static <E> Set<E> of(E a) {
        return IterationOrder.set(a);
    }

    static <E> Set<E> of(E a, E b) {
        return IterationOrder.set(a, b);
    }

    static <E> Set<E> of(E a, E b, E c) {
        return IterationOrder.set(a, b, c);
    }

    static <E> Set<E> of(E a, E b, E c, E d) {
        return IterationOrder.set(a, b, c, d);
    }

    static <E> Set<E> of(E a, E b, E c, E d, E e) {
        return IterationOrder.set(a, b, c, d, e);
    }

    static <E> Set<E> of(E a, E b, E c, E d, E e, E f) {
        return IterationOrder.set(a, b, c, d, e, f);
    }

    static <E> Set<E> of(E a, E b, E c, E d, E e, E f, E g) {
        return IterationOrder.set(a, b, c, d, e, f, g);
    }

    static <E> Set<E> of(E a, E b, E c, E d, E e, E f, E g, E h) {
        return IterationOrder.set(a, b, c, d, e, f, g, h);
    }

    static <E> Set<E> of(E a, E b, E c, E d, E e, E f, E g, E h, E i) {
        return IterationOrder.set(a, b, c, d, e, f, g, h, i);
    }

    static <E> Set<E> of(E a, E b, E c, E d, E e, E f, E g, E h, E i, E j) {
        return IterationOrder.set(a, b, c, d, e, f, g, h, i, j);
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    static <E> Set<E> of(E... all) {
        return IterationOrder.set(all);
    }

    static <E> Set<E> copyOf(Collection<? extends E> all) {
        return IterationOrder.copied(all);
    }
}
