package mts_harness;

import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/**
 * The imports of common JDK classes that a source lacks.
 *
 * <p>Some code comes without its imports, and does not compile without them. A class of the project
 * never gets such an import, because the compiler finds this class.
 */
final class ImpliedImports {
    /**
     * The packages that the search for a missing class uses, in order. The search finds any class of the JDK, also
     * classes without a row in the catalogue.
     */
    private static final List<String> PACKAGES = List.of("java.util", "java.util.function", "java.util.stream", "java.io",
            "java.math", "java.time", "java.text", "java.util.regex", "java.util.concurrent",
            "java.util.concurrent.atomic", "java.nio.charset", "java.nio.file");

    /** The full names by simple name. */
    private final Map<String, String> names = new TreeMap<>();

    Set<String> names() {
        return new TreeSet<>(names.values());
    }

    /**
     * Adds imports for the names that the compiler does not find in a source.
     *
     * @return whether there are new imports
     */
    boolean learn(List<Diagnostic<? extends JavaFileObject>> found, JavaFileObject source, String text) {
        boolean isNew = false;
        for (Diagnostic<? extends JavaFileObject> error : found) {
            if (error.getSource() == source && error.getCode().startsWith("compiler.err.cant.resolve")) {
                String name = identifier(text, (int) error.getPosition());
                String known = name.isEmpty() || names.containsKey(name) ? null : find(name);
                if (known != null) {
                    names.put(name, known);
                    isNew = true;
                }
            }
        }
        return isNew;
    }

    /** Returns the import statements in one line, or an empty text. */
    String statements() {
        StringBuilder text = new StringBuilder();
        names.values().forEach(name -> text.append("import ").append(name).append("; "));
        return text.toString();
    }

    private static String identifier(String text, int start) {
        int end = Math.max(start, 0);
        while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end))) {
            end++;
        }
        return start < 0 ? "" : text.substring(start, end);
    }

    private static String find(String name) {
        for (String one : PACKAGES) {
            try {
                Class<?> found = Class.forName(one + "." + name, false, null);
                if (Modifier.isPublic(found.getModifiers())) {
                    return found.getName();
                }
            } catch (ClassNotFoundException | LinkageError missing) {
                continue;
            }
        }
        return null;
    }
}
