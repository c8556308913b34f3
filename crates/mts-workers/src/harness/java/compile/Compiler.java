package mts_harness;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.Trees;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.ForwardingJavaFileObject;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Compiles a unit in rounds. Each round excludes the copies with errors, until the rest compiles. Usually {@link
 * ErrorPruner} removes these copies in the first round. All units use the same file manager.
 */
final class Compiler {
    private static final int MAX_ROUNDS = 12;

    private final JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    private final Memory memory;
    private final ContextPool pool = ContextPool.find();
    private final ErrorPruner.Parts prunerParts = ErrorPruner.Parts.find();
    private final CompileErrors errors = CompileErrors.find();
    /**
     * The compiled source files of the project, by the options of the compiler.
     *
     * <p>The options include the source path.
     */
    private final Map<List<String>, CompiledSources> sources = new HashMap<>();
    /**
     * The missing annotations, by the options of the compiler. The options include the class path.
     */
    private final Map<List<String>, MissingAnnotations> annotations = new HashMap<>();
    /** The code of other sources that does not compile, by the options of the compiler. */
    private final Map<List<String>, ExcludedBodies> bodies = new HashMap<>();

    /** {@code injected} is the package name that instrumented code uses for classes of the harness. */
    Compiler(String injected) {
        memory = new Memory(javac.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8), new InjectedPackage(injected));
    }

    /**
     * Whether the unit uses no other classes of a project. Only such units share a compiler context: a context that has
     * compiled a class of the project does not find this class again for the next unit.
     */
    boolean isAlone;

    /** Classes that javac must compile even if the text does not name them. */
    List<String> extraClasses = List.of();

    /** The paths of more source files that javac must compile for the current unit. */
    private final Set<String> extraFiles = new TreeSet<>();

    /** A segment of the text of a unit. Copy -1 means that all copies share the segment. */
    static final class SourceSegment {
        final int copy;
        final String text;

        SourceSegment(int copy, String text) {
            this.copy = copy;
            this.text = text;
        }
    }

    /** The result of all rounds. */
    static final class Result {
        /**
         * The class files by binary name; null if the compilation failed.
         *
         * <p>A class that other classes need is missing if only its source does not compile.
         */
        Map<String, byte[]> classes;
        /** For each copy that does not compile, the reason. */
        final Map<Integer, Reason> dropped = new TreeMap<>();
        /** The reason why there are no class files. */
        Reason shared;
        /** The missing annotation types. The compiler gets the sources without them. */
        Set<String> missingAnnotations = Set.of();
        /** The imports that the compiler gets in addition to those of the source. */
        Set<String> impliedImports = Set.of();
        /** The number of runs of the compiler. */
        int rounds;
    }

    Result compile(String path, List<SourceSegment> segments, List<String> options) {
        return new Compilation(path, segments, options).runRounds();
    }

    /** The compilation of one unit. */
    private final class Compilation {
        private final String path;
        private final List<SourceSegment> segments;
        private final List<String> options;
        private final Result result = new Result();
        private final MissingAnnotations missing;
        private final ExcludedBodies excluded;
        private final boolean hasShared;
        private final ImpliedImports implied = new ImpliedImports();
        /**
         * The first error of a round with code that the next round excludes. If the other rounds fail too, this error
         * is the reported cause.
         */
        private Reason cause;

        Compilation(String path, List<SourceSegment> segments, List<String> options) {
            this.path = path;
            this.segments = segments;
            this.options = options;
            missing =
                    annotations.computeIfAbsent(options, own -> new MissingAnnotations(source -> parser(own, source)));
            memory.missing = missing;
            excluded = bodies.computeIfAbsent(
                    options, own -> new ExcludedBodies(source -> parser(own, source), memory.injected.name));
            memory.excluded = excluded;
            // A unit without shared text may declare other members than its file. The class files of
            // other sources were compiled with the file's members, so this unit does not use them, and
            // other units do not use its class files.
            hasShared = segments.stream().anyMatch(segment -> segment.copy < 0);
            memory.compiled = hasShared
                    ? sources.computeIfAbsent(options, own -> new CompiledSources())
                    : new CompiledSources();
            memory.compiled.begin(path);
            memory.auxiliary.begin(source -> parser(options, source));
            missing.takeUsed();
            extraFiles.clear();
        }

        /** Runs rounds until one of them completes the result. */
        Result runRounds() {
            for (int round = 0; round < MAX_ROUNDS; round++) {
                List<int[]> places = new ArrayList<>();
                UnitSource source = source(places);
                if (completes(source, places)) {
                    return result;
                }
            }
            if (result.classes == null) {
                result.shared = Reason.diagnostic("the compiler still reports errors after " + MAX_ROUNDS + " rounds");
            }
            return result;
        }

        /** Returns the unit without the copies that do not compile. Adds the places of the other copies. */
        private UnitSource source(List<int[]> places) {
            StringBuilder text = new StringBuilder();
            for (SourceSegment segment : segments) {
                if (result.dropped.containsKey(segment.copy)) {
                    continue;
                }
                int start = text.length();
                text.append(segment.text);
                if (segment.copy >= 0) {
                    places.add(new int[] {start, text.length(), segment.copy});
                }
            }
            if (!implied.names().isEmpty()) {
                insertImports(text, places);
            }
            UnitSource source = new UnitSource(path, text.toString());
            return missing.areKnown() ? new UnitSource(path, missing.without(source, text.toString())) : source;
        }

        /** Inserts the implied imports into the text, and moves the places behind them. */
        private void insertImports(StringBuilder text, List<int[]> places) {
            String imports = implied.statements();
            int start = afterPackage(new UnitSource(path, text.toString()), options);
            text.insert(start, imports);
            for (int[] place : places) {
                place[0] += place[0] < start ? 0 : imports.length();
                place[1] += place[1] <= start ? 0 : imports.length();
            }
        }

        /** Runs one round. Returns whether the result is complete, so that no other round follows. */
        private boolean completes(UnitSource source, List<int[]> places) {
            DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
            boolean good;
            try {
                result.rounds++;
                good = run(found, options, source, places);
            } catch (RuntimeException | StackOverflowError failed) {
                result.shared = crash(failed);
                return true;
            }
            Map<Integer, Reason> dropped = new TreeMap<>();
            List<Diagnostic<? extends JavaFileObject>> shared = new ArrayList<>();
            sortErrors(found, source, places, dropped, shared);
            boolean crashed = !good && shared.isEmpty() && dropped.isEmpty();
            if (memory.auxiliary.learn(found.getDiagnostics(), crashed, source.text)
                    || implied.learn(found.getDiagnostics(), source, source.text)) {
                return false;
            }
            // Other members of a unit without shared text may be the cause of errors in other sources.
            if (!good && (missing.learn(shared)
                    || hasShared && !shared.isEmpty() && excluded.learn(shared, memory::unedited))) {
                cause = cause == null ? reason(shared.get(0), source) : cause;
                return false;
            }
            result.dropped.putAll(dropped);
            if (good) {
                return takeClasses(source);
            }
            if (dropped.isEmpty() && result.classes != null) {
                // Only the sources that this round added have errors.
                return true;
            }
            if (dropped.isEmpty()) {
                Reason error = shared.isEmpty()
                        ? Reason.diagnostic("the compiler gave no reason")
                        : reason(shared.get(0), source);
                result.shared = cause == null ? error : cause;
                return true;
            }
            return false;
        }

        /** Adds the reason of each copy with errors to {@code dropped}, and the other errors to {@code shared}. */
        private void sortErrors(DiagnosticCollector<JavaFileObject> found, UnitSource source, List<int[]> places,
                Map<Integer, Reason> dropped, List<Diagnostic<? extends JavaFileObject>> shared) {
            for (Diagnostic<? extends JavaFileObject> error : found.getDiagnostics()) {
                if (error.getKind() != Diagnostic.Kind.ERROR) {
                    continue;
                }
                int place = error.getSource() == source ? placeOf(places, error) : -1;
                if (place >= 0) {
                    dropped.putIfAbsent(places.get(place)[2], errors.reason(error, message(error)));
                } else {
                    shared.add(error);
                }
            }
        }

        /**
         * Takes the class files of a round without errors. Returns whether the result is complete. The result is not
         * complete if the compiler must read more source files.
         */
        private boolean takeClasses(UnitSource source) {
            if (memory.outputs.keySet().stream().anyMatch(name -> name.startsWith(InjectedPackage.HARNESS))) {
                result.shared = Reason.diagnostic(
                        "the package " + Compiler.class.getPackageName() + " belongs to cargo mts: rename the package");
                return true;
            }
            result.classes = memory.classes(source);
            result.missingAnnotations = missing.takeUsed();
            result.impliedImports = implied.names();
            return !extraFiles.addAll(memory.compiled.complete(result.classes, extraClasses, memory::isOnClassPath));
        }
    }

    /** Returns the reason for an exception of the compiler. */
    private static Reason crash(Throwable failed) {
        Throwable root = failed;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        // javac throws this exception for a language level that it does not know, with its own message.
        return Reason.diagnostic(root instanceof IllegalArgumentException
                ? String.valueOf(root.getMessage()).replaceFirst("^error: ", "")
                : "the compiler failed: " + failed);
    }

    /** Returns the position after the package declaration of a source, or 0. */
    private int afterPackage(JavaFileObject source, List<String> options) {
        try {
            JavacTask task = parser(options, source);
            CompilationUnitTree unit = task.parse().iterator().next();
            Tree name = unit.getPackageName();
            int end = name == null ? -1 : (int) Trees.instance(task).getSourcePositions().getEndPosition(unit, name);
            return end < 0 ? 0 : source.getCharContent(true).toString().indexOf(';', end) + 1;
        } catch (IOException | RuntimeException unreadable) {
            return 0;
        }
    }

    private static String message(Diagnostic<? extends JavaFileObject> error) {
        return error.getMessage(Locale.ROOT).replace('\n', ' ');
    }

    /** Returns the reason of an error outside of all copies. */
    private Reason reason(Diagnostic<? extends JavaFileObject> error, JavaFileObject unit) {
        return errors.reason(error, described(error, unit));
    }

    /** Returns the message of an error with its place. */
    private static String described(Diagnostic<? extends JavaFileObject> error, JavaFileObject unit) {
        String message = message(error);
        if (error.getSource() == unit) {
            return message + " (line " + error.getLineNumber() + ")";
        }
        return error.getSource() == null ? message : error.getSource().getName() + ": " + message;
    }

    /** Returns a task that parses a source and reports no errors. */
    private JavacTask parser(List<String> options, JavaFileObject source) {
        return (JavacTask) javac.getTask(null, memory.standard(), error -> { }, options, null, List.of(source));
    }

    private boolean run(DiagnosticCollector<JavaFileObject> found, List<String> options, JavaFileObject source,
            List<int[]> places) {
        memory.outputs.clear();
        Function<JavacTask, Boolean> call = task -> {
            if (prunerParts != null) {
                task.addTaskListener(new ErrorPruner(prunerParts, task, source.toUri(), places, () -> broken(found, source, places)));
            }
            return task.call();
        };
        if (pool != null && isAlone) {
            return pool.run(memory, found, options, source, call);
        }
        List<JavaFileObject> sources = new ArrayList<>(List.of(source));
        sources.addAll(others(options.get(options.size() - 1)));
        return call.apply((JavacTask) javac.getTask(null, memory, found, options, null, sources));
    }

    /** Returns the indexes of the places with errors; null if an error is outside of all places. */
    private static Set<Integer> broken(DiagnosticCollector<JavaFileObject> found, JavaFileObject source,
            List<int[]> places) {
        Set<Integer> broken = new HashSet<>();
        for (Diagnostic<? extends JavaFileObject> error : found.getDiagnostics()) {
            if (error.getKind() == Diagnostic.Kind.ERROR) {
                int place = error.getSource() == source ? placeOf(places, error) : -1;
                if (place < 0) {
                    return null;
                }
                broken.add(place);
            }
        }
        return broken;
    }

    /** Returns the source files of {@link #extraClasses} and {@link #extraFiles} that are on the source path. */
    private List<JavaFileObject> others(String sourcepath) {
        Set<String> paths = new TreeSet<>(extraFiles);
        for (String name : extraClasses) {
            if (memory.compiled.has(name)) {
                continue;
            }
            paths.add(name.replace('.', '/') + ".java");
        }
        List<File> files = new ArrayList<>();
        for (String path : paths) {
            for (String folder : sourcepath.split(File.pathSeparator)) {
                File file = new File(folder, path);
                if (!folder.isEmpty() && file.isFile()) {
                    files.add(file);
                    break;
                }
            }
        }
        List<JavaFileObject> found = new ArrayList<>();
        memory.standard().getJavaFileObjectsFromFiles(files).forEach(file -> found.add(memory.read(file)));
        return found;
    }

    private static int placeOf(List<int[]> places, Diagnostic<?> error) {
        long at = error.getPosition();
        for (int i = 0; i < places.size(); i++) {
            if (places.get(i)[0] <= at && at < places.get(i)[1]) {
                return i;
            }
        }
        return -1;
    }

    /** A source file of the project, which the compiler reads without missing annotations and broken code. */
    private static final class ProjectFile extends ForwardingJavaFileObject<JavaFileObject> {
        private final MissingAnnotations missing;
        private final ExcludedBodies excluded;

        ProjectFile(JavaFileObject file, MissingAnnotations missing, ExcludedBodies excluded) {
            super(file);
            this.missing = missing;
            this.excluded = excluded;
        }

        JavaFileObject file() {
            return fileObject;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreErrors) throws IOException {
            return excluded.without(fileObject, missing.without(fileObject, super.getCharContent(ignoreErrors).toString()));
        }
    }

    private static final class Output extends SimpleJavaFileObject {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream(2048);
        /** The source of the class; null if the compiler does not report it. */
        final FileObject source;

        Output(String name, FileObject source) {
            super(UnitSource.uri(name.replace('.', '/') + ".class"), Kind.CLASS);
            this.source = source;
        }

        @Override
        public OutputStream openOutputStream() {
            bytes.reset();
            return bytes;
        }
    }

    private static final class Memory extends ForwardingJavaFileManager<StandardJavaFileManager> {
        private final Map<String, Output> outputs = new HashMap<>();
        private final InjectedPackage injected;
        private final AuxiliaryClasses auxiliary = new AuxiliaryClasses();
        /** The missing annotations of the current unit. */
        private MissingAnnotations missing;
        /** The broken code of other sources than the current unit. */
        private ExcludedBodies excluded;
        /** The class files that the current unit need not compile. */
        private CompiledSources compiled;

        Memory(StandardJavaFileManager under, InjectedPackage injected) {
            super(under);
            this.injected = injected;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(Location location, String name, JavaFileObject.Kind kind,
                FileObject sibling) throws IOException {
            if (kind != JavaFileObject.Kind.CLASS) {
                throw new IOException("no output of this kind");
            }
            Output output = new Output(name, sibling);
            outputs.put(name, output);
            return output;
        }

        /**
         * Returns whether a file describes the project's module. Units ignore the module, so that they see all
         * packages.
         */
        private static boolean describesModule(Location location, String name) {
            return name.equals("module-info") && location == StandardLocation.SOURCE_PATH;
        }

        @Override
        public JavaFileObject getJavaFileForInput(Location location, String name, JavaFileObject.Kind kind)
                throws IOException {
            return describesModule(location, name) ? null : super.getJavaFileForInput(location, name, kind);
        }

        @Override
        public Iterable<JavaFileObject> list(Location location, String packageName, Set<JavaFileObject.Kind> kinds,
                boolean recurse) throws IOException {
            if (packageName.equals(injected.name)) {
                return location == StandardLocation.CLASS_PATH ? injected.files() : List.of();
            }
            Iterable<JavaFileObject> found = super.list(location, packageName, kinds, recurse);
            if (location == StandardLocation.CLASS_PATH && kinds.contains(JavaFileObject.Kind.CLASS)) {
                List<JavaFileObject> all = compiled.of(packageName);
                found.forEach(all::add);
                return all;
            }
            if (location != StandardLocation.SOURCE_PATH) {
                return found;
            }
            found = auxiliary.withNeeded(packageName, found, file -> super.inferBinaryName(location, file));
            List<JavaFileObject> kept = new ArrayList<>();
            for (JavaFileObject file : found) {
                if (!packageName.isEmpty() || !file.isNameCompatible("module-info", file.getKind())) {
                    kept.add(read(file));
                }
            }
            return kept;
        }

        /** Returns the file in the form that the compiler reads. */
        JavaFileObject read(JavaFileObject file) {
            return isEdited() ? new ProjectFile(file, missing, excluded) : file;
        }

        /** Returns whether the compiler reads sources in another form than their files. */
        private boolean isEdited() {
            return missing.areKnown() || excluded.areKnown();
        }

        /** Returns the text of a source with its broken code; null if nothing can read the file. */
        String unedited(JavaFileObject file) {
            try {
                JavaFileObject own = (JavaFileObject) onDisk(file);
                return missing.without(own, own.getCharContent(true).toString());
            } catch (IOException unreadable) {
                return null;
            }
        }

        private static FileObject onDisk(FileObject file) {
            FileObject own = unwrapped(file);
            return own instanceof AuxiliaryClasses.AuxiliaryFile ? ((AuxiliaryClasses.AuxiliaryFile) own).file() : own;
        }

        private static FileObject unwrapped(FileObject file) {
            return file instanceof ProjectFile ? ((ProjectFile) file).file() : file;
        }

        @Override
        public boolean contains(Location location, FileObject file) throws IOException {
            // The standard file manager accepts only its own file objects.
            return !(file instanceof SimpleJavaFileObject) && super.contains(location, onDisk(file));
        }

        @Override
        public boolean isSameFile(FileObject a, FileObject b) {
            return a == b || !(a instanceof SimpleJavaFileObject) && !(b instanceof SimpleJavaFileObject)
                    && super.isSameFile(onDisk(a), onDisk(b));
        }

        @Override
        public String inferBinaryName(Location location, JavaFileObject file) {
            String own = CompiledSources.binaryName(file);
            own = own == null ? AuxiliaryClasses.binaryName((JavaFileObject) unwrapped(file)) : own;
            own = own == null ? injected.binaryName(file) : own;
            return own != null || file instanceof SimpleJavaFileObject ? own
                    : super.inferBinaryName(location, (JavaFileObject) onDisk(file));
        }

        StandardJavaFileManager standard() {
            return fileManager;
        }

        /** Returns whether the class path has a class. */
        boolean isOnClassPath(String name) {
            try {
                return fileManager.getJavaFileForInput(StandardLocation.CLASS_PATH, name, JavaFileObject.Kind.CLASS)
                        != null;
            } catch (IOException unreadable) {
                return false;
            }
        }

        /**
         * Returns the compiled classes by binary name.
         *
         * <p>The method also keeps the classes of sources other than the unit for later units.
         */
        Map<String, byte[]> classes(JavaFileObject unit) {
            Map<String, byte[]> classes = new HashMap<>();
            outputs.forEach((name, output) -> {
                byte[] bytes = injected.resolved(output.bytes.toByteArray());
                classes.put(name, bytes);
                if (output.source == unit) {
                    compiled.addOfUnit(name);
                } else if (output.source != null) {
                    compiled.add(name, bytes, output.source.toUri());
                }
            });
            return classes;
        }
    }
}
