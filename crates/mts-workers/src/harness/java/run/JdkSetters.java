package mts_harness;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Set;

/**
 * Finds classes that call a JDK method which changes the whole process.
 *
 * <p>Such a method is a static setter, a change of loggers, a getter of security providers, or a
 * write past the access rules.
 * {@code Pollution} undoes some of these changes. For the others, the next pair gets another
 * process.
 */
final class JdkSetters {
    private static final Set<String> JDK = Set.of("java", "javax", "jdk", "sun", "com/sun");
    private static volatile boolean areCalled;

    private JdkSetters() {
    }

    /** Returns whether a class that was loaded in this process calls such a method. */
    static boolean areCalled() {
        return areCalled;
    }

    /** Checks a class file before its code runs. */
    static void look(byte[] file) {
        if (!areCalled) {
            areCalled = new ClassFileRewriter(file, "").calls(JdkSetters::isSetter);
        }
    }

    /** Returns whether a method changes the process. The name of its class has slashes. */
    private static boolean isSetter(String owner, String name) {
        if (owner.equals("sun/misc/Unsafe") || owner.equals("java/lang/reflect/Field") && name.startsWith("set")) {
            return !name.equals("setAccessible");
        }
        // The entries of a security provider are the same for all code, and a provider is a map.
        if (isOfTheJdk(owner) && name.startsWith("getProvider")) {
            return true;
        }
        if (!isOfTheJdk(owner) || !JdkCatalogue.PROCESS_SETTERS.contains(verb(name))
                || JdkCatalogue.HARMLESS_SETTERS.contains(owner.replace('/', '.'))
                || owner.equals("java/lang/System") && JdkCatalogue.RESTORED_SETTERS.contains(name)) {
            return false;
        }
        return owner.startsWith("java/util/logging/") || isStatic(owner, name);
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
        try {
            Class<?> type = Class.forName(owner.replace('/', '.'), false, ClassLoader.getPlatformClassLoader());
            for (Method method : type.getMethods()) {
                if (method.getName().equals(name) && Modifier.isStatic(method.getModifiers())) {
                    return true;
                }
            }
            return false;
        } catch (ClassNotFoundException | LinkageError unknown) {
            return false;
        }
    }
}
