package mts_harness;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The class loaders of the current pair's libraries, by class path. */
final class Libraries {
    private final Map<List<String>, URLClassLoader> loaders = new HashMap<>();

    /** Forgets all loaders, so that the next classes have new static fields. */
    void close() throws IOException {
        for (URLClassLoader loader : loaders.values()) {
            loader.close();
        }
        loaders.clear();
    }

    /** Returns the loader of a class path. */
    ClassLoader loader(List<String> classpath) {
        if (classpath.isEmpty()) {
            return Libraries.class.getClassLoader();
        }
        return loaders.computeIfAbsent(classpath, paths -> {
            List<URL> urls = new ArrayList<>();
            for (String path : paths) {
                try {
                    urls.add(new File(path).toURI().toURL());
                } catch (MalformedURLException odd) {
                    continue;
                }
            }
            return new URLClassLoader(urls.toArray(new URL[0]), Libraries.class.getClassLoader());
        });
    }
}
