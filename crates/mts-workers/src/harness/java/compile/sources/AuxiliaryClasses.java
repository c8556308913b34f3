package mts_harness;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ForwardingJavaFileObject;
import javax.tools.JavaFileObject;

/**
 * The auxiliary classes of a project: top-level classes in a file with another name.
 *
 * <p>A build compiles all files of a package together. The compiler of a unit searches for a class by the name of its
 * file. So it gets the file a second time, under the name of each auxiliary class.
 */
final class AuxiliaryClasses {
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n]*");
    private static final Pattern DECLARED = Pattern.compile(
            "(?m)^(?:(?:public|abstract|final|sealed|non-sealed|strictfp)\\s+)*(?:class|enum|record|@?interface)\\s+(\\w+)");

    /** The names of the top-level classes of each source file, by its address and the time of its last change. */
    private final Map<String, List<String>> known = new HashMap<>();

    /** Returns the source files of a package, and a file for each auxiliary class. {@code nameOf} returns the binary name of a file. */
    List<JavaFileObject> withAuxiliary(Iterable<JavaFileObject> files, Function<JavaFileObject, String> nameOf) {
        List<JavaFileObject> all = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        files.forEach(file -> {
            all.add(file);
            taken.add(nameOf.apply(file));
        });
        Map<String, JavaFileObject> found = new HashMap<>();
        Set<String> ambiguous = new HashSet<>();
        for (JavaFileObject file : all) {
            String own = nameOf.apply(file);
            String prefix = own.substring(0, own.lastIndexOf('.') + 1);
            for (String simple : declared(file)) {
                String name = prefix + simple;
                if (!taken.contains(name) && found.put(name, file) != null) {
                    ambiguous.add(name);
                }
            }
        }
        found.keySet().removeAll(ambiguous);
        found.forEach((name, file) -> all.add(new AuxiliaryFile(file, name)));
        return all;
    }

    /** Returns the name of an auxiliary class; null for any other file. */
    static String binaryName(JavaFileObject file) {
        return file instanceof AuxiliaryFile ? ((AuxiliaryFile) file).name : null;
    }

    /** Returns the names of the top-level classes of a file. The result is empty if nothing can read the file. */
    private List<String> declared(JavaFileObject file) {
        return known.computeIfAbsent(file.getLastModified() + " " + file.toUri(), key -> {
            List<String> names = new ArrayList<>();
            try {
                Matcher matcher = DECLARED.matcher(COMMENT.matcher(file.getCharContent(true)).replaceAll(""));
                while (matcher.find()) {
                    names.add(matcher.group(1));
                }
            } catch (IOException | StackOverflowError unreadable) {
                names.clear();
            }
            return names;
        });
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
