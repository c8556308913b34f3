package mts_harness;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/**
 * The annotation types that neither a source nor a library declares, for one class path.
 *
 * <p>The compiler gets the sources without these annotations and their imports. Spaces replace
 * both, so that every position stays the same. If the source also uses such a name outside of
 * annotations, the name stays, and so does the compiler's error.
 */
final class MissingAnnotations {
    /**
     * The packages of annotations that the code needs, because their processor changes the class.
     */
    private static final List<String> GENERATORS = List.of("lombok.");

    /** A source without missing annotations. */
    private static final class Stripped {
        final String text;
        /** The names of the removed annotation types. */
        final Set<String> names;

        Stripped(String text, Set<String> names) {
            this.text = text;
            this.names = names;
        }
    }

    private final Function<JavaFileObject, JavacTask> parser;
    /**
     * The imported names that the compiler does not find, such as {@code a.b.Name} and
     * {@code a.b.*}.
     */
    private final Set<String> unknown = new HashSet<>();
    private final Map<URI, Stripped> stripped = new HashMap<>();
    private final Set<String> used = new TreeSet<>();

    /**
     * Creates the set. {@code parser} returns a task that parses a source.
     *
     * <p>The task uses the language level of the unit.
     */
    MissingAnnotations(Function<JavaFileObject, JavacTask> parser) {
        this.parser = parser;
    }

    /** Returns whether there are unknown names, so that a source can differ from its file. */
    boolean areKnown() {
        return !unknown.isEmpty();
    }

    /** Begins a unit, and returns the names that the last unit used. */
    Set<String> takeUsed() {
        Set<String> names = new TreeSet<>(used);
        used.clear();
        return names;
    }

    /**
     * Adds names from errors in imports and at annotations.
     *
     * @return whether there are new names
     */
    boolean learn(List<Diagnostic<? extends JavaFileObject>> errors) {
        Map<JavaFileObject, List<Long>> places = new LinkedHashMap<>();
        for (Diagnostic<? extends JavaFileObject> error : errors) {
            boolean isMissing = error.getCode().startsWith("compiler.err.doesnt.exist")
                    || error.getCode().startsWith("compiler.err.cant.resolve");
            if (isMissing && error.getSource() != null) {
                places.computeIfAbsent(error.getSource(), source -> new ArrayList<>()).add(error.getPosition());
            }
        }
        Set<String> found = new HashSet<>();
        places.forEach((source, positions) -> found.addAll(missing(source, positions)));
        found.removeIf(name -> GENERATORS.stream().anyMatch(name::startsWith));
        boolean isNew = unknown.addAll(found);
        if (isNew) {
            stripped.clear();
        }
        return isNew;
    }

    /** Returns a source without the missing annotations. */
    String without(JavaFileObject source, String text) {
        // The files do not change while the worker runs, but units of one path have different texts.
        Stripped known = source instanceof UnitSource
                ? strip(source, text)
                : stripped.computeIfAbsent(source.toUri(), file -> strip(source, text));
        used.addAll(known.names);
        return known.text;
    }

    /** A parsed source. */
    private static final class Parsed {
        final CompilationUnitTree unit;
        private final SourcePositions positions;

        Parsed(JavacTask task) throws IOException {
            unit = task.parse().iterator().next();
            positions = Trees.instance(task).getSourcePositions();
        }

        int start(Tree tree) {
            return (int) positions.getStartPosition(unit, tree);
        }

        int end(Tree tree) {
            return (int) positions.getEndPosition(unit, tree);
        }

        boolean holds(Tree tree, long position) {
            return start(tree) <= position && position < end(tree);
        }
    }

    private Parsed parse(JavaFileObject source) {
        try {
            return new Parsed(parser.apply(source));
        } catch (IOException | RuntimeException unreadable) {
            return null;
        }
    }

