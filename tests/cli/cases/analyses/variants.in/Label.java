public class Label {
    static String label(int count) {
        return "count=" + count;
    }
}
