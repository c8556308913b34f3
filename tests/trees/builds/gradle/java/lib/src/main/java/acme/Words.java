package acme;

import org.apache.commons.lang3.StringUtils;

public class Words {
    public static String mirrored(String text, int times) {
        String out = "";
        for (int i = 0; i < Numbers.next(times % 4); i++) {
            out = out + StringUtils.reverse(text);
        }
        return out;
    }
}
