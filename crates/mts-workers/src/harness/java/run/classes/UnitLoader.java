package mts_harness;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Loads the classes of a unit, of the project, and of the libraries, in this order.
 *
 * <p>This loader defines the classes of the unit and of the project, so that they can use each
 * other's package-private members.
 */
final class UnitLoader extends ClassLoader implements Subclasses.Definer {
    /** When a copy gets newly loaded classes. The tool has the same words. */
    enum Isolation {
        NEVER("never"),
        IF_CHANGED("if_changed"),
        ALWAYS("always");

        private final String word;

        Isolation(String word) {
            this.word = word;
        }

        /** Returns the rule of a unit. */
        static Isolation of(Map<String, Object> unit) {
            for (Isolation rule : values()) {
                if (rule.word.equals(unit.get("isolation"))) {
                    return rule;
                }
            }
            throw new IllegalArgumentException("unknown isolation: " + unit.get("isolation"));
        }
    }

    private final Map<String, byte[]> classes;
    private final List<Path> folders = new ArrayList<>();
    /** The folders with the resources of a project without a build tool. */
    private final List<Path> resources = new ArrayList<>();
    private final boolean ofProgram;
    /** The classes that this loader has defined. The value is true if the class has a static initializer. */
    private final Map<Class<?>, Boolean> defined = new ConcurrentHashMap<>();

    UnitLoader(Map<String, byte[]> classes, List<String> folders, List<String> resources, ClassLoader parent,
            boolean ofProgram) {
        super(parent);
        // The harness must read this module to call default methods of interfaces in it.
        UnitLoader.class.getModule().addReads(getUnnamedModule());
        this.classes = classes;
        this.ofProgram = ofProgram;
        folders.forEach(folder -> this.folders.add(Path.of(folder)));
        resources.forEach(folder -> this.resources.add(Path.of(folder)));
        // In functions, assertions are on, as in Python. In programs they are off, as usual in Java. This setting does
        // not change the assertions of the libraries and of the JDK.
        setDefaultAssertionStatus(!ofProgram);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            byte[] bytes = loaded == null ? own(name) : null;
            if (bytes != null) {
                JdkSetters.check(bytes, this::isOwn);
                bytes = Exit.redirected(bytes);
                bytes = IterationOrderRewriter.redirected(bytes);
                bytes = SeededRandom.IS_SEEDED ? SeededRandom.redirected(bytes) : bytes;
                loaded = define(name, bytes);
            }
            return loaded != null ? loaded : super.loadClass(name, resolve);
        }
    }

    @Override
    public Class<?> define(String name, byte[] bytes) {
        Class<?> made = defineClass(name, bytes, 0, bytes.length);
        defined.put(made, new ClassFileRewriter(bytes, "").hasInitializer());
        return made;
    }

    /** Returns the classes that this loader has defined so far. */
    Set<Class<?>> defined() {
        return defined.keySet();
    }

    /** Returns whether a class that this loader has defined has a static initializer. */
    boolean hasInitializer(Class<?> c) {
        return defined.get(c);
    }

    /** Returns the named classes of the unit whose static initializers are harmless. */
    Set<String> harmless(Collection<String> names) {
        return HarmlessInitializers.among(classes, names);
    }

    /** Returns the class file of a class of the unit or of the project; null for any other class. */
    private byte[] own(String name) throws ClassNotFoundException {
        if (name.startsWith(InjectedPackage.HARNESS)) {
            // The harness has this class, even if a folder of the project also has a class with
            // this name.
            return null;
        }
        byte[] compiled = classes.get(name);
        if (compiled != null || folders.isEmpty() || name.startsWith("java.")) {
            return compiled;
        }
        Path file = file(folders, name.replace('.', '/') + ".class");
        try {
            return file == null ? null : Files.readAllBytes(file);
        } catch (IOException unreadable) {
            throw new ClassNotFoundException(name, unreadable);
        }
    }

    /** Returns whether this loader defines the class, from the unit or from a folder of the project. */
    private boolean isOwn(String name) {
        return classes.containsKey(name) || file(folders, name.replace('.', '/') + ".class") != null;
    }

    private static Path file(List<Path> folders, String name) {
        return folders.stream().map(folder -> folder.resolve(name)).filter(Files::isRegularFile).findFirst().orElse(null);
    }

    @Override
    protected URL findResource(String name) {
        try {
            Path file = file(folders, name);
            if (file == null && !name.endsWith(".java") && !name.endsWith(".class")) {
                file = file(resources, name);
            }
            return file == null ? null : file.toUri().toURL();
        } catch (MalformedURLException | InvalidPathException odd) {
            return null;
        }
    }
}
