package mts_harness;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Creates stub subclasses of abstract classes and interfaces. A stub subclass has the constructors
 * of its superclass. For each method without a body, it has a stub that prints its call and returns
 * a constant. The Python worker creates the same subclasses.
 */
public final class Subclasses {
    /** The suffix of a stub subclass's name, after the name of its superclass. */
    static final String SUFFIX = "$MadeUp";
    private static final int PUBLIC = 1;
    private static final int VERSION = 52;

    /** A class loader that defines a stub subclass in the package of its superclass. */
    interface Definer {
        Class<?> define(String name, byte[] bytes);
    }

    private final ByteArrayOutputStream pool = new ByteArrayOutputStream();
    private final DataOutputStream constants = new DataOutputStream(pool);
    private final Map<String, Integer> known = new HashMap<>();
    private final String name;
    private int count = 1;

    private Subclasses(String name) {
        this.name = name;
    }

    /** Returns whether the harness needs a stub subclass to create objects of a class. */
    static boolean needsStubSubclass(Class<?> base) {
        return base.isInterface() || Modifier.isAbstract(base.getModifiers()) && !base.isEnum() && !base.isArray();
    }

    /** Returns the constructor itself; for an abstract class, the same constructor of its stub subclass. */
    static Constructor<?> concrete(Constructor<?> constructor) throws Unfit {
        Class<?> owner = constructor.getDeclaringClass();
        if (!needsStubSubclass(owner)) {
            return constructor;
        }
        try {
            Constructor<?> made = stubSubclass(owner).getDeclaredConstructor(constructor.getParameterTypes());
            made.setAccessible(true);
            return made;
        } catch (NoSuchMethodException closed) {
            throw new Unfit("only " + owner.getSimpleName() + " itself can call its constructor");
        }
    }

