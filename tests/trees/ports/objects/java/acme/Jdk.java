package acme;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ThreadFactory;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;

/** What takes the JDK's own classes. */
public class Jdk {
    public static String folder(File file) {
        String path = file.getPath();
        int at = path.lastIndexOf('/');
        return at < 0 ? "" : path.substring(0, at);
    }

    public static File inside(int n, File file) {
        return new File("d" + n + "/" + file.getPath());
    }

    public static long seconds(Duration time) {
        return time.toMillis() / 1000;
    }

    public static Duration twice(Duration time) {
        return time.plus(time);
    }

    public static boolean isText(Class<?> type, int n) {
        return type == String.class && n > 0;
    }

    public static String setting(Properties settings, String key, String otherwise) {
        return settings.containsKey(key) ? settings.getProperty(key) : otherwise;
    }

    public static String named(Charset charset, int n) {
        return charset.name() + n;
    }

    public static String greater(Comparator<String> order, String a, String b) {
        return order.compare(a, b) < 0 ? b : a;
    }

    public static int counted(List<Integer> all, Predicate<Integer> fits) {
        int count = 0;
        for (Integer one : all) {
            if (fits.test(one)) {
                count++;
            }
        }
        return count;
    }

    public static int folded(List<Integer> all, BinaryOperator<Integer> step) {
        int found = 0;
        for (Integer one : all) {
            found = step.apply(found, one);
        }
        return found;
    }

    public static int times(int n, Runnable task) {
        for (int i = 0; i < n % 4; i++) {
            task.run();
        }
        return n;
    }

    public static Thread worker(Runnable task, boolean daemon) {
        Thread made = new Thread(task);
        made.setDaemon(daemon);
        return made;
    }

    public static String prefixed(Thread thread, String prefix, int n) {
        thread.setName(prefix + thread.getName());
        return thread.getName() + n;
    }

    public static Thread asked(ThreadFactory factory, Runnable task, String name) {
        Thread made = factory.newThread(task);
        made.setName(name + made.getName());
        return made;
    }

    public static int fed(Process process, int first, boolean ends) throws IOException, InterruptedException {
        OutputStream in = process.getOutputStream();
        in.write(first & 127);
        InputStream out = process.getInputStream();
        int sum = 0;
        for (int next = out.read(); next >= 0; next = out.read()) {
            sum += next;
        }
        if (ends) {
            process.destroy();
            return sum;
        }
        return sum + process.waitFor();
    }

    public static int started(ThreadFactory factory, OutputStream out, int n) {
        factory.newThread(() -> {
            try {
                out.write(n & 127);
            } catch (IOException unexpected) {
                throw new IllegalStateException(unexpected);
            }
        }).start();
        return n + 1;
    }
}
