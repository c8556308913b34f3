package mts_harness;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/**
 * The code of the project's other sources that does not compile, for one class path.
 *
 * <p>For example, such code uses a class that only the project's build generates, or a library that only the build has.
 * The compiler gets these sources with bodies that throw a {@link LinkageError} in place of such code. A call that
 * reaches such a body has no result, so it is no evidence against the port.
 */
final class ExcludedBodies {
    /** A change of a source: {@code text} replaces the characters from {@code start} to {@code end}. */
    private static final class Edit {
        final int start;
        final int end;
        final String text;

        Edit(int start, int end, String text) {
            this.start = start;
            this.end = end;
            this.text = text;
        }
    }

    private final Function<JavaFileObject, JavacTask> parser;
    /** The start of a statement that records and throws the error. */
    private final String thrower;
    /** The edits of each source, by their starts. The edits do not overlap. */
    private final Map<URI, TreeMap<Integer, Edit>> edits = new HashMap<>();

    /**
     * Creates the set. {@code parser} returns a task that parses a source with the language level of the unit.
     *
     * @param injected the package name that instrumented code uses for classes of the harness
     */
    ExcludedBodies(Function<JavaFileObject, JavacTask> parser, String injected) {
        this.parser = parser;
        thrower = "throw " + injected + ".Ticks.missing(\"";
    }

    /** Returns whether there are edits, so that a source can differ from its file. */
    boolean areKnown() {
        return !edits.isEmpty();
    }

    /**
     * Leaves out the code at these errors.
     *
     * <p>{@code texts} returns the text of a source without these edits.
     *
     * @return whether more code is excluded. False if an error is at a place that must stay.
     */
    boolean learn(List<Diagnostic<? extends JavaFileObject>> errors, Function<JavaFileObject, String> texts) {
        Map<URI, Set<Integer>> places = new LinkedHashMap<>();
        Map<URI, JavaFileObject> sources = new HashMap<>();
        for (Diagnostic<? extends JavaFileObject> error : errors) {
            JavaFileObject source = error.getSource();
            if (source == null || source instanceof UnitSource || error.getPosition() == Diagnostic.NOPOS) {
                return false;
            }
            sources.put(source.toUri(), source);
            places.computeIfAbsent(source.toUri(), uri -> new TreeSet<>())
                    .add(unedited(source.toUri(), (int) error.getPosition()));
        }
        Map<URI, TreeMap<Integer, Edit>> all = new HashMap<>();
        for (Map.Entry<URI, Set<Integer>> of : places.entrySet()) {
            TreeMap<Integer, Edit> own = new TreeMap<>(edits.getOrDefault(of.getKey(), new TreeMap<>()));
            String text = texts.apply(sources.get(of.getKey()));
            Finder finder = text == null ? null : Finder.of(parser, sources.get(of.getKey()), text, thrower);
            if (finder == null) {
                return false;
            }
            for (int place : of.getValue()) {
                Edit edit = finder.at(place);
                if (edit == null || own.containsKey(edit.start) && !finder.isNew(edit)) {
                    return false;
                }
                // The body of this edit may contain bodies of earlier edits. This edit replaces these edits.
                own.subMap(edit.start, edit.end).clear();
                own.put(edit.start, edit);
                finder.added.add(edit.start);
            }
            all.put(of.getKey(), own);
        }
        edits.putAll(all);
        return !all.isEmpty();
    }

    /** Returns the text of a source after the edits. */
    String without(JavaFileObject source, String text) {
        StringBuilder edited = new StringBuilder(text);
        TreeMap<Integer, Edit> own = edits.get(source.toUri());
        if (own != null) {
            own.descendingMap().values().forEach(edit -> edited.replace(edit.start, edit.end, edit.text));
        }
        return edited.toString();
    }

    /** Returns the position in the text without edits, for a position in the edited text. */
    private int unedited(URI source, int position) {
        int shift = 0;
        for (Edit edit : edits.getOrDefault(source, new TreeMap<>()).values()) {
            int start = edit.start + shift;
            if (position < start) {
                break;
            }
            if (position < start + edit.text.length()) {
                return edit.start;
            }
            shift += edit.text.length() - (edit.end - edit.start);
        }
        return position - shift;
    }

    /** Finds the code around a position that a body with an exception can replace. */
    private static final class Finder {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final String text;
        private final String thrower;
        /** The starts of the edits of this round. */
        final Set<Integer> added = new TreeSet<>();

        private Finder(CompilationUnitTree unit, SourcePositions positions, String text, String thrower) {
            this.unit = unit;
            this.positions = positions;
            this.text = text;
            this.thrower = thrower;
        }

