package mts_harness;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Objects that implement a functional interface.
 *
 * <p>All abstract methods of such an object behave in the same way. The catalogue of the JDK names
 * the behaviours, and the Python worker has the same behaviours.
 */
final class Lambdas implements InvocationHandler {
    private static final String TAG = JdkCatalogue.FUNCTION_CLASS + ".";
    /**
     * The threads that the harness created for the current call. A thread factory may add more from
     * any thread.
     */
    private static final List<Thread> THREADS = new CopyOnWriteArrayList<>();
    /** The longest wait for the threads of a call, in nanoseconds. */
    private static final long PATIENCE = 1_000_000_000L;
    private final String behaviour;

    private Lambdas(String behaviour) {
        this.behaviour = behaviour;
    }

    /**
     * Returns whether an encoded value is a function. An enum of the project may have the same name, but it has other
     * constants.
     */
    static boolean isLambda(Object json) {
        Object name = json instanceof Map ? ((Map<?, ?>) json).get("$enum") : null;
        return name instanceof String && ((String) name).startsWith(TAG)
                && JdkCatalogue.BEHAVIOURS.contains(((String) name).substring(TAG.length()));
    }

    static Object make(Object json, Class<?> type) throws Unfit {
        if (!type.isInterface()) {
            throw new Unfit(type.getName() + " is not an interface, so no function can implement it");
        }
        String behaviour = ((String) ((Map<?, ?>) json).get("$enum")).substring(TAG.length());
        ClassLoader own = type.getClassLoader();
        return Proxy.newProxyInstance(own == null ? Lambdas.class.getClassLoader() : own, new Class<?>[] {type},
                new Lambdas(behaviour));
    }

    /** Returns whether an object is a function or a proxy. Such an object has no fields to compare. */
    static boolean is(Object o) {
        return Proxy.isProxyClass(o.getClass()) || o.getClass().isSynthetic() && o.getClass().getName().contains("$$Lambda");
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            switch (method.getName()) {
                case "equals":
                    return proxy == args[0];
                case "hashCode":
                    return behaviour.hashCode();
                default:
                    return TAG + behaviour;
            }
        }
        if (method.isDefault()) {
            Class<?> owner = method.getDeclaringClass();
            MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
            return MethodHandles.lookup().findSpecial(owner, method.getName(), type, owner).bindTo(proxy)
                    .invokeWithArguments(args == null ? new Object[0] : args);
        }
        return fitting(result(args == null ? new Object[0] : args), method.getReturnType());
    }

    /** Returns the result of a call, before its conversion to the method's type. */
    @SuppressWarnings("unchecked")
    private Object result(Object[] args) {
        switch (behaviour) {
            case "first":
                return args.length > 0 ? args[0] : null;
            case "second":
                return args.length > 1 ? args[1] : null;
            case "natural":
                return Integer.signum(((Comparable<Object>) args[0]).compareTo(args[1]));
            case "thread":
                return args.length > 0 && args[0] instanceof Runnable ? thread((Runnable) args[0]) : null;
            case "called":
                System.out.print("called\n");
                return null;
            default:
                return JdkCatalogue.result(behaviour);
        }
    }

    private static Thread thread(Runnable task) {
        return thread(task, "thread", false);
    }

    /** Returns a new thread. If the code under test starts it, the harness waits for it after the call. */
    static Thread thread(Runnable task, String name, boolean daemon) {
        Thread made = new Thread(task, name);
        made.setDaemon(daemon);
        THREADS.add(made);
        return made;
    }

    /** Starts a call: forgets the threads of the call before. */
    static void begin() {
        THREADS.clear();
    }

    /**
     * Waits for the threads that the harness created, and returns whether all ended in time.
     *
     * <p>After the wait, the outcome has the effects of the threads.
     */
    static boolean haveEnded() throws InterruptedException {
        long until = System.nanoTime() + PATIENCE;
        boolean all = true;
        for (Thread one : THREADS) {
            if (one.isAlive()) {
                one.join(Math.max(1, (until - System.nanoTime()) / 1_000_000));
                all &= !one.isAlive();
            }
        }
        THREADS.clear();
        return all;
    }

    /** Returns the result as a value of the method's type. If the result does not fit, returns null, false or 0. */
    private static Object fitting(Object result, Class<?> type) {
        if (type == boolean.class) {
            return result instanceof Boolean ? result : false;
        }
        if (type == char.class) {
            return result instanceof Character ? result : '\0';
        }
        if (type == void.class || !type.isPrimitive()) {
            return type.isInstance(result) ? result : null;
        }
        Number n = result instanceof Number ? (Number) result : 0;
        if (type == int.class) {
            return n.intValue();
        }
        if (type == long.class) {
            return n.longValue();
        }
        if (type == double.class) {
            return n.doubleValue();
        }
        if (type == float.class) {
            return n.floatValue();
        }
        return type == short.class ? (Object) n.shortValue() : (Object) n.byteValue();
    }
}