    /** Returns the stub subclass of a class. The first call creates it. */
    static Class<?> stubSubclass(Class<?> base) throws Unfit {
        ClassLoader loader = base.getClassLoader();
        String name = base.getName() + SUFFIX;
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException first) {
            if (!(loader instanceof Definer)) {
                throw new Unfit("cargo mts cannot make a stub subclass of " + base.getName());
            }
        }
        try {
            return ((Definer) loader).define(name, new Subclasses(name.replace('.', '/')).classFile(base));
        } catch (IOException | LinkageError refused) {
            throw new Unfit(
                    "cargo mts cannot make a stub subclass of " + base.getName() + ": " + refused.getMessage());
        }
    }

    /**
     * Returns the name of a class for outcomes.
     *
     * <p>For a stub subclass, this is the name of its superclass.
     */
    static String named(Class<?> type) {
        String own = type.getName();
        return own.endsWith(SUFFIX) ? own.substring(0, own.length() - SUFFIX.length()) : own;
    }

    /** Returns each project method that needs a stub in the stub subclass. */
    private static List<Method> methodsToStub(Class<?> base) {
        Map<String, Method> decided = new LinkedHashMap<>();
        for (Class<?> c = base; c != null; c = c.getSuperclass()) {
            for (Method m : c.getDeclaredMethods()) {
                if (!Modifier.isStatic(m.getModifiers()) && !Modifier.isPrivate(m.getModifiers())) {
                    decided.putIfAbsent(signature(m), m);
                }
            }
        }
        // Next come the inherited methods, default methods first: an abstract method needs no stub
        // if a default method has the same signature.
        List<Method> inherited = new ArrayList<>(List.of(base.getMethods()));
        inherited.sort((a, b) -> Boolean.compare(b.isDefault(), a.isDefault()));
        inherited.forEach(m -> decided.putIfAbsent(signature(m), m));
        List<Method> open = new ArrayList<>();
        for (Method m : decided.values()) {
            boolean isOwn = m.getDeclaringClass().getClassLoader() instanceof Definer;
            if (isOwn && Modifier.isAbstract(m.getModifiers()) && !isOfObject(m)) {
                open.add(m);
            }
        }
        return open;
    }

    /**
     * Returns whether an interface method is a public method of every object, such as
     * {@code equals}.
     */
    private static boolean isOfObject(Method method) {
        try {
            return method.getDeclaringClass().isInterface()
                    && Modifier.isPublic(Object.class.getDeclaredMethod(method.getName(), method.getParameterTypes()).getModifiers());
        } catch (NoSuchMethodException none) {
            return false;
        }
    }

    private static String signature(Method m) {
        return m.getName() + descriptor(m.getReturnType(), m.getParameterTypes());
    }

    private static String descriptor(Class<?> returned, Class<?>... params) {
        return MethodType.methodType(returned, params).toMethodDescriptorString();
    }

    /** Returns the class file of the stub subclass. */
    private byte[] classFile(Class<?> base) throws IOException {
        Class<?> above = base.isInterface() ? Object.class : base;
        ByteArrayOutputStream methods = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(methods);
        int number = 0;
        for (Constructor<?> constructor : above.getDeclaredConstructors()) {
            if (!Modifier.isPrivate(constructor.getModifiers())) {
                constructor(out, above, constructor.getParameterTypes());
                number++;
            }
        }
        for (Method method : methodsToStub(base)) {
            method(out, method);
            number++;
        }
        int own = type(name);
        int upper = type(internal(above));
        int inherited = base.isInterface() ? type(internal(base)) : 0;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream file = new DataOutputStream(bytes);
        file.writeInt(0xCAFEBABE);
        file.writeInt(VERSION);
        file.writeShort(count);
        pool.writeTo(file);
        file.writeShort(PUBLIC | 0x20);
        file.writeShort(own);
        file.writeShort(upper);
        file.writeShort(inherited == 0 ? 0 : 1);
        if (inherited != 0) {
            file.writeShort(inherited);
        }
        file.writeShort(0);
        file.writeShort(number);
        methods.writeTo(file);
        file.writeShort(0);
        return bytes.toByteArray();
    }

    /** Writes a constructor that passes its arguments to the constructor of the superclass. */
    private void constructor(DataOutputStream out, Class<?> above, Class<?>[] params) throws IOException {
        ByteArrayOutputStream code = new ByteArrayOutputStream();
        DataOutputStream steps = new DataOutputStream(code);
        String descriptor = descriptor(void.class, params);
        steps.writeByte(0x2a);
        int slot = 1;
        for (Class<?> param : params) {
            slot = load(steps, param, slot);
        }
        steps.writeByte(0xb7);
        steps.writeShort(member(10, internal(above), "<init>", descriptor));
        steps.writeByte(0xb1);
        member(out, PUBLIC, "<init>", descriptor, code.toByteArray(), slot + 1, slot);
    }

    /** Writes the stub of a method: it calls {@link #called} and returns a constant. */
    private void method(DataOutputStream out, Method method) throws IOException {
        ByteArrayOutputStream code = new ByteArrayOutputStream();
        DataOutputStream steps = new DataOutputStream(code);
        Class<?>[] params = method.getParameterTypes();
        text(steps, method.getName());
        int slot = 1;
        if (printsArguments(params)) {
            number(steps, params.length);
            steps.writeByte(0xbd);
            steps.writeShort(type("java/lang/Object"));
            for (int i = 0; i < params.length; i++) {
                steps.writeByte(0x59);
                number(steps, i);
                slot = load(steps, params[i], slot);
                if (params[i].isPrimitive()) {
                    Class<?> box = MethodType.methodType(params[i]).wrap().returnType();
                    steps.writeByte(0xb8);
                    steps.writeShort(member(10, internal(box), "valueOf", descriptor(box, params[i])));
                }
                steps.writeByte(0x53);
            }
        } else {
            steps.writeByte(0x01);
            for (Class<?> param : params) {
                slot += param == long.class || param == double.class ? 2 : 1;
            }
        }
        steps.writeByte(0xb8);
        steps.writeShort(member(10, "mts_harness/Subclasses", "called", "(Ljava/lang/String;[Ljava/lang/Object;)V"));
        returnConstant(steps, method.getReturnType(), method.getName());
        int flags = method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED);
        member(out, flags, method.getName(), descriptor(method.getReturnType(), params), code.toByteArray(), 8, slot);
    }

    /**
     * Writes the return of a stub's constant.
     *
     * <p>The constants are 1 or 1.0, the letter a, the method's name, false, and null.
     */
    private void returnConstant(DataOutputStream steps, Class<?> type, String called) throws IOException {
        if (type == void.class) {
            steps.writeByte(0xb1);
        } else if (type == boolean.class) {
            steps.writeByte(0x03);
            steps.writeByte(0xac);
        } else if (type == long.class) {
            steps.writeByte(0x0a);
            steps.writeByte(0xad);
        } else if (type == float.class) {
            steps.writeByte(0x0c);
            steps.writeByte(0xae);
        } else if (type == double.class) {
            steps.writeByte(0x0f);
            steps.writeByte(0xaf);
        } else if (type.isPrimitive()) {
            number(steps, type == char.class ? 'a' : 1);
            steps.writeByte(0xac);
        } else {
            if (type == String.class) {
                text(steps, called);
            } else {
                steps.writeByte(0x01);
            }
            steps.writeByte(0xb0);
        }
    }

    /** Writes the load of an argument from its slot. Returns the next slot. */
    private static int load(DataOutputStream steps, Class<?> type, int slot) throws IOException {
        boolean isWide = type == long.class || type == double.class;
        int code = !type.isPrimitive() ? 0x19 : type == long.class ? 0x16 : type == float.class ? 0x17 : type == double.class ? 0x18 : 0x15;
        // The prefix `wide` is necessary, because there may be more than 256 slots.
        steps.writeByte(0xc4);
        steps.writeByte(code);
        steps.writeShort(slot);
        return slot + (isWide ? 2 : 1);
    }

    private static void number(DataOutputStream steps, int n) throws IOException {
        steps.writeByte(0x11);
        steps.writeShort(n);
    }

    private void text(DataOutputStream steps, String text) throws IOException {
        steps.writeByte(0x13);
        steps.writeShort(reference(8, utf(text)));
    }

    private void member(DataOutputStream out, int flags, String called, String descriptor, byte[] code, int stack, int locals)
            throws IOException {
        out.writeShort(flags);
        out.writeShort(utf(called));
        out.writeShort(utf(descriptor));
        out.writeShort(1);
        out.writeShort(utf("Code"));
        out.writeInt(12 + code.length);
        out.writeShort(Math.max(stack, 8) + locals);
        out.writeShort(locals);
        out.writeInt(code.length);
        out.write(code);
        out.writeShort(0);
        out.writeShort(0);
    }

    private static String internal(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    private int utf(String text) throws IOException {
        Integer before = known.get("1 " + text);
        if (before != null) {
            return before;
        }
        constants.writeByte(1);
        constants.writeUTF(text);
        known.put("1 " + text, count);
        return count++;
    }

    private int type(String internal) throws IOException {
        return reference(7, utf(internal));
    }

    private int reference(int tag, int... to) throws IOException {
        StringBuilder key = new StringBuilder().append(tag);
        for (int one : to) {
            key.append(' ').append(one);
        }
        Integer before = known.get("=" + key);
        if (before != null) {
            return before;
        }
        constants.writeByte(tag);
        for (int one : to) {
            constants.writeShort(one);
        }
        known.put("=" + key, count);
        return count++;
    }

    private int member(int tag, String owner, String called, String descriptor) throws IOException {
        int both = reference(12, utf(called), utf(descriptor));
        return reference(tag, type(owner), both);
    }

    /**
     * Returns whether a stub prints its arguments.
     *
     * <p>The stub prints the arguments only if both languages print all their types in the same way.
     */
    private static boolean printsArguments(Class<?>[] params) {
        for (Class<?> param : params) {
            if (param != String.class && param != boolean.class && param != byte.class && param != short.class
                    && param != int.class && param != long.class) {
                return false;
            }
        }
        return true;
    }

    /** Prints a call of a stub, with its arguments unless {@code args} is null. The stubs call this method. */
    public static void called(String name, Object[] args) {
        StringBuilder line = new StringBuilder(name).append('(');
        if (args == null) {
            line.append("..");
        } else {
            for (int i = 0; i < args.length; i++) {
                line.append(i > 0 ? ", " : "").append(args[i]);
            }
        }
        System.out.print(line.append(")\n"));
    }
}
