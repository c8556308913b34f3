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
 * The package name that instrumented code uses for classes of the harness.
 *
 * <p>The name is random in each run, so that no class, field or variable of a project hides it.
 * After the compilation, this class changes the name in the class files to the real package of the
 * harness.
 */
final class InjectedPackage {
    /** The package of the harness with a dot at the end. No class of a project can be in this package. */
    static final String HARNESS = InjectedPackage.class.getPackageName() + ".";
    private static final Class<?>[] CLASSES = {Ticks.class, Probes.class, StateRecorder.class};

    /** The random name. */
    final String name;
    private final String drawn;
    private final String own;
    private final List<JavaFileObject> files = new ArrayList<>();

    InjectedPackage(String name) {
        this.name = name;
        drawn = name + "/";
        own = HARNESS.replace('.', '/');
        for (Class<?> type : CLASSES) {
            files.add(new Alias(name + "." + type.getSimpleName(), ClassFileRewriter.renamed(bytes(type), own, drawn)));
        }
    }

    /** Returns the class files of the package for the compiler. */
    List<JavaFileObject> files() {
        return files;
    }

    /** Returns the name of a class of this package; null for any other file. */
    String binaryName(JavaFileObject file) {
        return file instanceof Alias ? ((Alias) file).binaryName : null;
    }

    /** Returns the class file with the harness's real package instead of the random name. */
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
