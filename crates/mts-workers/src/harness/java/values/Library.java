package mts_harness;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Values of JDK classes whose fields the harness cannot read.
 *
 * <p>Examples are streams of bytes and text, exceptions, paths and durations.
 */
final class Library {
    /** A writer that gives access to its text. */
    private static final class Printing extends PrintWriter {
        Printing() {
            super(new StringWriter(), true);
        }

        String text() {
            flush();
            return out.toString();
        }
    }

    /**
     * A simulated process. The input defines its output and its exit status. The process keeps the
     * bytes that the code writes to it.
     */
    private static final class SimulatedProcess extends Process {
        private final ByteArrayOutputStream in = new ByteArrayOutputStream();
        private final InputStream out;
        private final InputStream err;
        private final int exit;
        private ProcessState state;
        /** The signal that ended the process. Other states do not use it. */
        private int signal;

        SimulatedProcess(byte[] out, byte[] err, int exit, boolean ended) {
            this.out = new ByteArrayInputStream(out);
            this.err = new ByteArrayInputStream(err);
            this.exit = exit;
            state = ended ? ProcessState.EXITED : ProcessState.RUNNING;
        }

        @Override
        public OutputStream getOutputStream() {
            return in;
        }

        @Override
        public InputStream getInputStream() {
            return out;
        }

        @Override
        public InputStream getErrorStream() {
            return err;
        }

        @Override
        public int waitFor() {
            if (isAlive()) {
                state = ProcessState.EXITED;
            }
            return exitValue();
        }

        @Override
        public boolean waitFor(long timeout, TimeUnit unit) {
            waitFor();
            return true;
        }

        @Override
        public int exitValue() {
            if (isAlive()) {
                throw new IllegalThreadStateException("process hasn't exited");
            }
            return state == ProcessState.EXITED ? exit : 128 + signal;
        }

        @Override
        public boolean isAlive() {
            return state == ProcessState.RUNNING;
        }

        @Override
        public void destroy() {
            end(15);
        }

        @Override
        public Process destroyForcibly() {
            end(9);
            return this;
        }

        @Override
        public long pid() {
            return JdkCatalogue.PROCESS_ID;
        }

        private void end(int number) {
            if (isAlive()) {
                state = ProcessState.SIGNALED;
                signal = number;
            }
        }

        /** Returns the encoded state. The text is empty while the process runs. */
        String encodedState() {
            switch (state) {
                case EXITED:
                    return "exit " + exit;
                case SIGNALED:
                    return "signal " + signal;
                default:
                    return "";
            }
        }
    }

    /** The state of a simulated process. */
    private enum ProcessState { RUNNING, EXITED, SIGNALED }

    private Library() {}

    /** Returns whether {@link #make} can decode this value for this type. */
    static boolean canMake(Object json, Class<?> type) {
        return InputStream.class.isAssignableFrom(type) || OutputStream.class.isAssignableFrom(type)
                || Reader.class.isAssignableFrom(type) || Writer.class.isAssignableFrom(type)
                || Throwable.class.isAssignableFrom(type) && tagged(json, "$exception") != null
                || JdkCatalogue.isSubstituted(type);
    }

    /**
     * Returns the encoded state of a simulated process: its standard input and its end.
     *
     * @return null for any other object
     */
    static Map<String, Object> process(Object o) {
        if (!(o instanceof SimulatedProcess)) {
            return null;
        }
        SimulatedProcess process = (SimulatedProcess) o;
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("in", process.in);
        shown.put("state", process.encodedState());
        return shown;
    }

    /** Returns the text that encodes a value of the JDK; {@code null} if no text encodes this value. */
    static String text(Object o) {
        return JdkCatalogue.isText(o) ? o.toString() : null;
    }

    /** Returns the name of a thread. If the thread has no own name, the result lacks the number that Java adds. */
    static String name(Thread thread) {
        return thread.getName().replaceFirst("^Thread-\\d+$", "Thread");
    }

