package mts_harness;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Finds classes whose static initializers may run at any time.
 *
 * <p>Such an initializer has no effect outside of its own class, and depends on nothing that can
 * change. The constant pool of the class file decides, so the search may find too few classes.
 */
final class HarmlessInitializers {
    private final Map<String, ClassFileRewriter> files = new HashMap<>();
    private final Set<String> harmless;

    private HarmlessInitializers(Map<String, byte[]> unit, Collection<String> names) {
        harmless = new HashSet<>(names);
        for (String name : names) {
            files.put(name, new ClassFileRewriter(unit.get(name), ""));
        }
        while (harmless.removeIf(name -> !files.get(name).refersOnlyTo((owner, member, type) -> isHarmless(name, owner, member, type)))) {
            continue;
        }
    }

    /** Returns the named classes of a unit that use only each other and harmless JDK classes. */
    static Set<String> among(Map<String, byte[]> unit, Collection<String> names) {
        return new HarmlessInitializers(unit, names).harmless;
    }

    /** Returns whether a class may use a member of another class. */
    private boolean isHarmless(String name, String owner, String member, String type) {
        if (owner.startsWith("[") || owner.equals(name) || owner.equals(Ticks.class.getName())) {
            return true;
        }
        if (files.containsKey(owner)) {
            // If a class has an initializer, only members that never change are harmless: objects
            // and enum constants.
            return harmless.contains(owner) && (!files.get(owner).hasInitializer() || member.equals("<init>")
                    || member.equals("values") || member.equals("ordinal") || member.startsWith("$SwitchMap$")
                    || type.equals("L" + owner.replace('.', '/') + ";"));
        }
        return isStateless(owner, member);
    }

    /** Returns whether a member of a JDK class uses no state that other code shares. */
    static boolean isStateless(String owner, String member) {
        if (JdkCatalogue.UNSTEADY.contains(member)) {
            return false;
        }
        int dot = owner.lastIndexOf('.');
        String packageName = owner.substring(0, Math.max(dot, 0));
        String simple = owner.substring(dot + 1);
        if (packageName.equals("java.lang")) {
            boolean isError = simple.endsWith("Exception") || simple.endsWith("Error");
            return isError || JdkCatalogue.STATELESS_LANG.contains(simple) || JdkCatalogue.PURE.contains(owner)
                    || JdkCatalogue.STATELESS_STATICS.contains(owner + '.' + member);
        }
        return JdkCatalogue.STATELESS_PACKAGES.contains(packageName)
                || packageName.equals("java.util") && !JdkCatalogue.STATEFUL_UTIL.contains(simple);
    }
}
