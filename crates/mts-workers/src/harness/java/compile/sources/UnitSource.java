package mts_harness;

import java.net.URI;
import java.net.URISyntaxException;
import javax.tools.SimpleJavaFileObject;

/** The text of a unit as a source file that is only in memory. */
final class UnitSource extends SimpleJavaFileObject {
    final String text;

    UnitSource(String path, String text) {
        super(uri(path), Kind.SOURCE);
        this.text = text;
    }

    /** Returns the address of a file that is only in memory. */
    static URI uri(String path) {
        try {
            return new URI("mem", null, "/" + path, null);
        } catch (URISyntaxException odd) {
            return URI.create("mem:///Unit.java");
        }
    }

    @Override
    public CharSequence getCharContent(boolean ignoreErrors) {
        return text;
    }
}
