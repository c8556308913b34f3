package mts_harness;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mts_harness.Outcome.State;

/** The Java worker: it reads units, compiles them, executes run requests, and sends outcomes. */
public final class Worker {
    private static final long STACK = 1 << 20;
    private static final long UNBOUNDED = 50_000_000L;
    /**
     * The number of ticks that decides how long the construction of a call's objects may take. The number is needed
     * because constructors in other files do not tick.
     */
    private static final long CONSTRUCTION = 15_000_000L;
    private static final int KEPT_UNITS = 16;
    /** The longest time in nanoseconds before the worker sends collected outcomes. */
    private static final long LONGEST_WAIT = 1_000_000_000L;
    /** The number of characters of collected digests after which the worker sends them. */
    private static final int LONG_DIGESTS = 1 << 19;
    /**
     * Whether the worker only constructs and encodes the receiver and the arguments.
     *
     * <p>Then the worker calls no function.
     */
    private volatile boolean constructOnly;
    /** Whether the compiled copies include the original function. */
    private volatile boolean holdsOriginal;
    /** The program under test; null if the unit tests a function. */
    private volatile Program program;

    /**
     * The tag of the current request. Each answer repeats the tag. Zeros before the first request.
     */
    private byte[] tag = "0000000000000000".getBytes(StandardCharsets.US_ASCII);
    private final DataOutputStream out;
    private final Pollution pollution = new Pollution();
    private final Compiler compiler;
    private final Libraries libraries = new Libraries();
    /**
     * The last compiled units by key.
     *
     * <p>Several requests use the same unit: one runs the original, others its mutants.
     */
    private final Map<String, Compiler.Result> compiled = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Compiler.Result> eldest) {
            return size() > KEPT_UNITS;
        }
    };
    private StdoutCapture printed;
    private volatile OutcomeWriter outcomes;
    /** The encoded digests that the worker has not sent yet. The buffer is also the lock for sending the digests. */
    private final StringBuilder digests = new StringBuilder();
    /** The run request of the digests in {@code digests}. */
    private int digestsRunRequest;
    private final CallTimer timer = new CallTimer();
    /** Whether the worker has answered all run requests of the unit. */
    private volatile boolean answered;

    private Worker(String mark, OutputStream out) {
        compiler = new Compiler("mts_" + mark);
        this.out = new DataOutputStream(new BufferedOutputStream(out, 1 << 16));
    }

    /**
     * Starts the worker.
     *
     * <p>The arguments are the mark in the harness's names in instrumented code, the descriptor of
     * the requests, and the descriptor of the answers.
     */
    public static void main(String[] args) throws Exception {
        DataInputStream in = new DataInputStream(new FileInputStream("/dev/fd/" + args[1]));
        Worker worker = new Worker(args[0], new FileOutputStream("/dev/fd/" + args[2]));
        worker.pollution.begin();
        worker.send("{\"hello\":\"" + System.getProperty("java.version") + "\"}");
        Thread serving = new Thread(null, () -> worker.serve(in), "serve", 64 << 20);
        serving.start();
    }

    private void serve(DataInputStream in) {
        try {
            while (true) {
                byte[] frame = new byte[in.readInt() - tag.length];
                in.readFully(tag);
                in.readFully(frame);
                unit(Json.parse(new String(frame, StandardCharsets.UTF_8)));
            }
        } catch (EOFException done) {
            Runtime.getRuntime().halt(0);
        } catch (IOException | InterruptedException broken) {
            Runtime.getRuntime().halt(1);
        }
    }

    private void send(String frame) throws IOException {
        byte[] bytes = frame.getBytes(StandardCharsets.UTF_8);
        synchronized (out) {
            out.writeInt(tag.length + bytes.length);
            out.write(tag);
            out.write(bytes);
            out.flush();
        }
    }

    private static void list(StringBuilder answer, String key, Iterable<String> names) {
        answer.append(",\"").append(key).append("\":[");
        for (String name : names) {
            Json.quote(answer.append(answer.charAt(answer.length() - 1) == '[' ? "" : ","), name);
        }
        answer.append("]");
    }

    @SuppressWarnings("unchecked")
    private void unit(Object request) throws IOException, InterruptedException {
        Map<String, Object> unit = (Map<String, Object>) request;
        List<String> classes = (List<String>) unit.get("classes");
        List<String> classpath = (List<String>) unit.get("classpath");
        List<Compiler.SourceSegment> segments = new ArrayList<>();
        for (Object p : (List<Object>) unit.get("pieces")) {
            List<Object> segment = (List<Object>) p;
            int copy = segment.get(0) == null ? -1 : ((Long) segment.get(0)).intValue();
            segments.add(new Compiler.SourceSegment(copy, (String) segment.get(1)));
        }
        String path = (String) unit.get("path");
        List<String> sourcepath = (List<String>) unit.get("sourcepath");
        List<String> options = options((List<String>) unit.get("level"), classes, classpath, sourcepath);
        compiler.isAlone = classes.isEmpty() && classpath.isEmpty() && sourcepath.isEmpty();
        boolean separately = (Boolean) unit.get("compile_separately");
        compiler.extraClasses = (List<String>) unit.get("extra_classes");
        if ((Boolean) unit.get("is_new_pair")) {
            libraries.close();
        }
        boolean known = compiled.containsKey((String) unit.get("key"));
        Compiler.Result all = separately
                ? new Compiler.Result()
                : compiled.computeIfAbsent((String) unit.get("key"), key -> compiler.compile(path, segments, options));
        StringBuilder answer = new StringBuilder("{\"compiled\":" + (known ? 0 : all.rounds));
        list(answer, "missing_annotations", all.missingAnnotations);
        list(answer, "implied_imports", all.impliedImports);
        send(answer.append("}").toString());
        Thread run = new Thread(null, () -> runRequests(unit, all, path, segments, options, classes, classpath), "run", STACK);
        // A thread is a daemon if the thread that creates it is a daemon. The worker waits for a
        // program's threads that are not daemons.
        run.setDaemon(!Boolean.TRUE.equals(unit.get("program")));
        printed = new StdoutCapture(((Long) unit.get("stdout")).intValue());
        outcomes = new OutcomeWriter(printed, unit.get("probes") == null ? -1 : ((Long) unit.get("probes")).intValue());
        constructOnly = Boolean.TRUE.equals(unit.get("construct_only"));
        IterationOrder.reverse(Boolean.TRUE.equals(unit.get("reverse_unspecified_order")));
        answered = false;
        pollution.watch(run);
        run.start();
        if (timer.guard(run, (List<Object>) unit.get("patience_ms"))) {
            synchronized (digests) {
                if (digests.length() > 0) {
                    sendDigests(false);
                }
                send("{\"stuck\":true}");
                Runtime.getRuntime().halt(1);
            }
        }
        if (!answered) {
            // The thread ended before it had answered all run requests.
            Runtime.getRuntime().halt(1);
        }
        send("{\"done\":true,\"may_pollute\":" + (JdkSetters.areCalled() || pollution.hasThreads()) + ",\"uses_state\":" + JdkSetters.isStateUsed() + "}");
    }

    private static List<String> options(List<String> level, List<String> classes, List<String> classpath,
            List<String> sourcepath) {
        List<String> path = new ArrayList<>();
        path.add(System.getProperty("jdk.module.path"));
        path.addAll(classes);
        path.addAll(classpath);
        List<String> options = new ArrayList<>(level);
        options.addAll(List.of("-proc:none", "-g:none", "-nowarn", "-Xlint:none", "-Xmaxerrs", "10000", "-encoding",
                "UTF-8", "--should-stop=ifError=FLOW", "-cp", String.join(File.pathSeparator, path), "-sourcepath",
                String.join(File.pathSeparator, sourcepath)));
        return options;
    }

    @SuppressWarnings("unchecked")
    private void runRequests(Map<String, Object> unit, Compiler.Result all, String path, List<Compiler.SourceSegment> segments,
            List<String> options, List<String> classes, List<String> classpath) {
        List<Object> inputs = (List<Object>) unit.get("inputs");
        List<String> resources = (List<String>) unit.get("resources");
        List<Object> runRequests = (List<Object>) unit.get("run_requests");
        UnitLoader.Isolation isolation = UnitLoader.Isolation.of(unit);
        boolean isProgram = Boolean.TRUE.equals(unit.get("program"));
        program = null;
        Map<String, Object> spec = (Map<String, Object>) unit.get("entry");
        Entry shared = null;
        StaticState statics = null;
        try {
            for (int o = 0; o < runRequests.size(); o++) {
                List<Object> runRequest = (List<Object>) runRequests.get(o);
                int copy = ((Long) runRequest.get(0)).intValue();
                outcomes.constructed(0);
                Compiler.Result compiled = all;
                if (all.classes == null && !all.dropped.containsKey(copy) && segments.size() > 1) {
                    // The copies do not compile together, so compile each of them separately.
                    compiled = compiler.compile(path, only(segments, copy), options);
                }
                holdsOriginal = compiled == all && !all.dropped.containsKey(0) && segments.stream().anyMatch(segment -> segment.copy == 0);
                Reason refused = compiled.dropped.getOrDefault(copy, compiled.classes == null ? compiled.shared : null);
                if (refused != null) {
                    answer(o, outcomes.outcome(State.NOT_COMPILED, null, 0, "", refused), true);
                    continue;
                }
                try {
                    if (isProgram) {
                        Map<String, byte[]> own = compiled.classes;
                        program = new Program((String) spec.get("class"), () -> new UnitLoader(own, classes, resources, libraries.loader(classpath), true));
                    } else if (shared == null || compiled != all || isolation == UnitLoader.Isolation.ALWAYS
                            || isolation == UnitLoader.Isolation.IF_CHANGED && !(statics != null && statics.isUnchanged())) {
                        shared = null;
                        UnitLoader loader = new UnitLoader(compiled.classes, classes, resources, libraries.loader(classpath), false);
                        Entry fresh = initialised(spec, loader, copy);
                        if (isolation == UnitLoader.Isolation.IF_CHANGED && compiled == all) {
                            statics = pollution.hasChanges() ? null : StaticState.record(loader, fresh.owner(), compiled.classes.keySet());
                            if (statics == null) {
                                isolation = UnitLoader.Isolation.ALWAYS;
                                loader = new UnitLoader(compiled.classes, classes, resources, libraries.loader(classpath), false);
                                fresh = initialised(spec, loader, copy);
                            }
                        }
                        timer.end();
                        shared = fresh;
                    }
                    if (!isProgram) {
                        // Code under test may have changed the context class loader.
                        Thread.currentThread().setContextClassLoader(shared.loader());
                    }
                    Map<String, byte[]> own = compiled.classes;
                    boolean areReloaded = run(o, copy, runRequest, inputs, shared, () -> {
                        libraries.close();
                        return initialised(spec, new UnitLoader(own, classes, resources, libraries.loader(classpath), false), copy);
                    });
                    if (compiled != all || areReloaded) {
                        shared = null;
                    }
                } catch (Unfit unfit) {
                    answer(o, outcomes.outcome(State.INCOMPLETE, null, 0, "", Reason.notCallable(unfit.getMessage())), true);
                } catch (LinkageError broken) {
                    answer(o, refused(broken), true);
                }
                timer.end();
                String left = pollution.undo();
                if (left != null) {
                    send("{\"polluted\":\"" + left + "\"}");
                    Runtime.getRuntime().halt(0);
                }
            }
            answered = true;
        } catch (IOException broken) {
            Runtime.getRuntime().halt(1);
        }
    }

    /** Returns the function under test in newly loaded classes. Only its own class and the superclasses are initialized. */
    private Entry initialised(Map<String, Object> spec, UnitLoader loader, int copy) throws Unfit {
        Thread.currentThread().setContextClassLoader(loader);
        Entry entry = new Entry(spec, loader);
        begin(copy, UNBOUNDED);
        entry.initialise();
        return entry;
    }

    private static List<Compiler.SourceSegment> only(List<Compiler.SourceSegment> segments, int copy) {
        List<Compiler.SourceSegment> kept = new ArrayList<>();
        for (Compiler.SourceSegment segment : segments) {
            if (segment.copy < 0 || segment.copy == copy) {
                kept.add(segment);
            }
        }
        return kept;
    }

    /** Starts a call: sets its copy and its budget in ticks, and clears the old state. */
    private void begin(int copy, long ticks) {
        Ticks.enter(copy);
        Thread.interrupted();
        timer.clear();
        Ticks.allow(ticks);
        printed.begin();
        Exit.begin(printed, program != null);
        SeededRandom.begin();
        timer.begin(ticks);
    }

    /** Loads the classes of the unit and its libraries again. */
    private interface Reload {
        Entry entry() throws IOException, Unfit;
    }

    /**
     * Calls a copy on the inputs of a run request.
     *
     * <p>After a call with threads that still worked, the next call gets newly loaded classes.
     *
     * @return whether there was such a call
     */
    @SuppressWarnings("unchecked")
    private boolean run(int o, int copy, List<Object> runRequest, List<Object> inputs, Entry first, Reload reload)
            throws IOException, Unfit {
        boolean continueAfterFailure = (Boolean) runRequest.get(1);
        long patience = (Long) runRequest.get(2);
        List<Object> wanted = (List<Object>) runRequest.get(3);
        long sent = System.nanoTime();
        Entry entry = first;
        for (int i = 0; i < wanted.size(); i++) {
            List<Object> one = (List<Object>) wanted.get(i);
            Map<String, Object> input = (Map<String, Object>) inputs.get(((Long) one.get(0)).intValue());
            Outcome outcome = call(copy, (Long) one.get(1), input, entry);
            // A few slow calls are enough: a copy that does not end must not run on every input.
            patience -= outcome.isSlow() ? 1 : 0;
            boolean last = i + 1 == wanted.size() || (continueAfterFailure ? patience <= 0 : outcome.state != State.OK);
            boolean hadThreads = program == null && pollution.hasActiveThreads();
            if (!outcomes.writesDigests()) {
                answer(o, outcome, last);
            } else {
                synchronized (digests) {
                    digests.append(digests.length() == 0 ? "" : ",").append(outcome.json);
                    digestsRunRequest = o;
                    if (last || hadThreads || digests.length() > LONG_DIGESTS || System.nanoTime() - sent > LONGEST_WAIT) {
                        sendDigests(last);
                        sent = System.nanoTime();
                    }
                }
            }
            boolean mustExit = hadThreads && !pollution.haveThreadsEnded();
            if (last) {
                return hadThreads || entry != first;
            }
            String left = program != null ? pollution.undo() : mustExit ? "threads" : null;
            if (left != null) {
                // The process must end. Otherwise, the threads would still run during the next call.
                send("{\"polluted\":\"" + left + "\"}");
                Runtime.getRuntime().halt(0);
            }
            if (hadThreads) {
                entry = reload.entry();
                timer.end();
                Thread.currentThread().setContextClassLoader(entry.loader());
            }
        }
        if (wanted.isEmpty()) {
            send("{\"run_request\":" + o + ",\"last\":true}");
        }
        return false;
    }

    private Outcome call(int copy, long budget, Map<String, Object> input, Entry entry) {
        try {
            if (program != null) {
                return runProgram(copy, budget, input);
            }
            Outcome outcome = attempt(copy, budget, input, entry);
            return Exit.wasCalled() ? outcomes.outcome(State.INCOMPLETE, null, 0, "", Reason.EXIT) : outcome;
        } catch (OutOfMemoryError full) {
            printed.renew();
            return outcomes.outcome(State.TIMEOUT, null, 0, "", Reason.MEMORY);
        } catch (StackOverflowError deep) {
            printed.renew();
            return outcomes.outcome(State.TIMEOUT, null, 0, "", Reason.STACK);
        } finally {
            timer.end();
        }
    }

    private Outcome attempt(int copy, long budget, Map<String, Object> input, Entry entry) {
        Decode decode = entry.decode();
        long used = 0;
        outcomes.constructed(0);
        try {
            Object receiver;
            Object[] args;
            try {
                // The port gets the object state that the original's code creates, so a mutated
                // constructor must not run here.
                boolean isInjected = holdsOriginal && Boolean.TRUE.equals(input.get("is_fully_injected"));
                begin(isInjected ? 0 : copy, UNBOUNDED);
                timer.begin(CONSTRUCTION);
                IterationOrder.begin();
                Lambdas.begin();
                Ticks.forgetMissing();
                receiver = entry.receiver((List<?>) input.get("receiver"), decode);
                args = entry.args((List<?>) input.get("args"), decode);
                outcomes.constructed(setupTicks());
            } catch (InvocationTargetException thrown) {
                outcomes.constructed(setupTicks());
                return outcomes.ended(thrown.getCause(), 0, Reason.RECEIVER_CONSTRUCTOR);
            }
            if (constructOnly) {
                return outcomes.finished(null, null, receiver, false, args, 0, "");
            }
            begin(copy, budget);
            outcomes.begin();
            StateRecorder.begin();
            Object result = null;
            Throwable thrown = null;
            try {
                result = entry.call(receiver, args);
            } catch (InvocationTargetException wrapped) {
                thrown = wrapped.getCause();
            }
            // An error that ends a call early, such as a full stack, is the outcome, even if threads still run.
            boolean haveEnded = OutcomeWriter.fatal(thrown) != null || Lambdas.haveEnded() & pollution.isAtRest();
            long left = Ticks.left();
            used = budget - Math.max(left, -1);
            Ticks.allow(UNBOUNDED);
            if (!haveEnded) {
                return outcomes.outcome(State.INCOMPLETE, null, 0, "", Reason.THREAD_GOES_ON);
            }
            String text = StateRecorder.hasStates() ? StateRecorder.text() : printed.end();
            if (left < 0) {
                return outcomes.outcome(State.TIMEOUT, null, used, text, timer.isOverdue() ? Reason.WATCHDOG : Reason.TICKS);
            }
            if (Ticks.missing() != null) {
                // Code under test may have caught the error of this code, so `thrown` may be another error or null.
                String why = "the Java code of " + Ticks.missing() + " does not compile";
                return outcomes.outcome(State.INCOMPLETE, null, 0, "", Reason.notCallable(why));
            }
            Reason missing = Reason.missingRequirement(thrown);
            if (missing != null) {
                return outcomes.outcome(State.INCOMPLETE, null, 0, "", missing);
            }
            if (thrown instanceof AbstractMethodError) {
                return outcomes.outcome(State.INCOMPLETE, null, 0, "", Reason.notCallable("the stub subclass lacks a method: " + thrown.getMessage()));
            }
            if (OutcomeWriter.fatal(thrown) != null) {
                return outcomes.ended(thrown, used, Reason.NONE);
            }
            return outcomes.finished(result, thrown, entry.isConstructor() ? result : receiver, entry.isConstructor(), args, used, text);
        } catch (Unfit unfit) {
            return outcomes.outcome(State.INCOMPLETE, null, 0, "", Reason.notCallable(unfit.getMessage()));
        } catch (Encode.TooLarge large) {
            return outcomes.outcome(State.INCOMPLETE, null, used, "", Reason.SIZE);
        } catch (BudgetSpent spent) {
            return outcomes.outcome(State.TIMEOUT, null, used, "", Reason.TICKS);
        } catch (InterruptedException interrupted) {
            return outcomes.outcome(State.INCOMPLETE, null, 0, "", Reason.THREAD_GOES_ON);
        } catch (RuntimeException | LinkageError unexpected) {
            return outcomes.outcome(State.INCOMPLETE, null, used, "", Reason.resultUnreadable(unexpected));
        }
    }

    /** Returns the ticks of the construction that has just ended. */
    private static long setupTicks() {
        return UNBOUNDED - Math.max(Ticks.left(), -1);
    }

    /** Runs the program once. The only argument is its standard input. */
    private Outcome runProgram(int copy, long budget, Map<String, Object> input) {
        try {
            String given = (String) ((List<?>) input.get("args")).get(0);
            begin(copy, budget);
            IterationOrder.begin();
            outcomes.begin();
            Throwable thrown = program.run(given);
            long left = Exit.wasCalled() ? Exit.left() : Ticks.left();
            long used = budget - Math.max(left, -1);
            Ticks.allow(UNBOUNDED);
            String text = printed.end();
            if (left < 0) {
                return outcomes.outcome(State.TIMEOUT, null, used, text, timer.isOverdue() ? Reason.WATCHDOG : Reason.TICKS);
            }
            Reason missing = Reason.missingRequirement(thrown);
            if (!Exit.wasCalled() && missing != null) {
                return outcomes.outcome(State.INCOMPLETE, null, used, text, missing);
            }
            if (!Exit.wasCalled() && thrown != null) {
                return OutcomeWriter.fatal(thrown) == null ? outcomes.outcome(State.EXCEPTION, thrown, used, text, Reason.NONE) : outcomes.ended(thrown, used, Reason.NONE);
            }
            StringBuilder out = new StringBuilder("[\"").append(State.OK.word).append("\",{\"$exit\":").append(Exit.status());
            return outcomes.tail(State.OK, out.append("},[],null"), used, text, program.hasErrorOutput() ? Reason.STDERR : Reason.NONE);
        } catch (Unfit unfit) {
            return outcomes.outcome(State.INCOMPLETE, null, 0, "", Reason.notCallable(unfit.getMessage()));
        } catch (LinkageError broken) {
            return refused(broken);
        } catch (RuntimeException unexpected) {
            return outcomes.outcome(State.INCOMPLETE, null, 0, "", Reason.programUnrunnable(unexpected));
        }
    }

    /** Returns the outcome of code whose classes the JVM refuses. */
    private Outcome refused(LinkageError broken) {
        Reason missing = Reason.missingRequirement(broken);
        return missing != null
                ? outcomes.outcome(State.INCOMPLETE, null, 0, "", missing)
                : outcomes.outcome(State.NOT_COMPILED, null, 0, "", Reason.diagnostic(broken.toString()));
    }

    private void sendDigests(boolean last) throws IOException {
        send("{\"run_request\":" + digestsRunRequest + ",\"outcomes\":[" + digests + "],\"last\":" + last + "}");
        digests.setLength(0);
    }

    private void answer(int runRequest, Outcome outcome, boolean last) throws IOException {
        send("{\"run_request\":" + runRequest + ",\"outcome\":" + outcome.json + ",\"last\":" + last + "}");
    }
}
