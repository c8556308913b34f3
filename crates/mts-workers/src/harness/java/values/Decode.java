package mts_harness;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Decodes Java values from the neutral JSON form. The static type decides the class of a value, if it is known. */
final class Decode implements ValueDecoder {
    private final ClassLoader loader;
    /** The decoded containers in the order of first occurrence. A reference is an index of this list. */
    private final List<Object> met = new ArrayList<>();

    private final Factories factories;

    Decode(ClassLoader loader, Factories factories) {
        this.loader = loader;
        this.factories = factories;
    }

    @Override
    public Object value(Object json, Type type) throws Unfit {
        if (type instanceof Class) {
            return plain(json, (Class<?>) type, new Type[0]);
        }
        if (type instanceof ParameterizedType) {
            ParameterizedType p = (ParameterizedType) type;
            return plain(json, (Class<?>) p.getRawType(), p.getActualTypeArguments());
        }
        if (type instanceof GenericArrayType) {
            Type element = ((GenericArrayType) type).getGenericComponentType();
            return array(json, element, raw(element));
        }
        if (type instanceof TypeVariable) {
            return value(json, ((TypeVariable<?>) type).getBounds()[0]);
        }
        return value(json, ((WildcardType) type).getUpperBounds()[0]);
    }

    private static Class<?> raw(Type type) {
        if (type instanceof Class) {
            return (Class<?>) type;
        }
        if (type instanceof ParameterizedType) {
            return (Class<?>) ((ParameterizedType) type).getRawType();
        }
        if (type instanceof GenericArrayType) {
            return Array.newInstance(raw(((GenericArrayType) type).getGenericComponentType()), 0).getClass();
        }
        if (type instanceof TypeVariable) {
            return raw(((TypeVariable<?>) type).getBounds()[0]);
        }
        return raw(((WildcardType) type).getUpperBounds()[0]);
    }

    private Object plain(Object json, Class<?> type, Type[] args) throws Unfit {
        if (json == null) {
            if (type.isPrimitive()) {
                throw new Unfit("null is not a value of the type " + type);
            }
            return type == Optional.class ? Optional.empty() : null;
        }
        if (json instanceof Map && ((Map<?, ?>) json).containsKey("$ref")) {
            return met.get(((Number) ((Map<?, ?>) json).get("$ref")).intValue());
        }
        if (Factories.isRecipe(json)) {
            Object made = factories.make((Map<?, ?>) json, this);
            if (!type.isInstance(made)) {
                String own = made.getClass().getName();
                throw new Unfit("an object of " + own + " does not fit the type " + type.getName());
            }
            met.add(made);
            return made;
        }
        if (type.isArray()) {
            return array(json, type.getComponentType(), type.getComponentType());
        }
        if (type.isPrimitive() || Number.class.isAssignableFrom(type) && type != Number.class || type == Boolean.class
                || type == Character.class) {
            return scalar(json, type);
        }
        if (type == String.class) {
            return text(json);
        }
        if (Lambdas.isLambda(json) && !type.isEnum()) {
            return Lambdas.make(json, type);
        }
        if (Library.canMake(json, type)) {
            Object made = Library.make(json, type, loader);
            met.add(made);
            return made;
        }
        if (type == StringBuilder.class) {
            return new StringBuilder(text(json));
        }
        if (type == StringBuffer.class) {
            return new StringBuffer(text(json));
        }
        if (type == Optional.class) {
            return Optional.of(value(json, args.length > 0 ? args[0] : Object.class));
        }
        if (type.isEnum()) {
            return constant(json, type);
        }
        boolean iterates = type == Iterator.class || type == ListIterator.class;
        if (Collection.class.isAssignableFrom(type) || type == Iterable.class || iterates) {
            Collection<Object> made = iterates ? new ArrayList<>() : collection(type);
            met.add(made);
            for (Object item : elements(json, type)) {
                made.add(value(item, args.length > 0 ? args[0] : Object.class));
            }
            return iterates ? ((List<Object>) made).listIterator() : made;
        }
        if (Map.class.isAssignableFrom(type)) {
            return map(json, type, args);
        }
        Object made = type.isInterface() || type == Object.class || Modifier.isAbstract(type.getModifiers())
                ? dynamic(json)
                : object(json, type);
        if (made != null && !type.isInstance(made)) {
            throw new Unfit("a value does not fit the type " + type.getName());
        }
        return made;
    }

    private Object array(Object json, Type element, Class<?> rawElement) throws Unfit {
        List<?> items = elements(json, rawElement);
        Object made = Array.newInstance(rawElement, items.size());
        met.add(made);
        for (int i = 0; i < items.size(); i++) {
            Object item = value(items.get(i), element);
            try {
                Array.set(made, i, item);
            } catch (IllegalArgumentException wrong) {
                throw new Unfit("an element of an array does not fit the type " + rawElement.getName());
            }
        }
        return made;
    }

