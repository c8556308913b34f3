package mts_harness;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The function under test in one class loader.
 *
 * <p>This class finds the function by name and types, and calls it by reflection.
 */
final class Entry {
    private final ClassLoader loader;
    private final Executable function;
    private final Constructor<?> maker;
    private final Factories factories;
    /** The reason why no constructor can create a receiver from plain arguments; null if a constructor can. */
    private final Unfit noMaker;

    @SuppressWarnings("unchecked")
    Entry(Map<String, Object> spec, ClassLoader loader) throws Unfit {
        this.loader = loader;
        String name = (String) spec.get("class");
        String method = (String) spec.get("method");
        Class<?> owner;
        try {
            owner = Class.forName(name, false, loader);
        } catch (ClassNotFoundException missing) {
            throw new Unfit("there is no class " + name);
        }
        List<String> params = (List<String>) spec.get("params");
        List<Executable> candidates = new ArrayList<>();
        if (method.isEmpty()) {
            if (owner.isEnum()) {
                throw new Unfit("only the enum itself makes constants of " + owner.getSimpleName());
            }
            candidates.addAll(List.of(owner.getDeclaredConstructors()));
        } else {
            for (Method m : owner.getDeclaredMethods()) {
                if (m.getName().equals(method) && !m.isBridge()) {
                    candidates.add(m);
                }
            }
        }
        function = best(candidates, params, method.isEmpty() ? "constructor of " + name : name + "." + method);
        boolean needs = !method.isEmpty() && !Modifier.isStatic(function.getModifiers());
        Constructor<?> plain = null;
        Unfit none = null;
        try {
            plain = needs ? (Constructor<?>) maker(owner, (List<String>) spec.get("receiver")) : null;
        } catch (Unfit unfit) {
            none = unfit;
        }
        maker = plain;
        noMaker = none;
        factories = new Factories((List<Object>) spec.get("factories"), loader);
    }

    /** Returns a new decoder for the values of one call. */
    Decode decode() {
        return new Decode(loader, factories);
    }

    /** Returns the constructor for receivers; null for an enum, whose constants are the receivers. */
    private static Executable maker(Class<?> owner, List<String> params) throws Unfit {
        if (owner.isInterface() || Modifier.isAbstract(owner.getModifiers())) {
            throw new Unfit(owner.getSimpleName() + " is abstract");
        }
        if (owner.isEnum()) {
            return null;
        }
        return best(List.of(owner.getDeclaredConstructors()), params, "constructor of " + owner.getName());
    }

    /**
     * Returns the candidate with this number of parameters that fits best.
     *
     * <p>This candidate has the most parameters whose type has the wanted simple name. The name may also be that of a
     * type variable.
     */
    static Executable best(List<? extends Executable> candidates, List<String> params, String what)
            throws Unfit {
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

    /** Returns the loader of the classes. */
    ClassLoader loader() {
        return loader;
    }

    /** Returns the class that declares the function. */
    Class<?> owner() {
        return function.getDeclaringClass();
    }

    /** Runs the static initializer now. Its ticks then do not count for the first call. */
    void initialise() {
        try {
            Class.forName(function.getDeclaringClass().getName(), true, loader);
        } catch (ClassNotFoundException | LinkageError again) {
            if (again instanceof LinkageError && Reason.missingRequirement(again) != null) {
                // Later errors of the class do not name the missing requirement.
                throw (LinkageError) again;
            }
            // The first call will throw the same error, and its outcome will report it.
            return;
        }
    }

    boolean isConstructor() {
        return function instanceof Constructor;
    }

    /**
     * Creates the receiver of a call, or the outer object for an inner class's constructor.
     *
     * @return null if the call needs neither
     */
    Object receiver(List<?> given, Decode decode) throws Unfit, InvocationTargetException {
        if (function instanceof Constructor) {
            boolean isMade = given != null && given.size() == 1;
            return takesOuter(function) ? decode.value(isMade ? given.get(0) : List.of(), outer(function)) : null;
        }
        if (Modifier.isStatic(function.getModifiers())) {
            return null;
        }
        if (given != null && given.size() == 1 && Factories.isRecipe(given.get(0))) {
            Object made = decode.value(given.get(0), function.getDeclaringClass());
            Class<?>[] types = function.getParameterTypes();
            for (Class<?> c = made.getClass(); c != null && c != function.getDeclaringClass(); c = c.getSuperclass()) {
                for (Method m : c.getDeclaredMethods()) {
                    if (m.getName().equals(function.getName()) && Arrays.equals(m.getParameterTypes(), types)) {
                        throw new Unfit(c.getSimpleName() + " overrides the method " + m.getName());
                    }
                }
            }
            return made;
        }
        if (noMaker != null) {
            throw noMaker;
        }
        if (maker == null) {
            return decode.value(given == null || given.isEmpty() ? null : given.get(0), function.getDeclaringClass());
        }
        return construct(maker, args(maker, given == null ? List.of() : given, decode, null));
    }

    /** Creates the arguments of a call, without the outer object. */
    Object[] args(List<?> given, Decode decode) throws Unfit {
        return takesOuter(function) ? decode.all(given, ownTypes(function)) : args(function, given, decode, null);
    }

    private static boolean takesOuter(Executable function) {
        Class<?>[] types = function.getParameterTypes();
        return function instanceof Constructor && types.length > 0 && outer(function) == types[0];
    }

    /** Returns the types of the parameters after the outer object. Some compilers leave it out of the generic types. */
    private static Type[] ownTypes(Executable constructor) {
        Type[] types = constructor.getGenericParameterTypes();
        int hidden = types.length - constructor.getParameterCount() + 1;
        return Arrays.copyOfRange(types, hidden, types.length);
    }

    /**
     * Creates the arguments of a call.
     *
     * <p>{@code around} is the outer object for an inner class, or null if it is not known.
     */
    static Object[] args(Executable executable, List<?> given, Decode decode, Object around) throws Unfit {
        Type[] types = executable.getGenericParameterTypes();
        Class<?>[] raw = executable.getParameterTypes();
        int hidden = raw.length - given.size();
        if (hidden == 1 && takesOuter(executable)) {
            Object outer = around != null ? around : decode.value(List.of(), raw[0]);
            return behind(outer, decode.all(given, ownTypes(executable)));
        }
        return decode.all(given, types.length == raw.length ? types : raw);
    }

    private static Object[] behind(Object first, Object[] rest) {
        Object[] all = new Object[rest.length + 1];
        all[0] = first;
        System.arraycopy(rest, 0, all, 1, rest.length);
        return all;
    }

    Object call(Object receiver, Object[] args) throws InvocationTargetException, Unfit {
        if (function instanceof Constructor) {
            return construct((Constructor<?>) function, takesOuter(function) ? behind(receiver, args) : args);
        }
        try {
            return ((Method) function).invoke(receiver, args);
        } catch (IllegalAccessException | IllegalArgumentException wrong) {
            throw new Unfit("cargo mts cannot call " + function + ": " + wrong.getMessage());
        }
    }

    private static Object construct(Constructor<?> maker, Object[] args) throws InvocationTargetException, Unfit {
        try {
            return Subclasses.concrete(maker).newInstance(args);
        } catch (InstantiationException | IllegalAccessException | IllegalArgumentException wrong) {
            String owner = maker.getDeclaringClass().getName();
            throw new Unfit("cargo mts cannot make an object of " + owner + ": " + wrong.getMessage());
        }
    }
}
