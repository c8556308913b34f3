package mts_harness;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Captures the standard output of a call up to {@code cap} bytes, and counts the rest. */
final class StdoutCapture extends OutputStream {
    private final int cap;
    private byte[] kept = new byte[256];
    private long length;
    private boolean frozen;
    private Stream stream;

    StdoutCapture(int cap) {
        this.cap = cap;
        renew();
    }

    /**
     * Creates a new stream. An error may have left the old one in a wrong state, or the call may
     * have closed it.
     */
    void renew() {
        stream = new Stream(this);
    }

    /** Starts the output of a new call. */
    void begin() {
        length = 0;
        frozen = false;
        if (stream.closed) {
            renew();
        }
        System.setOut(stream);
    }

    /** Discards all later output, because the program has ended. */
    void freeze() {
        stream.flush();
        frozen = true;
    }

    /** Returns the output as text. If bytes are missing, the text ends with the number of all bytes. */
    String end() {
        stream.flush();
        int size = (int) Math.min(length, cap);
        String text = Encode.masked(new String(kept, 0, size, StandardCharsets.UTF_8));
        return length > cap ? text + "\n[" + length + " bytes in all]" : text;
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
        if (frozen) {
            return;
        }
        if (length < cap) {
            int fits = (int) Math.min(count, cap - length);
            int needed = (int) length + fits;
            if (needed > kept.length) {
                kept = java.util.Arrays.copyOf(kept, Math.min(cap, Math.max(needed, kept.length * 2)));
            }
            System.arraycopy(bytes, from, kept, (int) length, fits);
        }
        length += count;
    }

    /** A stream that remembers whether the code under test closed it. */
    private static final class Stream extends PrintStream {
        private boolean closed;

        Stream(OutputStream to) {
            super(to, false, StandardCharsets.UTF_8);
        }

        @Override
        public void close() {
            closed = true;
            super.close();
        }
    }
}
