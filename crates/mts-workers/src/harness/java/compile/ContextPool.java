package mts_harness;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import java.io.Writer;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.tools.DiagnosticListener;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;

/**
 * javac's own pool of compiler contexts.
 *
 * <p>With the pool, javac reads the classes of the JDK only once. The pool is internal, so this
 * class uses reflection. The compiler works without the pool if it is not accessible.
 *
 * <p>A context gives some properties of a class to the next class with the same name: its
 * supertypes, its permitted subclasses, its record components. Therefore a unit gets a new context
 * if it declares a class of the context in another way.
 */
final class ContextPool {
    private final Constructor<?> constructor;
    private final Method getTask;
    private final Class<?> worker;
    private Object pool;
    /** The headers of the classes that the context has compiled, by name; null for a sealed class. */
    private final Map<String, String> known = new HashMap<>();

    private ContextPool() throws ReflectiveOperationException {
        Class<?> type = Class.forName("com.sun.tools.javac.api.JavacTaskPool");
        worker = Class.forName("com.sun.tools.javac.api.JavacTaskPool$Worker");
        getTask = type.getMethod("getTask", Writer.class, JavaFileManager.class, DiagnosticListener.class, Iterable.class,
                Iterable.class, Iterable.class, worker);
        constructor = type.getConstructor(int.class);
        renew();
    }

    /** Returns the pool, or null if it is not accessible. */
    static ContextPool find() {
        try {
            return new ContextPool();
        } catch (ReflectiveOperationException | RuntimeException absent) {
            return null;
        }
    }

    private void renew() throws ReflectiveOperationException {
        pool = constructor.newInstance(1);
        known.clear();
    }

    /**
     * Calls {@code call} with a compiler task.
     *
     * <p>The task has the kept context, or a new one if the source does not fit the kept context.
     */
    boolean run(JavaFileManager files, DiagnosticListener<JavaFileObject> found, List<String> options,
            JavaFileObject source, Function<JavacTask, Boolean> call) {
        Headers headers = new Headers();
        InvocationHandler handler = (proxy, method, args) -> {
            JavacTask task = (JavacTask) args[0];
            task.addTaskListener(headers);
            return call.apply(task);
        };
        Object task = Proxy.newProxyInstance(ContextPool.class.getClassLoader(), new Class<?>[] {worker}, handler);
        try {
            try {
                return (Boolean) getTask.invoke(pool, null, files, found, options, null, List.of(source), task);
            } catch (ReflectiveOperationException failed) {
                if (!headers.areOther) {
                    throw failed;
                }
                renew();
                return (Boolean) getTask.invoke(pool, null, files, found, options, null, List.of(source), task);
            }
        } catch (ReflectiveOperationException failed) {
            throw new IllegalStateException(failed.getCause());
        }
    }

    /**
     * Ends the task if the context has other headers for the classes of the unit.
     *
     * <p>The listener reads the headers after the parser has run.
     */
    private final class Headers implements TaskListener {
        private final Map<String, String> own = new HashMap<>();
        private boolean areOther;

        @Override
        public void finished(TaskEvent event) {
            CompilationUnitTree unit = event.getCompilationUnit();
            if (event.getKind() != TaskEvent.Kind.PARSE || unit == null) {
                return;
            }
            own.clear();
            unit.getTypeDecls().forEach(type -> read(type, unit.getPackageName() + "."));
            areOther = own.entrySet().stream().anyMatch(type -> known.containsKey(type.getKey())
                    && (type.getValue() == null || !type.getValue().equals(known.get(type.getKey()))));
            if (areOther) {
                throw new IllegalStateException("the context knows other classes with these names");
            }
            known.putAll(own);
        }

        private void read(Tree tree, String prefix) {
            if (!(tree instanceof ClassTree)) {
                return;
            }
            ClassTree type = (ClassTree) tree;
            String name = prefix + type.getSimpleName();
            StringBuilder header = new StringBuilder().append(type.getKind()).append(type.getModifiers())
                    .append(type.getTypeParameters()).append(type.getExtendsClause()).append(type.getImplementsClause());
            boolean isRecord = type.getKind().name().equals("RECORD");
            for (Tree member : type.getMembers()) {
                if (member instanceof VariableTree) {
                    VariableTree field = (VariableTree) member;
                    Tree value = field.getInitializer();
                    boolean hasBody = value instanceof NewClassTree && ((NewClassTree) value).getClassBody() != null;
                    header.append(type.getKind() == Tree.Kind.ENUM && hasBody ? "{}" : "");
                    header.append(isRecord ? field.getType() + " " + field.getName() + "," : "");
                }
                read(member, name + "$");
            }
            // The header does not name the permitted subclasses of a sealed class.
            boolean isSealed = type.getModifiers().getFlags().stream().anyMatch(flag -> flag.name().equals("SEALED"));
            own.put(name, isSealed ? null : header.toString());
        }
    }
}
