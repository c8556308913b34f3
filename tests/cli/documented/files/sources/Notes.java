public class Notes {
    static int lines(int words, int width) {
        if (width < 1) {
            return 0;
        }
        int count = 0;
        for (int at = 0; at < words && count < 99; at++) {
            count++;
        }
        return count;
    }
}
