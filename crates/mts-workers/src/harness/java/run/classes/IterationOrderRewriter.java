package mts_harness;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Set;

/** Changes class files, so that they create the sets and maps of {@link IterationOrder}. */
final class IterationOrderRewriter {
    private static final Set<String> SETS = methods(SetShim.class);
    private static final Set<String> MAPS = methods(MapShim.class);
    private static final Set<String> COLLECTORS = methods(IterationOrder.class);

    private IterationOrderRewriter() {}

    /** Returns a class file in which {@link IterationOrder} creates the unmodifiable sets and maps. */
    static byte[] redirected(byte[] file) {
        byte[] sets = redirected(file, "java/util/Set", "mts_harness/SetShim", SETS);
        byte[] maps = redirected(sets, "java/util/Map", "mts_harness/MapShim", MAPS);
        return redirected(maps, "java/util/stream/Collectors", "mts_harness/IterationOrder", COLLECTORS);
    }

    private static byte[] redirected(byte[] file, String owner, String to, Set<String> methods) {
        ClassFileRewriter rewriter = new ClassFileRewriter(file, to);
        rewriter.redirect(owner, methods);
        return rewriter.bytes();
    }

    /** Returns the public static methods of a class: each is a name with its type. */
    private static Set<String> methods(Class<?> own) {
        Set<String> found = new HashSet<>();
        for (Method method : own.getMethods()) {
            if (method.getDeclaringClass() == own) {
                MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
                found.add(method.getName() + type.toMethodDescriptorString());
            }
        }
        return found;
    }
}
