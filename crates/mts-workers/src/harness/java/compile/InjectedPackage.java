package mts_harness;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;

/**
 * The package by which instrumented code names classes of the harness. Each run draws its name, so that no class, field
 * or variable of a project hides it; class files have the harness's own names in its place.
 */
final class InjectedPackage {
    private static final Class<?>[] CLASSES = {Ticks.class, Probes.class, StateRecorder.class};

    /** The name that was drawn. */
    final String name;
    private final String drawn;
    private final String own;
    private final List<JavaFileObject> files = new ArrayList<>();

    InjectedPackage(String name) {
        this.name = name;
        drawn = name + "/";
        own = Compiler.HARNESS.replace('.', '/');
        for (Class<?> type : CLASSES) {
            files.add(new Alias(name + "." + type.getSimpleName(), ClassFileRewriter.renamed(bytes(type), own, drawn)));
        }
    }

    /** The classes of the package, for the compiler. */
    List<JavaFileObject> files() {
        return files;
    }

    /** The name of a class of the package; null for another file. */
    String binaryName(JavaFileObject file) {
        return file instanceof Alias ? ((Alias) file).binaryName : null;
    }

    /** A class file that names the harness's own classes. */
    byte[] resolved(byte[] file) {
        return ClassFileRewriter.renamed(file, drawn, own);
    }

    private static byte[] bytes(Class<?> type) {
        try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
            return in.readAllBytes();
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }

    private static final class Alias extends SimpleJavaFileObject {
        private final String binaryName;
        private final byte[] bytes;

        Alias(String binaryName, byte[] bytes) {
            super(URI.create("mem:///" + binaryName.replace('.', '/') + ".class"), Kind.CLASS);
            this.binaryName = binaryName;
            this.bytes = bytes;
        }

        @Override
        public InputStream openInputStream() {
            return new ByteArrayInputStream(bytes);
        }
    }
}
