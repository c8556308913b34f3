//! Holds the Java 11 helper methods of emitted JUnit classes, with their imports.

/// One or more methods with their imports.
pub(super) struct HelperMethods {
    /// Classes to import.
    pub imports: &'static [&'static str],
    /// Text inside the class.
    pub text: &'static str,
}

/// The helper `changed`, which calls methods on a new object and returns the object.
pub(super) const CHANGED: HelperMethods = HelperMethods {
    imports: &[],
    text: r#"
    /** The calls on a new object. */
    private interface Calls<T> {
        void on(T made) throws Exception;
    }

    private static <T> T changed(T made, Calls<? super T> calls) throws Exception {
        calls.on(made);
        return made;
    }
"#,
};

/// The helper `agree`, which compares two values, floats within the tolerance.
pub(super) const AGREE: HelperMethods = HelperMethods {
    imports: &["java.lang.reflect.Array", "java.util.Collection", "java.util.List", "java.util.Objects"],
    text: r#"
    /** Returns whether two values agree: arrays and lists by their elements, floats within a tolerance. */
    private static boolean agree(Object wanted, Object actual) {
        if (isReal(wanted) && isReal(actual)) {
            double a = ((Number) wanted).doubleValue();
            double b = ((Number) actual).doubleValue();
            double room = Math.max(ABS_TOL, REL_TOL * Math.max(Math.abs(a), Math.abs(b)));
            return Double.compare(a, b) == 0 || room > 0 && Math.abs(a - b) <= room;
        }
        if (wanted != null && actual != null && wanted.getClass().isArray() && actual.getClass().isArray()) {
            boolean same = Array.getLength(wanted) == Array.getLength(actual);
            for (int i = 0; same && i < Array.getLength(wanted); i++) {
                same = agree(Array.get(wanted, i), Array.get(actual, i));
            }
            return same;
        }
        if (wanted instanceof List && actual instanceof Collection) {
            Object[] a = ((List<?>) wanted).toArray();
            Object[] b = ((Collection<?>) actual).toArray();
            return agree(a, b);
        }
        if (isWhole(wanted) && isWhole(actual)) {
            return ((Number) wanted).longValue() == ((Number) actual).longValue();
        }
        return Objects.equals(wanted, actual);
    }

    private static boolean isReal(Object value) {
        return value instanceof Double || value instanceof Float;
    }

    private static boolean isWhole(Object value) {
        return value instanceof Byte || value instanceof Short || value instanceof Integer || value instanceof Long;
    }

    private static String shown(Object value) {
        if (value == null || !value.getClass().isArray()) {
            return String.valueOf(value);
        }
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < Array.getLength(value); i++) {
            text.append(i > 0 ? ", " : "").append(shown(Array.get(value, i)));
        }
        return text.append("]").toString();
    }
"#,
};

/// The helper `field`, which reads the value of a field, even of a private field.
pub(super) const FIELD: HelperMethods = HelperMethods {
    imports: &["java.lang.reflect.Field"],
    text: r#"
    private static Object field(Object owner, String name) {
        for (Class<?> c = owner.getClass(); c != null; c = c.getSuperclass()) {
            try {
                Field field = c.getDeclaredField(name);
                field.setAccessible(true);
                return field.get(owner);
            } catch (NoSuchFieldException above) {
                continue;
            } catch (IllegalAccessException closed) {
                throw new AssertionError(closed);
            }
        }
        throw new AssertionError("no field " + name);
    }
"#,
};

/// The helper `isOneOf`, which tests whether an exception has one of the given names.
pub(super) const IS_ONE_OF: HelperMethods = HelperMethods {
    imports: &["java.util.List"],
    text: r#"
    /**
     * Returns whether the exception's class, or a superclass of it, has one of the names.
     *
     * <p>`Exception` and `RuntimeException` count only if they are the class itself.
     */
    private static boolean isOneOf(Throwable thrown, String... names) {
        for (Class<?> c = thrown.getClass(); c != null; c = c.getSuperclass()) {
            boolean isRoot = c == Exception.class || c == RuntimeException.class;
            if (List.of(names).contains(c.getSimpleName())) {
                return !isRoot || c == thrown.getClass();
            }
        }
        return false;
    }
"#,
};

/// The helpers `call` and `make`, which call a method or a constructor by reflection.
pub(super) const CALL: HelperMethods = HelperMethods {
    imports: &[
        "java.lang.reflect.Constructor",
        "java.lang.reflect.InvocationTargetException",
        "java.lang.reflect.Method",
    ],
    text: r#"
    private static Object call(Class<?> owner, Object receiver, String name, String[] types, Object[] args)
            throws Throwable {
        for (Method method : owner.getDeclaredMethods()) {
            if (method.getName().equals(name) && !method.isSynthetic() && takes(method.getParameterTypes(), types)) {
                method.setAccessible(true);
                try {
                    return method.invoke(receiver, args);
                } catch (InvocationTargetException thrown) {
                    throw thrown.getCause();
                }
            }
        }
        throw new NoSuchMethodException(name);
    }

    private static Object make(Class<?> owner, String[] types, Object[] args) throws Throwable {
        for (Constructor<?> maker : owner.getDeclaredConstructors()) {
            if (takes(maker.getParameterTypes(), types)) {
                maker.setAccessible(true);
                try {
                    return maker.newInstance(args);
                } catch (InvocationTargetException thrown) {
                    throw thrown.getCause();
                }
            }
        }
        throw new NoSuchMethodException("a constructor of " + owner.getName());
    }

    /** Returns whether the parameters have these types. An empty name matches every type. */
    private static boolean takes(Class<?>[] parameters, String[] types) {
        boolean fits = parameters.length == types.length;
        for (int i = 0; fits && i < types.length; i++) {
            fits = types[i].isEmpty() || parameters[i].getSimpleName().equals(types[i]);
        }
        return fits;
    }
"#,
};

