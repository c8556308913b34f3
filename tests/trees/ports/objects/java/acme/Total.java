package acme;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.Writer;
import java.util.Iterator;
import java.util.List;

public class Total {
    public static int addTwice(Basket basket) {
        return 2 * basket.due();
    }

    public static int labels(List<Item> items) {
        int length = 0;
        for (Item item : items) {
            length += item.label().length();
        }
        return length;
    }

    public static int bytes(InputStream in) throws IOException {
        int sum = 0;
        for (int b = in.read(); b >= 0; b = in.read()) {
            sum += b;
        }
        return sum;
    }

    public static int letters(Reader from) throws IOException {
        int count = 0;
        while (from.read() >= 0) {
            count++;
        }
        return count;
    }

    public static void greet(Writer to, String name) throws IOException {
        to.write("hello ");
        to.write(name);
    }

    public static int longest(Iterator<String> words) {
        int most = 0;
        while (words.hasNext()) {
            most = Math.max(most, words.next().length());
        }
        return most;
    }

    public static void append(StringBuilder line, String word) {
        line.append(' ').append(word);
    }
}
