package mts_harness;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Changes a class file, so that it calls methods and creates objects of another class.
 *
 * <p>The class file API of the JDK is final only since Java 24, and a library such as ASM in the
 * worker could hide or replace the version that the project uses.
 */
final class ClassFileRewriter {
    private static final int TEXT = 1;
    private static final int FIELD = 9;
    private static final int METHOD = 10;
    private static final int INTERFACE_METHOD = 11;
    private static final int NEW = 0xbb;
    private static final int TABLE_SWITCH = 0xaa;
    private static final int LOOKUP_SWITCH = 0xab;
    private static final int WIDE = 0xc4;
    private static final int IINC = 0x84;
    /** The length of each instruction in bytes, by its opcode; 0 for instructions of variable length. */
    private static final String LENGTHS = "11111111111111112323322222111111"
            + "11111111111111111111112222211111"
            + "11111111111111111111111111111111"
            + "11111111111111111111111111111111"
            + "11113111111111111111111113333333"
            + "33333333320011111133333335532311"
            + "3311043355";

    private final byte[] file;
    /** The name of the new class. */
    private final String to;
    /** The length of the constant pool table, and the position of each constant; 0 if a number has no constant. */
    private final int count;
    private final int[] at;
    /** The position after the constant pool. */
    private final int end;
    /** The changed file; null before the first change. */
    private byte[] made;

    ClassFileRewriter(byte[] file, String to) {
        this.file = file;
        this.to = to;
        count = u2(8);
        at = new int[count];
        int next = 10;
        for (int i = 1; i < count; i++) {
            at[i] = next;
            switch (file[next]) {
                case 1:
                    next += 3 + u2(next + 1);
                    break;
                case 5:
                case 6:
                    next += 9;
                    i++;
                    break;
                case 7:
                case 8:
                case 16:
                case 19:
                case 20:
                    next += 3;
                    break;
                case 15:
                    next += 4;
                    break;
                default:
                    next += 5;
            }
        }
        end = next;
    }

    /** Returns the text constants: names, descriptors and strings. */
    List<String> texts() {
        List<String> texts = new ArrayList<>();
        for (int position : at) {
            if (position > 0 && file[position] == TEXT) {
                texts.add(new String(file, position + 3, u2(position + 1), StandardCharsets.UTF_8));
            }
        }
        return texts;
    }

    /**
     * Returns the class file with another prefix of class names.
     *
     * <p>The text constants have the prefix {@code to} instead of {@code from}. Class names inside
     * of type descriptors do not change.
     */
    static byte[] renamed(byte[] file, String from, String to) {
        return new ClassFileRewriter(file, to).renamed(from.getBytes(StandardCharsets.UTF_8));
    }

    private byte[] renamed(byte[] from) {
        byte[] put = to.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream(file.length + 64);
        int written = 0;
        for (int i = 1; i < count; i++) {
            int start = at[i] + 3;
            if (at[i] == 0 || file[at[i]] != TEXT || u2(at[i] + 1) < from.length
                    || !Arrays.equals(file, start, start + from.length, from, 0, from.length)) {
                continue;
            }
            int length = u2(at[i] + 1) - from.length + put.length;
            out.write(file, written, at[i] + 1 - written);
            out.write(length >> 8);
            out.write(length);
            out.write(put, 0, put.length);
            written = start + from.length;
        }
        out.write(file, written, file.length - written);
        return out.toByteArray();
    }

    /** Returns the class file with all changes. */
    byte[] bytes() {
        return made == null ? file : made;
    }

    /**
     * Redirects the calls of a method to the method with the same signature in the new class.
     *
     * @return whether there are such calls
     */
    boolean redirect(String owner, String name, String type) {
        return redirect(owner, Set.of(name + type));
    }

    /**
     * Redirects the calls of several methods, and method references such as {@code Set::of}. Each text in
     * {@code methods} is the name of a method with its type.
     */
    boolean redirect(String owner, Set<String> methods) {
        boolean found = false;
        for (int i = 1; i < count; i++) {
            if (at[i] == 0 || file[at[i]] != METHOD && file[at[i]] != INTERFACE_METHOD || !isClass(u2(at[i] + 1), owner)) {
                continue;
            }
            int named = at[u2(at[i] + 3)];
            if (methods.contains(text(u2(named + 1)) + text(u2(named + 3)))) {
                found |= put(at[i] + 1);
            }
        }
        return found;
    }

