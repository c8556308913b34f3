package mts_harness;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.ForwardingJavaFileObject;
import javax.tools.JavaFileObject;

/**
 * The auxiliary classes of a project: top-level classes in a file with another name.
 *
 * <p>A build compiles all files of a package together. The compiler of a unit searches for a class by the name of its
 * file. If this compiler does not find a class, this object gives it the file that declares the class a second time,
 * under the name of the class.
 */
final class AuxiliaryClasses {
    private static final Pattern DECLARATION = Pattern.compile("(?:class|interface|enum|record)\\s+(\\w+)");

    private Function<JavaFileObject, JavacTask> parser;
    /** The source files that the compiler of the unit listed, with their binary names. */
    private final Map<JavaFileObject, String> listed = new LinkedHashMap<>();
    /** The files of the auxiliary classes that the unit needs, by binary name. */
    private final Map<String, JavaFileObject> needed = new TreeMap<>();

    /** Starts a unit. */
    void begin(Function<JavaFileObject, JavacTask> parser) {
        this.parser = parser;
        listed.clear();
        needed.clear();
    }

    /** Returns the source files of a package, with the auxiliary classes that the unit needs. */
    List<JavaFileObject> withNeeded(String packageName, Iterable<JavaFileObject> files, Function<JavaFileObject, String> nameOf) {
        List<JavaFileObject> all = new ArrayList<>();
        for (JavaFileObject file : files) {
            all.add(file);
            listed.put(file, nameOf.apply(file));
        }
        needed.forEach((name, file) -> {
            if (packageOf(name).equals(packageName)) {
                all.add(new AuxiliaryFile(file, name));
            }
        });
        return all;
    }

    /**
     * Finds the classes that the compiler did not find. Returns whether there are any.
     *
     * <p>A compiler that fails without an error has crashed: JDK 17 does so if such a class is missing in another
     * source. Then every name in the {@code text} of the unit may be missing.
     */
    boolean learn(List<? extends Diagnostic<? extends JavaFileObject>> errors, boolean crashed, String text) {
        Set<String> missing = new HashSet<>(crashed ? List.of(text.split("\\W+")) : List.of());
        for (Diagnostic<? extends JavaFileObject> error : errors) {
            if (error.getCode().startsWith("compiler.err.cant.resolve") && error.getSource() != null) {
                missing.add(nameAt(error));
            }
        }
        if (missing.isEmpty()) {
            return false;
        }
        int before = needed.size();
        Set<String> ambiguous = new HashSet<>();
        listed.forEach((file, own) -> {
            for (String simple : declares(file, missing) ? declared(file) : List.<String>of()) {
                String name = packageOf(own).isEmpty() ? simple : packageOf(own) + "." + simple;
                boolean isFound = !missing.contains(simple) || listed.containsValue(name);
                if (!isFound && needed.putIfAbsent(name, file) != null) {
                    ambiguous.add(name);
                }
            }
        });
        needed.keySet().removeAll(ambiguous);
        return needed.size() > before;
    }

    /** Returns the name of an auxiliary class; null for any other file. */
    static String binaryName(JavaFileObject file) {
        return file instanceof AuxiliaryFile ? ((AuxiliaryFile) file).name : null;
    }

    private static String packageOf(String name) {
        return name.substring(0, Math.max(0, name.lastIndexOf('.')));
    }

    /** Returns the identifier at the place of an error. */
    private static String nameAt(Diagnostic<? extends JavaFileObject> error) {
        try {
            CharSequence text = error.getSource().getCharContent(true);
            int start = (int) error.getPosition();
            int end = start;
            while (end >= 0 && end < text.length() && Character.isJavaIdentifierPart(text.charAt(end))) {
                end++;
            }
            return end <= start ? "" : text.subSequence(start, end).toString();
        } catch (IOException unreadable) {
            return "";
        }
    }

    /** Returns whether the text of a file seems to declare one of the names. */
    private static boolean declares(JavaFileObject file, Set<String> names) {
        try {
            Matcher matcher = DECLARATION.matcher(file.getCharContent(true));
            while (matcher.find()) {
                if (names.contains(matcher.group(1))) {
                    return true;
                }
            }
            return false;
        } catch (IOException unreadable) {
            return false;
        }
    }

    /** Returns the names of the top-level classes of a file; no names if the compiler cannot read the file. */
    private List<String> declared(JavaFileObject file) {
        List<String> names = new ArrayList<>();
        try {
            for (CompilationUnitTree unit : parser.apply(file).parse()) {
                for (Tree type : unit.getTypeDecls()) {
                    if (type instanceof ClassTree) {
                        names.add(((ClassTree) type).getSimpleName().toString());
                    }
                }
            }
        } catch (IOException | RuntimeException unreadable) {
            names.clear();
        }
        return names;
    }

    /** A source file under the name of an auxiliary class. */
    static final class AuxiliaryFile extends ForwardingJavaFileObject<JavaFileObject> {
        private final String name;

        private AuxiliaryFile(JavaFileObject file, String name) {
            super(file);
            this.name = name;
        }

        JavaFileObject file() {
            return fileObject;
        }
    }
}
