package acme;

import java.util.ArrayList;
import java.util.List;

/** Changes of a text, one piece after another. */
public class Edits {
    public enum Kind {
        DROP,
        KEEP,
        PUT
    }

    public static class Edit {
        public final Kind kind;
        public final String text;

        public Edit(Kind kind, String text) {
            this.kind = kind;
            this.text = text;
        }
    }

    public static String before(List<Edit> edits) {
        StringBuilder all = new StringBuilder();
        for (Edit edit : edits) {
            if (edit.kind != Kind.PUT) {
                all.append(edit.text);
            }
        }
        return all.toString();
    }

    public static List<Edit> kept(List<Edit> edits, String end) {
        List<Edit> all = new ArrayList<>();
        for (Edit edit : edits) {
            if (edit.kind == Kind.KEEP) {
                all.add(edit);
            }
        }
        all.add(new Edit(Kind.PUT, end));
        return all;
    }

    public static Edit joined(String text, String more) {
        return new Edit(Kind.DROP, text + more);
    }
}