        /** Returns a finder for a source; null if nothing can parse the source. */
        static Finder of(Function<JavaFileObject, JavacTask> parser, JavaFileObject source, String text, String thrower) {
            try {
                JavacTask task = parser.apply(new UnitSource(source.getName(), text));
                CompilationUnitTree unit = task.parse().iterator().next();
                return new Finder(unit, Trees.instance(task).getSourcePositions(), text, thrower);
            } catch (IOException | RuntimeException unreadable) {
                return null;
            }
        }

        boolean isNew(Edit edit) {
            return added.contains(edit.start);
        }

        private int start(Tree tree) {
            return (int) positions.getStartPosition(unit, tree);
        }

        private int end(Tree tree) {
            return (int) positions.getEndPosition(unit, tree);
        }

        private boolean holds(Tree tree, int place) {
            return tree != null && start(tree) <= place && place < end(tree);
        }

        /** Returns the edit for an error at this place; null if the code there must stay. */
        Edit at(int place) {
            for (ImportTree line : unit.getImports()) {
                if (holds(line, place)) {
                    return new Edit(start(line), end(line), "");
                }
            }
            Edit[] innermost = new Edit[1];
            new TreeScanner<Void, Void>() {
                private final Deque<ClassTree> around = new ArrayDeque<>();

                @Override
                public Void visitClass(ClassTree type, Void none) {
                    around.push(type);
                    for (Tree member : type.getMembers()) {
                        if (holds(member, place)) {
                            Edit edit = ofMember(type, member, place);
                            innermost[0] = edit == null ? innermost[0] : edit;
                        }
                    }
                    super.visitClass(type, none);
                    around.pop();
                    return null;
                }
            }.scan(unit, null);
            return innermost[0];
        }

        /** Returns the edit of a member of a class; null if the place is not in code of the member. */
        private Edit ofMember(ClassTree type, Tree member, int place) {
            if (member instanceof MethodTree && holds(((MethodTree) member).getBody(), place)) {
                MethodTree method = (MethodTree) member;
                BlockTree body = method.getBody();
                boolean isConstructor = method.getReturnType() == null;
                String name = type.getSimpleName() + (isConstructor ? "" : "." + method.getName());
                StatementTree call = isConstructor ? constructorCall(body) : null;
                return call == null || holds(call, place)
                        ? edit(start(body), end(body), "{" + thrown(name), "}")
                        : edit(end(call), end(body), thrown(name), "}");
            }
            String name = String.valueOf(type.getSimpleName());
            if (member instanceof BlockTree) {
                BlockTree block = (BlockTree) member;
                return edit(start(block), end(block), (block.isStatic() ? "static " : "") + "{if (true) " + thrown(name), "}");
            }
            boolean isField = member instanceof VariableTree && type.getKind() != Tree.Kind.INTERFACE
                    && type.getKind() != Tree.Kind.ANNOTATION_TYPE;
            if (!isField || !holds(((VariableTree) member).getInitializer(), place)) {
                return null;
            }
            VariableTree field = (VariableTree) member;
            boolean isStatic = field.getModifiers().getFlags().stream().anyMatch(flag -> flag.name().equals("STATIC"));
            int equals = text.lastIndexOf('=', start(field.getInitializer()) - 1);
            int end = end(field);
            // Several fields of one statement have only one semicolon.
            if (equals < start(field) || text.charAt(end - 1) != ';') {
                return null;
            }
            return edit(equals, end, "; " + (isStatic ? "static " : "") + "{if (true) " + thrown(name), "}");
        }

        private String thrown(String name) {
            return thrower + name + "\");";
        }

        /** Returns an edit that keeps the number of lines. */
        private Edit edit(int start, int end, String before, String after) {
            long lines = text.substring(start, end).chars().filter(c -> c == '\n').count();
            StringBuilder code = new StringBuilder(before);
            for (long line = 0; line < lines; line++) {
                code.append('\n');
            }
            return new Edit(start, end, code.append(after).toString());
        }

        /** Returns the call of another constructor at the start of a body, or null. */
        private static StatementTree constructorCall(BlockTree body) {
            StatementTree first = body.getStatements().isEmpty() ? null : body.getStatements().get(0);
            if (!(first instanceof ExpressionStatementTree)) {
                return null;
            }
            Tree call = ((ExpressionStatementTree) first).getExpression();
            String called = call instanceof MethodInvocationTree
                    ? ((MethodInvocationTree) call).getMethodSelect().toString()
                    : "";
            return called.equals("this") || called.equals("super") || called.endsWith(".super") ? first : null;
        }
    }
}
