package acme.app;

import acme.Words;

public class Report {
    static int width(String text, int rows) {
        int width = Words.mirrored(text, 1).length();
        if (rows > 3) {
            return width + rows * 2;
        }
        return width;
    }
}