    private static List<?> elements(Object json, Class<?> type) throws Unfit {
        if (json instanceof List) {
            return (List<?>) json;
        }
        if (json instanceof Map) {
            Map<?, ?> tagged = (Map<?, ?>) json;
            if (tagged.get("$set") instanceof List) {
                return (List<?>) tagged.get("$set");
            }
            if (tagged.get("$bytes") instanceof String) {
                String hex = (String) tagged.get("$bytes");
                List<Object> bytes = new ArrayList<>();
                for (int i = 0; i + 1 < hex.length(); i += 2) {
                    bytes.add((long) (byte) Integer.parseInt(hex.substring(i, i + 2), 16));
                }
                return bytes;
            }
        }
        if (json instanceof String && type == char.class) {
            List<Object> chars = new ArrayList<>();
            for (char c : ((String) json).toCharArray()) {
                chars.add(String.valueOf(c));
            }
            return chars;
        }
        throw new Unfit("the value for " + type.getName() + " must be a list");
    }

    private static Object scalar(Object json, Class<?> type) throws Unfit {
        Object number = number(json);
        if (type == boolean.class || type == Boolean.class) {
            if (json instanceof Boolean) {
                return json;
            }
        } else if (type == char.class || type == Character.class) {
            if (number instanceof Long) {
                return (char) (long) number;
            }
            String s = text(json);
            if (s.length() == 1) {
                return s.charAt(0);
            }
        } else if (number instanceof Number) {
            Number n = (Number) number;
            if (type == double.class || type == Double.class) {
                return n.doubleValue();
            }
            if (type == float.class || type == Float.class) {
                return n.floatValue();
            }
            if (type == BigDecimal.class) {
                return new BigDecimal(n.toString());
            }
            if (type == BigInteger.class && !(n instanceof Double)) {
                return new BigInteger(n.toString());
            }
            if (n instanceof Long) {
                long l = (Long) n;
                if (type == long.class || type == Long.class) {
                    return l;
                }
                if ((type == int.class || type == Integer.class) && l == (int) l) {
                    return (int) l;
                }
                if ((type == short.class || type == Short.class) && l == (short) l) {
                    return (short) l;
                }
                if ((type == byte.class || type == Byte.class) && l == (byte) l) {
                    return (byte) l;
                }
            }
        } else if (type == BigDecimal.class && json instanceof String) {
            return new BigDecimal((String) json);
        }
        throw new Unfit("a value does not fit the type " + type.getName());
    }

    /** Returns the number in plain or tagged form; null for any other value. */
    private static Object number(Object json) {
        if (json instanceof Number) {
            return json;
        }
        if (json instanceof Map) {
            Object f = ((Map<?, ?>) json).get("$float");
            if (f != null) {
                return real((String) f);
            }
            Object n = ((Map<?, ?>) json).get("$int");
            if (n != null) {
                String digits = (String) n;
                boolean minus = digits.startsWith("-");
                digits = minus ? digits.substring(1) : digits;
                BigInteger big = digits.startsWith("0x") ? new BigInteger(digits.substring(2), 16) : new BigInteger(digits);
                return Json.small(minus ? big.negate() : big);
            }
        }
        return null;
    }

    private static Double real(String text) {
        switch (text) {
            case "nan":
                return Double.NaN;
            case "inf":
                return Double.POSITIVE_INFINITY;
            case "-inf":
                return Double.NEGATIVE_INFINITY;
            default:
                return Double.valueOf(text);
        }
    }

