package acme;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A file that is there for the length of a call. */
public class Files {
    public static String name(String start) throws IOException {
        File file = File.createTempFile("abc" + start.length(), ".txt");
        String name = file.getName();
        file.delete();
        return name;
    }

    public static int written(String text) throws IOException {
        File file = File.createTempFile("abc", ".txt");
        java.nio.file.Files.write(file.toPath(), text.getBytes(StandardCharsets.UTF_8));
        int size = (int) file.length();
        file.delete();
        return size > 3 ? size : -size;
    }
}
