package mts_harness;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;

/** Finds a constructor or method by its types, and creates the arguments of its call. */
final class Executables {
    private Executables() {}

    /**
     * Returns the candidate with this number of parameters that fits best.
     *
     * <p>This candidate has the most parameters whose type has the wanted simple name. The name may also be that of a
     * type variable.
     */
    static Executable best(List<? extends Executable> candidates, List<String> params, String what) throws Unfit {
        Executable best = null;
        int most = -1;
        for (Executable candidate : candidates) {
            Class<?>[] types = candidate.getParameterTypes();
            // The first parameter of an inner class's constructor is the outer object. The source does not show it.
            int hidden = types.length - params.size();
            if (hidden != 0 && !(hidden == 1 && candidate instanceof Constructor && outer(candidate) == types[0])) {
                continue;
            }
            Type[] written = candidate.getGenericParameterTypes();
            // For some constructors, the JVM leaves out the hidden parameter in `getGenericParameterTypes`.
            int shift = written.length - params.size();
            int same = 0;
            for (int i = 0; i < params.size(); i++) {
                boolean isEqual = types[i + hidden].getSimpleName().equals(params.get(i))
                        || shift >= 0 && written[i + shift].getTypeName().equals(params.get(i));
                same += isEqual ? 1 : 0;
            }
            if (same > most) {
                most = same;
                best = candidate;
            }
        }
        if (best == null) {
            throw new Unfit("there is no " + what + " with this number of parameters: " + params.size());
        }
        best.setAccessible(true);
        return best;
    }

    /** Returns the outer class of the inner class that declares the candidate; null if the class is not an inner class. */
    static Class<?> outer(Executable candidate) {
        Class<?> owner = candidate.getDeclaringClass();
        return Modifier.isStatic(owner.getModifiers()) ? null : owner.getDeclaringClass();
    }

    /** Returns whether the first parameter is the outer object of an inner class. */
    static boolean takesOuter(Executable function) {
        Class<?>[] types = function.getParameterTypes();
        return function instanceof Constructor && types.length > 0 && outer(function) == types[0];
    }

    /** Returns the types of the parameters after the outer object. Some compilers leave it out of the generic types. */
    static Type[] typesAfterOuter(Executable constructor) {
        Type[] types = constructor.getGenericParameterTypes();
        int hidden = types.length - constructor.getParameterCount() + 1;
        return Arrays.copyOfRange(types, hidden, types.length);
    }

    /**
     * Creates the arguments of a call.
     *
     * <p>{@code around} is the outer object for an inner class, or null if it is not known.
     */
    static Object[] args(Executable executable, List<?> given, ValueDecoder decoder, Object around) throws Unfit {
        Type[] types = executable.getGenericParameterTypes();
        Class<?>[] raw = executable.getParameterTypes();
        int hidden = raw.length - given.size();
        if (hidden == 1 && takesOuter(executable)) {
            Object outer = around != null ? around : decoder.value(List.of(), raw[0]);
            return withFirst(outer, decoder.all(given, typesAfterOuter(executable)));
        }
        return decoder.all(given, types.length == raw.length ? types : raw);
    }

    /** Returns an array with {@code first} and then the elements of {@code rest}. */
    static Object[] withFirst(Object first, Object[] rest) {
        Object[] all = new Object[rest.length + 1];
        all[0] = first;
        System.arraycopy(rest, 0, all, 1, rest.length);
        return all;
    }
}