    private static String text(Object json) throws Unfit {
        if (json instanceof String) {
            return (String) json;
        }
        if (json instanceof Map && ((Map<?, ?>) json).get("$utf16") instanceof List) {
            StringBuilder units = new StringBuilder();
            for (Object unit : (List<?>) ((Map<?, ?>) json).get("$utf16")) {
                units.append((char) ((Number) unit).intValue());
            }
            return units.toString();
        }
        throw new Unfit("the value must be a string");
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Object constant(Object json, Class<?> type) throws Unfit {
        Object tag = json instanceof Map ? ((Map<?, ?>) json).get("$enum") : json;
        String name = tag instanceof String ? (String) tag : "";
        try {
            return Enum.valueOf((Class<Enum>) type, name.substring(name.lastIndexOf('.') + 1));
        } catch (IllegalArgumentException unknown) {
            throw new Unfit(type.getName() + " has no constant " + name);
        }
    }

    @SuppressWarnings("unchecked")
    private static Collection<Object> collection(Class<?> type) throws Unfit {
        for (Collection<?> made : List.of(new ArrayList<>(), new LinkedHashSet<>(), new TreeSet<>(), new ArrayDeque<>())) {
            if (type.isInterface() && type.isInstance(made)) {
                // A linked list can have null as an element, and an `ArrayDeque` cannot.
                return made instanceof ArrayDeque ? new LinkedList<>() : (Collection<Object>) made;
            }
        }
        return type == HashSet.class ? new HashSet<>() : (Collection<Object>) plainInstance(type);
    }

    @SuppressWarnings("unchecked")
    private Object map(Object json, Class<?> type, Type[] args) throws Unfit {
        Object pairs = json instanceof Map ? ((Map<?, ?>) json).get("$map") : null;
        if (!(pairs instanceof List)) {
            throw new Unfit("the value for " + type.getName() + " must be a map");
        }
        Map<Object, Object> made;
        if (type.isInterface()) {
            made = type.isAssignableFrom(LinkedHashMap.class) ? new LinkedHashMap<>() : new TreeMap<>();
        } else {
            made = type == HashMap.class ? new HashMap<>() : (Map<Object, Object>) plainInstance(type);
        }
        met.add(made);
        for (Object pair : (List<?>) pairs) {
            List<?> two = (List<?>) pair;
            made.put(value(two.get(0), args.length > 1 ? args[0] : Object.class),
                    value(two.get(1), args.length > 1 ? args[1] : Object.class));
        }
        return made;
    }

    private static Object plainInstance(Class<?> type) throws Unfit {
        try {
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (ReflectiveOperationException | RuntimeException none) {
            throw new Unfit(type.getName() + " has no constructor without parameters that cargo mts can call");
        }
    }

    /**
     * Creates an object of the class {@code type}.
     *
     * <p>A list has the arguments of a constructor. Any other value has fields. The harness sets
     * the fields one by one, or passes them to a constructor if there is no constructor without
     * parameters.
     */
    private Object object(Object json, Class<?> type) throws Unfit {
        if (json instanceof List) {
            List<?> given = (List<?>) json;
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                if (constructor.getParameterCount() == given.size()) {
                    return construct(constructor, given);
                }
            }
            throw new Unfit("no constructor of " + type.getName() + " has this number of parameters: " + given.size());
        }
        Object held = json instanceof Map ? ((Map<?, ?>) json).get("fields") : null;
        if (!(held instanceof Map)) {
            throw new Unfit("cargo mts cannot make an object of " + type.getName() + " from this value");
        }
        Map<?, ?> fields = (Map<?, ?>) held;
        Object made;
        try {
            made = plainInstance(type);
        } catch (Unfit none) {
            List<Object> given = new ArrayList<>(fields.values());
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                if (constructor.getParameterCount() == given.size()) {
                    return construct(constructor, given);
                }
            }
            throw none;
        }
        met.add(made);
        for (Map.Entry<?, ?> entry : fields.entrySet()) {
            set(made, type, (String) entry.getKey(), entry.getValue());
        }
        return made;
    }

    private Object construct(Constructor<?> constructor, List<?> given) throws Unfit {
        Object[] args = all(given, constructor.getGenericParameterTypes());
        try {
            constructor.setAccessible(true);
            Object made = constructor.newInstance(args);
            met.add(made);
            return made;
        } catch (ReflectiveOperationException | RuntimeException failed) {
            Throwable cause = failed.getCause() == null ? failed : failed.getCause();
            throw new Unfit("the constructor of " + constructor.getDeclaringClass().getName() + " threw " + cause);
        }
    }

    private void set(Object made, Class<?> type, String name, Object json) throws Unfit {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            try {
                Field field = c.getDeclaredField(name);
                field.setAccessible(true);
                field.set(made, value(json, field.getGenericType()));
                return;
            } catch (NoSuchFieldException above) {
                continue;
            } catch (ReflectiveOperationException | RuntimeException closed) {
                throw new Unfit("cargo mts cannot set " + type.getName() + "." + name);
            }
        }
        throw new Unfit(type.getName() + " has no field " + name);
    }

    /** Decodes a value whose static type does not determine the class. */
    private Object dynamic(Object json) throws Unfit {
        if (json instanceof Long) {
            long l = (Long) json;
            return l == (int) l ? (Object) (int) l : (Object) l;
        }
        if (json instanceof List) {
            return plain(json, List.class, new Type[0]);
        }
        if (!(json instanceof Map)) {
            return json;
        }
        Map<?, ?> tagged = (Map<?, ?>) json;
        Object number = number(json);
        if (number != null) {
            return number;
        }
        if (tagged.containsKey("$utf16")) {
            return text(json);
        }
        if (tagged.containsKey("$set")) {
            return plain(json, java.util.Set.class, new Type[0]);
        }
        if (tagged.containsKey("$bytes")) {
            return plain(json, byte[].class, new Type[0]);
        }
        if (tagged.containsKey("$map")) {
            return plain(json, Map.class, new Type[0]);
        }
        Object name = tagged.containsKey("$object") ? tagged.get("$object") : tagged.get("$enum");
        if (name instanceof String) {
            String wanted = (String) name;
            String owner = tagged.containsKey("$enum") ? wanted.substring(0, Math.max(0, wanted.lastIndexOf('.'))) : wanted;
            try {
                return plain(json, Class.forName(owner, true, loader), new Type[0]);
            } catch (ClassNotFoundException | LinkageError unknown) {
                throw new Unfit("there is no class " + owner);
            }
        }
        throw new Unfit("cargo mts cannot make a value of this kind: " + Collections.unmodifiableSet(tagged.keySet()));
    }
}
