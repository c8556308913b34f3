package mts_harness;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds objects by recipes. A recipe calls constructors, static methods and builder methods of the project, and then
 * methods that change the object.
 */
final class Factories {
    private final Map<String, Map<String, Object>> specs = new HashMap<>();
    private final Map<String, Executable> found = new HashMap<>();
    private final ClassLoader loader;

    @SuppressWarnings("unchecked")
    Factories(List<Object> specs, ClassLoader loader) {
        this.loader = loader;
        for (Object spec : specs == null ? List.of() : specs) {
            Map<String, Object> one = (Map<String, Object>) spec;
            this.specs.put((String) one.get("name"), one);
        }
    }

    /** Returns whether an encoded value is a recipe. */
    static boolean isRecipe(Object json) {
        return json instanceof Map && ((Map<?, ?>) json).get("$new") instanceof String;
    }

    /** Builds the object of a recipe. */
    Object make(Map<?, ?> recipe, ValueDecoder decoder) throws Unfit {
        String name = (String) recipe.get("$new");
        Executable executable = executable(name);
        boolean inner = executable instanceof Constructor && Executables.outer(executable) != null
                && recipe.get("on") != null;
        boolean on = inner || executable instanceof Method && !Modifier.isStatic(executable.getModifiers());
        Class<?> type = inner ? Executables.outer(executable) : executable.getDeclaringClass();
        Object held = on ? decoder.value(recipe.get("on"), type) : null;
        if (on && held == null) {
            throw new Unfit(name + " needs an object, and the recipe has none");
        }
        Object made = call(executable, held, list(recipe.get("args")), name, decoder);
        if (made == null) {
            throw new Unfit(name + " returned null");
        }
        for (Object step : list(recipe.get("modifiers"))) {
            List<?> two = (List<?>) step;
            String method = (String) two.get(0);
            Executable called = executable(method);
            if (!called.getDeclaringClass().isInstance(made)) {
                throw new Unfit(method + " is not a method of " + made.getClass().getName());
            }
            call(called, made, list(two.get(1)), method, decoder);
        }
        return made;
    }

    private static List<?> list(Object json) {
        return json instanceof List ? (List<?>) json : List.of();
    }

    /** Returns the constructor or method of a factory by the name of the factory. */
    @SuppressWarnings("unchecked")
    private Executable executable(String name) throws Unfit {
        Executable known = found.get(name);
        if (known != null) {
            return known;
        }
        Map<String, Object> spec = specs.get(name);
        if (spec == null) {
            throw new Unfit("there is no factory " + name);
        }
        Class<?> owner;
        try {
            owner = Class.forName((String) spec.get("class"), false, loader);
        } catch (ClassNotFoundException missing) {
            throw new Unfit("there is no class " + spec.get("class"));
        }
        String method = (String) spec.get("method");
        List<Executable> candidates = new ArrayList<>();
        if (method.isEmpty()) {
            // The constructors of a class itself have generic types, which those of its stub subclass do not have.
            Class<?> made = owner.isInterface() ? Subclasses.stubSubclass(owner) : owner;
            candidates.addAll(List.of(made.getDeclaredConstructors()));
        } else {
            for (Method m : owner.getDeclaredMethods()) {
                if (m.getName().equals(method) && !m.isBridge()) {
                    candidates.add(m);
                }
            }
        }
        Executable best = Executables.best(candidates, (List<String>) spec.get("params"), name);
        found.put(name, best);
        return best;
    }

    private static Object call(Executable executable, Object on, List<?> given, String name, ValueDecoder decoder)
            throws Unfit {
        Object[] args = Executables.args(executable, given, decoder, executable instanceof Constructor ? on : null);
        try {
            return executable instanceof Constructor
                    ? Subclasses.concrete((Constructor<?>) executable).newInstance(args)
                    : ((Method) executable).invoke(on, args);
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof BudgetSpent) {
                throw (BudgetSpent) thrown.getCause();
            }
            Throwable cause = thrown.getCause();
            String why = "";
            if (cause instanceof ExceptionInInitializerError) {
                why = ": " + cause.getCause();
            } else if (cause instanceof LinkageError) {
                // The message names the missing code.
                why = ": " + cause.getMessage();
            }
            throw new Unfit(name + " threw " + cause.getClass().getName() + why);
        } catch (ReflectiveOperationException | IllegalArgumentException wrong) {
            throw new Unfit("cargo mts cannot call " + name + ": " + wrong.getMessage());
        }
    }
}
