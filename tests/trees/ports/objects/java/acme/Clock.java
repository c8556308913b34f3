package acme;

import java.util.Map;

public class Clock {
    public static long since(long start) {
        return System.nanoTime() - start;
    }

    public static Map<String, String> settings() {
        return System.getenv();
    }

    public static String home(String name) {
        String home = System.getenv("HOME") + "/" + name;
        System.out.println(home);
        return home;
    }
}
