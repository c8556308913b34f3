package mts_harness;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Finds classes that can call a JDK method which changes the whole process.
 *
 * <p>Such a method is a static setter, a change of loggers, a getter of security providers, or a write that ignores the
 * access rules (by reflection or {@code Unsafe}). A class can also call such a method by reflection, by code that it
 * defines itself, or through the name of a subclass. {@code Pollution} undoes some of these changes. For the others,
 * the next pair gets another process.
 */
final class JdkSetters {
    private static final Set<String> JDK = Set.of("java", "javax", "jdk", "sun", "com/sun");
    private static volatile boolean areCalled;
    private static volatile boolean isStateUsed;

    private JdkSetters() {
    }

    /** Returns whether a class that was loaded in this process calls such a method. */
    static boolean areCalled() {
        return areCalled;
    }

    /** Returns whether a class that was loaded in this process may use state that all code shares. */
    static boolean isStateUsed() {
        return isStateUsed;
    }

    /** Checks a class file before its code runs. {@code isOwn} finds classes that this check also gets. */
    static void check(byte[] file, Predicate<String> isOwn) {
        if (isStateUsed && areCalled) {
            return;
        }
        ClassFileRewriter read = new ClassFileRewriter(file, "");
        isStateUsed = isStateUsed || !read.refersOnlyTo((owner, member, type) ->
                owner.startsWith("[") || owner.startsWith(InjectedPackage.HARNESS)
                        || HarmlessInitializers.isStateless(owner, member) || isOwn.test(owner));
        areCalled = areCalled || inheritsSetter(read.superclass()) || read.calls(JdkSetters::isSetter);
    }

    /** Returns whether a class inherits a static setter, which it can call by the name of a subclass. */
    private static boolean inheritsSetter(String superclass) {
        return isOfTheJdk(superclass) && methods(superclass).anyMatch(method ->
                Modifier.isStatic(method.getModifiers()) && isSetter(superclass, method.getName()));
    }

    /** Returns whether a method changes the process. The name of its class has slashes. */
    private static boolean isSetter(String owner, String name) {
        String type = owner.replace('/', '.');
        String called = type + '.' + name + '(';
        if (name.equals("defineClass") || JdkCatalogue.INDIRECT_CALLS.stream().anyMatch(called::startsWith)) {
            return true;
        }
        if (isOfTheJdk(owner) && JdkCatalogue.SHARED_GETTERS.stream().anyMatch(name::startsWith)) {
            return true;
        }
        if (!isOfTheJdk(owner) || !JdkCatalogue.PROCESS_SETTERS.contains(verb(name))
                || JdkCatalogue.HARMLESS_SETTERS.contains(type)
                || owner.equals("java/lang/System") && JdkCatalogue.RESTORED_SETTERS.contains(name)) {
            return false;
        }
        return JdkCatalogue.SHARED_PACKAGES.stream().anyMatch(called::startsWith) || isStatic(owner, name);
    }

    private static boolean isOfTheJdk(String owner) {
        return JDK.stream().anyMatch(root -> owner.startsWith(root + "/"));
    }

    /** Returns the letters of a name before its first capital. */
    private static String verb(String name) {
        int end = 0;
        while (end < name.length() && Character.isLowerCase(name.charAt(end))) {
            end++;
        }
        return name.substring(0, end);
    }

    private static boolean isStatic(String owner, String name) {
        return methods(owner).anyMatch(method ->
                method.getName().equals(name) && Modifier.isStatic(method.getModifiers()));
    }

    /** Returns the public methods of a class of the JDK. */
    private static Stream<Method> methods(String owner) {
        try {
            Class<?> type = Class.forName(owner.replace('/', '.'), false, ClassLoader.getPlatformClassLoader());
            return Stream.of(type.getMethods());
        } catch (ClassNotFoundException | LinkageError unknown) {
            return Stream.empty();
        }
    }
}