    /** Creates a value that the harness encodes by one text or by named parts. */
    private static Object plain(Object json, Class<?> type, ClassLoader loader) throws Unfit {
        Object fields = json instanceof Map ? ((Map<?, ?>) json).get("fields") : null;
        if (type == Duration.class && tagged(fields, "millis") instanceof Number) {
            return Duration.ofMillis(((Number) tagged(fields, "millis")).longValue());
        }
        if (type == Thread.class && tagged(fields, "name") instanceof String) {
            return Lambdas.thread(() -> { }, (String) tagged(fields, "name"), true);
        }
        if (type == Process.class && tagged(fields, "exit") instanceof Number) {
            return new SimulatedProcess(bytes(tagged(fields, "out")), bytes(tagged(fields, "err")),
                    ((Number) tagged(fields, "exit")).intValue(), Boolean.TRUE.equals(tagged(fields, "ended")));
        }
        if (type == Class.class && tagged(fields, "text") instanceof String) {
            String name = ((String) tagged(fields, "text")).replaceFirst("^.* ", "");
            try {
                return Class.forName(name, false, loader);
            } catch (ClassNotFoundException | LinkageError unknown) {
                throw new Unfit("there is no class " + name);
            }
        }
        Object text = tagged(fields, "text") instanceof String ? tagged(fields, "text") : json;
        if (!(text instanceof String)) {
            throw new Unfit("cargo mts cannot make an object of " + type.getName() + " from this value");
        }
        try {
            return JdkCatalogue.make(type, (String) text);
        } catch (RuntimeException odd) {
            throw new Unfit("cargo mts cannot make an object of " + type.getName() + ": " + odd);
        }
    }

    private static Object tagged(Object json, String tag) {
        return json instanceof Map ? ((Map<?, ?>) json).get(tag) : null;
    }

    /** Decodes a value of a type for which {@link #canMake} returns true. */
    static Object make(Object json, Class<?> type, ClassLoader loader) throws Unfit {
        if (JdkCatalogue.isSubstituted(type)) {
            return plain(json, type, loader);
        }
        if (type.isAssignableFrom(ByteArrayInputStream.class)) {
            return new ByteArrayInputStream(bytes(json));
        }
        if (type.isAssignableFrom(ByteArrayOutputStream.class)) {
            return new ByteArrayOutputStream();
        }
        if (type == PrintStream.class) {
            return new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        }
        if (type.isAssignableFrom(StringReader.class)) {
            return new StringReader((String) json);
        }
        if (type == BufferedReader.class) {
            return new BufferedReader(new StringReader((String) json));
        }
        if (type.isAssignableFrom(StringWriter.class)) {
            return new StringWriter();
        }
        if (type == PrintWriter.class) {
            return new Printing();
        }
        if (Throwable.class.isAssignableFrom(type)) {
            String name = (String) tagged(json, "$exception");
            try {
                Class<?> own = Class.forName(name.indexOf('.') < 0 ? "java.lang." + name : name, true, loader);
                Object made = own.getConstructor(String.class).newInstance((String) tagged(json, "message"));
                if (type.isInstance(made)) {
                    return made;
                }
            } catch (ReflectiveOperationException unknown) {
                throw new Unfit("cargo mts cannot make the exception " + name);
            }
        }
        throw new Unfit("cargo mts cannot make an object of " + type.getName());
    }

    private static byte[] bytes(Object json) throws Unfit {
        Object hex = tagged(json, "$bytes");
        if (!(hex instanceof String)) {
            throw new Unfit("the value must have the key $bytes");
        }
        byte[] made = new byte[((String) hex).length() / 2];
        for (int i = 0; i < made.length; i++) {
            made[i] = (byte) Integer.parseInt(((String) hex).substring(2 * i, 2 * i + 2), 16);
        }
        return made;
    }

    /** Returns the content of an output stream, a string or bytes; null for any other object. */
    static Object written(Object stream) {
        if (stream instanceof ByteArrayOutputStream) {
            return ((ByteArrayOutputStream) stream).toByteArray();
        }
        if (stream instanceof StringWriter) {
            return stream.toString();
        }
        return stream instanceof Printing ? ((Printing) stream).text() : null;
    }

    /**
     * Returns whether an object is an input stream. Its encoding does not show how much the code
     * has read.
     */
    static boolean isRead(Object stream) {
        return stream instanceof InputStream || stream instanceof Reader;
    }
}