    /** Returns the superclass, with slashes; an empty text if the file has none. */
    String superclass() {
        int named = u2(end + 4);
        return named == 0 ? "" : text(u2(at[named] + 1));
    }

    /** Tests a field or a method: the class with dots, the name, and the type. */
    interface MemberTest {
        boolean test(String owner, String name, String type);
    }

    /** Whether the class has a static initializer. */
    boolean hasInitializer() {
        for (int i = 1; i < count; i++) {
            if (at[i] != 0 && file[at[i]] == TEXT && text(i).equals("<clinit>")) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the condition holds for every field and method that the file names. */
    boolean refersOnlyTo(MemberTest wanted) {
        for (int i = 1; i < count; i++) {
            if (at[i] != 0 && (file[at[i]] == FIELD || file[at[i]] == METHOD || file[at[i]] == INTERFACE_METHOD)) {
                String owner = text(u2(at[u2(at[i] + 1)] + 1)).replace('/', '.');
                int named = at[u2(at[i] + 3)];
                if (!wanted.test(owner, text(u2(named + 1)), text(u2(named + 3)))) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Returns whether the file names a method for which the condition holds.
     *
     * <p>The condition gets the class, with slashes, and the name of the method.
     */
    boolean calls(BiPredicate<String, String> wanted) {
        for (int i = 1; i < count; i++) {
            if (at[i] != 0 && (file[at[i]] == METHOD || file[at[i]] == INTERFACE_METHOD)
                    && wanted.test(text(u2(at[u2(at[i] + 1)] + 1)), text(u2(at[u2(at[i] + 3)] + 1)))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Replaces the class {@code owner} by the new class.
     *
     * <p>The new class is used where the file creates objects, and as superclass.
     */
    void redirectObjects(String owner) {
        int above = end + 4;
        if (u2(above) != 0 && isClass(u2(above), owner)) {
            put(above);
        }
        int next = members(above + 4 + 2 * u2(above + 2), owner);
        members(next, owner);
    }

    /**
     * Changes the code of the fields or methods that begin at a position.
     *
     * @return the position after them
     */
    private int members(int from, String owner) {
        int next = from + 2;
        for (int member = u2(from); member > 0; member--) {
            int attributes = u2(next + 6);
            next += 8;
            for (; attributes > 0; attributes--) {
                if (text(u2(next)).equals("Code")) {
                    code(next + 14, next + 14 + u4(next + 10), owner);
                }
                next += 6 + u4(next + 2);
            }
        }
        return next;
    }

    private void code(int from, int to, String owner) {
        for (int next = from; next < to;) {
            int instruction = file[next] & 0xff;
            if (instruction == NEW && isClass(u2(next + 1), owner)) {
                put(next + 1);
            }
            int aligned = next + 4 - (next - from) % 4;
            if (instruction == TABLE_SWITCH) {
                next = aligned + 12 + 4 * (u4(aligned + 8) - u4(aligned + 4) + 1);
            } else if (instruction == LOOKUP_SWITCH) {
                next = aligned + 8 + 8 * u4(aligned + 4);
            } else if (instruction == WIDE) {
                next += (file[next + 1] & 0xff) == IINC ? 6 : 4;
            } else {
                next += LENGTHS.charAt(instruction) - '0';
            }
        }
    }

    /** Writes the number of the new class at a position. Returns false if the constant pool is full. */
    private boolean put(int place) {
        if (made == null) {
            if (count >= 0xfffd) {
                return false;
            }
            made = extended();
        }
        int moved = place < end ? place : place + made.length - file.length;
        made[moved] = (byte) (count + 1 >> 8);
        made[moved + 1] = (byte) (count + 1);
        return true;
    }

    /**
     * Returns the file with two more constants: the name of the new class, and its class constant.
     */
    private byte[] extended() {
        ByteArrayOutputStream out = new ByteArrayOutputStream(file.length + 32);
        byte[] name = to.getBytes(StandardCharsets.UTF_8);
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

    /** Returns whether a constant is the class with this name. The name has only ASCII letters. */
    private boolean isClass(int constant, String name) {
        int named = u2(at[constant] + 1);
        return u2(at[named] + 1) == name.length() && text(named).equals(name);
    }

    private String text(int constant) {
        return new String(file, at[constant] + 3, u2(at[constant] + 1), StandardCharsets.UTF_8);
    }

    private int u2(int place) {
        return (file[place] & 0xff) << 8 | file[place + 1] & 0xff;
    }

    private int u4(int place) {
        return u2(place) << 16 | u2(place + 2);
    }
}
