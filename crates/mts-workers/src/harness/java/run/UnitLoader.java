package mts_harness;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The unit's classes before the project's compiled ones, and those before the libraries'. It defines both, so that
 * classes of one package stay in one package.
 */
final class UnitLoader extends ClassLoader implements Subclasses.Definer {
    private final Map<String, byte[]> classes;
    private final List<Path> folders = new ArrayList<>();
    private final boolean ofProgram;

    UnitLoader(Map<String, byte[]> classes, List<String> folders, ClassLoader parent, boolean ofProgram) {
        super(parent);
        // The harness calls the default methods of its interfaces.
        UnitLoader.class.getModule().addReads(getUnnamedModule());
        this.classes = classes;
        this.ofProgram = ofProgram;
        folders.forEach(folder -> this.folders.add(Path.of(folder)));
        // Python's are on; those of libraries and of the JDK stay as they are.
        setDefaultAssertionStatus(!ofProgram);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            byte[] bytes = loaded == null ? own(name) : null;
            if (bytes != null) {
                bytes = ofProgram ? Exit.redirected(bytes) : bytes;
                bytes = IterationOrder.redirected(bytes);
                bytes = SeededRandom.IS_SEEDED ? SeededRandom.redirected(bytes) : bytes;
                loaded = defineClass(name, bytes, 0, bytes.length);
            }
            return loaded != null ? loaded : super.loadClass(name, resolve);
        }
    }

    @Override
    public Class<?> define(String name, byte[] bytes) {
        return defineClass(name, bytes, 0, bytes.length);
    }

    private byte[] own(String name) throws ClassNotFoundException {
        if (name.startsWith(Compiler.HARNESS)) {
            // Whatever a folder of the project has in its place.
            return null;
        }
        byte[] compiled = classes.get(name);
        if (compiled != null || folders.isEmpty() || name.startsWith("java.")) {
            return compiled;
        }
        Path file = file(name.replace('.', '/') + ".class");
        try {
            return file == null ? null : Files.readAllBytes(file);
        } catch (IOException unreadable) {
            throw new ClassNotFoundException(name, unreadable);
        }
    }

    private Path file(String name) {
        return folders.stream().map(folder -> folder.resolve(name)).filter(Files::isRegularFile).findFirst().orElse(null);
    }

    @Override
    protected URL findResource(String name) {
        try {
            Path file = file(name);
            return file == null ? null : file.toUri().toURL();
        } catch (MalformedURLException | InvalidPathException odd) {
            return null;
        }
    }
}
