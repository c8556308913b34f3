package mts_harness;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
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
    private final Constructor<?> constructor;
    private final Factories factories;
    /** The reason why no constructor can create a receiver from plain arguments; null if a constructor can. */
    private final Unfit noConstructor;

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
        String described = method.isEmpty() ? "constructor of " + name : name + "." + method;
        function = Executables.best(candidates, params, described);
        boolean needs = !method.isEmpty() && !Modifier.isStatic(function.getModifiers());
        Constructor<?> plain = null;
        Unfit none = null;
        try {
            plain = needs ? (Constructor<?>) receiverConstructor(owner, (List<String>) spec.get("receiver")) : null;
        } catch (Unfit unfit) {
            none = unfit;
        }
        constructor = plain;
        noConstructor = none;
        factories = new Factories((List<Object>) spec.get("factories"), loader);
    }

    /** Returns a new decoder for the values of one call. */
    Decode decode() {
        return new Decode(loader, factories);
    }

    /** Returns the constructor for receivers; null for an enum, whose constants are the receivers. */
    private static Executable receiverConstructor(Class<?> owner, List<String> params) throws Unfit {
        if (owner.isInterface() || Modifier.isAbstract(owner.getModifiers())) {
            throw new Unfit(owner.getSimpleName() + " is abstract");
        }
        if (owner.isEnum()) {
            return null;
        }
        return Executables.best(List.of(owner.getDeclaredConstructors()), params, "constructor of " + owner.getName());
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
            return Executables.takesOuter(function)
                    ? decode.value(isMade ? given.get(0) : List.of(), Executables.outer(function))
                    : null;
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
        if (noConstructor != null) {
            throw noConstructor;
        }
        if (constructor == null) {
            return decode.value(given == null || given.isEmpty() ? null : given.get(0), function.getDeclaringClass());
        }
        return construct(constructor, Executables.args(constructor, given == null ? List.of() : given, decode, null));
    }

    /** Creates the arguments of a call, without the outer object. */
    Object[] args(List<?> given, Decode decode) throws Unfit {
        return Executables.takesOuter(function)
                ? decode.all(given, Executables.typesAfterOuter(function))
                : Executables.args(function, given, decode, null);
    }

    Object call(Object receiver, Object[] args) throws InvocationTargetException, Unfit {
        if (function instanceof Constructor) {
            Object[] all = Executables.takesOuter(function) ? Executables.withFirst(receiver, args) : args;
            return construct((Constructor<?>) function, all);
        }
        try {
            return ((Method) function).invoke(receiver, args);
        } catch (IllegalAccessException | IllegalArgumentException wrong) {
            throw new Unfit("cargo mts cannot call " + function + ": " + wrong.getMessage());
        }
    }

    private static Object construct(Constructor<?> constructor, Object[] args) throws InvocationTargetException, Unfit {
        try {
            return Subclasses.concrete(constructor).newInstance(args);
        } catch (InstantiationException | IllegalAccessException | IllegalArgumentException wrong) {
            String owner = constructor.getDeclaringClass().getName();
            throw new Unfit("cargo mts cannot make an object of " + owner + ": " + wrong.getMessage());
        }
    }
}