/// The helper `edited`, which compiles and loads the class with the edit.
pub(super) const EDITED: HelperMethods = HelperMethods {
    imports: &[
        "com.sun.source.tree.CompilationUnitTree",
        "com.sun.source.tree.MethodTree",
        "com.sun.source.util.JavacTask",
        "com.sun.source.util.SourcePositions",
        "com.sun.source.util.TreeScanner",
        "com.sun.source.util.Trees",
        "java.io.StringWriter",
        "java.net.URI",
        "java.net.URL",
        "java.net.URLClassLoader",
        "java.nio.file.Files",
        "java.nio.file.Path",
        "java.util.ArrayList",
        "java.util.List",
        "java.util.TreeMap",
        "javax.tools.JavaCompiler",
        "javax.tools.JavaFileObject",
        "javax.tools.SimpleJavaFileObject",
        "javax.tools.ToolProvider",
        "org.junit.jupiter.api.io.TempDir",
    ],
    text: r#"
    @TempDir
    static Path out;

    /** Returns the class with the edit. */
    private static Class<?> edited() throws Exception {
        Path root = Path.of(System.getProperty("mts.root", "."));
        List<String> lines = List.of(Files.readString(root.resolve(FILE)).split("\r?\n", -1));
        List<String> patched = null;
        for (int[] range : functions(lines)) {
            patched = patched == null ? patched(lines, range[0], range[1]) : patched;
        }
        if (patched == null) {
            fail("this test is out of date. It edits lines of " + FILE + ", and the text of these lines has changed.");
        }
        List<String> options = List.of("-d", out.toString(), "-proc:none", "-nowarn", "-Xprefer:source", "-classpath",
                System.getProperty("java.class.path"), "-sourcepath", root.resolve(SOURCES).toString());
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        boolean done = compiler.getTask(messages, null, null, options, null, List.of(source(patched))).call();
        assertTrue(done, messages::toString);
        return new URLClassLoader(new URL[] {out.toUri().toURL()}) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                synchronized (getClassLoadingLock(name)) {
                    Class<?> known = findLoadedClass(name);
                    if (known == null && Files.exists(out.resolve(name.replace('.', '/') + ".class"))) {
                        known = findClass(name);
                    }
                    return known == null ? super.loadClass(name, resolve) : known;
                }
            }
        }.loadClass(CLASS);
    }

    /** Returns the first line, and the line after the last line, of each function with this name and parameter count. */
    private static List<int[]> functions(List<String> lines) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        JavacTask task = (JavacTask) compiler.getTask(null, null, d -> { }, null, null, List.of(source(lines)));
        CompilationUnitTree unit = task.parse().iterator().next();
        SourcePositions places = Trees.instance(task).getSourcePositions();
        List<int[]> found = new ArrayList<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitMethod(MethodTree method, Void nothing) {
                if (method.getName().contentEquals(METHOD) && method.getParameters().size() == PARAMETERS) {
                    long first = unit.getLineMap().getLineNumber(places.getStartPosition(unit, method));
                    long last = unit.getLineMap().getLineNumber(places.getEndPosition(unit, method));
                    found.add(new int[] {(int) first - 1, (int) last});
                }
                return super.visitMethod(method, nothing);
            }
        }.scan(unit, null);
        return found;
    }

    /** Returns the lines with all edits in this range, or null if an edit has no place in this range. */
    private static List<String> patched(List<String> lines, int first, int end) {
        TreeMap<Integer, Integer> places = new TreeMap<>();
        for (int i = 0; i < BEFORE.length; i++) {
            List<Integer> found = new ArrayList<>();
            for (int at = first; at + BEFORE[i].length <= end; at++) {
                if (lines.subList(at, at + BEFORE[i].length).equals(List.of(BEFORE[i]))) {
                    found.add(at);
                }
            }
            if (found.size() != WHICH[i][1]) {
                return null;
            }
            places.put(found.get(WHICH[i][0] - 1), i);
        }
        List<String> made = new ArrayList<>(lines);
        places.descendingMap().forEach((at, i) -> {
            made.subList(at, at + BEFORE[i].length).clear();
            made.addAll(at, List.of(AFTER[i]));
        });
        return made;
    }

    private static JavaFileObject source(List<String> lines) {
        String name = CLASS.replace('.', '/').replaceAll("\\$.*", "");
        URI uri = URI.create("string:///" + name + ".java");
        return new SimpleJavaFileObject(uri, JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreErrors) {
                return String.join("\n", lines);
            }
        };
    }
"#,
};
