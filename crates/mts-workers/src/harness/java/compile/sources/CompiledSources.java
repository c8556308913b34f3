package mts_harness;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;

/**
 * The class files of a project's sources that the compiler compiled for earlier units.
 *
 * <p>For the next units, the compiler reads these class files instead of the sources, which takes
 * much less time. A unit replaces one source file, so it does not use the class files of this
 * source file.
 */
final class CompiledSources {
    private final Map<String, ClassFile> known = new HashMap<>();
    /**
     * The paths of the source files that earlier units replaced, by the names of their classes.
     *
     * <p>The class files of such a unit contain copies, so no other unit uses them.
     */
    private final Map<String, String> ofUnits = new HashMap<>();
    /** The end of the path of the source file that the current unit replaces. */
    private String replaced = "";

    /** Starts a unit. The unit replaces the source file with this path. */
    void begin(String path) {
        replaced = "/" + path;
    }

    /** Adds a class file that the compiler wrote for this source file. */
    void add(String name, byte[] bytes, URI source) {
        known.putIfAbsent(name, new ClassFile(name, bytes, source.getPath()));
    }

    /** Adds the name of a class that the current unit declares. */
    void addOfUnit(String name) {
        ofUnits.put(name, replaced.substring(1));
    }

    /** Returns whether the compiler need not read the source of a class. */
    boolean has(String name) {
        return find(name) != null;
    }

    private ClassFile find(String name) {
        ClassFile file = known.get(name);
        return file == null || file.source.endsWith(replaced) ? null : file;
    }

    /** Returns the class files of a package. */
    List<JavaFileObject> of(String packageName) {
        List<JavaFileObject> found = new ArrayList<>();
        for (ClassFile file : known.values()) {
            int end = file.name.lastIndexOf('.');
            if (packageName.equals(end < 0 ? "" : file.name.substring(0, end)) && has(file.name)) {
                found.add(file);
            }
        }
        return found;
    }

    /** Returns the name of a class of these files; null for any other file. */
    static String binaryName(JavaFileObject file) {
        return file instanceof ClassFile ? ((ClassFile) file).name : null;
    }

    /**
     * Adds the class files that the classes of a unit need, directly or through others.
     *
     * <p>Returns the paths of needed source files that have no class files yet, because earlier units replaced them.
     * {@code isElsewhere} returns whether the unit finds a class in another place.
     */
    Set<String> complete(Map<String, byte[]> classes, Collection<String> names, Predicate<String> isElsewhere) {
        Set<String> needed = new TreeSet<>();
        Deque<String> open = new ArrayDeque<>(names);
        classes.values().forEach(bytes -> open.addAll(references(bytes)));
        while (!open.isEmpty()) {
            String name = open.pop();
            if (classes.containsKey(name)) {
                continue;
            }
            ClassFile file = find(name);
            if (file == null) {
                String path = ofUnits.get(name);
                if (path != null && !path.equals(replaced.substring(1)) && !isElsewhere.test(name)) {
                    needed.add(path);
                }
            } else {
                classes.put(name, file.bytes);
                file.references = file.references == null ? references(file.bytes) : file.references;
                open.addAll(file.references);
            }
        }
        return needed;
    }

    /** Returns the names of known classes in the constants of a class file. */
    private Set<String> references(byte[] file) {
        Set<String> found = new LinkedHashSet<>();
        for (String text : new ClassFileRewriter(file, "").texts()) {
            for (String part : text.split("[();<>:\\[*]")) {
                String name = part.replace('/', '.');
                // In a descriptor, the letters of primitive types and an L precede the name.
                int next = 0;
                do {
                    name = name.substring(next);
                    if (known.containsKey(name) || ofUnits.containsKey(name)) {
                        found.add(name);
                    }
                    next = name.indexOf('L') + 1;
                } while (next > 0);
            }
        }
        return found;
    }

    private static final class ClassFile extends SimpleJavaFileObject {
        final String name;
        final byte[] bytes;
        /** The path of the source file. */
        final String source;
        /** The names of the known classes in its constants; null before the first use. */
        Set<String> references;

        ClassFile(String name, byte[] bytes, String source) {
            super(URI.create("mem:///classes/" + name.replace('.', '/').replace('$', '-') + ".class"), Kind.CLASS);
            this.name = name;
            this.bytes = bytes;
            this.source = source;
        }

        @Override
        public InputStream openInputStream() {
            return new ByteArrayInputStream(bytes);
        }

        /** Returns the latest possible time, so that the compiler prefers the class file to the source. */
        @Override
        public long getLastModified() {
            return Long.MAX_VALUE;
        }

        @Override
        public boolean isNameCompatible(String simpleName, Kind kind) {
            return kind == Kind.CLASS && simpleName.equals(name.substring(name.lastIndexOf('.') + 1));
        }
    }
}