    private Set<String> missing(JavaFileObject source, List<Long> positions) {
        Set<String> found = new HashSet<>();
        Parsed parsed = parse(source);
        if (parsed == null) {
            return found;
        }
        List<String> packages = new ArrayList<>();
        Set<String> named = new HashSet<>();
        for (ImportTree line : parsed.unit.getImports()) {
            String name = line.getQualifiedIdentifier().toString();
            named.add(simple(name));
            if (positions.stream().anyMatch(position -> parsed.holds(line, position))) {
                found.add(name);
            }
            if (name.endsWith(".*") && (found.contains(name) || unknown.contains(name))) {
                packages.add(name.substring(0, name.length() - 1));
            }
        }
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitAnnotation(AnnotationTree annotation, Void none) {
                Tree type = annotation.getAnnotationType();
                if (positions.stream().anyMatch(position -> parsed.holds(type, position))) {
                    String name = type.toString();
                    if (name.contains(".")) {
                        found.add(name);
                    } else if (!named.contains(name)) {
                        packages.forEach(start -> found.add(start + name));
                    }
                }
                return super.visitAnnotation(annotation, none);
            }
        }.scan(parsed.unit, null);
        return found;
    }

    private Stripped strip(JavaFileObject source, String text) {
        Stripped same = new Stripped(text, Set.of());
        if (unknown.stream().noneMatch(name -> text.contains(name.substring(0, name.lastIndexOf('.'))))) {
            return same;
        }
        Parsed parsed = parse(source);
        if (parsed == null) {
            return same;
        }
        Map<String, String> names = new HashMap<>();
        for (ImportTree line : parsed.unit.getImports()) {
            imported(line).forEach(name -> names.put(simple(name), name));
        }
        // If a name stays, its arguments stay too, and these can use another name.
        Finder finder;
        do {
            finder = new Finder(names);
            finder.scan(parsed.unit.getPackageAnnotations(), null);
            finder.scan(parsed.unit.getTypeDecls(), null);
        } while (names.keySet().removeAll(finder.others));
        StringBuilder blank = new StringBuilder(text);
        for (Tree annotation : finder.annotations) {
            erase(blank, parsed.start(annotation), parsed.end(annotation));
        }
        for (ImportTree line : parsed.unit.getImports()) {
            boolean isUnknown = unknown.contains(line.getQualifiedIdentifier().toString());
            if (isUnknown && imported(line).stream().allMatch(names::containsValue)) {
                erase(blank, parsed.start(line), parsed.end(line));
            }
        }
        return new Stripped(blank.toString(), finder.types);
    }

    /** Returns the missing names that an import declares. */
    private Set<String> imported(ImportTree line) {
        String name = line.getQualifiedIdentifier().toString();
        Set<String> found = new HashSet<>();
        if (unknown.contains(name) && !name.endsWith(".*")) {
            found.add(name);
        } else if (unknown.contains(name)) {
            String start = name.substring(0, name.length() - 1);
            unknown.stream().filter(other -> other.startsWith(start) && !other.equals(name)).forEach(found::add);
        }
        return found;
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static void erase(StringBuilder text, int start, int end) {
        for (int at = start; at >= 0 && at < end; at++) {
            if (text.charAt(at) != '\n' && text.charAt(at) != '\r') {
                text.setCharAt(at, ' ');
            }
        }
    }

    /** Finds the annotations of missing types, and other uses of their names. */
    private final class Finder extends TreeScanner<Void, Void> {
        private final Map<String, String> names;
        final List<Tree> annotations = new ArrayList<>();
        final Set<String> types = new TreeSet<>();
        final Set<String> others = new HashSet<>();

        Finder(Map<String, String> names) {
            this.names = names;
        }

        @Override
        public Void visitAnnotation(AnnotationTree annotation, Void none) {
            String type = annotation.getAnnotationType().toString();
            int dot = type.indexOf('.');
            String imported = names.get(dot < 0 ? type : type.substring(0, dot));
            if (imported == null && !(dot >= 0 && unknown.contains(type))) {
                return super.visitAnnotation(annotation, none);
            }
            annotations.add(annotation);
            types.add(imported == null ? type : imported);
            return null;
        }

        @Override
        public Void visitIdentifier(IdentifierTree identifier, Void none) {
            others.add(identifier.getName().toString());
            return null;
        }
    }
}
