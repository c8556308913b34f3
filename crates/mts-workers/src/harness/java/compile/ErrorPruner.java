package mts_harness;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Removes methods with errors from a running compilation.
 *
 * <p>Then javac writes class files for the rest in the same round. The pruner uses internal parts
 * of javac by reflection. If these parts are not accessible, or if an error is outside of such a
 * method, the pruner changes nothing.
 */
final class ErrorPruner implements TaskListener {
    /** The internal members of javac that the pruner uses. */
    static final class Parts {
        private final Method context;
        private final Method log;
        private final Field errors;
        private final Method start;
        private final Field members;
        private final Field symbol;
        private final Field methodSymbol;
        private final Method scope;
        private final Method forget;
        private final Method list;

        private Parts() throws ReflectiveOperationException {
            String javac = "com.sun.tools.javac.";
            Class<?> contexts = Class.forName(javac + "util.Context");
            Class<?> logs = Class.forName(javac + "util.Log");
            Class<?> classes = Class.forName(javac + "tree.JCTree$JCClassDecl");
            context = Class.forName(javac + "api.BasicJavacTask").getMethod("getContext");
            log = logs.getMethod("instance", contexts);
            errors = logs.getField("nerrors");
            start = Class.forName(javac + "tree.JCTree").getMethod("getStartPosition");
            members = classes.getField("defs");
            symbol = classes.getField("sym");
            methodSymbol = Class.forName(javac + "tree.JCTree$JCMethodDecl").getField("sym");
            scope = Class.forName(javac + "code.Symbol$ClassSymbol").getMethod("members");
            forget = Class.forName(javac + "code.Scope$WriteableScope")
                    .getMethod("remove", Class.forName(javac + "code.Symbol"));
            list = Class.forName(javac + "util.List").getMethod("from", Iterable.class);
        }

        /** Returns the members; null if this JDK lacks them or does not open them. */
        static Parts find() {
            try {
                return new Parts();
            } catch (ReflectiveOperationException | RuntimeException | LinkageError absent) {
                return null;
            }
        }
    }

    /** The errors that javac has found so far. */
    interface Errors {
        /** Returns the indexes of the places with errors; null if an error is in no copy's text. */
        Set<Integer> places();
    }

    private final Parts parts;
    private final JavacTask task;
    private final URI source;
    /** The places of the copies in the text: start, end, and number of the copy. */
    private final List<int[]> places;
    private final Errors found;

    ErrorPruner(Parts parts, JavacTask task, URI source, List<int[]> places, Errors found) {
        this.parts = parts;
        this.task = task;
        this.source = source;
        this.places = places;
        this.found = found;
    }

    @Override
    public void finished(TaskEvent event) {
        CompilationUnitTree unit = event.getCompilationUnit();
        if (event.getKind() != TaskEvent.Kind.ANALYZE || unit == null || !unit.getSourceFile().toUri().equals(source)) {
            return;
        }
        Set<Integer> broken = found.places();
        if (broken == null || broken.isEmpty()) {
            return;
        }
        try {
            Map<Integer, CopyMethod> copies = new HashMap<>();
            for (Tree type : unit.getTypeDecls()) {
                if (!collect(type, copies)) {
                    return;
                }
            }
            // After a syntax error, javac guesses where a method ends. If javac found all copies, its guess was right.
            if (!copies.keySet().equals(expected())) {
                return;
            }
            List<CopyMethod> taken = new ArrayList<>();
            for (int place : broken) {
                CopyMethod copy = copies.get(place);
                if (copy == null || parts.methodSymbol.get(copy.method) == null) {
                    return;
                }
                taken.add(copy);
            }
            for (CopyMethod copy : taken) {
                remove(copy);
            }
            parts.errors.setInt(parts.log.invoke(null, parts.context.invoke(task)), 0);
        } catch (ReflectiveOperationException | RuntimeException other) {
            // The errors stay, and the next round compiles without these copies.
        }
    }

    /**
     * Returns the indexes of the places with methods.
     *
     * <p>The first place of a copy is its case in the dispatcher, so it has no method.
     */
    private Set<Integer> expected() {
        Set<Integer> cases = new HashSet<>();
        Set<Integer> expected = new HashSet<>();
        for (int i = 0; i < places.size(); i++) {
            if (!cases.add(places.get(i)[2])) {
                expected.add(i);
            }
        }
        return expected;
    }

    /** The method of one copy, with the class that contains it. */
    private static final class CopyMethod {
        final Tree owner;
        final Tree method;

        CopyMethod(Tree owner, Tree method) {
            this.owner = owner;
            this.method = method;
        }
    }

    /** Collects the copies by the indexes of their places. Returns false if a place has anything except one method. */
    private boolean collect(Tree type, Map<Integer, CopyMethod> copies) throws ReflectiveOperationException {
        if (!(type instanceof ClassTree)) {
            return true;
        }
        for (Tree member : ((ClassTree) type).getMembers()) {
            int place = placeOf((Integer) parts.start.invoke(member));
            boolean isCopy = place >= 0 && member.getKind() == Tree.Kind.METHOD;
            if (isCopy ? copies.put(place, new CopyMethod(type, member)) != null
                    : place >= 0 || !collect(member, copies)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the index of the place with this position, or -1. The places are in the order of the text. */
    private int placeOf(int position) {
        int low = 0;
        int high = places.size();
        while (low < high) {
            int middle = (low + high) / 2;
            if (places.get(middle)[1] <= position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < places.size() && places.get(low)[0] <= position ? low : -1;
    }

    /** Removes a copy from the tree and from the scope of its class. */
    private void remove(CopyMethod copy) throws ReflectiveOperationException {
        List<Object> kept = new ArrayList<>((List<?>) parts.members.get(copy.owner));
        kept.remove(copy.method);
        parts.members.set(copy.owner, parts.list.invoke(null, kept));
        Object scope = parts.scope.invoke(parts.symbol.get(copy.owner));
        parts.forget.invoke(scope, parts.methodSymbol.get(copy.method));
    }
}
