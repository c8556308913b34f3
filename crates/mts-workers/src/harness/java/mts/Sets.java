package mts;

import java.util.Collection;
import java.util.Set;

/** Stands for {@link Set}'s own makers of sets in the project's classes, see {@link Unordered}. */
public interface Sets {
    static <E> Set<E> of() {
        return Unordered.set();
    }

    static <E> Set<E> of(E a) {
        return Unordered.set(a);
    }

    static <E> Set<E> of(E a, E b) {
        return Unordered.set(a, b);
    }

    static <E> Set<E> of(E a, E b, E c) {
        return Unordered.set(a, b, c);
    }

    static <E> Set<E> of(E a, E b, E c, E d) {
        return Unordered.set(a, b, c, d);
    }

    static <E> Set<E> of(E a, E b, E c, E d, E e) {
        return Unordered.set(a, b, c, d, e);
    }

    static <E> Set<E> of(E a, E b, E c, E d, E e, E f) {
        return Unordered.set(a, b, c, d, e, f);
    }

    static <E> Set<E> of(E a, E b, E c, E d, E e, E f, E g) {
        return Unordered.set(a, b, c, d, e, f, g);
    }

    static <E> Set<E> of(E a, E b, E c, E d, E e, E f, E g, E h) {
        return Unordered.set(a, b, c, d, e, f, g, h);
    }

    static <E> Set<E> of(E a, E b, E c, E d, E e, E f, E g, E h, E i) {
        return Unordered.set(a, b, c, d, e, f, g, h, i);
    }

    static <E> Set<E> of(E a, E b, E c, E d, E e, E f, E g, E h, E i, E j) {
        return Unordered.set(a, b, c, d, e, f, g, h, i, j);
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    static <E> Set<E> of(E... all) {
        return Unordered.set(all);
    }

    static <E> Set<E> copyOf(Collection<? extends E> all) {
        return Unordered.copied(all);
    }
}
