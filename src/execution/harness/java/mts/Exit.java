package mts;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * What `System.exit` becomes in a program: its status is kept, its output ends, and no step of it is taken any more.
 * The worker outlives it.
 */
public final class Exit {
    private static final Gone GONE = new Gone();
    private static final String OWNER = "java/lang/System";
    private static final String OWN = "mts/Exit";

    private static Printed printed;
    private static boolean asked;
    private static int status;
    private static long left;

    private Exit() {}

    /** A program begins. */
    static synchronized void begin(Printed output) {
        printed = output;
        asked = false;
        status = 0;
    }

    static synchronized boolean asked() {
        return asked;
    }

    /** As the system tells it: the lowest eight bits. */
    static synchronized int status() {
        return status;
    }

    /** What was left of the budget. */
    static synchronized long left() {
        return left;
    }

    /** Stands for {@link System#exit}; of several calls the first counts. */
    public static void exit(int code) {
        synchronized (Exit.class) {
            if (!asked) {
                asked = true;
                status = code & 0xff;
                left = Ticks.left;
                printed.freeze();
                // Whatever catches this, or runs beside it, ends at its next step.
                Ticks.left = Long.MIN_VALUE / 2;
            }
        }
        throw GONE;
    }

    /** A class file with the calls of `System.exit` turned to this class; the same where there are none. */
    static byte[] redirected(byte[] file) {
        int count = u2(file, 8);
        int[] at = new int[count];
        int end = 10;
        for (int i = 1; i < count; i++) {
            at[i] = end;
            switch (file[end]) {
                case 1:
                    end += 3 + u2(file, end + 1);
                    break;
                case 5:
                case 6:
                    end += 9;
                    i++;
                    break;
                case 7:
                case 8:
                case 16:
                case 19:
                case 20:
                    end += 3;
                    break;
                case 15:
                    end += 4;
                    break;
                default:
                    end += 5;
            }
        }
        byte[] made = null;
        for (int i = 1; i < count; i++) {
            if (at[i] == 0 || file[at[i]] != 10) {
                continue;
            }
            int owner = at[u2(file, at[i] + 1)];
            int named = at[u2(file, at[i] + 3)];
            boolean exits = text(file, at[u2(file, owner + 1)]).equals(OWNER)
                    && text(file, at[u2(file, named + 1)]).equals("exit")
                    && text(file, at[u2(file, named + 3)]).equals("(I)V");
            if (exits && count < 0xfffd) {
                made = made == null ? extended(file, count, end) : made;
                made[at[i] + 1] = (byte) (count + 1 >> 8);
                made[at[i] + 2] = (byte) (count + 1);
            }
        }
        return made == null ? file : made;
    }

    /** The file with this class's name, and this class, behind its `count` constants, which end at `end`. */
    private static byte[] extended(byte[] file, int count, int end) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(file.length + 16);
        byte[] name = OWN.getBytes(StandardCharsets.UTF_8);
        out.write(file, 0, 8);
        out.write(count + 2 >> 8);
        out.write(count + 2);
        out.write(file, 10, end - 10);
        out.write(1);
        out.write(0);
        out.write(name.length);
        out.write(name, 0, name.length);
        out.write(7);
        out.write(count >> 8);
        out.write(count);
        out.write(file, end, file.length - end);
        return out.toByteArray();
    }

    private static String text(byte[] file, int at) {
        return new String(file, at + 3, u2(file, at + 1), StandardCharsets.UTF_8);
    }

    private static int u2(byte[] file, int at) {
        return (file[at] & 0xff) << 8 | file[at + 1] & 0xff;
    }

    static final class Gone extends Error {
        private static final long serialVersionUID = 1L;

        Gone() {
            super("exit", null, false, false);
        }
    }
}
